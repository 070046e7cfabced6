//! The words of this game in scenarios: positions in the `given` part, and claims about cards, players and the engagement.
//! Described in `docs/scenarios.md`.

use scenario::{Doubt, Scripted};
use table::{Fault, Lang};

use crate::cards::{CardType, Facts, Kind, library};
use crate::setup::{Placed, Setup, begin};
use crate::show::card_name;
use crate::state::{CardId, Cursor, Icon, Options, Side, State};
use crate::{Swlcg, View, damage, edge, engagement};

/// A position while it is being described. Whoever can only pass is not asked, unless the scenario wants it.
pub struct Given(Setup);

impl Default for Given {
    fn default() -> Self {
        let options = Options { poker_face: false, ..Options::default() };
        Given(Setup { options, ..Setup::default() })
    }
}

fn simple(text: &str) -> String {
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

fn parse<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("{text:?} is not a suitable number"))
}

fn parse_side(text: &str) -> Result<Side, String> {
    match simple(text).as_str() {
        "dark" => Ok(Side::Dark),
        "light" => Ok(Side::Light),
        _ => Err(format!("a player is Dark or Light, not {text:?}")),
    }
}

/// The card of a side that a name means: by id, by name, or the only one whose name contains it.
fn find_card(
    side: Side,
    name: &str,
    wanted: impl Fn(&Facts) -> bool,
) -> Result<(Kind, &'static Facts), String> {
    let text = simple(name);
    let cards = || library().kinds().filter(|(_, card)| card.side == side && wanted(card));
    let exact = |card: &Facts| simple(&card.id) == text || simple(&card.name.en) == text;
    if let Some(found) = cards().find(|(_, card)| exact(card)) {
        return Ok(found);
    }
    let mut containing = cards().filter(|(_, card)| simple(&card.name.en).contains(&text));
    match (containing.next(), containing.next()) {
        (Some(found), None) => Ok(found),
        (Some(_), Some(_)) => Err(format!("{name:?} means more than one card")),
        _ => Err(format!("the {side:?} side has no such card {name:?}")),
    }
}

/// `X-Wing 2 + Yoda`: the number says how many copies.
fn parse_cards(side: Side, text: &str) -> Result<Vec<String>, String> {
    let mut ids = Vec::new();
    for entry in text.split(" + ").map(str::trim).filter(|entry| !entry.is_empty() && *entry != "empty") {
        let (name, copies) = match entry.rsplit_once(' ').map(|(name, count)| (name, count.parse::<usize>()))
        {
            Some((name, Ok(copies))) => (name, copies),
            _ => (entry, 1),
        };
        let command = |card: &Facts| !matches!(card.card_type, CardType::Objective | CardType::Affiliation);
        let (_, card) = find_card(side, name, command)?;
        ids.extend(std::iter::repeat_n(card.id.clone(), copies));
    }
    Ok(ids)
}

fn card_type(word: &str) -> Option<CardType> {
    Some(match word {
        "unit" => CardType::Unit,
        "objective" => CardType::Objective,
        "enhancement" => CardType::Enhancement,
        "affiliation" => CardType::Affiliation,
        _ => return None,
    })
}

/// `NAME [on HOST] for PLAYER: attribute, …`
fn given_card(setup: &mut Setup, kind: CardType, text: &str) -> Result<(), String> {
    let (head, attributes) = text.split_once(':').unwrap_or((text, ""));
    let (card, owner) = head.rsplit_once(" for ").ok_or("`NAME for PLAYER: …`")?;
    let side = parse_side(owner)?;
    let (name, host) = match card.split_once(" on ") {
        Some((name, host)) => (name, Some(host)),
        None => (card, None),
    };
    let mut placed = Placed::new(&find_card(side, name, |card| card.card_type == kind)?.1.id);
    if let Some(host) = host {
        let named = |side: Side| find_card(side, host, |_| true).map(|(_, card)| card.id.clone());
        placed.on = Some(named(Side::Dark).or_else(|_| named(Side::Light))?);
    }
    for attribute in attributes.split(',').map(str::trim).filter(|attribute| !attribute.is_empty()) {
        match attribute.split_once(' ').unwrap_or((attribute, "")) {
            ("participating", _) => placed.participating = true,
            ("engaged", _) => placed.engaged = true,
            ("committed", _) => placed.committed = true,
            ("shield", _) => placed.shields = 1,
            ("focus", count) => placed.focus = parse(count)?,
            ("damage", count) => placed.damage = parse(count)?,
            _ => return Err(format!("{attribute:?} is not known")),
        }
    }
    setup.side_mut(side).in_play.push(placed);
    Ok(())
}

