//! Checks a document against the JSON schema of the type that it shall become, so that what is published as the schema
//! is exactly what is accepted. Every problem is reported, each at its place.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::document::{Entry, Node, Value};
use crate::problem::{Problem, Problems, Severity, Source, Span};
use crate::schema::schema_of;
use crate::schema_walk::{HUGE, Variants, allows, bounds, choices, describe, nearest, properties, purpose, required};

/// Largest size of a number: squares and products of a few such numbers still are finite.
const MAX_SIZE: f64 = 1e100;

/// Turns a document into `T`; `None` when that is not possible, and then `problems` has an error.
pub(crate) fn read<T: JsonSchema + DeserializeOwned>(
    node: &mut Node,
    source: &Source,
    problems: &mut Problems,
) -> Option<T> {
    Walk { source, problems }.value(&schema_of::<T>(), node);
    if problems.has_errors() {
        return None;
    }
    match serde_json::from_value(node.to_json()) {
        Ok(value) => Some(value),
        Err(error) => {
            // the walk and serde disagree: a fault of ours, but the user still gets told what serde minds
            problems.push(Problem::new(Severity::Error, source, Some(node.span.clone()), error.to_string()));
            None
        }
    }
}

/// A walk over a document with its schema.
pub(crate) struct Walk<'a> {
    /// The text that the document's spans are of.
    pub(crate) source: &'a Source,
    /// Where problems go.
    pub(crate) problems: &'a mut Problems,
}

