//! The position as a picture: pieces, rosters, dice and order, for whoever looks at it.

mod sections;

use flightpath::preview::{dice, facing, point};
use flightpath::{Pool, SECTION, SECTIONS, Ships};
use geometry::Area;
use scene::figures::{Figure, Fill};
use scene::{
    ArcMark, ArcStyle, Board, Captions, Card, Chip, Detail, DiceTray, DieGlyph, Flags, LineStyle, LogLine,
    Mark, OrderEntry, OrderState, Outline, Phase, Piece, PieceKind, PipShape, Pips, Point, Roster, Scene,
    Side, Tone, Value, Zone,
};
use table::{Lang, Seat, Show};

use crate::attack::{agility, primary};
use crate::cards::{ArcName, library};
use crate::damage::{hull, shield_value, suffered};
use crate::figures;
use crate::measure::{BOMB, base, line_to_show};
use crate::setup::zones;
use crate::show::{card_name, card_text, ending_name, kind_of_named, maneuver_name, ship_name};
use crate::state::{CardRef, Cursor, Ship, ShipId, Size, Slot, State, Token};
use crate::{Event, View, XWing, explain, huge, phases};

/// Half of the firing arcs of small and large ships as they are drawn, in degrees.
const HALF_ARC: f64 = 40.45;
const LARGE_HALF_ARC: f64 = 42.03;

/// Half of the line between the sections of a huge ship, in the unit square of its figure.
const BLUE_LINE: f64 = 0.48;

/// What is drawn for the eye of a die.
const EYE: DieGlyph = DieGlyph::Eye;

/// Draws what a seat sees.
pub fn scene(view: &View, lang: Lang) -> Scene {
    let state = &view.state;
    let words = Words { state, lang, hidden_dials: view.hidden_dials };
    let seats: Vec<Seat> = state.seats().collect();
    let obstacles = state.obstacles.iter().enumerate().map(|(number, obstacle)| {
        let facts = library().obstacle(obstacle.token);
        let corners = facts.polygon.vertices().iter().map(|corner| point(*corner)).collect();
        let (at, facing) = (point(obstacle.pose.at), facing(obstacle.pose));
        let base = Outline::Polygon { points: corners };
        let mut piece = Piece::new(obstacle_id(number), PieceKind::Obstacle, at, facing, base);
        piece.label = facts.name.in_(lang).to_string();
        piece
    });
    let hulk = state.hulk.iter().map(|hulk| {
        let (at, facing) = (point(hulk.pose.at), facing(hulk.pose));
        let base = base_outline(hulk.name.size());
        let mut piece = Piece::new("hulk".to_string(), PieceKind::Obstacle, at, facing, base);
        piece.figure = Some(figures::hulk(hulk.name));
        piece.label = hulk.name.name().in_(lang).to_string();
        piece
    });
    let bombs = state.bombs.iter().enumerate().map(|(number, bomb)| {
        let (at, facing) = (point(bomb.pose.at), facing(bomb.pose));
        let mut piece = Piece::new(bomb_id(number), PieceKind::Token, at, facing, Outline::square(BOMB));
        piece.side = Some(bomb.owner.index());
        piece.figure = Some(figures::bomb());
        piece.label = library().upgrade(bomb.card).name.in_(lang).to_string();
        piece
    });
    let mission = state.mission().map_or_else(Vec::new, |mission| (mission.pieces)(state, lang));
    let (width, height) = state.options.size();
    Scene {
        title: "X-Wing".to_string(),
        status: words.status(),
        phases: words.phases(),
        board: Some(Board { width, height, zones: words.zones(), ruler: ruler(state) }),
        sides: seats
            .iter()
            .map(|seat| Side {
                name: XWing::side_name(state, *seat, lang),
                color: seat.index(),
                you: view.seat == Some(*seat),
            })
            .collect(),
        pieces: obstacles
            .chain(hulk)
            .chain(mission)
            .chain(bombs)
            .chain(state.in_play().map(|id| words.ship_piece(id)))
            .collect(),
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
        marks: words.line_of_fire().into_iter().collect(),
        dice: words.dice(),
        order: words.order(),
        captions: if lang == Lang::En { Captions::english() } else { Captions::german() },
        ..Scene::default()
    }
}

