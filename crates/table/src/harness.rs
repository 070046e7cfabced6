//! One harness for every game: random play with invariants checked at each step. A failure names its seed.
//!
//! A game's own tests call [`check_game`] with seeds; the checks are the kernel's promises (see ARCHITECTURE.md).

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use rulebook::Lang;
use scene::{Hint, Known, Scene};

use crate::direct::{self, Random};
use crate::table::below;
use crate::{
    Answer, Appraise, Game, Kind, Logged, Pending, Plan, Policy, Pose, Resample, Seat, Session, Show, Status,
    Step, files, read_state, replay, stable_hash,
};

/// A random answer to an open question.
pub fn random_answer<G: Game>(question: &Pending<G>, luck: &mut dyn Rng) -> Answer {
    match &question.kind {
        Kind::One if !question.weights.is_empty() => {
            let mut left = below(luck, question.weights.iter().sum());
            let index = question.weights.iter().position(|weight| {
                let hit = left < *weight;
                left = left.saturating_sub(*weight);
                hit
            });
            Answer::One(index.unwrap_or(0) as u16)
        }
        Kind::One => Answer::One(below(luck, question.options.len() as u32) as u16),
        Kind::Some { min, max } => {
            Answer::Some(direct::some_below(luck, question.options.len(), *min, *max).into_vec())
        }
        Kind::Order => {
            let mut places: Vec<u16> = (0..question.options.len() as u16).collect();
            for last in (1..places.len()).rev() {
                places.swap(last, below(luck, last as u32 + 1) as usize);
            }
            Answer::Order(places)
        }
        Kind::Place { candidates } => {
            Answer::Place(candidates[below(luck, candidates.len() as u32) as usize])
        }
        Kind::Whole { plans } => Answer::Plan(plans[below(luck, plans.len() as u32) as usize].clone()),
        Kind::Roll { die, count } => Answer::Roll(crate::Faces(
            (0..*count).map(|_| below(luck, die.faces.len() as u32) as u8).collect(),
        )),
    }
}

/// Answers that no question takes.
fn bad_answers<G: Game>(question: &Pending<G>) -> Vec<Answer> {
    let far = Pose::new(geometry::Vec2::new(1.0e7, -1.0e7), geometry::Heading::NORTH);
    let beyond = question.options.len() as u16;
    let mut bad = vec![Answer::Roll(crate::Faces([250; 3].into_iter().collect()))];
    match &question.kind {
        Kind::One => bad.extend([Answer::One(beyond), Answer::Order(vec![0]), Answer::Place(far)]),
        Kind::Some { max, .. } => {
            bad.push(Answer::Some([beyond].into_iter().collect()));
            bad.push(Answer::Some([0, 0].into_iter().collect()));
            if *max < question.options.len() {
                bad.push(Answer::Some((0..=*max as u16).collect()));
            }
        }
        Kind::Order => bad.extend([Answer::Order(vec![0; question.options.len()]), Answer::Order(vec![])]),
        Kind::Place { .. } => bad.extend([Answer::Place(far), Answer::One(0)]),
        Kind::Whole { plans } => {
            bad.extend([Answer::Plan(Plan::default()), Answer::Plan(Plan::of([u8::MAX])), Answer::One(0)]);
            let one_more =
                |plan: &Plan| Plan { picks: plan.picks.iter().copied().chain([0]).collect(), ..plan.clone() };
            bad.extend(plans.first().map(one_more).map(Answer::Plan));
        }
        Kind::Roll { .. } => bad.push(Answer::One(0)),
    }
    bad
}

