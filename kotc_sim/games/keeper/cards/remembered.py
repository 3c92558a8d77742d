"""Parse trees of texts read before, kept in the cache folder: building a parser takes longer than reading a deck of cards.

A tree depends on the grammar's source and the text only, so the file is named by a digest of the source and of lark's version. It
holds nested lists, no code, and a checksum; a damaged one is removed. Only texts that were read without a fault are kept.
"""

from __future__ import annotations

import hashlib
import json
import weakref
from pathlib import Path
from typing import Any

import lark
from lark import Token, Tree

from kotc_sim.output import cache_file, keep, recall

MOST = 4000
"""Texts that are kept of one grammar; the oldest go first."""


class Remembered:
    """The trees of one grammar's texts.

    ``source``: the grammar in lark's language.
    """

    def __init__(self, source: str) -> None:
        digest = hashlib.sha256(f"{lark.__version__}\0{source}".encode()).hexdigest()[:24]
        self.path = cache_file("texts", f"{digest}.trees")
        content = recall(self.path)  # a changed digit in a tree would be another price
        self.texts: dict[str, Any] = {} if content is None else json.loads(content)
        self._new: list[str] = []
        weakref.finalize(self, _save, self.path, self.texts, self._new)

    def find(self, text: str) -> Tree[Token] | None:
        """Return the tree of a text that was read before, else None."""
        kept = self.texts.get(text)
        if kept is None:
            return None
        tree = _unpack(kept)
        assert isinstance(tree, Tree)
        return tree

    def keep(self, text: str, tree: Tree[Token]) -> None:
        """Remember the tree of a text."""
        self.texts[text] = _pack(tree)
        self._new.append(text)

    def save(self) -> None:
        """Write what is new, as also happens when nobody needs these texts any more, or the process ends."""
        _save(self.path, self.texts, self._new)


def _save(path: Path | None, texts: dict[str, Any], new: list[str]) -> None:
    """Write texts if some are new; where nothing can be written by now, they are parsed again next time."""
    if new:
        new.clear()
        keep(path, json.dumps(dict(list(texts.items())[-MOST:])).encode())


def _pack(node: Tree[Token] | Token) -> Any:
    if isinstance(node, Token):
        return [node.type, str(node), node.start_pos, node.line, node.column, node.end_line, node.end_column, node.end_pos]
    return [str(node.data), [_pack(child) for child in node.children]]


def _unpack(kept: Any) -> Tree[Token] | Token:
    if len(kept) == 2:
        return Tree(kept[0], [_unpack(child) for child in kept[1]])
    kind, value, start, line, column, end_line, end_column, end = kept
    return Token(kind, value, start, line, column, end_line, end_column, end)
