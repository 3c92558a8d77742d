"""What a report says of its pilots: what they had learned, or that there is one that learns."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from kotc_sim import games
from kotc_sim.runs import Contest, match_of

LEARNS = "best"
"""The strongest pilot of every game."""


def pilot_limits(contests: Iterable[Contest]) -> dict[str, Any]:
    """Return the entries ``pilot`` and ``fit`` of the limits of a result.

    Parameters
    ----------
    contests : iterable of Contest
        What was played; of contests with the same strategies and fit, one is enough.

    Returns
    -------
    dict
        ``pilot``, a sentence or two; ``fit``, the digest of what pilots had learned (of several fits, one over their digests), where one
        of them learns. Empty without contests.
    """
    fixed: dict[str, None] = {}
    learned: dict[tuple[str, str], list[str]] = {}
    for contest in contests:
        game = games.of(contest.decks[0])
        for name in contest.strategies:
            pilot = games.pilot(game, name)
            if not pilot.learns:
                fixed[name] = None
                continue
            fit = pilot.fit_for(match_of(contest.decks), contest.fit)
            who = learned.setdefault((fit.made_of, fit.digest), [])
            if name not in who:
                who.append(name)
    by_names: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for fitted, names in learned.items():
        by_names.setdefault(tuple(names), []).append(fitted)
    words = [
        f"{_listed(names)} played by what {_they(names)} had learned from {_briefly(made)} (digest {by}){_others(len(more))}"
        for names, ((made, by), *more) in by_names.items()
    ]
    if fixed and not learned:
        words.append(f"{_listed(fixed)} cannot learn the decks; {LEARNS}, which does, may come to another result")
    elif fixed:
        words.append(f"{_listed(fixed)} cannot learn the decks")
    if not words:
        return {}
    return {"pilot": ". ".join(words) + ".", **({"fit": _digest([by for _, by in learned])} if learned else {})}


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


def _they(names: Sequence[str]) -> str:
    return "it" if len(names) == 1 else "they"


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
