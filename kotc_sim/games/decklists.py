"""Deck lists as people write them, the names in them, and where the shipped ones lie."""

import os
import re
import unicodedata
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from kotc_sim.errors import KotcError
from kotc_sim.yaml_source import Node, read_yaml, whole_number
from kotc_sim.yaml_source.places import located

MAX_COPIES = 9999
_SAME = str.maketrans(dict.fromkeys("’‘‛′ʼ`´", "'") | dict.fromkeys("“”„″", '"') | dict.fromkeys("‐‑‒–—―−", "-") | {"\u00ad": None})
_INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff]")
_COMMENT = re.compile(r"\s*(?:#|//).*")
_BULLET = re.compile(r"[-*•]\s+")
_BEFORE = re.compile(r"(\d{1,18})(?:\s*[x×])?\s+(?!\d+\Z)(.+)\Z", re.IGNORECASE)
_BEHIND = re.compile(r"(.*\S)\s+[x×]\s*(\d{1,18})\Z", re.IGNORECASE)
_COLON = re.compile(r"(.*\S)\s*:\s*[x×]?(\d{1,18})[x×]?\Z", re.IGNORECASE)
_USUAL = r"(?:cards|creatures|deck|main(?:board| deck)?|minions|spells|total)"
_HEADING = re.compile(rf"[\W_]*|[^:]*:|[\[=~*_-]+\s*\w.*[\]=~*_-]|{_USUAL}[\s:]*(\d*)|[^()]*\((\d{{1,18}})(?: cards)?\):?", re.IGNORECASE)


def read_included(entries: Mapping[str, Node]) -> Iterator[Node]:
    """Yield the files that a deck includes: beside the deck, or beside what the deck's file is a link to; a backslash is a slash.

    A `KotcError` if there is no such file.
    """
    include = entries.get("include")
    for node in include.items if include is not None and include.kind == "list" else [include]:
        if node is not None:
            yield read_yaml(_find_included(node), "card file")


def _find_included(node: Node) -> Path:
    name, deck = node.text("`include`"), located(node.file)
    folders = dict.fromkeys((deck.parent, Path(os.path.realpath(deck)).parent))
    for found in (folder / one for folder in folders for one in (name, name.replace("\\", "/"))):
        if os.path.isfile(found):
            return found
    places = " and ".join(f"'{folder}'" for folder in folders)
    raise node.error(f"there is no card file {node.raw!r}", f"It is looked for in {places}.")


def no_cards(file: os.PathLike[str]) -> KotcError:
    """Return the error for a file in which no card is defined."""
    return KotcError("no card is defined in this file", file=file, fix="kotc-sim docs deck-format shows how one is written.")


def fold(name: str) -> str:
    """Return a name as it is compared: Unicode's form NFC, one kind of apostrophe, quotation mark and dash, single blanks."""
    return " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFC", name)).translate(_SAME).split())


def deck_entries(node: Node, known: Container[str] = ()) -> Iterator[tuple[str, int, Node]]:
    """Yield name, copies and place of each entry of ``cards`` or ``reserves``, however it is written.

    A map or a list of maps: ``4: Thor``, ``4: [Thor, Rat]``, ``Thor: 4`` (in JSON with quotation marks), ``{name: Thor, count: 4}``. A
    list, or lines of text with comments behind ``#`` or ``//``: ``Thor``, ``4 Thor``, ``4x Thor``, ``Thor x4``, ``- 4 Thor``, ``Thor: 4``.
    Headings divide lines (``Spells:``, ``Main (40)``, ``[Walls]``), and in a map lists (``Spells: [4 Thor]``). ``known``: folded names
    (`fold`): a line that is one of them is a single copy of it, whatever it looks like. A `KotcError` if an entry is none of these, or a
    heading states another number of cards than follow it.
    """
    if node.kind == "map":
        for key, value in node.mapping("`cards`"):
            yield from _pair(key, value, known)
        return
    if node.kind == "scalar" and node.value is not None:
        yield from _lines(node, known)
        return
    for item in node.sequence("`cards`"):
        if item.kind == "scalar":
            yield _line(item, known)
            continue
        entries = item.entries("an entry of `cards`")
        if "name" in entries:
            count = _copies(entries["count"]) if "count" in entries else 1
            yield entries["name"].text("the name").strip(), count, entries["name"]
            continue
        for key, value in item.mapping("an entry of `cards`"):
            yield from _pair(key, value, known)