/// Plays one random game with both drivers and checks every promise of the kernel on the way. The error says what broke
/// and under which seed.
pub fn check_game<G: Resample>(setup: &G::Setup, seed: u64) -> Result<(), String> {
    let fail = |what: String| format!("seed {seed}: {what}");
    let begin = G::begin(setup).map_err(|faults| fail(format!("set-up refused: {faults:?}")))?;

    let played = direct::play::<G>(begin, Box::new(Random::new(seed)), direct::luck(seed), true)
        .map_err(|pause| fail(format!("direct play stopped: {pause:?}")))?;
    let journal = played.journal.clone().unwrap_or_default();
    let stepped = Session::<G>::resume(setup, journal.clone(), None)
        .map_err(|error| fail(format!("the direct driver's journal does not replay: {error}")))?;
    if stepped.state() != &played.state || stepped.hash() != stable_hash(&played.state) {
        return Err(fail("direct and stepping drivers end in different positions".into()));
    }
    let text = stepped.replay().to_text();
    let reread = replay::read::<G>(&text).map_err(|error| fail(error.to_string()))?;
    replay::check::<G>(&reread).map_err(|error| fail(error.to_string()))?;

    let mut luck = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut session = Session::<G>::new(setup, Some(direct::luck(seed)))
        .map_err(|faults| fail(format!("set-up refused: {faults:?}")))?;
    session.remember_steps();
    let mut steps = 0;
    while session.status() == Status::Waiting {
        steps += 1;
        if steps > 20_000 {
            return Err(fail("the game does not end".into()));
        }
        check_step(&mut session, &mut luck, steps)
            .map_err(|what| fail(format!("step {steps}: {what}\n{}", last_events(&session))))?;
    }
    Ok(())
}

/// What happened last, as players read it.
fn last_events<G: Show>(session: &Session<G>) -> String {
    let log = session.log();
    let last = &log[log.len().saturating_sub(12)..];
    let lines: Vec<String> =
        last.iter().map(|logged| G::event_text(session.state(), &logged.event, Lang::En)).collect();
    lines.join("\n")
}

fn check_step<G: Resample>(session: &mut Session<G>, luck: &mut dyn Rng, steps: usize) -> Result<(), String> {
    G::invariants(session.state())?;
    let open = session.pending().to_vec();
    let Some(question) = open.get(below(luck, open.len().max(1) as u32) as usize) else {
        return Err("the game waits for nobody".into());
    };
    let before = session.hash();

    // A question has an answer; whoever is not asked has none.
    if question.options.is_empty() && matches!(question.kind, Kind::One | Kind::Some { .. } | Kind::Order) {
        return Err(format!("no option in {:?}", question.ask));
    }
    if matches!(&question.kind, Kind::Place { candidates } if candidates.is_empty())
        || matches!(&question.kind, Kind::Whole { plans } if plans.is_empty())
    {
        return Err(format!("no candidate in {:?}", question.ask));
    }
    if session.answer(Seat(14), None, Answer::One(0)).is_ok() {
        return Err("somebody who was not asked was heard".into());
    }

    // A refused answer changes nothing.
    if steps.is_multiple_of(7) {
        for bad in bad_answers(question) {
            let journal = session.journal().len();
            if session.probe(question.seat, question.track, &bad).is_ok() {
                return Err(format!("{:?} would accept {bad:?}", question.ask));
            }
            if session.answer(question.seat, question.track, bad.clone()).is_ok() {
                return Err(format!("{:?} accepts {bad:?}", question.ask));
            }
            if session.hash() != before || session.journal().len() != journal {
                return Err(format!("the refused answer {bad:?} changed something"));
            }
        }
    }

    // Serialising loses nothing.
    if steps.is_multiple_of(11) {
        let text = serde_json::to_value(session.state()).map_err(|error| error.to_string())?;
        let back = read_state::<G>(session.setup(), &text).map_err(|error| error.to_string())?;
        if &back != session.state() {
            return Err("the position does not survive being saved".into());
        }
    }

    // A game goes on from its last checkpoint and the rest of its journal.
    if steps.is_multiple_of(13) {
        let journal = session.journal().to_vec();
        let restored = Session::<G>::go_on(session.setup(), &session.saved(), journal, None)
            .map_err(|error| format!("the game does not go on from a saved position: {error}"))?;
        if restored.hash() != before || restored.pending().len() != session.pending().len() {
            return Err("a game that goes on from a saved position stands elsewhere".into());
        }
    }

    // Nobody's view depends on what is hidden from them.
    if steps.is_multiple_of(5) {
        let seats = (0..G::players(session.state()) as u8).map(|seat| Some(Seat(seat)));
        for seat in seats.chain([None]) {
            let other = G::resample(session.state(), seat, luck);
            if G::view(&other, seat) != G::view(session.state(), seat) {
                return Err(format!("the view of {seat:?} shows hidden information"));
            }
        }
        for step in session.steps() {
            check_shown_step(step, session.log(), luck)?;
        }
    }
    session.forget_steps();

    // A fork asks the same, can be played to an end, and leaves the game as it is.
    if steps.is_multiple_of(17) && question.seat.is_player() {
        let answer = random_answer(question, luck);
        if let Some(fork) = session.fork(question.seat, question.track, luck) {
            let rounds = below(luck, 40) as usize;
            let mut left = rounds;
            fork.play(answer, Box::new(Random::new(steps as u64)), direct::luck(steps as u64), |_| {
                left = left.saturating_sub(1);
                left == 0
            })
            .map_err(|pause| format!("a fork of {:?} stops: {pause:?}", question.ask))?;
        }
        if session.hash() != before {
            return Err("a fork changed the game".into());
        }
    }

    let answer = random_answer(question, luck);
    session
        .probe(question.seat, question.track, &answer)
        .map_err(|refusal| format!("{:?} would refuse its own option {answer:?}: {refusal}", question.ask))?;
    session
        .answer(question.seat, question.track, answer.clone())
        .map_err(|refusal| format!("{:?} refuses its own option {answer:?}: {refusal}", question.ask))?;

    // Undo then redo is identity.
    if steps.is_multiple_of(3) {
        let after = session.hash();
        let taken = session.undo().ok_or("nothing to take back after an answer")?;
        if session.hash() != before {
            return Err("undo does not restore the position".into());
        }
        session.redo(taken).map_err(|refusal| format!("redo is refused: {refusal}"))?;
        if session.hash() != after {
            return Err("redo does not lead to the same position".into());
        }
    }
    Ok(())
}

