// Six pictures as cloth on a diagonal strip.

import { CanvasTexture, DoubleSide, MeshBasicMaterial, PerspectiveCamera, Raycaster, Scene, SRGBColorSpace, Vector2 } from "three/webgpu";
import { WindVane } from "../../lib/index.js";
import { coverUv, DISTANCE, fieldOfView, layoutOf, opacityAt, ROLL, Slider } from "../../lib/slideshow/index.js";
import { createClothMesh } from "../../lib/three.js";
import demo from "../../scenes/picture-demo.json";
import { paint } from "../shared/painting.js";
import { createRenderer, Loop, run } from "../shared/renderer.js";
import { Calm } from "./calm.js";

const TITLES = ["Amber Ridge", "Glacial Noon", "Violet Dusk", "Quiet Moss", "Saffron Field", "Deep Tarn"];
const PHOTO = 1024;
const WIND = 1280;
/** Seconds until the wind is there after the start, and after a slide came to the middle. */
const FIRST = 1;
const AGAIN = 0.4;
/** The document takes a fiftieth of a second in each frame of a sixtieth. */
const DOCUMENT_SPEED = 1.2;
/** Most that the strip's change of speed throws a cloth in a frame, and what of its speed is wind. */
const LARGEST_THROW = 900;
const DRAUGHT = 0.35;

const query = new URLSearchParams(location.search);
const compat = query.has("compat");

/** The scene of a slide. */
function sceneOf({ slideWidth: width, slideHeight: height }) {
  if (compat) {
    const scene = structuredClone(demo);
    Object.assign(scene.cloth[0].grid, { width, height, origin: [-width / 2, height / 2, 0] });
    scene.cloth[0].material.areal_density = 81 / 32 / (width * height);
    return scene;
  }
  return {
    width,
    height,
    segments: [20, 24],
    hangers: 100,
    gravity: [0, -800, 0],
    wind: { direction: [0.5, 0, -1], strength: WIND, gusts: { scale: 0.04, frequency: 1.2, low: -0.1, seed: 1 } },
  };
}

class Gallery {
  constructor(renderer, canvas) {
    Object.assign(this, { renderer, canvas, slides: [], stage: new Scene(), camera: new PerspectiveCamera(50, 1, 1, 2000), pictures: 0 });
    this.camera.position.z = DISTANCE;
    this.vane = new WindVane([0.5, 0, -1], compat ? 0.1 : 0.8);
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.title = document.getElementById("title");
    this.photos = TITLES.map((_, seed) => {
      const texture = new CanvasTexture(paint(seed, PHOTO, PHOTO));
      texture.colorSpace = SRGBColorSpace;
      return texture;
    });
    this.slider = new Slider(layoutOf(innerWidth, innerHeight, TITLES.length), { compat, onSnap: (slide) => this.arrive(slide) });
    this.active = 0;
    this.blows = FIRST;
    this.speed = 0;
    this.loop = new Loop((seconds) => this.frame(seconds));
  }

  /** Cloths of the window's size. */
  async hang() {
    const round = (this.round = (this.round ?? 0) + 1);
    const { layout } = this.slider;
    const meshes = await Promise.all(this.photos.map((map) => {
      const material = new MeshBasicMaterial({ map, side: DoubleSide, transparent: true });
      return createClothMesh(sceneOf(layout), material);
    }));
    // another size came meanwhile
    if (round !== this.round) return meshes.forEach((mesh) => mesh.dispose());
    for (const { mesh } of this.slides.splice(0)) {
      this.stage.remove(mesh);
      mesh.material.dispose();
      mesh.dispose();
    }
    for (const mesh of meshes) {
      const uv = mesh.geometry.attributes.uv;
      for (let i = 0; i < uv.count; i++) {
        uv.setXY(i, ...coverUv([uv.getX(i), uv.getY(i)], [layout.slideWidth, layout.slideHeight], [PHOTO, PHOTO], ROLL));
      }
      this.stage.add(mesh);
      this.slides.push({ mesh, calm: new Calm(mesh), y: undefined });
    }
    this.size = [layout.slideWidth, layout.slideHeight];
  }

  fit() {
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(innerWidth, innerHeight, false);
    this.camera.aspect = innerWidth / innerHeight;
    this.camera.fov = (fieldOfView(innerHeight) * 180) / Math.PI;
    this.camera.updateProjectionMatrix();
  }

  resize() {
    if (innerWidth === 0 || innerHeight === 0) return;
    this.slider.layout = layoutOf(innerWidth, innerHeight, TITLES.length);
    this.fit();
    clearTimeout(this.rehang);
    this.rehang = setTimeout(() => this.hang(), 200);
  }

  start() {
    this.say(this.active);
    this.loop.start();
  }

  stop() {
    this.loop.stop();
    document.getElementById("status").textContent = "Stopped: a click starts again.";
  }

  /** Something is done to the strip. */
  disturb() {
    this.title.classList.add("hidden");
    if (!compat) return;
    this.blows = Infinity;
    this.slides[this.active]?.calm.begin();
  }

  /** A slide has come to the middle. */
  arrive(slide) {
    if (slide !== this.active && compat) this.slides[slide]?.calm.restart();
    this.active = slide;
    this.blows = AGAIN;
    this.say(slide);
  }

  say(slide) {
    const words = TITLES[slide].split(" ").map((word, i) => Object.assign(document.createElement("span"), { textContent: word, style: `--i: ${i}` }));
    this.title.replaceChildren(...words);
    this.title.classList.remove("hidden");
  }