def _lines(node: Node, known: Container[str]) -> Iterator[tuple[str, int, Node]]:
    first = node.line + (node.style in ("|", ">"))
    entries: list[tuple[str, int, Node]] = []
    headings: list[tuple[Node, int]] = []
    for number, line in enumerate(node.raw.split("\n")):
        entry = _COMMENT.sub("", line, count=1).strip() if fold(line) not in known else line.strip()
        entry = entry if fold(entry) in known else _BULLET.sub("", entry)
        if entry:
            place = replace(node, raw=entry, value=entry, line=first + number, column=1)
            if fold(entry) not in known and not _BEFORE.match(entry) and _HEADING.fullmatch(entry):
                headings.append((place, len(entries)))
            else:
                entries.append(_line(place, known))
    _check_numbers(headings, [count for _, count, _ in entries])
    yield from entries


def _check_numbers(headings: Sequence[tuple[Node, int]], copies: Sequence[int]) -> None:
    """Raise a `KotcError` for a heading that states neither how many cards follow, up to another heading, nor how many there are."""
    ends = [*(begin for _, begin in headings), len(copies)]
    for place, begin in headings:
        stated = "".join(_HEADING.fullmatch(place.raw).groups(""))  # type: ignore[union-attr]
        right = [sum(copies[begin:end]) for end in ends if end > begin]
        if stated and int(stated) not in (*right, sum(copies)):
            raise place.error(f"the heading {place.raw!r} is followed by {right[0] if right else 0} cards", "Mend it; a card is `4 Rat`.")


def _line(node: Node, known: Container[str]) -> tuple[str, int, Node]:
    text = node.text("a card").strip()
    if fold(text) not in known:
        for pattern, count, name in ((_BEFORE, 1, 2), (_BEHIND, 2, 1), (_COLON, 2, 1)):
            if found := pattern.match(text):
                return found[name], _number(found[count], node), node
    return text, 1, node


def _pair(key: Node, value: Node, known: Container[str]) -> Iterator[tuple[str, int, Node]]:
    """Yield the cards of ``count: name``, ``count: [name, name]``, ``name: count`` or ``heading: [4 name]``."""
    counts = [_is_count(key), _is_count(value)]
    if counts == [False, False]:  # in JSON all keys, and often all numbers, are texts
        counts = [_is_quoted_count(key), _is_quoted_count(value)]
    if counts == [True, True]:
        raise key.error(f"`{key.raw}: {value.raw}` may be copies of a card, or a card's copies", "Write `{name: …, count: …}`.")
    if counts == [False, False] and value.kind != "scalar":
        yield from deck_entries(value, known)
        return
    if counts == [False, False]:
        raise key.error(f"`{key.raw}` is neither a number of copies nor a card with a number", "Write `4: Rat`, or `Rat: 4`.")
    if counts[1]:
        yield key.raw.strip(), _copies(value), key
        return
    count = _copies(key)
    for item in value.items if value.kind == "list" else [value]:
        yield item.text("a card").strip(), count, item


def _is_count(node: Node) -> bool:
    return node.kind == "scalar" and isinstance(node.value, int) and not isinstance(node.value, bool) and node.style == ""


def _is_quoted_count(node: Node) -> bool:
    return node.kind == "scalar" and node.style in ("'", '"') and whole_number(node.raw) is not None


def _copies(node: Node) -> int:
    return _number(node.raw, node) if _is_quoted_count(node) else node.integer("the count", 1, MAX_COPIES)


def _number(digits: str, node: Node) -> int:
    return replace(node, value=int(digits), raw=digits, style="").integer("the count", 1, MAX_COPIES)
