//! The game before it begins: what players agree on, decks ready to play, and the objective sets that decks are built of.
//! Reading the decks of other programs is in [`crate::imports`], judging them in [`crate::lists`].

use rand_core::Rng;
use table::lobby::{
    Agreed, Catalogue, CatalogueCard, CatalogueName, Counted, Field, FieldValue, List, ListReport, ListUnit,
    Lobby, ReadList, ReadyList, WrittenList, agreed_values,
};
use table::{Fault, Game, Lang, Seat, Text, Words};

use crate::cards::{Affiliation, CardType, Facts, Kind, ObjectiveSet, library};
use crate::imports::{self, Entry, Reading};
use crate::lists::ready::READY;
use crate::lists::{DeckList, NO_DATA, OBJECTIVE_SETS, RESTRICTED_SINCE, SETS_WITHOUT_DATA, random_deck};
use crate::state::{Icon, Options, Side};
use crate::words::{card_type_name, icon_name, keywords_text, trait_names};
use crate::{Setup, Swlcg};

impl Lobby for Swlcg {
    fn title() -> Text {
        Text::new("Star Wars: The Card Game", "Star Wars: Das Kartenspiel")
    }

    fn tables() -> &'static [u8] {
        &[2]
    }

    fn seats() -> Vec<Text> {
        Side::ALL.map(|side| Text::from(side.words())).into()
    }

    /// Red for the dark side, blue for the light one.
    fn seat_colour(seat: Seat) -> usize {
        1 - seat.index()
    }

    fn seat_of(list: &List) -> Option<u8> {
        Some(side_of_deck(&deck_of(list).0)?.seat().0)
    }

    fn counts() -> Option<Counted> {
        Some(OBJECTIVE_SETS)
    }

    fn fields() -> Vec<Field> {
        fields()
    }

    fn ready_lists() -> Vec<ReadyList> {
        let lists = READY.iter().map(|ready| {
            let deck = ready.deck();
            ReadyList {
                id: ready.id.to_string(),
                name: Text::from(ready.name),
                side: deck.affiliation_card().map_or("", |(_, card)| card.affiliation.id()).to_string(),
                list: list_of("", &deck),
                agreed: Agreed::new(),
            }
        });
        lists.collect()
    }

    fn random_list(seat: Seat, agreed: &Agreed, luck: &mut dyn Rng) -> Option<List> {
        Some(list_of("", &random_deck(luck, Side::of(seat), &agreed_on(agreed).0)))
    }

    fn catalogue() -> Catalogue {
        catalogue()
    }

    fn check_list(list: &List, agreed: &Agreed) -> ListReport {
        let (options, mut faults) = agreed_on(agreed);
        let (deck, unknown) = deck_of(list);
        faults.extend(unknown);
        faults.extend(check(&deck, &options));
        let points = deck.sets.len().min(u16::MAX.into()) as u16;
        let tournament = if options.restricted_list { Vec::new() } else { deck.check_restricted() };
        let gaps = deck.gaps(&options);
        // Nobody knows which side such a set is on.
        let is_open = deck.sets.iter().any(|number| SETS_WITHOUT_DATA.contains(number));
        ListReport {
            points,
            limit: None,
            units: vec![0; list.units.len()],
            faults,
            gaps,
            is_open,
            tournament,
        }
    }

    fn read_form(text: &str) -> Result<Vec<ReadList>, Vec<Fault>> {
        let list = |reading: Reading| {
            let notes = reading.notes.clone();
            ReadList { list: list_of_reading(reading), notes, ..ReadList::default() }
        };
        Ok(imports::read_all(text)?.into_iter().map(list).collect())
    }

    fn write_list(list: &List) -> Vec<WrittenList> {
        let (deck, _) = deck_of(list);
        let written = |form, name, suffix, text| WrittenList { form, name, suffix, text };
        vec![
            written(
                "text",
                Words::new("Plain text", "Klartext"),
                "txt",
                imports::write_text(&list.name, &deck, Lang::En),
            ),
            written("octgn", Words::new("OCTGN deck", "OCTGN-Deck"), "o8d", imports::write_octgn(&deck)),
            written(
                "swlcgdb",
                Words::new("JSON of swlcgdb", "JSON von swlcgdb"),
                "json",
                imports::write_swlcgdb(&list.name, &deck),
            ),
        ]
    }

    fn assemble(lists: &[List], agreed: &Agreed) -> Result<Setup, Vec<Fault>> {
        let (options, mut faults) = agreed_on(agreed);
        let mut decks = Vec::new();
        for (list, side) in lists.iter().zip(Side::ALL) {
            let (deck, unknown) = deck_of(list);
            faults.extend(unknown.into_iter().map(|fault| fault.within(&Text::from(side.words()))));
            decks.push(deck);
        }
        let Ok([dark, light]) = <[DeckList; 2]>::try_from(decks) else {
            faults.push(Fault::new("", None, "two decks are needed", "zwei Decks sind nötig"));
            return Err(faults);
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        let setup = Setup { options, dark, light, position: None };
        Swlcg::begin(&setup)?;
        Ok(setup)
    }

    fn side_of(list: &List, lang: Lang) -> String {
        side_of_deck(&deck_of(list).0).map_or(String::new(), |side| side.words().in_(lang).to_string())
    }
}

