//! The scenes of the recorded trajectories: the course project's five and six small ones.

use glam::DVec3;
use muslin_geom::points::aligned;
use muslin_geom::{Grid, Orientation, Points};
use muslin_sim::{Cloth, Collider, Model, Plane, Settings, Sphere, SpringKinds};

/// Start offsets along z of a vertical cloth in the recordings that have them: spread evenly, without pattern.
pub fn spread_offset(vertex: usize) -> f64 {
    ((vertex * 7919 % 2001) as f64 - 1000.0) / 1e6
}

/// A 1 m × 1 m sheet of 50 × 50 vertices with the course project's stock values, 1 m above the ground.
pub fn stock_sheet(orientation: Orientation) -> Cloth {
    sheet(Grid::new(50, 50), 1.0, 1.0, orientation, f64::from(0.0095_f32))
}

/// The small sheet: 1 m × 0.5 m, 8 × 5 vertices.
fn small_sheet(orientation: Orientation) -> Cloth {
    sheet(Grid::new(8, 5), 1.0, 0.5, orientation, f64::from(0.05_f32))
}

fn sheet(grid: Grid, width: f64, height: f64, orientation: Orientation, thickness: f64) -> Cloth {
    let origin = if orientation == Orientation::Horizontal { DVec3::Y } else { DVec3::ZERO };
    let x_rest: Points = grid.positions(width, height, orientation).iter().map(|x| origin + x).collect();
    Cloth { thickness, ..Cloth::new(grid, width, height, x_rest) }
}

fn with_spread_offsets(mut cloth: Cloth) -> Cloth {
    cloth.x_rest.zs = aligned((0..cloth.x_rest.len()).map(spread_offset));
    cloth
}

/// The model of a recording by its name.
pub fn model(name: &str, settings: Settings) -> Model {
    let (cloth, colliders) = parts(name);
    Model::new(vec![cloth], colliders, settings).expect("the scenes are valid")
}

fn parts(name: &str) -> (Cloth, Vec<Collider>) {
    use Orientation::{Horizontal, Vertical};
    let ground = plane(DVec3::ZERO, DVec3::Y, 0.5);
    let ball = sphere(DVec3::new(0.5, 0.2, 0.5), 0.2, 0.3);
    let pinned = |mut cloth: Cloth, pins: &[[usize; 2]]| {
        cloth.pins = pins.iter().map(|&[column, row]| cloth.grid.index(column, row)).collect();
        cloth
    };
    match name {
        "pinned2" => (pinned(stock_sheet(Horizontal), &[[0, 0], [49, 0]]), vec![]),
        "pinned4" => (pinned(stock_sheet(Horizontal), &[[0, 0], [0, 49], [49, 0], [49, 49]]), vec![]),
        "sphere" => (stock_sheet(Horizontal), vec![ball]),
        "plane" => (stock_sheet(Horizontal), vec![ground]),
        "selfCollision" => (stock_sheet(Vertical), vec![ground]),
        "selfCollisionDet" => (with_spread_offsets(stock_sheet(Vertical)), vec![ground]),
        "small_pinned" => (pinned(small_sheet(Horizontal), &[[0, 0], [7, 0]]), vec![]),
        "small_pinned_row1" => (pinned(small_sheet(Horizontal), &[[2, 1], [5, 3]]), vec![]),
        "small_noshear_bend" => {
            let springs = SpringKinds { shearing: false, ..SpringKinds::ALL };
            (Cloth { springs, ..pinned(small_sheet(Horizontal), &[[0, 0], [7, 0]]) }, vec![])
        }
        "small_both" => {
            let tilted = plane(DVec3::new(0.0, -0.2, 0.0), DVec3::new(0.2, 1.0, 0.1), 0.5);
            let ball = sphere(DVec3::new(0.45, 0.6, 0.25), 0.2, 0.3);
            (small_sheet(Horizontal), vec![tilted, ball])
        }
        "small_flipped_plane" => {
            (small_sheet(Horizontal), vec![plane(DVec3::new(0.0, 0.5, 0.0), DVec3::new(0.0, -2.0, 0.0), 0.25)])
        }
        "small_vertical" => (small_sheet(Vertical), vec![ground]),
        "small_vertical_det" => (with_spread_offsets(small_sheet(Vertical)), vec![ground]),
        _ => panic!("no scene of the name {name}"),
    }
}

fn plane(point: DVec3, normal: DVec3, friction: f64) -> Collider {
    Collider::from(Plane::new(point, normal, friction))
}

fn sphere(center: DVec3, radius: f64, friction: f64) -> Collider {
    Collider::from(Sphere { center, radius, friction })
}
