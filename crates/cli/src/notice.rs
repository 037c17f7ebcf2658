//! Errors and warnings, for people on the standard error stream, for programs as JSON.

use std::fmt;
use std::io::{self, IsTerminal};

use miette::{Diagnostic, LabeledSpan, MietteHandlerOpts, ReportHandler, SourceCode};
use muslin_scene::{Problem, Severity};
use serde::Serialize;

use crate::console;
use crate::failure::Failure;

/// An error or a warning as programs read it. `line` and `column` count from 1.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Notice {
    severity: &'static str,
    message: String,
    help: Option<String>,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
}

impl From<&Problem> for Notice {
    fn from(problem: &Problem) -> Self {
        let place = problem.line_column();
        Self {
            severity: match problem.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            message: problem.message.clone(),
            help: problem.help.clone(),
            file: Some(problem.source.name().to_owned()),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
        }
    }
}

impl Notice {
    /// One that is about no place in a file.
    pub fn of(diagnostic: &dyn Diagnostic) -> Self {
        let warning = diagnostic.severity() == Some(miette::Severity::Warning);
        Self {
            severity: if warning { "warning" } else { "error" },
            message: diagnostic.to_string(),
            help: diagnostic.help().map(|help| help.to_string()),
            ..Self::default()
        }
    }

    /// The same, said of one of several variants.
    fn about(self, variant: &str) -> Self {
        Self { message: format!("{variant}: {}", self.message), ..self }
    }
}

/// Says why a command failed.
pub fn report(failure: &Failure, json: bool) {
    if json {
        let errors: Vec<Notice> = match failure {
            Failure::Scene(error) => error.problems().iter().map(Notice::from).collect(),
            Failure::Variant { variant, error } => {
                error.problems().iter().map(|problem| Notice::from(problem).about(variant)).collect()
            }
            other => vec![Notice::of(other)],
        };
        // a reader that has gone away learns no more
        let _ = console::print(serde_json::json!({ "errors": errors }));
        return;
    }
    match failure {
        Failure::Scene(error) => {
            show_problems(error.problems());
            if error.problems().len() > 1 {
                console::tell(error);
            }
        }
        Failure::Variant { error, .. } => {
            show_problems(error.problems());
            console::tell(failure);
        }
        other => show(other),
    }
}

/// Shows each with its lines of the file.
pub fn show_problems<'a>(problems: impl IntoIterator<Item = &'a Problem>) {
    for problem in problems {
        show(&Placed(problem));
    }
}

/// Shows an error or a warning, in colour where a terminal takes it.
pub fn show(diagnostic: &dyn Diagnostic) {
    console::tell(Drawn(diagnostic));
}

/// A diagnostic as it is drawn for people.
struct Drawn<'a>(&'a dyn Diagnostic);

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = MietteHandlerOpts::new().terminal_links(false).with_cause_chain();
        if io::stderr().is_terminal() {
            options.build().debug(self.0, f)
        } else {
            // lines in a log are not to be wrapped, and are searched for by plain characters
            options.color(false).unicode(false).wrap_lines(false).build().debug(self.0, f)
        }
    }
}

/// A problem that does not say in words what the frame around its lines says.
#[derive(Debug)]
struct Placed<'a>(&'a Problem);

impl fmt::Display for Placed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.span.is_some() { f.write_str(&self.0.message) } else { self.0.fmt(f) }
    }
}

impl std::error::Error for Placed<'_> {}

impl Diagnostic for Placed<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        self.0.severity()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.0.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.0.labels()
    }
}
