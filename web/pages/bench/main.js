// The bench in a page.

import { ENGINES, measure, SIZES } from "../../bench/sheets.js";
import { run } from "../shared/renderer.js";

run(async () => {
  const table = document.getElementById("table");
  const row = (cells, kind = "td") => {
    const line = table.appendChild(document.createElement("tr"));
    for (const text of cells) line.appendChild(Object.assign(document.createElement(kind), { textContent: text, style: "padding: 0 1rem; text-align: right" }));
  };
  row(["segments", ...Object.keys(ENGINES), "to cannon-es", "to flat"], "th");
  const results = [];
  for (const segments of SIZES) {
    document.getElementById("status").textContent = `Measuring ${segments} segments.`;
    // the page shows what was measured so far
    await new Promise((ready) => setTimeout(ready, 50));
    const result = await measure(segments);
    results.push(result);
    const { ms } = result;
    const compat = ms["Muslin, compat"];
    const ratios = [(ms["cannon-es"] / compat).toFixed(0), (ms["flat JavaScript"] / compat).toFixed(1)];
    row([segments, ...Object.values(ms).map((time) => time.toFixed(4)), ...ratios]);
  }
  document.getElementById("status").textContent = "Done.";
  window.muslin = { results };
});
