"""Playouts of one option in several worlds, whose common beginning is played once.

Worlds differ in hidden cards and in chance (``determinize``). Until the rules look at any of it (``engine.looking``), or another player is
asked, or a tie is broken, a playout is the same in all of them. It is kept as it is at the last question of the player who searches, and
in further worlds goes on from there, with the cards and the streams of the world; one that ends without looking is only judged again.
"""

from enum import IntEnum

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import call_machine, call_score
from kotc_sim.games.keeper.engine.turn import play_past_limit
from kotc_sim.shared.best import pick_best
from kotc_sim.strategies.keeper.copying import copy_but_cards, copy_cards, copy_game, differ, pair_differs
from kotc_sim.strategies.keeper.determinize import IN_DECK, IN_HAND, OF_PLAYER, PLACES, TRAPS, is_hidden

MAX_PLAYOUT = 4000
WORLD, FIRST, SPARE = range(3)
"""Numbers of game records: the present world, the cards of the first one, and the one that is played in, to begin with; one for each
option follows."""
RECORDS = SPARE + 1
MOST_CHANGED = 60
START, N_CHANGED, CHANGED = range(3)
OF_RECORD = CHANGED + MOST_CHANGED
"""What is noted of each record that is kept: from where its option is played out, how many cards are not as they were, and which."""


class Start(IntEnum):
    """From where an option is played out."""

    NONE = 0  # it has not been played yet
    ROOT = 1  # from the decision that is searched
    PAUSED = 2  # from a later question, which is answered
    OVER = 3  # to be judged only


@kernel()
def choose(s, i):
    """Choose option ``i`` of the pending decision."""
    s.choice = i
    s.ask = kinds.Ask.NONE


@kernel()
def answer(s, m, base, scores):
    """Answer the pending decision with the base strategy."""
    p = int(s.asked)
    call_score(base, s, m, scores)
    choose(s, max(0, pick_best(s, p, scores)))  # the world does not matter where a score is not a number


@kernel()
def play_on(s, m, base, scores):
    """Play world ``s`` on with the base strategy until it is over or its turn limit is met."""
    for _ in range(MAX_PLAYOUT):
        if s.over == 1:
            return
        if s.ask != kinds.Ask.NONE:
            answer(s, m, base, scores)
        call_machine(m.advance, s, m)


@kernel()
def is_secret(g, me, c):
    """Return whether card ``c`` is another one in each world."""
    card = g.cards[c]
    return card.zone < kinds.N_ZONES and card.zone != kinds.Zone.BATTLEFIELD and is_hidden(g, me, card.holder, card.zone, c)


@kernel()
def aims_at_secrets(g, me):
    """Return whether a card that is another one in each world has been selected already."""
    for i in range(g.n_pool):
        if g.pool[i] >= 0 and is_secret(g, me, g.pool[i]):
            return True
    return False


@kernel()
def close_team(s, m, ask, me):
    """Have ``me`` enlist nobody more, if that is asked again."""
    call_machine(m.advance, s, m)
    if s.ask == ask and s.asked == me:
        for k in range(s.n_options):
            if s.options[k].kind == kinds.Opt.PASS:
                choose(s, k)


@kernel()
def choose_first(s, world, i, last, m):
    """Make ``s`` a world in which option ``i`` has been chosen, with ``last`` as the last one of a team."""
    copy_game(s, world)
    s.looked = 0
    choose(s, i)
    if last:
        close_team(s, m, world.ask, world.asked)


@kernel()
def play_first(games, slots, kept, k, i, last, m, me, base, scores):
    """Play option ``i``, with which the k-th line begins, out in the first world, and keep how far that is the same in all worlds.

    With ``last``, what is chosen is the last one of a team. ``slots`` has the number of the record that is kept for each line, and
    behind them that of the one that is played in: the two are exchanged. Returns the number of the record in which the playout ended.
    """
    own, playing = slots[k], slots[len(slots) - 1]
    s = games[playing]
    choose_first(s, games[WORLD], i, last, m)
    start = Start.ROOT
    while True:
        if s.ask == kinds.Ask.NONE:  # else who follows in the team was asked for, and another question came
            call_machine(m.advance, s, m)
        if s.looked & ~(1 << me) != 0:
            break
        if s.over == 1:
            own, playing = playing, own
            start = Start.OVER
            break
        if s.ask == kinds.Ask.NONE or s.asked != me:
            break
        ties = s.players[me].ties
        answer(s, m, base, scores)
        if s.players[me].ties != ties:
            break
        start = Start.PAUSED
        own, playing = playing, own
        copy_game(games[playing], s)
        s = games[playing]
    slots[k], slots[len(slots) - 1] = own, playing
    kept[own * OF_RECORD + START] = start
    kept[own * OF_RECORD + N_CHANGED] = -1
    if start == Start.OVER:
        return own
    play_on(s, m, base, scores)
    return playing


