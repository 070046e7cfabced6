//! How the game is told: names of questions, options and events in both languages, and what each seat may see.

use flightpath::words::{Case, damage_of, die_showing, german_ship, rolled};
use flightpath::{Bearing, Colour, Face, Maneuver, Pool};
use rand_core::Rng;
use serde::Serialize;
use table::Resample;
use table::{Lang, Name, Seat, Show, Words};

use crate::cards::{DamageId, UpgradeType, Window, effects, library, tokens};
use crate::phases::main_faction;
use crate::state::{Action, CardRef, Ending, ShipId, Slot, State, TokenKind, Weapon};
use crate::{Ask, AttackWing, Blocker, Choice, Event, Phase, SpentToken};

/// What a seat may see of a position: the position with everything hidden taken out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    pub seat: Option<Seat>,
    /// Other players' dials are gone, face-down damage cards have no kind, and the deck is what nobody has seen.
    pub state: State,
    /// How many cards are left in the face-down damage deck.
    pub deck_left: u32,
}

impl Show for AttackWing {
    type View = View;

    fn view(state: &State, seat: Option<Seat>) -> View {
        let deck_left = state.deck.left();
        let mut seen = state.clone();
        for ship in &mut seen.ships {
            if Some(ship.owner) != seat && !ship.revealed {
                // Whether a dial lies there is no secret: every ship has one until it is revealed.
                ship.dial = None;
            }
            for damage in ship.damage.iter_mut().filter(|damage| !damage.face_up) {
                if let Some(kind) = damage.kind.take() {
                    seen.deck.shuffle_in(kind);
                }
            }
        }
        View { seat, state: seen, deck_left }
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
        let name = format!("{:?}", main_faction(state, seat));
        match number_among_twins(state, seat) {
            Some(number) => format!("{name}-{number}"),
            None => name,
        }
    }

    fn side_name(state: &State, seat: Seat, lang: Lang) -> String {
        seat_label(state, seat, lang)
    }

    fn ask_text(state: &State, ask: &Ask, lang: Lang) -> String {
        let ship = |id: &ShipId| ship_name_in(state, *id, lang);
        let who = |id: &ShipId| ship_in(state, *id, Case::Nominative);
        let whom = |id: &ShipId| ship_in(state, *id, Case::Accusative);
        let whose = |id: &ShipId| ship_in(state, *id, Case::Genitive);
        let card = |card: &CardRef| lang.quoted(&card_name(state, *card, lang));
        match lang {
            Lang::En => match ask {
                Ask::DealFaction(_) => "Deal the squadrons at random".to_string(),
                Ask::DrawLots => "Draw lots for initiative".to_string(),
                Ask::AttackRoll => "Roll attack dice".to_string(),
                Ask::DefenseRoll => "Roll defense dice".to_string(),
                Ask::Reroll => "Reroll".to_string(),
                Ask::CardRoll(by) => format!("Roll for {}", card(by)),
                Ask::MinefieldRoll(id) => format!("Roll for {} in the minefield", ship(id)),
                Ask::ObstacleRoll(id) => format!("Roll for {} on the obstacle", ship(id)),
                Ask::DecodeRoll(id) => format!("Roll for {} to decode", ship(id)),
                Ask::DamageCard(id) => format!("Draw a damage card for {}", ship(id)),
                Ask::PlaceObstacle => "Place an obstacle".to_string(),
                Ask::ChooseArea => "Choose your starting area".to_string(),
                Ask::PlaceShip(id) => format!("Place {}", ship(id)),
                Ask::WhoIsNext => "Which ship is next?".to_string(),
                Ask::Dial(id) => format!("Set the dial of {}", ship(id)),
                Ask::Overrule(id) => format!("Choose another maneuver for {}", ship(id)),
                Ask::Action(id) => format!("Choose an action for {}", ship(id)),
                Ask::LockWhom(id) => format!("Which ship does {} lock?", ship(id)),
                Ask::EchoTo(id) => format!("Where does {} go?", ship(id)),
                Ask::EnableWhich(id) => format!("Which card of {} is enabled?", ship(id)),
                Ask::BeamWhom(id) => format!("Who beams down from {} with the captain?", ship(id)),
                Ask::CardTarget(by) => format!("Choose a ship for {}", card(by)),
                Ask::CardVictim(by) => format!("Choose a card for {}", card(by)),
                Ask::CardManeuver(by) => format!("Choose a maneuver for {}", card(by)),
                Ask::LayMinefield(by) => format!("Place the minefield of {}", card(by)),
                Ask::Attack(id) => format!("{}: attack?", ship(id)),
                Ask::Dice(by) if modifies_defense(state, *by) => {
                    format!("Choose a defense die to reroll ({})", card(by))
                }
                Ask::Dice(by) => format!("Choose dice to reroll ({})", card(by)),
                Ask::Cancel(by) => format!("Choose a result to cancel ({})", card(by)),
                Ask::Window(window) => window_text(state, *window, lang),
                Ask::CloakOrShields(id) => format!("{}: keep the cloak or raise shields?", ship(id)),
                Ask::Shields(id) => format!("{}: raise shields?", ship(id)),
            },
            Lang::De => match ask {
                Ask::DealFaction(_) => "Geschwader zufällig verteilen".to_string(),
                Ask::DrawLots => "Initiative auslosen".to_string(),
                Ask::AttackRoll => "Angriffswurf".to_string(),
                Ask::DefenseRoll => "Verteidigungswurf".to_string(),
                Ask::Reroll => "Neuwürfeln".to_string(),
                Ask::CardRoll(by) => format!("Wurf für {}", card(by)),
                Ask::MinefieldRoll(id) => format!("Wurf für {} im Minenfeld", whom(id)),
                Ask::ObstacleRoll(id) => format!("Wurf für {} auf dem Hindernis", whom(id)),
                Ask::DecodeRoll(id) => format!("Wurf für {} zum Entschlüsseln", whom(id)),
                Ask::DamageCard(id) => format!("Schadenskarte für {} ziehen", whom(id)),
                Ask::PlaceObstacle => "Lege ein Hindernis".to_string(),
                Ask::ChooseArea => "Wähle deinen Startbereich".to_string(),
                Ask::PlaceShip(id) => format!("Platziere {}", whom(id)),
                Ask::WhoIsNext => "Welches Schiff ist als Nächstes dran?".to_string(),
                Ask::Dial(id) => format!("Stelle die Manöverscheibe {} ein", whose(id)),
                Ask::Overrule(id) => format!("Wähle ein anderes Manöver für {}", whom(id)),
                Ask::Action(id) => format!("Wähle eine Aktion für {}", whom(id)),
                Ask::LockWhom(id) => format!("Wen erfasst {}?", who(id)),
                Ask::EchoTo(id) => format!("Wohin geht {}?", who(id)),
                Ask::EnableWhich(id) => format!("Welche Karte {} wird wieder aktiv?", whose(id)),
                Ask::BeamWhom(id) => format!("Wer beamt mit dem Captain {} hinunter?", whose(id)),
                Ask::CardTarget(by) => format!("Wähle ein Schiff für {}", card(by)),
                Ask::CardVictim(by) => format!("Wähle eine Karte für {}", card(by)),
                Ask::CardManeuver(by) => format!("Wähle ein Manöver für {}", card(by)),
                Ask::LayMinefield(by) => format!("Lege das Minenfeld: {}", card(by)),
                Ask::Attack(id) => format!("{}: angreifen?", ship(id)),
                Ask::Dice(by) if modifies_defense(state, *by) => {
                    format!("Wähle einen Verteidigungswürfel zum Neuwürfeln ({})", card(by))
                }
                Ask::Dice(by) => format!("Wähle Angriffswürfel zum Neuwürfeln ({})", card(by)),
                Ask::Cancel(by) => format!("Wähle ein Ergebnis, das negiert wird ({})", card(by)),
                Ask::Window(window) => window_text(state, *window, lang),
                Ask::CloakOrShields(id) => format!("{}: Tarnung behalten oder Schilde hochfahren?", ship(id)),
                Ask::Shields(id) => format!("{}: Schilde hochfahren?", ship(id)),
            },
        }
    }

