// A cloth as a mesh of three.js.

import { BufferAttribute, BufferGeometry, type Material, Mesh, MeshStandardMaterial, DoubleSide, type Raycaster, Vector3 } from "three";
import { type Cloth, createCloth } from "./cloth.js";
import type { Scene, SheetOptions } from "./scene.js";

/** A mesh that is a cloth: call `update` with the seconds that have passed, in each frame. */
export class ClothMesh extends Mesh<BufferGeometry, Material | Material[]> {
  readonly cloth: Cloth;
  #memory: ArrayBufferLike | undefined;

  constructor(cloth: Cloth, material: Material | Material[] = new MeshStandardMaterial({ side: DoubleSide })) {
    super(new BufferGeometry(), material);
    this.cloth = cloth;
    // a cloth leaves any box that it was in
    this.frustumCulled = false;
    this.#attach();
  }

  /** Simulates what is owed, and brings it to what is drawn; how many frames that was. */
  update(seconds: number): number {
    const frames = this.cloth.advance(seconds);
    if (frames > 0) this.refresh();
    return frames;
  }

  /** Brings the cloth's positions to what is drawn. */
  refresh(): void {
    // views of a memory that has grown since are empty
    if (this.#memory !== this.cloth.positions.buffer) this.#attach();
    this.geometry.attributes.position!.needsUpdate = true;
    this.geometry.attributes.normal!.needsUpdate = true;
  }

  /** The vertex that a ray meets; none if it misses. */
  pick(raycaster: Raycaster): number | undefined {
    const inverse = this.matrixWorld.clone().invert();
    const origin = raycaster.ray.origin.clone().applyMatrix4(inverse);
    const direction = raycaster.ray.direction.clone().transformDirection(inverse);
    return this.cloth.pick(origin.toArray(), direction.toArray());
  }

  /** Where a vertex is, in the world. */
  placeOf(vertex: number): Vector3 {
    return new Vector3().fromArray(this.cloth.positions, 3 * vertex).applyMatrix4(this.matrixWorld);
  }

  dispose(): void {
    this.geometry.dispose();
    this.cloth.dispose();
  }

  #attach(): void {
    const { cloth, geometry } = this;
    this.#memory = cloth.positions.buffer;
    geometry.setAttribute("position", new BufferAttribute(cloth.positions, 3));
    geometry.setAttribute("normal", new BufferAttribute(cloth.normals, 3));
    // three's v goes up, the cloth's goes down from its first row
    const uv = cloth.uv.map((value, index) => (index % 2 === 0 ? value : 1 - value));
    geometry.setAttribute("uv", new BufferAttribute(uv, 2));
    geometry.setIndex(new BufferAttribute(cloth.triangles.slice(), 1));
  }
}

/** A mesh of a scene, or of a sheet in a few words. */
export async function createClothMesh(what: Scene | SheetOptions, material?: Material | Material[]): Promise<ClothMesh> {
  return new ClothMesh(await createCloth(what), material);
}
