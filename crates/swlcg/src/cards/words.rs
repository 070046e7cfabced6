//! The words of [`atoms`](super::atoms) under the short names that card files use, and phrases that many cards share.

pub use super::atoms::Act::{
    Capture, CaptureHere, Commit, Damage, Destroy, Discard, Engage, ExtraShield, Focus, Gain, Heal,
    JoinEngagement, Later, LeaveEngagement, MoveElsewhere, OnDeck, PutIntoEngagement, PutIntoPlay,
    RemoveShield, Rescue, Sacrifice, Shield, ShuffleIntoDeck, Strike, TakeControl, TakeToken, ToHand,
    Uncommit, UnderDeck, Unfocus,
};
pub use super::atoms::Amount::{All, Count, N, Nth};
pub use super::atoms::Cost::{DamageThis, FocusThis, Resources, SacrificeThis};
pub use super::atoms::Do::{
    BalanceTo, Cancel, CancelEdgeBattle, CaptureTop, ChooseOne, CopyIcon, Dial, DialBack, DiscardHand,
    DiscardRandom, Divert, Draw, EndEngagement, Exchange, GainIcon, Instead, Look, LoseIcon, May, Mill,
    MoveCaptive, MoveDamage, MoveFocus, MoveShield, Prevent, PutOn, Redirect, ResolveAgain, Save, SeeHand,
    SkipForcePhase, Sort as SortCards, Stop, Then, TheyGain, TheyMayFocus, To, UnlessTheyPay,
};
pub use super::atoms::Trigger::*;
pub use super::atoms::When::{
    AmountAtLeast, By, CauseIs, Contested, EngagedIs, Exactly, FirstThisTurn, FirstToStrike, HostIs, In,
    InEngagement, InTheirEdgeStack, InYourEdgeStack, More, NotCanceled, OpponentsTurn, Played, SubjectIs,
    ThisIs, TwiceTheForce, Unopposed, UsedBy, YouAttack, YouDefend, YouHaveEdge, YouPlacedFate, YourTurn,
};
pub use super::atoms::Who::{
    Captive, CaptiveAt, Choose, ChooseUpTo, Each, EachFrom, Engaged as EngagedObjective, Host, It, Random,
    Subject, Target, TargetFrom, Targets, TheyChoose, This, TopDiscard, TopmostDiscard,
};
pub use super::atoms::Whose::{Opponent, You};
pub use super::atoms::{
    Ability, Act, Amount, Boon, Constant, Cost, Deed, Do, Doom, Effects, Filter, Guard, Is, Pool, Rest, Sort,
    Trigger, Way, When, Who, Whose, action, attaches, constant, does, fate, fate_if_won, forbids, gives,
    interrupt, on_the_dial, play_area, reaction, theirs, yours,
};
pub use super::traits::Trait::*;
pub use super::{Affiliation, Keyword, Registry};
pub use crate::state::Icon::{BlastDamage, Tactics, UnitDamage};
pub use crate::state::{Manner, Phase, Side, Until};

pub const UNIT: Filter = &[Is::Unit];
pub const ENEMY_UNIT: Filter = &[Is::Unit, Is::Enemy];
pub const FRIENDLY_UNIT: Filter = &[Is::Unit, Is::Friendly];
pub const VEHICLE: Filter = &[Is::Unit, Is::Trait(Vehicle)];
pub const CHARACTER: Filter = &[Is::Unit, Is::Trait(Character)];
pub const CHARACTER_OR_CREATURE: Filter =
    &[Is::Unit, Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Creature)]])];
pub const TOUCHED_BY_THE_FORCE: Filter =
    &[Is::Unit, Is::Any(&[&[Is::Trait(ForceUser)], &[Is::Trait(ForceSensitive)]])];
pub const UNIT_OR_OBJECTIVE: Is = Is::Any(&[&[Is::Unit], &[Is::Objective]]);

/// "Reaction: After you win the Force struggle, remove 1 focus token from this card."
pub const READIED_BY_THE_FORCE: Effects =
    play_area(&[reaction(StruggleWon, &[By(You)], &[To(This, Unfocus(N(1)))])]);
/// This mission is completed.
pub const THIS_COMPLETED: &[When] = &[SubjectIs(&[Is::This])];

