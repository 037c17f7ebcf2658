//! The city is the one that its document describes, to the last bit.
#![allow(clippy::unwrap_used)]

use std::fs;

use muslin_city::{City, CityBox, CityParams, CityRng, Kind, Plan};
use serde_json::Value;
use sha2::{Digest, Sha256};

const SEED: u32 = 0xA749_F86C;

fn truth() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/truth/city.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn numbers(one: &CityBox) -> [f64; 9] {
    let [[x1, y1, z1], [x2, y2, z2], [r, g, b]] = [one.min, one.max, one.color];
    [x1, y1, z1, x2, y2, z2, r, g, b]
}

/// Buildings, boxes and the digest of the boxes of one city of a plan, in the form that the truth has.
fn summary(plan: &Plan, city: u32) -> Value {
    let mut hash = Sha256::new();
    let counts = plan.for_each_box_of(city, |one| {
        for number in numbers(one) {
            hash.update(number.to_le_bytes());
        }
    });
    let digest = hash.finalize().iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    serde_json::json!([counts.buildings, counts.boxes, digest])
}

fn plan(seed: u32, params: &CityParams) -> Plan {
    Plan::new(seed, params).unwrap()
}

#[test]
fn the_generator_draws_the_known_numbers() {
    for (seed, drawn) in truth()["generator"].as_object().unwrap() {
        let mut rng = CityRng::new(muslin_city::parse_seed(seed).unwrap());
        let drawn = drawn.as_array().unwrap();
        assert!(drawn.len() >= 16);
        for (i, number) in drawn.iter().enumerate() {
            assert_eq!(u64::from(rng.bits()), number.as_u64().unwrap(), "{seed}, draw {i}");
        }
    }
}

#[test]
fn a_strip_of_empty_blocks_runs_down_the_left_side() {
    // the first cut is at x = -225.6, which leaves lots that are too narrow to build on
    let city = City::generate(SEED, &CityParams::default()).unwrap();
    let strip: Vec<_> = city.boxes().into_iter().filter(|one| one.max[0] < -225.6 - 1.0).collect();
    assert!(strip.iter().all(|one| one.kind == Kind::Base), "{strip:?}");
    let length: f64 = strip.iter().map(|one| one.max[2] - one.min[2] + 6.0).sum();
    assert!((length - 500.0).abs() < 1e-9, "{length} of 500 m");
}

#[test]
fn every_box_of_the_default_city_is_the_known_one() {
    let city = City::generate(SEED, &CityParams::default()).unwrap();
    let counts = city.counts();
    assert_eq!((counts.buildings, counts.boxes, counts.blocks), (213, 656, 134));
    let truth = truth();
    let known = truth["default"]["box"].as_array().unwrap();
    assert_eq!(known.len(), 656);
    for (i, (known, one)) in known.iter().zip(city.boxes()).enumerate() {
        let known: Vec<u64> = known.as_array().unwrap().iter().map(|v| v.as_f64().unwrap().to_bits()).collect();
        assert_eq!(known, numbers(&one).map(f64::to_bits), "box {i}");
    }
}

#[test]
fn the_digest_of_the_default_city_is_the_known_one() {
    let digest = truth()["default"]["digest"].clone();
    assert_eq!(summary(&plan(SEED, &CityParams::default()), 0)[2], digest);
}

#[test]
fn the_next_eight_seeds_make_the_known_cities() {
    let truth = truth();
    for (steps, known) in truth["next_seeds"].as_object().unwrap() {
        let steps: u32 = steps.parse().unwrap();
        let advanced = CityParams { advance: steps, ..CityParams::default() };
        assert_eq!(&summary(&plan(SEED + steps, &CityParams::default()), 0), known, "{steps}");
        assert_eq!(&summary(&plan(SEED, &advanced), 0), known, "advance {steps}");
    }
}

#[test]
fn the_grid_of_five_by_five_cities_is_the_known_one() {
    let params = CityParams { grid: [5, 5], ..CityParams::default() };
    let plan = plan(SEED, &params);
    let truth = truth();
    for city in 0..25 {
        let [i, j] = plan.cell_of(city);
        assert_eq!(summary(&plan, city), truth["five_by_five"][format!("{i},{j}")], "{i}, {j}");
    }
    assert_eq!(City::generate(SEED, &params).unwrap().counts().boxes, 18_431);
}

#[test]
fn options_that_are_off_and_streets_leave_the_boxes_as_they_are() {
    let params = CityParams { roads: true, ..CityParams::default() };
    let plain = City::generate(SEED, &CityParams::default()).unwrap().boxes();
    let mut with_roads = City::generate(SEED, &params).unwrap().boxes();
    assert!(with_roads.len() > plain.len() + 500);
    with_roads.retain(|one| !matches!(one.kind, Kind::Dash | Kind::Stripe));
    assert_eq!(with_roads, plain);
}
