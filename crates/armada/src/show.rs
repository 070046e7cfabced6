//! How the game is told: names of questions, options and events in both languages, and what each seat may see.

use geometry::Side;
use rand_core::Rng;
use serde::Serialize;
use table::Resample;
use table::{Lang, Seat, Show};

use crate::asks::Means;
use crate::cards::{DamageKind, Window, library};
use crate::dice::{Colour, Die, Face};
use crate::measure::{bodies_overlap, body_of, covers_squadron};
use crate::state::*;
use crate::{Armada, Ask, Choice, Event};

/// What a seat may see of a position: the position with everything hidden taken out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    pub seat: Option<Seat>,
    /// Face-down damage cards have no kind, and the deck is what nobody has seen.
    pub state: State,
    /// How many cards are left in the face-down damage deck.
    pub deck_left: u32,
}

impl Show for Armada {
    type View = View;

    fn view(state: &State, seat: Option<Seat>) -> View {
        let deck_left = state.deck.left();
        let mut seen = state.clone();
        for ship in &mut seen.ships {
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

    fn seat_name(_: &State, seat: Seat) -> String {
        if seat == Seat::CHANCE {
            return "chance".to_string();
        }
        format!("{:?}", Faction::of(seat))
    }

    fn ask_text(state: &State, ask: &Ask, lang: Lang) -> String {
        let ship = |id: &ShipId| ship_name(state, *id, lang);
        let en = lang == Lang::En;
        let pick = |en_text: &str, de: &str| if en { en_text.to_string() } else { de.to_string() };
        let of = |en_text: &str, de: &str, name: String| format!("{} {name}", pick(en_text, de));
        match ask {
            Ask::Roll(colour) => of("Roll dice:", "Würfeln:", colour_name(*colour, lang).to_string()),
            Ask::DamageCard(id) => of("Damage card for", "Schadenskarte für", ship(id)),
            Ask::Window(Window::ModifyDice) => pick("Modify the attack dice", "Angriffswürfel modifizieren"),
            Ask::Window(Window::Overlap) => pick("Effects of the overlap", "Effekte der Überschneidung"),
            Ask::DieFor(card) => {
                of("Choose a die for", "Wähle einen Würfel für", card_name(state, *card, lang))
            }
            Ask::Navigate(id) => of("Navigate command of", "Kommando „Navigieren“:", ship(id)),
            Ask::Joint(id, joint) => of("Set joint", "Stelle Gelenk", format!("{}: {}", joint + 1, ship(id))),
            Ask::ToolSide(id) => of("Attach the maneuver tool to", "Lege die Manöverhilfe an:", ship(id)),
            Ask::Closest(id) => of("Which ship is closest to", "Welches Schiff ist am nächsten:", ship(id)),
            Ask::NextSquadron(id) => {
                of("Which squadron is placed next to", "Welche Staffel kommt als nächste an:", ship(id))
            }
            Ask::PlaceSquadron(id) => of("Place", "Platziere", squadron_name(state, *id, lang)),
            Ask::Attack(id) => of("Attack with", "Angriff:", ship(id)),
            Ask::ObstructedDie => pick(
                "The attack is obstructed: remove a die",
                "Der Angriff ist versperrt: entferne einen Würfel",
            ),
            Ask::Accuracy => {
                pick("Spend an accuracy on a defense token", "Zielgenauigkeit auf einen Marker ausgeben")
            }
            Ask::DefenseToken(id) => {
                of("Spend a defense token of", "Verteidigungsmarker ausgeben:", ship(id))
            }
            Ask::EvadeDie => pick("Evade which die?", "Welchem Würfel ausweichen?"),
            Ask::EvadeMore => pick(
                "Evade one more die and discard the token?",
                "Einem weiteren Würfel ausweichen und den Marker ablegen?",
            ),
            Ask::RedirectTo => {
                pick("Redirect damage to which hull zone?", "Auf welche Hüllensektion umlenken?")
            }
            Ask::RedirectAmount(zone) => {
                of("How much damage goes to", "Wie viel Schaden geht auf", zone_name(*zone, lang).to_string())
            }
            Ask::Critical => pick("Resolve a critical effect", "Kritischen Effekt abhandeln"),
            Ask::DiscardToken(id) => of("Discard a defense token of", "Lege einen Marker ab:", ship(id)),
        }
    }

    fn choice_text(state: &State, choice: &Choice, lang: Lang) -> String {
        let en = lang == Lang::En;
        let pick = |en_text: &str, de: &str| if en { en_text.to_string() } else { de.to_string() };
        match choice {
            Choice::Pass => pick("Pass", "Passen"),
            Choice::Use(card, _) => card_name(state, *card, lang),
            Choice::DamageCard(kind) => damage_name(Some(*kind), lang),
            Choice::Speed(speed, means) => {
                let means = match means {
                    Means::Dial => pick("with the dial", "mit dem Rad"),
                    Means::Token => pick("with the token", "mit dem Marker"),
                };
                format!("{} {speed} {means}", pick("Speed", "Schub"))
            }
            Choice::Clicks(joint, clicks) => {
                let way = match (*clicks, clicks.unsigned_abs()) {
                    (0, _) => pick("straight", "gerade"),
                    (..0, count) => format!("{count} {}", pick("left", "links")),
                    (_, count) => format!("{count} {}", pick("right", "rechts")),
                };
                format!("{} {}: {way}", pick("Joint", "Gelenk"), joint + 1)
            }
            Choice::ToolSide(Side::Left) => pick("Tool on the left", "Manöverhilfe links"),
            Choice::ToolSide(Side::Right) => pick("Tool on the right", "Manöverhilfe rechts"),
            Choice::Ship(id) => ship_name(state, *id, lang),
            Choice::Squadron(id) => squadron_name(state, *id, lang),
            Choice::Fire(zone, id, target) => format!(
                "{} {} {} {}",
                zone_name(*zone, lang),
                pick("at", "auf"),
                ship_name(state, *id, lang),
                zone_name(*target, lang)
            ),
            Choice::Colour(colour) => colour_name(*colour, lang).to_string(),
            Choice::Die(index, die) => {
                format!("{} {}: {}", pick("Die", "Würfel"), index + 1, die_name(*die, lang))
            }
            Choice::Token(id, index) => token_name(state, *id, *index, lang),
            Choice::Zone(zone) => zone_name(*zone, lang).to_string(),
            Choice::Amount(amount) => format!("{amount} {}", pick("damage", "Schaden")),
            Choice::StandardCritical => pick("Standard critical effect", "Normaler kritischer Effekt"),
        }
    }

    fn event_text(state: &State, event: &Event, lang: Lang) -> String {
        match lang {
            Lang::En => event_en(state, event),
            Lang::De => event_de(state, event),
        }
    }

    fn cause_name(state: &State, card: &CardRef, _: Option<Seat>, lang: Lang) -> Option<String> {
        Some(card_name(state, *card, lang)).filter(|name| !name.is_empty())
    }

    fn scene(view: &View, lang: Lang) -> scene::Scene {
        crate::scene::scene(view, lang)
    }
}

impl Resample for Armada {
    /// Exchanges face-down damage cards, which nobody may look at, for others of the deck.
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
            let facts = ship.facts();
            if ship.shields.iter().zip(facts.shields.array()).any(|(shields, most)| *shields > most) {
                return Err(format!("ship {number} has more shields than its maximum"));
            }
            if usize::from(ship.speed) > facts.chart.len() {
                return Err(format!("ship {number} is too fast"));
            }
            if ship.in_play() && ship.damage.len() >= facts.hull.into() {
                return Err(format!("ship {number} is wrecked but in play"));
            }
            cards += ship.damage.iter().filter(|damage| damage.kind.is_some()).count() as u32;
        }
        let all: u32 = library().damage.iter().map(|card| u32::from(card.copies)).sum();
        if cards != all {
            return Err(format!("{cards} damage cards instead of {all}"));
        }
        for id in state.in_play() {
            let body = body_of(state, id);
            if state.others(id).any(|other| bodies_overlap(&body, &body_of(state, other))) {
                return Err(format!("ship {} stands on another", id.0));
            }
            // While squadrons make room, those that were not touched stand clear.
            if state.standing().any(|squad| covers_squadron(&body, state.squadron(squad).at)) {
                return Err(format!("ship {} stands on a squadron", id.0));
            }
        }
        Ok(())
    }
}

