//! Handcrafted scenes shared by the tests and the gallery: made-up pieces of no particular game.

use scene::figures::{broad_wing_raider, double_hull_warship, saucer_cruiser};
use scene::*;

fn value(label: &str, value: &str, tone: Tone) -> Value {
    Value { label: label.into(), value: value.into(), tone, glyph: None }
}

fn pips(label: &str, (full, spent, empty): (u32, u32, u32), tone: Tone, shape: PipShape) -> Pips {
    Pips { label: label.into(), full, spent, empty, tone, shape }
}

fn chip(text: &str, tone: Tone, title: &str) -> Chip {
    Chip { text: text.into(), tone, title: title.into() }
}

fn dice(tone: Tone, glyphs: &[DieGlyph]) -> DiceGroup {
    DiceGroup { tone, dice: glyphs.iter().map(|glyph| Die { glyph: glyph.clone(), spent: false }).collect() }
}

fn log(side: Option<usize>, text: &str, rules: &[&str]) -> LogLine {
    LogLine {
        side,
        text: text.into(),
        rules: rules.iter().map(|rule| (*rule).into()).collect(),
        ..LogLine::default()
    }
}

fn phases(names: &[&str], active: usize) -> Vec<Phase> {
    names.iter().enumerate().map(|(i, name)| Phase { name: (*name).into(), active: i == active }).collect()
}

/// A curved template: a quarter-ish ring of the given radius, swept clockwise by `degrees`, 20 mm wide.
fn bend(radius: f64, degrees: f64) -> Outline {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let round = |mm: f64| (mm * 100.0).round() / 100.0;
    let on = |r: f64| Point::new(round(radius - r * cos), round(r * sin));
    let arc = |to, radius, clockwise| Segment::Arc { to, radius, clockwise, large: false };
    let segments = vec![
        Segment::Move { to: Point::new(-10.0, 0.0) },
        arc(on(radius + 10.0), radius + 10.0, true),
        Segment::Line { to: on(radius - 10.0) },
        arc(Point::new(10.0, 0.0), radius - 10.0, false),
        Segment::Close,
    ];
    Outline::Path { path: Path { segments } }
}

fn starship(id: &str, side: usize, at: (f64, f64), facing: f64, label: &str, badge: &str) -> Piece {
    let front = ArcMark { from_deg: -45.0, to_deg: 45.0, style: ArcStyle::Front };
    let at = Point::new(at.0, at.1);
    Piece {
        side: Some(side),
        label: label.into(),
        badge: badge.into(),
        arcs: vec![front],
        ..Piece::new(id, PieceKind::Ship, at, facing, Outline::square(40.0))
    }
}

