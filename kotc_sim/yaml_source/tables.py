"""Cards and decks that are no YAML: deck lists as plain text, tables of cards as CSV, TSV or spreadsheets. All become nodes."""

import csv
import io
import re
from collections.abc import Callable, Mapping

from kotc_sim.errors import KotcError, is_calculated
from kotc_sim.yaml_source.nodes import Node, whole_number

_DECK_KEY = re.compile(r"(name|edition|include|strategy):\s*(\S.*?)\s*\Z")
_RESERVES = re.compile(r"\W*(?:reserves|sideboard)\b[\W\d]*\Z", re.IGNORECASE)
_SEPARATOR = re.compile("sep=", re.IGNORECASE)
"""How the row begins by which Excel is told what separates the cells."""
COPIES = ("copies", "count", "number", "qty")
COLUMNS = {
    "name": ("name", "card", "card name"),
    "kind": ("kind", "type"),
    "sp": ("sp", "offense"),
    "hp": ("hp", "defense"),
    "sp/hp": ("sp/hp", "sp / hp", "stats"),
    "level": ("level", "cost"),
    "ultra": ("ultra", "ultra points", "up"),
    "text": ("text", "ability", "abilities", "card text"),
    "design_edition": ("design_edition", "design edition", "indicator", "edition indicator"),
    "count": COPIES,
}
"""Key of a card -> how the head of its column may be written, in small letters. Other columns are the designer's own (`OWN`)."""
OWN = "columns"  # key of a card under which a table's other columns are kept; nothing reads them
Rows = list[tuple[int, list[str]]]  # line of the file, and cells, of each row of a table


def deck_list(text: str, file: str) -> Node:
    """Return a text file of cards, one a line, as the deck that it is.

    Lines such as ``edition: kotc-20`` are its other keys; what follows a heading ``Reserves`` or ``Sideboard`` are its reserves.
    """
    root, parts = Node("map", file, 1, 1), {"cards": [""]}
    lines = parts["cards"]
    for number, line in enumerate(text.splitlines(), 1):
        found = _DECK_KEY.match(line)
        if found:
            _add(root, found, number)
        if aside := _RESERVES.match(line):
            lines = parts.setdefault("reserves", [""] * number)
        lines.append("" if found or aside else line)
    for key, lines in parts.items():
        written = "\n".join(lines[1:])
        if key == "reserves" and not written.strip():
            continue
        root.pairs.append((_cell(key, file, 1, 1), Node("scalar", file, 1, 1, value=written, raw=written, last_line=len(lines))))
    return root


def _add(root: Node, found: re.Match[str], line: int) -> None:
    """Add a line such as ``edition: kotc-20`` to a map; several that begin with ``include:`` are a list."""
    key, value = (Node("scalar", root.file, line, 1, value=word, raw=word, last_line=line) for word in found.groups())
    for k, (known, before) in enumerate(root.pairs):
        if known.raw == key.raw == "include":
            root.pairs[k] = known, Node("list", root.file, before.line, 1, items=[*(before.items or [before]), value])
            return
    root.pairs.append((key, value))


def card_table(text: str, file: str) -> Node:
    """Return a table of cards as a list of them; with a column of copies, as a deck; errors as `text_rows` and `cards_of_rows`."""
    return cards_of_rows(text_rows(text, file), file)


def text_rows(text: str, file: str) -> Rows:
    """Return the rows of a table, separated by commas, semicolons or tabs; `KotcError` if a quotation mark is not closed."""
    try:
        heads = next((line for line in text.split("\n") if not _DECK_KEY.match(line.strip().strip('"'))), "")
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=max("\t;,", key=heads.count), strict=True)
        rows, begin = [], 1
        for row in lines:
            rows.append((begin, row))
            begin = lines.line_num + 1
    except csv.Error as error:
        raise KotcError(f"the table cannot be read: {error}", file=file, line=lines.line_num, fix="Is a quotation mark missing?") from None
    return rows


def sheet_rows(data: bytes, file: str) -> Rows:
    """Return the rows of the first sheet of a spreadsheet (.xlsx, .ods); `KotcError` if it is none, or the extra ``sheets`` is missing."""
    import pandas as pd

    try:
        frame = pd.read_excel(io.BytesIO(data), header=None, dtype=str, keep_default_na=False)
    except ImportError as error:
        raise no_sheets(file) from error
    except Exception as error:  # each of the two libraries has errors of its own, and those of zip and XML beside them
        raise KotcError("this spreadsheet cannot be read", file=file, fix="Save it again, or save it as CSV.") from error
    return [(number, [str(cell) for cell in row]) for number, row in enumerate(frame.itertuples(index=False), 1)]


def no_sheets(file: str) -> KotcError:
    """Return the error for a spreadsheet where the extra is not installed."""
    return KotcError("spreadsheets need an extra", file=file, fix="Install it with: pip install 'kotc-sim[sheets]'; or use CSV.")


