//! Names of what is printed on cards, in both languages.

use table::{Lang, Words};

use crate::cards::atoms::Guard;
use crate::cards::{CardType, Facts, Held, Keyword, Trait, library};
use crate::state::{Icon, Side};

impl Side {
    pub fn id(self) -> &'static str {
        match self {
            Side::Dark => "dark",
            Side::Light => "light",
        }
    }
    pub fn words(self) -> Words {
        match self {
            Side::Dark => Words::new("Dark side", "Dunkle Seite"),
            Side::Light => Words::new("Light side", "Helle Seite"),
        }
    }
}

pub fn icon_name(icon: Icon, lang: Lang) -> &'static str {
    let words = match icon {
        Icon::UnitDamage => Words::new("Unit damage", "Einheitenschaden"),
        Icon::Tactics => Words::new("Tactics", "Taktik"),
        Icon::BlastDamage => Words::new("Blast damage", "Explosionsschaden"),
    };
    words.in_(lang)
}

pub fn card_type_name(card_type: CardType, lang: Lang) -> &'static str {
    let words = match card_type {
        CardType::Objective => Words::new("Objective", "Einsatzziel"),
        CardType::Unit => Words::new("Unit", "Einheit"),
        CardType::Enhancement => Words::new("Enhancement", "Verstärkung"),
        CardType::Event => Words::new("Event", "Ereignis"),
        CardType::Fate => Words::new("Fate", "Schicksal"),
        CardType::Mission => Words::new("Mission", "Mission"),
        CardType::Affiliation => Words::new("Affiliation", "Fraktion"),
    };
    words.in_(lang)
}

/// The combat icons in words, those of the edge after the others; nothing if there are none.
pub fn icons_text(card: &Facts, lang: Lang) -> Option<String> {
    let list = |of: &dyn Fn(Icon) -> u8| -> Vec<String> {
        let icons = Icon::ALL.into_iter().filter(|icon| of(*icon) > 0);
        icons.map(|icon| format!("{} {}", of(icon), icon_name(icon, lang))).collect()
    };
    let edge = if lang == Lang::En { "with the edge" } else { "mit Kampfvorteil" };
    let mut parts = list(&|icon| card.icons.of(icon));
    parts.extend(list(&|icon| card.edge_icons.of(icon)).into_iter().map(|part| format!("{part} ({edge})")));
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn keyword_name(keyword: Keyword, lang: Lang) -> &'static str {
    let words = match keyword {
        Keyword::Elite => Words::new("Elite", "Elite"),
        Keyword::TargetedStrike => Words::new("Targeted Strike", "Gezielter Angriffsschlag"),
        Keyword::Shielding => Words::new("Shielding", "Schutzschild"),
        Keyword::Limited => Words::new("Limited", "Limitiert"),
        Keyword::NoEnhancements => Words::new("No enhancements", "Keine Verstärkungen"),
        Keyword::Influence => Words::new("Influence", "Einfluss"),
    };
    words.in_(lang)
}

fn protect_text(whom: &str, lang: Lang) -> String {
    format!("{} {}", Words::new("Protect", "Beschützt").in_(lang), protected_name(whom, lang))
}

fn edge_text(edge: u8, lang: Lang) -> String {
    format!("{} ({edge})", Words::new("Edge", "Kampfvorteil").in_(lang))
}

/// A keyword as a unit has it.
pub fn held_name(held: Held, lang: Lang) -> String {
    match held {
        Held::Plain(keyword) => keyword_name(keyword, lang).to_string(),
        Held::Edge(edge) => edge_text(edge, lang),
        Held::Pilot(cost) => format!("Pilot ({cost})"),
        Held::Protect(kind) => {
            let whom = library().card(kind).protected.as_deref();
            whom.map_or(String::new(), |whom| protect_text(whom, lang))
        }
        Held::Guard(guard) => protect_text(guarded(guard), lang),
    }
}

/// Whom a card protects by a card effect, in words such as those of the data files.
fn guarded(guard: Guard) -> &'static str {
    match guard {
        Guard::Character => "character",
        Guard::Vehicle => "vehicle",
        Guard::Unit => "unit",
        Guard::ExhaustedRebel => "exhausted rebel alliance unit",
        Guard::ObsidianLeader => "obsidian leader",
    }
}

/// The keywords of a card as they are printed.
pub fn keywords_text(card: &Facts, lang: Lang) -> String {
    let own = Keyword::ALL.iter().filter(|(keyword, _)| card.keywords.has(*keyword));
    let mut parts: Vec<String> = own.map(|(keyword, _)| keyword_name(*keyword, lang).to_string()).collect();
    if card.edge > 0 {
        parts.push(edge_text(card.edge, lang));
    }
    if let Some(cost) = card.pilot {
        parts.push(format!("Pilot ({cost})"));
    }
    if let Some(whom) = &card.protected {
        parts.push(protect_text(whom, lang));
    }
    parts.iter().map(|part| format!("{part}.")).collect::<Vec<_>>().join(" ")
}

