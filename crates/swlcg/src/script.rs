//! The words of this game in scenarios: positions in the `given` part, and claims about cards, players and the engagement.
//! Described in `docs/scenarios.md`.

use scenario::{Doubt, Scripted};
use table::{Fault, Lang};

use crate::cards::{CardType, Facts, Keyword, Kind, constants, library};
use crate::conflict::edge;
use crate::lists::DeckList;
use crate::setup::{Placed, Position, Setup, begin};
use crate::show::card_name;
use crate::state::{CardId, Cursor, Icon, Options, Phase, Place, Side, State};
use crate::{Swlcg, View, force};

/// A position, or two decks, while they are being described. Whoever can only pass is not asked, unless the scenario wants it.
pub struct Given {
    setup: Setup,
    position: Position,
}

impl Default for Given {
    fn default() -> Self {
        let options = Options { poker_face: false, ..Options::default() };
        Given { setup: Setup { options, ..Setup::default() }, position: Position::default() }
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
fn parse_cards(side: Side, text: &str, wanted: fn(&Facts) -> bool) -> Result<Vec<String>, String> {
    let mut ids = Vec::new();
    for entry in text.split(" + ").map(str::trim).filter(|entry| !entry.is_empty() && *entry != "empty") {
        let (name, copies) = match entry.rsplit_once(' ').map(|(name, count)| (name, count.parse::<u8>())) {
            Some((name, Ok(copies))) => (name, copies),
            _ => (entry, 1),
        };
        let (_, card) = find_card(side, name, wanted)?;
        ids.extend(std::iter::repeat_n(card.id.clone(), copies.into()));
    }
    Ok(ids)
}

fn card_type(word: &str) -> Option<CardType> {
    Some(match word {
        "unit" => CardType::Unit,
        "objective" => CardType::Objective,
        "enhancement" => CardType::Enhancement,
        "affiliation" => CardType::Affiliation,
        "mission" => CardType::Mission,
        "fate" => CardType::Fate,
        _ => return None,
    })
}

/// `NAME [on HOST] for PLAYER: attribute, …`
fn given_card(position: &mut Position, kind: CardType, text: &str) -> Result<(), String> {
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
            ("taken", _) => placed.taken = true,
            ("committed", _) => placed.committed = true,
            ("shield", _) => placed.shields = 1,
            ("focus", count) => placed.focus = parse(count)?,
            ("damage", count) => placed.damage = parse(count)?,
            ("set", number) => placed.set = Some(parse(number)?),
            ("holds", captive) => {
                placed.captives.push(find_card(Side::Light, captive, |_| true)?.1.id.clone());
            }
            ("beneath", other) => {
                placed.beneath.push(find_card(side, other, |card| card.is_command_card())?.1.id.clone());
            }
            _ => return Err(format!("{attribute:?} is not known")),
        }
    }
    position.side_mut(side).in_play.push(placed);
    Ok(())
}

const STEPS: [(&str, Cursor); 22] = [
    ("setup", Cursor::ObjectivesDrawn),
    ("mulligan", Cursor::Mulligan),
    ("reveal", Cursor::ObjectivesRevealed),
    ("turn", Cursor::TurnBegins),
    ("balance", Cursor::Balance),
    ("refresh", Cursor::Refresh),
    ("draw", Cursor::Draw),
    ("deployment", Cursor::Deployment),
    ("conflict", Cursor::ConflictBegins),
    ("engage", Cursor::Engage),
    ("attacked", Cursor::AttackersDeclared),
    ("defend", Cursor::DeclareDefenders),
    ("defended", Cursor::DefendersDeclared),
    ("edge", Cursor::EdgeBattle),
    ("edge-decided", Cursor::EdgeDecided),
    ("strikes", Cursor::Strikes),
    ("unopposed", Cursor::Unopposed),
    ("engagement-over", Cursor::EngagementOver),
    ("conflict-over", Cursor::ConflictEnds),
    ("force", Cursor::Commit),
    ("struggle", Cursor::ForceStruggle),
    ("over", Cursor::Over),
];

fn parse_step(text: &str) -> Result<Cursor, String> {
    let found = STEPS.iter().find(|(name, _)| *name == text.trim()).map(|(_, step)| *step);
    found.ok_or(format!("there is no step {text:?}"))
}

/// `PLAYER: AFFILIATION 1 2 3 …`: the numbers of the objective sets; or the id of a ready-made deck.
fn given_deck(setup: &mut Setup, text: &str) -> Result<(), String> {
    let (owner, list) = text.split_once(':').ok_or("`decklist PLAYER: AFFILIATION 1 2 3 …`")?;
    let side = parse_side(owner)?;
    let mut words = list.split_whitespace();
    let first = words.next().ok_or("a deck has an affiliation card")?;
    let sets: Result<Vec<u16>, String> = words.map(parse).collect();
    let deck = DeckList::starter(first).unwrap_or(DeckList::new(first, &sets?));
    match side {
        Side::Dark => setup.dark = deck,
        Side::Light => setup.light = deck,
    }
    Ok(())
}