fn parse_step(text: &str) -> Result<Cursor, String> {
    Ok(match text.trim() {
        "defended" => Cursor::DefendersDeclared,
        "edge" => Cursor::EdgeBattle,
        "strikes" => Cursor::Strikes,
        "unopposed" => Cursor::Unopposed,
        "engagement-over" => Cursor::EngagementOver,
        "over" => Cursor::Over,
        other => return Err(format!("there is no step {other:?}")),
    })
}

impl Scripted for Swlcg {
    type Given = Given;

    fn given(Given(setup): &mut Given, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(kind) = card_type(word) {
            return given_card(setup, kind, rest);
        }
        match word {
            "attacker" => setup.attacker = parse_side(rest)?,
            "step" => setup.step = parse_step(rest)?,
            "edge" => setup.edge = Some(parse_side(rest)?),
            "dial" => setup.dial = parse(rest)?,
            "option" => match rest {
                "reorder-icons" => setup.options.reorder_icons = true,
                "poker-face" => setup.options.poker_face = true,
                _ => return Err(format!("there is no option {rest:?}")),
            },
            "hand" | "deck" | "discard" | "victory-pile" => {
                let (owner, cards) = rest.split_once(':').ok_or("`hand PLAYER: CARD + CARD`")?;
                let side = parse_side(owner)?;
                if word == "victory-pile" {
                    let enemy = if side == Side::Dark { Side::Light } else { Side::Dark };
                    let names = cards.split(" + ");
                    let found = names
                        .map(|name| find_card(enemy, name, |card| card.card_type == CardType::Objective));
                    let ids: Result<Vec<String>, String> = found.map(|card| Ok(card?.1.id.clone())).collect();
                    setup.side_mut(side).victory_pile = ids?;
                    return Ok(());
                }
                let ids = parse_cards(side, cards)?;
                let player = setup.side_mut(side);
                match word {
                    "hand" => player.hand = ids,
                    "deck" => player.deck = ids,
                    _ => player.discard = ids,
                }
            }
            _ => {
                let known = "unit, objective, enhancement, affiliation, hand, deck, discard, victory-pile, attacker, \
                             step, edge, dial or option";
                return Err(format!("expected {known}"));
            }
        }
        Ok(())
    }

    fn seats(_: &Given) -> Vec<String> {
        Side::ALL.iter().map(|side| format!("{side:?}")).collect()
    }

    fn position(Given(setup): &Given) -> Result<(Setup, State), Vec<Fault>> {
        Ok((setup.clone(), begin(setup)?))
    }

    fn claim(state: &State, thing: &str, claim: &str) -> Result<(), Doubt> {
        let (word, rest) = claim.split_once(' ').unwrap_or((claim, ""));
        if thing.eq_ignore_ascii_case("engagement") {
            return engagement_claim(state, word, rest);
        }
        if thing.eq_ignore_ascii_case("table") {
            return match word {
                "dial" => count(state.dial.into(), rest),
                _ => unknown(word),
            };
        }
        if let Ok(side) = parse_side(thing) {
            return player_claim(state, side, word, rest);
        }
        card_claim(state, find_in_play(state, thing)?, word, rest)
    }

    fn seen(view: &View, thing: &str, claim: &str) -> Result<(), Doubt> {
        Self::claim(&view.state, thing, claim)
    }

    fn reached(state: &State, place: &str) -> Option<bool> {
        parse_step(place).ok().map(|step| state.cursor == step)
    }
}

fn unknown(word: &str) -> Result<(), Doubt> {
    Err(Doubt::NotUnderstood(format!("{word:?} cannot be claimed here")))
}

fn holds(true_: bool, otherwise: impl Into<String>) -> Result<(), Doubt> {
    if true_ { Ok(()) } else { Err(Doubt::NotSo(otherwise.into())) }
}

fn count(is: usize, wanted: &str) -> Result<(), Doubt> {
    let wanted: usize = parse(wanted)?;
    holds(is == wanted, format!("it is {is}"))
}

