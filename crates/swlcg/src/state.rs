//! The position: every card of the game with its place and its tokens, the players' piles, the engagement and whatever is
//! just happening. Plain data, no rules.
//!
//! A card is one entry of [`State::cards`] from set-up to the end. Which card of a shuffled deck lies where is decided
//! when somebody draws it (see [`Deck`]), so shuffling costs nothing and hides everything.

use std::ops::{Deref, Range};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use table::{Capacity, Seat, Seats, capacity};

use crate::cards::atoms::{Attach, Doom};
use crate::cards::listening::Attention;
use crate::cards::{Affiliation, Boon, CardType, Facts, Kind, Trigger, library};
pub use crate::options::Options;

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
    pub fn other(self) -> Side {
        match self {
            Side::Dark => Side::Light,
            Side::Light => Side::Dark,
        }
    }
}

/// The other player.
pub fn opponent(seat: Seat) -> Seat {
    Side::of(seat).other().seat()
}

/// A number of icons, resources or damage after everything that changes it: none falls below zero.
pub fn whole(number: i32) -> u8 {
    u8::try_from(number.max(0)).unwrap_or(u8::MAX)
}

/// A card of this game by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub u8);

impl CardId {
    /// A card that somebody may not identify.
    pub const HIDDEN: CardId = CardId(u8::MAX);
}

/// The most objective sets that a deck can have at this table.
pub const MOST_SETS: usize = 20;
pub const MOST_COMMAND_CARDS: usize = MOST_SETS * 5;
/// With captured Force cards, which are cards as well.
pub const MOST_CARDS: usize = 2 * (1 + MOST_SETS * 6) + crate::force::FORCE_CARDS;

/// The cards of a game.
pub static CARDS: Capacity = capacity(MOST_CARDS, "cards", "Karten");

/// Cards of one player in some place, in their order.
pub type Cards = ArrayVec<CardId, MOST_COMMAND_CARDS>;

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

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    Deck,
    ObjectiveDeck,
    Hand,
    Play,
    EdgeStack,
    Discard,
    /// In the opponent's victory pile; of a mission in its owner's.
    VictoryPile,
    /// Face down at the objective in `attached`.
    Captured,
    /// Face down at the card in `attached`, where its player uses it as if it were in hand.
    Stowed,
    /// Face down at the objective in `attached`, not captured; its owner knows it.
    Beneath,
    /// An event that is being played, or a card that somebody is looking at.
    Aside,
    /// The player who controls it for now looks at it.
    Looked,
    /// Out of the game.
    Removed,
    /// Somewhere its viewer cannot look.
    Hidden,
}

/// A card and what lies on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Card {
    pub kind: Kind,
    /// The number of the objective set that it came with; 0 if it came with none.
    pub set: u16,
    pub owner: Seat,
    pub controller: Seat,
    pub place: Place,
    pub focus: u8,
    pub damage: u8,
    pub shields: u8,
    /// Captured cards that lie here.
    pub captives: u8,
    /// Cards that lie here face down for their player to use.
    pub stowed: u8,
    /// Cards that lie here face down without being captured.
    pub beneath: u8,
    /// Committed to the Force.
    pub committed: bool,
    pub face_down: bool,
    /// An enhancement that is a unit for now, or was one when it left play a moment ago.
    pub as_unit: bool,
    /// The card that an enhancement is attached to, or at which a captured card lies.
    pub attached: Option<CardId>,
    /// Abilities that are used up for their time, one bit each.
    pub spent: u8,
    /// How often the ability was used that may be used several times.
    pub times: u8,
}

impl Card {
    pub fn new(kind: Kind, owner: Seat, place: Place) -> Self {
        Card {
            kind,
            // audit: same — whoever deals out cards says their set, and nobody asks for that of a Force card
            set: 0,
            owner,
            controller: owner,
            place,
            focus: 0,
            damage: 0,
            shields: 0,
            captives: 0,
            stowed: 0,
            beneath: 0,
            committed: false,
            face_down: false,
            as_unit: false,
            attached: None,
            spent: 0,
            times: 0,
        }
    }

