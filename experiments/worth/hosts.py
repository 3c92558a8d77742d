"""Homes of an edition: those that are shipped, those that were found before, or found now.

Shipped ones are deck files in ``decks/homes/EDITION``; ``kotc-sim homes`` made them. A proposal that changes neither the rules nor what
plain and standard cards cost has the homes of the edition that it extends; for another one they are found, and remembered by all that they
depend on; tuning begins with the homes of the edition that it extends.
"""

import hashlib
import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.pilots import pilots_of
from kotc_sim.experiments.worth.tuning import find_homes
from kotc_sim.games.hosts import HostDeck, HostDesign
from kotc_sim.output import cache_file, keep, recall
from kotc_sim.progress import stage
from kotc_sim.runs import Workers
from kotc_sim.yaml_source.places import deck_folder

PILOT = "quick"
"""Who finds homes for a proposal first: the strongest pilot at greedy's speed. Who judges goes on (`tuning_pilot_of`)."""
SEED = 1


def tuning_pilot_of(edition: Any) -> str:
    """Return who tunes the homes of an edition in the end: who screens in them, the judge with fewer playouts."""
    return pilots_of(games.of(edition)).screen


def host_design_of(edition: Any) -> HostDesign:
    """Return what homes of an edition are made of; `KotcError` if its game has no homes."""
    return games.of(edition).design.table(edition)


def host_decks_of(table: HostDesign, *, workers: Workers | None = None, find: bool = True) -> tuple[HostDeck, ...]:
    """Return the homes of an edition; if nobody did before, ``workers`` find them, or with ``find`` false a `KotcError` is raised."""
    edition = table.edition
    folder = hosts_folder(edition.base)
    if folder.is_dir() and table.like(host_design_of(games.edition(edition.base))):
        return tuple(_read_shipped_host(table, folder, archetype.name) for archetype in table.archetypes)
    content = recall(_file_of(table))
    if content is not None:
        return tuple(table.home(name, cards) for name, cards in json.loads(content))
    if not find:
        raise KotcError(f"{edition.name} has no homes yet", file=edition.file or None, fix="kotc-sim homes finds them")
    with stage(f"finding the homes of {edition.name}, once"):
        begun = _still_bound(table, folder) if folder.is_dir() else {}
        found = tuple(find_homes(table, PILOT, tuning_pilot_of(edition), SEED, begun, workers))
    remember(table, found)
    return found


def _still_bound(table: HostDesign, folder: Path) -> dict[str, HostDeck]:
    """Return the homes of the edition that a proposal extends which it still has the cards for and whose archetype's bounds they keep."""
    kept = {}
    for archetype in table.archetypes:
        try:
            home = _read_shipped_host(table, folder, archetype.name)
        except KotcError:  # it holds a card that is no standard one of the proposal: tuning begins with a start of its own
            continue
        levels = [card.level for card in home.cards if table.is_plain(card)]
        if all(bound.holds(levels) for bound in archetype.bounds):
            kept[archetype.name] = home
    return kept


def opponents_of(edition: Any) -> list[Any]:
    """Return whom decks meet where nobody names opponents: an edition's homes."""
    table = host_design_of(edition)
    return [table.deck(home, home.cards, f"{home.name} home") for home in host_decks_of(table)]


def hosts_folder(edition: str) -> Path:
    """Return where the shipped homes of an edition lie, if there are any."""
    return deck_folder() / "homes" / edition


def _read_shipped_host(table: HostDesign, folder: Path, name: str) -> HostDeck:
    """Return a home in a folder, as its edition prices its cards."""
    return table.home(name, table.names(games.read(folder / f"{name}.yaml", "home")[1]))


def remember(table: HostDesign, homes: Sequence[HostDeck]) -> None:
    """Keep homes that were found."""
    keep(_file_of(table), json.dumps([[home.name, count_cards(home)] for home in homes], ensure_ascii=False).encode())


def _file_of(table: HostDesign) -> Path | None:
    return cache_file("homes", f"{digest_of(table)}.text")


def digest_of(table: HostDesign) -> str:
    """Return a digest of all that an edition's homes depend on: rules, plain cards and their levels, decks to begin with, who plays."""
    starts = [table.start(archetype) for archetype in table.archetypes]
    decks = [table.deck(home, home.cards, home.name) for home in starts]
    matches = [games.of(deck).compile((deck, deck)) for deck in decks]
    plain = [(card.name, card.level) for card in table.plain]
    bounds = [str(archetype) for archetype in table.archetypes]
    who = [PILOT, tuning_pilot_of(table.edition)]
    return hashlib.sha256(
        "\0".join([*(games.digest(match, texts=False) for match in matches), repr(plain), *bounds, *who]).encode()
    ).hexdigest()[:24]


def count_cards(home: HostDeck) -> list[tuple[str, int]]:
    """Return names and copies of a home's cards, in their order."""
    return [(name, len(list(cards))) for name, cards in itertools.groupby(card.name for card in home.cards)]
