"""Which few prices of an edition should change? Rounds of measuring, choosing, tuning homes again (docs/verdicts.md, "balance").

Each round measures every component's premium at its official price, at the amounts that simple cards have, on games of its own, chooses
printable prices for those shown to be mispriced, and goes on with the edition that they make: homes are tuned again, since what was hidden
behind a strong text now shows. At the end each change is judged once more on fresh games, and stays only if taking it back makes the
edition worse.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from kotc_sim import games
from kotc_sim.experiments.balance.price_steps import PriceSteps, Suspect, adjust, premium_under
from kotc_sim.experiments.balance.result import ChosenPrice, PriceChange
from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.pilots import pilots_of, seconds_of
from kotc_sim.experiments.price.component import UNPRICED
from kotc_sim.experiments.price.pricer import CURVE_ROWS, FURTHER_ROWS, JUDGE, Point, Pricer, covering_of
from kotc_sim.experiments.price.race import NOT_FOR_LESS, TOO_LATE, Raced, carriers, furthest_first, race
from kotc_sim.experiments.result import ALPHA
from kotc_sim.experiments.statistics.hypotheses import band_p, holm, normal_p
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval
from kotc_sim.experiments.statistics.verdicts import judge_gain
from kotc_sim.experiments.worth.judging import contradict
from kotc_sim.experiments.worth.result import Roles
from kotc_sim.games.keeper.design.bodies import BODY, STATS, body_row, takes_off
from kotc_sim.games.keeper.design.proposal import Proposal, has_body_prices
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.games.keeper.editions.model import Switch
from kotc_sim.progress import stage
from kotc_sim.runs import Playing

PRECISION = 0.35
"""Half-width of a judged premium's interval that is aimed at, percentage points a copy."""
ROUNDS = 6  # rounds of measuring and choosing at most: prices could chase each other in a circle
BAND = 0.25
"""Premiums within ± this many points a copy are left alone: half the band of *fair*, so that a new price lands well inside of it."""
FRESH = 1_000_003  # distance of the run seeds of rounds: no round plays games of another one
MEASURED = 0.7
"""Part of the time that is left which a measurement may take: prices are chosen and judged in the rest."""
NOT_SHOWN = "on fresh games it is not shown that the old price is wrong and the new one better"
NOT_JUDGED = "there was no time to judge it on fresh games"
WAYS = ("bodies", "texts")
"""What is mended first where plain minions themselves are mispriced: their bodies, or texts alone."""


@dataclass
class Asked:
    """What is asked of a balance.

    ``only`` and ``keep`` are ids: the only components that are measured and may change (empty: all), and those that may not change. The
    ``budget`` is processor-seconds, about, after which no further measurement is begun; by a fixed table of speeds, so that the same games
    are played on every machine. ``rules`` are changed from the start.
    """

    edition: Edition
    only: Collection[str] = ()
    keep: Collection[str] = ()
    most: int = 1_000
    rounds: int = ROUNDS
    pilots: Roles = field(default_factory=lambda: pilots_of(games.FIRST))
    precision: float = PRECISION
    band: float = BAND
    seed: int = 1
    how: Playing = field(default_factory=Playing)
    budget: float = math.inf
    rules: Mapping[str, Switch] = field(default_factory=dict)
    rounds_until: float = 1.0  # part of the budget after which no further round begins: the rest is for what follows them
    arms: list[PairedRuns] = field(default_factory=list)
    games: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    """Games besides those of `arms`, and the decisions in them, by who decided."""

    def fresh(self, number: int) -> PairedRuns:
        """Return arms on games of their own."""
        self.arms.append(PairedRuns(self.seed + FRESH * number, **self.how))
        return self.arms[-1]

    @property
    def spent(self) -> float:
        """Processor-seconds, about, that all games took."""
        game = games.of(self.edition)
        return sum(seconds_of(game, decisions) for decisions in (self.decisions, *(arms.decisions for arms in self.arms)))

    def is_late(self) -> bool:
        """Say whether the budget is spent."""
        return self.spent >= self.budget

    def late_after(self, part: float) -> Callable[[], bool]:
        """Return what says whether a part of the time that is left now is spent."""
        spent = self.spent
        end = spent + part * (self.budget - spent)
        return lambda: self.spent >= end

    def family(self) -> list[Row]:
        """Return the components that are measured: the legal vocabulary and, where they have prices of their own, points of a body."""
        bodies = [body_row(stat, self.edition) for stat in STATS] if has_body_prices(self.edition) else []
        rows = [*bodies, *(row for row in self.edition.rows.values() if row.banned is None)]
        return [row for row in rows if not self.only or row.id in self.only]


