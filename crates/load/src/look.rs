//! Reading what a server says, no further than a player needs it: scenes, logs and previews are skipped, not read, and texts
//! are borrowed from the message.

use std::borrow::Cow;
use std::fmt::{self, Write};

use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::luck::Luck;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Open,
    Playing,
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Look,
    Done,
    Allowed,
    Refused,
    Pong,
    Closing,
    /// A reply over HTTP has no kind; what a later server may say besides is of no interest here.
    #[default]
    #[serde(other)]
    Other,
}

/// Any message of the server, over the socket or as the body of a reply. Fields that it does not have are empty.
#[derive(Debug, Deserialize)]
pub struct Heard<'a> {
    #[serde(default, rename = "type")]
    pub kind: Kind,
    #[serde(default, rename = "ref")]
    pub reference: u32,
    #[serde(default)]
    pub version: u64,
    #[serde(default)]
    pub stage: Option<Stage>,
    #[serde(borrow, default)]
    pub questions: Vec<Question<'a>>,
    #[serde(default)]
    pub waiting: Vec<u8>,
    #[serde(borrow, default)]
    pub refusal: Option<Refusal<'a>>,
}

impl<'a> Heard<'a> {
    pub fn read(text: &'a [u8]) -> Option<Heard<'a>> {
        serde_json::from_slice(text).ok()
    }
}

#[derive(Debug, Deserialize)]
pub struct Refusal<'a> {
    #[serde(borrow)]
    pub code: Cow<'a, str>,
}

#[derive(Debug, Deserialize)]
pub struct Question<'a> {
    pub seat: u8,
    #[serde(default)]
    pub track: Option<u8>,
    #[serde(borrow)]
    pub id: Cow<'a, str>,
    pub form: Form,
    pub options: Count,
    #[serde(default)]
    pub passive: Option<u16>,
}

/// The kind of answer that is wanted, with what any kind may say about it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Form {
    pub kind: FormKind,
    #[serde(default)]
    min: usize,
    #[serde(default)]
    max: usize,
    #[serde(default)]
    candidates: Vec<Spot>,
    #[serde(default)]
    plan: Plan,
}

/// What the parts of a question are set to.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
pub struct Plan {
    picks: Vec<u16>,
    places: Vec<Spot>,
}

impl Plan {
    pub fn picks(&self) -> &[u16] {
        &self.picks
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormKind {
    #[default]
    One,
    Some,
    Order,
    Place,
    Whole,
}

#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
pub struct Spot {
    pub x: f64,
    pub y: f64,
    pub facing: f64,
}

/// How many elements a list has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count(pub usize);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Counting;
        impl<'de> Visitor<'de> for Counting {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Count, A::Error> {
                let mut count = 0;
                while list.next_element::<IgnoredAny>()?.is_some() {
                    count += 1;
                }
                Ok(Count(count))
            }
        }
        from.deserialize_seq(Counting)
    }
}

/// A question that a player is about to answer.
#[derive(Clone, Debug, Default)]
pub struct Open {
    pub seat: u8,
    track: Option<u8>,
    id: String,
    form: Form,
    options: usize,
    passive: Option<u16>,
}

impl Open {
    pub fn take(&mut self, question: Question) {
        self.id.clear();
        self.id.push_str(&question.id);
        (self.seat, self.track) = (question.seat, question.track);
        (self.form, self.options, self.passive) = (question.form, question.options.0, question.passive);
    }

    /// The fingerprint with which the table's journal names the question: what stands behind the last `-` of its name.
    pub fn fingerprint(&self) -> u32 {
        let end = self.id.rsplit('-').next().unwrap_or_default();
        u32::from_str_radix(end, 16).unwrap_or(0)
    }

    /// An answer of the right form by chance. Who has been refused before does nothing if that is possible.
    pub fn choose(&self, luck: &mut Luck, refused: u32) -> Reply {
        if let (true, Some(passive)) = (refused > 2, self.passive) {
            return Reply::One(passive);
        }
        match self.form.kind {
            FormKind::One => Reply::One(luck.below(self.options) as u16),
            FormKind::Some => {
                let most = self.form.max.min(self.options).max(self.form.min);
                // As few as possible is nearly always legal.
                let more = if refused > 0 { 0 } else { luck.below(most - self.form.min + 1) };
                Reply::Some(luck.subset(self.options, self.form.min + more))
            }
            FormKind::Order => Reply::Order((0..self.options as u16).collect()),
            FormKind::Place => {
                let number = luck.below(self.form.candidates.len());
                let spot = self.form.candidates.get(number).copied();
                Reply::Candidate(number as u16, spot.unwrap_or(Spot { x: 0.0, y: 0.0, facing: 0.0 }))
            }
            // What is suggested is taken, as most people do.
            FormKind::Whole => Reply::Plan(self.form.plan.clone()),
        }
    }

    /// Where a hand that drags the piece might hold it, which the client asks the server about.
    pub fn held_over(&self, luck: &mut Luck) -> Option<Spot> {
        let spot = luck.pick(&self.form.candidates)?;
        Some(Spot { x: spot.x + luck.below(9) as f64 - 4.0, y: spot.y + luck.below(9) as f64 - 4.0, ..*spot })
    }