/// Whom a card protects, in the words of the data files or in German.
fn protected_name(whom: &str, lang: Lang) -> String {
    const WHOM: &[(&str, &str)] = &[
        ("objective", "Einsatzziel"),
        ("unit", "Einheit"),
        ("exhausted rebel alliance unit", "erschöpfte Einheit der Rebellenallianz"),
        ("mercenary or bounty hunter", "Söldner oder Kopfgeldjäger"),
        ("unique unit", "einzigartige Einheit"),
        ("unit that is committed to the force", "der Macht verpflichtete Einheit"),
        ("scum and villainy unit", "Einheit der Fraktion Abschaum und Kriminelle"),
        ("smugglers and spies objective", "Einsatzziel der Fraktion Schmuggler und Spione"),
        ("smugglers and spies vehicle unit", "Fahrzeug-Einheit der Fraktion Schmuggler und Spione"),
        ("non-sith character", "Charaktere außer Sith"),
        // Traits stand in the plural.
        ("character", "Charaktere"),
        ("vehicle", "Fahrzeuge"),
        ("ewok", "Ewoks"),
        ("officer", "Offiziere"),
        ("specter", "Phantome"),
    ];
    if lang == Lang::De {
        if let Some((_, german)) = WHOM.iter().find(|(name, _)| *name == whom) {
            return german.to_string();
        }
        if let Some((_, german)) = TRAITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(whom)) {
            return german.to_string();
        }
    }
    let upper = |word: &str| match word {
        "or" => word.to_string(),
        _ => word[..1].to_uppercase() + &word[1..],
    };
    whom.split(' ').map(upper).collect::<Vec<_>>().join(" ")
}

/// A trait by its name.
pub fn trait_name(named: Trait, lang: Lang) -> &'static str {
    let english = Trait::ALL.iter().find(|(other, _)| *other == named).map_or("", |(_, name)| *name);
    let german = TRAITS.iter().find(|(name, _)| *name == english).filter(|_| lang == Lang::De);
    german.map_or(english, |(_, german)| *german)
}

/// The traits of a card, set apart by dots.
pub fn trait_names(card: &Facts, lang: Lang) -> String {
    let name = |name: &String| -> String {
        let german = TRAITS.iter().find(|(english, _)| english == name).filter(|_| lang == Lang::De);
        german.map_or(name.clone(), |(_, german)| german.to_string())
    };
    card.trait_names.iter().map(name).collect::<Vec<_>>().join(" · ")
}

/// Traits whose German name differs; all others are names of places and peoples.
const TRAITS: &[(&str, &str)] = &[
    ("Alter", "Veränderung"),
    ("Armor", "Rüstung"),
    ("Assassin", "Attentäter"),
    ("Base", "Basis"),
    ("Black Squadron", "Schwarze Staffel"),
    ("Black Sun", "Schwarze Sonne"),
    ("Bothan", "Bothaner"),
    ("Bounty", "Kopfgeld"),
    ("Bounty Hunter", "Kopfgeldjäger"),
    ("Capital Ship", "Großkampfschiff"),
    ("Character", "Charakter"),
    ("Civilian", "Zivilist"),
    ("Cloud City", "Wolkenstadt"),
    ("Condition", "Zustand"),
    ("Control", "Kontrolle"),
    ("Creature", "Kreatur"),
    ("Death Squadron", "Todesschwadron"),
    ("Death Star", "Todesstern"),
    ("Droid", "Droide"),
    ("Engineer", "Techniker"),
    ("Fighter", "Raumjäger"),
    ("Fleet", "Flotte"),
    ("Force", "Macht"),
    ("Force Sensitive", "Machtsensitiv"),
    ("Force User", "Machtnutzer"),
    ("Fortification", "Befestigung"),
    ("Gamble", "Glücksspiel"),
    ("Gambler", "Spieler"),
    ("Gunner", "Schütze"),
    ("Imperial Guard", "Imperiale Garde"),
    ("Item", "Gegenstand"),
    ("Leader", "Anführer"),
    ("Lightsaber Form", "Lichtschwertform"),
    ("Location", "Ort"),
    ("Maneuver", "Manöver"),
    ("Mercenary", "Söldner"),
    ("Night", "Nacht"),
    ("Obsidian Squadron", "Obsidian-Staffel"),
    ("Officer", "Offizier"),
    ("Outer Rim", "Äußerer Rand"),
    ("Renegade Squadron", "Abtrünnigen-Staffel"),
    ("Rogue", "Gauner"),
    ("Rogue Squadron", "Renegaten-Staffel"),
    ("Scavenger", "Plünderer"),
    ("Scoundrel", "Schurke"),
    ("Scout", "Späher"),
    ("Sense", "Wahrnehmung"),
    ("Sithspawn", "Sithbrut"),
    ("Skill", "Fertigkeit"),
    ("Slaver", "Sklavenjäger"),
    ("Smuggler", "Schmuggler"),
    ("Space Station", "Raumstation"),
    // Our own word: no German document of the game has it.
    ("Specter", "Phantom"),
    ("Speeder", "Gleiter"),
    ("Spy", "Spion"),
    ("Squadron", "Staffel"),
    ("Tactic", "Taktik"),
    ("Thief", "Dieb"),
    ("Title", "Rang"),
    ("Transport", "Transporter"),
    ("Trap", "Falle"),
    ("Trooper", "Truppler"),
    ("Upgrade", "Aufrüstung"),
    ("Vehicle", "Fahrzeug"),
    ("Walker", "Läufer"),
    ("Weapon", "Waffe"),
];
