// The slideshow's numbers beside recordings of the document's own.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { easeInQuart, easeOut, easeOutCubic, easeOutQuart, easeOutQuint, fieldOfView, layoutOf, opacityAt, coverUv, ROLL, Slider, Tweens, wrap } from "../lib/slideshow/index.js";

const truth = async (name) => JSON.parse(await readFile(new URL(`truth/${name}.json`, import.meta.url), "utf8"));
const gsap = await truth("gsap");
const slider = await truth("slider");
const TICK = 1 / 60;

function near(found, expected, within, what) {
  assert.ok(Math.abs(found - expected) <= within, `${what}: ${found} instead of ${expected}`);
}

test("eases are the recorded ones", () => {
  const eases = { "power1.out": easeOut, "power2.out": easeOutCubic, "power3.in": easeInQuart, "power3.out": easeOutQuart, "strong.out": easeOutQuint };
  for (const [name, samples] of Object.entries(gsap.eases)) {
    for (const [p, value] of samples) near(eases[name](p), value, 1e-12, `${name} at ${p}`);
  }
});

/** Plays tweens of x and y from events; each tick compared with its row. */
function compare(from, duration, events, rows, what) {
  const tweens = new Tweens(6);
  const point = { ...from };
  const fire = (tick) => {
    for (const [after, x, y] of events) if (after === tick) tweens.add(point, { x, y }, duration);
  };
  fire(0);
  for (const [tick, x, y] of rows) {
    tweens.advance(TICK);
    near(point.x, x, 1.5e-6, `${what}, tick ${tick}, x`);
    near(point.y, y, 1.5e-6, `${what}, tick ${tick}, y`);
    fire(tick);
  }
}

test("a turn of the wind, alone and overlapped by others, is the recorded one", () => {
  const { single, overlap_tutorial: tutorial, overlap_demo: demo } = gsap;
  compare(single.from, single.duration, [[0, single.to.x, single.to.y]], single.rows, "single");
  compare(tutorial.from, tutorial.duration, tutorial.events.rows, tutorial.rows, "tutorial");
  compare(demo.from, demo.duration, demo.events.rows, demo.rows, "demo");
});

test("an ease that the document misspells is the usual one", () => {
  const tweens = new Tweens(6);
  const one = { value: 0 };
  tweens.add(one, { value: 1 }, 0.5);
  for (const expected of gsap.misspelt_ease.tween_0_to_1_over_0p5s_per_tick) {
    tweens.advance(TICK);
    near(one.value, expected, 1.5e-6, "value");
  }
  assert.equal(tweens.count, 0);
});

test("layouts of four windows are the derived ones", () => {
  for (const expected of slider.layouts) {
    const found = layoutOf(expected.W, expected.H, 6);
    const pairs = [
      [found.slideWidth, expected.slide_w],
      [found.slideHeight, expected.slide_h],
      [found.gap, expected.margin_bottom],
      [found.pitch, expected.pitch],
      [found.reach, expected.D],
      [(fieldOfView(expected.H) * 180) / Math.PI, expected.fov_deg],
      ...expected.slides.flatMap((slide) => {
        const own = found.slides[slide.index];
        return [[own.top, slide.top], [own.bottom, slide.bottom], [own.y0, slide.y0], [own.wrapMin, slide.wrapMin], [own.wrapMax, slide.wrapMax]];
      }),
    ];
    for (const [a, b] of pairs) near(a, b, 1e-9, `${expected.W} x ${expected.H}`);
    assert.deepEqual([found.mobile, found.desktop], [expected.mobile, expected.desktop]);
  }
});

test("slides wrap and fade as recorded", () => {
  const layout = layoutOf(1440, 900, 6);
  for (const [rounded, ...ys] of slider.wrap_samples.rows) {
    ys.forEach((y, i) => near(wrap(layout.slides[i].wrapMin, layout.slides[i].wrapMax, rounded) + i * layout.pitch, y, 1e-4, `slide ${i} at ${rounded}`));
  }
  for (const [distance, alpha] of slider.alpha_samples.rows) near(opacityAt(distance, layout), alpha, 1e-9, `at ${distance}`);
});

test("a drag, its release and the snap are the recorded run", () => {
  const one = new Slider(layoutOf(1440, 900, 6), { compat: true });
  one.press(500);
  for (const [tick, target, current, rounded, diff, ...rest] of slider.run_1440x900.rows) {
    one.play(TICK);
    if (tick <= 20) one.drag(500 - 3 * tick);
    if (tick === 21) one.release();
    const [flags, roll, width] = rest.slice(6);
    near(one.roll, roll, 1e-4, `tick ${tick}, roll`);
    near(one.tileWidth, width, 1e-4, `tick ${tick}, width`);
    one.move(TICK);
    near(one.target, target, 1e-4, `tick ${tick}, target`);
    near(one.current, current, 1e-4, `tick ${tick}, current`);
    near(one.rounded, rounded, 1e-4, `tick ${tick}, rounded`);
    near(one.speed, diff, 1e-4, `tick ${tick}, speed`);
    rest.slice(0, 6).forEach((y, i) => near(one.y[i], y, 1e-4, `tick ${tick}, slide ${i}`));
    assert.equal(one.visible.map(Number).join(""), flags, `tick ${tick}`);
  }
});

test("without compat the list moves alike on displays of 30 to 240 Hz", () => {
  const ends = [30, 60, 120, 240].map((rate) => {
    const one = new Slider(layoutOf(1440, 900, 6));
    one.press(500);
    one.drag(300);
    for (let frame = 0; frame < rate / 2; frame++) one.advance(1 / rate);
    return { current: one.current, roll: one.roll, width: one.tileWidth };
  });
  for (const end of ends) {
    near(end.current, ends[1].current, 1e-6, "current");
    near(end.roll, ends[1].roll, 5e-3, "roll");
    near(end.width, ends[1].width, 5, "width");
  }
});

test("a released list comes to rest with a slide in the middle, and says which", () => {
  for (const compat of [false, true]) {
    const snapped = [];
    const one = new Slider(layoutOf(1440, 900, 6), { compat, onSnap: (slide) => snapped.push(slide) });
    one.wheel(-100);
    one.wheel(-100);
    one.wheel(-100);
    for (let frame = 0; frame < 600; frame++) one.advance(TICK);
    near(one.y[one.middle], 0, 0.02, "middle");
    assert.equal(snapped.at(-1), one.middle);
    one.go(1);
    for (let frame = 0; frame < 600; frame++) one.advance(TICK);
    assert.equal(one.middle, (snapped[0] + 1) % 6);
  }
});

test("another size of the window keeps the slide in the middle", () => {
  const one = new Slider(layoutOf(1440, 900, 6));
  one.go(2);
  for (let frame = 0; frame < 300; frame++) one.advance(TICK);
  assert.equal(one.middle, 2);
  one.layout = layoutOf(800, 1100, 6);
  for (let frame = 0; frame < 300; frame++) one.advance(TICK);
  assert.equal(one.middle, 2);
  near(one.y[2], 0, 0.1, "middle");
});

test("a rolled photo covers its slide and stays upright", () => {
  const [slide, photo] = [[456, 594], [1024, 1024]];
  for (const corner of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
    for (const value of coverUv(corner, slide, photo, ROLL)) assert.ok(value >= -1e-12 && value <= 1 + 1e-12, `${corner}: ${value}`);
  }
  assert.deepEqual(coverUv([0.5, 0.5], slide, photo, ROLL).map((value) => Math.round(value * 1e9) / 1e9), [0.5, 0.5]);
});
