//! The engine in a web page: no window, no graphics, no files. The npm package `muslin` is made of this.
//!
//! | module | what is in it |
//! |---|---|
//! | [`cloth`] | [`Cloth`]: a scene that runs, its positions and normals in memory that a page can look at |
//! | [`hold`] | vertices that the page holds |
//! | [`ray`] | which vertex a pointer is on |
//! | [`city`] | [`City`]: the boxes of a procedural city |
//!
//! What a page looks at are addresses in the module's memory: they stay as long as the object lives, but the page's view of the
//! memory must be made anew when the memory has grown.

pub mod city;
pub mod cloth;
pub mod hold;
pub mod ray;

pub use city::City;
pub use cloth::Cloth;
