//! What each seat may see, and how the game is told: names in `show/names.rs`, questions and events in `show/texts.rs`.

mod names;
mod texts;

use flightpath::words::die_showing;
use flightpath::{Colour, Maneuver, Ships};
use rand_core::Rng;
use serde::Serialize;
use table::Resample;
use table::{Lang, Seat, Show};

use crate::cards::{Faction, library};
use crate::damage::{hull, shield_value, suffered};
use crate::maneuvers::dial;
use crate::state::{CardRef, Doom, Moment, Section, Ship, ShipId, State, side_of};
use crate::{Ask, Choice, Event, XWing, huge, measure};

pub use names::*;
use texts::{ask_text, event_text};

/// What a seat may see of a position: the position with everything hidden taken out. Nobody may look at face-down damage
/// cards, not even their owner; face-down dials are known to their owner alone.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    pub seat: Option<Seat>,
    /// Face-down damage cards have no kind, and the decks are what nobody has seen; dials of others are missing.
    pub state: State,
    /// How many cards are left in each face-down damage deck.
    pub decks_left: Vec<u32>,
    /// Ships that have a dial which this seat may not see, one bit each.
    pub hidden_dials: Ships,
}

/// Whether a seat may not see the dial of a ship: others see it once it is revealed, or if a card lets them look at it.
fn is_hidden(ship: &Ship, seat: Option<Seat>) -> bool {
    let seen = ship.dial_seen && seat.is_some_and(|seat| side_of(seat) != ship.side());
    ship.dial.is_some() && !ship.revealed && !seen && seat != Some(ship.owner)
}

fn say(lang: Lang, en: impl Into<String>, de: impl Into<String>) -> String {
    if lang == Lang::En { en.into() } else { de.into() }
}

impl Show for XWing {
    type View = View;

    fn view(state: &State, seat: Option<Seat>) -> View {
        let decks_left = state.decks.iter().map(|deck| deck.left()).collect();
        let mut seen = state.clone();
        let mut hidden_dials = 0;
        for (number, ship) in seen.ships.iter_mut().enumerate() {
            let deck = if seen.decks.len() > 1 { ship.side().index() } else { 0 };
            for damage in ship.damage.iter_mut().filter(|damage| !damage.face_up) {
                if let Some(kind) = damage.kind.take() {
                    let own = seen.huge.iter_mut().find(|huge| huge.ship.index() == number);
                    let section = damage.section().index();
                    let deck = own.map_or(&mut seen.decks[deck], |huge| &mut huge.decks[section]);
                    deck.shuffle_in(kind);
                }
            }
            if is_hidden(ship, seat) {
                ship.dial = None;
                hidden_dials |= 1 << number;
            }
        }
        // Nor does anybody know a card that is about to be dealt face down.
        for moment in &mut seen.moments {
            if let Moment::Dealing { ship, kind, face_up: false } = moment
                && let Some(kind) = kind.take()
            {
                let deck = state.deck_of(*ship);
                let own = seen.huge.iter_mut().find(|huge| huge.ship == *ship);
                let pile = own.map_or(&mut seen.decks[deck], |huge| &mut huge.decks[huge.struck.index()]);
                pile.shuffle_in(kind);
            }
        }
        View { seat, state: seen, decks_left, hidden_dials }
    }

    fn see(_: &State, event: &Event, _: Option<Seat>) -> Option<Event> {
        Some(match event {
            Event::Damage { ship, face_up: false, .. } => {
                Event::Damage { ship: *ship, kind: None, face_up: false }
            }
            other => other.clone(),
        })
    }

    fn seat_name(state: &State, seat: Seat) -> String {
        if seat == Seat::CHANCE {
            return "chance".to_string();
        }
        let name = format!("{:?}", faction(state, seat));
        let marks = marks_of(state, seat);
        if marks.is_empty() { name } else { format!("{name}-{marks}") }
    }

    fn side_name(state: &State, seat: Seat, lang: Lang) -> String {
        let name = faction(state, seat).name().in_(lang).to_string();
        let marks = marks_of(state, seat);
        if marks.is_empty() { name } else { format!("{name} {marks}") }
    }

