//! The looks' formulas at chosen pixels, against the same formulas computed here.

use std::sync::Arc;

use glam::{Vec2, Vec3};
use muslin_geom::{Grid, Orientation};
use muslin_render::texture::{Texture, sky};
use muslin_render::{Background, Camera, HeightMap, LightParts, Look, SphereResolution, Stage, Style};
use muslin_sim::{Cloth, Model, Settings, Sphere};

use crate::{draw, gpu};

const SIZE: [u32; 2] = [201, 151];
const LIGHT: Vec3 = Vec3::new(0.5, 2.0, 2.0);
const INTENSITY: f32 = 3.0;
const RADIUS: f32 = 0.5;

/// A ball around the origin, and a small cloth behind it that cannot be seen.
fn ball() -> Model {
    let grid = Grid::new(2, 2);
    let mut x = grid.positions(0.1, 0.1, Orientation::Vertical);
    x.zs.iter_mut().for_each(|z| *z = -0.4);
    let cloth = Cloth::new(grid, 0.1, 0.1, x);
    let sphere = Sphere { center: glam::DVec3::ZERO, radius: f64::from(RADIUS), friction: 0.0 };
    Model::new(vec![cloth], vec![sphere.into()], Settings::default()).expect("a valid model")
}

fn camera() -> Camera {
    let mut camera = Camera::framing(Vec3::splat(-0.5), Vec3::splat(0.5), 1.33);
    camera.target = Vec3::ZERO;
    camera
}

/// What is seen at the middle of a pixel: the point of the ball, if the line of sight meets it.
fn point(camera: &Camera, pixel: [u32; 2]) -> Option<Vec3> {
    let at = |i: usize| 2.0 * (pixel[i] as f32 + 0.5) / SIZE[i] as f32 - 1.0;
    let (start, direction) = camera.ray(at(0), -at(1), SIZE[0] as f32 / SIZE[1] as f32);
    let b = start.dot(direction);
    let root = b * b - (start.length_squared() - RADIUS * RADIUS);
    (root > 0.0).then(|| start + direction * (-b - root.sqrt()))
}

