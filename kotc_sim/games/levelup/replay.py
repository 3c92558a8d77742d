"""One simulated game of Level-Up again, with its log: exactly the game that a match-up counts under its number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kotc_sim.games.levelup.boards import snapshot
from kotc_sim.games.levelup.cards.card import Deck
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.record import fields, new_game
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.games.levelup.transcript import Narrator
from kotc_sim.games.pilots import Pilot, find_blame
from kotc_sim.games.protocol import Replay


def replay(
    match: LevelUpMatch,
    decks: Sequence[Deck],
    pilots: Sequence[Pilot],
    game: int,
    seed: int,
    *,
    omniscient: bool = False,
    boards: bool = False,
) -> Replay:
    """Play one game of a run again and say what happens; a `KotcError` if a strategy from a file raises."""
    with find_blame(pilots, f"game {game} of seed {seed}"):
        tables: list[Mapping[str, object]] = []
        lines, end = play_again(match, pilots, seed, game, omniscient, tables if boards else None)
    names = [deck.name for deck in decks]
    seats = tuple(reversed(names)) if game & 1 else tuple(names)
    scores = [1, 1] if end.winner < 0 else [2 * int(end.winner == seat) for seat in range(2)]
    return Replay(game, seats, lines, scores, int(end.turn), int(end.ending), [int(side.points) for side in end.side], tuple(tables))


def play_again(
    match: LevelUpMatch,
    pilots: Sequence[Pilot],
    seed: int,
    game: int,
    omniscient: bool = True,
    tables: list[Mapping[str, object]] | None = None,
) -> tuple[list[str], Any]:
    """Play one game of a run again and put it into words.

    Parameters
    ----------
    omniscient : bool
        Name the cards that the players could not see.
    tables : list of dict, optional
        Takes what lies on the table each time that something has happened (`snapshot`).

    Returns
    -------
    record
        The game at its end, as `kotc_sim.games.levelup.engine.record.fields` gives it.
    """
    from kotc_sim.games.levelup.engine.doors import choose_best, set_up
    from kotc_sim.games.levelup.engine.machine import advance

    array = new_game(match.record)
    view = fields(array)
    record = array[0]
    scores = np.zeros(kinds.MAX_OPTIONS)
    with np.errstate(over="ignore"):  # streams wrap around; only the interpreter would warn
        set_up(record, np.uint64(seed), game)
    view.log_on, view.n_log = 1, 0
    first, second = (int(c) for c in view.contestant)
    names = (f"{match.decks[first].name}", f"{match.decks[second].name}")
    if names[0] == names[1]:
        names = (f"{names[0]} (first seat)", f"{names[1]} (second seat)")
    narrator = Narrator(view, match.cards, players=names, omniscient=omniscient)
    result = [
        f"Game {game} of seed {seed}: {names[0]} sits in the first seat, {names[1]} in the second; {names[int(view.first)]} goes first."
    ]
    chosen = [pilot.compiled for pilot in pilots]

    def narrate() -> None:
        new = narrator.lines()
        result.extend(new)
        if new and tables is not None:
            tables.append(snapshot(view, match.cards, len(result), omniscient=omniscient))

    with np.errstate(over="ignore"):
        advance(record)
        narrate()
        while not view.over:
            if view.ask:
                asked = int(view.asked)
                chosen[int(view.contestant[asked])](record, record["m"], asked, scores)
                choose_best(record, scores)
            advance(record)
            narrate()
    return result, view
