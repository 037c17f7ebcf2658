//! A clear late afternoon as a cube around the scene: what shiny things mirror.

use std::sync::LazyLock;

use glam::{Vec2, Vec3};

use super::noise::Field;
use super::{CubeTexture, Texture, byte, smoothstep};

/// Columns, and rows, of a face unless asked otherwise [px].
pub const SIZE: u32 = 256;

/// Where the sun stands; of length 1.
pub const SUN_DIRECTION: Vec3 = Vec3::new(0.48, 0.36, 0.8);

/// The way each face looks, and the ways its columns and its rows go: the table of the cube maps of OpenGL, Vulkan and
/// WebGPU (y is up, and a face's first row is at its top as seen from inside).
const FACES: [[Vec3; 3]; 6] = [
    [Vec3::X, Vec3::NEG_Z, Vec3::NEG_Y],
    [Vec3::NEG_X, Vec3::Z, Vec3::NEG_Y],
    [Vec3::Y, Vec3::X, Vec3::Z],
    [Vec3::NEG_Y, Vec3::X, Vec3::NEG_Z],
    [Vec3::Z, Vec3::X, Vec3::NEG_Y],
    [Vec3::NEG_Z, Vec3::NEG_X, Vec3::NEG_Y],
];

const ZENITH: Vec3 = Vec3::new(0.19, 0.38, 0.67);
const BLUE: Vec3 = Vec3::new(0.42, 0.64, 0.88);
const HAZE: Vec3 = Vec3::new(0.96, 0.87, 0.75);
const SUNLIGHT: Vec3 = Vec3::new(1.0, 0.93, 0.76);
const CLOUD_LIT: Vec3 = Vec3::new(1.0, 0.98, 0.94);
const CLOUD_SHADE: Vec3 = Vec3::new(0.69, 0.71, 0.78);
const GROUND_FAR: Vec3 = Vec3::new(0.62, 0.58, 0.50);
const GROUND_NEAR: Vec3 = Vec3::new(0.33, 0.31, 0.28);
/// Cells after which the clouds repeat; more than can be seen from side to side.
const CLOUD_PERIOD: [u32; 2] = [32; 2];

/// Two fields that bend, and the one that is bent.
static CLOUDS: LazyLock<[Field; 3]> =
    LazyLock::new(|| [(60, 2), (61, 2), (62, 5)].map(|(stream, octaves)| Field::new(stream, CLOUD_PERIOD, octaves)));

/// The sky as a cube of faces of `size` columns and rows.
pub fn cube(size: u32) -> CubeTexture {
    let faces = std::array::from_fn(|face| {
        Texture::from_fn([size, size], |x, y| {
            let [s, t] = [x, y].map(|i| (i as f32 + 0.5) / size as f32 * 2.0 - 1.0);
            let [red, green, blue] = sky_color(face_direction(face, s, t)).map(byte);
            [red, green, blue, 255]
        })
    });
    CubeTexture { size, faces }
}

/// The direction of a point of a face, not of length 1: `s` goes along its columns and `t` along its rows, from -1 at
/// the first to 1 at the last.
///
/// # Panics
///
/// If there is no such face, counted from 0 in the order of [`CubeTexture`].
pub fn face_direction(face: usize, s: f32, t: f32) -> Vec3 {
    let [ahead, columns, rows] = FACES[face];
    ahead + columns * s + rows * t
}

/// Red, green and blue of the sky in a direction of any length, from 0 to 1 as a screen shows them; y is up.
pub fn sky_color(direction: Vec3) -> [f32; 3] {
    let direction = direction.try_normalize().unwrap_or(Vec3::Y);
    let to_sun = direction.dot(SUN_DIRECTION).max(0.0);
    let sky = add_sun(add_clouds(clear_sky(direction, to_sun), direction, to_sun), to_sun);
    // the horizon is a soft line, since it is far and since pixels are few
    sky.lerp(ground(direction), smoothstep(0.004, -0.012, direction.y)).clamp(Vec3::ZERO, Vec3::ONE).to_array()
}

fn clear_sky(direction: Vec3, to_sun: f32) -> Vec3 {
    let height = direction.y.max(0.0);
    let blue = BLUE.lerp(ZENITH, smoothstep(0.0, 1.0, height.sqrt()));
    let haze = (-4.0 * height).exp();
    let glow = to_sun * to_sun * to_sun * 0.22 + to_sun.powf(40.0) * 0.35;
    blue.lerp(HAZE, haze * (0.72 + 0.28 * to_sun)).lerp(SUNLIGHT, glow)
}

/// Clouds lie on a plane above, so that they get smaller toward the horizon.
fn add_clouds(sky: Vec3, direction: Vec3, to_sun: f32) -> Vec3 {
    if direction.y <= 0.0 {
        return sky;
    }
    let at = Vec2::new(direction.x, direction.z) * (2.1 / (direction.y + 0.16));
    let amount = cloud_amount(at);
    if amount <= 0.0 {
        return sky;
    }
    // less cloud a step toward the sun means that this spot is lit
    let toward_sun = Vec2::new(SUN_DIRECTION.x, SUN_DIRECTION.z) * 0.22;
    let lit = (0.62 + 1.1 * (amount - cloud_amount(at + toward_sun))).clamp(0.0, 1.0);
    let cloud = CLOUD_SHADE.lerp(CLOUD_LIT, lit).lerp(SUNLIGHT, 0.3 * to_sun.powf(8.0));
    let far = (-3.0 * direction.y).exp();
    let cloud = cloud.lerp(HAZE, 0.55 * far);
    sky.lerp(cloud, smoothstep(0.0, 0.55, amount) * smoothstep(0.0, 0.14, direction.y) * 0.94)
}

