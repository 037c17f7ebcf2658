// The city as its document shows it.

import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, SRGBColorSpace } from "three/webgpu";
import { createCity } from "../../lib/index.js";
import { createRenderer, fit, Loop, run } from "../shared/renderer.js";

const SEED = "0xA749F86C";
const DEGREES_A_PIXEL = 0.2;
/** Units a second, and the longest time that a frame counts for. */
const SPEED = 30;
const LONGEST = 0.2;
/** Each axis' two faces: shade, and the corners as which ends of the box's axes. */
const SHADES = [0.95, 1, 0.9];

/** All boxes as one mesh with the colours of their faces in it. */
function meshOf(boxes) {
  const positions = new Float32Array(boxes.length * 36 * 3);
  const colors = new Float32Array(positions.length);
  let at = 0;
  const color = new Color();
  for (const box of boxes) {
    for (let axis = 0; axis < 3; axis++) {
      const [s, t] = [(axis + 1) % 3, (axis + 2) % 3];
      color.setRGB(...box.color.map((level) => (level / 255) * SHADES[axis]), SRGBColorSpace);
      for (const side of [-1, 1]) {
        for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]]) {
          const ends = [0, 0, 0];
          ends[axis] = side;
          ends[s] = u;
          ends[t] = v;
          positions.set(ends.map((end, i) => box.center[i] + end * box.half[i]), at);
          colors.set([color.r, color.g, color.b], at);
          at += 3;
        }
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setAttribute("color", new BufferAttribute(colors, 3));
  return new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, side: DoubleSide }));
}

run(async () => {
  const canvas = document.getElementById("stage");
  const status = document.getElementById("status");
  const renderer = await createRenderer(canvas);
  const seed = new URLSearchParams(location.search).get("seed") ?? SEED;
  const city = await createCity(seed);
  document.title = `City: ${city.buildings} buildings, ${city.boxes.length} cubes`;
  const world = new Scene();
  world.background = new Color(0);
  world.add(meshOf(city.boxes));
  const camera = new PerspectiveCamera(60, 1, 1, 30000);
  camera.rotation.order = "YXZ";

  let [yaw, pitch, moving, pictures] = [0, 0, 0, 0];
  const draw = () => {
    camera.rotation.set((pitch * Math.PI) / 180, (yaw * Math.PI) / 180, 0);
    renderer.render(world, camera);
    pictures++;
  };
  const fly = (seconds) => {
    const step = Math.min(seconds, LONGEST) * SPEED * moving;
    const [y, p] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
    camera.position.x -= step * Math.sin(y) * Math.cos(p);
    camera.position.y += step * Math.sin(p);
    camera.position.z -= step * Math.cos(y) * Math.cos(p);
  };
  const loop = new Loop((seconds) => {
    fly(seconds);
    draw();
  });
  const begin = () => {
    camera.position.set(0, 200, 0);
    [yaw, pitch, moving] = [20, -50, 0];
    status.textContent = `${city.buildings} buildings, ${city.boxes.length} boxes`;
    loop.start();
  };

  // the original turns left by what the pointer goes right of the middle, and up by what it goes down
  const look = (dx, dy) => {
    yaw -= dx * DEGREES_A_PIXEL;
    pitch += dy * DEGREES_A_PIXEL;
  };
  let last;
  const track = (event) => {
    if (last !== undefined) look(event.clientX - last[0], event.clientY - last[1]);
    last = [event.clientX, event.clientY];
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (!loop.runs) return begin();
    canvas.setPointerCapture(event.pointerId);
    last = [event.clientX, event.clientY];
    moving = event.button === 2 ? -1 : 1;
  });
  canvas.addEventListener("pointermove", track);
  canvas.addEventListener("pointerleave", () => (last = undefined));
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => (moving = 0));
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    loop.stop();
    status.textContent = "Stopped: a click starts again.";
  });
  fit(canvas, renderer, (aspect) => {
    camera.aspect = aspect;
    camera.updateProjectionMatrix();
    draw();
  });
  begin();
  window.muslin = {
    city: { buildings: city.buildings, boxes: city.boxes.length },
    get running() { return loop.runs; },
    get pictures() { return pictures; },
    get view() { return { position: camera.position.toArray(), yaw, pitch }; },
    get backend() { return renderer.backend.isWebGPUBackend ? "webgpu" : "webgl2"; },
  };
});
