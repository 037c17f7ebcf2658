// A browser and a server for the tests of pages.

import { createReadStream } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize, resolve } from "node:path";
import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm", ".json": "application/json", ".png": "image/png", ".map": "application/json" };
const ROOT = join(import.meta.dirname, "..");

/** Serves a folder of the package on the loopback interface. */
export async function serve(folder = "dist") {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    let file = join(resolve(ROOT, folder), path);
    const found = await stat(file).catch(() => undefined);
    if (found?.isDirectory()) file = join(file, "index.html");
    if (!(await stat(file).catch(() => undefined))) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const FLAGS = ["--no-sandbox", "--no-first-run", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const WEBGPU = ["--enable-unsafe-webgpu", "--enable-features=Vulkan", "--use-vulkan=swiftshader", "--use-angle=swiftshader"];

export function launch({ webgpu = false } = {}) {
  const args = webgpu ? [...FLAGS, ...WEBGPU] : FLAGS;
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
}

/** Opens a page; what it says to the console as an error, or throws, is in `faults`. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 900, height: 760 }, ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(address, { waitUntil: "load" });
  return { page, faults, close: () => context.close() };
}

/** A clock of the page's own: frames come only when `tick(milliseconds)` is called. */
export function driveFrames(page) {
  return page.addInitScript(() => {
    const waiting = [];
    window.requestAnimationFrame = (call) => waiting.push(call);
    window.cancelAnimationFrame = (id) => (waiting[id - 1] = () => {});
    window.tick = (now) => waiting.splice(0).forEach((call) => call(now));
  });
}

const GOLDEN = join(import.meta.dirname, "golden");

/** Compares a picture with the one in the repository by the mean colours of blocks; with MUSLIN_BLESS it becomes that. */
export async function compare(page, picture, name) {
  const file = join(GOLDEN, `${name}.png`);
  if (process.env.MUSLIN_BLESS) return writeFile(file, picture);
  const golden = await readFile(file);
  const [largest, mean] = await page.evaluate(async (pictures) => {
    const [found, expected] = await Promise.all(pictures.map(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      // a pixel a block of 12, which is its mean
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width / 12, image.height / 12].map(Math.floor);
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return context.getImageData(0, 0, canvas.width, canvas.height).data;
    }));
    if (found.length !== expected.length) return [Infinity, Infinity];
    const differences = found.map((value, i) => Math.abs(value - expected[i]));
    return [Math.max(...differences), differences.reduce((sum, value) => sum + value, 0) / differences.length];
  }, [picture, golden].map((bytes) => bytes.toString("base64")));
  if (largest > 40 || mean > 2) {
    const actual = join(tmpdir(), `muslin_web_${name}.png`);
    await writeFile(actual, picture);
    throw new Error(`${name} differs by ${largest} in a block, ${mean} in all: see ${actual}`);
  }
}