@kernel()
def note_changed(s, first, g, me, c, kept, at, n):
    """Note that card ``c`` has been changed; return how many have been, -1 if it is a secret, or if there are too many."""
    if n >= MOST_CHANGED or (c < first.n_cards and is_secret(g, me, c)):
        return -1
    kept[at + CHANGED + n] = c
    return n + 1


@kernel()
def note_changes(s, first, g, me, kept, at):
    """Note the cards that the beginning of a playout in the ``first`` world has changed; return their number, -1 if it cannot be kept."""
    n = 0
    for c in range(0, s.n_cards, 2):
        if pair_differs(s, first, c) or c + 1 >= first.n_cards:
            for k in range(c, min(c + 2, int(s.n_cards))):
                if k >= first.n_cards or differ(s, first, k):
                    n = note_changed(s, first, g, me, k, kept, at, n)
                    if n < 0:
                        return -1
    return n


@kernel()
def take_up(s, begun, world, kept, at):
    """Make ``s`` what was ``begun`` of a playout, with the hidden cards and the streams of a world."""
    copy_but_cards(s, begun)
    copy_cards(s, world)
    for k in range(kept[at + N_CHANGED]):
        c = kept[at + CHANGED + k]
        s.cards[c] = begun.cards[c]
    for p in range(s.n_players):
        s.players[p].dice_key = world.players[p].dice_key
        s.players[p].chance_key = world.players[p].chance_key
        s.players[p].ties = world.players[p].ties


@kernel()
def deal_into(s, world, notes, everywhere):
    """Give ``s`` the hidden cards of a world: those in hands, or all."""
    for p in range(s.n_players):
        at = p * OF_PLAYER
        first, n = 0, notes[at]
        if not everywhere:
            first, n = notes[at + TRAPS] + notes[at + IN_DECK], notes[at + IN_HAND]
        for k in range(at + PLACES + first, at + PLACES + first + n):
            s.cards[notes[k]] = world.cards[notes[k]]


@kernel()
def play_again(g, games, slots, kept, notes, k, i, last, m, me, base, scores, everywhere):
    """Play option ``i``, with which the k-th line begins, out in a further world; returns the number of the record in which that ended."""
    own, playing = slots[k], slots[len(slots) - 1]
    at = own * OF_RECORD
    if kept[at + START] > Start.ROOT and kept[at + N_CHANGED] < 0:
        kept[at + N_CHANGED] = note_changes(games[own], games[FIRST], g, me, kept, at)
        if kept[at + N_CHANGED] < 0:
            kept[at + START] = Start.ROOT
    if kept[at + START] == Start.OVER:
        deal_into(games[own], games[WORLD], notes, everywhere)
        return own
    s = games[playing]
    if kept[at + START] == Start.PAUSED:
        take_up(s, games[own], games[WORLD], kept, at)
    else:
        choose_first(s, games[WORLD], i, last, m)
    play_on(s, m, base, scores)
    return playing


@kernel()
def play_later(games, slots, kept, k, ended, end, m, base, scores):
    """Play on from where a playout of the k-th line ended, between two turns, to the end of turn ``end``.

    What is kept stays as it is. Returns the number of the record in which that ended.
    """
    own, playing = slots[k], slots[len(slots) - 1]
    s = games[playing]
    if ended == own:
        at = own * OF_RECORD
        if kept[at + N_CHANGED] < 0:
            copy_game(s, games[own])
        else:
            take_up(s, games[own], games[WORLD], kept, at)
    play_past_limit(s)
    s.turn_limit = end
    play_on(s, m, base, scores)
    return playing
