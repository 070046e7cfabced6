//! Marks in the code: `// audit: same — reason` on a line of code, or above it, says that a break there changes nothing.
//! `// audit: same (< to <=) — reason` says it of this break only. `// audit: no rule — reason` above a function says that
//! nothing in it is a rule, such as the places that it suggests to players.

use crate::places::Place;

/// A mark and the line of code that it is about, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub line: usize,
    pub word: Word,
    /// The break that it is about, as [`crate::places::Break::what`] says it; all of the line without it.
    pub what: Option<String>,
    pub reason: String,
}

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// A break there changes nothing.
    Same,
    /// The function that begins there is no rule.
    NoRule,
}

impl Mark {
    /// Whether it is about this break of a place.
    pub fn is_about(&self, place: &Place, what: &str) -> bool {
        match self.word {
            Word::Same => self.line == place.line && self.what.as_deref().is_none_or(|it| it == what),
            Word::NoRule => place.inside.contains(&self.line),
        }
    }
}

const SIGN: &str = "// audit:";

/// The marks of a file, or what is wrong with one.
pub fn read(source: &str) -> Result<Vec<Mark>, String> {
    let lines: Vec<&str> = source.lines().collect();
    let mut marks = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some((code, words)) = line.split_once(SIGN) else { continue };
        let (word, what, reason) = parse(words.trim()).map_err(|why| format!("line {}: {why}", index + 1))?;
        let about = if code.trim().is_empty() { next_code(&lines, index) } else { index };
        marks.push(Mark { line: about + 1, word, what, reason });
    }
    Ok(marks)
}

fn parse(words: &str) -> Result<(Word, Option<String>, String), String> {
    let (word, rest) = match (words.strip_prefix("same"), words.strip_prefix("no rule")) {
        (Some(rest), _) => (Word::Same, rest),
        (_, Some(rest)) => (Word::NoRule, rest),
        _ => return Err("a mark reads `// audit: same — reason` or `// audit: no rule — reason`".to_string()),
    };
    let (what, reason) = rest.split_once('—').ok_or("a mark without a reason")?;
    if reason.trim().is_empty() {
        return Err("a mark without a reason".to_string());
    }
    let what = match what.trim() {
        "" => None,
        what => Some(
            what.strip_prefix('(')
                .and_then(|it| it.strip_suffix(')'))
                .ok_or("what a mark is about stands in parentheses")?
                .to_string(),
        ),
    };
    Ok((word, what, reason.trim().to_string()))
}

/// The first line below that is no comment; a mark may go on over several lines.
fn next_code(lines: &[&str], mark: usize) -> usize {
    let is_code = |line: &&str| !line.trim_start().starts_with("//") && !line.trim_start().starts_with("#[");
    lines[mark..].iter().position(is_code).map_or(mark, |below| mark + below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_about_its_line_or_the_next_line_of_code() {
        let source = "let a = 1; // audit: same — never read\n// audit: same (< to <=) — both are\n// whole\nif a < 2 {}\n";
        let marks = read(source).unwrap();
        assert_eq!(
            marks[0],
            Mark { line: 1, word: Word::Same, what: None, reason: "never read".to_string() }
        );
        assert_eq!(
            marks[1],
            Mark {
                line: 4,
                word: Word::Same,
                what: Some("< to <=".to_string()),
                reason: "both are".to_string()
            }
        );
    }

    #[test]
    fn a_function_that_is_no_rule_is_none_to_its_end() {
        let source = "// audit: no rule — a picture\nfn f() -> T {\n a > b\n}\nfn g() -> T {\n a > b\n}";
        let marks = read(source).unwrap();
        let places = crate::places::find(source, &Default::default()).unwrap();
        let about: Vec<bool> = places.iter().map(|place| marks[0].is_about(place, "> to >=")).collect();
        assert_eq!(about, [true, false]);
    }

    #[test]
    fn a_mark_needs_a_reason() {
        assert!(read("// audit: same\nx();").is_err());
        assert!(read("// audit: same —\nx();").is_err());
        assert!(read("// audit: fine — because\nx();").is_err());
    }
}
