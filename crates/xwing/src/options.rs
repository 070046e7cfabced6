//! What the players agree on before the game: the ruleset, the damage deck, points, rounds and the play area.

use serde::{Deserialize, Serialize};

use table::Words;

use crate::lists::Format;
use crate::missions::{Mission, MissionId};
use crate::state::Size;

/// Which rules apply where the document and the later official rules differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulesetName {
    /// The FAQ and errata document over the core rules of 2012.
    #[default]
    Document,
    /// The rules reference of 2015 and the FAQs after it.
    Later,
}

/// Every point in which the two rulesets differ (`xwing.core.ruleset`). Rules read these and never the name of a ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruleset {
    /// All cloaked ships decloak before the first activation, not each before its dial is revealed.
    pub decloak_before_activation: bool,
    /// Against primary weapons the defender has 1 more die at range 3 and beyond, not 1, 2 and 3 at ranges 3, 4 and 5.
    pub even_range_bonus: bool,
    /// Added results can be modified like rolled ones.
    pub added_results_modifiable: bool,
    /// Boosts, barrel rolls and decloaking must not leave the play area.
    pub no_fleeing_by_action: bool,
    /// Every obstacle on the way has its effect, not just one that the opponent chooses.
    pub every_obstacle_counts: bool,
    /// A ship may lock a ship again that it has locked already.
    pub relocking: bool,
    /// Additional attacks after a miss wait for the end of the whole attack, both attacks of a double attack included.
    pub extra_attacks_last: bool,
    /// Damage that a crew member takes after an attack waits for the end of a double attack.
    pub crew_damage_after_double_attack: bool,
    /// A crew member on a huge ship of two sections concerns only its own section.
    pub crew_bound_to_section: bool,
    /// Stress that attacks give at a range counts ranges inside the firing arc, once per ship.
    pub stress_by_range_in_arc: bool,
    /// A stressed ship that reveals a red maneuver flies a white straight 2, instead of what the opponent chooses.
    pub red_becomes_straight: bool,
    /// Drawing fire from friends is something a ship chooses once per game.
    pub drawing_fire_once: bool,
    /// Large ships lose their ion tokens right after the maneuver, like small ones.
    pub ion_removed_at_once: bool,
    /// The player with fewer points chooses who has initiative; the other one chooses an edge.
    pub initiative_is_chosen: bool,
    /// The revised damage deck is the usual one.
    pub revised_deck: bool,
    /// A token of one kind is spent for its own effect only once each time dice are modified.
    pub tokens_once_per_step: bool,
    /// A final salvo decides games that would be a draw.
    pub final_salvo: bool,
}

pub static DOCUMENT: Ruleset = Ruleset {
    decloak_before_activation: false,
    even_range_bonus: false,
    added_results_modifiable: false,
    no_fleeing_by_action: false,
    every_obstacle_counts: false,
    relocking: false,
    extra_attacks_last: false,
    crew_damage_after_double_attack: false,
    crew_bound_to_section: false,
    stress_by_range_in_arc: false,
    red_becomes_straight: false,
    drawing_fire_once: false,
    ion_removed_at_once: false,
    initiative_is_chosen: false,
    revised_deck: false,
    tokens_once_per_step: false,
    final_salvo: false,
};

pub static LATER: Ruleset = Ruleset {
    decloak_before_activation: true,
    even_range_bonus: true,
    added_results_modifiable: true,
    no_fleeing_by_action: true,
    every_obstacle_counts: true,
    relocking: true,
    extra_attacks_last: true,
    crew_damage_after_double_attack: true,
    crew_bound_to_section: true,
    stress_by_range_in_arc: true,
    red_becomes_straight: true,
    drawing_fire_once: true,
    ion_removed_at_once: true,
    initiative_is_chosen: true,
    revised_deck: true,
    tokens_once_per_step: true,
    final_salvo: true,
};

