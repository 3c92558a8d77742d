"""The settings of searches, apart from the search itself, so that naming one imports no kernel."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from kotc_sim.strategies.learned import nearest_edition

PLAYOUTS, MOST, TURNS, WIDTH, TRUST, CLEAR, LOSS, RATE, ALIKE, TIED, FITTED, NOW = range(12)
"""What a setting means, by index: playouts of a usual decision, and how many times as many one may have; turns from now to the end of a
playout; options tried; weight of the base's opinion; standard errors by which an option is clearly beaten; expected
loss of a choice at which a race is over, and the same for each playout that was played; what is made of options that were the same in all
worlds (`kotc_sim.strategies.racing.drop_beaten`); what judges (`kotc_sim.strategies.learned.Fitted`); and the share of a playout's worth
that the end of the present turn has, where it goes on after that: 0 if only the last state is judged."""
SETTINGS = {
    "lookahead": (24.0, 1.0, 0.0, 6.0, 0.02, 2.0, 0.003, 0.0, 4.0, 0.01, 0.0, 0.0),
    "flat": (96.0, 1.0, 3.0, 10.0, 0.02, 2.0, 0.001, 0.0, 4.0, 0.01, 0.0, 0.0),
    "best": (24.0, 4.0, 1.0, 6.0, 0.03, 1.5, 0.0, 0.0003, 2.0, 1.0, 1.0, 0.5),
}
"""A loss falls as the root of the playouts, so half of it divided by them is what one more saves: `best` plays where that is most."""
LEARNING = (12.0, 1.0, 1.0, 3.0, 0.02, 1.5, 0.003, 0.0, 4.0, 0.01, 1.0, 0.0)
"""Of games that are learned from: more games of a shorter search teach more than fewer of a longer one."""
RUNG = (12.0, *SETTINGS["lookahead"][1:])
"""Of whom learners meet in half of these games."""
HORIZONS = {"kotc-17": 1.0, "kotc-12": 0.0, "kotc-9": 1.0, "kotc-5": 1.0}
LEARNING_HORIZONS = {**HORIZONS, "kotc-17": 0.0}
"""``TURNS`` of `best`, and of games that are learned from, by edition, others as the nearest one. The 12th has long turns, and its playouts
to the end of the opponent's turn took 6 times as long as lookahead's without scoring more. In the 17th games that are played to the end of
the turn alone teach as much in 0.6 of the time; in the 9th and 5th less (45.5 ± 1.4 % head to head, four decks)."""
OVER_A_POLICY = 2.0
"""Times that `RATE` is larger for `best` over a policy, which takes longer to ask than a heuristic."""
NOTHING_LEARNED = np.zeros(1)  # fitted weights of a search that judges by hand
EVALUATION = {"sp": 1.0, "hp": 0.5, "resource": 1.2, "spend": 0.12}
BY_HAND = {**EVALUATION, "hp": 0.33, "body": 0.5}
"""Weights, where they differ from greedy's: of the column of fits that is by hand, and of searches by hand (0.5 an HP made them timid)."""


def with_playouts(settings: Any, playouts: int) -> Any:
    """Return settings with other playouts of a usual decision: the more there are, the smaller is the loss at which a race is over."""
    found = np.array(settings, np.float64)
    found[PLAYOUTS] = max(2, playouts)
    share = settings[PLAYOUTS] / found[PLAYOUTS]
    found[LOSS] *= share
    found[RATE] *= share * np.sqrt(share)
    return found


def settings_in(edition: str, settings: Any, horizons: Mapping[str, float] = HORIZONS) -> Any:
    """Return settings of `best` with the horizon of an edition."""
    found = np.array(settings, np.float64)
    found[TURNS] = horizons[nearest_edition(edition, horizons)]
    return found
