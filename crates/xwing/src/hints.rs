//! What a player wants to see before choosing: where a maneuver ends, whom a shot reaches, what a card does, and what
//! is placed where. Everything is made from a seat's view, so nothing hidden can enter.

use flightpath::aid::{by_eye, labelled, on_the_dial};
use flightpath::preview::{bands, facing, point, sign, strips, template_mark};
use flightpath::words::{Case, at_range, odds_of, range_line, sees, sum_of_dice};
use flightpath::{Bearing, Colour, Lean, Maneuver, SECTIONS, Ships, Sideways, Way};
use geometry::{Pose, Region, Side, Vec2};
use scene::{About, ArcStyle, Hint, LineStyle, Mark, Outline, Placing, Point, Tone};
use table::{Lang, Show};

use crate::actions::{boosts, is_on_way, may_boost, may_lock, move_ahead, with_barrel_roll};
use crate::attack::{could_target, dice_of, primary};
use crate::cards::{ArcName, Cost, ObstacleId, library, tokens, upgrade_facts};
use crate::cloak::with_decloak_roll;
use crate::damage::{hull, suffered};
use crate::foresight::{Foreseen, Sight, foresee, sights, standing_at};
use crate::maneuvers::{colour_for, dial};
use crate::measure::{Shot, arc, in_primary_arc, line_to_show, play_area, range};
use crate::odds::{Attacking, Defending, damage};
use crate::scene::{arc_marks, base_outline, bomb_id, obstacle_id, piece_id, ship_figure, zone_marks};
use crate::setup::OBSTACLE_MARGIN;
use crate::show::{card_name, card_text, dice_text, maneuver_name, ship_in, ship_name};
use crate::state::*;
use crate::tractor::with_drag;
use crate::{Ask, Choice, View, XWing, docking, explain};

/// How an option looks among the others.
pub fn about(view: &View, ask: &Ask, choice: &Choice) -> About {
    let state = &view.state;
    match (ask, choice) {
        (
            Ask::Dial(id)
            | Ask::Overrule(id)
            | Ask::Deploy(id, _)
            | Ask::ShuttleCourse(id)
            | Ask::FlyWith(id)
            | Ask::CardManeuver(CardRef { ship: id, .. }),
            Choice::Maneuver(maneuver),
        ) => {
            let dial = on_the_dial(dial(state, *id), *maneuver, colour_for(state, *id, *maneuver));
            About { pieces: vec![piece_id(*id)], ..dial }
        }
        (Ask::Action(id) | Ask::FreeAction(_, id), Choice::Action(_))
        | (Ask::DecloakHow(id), Choice::RollAside)
        | (Ask::TurnArc(id), Choice::Quarter(_)) => About::piece(piece_id(*id)),
        (
            Ask::BoostWith(id) | Ask::Drag(id) | Ask::DecloakHow(id),
            Choice::Boost(bearing) | Choice::Decloak(bearing),
        ) => About { sign: Some(sign(*bearing)), ..About::piece(piece_id(*id)) },
        (
            Ask::Attack(id) | Ask::ExtraAttack(_, id),
            Choice::Fire(_, target) | Choice::FireAt(_, target, _),
        )
        | (
            Ask::LockWhom(id)
            | Ask::GiveUpLock(id)
            | Ask::CardTarget(CardRef { ship: id, .. })
            | Ask::ShakeOff(CardRef { ship: id, .. }),
            Choice::Ship(target),
        ) => About { pieces: vec![piece_id(*id), piece_id(*target)], ..About::default() },
        (_, Choice::Ship(id)) => About::piece(piece_id(*id)),
        (_, Choice::Use(card, _) | Choice::Card(card)) | (Ask::CardChoice(card), _) => {
            About::piece(piece_id(card.ship))
        }
        (_, Choice::ObstacleThere(index)) => About::piece(obstacle_id((*index).into())),
        (_, Choice::Bomb(index)) => About::piece(bomb_id((*index).into())),
        _ => About::default(),
    }
}

