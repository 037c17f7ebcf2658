// What all looks share: the data of a frame, the vertices of surfaces, and the way from a colour to the screen.
// A look is this text and a function `shade` behind it.

struct Frame {
    view_projection: mat4x4f,
    inverse_view_projection: mat4x4f,
    key_view_projection: mat4x4f,
    camera: vec3f,
    normal_scaling: f32,
    light: vec3f,
    height_scaling: f32,
    light_intensity: vec3f,
    flat_normals: f32,
    // ambient, diffuse and specular: 1 on, 0 off
    light_parts: vec3f,
    strain_range: f32,
    // direction to the key light of `studio`
    key: vec3f,
    // how wide the edge of a shadow is, as a part of the shadow map
    shadow_radius: f32,
    background_low: vec3f,
    // 1 when `picture` is the user's
    has_picture: f32,
    background_high: vec3f,
    // size of the scene
    size: f32,
    color: vec3f,
    // whose colour `color` is: 0 of nothing, 1 of cloth, 2 of everything
    colored: f32,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var repeating: sampler;
@group(0) @binding(2) var clamped: sampler;
@group(0) @binding(3) var comparing: sampler_comparison;
@group(0) @binding(4) var picture: texture_2d<f32>;
@group(0) @binding(5) var heights: texture_2d<f32>;
@group(0) @binding(6) var strain_colors: texture_2d<f32>;
@group(0) @binding(7) var sky: texture_cube<f32>;
@group(0) @binding(8) var shadow: texture_depth_2d;

const CLOTH = 0u;
const SOLID = 1u;
const GROUND = 2u;

struct VertexIn {
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec3f,
    @location(3) uv: vec2f,
    @location(4) strain: f32,
    // rows of the matrix from the mesh to the world
    @location(5) row_x: vec4f,
    @location(6) row_y: vec4f,
    @location(7) row_z: vec4f,
    @location(8) color: vec3f,
    @location(9) kind: u32,
    // checks along u and v, and how far the surface is moved toward the camera [m]
    @location(10) checks: vec2f,
    @location(11) toward_camera: f32,
}

struct VertexOut {
    @builtin(position) clip: vec4f,
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
    @location(2) tangent: vec3f,
    @location(3) uv: vec2f,
    @location(4) strain: f32,
    @location(5) color: vec3f,
    @location(6) @interpolate(flat) kind: u32,
    @location(7) @interpolate(flat) checks: vec2f,
}

// What a look is asked about.
struct Surface {
    // where it is [m]
    position: vec3f,
    // unit vector across it, to the side that is seen
    normal: vec3f,
    // unit vector across it, to its front
    front_normal: vec3f,
    // unit vector along u
    tangent: vec3f,
    uv: vec2f,
    strain: f32,
    color: vec3f,
    kind: u32,
    checks: vec2f,
}

fn height(uv: vec2f) -> f32 {
    return textureSampleLevel(heights, repeating, uv, 0.0).r;
}

fn in_world(v: VertexIn, displacement: f32) -> VertexOut {
    let to_world = mat3x3f(v.row_x.xyz, v.row_y.xyz, v.row_z.xyz);
    let local = vec4f(v.position, 1.0);
    // rows times vector: the matrix above is transposed
    var position = vec3f(dot(v.row_x, local), dot(v.row_y, local), dot(v.row_z, local));
    let normal = normalize(v.normal * to_world);
    position += normal * displacement;
    // moved along its own line of sight, so that only its depth changes
    let seen = position + normalize(frame.camera - position) * v.toward_camera;
    var out: VertexOut;
    out.clip = frame.view_projection * vec4f(seen, 1.0);
    out.position = position;
    out.normal = normal;
    out.tangent = v.tangent * to_world;
    out.uv = v.uv;
    out.strain = v.strain;
    let recolored = frame.colored > 1.5 || (frame.colored > 0.5 && v.kind == CLOTH);
    out.color = select(v.color, frame.color, recolored);
    out.kind = v.kind;
    out.checks = v.checks;
    return out;
}

@vertex
fn surface(v: VertexIn) -> VertexOut {
    return in_world(v, 0.0);
}

// A surface moved along its normals by the height map.
@vertex
fn displaced(v: VertexIn) -> VertexOut {
    return in_world(v, height(v.uv) * frame.height_scaling);
}

@vertex
fn lines(v: VertexIn) -> VertexOut {
    return in_world(v, 0.0);
}

@vertex
fn in_shadow_map(v: VertexIn) -> @builtin(position) vec4f {
    let local = vec4f(v.position, 1.0);
    return frame.key_view_projection * vec4f(dot(v.row_x, local), dot(v.row_y, local), dot(v.row_z, local), 1.0);
}

@fragment
fn line_color(in: VertexOut) -> @location(0) vec4f {
    return vec4f(to_linear(in.color), 1.0);
}

@fragment
fn surface_color(in: VertexOut, @builtin(front_facing) is_front: bool) -> @location(0) vec4f {
    var normal = normalize(in.normal);
    if frame.flat_normals > 0.0 {
        let across = normalize(cross(dpdx(in.position), dpdy(in.position)));
        normal = select(-across, across, dot(across, normal) > 0.0);
    }
    // by the triangle, not by the smooth normal, which turns away too early at an outline
    let side = select(-1.0, 1.0, is_front || in.kind != CLOTH);
    // where a mesh has no tangent, any along the surface will do
    let along = in.tangent - normal * dot(in.tangent, normal);
    let any = cross(select(vec3f(1.0, 0.0, 0.0), vec3f(0.0, 0.0, 1.0), abs(normal.x) > 0.7), normal);
    let tangent = normalize(select(any, along, dot(along, along) > 1e-12));
    let s = Surface(in.position, side * normal, normal, tangent, in.uv, in.strain, in.color, in.kind, in.checks);
    return vec4f(to_linear(saturate(shade(s))), 1.0);
}

fn light_at(position: vec3f) -> vec3f {
    let d = frame.light - position;
    return frame.light_intensity / dot(d, d);
}

// Blinn-Phong (Blinn 1977, "Models of light reflection for computer synthesized pictures").
fn blinn_phong(position: vec3f, normal: vec3f, color: vec3f) -> vec3f {
    let to_light = normalize(frame.light - position);
    let to_camera = normalize(frame.camera - position);
    let between = normalize(to_light + to_camera);
    let ambient = 0.1 * color;
    let diffuse = color * light_at(position) * max(0.0, dot(normal, to_light));
    let specular = 0.5 * light_at(position) * pow(max(0.0, dot(normal, between)), 64.0);
    return frame.light_parts.x * ambient + frame.light_parts.y * diffuse + frame.light_parts.z * specular;
}

// The normal that the height map gives a surface (Blinn 1978, "Simulation of wrinkled surfaces").
fn bumped_normal(s: Surface) -> vec3f {
    let texel = 1.0 / vec2f(textureDimensions(heights));
    let here = height(s.uv);
    let scale = frame.height_scaling * frame.normal_scaling;
    let du = (height(s.uv + vec2f(texel.x, 0.0)) - here) * scale;
    let dv = (height(s.uv + vec2f(0.0, texel.y)) - here) * scale;
    let bitangent = cross(s.front_normal, s.tangent);
    let bent = normalize(-du * s.tangent - dv * bitangent + s.front_normal);
    return select(-bent, bent, dot(s.normal, s.front_normal) > 0.0);
}
