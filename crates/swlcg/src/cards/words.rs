//! The words of [`atoms`](super::atoms) under the short names that card files use, and phrases that many cards share.

pub use super::atoms::Act::{
    Capture, CaptureHere, Damage, Destroy, Discard, Engage, ExtraShield, Focus, Gain, Heal,
    MayBeEngagedAgain, PutIntoEngagement, PutIntoPlay, Rescue, Sacrifice, Shield, TakeControl, ToHand,
    UnderDeck, UnderObjectiveDeck, Unfocus, WinOver,
};
pub use super::atoms::Amount::{All, Count, N};
pub use super::atoms::Cost::{DamageThis, FocusThis, Resources, SacrificeThis};
pub use super::atoms::Do::{
    Cancel, CancelEdgeBattle, Dial, DialBack, DiscardHand, DiscardRandom, Draw, Instead, Lose, May,
    MoveDamage, Prevent, Redirect, Then, To,
};
pub use super::atoms::Trigger::*;
pub use super::atoms::When::{
    AmountAtLeast, By, CauseIs, Contested, FirstThisTurn, In, InEngagement, NotCanceled, Played, SubjectIs,
    ThisIs, TwiceTheForce, Unopposed, YouAttack, YouShowedFate, YourTurn,
};
pub use super::atoms::Who::{
    Captive, Choose, Each, Engaged as EngagedObjective, Host, It, Random, Subject, Target, Targets,
    TheyChoose, This, TopDiscard,
};
pub use super::atoms::Whose::{Opponent, You};
pub use super::atoms::{
    Ability, Amount, Boon, Constant, Cost, Deed, Do, Effects, Filter, Is, Pool, Trigger, When, Who, action,
    attaches, constant, does, fate, forbids, gives, interrupt, on_the_dial, play_area, reaction, theirs,
    yours,
};
pub use super::traits::Trait::*;
pub use super::{Affiliation, Keyword, Registry};
pub use crate::state::Icon::{BlastDamage, UnitDamage};
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
