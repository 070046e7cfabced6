//! Counting proven rules, on a small book.

use rulebook::{
    Book, Kind, Rulebook,
    conformance::{Claims, Counts, Fault, report, strays},
};

const GAME: &str = r#"
name = { en = "Game", de = "Spiel" }
authority = { en = "Rules", de = "Regeln" }
chapters = ["a"]
"#;

fn rule(id: &str, kind: Kind) -> String {
    format!(
        "[[rule]]\nid = \"{id}\"\nkind = \"{kind}\"\ntitle = {{ en = \"t\", de = \"t\" }}\nen = \"e\"\nde = \"d\"\nsource = \"known\"\n"
    )
}

fn book(not_applicable: &str) -> Book {
    let rules = [("game.a.1", Kind::Dice), ("game.a.2", Kind::Dice), ("game.a.3", Kind::Token)];
    let chapter: String = rules.iter().map(|(id, kind)| rule(id, *kind)).collect();
    let files = [
        ("game", GAME),
        ("a", chapter.as_str()),
        ("rulings", "# none\n"),
        ("not-applicable", not_applicable),
    ];
    Book::parse("game", files).expect("is a book")
}

fn not_applicable(id: &str, reason: &str) -> String {
    format!("[[rule]]\nid = \"{id}\"\nreason = {{ en = \"{reason}\", de = \"{reason}\" }}\n")
}

#[test]
fn rules_are_proven_not_applicable_or_missing() {
    let claims: Claims = [("game.a.1", "one"), ("game.a.1", "two")].into_iter().collect();
    let report = report(&book(&not_applicable("game.a.3", "because")), &claims);
    assert_eq!(report.counts, Counts { total: 3, proven: 1, not_applicable: 1, missing: 1 });
    assert_eq!(report.kinds[&Kind::Dice], Counts { total: 2, proven: 1, not_applicable: 0, missing: 1 });
    assert_eq!(report.missing_ids, ["game.a.2"]);
    assert_eq!(report.faults, []);
    assert_eq!(
        serde_json::to_value(&report).expect("is JSON"),
        serde_json::json!({
            "game": "game", "total": 3, "proven": 1, "not_applicable": 1, "missing": 1,
            "kinds": {
                "dice": { "total": 2, "proven": 1, "not_applicable": 0, "missing": 1 },
                "token": { "total": 1, "proven": 0, "not_applicable": 1, "missing": 0 },
            },
        })
    );
}

#[test]
fn contradictions_are_faults() {
    let listed = [
        not_applicable("game.a.1", "because"),
        not_applicable("game.a.2", ""),
        not_applicable("game.a.9", "why"),
    ];
    let claims: Claims =
        [("game.a.1", "one"), ("game.a.8", "two"), ("other.a.1", "three")].into_iter().collect();
    let report = report(&book(&listed.concat()), &claims);
    let scenarios = |name: &str| vec![name.to_owned()];
    assert_eq!(
        report.faults,
        [
            Fault::ClaimOfUnknownRule { id: "game.a.8".into(), scenarios: scenarios("two") },
            Fault::ProvenAndNotApplicable { id: "game.a.1".into(), scenarios: scenarios("one") },
            Fault::NoReason { id: "game.a.2".into() },
            Fault::UnknownNotApplicable { id: "game.a.9".into() },
        ]
    );
    assert_eq!((report.counts.proven, report.counts.not_applicable), (1, 1));
    assert_eq!(strays(&claims).len(), 3, "none of these games lies on the shelf");
}

#[test]
fn the_real_books_have_no_faults_of_their_own() {
    for game in Rulebook::games() {
        let report = report(Rulebook::of(game.id).expect("has a book"), &Claims::new());
        assert_eq!(report.faults, [], "{}", game.id);
        assert_eq!(report.counts.total, report.counts.not_applicable + report.counts.missing);
    }
}

#[test]
fn a_book_says_what_is_wrong_with_it() {
    let whole = [("game", GAME), ("rulings", ""), ("not-applicable", "rule = []")];
    let parse = |chapter: &str| Book::parse("game", whole.into_iter().chain([("a", chapter)])).map(|_| ());
    let twice = rule("game.a.1", Kind::Dice).repeat(2);
    assert!(parse(&twice).is_err_and(|error| error.to_string() == "a.toml: game.a.1 occurs twice"));
    assert!(parse(&rule("other.a.1", Kind::Dice)).is_err());
    assert!(parse("[[rule]]\nid = 3").is_err_and(|error| error.file == "a"));
    assert!(Book::parse("game", whole).is_err_and(|error| error.why == "missing"));
    let stray = whole.into_iter().chain([("a", "rule = []"), ("b", "rule = []")]);
    assert!(Book::parse("game", stray).is_err_and(|error| error.file == "b"));
}
