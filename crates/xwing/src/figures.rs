//! Our own schematic outlines of the ship classes, seen from above: one table by the id of the class. A figure lives in
//! the unit square with its nose to the north; it is a sign to know a ship by, not a picture of it.

use scene::figures::{Figure, Fill};
use scene::{Point, Segment};

use crate::options::HulkName;

type Points = [(f64, f64)];

/// The outline of a huge ship that is an obstacle.
pub fn hulk(name: HulkName) -> Figure {
    match name {
        HulkName::Transport => stretched(transport(), HUGE, 0.0),
        HulkName::Corvette => joined(corvette_fore(), corvette_aft()),
    }
}

/// The outline of a ship class.
pub fn figure(ship: &str) -> Figure {
    match ship {
        "x-wing" => four_wings(0.86, 0.10),
        "t-70-x-wing" => four_wings(0.80, 0.18).accent(&[(-0.05, -0.20), (0.05, -0.20), (0.0, -0.06)]),
        "z-95-headhunter" => four_wings(0.72, -0.08),
        "e-wing" => four_wings(0.62, 0.02).line(&[(0.0, 0.96), (0.0, 0.30)]),
        "arc-170" => arc_170(),
        "y-wing" => y_wing(),
        "a-wing" => a_wing(),
        "b-wing" => b_wing(),
        "k-wing" => k_wing(),
        "u-wing" => u_wing(),
        "hwk-290" => hwk_290(),
        "yt-1300" => disc_freighter(true),
        "yt-2400" => disc_freighter(false),
        "vcx-100" => vcx_100(),
        "attack-shuttle" => attack_shuttle(),
        "sheathipede-class-shuttle" => sheathipede(),
        "auzituck-gunship" => auzituck(),
        "b-sf-17-bomber" => b_sf_17(),
        "tie-fighter" => tie(&[(0.62, 0.72), (0.78, 0.72), (0.78, -0.72), (0.62, -0.72)]),
        "tie-fo-fighter" => tie(&[(0.62, 0.72), (0.78, 0.72), (0.78, -0.72), (0.62, -0.72)]).disc(
            Fill::Accent,
            (0.0, 0.0),
            0.20,
        ),
        "tie-sf-fighter" => tie(&[(0.60, 0.78), (0.80, 0.78), (0.80, -0.78), (0.60, -0.78)]).accent_pair(&[
            (0.14, 0.14),
            (0.24, 0.14),
            (0.24, -0.46),
            (0.14, -0.46),
        ]),
        "tie-interceptor" => tie(&[(0.60, 0.94), (0.74, 0.40), (0.74, -0.62), (0.60, -0.74), (0.60, 0.94)]),
        "tie-silencer" => tie(&[(0.52, 0.98), (0.72, 0.20), (0.72, -0.82), (0.56, -0.96), (0.60, -0.10)])
            .smooth_hull(Fill::Hull, &[(0.0, 0.44), (0.20, 0.20), (0.24, -0.30), (0.0, -0.52)]),
        "tie-advanced" => tie(&[(0.52, 0.62), (0.80, 0.40), (0.80, -0.40), (0.52, -0.62)]).hull(&[
            (-0.18, -0.20),
            (0.18, -0.20),
            (0.14, -0.66),
            (-0.14, -0.66),
        ]),
        "tie-adv-prototype" => {
            tie(&[(0.46, 0.84), (0.74, 0.46), (0.80, -0.10), (0.58, -0.72), (0.44, -0.40)])
        }
        "tie-bomber" => pods(&[0.20], 0.80),
        "tie-punisher" => pods(&[0.20, 0.52], 0.94),
        "tie-aggressor" => tie(&[(0.56, 0.66), (0.84, 0.52), (0.84, -0.52), (0.56, -0.66)])
            .disc(Fill::Accent, (0.0, -0.24), 0.12)
            .line(&[(0.0, -0.24), (0.0, 0.08)]),
        "tie-defender" => tie(&[(0.58, 0.80), (0.74, 0.34), (0.74, -0.34), (0.58, -0.70)]).hull(&[
            (-0.08, -0.20),
            (0.08, -0.20),
            (0.14, -0.90),
            (-0.14, -0.90),
        ]),
        "tie-phantom" => tie(&[(0.34, 0.14), (0.86, 0.58), (0.90, -0.30), (0.62, -0.62), (0.40, -0.30)])
            .hull(&[(-0.10, -0.24), (0.10, -0.24), (0.16, -0.86), (-0.16, -0.86)]),
        "tie-striker" => tie_striker(),
        "tie-reaper" => tie_reaper(),
        "firespray-31" => firespray(),
        "lambda-class-shuttle" => shuttle(&[(0.16, -0.02), (0.88, -0.70), (0.76, -0.82), (0.16, -0.62)]),
        "upsilon-class-shuttle" => {
            shuttle(&[(0.14, 0.00), (0.92, 0.42), (0.70, -0.30), (0.40, -0.92), (0.14, -0.60)])
        }
        "vt-49-decimator" => decimator(),
        "alpha-class-star-wing" => star_wing(),
        "starviper" => starviper(),
        "m3-a-interceptor" => m3_a(),
        "aggressor" => aggressor(),
        "yv-666" => yv_666(),
        "kihraxz-fighter" => kihraxz(),
        "jumpmaster-5000" => jumpmaster(),
        "g-1a-starfighter" => g_1a(),
        "protectorate-starfighter" => protectorate(),
        "lancer-class-pursuit-craft" => lancer(),
        "quadjumper" => quadjumper(),
        "scurrg-h-6-bomber" => scurrg(),
        "m12-l-kimogila-fighter" => kimogila(),
        "senators-shuttle" => senators_shuttle(),
        "gr-75" => stretched(transport(), HUGE, 0.0),
        "gozanti-class-cruiser" => stretched(gozanti(), HUGE, 0.0),
        "c-roc-cruiser" => stretched(c_roc(), HUGE, 0.0),
        "cr90-fore" => joined(corvette_fore(), corvette_aft()),
        "cr90-aft" => corvette_aft(),
        "raider-class-corvette-fore" => joined(raider_fore(), raider_aft()),
        "raider-class-corvette-aft" => raider_aft(),
        _ => dart(),
    }
}

