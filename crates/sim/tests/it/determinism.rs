//! Equal starts have equal ends, to the bit.

use muslin_sim::step::{self, mass_spring};
use muslin_sim::{Model, Settings, State, Workspace};

use crate::scenes;

fn run(model: &Model, frames: u32) -> State {
    let mut state = State::new(model);
    let mut workspace = Workspace::new(model);
    for _ in 0..frames {
        step::advance_frame(model, &mut state, &mut workspace);
    }
    state
}

#[test]
fn a_run_repeated_has_the_same_hash() {
    for name in ["selfCollisionDet", "small_both"] {
        let model = scenes::model(name, Settings::default());
        assert_eq!(run(&model, 40), run(&model, 40), "{name}");
    }
}

#[test]
fn a_new_workspace_in_every_sub_step_changes_no_bit() {
    for name in ["selfCollisionDet", "sphere", "small_vertical_det"] {
        let model = scenes::model(name, Settings::default());
        let mut state = State::new(&model);
        for _ in 0..30 * 30 {
            mass_spring::step(&model, &mut state, &mut Workspace::new(&model));
        }
        assert_eq!(state.hash(), run(&model, 30).hash(), "{name}");
    }
}

#[test]
fn one_moved_bit_changes_the_hash() {
    let model = scenes::model("small_pinned", Settings::default());
    let mut state = State::new(&model);
    let before = state.hash();
    state.x.zs[17] = f64::from_bits(state.x.zs[17].to_bits() ^ 1);
    assert_ne!(state.hash(), before);
}

#[test]
fn the_hash_is_fnv_1a_over_little_endian_coordinates() {
    // FNV-1a 64 of the empty input and of "a", from the authors' published test vectors, pin the algorithm; the state's
    // bytes are then checked against a hash written out here
    let fnv = |bytes: &[u8]| {
        bytes
            .iter()
            .fold(0xCBF2_9CE4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
    };
    assert_eq!(fnv(b""), 0xCBF2_9CE4_8422_2325);
    assert_eq!(fnv(b"a"), 0xAF63_DC4C_8601_EC8C);
    let model = scenes::model("small_pinned", Settings::default());
    let state = State::new(&model);
    let bytes: Vec<u8> =
        state.x.iter().flat_map(|x| x.to_array()).flat_map(|value| value.to_bits().to_le_bytes()).collect();
    assert_eq!(state.hash(), fnv(&bytes));
}

#[test]
fn frame_k_ends_at_exactly_k_over_fps() {
    let settings = Settings { fps: 24.0, substeps: 7, ..Settings::default() };
    let model = scenes::model("small_pinned", settings);
    let mut state = State::new(&model);
    let mut workspace = Workspace::new(&model);
    for frame in 1..=100 {
        step::advance_frame(&model, &mut state, &mut workspace);
        assert_eq!(state.time, f64::from(frame) / 24.0);
    }
}
