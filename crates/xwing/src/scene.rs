//! The position as a picture: pieces, rosters, dice and order, for whoever looks at it.

use flightpath::{Face, Pool, SECTION, SECTIONS};
use geometry::Vec2;
use scene::{
    ArcMark, ArcStyle, Board, Captions, Card, Chip, DiceGroup, DiceTray, Die, DieGlyph, Flags, Outline,
    Phase, Piece, PieceKind, PipShape, Pips, Point, Roster, Scene, Side, Tone, Value,
};
use table::{Lang, Seat, Show};

use crate::cards::library;
use crate::damage::suffered;
use crate::show::{card_name, ending_name, ship_name};
use crate::state::{BASE, CardRef, Cursor, PLAY_AREA, Ship, ShipId, Slot, State};
use crate::{View, XWing, phases};

/// Half of the front firing arc as it is drawn, in degrees.
const HALF_ARC: f64 = 40.45;

/// Draws what a seat sees.
pub fn scene(view: &View, lang: Lang) -> Scene {
    let state = &view.state;
    let words = Words { state, lang };
    let seats = [Seat(0), Seat(1)];
    let obstacles = state.obstacles.iter().enumerate().map(|(number, obstacle)| {
        let facts = library().obstacle(obstacle.token);
        let corners = facts.polygon.vertices().iter().map(|corner| point(*corner)).collect();
        let (at, facing) = (point(obstacle.pose.at), obstacle.pose.heading.to_degrees());
        let base = Outline::Polygon { points: corners };
        let mut piece = Piece::new(format!("obstacle-{number}"), PieceKind::Obstacle, at, facing, base);
        piece.label = facts.name.in_(lang).to_string();
        piece
    });
    Scene {
        title: "X-Wing".to_string(),
        status: words.status(),
        phases: words.phases(),
        board: Some(Board {
            width: PLAY_AREA,
            height: PLAY_AREA,
            zones: Vec::new(),
            ruler: (1..=SECTIONS).map(|section| SECTION * f64::from(section)).collect(),
        }),
        sides: seats
            .iter()
            .map(|seat| Side {
                name: XWing::seat_name(state, *seat),
                colour: seat.index(),
                you: view.seat == Some(*seat),
            })
            .collect(),
        pieces: obstacles.chain(state.in_play().map(|id| words.ship_piece(id))).collect(),
        rosters: seats
            .iter()
            .map(|seat| Roster {
                side: seat.index(),
                entries: state
                    .ids()
                    .filter(|id| state.ship(*id).owner == *seat)
                    .map(|id| words.ship_card(id))
                    .collect(),
            })
            .collect(),
        dice: words.dice(),
        captions: if lang == Lang::En { Captions::english() } else { Captions::german() },
        ..Scene::default()
    }
}

fn point(at: Vec2) -> Point {
    Point::new(at.x, at.y)
}

struct Words<'a> {
    state: &'a State,
    lang: Lang,
}