    /// What is posted to `answer`, and after `do` and `ref` what is said over the socket.
    pub fn write_answer(&self, reply: &Reply, text: &mut String) {
        self.write_opening(text);
        let _ = write!(text, "{reply}}}");
    }

    pub fn write_probe(&self, spot: Spot, text: &mut String) {
        self.write_opening(text);
        let Spot { x, y, facing } = spot;
        let _ = write!(text, "{{\"place\":{{\"x\":{x},\"y\":{y},\"facing\":{facing}}}}}}}");
    }

    fn write_opening(&self, text: &mut String) {
        let _ = write!(text, "\"seat\":{},", self.seat);
        if let Some(track) = self.track {
            let _ = write!(text, "\"track\":{track},");
        }
        let _ = write!(text, "\"question\":\"{}\",\"reply\":", self.id);
    }
}

/// An answer as a client gives it.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    One(u16),
    Some(Vec<u16>),
    Order(Vec<u16>),
    Candidate(u16, Spot),
    Plan(Plan),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Reply::One(option) => write!(f, "{{\"one\":{option}}}"),
            Reply::Some(options) => write!(f, "{{\"some\":{options:?}}}"),
            Reply::Order(options) => write!(f, "{{\"order\":{options:?}}}"),
            Reply::Candidate(number, _) => write!(f, "{{\"candidate\":{number}}}"),
            Reply::Plan(Plan { picks, places }) => {
                write!(f, "{{\"plan\":{{\"picks\":{picks:?},\"places\":[")?;
                for (number, Spot { x, y, facing }) in places.iter().enumerate() {
                    let comma = if number > 0 { "," } else { "" };
                    write!(f, "{comma}{{\"x\":{x},\"y\":{y},\"facing\":{facing}}}")?;
                }
                f.write_str("]}}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOK: &str = r#"{"type":"look","version":7,"stage":"playing","scene":{"pieces":[{"x":1.5}]},"waiting":[0],
        "questions":[{"seat":1,"track":null,"id":"4-2-00c0ffee","text":"Where \"to\"?","options":[{"text":"a"},{"text":"b"}],
        "form":{"kind":"some","min":1,"max":2},"refused":[],"passive":null,"sealed":false}]}"#;

    #[test]
    fn a_look_is_read_as_far_as_a_player_needs_it() {
        let mut heard = Heard::read(LOOK.as_bytes()).unwrap();
        assert_eq!((heard.kind, heard.version, heard.stage), (Kind::Look, 7, Some(Stage::Playing)));
        let mut open = Open::default();
        open.take(heard.questions.remove(0));
        assert_eq!((open.seat, open.options, open.fingerprint()), (1, 2, 0x00c0_ffee));
        for number in 0..20 {
            let Reply::Some(picks) = open.choose(&mut Luck::new(number, 0), 0) else {
                panic!("another form")
            };
            assert!((1..=2).contains(&picks.len()));
        }
    }

    #[test]
    fn a_plan_is_taken_as_it_is_suggested() {
        let form =
            r#"{"kind":"whole","parts":[],"plan":{"picks":[1,0],"places":[{"x":1.5,"y":2,"facing":0}]}}"#;
        let open = Open { form: serde_json::from_str(form).unwrap(), ..Open::default() };
        let written = open.choose(&mut Luck::new(1, 0), 0).to_string();
        assert_eq!(written, r#"{"plan":{"picks":[1, 0],"places":[{"x":1.5,"y":2,"facing":0}]}}"#);
    }

    #[test]
    fn a_name_that_is_the_fingerprint_alone_is_understood() {
        let open = Open { id: "deadbeef".to_string(), ..Open::default() };
        assert_eq!(open.fingerprint(), 0xdead_beef);
    }

    #[test]
    fn refusals_and_acknowledgements_are_told_apart() {
        let refused =
            Heard::read(br#"{"type":"refused","ref":3,"refusal":{"code":"outdated","text":"\u00e4"}}"#);
        let refused = refused.unwrap();
        assert_eq!((refused.kind, refused.reference), (Kind::Refused, 3));
        assert_eq!(refused.refusal.unwrap().code, "outdated");
        let done = Heard::read(br#"{"type":"done","ref":4,"version":12}"#).unwrap();
        assert_eq!((done.kind, done.reference, done.version), (Kind::Done, 4, 12));
        assert_eq!(Heard::read(br#"{"version":12}"#).unwrap().version, 12);
        assert_eq!(Heard::read(br#"{"type":"news"}"#).unwrap().kind, Kind::Other);
    }

    #[test]
    fn an_answer_is_written_as_the_protocol_has_it() {
        let mut heard = Heard::read(LOOK.as_bytes()).unwrap();
        let mut open = Open::default();
        open.take(heard.questions.remove(0));
        let mut text = String::from("{");
        open.write_answer(&Reply::Some(vec![0, 1]), &mut text);
        assert_eq!(text, r#"{"seat":1,"question":"4-2-00c0ffee","reply":{"some":[0, 1]}}"#);
        open.track = Some(2);
        let mut text = String::from("{");
        open.write_probe(Spot { x: 1.5, y: 2.0, facing: 90.0 }, &mut text);
        let wanted =
            r#"{"seat":1,"track":2,"question":"4-2-00c0ffee","reply":{"place":{"x":1.5,"y":2,"facing":90}}}"#;
        assert_eq!(text, wanted);
    }
}
