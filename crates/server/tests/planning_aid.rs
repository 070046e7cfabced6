//! What a table tells while dials are set: where maneuvers end, only to one person alone against agents, and only if the
//! aid is neither switched off nor ruled out by a tournament.

mod common;

use attackwing::AttackWing;
use common::{Client, TestServer, reply_to};
use serde_json::{Value, json};
use server::games::{AnyGame, Hosted};
use xwing::XWing;

static ATTACK_WING: Hosted<AttackWing> = Hosted::new(agents::agent, &agents::AGENTS);
static X_WING: Hosted<XWing> = Hosted::new(agents::agent, &agents::AGENTS);
static BOTH: [&dyn AnyGame; 2] = [&ATTACK_WING, &X_WING];

/// The games with how a tournament is agreed on in each.
const GAMES: [(&str, (&str, &str)); 2] =
    [("attackwing", ("tournament", "yes")), ("xwing", ("occasion", "tournament"))];

async fn table(client: &Client, game: &str, seats: [&str; 2], agreed: &Value) -> String {
    let lists = if game == "xwing" { ["rebel-core", "imperial-core"] } else { ["federation", "klingon"] };
    let seats = [0, 1].map(|seat| match (seats[seat], json!({ "ready": lists[seat] })) {
        (who @ ("me" | "open"), list) => json!({ "who": who, "list": list }),
        (agent, list) => json!({ "who": "agent", "agent": agent, "list": list }),
    });
    let (status, created) =
        client.post("/api/tables", &json!({ "game": game, "seats": seats, "agreed": agreed })).await;
    assert_eq!(status, 200, "{created}");
    created["id"].as_str().unwrap().to_string()
}

fn sets_a_dial(question: &Value) -> bool {
    question["options"].as_array().unwrap().iter().all(|option| !option["about"]["cell"].is_null())
        && question["form"]["kind"] == "one"
}

/// A table at which a client is to set dials: what it sees, and what it is told when it looks at each option.
struct Dials {
    scene: Value,
    options: Vec<Value>,
    hints: Vec<Value>,
}

impl Dials {
    async fn of(client: &Client, look: &Value) -> Dials {
        let mut dials = Dials { scene: look["scene"].clone(), options: Vec::new(), hints: Vec::new() };
        for question in look["questions"].as_array().unwrap().iter().filter(|question| sets_a_dial(question))
        {
            let list = |key: &str| question[key].as_array().unwrap().clone();
            let (options, refused) = (list("options"), list("refused"));
            let wanted = json!({
                "seat": question["seat"], "track": question["track"], "question": question["id"],
                "options": (0..options.len()).collect::<Vec<_>>(), "refused": (0..refused.len()).collect::<Vec<_>>(),
            });
            let path = format!("/api/tables/{}/hints", look["id"].as_str().unwrap());
            let (status, told) = client.post(&path, &wanted).await;
            assert_eq!(status, 200, "{told}");
            dials.options.extend(options.into_iter().chain(refused));
            for key in ["options", "refused"] {
                dials.hints.extend(told[key].as_array().unwrap().iter().cloned());
            }
        }
        dials
    }
}

/// Answers what comes before, and looks at all options when this client is to set dials.
async fn when_dials_are_set(clients: &[&Client], table: &str) -> Dials {
    for number in 0..500 {
        for client in clients {
            let look = client.look(table).await;
            let questions = look["questions"].as_array().unwrap();
            match questions.first() {
                Some(question) if sets_a_dial(question) => return Dials::of(client, &look).await,
                Some(question) => {
                    let path = format!("/api/tables/{table}/answer");
                    client.post(&path, &reply_to(question, number * 7)).await;
                }
                None if clients.len() == 1 => {
                    let after = look["version"].as_u64().unwrap();
                    client.get(&format!("/api/tables/{table}?after={after}&wait=5")).await;
                }
                None => {}
            }
        }
    }
    panic!("nobody was asked to set a dial");
}

fn says_where_it_ends(hint: &Value) -> bool {
    let detail = hint["detail"].as_str().unwrap();
    ["Ends", "Sees", "Leaves", "Touches", "Overlaps", "Planning aid"].iter().any(|word| detail.contains(word))
}

/// The kinds of marks of a hint or a scene.
fn kinds(of: &Value) -> Vec<&str> {
    let marks = of["marks"].as_array().map_or(&[][..], Vec::as_slice);
    marks.iter().map(|mark| mark["kind"].as_str().unwrap()).collect()
}

fn check_aided(Dials { hints, .. }: &Dials) {
    for hint in hints {
        assert!(hint["detail"].as_str().unwrap().starts_with("Planning aid: "), "{hint}");
    }
    assert!(hints.iter().any(|hint| kinds(hint).contains(&"ghost")));
    assert!(hints.iter().any(|hint| kinds(hint).contains(&"template")));
}

fn check_unaided(Dials { scene, options, hints }: &Dials) {
    assert!(!hints.is_empty());
    for option in options {
        let about = &option["about"];
        assert!(!about["sign"].is_null() && !about["cell"].is_null(), "the dial itself stays: {option}");
    }
    for hint in hints {
        assert!(kinds(hint).is_empty(), "{hint}");
        assert!(!says_where_it_ends(hint), "{hint}");
        assert_eq!(hint["pieces"].as_array().unwrap().len(), 1, "no other ship is pointed at: {hint}");
    }
    let drawn = kinds(scene);
    for kind in ["ghost", "template", "range_bands", "line"] {
        assert!(!drawn.contains(&kind), "{kind} on the board: {drawn:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_against_an_agent_has_it_unless_it_is_switched_off() {
    let server = TestServer::with(|config| config.games = &BOTH).await;
    let ann = server.client("key-of-ann-000000");
    for (game, (field, value)) in GAMES {
        let alone = ["me", "greedy"];
        let usual = table(&ann, game, alone, &json!({})).await;
        check_aided(&when_dials_are_set(&[&ann], &usual).await);
        let off = table(&ann, game, alone, &json!({ "planning_aid": "no" })).await;
        check_unaided(&when_dials_are_set(&[&ann], &off).await);
        for chosen in ["yes", "no"] {
            let tournament = json!({ field: value, "planning_aid": chosen });
            let tournament = table(&ann, game, alone, &tournament).await;
            check_unaided(&when_dials_are_set(&[&ann], &tournament).await);
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_do_not_have_it_whatever_was_agreed() {
    let server = TestServer::with(|config| config.games = &BOTH).await;
    let (ann, bob) = (server.client("key-of-ann-000000"), server.client("key-of-bob-000000"));
    for (game, _) in GAMES {
        for agreed in [json!({}), json!({ "planning_aid": "yes" })] {
            let one_screen = table(&ann, game, ["me", "me"], &agreed).await;
            check_unaided(&when_dials_are_set(&[&ann], &one_screen).await);
            let two_screens = table(&ann, game, ["me", "open"], &agreed).await;
            bob.join(&two_screens, 1).await;
            check_unaided(&when_dials_are_set(&[&ann, &bob], &two_screens).await);
            check_unaided(&when_dials_are_set(&[&bob, &ann], &two_screens).await);
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_says_that_the_rules_do_not_know_it() {
    let server = TestServer::with(|config| config.games = &BOTH).await;
    let (_, games) = server.client("key-of-ann-000000").get("/api/games?lang=en").await;
    for game in games.as_array().unwrap() {
        let fields = game["fields"].as_array().unwrap();
        let field = fields.iter().find(|field| field["id"] == "planning_aid").unwrap();
        assert!(field["about"].as_str().unwrap().contains("The rules know no such aid"), "{field}");
    }
    server.stop().await;
}
