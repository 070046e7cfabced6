//! How options look to a decent player: rules of thumb, from a seat's view alone. A value of 1 is about what a card in hand
//! or a point of damage is worth; 0 is doing nothing.

mod battle;
mod bids;
mod effects;
mod paying;

use table::{Appraise, Plan, Pose, Seat};

pub use paying::harm;

use crate::asks::Fortune;
use crate::cards::atoms::{Amount, Attach, Boon, Is};
use crate::cards::{CardType, PLAY, PLAY_ON, constants};
use crate::state::{CardId, Icon, Side, State};
use crate::{Ask, Choice, Swlcg, View, damage, resources};

/// What a combat icon of a unit is worth that is committed to the Force.
const COMMITTED_FIGHTER: f64 = 0.5;
/// A unit of that cost is dear: it belongs on the table.
const DEAR: u8 = 3;
/// What an unknown card from the deck is worth in hand.
const UNKNOWN_CARD: f64 = 1.1;

impl Appraise for Swlcg {
    fn appeal(view: &View, ask: &Ask, choice: &Choice) -> f64 {
        Self::appeals(view, ask, std::slice::from_ref(choice)).first().copied().unwrap_or_default()
    }

    fn appeals(view: &View, ask: &Ask, choices: &[Choice]) -> Vec<f64> {
        let Some(seat) = view.seat else { return vec![0.0; choices.len()] };
        let judge = Judge { state: &view.state, seat };
        let wanted = judge.wanted(ask, choices);
        choices.iter().map(|choice| judge.appeal(ask, choice, &wanted)).collect()
    }

    fn appeal_of_place(_: &View, _: &Ask, _: &Pose) -> f64 {
        0.0
    }

    fn appeal_of_plan(view: &View, ask: &Ask, plan: &Plan) -> f64 {
        let (Some(seat), Ask::Pay(_, bill)) = (view.seat, ask) else { return 0.0 };
        let paid = resources::given(&view.state, *bill, plan);
        -paid.map(|(id, amount)| harm(&view.state, seat, id, amount)).sum::<f64>()
    }
}

struct Judge<'a> {
    state: &'a State,
    seat: Seat,
}

