//! A TOML or JSON text as one tree of values, each with its place in the text.

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use toml::de::{DeTable, DeValue};

use crate::problem::{Problem, Problems, Severity, Source, Span};

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The value.
    pub(crate) value: Value,
    /// Where to point when it is wrong: its first line.
    pub(crate) span: Span,
}

/// What TOML and JSON have in common.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// Wide enough for every 64-bit integer, signed or not.
    Int(i128),
    /// May be infinite or NaN: validation refuses those.
    Float(f64),
    Text(String),
    /// A TOML date or time; no key of ours takes one.
    Date(String),
    Array(Vec<Node>),
    Table(Vec<Entry>),
}

/// A key of a table and its value, in file order.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_span: Span,
    pub(crate) value: Node,
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    Toml,
    Json,
}

impl Syntax {
    /// By the extension of `name`, else by the first character of `text`.
    pub(crate) fn of(name: &str, text: &str) -> Self {
        let extension = std::path::Path::new(name).extension().and_then(|e| e.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "json" => Self::Json,
            "toml" => Self::Toml,
            _ if text.trim_start().starts_with('{') => Self::Json,
            _ => Self::Toml,
        }
    }
}

/// Reads a whole document.
pub(crate) fn parse(source: &Source, syntax: Syntax) -> Result<Node, Problem> {
    let text = source.inner();
    match syntax {
        Syntax::Toml => match DeTable::parse(text) {
            Ok(table) => {
                let span = first_line(text, table.span());
                Ok(Node { value: toml_table(text, table.into_inner()), span })
            }
            Err(error) => Err(toml_problem(source, &error)),
        },
        Syntax::Json => parse_json(source),
    }
}

/// Reads one TOML value, as it stands behind `=`; `offset` is where it begins in `source`.
pub(crate) fn parse_toml_value(source: &Source, offset: usize) -> Result<Node, Problem> {
    let text = source.inner();
    match DeValue::parse(&text[offset..]) {
        Ok(value) => {
            let mut node = toml_value(&text[offset..], value.into_inner(), 0..0);
            node.point_to(&(offset..text.len()));
            Ok(node)
        }
        Err(error) => {
            let span = error.span().map(|span| span.start + offset..span.end + offset);
            Err(Problem::new(Severity::Error, source, span.or(Some(offset..text.len())), error.message()))
        }
    }
}

impl Node {
    /// The value of `key`, if this is a table that has it.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Value::Table(entries) = &self.value else { return None };
        entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    /// The value at a path such as `cloth[0].grid.columns`, if it is there.
    pub(crate) fn at(&self, path: &str) -> Option<&Self> {
        steps(path).try_fold(self, Self::inner)
    }

    /// The value at a path such as `cloth[0].grid.columns`, or the innermost one around it that is there.
    pub(crate) fn nearest(&self, path: &str) -> &Self {
        let mut node = self;
        for step in steps(path) {
            match node.inner(step) {
                Some(inner) => node = inner,
                None => break,
            }
        }
        node
    }

    /// The value of a key, or of an index.
    fn inner(&self, step: &str) -> Option<&Self> {
        match (&self.value, step.parse::<usize>()) {
            (Value::Array(items), Ok(index)) => items.get(index),
            _ => self.get(step),
        }
    }

    /// Makes this and everything in it point at `span`.
    pub(crate) fn point_to(&mut self, span: &Span) {
        self.span = span.clone();
        match &mut self.value {
            Value::Array(items) => items.iter_mut().for_each(|item| item.point_to(span)),
            Value::Table(entries) => {
                for entry in entries {
                    entry.key_span = span.clone();
                    entry.value.point_to(span);
                }
            }
            _ => {}
        }
    }

    /// Keeps the last of equal keys and reports the others.
    pub(crate) fn drop_duplicates(&mut self, severity: Severity, source: &Source, problems: &mut Problems) {
        match &mut self.value {
            Value::Array(items) => {
                for item in items {
                    item.drop_duplicates(severity, source, problems);
                }
            }
            Value::Table(entries) => {
                let mut last = std::collections::HashMap::new();
                for (i, entry) in entries.iter().enumerate() {
                    last.insert(entry.key.clone(), i);
                }
                let mut i = 0;
                entries.retain(|entry| {
                    let keep = last.get(&entry.key) == Some(&i);
                    i += 1;
                    if !keep {
                        let message = format!("{} is given more than once", entry.key);
                        let problem = Problem::new(severity, source, Some(entry.key_span.clone()), message);
                        problems.push(problem.with_help("the last one counts: remove the others"));
                    }
                    keep
                });
                for entry in entries {
                    entry.value.drop_duplicates(severity, source, problems);
                }
            }
            _ => {}
        }
    }

    /// The same values for serde; what JSON cannot say becomes null.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        use serde_json::{Number, Value as Json};
        match &self.value {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(*value),
            Value::Int(value) => {
                Number::from_i128(*value).or_else(|| Number::from_f64(*value as f64)).map_or(Json::Null, Json::Number)
            }
            Value::Float(value) => Number::from_f64(*value).map_or(Json::Null, Json::Number),
            Value::Text(text) | Value::Date(text) => Json::String(text.clone()),
            Value::Array(items) => Json::Array(items.iter().map(Self::to_json).collect()),
            Value::Table(entries) => {
                Json::Object(entries.iter().map(|entry| (entry.key.clone(), entry.value.to_json())).collect())
            }
        }
    }
}

/// The keys and indices of a path such as `cloth[0].grid` or `cloth.0.grid`.
pub(crate) fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.split(['.', '[', ']']).filter(|step| !step.is_empty())
}