/// What an option leads to.
pub fn hint(view: &View, ask: &Ask, choice: &Choice, lang: Lang) -> Hint {
    let hints = Hints { state: &view.state, lang };
    match (ask, choice) {
        (Ask::Dial(id) | Ask::Overrule(id), Choice::Maneuver(maneuver)) => {
            let hint = hints.maneuver(*id, *maneuver);
            Hint { detail: labelled(&hint.detail, lang), ..hint }
        }
        (Ask::Deploy(id, guides), Choice::Maneuver(maneuver)) => hints.deployed(*id, *guides, *maneuver),
        (Ask::ShuttleCourse(id) | Ask::FlyWith(id), Choice::Maneuver(maneuver)) => {
            hints.maneuver(*id, *maneuver)
        }
        (Ask::CardManeuver(card), Choice::Maneuver(maneuver)) => hints.maneuver(card.ship, *maneuver),
        (Ask::Action(id) | Ask::FreeAction(_, id), Choice::Action(action)) => hints.action(*id, *action),
        (Ask::BoostWith(id), Choice::Boost(bearing)) => hints.ahead(*id, *bearing, 1),
        (Ask::Drag(id), Choice::Boost(bearing)) => hints.ahead(*id, *bearing, 1),
        (Ask::DecloakHow(id), Choice::Decloak(bearing)) => hints.ahead(*id, *bearing, 2),
        (Ask::DecloakHow(id), Choice::RollAside) => hints.decloak_aside(*id),
        (Ask::TurnArc(id), Choice::Quarter(quarter)) => hints.arc(*id, *quarter),
        (
            Ask::Attack(id) | Ask::ExtraAttack(_, id),
            Choice::Fire(weapon, target) | Choice::FireAt(weapon, target, _),
        ) => hints.fire(*id, *weapon, *target),
        (Ask::LockWhom(_) | Ask::GiveUpLock(_), Choice::Ship(target)) if !hints.may_measure() => {
            hints.about(*target, hints.condition(*target))
        }
        (Ask::LockWhom(id) | Ask::GiveUpLock(id), Choice::Ship(target)) => hints.target(*id, *target),
        (Ask::CardTarget(card) | Ask::ShakeOff(card), Choice::Ship(target)) => {
            hints.target(card.ship, *target)
        }
        (Ask::MineVictim, Choice::Ship(id)) => hints.about(*id, hints.condition(*id)),
        (Ask::Dock(carrier), Choice::Ship(id)) => hints.about(*id, hints.docking(*carrier, true)),
        (Ask::WhoDeploys(carrier), Choice::Ship(id)) => hints.about(*id, hints.docking(*carrier, false)),
        (_, Choice::Ship(id)) => hints.about(*id, hints.next().to_string()),
        (Ask::Dice(_), Choice::Die(die)) => hints.die(*die),
        (_, Choice::Use(card, index)) => hints.ability(*card, *index),
        (_, Choice::Card(card)) => hints.card(*card),
        (_, Choice::Upgrade(card)) => Hint::saying(library().upgrade(*card).text.in_(lang)),
        (_, Choice::DamageCard(kind)) => Hint::saying(library().damage(*kind).text.in_(lang)),
        (Ask::ObstacleToken, Choice::Obstacle(token)) => hints.obstacle_token(*token),
        (_, Choice::ObstacleThere(index)) => hints.obstacle(*index),
        (_, Choice::Bomb(index)) => hints.bomb(*index),
        (_, Choice::Edge(edge)) => hints.edge(*edge),
        (_, Choice::Pass) => Hint::saying(hints.passing(ask)),
        (Ask::CardChoice(card), _) => hints.card(*card),
        _ => Hint::saying(&format!("{}.", XWing::choice_text(&view.state, choice, lang))),
    }
}

/// The same without the planning aid: templates may not be used to test where a ship would end
/// (`xwing.core.planning.by-eye`).
pub fn unaided_hint(view: &View, ask: &Ask, choice: &Choice, lang: Lang) -> Hint {
    let (Ask::Dial(id) | Ask::Overrule(id), Choice::Maneuver(maneuver)) = (ask, choice) else {
        return hint(view, ask, choice, lang);
    };
    let hints = Hints { state: &view.state, lang };
    let cost = hints.strain(*id, colour_for(&view.state, *id, *maneuver));
    Hint { pieces: vec![piece_id(*id)], ..by_eye(cost, lang) }
}

