//! `muslin city`: a procedural city from a number, said in numbers, written and drawn.
//!
//! | module | what is in it |
//! |---|---|
//! | [`words`] | values on the command line |
//! | [`outputs`], [`file`] | what is to be made, under which names |
//! | [`work`] | city after city |
//! | [`pen`], [`gauge`] | writes the files, shows how far it is |
//! | [`painter`] | draws |
//! | [`overview`], [`summary`] | what is said of a city, and of what was done |

pub mod failure;
mod file;
mod gauge;
mod outputs;
mod overview;
mod painter;
mod pen;
mod summary;
mod words;
mod work;

use std::path::PathBuf;
use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory};
use muslin_city::export::Fallback;
use muslin_city::{City, CityParams};
use muslin_render::city::{CityLook, CityStyle};
use muslin_viewer::FlyOptions;

use crate::failure::Failure;
use crate::render::words::Size;
use crate::{Cli, Outcome, console, progress};

use failure::CityFailure;
use outputs::Outputs;
use overview::Overview;
use summary::Summary;
use words::Grid;
use work::{Done, Work};

const EXAMPLES: &str = "\
Examples:
  muslin city                                          what the city of the default seed has
  muslin city 42 --view                                fly through it
  muslin city 42 --out city.glb                        for three.js and other readers of instances
  muslin city 42 --out city.glb --plain                for Blender, and whatever else reads glTF
  muslin city 0xBEEF --grid 5x5 --roads --out city.obj --out city.json
  muslin city -1 --terrain 60 --block-kinds --out city.png
  muslin city --advance-seed --frames 100 --out city.gif
  muslin city --advance-seed --frames 100 --out cities/city_####.glb

The same seed and options make the same city, to the bit. Lengths are in metres, y is up. Ctrl-C leaves no file
half-written; what was made before it stays.";

/// Make a procedural city from a number
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
pub struct CityArgs {
    /// What chooses the city: a whole number of 32 bits, decimal, hexadecimal after 0x, or negative
    #[arg(default_value = "0xA749F86C", value_parser = muslin_city::parse_seed, allow_negative_numbers = true)]
    seed: u32,
    /// Length of a side of the city in metres, 16 to 10000
    #[arg(long, value_name = "M", default_value = "500", value_parser = words::metres, allow_hyphen_values = true)]
    size: f64,
    /// How many cities side by side along x and along z, each with a seed of its own, up to 1000x1000
    #[arg(long, value_name = "NxN", default_value = "1x1", allow_hyphen_values = true)]
    grid: Grid,
    /// Dashed lines along the middle of streets, and crossings
    #[arg(long)]
    roads: bool,
    /// Four kinds of block: a park, a symmetrical array of buildings, one lot, two lots
    #[arg(long)]
    block_kinds: bool,
    /// A colour of its own for every box instead of a grey
    #[arg(long)]
    own_colors: bool,
    /// Hilly ground, this many metres between the lowest and the highest possible, up to 1000 [default: flat]
    #[arg(long, value_name = "M", value_parser = words::metres, allow_hyphen_values = true)]
    terrain: Option<f64>,
    /// Open a window and fly through the city: the mouse looks, its left button flies forward, the right one back
    #[arg(long, conflicts_with_all = ["out", "plain", "frames", "advance_seed", "picture_size", "json", "progress"])]
    view: bool,
    /// FILE.glb (binary glTF), FILE.obj (with FILE.mtl beside it), FILE.json (every box exactly), FILE.png, or a film of
    /// several cities: FILE.gif, or FILE.mp4, .mov, .webm by ffmpeg. `#`s become the number of the frame. May be
    /// repeated
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    out: Vec<PathBuf>,
    /// In .glb, a mesh for each city instead of one cube that is drawn many times: 4 to 8 times as large, and read by
    /// programs that do not know `EXT_mesh_gpu_instancing` or, like Blender, not its colours
    #[arg(long, help_heading = "Output")]
    plain: bool,
    /// Make N cities, frames 0 to N - 1; goes with --advance-seed. A film shows 25 a second
    #[arg(long, value_name = "N", requires = "out", help_heading = "Output",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    frames: Option<u32>,
    /// Raise the seed by one each frame, so that each has another city; the terrain stays the same
    #[arg(long, requires = "frames", help_heading = "Output")]
    advance_seed: bool,
    /// How a picture, or the window, is drawn: with sun and shadows, or as the first program of this kind did [default: studio]
    #[arg(long, value_name = "LOOK", value_parser = look_parser(), help_heading = "Output")]
    look: Option<CityLook>,
    /// In pictures and the window, boxes are darker the farther they are from the middle, and none is drawn beyond 2000 m
    #[arg(long, help_heading = "Output")]
    darken: bool,
    /// Width and height of a picture in pixels [default: 1280x720; GIF 640x360]
    #[arg(long, value_name = "WxH", help_heading = "Output")]
    picture_size: Option<Size>,
    /// Print one JSON object at the end, and errors as JSON
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// How to show progress on the standard error stream
    #[arg(long, value_enum, default_value = "auto", help_heading = "Output")]
    progress: progress::Style,
}

