//! What every store must do, run for each of them.

mod common;

use common::{Place, next_change, open_summary, summary, texts};
use std::sync::Arc;
use store::{
    Amount, Change, Expiry, Filter, Kind, MAX_BODY, MAX_KEY, MAX_LIST, MAX_LIST_NAME, Pruned, Snapshot,
    Store, StoreError, Summary, stream_faults,
};

macro_rules! suite {
    ($($test:ident)*) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                super::$test(super::Place::sqlite()).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $test() {
                if let Some(place) = super::Place::postgres().await {
                    super::$test(place).await;
                }
            })*
        }
    };
}

suite! {
    streams_are_written_and_read
    what_is_not_there_is_not_found
    what_is_there_is_not_made_again
    appending_elsewhere_than_at_the_end_conflicts
    one_of_many_wins_each_place
    many_games_grow_at_once
    a_refused_write_changes_nothing
    snapshots_only_get_newer
    lists_filter
    lists_go_on_after_any_game
    accounts_log_in
    seats_are_held
    lists_are_saved
    odd_characters_survive
    big_bodies_survive
    what_no_store_can_keep_is_refused
    reopening_keeps_everything
    changes_are_told
    closing_finishes_what_is_under_way
    a_full_queue_refuses_appends
    a_full_queue_refuses_new_games
    makers_are_counted
    only_tables_that_never_began_expire
    lists_nobody_looks_at_expire
    a_look_at_a_list_is_written_once_a_day
    lists_have_bounds
    agents_do_not_push_people_out_of_a_list
    names_that_look_alike_are_one_account
    one_of_many_alike_gets_the_name
    sizes_are_told
    faults_are_found
    compacting_gives_room_back
    reading_only_changes_nothing
}

async fn bodies(store: &Arc<dyn Store>, id: &str, from: u64) -> Vec<String> {
    store.read(id, from).await.unwrap().into_iter().map(|record| record.body).collect()
}

async fn streams_are_written_and_read(place: Place) {
    let store = place.open().await;
    store.create("a", &open_summary(), &texts(["0", "1"])).await.unwrap();
    store.append("a", 2, &texts(["2"]), None).await.unwrap();
    store.append("a", 3, &texts(["3", "4", "5"]), Some(&summary("go", "playing", true))).await.unwrap();
    let records = store.read("a", 0).await.unwrap();
    let seqs: Vec<u64> = records.iter().map(|record| record.seq).collect();
    assert_eq!(seqs, [0, 1, 2, 3, 4, 5]);
    assert!(records.iter().all(|record| record.body == record.seq.to_string()));
    assert!(records.iter().all(|record| record.at > 1_600_000_000_000), "unix milliseconds");
    assert_eq!(bodies(&store, "a", 4).await, ["4", "5"]);
    assert!(bodies(&store, "a", 6).await.is_empty());
    assert!(bodies(&store, "a", u64::MAX).await.is_empty());
    store.create("empty", &open_summary(), &[]).await.unwrap();
    assert!(bodies(&store, "empty", 0).await.is_empty());
    store.append("empty", 0, &texts(["first"]), None).await.unwrap();
    assert_eq!(bodies(&store, "empty", 0).await, ["first"]);
    store.healthy().await.unwrap();
}

async fn what_is_not_there_is_not_found(place: Place) {
    let store = place.open().await;
    store.create_account("ann", "hash").await.unwrap();
    store.create("a", &open_summary(), &[]).await.unwrap();
    let missing = StoreError::NotFound;
    for id in ["none", "", "\0", &"x".repeat(100_000)] {
        assert_eq!(store.read(id, 0).await, Err(missing.clone()));
        assert_eq!(store.append(id, 0, &texts(["x"]), None).await, Err(missing.clone()));
        assert_eq!(store.latest_snapshot(id).await, Ok(None));
        assert_eq!(
            store.save_snapshot(id, &Snapshot { seq: 0, body: "x".into() }).await,
            Err(missing.clone())
        );
        assert_eq!(store.hold_seat("ann", id, 0).await, Err(missing.clone()));
        assert_eq!(store.save_login("token", id, 9).await, Err(missing.clone()));
        assert_eq!(store.put_list("key", Some(id), "go", "n", "b").await, Err(missing.clone()));
        assert_eq!(store.password_hash(id).await, Ok(None));
        assert_eq!(store.login(id, 0).await, Ok(None));
        assert_eq!(store.drop_login(id).await, Ok(()));
        assert_eq!(store.list_by_key(id).await, Ok(None));
        assert_eq!(store.lists_of(id).await, Ok(vec![]));
        assert_eq!(store.held_seats(id).await, Ok(vec![]));
    }
}

async fn what_is_there_is_not_made_again(place: Place) {
    let store = place.open().await;
    store.create("a", &open_summary(), &texts(["0"])).await.unwrap();
    let again = store.create("a", &summary("chess", "over", false), &texts(["other", "more"])).await;
    assert_eq!(again, Err(StoreError::Exists));
    assert_eq!(bodies(&store, "a", 0).await, ["0"]);
    assert_eq!(store.list(&Filter::default()).await.unwrap()[0].summary, open_summary());
}

