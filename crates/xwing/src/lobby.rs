//! The game before it begins: what players agree on, squads ready to play, and the cards that squads are built of. Reading
//! the lists of other programs is in [`crate::imports`], judging them in [`crate::lists`].

use flightpath::aid;
use rand_core::Rng;
use table::lobby::{
    Agreed, Catalogue, CatalogueCard, CatalogueName, Field, FieldValue, List, ListReport, ListUnit, Lobby,
    ReadList, ReadyList, WrittenList, agreed_values,
};
use table::{Fault, Game, Lang, Seat, Text, Words};

use crate::cards::{Faction, PilotCard, UpgradeCard, UpgradeSlot, library};
use crate::imports::{Reading, Xws};
use crate::lists::ready::READY;
use crate::lists::{self, Format, Pool, Squad, SquadShip, random_squad};
use crate::missions::MissionId;
use crate::options::{BothLost, DeckName, HulkName, Options, RulesetName};
use crate::{PlayerSetup, Setup, XWing, imports};

impl Lobby for XWing {
    fn title() -> Text {
        Text::new("Star Wars: X-Wing", "Star Wars: X-Wing")
    }

    fn tables() -> &'static [u8] {
        &[2, 4, 3]
    }

    fn fields() -> Vec<Field> {
        fields()
    }

    /// Those that can be played; squads whose cards are still to come are left out.
    fn planning_aid(agreed: &Agreed) -> bool {
        aid::is_on(agreed, agreed_on(agreed).0.options.tournament)
    }

    fn ready_lists() -> Vec<ReadyList> {
        let list = |ready: &lists::ready::Ready| {
            let squad = ready.squad();
            let side = squad.faction().map(side_id).unwrap_or_default();
            let epic = [("format", "epic"), ("points", "300")].map(|(id, value)| (id.into(), value.into()));
            let agreed = if ready.is_epic { Agreed::from(epic) } else { Agreed::new() };
            let report = lists::check(&squad, &agreed_on(&agreed).0.options);
            report.is_playable().then(|| ReadyList {
                id: ready.id.to_string(),
                name: Text::from(ready.name),
                side: side.to_string(),
                list: list_of(&squad),
                agreed,
            })
        };
        READY.iter().filter_map(list).collect()
    }

    /// Team mates share one squad: of one side, and within its points.
    fn first_lists(players: u8) -> Vec<String> {
        let cores = ["rebel-core", "imperial-core", "resistance-core", "first-order-core"];
        cores.into_iter().take(players.into()).map(str::to_string).collect()
    }

    fn random_list(_seat: Seat, agreed: &Agreed, luck: &mut dyn Rng) -> Option<List> {
        let points = agreed_on(agreed).0.options.points;
        Some(list_of(&random_squad(luck, points, &Pool::playable())))
    }

    fn catalogue() -> Catalogue {
        catalogue()
    }

    fn check_list(list: &List, agreed: &Agreed) -> ListReport {
        let (terms, mut faults) = agreed_on(agreed);
        let report = lists::check(&squad_of(list), &terms.options);
        faults.extend(report.faults);
        let limit = terms.options.points;
        ListReport {
            points: report.points,
            limit: (limit != NO_LIMIT).then_some(limit),
            // A list may have more ships than are looked at.
            units: (0..list.units.len()).map(|unit| report.ships.get(unit).copied().unwrap_or(0)).collect(),
            faults,
            gaps: report.gaps,
            is_open: false,
            tournament: Vec::new(),
        }
    }

    fn read_form(text: &str) -> Result<Vec<ReadList>, Vec<Fault>> {
        Ok(imports::read(text)?.into_iter().map(read_list).collect())
    }

    fn write_list(list: &List) -> Vec<WrittenList> {
        let squad = squad_of(list);
        let written = |form, name, suffix, text| WrittenList { form, name, suffix, text };
        vec![
            written("xws", Words::new("XWS", "XWS"), "xws", imports::write_xws(&xws_of(list))),
            written("text", Words::new("Plain text", "Klartext"), "txt", imports::write_text(&squad)),
            written(
                "brackets",
                Words::new("Text in brackets", "Text in Klammern"),
                "txt",
                imports::write_brackets(&squad),
            ),
        ]
    }

    fn assemble(lists: &[List], agreed: &Agreed) -> Result<Setup, Vec<Fault>> {
        let (terms, faults) = agreed_on(agreed);
        if !faults.is_empty() {
            return Err(faults);
        }
        let player =
            |list: &List| PlayerSetup { name: list.name.clone(), ..PlayerSetup::squad(squad_of(list)) };
        let setup = Setup {
            players: lists.iter().map(player).collect(),
            obstacles: terms.obstacles(),
            options: terms.options,
        };
        XWing::begin(&setup)?;
        Ok(setup)
    }

    fn side_of(list: &List, lang: Lang) -> String {
        squad_of(list).faction().map_or(String::new(), |faction| faction.name().in_(lang).to_string())
    }
}

