// The same sheet in the document's engine as it comes.

import { Body, DistanceConstraint, Particle, Vec3, World } from "cannon-es";

export class CannonSheet {
  constructor(segments) {
    const points = segments + 1;
    this.world = new World({ gravity: new Vec3(0, -1000, 0) });
    this.bodies = [];
    for (let i = 0; i < points * points; i++) {
      const position = new Vec3(((i % points) / segments - 0.5) * 400, (0.5 - Math.floor(i / points) / segments) * 300, 0);
      const mass = i < points ? 0 : 1 / (points * points);
      const body = new Body({ mass, position, shape: new Particle(), linearDamping: 0.8 });
      this.bodies.push(body);
      this.world.addBody(body);
    }
    this.bodies.forEach((body, i) => {
      const link = (other) => this.world.addConstraint(new DistanceConstraint(body, this.bodies[other]));
      if (i % points < segments) link(i + 1);
      if (i < points * segments) link(i + points);
    });
  }

  step() {
    this.world.step(1 / 60);
  }

  positions() {
    return this.bodies.map(({ position: { x, y, z } }) => [x, y, z]);
  }
}
