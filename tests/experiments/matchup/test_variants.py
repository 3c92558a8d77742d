"""Variants of the strongest pilot: which there are, when a score moves with them, and how a match-up tells it."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotc_sim.commands.provisional import Provisional
from kotc_sim.experiments.matchup import ladder, variants
from kotc_sim.experiments.matchup.matchup import is_clear, matchup
from kotc_sim.experiments.matchup.pilot_levels import PilotLevel, difference_of, settle
from kotc_sim.experiments.matchup.variants import AGAIN, MORE, OTHER_SEED, Variant, moves, variants_for
from kotc_sim.experiments.statistics.pairs import Pairs, elo
from kotc_sim.experiments.statistics.verdicts import Bands
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.reports import html, terminal
from kotc_sim.reports import matchup as report
from kotc_sim.runs import Contest
from tests.experiments.matchup.test_matchup import of

DECKS = Path(__file__).resolve().parents[3] / "decks"
RATS, STORM = load_deck(DECKS / "rats.yaml"), load_deck(DECKS / "storm.yaml")
PILOTS = (PilotLevel("midrange", 200), PilotLevel("greedy", 1000))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return what is asked to be learned; nothing is."""
    found: list[Any] = []

    def learn(decks: Any, strategies: Any, **options: Any) -> Any:
        found.append((list(strategies), options["seed"]))
        return lambda: "another fit"

    monkeypatch.setattr(variants, "learn_aside", learn)
    return found


def test_variants_of_a_pilot_that_learns_and_searches(asked: list[Any]) -> None:
    found = variants_for([RATS, STORM], "best", "a fit", 2400)
    assert [(variant.what, variant.strategy, variant.learned(), games) for variant, games in found] == [
        (MORE, "best@96", "a fit", 400),
        (AGAIN, "best", "another fit", 800),
    ]
    assert asked == [(["best"], OTHER_SEED)]
    # Two thirds of the strongest rung's time for the one, a third for the other.
    assert variants.TIMES * 400 / 2400 + 800 / 2400 == 1


def test_who_stays_near_plays_half_of_its_games() -> None:
    enough = variants.stays(0.5, 400)
    near, far = (np.array([0, 0, 100 - more, 0, more]) for more in (5, 7))  # 0.525 and 0.535 of 200 games
    assert enough(near)
    assert not enough(far)
    assert not enough(near - [0, 0, 1, 0, 0])


@pytest.mark.parametrize(
    ("decks", "pilot", "games"),
    [([RATS, STORM], "best", 998), ([STORM, STORM], "best", 4000), ([RATS, STORM], "lookahead", 4000), ([RATS, STORM], "quick", 4000)],
)
def test_who_has_no_variants(asked: list[Any], decks: list[Any], pilot: str, games: int) -> None:
    assert variants_for(decks, pilot, "a fit", games) == []
    assert asked == []


@pytest.mark.parametrize(
    ("score", "half", "moving"),
    [(0.60, 0.03, False), (0.666, 0.03, False), (0.674, 0.03, True), (0.526, 0.03, True), (0.64, 0.001, False), (0.66, 0.001, True)],
)
def test_a_score_moves_beyond_its_interval_and_three_points(score: float, half: float, moving: bool) -> None:
    strongest, below = of(0.60, 0.02), of(0.61, 0.02)
    assert moves(difference_of(of(score, half), strongest)) is moving
    found = settle(strongest, below, variants=[of(0.60, half), of(score, half)])
    assert (found.settled, found.verdict, found.more_games) == ((False, "depends on play", None) if moving else (True, "broken", None))
    assert found.difference == settle(strongest, below).difference


def test_more_games_never_turn_a_moving_score_into_a_settled_one() -> None:
    for score in (0.56, 0.64, 0.66, 0.70):
        said = [moves(difference_of(of(score, half), of(0.6, half))) for half in (0.1, 0.05, 0.03, 0.01, 0.003, 0.001)]
        assert said == sorted(said), score


