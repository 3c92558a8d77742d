"""YAML files read into nodes that remember file, line and column, and keep duplicate keys.

Scalars follow YAML 1.2: only ``true`` and ``false`` are booleans, so that ``on:`` is a key and a card may be
called No. Every fault of a file becomes a `KotcError`.
"""

import codecs
import contextlib
import functools
import hashlib
import os
import re
import stat
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from kotc_sim.errors import STANDARD_INPUT, KotcError
from kotc_sim.yaml_source import tables
from kotc_sim.yaml_source.nodes import Node as Node
from kotc_sim.yaml_source.nodes import Scalar
from kotc_sim.yaml_source.nodes import is_given as is_given
from kotc_sim.yaml_source.nodes import nearest as nearest
from kotc_sim.yaml_source.nodes import require_known_keys as require_known_keys
from kotc_sim.yaml_source.nodes import whole_number as whole_number
from kotc_sim.yaml_source.places import deck_folder, located, named, no_such_file

MAX_BYTES = 5_000_000
_MAX_DEPTH = 40
_MAX_NODES = 200_000
_SEPARATOR = re.compile(r"---(?:\s|$)")
_INT = re.compile(r"[-+]?\d{1,18}\Z")
_FLOAT = re.compile(r"[-+]?\d{1,18}\.\d{1,18}\Z")

_LOCK = threading.Lock()
_input: tuple[Any, bytes] | None = None
"""The standard input, and what it held: it can be read once only, and several readers may ask."""


@contextlib.contextmanager
def nothing_quoted(*named: str | os.PathLike[str] | None) -> Iterator[None]:
    """Quote nothing of files elsewhere while files that the user names are read: an error raised in the block then says less.

    A deck may name other files (``include``, ``edition``); one that somebody sent may name the user's own, to have them shown in a message.
    A fault in a file that does not lie in or below the folder of a named one is reported by file and line only.
    """
    try:
        yield
    except KotcError as error:
        shipped = deck_folder() / "x", os.path.dirname(__file__)
        if error.file is None or any(_beside(error.file, name) for name in (*named, *shipped) if name is not None):
            raise
        raise KotcError(
            "this file cannot be used as the one that names it wants",
            file=error.file,
            line=error.line,
            fix=f"To see what is wrong with it, name it yourself: kotc-sim check {error.file}",
        ) from None


def _beside(file: str, named: str | os.PathLike[str]) -> bool:
    own = os.path.dirname(os.path.realpath("x" if os.fspath(named) in STANDARD_INPUT else named))
    return os.path.realpath(file).startswith(os.path.join(own, ""))


_read_so_far: dict[str, str] = {}


def files_read() -> dict[str, str]:
    """Return the BLAKE2b, 32 hexadecimal digits, of each file that this process has read here, by path."""
    return dict(_read_so_far)


def _standard_input() -> bytes:
    global _input
    with _LOCK:
        if _input is None or _input[0] is not sys.stdin:
            stream = getattr(sys.stdin, "buffer", None)
            _input = sys.stdin, b"" if stream is None else stream.read(MAX_BYTES + 1)
        return _input[1]


def _regular_file(path: Path, what: str) -> bytes:
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))  # a pipe without a writer would wait
    with open(number, "rb") as stream:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise KotcError(f"this is a device or a pipe, not a {what}", file=path, fix="Name a file, or - for the standard input.")
        return stream.read(MAX_BYTES + 1)


def _bytes(path: str | os.PathLike[str], what: str) -> bytes:
    shown, file = Path(path), located(path)
    try:
        if file.is_dir():
            raise KotcError(f"this is a folder, not a {what}", file=shown, fix=f"Name a {what} in it.")
        data = _standard_input() if os.fspath(path) in STANDARD_INPUT else _regular_file(file, what)
    except FileNotFoundError as error:
        raise no_such_file(shown, what) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise KotcError(f"the {what} cannot be read: {reason}", file=shown, fix="Check the path, and who may read it.") from error
    if len(data) > MAX_BYTES:
        raise KotcError(
            f"the {what} is larger than {MAX_BYTES // 1_000_000} MB", file=shown, fix=f"No {what} needs that; is it another kind of file?"
        )
    _read_so_far[str(path)] = hashlib.blake2b(data, digest_size=16).hexdigest()
    return data


