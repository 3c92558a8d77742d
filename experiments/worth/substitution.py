"""One change in one deck: is it better with it? Both versions play the same opponents on the same seeds."""

import itertools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from kotc_sim import games as registry
from kotc_sim.errors import KotcError
from kotc_sim.experiments.common_games import PairedRuns, use_of
from kotc_sim.experiments.judge import JUDGE
from kotc_sim.experiments.pilots import searches
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.statistics.hypotheses import detectable_difference_pairs
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval
from kotc_sim.experiments.statistics.pairs import compare_arms
from kotc_sim.experiments.worth.deck_result import Against, SubstitutionResult
from kotc_sim.experiments.worth.result import WorthLimits
from kotc_sim.games.decklists import fold
from kotc_sim.runs import Contest, Part, Playing, learn
from kotc_sim.yaml_source import Node, nearest, read_yaml

GAMES, SEARCHED_GAMES = 20_000, 2_000
"""Games of each version: of pilots at greedy's speed, and of those that search."""
LEARNING = 8.0
"""Processor-seconds, about, in which pilots that learn learn both versions and their opponents."""
SAME = 0.01  # a change whose whole interval lies within ± this share is none

_ENTRY = re.compile(r"\s*(\d{1,9})\s*[x×]?\s+(\S.*?)\s*\Z")


