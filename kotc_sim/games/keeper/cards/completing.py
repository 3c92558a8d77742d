"""What may come next in a card text: the components that go on from where somebody is writing."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kotc_sim.games.keeper.cards.grammar import grammar
from kotc_sim.games.keeper.cards.parser import MAX_CHARACTERS
from kotc_sim.games.keeper.cards.tables import UnreadableError, parse
from kotc_sim.games.keeper.cards.text import apply_replacements, normalize
from kotc_sim.games.keeper.cards.tree import Component
from kotc_sim.games.keeper.cards.wording import write
from kotc_sim.games.keeper.editions.model import Edition, Row

MOST = 8  # so many components are offered
_ONE = re.compile(r"\b(?:target 1|target this|therein|1 excavated)\b[^;.]*[;.][^.]*$", re.IGNORECASE)
"""How a text ends whose selection has one target at most."""


@dataclass(frozen=True, slots=True)
class Completion:
    """What may be written next."""

    start: tuple[int, int]  # where the words begin that it would replace: line and column in the text as written, from 0
    offers: tuple[tuple[Row, str], ...]  # components, the most likely first, each as it would be written, terminator included


def complete(text: str, edition: Edition) -> Completion:
    """Return what may follow the beginning of a card text, up to where somebody is writing.

    ``text``: what stands before the caret; of a text longer than `MAX_CHARACTERS` nothing is offered. ``edition``: whose vocabulary is
    offered. Components that it bans are left out.
    """
    if len(text) > MAX_CHARACTERS:
        return Completion((0, 0), ())
    read = apply_replacements(normalize(text, edition), edition.aliases, edition)
    known = grammar(edition)
    at, expected = len(read.shown), set[str]()
    try:
        parse(known.parser, read.shown)
    except UnreadableError as error:
        at, expected = error.at, error.expected
    words = read.shown[at:].strip()
    rows = [row for name, row in known.rows.items() if row.banned is None and (name in expected or not expected)]
    if not words and not expected and read.shown:
        return Completion(read.origins[-1], ())  # the text is whole
    single = speaks_of_one(read.shown[:at])
    offers = [(row, write_completed(row, edition, words, single=single)) for row in _rank(words, rows)[:MOST]]
    start = read.origins[min(at, len(read.origins) - 1)]
    return Completion(start, tuple((row, text) for row, text in offers if text.casefold() != words.casefold()))


def speaks_of_one(text: str) -> bool:
    """Say whether an effect behind a text would have one target at most, as far as the last selection's words tell."""
    return _ONE.search(text) is not None


def _rank(words: str, rows: Iterable[Row]) -> list[Row]:
    """Return the rows that words may be the beginning of, then those that hold all of them."""
    rows = sorted(rows, key=lambda row: (row.section != "effect", row.ultra))
    if not words:
        return rows
    texts, first = [(row, f" {_plain(row.text)}") for row in rows], f" {_plain(words)}"
    typed = set(re.findall(r"[^\W\d_]+", words.casefold())) - {"up", "to", "it", "the"}
    begin = [row for row, text in texts if text.startswith(first)]
    hold = [row for row, text in texts if typed and all(f" {word}" in text for word in typed)]
    return list(dict.fromkeys([*begin, *hold]))


def _plain(text: str) -> str:
    return " ".join(re.sub(r"\{[xy]\}|\d+|\bup to\b|[.;:→,]", " ", text.casefold()).split())


def write_completed(row: Row, edition: Edition, words: str = "", *, single: bool = False) -> str:
    """Return a row as it is written on a card, with its terminator.

    ``words``: what has been typed: its numbers are taken, and missing ones are 1. ``single``: effects: whether there can never be more than
    one target.
    """
    numbers = [min(int(found), 999) or 1 for found in re.findall(r"\d{1,9}", words)]
    values = {"x": 0, "y": 0}
    for variable in dict.fromkeys(re.findall(r"\{([xy])\}", row.text)):
        values[variable] = numbers.pop(0) if numbers else 1
    text = write(Component(row, values["x"], values["y"], "up to" in words.casefold()), edition, single=single)
    if words[:1].isupper():
        text = text[:1].upper() + text[1:]
    return text if text[-1:] == row.text[-1:] else text + row.text[-1:]
