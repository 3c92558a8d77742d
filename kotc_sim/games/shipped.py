"""The decks that come with kotc-sim."""

from collections.abc import Sequence
from pathlib import Path

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.games.protocol import read_edition_name
from kotc_sim.yaml_source import read_yaml
from kotc_sim.yaml_source.places import deck_folder


def list_shipped_decks(editions: Sequence[str]) -> list[Path]:
    """Return the deck files that come with kotc-sim for these editions, in the order of their names; a `KotcError` if there are none."""
    folders = [deck_folder(), *(deck_folder() / game.folder for game in games.GAMES.values())]
    found = []
    for path in [path for folder in folders for path in sorted(folder.glob("*.yaml"))]:
        root = read_yaml(path, "deck")
        if games.kind_of(root) == "deck" and (read_edition_name(root) or games.of_node(root).newest) in editions:
            found.append(path)
    if not found:
        raise KotcError(f"no decks for {' or '.join(editions)} are shipped", fix="Name the decks to compare.")
    return found
