// Pictures by our own code: landscapes from a number.

/** A number in [0, 1) from a seed and an index, always the same. */
function random(seed, index) {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
}

const SKIES = [
  ["#f6d6ad", "#d96f4e"],
  ["#bfe0ea", "#5f9cc0"],
  ["#2a2350", "#c4577c"],
  ["#dfe7d2", "#86a97f"],
  ["#fbe9c6", "#eaa13b"],
  ["#0e2038", "#3f7f93"],
];

/** Hills before a sky with a sun, on a canvas of this size. */
export function paint(seed, width, height) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  const [high, low] = SKIES[seed % SKIES.length];
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, high);
  sky.addColorStop(1, low);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = "rgb(255 255 255 / 0.75)";
  context.beginPath();
  context.arc(width * (0.2 + 0.6 * random(seed, 1)), height * (0.2 + 0.2 * random(seed, 2)), width * 0.09, 0, 7);
  context.fill();
  const layers = 6;
  for (let layer = 0; layer < layers; layer++) {
    const depth = layer / (layers - 1);
    context.fillStyle = `hsl(${200 + 90 * random(seed, 3) - 60 * depth} ${18 + 22 * depth}% ${62 - 48 * depth}%)`;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += 4) {
      let y = height * (0.42 + 0.48 * depth);
      for (let wave = 0; wave < 5; wave++) {
        const phase = 6.28 * random(seed, 100 * layer + wave);
        y -= (height * 0.09 * (1 - 0.4 * depth) * Math.sin((x / width) * 2.2 * 2 ** wave + phase)) / 1.8 ** wave;
      }
      context.lineTo(x, y);
    }
    context.lineTo(width, height);
    context.fill();
  }
  return canvas;
}
