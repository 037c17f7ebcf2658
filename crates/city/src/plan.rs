//! A city as what it is made by: a seed and checked parameters. Boxes are made when they are asked for.

use crate::city_box::CityBox;
use crate::counts::Counts;
use crate::grow::Grower;
use crate::params::{CityParams, ParamError};
use crate::rect::Rect;
use crate::terrain::Terrain;

/// A seed and parameters that have been checked. It is all that is needed to make the boxes, and the same boxes, again.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    seed: u32,
    params: CityParams,
}

impl Plan {
    /// A plan of the city that `seed` makes.
    ///
    /// # Errors
    /// If a parameter is out of its range.
    pub fn new(seed: u32, params: &CityParams) -> Result<Self, ParamError> {
        params.validate()?;
        Ok(Self { seed, params: params.clone() })
    }

    /// The seed of the city in the middle, before [`advance`](CityParams::advance) is added.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// The parameters.
    pub fn params(&self) -> &CityParams {
        &self.params
    }

    /// How many cities the grid has.
    pub fn city_count(&self) -> u32 {
        self.params.grid[0] * self.params.grid[1]
    }

    /// Where the city of a number stands in the grid, as steps along x and z from the one in the middle.
    pub fn cell_of(&self, city: u32) -> [i32; 2] {
        let [columns, rows] = self.params.grid;
        let from_middle = |place: u32, count: u32| place.cast_signed() - (count / 2).cast_signed();
        [from_middle(city % columns, columns), from_middle(city / columns, rows)]
    }

    /// The seed of the city of a number.
    pub fn seed_of(&self, city: u32) -> u32 {
        let [i, j] = self.cell_of(city).map(i32::cast_unsigned);
        self.seed.wrapping_add(i << 17).wrapping_add(j << 5).wrapping_add(self.params.advance)
    }

    /// The ground of the city of a number.
    pub(crate) fn area_of(&self, city: u32) -> Rect {
        let [x, z] = self.cell_of(city).map(|steps| f64::from(steps) * self.params.size);
        let half = self.params.size / 2.0;
        Rect::new(-half + x, -half + z, half + x, half + z)
    }

    /// Makes the boxes of the city of a number, one after the other, and counts them. Keeps none of them.
    ///
    /// # Panics
    /// If the grid has no such city.
    pub fn for_each_box_of(&self, city: u32, emit: impl FnMut(&CityBox)) -> Counts {
        assert!(city < self.city_count(), "city {city} of {}", self.city_count());
        let terrain = self.params.terrain.map(|relief| Terrain::of_city(self, city, relief));
        self.grow(city, terrain.as_ref(), emit)
    }

    /// Counts the boxes of the city of a number. Terrain has no influence on that, so none is made.
    pub(crate) fn count_of(&self, city: u32) -> Counts {
        self.grow(city, None, |_| ())
    }

    fn grow(&self, city: u32, terrain: Option<&Terrain>, emit: impl FnMut(&CityBox)) -> Counts {
        let mut grower = Grower::new(&self.params, city, self.seed_of(city), terrain, emit);
        grower.city(self.area_of(city));
        grower.counts()
    }

    /// Makes all boxes, city after city, and counts them. Keeps none of them.
    pub fn for_each_box(&self, mut emit: impl FnMut(&CityBox)) -> Counts {
        (0..self.city_count()).map(|city| self.for_each_box_of(city, &mut emit)).sum()
    }

    /// The ground under all cities as one mesh, where there is terrain.
    pub fn terrain(&self) -> Option<Terrain> {
        self.params.terrain.map(|relief| Terrain::of_grid(self, relief))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(grid: [u32; 2]) -> Plan {
        Plan::new(0xA749_F86C, &CityParams { grid, ..CityParams::default() }).unwrap()
    }

    #[test]
    fn the_seed_itself_makes_the_city_in_the_middle() {
        for (grid, middle) in [([1, 1], 0), ([5, 5], 12), ([2, 2], 3), ([4, 3], 6)] {
            let plan = plan(grid);
            assert_eq!(plan.cell_of(middle), [0, 0], "{grid:?}");
            assert_eq!(plan.seed_of(middle), 0xA749_F86C);
            assert_eq!(plan.area_of(middle), Rect::new(-250.0, -250.0, 250.0, 250.0));
        }
    }

    #[test]
    fn a_neighbour_has_a_seed_of_its_own_that_wraps() {
        let plan = plan([5, 5]);
        assert_eq!(plan.cell_of(0), [-2, -2]);
        assert_eq!(plan.seed_of(0), 0xA749_F86C_u32.wrapping_sub(2 << 17).wrapping_sub(2 << 5));
        assert_eq!(plan.seed_of(13), 0xA749_F86C + (1 << 17));
        assert_eq!(plan.area_of(0), Rect::new(-1250.0, -1250.0, -750.0, -750.0));
    }
}
