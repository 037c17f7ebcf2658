// The images of a page as cloth: each hangs where its element is.

import { Color, DoubleSide, MeshBasicMaterial, PerspectiveCamera, Scene as Stage, SRGBColorSpace, Texture, WebGLRenderer } from "three";
import { createCloth } from "./cloth.js";
import { MuslinError } from "./error.js";
import { sheetScene } from "./scene.js";
import { ClothMesh } from "./three.js";
import { WindVane } from "./wind-vane.js";

export interface PictureOptions {
  /** Cells in a row and in a column of each picture; 16 when not given. */
  segments?: number;
  /** What of a picture is held; its top edge when not given. */
  pins?: "top" | "corners";
  /** Strength of the wind; 2000 when not given, twice gravity. */
  wind?: number;
  gravity?: number;
  /** Whether the pointer steers the wind; true when not given. */
  steer?: boolean;
  /** Whether a press takes hold of the cloth. Off, so that a page scrolls as it did; on, a press on a picture is the cloth's. */
  grab?: boolean;
  /** What becomes of readers who asked for less motion: their pictures stay as they are (the default), or they hang still. */
  reducedMotion?: "plain" | "still" | "ignore";
  /** Where the canvas is among the layers of the page. */
  zIndex?: number;
  /** Told of a picture that stays as it is, and why. */
  onError?: (error: MuslinError, image: HTMLImageElement) => void;
  /** Off: nothing moves but by `tick`. */
  autoplay?: boolean;
}

/** Distance of the camera at which a unit is a pixel. */
const DISTANCE = 800;
const taken = new WeakSet<HTMLImageElement>();

/** A picture of the page, and its cloth. */
export interface Figure {
  readonly image: HTMLImageElement;
  readonly mesh: ClothMesh;
}

interface Hung extends Figure {
  /** Size of the element that the cloth was made for. */
  size: [number, number];
  opacity: string;
}

/** The images of a page that hang as cloth. */
export class Pictures {
  readonly canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #stage = new Stage();
  readonly #camera = new PerspectiveCamera(50, 1, 1, 2 * DISTANCE);
  readonly #options: PictureOptions;
  readonly #hung: Hung[] = [];
  readonly #vane: WindVane;
  readonly #end = new AbortController();
  readonly #still: MediaQueryList;
  #request = 0;
  #last: number | undefined;
  #held: { figure: Hung; vertex: number; depth: number } | undefined;