impl Scripted for Swlcg {
    type Given = Given;

    fn given(Given { setup, position }: &mut Given, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(kind) = card_type(word) {
            return given_card(position, kind, rest);
        }
        match word {
            "attacker" | "active" => position.active = parse_side(rest)?,
            "step" => position.step = parse_step(rest)?,
            "turn" => position.turn = Some(parse(rest)?),
            "edge" => position.edge = Some(parse_side(rest)?),
            "dial" => position.dial = parse(rest)?,
            "balance" => position.balance = parse_side(rest)?,
            "blank" => {
                let (id, part) = rest.split_once(' ').unwrap_or((rest, "0"));
                let (_, card) = library().find(id).ok_or(format!("there is no card {id:?}"))?;
                position.blank.push((card.id.clone(), parse(part)?));
            }
            "decklist" => return given_deck(setup, rest),
            "option" => match rest {
                "draw-if-both-win" => setup.options.draw_if_both_win = true,
                "poker-face" => setup.options.poker_face = true,
                "restricted-list" => setup.options.restricted_list = true,
                "blank-gaps" => setup.options.blank_gaps = true,
                _ => return Err(format!("there is no option {rest:?}")),
            },
            "hand" | "deck" | "discard" | "victory-pile" | "objective-deck" => {
                let (owner, cards) = rest.split_once(':').ok_or("`hand PLAYER: CARD + CARD`")?;
                let side = parse_side(owner)?;
                let objective = |card: &Facts| card.card_type == CardType::Objective;
                let (of, wanted): (Side, fn(&Facts) -> bool) = match word {
                    "victory-pile" => (side.other(), objective),
                    "objective-deck" => (side, objective),
                    _ => (side, Facts::is_command_card),
                };
                let ids = parse_cards(of, cards, wanted)?;
                let player = position.side_mut(side);
                match word {
                    "hand" => player.hand = ids,
                    "deck" => player.deck = ids,
                    "objective-deck" => player.objective_deck = ids,
                    "victory-pile" => player.victory_pile = ids,
                    _ => player.discard = ids,
                }
            }
            _ => {
                let known = "unit, objective, enhancement, affiliation, mission, fate, hand, deck, objective-deck, discard, \
                             victory-pile, decklist, active, attacker, turn, step, edge, dial, balance, blank or option";
                return Err(format!("expected {known}"));
            }
        }
        Ok(())
    }

    fn seats(_: &Given) -> Vec<String> {
        Side::ALL.iter().map(|side| format!("{side:?}")).collect()
    }

    fn in_events(name: &str) -> Option<&'static str> {
        match name {
            "Dark" => Some("The dark side"),
            "Light" => Some("The light side"),
            _ => None,
        }
    }

    fn position(Given { setup, position }: &Given) -> Result<(Setup, State), Vec<Fault>> {
        let mut setup = setup.clone();
        if setup.dark.sets.is_empty() && setup.light.sets.is_empty() {
            setup.position = Some(position.clone());
        }
        let state = begin(&setup)?;
        Ok((setup, state))
    }

    fn claim(state: &State, thing: &str, claim: &str) -> Result<(), Doubt> {
        let (word, rest) = claim.split_once(' ').unwrap_or((claim, ""));
        if thing.eq_ignore_ascii_case("engagement") {
            return engagement_claim(state, word, rest);
        }
        if thing.eq_ignore_ascii_case("table") {
            return match word {
                "dial" => count(state.dial.into(), rest),
                "dial-damage" => count(state.dial_damage.into(), rest),
                "turn" => count(state.turn.into(), rest),
                "round" => count(state.round().into(), rest),
                "balance" => holds(state.balance == parse_side(rest)?, format!("{:?}", state.balance)),
                "active" => holds(state.active == parse_side(rest)?.seat(), "it is not"),
                "phase" => holds(Some(state.phase()) == parse_phase(rest), format!("{:?}", state.phase())),
                "over" => holds(state.result.is_some(), "it goes on"),
                _ => unknown(word),
            };
        }
        if let Some(name) = thing.strip_prefix("card ") {
            return fact_claim(name, word, rest);
        }
        if thing.eq_ignore_ascii_case("cards") {
            return library_claim(word, rest);
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
        if let Some(number) = place.strip_prefix("turn ") {
            return number.trim().parse::<u16>().ok().map(|number| state.turn >= number);
        }
        parse_step(place).ok().map(|step| state.cursor == step)
    }
}

