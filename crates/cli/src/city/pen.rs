//! Writes the files of a city: all of them get their names together, or none does.

use std::io::{self, Write};
use std::path::PathBuf;

use muslin_city::{City, ExportError, export};
use muslin_scene::io::{PendingFile, WriteError};

use crate::city::failure::CityFailure;
use crate::city::file::{CityFile, Format, materials_of};
use crate::city::gauge::Gauge;
use crate::failure::Failure;
use crate::interrupt::Interrupt;

/// Writes files, shows how far it is, and stops at Ctrl-C.
pub struct Pen<'a> {
    /// What is written for each city.
    pub files: &'a [CityFile],
    /// Stops within a file.
    pub interrupt: &'a Interrupt,
    /// Shows how much of a file is written.
    pub gauge: &'a Gauge,
}

/// A file that has its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// Its name.
    pub path: PathBuf,
    /// Its length.
    pub bytes: u64,
}

impl Pen<'_> {
    /// Refuses a city that is too large for a format, before there is any file.
    ///
    /// # Errors
    /// If it is.
    pub fn check(&self, city: &City, frame: u32) -> Result<(), CityFailure> {
        self.files.iter().try_for_each(|file| file.check(city, frame))
    }

    /// Writes all files of a city and returns them; nothing if Ctrl-C came before the end.
    ///
    /// # Errors
    /// If the city is too large for a format, or a file cannot be written.
    pub fn write(&self, city: &City, frame: u32) -> Result<Option<Vec<Written>>, Failure> {
        let mut pages = Vec::new();
        for file in self.files {
            let path = file.names.of(u64::from(frame));
            // boxes with colours of their own have no materials, and no file names that of the materials
            if file.format == Format::Obj && !city.plan().params().own_colors {
                let Some(page) = self.page(materials_of(&path), |output| export::write_mtl(city, output))? else {
                    return Ok(None);
                };
                pages.push(page);
            }
            let Some(page) = self.page(path.clone(), |output| file.format.write(city, &path, output))? else {
                return Ok(None);
            };
            pages.push(page);
        }
        Ok(Some(commit(pages)?))
    }

    /// Begins a file and lets `write` write it.
    fn page(
        &self,
        path: PathBuf,
        write: impl FnOnce(&mut Page) -> Result<(), ExportError>,
    ) -> Result<Option<Page<'_>>, Failure> {
        let file = PendingFile::create(path)?;
        let mut page = Page { file, bytes: 0, interrupt: self.interrupt, gauge: self.gauge };
        match write(&mut page) {
            Ok(()) => Ok(Some(page)),
            Err(ExportError::Write(error)) if is_stop(&error) => Ok(None),
            Err(ExportError::Write(error)) => Err(page.file.failed(error).into()),
            Err(error) => Err(CityFailure::TooLarge { error, path: page.file.path().to_owned() }.into()),
        }
    }
}

/// Names the files once all are safe in storage; materials come before what names them.
fn commit(mut pages: Vec<Page>) -> Result<Vec<Written>, WriteError> {
    for page in &mut pages {
        let stored = page.file.flush().and_then(|()| page.file.file().sync_all());
        stored.map_err(|error| page.file.failed(error))?;
    }
    pages.into_iter().map(|page| Ok(Written { bytes: page.bytes, path: page.file.commit()? })).collect()
}

/// A file in work.
struct Page<'a> {
    file: PendingFile,
    bytes: u64,
    interrupt: &'a Interrupt,
    gauge: &'a Gauge,
}

/// Ctrl-C came while a file was written.
#[derive(Debug, thiserror::Error)]
#[error("stopped")]
struct Stopped;

fn is_stop(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<Stopped>())
}

impl Write for Page<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.interrupt.asked() {
            return Err(io::Error::other(Stopped));
        }
        let written = self.file.write(bytes)?;
        let before = self.bytes;
        self.bytes += written as u64;
        self.gauge.tick(self.file.path(), before, self.bytes);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
