//! Undo and redo.

use std::collections::VecDeque;

/// Changes that can be undone.
const KEPT: usize = 200;

/// Earlier and later values of something that a user changes.
#[derive(Clone, Debug)]
pub struct History<T> {
    earlier: VecDeque<T>,
    later: Vec<T>,
    open: bool,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        Self { earlier: VecDeque::new(), later: Vec::new(), open: false }
    }
}

impl<T> History<T> {
    /// Notes that the value was `before` a change. All changes until [`close`](Self::close) are one: the way of a slider
    /// is undone at once.
    pub fn change(&mut self, before: T) {
        if !self.open {
            self.later.clear();
            self.earlier.push_back(before);
            if self.earlier.len() > KEPT {
                self.earlier.pop_front();
            }
        }
        self.open = true;
    }

    /// Ends a change.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// The value before the last change, where there was one; `now` is the present one.
    pub fn undo(&mut self, now: T) -> Option<T> {
        self.open = false;
        let value = self.earlier.pop_back()?;
        self.later.push(now);
        Some(value)
    }

    /// The value before the last undo, where nothing was changed since; `now` is the present one.
    pub fn redo(&mut self, now: T) -> Option<T> {
        self.open = false;
        let value = self.later.pop()?;
        self.earlier.push_back(now);
        Some(value)
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.earlier.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.later.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_and_redo_walk_over_the_same_values() {
        let mut history = History::default();
        for before in [1, 2] {
            history.change(before);
            history.close();
        }
        assert_eq!(history.undo(3), Some(2));
        assert_eq!(history.undo(2), Some(1));
        assert_eq!(history.undo(1), None);
        assert_eq!(history.redo(1), Some(2));
        assert_eq!(history.redo(2), Some(3));
        assert_eq!(history.redo(3), None);
    }

    #[test]
    fn the_way_of_a_slider_is_one_change() {
        let mut history = History::default();
        for before in 0..50 {
            history.change(before);
        }
        history.close();
        assert_eq!(history.undo(50), Some(0));
        assert!(!history.can_undo());
    }

    #[test]
    fn a_change_after_an_undo_ends_what_could_be_redone() {
        let mut history = History::default();
        history.change(1);
        assert_eq!(history.undo(2), Some(1));
        history.change(1);
        assert!(!history.can_redo());
    }

    #[test]
    fn only_the_last_changes_are_kept() {
        let mut history = History::default();
        for before in 0..1000 {
            history.change(before);
            history.close();
        }
        assert_eq!(std::iter::from_fn(|| history.undo(0)).count(), KEPT);
    }
}
