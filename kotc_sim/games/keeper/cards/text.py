"""Older wordings: texts made uniform, outdated phrases replaced, pruned ones found (17.refurbish, 9.revised).

A `Text` remembers where each of its characters comes from, so that messages about replaced texts still name the place in the file.
"""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from kotc_sim.games.keeper.cards.wording import singular
from kotc_sim.games.keeper.editions.model import Edition, Prune, Replacement

_UNIFORM: dict[str, str] = {
    **dict.fromkeys("’‘‛′", "'"),
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("\u00a0\u202f\u2009\t", " "),
    **dict.fromkeys("\u2010\u2011\u2012–−", "-"),
    **dict.fromkeys("\u00ad\u200b\ufeff", ""),
    **dict.fromkeys("⟶➔➝➞", "→"),
    **{"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl"},
}
DIVIDED = re.compile(r"(?<![^\W\d_])([^\W\d_]+)-[ \n]([^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Text:
    """A card text in uniform spelling."""

    shown: str
    origins: tuple[tuple[int, int], ...]  # for each character and for the end: line and column offset in the original text, from 0
    file: str | None  # for messages
    line: int | None  # line of the file on which the text begins
    column: int | None  # column there, if the text is on one line

    def place(self, at: int) -> tuple[int | None, int | None]:
        """Return line and column in the file of the character at an offset; ``None`` where unknown."""
        line, column = self.origins[min(at, len(self.origins) - 1)]
        if self.line is None:
            return None, None
        return self.line + line, None if self.column is None or line else self.column + column

    def with_words(self, start: int, end: int, new: str) -> "Text":
        """Return the text with other words in place of some; they come from where those began."""
        origins = self.origins[:start] + (self.origins[start],) * len(new) + self.origins[end:]
        return replace(self, shown=self.shown[:start] + new + self.shown[end:], origins=origins)


def normalize(text: str, edition: Edition, file: str = "", line: int = 0, column: int | None = None) -> Text:
    """Return a text in uniform spelling: straight quotation marks, single blanks, arrows as ``→``.

    Line breaks become blanks in the style with arrows, where names begin abilities (17.wording.14); in the
    style with sentences they separate paragraphs, unless the line before does not end a sentence.
    """
    sentences = edition.wording.style == "sentences"
    out: list[str] = []
    origins: list[tuple[int, int]] = []
    row = start = 0
    for at, raw in enumerate(text):
        char = _UNIFORM.get(raw, raw)
        if not char:
            continue
        place = (row, at - start)
        if char in "\n\r":
            ended = sentences and next((kept for kept in reversed(out) if not kept.isspace()), "") in (".", ")")
            char = "\n" if ended else " "
            row, start = (row + 1, at + 1) if raw == "\n" else (row, start)
        if char == ">" and out and out[-1] == "-":
            out[-1] = "→"
            continue
        if char == " " and (not out or out[-1] in " \n"):
            continue
        if char == "\n" and out:
            while out and out[-1] in " \n":
                out.pop()
                origins.pop()
            if not out:
                continue
        out += char
        origins += [place] * len(char)
    while out and out[-1] in " \n":
        out.pop()
        origins.pop()
    _join_divided(out, origins, edition)
    origins.append((row, len(text) - start) if not origins else (origins[-1][0], origins[-1][1] + 1))
    return Text("".join(out), tuple(origins), file or None, line or None, column)


def _join_divided(out: list[str], origins: list[tuple[int, int]], edition: Edition) -> None:
    """Join words that were divided at the end of a line, as texts copied from a PDF are, where the edition has the whole word."""
    shown = "".join(out)
    for found in reversed(list(DIVIDED.finditer(shown))):
        before, after = found.groups()
        whole = next((kept for kept in ("-", "") if f"{before}{kept}{after}".lower() in _words_of(edition)), None)
        if whole is not None:
            gone = slice(found.end(1) + len(whole), found.start(2))
            del out[gone], origins[gone]


@lru_cache(maxsize=16)
def _words_of(edition: Edition) -> frozenset[str]:
    """Return the words of an edition's texts, hyphens included, in small letters."""
    return frozenset(_WORD.findall(" ".join(row.text for row in edition.rows.values()).lower()))


_LAST_WITH_ALSO = 13
"""The last edition that joins costs by ", also"; each list of outdated texts since is complete, and none has it (14.ruling.5)."""
_COSTS = re.compile(r"(?<![^.→])[^.→]*→")
_ALSO = re.compile(", also ", re.IGNORECASE)


def _rejoined(text: Text) -> Text:
    """Join costs as the 14th Edition and later do: ``A, also b→`` becomes ``A and b→``, more of them ``A, b, and c→`` (14.ruling.5)."""
    for part in reversed(list(_COSTS.finditer(text.shown))):
        joins = [(found.start() + part.start(), found.end() + part.start()) for found in _ALSO.finditer(part.group())]
        for number, (start, end) in reversed(list(enumerate(joins, 1))):
            text = text.with_words(start, end, ", " if number < len(joins) else " and " if number == 1 else ", and ")
    return text


_TUTORIAL = re.compile(r" ?[*_]?\(([^()]*)\)[*_]?")
_ALIKE = 0.8  # words in parentheses that are so like a component's (difflib's ratio) are a slip in it: they do not explain
_CHAINED = re.compile(r", (?:then|also) (\w)", re.IGNORECASE)
_THEN_TARGET = re.compile(r", then (t)(?=arget )", re.IGNORECASE)


def in_sentences(text: Text, edition: Edition) -> Text:
    """Return a text without words that explain, and with each of its parts a sentence (11.wording.2, 11.wording.3).

    Only where the edition lets effects be chained by words: ``A, then b.`` is ``A. B.``, and ``A, then target …`` is ``A; Target …``.
    """
    if edition.wording.style != "sentences" or not edition.wording.effect_join:
        return text
    own = {found[1].lower() for row in edition.rows.values() for found in _TUTORIAL.finditer(row.text)}
    for pattern, before in ((_TUTORIAL, ""), (_THEN_TARGET, "; "), (_CHAINED, ". ")):
        for found in reversed(list(pattern.finditer(text.shown))):
            if pattern is _TUTORIAL and difflib.get_close_matches(found[1].lower(), own, 1, _ALIKE):
                continue
            text = text.with_words(*found.span(), "" if pattern is _TUTORIAL else before + found[1].upper())
    return text


def refurbish(text: Text, edition: Edition, design: int | None = None) -> tuple[Text, tuple[Replacement, ...]]:
    """Return a text of a design edition with all outdated phrases replaced, and the replacements made.

    Complete conditions go first, then phrases, the longest first, each replacement once (17.ruling.124); a
    condition that only the replaced phrases bring about is replaced as well.
    """
    if design == _LAST_WITH_ALSO and edition.wording.cost_join == "and":
        text = _rejoined(text)
    conditions = [entry for entry in edition.refurbish if entry.old.endswith(":")]
    phrases = sorted((entry for entry in edition.refurbish if not entry.old.endswith(":")), key=lambda entry: -len(entry.old))
    made: list[Replacement] = []
    for entry in (*conditions, *phrases, *conditions):
        before = text
        if entry not in made and (text := apply_replacements(text, (entry,), edition)) is not before:
            made.append(entry)
    return text, tuple(made)


def apply_replacements(text: Text, entries: Iterable[Replacement], edition: Edition) -> Text:
    """Return a text with some phrases replaced, singular forms by singular forms; the same object if none."""
    for entry in entries:
        for old, new in _forms(entry, edition):
            text = _replace(text, old, new)
    return text


def list_words(text: Text, design_edition: int, entries: Iterable[Prune], edition: Edition) -> Prune | None:
    """Return the first entry of a list of outdated texts that a card falls under, if any (17.refurbish.3, 17.ruling.123)."""
    for entry in (entry for entry in entries if design_edition < entry.below):
        # all ways to write it: singular, without "up to", with "it"
        shorter = [Replacement(shown, "", "") for shown in (entry.text, entry.text.replace("up to ", ""))]
        if not entry.text or any(re.search(one, text.shown, re.IGNORECASE) for short in shorter for one in patterns(short, edition)):
            return entry
    return None


def patterns(entry: Replacement, edition: Edition) -> list[str]:
    """Return regular expressions for the old wording of a replacement."""
    return [pattern for pattern, _ in _forms(entry, edition)]


def _forms(entry: Replacement, edition: Edition) -> list[tuple[str, str]]:
    """Pairs of a regular expression for the old wording and the new wording, for one and for many."""
    pairs = [(entry.old, entry.new)]
    for variable in sorted(set(re.findall(r"\{([xy])\}", entry.old))):
        # A placeholder becomes {x=1} where its number is one, and the nouns that it governs are singular.
        mark, one = f"{{{variable}}}", f"{{{variable}=1}}"
        pairs += [(singular(old, variable, edition).replace(mark, one), singular(new, variable, edition)) for old, new in pairs]
    for phrase, others in edition.wording.single_target.items():
        pairs += [(old.replace(phrase, other), new.replace(phrase, other)) for old, new in pairs if phrase in old for other in others]
    return [(_regex(old), new) for old, new in dict.fromkeys(pairs)]


def _regex(old: str) -> str:
    pattern = re.escape(old)
    for variable in ("x", "y"):
        one, many = re.escape(f"{{{variable}=1}}"), re.escape(f"{{{variable}}}")
        pattern = pattern.replace(one, rf"(?P<{variable}>1)(?!\d)", 1)
        pattern = pattern.replace(many, rf"(?P<{variable}>(?!1\b)\d+)", 1)
    # "in-play card" also stands for the beginning of its plural.
    end = r"(?=s?\b)" if old[-1:].isalpha() and not old.endswith("s") else r"(?!\w)" if old[-1:].isalnum() else ""
    return rf"(?<![\w-]){pattern}{end}"


def _replace(text: Text, pattern: str, new: str) -> Text:
    for match in reversed(list(re.finditer(pattern, text.shown, re.IGNORECASE))):
        fresh = new
        for variable, digits in match.groupdict().items():
            fresh = fresh.replace(f"{{{variable}}}", digits)
        text = text.with_words(*match.span(), fresh[:1].upper() + fresh[1:] if match.group()[:1].isupper() else fresh)
    return text
