//! Wind, for every method: as an acceleration, or as what moving air does to surfaces.

use glam::DVec3;
use muslin_geom::{Points, Simplex};

use crate::method::Method;
use crate::model::{ClothModel, Model};
use crate::state::State;

/// Wind over all cloths.
#[derive(Clone, Debug, PartialEq)]
pub struct Wind {
    /// Where it blows to; its length counts.
    pub direction: DVec3,
    /// With [`Effect::Body`] the acceleration [m/s²], for `relaxation` the displacement in a pass [m]; with
    /// [`Effect::Surface`] the speed of the air [m/s].
    pub strength: f64,
    /// What it does to the cloth.
    pub effect: Effect,
    /// Gusts; it blows evenly without.
    pub gusts: Option<Gusts>,
}

/// What wind does to a cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// Every vertex is accelerated alike, whichever way the cloth faces.
    Body,
    /// Air pushes and lifts each triangle, on whichever side it meets it.
    Surface {
        /// Mass of the air [kg/m³].
        air_density: f64,
        /// Drag coefficient.
        drag: f64,
        /// Lift coefficient.
        lift: f64,
    },
}

/// A field of simplex noise over the points of a cloth, by which wind is stronger here and weaker there.
#[derive(Clone, Debug, PartialEq)]
pub struct Gusts {
    /// The noise.
    pub noise: Simplex,
    /// Noise units from a point to the next.
    pub scale: f64,
    /// Noise units in a second [1/s].
    pub frequency: f64,
    /// Least strength, as a part of the whole; below 0 it sucks. The largest is 1.
    pub low: f64,
    /// Points in a row of the field; the cloth's own when not given.
    pub row_points: Option<usize>,
}

impl Gusts {
    /// Part of the strength at a point of a cloth, counted row by row, at a time [s] (docs/model.md, A1).
    pub fn at(&self, point: usize, columns: usize, time: f64) -> f64 {
        let columns = self.row_points.unwrap_or(columns).max(1);
        let (row, column) = ((point / columns) as f64, (point % columns) as f64);
        let noise = self.noise.at([row * self.scale, column * self.scale, time * self.frequency]);
        self.low + (1.0 - self.low) * (0.5 + 0.5 * noise)
    }
}

impl Wind {
    /// What is wrong with it: key, value, and what is expected.
    pub(crate) fn faults(&self, method: Method) -> Vec<(&'static str, f64, &'static str)> {
        let mut faults = Vec::new();
        let mut check = |key, value: f64, good: bool, expected| {
            if !good {
                faults.push((key, value, expected));
            }
        };
        for component in self.direction.to_array() {
            check("direction", component, component.is_finite(), "finite numbers");
        }
        check("strength", self.strength, self.strength.is_finite(), "a finite number");
        if let Effect::Surface { air_density, drag, lift } = self.effect {
            for (key, value) in [("air_density", air_density), ("drag", drag), ("lift", lift)] {
                check(key, value, value.is_finite() && value >= 0.0, "0 or more");
            }
            let knows = method != Method::Relaxation;
            check("air_density", air_density, knows, "nothing: the method relaxation knows no velocities");
        }
        if let Some(gusts) = &self.gusts {
            for (key, value) in [("scale", gusts.scale), ("frequency", gusts.frequency), ("low", gusts.low)] {
                check(key, value, value.is_finite(), "a finite number");
            }
        }
        faults
    }

    /// How it blows at a point of a cloth: direction times strength.
    fn blow(&self, cloth: &ClothModel, point: usize, time: f64) -> DVec3 {
        let part = self.gusts.as_ref().map_or(1.0, |gusts| gusts.at(point, cloth.grid.columns, time));
        self.direction * (self.strength * part)
    }
}

/// Adds what the wind does at the state's time to the force on each vertex [N].
pub fn apply(model: &Model, state: &State, force: &mut Points) {
    let Some(wind) = &model.wind else { return };
    // the engine of the impulse method's document hears of the wind after a step
    if model.method == Method::Impulse && model.settings.compat && state.step == 0 {
        return;
    }
    for cloth in &model.cloths {
        match wind.effect {
            Effect::Body => accelerate(wind, cloth, state.time, force),
            Effect::Surface { air_density, drag, lift } => {
                press(model, cloth, state, [air_density / 2.0 * drag, air_density / 2.0 * lift], wind, force);
            }
        }
    }
}

fn accelerate(wind: &Wind, cloth: &ClothModel, time: f64, force: &mut Points) {
    for (point, vertex) in cloth.vertices.clone().enumerate() {
        force.set(vertex, force.get(vertex) + wind.blow(cloth, point, time) * cloth.vertex_mass);
    }
}

