"""What a shell completes: names of editions, strategies, shipped files and documents; files are completed by the shell itself."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any


def _shipped(key: str) -> list[str]:
    """Return the shipped files that have a key at the top, such as ``cards`` of decks; "" for all."""
    from kotc_sim.yaml_source.places import deck_folder, shipped_files  # brings PyYAML, which the list of commands does not need

    top = deck_folder()
    files = {name: (top / path).read_text(encoding="utf-8") for name, path in shipped_files().items()}
    return [name for name, text in files.items() if f"\n{key}" in f"\n{text}"]


def _editions() -> list[str]:
    from kotc_sim.games import GAMES

    return [name for game in GAMES.values() for name in game.editions()]


def _pilots() -> list[str]:
    from kotc_sim.games import GAMES
    from kotc_sim.strategies import names

    return list(dict.fromkeys(name for key in GAMES for name in names(key)))


def _documents() -> Iterable[str]:
    from kotc_sim.yaml_source.places import documents

    return documents()


NAMES: dict[str, Callable[[], Iterable[str]]] = {
    "edition": lambda: [*_editions(), *_shipped("extends:")],
    "shipped": _editions,
    "deck": partial(_shipped, "cards:"),
    "cards": partial(_shipped, "library:"),
    "pilot": _pilots,
    "file": partial(_shipped, ""),
    "document": _documents,
}
"""By what a value holds (`kotc_sim.questions.Holds`), or is besides."""


def completing(holds: str) -> dict[str, Any]:
    """Return what typer is given for a parameter, so that a shell completes its values: the last one where commas stand between several."""
    if holds not in NAMES:
        return {}

    def complete(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [f"{before}{comma}{name}" for name in NAMES[holds]() if name.startswith(last)]

    return {"autocompletion": complete}