/// How thick the clouds are at a point of their plane; 0 where there is none.
fn cloud_amount(at: Vec2) -> f32 {
    let [bend_x, bend_y, field] = &*CLOUDS;
    let bend = Vec2::new(bend_x.at(at), bend_y.at(at));
    let field = field.at(at + bend * 0.35);
    (field * 1.35 + 0.04).max(0.0)
}

fn add_sun(sky: Vec3, to_sun: f32) -> Vec3 {
    let halo = to_sun.powf(350.0) * 0.75;
    let disc = smoothstep(0.9975, 0.9986, to_sun);
    sky.lerp(Vec3::new(1.0, 0.96, 0.86), halo).lerp(Vec3::new(1.0, 0.995, 0.97), disc)
}

fn ground(direction: Vec3) -> Vec3 {
    let depth = (-direction.y).max(0.0);
    let near = GROUND_FAR.lerp(GROUND_NEAR, smoothstep(0.0, 1.0, depth.sqrt()));
    near.lerp(HAZE * 0.9, 0.6 * (-14.0 * depth).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The face and the place on it that a direction meets, as the standards' table has it.
    fn met(Vec3 { x, y, z }: Vec3) -> (usize, Vec2) {
        let largest = x.abs().max(y.abs()).max(z.abs());
        let (face, s, t) = match largest {
            _ if x == largest => (0, -z, -y),
            _ if -x == largest => (1, z, -y),
            _ if y == largest => (2, x, z),
            _ if -y == largest => (3, x, -z),
            _ if z == largest => (4, x, -y),
            _ => (5, -x, -y),
        };
        (face, Vec2::new(s, t) / largest)
    }

    fn borders(at: f32) -> [(f32, f32); 4] {
        [(-1.0, at), (1.0, at), (at, -1.0), (at, 1.0)]
    }

    #[test]
    fn faces_are_laid_out_as_the_standards_say() {
        for face in 0..6 {
            for (s, t) in [(0.0, 0.0), (0.5, 0.25), (-0.75, 0.5)] {
                assert_eq!(met(face_direction(face, s, t)), (face, Vec2::new(s, t)));
            }
        }
    }

    #[test]
    fn every_point_of_an_edge_is_the_same_on_both_faces() {
        let on_borders = |face| borders(0.375).map(|(s, t)| face_direction(face, s, t));
        let points: Vec<Vec3> = (0..6).flat_map(on_borders).collect();
        let mirrored = (0..6).flat_map(|face| borders(-0.375).map(|(s, t)| face_direction(face, s, t)));
        let all: Vec<Vec3> = points.iter().copied().chain(mirrored).collect();
        for point in points {
            assert_eq!(all.iter().filter(|other| **other == point).count(), 2, "{point}");
        }
    }

    #[test]
    fn neighbouring_faces_agree_along_their_edges() {
        const SIDE: u16 = 64;
        let sky = cube(SIDE.into());
        let texel = 2.0 / f32::from(SIDE);
        let pixel = |direction: Vec3| {
            let (face, place) = met(direction);
            let [x, y] = place.to_array().map(|at| ((at + 1.0) / texel).clamp(0.0, 63.0) as i32);
            sky.faces[face].pixel(x.unsigned_abs(), y.unsigned_abs())
        };
        for (face, edge) in (0..6).flat_map(|face| (0..4).map(move |edge| (face, edge))) {
            // the mean step between the pixels at two distances from the edge, the one of which may be on the neighbour
            let step = |from: f32, to: f32| {
                let total: u32 = (0..SIDE)
                    .map(|i| {
                        let (s, t) = borders((f32::from(i) + 0.5) * texel - 1.0)[edge];
                        let at = |reach: f32| {
                            let moved = |at: f32| if at.abs() == 1.0 { at * (1.0 + reach * texel) } else { at };
                            pixel(face_direction(face, moved(s), moved(t)))
                        };
                        let [a, b] = [at(from), at(to)];
                        (0..3).map(|channel| u32::from(a[channel].abs_diff(b[channel]))).sum::<u32>()
                    })
                    .sum();
                total as f32 / f32::from(SIDE)
            };
            let [over, inside] = [step(-0.5, 0.5), step(-1.5, -0.5)];
            assert!(over < 2.0 * inside + 2.0, "face {face}, edge {edge}: {over} over it, {inside} inside");
        }
    }

    #[test]
    fn the_sun_is_the_brightest_and_the_ground_the_darkest() {
        assert!((SUN_DIRECTION.length() - 1.0).abs() < 1e-6);
        assert!(sky_color(SUN_DIRECTION * 3.0).iter().all(|part| *part > 0.95));
        let sum = |direction| sky_color(direction).iter().sum::<f32>();
        assert!(sum(Vec3::NEG_Y) < sum(Vec3::Y) && sum(Vec3::Y) < sum(Vec3::new(-1.0, 0.08, 0.3)));
        assert_eq!(sky_color(Vec3::ZERO), sky_color(Vec3::Y));
    }
}
