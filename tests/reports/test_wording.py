import math

import numpy as np
import pytest

from kotc_sim.reports.kit.wording import (
    Measure,
    cell_parts,
    clean,
    count,
    is_missing,
    listing,
    number,
    percent,
    plural,
    points,
    write_measured,
    write_signed,
)
from kotc_sim.reports.meta import say_origin


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{MINUS SIGN}", "-")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (percent(0.521), "52.1 %"),
        (percent(0.0004), "0.04 %"),
        (percent(0.0), "0.0 %"),
        (percent(0.99996), "100.00 %"),
        (percent(1.0), "100.0 %"),
        (points(0.0121), "+1.2 pp"),
        (points(-0.0121), "-1.2 pp"),
        (points(0.0), "0.0 pp"),
        (number(-0.0001, 1), "0.0"),
        (write_signed(0.04), "0.0"),
        (write_signed(math.inf), "+∞"),
        (number(-math.inf), "-∞"),
        (write_measured(Measure(301.0, 129.0, math.inf), "number", 0), "301 [129, ∞]"),
        (count(20_000), "20,000"),
        (plural(1, "game"), "1 game"),
        (plural(2, "entry", "entries"), "2 entries"),
        (listing(["a"]), "a"),
        (listing(["a", "b", "c"]), "a, b and c"),
    ],
)
def test_numbers_are_written_for_people(written: str, expected: str) -> None:
    assert plain(written) == expected


@pytest.mark.parametrize(
    ("measure", "kind", "expected"),
    [
        (Measure(0.521, 0.513, 0.529), "share", "52.1 % [51.3, 52.9]"),
        (Measure(-0.03, -0.047, -0.015), "difference", "-3.0 pp [-4.7, -1.5]"),
        (Measure(6.4, 6.1, 6.7), "level", "6.4 [6.1, 6.7]"),
        (Measure(0.62, 0.55, 0.70), "level", "0.62 [0.55, 0.70]"),
        (Measure(8.0), "level", "8"),
        (Measure(21.8, 18.0, 25.5), "signed", "+21.8 [18.0, 25.5]"),
        (Measure(0.00001), "probability", "< 0.001"),
        (Measure(2.611, 2.59, 2.63), "number", "2.61 [2.59, 2.63]"),
    ],
)
def test_an_interval_has_the_digits_of_its_number(measure: Measure, kind: str, expected: str) -> None:
    assert plain(write_measured(measure, kind)) == expected  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, float("nan"), np.float32("nan"), Measure(float("nan"))])
def test_what_is_not_known_is_a_dash(value: object) -> None:
    assert is_missing(value)
    assert cell_parts(value, "share") == ("\N{EM DASH}", "")


def test_control_characters_cannot_steer_a_terminal() -> None:
    assert clean("Rat\x1b[31m\nKing\x00\ud800") == "Rat[31m King"


@pytest.mark.parametrize(
    ("origin", "said"), [("home", "host deck"), ("response 3", "search 3"), ("given: deck 18 (today)", "known before, as deck 18 (today)")]
)
def test_where_a_deck_comes_from_is_said_in_words(origin: str, said: str) -> None:
    assert say_origin(origin) == said
