//! What is varied in a sheet, and the variants that come of it.

use std::str::FromStr;

use crate::render::appearance::Appearance;
use crate::render::failure::RenderFailure;
use crate::render::words::Unexpected;

/// One thing that is varied, `ks=500,5000,50000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    key: String,
    values: Vec<String>,
}

/// One cell of a sheet.
#[derive(Clone, Debug)]
pub struct Variant {
    /// What is different, in words.
    pub label: String,
    /// Values put in place of the scene's.
    pub overrides: Vec<String>,
    /// What its picture looks like.
    pub appearance: Appearance,
    /// The frame that is drawn, if that is said.
    pub frame: Option<u64>,
}

impl FromStr for Axis {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Self, Unexpected> {
        let (key, values) = text.split_once('=').unwrap_or((text, ""));
        let values: Vec<String> = between_commas(values).into_iter().map(|value| value.trim().to_owned()).collect();
        if key.trim().is_empty() || values.iter().any(String::is_empty) {
            return Err(Unexpected("KEY=VALUE,VALUE such as ks=500,5000,50000 or look=studio,strain".to_owned()));
        }
        Ok(Self { key: key.trim().to_owned(), values })
    }
}

impl Axis {
    /// A label for each value.
    pub fn labels(&self) -> Vec<String> {
        self.values.iter().map(|value| format!("{} = {value}", self.key)).collect()
    }

    /// Number of values.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// `variant` with each value in turn.
    ///
    /// # Errors
    /// If a value is none for what is varied.
    pub fn variants_of(&self, variant: &Variant) -> Result<Vec<Variant>, RenderFailure> {
        self.values.iter().zip(self.labels()).map(|(value, label)| self.set(variant.clone(), value, &label)).collect()
    }

    fn set(&self, mut variant: Variant, value: &str, label: &str) -> Result<Variant, RenderFailure> {
        let key = self.key.replace('-', "_");
        let refused = |reason| RenderFailure::Vary { text: format!("{}={value}", self.key), reason };
        if key == "frame" {
            variant.frame = Some(value.parse().map_err(|_| refused("expected the number of a frame".to_owned()))?);
        } else if Appearance::KEYS.contains(&key.as_str()) {
            variant.appearance.set(&key, value).map_err(refused)?;
        } else {
            variant.overrides.push(format!("{}={value}", self.key));
        }
        let comma = if variant.label.is_empty() { "" } else { ", " };
        variant.label = format!("{}{comma}{label}", variant.label);
        Ok(variant)
    }
}

/// Splits at commas that are neither in brackets nor in quotes, so that a value may be a list.
fn between_commas(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut quote, mut start) = (0_usize, None, 0);
    for (index, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => quote = Some(letter),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                parts.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_and_quotes_split_nothing() {
        assert_eq!(between_commas("1,2"), ["1", "2"]);
        assert_eq!(between_commas("[0,-9.8,0],[0,0,0]"), ["[0,-9.8,0]", "[0,0,0]"]);
        assert_eq!(between_commas("\"a,b\",{x=1,y=2},c"), ["\"a,b\"", "{x=1,y=2}", "c"]);
    }

    #[test]
    fn labels_name_key_and_value() {
        let axis: Axis = "ks = 5, 6".parse().unwrap();
        assert_eq!(axis.labels(), ["ks = 5", "ks = 6"]);
        for text in ["ks", "ks=", "=1", "ks=1,,2", "ks=1,"] {
            assert!(text.parse::<Axis>().is_err(), "{text}");
        }
    }
}
