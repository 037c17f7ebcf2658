// What the sky shows in the direction of the reflected line of sight.
fn shade(s: Surface) -> vec3f {
    let from_camera = normalize(s.position - frame.camera);
    return textureSample(sky, clamped, reflect(from_camera, s.normal)).rgb;
}
