"""Price formulas, parsed once and evaluated exactly (17.level.1, 9.ruling.36)."""

import math
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

_TOKEN = re.compile(r"\s*(?:(\d{1,18}(?:\.\d{1,18})?)|([a-z_]+)|([-+*/(),]))")
_FUNCTIONS: dict[str, Callable[..., int | Fraction]] = {"min": min, "max": max, "ceil": math.ceil, "floor": math.floor}
_OPERATORS = _FUNCTIONS | {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
_DEPTH = 50

# A node is a number, a name, or (operator, operands...).
Node = Fraction | str | tuple["str | Node", ...]


class FormulaError(ValueError):
    """A formula that cannot be read or evaluated; the loader adds file and line."""


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression in numbers, variables, ``+ - * /``, parentheses, min, max, ceil and floor."""

    text: str  # as written
    tree: Node  # the parsed expression
    names: frozenset[str]  # the variables it uses

    def evaluate(self, **values: int | Fraction) -> Fraction:
        """Value for the given variables, exactly.

        ``**values``: one value for each variable in `names`; more may be given. A `FormulaError` on a division by zero.
        """
        return _value(self.tree, values)


def parse_formula(text: str | int, variables: frozenset[str] = frozenset("xyta")) -> Formula:
    """Read a formula such as ``(x + 4*y)/5``; a `FormulaError`, whose message says where, if the text is none."""
    text = str(text).strip()
    if len(text) > 200:
        raise FormulaError("a formula has at most 200 characters")
    reader = _Reader(text, _tokens(text), variables)
    tree = reader.sum(0)
    reader.end()
    return Formula(text, tree, frozenset(reader.names))


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            if not text[at:].strip():
                break
            raise FormulaError(f"{text!r}: unexpected {text[at:].strip()[0]!r}")
        tokens.append(match.group().strip())
        at = match.end()
    return tokens


class _Reader:
    """Recursive descent over the tokens."""

    def __init__(self, text: str, tokens: list[str], variables: frozenset[str]) -> None:
        self.text, self.tokens, self.variables, self.at = text, tokens, variables, 0
        self.names: set[str] = set()

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        if not token or (wanted and token != wanted):
            found = repr(token) if token else "the end"
            raise FormulaError(f"{self.text!r}: expected {wanted or 'a number or a name'}, found {found}")
        self.at += 1
        return token

    def end(self) -> None:
        if self.peek():
            raise FormulaError(f"{self.text!r}: unexpected {self.peek()!r}")

    def sum(self, depth: int) -> Node:
        if depth > _DEPTH:
            raise FormulaError(f"{self.text!r}: too many parentheses")
        node = self.product(depth)
        while self.peek() in ("+", "-"):
            node = (self.take(), node, self.product(depth))
        return node

    def product(self, depth: int) -> Node:
        node = self.factor(depth)
        while self.peek() in ("*", "/"):
            node = (self.take(), node, self.factor(depth))
        return node

    def factor(self, depth: int) -> Node:
        if self.peek() == "-":
            self.take()
            if depth > _DEPTH:
                raise FormulaError(f"{self.text!r}: too many signs")
            return ("-", Fraction(0), self.factor(depth + 1))
        if self.peek() == "(":
            self.take()
            node = self.sum(depth + 1)
            self.take(")")
            return node
        token = self.take()
        if not token[0].isalnum():
            raise FormulaError(f"{self.text!r}: expected a number or a name, found {token!r}")
        if token[0].isdigit():
            return Fraction(token)
        if token in _FUNCTIONS:
            return self.call(token, depth)
        if token not in self.variables:
            known = ", ".join(sorted(self.variables))
            raise FormulaError(f"{self.text!r}: {token!r} is not one of {known}")
        self.names.add(token)
        return token

    def call(self, function: str, depth: int) -> Node:
        self.take("(")
        operands = [self.sum(depth + 1)]
        while self.peek() == ",":
            self.take()
            operands.append(self.sum(depth + 1))
        self.take(")")
        if (function in ("ceil", "floor")) != (len(operands) == 1):
            raise FormulaError(f"{self.text!r}: wrong number of operands of {function}")
        return (function, *operands)


def _value(node: Node, values: Mapping[str, int | Fraction]) -> Fraction:
    if isinstance(node, Fraction):
        return node
    if isinstance(node, str):
        return Fraction(values[node])
    sign, *rest = node
    try:
        return Fraction(_OPERATORS[str(sign)](*(_value(operand, values) for operand in rest)))
    except ZeroDivisionError:
        raise FormulaError("division by zero") from None
