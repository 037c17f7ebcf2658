// What all shaders of a city share: the data of a frame, and the corners of boxes.

struct Frame {
    // from what is seen from the camera, along the axes of the world, and back
    to_clip: mat4x4f,
    from_clip: mat4x4f,
    sun_from_world: mat4x4f,
    camera: vec3f,
    // 1 where boxes are darker the farther they are from the middle
    darken: f32,
    // direction to the sun
    sun: vec3f,
    // size of a texel of the shadow map, of its side
    shadow_texel: f32,
    // smallest x and z, largest x and z of what throws shadows
    region: vec4f,
    // the same of the ground under the city
    edges: vec4f,
    // lowest and highest point of what throws shadows
    height_range: vec2f,
    // how far from a surface the shadow map is asked [m]
    shadow_offset: f32,
    // size of a texel of the heights [m]
    height_texel: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;

struct Box {
    // bit 0, 1, 2 is set where the corner is on the near side along x, y, z
    @builtin(vertex_index) corner: u32,
    @location(0) center: vec3f,
    @location(1) half_size: vec3f,
    @location(2) rgba: vec4u,
    @location(3) tags: u32,
}

struct Ground {
    @location(0) position: vec3f,
    // rise along x and along z
    @location(1) slope: vec2f,
}

// A corner of the box from -1 to 1, whose near sides are those towards `eye`.
fn corner_towards(corner: u32, eye: vec3f) -> vec3f {
    let is_near = (vec3u(corner) & vec3u(1u, 2u, 4u)) != vec3u(0u);
    let near = select(vec3f(-1.0), vec3f(1.0), eye >= vec3f(0.0));
    return select(-near, near, is_near);
}

// Boxes end here with the distance from the middle of the grid.
const DARK = 2000.0;

// What is left of the colour of a box, 0 to 1.
fn brightness(center: vec3f) -> f32 {
    return select(1.0, saturate(1.0 - length(center.xz) / DARK), frame.darken > 0.0);
}

// Places nothing is seen at: all corners of a box that is left out.
const NOWHERE = vec4f(2.0, 2.0, 2.0, 1.0);

// Which side of its box a point of it is on, 1 along that axis.
fn side_of(local: vec3f) -> vec3f {
    let a = abs(local);
    let is_y = a.y >= a.x && a.y >= a.z;
    let is_x = !is_y && a.x >= a.z;
    return vec3f(f32(is_x), f32(is_y), f32(!is_y && !is_x)) * sign(local);
}

// Where only depth is drawn.
@fragment
fn no_color() -> @location(0) vec4f {
    return vec4f(0.0);
}
