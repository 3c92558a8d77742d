"""The strategies that come with kotc-sim for each game."""

from kotc_sim.strategies import keeper, levelup
from kotc_sim.strategies.pilot import GameStrategies

STRATEGIES = {own.key: own for own in (keeper.STRATEGIES, levelup.STRATEGIES)}  # by the game's key


def strategies_of(game: str) -> GameStrategies:
    """Return what there is for a game, by its key."""
    return STRATEGIES[game]
