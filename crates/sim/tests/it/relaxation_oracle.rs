//! The relaxation method computes what a plain reading of its document computes, to the last bit.
//!
//! The oracle below is the document's loop, one point and one neighbour at a time, with what the method has beyond it: springs
//! two points away, held points, friction, planes of any direction. It shares no code with the simulator but the model.

use glam::DVec3;
use muslin_geom::{Grid, Orientation, Points};
use muslin_sim::{
    Cloth, Collider, Method, Model, Plane, Settings, Shape, Sphere, SpringKinds, State, Wave, WaveForm, Workspace, step,
};
use proptest::prelude::*;

/// The plain solver.
struct Oracle<'a> {
    model: &'a Model,
    x: Vec<DVec3>,
    passes: u64,
}

impl<'a> Oracle<'a> {
    fn new(model: &'a Model) -> Self {
        Self { model, x: model.x_rest.iter().collect(), passes: 0 }
    }

    fn pass(&mut self) {
        let mut new = self.x.clone();
        let frame = (self.passes / u64::from(self.model.settings.substeps) + 1) as f64;
        for cloth in &self.model.cloths {
            let Grid { columns, rows } = cloth.grid;
            for j in 0..rows {
                for i in 0..columns {
                    let vertex = cloth.vertices.start + j * columns + i;
                    if self.model.pinned[vertex] {
                        continue;
                    }
                    let moved = self.x[vertex] + self.displacement(cloth, i, j);
                    new[vertex] = self.outside(vertex, moved, frame);
                }
            }
        }
        self.x = new;
        self.passes += 1;
    }

    fn displacement(&self, cloth: &muslin_sim::model::ClothModel, i: usize, j: usize) -> DVec3 {
        let Grid { columns, rows } = cloth.grid;
        let place = |i: usize, j: usize| self.x[cloth.vertices.start + j * columns + i];
        let mut m = DVec3::from_array(self.model.settings.gravity);
        for jj in j.saturating_sub(2)..=(j + 2).min(rows - 1) {
            for ii in i.saturating_sub(2)..=(i + 2).min(columns - 1) {
                let (di, dj) = (ii.abs_diff(i), jj.abs_diff(j));
                let share = match (di, dj) {
                    (1, 0) | (0, 1) if cloth.springs.structural => 1.0,
                    (1, 1) if cloth.springs.shearing => 1.0,
                    (2, 0) | (0, 2) if cloth.springs.bending => 0.2,
                    _ => continue,
                };
                // the document's table in grid units, times the spacing; rows further apart than columns count as more units
                let (di, dj) = (di as f64, dj as f64 * (cloth.spacing[1] / cloth.spacing[0]));
                let rest = cloth.spacing[0] * (di * di + dj * dj).sqrt();
                let v = place(ii, jj) - place(i, j);
                let d = v.x * v.x + v.y * v.y + v.z * v.z;
                // no direction
                if d > 1e-30 {
                    let dd = cloth.relaxation_stiffness * share * (d.sqrt() - rest) / d;
                    m += v * dd;
                }
            }
        }
        m
    }

    fn outside(&self, vertex: usize, mut x: DVec3, frame: f64) -> DVec3 {
        let from = self.x[vertex];
        for collider in &self.model.colliders {
            let offset = collider.wave.map_or(DVec3::ZERO, |wave| {
                let angle = frame * wave.pi * wave.rate + wave.phase;
                let wave_at = if wave.form == WaveForm::Sin { libm::sin(angle) } else { libm::cos(angle) };
                DVec3::from_array(wave.amplitude) * wave_at
            });
            let (friction, out): (f64, Box<dyn Fn(DVec3) -> Option<DVec3>>) = match collider.shape {
                Shape::Sphere(Sphere { center, radius, friction }) => {
                    let center = center + offset;
                    let out = move |x: DVec3| {
                        let v = x - center;
                        let d = v.x * v.x + v.y * v.y + v.z * v.z;
                        let scale = radius / d.sqrt();
                        (d < radius * radius)
                            .then(|| if d > 0.0 { v * scale + center } else { center + DVec3::Y * radius })
                    };
                    (friction, Box::new(out))
                }
                Shape::Plane(Plane { point, normal, friction }) => {
                    let point = point + offset;
                    let out = move |x: DVec3| {
                        let height = (x - point).dot(normal);
                        let foot = |axis: usize| match normal[axis].abs() {
                            1.0 => point[axis],
                            0.0 => x[axis],
                            _ => x[axis] - normal[axis] * height,
                        };
                        (height < 0.0).then(|| DVec3::new(foot(0), foot(1), foot(2)))
                    };
                    (friction, Box::new(out))
                }
                Shape::Boxes(_) => panic!("the document has no boxes"),
            };
            if let Some(mut target) = out(x) {
                if friction > 0.0 {
                    let held = from + (target - from) * (1.0 - friction);
                    target = out(held).unwrap_or(held);
                }
                x = target;
            }
        }
        x
    }
}

