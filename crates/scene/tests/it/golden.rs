//! The scenes give the same bits as ever, on every machine and in every profile.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs, thread};

use crate::run::{Run, load_scene, name_of, scene_folders};

/// Frames whose state is hashed: the first, one in free fall or swing, one in contact.
const FRAMES: [u64; 3] = [1, 10, 60];

/// Scene name to frame to hash.
type Hashes = BTreeMap<String, BTreeMap<String, String>>;

#[test]
fn every_scene_has_its_golden_hashes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/hashes.toml");
    let found = hashes();
    if env::var_os("MUSLIN_BLESS").is_some() {
        fs::write(&path, text(&found)).unwrap();
        return;
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    let golden: Hashes = toml::from_str(&golden).unwrap();
    let names = golden.keys().chain(found.keys());
    let changed: Vec<&String> = names.filter(|&name| golden.get(name) != found.get(name)).collect();
    assert!(
        changed.is_empty(),
        "the bits of these scenes have changed: {changed:?}\nnow:\n{}\nIf that is meant, run `cargo xtask bless`, and say \
         why in the commit.",
        text(&found)
    );
}

fn hashes() -> Hashes {
    thread::scope(|scope| {
        let names = scene_folders().into_iter().map(|folder| name_of(&folder));
        let runs: Vec<_> = names.map(|name| scope.spawn(|| hashes_of(name))).collect();
        runs.into_iter().map(|run| run.join().expect("the run has not panicked")).collect()
    })
}

fn hashes_of(name: String) -> (String, BTreeMap<String, String>) {
    let loaded = load_scene(&name, &[]);
    let mut run = Run::new(&loaded.model);
    let hashes = FRAMES.map(|frame| {
        run.advance_to(frame);
        (frame_key(frame), format!("{:016x}", run.state.hash()))
    });
    (name, hashes.into())
}

/// As wide as the largest frame number, so that the keys sort.
fn frame_key(frame: u64) -> String {
    format!("frame_{frame:03}")
}

fn text(hashes: &Hashes) -> String {
    let mut lines =
        vec!["# Hash of the state of each scene after some frames. Made by `cargo xtask bless`.".to_owned()];
    for (name, frames) in hashes {
        lines.push(format!("\n[{name}]"));
        lines.extend(frames.iter().map(|(frame, hash)| format!("{frame} = \"{hash}\"")));
    }
    lines.join("\n") + "\n"
}
