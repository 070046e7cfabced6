//! Suffering damage: shields, damage cards, destruction.

use table::Play;
use table::timing::total;

use crate::cards::{DamageId, Quantity, Window, effects, hears, library, register_all};
use crate::phases::{begin, counts, during, instead, skill};
use crate::state::{CardRef, Cursor, Damage, Doom, Moment, Section, Ship, ShipId, Slot, State, value};
use crate::{Ask, Choice, Event, Table, XWing, docking, huge};

/// A ship suffers damage, one at a time, all normal damage before any critical damage. A ship that is wrecked on the way
/// still receives the rest.
pub fn suffer(t: &mut Table, id: ShipId, hits: u8, criticals: u8) -> Play {
    suffer_on(t, id, hits, criticals)?;
    settle(t, id)?;
    let suffered = hits + criticals > 0 && t.state.ship(id).in_play();
    if suffered { during(t, Moment::Suffering(id), Window::Suffered) } else { Ok(()) }
}

/// A ship suffers damage by an attack on another one, whose weapon strikes it too or whose results it takes over.
pub fn suffer_by_attack(t: &mut Table, id: ShipId, hits: u8, criticals: u8) -> Play {
    if let Some(attack) = t.state.attack_mut() {
        attack.harms |= id.bit();
    }
    suffer(t, id, hits, criticals)
}

/// Damage in the middle of other damage: whether the ship survives is seen at the end of it.
pub fn suffer_on(t: &mut Table, id: ShipId, hits: u8, criticals: u8) -> Play {
    if t.state.ship(id).size.is_huge() {
        return huge::suffer_on(t, id, hits, criticals);
    }
    for _ in 0..hits {
        suffer_one(t, id, false)?;
    }
    for _ in 0..criticals {
        suffer_one(t, id, true)?;
    }
    Ok(())
}

/// One damage; that of a huge ship to the section that is being struck.
pub fn suffer_one(t: &mut Table, id: ShipId, critical: bool) -> Play {
    let ship = t.state.ship_mut(id);
    if ship.destroyed {
        return Ok(());
    }
    if let Some(attack) = t.state.attack_mut()
        && attack.defender == id
        && attack.compared
    {
        attack.suffered = attack.suffered.saturating_add(1);
    }
    if *shields(&mut t.state, id) > 0 { lose_shield(t, id) } else { deal_on(t, id, critical) }
}

/// The shields of a ship, or of the section of a huge ship that is being struck.
fn shields(state: &mut State, id: ShipId) -> &mut u8 {
    match state.huge(id).map(|huge| huge.struck) {
        Some(struck) => huge::shields_mut(state, id, struck),
        None => &mut state.ship_mut(id).shields,
    }
}

/// A ship loses a shield token, or spends it.
pub fn lose_shield(t: &mut Table, id: ShipId) -> Play {
    let shields = shields(&mut t.state, id);
    *shields = shields.saturating_sub(1);
    t.emit(Event::ShieldLost(id));
    during(t, Moment::ShieldLost(id), Window::ShieldLost)
}

/// A ship is dealt a damage card, whatever shields it has.
pub fn deal(t: &mut Table, id: ShipId, face_up: bool) -> Play {
    if t.state.ship(id).destroyed {
        return Ok(());
    }
    if t.state.ship(id).size.is_huge() {
        return match huge::struck_section(t, id)? {
            Some(section) => huge::deal_to(t, id, section, face_up),
            None => Ok(()),
        };
    }
    deal_on(t, id, face_up)?;
    settle(t, id)
}

