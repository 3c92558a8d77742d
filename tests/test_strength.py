"""How strong pilots are on decks: pairs of decks, and `quick` without anything learned."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotc_sim.games.keeper.cards.deck import load_deck
from scripts.strength import alone_strength, pair_strength

ROOT = Path(__file__).resolve().parents[1]
STORM, RATS = (load_deck(ROOT / "decks" / f"{name}.yaml") for name in ("storm", "rats"))


def test_a_pilot_scores_one_half_against_itself() -> None:
    row = pair_strength("greedy", "greedy", STORM, STORM, games=40, jobs=1)
    assert (row["decks"], row["games"], row["score"], row["time"]) == ("Storm", 40, 0.5, 1.0)


def test_each_pilot_has_either_deck_in_half_of_the_games() -> None:
    row = pair_strength("greedy", "random", RATS, STORM, games=40, jobs=1)
    assert (row["decks"], row["games"], sum(row["cells"])) == ("Rats–Storm", 40, 20)
    assert row["score"] > 0.9  # Storm loses nine in ten games to Rats where both play alike


def test_quick_alone_is_judged_deck_by_deck() -> None:
    found = alone_strength([STORM, RATS], games=100, jobs=1)
    single = [alone_strength([deck, deck], games=100, jobs=1) for deck in (STORM, RATS)]
    assert found["score"] == pytest.approx((single[0]["score"] + single[1]["score"]) / 2)
    assert found["lowest"] == min(one["score"] for one in single)
    assert single[0]["interval"] == [single[0]["score"]] * 2  # two equal decks do not differ
    assert found["interval"][0] < found["score"] < found["interval"][1]
