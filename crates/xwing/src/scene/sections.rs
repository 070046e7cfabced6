//! What the table shows of huge ships beyond other ships: energy and reinforce tokens, and hull and shields section by
//! section.

use scene::{Chip, PipShape, Pips, Tone};
use table::Lang;

use crate::huge;
use crate::show::section_name;
use crate::state::{CardRef, Huge, Section, ShipId, Slot, State};

/// A word of a section for chips.
fn short(section: Section, lang: Lang) -> &'static str {
    match (section, lang) {
        (Section::Fore, Lang::En) => "fore",
        (Section::Fore, Lang::De) => "Bug",
        (Section::Aft, Lang::En) => "aft",
        (Section::Aft, Lang::De) => "Heck",
    }
}

/// The sections of a huge ship, or the halves of another, beside which a reinforce token lies.
fn reinforced(state: &State, id: ShipId) -> impl Iterator<Item = Section> {
    let huge = state.huge(id).map(|huge| huge.reinforced);
    let own = state.ship(id).reinforced;
    let lies = move |section: &Section| match huge {
        Some(huge) => huge[section.index()],
        None => own == Some(*section),
    };
    Section::BOTH.into_iter().filter(lies)
}

/// Energy on the ship card and reinforce tokens.
pub fn chips(state: &State, id: ShipId, lang: Lang) -> Vec<Chip> {
    let (signs, energy, token) = match lang {
        Lang::En => (["RF", "RA"], "Energy", "Reinforce token"),
        Lang::De => (["VB", "VH"], "Energie", "Verstärkungsmarker"),
    };
    let energy = state.huge(id).map(|huge| Chip {
        text: format!("E{}", huge.energy),
        tone: Tone::Orange,
        title: format!("{energy}: {}/{}", huge.energy, huge::energy_limit(state, id)),
    });
    let reinforced = reinforced(state, id).map(|section| Chip {
        text: signs[section.index()].to_string(),
        tone: Tone::Green,
        title: format!("{token}: {}", section_name(section, lang)),
    });
    energy.into_iter().chain(reinforced).collect()
}

/// The section of a huge ship on which a lock of another ship lies, as titles name it.
pub fn locked_section(state: &State, id: ShipId, by: ShipId, lang: Lang) -> Option<String> {
    let huge = state.huge(id)?;
    let section =
        Section::BOTH.into_iter().find(|section| huge.locked_by[section.index()] & by.bit() != 0)?;
    Some(section_name(section, lang))
}

/// Energy, and of a ship with two ship cards the hull and the shields of each section. A crippled section has none left.
pub fn pips(state: &State, id: ShipId, lang: Lang) -> Vec<Pips> {
    let Some(energy) = state.huge(id).map(|huge| huge.energy) else { return Vec::new() };
    let pips = |label: String, full: u8, of: u8, tone, shape| Pips {
        label,
        full: full.into(),
        empty: of.saturating_sub(full).into(),
        tone,
        shape,
        ..Pips::default()
    };
    let (hull, shields, stored) = match lang {
        Lang::En => ("Hull", "Shields", "Energy"),
        Lang::De => ("Hülle", "Schilde", "Energie"),
    };
    let mut rows = Vec::new();
    for section in Section::BOTH.into_iter().filter(|_| huge::has_two_cards(state, id)) {
        let card = huge::card_of(state, id, section);
        let gone = state.ship(id).destroyed || huge::is_crippled(state, id, section);
        let left = if gone { 0 } else { card.hull.saturating_sub(huge::suffered(state, id, section)) };
        let word = short(section, lang);
        rows.push(pips(format!("{hull} {word}"), left, card.hull, Tone::Gold, PipShape::Square));
        let value = huge::section_shields(state, id, section).max(huge::shields(state, id, section));
        let now = huge::shields(state, id, section);
        rows.push(pips(format!("{shields} {word}"), now, value, Tone::Blue, PipShape::Round));
    }
    let limit = huge::energy_limit(state, id);
    rows.push(pips(stored.to_string(), energy, limit, Tone::Orange, PipShape::Round));
    rows
}

/// The sections that are crippled, for the lines of a ship's card.
pub fn crippled(state: &State, id: ShipId, lang: Lang) -> Option<String> {
    let crippled = Section::BOTH.into_iter().filter(|section| huge::is_crippled(state, id, *section));
    let names: Vec<String> = crippled.map(|section| section_name(section, lang)).collect();
    let word = if lang == Lang::En { "crippled" } else { "lahmgelegt" };
    (!names.is_empty()).then(|| format!("{} {word}", names.join(", ")))
}

/// Energy that lies on an upgrade, of so much that it holds.
pub fn energy_on(state: &State, card: CardRef) -> Option<String> {
    let limit = crate::cards::upgrade_facts(state, card)?.energy?;
    let Slot::Upgrade(i) = card.slot else { return None };
    let upgrade = state.ship(card.ship).upgrades.get(i as usize).filter(|upgrade| !upgrade.discarded)?;
    Some(format!("E{}/{limit}", upgrade.tokens))
}

/// Names and meanings of energy and reinforce tokens.
pub fn tokens(state: &State, id: ShipId, lang: Lang) -> Vec<(String, String)> {
    let pick = |en: &str, de: &str| if lang == Lang::En { en.to_string() } else { de.to_string() };
    let energy = |huge: &Huge| {
        (
            format!("{} {}/{}", pick("Energy", "Energie"), huge.energy, huge::energy_limit(state, id)),
            pick(
                "Gained by maneuvers; pays for cards, can be moved to upgrades that hold energy, and recovers shields.",
                "Kommt durch Manöver; bezahlt Karten, lässt sich auf Aufwertungen mit Energielimit umleiten und lädt Schilde auf.",
            ),
        )
    };
    let mut lines: Vec<(String, String)> = state.huge(id).map(energy).into_iter().collect();
    for section in reinforced(state, id) {
        let name = section_name(section, lang);
        lines.push((
            format!("{}: {name}", pick("Reinforced", "Verstärkt")),
            pick(
                "Adds an evade result against every attack on this section; gone at the end of the round.",
                "Bringt gegen jeden Angriff auf diese Sektion ein Ausweichergebnis; verfällt am Rundenende.",
            ),
        ));
    }
    lines
}
