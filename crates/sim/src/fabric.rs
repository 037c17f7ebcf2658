//! What a cloth is made of, in SI units.

use crate::energy::MembraneStiffness;

/// A fabric, by its directions warp and weft.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fabric {
    /// Mass per area [kg/m²].
    pub areal_density: f64,
    /// Force per width and strain [N/m].
    pub membrane: MembraneStiffness<f64>,
    /// Bending rigidity per width of a strip along the warp, and along the weft [N m].
    pub bending: [f64; 2],
    /// Poisson's ratio of bending; only the shape operator knows it.
    pub poisson: f64,
    /// Thickness [m].
    pub thickness: f64,
    /// Strain at which the fabric begins to stiffen steeply; none if it never does.
    pub strain_limit: Option<f64>,
    /// Coefficient of friction against itself.
    pub friction: f64,
    /// Time in which a strain that nothing else slows would decay [s].
    pub damping_time: f64,
}

impl Fabric {
    /// Cotton shirting.
    pub const COTTON_SHIRTING: Self = Self {
        areal_density: 0.15,
        membrane: MembraneStiffness { warp: 5000.0, weft: 4000.0, coupling: 0.0, shear: 60.0 },
        bending: [8e-6, 6e-6],
        poisson: 0.0,
        thickness: 0.35e-3,
        strain_limit: None,
        friction: 0.35,
        damping_time: 0.0,
    };

    /// The same in all directions, from Young's modulus [Pa], Poisson's ratio, thickness [m] and density [kg/m³].
    pub fn isotropic(youngs_modulus: f64, poisson: f64, thickness: f64, density: f64) -> Self {
        let plane = youngs_modulus * thickness / (1.0 - poisson * poisson);
        let membrane = MembraneStiffness {
            warp: plane,
            weft: plane,
            coupling: poisson * plane,
            shear: youngs_modulus * thickness / (2.0 * (1.0 + poisson)),
        };
        let bending = plane * thickness * thickness / 12.0;
        Self {
            areal_density: density * thickness,
            membrane,
            bending: [bending; 2],
            poisson,
            thickness,
            ..Self::COTTON_SHIRTING
        }
    }

    /// Values that a fabric cannot have: key, value, what was expected.
    pub(crate) fn faults(&self) -> Vec<(&'static str, f64, &'static str)> {
        let k = &self.membrane;
        let mut faults = Vec::new();
        let mut check = |key, value: f64, good: bool, expected| {
            if !(good && value.is_finite()) {
                faults.push((key, value, expected));
            }
        };
        check("areal_density", self.areal_density, self.areal_density > 0.0, "a mass above 0 kg/m²");
        check("warp", k.warp, k.warp >= 0.0, "0 N/m or more");
        check("weft", k.weft, k.weft >= 0.0, "0 N/m or more");
        check("shear", k.shear, k.shear >= 0.0, "0 N/m or more");
        let most = (k.warp * k.weft).sqrt();
        check("coupling", k.coupling, k.coupling.abs() <= most, "at most the root of warp times weft");
        for rigidity in self.bending {
            check("bending", rigidity, rigidity >= 0.0, "0 N m or more");
        }
        check("poisson", self.poisson, (-1.0..=0.5).contains(&self.poisson), "-1 to 0.5");
        check("thickness", self.thickness, self.thickness >= 0.0, "0 m or more");
        if let Some(limit) = self.strain_limit {
            check("strain_limit", limit, limit > 0.0, "a strain above 0");
        }
        check("friction", self.friction, self.friction >= 0.0, "0 or more");
        check("damping_time", self.damping_time, self.damping_time >= 0.0, "0 s or more");
        faults
    }
}