    fn ask_text(state: &State, ask: &Ask, lang: Lang) -> String {
        ask_text(state, ask, lang)
    }

    fn option_text(state: &State, ask: &Ask, choice: &Choice, lang: Lang) -> String {
        match (ask, choice) {
            (Ask::Dice(_), Choice::Die(die)) => die_chosen(state, *die, lang),
            _ => Self::choice_text(state, choice, lang),
        }
    }

    fn choice_text(state: &State, choice: &Choice, lang: Lang) -> String {
        match choice {
            Choice::Pass => say(lang, "Pass", "Passen"),
            Choice::Seat(seat) => Self::side_name(state, *seat, lang),
            Choice::Edge(0) => say(lang, "South edge", "Südkante"),
            Choice::Edge(_) => say(lang, "North edge", "Nordkante"),
            Choice::Obstacle(token) => library().obstacle(*token).name.in_(lang).to_string(),
            Choice::ObstacleThere(index) => {
                let token = state.obstacles.get(*index as usize).map(|obstacle| obstacle.token);
                token.map_or(String::new(), |token| library().obstacle(token).name.in_(lang).to_string())
            }
            Choice::Bomb(index) => {
                let card = state.bombs.get(*index as usize).map(|bomb| bomb.card);
                let name = card.map_or("", |card| library().upgrade(card).name.in_(lang));
                format!("{name} {}", index + 1)
            }
            Choice::Ship(id) => ship_name(state, *id, lang),
            Choice::Maneuver(maneuver) => maneuver_name(*maneuver, lang),
            Choice::Fire(weapon, id) => attack_text(state, *weapon, *id, None, lang),
            Choice::FireAt(weapon, id, section) => attack_text(state, *weapon, *id, Some(*section), lang),
            Choice::Section(section) => section_name(*section, lang),
            Choice::Action(action) => action_name(state, *action, lang),
            Choice::Boost(bearing) => {
                maneuver_name(Maneuver { bearing: *bearing, speed: 1, colour: Colour::White }, lang)
            }
            Choice::Decloak(bearing) => {
                maneuver_name(Maneuver { bearing: *bearing, speed: 2, colour: Colour::White }, lang)
            }
            Choice::RollAside => say(lang, "To the side", "Zur Seite"),
            Choice::Aside(way) => aside(*way, lang),
            Choice::Quarter(quarter) => match quarter {
                0 => say(lang, "Front", "Vorn"),
                1 => say(lang, "Right", "Rechts"),
                2 => say(lang, "Rear", "Hinten"),
                _ => say(lang, "Left", "Links"),
            },
            Choice::Die(die) => die_name(state, *die, lang),
            Choice::Use(card, index) => ability_name(state, *card, *index, lang),
            Choice::Card(card) => card_name(state, *card, lang),
            Choice::DamageCard(kind) => library().damage(*kind).name.in_(lang).to_string(),
            Choice::DamageThere(place) => {
                say(lang, format!("Damage card {}", place + 1), format!("Schadenskarte {}", place + 1))
            }
            Choice::Number(number) => number.to_string(),
            Choice::Token(token) => token_name(*token, lang),
            Choice::Give(token) => {
                let name = token_name(*token, lang);
                say(lang, format!("Assign: {name}"), format!("Zuteilen: {name}"))
            }
            Choice::Take(token) => {
                let name = token_name(*token, lang);
                say(lang, format!("Remove: {name}"), format!("Entfernen: {name}"))
            }
            Choice::Face(face) => face_name(*face, lang),
            Choice::Upgrade(card) => library().upgrade(*card).name.in_(lang).to_string(),
            Choice::Condition(kind) => library().condition(*kind).name.in_(lang).to_string(),
            Choice::Scan(number) => say(
                lang,
                format!("Scan satellite {}", number + 1),
                format!("Satelliten {} abtasten", number + 1),
            ),
            Choice::TakeDamage => say(lang, "Suffer 1 damage", "1 Schaden erleiden"),
            Choice::LoseTokens => {
                say(lang, "Lose focus and evade tokens", "Fokus- und Ausweichmarker verlieren")
            }
            Choice::Store => say(lang, "Put a token on the card", "Einen Marker auf die Karte legen"),
            Choice::Release => say(lang, "Take a token from the card", "Einen Marker von der Karte nehmen"),
        }
    }