impl Judge<'_> {
    fn appeal(&self, ask: &Ask, choice: &Choice, wanted: &[(CardId, f64)]) -> f64 {
        match (ask, *choice) {
            (_, Choice::Pass) => 0.0,
            (Ask::SpareObjective, Choice::Card(id)) => -self.printed_objective(id),
            (Ask::RevealObjective, Choice::Card(id)) => self.printed_objective(id),
            (Ask::Mulligan, Choice::NewHand) => self.mulligan(),
            (Ask::Window(_), Choice::Use(id, PLAY)) => self.play(id, false),
            (Ask::Window(_), Choice::Use(id, PLAY_ON)) => self.play(id, true) - 0.5,
            (Ask::Window(_), Choice::Use(id, index)) => self.ability(id, index),
            (Ask::Target(by) | Ask::Choose(by), Choice::Card(id)) => self.target(*by, id),
            (Ask::SortTo(_, fortune), Choice::Card(id)) => self.sorted(*fortune, id),
            (Ask::May(by), Choice::Yes) => self.may(*by),
            (Ask::CostCard(_) | Ask::DiscardDown, Choice::Card(id)) => -self.keeping(id),
            (Ask::DiscardOne, Choice::Card(id)) => UNKNOWN_CARD - self.keeping(id),
            (Ask::Attach(by), Choice::Card(id)) => self.attach(*by, id),
            (Ask::PilotStays(_), Choice::Card(id)) => self.worth(id),
            (Ask::BalanceDamage, Choice::Card(id)) => 2.0 + self.wounded(id),
            (Ask::Commit, Choice::Card(id)) => self.commit(id),
            (Ask::Engage | Ask::Attackers(_) | Ask::Defenders(_), Choice::Card(id)) => {
                wanted.iter().find(|(other, _)| *other == id).map_or(-1.0, |(_, worth)| *worth)
            }
            (Ask::EdgeCard | Ask::OpenEdgeCard, Choice::Card(id)) => {
                // Of several copies one is offered.
                let found = wanted.iter().find(|(other, _)| self.state.alike(*other, id));
                found.map_or(-1.0, |(_, worth)| *worth)
            }
            (Ask::Shielding(_), Choice::Card(id)) => 1.0 + self.worth(id),
            (Ask::Strike, Choice::Card(id)) => self.power(id),
            (Ask::UnitDamage(by), Choice::Card(id)) => {
                self.hit(id, constants::icons(self.state, *by, Icon::UnitDamage))
            }
            (Ask::Tactics(_), Choice::Card(id)) => self.exhaust(id),
            (Ask::Shield(_), Choice::UseShield) => 1.0,
            (Ask::Protect(whom), Choice::Card(id)) => self.protect(*whom, id),
            (Ask::ProtectAmount(by), Choice::Number(number)) => self.spare(*by, number),
            (Ask::CaptureAt(_), Choice::Card(id)) => f64::from(damage::remaining(self.state, id)),
            _ => 0.0,
        }
    }

    /// Where several cards have to be looked at together: those that are wanted, each with its worth.
    fn wanted(&self, ask: &Ask, choices: &[Choice]) -> Vec<(CardId, f64)> {
        let offered =
            choices.iter().filter_map(|choice| if let Choice::Card(id) = choice { Some(*id) } else { None });
        match ask {
            // Who can only pass need not think.
            _ if choices.len() == 1 && choices[0] == Choice::Pass => Vec::new(),
            Ask::Engage => self.attacks(offered).iter().map(|plan| (plan.objective, plan.worth)).collect(),
            Ask::Attackers(objective) => {
                let plans = self.attacks(std::iter::once(*objective));
                plans.into_iter().flat_map(|plan| plan.band).map(|id| (id, 1.0 + self.power(id))).collect()
            }
            Ask::Defenders(objective) => {
                self.defense(*objective).into_iter().map(|id| (id, 1.0 + self.power(id))).collect()
            }
            Ask::EdgeCard | Ask::OpenEdgeCard => self.bid(offered),
            _ => Vec::new(),
        }
    }

    fn is_enemy(&self, id: CardId) -> bool {
        self.state.card(id).controller != self.seat
    }

    // ---- what cards are worth -----------------------------------------------------------------------------------------

    /// How well a unit fights: its icons, those of the edge at half.
    fn power(&self, id: CardId) -> f64 {
        let facts = self.state.facts(id);
        let sum = |icons: &crate::cards::Icons| {
            f64::from(icons.unit) + 0.9 * f64::from(icons.tactics) + 1.1 * f64::from(icons.blast)
        };
        let bonus: i32 = [Icon::UnitDamage, Icon::Tactics, Icon::BlastDamage]
            .map(|icon| constants::extra(self.state, id, Boon::Icon(icon)))
            .iter()
            .sum();
        sum(&facts.icons) + 0.5 * sum(&facts.edge_icons) + f64::from(bonus)
    }

    /// What a card in play is worth to its player.
    fn worth(&self, id: CardId) -> f64 {
        let (card, facts) = (self.state.card(id), self.state.facts(id));
        let resources = f64::from(constants::resources(self.state, id));
        match card.card_type() {
            CardType::Unit => 0.6 + 0.5 * f64::from(facts.cost) + 0.4 * self.power(id) + 0.3 * resources,
            CardType::Objective => 3.0 + resources,
            CardType::Affiliation => 5.0,
            _ => 0.5 + 0.4 * f64::from(facts.cost) + 0.5 * resources,
        }
    }

    fn printed_objective(&self, id: CardId) -> f64 {
        let facts = self.state.facts(id);
        f64::from(facts.resources) * 1.5
            + 0.4 * f64::from(facts.capacity)
            + if facts.effects.abilities.is_empty() && facts.effects.constants.is_empty() { 0.0 } else { 0.4 }
    }

    fn mulligan(&self) -> f64 {
        let cheap = |id: &&CardId| {
            let facts = self.state.facts(**id);
            facts.card_type == CardType::Unit && facts.cost <= 3
        };
        if self.state.player(self.seat).hand.iter().filter(cheap).count() < 2 { 1.0 } else { -1.0 }
    }

    /// All resources that a player has when everything is ready.
    fn income(&self) -> u8 {
        let own = self.state.in_play().filter(|id| !self.is_enemy(*id));
        own.map(|id| constants::resources(self.state, id)).fold(0, u8::saturating_add)
    }

    /// What a card is worth that is in hand, or that can be given up.
    fn keeping(&self, id: CardId) -> f64 {
        if self.state.is_in_play(id) {
            let ready = if self.state.card(id).is_ready() { 0.3 } else { 0.0 };
            return self.worth(id) + ready;
        }
        let facts = self.state.facts(id);
        let twin = |other: CardId| self.state.facts(other).title == facts.title && !self.is_enemy(other);
        if facts.unique && self.state.in_play().any(twin) {
            return 0.1;
        }
        if facts.cost > self.income() + 1 {
            return 0.3;
        }
        match facts.card_type {
            CardType::Unit => 0.9 + 0.25 * f64::from(facts.cost),
            CardType::Enhancement if facts.resources > 0 => 1.2,
            CardType::Fate if self.begins_anew(id) => 1.6,
            CardType::Fate => 1.1,
            _ => 0.6 + 0.1 * f64::from(facts.cost),
        }
    }

    /// How near an objective is to being destroyed.
    fn wounded(&self, id: CardId) -> f64 {
        5.0 / f64::from(damage::remaining(self.state, id).max(1))
    }

    /// What it is worth that a card from the top of a deck goes somewhere.
    fn sorted(&self, fortune: Fortune, id: CardId) -> f64 {
        let own = self.state.card(id).owner == self.seat;
        let kept = matches!(fortune, Fortune::OnTop | Fortune::ToHand);
        let worth = self.keeping(id) - 0.8;
        if own == kept { worth } else { -worth }
    }

    // ---- playing cards ------------------------------------------------------------------------------------------------

    /// A card that could be paid for only by giving up others stays in hand: who then does not give them up would try it
    /// for ever.
    fn play(&self, id: CardId, on: bool) -> f64 {
        if resources::can_pay_for(self.state, self.seat, id, on).is_err() {
            return -1.0;
        }
        let facts = self.state.facts(id);
        let resources = 2.0 * f64::from(facts.resources);
        match facts.card_type {
            CardType::Unit => 2.0 + 0.5 * f64::from(facts.cost) + 0.3 * self.power(id) + resources,
            _ => 1.0 + 0.3 * f64::from(facts.cost) + resources,
        }
    }

    fn attach(&self, by: CardId, id: CardId) -> f64 {
        let facts = self.state.facts(by);
        let curse = |boon: Boon, amount: Amount| {
            matches!(boon, Boon::Cannot(_)) || matches!(amount, Amount::N(number) if number < 0)
        };
        let says = |filter: &[Is], wanted: fn(&Is) -> bool| filter.iter().any(wanted);
        let mut on_host =
            facts.effects.constants.iter().filter(|constant| says(constant.on, |is| matches!(is, Is::Host)));
        let harms =
            on_host.any(|constant| curse(constant.boon, constant.amount)) || self.effect_on_host(by) > 0.0;
        let asks_for_enemy = matches!(facts.effects.attach, Some(Attach::To(filter)) if says(filter, |is| matches!(is, Is::Enemy)));
        let wanted = if harms || asks_for_enemy { 1.0 } else { -1.0 };
        let side = if self.is_enemy(id) { 1.0 } else { -1.0 };
        wanted * side * (1.0 + self.worth(id) + self.power(id))
    }

    // ---- the Force ----------------------------------------------------------------------------------------------------

    /// Force icons win the struggle. A committed unit strikes at twice the price, so whoever fights well stays free.
    fn commit(&self, id: CardId) -> f64 {
        let force = f64::from(constants::force_icons(self.state, id));
        force - 0.4 - COMMITTED_FIGHTER * self.power(id)
    }

    // ---- engagements --------------------------------------------------------------------------------------------------

    fn ready_fighters(&self, seat: Seat) -> impl Iterator<Item = CardId> {
        self.state.units(seat).filter(|id| self.state.card(*id).is_ready())
    }

    /// The Force icons that a unit holds in the struggle as long as it is ready.
    fn duty(&self, id: CardId) -> f64 {
        let committed = constants::is_committed(self.state, id);
        if committed { f64::from(constants::force_icons(self.state, id)) } else { 0.0 }
    }

    /// What damage to an enemy unit is worth.
    fn hit(&self, id: CardId, amount: u8) -> f64 {
        let left = damage::remaining(self.state, id).saturating_add(self.state.card(id).shields).max(1);
        let share = f64::from(amount.min(left)) / f64::from(left);
        let kills = if amount >= left { 1.5 } else { 0.0 };
        let strikes =
            if self.state.is_participating(id) && self.state.card(id).is_ready() { 0.5 } else { 0.0 };
        (share + kills) * self.worth(id) + strikes
    }

    /// What a focus token on an enemy unit is worth.
    fn exhaust(&self, id: CardId) -> f64 {
        let card = self.state.card(id);
        let now = if self.state.is_participating(id) { 1.0 } else { 0.4 };
        let ready = if card.is_ready() && card.shields == 0 { now } else { 0.1 };
        self.power(id) * ready + 0.05 * self.worth(id)
    }

    fn protect(&self, whom: CardId, by: CardId) -> f64 {
        let amount = self.state.now().map_or(0, |now| now.amount);
        let dies = damage::remaining(self.state, whom) <= amount;
        let holds = damage::remaining(self.state, by) > amount;
        match (dies, holds) {
            (true, true) => 2.0,
            (true, false) => 0.5 * (self.worth(whom) - self.worth(by)),
            (false, true) => 0.1 * (self.worth(whom) - self.worth(by)),
            (false, false) => -1.0,
        }
    }

    /// As much as it takes without falling.
    fn spare(&self, by: CardId, number: u8) -> f64 {
        let left = damage::remaining(self.state, by);
        if number < left { f64::from(number) } else { -1.0 }
    }

    /// Whether the player of this seat gains by the dial.
    fn dial(&self, steps: i8) -> f64 {
        let dark = if Side::of(self.seat) == Side::Dark { 1.0 } else { -1.0 };
        2.0 * dark * f64::from(steps)
    }

    /// Whether a player can easily pay so much.
    fn burden(&self, price: u8) -> f64 {
        0.25 * f64::from(price)
    }

    fn price(&self, id: CardId) -> u8 {
        resources::price(self.state, id, false)
    }
}
