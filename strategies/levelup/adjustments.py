"""The weights by which `quick` changes greedy's scores, in points; what they were tuned to is in ``tuned.json``."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError
from kotc_sim.shared.tables import read_rows

FILE = Path(__file__).resolve().with_name("tuned.json")
NAMES = tuple(row["name"] for row in read_rows(Path(__file__).with_suffix(".csv")))
"""With what each is added for, in ``adjustments.csv``."""
PLAY_CREATURE, PLAY_LEVEL, PLAY_ATTACK, PLAY_DEFENSE, PLAY_CROWD, PLAY_MAGIC, PLAY_DOWN = range(7)
ACTIVATE, ACTIVATE_SHARE, DRAW, DESTROY, POINTS, FLIP = range(7, 13)
ATTACK_PLAYER, ATTACK_CREATURE, ATTACK_HIDDEN, ATTACK_MARGIN, ATTACK_LEVEL, ATTACK_GUARD, ATTACK_THREAT = range(13, 20)
ANSWER, ANSWER_SHARE, ANSWER_TO_ATTACK, FLIP_ANSWER, CHOOSE_LEVEL, CHOOSE_READY = range(20, 26)
CARD_MAGIC, CARD_LEVEL, DISCARD_OTHERS, NEW_PILE, REDRAW = range(26, len(NAMES))


def weights_of(values: Mapping[str, float]) -> NDArray[np.float64]:
    """Return weights in the order of ``NAMES``; those that are not named are 0. A `KotcError` if a weight has no such name."""
    for name in values:
        if name not in NAMES:
            raise KotcError(f"there is no weight {name!r}", fix=f"Known: {', '.join(NAMES)}")
    return np.array([values.get(name, 0.0) for name in NAMES])


def tuned_weights() -> NDArray[np.float64]:
    """Return the weights of ``tuned.json``."""
    return weights_of(json.loads(FILE.read_text("utf-8")))
