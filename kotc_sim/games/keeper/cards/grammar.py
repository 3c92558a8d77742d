"""The grammar of an edition's card texts, generated from its vocabulary.

Each row becomes one terminal that matches all its written forms; how terminals join into abilities is one of
two small grammars. Longer texts are tried first, so that of two rows that match, the longer counts.
"""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from kotc_sim.games.keeper.cards.remembered import Branch, Remembered
from kotc_sim.games.keeper.cards.tables import parse, parser_of
from kotc_sim.games.keeper.cards.wording import forms
from kotc_sim.games.keeper.editions.model import PREFIX, SECTIONS, Edition, Row

if TYPE_CHECKING:
    import lark

_ARROWS = r"""
start: caveat? first? named*
first: ability
named: NAME ability
ability: {condition} {costs} sub+ TUTORIAL*
sub: {target} effect (JOIN effect)* STOP
JOIN: /, (?:{joins}) /
STOP: /\.(?= |$|[A-Z])/
TUTORIAL.-2: /[*_]?\((?:[^()]|\([^()]*\))*\)[*_]?/
"""
_COSTS = {
    "and": r"""
costs: cost ((COMMA | LAST_COMMA | AND) cost)* ARROW
COMMA.-1: /, (?!and )/
LAST_COMMA: /, and /
AND: /and /
ARROW: /→/
""",
    "also": r"""
costs: cost (ALSO cost)* ARROW
ALSO: /, also /
ARROW: /→/
""",
    "none": r"""
costs: cost ARROW
ARROW: /→/
""",
}
_SENTENCES = r"""
start: caveat (LINE rest)? | rest
rest: NONE | paragraph (LINE paragraph)*
paragraph: NAME? ability
ability: {condition} {costs} {target} effect+
LINE: /\n/
"""
_NAME = r"NAME.-3: /(?=[^a-z:\n(]*[A-ZÀ-ÖØ-Þ])[A-ZÀ-ÖØ-Þ0-9][A-ZÀ-ÖØ-Þ0-9 '.!?&,-]*:/"
_NAME_OF_ANY_CASE = r"NAME.-3: /[^\W_][^:.\n]*:/"
_COMMON = r"""
BLANK: / +/
%ignore BLANK
"""


@dataclass(frozen=True)
class Grammar:
    """The grammar of one edition's texts, which row each of its terminals stands for, and the phrases in them (`phrases`)."""

    source: str
    rows: dict[str, Row]
    phrases: frozenset[str]
    any_case: bool = False

    @cached_property
    def parser(self) -> "lark.Lark":
        """Its parser, from the cache folder or built now."""
        return parser_of(self.source)

    @cached_property
    def remembered(self) -> Remembered:
        """Trees of texts that were read before."""
        return Remembered(self.source)

    def tree(self, text: str) -> Branch:
        """Return the parse tree of a text; `UnreadableError` if it has none."""
        found = self.remembered.find(text)
        if found is None:
            found = parse(self.parser, text)
            self.remembered.keep(text, found)
        return found

    def knows_phrases(self, text: str) -> bool:
        """Say whether each phrase of a text is one of the grammar's: a text with another has no tree, and need not be parsed.

        Names of abilities are in capital letters, or of ``any_case`` before a colon, and what stands in parentheses is not read.
        """
        return self.phrases.issuperset(phrases(re.sub(r"(?m)^[^:.]+:", "", text) if self.any_case else text))


EXPLAINED = re.compile(r"[*_]?\((?:[^()]|\([^()]*\))*\)[*_]?")
_NUMBER = re.compile(r"\{[xy]\}|\d+")
_BETWEEN = re.compile(r"[.,;:→\n]|\b(?:then|also|and)\b")


def phrases(text: str) -> list[str]:
    """Return what stands between marks and joining words, in small letters and with # for numbers, without what is all in capitals."""
    parts = (" ".join(part.split()) for part in _BETWEEN.split(_NUMBER.sub("#", EXPLAINED.sub(" ", text))))
    return [part.lower() for part in parts if part != part.upper()]


@lru_cache(maxsize=16)
def grammar(edition: Edition) -> Grammar:
    """Return the grammar of an edition's texts; its parser is built when a text is met that was not read before."""
    terminals: dict[str, Row] = {}
    lines: list[str] = []
    by_length = sorted(edition.rows.values(), key=lambda row: len(row.text))
    priority = {row.id: number for number, row in enumerate(by_length, 1)}
    present = set()
    for section in SECTIONS:
        rows = edition.section(section)
        if not rows:
            continue
        present.add(section)
        names = []
        for row in rows:
            name = f"{PREFIX[section]}_{row.name}".upper()
            terminals[name] = row
            names.append(name)
            lines.append(f"{name}.{priority[row.id]}: /{_pattern(row, edition)}/")
        lines.append(f"{section}: " + " | ".join(names))
    text = _ARROWS if edition.wording.style == "arrows" else _SENTENCES
    costs = "costs?" if "{joins}" in text else "cost?"
    slots = {
        "condition": "condition?" if "condition" in present else "",
        "costs": costs if "cost" in present else "",
        "target": "target?" if "target" in present else "",
    }
    for slot, filling in slots.items():
        text = text.replace("{" + slot + "}", filling)
    text = text.replace("{joins}", "|".join(join.strip(", ") for join in edition.wording.effect_join))
    if "costs" in text.split("ability:")[1] and edition.wording.style == "arrows":
        text += _COSTS[edition.wording.cost_join]
    if "caveat" not in present:
        text = text.replace("start: caveat? first?", "start: first?").replace("start: caveat (LINE rest)? | rest", "start: rest")
    if edition.wording.no_abilities:
        lines.append(f"NONE: /{_escape(edition.wording.no_abilities)}/")
    else:
        text = text.replace("rest: NONE | ", "rest: ")
    any_case = edition.wording.ability_names == "any_case"
    source = text + (_NAME_OF_ANY_CASE if any_case else _NAME) + _COMMON + "\n".join(lines) + "\n"
    texts = [form.text for row in terminals.values() for form in forms(row, edition)]
    return Grammar(source, terminals, frozenset(phrases("\n".join([*texts, edition.wording.no_abilities or ""]))), any_case)


def _pattern(row: Row, edition: Edition) -> str:
    # Lark builds one alternation of all terminals; groups inside it must not capture.
    tokens = dict.fromkeys(form.token for form in forms(row, edition))
    return "|".join(sorted((token.replace("/", r"\/") for token in tokens), key=len, reverse=True))


def _escape(text: str) -> str:
    return re.escape(text).replace("/", r"\/")
