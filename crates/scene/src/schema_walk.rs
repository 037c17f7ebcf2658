//! Reading a JSON schema: the few questions that validation and overrides ask of one.

use serde_json::Value as Json;

/// The properties of a table's schema, by name.
pub(crate) fn properties(schema: &Json) -> impl Iterator<Item = (&str, &Json)> {
    schema["properties"].as_object().into_iter().flatten().map(|(key, schema)| (key.as_str(), schema))
}

/// The names that a table must have.
pub(crate) fn required(schema: &Json) -> impl Iterator<Item = &str> {
    schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str)
}

/// The only values that a schema allows, if it lists them.
pub(crate) fn choices(schema: &Json) -> Option<Vec<&Json>> {
    if let Some(only) = schema.get("const") {
        return Some(vec![only]);
    }
    if let Some(list) = schema["enum"].as_array() {
        return Some(list.iter().collect());
    }
    let each: Option<Vec<Vec<&Json>>> = schema["oneOf"].as_array()?.iter().map(choices).collect();
    each.map(Vec::into_iter).map(|lists| lists.flatten().collect())
}

/// The kinds of table that a tagged schema allows.
pub(crate) struct Variants<'s> {
    /// The key that tells them apart.
    pub(crate) tag: &'s str,
    /// What the key says and the schema that then holds.
    pub(crate) list: Vec<(&'s str, &'s Json)>,
}

impl<'s> Variants<'s> {
    /// The variants of `schema`, if it is tagged.
    pub(crate) fn of(schema: &'s Json) -> Option<Self> {
        let variants = schema["oneOf"].as_array()?;
        let (tag, _) = properties(variants.first()?).find(|(_, property)| property["const"].is_string())?;
        let name = |variant: &'s Json| Some((variant["properties"][tag]["const"].as_str()?, variant));
        Some(Self { tag, list: variants.iter().map(name).collect::<Option<_>>()? })
    }

    /// The schema of the variant called `name`.
    pub(crate) fn named(&self, name: &str) -> Option<&'s Json> {
        self.list.iter().find(|(known, _)| *known == name).map(|(_, schema)| *schema)
    }
}

/// Whether the schema allows values of `kind`, in JSON schema's words.
pub(crate) fn allows(schema: &Json, kind: &str) -> bool {
    match &schema["type"] {
        Json::String(only) => only == kind,
        Json::Array(list) => list.iter().any(|allowed| allowed == kind),
        _ => false,
    }
}

/// What the schema asks for, in words: `a number above 0`.
pub(crate) fn describe(schema: &Json) -> String {
    if let Some(choices) = choices(schema) {
        return choices.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    }
    let kind = |kind| allows(schema, kind);
    if kind("integer") {
        format!("a whole number{}", describe_range(schema))
    } else if kind("number") {
        format!("a number{}", describe_range(schema))
    } else if kind("array") {
        let plural = plural(&schema["items"]);
        match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
            (Some(min), Some(max)) if min == max => format!("an array of {min} {plural}"),
            (Some(1), _) => format!("an array of one or more {plural}"),
            (Some(min), _) => format!("an array of at least {min} {plural}"),
            _ => format!("an array of {plural}"),
        }
    } else if kind("string") {
        "a text".to_owned()
    } else if kind("boolean") {
        "true or false".to_owned()
    } else {
        "a table".to_owned()
    }
}

/// Smallest and largest value, each with whether it is itself allowed.
pub(crate) struct Bounds {
    pub(crate) min: Option<(f64, bool)>,
    pub(crate) max: Option<(f64, bool)>,
}

/// The bounds of a number's schema.
pub(crate) fn bounds(schema: &Json) -> Bounds {
    let bound = |with: &str, without: &str| {
        let allowed = schema[with].as_f64().map(|bound| (bound, true));
        allowed.or_else(|| schema[without].as_f64().map(|bound| (bound, false)))
    };
    // serde's 32-bit fields say so only by their format
    let of_type = (schema["format"] == "uint32").then_some((f64::from(u32::MAX), true));
    Bounds { min: bound("minimum", "exclusiveMinimum"), max: bound("maximum", "exclusiveMaximum").or(of_type) }
}

/// A limit that stems from the number of bits: nobody has to read it unless it is crossed.
pub(crate) const HUGE: f64 = u32::MAX as f64;

fn describe_range(schema: &Json) -> String {
    let Bounds { min, max } = bounds(schema);
    match (Bounds { min, max: max.filter(|(max, _)| *max < HUGE) }) {
        Bounds { min: Some((min, true)), max: Some((max, true)) } => format!(" from {min} to {max}"),
        Bounds { min: Some((min, true)), .. } => format!(", {min} or more"),
        Bounds { min: Some((min, false)), .. } => format!(" above {min}"),
        Bounds { max: Some((max, true)), .. } => format!(", at most {max}"),
        Bounds { max: Some((max, false)), .. } => format!(" below {max}"),
        Bounds { min: None, max: None } => String::new(),
    }
}

fn plural(items: &Json) -> &'static str {
    let table = Variants::of(items).is_some();
    let plurals = [
        ("integer", "whole numbers"),
        ("number", "numbers"),
        ("array", "arrays"),
        ("string", "texts"),
        ("object", "tables"),
    ];
    match plurals.into_iter().find(|(kind, _)| allows(items, kind)) {
        Some((_, plural)) => plural,
        None if table => "tables",
        None if choices(items).is_some() => "texts",
        None => "values",
    }
}

/// What the schema is for, from the doc line of the field.
pub(crate) fn purpose(schema: &Json) -> Option<&str> {
    schema["description"].as_str().map(|text| text.trim_end_matches('.'))
}

/// The name in `known` that is most like `name`, if any is alike.
pub(crate) fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    const ALIKE: f64 = 0.55;
    let contains = |known: &str| name.len() > 2 && known.len() > 2 && (known.contains(name) || name.contains(known));
    let likeness = |known: &str| {
        let typed = strsim::normalized_damerau_levenshtein(&name.to_lowercase(), known);
        if contains(known) { typed.max(ALIKE) } else { typed }
    };
    let mut best = None;
    for known in known {
        let score = likeness(known);
        if score >= ALIKE && best.is_none_or(|(highest, _)| score > highest) {
            best = Some((score, known));
        }
    }
    best.map(|(_, known)| known)
}