/// Every rule that a deck breaks, on whichever side it is.
pub fn check(deck: &DeckList, options: &Options) -> Vec<Fault> {
    deck.check(side_of_deck(deck).unwrap_or(Side::Dark), options)
}

/// The side of the affiliation card, or else of the first set.
fn side_of_deck(deck: &DeckList) -> Option<Side> {
    let first = deck.objective_sets().next().map(|set| library().card(set.cards[0]));
    deck.affiliation_card().map(|(_, card)| card).or(first).map(|card| card.side)
}

// ---- lists --------------------------------------------------------------------------------------------------------------

fn set_id(number: u16) -> String {
    format!("set-{number}")
}

fn unit(card: impl Into<String>) -> ListUnit {
    ListUnit::new(card, Vec::new())
}

/// A deck in the form of every list builder: the affiliation card and each set are units.
pub fn list_of(name: &str, deck: &DeckList) -> List {
    let affiliation = Some(&deck.affiliation).filter(|id| !id.is_empty()).map(unit);
    let sets = deck.sets.iter().map(|number| unit(set_id(*number)));
    let units = affiliation.into_iter().chain(sets).collect();
    List { name: name.to_string(), units, ..List::default() }
}

/// A deck that was read, with whatever was not understood among its units.
pub fn list_of_reading(reading: Reading) -> List {
    let units = reading.entries.into_iter().map(|entry| match entry {
        Entry::Affiliation(id) | Entry::Unknown(id) => unit(id),
        Entry::Set(number) => unit(set_id(number)),
    });
    List { name: reading.name, units: units.collect(), ..List::default() }
}

/// A list in the game's own form, and what of it is neither a set nor the one affiliation card.
pub fn deck_of(list: &List) -> (DeckList, Vec<Fault>) {
    let (mut deck, mut faults) = (DeckList::default(), Vec::new());
    for unit in &list.units {
        let number = unit.card.strip_prefix("set-").and_then(|number| number.parse().ok());
        let affiliation =
            library().find(&unit.card).filter(|(_, card)| card.card_type == CardType::Affiliation);
        match (number, affiliation) {
            (Some(number), _) => deck.sets.push(number),
            (None, Some((_, card))) if deck.affiliation.is_empty() => deck.affiliation = card.id.clone(),
            (None, Some((_, card))) => faults.push(
                Fault::new(
                    "",
                    Some("swlcg.core.deck.one-affiliation-card"),
                    "a deck has one affiliation card only",
                    "ein Deck hat nur eine Fraktionskarte",
                )
                .at(Text::from(&card.name)),
            ),
            (None, None) => faults.push(not_understood(&unit.card)),
        }
        faults.extend(unit.carries.iter().map(|card| not_understood(card)));
    }
    // What is wrong many times in the same way is said once.
    let mut told: Vec<Fault> = Vec::new();
    for fault in faults {
        if !told.contains(&fault) {
            told.push(fault);
        }
    }
    (deck, told)
}

