//! What the user asks of the window, by a key or a button.

/// One thing that the user asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Run, or stop.
    TogglePause,
    /// Simulate some frames more.
    Frames(u64),
    /// Put the cloths back to where they started.
    ResetCloth,
    /// Put the camera back to where it started.
    ResetCamera,
    /// Take back the last change of a value.
    Undo,
    /// Make it again.
    Redo,
    /// Write the picture to a file.
    Screenshot,
    /// Write every frame to a file from now on, or no more.
    ToggleRecording,
    /// Write what was done to a file.
    SaveSession,
    /// Close the window.
    Quit,
}
