// The picture, unlit; a floor has none.
fn shade(s: Surface) -> vec3f {
    if s.kind == GROUND {
        return vec3f(0.45);
    }
    return textureSample(picture, repeating, s.uv).rgb;
}
