// Blinn-Phong with normals bent by the height map; `displacement` moves the vertices too.
fn shade(s: Surface) -> vec3f {
    return blinn_phong(s.position, bumped_normal(s), s.color);
}
