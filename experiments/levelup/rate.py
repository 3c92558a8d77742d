"""`rate` for Level-Up: creatures by gain in tuned homes, beside plain creatures of their level and defense."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.experiments.pilots import pilots_of
from kotc_sim.experiments.worth.rate import PRECISION, RateResult
from kotc_sim.experiments.worth.rate import rate as rate_cards
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.games.protocol import Game

__all__ = ["PRECISION", "RateResult", "pilots", "rate"]


def pilots(game: Game, profiles: Sequence[str] = ()) -> list[str]:
    """Return who is going to play."""
    return pilots_of(game, profiles).all


def rate(cards: Sequence[Card], edition: LevelUpEdition, **asked: Any) -> RateResult:
    """Judge creatures by their gain in tuned homes; parameters as `kotc_sim.experiments.worth.rate.rate`.

    Magic cards, which have no attack that they could pay with, are left out with a note.

    Raises
    ------
    KotcError
        If there is no creature, two cards have one name, or the edition's line does not reach a level.
    """
    known: set[str] = set()
    for card in cards:
        if card.name in known:
            raise card.place.error(f"two files have a card named {card.name!r}", "Rename one (levelup.ruling.56).")
        known.add(card.name)
    creatures = [card for card in cards if card.kind == "creature"]
    if not creatures:
        raise KotcError("there is no creature to rate", fix="Magic cards have no level; try them with `kotc-sim try`.")
    for card in creatures:
        edition.strength(card.level)
    result = rate_cards(creatures, edition, **asked)
    left = [card.name for card in cards if card.kind != "creature"]
    if left:
        result.data["notes"].append(f"Magic cards have no level and were not rated: {', '.join(left)}")
    return result
