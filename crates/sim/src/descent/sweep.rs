//! Stage 4 of `descent`, first half: one sweep over all vertices.

use super::Descent;

/// Moves each vertex that is not held to the least energy of its block, colour by colour: forwards, or backwards in every second sweep.
/// Vertices of a colour do not see each other.
pub fn sweep(descent: &mut Descent, number: u32) {
    let count = descent.colours.len();
    for i in 0..count {
        let colour = if number.is_multiple_of(2) { i } else { count - 1 - i };
        for vertex in descent.colours[colour].clone() {
            if descent.is_held[vertex] {
                continue;
            }
            let (gradient, block) = descent.block(vertex);
            if let Some(step) = block.solve(-gradient) {
                descent.x[vertex] += step;
                descent.apart[vertex] += step;
            }
        }
    }
}
