// From a colour as it is displayed to a linear one, which the target encodes back (IEC 61966-2-1).
fn to_linear(color: vec3f) -> vec3f {
    return select(pow((color + 0.055) / 1.055, vec3f(2.4)), color / 12.92, color <= vec3f(0.04045));
}

fn to_displayed(color: vec3f) -> vec3f {
    return select(1.055 * pow(color, vec3f(1.0 / 2.4)) - 0.055, color * 12.92, color <= vec3f(0.0031308));
}
