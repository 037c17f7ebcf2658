// Seen from the sun, and from straight above.

@vertex
fn shadow_corner(b: Box) -> @builtin(position) vec4f {
    let local = corner_towards(b.corner, frame.sun);
    let clip = frame.sun_from_world * vec4f(local * b.half_size + b.center, 1.0);
    return select(NOWHERE, clip, brightness(b.center) > 0.0);
}

struct Height {
    @builtin(position) clip: vec4f,
    @location(0) height: f32,
}

@vertex
fn roof_corner(b: Box) -> Height {
    return from_above(corner_towards(b.corner, vec3f(0.0, 1.0, 0.0)) * b.half_size + b.center);
}

@vertex
fn land_corner(v: Ground) -> Height {
    return from_above(v.position);
}

// Row 0 is at the smallest z.
fn from_above(p: vec3f) -> Height {
    let at = (p.xz - frame.region.xy) / (frame.region.zw - frame.region.xy);
    let depth = (p.y - frame.height_range.x) / (frame.height_range.y - frame.height_range.x);
    return Height(vec4f(2.0 * at.x - 1.0, 1.0 - 2.0 * at.y, 0.001 + 0.998 * depth, 1.0), p.y);
}

@fragment
fn height(in: Height) -> @location(0) f32 {
    return in.height;
}
