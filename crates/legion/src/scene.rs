//! The position as a picture: terrain by height, miniatures, the movement tool as it was laid, lines of sight and dice.

use geometry::Shape;
use scene::figures::{Figure, Fill};
use scene::{
    Board, Captions, Card, Chip, DiceGroup, DiceTray, DieGlyph, Flags, LineStyle, Mark, Outline, Phase,
    Piece, PieceKind, PipShape, Pips, Point, Roster, Scene, Tone, Value,
};
use table::{Lang, Seat, Show};

use crate::cards::{UnitType, library};
use crate::dice::{
    Attack as AttackDie, AttackFace, Colour, Defense as DefenseDie, DefenseColour, DefenseFace,
};
use crate::measure::{SEGMENT, SEGMENTS, radius, sees_unit};
use crate::show::{cover_name, mini_name, terrain_name, unit_name};
use crate::state::*;
use crate::{Event, Legion, View};

/// The width of the movement tool as it is drawn.
const TOOL_WIDTH: f64 = 12.0;

/// Draws what a seat sees.
pub fn scene(view: &View, lang: Lang) -> Scene {
    let state = &view.state;
    let seats = || Faction::ALL.iter().map(|faction| faction.seat());
    let size = state.board.area.max - state.board.area.min;
    let mut pieces: Vec<(u16, Piece)> =
        state.pieces().flat_map(|id| terrain_pieces(state, id, lang)).collect();
    pieces.sort_by_key(|(height, _)| *height);
    Scene {
        title: "Legion".to_string(),
        status: status(state, lang),
        phases: phases(state, lang),
        board: Some(Board {
            width: size.x,
            height: size.y,
            zones: Vec::new(),
            ruler: (1..=SEGMENTS).map(|n| SEGMENT * f64::from(n)).collect(),
        }),
        sides: seats()
            .map(|seat| scene::Side {
                name: Legion::seat_name(state, seat),
                color: seat.index(),
                you: view.seat == Some(seat),
            })
            .collect(),
        pieces: pieces
            .into_iter()
            .map(|(_, piece)| piece)
            .chain(state.all_standing().map(|id| mini_piece(state, id, lang)))
            .collect(),
        marks: marks(state, lang),
        rosters: seats().map(|seat| roster(state, seat, lang)).collect(),
        dice: dice(state, lang),
        captions: if lang == Lang::En { Captions::english() } else { Captions::german() },
        ..Scene::default()
    }
}

fn status(state: &State, lang: Lang) -> String {
    let left = state.actions;
    match lang {
        Lang::En => format!("{}: actions left {left}", unit_name(state, state.active, lang)),
        Lang::De => format!("{}: übrige Aktionen {left}", unit_name(state, state.active, lang)),
    }
}

fn phases(state: &State, lang: Lang) -> Vec<Phase> {
    let now = if state.moving.is_some() {
        1
    } else if state.attack.is_some() {
        2
    } else {
        0
    };
    let names = match lang {
        Lang::En => ["Actions", "Move", "Attack"],
        Lang::De => ["Aktionen", "Bewegung", "Angriff"],
    };
    let active = |index| state.cursor == Cursor::Actions && index == now;
    names.iter().enumerate().map(|(i, name)| Phase { name: name.to_string(), active: active(i) }).collect()
}

fn point(at: geometry::Vec2) -> Point {
    Point::new(at.x, at.y)
}

/// An outline around its own middle.
fn placed(shape: &Shape) -> (Outline, Point) {
    match shape {
        Shape::Circle { centre, radius } => (Outline::Circle { radius: *radius }, point(*centre)),
        Shape::Polygon(polygon) => {
            let corners = polygon.vertices();
            let middle =
                corners.iter().fold(geometry::Vec2::ZERO, |sum, corner| sum + *corner) / corners.len() as f64;
            let points = corners.iter().map(|corner| point(*corner - middle)).collect();
            (Outline::Polygon { points }, point(middle))
        }
    }
}

/// The parts of a piece of terrain, with its height; the first bears its name.
fn terrain_pieces(state: &State, id: TerrainId, lang: Lang) -> Vec<(u16, Piece)> {
    let terrain = state.piece(id);
    let parts = terrain.outline.parts().iter().enumerate();
    let drawn = parts.map(|(number, part)| {
        let (outline, at) = placed(part);
        let mut name = format!("terrain-{}", id.0);
        if number > 0 {
            name += &format!("-{number}");
        }
        let mut piece = Piece::new(name, PieceKind::Terrain, at, 0.0, outline);
        if number == 0 {
            piece.label = terrain_name(state, id, lang);
        }
        piece.flags = Flags { height: terrain.height.into(), ..Flags::default() };
        (terrain.height, piece)
    });
    drawn.collect()
}

