// Which part of a photo a slide shows: upright though the slide is rolled, and without gaps.

/** Two numbers. */
export type Pair = [number, number];

/** Texture coordinates of the photo for those of the slide. */
export function coverUv([u, v]: Pair, [width, height]: Pair, [photoWidth, photoHeight]: Pair, roll: number): Pair {
  // closer, so that a rolled photo still covers
  const zoom = Math.max(width, height) / Math.hypot(width, height);
  const whole: Pair =
    width / height < photoWidth / photoHeight ? [(photoWidth * height) / photoHeight, height] : [width, (photoHeight * width) / photoWidth];
  const along = (value: number, side: number, of: number) => (((value - 0.5) * zoom + 0.5) * side + (of - side) / 2) / of - 0.5;
  const [p, q] = [along(u, width, whole[0]), along(v, height, whole[1])];
  const [c, s] = [Math.cos(-roll), Math.sin(-roll)];
  return [p * c + q * s + 0.5, q * c - p * s + 0.5];
}
