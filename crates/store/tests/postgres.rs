//! What only a shared database can do: several nodes at once, and connections that die.

mod common;

use common::{Place, next_change, open_summary, sql, texts};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::{Change, Database, Store, StoreError, open_database, open_postgres};

/// The address of a fresh schema, which is also the name its connections go by.
async fn fresh() -> Option<(Place, String, String)> {
    let place = Place::postgres().await?;
    let Place::Postgres { url } = &place else { return None };
    let url = url.clone();
    let schema = url.rsplit('=').next()?.to_owned();
    Some((place, url, schema))
}

#[tokio::test(flavor = "multi_thread")]
async fn many_nodes_make_the_tables_at_once() {
    let Some((_, url, _)) = fresh().await else { return };
    let nodes: Vec<_> = (0..8)
        .map(|node| {
            let url = url.clone();
            tokio::spawn(async move {
                let store = open_postgres(&url).await?;
                store.create(&format!("g{node}"), &open_summary(), &texts(["0"])).await?;
                Ok::<_, StoreError>(store)
            })
        })
        .collect();
    let mut stores = Vec::new();
    for node in nodes {
        stores.push(node.await.unwrap().unwrap());
    }
    for store in stores {
        assert_eq!(store.list(&Default::default()).await.unwrap().len(), 8);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_never_lose_an_append() {
    let Some((place, ..)) = fresh().await else { return };
    let nodes = [place.open().await, place.open().await];
    nodes[0].create("a", &open_summary(), &[]).await.unwrap();
    let mut tasks = Vec::new();
    for task in 0..12 {
        let store = nodes[task % 2].clone();
        tasks.push(tokio::spawn(async move {
            let mut won = Vec::new();
            let mut next = 0;
            while won.len() < 10 {
                let body = format!("{task}: {}", won.len());
                match store.append("a", next, std::slice::from_ref(&body), None).await {
                    Ok(()) => won.push((next, body)),
                    Err(StoreError::Conflict) => {}
                    Err(other) => panic!("{other}"),
                }
                next += store.read("a", next).await.unwrap().len() as u64;
            }
            won
        }));
    }
    let mut won = Vec::new();
    for task in tasks {
        won.extend(task.await.unwrap());
    }
    won.sort();
    for node in nodes {
        let there = node.read("a", 0).await.unwrap().into_iter().map(|record| (record.seq, record.body));
        assert_eq!(there.collect::<Vec<_>>(), won);
    }
}

/// Both nodes want all games at once, each in groups of its own: nobody waits in a circle.
#[tokio::test(flavor = "multi_thread")]
async fn groups_of_two_nodes_do_not_lock_each_other_out() {
    const GAMES: usize = 40;
    const PLACES: u64 = 15;
    let Some((place, ..)) = fresh().await else { return };
    let nodes = [place.open().await, place.open().await];
    for game in 0..GAMES {
        nodes[0].create(&format!("g{game}"), &open_summary(), &[]).await.unwrap();
    }
    let mut tasks = Vec::new();
    for task in 0..2 * GAMES {
        let store = nodes[task % 2].clone();
        tasks.push(tokio::spawn(async move {
            // The nodes go through the games in opposite order.
            let game = if task % 2 == 0 { task / 2 } else { GAMES - 1 - task / 2 };
            let id = format!("g{game}");
            let (mut next, mut won) = (0, 0);
            while next < PLACES {
                match store.append(&id, next, &[format!("{task}")], None).await {
                    Ok(()) => won += 1,
                    Err(StoreError::Conflict) => {}
                    Err(other) => panic!("{other}"),
                }
                next += store.read(&id, next).await.unwrap().len() as u64;
            }
            won
        }));
    }
    let mut won = 0;
    for task in tasks {
        won += task.await.unwrap();
    }
    let mut there = 0;
    for game in 0..GAMES {
        there += nodes[1].read(&format!("g{game}"), 0).await.unwrap().len();
    }
    assert_eq!(won, there);
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_are_told_to_other_nodes_of_the_same_store_only() {
    let Some((place, ..)) = fresh().await else { return };
    let Some((elsewhere, ..)) = fresh().await else { return };
    let (here, there, other) = (place.open().await, place.open().await, elsewhere.open().await);
    let (mut told, mut apart) = (there.changes(), other.changes());
    here.create("a", &open_summary(), &texts(["0"])).await.unwrap();
    assert_eq!(here.append("a", 0, &texts(["x"]), None).await, Err(StoreError::Conflict));
    here.append("a", 1, &texts(["1"]), None).await.unwrap();
    for next in [1, 2] {
        assert_eq!(next_change(&mut told).await, Change::Game { id: "a".into(), next });
        assert!(there.read("a", 0).await.unwrap().len() as u64 >= next, "told before it is there");
    }
    other.create("b", &open_summary(), &[]).await.unwrap();
    assert_eq!(next_change(&mut apart).await, Change::Game { id: "b".into(), next: 0 });
}

/// A record beyond the end, which no store writes, makes an append fail half-way: the primary key is the last line of defence.
#[tokio::test(flavor = "multi_thread")]
async fn the_primary_key_refuses_too() {
    let Some((place, url, _)) = fresh().await else { return };
    let store = place.open().await;
    store.create("a", &open_summary(), &texts(["0"])).await.unwrap();
    sql(&url, "INSERT INTO records VALUES ('a', 2, 0, 'stray')").await;
    store.create("b", &open_summary(), &[]).await.unwrap();
    for next in 0..30 {
        // Those that went into the same statement are not hurt.
        let (two, one) = (texts(["1", "2"]), texts(["x"]));
        let (failed, beside) =
            tokio::join!(store.append("a", 1, &two, None), store.append("b", next, &one, None));
        assert_eq!((failed, beside), (Err(StoreError::Conflict), Ok(())));
    }
    sql(&url, "DELETE FROM records WHERE body = 'stray'").await;
    assert_eq!(store.read("a", 0).await.unwrap().len(), 1);
    store.append("a", 1, &texts(["1", "2"]), None).await.unwrap();
}

/// Ends every connection of the store from outside, again and again, while appends are under way.
#[tokio::test(flavor = "multi_thread")]
async fn connections_may_die_at_any_moment() {
    let Some((place, _, schema)) = fresh().await else { return };
    let server = std::env::var("SANDTABLE_TEST_POSTGRES").unwrap();
    let store = place.open().await;
    let mut changes = store.changes();
    let appending: Vec<_> =
        (0..8).map(|game| tokio::spawn(append_through_trouble(store.clone(), game))).collect();
    let kill =
        format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{schema}'");
    for _ in 0..10 {
        tokio::time::sleep(Duration::from_millis(150)).await;
        sql(&server, &kill).await;
    }
    let mut unknown = 0;
    for task in appending {
        unknown += task.await.unwrap();
    }
    assert!(unknown > 0, "no connection died in an append");
    // Somebody who listens hears that he may have missed something, and hears the next change again.
    tokio::time::timeout(Duration::from_secs(20), async {
        while store.healthy().await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
    .expect("healthy again");
    let mut everything = false;
    store.create("after", &open_summary(), &[]).await.unwrap();
    loop {
        match next_change(&mut changes).await {
            Change::Everything => everything = true,
            Change::Game { id, .. } if id == "after" => break,
            Change::Game { .. } => {}
        }
    }
    assert!(everything);
}

/// What a caller does after `Unavailable`: read again, then decide. Returns how often it had to.
async fn append_through_trouble(store: Arc<dyn Store>, game: usize) -> usize {
    let id = format!("g{game}");
    while !matches!(store.create(&id, &open_summary(), &[]).await, Ok(()) | Err(StoreError::Exists)) {}
    let mut unknown = 0;
    let until = tokio::time::Instant::now() + Duration::from_millis(1700);
    let mut next = 0;
    while tokio::time::Instant::now() < until {
        let body = format!("{game} {next}");
        match store.append(&id, next, std::slice::from_ref(&body), None).await {
            Ok(()) => next += 1,
            Err(StoreError::Unavailable(_)) => {
                unknown += 1;
                let there = loop {
                    match store.read(&id, next).await {
                        Ok(there) => break there,
                        Err(StoreError::Unavailable(_)) => tokio::time::sleep(Duration::from_millis(5)).await,
                        Err(other) => panic!("{other}"),
                    }
                };
                assert!(there.len() <= 1);
                next += there.len() as u64;
            }
            // An append given up for dead may still have come through after the stream was read.
            Err(StoreError::Conflict) => next += store.read(&id, next).await.unwrap_or_default().len() as u64,
            Err(other) => panic!("{other}"),
        }
    }
    let records = loop {
        if let Ok(records) = store.read(&id, 0).await {
            break records;
        }
    };
    assert!(records.iter().all(|record| record.body == format!("{game} {}", record.seq)));
    assert!(records.len() as u64 >= next, "an acknowledged append is missing");
    unknown
}

/// As after a failover to a standby: reading works all the while, only a write finds out.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_written_is_not_healthy() {
    let Some((_, url, schema)) = fresh().await else { return };
    let role = format!("CREATE ROLE {schema} LOGIN; GRANT ALL ON SCHEMA {schema} TO {schema}");
    sql(&url, &role).await;
    let store = open_postgres(&url.replace("sandtable@", &format!("{schema}@"))).await.unwrap();
    store.create("a", &open_summary(), &[]).await.unwrap();
    store.healthy().await.unwrap();
    let turn = format!(
        "ALTER ROLE {schema} SET default_transaction_read_only = on;
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{schema}'"
    );
    sql(&url, &turn).await;
    let told = tokio::time::timeout(Duration::from_secs(20), async {
        loop {
            match store.healthy().await {
                Err(StoreError::Unavailable(why)) if why.contains("read-only") => return,
                _ => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    });
    told.await.expect("the next write says why");
    store.read("a", 0).await.unwrap();
}

/// A fresh schema of a server that has a certificate, as that of scripts/postgres.
async fn fresh_with_certificate() -> Option<(Place, String, String)> {
    if std::env::var_os("SANDTABLE_TEST_POSTGRES_TLS").is_none() {
        let note =
            "SKIPPED: encryption, because SANDTABLE_TEST_POSTGRES_TLS names no folder with certificates";
        _ = writeln!(std::io::stderr(), "{note}");
        return None;
    }
    fresh().await
}

/// The store at this address, as `sslmode` and the rest of it ask for.
async fn encrypted(url: &str, how: &str, ca: Option<&str>) -> Result<Arc<dyn Store>, StoreError> {
    let ca = ca.map(|name| Path::new(&std::env::var("SANDTABLE_TEST_POSTGRES_TLS").unwrap()).join(name));
    open_database(&Database { url: format!("{url}&{how}"), ca, ..Database::default() }).await
}

/// How many connections of the store are encrypted, and how many are not.
async fn lines(place: &Place, schema: &str) -> (i64, i64) {
    let count = async |which: &str| {
        let sql = format!(
            "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
            WHERE application_name = '{schema}' AND pid <> pg_backend_pid() AND {which}"
        );
        place.number(&sql).await
    };
    (count("ssl").await, count("NOT ssl").await)
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_encrypted_as_the_address_says() {
    let Some((place, url, schema)) = fresh_with_certificate().await else { return };
    for (how, ca, encryption) in [
        ("sslmode=verify-full", Some("ca.pem"), true),
        ("sslmode=verify-ca", Some("ca.pem"), true),
        ("sslmode=require", None, true),
        ("sslmode=prefer", None, true),
        ("connect_timeout=9", None, true), // nothing said of it
        ("sslmode=disable", None, false),
    ] {
        let store = encrypted(&url, how, ca).await.unwrap_or_else(|error| panic!("{how}: {error}"));
        let mut changes = store.changes();
        store.create(how, &open_summary(), &[]).await.unwrap();
        assert_eq!(next_change(&mut changes).await, Change::Game { id: how.into(), next: 0 });
        let (with, without) = lines(&place, &schema).await;
        // The pool's and the listener's; those that were closed before may still be on their way out.
        assert!(if encryption { with >= 2 } else { without >= 2 }, "{how}: {with} encrypted, {without} not");
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_certificate_is_refused() {
    let Some((_, url, _)) = fresh_with_certificate().await else { return };
    let elsewhere = url.replace("127.0.0.1", "localhost");
    for (url, how, ca) in [
        (&url, "sslmode=verify-full", Some("other.pem")),
        (&url, "sslmode=verify-ca", Some("other.pem")),
        (&url, "sslmode=require", Some("other.pem")),
        (&elsewhere, "sslmode=verify-full", Some("ca.pem")), // it is made out to the number
    ] {
        match encrypted(url, how, ca).await.err() {
            Some(StoreError::Unavailable(why)) => assert!(why.contains("certificate"), "{how}: {why}"),
            other => panic!("{how}: {other:?}"),
        }
    }
    let store = encrypted(&elsewhere, "sslmode=verify-ca", Some("ca.pem")).await;
    store.expect("whose name it bears is not asked").close().await;
    for (how, ca) in [("sslmode=verify-full", Some("none.pem")), ("sslmode=sometimes", None)] {
        assert!(matches!(encrypted(&url, how, ca).await, Err(StoreError::Unavailable(_))), "{how}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_store_is_refused() {
    let Some((_, url, schema)) = fresh().await else { return };
    let refusal = async |url: &str| open_postgres(url).await.err().expect("refused");
    assert!(matches!(refusal("nonsense").await, StoreError::Unavailable(_)));
    assert!(matches!(refusal("postgres://nobody@127.0.0.1:1/none").await, StoreError::Unavailable(_)));
    let nowhere = url.replace(&format!("search_path%3D{schema}"), "search_path%3Dnowhere");
    assert!(matches!(refusal(&nowhere).await, StoreError::Corrupt(_)));
    sql(&url, "CREATE TABLE games (theirs TEXT)").await;
    match refusal(&url).await {
        StoreError::Corrupt(why) => assert!(why.contains("games"), "{why}"),
        other => panic!("{other:?}"),
    }
    sql(&url, "DROP TABLE games").await;
    open_postgres(&url).await.unwrap().close().await;
    sql(&url, "INSERT INTO sandtable_version VALUES (999)").await;
    match refusal(&url).await {
        StoreError::Corrupt(why) => assert!(why.contains("version 999"), "{why}"),
        other => panic!("{other:?}"),
    }
}