/// Lines of imports begin with a sign: cards that are over, cards that are missing, and copies that are no number.
fn not_understood(card: &str) -> Fault {
    let (en, de) = if card.starts_with("− ") {
        ("is missing from its objective set", "fehlt im Einsatzset")
    } else if card.starts_with("× ") {
        ("is no number of copies", "ist keine Anzahl")
    } else if card.starts_with("+ ") && card.ends_with(')') {
        ("is there without its objective set", "ist ohne das zugehörige Einsatzset da")
    } else if card.starts_with("+ ") {
        ("is no card of the game", "ist keine Karte des Spiels")
    } else {
        (
            "is neither an objective set nor an affiliation card",
            "ist weder ein Einsatzset noch eine Fraktionskarte",
        )
    };
    // A single card that no set has: "+ 1 × Luke Skywalkr".
    let single =
        card.strip_prefix("+ ").filter(|rest| !rest.ends_with(')')).and_then(|rest| rest.split_once(" × "));
    let near = match single {
        Some((_, name)) => imports::near_cards(name),
        None if card.starts_with(['−', '×', '+']) => Vec::new(),
        None => imports::near(card),
    };
    Fault::new(card, Some("swlcg.core.deck.whole-sets-only"), en, de).with_near(near)
}

// ---- what players agree on ----------------------------------------------------------------------------------------------

fn yes_or_no(id: &'static str, name: (&str, &str), about: (&str, &str)) -> Field {
    Field::new(
        id,
        name,
        about,
        vec![FieldValue::new("no", "no", "nein"), FieldValue::new("yes", "yes", "ja")],
    )
}

fn fields() -> Vec<Field> {
    let mut fields = vec![
        yes_or_no(
            "restricted",
            ("Restricted list", "Eingeschränkte Sets"),
            (
                &format!(
                    "As at tournaments: of each group of restricted objective sets a deck uses one at most (list of {}).",
                    RESTRICTED_SINCE.in_(Lang::En)
                ),
                &format!(
                    "Wie bei Turnieren: Von jeder Gruppe eingeschränkter Einsatzsets verwendet ein Deck höchstens eins (Stand {}).",
                    RESTRICTED_SINCE.in_(Lang::De)
                ),
            ),
        ),
        yes_or_no(
            "draw",
            ("Draw", "Unentschieden"),
            (
                "If both sides would win at the same moment, nobody does; otherwise the side whose turn it is.",
                "Würden beide Seiten im selben Augenblick gewinnen, gewinnt niemand; sonst die Seite, die am Zug ist.",
            ),
        ),
        yes_or_no(
            "poker_face",
            ("Poker face", "Pokerface"),
            (
                "Players are also asked where they can only pass, so that waiting gives nothing away.",
                "Gefragt wird auch, wer nur passen kann, damit das Warten nichts verrät.",
            ),
        ),
    ];
    let standard = Options::default();
    let set = [standard.restricted_list, standard.draw_if_both_win, standard.poker_face];
    fields.iter_mut().zip(set).for_each(|(field, is_on)| field.standard = usize::from(is_on));
    fields.push(Field::new(
        "cards",
        ("Cards in decks", "Karten in Decks"),
        (
            "Whether decks are built by the cards with their errata or as they were printed. Printed, a deck may have Along the Gamor Run twice. How the cards work in play does not change.",
            "Ob Decks nach den Karten mit ihren Errata gebaut werden oder so, wie sie gedruckt wurden. Gedruckt darf ein Deck Entlang der Gamor-Route zweimal haben. Wie die Karten im Spiel wirken, ändert sich nicht.",
        ),
        vec![
            FieldValue::new("errata", "with errata", "mit Errata"),
            FieldValue::new("printed", "as printed", "wie gedruckt"),
        ],
    ));
    fields
}

/// What was agreed on, and what was agreed on that does not exist.
fn agreed_on(agreed: &Agreed) -> (Options, Vec<Fault>) {
    let mut options = Options::default();
    let (chosen, faults) = agreed_values(&fields(), agreed);
    for (id, chosen) in chosen {
        let yes = chosen == "yes";
        match id {
            "restricted" => options.restricted_list = yes,
            "draw" => options.draw_if_both_win = yes,
            "poker_face" => options.poker_face = yes,
            "cards" => options.as_printed = chosen == "printed",
            _ => {}
        }
    }
    (options, faults)
}

// ---- the catalogue ------------------------------------------------------------------------------------------------------