/// A ship; several of one name are numbered.
pub fn ship_name(state: &State, id: ShipId, lang: Lang) -> String {
    let kind = state.ship(id).kind;
    let twins = (0..state.ships.len() as u8).map(ShipId).filter(|other| state.ship(*other).kind == kind);
    numbered(library().ship(kind).name.in_(lang), twins, id)
}

pub fn squadron_name(state: &State, id: SquadronId, lang: Lang) -> String {
    let kind = state.squadron(id).kind;
    let all = (0..state.squadrons.len() as u8).map(SquadronId);
    let twins = all.filter(|other| state.squadron(*other).kind == kind);
    numbered(library().squadron(kind).name.in_(lang), twins, id)
}

fn token_name(state: &State, id: ShipId, index: u8, lang: Lang) -> String {
    let tokens = &state.ship(id).tokens;
    let kind = tokens[index as usize].kind;
    let twins = (0..tokens.len() as u8).filter(|other| tokens[*other as usize].kind == kind);
    numbered(type_name(kind, lang), twins, index)
}

/// The name, with a number if several things share it.
fn numbered<T: PartialEq>(name: &str, twins: impl Iterator<Item = T> + Clone, own: T) -> String {
    if twins.clone().count() < 2 {
        return name.to_string();
    }
    format!("{name} {}", twins.take_while(|other| *other != own).count() + 1)
}

