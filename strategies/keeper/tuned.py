"""The heuristic with weights that were tuned for an edition, by scripts/tune_weights.py on random decks of it.

``tuned.json`` has those with which searches play consequences out and learning begins; the shipped pools were fitted with them.
``quick.json`` has those by which `quick` plays decks that it has not learned, tuned against greedy. Where few cards have a text there are
others, some of which grow with the SP of the minions: a race that strong minions win is lost by weak ones.
"""

import functools
import json
import math
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.profiles import weighted
from kotc_sim.strategies.keeper.weights import WEIGHTS, weights_of
from kotc_sim.strategies.learned import nearest_edition

FILE = Path(__file__).resolve().with_name("tuned.json")
UNLEARNED = FILE.with_name("quick.json")
FEW_TEXTS = " few texts"
"""Behind an edition's name in ``quick.json``: weights for decks in which few cards have a text."""
BY_SP = " by sp"  # behind a weight's name: how much it grows with the SP of minions
SIGNED = ("block", "attack")  # weights to which so much is added; the logarithms of the others grow
USUAL_SP = 1.8  # mean SP at which nothing is added
URGENT = {"lethal": 34.0, "blocker": 1.6}
"""SP that a win is worth where it is now or never (`urgent`), 3 to 10 in scores of games, and a minion that can block, for each HP."""
FEW, MANY = 0.25, 0.45
"""Shares of cards with a text: up to the first they are few, from the second on many, and between them weights lie between."""


def tuned_for(match: Any) -> Strategy:
    """Return the heuristic with the weights of a match's edition, or of the nearest one that has some."""
    return _tuned(match.edition)


def urgent_for(match: Any) -> Strategy:
    """Return the heuristic of `tuned_for`, to which a win is worth more, and removing who could block."""
    return _tuned(match.edition, urgent=True)


def unlearned_for(match: Any) -> Strategy:
    """Return who plays for `quick` where nothing was learned; `tuned_for` where the nearest edition has no weights for that."""
    return _unlearned(match.edition, traits_of(match.record))


def traits_of(m: Any) -> tuple[float, float]:
    """Return, of the cards of all decks, the logarithm of the mean SP of minions, and how few texts there are (0 to 1)."""
    cards = np.concatenate([m.deck[seat, : m.deck_n[seat]] for seat in range(int(m.n_players))])
    minions = cards[m.defs["minion"][cards] != 0]
    sp = int(m.defs["sp"][minions].sum()) / max(1, len(minions))
    text = int((m.defs["n_abilities"][cards] > 0).sum()) / max(1, len(cards))
    return round(math.log(max(0.5, sp) / USUAL_SP), 2), round(min(1.0, max(0.0, (MANY - text) / (MANY - FEW))), 2)


def by_sp(values: Mapping[str, float], trait: float) -> dict[str, float]:
    """Return weights for minions whose mean SP has this logarithm."""
    found = {}
    for name, value in values.items():
        if not name.endswith(BY_SP):
            more = values.get(name + BY_SP, 0.0) * trait
            found[name] = value + more if name in SIGNED else value * math.exp(more)
    return found


def between(many: Mapping[str, float], few: Mapping[str, float], share: float) -> dict[str, float]:
    """Return weights between two sets, to four digits: the first where ``share`` is 0, the second where it is 1."""
    found = {}
    for name in many:
        a, b = many[name], few.get(name, many[name])
        value = (1.0 - share) * a + share * b if name in SIGNED else a ** (1.0 - share) * b**share
        found[name] = float(f"{value:.4g}")
    return found


@functools.cache
def _tuned(edition: str, *, urgent: bool = False) -> Strategy:
    every = _weights(FILE)
    near = nearest_edition(edition, every)
    values = every.get(near, {})
    sp = values.get("sp", WEIGHTS["sp"][0])
    return _heuristic(near, {**values, **{name: value * sp for name, value in URGENT.items()}} if urgent else values)


@functools.lru_cache(maxsize=1024)
def _unlearned(edition: str, traits: tuple[float, float]) -> Strategy:
    near, every = nearest_edition(edition, _weights(FILE)), _weights(UNLEARNED)
    if near not in every:
        return _tuned(edition)
    return _heuristic(near, between(every[near], by_sp(every.get(near + FEW_TEXTS, every[near]), traits[0]), traits[1]))


@functools.cache
def _weights(file: Path) -> dict[str, dict[str, float]]:
    return dict(json.loads(file.read_text("utf-8")))


def _heuristic(edition: str, values: Mapping[str, float]) -> Strategy:
    weights = weights_of(**values)
    return weighted(f"tuned-{zlib.crc32(weights.tobytes()):08x}", f"greedy with weights tuned for {edition}", weights)