async fn appending_elsewhere_than_at_the_end_conflicts(place: Place) {
    let store = place.open().await;
    store.create("a", &open_summary(), &texts(["0", "1"])).await.unwrap();
    for next in [0, 1, 3, 1 << 40, i64::MAX as u64, u64::MAX] {
        let refused = store.append("a", next, &texts(["x"]), Some(&summary("go", "over", true))).await;
        assert_eq!(refused, Err(StoreError::Conflict), "at {next}");
    }
    assert_eq!(store.append("a", 1, &[], None).await, Err(StoreError::Conflict), "even of nothing");
    assert_eq!(bodies(&store, "a", 0).await, ["0", "1"]);
    assert_eq!(store.list(&Filter::default()).await.unwrap()[0].summary.status, "open");
    store.append("a", 2, &[], Some(&summary("go", "over", true))).await.unwrap();
    assert_eq!(store.list(&Filter::default()).await.unwrap()[0].summary.status, "over");
}

async fn one_of_many_wins_each_place(place: Place) {
    const TASKS: usize = 24;
    const PLACES: u64 = 20;
    let store = place.open().await;
    store.create("a", &open_summary(), &[]).await.unwrap();
    let mut tasks = Vec::new();
    for task in 0..TASKS {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let mut won = Vec::new();
            for next in 0..PLACES {
                match store.append("a", next, &[format!("{task} at {next}")], None).await {
                    Ok(()) => won.push(next),
                    Err(StoreError::Conflict) => {
                        // Too early or too late: wait until the place is taken.
                        while store.read("a", next).await.unwrap().is_empty() {
                            tokio::task::yield_now().await;
                            if store.append("a", next, &[format!("{task} at {next}")], None).await.is_ok() {
                                won.push(next);
                            }
                        }
                    }
                    Err(other) => panic!("{other}"),
                }
            }
            (task, won)
        }));
    }
    let mut winner = vec![None; PLACES as usize];
    for task in tasks {
        let (task, won) = task.await.unwrap();
        for place in won {
            assert_eq!(winner[place as usize].replace(task), None, "two won place {place}");
        }
    }
    let records = store.read("a", 0).await.unwrap();
    assert_eq!(records.len() as u64, PLACES);
    for record in records {
        let winner = winner[record.seq as usize].expect("somebody won");
        assert_eq!(record.body, format!("{winner} at {}", record.seq));
    }
}

async fn many_games_grow_at_once(place: Place) {
    let store = place.open().await;
    let mut tasks = Vec::new();
    for game in 0..100 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let id = format!("g{game}");
            store.create(&id, &open_summary(), &texts(["0"])).await.unwrap();
            for next in 1..10u64 {
                store.append(&id, next, &[next.to_string()], None).await.unwrap();
                // Its own write is there at once, somebody else's conflict beside it does not matter.
                assert_eq!(store.read(&id, next).await.unwrap().len(), 1);
                assert_eq!(store.append(&id, 0, &texts(["x"]), None).await, Err(StoreError::Conflict));
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    for game in 0..100 {
        assert_eq!(bodies(&store, &format!("g{game}"), 0).await.len(), 10);
    }
}

async fn a_refused_write_changes_nothing(place: Place) {
    let store = place.open().await;
    store.create("a", &open_summary(), &texts(["0"])).await.unwrap();
    let before = store.list(&Filter::default()).await.unwrap();
    let bad = texts(["good", "bad\0"]);
    let refused = store.append("a", 1, &bad, Some(&summary("go", "over", false))).await;
    assert!(matches!(refused, Err(StoreError::Invalid(_))));
    assert!(matches!(store.create("b", &open_summary(), &bad).await, Err(StoreError::Invalid(_))));
    assert_eq!(store.list(&Filter::default()).await.unwrap(), before);
    assert_eq!(bodies(&store, "a", 0).await, ["0"]);
}

async fn snapshots_only_get_newer(place: Place) {
    let store = place.open().await;
    let snapshot = |seq, body: &str| Snapshot { seq, body: body.into() };
    store.create("a", &open_summary(), &texts(["0", "1", "2"])).await.unwrap();
    assert_eq!(store.latest_snapshot("a").await, Ok(None));
    for (save, kept) in [
        (snapshot(1, "one"), snapshot(1, "one")),
        (snapshot(3, "three"), snapshot(3, "three")),
        (snapshot(2, "two"), snapshot(3, "three")),
        (snapshot(3, "by newer rules"), snapshot(3, "by newer rules")),
    ] {
        store.save_snapshot("a", &save).await.unwrap();
        assert_eq!(store.latest_snapshot("a").await, Ok(Some(kept)));
    }
    for seq in [4, u64::MAX] {
        let refused = store.save_snapshot("a", &snapshot(seq, "of the future")).await;
        assert!(matches!(refused, Err(StoreError::Invalid(_))));
    }
    assert_eq!(store.latest_snapshot("a").await, Ok(Some(snapshot(3, "by newer rules"))));
}

async fn listed(store: &Arc<dyn Store>, filter: Filter) -> Vec<String> {
    store.list(&filter).await.unwrap().into_iter().map(|listed| listed.id).collect()
}

async fn lists_filter(place: Place) {
    let store = place.open().await;
    for (id, game, status, public) in [
        ("a", "go", "open", true),
        ("b", "go", "playing", true),
        ("c", "chess", "open", true),
        ("d", "chess", "open", false),
    ] {
        store.create(id, &summary(game, status, public), &texts(["0"])).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(3)).await;
    }
    let all = Filter::default();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(listed(&store, all.clone()).await, ["d", "c", "b", "a"]);
    assert_eq!(listed(&store, Filter { listed_only: true, ..all.clone() }).await, ["c", "b", "a"]);
    assert_eq!(listed(&store, Filter { status: text("open"), ..all.clone() }).await, ["d", "c", "a"]);
    assert_eq!(listed(&store, Filter { game: text("go"), ..all.clone() }).await, ["b", "a"]);
    let narrow = Filter { status: text("open"), game: text("chess"), listed_only: true, ..all.clone() };
    assert_eq!(listed(&store, narrow).await, ["c"]);
    assert_eq!(listed(&store, Filter { limit: 2, ..all.clone() }).await, ["d", "c"]);
    assert!(listed(&store, Filter { limit: 0, ..all.clone() }).await.is_empty());
    assert!(listed(&store, Filter { status: text("' OR 1=1 --"), ..all.clone() }).await.is_empty());

    // What changes comes first, by its new summary.
    store.append("a", 1, &texts(["1", "2"]), Some(&summary("go", "over", true))).await.unwrap();
    let first = store.list(&all).await.unwrap().remove(0);
    assert_eq!((first.id.as_str(), first.next), ("a", 3));
    assert_eq!(first.summary, summary("go", "over", true));
    assert_eq!(listed(&store, Filter { status: text("over"), ..all }).await, ["a"]);
}

