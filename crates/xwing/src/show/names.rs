//! Names in both languages: ships, cards, actions, tokens, maneuvers, dice, phases.

use flightpath::words::{Case, german_ship, rolled};
use flightpath::{Bearing, Colour, Face, Lean, Maneuver, Way};
use geometry::Side;
use table::{Lang, Name, Words};

use super::say;
use crate::asks::Phase;
use crate::cards::{Window, library, tokens};
use crate::state::{Action, CardRef, Ending, Section, Ship, ShipId, Size, Slot, State, Token, Weapon};

/// What a player is told about a damage card whose printed text is not known.
const OUR_RULING: Words = Words::new(
    "(Our own ruling: the printed text is not known.)",
    "(Eigene Festlegung: Der gedruckte Text ist nicht bekannt.)",
);

pub fn section_name(section: Section, lang: Lang) -> String {
    match section {
        Section::Fore => say(lang, "Fore section", "Bugsektion"),
        Section::Aft => say(lang, "Aft section", "Hecksektion"),
    }
}

/// The option to attack a ship, or the section of it that is named in parentheses.
pub(super) fn attack_text(
    state: &State,
    weapon: Weapon,
    target: ShipId,
    section: Option<Section>,
    lang: Lang,
) -> String {
    let section = match section {
        None => String::new(),
        Some(Section::Fore) => say(lang, " (fore)", " (Bug)"),
        Some(Section::Aft) => say(lang, " (aft)", " (Heck)"),
    };
    let target = match lang {
        Lang::En => ship_name(state, target, lang) + &section,
        Lang::De => ship_in(state, target, Case::Accusative) + &section,
    };
    match weapon {
        Weapon::Primary => say(lang, format!("Attack {target}"), format!("{target} angreifen")),
        Weapon::Secondary(card) => {
            let weapon = lang.quoted(&card_name(state, card, lang));
            say(lang, format!("Attack {target} with {weapon}"), format!("{target} mit {weapon} angreifen"))
        }
    }
}

/// The name of a ship's card; a ship with two cards goes without the section.
pub(super) fn plain_name(ship: &Ship, lang: Lang) -> &'static str {
    let name = library().pilot(ship.pilot).name.in_(lang);
    if ship.size == Size::Corvette { name.split(" (").next().unwrap_or(name) } else { name }
}

/// A ship goes by its pilot; several pilots of one name are numbered.
pub fn ship_name(state: &State, id: ShipId, lang: Lang) -> String {
    let name = plain_name(state.ship(id), lang);
    let twins = state.ids().filter(|other| plain_name(state.ship(*other), lang) == name);
    if twins.clone().count() < 2 {
        return name.to_string();
    }
    format!("{name} {}", twins.take_while(|other| *other != id).count() + 1)
}

/// A ship in a German sentence. A unique pilot whose name was translated without quotation marks goes by what the pilot
/// is ("Graz der Jäger"), as pilots do that are not unique.
pub fn ship_in(state: &State, id: ShipId, case: Case) -> String {
    let card = library().pilot(state.ship(id).pilot);
    let german = card.name.in_(Lang::De);
    let proper = card.unique && (german == card.name.en || german.contains('„'));
    german_ship(&ship_name(state, id, Lang::De), proper, case)
}

/// What is printed on a card as its name; nothing if nobody knows it, or if it is no card.
pub(super) fn printed_name(state: &State, card: CardRef) -> Option<&'static Name> {
    let ship = state.ship(card.ship);
    Some(match card.slot {
        Slot::Pilot => &library().pilot(ship.pilot).name,
        Slot::Upgrade(i) => {
            let upgrade = ship.upgrades.get(i as usize)?;
            let card = library().upgrade(upgrade.card);
            match &card.other_side {
                Some(back) if upgrade.turned => &back.name,
                _ => &card.name,
            }
        }
        Slot::Damage(i) => &library().damage(ship.damage.get(i as usize)?.kind?).name,
        Slot::Condition(i) => &library().condition(ship.conditions.get(i as usize)?.card).name,
        Slot::Borrowed(_, lender) => &library().pilot(state.ship(lender).ability).name,
        Slot::Shared(..) => &library().upgrade(state.upgrade_of(card)?).name,
        Slot::Tokens => return None,
    })
}

pub fn card_name(state: &State, card: CardRef, lang: Lang) -> String {
    match (printed_name(state, card), card.slot) {
        (Some(name), _) => name.in_(lang).to_string(),
        (None, Slot::Damage(_)) => say(lang, "Damage", "Schaden"),
        (None, Slot::Tokens) => ship_name(state, card.ship, lang),
        (None, _) => String::new(),
    }
}

