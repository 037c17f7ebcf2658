// Checks without light, as in the document of the relaxation cloth: yellow and blue cloth, red and white balls, a floor in
// two greys.
fn shade(s: Surface) -> vec3f {
    let cell = vec2i(floor(s.uv * s.checks));
    let odd = ((cell.x ^ cell.y) & 1) == 1;
    switch s.kind {
        case CLOTH: {
            return select(vec3f(1.0, 1.0, 0.0), vec3f(0.0, 0.0, 1.0), odd);
        }
        case GROUND: {
            return select(vec3f(0.9), vec3f(0.1), odd);
        }
        default: {
            return select(vec3f(1.0, 0.0, 0.0), vec3f(1.0), odd);
        }
    }
}
