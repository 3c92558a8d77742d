"""An edition's vocabulary, searched: by its own words, and by those that players of other card games would use."""

import difflib
import functools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kotc_sim.errors import command_line
from kotc_sim.yaml_source.places import documents

SUGGESTIONS = 3  # texts that a message about an unknown one names
_SPACE = 300  # characters that all of them may take: a message shows no more of what it quotes
_SHARE = 0.4  # entries that fit less well than this share of the best one are left out
MOST_CHARACTERS = 300  # of a query; each of its words is compared with each of the vocabulary's
_LONGEST_QUERY = 6  # words of an unknown text that the command which searches for it has
_CLOSE = 0.75
"""How alike a word of the query and one of a text are, from 0 to 1, where one is taken for the other misspelt."""

_KEYWORDS = "rules/kotc-17"  # the document whose section of keywords is the fullest

_NO_WORDS = frozenset(
    "a an and are at be by for from if in into is it its of on or that the then this to up when with your you".split()  # noqa: SIM905
)
_ALSO = {
    "attach": "equip", "block": "defend", "buff": "sword", "burn": "wound burn damage", "control": "hypnotize conscript",
    "copy": "clone", "creature": "minion", "curse": "voodoo", "discard": "hand", "enchant": "counters", "exile": "bury",
    "flip": "petrify face", "freeze": "fatigue exhaust", "gain": "heal", "graveyard": "grave", "kill": "destroy",
    "life": "hp points heal wound", "mana": "resources", "mill": "deck", "player": "enemy yourself", "protect": "shield undying",
    "ramp": "silo granary", "recruit": "deploy", "return": "bounce sheathe", "revive": "deploy grave", "sacrifice": "self-destroy",
    "silence": "negate", "steal": "hypnotize", "strengthen": "sword", "stun": "fatigue exhaust distract", "tap": "exhaust tap",
    "token": "pawns craft", "unit": "minion", "untap": "untap unexhausted", "weaken": "weakness down-level",
}  # fmt: skip
"""Words of players of other card games, and those of our vocabularies that do something of the kind."""


@dataclass(frozen=True)
class Entry:
    """One text of a vocabulary."""

    id: str  # what proposals call it
    section: str  # the heading that it stands under
    text: str  # as on cards, with ``{x}`` for numbers
    price: str  # what it adds to the level, or which kinds of effects it may be: in words of the game
    note: str = ""  # what else to know, such as that it is banned


def search(entries: Sequence[Entry], query: str) -> list[Entry]:
    """Return the entries that a query is about, best first; of those as good, in their order.

    A word fits in any form (destroy, destroyed), misspelt, or by what it means in other games. Rare words tell more than common ones (the
    weight is the logarithm of how rare); entries that fit far less well than the best one are left out.
    """
    wanted = [word for word in _words(query) if word not in _NO_WORDS] or _words(query)
    if not wanted:
        return []
    fits = [_fits(entry, wanted) for entry in entries]
    weights = [math.log((1 + len(entries)) / (1 + sum(fit[k] > 0 for fit in fits))) for k in range(len(wanted))]
    scores = [sum(weight * one for weight, one in zip(weights, fit, strict=True)) for fit in fits]
    least = max(scores, default=0.0) * _SHARE
    found = [(score, entry) for score, entry in zip(scores, entries, strict=True) if score >= least and score > 0]
    return [entry for _, entry in sorted(found, key=lambda one: -one[0])]


def _fits(entry: Entry, wanted: Sequence[str]) -> list[float]:
    """Return how well each word fits an entry, 0 to 1."""
    there = set(_words(f"{entry.text} {entry.id.rpartition('.')[2].replace('_', ' ')}"))
    stems = {_stem(word) for word in there}
    return [_fit(word, there, stems) for word in wanted]


def _fit(word: str, there: set[str], stems: set[str]) -> float:
    if word in there:
        return 1.0
    if _stem(word) in stems:
        return 0.9
    if any(len(word) > 3 and part.startswith(word) for part in there):
        return 0.8
    if any(_stem(other) in stems for other in _ALSO.get(word, _ALSO.get(_stem(word), "")).split()):
        return 0.6
    return 0.5 if len(word) > 3 and difflib.get_close_matches(word, there, 1, _CLOSE) else 0.0


def _words(text: str) -> list[str]:
    """Return the words of a text in lower case; parts of one with a hyphen stand for themselves as well."""
    whole = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", re.sub(r"\{\w+\}|\(s\)", "", text.casefold()))
    return [part for word in whole for part in dict.fromkeys([word, *word.split("-")])]


def _stem(word: str) -> str:
    for end in ("ing", "ed", "es", "s", "e"):
        if word.endswith(end) and len(word) - len(end) > 2:
            word = word[: -len(end)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] else word


@functools.cache
def _keywords() -> Mapping[str, tuple[str, str]]:
    """Return what rules say of keywords, by stem: the keyword, and the sentence with its rule's id."""
    text = documents()[_KEYWORDS].read_text(encoding="utf-8")
    found = re.findall(r"^- \*\*(\S+\.keyword\.\d+)\*\* \*\*(.+?)\.\*\* (.*)", text, re.MULTILINE)
    return {_stem(word.casefold()): (word, f"{sentence} ({rule})") for rule, word, sentence in found}


def meaning(text: str) -> str:
    """Return what the keywords in a text mean, by the rulebook that defines most of them: a sentence and its rule each, on lines."""
    stems = dict.fromkeys(_stem(word) for word in _words(text))
    return "\n".join(": ".join(_keywords()[stem]) for stem in stems if stem in _keywords())


def did_you_mean(texts: Iterable[str]) -> str:
    """Return ``Did you mean 'a', 'b' or 'c'?`` of the nearest texts, the first one first; as many as a message has room for."""
    shown: list[str] = []
    for text in list(dict.fromkeys(texts))[:SUGGESTIONS]:
        if not shown or sum(map(len, shown)) + len(text) < _SPACE - 40:
            shown.append(text)
    *others, last = (repr(text) for text in shown)
    return f"Did you mean {', '.join(others)} or {last}?" if others else f"Did you mean {last}?"


def pointer(query: str, edition: Any, *, found: bool = True) -> str:
    """Return the command that searches a vocabulary, or shows it where nothing is ``found``: how a message on an unknown text goes on."""
    words = list(dict.fromkeys(word for word in re.findall(r"[^\W\d_]+", query.casefold()) if word not in _NO_WORDS))[:_LONGEST_QUERY]
    named = edition.name if edition.name == edition.base or not edition.file else edition.file
    if not (words and found):
        return f"All of them: {command_line(['kotc-sim', 'edition', 'show', named])}"
    return f"Search: {command_line(['kotc-sim', 'words', ' '.join(words), '--edition', named])}"