def substitution(
    deck: Any,
    out: Sequence[tuple[int, str]],
    into: Sequence[tuple[int, Any]],
    against: Sequence[Any],
    *,
    strategy: str = JUDGE,
    opponent: str | None = None,
    games: int | None = None,
    seed: int = 1,
    same: float = SAME,
    **how: Unpack[Playing],
) -> SubstitutionResult:
    """Replace cards of a deck, slot for slot, and measure the paired change of its score.

    - ``out``, ``into``: copies of the cards that leave, by name, and of those that take their slots, in order; as many as leave.
    - ``against``: the opponents; each plays the same number of games.
    - ``opponent``: who plays against the deck; by default the strategy that plays it.
    - ``games``: games of each of the two versions, over all opponents; by default as `games_for` says.
    - ``same``: half the width of the band in which a change counts as none, a share.

    A `KotcError` if a card is not in the deck often enough, the numbers differ, or the changed deck is illegal.
    """
    if not against:
        raise KotcError("there is no opponent", fix="Name decks with --against")
    changed = substitute(deck, out, into)
    games = games or games_for(strategy, opponent)
    pairs = max(2, -(-games // (2 * len(against))))
    strategies = (strategy, opponent or strategy)
    arms = PairedRuns(seed, **how)
    family = [one for foe in against for one in (deck, foe, changed, foe)]
    fit = learn(family, strategies, jobs=arms.jobs, budget=LEARNING, compared=True)
    parts = [Part(Contest((version, foe), strategies, fit), pairs) for version in (deck, changed) for foe in against]
    outcomes = arms.play(parts)
    before, after = outcomes[: len(against)], outcomes[len(against) :]
    # All opponents play on the same seeds, so the seed is the unit: its mean over opponents.
    whole = compare_arms(_mean(after), _mean(before))
    rows = tuple(
        Against(
            name=foe.name,
            before=mean_interval(old.scores).cut(0, 1).measure,
            after=mean_interval(new.scores).cut(0, 1).measure,
            difference=compare_arms(new.scores, old.scores).difference.measure,
        )
        for foe, old, new in zip(against, before, after, strict=True)
    )
    coming = [card.name for _, card in into]
    return SubstitutionResult(
        edition=deck.edition.name,
        seed=seed,
        deck=deck.name,
        out=tuple(out),
        into=tuple((count, card.name) for count, card in into),
        strategies={"deck": strategies[0], "opponents": strategies[1]},
        difference=whole.difference.measure,
        gain=whole.difference.scale(100 / sum(count for count, _ in into)).measure,
        before=mean_interval(_mean(before)).cut(0, 1).measure,
        after=mean_interval(_mean(after)).cut(0, 1).measure,
        verdict=judge(whole.difference, same),
        same=same,
        correlation=whole.correlation if np.isfinite(whole.correlation) else None,
        games_saved=round(whole.games_saved * len(against)) if np.isfinite(whole.games_saved) else None,
        detectable=detectable_difference_pairs(pairs, float(np.std(_mean(after) - _mean(before), ddof=1))),
        against=rows,
        games=arms.games,
        pairs=arms.games // 2,
        limits=arms.limits(WorthLimits, None, ((name, use_of(after, name).played_share) for name in dict.fromkeys(coming))),
    )


def games_for(strategy: str, opponent: str | None = None) -> int:
    """Return how many games of each version are played where nobody says it."""
    return SEARCHED_GAMES if searches(strategy) or searches(opponent or strategy) else GAMES


def judge(difference: Interval, same: float = SAME) -> Verdict:
    """Return the verdict on a change.

    ``same``: the whole interval lies within the band; ``better``, ``worse``: all of it lies beyond the band; ``slightly better``,
    ``slightly worse``: on one side of zero, and over the band's edge; ``undecided``: it holds zero and reaches over an edge. More games
    can only make a word more definite.
    """
    if difference.inside(-same, same):
        return Verdict.SAME
    if difference.contains(0.0):
        return Verdict.UNDECIDED
    word = "better" if difference.low > 0 else "worse"
    return Verdict(word if max(difference.low, -difference.high) > same else f"slightly {word}")


def substitute(deck: Any, out: Sequence[tuple[int, str]], into: Sequence[tuple[int, Any]]) -> Any:
    """Return the deck with cards replaced slot for slot: every other card is shuffled to where it was; errors as `substitution`."""
    leaving, coming = sum(count for count, _ in out), sum(count for count, _ in into)
    if leaving != coming or leaving == 0:
        raise KotcError(
            f"{leaving} {'card leaves' if leaving == 1 else 'cards leave'} and {coming} {'takes' if coming == 1 else 'take'} their place",
            fix="Cards are replaced slot for slot: name as many with --in as with --out",
        )
    changed = deck.exchanged(out, into)
    problem = next((one for one in registry.of(deck).check(changed) if one.illegal), None)
    if problem is not None:
        rule = f" ({problem.rule})" if problem.rule else ""
        raise KotcError(f"the changed deck is illegal: {problem.what}{rule}", file=problem.file or deck.file or None, fix=problem.fix)
    return changed


def parse_entry(text: str, option: str) -> tuple[int, str]:
    """Return copies and name of an option such as ``2 Thunderstrike``; without a number, one copy; else a `KotcError`."""
    found = _ENTRY.match(text)
    count, name = (int(found.group(1)), found.group(2)) if found else (1, text.strip())
    if not name or count < 1:
        raise KotcError(f"{option} {text!r} names no card", fix=f'Write for instance {option} "2 Thunderstrike"')
    return count, name


def find_card(name: str, deck: Any, files: Sequence[Path] = (), others: Sequence[Any] = ()) -> Any:
    """Return the card of that name: from files, the deck, other decks, or what its file can name; else `KotcError`, naming the nearest."""
    game, key = registry.of(deck), fold(name)
    given = (card for path in files for card in game.cards(read_yaml(path, "card file"), deck.edition))
    held = (card for one in (deck, *others) if one.edition == deck.edition for card in one.each())
    known: dict[str, Any] = {}
    for card in itertools.chain(given, held):
        known.setdefault(fold(card.name), card)
    if key in known:
        return known[key]
    library = game.library(read_yaml(deck.file, "deck file").entries("a deck file") if deck.file else {}, deck.edition)
    found = library.find(key, Node("scalar", deck.file, 0, 0))
    if found is None:
        fix = f"{nearest(key, [*known, *library.nodes])} A new card's file is named with --cards.".strip()
        raise KotcError(f"there is no card {name!r}", file=deck.file or None, fix=fix)
    return found


def _mean(outcomes: Sequence[Any]) -> Any:
    return np.mean([outcome.scores for outcome in outcomes], axis=0)
