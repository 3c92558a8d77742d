"""The written forms of a vocabulary row: one or many, "it" or "the targets", with or without "up to".

One list of forms serves the parser, which accepts all of them, and the writer, which takes the first that
fits; so whatever is written can be read back (17.wording.9 to 17.wording.11, 9th and 12th Edition: Wording).
"""

import itertools
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kotc_sim.games.keeper.cards.tree import Component
from kotc_sim.games.keeper.editions.model import Edition, Row

_PLACEHOLDER = re.compile(r"\{([xy])\}")
#: A noun stands at most this many words behind the number that governs it ("3 level 2 pawns").
_NOUN_REACH = 5
MANY = "many"
ONE = "one"


@dataclass(frozen=True)
class Form:
    """One way to write a row."""

    row: Row
    text: str  # text with placeholders, without the terminator of a cost or effect in the style with arrows
    numbers: tuple[tuple[str, str], ...]  # for each placeholder, whether its number is ``one`` or ``many``
    single: bool = False  # whether the form is right only where there can never be more than one target
    up_to: bool = False  # target selections: whether "up to" is written

    @cached_property
    def token(self) -> str:
        """Regular expression without groups that matches the form."""
        return self._pattern(named=False)

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The same with groups x, y, and x2, y2 for a number that is written twice."""
        return re.compile(self._pattern(named=True))

    def _pattern(self, *, named: bool) -> str:
        numbers = dict(self.numbers)
        parts, last = [], 0
        seen: set[str] = set()
        for match in _PLACEHOLDER.finditer(self.text):
            parts.append(_literal(self.text[last : match.start()], start=last == 0))
            variable = match.group(1)
            digits = r"1(?!\d)" if numbers[variable] == ONE else r"(?!1(?!\d))\d+"
            name = variable + "2" if variable in seen else variable
            seen.add(variable)
            parts.append(f"(?P<{name}>{digits})" if named else f"(?:{digits})")
            last = match.end()
        parts.append(_literal(self.text[last:], start=last == 0))
        # A form ends with its last word: "draw 1 card" is not the beginning of "draw 1 cards".
        return "".join(parts) + (r"(?!\w)" if self.text[-1:].isalnum() else "")

    def fill(self, x: int, y: int) -> str:
        """Return the form with its numbers."""
        return self.text.replace("{x}", str(x)).replace("{y}", str(y))


def _literal(text: str, *, start: bool) -> str:
    if start and text[:1].isalpha():  # a parser accepts either case of the first letter (17.wording.7)
        return f"[{text[0].upper()}{text[0].lower()}]{re.escape(text[1:])}"
    return re.escape(text)


def body(row: Row, edition: Edition) -> str:
    """Return a row's text without the terminator that joining may replace (17.wording.3)."""
    joined = edition.wording.style == "arrows" and row.section in ("cost", "effect")
    return row.text[:-1] if joined else row.text


@lru_cache(maxsize=4096)
def forms(row: Row, edition: Edition) -> tuple[Form, ...]:
    """Return all written forms of a row, those a writer prefers first."""
    text = body(row, edition)
    variables = sorted(set(_PLACEHOLDER.findall(text)))
    result: dict[tuple[str, tuple[tuple[str, str], ...]], Form] = {}
    for numbers in itertools.product((ONE, MANY), repeat=len(variables)):
        classes = dict(zip(variables, numbers, strict=True))
        for agreed in _agreements(text, classes, edition):
            for shown, up_to in _up_to(agreed, row, classes, edition):
                for worded, single in _single_target(shown, row, edition):
                    key = (worded, tuple(classes.items()))
                    result.setdefault(key, Form(row, worded, key[1], single, up_to))
    return tuple(result.values())


