//! Reading files that people write: TOML, or JSON if the text begins with a brace. What the readers find wrong is told in
//! both languages.

use rulebook::Text;
use serde::de::{DeserializeOwned, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::Fault;

/// Longer texts are no lists.
const LONGEST_LIST: usize = 200_000;

/// A list that somebody has pasted, without what stands around it.
pub struct Pasted<'a> {
    pub text: &'a str,
    /// What stood around it and was left out.
    pub notes: Vec<Fault>,
}

/// Finds the list in what somebody has pasted: all of it, or the block between the fences of a forum or a chat. Refused if
/// nothing or far too much is there.
pub fn pasted(text: &str) -> Result<Pasted<'_>, Vec<Fault>> {
    let text = text.trim_matches(|sign: char| sign.is_whitespace() || is_unseen(sign));
    let fault = |en: String, de: String| Err(vec![Fault::new("", None, en, de)]);
    if text.len() > LONGEST_LIST {
        return fault(
            format!("the text has more than {LONGEST_LIST} characters"),
            format!("der Text hat mehr als {LONGEST_LIST} Zeichen"),
        );
    }
    let pasted = fenced(text).or_else(|| among_words(text)).unwrap_or(Pasted { text, notes: Vec::new() });
    // What programs write where there is nothing.
    if ["", "null", "none", "undefined", "true", "false"].contains(&&*pasted.text.to_lowercase()) {
        return fault("the list is empty".into(), "die Liste ist leer".into());
    }
    Ok(pasted)
}

/// Marks that only say how a text is drawn, and what no text has.
pub(crate) fn is_unseen(sign: char) -> bool {
    let drawn = ['\u{ad}', '\u{61c}', '\u{feff}'].contains(&sign)
        || ('\u{200b}'..='\u{200f}').contains(&sign)
        || ('\u{202a}'..='\u{202e}').contains(&sign)
        || ('\u{2060}'..='\u{206f}').contains(&sign)
        || ('\u{fe00}'..='\u{fe0f}').contains(&sign);
    drawn || sign.is_control() && !sign.is_whitespace()
}

/// The block between two fences, each a line of three backquotes or tildes; only if there is just one such block.
fn fenced(text: &str) -> Option<Pasted<'_>> {
    let is_fence = |line: &str| ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence));
    let mut fences = text.split_inclusive('\n').scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, *end, line))
    });
    let mut fences = fences.by_ref().filter(|(_, _, line)| is_fence(line));
    let (open, close) = (fences.next()?, fences.next()?);
    if fences.next().is_some() {
        return None;
    }
    let notes = left_out([&text[..open.0], &text[close.1..]]);
    Some(Pasted { text: text[open.1..close.0].trim(), notes })
}

/// A JSON text with sentences before or behind it.
fn among_words(text: &str) -> Option<Pasted<'_>> {
    let (open, close) = (text.find('{')?, text.rfind('}')?);
    let around = [&text[..open], text.get(close + 1..)?];
    let json = text.get(open..=close)?;
    // Brackets around it are part of it.
    let is_alone = around.iter().all(|words| !words.contains(|sign: char| sign.is_alphanumeric()));
    if is_alone || around[0].contains(['[', '=']) {
        return None;
    }
    let is_json = read_loose_jsons(json).is_ok_and(|values| values.iter().any(Value::is_object));
    is_json.then(|| Pasted { text: json, notes: left_out(around) })
}

/// Names what stands around a list.
fn left_out(around: [&str; 2]) -> Vec<Fault> {
    let words = around.into_iter().map(str::trim).filter(|words| !words.is_empty());
    let note = |words: &str| {
        let words: String = words.chars().take(60).collect();
        Fault::new(
            "",
            None,
            format!("{words:?} stands outside the list and was not read"),
            format!("„{words}“ steht außerhalb der Liste und wurde nicht gelesen"),
        )
    };
    words.map(note).collect()
}

/// The value of a file, or where and why it is not well formed.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Vec<Fault>> {
    if text.trim_start().starts_with('{') {
        return read_json(text);
    }
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let place = before.map_or(Text::default(), |before| {
            let line = before.matches('\n').count() + 1;
            Text { en: format!("line {line}"), de: format!("Zeile {line}") }
        });
        vec![unreadable(error.message()).at(place)]
    })
}

/// The value of a JSON text, or where and why it is not well formed.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, Vec<Fault>> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let sentence = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
        vec![unreadable(sentence).at(Text {
            en: format!("line {line} column {column}"),
            de: format!("Zeile {line} Spalte {column}"),
        })]
    })
}