def read_text(path: str | os.PathLike[str], what: str = "file") -> str:
    """Read a text of at most `MAX_BYTES` bytes: a regular file, or the standard input (`STANDARD_INPUT`), which is read once.

    It is UTF-8, or where a byte-order mark says so UTF-16, as spreadsheets write "Unicode text". Raises `KotcError` if there is no such
    file, it is a folder, a device, a pipe, too large, not readable or not UTF-8.
    """
    data = _bytes(path, what)
    try:
        return data.decode("utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise KotcError(f"the {what} is not UTF-8 text", file=path, line=line, fix="Save it as UTF-8.") from error


def read_yaml(path: str | os.PathLike[str], what: str = "file") -> Node:
    """Read a YAML file of one document; messages say ``what`` it should be.

    The last files are remembered by path and content: one that several readers ask for (an edition that others extend, a shared library) is
    parsed once, and one that was changed meanwhile is parsed again. A node is never changed after it was read. Raises `KotcError` as
    `read_text`, and if it is no YAML, is empty, or is nested absurdly.
    """
    path = named(path)
    if Path(path).suffix.lower() in tables.SHEETS:
        return tables.cards_of_rows(tables.sheet_rows(_bytes(path, what), path), path)
    return _parsed(_Source(read_text(path, what), path, what))


def read_table(path: str | os.PathLike[str]) -> tables.Rows | None:
    """Return the rows of a file that is a table; None for one that is none. Errors as `read_yaml`."""
    name = named(path)
    ending = Path(name).suffix.lower()
    if ending in tables.SHEETS:
        return tables.sheet_rows(_bytes(name, "table"), name)
    return tables.text_rows(read_text(name, "table"), name) if tables.READERS.get(ending) is tables.card_table else None


@dataclass(frozen=True, slots=True)
class _Source:
    """A text of a file; what it should be is for messages only, and makes it no other one."""

    text: str
    file: str
    what: str = field(compare=False)


@functools.lru_cache(maxsize=64)
def _parsed(source: _Source) -> Node:
    return parse_yaml(source.text, source.file, source.what)


def parse_yaml(text: str, file: str, what: str = "file") -> Node:
    """Read YAML from a string; ``file`` is for messages. Errors as `read_yaml`."""
    documents = parse_documents(text, file, what)
    if len(documents) > 1:
        raise KotcError(
            f"the {what} holds more than one document", file=file, line=documents[1].line, fix="Remove the line `---` and what follows."
        )
    return documents[0]


def parse_documents(text: str, file: str, what: str = "file") -> list[Node]:
    """Read the documents of a YAML stream, separated by ``---``; at least one. Errors as `read_yaml`."""
    if (ending := os.path.splitext(file)[1].lower()) in tables.READERS:
        return [tables.READERS[ending](text, file)]
    builder = _Builder(file, what)
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = error.problem or error.context or "broken YAML"
        if mark is not None and "nesting depth" in problem:  # libyaml from 0.2.6 on has a limit of its own, and reads ahead of the events
            raise builder.too_large(mark.line + 1, mark.column + 1) from error
        lines = text.split("\n")
        tab = mark is not None and mark.line < len(lines) and lines[mark.line].lstrip(" ").startswith("\t")
        raise KotcError(
            "a line begins with a tab, which YAML does not read" if tab else f"this is not YAML: {problem}",
            file=file,
            line=mark.line + 1 if mark else None,
            column=mark.column + 1 if mark else None,
            fix="Indent with spaces." if tab else "Check indentation, colons and quotation marks; a text with `: ` in it needs them.",
        ) from error
    except yaml.YAMLError as error:
        place = getattr(error, "position", None)
        line = None if place is None else text.count("\n", 0, place) + 1
        raise KotcError(
            "this is not YAML: it holds a character that no text has", file=file, line=line, fix="Is it another kind of file?"
        ) from error
    documents = [root for root in builder.documents if root.kind != "scalar" or root.value is not None]
    if not documents:
        raise KotcError(f"the {what} is empty", file=file, fix="Fill it in, or name another one.")
    return documents


def split_documents(path: str | os.PathLike[str], what: str = "scenario file", fix: str = "See docs/scenarios.md.") -> list[Node]:
    """Read a YAML file of one or more documents, separated by lines ``---``; ``what`` and ``fix`` are for messages, of an empty one.

    Raises `KotcError` if the file cannot be read, or a document is no YAML.
    """
    path = named(path)
    if Path(path).suffix.lower() in tables.SHEETS:
        return [read_yaml(path, what)]
    lines = read_text(path, what).splitlines(keepends=True)
    starts = [0] + [i + 1 for i, line in enumerate(lines) if _SEPARATOR.match(line)]
    ends = [start - 1 for start in starts[1:]] + [len(lines)]
    roots = []
    for start, end in zip(starts, ends, strict=True):
        text = "".join(lines[start:end])
        if any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines()):
            # empty lines in front keep the line numbers of the file
            roots.append(_parsed(_Source("\n" * start + text, path, what)))
    if not roots:
        raise KotcError(f"the {what} is empty", file=path, fix=fix)
    return roots


