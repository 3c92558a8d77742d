"""A race over components: all play a little, those furthest from a premium of zero more, and the last are played by the judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.experiments.keeper.bodies import BODY, body_uses
from kotc_sim.experiments.keeper.component import described
from kotc_sim.experiments.keeper.pricer import Point, Pricer, covering_of
from kotc_sim.experiments.keeper.probes import amounts
from kotc_sim.experiments.keeper.uses import Use, uses
from kotc_sim.experiments.statistics import Bands
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.progress import stage

RACE = ((40, 1.0), (160, 0.4))
"""Of the whole vocabulary: pairs against each home by the pilot that screens, and which share goes on, the furthest from zero."""
JUDGED = 12
"""Components of the whole vocabulary that the judge plays."""
TOO_LATE = "there was no time left"


@dataclass(frozen=True)
class Raced:
    """A component that was measured.

    Attributes
    ----------
    row : Row
    covering : Point
        The use that its price must cover.
    found : dict
        With the keys of a component in docs/reports.md, "price"; ``p`` is not adjusted.
    judged : bool
        Whether the judge played it.
    """

    row: Row
    covering: Point
    found: dict[str, Any]
    judged: bool


def carriers(row: Row, edition: Edition) -> list[Use]:
    """Return the cards that carry a component at its smallest amounts; of a body's stat plain minions.

    Raises
    ------
    KotcError
        If no simple card can.
    """
    return body_uses(row, edition)[0] if row.section == BODY else uses(row, edition, *amounts(row)[0])


def race(
    pricer: Pricer,
    rows: Sequence[Row],
    precision: float,
    bands: Bands | None = None,
    *,
    to_judge: Callable[[Point], bool] | None = None,
    bends: Callable[[Sequence[Point]], Sequence[Point]] = lambda points: points,
    is_late: Callable[[], bool] = lambda: False,
) -> tuple[list[Raced], list[tuple[Row, str]]]:
    """Measure components at their official prices, those furthest from a premium of zero first.

    Parameters
    ----------
    pricer : Pricer
    rows : sequence of Row
    precision : float
        Half-width of a judged premium's interval that is aimed at, percentage points a copy.
    bands : Bands, optional
    to_judge : callable, optional
        Which of them the judge plays; by default the first `JUDGED`.
    bends : callable, optional
        Of which carriers of a component that the judge plays a curve is played; by default of all.
    is_late : callable, optional
        Whether to stop; asked before each component.

    Returns
    -------
    raced : list of Raced
    left : list of (Row, str)
        Those that were not measured, with the reason.
    """
    edition = pricer.edition
    racing: list[tuple[Row, list[Point]]] = []
    left: list[tuple[Row, str]] = []
    for number, row in enumerate(rows, 1):
        with stage(f"{edition.name}, race, {number} of {len(rows)} texts", 0.5 / len(rows)):
            if is_late():
                left.append((row, TOO_LATE))
                continue
            try:
                racing.append((row, [pricer.point(use, RACE[0][0]) for use in carriers(row, edition)]))
            except KotcError as error:
                left.append((row, error.what))
    racing.sort(key=lambda entry: -_mispriced(entry[1]))
    kept = racing[: max(JUDGED, round(RACE[1][1] * len(racing)))]
    with stage(f"{edition.name}, second race", 0.2):
        again = [(row, [pricer.point(point.use, RACE[1][0]) for point in points]) for row, points in kept]
    again.sort(key=lambda entry: -_mispriced(entry[1]))
    ordered = [*again, *racing[len(kept) :]]
    covering = [covering_of(points) for _, points in ordered]
    chosen = [i < JUDGED if to_judge is None else to_judge(point) for i, point in enumerate(covering)]
    found = []
    for (row, points), point, judged in zip(ordered, covering, chosen, strict=True):
        if not judged or is_late():
            told = described(pricer, row, points, point, precision, bands, second=False, screened=RACE[0][0])
            found.append(Raced(row, point, told, judged=False))
            continue
        with stage(f"{edition.name}, verdict {len(found) + 1} of {sum(chosen)}", 0.3 / sum(chosen)):
            for one in bends(points):
                pricer.bend(one, everywhere=False)
            told = described(pricer, row, points, point, precision, bands, second=False)
            found.append(Raced(row, point, told, judged=True))
    return found, left


def _mispriced(points: Sequence[Point]) -> float:
    return abs(covering_of(points).best.value)
