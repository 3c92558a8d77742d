"""Who plays: the pilots that judge worth, how strong they are, and what a report says of them."""

import hashlib
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from kotc_sim import games, strategies
from kotc_sim.experiments.judge import JUDGE, strength
from kotc_sim.experiments.worth.result import Roles
from kotc_sim.games.protocol import Game
from kotc_sim.runs import Contest, match_of
from kotc_sim.shared.tables import read_rows
from kotc_sim.strategies import load
from kotc_sim.yaml_source.places import package_folder


class PilotLimits(TypedDict, total=False):
    """Entries of the limits of a result: ``pilot``, on who learned what, and how well they play; ``fit``, a digest of what was learned."""

    pilot: str
    fit: str


def pilot_limits(contests: Iterable[Contest]) -> PilotLimits:
    """Return what the limits of a result say of who played; of contests with the same strategies and fit, one is enough.

    There is a ``fit`` where one of them learns (of several fits, one over their digests). Empty without contests.
    """
    fixed: dict[str, None] = {}
    learned: dict[tuple[str, str], list[str]] = {}
    trained = False
    for contest in contests:
        game = games.of(contest.decks[0])
        trained |= contest.fit is not None and JUDGE in contest.strategies
        for name in contest.strategies:
            pilot = load(game.key, name)
            if not pilot.learns:
                fixed[name] = None
                continue
            fit = pilot.fit_for(match_of(contest.decks), contest.fit)
            who = learned.setdefault((fit.made_of, fit.digest), [])
            if name not in who:
                who.append(name)
    by_names: dict[tuple[str, ...], list[str]] = {}
    for (made_of, _), names in learned.items():
        by_names.setdefault(tuple(names), []).append(made_of)
    words = [
        f"{_list(names)} played by what {'it' if len(names) == 1 else 'they'} had learned from {_briefly(made)}{_others(len(more))}"
        for names, (made, *more) in by_names.items()
    ]
    if fixed and not learned:
        words.append(f"{_list(fixed)} cannot learn the decks; {JUDGE}, which does, may come to another result")
    elif fixed:
        words.append(f"{_list(fixed)} cannot learn the decks")
    if not words:
        return {}
    words += _given_away(game, [*itertools.chain(*by_names), *fixed])
    if trained and game is games.of_edition(MOMENTS):
        moved = f"after another, scores of two decks moved by {_moved():.1f} points on average"
        words.append(f"Intervals hold one training of {JUDGE}; {moved} ({MOMENTS})")
    found: PilotLimits = {"pilot": ". ".join(words) + "."}
    return {**found, "fit": _digest([by for _, by in learned])} if learned else found


MOMENTS, TURNS_TO_WIN = "kotc-17", "win"
"""The edition of the moments whose worth is known exactly, and which of them say how well a pilot plays (docs/ladder.md)."""


def _moved() -> float:
    """Return by how many points scores moved after another training, on the mean of the match-ups in docs/ladder.md."""
    scores: dict[str, dict[str, float]] = {}
    for row in read_rows(package_folder("docs") / "figures" / "ladder-settled.csv"):
        scores.setdefault(row["match"], {})[row["pilots"]] = float(row["score, %"].partition(" ")[0])
    pairs = [(of[f"both {JUDGE}"], of["both other training"]) for of in scores.values() if f"both {JUDGE}" in of]
    return sum(abs(once - again) for once, again in pairs) / len(pairs)


def _given_away(game: Game, names: Iterable[str]) -> list[str]:
    """Return a sentence on what the strongest of some pilots gives away in turns that can be won; none if nobody's was measured."""
    rows = read_rows(package_folder("docs") / "figures" / "ladder-moments.csv")
    row = next(row for row in rows if row["moments"] == TURNS_TO_WIN)
    measured = [name for name in names if name in row and game is games.of_edition(MOMENTS)]
    if not measured:
        return []
    name = max(measured, key=strength)
    return [f"In turns that can be won ({MOMENTS}) {name} gives away {row[name].partition(' ')[0]} of {row['worth, %']} points"]


def _digest(fits: Sequence[str]) -> str:
    """Return the digest of one fit, or one over the digests of several."""
    return fits[0] if len(fits) == 1 else hashlib.sha256(" ".join(sorted(fits)).encode()).hexdigest()[: len(fits[0])]


def _others(number: int) -> str:
    return f", and {number} more such fit{'s' * (number > 1)}" if number else ""


def _briefly(made: str) -> str:
    """Return what a fit was made of, with the first of many matches named and the others counted."""
    parts = made.split(", ")
    at = [k for k, part in enumerate(parts) if " – " in part]
    if len(at) <= 2:
        return made
    return ", ".join([*parts[: at[0] + 1], f"and {len(at) - 1} more matches", *parts[at[-1] + 1 :]])


def _list(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


FASTER = 3  # the pilot that screens has this part of the judge's playouts
TIMES = 4  # the pilot that checks has this many times the judge's playouts
DECISIONS_A_SECOND, PLAYOUTS_A_SECOND = 2.0e6, 5.0e5
"""A table of speeds, by which games are turned into processor-seconds: decisions of who does not search, playouts of who does."""
SEARCHES = "lookahead"
"""From this one on, pilots search, and play some forty times fewer games in the same time."""


def pilots_of(game: Game, named: Sequence[str] = ()) -> Roles:
    """Return the pilots of a game, or those that a user names: the strongest judges, the next one checks, nobody else plays."""
    if named:
        judge = max(named, key=strength)
        others = [name for name in named if name != judge]
        fast = judge if not searches(judge) else min(named, key=strength)
        return Roles(fast, judge, judge, max(others, key=strength, default=None))
    pilot: Any = load(game.key, JUDGE)
    playouts = int(pilot.playouts)
    fast = "quick" if "quick" in strategies.names(game.key) else "greedy"
    return Roles(fast, f"{JUDGE}@{max(1, playouts // FASTER)}", JUDGE, f"{JUDGE}@{TIMES * playouts}")


def searches(name: str) -> bool:
    """Say whether a pilot searches."""
    return strength(name)[0] >= strength(SEARCHES)[0]


def seconds_of(game: Game, decisions: Mapping[str, int]) -> float:
    """Return about how many processor-seconds so many decisions take, by who decided: by a fixed table of speeds, never by the clock."""
    total = 0.0
    for name, decided in decisions.items():
        pilot: Any = load(game.key, name)
        total += decided * int(pilot.playouts) / PLAYOUTS_A_SECOND if searches(name) else decided / DECISIONS_A_SECOND
    return total
