//! Checks of all energies against finite differences.

use glam::{DVec2, DVec3};
use muslin_geom::{Matrix3, Vector3};
use proptest::prelude::*;

use super::*;

type V = Vector3<f64>;

/// A triangle that is not special.
fn form() -> TriangleForm<f64> {
    TriangleForm::new([DVec2::new(0.1, 0.2), DVec2::new(1.2, 0.1), DVec2::new(0.4, 0.9)]).unwrap()
}

const STIFFNESS: MembraneStiffness<f64> = MembraneStiffness { warp: 3.0, weft: 2.0, coupling: 0.7, shear: 0.5 };

fn points<const N: usize>(size: f64) -> impl Strategy<Value = [V; N]> {
    prop::array::uniform(prop::array::uniform3(-size..size)).prop_map(|x: [[f64; 3]; N]| x.map(|p| V::of(p.into())))
}

/// Positions of a triangle that is about as it rests, `apart` [m] more or less.
fn near_rest(apart: f64) -> impl Strategy<Value = [V; 3]> {
    let rest = [[0.1, 0.2, 0.0], [1.2, 0.1, 0.0], [0.4, 0.9, 0.0]].map(|p| V::of(p.into()));
    points::<3>(apart).prop_map(move |moved| std::array::from_fn(|i| rest[i] + moved[i]))
}

/// Slivers and triangles that have all but collapsed into a line.
fn thin() -> impl Strategy<Value = [V; 3]> {
    (points::<3>(1.0), 1e-3..1.0)
        .prop_map(|(x, share)| [x[0], x[1], x[0] + (x[1] - x[0]) * 0.3 + x[2] * (1e-2 * share)])
}

fn moved<const N: usize>(x: &[V; N], vertex: usize, axis: usize, by: f64) -> [V; N] {
    let mut x = *x;
    let mut step = DVec3::ZERO;
    step[axis] = by;
    x[vertex] += V::of(step);
    x
}

fn component(v: V, axis: usize) -> f64 {
    v.to_dvec3()[axis]
}

/// The gradient is the slope of the value.
fn check_gradient<const N: usize>(energy: &impl Energy<f64, N>, x: &[V; N], step: f64, tolerance: f64) {
    let gradient = energy.gradient(x);
    let size = gradient.iter().map(|g| g.length()).fold(1e-3, f64::max);
    for vertex in 0..N {
        for axis in 0..3 {
            let [plus, minus] = [step, -step].map(|by| energy.value(&moved(x, vertex, axis, by)));
            let (slope, found) = ((plus - minus) / (2.0 * step), component(gradient[vertex], axis));
            assert!((slope - found).abs() < tolerance * size, "vertex {vertex}, axis {axis}: {found} is not {slope}");
        }
        let (own, block) = energy.block(x, vertex);
        assert!((own - gradient[vertex]).length() <= 1e-12 * size);
        assert_close(block, energy.hessian(x)[vertex][vertex], 1e-12);
    }
}

fn entries(matrix: Matrix3<f64>) -> [f64; 9] {
    let [a, b, c] = matrix.columns;
    [a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z]
}