/// The id of a ship among the pieces, which is that of its roster entry too.
pub(crate) fn piece_id(id: ShipId) -> String {
    format!("ship-{}", id.0)
}

pub(crate) fn obstacle_id(number: usize) -> String {
    format!("obstacle-{number}")
}

pub(crate) fn bomb_id(number: usize) -> String {
    format!("bomb-{number}")
}

pub(crate) fn base_outline(size: Size) -> Outline {
    let base = base(size);
    Outline::Rect { width: base.width(), height: base.length() }
}

/// Our own outline of a ship; one that fires in every direction has a turret on top.
pub(crate) fn ship_figure(ship: &Ship) -> Figure {
    let facts = library().ship(ship.kind);
    let mut figure = figures::figure(&facts.id);
    if ship.size.is_huge() {
        // The line between the sections, which attacks must not cross.
        figure = figure.line(&[(-BLUE_LINE, 0.0), (BLUE_LINE, 0.0)]);
    }
    if !facts.arcs.contains(&ArcName::Turret) {
        return figure;
    }
    figure.disc(Fill::Line, (0.0, -0.10), 0.22).line(&[(0.0, -0.10), (0.0, 0.24)])
}

/// The wedges printed on a ship's token.
pub(crate) fn arc_marks(state: &State, id: ShipId) -> Vec<ArcMark> {
    let ship = state.ship(id);
    let half = if ship.size == Size::Small { HALF_ARC } else { LARGE_HALF_ARC };
    let mark =
        |middle: f64, half: f64, style| ArcMark { from_deg: middle - half, to_deg: middle + half, style };
    let arcs = library().ship(ship.kind).arcs.iter();
    arcs.map(|arc| match arc {
        ArcName::Front => mark(0.0, half, ArcStyle::Front),
        ArcName::Rear => mark(180.0, half, ArcStyle::Rear),
        ArcName::Half => mark(0.0, 90.0, ArcStyle::Rear),
        ArcName::Mobile => mark(90.0 * f64::from(ship.mobile_arc), 45.0, ArcStyle::Rear),
        ArcName::Bullseye => mark(0.0, 6.0, ArcStyle::Front),
        ArcName::Port => mark(-90.0, half, ArcStyle::Front),
        ArcName::Starboard => mark(90.0, half, ArcStyle::Front),
        ArcName::Turret => mark(0.0, 180.0, ArcStyle::Turret),
    })
    .collect()
}

/// A zone in which ships are placed: its outline and its middle.
/// The sections of the range ruler, for everybody to measure with. In competitive play nobody may do so at will
/// (`xwing.comp.measure.combat`).
fn ruler(state: &State) -> Vec<f64> {
    let sections = if state.options.tournament { 0 } else { SECTIONS };
    (1..=sections).map(|section| SECTION * f64::from(section)).collect()
}

fn zone_outline(zone: &Area) -> (Outline, Point) {
    let size = zone.max - zone.min;
    (Outline::Rect { width: size.x, height: size.y }, point((zone.min + zone.max) / 2.0))
}

/// Where a player's ships are placed, as overlays.
pub(crate) fn zone_marks(state: &State, seat: Seat) -> Vec<Mark> {
    let mark = |zone: &Area| {
        let (outline, at) = zone_outline(zone);
        Mark::Area { outline, at, facing: 0.0, label: String::new(), tone: Tone::Gold }
    };
    zones(state, seat).iter().map(mark).collect()
}

struct Words<'a> {
    state: &'a State,
    lang: Lang,
    hidden_dials: Ships,
}

