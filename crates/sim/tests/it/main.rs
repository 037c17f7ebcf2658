//! What the simulator promises, one module a promise.

mod scenes;
mod truth;
