"""The decks that matter in an edition, with their shares: found by ``kotc-sim meta EDITION --out FOLDER``, and shipped for some editions.

A folder holds a deck file for each and ``shares.csv``. A card is tried in them as in homes, so what each misses least comes first.
"""

import csv
import io
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.pilots import searches
from kotc_sim.experiments.result import ALPHA
from kotc_sim.experiments.statistics.intervals import mean_interval
from kotc_sim.experiments.worth.hosts import host_design_of
from kotc_sim.experiments.worth.judging import FAST_ROWS, META
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Trial
from kotc_sim.experiments.worth.result import InDeck, InMetagame, Roles
from kotc_sim.experiments.worth.tuning import blanked, by_losses
from kotc_sim.games.hosts import HostDeck, HostDesign
from kotc_sim.yaml_source.places import deck_folder

SHARES = "shares.csv"
ROWS = 400
"""Pairs against each deck, behind how much one misses its cards."""
MISSED = 15  # stage whose games tell what a deck misses


FEW = 3  # decks that matter up to which each is played as often as a home
TRIED, MATTERING_ROWS = 16, 60
"""Pairs against each deck that matters in which the fast pilot tries a card; and of those in which it does best, with pilots that search,
against each of `FEW`: opponents by their shares need half the games of all opponents alike."""


@dataclass(frozen=True)
class Field:
    """Decks that matter."""

    table: HostDesign
    homes: tuple[HostDeck, ...]
    """What each misses least comes first."""
    shares: tuple[float, ...]  # shares of the equilibrium, 0..1; they add up to 1


def find_field(table: HostDesign) -> Field | None:
    """Return the decks that are shipped for an edition, or for the one that it extends without changing rules or plain cards."""
    folder = deck_folder() / "meta" / table.edition.base
    if not folder.is_dir() or not table.like(host_design_of(games.edition(table.edition.base))):
        return None
    return read_field(folder, table)


def read_field(folder: Path, table: HostDesign) -> Field:
    """Read a folder of ``kotc-sim meta --out`` in an edition; `KotcError` if a file is missing, unreadable, or of another game."""
    listed = _list(folder / SHARES)
    total = sum(share for _, share in listed)
    homes = []
    for name, _ in listed:
        game, root = games.read(folder / f"{name}.yaml", "deck", table.edition.base)
        homes.append(table.home_of_deck(game.deck(root, str(table.edition.file))))
    return Field(table, tuple(homes), tuple(share / total for _, share in listed))


def _list(index: Path) -> list[tuple[str, float]]:
    """Return the decks with their shares as the file states them; at least one is above 0. Errors as `read_field`."""
    fix = "kotc-sim meta EDITION --out FOLDER writes such files."
    rows = csv.DictReader(io.StringIO(games.read_text(index, "table of shares")))
    listed = []
    try:
        for row in rows:
            name, share = row["deck"], float(row["share"])
            if not (share >= 0 and math.isfinite(share) and name == Path(name).name):
                raise ValueError("a share is a number from 0 to 1, a deck the name of a file in this folder")
            listed.append((name, share))
    except (KeyError, TypeError, ValueError, csv.Error) as error:  # TypeError: a row without its end
        what = str(error) if isinstance(error, ValueError) else "each row has the name of a deck and its share"
        raise KotcError(
            f"no shares of decks can be read: {what}", file=index, line=max(1, rows.line_num + isinstance(error, csv.Error)), fix=fix
        ) from None
    if not any(share > 0 for _, share in listed):
        raise KotcError("there is no deck with a share", file=index, fix=fix)
    return listed


def files_of(field: Field, title: str) -> dict[str, str]:
    """Return the files of decks that matter: what stands in each, by its name."""
    names = [home.name.replace(" ", "-") for home in field.homes]
    lines = ["deck,share", *(f"{name},{share:.4f}" for name, share in zip(names, field.shares, strict=True))]
    decks = {f"{name}.yaml": field.table.yaml(home, title, home.name) for name, home in zip(names, field.homes, strict=True)}
    return {SHARES: "\n".join(lines) + "\n", **decks}


def least_missed_first(home: HostDeck, gains: MarginalValues, pilot: str) -> HostDeck:
    """Return a deck with the cards first that it misses least, by what it loses when two of a kind cannot be paid for."""
    blanks = [gains.table.deck(home, cards, home.name) for cards in blanked(gains.table, home)]
    whole, *scores = gains.scores([gains.base(home), *blanks], pilot, ROWS, MISSED)
    cards = by_losses(home, [float((whole - after).mean()) for after in scores])
    return HostDeck(home.name, cards, home.aside, tuple(range(len(cards))))


def in_metagame(field: Field, card: Any, arms: PairedRuns, pilots: Roles, copies: int, *, decides: bool = True) -> InMetagame:
    """Return the gain of a card in each deck that matters, against all of them by their shares.

    The fast pilot tries each deck; the one that screens then plays those in which the card does best: `FEW` if a verdict ``decides`` by
    them, else one.
    """
    gains = MarginalValues(field.table, field.homes, arms, shares=field.shares)
    trials = [Trial(home, card, field.table.cost(card), copies) for home in field.homes]
    found = [(mean_interval(one), pilots.fast) for one in gains.gains(trials, pilots.fast, TRIED, META)]
    best = sorted(range(len(trials)), key=lambda i: -found[i][0].value)[: FEW if decides else 1]
    rows = FAST_ROWS if not searches(pilots.screen) else MATTERING_ROWS * FEW // max(FEW, len(trials))  # each deck meets all
    played = gains.gains([trials[i] for i in best], pilots.screen, rows, META, TRIED)
    for i, one in zip(best, played, strict=True):
        found[i] = mean_interval(one), pilots.screen
    wanted = any(mean_interval(one, confidence=1 - ALPHA / len(played)).low > 0 for one in played)
    top = max(best, key=lambda i: found[i][0].value)
    decks = tuple(
        InDeck(deck=home.name, share=share, value=gain.value, interval=gain.ends, pilot=pilot)
        for home, share, (gain, pilot) in zip(field.homes, field.shares, found, strict=True)
    )
    return InMetagame(**vars(decks[top]), decks=decks, wanted=wanted)
