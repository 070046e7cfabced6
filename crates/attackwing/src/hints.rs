//! What a player wants to see before choosing: where a maneuver ends, whom a shot reaches, what a card does, and what
//! is placed where. Everything is made from a seat's view, so nothing hidden can enter.

use flightpath::aid::{by_eye, labelled, on_the_dial};
use flightpath::odds::{EVADE, HIT, expected_damage};
use flightpath::preview::{bands, facing, point, strips, template_mark};
use flightpath::words::{Case, at_range, odds_of, range_line, sees, sum_of_dice};
use flightpath::{Colour, Maneuver, SECTIONS};
use geometry::{Pose, Side};
use scene::{About, Hint, LineStyle, Mark, Outline, Placing, Point, Tone};
use table::Lang;

use crate::actions::{may_echo_to, may_lock, with_echo};
use crate::attack::{could_fire, dice_of, reach};
use crate::cards::{library, tokens};
use crate::foresight::{Foreseen, Sight, foresee, sights, standing_at};
use crate::maneuvers::{colour_for, dial};
use crate::measure::{Arcs, Shot, in_forward_arc, line_to_show, play_area, range};
use crate::scene::{arc_marks, figure, piece_id, zone_mark};
use crate::setup::OBSTACLE_MARGIN;
use crate::show::{card_name, card_text, ship_in, ship_name_in};
use crate::state::*;
use crate::{Ask, Blocker, Choice, View, explain};

/// How an option looks among the others.
pub fn about(view: &View, ask: &Ask, choice: &Choice) -> About {
    let state = &view.state;
    match (ask, choice) {
        (Ask::Dial(id) | Ask::Overrule(id), Choice::Maneuver(maneuver)) => on_dial(state, *id, *maneuver),
        (Ask::CardManeuver(card), Choice::Maneuver(maneuver)) => on_dial(state, card.ship, *maneuver),
        (Ask::Action(id), Choice::Action(_) | Choice::Free(..)) => About::piece(piece_id(*id)),
        (Ask::Attack(id), Choice::Fire(_, target))
        | (Ask::LockWhom(id) | Ask::CardTarget(CardRef { ship: id, .. }), Choice::Ship(target)) => {
            About { pieces: vec![piece_id(*id), piece_id(*target)], ..About::default() }
        }
        (_, Choice::Ship(id)) => About::piece(piece_id(*id)),
        (_, Choice::Use(card, _) | Choice::Card(card) | Choice::Launch(card)) => {
            About::piece(piece_id(card.ship))
        }
        _ => About::default(),
    }
}

fn on_dial(state: &State, id: ShipId, maneuver: Maneuver) -> About {
    let dial = on_the_dial(dial(state, id), maneuver, colour_for(state, id, maneuver));
    About { pieces: vec![piece_id(id)], ..dial }
}

/// What an option leads to.
pub fn hint(view: &View, ask: &Ask, choice: &Choice, lang: Lang) -> Hint {
    let hints = Hints { state: &view.state, lang };
    match (ask, choice) {
        (Ask::Dial(id), Choice::Maneuver(maneuver)) => {
            let hint = hints.maneuver(*id, *maneuver, false);
            Hint { detail: labelled(&hint.detail, lang), ..hint }
        }
        (Ask::Overrule(id), Choice::Maneuver(maneuver)) => hints.maneuver(*id, *maneuver, false),
        (Ask::CardManeuver(card), Choice::Maneuver(maneuver)) => hints.maneuver(card.ship, *maneuver, true),
        (Ask::Action(id), Choice::Action(action) | Choice::Free(action, _)) => hints.action(*id, *action),
        (Ask::Attack(id), Choice::Fire(weapon, target)) => hints.fire(*id, *weapon, *target),
        (Ask::LockWhom(id), Choice::Ship(target)) => hints.target(*id, *target),
        (Ask::CardTarget(card), Choice::Ship(target)) => hints.target(card.ship, *target),
        (_, Choice::Ship(id)) => hints.next(*id),
        (Ask::Dice(card) | Ask::Cancel(card), Choice::Die(_)) => hints.card(*card),
        (_, Choice::Use(card, index)) => hints.ability(*card, *index),
        (_, Choice::Card(card) | Choice::Launch(card)) => hints.card(*card),
        (_, Choice::DamageCard(kind)) => Hint::saying(library().damage(*kind).text.in_(lang)),
        (_, Choice::Area(area)) => hints.area(*area),
        (_, Choice::Pass) => Hint::saying(hints.passing(ask)),
        (Ask::CloakOrShields(id) | Ask::Shields(id), _) => hints.end_phase(*id, choice),
        _ => Hint::default(),
    }
}