/// A list in the game's own form.
pub fn squad_of(list: &List) -> Squad {
    let ship = |unit: &ListUnit| SquadShip { pilot: unit.card.clone(), upgrades: unit.carries.clone() };
    Squad { name: list.name.clone(), ships: list.units.iter().map(ship).collect() }
}

/// A squad in the form of every list builder.
pub fn list_of(squad: &Squad) -> List {
    let unit = |ship: &SquadShip| ListUnit::new(&ship.pilot, ship.upgrades.clone());
    let units = squad.ships.iter().map(unit).collect();
    List { name: squad.name.clone(), units, ..List::default() }
}

/// A squad that was read, with all that its document says besides.
fn read_list(reading: Reading) -> ReadList {
    let mut list = list_of(&reading.squad);
    list.aside = reading.aside;
    for (unit, aside) in list.units.iter_mut().zip(reading.asides) {
        unit.aside = aside;
    }
    ReadList { list, agreed: reading.agreed, notes: reading.notes }
}

/// A list as a document of the exchange format, with what it came with.
fn xws_of(list: &List) -> Xws {
    Xws {
        squad: squad_of(list).tidy(),
        others: list.aside.clone(),
        ships: list.units.iter().map(|unit| unit.aside.clone()).collect(),
        ..Xws::default()
    }
}

// ---- what players agree on ----------------------------------------------------------------------------------------------

const NONE: &str = "none";
/// What the format has without anybody saying so.
const USUAL: &str = "usual";
/// More points than any squad costs.
const NO_LIMIT: u16 = u16::MAX;

