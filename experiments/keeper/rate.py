"""`rate` for Keeper of the Cards: by gain in tuned homes."""

from __future__ import annotations

from collections.abc import Sequence

from kotc_sim.experiments.pilots import pilots_of
from kotc_sim.experiments.worth.rate import PRECISION, RateResult, rate
from kotc_sim.games.protocol import Game

__all__ = ["PRECISION", "RateResult", "pilots", "rate"]


def pilots(game: Game, profiles: Sequence[str] = ()) -> list[str]:
    """Return who is going to play."""
    return pilots_of(game, profiles).all
