//! Texts that people write to each other, with lists in them: what of a text is only how it is drawn, what is said rather than
//! named, and what of a line nobody has read. It must not know how any game writes its lists.

use crate::files::is_unseen;
use crate::spelling;

/// The longest tag of a forum or a page.
const LONGEST_TAG: usize = 400;

/// Tags of forums, in square brackets, and of pages, in angle brackets. Anything else in brackets is part of the text.
const BRACKETED: [&str; 20] = [
    "b", "i", "u", "s", "url", "color", "size", "quote", "spoiler", "code", "center", "font", "list", "*",
    "br", "li", "ul", "img", "table", "tr",
];
const ANGLED: [&str; 33] = [
    "a",
    "abbr",
    "b",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "h",
    "hr",
    "html",
    "i",
    "img",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "small",
    "span",
    "strong",
    "table",
    "td",
    "tr",
    "u",
    "ul",
];
/// Tags at which another line begins.
const BREAKS: [&str; 9] = ["br", "p", "li", "tr", "div", "*", "hr", "h", "dt"];

/// A text without the tags of forums and pages, the marks of bold print and the links behind words.
pub fn untagged(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find(['[', '<']) {
        let (before, tag) = rest.split_at(open);
        bare.push_str(before);
        let close = if tag.starts_with('[') { ']' } else { '>' };
        // Tags are short; nobody looks for the end of a text at every bracket.
        let mut signs = tag.char_indices().take(LONGEST_TAG);
        let end = signs.find(|(_, sign)| [close, '\n'].contains(sign)).map(|(end, _)| end);
        let end = end.filter(|end| tag[*end..].starts_with(close));
        let inner = end.map_or("", |end| &tag[1..end]);
        let name = inner.trim_start_matches('/').split(['=', ' ', '/']).next().unwrap_or_default();
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_ascii_lowercase();
        let known = if close == ']' { BRACKETED.contains(&&*name) } else { ANGLED.contains(&&*name) };
        match end {
            Some(end) if known => {
                if BREAKS.contains(&&*name) && !bare.is_empty() {
                    bare.push('\n');
                }
                rest = &tag[end + 1..];
            }
            // `[Name](https://…)`
            Some(end) if close == ']' && tag[end + 1..].starts_with("(http") => {
                bare.push_str(inner);
                rest = &tag[end + 1..];
                rest = rest.find([')', '\n']).map_or("", |end| rest[end..].trim_start_matches(')'));
            }
            _ => {
                bare.push_str(&tag[..1]);
                rest = &tag[1..];
            }
        }
    }
    bare.push_str(rest);
    with_signs(&bare.replace("**", ""))
}

