"""What everything else is built from: the log, random streams, filters, and where a card is."""

import numpy as np

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.record import I64, U64, VOID, Filter, Game, fill_option, leaf, rare
from kotc_sim.shared.streams import GOLD, below, mix64

NONE = -1  # instead of a card, a pile, an effect …: there is none


@rare(VOID(Game, I64, I64, I64, I64, I64))
def write_log(g, what, player, card, a, b):
    """Write an entry of the log, if it has room."""
    if g.n_log < kinds.MAX_LOG:
        entry = g.log[g.n_log]
        entry.what = what
        entry.player = player
        entry.card = card
        entry.a = a
        entry.b = b
        g.n_log += 1


@leaf(VOID(Game, I64, I64, I64, I64, I64))
def log(g, what, player, card, a, b):
    """Write an entry of the log, if it is switched on."""
    if g.log_on:
        write_log(g, what, player, card, a, b)


@leaf(VOID(Game, I64, I64, I64))
def log_card(g, what, player, card):
    """Write an entry about a card, if the log is switched on."""
    log(g, what, player, card, 0, 0)


@leaf(U64(Game, I64, I64))
def word(g, purpose, seat):
    """Return the next random word of a stream of the game; the record counts how many were drawn."""
    g.drawn[purpose, seat] += 1
    return mix64(g.key[purpose, seat] + GOLD * np.uint64(g.drawn[purpose, seat]))


@leaf(U64(Game, I64, I64, I64))
def words(g, purpose, seat, n):
    """Take the next ``n`` words of a stream: `GOLD` added to what this returns, again for each, and mixed."""
    state = g.key[purpose, seat] + GOLD * np.uint64(g.drawn[purpose, seat])
    g.drawn[purpose, seat] += n
    return state


@rare(I64(Game, I64, I64, I64))
def random_index(g, purpose, seat, n):
    """Return a random number in 0..n-1; a scenario can prescribe those that decide an outcome."""
    if purpose == kinds.Purpose.CHANCE and g.scripted > 0:
        g.scripted -= 1
        g.script_at += 1
        value = int(g.script[g.script_at - 1])
        if value >= n:
            g.error = kinds.Error.SCRIPT
            return 0
        return value
    return below(word(g, purpose, seat), n)


@leaf(I64(Game, I64, Filter))
def fits(g, kind, f):
    """Say whether a card as printed fits a filter (levelup.ruling.48, outside the field)."""
    k = g.m.kinds[kind]
    level = int(k.level)
    return (int(f.types) >> int(k.type)) & (int(f.subtypes) >> int(k.subtype)) & (level >= f.low) & (level <= f.high)


@leaf(I64(Game, I64, Filter))
def fits_field(g, card, f):
    """Say whether a card on the field fits a filter; a face-down one only fits plain ones."""
    c = g.card[card]
    return fits(g, c.kind, f) & ~(c.down & f.narrow)


@leaf(I64(I64))
def owner(card):
    """Return the seat of a card's owner."""
    return 1 if card >= kinds.MAX_DECK else 0


@leaf(I64(Game, I64))
def slot_of(g, card):
    """Return the place of the card's pile among its owner's piles; -1 if it is in none."""
    c = g.card[card]
    if c.zone != kinds.Zone.FIELD or c.bottom < 0:
        return -1
    return int(g.card[c.bottom].slot)


@leaf(I64(Game, I64))
def magic_slot(g, card):
    """Return the place of a magic card in its zone; -1 if it is not there."""
    c = g.card[card]
    return int(c.slot) if c.zone == kinds.Zone.FIELD and c.bottom < 0 else -1


@leaf(I64(Game, I64))
def is_covered(g, card):
    """Say whether a card on the field lies under another one."""
    slot = slot_of(g, card)
    return slot >= 0 and g.side[owner(card)].piles[slot].top != card


