"""A number of an edition against figures of games."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from typer.testing import CliRunner

from kotc_sim import cli
from kotc_sim.errors import KotcError
from kotc_sim.experiments.edition.sweep import sweep, values_of
from kotc_sim.experiments.statistics.dynamics import replicate
from kotc_sim.experiments.worth.meta import show_dynamics
from kotc_sim.games.keeper.cards.level import price_card
from kotc_sim.games.keeper.design import numbers
from kotc_sim.games.keeper.reference import minion
from kotc_sim.games.levelup.design import numbers as levelup_numbers
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.reports import sweep as report
from kotc_sim.reports import terminal
from tests.experiments.verdict_cases import EDITION, PLAIN_PYTHON

played = pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")


def test_values_are_read() -> None:
    assert values_of("20..23") == [20, 21, 22, 23]
    assert values_of("20..60/20") == [20, 40, 60]
    assert values_of("1/2, 3/2") == [Fraction(1, 2), Fraction(3, 2)]
    assert values_of("-1.5,2.25") == [Fraction(-3, 2), Fraction(9, 4)]
    endless = ("1e999999999", "1..1e999999999", "9" * 100_000, ",".join(["1"] * 201))  # the first two are not computed within a day
    for text in ("", "a", "5..1", "1..2/0", "1..1000000", "1/0", *endless):
        with pytest.raises(KotcError):
            values_of(text)


def test_any_number_of_an_edition_can_be_set() -> None:
    assert numbers.number_now(EDITION, "rules.starting_hp") == 35
    assert numbers.number_now(EDITION, "destroy") == 2
    assert numbers.number_now(EDITION, "hp") == Fraction(1, 2)
    assert numbers.edition_with(EDITION, "rules.starting_hp", Fraction(50)).rules["starting_hp"] == 50
    assert numbers.edition_with(EDITION, "rules.first_turn_less", Fraction(0)).rules["first_turn_less"] is False
    assert numbers.edition_with(EDITION, "destroy the targets", Fraction(3, 2)).rows["effect.destroy"].level.text == "3*t/2"
    bodies = numbers.edition_with(EDITION, "sp", Fraction(1, 2))
    assert price_card(minion(EDITION, 4, 4), bodies).level == 4  # 4/2 + 4/2
    assert numbers.edition_with(EDITION, "rules.starting_hp", Fraction(35)) is EDITION


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("rules.imaginary", 1, "no number"),
        ("rules.starting_hp", 0, "cannot be 0"),
        ("rules.starting_hp", Fraction(1, 2), "cannot be 0.5"),
        ("rules.piercing", 2, "true or false"),
        ("rules.losing", 1, "no number"),
        ("destroy", -1, "cannot cost"),
        ("no such text", 1, "no component"),
    ],
)
def test_a_number_that_is_none_is_an_error(name: str, value: Fraction, what: str) -> None:
    with pytest.raises(KotcError, match=what):
        numbers.edition_with(EDITION, name, Fraction(value))


def test_numbers_of_level_up_are_those_of_its_rules() -> None:
    edition = load_edition("levelup")
    assert levelup_numbers.number_now(edition, "rules.points") == 20
    assert levelup_numbers.edition_with(edition, "rules.points", Fraction(5)).parameter("points") == 5
    with pytest.raises(KotcError, match="cannot be"):
        levelup_numbers.edition_with(edition, "rules.points", Fraction(0))
    with pytest.raises(KotcError, match="no number"):
        levelup_numbers.edition_with(edition, "rules.hp", Fraction(1))


@played
def test_more_hit_points_make_longer_games() -> None:
    """Twice the hit points: with 80 games of each match-up the lengths are apart by many times their errors."""
    result = sweep(EDITION, "rules.starting_hp", values_of("20,40"), strategy="greedy", games_each=80, figure="going first")
    data = result.data
    assert data["now"] == 35
    lengths = [row for row in data["points"] if row["what"] == "length of a game"]
    assert [row["number"] for row in lengths] == [20, 40]
    assert lengths[0]["interval"][1] < lengths[1]["interval"][0]
    for value in (20, 40):  # each two decks share their games out: three decks score one half on average
        scores = [row["value"] for row in data["points"] if row["number"] == value and row["what"].startswith("score of")]
        assert sum(scores) / len(scores) == pytest.approx(0.5)
    assert result.figure == "advantage of going first"
    assert "advantage of going first" in terminal(report.report(result))
    assert "rules.starting_hp 20\n" in terminal(report.report(result), 60)  # it was 20.0, and "35 now"
    with pytest.raises(KotcError, match="no figure"):
        sweep(EDITION, "rules.starting_hp", values_of("20"), strategy="random", games_each=80, figure="imaginary")


@played
def test_the_value_of_an_edition_plays_the_edition() -> None:
    """A number set to what it is changes nothing: the same games as with another number set to what it is."""
    one, other = (
        sweep(EDITION, name, [numbers.number_now(EDITION, name)], strategy="greedy", games_each=80).data["points"]
        for name in ("rules.hand_size", "destroy")
    )
    assert [(row["what"], row["value"]) for row in one] == [(row["what"], row["value"]) for row in other]


def test_the_command_says_what_it_cannot_read() -> None:
    for words, what in (
        (("kotc-17", "rules.starting_hp"), "names no values"),
        (("kotc-17", "rules.starting_hp=9..1"), "no range"),
        (("kotc-17", "rules.imaginary=1..2"), "no number"),
        (("kotc-18", "rules.starting_hp=20,30"), "no edition"),
    ):
        done = CliRunner().invoke(cli.app, ["sweep", *words])
        assert (done.exit_code, what in done.output) == (2, True), done.output


# --- dynamics ---------------------------------------------------------------------------------------------------


def test_shares_move_towards_what_wins() -> None:
    scores = [[0.5, 0.6, 0.4], [0.4, 0.5, 0.6], [0.6, 0.4, 0.5]]
    shares, exploitable = replicate(scores, [0.8, 0.1, 0.1], generations=3)
    assert shares.sum(axis=1) == pytest.approx(1)
    # One generation by hand: each share times its score against the field, scaled.
    field = [0.8 * 0.5 + 0.1 * 0.6 + 0.1 * 0.4, 0.8 * 0.4 + 0.1 * 0.5 + 0.1 * 0.6, 0.8 * 0.6 + 0.1 * 0.4 + 0.1 * 0.5]
    grown = [share * score for share, score in zip([0.8, 0.1, 0.1], field, strict=True)]
    assert shares[1] == pytest.approx([one / sum(grown) for one in grown])
    shown = show_dynamics(["a", "b", "c"], np.array(scores), np.array([0.8, 0.1, 0.1]), "mostly a")
    assert shown.rises_first == "c"  # it beats the deck that most play
    assert exploitable[0] == pytest.approx(max(field) - 0.5)
    even, gained = replicate(scores, [1, 1, 1])
    assert even == pytest.approx(1 / 3)  # the equilibrium stays
    assert gained == pytest.approx(0)


def test_a_deck_that_nobody_plays_is_no_start() -> None:
    with pytest.raises(ValueError, match="nobody plays"):
        replicate([[0.5, 0.6], [0.4, 0.5]], [1.0, 0.0])
    with pytest.raises(ValueError, match="square"):
        replicate([[0.5, 0.6]], [1.0])