fn look_parser() -> impl TypedValueParser<Value = CityLook> {
    PossibleValuesParser::new(CityLook::ALL.map(CityLook::name)).try_map(|word| word.parse::<CityLook>())
}

/// Makes a city, or one a frame, and writes what is asked for; or shows it in a window.
///
/// # Errors
/// If a parameter is out of its range or there is no display or a file cannot be written.
pub fn city(args: &CityArgs) -> Result<Outcome, Failure> {
    let started = Instant::now();
    args.check_usage();
    if args.view {
        let options = FlyOptions { style: args.style(), ..FlyOptions::default() };
        muslin_viewer::fly(args.seed, &args.params(0), &options)?;
        return Ok(Outcome::Done);
    }
    let outputs = args.outputs()?;
    let Done { overview, frames, files } = if outputs.is_empty() {
        Done { overview: Overview::of(&args.make(0)?), frames: 1, files: Vec::new() }
    } else {
        if !args.json {
            let wanted = args.picture_size.map(|size| size.0);
            outputs.films.iter().filter_map(|film| film.rounding(wanted)).for_each(console::tell);
        }
        args.work(&outputs, &|frame| args.make(frame)).run()?
    };
    let asked = args.frame_count();
    if frames < asked {
        console::tell(format_args!("stopped at city {frames} of {asked}"));
    }
    let summary = Summary {
        tool: "muslin",
        version: env!("CARGO_PKG_VERSION"),
        overview,
        frames,
        frames_asked: asked,
        interrupted: frames < asked,
        files,
        has_instances: outputs.has_instances(),
        seconds: started.elapsed().as_secs_f64(),
    };
    let printed = if args.json { console::print(summary.to_json()) } else { console::print(&summary) };
    printed.map(|()| Outcome::Done)
}

impl CityArgs {
    /// Words that make no sense together are wrong usage, as clap says it.
    fn check_usage(&self) {
        let Some(count) = self.frames.filter(|_| !self.advance_seed) else { return };
        let message = format!(
            "--frames {count} alone would make the same city again and again: add --advance-seed, which raises the seed by \
             one each frame"
        );
        Cli::command().error(ErrorKind::MissingRequiredArgument, message).exit();
    }

    /// What pictures and the window look like.
    fn style(&self) -> CityStyle {
        CityStyle { look: self.look.unwrap_or_default(), darken: self.darken }
    }

    fn frame_count(&self) -> u32 {
        self.frames.unwrap_or(1)
    }

    fn outputs(&self) -> Result<Outputs, CityFailure> {
        let fallback = if self.plain { Fallback::Plain } else { Fallback::None };
        let outputs = Outputs::named(&self.out, fallback, self.frame_count())?;
        if self.plain && !outputs.has_glb() {
            return Err(CityFailure::PlainOfNothing);
        }
        if outputs.films.is_empty() && (self.look.is_some() || self.darken || self.picture_size.is_some()) {
            return Err(CityFailure::LookOfNothing);
        }
        Ok(outputs)
    }

    /// What makes the city of a frame, beside the seed.
    fn params(&self, frame: u32) -> CityParams {
        CityParams {
            size: self.size,
            grid: self.grid.0,
            advance: frame,
            roads: self.roads,
            block_kinds: self.block_kinds,
            own_colors: self.own_colors,
            terrain: self.terrain,
        }
    }

    /// The city of a frame.
    fn make(&self, frame: u32) -> Result<City, CityFailure> {
        Ok(City::generate(self.seed, &self.params(frame))?)
    }

    fn work<'a>(&'a self, outputs: &'a Outputs, make: &'a dyn Fn(u32) -> Result<City, CityFailure>) -> Work<'a> {
        Work {
            make,
            count: self.frame_count(),
            outputs,
            style: self.style(),
            picture_size: self.picture_size.map(|size| size.0),
            progress: self.progress,
        }
    }
}
