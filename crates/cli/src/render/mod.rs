//! `muslin render`: pictures and films of a scene, or of what was simulated before.
//!
//! | module | what is in it |
//! |---|---|
//! | [`input`] | a scene or a cache |
//! | [`plan`] | which frames are drawn, how fast a film of them runs |
//! | [`reel`] | their positions, simulated or read |
//! | [`view`], [`appearance`] | where the camera stands, what a picture looks like |
//! | [`painter`] | from a scene to a picture in memory |
//! | [`destination`] | PNG files, GIF, video |
//! | [`vary`], [`sheet`] | variants in a table |
//! | [`words`] | values on the command line |

pub mod appearance;
pub mod destination;
pub mod failure;
mod input;
mod painter;
mod plan;
mod reel;
mod sheet;
mod summary;
mod vary;
mod view;
pub mod words;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, CommandFactory};
use muslin_render::film::{Film, MAX_GIF_FPS};
use muslin_render::{Background, Stage};

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::{self, Progress};
use crate::{Cli, Outcome, console, notice};

use appearance::{Appearance, AppearanceArgs};
use destination::Destination;
use failure::RenderFailure;
use input::Input;
use painter::Painter;
use plan::Plan;
use reel::{Reel, Studio};
use summary::Summary;
use vary::Axis;
use view::View;
use words::{FrameRange, Size};

const EXAMPLES: &str = "\
Examples:
  muslin render flag.toml                                       the last frame, out/flag/flag_0300.png
  muslin render out/flag --frame 90 --look strain               from what `muslin run` wrote
  muslin render flag.toml --out flag.mp4                        a film of all frames; needs ffmpeg
  muslin render flag.toml --out flag.gif --frames 0..180 --fps 25
  muslin render flag.toml --frames 0..300 --every 10 --out shots/flag_####.png
  muslin render flag.toml --vary ks=500,5000,50000 --vary look=studio,strain
  muslin render flag.toml --camera 2,1.5,2,0.5,0.5,0.5 --background transparent

Ctrl-C ends a film or a sequence after the picture in work; a second one stops at once.";

/// Draw pictures and films
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct RenderArgs {
    /// Scene file, which is simulated; or what `muslin run` wrote: `cache.muslin` or its folder
    #[arg(value_name = "SCENE|CACHE")]
    input: PathBuf,
    /// Replace a value of the scene, such as `ks=2000` or `cloth.0.material.ks=2000`; may be repeated
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    set: Vec<String>,
    /// Sub-steps per frame
    #[arg(long, alias = "steps", value_name = "N", allow_hyphen_values = true)]
    substeps: Option<String>,
    /// Draw this frame [default: the last]
    #[arg(long, value_name = "N", conflicts_with_all = ["frames", "every", "fps"])]
    frame: Option<u64>,
    /// Draw frames FIRST to LAST; either may be left out
    #[arg(long, value_name = "FIRST..LAST")]
    frames: Option<FrameRange>,
    /// Draw every K-th frame
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// Pictures per second of a film; time runs as it did [default: the scene's fps, in a GIF at most 50]
    #[arg(long, value_name = "F", value_parser = words::positive, conflicts_with = "every")]
    fps: Option<f64>,
    /// FILE.png (`#`s become the frame's number), a folder, FILE.gif, or FILE.mp4, .mov, .webm by ffmpeg
    /// [default: out/NAME, NAME being the scene's]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Width and height in pixels [default: 1280x720; GIF 640x360; each variant 400x400]
    #[arg(long, value_name = "WxH")]
    size: Option<Size>,
    /// Where the camera stands: front, three-quarter, course, relaxation, or numbers x,y,z, and tx,ty,tz of what it looks at
    #[arg(long, value_name = "CAMERA", default_value = "three-quarter", allow_hyphen_values = true)]
    camera: View,
    /// Samples a pixel, 1 or 4: with 4 edges are smooth
    #[arg(long, value_name = "N", default_value = "4", value_parser = ["1", "4"])]
    samples: String,
    /// Draw a table of variants: KEY is one of the scene as in --set, or an option of the appearance such as `look` or
    /// `sphere_lat` (parts of `light` with + between), or `frame`; given twice, the first goes down and the second to
    /// the right
    #[arg(long, value_name = "KEY=A,B,...", allow_hyphen_values = true, conflicts_with_all = ["frames", "every", "fps"])]
    vary: Vec<Axis>,
    #[command(flatten)]
    appearance: AppearanceArgs,
    /// Print one JSON object at the end, and errors as JSON
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// How to show progress on the standard error stream
    #[arg(long, value_enum, default_value = "auto", help_heading = "Output")]
    progress: progress::Style,
}