    fn choice_text(state: &State, choice: &Choice, lang: Lang) -> String {
        let pick = |en: &str, de: &str| if lang == Lang::En { en.to_string() } else { de.to_string() };
        match choice {
            Choice::Pass => pick("Pass", "Passen"),
            Choice::Seat(seat) | Choice::Squadron(seat) => seat_label(state, *seat, lang),
            Choice::Area(area) => area_name(state, *area, lang).to_string(),
            Choice::Ship(id) => ship_name_in(state, *id, lang),
            Choice::Maneuver(maneuver) => maneuver_name(*maneuver, lang),
            Choice::Action(action) => action_name(state, *action, lang),
            Choice::Free(action, card) => {
                let (action, card) = (action_name(state, *action, lang), card_name(state, *card, lang));
                if lang == Lang::En {
                    format!("{action} (free, {card})")
                } else {
                    format!("{action} (frei, {card})")
                }
            }
            Choice::Fire(weapon, target) => {
                let weapon = quoted_weapon(state, *weapon, lang);
                let target = ship_name_in(state, *target, lang);
                if lang == Lang::En {
                    format!("{target} with {weapon}")
                } else {
                    format!("{target} mit {weapon}")
                }
            }
            Choice::Launch(card) => card_name(state, *card, lang),
            Choice::Card(card) => {
                let (name, ship) = (card_name(state, *card, lang), ship_name_in(state, card.ship, lang));
                format!("{name} ({ship})")
            }
            Choice::Die(die) => die_name(state, *die, lang),
            Choice::Use(card, index) => ability_name(state, *card, *index, lang),
            Choice::DamageCard(kind) => library().damage(*kind).name.in_(lang).to_string(),
            Choice::RaiseShields => pick("Raise shields", "Schilde hochfahren"),
            Choice::LeaveShieldsDown => pick("Leave shields down", "Schilde unten lassen"),
            Choice::KeepCloak => pick("Keep the cloak", "Tarnung behalten"),
            Choice::DropCloak => pick("Drop the cloak", "Tarnung aufgeben"),
        }
    }

    fn option_text(state: &State, ask: &Ask, choice: &Choice, lang: Lang) -> String {
        match (ask, choice) {
            (Ask::Dice(card) | Ask::Cancel(card), Choice::Die(die)) => {
                let result = dice_chosen(state, ask, *card).and_then(|pool| pool.0.get(usize::from(*die)));
                die_showing(result.map(|result| dice_text(&[result.face], lang)), *die, lang)
            }
            _ => Self::choice_text(state, choice, lang),
        }
    }

