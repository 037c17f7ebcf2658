//! Numbers about a state: energies, strains.

use glam::DVec3;

use crate::energy::terms::{self, Numbered};
use crate::force::spring::{BENDING_SHARE, Spring, SpringKind};
use crate::method::Method;
use crate::model::{ClothModel, Model};
use crate::state::State;

/// Least and largest strain of some springs: length over rest length, less 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Strain {
    /// Least strain, negative where a spring is shortened.
    pub min: f64,
    /// Largest strain.
    pub max: f64,
}

/// One spring of a model and how far it is stretched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringStrain {
    /// Cloth that it belongs to, from 0 in scene order.
    pub cloth: usize,
    /// The spring, its vertices as indices in the cloth.
    pub spring: Spring,
    /// Length over rest length, less 1.
    pub strain: f64,
}

/// Energy of motion of all cloths [J], with Verlet's velocity (x − `x_prev`) / h; none for a method without masses.
pub fn kinetic_energy(model: &Model, state: &State) -> f64 {
    if model.method == Method::Relaxation {
        return 0.0;
    }
    if model.method.is_of_shells() {
        let parts = model.shell.vertex_mass.iter().zip(state.v.iter());
        return parts.map(|(mass, v)| 0.5 * mass * v.length_squared()).sum();
    }
    let h = model.settings.h();
    let energy_of = |cloth: &ClothModel| {
        let speed_sq = |i| match model.method {
            Method::Impulse | Method::Newton | Method::Descent => state.v.get(i).length_squared(),
            Method::MassSpring | Method::Relaxation => {
                (state.x.get(i) - state.x_prev.get(i)).length_squared() / (h * h)
            }
        };
        0.5 * cloth.vertex_mass * cloth.vertices.clone().map(speed_sq).sum::<f64>()
    };
    model.cloths.iter().map(energy_of).sum()
}

/// Energy of the springs that exert force, and of weight [J]. A vertex has no energy of weight where it starts, so a
/// model at rest has none at all; nor has one whose method knows no masses. The links of `impulse` store none.
pub fn potential_energy(model: &Model, state: &State) -> f64 {
    if model.method == Method::Relaxation {
        return 0.0;
    }
    let gravity = DVec3::from_array(model.settings.gravity);
    if model.method.is_of_shells() {
        let rise = |vertex| (model.x_rest.get(vertex) - state.x.get(vertex)).dot(gravity);
        let of_weight = model.shell.vertex_mass.iter().enumerate().map(|(vertex, mass)| mass * rise(vertex));
        return of_weight.sum::<f64>() + elastic_energy(model, state);
    }
    let of_weight = |cloth: &ClothModel| {
        let rise = |i| (model.x_rest.get(i) - state.x.get(i)).dot(gravity);
        cloth.vertex_mass * cloth.vertices.clone().map(rise).sum::<f64>()
    };
    let of_springs = |cloth: &ClothModel| {
        if model.method == Method::Impulse { 0.0 } else { spring_energy(cloth, state) }
    };
    model.cloths.iter().map(|cloth| of_weight(cloth) + of_springs(cloth)).sum()
}

/// What the shells of a model have stored by being stretched and bent [J].
pub fn elastic_energy(model: &Model, state: &State) -> f64 {
    let x = terms::positions(&state.x);
    Numbered::of(model).elastic(None).iter().map(|term| term.value(&x)).sum()
}

fn spring_energy(cloth: &ClothModel, state: &State) -> f64 {
    let springs = cloth.rest_lengths.springs(cloth.grid).filter(|spring| cloth.springs.contains(spring.kind));
    let energies = springs.map(|spring| {
        let k = if spring.kind == SpringKind::Bending { BENDING_SHARE * cloth.ks } else { cloth.ks };
        let extension = length(cloth, &spring, state) - spring.rest_length;
        0.5 * k * extension * extension
    });
    energies.sum()
}

/// Strain of all springs, whether they exert force or not; 0 where there is none.
pub fn strain(model: &Model, state: &State) -> Strain {
    range(spring_strains(model, state))
}

/// Strain of the springs of one kind, whether they exert force or not; 0 where there is none.
pub fn strain_of(kind: SpringKind, model: &Model, state: &State) -> Strain {
    range(spring_strains(model, state).filter(|one| one.spring.kind == kind))
}

