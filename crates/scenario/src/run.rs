//! Running scenarios: plays the script and says where it does not hold.

use geometry::{Heading, Pose, Vec2};
use table::{Answer, Faces, Fault, Kind, Lang, Part, Pending, Plan, Refusal, Seat, Session, Status};

use crate::parse::{Expect, Line, Scenario, Step};
use crate::{Doubt, Scripted};

/// How many questions may be passed over before a scenario counts as lost.
const PATIENCE: usize = 2000;
/// What the table suggests for a question with parts.
const AS_SUGGESTED: &str = "as suggested";

/// Where and why a scenario does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Number of the line in the file; 0 for the whole file.
    pub line: usize,
    pub text: String,
    pub what: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.line > 0 {
            writeln!(f, "line {}: {}", self.line, self.text)?;
        }
        write!(f, "    {}", self.what.replace('\n', "\n    "))
    }
}

/// Plays a scenario of this game to its end.
pub fn run<G: Scripted>(scenario: &Scenario) -> Result<(), Failure> {
    let whole = |what: String| Failure { line: 0, text: String::new(), what };
    for id in &scenario.proves {
        if rulebook::Rulebook::rule(id).is_none() {
            return Err(whole(format!("claims to prove {id}, which is no rule")));
        }
    }
    let mut given = G::Given::default();
    for (line, text) in &scenario.given {
        G::given(&mut given, text).map_err(|what| Failure { line: *line, text: text.clone(), what })?;
    }
    let seats = G::seats(&given);
    let position = G::position(&given);
    let mut lines = scenario.play.iter().peekable();
    match (&position, lines.peek().map(|line| &line.step)) {
        (Err(faults), Some(Step::Expect(Expect::SetupRefused { .. }))) => {
            return expect_faults(faults, &scenario.play);
        }
        (Err(faults), _) => {
            return Err(whole(format!("the position is not possible: {}", join_faults(faults))));
        }
        (Ok(_), Some(Step::Expect(Expect::SetupRefused { .. }))) => {
            let line = lines.peek().expect("just peeked");
            return Err(failure(line, "the set-up is accepted".to_string()));
        }
        (Ok(_), _) => {}
    }
    let (setup, state) = position.map_err(|faults| whole(join_faults(&faults)))?;
    let session = Session::<G>::from_state(setup, state, None);
    let mut player = Player { session, seats, otherwise: Vec::new(), heard: 0, passed: Vec::new() };
    for line in lines {
        player.step(&line.step).map_err(|what| failure(line, what))?;
    }
    Ok(())
}

fn failure(line: &Line, what: String) -> Failure {
    Failure { line: line.number, text: line.text.clone(), what }
}

fn join_faults(faults: &[Fault]) -> String {
    faults.iter().map(Fault::to_string).collect::<Vec<_>>().join("; ")
}

/// Every refusal that the script names must be among the faults, and every fault with a rule must be named.
fn expect_faults(faults: &[Fault], play: &[Line]) -> Result<(), Failure> {
    let mut named = Vec::new();
    for line in play {
        let Step::Expect(Expect::SetupRefused { rule }) = &line.step else {
            return Err(failure(line, "the set-up is refused, so nothing can be played".to_string()));
        };
        if !faults.iter().any(|fault| fault.rule.is_some_and(|id| id.0 == rule)) {
            return Err(failure(line, format!("refused for other reasons: {}", join_faults(faults))));
        }
        named.push(rule);
    }
    match faults.iter().find(|fault| fault.rule.is_none_or(|id| !named.iter().any(|rule| *rule == id.0))) {
        Some(fault) => Err(failure(&play[0], format!("also refused because: {fault}"))),
        None => Ok(()),
    }
}

struct Player<G: Scripted> {
    session: Session<G>,
    seats: Vec<String>,
    otherwise: Vec<String>,
    /// How many events of the log have been matched.
    heard: usize,
    /// Questions that were passed over since the last line, for the error message.
    passed: Vec<String>,
}