/// The enhanced card gains an icon.
pub const fn host_gains(icon: crate::state::Icon) -> Constant {
    gives(&[Is::Host], Boon::Icon(icon), N(1))
}
pub const YES: Amount = Amount::YES;
/// As many of them as there are.
pub const ANY_NUMBER: u8 = u8::MAX;
/// Fewer than there could ever be: none is left.
pub const NOT_ONE: Amount = N(-i8::MAX);
/// "Reaction: After you refresh, …"
pub const fn after_you_refresh(effect: &'static [Do]) -> Ability {
    reaction(Refreshed, &[By(You)], effect)
}
/// "Reaction: After your opponent's turn begins, draw 1 card."
pub const DRAW_IN_THEIR_TURN: Effects = does(&[reaction(TurnBegins, &[By(Opponent)], &[Draw(You, N(1))])]);
/// An event is played, and its effects can still be canceled.
pub const EVENT_PLAYED: &[When] = &[Played(&[Is::Event]), NotCanceled];
/// "Interrupt: When you play a Vehicle unit, discard any number of cards from hand to reduce its cost."
pub const DISCARD_FOR_VEHICLES: Effects = does(&[interrupt(
    Paying,
    &[By(You), SubjectIs(&[Is::Unit, Is::Trait(Vehicle)])],
    &[Do::Special(super::specials::DISCARD_TO_SAVE)],
)]);

pub const JEDI: Is = Is::Affiliation(Affiliation::Jedi);
pub const REBEL: Is = Is::Affiliation(Affiliation::RebelAlliance);
pub const SMUGGLERS: Is = Is::Affiliation(Affiliation::SmugglersAndSpies);
pub const SITH: Is = Is::Affiliation(Affiliation::Sith);
pub const NAVY: Is = Is::Affiliation(Affiliation::ImperialNavy);
pub const SCUM: Is = Is::Affiliation(Affiliation::ScumAndVillainy);
pub const NEUTRAL: Is = Is::Affiliation(Affiliation::Neutral);

pub const THIS: Filter = &[Is::This];
pub const HOST: Filter = &[Is::Host];
pub const ENHANCEMENT: Filter = &[Is::Enhancement];
pub const OBJECTIVE: Filter = &[Is::Objective];
pub const ENEMY_OBJECTIVE: Filter = &[Is::Objective, Is::Enemy];
pub const YOUR_OBJECTIVE: Filter = &[Is::Objective, Is::Friendly];
pub const ENEMY_CHARACTER: Filter = &[Is::Unit, Is::Enemy, Is::Trait(Character)];
pub const FORCE_USER: Filter = &[Is::Unit, Is::Trait(ForceUser)];
pub const ENEMY_FIGHTING: Filter = &[Is::Unit, Is::Enemy, Is::Participating];
pub const HOTH: Filter = &[Is::Objective, Is::Trait(Hoth)];
pub const YOUR_HOTH: Filter = &[Is::Objective, Is::Friendly, Is::Trait(Hoth)];
pub const NOT_LIMITED: Filter = &[Is::Enhancement, Is::Not(&[Is::Keyword(Keyword::Limited)])];

pub const PHASE: Until = Until::EndOfPhase;
pub const ENGAGEMENT: Until = Until::EndOfEngagement;
pub const STRIKE: Until = Until::EndOfStrike;
pub const EDGE_BATTLE: Until = Until::EndOfEdgeBattle;

/// "As long as this objective has no damage, …"
pub const UNDAMAGED: &[When] = &[ThisIs(&[Is::Undamaged])];
pub const ATTACKING: &[When] = &[ThisIs(&[Is::Attacking])];
pub const PARTICIPATING: &[When] = &[ThisIs(&[Is::Participating])];
pub const COMMITTED: &[When] = &[ThisIs(&[Is::Committed])];
pub const PILOTED: &[When] = &[ThisIs(&[Is::Piloted])];
/// "As long as you have more Hoth objectives than your opponent, …"
pub const MORE_HOTH: When = More(&Count(YOUR_HOTH), &Count(&[Is::Objective, Is::Enemy, Is::Trait(Hoth)]));
pub const THEY_HAVE_MORE_UNITS: When = More(&Count(ENEMY_UNIT), &Count(FRIENDLY_UNIT));
/// An enemy objective is destroyed.
pub const THEIR_OBJECTIVE_FELL: &[When] = &[By(Opponent), SubjectIs(OBJECTIVE)];

