"""One simulated game again, with its log: exactly the game that a match-up counts under its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.boards import Snapshot, load_named, snapshot
from kotc_sim.games.keeper.build import Built
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.engine import machine as kernels
from kotc_sim.games.keeper.engine import record
from kotc_sim.games.keeper.match import KeeperMatch
from kotc_sim.games.keeper.transcript import Entry, describe
from kotc_sim.games.pilots import find_blame
from kotc_sim.games.protocol import Replay
from kotc_sim.shared import best, result

machine: Any = kernels  # numba's kernels have no annotations
pick_best: Any = best.pick_best


def replay(
    match: KeeperMatch,
    decks: Sequence[Deck],
    pilots: Sequence[Any],
    game: int,
    seed: int,
    *,
    omniscient: bool = False,
    boards: bool = False,
) -> Replay:
    """Play one game of a run again and tell what happens.

    Parameters
    ----------
    decks : sequence of Deck
        Side A, side B, and further players.
    pilots : two Pilot
        Who play A and B, as in the run; further players are played by B's in both games of a pair.
    game : int
        Number of the game, from 0; games 2k and 2k + 1 are a pair with the seats swapped.
    boards : bool
        Whether to tell what lies on the table each time that something has happened.

    Returns
    -------
    Replay
        With the log as text.

    Raises
    ------
    KotcError
        If a strategy's score is not a number, or a strategy from a file raises.
    """
    seats = list(decks)
    if game & 1:
        seats[:2] = seats[1::-1]
    g: Any = record.new_game()
    m = match.record
    with np.errstate(over="ignore"), find_blame(pilots, f"game {game} of seed {seed}"):
        machine.deal(g, m, np.uint64(seed), game >> 1, game & 1)
        for p in range(int(m.n_players)):
            g.players[p].asks_dice = int(pilots[p != game & 1].orders_dice)
        g.log_on = 1
        tables: list[tuple[int, Snapshot]] = []
        entries = _play(g, m, pilots, game, (lambda told: tables.append((told, snapshot(g, match.built)))) if boards else None)
    results: Any = np.zeros(1, result.RESULT).view(np.recarray)
    seen = np.zeros((result.MAX_PLAYERS, result.MAX_DEFS), np.uint8)
    machine.write_result(g, m, results[0], seen)
    hp = [int(m.starting_hp)] * int(m.n_players)
    name = _namer(g, match.built)
    told = describe(match.built.names, entries, name, hp, m, omniscient=omniscient, moments=[after for after, _ in tables])
    n = int(m.n_players)
    return Replay(
        game,
        tuple(deck.name for deck in seats),
        told.lines,
        [int(s) for s in results[0].score2[:n]],
        int(results[0].turns),
        int(results[0].ending),
        [int(x) for x in results[0].hp[:n]],
        tuple(
            load_named(table, line, known, name, omniscient=omniscient)
            for (_, table), (line, known) in zip(tables, told.moments, strict=True)
        ),
    )


def _play(g: Any, m: Any, pilots: Sequence[Any], game: int, look: Callable[[int], None] | None) -> list[Entry]:
    """Play as `machine.play_on` does, and collect the log; ``look`` is told how long it is each time that it has become longer."""
    entries: list[Entry] = []
    scores = record.new_scores()
    compiled = [pilot.compiled for pilot in pilots]
    while g.over == 0:
        machine.advance(g, m)
        for i in range(int(g.n_log)):
            e = g.log[i]
            entries.append((int(e.kind), int(e.player), int(e.card), int(e.other), int(e.a), int(e.b)))
        if look is not None and g.n_log > 0:
            look(len(entries))
        g.n_log = 0
        if g.ask != 0:
            p = int(g.asked)
            compiled[p != game & 1](g, m, p, scores)  # A sits in seat 0, and in seat 1 of the second game of a pair
            g.players[p].decisions += 1
            pick = int(pick_best(g, p, scores))
            if pick < 0:
                raise KotcError(
                    f"a strategy of {' and '.join(pilot.name for pilot in pilots)} returned no number as a score in game {game}",
                    fix="Mend the strategy.",
                )
            g.choice = pick
            g.ask = 0
    return entries


def _namer(g: Any, match: Built) -> Any:
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
