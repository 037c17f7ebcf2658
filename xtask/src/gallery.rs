//! `cargo xtask gallery`: the pictures of README and docs/gallery.md, by `muslin`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::test::cargo;

/// A picture, and the arguments of `muslin` that make it.
struct Picture {
    file: &'static str,
    title: &'static str,
    arguments: &'static str,
}

const fn picture(file: &'static str, title: &'static str, arguments: &'static str) -> Picture {
    Picture { file, title, arguments }
}

const FOLDER: &str = "docs/gallery";
const PAGE: &str = "docs/gallery.md";

const PICTURES: [Picture; 15] = [
    picture("hanging.png", "Held at two corners", "render scenes/pinned2/scene.toml --frame 110 --size 640x480"),
    picture("drape.png", "Over a ball", "render scenes/sphere/scene.toml --frame 140 --size 640x480"),
    picture(
        "looks.png",
        "Every look",
        "render scenes/pinned2/scene.toml --size 240x200 --height-scale 0.02 --normal-scale 100 \
         --vary look=studio,wireframe,normal,diffuse,phong,texture,bump,displacement,mirror,flat_checks,strain \
         --vary frame=40,80,140",
    ),
    picture(
        "ks.png",
        "Spring constant",
        "render scenes/pinned2/scene.toml --frame 300 --size 260x260 --look normal --camera front --vary ks=50,500,5000,50000",
    ),
    picture(
        "density.png",
        "Mass per area",
        "render scenes/pinned2/scene.toml --frame 300 --size 260x260 --look normal --camera front \
         --vary areal_density=15,150,1500,15000",
    ),
    picture(
        "damping.png",
        "Damping, over time",
        "render scenes/pinned2/scene.toml --size 240x240 --look normal --vary damping=0,0.2,1 --vary frame=30,60,120,240",
    ),
    picture(
        "springs.png",
        "Kinds of springs",
        "render scenes/pinned2/scene.toml --frame 90 --size 300x300 --vary look=studio,wireframe \
         --vary springs=[\"structural\"],[\"structural\",\"shearing\"],[\"structural\",\"shearing\",\"bending\"]",
    ),
    picture(
        "friction.png",
        "Friction of the ball",
        "render scenes/sphere/scene.toml --frame 200 --size 300x300 --vary collider.0.friction=0,0.3,1",
    ),
    picture(
        "sphere_mesh.png",
        "Bump and displacement on a coarse and a fine ball",
        "render scenes/sphere/scene.toml --frame 0 --size 300x300 --camera 0.5,0.9,1.6,0.5,0.2,0.5 --height-map cobble --height-scale 0.02 --normal-scale 100 \
         --vary look=bump,displacement --vary sphere_lat=16,128",
    ),
    picture(
        "self_collision.png",
        "Folding onto itself",
        "render scenes/self_collision/scene.toml --size 280x240 --vary look=studio,strain --vary frame=60,120,200",
    ),
    picture(
        "relaxation.png",
        "The relaxation cloth as its document shows it",
        "render scenes/relaxation/scene.toml --size 396x287 --look flat_checks --camera relaxation \
         --vary frame=2,90,180,270,360,450",
    ),
    picture(
        "relaxation_studio.png",
        "And in the studio",
        "render scenes/relaxation/scene.toml --frame 180 --size 640x480",
    ),
    picture("city.png", "The city as its document shows it", "city --look original --picture-size 800x640"),
    picture(
        "city_studio.png",
        "A city with parks, streets and hills",
        "city 42 --roads --block-kinds --terrain 60 --picture-size 960x600",
    ),
    picture(
        "city_drape.png",
        "A sheet over four blocks",
        "render scenes/city-drape/scene.toml --frame 240 --size 800x560 --camera=-20,150,125,-52,14,-10",
    ),
];

/// Draws everything and writes the page.
///
/// # Errors
/// If a picture cannot be made.
pub fn run() -> Result<()> {
    fs::create_dir_all(FOLDER).with_context(|| format!("cannot make {FOLDER}"))?;
    for picture in &PICTURES {
        draw(picture.arguments, &format!("{FOLDER}/{}", picture.file))?;
    }
    fs::write(PAGE, page()?).with_context(|| format!("cannot write {PAGE}"))
}

fn draw(arguments: &str, file: &str) -> Result<()> {
    println!("muslin {arguments} --out {file}");
    let mut command: Command = cargo();
    command.args(["run", "--quiet", "--release", "--package", "muslin", "--"]);
    command.args(arguments.split_ascii_whitespace()).args(["--out", file]);
    ensure!(command.status().context("cargo does not start")?.success(), "failed: {file}");
    ensure!(Path::new(file).is_file(), "{file} was not written");
    Ok(())
}

fn page() -> Result<String> {
    let mut page = String::from("# Gallery\n\nEach picture is one command; `cargo xtask gallery` runs them all.\n");
    for Picture { file, title, arguments } in &PICTURES {
        // quotes keep a shell from reading brackets and quotes
        let words = arguments.split_ascii_whitespace();
        let words: Vec<String> =
            words.map(|word| if word.contains('"') { format!("'{word}'") } else { word.to_owned() }).collect();
        let words = words.join(" ");
        write!(page, "\n## {title}\n\n```sh\nmuslin {words}\n```\n\n![{title}](gallery/{file})\n")?;
    }
    Ok(page)
}