/// A text with the signs that stand in it by their names: `&amp;`.
fn with_signs(text: &str) -> String {
    const NAMED: [(&str, &str); 16] = [
        ("&nbsp;", " "),
        ("&bull;", "•"),
        ("&middot;", "·"),
        ("&times;", "×"),
        ("&ndash;", "–"),
        ("&mdash;", "—"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#39;", "'"),
        ("&rsquo;", "’"),
        ("&lsquo;", "‘"),
        ("&ldquo;", "“"),
        ("&rdquo;", "”"),
        // Last, so that nothing becomes a sign that was written out.
        ("&amp;", "&"),
    ];
    NAMED.iter().fold(text.to_string(), |text, (name, sign)| text.replace(name, sign))
}

/// A line without what is struck out in it, and that.
pub fn without_struck(line: &str) -> (String, Vec<String>) {
    let (mut kept, mut struck) = (String::new(), Vec::new());
    let mut rest = line;
    while let Some((before, (inner, behind))) =
        rest.split_once("~~").and_then(|(before, rest)| Some((before, rest.split_once("~~")?)))
    {
        kept.push_str(before);
        struck.extend(Some(inner.trim().to_string()).filter(|inner| !inner.is_empty()));
        rest = behind;
    }
    kept.push_str(rest);
    (kept, struck)
}

/// A line without the marks of italics around words: `*A, B*`, `_A_`. Right behind a name they may stand for brackets.
pub fn unslanted(line: &str, brackets: [&str; 2]) -> String {
    let mut bare = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(open) = rest.find(['*', '_']) {
        let mark = &rest[open..=open];
        let inner = &rest[open + 1..];
        let begins = !inner.starts_with(|c: char| c.is_whitespace() || "*_".contains(c))
            && (open == 0 && bare.is_empty() || rest[..open].ends_with([' ', '(', '[', '+']));
        let end = inner.find(mark).filter(|end| {
            let behind = inner[end + 1..].chars().next();
            begins && !inner[..*end].ends_with(' ') && behind.is_none_or(|c| !c.is_alphanumeric())
        });
        let Some(end) = end else {
            bare.push_str(&rest[..=open]);
            rest = inner;
            continue;
        };
        bare.push_str(&rest[..open]);
        let is_behind_name = bare.trim_end().ends_with(|c: char| c.is_alphanumeric() || ")\"”".contains(c));
        let [before, behind] = if is_behind_name { brackets } else { ["", ""] };
        bare.extend([before, &inner[..end], behind]);
        rest = &inner[end + 1..];
    }
    bare.push_str(rest);
    bare
}

/// A line that says what everything comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Total<'a> {
    pub said: u32,
    /// The words beside the number, plainly spelt.
    pub words: Vec<String>,
    /// What stands behind it.
    pub rest: &'a str,
}

/// Words of which a total has one, and those that may stand beside it.
const TOTALS: [&str; 15] = [
    "total",
    "totals",
    "sum",
    "points",
    "pts",
    "gesamt",
    "summe",
    "insgesamt",
    "punkte",
    "threshold",
    "gesamtsets",
    "gesamtkarten",
    "gesamtpunkte",
    "totalsets",
    "totalcards",
];
const BESIDE_TOTALS: [&str; 30] = [
    "grand",
    "squad",
    "squadron",
    "ship",
    "ships",
    "half",
    "list",
    "fleet",
    "cost",
    "value",
    "of",
    "the",
    "for",
    "sets",
    "set",
    "objective",
    "objectives",
    "cards",
    "card",
    "command",
    "deck",
    "staffel",
    "schiff",
    "liste",
    "p",
    "pt",
    "karten",
    "kosten",
    "each",
    "is",
];

/// A total in any of its wordings: `Total: 100`, `Ship Total: 32`, `Total Objective Sets: (10)`, `Summe = 99 Punkte`. What stands
/// behind it is part of the list all the same.
pub fn total(line: &str) -> Option<Total<'_>> {
    let is_word = |word: &str| TOTALS.contains(&word) || BESIDE_TOTALS.contains(&word);
    let digit = line.find(|c: char| c.is_ascii_digit())?;
    let (before, from) = line.split_at(digit);
    let mut words = spelling::words(before);
    if !words.iter().all(|word| is_word(word)) || before.contains([';', '+']) {
        return None;
    }
    let digits = from.bytes().take_while(u8::is_ascii_digit).count();
    let said = from[..digits].parse().ok()?;
    // `99/100`
    let mut rest = from[digits..].trim_start_matches(')');
    if let Some(limit) = rest.trim_start().strip_prefix('/') {
        rest = limit.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    }
    // The words behind the number that belong to it.
    loop {
        let next = rest.trim_start_matches(|c: char| c.is_whitespace() || ")]*.,:;|".contains(c));
        let end = next.find(|c: char| !c.is_alphabetic()).unwrap_or(next.len());
        let word = spelling::plain(&next[..end]);
        if !is_word(&word) {
            break;
        }
        words.push(word);
        rest = &next[end..];
    }
    let rest = rest.trim_matches(|c: char| c.is_whitespace() || ")]*.,:;|".contains(c));
    words.iter().any(|word| TOTALS.contains(&&**word)).then_some(Total { said, words, rest })
}

