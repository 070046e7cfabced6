//! A scene as it travels to somebody who has an earlier one: what is new in it, and the ids of all that is as it was.
//!
//! What somebody has is remembered as numbers ([`Known`]), not as a scene: thousands look on at a time.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;

use serde::{Deserialize, Serialize};

use crate::model::*;

/// What somebody has of the scene that they were shown last, each part as a number that changes with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    parts: HashMap<Part, u64>,
}

/// A part of a scene that is sent anew as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    Title,
    Status,
    Phases,
    Board,
    Sides,
    Marks,
    Dice,
    Log,
    Order,
    Captions,
    Breaks,
    /// By what its id comes to.
    Piece(u64),
    Slot(u64),
    Entry(u64),
}

/// A scene for somebody who has an earlier one. A field that is left out is as it was; for somebody who has none nothing is
/// left out, and every entry is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "types", ts(optional_fields))]
pub struct SceneUpdate {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phases: Option<Vec<Phase>>,
    /// Null where there is no board.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "anew")]
    #[cfg_attr(feature = "types", ts(as = "Option<Option<Board>>"))]
    pub board: Option<Option<Board>>,
    pub rows: Vec<RowUpdate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<Vec<Side>>,
    pub pieces: Vec<Kept<Piece>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    pub rosters: Vec<RosterUpdate>,
    /// Null where no dice lie on the table.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "anew")]
    #[cfg_attr(feature = "types", ts(as = "Option<Option<DiceTray>>"))]
    pub dice: Option<Option<DiceTray>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<Vec<LogLine>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<OrderEntry>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captions: Option<Captions>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breaks: Option<Vec<String>>,
}

/// An entry of a list: its id if it is as it was, otherwise all of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(untagged)]
pub enum Kept<T> {
    Same(String),
    New(T),
}

/// A row of a card table, whose cards and piles may be as they were.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RowUpdate {
    pub name: String,
    pub side: Option<usize>,
    pub slots: Vec<Kept<Slot>>,
    pub note: String,
    pub slim: bool,
}

/// A roster whose entries may be as they were.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RosterUpdate {
    pub side: usize,
    pub entries: Vec<Kept<Card>>,
}

/// Something that is left out, null, or there.
mod anew {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: Serialize, S: Serializer>(
        value: &Option<Option<T>>,
        out: S,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(out)
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Option<T>>, D::Error> {
        Option::deserialize(from).map(Some)
    }
}

/// Hashes whatever is written.
struct Mark64(DefaultHasher);

impl io::Write for Mark64 {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A number that changes with what a client would be sent.
fn mark_of(value: &impl Serialize) -> u64 {
    let mut mark = Mark64(DefaultHasher::new());
    serde_json::to_writer(&mut mark, value).expect("plain data always has a JSON text");
    mark.0.finish()
}

fn mark_of_id(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

/// Compares a scene with what somebody has.
struct Comparison<'a> {
    before: &'a Known,
    now: Known,
}

impl Comparison<'_> {
    /// Whether a part is as it was.
    fn is_kept(&mut self, part: Part, value: &impl Serialize) -> bool {
        let mark = mark_of(value);
        // Two of one id cannot be told apart later, so both are sent each time.
        let doubled = self.now.parts.insert(part, mark).is_some();
        !doubled && self.before.parts.get(&part) == Some(&mark)
    }

    fn anew<T: Serialize>(&mut self, part: Part, value: T) -> Option<T> {
        if self.is_kept(part, &value) { None } else { Some(value) }
    }

