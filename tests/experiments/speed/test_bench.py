from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.errors import KotcError
from kotc_sim.experiments.speed import baseline, bench, bench_peer, yardstick
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.runs import revision

ROOT = Path(__file__).resolve().parents[3]


def result(name: str, value: float, spread: float = 0.0, **ratio_to: float) -> dict[str, object]:
    return {"name": name, "value": value, "unit": "games/s", "ratio_to": ratio_to, "spread": spread}


def test_a_figure_is_the_median_of_its_rounds_and_ratios_of_theirs() -> None:
    measure = bench.Measure("games", "games/s", [10.0, 40.0, 20.0], {"C": [0.5, 0.1, 0.4]})
    assert measure.to_dict() == {"name": "games", "value": 20.0, "unit": "games/s", "ratio_to": {"C": 0.4}, "rounds": 3, "spread": 1.5}


def test_battles_are_measured_with_c_in_the_same_round() -> None:
    found = bench.bench(("battles",), rounds=2, seconds=0.001)
    assert [row["name"] for row in found["results"]] == [f"battles {name}" for name in bench.BATTLES]
    has_c = yardstick.compiler() is not None
    for row in found["results"]:
        assert row["value"] > 0
        assert row["rounds"] == 2
        assert ("C" in row["ratio_to"]) == has_c
    assert bool(found["notes"]) != has_c


def test_without_a_compiler_a_note_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yardstick, "compiler", lambda: None)
    found = bench.bench(("battles",), rounds=1, seconds=0.001)
    assert all(row["ratio_to"] == {} for row in found["results"])
    assert "no C compiler" in found["notes"][0]


def test_a_compiler_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "false")
    yardstick.build.cache_clear()
    with pytest.raises(KotcError, match=r"cannot compile battle\.c"):
        yardstick.build("battle")
    yardstick.build.cache_clear()


def test_plain_decks_are_written_as_in_c() -> None:
    deck: Any = bench.plain_deck("10x1/0+30x2/4")
    assert [(card.sp, card.hp, count) for card, count in deck.counts] == [(1, 0, 10), (2, 4, 30)]
    assert not deck_problems(deck)


def test_plain_games_are_compared_by_game_by_decision_and_by_turn() -> None:
    found = {row["name"].split(" ")[0]: row for row in bench.bench(("plain",), rounds=1, seconds=0.001)["results"]}
    assert found["turns"]["value"] == pytest.approx(found["games"]["value"] * found["length"]["value"])
    if yardstick.compiler() is not None:
        by_game, by_turn, length = (found[name]["ratio_to"]["C"] for name in ("games", "turns", "length"))
        assert by_turn == pytest.approx(by_game * length)


def test_levelup_is_measured_for_each_strategy_that_it_has() -> None:
    found = bench.bench(("levelup",), rounds=1, seconds=0.001, strategies=("random", "aggro", "greedy"))
    rows = [row["name"] for row in found["results"] if row["name"].startswith("games ")]
    decks = ("Ember and Stone vs Tide and Grove", "Ember and Stone vs Ember and Stone", "Tide and Grove vs Tide and Grove")
    assert rows == [f"games levelup: {pair}, {name}" for name in ("random", "greedy") for pair in decks]
    assert all(row["value"] > 0 for row in found["results"])
    in_c = {"plain_game_in_C"} if yardstick.compiler() is not None else set()
    for row in found["results"]:
        assert set(row["ratio_to"]) == (in_c if row["name"].startswith("games ") else set()), row
    decisions = {row["name"]: row["value"] for row in found["results"] if row["unit"] == "decisions/s"}
    assert set(decisions) == {name.replace("games ", "decisions ", 1) for name in rows}


def test_strategies_that_levelup_has_not_leave_nothing_to_measure_and_a_note() -> None:
    found = bench.bench(("levelup",), rounds=1, strategies=("aggro",))
    assert found["results"] == []
    assert "random, greedy, quick, lookahead" in found["notes"][0]


def test_without_the_other_simulator_a_note_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_peer, "engine", lambda: None)
    found = bench.bench(("peer",), rounds=1)
    assert found["results"] == []
    assert "essence-wars is not installed" in found["notes"][0]


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(KotcError, match="'poker'"):
        bench.bench(("poker",))


def test_a_comparison_tells_change_from_noise() -> None:
    now = {"results": [result("a", 12.0, 0.1, C=0.6), result("b", 10.5, 0.1), result("new", 1.0)]}
    old = {"results": [result("a", 10.0, 0.05, C=0.4), result("b", 10.0, 0.2), result("gone", 1.0)]}
    rows = bench.compare(now, old)
    assert [(row["name"], row["clear"]) for row in rows] == [("a", True), ("b", False)]
    assert rows[0]["change"] == pytest.approx(1.2)
    assert rows[0]["change_to_c"] == pytest.approx(1.5)


@pytest.mark.parametrize("text", ["", "[]", '{"results": [{"name": "a"}]}'])
def test_files_that_are_no_results_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "old.json"
    path.write_text(text)
    with pytest.raises(KotcError, match="not the result of a bench"):
        bench.read_results(path)


