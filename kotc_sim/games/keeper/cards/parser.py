"""Card texts read into ability trees: never a guess, and every fault located (17.wording)."""

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.grammar import EXPLAINED, Grammar, grammar
from kotc_sim.games.keeper.cards.remembered import Branch, Token
from kotc_sim.games.keeper.cards.tables import UnreadableError
from kotc_sim.games.keeper.cards.text import Text, apply_replacements, in_sentences, normalize
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility
from kotc_sim.games.keeper.cards.wording import forms, most_targets, write
from kotc_sim.games.keeper.editions.model import Edition, Row
from kotc_sim.games.vocabulary import Entry, did_you_mean, pointer, search

#: The largest number a text may hold; far above any legal card, and within what an engine counts with.
MAX_NUMBER = 999
#: The longest text; a card's face has room for far less.
MAX_CHARACTERS = 5000
_NEAR = 0.55
#: So many components are suggested for words that are none.
SUGGESTED = 3


@dataclass(frozen=True, slots=True)
class _Reader:
    """What reading one text needs: the edition, its grammar, and how to say where something is."""

    edition: Edition
    grammar: Grammar
    text: Text

    def error(
        self, at: int, what: str, fix: str | None = None, words: str = "", nearest: Row | None = None, command: str | None = None
    ) -> "TextError":
        line, column = self.text.place(at)
        error = TextError(what, file=self.text.file, line=line, column=column, fix=fix, command=command)
        places = self.text.origins
        error.span = places[min(at, len(places) - 1)], places[min(at + len(words), len(places) - 1)]
        error.words, error.nearest, error.edition = words, nearest, self.edition
        return error


class TextError(KotcError):
    """A card text that cannot be read."""

    # where the words that are wrong begin and end: line and column in the text as it was written, from 0. Where they are not known, both
    # ends are the place where the text stops making sense.
    span: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    words: str = ""  # those that are wrong, in uniform spelling; empty where they are not known
    nearest: Row | None = None  # the component that the message names
    edition: Edition | None = None  # whose components were looked for

    def near(self) -> tuple[Row, ...]:
        """Return the nearest components, up to `SUGGESTED`, the one that the message names first; none if no words are wrong."""
        if not self.words or self.edition is None:
            return ()
        rows = self.edition.rows.values()
        first = _about(self.words, rows) if self.nearest is None else [self.nearest]
        return tuple(dict.fromkeys([*first, *(row for row, _ in nearest_rows(self.words, rows, SUGGESTED))]))[:SUGGESTED]


def parse_text(text: str, edition: Edition, kind: str) -> tuple[Component | None, tuple[Ability, ...]]:
    """Read a card text, as printed: paragraphs, straight or typographic quotation marks, ``→`` or ``->``.

    A `KotcError` if the text does not consist of the edition's components: where, which words, and the nearest component. A text is never
    guessed (17.wording.17).
    """
    if len(text) > MAX_CHARACTERS:
        raise KotcError(f"the text has more than {MAX_CHARACTERS} characters", fix="A card text is a few sentences.")
    return parse_normalized(normalize(text, edition), edition, kind)


def parse_normalized(read: Text, edition: Edition, kind: str) -> tuple[Component | None, tuple[Ability, ...]]:
    """Read a text in uniform spelling, which may have been refurbished; otherwise as `parse_text`."""
    read = in_sentences(apply_replacements(read, edition.aliases, edition), edition)
    read_words = EXPLAINED.sub("", read.shown).strip()  # words in parentheses explain, and have no effect (17.ability.12)
    plain = edition.wording.no_abilities or ""
    if plain and edition.wording.style == "arrows" and read_words.partition(" ")[0].casefold() == plain.casefold():  # 20.wording.1
        if kind == "spell" or " " in read_words:
            cure = f"Leave {plain!r} out: only a minion without abilities has it."
            raise _Reader(edition, grammar(edition), read).error(0, f"{plain!r} stands on a card with abilities", cure)
        return None, ()
    if not read_words:
        if kind == "spell":
            raise KotcError("the spell has no text", file=read.file, line=read.line, fix="A spell has exactly one ability.")
        return None, ()
    reader = _Reader(edition, grammar(edition), read)
    try:
        tree = reader.grammar.tree(read.shown)
    except UnreadableError as error:
        raise _unreadable(reader, error) from None
    caveat, abilities = None, []
    for node in _subtrees(tree, ("caveat", "ability")):
        if node.rule == "caveat":
            caveat = _component(reader, node)
        else:
            abilities.append(node)
    names = _names(tree)
    read_abilities = tuple(_ability(reader, node, name) for node, name in zip(abilities, names, strict=True))
    if kind == "spell" and caveat is not None:
        raise reader.error(0, "a spell has no caveat", "Only minions are summoned; leave it out.")
    if kind == "spell" and len(abilities) != 1:
        at = next(abilities[1].tokens()).start if abilities else 0
        fix = "Write its sub-abilities into one paragraph, or make two spells."
        raise reader.error(at, f"a spell has exactly one ability, this has {len(abilities)}", fix)
    return caveat, read_abilities


