"""Parsers built before, kept in the cache folder: a parser is made of tables, and reading them takes a quarter of building them.

The tables depend on the grammar's source only, so their file is named by a digest of it and of lark's version. It holds lists, numbers and
texts (JSON, not lark's own pickles): whoever writes one can make texts be read wrongly, but no code be run. A file that is damaged is not
used, and is written again.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from kotc_sim.output import cache_file, keep, recall


def parser_of(source: str) -> Lark:
    """Return the parser of a grammar in lark's language: read from the cache folder, or built and written there.

    LALR with a contextual lexer: where an effect may stand, only effects (and what may follow them) are looked for.
    """
    digest = hashlib.sha256(f"{lark.__version__}\0{source}".encode()).hexdigest()[:24]
    path = cache_file("texts", f"{digest}.parser")
    content = recall(path)
    if content is not None:
        with suppress(Exception):  # of another make, whatever lark then meets in it: it is built again
            return Lark.load(json.loads(content, object_hook=_number_lines))
    built = Lark(source, parser="lalr", lexer="contextual", maybe_placeholders=False)
    data, memo = built.memo_serialize([TerminalDef, Rule])
    keep(path, json.dumps({"data": data, "memo": memo}).encode())
    return built


def _number_lines(entries: dict[str, Any]) -> dict[Any, Any]:
    """Return a dictionary with the numbers as keys that JSON made texts of."""
    return {int(key): value for key, value in entries.items()} if all(key.isdecimal() for key in entries) else entries