pub fn card_name(state: &State, card: CardRef, lang: Lang) -> String {
    let ship = state.ship(card.ship);
    match card.slot {
        Slot::Upgrade(i) => {
            let kind = ship.upgrades.get(i as usize);
            kind.map(|kind| library().upgrade(*kind).name.in_(lang).to_string()).unwrap_or_default()
        }
        Slot::Damage(i) => damage_name(ship.damage.get(i as usize).and_then(|damage| damage.kind), lang),
    }
}

pub fn damage_name(kind: Option<DamageKind>, lang: Lang) -> String {
    match (kind, lang) {
        (Some(kind), _) => library().damage(kind).name.in_(lang).to_string(),
        (None, Lang::En) => "a damage card".to_string(),
        (None, Lang::De) => "eine Schadenskarte".to_string(),
    }
}

pub fn type_name(kind: TokenType, lang: Lang) -> &'static str {
    match (kind, lang) {
        (TokenType::Evade, Lang::En) => "Evade",
        (TokenType::Brace, Lang::En) => "Brace",
        (TokenType::Redirect, Lang::En) => "Redirect",
        (TokenType::Scatter, Lang::En) => "Scatter",
        (TokenType::Contain, Lang::En) => "Contain",
        (TokenType::Evade, Lang::De) => "Ausweichen",
        (TokenType::Brace, Lang::De) => "Stabilisieren",
        (TokenType::Redirect, Lang::De) => "Umlenken",
        (TokenType::Scatter, Lang::De) => "Zerstreuen",
        (TokenType::Contain, Lang::De) => "Eindämmen",
    }
}

pub fn zone_name(zone: Zone, lang: Lang) -> &'static str {
    match (zone, lang) {
        (Zone::Front, Lang::En) => "front",
        (Zone::Left, Lang::En) => "left",
        (Zone::Right, Lang::En) => "right",
        (Zone::Rear, Lang::En) => "rear",
        (Zone::Front, Lang::De) => "Bug",
        (Zone::Left, Lang::De) => "Links",
        (Zone::Right, Lang::De) => "Rechts",
        (Zone::Rear, Lang::De) => "Heck",
    }
}

pub fn range_name(range: Range, lang: Lang) -> &'static str {
    match (range, lang) {
        (Range::Close, Lang::En) => "close",
        (Range::Medium, Lang::En) => "medium",
        (Range::Long, Lang::En) => "long",
        (Range::Close, Lang::De) => "kurze",
        (Range::Medium, Lang::De) => "mittlere",
        (Range::Long, Lang::De) => "große",
    }
}