/// What is placed by the answer to a question for a place.
pub fn placing(view: &View, ask: &Ask, lang: Lang) -> Placing {
    let hints = Hints { state: &view.state, lang };
    match ask {
        Ask::PlaceShip(id) => {
            let marks = zone_marks(&view.state, view.state.ship(*id).owner);
            Placing { turns: true, marks, ..hints.ship_to_place(*id) }
        }
        Ask::PlaceSatellite => Placing { base: Outline::square(SATELLITE), ..Placing::marker(0.0) },
        Ask::PlaceObstacle(token) => {
            let facts = library().obstacle(*token);
            let points = facts.polygon.vertices().iter().map(|corner| point(*corner)).collect();
            Placing {
                base: Outline::Polygon { points },
                label: facts.name.in_(lang).to_string(),
                turns: true,
                marks: vec![hints.obstacle_area()],
                ..Placing::marker(0.0)
            }
        }
        Ask::PlaceHulk => view.state.options.hulk.map_or(Placing::marker(10.0), |hulk| Placing {
            base: base_outline(hulk.size()),
            label: hulk.name().in_(lang).to_string(),
            turns: true,
            marks: vec![hints.obstacle_area()],
            ..Placing::marker(0.0)
        }),
        Ask::RollTo(id) => {
            let marks = with_barrel_roll(&view.state, *id, |roll| hints.sideways(*id, roll));
            Placing { marks, ..hints.ship_to_place(*id) }
        }
        Ask::DecloakTo(id) => {
            let marks = with_decloak_roll(&view.state, *id, |roll| hints.sideways(*id, roll));
            Placing { marks, ..hints.ship_to_place(*id) }
        }
        Ask::DragTo(id) => {
            let marks = with_drag(&view.state, *id, |roll| hints.sideways(*id, roll));
            Placing { marks, ..hints.ship_to_place(*id) }
        }
        Ask::RollAfterTurn(id) => hints.ship_to_place(*id),
        Ask::CardPlace(card) => Placing {
            side: Some(view.state.ship(card.ship).owner.index()),
            label: card_name(&view.state, *card, lang),
            ..Placing::marker(15.0)
        },
        _ => Placing::marker(10.0),
    }
}

struct Hints<'a> {
    state: &'a State,
    lang: Lang,
}

