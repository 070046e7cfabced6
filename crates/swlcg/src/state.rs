//! The position: cards in play, hands, decks and piles, the engagement and whatever is just happening. Plain data, no
//! rules.
//!
//! Only cards in play are individuals. In hands, decks, piles and edge stacks a card is just its kind, so nobody can
//! follow a card through a hidden place.

use serde::{Deserialize, Serialize};
use table::{Seat, Seats};

use crate::cards::{Affiliation, CardType, Facts, Kind, library};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    Dark,
    Light,
}

impl Side {
    pub const ALL: [Side; 2] = [Side::Dark, Side::Light];

    pub fn seat(self) -> Seat {
        Seat(self as u8)
    }
    pub fn of(seat: Seat) -> Side {
        if seat.0 == 0 { Side::Dark } else { Side::Light }
    }
}

/// The other player.
pub fn opponent(seat: Seat) -> Seat {
    Seat(1 - seat.0.min(1))
}

/// A card in play. Numbers are never given twice: a card that comes back into play is another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub u16);

/// A source of effects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardRef {
    Play(CardId),
    /// A card in a hand, or an event that is being played from there.
    Hand(Seat, Kind),
    /// A revealed card of an edge stack.
    Edge(Seat, Kind),
}

/// The three types of combat icons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Icon {
    UnitDamage,
    Tactics,
    BlastDamage,
}

impl Icon {
    /// In the order in which a strike resolves them.
    pub const ALL: [Icon; 3] = [Icon::UnitDamage, Icon::Tactics, Icon::BlastDamage];
}

/// Where a card in play came from and what lies on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct InPlay {
    pub kind: Kind,
    pub owner: Seat,
    pub controller: Seat,
    pub focus: u8,
    pub damage: u8,
    pub shields: u8,
    /// Committed to the Force.
    pub committed: bool,
    pub attached_to: Option<CardId>,
    /// Abilities that are used up until the end of the turn, one bit each.
    pub spent: u8,
    /// It has left play; only its number and name remain.
    pub left: bool,
}

impl InPlay {
    pub fn new(kind: Kind, owner: Seat) -> Self {
        InPlay {
            kind,
            owner,
            controller: owner,
            focus: 0,
            damage: 0,
            shields: 0,
            committed: false,
            attached_to: None,
            spent: 0,
            left: false,
        }
    }

    pub fn facts(&self) -> &'static Facts {
        library().card(self.kind)
    }
    pub fn is_ready(&self) -> bool {
        self.focus == 0
    }
    pub fn is_unit(&self) -> bool {
        self.facts().card_type == CardType::Unit
    }
    pub fn is_objective(&self) -> bool {
        self.facts().card_type == CardType::Objective
    }
    pub fn has_trait(&self, name: &str) -> bool {
        self.facts().has_trait(name)
    }
    pub fn affiliation(&self) -> Affiliation {
        self.facts().affiliation
    }
}

/// A card of an edge stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct EdgeCard {
    pub kind: Kind,
    pub face_up: bool,
    /// Its fate effect has been resolved.
    pub resolved: bool,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    pub hand: Vec<Kind>,
    /// Which cards are left, in the order of their numbers; which of them lies on top is decided when it is drawn.
    pub deck: Vec<Kind>,
    /// The last one lies on top.
    pub discard: Vec<Kind>,
    pub edge_stack: Vec<EdgeCard>,
    /// Destroyed objectives of the opponent.
    pub victory_pile: Vec<Kind>,
    /// Titles limited to one a turn that were played this turn.
    pub spent: Vec<Kind>,
}

/// The current engagement. The attacker is the active player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Engagement {
    pub objective: CardId,
    /// Attacking and defending units.
    pub participants: Vec<CardId>,
    /// Who has the edge.
    pub edge: Option<Seat>,
    /// A fate card has canceled the edge battle that is being resolved.
    pub edge_canceled: bool,
    /// Who has shown a fate card in an edge stack during this engagement.
    pub fate_shown: Seats,
    /// Who struck last.
    pub struck: Option<Seat>,
}

/// Where damage or a token comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Source {
    pub seat: Seat,
    /// The card; none if the rules themselves do it.
    pub card: Option<CardRef>,
}

/// How a triggered ability is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    Action,
    Interrupt,
    Reaction,
}

/// Something that cards can interrupt and react to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A triggered ability is used; with an event card this is playing the card.
    Used {
        card: CardRef,
        manner: Manner,
        target: Option<CardId>,
        canceled: bool,
    },
    Damage {
        target: CardId,
        amount: u8,
        source: Source,
    },
    LeavesPlay {
        card: CardId,
    },
    ObjectiveDestroyed {
        objective: CardId,
    },
    EdgeStacksRevealed,
    FateCard {
        seat: Seat,
        kind: Kind,
    },
    EdgeWon {
        seat: Seat,
    },
    FocusedToStrike {
        unit: CardId,
    },
}