impl Words<'_> {
    fn status(&self) -> String {
        match self.state.result {
            Some((winners, ending)) => {
                let ending = ending_name(ending, self.lang);
                let side = |seat| XWing::side_name(self.state, seat, self.lang);
                let names: Vec<String> = winners.iter().map(side).collect();
                if names.is_empty() {
                    return format!("{} · {ending}", self.lang.pick("No winner", "Kein Sieg"));
                }
                format!("{} {} · {ending}", self.lang.pick("Winner:", "Sieg:"), names.join(", "))
            }
            None if self.state.round == 0 => self.lang.pick("Setup", "Aufbau").to_string(),
            None => {
                let round = format!("{} {}", self.lang.pick("Round", "Runde"), self.state.round);
                match self.state.mission() {
                    Some(mission) => format!("{}, {round}", mission.common.name.in_(self.lang)),
                    None => round,
                }
            }
        }
    }

    fn phases(&self) -> Vec<Phase> {
        let now = match self.state.cursor {
            Cursor::Initiative
            | Cursor::PlaceObstacles
            | Cursor::ChooseEdges
            | Cursor::PlaceShips
            | Cursor::MissionSetup => 0,
            Cursor::Planning => 1,
            Cursor::Decloaking { .. } | Cursor::Activation { .. } | Cursor::EndOfActivation => 2,
            Cursor::Combat { .. } => 3,
            Cursor::End => 4,
            Cursor::Over => usize::MAX,
        };
        let names = [
            self.lang.pick("Setup", "Aufbau"),
            self.lang.pick("Planning", "Planung"),
            self.lang.pick("Activation", "Aktivierung"),
            self.lang.pick("Combat", "Kampf"),
            self.lang.pick("End", "Ende"),
        ];
        let shown = if now == 0 { 0..5 } else { 1..5 };
        shown.map(|i| Phase { name: names[i].to_string(), active: i == now }).collect()
    }

    /// The strips in which ships are placed, while they are.
    fn zones(&self) -> Vec<Zone> {
        if self.state.cursor != Cursor::PlaceShips {
            return Vec::new();
        }
        let zone = |seat: Seat, zone: &Area| {
            let (outline, at) = zone_outline(zone);
            Zone { outline, at, label: String::new(), side: Some(seat.index()) }
        };
        let of = |seat: Seat| zones(self.state, seat).iter().map(|area| zone(seat, area)).collect::<Vec<_>>();
        [Seat(0), Seat(1)].into_iter().flat_map(of).collect()
    }

    fn ship_piece(&self, id: ShipId) -> Piece {
        let ship = self.state.ship(id);
        let (at, base) = (point(ship.pose.at), base_outline(ship.size));
        let mut piece = Piece::new(piece_id(id), PieceKind::Ship, at, facing(ship.pose), base);
        piece.side = Some(ship.owner.index());
        piece.figure = Some(ship_figure(ship));
        piece.arcs = arc_marks(self.state, id);
        piece.label = ship_name(self.state, id, self.lang);
        piece.badge = phases::skill(self.state, id).to_string();
        piece.tokens = self.chips(id);
        let faded = ship.is_doomed() || ship.cloaked;
        piece.flags = Flags { faded, active: self.state.active == Some(id), height: 0.0 };
        piece
    }

    /// Blue target locks lie beside the ship that has locked, red ones beside its target.
    fn chips(&self, id: ShipId) -> Vec<Chip> {
        let ship = self.state.ship(id);
        let mut chips = Vec::new();
        let mut chip = |count: u8, token: Token, tone: Tone| {
            let (text, title) = explain::token(token, self.lang);
            for _ in 0..count.min(4) {
                chips.push(Chip { text: text.to_string(), tone, title: title.to_string() });
            }
        };
        chip(ship.focus, Token::Focus, Tone::Green);
        chip(ship.evade, Token::Evade, Tone::Green);
        chip(ship.stress, Token::Stress, Tone::Red);
        chip(ship.ion, Token::Ion, Tone::Red);
        chip(ship.tractor, Token::Tractor, Tone::Red);
        chip(ship.weapons_disabled, Token::WeaponsDisabled, Tone::Red);
        chip(ship.jam, Token::Jam, Tone::Red);
        chip(u8::from(ship.cloaked), Token::Cloak, Tone::Blue);
        chips.extend(sections::chips(self.state, id, self.lang));
        let sign = explain::token(Token::TargetLock, self.lang).0;
        let mut lock = |other: ShipId, tone: Tone, en: &str, de: &str| {
            let mut title =
                format!("{}: {}", self.lang.pick(en, de), ship_name(self.state, other, self.lang));
            let (locked, by) = if tone == Tone::Blue { (other, id) } else { (id, other) };
            if let Some(section) = sections::locked_section(self.state, locked, by, self.lang) {
                title = format!("{title} ({section})");
            }
            chips.push(Chip { text: sign.to_string(), tone, title });
        };
        ship.locks.iter().for_each(|target| lock(*target, Tone::Blue, "Has locked", "Hat erfasst"));
        for other in self.state.in_play().filter(|other| self.state.ship(*other).has_locked(id)) {
            lock(other, Tone::Orange, "Locked by", "Erfasst von");
        }
        for (slot, _) in ship.damage.iter().enumerate().filter(|(_, damage)| damage.face_up) {
            let card = CardRef { ship: id, slot: Slot::Damage(slot as u8) };
            let title = card_name(self.state, card, self.lang);
            chips.push(Chip { text: "!".to_string(), tone: Tone::Orange, title });
        }
        chips
    }

    fn ship_card(&self, id: ShipId) -> Card {
        let ship = self.state.ship(id);
        let facts = library().ship(ship.kind);
        let value = |label: &str, value: i32, tone| Value {
            label: label.to_string(),
            value: value.to_string(),
            tone,
            glyph: None,
        };
        let lost = u32::from(suffered(ship));
        let name = |slot| card_name(self.state, CardRef { ship: id, slot }, self.lang);
        let upgrades = ship.upgrades.iter().enumerate().map(|(i, upgrade)| {
            let mark = if upgrade.discarded { " ✕" } else { "" };
            let slot = Slot::Upgrade(i as u8);
            let energy = sections::energy_on(self.state, CardRef { ship: id, slot });
            format!("{}{mark}{}", name(slot), energy.map_or(String::new(), |energy| format!(" {energy}")))
        });
        let upgrades: Vec<String> = upgrades.collect();
        let mut lines = vec![upgrades.join(" · ")];
        if let Some(maneuver) = ship.dial {
            lines.push(format!(
                "{}: {}",
                self.lang.pick("Dial", "Manöverrad"),
                maneuver_name(maneuver, self.lang)
            ));
        } else if self.hidden_dials & id.bit() != 0 {
            lines.push(self.lang.pick("Dial face down", "Manöverrad verdeckt").to_string());
        }
        for (slot, damage) in ship.damage.iter().enumerate() {
            if damage.face_up {
                lines.push(format!("!\u{a0}{}", name(Slot::Damage(slot as u8))));
            }
        }
        lines.extend(sections::crippled(self.state, id, self.lang));
        lines.retain(|line| !line.is_empty());
        let pips = |label: &str, full: u32, empty: u32, tone, shape| Pips {
            label: label.to_string(),
            full,
            empty,
            tone,
            shape,
            ..Pips::default()
        };
        let hull = u32::from(hull(self.state, id));
        let shields = u32::from(shield_value(self.state, id));
        let left = if ship.destroyed { 0 } else { hull.saturating_sub(lost) };
        let plain = !huge::has_two_cards(self.state, id);
        let own = plain
            .then(|| pips(self.lang.pick("Hull", "Hülle"), left, hull - left, Tone::Gold, PipShape::Square))
            .into_iter()
            .chain((plain && shields > 0).then(|| {
                let lost = shields.saturating_sub(ship.shields.into());
                pips(
                    self.lang.pick("Shields", "Schilde"),
                    ship.shields.into(),
                    lost,
                    Tone::Blue,
                    PipShape::Round,
                )
            }));
        Card {
            id: piece_id(id),
            title: ship_name(self.state, id, self.lang),
            title_lang: library()
                .pilot(ship.pilot)
                .name
                .foreign(self.lang)
                .map_or(String::new(), |lang| lang.to_string()),
            subtitle: facts.name.in_(self.lang).split(" (").next().unwrap_or_default().to_string(),
            values: vec![
                value(
                    self.lang.pick("Skill", "Pilotenwert"),
                    phases::skill(self.state, id).into(),
                    Tone::Orange,
                ),
                value(self.lang.pick("Attack", "Angriff"), primary(self.state, id), Tone::Red),
                value(self.lang.pick("Agility", "Wendigkeit"), agility(self.state, id), Tone::Green),
            ],
            pips: own.chain(sections::pips(self.state, id, self.lang)).collect(),
            lines,
            chips: self.chips(id),
            state: self.card_state(id),
            active: self.state.active == Some(id),
            faded: ship.destroyed,
            details: self.details(id),
            ..Card::default()
        }
    }

    /// Everything that lies open at a ship, card by card, and the tokens beside it.
    fn details(&self, id: ShipId) -> Vec<Detail> {
        let (state, ship) = (self.state, self.state.ship(id));
        let detail = |slot, kind: &str, word: &str| {
            let card = CardRef { ship: id, slot };
            Detail {
                title: card_name(state, card, self.lang),
                kind: kind_of_named(state, card, kind, self.lang),
                text: card_text(state, card, self.lang),
                state: word.to_string(),
            }
        };
        let mut details = vec![detail(Slot::Pilot, self.lang.pick("Pilot", "Pilot"), "")];
        for (slot, upgrade) in ship.upgrades.iter().enumerate() {
            let word = if upgrade.discarded { self.lang.pick("discarded", "abgelegt") } else { "" };
            let kind = library().upgrade(upgrade.card).slot.name();
            details.push(detail(Slot::Upgrade(slot as u8), kind.in_(self.lang), word));
        }
        for slot in 0..ship.conditions.len() {
            details.push(detail(Slot::Condition(slot as u8), self.lang.pick("Condition", "Zustand"), ""));
        }
        for (slot, _) in ship.damage.iter().enumerate().filter(|(_, damage)| damage.face_up) {
            details.push(detail(Slot::Damage(slot as u8), self.lang.pick("Damage", "Schaden"), ""));
        }
        let locked: Vec<String> =
            ship.locks.iter().map(|target| ship_name(state, *target, self.lang)).collect();
        let tokens = explain::tokens(ship, &locked, self.lang).into_iter();
        for (title, text) in tokens.chain(sections::tokens(state, id, self.lang)) {
            let kind = self.lang.pick("Token", "Marker").to_string();
            details.push(Detail { title, kind, text, state: String::new() });
        }
        details
    }

    /// The ships that have had their turn in this phase, one bit each.
    fn done(&self) -> Ships {
        match self.state.cursor {
            Cursor::Decloaking { done } | Cursor::Activation { done } | Cursor::Combat { done, .. } => done,
            _ => 0,
        }
    }

    fn card_state(&self, id: ShipId) -> String {
        let ship = self.state.ship(id);
        let word = match (ship.destroyed, ship.is_doomed(), self.done() & id.bit() != 0) {
            (true, ..) => self.lang.pick("destroyed", "zerstört"),
            _ if ship.docked.is_some() => self.lang.pick("docked", "angedockt"),
            (_, true, _) => self.lang.pick("lost", "verloren"),
            (.., true) => self.lang.pick("done", "fertig"),
            _ => "",
        };
        word.to_string()
    }

    /// Who fires at whom while the attack lasts.
    fn line_of_fire(&self) -> Option<Mark> {
        let attack = self.state.attack()?;
        let (from, to) = line_to_show(self.state, attack.attacker, Some(attack.weapon), attack.defender)?;
        Some(Mark::Line {
            from: point(from),
            to: point(to),
            label: format!("{} {}", self.lang.pick("Range", "Reichweite"), attack.range),
            style: if attack.obstructed { LineStyle::Obstructed } else { LineStyle::Clear },
        })
    }

    /// The ships in the order of the current phase: by pilot skill, ties by initiative.
    fn order(&self) -> Vec<OrderEntry> {
        let ascending = !matches!(self.state.cursor, Cursor::Combat { .. });
        let mut ships: Vec<ShipId> = self.state.in_play().collect();
        ships.sort_by_key(|id| {
            let skill = i16::from(phases::skill(self.state, *id));
            let waits = self.state.ship(*id).side() != self.state.initiative;
            // Huge ships are placed before all others and activated after them.
            let huge = i16::from(self.state.ship(*id).size.is_huge());
            let group = match self.state.cursor {
                Cursor::Activation { .. } => huge,
                Cursor::PlaceShips => -huge,
                _ => 0,
            };
            (group, if ascending { skill } else { -skill }, waits)
        });
        let entry = |id: ShipId| OrderEntry {
            id: piece_id(id),
            name: ship_name(self.state, id, self.lang),
            value: phases::skill(self.state, id).to_string(),
            side: Some(self.state.ship(id).owner.index()),
            state: if self.state.active == Some(id) {
                OrderState::Active
            } else if self.done() & id.bit() != 0 {
                OrderState::Done
            } else {
                OrderState::Waiting
            },
        };
        ships.into_iter().map(entry).collect()
    }

    fn dice(&self) -> Option<DiceTray> {
        let attack = self.state.attack()?;
        let group = |pool: &Pool, tone| dice(pool.0.iter().map(|result| result.face), tone, EYE);
        let (attacker, defender) = (
            ship_name(self.state, attack.attacker, self.lang),
            ship_name(self.state, attack.defender, self.lang),
        );
        let mut note = format!("{} {}", self.lang.pick("Range", "Reichweite"), attack.range);
        if attack.obstructed {
            note.push_str(self.lang.pick(" · obstructed", " · versperrt"));
        }
        Some(DiceTray {
            caption: format!("{attacker} → {defender}"),
            groups: vec![group(&attack.attack, Tone::Red), group(&attack.defense, Tone::Green)],
            note,
        })
    }
}