    fn event_text(state: &State, event: &Event, lang: Lang) -> String {
        match lang {
            Lang::En => event_en(state, event),
            Lang::De => event_de(state, event),
        }
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

impl Resample for AttackWing {
    /// Deals dials of other players and face-down damage cards anew.
    fn resample(state: &State, seat: Option<Seat>, luck: &mut dyn Rng) -> State {
        let mut other = state.clone();
        for ship in &mut other.ships {
            if Some(ship.owner) != seat && ship.dial.is_some() && !ship.revealed {
                let dial = &library().class(ship.class).maneuvers;
                ship.dial = Some(dial[luck.next_u32() as usize % dial.len()]);
            }
            for damage in ship.damage.iter_mut().filter(|damage| !damage.face_up) {
                if let Some(kind) = damage.kind {
                    damage.kind = Some(other.deck.exchange(kind, luck.next_u32()));
                }
            }
        }
        other
    }

    fn invariants(state: &State) -> Result<(), String> {
        let mut cards = state.deck.left() + state.deck.discarded();
        for (number, ship) in state.ships.iter().enumerate() {
            let facts = library().ship(ship.card);
            if ship.shields + ship.lowered > facts.shields {
                return Err(format!("ship {number} has more shields than its value"));
            }
            if ship.in_play() && !ship.doomed && ship.damage.len() >= facts.hull as usize {
                return Err(format!("ship {number} is wrecked but in play"));
            }
            if ship.lock.is_some_and(|target| state.ship(target).destroyed) {
                return Err(format!("ship {number} has locked a ship that is gone"));
            }
            if ship.cloak.is_on() && ship.shields > 0 {
                return Err(format!("ship {number} is cloaked with active shields"));
            }
            cards += ship.damage.iter().filter(|damage| damage.kind.is_some()).count() as u32;
        }
        let all: u32 = library().damage.iter().map(|card| u32::from(card.copies)).sum();
        if cards != all {
            return Err(format!("{cards} damage cards instead of {all}"));
        }
        let placed: Vec<_> =
            state.in_play().map(|id| crate::measure::footprint(state.ship(id).pose)).collect();
        for (i, a) in placed.iter().enumerate() {
            if placed[i + 1..].iter().any(|b| geometry::overlaps(a, b)) {
                return Err("two bases overlap".to_string());
            }
        }
        Ok(())
    }
}

/// Whether a card has dice of the defense rerolled; tokens and all others have dice of the attack.
fn modifies_defense(state: &State, card: CardRef) -> bool {
    let in_defense = |ability: &table::timing::Ability<AttackWing>| ability.window == Window::ModifyDefense;
    card.slot != Slot::Tokens && effects(state, card).abilities.iter().any(in_defense)
}

/// The dice among which a question lets somebody choose.
fn dice_chosen<'a>(state: &'a State, ask: &Ask, card: CardRef) -> Option<&'a Pool> {
    let attack = state.attack()?;
    let defense = matches!(ask, Ask::Dice(_)) && modifies_defense(state, card);
    Some(if defense { &attack.defense } else { &attack.attack })
}

/// A die among several, by what it shows where that is clear: before defense dice are rolled only attack dice are chosen.
fn die_name(state: &State, die: u8, lang: Lang) -> String {
    let attack = state.attack().filter(|attack| attack.defense.0.is_empty());
    let face = attack.and_then(|attack| attack.attack.0.get(usize::from(die)));
    die_showing(face.map(|result| dice_text(&[result.face], lang)), die, lang)
}

/// Which of several players with the same main faction this is, counted from 1.
fn number_among_twins(state: &State, seat: Seat) -> Option<usize> {
    let own = main_faction(state, seat);
    let twins = (0..state.players.len() as u8).map(Seat).filter(|other| main_faction(state, *other) == own);
    (twins.clone().count() > 1).then(|| twins.take_while(|other| *other != seat).count() + 1)
}

/// What a player is called in pictures and sentences. Scenario files always use [`Show::seat_name`].
pub fn seat_label(state: &State, seat: Seat, lang: Lang) -> String {
    if lang == Lang::En || seat == Seat::CHANCE {
        return AttackWing::seat_name(state, seat);
    }
    let name = main_faction(state, seat).name().de;
    number_among_twins(state, seat).map_or(name.to_string(), |number| format!("{name} {number}"))
}

/// What scenarios and files call a ship.
pub fn ship_name(state: &State, id: ShipId) -> String {
    ship_name_in(state, id, Lang::En)
}

pub fn ship_name_in(state: &State, id: ShipId, lang: Lang) -> String {
    let ship = state.ship(id);
    let name = library().ship(ship.card).name.in_(lang);
    let twins = state.ids().filter(|other| state.ship(*other).card == ship.card);
    if twins.clone().count() < 2 {
        return name.to_string();
    }
    let number = twins.take_while(|other| *other != id).count() + 1;
    format!("{name} {number}")
}

/// A ship in a German sentence. Ships that are not unique go by their kind in German, all others by their own name.
pub fn ship_in(state: &State, id: ShipId, case: Case) -> String {
    let name = &library().ship(state.ship(id).card).name;
    let said = ship_name_in(state, id, Lang::De);
    if name.in_(Lang::De) != name.en {
        return german_ship(&said, false, case);
    }
    // Names of ships are feminine: "die I.K.S. Maht-H'a".
    match case {
        Case::Nominative | Case::Accusative => format!("die {said}"),
        Case::Dative | Case::Genitive => format!("der {said}"),
    }
}

/// What is printed on a card as its name; nothing if nobody knows it, or if it is no card.
fn printed_name(state: &State, card: CardRef) -> Option<&'static Name> {
    let ship = state.ship(card.ship);
    Some(match card.slot {
        Slot::Ship => &library().ship(ship.card).name,
        Slot::Captain => &library().captain(ship.captain.card).name,
        Slot::Upgrade(i) => &library().upgrade(ship.upgrades.get(i as usize)?.card).name,
        Slot::Damage(i) => &library().damage(ship.damage.get(i as usize)?.kind?).name,
        Slot::Tokens => return None,
    })
}

