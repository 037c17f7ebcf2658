// A sun with soft shadows, a sky that roofs and towers hide, haze.

@group(0) @binding(1) var comparing: sampler_comparison;
@group(0) @binding(2) var shadow: texture_depth_2d;
@group(0) @binding(3) var clamped: sampler;
@group(0) @binding(4) var heights: texture_2d<f32>;

const SUN = 3.0 * vec3f(1.0, 0.91, 0.77);
const ZENITH = vec3f(0.20, 0.36, 0.66);
const HORIZON = vec3f(0.72, 0.80, 0.88);
// what the ground gives back
const BOUNCE = 0.28 * vec3f(1.0, 0.95, 0.86);
const ASPHALT = vec3f(0.058, 0.060, 0.066);
const FIELD = vec3f(0.21, 0.215, 0.165);
// half of what is this far away is haze [m]
const HAZE = 7000.0;
const PI = 3.14159265;

struct Seen {
    @builtin(position) @invariant clip: vec4f,
    @location(0) @interpolate(perspective, centroid) local: vec3f,
    // seen from the camera
    @location(1) @interpolate(perspective, centroid) position: vec3f,
    @location(2) @interpolate(flat, either) albedo: vec3f,
}

@vertex
fn box_corner(b: Box) -> Seen {
    let away = frame.camera - b.center;
    let local = corner_towards(b.corner, away);
    let left = brightness(b.center);
    let position = local * b.half_size - away;
    let clip = select(NOWHERE, frame.to_clip * vec4f(position, 1.0), left > 0.0);
    return Seen(clip, local, position, to_linear(vec3f(b.rgba.rgb) / 255.0 * left));
}

@fragment
fn box_color(in: Seen) -> @location(0) vec4f {
    let side = side_of(in.local);
    // inside of a box, where one is by flying through its wall, its walls are seen from behind
    let normal = select(side, -side, dot(side, in.position) > 0.0);
    return lit(in.position, normal, 0.86 * in.albedo);
}

struct Land {
    @builtin(position) clip: vec4f,
    @location(0) position: vec3f,
    @location(1) normal: vec3f,
}

@vertex
fn ground_corner(v: Ground) -> Land {
    let position = v.position - frame.camera;
    return Land(frame.to_clip * vec4f(position, 1.0), position, normalize(vec3f(-v.slope.x, 1.0, -v.slope.y)));
}

@fragment
fn ground_color(in: Land) -> @location(0) vec4f {
    let at = in.position.xz + frame.camera.xz;
    let beyond = max(max(frame.edges.xy - at, at - frame.edges.zw), vec2f(0.0));
    let albedo = mix(ASPHALT, FIELD, smoothstep(1.0, 5.0, length(beyond)));
    return lit(in.position, normalize(in.normal), albedo);
}

struct Corner {
    @builtin(position) clip: vec4f,
    @location(0) far: vec4f,
}

// One triangle over all of the picture, at the far end of depth.
@vertex
fn sky_corner(@builtin(vertex_index) index: u32) -> Corner {
    let at = vec2f(f32((index << 1u) & 2u), f32(index & 2u)) * 2.0 - 1.0;
    return Corner(vec4f(at, 0.0, 1.0), frame.from_clip * vec4f(at, 0.5, 1.0));
}

@fragment
fn sky_color(in: Corner) -> @location(0) vec4f {
    return exposed(sky(normalize(in.far.xyz / in.far.w)));
}

fn sky(direction: vec3f) -> vec3f {
    return mix(HORIZON, ZENITH, pow(saturate(direction.y), 0.55)) + glow(direction);
}

// Around the sun the sky is brighter.
fn glow(direction: vec3f) -> vec3f {
    let a = saturate(dot(direction, frame.sun));
    let cube = a * a * a;
    return cube * cube * vec3f(0.30, 0.22, 0.10);
}

fn lit(position: vec3f, normal: vec3f, albedo: vec3f) -> vec4f {
    let in_world = position + frame.camera;
    let sun = SUN * max(0.0, dot(normal, frame.sun)) * sunlight(in_world, normal);
    let open = openness(in_world, normal);
    let from_sky = mix(BOUNCE, mix(HORIZON, ZENITH, 0.25), 0.5 + 0.5 * normal.y) * open;
    let color = albedo * (sun + 1.25 * from_sky) / PI;
    let distance = length(position);
    let clear = exp2(-distance / HAZE);
    // far away everything is as the sky above the horizon
    let haze = HORIZON + glow(vec3f(position.x, 0.0, position.z) / distance);
    return exposed(mix(haze, color, clear));
}

fn exposed(color: vec3f) -> vec4f {
    return vec4f(film(color), 1.0);
}

// How far a point is inside of the region, 0 at its edge and beyond.
fn inside(at: vec2f) -> f32 {
    let part = min(at - frame.region.xy, frame.region.zw - at);
    return saturate(min(part.x, part.y) / 15.0);
}

// How much of the sun arrives, 0 to 1.
fn sunlight(position: vec3f, normal: vec3f) -> f32 {
    if dot(normal, frame.sun) <= 0.0 {
        return 0.0;
    }
    let clip = frame.sun_from_world * vec4f(position + normal * frame.shadow_offset, 1.0);
    let at = clip.xy * vec2f(0.5, -0.5) + 0.5;
    let depth = min(clip.z, 1.0);
    let d = 0.75 * frame.shadow_texel;
    var sum = textureSampleCompareLevel(shadow, comparing, at + vec2f(d, d), depth);
    sum += textureSampleCompareLevel(shadow, comparing, at + vec2f(-d, d), depth);
    sum += textureSampleCompareLevel(shadow, comparing, at + vec2f(d, -d), depth);
    sum += textureSampleCompareLevel(shadow, comparing, at + vec2f(-d, -d), depth);
    return mix(1.0, sum / 4.0, inside(position.xz));
}

// How much of the sky is seen from a point, 0 to 1: by how far what is around, at three distances, rises above it.
fn openness(position: vec3f, normal: vec3f) -> f32 {
    let near = hidden(position, normal, 5.0);
    let middle = hidden(position, normal, 18.0);
    let far = hidden(position, normal, 60.0);
    let open = (1.0 - 0.45 * near) * (1.0 - 0.45 * middle) * (1.0 - 0.4 * far);
    return mix(0.8, open, inside(position.xz));
}

// How much is hidden by what is about `reach` away [m], 0 to 1.
fn hidden(position: vec3f, normal: vec3f, reach: f32) -> f32 {
    let at = position.xz + normal.xz * (0.6 * reach);
    let uv = (at - frame.region.xy) / (frame.region.zw - frame.region.xy);
    let mean = textureSampleLevel(heights, clamped, uv, round(log2(max(reach / frame.height_texel, 1.0)))).r;
    return saturate((mean - position.y) / reach);
}
