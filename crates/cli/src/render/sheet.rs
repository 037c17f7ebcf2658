//! `muslin render --vary`: a picture of every variant, in one table.

use std::time::Instant;

use muslin_render::label;
use muslin_render::texture::Texture;

use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::render::appearance::Appearance;
use crate::render::destination::Destination;
use crate::render::failure::RenderFailure;
use crate::render::input::Input;
use crate::render::painter::Painter;
use crate::render::reel::{Reel, Studio};
use crate::render::summary::Summary;
use crate::render::vary::{Axis, Variant};
use crate::render::view::{self, Bounds};
use crate::render::{RenderArgs, conclude};
use crate::{Outcome, notice};
use muslin_render::film::Names;

/// Most variants in a sheet.
const MAX_CELLS: usize = 100;
/// Most pixels of all cells, in millions: about a gigabyte.
const MAX_MEGAPIXELS: u64 = 256;
/// Size of a cell unless another is asked for [px].
const CELL: [u32; 2] = [400, 400];

/// A scene as some of the variants have it.
struct Take {
    overrides: Vec<String>,
    input: Input,
    /// Frames that are drawn of it.
    frames: Vec<u64>,
}

/// A variant that can be drawn.
struct Cell {
    variant: Variant,
    /// Its scene among the takes.
    take: usize,
    frame: u64,
}

/// Draws the sheet.
///
/// # Errors
/// If a variant cannot be used or drawn, or the sheet cannot be written.
pub fn render(args: &RenderArgs, appearance: &Appearance) -> Result<Outcome, Failure> {
    let started = Instant::now();
    let (cells, mut takes) = casting(args, appearance)?;
    let size = args.size.map_or(CELL, |size| size.0);
    let cells_megapixels = (cells.len() as u64 * u64::from(size[0]) * u64::from(size[1])).div_ceil(1_000_000);
    if cells_megapixels > MAX_MEGAPIXELS {
        return Err(RenderFailure::SheetTooLarge { megapixels: cells_megapixels, most: MAX_MEGAPIXELS }.into());
    }
    let destination = destination(args, &takes[0].input)?;
    if !args.json {
        for take in &takes {
            notice::show_problems(&take.input.loaded.warnings);
        }
    }
    let interrupt = Interrupt::watch(vec![destination.folder().to_owned()])?;
    let mut painter = Painter::new(size, args.samples()).map_err(RenderFailure::from)?;
    for cell in &cells {
        let stage = painter.stage(&takes[cell.take].input.loaded.model, &cell.variant.appearance);
        painter.check(&stage, &cell.variant.appearance)?;
    }
    let mut out = destination.open(size, 1.0)?;
    let studio = Studio { folder: destination.folder(), interrupt: &interrupt, progress: args.progress };
    let reels = takes.iter_mut().map(|take| studio.reel(&mut take.input, &take.frames));
    let mut scenes = Scenes { reels: reels.collect::<Result<_, _>>()?, takes, painter };
    let bounds = scenes.bounds(&cells)?;
    let pictures = scenes.paint(args, &cells, bounds, &interrupt)?;
    let sheet = sheet(args, pictures, &title(&scenes.takes[0].input, &cells));
    out.put(0, &sheet)?;
    let files = out.finish()?;
    let frames = cells.iter().map(|cell| cell.frame);
    let loaded = &scenes.takes[0].input.loaded;
    let warnings = scenes.takes.iter().flat_map(|take| &take.input.loaded.warnings);
    conclude(
        args.json,
        &Summary {
            look: appearance.style.look.name(),
            size,
            sheet_size: Some(sheet.size),
            first_frame: frames.clone().min().unwrap_or(0),
            last_frame: frames.max().unwrap_or(0),
            pictures: cells.len(),
            pictures_asked: cells.len(),
            files,
            seconds: started.elapsed().as_secs_f64(),
            warnings: warnings.map(Into::into).collect(),
            ..Summary::of(loaded, &scenes.painter.gpu.name)
        },
    )
}

/// The variants row by row, and the scenes that they are of: those that only look different share one.
fn casting(args: &RenderArgs, appearance: &Appearance) -> Result<(Vec<Cell>, Vec<Take>), Failure> {
    let count = args.vary.iter().map(Axis::count).fold(1, usize::saturating_mul);
    if count > MAX_CELLS {
        return Err(RenderFailure::TooManyVariants { cells: count, most: MAX_CELLS }.into());
    }
    let mut variants = vec![Variant {
        label: String::new(),
        overrides: args.overrides(),
        appearance: appearance.clone(),
        frame: args.frame,
    }];
    for axis in &args.vary {
        let varied: Result<Vec<_>, _> = variants.iter().map(|variant| axis.variants_of(variant)).collect();
        variants = varied?.concat();
    }
    let mut takes: Vec<Take> = Vec::new();
    let mut cells = Vec::new();
    for variant in variants {
        let known = takes.iter().position(|take| take.overrides == variant.overrides);
        let take = known.map_or_else(|| add_take(&mut takes, args, &variant), Ok)?;
        let Take { input, frames, .. } = &mut takes[take];
        let frame = variant.frame.unwrap_or(input.frames().1);
        input.check_frame(frame)?;
        frames.push(frame);
        cells.push(Cell { variant, take, frame });
    }
    Ok((cells, takes))
}

