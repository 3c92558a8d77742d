"""What is a text worth, and what should it cost? `prices_of` says who answers for a game.

A game either states prices, which premiums are compared with (`price.price`), or states none, and effects are priced in what their
carriers may lack (`price.effects`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from kotc_sim.experiments.result import Answer
from kotc_sim.games.protocol import Game
from kotc_sim.runs import Workers


class PriceResult(Protocol):
    """What is found of texts: ``data`` holds the keys of docs/reports.md, "price"."""

    data: dict[str, Any]

    @property
    def answer(self) -> Answer:
        """Whether all texts have a fair price."""

    @property
    def frame(self) -> Any:
        """One row a card that carries a text, as a pandas DataFrame."""


class Prices(Protocol):
    """A module that prices texts."""

    def pilots(self, game: Game, profiles: Sequence[str] = ()) -> list[str]:
        """Return who is going to play."""

    def require_known(self, texts: Sequence[str], edition: Any) -> None:
        """Raise a `KotcError` for a text that no card can have."""

    def price_components(
        self,
        texts: Sequence[str],
        edition: Any,
        *,
        profiles: Sequence[str] = (),
        precision: float = ...,
        cross_check: bool = True,
        seed: int = 1,
        workers: Workers | None = None,
        on_chunk: Callable[[int], None] | None = None,
    ) -> PriceResult:
        """Price texts, each thoroughly."""

    def price_all(
        self,
        edition: Any,
        *,
        profiles: Sequence[str] = (),
        precision: float = ...,
        seed: int = 1,
        workers: Workers | None = None,
        on_chunk: Callable[[int], None] | None = None,
    ) -> PriceResult:
        """Price the whole vocabulary, the worst mispriced first."""


def prices_of(game: Game) -> Prices:
    """Return who prices texts of a game."""
    if game.key == "levelup":
        from kotc_sim.experiments.price import effects

        return effects
    from kotc_sim.experiments.price import price

    return price