/// What stands for a ship that has no outline of its own.
fn dart() -> Figure {
    Figure::new().hull(&[(0.0, 0.92), (0.62, -0.72), (0.0, -0.44), (-0.62, -0.72)])
}

/// A bomb or mine token.
pub fn bomb() -> Figure {
    Figure::new()
        .disc(Fill::Hull, (0.0, 0.0), 0.62)
        .disc(Fill::Accent, (0.0, 0.0), 0.24)
        .line(&[(0.0, 0.62), (0.0, 0.92)])
}

/// How much longer than wide the figures of huge ships are, and those of corvettes.
const HUGE: f64 = 2.3;
const CORVETTE: f64 = 2.6;

/// A figure drawn out along the ship, and moved ahead.
fn stretched(mut figure: Figure, times: f64, ahead: f64) -> Figure {
    let moved = |to: &Point| Point::new(to.x, to.y * times + ahead);
    for segment in figure.parts.iter_mut().flat_map(|part| &mut part.path.segments) {
        match segment {
            Segment::Move { to } | Segment::Line { to } | Segment::Arc { to, .. } => *to = moved(to),
            Segment::Cubic { c1, c2, to } => [c1, c2, to].into_iter().for_each(|point| *point = moved(point)),
            Segment::Close => {}
        }
    }
    figure
}

/// A ship of two sections, one behind the other.
fn joined(fore: Figure, aft: Figure) -> Figure {
    let half = CORVETTE / 2.0;
    let mut ship = stretched(aft, half, -half);
    ship.parts.extend(stretched(fore, half, half).parts);
    ship
}

// ---- fighters of the Rebels -----------------------------------------------------------------------------------------------

/// A slim fuselage and split wings with a gun at each tip: `span` is how far they reach, `guns` where the guns end.
fn four_wings(span: f64, guns: f64) -> Figure {
    Figure::new()
        .hull_pair(&[(0.12, -0.06), (span, -0.34), (span, -0.60), (0.12, -0.66)])
        .line_pair(&[(0.14, -0.30), (span, -0.46)])
        .accent_pair(&[(0.14, -0.10), (0.28, -0.16), (0.28, -0.80), (0.14, -0.80)])
        .line_pair(&[(span, -0.60), (span, guns + 0.28)])
        .hull(&[(-0.06, 0.94), (0.06, 0.94), (0.14, 0.10), (0.14, -0.72), (-0.14, -0.72), (-0.14, 0.10)])
        .accent(&[(-0.07, 0.06), (0.07, 0.06), (0.09, -0.22), (-0.09, -0.22)])
}

