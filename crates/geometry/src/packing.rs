//! Whether round bases of one size find room, one beside the other, and where. A base that fits anywhere can be slid until it
//! is stopped, so only places where rims end or meet have to be looked at; a base laid down adds a rim of its own, along which
//! the next can lie. What else makes a place free is asked of the caller.

use arrayvec::ArrayVec;

use crate::rim::{Rim, stops};
use crate::tolerance::TOUCH;
use crate::vector::Vec2;

/// The most bases that are laid at once.
pub const MOST_LAID: usize = 16;

/// How often a base is laid down before the search is given up: so crowded a place counts as too small for several bases.
/// (For one base there is no such limit.)
const MOST_TRIES: u32 = 300;

/// Where bases may lie.
pub struct Packing<'a, F> {
    /// The radius of the bases.
    pub radius: f64,
    /// What stops the middle of a base.
    pub rims: &'a [Rim],
    /// More of the same that bounds nothing by itself: where two of these meet, no base is looked for.
    pub limits: &'a [Rim],
    /// The nearest places to this one are tried first.
    pub near: Vec2,
    /// Whether a base may lie at a place, the others that are laid aside.
    pub free: F,
}

#[derive(Clone, Copy)]
struct Place {
    at: Vec2,
    distance: f64,
    /// As soon as it is known.
    free: Option<bool>,
}

type Laid = ArrayVec<Vec2, MOST_LAID>;

/// What the search for room has come to: all places that were found, and how often it may still lay a base down.
struct Search {
    places: Vec<Place>,
    tries: u32,
}

impl<F: FnMut(Vec2) -> bool> Packing<'_, F> {
    /// Every stop at which a base may lie, the nearest first.
    pub fn places(&mut self) -> Vec<Vec2> {
        let mut search = Search { places: Vec::new(), tries: 0 };
        let mut all = self.stops(&mut search);
        all.retain(|place| self.is_free(&mut search.places[*place as usize]));
        all.into_iter().map(|place| search.places[place as usize].at).collect()
    }

    /// Places for so many bases, or `None` if there is no room for them.
    pub fn lay(&mut self, count: usize) -> Option<Laid> {
        let mut laid = Laid::new();
        if count > MOST_LAID {
            return None;
        }
        let mut search = Search { places: Vec::new(), tries: MOST_TRIES };
        let places = self.stops(&mut search);
        self.lay_more(count, &places, &mut laid, &mut search).then_some(laid)
    }

    fn stops(&self, search: &mut Search) -> Vec<u32> {
        stops(self.rims, self.limits, |at| search.add(at, self.near));
        let all = (0..search.places.len() as u32).collect();
        search.distinct(all)
    }

    fn is_free(&mut self, place: &mut Place) -> bool {
        *place.free.get_or_insert_with(|| (self.free)(place.at))
    }

    /// Lays one more base at the first place that leaves room for the rest. Places before it are not looked at again: whatever
    /// could be laid with a base there has been tried.
    fn lay_more(&mut self, count: usize, places: &[u32], laid: &mut Laid, search: &mut Search) -> bool {
        if laid.len() == count {
            return true;
        }
        for (index, place) in places.iter().enumerate() {
            if !self.is_free(&mut search.places[*place as usize]) {
                continue;
            }
            let at = search.places[*place as usize].at;
            laid.push(at);
            if laid.len() == count {
                return true;
            }
            if search.tries == 0 {
                return false;
            }
            search.tries -= 1;
            let more = self.beside(laid, &places[index + 1..], search);
            if self.lay_more(count, &more, laid, search) {
                return true;
            }
            laid.pop();
        }
        false
    }

    fn is_clear(&self, at: Vec2, laid: &[Vec2]) -> bool {
        laid.iter().all(|other| other.distance(at) >= 2.0 * self.radius - TOUCH)
    }

    /// The places that are left, and those beside the base that was laid last.
    fn beside(&self, laid: &[Vec2], left: &[u32], search: &mut Search) -> Vec<u32> {
        let around = |at: &Vec2| Rim::Round { centre: *at, radius: 2.0 * self.radius };
        let Some((last, earlier)) = laid.split_last() else { return left.to_vec() };
        let rim = around(last);
        let others: ArrayVec<Rim, MOST_LAID> = earlier.iter().map(around).collect();
        let first = search.places.len() as u32;
        let mut add = |at: Vec2| {
            if self.is_clear(at, earlier) {
                search.add(at, self.near);
            }
        };
        stops(&[rim], &others, &mut add);
        self.rims.iter().chain(self.limits).for_each(|other| rim.meet(other, &mut add));
        let new = first..search.places.len() as u32;
        let clear = |place: &u32| self.is_clear(search.places[*place as usize].at, &[*last]);
        let all = left.iter().copied().filter(clear).chain(new).collect();
        search.distinct(all)
    }
}

impl Search {
    fn add(&mut self, at: Vec2, near: Vec2) {
        self.places.push(Place { at, distance: at.distance(near), free: None });
    }

    /// Sorts places, the nearest first, and leaves out what is as good as another.
    fn distinct(&self, mut all: Vec<u32>) -> Vec<u32> {
        let place = |number: &u32| &self.places[*number as usize];
        all.sort_by(|a, b| place(a).distance.total_cmp(&place(b).distance));
        let mut kept: Vec<u32> = Vec::with_capacity(all.len());
        for number in all {
            let Place { at, distance, .. } = *place(&number);
            let mut as_far =
                kept.iter().rev().take_while(|other| distance - place(other).distance <= TOUCH / 8.0);
            if !as_far.any(|other| place(other).at.distance(at) <= TOUCH / 8.0) {
                kept.push(number);
            }
        }
        kept
    }
}
