//! Every sample scene in every view: well-formed, complete, readable, and nothing on top of anything else.

mod samples;

use std::collections::HashSet;

use scene::layout::{self, Label, LabelKind, Rect};
use scene::*;

fn views() -> Vec<View> {
    let sizes = [View::full(1600, 1000), View::full(1280, 720), View::full(600, 900), View::board(1000)];
    let themed = |view: View| [view.clone(), view.themed(Theme::Light)];
    sizes.into_iter().flat_map(themed).map(|view| view.with_range_bands("warship")).collect()
}

fn samples() -> [Scene; 4] {
    [samples::duel(), samples::card_table(), samples::skirmish(), samples::figures()]
}

/// Draws the scene in all views, and checks what must hold for any scene whatever.
fn check(scene: &Scene) {
    check_in(scene, &views());
}

fn check_in(scene: &Scene, views: &[View]) {
    for view in views {
        let drawing = svg(scene, view);
        let document = roxmltree::Document::parse(&drawing).expect("well-formed XML");
        for node in document.descendants() {
            for attribute in node.attributes().filter(|attribute| attribute.name() != "data-id") {
                let value = attribute.value();
                assert!(!value.contains("NaN") && !value.contains("inf"), "{}={value}", attribute.name());
            }
            if let Some(size) = node.attribute("font-size") {
                assert!(size.parse::<f64>().unwrap() >= 12.0, "text of {size} px");
            }
        }
        apart(&layout::labels(scene, view));
    }
}

/// No label covers another and none leaves the board.
fn apart(labels: &[Label]) {
    for (i, a) in labels.iter().enumerate() {
        for b in &labels[..i] {
            assert!(!a.rect.overlaps(&b.rect), "{} and {}", a.text, b.text);
        }
    }
}