/// Draws and writes.
///
/// # Errors
/// If the input cannot be used, or there is nothing to draw with, or a file cannot be written.
pub fn render(args: &RenderArgs) -> Result<Outcome, Failure> {
    let started = Instant::now();
    if args.vary.len() > 2 {
        let message = "--vary can be used twice at most: a table has rows and columns";
        Cli::command().error(clap::error::ErrorKind::TooManyValues, message).exit();
    }
    let appearance = args.appearance.load()?;
    if !args.vary.is_empty() {
        return sheet::render(args, &appearance);
    }
    let mut input = Input::open(&args.input, &args.overrides())?;
    let job = args.job(&input, &appearance)?;
    if !args.json {
        notice::show_problems(&input.loaded.warnings);
    }
    let interrupt = Interrupt::watch(vec![job.destination.folder().to_owned()])?;
    let mut painter = Painter::new(job.size, args.samples()).map_err(RenderFailure::from)?;
    let stage = painter.stage(&input.loaded.model, &appearance);
    painter.check(&stage, &appearance)?;
    let mut film = job.destination.open(job.size, job.plan.fps)?;
    let studio = Studio { folder: job.destination.folder(), interrupt: &interrupt, progress: args.progress };
    let mut reel = studio.reel(&mut input, &job.plan.frames)?;
    let progress = Progress::of_pictures(args.progress, job.plan.frames.len());
    let shoot = Shoot { input: &input, appearance: &appearance, plan: &job.plan, interrupt: &interrupt };
    let drawn = shoot.run(args.camera, &mut painter, stage, &mut reel, film.as_mut(), &progress);
    progress.finish();
    let (drawn, asked) = (drawn?, job.plan.frames.len());
    let files = film.finish()?;
    if drawn < asked {
        console::tell(format_args!("stopped at picture {drawn} of {asked}"));
    }
    conclude(
        args.json,
        &Summary {
            look: appearance.style.look.name(),
            size: job.size,
            first_frame: job.plan.frames[0],
            last_frame: job.plan.frames[drawn - 1],
            pictures: drawn,
            pictures_asked: asked,
            fps: job.destination.is_film().then_some(job.plan.fps),
            interrupted: drawn < asked,
            files,
            seconds: started.elapsed().as_secs_f64(),
            warnings: input.loaded.warnings.iter().map(Into::into).collect(),
            ..Summary::of(&input.loaded, &painter.gpu.name)
        },
    )
}

/// What is to be made.
struct Job {
    destination: Destination,
    plan: Plan,
    size: [u32; 2],
}

impl RenderArgs {
    /// The values that are put in place of the scene's.
    fn overrides(&self) -> Vec<String> {
        let substeps = self.substeps.as_ref().map(|value| format!("settings.substeps={value}"));
        self.set.iter().cloned().chain(substeps).collect()
    }

    fn samples(&self) -> u32 {
        if self.samples == "1" { 1 } else { 4 }
    }

