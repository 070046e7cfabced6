//! How the game is told: names of questions, options and events in both languages, and what each seat may see.

use flightpath::{Bearing, Colour, Face, Maneuver};
use rand_core::Rng;
use serde::Serialize;
use table::harness::Resample;
use table::{Lang, Seat, Show, Words};

use crate::asks::Phase;
use crate::cards::{Faction, Window, library, tokens};
use crate::damage::{hull, shield_value, suffered};
use crate::maneuvers::dial;
use crate::state::{
    Action, CardRef, Ending, Moment, Section, Ship, ShipId, Size, Slot, State, Token, Weapon, side_of,
};
use crate::{Ask, Choice, Event, XWing, huge, measure};

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
    pub hidden_dials: u32,
}

/// What a player is told about a damage card whose printed text is not known.
const OUR_RULING: Words = Words::new(
    "(Our own ruling: the printed text is not known.)",
    "(Eigene Festlegung: Der gedruckte Text ist nicht bekannt.)",
);
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
                    deck.deck[kind as usize] += 1;
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
                pile.deck[kind as usize] += 1;
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
            Choice::Fire(weapon, id) => attack_text(state, *weapon, &ship_name(state, *id, lang), lang),
            Choice::FireAt(weapon, id, section) => {
                let (en, de) = if *section == Section::Fore { ("fore", "Bug") } else { ("aft", "Heck") };
                let target = format!("{} ({})", ship_name(state, *id, lang), say(lang, en, de));
                attack_text(state, *weapon, &target, lang)
            }
            Choice::Section(section) => section_name(*section, lang),
            Choice::Action(action) => action_name(state, *action, lang),
            Choice::Boost(bearing) => {
                maneuver_name(Maneuver { bearing: *bearing, speed: 1, colour: Colour::White }, lang)
            }
            Choice::Decloak(bearing) => {
                maneuver_name(Maneuver { bearing: *bearing, speed: 2, colour: Colour::White }, lang)
            }
            Choice::RollAside => say(lang, "To the side", "Zur Seite"),
            Choice::Quarter(quarter) => match quarter {
                0 => say(lang, "Front", "Vorn"),
                1 => say(lang, "Right", "Rechts"),
                2 => say(lang, "Rear", "Hinten"),
                _ => say(lang, "Left", "Links"),
            },
            Choice::Die(die) => say(lang, format!("Die {}", die + 1), format!("Würfel {}", die + 1)),
            Choice::Use(card, index) => ability_name(state, *card, *index, lang),
            Choice::Card(card) => card_name(state, *card, lang),
            Choice::DamageCard(kind) => library().damage(*kind).name.in_(lang).to_string(),
            Choice::DamageThere(place) => {
                say(lang, format!("Damage card {}", place + 1), format!("Schadenskarte {}", place + 1))
            }
            Choice::Number(number) => number.to_string(),
            Choice::Token(token) => token_name(*token, lang),
            Choice::Face(face) => face_name(*face, lang),
            Choice::Condition(kind) => library().condition(*kind).name.in_(lang).to_string(),
            Choice::Scan(number) => say(
                lang,
                format!("Scan satellite {}", number + 1),
                format!("Satellit {} abtasten", number + 1),
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

    fn card_text(state: &State, card: &CardRef, lang: Lang) -> String {
        let ship = state.ship(card.ship);
        let text = match card.slot {
            Slot::Pilot => &library().pilot(ship.ability).text,
            Slot::Upgrade(i) => match ship.upgrades.get(i as usize) {
                Some(upgrade) => &library().upgrade(upgrade.card).text,
                None => return String::new(),
            },
            Slot::Damage(i) => match ship.damage.get(i as usize).and_then(|damage| damage.kind) {
                Some(kind) if library().damage(kind).ours => {
                    let text = library().damage(kind).text.in_(lang);
                    return format!("{text} {}", say(lang, OUR_RULING.en, OUR_RULING.de));
                }
                Some(kind) => &library().damage(kind).text,
                None => return String::new(),
            },
            Slot::Condition(i) => match ship.conditions.get(i as usize) {
                Some(condition) => &library().condition(condition.card).text,
                None => return String::new(),
            },
            Slot::Borrowed(_, lender) => &library().pilot(state.ship(lender).ability).text,
            Slot::Tokens => return String::new(),
        };
        text.in_(lang).to_string()
    }

    fn scene(view: &View, lang: Lang) -> scene::Scene {
        crate::scene::scene(view, lang)
    }

    fn hint(view: &View, ask: &Ask, choice: &Choice, lang: Lang) -> scene::Hint {
        crate::hints::hint(view, ask, choice, lang)
    }

    fn placing(view: &View, ask: &Ask, lang: Lang) -> scene::Placing {
        crate::hints::placing(view, ask, lang)
    }

    fn log_line(state: &State, event: &Event, lang: Lang) -> scene::LogLine {
        crate::scene::log_line(state, event, lang)
    }
}

/// What tells a player apart from others of the same faction: the number of the side, and a letter within a team.
fn marks_of(state: &State, seat: Seat) -> String {
    let side = side_of(seat);
    let mut marks = String::new();
    if faction(state, Seat(0)) == faction(state, Seat(1)) {
        marks.push(if side == Seat(0) { '1' } else { '2' });
    }
    if state.team(side).count() > 1 {
        marks.push(if seat == side { 'a' } else { 'b' });
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
            cards +=
                ship.conditions.iter().filter(|condition| condition.damage_card().is_some()).count() as u32;
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
        let placed: Vec<_> =
            state.in_play().map(|id| measure::footprint(state.ship(id).size, state.ship(id).pose)).collect();
        for (i, a) in placed.iter().enumerate() {
            if placed[i + 1..].iter().any(|b| geometry::overlaps(a, b)) {
                return Err("two bases overlap".to_string());
            }
        }
        Ok(())
    }
}

pub fn section_name(section: Section, lang: Lang) -> String {
    match section {
        Section::Fore => say(lang, "Fore section", "Bugsektion"),
        Section::Aft => say(lang, "Aft section", "Hecksektion"),
    }
}