def _agreements(text: str, classes: dict[str, str], edition: Edition) -> list[str]:
    """Return the text with its nouns in the number that governs them; several for "die" and "dice"."""
    results = [text]
    if classes.get("x") == ONE:
        for phrase, others in edition.wording.with_one.items():
            results = [result.replace(phrase, variant) for variant in (phrase, *others) for result in results]
    for phrase, others in edition.wording.variants.items():
        results += [result.replace(phrase, other) for other in others for result in results]
    for variable, number in classes.items():
        if number == ONE:
            results = [agreed for result in results for agreed in _singular(result, variable, edition)]
    return list(dict.fromkeys(results))


def _singular(text: str, variable: str, edition: Edition) -> list[str]:
    nouns = edition.wording.nouns
    results = [text]
    for match in reversed(list(re.finditer(rf"\{{{variable}\}} ", text))):
        if text[: match.start()].endswith("level "):
            continue
        reach = list(re.finditer(r"[\w{}-]+", text[match.end() :]))[:_NOUN_REACH]
        for word, following in itertools.pairwise([*reach, None]):
            assert word is not None
            if word.group() in ("of", "or"):
                break
            if following is not None and {word.group(), following.group()} <= nouns.keys():
                continue  # "dice counters" are counters; the first noun only tells of which kind
            if word.group() in nouns:
                start, end = match.end() + word.start(), match.end() + word.end()
                results = [result[:start] + noun + result[end:] for result in results for noun in nouns[word.group()]]
                break
    if "are" in nouns:
        results = [result.replace(" are ", f" {nouns['are'][0]} ") for result in results]
    return results


def _up_to(text: str, row: Row, classes: dict[str, str], edition: Edition) -> list[tuple[str, bool]]:
    """Return the text with and without "up to" (17.wording.10), each with whether it is written."""
    if row.section != "target" or row.select is None:
        return [(text, False)]
    count = str(row.select.get("count"))
    written = re.search(rf"\bup to (?=\{{{count}\}})", text)
    if written is None:
        return [(text, False)]
    dropped = text[: written.start()] + text[written.end() :]
    if edition.wording.up_to_dropped and classes.get(count) == ONE:
        return [(dropped, False), (text, True)]
    return [(text, True)]


def _single_target(text: str, row: Row, edition: Edition) -> list[tuple[str, bool]]:
    """Return the text with the words for one target and for several, each with whether it needs one."""
    if row.section != "effect":
        return [(text, False)]
    results = [(text, False)]
    for phrase, others in sorted(edition.wording.single_target.items(), key=lambda item: -len(item[0])):
        added = []
        for shown, single in results:
            at = re.search(rf"(?<![\w']){re.escape(phrase)}(?![\w'])", shown)
            if at is not None:
                added += [(shown[: at.start()] + other + shown[at.end() :], True) for other in others]
            added.append((shown, single))
        results = added
    if edition.wording.style == "sentences":  # there writers keep the plural
        results.sort(key=lambda item: item[1])
    return results


def most_targets(target: Component | None) -> int | None:
    """Return how many targets a selection can have at most; ``None`` for no limit, 0 without a selection."""
    if target is None:
        return 0
    select = target.row.select or {}
    if select.get("from") == "self":
        return 1
    if select.get("all"):
        return None
    numbers = {"x": target.x, "y": target.y}
    limits = [select[key] for key in ("count", "look") if key in select]
    return min(numbers[limit] if isinstance(limit, str) else limit for limit in limits)


def write(component: Component, edition: Edition, *, single: bool = False) -> str:
    """Return a component as it is printed on a card, without the terminator that joining may replace.

    ``single``: Effects: whether there can never be more than one target. The text is as in the middle of a sentence, so
    with a small first letter where the row has one.
    """
    wanted = {"x": ONE if component.x == 1 else MANY, "y": ONE if component.y == 1 else MANY}
    agreeing = (form for form in forms(component.row, edition) if all(wanted[key] == number for key, number in form.numbers))
    fitting = sorted((form for form in agreeing if single or not form.single), key=lambda form: form.up_to != component.up_to)
    return fitting[0].fill(component.x, component.y)


def singular(text: str, variable: str, edition: Edition) -> str:
    """Return a phrase with the noun that a placeholder governs in the singular."""
    return _singular(text, variable, edition)[0]
