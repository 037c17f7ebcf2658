// The document's method in flat typed arrays, one link after the other: what a careful web programmer would write.

/** A sheet of segments x segments cells of 400 x 300, held along its top, after `steps` steps of 1/60 s. */
export class FlatSheet {
  constructor(segments) {
    const points = segments + 1;
    const count = points * points;
    this.count = count;
    const mass = 1 / count;
    this.w = new Float64Array(count).fill(1 / mass);
    this.mass = mass;
    for (const name of ["x", "y", "z", "vx", "vy", "vz", "dx", "dy", "dz"]) this[name] = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      this.x[i] = ((i % points) / segments - 0.5) * 400;
      this.y[i] = (0.5 - Math.floor(i / points) / segments) * 300;
      if (i < points) this.w[i] = 0;
    }
    const links = [];
    for (let i = 0; i < count; i++) {
      if (i % points < segments) links.push([i, i + 1]);
      if (i < count - points) links.push([i, i + points]);
    }
    this.links = links.length;
    this.from = Int32Array.from(links, ([i]) => i);
    this.to = Int32Array.from(links, ([, j]) => j);
    this.rest = Float64Array.from(links, ([i, j]) => Math.hypot(this.x[j] - this.x[i], this.y[j] - this.y[i]));
    for (const name of ["nx", "ny", "nz", "b", "c", "lambda"]) this[name] = new Float64Array(links.length);
    const h = 1 / 60;
    this.spook = { a: 4 / (h * 17), b: 16 / 17, eps: 4 / (h * h * 1e7 * 17) };
  }

  step() {
    const h = 1 / 60;
    const gravity = -1000;
    const { x, y, z, vx, vy, vz, dx, dy, dz, w, from, to, rest, nx, ny, nz, b, c, lambda, links, count } = this;
    const { a, b: damp, eps } = this.spook;
    for (let l = 0; l < links; l++) {
      const i = from[l], j = to[l];
      let ex = x[j] - x[i], ey = y[j] - y[i], ez = z[j] - z[i];
      const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
      const inverse = length > 0 ? 1 / length : 0;
      ex *= inverse; ey *= inverse; ez *= inverse;
      nx[l] = ex; ny[l] = ey; nz[l] = ez;
      const approach = ex * (vx[j] - vx[i]) + ey * (vy[j] - vy[i]) + ez * (vz[j] - vz[i]);
      const pull = ey * this.mass * gravity * (w[j] - w[i]);
      b[l] = -a * (length - rest[l]) - damp * approach - h * pull;
      c[l] = 1 / (w[i] + w[j] + eps);
      lambda[l] = 0;
    }
    dx.fill(0); dy.fill(0); dz.fill(0);
    for (let sweep = 0; sweep < 10; sweep++) {
      for (let l = 0; l < links; l++) {
        const i = from[l], j = to[l];
        const ex = nx[l], ey = ny[l], ez = nz[l];
        const apart = ex * (dx[j] - dx[i]) + ey * (dy[j] - dy[i]) + ez * (dz[j] - dz[i]);
        const more = c[l] * (b[l] - apart - eps * lambda[l]);
        lambda[l] += more;
        const back = w[i] * more, forth = w[j] * more;
        dx[i] -= ex * back; dy[i] -= ey * back; dz[i] -= ez * back;
        dx[j] += ex * forth; dy[j] += ey * forth; dz[j] += ez * forth;
      }
    }
    const kept = Math.pow(1 - 0.8, h);
    for (let i = 0; i < count; i++) {
      if (w[i] === 0) continue;
      vx[i] = (vx[i] + dx[i]) * kept;
      vy[i] = (vy[i] + dy[i]) * kept + gravity * h;
      vz[i] = (vz[i] + dz[i]) * kept;
      x[i] += vx[i] * h; y[i] += vy[i] * h; z[i] += vz[i] * h;
    }
  }

  positions() {
    return Array.from({ length: this.count }, (_, i) => [this.x[i], this.y[i], this.z[i]]);
  }
}