impl<G: Scripted> Player<G> {
    fn step(&mut self, step: &Step) -> Result<(), String> {
        self.passed.clear();
        match step {
            Step::Choose { who, labels } => self.choose(who, labels),
            Step::Order { who, labels } => self.order(who, labels),
            Step::Place { who, at, facing } => {
                let seat = self.seat(who)?;
                let question = self.wait_for(|question| {
                    question.seat == seat && matches!(question.kind, Kind::Place { .. })
                })?;
                let pose = pose(&question, *at, *facing);
                self.answer(&question, Answer::Place(pose))
            }
            Step::Dice(faces) => self.dice(faces),
            Step::Draw(card) => self.draw(card),
            Step::Otherwise(labels) => {
                self.otherwise.clone_from(labels);
                Ok(())
            }
            Step::Until(place) => {
                while !G::reached(self.session.state(), place)
                    .ok_or_else(|| format!("there is no place {place:?} in this game"))?
                {
                    self.pass_one()?;
                }
                Ok(())
            }
            Step::UntilAsked { who, what } => {
                let seat = self.seat(who)?;
                while !self.is_asked(seat, what) {
                    self.pass_one()?;
                }
                Ok(())
            }
            Step::TakeBack { who } => {
                let seat = self.seat(who)?;
                let taken = self.session.withdraw(seat);
                taken.map(|_| ()).ok_or_else(|| format!("{who} has no answer that nobody has seen"))
            }
            Step::Undo => match self.session.undo() {
                Some(_) => {
                    self.heard = self.heard.min(self.session.log().len());
                    Ok(())
                }
                None => Err("there is nothing to take back".to_string()),
            },
            Step::Expect(expect) => self.expect(expect),
        }
    }

    fn seat(&self, name: &str) -> Result<Seat, String> {
        match self.seats.iter().position(|seat| seat.eq_ignore_ascii_case(name)) {
            Some(index) => Ok(Seat(index as u8)),
            None => Err(format!("there is no player {name:?}; there are {}", self.seats.join(", "))),
        }
    }

    fn label(&self, choice: &G::Choice) -> String {
        G::choice_text(self.session.state(), choice, Lang::En)
    }

    /// The options that a label may mean: the one of that name, or else all that contain it. A label in quotes is a
    /// whole name.
    fn matching(&self, choices: &[G::Choice], label: &str) -> Vec<usize> {
        let texts: Vec<String> = choices.iter().map(|choice| self.label(choice).to_lowercase()).collect();
        let label = label.to_lowercase();
        let quoted = label.strip_prefix('"').and_then(|label| label.strip_suffix('"'));
        let name = quoted.unwrap_or(&label);
        if let Some(exact) = texts.iter().position(|text| *text == name) {
            return vec![exact];
        }
        if quoted.is_some() {
            return Vec::new();
        }
        (0..texts.len()).filter(|index| texts[*index].contains(name)).collect()
    }

    /// What a question offers: its options, or those of all its parts.
    fn offers(question: &Pending<G>) -> Vec<G::Choice> {
        let parts = question.parts.iter().flat_map(|part| match part {
            Part::One(options) => &options[..],
            Part::Place => &[],
        });
        question.options.iter().chain(parts).copied().collect()
    }

    /// A question with parts as it is answered by these labels. A part that is not named stays at its first option, a place as
    /// it is suggested.
    fn plan(&self, question: &Pending<G>, labels: &[String]) -> Option<Answer> {
        let Kind::Whole { plans } = &question.kind else { return None };
        if matches!(labels, [label] if label == AS_SUGGESTED) {
            return plans.first().cloned().map(Answer::Plan);
        }
        let poses = plans.first().map(|plan| plan.poses.clone()).unwrap_or_default();
        let sizes: Vec<usize> = question
            .parts
            .iter()
            .filter_map(|part| if let Part::One(options) = part { Some(options.len()) } else { None })
            .collect();
        let mut plan = Plan { poses, ..Plan::of(sizes.iter().map(|_| 0)) };
        let offers = Self::offers(question);
        for label in labels {
            let mut option = self.find(&offers, label)?;
            let mut part = 0;
            while option >= sizes[part] {
                option -= sizes[part];
                part += 1;
            }
            plan.picks[part] = u8::try_from(option).ok()?;
        }
        Some(Answer::Plan(plan))
    }

    /// The one option that a label means.
    fn find(&self, choices: &[G::Choice], label: &str) -> Option<usize> {
        match self.matching(choices, label)[..] {
            [index] => Some(index),
            _ => None,
        }
    }

