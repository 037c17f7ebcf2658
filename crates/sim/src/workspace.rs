//! Scratch memory of a run.

use muslin_geom::Points;

use crate::collider::Shape;
use crate::constraint::distance_links::DistanceLinks;
use crate::constraint::tether::Tethers;
use crate::contact::self_collision::SelfContact;
use crate::descent::Descent;
use crate::force::relaxation_springs::RowScratch;
use crate::force::spring_force::SpringBlock;
#[cfg(feature = "newton")]
use crate::incremental_potential::IncrementalPotential;
use crate::method::Method;
#[cfg(feature = "newton")]
use crate::minimiser::Minimiser;
use crate::model::Model;
use crate::rounded::Rounded;

/// Scratch, made once a run for the method in use, so that a step allocates nothing. What it carries from step to step
/// only saves work: dropping it and making a new one changes no bit.
#[derive(Debug, Default)]
pub struct Workspace {
    mass_spring: Option<MassSpringScratch>,
    relaxation: Option<RelaxationScratch>,
    impulse: Option<ImpulseScratch>,
    descent: Option<DescentScratch>,
    #[cfg(feature = "newton")]
    newton: Option<NewtonScratch>,
}

/// Scratch of the method `mass_spring`.
#[derive(Debug)]
pub struct MassSpringScratch {
    /// Force on each vertex [N].
    pub force: Points,
    /// Spring forces of a block of rows [N].
    pub spring_block: SpringBlock,
    /// What self-collision knows of the vertices that may touch.
    pub self_contact: SelfContact,
    /// Positions in single precision.
    pub rounded: Rounded,
}

/// Scratch of the method `relaxation`.
#[derive(Debug)]
pub struct RelaxationScratch {
    /// A few rows of a cloth and what their springs do [m].
    pub rows: Box<RowScratch>,
    /// The colliders where they are in this frame.
    pub shapes: Vec<Shape>,
}

/// Scratch of the method `impulse`.
#[derive(Debug)]
pub struct ImpulseScratch {
    /// Force on each vertex [N].
    pub force: Points,
    /// The links of each cloth.
    pub links: Vec<DistanceLinks>,
    /// Ways from vertices to what holds them.
    pub tethers: Tethers,
    /// The colliders where they are in this sub-step.
    pub shapes: Vec<Shape>,
}

/// Scratch of the method `descent`.
#[derive(Debug)]
pub struct DescentScratch {
    /// The energy of the sub-step and what lowers it.
    pub descent: Descent,
    /// The colliders where they are in this sub-step.
    pub shapes: Vec<Shape>,
}

/// Scratch of the method `newton`.
#[cfg(feature = "newton")]
#[derive(Debug)]
pub struct NewtonScratch {
    /// The energy of the sub-step.
    pub potential: IncrementalPotential,
    /// What finds its least value.
    pub minimiser: Minimiser,
    /// The colliders where they are in this sub-step.
    pub shapes: Vec<Shape>,
}

impl Workspace {
    /// Scratch of the size that `model` needs.
    pub fn new(model: &Model) -> Self {
        let mut workspace = Self::default();
        match model.method {
            Method::MassSpring => _ = workspace.mass_spring(model),
            Method::Relaxation => _ = workspace.relaxation(model),
            Method::Impulse => _ = workspace.impulse(model),
            Method::Descent => _ = workspace.descent(model),
            #[cfg(feature = "newton")]
            Method::Newton => _ = workspace.newton(model),
            #[cfg(not(feature = "newton"))]
            Method::Newton => {}
        }
        workspace
    }

    /// What `mass_spring` needs, made if it is not there yet.
    pub(crate) fn mass_spring(&mut self, model: &Model) -> &mut MassSpringScratch {
        self.mass_spring.get_or_insert_with(|| {
            let widest = model.cloths.iter().map(|cloth| cloth.grid.columns).max().unwrap_or(0);
            MassSpringScratch {
                force: Points::zeros(model.vertex_count()),
                spring_block: SpringBlock::new(widest),
                self_contact: SelfContact::new(model),
                rounded: Rounded::new(model.vertex_count()),
            }
        })
    }

    /// What `impulse` needs, made if it is not there yet.
    pub(crate) fn impulse(&mut self, model: &Model) -> &mut ImpulseScratch {
        self.impulse.get_or_insert_with(|| ImpulseScratch {
            force: Points::zeros(model.vertex_count()),
            links: model.cloths.iter().map(DistanceLinks::new).collect(),
            tethers: Tethers::new(model),
            shapes: Vec::with_capacity(model.colliders.len()),
        })
    }

    /// What `descent` needs, made if it is not there yet.
    pub(crate) fn descent(&mut self, model: &Model) -> &mut DescentScratch {
        self.descent.get_or_insert_with(|| DescentScratch {
            descent: Descent::new(model),
            shapes: Vec::with_capacity(model.colliders.len()),
        })
    }

    /// What `newton` needs, made if it is not there yet.
    #[cfg(feature = "newton")]
    pub(crate) fn newton(&mut self, model: &Model) -> &mut NewtonScratch {
        self.newton.get_or_insert_with(|| {
            let potential = IncrementalPotential::new(model);
            NewtonScratch {
                minimiser: Minimiser::new(&model.shell, &potential.pattern, &model.pinned),
                potential,
                shapes: Vec::with_capacity(model.colliders.len()),
            }
        })
    }

    /// What `relaxation` needs, made if it is not there yet.
    pub(crate) fn relaxation(&mut self, model: &Model) -> &mut RelaxationScratch {
        self.relaxation.get_or_insert_with(|| RelaxationScratch {
            rows: Box::default(),
            shapes: Vec::with_capacity(model.colliders.len()),
        })
    }
}