    #[inline]
    pub fn facts(&self) -> &'static Facts {
        library().card(self.kind)
    }
    pub fn is_ready(&self) -> bool {
        self.focus == 0
    }
    /// What the card counts as where it is: an attached unit is an enhancement, a mission in play an objective, and some
    /// enhancements are units for a time.
    #[inline]
    pub fn card_type(&self) -> CardType {
        match self.facts().card_type {
            CardType::Unit if self.attached.is_some() && self.place == Place::Play => CardType::Enhancement,
            CardType::Enhancement if self.as_unit && self.place == Place::Play => CardType::Unit,
            // audit: same (guard always true) — out of play nobody asks whether a mission is an objective
            CardType::Mission if matches!(self.place, Place::Play | Place::VictoryPile) => {
                CardType::Objective
            }
            printed => printed,
        }
    }
    #[inline]
    pub fn is_unit(&self) -> bool {
        self.card_type() == CardType::Unit
    }
    pub fn is_objective(&self) -> bool {
        self.card_type() == CardType::Objective
    }
    pub fn is_mission(&self) -> bool {
        self.facts().card_type == CardType::Mission
    }
    pub fn affiliation(&self) -> Affiliation {
        self.facts().affiliation
    }
}

/// A face-down deck. The cards between the known bottom and the known top are shuffled: they stand in the order of their
/// numbers, and which of them lies on top is decided when it is drawn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Deck {
    /// From bottom to top.
    pub cards: Cards,
    /// How many cards at the bottom have their fixed order.
    pub bottom: u8,
    /// How many cards on top have their fixed order.
    pub top: u8,
    /// Cards that everybody has seen and knows again where they lie.
    pub shown: CardSet,
}

impl Deck {
    pub fn shuffled(cards: Cards) -> Deck {
        let mut deck = Deck { cards, ..Deck::default() };
        deck.shuffle();
        deck
    }
    // audit: no rule — says how many cards lie there, to those who look
    pub fn len(&self) -> usize {
        self.cards.len()
    }
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }
    pub fn shuffle(&mut self) {
        (self.bottom, self.top) = (0, 0);
        self.shown = CardSet::default();
        self.cards.sort_unstable();
    }
    /// Puts the shuffled part into the order of the cards' numbers.
    // audit: no rule — for those who imagine what they cannot see
    pub fn sort_unknown(&mut self) {
        let shuffled = self.shuffled_part();
        self.cards[shuffled].sort_unstable();
    }
    pub fn put_on_top(&mut self, card: CardId) {
        self.cards.push(card);
        self.top += 1;
    }
    pub fn put_under(&mut self, card: CardId) {
        self.cards.insert(0, card);
        self.bottom += 1;
    }
    pub fn shuffle_in(&mut self, card: CardId) {
        self.cards.push(card);
        self.shuffle();
    }
    /// Where the shuffled cards are.
    fn shuffled_part(&self) -> Range<usize> {
        self.bottom as usize..self.cards.len() - self.top as usize
    }
    /// The shuffled cards: chance chooses among them, from above or from below, once none lies fixed there.
    pub fn unknown(&self) -> &[CardId] {
        &self.cards[self.shuffled_part()]
    }
    /// The top card, if its place is fixed.
    pub fn known_top(&self) -> Option<CardId> {
        let fixed = self.top > 0 || self.cards.len() == self.bottom as usize;
        self.cards.last().copied().filter(|_| fixed)
    }
    /// The bottom card, if its place is fixed.
    pub fn known_bottom(&self) -> Option<CardId> {
        let fixed = self.bottom > 0 || self.cards.len() == self.top as usize;
        self.cards.first().copied().filter(|_| fixed)
    }
    /// Takes a card out, wherever it lies.
    pub fn take(&mut self, card: CardId) {
        let Some(place) = self.cards.iter().position(|other| *other == card) else { return };
        let shuffled = self.shuffled_part();
        if place < shuffled.start {
            self.bottom -= 1;
        } else if place >= shuffled.end {
            self.top -= 1;
        }
        self.cards.remove(place);
        self.shown.remove(card);
    }
}

/// A card of an edge stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct EdgeCard {
    pub card: CardId,
    /// Who has placed it, in whosever stack it lies by now.
    pub by: Seat,
    pub face_up: bool,
    /// Its fate effect has been resolved.
    pub resolved: bool,
    /// So has what it does for the winner of the edge battle.
    pub late_done: bool,
    /// Another fate card whose effect it has had, and how many times.
    pub copied: Option<(CardId, u8)>,
}

