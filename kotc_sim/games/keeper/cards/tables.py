"""Parsers built before, kept in the cache folder: a parser is made of tables, and reading them takes a quarter of building them.

The tables depend on the grammar's source only, so their file is named by a digest of it and of lark's version. It holds lists, numbers and
texts (JSON, not lark's own pickles): whoever writes one can make texts be read wrongly, but no code be run. A file that is damaged is not
used, and is written again.
"""

import hashlib
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from kotc_sim.games.keeper.cards.remembered import Branch, Token
from kotc_sim.output import cache_file, keep, recall

if TYPE_CHECKING:  # it takes long to import, and is not needed where all texts were read before
    import lark


class UnreadableError(Exception):
    """A text that a grammar does not make."""

    def __init__(self, at: int, expected: set[str]) -> None:
        super().__init__()
        self.at, self.expected = at, expected  # where it stops making sense, and the terminals that might stand there


def parse(parser: "lark.Lark", text: str) -> Branch:
    """Return the tree of a text; `UnreadableError` if it has none."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    try:
        return _simplify(parser.parse(text))
    except UnexpectedToken as error:
        at = len(text) if error.token.type == "$END" else error.token.start_pos or 0
        raise UnreadableError(at, set(error.accepts or error.expected)) from None
    except UnexpectedCharacters as error:
        raise UnreadableError(error.pos_in_stream or 0, set(error.allowed or ())) from None


def _simplify(tree: "lark.Tree[lark.Token]") -> Branch:
    """Return lark's tree without what nobody asks for."""
    children = [Token(one.type, str(one), one.start_pos or 0) if isinstance(one, str) else _simplify(one) for one in tree.children]
    return Branch(str(tree.data), children)


def parser_of(source: str) -> "lark.Lark":
    """Return the parser of a grammar in lark's language: read from the cache folder, or built and written there.

    LALR with a contextual lexer: where an effect may stand, only effects (and what may follow them) are looked for.
    """
    import lark
    from lark.grammar import Rule
    from lark.lexer import TerminalDef

    digest = hashlib.sha256(f"{lark.__version__}\0{source}".encode()).hexdigest()[:24]
    path = cache_file("texts", f"{digest}.parser")
    content = recall(path)
    if content is not None:
        with suppress(Exception):  # of another make, whatever lark then meets in it: it is built again
            return lark.Lark.load(json.loads(content, object_hook=_number_lines))
    built = lark.Lark(source, parser="lalr", lexer="contextual", maybe_placeholders=False)
    data, memo = built.memo_serialize([TerminalDef, Rule])
    keep(path, json.dumps({"data": data, "memo": memo}).encode())
    return built


def _number_lines(entries: dict[str, Any]) -> dict[Any, Any]:
    """Return a dictionary with the numbers as keys that JSON made texts of."""
    return {int(key): value for key, value in entries.items()} if all(key.isdecimal() for key in entries) else entries
