//! Threads of a plain weave: over one, under the next.

use std::f32::consts::PI;

use glam::Vec2;

/// What is seen at a point of a plain weave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crossing {
    /// Whether the upper thread runs down the picture, else across it.
    pub(super) down: bool,
    /// Number of the upper thread among those of its direction.
    pub(super) thread: i32,
    /// Height of the upper thread, 0 at its edges to 1 in the middle of the crossing.
    pub(super) height: f32,
}

impl Crossing {
    /// The crossing at a point, in threads from the corner.
    pub(super) fn at(threads: Vec2) -> Self {
        let cell = threads.floor();
        let from_middle = threads - cell - 0.5;
        let [column, row] = [cell.x as i32, cell.y as i32];
        let down = (column + row) & 1 == 0;
        let (thread, across, along) =
            if down { (column, from_middle.x, from_middle.y) } else { (row, from_middle.y, from_middle.x) };
        // round across, and bent over the lower thread along
        Self { down, thread, height: (PI * across).cos() * (0.5 * PI * along).cos() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_go_over_and_under_in_turn() {
        let at = |x: f32, y: f32| Crossing::at(Vec2::new(x, y));
        assert!(at(0.5, 0.5).down && !at(1.5, 0.5).down && at(1.5, 1.5).down);
        assert_eq!(at(3.5, 1.5).thread, 3);
        assert_eq!(at(3.5, 2.5).thread, 2);
        assert!((at(0.5, 0.5).height - 1.0).abs() < 1e-6);
        assert!(at(0.01, 0.5).height < 0.1);
    }
}
