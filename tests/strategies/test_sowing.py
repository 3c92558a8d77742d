"""Who sows: a hand that cannot be paid is saved up for."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.runs import Contest, play_games
from tests.strategies.test_hidden import SLOW


def deck(folder: Path, name: str, cards: str) -> Path:
    file = folder / f"{name}.yaml"
    file.write_text(f"name: {name}\nedition: kotc-17\ncards:\n{cards}", "utf-8")
    return file


@pytest.mark.parametrize("pilot", ["greedy", "quick"])
@pytest.mark.parametrize("cards", ["  20: minion 3/4\n  20: minion 4/6\n", "  40: minion 5/8\n"], ids=["levels 5 and 7", "level 9"])
def test_a_hand_that_cannot_be_paid_is_saved_up_for(pilot: str, cards: str, tmp_path: Path) -> None:
    """Against walls that cannot attack, whoever plays one card wins; a deck that plays none loses half of the games."""
    heavy, walls = load_deck(deck(tmp_path, "heavy", cards)), load_deck(deck(tmp_path, "walls", "  40: minion 0/4\n"))
    results, _ = play_games(Contest((heavy, walls), (pilot, pilot)), 1, 0, 2 if SLOW else 40)
    scores = [int(row["score2"][k % 2]) for k, row in enumerate(results)]  # the seats are swapped in every second game
    assert sum(scores) / (2 * len(scores)) > 0.9
