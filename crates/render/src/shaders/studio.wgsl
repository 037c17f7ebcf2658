// A key light with a soft shadow, light from the sky and the floor, woven cloth.

const KEY = 3.2 * vec3f(1.0, 0.96, 0.9);
const SKY = 0.9 * vec3f(0.86, 0.93, 1.0);
const FLOOR = 0.3 * vec3f(1.0, 0.94, 0.88);
// pairs of threads along u and v
const WEAVE = 110.0;

fn shade(s: Surface) -> vec3f {
    let to_camera = normalize(frame.camera - s.position);
    var albedo = to_linear(s.color);
    var normal = s.normal;
    if s.kind == CLOTH {
        if frame.has_picture > 0.0 {
            albedo = to_linear(textureSample(picture, repeating, s.uv).rgb);
        }
        // the seen side of a cloth that is turned from the light is lit through it a little
        let woven = weave(s.uv);
        albedo *= mix(0.8, 1.0, woven.z);
        let bitangent = cross(s.front_normal, s.tangent);
        normal = normalize(normal + 0.22 * (woven.x * s.tangent + woven.y * bitangent));
    }
    let facing = dot(normal, frame.key);
    let visible = lit(s.position, s.normal);
    let hemisphere = mix(FLOOR, SKY, 0.5 + 0.5 * normal.y);
    var light = KEY * max(0.0, facing) * visible + hemisphere;
    var color = albedo * light / 3.14159;
    if s.kind == CLOTH {
        let through = max(0.0, -facing) * 0.18;
        let fuzz = pow(1.0 - max(0.0, dot(s.normal, to_camera)), 3.0) * 0.16;
        color += albedo * albedo * KEY * through + fuzz * (hemisphere + 0.3 * KEY * visible) / 3.14159;
    } else {
        let between = normalize(frame.key + to_camera);
        color += 0.03 * KEY * visible * pow(max(0.0, dot(normal, between)), 40.0);
    }
    color = to_displayed(film(color * 0.95));
    if s.kind == GROUND {
        // out into the background, without an edge
        let away = length(s.position.xz - vec2f(frame.camera.x, frame.camera.z));
        let behind = background_at(normalize(s.position - frame.camera));
        color = mix(color, behind, smoothstep(2.5 * frame.size, 7.0 * frame.size, away));
    }
    return color;
}

// The slope of the weave along u and v, and its shade; both fade where threads are smaller than pixels.
fn weave(uv: vec2f) -> vec3f {
    let q = uv * WEAVE * 2.0;
    let size = max(length(fwidth(q)), 1e-6);
    let strength = 1.0 - smoothstep(0.2, 0.75, size);
    let cell = floor(q);
    let across = (fract(q) - 0.5) * 3.14159;
    let warp_on_top = fract((cell.x + cell.y) * 0.5) > 0.25;
    let u = select(vec2f(sin(across.x) * 0.3, sin(across.y)), vec2f(sin(across.x), sin(across.y) * 0.3), warp_on_top);
    let ridge = select(cos(across.y), cos(across.x), warp_on_top) * cos(select(across.x, across.y, warp_on_top) * 0.7);
    return vec3f(u * strength, mix(0.7, ridge, strength));
}

// How much of the key light arrives, 0 to 1: the mean of comparisons in a disc, which softens the edge of a shadow.
fn lit(position: vec3f, normal: vec3f) -> f32 {
    let clip = frame.key_view_projection * vec4f(position + normal * 0.012 * frame.size, 1.0);
    let at = clip.xy * vec2f(0.5, -0.5) + 0.5;
    // what lies behind the end of the map is shadowed by all that is in it
    let depth = min(clip.z, 1.0);
    let turn = fract(52.9829189 * fract(dot(floor(position * 4000.0 / frame.size).xz, vec2f(0.06711056, 0.00583715)))) * 6.28318;
    // a sunflower's spiral (Vogel 1979, "A better way to construct the sunflower head"): each seed is turned by the golden
    // angle from the one before, whose cosine and sine these are
    let golden = mat2x2f(-0.7373688, 0.6754903, -0.6754903, -0.7373688);
    var towards = vec2f(cos(turn), sin(turn));
    var sum = 0.0;
    // from the rim inwards: where the first few agree there is no edge, and the others would agree too
    for (var i = 15; i >= 0; i -= 1) {
        let r = sqrt((f32(i) + 0.5) / 16.0) * frame.shadow_radius;
        sum += textureSampleCompareLevel(shadow, comparing, at + r * towards, depth);
        towards = golden * towards;
        if i == 11 && (sum == 0.0 || sum == 5.0) {
            sum *= 16.0 / 5.0;
            break;
        }
    }
    let outside = any(at < vec2f(0.0)) || any(at > vec2f(1.0));
    return select(sum / 16.0, 1.0, outside);
}

fn background_at(direction: vec3f) -> vec3f {
    return mix(frame.background_low, frame.background_high, smoothstep(-0.25, 0.6, direction.y));
}
