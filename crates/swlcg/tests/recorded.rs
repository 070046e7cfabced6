//! Games that were played once go on as they went.

use std::path::Path;

use scenario::recorded::{Recorded, hold};
use swlcg::lists::random_deck;
use swlcg::{Options, Setup, Side, Swlcg};
use table::direct::luck;

#[test]
fn recorded_games_go_on_as_they_went() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../recorded/swlcg");
    let by_chance = |seed, options: Options| {
        let luck = &mut *luck(seed);
        let [dark, light] = Side::ALL.map(|side| random_deck(luck, side, &options));
        Setup { options, dark, light, position: None }
    };
    let options = Options::default();
    hold::<Swlcg>(
        &folder,
        |seed| Box::new(agents::Greedy::new(seed)),
        &[
            Recorded { name: "core-set", setup: Setup::standard(), seed: 1 },
            Recorded { name: "decks-1", setup: by_chance(2, options), seed: 2 },
            Recorded { name: "decks-2", setup: by_chance(3, options), seed: 3 },
            Recorded { name: "decks-3", setup: by_chance(4, options), seed: 4 },
            Recorded {
                name: "restricted",
                setup: by_chance(5, Options { restricted_list: true, ..options }),
                seed: 5,
            },
            Recorded {
                name: "open-faced",
                setup: by_chance(6, Options { poker_face: false, ..options }),
                seed: 6,
            },
            Recorded {
                name: "as-printed",
                setup: by_chance(7, Options { as_printed: true, ..options }),
                seed: 7,
            },
        ],
    );
}
