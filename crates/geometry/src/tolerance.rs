//! Every tolerance of the crate, in one place. Players argue over tenths of a millimetre: the tolerances are at least
//! a hundred times finer than that, and at least a thousand times coarser than the rounding of `f64` at table size.

/// Shapes that interpenetrate by no more than this only touch; shapes no further apart than this do touch.
/// A target within this of the line of an arc is in the arc. Millimetres.
pub const TOUCH: f64 = 1e-5;

/// Lines of sight that differ in length by no more than this are equally short. Millimetres.
pub const TIE: f64 = 1e-6;

/// A distance this little beyond a ruler's mark still belongs to the nearer band. Millimetres.
pub const RULER: f64 = 1e-6;

/// How deep a base that slid back along a curve may rest in what it touches: less than [`TOUCH`], so that the rest
/// position never counts as an overlap. Millimetres.
pub const REST: f64 = 1e-6;

/// Sliding back along a curve never passes over a free stretch of its path longer than this. Millimetres.
pub const SLIT: f64 = 1e-3;

/// The rest position on a curve is refined until the depth differs from [`REST`] by less than this. Millimetres.
pub const REFINED: f64 = 1e-9;

/// How far from length 1 a stored heading may be before it is refused.
pub const UNIT: f64 = 1e-9;

/// Below this cosine a sliding edge counts as parallel to the slide.
pub const PARALLEL: f64 = 1e-12;

/// A gap between shadows narrower than this shows nothing. Millimetres.
pub const GLIMPSE: f64 = 1e-3;

/// A shadow is drawn no further than this many times the distance of what casts it.
pub const FAR: f64 = 1e4;