def test_the_command_compares_with_an_earlier_run(tmp_path: Path) -> None:
    options = ["bench", "--only", "battles", "--rounds", "1", "--seconds", "0.01", "--no-c"]
    first = CliRunner().invoke(cli.app, [*options, "--json"])
    assert first.exit_code == 0, first.output
    assert json.loads(first.stdout)["machine"]["numba"]
    old = tmp_path / "old.json"
    old.write_text(first.stdout)
    second = CliRunner().invoke(cli.app, [*options, "--compare", str(old)])
    assert second.exit_code == 0, second.output
    assert "Compared with revision" in second.stdout
    assert second.stdout.count("8x2/4 vs 8x2/4") == 2


MACHINE = {"revision": "abc1234"}


def rates(**ratios: float) -> dict[str, Any]:
    row = {"name": "games a", "unit": "games/s", "value": 10.0, "ratio_to": ratios}
    other = {"name": "length a", "unit": "turns/game", "value": 9.0, "ratio_to": {"C": 1.0}}
    return {"results": [row, other], "machine": MACHINE, "rounds": 3}


def test_a_baseline_is_the_ratios_of_the_rates(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(baseline.text_of(rates(C=0.51234, essence_wars=4.0)))
    kept = baseline.read(path)
    assert kept == {"machine": MACHINE, "rounds": 3, "ratios": {"games a": {"C": 0.512, "essence_wars": 4.0}}}


@pytest.mark.parametrize(("now", "fallen"), [(0.91, []), (0.89, ["Fell by 11 %: games a, in ratio to plain game in C"])])
def test_a_ratio_that_fell_by_more_than_a_tenth_is_said(now: float, fallen: list[str]) -> None:
    kept = {"ratios": {"games a": {"plain_game_in_C": 1.0}, "games gone": {"C": 1.0}}}
    rows = baseline.compare(rates(plain_game_in_C=now, essence_wars=2.0), kept)
    assert [(row["name"], row["to"], row["before"], row["after"], row["fell"]) for row in rows] == [
        ("games a", "plain_game_in_C", 1.0, now, bool(fallen))
    ]
    said = baseline.lines(rows, MACHINE)
    assert said[1].startswith("Compared with the baseline of revision abc1234")
    assert said[-1:] == (fallen or ["No ratio fell by more than 10 %."])
    assert baseline.lines([], None)[-1] == "None of its ratios was measured."


def test_without_ratios_there_is_no_baseline() -> None:
    with pytest.raises(KotcError, match="nothing was measured in ratio"):
        baseline.text_of(rates())


@pytest.mark.parametrize("text", ["{", '{"ratios": 3}', '{"ratios": {"a": {"C": "fast"}}}', '{"ratios": {"a": {"C": 0.0}}}'])
def test_a_file_that_is_no_baseline_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(KotcError, match="--save FILE"):
        baseline.read(path)


def test_the_kept_baseline_speaks_of_what_is_measured() -> None:
    kept = baseline.read(ROOT / "docs" / "baseline.json")
    assert kept is not None
    steps = bench._steps(bench.GROUPS, ("random", "greedy"), True, 0.1)
    measured = {f"battles {name}" for name in bench.BATTLES} | {name for name, _, _ in steps}
    unknown = [name for name in kept["ratios"] if name not in measured and "beside essence-wars" not in name]
    assert unknown == []
    assert {to for row in kept["ratios"].values() for to in row} == {"C", "plain_game_in_C", "essence_wars"}


@pytest.mark.skipif(yardstick.compiler() is None, reason="needs a C compiler")
def test_no_program_is_run_that_somebody_put_among_the_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    yardstick.build.cache_clear()
    yardstick._folder.cache_clear()
    first = yardstick.build("battle")
    assert first is not None
    assert first.parent.stat().st_mode & 0o077 == 0
    yardstick.build.cache_clear()
    yardstick._folder.cache_clear()  # as in another process
    second = yardstick.build("battle")
    assert second is not None
    assert second.parent != first.parent
    yardstick.build.cache_clear()
    yardstick._folder.cache_clear()


@pytest.mark.skipif(yardstick.compiler() is None, reason="needs a C compiler")
def test_the_command_saves_a_baseline_and_compares_with_it(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    options = ["bench", "--only", "battles", "--rounds", "1", "--seconds", "0.01"]
    first = CliRunner().invoke(cli.app, [*options, "--save", str(path)])
    assert first.exit_code == 0, first.output
    second = CliRunner().invoke(cli.app, [*options, "--compare", str(path), "--json"])
    assert second.exit_code == 0, second.output
    found = json.loads(second.stdout)
    assert [row["name"] for row in found["compared_ratios"]] == [f"battles {name}" for name in bench.BATTLES]
    assert "compared" not in found


def test_the_revision_is_that_of_the_checkout() -> None:
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is no checkout")
    assert re.fullmatch(r"[0-9a-f]{7,}", revision() or "")


def test_peak_memory_is_that_of_the_process_and_not_of_its_parent() -> None:
    ballast = np.ones(40_000_000)  # 320 MB: more than an import of the engine takes
    code = "from kotc_sim.experiments.speed.bench import peak_memory; print(peak_memory())"
    peak = int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    assert bench.peak_memory() > ballast.nbytes
    assert 10_000_000 < peak < ballast.nbytes
