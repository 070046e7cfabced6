//! How lists of this game are known, so that one that is pasted into another game is told from lists of that.

use table::spelling::plain;

/// Whether a text bears the marks of fleets as the builders write them: the parts that only they have.
pub fn has_marks(text: &str) -> bool {
    const HEADS: [&str; 10] = [
        "commander",
        "assault",
        "defense",
        "navigation",
        "assaultobjective",
        "defenseobjective",
        "navigationobjective",
        "objectives",
        "squadrons",
        "flagship",
    ];
    // `Squadrons (84/134):`, `[flagship] MC80 …`, `= 133 total points`
    let is_head = |line: &str| {
        let line = line.trim().trim_start_matches('[').trim_start();
        let head = line.split([':', '(', ']']).next().unwrap_or_default();
        head.len() < line.len() && HEADS.contains(&&*plain(head))
    };
    let is_ship = |line: &str| {
        let words = ["Star Destroyer", "Corvette", "Star Cruiser", "Frigate", "Squadron ("];
        let is_sum = line.trim().starts_with('=') && plain(line).ends_with("points");
        is_sum || words.iter().any(|word| line.contains(word)) && line.contains('(')
    };
    let heads = text.lines().filter(|line| is_head(line)).count();
    let ships = text.lines().filter(|line| is_ship(line)).count();
    heads >= 3
        || heads >= 1 && ships >= 1
        || ships >= 4 && text.lines().any(|line| line.trim().starts_with("==="))
}

#[cfg(test)]
mod tests {
    use super::has_marks;

    #[test]
    fn fleets_are_known_by_their_parts() {
        for text in [
            "Faction: Rebel\nCommander: Mon Mothma\n\nAssault: \nDefense: \nNavigation: \n\nCR90 Corvette A (44)\n= 44 Points",
            "Fleet (9/400/400)\n====\nMC80 Star Cruiser (96)\nCR90 Corvette (44)\nNebulon-B Frigate (57)\nX-Wing Squadron (13)",
            "My fleet\n[ flagship ] Victory Star Destroyer (73 points)\n= 73 total ship cost\nCommander: Admiral Motti",
        ] {
            assert!(has_marks(text), "{text}");
        }
        for text in [
            "Commander Kenkirk + Predator (47)\nTotal: 47",
            "Red Squadron Pilot (23)\nBlue Squadron Pilot (22)\nGold Squadron Pilot (18)\nRookie Pilot",
            "Jedi\nObjectives: 2x A Hero's Journey\nUnits: Luke",
            "Squadron: Red\nLuke Skywalker (28)\nPoints: 28",
        ] {
            assert!(!has_marks(text), "{text}");
        }
    }
}
