// What is behind everything: a gradient from below the horizon upward, or the sky.

struct Corner {
    @builtin(position) clip: vec4f,
    @location(0) far: vec4f,
}

// One triangle over all of the picture, at the far end of depth.
@vertex
fn corner(@builtin(vertex_index) index: u32) -> Corner {
    let at = vec2f(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0;
    let clip = vec4f(at, 0.0, 1.0);
    // a point of the line of sight: depth is 0 infinitely far away, where it could not be computed
    return Corner(clip, frame.inverse_view_projection * vec4f(at, 0.5, 1.0));
}

fn direction(far: vec4f) -> vec3f {
    return normalize(far.xyz / far.w - frame.camera);
}

@fragment
fn gradient(in: Corner) -> @location(0) vec4f {
    let up = smoothstep(-0.25, 0.6, direction(in.far).y);
    return vec4f(to_linear(mix(frame.background_low, frame.background_high, up)), 1.0);
}

@fragment
fn in_sky(in: Corner) -> @location(0) vec4f {
    return vec4f(to_linear(textureSample(sky, clamped, direction(in.far)).rgb), 1.0);
}

fn shade(s: Surface) -> vec3f {
    return s.color;
}
