//! A procedural city.

use muslin_city::{CityParams, parse_seed};
use wasm_bindgen::prelude::wasm_bindgen;

/// The boxes of a city.
#[wasm_bindgen]
#[derive(Debug)]
pub struct City(muslin_city::City);

#[wasm_bindgen]
impl City {
    /// The city, or grid of `across` × `along` cities, that grows from `seed`: decimal, hexadecimal after 0x, or negative.
    ///
    /// # Errors
    /// If the seed is none of 32 bits, or the grid is too large.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: &str, across: u32, along: u32) -> Result<City, String> {
        let seed = parse_seed(seed).map_err(|error| error.to_string())?;
        let params = CityParams { grid: [across, along], ..CityParams::default() };
        muslin_city::City::generate(seed, &params).map(City).map_err(|error| error.to_string())
    }

    /// Buildings, each tier of a tower counted.
    pub fn buildings(&self) -> usize {
        self.0.counts().buildings
    }

    /// Boxes.
    pub fn boxes(&self) -> usize {
        self.0.counts().boxes
    }

    /// Address of the boxes: 32 bytes each, middle and half sides as six 32-bit floating-point numbers [m], colour as four bytes,
    /// and four bytes about what it is.
    pub fn instances(&self) -> *const u8 {
        bytemuck::cast_slice::<_, u8>(self.0.instances()).as_ptr()
    }
}