fn fields() -> Vec<Field> {
    let mut points = FieldValue::numbers(&[100, 60, 150, 200, 300], " points", " Punkte");
    points.insert(0, FieldValue::new(USUAL, "as usual: 100, epic 300", "wie üblich: 100, episch 300"));
    points.push(FieldValue::new(NONE, "no limit", "ohne Grenze"));
    let mut counts = FieldValue::numbers(&[12, 6, 5, 4, 3, 2, 1, 0], "", "");
    counts.insert(0, FieldValue::new(USUAL, "as usual: 6, epic 12", "wie üblich: 6, episch 12"));
    let mut rounds = FieldValue::numbers(&[8, 12, 20, 50], " rounds", " Runden");
    rounds.insert(0, FieldValue::new(NONE, "none", "keine"));
    vec![
        Field::new(
            "format",
            ("Format", "Format"),
            (
                "Epic play has huge ships, a play area twice as wide, 300 points and 12 obstacles.",
                "Epische Spiele haben riesige Schiffe, eine doppelt so breite Spielfläche, 300 Punkte und 12 Hindernisse.",
            ),
            vec![
                FieldValue::new("standard", "standard", "Standard"),
                FieldValue::new("epic", "epic", "episch"),
            ],
        ),
        Field::new(
            "points",
            ("Squad points", "Kommandopunkte"),
            ("How many points each player may spend.", "Wie viele Punkte jeder Spieler ausgeben darf."),
            points,
        ),
        Field::new(
            "ruleset",
            ("Rules", "Regelstand"),
            (
                "Where later official rules differ: decloaking, several obstacles, initiative, target locks, a final salvo and more.",
                "Wo spätere offizielle Regeln abweichen: Enttarnen, mehrere Hindernisse, Initiative, Zielerfassung, die letzte Salve und mehr.",
            ),
            vec![
                FieldValue::new("document", "core rules with FAQ", "Grundregeln mit FAQ"),
                FieldValue::new("later", "later rules (2015)", "spätere Regeln (2015)"),
            ],
        ),
        Field::new(
            "deck",
            ("Damage deck", "Schadenskarten"),
            ("The damage cards of one of the core sets.", "Die Schadenskarten eines der Grundsets."),
            vec![
                FieldValue::new(USUAL, "as the rules have it", "wie der Regelstand"),
                FieldValue::new("2012", "2012", "von 2012"),
                FieldValue::new("2015", "2015", "von 2015"),
            ],
        ),
        Field::new(
            "both_lost",
            ("Both last ships lost", "Beide letzten Schiffe verloren"),
            (
                "What becomes of a game in which the last ships of both sides are lost at once.",
                "Was gilt, wenn die letzten Schiffe beider Seiten zugleich verloren gehen.",
            ),
            vec![
                FieldValue::new(USUAL, "as the rules have it", "wie der Regelstand"),
                FieldValue::new("draw", "a draw", "unentschieden"),
                FieldValue::new("initiative", "initiative decides", "die Initiative entscheidet"),
            ],
        ),
        Field::new(
            "own_decks",
            ("Decks", "Stapel"),
            (
                "One damage deck for both players, or one for each.",
                "Ein Stapel Schadenskarten für beide Spieler oder für jeden ein eigener.",
            ),
            vec![
                FieldValue::new("no", "one for both", "einer für beide"),
                FieldValue::new("yes", "one for each", "je einer"),
            ],
        ),
        Field::new(
            "obstacles",
            ("Obstacles", "Hindernisse"),
            (
                "What the players place in turn before the ships.",
                "Was die Spieler abwechselnd vor den Schiffen legen.",
            ),
            vec![
                FieldValue::new("asteroids", "asteroids", "Asteroiden"),
                FieldValue::new("debris", "debris clouds", "Trümmerwolken"),
                FieldValue::new("mixed", "both", "beides"),
            ],
        ),
        Field::new(
            "obstacle_count",
            ("Number of obstacles", "Anzahl der Hindernisse"),
            ("How many obstacles there are.", "Wie viele Hindernisse es gibt."),
            counts,
        ),
        Field::new(
            "hulk",
            ("Huge ship as an obstacle", "Riesiges Schiff als Hindernis"),
            (
                "In standard play the player with initiative places a huge ship, which belongs to nobody, instead of half of the obstacles.",
                "Im Standardspiel legt der Spieler mit der Initiative statt der halben Hindernisse ein riesiges Schiff, das keinem gehört.",
            ),
            std::iter::once(FieldValue::new(NONE, "none", "keins"))
                .chain(HulkName::ALL.map(|hulk| FieldValue::new(hulk.id(), hulk.name().en, hulk.name().de)))
                .collect(),
        ),
        Field::new(
            "mission",
            ("Mission", "Mission"),
            (
                "Rebels against the Empire with an objective each: escort the senator's shuttle, survive until the ship is repaired and flee, or scan satellites and bring the data home.",
                "Rebellen gegen das Imperium mit eigenen Zielen: die Raumfähre des Senators geleiten, bis zur Reparatur überleben und fliehen oder Satelliten abtasten und die Daten heimbringen.",
            ),
            std::iter::once(FieldValue::new(NONE, "none", "keine"))
                .chain(
                    MissionId::all()
                        .map(|mission| FieldValue::new(mission.id(), mission.name().en, mission.name().de)),
                )
                .collect(),
        ),
        Field::new(
            "occasion",
            ("Occasion", "Anlass"),
            (
                "A tournament refuses what is only for casual games and events, such as a huge ship as an obstacle. Targets of locks, sides of rolls and templates of boosts are declared before they are measured, and nothing is measured beforehand.",
                "Ein Turnier verbietet, was nur in Gelegenheitsspielen und -Events erlaubt ist, etwa ein riesiges Schiff als Hindernis. Ziele von Zielerfassungen, Seiten von Fassrollen und Schablonen von Schüben werden angesagt, bevor gemessen wird; vorher misst niemand.",
            ),
            vec![
                FieldValue::new("casual", "casual game or event", "Gelegenheitsspiel oder -Event"),
                FieldValue::new("tournament", "tournament", "Turnier"),
            ],
        ),
        Field::new(
            "cards",
            ("Cards in squads", "Karten in Staffeln"),
            (
                "Whether squads are built by the cards with their errata or as they were printed. Printed, Deadeye is for ships of every size, a squad may have any number of Attanni Mindlink, and the JumpMaster 5000 has two torpedo icons and one for a salvaged astromech. How the cards work in play does not change.",
                "Ob Staffeln nach den Karten mit ihren Errata gebaut werden oder so, wie sie gedruckt wurden. Gedruckt ist Meisterschütze für Schiffe jeder Größe, eine Staffel darf beliebig viele Attanni-Implantate haben, und der JumpMaster 5000 hat zwei Torpedo-Symbole und eins für einen geborgenen Astromech. Wie die Karten im Spiel wirken, ändert sich nicht.",
            ),
            vec![
                FieldValue::new("errata", "with errata", "mit Errata"),
                FieldValue::new("printed", "as printed", "wie gedruckt"),
            ],
        ),
        Field::new(
            "rounds",
            ("Round limit", "Rundengrenze"),
            (
                "After so many rounds destroyed points decide.",
                "Nach so vielen Runden entscheiden die zerstörten Punkte.",
            ),
            rounds,
        ),
        aid::field(),
    ]
}