fn colour_name(colour: Colour, lang: Lang) -> &'static str {
    match (colour, lang) {
        (Colour::Red, Lang::En) => "red",
        (Colour::Blue, Lang::En) => "blue",
        (Colour::Black, Lang::En) => "black",
        (Colour::Red, Lang::De) => "rot",
        (Colour::Blue, Lang::De) => "blau",
        (Colour::Black, Lang::De) => "schwarz",
    }
}

fn die_name(die: Die, lang: Lang) -> String {
    let face = match (die.face, lang) {
        (face, Lang::En) => face.name(),
        (Face::Blank, Lang::De) => "Leerseite",
        (Face::Hit, Lang::De) => "Treffer",
        (Face::Critical, Lang::De) => "kritischer Treffer",
        (Face::DoubleHit, Lang::De) => "Doppeltreffer",
        (Face::HitCritical, Lang::De) => "Treffer und kritischer Treffer",
        (Face::Accuracy, Lang::De) => "Zielgenauigkeit",
    };
    format!("{} {face}", colour_name(die.colour, lang))
}

fn dice_names(dice: &[Die], lang: Lang) -> String {
    match dice {
        [] if lang == Lang::En => "no dice".to_string(),
        [] => "keine Würfel".to_string(),
        _ => dice.iter().map(|die| die_name(*die, lang)).collect::<Vec<_>>().join(", "),
    }
}

fn event_en(state: &State, event: &Event) -> String {
    let lang = Lang::En;
    let ship = |id: &ShipId| ship_name(state, *id, lang);
    let squad = |id: &SquadronId| squadron_name(state, *id, lang);
    let zone = |zone: &Zone| zone_name(*zone, lang);
    match event {
        Event::SpeedChanged(id, speed) => format!("{} changes its speed to {speed}", ship(id)),
        Event::YawIncreased(id, joint) => format!("{} turns joint {} one click further", ship(id), joint + 1),
        Event::SlowedByOverlap { ship: id, on, speed } => {
            format!("{} would overlap {} and moves at speed {speed}", ship(id), ship(on))
        }
        Event::Moved(id, pose) => format!("{} moves to {:.1} {:.1}", ship(id), pose.at.x, pose.at.y),
        Event::Stayed(id) => format!("{} stays where it is", ship(id)),
        Event::LeftPlayArea(id) => format!("{} leaves the play area", ship(id)),
        Event::MovedAside(id) => format!("{} is moved aside", squad(id)),
        Event::SquadronPlaced(id, at) => format!("{} is placed at {:.1} {:.1}", squad(id), at.x, at.y),
        Event::Attacks { attacker, zone: from, defender, target, range } => format!(
            "{} attacks from the {} the {} of {} at {} range",
            ship(attacker),
            zone(from),
            zone(target),
            ship(defender),
            range_name(*range, lang)
        ),
        Event::Obstructed(colour) => {
            format!("The attack is obstructed: one {} die less", colour_name(*colour, lang))
        }
        Event::Rolled(dice) => format!("Rolled: {}", dice_names(dice, lang)),
        Event::DieChanged(before, after) => {
            format!("{} becomes {}", die_name(*before, lang), die_name(*after, lang))
        }
        Event::DieCanceled(die) => format!("{} is canceled", die_name(*die, lang)),
        Event::AllCanceled => "All dice are canceled".to_string(),
        Event::AccuracySpent(id, token) => {
            format!("An accuracy is spent on {} of {}", token_name(state, *id, *token, lang), ship(id))
        }
        Event::TokenSpent { ship: id, kind, discarded, .. } => {
            let what = if *discarded { "discarded" } else { "exhausted" };
            format!("{} spends {}, which is {what}", ship(id), type_name(*kind, lang))
        }
        Event::TokenDiscarded(id, kind) => format!("{} discards {}", ship(id), type_name(*kind, lang)),
        Event::DamageTotal(total) => format!("Damage total {total}"),
        Event::Redirected(id, to, amount) => format!("{} redirects {amount} to its {}", ship(id), zone(to)),
        Event::ShieldLost(id, at) => format!("{} loses a shield on its {}", ship(id), zone(at)),
        Event::Damage { ship: id, kind, face_up: true } => {
            format!("{} is dealt {} face up", ship(id), damage_name(*kind, lang))
        }
        Event::Damage { ship: id, .. } => format!("{} is dealt a damage card face down", ship(id)),
        Event::DamageTurnedDown(id, kind) => {
            format!("{} of {} is turned face down", damage_name(Some(*kind), lang), ship(id))
        }
        Event::Reshuffled => "The damage deck is made anew".to_string(),
        Event::Destroyed(id) => format!("{} is destroyed", ship(id)),
        Event::ActivationOver(seat) => {
            format!("The activation of {} is over", Armada::seat_name(state, *seat))
        }
    }
}

