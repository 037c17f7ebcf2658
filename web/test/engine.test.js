// The engine in node.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { createCity, createCloth, load, MuslinError, sheetScene } from "../lib/index.js";

const here = (path) => new URL(path, import.meta.url);
const scene = async (name) => JSON.parse(await readFile(here(`../scenes/${name}.json`), "utf8"));
await load(await readFile(here("../lib/engine/muslin_web_bg.wasm")));
const memory = async () => (await createCloth({ width: 1, height: 1, segments: 1 })).positions.buffer.byteLength;

/** Golden hashes of the scenes, as the native tests have them. */
async function golden() {
  const text = await readFile(here("../../crates/scene/tests/golden/hashes.toml"), "utf8");
  const hashes = {};
  let name;
  for (const line of text.split("\n")) {
    name = /^\[(.+)\]$/.exec(line)?.[1] ?? name;
    const [, frame, hash] = /^frame_0*(\d+) = "(.+)"$/.exec(line) ?? [];
    if (frame) (hashes[name] ??= {})[frame] = hash;
  }
  return hashes;
}

test("every method gives the native bits", async () => {
  const hashes = await golden();
  for (const name of ["relaxation", "pinned2", "picture", "picture-demo"]) {
    const cloth = await createCloth(await scene(name));
    let frame = 0;
    for (const [at, hash] of Object.entries(hashes[name])) {
      cloth.step(at - frame);
      frame = Number(at);
      assert.equal(cloth.hash, hash, `${name}, frame ${at}`);
    }
    cloth.dispose();
  }
});