/// The part of `span` that stands on its first line: what a snippet shows of a table of a thousand lines.
fn first_line(text: &str, span: Span) -> Span {
    let end = text[span.clone()].find('\n').map_or(span.end, |newline| span.start + newline);
    let length = text[span.start..end].trim_end().len();
    span.start..span.start + length
}

fn toml_problem(source: &Source, error: &toml::de::Error) -> Problem {
    Problem::new(Severity::Error, source, error.span(), format!("this is not TOML: {}", error.message()))
}

fn toml_table(text: &str, table: DeTable<'_>) -> Value {
    let mut entries: Vec<Entry> = table
        .into_iter()
        .map(|(key, value)| {
            let span = value.span();
            let key_span = key.span();
            Entry { key: key.into_inner().into_owned(), key_span, value: toml_value(text, value.into_inner(), span) }
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span.start); // the parser hands them out by name
    Value::Table(entries)
}

fn toml_value(text: &str, value: DeValue<'_>, span: Span) -> Node {
    let value = match value {
        DeValue::String(value) => Value::Text(value.into_owned()),
        DeValue::Integer(value) => match i128::from_str_radix(value.as_str(), value.radix()) {
            Ok(value) => Value::Int(value),
            Err(_) => Value::Float(value.as_str().parse().unwrap_or(f64::INFINITY)),
        },
        DeValue::Float(value) => Value::Float(value.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(value) => Value::Bool(value),
        DeValue::Datetime(value) => Value::Date(value.to_string()),
        DeValue::Array(items) => Value::Array(
            items
                .into_iter()
                .map(|item| {
                    let span = item.span();
                    toml_value(text, item.into_inner(), span)
                })
                .collect(),
        ),
        DeValue::Table(table) => toml_table(text, table),
    };
    Node { value, span: first_line(text, span) }
}

fn parse_json(source: &Source) -> Result<Node, Problem> {
    let text = source.inner();
    let strict = ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &strict).map_err(|error| {
        let span = error.range().start..error.range().end;
        let reason = error.kind().to_string();
        let mut letters = reason.chars();
        let reason = letters.next().map(|first| first.to_lowercase().collect::<String>() + letters.as_str());
        let message = format!("this is not JSON: {}", reason.unwrap_or_default());
        Problem::new(Severity::Error, source, Some(span), message)
    })?;
    match parsed.value {
        Some(value) => Ok(json_value(text, value)),
        None => Err(Problem::new(Severity::Error, source, None, "this is not JSON: there is no value in it")),
    }
}

fn json_value(text: &str, value: ast::Value<'_>) -> Node {
    let range = value.range();
    let value = match value {
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::BooleanLit(value) => Value::Bool(value.value),
        ast::Value::NumberLit(number) => match number.value.parse() {
            Ok(value) if number.value != "-0" => Value::Int(value),
            // too large for f64 reads as infinite
            _ => Value::Float(number.value.parse().unwrap_or(f64::NAN)),
        },
        ast::Value::StringLit(text) => Value::Text(text.value.into_owned()),
        ast::Value::Array(array) => {
            Value::Array(array.elements.into_iter().map(|item| json_value(text, item)).collect())
        }
        ast::Value::Object(object) => Value::Table(
            object
                .properties
                .into_iter()
                .map(|property| {
                    let key_range = property.name.range();
                    Entry {
                        key: property.name.into_string(),
                        key_span: key_range.start..key_range.end,
                        value: json_value(text, property.value),
                    }
                })
                .collect(),
        ),
    };
    Node { value, span: first_line(text, range.start..range.end) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::source;

    #[test]
    fn every_value_knows_where_it_stands() {
        let toml = source("a.toml", "a = 1\n[[b]]\nc = [1.5,\n  nan]\n[b.d]\ne = 'x'\n");
        let json = source("a.json", "{\"a\": 1,\n \"b\": [{\"c\": [1.5,\n 1e999], \"d\": {\n\"e\": \"x\"}}]}");
        for (source, syntax, texts) in
            [(&toml, Syntax::Toml, ["1", "nan", "[b.d]", "'x'"]), (&json, Syntax::Json, ["1", "1e999", "{", "\"x\""])]
        {
            let root = parse(source, syntax).unwrap();
            for (path, text) in ["a", "b[0].c[1]", "b[0].d", "b[0].d.e"].into_iter().zip(texts) {
                assert_eq!(&source.inner()[root.nearest(path).span.clone()], text, "{path}");
            }
            assert_eq!(root.nearest("b[0].d.e.f[3]").span, root.nearest("b[0].d.e").span);
            let Value::Float(c) = root.nearest("b[0].c[1]").value else { panic!("not a float") };
            assert!(!c.is_finite());
        }
    }

    #[test]
    fn json_is_strict() {
        for text in ["{} x", "{\"a\": 1,}", "{a: 1}", "// c\n{}", "{\"a\": 01}", "{\"a\": NaN}", "{'a': 1}", "", " "] {
            assert!(parse(&source("a.json", text), Syntax::Json).is_err(), "{text}");
        }
    }

    #[test]
    fn the_last_of_equal_keys_counts() {
        let source = source("a.json", r#"{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}"#);
        let mut root = parse(&source, Syntax::Json).unwrap();
        let mut problems = Problems::new();
        root.drop_duplicates(Severity::Warning, &source, &mut problems);
        let messages: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            messages,
            ["a.json:1:2: warning: a is given more than once", "a.json:1:16: warning: c is given more than once"]
        );
        assert_eq!(root.to_json(), serde_json::json!({"a": 3, "b": {"c": 2}}));
    }
}