    fn event_text(state: &State, event: &Event, lang: Lang) -> String {
        event_text(state, event, lang)
    }

    fn cause_name(state: &State, card: &CardRef, _: Option<Seat>, lang: Lang) -> Option<String> {
        printed_name(state, *card).map(|name| name.in_(lang).to_string())
    }

    fn scene(view: &View, lang: Lang) -> scene::Scene {
        crate::scene::scene(view, lang)
    }

    fn about(view: &View, ask: &Ask, choice: &Choice, _: Lang) -> scene::About {
        crate::hints::about(view, ask, choice)
    }

    fn hint(view: &View, ask: &Ask, choice: &Choice, lang: Lang) -> scene::Hint {
        crate::hints::hint(view, ask, choice, lang)
    }

    fn unaided_hint(view: &View, ask: &Ask, choice: &Choice, lang: Lang) -> scene::Hint {
        crate::hints::unaided_hint(view, ask, choice, lang)
    }

    fn placing(view: &View, ask: &Ask, lang: Lang) -> scene::Placing {
        crate::hints::placing(view, ask, lang)
    }

    fn log_line(state: &State, event: &Event, lang: Lang) -> scene::LogLine {
        crate::scene::log_line(state, event, lang)
    }
}

/// A die among several, by what it shows where that is clear: in an attack before defense dice are rolled, and in a roll
/// outside of attacks.
fn die_name(state: &State, die: u8, lang: Lang) -> String {
    let attack = state.attack().filter(|attack| attack.defense.0.is_empty());
    let pool = match (state.casts.last(), attack) {
        (Some(cast), None) if state.attack().is_none() => Some(&cast.pool),
        (None, Some(attack)) => Some(&attack.attack),
        _ => None,
    };
    let face = pool.and_then(|pool| pool.0.get(usize::from(die)));
    die_showing(face.map(|result| dice_text(&[result.face], lang)), die, lang)
}

/// A die of those that cards have rerolled or turned: once defense dice are rolled, these are the ones.
fn die_chosen(state: &State, die: u8, lang: Lang) -> String {
    let defense = state.attack().filter(|attack| state.casts.is_empty() && !attack.defense.0.is_empty());
    let Some(attack) = defense else { return die_name(state, die, lang) };
    let result = attack.defense.0.get(usize::from(die));
    die_showing(result.map(|result| dice_text(&[result.face], lang)), die, lang)
}

/// What tells a player apart from others of the same faction: the number of the side, and a letter within a team.
fn marks_of(state: &State, seat: Seat) -> String {
    let side = side_of(seat);
    let mut marks = String::new();
    if faction(state, Seat(0)) == faction(state, Seat(1)) {
        marks.push(if side == Seat(0) { '1' } else { '2' });
    }
    if state.team(side).count() > 1 {
        marks.push(if seat == side { 'A' } else { 'B' });
    }
    marks
}

/// The faction of a player's squad.
pub fn faction(state: &State, seat: Seat) -> Faction {
    let own = state.ships.iter().find(|ship| ship.side() == side_of(seat));
    own.map_or(Faction::Rebel, |ship| library().pilot(ship.pilot).faction.side())
}

