//! What the `muslin` command promises, asked of the program itself.
#![allow(clippy::unwrap_used)] // a test that cannot go on should panic where it is

mod bad_input;
mod city;
mod interrupt;
mod place;
mod preview;
mod render;
mod render_input;
mod resume;
mod run;
mod serve;
mod sheet;
mod words;