async fn lists_go_on_after_any_game(place: Place) {
    let store = place.open().await;
    let games = (0..57).map(|game| {
        let store = store.clone();
        tokio::spawn(async move { store.create(&format!("g{game}"), &open_summary(), &[]).await })
    });
    for game in games.collect::<Vec<_>>() {
        game.await.unwrap().unwrap(); // at once, so that many share their millisecond
    }
    let mut filter = Filter { status: Some("open".into()), limit: 10, ..Filter::default() };
    let mut seen = Vec::new();
    loop {
        let page = store.list(&filter).await.unwrap();
        let Some(last) = page.last() else { break };
        filter.before = Some(last.place());
        seen.extend(page.into_iter().map(|listed| listed.id));
    }
    assert_eq!(seen.len(), 57);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 57);
}

async fn accounts_log_in(place: Place) {
    let store = place.open().await;
    store.create_account("Ärger", "hash").await.unwrap();
    for taken in ["Ärger", "ärger", "ÄRGER", "A\u{308}rger"] {
        assert_eq!(store.create_account(taken, "other").await, Err(StoreError::Exists), "{taken}");
        assert_eq!(store.password_hash(taken).await, Ok(Some("hash".into())));
    }
    assert_eq!(store.password_hash("Arger").await, Ok(None));
    store.save_login("token", "äRGER", 1000).await.unwrap();
    assert_eq!(store.login("token", 999).await, Ok(Some("Ärger".into())), "as it spells itself");
    assert_eq!(store.login("token", 1000).await, Ok(None));
    assert_eq!(store.login("other", 0).await, Ok(None));
    store.save_login("token", "Ärger", 2000).await.unwrap();
    assert_eq!(store.login("token", 1000).await, Ok(Some("Ärger".into())));
    store.save_login("old", "Ärger", 500).await.unwrap();
    assert_eq!(store.drop_expired_logins(500).await, Ok(1));
    assert_eq!(store.login("old", 0).await, Ok(None));
    store.drop_login("token").await.unwrap();
    assert_eq!(store.login("token", 0).await, Ok(None));
}

async fn seats_are_held(place: Place) {
    let store = place.open().await;
    for id in ["a", "b"] {
        store.create(id, &open_summary(), &[]).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(3)).await;
    }
    for (holder, game, seat) in
        [("ann", "a", 1), ("ann", "a", 0), ("ann", "b", 255), ("ann", "a", 1), ("bob", "a", 1)]
    {
        store.hold_seat(holder, game, seat).await.unwrap();
    }
    let of_bob = Filter { held_by: Some("bob".into()), ..Filter::default() };
    let ids: Vec<String> = store.list(&of_bob).await.unwrap().into_iter().map(|one| one.id).collect();
    assert_eq!(ids, ["a"]);
    let held = |seats: &[(&str, u8)]| Ok(seats.iter().map(|(id, seat)| (id.to_string(), *seat)).collect());
    assert_eq!(store.held_seats("ann").await, held(&[("b", 255), ("a", 0), ("a", 1)]));
    assert_eq!(store.held_seats("bob").await, held(&[("a", 1)]));
}

