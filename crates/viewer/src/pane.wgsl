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
    return vec4<f32>(pixel(in), 1.0);
}

fn pixel(in: Corner) -> vec3<f32> {
    let size = vec2<f32>(textureDimensions(picture));
    return textureLoad(picture, vec2<i32>(in.place * size), 0).rgb;
}

// A picture with fewer.
@fragment
fn enlarged(in: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(between(in), 1.0);
}

fn between(in: Corner) -> vec3<f32> {
    return textureSampleLevel(picture, picture_sampler, in.place, 0.0).rgb;
}

// The same for a picture that is decoded when it is read, in a window that does not encode.
@fragment
fn whole_encoded(in: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(encoded(pixel(in)), 1.0);
}

@fragment
fn enlarged_encoded(in: Corner) -> @location(0) vec4<f32> {
    return vec4<f32>(encoded(between(in)), 1.0);
}

// From linear light to what is displayed (IEC 61966-2-1).
fn encoded(light: vec3<f32>) -> vec3<f32> {
    let low = light * 12.92;
    let high = 1.055 * pow(light, vec3<f32>(1.0 / 2.4)) - 0.055;
    return select(high, low, light <= vec3<f32>(0.0031308));
}
