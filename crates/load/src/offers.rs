//! The games that a server offers, and tables set up with their ready-made lists. It learns which lists go together by being
//! refused, so that a new game needs no word here.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use serde_json::{Value, json};

use crate::luck::Luck;

#[derive(Clone, Debug, Deserialize)]
struct Offer {
    game: String,
    /// Numbers of players, the usual one first.
    tables: Vec<u8>,
    lists: Vec<ReadyList>,
    first_lists: Vec<Vec<String>>,
}

#[derive(Clone, Debug, Deserialize)]
struct ReadyList {
    id: String,
    seat: Option<u8>,
    #[serde(default)]
    agreed: BTreeMap<String, Value>,
}

/// A table to be set up.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    pub game: String,
    pub lists: Vec<String>,
    /// The last seat is an agent's.
    pub agent: bool,
}

impl Plan {
    /// What is posted to `/api/tables`.
    pub fn body(&self) -> String {
        let last = self.lists.len().saturating_sub(1);
        let seat = |(number, list): (usize, &String)| {
            let who = if self.agent && number == last { "agent" } else { "me" };
            json!({ "who": who, "list": { "ready": list } })
        };
        let seats: Vec<Value> = self.lists.iter().enumerate().map(seat).collect();
        json!({ "game": self.game, "seats": seats }).to_string()
    }

    /// Whether the program answers for this seat.
    pub fn plays(&self, seat: u8) -> bool {
        self.seats().contains(&seat)
    }

    /// The seats that the program answers for.
    pub fn seats(&self) -> Range<u8> {
        0..(self.lists.len() - usize::from(self.agent)) as u8
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} with {}", self.game, self.lists.join(", "))?;
        if self.agent { write!(f, " against an agent") } else { Ok(()) }
    }
}

pub struct Offers {
    offers: Vec<Offer>,
    unplayable: Mutex<HashSet<(String, Vec<String>)>>,
}

#[derive(Debug, thiserror::Error)]
pub enum OffersError {
    #[error("what the server offers is not understood: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("the server has no game {0:?}; it has {1}")]
    NoSuchGame(String, String),
    #[error("the server offers no game")]
    Nothing,
}

impl Offers {
    /// The games that `text`, the reply to `/api/games`, offers; of these only the ones in `games`, if any are named there.
    pub fn read(text: &[u8], games: &[String]) -> Result<Offers, OffersError> {
        let mut offers: Vec<Offer> = serde_json::from_slice(text)?;
        let known = |game: &String| offers.iter().any(|offer| offer.game == *game);
        if let Some(missing) = games.iter().find(|game| !known(game)) {
            let all: Vec<&str> = offers.iter().map(|offer| offer.game.as_str()).collect();
            return Err(OffersError::NoSuchGame(missing.clone(), all.join(", ")));
        }
        offers.retain(|offer| games.is_empty() || games.contains(&offer.game));
        offers.retain(|offer| offer.first_lists.first().is_some_and(|lists| !lists.is_empty()));
        if offers.is_empty() {
            return Err(OffersError::Nothing);
        }
        Ok(Offers { offers, unplayable: Mutex::default() })
    }

    pub fn games(&self) -> Vec<String> {
        self.offers.iter().map(|offer| offer.game.clone()).collect()
    }

    /// A table of the game whose turn it is, with lists by chance.
    pub fn plan(&self, number: usize, agent: bool, luck: &mut Luck) -> Plan {
        let offer = &self.offers[number % self.offers.len()];
        let lists = offer.lists_by_chance(luck);
        let unplayable = self.unplayable.lock().unwrap_or_else(PoisonError::into_inner);
        let known_bad = unplayable.contains(&(offer.game.clone(), lists.clone()));
        let lists = if known_bad { offer.first_lists[0].clone() } else { lists };
        Plan { game: offer.game.clone(), lists, agent }
    }

    /// The server has refused these lists together; they are not tried again.
    pub fn refused(&self, plan: &Plan) {
        let mut unplayable = self.unplayable.lock().unwrap_or_else(PoisonError::into_inner);
        unplayable.insert((plan.game.clone(), plan.lists.clone()));
    }
}

impl Offer {
    fn lists_by_chance(&self, luck: &mut Luck) -> Vec<String> {
        let usual = &self.first_lists[0];
        let players = self.tables.first().map_or(usual.len(), |players| usize::from(*players));
        let for_seat = |seat: usize, luck: &mut Luck| {
            let fits = |list: &&ReadyList| {
                list.agreed.is_empty() && list.seat.is_none_or(|only| usize::from(only) == seat)
            };
            let fitting: Vec<&ReadyList> = self.lists.iter().filter(fits).collect();
            luck.pick(&fitting).map(|list| list.id.clone())
        };
        let lists: Option<Vec<String>> = (0..players).map(|seat| for_seat(seat, luck)).collect();
        lists.unwrap_or_else(|| usual.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFFERS: &str = r#"[{"game":"chess","tables":[2],"lists":[{"id":"white","seat":0,"agreed":{}},
        {"id":"black","seat":1},{"id":"odd","seat":1,"agreed":{"odds":"queen"}}],"first_lists":[["white","black"]]},
        {"game":"go","tables":[2],"lists":[],"first_lists":[["a","b"]]}]"#;

    #[test]
    fn lists_go_to_their_seats() {
        let offers = Offers::read(OFFERS.as_bytes(), &[]).unwrap();
        let plan = offers.plan(0, true, &mut Luck::new(1, 1));
        assert_eq!(plan.lists, ["white", "black"]);
        assert!(plan.plays(0) && !plan.plays(1));
        let body: Value = serde_json::from_str(&plan.body()).unwrap();
        assert_eq!(body["seats"][1], json!({ "who": "agent", "list": { "ready": "black" } }));
        assert_eq!(offers.plan(3, false, &mut Luck::new(1, 1)).game, "go");
    }

    #[test]
    fn a_game_that_is_not_there_is_named() {
        let error = Offers::read(OFFERS.as_bytes(), &["draughts".to_string()]).err().unwrap();
        assert!(error.to_string().contains("chess, go"), "{error}");
    }
}
