//! Questions and events as sentences in both languages.

use flightpath::Face;
use flightpath::words::{Case, damage_of};
use table::{Lang, Seat, Show};

use super::names::*;
use super::say;
use crate::cards::{DamageId, UpgradeId, Window, library};
use crate::state::{CardRef, Declared, ShipId, State, Token, Weapon};
use crate::{Ask, Choice, Event, XWing};

/// Ships in German sentences: in the accusative, the dative and the genitive.
fn cases(
    state: &State,
) -> (impl Fn(&ShipId) -> String, impl Fn(&ShipId) -> String, impl Fn(&ShipId) -> String) {
    let ship = move |case| move |id: &ShipId| ship_in(state, *id, case);
    (ship(Case::Accusative), ship(Case::Dative), ship(Case::Genitive))
}

pub(super) fn ask_text(state: &State, ask: &Ask, lang: Lang) -> String {
    let ship = |id: &ShipId| ship_name(state, *id, lang);
    let who = |id: &ShipId| ship_in(state, *id, Case::Nominative);
    let (whom, to_whom, whose) = cases(state);
    let card = |card: &CardRef| lang.quoted(&card_name(state, *card, lang));
    match ask {
        Ask::DrawLots => say(lang, "Who has initiative?", "Wer hat die Initiative?"),
        Ask::AttackRoll => say(lang, "Roll attack dice", "Angriffswurf"),
        Ask::DefenseRoll => say(lang, "Roll defense dice", "Verteidigungswurf"),
        Ask::Reroll => say(lang, "Reroll", "Neuwürfeln"),
        Ask::CardRoll(by) => say(lang, format!("Roll for {}", card(by)), format!("Wurf für {}", card(by))),
        Ask::ObstacleRoll(id) => say(
            lang,
            format!("Roll for {} on an obstacle", ship(id)),
            format!("Hinderniswurf für {}", whom(id)),
        ),
        Ask::RamRoll(id) => say(
            lang,
            format!("Roll for the collision of {}", ship(id)),
            format!("Wurf für den Zusammenstoß {}", whose(id)),
        ),
        Ask::Section(id) => {
            say(lang, format!("Which section of {}?", ship(id)), format!("Welche Sektion {}?", whose(id)))
        }
        Ask::AllocateEnergy(id) => {
            say(lang, format!("Allocate energy of {}", ship(id)), format!("Energie {} umleiten", whose(id)))
        }
        Ask::UseEnergy(id) => {
            say(lang, format!("Use energy of {}", ship(id)), format!("Energie {} ausgeben", whose(id)))
        }
        Ask::LoseUpgrade(id) => say(
            lang,
            format!("Which upgrade does {} lose?", ship(id)),
            format!("Welche Aufwertung verliert {}?", who(id)),
        ),
        Ask::BombRoll(by, id) => {
            let bomb = lang.quoted(library().upgrade(*by).name.in_(lang));
            say(
                lang,
                format!("Roll for {bomb} under {}", ship(id)),
                format!("Wurf für {bomb} unter {}", to_whom(id)),
            )
        }
        Ask::FinalSalvo(seat) => {
            let side = XWing::side_name(state, *seat, lang);
            say(lang, format!("Final salvo: {side}"), format!("Letzte Salve: {side}"))
        }
        Ask::DamageCard(id) => say(
            lang,
            format!("Draw a damage card for {}", ship(id)),
            format!("Schadenskarte für {} ziehen", whom(id)),
        ),
        Ask::FaceDownCard(id) => say(
            lang,
            format!("One of the face-down damage cards of {}", ship(id)),
            format!("Eine der verdeckten Schadenskarten {}", whose(id)),
        ),
        Ask::Initiative => say(lang, "Who takes initiative?", "Wer übernimmt die Initiative?"),
        Ask::ObstacleToken => say(lang, "Which obstacle do you place?", "Welches Hindernis legst du?"),
        Ask::PlaceObstacle(token) => {
            let name = library().obstacle(*token).name.in_(lang);
            say(lang, format!("Place {name}"), format!("Hindernis legen: {name}"))
        }
        Ask::PlaceHulk => {
            say(lang, "Place the huge-ship obstacle", "Lege das riesige Schiff, das als Hindernis dient")
        }
        Ask::Edge => say(lang, "Which edge is yours?", "Welche Kante ist deine?"),
        Ask::PlaceShip(id) => say(lang, format!("Place {}", ship(id)), format!("Stelle {} auf", whom(id))),
        Ask::Dock(id) => say(
            lang,
            format!("Which ship begins docked at {}?", ship(id)),
            format!("Welches Schiff beginnt angedockt an {}?", to_whom(id)),
        ),
        Ask::WhoDeploys(id) => say(
            lang,
            format!("Which ship is deployed from {}?", ship(id)),
            format!("Welches Schiff startet von {}?", to_whom(id)),
        ),
        Ask::Guides(id) => say(
            lang,
            format!("Which guides is {} deployed from?", ship(id)),
            format!("An welchen Stoppern startet {}?", who(id)),
        ),
        Ask::Deploy(id, _) => say(
            lang,
            format!("{} is deployed: choose its maneuver", ship(id)),
            format!("{} startet: wähle das Manöver", ship(id)),
        ),
        Ask::WhoIsNext => say(lang, "Which ship is next?", "Welches Schiff ist als Nächstes dran?"),
        Ask::Dial(id) => say(
            lang,
            format!("Choose a maneuver for {}", ship(id)),
            format!("Wähle ein Manöver für {}", whom(id)),
        ),
        Ask::Overrule(id) => say(
            lang,
            format!("{} is stressed: choose its maneuver", ship(id)),
            format!("{} ist gestresst: wähle das Manöver", ship(id)),
        ),
        Ask::WhichObstacle(id) => say(
            lang,
            format!("Which obstacle affects {}?", ship(id)),
            format!("Welches Hindernis wirkt auf {}?", whom(id)),
        ),
        Ask::WhichBomb => say(lang, "Which bomb goes off next?", "Welche Bombe explodiert als Nächstes?"),
        Ask::MineVictim => {
            say(lang, "Which ship does the mine hit?", "Welches Schiff wird von der Mine getroffen?")
        }
        Ask::FlyWith(id) => say(
            lang,
            format!("How does {} fly its maneuver?", ship(id)),
            format!("Wie fliegt {} das Manöver?", who(id)),
        ),
        Ask::RollAfterTurn(id) => {
            say(lang, format!("Where does {} end?", ship(id)), format!("Wo endet {}?", who(id)))
        }
        Ask::Action(id) => say(
            lang,
            format!("Choose an action for {}", ship(id)),
            format!("Wähle eine Aktion für {}", whom(id)),
        ),
        Ask::FreeAction(by, id) => say(
            lang,
            format!("Choose a free action for {} ({})", ship(id), card(by)),
            format!("Wähle eine freie Aktion für {} ({})", whom(id), card(by)),
        ),
        Ask::LockWhom(id) => {
            say(lang, format!("Which ship does {} lock?", ship(id)), format!("Wen erfasst {}?", who(id)))
        }
        Ask::GiveUpToken(id) => say(
            lang,
            format!("Which token does {} discard with the jam token?", ship(id)),
            format!("Welchen Marker legt {} mit dem Störmarker ab?", who(id)),
        ),
        Ask::GiveUpLock(id) => say(
            lang,
            format!("Which lock does {} give up?", ship(id)),
            format!("Welche Zielerfassung gibt {} auf?", who(id)),
        ),
        Ask::RollSide(id) => say(
            lang,
            format!("To which side does {} roll?", ship(id)),
            format!("Nach welcher Seite rollt {}?", who(id)),
        ),
        Ask::RollTo(id) => {
            say(lang, format!("Where does {} roll to?", ship(id)), format!("Wohin rollt {}?", who(id)))
        }
        Ask::BoostWith(id) => say(
            lang,
            format!("With which template does {} boost?", ship(id)),
            format!("Welche Schablone nutzt {} für den Schub?", who(id)),
        ),
        Ask::DecloakHow(id) => {
            say(lang, format!("How does {} decloak?", ship(id)), format!("Wie enttarnt sich {}?", who(id)))
        }
        Ask::DecloakTo(id) => say(
            lang,
            format!("Where does {} decloak to?", ship(id)),
            format!("Wohin enttarnt sich {}?", who(id)),
        ),
        Ask::PlaceSatellite => say(lang, "Place a satellite", "Platziere einen Satelliten"),
        Ask::Disabled => say(lang, "Which ship is disabled?", "Welches Schiff ist lahmgelegt?"),
        Ask::ShuttleCourse(id) => {
            say(lang, format!("How does {} fly?", ship(id)), format!("Wie fliegt {}?", who(id)))
        }
        Ask::Drag(id) => say(
            lang,
            format!("How does the tractor beam drag {}?", ship(id)),
            format!("Wie zieht der Traktorstrahl {}?", whom(id)),
        ),
        Ask::DragTo(id) => say(
            lang,
            format!("Where does the tractor beam drag {}?", ship(id)),
            format!("Wohin zieht der Traktorstrahl {}?", whom(id)),
        ),
        Ask::TurnArc(id) => say(
            lang,
            format!("Where does the arc of {} point?", ship(id)),
            format!("Wohin zeigt der Feuerwinkel {}?", whose(id)),
        ),
        Ask::ShakeOff(by) => say(
            lang,
            format!("Whose target lock is removed? ({})", card(by)),
            format!("Wessen Zielerfassung wird entfernt? ({})", card(by)),
        ),
        Ask::CardTarget(by) => {
            say(lang, format!("Choose a ship for {}", card(by)), format!("Wähle ein Schiff für {}", card(by)))
        }
        Ask::CardVictim(by) => {
            say(lang, format!("Choose a card for {}", card(by)), format!("Wähle eine Karte für {}", card(by)))
        }
        Ask::Replacement(old) => {
            say(lang, format!("What replaces {}?", card(old)), format!("Was ersetzt {}?", card(old)))
        }
        Ask::CardManeuver(by) => say(
            lang,
            format!("Choose a maneuver for {}", card(by)),
            format!("Wähle ein Manöver für {}", card(by)),
        ),
        Ask::CardChoice(by) => {
            say(lang, format!("Choose for {}", card(by)), format!("Wähle für {}", card(by)))
        }
        Ask::CardPlace(by) => {
            say(lang, format!("Choose a place for {}", card(by)), format!("Wähle einen Ort für {}", card(by)))
        }
        Ask::Attack(id) => say(lang, format!("{}: attack?", ship(id)), format!("{}: angreifen?", ship(id))),
        Ask::ExtraAttack(by, id) => say(
            lang,
            format!("{}: attack once more ({})", ship(id), card(by)),
            format!("{}: noch ein Angriff ({})", ship(id), card(by)),
        ),
        Ask::Dice(by) => say(
            lang,
            format!("Choose dice to reroll ({})", card(by)),
            format!("Wähle Würfel zum Neuwürfeln ({})", card(by)),
        ),
        Ask::Window(window) => window_text(state, *window, lang),
    }
}