impl Words<'_> {
    fn pick<'b>(&self, en: &'b str, de: &'b str) -> &'b str {
        if self.lang == Lang::En { en } else { de }
    }

    fn status(&self) -> String {
        match self.state.result {
            Some((_, ending)) => ending_name(ending, self.lang),
            None => format!("{} {}", self.pick("Round", "Runde"), self.state.round),
        }
    }

    fn phases(&self) -> Vec<Phase> {
        let now = match self.state.cursor {
            Cursor::Activation { .. } => 0,
            Cursor::Combat { .. } => 1,
            Cursor::End => 2,
            Cursor::Over => usize::MAX,
        };
        let names =
            [self.pick("Activation", "Aktivierung"), self.pick("Combat", "Kampf"), self.pick("End", "Ende")];
        names.iter().enumerate().map(|(i, name)| Phase { name: name.to_string(), active: i == now }).collect()
    }

    fn ship_piece(&self, id: ShipId) -> Piece {
        let ship = self.state.ship(id);
        let (at, facing) = (point(ship.pose.at), ship.pose.heading.to_degrees());
        let mut piece =
            Piece::new(format!("ship-{}", id.0), PieceKind::Ship, at, facing, Outline::square(BASE));
        piece.side = Some(ship.owner.index());
        piece.arcs = vec![ArcMark { from_deg: -HALF_ARC, to_deg: HALF_ARC, style: ArcStyle::Front }];
        piece.label = ship_name(self.state, id, self.lang);
        piece.badge = phases::skill(self.state, id).to_string();
        piece.tokens = self.chips(ship);
        piece.flags = Flags { faded: ship.doomed, active: self.state.active == Some(id), height: 0.0 };
        piece
    }

    fn chips(&self, ship: &Ship) -> Vec<Chip> {
        let mut chips = Vec::new();
        let mut chip = |count: u8, text: &str, tone: Tone, en: &str, de: &str| {
            for _ in 0..count.min(4) {
                chips.push(Chip { text: text.to_string(), tone, title: self.pick(en, de).to_string() });
            }
        };
        chip(ship.focus, "F", Tone::Green, "Focus", "Fokus");
        chip(ship.evade, "EV", Tone::Green, "Evade", "Ausweichen");
        chip(ship.stress, "ST", Tone::Red, "Stress", "Stress");
        chip(u8::from(ship.lock.is_some()), "TL", Tone::Blue, "Target lock", "Zielerfassung");
        let open = ship.damage.iter().filter(|damage| damage.face_up).count() as u8;
        chip(open, "!", Tone::Orange, "Critical damage", "Kritischer Schaden");
        chips
    }

    fn ship_card(&self, id: ShipId) -> Card {
        let ship = self.state.ship(id);
        let facts = library().ship_of(ship.pilot);
        let value =
            |label: &str, value: u8, tone| Value { label: label.to_string(), value: value.to_string(), tone };
        let lost = u32::from(suffered(ship));
        let upgrades = (0..ship.upgrades.len() as u8).map(Slot::Upgrade);
        let name = |slot| card_name(self.state, CardRef { ship: id, slot }, self.lang);
        let mut lines = vec![upgrades.map(name).collect::<Vec<_>>().join(" · ")];
        for (slot, damage) in ship.damage.iter().enumerate() {
            if damage.face_up {
                lines.push(format!("! {}", name(Slot::Damage(slot as u8))));
            }
        }
        lines.retain(|line| !line.is_empty());
        let pips = |label: &str, full: u32, empty: u32, tone, shape| Pips {
            label: label.to_string(),
            full,
            empty,
            tone,
            shape,
            ..Pips::default()
        };
        let (hull, shields) = (u32::from(facts.hull), u32::from(facts.shields));
        let left = if ship.destroyed { 0 } else { hull.saturating_sub(lost) };
        Card {
            id: format!("ship-{}", id.0),
            title: ship_name(self.state, id, self.lang),
            subtitle: facts.name.in_(self.lang).to_string(),
            values: vec![
                value(self.pick("Skill", "Pilotenwert"), phases::skill(self.state, id), Tone::Orange),
                value(self.pick("Attack", "Angriff"), facts.attack, Tone::Red),
                value(self.pick("Agility", "Wendigkeit"), facts.agility, Tone::Green),
            ],
            pips: vec![
                pips(self.pick("Hull", "Hülle"), left, hull - left, Tone::Gold, PipShape::Square),
                pips(
                    self.pick("Shields", "Schilde"),
                    ship.shields.into(),
                    shields.saturating_sub(ship.shields.into()),
                    Tone::Blue,
                    PipShape::Round,
                ),
            ],
            lines,
            chips: self.chips(ship),
            active: self.state.active == Some(id),
            faded: ship.destroyed,
            ..Card::default()
        }
    }

    fn dice(&self) -> Option<DiceTray> {
        let attack = self.state.attack.as_ref()?;
        let group = |pool: &Pool, tone| DiceGroup {
            tone,
            dice: pool.0.iter().map(|result| Die { glyph: glyph(result.face), spent: false }).collect(),
        };
        let (attacker, defender) = (
            ship_name(self.state, attack.attacker, self.lang),
            ship_name(self.state, attack.defender, self.lang),
        );
        let mut note = format!("{} {}", self.pick("Range", "Reichweite"), attack.range);
        if attack.obstructed {
            note.push_str(self.pick(" · obstructed", " · versperrt"));
        }
        Some(DiceTray {
            caption: format!("{attacker} → {defender}"),
            groups: vec![group(&attack.attack, Tone::Red), group(&attack.defense, Tone::Green)],
            note,
        })
    }
}

fn glyph(face: Face) -> DieGlyph {
    match face {
        Face::Hit => DieGlyph::Hit,
        Face::Critical => DieGlyph::Critical,
        Face::Evade => DieGlyph::Evade,
        Face::Eye => DieGlyph::Eye,
        Face::Blank => DieGlyph::Blank,
    }
}