pub fn card_name(state: &State, card: CardRef, lang: Lang) -> String {
    match (printed_name(state, card), card.slot) {
        (Some(name), _) => name.in_(lang).to_string(),
        (None, Slot::Damage(_)) => lang.pick("Damage", "Schaden").to_string(),
        (None, Slot::Tokens) => lang.pick("Tokens", "Marker").to_string(),
        (None, _) => String::new(),
    }
}

/// What a card says.
pub fn card_text(state: &State, card: CardRef, lang: Lang) -> String {
    let ship = state.ship(card.ship);
    let text = match card.slot {
        Slot::Ship => &library().ship(ship.card).text,
        Slot::Captain => &library().captain(ship.captain.card).text,
        Slot::Upgrade(i) => match ship.upgrades.get(i as usize) {
            Some(upgrade) => &library().upgrade(upgrade.card).text,
            None => return String::new(),
        },
        Slot::Damage(i) => match ship.damage.get(i as usize).and_then(|damage| damage.kind) {
            Some(kind) => &library().damage(kind).text,
            None => return String::new(),
        },
        Slot::Tokens => return String::new(),
    };
    text.in_(lang).to_string()
}

/// A kind of card, with a note if the name of the card is our own translation.
pub fn kind_of_named(state: &State, card: CardRef, kind: &str, lang: Lang) -> String {
    let own = printed_name(state, card).is_some_and(|name| name.is_own(lang));
    lang.noting_own_name(kind, own)
}

fn ability_name(state: &State, card: CardRef, index: u8, lang: Lang) -> String {
    if card.slot != Slot::Tokens {
        return card_name(state, card, lang);
    }
    let (en, de) = match index {
        tokens::TARGET_LOCK_INDEX => ("Spend the target lock", "Zielerfassung einsetzen"),
        tokens::EVADE_INDEX => ("Spend an evade token", "Ausweichmarker einsetzen"),
        _ => ("Spend the battle stations token", "Gefechtsstationsmarker einsetzen"),
    };
    debug_assert!((index as usize) < effects(state, card).abilities.len());
    if lang == Lang::En { en } else { de }.to_string()
}

pub fn maneuver_name(maneuver: Maneuver, lang: Lang) -> String {
    let bearing = match (maneuver.bearing, lang) {
        (Bearing::Straight, Lang::En) => "Straight",
        (Bearing::BankLeft, Lang::En) => "Bank left",
        (Bearing::BankRight, Lang::En) => "Bank right",
        (Bearing::TurnLeft, Lang::En) => "Turn left",
        (Bearing::TurnRight, Lang::En) => "Turn right",
        (Bearing::ComeAbout, Lang::En) => "Come about",
        (Bearing::Reverse, Lang::En) => "Reverse",
        (Bearing::Straight, Lang::De) => "Geradeaus",
        (Bearing::BankLeft, Lang::De) => "Weite Kurve links",
        (Bearing::BankRight, Lang::De) => "Weite Kurve rechts",
        (Bearing::TurnLeft, Lang::De) => "Scharfe Kurve links",
        (Bearing::TurnRight, Lang::De) => "Scharfe Kurve rechts",
        (Bearing::ComeAbout, Lang::De) => "Kehrtwende",
        (Bearing::Reverse, Lang::De) => "Rückwärts",
        // No dial of this game has any other bearing.
        _ => "?",
    };
    format!("{bearing} {}", maneuver.speed)
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

pub fn action_name(state: &State, action: Action, lang: Lang) -> String {
    let (en, de) = match action {
        Action::Evade => ("Evade", "Ausweichmanöver"),
        Action::TargetLock => ("Target Lock", "Zielerfassung"),
        Action::Scan => ("Scan", "Scannen"),
        Action::BattleStations => ("Battle Stations", "Gefechtsstationen"),
        Action::Cloak => ("Cloak", "Tarnen"),
        Action::SensorEcho => ("Sensor Echo", "Sensor Echo"),
        Action::Enable => ("Remove a disabled token", "Inaktiv-Marker entfernen"),
        Action::Card(card) => return card_name(state, card, lang),
        Action::Special(feat) => {
            return state.special(feat).map_or("", |special| special.name.in_(lang)).to_string();
        }
    };
    if lang == Lang::En { en } else { de }.to_string()
}

fn weapon_name(state: &State, weapon: Weapon, lang: Lang) -> String {
    match (weapon, lang) {
        (Weapon::Primary, Lang::En) => "primary weapon".to_string(),
        (Weapon::Primary, Lang::De) => "Primärwaffe".to_string(),
        (Weapon::PrimaryBy(_), Lang::En) => "primary weapon, all round".to_string(),
        (Weapon::PrimaryBy(_), Lang::De) => "Primärwaffe (rundum)".to_string(),
        (Weapon::Secondary(card), lang) => card_name(state, card, lang),
    }
}

/// A weapon within a sentence: the names of cards are quoted there.
fn quoted_weapon(state: &State, weapon: Weapon, lang: Lang) -> String {
    let name = weapon_name(state, weapon, lang);
    if matches!(weapon, Weapon::Secondary(_)) { lang.quoted(&name) } else { name }
}

/// The same with whose dice they are: in one attack the attacker's own, the next moment his own again as a defender.
fn window_text(state: &State, window: Window, lang: Lang) -> String {
    let name = window_name(window, lang);
    let Some(attack) = state.attack() else { return name.to_string() };
    let (attacker, defender) = (attack.attacker, attack.defender);
    let whose = |id| match lang {
        Lang::En => format!("of {}", ship_name_in(state, id, lang)),
        Lang::De => ship_in(state, id, Case::Genitive),
    };
    match (window, lang) {
        (Window::ModifyAttack, Lang::En) => format!("{name} {}", whose(attacker)),
        (Window::ModifyDefense, Lang::En) => format!("{name} {}", whose(defender)),
        (Window::ModifyAttack, Lang::De) => format!("Angriffswürfel {} modifizieren", whose(attacker)),
        (Window::ModifyDefense, Lang::De) => format!("Verteidigungswürfel {} modifizieren", whose(defender)),
        _ => name.to_string(),
    }
}

fn window_name(window: Window, lang: Lang) -> &'static str {
    match (window, lang) {
        (Window::PlanningStart, Lang::En) => "At the start of planning",
        (Window::AfterManeuver, Lang::En) => "After the maneuver",
        (Window::CombatStart, Lang::En) => "At the start of combat",
        (Window::CloakTurnsRed, Lang::En) => "The cloak is about to turn red",
        (Window::AttackDice, Lang::En) => "Before the attack roll",
        (Window::ModifyAttack, Lang::En) => "Modify the attack dice",
        (Window::ModifyDefense, Lang::En) => "Modify the defense dice",
        (Window::Cancel, Lang::En) => "Cancel results",
        (Window::AfterAttack, Lang::En) => "After the attack",
        (Window::Struck, Lang::En) => "After the damage",
        (Window::EndPhase, Lang::En) => "In the End Phase",
        (Window::Enabled, Lang::En) => "A disabled token was removed",
        (Window::RoundEnd, Lang::En) => "At the end of the round",
        (Window::PlanningStart, Lang::De) => "Zu Beginn der Planung",
        (Window::AfterManeuver, Lang::De) => "Nach dem Manöver",
        (Window::CombatStart, Lang::De) => "Zu Beginn des Kampfes",
        (Window::CloakTurnsRed, Lang::De) => "Der Tarnmarker wird rot",
        (Window::AttackDice, Lang::De) => "Vor dem Angriffswurf",
        (Window::ModifyAttack, Lang::De) => "Angriffswürfel modifizieren",
        (Window::ModifyDefense, Lang::De) => "Verteidigungswürfel modifizieren",
        (Window::Cancel, Lang::De) => "Ergebnisse negieren",
        (Window::AfterAttack, Lang::De) => "Nach dem Angriff",
        (Window::Struck, Lang::De) => "Nach dem Schaden",
        (Window::EndPhase, Lang::De) => "In der Endphase",
        (Window::Enabled, Lang::De) => "Ein Inaktiv-Marker wurde entfernt",
        (Window::RoundEnd, Lang::De) => "Am Ende der Runde",
    }
}

