"""Restricted play: what a component is worth to a player who may use it, against the same who may not.

Both sides hold the same deck and are played by the same strategy. The restricted side's cards lose every ability that
uses the component; level and body stay. So no strategy needs to know of the ban, and it values its cards for what
they can still do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.experiments.answer import Answer, answer_of
from kotc_sim.experiments.arms import RANGE, Arms, Outcome, unused, used_share
from kotc_sim.experiments.keeper.probes import amounts, carries, find_row, written
from kotc_sim.experiments.keeper.uses import uses
from kotc_sim.experiments.statistics import Interval, holm, mean_interval, normal_p, normal_quantile
from kotc_sim.experiments.substitution import LEARNING, PILOT, games_for
from kotc_sim.experiments.worth.gain import COPIES
from kotc_sim.experiments.worth.homes import homes_of, table_of
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.tree import Ability
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.reference import kotc_edition
from kotc_sim.runs import Contest, Part, Workers, learn

BAND = 0.01
"""A worth whose whole interval lies within ± this share does not matter."""


@dataclass
class RestrictionResult:
    """The result of restricted play: ``data`` holds the keys of docs/reports.md, "ban"."""

    data: dict[str, Any]

    @property
    def answer(self) -> Answer:
        """Whether it was decided of all components if they matter."""
        return answer_of((component["verdict"] for component in self.data["components"]), yes=("matters", "does not matter"))

    @property
    def frame(self) -> Any:
        """One row a component and deck, as a pandas DataFrame."""
        import pandas as pd

        rows = []
        for component in self.data["components"]:
            for deck in component["decks"]:
                low, high = deck["worth"]["interval"]
                rows.append(
                    {"text": component["text"], "deck": deck["name"], "worth": deck["worth"]["value"], "low": low}
                    | {"high": high, "used_share": deck["used_share"]}
                )
        return pd.DataFrame(rows)


def restriction(
    texts: Sequence[str],
    edition: Edition,
    decks: Sequence[Deck] = (),
    *,
    strategy: str = PILOT,
    games: int | None = None,
    seed: int = 1,
    band: float = BAND,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> RestrictionResult:
    """Measure what components are worth to who may use them.

    Parameters
    ----------
    texts : sequence of str
        Components, see `probes.find_row`.
    edition : Edition
        Whose vocabulary.
    decks : sequence of Deck
        Decks that use them; those that do not are left out for that component. By default the edition's homes,
        with eight cards that carry the component and little else.
    strategy : str
        Plays both sides.
    games : int, optional
        Games for each component, over all decks; by default as `games_for` says.
    seed : int
        Run seed.
    band : float
        Half the width of the band in which a component does not matter, a share.
    workers : Workers, optional
        Where to play.
    on_chunk : callable, optional
        Told the games of each finished chunk.

    Returns
    -------
    RestrictionResult

    Raises
    ------
    KotcError
        If a component does not exist, or none of the decks uses it.
    """
    kotc_edition(edition)
    games = games or games_for(strategy)
    wanted = []
    for text in texts:
        row, x, y = find_row(text, edition)
        wanted.append((row, x, y, _hosts(row, x, y, edition, decks, workers)))
    arms = Arms(seed, workers, on_chunk)
    jobs = None if workers is None else workers.jobs
    fit = learn(decks, [strategy], jobs=jobs, budget=LEARNING) if decks else None
    components = [_component(arms, *entry, edition, strategy, games, band, fit) for entry in wanted]
    for component, p in zip(components, holm([c["p"] for c in components]).adjusted, strict=True):
        component["p"] = float(p)
    data: dict[str, Any] = {
        "command": "ban",
        "edition": edition.name,
        "seed": seed,
        "strategies": {"both": strategy},
        "games": arms.games,
        "pairs": arms.games // 2,
        "components": components,
        "limits": arms.limits() | {"family": len(components)} | unused((c["text"], c["used_share"]) for c in components),
        "notes": ["The restricted player's cards keep level and body, and lose the abilities that use the component."],
    }
    return RestrictionResult(data)


def restricted(card: Card, rows: Sequence[Row]) -> Card:
    """Return a card without the abilities that use any of these components; the same card if it has none.

    A minion whose caveat is forbidden cannot be summoned: it becomes a card that nobody can play.
    """
    if not carries(card, rows):
        return card
    ids = {row.id for row in rows}
    text = f"{card.text} (restricted)"  # what tells the copy from the card
    if card.caveat is not None and card.caveat.row.id in ids:
        return replace(card, kind="spell", sp=0, hp=0, caveat=None, abilities=(), text=text)
    kept = tuple(ability for ability in card.abilities if not _uses(ability, ids))
    return replace(card, abilities=kept, text=text)


def _uses(ability: Ability, ids: set[str]) -> bool:
    parts = [*ability.costs, *(effect for sub in ability.subs for effect in sub.effects)]
    parts += [part for part in (ability.condition, *(sub.target for sub in ability.subs)) if part is not None]
    return any(part.row.id in ids for part in parts)


def restricted_deck(deck: Deck, rows: Sequence[Row]) -> Deck:
    """Return a deck whose cards are restricted, slot for slot."""
    copies: dict[int, Card] = {}

    def copy(card: Card) -> Card:
        return copies.setdefault(id(card), restricted(card, rows))

    return replace(
        deck,
        name=f"{deck.name}, restricted",
        counts=tuple((copy(card), count) for card, count in deck.counts),
        reserves=tuple((copy(card), count) for card, count in deck.reserves),
    )


def _hosts(row: Row, x: int, y: int, edition: Edition, decks: Sequence[Deck], workers: Workers | None) -> list[Deck]:
    if decks:
        found = [deck for deck in decks if any(carries(card, [row]) for card, _ in (*deck.counts, *deck.reserves))]
        if not found:
            raise KotcError(f"none of these decks uses {row.text!r}", fix="Name others, or none: the edition's homes then carry it")
        return found
    card = uses(row, edition, *((x, max(1, y)) if x else amounts(row)[0]))[0].card
    table = table_of(edition)
    return [table.deck(home, table.placed(home, card, COPIES), home.name) for home in homes_of(table, workers=workers)]


def _component(
    arms: Arms,
    row: Row,
    x: int,
    y: int,
    hosts: list[Deck],
    edition: Edition,
    strategy: str,
    games: int,
    band: float,
    fit: Any,
) -> dict[str, Any]:
    pairs = max(2, -(-games // (2 * len(hosts))))
    parts = []
    for i, deck in enumerate(hosts):
        sides = (deck, restricted_deck(deck, [row]))
        parts.append(Part(Contest(sides, (strategy, strategy), fit), pairs, i * RANGE))
    outcomes = arms.play(parts)
    scores = np.stack([outcome.scores for outcome in outcomes], axis=1) - 0.5
    # Decks draw from pair numbers of their own; the mean over decks of each pair is the unit.
    worth = mean_interval(scores.mean(axis=1))
    share = _used(outcomes, hosts, row)
    return {
        "text": written(row, edition, x, max(1, y)) if x else row.text,
        "id": row.id,
        "worth": _measure(worth),
        "used_share": share,
        "verdict": judge(worth, band),
        "p": normal_p(worth.value, worth.half_width / normal_quantile(worth.confidence)),
        "decks": [
            {
                "name": deck.name,
                "worth": _measure(mean_interval(outcome.scores - 0.5)),
                "used_share": _used([outcome], [deck], row),
            }
            for deck, outcome in zip(hosts, outcomes, strict=True)
        ],
    }


def judge(worth: Interval, band: float = BAND) -> str:
    """Return ``matters`` (0 outside the interval), ``does not matter`` (all of it within the band), ``undecided``."""
    if worth.inside(-band, band):
        return "does not matter"
    return "undecided" if worth.contains(0.0) else "matters"


def _used(outcomes: Sequence[Outcome], hosts: Sequence[Deck], row: Row) -> float | None:
    """Return how often cards with the component were used where they could be, the mean over cards and decks."""
    shares = []
    for outcome, deck in zip(outcomes, hosts, strict=True):
        cards = {card.name: card for card, _ in (*deck.counts, *deck.reserves) if carries(card, [row])}
        shares += [share for card in cards.values() if (share := used_share([outcome], card)) is not None]
    return float(np.mean(shares)) if shares else None


def _measure(interval: Interval) -> dict[str, Any]:
    return {"value": interval.value, "interval": [interval.low, interval.high]}
