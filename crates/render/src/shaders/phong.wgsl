fn shade(s: Surface) -> vec3f {
    return blinn_phong(s.position, s.normal, s.color);
}
