// The relaxation cloth as its document shows it.

import { BufferAttribute, BufferGeometry, Color, DoubleSide, Group, Mesh, MeshBasicMaterial, PerspectiveCamera, Scene, SRGBColorSpace } from "three/webgpu";
import { createCloth } from "../../lib/index.js";
import scene from "../../scenes/relaxation.json";
import { createRenderer, fit, Loop, run } from "../shared/renderer.js";

/** Size of the document's drawing area: a drag across the canvas turns as far as one across it. */
const WIDTH = 792;
const DEGREES_A_PIXEL = 0.2;
/** The balls are drawn a little smaller, so that the cloth lies outside. */
const INSET = 0.01;
const BALL = 16;
const material = new MeshBasicMaterial({ vertexColors: true, side: DoubleSide });

/** Triangles with a colour each two: `cells` are four corners, two triangles along the diagonal from the second to the third. */
function checks(cells, colorOf) {
  const geometry = new BufferGeometry();
  const colors = new Float32Array(18 * cells.length);
  cells.forEach(({ i, j }, cell) => {
    const { r, g, b } = new Color().setRGB(...colorOf(i, j), SRGBColorSpace);
    for (let corner = 0; corner < 6; corner++) colors.set([r, g, b], 18 * cell + 3 * corner);
  });
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(18 * cells.length), 3));
  geometry.setAttribute("color", new BufferAttribute(colors, 3));
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}

/** Puts the corners of all cells where they are. */
function place(mesh, cells, points) {
  const positions = mesh.geometry.attributes.position;
  cells.forEach(({ corners: [a, b, c, d] }, cell) => {
    [a, b, c, b, d, c].forEach((point, corner) => {
      positions.array.set(points.subarray(3 * point, 3 * point + 3), 18 * cell + 3 * corner);
    });
  });
  positions.needsUpdate = true;
}

function grid(columns, rows, wraps = false) {
  const cells = [];
  for (let j = 0; j < (wraps ? rows : rows - 1); j++) {
    for (let i = 0; i < columns - 1; i++) {
      const [here, next] = [j * columns, ((j + 1) % rows) * columns];
      cells.push({ i, j, corners: [here + i, here + i + 1, next + i, next + i + 1] });
    }
  }
  return cells;
}

/** Rows from pole to pole, all the way round. */
function ballPoints([x, y, z, radius], points) {
  for (let j = 0; j < BALL; j++) {
    for (let i = 0; i <= BALL; i++) {
      const [polar, around] = [(i * Math.PI) / BALL, (j * Math.PI) / (BALL / 2)];
      const ring = (radius - INSET) * Math.sin(polar);
      const height = y + (radius - INSET) * Math.cos(polar);
      points.set([x + ring * Math.cos(around), height, z - ring * Math.sin(around)], 3 * (j * (BALL + 1) + i));
    }
  }
}

run(async () => {
  const canvas = document.getElementById("stage");
  const status = document.getElementById("status");
  const renderer = await createRenderer(canvas);
  const cloth = await createCloth(scene);
  const world = new Scene();
  world.background = new Color(0);
  const group = new Group();
  world.add(group);
  const camera = new PerspectiveCamera(60, 1, 1, 30000);
  camera.position.z = 5;

  const [columns, rows] = cloth.grid;
  const clothCells = grid(columns, rows);
  const sheet = checks(clothCells, (i, j) => ((i ^ j) & 1 ? [0, 0, 1] : [1, 1, 0]));
  const ballCells = grid(BALL + 1, BALL, true);
  const balls = Array.from({ length: cloth.spheres.length / 4 }, () =>
    checks(ballCells, (i, j) => ((i ^ j) & 1 ? [1, 1, 1] : [1, 0, 0])));
  const board = Array.from({ length: 81 }, (_, at) => [(at % 9) / 2 - 2, -3, Math.floor(at / 9) / 2 - 2]);
  const floorCells = grid(9, 9);
  const floor = checks(floorCells, (i, j) => ((i ^ j) & 1 ? [0.1, 0.1, 0.1] : [0.9, 0.9, 0.9]));
  place(floor, floorCells, new Float32Array(board.flat()));
  group.add(sheet, floor, ...balls);

  const points = new Float32Array(3 * BALL * (BALL + 1));
  let [turn, tilt, pictures] = [0, 0, 0];
  const draw = () => {
    place(sheet, clothCells, cloth.positions);
    const spheres = cloth.spheres;
    balls.forEach((ball, index) => {
      ballPoints(spheres.subarray(4 * index, 4 * index + 4), points);
      place(ball, ballCells, points);
    });
    group.rotation.set((-tilt * Math.PI) / 180, (-turn * Math.PI) / 180, 0);
    renderer.render(world, camera);
    pictures++;
  };
  const loop = new Loop((seconds) => {
    cloth.advance(seconds);
    draw();
    status.textContent = `${cloth.time.toFixed(1)} s`;
  });
  const begin = () => {
    cloth.reset();
    // as in the document, whose window paints once before its loop begins
    cloth.step(2);
    loop.start();
  };
  const stop = () => {
    loop.stop();
    status.textContent = "Stopped: a click starts again.";
  };

  let last;
  canvas.addEventListener("pointerdown", (event) => {
    if (!loop.runs) return begin();
    canvas.setPointerCapture(event.pointerId);
    last = [event.clientX, event.clientY];
  });
  canvas.addEventListener("pointermove", (event) => {
    if (last === undefined) return;
    const scale = (WIDTH / canvas.clientWidth) * DEGREES_A_PIXEL;
    turn += (last[0] - event.clientX) * scale;
    tilt += (last[1] - event.clientY) * scale;
    last = [event.clientX, event.clientY];
  });
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => (last = undefined));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") stop();
  });
  fit(canvas, renderer, (aspect) => {
    camera.aspect = aspect;
    camera.updateProjectionMatrix();
    draw();
  });
  begin();
  window.muslin = {
    cloth,
    createCloth,
    get running() { return loop.runs; },
    get pictures() { return pictures; },
    get view() { return [turn, tilt]; },
    get backend() { return renderer.backend.isWebGPUBackend ? "webgpu" : "webgl2"; },
  };
});
