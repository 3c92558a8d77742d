"""``kotc-sim examples``: the files that come with kotc-sim, listed or written where they can be changed."""

from itertools import takewhile
from pathlib import Path
from typing import Annotated

import typer

from kotc_sim import games
from kotc_sim.commands import options
from kotc_sim.commands.completing import completing
from kotc_sim.commands.helping import first_sentence
from kotc_sim.errors import KotcError, say
from kotc_sim.output import make_folder, write_output
from kotc_sim.yaml_source import split_documents
from kotc_sim.yaml_source.places import deck_folder, no_such_file, shipped_files

Names = Annotated[list[str] | None, typer.Argument(metavar="[NAME…]", help="Such as raptors; without one, all.", **completing("file"))]
Out = Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Write them into this folder, with the files that they include.")]


def command(names: Names = None, out: Out = None, json: options.Json = False) -> None:
    """List decks, cards, proposals and scenarios that come with kotc-sim, or write them to a folder of yours.

    Every command reads them by name (kotc-sim matchup raptors storm), and as decks/raptors.yaml where there is no such file.
    """
    known = shipped_files()
    for name in names or ():
        if name.lower().removesuffix(".yaml") not in known:
            raise no_such_file(name, "example")
    wanted = {key: known[key] for key in (name.lower().removesuffix(".yaml") for name in names or known)}
    if out is not None:
        written = _write(list(wanted.values()), out)
        if not json:
            say("\n".join(f"{path} is written" for path in written))
            return
    rows = [_described(name, file) for name, file in wanted.items()]
    if json:
        options.say_json("examples", examples=rows)
        return
    width = max(len(row["name"]) for row in rows)
    for kind in dict.fromkeys(row["kind"] for row in rows):
        say(f"{kind}")
        for row in (row for row in rows if row["kind"] == kind):
            say(f"  {row['name']:<{width}}  {row['about']}")
    say("\nTo write one into a folder: kotc-sim examples NAME --out FOLDER")


def _described(name: str, file: Path) -> dict[str, str]:
    root = split_documents(f"decks/{file.as_posix()}")[0]
    kind = games.kind_of(root)
    lines = deck_folder().joinpath(file).read_text(encoding="utf-8").splitlines()
    comment = " ".join(line.lstrip("# ") for line in takewhile(lambda line: line.startswith("#"), lines))
    title = next((value.raw for key, value in root.pairs if key.raw == "name"), "")
    return {"name": name, "kind": kind, "file": f"decks/{file.as_posix()}", "about": first_sentence(comment or title)}


def _write(files: list[Path], out: Path) -> list[Path]:
    """Write files and what they include below a folder, where nothing else lies under their names; return their paths."""
    for file in files:
        root = split_documents(f"decks/{file.as_posix()}")[0]
        included = [one for key, value in root.pairs if key.raw == "include" for one in (value.items if value.kind == "list" else [value])]
        files += [one for one in (file.parent / node.raw for node in included) if one not in files]
    for file in files:
        if (out / file).exists():
            raise KotcError("this file is there already", file=out / file, fix="Name another folder, or remove it.")
    for file in files:
        make_folder((out / file).parent)
        write_output(out / file, deck_folder().joinpath(file).read_bytes())
    return [out / file for file in files]
