"""A designer's table of cards with what was found of each: the same rows, and a few columns more."""

from collections.abc import Mapping, Sequence
from typing import Any

from kotc_sim.experiments.worth.result import RatedCard
from kotc_sim.games.protocol import Game
from kotc_sim.yaml_source.tables import Rows, key_of, said_in

FOUND = ("level", "legal", "gain", "gain low", "gain high", "verdict")
"""Heads of what is added; a table that has one of them already, as from an earlier run, gets it again."""


def add_found(rows: Rows, game: Game, cards: Sequence[Any], found: Sequence[RatedCard]) -> list[list[Any]]:
    """Return the rows of a table with the columns `FOUND` at their right: of cards that were not rated, empty.

    A column with the stated level stays as it is: the level by the formula is then not added. Rows are lines of the file with their cells;
    the line of each card is that of its row, and ``found`` is in the order of the cards.
    """
    by_line = {card.line: _cells(game, card, row) for card, row in zip(cards, found, strict=True)}
    head = next(k for k, (_, cells) in enumerate(rows) if "name" in map(key_of, cells))
    heads = [cell.strip() for cell in rows[head][1]]
    kept = [k for k, cell in enumerate(heads) if cell not in FOUND or cell == "level"]
    names = [name for name in FOUND if name != "level" or "level" not in map(key_of, heads)]
    table: list[list[Any]] = [[said_in(cell) for cell in cells] for _, cells in rows[:head]]
    table.append([*(heads[k] for k in kept), *names])
    for line, cells in rows[head + 1 :]:
        more = by_line.get(line, {})
        table.append([*(said_in(cells[k]) if k < len(cells) else "" for k in kept), *(more.get(name, "") for name in names)])
    return table


def _cells(game: Game, card: Any, found: RatedCard) -> Mapping[str, object]:
    problems = "; ".join(str(problem) for problem in game.check(card) if problem.illegal)
    interval = found.gain.interval
    return {
        "level": found.level,
        "legal": f"no: {problems}" if problems else "yes",
        "gain": found.gain.value,
        "gain low": None if interval is None else interval.low,
        "gain high": None if interval is None else interval.high,
        "verdict": str(found.verdict),
    }