def _subtrees(tree: Branch, wanted: Iterable[str]) -> Iterator[Branch]:
    for child in tree.children:
        if isinstance(child, Branch):
            if child.rule in wanted:
                yield child
            else:
                yield from _subtrees(child, wanted)


def _names(tree: Branch) -> list[str]:
    """Return the names of the abilities in order, empty where there is none."""
    names = []
    for node in _subtrees(tree, ("first", "named", "paragraph")):
        token = node.children[0]
        names.append(token.text[:-1].strip() if isinstance(token, Token) and token.terminal == "NAME" else "")
    return names


def _ability(reader: _Reader, node: Branch, name: str) -> Ability:
    parts = [child for child in node.children if isinstance(child, Branch)]
    condition = next((_component(reader, part) for part in parts if part.rule == "condition"), None)
    costs: list[Component] = []
    for part in parts:
        if part.rule == "costs":
            costs = [_component(reader, cost) for cost in _subtrees(part, ("cost",))]
            _check_costs(reader, part, len(costs))
        elif part.rule == "cost":
            costs = [_component(reader, part)]
    subs = [_sub(reader, part) for part in (*(part for part in parts if part.rule == "sub"), node)]
    return Ability(name, condition, tuple(costs), tuple(one for one in subs if one.effects))


def _check_costs(reader: _Reader, node: Branch, count: int) -> None:
    at, most = next(node.tokens()).start, reader.edition.wording.max_costs
    if count > most:
        raise reader.error(at, f"an ability has at most {most} activation cost, this has {count}")
    if reader.edition.wording.cost_join != "and":
        return
    joins = [token.terminal for token in node.children if isinstance(token, Token)]
    # Two costs are joined by "and", three or more by commas with ", and" before the last (17.wording.4).
    wanted = {1: ["ARROW"], 2: ["AND", "ARROW"]}.get(count, ["COMMA"] * (count - 2) + ["LAST_COMMA", "ARROW"])
    if joins != wanted:
        raise reader.error(
            next(node.tokens()).start, f"{count} costs are not joined as this edition joins them", "Write `A and B→`, or `A, B, and C→`."
        )


def _sub(reader: _Reader, node: Branch) -> SubAbility:
    parts = [child for child in node.children if isinstance(child, Branch)]
    target = next((_component(reader, part) for part in parts if part.rule == "target"), None)
    return SubAbility(target, tuple(_effect(reader, part, target) for part in parts if part.rule == "effect"))


def _effect(reader: _Reader, node: Branch, target: Component | None) -> Component:
    token, most = next(node.tokens()), most_targets(target)
    one_target = most is not None and most <= 1
    component, single = _read(reader, token, one_target=one_target)
    if single and not one_target:
        plural = write(component, reader.edition)
        raise reader.error(token.start, f"{token.text!r} speaks of one target, but there may be several", f"Write {plural!r}.")
    return component


def _component(reader: _Reader, node: Branch) -> Component:
    return _read(reader, next(node.tokens()), one_target=False)[0]


def _read(reader: _Reader, token: Token, *, one_target: bool) -> tuple[Component, bool]:
    """Return the component a token stands for, and whether its form needs a single target."""
    row = reader.grammar.rows[token.terminal]
    matches = [(form, match) for form in forms(row, reader.edition) if (match := form.regex.fullmatch(token.text)) is not None]
    # The same words may be a plural and a singular form; the one that fits the selection counts.
    matches.sort(key=lambda found: found[0].single and not one_target)
    form, match = matches[0]
    numbers = {"x": 0, "y": 0}
    for key, digits in match.groupdict().items():
        value = int(digits) if len(digits) < 10 else MAX_NUMBER + 1
        variable = key[0]
        if value < 1 or value > MAX_NUMBER:
            raise reader.error(token.start, f"{token.text!r} holds the number {digits}", f"Numbers go from 1 to {MAX_NUMBER}.")
        if numbers[variable] not in (0, value):
            raise reader.error(token.start, f"{token.text!r} has two different numbers", "Both have to be the same.")
        numbers[variable] = value
    return Component(row, numbers["x"], numbers["y"], form.up_to), form.single


