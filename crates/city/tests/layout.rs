//! What must hold for a city of any seed.
#![allow(clippy::unwrap_used)]

use std::num::NonZero;

use muslin_city::{City, CityBox, CityParams, Kind, Plan};
use proptest::prelude::*;

/// Corners are sums of several rounded numbers: what should touch may overlap by as much [m].
const ROUNDING: f64 = 1e-9;

fn boxes(seed: u32, params: &CityParams) -> Vec<CityBox> {
    let mut boxes = Vec::new();
    Plan::new(seed, params).unwrap().for_each_box(|one| boxes.push(*one));
    boxes
}

/// Spread over all 32 bits, so that no two of a thousand are near each other.
fn thousand_seeds() -> impl Iterator<Item = u32> {
    (0..1000_u32).map(|number| number.wrapping_mul(0x9E37_79B1))
}

/// Whether a box is within the ground of another.
fn is_over(one: &CityBox, base: &CityBox) -> bool {
    [0, 2].iter().all(|&axis| one.min[axis] >= base.min[axis] && one.max[axis] <= base.max[axis])
}

/// Faults of a city of one seed, in words.
fn faults(boxes: &[CityBox], half: f64) -> Vec<String> {
    let mut faults = Vec::new();
    let mut base = boxes[0];
    let mut bases: Vec<CityBox> = Vec::new();
    for (i, one) in boxes.iter().enumerate() {
        if one.kind == Kind::Base {
            base = *one;
            bases.push(base);
        }
        let is_finite = one.min.iter().chain(&one.max).chain(&one.color).all(|number| number.is_finite());
        let has_extent = (0..3).all(|axis| one.max[axis] > one.min[axis]);
        let is_inside = [0, 2].iter().all(|&axis| one.min[axis] >= -half && one.max[axis] <= half);
        let has_color = one.color.iter().all(|channel| (0.0..=1.0).contains(channel));
        let is_on_block = one.place.block.is_none() || one.place.block == base.place.block && is_over(one, &base);
        for (holds, name) in [
            (is_finite, "finite"),
            (has_extent, "extent"),
            (is_inside, "inside the city"),
            (has_color, "colour"),
            (is_on_block, "on its block"),
        ] {
            if !holds {
                faults.push(format!("box {i} breaks `{name}`: {one:?}"));
            }
        }
    }
    faults.extend(overlaps(bases).into_iter().map(|[a, b]| format!("blocks {a:?} and {b:?} overlap")));
    faults
}

/// Pairs of blocks that overlap: sorted along x, each is compared with those that begin before it ends.
fn overlaps(mut bases: Vec<CityBox>) -> Vec<[Option<u32>; 2]> {
    bases.sort_by(|a, b| a.min[0].total_cmp(&b.min[0]));
    let mut pairs = Vec::new();
    for (i, one) in bases.iter().enumerate() {
        for other in bases[i + 1..].iter().take_while(|other| other.min[0] < one.max[0] - ROUNDING) {
            if other.min[2] < one.max[2] - ROUNDING && one.min[2] < other.max[2] - ROUNDING {
                pairs.push([one.place.block, other.place.block]);
            }
        }
    }
    pairs
}

#[test]
fn boxes_of_a_thousand_cities_are_sound_and_in_their_place() {
    for seed in thousand_seeds() {
        let faults = faults(&boxes(seed, &CityParams::default()), 250.0);
        assert!(faults.is_empty(), "seed {seed:#x}: {faults:#?}");
    }
}

#[test]
fn so_are_those_with_all_options_on() {
    let params = CityParams { roads: true, block_kinds: true, own_colors: true, ..CityParams::default() };
    for seed in thousand_seeds().take(300) {
        let faults = faults(&boxes(seed, &params), 250.0);
        assert!(faults.is_empty(), "seed {seed:#x}: {faults:#?}");
    }
}

