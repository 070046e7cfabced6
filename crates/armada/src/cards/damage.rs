//! Damage cards: what they do when they are dealt face up, and as long as they lie face up.

use table::timing::{Ability, Force, Limit, Prohibition};
use table::{Denial, Play, denial};

use super::{Deed, Effects, Registry, Window};
use crate::state::{CardRef, Range, TokenSide, TokenType};
use crate::{Ask, Choice, Table, damage, defense};

const BLINDED: Denial = denial(
    "armada.known.damage-card.blinded-gunners",
    "The gunners are blinded: no accuracy can be spent.",
    "Die Schützen sind geblendet: Zielgenauigkeit kann nicht ausgegeben werden.",
);
const NO_CAPACITOR: Denial = denial(
    "armada.known.damage-card.capacitor-failure",
    "The defending hull zone has no shields and the capacitors fail: nothing can be redirected.",
    "Die verteidigende Hüllensektion hat keine Schilde und der Kondensator ist ausgefallen: kein Umlenken.",
);
const FAULTY: Denial = denial(
    "armada.known.damage-card.faulty-countermeasures",
    "Exhausted defense tokens cannot be spent.",
    "Erschöpfte Verteidigungsmarker können nicht ausgegeben werden.",
);
const DEPOWERED: Denial = denial(
    "armada.known.damage-card.depowered-armament",
    "The ship cannot attack at long range.",
    "Das Schiff kann nicht auf große Reichweite angreifen.",
);
const DISRUPTED: Denial = denial(
    "armada.known.damage-card.targeter-disruption",
    "The ship cannot resolve critical effects.",
    "Das Schiff kann keine kritischen Effekte abhandeln.",
);

pub const EFFECTS: Registry = &[
    (
        "structural-damage",
        Effects {
            dealt: Some(|t, card| {
                damage::deal_card(t, card.ship, false)?;
                damage::turn_down(t, card);
                Ok(())
            }),
            ..Effects::NONE
        },
    ),
    (
        "injured-crew",
        Effects {
            dealt: Some(|t, card| {
                discard_token(t, card)?;
                damage::turn_down(t, card);
                Ok(())
            }),
            ..Effects::NONE
        },
    ),
    (
        "blinded-gunners",
        Effects {
            prohibitions: &[Prohibition {
                forbids: |_, _, deed| matches!(deed, Deed::SpendAccuracy(_)).then_some(BLINDED),
            }],
            ..Effects::NONE
        },
    ),
    (
        "capacitor-failure",
        Effects {
            prohibitions: &[Prohibition {
                forbids: |state, _, deed| {
                    let Deed::SpendToken(ship, token) = *deed else { return None };
                    let attack = state.attack.as_ref().filter(|attack| attack.defender == ship)?;
                    let ship = state.ship(ship);
                    let bare = ship.shields[attack.target.index()] == 0;
                    (bare && ship.tokens[token as usize].kind == TokenType::Redirect).then_some(NO_CAPACITOR)
                },
            }],
            ..Effects::NONE
        },
    ),
    (
        "faulty-countermeasures",
        Effects {
            prohibitions: &[Prohibition {
                forbids: |state, _, deed| {
                    let Deed::SpendToken(ship, token) = *deed else { return None };
                    let side = state.ship(ship).tokens[token as usize].side;
                    (side == TokenSide::Exhausted).then_some(FAULTY)
                },
            }],
            ..Effects::NONE
        },
    ),
    (
        "depowered-armament",
        Effects {
            prohibitions: &[Prohibition {
                forbids: |_, _, deed| matches!(deed, Deed::AttackAt(_, Range::Long)).then_some(DEPOWERED),
            }],
            ..Effects::NONE
        },
    ),
    (
        "targeter-disruption",
        Effects {
            prohibitions: &[Prohibition {
                forbids: |_, _, deed| matches!(deed, Deed::ResolveCritical(_)).then_some(DISRUPTED),
            }],
            ..Effects::NONE
        },
    ),
    (
        "damaged-controls",
        Effects {
            abilities: &[Ability {
                window: Window::Overlap,
                force: Force::Must,
                limit: Limit::PerWindow,
                when: |state, card| Ok(state.active == card.ship && state.ship(card.ship).in_play()),
                effect: |t, card| damage::deal_card(t, card.ship, false),
            }],
            ..Effects::NONE
        },
    ),
];

fn discard_token(t: &mut Table, card: CardRef) -> Play {
    let ship = t.state.ship(card.ship);
    if ship.tokens.iter().all(|token| token.side == TokenSide::Discarded) {
        return Ok(());
    }
    let choice = t.ask(ship.owner, Ask::DiscardToken(card.ship), |state, offer| {
        for (index, token) in state.ship(card.ship).tokens.iter().enumerate() {
            if token.side != TokenSide::Discarded {
                offer.add(Choice::Token(card.ship, index as u8));
            }
        }
    })?;
    if let Choice::Token(id, index) = choice {
        defense::discard(t, id, index);
    }
    Ok(())
}
