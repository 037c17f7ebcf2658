//! The pictures of the documents that describe the relaxation cloth and the city, at their own views.

use std::collections::BTreeSet;

use glam::{DVec3, Vec3, Vec4};
use muslin_city::{City, CityParams};
use muslin_geom::Points;
use muslin_render::city::{CityLook, FlyCamera, draw_city};
use muslin_render::texture::Texture;
use muslin_render::{Camera, Gpu, Look, SphereResolution, Stage, Style};
use muslin_sim::Model;

use crate::golden::{compare, golden};
use crate::scenes::{frame_of, load_scene};
use crate::{draw, gpu};

/// The drawing area of the relaxation cloth's window [px].
const SIZE: [u32; 2] = [792, 573];

const YELLOW: [u8; 4] = [255, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const BLACK: [u8; 4] = [0, 0, 0, 255];
/// Red and white of the balls, and 0.9 and 0.1 of the floor.
const OTHERS: [[u8; 4]; 4] = [[255, 0, 0, 255], [255, 255, 255, 255], [230, 230, 230, 255], [26, 26, 26, 255]];

/// The height that the sheet starts at [m], its points a side, and their spacing [m].
const HEIGHT: f32 = 1.5;
const POINTS: usize = 32;
const SPACING: f32 = 0.1;

fn picture(gpu: &Gpu, model: &Model, x: &Points, frame: u32, camera: &Camera) -> Texture {
    let mut stage = Stage::new(gpu, model, SphereResolution::default());
    stage.update(gpu, model, x, f64::from(frame));
    draw(gpu, &stage, camera, &Style::of(Look::FlatChecks), SIZE, 1)
}

/// From so far above the sheet that all of it is seen, its rows from top to bottom.
fn above() -> Camera {
    let target = Vec3::new(-SPACING / 2.0, HEIGHT, -SPACING / 2.0);
    Camera { target, distance: 4.0, phi: 0.0, theta: 0.0, fov: std::f32::consts::FRAC_PI_3, size: 3.0 }
}

/// The pixel that shows a point.
#[allow(clippy::cast_sign_loss)] // pixels are counted from 0
fn seen_at(picture: &Texture, camera: &Camera, point: Vec3) -> [u8; 4] {
    let clip: Vec4 = camera.view_projection(SIZE[0] as f32 / SIZE[1] as f32) * point.extend(1.0);
    let x = f32::midpoint(clip.x / clip.w, 1.0) * SIZE[0] as f32;
    let y = (1.0 - clip.y / clip.w) / 2.0 * SIZE[1] as f32;
    picture.pixel(x as u32, y as u32)
}

/// A point of the flat sheet, counted in points.
fn on_sheet(i: f32, j: f32) -> Vec3 {
    Vec3::new((i - 16.0) * SPACING, HEIGHT, (j - 16.0) * SPACING)
}

#[test]
fn the_relaxation_cloth_looks_as_its_document_shows_it() {
    let Some(gpu) = gpu() else { return };
    let model = load_scene("relaxation", &[]);
    for frame in [2, 180, 360] {
        let picture = picture(gpu, &model, &frame_of(&model, frame), frame, &Camera::relaxation());
        compare(&golden(&format!("relaxation_document_{frame}")), &picture).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

#[test]
fn its_picture_has_the_documents_seven_colours_and_no_others() {
    let Some(gpu) = gpu() else { return };
    let model = load_scene("relaxation", &[]);
    let picture = picture(gpu, &model, &frame_of(&model, 180), 180, &Camera::relaxation());
    let pixels = (0..SIZE[1]).flat_map(|y| (0..SIZE[0]).map(move |x| [x, y]));
    // 0.9 of 255 is 229.5, which may be rounded either way
    let even = |pixel: [u8; 4]| if pixel == [229, 229, 229, 255] { OTHERS[2] } else { pixel };
    let seen: BTreeSet<_> = pixels.map(|[x, y]| even(picture.pixel(x, y))).collect();
    let expected: BTreeSet<_> = [YELLOW, BLUE, BLACK].into_iter().chain(OTHERS).collect();
    assert_eq!(seen, expected);
}

#[test]
fn cells_of_the_sheet_are_yellow_and_blue_in_turn_beginning_with_yellow() {
    let Some(gpu) = gpu() else { return };
    let model = load_scene("relaxation", &[]);
    let camera = above();
    let picture = picture(gpu, &model, &model.x_rest, 0, &camera);
    for j in 0..POINTS - 1 {
        for i in 0..POINTS - 1 {
            let middle = on_sheet(i as f32 + 0.5, j as f32 + 0.5);
            let expected = if (i ^ j) & 1 == 0 { YELLOW } else { BLUE };
            assert_eq!(seen_at(&picture, &camera, middle), expected, "cell ({i}, {j})");
        }
    }
}

#[test]
fn a_cell_bends_along_the_diagonal_between_its_second_and_third_corner() {
    let Some(gpu) = gpu() else { return };
    let model = load_scene("relaxation", &[]);
    let camera = above();
    // the first corner of the sheet, folded over: along the other diagonal nothing would be left of the cell
    let mut x = model.x_rest.clone();
    x.set(0, x.get(POINTS + 1));
    let picture = picture(gpu, &model, &x, 0, &camera);
    assert_eq!(seen_at(&picture, &camera, on_sheet(0.75, 0.75)), YELLOW);
    assert_ne!(seen_at(&picture, &camera, on_sheet(0.25, 0.25)), YELLOW);
}

#[test]
fn the_city_from_straight_above_looks_as_its_document_shows_it() {
    let Some(gpu) = gpu() else { return };
    let city = City::generate(0xA749_F86C, &CityParams::default()).expect("parameters in their ranges");
    // x to the right and z down the page, all of the city in the picture
    let camera = FlyCamera { position: DVec3::new(0.0, 520.0, 0.0), yaw_deg: 0.0, pitch_deg: -90.0 };
    let picture = draw_city(gpu, &city, &camera, CityLook::Original, [600, 600], 1).expect("room for a small city");
    compare(&golden("city_above"), &picture).unwrap_or_else(|fault| panic!("{fault}"));
}