/// The same without the planning aid: in the Planning Phase templates may not be used to test where a ship would end
/// (`attackwing.planning.no-premeasure-templates`). Maneuvers chosen in a later phase are shown to everybody.
pub fn unaided_hint(view: &View, ask: &Ask, choice: &Choice, lang: Lang) -> Hint {
    let (Ask::Dial(id), Choice::Maneuver(maneuver)) = (ask, choice) else {
        return hint(view, ask, choice, lang);
    };
    let hints = Hints { state: &view.state, lang };
    let cost = hints.strain(*id, colour_for(&view.state, *id, *maneuver), false);
    Hint { pieces: vec![piece_id(*id)], ..by_eye(cost.as_deref(), lang) }
}

/// What is placed by the answer to a question for a place.
pub fn placing(view: &View, ask: &Ask, lang: Lang) -> Placing {
    let hints = Hints { state: &view.state, lang };
    match ask {
        Ask::PlaceShip(id) => {
            let owner = view.state.ship(*id).owner;
            let area = zone_mark(&view.state, view.state.players[owner.index()].area, "", Tone::Gold);
            Placing { turns: true, marks: vec![area], ..hints.ship_to_place(*id) }
        }
        Ask::EchoTo(id) => Placing {
            marks: with_echo(&view.state, *id, |echo| strips(echo, &play_area(&view.state), &Side::BOTH)),
            ..hints.ship_to_place(*id)
        },
        Ask::PlaceObstacle => Placing {
            label: hints.lang.pick("Obstacle", "Hindernis").to_string(),
            marks: vec![hints.obstacle_area()],
            ..Placing::marker(OBSTACLE_DIAMETER / 2.0)
        },
        Ask::LayMinefield(card) => {
            let ship = view.state.ship(card.ship);
            Placing {
                side: Some(ship.owner.index()),
                label: hints.lang.pick("Minefield", "Minenfeld").to_string(),
                marks: vec![bands(Outline::square(BASE), ship.pose, (135.0, 225.0), 1, ship.owner.index())],
                ..Placing::marker(MINEFIELD_DIAMETER / 2.0)
            }
        }
        _ => Placing::marker(10.0),
    }
}

struct Hints<'a> {
    state: &'a State,
    lang: Lang,
}

