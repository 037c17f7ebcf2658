//! `muslin run`: simulate a scene and write it.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, ValueEnum};
use miette::{MietteDiagnostic, Severity};
use muslin_scene::LoadedScene;
use muslin_scene::io::{self, Format, MetricsWriter, Precision, RunInfo};
use muslin_sim::State;

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::notice::{self, Notice};
use crate::output::{Output, Totals};
use crate::progress::{self, Progress};
use crate::scene_args::SceneArgs;
use crate::simulate::Simulation;
use crate::summary::{Summary, Written};
use crate::{Cli, Outcome, console, preview, replay};

const EXAMPLES: &str = "\
Examples:
  muslin run flag.toml                                        frames 0 to 300 in out/flag/
  muslin run flag.toml --resume out/flag/state.muslin --frames 600 --out out/flag-2
  muslin run flag.toml --format none --hash                   only the hash of every frame
  muslin run flag.toml --metrics flag.csv --json              numbers for programs

Ctrl-C finishes the frame in work and all files; a second one stops at once.";

/// Simulate a scene and write its frames
#[derive(Args)]
#[command(after_help = EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // each is a switch of its own
pub struct RunArgs {
    #[command(flatten)]
    scene: SceneArgs,
    /// Folder for the results [default: out/NAME, NAME being the scene's]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What to write, with commas between
    #[arg(long, value_name = "FORMAT", value_delimiter = ',', default_value = "cache")]
    format: Vec<OutputFormat>,
    /// Bits of the written coordinates; the simulation always has 64
    #[arg(long, default_value = "f32",
        value_parser = PossibleValuesParser::new(["f32", "f64"]).try_map(|word| word.parse::<Precision>()))]
    precision: Precision,
    /// Print `FRAME HASH` for every frame, the hash being that of the simulated bits
    #[arg(long)]
    hash: bool,
    /// Write a table of numbers about every frame
    #[arg(long, value_name = "FILE.csv")]
    metrics: Option<PathBuf>,
    /// Print one JSON object at the end, and errors as JSON
    #[arg(long, conflicts_with = "hash")]
    pub json: bool,
    /// Most threads to use [default: number of cores]. The simulation runs on one. With 2 or more, frames are written,
    /// hashed and measured on a second while the next is simulated: same bytes and hashes either way
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Go on from the end of an earlier run of the same scene; results begin with the frame of that state
    #[arg(long, value_name = "STATE")]
    resume: Option<PathBuf>,
    /// Repeat what was done in a window, a session that it saved, and print the hash of its end; nothing is written
    #[arg(long, value_name = "SESSION.json",
        conflicts_with_all = ["out", "format", "hash", "metrics", "json", "resume", "strict"])]
    replay: Option<PathBuf>,
    /// How to show progress on the standard error stream
    #[arg(long, value_enum, default_value = "auto")]
    progress: progress::Style,
    /// Exit with 3 when there are warnings, or vertices that had to be put back
    #[arg(long)]
    strict: bool,
    /// No picture of the last frame beside the results
    #[arg(long)]
    no_preview: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// Muslin's own cache, `cache.muslin`
    Cache,
    /// One Wavefront OBJ a frame, in the folder `obj`
    Obj,
    /// Point cache for Blender and 3ds Max, `NAME.pc2` and the mesh `NAME.obj`
    Pc2,
    /// Arrays for Python, `NAME.npz`
    Npz,
    /// No file at all
    None,
}

/// Simulates and writes.
///
/// # Errors
/// If the scene cannot be used or a file cannot be read or written.
pub fn run(args: &RunArgs) -> Result<Outcome, Failure> {
    let formats = args.formats();
    let loaded = args.scene.load()?;
    if let Some(session) = &args.replay {
        return replay::repeat(&loaded, session);
    }
    let (mut state, first) = args.start(&loaded)?;
    if !args.json {
        notice::show_problems(&loaded.warnings);
    }
    let info = run_info(&loaded, first);
    let dir = args.out.clone().unwrap_or_else(|| Path::new("out").join(info.file_stem()));
    let interrupt = Interrupt::watch(args.folders(&dir))?;
    let started = Instant::now();
    let mut output = args.open(&formats, &dir, &info, &loaded)?;
    let last = loaded.scene.frames;
    let progress = Progress::start(args.progress, first, last, args.hash);
    let simulation = Simulation { model: &loaded.model, first, last, interrupt: &interrupt, progress: &progress };
    let simulated = simulation.run(&mut state, &mut output, args.threads());
    progress.finish();
    if let Err(failure) = simulated {
        // the frames before are good; why there are no more is what matters
        let _ = output.finish(true);
        return Err(failure);
    }
    let totals = output.totals;
    let mut files = output.finish(totals.last_frame < last)?;
    let mut no_preview = None;
    if !formats.is_empty() {
        files.extend(write_beside(&dir, &loaded, &state)?);
        if !args.no_preview {
            match preview::write(&dir, &loaded.model, &state)? {
                Ok(path) => files.push(path),
                Err(reason) => no_preview = Some(reason.to_string()),
            }
        }
    }
    args.conclude(&loaded, &totals, Written { seconds: started.elapsed().as_secs_f64(), files, no_preview })
}

