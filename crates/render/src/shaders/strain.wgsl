// Strain as a colour, with a little light to show the folds.
fn shade(s: Surface) -> vec3f {
    let to_camera = normalize(frame.camera - s.position);
    let light = 0.75 + 0.25 * max(0.0, dot(s.normal, normalize(to_camera + vec3f(0.2, 0.5, 0.1))));
    if s.kind != CLOTH {
        return light * vec3f(0.55);
    }
    let along = 0.5 + 0.5 * clamp(s.strain / frame.strain_range, -1.0, 1.0);
    // from the middle of the first colour to that of the last
    let count = f32(textureDimensions(strain_colors).x);
    let at = (0.5 + along * (count - 1.0)) / count;
    return light * textureSampleLevel(strain_colors, clamped, vec2f(at, 0.5), 0.0).rgb;
}
