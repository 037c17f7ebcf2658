//! The tallest towers.

use crate::city::City;
use crate::city_box::Kind;

/// A tower: all buildings on one lot, one on the roof of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tower {
    /// Number of the city in the grid.
    pub city: u32,
    /// Number of the lot in its city.
    pub lot: u32,
    /// How many buildings stand on each other.
    pub tiers: u32,
    /// The middle of the highest roof [m], without what lies on that roof.
    pub roof: [f64; 3],
    /// From the slab of the block to the highest roof [m].
    pub height: f64,
}

impl City {
    /// The `count` tallest towers, or all if there are fewer; of equally tall ones the one that was made first.
    pub fn tallest(&self, count: usize) -> Vec<Tower> {
        // only this many are kept while the city passes by
        let most = count.saturating_mul(2).saturating_add(64);
        let mut towers: Vec<Tower> = Vec::new();
        let mut bottom = 0.0;
        self.for_each_box(|one| {
            let Some(lot) = one.place.lot.filter(|_| one.kind == Kind::Body) else { return };
            let middle = |axis: usize| f64::midpoint(one.min[axis], one.max[axis]);
            if one.place.tier == 0 {
                bottom = one.min[1];
                if towers.len() >= most {
                    keep_tallest(&mut towers, count);
                }
            }
            let tower = Tower {
                city: one.place.city,
                lot,
                tiers: one.place.tier + 1,
                roof: [middle(0), one.max[1], middle(2)],
                height: one.max[1] - bottom,
            };
            match towers.last_mut() {
                Some(last) if one.place.tier > 0 => *last = tower,
                _ => towers.push(tower),
            }
        });
        keep_tallest(&mut towers, count);
        towers
    }
}

/// Sorts by height and drops all but `count`. The sort is stable: what came first stays first among equals.
fn keep_tallest(towers: &mut Vec<Tower>, count: usize) {
    towers.sort_by(|a, b| b.height.total_cmp(&a.height));
    towers.truncate(count);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::CityParams;

    fn city(grid: [u32; 2]) -> City {
        City::generate(0xA749_F86C, &CityParams { grid, ..CityParams::default() }).unwrap()
    }

    #[test]
    fn the_tallest_tower_ends_at_the_highest_roof() {
        let city = city([1, 1]);
        let highest =
            city.boxes().iter().filter(|one| one.kind == Kind::Body).map(|one| one.max[1]).fold(0.0, f64::max);
        let [tower] = city.tallest(1)[..] else { panic!() };
        assert_eq!(tower.roof[1], highest);
        assert_eq!(tower.height, highest - 0.1);
        assert!(tower.tiers > 1 && (100.0..150.0).contains(&tower.height), "{tower:?}");
    }

    #[test]
    fn fewer_towers_are_the_first_of_more() {
        let city = city([3, 3]);
        let all = city.tallest(usize::MAX);
        assert!(all.len() > 500 && all.is_sorted_by(|a, b| a.height >= b.height));
        for count in [0, 1, 10, 100] {
            assert_eq!(city.tallest(count), all[..count], "{count}");
        }
    }

    #[test]
    fn of_mirrored_towers_the_first_comes_first() {
        let params = CityParams { block_kinds: true, ..CityParams::default() };
        let towers = City::generate(1, &params).unwrap().tallest(usize::MAX);
        let equal = towers.windows(2).filter(|pair| pair[0].height == pair[1].height);
        assert!(equal.clone().count() > 10);
        assert!(equal.clone().all(|pair| pair[0].lot < pair[1].lot));
    }
}