impl EdgeCard {
    pub fn new(card: CardId, by: Seat, face_up: bool) -> Self {
        EdgeCard { card, by, face_up, resolved: false, late_done: false, copied: None }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    pub hand: Cards,
    pub deck: Deck,
    pub objective_deck: Deck,
    /// Objectives that were drawn at set-up and are not in play yet.
    pub objectives: ArrayVec<CardId, 4>,
    /// The last one lies on top.
    pub discard: Cards,
    pub edge_stack: ArrayVec<EdgeCard, MOST_COMMAND_CARDS>,
    /// Destroyed objectives of the opponent, and completed missions.
    pub victory_pile: ArrayVec<CardId, MOST_CARDS>,
    /// Titles limited to one a turn (or another time) that were used, with the number of the ability.
    pub spent: Vec<(Kind, u8)>,
    /// Cards played this turn.
    pub played: Vec<CardId>,
    /// How many of them were played before this phase.
    pub played_before: u8,
    /// The other player is looking at the hand.
    pub hand_is_seen: bool,
}

/// The current engagement. The attacker is the active player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Engagement {
    pub objective: CardId,
    /// Attacking and defending units.
    pub participants: ArrayVec<CardId, MOST_CARDS>,
    /// Who has the edge.
    pub edge: Option<Seat>,
    /// The Force icons of the attacker and the defender when it was decided.
    pub edge_totals: Option<(u8, u8)>,
    /// A fate card has canceled the edge battle that is being resolved.
    pub edge_canceled: bool,
    /// Who has placed a fate card in an edge stack during this engagement, as far as it has come to light.
    pub fate_placed: Seats,
    /// Who struck last.
    pub struck: Option<Seat>,
    /// A strike is being resolved.
    pub striking: bool,
    /// What has destroyed an objective in the strike that is being resolved, or in the last one.
    pub felled: Option<CardId>,
    /// The units that have struck.
    pub strikers: CardSet,
    /// Who lets units outside strike no more.
    pub no_more_from_outside: Seats,
    /// Attackers were left and no defender was.
    pub unopposed: bool,
    /// The units of the last declaration of attackers or defenders.
    pub declared: CardSet,
    /// A card has ended it: what is left of it is not resolved.
    pub broken_off: bool,
}

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct CardSet([u64; 4]);

impl CardSet {
    pub fn insert(&mut self, id: CardId) {
        let (word, bit) = Self::place(id);
        self.0[word] |= bit;
    }
    pub fn remove(&mut self, id: CardId) {
        let (word, bit) = Self::place(id);
        self.0[word] &= !bit;
    }
    pub fn contains(&self, id: CardId) -> bool {
        let (word, bit) = Self::place(id);
        self.0[word] & bit != 0
    }
    /// The word in which a card stands, and its bit there.
    fn place(id: CardId) -> (usize, u64) {
        (usize::from(id.0 / 64), 1 << (id.0 % 64))
    }
    pub fn count(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }
    /// Takes out what is not in another set.
    pub fn keep_only(&mut self, other: CardSet) {
        self.0.iter_mut().zip(other.0).for_each(|(bits, kept)| *bits &= kept);
    }
}

impl Engagement {
    pub fn against(objective: CardId) -> Self {
        Engagement {
            objective,
            participants: ArrayVec::new(),
            edge: None,
            edge_totals: None,
            edge_canceled: false,
            fate_placed: Seats::NONE,
            struck: None,
            striking: false,
            felled: None,
            strikers: CardSet::default(),
            no_more_from_outside: Seats::NONE,
            unopposed: false,
            declared: CardSet::default(),
            broken_off: false,
        }
    }
}

/// Where damage or a token comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Source {
    pub seat: Seat,
    /// The card; none if the rules themselves do it.
    pub card: Option<CardId>,
    /// A combat icon of the card does it.
    pub icon: bool,
    /// Targeted Strike has led the icon to a unit outside the engagement.
    pub far: bool,
}

impl Source {
    pub fn effect(seat: Seat, card: CardId) -> Self {
        Source { seat, card: Some(card), icon: false, far: false }
    }
    pub fn rules(seat: Seat) -> Self {
        Source { seat, card: None, icon: false, far: false }
    }
    pub fn icon(seat: Seat, card: CardId) -> Self {
        Source { seat, card: Some(card), icon: true, far: false }
    }
}

