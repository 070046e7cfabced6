//! How lists of this game are known, so that one that is pasted into another game is told from lists of that.

use table::spelling::plain;

/// Whether a text bears the marks of armies as the builders write them: links, keys and ranks that only they have.
pub fn has_marks(text: &str) -> bool {
    const RANKS: [&str; 14] = [
        "commander",
        "commanders",
        "commandant",
        "operative",
        "operatives",
        "corps",
        "support",
        "supports",
        "heavy",
        "heavies",
        "specialforces",
        "forcesspeciales",
        "commandcards",
        "unterstutzung",
    ];
    let keys = ["\"armyFaction\"", "\"commandCards\"", "\"unitObjectString\"", "\"numActivations\""];
    let is_rank = |line: &str| {
        let head = line.split(['(', '[']).next().unwrap_or_default();
        RANKS.contains(&&*plain(head.trim_end().trim_end_matches(':')))
    };
    text.contains("legionhq") || keys.iter().any(|key| text.contains(key)) || {
        let ranks = text.lines().filter(|line| is_rank(line)).count();
        ranks >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::has_marks;

    #[test]
    fn armies_are_known_by_their_ranks_keys_and_links() {
        for text in [
            "Commanders:\n- Luke Skywalker (160)\nCorps:\n- Rebel Troopers (40)",
            r#"{"listname": "x", "armyFaction": "empire", "units": []}"#,
            "https://legionhq.example/list/rebels/1kf,2ah",
        ] {
            assert!(has_marks(text), "{text}");
        }
        assert!(!has_marks("Commander Kenkirk + Predator\nHeavy Scyk Interceptor"));
        assert!(!has_marks("{\"pilots\": []}"));
    }
}
