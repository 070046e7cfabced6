//! A store of the first version, made by the statements and rows of that version, opens with everything that was in it.

mod common;

use common::{Place, sql, texts};
use rusqlite::Connection;
use std::sync::Arc;
use store::{Filter, Snapshot, Store, StoreError};

/// What the first version wrote, in words that both databases understand.
const ROWS: &str = r#"
INSERT INTO games VALUES ('people', 2, 1600000000000, 'go', 'playing', true,
    '{"stage":"playing","seats":[{"player":"Ann","holder":"person"},{"player":"","agent":"greedy","holder":"agent"}]}');
INSERT INTO records VALUES ('people', 0, 1600000000000, '{"first":1}'), ('people', 1, 1600000000001, '{"second":2}');
INSERT INTO snapshots VALUES ('people', 2, 'fold');
INSERT INTO accounts VALUES ('ann', 'Ann', 'hash of ann');
INSERT INTO logins VALUES ('token', 'ann', 5000);
INSERT INTO seats VALUES ('account:Ann', 'people', 1);
INSERT INTO lists VALUES ('owned', 'ann', 'go', 'mine', '{}', 1600000000000),
    ('shared', NULL, 'go', 'ours', '{}', 1600000000000);
"#;

async fn old_store(place: &Place, more: &str) {
    match place {
        Place::Sqlite(folder) => {
            let first = include_str!("../migrations/sqlite/1.sql");
            let connection = Connection::open(folder.path().join("store.db")).unwrap();
            connection.execute_batch(first).unwrap();
            connection.execute_batch(ROWS).unwrap();
            connection.execute_batch(more).unwrap();
            let mark =
                "PRAGMA journal_mode = WAL; PRAGMA application_id = 1398894180; PRAGMA user_version = 1";
            connection.execute_batch(mark).unwrap();
        }
        Place::Postgres { url } => {
            let first = include_str!("../migrations/postgres/1.sql");
            let version = "CREATE TABLE sandtable_version (version INTEGER NOT NULL);
                INSERT INTO sandtable_version VALUES (1);";
            sql(url, &format!("{first} {version} {ROWS} {more}")).await;
        }
    }
}

async fn both(check: impl AsyncFn(Place)) {
    check(Place::sqlite()).await;
    if let Some(place) = Place::postgres().await {
        check(place).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_of_the_first_version_is_there() {
    both(async |place| {
        old_store(&place, "").await;
        let store = place.open().await;
        everything_is_there(&store).await;
        store.healthy().await.unwrap();
        store.append("people", 2, &texts(["{}"]), None).await.unwrap();
        store.close().await;
        let again = place.open().await;
        assert_eq!(again.read("people", 0).await.unwrap().len(), 3);
    })
    .await;
}

async fn everything_is_there(store: &Arc<dyn Store>) {
    let records = store.read("people", 0).await.unwrap();
    let bodies: Vec<&str> = records.iter().map(|record| record.body.as_str()).collect();
    assert_eq!(bodies, [r#"{"first":1}"#, r#"{"second":2}"#]);
    assert_eq!(records[1].at, 1_600_000_000_001);
    assert_eq!(store.latest_snapshot("people").await, Ok(Some(Snapshot { seq: 2, body: "fold".into() })));
    let listed = store.list(&Filter::default()).await.unwrap();
    assert_eq!((listed.len(), listed[0].id.as_str(), listed[0].next), (1, "people", 2));
    assert_eq!(listed[0].updated, 1_600_000_000_000);
    assert_eq!((&*listed[0].summary.status, listed[0].summary.listed), ("playing", true));
    assert_eq!(store.password_hash("ANN").await, Ok(Some("hash of ann".into())));
    assert_eq!(store.login("token", 0).await, Ok(Some("Ann".into())));
    assert_eq!(store.held_seats("account:Ann").await, Ok(vec![("people".into(), 1)]));
    assert_eq!(store.lists_of("ann").await.unwrap()[0].name, "mine");
    assert_eq!(store.list_by_key("shared").await.unwrap().unwrap().name, "ours");
}

/// Summaries of the first version, and whether they say that only agents play.
const SUMMARIES: [(&str, &str, bool); 10] = [
    ("agents", r#"{"stage":"over","seats":[{"holder":"agent"},{"agent":"random","holder":"agent"}]}"#, true),
    ("nobody", r#"{"seats":[{"holder":"agent"},{"holder":"nobody"}]}"#, false),
    ("conceded", r#"{"seats":[{"holder":"agent"},{"holder":"conceded"}]}"#, false),
    ("named", r#"{"seats":[{"player":"\"holder\":\"agent\"","holder":"person"}]}"#, false),
    ("empty", r#"{"seats":[]}"#, false),
    ("other", r#"{"seats":"agent","of":"go"}"#, false),
    ("odd", r#"{"seats":[["agent"],"agent",{"holder":["agent"]}]}"#, false),
    ("null", r#"{"seats":[{"holder":"agent","player":"\u0000"},{"holder":null}]}"#, false),
    ("scalar", "7", false),
    ("words", "no JSON at all {", false),
];

#[tokio::test(flavor = "multi_thread")]
async fn old_tables_have_people_unless_every_seat_is_an_agents() {
    both(async |place| {
        let rows = SUMMARIES.map(|(id, summary, _)| {
            format!("INSERT INTO games VALUES ('{id}', 0, 1, 'go', 'over', true, '{summary}');")
        });
        old_store(&place, &rows.concat()).await;
        let store = place.open().await;
        let games = store.list(&Filter::default()).await.unwrap();
        for (id, summary, agents) in SUMMARIES {
            let game = games.iter().find(|game| game.id == id).unwrap();
            assert_eq!(game.summary.people, !agents, "{summary}");
            assert_eq!(game.summary.body, summary);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn old_accounts_that_look_alike_both_stay() {
    both(async |place| {
        let rows = "INSERT INTO accounts VALUES ('paul', 'Paul', 'latin'), ('раul', 'Раul', 'cyrillic');";
        old_store(&place, rows).await;
        for _ in 0..2 {
            let store = place.open().await;
            for (name, hash) in [("Paul", "latin"), ("Раul", "cyrillic"), ("Ann", "hash of ann")] {
                assert_eq!(store.password_hash(name).await, Ok(Some(hash.into())));
                store.save_login(&format!("of {hash}"), name, 10).await.unwrap();
                assert_eq!(store.login(&format!("of {hash}"), 0).await, Ok(Some(name.into())));
            }
            for alike in ["РАUL", "Pau\u{200b}l", "Аnn"] {
                assert_eq!(store.create_account(alike, "x").await, Err(StoreError::Exists), "{alike}");
            }
            store.close().await;
        }
    })
    .await;
}
