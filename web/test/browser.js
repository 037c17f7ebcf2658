// A browser and a server for the tests of pages.

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
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
