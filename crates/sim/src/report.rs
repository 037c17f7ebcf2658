//! What a step says about itself.

/// Counts of what happened in a step or, summed, in a frame. The only way numbers leave a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepReport {
    /// Vertices moved by self-collision.
    pub self_corrections: u64,
    /// Vertices moved by a collider, counted once a collider.
    pub collider_contacts: u64,
    /// Springs shortened to the stretch limit.
    pub stretch_corrections: u64,
    /// Vertices whose position was no longer a finite number, or beyond all measure; each was put back to where the step
    /// began, at rest.
    pub non_finite: u64,
    /// Newton steps, of `newton`.
    pub iterations: u64,
    /// Sub-steps that did not come as close to the least energy as asked.
    pub unconverged: u64,
}

impl StepReport {
    /// Adds the counts of `other`.
    pub fn add(&mut self, other: Self) {
        self.self_corrections += other.self_corrections;
        self.collider_contacts += other.collider_contacts;
        self.stretch_corrections += other.stretch_corrections;
        self.non_finite += other.non_finite;
        self.iterations += other.iterations;
        self.unconverged += other.unconverged;
    }
}
