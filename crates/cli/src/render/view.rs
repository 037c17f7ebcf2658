//! Where the camera stands.

use std::f32::consts::PI;
use std::str::FromStr;

use glam::Vec3;
use muslin_render::Camera;
use muslin_sim::Model;

use crate::render::failure::RenderFailure;
use crate::render::words::Unexpected;

/// Smallest and largest coordinates of what is to be seen [m].
pub type Bounds = (Vec3, Vec3);

/// Closest to straight above or below that the camera stands [rad].
const POLE: f32 = 1e-3;
/// Margin around what is to be seen, as in [`Camera::framing`].
const MARGIN: f32 = 1.12;

/// A place for the camera, as a word.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum View {
    /// From the front, a little from the right and above.
    #[default]
    ThreeQuarter,
    /// Straight from the front.
    Front,
    /// The course project's.
    Course,
    /// That of the relaxation cloth's document.
    Relaxation,
    /// From a place [m], to a point [m] or the middle of what is to be seen.
    At { eye: Vec3, target: Option<Vec3> },
}

impl FromStr for View {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Self, Unexpected> {
        match text {
            "three-quarter" => return Ok(Self::ThreeQuarter),
            "front" => return Ok(Self::Front),
            "course" => return Ok(Self::Course),
            "relaxation" => return Ok(Self::Relaxation),
            _ => {}
        }
        let numbers: Result<Vec<f32>, _> = text.split(',').map(|number| number.trim().parse::<f32>()).collect();
        match numbers.as_deref() {
            Ok(&[x, y, z]) if [x, y, z].iter().all(|number| number.is_finite()) => {
                Ok(Self::At { eye: Vec3::new(x, y, z), target: None })
            }
            Ok(&[x, y, z, tx, ty, tz]) if [x, y, z, tx, ty, tz].iter().all(|number| number.is_finite()) => {
                let (eye, target) = (Vec3::new(x, y, z), Vec3::new(tx, ty, tz));
                if eye == target {
                    return Err(Unexpected("a camera that is not where it looks at".to_owned()));
                }
                Ok(Self::At { eye, target: Some(target) })
            }
            _ => Err(Unexpected(
                "front, three-quarter, course, relaxation, or numbers x,y,z of its place, and tx,ty,tz of what it looks at"
                    .to_owned(),
            )),
        }
    }
}

impl View {
    /// The camera that stands there and sees what is within `bounds` in a picture of `aspect` (width over height).
    ///
    /// # Errors
    /// If it looks at itself.
    pub fn camera(self, model: &Model, (low, high): Bounds, aspect: f32) -> Result<Camera, RenderFailure> {
        match self {
            Self::ThreeQuarter => Ok(Camera::framing(low, high, aspect)),
            Self::Front => Ok(front(low, high, aspect)),
            Self::Course => {
                let size = model.cloths.iter().flat_map(|cloth| cloth.size).fold(0.0, f64::max);
                Ok(Camera::course(model.x_rest.centroid().as_vec3(), size as f32))
            }
            Self::Relaxation => Ok(Camera::relaxation()),
            Self::At { eye, target } => at(eye, target, low, high),
        }
    }
}

fn front(low: Vec3, high: Vec3, aspect: f32) -> Camera {
    let mut camera = Camera::framing(low, high, aspect);
    let half = MARGIN * (high - low) / 2.0;
    let tan = (camera.fov / 2.0).tan();
    (camera.phi, camera.theta) = (PI / 2.0, 0.0);
    // the front of the box is what has to fit
    camera.distance = (high.z - low.z) / 2.0 + (half.x / (tan * aspect)).max(half.y / tan).max(1e-3 * camera.size);
    camera
}

fn at(eye: Vec3, target: Option<Vec3>, low: Vec3, high: Vec3) -> Result<Camera, RenderFailure> {
    let framed = Camera::framing(low, high, 1.0);
    let target = target.unwrap_or(framed.target);
    let back = eye - target;
    let distance = back.length();
    if !(distance > 1e-6) {
        return Err(RenderFailure::CameraAtTarget);
    }
    let phi = (back.y / distance).clamp(-1.0, 1.0).acos().clamp(POLE, PI - POLE);
    Ok(Camera { target, distance, phi, theta: back.x.atan2(back.z), ..framed })
}

/// What is within either.
pub fn union(a: Bounds, b: Bounds) -> Bounds {
    (a.0.min(b.0), a.1.max(b.1))
}

#[cfg(test)]
mod tests {
    use muslin_scene::load_str;

    use super::*;

    fn model() -> Model {
        let text = "version = 1\n[[cloth]]\ngrid = { width = 1, height = 2, columns = 3, rows = 3 }\n";
        load_str("a.toml", text, &[]).unwrap().model
    }

    const BOX: Bounds = (Vec3::new(-1.0, 0.0, -2.0), Vec3::new(1.0, 0.5, 2.0));

    #[test]
    fn a_camera_stands_where_it_is_put_and_looks_where_it_is_told() {
        for (text, eye, target) in [
            ("2,1,3,0,0.5,0", Vec3::new(2.0, 1.0, 3.0), Vec3::new(0.0, 0.5, 0.0)),
            ("-2, 1, -3", Vec3::new(-2.0, 1.0, -3.0), Vec3::new(0.0, 0.25, 0.0)),
        ] {
            let camera = text.parse::<View>().unwrap().camera(&model(), BOX, 1.5).unwrap();
            assert!((camera.eye() - eye).length() < 1e-5 && (camera.target - target).length() < 1e-5, "{camera:?}");
        }
    }

    #[test]
    fn from_the_front_all_is_inside_of_the_picture() {
        for aspect in [0.5, 2.0] {
            let camera = View::Front.camera(&model(), BOX, aspect).unwrap();
            let matrix = camera.view_projection(aspect);
            let largest = (0..8).fold(0.0_f32, |largest, corner| {
                let pick = |bit: usize| if corner >> bit & 1 == 0 { BOX.0[bit] } else { BOX.1[bit] };
                let p = matrix.project_point3(Vec3::new(pick(0), pick(1), pick(2)));
                largest.max(p.x.abs()).max(p.y.abs())
            });
            assert!(largest > 0.8 && largest < 1.0, "{aspect}: {largest}");
        }
    }

    #[test]
    fn a_place_that_is_none_is_refused() {
        for text in ["back", "1,2", "1,2,3,4", "1,2,nan", "", "1,2,3,1,2,3"] {
            assert!(text.parse::<View>().is_err(), "{text}");
        }
        let error = "0,0.25,0".parse::<View>().unwrap().camera(&model(), BOX, 1.0).unwrap_err();
        assert!(matches!(error, RenderFailure::CameraAtTarget));
    }
}
