//! The counts in the window's title.

use muslin_city::Counts;

/// The title does not change more often than this [s].
const INTERVAL: f64 = 0.5;

/// The title for these counts.
pub fn of(counts: Counts) -> String {
    format!("City: {} buildings, {} cubes", counts.buildings, counts.boxes)
}

/// The title as the window has it.
#[derive(Clone, Debug, Default)]
pub struct Caption {
    last: Option<(String, f64)>,
}

/// What is to be done about the title.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// It is right.
    None,
    /// It becomes this one.
    Change(String),
    /// It has to wait for so long [s].
    Wait(f64),
}

impl Caption {
    /// What is to be done at a time [s].
    pub fn update(&mut self, counts: Counts, now: f64) -> News {
        let text = of(counts);
        match &self.last {
            Some((last, _)) if *last == text => News::None,
            Some((_, since)) if now - since < INTERVAL => News::Wait(since + INTERVAL - now),
            _ => {
                self.last = Some((text.clone(), now));
                News::Change(text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_title_changes_at_once_but_at_most_twice_a_second() {
        let counts = |boxes| Counts { boxes, buildings: 213, ..Counts::default() };
        let mut caption = Caption::default();
        let first = "City: 213 buildings, 656 cubes".to_owned();
        assert_eq!(caption.update(counts(656), 10.0), News::Change(first));
        assert_eq!(caption.update(counts(656), 10.1), News::None);
        assert_eq!(caption.update(counts(700), 10.25), News::Wait(0.25));
        let second = "City: 213 buildings, 700 cubes".to_owned();
        assert_eq!(caption.update(counts(700), 10.5), News::Change(second));
    }
}
