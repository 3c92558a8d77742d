"""A game at which a person sits, whichever game it is: pilots answer for the others, and the person is told what a player may know."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.games.pilots import find_blame
from kotc_sim.games.protocol import Replay, Thought
from kotc_sim.shared.tables import read_rows

MOST_THOUGHTS = 12
Kind = TypeVar("Kind", bound=IntEnum)


def read_asked(path: Path, kinds: type[Kind]) -> dict[Kind, tuple[str, str]]:
    """Return what a person is asked, by kinds of decisions, and what it is called to choose none of the options: a game's ``asked.csv``."""
    return {kinds[row["decision"].upper()]: (row["question"], row["none"]) for row in read_rows(path)}


class Course(Protocol):
    """A game, decision by decision."""

    g: Any  # its record, with ``asked``, ``turn``, ``n_options`` and ``over``

    @property
    def tables(self) -> Sequence[Any]:
        """What lay on the table each time that something had happened."""

    def scores(self) -> Any:
        """Return what the pilot of who is asked thinks of each option, float64."""

    def choose(self) -> int:
        """Return the option that the pilot takes."""

    def answer(self, pick: int) -> None:
        """Answer the decision by an option's index."""


class Shown(NamedTuple):
    """What the person sees, in words: the decks of both seats, what lies on the table, and the log."""

    seats: Sequence[str]
    board: Mapping[str, Any]
    log: list[str]


class Table(ABC):
    """A game at which somebody sits in the place of side A.

    A `KotcError` from every method: if a strategy's score is not a number, or a choice is none. ``pilots``: the one of A only says what it
    would have done. ``game``, ``seed``: the number of the game, and the seed of the run. ``least``: a pilot has not tried options that it
    scores no higher.
    """

    def __init__(self, course: Course, pilots: Sequence[Any], game: int, seed: int, least: float) -> None:
        self.course, self.seat, self.picks = course, game & 1, list[int]()
        self._pilots, self._least = pilots, least
        self._played = f"game {game} of seed {seed}"
        self._thoughts: list[Thought] = []
        self._scores: Any = None
        self._on()

    @abstractmethod
    def _run(self) -> bool:
        """Play to the next decision, and note what the person may know by then; return whether there is one."""

    @abstractmethod
    def _shown(self) -> Shown:
        """Return what the person sees now: what a player may know and no more."""

    @abstractmethod
    def _asked(self) -> tuple[str, list[str]]:
        """Return the question that the person is to answer, and the options, in words."""

    @abstractmethod
    def _replay(self) -> Replay:
        """Return the game, which is over, with its boards, as the person has seen it."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.course.g.over)

    def _on(self) -> None:
        """Let pilots play until the person is asked."""
        with np.errstate(over="ignore"), find_blame(self._pilots, self._played):
            while self._run() and int(self.course.g.asked) != self.seat:
                self.course.answer(self.course.choose())

    def think(self) -> None:
        """Let the pilot score the options that the person has."""
        if self._scores is None and not self.over:
            with np.errstate(over="ignore"), find_blame(self._pilots, self._played):
                self._scores = np.array(self.course.scores())

    def choose(self, pick: int) -> None:
        """Answer what is asked by an option's number, and let the pilots play on."""
        if self.over or not 0 <= pick < int(self.course.g.n_options):
            raise KotcError("this is none of the options", fix="Choose one of those that the table shows now.")
        self.think()
        best = int(np.argmax(self._scores))
        question, options = self._asked()
        if options[best] != options[pick] and self._scores[best] > self._scores[pick]:
            by = float(self._scores[best] - self._scores[pick]) if self._scores[pick] > self._least else None
            at = len(self.course.tables) - 1
            self._thoughts.append(Thought(at, int(self.course.g.turn), question, options[pick], options[best], by))
        self._scores = None
        self.picks.append(pick)
        self.course.answer(pick)
        self._on()

    def state(self) -> Mapping[str, Any]:
        """Return what the person sees now, and is asked."""
        question, options = ("", []) if self.over else self._asked()
        shown = self._shown()._asdict()
        return {"at": len(self.picks), "seat": self.seat, **shown, "question": question, "options": options, "over": self.over}

    def result(self) -> Mapping[str, Any]:
        """Return the game, which is over, as a replay has it, and where the pilot would have chosen otherwise, the most important first."""
        played = self._replay()
        thoughts = sorted(self._thoughts, key=lambda one: -1.0 if one.by is None else -one.by)[:MOST_THOUGHTS]
        return {
            "game": played.game, "seats": played.seats, "score": [score / 2 for score in played.score2], "turns": played.turns,
            "hp": played.hp, "log": played.lines, "boards": played.boards, "thoughts": [vars(one) for one in thoughts],
        }  # fmt: skip
