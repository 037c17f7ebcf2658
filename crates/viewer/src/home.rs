//! Where the camera starts.

use glam::{DVec3, Vec3};
use muslin_render::{Camera, Look, Style};
use muslin_sim::{Method, Model, Shape};

/// A camera that sees the cloths, the balls, and where the cloths are going to hang; for `relaxation` that of its document.
pub fn camera(model: &Model, aspect: f32) -> Camera {
    if model.method == Method::Relaxation {
        return Camera::relaxation();
    }
    let (low, high) = bounds(model);
    Camera::framing(low, high, aspect)
}

/// How the cloth is drawn at first.
pub fn style(method: Method) -> Style {
    match method {
        Method::MassSpring | Method::Impulse | Method::Newton | Method::Descent => Style::default(),
        Method::Relaxation => Style::of(Look::FlatChecks),
    }
}

/// How far a drag turns the camera, in half circles over the picture of `size`: by the course project half a circle over either
/// side, by the relaxation cloth's document 0.2 degrees a pixel.
pub fn turn(method: Method, [width, height]: [f32; 2]) -> [f32; 2] {
    const DEGREES_PER_PIXEL: f32 = 0.2;
    match method {
        Method::MassSpring | Method::Impulse | Method::Newton | Method::Descent => [1.0 / width, 1.0 / height],
        Method::Relaxation => [DEGREES_PER_PIXEL / 180.0; 2],
    }
}

fn bounds(model: &Model) -> (Vec3, Vec3) {
    let (mut low, mut high) = model.x_rest.bounds().unwrap_or((DVec3::ZERO, DVec3::ONE));
    for cloth in &model.cloths {
        if cloth.vertices.clone().any(|vertex| model.pinned[vertex]) {
            // a cloth on pins swings down, by no more than what it hangs by
            let top = model.x_rest.slice(cloth.vertices.clone()).ys.iter().copied().fold(f64::MIN, f64::max);
            low.y = low.y.min(top - cloth.size[1]);
        }
    }
    for shape in model.colliders_at(0.0) {
        match shape {
            Shape::Sphere(ball) => {
                low = low.min(ball.center - ball.radius);
                high = high.max(ball.center + ball.radius);
            }
            // where it catches a falling cloth, if that is not far away
            Shape::Plane(plane) => low.y = low.y.min(plane.point.y.max(low.y - (high - low).max_element())),
            // a city would make the cloth a speck
            Shape::Boxes(_) => {}
        }
    }
    (low.as_vec3(), high.as_vec3())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::hanging;
    use crate::picking::place_of;

    #[test]
    fn the_cloth_is_in_the_picture_now_and_when_it_hangs() {
        let model = hanging().model;
        for aspect in [0.6, 1.0, 2.2] {
            let camera = camera(&model, aspect);
            let corners = [DVec3::new(0.0, 1.0, 0.0), DVec3::new(1.0, 1.0, 1.0), DVec3::new(1.0, 0.0, 0.0)];
            for corner in corners {
                let place = place_of(corner, &camera, aspect).unwrap();
                assert!(place.x.abs() < 1.0 && place.y.abs() < 1.0, "{corner} is at {place:?}");
            }
        }
    }
}