async fn lists_are_saved(place: Place) {
    let store = place.open().await;
    store.create_account("Ann", "hash").await.unwrap();
    store.create_account("Bob", "hash").await.unwrap();
    store.put_list("k1", Some("ann"), "go", "first", "{}").await.unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(3)).await;
    store.put_list("k2", Some("ANN"), "go", "second", "{}").await.unwrap();
    store.put_list("k3", None, "go", "shared", "{}").await.unwrap();
    let found = store.list_by_key("k1").await.unwrap().unwrap();
    assert_eq!((found.key.as_str(), found.account.as_deref()), ("k1", Some("Ann")));
    assert_eq!((found.game.as_str(), found.name.as_str(), found.body.as_str()), ("go", "first", "{}"));
    let keys = |lists: Vec<store::SavedList>| lists.into_iter().map(|list| list.key).collect::<Vec<_>>();
    assert_eq!(keys(store.lists_of("ann").await.unwrap()), ["k2", "k1"]);
    tokio::time::sleep(std::time::Duration::from_millis(3)).await;
    store.put_list("k1", Some("Ann"), "go", "first, better", "[]").await.unwrap();
    assert_eq!(keys(store.lists_of("ann").await.unwrap()), ["k1", "k2"]);

    // Nobody else replaces it, and nobody at all what belongs to nobody; the same again is no harm.
    for (key, account) in [("k1", Some("bob")), ("k1", None), ("k3", None), ("k3", Some("bob"))] {
        assert_eq!(store.put_list(key, account, "go", "mine", "x").await, Err(StoreError::Exists));
    }
    store.put_list("k3", None, "go", "shared", "{}").await.unwrap();
    assert_eq!(store.list_by_key("k1").await.unwrap().unwrap().name, "first, better");
    assert_eq!(store.list_by_key("k3").await.unwrap().unwrap().account, None);
    assert_eq!(store.lists_of("bob").await, Ok(vec![]));
}

const ODD: [&str; 7] = [
    "",
    "{\"a\":\"\\u0000 \\\\ \\\"\"}",
    "'; DROP TABLE games; --",
    "\u{1}\u{7f}\u{feff}\r\n\t",
    "Zwölf Boxkämpfer 🚀👩‍🚀 \u{10ffff}",
    "\u{202e}right to left\u{202c} e\u{301}",
    "{a,b} \\N NULL %s $1 ?1",
];

async fn odd_characters_survive(place: Place) {
    let store = place.open().await;
    let odd = ODD.map(String::from).to_vec();
    for (id, text) in ["-_~.", "🚀", "a b/../c", "'\"\\"].into_iter().zip(ODD) {
        let mut summary = open_summary();
        summary.body = text.into();
        store.create(id, &summary, &odd).await.unwrap();
        store.append(id, odd.len() as u64, &odd, None).await.unwrap();
        store.save_snapshot(id, &Snapshot { seq: 1, body: text.into() }).await.unwrap();
        assert_eq!(bodies(&store, id, odd.len() as u64).await, odd);
        assert_eq!(store.latest_snapshot(id).await.unwrap().unwrap().body, text);
        let games = store.list(&Filter::default()).await.unwrap();
        assert_eq!(games.iter().find(|game| game.id == id).unwrap().summary, summary);
    }
}

async fn big_bodies_survive(place: Place) {
    let store = place.open().await;
    let big = "0123456789abcdeé".repeat(500_000); // 8.5 MB
    store.create("a", &open_summary(), &[big.clone(), "small".into()]).await.unwrap();
    store.append("a", 2, std::slice::from_ref(&big), None).await.unwrap();
    store.save_snapshot("a", &Snapshot { seq: 3, body: big.clone() }).await.unwrap();
    assert!(bodies(&store, "a", 0).await == [big.clone(), "small".into(), big.clone()]);
    assert!(store.latest_snapshot("a").await.unwrap().unwrap().body == big);
    let many: Vec<String> = (3..10_003).map(|n| n.to_string()).collect();
    store.append("a", 3, &many, None).await.unwrap();
    assert!(bodies(&store, "a", 3).await == many);
}

async fn what_no_store_can_keep_is_refused(place: Place) {
    let store = place.open().await;
    let invalid = |result: Result<(), StoreError>| assert!(matches!(result, Err(StoreError::Invalid(_))));
    for id in [String::new(), "\0".into(), "x".repeat(MAX_KEY + 1)] {
        invalid(store.create(&id, &open_summary(), &[]).await);
        invalid(store.create_account(&id, "hash").await);
        invalid(store.put_list(&id, None, "go", "n", "b").await);
    }
    invalid(store.create("a", &open_summary(), &["x".repeat(MAX_BODY + 1)]).await);
    store.create(&"x".repeat(MAX_KEY), &open_summary(), &[]).await.unwrap();
    let bad = Filter { game: Some("\0".into()), ..Filter::default() };
    assert!(matches!(store.list(&bad).await, Err(StoreError::Invalid(_))));
}

