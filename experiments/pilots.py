"""What a report says of its pilots: what they had learned, or that there is one that learns."""

from __future__ import annotations

from collections.abc import Iterable
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
        ``pilot``, a sentence or two; ``fit``, the digest of what pilots had learned, where one of them learns. Empty without contests.
    """
    fixed: dict[str, None] = {}
    learned: dict[tuple[str, str], list[str]] = {}
    digest = ""
    for contest in contests:
        game = games.of(contest.decks[0])
        for name in contest.strategies:
            pilot = games.pilot(game, name)
            if not pilot.learns:
                fixed[name] = None
                continue
            fit = pilot.fit_for(match_of(contest.decks), contest.fit)
            digest = fit.digest
            who = learned.setdefault((fit.made_of, digest), [])
            if name not in who:
                who.append(name)
    words = [
        f"{_listed(names)} played by what {_they(names)} had learned from {_briefly(made)} (digest {by})"
        for (made, by), names in learned.items()
    ]
    if fixed and not learned:
        words.append(f"{_listed(fixed)} cannot learn the decks; {LEARNS}, which does, may come to another result")
    elif fixed:
        words.append(f"{_listed(fixed)} cannot learn the decks")
    if not words:
        return {}
    return {"pilot": ". ".join(words) + ".", **({"fit": digest} if learned else {})}


def _briefly(made: str) -> str:
    """Return what a fit was made of, with the first of many matches named and the others counted."""
    parts = made.split(", ")
    at = [k for k, part in enumerate(parts) if " – " in part]
    if len(at) <= 2:
        return made
    return ", ".join([*parts[: at[0] + 1], f"and {len(at) - 1} more matches", *parts[at[-1] + 1 :]])


def _they(names: list[str]) -> str:
    return "it" if len(names) == 1 else "they"


def _listed(names: Iterable[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
