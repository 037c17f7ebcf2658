// Lambert's cosine law.
fn shade(s: Surface) -> vec3f {
    let to_light = normalize(frame.light - s.position);
    return s.color * light_at(s.position) * max(0.0, dot(s.normal, to_light));
}
