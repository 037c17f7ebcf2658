// The pages in a real browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { compare, driveFrames, launch, open, serve } from "./browser.js";

/** A page that a program draws, on a machine with other work, may take this long [ms]. */
const PATIENCE = 120_000;

let server;
let browser;
before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.close();
});

/** Opens a page, runs a test in it, and holds it to a silent console. */
async function visit(name, check, options) {
  const { page, faults, close } = await open(browser, `${server.address}/${name}`, options);
  await page.waitForFunction(() => window.muslin !== undefined, undefined, { timeout: PATIENCE, polling: 100 });
  await check(page);
  assert.deepEqual(faults, [], `${name}: a silent console`);
  await close();
}

const inPage = (page, path) => page.evaluate((path) => path.split(".").reduce((value, key) => value[key], window.muslin), path);

async function until(page, condition, argument) {
  await page.waitForFunction(condition, argument, { timeout: PATIENCE });
}

async function scene(name) {
  return JSON.parse(await readFile(new URL(`../scenes/${name}.json`, import.meta.url), "utf8"));
}

test("the index shows a tile for each page, and each link leads somewhere", async () => {
  await visit("", async (page) => {
    const pages = await inPage(page, "pages");
    assert.ok(pages.length >= 4);
    for (const name of pages) assert.equal((await fetch(`${server.address}/${name}/`)).status, 200, name);
    await until(page, () => document.querySelector("iframe").src.includes("thumbnail"));
  });
});

test("the relaxation cloth moves, turns by a drag, stops by Escape and starts again by a click", async () => {
  await visit("relaxation/", async (page) => {
    const first = await inPage(page, "cloth.hash");
    await until(page, (first) => window.muslin.cloth.hash !== first, first);
    const stage = await page.locator("#stage").boundingBox();
    const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 100, y + 40, { steps: 4 });
    await page.mouse.up();
    const [turn, tilt] = await inPage(page, "view");
    // 0.2 degrees a pixel of the document's 792
    assert.ok(Math.abs(turn + 100 * 0.2 * (792 / stage.width)) < 0.5, `${turn}`);
    assert.ok(Math.abs(tilt + 40 * 0.2 * (792 / stage.width)) < 0.5, `${tilt}`);
    await page.keyboard.press("Escape");
    assert.equal(await inPage(page, "running"), false);
    const stopped = await inPage(page, "cloth.steps");
    await page.waitForTimeout(300);
    assert.equal(await inPage(page, "cloth.steps"), stopped);
    await page.mouse.click(x, y);
    await until(page, (stopped) => window.muslin.running && window.muslin.cloth.steps < stopped, stopped);
  });
});

test("in the page too every method gives the native bits after 300 frames", async () => {
  await visit("relaxation/", async (page) => {
    for (const [name, hash] of Object.entries(await native())) {
      const found = await page.evaluate(async (scene) => {
        const cloth = await window.muslin.createCloth(scene);
        cloth.step(300);
        return cloth.hash;
      }, await scene(name));
      assert.equal(found, hash, name);
    }
  });
});

/** The same from node, which the engine's tests compare with the native program. */
async function native() {
  const { createCloth, load } = await import("../lib/index.js");
  await load(await readFile(new URL("../lib/engine/muslin_web_bg.wasm", import.meta.url)));
  const hashes = {};
  for (const name of ["relaxation", "pinned2", "picture"]) {
    const cloth = await createCloth(await scene(name));
    cloth.step(300);
    hashes[name] = cloth.hash;
    cloth.dispose();
  }
  return hashes;
}

test("the page keeps the document's time whatever the display's rate", async () => {
  for (const rate of [30, 240]) {
    const { page, close } = await open(browser, "about:blank");
    await driveFrames(page);
    await page.goto(`${server.address}/relaxation/`);
    await page.waitForFunction(() => window.muslin !== undefined, undefined, { polling: 100, timeout: PATIENCE });
    const seconds = await page.evaluate((rate) => {
      const { cloth } = window.muslin;
      window.tick(0);
      const before = cloth.time;
      for (let frame = 1; frame <= 2 * rate; frame++) window.tick((1000 * frame) / rate);
      return cloth.time - before;
    }, rate);
    assert.ok(Math.abs(seconds - 2) < 0.1, `${rate} Hz: ${seconds} s`);
    await close();
  }
});

