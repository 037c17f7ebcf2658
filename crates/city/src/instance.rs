//! A box as a renderer wants it: 32 bytes.

use bytemuck::{Pod, Zeroable};

use crate::city_box::{CityBox, Kind};

/// A box in 32-bit numbers, for drawing many of them at once. Its place on the ground is good to 2 mm in the largest grid
/// and to 0.02 mm in one city; the exact box is a [`CityBox`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Instance {
    /// The middle of the box [m].
    pub center: [f32; 3],
    /// Half of each side [m].
    pub half_size: [f32; 3],
    /// Red, green, blue, opacity as displayed.
    pub rgba: [u8; 4],
    /// The number of the [`Kind`] in the lowest four bits; above them the number of the lot within its city plus 1, or 0
    /// for a box on no lot.
    pub tags: u32,
}

const KIND_BITS: u32 = 4;

impl Instance {
    /// The box, rounded.
    pub fn of(exact: &CityBox) -> Self {
        let CityBox { min, max, color, kind, place } = exact;
        let [r, g, b] = color.map(level);
        Self {
            center: [0, 1, 2].map(|axis| f64::midpoint(min[axis], max[axis]) as f32),
            half_size: [0, 1, 2].map(|axis| ((max[axis] - min[axis]) / 2.0) as f32),
            rgba: [r, g, b, u8::MAX],
            tags: *kind as u32 | place.lot.map_or(0, |lot| lot + 1) << KIND_BITS,
        }
    }

    /// What the box is.
    ///
    /// # Panics
    /// If `tags` are not those of a box.
    pub fn kind(&self) -> Kind {
        Kind::ALL[(self.tags & ((1 << KIND_BITS) - 1)) as usize]
    }

    /// The number of the lot, within its city, that the box stands on.
    pub fn lot(&self) -> Option<u32> {
        (self.tags >> KIND_BITS).checked_sub(1)
    }
}

/// A channel of a colour, 0 to 1, as one of 256 levels.
#[allow(clippy::cast_sign_loss)] // a channel is 0 to 1
pub(crate) fn level(channel: f64) -> u8 {
    (channel * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::city_box::Place;

    #[test]
    fn an_instance_is_32_bytes_and_keeps_box_colour_kind_and_lot() {
        assert_eq!(size_of::<Instance>(), 32);
        for (kind, lot) in [(Kind::Base, None), (Kind::Body, Some(0)), (Kind::Crown, Some(1 << 20))] {
            let place = Place { lot, ..Place::default() };
            let exact = CityBox { min: [-1.0, 0.0, 2.0], max: [3.0, 0.5, 3.0], color: [0.0, 0.5, 1.0], kind, place };
            let instance = Instance::of(&exact);
            assert_eq!((instance.center, instance.half_size), ([1.0, 0.25, 2.5], [2.0, 0.25, 0.5]));
            assert_eq!(instance.rgba, [0, 128, 255, 255]);
            assert_eq!((instance.kind(), instance.lot()), (kind, lot));
        }
    }
}