/// A number of cards, or `CARD` to be among them, or `CARD N`.
fn cards(side: Side, kinds: &[Kind], wanted: &str) -> Result<(), Doubt> {
    if let Ok(number) = wanted.trim().parse::<usize>() {
        return holds(kinds.len() == number, format!("there are {}", kinds.len()));
    }
    let (name, copies) = match wanted.rsplit_once(' ').map(|(name, count)| (name, count.parse::<usize>())) {
        Some((name, Ok(copies))) => (name, Some(copies)),
        _ => (wanted, None),
    };
    let (kind, _) = find_card(side, name, |_| true)?;
    let there = kinds.iter().filter(|other| **other == kind).count();
    match copies {
        Some(copies) => holds(there == copies, format!("there are {there}")),
        None => holds(there > 0, "it is not there"),
    }
}

fn engagement_claim(state: &State, word: &str, rest: &str) -> Result<(), Doubt> {
    let Some(engagement) = &state.engagement else { return holds(word == "ended", "there is no engagement") };
    match word {
        "edge" if rest == "none" => holds(engagement.edge.is_none(), "somebody has it"),
        "edge" => {
            let seat = parse_side(rest)?.seat();
            holds(engagement.edge == Some(seat), format!("{:?} has it", engagement.edge.map(Side::of)))
        }
        "ended" => Err(Doubt::NotSo("it goes on".to_string())),
        _ => unknown(word),
    }
}

fn player_claim(state: &State, side: Side, word: &str, rest: &str) -> Result<(), Doubt> {
    let (seat, player) = (side.seat(), state.player(side.seat()));
    let stack: Vec<Kind> = player.edge_stack.iter().map(|card| card.kind).collect();
    match word {
        "hand" => cards(side, &player.hand, rest),
        "deck" => cards(side, &player.deck, rest),
        "discard" => cards(side, &player.discard, rest),
        "top-discard" => {
            let top =
                player.discard.last().map(|kind| library().card(*kind).name.en.as_str()).unwrap_or("nothing");
            holds(simple(top) == simple(rest), format!("it is {top}"))
        }
        "edge-stack" => cards(side, &stack, rest),
        "force-icons" => count(edge::force_icons(state, seat).into(), rest),
        "victory-pile" => count(player.victory_pile.len(), rest),
        "edge" => holds(state.has_edge(seat), "has not the edge"),
        "participants" => count(state.participants(seat).count(), rest),
        _ => unknown(word),
    }
}

/// A card in play, or one that was: by name or by the only name that contains the words. One that is still in play goes
/// before one that has left it.
fn find_in_play(state: &State, name: &str) -> Result<CardId, String> {
    let wanted = simple(name);
    let ids = || (0..state.cards.len() as u16).map(CardId);
    let text = |id: CardId| simple(&card_name(state, id, Lang::En));
    if let Some(exact) = ids().find(|id| text(*id) == wanted) {
        return Ok(exact);
    }
    let mut containing = ids().filter(|id| text(*id).contains(&wanted));
    match (containing.next(), containing.next()) {
        (Some(id), None) => Ok(id),
        (Some(_), Some(_)) => Err(format!("{name:?} means more than one card in play")),
        _ => Err(format!("there is no {name:?} in play")),
    }
}

fn card_claim(state: &State, id: CardId, word: &str, rest: &str) -> Result<(), Doubt> {
    let card = state.card(id);
    match word {
        "focus" => count(card.focus.into(), rest),
        "damage" => count(card.damage.into(), rest),
        "shields" => count(card.shields.into(), rest),
        "capacity" => count(damage::capacity(state, id).into(), rest),
        "unit-damage" => count(engagement::icons(state, id, Icon::UnitDamage).into(), rest),
        "tactics" => count(engagement::icons(state, id, Icon::Tactics).into(), rest),
        "blast-damage" => count(engagement::icons(state, id, Icon::BlastDamage).into(), rest),
        "targeted-strike" => holds(engagement::has_targeted_strike(state, id), "it has not"),
        "ready" => holds(card.is_ready(), "it is exhausted"),
        "participating" => holds(state.is_participating(id), "it does not take part"),
        "in-play" => holds(!card.left, "it has left play"),
        "controller" => {
            holds(card.controller == parse_side(rest)?.seat(), format!("{:?}", Side::of(card.controller)))
        }
        "attached" => holds(card.attached_to == Some(find_in_play(state, rest)?), "it is not attached to it"),
        _ => unknown(word),
    }
}
