"""The 16th Edition, from its rulebook and guide: the 17th's rules with the differences that touch what these cards do."""

from __future__ import annotations

from tests.naive.cards import Card, Vocabulary
from tests.naive.game import Player, Rules
from tests.naive.turns import Game

WORDS = Vocabulary(
    edition="kotc-16",
    counters=("sword", "weakness", "damage", "exhaustion", "fatigue", "shield", "shield"),
    conditions=(
        "hand_destroyed",
        "granary_destroyed",
        "deck_destroyed",
        "your_other_damaged",
        "your_minion_destroyed",
        "your_hand_destroyed",
        "your_deck_destroyed",
        "you_damaged",
        "enemy_attacks",
    ),
    minion_conditions=("attacks", "defends", "fights", "targeted", "damaged", "battlefield_destroyed", "battlefield_destroyed"),
    costs=(
        "remove_counters",
        "self_exhaust_resources",
        "self_sheathe_resources",
        "self_destroy_resources",
        "self_bury_resources",
        "self_sheathe_hand",
        "self_destroy_hand",
        "self_bury_hand",
        "self_exhaust_minions",
        "self_bounce_minions",
        "self_sheathe_minions",
        "self_destroy_minions",
        "self_bury_minions",
    ),
    targets=(
        "self",
        "on_field",
        "on_field",
        "on_field",
        "your_granary",
        "your_hand",
        "enemy_hand",
        "enemy_granary_exhausted",
        "any_deck_top",
    ),
    effects=(
        *("place",) * 10,
        *("remove_counters", "down_level", "exhaust_fatigue", "bounce", "silo", "hypnotize", "destroy", "destroy", "sheathe", "bury"),
    ),
    plain_effects=("draw", "dice_heal", "dice_burn"),
)


class Sixteenth(Game):
    """A game of the 16th Edition."""

    standard_answers = True
    """Chains: using an ability whose condition is met starts or responds; the standard condition is the own Action Phase alone."""

    def hex_cost(self, card: Card) -> int:
        """Keywords: Hex-play requires paying the minion's resource cost."""
        return self.level(card)

    def counter_effect(self, player: Player, counter: str, host: Card) -> Rules:
        """Counters: Weakness decreases SP by 1; no text gives less than no dice."""
        if counter == "weakness":
            host.sp = max(0, host.sp - 1)
        else:
            yield from super().counter_effect(player, counter, host)