/// The words of a line that stand in nothing that was read of it. Each is named somewhere, so that no word of a list is lost
/// in silence. Numbers say how many there are, and what they cost.
pub fn left_over(line: &str, read: &[&str]) -> Vec<String> {
    let pieces = |text: &str| -> Vec<String> {
        let is_sign = |c: char| !c.is_alphanumeric() && !"'’`´".contains(c);
        text.split(is_sign).map(str::to_string).filter(|word| !word.is_empty()).collect()
    };
    let bare = |word: &str| {
        // `32PredatorX2` is no number, `2x` and `x2` are.
        let word = spelling::plain(word);
        let number = word.trim_start_matches('x').trim_end_matches('x');
        if number.bytes().all(|letter| letter.is_ascii_digit()) { String::new() } else { word }
    };
    let known: String = read.iter().map(|text| spelling::plain(text) + " ").collect();
    let mut words: Vec<String> = read.iter().flat_map(|text| pieces(text)).map(|word| bare(&word)).collect();
    let is_left = |word: &String| {
        let own = bare(word);
        if let Some(place) = words.iter().position(|known| *known == own) {
            words.swap_remove(place);
            return false;
        }
        !own.is_empty() && !known.contains(&own)
    };
    pieces(line).into_iter().filter(is_left).collect()
}

/// Lists that stand one below the other in a text, each with its heading: `Squad 1: …`, `Deck 2`, or `vs` between them. Each
/// part begins at its own line, so that places are those of the whole text. One part if there are no several.
pub fn several(text: &str) -> Vec<String> {
    const HEADS: [&str; 12] = [
        "squad",
        "squadron",
        "squadlist",
        "list",
        "deck",
        "decklist",
        "fleet",
        "player",
        "staffel",
        "liste",
        "spieler",
        "geschwader",
    ];
    let number = |line: &str| {
        let head = line.split([':', '-', '–']).next().unwrap_or_default();
        let words = spelling::plain(head);
        let word = words.trim_end_matches(|c: char| c.is_ascii_digit());
        words[word.len()..].parse::<u8>().ok().filter(|_| HEADS.contains(&word))
    };
    let is_between = |line: &str| ["vs", "versus", "gegen"].contains(&&*spelling::plain(line));
    let mut parts: Vec<String> = vec![String::new()];
    let mut heads: Vec<u8> = Vec::new();
    for (place, line) in text.lines().enumerate() {
        let head = number(line);
        let begins = is_between(line) || head.is_some_and(|_| !heads.is_empty());
        if begins && head.is_none_or(|head| !heads.contains(&head)) {
            parts.push("\n".repeat(place));
        }
        heads.extend(head);
        if let Some(part) = parts.last_mut() {
            part.push_str(if is_between(line) { "" } else { line });
            part.push('\n');
        }
    }
    if parts.len() > 1 { parts } else { vec![text.to_string()] }
}

/// How people begin and end what they write to each other, plainly spelt.
const GREETINGS: [&str; 16] = [
    "hi",
    "hey",
    "hello",
    "hallo",
    "moin",
    "servus",
    "greetings",
    "thanks",
    "thx",
    "cheers",
    "regards",
    "danke",
    "grus",
    "gruse",
    "mfg",
    "lg",
];

/// Whether a line is rather said to somebody than the name of something.
pub fn greets(line: &str) -> bool {
    let words = spelling::words(line);
    words.len() < 6 && words.first().is_some_and(|first| GREETINGS.contains(&&**first))
}

/// Whether a line is rather a sentence than the name of something.
pub fn is_prose(line: &str) -> bool {
    let words = line.split_whitespace().count();
    greets(line) || words > 7 || (words > 2 && line.ends_with(['.', '!', '?']))
}