/// How a triggered ability is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// A card is played that stays in play.
    Deploy,
    Action,
    Interrupt,
    Reaction,
}

/// A target of an ability that is being used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// The place of its occurrence.
    pub of: u8,
    /// The number of the part of the effect that has it.
    pub step: u8,
    pub card: CardId,
    /// Who has chosen it: enemies are his enemies.
    pub by: Seat,
}

/// Something that is happening, before or after it has taken place. What the fields mean depends on the trigger and is
/// said there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Occurrence {
    pub trigger: Trigger,
    /// Whom it concerns, or who does it.
    pub seat: Option<Seat>,
    /// The card that it happens to.
    pub card: Option<CardId>,
    /// The card that brings it about.
    pub source: Option<CardId>,
    pub amount: u8,
    pub manner: Option<Manner>,
    /// It will not take place.
    pub prevented: bool,
    /// The effects of the ability are canceled.
    pub canceled: bool,
    /// Where a card that leaves play goes instead.
    pub divert: Option<Doom>,
    /// A combat icon of *source* brings it about.
    pub icon: bool,
    /// *source* has used Targeted Strike for it.
    pub far: bool,
    /// The card that it happens to takes part in the engagement.
    pub fighting: bool,
    /// The card that leaves play has no text.
    pub mute: bool,
    /// The effect that is being resolved has made somebody draw.
    pub drew: bool,
    /// It has made the other player discard from hand.
    pub robbed: bool,
    /// Nothing prevents or redirects the damage.
    pub certain: bool,
}

impl Occurrence {
    pub fn new(trigger: Trigger) -> Self {
        Occurrence {
            trigger,
            seat: None,
            card: None,
            source: None,
            amount: 0,
            manner: None,
            prevented: false,
            canceled: false,
            divert: None,
            icon: false,
            far: false,
            fighting: false,
            mute: false,
            drew: false,
            robbed: false,
            certain: false,
        }
    }
    pub fn of(self, card: CardId) -> Self {
        Occurrence { card: Some(card), ..self }
    }
    pub fn by(self, seat: Seat) -> Self {
        Occurrence { seat: Some(seat), ..self }
    }
    pub fn from(self, source: Option<CardId>) -> Self {
        Occurrence { source, ..self }
    }
    pub fn amount(self, amount: u8) -> Self {
        Occurrence { amount, ..self }
    }
    /// Brought about by a player, a card and perhaps its icons.
    pub fn by_source(self, source: Source) -> Self {
        Occurrence { icon: source.icon, far: source.far, ..self.by(source.seat).from(source.card) }
    }
}

/// The six phases of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Setup,
    Balance,
    Refresh,
    Draw,
    Deployment,
    Conflict,
    Force,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cursor {
    ObjectivesDrawn,
    StartingHands,
    Mulligan,
    ObjectivesRevealed,
    TurnBegins,
    Balance,
    Refresh,
    Draw,
    Deployment,
    ConflictBegins,
    Engage,
    AttackersDeclared,
    DeclareDefenders,
    DefendersDeclared,
    EdgeBattle,
    EdgeDecided,
    Strikes,
    Unopposed,
    EngagementOver,
    ConflictEnds,
    Commit,
    ForceStruggle,
    TurnEnds,
    Over,
}

impl Cursor {
    pub fn phase(self) -> Phase {
        match self {
            Cursor::ObjectivesDrawn
            | Cursor::StartingHands
            | Cursor::Mulligan
            | Cursor::ObjectivesRevealed => Phase::Setup,
            Cursor::TurnBegins | Cursor::Balance => Phase::Balance,
            Cursor::Refresh => Phase::Refresh,
            Cursor::Draw => Phase::Draw,
            Cursor::Deployment => Phase::Deployment,
            Cursor::Commit | Cursor::ForceStruggle | Cursor::TurnEnds | Cursor::Over => Phase::Force,
            _ => Phase::Conflict,
        }
    }
}

/// How long an effect lasts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    EndOfStrike,
    EndOfEdgeBattle,
    EndOfEngagement,
    EndOfPhase,
    EndOfTurn,
    EndOfRound,
    EndOfGame,
    /// As long as the card whose effect it is is attached to the card that has it.
    WhileAttached,
}