fn attack_text(state: &State, weapon: Weapon, target: &str, lang: Lang) -> String {
    match weapon {
        Weapon::Primary => say(lang, format!("Attack {target}"), format!("{target} angreifen")),
        Weapon::Secondary(card) => {
            let weapon = card_name(state, card, lang);
            say(lang, format!("Attack {target} with {weapon}"), format!("{target} mit {weapon} angreifen"))
        }
    }
}

/// A ship goes by its pilot; several pilots of one name are numbered.
/// The name of a ship's card; a ship with two cards goes without the section.
fn plain_name(ship: &Ship, lang: Lang) -> &'static str {
    let name = library().pilot(ship.pilot).name.in_(lang);
    if ship.size == Size::Corvette { name.split(" (").next().unwrap_or(name) } else { name }
}

pub fn ship_name(state: &State, id: ShipId, lang: Lang) -> String {
    let name = plain_name(state.ship(id), lang);
    let twins = state.ids().filter(|other| plain_name(state.ship(*other), lang) == name);
    if twins.clone().count() < 2 {
        return name.to_string();
    }
    format!("{name} {}", twins.take_while(|other| *other != id).count() + 1)
}

pub fn card_name(state: &State, card: CardRef, lang: Lang) -> String {
    let ship = state.ship(card.ship);
    let name = match card.slot {
        Slot::Pilot => &library().pilot(ship.pilot).name,
        Slot::Upgrade(i) => match ship.upgrades.get(i as usize) {
            Some(upgrade) => {
                let card = library().upgrade(upgrade.card);
                match &card.other_side {
                    Some(back) if upgrade.turned => &back.name,
                    _ => &card.name,
                }
            }
            None => return String::new(),
        },
        Slot::Damage(i) => match ship.damage.get(i as usize).and_then(|damage| damage.kind) {
            Some(kind) => &library().damage(kind).name,
            None => return say(lang, "Damage", "Schaden"),
        },
        Slot::Condition(i) => match ship.conditions.get(i as usize) {
            Some(condition) => &library().condition(condition.card).name,
            None => return String::new(),
        },
        Slot::Borrowed(_, lender) => &library().pilot(state.ship(lender).ability).name,
        Slot::Tokens => return ship_name(state, card.ship, lang),
    };
    name.in_(lang).to_string()
}

fn ability_name(state: &State, card: CardRef, index: u8, lang: Lang) -> String {
    match (card.slot, index) {
        (Slot::Tokens, tokens::TARGET_LOCK_INDEX) => {
            say(lang, "Spend the target lock", "Zielerfassung ausgeben")
        }
        (Slot::Tokens, tokens::EVADE_INDEX) => say(lang, "Spend an evade token", "Ausweichmarker ausgeben"),
        (Slot::Tokens, tokens::DECLOAK_INDEX) => say(lang, "Decloak", "Enttarnen"),
        (Slot::Tokens, _) => say(lang, "Spend a focus token", "Fokusmarker ausgeben"),
        _ => card_name(state, card, lang),
    }
}

pub fn action_name(state: &State, action: Action, lang: Lang) -> String {
    match action {
        Action::Focus => say(lang, "Focus", "Fokussierung"),
        Action::Evade => say(lang, "Evade", "Ausweichen"),
        Action::TargetLock => say(lang, "Target Lock", "Zielerfassung"),
        Action::BarrelRoll => say(lang, "Barrel Roll", "Fassrolle"),
        Action::Boost => say(lang, "Boost", "Schub"),
        Action::Cloak => say(lang, "Cloak", "Tarnen"),
        Action::Slam => say(lang, "SLAM", "SLAM"),
        Action::Reload => say(lang, "Reload", "Nachladen"),
        Action::RotateArc => say(lang, "Rotate Arc", "Feuerwinkel drehen"),
        Action::Reinforce => say(lang, "Reinforce", "Verstärken"),
        Action::Coordinate => say(lang, "Coordinate", "Koordination"),
        Action::Jam => say(lang, "Jam", "Störsignal"),
        Action::Recover => say(lang, "Recover", "Aufladen"),
        Action::Protect => say(lang, "Protect", "Beschützen"),
        Action::Card(card) => card_name(state, card, lang),
    }
}

pub fn token_name(token: Token, lang: Lang) -> String {
    match token {
        Token::Focus => say(lang, "focus token", "Fokusmarker"),
        Token::Evade => say(lang, "evade token", "Ausweichmarker"),
        Token::TargetLock => say(lang, "target lock", "Zielerfassungsmarker"),
        Token::Stress => say(lang, "stress token", "Stressmarker"),
        Token::Ion => say(lang, "ion token", "Ionenmarker"),
        Token::Tractor => say(lang, "tractor beam token", "Traktorstrahlmarker"),
        Token::WeaponsDisabled => say(lang, "weapons disabled token", "Waffen-deaktiviert-Marker"),
        Token::Cloak => say(lang, "cloak token", "Tarnmarker"),
        Token::Jam => say(lang, "jam token", "Störmarker"),
    }
}

pub fn bearing_name(bearing: Bearing, lang: Lang) -> &'static str {
    match (bearing, lang) {
        (Bearing::Straight, Lang::En) => "Straight",
        (Bearing::BankLeft, Lang::En) => "Bank left",
        (Bearing::BankRight, Lang::En) => "Bank right",
        (Bearing::TurnLeft, Lang::En) => "Turn left",
        (Bearing::TurnRight, Lang::En) => "Turn right",
        (Bearing::ComeAbout, Lang::En) => "Koiogran",
        (Bearing::Reverse, Lang::En) => "Reverse",
        (Bearing::ReverseBankLeft, Lang::En) => "Reverse bank left",
        (Bearing::ReverseBankRight, Lang::En) => "Reverse bank right",
        (Bearing::LoopLeft, Lang::En) => "Segnor left",
        (Bearing::LoopRight, Lang::En) => "Segnor right",
        (Bearing::RollLeft, Lang::En) => "Tallon left",
        (Bearing::RollRight, Lang::En) => "Tallon right",
        (Bearing::Stationary, Lang::En) => "Stationary",
        (Bearing::Straight, Lang::De) => "Geradeaus",
        (Bearing::BankLeft, Lang::De) => "Drehmanöver links",
        (Bearing::BankRight, Lang::De) => "Drehmanöver rechts",
        (Bearing::TurnLeft, Lang::De) => "Wendemanöver links",
        (Bearing::TurnRight, Lang::De) => "Wendemanöver rechts",
        (Bearing::ComeAbout, Lang::De) => "Koiogran-Wende",
        (Bearing::Reverse, Lang::De) => "Rückwärts",
        (Bearing::ReverseBankLeft, Lang::De) => "Drehmanöver rückwärts links",
        (Bearing::ReverseBankRight, Lang::De) => "Drehmanöver rückwärts rechts",
        (Bearing::LoopLeft, Lang::De) => "Segnor-Schleife links",
        (Bearing::LoopRight, Lang::De) => "Segnor-Schleife rechts",
        (Bearing::RollLeft, Lang::De) => "Tallon-Rolle links",
        (Bearing::RollRight, Lang::De) => "Tallon-Rolle rechts",
        (Bearing::Stationary, Lang::De) => "Stationär",
    }
}