/// What the players agreed on.
#[derive(Default)]
struct Terms {
    options: Options,
    kind: Obstacles,
    count: Option<usize>,
}

#[derive(Default)]
enum Obstacles {
    #[default]
    Asteroids,
    Debris,
    Mixed,
}

impl Terms {
    /// The obstacles to be placed.
    fn obstacles(&self) -> Vec<String> {
        let id = |number: usize| match self.kind {
            Obstacles::Asteroids => format!("asteroid-{}", number % 6 + 1),
            Obstacles::Debris => format!("debris-{}", number % 6 + 1),
            Obstacles::Mixed => format!("{}-{}", ["asteroid", "debris"][number % 2], number / 2 + 1),
        };
        let usual = if self.options.format == Format::Standard { 6 } else { 12 };
        (0..self.count.unwrap_or(usual)).map(id).collect()
    }
}

/// What was agreed on, and what was agreed on that does not exist.
fn agreed_on(agreed: &Agreed) -> (Terms, Vec<Fault>) {
    let mut terms = Terms::default();
    let (chosen, faults) = agreed_values(&fields(), agreed);
    for (id, chosen) in chosen {
        let options = &mut terms.options;
        match (id, chosen) {
            ("format", "epic") => {
                let epic = Options::epic();
                (options.format, options.area, options.points) = (epic.format, epic.area, epic.points);
            }
            ("points", USUAL) => {}
            ("points", points) => options.points = points.parse().unwrap_or(NO_LIMIT),
            ("ruleset", "later") => options.ruleset = RulesetName::Later,
            ("deck", "2012") => options.deck = Some(DeckName::Original),
            ("deck", "2015") => options.deck = Some(DeckName::Revised),
            ("both_lost", chosen) => {
                options.both_lost = BothLost::ALL.into_iter().find(|way| way.id() == chosen);
            }
            ("own_decks", chosen) => options.own_decks = chosen == "yes",
            ("obstacles", "debris") => terms.kind = Obstacles::Debris,
            ("obstacles", "mixed") => terms.kind = Obstacles::Mixed,
            ("obstacle_count", count) => terms.count = count.parse().ok(),
            ("mission", chosen) => options.mission = MissionId::find(chosen),
            ("hulk", chosen) => options.hulk = HulkName::ALL.into_iter().find(|hulk| hulk.id() == chosen),
            ("occasion", chosen) => options.tournament = chosen == "tournament",
            ("cards", chosen) => options.as_printed = chosen == "printed",
            ("rounds", rounds) => options.rounds = rounds.parse().ok(),
            _ => {}
        }
    }
    (terms, faults)
}

// ---- the catalogue ------------------------------------------------------------------------------------------------------

/// The side of a faction in lists.
fn side_id(faction: Faction) -> &'static str {
    match faction.side() {
        Faction::Imperial | Faction::FirstOrder => "imperial",
        Faction::Scum => "scum",
        Faction::Rebel | Faction::Resistance => "rebel",
    }
}

/// A slot as lists name it.
fn slot_id(slot: UpgradeSlot) -> String {
    slot.name().en.to_lowercase().replace(' ', "-")
}

fn catalogue() -> Catalogue {
    let library = library();
    let side = |faction: Faction| CatalogueName {
        id: side_id(faction).to_string(),
        name: Text::from(faction.name()),
    };
    let slot = |slot: UpgradeSlot| CatalogueName { id: slot_id(slot), name: Text::from(slot.name()) };
    Catalogue {
        sides: [Faction::Rebel, Faction::Imperial, Faction::Scum].map(side).into(),
        slots: UpgradeSlot::ALL.map(slot).into(),
        units: library.pilots.iter().filter(|card| !card.mission).map(pilot_card).collect(),
        cards: library.upgrades.iter().map(upgrade_card).collect(),
    }
}