/// Something that is happening, before or after it has taken place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Occurrence {
    pub what: What,
    /// It will not take place.
    pub prevented: bool,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cursor {
    DefendersDeclared,
    EdgeBattle,
    EdgeDecided,
    Strikes,
    Unopposed,
    EngagementOver,
    Over,
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The dial reached its end.
    Dial,
    /// Three dark side objectives were destroyed.
    Objectives,
    /// Somebody had to draw from an empty command deck.
    DeckOut,
    /// The engagement is over; the table does not play on yet.
    Engagement,
}

/// What the players agree on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// The striking player chooses the order of the icon types instead of unit damage, tactics, blast damage.
    pub reorder_icons: bool,
    /// A player with a hand is also asked where he can only pass, if some card of his side could be used there.
    pub poker_face: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { reorder_icons: false, poker_face: true }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub options: Options,
    pub players: [Player; 2],
    /// Whose turn it is.
    pub active: Seat,
    pub cards: Vec<InPlay>,
    pub dial: u8,
    pub engagement: Option<Engagement>,
    /// What is happening; the last one happens within the one before.
    pub occurrences: Vec<Occurrence>,
    pub cursor: Cursor,
    pub result: Option<(Seats, Ending)>,
}

impl State {
    pub fn card(&self, id: CardId) -> &InPlay {
        &self.cards[id.0 as usize]
    }
    pub fn card_mut(&mut self, id: CardId) -> &mut InPlay {
        &mut self.cards[id.0 as usize]
    }
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// Every card in play.
    pub fn in_play(&self) -> impl Iterator<Item = CardId> {
        (0..self.cards.len() as u16).map(CardId).filter(|id| !self.card(*id).left)
    }
    pub fn units(&self, controller: Seat) -> impl Iterator<Item = CardId> {
        self.in_play().filter(move |id| self.card(*id).is_unit() && self.card(*id).controller == controller)
    }
    pub fn is_in_play(&self, id: CardId) -> bool {
        !self.card(id).left
    }

    pub fn attacker(&self) -> Seat {
        self.active
    }
    pub fn defender(&self) -> Seat {
        opponent(self.active)
    }
    pub fn is_participating(&self, id: CardId) -> bool {
        self.engagement.as_ref().is_some_and(|engagement| engagement.participants.contains(&id))
    }
    /// The participating units of a player.
    pub fn participants(&self, seat: Seat) -> impl Iterator<Item = CardId> {
        self.units(seat).filter(|id| self.is_participating(*id))
    }
    pub fn has_participant(&self, seat: Seat) -> bool {
        self.participants(seat).next().is_some()
    }
    pub fn has_edge(&self, seat: Seat) -> bool {
        self.engagement.as_ref().is_some_and(|engagement| engagement.edge == Some(seat))
    }
    /// The engaged objective, as long as it is in play.
    pub fn engaged_objective(&self) -> Option<CardId> {
        self.engagement.as_ref().map(|engagement| engagement.objective).filter(|id| self.is_in_play(*id))
    }

    pub fn controller(&self, card: CardRef) -> Seat {
        match card {
            CardRef::Play(id) => self.card(id).controller,
            CardRef::Hand(seat, _) | CardRef::Edge(seat, _) => seat,
        }
    }
    pub fn kind(&self, card: CardRef) -> Kind {
        match card {
            CardRef::Play(id) => self.card(id).kind,
            CardRef::Hand(_, kind) | CardRef::Edge(_, kind) => kind,
        }
    }
    pub fn facts(&self, card: CardRef) -> &'static Facts {
        library().card(self.kind(card))
    }

    /// What is just happening.
    pub fn now(&self) -> Option<What> {
        self.occurrences.last().map(|occurrence| occurrence.what)
    }
    /// The target of the ability that is being resolved.
    pub fn target(&self) -> Option<CardId> {
        match self.now() {
            Some(What::Used { target, .. }) => target.filter(|id| self.is_in_play(*id)),
            _ => None,
        }
    }
}

impl Player {
    /// The different cards in hand.
    pub fn hand_kinds(&self) -> Vec<Kind> {
        let mut kinds = self.hand.clone();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Takes one card of a kind out of the hand.
    pub fn take_from_hand(&mut self, kind: Kind) -> bool {
        let place = self.hand.iter().position(|held| *held == kind);
        place.map(|place| self.hand.remove(place)).is_some()
    }
}