/// The name of a window, with whose dice are modified: in one attack the attacker's own, the next moment his own again as a
/// defender.
fn window_text(state: &State, window: Window, lang: Lang) -> String {
    let name = window_name(window, lang);
    let Some(attack) = state.attack() else { return name };
    let (attacker, defender) = (attack.attacker, attack.defender);
    match window {
        Window::ModifyAttack => say(
            lang,
            format!("{name} of {}", ship_name(state, attacker, lang)),
            format!("Angriffswürfel {} modifizieren", ship_in(state, attacker, Case::Genitive)),
        ),
        Window::ModifyDefense => say(
            lang,
            format!("{name} of {}", ship_name(state, defender, lang)),
            format!("Verteidigungswürfel {} modifizieren", ship_in(state, defender, Case::Genitive)),
        ),
        _ => name,
    }
}

pub(super) fn event_text(state: &State, event: &Event, lang: Lang) -> String {
    let ship = |id: &ShipId| ship_name(state, *id, lang);
    let (whom, to_whom, whose) = cases(state);
    let card = |card: &CardRef| lang.quoted(&card_name(state, *card, lang));
    let dice = |faces: &[Face]| dice_text(faces, lang);
    let damage = |kind: &DamageId| lang.quoted(library().damage(*kind).name.in_(lang));
    let bomb = |card: &UpgradeId| lang.quoted(library().upgrade(*card).name.in_(lang));
    let side = |seat: &Seat| XWing::side_name(state, *seat, lang);
    match event {
        Event::Round(round) => say(lang, format!("Round {round}"), format!("Runde {round}")),
        Event::Phase(phase) => phase_name(*phase, lang),
        Event::HasInitiative(seat) => {
            say(lang, format!("Initiative: {}", side(seat)), format!("Initiative: {}", side(seat)))
        }
        Event::RuledDamage(id) => say(
            lang,
            format!(
                "What some damage cards of {} do is our own ruling: their printed texts are not known",
                ship(id)
            ),
            format!(
                "{}: Die Wirkung mancher Schadenskarten haben wir selbst festgelegt; ihre gedruckten Texte sind nicht bekannt",
                ship(id)
            ),
        ),
        Event::EdgeChosen(seat, edge) => {
            let (en, de) = if *edge == 0 { ("south", "Südkante") } else { ("north", "Nordkante") };
            say(lang, format!("{}: {en} edge", side(seat)), format!("{}: {de}", side(seat)))
        }
        Event::ObstaclePlaced(token, pose) => {
            let (name, x, y) = (library().obstacle(*token).name.in_(lang), pose.at.x, pose.at.y);
            say(
                lang,
                format!("{name} lies at {x:.0}, {y:.0} mm"),
                format!("{name} liegt bei {x:.0}, {y:.0} mm"),
            )
        }
        Event::ObstacleLeftOut(token) => {
            let name = library().obstacle(*token).name.in_(lang);
            say(lang, format!("There is no room for {name}"), format!("Kein Platz für das Hindernis: {name}"))
        }
        Event::HulkPlaced(pose) => {
            let name = state.options.hulk.map_or("", |hulk| hulk.name().in_(lang));
            let (x, y) = (pose.at.x, pose.at.y);
            say(
                lang,
                format!("{name} lies at {x:.0}, {y:.0} mm"),
                format!("{name} liegt bei {x:.0}, {y:.0} mm"),
            )
        }
        Event::Placed(id, pose) => {
            let (id, x, y) = (ship(id), pose.at.x, pose.at.y);
            say(
                lang,
                format!("{id} is placed at {x:.0}, {y:.0} mm"),
                format!("{id} steht bei {x:.0}, {y:.0} mm"),
            )
        }
        Event::Revealed(id, maneuver) => {
            let maneuver = maneuver_name(*maneuver, lang);
            say(
                lang,
                format!("{} reveals {maneuver}", ship(id)),
                format!("{} deckt auf: {maneuver}", ship(id)),
            )
        }
        Event::Docked(id, carrier) => say(
            lang,
            format!("{} is docked at {}", ship(id), ship(carrier)),
            format!("{} ist an {} angedockt", ship(id), to_whom(carrier)),
        ),
        Event::Deployed(id, carrier) => say(
            lang,
            format!("{} is deployed from {}", ship(id), ship(carrier)),
            format!("{} startet von {}", ship(id), to_whom(carrier)),
        ),
        Event::NoRoom(id) => say(
            lang,
            format!("There is no room for {}", ship(id)),
            format!("Für {} ist kein Platz", whom(id)),
        ),
        Event::DialChanged(id, maneuver) => {
            let maneuver = maneuver_name(*maneuver, lang);
            say(
                lang,
                format!("{} turns its dial to {maneuver}", ship(id)),
                format!("{} dreht das Manöverrad: {maneuver}", ship(id)),
            )
        }
        Event::Overruled(id, maneuver) => {
            let maneuver = maneuver_name(*maneuver, lang);
            say(
                lang,
                format!("{} has to fly {maneuver} instead", ship(id)),
                format!("{} muss stattdessen fliegen: {maneuver}", ship(id)),
            )
        }
        Event::Moved(id, maneuver, pose) => {
            let (x, y) = (pose.at.x, pose.at.y);
            let (maneuver, colour) = (maneuver_name(*maneuver, lang), colour_name(maneuver.colour, lang));
            say(
                lang,
                format!("{} flies {maneuver} ({colour}) to {x:.0}, {y:.0} mm", ship(id)),
                format!("{} fliegt: {maneuver} ({colour}) nach {x:.0}, {y:.0} mm", ship(id)),
            )
        }
        Event::TurnsAbout(id, _) => {
            say(lang, format!("{} turns about", ship(id)), format!("{} wendet auf der Stelle", ship(id)))
        }
        Event::TurnFailed(id) => say(
            lang,
            format!("{} is stopped and does not turn around", ship(id)),
            format!("{} wird gestoppt und dreht sich nicht um", ship(id)),
        ),
        Event::Overlaps(id, other) => say(
            lang,
            format!("{} overlaps {} and touches it", ship(id), ship(other)),
            format!("{} überschneidet {}; beide berühren sich nun", ship(id), whom(other)),
        ),
        Event::OverlapsHulk(id) => say(
            lang,
            format!("{} flies into the drifting huge ship", ship(id)),
            format!("{} fliegt in das treibende riesige Schiff", ship(id)),
        ),
        Event::Rams(id, other) => say(
            lang,
            format!("{} rams {}", ship(id), ship(other)),
            format!("{} rammt {}", ship(id), whom(other)),
        ),
        Event::EnergyGained(id, amount) => say(
            lang,
            format!("{} gains {amount} energy", ship(id)),
            format!("{} gewinnt {amount} Energie", ship(id)),
        ),
        Event::EnergySpent(id, amount) => say(
            lang,
            format!("{} spends {amount} energy", ship(id)),
            format!("{} gibt {amount} Energie aus", ship(id)),
        ),
        Event::EnergyMoved(by) => {
            let name = card(by);
            say(lang, format!("1 energy goes to {name}"), format!("1 Energie geht an {name}"))
        }
        Event::EnergyUsed(by) => {
            let name = card(by);
            say(lang, format!("Energy: {name}"), format!("Energie: {name}"))
        }
        Event::ReinforceSpent(id) => say(
            lang,
            format!("{} spends its reinforce token", ship(id)),
            format!("{} gibt den Verstärkungsmarker aus", ship(id)),
        ),
        Event::Reinforces(id, section) => {
            format!("{}: {}", ship(id), section_name(*section, lang))
        }
        Event::Crippled(id, section) => {
            let section = section_name(*section, lang);
            say(
                lang,
                format!("{section} of {} is crippled", ship(id)),
                format!("{section} {} ist lahmgelegt", whose(id)),
            )
        }
        Event::OnObstacle(id, token) => {
            let name = library().obstacle(*token).name.in_(lang);
            say(
                lang,
                format!("{} overlaps {name}", ship(id)),
                format!("{} überschneidet ein Hindernis: {name}", ship(id)),
            )
        }
        Event::SkipsAction(id) => say(
            lang,
            format!("{} skips its Perform Action step", ship(id)),
            format!("{} überspringt den Schritt „Aktion durchführen“", ship(id)),
        ),
        Event::Performs(id, action) => format!("{}: {}", ship(id), action_name(state, *action, lang)),
        Event::Passes(id) => say(
            lang,
            format!("{} performs no action", ship(id)),
            format!("{} führt keine Aktion aus", ship(id)),
        ),
        Event::DeclaredInVain(id, declared) => in_vain(state, *id, *declared, lang),
        Event::Locks(id, target) => {
            let (id, en, de) = (ship(id), ship(target), whom(target));
            say(lang, format!("{id} locks {en}"), format!("{id} erfasst {de}"))
        }
        Event::LockLost(id, target) => {
            let (id, en, de) = (ship(id), ship(target), whom(target));
            say(
                lang,
                format!("{id} loses its lock on {en}"),
                format!("{id} verliert die Zielerfassung auf {de}"),
            )
        }
        Event::Rolls(id, pose) => {
            let (id, x, y) = (ship(id), pose.at.x, pose.at.y);
            say(
                lang,
                format!("{id} rolls to {x:.0}, {y:.0} mm"),
                format!("{id} rollt nach {x:.0}, {y:.0} mm"),
            )
        }
        Event::Boosts(id, pose) => {
            let (id, x, y) = (ship(id), pose.at.x, pose.at.y);
            say(
                lang,
                format!("{id} boosts to {x:.0}, {y:.0} mm"),
                format!("Schub: {id} steht nun bei {x:.0}, {y:.0} mm"),
            )
        }
        Event::Cloaks(id) => say(lang, format!("{} cloaks", ship(id)), format!("{} tarnt sich", ship(id))),
        Event::Decloaks(id, pose) => {
            let (id, x, y) = (ship(id), pose.at.x, pose.at.y);
            say(
                lang,
                format!("{id} decloaks and moves to {x:.0}, {y:.0} mm"),
                format!("{id} enttarnt sich und steht nun bei {x:.0}, {y:.0} mm"),
            )
        }
        Event::Dragged(id, pose) => {
            let (x, y) = (pose.at.x, pose.at.y);
            say(
                lang,
                format!("A tractor beam drags {} to {x:.0}, {y:.0} mm", ship(id)),
                format!("Ein Traktorstrahl zieht {} nach {x:.0}, {y:.0} mm", whom(id)),
            )
        }
        Event::ArcTurned(id, quarter) => {
            let to = XWing::choice_text(state, &Choice::Quarter(*quarter), lang);
            say(
                lang,
                format!("{} turns its arc: {to}", ship(id)),
                format!("{} dreht den Feuerwinkel: {to}", ship(id)),
            )
        }
        Event::Escapes(id) => say(lang, format!("{} escapes", ship(id)), format!("{} entkommt", ship(id))),
        Event::SatellitePlaced(pose) => {
            let (x, y) = (pose.at.x, pose.at.y);
            say(
                lang,
                format!("A satellite lies at {x:.0}, {y:.0} mm"),
                format!("Ein Satellit liegt bei {x:.0}, {y:.0} mm"),
            )
        }
        Event::Scans(id, number) => say(
            lang,
            format!("{} scans satellite {}", ship(id), number + 1),
            format!("{} tastet den Satelliten {} ab", ship(id), number + 1),
        ),
        Event::IsDisabled(id) => {
            say(lang, format!("{} is disabled", ship(id)), format!("{} ist lahmgelegt", ship(id)))
        }
        Event::Fled(id) => say(
            lang,
            format!("{} leaves the play area", ship(id)),
            format!("{} verlässt die Spielfläche", ship(id)),
        ),
        Event::Assigned(id, Token::Stress) => say(
            lang,
            format!("{} receives a stress token", ship(id)),
            format!("{} erhält einen Stressmarker", ship(id)),
        ),
        Event::Assigned(id, token) => {
            let token = a_token(*token, lang);
            say(lang, format!("{} is assigned {token}", ship(id)), format!("{} erhält {token}", ship(id)))
        }
        Event::TokenRemoved(id, token) => {
            let token = a_token(*token, lang);
            say(lang, format!("{} removes {token}", ship(id)), format!("{} verliert {token}", ship(id)))
        }
        Event::TokenSpent(id, token) => {
            let (en, de) = match token {
                Token::TargetLock => ("its target lock".to_string(), "die Zielerfassung".to_string()),
                Token::Cloak => ("its cloak token".to_string(), "den Tarnungsmarker".to_string()),
                other => (a_token(*other, Lang::En), a_token(*other, Lang::De)),
            };
            say(lang, format!("{} spends {en}", ship(id)), format!("{} gibt {de} aus", ship(id)))
        }
        Event::SkillSet(id, skill) => say(
            lang,
            format!("{} has pilot skill {skill} now", ship(id)),
            format!("{} hat nun Pilotenwert {skill}", ship(id)),
        ),
        Event::Attacks(id, target, weapon, range) => {
            let (id, en, de) = (ship(id), ship(target), whom(target));
            let with = match weapon {
                Weapon::Primary => String::new(),
                Weapon::Secondary(by) => {
                    let name = card(by);
                    say(lang, format!(" with {name}"), format!(" mit {name}"))
                }
            };
            say(
                lang,
                format!("{id} attacks {en} at range {range}{with}"),
                format!("{id} greift {de} in Reichweite {range}{with} an"),
            )
        }
        Event::Obstructed => say(lang, "The attack is obstructed", "Die Schussbahn ist versperrt"),
        Event::AttackRoll(faces) => say(lang, "Attack roll: ", "Angriffswurf: ") + &dice(faces),
        Event::DefenseRoll(faces) => say(lang, "Defense roll: ", "Verteidigungswurf: ") + &dice(faces),
        Event::Rerolled(faces) => say(lang, "Rerolled: ", "Neu gewürfelt: ") + &dice(faces),
        Event::AttackResult(faces) => say(lang, "Attack now: ", "Angriffswürfel jetzt: ") + &dice(faces),
        Event::DefenseResult(faces) => {
            say(lang, "Defense now: ", "Verteidigungswürfel jetzt: ") + &dice(faces)
        }
        Event::Rolled(id, faces) => {
            let faces = dice(faces);
            say(lang, format!("{} rolls: {faces}", ship(id)), format!("Wurf {}: {faces}", whose(id)))
        }
        Event::Misses(id, target) => {
            let (id, en, de) = (ship(id), ship(target), whom(target));
            say(lang, format!("{id} misses {en}"), format!("{id} verfehlt {de}"))
        }
        Event::Hits(id, hits, criticals) => {
            let (id, damage) = (ship(id), damage_of(*hits, *criticals, lang));
            say(lang, format!("{id} is hit: {damage}"), format!("{id} wird getroffen: {damage}"))
        }
        Event::ResultsCancelled => {
            say(lang, "All dice results are canceled", "Alle Würfelergebnisse werden negiert")
        }
        Event::ShieldLost(id) => {
            say(lang, format!("{} loses a shield", ship(id)), format!("{} verliert einen Schild", ship(id)))
        }
        Event::ShieldRecovered(id) => say(
            lang,
            format!("{} recovers a shield", ship(id)),
            format!("{} erhält einen Schild zurück", ship(id)),
        ),
        Event::Damage { ship: id, kind: Some(kind), face_up: true } => say(
            lang,
            format!("{} is dealt a faceup damage card: {}", ship(id), damage(kind)),
            format!("{} erhält eine offene Schadenskarte: {}", ship(id), damage(kind)),
        ),
        Event::Damage { ship: id, .. } => say(
            lang,
            format!("{} receives a damage card", ship(id)),
            format!("{} erhält eine Schadenskarte", ship(id)),
        ),
        Event::Drawn(id, kind) => say(
            lang,
            format!("Drawn for {}: {}", ship(id), damage(kind)),
            format!("Für {} gezogen: {}", whom(id), damage(kind)),
        ),
        Event::DamageTurnedDown(id, kind) => say(
            lang,
            format!("{} of {} is turned face down", damage(kind), ship(id)),
            format!("{}: {} wird verdeckt", ship(id), damage(kind)),
        ),
        Event::DamageTurnedUp(id, kind) => say(
            lang,
            format!("{} of {} is turned face up", damage(kind), ship(id)),
            format!("{}: {} wird aufgedeckt", ship(id), damage(kind)),
        ),
        Event::DamageDiscarded(id, kind) => say(
            lang,
            format!("{} of {} is discarded", damage(kind), ship(id)),
            format!("{}: {} wird abgelegt", ship(id), damage(kind)),
        ),
        Event::Reshuffled => {
            say(lang, "The damage deck is reshuffled", "Der Schadensstapel wird neu gemischt")
        }
        Event::Doomed(id) => say(
            lang,
            format!("{} is lost, but still attacks", ship(id)),
            format!("{} ist zerstört, darf aber noch angreifen", ship(id)),
        ),
        Event::Destroyed(id) => {
            say(lang, format!("{} is destroyed", ship(id)), format!("{} ist zerstört", ship(id)))
        }
        Event::CardDiscarded(by) => {
            let name = card(by);
            say(lang, format!("Discarded: {name}"), format!("Abgelegt: {name}"))
        }
        Event::ConditionAssigned(id, kind) => {
            let name = lang.quoted(library().condition(*kind).name.in_(lang));
            say(
                lang,
                format!("{} receives the condition {name}", ship(id)),
                format!("{} erhält den Zustand {name}", ship(id)),
            )
        }
        Event::ConditionRemoved(id, kind) => {
            let name = lang.quoted(library().condition(*kind).name.in_(lang));
            say(
                lang,
                format!("{} loses the condition {name}", ship(id)),
                format!("{} verliert den Zustand {name}", ship(id)),
            )
        }
        Event::ObstacleLaid(id, token, _) => {
            let name = library().obstacle(*token).name.in_(lang);
            say(
                lang,
                format!("{} leaves behind: {name}", ship(id)),
                format!("{} lässt zurück: {name}", ship(id)),
            )
        }
        Event::ObstacleGone(token) => {
            let name = library().obstacle(*token).name.in_(lang);
            say(lang, format!("{name} is removed"), format!("{name} wird entfernt"))
        }
        Event::CardTurned(by) => {
            let name = card(by);
            say(lang, format!("Turned over: {name}"), format!("Umgedreht: {name}"))
        }
        Event::CardReplaced(id, old, new) => {
            let [old, new] = [old, new].map(|card| library().upgrade(*card).name.in_(lang));
            say(
                lang,
                format!("{}: {new} replaces {old}", ship(id)),
                format!("{}: {new} ersetzt {old}", ship(id)),
            )
        }
        Event::Chosen(by, id) => {
            let name = card_name(state, *by, lang);
            say(lang, format!("{name}: {}", ship(id)), format!("{name}: {}", ship(id)))
        }
        Event::Named(by, number) => {
            let name = card_name(state, *by, lang);
            say(lang, format!("{name}: {number}"), format!("{name}: {number}"))
        }
        Event::BombDropped(id, card, _) => say(
            lang,
            format!("{} drops: {}", ship(id), bomb(card)),
            format!("{} legt ab: {}", ship(id), bomb(card)),
        ),
        Event::BombDetonates(card) => {
            say(lang, format!("Detonation: {}", bomb(card)), format!("Explosion: {}", bomb(card)))
        }
        Event::FinalSalvo(seat, faces) => {
            let (side, faces) = (side(seat), dice(faces));
            say(lang, format!("Final salvo, {side}: {faces}"), format!("Letzte Salve, {side}: {faces}"))
        }
        Event::Ended(ending) => say(lang, "Game over: ", "Spielende: ") + &ending_name(*ending, lang),
        Event::Scored(score) => {
            let (points, margin) = (score.points, score.margin);
            match score.winner {
                Some(seat) => say(
                    lang,
                    format!(
                        "In a tournament: {}, {points} match points, margin of victory {margin}",
                        side(&seat)
                    ),
                    format!("Im Turnier: {}, {points} Spielpunkte, Punktabstand {margin}", side(&seat)),
                ),
                None => say(
                    lang,
                    format!("In a tournament: {points} match point each"),
                    format!("Im Turnier: je {points} Spielpunkt"),
                ),
            }
        }
    }
}

