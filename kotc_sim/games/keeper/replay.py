"""One simulated game again, with its log: exactly the game that a match-up counts under its number."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.build import Match
from kotc_sim.games.keeper.engine import machine as kernels
from kotc_sim.games.keeper.engine import record
from kotc_sim.games.keeper.transcript import Entry, describe
from kotc_sim.games.protocol import Replay
from kotc_sim.runs.play import Contest, game_of
from kotc_sim.shared import best, result
from kotc_sim.strategies.pilot import blamed
from kotc_sim.strategies.registry import load_strategy

machine: Any = kernels  # numba's kernels have no annotations
pick_best: Any = best.pick_best


def replay(contest: Contest, game: int, seed: int, *, omniscient: bool = False) -> Replay:
    """Play one game of a run again and tell what happens.

    Parameters
    ----------
    contest : Contest
        Decks and strategies, as in the run.
    game : int
        Number of the game, from 0; games 2k and 2k + 1 are a pair with the seats swapped.
    seed : int
        Seed of the run.
    omniscient : bool
        Whether hidden cards are named.

    Returns
    -------
    Replay
        With the log as text.

    Raises
    ------
    KotcError
        If a strategy's score is not a number, or a strategy from a file raises.
    """
    compiled = game_of(contest.decks)
    match = getattr(compiled, "match", compiled)
    if not isinstance(match, Match):
        return _replay_levelup(contest, match, game, seed, omniscient)
    strategies = [load_strategy(name) for name in contest.strategies]
    if game & 1:
        strategies.reverse()
    decks = list(contest.decks)
    if game & 1:
        decks[0], decks[1] = decks[1], decks[0]
    g: Any = record.new_game()
    m = match.record
    with np.errstate(over="ignore"), blamed(strategies, f"game {game} of seed {seed}"):
        machine.deal(g, m, np.uint64(seed), game >> 1, game & 1)
        for p in range(int(m.n_players)):
            # further players use B's strategy in both games of a pair
            chosen = strategies[p] if p < 2 else load_strategy(contest.strategies[1])
            g.players[p].asks_dice = int(chosen.orders_dice)
        g.log_on = 1
        entries = _play(g, m, strategies, contest.strategies, game)
    results: Any = np.zeros(1, result.RESULT).view(np.recarray)
    seen = np.zeros((result.MAX_PLAYERS, record.MAX_DEFS), np.uint8)
    machine.write_result(g, m, results[0], seen)
    hp = [int(m.starting_hp)] * int(m.n_players)
    lines = describe(match.names, entries, _namer(g, match), hp, m, omniscient=omniscient)
    n = int(m.n_players)
    return Replay(
        game,
        tuple(deck.name for deck in decks),
        lines,
        [int(s) for s in results[0].score2[:n]],
        int(results[0].turns),
        int(results[0].ending),
        [int(x) for x in results[0].hp[:n]],
    )


def _replay_levelup(contest: Contest, match: Any, game: int, seed: int, omniscient: bool) -> Replay:
    from kotc_sim.games.levelup.replay import play_again
    from kotc_sim.strategies.levelup import load_strategy as load

    first, second = (load(name) for name in contest.strategies)
    with blamed((first, second), f"game {game} of seed {seed}"):
        lines, end = play_again(match, first, second, seed, game, omniscient)
    decks = [deck.name for deck in contest.decks]
    seats = tuple(reversed(decks)) if game & 1 else tuple(decks)
    scores = [1, 1] if end.winner < 0 else [2 * int(end.winner == seat) for seat in range(2)]
    return Replay(game, seats, lines, scores, int(end.turn), int(end.ending), [int(side.points) for side in end.side])


def _play(g: Any, m: Any, strategies: list[Any], names: tuple[str, str], game: int) -> list[Entry]:
    """Play as `machine.play_on` does, and collect the log."""
    entries: list[Entry] = []
    scores = record.new_scores()
    compiled = [strategy.compiled for strategy in strategies]
    while g.over == 0:
        machine.advance(g, m)
        for i in range(int(g.n_log)):
            e = g.log[i]
            entries.append((int(e.kind), int(e.player), int(e.card), int(e.other), int(e.a), int(e.b)))
        g.n_log = 0
        if g.ask != 0:
            p = int(g.asked)
            compiled[min(p, 1)](g, m, p, scores)
            g.players[p].decisions += 1
            pick = int(pick_best(g, p, scores))
            if pick < 0:
                raise KotcError(
                    f"a strategy of {' and '.join(names)} returned no number as a score in game {game}",
                    fix="Mend the strategy.",
                )
            g.choice = pick
            g.ask = 0
    return entries


def _namer(g: Any, match: Match) -> Any:
    """Return a function that names cards; where there are several copies of a card, they are numbered."""
    copies: Counter[int] = Counter()
    number: dict[int, int] = {}
    for c in range(int(g.n_cards)):
        if g.cards[c].pawn == 0:
            definition = int(g.cards[c].definition)
            copies[definition] += 1
            number[c] = copies[definition]

    def name(c: int) -> str:
        card = g.cards[c]
        text = match.names.card(int(card.definition))
        if c not in number:
            return f"pawn {int(card.printed_sp)}/{int(card.printed_hp)} #{c}"
        return f"{text} #{number[c]}" if copies[int(card.definition)] > 1 else text

    return name
