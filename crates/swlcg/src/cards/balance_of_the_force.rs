//! Cards of the six objective sets of Balance of the Force, as they are at a table with one player on each side: *each friendly
//! player* is their player, there never is another one, and nobody has a common reserve.

use super::atoms::Ctx;
use super::words::*;
use crate::state::{CardId, State};

/// Only matters where several players are on one side.
const FOR_MORE_PLAYERS: Effects = does(&[]);

pub const CARDS: Registry = &[
    ("watchers-in-the-wasteland", FOR_MORE_PLAYERS),
    ("obi-wan-kenobi-91", does(&[on_winning_the_struggle(&[To(TopDiscard, ToHand)])])),
    (
        "shistavanen-wolfman",
        does(&[reaction(StruggleWon, &[By(You), AmountAtLeast(3)], &[To(This, PutIntoPlay)]).from_discard()]),
    ),
    (
        "force-cleansing",
        attaches(
            &[Is::Unit, Is::Friendly, Is::Trait(Character)],
            &[reaction(DialAdvances, &[], &[To(Host, Unfocus(N(1))), To(Host, Heal(Nth(1, 1)))])],
        ),
    ),
    (
        "blue-squadron-support",
        does(&[action(&[], &[SortCards(You, &[ToHand, UnderDeck])]).costs(&[FocusThis])]),
    ),
    (
        "blue-leader",
        does(&[on_striking_as_attacker(&[To(
            Target(&[Is::Objective, Is::Not(&[Is::Engaged])]),
            Damage(N(1)),
        )])]),
    ),
    ("b-wing", FOR_MORE_PLAYERS),
    ("rapid-fire", does(&[action(&[YourTurn], &[To(Target(ENEMY_UNIT), Damage(N(1)))])])),
    (
        "rendars-wrath",
        does(&[reaction(
            DefendersDeclared,
            &[YouAttack, When::DeclaredAlone],
            &[To(Each(&[Is::Unit, Is::Enemy, Is::Declared]), Damage(N(1)))],
        )]),
    ),
    (
        "dash-rendar-93",
        does(&[action(&[InEngagement], &[To(This, icon(UnitDamage, 1, ENGAGEMENT))]).costs(&[Resources(1)])]),
    ),
    (
        "arcona-rumor-monger",
        constant(&[gives(THIS, Boon::DefendedInPairs, YES)
            .when(&[ThisIs(&[Is::Attacking]), Exactly(1, &[Is::Unit, Is::Friendly, Is::Attacking])])]),
    ),
    ("smuggling-shipment", does(&[action(&[], &[To(Target(&[Is::Friendly, Is::Provides]), Unfocus(N(1)))])])),
    ("the-emperors-hand", FOR_MORE_PLAYERS),
    (
        "repair-and-refurbish",
        does(&[reaction(TurnBegins, &[By(You)], &[To(Choose(YOUR_OBJECTIVE), Heal(N(1)))])]),
    ),
    ("thunderflare", does(&[on_striking(&[MoveDamage(1, Target(YOUR_OBJECTIVE), Target(ENEMY_OBJECTIVE))])])),
    ("logistics-officer", FOR_MORE_PLAYERS),
    (
        "weapons-upgrade",
        attaches(&[Is::Unit, Is::Friendly, Is::Trait(Vehicle)], &[]).always(&[host_gains(BlastDamage)]),
    ),
    (
        "mercenary-support",
        does(&[action(
            &[],
            &[To(Who::From(Pool::YourHand, HUNTER), PutIntoPlay), Then, To(It, Later(PHASE, Doom::Discard))],
        )
        .costs(&[FocusThis])]),
    ),
    (
        "punishing-one",
        does(&[reaction(
            PhaseBegins,
            &[By(You), In(Phase::Deployment)],
            &[MoveCaptive(OBJECTIVE, Choose(&[Is::Objective, Is::Special(is_of_the_dark_side)]))],
        )]),
    ),
    (
        "trandoshan-security-team",
        constant(&[gives(THIS, Boon::StrikesFromOutside, YES)
            .when(&[EngagedIs(&[Is::Objective, Is::Special(is_of_the_dark_side)])])]),
    ),
    ("a-price-on-their-heads", does(&[action(&[], &[To(Target(ENEMY_UNIT), Capture)])])),
];

/// The dark side player has it.
fn is_of_the_dark_side(state: &State, _: &Ctx, id: CardId) -> bool {
    Side::of(state.card(id).controller) == Side::Dark
}