/// Three starships around a planet: tokens, obstacles, a previewed move, range bands, all panels.
pub fn duel() -> Scene {
    let cruiser = Piece {
        figure: Some(saucer_cruiser()),
        tokens: vec![chip("EV", Tone::Green, "Evade")],
        flags: Flags { active: true, ..Flags::default() },
        ..starship("cruiser", 0, (245.0, 235.0), 15.0, "C.S. Meridian", "9")
    };
    let raider = Piece {
        figure: Some(broad_wing_raider()),
        tokens: vec![chip("BS", Tone::Gold, "Battle stations")],
        ..starship("raider", 2, (415.0, 640.0), 165.0, "Kor'Tagh", "5")
    };
    let warship = Piece {
        figure: Some(double_hull_warship()),
        arcs: vec![
            ArcMark { from_deg: -45.0, to_deg: 45.0, style: ArcStyle::Front },
            ArcMark { from_deg: 135.0, to_deg: 225.0, style: ArcStyle::Rear },
        ],
        tokens: vec![
            chip("CL", Tone::Violet, "Cloaked"),
            chip("S", Tone::Gold, "Scan"),
            chip("AUX", Tone::Red, "Auxiliary power"),
        ],
        ..starship("warship", 1, (640.0, 330.0), 280.0, "V.E. Valdorian", "6")
    };
    let planet = Piece {
        label: "Planet".into(),
        ..Piece::new(
            "planet",
            PieceKind::Planet,
            Point::new(457.0, 457.0),
            0.0,
            Outline::Circle { radius: 50.0 },
        )
    };
    let rock = |id: &str, x: f64, y: f64, turn: f64| {
        let rim = [
            (-24.0, 4.0),
            (-12.0, 21.0),
            (10.0, 24.0),
            (27.0, 9.0),
            (20.0, -14.0),
            (2.0, -24.0),
            (-19.0, -17.0),
        ];
        Piece::new(id, PieceKind::Obstacle, Point::new(x, y), turn, Outline::polygon(&rim))
    };
    let mine = Piece {
        label: "Minefield".into(),
        side: Some(1),
        ..Piece::new(
            "mine",
            PieceKind::Obstacle,
            Point::new(660.0, 690.0),
            0.0,
            Outline::Circle { radius: 34.0 },
        )
    };
    // Where the cruiser comes to stand at the end of the template.
    let ghost_at = Point::new(332.7, 349.3);
    Scene {
        title: "Sandtable".into(),
        status: "Duel of the Three Powers · Round 3".into(),
        phases: phases(&["Planning", "Activation", "Combat", "End"], 1),
        board: Some(Board {
            width: 914.0,
            height: 914.0,
            zones: vec![
                Zone {
                    outline: Outline::Rect { width: 914.0, height: 100.0 },
                    at: Point::new(457.0, 50.0),
                    label: "Deployment area".into(),
                    side: Some(0),
                },
                Zone {
                    outline: Outline::Rect { width: 914.0, height: 100.0 },
                    at: Point::new(457.0, 864.0),
                    label: "Deployment area".into(),
                    side: Some(1),
                },
            ],
            ruler: vec![100.0, 200.0, 300.0],
        }),
        sides: vec![
            Side { name: "Concord".into(), color: 0, you: true },
            Side { name: "Veil Empire".into(), color: 1, you: false },
            Side { name: "Free Clans".into(), color: 2, you: false },
        ],
        pieces: vec![
            cruiser,
            raider,
            warship,
            planet,
            rock("rock-1", 200.0, 700.0, 20.0),
            rock("rock-2", 750.0, 180.0, 200.0),
            mine,
        ],
        marks: vec![
            Mark::Template {
                outline: bend(140.0, 45.0),
                at: Point::new(250.2, 254.3),
                facing: 15.0,
                label: String::new(),
            },
            Mark::Ghost {
                piece: Some("cruiser".into()),
                base: Outline::square(40.0),
                figure: Some(saucer_cruiser()),
                at: ghost_at,
                facing: 60.0,
                label: String::new(),
            },
            Mark::RangeBands {
                footprint: Outline::square(40.0),
                at: ghost_at,
                facing: 60.0,
                arc: Some((-45.0, 45.0)),
                sections_mm: vec![100.0, 200.0, 300.0],
                side: None,
            },
            Mark::Line {
                from: Point::new(352.0, 348.0),
                to: Point::new(618.0, 332.0),
                label: "range 3, in arc".into(),
                style: LineStyle::Clear,
            },
        ],
        rosters: vec![
            Roster {
                side: 0,
                entries: vec![Card {
                    id: "cruiser".into(),
                    title: "C.S. Meridian".into(),
                    subtitle: "Captain Arden · skill 9".into(),
                    values: vec![value("Attack", "4", Tone::Red), value("Agility", "1", Tone::Green)],
                    pips: vec![
                        pips("Hull", (4, 0, 0), Tone::Gold, PipShape::Square),
                        pips("Shields", (3, 0, 1), Tone::Blue, PipShape::Round),
                    ],
                    lines: vec!["Torpedo bay · Science officer · Full ahead".into()],
                    active: true,
                    ..Card::default()
                }],
            },
            Roster {
                side: 1,
                entries: vec![Card {
                    id: "warship".into(),
                    title: "V.E. Valdorian".into(),
                    subtitle: "Commander Selas · skill 6".into(),
                    values: vec![value("Attack", "3", Tone::Red), value("Agility", "2", Tone::Green)],
                    pips: vec![
                        pips("Hull", (3, 0, 1), Tone::Gold, PipShape::Square),
                        pips("Shields", (2, 0, 1), Tone::Blue, PipShape::Round),
                    ],
                    lines: vec!["Plasma lance · Tactician".into()],
                    chips: vec![chip("CL", Tone::Violet, "Cloaked"), chip("S", Tone::Gold, "Scan")],
                    state: "activated".into(),
                    ..Card::default()
                }],
            },
            Roster {
                side: 2,
                entries: vec![
                    Card {
                        id: "raider".into(),
                        title: "Kor'Tagh".into(),
                        subtitle: "Korath · skill 5".into(),
                        values: vec![value("Attack", "5", Tone::Red), value("Agility", "1", Tone::Green)],
                        pips: vec![
                            pips("Hull", (4, 1, 0), Tone::Gold, PipShape::Square),
                            pips("Shields", (1, 0, 2), Tone::Blue, PipShape::Round),
                        ],
                        lines: vec!["Torpedo bay · First officer".into()],
                        state: "activated".into(),
                        ..Card::default()
                    },
                    Card { hidden: true, ..Card::default() },
                ],
            },
        ],
        dice: Some(DiceTray {
            caption: "Last attack · 4 red against 2 green".into(),
            groups: vec![
                DiceGroup {
                    tone: Tone::Red,
                    dice: vec![
                        Die { glyph: DieGlyph::Hit, spent: true },
                        Die { glyph: DieGlyph::Hit, spent: false },
                        Die { glyph: DieGlyph::Critical, spent: false },
                        Die { glyph: DieGlyph::Diamond, spent: false },
                    ],
                },
                dice(Tone::Green, &[DieGlyph::Evade, DieGlyph::Blank]),
            ],
            note: "2 damage, 1 critical → 1 shield, 1 hull".into(),
        }),
        log: vec![
            log(Some(2), "Kor'Tagh flies straight 3 and takes battle stations.", &[]),
            log(
                Some(1),
                "Valdorian reveals bank 2 left; it slides back and touches the minefield: no action.",
                &["overlap.slide-back", "minefield.entry"],
            ),
            LogLine {
                dice: vec![dice(Tone::Red, &[DieGlyph::Hit, DieGlyph::Blank])],
                ..log(Some(1), "Minefield roll: 1 damage to shields.", &[])
            },
            log(None, "Skill 9 activates last.", &[]),
            log(Some(0), "Meridian reveals bank 2 right.", &[]),
        ],
        order: [
            ("Kor'Tagh", "5", 2, OrderState::Done),
            ("Valdorian", "6", 1, OrderState::Done),
            ("Meridian", "9", 0, OrderState::Active),
        ]
        .into_iter()
        .map(|(name, value, side, state)| OrderEntry {
            id: name.to_lowercase(),
            name: name.into(),
            value: value.into(),
            side: Some(side),
            state,
        })
        .collect(),
        ..Scene::default()
    }
}