/// The affiliations in the order of a builder: those of the light side and of the dark side in turn, as their colours are.
const SIDES: [Affiliation; 7] = [
    Affiliation::Jedi,
    Affiliation::Sith,
    Affiliation::RebelAlliance,
    Affiliation::ImperialNavy,
    Affiliation::SmugglersAndSpies,
    Affiliation::ScumAndVillainy,
    Affiliation::Neutral,
];

fn catalogue() -> Catalogue {
    let library = library();
    let affiliations = library.kinds().filter(|(_, card)| card.card_type == CardType::Affiliation);
    // What can be played with comes first.
    let mut sets: Vec<CatalogueCard> = library.sets().iter().map(set_card).collect();
    sets.sort_by_key(|set| set.gap.is_some());
    let others = library.kinds().filter(|(_, card)| card.card_type != CardType::Affiliation);
    Catalogue {
        sides: SIDES
            .map(|one| CatalogueName { id: one.id().to_string(), name: affiliation_name(one) })
            .into(),
        slots: Vec::new(),
        units: affiliations
            .map(|(kind, _)| single(kind))
            .chain(sets)
            .chain(SETS_WITHOUT_DATA.map(set_without_data))
            .collect(),
        cards: others.map(|(kind, _)| single(kind)).collect(),
    }
}

fn set_without_data(number: u16) -> CatalogueCard {
    CatalogueCard {
        id: set_id(number),
        name: Text { en: format!("Objective set {number}"), de: format!("Einsatzset {number}") },
        line: both(|lang| format!("Set {number} · {}", product_name("promise-of-power", lang))),
        side: Affiliation::Neutral.id().to_string(),
        counts: true,
        gap: Some(Text::new(NO_DATA.0, NO_DATA.1)),
        ..CatalogueCard::default()
    }
}

pub fn affiliation_name(affiliation: Affiliation) -> Text {
    let card = library().find(affiliation.id());
    card.map_or(Text::new("Neutral", "Neutral"), |(_, card)| Text::from(&card.name))
}

fn both(of: impl Fn(Lang) -> String) -> Text {
    Text { en: of(Lang::En), de: of(Lang::De) }
}

/// Why a card cannot be played with: nobody has taught the table its text, or no deck can have it.
fn gap(kind: Kind) -> Option<Text> {
    let card = library().card(kind);
    let of_a_set = || library().sets().iter().any(|set| set.cards.contains(&kind));
    if card.gap {
        Some(Text::new(
            "what the card does is not built in",
            "was die Karte bewirkt, ist noch nicht eingebaut",
        ))
    } else if card.card_type != CardType::Affiliation && !of_a_set() {
        Some(Text::new(
            "no objective set has it, so no deck can",
            "kein Einsatzset enthält sie, also auch kein Deck",
        ))
    } else {
        None
    }
}

/// Products whose German names stand in the German documents of the game.
const GERMAN_PRODUCTS: [(&str, &str); 16] = [
    ("core-set", "Grundspiel"),
    ("the-desolation-of-hoth", "Die Eiswüste von Hoth"),
    ("the-search-for-skywalker", "Auf der Suche nach Skywalker"),
    ("escape-from-hoth", "Flucht von Hoth"),
    ("edge-of-darkness", "Am Rande der Finsternis"),
    ("balance-of-the-force", "Das Gleichgewicht der Macht"),
    ("between-the-shadows", "Zwischen den Schatten"),
    ("ready-for-takeoff", "Startklar"),
    ("attack-run", "Angriffsflug"),
    ("chain-of-command", "Kommandokette"),
    ("jump-to-lightspeed", "Auf Lichtgeschwindigkeit"),
    ("lure-of-the-dark-side", "Verlockung der Dunklen Seite"),
    ("knowledge-and-defense", "Wissen zur Verteidigung"),
    ("imperial-entanglements", "Ärger mit dem Imperium"),
    ("galactic-ambitions", "Galaktischer Ehrgeiz"),
    ("the-forest-moon", "Der Waldmond"),
];

/// The names of products are the publisher's.
pub(crate) fn product_name(id: &str, lang: Lang) -> String {
    let german = GERMAN_PRODUCTS.iter().find(|(product, _)| *product == id);
    if let (Lang::De, Some((_, name))) = (lang, german) {
        return name.to_string();
    }
    let small = ["of", "the", "on", "in", "and", "or", "to", "with"];
    let word = |(place, word): (usize, &str)| match word {
        "solos" => "Solo's".to_string(),
        small_word if place > 0 && small.contains(&small_word) => word.to_string(),
        _ => word[..1].to_uppercase() + &word[1..],
    };
    id.split('-').enumerate().map(word).collect::<Vec<_>>().join(" ")
}

