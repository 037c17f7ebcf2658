// Checks without light: yellow and blue cloth, red and white balls, a grey floor.
fn shade(s: Surface) -> vec3f {
    let cell = vec2i(floor(s.uv * s.checks));
    let odd = ((cell.x ^ cell.y) & 1) == 1;
    switch s.kind {
        case CLOTH: {
            return select(vec3f(0.0, 0.0, 1.0), vec3f(1.0, 1.0, 0.0), odd);
        }
        case GROUND: {
            return select(vec3f(0.3), vec3f(0.7), odd);
        }
        default: {
            return select(vec3f(1.0, 0.0, 0.0), vec3f(1.0), odd);
        }
    }
}
