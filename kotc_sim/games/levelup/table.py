"""A game of Level-Up at which a person sits: what is asked and seen, in words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kotc_sim.games import table
from kotc_sim.games.levelup.cards.card import Deck
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.games.levelup.replay import Course
from kotc_sim.games.protocol import Replay

ASKED = table.read_asked(Path(__file__).with_name("asked.csv"), kinds.Ask)


class Table(table.Table):
    """A game of Level-Up at which somebody sits; see `kotc_sim.games.table.Table`."""

    course: Course

    def __init__(
        self, match: LevelUpMatch, decks: Sequence[Deck], pilots: Sequence[Any], game: int, seed: int, knows: object, least: float,
    ) -> None:  # fmt: skip
        with np.errstate(over="ignore"):
            course = Course(match, pilots, game, seed, game & 1)
        super().__init__(course, pilots, game, seed, least)

    def _run(self) -> bool:
        return self.course.run(boards=True)

    def _shown(self) -> table.Shown:
        return table.Shown(self.course.seats, self.course.board(), self.course.lines)

    def _asked(self) -> tuple[str, list[str]]:
        from kotc_sim.games.levelup.engine.view import current_effect

        g, narrator = self.course.g, self.course.narrator
        question = ASKED[kinds.Ask(int(g.ask))][0]
        if g.ask in (kinds.Ask.CHOOSE, kinds.Ask.PICK, kinds.Ask.DISCARD) and (effect := current_effect(g)) >= 0:
            question = f"{narrator.effect(effect)} {question}"
        return question, narrator.options()

    def _replay(self) -> Replay:
        return self.course.replay()
