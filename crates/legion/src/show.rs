//! How the game is told: names of questions, options and events in both languages. Nothing on this table is hidden.

use geometry::inside;
use rand_core::Rng;
use serde::Serialize;
use table::Resample;
use table::{Lang, Seat, Show};

use crate::cards::{Window, keyword, library};
use crate::dice::{
    Attack as AttackDie, AttackFace, Colour, Defense as DefenseDie, DefenseColour, DefenseFace,
};
use crate::measure::{base, collide, stands_flat};
use crate::state::*;
use crate::{Ask, Choice, Event, Legion, attack};

/// What a seat may see of a position: all of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    pub seat: Option<Seat>,
    pub state: State,
}

fn pick(lang: Lang, en: &str, de: &str) -> String {
    if lang == Lang::En { en.to_string() } else { de.to_string() }
}

impl Show for Legion {
    type View = View;

    fn view(state: &State, seat: Option<Seat>) -> View {
        View { seat, state: state.clone() }
    }

    fn see(_: &State, event: &Event, _: Option<Seat>) -> Option<Event> {
        Some(event.clone())
    }

    fn seat_name(_: &State, seat: Seat) -> String {
        if seat == Seat::CHANCE {
            return "chance".to_string();
        }
        format!("{:?}", Faction::of(seat))
    }

    fn ask_text(state: &State, ask: &Ask, lang: Lang) -> String {
        let of = |en: &str, de: &str, unit: &UnitId| {
            format!("{} {}", pick(lang, en, de), unit_name(state, *unit, lang))
        };
        match ask {
            Ask::RollAttack(colour) => {
                format!(
                    "{} {}",
                    pick(lang, "Roll attack dice:", "Angriffswürfel:"),
                    colour_name(*colour, lang)
                )
            }
            Ask::RollDefense(colour) => format!(
                "{} {}",
                pick(lang, "Roll defense dice:", "Verteidigungswürfel:"),
                defense_colour_name(*colour, lang)
            ),
            Ask::RollClamber(unit) => of("Roll for clambering:", "Wurf für das Klettern:", unit),
            Ask::Window(Window::DodgeAndCover) => {
                pick(lang, "Before dodge and cover", "Vor Ausweichen und Deckung")
            }
            Ask::Window(Window::ModifyAttackDice) => {
                pick(lang, "Modify the attack dice", "Angriffswürfel modifizieren")
            }
            Ask::Window(Window::ModifyDefenseDice) => {
                pick(lang, "Modify the defense dice", "Verteidigungswürfel modifizieren")
            }
            Ask::Window(Window::AfterDefending) => pick(lang, "After defending", "Nach der Verteidigung"),
            Ask::Action(unit) => of("Choose an action of", "Wähle eine Aktion:", unit),
            Ask::MoveLeader(unit, speed) => format!(
                "{} ({} {speed})",
                of("Move the leader of", "Bewege den Einheitenführer:", unit),
                pick(lang, "speed", "Geschwindigkeit")
            ),
            Ask::PlaceMini(mini) => format!(
                "{}: {}",
                of("Place in cohesion with the leader of", "In Formation platzieren:", &mini.unit),
                mini_name(state, *mini, lang)
            ),
            Ask::Defender(unit) => {
                of("Choose a defender for the attack of", "Wähle einen Verteidiger:", unit)
            }
            Ask::Weapon(unit) => of("Add weapons to the attack pool of", "Waffen in den Angriffspool:", unit),
            Ask::Pool(unit) => of("Choose the next attack pool of", "Wähle den nächsten Angriffspool:", unit),
            Ask::Aim(unit) => of("Spend an aim token of", "Zielmarker ausgeben:", unit),
            Ask::RerollDice(unit, most) => of(
                &format!("Choose up to {most} dice to reroll for"),
                &format!("Wähle bis zu {most} Würfel zum Neuwerfen:"),
                unit,
            ),
            Ask::Dodge(unit) => of("Spend a dodge token of", "Ausweichmarker ausgeben:", unit),
            Ask::Wound(unit) => {
                of("Choose a miniature to suffer wounds:", "Wähle eine Miniatur für Wunden:", unit)
            }
            Ask::NewLeader(unit) => of("Choose the new leader of", "Wähle den neuen Einheitenführer:", unit),
        }
    }

