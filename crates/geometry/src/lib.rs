//! Plane geometry of a gaming table: poses, bases, arcs, rulers, lines of sight and movement templates.
//!
//! Units are millimetres; +x points east (right), +y north (up). Every result is the same on every platform:
//! the code uses only + − × ÷ and the square root of `f64`, and trigonometry from `libm`. Nothing here samples: answers are
//! closed forms or iterations that converge to a tolerance named in [`tolerance`]. Nothing allocates but what is built once
//! ([`Compound`], [`Index`]) and the search for room ([`Packing`]).
//! The crate knows shapes only; what a base or a token stands for is not its business.

mod arc;
mod compound;
mod gap;
mod height;
mod hinge;
mod index;
mod outline;
mod overlap;
mod packing;
mod path;
mod pose;
mod range;
mod rim;
mod shape;
mod sidestep;
mod sight;
mod slide;
mod span;
mod template;
pub mod tolerance;
mod vector;

pub use arc::{Arc, Wedge, gap_in_arc, in_arc};
pub use compound::{Border, Compound, CompoundError};
pub use gap::{Gap, Lines, closest, closest_within};
pub use height::{Block, Column, Eye, hides_part, sees};
pub use hinge::{Bounds, Hinge, Way};
pub use index::Index;
pub use outline::{Convex, Outline};
pub use overlap::{Area, contains, inside, outside, overlaps, part_inside, penetration, touches, within};
pub use packing::{MOST_LAID, Packing};
pub use path::{Bend, Path, Travel};
pub use pose::{Heading, HeadingError, Pose, Side, Turn};
pub use range::range_band;
pub use rim::{Rim, stops};
pub use shape::{Base, Disc, Edge, Footprint, MAX_VERTICES, Polygon, PolygonError, Shape};
pub use sidestep::Sidestep;
pub use sight::{clear_line, crosses, obstructed, under_ruler};
pub use slide::{Slide, slide_back};
pub use span::{overlap_span, overlap_span_between};
pub use template::{Attach, Region, Sector, Template, template_overlaps};
pub use vector::Vec2;
