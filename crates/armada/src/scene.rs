//! The position as a picture: ships and squadrons, the maneuver tool with the place it leads to, the attack dice.

use geometry::{Footprint, Side};
use scene::{
    ArcMark, ArcStyle, Board, Captions, Card, Chip, DiceGroup, DiceTray, DieGlyph, Flags, Mark, Outline,
    Phase, Piece, PieceKind, PipShape, Pips, Point, Roster, Scene, Tone,
};
use table::{Lang, Seat, Show};

use crate::dice::{Colour, Face};
use crate::measure::{RANGES, SQUADRON};
use crate::show::{card_name, range_name, ship_name, squadron_name, type_name, zone_name};
use crate::state::*;
use crate::{Armada, View, maneuvers, tool};

/// Draws what a seat sees.
pub fn scene(view: &View, lang: Lang) -> Scene {
    let state = &view.state;
    let seats = || Faction::ALL.iter().map(|faction| faction.seat());
    let size = state.area.max - state.area.min;
    Scene {
        title: "Armada".to_string(),
        phases: phases(state, lang),
        board: Some(Board {
            width: size.x,
            height: size.y,
            zones: Vec::new(),
            ruler: RANGES.iter().map(|(_, end)| *end).collect(),
        }),
        sides: seats()
            .map(|seat| scene::Side {
                name: Armada::seat_name(state, seat),
                color: seat.index(),
                you: view.seat == Some(seat),
            })
            .collect(),
        pieces: state
            .in_play()
            .map(|id| ship_piece(state, id, lang))
            .chain(state.standing().map(|id| squadron_piece(state, id, lang)))
            .collect(),
        marks: course_marks(state, lang),
        rosters: seats().map(|seat| roster(state, seat, lang)).collect(),
        dice: dice(state, lang),
        captions: if lang == Lang::En { Captions::english() } else { Captions::german() },
        ..Scene::default()
    }
}

fn phases(state: &State, lang: Lang) -> Vec<Phase> {
    let now = match state.cursor {
        Cursor::Attack { .. } => 0,
        Cursor::Maneuver => 1,
        Cursor::Over => 2,
    };
    let names = match lang {
        Lang::En => ["Attack", "Execute maneuver"],
        Lang::De => ["Angriff", "Manöver ausführen"],
    };
    names.iter().enumerate().map(|(i, name)| Phase { name: name.to_string(), active: i == now }).collect()
}

fn outline(footprint: &Footprint) -> Outline {
    Outline::Rect { width: footprint.base().width(), height: footprint.base().length() }
}

fn point(at: geometry::Vec2) -> Point {
    Point::new(at.x, at.y)
}

fn ship_piece(state: &State, id: ShipId, lang: Lang) -> Piece {
    let ship = state.ship(id);
    let facts = ship.facts();
    let base = outline(&Footprint::new(facts.size.base(), ship.pose));
    let facing = ship.pose.heading.to_degrees();
    let mut piece = Piece::new(format!("ship-{}", id.0), PieceKind::Ship, point(ship.pose.at), facing, base);
    piece.side = Some(ship.owner.index());
    let degrees = |at: geometry::Vec2| {
        geometry::Heading::along(at - facts.token.apex).map_or(0.0, |heading| heading.to_degrees())
    };
    let (front, rear) = (degrees(facts.token.front), degrees(facts.token.rear));
    piece.arcs = vec![
        ArcMark { from_deg: -front, to_deg: front, style: ArcStyle::Front },
        ArcMark { from_deg: rear, to_deg: 360.0 - rear, style: ArcStyle::Rear },
    ];
    piece.label = ship_name(state, id, lang);
    piece.badge = ship.speed.to_string();
    piece.flags = Flags { active: state.active == id, ..Flags::default() };
    piece
}

fn squadron_piece(state: &State, id: SquadronId, lang: Lang) -> Piece {
    let squad = state.squadron(id);
    let base = Outline::Circle { radius: SQUADRON.width() / 2.0 };
    let mut piece = Piece::new(format!("squadron-{}", id.0), PieceKind::Ship, point(squad.at), 0.0, base);
    piece.side = Some(squad.owner.index());
    piece.label = squadron_name(state, id, lang);
    piece.badge = squad.hull.to_string();
    piece
}

