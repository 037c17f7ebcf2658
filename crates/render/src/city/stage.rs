//! What is in the picture of a city: its boxes and the ground.

use glam::Vec3;
use muslin_city::City;

use super::boxes::Boxes;
use super::ground::Ground;
use crate::gpu::Gpu;

/// Why a city cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StageError {
    /// The device has no room for the boxes.
    #[error("the graphics device has no room for {boxes} boxes, {megabytes} MB: ask for a smaller grid")]
    OutOfMemory {
        /// How many there are.
        boxes: usize,
        /// How large they are [10⁶ bytes].
        megabytes: usize,
    },
}

/// A city on the device.
#[derive(Debug)]
pub struct CityStage {
    pub(crate) boxes: Boxes,
    pub(crate) ground: Ground,
    /// What the ground was made for.
    plan: muslin_city::Plan,
    /// Another number after each change, so that what was made from the boxes is made anew.
    pub(crate) version: u64,
}

impl CityStage {
    /// Brings a city to the device.
    ///
    /// # Errors
    /// If the device has no room for it.
    pub fn new(gpu: &Gpu, city: &City) -> Result<Self, StageError> {
        within_memory(gpu, city, || Self {
            boxes: Boxes::new(gpu, city.instances()),
            ground: Ground::new(gpu, city),
            plan: city.plan().clone(),
            version: 0,
        })
    }

    /// Another city in the place of this one. Ground that is the same is kept, and memory where the boxes fit into it: a
    /// city a frame is no more work than it has to be.
    ///
    /// # Errors
    /// If the device has no room for it.
    pub fn update(&mut self, gpu: &Gpu, city: &City) -> Result<(), StageError> {
        within_memory(gpu, city, || {
            self.boxes.replace(gpu, city.instances());
            if !has_same_ground(&self.plan, city.plan()) {
                self.ground = Ground::new(gpu, city);
            }
            self.plan = city.plan().clone();
            self.version += 1;
        })
    }

    /// Smallest and largest coordinates of boxes and terrain [m].
    pub fn bounds(&self) -> [Vec3; 2] {
        let [mut low, mut high] = self.boxes.bounds();
        let [lowest, highest] = self.ground.height;
        (low.y, high.y) = (low.y.min(lowest), high.y.max(highest));
        [low, high]
    }
}

fn has_same_ground(old: &muslin_city::Plan, new: &muslin_city::Plan) -> bool {
    let (a, b) = (old.params(), new.params());
    (a.size, a.grid, a.terrain) == (b.size, b.grid, b.terrain) && (a.terrain.is_none() || old.seed() == new.seed())
}

/// Does what needs memory on the device, and says so if there is none.
fn within_memory<T>(gpu: &Gpu, city: &City, work: impl FnOnce() -> T) -> Result<T, StageError> {
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
    let done = work();
    if pollster::block_on(scope.pop()).is_none() {
        return Ok(done);
    }
    let instances = city.instances();
    Err(StageError::OutOfMemory { boxes: instances.len(), megabytes: size_of_val(instances) / 1_000_000 })
}