fn card(id: &str, title: &str, kind: &str, cost: &str, force: &str, damage: (u32, u32)) -> Card {
    Card {
        id: id.into(),
        title: title.into(),
        subtitle: kind.into(),
        values: vec![
            Value { glyph: Some(Glyph::Coin), ..value("Kosten", cost, Tone::Gold) },
            Value { glyph: Some(Glyph::Swirl), ..value("Machtsymbole", force, Tone::Blue) },
            Value { glyph: Some(Glyph::Blade), ..value("Einheitenschaden", "1", Tone::Red) },
        ],
        pips: vec![pips("Schadenslimit", (damage.0, 0, damage.1), Tone::Red, PipShape::Square)],
        ..Card::default()
    }
}

/// Two hands, two tableaus, decks and a sealed stack; no board.
pub fn card_table() -> Scene {
    let back = || Slot::Card(Card { hidden: true, ..Card::default() });
    let pile = |id: &str, name: &str, count: u32, top: Option<Card>| {
        Slot::Pile(Pile {
            id: id.into(),
            name: name.into(),
            count,
            hidden: top.is_none(),
            top,
            ..Pile::default()
        })
    };
    let objective = |id: &str, title: &str, damage: (u32, u32)| {
        Slot::Card(Card {
            lines: vec!["Aktion: Sieh dir die oberste Karte deines Stapels an.".into()],
            ..card(id, title, "Ziel", "1", "–", damage)
        })
    };
    Scene {
        title: "Sandtable".into(),
        status: "Kartenduell · Runde 4".into(),
        phases: phases(&["Balance", "Auffrischung", "Ziehen", "Aufstellung", "Konflikt", "Wertung"], 4),
        sides: vec![
            Side { name: "Nordbund".into(), color: 0, you: true },
            Side { name: "Südbund".into(), color: 1, you: false },
        ],
        rows: vec![
            CardRow {
                name: "Hand und Decks".into(),
                side: Some(1),
                slots: vec![
                    pile("dark-deck", "Kartenstapel", 31, None),
                    pile("dark-objectives", "Ziele", 7, None),
                    pile(
                        "dark-discard",
                        "Ablage",
                        6,
                        Some(card("d9", "Eilige Warnung", "Ereignis", "1", "2", (0, 0))),
                    ),
                    Slot::Gap,
                    back(),
                    back(),
                    back(),
                    back(),
                    back(),
                ],
                ..CardRow::default()
            },
            CardRow {
                name: "Einheiten".into(),
                side: Some(1),
                slots: vec![
                    objective("o1", "Herz der Festung", (3, 2)),
                    objective("o2", "Schatten über der Werft", (5, 0)),
                    Slot::Gap,
                    Slot::Card(Card {
                        chips: vec![chip("F", Tone::Violet, "Fokus"), chip("F", Tone::Violet, "Fokus")],
                        attached: vec![Card { title: "Erprobte Rüstung".into(), ..Card::default() }],
                        ..card("u1", "Lord der Schatten", "Charakter", "6", "4", (2, 3))
                    }),
                    Slot::Card(Card {
                        turned: true,
                        state: "erschöpft".into(),
                        ..card("u2", "Wachtrupp der Grenzfestung", "Einheit", "2", "1", (1, 0))
                    }),
                    Slot::Card(card("u3", "Aufklärungsdrohne", "Einheit", "1", "1", (1, 0))),
                ],
                ..CardRow::default()
            },
            CardRow {
                name: "Schlagabtausch".into(),
                note: "Der Nordbund liegt vorn".into(),
                side: None,
                slots: vec![
                    pile("edge-dark", "Süd", 3, None),
                    pile("edge-light", "Nord", 2, None),
                    Slot::Gap,
                    pile("lost", "Leerer Stapel", 0, None),
                ],
                ..CardRow::default()
            },
            CardRow {
                name: "Einheiten".into(),
                side: Some(0),
                slots: vec![
                    objective("o3", "Verborgener Stützpunkt", (4, 1)),
                    objective("o4", "Ein neuer Anfang", (5, 0)),
                    Slot::Gap,
                    Slot::Card(Card {
                        active: true,
                        chips: vec![chip("Sch", Tone::Blue, "Schild"), chip("☯", Tone::Gold, "Verpflichtet")],
                        ..card("u4", "Hüterin des alten Ordens", "Charakter", "4", "3", (3, 0))
                    }),
                    Slot::Card(card("u5", "Veteranenstaffel „Nordlicht“", "Fahrzeug", "3", "2", (2, 1))),
                ],
                ..CardRow::default()
            },
            CardRow {
                name: "Deine Hand".into(),
                side: Some(0),
                slots: vec![
                    pile("deck", "Kartenstapel", 28, None),
                    Slot::Gap,
                    Slot::Card(Card {
                        lines: vec!["Schlage sofort mit einer Einheit zu.".into()],
                        ..card("h1", "Gegenangriff", "Ereignis", "2", "1", (0, 0))
                    }),
                    Slot::Card(card("h2", "Schmuggler mit Beziehungen", "Charakter", "3", "2", (2, 0))),
                    Slot::Card(card("h3", "Treuer Gefährte", "Charakter", "2", "2", (2, 0))),
                    Slot::Card(card("h4", "Energiefeldgenerator", "Verstärkung", "1", "1", (0, 0))),
                    Slot::Card(card("h5", "Unterhändlerin", "Charakter", "2", "3", (1, 0))),
                ],
                ..CardRow::default()
            },
        ],
        rosters: [1, 0]
            .map(|side| Roster {
                side,
                entries: vec![Card {
                    title: "Orden der Küste".into(),
                    values: vec![value("Hand", "5/6", Tone::Plain), value("Ressourcen", "2/5", Tone::Gold)],
                    pips: vec![pips("Zerstörte Einsatzziele", (1, 0, 2), Tone::Blue, PipShape::Round)],
                    ..Card::default()
                }],
            })
            .into(),
        dice: None,
        log: vec![
            log(Some(1), "Der Südbund wählt das Ziel Verborgener Stützpunkt.", &["konflikt.angriff"]),
            log(Some(0), "Hüterin des alten Ordens verteidigt.", &["konflikt.verteidiger"]),
            log(None, "Beide Seiten legen verdeckt Karten in den Schlagabtausch.", &[]),
        ],
        captions: Captions::german(),
        ..Scene::default()
    }
}

