"""State tests of conditions (``when:``) and conditional effects (``if:``): comparisons joined by ``and``."""

import re
from dataclasses import dataclass

STATE_WORDS = (
    "your_minions", "enemy_minions", "your_hand", "enemy_hand", "your_granary", "enemy_granary", "your_hp", "enemy_hp", "your_grave",
    "your_zombie", "turn",
)  # fmt: skip
"""What a test may look at; ``enemy_*`` is the maximum over enemies."""
_TERM = r"([a-z_]+|-?\d{1,6})"
_TEST = re.compile(rf"\s*{_TERM}\s*(<=|>=|==|<|>)\s*{_TERM}\s*\Z")


@dataclass(frozen=True, slots=True)
class Comparison:
    """``left op right``; the sides are state words, ``x``, ``y``, ``t``, ``roll`` or whole numbers."""

    left: str | int
    op: str
    right: str | int


def parse_expression(text: str, words: frozenset[str] = frozenset()) -> tuple[Comparison, ...]:
    """Read a state test.

    All comparisons must hold. A `ValueError` with a message that says what is wrong. ``text``: such as ``your_minions < enemy_minions and
    your_hp <= x``. ``words``: words allowed besides `STATE_WORDS`, such as ``x``.
    """
    result = []
    for part in re.split(r"\band\b", text):
        match = _TEST.match(part)
        if match is None:
            raise ValueError(f"{part.strip()!r} is not a comparison such as `your_minions < enemy_minions`")
        left, op, right = match.groups()
        result.append(Comparison(_term(left, words), op, _term(right, words)))
    return tuple(result)


def _term(word: str, words: frozenset[str]) -> str | int:
    if word.lstrip("-").isdigit():
        return int(word)
    if word not in STATE_WORDS and word not in words:
        known = ", ".join((*STATE_WORDS, *sorted(words)))
        raise ValueError(f"{word!r} is not one of {known}")
    return word
