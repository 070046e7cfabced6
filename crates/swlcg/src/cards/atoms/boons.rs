//! What a card or a player has or cannot do, as long as a card is in play or for a time. Every kind of boon has a bit, so
//! that cards which give none of a kind are passed over without being looked at.

use serde::{Deserialize, Serialize};

use super::super::traits::Trait;
use super::super::{Affiliation, Keyword, Kind};
use super::{Amount, Doom, Filter, When, Whose};
use crate::state::Icon;

/// What a card or a player can have, by a constant effect or for a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Boon {
    Icon(Icon),
    EdgeIcon(Icon),
    Capacity,
    ForceIcons,
    Resources,
    Cost,
    /// Edge (X).
    Edge,
    Keyword(Keyword),
    /// The damage of unit damage icons may be split among participating enemies.
    SplitDamage,
    /// Resources of this card match every affiliation.
    MatchesAll,
    /// Its resources match this affiliation too.
    MatchesFor(Affiliation),
    /// This card is captured by the opponent if it leaves play.
    CapturedWhenLeaving,
    /// The same, at an objective that its own player chooses.
    CapturedWhereItsPlayerLikes,
    /// Events do not affect it.
    UnaffectedByEvents,
    /// Events with the trait Force do not affect it.
    UnaffectedByForceEvents,
    Cannot(Deed),
    /// A figure of its text is another one: of equal ones that with so many before it.
    Figure(u8, u8),
    /// Enemy card effects do not affect it.
    Unaffected,
    /// A player controls this card who does not own it.
    Controlled,
    /// It is a unit though it is an enhancement.
    IsUnit,
    /// Its player controls the unit that it is attached to.
    CommandsHost,
    /// The resource value is doubled.
    DoubleResources,
    /// Damage that the card with this effect, or the one that it enhances, deals to such cards is doubled.
    DoubleDamage,
    /// Belongs to this affiliation too.
    Affiliation(Affiliation),
    /// Counts as holding so many more captured cards.
    MoreCaptives,
    /// Units that its player captures from play may be put there instead of at an objective.
    TakesCaptives,
    /// Unit damage icons of enemies in the engagement reach it though it takes no part.
    WithinReach,
    /// May strike in an engagement without taking part in it.
    StrikesFromOutside,
    /// Costs so much less, but not less than this number.
    CostDownTo(u8),
    /// Makes an engagement in which it attacks count as unopposed.
    Unopposed,
    /// Is destroyed if it has no Force icons.
    FadesWithoutForce,
    /// May not stay in play: it is discarded.
    MayNotStay,
    /// All its combat icons are unit damage icons.
    AllUnitDamage,
    /// Has the ability that the card lends whose effect this is.
    Lent,
    /// Has used up the ability that it has from the card whose mark this is.
    LentSpent,
    /// As a pilot it does not count for the limit of one pilot.
    FurtherPilot,
    /// Strikes as if it took part in the engagement.
    StrikesAsIfThere,
    /// Is engaged before other objectives of its player, in the first engagement of a turn.
    EngagedFirst,
    // of a player
    Reserve,
    /// Force icons in the Force struggle.
    Struggle,
    /// Unit damage icons decide the Force struggle instead of Force icons.
    StruggleByDamage,
    EdgeTotal,
    /// Cards played from hand need no matching resource.
    NoMatch,
    /// The next card costs 1 less and needs no matching resource.
    NextCardCheaper,
    /// Fate cards may be resolved once more.
    FateAgain,
    /// Fate cards are resolved once more, like it or not.
    FateTwice,
    // of a card
    /// Fate cards that are attached to it work like those of its player's edge stack.
    BringsFate,
    /// An attached fate card has been resolved in this edge battle, has had the effect of another one so many times, and has
    /// nothing more to come.
    FateResolved,
    FateCopied,
    FateSettled,
    // of a player
    /// The first card of the edge stack is placed face up.
    FirstEdgeCardFaceUp,
    /// The cards that lie face down at the card with this effect may be put into the edge stack of its player.
    EdgeCardsBeneath,
    /// The most attackers that can be declared against this objective.
    MostAttackers,
    // of a card
    /// Its printed text is gone, its traits are not.
    Blank,
    LacksKeyword(Keyword),
    LacksProtect,
    /// The Protect that is printed on it is gone.
    LacksPrintedProtect,
    LacksPilot,
    Protects(Guard),
    /// Protects whom this card protects.
    ProtectsLike(Kind),
    /// Force icons of a card in an edge stack.
    EdgeForce,
    /// Its Force icons count in the struggle even if it is exhausted.
    CountsExhausted,
    /// Counts as committed to the Force.
    CountsCommitted,
    /// Its Force icons count in the struggle though it is not committed, exhausted or not.
    CountsUncommitted,
    /// Shields do not stop its damage.
    PiercesShields,
    /// Keeps its focus tokens in the refresh phase.
    KeepsFocus,
    /// Its icons that need the edge count without it.
    EdgeIconsCount,
    /// All its icons need the edge.
    NeedsEdge,
    /// Has no icons of this type.
    NoIcons(Icon),
    /// Has no icons but printed ones.
    NoGainedIcons,
    /// Has twice as many icons of this type.
    DoubleIcons(Icon),
    DoubleForce,
    /// Costs nothing, whatever changes its cost.
    Free,
    /// Needs no matching resource.
    MatchesItself,
    Trait(Trait),
    /// What awaits it.
    Awaits(Doom),
    /// Has to defend if it can.
    MustDefend,
    /// Has to attack if it can.
    MustAttack,
    /// Such units have to attack the objective with this effect when it is engaged, if they can.
    MustAttackThis,
    /// Its resources pay for such cards only.
    PaysOnlyFor(Sort),
    /// Its combat icons are not resolved.
    ForgoesIcons,
    /// Protect does not move its combat damage.
    PiercesProtect,
    /// Can become neither more nor fewer.
    FixedIcons,
    // of a player
    /// The Force icons of units in the struggle.
    StruggleIcons,
    /// Comes into play with so many focus tokens if it is played.
    EntersFocused,
    /// Counts as having so many more Hoth objectives, neither damaged nor undamaged.
    MoreHothObjectives,
    /// So much damage for an unopposed attack instead of 1; on an objective, so much more.
    UnopposedDamage,
    /// Wins ties in edge battles.
    WinsTies,
    /// Strikes first.
    StrikesFirst,
    /// The next such card costs less.
    NextCost(Sort),
    /// All such cards cost less.
    CostOf(Sort),
    /// Counts as having so many more cards in hand.
    HandSize,
    /// Draws no cards by card effects.
    NoDraw,
    /// Fate cards have no effect.
    NoFate,
    /// Triggers no abilities, forced ones included.
    NoAbilities,
    /// Initiates no card effects: triggers no abilities, and constant texts that begin at a moment do not begin.
    NoInitiation,
    /// Nothing leaves the own discard pile.
    DiscardStays,
    /// As long as the card that has it is undamaged, the opponent cannot play cards of this title.
    Bans(Kind),
    /// Draws no more than five cards in the own draw phase.
    FewDraws,
    /// Card effects do not raise the reserve value.
    ReserveNotRaised,
    /// Plays enhancements in the conflict phase as well.
    EnhancementsInConflict,
    /// The Death Star dial counts as standing so much higher.
    DialHigher,
    /// In the Force struggle ready units count that are not committed to the Force, and committed ones do not.
    UncommittedCount,
    /// The fate cards of an edge battle are resolved from the highest priority number down.
    FateBackwards,
    // of a card
    /// The damage that it deals can be neither prevented nor redirected.
    SureDamage,
    /// The blast damage of the card that has said so is assigned to it.
    TakesBlast,
    /// So many focus tokens were put on it by combat icons of the unit that strikes.
    FocusedInStrike,
    /// Enhancements that its player plays on it cost so much less.
    CheaperToEnhance,
    /// Its player uses cards that lie face down here as if they were in hand.
    LendsCards,
    /// Counts as what events of this affiliation demand of their targets.
    FitsEventsOf(Affiliation),
    /// Has used a Reaction that is printed on it, in the strike that is being resolved.
    HasReacted,
    /// Whoever defends against it declares two defenders at least, or none.
    DefendedInPairs,
    /// A revealed card on top of a deck counts its Force icons in the Force struggle of this turn. Then it goes to the hand of
    /// its player if that is who has won, or else to the discard pile.
    FightsForBalance,
}

