//! What the simulator promises, one module a promise.

// a test that cannot go on is a test that fails
#![allow(clippy::unwrap_used)]
// the largest deviation of each recording is shown by --nocapture
#![allow(clippy::print_stdout)]

mod contact;
mod determinism;
mod impulse;
mod impulse_truth;
mod newton;
mod oracle;
mod physics;
mod relaxation;
mod relaxation_oracle;
mod relaxation_truth;
mod scenes;
mod truth;