    fn describe(&self, question: &Pending<G>) -> String {
        let who = match self.seats.get(question.seat.index()) {
            Some(name) => name.as_str(),
            None => "chance",
        };
        let asked = G::ask_text(self.session.state(), &question.ask, Lang::En);
        let options = match &question.kind {
            Kind::Roll { die, count } => format!("{count} {} dice", die.name),
            Kind::Place { .. } => "a place".to_string(),
            Kind::Whole { .. } => {
                let part = |part: &Part<G>| match part {
                    Part::One(options) => {
                        options.iter().map(|choice| self.label(choice)).collect::<Vec<_>>().join(", ")
                    }
                    Part::Place => "a place".to_string(),
                };
                question.parts.iter().map(part).collect::<Vec<_>>().join(" | ")
            }
            _ => question.options.iter().map(|choice| self.label(choice)).collect::<Vec<_>>().join(" | "),
        };
        let refused: Vec<String> = question
            .refused
            .iter()
            .map(|(choice, denial)| format!("{} [{}]", self.label(choice), denial.rule))
            .collect();
        let refused =
            if refused.is_empty() { String::new() } else { format!("\n  refused: {}", refused.join(" | ")) };
        format!("{who}: {asked}: {options}{refused}")
    }

    /// What is going on, for error messages.
    fn situation(&self) -> String {
        let mut text = match self.session.status() {
            Status::Over(outcome) => {
                let winners: Vec<&str> = outcome
                    .winners
                    .iter()
                    .filter_map(|seat| self.seats.get(seat.index()))
                    .map(|name| &**name)
                    .collect();
                let winners = if winners.is_empty() { "nobody".to_string() } else { winners.join(" and ") };
                format!("the game is over, {winners} wins by {}", outcome.rule)
            }
            Status::Waiting => {
                let open: Vec<String> =
                    self.session.pending().iter().map(|question| self.describe(question)).collect();
                format!("open: {}", open.join("\nopen: "))
            }
        };
        for passed in self.passed.iter().rev().take(6).rev() {
            text.push_str(&format!("\npassed over: {passed}"));
        }
        let log = self.session.log();
        for logged in &log[log.len().saturating_sub(8)..] {
            let event = G::event_text(self.session.state(), &logged.event, Lang::En);
            text.push_str(&format!("\nlog: {event}"));
        }
        text
    }

    fn answer(&mut self, question: &Pending<G>, answer: Answer) -> Result<(), String> {
        self.session.answer(question.seat, question.track, answer).map_err(|refusal| refusal.to_string())
    }

    /// Lets one open question be answered by passing, or by what the script says otherwise.
    fn pass_one(&mut self) -> Result<(), String> {
        if self.passed.len() > PATIENCE {
            return Err(format!("waited for {PATIENCE} questions in vain\n{}", self.situation()));
        }
        if let Status::Over(_) = self.session.status() {
            return Err(self.situation());
        }
        for question in self.session.pending().to_vec() {
            let otherwise = self.otherwise.iter().find_map(|label| self.find(&question.options, label));
            let answer = match (&question.kind, question.passive.or(otherwise)) {
                (Kind::One, Some(index)) if question.seat != Seat::CHANCE => Answer::One(index as u16),
                (Kind::Some { min: 0, .. }, _) => Answer::Some(Default::default()),
                (Kind::Whole { .. }, _) if self.otherwise.iter().any(|label| label == AS_SUGGESTED) => {
                    let Some(suggested) = self.plan(&question, &[AS_SUGGESTED.to_string()]) else { continue };
                    suggested
                }
                _ => continue,
            };
            let text = self.describe(&question);
            self.passed.push(text);
            return self.answer(&question, answer);
        }
        Err(format!("nobody can pass here\n{}", self.situation()))
    }

    /// Plays on until a question like this is open.
    fn wait_for(&mut self, wanted: impl Fn(&Pending<G>) -> bool) -> Result<Pending<G>, String> {
        loop {
            if let Some(question) = self.session.pending().iter().find(|question| wanted(question)) {
                return Ok(question.clone());
            }
            self.pass_one()?;
        }
    }