fn texts(drawing: &str) -> HashSet<String> {
    let document = roxmltree::Document::parse(drawing).unwrap();
    let nodes = document.descendants().filter(|node| node.has_tag_name("text"));
    nodes.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

/// Where the letters of each text really are, measured in the bundled fonts.
fn text_boxes(drawing: &str) -> Vec<(String, Rect)> {
    let faces =
        [notosans::REGULAR_TTF, notosans::BOLD_TTF].map(|data| ttf_parser::Face::parse(data, 0).unwrap());
    let document = roxmltree::Document::parse(drawing).unwrap();
    let measure = |node: roxmltree::Node| {
        let number = |name: &str| node.attribute(name).map_or(0.0, |value| value.parse::<f64>().unwrap());
        let face = &faces[usize::from(node.attribute("font-weight").is_some())];
        let text = node.text().unwrap_or_default().to_owned();
        let size = number("font-size");
        let advance = |c: char| {
            let units = face.glyph_index(c).and_then(|glyph| face.glyph_hor_advance(glyph));
            units.map_or(size, |units| f64::from(units) / f64::from(face.units_per_em()) * size)
                + number("letter-spacing")
        };
        let width: f64 = text.chars().map(advance).sum();
        let left = match node.attribute("text-anchor") {
            Some("middle") => number("x") - width / 2.0,
            Some("end") => number("x") - width,
            _ => number("x"),
        };
        (text, Rect::new(left, number("y") - size * 0.72, width, size * 0.72))
    };
    document.descendants().filter(|node| node.has_tag_name("text")).map(measure).collect()
}

#[test]
fn the_samples_are_sound_in_every_view() {
    samples().iter().for_each(check);
}

#[test]
fn every_name_on_the_board_is_there_to_read() {
    let scene = samples::duel();
    for view in views() {
        let shown = texts(&svg(&scene, &view));
        for piece in &scene.pieces {
            assert!(piece.label.is_empty() || shown.contains(&piece.label), "{}", piece.label);
            assert!(piece.badge.is_empty() || shown.contains(&piece.badge), "{}", piece.badge);
            for token in &piece.tokens {
                assert!(shown.contains(&token.text), "{}", token.text);
            }
        }
        assert!(shown.contains("range 3, in arc"));
    }
}

#[test]
fn panels_show_names_values_phases_log_and_order() {
    let scene = samples::duel();
    let drawing = svg(&scene, &View::full(1600, 1000));
    let shown = texts(&drawing);
    for phase in &scene.phases {
        assert!(shown.contains(&phase.name));
    }
    for card in scene.rosters.iter().flat_map(|roster| &roster.entries).filter(|card| !card.hidden) {
        assert!(shown.contains(&card.title) && shown.contains(&card.subtitle));
        assert!(card.values.iter().all(|value| shown.contains(&value.value) && shown.contains(&value.label)));
    }
    for entry in &scene.order {
        assert!(shown.contains(&entry.name));
    }
    assert!(shown.contains("Skill 9 activates last."));
    assert!(shown.contains("§ overlap.slide-back § minefield.entry"));
    assert_eq!(drawing.matches(r#"class="die""#).count(), 6 + 2);
}

#[test]
fn no_text_leaves_the_picture_or_covers_another() {
    for scene in samples() {
        for view in views() {
            let page = Rect::new(0.0, 0.0, f64::from(view.width_px), f64::from(view.height_px));
            let boxes = text_boxes(&svg(&scene, &view));
            for (i, (text, rect)) in boxes.iter().enumerate() {
                assert!(page.contains(rect), "{text} at {rect:?} leaves the page");
                // Narrow pictures fan the cards of a row; then the upper card covers the text of the lower.
                let fanned = scene.board.is_none() && view.width_px < 1280;
                for (other, other_rect) in boxes[..i].iter().filter(|_| !fanned) {
                    assert!(!rect.overlaps(other_rect), "{text} over {other} at {rect:?} in {view:?}");
                }
            }
        }
    }
}

#[test]
fn labels_keep_off_the_bases() {
    let scene = samples::duel();
    for view in views() {
        let frame = layout::board_frame(&scene, &view).unwrap();
        let units = scene.pieces.iter().filter(|piece| piece.kind == PieceKind::Ship);
        for piece in units {
            let middle = frame.to_px(piece.at);
            let reach = 18.0 * frame.scale;
            let base = Rect::new(middle.x - reach, middle.y - reach, 2.0 * reach, 2.0 * reach);
            for label in layout::labels(&scene, &view).iter().filter(|label| label.kind != LabelKind::Band) {
                assert!(!label.rect.overlaps(&base), "{} on {}", label.text, piece.id);
            }
        }
    }
}

#[test]
fn a_displaced_label_is_tied_to_its_piece() {
    let mut scene = samples::duel();
    scene.marks.clear();
    let centre = Point::new(457.0, 457.0);
    let crowd = (0..9).map(|i| {
        let at = Point::new(centre.x + f64::from(i % 3 - 1) * 42.0, centre.y + f64::from(i / 3 - 1) * 42.0);
        let ship = Piece::new(format!("ship {i}"), PieceKind::Ship, at, 0.0, Outline::square(40.0));
        Piece { label: format!("Ship number {i}"), side: Some(0), ..ship }
    });
    scene.pieces = crowd.collect();
    check(&scene);
    let labels = layout::labels(&scene, &View::board(1000));
    assert_eq!(labels.iter().filter(|label| label.kind == LabelKind::Piece).count(), 9);
    assert!(labels.iter().any(|label| label.owner == "ship 4" && label.leader.is_some()));
}

#[test]
fn special_characters_are_escaped() {
    let nasty = "<script>\"&'\u{0}\u{b}]]>";
    let mut scene = samples::duel();
    scene.title = nasty.into();
    scene.status = nasty.into();
    for piece in &mut scene.pieces {
        piece.id = format!("{nasty}{}", piece.id);
        piece.label = nasty.into();
        piece.badge = "<&".into();
        piece.tokens.push(Chip { text: "<>&".into(), tone: Tone::Red, title: nasty.into() });
    }
    for card in scene.rosters.iter_mut().flat_map(|roster| &mut roster.entries) {
        (card.title, card.lines, card.state) = (nasty.into(), vec![nasty.into()], nasty.into());
    }
    scene.log.push(LogLine { text: nasty.into(), rules: vec![nasty.into()], ..LogLine::default() });
    scene.captions.log = nasty.into();
    check(&scene);
    assert!(texts(&svg(&scene, &View::full(1600, 1000))).contains("<script>\"&'\u{fffd} ]]>"));
}

/// How often a shape is drawn that is a sign.
fn signs(drawing: &str) -> usize {
    drawing.matches(r#"fill-rule="evenodd""#).count()
}

#[test]
fn cards_on_the_table_show_their_values_as_signs() {
    let scene = samples::card_table();
    let shown: Vec<&Card> = scene.rows.iter().flat_map(|row| &row.slots).filter_map(open_card).collect();
    let drawing = svg(&scene, &View::full(1600, 1000));
    let values: usize = shown.iter().map(|card| card.values.len()).sum();
    let balance = shown.iter().flat_map(|card| &card.chips).filter(|chip| chip.text == "☯").count();
    assert!(values > 30 && balance == 1);
    assert_eq!(signs(&drawing), values + balance);
    let texts = texts(&drawing);
    assert!(!texts.contains("Machtsymbole") && !texts.contains("☯"));
    assert!(drawing.contains("<title>Machtsymbole 4</title>"));
}

fn open_card(slot: &Slot) -> Option<&Card> {
    match slot {
        Slot::Card(card) if !card.hidden => Some(card),
        Slot::Pile(pile) if !pile.hidden => pile.top.as_ref(),
        _ => None,
    }
}

#[test]
fn names_on_a_card_table_are_whole_where_there_is_room() {
    let scene = samples::card_table();
    let shown = texts(&svg(&scene, &View::full(1600, 1000)));
    assert!(shown.iter().all(|text| !text.ends_with('…')), "{shown:?}");
    for name in ["Schadenslimit", "Zerstörte Einsatzziele", "Der Nordbund liegt vorn", "Erprobte Rüstung"] {
        assert!(shown.contains(name), "{name}");
    }
    // A row with room to spare has broader cards, so that their text is whole.
    let text =
        "Reaktion: Nachdem ein Gegner das Ringen gewonnen hat, sieh dir die oberste Karte seines Decks an.";
    let card = Card { title: "Späher".into(), lines: vec![text.into()], ..Card::default() };
    let row = |count: usize| CardRow { slots: vec![Slot::Card(card.clone()); count], ..CardRow::default() };
    let cut = |count: usize| {
        let scene = Scene { rows: vec![row(count); 7], ..Scene::default() };
        texts(&svg(&scene, &View::full(1600, 1000))).iter().any(|text| text.ends_with('…'))
    };
    assert!(!cut(3) && cut(12));
}

#[test]
fn attached_cards_that_find_no_room_are_counted() {
    let gear = |name: &str| Card { title: name.into(), ..Card::default() };
    let attached: Vec<Card> = ["Feldstecher", "Rüstung", "Funkgerät", "Enterhaken"].map(gear).into();
    let card = Card { title: "Späher".into(), attached, ..Card::default() };
    let rows = vec![CardRow { slots: vec![Slot::Card(card)], ..CardRow::default() }; 7];
    let scene = Scene { rows, ..Scene::default() };
    let low = texts(&svg(&scene, &View::full(1600, 1000)));
    assert!(low.contains("Feldstecher") && low.contains("+2") && !low.contains("Enterhaken"), "{low:?}");
    let high = texts(&svg(&scene, &View::full(1600, 2400)));
    assert!(high.contains("Enterhaken") && high.contains("Späher"));
}

#[test]
fn the_log_of_a_card_table_leaves_the_width_to_the_cards() {
    let scene = samples::card_table();
    let frames = layout::frames(&scene, &View::full(1600, 1000));
    let (rosters, story) = (frames.rosters.unwrap(), frames.story.unwrap());
    assert!(rosters.bottom() < story.y && story.right() < frames.surface.x);
    assert!(frames.surface.width > 1200.0);
}

#[test]
fn hidden_cards_show_nothing_but_their_back() {
    let secret = || Card {
        title: "Secret".into(),
        subtitle: "Secret".into(),
        lines: vec!["Secret".into()],
        state: "Secret".into(),
        hidden: true,
        ..Card::default()
    };
    let mut scene = samples::card_table();
    scene.rosters = vec![Roster { side: 0, entries: vec![secret()] }];
    let pile = Pile { count: 3, top: Some(secret()), ..Pile::default() };
    let under = Card { title: "Open".into(), attached: vec![secret()], ..Card::default() };
    scene.rows[0].slots = vec![Slot::Card(secret()), Slot::Pile(pile), Slot::Card(under)];
    assert!(!svg(&scene, &View::full(1600, 1000)).contains("Secret"));
}

#[test]
fn scenes_survive_json() {
    for scene in samples() {
        let json = serde_json::to_string(&scene).unwrap();
        assert!(serde_json::from_str::<Scene>(&json).unwrap() == scene);
    }
    assert_eq!(serde_json::from_str::<Scene>("{}").unwrap(), Scene::default());
}

#[test]
fn an_empty_scene_is_drawn() {
    check(&Scene::default());
    check(&Scene { board: Some(Board::default()), ..Scene::default() });
    check(&Scene { rows: vec![CardRow::default()], rosters: vec![Roster::default()], ..Scene::default() });
    check(&Scene { dice: Some(DiceTray::default()), order: vec![OrderEntry::default()], ..Scene::default() });
}

#[test]
fn numbers_that_are_none_do_no_harm() {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 0.0, -5.0, f64::MIN_POSITIVE];
    for bad in odd {
        let mut scene = samples::duel();
        let point = Point::new(bad, bad);
        let path = Path {
            segments: vec![
                Segment::Move { to: Point::default() },
                Segment::Arc { to: point, radius: bad, clockwise: true, large: false },
                Segment::Cubic { c1: point, c2: point, to: Point::new(5.0, 5.0) },
                Segment::Close,
            ],
        };
        let shapes = [
            Outline::square(bad),
            Outline::Circle { radius: bad },
            Outline::Polygon { points: vec![point, Point::default(), point] },
            Outline::Polygon { points: vec![] },
            Outline::Path { path: path.clone() },
            Outline::Path { path: Path::default() },
        ];
        for (i, shape) in shapes.iter().enumerate() {
            let arc = ArcMark { from_deg: bad, to_deg: 40.0, style: ArcStyle::Turret };
            let figure = figures::Figure {
                parts: vec![figures::Part { path: path.clone(), fill: figures::Fill::Hull }],
            };
            for (j, (at, facing)) in [(point, 0.0), (Point::new(300.0, 300.0), bad)].into_iter().enumerate() {
                for kind in [PieceKind::Ship, PieceKind::Terrain, PieceKind::Planet, PieceKind::Obstacle] {
                    let piece = Piece::new(format!("bad {i} {j}"), kind, at, facing, shape.clone());
                    let flags = Flags { faded: true, active: true, height: bad };
                    let (arcs, figure) = (vec![arc], Some(figure.clone()));
                    scene.pieces.push(Piece { label: "bad".into(), flags, arcs, figure, ..piece });
                }
                let (outline, label) = (shape.clone(), "bad".to_owned());
                scene.marks.push(Mark::Template {
                    outline: outline.clone(),
                    at,
                    facing,
                    label: label.clone(),
                });
                scene.marks.push(Mark::Area { outline, at, facing, label: label.clone(), tone: Tone::Red });
                scene.marks.push(Mark::Line { from: at, to: point, label, style: LineStyle::Measure });
                scene.marks.push(Mark::RangeBands {
                    footprint: shape.clone(),
                    at,
                    facing,
                    arc: Some((bad, -bad)),
                    sections_mm: vec![bad, 100.0, f64::NAN],
                    side: Some(99),
                });
            }
        }
        let views = [View::board(400).with_range_bands("bad 0 1"), View::full(1000, 700)];
        check_in(&scene, &views);
        png(&scene, &views[0]).unwrap();
        scene.board = Some(Board { width: bad, height: 914.0, zones: vec![], ruler: vec![bad] });
        check_in(&scene, &views);
    }
}

#[test]
fn too_much_of_everything_is_cut_not_spilled() {
    let long = "Donaudampfschifffahrtsgesellschaftskapitän ".repeat(300);
    let mut scene = samples::skirmish();
    (scene.title, scene.status) = (long.clone(), long.clone());
    scene.phases = vec![Phase { name: long.clone(), active: true }; 12];
    scene.sides = vec![Side { name: long.clone(), color: usize::MAX, you: true }; 9];
    for piece in &mut scene.pieces {
        (piece.label, piece.badge) = (long.clone(), long.clone());
        piece.tokens = vec![Chip { text: long.clone(), tone: Tone::Gold, title: String::new() }; 40];
    }
    for card in scene.rosters.iter_mut().flat_map(|roster| &mut roster.entries) {
        (card.title, card.subtitle, card.state) = (long.clone(), long.clone(), long.clone());
        card.lines = vec![long.clone(); 30];
        card.values =
            vec![Value { label: long.clone(), value: long.clone(), tone: Tone::Red, glyph: None }; 30];
        let pips = Pips { label: long.clone(), full: u32::MAX, spent: u32::MAX, empty: 7, ..Pips::default() };
        card.pips = vec![pips; 20];
    }
    scene.log = vec![LogLine { text: long.clone(), rules: vec![long.clone(); 50], ..LogLine::default() }; 50];
    let die = Die { glyph: DieGlyph::Text(long.clone()), spent: true };
    let group = DiceGroup { tone: Tone::Black, dice: vec![die; 5000] };
    scene.dice = Some(DiceTray { caption: long.clone(), groups: vec![group; 3], note: long.clone() });
    scene.order = vec![OrderEntry { name: long.clone(), value: long.clone(), ..OrderEntry::default() }; 500];
    check(&scene);
    for view in views() {
        let page = Rect::new(0.0, 0.0, f64::from(view.width_px), f64::from(view.height_px));
        for (text, rect) in text_boxes(&svg(&scene, &view)) {
            assert!(page.contains(&rect), "{text} at {rect:?} leaves the page in {view:?}");
        }
    }
}

#[test]
fn a_board_full_of_labels_stays_readable() {
    let mut scene = samples::duel();
    scene.marks.clear();
    let swarm = (0..300).map(|i| {
        let at = Point::new(f64::from(i % 30) * 30.0 + 15.0, f64::from(i / 30) * 40.0 + 20.0);
        let piece =
            Piece::new(format!("{i}"), PieceKind::Squadron, at, 0.0, Outline::Circle { radius: 12.0 });
        Piece { label: format!("Squadron {i}"), ..piece }
    });
    scene.pieces = swarm.collect();
    check_in(&scene, &[View::full(1600, 1000), View::board(600)]);
}

#[test]
fn pngs_have_the_size_asked_for_and_something_on_them() {
    for (scene, view) in [
        (samples::duel(), View::full(1600, 1000)),
        (samples::duel(), View::board(1000).themed(Theme::Light)),
        (samples::card_table(), View::full(1280, 720)),
        (Scene::default(), View::board(1)),
    ] {
        let bytes = png(&scene, &view).unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let asked = |px: u32| px.clamp(View::MIN_PX, View::MAX_PX);
        assert_eq!((info.width, info.height), (asked(view.width_px), asked(view.height_px)));
        let colours: HashSet<[u8; 3]> = pixels.chunks_exact(4).map(|px| [px[0], px[1], px[2]]).collect();
        assert!(colours.len() > if scene == Scene::default() { 1 } else { 200 });
    }
}
