// From heights to the means of two by two of them.

@group(0) @binding(0) var finer: texture_2d<f32>;

@vertex
fn corner(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(vec2f(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn mean(@builtin(position) at: vec4f) -> @location(0) f32 {
    let first = 2u * vec2u(at.xy);
    let a = textureLoad(finer, first, 0).r + textureLoad(finer, first + vec2u(1u, 0u), 0).r;
    let b = textureLoad(finer, first + vec2u(0u, 1u), 0).r + textureLoad(finer, first + vec2u(1u, 1u), 0).r;
    return (a + b) / 4.0;
}