test("the city is the known one, looks with the mouse, flies with its buttons, and by touch", async () => {
  await visit("city/", async (page) => {
    assert.deepEqual(await inPage(page, "city"), { buildings: 213, boxes: 656 });
    assert.equal(await page.title(), "City: 213 buildings, 656 cubes");
    const start = await inPage(page, "view");
    assert.deepEqual([start.yaw, start.pitch, start.position], [20, -50, [0, 200, 0]]);
    const stage = await page.locator("#stage").boundingBox();
    const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.move(x + 50, y + 25, { steps: 5 });
    const looked = await inPage(page, "view");
    assert.ok(Math.abs(looked.yaw - 10) < 1e-6 && Math.abs(looked.pitch + 45) < 1e-6, JSON.stringify(looked));
    await page.mouse.down();
    await until(page, () => window.muslin.view.position[1] < 195);
    await page.mouse.up();
    await page.mouse.down({ button: "right" });
    const low = (await inPage(page, "view")).position[1];
    await until(page, (low) => window.muslin.view.position[1] > low, low);
    await page.mouse.up({ button: "right" });
    await page.keyboard.press("Escape");
    assert.equal(await inPage(page, "running"), false);
  });
  await visit("city/", async (page) => {
    const stage = await page.locator("#stage").boundingBox();
    const touch = (type, x, y) => page.dispatchEvent("#stage", type, { pointerId: 1, pointerType: "touch", isPrimary: true, button: 0, clientX: x, clientY: y, bubbles: true });
    await page.evaluate(() => (document.getElementById("stage").setPointerCapture = () => {}));
    await touch("pointerdown", stage.x + 100, stage.y + 100);
    await touch("pointermove", stage.x + 150, stage.y + 100);
    await until(page, () => window.muslin.view.position[1] < 199 && Math.abs(window.muslin.view.yaw - 10) < 1e-6);
    await touch("pointerup", stage.x + 150, stage.y + 100);
  }, { hasTouch: true });
});

test("pictures hang where their images are, follow them, and can be pulled and given back", async () => {
  await visit("pictures/", async (page) => {
    const place = () => page.evaluate(() => {
      const { image, mesh } = window.muslin.pictures.figures[0];
      const { left, top, width, height } = image.getBoundingClientRect();
      return { image: [left + width / 2, top + height / 2], mesh: [mesh.position.x + innerWidth / 2, innerHeight / 2 - mesh.position.y], opacity: image.style.opacity };
    });
    const agree = async (what) => {
      await page.waitForTimeout(400);
      const { image, mesh, opacity } = await place();
      assert.ok(Math.hypot(image[0] - mesh[0], image[1] - mesh[1]) < 1.5, `${what}: ${image} and ${mesh}`);
      assert.equal(opacity, "0");
    };
    await agree("at first");
    await page.setViewportSize({ width: 600, height: 700 });
    await agree("in a smaller window");
    await page.mouse.wheel(0, 150);
    await agree("scrolled");
    assert.ok(await page.evaluate(() => scrollY > 0), "the page scrolls as it did");
    await page.evaluate(() => document.getElementById("wall").before(Object.assign(document.createElement("div"), { style: "height: 90px" })));
    await agree("after what is above it grew");
    const before = await page.evaluate(() => window.muslin.pictures.figures[0].mesh.cloth.hash);
    await page.evaluate(() => window.muslin.pictures.figures[0].image.focus());
    await page.keyboard.press("Enter");
    await until(page, (before) => window.muslin.pictures.figures[0].mesh.cloth.hash !== before, before);
    await page.evaluate(() => window.muslin.pictures.dispose());
    assert.equal(await page.evaluate(() => document.querySelectorAll("canvas").length), 0);
    assert.equal(await page.evaluate(() => document.querySelector(".tile img").style.opacity), "");
  });
});

test("bad pictures stay as they are and are told, and none hangs twice", async () => {
  await visit("pictures/", async (page) => {
    const told = await page.evaluate(async () => {
      const { hangPictures, MuslinError } = window.muslin;
      const codes = [];
      const code = async (call) => {
        try {
          await call();
          return "none";
        } catch (error) {
          return error instanceof MuslinError ? error.code : String(error);
        }
      };
      codes.push(await code(() => hangPictures(".tile img")));
      codes.push(await code(() => hangPictures(".nothing")));
      codes.push(await code(() => hangPictures([document.body])));
      const broken = new Image();
      broken.src = "data:image/png;base64,AAAA";
      document.body.append(broken);
      const errors = [];
      const other = await hangPictures([broken], { onError: (error) => errors.push(error.code) });
      codes.push(errors.join(), other.figures.length);
      other.dispose();
      const hidden = new Image();
      hidden.src = document.querySelector(".tile img").src;
      hidden.style.display = "none";
      document.body.append(hidden);
      await (await hangPictures([hidden], { onError: (error) => codes.push(error.message) })).dispose();
      return codes;
    });
    assert.deepEqual(told, ["taken", "no-element", "no-element", "bad-image", 0, "This image has no size in the page."]);
  });
});

test("whoever asked for less motion sees the page's own pictures, and gets the cloth when that ends", async () => {
  await visit("pictures/", async (page) => {
    assert.equal(await page.evaluate(() => document.querySelector(".tile img").style.opacity), "");
    assert.equal(await page.evaluate(() => window.muslin.pictures.canvas.hidden), true);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await until(page, () => document.querySelector(".tile img").style.opacity === "0" && !window.muslin.pictures.canvas.hidden);
  }, { reducedMotion: "reduce" });
});

