//! The position as a picture: pieces, rosters, dice and order, for whoever looks at it.

use flightpath::preview::{dice, facing, point};
use flightpath::{Pool, SECTION, SECTIONS};
use scene::figures::{Figure, broad_wing_raider, double_hull_warship, saucer_cruiser};
use scene::{
    ArcMark, ArcStyle, Board, Captions, Card, Chip, Detail, DiceTray, DieGlyph, Flags, LineStyle, LogLine,
    Mark, OrderEntry, OrderState, Outline, Phase, Piece, PieceKind, PipShape, Pips, Point, Roster, Scene,
    Side, Tone, Value, Zone,
};
use table::{Lang, Seat, Show};

use crate::attack::reach;
use crate::cards::{ClassId, library};
use crate::measure::line_to_show;
use crate::show::{
    card_name, card_text, ending_name, kind_of_named, maneuver_name, seat_label, ship_name_in, token_name,
    upgrade_type_name,
};
use crate::state::{BASE, CardRef, Cloak, Cursor, Ship, ShipId, Slot, State, TokenKind};
use crate::{AttackWing, Event, View, explain, phases, setup};

/// What is drawn for the eye of a die.
const EYE: DieGlyph = DieGlyph::Diamond;

/// Draws what a seat sees.
pub fn scene(view: &View, lang: Lang) -> Scene {
    let state = &view.state;
    let words = Words { state, lang };
    let seats = || (0..state.players.len() as u8).map(Seat);
    let (width, height) = state.options.size();
    Scene {
        title: "Attack Wing".to_string(),
        status: words.status(),
        phases: words.phases(),
        board: Some(Board {
            width,
            height,
            zones: seats()
                .map(|seat| zone(state, seat, words.lang.pick("Starting area", "Startbereich")))
                .collect(),
            ruler: (1..=SECTIONS).map(|section| SECTION * f64::from(section)).collect(),
        }),
        sides: seats()
            .map(|seat| Side {
                name: seat_label(state, seat, lang),
                color: seat.index(),
                you: view.seat == Some(seat),
            })
            .collect(),
        pieces: tokens(state, lang).chain(state.in_play().map(|id| words.ship_piece(id))).collect(),
        rosters: seats()
            .map(|seat| Roster {
                side: seat.index(),
                entries: state
                    .ids()
                    .filter(|id| state.ship(*id).owner == seat)
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

/// A starting area: its outline and its middle.
fn start_outline(state: &State, area: u8) -> (Outline, Point) {
    let area = setup::start_area(state, area);
    let size = area.max - area.min;
    (Outline::Rect { width: size.x, height: size.y }, point((area.min + area.max) / 2.0))
}

fn zone(state: &State, seat: Seat, label: &str) -> Zone {
    let (outline, at) = start_outline(state, state.players[seat.index()].area);
    Zone { outline, at, label: label.to_string(), side: Some(seat.index()) }
}

/// A starting area as an overlay.
pub(crate) fn zone_mark(state: &State, area: u8, label: &str, tone: Tone) -> Mark {
    let (outline, at) = start_outline(state, area);
    Mark::Area { outline, at, facing: 0.0, label: label.to_string(), tone }
}

/// The wedges printed on the base of a class.
pub(crate) fn arc_marks(class: ClassId) -> Vec<ArcMark> {
    let front = ArcMark { from_deg: -45.0, to_deg: 45.0, style: ArcStyle::Front };
    let rear = ArcMark { from_deg: 135.0, to_deg: 225.0, style: ArcStyle::Rear };
    let has_rear = library().class(class).rear_arc;
    [Some(front), has_rear.then_some(rear)].into_iter().flatten().collect()
}

fn tokens(state: &State, lang: Lang) -> impl Iterator<Item = Piece> {
    state.tokens.iter().enumerate().map(move |(number, token)| {
        let kind = match token.kind {
            TokenKind::Planet => PieceKind::Planet,
            TokenKind::Obstacle => PieceKind::Obstacle,
            TokenKind::Minefield(_) | TokenKind::Objective(_) => PieceKind::Token,
        };
        let base = Outline::Circle { radius: token.radius() };
        let mut piece = Piece::new(format!("token-{number}"), kind, point(token.at), 0.0, base);
        piece.label = token_name(token.kind, lang).to_string();
        if let TokenKind::Objective(left) = token.kind {
            piece.badge = left.to_string();
        }
        piece
    })
}

/// A critical damage token lies beside the ship for every face-up damage card.
pub fn critical_tokens(ship: &Ship) -> u8 {
    ship.damage.iter().filter(|damage| damage.face_up).count() as u8
}

/// Our own schematic outline of a class.
pub(crate) fn figure(class: ClassId) -> Figure {
    match library().class(class).id.as_str() {
        "galaxy" => saucer_cruiser(),
        "vorcha" => broad_wing_raider(),
        _ => double_hull_warship(),
    }
}

struct Words<'a> {
    state: &'a State,
    lang: Lang,
}

impl Words<'_> {
    fn status(&self) -> String {
        match self.state.result {
            Some((winners, ending)) => {
                let names: Vec<String> =
                    winners.iter().map(|seat| seat_label(self.state, seat, self.lang)).collect();
                let won = if names.is_empty() {
                    self.lang.pick("No winner", "Kein Sieg").to_string()
                } else {
                    format!("{} {}", self.lang.pick("Winner:", "Sieg:"), names.join(", "))
                };
                format!("{won} · {}", ending_name(ending, self.lang))
            }
            None if self.state.round == 0 => self.lang.pick("Setup", "Spielvorbereitung").to_string(),
            None => format!("{} {}", self.lang.pick("Round", "Runde"), self.state.round),
        }
    }

    fn phases(&self) -> Vec<Phase> {
        let now = match self.state.cursor {
            Cursor::Planning => 0,
            Cursor::Activation { .. } => 1,
            Cursor::Combat { .. } => 2,
            Cursor::End { .. } => 3,
            _ => usize::MAX,
        };
        let names = match self.lang {
            Lang::En => ["Planning", "Activation", "Combat", "End"],
            Lang::De => ["Planung", "Aktivierung", "Kampf", "Ende"],
        };
        names.iter().enumerate().map(|(i, name)| Phase { name: name.to_string(), active: i == now }).collect()
    }

    fn ship_piece(&self, id: ShipId) -> Piece {
        let ship = self.state.ship(id);
        let base = Outline::square(BASE);
        let at = point(ship.pose.at);
        let mut piece = Piece::new(piece_id(id), PieceKind::Ship, at, facing(ship.pose), base);
        piece.side = Some(ship.owner.index());
        piece.figure = Some(figure(ship.class));
        piece.arcs = arc_marks(ship.class);
        piece.label = ship_name_in(self.state, id, self.lang);
        piece.badge = phases::skill(self.state, id).to_string();
        piece.tokens = self.chips(ship);
        piece.flags = Flags {
            faded: ship.cloak.is_on() || ship.doomed,
            active: self.state.active == Some(id),
            height: 0.0,
        };
        piece
    }

    fn chips(&self, ship: &Ship) -> Vec<Chip> {
        let mut chips = Vec::new();
        let mut chip = |count: u8, (en, de): (&str, &str), tone: Tone, title_en: &str, title_de: &str| {
            for _ in 0..count.min(4) {
                let (text, title) =
                    (self.lang.pick(en, de).to_string(), self.lang.pick(title_en, title_de).to_string());
                chips.push(Chip { text, tone, title });
            }
        };
        chip(ship.evade, ("EV", "AW"), Tone::Green, "Evade", "Ausweichen");
        chip(ship.scan, ("SC", "SC"), Tone::Blue, "Scan", "Scan");
        chip(ship.battle_stations, ("BS", "GS"), Tone::Gold, "Battle stations", "Gefechtsstationen");
        chip(ship.auxiliary, ("AUX", "NE"), Tone::Red, "Auxiliary power", "Notenergie");
        chip(u8::from(ship.lock.is_some()), ("TL", "ZE"), Tone::Blue, "Target lock", "Zielerfassung");
        chip(critical_tokens(ship), ("!", "!"), Tone::Orange, "Critical damage", "Kritischer Schaden");
        match ship.cloak {
            Cloak::Off => {}
            cloak if cloak.is_red() => {
                chip(1, ("CL", "TA"), Tone::Red, "Cloaked, has fired", "Getarnt, hat gefeuert")
            }
            Cloak::Standing { .. } => chip(
                1,
                ("CL", "TA"),
                Tone::Green,
                "Cloaked since an earlier round",
                "Seit einer früheren Runde getarnt",
            ),
            Cloak::Fresh { .. } => {
                chip(1, ("cl", "ta"), Tone::Green, "Cloaked this round", "In dieser Runde getarnt")
            }
        }
        chip(ship.mission.on_ship, ("M", "M"), Tone::White, "Mission token", "Missionsmarker");
        chip(
            ship.mission.beside,
            ("m", "m"),
            Tone::Muted,
            "Mission token beside the ship",
            "Missionsmarker neben dem Schiff",
        );
        chips
    }

    fn ship_card(&self, id: ShipId) -> Card {
        let (state, ship) = (self.state, self.state.ship(id));
        let facts = library().ship(ship.card);
        let captain = library().captain(ship.captain.card);
        let value = |label: &str, value: u8, tone| Value {
            label: label.to_string(),
            value: value.to_string(),
            tone,
            glyph: None,
        };
        let lost = ship.damage.len() as u32;
        let faced = ship.damage.iter().filter(|damage| damage.face_up).count() as u32;
        let left = u32::from(facts.hull).saturating_sub(lost);
        let shields = u32::from(ship.shields) + u32::from(ship.lowered);
        let mut lines = Vec::new();
        let mut upgrades = Vec::new();
        for (slot, upgrade) in ship.upgrades.iter().enumerate() {
            let name = library().upgrade(upgrade.card).name.in_(self.lang);
            let mark = if upgrade.discarded {
                " ✕"
            } else if !ship.crew_aboard(slot as u8) {
                self.lang.pick(" (away)", " (Außenteam)")
            } else if upgrade.disabled {
                self.lang.pick(" (disabled)", " (inaktiv)")
            } else {
                ""
            };
            upgrades.push(format!("{name}{mark}"));
        }
        lines.push(upgrades.join(" · "));
        // Only a dial that this seat may see is in its view.
        if let Some(maneuver) = ship.dial {
            lines.push(format!(
                "{}: {}",
                self.lang.pick("Dial", "Manöver"),
                maneuver_name(maneuver, self.lang)
            ));
        }
        for (slot, damage) in ship.damage.iter().enumerate() {
            if damage.face_up {
                let card = CardRef { ship: id, slot: Slot::Damage(slot as u8) };
                lines.push(format!("!\u{a0}{}", card_name(state, card, self.lang)));
            }
        }
        lines.retain(|line| !line.is_empty());
        let skill = phases::skill(state, id);
        Card {
            id: piece_id(id),
            title: ship_name_in(state, id, self.lang),
            subtitle: format!(
                "{} · {} {skill}",
                captain.name.in_(self.lang),
                self.lang.pick("skill", "Erfahrung")
            ),
            values: vec![
                value(self.lang.pick("Attack", "Angriff"), facts.attack, Tone::Red),
                value(self.lang.pick("Agility", "Wendigkeit"), facts.agility, Tone::Green),
            ],
            pips: vec![
                Pips {
                    label: self.lang.pick("Hull", "Hülle").to_string(),
                    full: if ship.destroyed { 0 } else { left },
                    spent: faced.min(lost),
                    empty: if ship.destroyed { facts.hull.into() } else { lost.saturating_sub(faced) },
                    tone: Tone::Gold,
                    shape: PipShape::Square,
                },
                Pips {
                    label: self.lang.pick("Shields", "Schilde").to_string(),
                    full: ship.shields.into(),
                    spent: ship.lowered.into(),
                    empty: u32::from(facts.shields).saturating_sub(shields),
                    tone: Tone::Blue,
                    shape: PipShape::Round,
                },
            ],
            lines,
            chips: self.chips(ship),
            state: self.card_state(id),
            active: state.active == Some(id),
            faded: ship.destroyed,
            details: self.details(id),
            ..Card::default()
        }
    }

    /// Everything that lies open at a ship, card by card, and the tokens beside it.
    fn details(&self, id: ShipId) -> Vec<Detail> {
        let (state, ship) = (self.state, self.state.ship(id));
        let text = |slot| card_text(state, CardRef { ship: id, slot }, self.lang);
        let detail = |slot, kind: &str, word: &str| Detail {
            title: card_name(state, CardRef { ship: id, slot }, self.lang),
            kind: kind_of_named(state, CardRef { ship: id, slot }, kind, self.lang),
            text: text(slot),
            state: word.to_string(),
        };
        let disabled = self.lang.pick("disabled", "inaktiv");
        let away = self.lang.pick("away", "Außenteam");
        let mut details = Vec::new();
        if !text(Slot::Ship).is_empty() {
            details.push(detail(Slot::Ship, self.lang.pick("Ship", "Schiff"), ""));
        }
        let word = match (ship.away_team(), ship.captain.disabled) {
            (true, _) => away,
            (_, true) => disabled,
            _ => "",
        };
        details.push(detail(Slot::Captain, self.lang.pick("Captain", "Captain"), word));
        for (slot, upgrade) in ship.upgrades.iter().enumerate() {
            let word = match (upgrade.discarded, ship.crew_aboard(slot as u8), upgrade.disabled) {
                (true, ..) => self.lang.pick("discarded", "abgeworfen"),
                (_, false, _) => away,
                (.., true) => disabled,
                _ => "",
            };
            let kind = upgrade_type_name(library().upgrade(upgrade.card).kind).in_(self.lang);
            details.push(detail(Slot::Upgrade(slot as u8), kind, word));
        }
        for (slot, _) in ship.damage.iter().enumerate().filter(|(_, damage)| damage.face_up) {
            details.push(detail(Slot::Damage(slot as u8), self.lang.pick("Damage", "Schaden"), ""));
        }
        let locked = ship.lock.map(|target| ship_name_in(state, target, self.lang));
        for (title, text) in explain::tokens(ship, locked.as_deref(), self.lang) {
            let kind = self.lang.pick("Token", "Marker").to_string();
            details.push(Detail { title, kind, text, state: String::new() });
        }
        details
    }

    fn card_state(&self, id: ShipId) -> String {
        let ship = self.state.ship(id);
        let done = match self.state.cursor {
            Cursor::Activation { done } | Cursor::Combat { done } | Cursor::End { done } => {
                done >> id.0 & 1 == 1
            }
            _ => false,
        };
        let word = match (ship.destroyed, ship.doomed, done) {
            (true, ..) => self.lang.pick("destroyed", "zerstört"),
            (_, true, _) => self.lang.pick("lost", "verloren"),
            (.., true) => self.lang.pick("done", "fertig"),
            _ => "",
        };
        word.to_string()
    }

    fn dice(&self) -> Option<DiceTray> {
        let attack = self.state.attack()?;
        let group = |pool: &Pool, tone| dice(pool.0.iter().map(|result| result.face), tone, EYE);
        let (attacker, defender) = (
            ship_name_in(self.state, attack.attacker, self.lang),
            ship_name_in(self.state, attack.defender, self.lang),
        );
        let mut note = format!("{} {}", self.lang.pick("Range", "Reichweite"), attack.range);
        if attack.obstructed {
            note.push_str(self.lang.pick(" · obstructed", " · teilweise versperrt"));
        }
        Some(DiceTray {
            caption: format!("{attacker} → {defender}"),
            groups: vec![group(&attack.attack, Tone::Red), group(&attack.defense, Tone::Green)],
            note,
        })
    }

    /// Who fires at whom while the attack lasts.
    fn line_of_fire(&self) -> Option<Mark> {
        let attack = self.state.attack().filter(|attack| !attack.mine)?;
        let (arcs, _) = reach(self.state, attack.weapon);
        let (from, to) = line_to_show(self.state, attack.attacker, attack.defender, arcs)?;
        Some(Mark::Line {
            from: point(from),
            to: point(to),
            label: format!("{} {}", self.lang.pick("Range", "Reichweite"), attack.range),
            style: if attack.obstructed { LineStyle::Obstructed } else { LineStyle::Clear },
        })
    }

    /// The ships in the order of the current phase.
    fn order(&self) -> Vec<OrderEntry> {
        let (done, ascending) = match self.state.cursor {
            Cursor::Activation { done } | Cursor::End { done } => (done, true),
            Cursor::Combat { done } => (done, false),
            _ => (0, true),
        };
        let mut ships: Vec<ShipId> = self.state.in_play().collect();
        ships.sort_by_key(|id| (phases::skill(self.state, *id), phases::initiative(self.state, *id)));
        if !ascending {
            ships.sort_by_key(|id| std::cmp::Reverse(phases::skill(self.state, *id)));
        }
        ships
            .into_iter()
            .map(|id| OrderEntry {
                id: piece_id(id),
                name: ship_name_in(self.state, id, self.lang),
                value: phases::skill(self.state, id).to_string(),
                side: Some(self.state.ship(id).owner.index()),
                state: if self.state.active == Some(id) {
                    OrderState::Active
                } else if done >> id.0 & 1 == 1 {
                    OrderState::Done
                } else {
                    OrderState::Waiting
                },
            })
            .collect()
    }
}

/// An event as a line of the log: coloured by the side whose ship it is about, dice as dice.
pub fn log_line(state: &State, event: &Event, lang: Lang) -> LogLine {
    let rolled = match event {
        Event::AttackRoll(faces) | Event::AttackResult(faces) | Event::Rolled(_, faces) => {
            Some((faces, Tone::Red))
        }
        Event::DefenseRoll(faces) => Some((faces, Tone::Green)),
        _ => None,
    };
    LogLine {
        chapter: matches!(event, Event::Round(_)),
        side: ship_of(event).map(|id| state.ship(id).owner.index()),
        text: AttackWing::event_text(state, event, lang),
        dice: rolled
            .into_iter()
            .filter(|(faces, _)| !faces.is_empty())
            .map(|(faces, tone)| dice(faces.iter().copied(), tone, EYE))
            .collect(),
        rules: explain::rules(event).iter().map(|rule| rule.to_string()).collect(),
        ..LogLine::default()
    }
}

/// The ship that an event is about.
fn ship_of(event: &Event) -> Option<ShipId> {
    Some(match event {
        Event::Placed(id, _)
        | Event::Revealed(id, _)
        | Event::Overruled(id, _)
        | Event::Moved(id, ..)
        | Event::BecameStraight(id)
        | Event::Overlap(id, _)
        | Event::SkipsAction(id)
        | Event::AuxiliaryGained(id)
        | Event::AuxiliaryRemoved(id, _)
        | Event::Performs(id, _)
        | Event::PerformsFree(id, _)
        | Event::Passes(id)
        | Event::Locks(id, _)
        | Event::LockLost(id, _)
        | Event::Cloaks(id)
        | Event::Decloaks(id)
        | Event::CloakTurnsRed(id)
        | Event::CloakKept(id)
        | Event::Echoes(id, _)
        | Event::Attacks(id, ..)
        | Event::Rolled(id, _)
        | Event::Misses(id, _)
        | Event::Hits(id, ..)
        | Event::TokenSpent(id, _)
        | Event::ShieldLost(id)
        | Event::ShieldsDisabled(id, _)
        | Event::ShieldsRaised(id, _)
        | Event::ShieldRepaired(id)
        | Event::Damage { ship: id, .. }
        | Event::DamageTurnedDown(id, _)
        | Event::Doomed(id)
        | Event::Destroyed(id)
        | Event::Fled(id)
        | Event::MissionToken(id, _)
        | Event::BeamsDown(id)
        | Event::BeamsUp(id)
        | Event::Decoded(id, _)
        | Event::WarpsOut(id) => *id,
        Event::CardDisabled(card) | Event::CardEnabled(card) | Event::CardDiscarded(card) => card.ship,
        _ => return None,
    })
}
