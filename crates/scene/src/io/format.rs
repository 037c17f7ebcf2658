//! Which files a run writes, and how exact the numbers in them are.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// Kind of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Muslin's own cache, the one that it reads back.
    Cache,
    /// One Wavefront OBJ a frame.
    Obj,
    /// Point cache for Blender and 3ds Max.
    Pc2,
    /// `NumPy` arrays.
    Npz,
}

/// Bits of a written coordinate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// 32-bit floats: what other programs expect.
    #[default]
    F32,
    /// 64-bit floats: the simulator's own bits.
    F64,
}

/// A word that names no [`Format`] or [`Precision`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not known, choose one of {known}")]
pub struct UnknownName {
    /// The word.
    pub found: String,
    /// Those that are known.
    pub known: &'static str,
}

impl Format {
    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cache => "cache",
            Self::Obj => "obj",
            Self::Pc2 => "pc2",
            Self::Npz => "npz",
        }
    }
}

impl Precision {
    /// The word for it on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// Size of a coordinate [bytes].
    pub fn bytes(self) -> u64 {
        match self {
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// `NumPy`'s word for a little-endian coordinate.
    pub(super) fn dtype(self) -> &'static str {
        match self {
            Self::F32 => "<f4",
            Self::F64 => "<f8",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Precision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, UnknownName> {
        [Self::Cache, Self::Obj, Self::Pc2, Self::Npz]
            .into_iter()
            .find(|format| format.name() == word)
            .ok_or_else(|| UnknownName { found: word.to_owned(), known: "cache, obj, pc2, npz" })
    }
}

impl FromStr for Precision {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, UnknownName> {
        [Self::F32, Self::F64]
            .into_iter()
            .find(|precision| precision.name() == word)
            .ok_or_else(|| UnknownName { found: word.to_owned(), known: "f32, f64" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::test_run::FORMATS;

    #[test]
    fn names_read_back() {
        for format in FORMATS {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        for precision in [Precision::F32, Precision::F64] {
            assert_eq!(precision.to_string().parse(), Ok(precision));
        }
        let error = "abc".parse::<Format>().unwrap_err();
        assert_eq!(error.to_string(), "`abc` is not known, choose one of cache, obj, pc2, npz");
    }
}
