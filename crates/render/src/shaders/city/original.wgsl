// Flat: the colour as it is on top and bottom, 95 % along x, 90 % along z.

struct Seen {
    @builtin(position) @invariant clip: vec4f,
    @location(0) @interpolate(perspective, centroid) local: vec3f,
    // 255 times red, green, blue, before the face is known
    @location(1) @interpolate(flat, either) color: vec3f,
}

@vertex
fn box_corner(b: Box) -> Seen {
    let away = frame.camera - b.center;
    let local = corner_towards(b.corner, away);
    let left = brightness(b.center);
    let clip = frame.to_clip * vec4f(local * b.half_size - away, 1.0);
    return Seen(select(NOWHERE, clip, left > 0.0), local, vec3f(b.rgba.rgb) * left);
}

@fragment
fn box_color(in: Seen) -> @location(0) vec4f {
    return face(in.color, dot(abs(side_of(in.local)), vec3f(95.0, 100.0, 90.0)));
}

// Rounded here to whole levels, which the target then cannot miss. Half a level goes up, whatever a division leaves of it.
fn face(color: vec3f, percent: f32) -> vec4f {
    let level = floor((color * percent + 50.0) / 100.0 + 1e-4);
    return vec4f(to_linear(level / 255.0), 1.0);
}

struct Land {
    @builtin(position) clip: vec4f,
    @location(0) normal: vec3f,
}

const EARTH = vec3f(52.0, 56.0, 44.0);

@vertex
fn ground_corner(v: Ground) -> Land {
    let normal = normalize(vec3f(-v.slope.x, 1.0, -v.slope.y));
    return Land(frame.to_clip * vec4f(v.position - frame.camera, 1.0), normal);
}

// The same three shades, mixed by where the ground faces; a gentle slope would not be seen by them alone.
@fragment
fn ground_color(in: Land) -> @location(0) vec4f {
    let n = normalize(in.normal);
    let slope = saturate(1.0 + 1.5 * dot(n.xz, vec2f(0.8, 0.6)));
    return face(EARTH * slope, dot(n * n, vec3f(95.0, 100.0, 90.0)));
}
