from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kotc_sim.games.keeper.editions import FormulaError, parse_formula
from kotc_sim.games.keeper.editions.expression import Comparison, parse_expression


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2*x*t", 24),
        ("(x+4*y)/5", Fraction(23, 5)),
        ("1.5", Fraction(3, 2)),
        ("x/(y+1)", Fraction(1, 2)),
        ("y*y/x", Fraction(25, 3)),
        ("-x + 5", 2),
        ("max(1, x - 7)", 1),
        ("min(x, y)", 3),
        ("ceil(x/2)", 2),
        ("floor(x/2)", 1),
        ("1 - -1", 2),
        (7, 7),
    ],
)
def test_values_are_exact(text: str | int, value: Fraction | int) -> None:
    assert parse_formula(text).evaluate(x=3, y=5, t=4) == value


@pytest.mark.rule("17.level.1", "9.ruling.36")
def test_no_binary_rounding() -> None:
    # 6/5 + 1 - 6/5 is 1; as binary fractions it is above 1, and the card would cost 2.
    assert parse_formula("x/5 + t").evaluate(x=6, t=1) - parse_formula("x/5").evaluate(x=6) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2*z", "'z' is not one of"),
        ("2*", "the end"),
        ("(x", "expected )"),
        ("x y", "unexpected 'y'"),
        ("x ** 2", "found '*'"),
        ("", "the end"),
        ("__import__('os')", "unexpected"),
        ("max(x)", "wrong number"),
        ("x" * 300, "at most 200"),
        ("(" * 60 + "x", "too many parentheses"),
        ("-" * 80 + "x", "too many signs"),
    ],
)
def test_faults_are_named(text: str, words: str) -> None:
    with pytest.raises(FormulaError, match=".*" + "".join("\\" + c if not c.isalnum() else c for c in words)):
        parse_formula(text)


def test_division_by_zero() -> None:
    with pytest.raises(FormulaError, match="division by zero"):
        parse_formula("1/(x - 1)").evaluate(x=1)


@given(st.integers(1, 999), st.integers(1, 999), st.fractions(0, 999))
def test_agrees_with_python(x: int, y: int, t: Fraction) -> None:
    formula = parse_formula("(x + 4*y)/5 - t*(2 - x/y)")
    assert formula.evaluate(x=x, y=y, t=t) == Fraction(x + 4 * y, 5) - t * (2 - Fraction(x, y))


def test_expression() -> None:
    assert parse_expression("your_minions < enemy_minions and your_hp<=x", frozenset("x")) == (
        Comparison("your_minions", "<", "enemy_minions"),
        Comparison("your_hp", "<=", "x"),
    )


@pytest.mark.parametrize("text", ["your_minions", "your_minion < 2", "x < 2", "1 < 2 or 2 < 3", "1 = 1", ""])
def test_bad_expressions(text: str) -> None:
    with pytest.raises(ValueError, match="is not"):
        parse_expression(text)
