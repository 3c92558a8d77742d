"""What random cards of the 17th Edition are made of here."""

from __future__ import annotations

from tests.naive.cards import Vocabulary
from tests.naive.sixteenth import WORDS as SIXTEENTH

WORDS = Vocabulary(
    edition="kotc-17",
    counters=SIXTEENTH.counters,
    conditions=(
        "enemy_acts",
        "enemy_acts",
        "enemy_summons",
        "enemy_defends",
        "owned_destroyed",
        "your_minion_damaged",
        *(row for row in SIXTEENTH.conditions if row != "your_other_damaged"),
    ),
    minion_conditions=("summoned", *(row for row in SIXTEENTH.minion_conditions if row != "damaged")),
    costs=SIXTEENTH.costs,
    targets=(*SIXTEENTH.targets, "your_grave"),
    effects=SIXTEENTH.effects,
    plain_effects=SIXTEENTH.plain_effects,
)
