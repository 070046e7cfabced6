//! Executing a maneuver: where a ship ends, what it would have overlapped, and what its template lies on.

use geometry::{Attach, Base, Convex, Pose, Region, Template, Travel, Turn, slide_back};

use crate::{Bearing, Maneuver, TEMPLATE_WIDTH};

/// A maneuver as it was really flown.
#[derive(Clone, Debug)]
pub struct Flight {
    pub pose: Pose,
    /// Which of the blockers the ship was stopped by, if it would have overlapped one.
    pub stopped_by: Option<usize>,
    /// A come about that could not be flown and became a straight flight.
    pub became_straight: bool,
    /// Where the template lies.
    pub template: Region,
}

/// Flies a maneuver. A ship whose end position would overlap a blocker is moved back along the template until it
/// overlaps none; a come about that would do so is flown as a straight maneuver. `None` if there is no such template.
pub fn fly(start: Pose, base: Base, maneuver: Maneuver, blockers: &[impl Convex]) -> Option<Flight> {
    let path = maneuver.path()?;
    let travel = if maneuver.bearing == Bearing::Reverse { Travel::Astern } else { Travel::Ahead };
    let template = Template { path, width: TEMPLATE_WIDTH }.laid(base, start, Attach::Along(travel));
    let slide = slide_back(start, base, path, blockers, travel);
    let about = maneuver.bearing == Bearing::ComeAbout;
    // A square base covers the same place whichever way it faces, so the straight flight tells whether turning fits.
    let pose = if about && slide.touched.is_none() { slide.pose.turned(Turn::About) } else { slide.pose };
    Some(Flight {
        pose,
        stopped_by: slide.touched,
        became_straight: about && slide.touched.is_some(),
        template,
    })
}