/// Something that a card or a player has for a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Lasting {
    /// The card whose effect it is.
    pub source: CardId,
    /// The card that has it; none: the player.
    pub card: Option<CardId>,
    pub seat: Seat,
    pub boon: Boon,
    pub amount: i8,
    pub until: Until,
}

impl Lasting {
    /// A card has something that is no number.
    pub fn mark(source: CardId, card: CardId, seat: Seat, boon: Boon, until: Until) -> Self {
        // audit: same — any amount above zero says that it is there
        Lasting { source, card: Some(card), seat, boon, amount: 1, until }
    }
}

/// All that lasts for a time. It knows which kinds of boons are among it, so that most questions need no look at it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Lasting>", into = "Vec<Lasting>")]
pub struct Lastings {
    list: Vec<Lasting>,
    /// The kinds of boons, one bit each.
    lent: u64,
}

impl Lastings {
    /// Whether it gives a boon, by its bit.
    // audit: same (returns true at once) — this only spares looking for what is not there
    pub fn lends(&self, boon: u64) -> bool {
        self.lent & boon != 0
    }
    /// Something new lasts.
    pub fn push(&mut self, lasting: Lasting) {
        self.lent |= lasting.boon.bit();
        self.list.push(lasting);
    }
    pub fn remove(&mut self, place: usize) -> Lasting {
        let lasting = self.list.remove(place);
        self.count();
        lasting
    }
    pub fn retain(&mut self, stays: impl Fn(&Lasting) -> bool) {
        if self.lent != 0 {
            self.list.retain(|lasting| stays(lasting));
            self.count();
        }
    }
    // audit: same (returns () at once) — what has ended is looked for and not found
    fn count(&mut self) {
        // audit: same (0 to 1) — a kind too many is looked for and not found
        self.lent = self.list.iter().fold(0, |lent, lasting| lent | lasting.boon.bit());
    }
}

impl From<Vec<Lasting>> for Lastings {
    fn from(list: Vec<Lasting>) -> Lastings {
        let mut lastings = Lastings { list, lent: 0 };
        lastings.count();
        lastings
    }
}

impl From<Lastings> for Vec<Lasting> {
    fn from(lastings: Lastings) -> Vec<Lasting> {
        lastings.list
    }
}

impl Deref for Lastings {
    type Target = [Lasting];

    fn deref(&self) -> &[Lasting] {
        &self.list
    }
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
    /// Somebody had to reveal an objective and had none.
    ObjectiveDeckOut,
    /// The Death Star was destroyed.
    DialDestroyed,
    /// Both sides would win at the same moment, and the players have agreed on a draw.
    Both,
    /// A card says so.
    Card,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    pub options: Options,
    pub players: [Player; 2],
    pub cards: ArrayVec<Card, MOST_CARDS>,
    /// The cards in play, in the order in which they came.
    pub table: ArrayVec<CardId, MOST_CARDS>,
    /// Whose turn it is.
    pub active: Seat,
    /// The number of the turn; the first one is the dark side's.
    pub turn: u16,
    /// Where the Death Star dial stands.
    pub dial: u8,
    /// Damage on the Death Star dial.
    pub dial_damage: u8,
    /// With which side the Balance of the Force is.
    pub balance: Side,
    pub engagement: Option<Engagement>,
    /// The units that have struck this turn.
    pub strikers: CardSet,
    /// How many engagements were declared this turn.
    pub engagements: u8,
    /// Objectives that were engaged this turn and may be engaged once more.
    pub once_more: CardSet,
    /// Objectives that engagements were led to this turn that were declared against others.
    pub led_to: CardSet,
    /// Objectives that were engaged this turn.
    pub engaged: Vec<CardId>,
    /// What is happening; the last one happens within the one before.
    pub occurrences: Vec<Occurrence>,
    pub lasting: Lastings,
    /// Cards that were revealed and lie open where they are hidden otherwise: until they have come where the effect puts
    /// them, and no longer than it is resolved.
    #[serde(default, skip_serializing_if = "CardSet::is_empty")]
    pub revealed: CardSet,
    /// The targets of abilities that are being used.
    pub targets: Vec<Aim>,
    /// There is no Force phase this turn.
    pub no_force_phase: bool,
    /// How many cards the active player has drawn in this draw phase.
    pub drawn: u8,
    pub cursor: Cursor,
    pub result: Option<(Seats, Ending)>,
    /// What the cards answer; nothing else is even asked about. It is counted anew from them.
    #[serde(skip)]
    pub attention: Attention,
}

