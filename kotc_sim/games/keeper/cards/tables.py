"""Parsers built before, kept in the cache folder: a parser is made of tables, and reading them takes a quarter of building them.

The tables depend on the grammar's source only, so their file is named by a digest of it and of lark's version. It holds lists, numbers and
texts (JSON, not lark's own pickles): whoever writes one can make texts be read wrongly, but no code be run. A file that is damaged is not
used, and is rewritten.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from kotc_sim.compiler import cache_folder
from kotc_sim.errors import KotcError
from kotc_sim.output import write_output


def parser_of(source: str) -> Lark:
    """Return the parser of a grammar in lark's language: read from the cache folder, or built and written there.

    LALR with a contextual lexer: where an effect may stand, only effects (and what may follow them) are looked for.
    """
    digest = hashlib.sha256(f"{lark.__version__}\0{source}".encode()).hexdigest()[:24]
    folder = cache_folder("texts")
    path = None if folder is None else folder / f"{digest}.tables"
    found = None if path is None else _read(path)
    if found is not None:
        return found
    built = Lark(source, parser="lalr", lexer="contextual", maybe_placeholders=False)
    if path is not None:
        data, memo = built.memo_serialize([TerminalDef, Rule])
        tables = json.dumps({"data": data, "memo": memo})
        with contextlib.suppress(KotcError):  # a full disk: it is built again next time
            write_output(path, f"{_digest(tables)}\n{tables}")
    return built


def _digest(tables: str) -> str:
    return hashlib.sha256(tables.encode()).hexdigest()


def _read(path: Path) -> Lark | None:
    """Return the parser whose tables are in the file; None if there is none, or it is not what was written."""
    try:
        digest, _, tables = path.read_text(encoding="utf-8").partition("\n")
        if digest != _digest(tables):
            return None
        return Lark.load(json.loads(tables, object_hook=_number_lines))
    except Exception:  # of another make, whatever lark then meets in it: it is built again
        return None


def _number_lines(entries: dict[str, Any]) -> dict[Any, Any]:
    """Return a dictionary with the numbers as keys that JSON made texts of."""
    return {int(key): value for key, value in entries.items()} if all(key.isdecimal() for key in entries) else entries