/// The value of a JSON text, also of one that a program wrote in the fashion of Python or JavaScript: with single or curved
/// quotes, `None`, `True` and commas before a closing bracket. A key that stands twice loses nothing: lists and groups are
/// put together, and two values that cannot be are refused.
pub fn read_loose_json(text: &str) -> Result<Value, Vec<Fault>> {
    let read = read_json(text).or_else(|faults| serde_json::from_str(&strict(text)).map_err(|_| faults));
    read.map(|Whole(value)| value)
}

/// The values of a text in which JSON texts stand one after the other, nearly always one.
pub fn read_loose_jsons(text: &str) -> Result<Vec<Value>, Vec<Fault>> {
    let several = |text: &str| {
        let stream = serde_json::Deserializer::from_str(text).into_iter::<Whole>();
        let in_a_row = || serde_json::from_str::<Vec<Whole>>(&format!("[{text}]")).ok();
        let values = stream.collect::<Result<Vec<Whole>, _>>().ok().or_else(in_a_row)?;
        let values: Vec<Value> = values.into_iter().map(|Whole(value)| value).collect();
        values.iter().all(Value::is_object).then_some(values)
    };
    match read_loose_json(text) {
        Ok(value) => Ok(vec![value]),
        Err(faults) => several(text).or_else(|| several(&strict(text))).ok_or(faults),
    }
}

/// A JSON value in which nothing was dropped.
struct Whole(Value);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Whole, D::Error> {
        from.deserialize_any(WholeValue).map(Whole)
    }
}

struct WholeValue;

impl<'de> Visitor<'de> for WholeValue {
    type Value = Value;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("any value")
    }
    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Whole(value)) = from.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut group = Map::new();
        while let Some((key, Whole(value))) = from.next_entry::<String, Whole>()? {
            let both = match group.remove(&key) {
                None => value,
                Some(other) => together(other, value)
                    .ok_or_else(|| A::Error::custom(format!("duplicate field `{key}`")))?,
            };
            group.insert(key, both);
        }
        Ok(Value::Object(group))
    }
}

/// Two values of one key as one, if nothing is lost by it.
fn together(one: Value, other: Value) -> Option<Value> {
    match (one, other) {
        (one, other) if one == other => Some(one),
        (Value::Null, value) | (value, Value::Null) => Some(value),
        (Value::Array(mut one), Value::Array(other)) => {
            one.extend(other);
            Some(Value::Array(one))
        }
        (Value::Object(mut one), Value::Object(other)) => {
            for (key, value) in other {
                let both = match one.remove(&key) {
                    None => value,
                    Some(own) => together(own, value)?,
                };
                one.insert(key, both);
            }
            Some(Value::Object(one))
        }
        _ => None,
    }
}

/// A loose JSON text with the signs that JSON wants.
fn strict(text: &str) -> String {
    let mut json = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '"' | '\'' | '“' | '”' | '‘' | '’' => copy_text(sign, &mut signs, &mut json),
            ',' => {
                let rest = signs.clone().find(|next| !next.is_whitespace());
                if !matches!(rest, Some('}' | ']') | None) {
                    json.push(',');
                }
            }
            letter if letter.is_alphabetic() => {
                let mut word = letter.to_string();
                while let Some(next) = signs.next_if(|next| next.is_alphanumeric() || *next == '_') {
                    word.push(next);
                }
                json.push_str(match &*word {
                    "None" | "undefined" => "null",
                    "True" => "true",
                    "False" => "false",
                    other => other,
                });
            }
            other if other.is_whitespace() || is_unseen(other) => json.push(' '),
            other => json.push(other),
        }
    }
    json
}

/// Copies a text up to the quote that closes it.
fn copy_text(open: char, signs: &mut std::iter::Peekable<std::str::Chars>, json: &mut String) {
    let closes = |sign: char| match open {
        '“' | '”' => "“”".contains(sign),
        '‘' | '’' => "‘’".contains(sign),
        other => sign == other,
    };
    json.push('"');
    while let Some(sign) = signs.next() {
        match sign {
            '\\' => match signs.next() {
                Some('\'') => json.push('\''),
                Some(next) => json.extend(['\\', next]),
                None => {}
            },
            sign if closes(sign) => break,
            '"' => json.push_str("\\\""),
            other => json.push(other),
        }
    }
    json.push('"');
}

fn unreadable(message: &str) -> Fault {
    let told = sentence(message);
    Fault::new("", None, told.en, told.de)
}