impl Hints<'_> {
    fn ship(&self, id: ShipId) -> String {
        ship_name_in(self.state, id, self.lang)
    }

    // ---- maneuvers ----------------------------------------------------------------------------------------------------

    /// A maneuver from the dial, or one that a card gives (which leaves the ship on auxiliary power).
    fn maneuver(&self, id: ShipId, maneuver: Maneuver, by_card: bool) -> Hint {
        let Some(foreseen) = foresee(self.state, id, maneuver) else { return Hint::default() };
        let there = standing_at(self.state, id, foreseen.flight.pose);
        let seen: Vec<Sight> = if foreseen.leaves { Vec::new() } else { sights(&there, id).collect() };
        let mut marks = vec![template_mark(&foreseen.flight.template), self.ghost(id, foreseen.flight.pose)];
        if !foreseen.leaves {
            let side = self.state.ship(id).owner.index();
            let base = Outline::square(BASE);
            marks.insert(0, bands(base, foreseen.flight.pose, (-45.0, 45.0), SECTIONS, side));
        }
        marks.extend(seen.iter().filter_map(|sight| self.sight_line(&there, id, sight)));
        let mut sentences = self.course(&foreseen);
        if !foreseen.leaves {
            sentences.push(self.seen(&seen));
            sentences.extend(self.strain(id, foreseen.colour, by_card));
        }
        Hint {
            detail: sentences.join(" "),
            pieces: [id].into_iter().chain(seen.iter().map(|sight| sight.target)).map(piece_id).collect(),
            marks,
        }
    }

    fn course(&self, foreseen: &Foreseen) -> Vec<String> {
        let mut sentences: Vec<String> = Vec::new();
        let mut say = |en: &str, de: &str| sentences.push(self.lang.pick(en, de).to_string());
        if foreseen.leaves {
            if self.state.mission().is_some_and(|mission| mission.leaving.is_some()) {
                say("Leaves the play area.", "Verlässt die Spielfläche.");
            } else {
                say(
                    "Leaves the play area: the ship is out of the game.",
                    "Verlässt die Spielfläche: Das Schiff scheidet aus.",
                );
            }
            return sentences;
        }
        if foreseen.flight.became_straight {
            say(
                "Cannot come about there and flies straight.",
                "Kann dort nicht wenden und fliegt geradeaus.",
            );
        }
        match foreseen.stopped_by {
            Some(Blocker::Ship(other)) => {
                let (en, de) = (self.ship(other), ship_in(self.state, other, Case::Accusative));
                say(&format!("Touches {en}: no action."), &format!("Berührt {de}: keine Aktion."));
            }
            Some(_) => say("Stops at the planet: no action.", "Hält vor dem Planeten: keine Aktion."),
            None => {}
        }
        if foreseen.obstacle {
            say(
                "Touches an obstacle: one attack die against it, no action.",
                "Berührt ein Hindernis: ein Angriffswürfel gegen das Schiff, keine Aktion.",
            );
        }
        if foreseen.minefield {
            say("Enters a minefield.", "Fliegt in ein Minenfeld.");
        }
        if sentences.is_empty() {
            sentences.push(self.lang.pick("No overlap.", "Endet ohne Überschneidung.").to_string());
        }
        sentences
    }

    /// "Sees Khazara at range 3."
    fn seen(&self, seen: &[Sight]) -> String {
        let name = |sight: &Sight| {
            let place = at_range(&self.ship(sight.target), sight.shot.range, self.lang);
            let way = match (sight.weapon, sight.shot.obstructed) {
                (_, true) => self.lang.pick(" (obstructed)", " (teilweise versperrt)"),
                (Weapon::PrimaryBy(_), _) => self.lang.pick(" (all round)", " (rundum)"),
                (Weapon::Secondary(_), _) => self.lang.pick(" (rear arc)", " (hinterer Feuerwinkel)"),
                _ => "",
            };
            format!("{place}{way}")
        };
        let names: Vec<String> = seen.iter().map(name).collect();
        sees(&names, self.lang)
    }

    fn strain(&self, id: ShipId, colour: Colour, by_card: bool) -> Option<String> {
        let strained = self.state.ship(id).auxiliary > 0;
        let (en, de) = match colour {
            Colour::Red if strained => (
                "Not possible on auxiliary power: an opponent would choose another maneuver.",
                "Mit Notenergie nicht möglich: Ein Gegner würde ein anderes Manöver wählen.",
            ),
            Colour::Red => ("Costs an auxiliary power token.", "Kostet einen Notenergie-Marker."),
            _ if by_card => (
                "Afterwards an auxiliary power token is taken.",
                "Danach wird ein Notenergie-Marker genommen.",
            ),
            Colour::Green if strained => {
                ("Removes an auxiliary power token.", "Entfernt einen Notenergie-Marker.")
            }
            _ => return None,
        };
        Some(self.lang.pick(en, de).to_string())
    }

    fn ghost(&self, id: ShipId, pose: Pose) -> Mark {
        Mark::Ghost {
            piece: Some(piece_id(id)),
            base: Outline::square(BASE),
            figure: Some(figure(self.state.ship(id).class)),
            at: point(pose.at),
            facing: facing(pose),
            label: String::new(),
        }
    }

    fn sight_line(&self, state: &State, id: ShipId, sight: &Sight) -> Option<Mark> {
        let (arcs, _) = reach(state, sight.weapon);
        self.line(state, (id, sight.target), arcs, sight.shot)
    }

    fn line(&self, state: &State, ships: (ShipId, ShipId), arcs: Arcs, shot: Shot) -> Option<Mark> {
        let (from, to) = line_to_show(state, ships.0, ships.1, arcs)?;
        let style = if shot.obstructed { LineStyle::Obstructed } else { LineStyle::Clear };
        Some(range_line((from, to), shot.range, style, self.lang))
    }

    // ---- actions ------------------------------------------------------------------------------------------------------

    fn action(&self, id: ShipId, action: Action) -> Hint {
        let mut hint = Hint {
            pieces: vec![piece_id(id)],
            ..Hint::saying(explain::action(self.state, action, self.lang))
        };
        match action {
            Action::Card(card) => hint = self.card(card),
            Action::TargetLock => {
                for target in self.state.enemies_of(id) {
                    if may_lock(self.state, id, target).is_ok() {
                        hint.marks.extend(self.measured(id, target));
                        hint.pieces.push(piece_id(target));
                    }
                }
            }
            Action::SensorEcho => {
                // One ghost in the middle of every stretch of places.
                let places: Vec<Pose> = with_echo(self.state, id, |echo| {
                    let fits = |pose: &Pose| may_echo_to(self.state, echo, pose).is_ok();
                    echo.places().step_by(3).filter(fits).collect()
                });
                hint.marks = places.into_iter().map(|pose| self.ghost(id, pose)).collect();
            }
            _ => {}
        }
        hint
    }

    /// The distance between two ships, base to base.
    fn measured(&self, from: ShipId, to: ShipId) -> Option<Mark> {
        let range = range(self.state, from, to)?;
        let (from, to) = line_to_show(self.state, from, to, Arcs::AllRound)?;
        Some(range_line((from, to), range, LineStyle::Measure, self.lang))
    }

    /// A ship that another one aims at, without firing.
    fn target(&self, id: ShipId, target: ShipId) -> Hint {
        let mut sentences: Vec<String> = Vec::new();
        if let Some(range) = range(self.state, id, target) {
            let arc = match in_forward_arc(self.state, id, target) {
                true => self.lang.pick("in the forward arc", "im vorderen Feuerwinkel"),
                false => self.lang.pick("outside the forward arc", "außerhalb des vorderen Feuerwinkels"),
            };
            let place = match self.lang {
                Lang::En => format!("At range {range}, {arc}."),
                Lang::De => format!("In Reichweite {range}, {arc}."),
            };
            sentences.push(place);
        }
        sentences.push(self.condition(target));
        Hint {
            detail: sentences.join(" "),
            pieces: vec![piece_id(id), piece_id(target)],
            marks: self.measured(id, target).into_iter().collect(),
        }
    }

    /// "2 shields and 4 hull left."
    fn condition(&self, id: ShipId) -> String {
        let ship = self.state.ship(id);
        let hull = library().ship(ship.card).hull.saturating_sub(ship.damage.len() as u8);
        let cloak = if ship.cloak.is_on() { self.lang.pick(", cloaked", ", getarnt") } else { "" };
        match (self.lang, ship.shields) {
            (Lang::En, 1) => format!("1 active shield and {hull} hull left{cloak}."),
            (Lang::En, shields) => format!("{shields} active shields and {hull} hull left{cloak}."),
            (Lang::De, 1) => format!("Noch 1 aktiver Schild und {hull} Hülle{cloak}."),
            (Lang::De, shields) => format!("Noch {shields} aktive Schilde und {hull} Hülle{cloak}."),
        }
    }

    fn next(&self, id: ShipId) -> Hint {
        let (en, de) = match self.state.cursor {
            Cursor::PlaceShips => ("This ship is placed next.", "Dieses Schiff wird als Nächstes platziert."),
            Cursor::Activation { .. } => {
                ("This ship flies and acts next.", "Dieses Schiff fliegt und handelt als Nächstes.")
            }
            Cursor::Combat { .. } => ("This ship attacks next.", "Dieses Schiff greift als Nächstes an."),
            _ => ("This ship is next.", "Dieses Schiff ist als Nächstes dran."),
        };
        Hint { pieces: vec![piece_id(id)], ..Hint::saying(self.lang.pick(en, de)) }
    }

    // ---- attacks ------------------------------------------------------------------------------------------------------

    fn fire(&self, id: ShipId, weapon: Weapon, target: ShipId) -> Hint {
        let pieces = vec![piece_id(id), piece_id(target)];
        // A refused shot has a reason of its own; there is nothing to draw.
        let Ok(shot) = could_fire(self.state, id, weapon, target) else {
            return Hint { pieces, ..Hint::default() };
        };
        let (attack, defense) = dice_of(self.state, id, weapon, target, shot);
        let damage = expected_damage((attack, HIT), (defense, EVADE), 0);
        let obstructed = match shot.obstructed {
            true => self.lang.pick(", obstructed", ", teilweise versperrt"),
            false => "",
        };
        let mut detail = odds_of((attack, defense), shot.range, obstructed, damage, self.lang);
        if weapon == Weapon::Primary {
            let printed = library().ship(self.state.ship(id).card).attack;
            detail.push_str(&sum_of_dice(attack, printed.into(), shot.range == 1, self.lang));
        }
        detail.push(' ');
        detail.push_str(&self.condition(target));
        if let Weapon::Secondary(_) = weapon {
            let cost = self.lang.pick(
                " Spends the target lock and disables the card.",
                " Kostet die Zielerfassung und deaktiviert die Karte.",
            );
            detail.push_str(cost);
        }
        let marks = self.line(self.state, (id, target), reach(self.state, weapon).0, shot);
        Hint { detail, pieces, marks: marks.into_iter().collect() }
    }

    // ---- cards --------------------------------------------------------------------------------------------------------

    fn card(&self, card: CardRef) -> Hint {
        let text = card_text(self.state, card, self.lang);
        let detail = if text.is_empty() { card_name(self.state, card, self.lang) } else { text };
        Hint { detail, pieces: vec![piece_id(card.ship)], ..Hint::default() }
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
            _ if self.state.attack().is_some_and(|attack| attack.defender == card.ship) => (
                "All battle stations results of the defense roll become evades.",
                "Alle Gefechtsstationen-Ergebnisse des Verteidigungswurfs werden Ausweichen.",
            ),
            _ => (
                "All battle stations results of the attack roll become hits.",
                "Alle Gefechtsstationen-Ergebnisse des Angriffswurfs werden Treffer.",
            ),
        };
        Hint { pieces: vec![piece_id(card.ship)], ..Hint::saying(self.lang.pick(en, de)) }
    }

    // ---- the rest -----------------------------------------------------------------------------------------------------

    fn area(&self, area: u8) -> Hint {
        let label = self.lang.pick("Starting area", "Startbereich");
        let marks = vec![zone_mark(self.state, area, label, Tone::Gold)];
        let detail = self.lang.pick("Your ships start here.", "Deine Schiffe starten hier.").to_string();
        Hint { detail, marks, ..Hint::default() }
    }

    fn passing(&self, ask: &Ask) -> &'static str {
        let (en, de) = match ask {
            Ask::Action(_) => ("No further action.", "Keine weitere Aktion."),
            Ask::Attack(_) => {
                ("This ship does not attack this round.", "Dieses Schiff greift in dieser Runde nicht an.")
            }
            _ => ("Nothing more is used now.", "Jetzt wird nichts mehr eingesetzt."),
        };
        self.lang.pick(en, de)
    }

    fn end_phase(&self, id: ShipId, choice: &Choice) -> Hint {
        let cloaked = self.state.ship(id).cloak.is_on();
        let (en, de) = match choice {
            Choice::RaiseShields if cloaked => (
                "The cloak drops and all disabled shields become active again.",
                "Die Tarnung fällt und alle deaktivierten Schilde werden wieder aktiv.",
            ),
            Choice::RaiseShields => (
                "All disabled shields become active again.",
                "Alle deaktivierten Schilde werden wieder aktiv.",
            ),
            Choice::KeepCloak => (
                "Stays cloaked without shields: 4 more defense dice, cannot be locked, may use Sensor Echo.",
                "Bleibt ohne Schilde getarnt: 4 Verteidigungswürfel mehr, nicht erfassbar, darf Sensor Echo nutzen.",
            ),
            Choice::DropCloak => {
                ("Decloaks and leaves the shields down.", "Enttarnt sich und lässt die Schilde unten.")
            }
            _ => ("The shields stay down.", "Die Schilde bleiben unten."),
        };
        Hint { pieces: vec![piece_id(id)], ..Hint::saying(self.lang.pick(en, de)) }
    }

    // ---- placing ------------------------------------------------------------------------------------------------------

    fn ship_to_place(&self, id: ShipId) -> Placing {
        let ship = self.state.ship(id);
        Placing {
            piece: Some(piece_id(id)),
            side: Some(ship.owner.index()),
            base: Outline::square(BASE),
            figure: Some(figure(ship.class)),
            arcs: arc_marks(ship.class),
            label: self.ship(id),
            ..Placing::marker(0.0)
        }
    }

    fn obstacle_area(&self) -> Mark {
        let (width, depth) = self.state.options.size();
        Mark::Area {
            outline: Outline::Rect {
                width: width - 2.0 * OBSTACLE_MARGIN,
                height: depth - 2.0 * OBSTACLE_MARGIN,
            },
            at: Point::new(width / 2.0, depth / 2.0),
            facing: 0.0,
            label: String::new(),
            tone: Tone::Gold,
        }
    }
}