fn assert_close(found: Matrix3<f64>, expected: Matrix3<f64>, tolerance: f64) {
    let size = entries(expected).into_iter().map(f64::abs).fold(1e-3, f64::max);
    let apart = entries(found).into_iter().zip(entries(expected)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(apart <= tolerance * size, "{found:?} is not {expected:?}");
}

/// The second derivatives are the slope of the gradient, where nothing was left out.
fn check_hessian<const N: usize>(energy: &impl Energy<f64, N>, x: &[V; N], step: f64, tolerance: f64) {
    let hessian = energy.hessian(x);
    let size = hessian.iter().flatten().flat_map(|&block| entries(block)).map(f64::abs).fold(1e-3, f64::max);
    for other in 0..N {
        for axis in 0..3 {
            let [plus, minus] = [step, -step].map(|by| energy.gradient(&moved(x, other, axis, by)));
            for vertex in 0..N {
                let slope = (plus[vertex] - minus[vertex]) * (0.5 / step);
                let found = hessian[vertex][other].columns[axis];
                assert!((slope - found).length() < tolerance * size, "{vertex} by {other}: {found:?} is not {slope:?}");
            }
        }
    }
}

/// The second derivatives are symmetric and bend no energy downwards in any direction.
fn check_semidefinite<const N: usize>(energy: &impl Energy<f64, N>, x: &[V; N], directions: &[[V; N]]) {
    let hessian = energy.hessian(x);
    let size = hessian.iter().flatten().flat_map(|&block| entries(block)).map(f64::abs).fold(0.0, f64::max);
    assert!(size.is_finite());
    for (i, row) in hessian.iter().enumerate() {
        for (j, block) in row.iter().enumerate() {
            let other = hessian[j][i].transposed();
            let apart = entries(*block).into_iter().zip(entries(other)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(apart <= 1e-12 * size, "not symmetric at {i}, {j}");
        }
    }
    for direction in directions {
        let mut curvature = 0.0;
        for i in 0..N {
            for j in 0..N {
                curvature += direction[i].dot(hessian[i][j] * direction[j]);
            }
        }
        let length: f64 = direction.iter().map(|d| d.length_squared()).sum();
        assert!(curvature >= -1e-12 * size * length, "{curvature} along {direction:?}");
    }
}

fn stvk() -> OrthotropicStvk<f64> {
    OrthotropicStvk { form: form(), stiffness: STIFFNESS }
}

fn baraff_witkin() -> BaraffWitkin<f64> {
    BaraffWitkin { form: form(), stiffness: STIFFNESS }
}

fn limit() -> StrainLimit<f64> {
    StrainLimit { form: form(), stiffness: 40.0, limit: 1.05 }
}

fn damping() -> MetricDamping<f64> {
    MetricDamping { form: form(), stiffness: STIFFNESS, strain_before: [0.1, -0.05, 0.02] }
}

fn air() -> Air<f64> {
    let normal = V::of(DVec3::new(1.0, 2.0, -1.0).normalize());
    Air { carried: V::new(0.1, 0.2, 0.3), normal, across: 2.0, along: 0.1 }
}

fn hinge() -> Hinge<f64> {
    Hinge { stiffness: 0.8, rest_angle: 0.3 }
}

fn quadratic() -> QuadraticBending<f64> {
    let rest = [[0.5, 0.8, 0.0], [0.4, -1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]].map(DVec3::from);
    QuadraticBending::new(0.8, rest)
}

fn shape_operator() -> ShapeOperator<f64> {
    let corners = [DVec2::new(0.1, 0.2), DVec2::new(1.2, 0.1), DVec2::new(0.4, 0.9)];
    ShapeOperator::new(corners, [0.8, 0.5], 0.2, [0.5, 1.0, 0.5])
}

/// Triangles that do not fold close to onto themselves, where the angle jumps.
fn is_unfolded(x: &[V; 4]) -> bool {
    let area = |[a, b, c]: [V; 3]| (b - a).cross(c - a).length();
    area([x[0], x[2], x[3]]) > 0.05
        && area([x[1], x[2], x[3]]) > 0.05
        && (x[3] - x[2]).length() > 0.2
        && dihedral::angle_and_gradient(x).is_some_and(|(theta, _)| theta.abs() < 3.0)
}

proptest! {
    #[test]
    fn membranes_pull_along_the_slope_of_their_energy(x in near_rest(0.3), any in points::<3>(2.0), sliver in thin()) {
        for x in [x, any, sliver] {
            check_gradient(&stvk(), &x, 1e-5, 1e-6);
            check_gradient(&damping(), &x, 1e-5, 1e-6);
            check_gradient(&air(), &x, 1e-5, 1e-6);
            let [u, v] = form().directions(&x);
            // Baraff's and Witkin's threads have no direction where they have no length
            if u.length() > 1e-2 && v.length() > 1e-2 {
                check_gradient(&baraff_witkin(), &x, 1e-6, 1e-4);
                check_gradient(&limit(), &x, 1e-6, 1e-4);
            }
        }
    }

    #[test]
    fn taut_membranes_are_as_stiff_as_the_slope_of_their_pull(x in near_rest(0.1)) {
        // half as large again all around: no pressure, nothing is left out
        let taut = x.map(|p| p * 1.5);
        check_hessian(&stvk(), &taut, 1e-5, 1e-6);
        check_hessian(&damping(), &taut, 1e-5, 1e-6);
        check_hessian(&limit(), &taut, 1e-5, 1e-6);
        check_hessian(&air(), &x, 1e-5, 1e-6);
    }

    #[test]
    fn unsheared_threads_are_as_stiff_as_the_slope_of_their_pull(stretch in [1.0..1.6, 1.0..1.6]) {
        let [a, b] = stretch;
        let corners = [[0.1, 0.2], [1.2, 0.1], [0.4, 0.9]].map(|[u, v]: [f64; 2]| V::new(a * u, 0.0, b * v));
        check_hessian(&baraff_witkin(), &corners, 1e-5, 1e-6);
    }

    #[test]
    fn bending_pulls_along_the_slope_of_its_energy(x in points::<4>(1.0)) {
        prop_assume!(is_unfolded(&x));
        check_gradient(&hinge(), &x, 1e-6, 1e-4);
        check_gradient(&quadratic(), &x, 1e-6, 1e-6);
        check_hessian(&quadratic(), &x, 1e-5, 1e-6);
        let (angle, _) = dihedral::angle_and_gradient(&x).unwrap();
        // what is left out is nothing where the hinge is as it wants to be
        check_hessian(&Hinge { stiffness: 0.8, rest_angle: angle }, &x, 1e-6, 1e-3);
    }

    #[test]
    fn the_shape_operator_pulls_along_the_slope_of_its_energy(x in points::<6>(1.0)) {
        let edges = [[0, 3, 1, 2], [1, 4, 2, 0], [2, 5, 0, 1]].map(|edge: [usize; 4]| edge.map(|vertex| x[vertex]));
        prop_assume!(edges.iter().all(is_unfolded));
        check_gradient(&shape_operator(), &x, 1e-6, 1e-4);
        let angles = edges.map(|x| dihedral::angle_and_gradient(&x).unwrap().0);
        check_hessian(&ShapeOperator { rest_angles: angles, ..shape_operator() }, &x, 1e-6, 1e-3);
    }

    #[test]
    fn no_energy_bends_downwards(
        x in points::<3>(1.5),
        sliver in thin(),
        four in points::<4>(1.0),
        six in points::<6>(1.0),
        directions in prop::array::uniform4(points::<3>(1.0)),
        along in prop::array::uniform4(points::<4>(1.0)),
        around in prop::array::uniform4(points::<6>(1.0)),
    ) {
        for x in [x, sliver, [x[0]; 3], [x[0], x[1], x[0]]] {
            check_semidefinite(&stvk(), &x, &directions);
            check_semidefinite(&damping(), &x, &directions);
            check_semidefinite(&baraff_witkin(), &x, &directions);
            check_semidefinite(&limit(), &x, &directions);
            check_semidefinite(&air(), &x, &directions);
        }
        check_semidefinite(&hinge(), &four, &along);
        check_semidefinite(&hinge(), &[four[0], four[0], four[1], four[1]], &along);
        check_semidefinite(&quadratic(), &four, &along);
        check_semidefinite(&shape_operator(), &six, &around);
    }

    #[test]
    fn what_moves_as_a_whole_feels_nothing(axis in points::<1>(1.0), angle in -3.0..3.0, shift in points::<1>(5.0)) {
        prop_assume!(axis[0].length() > 0.1);
        let turn = glam::DQuat::from_axis_angle(axis[0].to_dvec3().normalize(), angle);
        let place = |p: [f64; 2]| V::of(turn * DVec3::new(p[0], p[1], 0.0)) + shift[0];
        let x = [[0.1, 0.2], [1.2, 0.1], [0.4, 0.9]].map(place);
        for gradient in [stvk().gradient(&x), baraff_witkin().gradient(&x), limit().gradient(&x)] {
            prop_assert!(gradient.iter().all(|g| g.length() < 1e-13));
        }
        let rest = [[0.5, 0.8], [0.4, -1.0], [0.0, 0.0], [1.0, 0.0]].map(place);
        let flat = Hinge { rest_angle: 0.0, ..hinge() };
        for gradient in [flat.gradient(&rest), quadratic().gradient(&rest)] {
            prop_assert!(gradient.iter().all(|g| g.length() < 1e-13));
        }
    }
}

#[test]
fn a_small_angle_costs_a_hinge_and_its_quadratic_form_the_same() {
    for angle in [1e-3, -1e-3_f64] {
        let lifted = V::new(0.4, -libm::cos(angle), libm::sin(angle));
        let x = [V::new(0.5, 0.8, 0.0), lifted, V::new(0.0, 0.0, 0.0), V::new(1.0, 0.0, 0.0)];
        let (found, _) = dihedral::angle_and_gradient(&x).unwrap();
        assert!((found.abs() - 1e-3).abs() < 1e-12);
        // K = c |e|², |e| = 1
        let hinge = Hinge { stiffness: 0.8, rest_angle: 0.0 };
        assert!((quadratic().value(&x) / hinge.value(&x) - 1.0).abs() < 1e-6);
    }
}

#[test]
fn the_angle_is_positive_where_the_fronts_look_away_from_each_other() {
    // the front of both looks up; the side x1 is bent down
    let x = [[0.5, 0.0, -1.0], [0.5, -0.5, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]].map(|p| V::of(p.into()));
    let front = (x[2] - x[0]).cross(x[3] - x[0]);
    let (angle, _) = dihedral::angle_and_gradient(&x).unwrap();
    assert_eq!(front.y > 0.0, angle > 0.0);
}
