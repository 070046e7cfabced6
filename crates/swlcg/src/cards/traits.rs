//! The traits, as numbers. They have no meaning of their own; cards refer to them.

use serde::{Deserialize, Serialize};

/// A trait of a card.
macro_rules! traits {
    ($($name:ident = $text:literal,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Trait { $($name,)* }

        impl Trait {
            pub const ALL: &[(Trait, &str)] = &[$((Trait::$name, $text),)*];
        }
    };
}

traits! {
    Addiction = "Addiction",
    Alderaan = "Alderaan",
    Almas = "Almas",
    Alter = "Alter",
    Anoat = "Anoat",
    Aquaris = "Aquaris",
    ArcHammer = "Arc Hammer",
    Armor = "Armor",
    Assassin = "Assassin",
    Base = "Base",
    Bellassa = "Bellassa",
    Bespin = "Bespin",
    BlackSquadron = "Black Squadron",
    BlackSun = "Black Sun",
    Bothan = "Bothan",
    Bounty = "Bounty",
    BountyHunter = "Bounty Hunter",
    BozPity = "Boz Pity",
    CapitalShip = "Capital Ship",
    Cardooine = "Cardooine",
    Carida = "Carida",
    Character = "Character",
    Civilian = "Civilian",
    Classified = "Classified",
    CloudCity = "Cloud City",
    Condition = "Condition",
    Connection = "Connection",
    Control = "Control",
    Corellia = "Corellia",
    Coruscant = "Coruscant",
    Creature = "Creature",
    Cyborg = "Cyborg",
    Dagobah = "Dagobah",
    Dantooine = "Dantooine",
    Dathomir = "Dathomir",
    DeathSquadron = "Death Squadron",
    DeathStar = "Death Star",
    Decoy = "Decoy",
    Deneba = "Deneba",
    Despayre = "Despayre",
    Diplomacy = "Diplomacy",
    Doctrine = "Doctrine",
    Droid = "Droid",
    DromundKaas = "Dromund Kaas",
    Elrood = "Elrood",
    Endor = "Endor",
    Engineer = "Engineer",
    Eriadu = "Eriadu",
    Espionage = "Espionage",
    Ewok = "Ewok",
    Executor = "Executor",
    Fighter = "Fighter",
    Fleet = "Fleet",
    Force = "Force",
    ForceSensitive = "Force Sensitive",
    ForceSpirit = "Force Spirit",
    ForceUser = "Force User",
    Formation = "Formation",
    Fortification = "Fortification",
    Gamble = "Gamble",
    Gambler = "Gambler",
    Gamor = "Gamor",
    Gand = "Gand",
    Geonosis = "Geonosis",
    Gnarltree = "Gnarltree",
    GrandVizier = "Grand Vizier",
    Guardian = "Guardian",
    Gunner = "Gunner",
    Helmet = "Helmet",
    HomeOne = "Home One",
    Hoth = "Hoth",
    Hutt = "Hutt",
    ImdaarAlpha = "Imdaar Alpha",
    ImperialGuard = "Imperial Guard",
    ImperialNavy = "Imperial Navy",
    Inquisitor = "Inquisitor",
    Item = "Item",
    Kashyyyk = "Kashyyyk",
    Kessel = "Kessel",
    Kothlis = "Kothlis",
    Kuat = "Kuat",
    Leader = "Leader",
    Liberty = "Liberty",
    LightsaberForm = "Lightsaber Form",
    Location = "Location",
    Logistics = "Logistics",
    Lothal = "Lothal",
    Lusankya = "Lusankya",
    MalachorV = "Malachor V",
    Maneuver = "Maneuver",
    Marksman = "Marksman",
    Masterpiece = "Masterpiece",
    MechisIII = "Mechis III",
    Mercenary = "Mercenary",
    MilleniumFalcon = "Millenium Falcon",
    Mission = "Mission",
    MonCala = "Mon Cala",
    Monster = "Monster",
    Moraband = "Moraband",
    Myrkr = "Myrkr",
    NarShaddaa = "Nar Shaddaa",
    Night = "Night",
    ObsidianSquadron = "Obsidian Squadron",
    Officer = "Officer",
    Operation = "Operation",
    OrdMantell = "Ord Mantell",
    OuterRim = "Outer Rim",
    Pilot = "Pilot",
    Prakith = "Prakith",
    Prefsbelt = "Prefsbelt",
    Quanton = "Quanton",
    Ralltiir = "Ralltiir",
    RenegadeSquadron = "Renegade Squadron",
    Roche = "Roche",
    Rogue = "Rogue",
    Ruusan = "Ruusan",
    Scarif = "Scarif",
    Scavenger = "Scavenger",
    Scoundrel = "Scoundrel",
    Scout = "Scout",
    Scum = "Scum",
    Seelos = "Seelos",
    Sense = "Sense",
    Shelkonwa = "Shelkonwa",
    Sithspawn = "Sithspawn",
    Skill = "Skill",
    Slaver = "Slaver",
    Smuggler = "Smuggler",
    SpaceStation = "Space Station",
    Specter = "Specter",
    Speeder = "Speeder",
    Spintir = "Spintir",
    Spirit = "Spirit",
    Spy = "Spy",
    Squadron = "Squadron",
    StygeonPrime = "Stygeon Prime",
    Sullust = "Sullust",
    SulonStar = "Sulon Star",
    Superlaser = "Superlaser",
    Taanab = "Taanab",
    Tactic = "Tactic",
    Tactician = "Tactician",
    Talay = "Talay",
    Tatooine = "Tatooine",
    Tepasi = "Tepasi",
    Thief = "Thief",
    Title = "Title",
    Trandosha = "Trandosha",
    Transport = "Transport",
    Trap = "Trap",
    Trooper = "Trooper",
    Upgrade = "Upgrade",
    Vehicle = "Vehicle",
    Walker = "Walker",
    Weapon = "Weapon",
    Wookiee = "Wookiee",
    Yavin4 = "Yavin 4",
}

/// A set of traits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traits([u64; 3]);

impl Traits {
    /// The set with these names, or the first name that is no trait.
    pub fn parse(names: &[String]) -> Result<Traits, &String> {
        let mut traits = Traits::default();
        for name in names {
            match Trait::ALL.iter().find(|(_, text)| text == name) {
                Some((found, _)) => traits.0[*found as usize / 64] |= 1 << (*found as usize % 64),
                None => return Err(name),
            }
        }
        Ok(traits)
    }

    pub fn has(&self, wanted: Trait) -> bool {
        self.0[wanted as usize / 64] >> (wanted as usize % 64) & 1 == 1
    }
}