impl RulesetName {
    pub fn rules(self) -> &'static Ruleset {
        match self {
            RulesetName::Document => &DOCUMENT,
            RulesetName::Later => &LATER,
        }
    }
}

/// The damage deck of one of the core sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum DeckName {
    #[serde(rename = "2012")]
    Original,
    #[serde(rename = "2015")]
    Revised,
}

impl DeckName {
    pub fn id(self) -> &'static str {
        match self {
            DeckName::Original => "2012",
            DeckName::Revised => "2015",
        }
    }
}

/// What becomes of a game in which the last ships of both sides are lost at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BothLost {
    Draw,
    /// The player with initiative wins.
    Initiative,
}

impl BothLost {
    pub const ALL: [BothLost; 2] = [BothLost::Draw, BothLost::Initiative];

    /// How options name it.
    pub fn id(self) -> &'static str {
        match self {
            BothLost::Draw => "draw",
            BothLost::Initiative => "initiative",
        }
    }
}

/// The huge ships that lie on the table as obstacles, by their length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HulkName {
    Transport,
    Corvette,
}

impl HulkName {
    pub const ALL: [HulkName; 2] = [HulkName::Transport, HulkName::Corvette];

    pub fn size(self) -> Size {
        match self {
            HulkName::Transport => Size::Huge,
            HulkName::Corvette => Size::Corvette,
        }
    }
    /// How options name it.
    pub fn id(self) -> &'static str {
        match self {
            HulkName::Transport => "transport",
            HulkName::Corvette => "corvette",
        }
    }
    pub const fn name(self) -> Words {
        match self {
            HulkName::Transport => Words::new("Drifting transport", "Treibender Transporter"),
            HulkName::Corvette => Words::new("Drifting corvette", "Treibende Korvette"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    pub ruleset: RulesetName,
    /// Without it the usual deck of the ruleset.
    pub deck: Option<DeckName>,
    /// Without it the usual end of the ruleset: a draw, or a final salvo.
    pub both_lost: Option<BothLost>,
    /// Each player has a damage deck of their own.
    pub own_decks: bool,
    /// What squads are built for.
    pub format: Format,
    /// Squad points per player.
    pub points: u16,
    /// After so many rounds destroyed points decide.
    pub rounds: Option<u16>,
    /// Width and depth of the play area in tenths of a millimetre: three feet each way.
    pub area: (u16, u16),
    /// A huge ship that is an obstacle takes the place of one player's obstacles.
    pub hulk: Option<HulkName>,
    /// A mission instead of a fight to the last ship.
    pub mission: Option<MissionId>,
    /// What the rules allow only outside tournaments, or at casual events, is refused; what is measured is declared first.
    pub tournament: bool,
    /// Squads are judged by the cards as they are printed; errata that changed how squads are built are left aside.
    pub as_printed: bool,
}

impl Options {
    /// The mission that was agreed on.
    pub fn mission(&self) -> Option<&'static Mission> {
        self.mission.map(|chosen| chosen.0)
    }
    pub fn rules(&self) -> &'static Ruleset {
        self.ruleset.rules()
    }
    /// What is usual in epic play: 300 points and a play area twice as wide.
    pub fn epic() -> Options {
        Options { format: Format::Epic, points: 300, area: (18288, 9144), ..Options::default() }
    }
    pub fn deck(&self) -> DeckName {
        let usual = if self.rules().revised_deck { DeckName::Revised } else { DeckName::Original };
        self.deck.unwrap_or(usual)
    }
    /// Width and depth of the play area in millimetres.
    pub fn size(&self) -> (f64, f64) {
        (f64::from(self.area.0) / 10.0, f64::from(self.area.1) / 10.0)
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            ruleset: RulesetName::Document,
            deck: None,
            both_lost: None,
            own_decks: false,
            format: Format::Standard,
            points: 100,
            rounds: None,
            area: (9144, 9144),
            hulk: None,
            mission: None,
            tournament: false,
            as_printed: false,
        }
    }
}
