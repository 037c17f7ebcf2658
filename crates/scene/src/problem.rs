//! What is wrong with a file, said so that it can be mended: message, place, help.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode, SourceSpan};

/// Bytes `start..end` of a source text.
pub type Span = Range<usize>;

/// A text with the name that problems show for it.
pub type Source = Arc<NamedSource<String>>;

/// Problems of one file that are kept; further ones are only counted.
const MAX_KEPT: usize = 100;

/// A text under the name that problems show for it.
pub fn source(name: impl AsRef<str>, text: impl Into<String>) -> Source {
    Arc::new(NamedSource::new(name, text.into()))
}

/// Whether a problem stops the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but hardly means what it says.
    Warning,
}

/// One thing that is wrong with a file. Prints as `file:line:column: message`; a miette handler shows the lines too.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Whether it stops the work.
    pub severity: Severity,
    /// What is wrong, what was expected.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Where in the source it is.
    pub span: Option<SourceSpan>,
    /// A few words to print at the place.
    pub label: Option<String>,
    /// The file or command line argument that it is about.
    pub source: Source,
}

impl Problem {
    /// A problem of `source`; `span` is cut to what the text has.
    pub fn new(severity: Severity, source: &Source, span: Option<Span>, message: impl Into<String>) -> Self {
        let length = source.inner().len();
        let span = span.filter(|_| length > 0).map(|span| {
            let start = span.start.min(length - 1);
            SourceSpan::from(start..span.end.clamp(start, length))
        });
        Self { severity, message: message.into(), help: None, span, label: None, source: source.clone() }
    }

    /// The same with what to do about it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with a few words to print at the place.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// Line and column in the source, both from 1, columns in characters.
    pub fn line_column(&self) -> Option<(usize, usize)> {
        let before = self.source.inner().as_bytes().get(..self.span?.offset())?;
        let lines = before.split(|&byte| byte == b'\n');
        let (line, start) = lines.enumerate().last()?;
        Some((line + 1, String::from_utf8_lossy(start).chars().count() + 1))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.source.name())?;
        if let Some((line, column)) = self.line_column() {
            write!(f, "{line}:{column}:")?;
        }
        if self.severity == Severity::Warning {
            write!(f, " warning:")?;
        }
        write!(f, " {}", self.message)
    }
}

impl std::error::Error for Problem {}

impl Diagnostic for Problem {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.span.map(|_| &self.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.span?;
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(self.label.clone(), span))))
    }
}

/// All problems found with one input, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    list: Vec<Problem>,
    left_out: usize,
}

impl Problems {
    /// No problems.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one; past a hundred they are only counted.
    pub fn push(&mut self, problem: Problem) {
        // an error must stay visible however many warnings came before it
        let keep = self.list.len() < MAX_KEPT || (problem.severity == Severity::Error && !self.has_errors());
        if keep { self.list.push(problem) } else { self.left_out += 1 }
    }

    /// Whether one of them stops the work.
    pub fn has_errors(&self) -> bool {
        self.iter().any(|problem| problem.severity == Severity::Error)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The problems.
    pub fn iter(&self) -> std::slice::Iter<'_, Problem> {
        self.list.iter()
    }

    /// These problems as an error if one stops the work, else `Ok`.
    ///
    /// # Errors
    /// When [`Problems::has_errors`].
    pub fn check(&self, name: &str) -> Result<(), SceneError> {
        if self.has_errors() { Err(SceneError::new(name, self.clone())) } else { Ok(()) }
    }
}

impl<'a> IntoIterator for &'a Problems {
    type Item = &'a Problem;
    type IntoIter = std::slice::Iter<'a, Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Why a file cannot be used: all its problems.
#[derive(Clone, Debug, thiserror::Error, Diagnostic)]
#[error("{name} cannot be used: {}", counted(problems, *left_out))]
pub struct SceneError {
    name: String,
    #[related]
    problems: Vec<Problem>,
    left_out: usize,
}

impl SceneError {
    /// An error about the file `name`.
    pub fn new(name: impl Into<String>, problems: Problems) -> Self {
        Self { name: name.into(), problems: problems.list, left_out: problems.left_out }
    }

    /// An error of a single problem.
    pub fn single(problem: Problem) -> Self {
        Self { name: problem.source.name().to_owned(), problems: vec![problem], left_out: 0 }
    }

    /// The problems, warnings among them.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

fn counted(problems: &[Problem], left_out: usize) -> String {
    match (problems.len(), left_out) {
        (1, 0) => "1 problem".to_owned(),
        (kept, 0) => format!("{kept} problems"),
        (kept, more) => format!("{} problems, the first {kept} shown", kept + more),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_prints_file_line_and_column_in_characters() {
        let source = source("a.toml", "x = 1\nü = 2\n");
        let problem = Problem::new(Severity::Error, &source, Some(9..10), "wrong");
        assert_eq!(problem.to_string(), "a.toml:2:3: wrong");
        assert!(problem.source_code().is_some());
    }

    #[test]
    fn a_span_past_the_end_points_at_the_last_character() {
        let source = source("a.toml", "abc");
        let problem = Problem::new(Severity::Warning, &source, Some(70..90), "cut off");
        assert_eq!(problem.to_string(), "a.toml:1:3: warning: cut off");
        let empty = self::source("b.toml", "");
        assert_eq!(Problem::new(Severity::Error, &empty, Some(0..1), "empty").to_string(), "b.toml: empty");
    }

    #[test]
    fn a_flood_is_counted_and_an_error_behind_it_still_shows() {
        let source = source("a.toml", "x");
        let mut problems = Problems::new();
        for _ in 0..150 {
            problems.push(Problem::new(Severity::Warning, &source, None, "odd"));
        }
        assert!(problems.check("a.toml").is_ok());
        problems.push(Problem::new(Severity::Error, &source, None, "bad"));
        let error = problems.check("a.toml").unwrap_err();
        assert_eq!(error.to_string(), "a.toml cannot be used: 151 problems, the first 101 shown");
    }
}
