//! A city as JSON: seed, parameters, counts, and one box a line.
//!
//! Numbers are in the fewest digits that read back to the same 64 bits. A city is made again by its seed and parameters
//! alone; the boxes are for programs that do not know how.

use std::io::{BufWriter, Write};

use serde::Serialize;

use crate::city::City;
use crate::export::ExportError;

/// Writes a city as JSON.
///
/// # Errors
/// If `output` cannot be written to.
pub fn write_json(city: &City, output: impl Write) -> Result<(), ExportError> {
    let mut output = BufWriter::new(output);
    let plan = city.plan();
    write!(output, "{{\n\"format\": \"muslin-city\",\n\"version\": 1")?;
    field(&mut output, "unit", &"metre")?;
    field(&mut output, "up", &"y")?;
    field(&mut output, "seed", &plan.seed())?;
    field(&mut output, "params", plan.params())?;
    field(&mut output, "counts", &city.counts())?;
    field(&mut output, "bounds", &city.bounds())?;
    if let Some(terrain) = plan.terrain() {
        field(&mut output, "terrain", &terrain)?;
    }

    write!(output, ",\n\"boxes\": [")?;
    // the first error is kept: boxes cannot be stopped from coming
    let mut result = Ok(());
    let mut separator = "\n";
    city.for_each_box(|one| {
        if result.is_ok() {
            result = write!(output, "{separator}").and_then(|()| Ok(serde_json::to_writer(&mut output, one)?));
            separator = ",\n";
        }
    });
    result?;
    output.write_all(b"\n]\n}\n")?;
    Ok(output.flush()?)
}

/// Writes a key and its value, after others.
fn field(output: &mut impl Write, key: &str, value: &impl Serialize) -> Result<(), ExportError> {
    write!(output, ",\n\"{key}\": ")?;
    serde_json::to_writer(output, value).map_err(std::io::Error::from)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::params::CityParams;

    fn json(params: &CityParams) -> (City, Value) {
        let city = City::generate(0xA749_F86C, params).unwrap();
        let mut text = Vec::new();
        write_json(&city, &mut text).unwrap();
        (city, serde_json::from_slice(&text).unwrap())
    }

    fn bits(list: &Value) -> Vec<u64> {
        list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap().to_bits()).collect()
    }

    #[test]
    fn every_box_reads_back_to_the_same_bits() {
        let params = CityParams { roads: true, block_kinds: true, own_colors: true, ..CityParams::default() };
        let (city, json) = json(&params);
        let boxes = json["boxes"].as_array().unwrap();
        assert_eq!(boxes.len(), city.counts().boxes);
        for (read, one) in boxes.iter().zip(city.boxes()) {
            assert_eq!(bits(&read["min"]), one.min.map(f64::to_bits));
            assert_eq!(bits(&read["max"]), one.max.map(f64::to_bits));
            assert_eq!(bits(&read["color"]), one.color.map(f64::to_bits));
            assert_eq!(read["kind"], serde_json::to_value(one.kind).unwrap());
            assert_eq!(read["lot"].as_u64(), one.place.lot.map(u64::from));
        }
    }

    #[test]
    fn seed_and_parameters_in_the_file_make_the_city_again() {
        let params = CityParams { grid: [2, 1], advance: 3, terrain: Some(25.0), ..CityParams::default() };
        let (city, json) = json(&params);
        let seed = u32::try_from(json["seed"].as_u64().unwrap()).unwrap();
        let params: CityParams = serde_json::from_value(json["params"].clone()).unwrap();
        let again = City::generate(seed, &params).unwrap();
        assert_eq!(again.boxes(), city.boxes());
        assert_eq!(json["counts"]["boxes"], again.counts().boxes);
        let heights = json["terrain"]["heights"].as_array().unwrap();
        assert_eq!(heights.len() as u64, crate::Terrain::node_count_of_grid(city.plan()));
    }
}
