"""A number of an edition over many values, against any figure of games: ``kotc-sim sweep``.

The same ideas of a deck (`kotc_sim.experiments.edition.ideas`), rebuilt at each value, play on the same seeds at all of them.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Unpack

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.edition.ideas import GAMES, play_ideas
from kotc_sim.experiments.edition.result import SweepPoint, SweepResult
from kotc_sim.experiments.result import CONFIDENCE
from kotc_sim.games.protocol import Edition
from kotc_sim.runs import Playing

PILOT = "best"  # who plays if nobody is named
MOST_VALUES = 200
_NUMBER = re.compile(r"-?[0-9]{1,12}(?:[./][0-9]{1,12})?")


def values_of(text: str) -> list[Fraction]:
    """Return the values of a range such as ``20..60``, ``20..60/10`` (in steps of 10), ``1/2..3/1/2`` or ``20,35,50``.

    Raises `KotcError` if it cannot be read, or holds more than `MOST_VALUES`.
    """
    how = "Write for instance 20..60, 20..60/5 (in steps of 5), or 20,35,50."
    try:
        if ".." not in text:
            found = [_number(part) for part in text.split(",")]
            if len(found) > MOST_VALUES:
                raise KotcError(f"more than {MOST_VALUES} values", fix=how)
        else:
            low, _, rest = text.partition("..")
            first = _number(low)
            high, _, step = rest.partition("/")
            last, by = _number(high), _number(step or "1")
            if by <= 0 or last < first:
                raise KotcError(f"{text!r} is no range of values", fix=how)
            if (last - first) / by >= MOST_VALUES:
                raise KotcError(f"{text!r} holds more than {MOST_VALUES} values", fix="Give a larger step: 20..60/5")
            found = [first + k * by for k in range(int((last - first) / by) + 1)]
    except (ValueError, ZeroDivisionError):
        raise KotcError(f"{text!r} is no range of values", fix=how) from None
    return list(dict.fromkeys(found))


def _number(text: str) -> Fraction:
    """Return a number that is written with few digits: `Fraction` computes ``1e999999999``, and is not done in an hour."""
    if _NUMBER.fullmatch(text.strip()) is None:
        raise ValueError(text)
    return Fraction(text.strip())


def sweep(
    edition: Edition,
    number: str,
    values: Sequence[Fraction],
    *,
    strategy: str = PILOT,
    games_each: int = GAMES,
    figure: str | None = None,
    seed: int = 1,
    **how: Unpack[Playing],
) -> SweepResult:
    """Play the ideas of a deck at each value of a number, on the same seed; ``figure`` are words of the one that is shown first.

    The number is ``rules.starting_hp``, a component's text or name, or ``sp`` and ``hp`` (`kotc_sim.games.design.Numbers`). Raises
    `KotcError` if there is no such number or figure, or it may not have one of the values.
    """
    played = play_ideas(editions_of(edition, number, values), strategy, games_each, seed, **how)
    points = []
    for i, value in enumerate(values):
        points += [SweepPoint(number=float(value), **vars(row)) for row in played.figures(i)]
        points += [
            SweepPoint(number=float(value), what=f"score of {row.name}", unit="share", **vars(row.score)) for row in played.of_decks(i)
        ]
    return SweepResult(
        edition=edition.name,
        seed=seed,
        number=number,
        now=float(games.of(edition).design.numbers.number_now(edition, number)),
        values=tuple(map(str, values)),
        points=tuple(points),
        strategies=(strategy,),
        games=played.games,
        pairs=played.games // 2,
        confidence=CONFIDENCE,
        notes=(
            "The decks hold plain cards and standard ones, rebuilt at each value: what a change does to other cards is not seen here.",
            "The same seeds at every value: differences are more exact than the intervals, which hold for each figure alone.",
        ),
        limits=played.limits(),
        figure=require_figure(list(dict.fromkeys(one.what for one in points)), figure),
    )


def editions_of(edition: Edition, number: str, values: Sequence[Fraction]) -> list[Edition]:
    """Return the edition at each value of a number; errors as `sweep`."""
    source = games.of(edition).design.numbers
    return [source.edition_with(edition, number, value) for value in values]


def require_figure(names: Sequence[str], words: str | None) -> str:
    """Return the figure that is shown first: the one whose name has all these words, or the length of a game; else `KotcError`."""
    wanted = (words or "").casefold().split()
    found = [name for name in names if all(word in name.casefold() for word in wanted)]
    if not found:
        raise KotcError(f"--figure: no figure is called {words!r}", fix=f"Figures: {', '.join(names)}.")
    return found[0]
