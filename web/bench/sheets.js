// The same work three ways, in one run; runs in node and in a page.

import { createCloth } from "../lib/index.js";
import { CannonSheet } from "./cannon.js";
import { FlatSheet } from "./flat.js";

const now = () => performance.now();

class MuslinSheet {
  constructor(cloth) {
    this.cloth = cloth;
  }

  step() {
    this.cloth.step(1);
  }

  positions() {
    const all = this.cloth.positions;
    return Array.from({ length: all.length / 3 }, (_, i) => [...all.subarray(3 * i, 3 * i + 3)]);
  }
}

const muslin = (compat) => async (segments) =>
  new MuslinSheet(await createCloth({ width: 400, height: 300, segments, compat }));

/** Name, and a sheet of so many segments. */
export const ENGINES = {
  "cannon-es": async (segments) => new CannonSheet(segments),
  "flat JavaScript": async (segments) => new FlatSheet(segments),
  "Muslin, compat": muslin(true),
  "Muslin, own settings": muslin(false),
};

function difference(a, b) {
  let largest = 0;
  a.forEach((point, i) => point.forEach((value, axis) => (largest = Math.max(largest, Math.abs(value - b[i][axis])))));
  return largest;
}

/** Median milliseconds of a step, over batches within a time. */
function time(sheet, budget) {
  for (let warm = 0; warm < 3; warm++) sheet.step();
  const times = [];
  const end = now() + budget;
  while (times.length < 5 || now() < end) {
    let count = 0;
    const start = now();
    do {
      sheet.step();
      count++;
    } while (now() - start < budget / 20);
    times.push((now() - start) / count);
  }
  times.sort((a, b) => a - b);
  return times[times.length >> 1];
}

/** Times all engines at a size. */
export async function measure(segments, budget = 1500) {
  const sheets = {};
  for (const [name, make] of Object.entries(ENGINES)) sheets[name] = await make(segments);
  // the same work: three agree after ten steps, Muslin's to the 32 bits that are drawn
  for (let step = 0; step < 10; step++) for (const sheet of Object.values(sheets)) sheet.step();
  const reference = sheets["flat JavaScript"].positions();
  for (const [name, limit] of [["cannon-es", 1e-9], ["Muslin, compat", 1e-4]]) {
    const found = difference(sheets[name].positions(), reference);
    if (!(found < limit)) throw new Error(`${name} does other work: ${found} apart at ${segments} segments`);
  }
  const ms = {};
  for (const [name, sheet] of Object.entries(sheets)) ms[name] = time(sheet, budget);
  return { segments, ms };
}

export const SIZES = [8, 16, 32, 64];