pub fn maneuver_name(maneuver: Maneuver, lang: Lang) -> String {
    format!("{} {}", bearing_name(maneuver.bearing, lang), maneuver.speed)
}

pub fn colour_name(colour: Colour, lang: Lang) -> &'static str {
    match (colour, lang) {
        (Colour::Green, Lang::En) => "green",
        (Colour::White, Lang::En) => "white",
        (Colour::Red, Lang::En) => "red",
        (Colour::Green, Lang::De) => "grün",
        (Colour::White, Lang::De) => "weiß",
        (Colour::Red, Lang::De) => "rot",
    }
}

fn window_name(window: Window, lang: Lang) -> String {
    match window {
        Window::PlanningStart => say(lang, "Before dials are set", "Bevor Manöver gewählt werden"),
        Window::ActivationStart => say(lang, "At the start of activation", "Zu Beginn der Aktivierung"),
        Window::BeforeReveal => say(lang, "Before the dial is revealed", "Vor dem Aufdecken des Manöverrads"),
        Window::Revealed => say(lang, "The dial is revealed", "Das Manöverrad ist aufgedeckt"),
        Window::AfterManeuver | Window::Overlapped | Window::ManeuverDone => {
            say(lang, "After the maneuver", "Nach dem Manöver")
        }
        Window::AfterAction => say(lang, "After the action", "Nach der Aktion"),
        Window::AfterActivation => say(lang, "After the activation", "Nach der Aktivierung"),
        Window::EndOfActivation => say(lang, "At the end of activation", "Am Ende der Aktivierung"),
        Window::WouldReceiveStress => {
            say(lang, "A stress token is about to be received", "Ein Stressmarker würde erhalten")
        }
        Window::Stressed => say(lang, "A stress token was received", "Ein Stressmarker wurde erhalten"),
        Window::Unstressed => say(lang, "A stress token was removed", "Ein Stressmarker wurde entfernt"),
        Window::WouldBeAssigned => say(lang, "A token is about to be assigned", "Ein Marker würde zugeteilt"),
        Window::Assigned => say(lang, "A token was assigned", "Ein Marker wurde zugeteilt"),
        Window::SpentToken => say(lang, "A token was spent", "Ein Marker wurde ausgegeben"),
        Window::AcquiredLock => say(lang, "A lock was acquired", "Ein Ziel wurde erfasst"),
        Window::Decloaked => say(lang, "A ship has decloaked", "Ein Schiff hat sich enttarnt"),
        Window::CombatStart => say(lang, "At the start of combat", "Zu Beginn des Kampfes"),
        Window::CombatTurn => say(lang, "A ship may attack now", "Ein Schiff darf nun angreifen"),
        Window::Declared => say(lang, "The target is declared", "Das Ziel ist angesagt"),
        Window::DiscardWeapon => say(lang, "The weapon is about to be discarded", "Die Waffe würde abgelegt"),
        Window::AttackDice => say(lang, "Before the attack roll", "Vor dem Angriffswurf"),
        Window::AttackRolled => say(lang, "After the attack roll", "Nach dem Angriffswurf"),
        Window::ModifyAttack => say(lang, "Modify the attack dice", "Angriffswürfel modifizieren"),
        Window::DefenseDice => say(lang, "Before the defense roll", "Vor dem Verteidigungswurf"),
        Window::DefenseRolled => say(lang, "After the defense roll", "Nach dem Verteidigungswurf"),
        Window::ModifyDefense => say(lang, "Modify the defense dice", "Verteidigungswürfel modifizieren"),
        Window::BeforeCompare => say(lang, "Before results are compared", "Vor dem Vergleich der Ergebnisse"),
        Window::Hit => say(lang, "The attack hits", "Der Angriff trifft"),
        Window::Missed => say(lang, "The attack missed", "Der Angriff ging fehl"),
        Window::AfterAttack | Window::AttackDone => say(lang, "After the attack", "Nach dem Angriff"),
        Window::AfterCombatTurn => {
            say(lang, "After the chance to attack", "Nach der Gelegenheit zum Angriff")
        }
        Window::EndOfCombat => say(lang, "At the end of combat", "Am Ende des Kampfes"),
        Window::EndPhaseStart => say(lang, "At the start of the End Phase", "Zu Beginn der Endphase"),
        Window::EndPhase => say(lang, "At the end of the End Phase", "Am Ende der Endphase"),
        Window::Dealing => {
            say(lang, "A damage card is about to be dealt", "Eine Schadenskarte würde zugeteilt")
        }
        Window::DealtFaceUp => say(lang, "A damage card lies face up", "Eine Schadenskarte liegt offen"),
        Window::WouldBeDestroyed => say(lang, "A ship is about to be destroyed", "Ein Schiff würde zerstört"),
        Window::ShipDestroyed => say(lang, "A ship was destroyed", "Ein Schiff wurde zerstört"),
        Window::WouldDiscard => {
            say(lang, "An upgrade is about to be discarded", "Eine Aufwertung würde abgelegt")
        }
        Window::ActivationTurn => say(lang, "A ship is activated", "Ein Schiff wird aktiviert"),
        Window::BeforeForces => say(lang, "Before forces are placed", "Vor dem Platzieren der Streitkräfte"),
        Window::AfterBomb => say(lang, "After the damage of a bomb", "Nach dem Schaden einer Bombe"),
        Window::BeforeCast => say(lang, "Before dice are rolled", "Vor einem Wurf"),
        Window::Cast => say(lang, "Dice have been rolled", "Nach einem Wurf"),
        Window::Rerolled => say(lang, "Dice have been rerolled", "Nach einem neuen Wurf"),
        Window::BombDropped => say(lang, "A bomb has been dropped", "Eine Bombe wurde abgelegt"),
        Window::WouldDetonate => say(lang, "A bomb is about to go off", "Eine Bombe geht gleich hoch"),
        Window::BombLeaves => {
            say(lang, "A bomb token leaves the table", "Ein Bombenmarker verlässt die Spielfläche")
        }
        Window::Suffered => say(lang, "A ship has suffered damage", "Ein Schiff hat Schaden genommen"),
        Window::Placed => say(lang, "A ship was placed", "Ein Schiff wurde platziert"),
        Window::Jammed => say(lang, "A ship was jammed", "Ein Schiff wurde gestört"),
        Window::Coordinating => say(
            lang,
            "Before the free action of the coordinated ship",
            "Vor der freien Aktion des koordinierten Schiffs",
        ),
        Window::WouldCheckStress => {
            say(lang, "Before checking pilot stress", "Vor dem Überprüfen des Pilotenstresses")
        }
        Window::WouldSufferBomb => say(lang, "A bomb goes off", "Eine Bombe explodiert"),
        Window::DamageDealt => say(lang, "The damage is dealt", "Der Schaden ist zugeteilt"),
        Window::ShieldLost => say(lang, "A shield was lost", "Ein Schild ging verloren"),
        Window::Rolling => say(lang, "Before the barrel roll", "Vor der Fassrolle"),
    }
}

