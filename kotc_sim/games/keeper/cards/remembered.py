"""Parse trees of texts read before, kept in the cache folder: building a parser takes longer than reading a deck of cards.

A tree depends on the grammar's source and the text only, so the file is named by a digest of the source. It holds a line for each text
and one for its tree, in JSON, and a checksum; a damaged one is removed. Only texts that were read without a fault are kept.
"""

import hashlib
import json
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kotc_sim.output import cache_file, keep, recall

MOST = 4000  # texts that are kept of one grammar; the oldest go first


class Token(NamedTuple):
    """A piece of a text that a terminal of the grammar matches."""

    terminal: str
    text: str
    start: int  # its first character's place in the text


class Branch(NamedTuple):
    """What a rule of the grammar makes of its parts."""

    rule: str
    children: "list[Branch | Token]"

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens of a tree, in the order of the text."""
        for child in self.children:
            if isinstance(child, Token):
                yield child
            else:
                yield from child.tokens()


class Remembered:
    """The trees of one grammar's texts; ``source`` is the grammar in lark's language."""

    def __init__(self, source: str) -> None:
        self.path = cache_file("texts", f"{hashlib.sha256(source.encode()).hexdigest()[:24]}.read")
        content = recall(self.path)  # a changed digit in a tree would be another price
        lines = iter(content.decode().split("\n") if content else ())
        self.texts: dict[str, str] = dict(zip(lines, lines, strict=True))  # both as JSON: of thousands of trees a few are asked for
        self._new: list[str] = []
        weakref.finalize(self, _save, self.path, self.texts, self._new)

    def find(self, text: str) -> Branch | None:
        """Return the tree of a text that was read before, else None."""
        kept = self.texts.get(json.dumps(text))
        return None if kept is None else _branch(json.loads(kept))

    def keep(self, text: str, tree: Branch) -> None:
        """Remember the tree of a text."""
        self.texts[json.dumps(text)] = json.dumps(tree)
        self._new.append(text)

    def save(self) -> None:
        """Write what is new, as also happens when nobody needs these texts any more, or the process ends."""
        _save(self.path, self.texts, self._new)


def _save(path: Path | None, texts: dict[str, str], new: list[str]) -> None:
    """Write texts if some are new; where nothing can be written by now, they are parsed again next time."""
    if new:
        new.clear()
        keep(path, "\n".join(line for pair in list(texts.items())[-MOST:] for line in pair).encode())


def _branch(kept: list[Any]) -> Branch:
    rule, children = kept
    return Branch(rule, [Token(*child) if len(child) == len(Token._fields) else _branch(child) for child in children])