/// A text as people see it: without marks that only say how it is drawn, with plain gaps and hyphens, and a line for
/// every line.
pub fn visible(text: &str) -> String {
    let sign = |sign: char| match sign {
        sign if is_unseen(sign) => None,
        '\u{2028}' | '\u{2029}' | '\u{85}' | '\r' => Some('\n'),
        '\n' | '\t' => Some(sign),
        '‐' | '‑' | '‒' | '−' => Some('-'),
        sign if sign.is_whitespace() => Some(' '),
        sign => Some(sign),
    };
    text.replace("\r\n", "\n").chars().filter_map(sign).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_they_are_seen() {
        assert_eq!(visible("\u{202e}A\u{a0}b\u{200b}c\0\u{2011}d\r\ne\u{2028}f\tg"), "A bc-d\ne\nf\tg");
        assert_eq!(visible("Köln – 2×"), "Köln – 2×");
    }

    #[test]
    fn sentences_are_told_from_names() {
        for line in
            ["Hallo zusammen", "Gruß, Tom", "What do you think?", "I fly this in the store every Friday now"]
        {
            assert!(is_prose(line), "{line}");
        }
        for line in ["Luke Skywalker", "The Hunt for Han Solo", "Am I?", ""] {
            assert!(!is_prose(line), "{line}");
        }
    }

    #[test]
    fn tags_are_taken_out() {
        let text = "[b]A[/b] [x] <i>B</i><br>[url=https://example.org]C[/url] & **D** &amp; a < b";
        assert_eq!(untagged(text), "A [x] B\nC & D & a < b");
    }

    #[test]
    fn only_known_tags_are_tags() {
        for (text, bare) in [
            ("<Push the Limit> <b>A</b> <h2>B</h2>", "<Push the Limit> A \nB\n"),
            ("[list][*]A[*]B[/list]", "A\nB"),
            ("A[br]B &bull; C&nbsp;D &amp;lt;", "A\nB • C D &lt;"),
            ("[A](https://x.y/z) + [C]", "A + [C]"),
        ] {
            assert_eq!(untagged(text), bare, "{text}");
        }
        let (kept, struck) = without_struck("A + ~~B~~ C ~~");
        assert_eq!((&*kept, &*struck), ("A +  C ~~", &["B".to_string()][..]));
        for (line, bare) in [
            ("A *B, C* (3)", "A [B, C] (3)"),
            ("*A*: B + _C_", "A: B + C"),
            ("* A", "* A"),
            ("A * 3", "A * 3"),
            ("A_B_C", "A_B_C"),
        ] {
            assert_eq!(unslanted(line, ["[", "]"]), bare, "{line}");
        }
    }

    #[test]
    fn totals_are_told_in_all_wordings() {
        for (line, said, rest) in [
            ("Total: 32", 32, ""),
            ("Ship Total: 32 + Predator", 32, "+ Predator"),
            ("Total: 60 Wedge Antilles", 60, "Wedge Antilles"),
            ("Total Objective Sets: (10)", 10, ""),
            ("Grand Total = 99/100 points", 99, ""),
            ("57 points", 57, ""),
            ("Summe 57 Punkte", 57, ""),
        ] {
            let total = total(line).expect(line);
            assert_eq!((total.said, total.rest), (said, rest), "{line}");
        }
        for line in ["Luke 28 points", "28", "R2-D2", "Sets 1, 2", "3 ships"] {
            assert_eq!(total(line), None, "{line}");
        }
    }

    #[test]
    fn words_that_were_not_read_are_left_over() {
        assert_eq!(left_over("2x Luke S. (28): R2-D2!", &["Luke", "R2-D2"]), ["S"]);
        assert!(left_over("Hound's Tooth x2", &["hounds tooth"]).is_empty());
        assert_eq!(left_over("A A", &["A"]).len(), 0);
    }

    #[test]
    fn several_lists_are_told_apart() {
        let parts = several("Squad 1:\nA\n\nSquad 2: x\nB\nvs\nC");
        assert_eq!(parts, ["Squad 1:\nA\n\n", "\n\n\nSquad 2: x\nB\n", "\n\n\n\n\n\nC\n"]);
        assert_eq!(several("Squad 1\nA\nShip 2: B").len(), 1);
    }
}