/// "Reaction: After this card enters play, …"
pub const fn on_entering(effect: &'static [Do]) -> Ability {
    reaction(EntersPlay, &[SubjectIs(THIS)], effect)
}
/// "Interrupt: When this card leaves play, …"
pub const fn on_leaving(effect: &'static [Do]) -> Ability {
    interrupt(LeavesPlay, &[SubjectIs(THIS)], effect)
}
/// "Reaction: After this unit is focused to strike, …"
pub const fn on_striking(effect: &'static [Do]) -> Ability {
    reaction(FocusedToStrike, &[SubjectIs(THIS)], effect)
}
/// "Reaction: After this unit is focused to strike while attacking, …"
pub const fn on_striking_as_attacker(effect: &'static [Do]) -> Ability {
    reaction(FocusedToStrike, &[SubjectIs(&[Is::This, Is::Attacking])], effect)
}
/// "Reaction: After you win an edge battle, …"
pub const fn on_winning_the_edge(effect: &'static [Do]) -> Ability {
    reaction(EdgeWon, &[By(You)], effect)
}
/// "Reaction: After you win the Force struggle, …"
pub const fn on_winning_the_struggle(effect: &'static [Do]) -> Ability {
    reaction(StruggleWon, &[By(You)], effect)
}
/// "Reaction: After your opponent's edge battle is won, …", seen from the loser.
pub const fn on_losing_the_edge(effect: &'static [Do]) -> Ability {
    reaction(EdgeWon, &[By(Opponent)], effect)
}
/// "Reaction: After you play an event, …"
pub const fn on_playing_an_event(effect: &'static [Do]) -> Ability {
    reaction(Used, &[By(You), Played(&[Is::Event])], effect)
}
pub const fn this_gains(icon: crate::state::Icon, number: Amount) -> Constant {
    gives(THIS, Boon::Icon(icon), number)
}
pub const fn this_gains_with_edge(icon: crate::state::Icon, number: Amount) -> Constant {
    gives(THIS, Boon::EdgeIcon(icon), number)
}
pub const fn host_gains_with_edge(icon: crate::state::Icon) -> Constant {
    gives(HOST, Boon::EdgeIcon(icon), N(1))
}
pub const fn keyword(on: Filter, keyword: Keyword) -> Constant {
    gives(on, Boon::Keyword(keyword), YES)
}
pub const fn icon(icon: crate::state::Icon, number: i8, until: Until) -> Act {
    Gain(Boon::Icon(icon), N(number), until)
}
pub const fn cannot(deed: Deed, until: Until) -> Act {
    Gain(Boon::Cannot(deed), YES, until)
}

/// "Action: During an engagement, a target non-participating enemy Character unit can be damaged by unit damage icons from
/// units you control participating in this engagement."
pub const WITHIN_REACH: Effects = does(&[action(
    &[InEngagement],
    &[To(
        Target(&[Is::Unit, Is::Enemy, Is::Trait(Character), Is::Not(&[Is::Participating])]),
        Gain(Boon::WithinReach, YES, ENGAGEMENT),
    )],
)]);

pub const VEHICLE_OR_DROID: Filter = &[Is::Unit, Is::Any(&[&[Is::Trait(Vehicle)], &[Is::Trait(Droid)]])];
pub const HUNTER: Filter = &[Is::Unit, Is::Any(&[&[Is::Trait(Mercenary)], &[Is::Trait(BountyHunter)]])];
/// The damage is dealt and not only moved: somebody deals it.
pub const DEALT: When = By(Whose::Each);
/// The card that leaves play was not attached to another one.
pub const WAS_NO_ENHANCEMENT: When = When::Not(&CauseIs(&[]));
pub const EVENT: Filter = &[Is::Event];
pub const SPECTER: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Specter)];
pub const NO_CARDS_IN_HAND: When = When::Not(&More(&Amount::Hand(Opponent), &N(0)));
/// "Reaction: After this unit enters play, search the top 5 cards of your deck for an event card …"
pub const FINDS_AN_EVENT: Effects =
    does(&[on_entering(&[Look(You, N(5), 1, EVENT, &ToHand, Rest::Shuffled)])]);
/// "Reaction: After you reveal 1 or more cards of an affiliation in your edge stack, …"
pub const fn on_revealing(such: &'static [When], effect: &'static [Do]) -> Ability {
    reaction(EdgeStacksRevealed, such, effect)
}
/// An enemy card effect has such a target and can still be canceled.
pub const fn aimed_at(such: &'static [When], effect: &'static [Do]) -> Ability {
    interrupt(Used, such, effect)
}

/// "Action: Target enemy Character or Creature unit cannot attack or defend until the end of the phase."
pub const KEEPS_OUT_OF_THE_FIGHT: Effects = does(&[action(
    &[],
    &[
        To(
            Target(&[Is::Unit, Is::Enemy, Is::Any(&[&[Is::Trait(Character)], &[Is::Trait(Creature)]])]),
            cannot(Deed::Attack, PHASE),
        ),
        To(It, cannot(Deed::Defend, PHASE)),
    ],
)]);

pub const EWOK: Filter = &[Is::Unit, Is::Friendly, Is::Trait(Ewok)];

pub const AGAINST_A_MISSION: &[When] = &[EngagedIs(&[Is::Mission])];

/// "Reaction: After you complete this mission, …"
pub const fn completed(effect: &'static [Do]) -> Ability {
    reaction(Completed, &[SubjectIs(THIS)], effect)
}

pub const PILOTS_COME_CHEAPER: Effects =
    play_area(&[])
        .always(&[gives(&[Is::Pilot, Is::Friendly], Boon::Cost, N(-1)).when(&[FirstThisTurn(&[Is::Pilot])])]);
