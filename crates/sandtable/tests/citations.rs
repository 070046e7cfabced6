//! Every rule that the code cites is in the rulebook.

use std::path::Path;

use rulebook::Rulebook;

fn visit(dir: &Path, each: &mut dyn FnMut(&Path, &str)) {
    for entry in std::fs::read_dir(dir).expect("a folder of the sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            visit(&path, each);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            each(&path, &std::fs::read_to_string(&path).expect("a source file"));
        }
    }
}

/// Strings of the form "game.part.part".
fn cited<'a>(text: &'a str, games: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    text.split('"').skip(1).step_by(2).filter(|string| {
        let (game, rest) = string.split_once('.').unwrap_or(("", ""));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.' || c == '-';
        games.contains(&game) && !rest.is_empty() && rest.chars().all(plain)
    })
}

#[test]
fn every_cited_rule_exists() {
    let games: Vec<&str> = Rulebook::games().iter().map(|info| info.id).collect();
    let mut count = 0;
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for game in &games {
        let sources = crates.join(game).join("src");
        if !sources.is_dir() {
            continue;
        }
        visit(&sources, &mut |path, text| {
            // Characters in single quotes would upset the pairing of double quotes.
            let text = text.replace("'\"'", "");
            for id in cited(&text, &games) {
                assert!(Rulebook::rule(id).is_some(), "{} cites {id}, which is no rule", path.display());
                count += 1;
            }
        });
    }
    assert!(count > 60, "only {count} citations were found");
}
