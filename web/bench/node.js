// `npm run bench`: the table of docs/performance.md.

import { readFile } from "node:fs/promises";
import { load } from "../lib/index.js";
import { measure, SIZES } from "./sheets.js";

await load(await readFile(new URL("../lib/engine/muslin_web_bg.wasm", import.meta.url)));
console.log("ms a step, medians of one run; ratios to cannon-es and to flat JavaScript");
for (const segments of SIZES) {
  const { ms } = await measure(segments);
  const compat = ms["Muslin, compat"];
  const row = Object.entries(ms).map(([name, time]) => `${name} ${time.toFixed(4)}`);
  console.log(
    `${segments}: ${row.join(" | ")} | ${(ms["cannon-es"] / compat).toFixed(0)} x cannon-es | ${(ms["flat JavaScript"] / compat).toFixed(1)} x flat`,
  );
}
