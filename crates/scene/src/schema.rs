//! The JSON schemas of the scene file and of the check file: made from the types, and what files are checked against.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::check::Check;
use crate::scene::Scene;

/// The JSON schema of a scene file.
pub fn schema() -> Value {
    let mut schema = schema_of::<Scene>();
    schema["title"] = "Muslin scene".into();
    schema
}

/// The JSON schema of a scene file, indented.
pub fn schema_text() -> String {
    format!("{:#}", schema())
}

/// The JSON schema of a check file, indented.
pub fn check_schema_text() -> String {
    let mut schema = schema_of::<Check>();
    schema["title"] = "Muslin check".into();
    format!("{schema:#}")
}

/// The schema of `T`, without references, so that a walk over a file needs no look-up.
pub(crate) fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    unwrap_lines(&mut schema);
    schema
}

/// Joins the lines that a doc comment was broken into.
fn unwrap_lines(schema: &mut Value) {
    match schema {
        Value::Object(table) => {
            for (key, value) in table {
                match value {
                    Value::String(text) if key == "description" => *text = text.replace('\n', " "),
                    _ => unwrap_lines(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(unwrap_lines),
        _ => {}
    }
}
