//! What other threads wake the window with.

use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::Context;

/// Makes the window draw anew, from any thread; the window may be another one by then.
#[derive(Clone, Debug)]
pub struct Waker(Arc<Mutex<Context>>);

impl Waker {
    /// Wakes the window of `ctx`.
    pub fn new(ctx: Context) -> Self {
        Self(Arc::new(Mutex::new(ctx)))
    }

    /// Wakes the window of `ctx` from now on.
    pub fn attach(&self, ctx: Context) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = ctx;
    }

    /// Makes the window draw anew.
    pub fn wake(&self) {
        let ctx = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        ctx.request_repaint();
    }
}