/// What a card says.
pub fn card_text(state: &State, card: CardRef, lang: Lang) -> String {
    let ship = state.ship(card.ship);
    let text = match card.slot {
        Slot::Pilot => &library().pilot(ship.ability).text,
        Slot::Upgrade(i) => match ship.upgrades.get(i as usize) {
            Some(upgrade) => &library().upgrade(upgrade.card).text,
            None => return String::new(),
        },
        Slot::Damage(i) => match ship.damage.get(i as usize).and_then(|damage| damage.kind) {
            Some(kind) if library().damage(kind).ours => {
                let text = library().damage(kind).text.in_(lang);
                return format!("{text} {}", say(lang, OUR_RULING.en, OUR_RULING.de));
            }
            Some(kind) => &library().damage(kind).text,
            None => return String::new(),
        },
        Slot::Condition(i) => match ship.conditions.get(i as usize) {
            Some(condition) => &library().condition(condition.card).text,
            None => return String::new(),
        },
        Slot::Borrowed(_, lender) => &library().pilot(state.ship(lender).ability).text,
        Slot::Shared(..) => match state.upgrade_of(card) {
            Some(upgrade) => &library().upgrade(upgrade).text,
            None => return String::new(),
        },
        Slot::Tokens => return String::new(),
    };
    text.in_(lang).to_string()
}

/// A kind of card, with a note if the name of the card is our own translation.
pub fn kind_of_named(state: &State, card: CardRef, kind: &str, lang: Lang) -> String {
    let own = printed_name(state, card).is_some_and(|name| name.is_own(lang));
    lang.noting_own_name(kind, own)
}

pub(super) fn ability_name(state: &State, card: CardRef, index: u8, lang: Lang) -> String {
    match (card.slot, index) {
        (Slot::Tokens, tokens::TARGET_LOCK_INDEX) => {
            say(lang, "Spend the target lock", "Zielerfassung ausgeben")
        }
        (Slot::Tokens, tokens::EVADE_INDEX) => say(lang, "Spend an evade token", "Ausweichmarker ausgeben"),
        (Slot::Tokens, tokens::DECLOAK_INDEX) => say(lang, "Decloak", "Enttarnen"),
        (Slot::Tokens, index) if tokens::IDLE_INDICES.contains(&index) => {
            say(lang, "Spend a focus token, change nothing", "Fokusmarker ausgeben, nichts ändern")
        }
        (Slot::Tokens, _) => say(lang, "Spend a focus token", "Fokusmarker ausgeben"),
        _ => card_name(state, card, lang),
    }
}

pub fn action_name(state: &State, action: Action, lang: Lang) -> String {
    match action {
        Action::Focus => say(lang, "Focus", "Fokussierung"),
        Action::Evade => say(lang, "Evade", "Ausweichen"),
        Action::TargetLock => say(lang, "Target Lock", "Zielerfassung"),
        Action::BarrelRoll => say(lang, "Barrel Roll", "Fassrolle"),
        Action::Boost => say(lang, "Boost", "Schub"),
        Action::Cloak => say(lang, "Cloak", "Tarnen"),
        Action::Slam => say(lang, "SLAM", "SLAM"),
        Action::Reload => say(lang, "Reload", "Nachladen"),
        Action::RotateArc => say(lang, "Rotate Arc", "Feuerwinkel drehen"),
        Action::Reinforce => say(lang, "Reinforce", "Verstärken"),
        Action::Coordinate => say(lang, "Coordinate", "Koordination"),
        Action::Jam => say(lang, "Jam", "Störsignal"),
        Action::Recover => say(lang, "Recover", "Aufladen"),
        Action::Card(card) => card_name(state, card, lang),
        Action::Special(feat) => state.special(feat).map_or("", |special| special.name.in_(lang)).to_string(),
    }
}

pub fn token_name(token: Token, lang: Lang) -> String {
    match token {
        Token::Focus => say(lang, "focus token", "Fokusmarker"),
        Token::Evade => say(lang, "evade token", "Ausweichmarker"),
        Token::TargetLock => say(lang, "target lock", "Zielerfassungsmarker"),
        Token::Stress => say(lang, "stress token", "Stressmarker"),
        Token::Ion => say(lang, "ion token", "Ionenmarker"),
        Token::Tractor => say(lang, "tractor beam token", "Traktorstrahlmarker"),
        Token::WeaponsDisabled => say(lang, "weapons disabled token", "Waffen-deaktiviert-Marker"),
        Token::Cloak => say(lang, "cloak token", "Tarnungsmarker"),
        Token::Jam => say(lang, "jam token", "Störmarker"),
    }
}