/// Troopers among walls and hills on a wide board.
pub fn skirmish() -> Scene {
    let mut pieces = vec![];
    let ground = |id: &str, at: (f64, f64), facing: f64, height: f64, base: Outline, label: &str| Piece {
        label: label.into(),
        flags: Flags { height, ..Flags::default() },
        ..Piece::new(id, PieceKind::Terrain, Point::new(at.0, at.1), facing, base)
    };
    let hill = [(-120.0, -30.0), (-80.0, 60.0), (20.0, 90.0), (120.0, 40.0), (100.0, -60.0), (0.0, -90.0)];
    pieces.push(ground("hill", (520.0, 520.0), 0.0, 60.0, Outline::polygon(&hill), "Hügel, Höhe 2"));
    pieces.push(ground(
        "bunker",
        (1180.0, 380.0),
        20.0,
        110.0,
        Outline::Rect { width: 200.0, height: 140.0 },
        "Bunker, Höhe 3",
    ));
    pieces.push(ground(
        "wall",
        (820.0, 640.0),
        -10.0,
        25.0,
        Outline::Rect { width: 260.0, height: 24.0 },
        "Barrikade",
    ));
    pieces.push(ground("wood", (250.0, 250.0), 0.0, 0.0, Outline::Circle { radius: 110.0 }, "Wald"));
    pieces.push(ground("crater", (1450.0, 700.0), 0.0, 0.0, Outline::Circle { radius: 80.0 }, "Krater"));
    for (unit, (x, y, side, name)) in [
        (380.0, 700.0, 0, "Kommandotrupp der Vorhut"),
        (900.0, 740.0, 0, "Schützen"),
        (880.0, 520.0, 1, "Sturmtrupp"),
        (1320.0, 520.0, 1, "Schwere Waffen"),
    ]
    .into_iter()
    .enumerate()
    {
        for (model, (dx, dy)) in
            [(0.0, 0.0), (36.0, 14.0), (-34.0, 18.0), (8.0, 40.0), (-22.0, -26.0)].into_iter().enumerate()
        {
            let leader = model == 0;
            pieces.push(Piece {
                side: Some(side),
                label: if leader { name.into() } else { String::new() },
                badge: if leader { format!("{}", unit + 1) } else { String::new() },
                tokens: if leader {
                    vec![chip("A", Tone::Green, "Zielen"), chip("2", Tone::Orange, "Unterdrückung")]
                } else {
                    vec![]
                },
                flags: Flags { active: unit == 1, faded: unit == 3 && model == 4, height: 30.0 },
                ..Piece::new(
                    format!("u{unit}-{model}"),
                    PieceKind::Trooper,
                    Point::new(x + dx, y + dy),
                    if side == 0 { 170.0 } else { -20.0 },
                    Outline::Circle { radius: 13.5 },
                )
            });
        }
    }
    let unit = |i: u32| Card {
        id: format!("u{i}-0"),
        title: format!("Schützentrupp {i} der Dritten Kompanie"),
        subtitle: "Korps · Mut 2".into(),
        values: vec![
            value("Bewegung", "2", Tone::Plain),
            value("Mut", "2", Tone::Blue),
            value("Verteidigung", "W", Tone::White),
        ],
        pips: vec![
            pips("Modelle", (4, 0, 1), Tone::Gold, PipShape::Square),
            pips("Unterdrückung", (1, 0, 1), Tone::Orange, PipShape::Round),
        ],
        state: if i.is_multiple_of(2) { "aktiviert".into() } else { String::new() },
        faded: i == 4,
        ..Card::default()
    };
    Scene {
        title: "Sandtable".into(),
        status: "Gefecht um den Außenposten · Runde 2".into(),
        phases: phases(&["Kommando", "Aktivierung", "Ende"], 1),
        board: Some(Board {
            width: 1829.0,
            height: 914.0,
            zones: vec![
                Zone {
                    outline: Outline::Rect { width: 1829.0, height: 152.0 },
                    at: Point::new(914.5, 76.0),
                    label: "Aufstellungszone".into(),
                    side: Some(1),
                },
                Zone {
                    outline: Outline::Rect { width: 1829.0, height: 152.0 },
                    at: Point::new(914.5, 838.0),
                    label: "Aufstellungszone".into(),
                    side: Some(0),
                },
            ],
            ruler: vec![152.0, 305.0, 457.0],
        }),
        sides: vec![
            Side { name: "Vorhut".into(), color: 0, you: true },
            Side { name: "Garnison".into(), color: 1, you: false },
        ],
        pieces,
        marks: vec![
            Mark::Line {
                from: Point::new(900.0, 740.0),
                to: Point::new(880.0, 520.0),
                label: "Deckung 1".into(),
                style: LineStyle::Obstructed,
            },
            Mark::Line {
                from: Point::new(900.0, 740.0),
                to: Point::new(1320.0, 520.0),
                label: "keine Sichtlinie".into(),
                style: LineStyle::Blocked,
            },
            Mark::Area {
                outline: Outline::Circle { radius: 70.0 },
                at: Point::new(914.5, 457.0),
                facing: 0.0,
                label: "Missionsziel".into(),
                tone: Tone::Violet,
            },
        ],
        rosters: vec![
            Roster { side: 0, entries: (1..=4).map(unit).collect() },
            Roster { side: 1, entries: (5..=8).map(unit).collect() },
        ],
        dice: Some(DiceTray {
            caption: "Fernkampfangriff".into(),
            groups: vec![
                dice(Tone::Black, &[DieGlyph::Hit, DieGlyph::Surge, DieGlyph::Critical, DieGlyph::Accuracy]),
                dice(Tone::White, &[DieGlyph::Blank, DieGlyph::HitCritical, DieGlyph::DoubleHit]),
                dice(Tone::Red, &[DieGlyph::Block, DieGlyph::Eye, DieGlyph::Text("2".into())]),
            ],
            note: "Zwei Treffer, davon einer durch Wogensymbol; Deckung hebt einen auf.".into(),
        }),
        log: (1..30)
            .map(|i| {
                log(
                    Some(i % 2),
                    &format!(
                        "Ereignis {i}: Der Schützentrupp rückt vor und nimmt hinter der Barrikade Deckung."
                    ),
                    &[],
                )
            })
            .collect(),
        order: (1..=14)
            .map(|i| OrderEntry {
                id: String::new(),
                name: format!("Schützentrupp {i}"),
                value: format!("{i}"),
                side: Some(i % 2),
                state: match i {
                    1..=5 => OrderState::Done,
                    6 => OrderState::Active,
                    _ => OrderState::Waiting,
                },
            })
            .collect(),
        captions: Captions::german(),
        ..Scene::default()
    }
}

/// The sample figures large, each on its base.
pub fn figures() -> Scene {
    let ship = |id: &str, side, at, facing, figure| Piece {
        figure: Some(figure),
        ..starship(id, side, at, facing, id, "")
    };
    Scene {
        board: Some(Board { width: 150.0, height: 100.0, ..Board::default() }),
        sides: duel().sides,
        pieces: vec![
            ship("Saucer cruiser", 0, (26.0, 50.0), 0.0, saucer_cruiser()),
            ship("Double-hulled warship", 1, (75.0, 50.0), 0.0, double_hull_warship()),
            ship("Broad-winged raider", 2, (124.0, 50.0), 0.0, broad_wing_raider()),
        ],
        ..Scene::default()
    }
}
