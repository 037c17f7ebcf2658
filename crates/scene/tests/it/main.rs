//! What scene files and runs of them promise, one module a promise.

mod course;
mod extremes;
mod golden;
mod resume;
mod run;
mod scenes;
