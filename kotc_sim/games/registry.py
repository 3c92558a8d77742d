"""Games by key, for what does not yet ask `kotc_sim.games` itself."""

from __future__ import annotations

import os
from typing import Any

from kotc_sim import games

LEVELUP, KOTC = "levelup", "kotc"


def game_played(thing: Any) -> str:
    """Return the key of the game of a deck or edition."""
    return games.of(thing).key


def game_of_edition(name: str | os.PathLike[str], folder: str | os.PathLike[str] = "") -> str:
    """Return the key of `kotc_sim.games.of_edition`."""
    return games.of_edition(name, folder).key


def game_of_file(path: str | os.PathLike[str]) -> str:
    """Return the key of the game of a file."""
    return games.read(path)[0].key


def game_of(path: str | os.PathLike[str], edition: str | None = None) -> str:
    """Return the key of the game of a file that is to be read in an edition."""
    return games.read(path, edition=edition)[0].key