  frame(seconds) {
    this.slider.advance(seconds);
    this.blows -= seconds;
    const { slider, camera } = this;
    const wind = this.vane.advance(seconds);
    camera.rotation.z = this.still.matches ? -ROLL : slider.roll;
    this.slides.forEach((slide, index) => {
      const { mesh } = slide;
      const y = slider.y[index];
      mesh.position.y = y;
      const { slideWidth, slideHeight } = slider.layout;
      mesh.scale.set((this.still.matches ? slideWidth : slider.tileWidth) / this.size[0], slideHeight / this.size[1], 1);
      mesh.visible = slider.visible[index];
      mesh.material.opacity = opacityAt(Math.abs(y), slider.layout);
      if (this.still.matches) return;
      if (compat) this.moveAsDocument(slide, index, wind, seconds);
      else this.move(slide, y, wind, seconds);
    });
    this.renderer.render(this.stage, camera);
    this.pictures++;
  }

  /** Every slide that is seen lives, and feels how the strip moves it. */
  move(slide, y, wind, seconds) {
    const { mesh } = slide;
    const moved = slide.y === undefined || seconds === 0 ? 0 : (y - slide.y) / seconds;
    // a slide that comes back at the other end was not thrown there
    const speed = Math.abs(moved) * seconds > this.slider.layout.pitch ? (slide.speed ?? 0) : moved;
    const change = Math.max(-LARGEST_THROW, Math.min(LARGEST_THROW, speed - (slide.speed ?? 0)));
    Object.assign(slide, { y, speed });
    if (!mesh.visible) return;
    if (change !== 0) mesh.cloth.push([0, -0.5 * change, 0.25 * Math.abs(change)]);
    const strength = this.blows > 0 && this.pictures < 60 * FIRST ? 0 : WIND;
    mesh.cloth.setWind([wind[0], wind[1] - (DRAUGHT * speed) / WIND, wind[2]], strength);
    mesh.update(seconds);
  }

  /** Only the slide in the middle lives, and is flattened by every touch. */
  moveAsDocument({ mesh, calm }, index, wind, seconds) {
    if (calm.advance(seconds)) return;
    if (index !== this.active) return;
    mesh.cloth.setWind(wind, this.blows > 0 ? 0 : WIND);
    mesh.update(DOCUMENT_SPEED * seconds);
  }

  /** Takes hold of the cloth under the pointer. */
  grab(event) {
    const pointer = new Vector2((event.clientX / innerWidth) * 2 - 1, 1 - (event.clientY / innerHeight) * 2);
    this.caster ??= new Raycaster();
    this.caster.setFromCamera(pointer, this.camera);
    for (const { mesh } of this.slides.filter(({ mesh }) => mesh.visible)) {
      mesh.updateMatrixWorld();
      const vertex = mesh.pick(this.caster);
      if (vertex === undefined) continue;
      this.held = { mesh, vertex, depth: mesh.placeOf(vertex).z };
      return true;
    }
    return false;
  }

  pull(event) {
    const { mesh, vertex, depth } = this.held;
    const pointer = new Vector2((event.clientX / innerWidth) * 2 - 1, 1 - (event.clientY / innerHeight) * 2);
    this.caster.setFromCamera(pointer, this.camera);
    const { origin, direction } = this.caster.ray;
    const place = origin.clone().addScaledVector(direction, (depth - origin.z) / direction.z);
    mesh.worldToLocal(place);
    mesh.cloth.hold(vertex, place.toArray());
  }

  letGo() {
    this.held?.mesh.cloth.release(this.held.vertex);
    this.held = undefined;
  }
}

function listen(gallery) {
  const { canvas, slider } = gallery;
  canvas.addEventListener("pointerdown", (event) => {
    if (!gallery.loop.runs) return gallery.start();
    canvas.setPointerCapture(event.pointerId);
    if (event.shiftKey && !compat && gallery.grab(event)) return;
    slider.press(event.clientY);
    gallery.disturb();
  });
  canvas.addEventListener("pointermove", (event) => {
    gallery.vane.turn([event.clientX / innerWidth - 0.5, 0.5 - event.clientY / innerHeight, -1]);
    if (gallery.held) gallery.pull(event);
    else slider.drag(event.clientY);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, () => {
      gallery.letGo();
      slider.release(name === "pointercancel");
    });
  }
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    slider.wheel(event.deltaY);
    gallery.disturb();
  }, { passive: false });
  addEventListener("keydown", (event) => {
    const steps = { ArrowDown: 1, ArrowRight: 1, PageDown: 1, ArrowUp: -1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (event.key === "Escape") gallery.stop();
    if (steps === undefined) return;
    event.preventDefault();
    gallery.disturb();
    slider.go(steps);
  });
  addEventListener("resize", () => gallery.resize());
  canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
  canvas.addEventListener("webglcontextrestored", () => location.reload());
  const box = document.getElementById("compat");
  box.checked = compat;
  box.addEventListener("change", () => (location.search = box.checked ? "?compat" : ""));
}

run(async () => {
  const canvas = document.getElementById("stage");
  const renderer = await createRenderer(canvas, { alpha: true });
  renderer.setClearColor(0, 0);
  const gallery = new Gallery(renderer, canvas);
  gallery.fit();
  await gallery.hang();
  listen(gallery);
  gallery.start();
  window.muslin = {
    slider: gallery.slider,
    get active() { return gallery.active; },
    get running() { return gallery.loop.runs; },
    get pictures() { return gallery.pictures; },
    get hashes() { return gallery.slides.map(({ mesh }) => mesh.cloth.hash); },
    get times() { return gallery.slides.map(({ mesh }) => mesh.cloth.time); },
    get title() { return gallery.title.textContent; },
    get backend() { return renderer.backend.isWebGPUBackend ? "webgpu" : "webgl2"; },
  };
});