/// What a reader says in its own words, in ours. Of what it says seldom no more is told than where it is.
fn sentence(message: &str) -> Text {
    if let Some(field) = message.strip_prefix("missing field ") {
        return Text::new(format!("the field {field} is missing"), format!("das Feld {field} fehlt"));
    }
    if let Some(field) = message.strip_prefix("duplicate field ") {
        return Text::new(
            format!("the field {field} stands there twice"),
            format!("das Feld {field} steht zweimal da"),
        );
    }
    if let Some(rest) = message.strip_prefix("unknown field ") {
        return match rest.split_once(", expected ") {
            Some((field, known)) => {
                let known = known.trim_start_matches("one of ");
                let german = known.replace(" or ", " oder ");
                Text::new(
                    format!("there is no field {field}, possible is {known}"),
                    format!("das Feld {field} gibt es nicht, möglich ist {german}"),
                )
            }
            None => Text::new(format!("there is no field {rest}"), format!("das Feld {rest} gibt es nicht")),
        };
    }
    if message.starts_with("EOF ") {
        return Text::new("the text breaks off in the middle", "der Text bricht mittendrin ab");
    }
    if let Some(rest) = message.strip_prefix("invalid type: ").or(message.strip_prefix("invalid value: ")) {
        return match rest.split_once(", expected ").map(|(found, wanted)| (sort(found), sort(wanted))) {
            Some((Some(found), Some(wanted))) => Text::new(
                format!("here stands {}, expected is {}", found.0, wanted.0),
                format!("hier steht {}, erwartet wird {}", found.1, wanted.1),
            ),
            Some((None, Some(wanted))) => Text::new(
                format!("here stands a value of the wrong kind, expected is {}", wanted.0),
                format!("hier steht ein Wert der falschen Art, erwartet wird {}", wanted.1),
            ),
            _ => Text::new("here stands a value of the wrong kind", "hier steht ein Wert der falschen Art"),
        };
    }
    const USUAL: [(&str, &str, &str); 9] = [
        (
            "key must be a string",
            "the name of a field must stand in quotation marks",
            "ein Feldname muss in Anführungszeichen stehen",
        ),
        (
            "key with no value",
            "behind the name of the field its value is missing",
            "nach dem Feldnamen fehlt der Wert",
        ),
        (
            "string values must be quoted",
            "texts must stand in quotation marks",
            "Texte müssen in Anführungszeichen stehen",
        ),
        ("duplicate key", "a field stands there twice", "ein Feld steht zweimal da"),
        ("trailing characters", "something stands behind the end", "nach dem Ende steht noch etwas"),
        ("trailing comma", "here is a comma too many", "hier steht ein Komma zu viel"),
        (
            "expected `,`",
            "here a comma or a closing bracket is missing",
            "hier fehlt ein Komma oder eine schließende Klammer",
        ),
        ("expected `:`", "here a colon is missing", "hier fehlt ein Doppelpunkt"),
        ("unclosed", "here a closing bracket is missing", "hier fehlt eine schließende Klammer"),
    ];
    let usual = USUAL.iter().find(|(said, ..)| message.contains(said));
    usual.map_or(Text::new("this cannot be read", "das ist nicht lesbar"), |(_, en, de)| Text::new(*en, *de))
}