def test_a_score_is_seldom_said_to_move_where_it_moves_by_what_is_allowed() -> None:
    """1,000 runs of 2,000 and 250 pairs, true scores 3 points apart: said by chance in at most 2.5 %; above 4 % with probability 0.002.

    With 15 points apart it is said in more than 95 %.
    """
    random = np.random.default_rng(1)

    def said(score: float, other: float) -> float:
        count = 0
        for _ in range(1000):
            results = []
            for p, pairs in ((score, 250), (other, 2000)):
                cells = random.multinomial(pairs, [(1 - p) ** 2, 0, 2 * p * (1 - p), 0, p * p])
                interval = Pairs(np.array(cells)).score_interval()
                results.append(of(interval.value, (interval.high - interval.low) / 2, 2 * pairs))
            count += moves(difference_of(*results))
        return count / 1000

    assert said(0.55, 0.52) < 0.04
    assert said(0.67, 0.52) > 0.95


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("pilot", "moving"), [("random", True), ("greedy", False)])
def test_a_match_up_tells_what_moves(monkeypatch: pytest.MonkeyPatch, pilot: str, moving: bool) -> None:
    """A pilot at random stands for a variant under whom Rats score more than 20 points less; `greedy` is the pilot itself."""
    monkeypatch.setattr(ladder, "variants_for", lambda *_, **__: [(Variant(AGAIN, pilot, lambda: None), 200)])
    stream = Terminal()
    bands = Bands(broken=0.9)  # so that the score is not clear
    found = ladder.matchup_ladder([RATS, STORM], rungs=PILOTS, seed=3, bands=bands, watcher=Provisional("Rats", "Storm", stream))
    (row,) = found.data["variants"]
    assert (row["variant"], row["strategy"], row["games"], row["allowed"], row["moves"]) == (AGAIN, pilot, 200, 0.03, moving)
    assert row["moved"]["value"] == pytest.approx(row["score"] - found.score)
    assert (abs(row["moved"]["value"]) > 0.2) is moving
    assert f"provisional, {pilot}, {AGAIN}: Rats scores" in stream.getvalue()
    text = " ".join(terminal(report.report({"version": "0", "reproduce": "x", **found.data})).split())
    assert ("DEPENDS ON PLAY" in text) is moving
    assert ("moves by more than the interval plus 3 points (random (another training): " in text) is moving
    if moving:
        assert (found.data["verdict"], found.data["settled"]) == ("depends on play", False)
        assert f"% under random ({AGAIN})." in text
    assert "Variants of greedy" in html(report.report({"version": "0", "reproduce": "x", **found.data}))


def test_what_was_not_checked_is_told() -> None:
    found = ladder.matchup_ladder([RATS, STORM], rungs=(PilotLevel("random", 40), PilotLevel("greedy", 60)), seed=3)
    assert found.data["variants"] == []
    page = html(report.report({"version": "0", "reproduce": "x", **found.data}))
    assert "another training of greedy would move the score was not checked" in page


@pytest.mark.parametrize(
    ("score", "pairs", "clear"),
    [
        (0.36, 499, False),
        (0.36, 500, True),
        (0.38, 500, False),
        (0.62, 500, False),
        (0.64, 500, True),
        (0.395, 2000, False),
        (0.39, 2000, True),
    ],
)
def test_a_score_is_clear_beyond_all_that_variants_may_move_it(score: float, pairs: int, clear: bool) -> None:
    cells = np.rint(np.array([(1 - score) ** 2, 0, 2 * score * (1 - score), 0, score * score]) * pairs).astype(np.int64)
    cells[2] += pairs - cells.sum()
    assert is_clear(cells, Bands()) is clear
    assert not is_clear(cells, Bands(broken=0.7))


def test_a_match_up_is_seldom_called_clear_by_looking_often() -> None:
    """1,000 runs of 2,000 pairs with 31 looks, true score 58 %: said in at most 2.5 %, so above 4 % with probability 0.002.

    Of 65 % it is said in more than 95 %.
    """
    random = np.random.default_rng(2)

    def said(p: float) -> float:
        law = [(1 - p) ** 2, 0, 2 * p * (1 - p), 0, p * p]
        runs = random.multinomial(50, law, size=(1000, 40)).cumsum(axis=1)
        return float(np.mean([any(is_clear(run[look], Bands()) for look in range(9, 40)) for run in runs]))

    assert said(0.58) < 0.04
    assert said(0.65) > 0.95


def test_a_clear_match_up_ends_early_and_asks_no_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(ladder, "variants_for", none)
    unlike = load_deck(DECKS / "armory.yaml")
    rungs = PilotLevel("random", 40), PilotLevel("greedy", 4000)
    found = ladder.matchup_ladder([RATS, unlike], rungs=rungs, seed=3)
    assert found.data["stopping"] == {"rule": "clear", "planned": 4000}
    assert (found.data["clear"], found.data["variants"]) == (True, [])
    assert 1000 <= found.games < 4000
    assert found.interval[0] > 0.58
    assert found.elo is not None
    assert found.elo.interval == tuple(map(elo, found.interval))
    whole = matchup(Contest((RATS, unlike), ("greedy", "greedy")), games=4000, seed=3)
    assert (whole.progress or ())[: len(found.progress or ())] == found.progress
    assert whole.stopping is not None
    assert (whole.games, whole.stopping.rule) == (4000, "fixed")
    text = " ".join(terminal(report.report({"version": "0", "reproduce": "x", **found.data})).split())
    assert f"clearly broken after {found.games:,} of 4,000 games" in text
    assert "another training of greedy would move the score was not checked: the score is clearly broken." in text
    exact = ladder.matchup_ladder([RATS, unlike], rungs=rungs, games=4000, seed=3)
    assert (exact.games, exact.data["clear"]) == (4000, True)


def test_what_depends_on_play_already_asks_no_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(ladder, "variants_for", none)
    rungs = PilotLevel("random", 400), PilotLevel("greedy", 1000)
    found = ladder.matchup_ladder([RATS, STORM], rungs=rungs, seed=3, bands=Bands(broken=0.9))
    assert (found.data["verdict"], found.data["settled"], found.data["variants"]) == ("depends on play", False, [])
    page = html(report.report({"version": "0", "reproduce": "x", **found.data}))
    assert "would move the score was not checked: it moves with the pilot" in page
