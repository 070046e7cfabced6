//! The options of a question while a rule puts them together.

use crate::{Denial, Game, Picks};

/// What a question offers: the legal options in order, and, where somebody will look, the refused ones with reasons.
pub struct Offers<G: Game> {
    pub(crate) legal: Vec<G::Choice>,
    pub(crate) refused: Vec<(G::Choice, Denial)>,
    pub(crate) weights: Vec<u32>,
    pub(crate) passive: Option<usize>,
    pub(crate) keep_refused: bool,
    /// Asked even if only one option is legal.
    pub(crate) anyway: bool,
}

impl<G: Game> Offers<G> {
    pub(crate) fn new(keep_refused: bool) -> Self {
        Offers {
            legal: Vec::new(),
            refused: Vec::new(),
            weights: Vec::new(),
            passive: None,
            keep_refused,
            anyway: false,
        }
    }

    pub(crate) fn clear(&mut self) {
        self.legal.clear();
        self.refused.clear();
        self.weights.clear();
        self.passive = None;
        self.anyway = false;
    }

    /// A legal option.
    pub fn add(&mut self, choice: G::Choice) {
        self.legal.push(choice);
    }

    /// The legal option of doing nothing. At most one of a question's options is passive; it is what a seat that does
    /// not answer is taken to have said.
    pub fn pass(&mut self, choice: G::Choice) {
        self.passive = Some(self.legal.len());
        self.legal.push(choice);
    }

    /// Has the question asked even if only one option is legal: whether somebody is asked can be a secret as well.
    pub fn ask_anyway(&mut self) {
        self.anyway = true;
    }

    /// An option that a player would look for but that the rules forbid, and why.
    pub fn refuse(&mut self, choice: G::Choice, denial: Denial) {
        if self.keep_refused {
            self.refused.push((choice, denial));
        }
    }

    /// Legal or refused, as the verdict says.
    pub fn judge(&mut self, choice: G::Choice, verdict: Result<(), Denial>) {
        match verdict {
            Ok(()) => self.add(choice),
            Err(denial) => self.refuse(choice, denial),
        }
    }

    /// An option of chance, with its weight. Options of weight 0 are left out.
    pub fn weigh(&mut self, choice: G::Choice, weight: u32) {
        if weight > 0 {
            self.legal.push(choice);
            self.weights.push(weight);
        }
    }

    /// Drops all legal options but the first.
    pub(crate) fn keep_first(&mut self) {
        self.legal.truncate(1);
    }

    pub fn is_empty(&self) -> bool {
        self.legal.is_empty()
    }

    /// Whether there is no choice, so that nobody needs to be asked.
    pub(crate) fn leaves_no_choice(&self) -> bool {
        self.legal.len() < 2
    }
}

/// Options that are offered with values: whoever takes one hands the rule the value that it goes on with, so that nothing has
/// to be judged or looked up again.
pub struct Options<'a, G: Game, V> {
    pub(crate) offers: &'a mut Offers<G>,
    /// One for each legal option.
    pub(crate) values: Picks<V>,
}

impl<G: Game, V> Options<'_, G, V> {
    /// A legal option.
    pub fn add(&mut self, choice: G::Choice, value: V) {
        self.offers.add(choice);
        self.values.push(value);
    }

    /// The legal option of doing nothing (see [`Offers::pass`]).
    pub fn pass(&mut self, choice: G::Choice, value: V) {
        self.offers.pass(choice);
        self.values.push(value);
    }

    /// An option of chance, with its weight (see [`Offers::weigh`]).
    pub fn weigh(&mut self, choice: G::Choice, value: V, weight: u32) {
        if weight > 0 {
            self.offers.weigh(choice, weight);
            self.values.push(value);
        }
    }

    /// Has the question asked even if only one option is legal (see [`Offers::ask_anyway`]).
    pub fn ask_anyway(&mut self) {
        self.offers.ask_anyway();
    }

    /// An option that a player would look for but that the rules forbid, and why.
    pub fn refuse(&mut self, choice: G::Choice, denial: Denial) {
        self.offers.refuse(choice, denial);
    }

    /// Legal with what the verdict holds, or refused with its reason.
    pub fn judge(&mut self, choice: G::Choice, verdict: Result<V, Denial>) {
        match verdict {
            Ok(value) => self.add(choice, value),
            Err(denial) => self.refuse(choice, denial),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.offers.is_empty()
    }
}