fn arc_170() -> Figure {
    Figure::new()
        .hull_pair(&[(0.14, 0.10), (0.96, -0.10), (0.96, -0.36), (0.14, -0.50)])
        .line_pair(&[(0.92, -0.36), (0.92, 0.34)])
        .smooth_pair(Fill::Accent, &[(0.34, 0.30), (0.46, 0.10), (0.44, -0.56), (0.28, -0.56), (0.24, 0.10)])
        .hull(&[(0.0, 0.88), (0.16, 0.40), (0.14, -0.78), (-0.14, -0.78), (-0.16, 0.40)])
}

fn y_wing() -> Figure {
    Figure::new()
        .hull(&[(-0.12, 0.30), (0.12, 0.30), (0.12, -0.70), (-0.12, -0.70)])
        .hull_pair(&[(0.10, -0.20), (0.60, -0.26), (0.60, -0.48), (0.10, -0.48)])
        .hull_pair(&[(0.50, 0.10), (0.66, 0.10), (0.68, -0.92), (0.48, -0.92)])
        .accent_pair(&[(0.52, 0.10), (0.64, 0.10), (0.60, 0.20), (0.56, 0.20)])
        .hull(&[(-0.14, 0.92), (0.14, 0.92), (0.26, 0.56), (0.16, 0.26), (-0.16, 0.26), (-0.26, 0.56)])
        .accent(&[(-0.08, 0.66), (0.08, 0.66), (0.08, 0.46), (-0.08, 0.46)])
}

fn a_wing() -> Figure {
    Figure::new()
        .hull(&[
            (0.0, 0.90),
            (0.30, 0.36),
            (0.60, -0.52),
            (0.34, -0.60),
            (-0.34, -0.60),
            (-0.60, -0.52),
            (-0.30, 0.36),
        ])
        .accent_pair(&[(0.24, -0.30), (0.44, -0.36), (0.42, -0.86), (0.26, -0.86)])
        .smooth_hull(Fill::Accent, &[(0.0, 0.24), (0.12, 0.06), (0.10, -0.22), (0.0, -0.28)])
        .line_pair(&[(0.56, -0.30), (0.56, 0.16)])
}

fn b_wing() -> Figure {
    Figure::new()
        .hull(&[(-0.92, 0.14), (0.90, 0.10), (0.90, -0.14), (-0.92, -0.22)])
        .hull(&[(-0.28, 0.82), (-0.16, 0.82), (-0.12, -0.80), (-0.32, -0.80)])
        .disc(Fill::Hull, (-0.74, -0.02), 0.24)
        .disc(Fill::Accent, (-0.74, 0.04), 0.11)
        .accent(&[(0.04, 0.04), (0.34, 0.02), (0.34, -0.30), (0.04, -0.34)])
        .line(&[(0.84, 0.10), (0.84, 0.46)])
}

fn k_wing() -> Figure {
    Figure::new()
        .hull_pair(&[(0.20, 0.24), (0.96, 0.06), (0.96, -0.22), (0.20, -0.40)])
        .accent_pair(&[(0.44, 0.34), (0.58, 0.30), (0.58, -0.50), (0.44, -0.50)])
        .hull(&[(-0.16, 0.80), (0.16, 0.80), (0.24, 0.20), (0.20, -0.82), (-0.20, -0.82), (-0.24, 0.20)])
        .disc(Fill::Accent, (0.0, 0.30), 0.10)
}

fn u_wing() -> Figure {
    Figure::new()
        .hull_pair(&[(0.16, 0.06), (0.34, 0.96), (0.48, 0.94), (0.40, -0.20), (0.16, -0.34)])
        .hull(&[(-0.14, 0.46), (0.14, 0.46), (0.22, 0.00), (0.18, -0.62), (-0.18, -0.62), (-0.22, 0.00)])
        .accent_pair(&[(0.24, -0.24), (0.42, -0.24), (0.42, -0.84), (0.24, -0.84)])
        .accent(&[(-0.09, 0.36), (0.09, 0.36), (0.11, 0.16), (-0.11, 0.16)])
}

fn hwk_290() -> Figure {
    Figure::new()
        .hull(&[(-0.08, 0.94), (0.08, 0.94), (0.20, 0.30), (0.20, -0.66), (-0.20, -0.66), (-0.20, 0.30)])
        .hull_pair(&[(0.18, 0.06), (0.58, -0.22), (0.62, -0.78), (0.30, -0.90), (0.18, -0.60)])
        .accent(&[(-0.07, 0.70), (0.07, 0.70), (0.10, 0.44), (-0.10, 0.44)])
        .line_pair(&[(0.40, -0.10), (0.46, -0.84)])
}

