"""Changes of trees of dicts, lists and scalars, and of texts: what is damaged, and what is only a little different."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 99, 10**6, -(10**6), 2**31, 2**63, 10**30, 0.5, -1.5, 1e300, float("inf"), float("nan"), "", " ",
    "x", "1", "true", "none", "P0", "P1", "A", "B", "Rat", "minion 2/4", "minion 0/0", "minion 99999999999999999999/1", "Fire 1 (1/1)", "²",
    "½", "a\x1b[2Jb", "\u202e", "é" * 300, "{x}", "levelup", "kotc-17", "kotc-5", "/etc/passwd", ".", "..", "-", "=1+1", [], {}, [[]], [{}],
    {"card": 1}, {"card": None}, {"card": "A"}, [1, 2, 3], ["A", "A"], {"a": {"a": {"a": {}}}}, [None], {None: None}, {1: 1}, {True: 0},
    [True], {"name": 1}, {"P0": 3}, "9" * 5000, "x " * 5000, "#²",
]  # fmt: skip
"""What takes the place of a part of an input."""
_STRANGE = " \n\t:-#&*!%@{}[]'\"\\,.;()/²½\x00\x1b\x85\u2028\u202e\ufeff\U0001f600"


def damaged(tree: Any, rng: random.Random) -> Any:
    """Return a copy of a tree with one to three parts changed, removed, doubled or exchanged for anything."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        tree = _changed(tree, rng, rng.randrange(max(1, _size(tree))), _anything)
    return tree


def varied(tree: Any, rng: random.Random) -> Any:
    """Return a copy of a tree with one or two scalars exchanged for others of the same type, mostly of the same tree: often still valid."""
    for _ in range(rng.choice((1, 1, 2))):
        places = [place for place in range(_size(tree)) if not isinstance(_part(tree, place), (dict, list))]
        if places:
            like = partial(_like, others=[_part(tree, place) for place in places])
            tree = _changed(tree, rng, rng.choice(places), like, keeps=True)
    return tree


def text_changed(text: str, rng: random.Random) -> str:
    """Return a text with a piece removed, doubled, exchanged for another of its pieces, or for a strange character."""
    low = rng.randrange(len(text) + 1)
    high = min(len(text), low + rng.choice((0, 1, 1, 2, 5, 20)))
    other = rng.randrange(len(text) + 1)
    new = rng.choice(("", text[low:high] * 2, text[other : other + 5], rng.choice(_STRANGE)))
    return text[:low] + new + text[high:]


def bytes_changed(content: bytes, rng: random.Random) -> bytes:
    """Return bytes cut off, or with one to nineteen bits flipped."""
    kind = rng.randrange(4)
    if kind == 0:
        return content[: rng.randrange(len(content))]
    changed = bytearray(content)
    for _ in range(1 if kind == 1 else rng.randrange(1, 20)):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _parts(tree: Any) -> list[Any]:
    return list(tree.values()) if isinstance(tree, dict) else tree if isinstance(tree, list) else []


def _size(tree: Any) -> int:
    return 1 + sum(_size(part) for part in _parts(tree))


def _part(tree: Any, at: int) -> Any:
    """Return the part at a place: 0 is the tree itself, its parts follow, each before its own."""
    at -= 1
    if at < 0:
        return tree
    for part in _parts(tree):
        size = _size(part)
        if at < size:
            return _part(part, at)
        at -= size
    raise IndexError(at)


def _changed(tree: Any, rng: random.Random, at: int, other: Any, keeps: bool = False) -> Any:
    """Return a copy with the part at a place exchanged; unless ``keeps``, one around it may be removed, doubled or renamed instead."""
    if at == 0:
        return other(tree, rng)
    keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
    copy: Any = dict(tree) if isinstance(tree, dict) else list(tree)
    at -= 1
    for key in keys:
        size = _size(copy[key])
        if at < size:
            kind = 7 if keeps else rng.randrange(8)
            if kind == 0:
                del copy[key]
            elif kind == 1 and isinstance(copy, list):
                copy.insert(key, copy[rng.randrange(len(copy))])
            elif kind == 1:
                copy[rng.choice(["x", 1, None, *map(str, keys)])] = copy.pop(key)
            else:
                copy[key] = _changed(copy[key], rng, at, other, keeps)
            return copy
        at -= size
    return copy


def _anything(value: Any, rng: random.Random) -> Any:
    if isinstance(value, str) and value and rng.random() < 0.4:
        return text_changed(value, rng)
    if isinstance(value, int) and rng.random() < 0.3:
        return value + rng.choice((-1, 1, 100, -100, 2**15, 2**16))
    return rng.choice(JUNK)


def _like(value: Any, rng: random.Random, others: list[Any]) -> Any:
    if isinstance(value, int) and not isinstance(value, bool) and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 2, 10))
    return rng.choice([one for one in others if type(one) is type(value)])