/// Drag and lift of each triangle (Keckeisen, Kimmerle, Thomaszewski, Wacker 2004, "Modelling effects of wind fields in cloth
/// animations", section 3; docs/model.md, A2), a third of it on each corner.
fn press(model: &Model, cloth: &ClothModel, state: &State, [drag, lift]: [f64; 2], wind: &Wind, force: &mut Points) {
    let (columns, rows) = (cloth.grid.columns, cloth.grid.rows);
    let first = cloth.vertices.start;
    for point in 0..(rows - 1) * columns {
        if point % columns == columns - 1 {
            continue;
        }
        let air = wind.blow(cloth, point, state.time);
        let [a, b, c, d] = [0, 1, columns, columns + 1].map(|more| first + point + more);
        for triangle in [[a, c, b], [b, c, d]] {
            let [p, q, r] = triangle.map(|vertex| state.x.get(vertex));
            let area = (q - p).cross(r - p) / 2.0;
            let v = triangle.iter().fold(DVec3::ZERO, |sum, &vertex| sum + velocity(model, state, vertex)) / 3.0;
            let share = pressure(area, air - v, drag, lift) / 3.0;
            for vertex in triangle {
                force.set(vertex, force.get(vertex) + share);
            }
        }
    }
}

/// Force of air that moves with `relative` velocity against a surface, `area` its normal times its size [m²].
fn pressure(area: DVec3, relative: DVec3, drag: f64, lift: f64) -> DVec3 {
    let (size, speed) = (area.length(), relative.length());
    if !(size > 0.0 && speed > 0.0) {
        return DVec3::ZERO;
    }
    // the same for both sides: the normal counts twice in each term
    let through = area.dot(relative);
    let pushed = relative * (drag * through.abs());
    let lifted = (area / size - relative * (through / size / (speed * speed))) * (lift * speed * through);
    pushed + lifted
}

fn velocity(model: &Model, state: &State, vertex: usize) -> DVec3 {
    match model.method {
        Method::Impulse | Method::Newton | Method::Descent => state.v.get(vertex),
        Method::MassSpring | Method::Relaxation => {
            (state.x.get(vertex) - state.x_prev.get(vertex)) / model.settings.h()
        }
    }
}

/// Displacement of a vertex by the wind in a pass of `relaxation` [m], at the state's time; none without wind.
pub fn displace(model: &Model, state: &mut State) {
    let Some(wind) = &model.wind else { return };
    for cloth in &model.cloths {
        for (point, vertex) in cloth.vertices.clone().enumerate() {
            let moved = state.x.get(vertex) + wind.blow(cloth, point, state.time);
            state.x.set(vertex, moved);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vector(size: f64) -> impl Strategy<Value = DVec3> {
        prop::array::uniform3(-size..size).prop_map(DVec3::from)
    }

    #[test]
    fn air_straight_against_a_surface_pushes_with_the_dynamic_pressure() {
        // 1.2 kg/m³, coefficient 1.3, 10 m/s against 2 m²
        let force = pressure(DVec3::new(0.0, 0.0, 2.0), DVec3::new(0.0, 0.0, -10.0), 0.6 * 1.3, 0.0);
        assert!((force - DVec3::new(0.0, 0.0, -0.6 * 1.3 * 100.0 * 2.0)).length() < 1e-12);
    }

    #[test]
    fn a_surface_across_the_flow_is_lifted_to_the_side_it_leans_to() {
        let slanted = DVec3::new(1.0, 1.0, 0.0).normalize();
        let lift = pressure(slanted, DVec3::X, 0.0, 1.0);
        assert!(lift.y > 0.0 && lift.x.abs() < 1e-12, "{lift}");
    }

    #[test]
    fn still_air_and_no_area_give_no_force() {
        assert_eq!(pressure(DVec3::ZERO, DVec3::X, 1.0, 1.0), DVec3::ZERO);
        assert_eq!(pressure(DVec3::X, DVec3::ZERO, 1.0, 1.0), DVec3::ZERO);
        assert_eq!(pressure(DVec3::Z, DVec3::X, 1.0, 1.0), DVec3::ZERO);
    }

    proptest! {
        #[test]
        fn both_sides_of_a_surface_feel_the_same(area in vector(3.0), relative in vector(30.0)) {
            let (front, back) = (pressure(area, relative, 0.7, 0.4), pressure(-area, relative, 0.7, 0.4));
            prop_assert!((front - back).length() <= 1e-12 * front.length());
        }

        #[test]
        fn lift_does_no_work_and_drag_never_pulls_against_the_flow(area in vector(3.0), relative in vector(30.0)) {
            let lift = pressure(area, relative, 0.0, 1.0);
            prop_assert!(lift.dot(relative).abs() <= 1e-9 * lift.length() * relative.length() + 1e-12);
            prop_assert!(pressure(area, relative, 1.0, 0.0).dot(relative) >= 0.0);
        }
    }
}
