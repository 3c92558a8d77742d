"""Formulas of the same shape with another number, as a person would print them: ``3*x/2`` for ``x``, 2 for 3."""

from fractions import Fraction

from kotc_sim.games.keeper.editions.formula import Formula, Node, parse_formula

_PRINTED = "1/6 1/5 1/4 1/3 1/2 2/3 3/4 1 3/2 2 5/2 3 4 5 6 8"
PRINTED = tuple(Fraction(text) for text in _PRINTED.split())
"""Factors that a person would print."""
WHOLE = tuple(Fraction(number) for number in range(-4, 9))
"""Numbers that a person would print for a price that does not depend on amounts; below zero, a condition costs something."""


def printable(formula: Formula, *, may_vanish: bool = False) -> list[tuple[Fraction, Formula]]:
    """Return the formulas of the same shape, the formula itself among them, with the number in each, ascending.

    ``may_vanish``: whether the price may be 0, or below for one without amounts: of costs, conditions and caveats, which take off.
    """
    own = factor_of(formula)
    if not formula.names:
        numbers = [number for number in WHOLE if may_vanish or number > 0]
    else:
        numbers = [*([Fraction(0)] if may_vanish else []), *PRINTED]
    kept = sorted({*numbers, own})
    return [(number, formula if number == own else with_factor(formula, number)) for number in kept]


def factor_of(formula: Formula) -> Fraction:
    """Return a formula's number in front, such as 3/2 of ``3*x*t/2``; 1 of a sum; the value of one without amounts."""
    return _parts(formula.tree)[0] if formula.names else formula.evaluate()


def with_factor(formula: Formula, factor: Fraction) -> Formula:
    """Return the formula of the same shape with this factor, such as ``2*t`` for ``3*t`` and 2."""
    if factor == 0 or not formula.names:
        return parse_formula(str(factor))
    _, above, below = _parts(formula.tree)
    if factor.numerator != 1 or not above:
        above = [str(factor.numerator), *above]
    if factor.denominator != 1:
        below = [str(factor.denominator), *below]
    text = "*".join(above)
    if len(below) == 1:
        text += f"/{below[0]}"
    elif below:
        text += f"/({'*'.join(below)})"
    elif len(above) == 1 and text.startswith("("):
        text = text[1:-1]
    return parse_formula(text)


def _parts(node: Node) -> tuple[Fraction, list[str], list[str]]:
    """Return a product's number, what else stands above, and what stands below."""
    if isinstance(node, Fraction):
        return node, [], []
    if isinstance(node, str):
        return Fraction(1), [node], []
    operator, *rest = node
    if operator in ("*", "/"):
        (one, above, below), (other, over, under) = _parts(rest[0]), _parts(rest[1])
        if operator == "*":
            return one * other, above + over, below + under
        return one / other, above + under, below + over
    return Fraction(1), [f"({_text(node)})"], []


def _text(node: Node) -> str:
    """Return a node as it is written, products without spaces."""
    if isinstance(node, Fraction):
        return str(node)
    if isinstance(node, str):
        return node
    operator, *rest = node
    if str(operator) in "+-*/":
        one, other = (_text(part) for part in rest)
        if str(operator) in "*/":
            sums = (isinstance(part, tuple) and str(part[0]) in "+-" for part in rest)
            one, other = (f"({text})" if is_sum else text for text, is_sum in zip((one, other), sums, strict=True))
        return f"{one}{operator}{other}"
    return f"{operator}({', '.join(_text(part) for part in rest)})"
