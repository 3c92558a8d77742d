"""Fits: the squashing function, the descent against another implementation, files, and what is remembered."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

from kotc_sim.errors import KotcError
from kotc_sim.strategies import remembered
from kotc_sim.strategies.fit import STEPS, blend_outcomes, fit_logistic, squash
from kotc_sim.strategies.learned import Feature, Fit, fit_of_text, pool_of
from kotc_sim.strategies.remembered import Rounds, recalled
from kotc_sim.strategies.states import States

FIT = Fit("kotc-17", {"a": 4096, "a trait": 2048, "level": -1024}, "two games, seed 1")


def test_squash_is_the_hyperbolic_tangent_of_half() -> None:
    z = np.linspace(-15, 15, 2001)
    found = np.array([squash(x) for x in z])
    assert np.abs(found - np.tanh(np.clip(z, -12, 12) / 2)).max() < 1e-5
    assert (np.diff(found) >= 0).all()


def test_a_fit_is_the_ridge_regression_that_scipy_finds() -> None:
    rng = np.random.default_rng(5)
    true = np.array([0.8, -0.5, 0.0, 1.2])
    rows = rng.normal(size=(3000, 4)).astype(np.float32)
    outcomes = np.where(rng.random(3000) < (1 + np.tanh(rows @ true / 2)) / 2, 1.0, -1.0).astype(np.float32)
    outcomes[:100] = 0.0
    prior, ridge = np.array([1.0, 0.0, 0.0, 0.0]), np.full(4, 30.0)

    def loss(w: np.ndarray) -> float:
        z = rows @ w
        return float(np.sum(np.logaddexp(0, z) - (outcomes + 1) / 2 * z) + np.sum(ridge * (w - prior) ** 2) / 2)

    entries = States.of(np.stack([rows, np.zeros_like(rows)], axis=1)).differences()
    weights = prior.copy()
    fit_logistic(*entries, outcomes, weights, prior, ridge, 20, 0.03, np.uint64(3))
    best = minimize(loss, prior).x
    assert weights == pytest.approx(best, abs=0.02)
    again = prior.copy()
    fit_logistic(*entries, outcomes, again, prior, ridge, 20, 0.03, np.uint64(3))
    assert (weights == again).all()


@pytest.mark.parametrize("share", [1.0, 0.7, 0.0])
def test_what_states_are_fitted_to_is_the_outcome_and_what_follows(share: float) -> None:
    rng = np.random.default_rng(8)
    values = rng.uniform(-1.0, 1.0, 9)
    games = [[0, 1, 2, 3], [4], [5, 6, 7, 8]]
    outcomes = np.array([1, 1, 1, 1, -1, 0, 0, 0, 0], np.float32)
    firsts = np.array([1, 0, 0, 0, 1, 1, 0, 0, 0], np.uint8)
    found = np.empty(9, np.float32)
    blend_outcomes(outcomes, firsts, values, share, found)
    for game in games:
        for i in game:  # each later state's value, less the further it is away, and the outcome
            rest = game[game.index(i) + 1 :]
            expected = sum((1 - share) * share**k * values[j] for k, j in enumerate(rest)) + share ** len(rest) * outcomes[i]
            assert found[i] == pytest.approx(expected, abs=1e-4)


def test_a_feature_that_is_not_known_has_what_it_shares() -> None:
    features = [Feature("a", (("a trait", 2.0),)), Feature("b", (("a trait", 1.0), ("level", 2.0))), Feature("c")]
    assert FIT.vector(features).tolist() == [2.0, 0.0, 0.0]


def test_refining_keeps_what_is_shared_and_gives_the_weights_asked_for() -> None:
    features = [Feature("a", (("a trait", 1.0),)), Feature("new", (("level", 1.0),))]
    fit = FIT.refined(features, np.array([0.25, 0.125]), "more games")
    assert fit.vector(features) == pytest.approx([0.25, 0.125], abs=0.5 / STEPS)
    assert fit.weights["level"] == FIT.weights["level"]
    assert fit.digest != FIT.digest


def test_a_deck_that_is_like_learned_ones_begins_with_their_mean() -> None:
    decks = [Feature(f"{name} hand", (("hand", 1.0),), of_deck=True) for name in "AB"]
    fit = Fit("kotc-17", {"hand": 4096, "A hand": 100}, "the pool").refined(decks, np.array([0.5, 0.25]), "games of A and B")
    assert fit.vector(decks).tolist() == [0.5, 0.25]
    assert fit.vector([Feature("C hand", (("hand", 1.0),), of_deck=True)]).tolist() == [0.375]


def test_a_file_comes_back_and_a_changed_one_does_not() -> None:
    text = FIT.as_json()
    assert fit_of_text(text, "x.json") == FIT
    content = json.loads(text)
    content["weights"]["a"] += 1
    for damaged in (json.dumps(content), text[:-9], "", "[]", text.replace('"format": 1', '"format": 2')):
        with pytest.raises(KotcError, match=r"x\.json.*damaged"):
            fit_of_text(damaged, "x.json")


def test_a_pool_that_is_not_shipped_knows_nothing(tmp_path: Path) -> None:
    assert pool_of(tmp_path, "kotc-17").vector([Feature("a")]).tolist() == [0.0]


def test_a_fit_is_remembered_and_a_damaged_one_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: tmp_path)
    made = []

    def make(rounds: Rounds) -> Fit:
        made.append(rounds)
        return FIT

    assert recalled(["x", "y"], make) == recalled(["x", "y"], make) == FIT
    assert len(made) == 1
    recalled(["x", "z"], make)
    assert len(made) == 2
    for file in tmp_path.iterdir():
        file.write_bytes(file.read_bytes()[:40] + b"\xff" + file.read_bytes()[41:])
    assert recalled(["x", "y"], make) == FIT
    assert len(made) == 3
    assert "is damaged; it is removed and made again" in capsys.readouterr().err
    assert recalled(["x", "y"], make) == FIT
    assert len(made) == 3
    assert capsys.readouterr().err == ""


def test_rounds_of_a_training_that_was_killed_are_removed_when_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: tmp_path)
    old, new, fit = tmp_path / f"{'a' * 24}-0.round", tmp_path / f"{'b' * 24}-11.round", tmp_path / f"{'a' * 24}.json"
    for file in (old, new, fit):
        file.write_bytes(b"x")
    for file in (old, fit):
        os.utime(file, (0, time.time() - remembered.OLD_SECONDS - 60))
    recalled(["x"], lambda rounds: FIT)
    assert (old.exists(), new.exists(), fit.exists()) == (False, True, True)


def test_where_nothing_can_be_written_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: None)
    assert recalled(["x"], lambda rounds: FIT) == FIT


def test_rounds_come_back_and_a_changed_one_does_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = Rounds(tmp_path / "x")
    assert rounds.recall(0) is None
    rounds.keep(0, {"a": np.arange(5), "names": np.array(["b", "é"])})
    found = rounds.recall(0)
    assert found is not None
    assert found["a"].tolist() == [0, 1, 2, 3, 4]
    assert found["names"].tolist() == ["b", "é"]
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole[:100] + bytes([whole[100] ^ 1]) + whole[101:], b""):
        file.write_bytes(damaged)
        assert rounds.recall(0) is None
        assert f"{str(file)!r} is damaged" in capsys.readouterr().err
        assert not file.exists()
    rounds.keep(0, {"a": np.arange(5)})
    rounds.clear()
    assert not list(tmp_path.iterdir())
    Rounds().keep(0, {"a": np.arange(5)})
    assert Rounds().recall(0) is None
