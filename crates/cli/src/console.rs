//! The one place that prints.

use std::fmt::Display;
use std::io::{self, Write};

use crate::failure::Failure;

/// Prints a line to the standard output.
///
/// # Errors
/// [`Failure::ReaderGone`] when whoever read it has closed the pipe, else what is wrong with it.
pub fn print(line: impl Display) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    writeln!(output, "{line}").and_then(|()| output.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => Failure::Print(error),
    })
}

/// Prints a line to the standard error stream. There is nowhere to say that this failed.
pub fn tell(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
