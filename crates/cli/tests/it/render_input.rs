//! `muslin render`: what cannot be drawn is refused before there is work to lose.

use std::fs;

use crate::place::{Place, SCENE};

#[test]
fn a_word_that_makes_no_sense_is_wrong_usage() {
    let place = Place::new();
    for (words, expected) in [
        ("--size 7x7", "WIDTHxHEIGHT such as 1280x720, each from 16 to 8192"),
        ("--size 9000x9000", "from 16 to 8192"),
        ("--look shiny", "possible values: studio, wireframe"),
        ("--camera behind", "front, three-quarter, course"),
        ("--camera 1,2,3,1,2,3", "not where it looks at"),
        ("--background blue", "look, sky, transparent"),
        ("--color blue", "six hexadecimal digits"),
        ("--samples 2", "possible values: 1, 4"),
        ("--light warm", "ambient, diffuse, specular"),
        ("--frames 7", "FIRST..LAST such as 0..300"),
        ("--frame 3 --frames 1..2", "cannot be used with"),
        ("--every 2 --fps 25", "cannot be used with"),
        ("--every 0", "not in 1.."),
        ("--sphere-lat 2", "from 3 to 1000"),
        ("--vary ks", "KEY=VALUE,VALUE"),
        ("--vary ks=1,2 --vary look=phong --vary frame=1", "twice at most"),
    ] {
        let answer = place.muslin(&format!("render flag.toml {words}"));
        assert_eq!(answer.code, Some(2), "{words}: {}", answer.stderr);
        assert!(answer.stderr.contains(expected), "{words}: {}", answer.stderr);
    }
    assert_eq!(place.names("."), ["flag.toml"]);
}

#[test]
fn what_cannot_be_made_is_refused_and_nothing_is_written() {
    let place = Place::new();
    fs::write(place.path("broken.wgsl"), "fn shade() -> {\n").unwrap();
    let names = place.names(".");
    for (words, expected) in [
        ("--out a.jpg", "end it in .png, .gif, .mp4"),
        ("--out a.png --frames 0..3", "4 pictures cannot have one name: a.png"),
        ("--out a.png --frames 3..0", "frames 3..0 are none"),
        ("--frames 0..9999999999", "more than the 1000000"),
        ("--fps 30", "--fps is for films"),
        ("--out a.gif --fps 60", "at most 50 pictures a second, 60 were asked for"),
        ("--out a.mp4 --background transparent", "cannot be transparent"),
        ("--out flag.toml/a.png", "flag.toml"),
        ("--texture no.png", "no.png"),
        ("--height-map flag.toml", "flag.toml"),
        ("--shader no.wgsl", "cannot read the shader"),
        ("--shader broken.wgsl", "broken.wgsl:1"),
        ("--set kss=1", "did you mean ks?"),
        ("--vary ks=5,-1", "the variant ks = -1 cannot be used"),
        ("--vary look=phong,shiny", "--vary look=shiny: unknown look: shiny"),
        ("--vary frame=1,two", "expected the number of a frame"),
        ("--vary ks=1,2 --out sheet.gif", "a sheet of variants is one .png"),
        ("--vary ks=1,2 --size 8192x8192 --vary frame=1,2,3", "lower --size"),
    ] {
        let answer = place.muslin(&format!("render flag.toml {words}"));
        assert_eq!(answer.code, Some(1), "{words}: {}", answer.stderr);
        assert!(answer.stderr.contains(expected), "{words}: {}", answer.stderr);
        assert!(answer.stdout.is_empty(), "{words}: {}", answer.stdout);
        assert_eq!(place.names("."), names, "{words}");
    }
}

#[test]
fn a_cache_that_cannot_be_drawn_says_why() {
    let place = Place::new();
    place.done("run flag.toml --no-preview --frames 4");
    place.done("run flag.toml --no-preview --resume out/flag/state.muslin --frames 7 --out later");
    for (input, words, expected) in [
        ("out/flag", "--frame 5", "there is no frame 5, the cache has frames 0 to 4"),
        ("later", "--frames 0..5", "there is no frame 0, the cache has frames 4 to 7"),
        ("out/flag", "--set ks=7", "already, ks=7 would change nothing"),
        ("out/flag", "--vary ks=7,8", "already, ks=7 would change nothing"),
        ("out/flag/state.muslin", "", "this is not a Muslin cache"),
        ("out", "", "found a folder"),
    ] {
        let answer = place.muslin(&format!("render {input} --size 96x72 {words}"));
        assert_eq!(answer.code, Some(1), "{input} {words}: {}", answer.stderr);
        assert!(answer.stderr.contains(expected), "{input} {words}: {}", answer.stderr);
    }
    let refusal = || place.muslin("render out/flag --size 96x72").stderr;
    fs::write(place.path("out/flag/scene.json"), fs::read(place.path("later/scene.json")).unwrap()).unwrap();
    assert_eq!(refusal(), "");
    place.done("run flag.toml --no-preview --set columns=9 --out wider");
    fs::copy(place.path("wider/scene.json"), place.path("out/flag/scene.json")).unwrap();
    assert!(refusal().contains("the file has 40 vertices, the scene has 45"), "{}", refusal());
    fs::write(
        place.path("turned.toml"),
        SCENE.replace("columns = 8, rows = 5", "columns = 5, rows = 8").replace("[7, 0]", "[4, 0]"),
    )
    .unwrap();
    place.done("run turned.toml --no-preview --frames 0 --out turned");
    fs::copy(place.path("turned/scene.json"), place.path("out/flag/scene.json")).unwrap();
    assert!(refusal().contains("of another scene than the scene.json beside it"), "{}", refusal());
    fs::remove_file(place.path("out/flag/scene.json")).unwrap();
    assert!(refusal().contains("without its scene.json"), "{}", refusal());
}