/// The sort of value that a reader names, such as "integer `3`" or "a string".
fn sort(named: &str) -> Option<(&'static str, &'static str)> {
    const NUMBER: (&str, &str) = ("a whole number", "eine ganze Zahl");
    const FIELDS: (&str, &str) = ("a group of fields", "eine Gruppe von Feldern");
    const SORTS: [(&str, (&str, &str)); 12] = [
        ("string", ("a text", "ein Text")),
        ("integer", NUMBER),
        ("floating point", ("a fraction", "eine Kommazahl")),
        ("boolean", ("true or false", "wahr oder falsch")),
        ("sequence", ("a list", "eine Liste")),
        ("map", FIELDS),
        ("struct", FIELDS),
        ("null", ("nothing", "nichts")),
        ("usize", NUMBER),
        ("u8", NUMBER),
        ("u16", NUMBER),
        ("u32", NUMBER),
    ];
    let named = named.strip_prefix("a ").or(named.strip_prefix("an ")).unwrap_or(named);
    SORTS.iter().find(|(english, _)| named.starts_with(english)).map(|(_, told)| *told)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rulebook::Lang;
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Crew {
        captain: String,
    }

    fn told<T: DeserializeOwned + std::fmt::Debug>(text: &str, lang: Lang) -> String {
        let faults = read::<T>(text).expect_err(text);
        faults.iter().map(|fault| fault.text(lang)).collect()
    }

    #[test]
    fn both_forms_are_read() {
        for text in ["captain = \"Ann\"", " {\"captain\": \"Ann\"}"] {
            assert_eq!(read::<Crew>(text).expect(text).captain, "Ann");
        }
    }

    #[test]
    fn fences_are_taken_off_and_what_stands_around_is_named() {
        let block = pasted("```json\n{\"a\": 1}\n```").map_err(|_| ()).expect("a block");
        assert_eq!((block.text, block.notes.len()), ("{\"a\": 1}", 0));
        let talk = pasted("My list:\n~~~\nA\nB\n~~~\nEnjoy").map_err(|_| ()).expect("a block");
        assert_eq!((talk.text, talk.notes.len()), ("A\nB", 2));
        assert!(talk.notes[0].what.en.contains("My list:") && talk.notes[1].what.de.contains("Enjoy"));
        let open = pasted("```\nA").map_err(|_| ()).expect("no block");
        assert_eq!((open.text, open.notes.len()), ("```\nA", 0));
        assert!(pasted("```\n\n```").is_err() && pasted(" \u{feff} ").is_err());
    }

    #[test]
    fn loose_json_is_read() {
        let wanted = serde_json::json!({"a": ["it's", null, true, "say \"x\""], "b": {"c": 1}});
        for text in [
            r#"{"a": ["it's", null, true, "say \"x\""], "b": {"c": 1}}"#,
            r#"{'a': ['it\'s', None, True, 'say "x"',], 'b': {'c': 1,},}"#,
            "{“a”: [“it's”, null, true, “say \\\"x\\\"”], “b”: {“c”: 1}}",
        ] {
            assert_eq!(read_loose_json(text).expect(text), wanted, "{text}");
        }
        assert!(read_loose_json("{'a': b}").is_err() && read_loose_json("{'a").is_err());
    }

    #[test]
    fn keys_that_stand_twice_lose_nothing() {
        for (text, whole) in [
            (r#"{"a": [1], "a": [2]}"#, serde_json::json!({"a": [1, 2]})),
            (
                r#"{"a": {"b": [1]}, "a": {"b": [2], "c": 3}}"#,
                serde_json::json!({"a": {"b": [1, 2], "c": 3}}),
            ),
            (r#"{"a": 1, "a": 1, "b": null, "b": "x"}"#, serde_json::json!({"a": 1, "b": "x"})),
        ] {
            assert_eq!(read_loose_json(text).expect(text), whole);
        }
        for text in [r#"{"a": 1, "a": 2}"#, r#"[{"a": {"b": 1}, "a": {"b": "1"}}]"#, r#"{"a": [1], "a": 1}"#]
        {
            let faults = read_loose_json(text).expect_err(text);
            assert!(faults[0].text(Lang::En).contains("stands there twice"), "{faults:?}");
            assert!(faults[0].text(Lang::De).contains("steht zweimal da"), "{faults:?}");
        }
        assert!(read_loose_json(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn words_around_a_json_text_are_named() {
        let around = pasted("Look:\n{\"a\": 1}\nCheers!").map_err(|_| ()).expect("a list");
        assert_eq!((around.text, around.notes.len()), ("{\"a\": 1}", 2));
        let own = pasted("a = { b = 1 } # x").map_err(|_| ()).expect("a list");
        assert!(own.notes.is_empty() && own.text.starts_with("a ="));
    }

    #[test]
    fn sentences_about_fields_are_german() {
        for (text, en, de) in [
            (
                "{\n}",
                "line 2 column 1: the field `captain` is missing",
                "Zeile 2 Spalte 1: das Feld `captain` fehlt",
            ),
            ("{", "the text breaks off", "der Text bricht mittendrin ab"),
            (
                "\nboat = 1",
                "line 2: there is no field `boat`, possible is `captain`",
                "Zeile 2: das Feld `boat` gibt es nicht, möglich ist `captain`",
            ),
            (
                r#"{"captain": "a", "captain": "b"}"#,
                "the field `captain` stands there twice",
                "das Feld `captain` steht zweimal da",
            ),
            (
                "captain = 3",
                "here stands a whole number, expected is a text",
                "hier steht eine ganze Zahl, erwartet wird ein Text",
            ),
        ] {
            assert!(told::<Crew>(text, Lang::En).contains(en), "{}", told::<Crew>(text, Lang::En));
            assert!(told::<Crew>(text, Lang::De).contains(de), "{}", told::<Crew>(text, Lang::De));
        }
    }

    #[test]
    fn no_english_stands_in_german() {
        for (text, german) in [
            ("captain", "nach dem Feldnamen fehlt der Wert"),
            ("{7}", "ein Feldname muss in Anführungszeichen stehen"),
            ("{\"a\": 1} b", "nach dem Ende steht noch etwas"),
            ("a = b", "Texte müssen in Anführungszeichen stehen"),
            ("= 1", "das ist nicht lesbar"),
        ] {
            let told = told::<BTreeMap<String, u8>>(text, Lang::De);
            assert!(told.starts_with("Zeile 1") && told.ends_with(german), "{told}");
        }
    }
}