impl RunArgs {
    /// The formats, each once. Words that make no sense together are wrong usage, as clap says it.
    fn formats(&self) -> Vec<Format> {
        let mut formats = Vec::new();
        for format in &self.format {
            let format = match format {
                OutputFormat::Cache => Format::Cache,
                OutputFormat::Obj => Format::Obj,
                OutputFormat::Pc2 => Format::Pc2,
                OutputFormat::Npz => Format::Npz,
                OutputFormat::None if self.format.iter().all(|other| other == format) => continue,
                OutputFormat::None => Cli::command()
                    .error(clap::error::ErrorKind::ArgumentConflict, "--format none cannot be used with other formats")
                    .exit(),
            };
            if !formats.contains(&format) {
                formats.push(format);
            }
        }
        formats
    }

    fn threads(&self) -> NonZeroUsize {
        self.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }

    /// The state that the run begins with, and its frame.
    fn start(&self, loaded: &LoadedScene) -> Result<(State, u64), Failure> {
        let Some(path) = &self.resume else { return Ok((State::new(&loaded.model), 0)) };
        let state = io::read_state(path, &loaded.hash, &loaded.model)?;
        let substeps = loaded.model.settings.substeps;
        let frame = state.step / u64::from(substeps);
        if state.step % u64::from(substeps) != 0 {
            return Err(Failure::WithinFrame { step: state.step, substeps, path: path.clone() });
        }
        let last = loaded.scene.frames;
        if last <= frame {
            return Err(Failure::NothingLeft { frame, last, path: path.clone() });
        }
        Ok((state, frame))
    }

    /// Folders in which the run has unfinished files.
    fn folders(&self, dir: &Path) -> Vec<PathBuf> {
        let of_metrics = self.metrics.as_deref().and_then(Path::parent);
        // a bare file name has the parent ""
        let named = |folder: &Path| if folder.as_os_str().is_empty() { Path::new(".") } else { folder }.to_owned();
        [Some(dir), of_metrics].into_iter().flatten().map(named).collect()
    }

    fn open<'a>(
        &self,
        formats: &[Format],
        dir: &Path,
        info: &RunInfo,
        loaded: &'a LoadedScene,
    ) -> Result<Output<'a>, Failure> {
        let model = &loaded.model;
        let writers = formats.iter().map(|&format| io::open(format, dir, info, model, self.precision));
        Ok(Output {
            model,
            writers: writers.collect::<Result<_, _>>()?,
            metrics: self.metrics.as_ref().map(MetricsWriter::create).transpose()?,
            hashes: self.hash,
            totals: Totals::from_frame(info.first_frame.cast_unsigned()),
        })
    }

    /// Says what was done, and whether that is good enough.
    fn conclude(&self, loaded: &LoadedScene, totals: &Totals, written: Written) -> Result<Outcome, Failure> {
        let unstable = unstable(loaded, totals);
        let warnings = loaded.warnings.iter().map(Notice::from);
        let warnings: Vec<Notice> = warnings.chain(unstable.as_ref().map(|warning| Notice::of(warning))).collect();
        let strict_failed = self.strict && !warnings.is_empty();
        let summary = Summary::new(loaded, totals, written, warnings);
        let (frame, last) = (totals.last_frame, loaded.scene.frames);
        if frame < last {
            console::tell(format_args!("stopped at frame {frame} of {last}"));
        }
        let printed = if self.json {
            console::print(summary.to_json())
        } else {
            if let Some(warning) = &unstable {
                notice::show(warning);
            }
            console::print(&summary)
        };
        match printed {
            // strict or not does not depend on who reads it
            Ok(()) | Err(Failure::ReaderGone) if strict_failed => Ok(Outcome::StrictFailed),
            printed => printed.map(|()| Outcome::Done),
        }
    }
}

fn run_info(loaded: &LoadedScene, first: u64) -> RunInfo {
    RunInfo {
        name: loaded.scene.name.clone().unwrap_or_default(),
        scene_hash: loaded.hash.clone(),
        fps: loaded.model.settings.fps,
        first_frame: first.cast_signed(),
    }
}

/// Writes the scene as it ran and the state to go on from.
fn write_beside(dir: &Path, loaded: &LoadedScene, state: &State) -> Result<[PathBuf; 2], Failure> {
    let (scene, end) = (dir.join("scene.json"), dir.join("state.muslin"));
    io::write_scene(&scene, &loaded.scene)?;
    io::write_state(&end, state, &loaded.hash)?;
    Ok([scene, end])
}

/// A warning when vertices went out of all bounds.
fn unstable(loaded: &LoadedScene, totals: &Totals) -> Option<MietteDiagnostic> {
    let frame = totals.non_finite_frame?;
    let count = totals.report.non_finite;
    let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
    let message = format!("a vertex had to be put back {times}, first in frame {frame}: its position was no number");
    let substeps = loaded.model.settings.substeps;
    let help = format!("the steps are too long for the springs: raise substeps ({substeps} now) or lower ks");
    Some(MietteDiagnostic::new(message).with_severity(Severity::Warning).with_help(help))
}