@leaf(I64(Game, I64))
def exposed(g, card):
    """Say whether a card is on the field as the top of its pile or as a magic card."""
    return g.card[card].zone == kinds.Zone.FIELD and not is_covered(g, card)


@leaf(I64(Game, I64, I64))
def in_position(g, card, bits):
    """Return those of the effects (bits) that a card can activate as it lies: tapped a Dormant one, else the others."""
    c = g.card[card]
    return bits & (int(g.m.kinds[c.kind].dormant) ^ (int(c.tapped) - 1))


@leaf(I64(Game, I64))
def place_of(g, card):
    """Return the place of a card on the field, as `record.SIDE` actors has it: of its pile, or of a magic card."""
    c = g.card[card]
    return g.card[c.bottom].slot if c.bottom >= 0 else kinds.MAX_SLOTS + c.slot


@leaf(I64(Game, I64, I64))
def card_at(g, player, place):
    """Return the exposed card at a place of the player's field, as `place_of` numbers it."""
    side = g.side[player]
    return side.piles[place].top if place < kinds.MAX_SLOTS else side.magic[place - kinds.MAX_SLOTS]


@leaf(I64(Game, I64))
def field_places(g, player):
    """Return the places of all cards on the player's field, as bits: piles, and from `MAX_SLOTS` on magic cards."""
    side = g.side[player]
    return ((1 << side.n_piles) - 1) | ((1 << side.n_magic) - 1) << kinds.MAX_SLOTS


@leaf(I64(Game, I64))
def stance(g, card):
    """Return what a card on the field can do as it lies, as `record.KIND` stances has it."""
    c = g.card[card]
    bits = int(g.m.kinds[c.kind].stances[c.tapped])
    since = int(c.tapped_turn)
    if c.down:  # it can be turned up; in response a magic card alone (ruling 43), and not in the turn in which it was set
        bits = kinds.Stance.ACTS | (kinds.Stance.ANYTHING if c.bottom < 0 else 0)
        since = int(c.set_turn)
    return bits + (bits & (kinds.Stance.ANYTHING if since == g.turn else 0))  # ANYTHING twice is FROM_NEXT_TURN


@leaf(VOID(Game, I64, I64, I64))
def note_position(g, player, card, place):
    """Note what an exposed card on the player's field can do as it lies: answer a chain, or be used in the own turn."""
    side = g.side[player]
    bits = stance(g, card)
    other = ~(1 << place)
    side.repliers |= bits & kinds.REPLIES
    side.actors = side.actors & other | int(bits & kinds.Stance.ACTS != 0) << place
    side.responders = side.responders & other | int(bits & kinds.REPLIES != 0) << place


@leaf(VOID(Game))
def clear_options(g):
    """Begin a new list of options."""
    g.n_options = 0


@leaf(VOID(Game, I64, I64, I64, I64, I64))
def write_option(g, number, kind, card, target, amount):
    """Write an option, which counts once it is counted: lists are written without asking whether each one is legal."""
    fill_option(g.options[number], card, target, amount, kind)


@leaf(VOID(Game, I64, I64, I64, I64))
def offer(g, kind, card, target, amount):
    """Add an option."""
    write_option(g, g.n_options, kind, card, target, amount)
    g.n_options += 1


@leaf(VOID(Game, I64))
def offer_plain(g, kind):
    """Offer what is about no card: to pass, to end the phase."""
    offer(g, kind, NONE, NONE, 0)


@leaf(VOID(Game, I64, I64))
def offer_card(g, kind, card):
    """Offer what is done with a card."""
    offer(g, kind, card, NONE, 0)


@leaf(I64(Game, I64, I64))
def ask(g, player, kind):
    """Put the listed options to a player; return 0 if there is only one, which is then taken."""
    g.choice = 0
    if g.n_options == 1 and not (g.stepwise & kinds.Stepwise.ASKS and (kind == kinds.Ask.MAIN or kind == kinds.Ask.BATTLE)):
        return False
    g.ask = kind
    g.asked = player
    g.decisions[player] += 1
    return True