/// A round freighter, with two prongs at the bow and the cockpit on an arm to the right, or with an outrigger.
fn disc_freighter(prongs: bool) -> Figure {
    let hull = Figure::new().disc(Fill::Hull, (0.0, -0.14), 0.70);
    let hull = if prongs {
        hull.hull_pair(&[(0.06, 0.50), (0.10, 0.94), (0.24, 0.94), (0.40, 0.44)])
            .hull(&[(0.56, 0.14), (0.76, 0.30), (0.90, 0.30), (0.90, 0.02), (0.64, -0.06)])
            .accent(&[(0.76, 0.40), (0.90, 0.40), (0.90, 0.22), (0.76, 0.22)])
    } else {
        hull.hull(&[(0.60, 0.10), (0.78, 0.62), (0.94, 0.62), (0.94, -0.40), (0.64, -0.30)])
            .accent(&[(0.80, 0.56), (0.92, 0.56), (0.92, 0.36), (0.80, 0.36)])
            .hull(&[(-0.24, 0.48), (0.24, 0.48), (0.16, 0.72), (-0.16, 0.72)])
    };
    hull.disc(Fill::Line, (0.0, -0.14), 0.42)
        .disc(Fill::Accent, (0.0, -0.14), 0.14)
        .line_pair(&[(0.10, -0.30), (0.22, -0.78)])
}

fn vcx_100() -> Figure {
    Figure::new()
        .hull(&[
            (-0.20, 0.92),
            (0.20, 0.92),
            (0.34, 0.42),
            (0.90, -0.10),
            (0.80, -0.40),
            (0.40, -0.80),
            (-0.40, -0.80),
            (-0.80, -0.40),
            (-0.90, -0.10),
            (-0.34, 0.42),
        ])
        .line_pair(&[(0.20, 0.80), (0.36, 0.10), (0.34, -0.78)])
        .accent(&[(-0.14, 0.84), (0.14, 0.84), (0.18, 0.62), (-0.18, 0.62)])
        .disc(Fill::Accent, (0.0, 0.0), 0.14)
}

fn attack_shuttle() -> Figure {
    Figure::new()
        .hull(&[(-0.20, 0.86), (0.20, 0.86), (0.30, 0.20), (0.30, -0.80), (-0.30, -0.80), (-0.30, 0.20)])
        .hull_pair(&[(0.28, 0.04), (0.80, -0.34), (0.80, -0.74), (0.28, -0.64)])
        .accent(&[(-0.14, 0.72), (0.14, 0.72), (0.18, 0.46), (-0.18, 0.46)])
        .disc(Fill::Accent, (0.0, -0.34), 0.12)
}

fn sheathipede() -> Figure {
    Figure::new()
        .smooth_hull(Fill::Hull, &[(0.0, 0.62), (0.26, 0.42), (0.40, 0.0), (0.34, -0.60), (0.0, -0.80)])
        .hull_pair(&[(0.26, 0.30), (0.50, 0.86), (0.60, 0.82), (0.44, 0.10)])
        .smooth_hull(Fill::Accent, &[(0.0, 0.46), (0.14, 0.34), (0.14, 0.12), (0.0, 0.06)])
        .line_pair(&[(0.10, -0.10), (0.20, -0.66)])
}

fn auzituck() -> Figure {
    Figure::new()
        .smooth_hull(Fill::Hull, &[(0.0, 0.80), (0.26, 0.50), (0.34, -0.10), (0.30, -0.74), (0.0, -0.86)])
        .smooth_pair(
            Fill::Hull,
            &[(0.30, 0.06), (0.62, 0.18), (0.88, 0.62), (0.94, -0.10), (0.70, -0.52), (0.30, -0.44)],
        )
        .accent(&[(-0.12, 0.56), (0.12, 0.56), (0.14, 0.34), (-0.14, 0.34)])
        .line(&[(0.0, 0.28), (0.0, -0.80)])
}

fn b_sf_17() -> Figure {
    Figure::new()
        .hull(&[(-0.50, 0.30), (0.50, 0.30), (0.60, -0.10), (0.40, -0.74), (-0.40, -0.74), (-0.60, -0.10)])
        .accent_pair(&[(0.30, -0.30), (0.56, -0.30), (0.52, -0.90), (0.34, -0.90)])
        .hull(&[(-0.18, 0.94), (0.18, 0.94), (0.20, -0.60), (-0.20, -0.60)])
        .accent(&[(-0.12, 0.86), (0.12, 0.86), (0.14, 0.62), (-0.14, 0.62)])
        .line(&[(0.0, 0.50), (0.0, -0.60)])
}