impl State {
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.0 as usize]
    }
    pub fn card_mut(&mut self, id: CardId) -> &mut Card {
        &mut self.cards[id.0 as usize]
    }
    pub fn facts(&self, id: CardId) -> &'static Facts {
        self.card(id).facts()
    }
    /// Whether an objective was engaged this turn and may not be engaged again.
    pub fn is_used_up(&self, objective: CardId) -> bool {
        self.engaged.contains(&objective) && !self.once_more.contains(objective)
    }
    /// Whether it makes no difference which of two cards somebody draws, plays or finds. Copies that came with different
    /// objective sets differ only where a card of this game asks for the number.
    pub fn alike(&self, one: CardId, other: CardId) -> bool {
        let (one, other) = (self.card(one), self.card(other));
        one.kind == other.kind && (one.set == other.set || !self.attention.minds_sets())
    }
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }
    pub fn phase(&self) -> Phase {
        self.cursor.phase()
    }
    /// The number of the round: a turn of the dark side and the turn of the light side after it.
    pub fn round(&self) -> u16 {
        self.turn.div_ceil(2)
    }

    /// The cards that lie at another one in a way.
    pub fn lying_at(&self, at: CardId, place: Place) -> impl Iterator<Item = CardId> {
        let all = (0..).map(CardId).zip(&self.cards);
        let there = all.filter(move |(_, card)| card.place == place && card.attached == Some(at));
        there.map(|(id, _)| id)
    }
    /// Every card in play.
    pub fn in_play(&self) -> impl Iterator<Item = CardId> + Clone {
        self.table.iter().copied()
    }
    pub fn is_in_play(&self, id: CardId) -> bool {
        self.card(id).place == Place::Play
    }
    pub fn units(&self, controller: Seat) -> impl Iterator<Item = CardId> {
        self.in_play().filter(move |id| self.card(*id).controller == controller && self.card(*id).is_unit())
    }
    pub fn objectives(&self, controller: Seat) -> impl Iterator<Item = CardId> {
        self.in_play().filter(move |id| {
            let card = self.card(*id);
            card.controller == controller && card.is_objective() && !card.face_down
        })
    }
    /// What the attacker may engage: objectives of the opponent, and the dial where a card of his allows it.
    pub fn engageable(&self) -> impl Iterator<Item = CardId> {
        let dial = self
            .in_play()
            .filter(|id| self.card(*id).controller == self.attacker() && self.stands_for_dial(*id));
        self.objectives(self.defender()).chain(dial)
    }
    /// Whether engaging this card means engaging the Death Star dial.
    pub fn stands_for_dial(&self, id: CardId) -> bool {
        matches!(self.facts(id).effects.attach, Some(Attach::Dial))
    }
    pub fn affiliation_card(&self, seat: Seat) -> Option<CardId> {
        self.in_play().find(|id| {
            let card = self.card(*id);
            card.owner == seat && card.facts().card_type == CardType::Affiliation
        })
    }
    pub fn attachments(&self, host: CardId) -> impl Iterator<Item = CardId> {
        self.in_play().filter(move |id| self.card(*id).attached == Some(host))
    }
    /// The enhancements among them: other cards can be attached as well.
    pub fn enhancements(&self, host: CardId) -> impl Iterator<Item = CardId> {
        self.attachments(host).filter(|id| self.card(*id).card_type() == CardType::Enhancement)
    }

    /// How many enhancements a card carries, face-down ones included.
    pub fn enhancement_count(&self, host: CardId) -> usize {
        self.enhancements(host).count() + self.card(host).stowed as usize
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
        let all = self.engagement.as_ref().map_or(&[][..], |engagement| &engagement.participants[..]);
        all.iter().copied().filter(move |id| self.card(*id).controller == seat)
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

    /// What is just happening.
    pub fn now(&self) -> Option<&Occurrence> {
        self.occurrences.last()
    }
}
