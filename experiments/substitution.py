"""One change in one deck: is it better with it? Both versions play the same opponents on the same seeds."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.experiments.arms import Arms, played_share, unused
from kotc_sim.experiments.statistics import Interval, compare_arms, mean_interval
from kotc_sim.experiments.statistics.power import detectable_difference_pairs
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.reader import card_nodes as nodes_of
from kotc_sim.games.keeper.cards.reader import load_cards, plain_card, read_card
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.runs import Contest, Part, Workers
from kotc_sim.yaml_source import Node, nearest, read_yaml

GAMES = 20_000
SAME = 0.01
"""A change whose whole interval lies within ± this share is none."""

_ENTRY = re.compile(r"\s*(\d+)\s*[x×]?\s+(\S.*?)\s*\Z")


@dataclass
class SubstitutionResult:
    """The result of a substitution: ``data`` holds the keys of docs/reports.md, "try"."""

    data: dict[str, Any]

    @property
    def difference(self) -> Interval:
        """Score with the new cards minus score with the old ones."""
        low, high = self.data["difference"]["interval"]
        return Interval(float(self.data["difference"]["value"]), float(low), float(high))

    @property
    def exit_code(self) -> int:
        """1 if the deck is worse with the change, else 0."""
        return 1 if self.data["verdict"] == "worse" else 0

    @property
    def frame(self) -> Any:
        """One row an opponent, as a pandas DataFrame."""
        import pandas as pd

        return pd.json_normalize(self.data["against"])


def substitution(
    deck: Any,
    out: Sequence[tuple[int, str]],
    into: Sequence[tuple[int, Any]],
    against: Sequence[Any],
    *,
    strategy: str = "greedy",
    opponent: str | None = None,
    games: int = GAMES,
    seed: int = 1,
    same: float = SAME,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> SubstitutionResult:
    """Replace cards of a deck, slot for slot, and measure the paired change of its score.

    Parameters
    ----------
    deck : Deck
        The deck, of either game.
    out : sequence of (int, str)
        Copies and names of the cards that leave.
    into : sequence of (int, Card)
        Copies of the cards that take their slots, in order; as many as leave.
    against : sequence of Deck
        The opponents; each plays the same number of games.
    strategy, opponent : str
        Who plays the deck, and who plays against it (by default the same strategy).
    games : int
        Games of each of the two versions, over all opponents.
    seed : int
        Run seed.
    same : float
        Half the width of the band in which a change counts as none, a share.
    workers : Workers, optional
        Where to play.
    on_chunk : callable, optional
        Told the games of each finished chunk.

    Returns
    -------
    SubstitutionResult

    Raises
    ------
    KotcError
        If a card is not in the deck often enough, the numbers differ, or the changed deck is illegal.
    """
    if not against:
        raise KotcError("there is no opponent", fix="Name decks with --against")
    changed = substituted(deck, out, into)
    pairs = max(2, -(-games // (2 * len(against))))
    strategies = (strategy, opponent or strategy)
    arms = Arms(seed, workers, on_chunk)
    parts = [Part(Contest((version, foe), strategies), pairs) for version in (deck, changed) for foe in against]
    outcomes = arms.play(parts)
    before, after = outcomes[: len(against)], outcomes[len(against) :]
    # All opponents play on the same seeds, so the seed is the unit: its mean over opponents.
    whole = compare_arms(_mean(after), _mean(before))
    rows = []
    for foe, old, new in zip(against, before, after, strict=True):
        rows.append(
            {
                "name": foe.name,
                "before": _measure(mean_interval(old.scores)),
                "after": _measure(mean_interval(new.scores)),
                "difference": _measure(compare_arms(new.scores, old.scores).difference),
            }
        )
    data: dict[str, Any] = {
        "command": "try",
        "edition": deck.edition.name,
        "seed": seed,
        "deck": deck.name,
        "out": [[count, name] for count, name in out],
        "in": [[count, card.name] for count, card in into],
        "strategies": {"deck": strategies[0], "opponents": strategies[1]},
        "difference": _measure(whole.difference),
        "before": _measure(mean_interval(_mean(before))),
        "after": _measure(mean_interval(_mean(after))),
        "verdict": judge(whole.difference, same),
        "same": same,
        "correlation": whole.correlation if np.isfinite(whole.correlation) else None,
        "games_saved": round(whole.games_saved * len(against)) if np.isfinite(whole.games_saved) else None,
        "detectable": detectable_difference_pairs(pairs, _spread(_mean(after) - _mean(before))),
        "against": rows,
        "games": arms.games,
        "pairs": arms.games // 2,
        "limits": arms.limits() | _unused(after, [card.name for _, card in into]),
    }
    return SubstitutionResult(data)


def judge(difference: Interval, same: float = SAME) -> str:
    """Return ``better``, ``worse``, ``same`` (the whole interval within the band) or ``undecided``."""
    if difference.inside(-same, same):
        return "same"
    if difference.low > 0:
        return "better"
    return "worse" if difference.high < 0 else "undecided"


def substituted(deck: Any, out: Sequence[tuple[int, str]], into: Sequence[tuple[int, Any]]) -> Any:
    """Return the deck with cards replaced slot for slot: every other card is shuffled to where it was.

    Raises
    ------
    KotcError
        As `substitution`.
    """
    if not isinstance(deck, Deck):
        from kotc_sim.experiments.levelup import substitution as levelup_substitution

        return levelup_substitution.substituted(deck, out, into)
    leaving, coming = sum(count for count, _ in out), sum(count for count, _ in into)
    if leaving != coming or leaving == 0:
        raise KotcError(
            f"{leaving} cards leave and {coming} take their place",
            fix="Cards are replaced slot for slot: name as many with --in as with --out",
        )
    newcomers = [card for count, card in into for _ in range(count)]
    counts = list(deck.counts)
    for count, name in out:
        counts = _replace(deck, counts, count, name, newcomers)
    changed = replace(deck, name=deck.name, counts=tuple(counts))
    problems = deck_problems(replace(changed, counts=_merged(counts)))
    if problems:
        first = problems[0]
        raise KotcError(f"the changed deck is illegal: {first.what}", file=first.file or deck.file, fix=first.fix)
    return changed


def _replace(deck: Deck, counts: list[tuple[Card, int]], count: int, name: str, newcomers: list[Card]) -> list[tuple[Card, int]]:
    available = {id(card): number for card, number in deck.main}
    result: list[tuple[Card, int]] = []
    left = count
    for card, number in counts:
        taken = min(left, number, available.get(id(card), 0)) if card.name == name else 0
        left -= taken
        # A copy of its own, since decks tell entries apart by the object.
        result += [(replace(newcomers.pop(0)), 1) for _ in range(taken)]
        if number > taken:
            result.append((card, number - taken))
    if left:
        names = [card.name for card, _ in deck.counts]
        if name not in names:
            raise KotcError(f"there is no card {name!r} in {deck.name}", file=deck.file or None, fix=nearest(name, names))
        raise KotcError(f"{deck.name} has only {count - left} of {name!r}, not {count}", file=deck.file or None)
    return result


def _merged(counts: Sequence[tuple[Card, int]]) -> tuple[tuple[Card, int], ...]:
    merged: dict[Card, tuple[Card, int]] = {}
    for card, number in counts:
        kept, before = merged.get(card, (card, 0))
        merged[card] = kept, before + number
    return tuple(merged.values())


def parse_entry(text: str, option: str) -> tuple[int, str]:
    """Return copies and name of an option such as ``2 Thunderstrike``; without a number, one copy.

    Raises
    ------
    KotcError
        If nothing is named, or no copy.
    """
    found = _ENTRY.match(text)
    count, name = (int(found.group(1)), found.group(2)) if found else (1, text.strip())
    if not name or count < 1:
        raise KotcError(f"{option} {text!r} names no card", fix=f'Write for instance {option} "2 Thunderstrike"')
    return count, name


def find_card(name: str, deck: Any, files: Sequence[Path] = (), others: Sequence[Any] = ()) -> Any:
    """Return the card of that name: from files, the deck, its library, other decks, or ``minion SP/HP``.

    Raises
    ------
    KotcError
        If there is none, naming the nearest.
    """
    if not isinstance(deck, Deck):
        from kotc_sim.experiments.levelup import substitution as levelup_substitution

        return levelup_substitution.find_card(name, deck, files, others)
    known: dict[str, Card] = {}
    for path in files:
        for card in load_cards(path, deck.edition):
            known.setdefault(card.name, card)
    for source in (deck, *(other for other in others if other.edition is deck.edition)):
        for card, _ in (*source.counts, *source.reserves):
            known.setdefault(card.name, card)
    if name in known:
        return known[name]
    library = _library(deck)
    if name in library:
        return read_card(library[name], deck.edition)
    plain = plain_card(name, deck.edition, Node("scalar", deck.file, 0, 0))
    if plain is not None:
        return plain
    raise KotcError(
        f"there is no card {name!r}",
        file=deck.file or None,
        fix=nearest(name, [*known, *library]) or "Define it in the deck's library, or name its file with --cards.",
    )


def _library(deck: Deck) -> dict[str, Node]:
    """Return the cards that a deck's file and its includes define, used or not."""
    if not deck.file:
        return {}
    entries = read_yaml(Path(deck.file), "deck file").entries("a deck file")
    nodes: list[Node] = []
    if "library" in entries and entries["library"].kind == "list":
        nodes += entries["library"].items
    if "include" in entries:
        include = entries["include"]
        for file in include.items if include.kind == "list" else [include]:
            nodes += nodes_of(read_yaml(Path(deck.file).parent / file.text("`include`"), "card file"))
    found: dict[str, Node] = {}
    for node in nodes:
        keys = node.entries("a card")
        if "name" in keys:
            found.setdefault(keys["name"].raw.strip(), node)
    return found


def edition_of(deck: Deck) -> Edition:
    """Return the edition of a deck that can be changed card by card.

    Raises
    ------
    KotcError
        For a deck of another game.
    """
    if not isinstance(deck, Deck):
        raise KotcError(f"{deck.name} is a deck of another game: this is for Keeper of the Cards only")
    return deck.edition


def _mean(outcomes: Sequence[Any]) -> Any:
    return np.mean([outcome.scores for outcome in outcomes], axis=0)


def _spread(values: Any) -> float:
    return float(np.std(values, ddof=1))


def _measure(interval: Interval) -> dict[str, Any]:
    return {"value": interval.value, "interval": [interval.low, interval.high]}


def _unused(outcomes: Sequence[Any], names: Sequence[str]) -> dict[str, Any]:
    """Return which of the new cards nobody ever used, or seldom."""
    return unused((name, played_share(outcomes, name)) for name in dict.fromkeys(names))