pub fn dice_text(faces: &[Face], lang: Lang) -> String {
    let name = |face: &Face| match (face, lang) {
        (Face::Hit, Lang::En) => "hit",
        (Face::Critical, Lang::En) => "critical",
        (Face::Evade, Lang::En) => "evade",
        (Face::Eye, Lang::En) => "battle stations",
        (Face::Blank, Lang::En) => "blank",
        (Face::Hit, Lang::De) => "Treffer",
        (Face::Critical, Lang::De) => "kritischer Treffer",
        (Face::Evade, Lang::De) => "Ausweichen",
        (Face::Eye, Lang::De) => "Gefechtsstationen",
        (Face::Blank, Lang::De) => "Leerseite",
    };
    let names: Vec<String> = faces.iter().map(|face| name(face).to_string()).collect();
    rolled(&names, lang)
}

fn count_en(count: u8, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn shields_de(count: u8) -> String {
    if count == 1 { "1 Schild".to_string() } else { format!("{count} Schilde") }
}

/// Where a starting area lies.
fn area_name(state: &State, area: u8, lang: Lang) -> &'static str {
    let three = state.players.iter().any(|player| {
        player.team != state.players[0].team && {
            state.players.iter().any(|other| other.team != player.team && other.team != state.players[0].team)
        }
    });
    match (three, area, lang) {
        (false, 0, Lang::En) => "South edge",
        (false, _, Lang::En) => "North edge",
        (true, 0, Lang::En) => "South edge, middle",
        (true, 1, Lang::En) => "North-west corner",
        (true, _, Lang::En) => "North-east corner",
        (false, 0, Lang::De) => "Südkante",
        (false, _, Lang::De) => "Nordkante",
        (true, 0, Lang::De) => "Südkante, Mitte",
        (true, 1, Lang::De) => "Nordwestecke",
        (true, _, Lang::De) => "Nordostecke",
    }
}

