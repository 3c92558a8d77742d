"""The stack of frames and the pending decision: how the engine stops to ask and goes on.

The engine is a state machine in the record. A frame is a context (a turn, a window, a chain, a battle …) with a program counter;
a handler runs its frame until it pushes another frame, puts a question, or pops itself. So every decision can be resumed from a
copy of the record, which is what search strategies and scenarios rest on.
"""

from kotc_sim.compiler import kernel
from kotc_sim.compiler.bits import seen_as
from kotc_sim.games.keeper.engine.fields import N_SLOTS, NAMED_FRAME
from kotc_sim.games.keeper.engine.record import MAX_FRAMES, MAX_OPTIONS
from kotc_sim.games.keeper.engine.zones import meet_limit

NONE = -1  # instead of a card, a player, a link, a battle …: there is none

named = seen_as(NAMED_FRAME)


@kernel()
def top(g):
    """Return the frame on top of the stack, its fields by name."""
    return named(g.frames[g.depth - 1])


@kernel()
def push(g, kind):
    """Push a frame, whose fields begin with 0, and return it; a full stack ends the game, and its last frame is returned."""
    if g.depth >= MAX_FRAMES:
        meet_limit(g)
        return top(g)
    frame = named(g.frames[g.depth])
    frame.kind = kind
    frame.pc = 0
    for i in range(N_SLOTS):
        frame.slots[i] = 0
    g.depth += 1
    return frame


@kernel()
def pop(g, ret):
    """Pop the top frame and leave ``ret`` for the frame below."""
    g.depth -= 1
    g.ret = ret


@kernel()
def clear_options(g):
    """Begin a new list of options."""
    g.n_options = 0


@kernel()
def offer(g, kind, card, ability, target, amount, player, event):
    """Add an option to the decision that is being prepared."""
    if g.n_options >= MAX_OPTIONS:
        meet_limit(g)
        return
    o = g.options[g.n_options]
    o.kind = kind
    o.card = card
    o.ability = ability
    o.target = target
    o.amount = amount
    o.player = player
    o.event = event
    g.n_options += 1


@kernel(forceinline=True)
def offer_plain(g, kind, p):
    """Offer what is about no card: to pass, to end the phase."""
    offer(g, kind, NONE, NONE, NONE, 0, p, NONE)


@kernel(forceinline=True)
def offer_card(g, kind, card, p):
    """Offer what is done with a card."""
    offer(g, kind, card, NONE, NONE, 0, p, NONE)


@kernel(forceinline=True)
def offer_amount(g, kind, card, amount, p):
    """Offer what is done with a card, and a number: a cost, or how many."""
    offer(g, kind, card, NONE, NONE, amount, p, NONE)


@kernel(forceinline=True)
def offer_at(g, kind, card, place, amount, p):
    """Offer what is done with a card in a place: a zone, a side, or a position in a list."""
    offer(g, kind, card, NONE, place, amount, p, NONE)


@kernel(forceinline=True)
def offer_ability(g, kind, card, ability, amount, p):
    """Offer an ability of a card, or a kind of counter on it."""
    offer(g, kind, card, ability, NONE, amount, p, NONE)


@kernel(forceinline=True)
def offer_player(g, kind, card, q):
    """Offer player ``q`` for what a card does; the card may be one of that player's."""
    offer(g, kind, card, NONE, q, 0, q, NONE)


@kernel()
def ask_for_ability(g, p, kind, card, ability, code):
    """Put the prepared decision to player ``p``, on behalf of a card's ability; ``code``: what it is about (``GAME.asked_code``)."""
    g.ask = kind
    g.asked = p
    g.asked_card = card
    g.asked_ability = ability
    g.asked_code = code
    g.forced = 0


@kernel(forceinline=True)
def ask_for(g, p, kind, card, code):
    """Put the prepared decision to player ``p``, on behalf of a card."""
    ask_for_ability(g, p, kind, card, NONE, code)


@kernel(forceinline=True)
def ask(g, p, kind, code):
    """Put the prepared decision to player ``p``."""
    ask_for_ability(g, p, kind, NONE, NONE, code)


@kernel()
def chosen(g):
    """Return the option that was chosen."""
    return g.options[g.choice]


@kernel()
def next_player(g, p):
    """Return the next player clockwise who is still in the game (9.endgame.4)."""
    q = p + 1 if p + 1 < g.n_players else 0
    if g.n_left == g.n_players:
        return q
    while q != p and g.players[q].out == 1:
        q = q + 1 if q + 1 < g.n_players else 0
    return q


@kernel()
def only_enemy(g, p):
    """Return the only enemy of player ``p``, or -1 if there are several (17.keyword.33)."""
    found = -1
    for q in range(g.n_players):
        if q != p and g.players[q].out == 0:
            if found >= 0:
                return -1
            found = q
    return found