@dataclass
class Measurement:
    """What one round found: the components measured, at the prices of a proposal."""

    proposal: Proposal
    pricer: Pricer
    suspects: list[Suspect]
    raced: list[Raced]
    left: list[tuple[Row, str]]
    late: bool

    @property
    def shown(self) -> list[Suspect]:
        """Those shown to be mispriced, the worst first."""
        return sorted((one for one in self.suspects if one.p <= ALPHA), key=lambda one: -abs(one.premium.value))


@dataclass
class Round:
    """A measurement, and what was chosen by it."""

    measured: Measurement
    choices: list[ChosenPrice]
    beyond_help: list[Row]


@dataclass
class Way:
    """One way to mend an edition."""

    name: str  # ``bodies``, ``texts``, or empty where there is one way only
    rounds: list[Round]  # the last one chose nothing, or there was no time or no room for more changes
    proposal: Proposal  # the changes that stay, of those that the rounds made
    checked: list[PriceChange]  # all changes that were proposed, with those that were taken back
    last: Measurement  # the last one: under the proposal, unless the budget was spent before
    finished: bool  # whether a round found nothing more to change
    extent: Fraction = Fraction(1)  # how far the prices that the field judges go, of the way that the rounds chose (`extent`)
    by_field: tuple[str, ...] = ()  # the ids of those prices, where they do not go all of the way

    @property
    def is_measured(self) -> bool:
        """Whether the last measurement is one of the proposal that stayed, and no less of it than of the edition."""
        return self.last.proposal.digest == self.proposal.digest and (not self.last.late or self.last is self.rounds[0].measured)

    @property
    def size(self) -> float:
        """How much its prices change: the sum over components of the change at the smallest amounts, in levels."""
        before = (self.proposal.row_before(key) for key in self.proposal.formulas)
        return float(sum(abs(_smallest(self.proposal.row(row.id)) - _smallest(row)) for row in before))


def _smallest(row: Row) -> float:
    price = float(row.level.evaluate(x=1, y=1, t=1, a=1))
    return -price if takes_off(row) else price


def text_of(row: Row) -> str:
    """Return a component's text; of a point of a body its name."""
    return row.text.format(x=1, y=1) if row.section == BODY else row.text


def search_prices(asked: Asked, prefer: str = "") -> list[Way]:
    """Return the ways to mend an edition, the one with the fewest and smallest changes first.

    With ``prefer``, ``bodies`` or ``texts``, only this way; else both, where the first round shows bodies to be mispriced.
    """
    first = measure(asked, Proposal(asked.edition, rules=asked.rules), 0)
    bodies = any(one.row.section == BODY for one in first.shown)
    names = [prefer] if prefer else list(WAYS) if bodies else [""]
    found = []
    for name in names:
        with stage(f"{name} first" if name else "prices", 0.8 / len(names)):
            found.append(_way(asked, name, first))
    return sorted(found, key=lambda way: (len(way.last.shown), len(way.proposal.formulas), way.size))


def _way(asked: Asked, name: str, first: Measurement) -> Way:
    """Follow one way from its first measurement to changes that were judged."""
    rounds: list[Round] = []
    measured, finished = first, False
    while True:
        proposal, choices, beyond = _choose(asked, name, measured, is_first=not rounds)
        rounds.append(Round(measured, choices, beyond))
        finished = not choices and not measured.late
        if not choices or measured.late or asked.spent >= asked.rounds_until * asked.budget or len(rounds) == asked.rounds:
            break
        measured = measure(asked, proposal, len(rounds))
    kept, checked = check(asked, proposal, len(rounds))
    if kept.digest != measured.proposal.digest and not (measured.late or asked.is_late()):
        measured = measure(asked, kept, len(rounds) + 1)
    return Way(name, rounds, kept, checked, measured, finished)


def measure(asked: Asked, proposal: Proposal, number: int) -> Measurement:
    """Measure all components at the prices of a proposal, on games of a round of their own."""
    hurried = asked.budget < math.inf
    pricer = Pricer(proposal.priced(), asked.pilots, asked.fresh(number), curve_rows=FURTHER_ROWS if hurried else CURVE_ROWS)
    band = asked.band
    rows = [proposal.row(row.id) for row in asked.family()]
    only = furthest_first(pricer, rows) if hurried else None
    raced, left = race(
        pricer,
        rows if only is None else only,
        asked.precision,
        band,
        only=only,
        to_judge=lambda point: abs(point.premium.value) > band,
        late_after=lambda part: asked.late_after(MEASURED * part),
        bends=lambda points: [covering_of(points)],  # the carrier that the price must cover: a balance needs no other curve
        more=True,
    )
    suspects = []
    for one in raced:
        verdict, premium = one.found.verdict, one.found.premium
        interval = Interval(premium.value, *(premium.interval or ()))
        left_out = TOO_LATE if one.covering.is_played else NOT_FOR_LESS
        why = left_out if one.late else "" if one.judged and verdict not in UNPRICED else str(verdict)
        suspects.append(Suspect(one.row, [one.covering], interval, why))
    adjust(suspects, band, len(rows))
    for suspect, one in zip(suspects, raced, strict=True):
        if suspect.p <= ALPHA:
            suspect.points += _more_points(suspect, one.points)
    late = any(one.late for one in raced) or any(why == TOO_LATE for _, why in left)
    return Measurement(proposal, pricer, suspects, raced, left, late)