test("a lost WebGL context comes back", async () => {
  await visit("pictures/", async (page) => {
    const restored = await page.evaluate(() => new Promise((resolve) => {
      const { canvas } = window.muslin.pictures;
      const extension = canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
      canvas.addEventListener("webglcontextrestored", () => setTimeout(() => resolve(canvas.getContext("webgl2").isContextLost()), 300));
      extension.loseContext();
      setTimeout(() => extension.restoreContext(), 200);
    }));
    assert.equal(restored, false);
  });
});

test("the slideshow follows drag, wheel and keys, snaps, and every visible slide lives", async () => {
  await visit("slideshow/", async (page) => {
    assert.equal(await inPage(page, "title"), "AmberRidge");
    const times = await inPage(page, "times");
    await until(page, (before) => window.muslin.times.filter((time, i) => time > before[i]).length > 1, times);
    await page.mouse.move(450, 400);
    await page.mouse.down();
    await page.mouse.move(450, 300, { steps: 5 });
    await until(page, () => window.muslin.slider.current > 100);
    await page.mouse.up();
    await until(page, () => Math.abs(window.muslin.slider.y[window.muslin.slider.middle]) < 2 && !window.muslin.slider.dragging);
    const middle = await inPage(page, "active");
    await page.keyboard.press("ArrowDown");
    await until(page, (middle) => window.muslin.active === (middle + 1) % 6, middle);
    assert.notEqual(await inPage(page, "title"), "");
    const target = await inPage(page, "slider.target");
    await page.mouse.wheel(0, 60);
    await until(page, (target) => window.muslin.slider.target !== target, target);
    await page.setViewportSize({ width: 700, height: 500 });
    await until(page, () => window.muslin.slider.layout.width === 700);
    await page.keyboard.press("Escape");
    assert.equal(await inPage(page, "running"), false);
    await page.mouse.click(300, 200);
    assert.equal(await inPage(page, "running"), true);
  });
});

test("as the original, only the slide in the middle lives, and a click flattens it", async () => {
  await visit("slideshow/?compat", async (page) => {
    await until(page, () => window.muslin.times[0] > 0.2);
    const times = await inPage(page, "times");
    assert.deepEqual(times.slice(1), [0, 0, 0, 0, 0]);
    await page.mouse.click(450, 380);
    const asleep = (await inPage(page, "hashes"))[0];
    await page.waitForTimeout(300);
    assert.equal((await inPage(page, "hashes"))[0], asleep, "it sleeps");
    await until(page, (asleep) => window.muslin.hashes[0] !== asleep, asleep);
  });
});

test("the mass-spring simulator is the program's own window: same bits, keys, drag, wheel and panels", async () => {
  const golden = await readFile(new URL("../../crates/scene/tests/golden/hashes.toml", import.meta.url), "utf8");
  const [, hash] = /\[pinned2\][^[]*frame_010 = "(.+)"/.exec(golden);
  const { page, faults, close } = await open(browser, `${server.address}/mass-spring/`);
  const status = () => page.evaluate(() => window.muslin.status);
  await page.waitForFunction(() => window.muslin?.status !== undefined, undefined, { timeout: PATIENCE });
  await page.locator("#stage").focus();
  for (let frame = 1; frame <= 10; frame++) {
    await page.keyboard.press("n");
    await until(page, (frame) => window.muslin.status.frame === frame, frame);
  }
  assert.equal((await status()).hash, hash);
  const [left, top, width, height] = (await status()).picture;
  const [x, y] = [left + width / 2, top + height / 2];
  const before = (await status()).camera;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 20, { steps: 4 });
  await page.mouse.up();
  await until(page, (theta) => window.muslin.status.camera[3] !== theta, before[3]);
  await page.mouse.wheel(0, -120);
  await until(page, (distance) => window.muslin.status.camera[1] !== distance, before[1]);
  await page.keyboard.press("p");
  await until(page, () => window.muslin.status.frame > 15 && !window.muslin.status.paused);
  // the button that resets the cloth, at the top
  await page.keyboard.press("p");
  await until(page, () => window.muslin.status.paused);
  await page.keyboard.press("r");
  await until(page, () => window.muslin.status.frame === 0);
  await page.setViewportSize({ width: 700, height: 600 });
  await until(page, (width) => window.muslin.status.picture[2] !== width, width);
  assert.deepEqual((await status()).messages, []);
  assert.deepEqual(faults, []);
  await close();
});

test("pages look as they did", async () => {
  const looks = { relaxation: 178, city: 2, "slideshow/?thumbnail": 150, "slideshow/?thumbnail&compat": 150, pictures: 60 };
  for (const [path, frames] of Object.entries(looks)) {
    const { page, close } = await open(browser, "about:blank");
    await driveFrames(page);
    await page.goto(`${server.address}/${path.includes("?") ? path : `${path}/`}`);
    await page.waitForFunction(() => window.muslin !== undefined, undefined, { polling: 100, timeout: PATIENCE });
    await page.evaluate((frames) => {
      for (let frame = 0; frame <= frames; frame++) window.tick((1000 * frame) / 60);
    }, frames);
    await compare(page, await page.screenshot(), path.replace(/\W+/g, "_"));
    await close();
  }
});
