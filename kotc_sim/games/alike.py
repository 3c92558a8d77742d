"""Names of one file that look alike and are not (``Rat`` with a Cyrillic ``а``), and different cards that have one name."""

import unicodedata
from collections.abc import Iterable, Iterator

from kotc_sim.errors import say
from kotc_sim.games.decklists import fold
from kotc_sim.yaml_source import Node

_LETTERS = str.maketrans(
    "αΑΒϲϹΕϜΗιΙϳͿΚΜϺΝοσΟρϱΡΤυνΧγΥϒΖ" + "аАЬВсСԁеҽЕԌһНіӏјЈКІӀМоОрРԛгѕЅТѵѴѡԝԜхХуүУҮ" + "քցհոռօՕգզՏսՍա" + "ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᏔᎩᏃ" + "ɑɡıI1|0",
    "aABcCEFHiljJKMMNooOppPTuvXyYYZ" + "aAbBcCdeeEGhHiljJKllMoOpPqrsSTvVwwWxXyyYY" + "fghnnoOgqSuUw" + "ABCDEGHiJKLMPRSTVWYZ" + "agilllO",
)
"""Letters and digits that look like another one: of Greek, Cyrillic, Armenian and Cherokee those that UTS 39 maps to a Latin letter."""
_warned: set[tuple[str, int, str]] = set()


def warn_of_names(root: Node) -> None:
    """Say on the error stream which names in a file look alike, and which different cards have one; each pair once a process."""
    _warn_of_one_name(root)
    seen: dict[str, tuple[str, Node]] = {}
    for node in _names(root):
        name = fold(node.raw)
        first, place = seen.setdefault(_shape(name), (name, node))
        if first != name and (key := (node.file, node.line, name)) not in _warned:
            _warned.add(key)
            where = f"{node.file}:{node.line}"
            say(f"warning: {where}: the name {name!a} looks like {first!a} of line {place.line}, and is another one", error=True)


def names_alike(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """Say of each name that it looks like another one, of these or of those that are known, if it does."""
    first = {_shape(name): name for name in map(fold, known)}
    pairs = ((name, first.setdefault(_shape(name), name)) for name in map(fold, names))
    return [f"The name {name!a} looks like {other!a}, and is another one." for name, other in pairs if name != other]


def _warn_of_one_name(node: Node) -> None:
    seen: dict[str, Node] = {}
    for item in node.items:
        _warn_of_one_name(item)
        for name in (value for key, value in item.pairs if key.raw == "name" and value.kind == "scalar"):
            first = seen.setdefault(fold(name.raw), item)
            if first.plain() != item.plain() and (key := (item.file, item.line, name.raw)) not in _warned:
                _warned.add(key)
                say(f"warning: {item.file}:{item.line}: {name.raw!r} is another card than the one of line {first.line}", error=True)
    for _, value in node.pairs:
        _warn_of_one_name(value)


def _shape(name: str) -> str:
    """Return the same for names that look the same."""
    return unicodedata.normalize("NFKC", name.translate(_LETTERS)).translate(_LETTERS).replace(" ", "")


def _names(node: Node) -> Iterator[Node]:
    """Yield the names of cards that a file defines: values of ``name``, and keys of a library that is a map."""
    for key, value in node.pairs:
        if key.raw == "name" and value.kind == "scalar":
            yield value
        elif key.raw == "library" and value.kind == "map":
            yield from (name for name, _ in value.pairs if name.kind == "scalar")
        yield from _names(value)
    for item in node.items:
        yield from _names(item)