impl Walk<'_> {
    /// Checks a value. Whole numbers written as `50.0` become integers where the schema wants those.
    pub(crate) fn value(&mut self, schema: &Json, node: &mut Node) {
        if let Some(choices) = choices(schema) {
            return self.choice(schema, &choices, node);
        }
        if let Some(variants) = Variants::of(schema) {
            return self.tagged(&variants, node);
        }
        let good = match &mut node.value {
            Value::Int(_) | Value::Float(_) => return self.number(schema, node),
            Value::Array(items) if allows(schema, "array") => return self.array(schema, items, &node.span),
            Value::Table(entries) if allows(schema, "object") => return self.table(schema, entries, &node.span),
            Value::Null => allows(schema, "null"),
            Value::Bool(_) => allows(schema, "boolean"),
            Value::Text(_) => allows(schema, "string"),
            Value::Array(_) | Value::Table(_) | Value::Date(_) => false,
        };
        if !good {
            self.mismatch(schema, node);
        }
    }

    fn number(&mut self, schema: &Json, node: &mut Node) {
        let integer = allows(schema, "integer");
        if !integer && !allows(schema, "number") {
            return self.mismatch(schema, node);
        }
        if integer {
            make_integer(node);
        }
        let number = match node.value {
            Value::Int(value) => value as f64,
            Value::Float(value) => value,
            _ => return,
        };
        let bounds = bounds(schema);
        let above = bounds.min.is_none_or(|(min, allowed)| number > min || (allowed && number == min));
        let below = bounds.max.is_none_or(|(max, allowed)| number < max || (allowed && number == max));
        let whole = !integer || matches!(node.value, Value::Int(_));
        if !number.is_finite() {
            let message = format!("expected a finite number, found {}", found(&node.value));
            self.error(&node.span, message, purpose(schema).map(str::to_owned));
        } else if !below && bounds.max.is_some_and(|(max, _)| max >= HUGE) {
            let max = bounds.max.map_or(HUGE, |(max, _)| max);
            self.error(&node.span, format!("expected at most {max}, found {}", found(&node.value)), None);
        } else if !(above && below && whole) {
            self.mismatch(schema, node);
        } else if number.abs() > MAX_SIZE {
            let message = format!("expected a number of at most {MAX_SIZE:e} in size, found {}", found(&node.value));
            self.error(&node.span, message, None);
        }
    }

    fn array(&mut self, schema: &Json, items: &mut [Node], span: &Span) {
        let count = items.len() as u64;
        let few = schema["minItems"].as_u64().is_some_and(|min| count < min);
        let many = schema["maxItems"].as_u64().is_some_and(|max| count > max);
        if few || many {
            let message = format!("expected {}, found {count}", describe(schema));
            self.error(span, message, purpose(schema).map(str::to_owned));
        }
        for item in items {
            self.value(&schema["items"], item);
        }
    }

    fn table(&mut self, schema: &Json, entries: &mut [Entry], span: &Span) {
        for key in required(schema) {
            if !entries.iter().any(|entry| entry.key == key) {
                let property = &schema["properties"][key];
                let wanted = format!("add {key}: {}", describe(property));
                let help = purpose(property).map_or(wanted.clone(), |purpose| format!("{wanted} ({purpose})"));
                self.error(span, format!("missing key: {key}"), Some(help));
            }
        }
        for entry in entries {
            if let Some(property) = schema["properties"].get(&entry.key) {
                self.value(property, &mut entry.value);
            } else {
                let (message, help) = unknown_key(&entry.key, properties(schema).map(|(key, _)| key));
                self.error(&entry.key_span, message, Some(help));
            }
        }
    }

    fn tagged(&mut self, variants: &Variants<'_>, node: &mut Node) {
        let tag = variants.tag;
        let names = || variants.list.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let span = node.span.clone();
        let Value::Table(entries) = &mut node.value else {
            let message = format!("expected a table with the key {tag}, found {}", found(&node.value));
            return self.error(&span, message, Some(format!("values of {tag}: {}", names())));
        };
        let Some(named) = entries.iter().find(|entry| entry.key == tag) else {
            return self.error(&span, format!("missing key: {tag}"), Some(format!("add {tag}, one of: {}", names())));
        };
        let name = if let Value::Text(name) = &named.value.value { name.as_str() } else { "" };
        if let Some(schema) = variants.named(name) {
            return self.table(schema, entries, &span);
        }
        let message = format!("expected one of {}, found {}", names(), found(&named.value.value));
        let help = nearest(name, variants.list.iter().map(|(name, _)| *name));
        let span = named.value.span.clone();
        self.error(&span, message, help.map(|near| format!("did you mean \"{near}\"?")));
    }

    fn choice(&mut self, schema: &Json, choices: &[&Json], node: &mut Node) {
        make_integer(node);
        let json = node.to_json();
        if !choices.contains(&&json) {
            let alike =
                json.as_str().and_then(|text| nearest(text, choices.iter().filter_map(|choice| choice.as_str())));
            let help = alike.map(|near| format!("did you mean \"{near}\"?"));
            let message = format!("expected {}, found {}", describe(schema), found(&node.value));
            self.error(&node.span, message, help.or_else(|| purpose(schema).map(str::to_owned)));
        }
    }

    fn mismatch(&mut self, schema: &Json, node: &Node) {
        let message = format!("expected {}, found {}", describe(schema), found(&node.value));
        self.error(&node.span, message, purpose(schema).map(str::to_owned));
    }

    fn error(&mut self, span: &Span, message: String, help: Option<String>) {
        let mut problem = Problem::new(Severity::Error, self.source, Some(span.clone()), message);
        problem.help = help;
        self.problems.push(problem);
    }
}

/// Message and help about a key that is not known.
pub(crate) fn unknown_key<'k>(key: &str, known: impl Iterator<Item = &'k str>) -> (String, String) {
    let known: Vec<&str> = known.collect();
    let all = known.join(", ");
    match nearest(key, known) {
        Some(near) => (format!("unknown key: {key}, did you mean {near}?"), format!("known keys here: {all}")),
        None => (format!("unknown key: {key}"), format!("known keys here: {all}")),
    }
}

/// Turns a whole number written with a decimal point into an integer.
fn make_integer(node: &mut Node) {
    const EXACT: f64 = (1_u64 << 53) as f64;
    if let Value::Float(value) = node.value
        && value.fract() == 0.0
        && value.abs() <= EXACT
    {
        node.value = Value::Int(value as i128);
    }
}

/// What stands there instead, in words.
pub(crate) fn found(value: &Value) -> String {
    const SHOWN: usize = 40;
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::Text(text) if text.chars().count() > SHOWN => {
            format!("the text {:?} ...", text.chars().take(SHOWN).collect::<String>())
        }
        Value::Text(text) => format!("the text {text:?}"),
        Value::Date(date) => format!("the date {date}"),
        Value::Array(items) => format!("an array of {} values", items.len()),
        Value::Table(_) => "a table".to_owned(),
    }
}
