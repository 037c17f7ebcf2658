//! The simulator computes what a plain reading of the method computes, to the last bit.
//!
//! The oracle below is the method as one would write it first: a list of springs, one vertex at a time, cells in a map.
//! It shares no code with the simulator but the model.

use std::collections::BTreeMap;

use glam::DVec3;
use muslin_geom::{Grid, Orientation, Points};
use muslin_sim::step::mass_spring;
use muslin_sim::{
    CellRule, Cloth, Collider, Model, Plane, Settings, Shape, Sphere, SpringKind, SpringKinds, State, Workspace,
};
use proptest::prelude::*;

/// A spring between two vertices of the model.
struct Spring {
    kind: SpringKind,
    ends: [usize; 2],
    rest_length: f64,
}

/// The plain solver.
struct Oracle<'a> {
    model: &'a Model,
    x: Vec<DVec3>,
    x_prev: Vec<DVec3>,
    springs: Vec<Vec<Spring>>,
}

fn springs_of(grid: Grid, first: usize, x: &[DVec3]) -> Vec<Spring> {
    use SpringKind::{Bending, Shearing, Structural};
    let mut springs = Vec::new();
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            // columns and rows to the partner, all partners come earlier
            for (kind, columns, rows_up) in [
                (Structural, -1, 0),
                (Structural, 0, 1),
                (Shearing, -1, 1),
                (Shearing, 1, 1),
                (Bending, -2, 0),
                (Bending, 0, 2),
            ] {
                let other_column = column.checked_add_signed(columns).filter(|&other| other < grid.columns);
                if let (Some(other_column), Some(other_row)) = (other_column, row.checked_sub(rows_up)) {
                    let a = first + row * grid.columns + column;
                    let b = first + other_row * grid.columns + other_column;
                    springs.push(Spring { kind, ends: [a, b], rest_length: (x[a] - x[b]).length() });
                }
            }
        }
    }
    springs
}

impl<'a> Oracle<'a> {
    fn new(model: &'a Model) -> Self {
        let x: Vec<DVec3> = model.x_rest.iter().collect();
        let springs = model.cloths.iter().map(|cloth| springs_of(cloth.grid, cloth.vertices.start, &x)).collect();
        Self { model, x_prev: x.clone(), x, springs }
    }

    fn step(&mut self) {
        let force = self.forces();
        self.verlet(&force);
        self.self_collision();
        self.colliders();
        self.stretch_limit();
    }

    fn forces(&self) -> Vec<DVec3> {
        let mut force = vec![DVec3::ZERO; self.x.len()];
        for (cloth, springs) in self.model.cloths.iter().zip(&self.springs) {
            for vertex in cloth.vertices.clone() {
                force[vertex] = DVec3::from_array(self.model.settings.gravity) * cloth.vertex_mass;
            }
            for &Spring { kind, ends: [a, b], rest_length } in springs.iter().filter(|s| cloth.springs.contains(s.kind))
            {
                let d = self.x[a] - self.x[b];
                let length = d.length();
                if length > 0.0 {
                    let share = if kind == SpringKind::Bending { 0.2 } else { 1.0 };
                    let pull = d * (1.0 / length) * cloth.ks * (length - rest_length) * share;
                    force[a] -= pull;
                    force[b] += pull;
                }
            }
        }
        force
    }

    fn verlet(&mut self, force: &[DVec3]) {
        let h = 1.0 / self.model.settings.fps / f64::from(self.model.settings.substeps);
        for cloth in &self.model.cloths {
            for vertex in cloth.vertices.clone() {
                if !self.model.pinned[vertex] {
                    let (x, last) = (self.x[vertex], self.x_prev[vertex]);
                    let acceleration = force[vertex] * (1.0 / cloth.vertex_mass);
                    self.x[vertex] = x + (x - last) * (1.0 - cloth.damping / 100.0) + acceleration * (h * h);
                    self.x_prev[vertex] = x;
                }
            }
        }
    }

    fn self_collision(&mut self) {
        let rule: fn(f64) -> f64 = match self.model.settings.cell_rule {
            CellRule::Floor => f64::floor,
            CellRule::Truncate => f64::trunc,
        };
        for cloth in &self.model.cloths {
            let w = 3.0 * cloth.size[0] / cloth.grid.columns as f64;
            let h = 3.0 * cloth.size[1] / cloth.grid.rows as f64;
            let t = w.max(h);
            let cell = |x: DVec3| [rule(x.x / w) as i64, rule(x.y / h) as i64, rule(x.z / t) as i64];
            let mut cells: BTreeMap<_, Vec<usize>> = BTreeMap::new();
            for vertex in cloth.vertices.clone() {
                cells.entry(cell(self.x[vertex])).or_default().push(vertex);
            }
            let members: Vec<_> = cloth.vertices.clone().map(|vertex| cells[&cell(self.x[vertex])].clone()).collect();
            for (vertex, members) in cloth.vertices.clone().zip(members) {
                let (mut sum, mut count) = (DVec3::ZERO, 0.0);
                for other in members.into_iter().filter(|&other| other != vertex) {
                    let d = self.x[vertex] - self.x[other];
                    let distance = d.length();
                    if distance < 2.0 * cloth.thickness && distance > 0.0 {
                        sum += d * (1.0 / distance) * (2.0 * cloth.thickness - distance);
                        count += 1.0;
                    }
                }
                if count > 0.0 && !self.model.pinned[vertex] {
                    self.x[vertex] += sum * (1.0 / count) * (1.0 / f64::from(self.model.settings.substeps));
                }
            }
        }
    }