class _Builder:
    """Nodes out of parser events: without recursion, so that nesting cannot overflow the stack."""

    def __init__(self, file: str, what: str) -> None:
        self.file, self.what = file, what
        self.documents: list[Node] = []
        self._open: list[tuple[Node, str | None, list[Node]]] = []
        self._anchors: dict[str, Node] = {}
        # How many nodes there are below one, aliases written out: a few lines can stand for billions.
        self._weights: dict[int, int] = {}
        self._total = 0

    def take(self, event: yaml.Event) -> None:
        """Go on by one event."""
        mark = event.start_mark
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
        if isinstance(event, yaml.DocumentStartEvent):
            self._anchors.clear()
        elif isinstance(event, yaml.ScalarEvent):
            self._add(_scalar(event, self.file, line, column), event.anchor, 1)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event, line, column)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            kind = "map" if isinstance(event, yaml.MappingStartEvent) else "list"
            self._open.append((Node(kind, self.file, line, column), event.anchor, []))
            if len(self._open) > _MAX_DEPTH:
                raise self.too_large(line, column)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            node, anchor, children = self._open.pop()
            if node.kind == "map":
                node.pairs = list(zip(children[::2], children[1::2], strict=True))
            else:
                node.items = children
            self._add(node, anchor, 1 + sum(self._weights[id(child)] for child in children))

    def _alias(self, event: yaml.AliasEvent, line: int, column: int) -> None:
        target = self._anchors.get(event.anchor or "")
        if target is None:
            what, place = f"there is no anchor &{event.anchor} before *{event.anchor}", Node("scalar", self.file, line, column)
            raise place.error(what, "Mark a value with it, or write the value out.")
        self._add(target, None, self._weights[id(target)])

    def _add(self, node: Node, anchor: str | None, weight: int) -> None:
        self._weights[id(node)] = weight
        self._total += 1
        if max(weight, self._total) > _MAX_NODES:
            raise self.too_large(node.line, node.column)
        if anchor:
            self._anchors[anchor] = node
        if self._open:
            self._open[-1][2].append(node)
        else:
            self.documents.append(node)

    def too_large(self, line: int, column: int) -> KotcError:
        """Return the error of a file that is nested too deeply or too large, at this place."""
        place = Node("scalar", self.file, line, column)
        return place.error(f"the {self.what} is nested too deeply or holds too many entries", "Is it another kind of file?")


def _scalar(event: yaml.ScalarEvent, file: str, line: int, column: int) -> Node:
    raw = event.value
    # PyYAML says where a block scalar's indicator is; its text begins on the next line.
    style = event.style or ""
    value: Scalar = raw
    if event.implicit[0] and style == "":
        if raw in ("", "~", "null"):
            value = None
        elif raw in ("true", "false"):
            value = raw == "true"
        elif _INT.match(raw):
            value = int(raw)
        elif _FLOAT.match(raw):
            value = float(raw)
    return Node("scalar", file, line, column, value, raw, style, event.end_mark.line + 1 if event.end_mark else line)
