//! The values that the user sees and changes.

use crate::history::History;
use crate::parameters::Parameters;

/// Values of the simulation as the panel shows them, and their past.
#[derive(Clone, Debug)]
pub struct Controls {
    /// The values.
    pub parameters: Parameters,
    /// Their past.
    pub history: History<Parameters>,
    /// The cloth whose material is shown.
    pub cloth: usize,
}

impl Controls {
    /// Controls that show `parameters`, without a past.
    pub fn new(parameters: Parameters) -> Self {
        Self { parameters, history: History::default(), cloth: 0 }
    }

    /// Takes back the last change. Whether there was one.
    pub fn undo(&mut self) -> bool {
        let value = self.history.undo(self.parameters.clone());
        self.take(value)
    }

    /// Makes the last change that was taken back again. Whether there was one.
    pub fn redo(&mut self) -> bool {
        let value = self.history.redo(self.parameters.clone());
        self.take(value)
    }

    fn take(&mut self, value: Option<Parameters>) -> bool {
        value.map(|value| self.parameters = value).is_some()
    }
}
