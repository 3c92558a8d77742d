"""Choosing: what an effect takes, one object at a time, and when (levelup.ruling.45, 47 and 52)."""

from kotc_sim.games.levelup.engine import frames, kinds
from kotc_sim.games.levelup.engine.legal import add_candidate, candidates, fits_effect, sort_candidates, takes_from_field
from kotc_sim.games.levelup.engine.moves import discard_from_hand
from kotc_sim.games.levelup.engine.primitives import exposed, random_index
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, rare


@inner(VOID(Game, I64, I64, I64, I64))
def select(g, ask, player, low, high):
    """Let a player choose ``low`` to ``high`` of the candidates, one by one, into ``g.picks``."""
    g.sel_ask = ask
    g.sel_player = player
    g.sel_low = low
    g.sel_high = high
    g.n_picks = 0
    frames.push_selection(g)


@inner(VOID(Game))
def pick_all(g):
    """Take every candidate."""
    g.n_picks = g.n_cands
    for i in range(g.n_cands):
        g.picks[i] = g.cands[i]


@inner(VOID(Game, I64, I64, I64))
def select_discards(g, player, n, chooser):
    """Let ``chooser`` choose ``n`` cards of the player's hand, or the whole hand if it is smaller."""
    side = g.side[player]
    g.n_cands = 0
    for i in range(side.hand_n):
        add_candidate(g, side.hand[i])
    sort_candidates(g)
    n = min(n, int(g.n_cands))
    select(g, kinds.Ask.DISCARD, chooser, n, n)


@inner(VOID(Game, I64, I64))
def choose_discards(g, player, n):
    """Begin the choice of discards by an effect (levelup.ruling.52: the owner, chance or the opponent)."""
    choice = g.m.rules.discard_choice
    if choice != kinds.DiscardChoice.RANDOM:
        select_discards(g, player, n, player if choice == kinds.DiscardChoice.OWNER else 1 - player)
        return
    select_discards(g, player, 0, player)
    for _ in range(min(n, int(g.n_cands))):
        i = random_index(g, kinds.Purpose.CHANCE, player, g.n_cands)
        g.picks[g.n_picks] = g.cands[i]
        g.n_picks += 1
        g.n_cands -= 1
        for j in range(i, g.n_cands):
            g.cands[j] = g.cands[j + 1]
    g.sel_high = g.n_picks


@inner(VOID(Game))
def discard_picks(g):
    """Discard the chosen cards from the hand."""
    for i in range(g.n_picks):
        discard_from_hand(g, g.picks[i])


@inner(I64(Game, I64, I64, I64, I64))
def start_choice(g, source, effect, player, answers):
    """Begin the choice of an effect's objects; return 0 if there is nothing to do (levelup.ruling.47).

    Picks are made at once where nothing is to be chosen, else a selection is pushed.
    """
    candidates(g, source, effect, player, answers)
    ef = g.m.effects[effect]
    ask = kinds.Ask.CHOOSE if takes_from_field(ef.op) or ef.op == kinds.Op.LEVEL_FROM else kinds.Ask.PICK
    low = 1
    high = 1
    if ef.op == kinds.Op.SACRIFICE_DRAW:
        low = ef.n
        high = ef.n
    elif ef.op == kinds.Op.SEARCH:
        low = 0
        high = ef.n
    elif ef.count == kinds.Count.ALL:
        low = g.n_cands
        high = g.n_cands
    elif ef.count:
        high = ef.count_n
        low = high if ef.count == kinds.Count.EXACTLY else 0
    if g.n_cands < low:
        return False
    select(g, ask, player, low, high)
    return True


@inner(I64(Game, I64))
def chooses_on_activation(g, effect):
    """Say whether an effect's objects are open cards that the switch ``choose_on`` can move to activation."""
    ef = g.m.effects[effect]
    op = ef.op
    return ef.count != kinds.Count.ALL and (takes_from_field(op) or op == kinds.Op.RECOVER or op == kinds.Op.RECYCLE)


@rare(I64(Game, I64))
def recall(g, number):
    """Return, as ``g.picks``, the objects chosen on activation that still fit; say whether they suffice."""
    frame = g.frames[number]
    link = g.chain[frame.link]
    ef = g.m.effects[frame.effect]
    g.n_picks = 0
    for i in range(link.n_picks):
        card = int(link.picks[i])
        if g.card[card].stamp != link.pick_stamps[i]:
            continue
        if ef.op == kinds.Op.RECOVER or ef.op == kinds.Op.RECYCLE:
            fit = g.card[card].zone == kinds.Zone.GRAVE
        else:
            fit = exposed(g, card) and fits_effect(g, card, frame.card, frame.effect)
        if fit:
            g.picks[g.n_picks] = card
            g.n_picks += 1
    if ef.op == kinds.Op.SACRIFICE_DRAW:
        return g.n_picks >= ef.n
    if ef.count == kinds.Count.EXACTLY:
        return g.n_picks >= ef.count_n
    return not (ef.kind == kinds.Kind.EQUIP or ef.op == kinds.Op.REDIRECT) or g.n_picks > 0