/// The tool as it is set, and the place it leads to, on the side it is attached to or on both.
fn course_marks(state: &State, lang: Lang) -> Vec<Mark> {
    let Some(course) = state.course.filter(|course| state.ship(course.ship).in_play()) else {
        return Vec::new();
    };
    let base = state.ship(course.ship).facts().size.base();
    let sides = [Side::Left, Side::Right].into_iter();
    let mut marks = Vec::new();
    for side in sides.filter(|side| course.side.is_none_or(|chosen| chosen == *side)) {
        for segment in tool::segments(course.start, base, &course.clicks, course.speed, side) {
            marks.push(Mark::Template {
                outline: outline(&segment),
                at: point(segment.pose().at),
                facing: segment.pose().heading.to_degrees(),
                label: String::new(),
            });
        }
        if let Some(pose) = maneuvers::ghost(state, side) {
            marks.push(Mark::Ghost {
                piece: Some(format!("ship-{}", course.ship.0)),
                base: outline(&Footprint::new(base, pose)),
                figure: None,
                at: point(pose.at),
                facing: pose.heading.to_degrees(),
                label: ship_name(state, course.ship, lang),
            });
        }
    }
    marks
}

fn roster(state: &State, seat: Seat, lang: Lang) -> Roster {
    let ids = (0..state.ships.len() as u8).map(ShipId).filter(|id| state.ship(*id).owner == seat);
    Roster { side: seat.index(), entries: ids.map(|id| ship_card(state, id, lang)).collect() }
}

fn ship_card(state: &State, id: ShipId, lang: Lang) -> Card {
    let ship = state.ship(id);
    let facts = ship.facts();
    let lost = ship.damage.len() as u32;
    let hull = Pips {
        label: if lang == Lang::En { "Hull" } else { "Hülle" }.to_string(),
        full: if ship.destroyed { 0 } else { u32::from(facts.hull) - lost },
        spent: 0,
        empty: if ship.destroyed { facts.hull.into() } else { lost },
        tone: Tone::Gold,
        shape: PipShape::Square,
    };
    let shields = Zone::ALL.iter().map(|zone| {
        let left = u32::from(ship.shields[zone.index()]);
        Pips {
            label: zone_name(*zone, lang).to_string(),
            full: left,
            spent: 0,
            empty: u32::from(facts.shields.of(*zone)) - left,
            tone: Tone::Blue,
            shape: PipShape::Round,
        }
    });
    let upgrades = (0..ship.upgrades.len() as u8).map(Slot::Upgrade);
    let damage = ship.damage.iter().enumerate().filter(|(_, damage)| damage.face_up);
    let cards = upgrades.chain(damage.map(|(slot, _)| Slot::Damage(slot as u8)));
    Card {
        id: format!("ship-{}", id.0),
        title: ship_name(state, id, lang),
        pips: std::iter::once(hull).chain(shields).collect(),
        lines: cards.map(|slot| card_name(state, CardRef { ship: id, slot }, lang)).collect(),
        chips: ship
            .tokens
            .iter()
            .filter(|token| token.side != TokenSide::Discarded)
            .map(|token| Chip {
                text: type_name(token.kind, lang).chars().take(2).collect(),
                tone: if token.side == TokenSide::Readied { Tone::Green } else { Tone::Red },
                title: type_name(token.kind, lang).to_string(),
            })
            .collect(),
        active: state.active == id,
        faded: ship.destroyed,
        ..Card::default()
    }
}

fn dice(state: &State, lang: Lang) -> Option<DiceTray> {
    let attack = state.attack.as_ref()?;
    let tone = |colour| match colour {
        Colour::Red => Tone::Red,
        Colour::Blue => Tone::Blue,
        Colour::Black => Tone::Muted,
    };
    let group = |colour: Colour| DiceGroup {
        tone: tone(colour),
        dice: attack
            .pool
            .0
            .iter()
            .filter(|die| die.colour == colour)
            .map(|die| scene::Die { glyph: glyph(die.face), spent: false })
            .collect(),
    };
    let (attacker, defender) =
        (ship_name(state, attack.attacker, lang), ship_name(state, attack.defender, lang));
    Some(DiceTray {
        caption: format!("{attacker} → {defender}"),
        groups: Colour::ALL.into_iter().map(group).collect(),
        note: range_name(attack.range, lang).to_string(),
    })
}

fn glyph(face: Face) -> DieGlyph {
    match face {
        Face::Blank => DieGlyph::Blank,
        Face::Hit => DieGlyph::Hit,
        Face::Critical => DieGlyph::Critical,
        Face::DoubleHit => DieGlyph::DoubleHit,
        Face::HitCritical => DieGlyph::HitCritical,
        Face::Accuracy => DieGlyph::Accuracy,
    }
}