/// Whom a card protects by a card effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    Character,
    Vehicle,
    Unit,
    ExhaustedRebel,
    ObsidianLeader,
}

/// Cards whose cost changes for a time, or that certain resources pay for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    Any,
    Event,
    Unit,
    Jedi,
    Sith,
    SithUnit,
    CapitalShip,
    BlackSquadron,
    VehicleUnit,
    /// Not below 1.
    VehicleUnitDownToOne,
    NotRebel,
    Ewok,
    PilotOrVehicle,
    Sithspawn,
    DearNavy,
    DearRebel,
    VehicleOrDroid,
    StationOrCapital,
}

impl Boon {
    /// One bit for each kind of boon.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << match self {
            Boon::Icon(_) => 0,
            Boon::EdgeIcon(_) => 1,
            Boon::Capacity => 2,
            Boon::ForceIcons => 3,
            Boon::Resources => 4,
            Boon::Cost => 5,
            Boon::Edge => 6,
            Boon::Keyword(_) => 7,
            Boon::SplitDamage => 8,
            Boon::MatchesAll | Boon::MatchesFor(_) => 9,
            Boon::CapturedWhenLeaving | Boon::CapturedWhereItsPlayerLikes => 10,
            Boon::Cannot(_) => 11,
            Boon::Reserve => 12,
            Boon::Struggle | Boon::StruggleIcons => 13,
            Boon::EdgeTotal => 14,
            Boon::NoMatch => 15,
            Boon::NextCardCheaper => 16,
            Boon::FateAgain
            | Boon::FateTwice
            | Boon::BringsFate
            | Boon::FateResolved
            | Boon::FateCopied
            | Boon::FateSettled => 17,
            Boon::FirstEdgeCardFaceUp | Boon::EdgeCardsBeneath => 18,
            Boon::MostAttackers => 19,
            Boon::Controlled | Boon::CommandsHost | Boon::IsUnit => 43,
            Boon::DoubleResources => 44,
            Boon::DoubleDamage => 45,
            Boon::Unaffected | Boon::UnaffectedByEvents | Boon::UnaffectedByForceEvents => 46,
            Boon::Figure(..) => 47,
            Boon::Blank => 20,
            Boon::LacksKeyword(_) | Boon::LacksProtect | Boon::LacksPrintedProtect | Boon::LacksPilot => 21,
            Boon::Protects(_) | Boon::ProtectsLike(_) => 22,
            Boon::EdgeForce => 23,
            Boon::CountsExhausted | Boon::CountsCommitted | Boon::CountsUncommitted => 24,
            Boon::PiercesShields | Boon::PiercesProtect | Boon::SureDamage => 25,
            Boon::KeepsFocus | Boon::EntersFocused => 26,
            Boon::EdgeIconsCount | Boon::NeedsEdge => 27,
            Boon::NoIcons(_)
            | Boon::NoGainedIcons
            | Boon::DoubleIcons(_)
            | Boon::FixedIcons
            | Boon::ForgoesIcons => 28,
            Boon::DoubleForce => 29,
            Boon::Free => 30,
            Boon::MatchesItself => 31,
            Boon::Trait(_) | Boon::FurtherPilot => 32,
            Boon::Awaits(_) => 33,
            Boon::MustDefend => 34,
            Boon::PaysOnlyFor(_) => 35,
            Boon::UnopposedDamage => 36,
            Boon::WinsTies | Boon::StrikesFirst => 37,
            Boon::NextCost(_) | Boon::CostOf(_) => 38,
            Boon::NoDraw | Boon::HandSize => 39,
            Boon::NoFate => 40,
            Boon::NoAbilities | Boon::NoInitiation | Boon::Bans(_) => 41,
            Boon::MoreHothObjectives => 42,
            Boon::Affiliation(_) => 46,
            Boon::MoreCaptives | Boon::TakesCaptives => 47,
            Boon::WithinReach | Boon::StrikesFromOutside | Boon::StrikesAsIfThere => 48,
            Boon::CostDownTo(_) => 49,
            Boon::Unopposed => 50,
            Boon::StruggleByDamage => 51,
            Boon::FadesWithoutForce | Boon::AllUnitDamage | Boon::Lent | Boon::MayNotStay => 53,
            Boon::EngagedFirst => 54,
            Boon::MustAttack | Boon::MustAttackThis => 52,
            Boon::DialHigher => 55,
            Boon::UncommittedCount | Boon::FightsForBalance => 56,
            Boon::FateBackwards => 57,
            Boon::FewDraws | Boon::EnhancementsInConflict | Boon::ReserveNotRaised | Boon::DiscardStays => 58,
            Boon::TakesBlast => 59,
            Boon::DefendedInPairs => 60,
            Boon::HasReacted | Boon::FocusedInStrike | Boon::LentSpent => 61,
            Boon::FitsEventsOf(_) => 62,
            Boon::CheaperToEnhance | Boon::LendsCards => 63,
        }
    }

    /// Whether a card names it with a figure; icons are printed as such, and of other things there are no numbers.
    pub const fn is_counted(self) -> bool {
        use Boon::*;
        matches!(
            self,
            Capacity
                | ForceIcons
                | Resources
                | Cost
                | CostDownTo(_)
                | CostOf(_)
                | NextCost(_)
                | NextCardCheaper
                | MoreCaptives
                | Edge
                | Reserve
                | Struggle
                | EdgeTotal
                | EdgeForce
                | HandSize
                | StruggleIcons
                | EntersFocused
                | UnopposedDamage
                | MostAttackers
                | MoreHothObjectives
                | CheaperToEnhance
                | DialHigher
        )
    }
}