fn parse_phase(text: &str) -> Option<Phase> {
    Some(match text.trim() {
        "setup" => Phase::Setup,
        "balance" => Phase::Balance,
        "refresh" => Phase::Refresh,
        "draw" => Phase::Draw,
        "deployment" => Phase::Deployment,
        "conflict" => Phase::Conflict,
        "force" => Phase::Force,
        _ => return None,
    })
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
    let (_, facts) = find_card(side, name, |_| true)?;
    // The id means one version of the card only.
    let exact = facts.id != slug(&facts.name.en) && simple(&facts.id) == simple(name);
    let meant = |other: &Facts| if exact { other.id == facts.id } else { other.title == facts.title };
    let there = kinds.iter().filter(|other| meant(library().card(**other))).count();
    match copies {
        Some(copies) => holds(there == copies, format!("there are {there}")),
        None => holds(there > 0, "it is not there"),
    }
}

/// A name as it stands in ids.
fn slug(name: &str) -> String {
    name.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-")
}

/// What is printed on a card.
fn fact_claim(name: &str, word: &str, rest: &str) -> Result<(), Doubt> {
    let sides = Side::ALL.into_iter().map(|side| find_card(side, name, |_| true));
    let found: Vec<(Kind, &Facts)> = sides.filter_map(Result::ok).collect();
    let [(kind, facts)] = found[..] else { return Err(format!("{name:?} is not one card").into()) };
    let named = |is: String| holds(simple(&is) == simple(rest), is.clone());
    let place = library().sets().iter().find_map(|set| set.cards.iter().position(|card| *card == kind));
    let icon_letters =
        |icons: &crate::cards::Icons| format!("{} {} {}", icons.unit, icons.tactics, icons.blast);
    match word {
        "type" => named(format!("{:?}", facts.card_type)),
        "side" => named(format!("{:?}", facts.side)),
        "affiliation" => named(format!("{:?}", facts.affiliation)),
        "cost" => count(facts.cost.into(), rest),
        "capacity" => count(facts.capacity.into(), rest),
        "force" => count(facts.force.into(), rest),
        "resources" => count(facts.resources.into(), rest),
        "priority" => count(facts.priority.into(), rest),
        "icons" => holds(icon_letters(&facts.icons) == rest.trim(), icon_letters(&facts.icons)),
        "edge-icons" => {
            holds(icon_letters(&facts.edge_icons) == rest.trim(), icon_letters(&facts.edge_icons))
        }
        "trait" => holds(facts.trait_names.iter().any(|it| simple(it) == simple(rest)), "it has not"),
        "traits" => count(facts.trait_names.len(), rest),
        "german-title" => named(facts.name.in_(Lang::De).to_string()),
        "unique" => holds(facts.unique, "it is not"),
        "command-card" => holds(facts.is_command_card(), "it is none"),
        "set" => {
            let set = library().set(parse(rest)?);
            holds(set.is_some_and(|set| set.cards.contains(&kind)), "it is not in this set")
        }
        "number-in-set" => count(place.map_or(0, |place| place + 1), rest),
        _ => unknown(word),
    }
}