pub fn face_name(face: Face, lang: Lang) -> String {
    match face {
        Face::Hit => say(lang, "hit", "Treffer"),
        Face::Critical => say(lang, "critical", "Kritisch"),
        Face::Evade => say(lang, "evade", "Ausweichen"),
        Face::Eye => say(lang, "focus", "Fokus"),
        Face::Blank => say(lang, "blank", "leer"),
    }
}

pub fn dice_text(faces: &[Face], lang: Lang) -> String {
    if faces.is_empty() {
        return say(lang, "no dice", "keine Würfel");
    }
    faces.iter().map(|face| face_name(*face, lang)).collect::<Vec<_>>().join(" ")
}

pub fn phase_name(phase: Phase, lang: Lang) -> String {
    match phase {
        Phase::Planning => say(lang, "Planning Phase", "Planungsphase"),
        Phase::Activation => say(lang, "Activation Phase", "Aktivierungsphase"),
        Phase::Combat => say(lang, "Combat Phase", "Kampfphase"),
        Phase::End => say(lang, "End Phase", "Endphase"),
    }
}

pub fn ending_name(ending: Ending, lang: Lang) -> String {
    match ending {
        Ending::Destruction => say(lang, "only one side has ships left", "nur eine Seite hat noch Schiffe"),
        Ending::Draw => say(lang, "nobody has ships left", "niemand hat noch Schiffe"),
        Ending::RoundLimit => say(lang, "the agreed rounds are over", "die vereinbarten Runden sind vorbei"),
        Ending::Mission => say(lang, "a mission objective is fulfilled", "ein Missionsziel ist erfüllt"),
        Ending::FinalSalvo => say(lang, "a final salvo decided", "eine letzte Salve hat entschieden"),
    }
}