async fn reopening_keeps_everything(place: Place) {
    let store = place.open().await;
    store.create("a", &open_summary(), &texts(["0"])).await.unwrap();
    store.append("a", 1, &texts(["1"]), Some(&summary("go", "playing", false))).await.unwrap();
    store.save_snapshot("a", &Snapshot { seq: 2, body: "s".into() }).await.unwrap();
    store.create_account("Ann", "hash").await.unwrap();
    store.save_login("token", "ann", 10).await.unwrap();
    store.hold_seat("ann", "a", 3).await.unwrap();
    store.put_list("k", Some("ann"), "go", "n", "b").await.unwrap();
    let (records, games, list) = (
        store.read("a", 0).await.unwrap(),
        store.list(&Filter::default()).await.unwrap(),
        store.list_by_key("k").await.unwrap(),
    );
    store.close().await;
    store.close().await; // once more does nothing
    let closed = |error| matches!(error, StoreError::Unavailable(_));
    assert!(closed(store.read("a", 0).await.unwrap_err()));
    assert!(closed(store.append("a", 2, &texts(["x"]), None).await.unwrap_err()));
    assert!(closed(store.healthy().await.unwrap_err()));

    let store = place.open().await;
    assert_eq!(store.read("a", 0).await.unwrap(), records);
    assert_eq!(store.list(&Filter::default()).await.unwrap(), games);
    assert_eq!(store.list_by_key("k").await.unwrap(), list);
    assert_eq!(store.latest_snapshot("a").await, Ok(Some(Snapshot { seq: 2, body: "s".into() })));
    assert_eq!(store.password_hash("ann").await, Ok(Some("hash".into())));
    assert_eq!(store.login("token", 0).await, Ok(Some("Ann".into())));
    assert_eq!(store.held_seats("ann").await, Ok(vec![("a".into(), 3)]));
    store.append("a", 2, &texts(["2"]), None).await.unwrap();
}

async fn changes_are_told(place: Place) {
    let store = place.open().await;
    let mut changes = store.changes();
    let mut beside = store.changes();
    store.create("a b", &open_summary(), &texts(["0"])).await.unwrap();
    assert_eq!(store.append("a b", 0, &texts(["x"]), None).await, Err(StoreError::Conflict));
    store.append("a b", 1, &texts(["1", "2"]), None).await.unwrap();
    for changes in [&mut changes, &mut beside] {
        for next in [1, 3] {
            assert_eq!(next_change(changes).await, Change::Game { id: "a b".into(), next });
        }
    }
}

async fn closing_finishes_what_is_under_way(place: Place) {
    let store = place.open().await;
    store.create("a", &open_summary(), &[]).await.unwrap();
    let mut tasks = Vec::new();
    for game in 0..64 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            let id = format!("g{game}");
            store.create(&id, &open_summary(), &texts(["0"])).await.map(|()| id)
        }));
    }
    tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    store.close().await;
    let mut made = Vec::new();
    for task in tasks {
        match task.await.unwrap() {
            Ok(id) => made.push(id),
            Err(StoreError::Unavailable(_)) => {}
            Err(other) => panic!("{other}"),
        }
    }
    let store = place.open().await;
    for id in made {
        assert_eq!(bodies(&store, &id, 0).await, ["0"]);
    }
}

/// More than can wait, be under way and be given up meanwhile.
const TOO_MANY: usize = 12_000;

async fn a_full_queue_refuses_appends(place: Place) {
    const GAMES: usize = 64;
    let store = place.open().await;
    for game in 0..GAMES {
        store.create(&format!("g{game}"), &open_summary(), &[]).await.unwrap();
    }
    let stall = place.stall().await;
    let answers = flood(stall, |number| {
        let store = store.clone();
        async move { store.append(&format!("g{}", number % GAMES), 0, &[number.to_string()], None).await }
    })
    .await;
    let mut there = Vec::new();
    for game in 0..GAMES {
        there.extend(bodies(&store, &format!("g{game}"), 0).await);
    }
    let refused = chosen(&answers, |answer| *answer == Err(StoreError::Busy));
    assert!(refused.iter().all(|number| !there.contains(number)), "what was refused was not written");
    assert!(chosen(&answers, |answer| answer.is_ok()).iter().all(|number| there.contains(number)));
}

async fn a_full_queue_refuses_new_games(place: Place) {
    let store = place.open().await;
    let stall = place.stall().await;
    let answers = flood(stall, |number| {
        let store = store.clone();
        async move { store.create(&number.to_string(), &open_summary(), &[]).await }
    })
    .await;
    for refused in chosen(&answers, |answer| *answer == Err(StoreError::Busy)) {
        assert_eq!(store.read(&refused, 0).await, Err(StoreError::NotFound));
    }
    for made in chosen(&answers, |answer| answer.is_ok()) {
        assert!(store.read(&made, 0).await.is_ok());
    }
}

/// Writes while nobody can until one is refused as `Busy`, then lets the rest through and returns what each was told.
async fn flood<F>(stall: common::Stall, write: impl Fn(usize) -> F) -> Vec<Result<(), StoreError>>
where
    F: Future<Output = Result<(), StoreError>> + Send + 'static,
{
    let (refused, mut busy) = tokio::sync::mpsc::unbounded_channel();
    let writes = (0..TOO_MANY).map(|number| {
        let (write, refused) = (write(number), refused.clone());
        tokio::spawn(async move {
            let answer = write.await;
            if answer == Err(StoreError::Busy) {
                _ = refused.send(());
            }
            answer
        })
    });
    let writes: Vec<_> = writes.collect();
    drop(refused);
    busy.recv().await.expect("one of them is refused as busy");
    drop(stall);
    let mut answers = Vec::new();
    for write in writes {
        answers.push(write.await.unwrap());
    }
    answers
}

