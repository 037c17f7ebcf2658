// The normal as a colour.
fn shade(s: Surface) -> vec3f {
    return (s.front_normal + 1.0) / 2.0;
}
