// After tsc: the engine beside the package, and the pages.

import { build } from "esbuild";
import { cp, mkdir, readdir, rm } from "node:fs/promises";

await cp("src/engine", "lib/engine", { recursive: true });
await rm("dist", { recursive: true, force: true });
await mkdir("dist", { recursive: true });
const entries = await readdir("pages", { withFileTypes: true });
const pages = entries.filter((entry) => entry.isDirectory() && entry.name !== "shared").map((entry) => entry.name);
await build({
  entryPoints: ["pages/main.js", ...pages.map((name) => `pages/${name}/main.js`)],
  outdir: "dist",
  outbase: "pages",
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  sourcemap: true,
  legalComments: "linked",
  logLevel: "warning",
});
await cp("src/engine/muslin_web_bg.wasm", "dist/muslin_web_bg.wasm");
// of one page alone, so that it lies beside that page's script
await cp("src/viewer/muslin_viewer_bg.wasm", "dist/mass-spring/muslin_viewer_bg.wasm");
for (const name of ["", ...pages]) {
  const from = `pages/${name}`;
  for (const file of await readdir(from)) {
    if (/\.(html|css|svg|png)$/.test(file)) await cp(`${from}/${file}`, `dist/${name}/${file}`);
  }
}