/// All cards that there are.
fn library_claim(word: &str, rest: &str) -> Result<(), Doubt> {
    let of = |wanted: CardType| library().kinds().filter(|(_, card)| card.card_type == wanted).count();
    match word {
        "sets" => count(library().sets().len(), rest),
        "set" => holds(library().set(parse(rest)?).is_some(), "there is no such set"),
        "in-sets" => count(library().sets().iter().map(|set| set.cards.len()).sum(), rest),
        "affiliation-cards" => count(of(CardType::Affiliation), rest),
        "missions" => count(of(CardType::Mission), rest),
        "without-set" => {
            let in_set = |kind| library().sets().iter().any(|set| set.cards.contains(&kind));
            let loose = library().kinds().filter(|(kind, _)| !in_set(*kind)).count();
            count(loose - of(CardType::Affiliation), rest)
        }
        _ => unknown(word),
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
    let kinds = |cards: &[CardId]| -> Vec<Kind> {
        let known = cards.iter().filter(|id| **id != CardId::HIDDEN);
        let hidden = cards.iter().filter(|id| **id == CardId::HIDDEN).map(|_| Kind::HIDDEN);
        known.map(|id| state.card(*id).kind).chain(hidden).collect()
    };
    let stack: Vec<CardId> = player.edge_stack.iter().map(|card| card.card).collect();
    match word {
        "hand" => cards(side, &kinds(&player.hand), rest),
        "deck" => cards(side, &kinds(&player.deck.cards), rest),
        "discard" => cards(side, &kinds(&player.discard), rest),
        "anywhere" => {
            let own = state.cards.iter().filter(|card| card.owner == seat);
            cards(side, &own.map(|card| card.kind).collect::<Vec<Kind>>(), rest)
        }
        "top-discard" => {
            let top = player.discard.last().map(|id| state.facts(*id).name.en.as_str()).unwrap_or("nothing");
            holds(simple(top) == simple(rest), format!("it is {top}"))
        }
        // Stacks can be exchanged.
        "edge-stack" => match cards(side, &kinds(&stack), rest) {
            Err(Doubt::NotUnderstood(_)) => cards(side.other(), &kinds(&stack), rest),
            known => known,
        },
        "force-icons" => count(edge::force_icons(state, seat).into(), rest),
        "victory-pile" => count(player.victory_pile.len(), rest),
        "objective-deck" => cards(side, &kinds(&player.objective_deck.cards), rest),
        "face-down-objectives" => cards(side, &kinds(&player.objectives), rest),
        "bottom-objective" => {
            let deck = &player.objective_deck;
            let bottom = deck.cards.first().filter(|_| deck.bottom > 0);
            let bottom = bottom.map_or("any of them", |id| state.facts(*id).name.en.as_str());
            holds(simple(bottom) == simple(rest), format!("it is {bottom}"))
        }
        "objectives" => count(state.objectives(seat).count(), rest),
        "struggle" => count(force::total(state, seat).into(), rest),
        "committed" => count(state.units(seat).filter(|id| state.card(*id).committed).count(), rest),
        "force-cards" => count(force::free_cards(state, seat), rest),
        "reserve" => count(crate::phases::reserve(state, seat), rest),
        "won" => holds(
            state.result.is_some_and(|(winners, _)| winners.contains(seat)),
            format!("{:?}", state.result),
        ),
        "edge" => holds(state.has_edge(seat), "has not the edge"),
        "objective" => {
            let id = find_in_play(state, rest)?;
            holds(state.objectives(seat).any(|other| other == id), "it has not")
        }
        "participants" => count(state.participants(seat).count(), rest),
        _ => unknown(word),
    }
}

/// A card by name or by the only name that contains the words. One in play goes before one that is elsewhere.
fn find_in_play(state: &State, name: &str) -> Result<CardId, String> {
    let wanted = simple(name);
    let text = |id: CardId| simple(&card_name(state, id, Lang::En));
    let elsewhere = || {
        let all = (0..state.cards.len() as u8).map(CardId);
        all.filter(|id| state.card(*id).kind != Kind::HIDDEN && state.card(*id).place != Place::Play)
    };
    if let Some(exact) = state.in_play().chain(elsewhere()).find(|id| text(*id) == wanted) {
        return Ok(exact);
    }
    for containing in [
        state.in_play().filter(|id| text(*id).contains(&wanted)).collect::<Vec<CardId>>(),
        elsewhere().filter(|id| text(*id).contains(&wanted)).collect(),
    ] {
        match containing[..] {
            [] => {}
            [id] => return Ok(id),
            [first, ..] if containing.iter().all(|id| state.card(*id).kind == state.card(first).kind) => {
                return Ok(first);
            }
            _ => return Err(format!("{name:?} means more than one card")),
        }
    }
    Err(format!("there is no {name:?}"))
}

fn card_claim(state: &State, id: CardId, word: &str, rest: &str) -> Result<(), Doubt> {
    let card = state.card(id);
    match word {
        "focus" => count(card.focus.into(), rest),
        "damage" => count(card.damage.into(), rest),
        "shields" => count(card.shields.into(), rest),
        "capacity" => count(constants::capacity(state, id).into(), rest),
        "unit-damage" => count(constants::icons(state, id, Icon::UnitDamage).into(), rest),
        "tactics" => count(constants::icons(state, id, Icon::Tactics).into(), rest),
        "blast-damage" => count(constants::icons(state, id, Icon::BlastDamage).into(), rest),
        "targeted-strike" => holds(constants::has_keyword(state, id, Keyword::TargetedStrike), "it has not"),
        "ready" => holds(card.is_ready(), "it is exhausted"),
        "participating" => holds(state.is_participating(id), "it does not take part"),
        "in-play" => holds(state.is_in_play(id), "it is not in play"),
        "captured" => holds(card.place == Place::Captured, format!("it is in {:?}", card.place)),
        "captives" => count(card.captives.into(), rest),
        "stowed" => count(card.stowed.into(), rest),
        "beneath" => count(card.beneath.into(), rest),
        "committed" => holds(constants::is_committed(state, id), "it is not"),
        "resources" => count(constants::resources(state, id).into(), rest),
        "force" => count(constants::force_icons(state, id).into(), rest),
        "edge-value" => count(constants::edge(state, id).into(), rest),
        "shielding" => holds(constants::has_keyword(state, id, Keyword::Shielding), "it has not"),
        "controller" => {
            holds(card.controller == parse_side(rest)?.seat(), format!("{:?}", Side::of(card.controller)))
        }
        "attached" => holds(card.attached == Some(find_in_play(state, rest)?), "it is not attached to it"),
        _ => unknown(word),
    }
}
