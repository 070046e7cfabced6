//! Writing a file anew so that each of its breaks can be put in force when it runs.

use std::ops::Range;

use crate::places::Place;

/// A part of a file that is written otherwise. Edits lie side by side or in each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Bytes of the source; empty where something is put in.
    pub range: Range<usize>,
    /// What of it stays, with the edits inside.
    pub kept: Range<usize>,
    pub before: String,
    pub after: String,
}

impl Edit {
    /// Something else stands there.
    pub fn instead(range: Range<usize>, text: &str) -> Edit {
        Edit { kept: range.end..range.end, range, before: text.to_string(), after: String::new() }
    }

    /// A place whose breaks are numbered one after the other. What stands in a broken place is whole: only one break is in
    /// force at a time.
    pub fn of(place: &Place, first: usize) -> Edit {
        let mut before = String::new();
        for (it, id) in place.breaks.iter().zip(first..) {
            before += &match place.range.is_empty() {
                true => format!(" if ::audited::broken({id}) {{ return {}; }}", it.text),
                false => format!("if ::audited::broken({id}) {{ {} }} else ", it.text),
            };
        }
        let range = place.range.clone();
        match range.is_empty() {
            true => Edit::instead(range, &before),
            false => {
                Edit { kept: range.clone(), range, before: format!("({before}{{ "), after: " })".to_string() }
            }
        }
    }
}

/// A file with all its edits.
pub struct Rewritten {
    pub text: String,
    /// Where each edit, in the order given, stands in it.
    pub ranges: Vec<Range<usize>>,
}

pub fn rewrite(source: &str, edits: &[Edit]) -> Rewritten {
    rewrite_part(source, edits, 0..source.len())
}

/// A part of a file with the edits that lie in it.
pub fn rewrite_part(source: &str, edits: &[Edit], part: Range<usize>) -> Rewritten {
    let inside = |edit: &Edit| part.start <= edit.range.start && edit.range.end <= part.end;
    // The outer ones first; what begins a function stands before all that is in it.
    let mut order: Vec<usize> = (0..edits.len()).filter(|index| inside(&edits[*index])).collect();
    order.sort_by_key(|index| {
        let range = &edits[*index].range;
        (range.start, !range.is_empty(), usize::MAX - range.end, *index)
    });
    let ranges = vec![0..0; edits.len()];
    let mut writer = Writer { source, edits, order, next: 0, text: String::new(), ranges };
    writer.part(part);
    Rewritten { text: writer.text, ranges: writer.ranges }
}

struct Writer<'a> {
    source: &'a str,
    edits: &'a [Edit],
    order: Vec<usize>,
    next: usize,
    text: String,
    ranges: Vec<Range<usize>>,
}

impl Writer<'_> {
    fn part(&mut self, part: Range<usize>) {
        let mut written = part.start;
        while let Some(&index) = self.order.get(self.next)
            && self.edits[index].range.end <= part.end
        {
            self.next += 1;
            let edit = &self.edits[index];
            self.text.push_str(&self.source[written..edit.range.start]);
            written = edit.range.end;
            let start = self.text.len();
            self.text.push_str(&edit.before);
            self.part(edit.kept.clone());
            self.text.push_str(&edit.after);
            self.ranges[index] = start..self.text.len();
        }
        self.text.push_str(&self.source[written..part.end]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::find;

    fn rewritten(source: &str) -> Rewritten {
        let mut next = 0;
        let places = find(source, &Default::default()).unwrap();
        let edits: Vec<Edit> = places
            .iter()
            .map(|place| {
                next += place.breaks.len();
                Edit::of(place, next - place.breaks.len())
            })
            .collect();
        rewrite(source, &edits)
    }

    #[test]
    fn breaks_are_chosen_when_the_game_runs() {
        assert_eq!(
            rewritten("fn f() -> T { a < 2 }").text,
            "fn f() -> T { (if ::audited::broken(0) { (a) <= (2) } else { a < (if ::audited::broken(1) { 3 } else { 2 }) }) }"
        );
    }

    #[test]
    fn functions_begin_with_their_break() {
        assert_eq!(
            rewritten("fn f() -> Play {g()}").text,
            "fn f() -> Play { if ::audited::broken(0) { return Ok(()); }g()}"
        );
    }

    #[test]
    fn guards_have_two() {
        assert_eq!(
            rewritten("fn f() -> T { match a { b if c => d } }").text,
            "fn f() -> T { match a { b if (if ::audited::broken(0) { true } else if ::audited::broken(1) { false } else { c }) => d } }"
        );
    }

    #[test]
    fn where_a_place_stands_is_known() {
        let made = rewritten("fn f() -> T { ä(a && b) }");
        assert_eq!(
            &made.text[made.ranges[0].clone()],
            "(if ::audited::broken(0) { (a) || (b) } else { a && b })"
        );
    }
}