/// Every spring of every cloth with its strain. A spring without rest length has none and is left out. `impulse` has links in the
/// place of structural springs, and no others.
pub fn spring_strains<'a>(model: &'a Model, state: &'a State) -> impl Iterator<Item = SpringStrain> + 'a {
    model.cloths.iter().enumerate().flat_map(move |(index, cloth)| {
        let is_there = |kind| model.method != Method::Impulse || kind == SpringKind::Structural;
        let springs = cloth.rest_lengths.springs(cloth.grid);
        let springs = springs.filter(move |spring| spring.rest_length > 0.0 && is_there(spring.kind));
        springs.map(move |spring| SpringStrain {
            cloth: index,
            spring,
            strain: length(cloth, &spring, state) / spring.rest_length - 1.0,
        })
    })
}

fn range(strains: impl Iterator<Item = SpringStrain>) -> Strain {
    let widened = |range: Option<Strain>, SpringStrain { strain, .. }: SpringStrain| {
        let Strain { min, max } = range.unwrap_or(Strain { min: strain, max: strain });
        Some(Strain { min: min.min(strain), max: max.max(strain) })
    };
    strains.fold(None, widened).unwrap_or_default()
}

/// Length of a spring of `cloth` [m].
fn length(cloth: &ClothModel, spring: &Spring, state: &State) -> f64 {
    let [a, b] = spring.vertices.map(|vertex| state.x.get(cloth.vertices.start + vertex));
    (a - b).length()
}

#[cfg(test)]
mod tests {
    use muslin_geom::{Grid, Orientation};

    use super::*;
    use crate::force::spring::SpringKinds;
    use crate::model::Cloth;
    use crate::settings::Settings;

    /// Two cloths of 3 × 3 vertices, 1 m between neighbours, of 2 and 4 kg a vertex; the second exerts no force.
    fn model() -> Model {
        let grid = Grid::new(3, 3);
        let cloth = |areal_density| Cloth {
            areal_density,
            ks: 10.0,
            ..Cloth::new(grid, 2.0, 2.0, grid.positions(2.0, 2.0, Orientation::Horizontal))
        };
        let second = Cloth { springs: SpringKinds::NONE, ..cloth(9.0) };
        Model::new(vec![cloth(4.5), second], vec![], Settings::default()).unwrap()
    }

    fn assert_close(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{found} is not {expected}");
    }

    #[test]
    fn a_model_at_rest_has_no_energy_and_no_strain() {
        let model = model();
        let state = State::new(&model);
        assert_eq!([kinetic_energy(&model, &state), potential_energy(&model, &state)], [0.0, 0.0]);
        assert_eq!(strain(&model, &state), Strain::default());
    }

    #[test]
    fn energies_of_a_thrown_cloth_are_those_of_its_mass() {
        let model = model();
        let mut state = State::new(&model);
        let (height, speed) = (3.0, 2.0);
        let step = speed * model.settings.h();
        for i in 0..18 {
            state.x.ys[i] += height;
            state.x_prev.ys[i] += height - step;
        }
        let mass = 9.0 * 2.0 + 9.0 * 4.0;
        assert!((kinetic_energy(&model, &state) / (0.5 * mass * speed * speed) - 1.0).abs() < 1e-9);
        assert_close(potential_energy(&model, &state), mass * 9.8 * height);
    }

    #[test]
    fn springs_that_exert_force_have_the_energy_of_their_extension() {
        let mut model = model();
        model.settings.gravity = [0.0; 3];
        let mut state = State::new(&model);
        for i in 0..18 {
            state.x.xs[i] *= 1.5;
        }
        // along x: 6 structural springs 0.5 m longer, 3 bending springs 1 m longer, 8 diagonals
        let diagonal = 3.25_f64.sqrt() - 2.0_f64.sqrt();
        let expected = 6.0 * 0.5 * 10.0 * 0.25 + 3.0 * 0.5 * 2.0 + 8.0 * 0.5 * 10.0 * diagonal * diagonal;
        assert_close(potential_energy(&model, &state), expected);
    }

    #[test]
    fn strain_is_told_apart_by_kind_and_counts_springs_without_force() {
        let model = model();
        let mut state = State::new(&model);
        for i in 9..18 {
            state.x.xs[i] *= 1.5;
            state.x.zs[i] *= 0.75;
        }
        let diagonal = (1.5_f64 * 1.5 + 0.75 * 0.75).sqrt() / 2.0_f64.sqrt() - 1.0;
        assert_eq!(strain(&model, &state), Strain { min: -0.25, max: 0.5 });
        assert_eq!(strain_of(SpringKind::Bending, &model, &state), Strain { min: -0.25, max: 0.5 });
        let shearing = strain_of(SpringKind::Shearing, &model, &state);
        assert_eq!(shearing.min, 0.0); // the first cloth's
        assert_close(shearing.max, diagonal);
        let longest = spring_strains(&model, &state).max_by(|a, b| a.strain.total_cmp(&b.strain)).unwrap();
        assert_eq!((longest.cloth, longest.strain), (1, 0.5));
    }
}
