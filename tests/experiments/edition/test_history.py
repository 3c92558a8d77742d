"""``kotc-sim edition history``: every step is what the editions differ in, and play is counted as it should be."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.experiments.edition.history import KINDS, edition_history, list_published
from kotc_sim.experiments.edition.ideas import games_in_all
from kotc_sim.experiments.edition.played import BLOCKS, Sum, estimate_share, ratio
from kotc_sim.experiments.statistics.intervals import wilson
from kotc_sim.games import FIRST
from kotc_sim.games.design import EditionChanges
from kotc_sim.games.keeper.editions import Edition, edition_names, load_edition
from kotc_sim.games.keeper.editions.difference import list_changes
from kotc_sim.games.keeper.editions.history import EARLY_TEXTS, step
from kotc_sim.reports import edition_history as report
from kotc_sim.reports import html, terminal

EDITIONS: Sequence[Any] = list_published(FIRST)
STEPS = list(itertools.pairwise(EDITIONS))


def ids(changes: EditionChanges, kind: str) -> set[str]:
    return {row.id for row in changes.components or () if kind in row.change}


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    editions = [load_edition(name) for name in ("kotc-1", "kotc-2", "kotc-2", "kotc-17")]
    return edition_history(editions, strategy="random", games_each=2 * BLOCKS, seed=3).data


def test_all_published_editions_are_there_in_their_order() -> None:
    assert [edition.number for edition in EDITIONS] == [*range(1, 18), 20]
    years = [edition.year for edition in EDITIONS if edition.year]  # the page of the 20th has no date
    assert years == sorted(years)
    assert len(years) == 17
    assert {edition.name for edition in EDITIONS} | set(EARLY_TEXTS) == set(edition_names())


@pytest.mark.parametrize(("before", "after"), STEPS, ids=lambda edition: edition.name)
def test_a_step_says_what_the_vocabularies_say(before: Edition, after: Edition) -> None:
    """Taken from the rows of both editions, not from `difference`; a text may have changed its id."""
    changes = step(before, after)
    texts = [{row.text for row in edition.rows.values()} for edition in (before, after)]
    came = {row.id for row in after.rows.values() if row.id not in before.rows and row.text not in texts[0]}
    gone = {row.id for row in before.rows.values() if row.id not in after.rows and row.text not in texts[1]}
    assert ids(changes, "added") == came
    assert ids(changes, "removed") == gone
    both = [(before.rows[name], after.rows[name]) for name in before.rows if name in after.rows]
    assert ids(changes, "redacted") == {new.id for old, new in both if new.banned and not old.banned}
    assert ids(changes, "allowed") == {new.id for old, new in both if old.banned and not new.banned}
    usable = [(old, new) for old, new in both if not old.banned and not new.banned]
    repriced = {new.id for old, new in usable if (old.level.tree, old.ultra) != (new.level.tree, new.ultra)}
    assert {row_id for row_id in ids(changes, "repriced") if row_id in before.rows} == repriced
    for row in changes.components or ():
        assert set(row.change) <= set(KINDS)
        assert row.change
        if "repriced" in row.change:
            assert None not in (row.formula_before, row.formula_after)
            assert row.formula_before != row.formula_after
    told = {row.rule for row in changes.rules if not row.rule.startswith("counter ")}
    assert told == {name for name in before.rules if before.rules[name] != after.rules[name]}


def test_known_steps_of_the_designers() -> None:
    one, two, six, seven = (load_edition(f"kotc-{number}") for number in (1, 2, 6, 7))
    assert ("starting_hp", "100", str(two.rules["starting_hp"])) in step(one, two).rules
    assert ids(step(one, two), "redacted") == {"effect.damage_total", "effect.damage_player"}
    assert {"target.chain", "effect.negate_effect"} <= ids(step(six, seven), "redacted")


def test_a_text_under_another_id_is_one_component() -> None:
    before, after = load_edition("kotc-12-published"), load_edition("kotc-13")
    ends = {row.id for row in list_changes(before, after).components or () if row.text == after.rows["cost.self_destroy_minions"].text}
    assert ends == {"cost.self_destroy_in_play", "cost.self_destroy_minions"}
    changes = step(before, after)
    assert ids(changes, "added") | ids(changes, "removed") == set()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_any_two_editions_can_be_compared(edition: Edition) -> None:
    for other in (EDITIONS[0], EDITIONS[10], EDITIONS[-1]):
        there, back = list_changes(edition, other), list_changes(other, edition)
        assert len(there.components or ()) == len(back.components or ())
        for one, opposite in (("added", "removed"), ("redacted", "allowed"), ("repriced", "repriced")):
            assert ids(there, one) == ids(back, opposite)


def test_the_games_add_up(played: dict[str, Any]) -> None:
    editions = [row["name"] for row in played["editions"]]
    assert played["games"] == 4 * 3 * 2 * BLOCKS == games_in_all(EDITIONS[:4], 2 * BLOCKS)
    for name in set(editions):
        ends = [row for row in played["play"] if row["edition"] == name and row["what"].startswith("ended by")]
        assert sum(row["value"] for row in ends) == pytest.approx(editions.count(name))
        for row in ends:
            assert 0 <= row["interval"][0] <= row["value"] <= row["interval"][1] <= 1
            assert row["interval"][0] < row["interval"][1]
        decks = [row for row in played["decks"] if row["edition"] == name]
        assert sum(row["score"]["value"] for row in decks) == pytest.approx(1.5 * editions.count(name))
        length = next(row["value"] for row in played["play"] if (row["edition"], row["what"]) == (name, "length of a game"))
        assert np.mean([row["turns"]["value"] for row in decks]) == pytest.approx(length)


def test_the_same_edition_plays_the_same_games(played: dict[str, Any]) -> None:
    assert not any(played["steps"][1]["counts"].values())
    assert played["steps"][1]["rules"] == played["steps"][1]["components"] == []
    rows = [row for row in played["play"] if row["edition"] == "kotc-2"]
    assert rows[: len(rows) // 2] == rows[len(rows) // 2 :]
    first, *_, last = (row for row in played["play"] if row["what"] == "length of a game")
    assert first["interval"][0] > last["interval"][1]  # 100 hitpoints against 35


def test_the_page_names_editions_changes_and_both_formulas(played: dict[str, Any]) -> None:
    text = " ".join(terminal(report.report(played)).split())
    assert "From kotc-1 to kotc-2 (2018)" in text
    assert "Neither vocabulary nor rules changed." in text
    row = next(row for row in played["steps"][0]["components"] if "repriced" in row["change"])
    page = html(report.report(played))
    assert row["formula_before"] in page
    assert row["formula_after"] in page


@pytest.mark.parametrize("share", [0.0, 0.02, 0.5, 1.0])
def test_a_share_of_games_has_wilsons_interval(share: float) -> None:
    """Of independent games; where no game or every game counts, of as many trials as there are pairs."""
    stream = np.random.default_rng(7)
    sums = np.zeros((4_000, 9))
    sums[:, Sum.GAMES] = 2
    sums[:, Sum.TIES] = stream.binomial(2, share, len(sums))
    found = estimate_share(ratio(Sum.TIES, Sum.GAMES), sums)
    games = len(sums) * (2 if 0 < share < 1 else 1)
    expected = wilson(found.value * games, games)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), rel=0.05, abs=1e-4)


def test_a_game_without_a_history_says_so_in_one_line() -> None:
    done = CliRunner().invoke(cli.app, ["edition", "history", "--game", "levelup"], prog_name="kotc-sim")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Level-Up has one edition and no history" in done.stderr
    assert done.stderr.count("\n") == 1