def cards_of_rows(rows: Rows, file: str) -> Node:
    """Return the cards of a table. Its first rows may be lines such as ``edition: kotc-20``; the next holds the heads.

    Raises `KotcError` if no column is headed ``name``, two hold the same of a card, or a row has no name.
    """
    rows = [(line, cells) for line, cells in rows if any(cell.strip() for cell in cells) and not _SEPARATOR.match(cells[0])]
    top = Node("map", file, 1, 1)
    while rows and (found := _DECK_KEY.match("".join(rows[0][1]).strip())):
        _add(top, found, rows.pop(0)[0])
    line, heads = rows[0] if rows else (1, [])
    keys = [key_of(head) for head in heads]
    for key in COLUMNS:
        if keys.count(key) > 1 or (key in ("sp", "hp") and {key, "sp/hp"} <= set(keys)):
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
        filled = [(number, cell) for number, cell in enumerate(cells) if cell.strip()]
        if filled and filled[-1][0] >= len(keys):
            fix = "Give each column a head, or put a cell with a comma in quotation marks."
            raise KotcError(f"{filled[-1][1].strip()!r} stands in no column of the table", file=file, line=line, fix=fix)
        given = {keys[at]: _cell(cell, file, line, at + 1) for at, cell in filled if keys[at]}
        given |= _stats(given.pop("sp/hp", None))
        if "name" not in given:
            raise KotcError("a row of the table has no name", file=file, line=line, fix="Name the card, or remove the row.")
        empty = [key for key in ("sp", "hp") if key in keys and key not in given]
        if len(empty) == 1 and "sp" in keys and "hp" in keys:
            fix = f"Write a number into the column {heads[keys.index(empty[0])].strip()}; of a spell, neither SP nor HP."
            raise KotcError(f"{empty[0]} is empty", file=file, line=line, fix=fix)
        own = {heads[at].strip(): _quoted(cell, file, line, at + 1) for at, cell in filled if not keys[at]}
        count = given.pop("count", _cell("1", file, line, 1))
        if len(given) > 1 or "count" not in keys:  # a name and copies alone are a card that is defined elsewhere
            cards.append(_map(given | ({OWN: _map(own, file, line)} if own else {}), file, line))
        if count.value != 0:
            counts.append(_map({"name": given["name"], "count": count}, file, line))
    library = Node("list", file, line, 1, items=cards)
    if "count" not in keys and not top.pairs:
        return library
    found_cards = Node("list", file, line, 1, items=counts)
    body = _map({"library": library, "cards": found_cards} if "count" in keys else {"cards": library}, file, 1)
    return Node("map", file, 1, 1, pairs=[*top.pairs, *body.pairs])


def _stats(cell: Node | None) -> dict[str, Node]:
    """Return SP and HP of a cell such as ``3/2``; nothing of an empty one, as spells have it."""
    if cell is None:
        return {}
    sp, slash, hp = (part.strip() for part in cell.raw.partition("/"))
    if not (slash and sp.isdecimal() and hp.isdecimal()):
        raise cell.error(f"{cell.raw!r} is not SP and HP", "Write both numbers, such as 3/2.")
    return {key: _cell(number, cell.file, cell.line, cell.column) for key, number in (("sp", sp), ("hp", hp))}


def key_of(head: str) -> str:
    """Return the key of a card that the column with this head holds, "" for one of the designer's own."""
    return next((key for key, others in COLUMNS.items() if head.strip().casefold() in others), "")


def said_in(cell: str) -> str:
    """Return the text of a cell, without the ' that keeps a spreadsheet from taking it for a formula."""
    return cell[1:] if cell.startswith("'") and is_calculated(cell) else cell


def _quoted(text: str, file: str, line: int, column: int) -> Node:
    text = said_in(text)
    return Node("scalar", file, line, column, text, text, '"', line)


def _cell(text: str, file: str, line: int, column: int) -> Node:
    text = text.strip()
    number = whole_number(re.sub(r"\.0+\Z", "", text.removeprefix("-")))  # 4.0 is how programs write a column of numbers that has gaps
    if number is None:
        return _quoted(text, file, line, column)
    return Node("scalar", file, line, column, -number if text[0] == "-" else number, text, "", line)


def _map(entries: Mapping[str, Node], file: str, line: int) -> Node:
    return Node("map", file, line, 1, pairs=[(_cell(key, file, line, 1), value) for key, value in entries.items()])


READERS: Mapping[str, Callable[[str, str], Node]] = {".txt": deck_list, ".csv": card_table, ".tsv": card_table}
"""By the ending of a file: what reads its text in place of YAML."""
SHEETS = (".xlsx", ".ods")  # endings of spreadsheets
