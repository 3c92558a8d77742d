"""What is a text worth, and what should it cost? `prices_of` says who answers for a game.

A game either states prices, which premiums are compared with (`price.price`), or states none, and effects are priced in what their
carriers may lack (`price.effects`).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, Unpack

from kotc_sim.errors import KotcError

if TYPE_CHECKING:
    from kotc_sim.experiments.price.result import LevelUpPriceResult, PriceResult
    from kotc_sim.games.protocol import Game
    from kotc_sim.runs import Playing


class Prices(Protocol):
    """A module that prices texts."""

    def price_components(
        self,
        texts: Sequence[str],
        edition: Any,
        *,
        profiles: Sequence[str] = (),
        precision: float = ...,
        cross_check: bool = True,
        seed: int = 1,
        **how: "Unpack[Playing]",
    ) -> "PriceResult | LevelUpPriceResult":
        """Price texts, each thoroughly."""

    def price_all(
        self, edition: Any, *, profiles: Sequence[str] = (), precision: float = ..., seed: int = 1, **how: "Unpack[Playing]"
    ) -> "PriceResult | LevelUpPriceResult":
        """Price the whole vocabulary, the worst mispriced first."""


def prices_of(game: "Game") -> Prices:
    """Return who prices texts of a game."""
    if game.design.unpriced:
        from kotc_sim.experiments.price import effects

        return effects
    from kotc_sim.experiments.price import price

    return price


def require_stated_prices(game: "Game", what: str, fix: str = "") -> None:
    """Raise a `KotcError` for what is asked of stated prices, if a game has none."""
    if game.design.unpriced:
        raise KotcError(f"{what}, and {game.title} has none", fix=fix or f"Use kotc-sim price --all --edition {game.newest}.")


def require_formulas(game: "Game") -> None:
    """Raise a `KotcError` for ``--hedonic``, if a game has no formulas to fit."""
    from kotc_sim import games

    require_stated_prices(game, f"--hedonic fits the formulas of {games.FIRST.title}", "Leave it out.")


def require_fair_levels(game: "Game") -> None:
    """Raise a `KotcError` for ``--fair``, if texts of a game have no levels."""
    if game.design.unpriced:
        raise KotcError(f"--fair: {game.title}'s {game.design.unpriced}", fix="Use kotc-sim price TEXT --edition FILE.")