fn event_en(state: &State, event: &Event) -> String {
    let lang = Lang::En;
    let ship = |id: &ShipId| ship_name_in(state, *id, lang);
    let card = |card: &CardRef| card_name(state, *card, lang);
    let dice = |faces: &[Face]| dice_text(faces, lang);
    let seat = |seat: &Seat| seat_label(state, *seat, lang);
    match event {
        Event::Round(round) => format!("Round {round}"),
        Event::Phase(phase) => match phase {
            Phase::Planning => "Planning Phase",
            Phase::Activation => "Activation Phase",
            Phase::Combat => "Combat Phase",
            Phase::End => "End Phase",
        }
        .to_string(),
        Event::LotsDrawn(who, place) => format!("{} draws place {place}", seat(who)),
        Event::AreaChosen(who, area) => {
            format!("{} starts here: {}", seat(who), area_name(state, *area, lang))
        }
        Event::ObstaclePlaced(x, y) => format!("An obstacle is placed at {x:.0}, {y:.0}"),
        Event::Placed(id, _) => format!("{} is placed", ship(id)),
        Event::Revealed(id, maneuver) => format!("{} reveals {}", ship(id), maneuver_name(*maneuver, lang)),
        Event::Overruled(id, maneuver) => {
            format!("{} has to fly {}", ship(id), maneuver_name(*maneuver, lang))
        }
        Event::Moved(id, maneuver, _) => format!(
            "{} flies {} ({})",
            ship(id),
            maneuver_name(*maneuver, lang),
            colour_name(maneuver.colour, lang)
        ),
        Event::BecameStraight(id) => format!("{} cannot come about and flies straight", ship(id)),
        Event::Overlap(id, Blocker::Ship(other)) => format!("{} stops short at {}", ship(id), ship(other)),
        Event::Overlap(id, Blocker::Planet) => format!("{} stops short at the planet", ship(id)),
        Event::Overlap(id, Blocker::Obstacle) => format!("{} overlaps an obstacle", ship(id)),
        Event::Overlap(id, Blocker::Minefield) => format!("{} enters the minefield", ship(id)),
        Event::SkipsAction(id) => format!("{} skips its action", ship(id)),
        Event::AuxiliaryGained(id) => format!("{} receives an auxiliary power token", ship(id)),
        Event::AuxiliaryRemoved(id, count) => {
            format!("{} removes {}", ship(id), count_en(*count, "auxiliary power token"))
        }
        Event::Performs(id, action) => format!("{}: {}", ship(id), action_name(state, *action, lang)),
        Event::PerformsFree(id, action) => {
            format!("{}: {} (free)", ship(id), action_name(state, *action, lang))
        }
        Event::Passes(id) => format!("{} performs no action", ship(id)),
        Event::Locks(id, target) => format!("{} locks {}", ship(id), ship(target)),
        Event::LockLost(id, target) => format!("{} gives up its lock on {}", ship(id), ship(target)),
        Event::Cloaks(id) => format!("{} cloaks", ship(id)),
        Event::Decloaks(id) => format!("{} decloaks", ship(id)),
        Event::CloakTurnsRed(id) => format!("The cloak of {} turns red", ship(id)),
        Event::CloakKept(id) => format!("{} stays cloaked", ship(id)),
        Event::Echoes(id, pose) => {
            format!("{} moves to {:.0}, {:.0} with Sensor Echo", ship(id), pose.at.x, pose.at.y)
        }
        Event::Attacks(id, target, weapon, range) => format!(
            "{} attacks {} with {} at range {range}",
            ship(id),
            ship(target),
            weapon_name(state, *weapon, lang)
        ),
        Event::Obstructed => "The shot is obstructed".to_string(),
        Event::AttackRoll(faces) => format!("Attack roll: {}", dice(faces)),
        Event::DefenseRoll(faces) => format!("Defense roll: {}", dice(faces)),
        Event::Rerolled(faces) => format!("Rerolled: {}", dice(faces)),
        Event::AttackResult(faces) => format!("Attack now: {}", dice(faces)),
        Event::Rolled(id, faces) => format!("{} rolls {}", ship(id), dice(faces)),
        Event::Misses(id, target) => format!("{} misses {}", ship(id), ship(target)),
        Event::Hits(id, hits, criticals) => {
            format!("{} is hit: {}", ship(id), damage_of(*hits, *criticals, lang))
        }
        Event::TokenSpent(id, token) => {
            let token = match token {
                SpentToken::TargetLock => "its target lock",
                SpentToken::BattleStations => "its battle stations token",
                SpentToken::Evade => "an evade token",
            };
            format!("{} spends {token}", ship(id))
        }
        Event::ShieldLost(id) => format!("{} loses a shield", ship(id)),
        Event::ShieldsDisabled(id, count) => format!("{} disables {}", ship(id), count_en(*count, "shield")),
        Event::ShieldsRaised(id, count) => format!("{} raises {}", ship(id), count_en(*count, "shield")),
        Event::ShieldRepaired(id) => format!("{} repairs a shield", ship(id)),
        Event::Damage { ship: id, kind: Some(kind), face_up: true } => {
            format!("{} is dealt a faceup damage card: {}", ship(id), library().damage(*kind).name.en)
        }
        Event::Damage { ship: id, .. } => format!("{} receives a damage card", ship(id)),
        Event::DamageTurnedDown(id, kind) => {
            format!("{} of {} is turned face down", library().damage(*kind).name.en, ship(id))
        }
        Event::Reshuffled => "The damage deck is reshuffled".to_string(),
        Event::Doomed(id) => format!("{} is lost, but still attacks", ship(id)),
        Event::Destroyed(id) => format!("{} is destroyed", ship(id)),
        Event::Fled(id) => format!("{} leaves the play area", ship(id)),
        Event::CardDisabled(used) => format!("{}: {} disabled", ship(&used.ship), card(used)),
        Event::CardEnabled(used) => format!("{}: {} enabled", ship(&used.ship), card(used)),
        Event::CardDiscarded(used) => format!("{}: {} discarded", ship(&used.ship), card(used)),
        Event::MinefieldLaid(x, y) => format!("A minefield is laid at {x:.0}, {y:.0}"),
        Event::MissionToken(id, count) => {
            format!("The away team of {} has {}", ship(id), count_en(*count, "mission token"))
        }
        Event::BeamsDown(id) => format!("{} beams an away team down", ship(id)),
        Event::BeamsUp(id) => format!("{} beams its away team up", ship(id)),
        Event::Decoded(id, true) => format!("{} decodes a part of the program", ship(id)),
        Event::Decoded(id, false) => format!("{} fails to decode", ship(id)),
        Event::WarpsOut(id) => format!("{} goes to warp", ship(id)),
        Event::Ended(ending) => format!("Game over: {}", ending_name(*ending, lang)),
    }
}

