//! Cloths as thin shells: triangles that stretch and edges that bend.

use glam::{DVec2, DVec3};
use muslin_geom::colouring::neighbours;
use muslin_geom::hierarchy::Hierarchy;
use muslin_geom::topology::{HingeTopology, Topology, TopologyError};
use muslin_geom::{FlatMesh, Grid, Points};

use crate::energy::{TriangleForm, dihedral};
use crate::fabric::Fabric;

/// One cloth of any manifold mesh, as a caller describes it.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Start positions [m], one per vertex.
    pub x: Points,
    /// Triangles as vertex indices, counter-clockwise seen from the front.
    pub triangles: Vec<[u32; 3]>,
    /// Where the corners of each triangle are when it is at rest and flat [m]: x along the warp, y along the weft.
    pub corners: Vec<[DVec2; 3]>,
    /// The vertices that are held.
    pub pins: Vec<usize>,
    /// What it is made of.
    pub fabric: Fabric,
    /// Whether edges want to be bent as they start; else they want to be flat.
    pub is_bent_at_rest: bool,
    /// The grid, if the vertices are those of one.
    pub grid: Option<Grid>,
}

impl Sheet {
    /// A flat mesh whose points start where `place` puts them.
    pub fn of_flat(mesh: FlatMesh, fabric: Fabric, place: impl Fn(DVec2) -> DVec3) -> Self {
        Self {
            x: mesh.points.iter().map(|&point| place(point)).collect(),
            corners: mesh.corners(),
            triangles: mesh.triangles,
            pins: Vec::new(),
            fabric,
            is_bent_at_rest: false,
            grid: None,
        }
    }
}

/// Why a sheet cannot be simulated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)] // the messages say what each is
pub enum SheetError {
    #[error(transparent)]
    Topology(#[from] TopologyError),
    #[error("{corners} triangles have a form at rest, and there are {triangles}")]
    CornerCount { corners: usize, triangles: usize },
    #[error("triangle {triangle} has no area at rest, or lies on its back")]
    NoArea { triangle: usize },
    #[error("{key} of the fabric is {value}, expected {expected}")]
    FabricValue { key: &'static str, value: f64, expected: &'static str },
}

/// All sheets of a model, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Shell {
    /// How the triangles hang together.
    pub topology: Topology,
    /// Mass of each vertex [kg].
    pub vertex_mass: Vec<f64>,
    /// Each triangle at rest.
    pub forms: Vec<TriangleForm<f64>>,
    /// Where the corners of each triangle are at rest [m].
    pub corners: Vec<[DVec2; 3]>,
    /// The fabric of each sheet.
    pub fabrics: Vec<Fabric>,
    /// The sheet of each triangle.
    pub sheet_of: Vec<u32>,
    /// The angle at rest of each hinge of the topology [rad].
    pub rest_angles: Vec<f64>,
    /// Coarser and coarser versions.
    pub hierarchy: Hierarchy,
}

impl Shell {
    /// Lays sheets out one after the other.
    ///
    /// # Errors
    /// All reasons why a sheet cannot be simulated, with its number.
    pub fn new(sheets: &[Sheet]) -> Result<Self, Vec<(usize, SheetError)>> {
        let mut errors = Vec::new();
        let mut shell = Self::default();
        let mut parts = Vec::new();
        for (index, sheet) in sheets.iter().enumerate() {
            match Self::of_sheet(sheet) {
                Ok(part) => {
                    parts.push((part.topology.vertex_count, part.hierarchy.clone()));
                    shell.append(part, index as u32);
                }
                Err(found) => errors.extend(found.into_iter().map(|error| (index, error))),
            }
        }
        shell.hierarchy = Hierarchy::side_by_side(&parts);
        if errors.is_empty() { Ok(shell) } else { Err(errors) }
    }

    fn of_sheet(sheet: &Sheet) -> Result<Self, Vec<SheetError>> {
        let mut errors: Vec<_> = sheet
            .fabric
            .faults()
            .into_iter()
            .map(|(key, value, expected)| SheetError::FabricValue { key, value, expected })
            .collect();
        let (corners, triangles) = (sheet.corners.len(), sheet.triangles.len());
        if corners != triangles {
            errors.push(SheetError::CornerCount { corners, triangles });
        }
        let forms: Vec<_> = sheet.corners.iter().map(|&corners| TriangleForm::new(corners)).collect();
        let flat = forms.iter().enumerate().filter(|(_, form)| form.is_none());
        errors.extend(flat.map(|(triangle, _)| SheetError::NoArea { triangle }));
        let topology = match Topology::new(sheet.x.len(), sheet.triangles.clone()) {
            Ok(topology) => topology,
            Err(found) => {
                errors.extend(found.into_iter().map(SheetError::from));
                return Err(errors);
            }
        };
        if !errors.is_empty() {
            return Err(errors);
        }
        let hierarchy = sheet.grid.map_or_else(
            || {
                let triangles = topology.triangles.iter().map(|triangle| &triangle[..]);
                Hierarchy::of_neighbours(&neighbours(topology.vertex_count, triangles))
            },
            Hierarchy::of_grid,
        );
        let mut vertex_mass = vec![0.0; topology.vertex_count];
        for (triangle, corners) in topology.triangles.iter().zip(&sheet.corners) {
            for (&vertex, area) in triangle.iter().zip(corner_areas(*corners)) {
                vertex_mass[vertex as usize] += area * sheet.fabric.areal_density;
            }
        }
        let angle = |vertices: [u32; 4]| {
            let x = vertices.map(|vertex| muslin_geom::Vector3::of(sheet.x.get(vertex as usize)));
            dihedral::angle_and_gradient(&x).map_or(0.0, |(angle, _)| if sheet.is_bent_at_rest { angle } else { 0.0 })
        };
        Ok(Self {
            vertex_mass,
            forms: forms.into_iter().flatten().collect(),
            corners: sheet.corners.clone(),
            fabrics: vec![sheet.fabric],
            sheet_of: vec![0; triangles],
            rest_angles: topology.hinges.iter().map(|hinge| angle(hinge.vertices)).collect(),
            hierarchy,
            topology,
        })
    }

