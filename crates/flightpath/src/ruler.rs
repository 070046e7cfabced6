//! The range ruler: three sections of ten centimetres.

/// Length of one section of the ruler in millimetres.
pub const SECTION: f64 = 100.0;
/// How many sections the ruler has.
pub const SECTIONS: u8 = 3;

/// The range of a distance: the section of the ruler that it falls into, or `None` beyond the ruler.
pub fn band(distance: f64) -> Option<u8> {
    geometry::range_band(distance, SECTION, SECTIONS)
}
