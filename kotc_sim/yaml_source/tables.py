"""Cards and decks that are no YAML: deck lists as plain text, tables of cards as CSV, TSV or spreadsheets. All become nodes."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence

from kotc_sim.errors import KotcError
from kotc_sim.yaml_source.nodes import Node, whole_number

_DECK_KEY = re.compile(r"(name|edition|include|strategy):\s*(\S.*?)\s*\Z")
COPIES = ("copies", "count", "number", "qty")
COLUMNS = {
    "name": ("name", "card", "card name"),
    "kind": ("kind", "type"),
    "sp": ("sp", "offense"),
    "hp": ("hp", "defense"),
    "level": ("level", "cost"),
    "ultra": ("ultra", "ultra points", "up"),
    "text": ("text", "ability", "abilities", "card text"),
    "design_edition": ("design_edition", "design edition", "indicator", "edition indicator"),
    "count": COPIES,
}
"""Key of a card -> how the head of its column may be written, in small letters. Other columns are the designer's own, and not read."""


def deck_list(text: str, file: str) -> Node:
    """Return a text file of cards, one a line, as the deck that it is; lines such as ``edition: kotc-20`` are its other keys."""
    root, cards = Node("map", file, 1, 1), []
    for number, line in enumerate(text.splitlines(), 1):
        found = _DECK_KEY.match(line)
        if found:
            key, value = (Node("scalar", file, number, 1, value=word, raw=word, last_line=number) for word in found.groups())
            root.pairs.append((key, value))
        cards.append("" if found else line)
    list_of_cards = Node("scalar", file, 1, 1, value="\n".join(cards), raw="\n".join(cards), last_line=len(cards))
    root.pairs.append((Node("scalar", file, 1, 1, value="cards", raw="cards", last_line=1), list_of_cards))
    return root


def card_table(text: str, file: str) -> Node:
    """Return a table of cards, separated by commas, semicolons or tabs, as a list of cards; with a column of copies, as a deck of them.

    Raises
    ------
    KotcError
        If the first row names no column ``name``, names one twice, or a quotation mark is not closed.
    """
    first = text.split("\n", 1)[0]
    separator = max("\t;,", key=first.count)
    try:
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        rows, begin = [], 1
        for row in lines:
            rows.append((begin, row))
            begin = lines.line_num + 1
    except csv.Error as error:
        raise KotcError(f"the table cannot be read: {error}", file=file, line=lines.line_num, fix="Is a quotation mark missing?") from None
    return cards_of_rows(rows, file)


def sheet_rows(data: bytes, file: str) -> list[tuple[int, list[str]]]:
    """Return row number and cells of the first sheet of a spreadsheet (.xlsx, .ods).

    Raises
    ------
    KotcError
        If it is none, or the extra ``sheets`` is not installed.
    """
    import pandas as pd

    try:
        frame = pd.read_excel(io.BytesIO(data), header=None, dtype=str, keep_default_na=False)
    except ImportError as error:
        raise KotcError("spreadsheets cannot be read here", file=file, fix="Install it with: pip install 'kotc-sim[sheets]'") from error
    except Exception as error:  # each of the two libraries has errors of its own, and those of zip and XML beside them
        raise KotcError("this spreadsheet cannot be read", file=file, fix="Save it again, or save it as CSV.") from error
    return [(number, [str(cell) for cell in row]) for number, row in enumerate(frame.itertuples(index=False), 1)]


def cards_of_rows(rows: Sequence[tuple[int, Sequence[str]]], file: str) -> Node:
    """Return the cards of a table's rows, of which the first that is not empty holds the heads; errors as `card_table`.

    Parameters
    ----------
    rows : sequence of (int, sequence of str)
        Line of the file, and cells.
    file : str
        For messages.
    """
    rows = [(line, cells) for line, cells in rows if any(cell.strip() for cell in cells)]
    line, heads = rows[0] if rows else (1, ())
    keys = [next((key for key, others in COLUMNS.items() if head.strip().casefold() in others), "") for head in heads]
    for key in COLUMNS:
        if keys.count(key) > 1:
            raise KotcError(f"two columns of the table hold the {key} of a card", file=file, line=line, fix="Rename one.")
    if "name" not in keys:
        raise KotcError(
            "the first row of the table names no column `name`",
            file=file,
            line=line,
            fix="Head the columns: name, kind, SP, HP, text, level.",
        )
    cards, counts = [], []
    for line, cells in rows[1:]:
        given = {
            key: _cell(cell, file, line, column)
            for column, (key, cell) in enumerate(zip(keys, cells, strict=False), 1)
            if key and cell.strip()
        }
        if "name" not in given:
            raise KotcError("a row of the table has no name", file=file, line=line, fix="Name the card, or remove the row.")
        count = given.pop("count", _cell("1", file, line, 1))
        cards.append(_map(given, file, line))
        counts.append(_map({"name": given["name"], "count": count}, file, line))
    library = Node("list", file, line, 1, items=cards)
    return _map({"library": library, "cards": Node("list", file, line, 1, items=counts)}, file, 1) if "count" in keys else library


def _cell(text: str, file: str, line: int, column: int) -> Node:
    text = text.strip()
    number = whole_number(text)
    return Node("scalar", file, line, column, text if number is None else number, text, "" if number is not None else '"', line)


def _map(entries: Mapping[str, Node], file: str, line: int) -> Node:
    return Node("map", file, line, 1, pairs=[(_cell(key, file, line, 1), value) for key, value in entries.items()])


READERS: Mapping[str, Callable[[str, str], Node]] = {".txt": deck_list, ".csv": card_table, ".tsv": card_table}
"""By the ending of a file: what reads its text in place of YAML."""
SHEETS = (".xlsx", ".ods")
"""Endings of spreadsheets."""