/// Compares the look at many pixels of the ball, away from its outline, with `expected` of the point, 0 to 1.
fn compare(style: &Style, tolerance: f32, expected: impl Fn(&Camera, Vec3) -> [f32; 3]) {
    let Some(gpu) = gpu() else { return };
    let model = ball();
    let stage = Stage::new(gpu, &model, SphereResolution { latitude: 512, longitude: 512 });
    let camera = camera();
    let picture = draw(gpu, &stage, &camera, style, SIZE, 1);
    let mut compared = 0;
    for y in (0..SIZE[1]).step_by(3) {
        for x in (0..SIZE[0]).step_by(3) {
            let Some(p) = point(&camera, [x, y]) else { continue };
            // at the outline a pixel is many degrees wide
            if (p / RADIUS).dot((camera.eye() - p).normalize()) < 0.25 {
                continue;
            }
            compared += 1;
            let pixel = picture.pixel(x, y);
            for (channel, expected) in expected(&camera, p).into_iter().enumerate() {
                let actual = f32::from(pixel[channel]) / 255.0;
                let expected = expected.clamp(0.0, 1.0);
                assert!((actual - expected).abs() < tolerance, "({x}, {y})[{channel}]: {actual} instead of {expected}");
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

fn light_at(p: Vec3) -> f32 {
    INTENSITY / (LIGHT - p).length_squared()
}

fn diffuse(p: Vec3, normal: Vec3) -> f32 {
    light_at(p) * normal.dot((LIGHT - p).normalize()).max(0.0)
}

fn specular(camera: &Camera, p: Vec3, normal: Vec3) -> f32 {
    let between = ((LIGHT - p).normalize() + (camera.eye() - p).normalize()).normalize();
    0.5 * light_at(p) * normal.dot(between).max(0.0).powf(64.0)
}

#[test]
fn normals_of_a_ball_point_outward() {
    compare(&Style::of(Look::Normal), 0.006, |_, p| ((p / RADIUS + 1.0) / 2.0).to_array());
}

#[test]
fn a_matt_ball_is_as_bright_as_lambert_says() {
    compare(&Style::of(Look::Diffuse), 0.006, |_, p| [diffuse(p, p / RADIUS); 3]);
}

#[test]
fn the_brightest_point_of_a_matt_ball_is_where_the_light_is_nearest() {
    let Some(gpu) = gpu() else { return };
    let stage = Stage::new(gpu, &ball(), SphereResolution { latitude: 256, longitude: 256 });
    let mut camera = camera();
    // from the light, so that the point is in the middle
    (camera.phi, camera.theta) = ((2.0 / LIGHT.length()).acos(), 0.5_f32.atan2(2.0));
    let picture = draw(gpu, &stage, &camera, &Style::of(Look::Diffuse), SIZE, 1);
    let middle = picture.pixel(SIZE[0] / 2, SIZE[1] / 2)[0];
    let brightest = picture.rgba.chunks_exact(4).map(|pixel| pixel[0]).max();
    assert!(brightest.is_some_and(|brightest| brightest - middle <= 1), "{middle} {brightest:?}");
    let expected = INTENSITY / (LIGHT.length() - RADIUS).powi(2);
    assert!((f32::from(middle) / 255.0 - expected).abs() < 0.006, "{middle} {expected}");
}

#[test]
fn a_highlight_falls_off_with_the_exponent() {
    let parts = LightParts { ambient: false, diffuse: false, specular: true };
    let style = Style { light: parts, ..Style::of(Look::Phong) };
    compare(&style, 0.01, |camera, p| [specular(camera, p, p / RADIUS); 3]);
}

#[test]
fn the_parts_of_the_light_add_up() {
    let style = Style { color: Some([1.0, 0.5, 0.25]), ..Style::of(Look::Phong) };
    compare(&style, 0.01, |camera, p| {
        let lit = |color: f32| 0.1 * color + color * diffuse(p, p / RADIUS) + specular(camera, p, p / RADIUS);
        [1.0, 0.5, 0.25].map(lit)
    });
}

#[test]
fn a_mirror_shows_the_sky_in_the_reflected_direction() {
    // what the sky's texture cannot hold of its finest detail is allowed for
    compare(&Style::of(Look::Mirror), 0.12, |camera, p| {
        let normal = p / RADIUS;
        let w_o = camera.eye() - p;
        sky::sky_color((2.0 * normal.dot(w_o) * normal - w_o).normalize())
    });
}

#[test]
fn a_height_map_bends_normals_by_its_slope() {
    // a wave along u and another along v, so slow that interpolation does not matter
    let height = |uv: Vec2| {
        let tau = std::f32::consts::TAU;
        0.5 + 0.25 * (tau * 2.0 * uv.x).sin() + 0.25 * (tau * uv.y).cos()
    };
    let size = 128_u32;
    let map = Texture::from_fn([size, size], |x, y| {
        let uv = (Vec2::new(x as f32, y as f32) + 0.5) / size as f32;
        let grey = (height(uv) * 255.0).round();
        #[allow(clippy::cast_sign_loss)] // heights are 0 to 1
        [grey as u8, 0, 0, 255]
    });
    let style = Style {
        height_map: HeightMap::Picture(Arc::new(map)),
        height_scaling: 8.0,
        light: LightParts { ambient: false, diffuse: true, specular: false },
        ..Style::of(Look::Bump)
    };
    // 8 bits of height are steps of slope
    compare(&style, 0.06, |_, p| {
        let normal = p / RADIUS;
        let tau = std::f32::consts::TAU;
        let uv = Vec2::new(p.x.atan2(p.z).rem_euclid(tau) / tau, normal.y.acos() / std::f32::consts::PI);
        let step = 1.0 / size as f32;
        let du = (height(uv + Vec2::X * step) - height(uv)) * 8.0 * 2.0;
        let dv = (height(uv + Vec2::Y * step) - height(uv)) * 8.0 * 2.0;
        let tangent = Vec3::new(p.z, 0.0, -p.x).normalize();
        let bent = (-du * tangent - dv * normal.cross(tangent) + normal).normalize();
        [diffuse(p, bent); 3]
    });
}

#[test]
fn displacement_moves_the_outline_and_bump_does_not() {
    let Some(gpu) = gpu() else { return };
    let stage = Stage::new(gpu, &ball(), SphereResolution { latitude: 128, longitude: 128 });
    let covered = |look: Look| {
        let style = Style { background: Background::Transparent, ..Style::of(look) };
        let picture = draw(gpu, &stage, &camera(), &style, SIZE, 1);
        picture.rgba.chunks_exact(4).filter(|pixel| pixel[3] > 0).count()
    };
    let plain = covered(Look::Phong);
    assert_eq!(covered(Look::Bump), plain);
    assert!(covered(Look::Displacement) > plain + plain / 20);
}