/// Deals a damage card: face down for normal damage, face up and at once carried out for critical damage.
pub fn deal_on(t: &mut Table, id: ShipId, face_up: bool) -> Play {
    let face_up = face_up && counts(&t.state, Quantity::FaceUp(id));
    // Without a single card left the damage counts all the same, like a card that lies face down.
    if t.state.ship(id).size.is_huge() {
        during(t, Moment::Dealing { ship: id, kind: None, face_up }, Window::BeforeDraw)?;
    }
    let drawn = draw(t, id)?;
    let dealt = match drawn {
        Some(_) => dealing(t, id, drawn, face_up)?,
        None => (None, false),
    };
    let fresh = t.state.attack().is_some_and(|attack| attack.defender == id && attack.compared);
    if fresh && let Some(attack) = t.state.attack_mut() {
        // Whatever becomes of it: a card that is discarded or turned at once has been dealt.
        attack.dealt = true;
        attack.dealt_face_up |= drawn.is_some() && (face_up || dealt.1);
    }
    let (kind, face_up) = match dealt {
        (None, _) if drawn.is_some() => return Ok(()),
        dealt => dealt,
    };
    let round = t.state.round;
    let aft = t.state.huge(id).is_some_and(|huge| huge.struck == Section::Aft);
    let ship = t.state.ship_mut(id);
    ship.damage.push(Damage { kind, face_up, round, acted: false, fresh, aft });
    let slot = ship.damage.len() as u8 - 1;
    t.emit(Event::Damage { ship: id, kind, face_up });
    if face_up {
        register_all(&mut t.state, id);
        during(t, Moment::Dealt(id, slot), Window::DealtFaceUp)?;
        carry_out(t, id, slot)?;
    }
    Ok(())
}

/// Lets cards look at a damage card before it is dealt: it may be exchanged, turned or discarded.
fn dealing(
    t: &mut Table,
    id: ShipId,
    kind: Option<DamageId>,
    face_up: bool,
) -> Play<(Option<DamageId>, bool)> {
    if !hears(&t.state, Window::Dealing) {
        return Ok((kind, face_up));
    }
    begin(t, Moment::Dealing { ship: id, kind, face_up })?;
    if let Some(kind) = kind.filter(|_| face_up) {
        // Whoever may do something about the card may look at it first.
        t.emit(Event::Drawn(id, kind));
    }
    t.window(Window::Dealing)?;
    match t.state.moments.pop() {
        Some(Moment::Dealing { kind, face_up, .. }) => Ok((kind, face_up)),
        _ => Ok((kind, face_up)),
    }
}

/// What a face-up damage card does at once.
fn carry_out(t: &mut Table, id: ShipId, slot: u8) -> Play {
    let card = CardRef { ship: id, slot: Slot::Damage(slot) };
    let open = t.state.ship(id).damage.get(slot as usize).is_some_and(|damage| damage.face_up);
    match effects(&t.state, card).received {
        Some(received) if open => t.because(card, |t| received(t, card)),
        _ => Ok(()),
    }
}

/// Whether there is a card to draw for a ship or its section. A deck that is used up is reshuffled.
pub fn has_cards(t: &mut Table, id: ShipId, section: Section) -> bool {
    let deck = t.state.damage_deck(id, section);
    if deck.left() == 0 {
        if deck.discarded() == 0 {
            return false;
        }
        deck.replenish();
        t.emit(Event::Reshuffled);
    }
    true
}

/// Draws a card from the damage deck for a ship, reshuffling if it is used up; none if there is none at all.
pub fn draw(t: &mut Table, id: ShipId) -> Play<Option<DamageId>> {
    if t.state.ship(id).size.is_huge() {
        return huge::draw(t, id);
    }
    if !has_cards(t, id, Section::Fore) {
        return Ok(None);
    }
    draw_from(t, id, Section::Fore).map(Some)
}

/// One of the cards that are left in the deck of a ship or its section.
pub fn draw_from(t: &mut Table, id: ShipId, section: Section) -> Play<DamageId> {
    let drawn = t.draw_for(Ask::DamageCard(id), |state, offer| {
        for (kind, count) in state.deck_for(id, section).kinds_left() {
            offer.weigh(Choice::DamageCard(kind), kind, count.into());
        }
    })?;
    t.state.damage_deck(id, section).take(drawn);
    Ok(drawn)
}

