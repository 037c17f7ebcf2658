//! Numbers about each frame, as a table.

use std::io::Write;
use std::path::PathBuf;

use crate::io::WriteError;
use crate::io::pending::{PendingFile, commit};

/// One row of the table: a frame in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics {
    /// Frame number.
    pub frame: u64,
    /// Simulated time [s].
    pub time: f64,
    /// Time that the frame took to compute [ms].
    pub ms: f64,
    /// Kinetic energy of all cloths [J].
    pub kinetic_energy: f64,
    /// Potential energy of all cloths [J].
    pub potential_energy: f64,
    /// Largest stretch of a spring: length over rest length, less 1.
    pub max_strain: f64,
    /// Vertices moved by self-collision, summed over the frame's steps.
    pub self_corrections: u64,
    /// Vertices moved by a collider, summed over the frame's steps.
    pub collider_contacts: u64,
    /// Springs shortened to the stretch limit, summed over the frame's steps.
    pub stretch_corrections: u64,
    /// Vertices that had to be put back since their position was not a finite number, summed over the frame's steps.
    pub non_finite: u64,
    /// Height of the lowest vertex [m].
    pub min_y: f64,
    /// Hash of the state, 16 hexadecimal digits in the table.
    pub hash: u64,
}

/// Writes a CSV file with a header line, then one line a frame.
pub struct MetricsWriter {
    file: PendingFile,
}

impl MetricsWriter {
    /// Starts the table that will be `path`.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, WriteError> {
        let mut file = PendingFile::create(path.into())?;
        let written = file.write_all(
            b"frame,time,ms,kinetic_energy,potential_energy,max_strain,self_corrections,collider_contacts,\
            stretch_corrections,non_finite,min_y,hash\n",
        );
        written.map_err(WriteError::file(file.path()))?;
        Ok(Self { file })
    }

    /// Adds a row.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&mut self, metrics: &Metrics) -> Result<(), WriteError> {
        let Metrics {
            frame,
            time,
            ms,
            kinetic_energy,
            potential_energy,
            max_strain,
            self_corrections,
            collider_contacts,
            stretch_corrections,
            non_finite,
            min_y,
            hash,
        } = metrics;
        writeln!(
            self.file,
            "{frame},{time},{ms:.3},{kinetic_energy},{potential_energy},{max_strain},{self_corrections},\
             {collider_contacts},{stretch_corrections},{non_finite},{min_y},{hash:016x}"
        )
        .map_err(WriteError::file(self.file.path()))
    }

    /// Gives the table its name and returns it. A table that is dropped instead leaves nothing behind.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(self) -> Result<PathBuf, WriteError> {
        let path = self.file.path().to_owned();
        commit([self.file])?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn each_row_has_a_value_for_each_column() {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = MetricsWriter::create(dir.path().join("new/metrics.csv")).unwrap();
        let row = Metrics {
            frame: 1,
            time: 0.25,
            ms: 1.23456,
            kinetic_energy: 2.0,
            potential_energy: -3.5,
            max_strain: 0.1,
            self_corrections: 4,
            collider_contacts: 5,
            stretch_corrections: 6,
            non_finite: 0,
            min_y: -0.75,
            hash: 0xAB,
        };
        writer.write(&row).unwrap();
        let text = fs::read_to_string(writer.finish().unwrap()).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].len(), 12);
        let values = ["1", "0.25", "1.235", "2", "-3.5", "0.1", "4", "5", "6", "0", "-0.75", "00000000000000ab"];
        assert_eq!(lines[1], values);
    }

    #[test]
    fn a_dropped_table_leaves_no_file() {
        let dir = tempfile::tempdir().unwrap();
        drop(MetricsWriter::create(dir.path().join("metrics.csv")).unwrap());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