    fn choose(&mut self, who: &str, labels: &[String]) -> Result<(), String> {
        let seat = self.seat(who)?;
        loop {
            for question in self.session.pending().iter().filter(|question| question.seat == seat) {
                let offers = Self::offers(question);
                for label in labels {
                    if self.matching(&offers, label).len() > 1 {
                        return Err(format!("{label:?} means more than one option\n{}", self.situation()));
                    }
                }
            }
            let mine = self.session.pending().iter().filter(|question| question.seat == seat);
            let found = mine.filter_map(|question| Some((question.clone(), self.chosen(question, labels)?)));
            let Some((question, answer)) = found.take(1).last() else {
                self.pass_one()?;
                continue;
            };
            if matches!(&answer, Answer::One(_)) && labels.len() > 1 {
                return Err(format!("only one option can be chosen\n{}", self.situation()));
            }
            return self.answer(&question, answer);
        }
    }

    /// The answer that these labels are to a question which offers them all.
    fn chosen(&self, question: &Pending<G>, labels: &[String]) -> Option<Answer> {
        if let Kind::Whole { .. } = question.kind {
            return self.plan(question, labels);
        }
        let picks: Option<Vec<u16>> =
            labels.iter().map(|label| Some(self.find(&question.options, label)? as u16)).collect();
        let mut picks = picks?;
        picks.sort_unstable();
        match (&question.kind, &picks[..]) {
            (Kind::Some { .. }, _) => Some(Answer::Some(picks)),
            (_, [first, ..]) => Some(Answer::One(*first)),
            _ => None,
        }
    }

    fn order(&mut self, who: &str, labels: &[String]) -> Result<(), String> {
        let seat = self.seat(who)?;
        let question =
            self.wait_for(|question| question.seat == seat && matches!(question.kind, Kind::Order))?;
        let places: Option<Vec<u16>> = labels
            .iter()
            .map(|label| self.find(&question.options, label).map(|place| place as u16))
            .collect();
        match places {
            Some(places) => self.answer(&question, Answer::Order(places)),
            None => Err(self.situation()),
        }
    }

    fn dice(&mut self, faces: &[String]) -> Result<(), String> {
        let question = self.wait_for(|question| question.seat == Seat::CHANCE)?;
        let Kind::Roll { die, count } = question.kind else {
            return Err(format!("no dice are rolled here\n{}", self.situation()));
        };
        let named: Result<Vec<u8>, String> = faces
            .iter()
            .map(|face| {
                let known = || format!("a {} die has no face {face:?}, but {}", die.name, unique(die.faces));
                die.face(face).ok_or_else(known)
            })
            .collect();
        let named = named?;
        if named.len() != count {
            return Err(format!(
                "{count} {} dice are rolled, not {}\n{}",
                die.name,
                named.len(),
                self.situation()
            ));
        }
        self.answer(&question, Answer::Roll(Faces(named.into_iter().collect())))
    }

    fn draw(&mut self, card: &str) -> Result<(), String> {
        let question = self.wait_for(|question| question.seat == Seat::CHANCE)?;
        match (&question.kind, self.find(&question.options, card)) {
            (Kind::One, Some(index)) => self.answer(&question, Answer::One(index as u16)),
            _ => Err(format!("{card:?} cannot be drawn here\n{}", self.situation())),
        }
    }

    fn is_asked(&self, seat: Seat, what: &str) -> bool {
        let what = what.to_lowercase();
        self.session.pending().iter().any(|question| {
            let text = G::ask_text(self.session.state(), &question.ask, Lang::En).to_lowercase();
            question.seat == seat && text.contains(&what)
        })
    }

    fn events_from(&self, from: usize) -> impl Iterator<Item = (usize, String)> {
        let state = self.session.state();
        let log = self.session.log().iter().enumerate().skip(from);
        log.map(move |(i, logged)| (i, G::event_text(state, &logged.event, Lang::En)))
    }

    /// The first event since the last matched one that contains a text, which may begin with the name that scenarios have
    /// for a player.
    fn event_like(&self, text: &str) -> Option<(usize, String)> {
        let told =
            text.split_once(' ').and_then(|(who, rest)| Some(format!("{} {rest}", G::in_events(who)?)));
        let wanted: Vec<String> = [Some(text.to_string()), told].into_iter().flatten().collect();
        let like = |event: &str| wanted.iter().any(|text| event.contains(&text.to_lowercase()));
        self.events_from(self.heard).find(|(_, event)| like(&event.to_lowercase()))
    }