/// A token with its article, as the object of a sentence.
pub(super) fn a_token(token: Token, lang: Lang) -> String {
    let name = token_name(token, lang);
    match (lang, token) {
        (Lang::En, Token::Evade | Token::Ion) => format!("an {name}"),
        (Lang::En, _) => format!("a {name}"),
        (Lang::De, _) => format!("einen {name}"),
    }
}

pub fn bearing_name(bearing: Bearing, lang: Lang) -> &'static str {
    match (bearing, lang) {
        (Bearing::Straight, Lang::En) => "Straight",
        (Bearing::BankLeft, Lang::En) => "Bank left",
        (Bearing::BankRight, Lang::En) => "Bank right",
        (Bearing::TurnLeft, Lang::En) => "Turn left",
        (Bearing::TurnRight, Lang::En) => "Turn right",
        (Bearing::ComeAbout, Lang::En) => "Koiogran",
        (Bearing::Reverse, Lang::En) => "Reverse",
        (Bearing::ReverseBankLeft, Lang::En) => "Reverse bank left",
        (Bearing::ReverseBankRight, Lang::En) => "Reverse bank right",
        (Bearing::LoopLeft, Lang::En) => "Segnor left",
        (Bearing::LoopRight, Lang::En) => "Segnor right",
        (Bearing::RollLeft, Lang::En) => "Tallon left",
        (Bearing::RollRight, Lang::En) => "Tallon right",
        (Bearing::LoopTurnLeft, Lang::En) => "Segnor turn left",
        (Bearing::LoopTurnRight, Lang::En) => "Segnor turn right",
        (Bearing::RollBankLeft, Lang::En) => "Tallon bank left",
        (Bearing::RollBankRight, Lang::En) => "Tallon bank right",
        (Bearing::Stationary, Lang::En) => "Stationary",
        (Bearing::Straight, Lang::De) => "Geradeaus",
        (Bearing::BankLeft, Lang::De) => "Drehmanöver links",
        (Bearing::BankRight, Lang::De) => "Drehmanöver rechts",
        (Bearing::TurnLeft, Lang::De) => "Wendemanöver links",
        (Bearing::TurnRight, Lang::De) => "Wendemanöver rechts",
        (Bearing::ComeAbout, Lang::De) => "Koiogran-Wende",
        (Bearing::Reverse, Lang::De) => "Rückwärts",
        (Bearing::ReverseBankLeft, Lang::De) => "Drehmanöver rückwärts links",
        (Bearing::ReverseBankRight, Lang::De) => "Drehmanöver rückwärts rechts",
        (Bearing::LoopLeft, Lang::De) => "Segnor-Schleife links",
        (Bearing::LoopRight, Lang::De) => "Segnor-Schleife rechts",
        (Bearing::RollLeft, Lang::De) => "Tallon-Rolle links",
        (Bearing::RollRight, Lang::De) => "Tallon-Rolle rechts",
        (Bearing::LoopTurnLeft, Lang::De) => "Segnor-Schleife (Wende) links",
        (Bearing::LoopTurnRight, Lang::De) => "Segnor-Schleife (Wende) rechts",
        (Bearing::RollBankLeft, Lang::De) => "Tallon-Rolle (Drehung) links",
        (Bearing::RollBankRight, Lang::De) => "Tallon-Rolle (Drehung) rechts",
        (Bearing::Stationary, Lang::De) => "Stationär",
    }
}

/// A way aside.
pub fn aside(way: Way, lang: Lang) -> String {
    let side = match way.side {
        Side::Left => lang.pick("To the left", "Nach links"),
        Side::Right => lang.pick("To the right", "Nach rechts"),
    };
    let lean = match way.lean {
        Lean::Straight => "",
        Lean::Ahead => lang.pick(", bending ahead", ", nach vorn gebogen"),
        Lean::Back => lang.pick(", bending back", ", nach hinten gebogen"),
    };
    format!("{side}{lean}")
}

pub fn maneuver_name(maneuver: Maneuver, lang: Lang) -> String {
    format!("{} {}", bearing_name(maneuver.bearing, lang), maneuver.speed)
}