/// Puts a drawn damage card on the discard pile, that of the section that is being struck.
pub fn put_back(t: &mut Table, id: ShipId, kind: DamageId) {
    let section = t.state.huge(id).map_or(Section::Fore, |huge| huge.struck);
    t.state.damage_deck(id, section).put_back(kind);
}

/// How much damage the damage cards of a ship stand for.
pub fn suffered(ship: &Ship) -> u8 {
    ship.damage.iter().map(worth).sum()
}

/// How much damage a damage card stands for.
pub fn worth(damage: &Damage) -> u8 {
    match damage.kind {
        Some(kind) if damage.face_up => library().damage(kind).effects.damage,
        _ => 1,
    }
}

/// A ship's hull value; damage does not change it.
pub fn hull(state: &State, id: ShipId) -> u8 {
    let ship = state.ship(id);
    let pilot = library().pilot(ship.pilot);
    let printed = pilot.stats.hull.unwrap_or_else(|| library().ship(ship.kind).hull);
    let equipped = i32::from(printed) + i32::from(ship.bonus.hull);
    value(total::<XWing>(state, Quantity::Hull(id), equipped))
}

/// A ship's shield value.
pub fn shield_value(state: &State, id: ShipId) -> u8 {
    let ship = state.ship(id);
    let pilot = library().pilot(ship.pilot);
    let printed = pilot.stats.shields.unwrap_or_else(|| library().ship(ship.kind).shields);
    value(i32::from(printed) + i32::from(ship.bonus.shields))
}

/// A ship whose shield value has fallen gives up the shields beyond it.
pub fn fit_shields(t: &mut Table, id: ShipId) {
    let most = shield_value(&t.state, id);
    while !t.state.ship(id).size.is_huge() && t.state.ship(id).shields > most {
        t.state.ship_mut(id).shields -= 1;
        t.emit(Event::ShieldLost(id));
    }
}

/// A ship recovers a shield, up to its shield value.
pub fn recover_shield(t: &mut Table, id: ShipId) {
    if t.state.ship(id).in_play() && t.state.ship(id).shields < shield_value(&t.state, id) {
        t.state.ship_mut(id).shields += 1;
        t.emit(Event::ShieldRecovered(id));
    }
}

/// Turns a face-up damage card face down; its text no longer counts.
pub fn turn_down(t: &mut Table, card: CardRef) {
    let Slot::Damage(slot) = card.slot else { return };
    if let Some(damage) = t.state.ship_mut(card.ship).damage.get_mut(slot as usize)
        && damage.face_up
    {
        damage.face_up = false;
        let kind = damage.kind.unwrap_or_default();
        t.emit(Event::DamageTurnedDown(card.ship, kind));
        register_all(&mut t.state, card.ship);
    }
}

/// Turns a face-down damage card face up and carries it out. That is not dealing it.
pub fn turn_up(t: &mut Table, id: ShipId, slot: u8) -> Play {
    let round = t.state.round;
    let Some(damage) = t.state.ship_mut(id).damage.get_mut(slot as usize) else { return Ok(()) };
    let Some(kind) = damage.kind.filter(|_| !damage.face_up) else { return Ok(()) };
    (damage.face_up, damage.round) = (true, round);
    t.emit(Event::DamageTurnedUp(id, kind));
    register_all(&mut t.state, id);
    carry_out(t, id, slot)?;
    settle(t, id)
}

/// Chance takes one of a ship's face-down damage cards.
pub fn random_face_down(t: &mut Table, id: ShipId) -> Play<Option<u8>> {
    if !t.state.ship(id).damage.iter().any(|damage| !damage.face_up && damage.kind.is_some()) {
        return Ok(None);
    }
    let drawn = t.draw_for(Ask::FaceDownCard(id), |state, offer| {
        for (slot, damage) in (0..).zip(&state.ship(id).damage) {
            let lies_there = !damage.face_up && damage.kind.is_some();
            offer.weigh(Choice::DamageThere(slot), slot, lies_there.into());
        }
    })?;
    Ok(Some(drawn))
}