// ---- ships of the Empire --------------------------------------------------------------------------------------------------

/// A ball between two panels; `panel` is the outline of the right one.
fn tie(panel: &Points) -> Figure {
    Figure::new()
        .hull_pair(panel)
        .hull_pair(&[(0.18, 0.10), (0.64, 0.06), (0.64, -0.06), (0.18, -0.10)])
        .disc(Fill::Hull, (0.0, 0.0), 0.28)
        .disc(Fill::Accent, (0.0, 0.08), 0.13)
}

/// Long pods side by side between two panels: `pods` are their distances from the middle.
fn pods(pods: &[f64], panel: f64) -> Figure {
    let inner = panel - 0.14;
    let mut figure = Figure::new()
        .hull_pair(&[(inner, 0.56), (panel, 0.44), (panel, -0.66), (inner, -0.78)])
        .hull(&[(-inner, 0.08), (inner, 0.08), (inner, -0.12), (-inner, -0.12)]);
    for x in pods {
        figure = figure.smooth_pair(
            Fill::Hull,
            &[
                (*x, 0.66),
                (x + 0.15, 0.34),
                (x + 0.15, -0.50),
                (*x, -0.70),
                (x - 0.15, -0.50),
                (x - 0.15, 0.34),
            ],
        );
    }
    figure.disc(Fill::Accent, (pods[0], 0.40), 0.10)
}

fn tie_striker() -> Figure {
    Figure::new()
        .hull_pair(&[(0.14, 0.16), (0.90, 0.44), (0.84, 0.10), (0.60, -0.76), (0.14, -0.30)])
        .line_pair(&[(0.20, 0.00), (0.76, -0.10)])
        .smooth_hull(Fill::Hull, &[(0.0, 0.62), (0.18, 0.34), (0.20, -0.20), (0.0, -0.56)])
        .disc(Fill::Accent, (0.0, 0.28), 0.11)
}

fn tie_reaper() -> Figure {
    Figure::new()
        .hull_pair(&[(0.10, 0.20), (0.62, 0.34), (0.94, -0.10), (0.86, -0.70), (0.50, -0.90), (0.10, -0.60)])
        .line_pair(&[(0.30, 0.20), (0.50, -0.84)])
        .smooth_hull(Fill::Hull, &[(0.0, 0.80), (0.20, 0.48), (0.22, -0.40), (0.0, -0.70)])
        .disc(Fill::Accent, (0.0, 0.46), 0.12)
}

fn firespray() -> Figure {
    Figure::new()
        .hull_pair(&[(0.20, 0.00), (0.70, -0.10), (0.70, -0.34), (0.20, -0.40)])
        .smooth_hull(
            Fill::Hull,
            &[
                (0.0, 0.92),
                (0.26, 0.80),
                (0.40, 0.40),
                (0.44, -0.30),
                (0.50, -0.60),
                (0.34, -0.88),
                (0.0, -0.94),
            ],
        )
        .ellipse(Fill::Line, (0.0, -0.50), 0.36, 0.30)
        .smooth_hull(Fill::Accent, &[(0.0, 0.70), (0.14, 0.58), (0.14, 0.34), (0.0, 0.28)])
        .line(&[(0.0, 0.24), (0.0, -0.24)])
}

/// A tall fin in the middle and a wing to either side; `wing` is the right one.
fn shuttle(wing: &Points) -> Figure {
    Figure::new()
        .hull_pair(wing)
        .hull(&[(-0.10, 0.90), (0.10, 0.90), (0.20, 0.34), (0.20, -0.78), (-0.20, -0.78), (-0.20, 0.34)])
        .accent(&[(-0.08, 0.76), (0.08, 0.76), (0.13, 0.50), (-0.13, 0.50)])
        .line(&[(0.0, 0.30), (0.0, -0.76)])
}

fn senators_shuttle() -> Figure {
    Figure::new()
        .smooth_hull(Fill::Hull, &[(0.0, 0.84), (0.24, 0.50), (0.32, -0.20), (0.26, -0.76), (0.0, -0.82)])
        .hull_pair(&[(0.28, 0.20), (0.78, -0.10), (0.70, -0.66), (0.26, -0.56)])
        .smooth_hull(Fill::Accent, &[(0.0, 0.64), (0.12, 0.48), (0.12, 0.28), (0.0, 0.22)])
}