/// Things that cards forbid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    Attack,
    Defend,
    /// Attack the objective that forbids it.
    AttackThis,
    BeDamaged,
    BeTargeted,
    BeTargetedByEnemies,
    BeTargetedByEvents,
    BeTargetedByEnemyEvents,
    /// Damage by enemy card effects and combat icons.
    BeDamagedByEnemies,
    /// Focus tokens by enemy card effects and combat icons.
    BeFocusedByEnemies,
    /// Focus tokens by enemy tactics icons.
    BeFocusedByTactics,
    /// Be struck by enemy combat icons.
    BeStruck,
    BeCommitted,
    BeDestroyed,
    /// Have its abilities used.
    BeTriggered,
    /// Be played by the player who has it.
    BePlayed,
    /// Damage by Vehicles.
    BeDamagedByVehicles,
    /// Be healed.
    BeHealed,
    BeEngaged,
    /// Have damage moved away by Protect.
    BeProtected,
}

/// A constant effect.
pub struct Constant {
    pub when: &'static [When],
    /// Which cards have it; of a boon of players, whose cards count.
    pub on: Filter,
    pub whose: Whose,
    pub boon: Boon,
    pub amount: Amount,
}

impl Constant {
    pub const fn when(self, when: &'static [When]) -> Self {
        Constant { when, ..self }
    }
}

/// Such cards have a boon.
pub const fn gives(on: Filter, boon: Boon, amount: Amount) -> Constant {
    Constant { when: &[], on, whose: Whose::You, boon, amount }
}
/// Such cards cannot do something.
pub const fn forbids(on: Filter, deed: Deed) -> Constant {
    gives(on, Boon::Cannot(deed), Amount::YES)
}
/// You have a boon.
pub const fn yours(boon: Boon, amount: Amount) -> Constant {
    Constant { when: &[], on: &[], whose: Whose::You, boon, amount }
}
/// Your opponent has a boon.
pub const fn theirs(boon: Boon, amount: Amount) -> Constant {
    Constant { when: &[], on: &[], whose: Whose::Opponent, boon, amount }
}
