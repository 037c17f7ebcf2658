//! `muslin render --vary`.

use image::RgbaImage;
use serde_json::Value;

use crate::place::Place;

/// Cells of a sheet by what is in them: how many there are that differ.
fn different_cells(sheet: &RgbaImage, columns: u32, rows: u32, [width, height]: [u32; 2]) -> usize {
    // from the lower right corner, where there are no labels
    let (margin, gap) = (20, 12);
    let (right, bottom) = (sheet.width() - margin, sheet.height() - margin);
    let mut cells: Vec<Vec<u8>> = Vec::new();
    for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
        let (x, y) = (right - width - column * (width + gap), bottom - height - row * (height + gap));
        cells.push(image::imageops::crop_imm(sheet, x, y, width, height).to_image().into_raw());
    }
    cells.sort();
    cells.dedup();
    cells.len()
}

#[test]
fn one_axis_is_a_row_and_two_are_a_table() {
    let place = Place::new();
    let stdout = place.done("render flag.toml --vary ks=20,200,2000 --frame 40 --size 96x72");
    assert!(stdout.starts_with("wrote out/flag/flag_sheet.png\n"), "{stdout}");
    let row = place.picture("out/flag/flag_sheet.png");
    assert!(row.width() > 3 * 96 && row.height() < 2 * 96, "{:?}", row.dimensions());
    assert_eq!(different_cells(&row, 3, 1, [96, 72]), 3);

    let words = "render flag.toml --frame 40 --vary ks=20,200,2000 --vary look=phong,strain --size 96x72 --out t/table.png --json";
    let summary: Value = serde_json::from_str(&place.done(words)).unwrap();
    assert_eq!([&summary["pictures"], &summary["first_frame"]], [6, 40]);
    assert_eq!(summary["files"], serde_json::json!(["t/table.png"]));
    let table = place.picture("t/table.png");
    assert!(table.width() < row.width() + 96 && table.height() > 3 * 72);
    assert_eq!(summary["size"], serde_json::json!([96, 72]));
    assert_eq!(summary["sheet_size"], serde_json::json!([table.width(), table.height()]));
    assert_eq!(different_cells(&table, 2, 3, [96, 72]), 6);
}

#[test]
fn what_only_looks_different_is_simulated_once() {
    let place = Place::new();
    let words = "render flag.toml --vary look=phong,normal,studio --vary frame=0,2,5 --size 96x72 --progress lines";
    let answer = place.muslin(words);
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    let simulated = answer.stderr.lines().filter(|line| line.starts_with("frame ")).count();
    assert_eq!(simulated, 6, "{}", answer.stderr);
    assert_eq!(different_cells(&place.picture("out/flag/flag_sheet.png"), 3, 3, [96, 72]), 9);
}

#[test]
fn looks_of_a_cache_are_varied_without_simulating() {
    let place = Place::new();
    place.done("run flag.toml --no-preview");
    let answer = place.muslin("render out/flag --vary frame=0,5 --size 96x72 --progress lines --out a.png");
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    assert!(!answer.stderr.contains("frame "), "{}", answer.stderr);
    assert_eq!(different_cells(&place.picture("a.png"), 2, 1, [96, 72]), 2);
}

#[test]
fn a_sheet_takes_a_hundred_variants() {
    let place = Place::new();
    let values: Vec<String> = (0..11).map(|value| value.to_string()).collect();
    let words = format!("render flag.toml --vary frame={0} --vary normal_scale={0}", values.join(","));
    let answer = place.muslin(&words);
    assert_eq!(answer.code, Some(1));
    assert!(answer.stderr.contains("121 variants are more than the 100"), "{}", answer.stderr);
}