    /// Settles what is made before anything is.
    fn job(&self, input: &Input, appearance: &Appearance) -> Result<Job, RenderFailure> {
        let stem = input.run_info().file_stem();
        let out = self.out.clone().unwrap_or_else(|| Path::new("out").join(&stem));
        let destination = Destination::named(&out, &stem)?;
        let plan = self.plan(input, &destination)?;
        match &destination {
            Destination::Pictures(names) if plan.frames.len() > 1 && !names.are_numbered() => {
                Err(RenderFailure::OneName { count: plan.frames.len(), path: out })
            }
            Destination::Video(path, _) if appearance.style.background == Background::Transparent => {
                Err(RenderFailure::TransparentFilm { path: path.clone() })
            }
            _ => Ok(Job { size: self.size_for(&destination), destination, plan }),
        }
    }

    /// The frames that are drawn: one, unless a range or a film is asked for.
    fn plan(&self, input: &Input, destination: &Destination) -> Result<Plan, RenderFailure> {
        let (first, last) = input.frames();
        let film = destination.is_film() && self.frame.is_none();
        if !film && self.frames.is_none() && self.every.is_none() {
            if self.fps.is_some() {
                return Err(RenderFailure::FpsOfPictures { path: destination.path().to_owned() });
            }
            let frame = self.frame.unwrap_or(last);
            input.check_frame(frame)?;
            return Ok(Plan::single(frame, input.fps().min(MAX_GIF_FPS)));
        }
        let range = self.frames.unwrap_or(FrameRange { first: None, last: None });
        let (first, last) = (range.first.unwrap_or(first), range.last.unwrap_or(last));
        let plan = Plan::every(first, last, self.every.unwrap_or(1), input.fps())?;
        input.check_frame(first)?;
        input.check_frame(last)?;
        match (destination, self.fps) {
            (Destination::Pictures(_), Some(_)) => {
                Err(RenderFailure::FpsOfPictures { path: destination.path().to_owned() })
            }
            (Destination::Gif(_), Some(fps)) if fps > MAX_GIF_FPS => Err(RenderFailure::GifFps { fps }),
            (Destination::Gif(_), None) => plan.at(plan.fps.min(MAX_GIF_FPS)),
            (_, Some(fps)) => plan.at(fps),
            (_, None) => Ok(plan),
        }
    }

    fn size_for(&self, destination: &Destination) -> [u32; 2] {
        let wanted = self.size.map(|size| size.0);
        if let Some(words) = destination.rounding(wanted).filter(|_| !self.json) {
            console::tell(words);
        }
        destination.size(wanted)
    }
}

/// Drawing the pictures of a plan.
struct Shoot<'a> {
    input: &'a Input,
    appearance: &'a Appearance,
    plan: &'a Plan,
    interrupt: &'a Interrupt,
}

impl Shoot<'_> {
    /// Draws all, or until Ctrl-C, and returns how many that were: at least one.
    fn run(
        &self,
        view: View,
        painter: &mut Painter,
        mut stage: Stage,
        reel: &mut Reel,
        out: &mut dyn Film,
        progress: &Progress,
    ) -> Result<usize, Failure> {
        let model = &self.input.loaded.model;
        let mut bounds_of = |frame: u64| {
            stage.update(&painter.gpu, model, &reel.read(frame)?, frame as f64);
            Ok::<_, Failure>(stage.bounds())
        };
        let frames = &self.plan.frames;
        let bounds = view::union(bounds_of(frames[0])?, bounds_of(frames[frames.len() - 1])?);
        let camera = view.camera(model, bounds, painter.aspect())?;
        for (index, &frame) in frames.iter().enumerate() {
            if index > 0 && self.interrupt.asked() {
                return Ok(index);
            }
            stage.update(&painter.gpu, model, &reel.read(frame)?, frame as f64);
            out.put(frame, &painter.paint(&stage, &camera, self.appearance)?)?;
            progress.tick(index as u64 + 1);
        }
        Ok(frames.len())
    }
}

/// Says what was done.
fn conclude(json: bool, summary: &Summary) -> Result<Outcome, Failure> {
    let printed = if json { console::print(summary.to_json()) } else { console::print(summary) };
    printed.map(|()| Outcome::Done)
}