fn ask_text(state: &State, ask: &Ask, lang: Lang) -> String {
    let ship = |id: &ShipId| ship_name(state, *id, lang);
    let card = |card: &CardRef| card_name(state, *card, lang);
    match ask {
        Ask::DrawLots => say(lang, "Who has initiative?", "Wer hat die Initiative?"),
        Ask::AttackRoll => say(lang, "Roll attack dice", "Angriffswurf"),
        Ask::DefenseRoll => say(lang, "Roll defense dice", "Verteidigungswurf"),
        Ask::Reroll => say(lang, "Reroll", "Neuwürfeln"),
        Ask::CardRoll(by) => say(lang, format!("Roll for {}", card(by)), format!("Wurf für {}", card(by))),
        Ask::ObstacleRoll(id) => say(
            lang,
            format!("Roll for {} on an obstacle", ship(id)),
            format!("Hinderniswurf für {}", ship(id)),
        ),
        Ask::RamRoll(id) => say(
            lang,
            format!("Roll for the collision of {}", ship(id)),
            format!("Wurf für den Zusammenstoß von {}", ship(id)),
        ),
        Ask::Section(id) => {
            say(lang, format!("Which section of {}?", ship(id)), format!("Welche Sektion von {}?", ship(id)))
        }
        Ask::AllocateEnergy(id) => say(
            lang,
            format!("Allocate energy of {}", ship(id)),
            format!("Energie von {} umleiten", ship(id)),
        ),
        Ask::UseEnergy(id) => {
            say(lang, format!("Use energy of {}", ship(id)), format!("Energie von {} ausgeben", ship(id)))
        }
        Ask::LoseUpgrade(id) => say(
            lang,
            format!("Which upgrade does {} lose?", ship(id)),
            format!("Welche Aufwertung verliert {}?", ship(id)),
        ),
        Ask::BombRoll(by, id) => {
            let bomb = library().upgrade(*by).name.in_(lang);
            say(
                lang,
                format!("Roll for {bomb} under {}", ship(id)),
                format!("Wurf für {bomb} unter {}", ship(id)),
            )
        }
        Ask::FinalSalvo(seat) => {
            let side = XWing::side_name(state, *seat, lang);
            say(lang, format!("Final salvo of {side}"), format!("Letzte Salve: {side}"))
        }
        Ask::DamageCard(id) => say(
            lang,
            format!("Draw a damage card for {}", ship(id)),
            format!("Schadenskarte für {} ziehen", ship(id)),
        ),
        Ask::FaceDownCard(id) => say(
            lang,
            format!("One of the face-down damage cards of {}", ship(id)),
            format!("Eine der verdeckten Schadenskarten von {}", ship(id)),
        ),
        Ask::Initiative => say(lang, "Who shall have initiative?", "Wer soll die Initiative haben?"),
        Ask::ObstacleToken => say(lang, "Which obstacle do you place?", "Welches Hindernis legst du?"),
        Ask::PlaceObstacle(token) => {
            let name = library().obstacle(*token).name.in_(lang);
            say(lang, format!("Place {name}"), format!("Lege {name}"))
        }
        Ask::PlaceHulk => say(
            lang,
            "Place the huge ship that is an obstacle",
            "Lege das riesige Schiff, das als Hindernis dient",
        ),
        Ask::Edge => say(lang, "Which edge is yours?", "Welche Kante ist deine?"),
        Ask::PlaceShip(id) => say(lang, format!("Place {}", ship(id)), format!("Stelle {} auf", ship(id))),
        Ask::WhoIsNext => say(lang, "Which ship is next?", "Welches Schiff ist als nächstes dran?"),
        Ask::Dial(id) => say(
            lang,
            format!("Choose a maneuver for {}", ship(id)),
            format!("Wähle ein Manöver für {}", ship(id)),
        ),
        Ask::Overrule(id) => say(
            lang,
            format!("{} is stressed: choose its maneuver", ship(id)),
            format!("{} ist gestresst: wähle das Manöver", ship(id)),
        ),
        Ask::WhichObstacle(id) => say(
            lang,
            format!("Which obstacle affects {}?", ship(id)),
            format!("Welches Hindernis wirkt auf {}?", ship(id)),
        ),
        Ask::WhichBomb => say(lang, "Which bomb goes off next?", "Welche Bombe explodiert als nächstes?"),
        Ask::MineVictim => say(lang, "Which ship does the mine hit?", "Welches Schiff trifft die Mine?"),
        Ask::RollAfterTurn(id) => {
            say(lang, format!("Where does {} end?", ship(id)), format!("Wo endet {}?", ship(id)))
        }
        Ask::Action(id) => say(
            lang,
            format!("Choose an action for {}", ship(id)),
            format!("Wähle eine Aktion für {}", ship(id)),
        ),
        Ask::FreeAction(by, id) => say(
            lang,
            format!("Choose a free action for {} ({})", ship(id), card(by)),
            format!("Wähle eine freie Aktion für {} ({})", ship(id), card(by)),
        ),
        Ask::LockWhom(id) => say(
            lang,
            format!("Which ship does {} lock?", ship(id)),
            format!("Welches Schiff erfasst {}?", ship(id)),
        ),
        Ask::GiveUpToken(id) => say(
            lang,
            format!("Which token of {} goes with the jam token?", ship_name(state, *id, lang)),
            format!("Welcher Marker von {} geht mit dem Störmarker?", ship_name(state, *id, lang)),
        ),
        Ask::GiveUpLock(id) => say(
            lang,
            format!("Which lock does {} give up?", ship(id)),
            format!("Welche Zielerfassung gibt {} auf?", ship(id)),
        ),
        Ask::RollTo(id) => {
            say(lang, format!("Where does {} roll to?", ship(id)), format!("Wohin rollt {}?", ship(id)))
        }
        Ask::BoostWith(id) => say(
            lang,
            format!("With which template does {} boost?", ship(id)),
            format!("Mit welcher Schablone macht {} seinen Schub?", ship(id)),
        ),
        Ask::DecloakHow(id) => {
            say(lang, format!("How does {} decloak?", ship(id)), format!("Wie enttarnt sich {}?", ship(id)))
        }
        Ask::DecloakTo(id) => say(
            lang,
            format!("Where does {} decloak to?", ship(id)),
            format!("Wohin enttarnt sich {}?", ship(id)),
        ),
        Ask::PlaceSatellite => say(lang, "Place a satellite", "Platziere einen Satelliten"),
        Ask::Disabled => say(lang, "Which ship is disabled?", "Welches Schiff ist beschädigt?"),
        Ask::ShuttleCourse(id) => {
            say(lang, format!("How does {} fly?", ship(id)), format!("Wie fliegt {}?", ship(id)))
        }
        Ask::Drag(id) => say(
            lang,
            format!("How does the tractor beam drag {}?", ship(id)),
            format!("Wie zieht der Traktorstrahl {}?", ship(id)),
        ),
        Ask::DragTo(id) => say(
            lang,
            format!("Where does the tractor beam drag {}?", ship(id)),
            format!("Wohin zieht der Traktorstrahl {}?", ship(id)),
        ),
        Ask::TurnArc(id) => say(
            lang,
            format!("Where does the arc of {} point?", ship(id)),
            format!("Wohin zeigt der Feuerwinkel von {}?", ship(id)),
        ),
        Ask::ShakeOff(by) => say(
            lang,
            format!("Whose target lock is removed? ({})", card(by)),
            format!("Wessen Zielerfassung wird entfernt? ({})", card(by)),
        ),
        Ask::CardTarget(by) => {
            say(lang, format!("Choose a ship for {}", card(by)), format!("Wähle ein Schiff für {}", card(by)))
        }
        Ask::CardVictim(by) => {
            say(lang, format!("Choose a card for {}", card(by)), format!("Wähle eine Karte für {}", card(by)))
        }
        Ask::CardManeuver(by) => say(
            lang,
            format!("Choose a maneuver for {}", card(by)),
            format!("Wähle ein Manöver für {}", card(by)),
        ),
        Ask::CardChoice(by) => {
            say(lang, format!("Choose for {}", card(by)), format!("Wähle für {}", card(by)))
        }
        Ask::CardPlace(by) => {
            say(lang, format!("Choose a place for {}", card(by)), format!("Wähle einen Ort für {}", card(by)))
        }
        Ask::Attack(id) => say(lang, format!("{}: attack?", ship(id)), format!("{}: angreifen?", ship(id))),
        Ask::ExtraAttack(by, id) => say(
            lang,
            format!("{}: attack once more ({})", ship(id), card(by)),
            format!("{}: noch ein Angriff ({})", ship(id), card(by)),
        ),
        Ask::Dice(by) => say(
            lang,
            format!("Choose dice to reroll ({})", card(by)),
            format!("Wähle Würfel zum Neuwürfeln ({})", card(by)),
        ),
        Ask::Window(window) => window_name(*window, lang),
    }
}