def _more_points(one: Suspect, points: Sequence[Point]) -> list[Point]:
    """Return the carriers of the same kind at other amounts that are played."""
    if one.row.section == BODY:
        return []
    judged = one.points[0]
    same = (point for point in points if point.use.kind == judged.use.kind and point.use.label != judged.use.label)
    return [point for point in same if point.is_played]


def _choose(asked: Asked, name: str, measured: Measurement, *, is_first: bool) -> tuple[Proposal, list[ChosenPrice], list[Row]]:
    bodies_first = name == "bodies" and is_first

    def may_change(row: Row) -> bool:
        if row.id in asked.keep or (row.section == BODY and name == "texts"):
            return False
        return row.section == BODY or not bodies_first

    room = asked.most - len(measured.proposal.formulas)
    found = PriceSteps(measured.pricer, measured.suspects, measured.proposal, asked.band, may_change)
    with stage("choosing prices"):
        proposal, choices = found.choose(max(0, room))
    return proposal, choices, found.beyond_help


def check(asked: Asked, proposal: Proposal, number: int) -> tuple[Proposal, list[PriceChange]]:
    """Judge each change of a proposal on fresh games, with all others in place; return what stays, and what was found.

    A change that there is no time to judge does not stay.
    """
    if not proposal.formulas:
        return proposal, []
    pricer = Pricer(proposal.priced(), asked.pilots, asked.fresh(asked.rounds + 1 + number))
    found = []
    for number_of, row_id in enumerate(proposal.formulas, 1):
        if asked.is_late():
            break
        with stage(f"judging change {number_of} of {len(proposal.formulas)}", 1 / len(proposal.formulas)):
            found.append(_check_one(asked, pricer, proposal, row_id))
    kept = proposal
    for row_id in list(proposal.formulas)[len(found) :]:
        kept = kept.without(row_id)
    adjusted = holm([one.p for one in found])
    found = [replace(one, p=float(p), why=one.why or (NOT_SHOWN if p > ALPHA else None)) for one, p in zip(found, adjusted, strict=True)]
    for one in found:
        if one.why:
            kept = kept.without(one.id)
    return kept, found


def _check_one(asked: Asked, pricer: Pricer, proposal: Proposal, row_id: str) -> PriceChange:
    """Judge one change: premiums at the edition's price and at the proposed one, on the same games."""
    back = proposal.without(row_id)
    point = _covering(pricer, back, row_id)
    judged = pricer.judge(point, point.use.card.level, asked.precision, second=bool(asked.pilots.second))
    rows = judged.rows
    before = premium_under(pricer, point, back.priced(), asked.pilots.judge, rows, JUDGE)
    # Another use may cover the new price.
    then = _covering(pricer, proposal, row_id)
    after = premium_under(pricer, then, proposal.priced(), asked.pilots.judge, rows, JUDGE)
    here, there = mean_interval(before), mean_interval(after)
    nearer = mean_interval(math.copysign(1.0, here.value) * before - math.copysign(1.0, there.value) * after)
    band = asked.band
    why = None
    if judged.second is not None and judged.difference is not None:
        words = [judge_gain(one, rows, asked.band).verdict for one in (judged.by_home[point.home.name], judged.second)]
        contradicts = contradict(words[0], words[1], judged.difference)
        why = "depends on play: the two strongest pilots contradict each other" if contradicts else None
    no_better = normal_p(nearer.value, nearer.standard_error) / 2 if nearer.value > 0 else 1.0
    p = max(band_p(here.value, here.standard_error, band), no_better)
    row, formula = proposal.row_before(row_id), proposal.formulas[row_id]
    return PriceChange(
        id=row_id,
        text=text_of(row),
        amounts_before=point.use.label,
        amounts_after=then.use.label,
        formula_before=row.level.text,
        formula_after=formula.text,
        official_before=_smallest(row),
        official_after=_smallest(replace(row, level=formula)),
        premium_before=here.measure,
        premium_after=there.measure,
        nearer=nearer.measure,
        p=p,
        why=why,
    )


def _covering(pricer: Pricer, proposal: Proposal, row_id: str) -> Point:
    """Return the use that a component's price must cover as a proposal has it."""
    made = carriers(pricer, proposal.row(row_id), proposal.priced(), more=True)
    return covering_of([pricer.point(use) for use in made])
