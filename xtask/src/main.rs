//! Everything that is done to the project rather than by it: `cargo xtask <command>`.

// a task speaks to the person at the terminal
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod bench;
mod drivers;
mod gallery;
mod layers;
mod test;
mod web;

use std::env;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand, ValueEnum};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Tasks of the Muslin workspace")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run all that a change must pass: format, lints, layers, documentation, tests
    Test,
    /// Check that crates depend on each other in the allowed directions only
    CheckLayers,
    /// Build the npm package and the pages into web/lib and web/dist
    Web,
    /// Build them and run their tests, in node and in a browser
    WebTest,
    /// Make the golden hashes and pictures anew from what the scenes give now
    Bless,
    /// Draw the pictures of the documentation anew
    Gallery,
    /// Measure how long a frame takes
    Bench {
        /// What to measure: a method, cities, pictures
        method: Method,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    #[value(name = "mass_spring")]
    MassSpring,
    #[value(name = "relaxation")]
    Relaxation,
    #[value(name = "impulse")]
    Impulse,
    /// Pictures: the way of positions to the device, and every look beside the simulation
    Picture,
    /// Cities: from the number to boxes, and to files
    City,
    /// The window: pictures a second in every look, beside the simulation
    Window,
}

fn main() -> ExitCode {
    // paths are those of the workspace, wherever in it the task was called
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    match env::set_current_dir(root).map_err(Into::into).and_then(|()| run(&Arguments::parse().task)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &Task) -> Result<()> {
    match task {
        Task::Test => test::run(),
        Task::CheckLayers => layers::check(),
        Task::Web => web::build(),
        Task::WebTest => web::test().map(|_| ()),
        Task::Bless => test::bless(),
        Task::Gallery => gallery::run(),
        Task::Bench { method } => bench(*method),
    }
}

/// Measures in a build for use: `cargo xtask` is one for development.
fn bench(method: Method) -> Result<()> {
    match method {
        Method::MassSpring if cfg!(debug_assertions) => test::in_release("bench mass_spring"),
        Method::MassSpring => bench::mass_spring::run(),
        Method::Relaxation if cfg!(debug_assertions) => test::in_release("bench relaxation"),
        Method::Relaxation => bench::relaxation::run(),
        Method::Impulse if cfg!(debug_assertions) => test::in_release("bench impulse"),
        Method::Impulse => bench::impulse::run(),
        Method::Picture => test::example("picture_time", "muslin-render"),
        Method::City => test::example("speed", "muslin-city"),
        Method::Window => bench::window::run(),
    }
}
