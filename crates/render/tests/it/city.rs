//! Pictures of cities: the exact colours of faces, and what they look like as a whole.

use glam::DVec3;
use muslin_city::{City, CityBox, CityParams, Instance, Kind};
use muslin_render::city::{CityLook, CityRenderer, CityStage, CityStyle, FlyCamera, draw_city};
use muslin_render::texture::Texture;
use muslin_render::{Gpu, Target};

use crate::golden::{compare, golden};
use crate::gpu;

const SEED: u32 = 0xA749_F86C;
const SIZE: [u32; 2] = [640, 480];

fn city(params: &CityParams) -> City {
    City::generate(SEED, params).expect("parameters in their ranges")
}

fn picture(gpu: &Gpu, city: &City, camera: &FlyCamera, style: impl Into<CityStyle>) -> Texture {
    draw_city(gpu, city, camera, style, SIZE, 1).expect("room for a small city")
}

/// The shades of a box: along x, of top and bottom, along z [%].
const SHADES: [u32; 3] = [95, 100, 90];

fn shade(rgba: [u8; 4], axis: usize) -> [u8; 4] {
    let face = |channel: u8| ((u32::from(channel) * SHADES[axis] + 50) / 100) as u8;
    [face(rgba[0]), face(rgba[1]), face(rgba[2]), 255]
}

/// The pixel that a point of the picture lies in.
#[allow(clippy::cast_sign_loss)] // pixels are counted from 0
fn at(picture: &Texture, [x, y]: [f64; 2]) -> [u8; 4] {
    picture.pixel(x as u32, y as u32)
}

/// What a pixel shows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Seen {
    /// The face across an axis of the box of an index.
    Face {
        index: usize,
        axis: usize,
    },
    Background,
    /// An edge, so that nobody can say.
    Edge,
}

/// What is seen first along the line of sight through the middle of a pixel.
fn first_hit(boxes: &[CityBox], camera: &FlyCamera, [x, y]: [u32; 2]) -> Seen {
    let hit_at = |dx: f64, dy: f64| {
        let [right, up, back] = camera.axes();
        let tan = 30.0_f64.to_radians().tan() * 2.0 / f64::from(SIZE[1]);
        let u = (f64::from(x) + 0.5 + dx - f64::from(SIZE[0]) / 2.0) * tan;
        let v = (f64::from(SIZE[1]) / 2.0 - f64::from(y) - 0.5 - dy) * tan;
        let direction = u * right + v * up - back;
        let meets = |one: &CityBox| {
            let (mut enter, mut leave, mut axis) = (0.0, f64::INFINITY, 0);
            for i in 0..3 {
                let [a, b] = [one.min[i], one.max[i]].map(|side| (side - camera.position[i]) / direction[i]);
                if a.min(b) > enter {
                    (enter, axis) = (a.min(b), i);
                }
                leave = f64::min(leave, a.max(b));
            }
            (leave > enter && enter > 1.0).then_some((enter, axis))
        };
        let hits = boxes.iter().enumerate().filter_map(|(index, one)| Some((meets(one)?, index)));
        let first = hits.min_by(|(a, _), (b, _)| a.0.total_cmp(&b.0));
        first.map_or(Seen::Background, |((_, axis), index)| Seen::Face { index, axis })
    };
    let around = [(0.0, 0.0), (0.45, 0.45), (-0.45, 0.45), (0.45, -0.45), (-0.45, -0.45)].map(|(x, y)| hit_at(x, y));
    if around.iter().all(|hit| *hit == around[0]) { around[0] } else { Seen::Edge }
}