/// The numbers of the writes that were told so.
fn chosen(
    answers: &[Result<(), StoreError>],
    which: impl Fn(&Result<(), StoreError>) -> bool,
) -> Vec<String> {
    let numbered = answers.iter().enumerate().filter(|(_, answer)| which(answer));
    numbered.map(|(number, _)| number.to_string()).collect()
}

fn long_ago(days: i64) -> i64 {
    Expiry::after_days(0, 0).open_before - days * 24 * 60 * 60 * 1000
}

/// By then everything is old.
fn in_future() -> Expiry {
    Expiry { open_before: i64::MAX, lists_before: i64::MAX }
}

async fn makers_are_counted(place: Place) {
    let store = place.open().await;
    let both = texts(["key:1", "address:2"]);
    for id in ["a", "b", "replay"] {
        store.create(id, &open_summary(), &[]).await.unwrap();
    }
    store.put_list("list", None, "go", "n", "{}").await.unwrap();
    store.remember_makers(Kind::Table, "a", &both).await.unwrap();
    store.remember_makers(Kind::Table, "a", &both).await.unwrap(); // once more counts nothing
    store.remember_makers(Kind::Table, "b", &texts(["key:1"])).await.unwrap();
    store.remember_makers(Kind::Replay, "replay", &both).await.unwrap();
    store.remember_makers(Kind::List, "list", &texts(["address:2"])).await.unwrap();
    for (holder, kind, count) in [
        ("key:1", Kind::Table, 2),
        ("address:2", Kind::Table, 1),
        ("key:1", Kind::Replay, 1),
        ("key:1", Kind::List, 0),
        ("address:2", Kind::List, 1),
        ("key:none", Kind::Table, 0),
        ("", Kind::Table, 0),
        ("\0", Kind::Table, 0),
    ] {
        assert_eq!(store.count_made(holder, kind).await, Ok(count), "{holder:?} {kind:?}");
    }
    for (kind, thing) in
        [(Kind::Table, "none"), (Kind::List, "a"), (Kind::Replay, "list"), (Kind::List, "\0")]
    {
        assert_eq!(store.remember_makers(kind, thing, &both).await, Err(StoreError::NotFound));
    }
    assert!(matches!(
        store.remember_makers(Kind::Table, "a", &texts([""])).await,
        Err(StoreError::Invalid(_))
    ));
}

async fn only_tables_that_never_began_expire(place: Place) {
    const OPEN: usize = 70; // more than one batch
    let store = place.open().await;
    let makers = texts(["key:1"]);
    let ids: Vec<String> = (0..OPEN).map(|number| format!("open{number}")).collect();
    for id in &ids {
        store.create(id, &open_summary(), &texts(["0", "1"])).await.unwrap();
        store.save_snapshot(id, &Snapshot { seq: 1, body: "s".into() }).await.unwrap();
        store.hold_seat("ann", id, 0).await.unwrap();
        store.remember_makers(Kind::Table, id, &makers).await.unwrap();
    }
    for (id, status) in [("playing", "playing"), ("over", "over")] {
        store.create(id, &summary("go", status, true), &texts(["0"])).await.unwrap();
        store.remember_makers(Kind::Table, id, &makers).await.unwrap();
    }
    let none = Pruned { tables: 0, lists: 0 };
    let yesterday = Expiry { open_before: long_ago(1), lists_before: long_ago(1) };
    assert_eq!(store.prune(&yesterday).await, Ok(none), "nothing is as old as that");
    let all = Pruned { tables: OPEN as u64, lists: 0 };
    assert_eq!(store.prunable(&in_future()).await, Ok(all));
    assert_eq!(listed(&store, Filter::default()).await.len(), OPEN + 2, "to ask deletes nothing");
    assert_eq!(store.prune(&in_future()).await, Ok(all));
    for id in &ids {
        assert_eq!(store.read(id, 0).await, Err(StoreError::NotFound));
        assert_eq!(store.latest_snapshot(id).await, Ok(None));
        assert_eq!(store.append(id, 2, &texts(["2"]), None).await, Err(StoreError::NotFound));
        store.create(id, &open_summary(), &[]).await.unwrap(); // nothing of the old one is in the way
    }
    assert_eq!(store.held_seats("ann").await, Ok(vec![]));
    assert_eq!(store.count_made("key:1", Kind::Table).await, Ok(1));
    assert_eq!(bodies(&store, "playing", 0).await, ["0"]);
    assert_eq!(bodies(&store, "over", 0).await, ["0"]);
}

