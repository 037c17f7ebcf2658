//! The city that is shown, and the next ones.

use muslin_city::{City, CityParams, ParamError};

/// Cities a second at most while they change by themselves.
const RATE: f64 = 60.0;
/// Sides of the grid that is shown instead of what was asked for.
const GRID: [u32; 2] = [5, 5];

/// A city, and what it was made by.
#[derive(Clone, Debug)]
pub struct Town {
    seed: u32,
    params: CityParams,
    /// The grid that was asked for.
    grid: [u32; 2],
    city: City,
    /// Another number for each city.
    serial: u64,
    /// When the next city is due [s], while they change by themselves.
    next: Option<f64>,
}

impl Town {
    /// The city of `seed`.
    ///
    /// # Errors
    /// If a parameter is out of its range.
    pub fn new(seed: u32, params: &CityParams) -> Result<Self, ParamError> {
        let city = City::generate(seed, params)?;
        Ok(Self { seed, params: params.clone(), grid: params.grid, city, serial: 0, next: None })
    }

    /// The city.
    pub fn city(&self) -> &City {
        &self.city
    }

    /// Another number for each city.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// What the city was made by.
    pub fn seed(&self) -> u32 {
        self.seed
    }

    /// What the city was made by, beside its seed.
    pub fn params(&self) -> &CityParams {
        &self.params
    }

    /// Whether cities change by themselves.
    pub fn is_advancing(&self) -> bool {
        self.next.is_some()
    }

    /// The city of another seed, `by` further, wrapping.
    ///
    /// # Errors
    /// Never, as the parameters are those of a city that was made.
    pub fn step_seed(&mut self, by: i32) -> Result<(), ParamError> {
        self.seed = self.seed.wrapping_add_signed(by);
        self.make(self.params.clone())
    }

    /// 5 by 5 cities, or as many as were asked for; where those are 5 by 5, one.
    ///
    /// # Errors
    /// If so many cities would cover too much ground. The city stays as it is then.
    pub fn toggle_grid(&mut self) -> Result<(), ParamError> {
        let asked = if self.grid == GRID { [1, 1] } else { self.grid };
        let grid = if self.params.grid == GRID { asked } else { GRID };
        self.make(CityParams { grid, ..self.params.clone() })
    }

    /// Begins or ends to change the city by itself, from a time on [s].
    pub fn toggle_advance(&mut self, now: f64) {
        self.next = if self.is_advancing() { None } else { Some(now) };
    }

    /// The next city, if it is due at a time [s]; how long to wait for the next one [s].
    ///
    /// # Errors
    /// Never, as the parameters are those of a city that was made.
    pub fn advance(&mut self, now: f64) -> Result<Option<f64>, ParamError> {
        let Some(next) = self.next else { return Ok(None) };
        if now < next {
            return Ok(Some(next - now));
        }
        // one a picture: those that a slow picture missed are not made up for
        let next = (next + 1.0 / RATE).max(now);
        self.next = Some(next);
        self.make(CityParams { advance: self.params.advance.wrapping_add(1), ..self.params.clone() })?;
        Ok(Some(next - now))
    }

    fn make(&mut self, params: CityParams) -> Result<(), ParamError> {
        self.city = City::generate(self.seed, &params)?;
        self.params = params;
        self.serial += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: u32 = 0xA749_F86C;

    fn town() -> Town {
        Town::new(SEED, &CityParams::default()).unwrap()
    }

    #[test]
    fn the_next_seed_is_another_city_and_the_previous_one_the_same_again() {
        let mut town = town();
        let first = town.city().instances().to_vec();
        town.step_seed(1).unwrap();
        assert_eq!((town.seed(), town.serial()), (SEED + 1, 1));
        assert_ne!(town.city().instances(), first);
        town.step_seed(-1).unwrap();
        assert_eq!(town.city().instances(), first);
    }

    #[test]
    fn five_by_five_cities_come_and_go() {
        let mut town = town();
        town.toggle_grid().unwrap();
        assert_eq!(town.city().counts().boxes, 18_431);
        town.toggle_grid().unwrap();
        assert_eq!(town.city().counts().boxes, 656);
        let mut of_five = Town::new(SEED, &CityParams { grid: [5, 5], ..CityParams::default() }).unwrap();
        of_five.toggle_grid().unwrap();
        assert_eq!(of_five.city().counts().boxes, 656);
    }

    #[test]
    fn too_large_a_grid_is_refused_and_the_city_stays() {
        let params = CityParams { size: 10_000.0, grid: [100, 1], ..CityParams::default() };
        let mut town = Town { params: params.clone(), grid: params.grid, ..town() };
        town.grid = [200, 200];
        town.params.grid = GRID;
        town.toggle_grid().unwrap_err();
        assert_eq!((town.serial(), town.params().grid), (0, GRID));
    }

    #[test]
    fn a_moving_seed_is_another_city_a_picture_and_sixty_a_second_at_most() {
        let mut town = town();
        assert_eq!(town.advance(5.0), Ok(None));
        town.toggle_advance(5.0);
        let mut now = 5.0;
        for _ in 0..1000 {
            now += 0.001;
            town.advance(now).unwrap();
        }
        assert!((59..=61).contains(&town.params().advance), "{}", town.params().advance);
        let before = town.params().advance;
        town.advance(now + 100.0).unwrap();
        assert_eq!(town.params().advance, before + 1);
        town.toggle_advance(now);
        assert_eq!((town.advance(now + 200.0), town.is_advancing()), (Ok(None), false));
    }
}
