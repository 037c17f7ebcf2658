// Where the slides of a window are: a vertical list, seen by a camera that is rolled, so that it runs diagonally.

/** Roll of the camera in radians. */
export const ROLL = Math.PI / 6;
/** Distance of the camera at which a unit is a pixel. */
export const DISTANCE = 800;

export interface Slide {
  top: number;
  bottom: number;
  /** Middle at the start, up positive. */
  y0: number;
  /** Interval that the slide wraps in: from `wrapMin` down to `wrapMax`. */
  wrapMin: number;
  wrapMax: number;
}

export interface Layout {
  width: number;
  height: number;
  mobile: boolean;
  desktop: boolean;
  slideWidth: number;
  slideHeight: number;
  gap: number;
  /** From a slide to the next. */
  pitch: number;
  /** How far the rolled list reaches beyond the window. */
  reach: number;
  slides: Slide[];
}

/** The layout of so many slides in a window of this size. */
export function layoutOf(width: number, height: number, count: number): Layout {
  const mobile = width < 768;
  const desktop = width >= 1112;
  const slideWidth = desktop ? Math.min(0.4 * width, 456) : Math.min((mobile ? 0.6 : 1) * width, 520);
  const slideHeight = (mobile ? 0.6 : 0.66) * height;
  const gap = mobile ? 75 : 0.15 * slideWidth;
  const pitch = slideHeight + gap;
  const reach = Math.ceil((Math.tan(ROLL) * Math.max(width, height)) / 2);
  const padding = (mobile ? 0.2 : 0.17) * height;
  const above = mobile ? 0.8 * height + reach : 0.83 * height + reach / 2;
  const below = mobile ? 0.2 * height + 2 * gap : 0.17 * height - gap + reach / 2;
  const last = -(count - 1) * pitch;
  const slides = Array.from({ length: count }, (_, index) => {
    const top = padding + index * pitch;
    return {
      top,
      bottom: top + slideHeight,
      y0: top + slideHeight / 2 - height / 2,
      wrapMin: top < height ? above : -below,
      wrapMax: top > height ? last - above : last + below,
    };
  });
  return { width, height, mobile, desktop, slideWidth, slideHeight, gap, pitch, reach, slides };
}

/** Height of the camera's field of view in radians. */
export function fieldOfView(height: number): number {
  return 2 * Math.atan(height / 2 / DISTANCE);
}

/** How visible a slide is whose middle is so far from the window's. */
export function opacityAt(distance: number, { width, height, desktop }: Layout): number {
  const diagonal = Math.hypot(width, height) / 2;
  return 1 - Math.min(Math.max(distance, 0), diagonal - (desktop ? 200 : 50)) / diagonal;
}