pub fn colour_name(colour: Colour, lang: Lang) -> &'static str {
    match (colour, lang) {
        (Colour::Green, Lang::En) => "green",
        (Colour::White, Lang::En) => "white",
        (Colour::Red, Lang::En) => "red",
        (Colour::Green, Lang::De) => "grün",
        (Colour::White, Lang::De) => "weiß",
        (Colour::Red, Lang::De) => "rot",
    }
}

pub(super) fn window_name(window: Window, lang: Lang) -> String {
    match window {
        Window::PlanningStart => say(lang, "Before dials are set", "Bevor Manöver gewählt werden"),
        Window::ActivationStart => say(lang, "At the start of activation", "Zu Beginn der Aktivierung"),
        Window::BeforeReveal => say(lang, "Before the dial is revealed", "Vor dem Aufdecken des Manöverrads"),
        Window::Revealed => say(lang, "The dial is revealed", "Das Manöverrad ist aufgedeckt"),
        Window::AfterManeuver | Window::Overlapped | Window::ManeuverDone => {
            say(lang, "After the maneuver", "Nach dem Manöver")
        }
        Window::AfterAction => say(lang, "After the action", "Nach der Aktion"),
        Window::AfterActivation => say(lang, "After the activation", "Nach der Aktivierung"),
        Window::EndOfActivation => say(lang, "At the end of activation", "Am Ende der Aktivierung"),
        Window::WouldReceiveStress => {
            say(lang, "A stress token is about to be received", "Ein Stressmarker soll zugeteilt werden")
        }
        Window::Stressed => say(lang, "A stress token was received", "Ein Stressmarker wurde zugeteilt"),
        Window::Unstressed => say(lang, "A stress token was removed", "Ein Stressmarker wurde entfernt"),
        Window::WouldBeAssigned => {
            say(lang, "A token is about to be assigned", "Ein Marker soll zugeteilt werden")
        }
        Window::Assigned => say(lang, "A token was assigned", "Ein Marker wurde zugeteilt"),
        Window::SpentToken => say(lang, "A token was spent", "Ein Marker wurde ausgegeben"),
        Window::AcquiredLock => say(lang, "A lock was acquired", "Ein Ziel wurde erfasst"),
        Window::Decloaked => say(lang, "A ship has decloaked", "Ein Schiff hat sich enttarnt"),
        Window::CombatStart => say(lang, "At the start of combat", "Zu Beginn des Kampfes"),
        Window::CombatTurn => say(lang, "A ship may attack now", "Ein Schiff darf nun angreifen"),
        Window::Declared => say(lang, "The target is declared", "Das Ziel ist angesagt"),
        Window::DiscardWeapon => {
            say(lang, "The weapon is about to be discarded", "Die Waffe soll abgelegt werden")
        }
        Window::AttackDice => say(lang, "Before the attack roll", "Vor dem Angriffswurf"),
        Window::AttackRolled => say(lang, "After the attack roll", "Nach dem Angriffswurf"),
        Window::ModifyAttack => say(lang, "Modify the attack dice", "Angriffswürfel modifizieren"),
        Window::DefenseDice => say(lang, "Before the defense roll", "Vor dem Verteidigungswurf"),
        Window::DefenseRolled => say(lang, "After the defense roll", "Nach dem Verteidigungswurf"),
        Window::ModifyDefense => say(lang, "Modify the defense dice", "Verteidigungswürfel modifizieren"),
        Window::BeforeCompare => say(lang, "Before results are compared", "Vor dem Vergleich der Ergebnisse"),
        Window::Hit => say(lang, "The attack hits", "Der Angriff trifft"),
        Window::Missed => say(lang, "The attack missed", "Der Angriff ging fehl"),
        Window::AfterAttack | Window::AttackDone => say(lang, "After the attack", "Nach dem Angriff"),
        Window::AfterCombatTurn => {
            say(lang, "After the chance to attack", "Nach der Gelegenheit zum Angriff")
        }
        Window::EndOfCombat => say(lang, "At the end of combat", "Am Ende des Kampfes"),
        Window::EndPhaseStart => say(lang, "At the start of the End Phase", "Zu Beginn der Endphase"),
        Window::EndPhase => say(lang, "At the end of the End Phase", "Am Ende der Endphase"),
        Window::Dealing => {
            say(lang, "A damage card is about to be dealt", "Eine Schadenskarte soll zugeteilt werden")
        }
        Window::DealtFaceUp => say(lang, "A damage card lies face up", "Eine Schadenskarte liegt offen"),
        Window::WouldBeDestroyed => {
            say(lang, "A ship is about to be destroyed", "Ein Schiff wird gleich zerstört")
        }
        Window::ShipDestroyed => say(lang, "A ship was destroyed", "Ein Schiff wurde zerstört"),
        Window::WouldDiscard => {
            say(lang, "An upgrade is about to be discarded", "Eine Aufwertung soll abgelegt werden")
        }
        Window::ActivationTurn => say(lang, "A ship is activated", "Ein Schiff wird aktiviert"),
        Window::BeforeForces => say(lang, "Before forces are placed", "Vor dem Platzieren der Streitkräfte"),
        Window::AfterBomb => say(lang, "After the damage of a bomb", "Nach dem Schaden einer Bombe"),
        Window::BeforeCast => say(lang, "Before dice are rolled", "Vor einem Wurf"),
        Window::Cast => say(lang, "Dice have been rolled", "Nach einem Wurf"),
        Window::Rerolled => say(lang, "Dice have been rerolled", "Nach einem neuen Wurf"),
        Window::BombDropped => say(lang, "A bomb has been dropped", "Eine Bombe wurde abgelegt"),
        Window::WouldDetonate => say(lang, "A bomb is about to go off", "Eine Bombe geht gleich hoch"),
        Window::BombLeaves => {
            say(lang, "A bomb token leaves the table", "Ein Bombenmarker verlässt die Spielfläche")
        }
        Window::Suffered => say(lang, "A ship has suffered damage", "Ein Schiff hat Schaden genommen"),
        Window::Placed => say(lang, "A ship was placed", "Ein Schiff wurde platziert"),
        Window::Deployed => say(lang, "A ship was deployed", "Ein Schiff ist gestartet"),
        Window::Jammed => say(lang, "A ship was jammed", "Ein Schiff wurde gestört"),
        Window::Coordinating => say(
            lang,
            "Before the free action of the coordinated ship",
            "Vor der freien Aktion des koordinierten Schiffs",
        ),
        Window::Energy => say(lang, "Energy is moved", "Energie wird bewegt"),
        Window::BeforeDraw => {
            say(lang, "Before a damage card is drawn", "Vor dem Ziehen einer Schadenskarte")
        }
        Window::Aiming => say(lang, "A target is being declared", "Ein Ziel wird angesagt"),
        Window::WouldCheckStress => {
            say(lang, "Before checking pilot stress", "Vor dem Überprüfen des Pilotenstresses")
        }
        Window::WouldSufferBomb => say(lang, "A bomb goes off", "Eine Bombe explodiert"),
        Window::DamageDealt => say(lang, "The damage is dealt", "Der Schaden ist zugeteilt"),
        Window::ShieldLost => say(lang, "A shield was lost", "Ein Schild ging verloren"),
        Window::Rolling => say(lang, "Before the barrel roll", "Vor der Fassrolle"),
    }
}