/// What is shown on the way to a question can be drawn and depends on nothing that is hidden, for those who are told what happened.
fn check_shown_step<G: Resample>(
    step: &Step<G>,
    log: &[Logged<G>],
    luck: &mut dyn Rng,
) -> Result<(), String> {
    let Some(logged) = step.events.checked_sub(1).and_then(|place| log.get(place)) else {
        return Err("a step of something that did not happen".into());
    };
    let seats = (0..G::players(&step.state) as u8).map(|seat| Some(Seat(seat)));
    for seat in seats.chain([None]) {
        if G::see(&step.state, &logged.event, seat).is_none() {
            continue;
        }
        let view = G::view(&step.state, seat);
        if G::view(&G::resample(&step.state, seat, luck), seat) != view {
            return Err(format!("the view of {seat:?} shows hidden information at {:?}", logged.event));
        }
        G::scene(&view, Lang::En);
    }
    Ok(())
}

/// A test of one hint: the hint, the view of who is asked, the question, the option, the language.
pub type HintCheck<G> = fn(&Hint, &<G as Show>::View, &<G as Game>::Ask, &<G as Game>::Choice, Lang);

/// Plays a game and looks at the hints and the worth of all options: no hint depends on what is hidden, and every line of
/// the log says something. Gives back the kinds of questions that came up.
pub fn check_hints<G: Resample + Appraise>(
    setup: &G::Setup,
    seed: u64,
    policy: &mut dyn Policy<G>,
    check: HintCheck<G>,
) -> Result<Vec<String>, String> {
    let fail = |what: String| format!("seed {seed}: {what}");
    let mut session = Session::<G>::new(setup, Some(direct::luck(seed)))
        .map_err(|faults| fail(format!("set-up refused: {faults:?}")))?;
    let mut luck = direct::luck(seed + 1000);
    let mut asked = Vec::new();
    // What an onlooker has been shown.
    let (mut known, mut shown) = (Known::default(), Scene::default());
    while session.status() == Status::Waiting {
        let Some(question) = session.pending().first().cloned() else { break };
        let name = format!("{:?}", question.ask);
        asked.push(name.split('(').next().unwrap_or_default().to_string());
        let seat = Some(question.seat);
        let view = G::view(session.state(), seat);
        let scene = G::picture(&G::view(session.state(), None), Lang::De);
        match scene.clone().since(&mut known).applied_to(&shown) {
            Some(updated) if updated == scene => shown = scene,
            _ => return Err(fail(format!("an onlooker sees something else when {name} is asked"))),
        }
        let other = G::view(&G::resample(session.state(), seat, &mut *luck), seat);
        for lang in Lang::ALL {
            for choice in &question.options {
                let hint = G::hint(&view, &question.ask, choice, lang);
                check(&hint, &view, &question.ask, choice, lang);
                let about = |view| G::about(view, &question.ask, choice, lang);
                if hint != G::hint(&other, &question.ask, choice, lang) || about(&view) != about(&other) {
                    return Err(fail(format!("the hint at {choice:?} of {name} tells a secret")));
                }
                if !G::appeal(&view, &question.ask, choice).is_finite() {
                    return Err(fail(format!("the worth of {choice:?} of {name} is no number")));
                }
            }
            if let Kind::Place { candidates } = &question.kind {
                let worth = |pose: &Pose| G::appeal_of_place(&view, &question.ask, pose);
                if G::placing(&view, &question.ask, lang).label.is_empty()
                    || !candidates.iter().all(|pose| worth(pose).is_finite())
                {
                    return Err(fail(format!("a place of {name} has no label or no worth")));
                }
            }
            if let Kind::Whole { plans } = &question.kind {
                let text = |part| G::part_text(session.state(), &question.ask, part, lang);
                let worth = |view, plan| G::appeal_of_plan(view, &question.ask, plan);
                if (0..question.parts.len()).any(|part| text(part).is_empty())
                    || !plans.iter().all(|plan| worth(&view, plan).is_finite())
                {
                    return Err(fail(format!("a part of {name} has no name, or a plan no worth")));
                }
                if plans.iter().any(|plan| worth(&view, plan) != worth(&other, plan)) {
                    return Err(fail(format!("what a plan of {name} is worth tells a secret")));
                }
            }
            if G::sequence(&view, &question.ask) != G::sequence(&other, &question.ask) {
                return Err(fail(format!(
                    "whether others have done something meanwhile tells a secret at {name}"
                )));
            }
        }
        let answer = session.ask_policy(question.seat, question.track, policy);
        let answer = answer.ok_or_else(|| fail(format!("{name} is no player's question")))?;
        session
            .answer(question.seat, question.track, answer)
            .map_err(|refusal| fail(format!("{name} refuses its own option: {refusal}")))?;
    }
    for logged in session.log() {
        if Lang::ALL.into_iter().any(|lang| G::log_line(session.state(), &logged.event, lang).text.is_empty())
        {
            return Err(fail(format!("{:?} has no line", logged.event)));
        }
    }
    Ok(asked)
}

