// A film's response: toe, straight part, shoulder (fit of Narkowicz 2015, "ACES filmic tone mapping curve").
fn film(x: vec3f) -> vec3f {
    return saturate(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14));
}