fn event_text(state: &State, event: &Event, lang: Lang) -> String {
    let ship = |id: &ShipId| ship_name(state, *id, lang);
    let dice = |faces: &[Face]| dice_text(faces, lang);
    let damage = |kind: &u8| library().damage(*kind).name.in_(lang);
    let bomb = |card: &crate::cards::UpgradeId| library().upgrade(*card).name.in_(lang);
    let side = |seat: &Seat| XWing::side_name(state, *seat, lang);
    match event {
        Event::Round(round) => say(lang, format!("Round {round}"), format!("Runde {round}")),
        Event::Phase(phase) => phase_name(*phase, lang),
        Event::HasInitiative(seat) => {
            say(lang, format!("{} has initiative", side(seat)), format!("{} hat die Initiative", side(seat)))
        }
        Event::RuledDamage(id) => say(
            lang,
            format!(
                "What some damage cards of {} do is our own ruling: their printed texts are not known",
                ship(id)
            ),
            format!(
                "Was manche Schadenskarten von {} bewirken, ist unsere eigene Festlegung: Die gedruckten Texte sind nicht bekannt",
                ship(id)
            ),
        ),
        Event::EdgeChosen(seat, edge) => {
            let (en, de) = if *edge == 0 { ("south", "Südkante") } else { ("north", "Nordkante") };
            say(lang, format!("{} takes the {en} edge", side(seat)), format!("{} nimmt die {de}", side(seat)))
        }
        Event::ObstaclePlaced(token, pose) => {
            let (name, x, y) = (library().obstacle(*token).name.in_(lang), pose.at.x, pose.at.y);
            say(lang, format!("{name} lies at {x:.0}, {y:.0}"), format!("{name} liegt bei {x:.0}, {y:.0}"))
        }
        Event::ObstacleLeftOut(token) => {
            let name = library().obstacle(*token).name.in_(lang);
            say(lang, format!("There is no room for {name}"), format!("Für {name} ist kein Platz"))
        }
        Event::HulkPlaced(pose) => {
            let name = state.options.hulk.map_or("", |hulk| hulk.name().in_(lang));
            let (x, y) = (pose.at.x, pose.at.y);
            say(lang, format!("{name} lies at {x:.0}, {y:.0}"), format!("{name} liegt bei {x:.0}, {y:.0}"))
        }
        Event::Placed(id, pose) => {
            let (id, x, y) = (ship(id), pose.at.x, pose.at.y);
            say(lang, format!("{id} stands at {x:.0}, {y:.0}"), format!("{id} steht bei {x:.0}, {y:.0}"))
        }
        Event::Revealed(id, maneuver) => {
            let maneuver = maneuver_name(*maneuver, lang);
            say(
                lang,
                format!("{} reveals {maneuver}", ship(id)),
                format!("{} deckt auf: {maneuver}", ship(id)),
            )
        }
        Event::DialChanged(id, maneuver) => {
            let maneuver = maneuver_name(*maneuver, lang);
            say(
                lang,
                format!("{} turns its dial to {maneuver}", ship(id)),
                format!("{} dreht sein Manöverrad auf {maneuver}", ship(id)),
            )
        }
        Event::Overruled(id, maneuver) => {
            let maneuver = maneuver_name(*maneuver, lang);
            say(
                lang,
                format!("{} has to fly {maneuver} instead", ship(id)),
                format!("{} muss stattdessen {maneuver} fliegen", ship(id)),
            )
        }
        Event::Moved(id, maneuver, pose) => {
            let (x, y) = (pose.at.x, pose.at.y);
            let (maneuver, colour) = (maneuver_name(*maneuver, lang), colour_name(maneuver.colour, lang));
            say(
                lang,
                format!("{} flies {maneuver} ({colour}) to {x:.0}, {y:.0}", ship(id)),
                format!("{} fliegt {maneuver} ({colour}) nach {x:.0}, {y:.0}", ship(id)),
            )
        }
        Event::TurnsAbout(id, _) => {
            say(lang, format!("{} turns about", ship(id)), format!("{} wendet auf der Stelle", ship(id)))
        }
        Event::TurnFailed(id) => say(
            lang,
            format!("{} is stopped and does not turn around", ship(id)),
            format!("{} wird gestoppt und dreht sich nicht um", ship(id)),
        ),
        Event::Overlaps(id, other) => say(
            lang,
            format!("{} overlaps {} and touches it", ship(id), ship(other)),
            format!("{} überschneidet {} und berührt es nun", ship(id), ship(other)),
        ),
        Event::OverlapsHulk(id) => say(
            lang,
            format!("{} flies into the drifting huge ship", ship(id)),
            format!("{} fliegt in das treibende riesige Schiff", ship(id)),
        ),
        Event::Rams(id, other) => say(
            lang,
            format!("{} rams {}", ship(id), ship(other)),
            format!("{} rammt {}", ship(id), ship(other)),
        ),
        Event::EnergyGained(id, amount) => say(
            lang,
            format!("{} gains {amount} energy", ship(id)),
            format!("{} gewinnt {amount} Energie", ship(id)),
        ),
        Event::EnergySpent(id, amount) => say(
            lang,
            format!("{} spends {amount} energy", ship(id)),
            format!("{} gibt {amount} Energie aus", ship(id)),
        ),
        Event::EnergyMoved(card) => {
            let name = card_name(state, *card, lang);
            say(lang, format!("1 energy goes to {name}"), format!("1 Energie geht an {name}"))
        }
        Event::EnergyUsed(card) => {
            let name = card_name(state, *card, lang);
            say(lang, format!("Energy: {name}"), format!("Energie: {name}"))
        }
        Event::ReinforceSpent(id) => say(
            lang,
            format!("{} spends its reinforce token", ship(id)),
            format!("{} gibt den Verstärkungsmarker aus", ship(id)),
        ),
        Event::Reinforces(id, section) => {
            format!("{}: {}", ship(id), section_name(*section, lang))
        }
        Event::Crippled(id, section) => {
            let section = section_name(*section, lang);
            say(
                lang,
                format!("{section} of {} is crippled", ship(id)),
                format!("{section} von {} ist lahmgelegt", ship(id)),
            )
        }
        Event::OnObstacle(id, token) => {
            let name = library().obstacle(*token).name.in_(lang);
            say(lang, format!("{} meets {name}", ship(id)), format!("{} trifft auf {name}", ship(id)))
        }
        Event::SkipsAction(id) => say(
            lang,
            format!("{} skips its Perform Action step", ship(id)),
            format!("{} überspringt den Schritt Aktion durchführen", ship(id)),
        ),
        Event::Performs(id, action) => format!("{}: {}", ship(id), action_name(state, *action, lang)),
        Event::Passes(id) => say(
            lang,
            format!("{} performs no action", ship(id)),
            format!("{} führt keine Aktion aus", ship(id)),
        ),
        Event::Locks(id, target) => {
            let (id, target) = (ship(id), ship(target));
            say(lang, format!("{id} locks {target}"), format!("{id} erfasst {target}"))
        }
        Event::LockLost(id, target) => {
            let (id, target) = (ship(id), ship(target));
            say(
                lang,
                format!("{id} loses its lock on {target}"),
                format!("{id} verliert die Zielerfassung auf {target}"),
            )
        }
        Event::Rolls(id, pose) => {
            let (id, x, y) = (ship(id), pose.at.x, pose.at.y);
            say(lang, format!("{id} rolls to {x:.0}, {y:.0}"), format!("{id} rollt nach {x:.0}, {y:.0}"))
        }
        Event::Boosts(id, pose) => {
            let (id, x, y) = (ship(id), pose.at.x, pose.at.y);
            say(
                lang,
                format!("{id} boosts to {x:.0}, {y:.0}"),
                format!("{id} kommt mit Schub nach {x:.0}, {y:.0}"),
            )
        }
        Event::Cloaks(id) => say(lang, format!("{} cloaks", ship(id)), format!("{} tarnt sich", ship(id))),
        Event::Decloaks(id, pose) => {
            let (id, x, y) = (ship(id), pose.at.x, pose.at.y);
            say(
                lang,
                format!("{id} decloaks and moves to {x:.0}, {y:.0}"),
                format!("{id} enttarnt sich und steht nun bei {x:.0}, {y:.0}"),
            )
        }
        Event::Dragged(id, pose) => {
            let (id, x, y) = (ship(id), pose.at.x, pose.at.y);
            say(
                lang,
                format!("A tractor beam drags {id} to {x:.0}, {y:.0}"),
                format!("Ein Traktorstrahl zieht {id} nach {x:.0}, {y:.0}"),
            )
        }
        Event::ArcTurned(id, quarter) => {
            let to = XWing::choice_text(state, &Choice::Quarter(*quarter), lang);
            say(
                lang,
                format!("{} turns its arc: {to}", ship(id)),
                format!("{} dreht den Feuerwinkel: {to}", ship(id)),
            )
        }
        Event::Escapes(id) => say(lang, format!("{} escapes", ship(id)), format!("{} entkommt", ship(id))),
        Event::SatellitePlaced(pose) => {
            let (x, y) = (pose.at.x, pose.at.y);
            say(
                lang,
                format!("A satellite lies at {x:.0}, {y:.0}"),
                format!("Ein Satellit liegt bei {x:.0}, {y:.0}"),
            )
        }
        Event::Scans(id, number) => say(
            lang,
            format!("{} scans satellite {}", ship(id), number + 1),
            format!("{} tastet Satellit {} ab", ship(id), number + 1),
        ),
        Event::IsDisabled(id) => {
            say(lang, format!("{} is disabled", ship(id)), format!("{} ist beschädigt", ship(id)))
        }
        Event::Fled(id) => say(
            lang,
            format!("{} leaves the play area", ship(id)),
            format!("{} verlässt die Spielfläche", ship(id)),
        ),
        Event::Assigned(id, Token::Stress) => say(
            lang,
            format!("{} receives a stress token", ship(id)),
            format!("{} erhält einen Stressmarker", ship(id)),
        ),
        Event::Assigned(id, token) => {
            let token = token_name(*token, lang);
            say(
                lang,
                format!("{} is assigned: {token}", ship(id)),
                format!("{} wird zugeteilt: {token}", ship(id)),
            )
        }
        Event::TokenRemoved(id, token) => {
            let token = token_name(*token, lang);
            say(lang, format!("{} loses: {token}", ship(id)), format!("{} verliert: {token}", ship(id)))
        }
        Event::TokenSpent(id, token) => {
            let (en, de) = match token {
                Token::Focus => ("a focus token", "einen Fokusmarker"),
                Token::Evade => ("an evade token", "einen Ausweichmarker"),
                Token::TargetLock => ("its target lock", "die Zielerfassung"),
                Token::Cloak => ("its cloak token", "den Tarnmarker"),
                Token::Stress => ("a stress token", "einen Stressmarker"),
                Token::Ion => ("an ion token", "einen Ionenmarker"),
                Token::Tractor => ("a tractor beam token", "einen Traktorstrahlmarker"),
                Token::WeaponsDisabled => ("a weapons disabled token", "einen Waffen-deaktiviert-Marker"),
                Token::Jam => ("a jam token", "einen Störmarker"),
            };
            say(lang, format!("{} spends {en}", ship(id)), format!("{} gibt {de} aus", ship(id)))
        }
        Event::SkillSet(id, skill) => say(
            lang,
            format!("{} has pilot skill {skill} now", ship(id)),
            format!("{} hat nun Pilotenwert {skill}", ship(id)),
        ),
        Event::Attacks(id, target, weapon, range) => {
            let (id, target) = (ship(id), ship(target));
            let with = match weapon {
                Weapon::Primary => String::new(),
                Weapon::Secondary(card) => {
                    let name = card_name(state, *card, lang);
                    say(lang, format!(" with {name}"), format!(" mit {name}"))
                }
            };
            say(
                lang,
                format!("{id} attacks {target} at range {range}{with}"),
                format!("{id} greift {target} auf Reichweite {range}{with} an"),
            )
        }
        Event::Obstructed => say(lang, "The attack is obstructed", "Die Schussbahn ist versperrt"),
        Event::AttackRoll(faces) => say(lang, "Attack roll: ", "Angriffswurf: ") + &dice(faces),
        Event::DefenseRoll(faces) => say(lang, "Defense roll: ", "Verteidigungswurf: ") + &dice(faces),
        Event::Rerolled(faces) => say(lang, "Rerolled: ", "Neu gewürfelt: ") + &dice(faces),
        Event::AttackResult(faces) => say(lang, "Attack now: ", "Angriff nun: ") + &dice(faces),
        Event::DefenseResult(faces) => say(lang, "Defense now: ", "Verteidigung nun: ") + &dice(faces),
        Event::Rolled(id, faces) => {
            let (id, faces) = (ship(id), dice(faces));
            say(lang, format!("{id} rolls {faces}"), format!("{id} würfelt {faces}"))
        }
        Event::Misses(id, target) => {
            let (id, target) = (ship(id), ship(target));
            say(lang, format!("{id} misses {target}"), format!("{id} verfehlt {target}"))
        }
        Event::Hits(id, hits, criticals) => {
            let id = ship(id);
            say(
                lang,
                format!("{id} is hit: {hits} damage, {criticals} critical"),
                format!("{id} wird getroffen: {hits} Schaden, {criticals} kritisch"),
            )
        }
        Event::ResultsCancelled => {
            say(lang, "All dice results are cancelled", "Alle Würfelergebnisse werden negiert")
        }
        Event::ShieldLost(id) => {
            say(lang, format!("{} loses a shield", ship(id)), format!("{} verliert einen Schild", ship(id)))
        }
        Event::ShieldRecovered(id) => say(
            lang,
            format!("{} recovers a shield", ship(id)),
            format!("{} erhält einen Schild zurück", ship(id)),
        ),
        Event::Damage { ship: id, kind: Some(kind), face_up: true } => say(
            lang,
            format!("{} receives critical damage: {}", ship(id), damage(kind)),
            format!("{} erleidet kritischen Schaden: {}", ship(id), damage(kind)),
        ),
        Event::Damage { ship: id, .. } => say(
            lang,
            format!("{} receives a damage card", ship(id)),
            format!("{} erhält eine Schadenskarte", ship(id)),
        ),
        Event::Drawn(id, kind) => say(
            lang,
            format!("Drawn for {}: {}", ship(id), damage(kind)),
            format!("Für {} gezogen: {}", ship(id), damage(kind)),
        ),
        Event::DamageTurnedDown(id, kind) => say(
            lang,
            format!("{} of {} is turned face down", damage(kind), ship(id)),
            format!("{} von {} wird verdeckt", damage(kind), ship(id)),
        ),
        Event::DamageTurnedUp(id, kind) => say(
            lang,
            format!("{} of {} is turned face up", damage(kind), ship(id)),
            format!("{} von {} wird aufgedeckt", damage(kind), ship(id)),
        ),
        Event::DamageDiscarded(id, kind) => say(
            lang,
            format!("{} of {} is discarded", damage(kind), ship(id)),
            format!("{} von {} wird abgelegt", damage(kind), ship(id)),
        ),
        Event::Reshuffled => {
            say(lang, "The damage deck is reshuffled", "Der Schadensstapel wird neu gemischt")
        }
        Event::Doomed(id) => say(
            lang,
            format!("{} is lost, but still attacks", ship(id)),
            format!("{} ist verloren, greift aber noch an", ship(id)),
        ),
        Event::Destroyed(id) => {
            say(lang, format!("{} is destroyed", ship(id)), format!("{} ist zerstört", ship(id)))
        }
        Event::CardDiscarded(card) => {
            let name = card_name(state, *card, lang);
            say(lang, format!("{name} is discarded"), format!("{name} wird abgelegt"))
        }
        Event::ConditionAssigned(id, kind) => {
            let name = library().condition(*kind).name.in_(lang);
            say(
                lang,
                format!("{} receives the condition {name}", ship(id)),
                format!("{} erhält den Zustand {name}", ship(id)),
            )
        }
        Event::ConditionRemoved(id, kind) => {
            let name = library().condition(*kind).name.in_(lang);
            say(
                lang,
                format!("{} loses the condition {name}", ship(id)),
                format!("{} verliert den Zustand {name}", ship(id)),
            )
        }
        Event::ObstacleGone(token) => {
            let name = library().obstacle(*token).name.in_(lang);
            say(lang, format!("{name} is removed"), format!("{name} wird entfernt"))
        }
        Event::CardTurned(card) => {
            let name = card_name(state, *card, lang);
            say(lang, format!("{name} is turned over"), format!("{name} wird umgedreht"))
        }
        Event::Chosen(card, id) => {
            let name = card_name(state, *card, lang);
            say(lang, format!("{name}: {}", ship(id)), format!("{name}: {}", ship(id)))
        }
        Event::Named(card, number) => {
            let name = card_name(state, *card, lang);
            say(lang, format!("{name}: {number}"), format!("{name}: {number}"))
        }
        Event::BombDropped(id, card, _) => say(
            lang,
            format!("{} drops: {}", ship(id), bomb(card)),
            format!("{} legt ab: {}", ship(id), bomb(card)),
        ),
        Event::BombDetonates(card) => {
            say(lang, format!("{} detonates", bomb(card)), format!("{} explodiert", bomb(card)))
        }
        Event::FinalSalvo(seat, faces) => {
            let (side, faces) = (side(seat), dice(faces));
            say(lang, format!("Final salvo of {side}: {faces}"), format!("Letzte Salve, {side}: {faces}"))
        }
        Event::Ended(ending) => say(lang, "It is over: ", "Es ist vorbei: ") + &ending_name(*ending, lang),
        Event::Scored(score) => {
            let (points, margin) = (score.points, score.margin);
            match score.winner {
                Some(seat) => say(
                    lang,
                    format!(
                        "In a tournament: {points} match points for {}, margin of victory {margin}",
                        side(&seat)
                    ),
                    format!("Im Turnier: {points} Spielpunkte für {}, Siegeshöhe {margin}", side(&seat)),
                ),
                None => say(
                    lang,
                    format!("In a tournament: {points} match point each"),
                    format!("Im Turnier: je {points} Spielpunkt"),
                ),
            }
        }
    }
}
