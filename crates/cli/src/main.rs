//! The `muslin` command: simulate cloth, write what other tools open.
//!
//! This file is the program: what is asked, who does it, which exit code comes of it. Each command is a file.

mod bytes;
mod city;
mod console;
mod failure;
mod info;
mod interrupt;
mod notice;
mod output;
mod preview;
mod progress;
mod render;
mod replay;
mod run;
mod scene_args;
mod schema;
mod serve;
mod simulate;
mod summary;
mod view;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  muslin run scenes/pinned2/scene.toml               simulate, write a cache to out/pinned2/
  muslin run flag.toml --frames 90 --set ks=2000     shorter, softer
  muslin run flag.toml --format pc2,obj --out bake   for Blender
  muslin render scenes/sphere/scene.toml             draw the last frame to out/sphere/
  muslin render out/pinned2 --out pinned2.mp4        a film of what was simulated before
  muslin view flag.toml                              watch it, pull it, change it while it runs
  muslin city 42 --grid 3x3 --out city.glb           a procedural city from a number
  muslin serve                                       the web pages, on this machine
  muslin info flag.toml                              what is in it, whether it is stable
  muslin schema > scene.schema.json                  for editors

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done, but --strict found something";

/// Simulates cloth and writes what other tools open.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::RunArgs),
    Render(render::RenderArgs),
    View(view::ViewArgs),
    City(city::CityArgs),
    Info(info::InfoArgs),
    Serve(serve::ServeArgs),
    Schema(schema::SchemaArgs),
}

/// How a command ended that did what it was asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// All is well.
    Done,
    /// There were warnings, and these were to count.
    StrictFailed,
}

fn main() -> ExitCode {
    let command = Cli::parse().command;
    let (json, outcome) = match &command {
        Command::Run(args) => (args.json, run::run(args)),
        Command::Render(args) => (args.json, render::render(args)),
        Command::View(args) => (false, view::view(args)),
        Command::City(args) => (args.json, city::city(args)),
        Command::Info(args) => (args.json, info::info(args)),
        Command::Serve(args) => (false, serve::serve(args)),
        Command::Schema(args) => (false, schema::schema(args)),
    };
    match outcome {
        // whoever closes the pipe has seen enough
        Ok(Outcome::Done) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Ok(Outcome::StrictFailed) => ExitCode::from(3),
        Err(failure) => {
            notice::report(&failure, json);
            ExitCode::FAILURE
        }
    }
}