fn event_de(state: &State, event: &Event) -> String {
    let lang = Lang::De;
    let ship = |id: &ShipId| ship_name_in(state, *id, lang);
    let whom = |id: &ShipId| ship_in(state, *id, Case::Accusative);
    let to_whom = |id: &ShipId| ship_in(state, *id, Case::Dative);
    let whose = |id: &ShipId| ship_in(state, *id, Case::Genitive);
    let card = |card: &CardRef| lang.quoted(&card_name(state, *card, lang));
    let damage = |kind: &DamageId| lang.quoted(library().damage(*kind).name.in_(lang));
    let dice = |faces: &[Face]| dice_text(faces, lang);
    let seat = |seat: &Seat| seat_label(state, *seat, lang);
    match event {
        Event::Round(round) => format!("Runde {round}"),
        Event::Phase(phase) => match phase {
            Phase::Planning => "Planungsphase",
            Phase::Activation => "Aktivierungsphase",
            Phase::Combat => "Kampfphase",
            Phase::End => "Endphase",
        }
        .to_string(),
        Event::LotsDrawn(who, place) => format!("{}: Platz {place} gezogen", seat(who)),
        Event::AreaChosen(who, area) => {
            format!("{}: Startbereich {}", seat(who), area_name(state, *area, lang))
        }
        Event::ObstaclePlaced(x, y) => format!("Ein Hindernis liegt nun bei {x:.0}, {y:.0}"),
        Event::Placed(id, _) => format!("{} wird aufgestellt", ship(id)),
        Event::Revealed(id, maneuver) => {
            format!("{} deckt auf: {}", ship(id), maneuver_name(*maneuver, lang))
        }
        Event::Overruled(id, maneuver) => {
            format!("{} muss stattdessen fliegen: {}", ship(id), maneuver_name(*maneuver, lang))
        }
        Event::Moved(id, maneuver, _) => format!(
            "{} fliegt: {} ({})",
            ship(id),
            maneuver_name(*maneuver, lang),
            colour_name(maneuver.colour, lang)
        ),
        Event::BecameStraight(id) => format!("{} kann nicht wenden und fliegt geradeaus", ship(id)),
        Event::Overlap(id, Blocker::Ship(other)) => {
            format!("{} kommt vor {} zum Stehen", ship(id), to_whom(other))
        }
        Event::Overlap(id, Blocker::Planet) => format!("{} kommt vor dem Planeten zum Stehen", ship(id)),
        Event::Overlap(id, Blocker::Obstacle) => format!("{} überschneidet ein Hindernis", ship(id)),
        Event::Overlap(id, Blocker::Minefield) => format!("{} fliegt ins Minenfeld", ship(id)),
        Event::SkipsAction(id) => format!("{} verliert die Aktion", ship(id)),
        Event::AuxiliaryGained(id) => format!("{} erhält einen Notenergie-Marker", ship(id)),
        Event::AuxiliaryRemoved(id, count) => format!("{} gibt {count} Notenergie-Marker ab", ship(id)),
        Event::Performs(id, action) => format!("{}: {}", ship(id), action_name(state, *action, lang)),
        Event::PerformsFree(id, action) => {
            format!("{}: {} (frei)", ship(id), action_name(state, *action, lang))
        }
        Event::Passes(id) => format!("{} führt keine Aktion aus", ship(id)),
        Event::Locks(id, target) => format!("{} erfasst {}", ship(id), whom(target)),
        Event::LockLost(id, target) => {
            format!("{} verliert die Zielerfassung auf {}", ship(id), whom(target))
        }
        Event::Cloaks(id) => format!("{} tarnt sich", ship(id)),
        Event::Decloaks(id) => format!("{} enttarnt sich", ship(id)),
        Event::CloakTurnsRed(id) => format!("Der Tarnmarker {} wird rot", whose(id)),
        Event::CloakKept(id) => format!("{} bleibt getarnt", ship(id)),
        Event::Echoes(id, pose) => {
            format!("Sensor Echo: {} steht nun bei {:.0}, {:.0}", ship(id), pose.at.x, pose.at.y)
        }
        Event::Attacks(id, target, weapon, range) => format!(
            "{} greift {} in Reichweite {range} mit {} an",
            ship(id),
            whom(target),
            match weapon {
                Weapon::Primary => "der Primärwaffe".to_string(),
                Weapon::PrimaryBy(_) => "der Primärwaffe (rundum)".to_string(),
                Weapon::Secondary(by) => card(by),
            }
        ),
        Event::Obstructed => "Die Schussbahn ist teilweise versperrt".to_string(),
        Event::AttackRoll(faces) => format!("Angriffswurf: {}", dice(faces)),
        Event::DefenseRoll(faces) => format!("Verteidigungswurf: {}", dice(faces)),
        Event::Rerolled(faces) => format!("Neu gewürfelt: {}", dice(faces)),
        Event::AttackResult(faces) => format!("Angriffswürfel jetzt: {}", dice(faces)),
        Event::Rolled(id, faces) => format!("Wurf {}: {}", whose(id), dice(faces)),
        Event::Misses(id, target) => format!("{} verfehlt {}", ship(id), whom(target)),
        Event::Hits(id, hits, criticals) => {
            format!("{} wird getroffen: {}", ship(id), damage_of(*hits, *criticals, lang))
        }
        Event::TokenSpent(id, token) => {
            let token = match token {
                SpentToken::TargetLock => "die Zielerfassung",
                SpentToken::BattleStations => "den Gefechtsstationsmarker",
                SpentToken::Evade => "einen Ausweichmarker",
            };
            format!("{} setzt {token} ein", ship(id))
        }
        Event::ShieldLost(id) => format!("{} verliert einen Schild", ship(id)),
        Event::ShieldsDisabled(id, count) => format!("{} deaktiviert {}", ship(id), shields_de(*count)),
        Event::ShieldsRaised(id, count) => format!("{} fährt {} hoch", ship(id), shields_de(*count)),
        Event::ShieldRepaired(id) => format!("{} repariert einen Schild", ship(id)),
        Event::Damage { ship: id, kind: Some(kind), face_up: true } => {
            format!("{} erhält eine offene Schadenskarte: {}", ship(id), damage(kind))
        }
        Event::Damage { ship: id, .. } => format!("{} erhält eine Schadenskarte", ship(id)),
        Event::DamageTurnedDown(id, kind) => {
            format!("{}: {} wird verdeckt", ship(id), damage(kind))
        }
        Event::Reshuffled => "Der Schadenskartenstapel wird neu gemischt".to_string(),
        Event::Doomed(id) => format!("{} ist zerstört, darf aber noch angreifen", ship(id)),
        Event::Destroyed(id) => format!("{} ist zerstört", ship(id)),
        Event::Fled(id) => format!("{} verlässt die Spielfläche", ship(id)),
        Event::CardDisabled(used) => format!("{}: {} deaktiviert", ship(&used.ship), card(used)),
        Event::CardEnabled(used) => format!("{}: {} wieder aktiv", ship(&used.ship), card(used)),
        Event::CardDiscarded(used) => format!("{}: {} abgelegt", ship(&used.ship), card(used)),
        Event::MinefieldLaid(x, y) => format!("Ein Minenfeld liegt nun bei {x:.0}, {y:.0}"),
        Event::MissionToken(id, count) => {
            format!("Das Außenteam {} hat {count} Missionsmarker", whose(id))
        }
        Event::BeamsDown(id) => format!("{} beamt ein Außenteam hinunter", ship(id)),
        Event::BeamsUp(id) => format!("{} beamt sein Außenteam herauf", ship(id)),
        Event::Decoded(id, true) => format!("{} entschlüsselt einen Teil des Programms", ship(id)),
        Event::Decoded(id, false) => format!("{} scheitert beim Entschlüsseln", ship(id)),
        Event::WarpsOut(id) => format!("{} geht auf Warp", ship(id)),
        Event::Ended(ending) => format!("Spielende: {}", ending_name(*ending, lang)),
    }
}

