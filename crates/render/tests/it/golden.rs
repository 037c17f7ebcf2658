//! Every look on three scenes, compared with pictures in the repository.
//!
//! `cargo xtask bless` makes them anew: look at them then.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use muslin_render::texture::Texture;
use muslin_render::{Camera, Look, SphereResolution, Stage, Style};

use crate::scenes::{frame_of, load_scene, scene};
use crate::{draw, gpu};

const SIZE: [u32; 2] = [240, 180];

/// Blocks of so many pixels a side are compared by their mean colours: drivers differ in where an edge lies.
const BLOCK: u32 = 6;

/// Largest difference of a block's mean, and of the mean of all, of 255.
const TOLERANCE: [f64; 2] = [24.0, 1.5];

#[test]
fn a_hanging_cloth_looks_as_it_did() {
    compare_all("pinned2", 45);
}

#[test]
fn a_cloth_over_a_ball_looks_as_it_did() {
    compare_all("sphere", 60);
}

#[test]
fn a_folding_cloth_looks_as_it_did() {
    compare_all("self_collision", 90);
}

/// Frames of the scenes' thumbnails.
const THUMBNAILS: [(&str, u32); 10] = [
    ("city-drape", 240),
    ("flags", 60),
    ("picture", 120),
    ("picture-demo", 120),
    ("pinned2", 110),
    ("pinned4", 110),
    ("plane", 60),
    ("relaxation", 300),
    ("self_collision", 130),
    ("sphere", 140),
];

#[test]
fn every_scene_has_a_thumbnail_that_shows_it() {
    let Some(gpu) = gpu() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let frames = BTreeMap::from(THUMBNAILS);
    let mut faults = Vec::new();
    for entry in fs::read_dir(&folder).expect("the folder of the scenes") {
        let name = entry.expect("a folder").file_name().into_string().expect("a plain name");
        let Some(&frame) = frames.get(name.as_str()) else {
            faults.push(format!("{name}: no frame is named for its thumbnail"));
            continue;
        };
        let model = load_scene(&name, &[]);
        let x = frame_of(&model, frame);
        let mut stage = Stage::new(gpu, &model, SphereResolution::default());
        stage.update(gpu, &model, &x, f64::from(frame));
        let (low, high) = stage.bounds();
        let camera = Camera::framing(low, high, SIZE[0] as f32 / SIZE[1] as f32);
        let picture = draw(gpu, &stage, &camera, &Style::default(), SIZE, 4);
        faults.extend(compare(&folder.join(name).join("thumbnail.png"), &picture).err());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn compare_all(name: &str, frames: u32) {
    let Some(gpu) = gpu() else { return };
    let (model, x) = scene(name, 24, frames);
    let mut stage = Stage::new(gpu, &model, SphereResolution::default());
    stage.update(gpu, &model, &x, f64::from(frames));
    let (low, high) = stage.bounds();
    let camera = Camera::framing(low, high, SIZE[0] as f32 / SIZE[1] as f32);
    let faults: Vec<String> = Look::ALL
        .into_iter()
        .filter_map(|look| {
            let picture = draw(gpu, &stage, &camera, &Style::of(look), SIZE, 4);
            compare(&golden(&format!("{name}_{look}")), &picture).err()
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The file of a picture in the repository.
pub fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.png"))
}

/// Compares a picture with the file in the repository, or writes that.
pub fn compare(path: &Path, picture: &Texture) -> Result<(), String> {
    if std::env::var_os("MUSLIN_BLESS").is_some() {
        return picture.save(path).map_err(|error| error.to_string());
    }
    let name = path.display();
    let expected = Texture::load(path).map_err(|error| error.to_string())?;
    if expected.size != picture.size {
        return Err(format!("{name}: {:?} instead of {:?}", picture.size, expected.size));
    }
    let (a, b) = (block_means(picture), block_means(&expected));
    let differences = a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs());
    let (mut largest, mut sum, mut count) = (0.0_f64, 0.0, 0.0);
    for difference in differences {
        largest = largest.max(difference);
        sum += difference;
        count += 1.0;
    }
    let mean = sum / count;
    if largest <= TOLERANCE[0] && mean <= TOLERANCE[1] {
        return Ok(());
    }
    let actual = actual_of(path);
    picture.save(&actual).map_err(|error| error.to_string())?;
    Err(format!("{name} differs by {largest:.1} in a block, {mean:.2} in all; it is in {}", actual.display()))
}

/// Where a picture that is not as expected is put.
fn actual_of(path: &Path) -> PathBuf {
    let parts: Vec<_> = path.iter().rev().take(2).map(|part| part.to_string_lossy().into_owned()).collect();
    std::env::temp_dir().join(format!("muslin_{}_{}", parts[1], parts[0]))
}

fn block_means(picture: &Texture) -> Vec<[f64; 3]> {
    let [width, height] = picture.size;
    let mut means = Vec::new();
    for top in (0..height).step_by(BLOCK as usize) {
        for left in (0..width).step_by(BLOCK as usize) {
            let mut sum = [0.0; 3];
            let mut count = 0.0;
            for y in top..(top + BLOCK).min(height) {
                for x in left..(left + BLOCK).min(width) {
                    let pixel = picture.pixel(x, y);
                    for channel in 0..3 {
                        sum[channel] += f64::from(pixel[channel]);
                    }
                    count += 1.0;
                }
            }
            means.push(sum.map(|sum| sum / count));
        }
    }
    means
}