fn card_values(card: &Facts) -> Vec<(Text, String)> {
    let number = |en, de, value: u8| (Text::new(en, de), value.to_string());
    let mut values = Vec::new();
    match card.card_type {
        CardType::Fate => values.push(number("Priority", "Priorität", card.priority)),
        CardType::Objective | CardType::Affiliation => {}
        _ => values.push(number("Cost", "Kosten", card.cost)),
    }
    if card.is_command_card() {
        values.push(number("Force", "Macht", card.force));
    }
    if card.capacity > 0 {
        values.push(number("Damage capacity", "Schadenslimit", card.capacity));
    }
    if card.resources > 0 {
        values.push(number("Resources", "Ressourcen", card.resources));
    }
    for icon in Icon::ALL.into_iter().filter(|icon| card.icons.of(*icon) > 0) {
        values.push((both(|lang| icon_name(icon, lang).to_string()), card.icons.of(icon).to_string()));
    }
    for icon in Icon::ALL.into_iter().filter(|icon| card.edge_icons.of(*icon) > 0) {
        let edge = Words::new("with the edge", "mit Kampfvorteil");
        let name = both(|lang| format!("{} ({})", icon_name(icon, lang), edge.in_(lang)));
        values.push((name, card.edge_icons.of(icon).to_string()));
    }
    values
}

/// Keywords and text.
fn card_text(card: &Facts) -> Text {
    both(|lang| {
        let parts = [keywords_text(card, lang), card.text.in_(lang).to_string()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    })
}

/// A card by itself.
fn single(kind: Kind) -> CatalogueCard {
    let card = library().card(kind);
    let line = |lang| {
        let traits = trait_names(card, lang);
        let kind = card_type_name(card.card_type, lang);
        if traits.is_empty() { kind.to_string() } else { format!("{kind} · {traits}") }
    };
    CatalogueCard {
        id: card.id.clone(),
        name: Text::from(&card.name),
        line: both(line),
        side: card.affiliation.id().to_string(),
        unique: card.unique,
        once: card.card_type == CardType::Affiliation,
        text: card_text(card),
        values: card_values(card),
        gap: gap(kind),
        ..CatalogueCard::default()
    }
}

/// An objective set: the objective, and the cards that come with it.
fn set_card(set: &ObjectiveSet) -> CatalogueCard {
    let objective = library().card(set.cards[0]);
    let is_gap = |kind: &&Kind| library().card(**kind).gap;
    let side = |lang| Side::words(objective.side).in_(lang);
    let missing = |lang: Lang| {
        let names = set.cards.iter().filter(is_gap).map(|kind| library().card(*kind).name.in_(lang));
        let mut names = names.collect::<Vec<_>>();
        names.dedup();
        let names = names.join(", ");
        match lang {
            Lang::En => format!("what these cards do is not built in: {names}"),
            Lang::De => format!("was diese Karten bewirken, ist noch nicht eingebaut: {names}"),
        }
    };
    CatalogueCard {
        id: set_id(set.number),
        name: Text::from(&objective.name),
        line: both(|lang| {
            let mut line =
                format!("Set {} · {} · {}", set.number, product_name(&set.product, lang), side(lang));
            let limits = [
                (objective.affiliation_only, Words::new("this affiliation only", "nur für diese Fraktion")),
                (objective.one_per_objective_deck, Words::new("one per deck", "einmal pro Deck")),
            ];
            for (_, limit) in limits.iter().filter(|(holds, _)| *holds) {
                line = format!("{line} · {}", limit.in_(lang));
            }
            line
        }),
        side: objective.affiliation.id().to_string(),
        once: objective.one_per_objective_deck,
        text: card_text(objective),
        values: card_values(objective),
        counts: true,
        contains: set.cards[1..].iter().map(|kind| library().card(*kind).id.clone()).collect(),
        gap: set.cards.iter().any(|kind| is_gap(&kind)).then(|| both(missing)),
        ..CatalogueCard::default()
    }
}
