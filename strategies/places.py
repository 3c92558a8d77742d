"""The places of a policy's table of weights: how they are numbered, and what they are called in a fit.

First come an option's kind and card in a bucket of the situation, then its kind in a state of both sides, then how far a score falls
short of the best one in a kind of decision. Names outlive numbers: in another match the same card has another one.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from kotc_sim.strategies.fit import STEPS

NO_CARD = "-"
_AT, _SHORT = re.compile(r"at (\d+)"), re.compile(r"short by (\d+)")


@dataclass(frozen=True)
class Places:
    """The places of a match."""

    asks: type[IntEnum]
    options: type[IntEnum]
    """Kinds of decisions, and of options."""
    cards: Sequence[str]  # what the cards of the match are called, by number; several may be alike
    buckets: int
    states: int
    gaps: int
    """How many there are."""
    phrase: str  # what a card in a bucket is called: a format with ``card`` and ``bucket``

    @property
    def _kinds(self) -> int:
        return len(self.asks) * len(self.options)

    @property
    def _first_state(self) -> int:
        return self._kinds * (len(self.cards) + 1) * self.buckets

    @property
    def _first_gap(self) -> int:
        return self._first_state + self._kinds * self.states

    @property
    def count(self) -> int:
        """How many places there are."""
        return self._first_gap + len(self.asks) * self.gaps

    def names(self, places: Iterable[int]) -> list[str]:
        """Return what places are called."""
        cards = [NO_CARD, *self.cards]
        first_state, first_gap = self._first_state, self._first_gap
        found = []
        for place in places:
            if place < first_state:
                rest, bucket = divmod(place, self.buckets)
                rest, d = divmod(rest, len(cards))
                what = self.phrase.format(card=cards[d], bucket=bucket)
            elif place < first_gap:
                rest, state = divmod(place - first_state, self.states)
                what = f"at {state}"
            else:
                ask, gap = divmod(place - first_gap, self.gaps)
                found.append(f"{self.asks(ask).name} short by {gap}")
                continue
            ask, option = divmod(rest, len(self.options))
            found.append(f"{self.asks(ask).name} {self.options(option).name} {what}")
        return found

    def find(self, names: Iterable[str]) -> list[list[int]]:
        """Return the places of each name: several for cards that are alike, none for a card that is not in the match or another name."""
        cards: dict[str, list[int]] = {NO_CARD: [0]}
        for d, card in enumerate(self.cards):
            cards.setdefault(card, []).append(d + 1)
        asks, options = {ask.name: int(ask) for ask in self.asks}, {option.name: int(option) for option in self.options}
        in_bucket = re.compile(self.phrase.format(card="(?P<card>.+)", bucket=r"(?P<bucket>\d+)"))
        width, first_state, first_gap = len(self.cards) + 1, self._first_state, self._first_gap
        found = []
        for name in names:
            ask, _, rest = name.partition(" ")
            option, _, what = rest.partition(" ")
            places: list[int] = []
            if ask in asks and option in options:
                kind = asks[ask] * len(options) + options[option]
                if (state := _AT.fullmatch(what)) is not None:
                    places = [first_state + kind * self.states + int(state[1])]
                elif (where := in_bucket.fullmatch(what)) is not None:
                    places = [(kind * width + d) * self.buckets + int(where["bucket"]) for d in cards.get(where["card"], ())]
            elif ask in asks and (gap := _SHORT.fullmatch(rest)) is not None:
                places = [first_gap + asks[ask] * self.gaps + int(gap[1])]
            found.append(places)
        return found

    def vector(self, weights: Mapping[str, int]) -> NDArray[np.float64]:
        """Return the weights of a fit by place, shape (`count`,)."""
        found = np.zeros(self.count)
        for places, weight in zip(self.find(weights), weights.values(), strict=True):
            found[places] = weight / STEPS
        return found
