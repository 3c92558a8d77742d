"""Playouts that share their beginning end like playouts from the decision itself, in every world."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from kotc_sim.compiler import kernel
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.games.keeper.engine.kinds import Ask
from kotc_sim.games.keeper.engine.record import CARD, GAME, new_scores
from kotc_sim.shared.result import Ending
from kotc_sim.strategies import load
from kotc_sim.strategies.keeper import playouts
from kotc_sim.strategies.keeper.copying import copy_cards, copy_game
from kotc_sim.strategies.keeper.determinize import determinize, note_hidden, notes_size, search_key
from kotc_sim.strategies.keeper.playouts import FIRST, OF_RECORD, RECORDS, SPARE, START, WORLD, Start
from tests.strategies.test_hidden import SLOW, states

WORLDS = 4
TURNS = 2
"""That a playout goes on, so that another player has a turn in it: in half of the games."""
PLAYER = ("hp", "free", "out", "n", "loose")
STREAMS = ("dice_key", "chance_key", "ties")
OTHERS = ("over", "ending", "turn", "turn_player", "winners", "n_counters", "n_cards")


@kernel()
def first(games, slots, kept, i, last, m, me, base, scores):
    """Play an option out in the first world."""
    return playouts.play_first(games, slots, kept, i, i, last, m, me, base, numbers_at(scores, 0))


@kernel()
def again(g, games, slots, kept, notes, i, last, m, me, base, scores):
    """Play an option out in a further world."""
    return playouts.play_again(g, games, slots, kept, notes, i, i, last, m, me, base, numbers_at(scores, 0), True)


@kernel()
def later(games, slots, kept, i, ended, end, m, base, scores):
    """Play on to the end of a later turn."""
    return playouts.play_later(games, slots, kept, i, ended, end, m, base, numbers_at(scores, 0))


@kernel()
def whole(s, world, i, last, m, base, scores):
    """Play an option out from the decision on."""
    playouts.choose_first(s, world, i, last, m)
    playouts.play_on(s, m, base, numbers_at(scores, 0))


def described(s: Any, *, streams: bool) -> tuple[Any, ...]:
    """Return how a playout ended: players, zones and cards; streams do not matter where it is only judged."""
    n = int(s["n_players"])
    players = [s["players"][p][name].tolist() for p in range(n) for name in (*PLAYER, *(STREAMS if streams else ()))]
    zones = [s["players"][p]["zone"][z, : s["players"][p]["n"][z]].tolist() for p in range(n) for z in range(7)]
    cards = [s["cards"][name][: s["n_cards"]].tolist() for name in CARD.names or () if name != "unused"]
    return [int(s[name]) for name in OTHERS], players, zones, cards


@pytest.mark.parametrize("edition", ["kotc-17", "kotc-12", "kotc-9", "kotc-5"])
def test_a_shared_beginning_changes_no_playout(edition: str) -> None:
    greedy: Any = load("kotc", "greedy")
    base = greedy.address
    scores = new_scores()
    starts: Counter[Start] = Counter()
    teams = beyond = 0
    for seed in range(1 if SLOW else 4):
        for g, m in states(edition, 40 + seed, 7, 2 if SLOW else 30):
            n, me = int(g.n_options), int(g.asked)
            last = seed > 0 and int(g.ask) in (Ask.ENLIST_ATTACK, Ask.ENLIST_DEFEND)
            teams += last
            if n < 2 or playouts.aims_at_secrets(g, me):
                continue
            games: Any = np.zeros(RECORDS + n + 1, GAME).view(np.recarray)
            notes = np.empty(notes_size(int(g.n_players)), np.int64)
            kept = np.zeros((RECORDS + n) * OF_RECORD, np.int64)
            slots = np.array([*range(RECORDS, RECORDS + n), SPARE])
            note_hidden(g, m, me, notes)
            copy_game(games[WORLD], g)
            games[WORLD].turn_limit = g.turn + TURNS * (seed % 2)
            games[FIRST].n_cards = g.n_cards
            state = np.uint64(search_key(g, me))
            for world in range(WORLDS):
                state = np.uint64(determinize(games[WORLD], m, notes, state))
                if world == 0:
                    copy_cards(games[FIRST], games[WORLD])
                for i in range(n):
                    if world == 0:
                        ended = first(games, slots, kept, i, last, m, me, base, scores)
                    else:
                        ended = again(g, games, slots, kept, notes, i, last, m, me, base, scores)
                        starts[Start(int(kept[slots[i] * OF_RECORD + START]))] += 1
                    whole(games[RECORDS + n], games[WORLD], i, last, m, base, scores)
                    streams = world == 0 or kept[slots[i] * OF_RECORD + START] != Start.OVER
                    both = [described(games[k], streams=streams) for k in (ended, RECORDS + n)]
                    assert both[0] == both[1], (seed, int(g.ask), i, world)
                    if games[ended].turn < g.turn + TURNS and games[ended].ending == Ending.TURN_CAP:
                        ended = later(games, slots, kept, i, ended, g.turn + TURNS, m, base, scores)
                        games[WORLD].turn_limit = g.turn + TURNS
                        whole(games[RECORDS + n], games[WORLD], i, last, m, base, scores)
                        games[WORLD].turn_limit = g.turn
                        both = [described(games[k], streams=True) for k in (ended, RECORDS + n)]
                        assert both[0] == both[1], (seed, int(g.ask), i, world)
                        beyond += 1
    assert SLOW or (teams > 0 and beyond >= 100), (teams, beyond)
    assert SLOW or min(starts[start] for start in (Start.ROOT, Start.PAUSED, Start.OVER)) >= 20, starts
