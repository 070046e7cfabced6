//! Squads ready to play: what lies in both core sets, well-known squads of 100 points, and two fleets for epic play.

use rulebook::Words;

use super::{Squad, SquadShip};

/// A squad ready to play.
pub struct Ready {
    pub id: &'static str,
    pub name: Words,
    /// Pilots, each with upgrades.
    ships: &'static [(&'static str, &'static [&'static str])],
    pub is_epic: bool,
}

impl Ready {
    pub fn squad(&self) -> Squad {
        let ships = self.ships.iter().map(|(pilot, upgrades)| SquadShip::new(pilot, upgrades));
        Squad { name: self.name.en.to_string(), ships: ships.collect() }.tidy()
    }
}

const fn ready(
    id: &'static str,
    en: &'static str,
    de: &'static str,
    ships: &'static [(&'static str, &'static [&'static str])],
) -> Ready {
    Ready { id, name: Words::new(en, de), ships, is_epic: false }
}

const fn epic(ready: Ready) -> Ready {
    Ready { is_epic: true, ..ready }
}

/// All of them; the first of each side are those of the core sets.
pub const READY: [Ready; 20] = [
    ready(
        "rebel-core",
        "Core set 2012: Luke Skywalker",
        "Grundset 2012: Luke Skywalker",
        &[("luke-skywalker", &["r2-d2-astromech", "proton-torpedoes"])],
    ),
    ready(
        "imperial-core",
        "Core set 2012: TIE fighters",
        "Grundset 2012: TIE-Fighter",
        &[("mauler-mithel", &["determination"]), ("academy-pilot", &[])],
    ),
    ready(
        "resistance-core",
        "Core set 2015: Poe Dameron",
        "Grundset 2015: Poe Dameron",
        &[("poe-dameron", &["wired", "bb-8", "proton-torpedoes", "weapons-guidance"])],
    ),
    ready(
        "first-order-core",
        "Core set 2015: TIE/fo fighters",
        "Grundset 2015: TIE/fo Fighter",
        &[("omega-ace", &["wired"]), ("epsilon-squadron-pilot", &[])],
    ),
    ready(
        "rebel",
        "Wedge and Red Squadron",
        "Wedge und die Rot-Staffel",
        &[
            ("wedge-antilles", &["push-the-limit"]),
            ("red-squadron-pilot", &[]),
            ("rookie-pilot", &[]),
            ("rookie-pilot", &[]),
        ],
    ),
    ready(
        "imperial",
        "Howlrunner, Fel and Storm Squadron",
        "Kreischläufer, Fel und die Storm-Staffel",
        &[
            ("howlrunner", &["squad-leader"]),
            ("soontir-fel", &["push-the-limit"]),
            ("storm-squadron-pilot", &[]),
            ("storm-squadron-pilot", &[]),
        ],
    ),
    ready(
        "tie-swarm",
        "TIE swarm",
        "TIE-Schwarm",
        &[
            ("howlrunner", &["swarm-tactics"]),
            ("black-squadron-pilot", &["draw-their-fire"]),
            ("obsidian-squadron-pilot", &[]),
            ("obsidian-squadron-pilot", &[]),
            ("academy-pilot", &[]),
            ("academy-pilot", &[]),
            ("academy-pilot", &[]),
        ],
    ),
    ready(
        "biggs-walks-the-dogs",
        "Biggs walks the dogs",
        "Biggs führt die Hunde aus",
        &[
            ("biggs-darklighter", &["r2-f2"]),
            ("rookie-pilot", &["r5-astromech"]),
            ("rookie-pilot", &["r5-astromech"]),
            ("blue-squadron-pilot", &["advanced-sensors"]),
        ],
    ),
    ready(
        "fat-han",
        "Fat Han",
        "Der dicke Han",
        &[
            ("han-solo", &["push-the-limit", "gunner", "luke-skywalker-crew", "millennium-falcon"]),
            ("bandit-squadron-pilot", &[]),
            ("bandit-squadron-pilot", &[]),
            ("bandit-squadron-pilot", &[]),
        ],
    ),
    ready(
        "interceptor-aces",
        "Interceptor aces",
        "Abfangjäger-Asse",
        &[
            ("soontir-fel", &["push-the-limit", "royal-guard-tie", "targeting-computer", "stealth-device"]),
            ("turr-phennir", &["daredevil", "stealth-device"]),
            ("carnor-jax", &["push-the-limit", "stealth-device"]),
        ],
    ),
    ready(
        "two-firesprays",
        "Boba and Kath",
        "Boba und Kath",
        &[
            ("boba-fett", &["veteran-instincts", "gunner", "engine-upgrade"]),
            ("kath-scarlet", &["gunner", "heavy-laser-cannon"]),
        ],
    ),
    ready(
        "bbbbz",
        "Four B-wings and a Headhunter",
        "Vier B-Wings und ein Kopfjäger",
        &[
            ("blue-squadron-pilot", &[]),
            ("blue-squadron-pilot", &[]),
            ("blue-squadron-pilot", &[]),
            ("blue-squadron-pilot", &[]),
            ("bandit-squadron-pilot", &[]),
        ],
    ),
    ready(
        "phantoms",
        "Echo and Whisper",
        "Die Phantome",
        &[
            ("whisper", &["veteran-instincts", "fire-control-system", "gunner", "advanced-cloaking-device"]),
            (
                "echo",
                &["veteran-instincts", "fire-control-system", "recon-specialist", "advanced-cloaking-device"],
            ),
            ("academy-pilot", &[]),
        ],
    ),
    ready(
        "ion-control",
        "Ion control",
        "Ionenkontrolle",
        &[
            ("kyle-katarn", &["ion-cannon-turret"]),
            ("gold-squadron-pilot", &["ion-cannon-turret", "r5-astromech"]),
            ("gold-squadron-pilot", &["ion-cannon-turret", "r5-astromech"]),
            ("gold-squadron-pilot", &["ion-cannon-turret"]),
        ],
    ),
    ready(
        "scum-hunters",
        "Bounty hunters",
        "Kopfgeldjäger",
        &[
            ("boba-fett-scum", &["push-the-limit"]),
            ("kath-scarlet-scum", &["gunner"]),
            ("binayre-pirate", &[]),
        ],
    ),
    ready(
        "ghost-and-phantom",
        "The Ghost and the Phantom",
        "Die Ghost und die Phantom",
        &[
            (
                "kanan-jarrus",
                &["ghost", "fire-control-system", "twin-laser-turret", "gunner", "recon-specialist"],
            ),
            ("ezra-bridger-attack-shuttle", &["phantom"]),
            ("rookie-pilot", &[]),
        ],
    ),
    ready(
        "hounds-tooth",
        "Bossk in the Hound's Tooth",
        "Bossk in der Hound's Tooth",
        &[
            ("bossk", &["hounds-tooth", "mangler-cannon", "gunner", "k4-security-droid"]),
            ("cartel-marauder", &[]),
            ("binayre-pirate", &[]),
            ("binayre-pirate", &[]),
        ],
    ),
    epic(ready(
        "epic-rebel",
        "Epic: the Tantive IV and her escort",
        "Episch: die Tantive IV und ihre Eskorte",
        &[
            (
                "cr90-corvette-fore",
                &["single-turbolasers", "quad-laser-cannons", "gunnery-team", "sensor-team", "tantive-iv"],
            ),
            ("cr90-corvette-aft", &["ion-cannon-battery", "engineering-team"]),
            ("wedge-antilles", &["r2-d2-astromech"]),
            ("biggs-darklighter", &[]),
            ("rookie-pilot", &[]),
            ("blue-squadron-pilot", &[]),
            ("blue-squadron-pilot", &[]),
            ("gold-squadron-pilot", &["ion-cannon-turret"]),
            ("bandit-squadron-pilot", &[]),
            ("bandit-squadron-pilot", &[]),
        ],
    )),
    epic(ready(
        "epic-imperial",
        "Epic: the Instigator and her fighters",
        "Episch: die Instigator und ihre Jäger",
        &[
            ("raider-class-corvette-fore", &["single-turbolasers", "gunnery-team"]),
            (
                "raider-class-corvette-aft",
                &[
                    "ion-cannon-battery",
                    "quad-laser-cannons",
                    "engineering-team",
                    "sensor-team",
                    "instigator",
                ],
            ),
            ("howlrunner", &["swarm-tactics"]),
            ("soontir-fel", &["push-the-limit"]),
            ("scimitar-squadron-pilot", &["concussion-missiles"]),
            ("scimitar-squadron-pilot", &["concussion-missiles"]),
            ("academy-pilot", &[]),
            ("academy-pilot", &[]),
            ("academy-pilot", &[]),
            ("academy-pilot", &[]),
            ("omicron-group-pilot", &["fire-control-system"]),
        ],
    )),
    epic(ready(
        "epic-carrier",
        "Epic: the Vector and the fighters she carries",
        "Episch: die Vektor und die Jäger, die sie trägt",
        &[
            ("gozanti-class-cruiser", &["docking-clamps", "sensor-team", "broadcast-array", "vector"]),
            ("howlrunner", &["swarm-tactics"]),
            ("mauler-mithel", &[]),
            ("dark-curse", &[]),
            ("backstabber", &[]),
            ("darth-vader", &["squad-leader", "engine-upgrade"]),
            ("soontir-fel", &["push-the-limit", "stealth-device"]),
            ("krassis-trelix", &["heavy-laser-cannon", "gunner"]),
            ("scimitar-squadron-pilot", &["concussion-missiles"]),
            ("scimitar-squadron-pilot", &["concussion-missiles"]),
            ("omicron-group-pilot", &["fire-control-system"]),
        ],
    )),
];

/// The ids of the squads that are ready.
pub const STARTERS: [&str; READY.len()] = {
    let mut ids = [""; READY.len()];
    let mut place = 0;
    while place < ids.len() {
        ids[place] = READY[place].id;
        place += 1;
    }
    ids
};

/// A squad that is ready, by its id.
pub fn starter(id: &str) -> Option<Squad> {
    READY.iter().find(|ready| ready.id == id).map(Ready::squad)
}