/// What a ship declared and cannot do.
fn in_vain(state: &State, id: ShipId, declared: Declared, lang: Lang) -> String {
    let ship = ship_name(state, id, lang);
    let way = |choice| XWing::choice_text(state, &choice, lang);
    match declared {
        Declared::Lock(target) => {
            let (en, de) = (ship_name(state, target, lang), ship_in(state, target, Case::Accusative));
            say(lang, format!("{ship} cannot lock {en}"), format!("{ship} kann {de} nicht erfassen"))
        }
        Declared::Roll(side) => {
            let side = way(Choice::Aside(side));
            say(
                lang,
                format!("{ship} has no room to roll: {side}"),
                format!("{ship} hat keinen Platz für die Fassrolle: {side}"),
            )
        }
        Declared::Boost(bearing) => {
            let template = way(Choice::Boost(bearing));
            say(
                lang,
                format!("{ship} has no room to boost: {template}"),
                format!("{ship} hat keinen Platz für den Schub: {template}"),
            )
        }
        Declared::Decloak(bearing) => no_room_to_decloak(&ship, &way(Choice::Decloak(bearing)), lang),
        Declared::DecloakAside(side) => no_room_to_decloak(&ship, &way(Choice::Aside(side)), lang),
    }
}

fn no_room_to_decloak(ship: &str, way: &str, lang: Lang) -> String {
    say(
        lang,
        format!("{ship} has no room to decloak: {way}"),
        format!("{ship} hat keinen Platz zum Enttarnen: {way}"),
    )
}