fn mini_piece(state: &State, id: MiniId, lang: Lang) -> Piece {
    let unit = state.unit(id.unit);
    let outline = Outline::Circle { radius: radius(state, id.unit) };
    let kind = match unit.facts().kind {
        UnitType::Trooper | UnitType::WookieeTrooper => PieceKind::Trooper,
        UnitType::GroundVehicle => PieceKind::Vehicle,
    };
    let at = state.mini(id).at;
    let name = format!("unit-{}-{}", id.unit.0, id.mini);
    let mut piece = Piece::new(name, kind, point(at), 0.0, outline);
    piece.side = Some(unit.owner.index());
    piece.figure = figure(unit, id.mini);
    if unit.leader == id.mini {
        piece.label = unit_name(state, id.unit, lang);
        piece.badge = unit.alive().count().to_string();
        piece.tokens = chips(unit, lang);
    }
    piece.flags = Flags { active: state.active == id.unit, ..Flags::default() };
    piece
}

/// A walker from above, a leader with a mark of rank, a miniature with a heavy weapon; others look as usual.
fn figure(unit: &Unit, mini: u8) -> Option<Figure> {
    let head = || Figure::new().disc(Fill::Accent, (0.0, 0.0), 0.3);
    if unit.facts().kind == UnitType::GroundVehicle {
        let walker = Figure::new().hull_pair(&[(0.35, 0.5), (0.7, 0.55), (0.7, -0.3), (0.45, -0.3)]);
        return Some(walker.ellipse(Fill::Hull, (0.0, 0.05), 0.36, 0.55).disc(
            Fill::Accent,
            (0.0, 0.25),
            0.16,
        ));
    }
    if unit.leader == mini {
        return Some(head().line(&[(-0.5, 0.3), (0.0, 0.62), (0.5, 0.3)]).line(&[
            (-0.5, 0.02),
            (0.0, 0.34),
            (0.5, 0.02),
        ]));
    }
    let carries = unit.minis[mini as usize].upgrade.is_some();
    carries.then(|| head().accent(&[(0.34, -0.35), (0.5, -0.35), (0.5, 0.75), (0.34, 0.75)]))
}

fn chips(unit: &Unit, lang: Lang) -> Vec<Chip> {
    let tokens = [
        (unit.aim, Tone::Green, "Aim", "Zielen"),
        (unit.dodge, Tone::Blue, "Dodge", "Ausweichen"),
        (unit.suppression, Tone::Red, "Suppression", "Niederhalten"),
    ];
    let there = tokens.into_iter().filter(|(count, ..)| *count > 0);
    there
        .map(|(count, tone, en, de)| {
            let title = if lang == Lang::En { en } else { de };
            let initial = title.chars().next().unwrap_or(' ');
            Chip { text: format!("{initial}{count}"), tone, title: format!("{title} {count}") }
        })
        .collect()
}

/// The tool along which the unit leader has moved, or what the attacking leader sees.
fn marks(state: &State, lang: Lang) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some(moving) = state.moving {
        let start = Outline::Circle { radius: radius(state, moving.unit) };
        let (at, label) = (point(moving.start), unit_name(state, moving.unit, lang));
        marks.push(Mark::Ghost { piece: None, base: start, figure: None, at, facing: 0.0, label });
        if let Some(way) = moving.way {
            for (from, to) in [(way.from, way.joint), (way.joint, way.to)] {
                marks.extend(tool_half(from, to));
            }
        }
    }
    if let Some(attack) = &state.attack {
        let leader = state.leader(attack.attacker);
        let from = state.mini(leader).at;
        for pool in attack.pools.iter().filter(|pool| !state.unit(pool.defender).is_defeated()) {
            let nearest = state.standing(pool.defender).map(|mini| state.mini(mini).at);
            let Some(to) = nearest.min_by(|a, b| a.distance(from).total_cmp(&b.distance(from))) else {
                continue;
            };
            let style =
                if sees_unit(state, leader, pool.defender) { LineStyle::Clear } else { LineStyle::Blocked };
            marks.push(Mark::Line { from: point(from), to: point(to), label: pool.range.to_string(), style });
        }
    }
    marks
}

fn tool_half(from: geometry::Vec2, to: geometry::Vec2) -> Option<Mark> {
    let heading = geometry::Heading::along(to - from)?;
    Some(Mark::Template {
        outline: Outline::Rect { width: TOOL_WIDTH, height: from.distance(to) },
        at: point((from + to) / 2.0),
        facing: heading.to_degrees(),
        label: String::new(),
    })
}

fn roster(state: &State, seat: Seat, lang: Lang) -> Roster {
    let ids = (0..state.units.len() as u8).map(UnitId).filter(|id| state.unit(*id).owner == seat);
    Roster { side: seat.index(), entries: ids.map(|id| unit_card(state, id, lang)).collect() }
}