#[test]
fn every_pixel_has_exactly_the_shade_of_the_face_that_is_seen_there_or_is_black() {
    let Some(gpu) = gpu() else { return };
    let city = city(&CityParams { own_colors: true, roads: true, block_kinds: true, ..CityParams::default() });
    let boxes = city.boxes();
    let over_the_roofs = FlyCamera { position: DVec3::new(-180.0, 90.0, 200.0), yaw_deg: -40.0, pitch_deg: -14.0 };
    for camera in [FlyCamera::default(), over_the_roofs] {
        let picture = picture(gpu, &city, &camera, CityLook::Original);
        let mut seen = [0; 4];
        for y in (0..SIZE[1]).step_by(7) {
            for x in (0..SIZE[0]).step_by(7) {
                let (expected, kind) = match first_hit(&boxes, &camera, [x, y]) {
                    Seen::Face { index, axis } => (shade(city.instances()[index].rgba, axis), axis),
                    Seen::Background => ([0, 0, 0, 255], 3),
                    Seen::Edge => continue,
                };
                assert_eq!(picture.pixel(x, y), expected, "({x}, {y})");
                seen[kind] += 1;
            }
        }
        assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
    }
}

#[test]
fn the_three_faces_of_a_known_tower_have_its_three_shades() {
    let Some(gpu) = gpu() else { return };
    let city = city(&CityParams::default());
    let tower = city.tallest(1)[0];
    let highest = city.boxes().iter().position(|one| one.kind == Kind::Body && one.max[1] == city.bounds().max[1]);
    let index = highest.expect("a box as high as the city");
    let (one, rgba) = (city.boxes()[index], city.instances()[index].rgba);
    assert!(tower.height > 100.0);
    let middle = DVec3::from_array([0, 1, 2].map(|axis| f64::midpoint(one.min[axis], one.max[axis])));
    // from beyond one of its upper corners, so that nothing is before it
    let camera = FlyCamera { position: middle + DVec3::new(40.0, 80.0, 40.0), yaw_deg: 45.0, pitch_deg: -54.7 };
    let picture = picture(gpu, &city, &camera, CityLook::Original);
    for axis in 0..3 {
        let mut face = middle;
        face[axis] = one.max[axis];
        // near the top, where no neighbour is
        if axis != 1 {
            face.y = one.max[1] - 1.0;
        }
        let pixel = camera.pixel_of(face, SIZE).expect("a face in front of the camera");
        assert_eq!(at(&picture, pixel), shade(rgba, axis), "axis {axis}");
    }
}

#[test]
fn beside_the_city_everything_is_black() {
    let Some(gpu) = gpu() else { return };
    let city = city(&CityParams::default());
    let up = FlyCamera { pitch_deg: 60.0, ..FlyCamera::default() };
    let picture = picture(gpu, &city, &up, CityLook::Original);
    assert!(picture.rgba.chunks_exact(4).all(|pixel| pixel == [0, 0, 0, 255]));
}

#[test]
fn darkening_goes_with_the_distance_from_the_middle_and_ends_two_kilometres_out() {
    let Some(gpu) = gpu() else { return };
    let city = city(&CityParams { grid: [9, 9], ..CityParams::default() });
    let style = CityStyle { look: CityLook::Original, darken: true };
    let above = |x: f64| FlyCamera { position: DVec3::new(x, 300.0, 0.0), yaw_deg: 0.0, pitch_deg: -90.0 };
    let [plain, dark] = [CityLook::Original.into(), style].map(|style| picture(gpu, &city, &above(1000.0), style));
    let sum = |picture: &Texture| picture.rgba.chunks_exact(4).map(|pixel| f64::from(pixel[0])).sum::<f64>();
    let ratio = sum(&dark) / sum(&plain);
    assert!((ratio - 0.5).abs() < 0.04, "{ratio}");
    let beyond = picture(gpu, &city, &above(2240.0), style);
    assert_eq!(sum(&beyond), 0.0);
}