#[test]
fn paint_stays_on_the_street() {
    let params = CityParams { roads: true, ..CityParams::default() };
    for seed in thousand_seeds().take(100) {
        let boxes = boxes(seed, &params);
        let (paint, rest): (Vec<_>, Vec<_>) =
            boxes.into_iter().partition(|one| matches!(one.kind, Kind::Dash | Kind::Stripe | Kind::Junction));
        let bases: Vec<_> = rest.into_iter().filter(|one| one.kind == Kind::Base).collect();
        for one in &paint {
            let covers = |base: &&CityBox| {
                [0, 2]
                    .iter()
                    .all(|&axis| one.min[axis] < base.max[axis] - ROUNDING && base.min[axis] < one.max[axis] - ROUNDING)
            };
            assert_eq!(bases.iter().find(covers), None, "seed {seed:#x}: {one:?}");
        }
        // dashes of one street never lie on those of another
        let mut dashes: Vec<_> = paint.into_iter().filter(|one| one.kind == Kind::Dash).collect();
        dashes.iter_mut().zip(0..).for_each(|(dash, number)| dash.place.block = Some(number));
        assert_eq!(overlaps(dashes), Vec::<[Option<u32>; 2]>::new(), "seed {seed:#x}");
    }
}

#[test]
fn the_four_kinds_of_block_come_as_often_as_they_should() {
    let params = CityParams { block_kinds: true, ..CityParams::default() };
    let mut blocks = [0_u32; 4];
    for seed in thousand_seeds().take(100) {
        let plan = Plan::new(seed, &params).unwrap();
        let mut lots: Vec<Vec<u32>> = Vec::new();
        let counts = plan.for_each_box(|one| {
            let Some(block) = one.place.block else { return };
            lots.resize_with(lots.len().max(block as usize + 1), Vec::new);
            if let Some(lot) = one.place.lot.filter(|_| one.kind == Kind::Body && one.place.tier == 0) {
                lots[block as usize].push(lot);
            }
        });
        assert_eq!(counts.blocks, lots.len());
        for block in &lots {
            if let Some(count) = blocks.get_mut(block.len()) {
                *count += 1;
            }
        }
    }
    // none (parks and what is too small), one, two; three never
    assert!(blocks[0] > 1000 && blocks[1] > 1000 && blocks[2] > 500 && blocks[3] == 0, "{blocks:?}");
}

#[test]
fn a_symmetrical_block_is_its_own_mirror_image() {
    let params = CityParams { block_kinds: true, ..CityParams::default() };
    let boxes = boxes(5, &params);
    let mut seen = 0;
    for base in boxes.iter().filter(|one| one.kind == Kind::Base) {
        let on_block: Vec<&CityBox> =
            boxes.iter().filter(|one| one.place.block == base.place.block && one.place.lot.is_some()).collect();
        let mut lots: Vec<_> = on_block.iter().map(|one| one.place.lot).collect();
        lots.dedup();
        if lots.len() != 4 {
            continue;
        }
        seen += 1;
        for axis in [0, 2] {
            let sum = base.min[axis] + base.max[axis];
            for one in &on_block {
                let has_image = on_block.iter().any(|other| {
                    let far = (0..3).map(|a| {
                        let [low, high] =
                            if a == axis { [sum - one.max[a], sum - one.min[a]] } else { [one.min[a], one.max[a]] };
                        (other.min[a] - low).abs().max((other.max[a] - high).abs())
                    });
                    far.fold(0.0, f64::max) < ROUNDING
                });
                assert!(has_image, "{one:?}");
            }
        }
    }
    assert!(seen > 5);
}

#[test]
fn nothing_floats_above_the_ground_and_no_building_is_buried() {
    let params = CityParams { terrain: Some(40.0), roads: true, block_kinds: true, ..CityParams::default() };
    for seed in thousand_seeds().take(20) {
        let plan = Plan::new(seed, &params).unwrap();
        let terrain = plan.terrain().unwrap();
        let mut base_top = 0.0;
        plan.for_each_box(|one| {
            let [lowest, highest] = terrain.range_under(one.min[0], one.min[2], one.max[0], one.max[2]);
            if one.kind.lies_on_ground() {
                assert!((one.min[1] - lowest).abs() < 1e-6 && one.max[1] > highest, "{one:?}");
            }
            match one.kind {
                Kind::Base => {
                    base_top = one.max[1];
                    assert!(one.max[1] - one.min[1] < 15.0, "a terrace as high as a house: {one:?}");
                }
                Kind::Body if one.place.tier == 0 => assert!((one.min[1] - base_top).abs() < 1e-9, "{one:?}"),
                _ => {}
            }
        });
    }
}