/// Opens the scene of a variant and returns its index.
fn add_take(takes: &mut Vec<Take>, args: &RenderArgs, variant: &Variant) -> Result<usize, Failure> {
    let input = Input::open(&args.input, &variant.overrides).map_err(|failure| match failure {
        // one that the variant brings is told from one that the scene has anyway
        Failure::Scene(error) if variant.overrides != args.overrides() => {
            Failure::Variant { variant: variant.label.clone(), error }
        }
        other => other,
    })?;
    takes.push(Take { overrides: variant.overrides.clone(), input, frames: Vec::new() });
    Ok(takes.len() - 1)
}

fn destination(args: &RenderArgs, input: &Input) -> Result<Destination, Failure> {
    let stem = input.run_info().file_stem();
    let folder = std::path::Path::new("out").join(&stem);
    let path = args.out.clone().unwrap_or_else(|| folder.join(format!("{stem}_sheet.png")));
    match Destination::named(&path, &stem)? {
        Destination::Pictures(names) if !names.are_numbered() => Ok(Destination::Pictures(names)),
        // a folder, for which pictures have numbers that a sheet does not need
        Destination::Pictures(names)
            if path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("png")) =>
        {
            Ok(Destination::Pictures(Names::by_pattern(&names.folder().join(format!("{stem}_sheet.png")))))
        }
        _ => Err(RenderFailure::SheetName { path }.into()),
    }
}

/// The scenes of all variants with what draws them.
struct Scenes {
    takes: Vec<Take>,
    reels: Vec<Reel>,
    painter: Painter,
}

impl Scenes {
    /// What is within any of the pictures.
    fn bounds(&mut self, cells: &[Cell]) -> Result<Bounds, Failure> {
        let mut all: Option<Bounds> = None;
        for Cell { variant, take, frame } in cells {
            let model = &self.takes[*take].input.loaded.model;
            let mut stage = self.painter.stage(model, &variant.appearance);
            stage.update(&self.painter.gpu, model, &self.reels[*take].read(*frame)?, *frame as f64);
            all = Some(all.map_or(stage.bounds(), |bounds| view::union(bounds, stage.bounds())));
        }
        Ok(all.unwrap_or_default())
    }

    /// A picture of each, all from the same place.
    fn paint(
        &mut self,
        args: &RenderArgs,
        cells: &[Cell],
        bounds: Bounds,
        interrupt: &Interrupt,
    ) -> Result<Vec<Texture>, Failure> {
        let progress = Progress::of_pictures(args.progress, cells.len());
        let camera = args.camera.camera(&self.takes[0].input.loaded.model, bounds, self.painter.aspect())?;
        let mut pictures = Vec::new();
        for Cell { variant, take, frame } in cells {
            if interrupt.asked() {
                progress.finish();
                let (at, last) = (pictures.len() as u64, cells.len() as u64);
                return Err(RenderFailure::Stopped { what: "picture", at, last }.into());
            }
            let model = &self.takes[*take].input.loaded.model;
            let mut stage = self.painter.stage(model, &variant.appearance);
            stage.update(&self.painter.gpu, model, &self.reels[*take].read(*frame)?, *frame as f64);
            pictures.push(self.painter.paint(&stage, &camera, &variant.appearance)?);
            progress.tick(pictures.len() as u64);
        }
        progress.finish();
        Ok(pictures)
    }
}

/// One axis is a row; of two, the first goes down and the second to the right.
fn sheet(args: &RenderArgs, pictures: Vec<Texture>, title: &str) -> Texture {
    let (rows, columns) = match args.vary.as_slice() {
        [rows, columns] => (rows.labels(), columns.labels()),
        axes => (Vec::new(), axes.iter().flat_map(Axis::labels).collect()),
    };
    let mut pictures = pictures.into_iter();
    let table: Vec<Vec<Texture>> =
        (0..rows.len().max(1)).map(|_| pictures.by_ref().take(columns.len()).collect()).collect();
    label::contact_sheet(&table, &rows, &columns, Some(title))
}

fn title(input: &Input, cells: &[Cell]) -> String {
    let name = input.loaded.scene.name.clone().unwrap_or_default();
    let frame = cells[0].frame;
    if cells.iter().all(|cell| cell.frame == frame) { format!("{name}, frame {frame}") } else { name }
}
