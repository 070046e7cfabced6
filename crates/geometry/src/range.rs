//! The marks of a ruler. Owns which band a distance belongs to; how the distance was measured is not its business.

use crate::tolerance::RULER;

/// The band of a ruler of `sections` sections of `section_mm` each that a distance falls in, counted from 1.
///
/// A distance on a mark (within [`RULER`]) belongs to the nearer band and distance 0 to band 1; beyond the last mark
/// there is no band.
pub fn range_band(distance: f64, section_mm: f64, sections: u8) -> Option<u8> {
    let band = ((distance - RULER) / section_mm).ceil();
    let band = if band < 1.0 { 1.0 } else { band };
    (band <= f64::from(sections)).then_some(band as u8)
}

#[cfg(test)]
mod tests {
    use super::range_band;

    #[test]
    fn marks_belong_to_the_nearer_band() {
        let band = |distance| range_band(distance, 100.0, 3);
        assert_eq!(band(0.0), Some(1));
        assert_eq!(band(100.0), Some(1));
        assert_eq!(band(100.000_000_5), Some(1));
        assert_eq!(band(100.000_002), Some(2));
        assert_eq!(band(300.0), Some(3));
        assert_eq!(band(300.1), None);
        assert_eq!(band(f64::NAN), None);
        assert_eq!(range_band(0.0, 100.0, 0), None);
    }
}