pub fn face_name(face: Face, lang: Lang) -> String {
    match face {
        Face::Hit => say(lang, "hit", "Treffer"),
        Face::Critical => say(lang, "critical", "kritischer Treffer"),
        Face::Evade => say(lang, "evade", "Ausweichen"),
        Face::Eye => say(lang, "focus", "Fokus"),
        Face::Blank => say(lang, "blank", "Leerseite"),
    }
}

pub fn dice_text(faces: &[Face], lang: Lang) -> String {
    let names: Vec<String> = faces.iter().map(|face| face_name(*face, lang)).collect();
    rolled(&names, lang)
}

pub fn phase_name(phase: Phase, lang: Lang) -> String {
    match phase {
        Phase::Planning => say(lang, "Planning Phase", "Planungsphase"),
        Phase::Activation => say(lang, "Activation Phase", "Aktivierungsphase"),
        Phase::Combat => say(lang, "Combat Phase", "Kampfphase"),
        Phase::End => say(lang, "End Phase", "Endphase"),
    }
}

pub fn ending_name(ending: Ending, lang: Lang) -> String {
    match ending {
        Ending::Destruction => say(lang, "only one side has ships left", "nur eine Seite hat noch Schiffe"),
        Ending::Draw => say(lang, "nobody has ships left", "niemand hat noch Schiffe"),
        Ending::Initiative => say(
            lang,
            "nobody has ships left, and initiative decides",
            "niemand hat noch Schiffe, und die Initiative entscheidet",
        ),
        Ending::RoundLimit => say(lang, "the agreed rounds are over", "die vereinbarten Runden sind vorbei"),
        Ending::Mission => say(lang, "a mission objective is fulfilled", "ein Missionsziel ist erfüllt"),
        Ending::FinalSalvo => say(lang, "a final salvo decided", "eine letzte Salve hat entschieden"),
    }
}
