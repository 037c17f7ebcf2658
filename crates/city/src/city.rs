//! A city that has been made.

use std::num::NonZero;
use std::ops::Range;
use std::thread;

use crate::bounds::Bounds;
use crate::city_box::CityBox;
use crate::counts::Counts;
use crate::instance::Instance;
use crate::params::{CityParams, ParamError};
use crate::plan::Plan;

/// A city or a grid of them: its boxes at 32 bytes each, and the plan that gives them again exactly.
#[derive(Clone, Debug)]
pub struct City {
    plan: Plan,
    counts: Counts,
    bounds: Bounds,
    instances: Vec<Instance>,
    /// Where the boxes of each city of the grid begin, and where those of the last one end.
    starts: Vec<usize>,
}

/// More threads than this are not started, however many are asked for.
const MOST_THREADS: usize = 256;

impl City {
    /// Makes the city of `seed`, a grid of cities on all cores.
    ///
    /// # Errors
    /// If a parameter is out of its range.
    pub fn generate(seed: u32, params: &CityParams) -> Result<Self, ParamError> {
        let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        Self::generate_on(seed, params, threads)
    }

    /// The same on a number of threads, which has no influence on the result.
    ///
    /// # Errors
    /// If a parameter is out of its range.
    pub fn generate_on(seed: u32, params: &CityParams, threads: NonZero<usize>) -> Result<Self, ParamError> {
        let plan = Plan::new(seed, params)?;
        Ok(if plan.city_count() == 1 { Self::one(plan) } else { Self::grid(plan, threads.get()) })
    }

    /// One city: made once, into memory that grows.
    fn one(plan: Plan) -> Self {
        let mut bounds = Bounds::NONE;
        let mut instances = Vec::with_capacity(1024);
        let counts = plan.for_each_box_of(0, |one| {
            bounds.include(one);
            instances.push(Instance::of(one));
        });
        instances.shrink_to_fit();
        Self { plan, counts, bounds, starts: vec![0, instances.len()], instances }
    }

    /// A grid: made twice. Once the boxes are counted, each city can be written into its own part of one memory of exactly
    /// the right size, in whatever order the threads come.
    fn grid(plan: Plan, threads: usize) -> Self {
        let cities = plan.city_count() as usize;
        let per_thread = cities.div_ceil(threads.min(MOST_THREADS));

        let mut counts = vec![Counts::default(); cities];
        in_parallel(counts.chunks_mut(per_thread), |chunk, counts| {
            for (city, counts) in (chunk * per_thread..).zip(counts) {
                *counts = plan.count_of(city as u32);
            }
        });

        let starts = starts(counts.iter().map(|counts| counts.boxes));
        let mut instances = vec![Instance::default(); starts[cities]];
        let mut bounds = vec![Bounds::NONE; cities];
        let parts = parts(&mut instances, starts.iter().copied().step_by(per_thread));
        in_parallel(parts.zip(bounds.chunks_mut(per_thread)), |chunk, (instances, bounds)| {
            let mut instances = instances.iter_mut();
            for (city, bounds) in (chunk * per_thread..).zip(bounds) {
                plan.for_each_box_of(city as u32, |one| {
                    bounds.include(one);
                    if let Some(instance) = instances.next() {
                        *instance = Instance::of(one);
                    }
                });
            }
        });

        Self {
            plan,
            counts: counts.into_iter().sum(),
            bounds: bounds.into_iter().fold(Bounds::NONE, Bounds::join),
            instances,
            starts,
        }
    }

    /// What makes this city.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// How much of what there is.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The smallest box around all boxes.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// All boxes in the order of generation, rounded.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    /// The boxes of one city of the grid.
    ///
    /// # Panics
    /// If the grid has no such city.
    pub fn instances_of(&self, city: u32) -> &[Instance] {
        let city = city as usize;
        &self.instances[self.starts[city]..self.starts[city + 1]]
    }

    /// How many boxes the cities with these numbers have.
    pub(crate) fn box_count_of(&self, cities: Range<u32>) -> usize {
        self.starts[cities.end as usize] - self.starts[cities.start as usize]
    }

    /// All boxes in the order of generation, exact: they are made again.
    pub fn for_each_box(&self, emit: impl FnMut(&CityBox)) {
        self.plan.for_each_box(emit);
    }

    /// All boxes in the order of generation, exact, in a list: 112 bytes a box.
    pub fn boxes(&self) -> Vec<CityBox> {
        let mut boxes = Vec::with_capacity(self.instances.len());
        self.for_each_box(|one| boxes.push(*one));
        boxes
    }

    /// The exact box of an instance, by its index, and so what it belongs to. One city is made again for it.
    pub fn box_at(&self, index: usize) -> Option<CityBox> {
        // a city always has boxes: at least the slab of one block
        let city = self.starts.partition_point(|start| *start <= index).checked_sub(1)?;
        let mut left = index - self.starts[city];
        let mut found = None;
        if city < self.starts.len() - 1 {
            self.plan.for_each_box_of(city as u32, |one| {
                if left == 0 && found.is_none() {
                    found = Some(*one);
                }
                left = left.saturating_sub(1);
            });
        }
        found
    }
}

/// Calls `work` with each part and its number, each on a thread of its own; a single part on this thread, which also works
/// where there are no threads.
fn in_parallel<T: Send>(parts: impl ExactSizeIterator<Item = T>, work: impl Fn(usize, T) + Sync) {
    if parts.len() == 1 {
        parts.enumerate().for_each(|(number, part)| work(number, part));
    } else {
        let work = &work;
        thread::scope(|scope| {
            for (number, part) in parts.enumerate() {
                scope.spawn(move || work(number, part));
            }
        });
    }
}

/// Where parts of these lengths begin when they lie one after the other, and where the last one ends.
fn starts(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut end = 0;
    let ends = lengths.map(|length| {
        end += length;
        end
    });
    [0].into_iter().chain(ends).collect()
}

/// Parts of `whole` that begin where `starts` say, the last one to the end.
fn parts<T>(whole: &mut [T], starts: impl Iterator<Item = usize>) -> std::vec::IntoIter<&mut [T]> {
    let mut rest = whole;
    let mut done = 0;
    let mut parts = Vec::new();
    for start in starts.skip(1) {
        let (part, after) = rest.split_at_mut(start - done);
        parts.push(part);
        rest = after;
        done = start;
    }
    if !rest.is_empty() {
        parts.push(rest);
    }
    parts.into_iter()
}