    fn expect(&mut self, expect: &Expect) -> Result<(), String> {
        match expect {
            Expect::SetupAccepted => Ok(()),
            Expect::SetupRefused { .. } => Err("the set-up is accepted".to_string()),
            Expect::Asked { who, what } => {
                let seat = self.seat(who)?;
                if self.is_asked(seat, what) { Ok(()) } else { Err(self.situation()) }
            }
            Expect::NotAsked { who } => {
                let seat = self.seat(who)?;
                let asked = self.session.pending().iter().any(|question| question.seat == seat);
                if asked { Err(self.situation()) } else { Ok(()) }
            }
            Expect::AtMost { who, most } => {
                let seat = self.seat(who)?;
                let holds = self.session.pending().iter().any(|question| {
                    let allowed = match question.kind {
                        Kind::One => 1,
                        Kind::Some { max, .. } => max,
                        _ => return false,
                    };
                    question.seat == seat && allowed == *most
                });
                if holds { Ok(()) } else { Err(self.situation()) }
            }
            Expect::Offered { who, labels } => self.offered(who, labels, true),
            Expect::NotOffered { who, labels } => self.offered(who, labels, false),
            Expect::Shown { who, label, holds } => self.shown(who, label, *holds),
            Expect::Refused { who, label, rule } => self.refused(who, label, rule),
            Expect::MayNotChoose { who, labels, rule } => self.may_not_choose(who, labels, rule.as_deref()),
            Expect::MayNotPlace { who, at, facing, rule } => self.may_not_place(who, *at, *facing, rule),
            Expect::Claim { thing, claim, holds } => {
                self.claim(G::claim(self.session.state(), thing, claim), *holds)
            }
            Expect::Sees { who, thing, claim, holds } => {
                let seat = if who == "spectator" { None } else { Some(self.seat(who)?) };
                let view = G::view(self.session.state(), seat);
                self.claim(G::seen(&view, thing, claim), *holds)
            }
            Expect::Event(text) => match self.event_like(text) {
                Some((index, _)) => {
                    self.heard = index + 1;
                    Ok(())
                }
                None => Err(format!("no such event\n{}", self.situation())),
            },
            Expect::NoEvent(text) => match self.event_like(text) {
                Some((_, event)) => Err(format!("it happened: {event}")),
                None => Ok(()),
            },
            Expect::Wins { who, rule } => self.wins(who, rule.as_deref()),
        }
    }

    fn claim(&self, verdict: Result<(), Doubt>, holds: bool) -> Result<(), String> {
        match (verdict, holds) {
            (Ok(()), true) | (Err(Doubt::NotSo(_)), false) => Ok(()),
            (Err(Doubt::NotUnderstood(what)), _) => Err(format!("not understood: {what}")),
            (Err(Doubt::NotSo(what)), true) => Err(format!("{what}\n{}", self.situation())),
            (Ok(()), false) => Err(format!("but it has\n{}", self.situation())),
        }
    }

    fn offered(&self, who: &str, labels: &[String], wanted: bool) -> Result<(), String> {
        let seat = self.seat(who)?;
        let mine: Vec<&Pending<G>> =
            self.session.pending().iter().filter(|question| question.seat == seat).collect();
        if mine.is_empty() {
            return Err(format!("{who} is not asked anything\n{}", self.situation()));
        }
        for label in labels {
            let there = mine.iter().any(|question| !self.matching(&Self::offers(question), label).is_empty());
            if there != wanted {
                let what = if wanted { "not offered" } else { "offered" };
                return Err(format!("{label:?} is {what}\n{}", self.situation()));
            }
        }
        Ok(())
    }

    /// Whether the table shows on the play area where an option leads, to players without planning aid.
    fn shown(&self, who: &str, label: &str, holds: bool) -> Result<(), String> {
        let seat = self.seat(who)?;
        let view = G::view(self.session.state(), Some(seat));
        let mine = self.session.pending().iter().filter(|question| question.seat == seat);
        let found = mine.filter_map(|question| {
            let choice = question.options[self.find(&question.options, label)?];
            Some(G::unaided_hint(&view, &question.ask, &choice, Lang::En).marks)
        });
        let marks: Vec<_> = found.collect();
        if marks.is_empty() {
            return Err(format!("{label:?} is not offered\n{}", self.situation()));
        }
        let as_said = marks.iter().all(|marks| marks.is_empty() != holds);
        if as_said { Ok(()) } else { Err(format!("the table shows {marks:?}")) }
    }