def _unreadable(reader: _Reader, error: UnreadableError) -> KotcError:
    shown = reader.text.shown
    at, expected = error.at, error.expected
    # the offending words: up to the end of the component, sentence or paragraph
    rest = shown[at:]
    end = re.search(r"[.;:→\n](?=\s|$)|, then |, also ", rest[1:])
    words = (rest[: end.end() + 1] if end else rest)[:160].strip()
    rows = [row for name, row in reader.grammar.rows.items() if name in expected]  # in the order of the edition: of two as near, the first
    if not words:
        return reader.error(at, "the text ends too early", _expectation(reader, expected))
    near = _nearest(words, rows)
    where = ""
    anywhere = _nearest(words, reader.edition.rows.values())
    if anywhere is not None and (near is None or anywhere[1] > near[1]):
        near = anywhere
        if near[0] not in rows:
            where = f" But {_SECTION_NAMES[near[0].section]} cannot stand here. " + _expectation(reader, expected)
    about = _about(words, reader.edition.rows.values())
    what, command = f"no component of {reader.edition.title} matches {words!r}", pointer(words, reader.edition, found=bool(about))
    alike = [*(row for row, _ in nearest_rows(words, rows, SUGGESTED + 1, _NEAR)), *_about(words, rows)]
    others = [_as_written(row, words, reader.edition) for row in alike if near is None or row is not near[0]]
    if near is None:
        return reader.error(at, what, did_you_mean(others) if others else _expectation(reader, expected), words, command=command)
    suggestion = _as_written(near[0], words, reader.edition)
    if where and suggestion.casefold() == words.casefold():
        what, fix = f"{words!r} is {_SECTION_NAMES[near[0].section]}, which cannot stand here", _expectation(reader, expected)
        return reader.error(at, what, fix, words, near[0])
    fix = f"The nearest component is {near[0].text!r}.{where}" if where else did_you_mean([suggestion, *others])
    if suggestion == words and not where:
        fix = f"The nearest component is {near[0].text!r}; check what follows it."
    return reader.error(at, what, fix, words, near[0], command)


_EXPECTED = {
    "STOP": "a full stop",
    "ARROW": "an arrow (→)",
    "JOIN": "', then '",
    "COMMA": "a comma",
    "ALSO": "', also '",
    "NAME": "an ability name in capital letters with a colon",
    "LINE": "a new paragraph",
    "TUTORIAL": "text in parentheses",
    "$END": "the end",
}
_SECTION_NAMES = {
    "caveat": "a caveat",
    "condition": "an activation condition",
    "cost": "an activation cost",
    "target": "a target selection",
    "effect": "an effect",
}


def _expectation(reader: _Reader, expected: set[str]) -> str:
    sections = {reader.grammar.rows[name].section for name in expected if name in reader.grammar.rows}
    parts = [words for section, words in _SECTION_NAMES.items() if section in sections]
    parts += [words for name, words in _EXPECTED.items() if name in expected]
    return "Expected " + " or ".join(parts) + "." if parts else ""


def _nearest(words: str, rows: Iterable[Row]) -> tuple[Row, float] | None:
    return next(iter(nearest_rows(words, rows, 1, _NEAR)), None)


def _about(words: str, rows: Iterable[Row]) -> list[Row]:
    """Return the rows that some words are about, best first as `kotc-sim words` has them, but those that end alike before all.

    A full stop ends effects, a colon conditions, an arrow costs.
    """
    by_id = {row.id: row for row in rows}
    found = search([Entry(row.id, row.section, row.text, "") for row in by_id.values()], words)
    return sorted((by_id[entry.id] for entry in found), key=lambda row: row.text[-1:] != words[-1:])


def nearest_rows(words: str, rows: Iterable[Row], most: int, least: float = 0.0) -> list[tuple[Row, float]]:
    """Return the rows whose texts are most alike to some words, and how much, from 0 to 1; of equal ones, the first comes first."""
    plain = _comparable(words)
    found: list[tuple[Row, float]] = []
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(plain)
    for row in rows:
        matcher.set_seq1(_comparable(row.text))
        floor = max(least, found[-1][1] if len(found) == most else 0.0)
        if matcher.real_quick_ratio() < floor or matcher.quick_ratio() < floor:
            continue
        ratio = matcher.ratio()
        if ratio >= least:
            found.append((row, ratio))
            found.sort(key=lambda pair: -pair[1])
            del found[most:]
    return found


_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
"""Numbers as people write them, for suggestions: a card text has figures."""


def _comparable(text: str) -> str:
    text = re.sub(rf"\{{[xy]\}}|\d+|\b(?:{'|'.join(_NUMBERS)})\b", "#", text.casefold())
    text = re.sub(r"\bup to |\b(it|the target)\b", lambda found: "" if "up" in found.group() else "the targets", text)
    text = re.sub(r"\bdies\b", "is destroyed", text)
    text = re.sub(r"\bthis (?:in-play |on-field )?minion is destroyed", "this card in your battlefield is destroyed (ghost-play)", text)
    return re.sub(r"[.;:→,]", "", text).strip()


def _as_written(row: Row, words: str, edition: Edition) -> str:
    """Return a row with the numbers that some words have, as it would be written in their place; its text, where they have too few."""
    written_out = "|".join(_NUMBERS)
    numbers = [_NUMBERS.get(one) or int(one) for one in re.findall(rf"\d{{1,3}}|\b(?:{written_out})\b", words.casefold())]
    order = list(dict.fromkeys(re.findall(r"\{([xy])\}", row.text)))
    values = {"x": 0, "y": 0}
    for variable, number in zip(order, numbers, strict=False):
        values[variable] = number
    if any(values[variable] < 1 for variable in order):
        return row.text
    single = re.search(r"\bit\b|\bthe target\b", words) is not None
    written = write(Component(row, values["x"], values["y"], "up to" in words), edition, single=single)
    if words[:1].isupper():
        written = written[:1].upper() + written[1:]
    return written if written[-1:] in ".;:→" else written + row.text[-1]
