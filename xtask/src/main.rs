//! Everything that is done to the project rather than by it: `cargo xtask <command>`.
mod bench;
fn main() {
    bench::mass_spring::quick();
}
