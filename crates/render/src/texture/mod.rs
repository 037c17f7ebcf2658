//! Pictures laid on things and around them: those that Muslin paints itself, and those read from a file.
//!
//! What Muslin paints is a pure function of the size, so no picture file comes with it.
//!
//! | module | what is in it |
//! |---|---|
//! | [`brick`], [`cobble`] | heights as grey levels, for bumps |
//! | [`gingham`], [`poster`] | colours |
//! | [`sky`] | the surroundings, as a cube |
//! | [`load`] | PNG and JPEG files |

pub mod brick;
pub mod cobble;
mod crossing;
pub mod gingham;
pub mod load;
mod noise;
pub mod poster;
mod save;
pub mod sky;

pub use load::TextureError;

/// A picture in memory: rows from the top, 8 bits a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Columns and rows [px].
    pub size: [u32; 2],
    /// Red, green, blue, alpha of each pixel.
    pub rgba: Vec<u8>,
}

/// Six pictures that surround a point, in the order of the cube maps of WebGPU: +x, -x, +y, -y, +z, -z.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CubeTexture {
    /// Columns, and rows, of every face [px].
    pub size: u32,
    /// The faces, each a square.
    pub faces: [Texture; 6],
}

impl Texture {
    /// A picture of `size` from its bytes, four a pixel.
    ///
    /// # Panics
    ///
    /// If there are not four bytes a pixel.
    pub fn new(size: [u32; 2], rgba: Vec<u8>) -> Self {
        assert_eq!(rgba.len(), size[0] as usize * size[1] as usize * 4, "four bytes a pixel of {size:?}");
        Self { size, rgba }
    }

    /// A picture of one colour, opaque.
    pub fn filled(size: [u32; 2], [red, green, blue]: [u8; 3]) -> Self {
        Self::from_fn(size, |_, _| [red, green, blue, 255])
    }

    /// A picture whose pixel in column x and row y is `color_at(x, y)`.
    pub fn from_fn(size: [u32; 2], color_at: impl Fn(u32, u32) -> [u8; 4]) -> Self {
        let mut rgba = Vec::with_capacity(size[0] as usize * size[1] as usize * 4);
        for y in 0..size[1] {
            for x in 0..size[0] {
                rgba.extend_from_slice(&color_at(x, y));
            }
        }
        Self { size, rgba }
    }

    /// The pixel in column `x` of row `y`.
    ///
    /// # Panics
    ///
    /// If there is no such pixel.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = self.offset(x, y);
        [self.rgba[at], self.rgba[at + 1], self.rgba[at + 2], self.rgba[at + 3]]
    }

    /// Lays `color` over the pixel in column `x` of row `y` so that `share` of it, 0 to 1, is what one sees.
    ///
    /// # Panics
    ///
    /// If there is no such pixel.
    pub(crate) fn blend(&mut self, x: u32, y: u32, color: [u8; 3], share: f32) {
        let at = self.offset(x, y);
        for (old, new) in self.rgba[at..at + 4].iter_mut().zip([color[0], color[1], color[2], 255]) {
            *old = byte((f32::from(*old) + (f32::from(new) - f32::from(*old)) * share) / 255.0);
        }
    }

    /// A grey picture of heights, row after row; the lowest becomes black and the highest white.
    fn from_heights(size: [u32; 2], heights: &[f32]) -> Self {
        let low = heights.iter().copied().fold(f32::INFINITY, f32::min);
        let high = heights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let scale = if high > low { 1.0 / (high - low) } else { 0.0 };
        let grey = |height: &f32| byte((height - low) * scale);
        Self::new(size, heights.iter().map(grey).flat_map(|grey| [grey, grey, grey, 255]).collect())
    }

    fn offset(&self, x: u32, y: u32) -> usize {
        assert!(x < self.size[0] && y < self.size[1], "({x}, {y}) is outside of {:?}", self.size);
        (y as usize * self.size[0] as usize + x as usize) * 4
    }
}

/// A brightness from 0 to 1 as 8 bits; what is outside is cut.
#[allow(clippy::cast_sign_loss)] // nothing below 0 is left
pub(crate) fn byte(brightness: f32) -> u8 {
    (brightness.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// 0 below `low`, 1 above `high`, and smooth between.
fn smoothstep(low: f32, high: f32, value: f32) -> f32 {
    let t = ((value - low) / (high - low)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The height of a rounded edge `inside` of it, as a share: 0 at the edge, 1 from `width` on, a quarter of a circle
/// between.
fn rounded_edge(inside: f32, width: f32) -> f32 {
    let t = 1.0 - (inside / width).clamp(0.0, 1.0);
    (1.0 - t * t).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that no step from the last column to the first, or row, is larger than the steps inside.
    pub(super) fn assert_seamless(picture: &Texture) {
        let [width, height] = picture.size;
        let level = |x: u32, y: u32| f64::from(picture.pixel(x % width, y % height)[1]);
        let column_step = |x: u32| (0..height).map(|y| (level(x, y) - level(x + 1, y)).abs()).sum::<f64>();
        let row_step = |y: u32| (0..width).map(|x| (level(x, y) - level(x, y + 1)).abs()).sum::<f64>();
        let inside = (0..width - 1).map(column_step).fold(0.0, f64::max);
        assert!(column_step(width - 1) <= inside, "columns: {} over the border, {inside}", column_step(width - 1));
        let inside = (0..height - 1).map(row_step).fold(0.0, f64::max);
        assert!(row_step(height - 1) <= inside, "rows: {} over the border, {inside}", row_step(height - 1));
    }

    /// How many different levels of green a picture has.
    pub(super) fn level_count(picture: &Texture) -> usize {
        let mut levels: Vec<u8> = picture.rgba.chunks_exact(4).map(|pixel| pixel[1]).collect();
        levels.sort_unstable();
        levels.dedup();
        levels.len()
    }

    #[test]
    fn rows_follow_each_other_from_the_top() {
        let picture = Texture::from_fn([3, 2], |x, y| [x as u8, y as u8, 7, 255]);
        assert_eq!(picture.rgba[..8], [0, 0, 7, 255, 1, 0, 7, 255]);
        assert_eq!(picture.pixel(2, 1), [2, 1, 7, 255]);
        assert_eq!(picture, Texture::new([3, 2], picture.rgba.clone()));
    }

    #[test]
    #[should_panic(expected = "outside")]
    fn a_pixel_beyond_the_last_column_is_refused() {
        Texture::filled([2, 2], [0; 3]).pixel(2, 0);
    }

    #[test]
    fn heights_become_all_grey_levels() {
        let picture = Texture::from_heights([3, 1], &[-2.0, 0.0, 2.0]);
        assert_eq!([0, 1, 2].map(|x| picture.pixel(x, 0)[0]), [0, 128, 255]);
        assert_eq!(Texture::from_heights([1, 1], &[5.0]).pixel(0, 0), [0, 0, 0, 255]);
    }

    #[test]
    #[should_panic(expected = "columns")]
    fn a_ramp_is_not_seamless() {
        assert_seamless(&Texture::from_fn([8, 8], |x, _| [0, (x * 30) as u8, 0, 255]));
    }
}
