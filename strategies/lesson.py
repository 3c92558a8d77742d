"""What a pilot learns from: games of a match, by the base strategy or by the search itself, and what is left of them."""

import functools
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.strategies.by_game import strategies_of
from kotc_sim.strategies.choices import CHOICES, WIDTH
from kotc_sim.strategies.learned import Feature, Fit
from kotc_sim.strategies.places import Places
from kotc_sim.strategies.states import States

STATES_OF_A_GAME, OPTIONS_OF_A_GAME = 40, 400
"""Room for states between turns, and for options of noted decisions: games with more fill the room that others leave."""


def weight_of(decisions: int, turns: int, games: int) -> float:
    """Return `Played.weight` of games with so many decisions and turns in all."""
    return decisions**2 / max(1, turns) / max(1, games)


@dataclass(frozen=True)
class Played:
    """What is left of games that were played to learn from."""

    states: States
    """What describes either side, by the match's features or by common names."""
    outcomes: NDArray[np.float32]
    """float32 array, shape (states,): -1, 0 or 1, to the first side."""
    firsts: NDArray[np.uint8]
    """uint8 array, shape (states,): 1 for the first state of a game."""
    choices: NDArray[np.int32]
    """int32 array, shape (options, `kotc_sim.strategies.choices.WIDTH`): what the search took."""
    games: int
    decisions: int
    turns: int
    """Of all of them: what they cost is reckoned from these, not by the clock."""

    @property
    def weight(self) -> float:
        """What a game costs a search, in decisions squared a turn: each is tried by playing on through those of the next turns."""
        return weight_of(self.decisions, self.turns, self.games)


class Lesson:
    """A match of two decks that is learned from; the game's modules ``selfplay`` and ``policy`` say how games are recorded.

    ``features`` are what describes a side, by column. ``base`` plays the first games; ``rung`` meets the search in half of those that
    follow: a value that only its own play has taught knows no other play. ``search(match, fit)`` returns the strategy that judges by a fit.
    A ``rival`` is the opponent in all games, from the first on, in place of the rung.
    """

    def __init__(
        self, match: Any, features: list[Feature], base: Any, rung: Any, search: Callable[[Any, Fit], Any], rival: Any = None
    ) -> None:
        self.match, self.features, self.base, self.rung, self.search = match, features, base, rival or rung, search
        self.always = rival is not None
        self._latest: tuple[str, Any] | None = None
        self._lock = threading.Lock()

    @functools.cached_property
    def places(self) -> Places:
        """The places of options in a policy's table of weights."""
        found: Places = self._own("policy").places_in(self.match)
        return found

    def _own(self, name: str) -> Any:
        return strategies_of(self.match.game).module(name)

    def play(self, pilots: tuple[Any, Any], games: tuple[Any, ...], written: tuple[Any, ...]) -> int:
        """Play games and write states and choices; return how many states were written.

        - ``pilots``: the first plays both sides in every second pair, or in none (``always``); else it meets the other, in either seat.
        - ``games``: ``seed`` (uint64); ``low``, ``high`` (int): games 2k and 2k + 1 have the seats swapped, but their chances are their
          own; ``random_moves`` (float64 array): shares of moves drawn at random, which games take in turn, pair by pair; ``kept`` (float):
          share of the states that are written.
        - ``written``: ``rows`` (float32 array, shape (most states, 2, columns)) and ``outcomes`` (float32 array, shape (most states,)):
          seat 0's side, then seat 1's; the outcome is seat 0's; ``firsts`` (uint8 array, shape (most states,)): 1 for the first state of a
          game; ``choices`` (int32 array, shape (most options, `kotc_sim.strategies.choices.WIDTH`)): what the first pilot took, of the
          games of whose room there is; ``counts`` (int64 array, shape (4,)): games, decisions, turns and rows of choices are added to it.
        """
        return int(self._own("selfplay").play(self.match, self.base, pilots, games, written, int(self.always)))

    def _pilot(self, fit: Fit) -> Any:
        """Return the search that judges by a fit; the same for all pieces of a round, as each would be compiled."""
        with self._lock:
            if self._latest is None or self._latest[0] != fit.digest:
                self._latest = fit.digest, self.search(self.match, fit)
            return self._latest[1]

    def record(self, fit: Fit | None, seed: int, low: int, high: int, random_moves: Sequence[float], kept: float) -> Played:
        """Play games ``low`` … ``high - 1`` and return their states between turns.

        By the base strategy without a ``fit``, else by the search that judges by it. Thread-safe.
        """
        pilot = self.base if fit is None else self._pilot(fit)
        other = self.base if fit is None and not self.always else self.rung
        count = high - low
        states = count * STATES_OF_A_GAME
        rows, outcomes = np.zeros((states, 2, len(self.features)), np.float32), np.zeros(states, np.float32)
        firsts, counts = np.zeros(states, np.uint8), np.zeros(4, np.int64)
        choices = np.zeros((count * OPTIONS_OF_A_GAME if fit else 0, WIDTH), np.int32)
        games = np.uint64(seed), low, high, np.array(random_moves, np.float64), kept
        with np.errstate(over="ignore"):
            n = self.play((pilot, other), games, (rows, outcomes, firsts, choices, counts))
        played = States.of(rows[:n]), outcomes[:n].copy(), firsts[:n].copy(), choices[: counts[CHOICES]].copy()
        return Played(*played, *map(int, counts[:CHOICES]))