/// Plays a game and gives back every sentence in which it was told, English and German: questions, options, refusals, hints
/// and lines of the log. A sentence that no game may say is an error.
pub fn sentences<G: Resample>(
    setup: &G::Setup,
    seed: u64,
    policy: &mut dyn Policy<G>,
) -> Result<[BTreeSet<String>; 2], String> {
    let fail = |what: String| format!("seed {seed}: {what}");
    let mut session = Session::<G>::new(setup, Some(direct::luck(seed)))
        .map_err(|faults| fail(format!("set-up refused: {faults:?}")))?;
    let (mut told, mut heard) = ([BTreeSet::new(), BTreeSet::new()], 0);
    loop {
        let state = session.state();
        let open = session.pending().first().cloned();
        for (lang, told) in Lang::ALL.into_iter().zip(&mut told) {
            let new = session.log().iter().skip(heard);
            told.extend(new.map(|logged| G::log_line(state, &logged.event, lang).text));
            let Some(question) = &open else { continue };
            let view = G::view(state, Some(question.seat));
            told.insert(G::ask_text(state, &question.ask, lang));
            for choice in &question.options {
                told.insert(G::choice_text(state, choice, lang));
                told.insert(G::hint(&view, &question.ask, choice, lang).detail);
            }
            told.extend(question.refused.iter().map(|(_, denial)| denial.why.in_(lang).to_string()));
        }
        heard = session.log().len();
        let Some(question) = open.filter(|_| session.status() == Status::Waiting) else { break };
        let answer = session.ask_policy(question.seat, question.track, policy);
        let answer = answer.ok_or_else(|| fail(format!("{:?} is no player's question", question.ask)))?;
        session
            .answer(question.seat, question.track, answer)
            .map_err(|refusal| fail(format!("{:?} refuses its own option: {refusal}", question.ask)))?;
    }
    match told.iter().flatten().find_map(|sentence| flaw(sentence).map(|what| (sentence, what))) {
        Some((sentence, what)) => Err(fail(format!("{sentence:?} {what}"))),
        None => Ok(told),
    }
}