/// How often each slot is there, in the order in which they come first.
fn counted(slots: impl IntoIterator<Item = UpgradeSlot>) -> Vec<(String, u8)> {
    let mut counted: Vec<(String, u8)> = Vec::new();
    for slot in slots {
        let id = slot_id(slot);
        match counted.iter_mut().find(|(known, _)| *known == id) {
            Some((_, count)) => *count += 1,
            None => counted.push((id, 1)),
        }
    }
    counted
}

fn number(en: &str, de: &str, value: impl ToString) -> (Text, String) {
    (Text::new(en, de), value.to_string())
}

fn gap(is_gap: bool) -> Option<Text> {
    is_gap.then(|| {
        Text::new("what the card does is not built in", "was die Karte bewirkt, ist noch nicht eingebaut")
    })
}

/// What a pilot's card says, and that the damage cards of the ship are ours where they are.
fn pilot_text(card: &PilotCard) -> Text {
    let (mut en, mut de) = (card.text.en.clone(), card.text.de.clone());
    if library().has_ruled_damage(card.kind) {
        for (text, note) in [
            (
                &mut en,
                "Our own ruling: what some of its damage cards do, as their printed texts are not known.",
            ),
            (
                &mut de,
                "Eigene Festlegung: was manche seiner Schadenskarten bewirken, deren gedruckte Texte nicht bekannt sind.",
            ),
        ] {
            *text = format!("{text} {note}").trim().to_string();
        }
    }
    Text { en, de }
}

fn pilot_card(card: &PilotCard) -> CatalogueCard {
    let ship = library().ship(card.kind);
    let stats = &card.stats;
    let attack = stats.attack.or(ship.attack);
    let mut values = vec![number("Skill", "Pilotenwert", card.skill)];
    values.extend(attack.map(|attack| number("Attack", "Angriff", attack)));
    values.extend([
        number("Agility", "Wendigkeit", stats.agility.unwrap_or(ship.agility)),
        number("Hull", "Hülle", stats.hull.unwrap_or(ship.hull)),
        number("Shields", "Schilde", stats.shields.unwrap_or(ship.shields)),
    ]);
    values.extend(ship.energy.map(|energy| number("Energy", "Energie", energy)));
    let own = [UpgradeSlot::Modification, UpgradeSlot::Title];
    CatalogueCard {
        id: card.id.clone(),
        name: Text::from(&card.name),
        own_name: card.name.is_own(Lang::De),
        line: Text::from(&ship.name),
        side: side_id(card.faction).to_string(),
        points: card.points.into(),
        unique: card.unique,
        text: pilot_text(card),
        values,
        slots: counted(card.slots.iter().copied().chain(own)),
        gives: Vec::new(),
        gap: gap(card.gap),
        ..CatalogueCard::default()
    }
}

fn upgrade_card(card: &UpgradeCard) -> CatalogueCard {
    let mut values = Vec::new();
    values.extend(card.attack.map(|attack| number("Attack", "Angriff", attack)));
    values.extend(card.range.map(|(low, high)| {
        let range = if low == high { low.to_string() } else { format!("{low}–{high}") };
        number("Range", "Reichweite", range)
    }));
    values.extend(card.energy.map(|energy| number("Energy", "Energie", energy)));
    let more = |allowed: Option<u8>| usize::from(allowed.unwrap_or(1).saturating_sub(1));
    let modifications = more(card.modifications) + usize::from(card.extra_modification.is_some());
    let wanted = card.must_equip.iter().filter_map(|id| library().find_upgrade(id));
    let gives = (card.gives.iter().copied())
        .chain(card.gives_one_of.iter().copied())
        .chain(std::iter::repeat_n(UpgradeSlot::Modification, modifications))
        .chain(std::iter::repeat_n(UpgradeSlot::Title, more(card.titles)))
        .chain(wanted.map(|card| library().upgrade(card).slot));
    CatalogueCard {
        id: card.id.clone(),
        name: Text::from(&card.name),
        own_name: card.name.is_own(Lang::De),
        line: Text::from(card.slot.name()),
        // A card for one faction belongs to it; all others belong to nobody.
        side: if let [faction] = *card.factions { side_id(faction).to_string() } else { String::new() },
        points: card.points.into(),
        unique: card.unique,
        text: card.text.clone(),
        values,
        slots: counted(std::iter::once(card.slot).chain(card.also_takes.iter().copied())),
        gives: counted(gives),
        gap: gap(card.gap),
        ..CatalogueCard::default()
    }
}
