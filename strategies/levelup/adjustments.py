"""The weights by which `quick` changes greedy's scores, in points; what they were tuned to is in ``tuned.json``."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError

FILE = Path(__file__).resolve().with_name("tuned.json")
WEIGHTS: dict[str, str] = {
    "play creature": "a creature is played",
    "play level": "for each level of it above the first",
    "play attack": "for each point of its attack",
    "play defense": "for each point of its defense",
    "play crowd": "for each pile that there is, if it begins a new one",
    "play magic": "a magic card is played",
    "play down": "a card is played face-down",
    "activate": "an effect is activated in the own turn",
    "activate share": "the same, for each point that greedy gives",
    "draw": "the same, if it draws or looks for cards",
    "destroy": "the same, if it destroys",
    "points": "the same, if it gains or takes points",
    "flip": "a card is turned up in the own turn",
    "attack player": "the player is attacked",
    "attack creature": "a creature is attacked",
    "attack hidden": "a face-down creature is attacked",
    "attack margin": "for each point of attack above the defense of the creature",
    "attack level": "for each level of the attacker",
    "attack guard": "for each point of the attacker's defense, which it does not have while it is tapped",
    "attack threat": "for each creature of the enemy, when anything is attacked",
    "answer": "an effect is activated in response",
    "answer share": "the same, for each point that greedy gives",
    "answer to attack": "the same, in response to an attack",
    "flip answer": "a card is turned up in response",
    "choose level": "for each level of a card that is chosen, for those that it pays to choose; against it for the others",
    "choose ready": "the same if it is not tapped",
    "card magic": "worth of a magic card in hand",
    "card level": "worth of a creature in hand for each level above the first",
    "discard others": "a card of the enemy is discarded",
    "new pile": "a card is placed as a new pile",
    "redraw": "the opening hand is drawn again",
}
"""name: what the weight is added for"""

NAMES = tuple(WEIGHTS)
PLAY_CREATURE, PLAY_LEVEL, PLAY_ATTACK, PLAY_DEFENSE, PLAY_CROWD, PLAY_MAGIC, PLAY_DOWN = range(7)
ACTIVATE, ACTIVATE_SHARE, DRAW, DESTROY, POINTS, FLIP = range(7, 13)
ATTACK_PLAYER, ATTACK_CREATURE, ATTACK_HIDDEN, ATTACK_MARGIN, ATTACK_LEVEL, ATTACK_GUARD, ATTACK_THREAT = range(13, 20)
ANSWER, ANSWER_SHARE, ANSWER_TO_ATTACK, FLIP_ANSWER, CHOOSE_LEVEL, CHOOSE_READY = range(20, 26)
CARD_MAGIC, CARD_LEVEL, DISCARD_OTHERS, NEW_PILE, REDRAW = range(26, len(NAMES))


def weights_of(values: Mapping[str, float]) -> NDArray[np.float64]:
    """Return weights in the order of ``NAMES``; those that are not named are 0. A `KotcError` if a weight has no such name."""
    for name in values:
        if name not in WEIGHTS:
            raise KotcError(f"there is no weight {name!r}", fix=f"Known: {', '.join(NAMES)}")
    return np.array([values.get(name, 0.0) for name in NAMES])


def tuned_weights() -> NDArray[np.float64]:
    """Return the weights of ``tuned.json``."""
    return weights_of(json.loads(FILE.read_text("utf-8")))