test("after 300 frames too", async (context) => {
  const muslin = here("../../target/debug/muslin").pathname;
  if (!existsSync(muslin)) return context.skip("the native program is not built");
  for (const name of ["relaxation", "pinned2", "picture"]) {
    const cloth = await createCloth(await scene(name));
    cloth.step(300);
    const path = here(`../scenes/${name}.json`).pathname;
    const printed = execFileSync(muslin, ["run", path, "--frames", "300", "--hash"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    assert.equal(cloth.hash, printed.trim().split("\n").at(-1).split(" ")[1], name);
    cloth.dispose();
  }
});

test("simulated seconds are seconds of the clock on displays of 30 to 240 Hz", async () => {
  for (const rate of [30, 60, 120, 240]) {
    const cloth = await createCloth({ width: 100, height: 100, segments: 4 });
    for (let frame = 0; frame < 10 * rate; frame++) cloth.advance(1 / rate);
    assert.ok(Math.abs(cloth.time - 10) < 0.1, `${rate} Hz: ${cloth.time} s`);
    cloth.dispose();
  }
});

test("a page that was hidden for an hour goes on where it was", async () => {
  const cloth = await createCloth({ width: 100, height: 100, segments: 4 });
  assert.equal(cloth.advance(3600), 15);
  assert.equal(cloth.advance(1 / 60), 1);
  assert.ok(cloth.time < 0.3);
  cloth.dispose();
});

test("an hour of simulated time takes no more memory than a minute", async () => {
  const cloth = await createCloth({ width: 100, height: 100, segments: 8, wind: { direction: [1, 0, 0], strength: 900 } });
  const run = (frames) => {
    for (let frame = 0; frame < frames; frame++) {
      cloth.advance(1 / 60);
      void cloth.positions;
    }
  };
  run(3600);
  const [bytes, view] = [await memory(), cloth.positions];
  run(59 * 3600);
  assert.equal(await memory(), bytes);
  assert.equal(cloth.positions, view, "the same view");
  assert.ok(cloth.positions.every(Number.isFinite));
  cloth.dispose();
});

test("cloths that come and go leave no memory behind", async () => {
  const round = async () => (await createCloth({ width: 100, height: 100, segments: 32 })).dispose();
  for (let i = 0; i < 50; i++) await round();
  const bytes = await memory();
  for (let i = 0; i < 200; i++) await round();
  assert.equal(await memory(), bytes);
});

test("views are good after the memory has grown", async () => {
  const small = await createCloth({ width: 100, height: 100, segments: 4 });
  const before = [...small.positions];
  const large = await createCloth({ width: 100, height: 100, segments: 400 });
  assert.deepEqual([...small.positions], before);
  small.dispose();
  large.dispose();
});

test("a held vertex follows the pointer and goes back where the scene holds it", async () => {
  const cloth = await createCloth({ width: 100, height: 100, segments: 8 });
  const corner = 80;
  cloth.hold(corner, [80, -40, 30]);
  cloth.step(10);
  assert.deepEqual([...cloth.positions.subarray(3 * corner, 3 * corner + 3)], [80, -40, 30]);
  cloth.release(corner);
  cloth.step(60);
  assert.ok(cloth.positions[3 * corner] < 70);
  const picked = cloth.pick([-50, 50, 100], [0.01, -0.01, -1]);
  assert.equal(picked, 0);
  assert.equal(cloth.pick([1000, 0, 100], [0, 0, -1]), undefined);
  cloth.dispose();
});

test("the wind, its noise and gusts are the page's to change", async () => {
  const run = async (change) => {
    const cloth = await createCloth({ width: 100, height: 100, segments: 8, wind: { direction: [0.5, 0, -1], strength: 2000 } });
    change(cloth);
    cloth.step(60);
    const { hash } = cloth;
    cloth.dispose();
    return hash;
  };
  const identity = Uint8Array.from({ length: 256 }, (_, i) => i);
  const hashes = await Promise.all([
    run(() => {}),
    run((cloth) => cloth.setWind([1, 0, 0], 500)),
    run((cloth) => cloth.setNoise(identity)),
    run((cloth) => cloth.setNoise(identity.toReversed())),
    run((cloth) => cloth.push([0, 0, 300])),
  ]);
  assert.equal(new Set(hashes).size, hashes.length);
  assert.equal(await run(() => {}), hashes[0]);
});

test("a sleeping cloth stays and a woken one goes on", async () => {
  const cloth = await createCloth({ width: 100, height: 100, segments: 8, wind: { direction: [0, 0, -1], strength: 2000 } });
  cloth.step(30);
  cloth.sleep();
  const { hash } = cloth;
  cloth.step(30);
  assert.equal(cloth.hash, hash);
  cloth.wake();
  cloth.step(1);
  assert.notEqual(cloth.hash, hash);
  cloth.reset();
  assert.equal(cloth.steps, 0);
  cloth.dispose();
});

test("what cannot be is refused with a code and a sentence", async () => {
  const refuses = (code, sentence, call) =>
    assert.rejects(async () => call(), (error) => {
      assert.ok(error instanceof MuslinError);
      assert.equal(error.code, code);
      assert.match(error.message, sentence);
      return true;
    });
  await refuses("bad-number", /width .* above 0, found NaN/, () => createCloth({ width: NaN, height: 1 }));
  await refuses("bad-number", /height .* found 0/, () => createCloth({ width: 1, height: 0 }));
  await refuses("bad-scene", /2 or more, found 1/, () => createCloth({ width: 1, height: 1, segments: 0 }));
  await refuses("bad-scene", /unknown key: clot/, () => createCloth({ version: 1, clot: [] }));
  await refuses("bad-scene", /32 bits/, () => createCity("4294967296"));
  const cloth = await createCloth({ width: 1, height: 1 });
  await refuses("bad-number", /finite/, () => cloth.setWind([NaN, 0, 0], 1));
  await refuses("bad-number", /finite/, () => cloth.hold(0, [Infinity, 0, 0]));
  await refuses("bad-number", /vertex 9999/, () => cloth.hold(9999, [0, 0, 0]));
  await refuses("bad-number", /permutation/, () => cloth.setNoise(new Uint8Array(256)));
  await refuses("bad-number", /whole number/, () => cloth.step(-1));
  await refuses("bad-number", /Seconds/, () => cloth.advance(NaN));
  cloth.dispose();
  await refuses("freed", /disposed/, () => cloth.step());
});

test("the city is the known one", async () => {
  const city = await createCity(0xa749f86c);
  assert.deepEqual([city.buildings, city.boxes.length], [213, 656]);
  assert.deepEqual((await createCity("0xA749F86C")).boxes[0], city.boxes[0]);
});

test("a sheet in a few words is a whole scene", () => {
  const { cloth } = sheetScene({ width: 400, height: 300, segments: [4, 2], pins: "corners" });
  assert.deepEqual(cloth[0].pins, [[0, 0], [4, 0]]);
  assert.equal(cloth[0].grid.rows, 3);
});