fn assert_moves_alike(model: &Model, passes: u64) {
    let mut oracle = Oracle::new(model);
    let mut state = State::new(model);
    let mut workspace = Workspace::new(model);
    for pass in 0..passes {
        let report = step::step(model, &mut state, &mut workspace);
        oracle.pass();
        assert_eq!(report.non_finite, 0);
        for (vertex, expected) in oracle.x.iter().enumerate() {
            let found = state.x.get(vertex);
            assert_eq!(
                found.to_array().map(f64::to_bits),
                expected.to_array().map(f64::to_bits),
                "{vertex} at pass {pass}"
            );
        }
    }
}

prop_compose! {
    fn cloths()(
        columns in 2_usize..20,
        rows in 2_usize..20,
        spacing in [0.02..0.2, 0.02..0.2],
        square: bool,
        vertical: bool,
        share in 0.0..0.35,
        kinds: [bool; 3],
        pins in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        offsets in prop::collection::vec(-0.02..0.02, 400),
    ) -> Cloth {
        let grid = Grid::new(columns, rows);
        let spacing: [f64; 2] = if square { [spacing[0]; 2] } else { spacing };
        let (width, height) = (spacing[0] * (columns - 1) as f64, spacing[1] * (rows - 1) as f64);
        let orientation = if vertical { Orientation::Vertical } else { Orientation::Horizontal };
        let flat = grid.positions(width, height, orientation);
        let x_rest: Points = flat.iter().zip(&offsets).map(|(x, offset)| x + DVec3::splat(*offset)).collect();
        let [structural, shearing, bending] = kinds;
        Cloth {
            pins: pins.into_iter().map(|pin| pin.index(grid.vertex_count())).collect(),
            relaxation_stiffness: share * spacing[0].min(spacing[1]),
            springs: SpringKinds { structural, shearing, bending },
            ..Cloth::new(grid, width, height, x_rest)
        }
    }
}

fn colliders() -> impl Strategy<Value = Vec<Collider>> {
    let vector = || prop::array::uniform3(-1.0..1.0).prop_map(DVec3::from_array);
    let friction = || prop_oneof![Just(0.0), 0.0..1.0, Just(1.0)];
    let normal = prop_oneof![Just(DVec3::Y), Just(DVec3::NEG_X), Just(DVec3::Z), vector()];
    let sphere = (vector(), 0.05..0.5, friction())
        .prop_map(|(center, radius, friction)| Shape::Sphere(Sphere { center, radius, friction }));
    let plane = (vector(), normal, friction())
        .prop_filter("a normal has a length", |(_, normal, _)| normal.length() > 0.1)
        .prop_map(|(point, normal, friction)| Shape::Plane(Plane::new(point, normal, friction)));
    let form = prop_oneof![Just(WaveForm::Sin), Just(WaveForm::Cos)];
    let wave = (prop::array::uniform3(-0.3..0.3), -0.2..0.2, -3.0..3.0, form)
        .prop_map(|(amplitude, rate, phase, form)| Wave { amplitude, rate, phase, form, pi: 3.15 });
    let collider = (prop_oneof![sphere, plane], prop::option::of(wave));
    prop::collection::vec(collider.prop_map(|(shape, wave)| Collider { shape, wave }), 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_scene_moves_as_the_plain_program_moves_it(
        cloths in prop::collection::vec(cloths(), 1..3),
        colliders in colliders(),
        gravity in prop::array::uniform3(-0.005..0.005),
        substeps in 1_u32..20,
    ) {
        let settings = Settings { substeps, gravity, ..Settings::of(Method::Relaxation) };
        let model = Model::with_method(Method::Relaxation, cloths, colliders, settings).unwrap();
        assert_moves_alike(&model, 60);
    }
}

#[test]
fn cloths_of_any_width_move_as_the_plain_program_moves_them() {
    for (columns, rows) in [(2, 2), (3, 5), (2, 60), (7, 3), (8, 8), (127, 3), (128, 4), (129, 5), (130, 3), (300, 4)] {
        for bending in [false, true] {
            let grid = Grid::new(columns, rows);
            let (width, height) = ((columns - 1) as f64 * 0.1, (rows - 1) as f64 * 0.1);
            let mut cloth = Cloth::new(grid, width, height, grid.positions(width, height, Orientation::Horizontal));
            cloth.pins = vec![0, columns - 1];
            cloth.springs.bending = bending;
            let ball = Sphere { center: DVec3::new(width / 2.0, -0.4, height / 2.0), radius: 0.5, friction: 0.3 };
            let settings = Settings::of(Method::Relaxation);
            let model = Model::with_method(Method::Relaxation, vec![cloth], vec![ball.into()], settings).unwrap();
            assert_moves_alike(&model, 200);
        }
    }
}