#[test]
fn terrain_only_moves_boxes_up_and_down() {
    let flat = boxes(7, &CityParams::default());
    let hilly = boxes(7, &CityParams { terrain: Some(40.0), ..CityParams::default() });
    assert_eq!(flat.len(), hilly.len());
    for (a, b) in flat.iter().zip(&hilly) {
        let side = |one: &CityBox| [one.min[0], one.min[2], one.max[0], one.max[2]];
        assert_eq!((side(a), a.color, a.kind, a.place), (side(b), b.color, b.kind, b.place));
    }
}

#[test]
fn own_colours_differ_and_change_nothing_else() {
    let grey = boxes(7, &CityParams::default());
    let own = boxes(7, &CityParams { own_colors: true, ..CityParams::default() });
    let painted: Vec<CityBox> =
        own.iter().zip(&grey).map(|(own, grey)| CityBox { color: grey.color, ..*own }).collect();
    assert_eq!(painted, grey);
    let mut colors: Vec<_> = own.iter().map(|one| one.color.map(f64::to_bits)).collect();
    colors.sort_unstable();
    colors.dedup();
    assert_eq!(colors.len(), own.len());
    // lines in the streets give no building another colour
    let mut with_roads = boxes(7, &CityParams { own_colors: true, roads: true, ..CityParams::default() });
    with_roads.retain(|one| !matches!(one.kind, Kind::Dash | Kind::Stripe));
    assert_eq!(with_roads, own);
}

#[test]
fn a_city_is_the_same_on_any_number_of_threads() {
    let params = CityParams { grid: [4, 3], terrain: Some(20.0), roads: true, ..CityParams::default() };
    let on = |threads| City::generate_on(9, &params, NonZero::new(threads).unwrap()).unwrap();
    let one = on(1);
    assert_eq!(one.instances().len(), one.counts().boxes);
    for threads in [2, 3, 5, 12, 100, usize::MAX] {
        let many = on(threads);
        assert_eq!((many.counts(), many.bounds()), (one.counts(), one.bounds()), "{threads}");
        assert!(many.instances() == one.instances(), "{threads}");
    }
}

#[test]
fn an_instance_leads_back_to_its_exact_box() {
    let city = City::generate(9, &CityParams { grid: [3, 2], ..CityParams::default() }).unwrap();
    let boxes = city.boxes();
    for index in (0..boxes.len()).step_by(97).chain([boxes.len() - 1]) {
        assert_eq!(city.box_at(index), Some(boxes[index]));
        assert_eq!(city.instances()[index], muslin_city::Instance::of(&boxes[index]));
    }
    assert_eq!(city.box_at(boxes.len()), None);
    let parts: Vec<_> = (0..6).flat_map(|number| city.instances_of(number)).copied().collect();
    assert!(parts == city.instances());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn cities_of_any_size_are_sound(seed: u32, size in 16.0..2500.0_f64, roads: bool, block_kinds: bool) {
        let params = CityParams { size, roads, block_kinds, ..CityParams::default() };
        let faults = faults(&boxes(seed, &params), size / 2.0);
        prop_assert!(faults.is_empty(), "{faults:#?}");
    }

    #[test]
    fn counts_and_bounds_are_those_of_the_boxes(seed: u32, nx in 1..4_u32, nz in 1..4_u32, advance: u32) {
        let params = CityParams { grid: [nx, nz], advance, ..CityParams::default() };
        let city = City::generate(seed, &params).unwrap();
        let boxes = city.boxes();
        prop_assert_eq!(boxes.len(), city.counts().boxes);
        for axis in 0..3 {
            let low = boxes.iter().map(|one| one.min[axis]).fold(f64::INFINITY, f64::min);
            let high = boxes.iter().map(|one| one.max[axis]).fold(f64::NEG_INFINITY, f64::max);
            prop_assert_eq!((low, high), (city.bounds().min[axis], city.bounds().max[axis]));
        }
        let again = City::generate(seed, &params).unwrap();
        prop_assert_eq!(again.counts(), city.counts());
        prop_assert!(again.instances() == city.instances());
    }
}
