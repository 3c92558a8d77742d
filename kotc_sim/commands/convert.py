"""``kotc-sim convert FILE OUT``: cards and decks from YAML to a table and back, without loss."""

from pathlib import Path
from typing import Annotated, Any

import typer
import yaml

from kotc_sim import games
from kotc_sim.commands import options
from kotc_sim.errors import KotcError, is_calculated, say
from kotc_sim.games.decklists import deck_entries, fold
from kotc_sim.output import SEPARATORS, csv_bytes, output_file, write_output
from kotc_sim.yaml_source import Node, read_yaml
from kotc_sim.yaml_source.tables import COLUMNS, OWN, SHEETS, key_of, no_sheets

File = Annotated[Path, typer.Argument(metavar="FILE", callback=options.readable, help="Cards, or a deck: YAML, or a table.")]
Out = Annotated[
    Path,
    typer.Argument(metavar="OUT", callback=options.checked_output, help="What to write, by its ending: .yaml, .csv, .tsv, .xlsx or .ods."),
]
HEADS = {"sp": "SP", "hp": "HP", "ultra": "Ultra Points", "design_edition": "indicator", "count": "copies"}
TOP = ("name", "edition", "include", "strategy")
"""Keys of a deck that stand above the heads of a table, such as ``edition: kotc-20``."""


def command(file: File, out: Out) -> None:
    """Convert cards, or a deck, from YAML to a table and back: nothing is lost but comments. Columns of your own are kept.

    A table has a row a card, under the heads name, kind, SP, HP, level, text, copies and others; see docs/deck-format.md.
    """
    ending = out.suffix.lower()
    if out.exists():
        raise KotcError("this file is there already", file=out, fix="Name another one, or remove it.")
    if ending not in (".yaml", *SEPARATORS, *SHEETS):
        raise KotcError(
            f"a file that ends in {ending or 'nothing'} cannot be written", file=out, fix="Name it .yaml, .csv, .tsv, .xlsx or .ods."
        )
    root = read_yaml(file, "file of cards")
    if ending == ".yaml":
        write_output(out, yaml.safe_dump(_plain(root), allow_unicode=True, sort_keys=False, width=110))
    else:
        _write_rows([[f"'{cell}" if is_calculated(cell) else cell for cell in row] for row in _rows(root)], out)
    say(f"{out} is written")


def _plain(node: Node) -> Any:
    """Return a node as YAML is written from it."""
    if node.kind == "map":
        return {key: _plain(value) for key, value in node.entries().items()}
    return [_plain(one) for one in node.items] if node.kind == "list" else node.value


def _rows(root: Node) -> list[list[str]]:
    """Return the cells of a table that says the same as a file of cards or a deck; `KotcError` if it is neither, or says more."""
    kind = games.kind_of(root)
    if kind not in ("deck", "cards"):
        raise KotcError(f"this is no file of cards, but of the kind {kind}", file=root.file, fix="Name cards, or a deck.")
    parts = (
        root.entries("the file")
        if root.kind == "map" and not any(key.raw in ("text", "sp", "offense", "kind") for key, _ in root.pairs)
        else {}
    )
    nodes = [one for key in ("library", "cards") if key in parts and (key == "library" or kind == "cards") for one in parts[key].items]
    cards = [_card(node) for node in (nodes if parts else root.items if root.kind == "list" else [root])]
    top = []
    for key, node in parts.items():
        if key not in (*TOP, "library", "cards"):
            raise node.error(f"a table has no place for `{key}`", "Keep it in YAML.")
        top += [[f"{key}: {one.text(key)}"] for one in (node.items or [node]) if key in TOP]
    if kind == "deck":
        known = {fold(card["name"]): card for card in cards}
        counted = [(name, count) for name, count, _ in deck_entries(parts["cards"], known)]
        unused = [card for name, card in known.items() if name not in {fold(name) for name, _ in counted}]
        cards = [{**known.pop(fold(name), {"name": name}), "count": str(count)} for name, count in counted]
        cards += [{**card, "count": "0"} for card in unused]
    there = {key for card in cards for key in card} | {"name"}
    keys = [*(key for key in COLUMNS if key in there), *dict.fromkeys(key for card in cards for key in card if key not in COLUMNS)]
    return [*top, [HEADS.get(key, key) for key in keys], *([card.get(key, "") for key in keys] for card in cards)]


def _card(node: Node) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in node.entries("a card").items():
        if key == OWN:
            for head, cell in value.entries("columns").items():
                if key_of(head) or head in COLUMNS:
                    raise cell.error(f"a column of your own is called {head!r}, as one of the game", "Rename it.")
                found[head] = cell.text("a cell")
            continue
        known = "design_edition" if key == "edition" else key if key in COLUMNS else key_of(key)
        if not known or known in found:
            raise value.error(f"a table has no place for the {key} of a card", "Keep it in YAML.")
        empty = "none" if known == "design_edition" else ""
        found[known] = empty if value.kind == "scalar" and value.value is None else value.text(f"the {key}").strip()
    if "name" not in found:
        raise node.error("a card has no name", "Give it one with `name: …`.")
    return found


def _write_rows(rows: list[list[str]], out: Path) -> None:
    if separator := SEPARATORS.get(out.suffix.lower()):
        write_output(out, csv_bytes(rows, separator))
        return
    import pandas as pd

    try:
        with output_file(out) as temporary:
            pd.DataFrame([[*row, *[None] * (len(rows[-1]) - len(row))] for row in rows]).to_excel(temporary, header=False, index=False)
    except ImportError as error:
        raise no_sheets(str(out)) from error
