// Springs are drawn as lines beside this; what the cloth collides with is flat.
fn shade(s: Surface) -> vec3f {
    return 0.45 * s.color;
}
