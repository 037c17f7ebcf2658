//! What there is to say about a city, for people and as JSON.

use std::fmt;

use muslin_city::{Bounds, City, CityParams, Counts};
use serde::Serialize;

/// What a city is.
#[derive(Clone, Debug, Serialize)]
pub struct Overview {
    seed: u32,
    params: CityParams,
    counts: Counts,
    bounds: Bounds,
    /// The tallest tower, where anything is built.
    tallest: Option<Tallest>,
}

/// The tallest tower.
#[derive(Clone, Copy, Debug, Serialize)]
struct Tallest {
    /// From the slab of the block to the highest roof [m].
    height: f64,
    tiers: u32,
    /// The middle of its roof [m].
    roof: [f64; 3],
}

impl Overview {
    /// Of `city`.
    pub fn of(city: &City) -> Self {
        let tallest =
            city.tallest(1).first().map(|tower| Tallest { height: tower.height, tiers: tower.tiers, roof: tower.roof });
        let plan = city.plan();
        Self { seed: plan.seed(), params: plan.params().clone(), counts: city.counts(), bounds: city.bounds(), tallest }
    }

    /// The most important of it on one line.
    pub fn line(&self) -> String {
        let Counts { buildings, boxes, blocks, .. } = self.counts;
        let [buildings, boxes, blocks] =
            [(buildings, "building", "s"), (boxes, "box", "es"), (blocks, "block", "s")].map(counted);
        format!("{buildings}, {boxes}, {blocks}")
    }
}

impl fmt::Display for Overview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, value: &dyn fmt::Display| writeln!(f, "{name:<12}{value}");
        let CityParams { size, grid: [columns, rows], .. } = self.params;
        row("seed", &format_args!("0x{:08X}, in decimal {}", self.seed, self.seed))?;
        row("size", &format_args!("{size} x {size} m"))?;
        let [width, depth] = [columns, rows].map(|count| f64::from(count) * size);
        row("grid", &format_args!("{columns} x {rows}, in all {width} x {depth} m"))?;
        row("options", &options(&self.params))?;
        row("counts", &self.line())?;
        row("bounds", &format_args!("{} to {} m", Place(self.bounds.min), Place(self.bounds.max)))?;
        match self.tallest {
            None => write!(f, "{:<12}nothing is built", "tallest"),
            Some(Tallest { height, tiers, roof }) => {
                let tiers = counted((tiers as usize, "tier", "s"));
                write!(f, "{:<12}{} m in {tiers}, its roof at {} m", "tallest", centimetres(height), Place(roof))
            }
        }
    }
}

/// A number of things: a noun in the singular, and what its plural has more.
fn counted((count, one, more): (usize, &str, &str)) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { more })
}

/// The options that are on.
fn options(params: &CityParams) -> String {
    let switches = [(params.roads, "roads"), (params.block_kinds, "block kinds"), (params.own_colors, "own colours")];
    let mut on: Vec<String> = switches.iter().filter(|(on, _)| *on).map(|(_, name)| (*name).to_owned()).collect();
    on.extend(params.terrain.map(|height| format!("terrain of {height} m")));
    if on.is_empty() { "none".to_owned() } else { on.join(", ") }
}

/// A point, to the centimetre.
struct Place([f64; 3]);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0.map(centimetres);
        write!(f, "[{x}, {y}, {z}]")
    }
}

fn centimetres(length: f64) -> f64 {
    // 0.0 is added so that what is rounded to nothing has no sign
    (length * 100.0).round() / 100.0 + 0.0
}
