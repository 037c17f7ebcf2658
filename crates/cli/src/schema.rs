//! `muslin schema`: the JSON schemas, for editors.

use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::{Outcome, console};

/// Print the JSON schema of a file format
#[derive(Args)]
pub struct SchemaArgs {
    /// Whose schema
    #[arg(value_enum, default_value_t = Kind::Scene)]
    kind: Kind,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Scene files
    Scene,
    /// The file check.toml beside a scene: what must hold at its end
    Check,
}

/// Prints the schema.
///
/// # Errors
/// If it cannot be printed.
pub fn schema(args: &SchemaArgs) -> Result<Outcome, Failure> {
    console::print(match args.kind {
        Kind::Scene => muslin_scene::schema_text(),
        Kind::Check => muslin_scene::check_schema_text(),
    })?;
    Ok(Outcome::Done)
}