fn unit_card(state: &State, id: UnitId, lang: Lang) -> Card {
    let unit = state.unit(id);
    let facts = unit.facts();
    let all = unit.minis.len() as u32;
    let alive = unit.alive().count() as u32;
    let minis = Pips {
        label: if lang == Lang::En { "Miniatures" } else { "Miniaturen" }.to_string(),
        full: alive,
        spent: 0,
        empty: all - alive,
        tone: Tone::Gold,
        shape: PipShape::Round,
    };
    let wounds: u32 = unit.alive().map(|mini| u32::from(unit.minis[mini as usize].wounds)).sum();
    let wounded = (wounds > 0).then(|| Pips {
        label: if lang == Lang::En { "Wounds" } else { "Wunden" }.to_string(),
        full: wounds,
        spent: 0,
        empty: 0,
        tone: Tone::Red,
        shape: PipShape::Square,
    });
    let named = |mini: u8| MiniId { unit: id, mini };
    let special = unit.alive().filter(|mini| unit.minis[*mini as usize].upgrade.is_some());
    let upgrades = unit.upgrades.iter().map(|kind| library().upgrade(*kind)).filter(|card| !card.adds_mini);
    let value = |en: &str, de: &str, value: String| Value {
        label: if lang == Lang::En { en } else { de }.to_string(),
        value,
        tone: Tone::Plain,
        glyph: None,
    };
    let defense = match (facts.defense, lang) {
        (DefenseColour::Red, Lang::En) => "red",
        (DefenseColour::Red, Lang::De) => "rot",
        (DefenseColour::White, Lang::En) => "white",
        (DefenseColour::White, Lang::De) => "weiß",
    };
    Card {
        id: format!("unit-{}-{}", id.0, unit.leader),
        title: unit_name(state, id, lang),
        values: vec![
            value("Speed", "Tempo", facts.speed.to_string()),
            value("Defense", "Abwehr", defense.to_string()),
        ],
        pips: std::iter::once(minis).chain(wounded).collect(),
        lines: special
            .map(|mini| mini_name(state, named(mini), lang))
            .chain(upgrades.map(|card| card.name.in_(lang).to_string()))
            .collect(),
        chips: chips(unit, lang),
        active: state.active == id,
        faded: unit.is_defeated(),
        ..Card::default()
    }
}

fn dice(state: &State, lang: Lang) -> Option<DiceTray> {
    let attack = state.attack.as_ref()?;
    let pool = attack.pools.get(attack.current as usize)?;
    let groups = attack_groups(&pool.dice).into_iter().chain(defense_groups(&pool.defense));
    let (attacker, defender) =
        (unit_name(state, attack.attacker, lang), unit_name(state, pool.defender, lang));
    Some(DiceTray {
        caption: format!("{attacker} → {defender}"),
        groups: groups.collect(),
        note: pool.cover.map(|cover| cover_name(cover, lang)).unwrap_or_default(),
    })
}

/// The dice that an event tells of.
pub fn rolled(event: &Event) -> Vec<DiceGroup> {
    match event {
        Event::AttackRolled(dice) | Event::Rerolled(dice) => attack_groups(dice),
        Event::DefenseRolled(dice) | Event::ClamberRolled(dice) => defense_groups(dice),
        _ => Vec::new(),
    }
}

fn attack_groups(dice: &[AttackDie]) -> Vec<DiceGroup> {
    let group = |colour: Colour| {
        let tone = match colour {
            Colour::Red => Tone::Red,
            Colour::Black => Tone::Muted,
            Colour::White => Tone::White,
        };
        let dice = dice.iter().filter(|die| die.colour == colour);
        let dice = dice.map(|die| scene::Die { glyph: attack_glyph(die.face), spent: false });
        DiceGroup { tone, dice: dice.collect() }
    };
    Colour::ALL.into_iter().map(group).filter(|group| !group.dice.is_empty()).collect()
}

fn defense_groups(dice: &[DefenseDie]) -> Vec<DiceGroup> {
    let Some(first) = dice.first() else { return Vec::new() };
    let tone = match first.colour {
        DefenseColour::Red => Tone::Red,
        DefenseColour::White => Tone::White,
    };
    let dice = dice.iter().map(|die| scene::Die { glyph: defense_glyph(die.face), spent: false });
    vec![DiceGroup { tone, dice: dice.collect() }]
}

fn attack_glyph(face: AttackFace) -> DieGlyph {
    match face {
        AttackFace::Blank => DieGlyph::Blank,
        AttackFace::Hit => DieGlyph::Hit,
        AttackFace::Critical => DieGlyph::Critical,
        AttackFace::Surge => DieGlyph::Surge,
    }
}

fn defense_glyph(face: DefenseFace) -> DieGlyph {
    match face {
        DefenseFace::Blank => DieGlyph::Blank,
        DefenseFace::Block => DieGlyph::Block,
        DefenseFace::Surge => DieGlyph::Surge,
    }
}