async fn lists_nobody_looks_at_expire(place: Place) {
    let store = place.open().await;
    store.create_account("Ann", "hash").await.unwrap();
    store.put_list("owned", Some("ann"), "go", "n", "{}").await.unwrap();
    for key in ["seen", "forgotten", "saved again"] {
        store.put_list(key, None, "go", "n", "{}").await.unwrap();
        store.remember_makers(Kind::List, key, &texts(["key:1"])).await.unwrap();
    }
    place.sql(&format!("UPDATE lists SET seen = {}", long_ago(3))).await;
    store.list_by_key("seen").await.unwrap().unwrap();
    store.put_list("saved again", None, "go", "n", "{}").await.unwrap();
    let expiry = Expiry { open_before: 0, lists_before: long_ago(2) };
    assert_eq!(store.prunable(&expiry).await, Ok(Pruned { tables: 0, lists: 1 }));
    assert_eq!(store.prune(&expiry).await, Ok(Pruned { tables: 0, lists: 1 }));
    assert_eq!(store.list_by_key("forgotten").await, Ok(None));
    assert_eq!(store.count_made("key:1", Kind::List).await, Ok(2));
    for key in ["owned", "seen", "saved again"] {
        assert!(store.list_by_key(key).await.unwrap().is_some(), "{key}");
    }
}

async fn a_look_at_a_list_is_written_once_a_day(place: Place) {
    let store = place.open().await;
    store.create_account("Ann", "hash").await.unwrap();
    store.put_list("of ann", Some("ann"), "go", "n", "{}").await.unwrap();
    store.put_list("of nobody", None, "go", "n", "{}").await.unwrap();
    for (days, renewed) in [(0.5, false), (1.5, true)] {
        let seen = long_ago(0) - (days * 24.0 * 3_600_000.0) as i64;
        place.sql(&format!("UPDATE lists SET seen = {seen}")).await;
        store.list_by_key("of nobody").await.unwrap().unwrap();
        assert_eq!(store.lists_of("ann").await.unwrap().len(), 1);
        for key in ["of ann", "of nobody"] {
            let now = place.number(&format!("SELECT seen FROM lists WHERE key = '{key}'")).await;
            assert_eq!(now != seen, renewed, "{key}, seen {days} days ago");
        }
    }
}

async fn lists_have_bounds(place: Place) {
    let store = place.open().await;
    store.put_list("a", None, "go", &"ä".repeat(MAX_LIST_NAME), &"x".repeat(MAX_LIST)).await.unwrap();
    for (name, body) in [("n".repeat(MAX_LIST_NAME + 1), "{}".into()), ("n".into(), "x".repeat(MAX_LIST + 1))]
    {
        let refused = store.put_list("b", None, "go", &name, &body).await;
        assert!(matches!(refused, Err(StoreError::Invalid(_))), "{refused:?}");
    }
    assert_eq!(store.list_by_key("b").await, Ok(None));
}

async fn agents_do_not_push_people_out_of_a_list(place: Place) {
    let store = place.open().await;
    let agents = Summary { people: false, ..open_summary() };
    store.create("people", &open_summary(), &[]).await.unwrap();
    for number in 0..5 {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        store.create(&format!("agents{number}"), &agents, &[]).await.unwrap();
    }
    let few = Filter { status: Some("open".into()), limit: 3, ..Filter::default() };
    let people = Filter { people_only: true, ..few.clone() };
    assert_eq!(listed(&store, few.clone()).await, ["agents4", "agents3", "agents2"]);
    assert_eq!(listed(&store, people.clone()).await, ["people"]);
    let games = store.list(&Filter::default()).await.unwrap();
    assert!(games.iter().all(|game| game.summary.people == (game.id == "people")));

    // A person sits down; what comes without a summary changes nothing of that.
    store.append("agents1", 0, &[], Some(&open_summary())).await.unwrap();
    store.append("agents2", 0, &texts(["x"]), None).await.unwrap();
    store.append("people", 0, &texts(["x"]), None).await.unwrap();
    let mut with_people = listed(&store, people).await;
    with_people.sort();
    assert_eq!(with_people, ["agents1", "people"]);
}

async fn names_that_look_alike_are_one_account(place: Place) {
    let store = place.open().await;
    for name in ["Paul", "admin", "l1I", "Bob", "WILLI", "Ärger"] {
        store.create_account(name, name).await.unwrap();
    }
    for alike in [
        "Раul",  // Cyrillic Р and а
        "аdmin", // Cyrillic а
        "АDМIN", // in capitals, Cyrillic А and М
        "lll",
        "IlI",
        "Вob",          // Cyrillic В
        "WiIIi",        // capital I for each l
        "Pa\u{200b}ul", // with a space of no width
        "𝐏𝐚𝐮𝐥",
    ] {
        assert_eq!(store.create_account(alike, "x").await, Err(StoreError::Exists), "{alike}");
    }
    // To look like an account is not to be it.
    assert_eq!(store.password_hash("Раul").await, Ok(None));
    for other in ["Paula", "Arger", "Administrator", "Павел", "Will"] {
        store.create_account(other, other).await.unwrap();
        assert_eq!(store.password_hash(other).await, Ok(Some(other.into())));
    }
}