#[test]
fn a_camera_inside_a_tower_sees_its_walls() {
    let Some(gpu) = gpu() else { return };
    let city = city(&CityParams::default());
    let is_tower = |one: &&Instance| one.kind() == Kind::Body && one.half_size[1] > 20.0;
    let tower = city.instances().iter().find(is_tower).expect("a tower");
    let center = DVec3::from_array(tower.center.map(f64::from));
    for (yaw_deg, axis) in [(0.0, 2), (90.0, 0), (180.0, 2), (270.0, 0)] {
        let inside = FlyCamera { position: center, yaw_deg, pitch_deg: 0.0 };
        let picture = picture(gpu, &city, &inside, CityLook::Original);
        assert_eq!(picture.pixel(SIZE[0] / 2, SIZE[1] / 2), shade(tower.rgba, axis), "{yaw_deg}");
    }
}

#[test]
fn a_centimetre_of_paint_stays_above_the_street_however_far_away_it_is() {
    let Some(gpu) = gpu() else { return };
    let city = city(&CityParams { roads: true, ..CityParams::default() });
    let stage = CityStage::new(gpu, &city).expect("room for a small city");
    let target = Target::new(gpu, SIZE, 1);
    let mut renderer = CityRenderer::new(gpu);
    let junctions: Vec<_> = city.instances().iter().filter(|one| one.kind() == Kind::Junction).collect();
    for distance in [30.0, 300.0, 600.0] {
        let cameras = junctions.iter().take(4).map(|junction| {
            let center = DVec3::from_array(junction.center.map(f64::from));
            let above = FlyCamera { position: center + DVec3::Y * distance, yaw_deg: 0.0, pitch_deg: -90.0 };
            (above, center)
        });
        for (camera, center) in cameras {
            renderer.draw_frame(gpu, &stage, &camera, CityLook::Studio, &target);
            let picture = target.read(gpu);
            let brightness =
                |point: DVec3| at(&picture, camera.pixel_of(point, SIZE).expect("a point below the camera"))[1];
            let beside = brightness(center + DVec3::new(2.0, 0.0, 2.0));
            assert!(brightness(center) > beside + 5, "{distance}: {} beside {beside}", brightness(center));
        }
    }
}

#[test]
fn another_city_in_the_same_memory_is_drawn_as_if_it_were_the_first() {
    let Some(gpu) = gpu() else { return };
    let target = Target::new(gpu, SIZE, 1);
    let large = city(&CityParams { grid: [2, 2], ..CityParams::default() });
    let mut stage = CityStage::new(gpu, &large).expect("room");
    let mut renderer = CityRenderer::new(gpu);
    for look in CityLook::ALL {
        for advance in [0, 1, 2] {
            let next = city(&CityParams { advance, ..CityParams::default() });
            stage.update(gpu, &next).expect("room");
            renderer.draw_frame(gpu, &stage, &FlyCamera::default(), look, &target);
            let expected = picture(gpu, &next, &FlyCamera::default(), look);
            assert!(target.read(gpu) == expected, "{look}, {advance}");
        }
    }
}

#[test]
fn the_default_city_looks_as_it_did() {
    let Some(gpu) = gpu() else { return };
    let city = city(&CityParams::default());
    let faults = CityLook::ALL.map(|look| {
        let picture = draw_city(gpu, &city, &FlyCamera::default(), look, [320, 240], 4).expect("room");
        compare(&golden(&format!("city_{look}")), &picture).err()
    });
    let faults: Vec<_> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_city_with_everything_on_hills_looks_as_it_did() {
    let Some(gpu) = gpu() else { return };
    let params =
        CityParams { grid: [3, 3], roads: true, block_kinds: true, terrain: Some(60.0), ..CityParams::default() };
    let camera = FlyCamera { position: DVec3::new(100.0, 210.0, 620.0), yaw_deg: 20.0, pitch_deg: -22.0 };
    let faults = CityLook::ALL.map(|look| {
        let picture = draw_city(gpu, &city(&params), &camera, look, [320, 240], 4).expect("room");
        compare(&golden(&format!("city_hills_{look}")), &picture).err()
    });
    let faults: Vec<_> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