    fn colliders(&mut self) {
        for vertex in (0..self.x.len()).filter(|&vertex| !self.model.pinned[vertex]) {
            for collider in &self.model.colliders {
                let (x, from) = (self.x[vertex], self.x_prev[vertex]);
                let (target, friction) = match collider.shape {
                    Shape::Sphere(Sphere { center, radius, friction }) => {
                        let d = x - center;
                        let inside = d.length() < radius;
                        (inside.then(|| center + d * (1.0 / d.length()) * radius), friction)
                    }
                    Shape::Plane(Plane { point, normal, friction }) => {
                        let (now, before) = ((x - point).dot(normal), (from - point).dot(normal));
                        let crossed = (now <= 0.0 && before >= 0.0) || (now >= 0.0 && before <= 0.0);
                        let side = if before >= 0.0 { 0.0001 } else { -0.0001 };
                        (crossed.then(|| x - normal * now + normal * side), friction)
                    }
                    Shape::Boxes(_) => panic!("the course project has no boxes"),
                };
                if let Some(target) = target {
                    self.x[vertex] = from + (target - from) * (1.0 - friction);
                }
            }
        }
    }

    fn stretch_limit(&mut self) {
        for &Spring { ends: [a, b], rest_length, .. } in self.springs.iter().flatten() {
            let d = self.x[a] - self.x[b];
            let length = d.length();
            if length > 1.1 * rest_length {
                let excess = length - 1.1 * rest_length;
                let direction = d * (1.0 / length);
                match (self.model.pinned[a], self.model.pinned[b]) {
                    (false, false) => {
                        self.x[a] -= direction * (excess * 0.5);
                        self.x[b] += direction * (excess * 0.5);
                    }
                    (false, true) => self.x[a] -= direction * excess,
                    (true, false) => self.x[b] += direction * excess,
                    (true, true) => {}
                }
            }
        }
    }
}

prop_compose! {
    fn cloths()(
        columns in 2_usize..45,
        rows in 2_usize..12,
        width in 0.3..2.0,
        height in 0.3..2.0,
        vertical: bool,
        thickness in 0.0..0.1,
        ks in 0.0..20_000.0,
        damping in 0.0..1.0,
        kinds: [bool; 3],
        pins in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        offsets in prop::collection::vec(-0.02..0.02, 45 * 12),
    ) -> Cloth {
        let grid = Grid::new(columns, rows);
        let orientation = if vertical { Orientation::Vertical } else { Orientation::Horizontal };
        let flat = grid.positions(width, height, orientation);
        let offset = |(x, offset): (DVec3, &f64)| x + DVec3::splat(*offset);
        let x_rest: Points = flat.iter().zip(&offsets).map(offset).collect();
        let [structural, shearing, bending] = kinds;
        Cloth {
            pins: pins.into_iter().map(|pin| pin.index(grid.vertex_count())).collect(),
            thickness,
            ks,
            damping,
            springs: SpringKinds { structural, shearing, bending },
            ..Cloth::new(grid, width, height, x_rest)
        }
    }
}

fn colliders() -> impl Strategy<Value = Vec<Collider>> {
    let vector = || prop::array::uniform3(-1.0..1.0).prop_map(DVec3::from_array);
    let sphere = (vector(), 0.05..0.5, 0.0..1.0)
        .prop_map(|(center, radius, friction)| Collider::from(Sphere { center, radius, friction }));
    let plane = (vector(), vector(), 0.0..1.0)
        .prop_filter("a normal has a length", |(_, normal, _)| normal.length() > 0.1)
        .prop_map(|(point, normal, friction)| Collider::from(Plane::new(point, normal, friction)));
    prop::collection::vec(prop_oneof![sphere, plane], 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_scene_moves_as_the_plain_solver_moves_it(
        cloth in cloths(),
        colliders in colliders(),
        truncate: bool,
        gravity in -60.0..60.0,
        substeps in 5_u32..40,
    ) {
        let cell_rule = if truncate { CellRule::Truncate } else { CellRule::Floor };
        let settings = Settings { substeps, cell_rule, gravity: [1.0, gravity, -2.0], ..Settings::default() };
        let model = Model::new(vec![cloth], colliders, settings).unwrap();
        let mut oracle = Oracle::new(&model);
        let mut state = State::new(&model);
        let mut workspace = Workspace::new(&model);
        for step in 0..120 {
            let report = mass_spring::step(&model, &mut state, &mut workspace);
            oracle.step();
            prop_assert_eq!(report.non_finite, 0);
            for (vertex, expected) in oracle.x.iter().enumerate() {
                prop_assert_eq!(state.x.get(vertex), *expected, "vertex {} at sub-step {}", vertex, step);
            }
        }
    }
}

#[test]
fn a_cloth_wider_than_a_block_of_rows_moves_as_the_plain_solver_moves_it() {
    for (columns, rows) in [(300, 4), (129, 5), (128, 3), (2, 150), (3, 60)] {
        let grid = Grid::new(columns, rows);
        let width = columns as f64 * 0.02;
        let height = rows as f64 * 0.02;
        let mut cloth = Cloth::new(grid, width, height, grid.positions(width, height, Orientation::Horizontal));
        cloth.pins = vec![0, columns - 1];
        let ball = Sphere { center: DVec3::new(width / 2.0, -0.1, height / 2.0), radius: 0.09, friction: 0.3 };
        let model = Model::new(vec![cloth], vec![ball.into()], Settings::default()).unwrap();
        let mut oracle = Oracle::new(&model);
        let mut state = State::new(&model);
        let mut workspace = Workspace::new(&model);
        for _ in 0..600 {
            mass_spring::step(&model, &mut state, &mut workspace);
            oracle.step();
        }
        assert!(state.x.iter().eq(oracle.x.iter().copied()), "{columns} x {rows}");
    }
}