    /// The option must be refused for this reason, in an open question or in one that was not asked because only one
    /// option was legal.
    fn refused(&self, who: &str, label: &str, rule: &str) -> Result<(), String> {
        let seat = self.seat(who)?;
        let questions = self.session.pending().iter().chain(self.session.forced());
        let mine: Vec<&Pending<G>> = questions.filter(|question| question.seat == seat).collect();
        let mut reasons = Vec::new();
        for question in &mine {
            let refused: Vec<G::Choice> = question.refused.iter().map(|(choice, _)| *choice).collect();
            if let Some(index) = self.find(&refused, label) {
                reasons.push(question.refused[index].1);
            }
        }
        if reasons.iter().any(|denial| denial.rule.0 == rule) {
            return Ok(());
        }
        let reasons: Vec<String> = reasons.iter().map(|denial| denial.to_string()).collect();
        let forced: Vec<String> = self
            .session
            .forced()
            .iter()
            .map(|question| format!("\nforced: {}", self.describe(question)))
            .collect();
        let what = if reasons.is_empty() { "not refused".to_string() } else { reasons.join("; ") };
        Err(format!("{label:?}: {what}\n{}{}", self.situation(), forced.concat()))
    }

    /// One open question offers all of these, but they cannot be taken together.
    fn may_not_choose(&mut self, who: &str, labels: &[String], rule: Option<&str>) -> Result<(), String> {
        let seat = self.seat(who)?;
        let mine = self.session.pending().iter().filter(|question| question.seat == seat);
        let mut found = mine.filter_map(|question| Some((question.clone(), self.chosen(question, labels)?)));
        let Some((question, answer)) = found.next() else {
            return Err(format!("not all of this is offered\n{}", self.situation()));
        };
        drop(found);
        match (self.session.answer(seat, question.track, answer), rule) {
            (Ok(()), _) => Err("the choice is accepted".to_string()),
            (Err(_), None) => Ok(()),
            (Err(Refusal::Denied(denial)), Some(rule)) if denial.rule.0 == rule => Ok(()),
            (Err(refusal), Some(_)) => Err(format!("refused for another reason: {refusal}")),
        }
    }

    fn may_not_place(
        &mut self,
        who: &str,
        at: (f64, f64),
        facing: Option<f64>,
        rule: &str,
    ) -> Result<(), String> {
        let seat = self.seat(who)?;
        let question =
            self.wait_for(|question| question.seat == seat && matches!(question.kind, Kind::Place { .. }))?;
        let before = self.session.hash();
        let pose = pose(&question, at, facing);
        match self.session.answer(seat, question.track, Answer::Place(pose)) {
            Ok(()) => Err("the place is accepted".to_string()),
            Err(_) if self.session.hash() != before => {
                Err("the refused answer changed the position".to_string())
            }
            Err(Refusal::Denied(denial)) if denial.rule.0 == rule => Ok(()),
            Err(refusal) => Err(format!("refused for another reason: {refusal}")),
        }
    }

    fn wins(&self, who: &[String], rule: Option<&str>) -> Result<(), String> {
        let Status::Over(outcome) = self.session.status() else {
            return Err(format!("the game goes on\n{}", self.situation()));
        };
        let mut wanted: Vec<Seat> = who.iter().map(|name| self.seat(name)).collect::<Result<_, _>>()?;
        wanted.sort_unstable();
        let winners: Vec<Seat> = outcome.winners.iter().collect();
        if winners == wanted && rule.is_none_or(|rule| outcome.rule.0 == rule) {
            Ok(())
        } else {
            Err(self.situation())
        }
    }
}

fn unique(faces: &[&str]) -> String {
    let mut names: Vec<&str> = faces.to_vec();
    names.dedup();
    names.join(", ")
}

/// A place as a pose; without a facing it is that of the first suggestion.
fn pose<G: Scripted>(question: &Pending<G>, at: (f64, f64), facing: Option<f64>) -> Pose {
    let suggested = match &question.kind {
        Kind::Place { candidates } => candidates.first().map(|pose| pose.heading),
        _ => None,
    };
    let heading = match facing {
        Some(degrees) => Heading::degrees_clockwise_from_north(degrees),
        None => suggested.unwrap_or(Heading::NORTH),
    };
    Pose::new(Vec2::new(at.0, at.1), heading)
}