impl Resample for XWing {
    /// Deals face-down damage cards anew, and sets the dials of others to something else.
    fn resample(state: &State, seat: Option<Seat>, luck: &mut dyn Rng) -> State {
        let mut other = state.clone();
        for moment in &mut other.moments {
            if let Moment::Dealing { ship, kind: Some(kind), face_up: false } = moment {
                *kind = match other.huge.iter_mut().find(|huge| huge.ship == *ship) {
                    Some(huge) => huge.decks[huge.struck.index()].exchange(*kind, luck.next_u32()),
                    None => other.decks[state.deck_of(*ship)].exchange(*kind, luck.next_u32()),
                };
            }
        }
        for (number, ship) in other.ships.iter_mut().enumerate() {
            let deck = if other.decks.len() > 1 { ship.side().index() } else { 0 };
            for damage in ship.damage.iter_mut().filter(|damage| !damage.face_up) {
                if let Some(kind) = damage.kind {
                    let own = other.huge.iter_mut().find(|huge| huge.ship.index() == number);
                    damage.kind = Some(match own {
                        Some(huge) => huge.decks[damage.section().index()].exchange(kind, luck.next_u32()),
                        None => other.decks[deck].exchange(kind, luck.next_u32()),
                    });
                }
            }
            if is_hidden(ship, seat) {
                let maneuvers = dial(state, ShipId(number as u8));
                if !maneuvers.is_empty() {
                    ship.dial = Some(maneuvers[luck.next_u32() as usize % maneuvers.len()]);
                }
            }
        }
        other
    }

    fn invariants(state: &State) -> Result<(), String> {
        let mut cards: u32 = state.decks.iter().map(|deck| deck.left() + deck.discarded()).sum();
        // In the middle of an attack or of a card's effect damage is still being dealt.
        let settled = state.attacks.is_empty() && state.moments.is_empty() && state.active.is_none();
        for id in state.ids() {
            let (number, ship) = (id.0, state.ship(id));
            if ship.in_play() && ship.shields > shield_value(state, id) {
                return Err(format!("ship {number} has more shields than its value"));
            }
            let wrecked = || !huge::has_two_cards(state, id) && suffered(ship) >= hull(state, id);
            if settled && ship.in_play() && !ship.is_doomed() && wrecked() {
                return Err(format!("ship {number} is wrecked but in play"));
            }
            if ship.locks.iter().any(|target| state.ship(*target).destroyed) {
                return Err(format!("ship {number} has locked a ship that is gone"));
            }
            for other in state.ids() {
                let (a, b) = (ship.touching & other.bit() != 0, state.ship(other).touching & id.bit() != 0);
                if a != b {
                    return Err(format!("ships {number} and {} do not agree whether they touch", other.0));
                }
            }
            if settled && ship.in_play() && measure::is_outside(state, ship.size, ship.pose) {
                return Err(format!("ship {number} is outside the play area"));
            }
            cards += ship.damage.iter().filter(|damage| damage.kind.is_some()).count() as u32;
            cards += ship.conditions.iter().filter(|condition| condition.damage.is_some()).count() as u32;
        }
        let kinds = library().deck(state.options.deck());
        let deck: u32 = kinds.map(|kind| u32::from(library().damage(kind).copies)).sum();
        let mut all = deck * state.decks.len() as u32;
        for huge in &state.huge {
            for section in Section::BOTH {
                let deck = &huge.decks[section.index()];
                cards += deck.left() + deck.discarded();
                let own = library().section_deck(state.ship(huge.ship).kind, section);
                all += own.iter().map(|(_, copies)| u32::from(*copies)).sum::<u32>();
            }
            let limit = huge::energy_limit(state, huge.ship);
            if huge.energy > limit {
                return Err(format!("ship {} has more energy than its limit", huge.ship.0));
            }
        }
        // A card that somebody is looking at belongs to no pile.
        if cards != all && state.moments.is_empty() {
            return Err(format!("{cards} damage cards instead of {all}"));
        }
        // A huge ship stands on those that it has run over until they are taken off the table.
        let stands = |id: &ShipId| state.ship(*id).doom != Doom::Leaving;
        let placed: Vec<_> = state
            .in_play()
            .filter(stands)
            .map(|id| measure::footprint(state.ship(id).size, state.ship(id).pose))
            .collect();
        for (i, a) in placed.iter().enumerate() {
            if placed[i + 1..].iter().any(|b| geometry::overlaps(a, b)) {
                return Err("two bases overlap".to_string());
            }
        }
        Ok(())
    }
}