    fn entries<T: Serialize>(
        &mut self,
        entries: Vec<T>,
        part: impl Fn(u64) -> Part,
        id: impl Fn(&T) -> Option<&str>,
    ) -> Vec<Kept<T>> {
        let entry = |entry: T| match id(&entry).map(str::to_string) {
            Some(id) if self.is_kept(part(mark_of_id(&id)), &entry) => Kept::Same(id),
            _ => Kept::New(entry),
        };
        entries.into_iter().map(entry).collect()
    }
}

fn id_of_slot(slot: &Slot) -> Option<&str> {
    match slot {
        Slot::Card(card) => some_id(&card.id),
        Slot::Pile(pile) => some_id(&pile.id),
        Slot::Gap => None,
    }
}

fn some_id(id: &str) -> Option<&str> {
    Some(id).filter(|id| !id.is_empty())
}

impl Scene {
    /// The scene as it is sent to somebody who has what `known` says; from now on they have this one.
    pub fn since(self, known: &mut Known) -> SceneUpdate {
        let mut all = Comparison { before: known, now: Known::default() };
        let row = |all: &mut Comparison, row: CardRow| RowUpdate {
            name: row.name,
            side: row.side,
            slots: all.entries(row.slots, Part::Slot, id_of_slot),
            note: row.note,
            slim: row.slim,
        };
        let roster = |all: &mut Comparison, roster: Roster| RosterUpdate {
            side: roster.side,
            entries: all.entries(roster.entries, Part::Entry, |card| some_id(&card.id)),
        };
        let update = SceneUpdate {
            title: all.anew(Part::Title, self.title),
            status: all.anew(Part::Status, self.status),
            phases: all.anew(Part::Phases, self.phases),
            board: all.anew(Part::Board, self.board),
            rows: self.rows.into_iter().map(|one| row(&mut all, one)).collect(),
            sides: all.anew(Part::Sides, self.sides),
            pieces: all.entries(self.pieces, Part::Piece, |piece| some_id(&piece.id)),
            marks: all.anew(Part::Marks, self.marks),
            rosters: self.rosters.into_iter().map(|one| roster(&mut all, one)).collect(),
            dice: all.anew(Part::Dice, self.dice),
            log: all.anew(Part::Log, self.log),
            order: all.anew(Part::Order, self.order),
            captions: all.anew(Part::Captions, self.captions),
            breaks: all.anew(Part::Breaks, self.breaks),
        };
        *known = all.now;
        update
    }
}

impl SceneUpdate {
    /// The scene that somebody has who had `before`; nothing if something was to be kept that they did not have.
    pub fn applied_to(self, before: &Scene) -> Option<Scene> {
        fn kept<T: Clone>(entries: Vec<Kept<T>>, find: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
            let one = |entry| match entry {
                Kept::Same(id) => find(&id),
                Kept::New(entry) => Some(entry),
            };
            entries.into_iter().map(one).collect()
        }
        let slots = || before.rows.iter().flat_map(|row| &row.slots);
        let cards = || before.rosters.iter().flat_map(|roster| &roster.entries);
        let slot = |id: &str| slots().find(|slot| id_of_slot(slot) == Some(id)).cloned();
        let row = |row: RowUpdate| {
            let slots = kept(row.slots, slot)?;
            Some(CardRow { name: row.name, side: row.side, slots, note: row.note, slim: row.slim })
        };
        let card = |id: &str| cards().find(|card| card.id == id).cloned();
        let roster =
            |roster: RosterUpdate| Some(Roster { side: roster.side, entries: kept(roster.entries, card)? });
        let piece = |id: &str| before.pieces.iter().find(|piece| piece.id == id).cloned();
        let before = before.clone();
        Some(Scene {
            title: self.title.unwrap_or(before.title),
            status: self.status.unwrap_or(before.status),
            phases: self.phases.unwrap_or(before.phases),
            board: self.board.unwrap_or(before.board),
            rows: self.rows.into_iter().map(row).collect::<Option<_>>()?,
            sides: self.sides.unwrap_or(before.sides),
            pieces: kept(self.pieces, piece)?,
            marks: self.marks.unwrap_or(before.marks),
            rosters: self.rosters.into_iter().map(roster).collect::<Option<_>>()?,
            dice: self.dice.unwrap_or(before.dice),
            log: self.log.unwrap_or(before.log),
            order: self.order.unwrap_or(before.order),
            captions: self.captions.unwrap_or(before.captions),
            breaks: self.breaks.unwrap_or(before.breaks),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Outline, Point};

    fn piece(id: &str, x: f64) -> Piece {
        Piece::new(id, PieceKind::Ship, Point { x, y: 0.0 }, 0.0, Outline::Circle { radius: 20.0 })
    }

    fn card(id: &str, chips: usize) -> Card {
        Card { id: id.into(), chips: vec![Chip::default(); chips], ..Card::default() }
    }

    fn scene() -> Scene {
        Scene {
            title: "A table".into(),
            board: Some(Board::default()),
            rows: vec![CardRow {
                slots: vec![Slot::Card(card("one", 0)), Slot::Gap, Slot::Card(card("two", 0))],
                ..CardRow::default()
            }],
            pieces: vec![piece("a", 1.0), piece("b", 2.0)],
            rosters: vec![Roster { side: 0, entries: vec![card("a", 0), card("b", 0)] }],
            ..Scene::default()
        }
    }

    #[test]
    fn whoever_has_nothing_is_sent_everything() {
        let update = scene().since(&mut Known::default());
        assert!(update.title.is_some() && update.dice == Some(None) && update.breaks.is_some());
        assert!(update.pieces.iter().all(|piece| matches!(piece, Kept::New(_))));
        assert_eq!(update.applied_to(&Scene::default()), Some(scene()));
    }

    #[test]
    fn whoever_has_a_scene_is_sent_what_is_new() {
        let mut known = Known::default();
        scene().since(&mut known);
        let mut next = scene();
        next.pieces.remove(0);
        next.pieces[0].at.x = 3.0;
        next.pieces.insert(0, piece("c", 9.0));
        next.rosters[0].entries.swap(0, 1);
        next.rows[0].slots[2] = Slot::Card(card("two", 1));
        next.board = None;
        let update = next.clone().since(&mut known);
        assert_eq!((&update.title, &update.board), (&None, &Some(None)));
        assert_eq!(update.rosters[0].entries, [Kept::Same("b".into()), Kept::Same("a".into())]);
        assert_eq!(update.rows[0].slots[0], Kept::Same("one".into()));
        assert!(matches!(update.rows[0].slots[2], Kept::New(_)));
        // As it travels.
        let text = serde_json::to_string(&update).unwrap();
        let update: SceneUpdate = serde_json::from_str(&text).unwrap();
        assert_eq!(update.applied_to(&scene()), Some(next.clone()));
        // The same once more is next to nothing.
        let nothing = next.since(&mut known);
        assert!(serde_json::to_string(&nothing).unwrap().len() < 300);
    }

    #[test]
    fn what_cannot_be_told_apart_is_sent_each_time() {
        let mut known = Known::default();
        let doubled = Scene { pieces: vec![piece("a", 1.0), piece("a", 2.0)], ..Scene::default() };
        doubled.clone().since(&mut known);
        let update = doubled.clone().since(&mut known);
        assert_eq!(update.applied_to(&Scene::default()), Some(doubled));
    }
}