fn decimator() -> Figure {
    Figure::new()
        .hull(&[
            (0.0, 0.70),
            (0.30, 0.50),
            (0.94, -0.20),
            (0.90, -0.50),
            (0.40, -0.60),
            (0.30, -0.86),
            (-0.30, -0.86),
            (-0.40, -0.60),
            (-0.90, -0.50),
            (-0.94, -0.20),
            (-0.30, 0.50),
        ])
        .hull(&[(-0.16, 0.20), (0.16, 0.20), (0.20, -0.50), (-0.20, -0.50)])
        .accent_pair(&[(0.40, 0.10), (0.52, -0.02), (0.46, -0.20), (0.34, -0.08)])
        .line_pair(&[(0.24, 0.48), (0.70, -0.52)])
}

fn star_wing() -> Figure {
    Figure::new()
        .hull_pair(&[(0.20, 0.10), (0.80, -0.30), (0.86, -0.80), (0.70, -0.80), (0.20, -0.50)])
        .hull(&[(-0.16, 0.84), (0.16, 0.84), (0.26, 0.20), (0.24, -0.70), (-0.24, -0.70), (-0.26, 0.20)])
        .accent(&[(-0.10, 0.56), (0.10, 0.56), (0.13, 0.28), (-0.13, 0.28)])
        .line_pair(&[(0.80, -0.30), (0.80, 0.12)])
}

// ---- ships of the underworld ----------------------------------------------------------------------------------------------

fn starviper() -> Figure {
    Figure::new()
        .smooth_pair(Fill::Hull, &[(0.14, 0.10), (0.52, 0.28), (0.86, 0.72), (0.84, 0.16), (0.50, -0.10)])
        .smooth_pair(Fill::Hull, &[(0.14, -0.20), (0.50, -0.26), (0.78, -0.84), (0.44, -0.58), (0.16, -0.46)])
        .smooth_hull(Fill::Hull, &[(0.0, 0.78), (0.15, 0.40), (0.18, -0.30), (0.0, -0.70)])
        .smooth_hull(Fill::Accent, &[(0.0, 0.40), (0.09, 0.24), (0.09, 0.02), (0.0, -0.04)])
}

fn m3_a() -> Figure {
    Figure::new()
        .hull(&[
            (0.0, 0.90),
            (0.20, 0.20),
            (0.70, -0.40),
            (0.62, -0.70),
            (0.20, -0.50),
            (-0.20, -0.50),
            (-0.62, -0.70),
            (-0.70, -0.40),
            (-0.20, 0.20),
        ])
        .accent(&[(-0.07, 0.30), (0.07, 0.30), (0.10, 0.02), (-0.10, 0.02)])
        .line_pair(&[(0.20, 0.10), (0.44, -0.56)])
}

fn aggressor() -> Figure {
    Figure::new()
        .hull_pair(&[(0.10, 0.40), (0.30, 0.94), (0.40, 0.90), (0.56, -0.20), (0.40, -0.70), (0.10, -0.50)])
        .hull(&[(-0.14, 0.30), (0.14, 0.30), (0.20, -0.40), (0.0, -0.90), (-0.20, -0.40)])
        .accent(&[(-0.08, 0.16), (0.08, 0.16), (0.10, -0.10), (-0.10, -0.10)])
        .line_pair(&[(0.30, 0.80), (0.36, -0.56)])
}

fn yv_666() -> Figure {
    Figure::new()
        .hull(&[(-0.40, 0.66), (0.40, 0.66), (0.56, 0.20), (0.56, -0.60), (-0.56, -0.60), (-0.56, 0.20)])
        .hull(&[(-0.34, 0.92), (0.34, 0.92), (0.40, 0.62), (-0.40, 0.62)])
        .accent(&[(-0.24, 0.86), (0.24, 0.86), (0.26, 0.74), (-0.26, 0.74)])
        .accent_pair(&[(0.20, -0.60), (0.50, -0.60), (0.46, -0.88), (0.24, -0.88)])
        .line(&[(-0.50, 0.0), (0.50, 0.0)])
}

fn kihraxz() -> Figure {
    Figure::new()
        .hull_pair(&[(0.12, 0.30), (0.46, 0.10), (0.80, 0.40), (0.78, -0.20), (0.46, -0.76), (0.12, -0.50)])
        .smooth_hull(Fill::Hull, &[(0.0, 0.92), (0.14, 0.50), (0.18, -0.30), (0.0, -0.74)])
        .smooth_hull(Fill::Accent, &[(0.0, 0.44), (0.09, 0.28), (0.08, 0.06), (0.0, 0.0)])
}