/// Discards a damage card of a ship.
pub fn discard_card(t: &mut Table, id: ShipId, slot: u8) {
    let cards = &mut t.state.ship_mut(id).damage;
    // audit: same (>= to >) — nobody names a card that is not there
    if slot as usize >= cards.len() {
        return;
    }
    let damage = cards.remove(slot as usize);
    if let Some(kind) = damage.kind {
        t.state.damage_deck(id, damage.section()).put_back(kind);
        t.emit(Event::DamageDiscarded(id, kind));
    }
}

/// A ship whose damage has reached its hull is destroyed, at once unless something keeps it in play.
pub fn settle(t: &mut Table, id: ShipId) -> Play {
    if huge::has_two_cards(&t.state, id) {
        return huge::settle(t, id);
    }
    let ship = t.state.ship(id);
    if ship.destroyed || ship.is_doomed() || suffered(ship) < hull(&t.state, id) {
        return Ok(());
    }
    if instead(t, Moment::Destroyed(id), Window::WouldBeDestroyed)? {
        return Ok(());
    }
    if attacks_simultaneously(&t.state, id) {
        doom(t, id, Doom::AfterItsTurn);
        return Ok(());
    }
    remove(t, id)
}

/// Keeps a wrecked ship in play for a while.
pub fn doom(t: &mut Table, id: ShipId, until: Doom) {
    t.state.ship_mut(id).doom = until;
    t.emit(Event::Doomed(id));
}

/// A wrecked ship still gets its attack if an attack has wrecked it, it has the same skill as the attacker, and its own
/// turn is still to come. What cards do after an attack or beside it is no attack (`xwing.card.draw-their-fire.faq-1`).
pub fn attacks_simultaneously(state: &State, id: ShipId) -> bool {
    let (Cursor::Combat { done, .. }, Some(active)) = (state.cursor, state.active) else { return false };
    let by_attack = state.attack().is_some_and(|attack| attack.harms & id.bit() != 0);
    by_attack && id != active && done & id.bit() == 0 && skill(state, id) == skill(state, active)
}

/// Takes a ship off the play area: its damage cards go to the discard pile, its tokens to the supply.
pub fn remove(t: &mut Table, id: ShipId) -> Play {
    if t.state.ship(id).destroyed {
        return Ok(());
    }
    docking::abandon(t, id)?;
    if t.state.ship(id).destroyed {
        return Ok(());
    }
    let state = &mut t.state;
    for damage in std::mem::take(&mut state.ships[id.index()].damage) {
        let pile = state.damage_deck(id, damage.section());
        damage.kind.into_iter().for_each(|kind| pile.put_back(kind));
    }
    let ship = &mut state.ships[id.index()];
    (ship.destroyed, ship.doom) = (true, Doom::None);
    (ship.shields, ship.focus, ship.evade, ship.stress) = (0, 0, 0, 0);
    (ship.ion, ship.tractor, ship.weapons_disabled, ship.cloaked) = (0, 0, 0, false);
    (ship.dial, ship.reinforced) = (None, None);
    ship.locks.clear();
    ship.touching = 0;
    for huge in &mut state.huge {
        huge.locked_by = huge.locked_by.map(|by| if huge.ship == id { 0 } else { by & !id.bit() });
        if huge.ship == id {
            (huge.energy, huge.reinforced) = (0, [false; 2]);
        }
    }
    for other in &mut state.ships {
        other.locks.retain(|locked| *locked != id);
        other.touching &= !id.bit();
    }
    t.emit(Event::Destroyed(id));
    during(t, Moment::Destroyed(id), Window::ShipDestroyed)
}
