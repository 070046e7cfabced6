//! What the documents show really works.

use scenario::Scenario;

#[test]
fn the_example_of_the_scenario_guide_holds() {
    let guide = include_str!("../../../docs/scenarios.md");
    let mut examples = 0;
    for block in guide.split("```").skip(1).step_by(2).filter(|block| block.contains("scenario:")) {
        let scenario = Scenario::parse(block.trim_start()).expect("the example is a scenario");
        let game = sandtable::games::find(&scenario.game).expect("of a game");
        game.run_scenario(&scenario).unwrap_or_else(|failure| panic!("{failure}"));
        examples += 1;
    }
    assert!(examples > 0, "the guide has no example");
}

/// Every kind of line that the guide lists is understood by the parser.
#[test]
fn every_line_of_the_guide_is_understood() {
    let guide = include_str!("../../../docs/scenarios.md");
    let table = guide
        .split("## The `play` part")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next())
        .expect("the table");
    let lines: Vec<&str> =
        table.lines().filter(|line| line.starts_with("| `")).flat_map(|row| row.split('|').nth(1)).collect();
    assert!(lines.len() > 20);
    for cell in lines {
        for line in cell.split('`').skip(1).step_by(2) {
            let line =
                line.replace('…', "Khazara has shields 3").replace("RULE", "attackwing.victory.last-player");
            let text = format!("scenario: x\ngame: attackwing\nplay:\n  {line}\n");
            Scenario::parse(&text).unwrap_or_else(|error| panic!("{line:?}: {error}"));
        }
    }
}