/// An event as a line of the log: coloured by the side whose ship it is about, dice as dice.
pub fn log_line(state: &State, event: &Event, lang: Lang) -> LogLine {
    let rolled = match event {
        Event::AttackRoll(faces) | Event::AttackResult(faces) | Event::Rolled(_, faces) => {
            Some((faces, Tone::Red))
        }
        Event::FinalSalvo(_, faces) => Some((faces, Tone::Red)),
        Event::DefenseRoll(faces) | Event::DefenseResult(faces) => Some((faces, Tone::Green)),
        _ => None,
    };
    let rolled = rolled.filter(|(faces, _)| !faces.is_empty());
    LogLine {
        chapter: matches!(event, Event::Round(_)),
        side: ship_of(event).map(|id| state.ship(id).owner.index()),
        text: XWing::event_text(state, event, lang),
        dice: rolled.map(|(faces, tone)| dice(faces.iter().copied(), tone, EYE)).into_iter().collect(),
        rules: explain::rules(event).iter().map(|rule| rule.to_string()).collect(),
        ..LogLine::default()
    }
}

/// The ship that an event is about.
fn ship_of(event: &Event) -> Option<ShipId> {
    Some(match event {
        Event::Placed(id, _)
        | Event::Docked(id, _)
        | Event::Deployed(id, _)
        | Event::NoRoom(id)
        | Event::Revealed(id, _)
        | Event::DialChanged(id, _)
        | Event::Overruled(id, _)
        | Event::Moved(id, ..)
        | Event::TurnFailed(id)
        | Event::Overlaps(id, _)
        | Event::OnObstacle(id, _)
        | Event::SkipsAction(id)
        | Event::Performs(id, _)
        | Event::Passes(id)
        | Event::DeclaredInVain(id, _)
        | Event::Locks(id, _)
        | Event::LockLost(id, _)
        | Event::Rolls(id, _)
        | Event::Boosts(id, _)
        | Event::Cloaks(id)
        | Event::Decloaks(id, _)
        | Event::ArcTurned(id, _)
        | Event::Fled(id)
        | Event::Assigned(id, _)
        | Event::TokenRemoved(id, _)
        | Event::TokenSpent(id, _)
        | Event::SkillSet(id, _)
        | Event::Attacks(id, ..)
        | Event::Rolled(id, _)
        | Event::Misses(id, _)
        | Event::Hits(id, ..)
        | Event::ShieldLost(id)
        | Event::ShieldRecovered(id)
        | Event::Damage { ship: id, .. }
        | Event::DamageTurnedDown(id, _)
        | Event::DamageTurnedUp(id, _)
        | Event::DamageDiscarded(id, _)
        | Event::Doomed(id)
        | Event::Destroyed(id)
        | Event::ConditionAssigned(id, _)
        | Event::ConditionRemoved(id, _)
        | Event::CardReplaced(id, ..)
        | Event::ObstacleLaid(id, ..)
        | Event::BombDropped(id, ..) => *id,
        Event::CardDiscarded(card)
        | Event::CardTurned(card)
        | Event::Chosen(card, _)
        | Event::Named(card, _) => card.ship,
        _ => return None,
    })
}