/// What is wrong with a sentence, whatever it is about.
pub fn flaw(sentence: &str) -> Option<&'static str> {
    const FLAWS: [(&str, &str); 9] = [
        ("  ", "has two spaces in a row"),
        (" ,", "has a space before a comma"),
        (" .", "has a space before its end"),
        (" ?", "has a space before the question mark"),
        ("..", "ends twice"),
        ("{", "has a slot that was not filled"),
        ("„“", "has a name missing"),
        ("““", "has quotation marks within quotation marks"),
        ("()", "has empty parentheses"),
    ];
    if sentence.trim() != sentence || sentence.ends_with(':') {
        return Some("has a name missing at its beginning or end");
    }
    FLAWS.iter().find(|(flaw, _)| sentence.contains(flaw)).map(|(_, what)| *what)
}

/// Words that readers of files are rarely ready for.
const ODD: [&str; 24] = [
    "",
    "0",
    "-1",
    "255",
    "256",
    "65536",
    "1e308",
    "-1e308",
    "1e400",
    "NaN",
    "inf",
    "999999999999",
    "0.0000001",
    "for",
    "+",
    "has",
    "at",
    "facing",
    "\"",
    "{",
    "}",
    "ß",
    "\u{202e}",
    ",",
];

/// A text that people write, with a few of its words or lines taken out, doubled, swapped or replaced. Whatever reads such
/// texts must refuse them or take them, and never panic.
pub fn spoil(text: &str, luck: &mut dyn Rng) -> String {
    let mut below = |bound: usize| luck.next_u32() as usize % bound.max(1);
    let mut lines: Vec<Vec<String>> =
        text.lines().map(|line| line.split(' ').map(str::to_string).collect()).collect();
    for _ in 0..=below(4) {
        if lines.is_empty() {
            break;
        }
        let line = below(lines.len());
        let word = below(lines[line].len());
        match below(6) {
            0 => drop(lines.remove(line)),
            1 => {
                let copy = lines[line].clone();
                let times = [1, 1, 3, 20][below(4)];
                (0..times).for_each(|_| lines.insert(line, copy.clone()));
            }
            2 => {
                let other = below(lines.len());
                lines.swap(line, other);
            }
            3 if !lines[line].is_empty() => drop(lines[line].remove(word)),
            _ if !lines[line].is_empty() => lines[line][word] = ODD[below(ODD.len())].to_string(),
            _ => {}
        }
    }
    lines.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n")
}

/// Spoils the file of a set-up and that of a recorded game so many times: each is refused or taken and never makes the
/// program panic. Enough of the games must still be read, or they were spoilt too much to say anything.
pub fn check_spoilt_files<G: Game>(setup: &G::Setup, file: &str, rounds: u64) -> Result<(), String> {
    let begin = G::begin(setup).map_err(|faults| format!("set-up refused: {faults:?}"))?;
    let played = direct::play::<G>(begin, Box::new(Random::new(4)), direct::luck(4), true);
    let journal = played.map_err(|pause| format!("the game stops: {pause:?}"))?.journal.unwrap_or_default();
    let session = Session::<G>::resume(setup, journal, None).map_err(|error| format!("{error:?}"))?;
    let game = session.replay().to_text().replace(',', " , ").replace(':', " : ");
    let mut replays = 0;
    for seed in 0..rounds {
        let mut luck = direct::luck(seed);
        let (file, game) = (spoil(file, &mut *luck), spoil(&game, &mut *luck));
        let read = || {
            if let Ok(setup) = files::read::<G::Setup>(&file) {
                let _ = G::begin(&setup);
            }
            let replay = replay::read::<G>(&game);
            replay.is_ok_and(|replay| {
                let _ = replay::check::<G>(&replay);
                true
            })
        };
        let is_replay =
            catch_unwind(AssertUnwindSafe(read)).map_err(|_| format!("seed {seed}:\n{file}\n{game}"))?;
        replays += u64::from(is_replay);
    }
    if replays * 15 < rounds { Err(format!("only {replays} were still replays")) } else { Ok(()) }
}
