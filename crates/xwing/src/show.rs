//! How the game is told: names of questions, options and events in both languages, and what each seat may see.

use flightpath::{Bearing, Face};
use rand_core::Rng;
use serde::Serialize;
use table::harness::Resample;
use table::{Lang, Seat, Show};

use crate::asks::Token;
use crate::cards::{Faction, Window, library, tokens};
use crate::damage::suffered;
use crate::state::{Action, CardRef, Ending, ShipId, Slot, State};
use crate::{Ask, Choice, Event, XWing, measure};

/// What a seat may see of a position: the position with everything hidden taken out. Nobody knows more than another:
/// not even their owner may look at face-down damage cards.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    pub seat: Option<Seat>,
    /// Face-down damage cards have no kind, and the deck is what nobody has seen.
    pub state: State,
    /// How many cards are left in the face-down damage deck.
    pub deck_left: u32,
}

fn say(lang: Lang, en: impl Into<String>, de: impl Into<String>) -> String {
    if lang == Lang::En { en.into() } else { de.into() }
}

impl Show for XWing {
    type View = View;

    fn view(state: &State, seat: Option<Seat>) -> View {
        let deck_left = state.deck.left();
        let mut seen = state.clone();
        for ship in &mut seen.ships {
            for damage in ship.damage.iter_mut().filter(|damage| !damage.face_up) {
                if let Some(kind) = damage.kind.take() {
                    seen.deck.deck[kind as usize] += 1;
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
        let faction = |seat: Seat| {
            let own = state.ships.iter().find(|ship| ship.owner == seat);
            own.map_or(Faction::Rebel, |ship| library().pilot(ship.pilot).faction)
        };
        let name = format!("{:?}", faction(seat));
        if faction(Seat(0)) == faction(Seat(1)) { format!("{name}-{}", seat.0 + 1) } else { name }
    }

    fn ask_text(state: &State, ask: &Ask, lang: Lang) -> String {
        let ship = |id: &ShipId| ship_name(state, *id, lang);
        let card = |card: &CardRef| card_name(state, *card, lang);
        match ask {
            Ask::AttackRoll => say(lang, "Roll attack dice", "Angriffswurf"),
            Ask::DefenseRoll => say(lang, "Roll defense dice", "Verteidigungswurf"),
            Ask::Reroll => say(lang, "Reroll", "Neuwürfeln"),
            Ask::CardRoll(by) => {
                say(lang, format!("Roll for {}", card(by)), format!("Wurf für {}", card(by)))
            }
            Ask::DamageCard(id) => say(
                lang,
                format!("Draw a damage card for {}", ship(id)),
                format!("Schadenskarte für {} ziehen", ship(id)),
            ),
            Ask::WhoIsNext => say(lang, "Which ship is next?", "Welches Schiff ist als nächstes dran?"),
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
            Ask::RollTo(id) => {
                say(lang, format!("Where does {} roll to?", ship(id)), format!("Wohin rollt {}?", ship(id)))
            }
            Ask::BoostWith(id) => say(
                lang,
                format!("With which template does {} boost?", ship(id)),
                format!("Mit welcher Schablone macht {} seinen Schub?", ship(id)),
            ),
            Ask::ShakeOff(by) => say(
                lang,
                format!("Whose target lock is removed? ({})", card(by)),
                format!("Wessen Zielerfassung wird entfernt? ({})", card(by)),
            ),
            Ask::CardTarget(by) => say(
                lang,
                format!("Choose a ship for {}", card(by)),
                format!("Wähle ein Schiff für {}", card(by)),
            ),
            Ask::Attack(id) => {
                say(lang, format!("{}: attack?", ship(id)), format!("{}: angreifen?", ship(id)))
            }
            Ask::Dice(by) => say(
                lang,
                format!("Choose dice to reroll ({})", card(by)),
                format!("Wähle Würfel zum Neuwürfeln ({})", card(by)),
            ),
            Ask::Window(window) => window_name(*window, lang),
        }
    }

    fn choice_text(state: &State, choice: &Choice, lang: Lang) -> String {
        match choice {
            Choice::Pass => say(lang, "Pass", "Passen"),
            Choice::Ship(id) => ship_name(state, *id, lang),
            Choice::Fire(id) => {
                let target = ship_name(state, *id, lang);
                say(lang, format!("Attack {target}"), format!("{target} angreifen"))
            }
            Choice::Action(action) => action_name(state, *action, lang),
            Choice::Boost(bearing) => match bearing {
                Bearing::BankLeft => say(lang, "Bank left 1", "Drehmanöver links 1"),
                Bearing::BankRight => say(lang, "Bank right 1", "Drehmanöver rechts 1"),
                _ => say(lang, "Straight 1", "Geradeaus 1"),
            },
            Choice::Die(die) => say(lang, format!("Die {}", die + 1), format!("Würfel {}", die + 1)),
            Choice::Use(card, index) => ability_name(state, *card, *index, lang),
            Choice::DamageCard(kind) => library().damage(*kind).name.in_(lang).to_string(),
        }
    }

    fn event_text(state: &State, event: &Event, lang: Lang) -> String {
        event_text(state, event, lang)
    }

    fn card_text(state: &State, card: &CardRef, lang: Lang) -> String {
        let ship = state.ship(card.ship);
        let text = match card.slot {
            Slot::Pilot => &library().pilot(ship.pilot).text,
            Slot::Upgrade(i) => &library().upgrade(ship.upgrades[i as usize].card).text,
            Slot::Damage(i) => match ship.damage.get(i as usize).and_then(|damage| damage.kind) {
                Some(kind) => &library().damage(kind).text,
                None => return String::new(),
            },
            Slot::Tokens => return String::new(),
        };
        text.in_(lang).to_string()
    }

    fn scene(view: &View, lang: Lang) -> scene::Scene {
        crate::scene::scene(view, lang)
    }
}

impl Resample for XWing {
    /// Deals face-down damage cards anew.
    fn resample(state: &State, _: Option<Seat>, luck: &mut dyn Rng) -> State {
        let mut other = state.clone();
        for ship in &mut other.ships {
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
            let facts = library().ship_of(ship.pilot);
            if ship.shields > facts.shields {
                return Err(format!("ship {number} has more shields than its value"));
            }
            // In the middle of an attack or of a card's effect damage is still being dealt.
            let settled = state.attack.is_none() && state.moments.is_empty();
            if settled && ship.in_play() && !ship.doomed && suffered(ship) >= facts.hull {
                return Err(format!("ship {number} is wrecked but in play"));
            }
            if ship.lock.is_some_and(|target| state.ship(target).destroyed) {
                return Err(format!("ship {number} has locked a ship that is gone"));
            }
            cards += ship.damage.iter().filter(|damage| damage.kind.is_some()).count() as u32;
        }
        let all: u32 = library().damage.iter().map(|card| u32::from(card.copies)).sum();
        if cards != all {
            return Err(format!("{cards} damage cards instead of {all}"));
        }
        let placed: Vec<_> = state.in_play().map(|id| measure::footprint(state.ship(id).pose)).collect();
        for (i, a) in placed.iter().enumerate() {
            if placed[i + 1..].iter().any(|b| geometry::overlaps(a, b)) {
                return Err("two bases overlap".to_string());
            }
        }
        Ok(())
    }
}

/// A ship goes by its pilot; several pilots of one name are numbered.
pub fn ship_name(state: &State, id: ShipId, lang: Lang) -> String {
    let pilot = state.ship(id).pilot;
    let name = library().pilot(pilot).name.in_(lang);
    let twins = state.ids().filter(|other| state.ship(*other).pilot == pilot);
    if twins.clone().count() < 2 {
        return name.to_string();
    }
    format!("{name} {}", twins.take_while(|other| *other != id).count() + 1)
}

pub fn card_name(state: &State, card: CardRef, lang: Lang) -> String {
    let ship = state.ship(card.ship);
    let name = match card.slot {
        Slot::Pilot => &library().pilot(ship.pilot).name,
        Slot::Upgrade(i) => &library().upgrade(ship.upgrades[i as usize].card).name,
        Slot::Damage(i) => match ship.damage.get(i as usize).and_then(|damage| damage.kind) {
            Some(kind) => &library().damage(kind).name,
            None => return say(lang, "Damage", "Schaden"),
        },
        Slot::Tokens => return say(lang, "Tokens", "Marker"),
    };
    name.in_(lang).to_string()
}

fn ability_name(state: &State, card: CardRef, index: u8, lang: Lang) -> String {
    match (card.slot, index) {
        (Slot::Tokens, tokens::TARGET_LOCK_INDEX) => {
            say(lang, "Spend the target lock", "Zielerfassung ausgeben")
        }
        (Slot::Tokens, tokens::EVADE_INDEX) => say(lang, "Spend an evade token", "Ausweichmarker ausgeben"),
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
        Action::Card(card) => card_name(state, card, lang),
    }
}

fn window_name(window: Window, lang: Lang) -> String {
    match window {
        Window::AfterAction => say(lang, "After the action", "Nach der Aktion"),
        Window::Stressed => say(lang, "A stress token was received", "Ein Stressmarker wurde erhalten"),
        Window::CombatStart => say(lang, "At the start of combat", "Zu Beginn des Kampfes"),
        Window::AttackDice => say(lang, "Before the attack roll", "Vor dem Angriffswurf"),
        Window::ModifyAttack => say(lang, "Modify the attack dice", "Angriffswürfel modifizieren"),
        Window::ModifyDefense => say(lang, "Modify the defense dice", "Verteidigungswürfel modifizieren"),
        Window::AfterAttack => say(lang, "After the attack", "Nach dem Angriff"),
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

pub fn ending_name(ending: Ending, lang: Lang) -> String {
    match ending {
        Ending::Destruction => say(lang, "only one side has ships left", "nur eine Seite hat noch Schiffe"),
        Ending::Draw => say(lang, "nobody has ships left", "niemand hat noch Schiffe"),
        Ending::RoundOver => say(lang, "the round is over", "die Runde ist vorbei"),
    }
}

fn event_text(state: &State, event: &Event, lang: Lang) -> String {
    let ship = |id: &ShipId| ship_name(state, *id, lang);
    let dice = |faces: &[Face]| dice_text(faces, lang);
    let damage = |kind: &u8| library().damage(*kind).name.in_(lang);
    match event {
        Event::CombatPhase => say(lang, "Combat Phase", "Kampfphase"),
        Event::EndPhase => say(lang, "End Phase", "Endphase"),
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
        Event::Fled(id) => say(
            lang,
            format!("{} leaves the play area", ship(id)),
            format!("{} verlässt die Spielfläche", ship(id)),
        ),
        Event::FocusAssigned(id) => say(
            lang,
            format!("{} is assigned a focus token", ship(id)),
            format!("{} wird ein Fokusmarker zugeteilt", ship(id)),
        ),
        Event::StressReceived(id) => say(
            lang,
            format!("{} receives a stress token", ship(id)),
            format!("{} erhält einen Stressmarker", ship(id)),
        ),
        Event::Attacks(id, target, range) => {
            let (id, target) = (ship(id), ship(target));
            say(
                lang,
                format!("{id} attacks {target} at range {range}"),
                format!("{id} greift {target} auf Reichweite {range} an"),
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
        Event::TokenSpent(id, token) => {
            let (en, de) = match token {
                Token::Focus => ("a focus token", "einen Fokusmarker"),
                Token::Evade => ("an evade token", "einen Ausweichmarker"),
                Token::TargetLock => ("its target lock", "die Zielerfassung"),
            };
            say(lang, format!("{} spends {en}", ship(id)), format!("{} gibt {de} aus", ship(id)))
        }
        Event::ShieldLost(id) => {
            say(lang, format!("{} loses a shield", ship(id)), format!("{} verliert einen Schild", ship(id)))
        }
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
        Event::DamageTurnedDown(id, kind) => say(
            lang,
            format!("{} of {} is turned face down", damage(kind), ship(id)),
            format!("{} von {} wird verdeckt", damage(kind), ship(id)),
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
        Event::Ended(ending) => say(lang, "It is over: ", "Es ist vorbei: ") + &ending_name(*ending, lang),
    }
}
