//! Draws what players see before they choose: `cargo run -p sandtable --example preview -- [folder]`. Plays random
//! games of Attack Wing and draws one option of every kind with its overlay on the board.

use std::collections::BTreeSet;
use std::path::PathBuf;

use attackwing::{Ask, AttackWing, Setup};
use scene::{Mark, View};
use table::direct::{Random, luck};
use table::{Kind, Lang, Session, Show, Status};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder =
        std::env::args_os().nth(1).map_or_else(|| std::env::temp_dir().join("previews"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let mut drawn = BTreeSet::new();
    let mut setup = Setup::standard();
    setup.options.obstacles = 4;
    for seed in 0..12 {
        let mut session = Session::<AttackWing>::new(&setup, Some(luck(seed))).map_err(|_| "no game")?;
        let mut policy = Random::new(seed);
        while session.status() == Status::Waiting {
            let Some(question) = session.pending().first().cloned() else { break };
            let view = AttackWing::view(session.state(), Some(question.seat));
            let name = kind_of(&question.ask);
            let draw = |name: &str, shown: &dyn Fn(Lang) -> (String, Vec<Mark>)| -> std::io::Result<()> {
                for lang in Lang::ALL {
                    let mut scene = AttackWing::scene(&view, lang);
                    (scene.status, scene.marks) = shown(lang);
                    println!("{name}: {}", scene.status);
                    let picture = scene::png(&scene, &View::full(1400, 900)).unwrap_or_default();
                    std::fs::write(folder.join(format!("{name}-{lang}.png")), picture)?;
                }
                Ok(())
            };
            if let Kind::Place { .. } = question.kind {
                if drawn.insert(name.clone()) {
                    draw(&name, &|lang| {
                        let placing = AttackWing::placing(&view, &question.ask, lang);
                        (placing.label, placing.marks)
                    })?;
                }
            } else if session.state().round > 2 || !matches!(question.ask, Ask::Dial(_)) {
                for choice in &question.options {
                    let hint = AttackWing::hint(&view, &question.ask, choice, Lang::En);
                    let lines = hint.marks.iter().filter(|mark| matches!(mark, Mark::Line { .. })).count();
                    let wanted = lines > 0 || !matches!(question.ask, Ask::Dial(_));
                    let name = format!("{name}-{}", kind_of(choice));
                    let sign = AttackWing::about(&view, &question.ask, choice, Lang::En).sign;
                    if wanted && drawn.insert(format!("{name} {sign:?} {lines}")) {
                        draw(&format!("{name}-{sign:?}-{lines}"), &|lang| {
                            let hint = AttackWing::hint(&view, &question.ask, choice, lang);
                            (hint.detail, hint.marks)
                        })?;
                    }
                }
            }
            let answer = session.ask_policy(question.seat, question.track, &mut policy);
            let Some(answer) = answer else { break };
            session.answer(question.seat, question.track, answer)?;
        }
    }
    Ok(())
}

/// The first word of a value.
fn kind_of(value: &impl std::fmt::Debug) -> String {
    let text = format!("{value:?}");
    let word = |c: char| !c.is_alphanumeric();
    let mut words = text.split(word).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default().to_string();
    match words.next() {
        Some(second) if ["Action", "Free", "Fire", "Window"].contains(&&*first) => {
            format!("{first}-{second}")
        }
        _ => first,
    }
}
