//! A window with a procedural city, to fly through.
//!
//! | module | what is in it |
//! |---|---|
//! | [`app`] | [`Flight`]: brings city, camera and picture together |
//! | [`steering`] | from mouse and keys to turns and flight |
//! | [`keys`] | what other keys do |
//! | [`town`] | [`Town`]: the city that is shown, and the next ones |
//! | [`screen`] | the picture on the graphics device |
//! | [`caption`], [`help`] | the window's title, the line of help |
//! | [`status`] | what tests read |

pub mod app;
pub mod caption;
pub mod help;
pub mod keys;
pub mod options;
pub mod screen;
pub mod status;
pub mod steering;
pub mod town;

pub use app::Flight;
pub use options::FlyOptions;
pub use town::Town;

use muslin_city::CityParams;

use crate::error::ViewerError;
use crate::windows;

/// Opens a window with the city of `seed` and returns when it is closed. When the graphics device is lost, another window
/// goes on at the same place.
///
/// # Errors
/// If a parameter is out of its range, or there is no display, or the device was lost too often.
pub fn fly(seed: u32, params: &CityParams, options: &FlyOptions) -> Result<(), ViewerError> {
    // what is wrong with the parameters can be mended without a display
    let town = Town::new(seed, params)?;
    let name = caption::of(town.city().counts());
    windows::open_all(&name, |_, device| Flight::new(device, town, options))
}