fn jumpmaster() -> Figure {
    Figure::new()
        .smooth_pair(
            Fill::Hull,
            &[
                (0.04, -0.30),
                (0.36, -0.20),
                (0.50, 0.20),
                (0.40, 0.66),
                (0.62, 0.66),
                (0.86, 0.10),
                (0.70, -0.56),
                (0.04, -0.84),
            ],
        )
        .disc(Fill::Hull, (-0.46, 0.56), 0.22)
        .disc(Fill::Accent, (-0.46, 0.58), 0.11)
        .line_pair(&[(0.30, -0.30), (0.40, -0.70)])
}

fn g_1a() -> Figure {
    Figure::new()
        .hull_pair(&[(0.12, 0.10), (0.40, 0.62), (0.54, 0.62), (0.76, -0.40), (0.40, -0.76), (0.12, -0.60)])
        .smooth_hull(Fill::Hull, &[(0.0, 0.56), (0.18, 0.34), (0.20, -0.40), (0.0, -0.80)])
        .disc(Fill::Accent, (0.0, 0.22), 0.12)
}

fn protectorate() -> Figure {
    Figure::new()
        .hull_pair(&[
            (0.12, 0.06),
            (0.70, 0.70),
            (0.82, 0.50),
            (0.78, -0.50),
            (0.56, -0.80),
            (0.50, -0.30),
            (0.12, -0.40),
        ])
        .smooth_hull(Fill::Hull, &[(0.0, 0.60), (0.14, 0.26), (0.15, -0.40), (0.0, -0.62)])
        .smooth_hull(Fill::Accent, &[(0.0, 0.30), (0.08, 0.16), (0.08, -0.06), (0.0, -0.10)])
}

fn lancer() -> Figure {
    Figure::new()
        .hull_pair(&[(0.16, 0.20), (0.50, 0.50), (0.64, 0.40), (0.94, -0.50), (0.70, -0.80), (0.16, -0.50)])
        .hull(&[(-0.14, 0.94), (0.14, 0.94), (0.22, 0.10), (0.18, -0.74), (-0.18, -0.74), (-0.22, 0.10)])
        .accent(&[(-0.09, 0.80), (0.09, 0.80), (0.12, 0.54), (-0.12, 0.54)])
        .line_pair(&[(0.50, 0.40), (0.72, -0.70)])
}

fn quadjumper() -> Figure {
    Figure::new()
        .smooth_pair(
            Fill::Hull,
            &[(0.52, 0.80), (0.72, 0.60), (0.74, -0.70), (0.52, -0.90), (0.32, -0.70), (0.32, 0.60)],
        )
        .hull(&[(-0.34, 0.36), (0.34, 0.36), (0.34, -0.30), (-0.34, -0.30)])
        .disc(Fill::Accent, (0.0, 0.22), 0.14)
        .line_pair(&[(0.36, 0.0), (0.70, 0.0)])
}

fn scurrg() -> Figure {
    Figure::new()
        .hull_pair(&[
            (0.12, 0.00),
            (0.40, 0.94),
            (0.56, 0.90),
            (0.62, 0.00),
            (0.70, -0.50),
            (0.40, -0.80),
            (0.12, -0.60),
        ])
        .disc(Fill::Hull, (0.0, -0.10), 0.26)
        .disc(Fill::Accent, (0.0, -0.06), 0.13)
        .line_pair(&[(0.44, 0.80), (0.46, -0.60)])
}

fn kimogila() -> Figure {
    Figure::new()
        .hull(&[
            (-0.12, 0.90),
            (0.12, 0.90),
            (0.36, 0.30),
            (0.88, -0.20),
            (0.80, -0.64),
            (0.30, -0.80),
            (-0.30, -0.80),
            (-0.80, -0.64),
            (-0.88, -0.20),
            (-0.36, 0.30),
        ])
        .accent(&[(-0.08, 0.50), (0.08, 0.50), (0.12, 0.20), (-0.12, 0.20)])
        .line_pair(&[(0.30, 0.30), (0.52, -0.70)])
}

// ---- huge ships -----------------------------------------------------------------------------------------------------------

fn transport() -> Figure {
    Figure::new()
        .smooth_hull(
            Fill::Hull,
            &[(0.0, 0.96), (0.30, 0.80), (0.52, 0.30), (0.56, -0.40), (0.40, -0.86), (0.0, -0.94)],
        )
        .line_pair(&[(0.16, 0.84), (0.22, -0.84)])
        .line(&[(0.0, 0.90), (0.0, -0.88)])
        .accent_pair(&[(0.06, -0.76), (0.26, -0.72), (0.24, -0.90), (0.08, -0.92)])
}