  /** Use {@link hangPictures}. */
  constructor(options: PictureOptions) {
    this.#options = options;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    Object.assign(this.canvas.style, { position: "fixed", inset: "0", pointerEvents: "none", zIndex: `${options.zIndex ?? 1}` });
    try {
      this.#renderer = new WebGLRenderer({ canvas: this.canvas, alpha: true, antialias: true });
    } catch (cause) {
      throw new MuslinError("no-graphics", "This browser draws neither with WebGL 2: the pictures stay as they are.", cause);
    }
    this.#renderer.setClearColor(new Color(0), 0);
    this.#still = matchMedia("(prefers-reduced-motion: reduce)");
    this.#vane = new WindVane([0.5, 0, -1]);
    document.body.append(this.canvas);
    const { signal } = this.#end;
    addEventListener("resize", () => this.#fit(), { signal });
    document.addEventListener("visibilitychange", () => (this.#last = undefined), { signal });
    this.#still.addEventListener("change", () => this.#follow(), { signal });
    if (options.steer !== false) {
      addEventListener("pointermove", (event) => this.#steer(event), { signal, passive: true });
    }
    if (options.grab) this.#listen(signal);
    this.#fit();
    this.#follow();
  }

  /** The pictures that hang. */
  get figures(): readonly Figure[] {
    return this.#hung;
  }

  /** Hangs an image, as soon as it is there. */
  async hang(image: HTMLImageElement): Promise<void> {
    if (taken.has(image)) throw new MuslinError("taken", "This image hangs as cloth already.");
    taken.add(image);
    try {
      await ready(image, this.#end.signal);
      const { width, height } = image.getBoundingClientRect();
      if (!(width > 0 && height > 0)) throw new MuslinError("bad-image", "This image has no size in the page.");
      const { segments = 16, pins = "top", wind = 2000, gravity = 1000 } = this.#options;
      const scene = sheetScene({
        width,
        height,
        segments,
        pins,
        gravity: [0, -gravity, 0],
        wind: { direction: this.#vane.direction, strength: wind },
      });
      const cloth = await createCloth(scene);
      if (this.#end.signal.aborted) return cloth.dispose();
      const mesh = new ClothMesh(cloth, new MeshBasicMaterial({ map: textureOf(image), side: DoubleSide, transparent: true }));
      this.#stage.add(mesh);
      this.#hung.push({ image, mesh, size: [width, height], opacity: image.style.opacity });
      this.#show();
    } catch (error) {
      taken.delete(image);
      throw error;
    }
  }

  /** What is owed of so many seconds, and a picture of it. */
  tick(seconds: number): void {
    if (!this.#isShown) return;
    const moves = !this.#still.matches || this.#options.reducedMotion === "ignore";
    const direction = this.#vane.advance(seconds);
    for (const { image, mesh, size } of this.#hung) {
      const box = image.getBoundingClientRect();
      mesh.visible = box.width > 0 && box.bottom > -box.height && box.top < innerHeight + box.height;
      mesh.position.set(box.left + box.width / 2 - innerWidth / 2, innerHeight / 2 - box.top - box.height / 2, 0);
      mesh.scale.set(box.width / size[0], box.height / size[1], 1);
      if (!mesh.visible || !moves) continue;
      mesh.cloth.setWind(direction, this.#options.wind ?? 2000);
      mesh.update(seconds);
    }
    this.#renderer.render(this.#stage, this.#camera);
  }

  /** A gust that pushes all pictures. */
  gust(velocity: readonly [number, number, number] = [0, 0, -600]): void {
    for (const { mesh } of this.#hung) mesh.cloth.push(velocity);
  }

  /** Gives the page back as it was. */
  dispose(): void {
    this.#end.abort();
    cancelAnimationFrame(this.#request);
    for (const { image, mesh, opacity } of this.#hung.splice(0)) {
      image.style.opacity = opacity;
      taken.delete(image);
      (mesh.material as MeshBasicMaterial).map?.dispose();
      (mesh.material as MeshBasicMaterial).dispose();
      mesh.dispose();
    }
    this.#renderer.dispose();
    this.canvas.remove();
  }

  get #isShown(): boolean {
    return !this.#still.matches || (this.#options.reducedMotion ?? "plain") !== "plain";
  }

  /** Shows the canvas or the page's own images. */
  #show(): void {
    this.canvas.hidden = !this.#isShown;
    // an image that is only transparent is still read out, found and clicked
    for (const { image, opacity } of this.#hung) image.style.opacity = this.#isShown ? "0" : opacity;
  }

  #follow(): void {
    this.#show();
    cancelAnimationFrame(this.#request);
    this.#last = undefined;
    if (this.#options.autoplay === false || !this.#isShown) return;
    const frame = (now: number) => {
      this.#request = requestAnimationFrame(frame);
      const seconds = this.#last === undefined ? 0 : (now - this.#last) / 1000;
      this.#last = now;
      this.tick(seconds);
    };
    this.#request = requestAnimationFrame(frame);
  }

  #fit(): void {
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(innerWidth, innerHeight);
    this.#camera.aspect = innerWidth / innerHeight;
    this.#camera.fov = (360 / Math.PI) * Math.atan(innerHeight / 2 / DISTANCE);
    this.#camera.position.z = DISTANCE;
    this.#camera.updateProjectionMatrix();
  }

  #steer(event: PointerEvent): void {
    this.#vane.turn([event.clientX / innerWidth - 0.5, 0.5 - event.clientY / innerHeight, -1]);
  }

  #listen(signal: AbortSignal): void {
    addEventListener("pointerdown", (event) => this.#take(event), { signal });
    addEventListener("pointermove", (event) => this.#pull(event), { signal });
    for (const name of ["pointerup", "pointercancel", "blur"] as const) addEventListener(name, () => this.#letGo(), { signal });
    addEventListener("keydown", (event) => {
      const isOurs = this.#hung.some(({ image }) => image === document.activeElement);
      if (isOurs && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        this.gust();
      }
    }, { signal });
  }

  #take(event: PointerEvent): void {
    const figure = this.#hung.find(({ image }) => image === event.target);
    if (figure === undefined) return;
    const { mesh } = figure;
    const [x, y] = local(figure, event);
    const eye: [number, number, number] = [-mesh.position.x, -mesh.position.y, DISTANCE];
    const vertex = mesh.cloth.pick(eye, [x - eye[0], y - eye[1], -DISTANCE]);
    if (vertex === undefined) return;
    event.preventDefault();
    this.#held = { figure, vertex, depth: mesh.cloth.positions[3 * vertex + 2]! };
  }

  #pull(event: PointerEvent): void {
    if (this.#held === undefined) return;
    const { figure, vertex, depth } = this.#held;
    const [x, y] = local(figure, event);
    figure.mesh.cloth.hold(vertex, [x, y, depth]);
  }

  #letGo(): void {
    if (this.#held !== undefined) this.#held.figure.mesh.cloth.release(this.#held.vertex);
    this.#held = undefined;
  }
}

/** A pointer in the frame of a figure's cloth. */
function local({ mesh }: Hung, event: PointerEvent): [number, number] {
  const x = (event.clientX - innerWidth / 2 - mesh.position.x) / mesh.scale.x;
  const y = (innerHeight / 2 - event.clientY - mesh.position.y) / mesh.scale.y;
  return [x, y];
}

/** Waits until an image is loaded and has pixels that may be drawn. */
async function ready(image: HTMLImageElement, signal: AbortSignal): Promise<void> {
  if (!image.complete) {
    await new Promise<void>((resolve) => {
      for (const name of ["load", "error"]) image.addEventListener(name, () => resolve(), { once: true, signal });
    });
  }
  if (image.naturalWidth === 0) throw new MuslinError("bad-image", `This image cannot be shown: ${image.currentSrc || image.src || "it has no source"}.`);
  const probe = document.createElement("canvas").getContext("2d");
  probe?.drawImage(image, 0, 0, 1, 1);
  try {
    probe?.getImageData(0, 0, 1, 1);
  } catch (cause) {
    throw new MuslinError("bad-image", "This image is from another site that does not allow its pixels to be read: add crossorigin.", cause);
  }
}

function textureOf(image: HTMLImageElement): Texture {
  const texture = new Texture(image);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  texture.needsUpdate = true;
  // what an element with object-fit: cover shows of it
  if (getComputedStyle(image).objectFit === "cover") {
    const { width, height } = image.getBoundingClientRect();
    const [shown, whole] = [width / height, image.naturalWidth / image.naturalHeight];
    texture.repeat.set(Math.min(1, shown / whole), Math.min(1, whole / shown));
    texture.offset.set((1 - texture.repeat.x) / 2, (1 - texture.repeat.y) / 2);
  }
  return texture;
}

/** Hangs the images that a selector finds, or that are given, as cloth. Resolves when all that can hang do. */
export async function hangPictures(
  which: string | Iterable<HTMLImageElement>,
  options: PictureOptions = {},
): Promise<Pictures> {
  const images = [...(typeof which === "string" ? document.querySelectorAll<HTMLImageElement>(which) : which)];
  if (images.length === 0) throw new MuslinError("no-element", `Nothing to hang: ${typeof which === "string" ? `no element is ${which}` : "no images were given"}.`);
  const stranger = images.find((image) => !(image instanceof HTMLImageElement));
  if (stranger !== undefined) throw new MuslinError("no-element", "Only img elements can hang as cloth.");
  const twice = images.find((image) => taken.has(image));
  if (twice !== undefined) throw new MuslinError("taken", "One of these images hangs as cloth already.");
  const pictures = new Pictures(options);
  const report = (error: MuslinError, image: HTMLImageElement) =>
    options.onError ? options.onError(error, image) : console.warn(`muslin: ${error.message}`);
  await Promise.all(
    images.map((image) =>
      pictures.hang(image).catch((error: unknown) => {
        if (!(error instanceof MuslinError) || error.code !== "bad-image") throw error;
        report(error, image);
      }),
    ),
  ).catch((error: unknown) => {
    pictures.dispose();
    throw error;
  });
  return pictures;
}