fn event_de(state: &State, event: &Event) -> String {
    let lang = Lang::De;
    let ship = |id: &ShipId| ship_name(state, *id, lang);
    let squad = |id: &SquadronId| squadron_name(state, *id, lang);
    let zone = |zone: &Zone| zone_name(*zone, lang);
    match event {
        Event::SpeedChanged(id, speed) => format!("{} ändert den Schub auf {speed}", ship(id)),
        Event::YawIncreased(id, joint) => {
            format!("{} dreht Gelenk {} einen Klick weiter", ship(id), joint + 1)
        }
        Event::SlowedByOverlap { ship: id, on, speed } => {
            format!(
                "{} würde sich mit {} überschneiden und bewegt sich mit Schub {speed}",
                ship(id),
                ship(on)
            )
        }
        Event::Moved(id, pose) => format!("{} bewegt sich nach {:.1} {:.1}", ship(id), pose.at.x, pose.at.y),
        Event::Stayed(id) => format!("{} bleibt stehen", ship(id)),
        Event::LeftPlayArea(id) => format!("{} verlässt die Spielfläche", ship(id)),
        Event::MovedAside(id) => format!("{} wird beiseitegestellt", squad(id)),
        Event::SquadronPlaced(id, at) => format!("{} wird bei {:.1} {:.1} platziert", squad(id), at.x, at.y),
        Event::Attacks { attacker, zone: from, defender, target, range } => format!(
            "{} greift {} an ({} auf {}, {} Reichweite)",
            ship(attacker),
            ship(defender),
            zone(from),
            zone(target),
            range_name(*range, lang)
        ),
        Event::Obstructed(colour) => {
            format!("Der Angriff ist versperrt: ein Würfel weniger ({})", colour_name(*colour, lang))
        }
        Event::Rolled(dice) => format!("Gewürfelt: {}", dice_names(dice, lang)),
        Event::DieChanged(before, after) => {
            format!("{} wird zu {}", die_name(*before, lang), die_name(*after, lang))
        }
        Event::DieCanceled(die) => format!("{} wird negiert", die_name(*die, lang)),
        Event::AllCanceled => "Alle Würfel werden negiert".to_string(),
        Event::AccuracySpent(id, token) => {
            format!("Zielgenauigkeit auf {} von {}", token_name(state, *id, *token, lang), ship(id))
        }
        Event::TokenSpent { ship: id, kind, discarded, .. } => {
            let what = if *discarded { "abgelegt" } else { "erschöpft" };
            format!("{} gibt {} aus (wird {what})", ship(id), type_name(*kind, lang))
        }
        Event::TokenDiscarded(id, kind) => format!("{} legt {} ab", ship(id), type_name(*kind, lang)),
        Event::DamageTotal(total) => format!("Gesamtschaden {total}"),
        Event::Redirected(id, to, amount) => format!("{} lenkt {amount} auf {} um", ship(id), zone(to)),
        Event::ShieldLost(id, at) => format!("{} verliert einen Schild ({})", ship(id), zone(at)),
        Event::Damage { ship: id, kind, face_up: true } => {
            format!("{} erhält {} offen", ship(id), damage_name(*kind, lang))
        }
        Event::Damage { ship: id, .. } => format!("{} erhält eine verdeckte Schadenskarte", ship(id)),
        Event::DamageTurnedDown(id, kind) => {
            format!("{} von {} wird umgedreht", damage_name(Some(*kind), lang), ship(id))
        }
        Event::Reshuffled => "Der Schadensstapel wird neu gemischt".to_string(),
        Event::Destroyed(id) => format!("{} ist zerstört", ship(id)),
        Event::ActivationOver(seat) => {
            format!("Die Aktivierung von {} ist vorbei", Armada::seat_name(state, *seat))
        }
    }
}
