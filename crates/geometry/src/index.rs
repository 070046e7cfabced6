//! Which of many things are near: a tree of boxes that is built once and asked often. It knows only boxes; whether what is in
//! a box is really near is measured by whoever asks.

use crate::outline::Convex;
use crate::overlap::Area;
use crate::vector::Vec2;

/// A tree of boxes, in the order in which it is walked.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Index {
    nodes: Vec<Node>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Node {
    area: Area,
    /// Where the walk goes on past everything in this box.
    past: u32,
    /// The thing in this box, if it holds only one.
    item: Option<u32>,
}

impl Area {
    /// The box around a shape.
    pub fn around(shape: &impl Convex) -> Area {
        let shape = shape.outline();
        let (west, east) = shape.extent(Vec2::new(1.0, 0.0));
        let (south, north) = shape.extent(Vec2::new(0.0, 1.0));
        Area { min: Vec2::new(west, south), max: Vec2::new(east, north) }
    }

    /// The box around a disc.
    #[inline]
    pub fn about(centre: Vec2, radius: f64) -> Area {
        let reach = Vec2::new(radius, radius);
        Area { min: centre - reach, max: centre + reach }
    }

    /// The box around two others.
    #[inline]
    pub fn joined(&self, other: &Area) -> Area {
        Area {
            min: Vec2::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Vec2::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// Whether two boxes have a point in common.
    #[inline]
    pub fn meets(&self, other: &Area) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }
}

impl Index {
    /// Of things in these boxes; each is known by its place in the list.
    pub fn new(areas: &[Area]) -> Index {
        let mut items: Vec<u32> = (0..areas.len() as u32).collect();
        let mut index = Index { nodes: Vec::with_capacity(2 * areas.len()) };
        index.add(areas, &mut items);
        index
    }

    /// Halves what is to be added along its longer side, until each has a box of its own.
    fn add(&mut self, areas: &[Area], items: &mut [u32]) {
        let Some(area) = items.iter().map(|item| areas[*item as usize]).reduce(|all, area| all.joined(&area))
        else {
            return;
        };
        let place = self.nodes.len();
        let item = if let [only] = items { Some(*only) } else { None };
        self.nodes.push(Node { area, past: 0, item });
        if item.is_none() {
            let size = area.max - area.min;
            let middle = |item: &u32| {
                let twice = areas[*item as usize].min + areas[*item as usize].max;
                if size.x > size.y { twice.x } else { twice.y }
            };
            items.sort_by(|a, b| middle(a).total_cmp(&middle(b)));
            let (low, high) = items.split_at_mut(items.len() / 2);
            self.add(areas, low);
            self.add(areas, high);
        }
        self.nodes[place].past = self.nodes.len() as u32;
    }

    /// The things whose boxes meet an area.
    pub fn near(&self, area: Area) -> impl Iterator<Item = usize> + Clone + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            loop {
                let node = self.nodes.get(at)?;
                if !node.area.meets(&area) {
                    at = node.past as usize;
                    continue;
                }
                at += 1;
                if let Some(item) = node.item {
                    return Some(item as usize);
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_near_in_an_empty_index() {
        assert_eq!(Index::new(&[]).near(Area::table(100.0, 100.0)).count(), 0);
    }

    #[test]
    fn it_finds_what_a_walk_through_all_finds() {
        let mut number = 7_u32;
        let mut next = move || {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(number >> 16) / 65.536
        };
        for count in [1, 2, 3, 20, 97] {
            let areas: Vec<Area> =
                (0..count).map(|_| Area::about(Vec2::new(next(), next()), next() / 20.0)).collect();
            let index = Index::new(&areas);
            for _ in 0..50 {
                let asked = Area::about(Vec2::new(next(), next()), next() / 10.0);
                let mut found: Vec<usize> = index.near(asked).collect();
                found.sort_unstable();
                let all: Vec<usize> = (0..count).filter(|item| areas[*item].meets(&asked)).collect();
                assert_eq!(found, all);
            }
        }
    }
}