    fn choice_text(state: &State, choice: &Choice, lang: Lang) -> String {
        let weapon = |unit: UnitId, id: WeaponId| {
            attack::weapon(state, unit, id)
                .map_or(String::new(), |(facts, _)| facts.name.in_(lang).to_string())
        };
        match choice {
            Choice::Pass => pick(lang, "Pass", "Passen"),
            Choice::Use(card, _) => card_name(state, *card, lang),
            Choice::Move(speed) => {
                format!("{} {speed}", pick(lang, "Move at speed", "Bewegung mit Geschwindigkeit"))
            }
            Choice::Climb(id) => {
                format!("{}: {}", pick(lang, "Climb", "Klimmen"), terrain_name(state, *id, lang))
            }
            Choice::Clamber(id) => {
                format!("{}: {}", pick(lang, "Clamber", "Klettern"), terrain_name(state, *id, lang))
            }
            Choice::Attack => pick(lang, "Attack", "Angriff"),
            Choice::Aim => pick(lang, "Aim", "Zielen"),
            Choice::Dodge => pick(lang, "Dodge", "Ausweichen"),
            Choice::Unit(unit) => unit_name(state, *unit, lang),
            Choice::Weapon(mini, id) => {
                format!("{}: {}", weapon(mini.unit, *id), mini_name(state, *mini, lang))
            }
            Choice::Weapons(unit, id) => format!("{}: {}", weapon(*unit, *id), pick(lang, "all", "alle")),
            Choice::Pool(unit) => {
                format!("{} {}", pick(lang, "Pool against", "Pool gegen"), unit_name(state, *unit, lang))
            }
            Choice::SpendToken => pick(lang, "Spend a token", "Marker ausgeben"),
            Choice::Die(index, die) => {
                format!("{} {}: {}", pick(lang, "Die", "Würfel"), index + 1, attack_die_name(*die, lang))
            }
            Choice::Mini(mini) => mini_name(state, *mini, lang),
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

    fn log_line(state: &State, event: &Event, lang: Lang) -> scene::LogLine {
        let dice = crate::scene::rolled(event);
        let text = Self::event_text(state, event, lang);
        // What is drawn need not be spelled out as well.
        let head = text.split(':').next().filter(|_| !dice.is_empty()).map(str::to_string);
        scene::LogLine {
            text: head.unwrap_or(text),
            side: about(event).map(|unit| state.unit(unit).owner.index()),
            dice,
            ..scene::LogLine::default()
        }
    }
}

/// The unit that an event is about.
fn about(event: &Event) -> Option<UnitId> {
    match event {
        Event::LeaderMoved(unit, ..)
        | Event::Climbed(unit, ..)
        | Event::Aims(unit)
        | Event::Dodges(unit)
        | Event::Attacks { attacker: unit, .. }
        | Event::WeaponsAdded(unit, ..)
        | Event::AimSpent(unit)
        | Event::DodgeSpent(unit)
        | Event::CoverApplied { unit, .. }
        | Event::WoundsSuffered(unit, _)
        | Event::UnitDefeated(unit)
        | Event::SuppressionGained(unit, _)
        | Event::DodgeGained(unit, _) => Some(*unit),
        Event::MiniPlaced(mini, _)
        | Event::Wounded(mini, _)
        | Event::MiniDefeated(mini)
        | Event::NewLeader(mini) => Some(mini.unit),
        _ => None,
    }
}

impl Resample for Legion {
    /// Nothing is hidden.
    fn resample(state: &State, _: Option<Seat>, _: &mut dyn Rng) -> State {
        state.clone()
    }

    fn invariants(state: &State) -> Result<(), String> {
        for id in state.all_standing() {
            let own = base(state, id);
            if !inside(&own, &state.board.area) {
                return Err(format!("{id:?} stands outside the battlefield"));
            }
            if !stands_flat(&state.board, &own) {
                return Err(format!("{id:?} does not stand flat"));
            }
            let mut others = state.all_standing().filter(|other| *other > id);
            if others.any(|other| collide(&own, &base(state, other))) {
                return Err(format!("{id:?} stands on another miniature"));
            }
        }
        for unit in state.in_play() {
            let unit = state.unit(unit);
            if unit
                .minis
                .iter()
                .any(|mini| mini.place != Place::Defeated && mini.wounds >= unit.facts().wounds)
            {
                return Err("a miniature has all its wounds but is not defeated".to_string());
            }
            if unit.leader().place == Place::Defeated && state.attack.is_none() && state.moving.is_none() {
                return Err("a unit has no leader".to_string());
            }
        }
        Ok(())
    }
}

/// A unit; several of one name are numbered.
pub fn unit_name(state: &State, id: UnitId, lang: Lang) -> String {
    let kind = state.unit(id).kind;
    let twins = (0..state.units.len() as u8).map(UnitId).filter(|other| state.unit(*other).kind == kind);
    numbered(library().unit(kind).name.in_(lang), twins, id)
}

pub fn terrain_name(state: &State, id: TerrainId, lang: Lang) -> String {
    let kind = state.piece(id).kind;
    let twins = state.pieces().filter(|other| state.piece(*other).kind == kind);
    numbered(library().terrain(kind).name.in_(lang), twins.collect::<Vec<_>>().into_iter(), id)
}

/// A miniature within its unit.
pub fn mini_name(state: &State, id: MiniId, lang: Lang) -> String {
    let unit = state.unit(id.unit);
    let upgrade = state.mini(id).upgrade.and_then(|upgrade| unit.upgrades.get(upgrade as usize));
    match upgrade {
        _ if unit.leader == id.mini => pick(lang, "Leader", "Einheitenführer"),
        Some(kind) => library().upgrade(*kind).name.in_(lang).to_string(),
        None => format!("{} {}", pick(lang, "Mini", "Miniatur"), id.mini + 1),
    }
}

/// The name, with a number if several things share it.
fn numbered<T: PartialEq>(name: &str, twins: impl Iterator<Item = T> + Clone, own: T) -> String {
    if twins.clone().count() < 2 {
        return name.to_string();
    }
    format!("{name} {}", twins.take_while(|other| *other != own).count() + 1)
}

/// A keyword with its value, and where it stands.
pub fn card_name(state: &State, card: CardRef, lang: Lang) -> String {
    let Some(keyword) = keyword(state, card) else { return String::new() };
    let name = library().keyword(&keyword.id).map_or("", |facts| facts.name.in_(lang));
    let name = if keyword.x > 0 { format!("{name} {}", keyword.x) } else { name.to_string() };
    match card.slot {
        Slot::Weapon(mini, ..) => {
            format!("{name}: {}", mini_name(state, MiniId { unit: card.unit, mini }, lang))
        }
        Slot::UnitCard(_) | Slot::Upgrade(..) => name,
    }
}

pub fn cover_name(cover: Cover, lang: Lang) -> String {
    match cover {
        Cover::None => pick(lang, "no cover", "keine Deckung"),
        Cover::Light => pick(lang, "light cover", "leichte Deckung"),
        Cover::Heavy => pick(lang, "heavy cover", "schwere Deckung"),
    }
}

fn colour_name(colour: Colour, lang: Lang) -> String {
    match colour {
        Colour::Red => pick(lang, "red", "rot"),
        Colour::Black => pick(lang, "black", "schwarz"),
        Colour::White => pick(lang, "white", "weiß"),
    }
}

fn defense_colour_name(colour: DefenseColour, lang: Lang) -> String {
    match colour {
        DefenseColour::Red => pick(lang, "red", "rot"),
        DefenseColour::White => pick(lang, "white", "weiß"),
    }
}

fn attack_die_name(die: AttackDie, lang: Lang) -> String {
    let face = match die.face {
        AttackFace::Blank => pick(lang, "blank", "Leerseite"),
        AttackFace::Hit => pick(lang, "hit", "Treffer"),
        AttackFace::Critical => pick(lang, "critical", "kritischer Treffer"),
        AttackFace::Surge => pick(lang, "surge", "Energie"),
    };
    format!("{} {face}", colour_name(die.colour, lang))
}

fn defense_die_name(die: DefenseDie, lang: Lang) -> String {
    let face = match die.face {
        DefenseFace::Blank => pick(lang, "blank", "Leerseite"),
        DefenseFace::Block => pick(lang, "block", "Abwehr"),
        DefenseFace::Surge => pick(lang, "surge", "Energie"),
    };
    format!("{} {face}", defense_colour_name(die.colour, lang))
}

fn list(names: impl Iterator<Item = String>, lang: Lang) -> String {
    let names: Vec<String> = names.collect();
    if names.is_empty() { pick(lang, "no dice", "keine Würfel") } else { names.join(", ") }
}

fn attack_dice(dice: &[AttackDie], lang: Lang) -> String {
    list(dice.iter().map(|die| attack_die_name(*die, lang)), lang)
}

fn defense_dice(dice: &[DefenseDie], lang: Lang) -> String {
    list(dice.iter().map(|die| defense_die_name(*die, lang)), lang)
}

/// A number of things in English.
fn some(count: u8, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

fn event_en(state: &State, event: &Event) -> String {
    let lang = Lang::En;
    let unit = |id: &UnitId| unit_name(state, *id, lang);
    let mini =
        |id: &MiniId| format!("{} of {}", mini_name(state, *id, lang), unit_name(state, id.unit, lang));
    match event {
        Event::LeaderMoved(id, speed, way) => {
            let straight = (way.joint - way.from).cross(way.to - way.joint).abs() < 1e-6;
            let bend = if straight { "straight" } else { "around a bend" };
            format!("The leader of {} moves {bend} at speed {speed}", unit(id))
        }
        Event::Climbed(id, climb, _) => {
            let verb = if climb.clamber { "clamber" } else { "climb" };
            let way = if climb.up { "up" } else { "down" };
            format!("{} {verb} {way}: {}", unit(id), terrain_name(state, climb.terrain, lang))
        }
        Event::MiniPlaced(id, at) => format!("{} is placed at {:.0} {:.0}", mini(id), at.x, at.y),
        Event::Aims(id) => format!("{} aim", unit(id)),
        Event::Dodges(id) => format!("{} dodge", unit(id)),
        Event::Attacks { attacker, defender, range } => {
            format!("{} attack {} at range {range}", unit(attacker), unit(defender))
        }
        Event::WeaponsAdded(id, weapon, count) => {
            let name = attack::weapon(state, *id, *weapon).map_or("", |(facts, _)| facts.name.in_(lang));
            format!("{count} × {name} is added to the pool")
        }
        Event::PoolChosen(id) => format!("The pool against {} is resolved", unit(id)),
        Event::AttackRolled(dice) => format!("Attack dice: {}", attack_dice(dice, lang)),
        Event::AimSpent(id) => format!("{} spend an aim token", unit(id)),
        Event::Rerolled(dice) => format!("Rerolled: {}", attack_dice(dice, lang)),
        Event::SurgesConverted(dice) => format!("Surges converted: {}", attack_dice(dice, lang)),
        Event::DodgeSpent(id) => format!("{} spend a dodge token", unit(id)),
        Event::CoverApplied { unit: id, cover, canceled } => {
            format!("{} have {}: {} cancelled", unit(id), cover_name(*cover, lang), some(*canceled, "hit"))
        }
        Event::HitsToCriticals(count) => format!("{} turned critical", some(*count, "hit")),
        Event::HitsCanceled(count) => format!("{} cancelled", some(*count, "hit")),
        Event::DefenseRolled(dice) => format!("Defense dice: {}", defense_dice(dice, lang)),
        Event::DefenseSurgesConverted(dice) => {
            format!("Defense surges converted: {}", defense_dice(dice, lang))
        }
        Event::BlocksCanceled(count) => format!("{} cancelled", some(*count, "block")),
        Event::ClamberRolled(dice) => format!("Clambering: {}", defense_dice(dice, lang)),
        Event::WoundsSuffered(id, count) => format!("{} suffer {}", unit(id), some(*count, "wound")),
        Event::Wounded(id, count) => format!("{} takes {}", mini(id), some(*count, "wound")),
        Event::MiniDefeated(id) => format!("{} is defeated", mini(id)),
        Event::UnitDefeated(id) => format!("{} are defeated", unit(id)),
        Event::NewLeader(id) => format!("A miniature of {} becomes the unit leader", unit(&id.unit)),
        Event::SuppressionGained(id, count) => format!("{} gain {count} suppression", unit(id)),
        Event::DodgeGained(id, count) => format!("{} gain {count} dodge", unit(id)),
        Event::ActivationOver(seat) => {
            format!("The activation of {} is over", Legion::seat_name(state, *seat))
        }
    }
}

fn event_de(state: &State, event: &Event) -> String {
    let lang = Lang::De;
    let unit = |id: &UnitId| unit_name(state, *id, lang);
    let mini = |id: &MiniId| format!("{} ({})", mini_name(state, *id, lang), unit_name(state, id.unit, lang));
    match event {
        Event::LeaderMoved(id, speed, way) => {
            let straight = (way.joint - way.from).cross(way.to - way.joint).abs() < 1e-6;
            let bend = if straight { "geradeaus" } else { "mit geknickter Schablone" };
            format!("{}: Der Einheitenführer bewegt sich {bend}, Geschwindigkeit {speed}", unit(id))
        }
        Event::Climbed(id, climb, _) => {
            let verb = if climb.clamber { "klettern" } else { "klimmen" };
            let way = if climb.up { "hinauf" } else { "hinab" };
            format!("{} {verb} {way}: {}", unit(id), terrain_name(state, climb.terrain, lang))
        }
        Event::MiniPlaced(id, at) => format!("{} steht bei {:.0} {:.0}", mini(id), at.x, at.y),
        Event::Aims(id) => format!("{} zielen", unit(id)),
        Event::Dodges(id) => format!("{} weichen aus", unit(id)),
        Event::Attacks { attacker, defender, range } => {
            format!("{} greifen {} in Reichweite {range} an", unit(attacker), unit(defender))
        }
        Event::WeaponsAdded(id, weapon, count) => {
            let name = attack::weapon(state, *id, *weapon).map_or("", |(facts, _)| facts.name.in_(lang));
            format!("{count} × {name} kommt in den Pool")
        }
        Event::PoolChosen(id) => format!("Der Pool gegen {} wird abgehandelt", unit(id)),
        Event::AttackRolled(dice) => format!("Angriffswürfel: {}", attack_dice(dice, lang)),
        Event::AimSpent(id) => format!("{} geben einen Zielmarker aus", unit(id)),
        Event::Rerolled(dice) => format!("Neu gewürfelt: {}", attack_dice(dice, lang)),
        Event::SurgesConverted(dice) => format!("Energie umgewandelt: {}", attack_dice(dice, lang)),
        Event::DodgeSpent(id) => format!("{} geben einen Ausweichmarker aus", unit(id)),
        Event::CoverApplied { unit: id, cover, canceled } => {
            format!("{} haben {}: {canceled} Treffer negiert", unit(id), cover_name(*cover, lang))
        }
        Event::HitsToCriticals(count) => format!("Kritisch gewordene Treffer: {count}"),
        Event::HitsCanceled(count) => format!("Negierte Treffer: {count}"),
        Event::DefenseRolled(dice) => format!("Verteidigungswürfel: {}", defense_dice(dice, lang)),
        Event::DefenseSurgesConverted(dice) => format!("Energie umgewandelt: {}", defense_dice(dice, lang)),
        Event::BlocksCanceled(count) => format!("Negierte Abwehrergebnisse: {count}"),
        Event::ClamberRolled(dice) => format!("Klettern: {}", defense_dice(dice, lang)),
        Event::WoundsSuffered(id, count) => format!("{} erleiden Wunden: {count}", unit(id)),
        Event::Wounded(id, count) => format!("{} erhält Wunden: {count}", mini(id)),
        Event::MiniDefeated(id) => format!("{} ist besiegt", mini(id)),
        Event::UnitDefeated(id) => format!("{} sind besiegt", unit(id)),
        Event::NewLeader(id) => format!("Eine Miniatur wird Einheitenführer: {}", unit(&id.unit)),
        Event::SuppressionGained(id, count) => format!("{} erhalten {count} Niederhalten", unit(id)),
        Event::DodgeGained(id, count) => format!("{} erhalten {count} Ausweichen", unit(id)),
        Event::ActivationOver(seat) => {
            format!("Die Aktivierung ist zu Ende: {}", Legion::seat_name(state, *seat))
        }
    }
}
