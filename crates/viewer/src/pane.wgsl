// The picture in the window's own pass: one triangle that covers its place.

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var picture_sampler: sampler;

struct Corner {
    @builtin(position) position: vec4<f32>,
    // (0, 0) at the top left, (1, 1) at the bottom right of the place
    @location(0) place: vec2<f32>,
}

@vertex
fn corner(@builtin(vertex_index) index: u32) -> Corner {
    let place = vec2<f32>(f32(index & 1u), f32(index >> 1u)) * 2.0;
    return Corner(vec4<f32>(place.x * 2.0 - 1.0, 1.0 - place.y * 2.0, 0.0, 1.0), place);
}

// A picture with as many pixels as its place.
@fragment
fn whole(in: Corner) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(picture));
    return vec4<f32>(textureLoad(picture, vec2<i32>(in.place * size), 0).rgb, 1.0);
}

// A picture with fewer.
@fragment
fn enlarged(in: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(textureSampleLevel(picture, picture_sampler, in.place, 0.0).rgb, 1.0);
}