    /// Appends a shell of one sheet.
    fn append(&mut self, mut part: Self, sheet: u32) {
        self.topology.append(std::mem::take(&mut part.topology));
        self.vertex_mass.append(&mut part.vertex_mass);
        self.forms.append(&mut part.forms);
        self.corners.append(&mut part.corners);
        self.fabrics.append(&mut part.fabrics);
        self.sheet_of.resize(self.forms.len(), sheet);
        self.rest_angles.append(&mut part.rest_angles);
    }

    /// The fabric of a triangle.
    pub fn fabric_of(&self, triangle: usize) -> &Fabric {
        &self.fabrics[self.sheet_of[triangle] as usize]
    }

    /// The length at rest of the edge of a hinge [m], and the bending rigidity across it [N m].
    pub fn edge_of(&self, hinge: usize) -> (f64, f64) {
        let hinge = &self.topology.hinges[hinge];
        let triangle = hinge.triangles[0];
        let along = self.corner(triangle, hinge.vertices[3]) - self.corner(triangle, hinge.vertices[2]);
        let across = along.perp().normalize();
        let [warp, weft] = self.fabric_of(triangle as usize).bending;
        (along.length(), warp * across.x * across.x + weft * across.y * across.y)
    }

    /// Where the vertices x0 to x3 of a hinge are when it lies flat [m], with x2 at the origin.
    pub fn flat_hinge(&self, hinge: usize) -> [DVec3; 4] {
        let HingeTopology { vertices, triangles } = self.topology.hinges[hinge];
        let place = |side: usize, vertex: usize| {
            let at = |vertex: usize| self.corner(triangles[side], vertices[vertex]);
            let along = (at(3) - at(2)).normalize();
            let from = at(vertex) - at(2);
            DVec3::new(along.dot(from), along.perp_dot(from), 0.0)
        };
        [place(0, 0), place(1, 1), DVec3::ZERO, place(0, 3)]
    }

    /// Where a vertex of a triangle is at rest [m].
    fn corner(&self, triangle: u32, vertex: u32) -> DVec2 {
        let corners = &self.topology.triangles[triangle as usize];
        let at = corners.iter().position(|&corner| corner == vertex);
        self.corners[triangle as usize][at.unwrap_or_default()]
    }
}

/// The part of a triangle's area that is nearest to each corner, or half of it to an obtuse one and a quarter to the others (Meyer,
/// Desbrun, Schröder and Barr 2003, "Discrete differential-geometry operators for triangulated 2-manifolds", section 3.3).
fn corner_areas(corners: [DVec2; 3]) -> [f64; 3] {
    let area = (corners[1] - corners[0]).perp_dot(corners[2] - corners[0]) / 2.0;
    let side = |i: usize| corners[(i + 2) % 3] - corners[(i + 1) % 3];
    let facing = |i: usize| -side((i + 1) % 3).dot(side((i + 2) % 3));
    if let Some(obtuse) = (0..3).find(|&i| facing(i) <= 0.0) {
        return std::array::from_fn(|i| if i == obtuse { area / 2.0 } else { area / 4.0 });
    }
    // |side|² cot(angle across) / 8 of the two sides at a corner
    let part = |i: usize| side(i).length_squared() * facing(i) / (2.0 * area) / 8.0;
    std::array::from_fn(|i| part((i + 1) % 3) + part((i + 2) % 3))
}

#[cfg(test)]
mod tests {
    use muslin_geom::generate;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_sheet_weighs_what_its_area_says(count in 4_usize..150, seed in 0_u64..500) {
            let mesh = generate::delaunay(count, 2.0, 0.5, seed);
            let sheet = Sheet::of_flat(mesh, Fabric::COTTON_SHIRTING, |p| p.extend(0.0));
            let shell = Shell::new(&[sheet.clone(), sheet]).unwrap();
            prop_assert!((shell.vertex_mass.iter().sum::<f64>() - 2.0 * 0.15).abs() < 1e-12);
            prop_assert!(shell.vertex_mass.iter().all(|&mass| mass > 0.0));
        }
    }

    #[test]
    fn inner_vertices_of_a_grid_weigh_a_cell_and_corners_a_quarter() {
        let sheet = Sheet::of_flat(generate::grid(3, 3, 2.0, 2.0), Fabric::COTTON_SHIRTING, |p| p.extend(0.0));
        let mass = Shell::new(&[sheet]).unwrap().vertex_mass;
        for (vertex, expected) in [(0, 0.25), (1, 0.5), (2, 0.25), (4, 1.0)] {
            assert!((mass[vertex] - 0.15 * expected).abs() < 1e-15);
        }
    }

    #[test]
    fn faults_of_sheets_are_told_with_their_number() {
        let good = Sheet::of_flat(generate::grid(3, 3, 1.0, 1.0), Fabric::COTTON_SHIRTING, |p| p.extend(0.0));
        let mut flat = good.clone();
        flat.corners[2] = [DVec2::ZERO; 3];
        flat.fabric.areal_density = -1.0;
        let errors = Shell::new(&[good, flat]).unwrap_err();
        let expected = "a mass above 0 kg/m²";
        let fault = SheetError::FabricValue { key: "areal_density", value: -1.0, expected };
        assert_eq!(errors, [(1, fault), (1, SheetError::NoArea { triangle: 2 })]);
    }
}
