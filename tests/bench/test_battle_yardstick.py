"""The battle kernel does what the C yardstick does, and about as fast."""

from __future__ import annotations

import numba
import pytest

from kotc_sim.experiments.speed import bench, bench_battle, yardstick

needs_compiler = pytest.mark.skipif(yardstick.compiler() is None, reason="no C compiler")


@needs_compiler
def test_the_same_dice_give_the_same_sums() -> None:
    battles = 500 if numba.config.DISABLE_JIT else 20_000
    lines = yardstick.run("battle", battles, 1, 99)
    assert {line["lineup"] for line in lines} == set(bench_battle.LINEUPS)
    for line in lines:
        for way in ("fight", "look up"):
            _, sums = bench_battle.fight(line["lineup"], battles, 99, way)
            assert sums == {name: line[name] for name in sums}, (line["lineup"], way)


@needs_compiler
@pytest.mark.slow
@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="compares compiled code")
def test_the_kernel_is_about_as_fast_as_c() -> None:
    for row in bench.bench(["battles"], rounds=5, seconds=0.5)["results"]:
        assert row["ratio_to"]["C"] >= 0.9, row


@needs_compiler
def test_full_games_in_c_are_plausible() -> None:
    """Of 2/4 against 2/4 the first player wins 36.8 %, in 28.65 turns on average."""
    line, *others = yardstick.run("game", 20_000, 1, 5)
    assert line["games"] == 20_000
    assert abs(line["first_wins"] - 0.368) < 4 * 0.0034
    assert abs(line["turns"] - 28.65) < 0.5
    assert len(others) == 2
    assert all(one["capped"] == 0 and one["games_per_s"] > 0 for one in (line, *others))