pub fn ending_name(ending: Ending, lang: Lang) -> &'static str {
    match (ending, lang) {
        (Ending::LastPlayer, Lang::En) => "only one side has ships left",
        (Ending::Initiative, Lang::En) => "all ships are destroyed, initiative decides",
        (Ending::LastEffect, Lang::En) => "all ships are destroyed by a last effect",
        (Ending::WarpOut, Lang::En) => "the dilithium is brought home",
        (Ending::AwayTeam, Lang::En) => "the program is complete",
        (Ending::OthersFailed, Lang::En) => "everybody else has failed",
        (Ending::RoundLimit, Lang::En) => "the agreed rounds are over",
        (Ending::LastPlayer, Lang::De) => "nur eine Seite hat noch Schiffe",
        (Ending::Initiative, Lang::De) => "alle Schiffe sind zerstört, die Initiative entscheidet",
        (Ending::LastEffect, Lang::De) => "alle Schiffe sind durch einen letzten Effekt zerstört",
        (Ending::WarpOut, Lang::De) => "das Dilithium ist in Sicherheit",
        (Ending::AwayTeam, Lang::De) => "das Programm ist vollständig",
        (Ending::OthersFailed, Lang::De) => "alle anderen sind gescheitert",
        (Ending::RoundLimit, Lang::De) => "die vereinbarten Runden sind vorbei",
    }
}

pub fn token_name(kind: TokenKind, lang: Lang) -> &'static str {
    match (kind, lang) {
        (TokenKind::Planet, Lang::En) => "Planet",
        (TokenKind::Obstacle, Lang::En) => "Obstacle",
        (TokenKind::Minefield(_), Lang::En) => "Minefield",
        (TokenKind::Objective(_), Lang::En) => "Objective",
        (TokenKind::Planet, Lang::De) => "Planet",
        (TokenKind::Obstacle, Lang::De) => "Hindernis",
        (TokenKind::Minefield(_), Lang::De) => "Minenfeld",
        (TokenKind::Objective(_), Lang::De) => "Ziel",
    }
}

/// What an upgrade of a type is called.
pub fn upgrade_type_name(kind: UpgradeType) -> Words {
    match kind {
        UpgradeType::Crew => Words::new("Crew", "Crew"),
        UpgradeType::Weapon => Words::new("Weapon", "Waffe"),
        UpgradeType::Tech => Words::new("Tech", "Technik"),
        UpgradeType::Talent => Words::new("Elite Talent", "Sonderfähigkeit"),
    }
}