async fn one_of_many_alike_gets_the_name(place: Place) {
    let store = place.open().await;
    for name in [["Paul", "Раul"], ["scope", "ѕсоре"]] {
        let tasks = (0..24).map(|number| {
            let store = store.clone();
            tokio::spawn(async move { store.create_account(name[number % 2], "hash").await })
        });
        let mut made = 0;
        for task in tasks.collect::<Vec<_>>() {
            match task.await.unwrap() {
                Ok(()) => made += 1,
                other => assert_eq!(other, Err(StoreError::Exists)),
            }
        }
        assert_eq!(made, 1, "{name:?}");
    }
}

async fn sizes_are_told(place: Place) {
    let store = place.open().await;
    store.create_account("Ann", "hash").await.unwrap();
    store.create("a", &open_summary(), &texts(["12345", "ä"])).await.unwrap();
    store.create("b", &summary("go", "over", true), &texts(["1"])).await.unwrap();
    store.create("c", &open_summary(), &[]).await.unwrap();
    store.save_snapshot("a", &Snapshot { seq: 1, body: "123".into() }).await.unwrap();
    store.put_list("k", None, "go", "n", "{}").await.unwrap();
    store.put_list("l", Some("ann"), "go", "n", "{}").await.unwrap();
    let sizes = store.sizes().await.unwrap();
    assert_eq!(sizes.tables, [("open".to_owned(), 2), ("over".to_owned(), 1)].into());
    assert_eq!(sizes.records, Amount { count: 3, bytes: 8 });
    assert_eq!(sizes.snapshots, Amount { count: 1, bytes: 3 });
    assert_eq!(sizes.lists, Amount { count: 2, bytes: 4 });
    assert_eq!((sizes.lists_without_account, sizes.accounts), (1, 1));
    assert!(sizes.disk > 10_000, "{}", sizes.disk);
}

async fn faults_are_found(place: Place) {
    let store = place.open().await;
    for id in ["a", "b", "c"] {
        store.create(id, &open_summary(), &texts(["{}", "[1]", "\"x\""])).await.unwrap();
    }
    let seen = std::sync::atomic::AtomicU64::new(0);
    let count = || _ = seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(store.damage().await, Ok(vec![]));
    assert_eq!(stream_faults(&*store, count).await, Ok(vec![]));
    assert_eq!(seen.into_inner(), 3);
    let stray = match &place {
        Place::Sqlite(_) => "PRAGMA foreign_keys = OFF; INSERT INTO seats VALUES ('ann', 'none', 0)",
        Place::Postgres { .. } => {
            "SET session_replication_role = replica; INSERT INTO seats VALUES ('ann', 'none', 0)"
        }
    };
    place.sql(stray).await;
    place.sql("DELETE FROM records WHERE game = 'a' AND seq = 1").await;
    place.sql("UPDATE records SET body = '{half' WHERE game = 'b' AND seq = 2").await;
    let damage = store.damage().await.unwrap();
    assert!(damage.len() == 1 && damage[0].contains("seats") && damage[0].contains("games"), "{damage:?}");
    let mut faults = stream_faults(&*store, || ()).await.unwrap();
    faults.sort();
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].contains("table a") && faults[0].contains("record 1 of 3 is missing"), "{faults:?}");
    assert!(faults[1].contains("table b") && faults[1].contains("record 2 is no JSON"), "{faults:?}");
}

async fn compacting_gives_room_back(place: Place) {
    let store = place.open().await;
    let big = vec!["x".repeat(100_000); 20];
    store.create("gone", &open_summary(), &big).await.unwrap();
    store.create("stays", &summary("go", "over", true), &texts(["0"])).await.unwrap();
    store.prune(&in_future()).await.unwrap();
    let before = store.sizes().await.unwrap();
    // While others write.
    let (compacted, appended) =
        tokio::join!(store.compact(), store.append("stays", 1, std::slice::from_ref(&big[0]), None));
    assert_eq!((compacted, appended), (Ok(()), Ok(())));
    let after = store.sizes().await.unwrap();
    assert!(after.disk < before.disk, "{before:?} {after:?}");
    assert_eq!(store.read("stays", 0).await.unwrap().len(), 2);
}

async fn reading_only_changes_nothing(place: Place) {
    let store = place.open().await;
    store.create("a", &open_summary(), &texts(["0"])).await.unwrap();
    store.put_list("k", None, "go", "n", "{}").await.unwrap();
    place.sql("UPDATE lists SET seen = 7").await;
    let health = place.number("SELECT count(*) FROM health").await;
    let reader = place.open_to_read().await.unwrap();
    reader.healthy().await.unwrap();
    assert_eq!(bodies(&reader, "a", 0).await, ["0"]);
    assert!(reader.list_by_key("k").await.unwrap().is_some());
    assert_eq!(reader.create("b", &open_summary(), &[]).await, Err(StoreError::ReadOnly));
    assert_eq!(reader.append("a", 1, &texts(["1"]), None).await, Err(StoreError::ReadOnly));
    assert_eq!(reader.create_account("Ann", "hash").await, Err(StoreError::ReadOnly));
    assert_eq!(reader.prune(&in_future()).await, Err(StoreError::ReadOnly));
    assert_eq!(reader.compact().await, Err(StoreError::ReadOnly));
    assert_eq!(place.number("SELECT seen FROM lists").await, 7);
    assert_eq!(place.number("SELECT count(*) FROM health").await, health);
}
