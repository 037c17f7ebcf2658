// The package as its users have it: packed, installed into an empty project, built, and the README's example opened in a browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { launch, open, serve } from "./browser.js";

const ROOT = join(import.meta.dirname, "..");
const npm = (folder, ...words) => execFileSync("npm", words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

/** The HTML example of the README, with pictures that need no file. */
async function example() {
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  const [, html] = /```html\n([\s\S]*?)```/.exec(readme);
  const picture = (hue) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="hsl(${hue} 60% 50%)"/></svg>`;
    return `data:image/svg+xml,${encodeURIComponent(svg)}`;
  };
  return html.replace("one.jpg", picture(10)).replace("two.jpg", picture(200)).replace("const pictures", "const pictures = window.pictures");
}

test("packed, it installs into an empty Vite project with three, and the README's example works there", async () => {
  const folder = await mkdtemp(join(tmpdir(), "muslin-package-"));
  try {
    const [{ filename }] = JSON.parse(npm(ROOT, "pack", "--json", "--pack-destination", folder));
    const { devDependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "empty", private: true, type: "module" }));
    npm(folder, "install", "--no-audit", "--no-fund", "--prefer-offline", `./${filename}`, `three@${devDependencies.three}`, `vite@${devDependencies.vite}`);
    await writeFile(join(folder, "index.html"), `<!doctype html><link rel="icon" href="data:,"><body>${await example()}`);
    npm(folder, "exec", "vite", "build", "--", "--target", "es2022", "--logLevel", "error");
    const server = await serve(join(folder, "dist"));
    const browser = await launch();
    const { page, faults } = await open(browser, server.address);
    await page.waitForFunction(() => window.pictures?.figures.length === 2, undefined, { timeout: 120_000 });
    const hash = () => page.evaluate(() => window.pictures.figures[0].mesh.cloth.hash);
    const first = await hash();
    await page.waitForFunction((first) => window.pictures.figures[0].mesh.cloth.hash !== first, first);
    await page.mouse.click(10, 10);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => window.pictures.figures.length === 0);
    assert.deepEqual(faults, []);
    await browser.close();
    server.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