fn corvette_fore() -> Figure {
    Figure::new()
        .hull(&[(-0.50, 0.94), (0.50, 0.94), (0.58, 0.52), (0.24, 0.40), (-0.24, 0.40), (-0.58, 0.52)])
        .hull(&[(-0.20, 0.44), (0.20, 0.44), (0.26, -0.96), (-0.26, -0.96)])
        .accent_pair(&[(0.28, 0.80), (0.42, 0.80), (0.42, 0.66), (0.28, 0.66)])
        .disc(Fill::Accent, (0.0, -0.20), 0.12)
}

fn corvette_aft() -> Figure {
    Figure::new()
        .hull(&[(-0.26, 0.96), (0.26, 0.96), (0.34, -0.20), (-0.34, -0.20)])
        .hull(&[(-0.56, 0.00), (0.56, 0.00), (0.62, -0.56), (-0.62, -0.56)])
        .accent_pair(&[(0.06, -0.56), (0.26, -0.56), (0.26, -0.92), (0.06, -0.92)])
        .accent_pair(&[(0.34, -0.56), (0.54, -0.56), (0.54, -0.88), (0.34, -0.88)])
        .disc(Fill::Accent, (0.0, 0.40), 0.12)
}

fn raider_fore() -> Figure {
    Figure::new()
        .hull(&[(0.0, 0.96), (0.22, 0.60), (0.50, -0.94), (-0.50, -0.94), (-0.22, 0.60)])
        .line_pair(&[(0.0, 0.80), (0.24, -0.90)])
        .accent_pair(&[(0.20, 0.10), (0.32, 0.06), (0.32, -0.10), (0.20, -0.06)])
}

fn raider_aft() -> Figure {
    Figure::new()
        .hull(&[(-0.50, 0.94), (0.50, 0.94), (0.84, -0.40), (0.60, -0.80), (-0.60, -0.80), (-0.84, -0.40)])
        .hull(&[(-0.22, 0.50), (0.22, 0.50), (0.28, -0.30), (-0.28, -0.30)])
        .accent_pair(&[(0.10, -0.80), (0.42, -0.80), (0.38, -0.94), (0.14, -0.94)])
}

fn gozanti() -> Figure {
    Figure::new()
        .hull(&[(-0.22, 0.94), (0.22, 0.94), (0.34, 0.40), (0.34, -0.70), (-0.34, -0.70), (-0.34, 0.40)])
        .hull_pair(&[(0.34, 0.10), (0.66, -0.04), (0.66, -0.56), (0.34, -0.62)])
        .accent(&[(-0.14, 0.84), (0.14, 0.84), (0.18, 0.64), (-0.18, 0.64)])
        .accent_pair(&[(0.08, -0.70), (0.28, -0.70), (0.28, -0.92), (0.08, -0.92)])
}

fn c_roc() -> Figure {
    Figure::new()
        .hull(&[(-0.16, 0.96), (0.16, 0.96), (0.30, 0.30), (0.40, -0.60), (-0.40, -0.60), (-0.30, 0.30)])
        .smooth_pair(Fill::Hull, &[(0.40, 0.10), (0.60, 0.00), (0.64, -0.70), (0.48, -0.90), (0.34, -0.70)])
        .accent(&[(-0.10, 0.80), (0.10, 0.80), (0.14, 0.56), (-0.14, 0.56)])
        .line(&[(0.0, 0.46), (0.0, -0.56)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::library;
    use crate::state::Size;

    #[test]
    fn every_class_has_an_outline_of_its_own_within_the_square() {
        let mut seen: Vec<Figure> = Vec::new();
        for ship in &library().ships {
            let figure = figure(&ship.id);
            assert!(figure != dart(), "{} has no outline", ship.id);
            assert!(!seen.contains(&figure), "{} looks like another", ship.id);
            let long = if ship.size == Size::Huge { CORVETTE } else { 1.0 };
            let inside = |to: &Point| to.x.abs() <= 1.02 && to.y.abs() <= 1.02 * long;
            for segment in figure.parts.iter().flat_map(|part| &part.path.segments) {
                if let Segment::Move { to } | Segment::Line { to } | Segment::Cubic { to, .. } = segment {
                    assert!(inside(to), "{} reaches out to {to:?}", ship.id);
                }
            }
            seen.push(figure);
        }
    }
}