impl Hints<'_> {
    fn ship(&self, id: ShipId) -> String {
        ship_name(self.state, id, self.lang)
    }

    /// A ship that something is done to.
    fn whom(&self, id: ShipId) -> String {
        match self.lang {
            Lang::En => self.ship(id),
            Lang::De => ship_in(self.state, id, Case::Accusative),
        }
    }

    fn about(&self, id: ShipId, detail: String) -> Hint {
        Hint { detail, pieces: vec![piece_id(id)], ..Hint::default() }
    }

    // ---- maneuvers ----------------------------------------------------------------------------------------------------

    /// Whether players may measure at any time. In competitive play they may do so only where the rules say it
    /// (`xwing.comp.measure.combat`): when a ship attacks, for an ability, and for what was declared.
    fn may_measure(&self) -> bool {
        !self.state.options.tournament
    }

    fn maneuver(&self, id: ShipId, maneuver: Maneuver) -> Hint {
        if !self.may_measure() {
            return self.unmeasured(id, maneuver);
        }
        let Some(foreseen) = foresee(self.state, id, maneuver) else {
            return Hint::saying(
                self.lang.pick("The ship stays where it is.", "Das Schiff bleibt, wo es ist."),
            );
        };
        let template = foreseen.trail.map(|trail| trail.template());
        let mut hint = self.standing(id, foreseen.pose, foreseen.touched, template, foreseen.leaves);
        let mut sentences = self.course(&foreseen);
        if !foreseen.leaves {
            let silent = foreseen.on_asteroid;
            let seen = std::mem::take(&mut hint.detail);
            sentences.extend((!silent).then_some(seen));
            sentences.extend(self.strain(id, foreseen.colour).map(str::to_string));
        }
        hint.detail = sentences.join(" ");
        hint
    }

    /// What a dial tells about a maneuver, and nothing about where it leads.
    fn unmeasured(&self, id: ShipId, maneuver: Maneuver) -> Hint {
        let colour = colour_for(self.state, id, maneuver);
        let name = format!("{}.", maneuver_name(maneuver, self.lang));
        let detail = self.strain(id, colour).map_or(name, str::to_string);
        self.about(id, detail)
    }

    /// A maneuver of a ship that is deployed: it starts from the guides of its carrier.
    fn deployed(&self, id: ShipId, guides: Section, maneuver: Maneuver) -> Hint {
        let Some(state) = docking::about_to_fly(self.state, id, guides) else { return Hint::default() };
        Hints { state: &state, lang: self.lang }.maneuver(id, maneuver)
    }

    /// A ship as it would stand somewhere: its arcs, its template, whom it sees. The sentence says whom.
    fn standing(
        &self,
        id: ShipId,
        pose: Pose,
        touched: Ships,
        template: Option<Region>,
        leaves: bool,
    ) -> Hint {
        let there = standing_at(self.state, id, pose, touched);
        let seen: Vec<Sight> = if leaves { Vec::new() } else { sights(&there, id).collect() };
        let mut marks = Vec::new();
        if !leaves {
            marks.extend(self.reach(id, pose));
        }
        marks.extend(template.as_ref().map(template_mark));
        marks.push(self.ghost(id, pose));
        let line = |sight: &Sight| self.line(&there, (id, sight.target), Some(sight.weapon), sight.shot);
        marks.extend(seen.iter().filter_map(line));
        Hint {
            detail: self.seen(&there, id, &seen),
            pieces: [id].into_iter().chain(seen.iter().map(|sight| sight.target)).map(piece_id).collect(),
            marks,
        }
    }

    /// Ranges within the firing arcs of a ship that stands somewhere.
    fn reach(&self, id: ShipId, pose: Pose) -> Vec<Mark> {
        let ship = self.state.ship(id);
        let side = ship.owner.index();
        let band = |from: f64, to: f64| bands(base_outline(ship.size), pose, (from, to), SECTIONS, side);
        let marks = arc_marks(self.state, id);
        marks
            .iter()
            .filter(|mark| mark.style != ArcStyle::Turret)
            .map(|mark| band(mark.from_deg, mark.to_deg))
            .collect()
    }

    fn course(&self, foreseen: &Foreseen) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        let mut say = |en: &str, de: &str| sentences.push(self.lang.pick(en, de).to_string());
        if foreseen.leaves {
            say(
                "Leaves the play area: the ship is destroyed.",
                "Verlässt die Spielfläche: Das Schiff ist zerstört.",
            );
            return sentences;
        }
        if foreseen.turn_failed {
            say("Is stopped and does not turn around.", "Wird gestoppt und dreht sich nicht um.");
        }
        if foreseen.touched != 0 {
            let met = self.state.ids().filter(|other| foreseen.touched & other.bit() != 0);
            let mut names: Vec<String> = met.map(|other| self.whom(other)).collect();
            let hulk = self.state.options.hulk.filter(|_| foreseen.touched & HULK.bit() != 0);
            names.extend(hulk.map(|hulk| hulk.name().in_(self.lang).to_string()));
            let names = self.lang.list(&names);
            say(
                &format!("Overlaps {names}: stops there, no action, no attack on it."),
                &format!(
                    "Überschneidung: {names}. Bleibt davor stehen; keine Aktion, kein Angriff auf dieses Schiff."
                ),
            );
        }
        if foreseen.asteroid {
            say(
                "Overlaps an asteroid: one attack die against the ship, no action.",
                "Überschneidet einen Asteroiden: ein Angriffswürfel gegen das Schiff, keine Aktion.",
            );
        }
        if foreseen.on_asteroid {
            say("Ends on it and cannot attack.", "Endet darauf und kann nicht angreifen.");
        }
        if foreseen.debris {
            say(
                "Overlaps a debris cloud: a stress token and one attack die against the ship.",
                "Überschneidet eine Trümmerwolke: ein Stressmarker und ein Angriffswürfel gegen das Schiff.",
            );
        }
        if foreseen.mines > 0 {
            say("Sets off a mine.", "Löst eine Mine aus.");
        }
        if sentences.is_empty() {
            sentences.push(self.lang.pick("No overlap.", "Endet ohne Überschneidung.").to_string());
        }
        sentences
    }

    /// "Sees Howlrunner at range 3."
    fn seen(&self, there: &State, id: ShipId, seen: &[Sight]) -> String {
        let name = |sight: &Sight| {
            let place = at_range(&self.ship(sight.target), sight.shot.range, self.lang);
            let way = if sight.shot.obstructed {
                self.lang.pick(" (obstructed)", " (versperrt)")
            } else if !in_primary_arc(there, id, sight.target) {
                self.lang.pick(" (outside the front arc)", " (außerhalb des vorderen Feuerwinkels)")
            } else {
                ""
            };
            format!("{place}{way}")
        };
        let names: Vec<String> = seen.iter().map(name).collect();
        sees(&names, self.lang)
    }

    fn strain(&self, id: ShipId, colour: Colour) -> Option<&'static str> {
        let stressed = self.state.ship(id).is_stressed();
        let (en, de) = match colour {
            Colour::Red if stressed => (
                "Not possible under stress: it would be replaced by another maneuver.",
                "Unter Stress nicht möglich: Es würde durch ein anderes Manöver ersetzt.",
            ),
            Colour::Red => ("Costs a stress token.", "Kostet einen Stressmarker."),
            Colour::Green if stressed => ("Removes a stress token.", "Entfernt einen Stressmarker."),
            _ if stressed => ("The stress stays: no action.", "Der Stress bleibt: keine Aktion."),
            _ => return None,
        };
        Some(self.lang.pick(en, de))
    }

    fn ghost(&self, id: ShipId, pose: Pose) -> Mark {
        let ship = self.state.ship(id);
        Mark::Ghost {
            piece: Some(piece_id(id)),
            base: base_outline(ship.size),
            figure: Some(ship_figure(ship)),
            at: point(pose.at),
            facing: facing(pose),
            label: String::new(),
        }
    }

    fn line(
        &self,
        state: &State,
        ships: (ShipId, ShipId),
        weapon: Option<Weapon>,
        shot: Shot,
    ) -> Option<Mark> {
        let (from, to) = line_to_show(state, ships.0, weapon, ships.1)?;
        let style = if shot.obstructed { LineStyle::Obstructed } else { LineStyle::Clear };
        Some(range_line((from, to), shot.range, style, self.lang))
    }

    // ---- actions ------------------------------------------------------------------------------------------------------

    fn action(&self, id: ShipId, action: Action) -> Hint {
        let mut hint = self.about(id, explain::action(self.state, action, self.lang).to_string());
        match action {
            Action::Card(card) => hint = self.card(card),
            _ if !self.may_measure() => {}
            Action::TargetLock => {
                for target in self.state.enemies_of(id) {
                    if may_lock(self.state, id, target).is_ok() {
                        hint.marks.extend(self.measured(id, target));
                        hint.pieces.push(piece_id(target));
                    }
                }
            }
            Action::Boost => {
                for bearing in boosts(self.state, id) {
                    if may_boost(self.state, id, bearing, 1).is_ok()
                        && let Some((_, end)) = move_ahead(self.state, id, bearing, 1)
                    {
                        hint.marks.push(self.ghost(id, end));
                    }
                }
            }
            Action::BarrelRoll => {
                hint.marks = with_barrel_roll(self.state, id, |roll| self.sideways(id, roll));
            }
            _ => {}
        }
        hint
    }

    /// A boost, or decloaking ahead.
    fn ahead(&self, id: ShipId, bearing: Bearing, speed: u8) -> Hint {
        if !self.may_measure() {
            let name = maneuver_name(Maneuver { bearing, speed, colour: Colour::White }, self.lang);
            return self.about(id, format!("{name}."));
        }
        let Some((template, end)) = move_ahead(self.state, id, bearing, speed) else {
            return Hint::default();
        };
        let leaves = crate::measure::is_outside(self.state, self.state.ship(id).size, end);
        let mut hint = self.standing(id, end, 0, Some(template), leaves);
        if leaves {
            let (en, de) = (
                "Leaves the play area: the ship is destroyed.",
                "Verlässt die Spielfläche: Das Schiff ist zerstört.",
            );
            hint.detail = self.lang.pick(en, de).to_string();
        }
        hint
    }

    fn decloak_aside(&self, id: ShipId) -> Hint {
        let detail = self.lang.pick(
            "Moves sideways by the straight 2 template without turning.",
            "Versetzt sich um die Gerade 2 zur Seite, ohne sich zu drehen.",
        );
        let marks = with_decloak_roll(self.state, id, |roll| self.sideways(id, roll));
        Hint { marks, ..self.about(id, detail.to_string()) }
    }

    /// Where a ship may end that moves sideways, by the way that it has declared if it has: strips with straight templates,
    /// ghosts with curved ones.
    fn sideways(&self, id: ShipId, roll: &Sideways) -> Vec<Mark> {
        let way = self.state.declaration.way(id);
        let mut marks = match way {
            Some(Way { side, lean: Lean::Straight }) => {
                strips(&roll.straight, &play_area(self.state), &[side])
            }
            Some(_) => Vec::new(),
            None => strips(&roll.straight, &play_area(self.state), &Side::BOTH),
        };
        if let Some(curved) = &roll.curved {
            let free =
                curved.places().filter(|pose| curved.judge(pose).is_ok() && is_on_way(roll, pose, way));
            marks.extend(free.map(|pose| self.ghost(id, pose)));
        }
        marks
    }

    fn arc(&self, id: ShipId, quarter: u8) -> Hint {
        if !self.may_measure() {
            let to = XWing::choice_text(self.state, &Choice::Quarter(quarter), self.lang);
            return self.about(id, format!("{to}."));
        }
        let mut turned = self.state.clone();
        turned.ship_mut(id).mobile_arc = quarter;
        let hints = Hints { state: &turned, lang: self.lang };
        let ship = self.state.ship(id);
        Hint {
            marks: hints.reach(id, ship.pose),
            ..hints.standing(id, ship.pose, ship.touching, None, false)
        }
    }

    /// The distance between two ships, base to base.
    fn measured(&self, from: ShipId, to: ShipId) -> Option<Mark> {
        let range = range(self.state, from, to)?;
        let (from, to) = line_to_show(self.state, from, None, to)?;
        Some(range_line((from, to), range, LineStyle::Measure, self.lang))
    }

    /// A ship that another one aims at, without firing.
    fn target(&self, id: ShipId, target: ShipId) -> Hint {
        let mut sentences: Vec<String> = Vec::new();
        if let Some(range) = range(self.state, id, target).filter(|_| id != target) {
            let arc =
                match arc(self.state, id, ArcName::Front).map(|_| in_primary_arc(self.state, id, target)) {
                    Some(true) => self.lang.pick(", in the firing arc", ", im Feuerwinkel"),
                    Some(false) => self.lang.pick(", outside the firing arc", ", außerhalb des Feuerwinkels"),
                    None => "",
                };
            let place = match self.lang {
                Lang::En => format!("At range {range}{arc}."),
                Lang::De => format!("In Reichweite {range}{arc}."),
            };
            sentences.push(place);
        }
        sentences.push(self.condition(target));
        Hint {
            detail: sentences.join(" "),
            pieces: vec![piece_id(id), piece_id(target)],
            marks: if id == target { Vec::new() } else { self.measured(id, target).into_iter().collect() },
        }
    }

    /// "2 shields and 4 hull left."
    fn condition(&self, id: ShipId) -> String {
        let ship = self.state.ship(id);
        let hull = hull(self.state, id).saturating_sub(suffered(ship));
        let cloak = if ship.cloaked { self.lang.pick(", cloaked", ", getarnt") } else { "" };
        match (self.lang, ship.shields) {
            (Lang::En, 1) => format!("1 shield and {hull} hull left{cloak}."),
            (Lang::En, shields) => format!("{shields} shields and {hull} hull left{cloak}."),
            (Lang::De, 1) => format!("Noch 1 Schild und {hull} Hülle{cloak}."),
            (Lang::De, shields) => format!("Noch {shields} Schilde und {hull} Hülle{cloak}."),
        }
    }

    fn docking(&self, carrier: ShipId, begins: bool) -> String {
        match (begins, self.lang) {
            (true, Lang::En) => format!("Begins the game docked at {}.", self.ship(carrier)),
            (true, Lang::De) => {
                format!("Beginnt das Spiel angedockt an {}.", ship_in(self.state, carrier, Case::Dative))
            }
            (false, Lang::En) => {
                format!("Leaves {} with a maneuver of its dial and may act.", self.ship(carrier))
            }
            (false, Lang::De) => {
                format!("Verlässt {} mit einem Manöver seines Rads und darf handeln.", self.whom(carrier))
            }
        }
    }

    fn next(&self) -> &'static str {
        let (en, de) = match self.state.cursor {
            Cursor::PlaceShips => {
                ("This ship is placed next.", "Dieses Schiff wird als Nächstes aufgestellt.")
            }
            Cursor::Activation { .. } => {
                ("This ship flies and acts next.", "Dieses Schiff fliegt und handelt als Nächstes.")
            }
            Cursor::Combat { .. } => ("This ship attacks next.", "Dieses Schiff greift als Nächstes an."),
            _ => ("This ship is next.", "Dieses Schiff ist als Nächstes dran."),
        };
        self.lang.pick(en, de)
    }

    // ---- attacks ------------------------------------------------------------------------------------------------------

    fn fire(&self, id: ShipId, weapon: Weapon, target: ShipId) -> Hint {
        let pieces = vec![piece_id(id), piece_id(target)];
        // A refused shot has a reason of its own; there is nothing to draw.
        let Ok(shot) = could_target(self.state, id, weapon, target) else {
            return Hint { pieces, ..Hint::saying(&self.condition(target)) };
        };
        let (attack, defense) = dice_of(self.state, id, weapon, target, shot);
        let mean = damage(Attacking::plain(attack), Defending::plain(defense));
        let obstructed = if shot.obstructed { self.lang.pick(", obstructed", ", versperrt") } else { "" };
        let mut detail = odds_of((attack, defense), shot.range, obstructed, mean, self.lang);
        if weapon == Weapon::Primary {
            detail.push_str(&sum_of_dice(attack, primary(self.state, id), shot.range == 1, self.lang));
        }
        detail.push(' ');
        detail.push_str(&self.condition(target));
        if let Weapon::Secondary(card) = weapon {
            let costs = upgrade_facts(self.state, card).map_or(&[][..], |row| &row.spends[..]);
            detail.push_str(&self.costs(costs));
            detail.push(' ');
            detail.push_str(&card_text(self.state, card, self.lang));
        }
        let marks = self.line(self.state, (id, target), Some(weapon), shot);
        Hint { detail, pieces, marks: marks.into_iter().collect() }
    }

    /// " Costs the target lock and the card."
    fn costs(&self, costs: &[Cost]) -> String {
        let name = |cost: &Cost| match cost {
            Cost::TargetLock => self.lang.pick("the target lock", "die Zielerfassung").to_string(),
            Cost::Focus => self.lang.pick("a focus token", "einen Fokusmarker").to_string(),
            Cost::Card => self.lang.pick("the card", "die Karte").to_string(),
            Cost::Energy(amount) => format!("{amount} {}", self.lang.pick("energy", "Energie")),
        };
        let names: Vec<String> = costs.iter().map(name).collect();
        if names.is_empty() {
            return String::new();
        }
        format!(" {} {}.", self.lang.pick("Costs", "Kostet"), self.lang.list(&names))
    }

    /// A die of the roll that is being modified.
    fn die(&self, die: u8) -> Hint {
        let attack = self.state.attack();
        let pool =
            attack.map(|attack| if attack.defense.0.is_empty() { &attack.attack } else { &attack.defense });
        match pool.and_then(|pool| pool.0.get(die as usize)) {
            Some(result) => {
                let face = dice_text(&[result.face], self.lang);
                Hint::saying(&format!("{} {face}.", self.lang.pick("Shows:", "Zeigt:")))
            }
            None => Hint::default(),
        }
    }

    // ---- cards --------------------------------------------------------------------------------------------------------

    fn card(&self, card: CardRef) -> Hint {
        let text = card_text(self.state, card, self.lang);
        let detail = if text.is_empty() { card_name(self.state, card, self.lang) } else { text };
        self.about(card.ship, detail)
    }

    fn ability(&self, card: CardRef, index: u8) -> Hint {
        if card.slot != Slot::Tokens {
            return self.card(card);
        }
        let (en, de) = match index {
            tokens::TARGET_LOCK_INDEX => (
                "The lock is spent; any number of attack dice are rerolled once.",
                "Die Zielerfassung wird abgegeben; beliebig viele Angriffswürfel werden einmal neu geworfen.",
            ),
            tokens::EVADE_INDEX => {
                ("Adds one evade result to the defense.", "Fügt der Verteidigung ein Ausweichergebnis hinzu.")
            }
            tokens::DECLOAK_INDEX => (
                "Spends the cloak token and moves ahead or aside; then the ship may attack again.",
                "Gibt den Tarnungsmarker aus und bewegt sich vor oder zur Seite; danach darf das Schiff wieder angreifen.",
            ),
            index if tokens::IDLE_INDICES.contains(&index) => (
                "The token is spent; the focus results stay as they are.",
                "Der Marker wird abgegeben; die Fokusergebnisse bleiben, wie sie sind.",
            ),
            _ if self.state.attack().is_some_and(|attack| attack.defender == card.ship) => (
                "All focus results of the defense roll become evades.",
                "Alle Fokusergebnisse des Verteidigungswurfs werden Ausweichen.",
            ),
            _ => (
                "All focus results of the attack roll become hits.",
                "Alle Fokusergebnisse des Angriffswurfs werden Treffer.",
            ),
        };
        self.about(card.ship, self.lang.pick(en, de).to_string())
    }

    // ---- the rest -----------------------------------------------------------------------------------------------------

    /// Its shape as it would lie in the middle of the play area, and how large it is.
    fn obstacle_token(&self, token: ObstacleId) -> Hint {
        let facts = library().obstacle(token);
        let corners = facts.polygon.vertices();
        let spread = |of: fn(&Vec2) -> f64| {
            let (least, most) = corners
                .iter()
                .map(of)
                .fold((f64::MAX, f64::MIN), |(least, most), at| (least.min(at), most.max(at)));
            most - least
        };
        let (wide, long) = (spread(|corner| corner.x), spread(|corner| corner.y));
        let (width, depth) = self.state.options.size();
        let ghost = Mark::Ghost {
            piece: None,
            base: Outline::Polygon { points: corners.iter().map(|corner| point(*corner)).collect() },
            figure: None,
            at: Point::new(width / 2.0, depth / 2.0),
            facing: 0.0,
            label: facts.name.in_(self.lang).to_string(),
        };
        let size = format!("{wide:.0} × {long:.0} mm.");
        // A tournament shows nothing by which to measure.
        let marks = if self.state.options.tournament { Vec::new() } else { vec![ghost] };
        Hint { marks, ..Hint::saying(&size) }
    }

    fn obstacle(&self, index: u8) -> Hint {
        let token = self.state.obstacles.get(index as usize).map(|obstacle| obstacle.token);
        let name = token.map_or("", |token| library().obstacle(token).name.in_(self.lang));
        let detail = match self.lang {
            Lang::En => format!("{name} has its effect, the others have none."),
            Lang::De => format!("{name} wirkt, die anderen nicht."),
        };
        Hint { pieces: vec![obstacle_id(index.into())], ..Hint::saying(&detail) }
    }

    fn bomb(&self, index: u8) -> Hint {
        let card = self.state.bombs.get(index as usize).map(|bomb| library().upgrade(bomb.card));
        let text = card.map_or("", |card| card.token.as_ref().unwrap_or(&card.text).in_(self.lang));
        let detail = if text.is_empty() { self.lang.pick("It goes off.", "Sie geht hoch.") } else { text };
        Hint { pieces: vec![bomb_id(index.into())], ..Hint::saying(detail) }
    }

    fn edge(&self, edge: u8) -> Hint {
        let detail = match edge {
            0 => self.lang.pick("Your ships start in the south.", "Deine Schiffe starten im Süden."),
            _ => self.lang.pick("Your ships start in the north.", "Deine Schiffe starten im Norden."),
        };
        Hint::saying(detail)
    }

    fn passing(&self, ask: &Ask) -> &'static str {
        let (en, de) = match ask {
            Ask::Action(_) | Ask::FreeAction(..) => ("No action.", "Keine Aktion."),
            Ask::Attack(_) | Ask::ExtraAttack(..) => {
                ("This ship does not attack now.", "Dieses Schiff greift jetzt nicht an.")
            }
            Ask::Dock(_) => ("No further ship is docked.", "Kein weiteres Schiff wird angedockt."),
            Ask::WhoDeploys(_) => ("No further ship is deployed.", "Kein weiteres Schiff startet."),
            Ask::Drag(_) => ("The ship stays where it is.", "Das Schiff bleibt, wo es ist."),
            Ask::DecloakHow(_) => ("The ship stays cloaked.", "Das Schiff bleibt getarnt."),
            _ => ("Nothing more is used now.", "Jetzt wird nichts mehr eingesetzt."),
        };
        self.lang.pick(en, de)
    }

    // ---- placing ------------------------------------------------------------------------------------------------------

    fn ship_to_place(&self, id: ShipId) -> Placing {
        let ship = self.state.ship(id);
        Placing {
            piece: Some(piece_id(id)),
            side: Some(ship.owner.index()),
            base: base_outline(ship.size),
            figure: Some(ship_figure(ship)),
            arcs: arc_marks(self.state, id),
            label: self.ship(id),
            ..Placing::marker(0.0)
        }
    }

    fn obstacle_area(&self) -> Mark {
        let (width, depth) = self.state.options.size();
        let (inner, deep) = (width - 2.0 * OBSTACLE_MARGIN, depth - 2.0 * OBSTACLE_MARGIN);
        Mark::Area {
            outline: Outline::Rect { width: inner, height: deep },
            at: Point::new(width / 2.0, depth / 2.0),
            facing: 0.0,
            label: String::new(),
            tone: Tone::Gold,
        }
    }
}
