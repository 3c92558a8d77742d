"""The designers' own price history as the test of the tool (docs/verdicts.md).

For each price that the designers changed from one published edition to the next, the component is judged under the *older* edition: the
premium should have the sign of their step. Where they rescaled a whole edition, a step is measured against the median of that step; next to
it stands the step by the numbers as printed. Controls are prices that stood for four editions: they should not be called mispriced by more
than two points a copy. No setting is tuned to the outcome.
"""

import hashlib
import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from kotc_sim.errors import KotcError
from kotc_sim.experiments.price.component import UNPRICED
from kotc_sim.experiments.price.price import price_components
from kotc_sim.experiments.price.result import BacktestResult, ComponentPrice, JudgedChange, Says, Tallied
from kotc_sim.experiments.result import Limits, Verdict
from kotc_sim.experiments.worth.judging import PRECISION
from kotc_sim.games.keeper.design.test_cards import is_factor
from kotc_sim.games.keeper.design.uses import uses
from kotc_sim.games.keeper.editions import Edition, Row, load_edition
from kotc_sim.games.keeper.editions.difference import smallest_price
from kotc_sim.games.protocol import attributes
from kotc_sim.progress import stage
from kotc_sim.runs import Playing

CHAIN = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12-published", "13", "14", "15", "16", "17", "20")
"""The published editions, in order: ``kotc-`` and this."""
RESCALED = 0.4  # from this share of changed prices on, an edition was rescaled as a whole
CLEAR = 0.1  # part of a rescaled price by which a step must leave the median to count as a change
STOOD = 4  # editions that a control's price stood
MOST_CONTROLS = 12
BOUND = 2.0
"""A control that is called mispriced by more points a copy than this is a false alarm."""


@dataclass(frozen=True)
class Change:
    """One price that the designers changed, or left alone."""

    older: str
    newer: str
    """Editions."""
    row: Row  # of the older one
    before: float
    after: float
    """Official price at the smallest amounts; of a relief negative."""
    scale: float  # what the older edition's prices were multiplied by as a whole; 1 if they were not
    step: int  # 1: the designers made it more expensive, −1: cheaper, 0: a control

    @property
    def raw_step(self) -> int:
        """The step by the numbers as printed, whatever was done to the other prices of the edition."""
        return (self.after > self.before) - (self.after < self.before)

    @property
    def half(self) -> str:
        """``a`` or ``b``, by a fixed hash: a cause that is looked for in one half is tested on the other."""
        return "ab"[hashlib.sha256(f"{self.older} {self.row.id}".encode()).digest()[0] % 2]


def signed_price(row: Row, edition: Edition) -> float | None:
    """Return a component's price at its smallest amounts; costs, conditions and caveats take off.

    A condition whose number is a factor (11.level.1) adds or takes off what it makes of the price of destroying one target.
    """
    price = smallest_price(row)
    if price is None or row.section in ("effect", "target"):
        return price
    if is_factor(row, edition):
        return (price - 1) * _destroys(edition)
    return -price


def _destroys(edition: Edition) -> float:
    return smallest_price(edition.rows["effect.destroy"]) or 0.0


def _comparable(row: Row, older: Edition, newer: Edition) -> bool:
    """Say whether a price is of the same kind in two editions: a factor and a relief are, where the effect costs the same in both."""
    factors = is_factor(row, older), is_factor(row, newer)
    return not any(factors) or _destroys(older) == _destroys(newer)


def changes(only: tuple[str, str] | None = None) -> list[Change]:
    """Return the prices that the designers changed: same program in both editions, legal in both.

    ``only`` are the first and the last edition looked at, such as ``("12-published", "16")``.
    """
    found = []
    for older, newer in itertools.pairwise(_chain(only)):
        common = [
            (row, newer.rows[row.id], before, after)
            for row in older.rows.values()
            if row.id in newer.rows
            and (row.program, row.select) == (newer.rows[row.id].program, newer.rows[row.id].select)
            and _comparable(row, older, newer)
            and (before := signed_price(row, older)) is not None
            and (after := signed_price(newer.rows[row.id], newer)) is not None
        ]
        ratios = [after / before for _, _, before, after in common if before and after]
        rescaled = sum(ratio != 1 for ratio in ratios) >= RESCALED * len(ratios)
        for section in ("effect", "target", "cost", "condition", "caveat"):
            mine = [entry for entry in common if entry[0].section == section]
            own = [after / before for _, _, before, after in mine if before and after]
            scale = statistics.median(own) if rescaled and own else 1.0
            for row, _, before, after in mine:
                if abs(after - scale * before) > (CLEAR * abs(scale * before) if scale != 1 else 0):
                    step = 1 if after > scale * before else -1
                    found.append(Change(older.name, newer.name, row, before, after, scale, step))
    return found


def controls(only: tuple[str, str] | None = None) -> list[Change]:
    """Return effects whose price stood for four editions, a dozen at most, chosen by a fixed hash; each is judged under the oldest."""
    editions = _chain(only)
    found = []
    for window in zip(*(editions[k:] for k in range(STOOD)), strict=False):
        oldest, latest = window[0], window[-1]
        for row in oldest.section("effect"):
            prices = [signed_price(one.rows[row.id], one) if row.id in one.rows else None for one in window]
            if None not in prices and len(set(prices)) == 1 and all(one.rows[row.id].program == row.program for one in window):
                price = float(prices[0] or 0)
                found.append(Change(oldest.name, latest.name, row, price, price, 1.0, 0))
    first = {change.row.id: change for change in reversed(found)}
    return sorted(first.values(), key=lambda one: hashlib.sha256(one.row.id.encode()).digest())[:MOST_CONTROLS]


def _chain(only: tuple[str, str] | None) -> list[Edition]:
    names = list(CHAIN)
    if only is not None:
        for end in only:
            if end not in names:
                raise KotcError(f"--only {only[0]}:{only[1]}: there is no published edition {end!r}", fix=f"Editions: {', '.join(names)}")
        names = names[names.index(only[0]) : names.index(only[1]) + 1]
    if len(names) < 2:
        raise KotcError("a backtest needs two editions", fix="Write for instance --only 12-published:16")
    return [load_edition(f"kotc-{name}") for name in names]


def backtest(
    *,
    only: tuple[str, str] | None = None,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    with_controls: bool = True,
    seed: int = 1,
    **how: Unpack[Playing],
) -> BacktestResult:
    """Judge every price that the designers changed, under the edition before the change.

    ``only`` are the first and the last edition, ``profiles`` who plays, in place of the usual pilots. ``precision`` is the half-width of
    the premiums that is aimed at, percentage points a copy. ``with_controls`` prices that stood are judged too.
    """
    rows: list[JudgedChange] = []
    games, skipped = 0, []
    limits = Limits()
    asked = [*changes(only), *(controls(only) if with_controls else [])]
    for number, change in enumerate(asked, 1):
        edition = load_edition(change.older)
        try:
            uses(change.row, edition)
        except KotcError as error:
            skipped.append(f"{change.older}, {change.row.text!r}: {error.what}")
            continue
        with stage(f"price {number} of {len(asked)}", 1 / len(asked)):
            found = price_components(
                [change.row.id], edition, profiles=profiles, precision=precision, cross_check=False, most_amounts=1,
                seed=seed, **how,
            )  # fmt: skip
        games += found.games or 0
        limits = found.limits or limits
        rows.append(_judge(change, found.components[0]))
    steps = [row for row in rows if row.step]
    stood = [row for row in rows if not row.step]
    return BacktestResult(
        seed=seed,
        strategies=found.strategies if rows else (),
        changes=tuple(rows),
        **vars(_count([row.says for row in steps])),
        raw=_count([row.raw_says for row in steps]),
        controls=len(stood),
        false_alarms=sum(row.says == "false alarm" for row in stood),
        games=games,
        pairs=games // 2,
        limits=Limits(strongest=limits.strongest, pilot=limits.pilot),
        notes=tuple(f"Not judged: {words}" for words in skipped),
    )


def _count(said: Sequence[str | None]) -> Tallied:
    return Tallied(agree=said.count("agree"), disagree=said.count("disagree"), undecided=said.count("undecided"))


def _judge(change: Change, component: ComponentPrice) -> JudgedChange:
    """Return a row: what the designers did, what the tool says, and whether that is the same direction."""
    value, (low, high) = component.premium.value, component.premium.interval or (-math.inf, math.inf)
    has_verdict = component.verdict not in (Verdict.DEPENDS, *UNPRICED)
    says: Says
    if change.step == 0:
        says = "false alarm" if has_verdict and (low > BOUND or high < -BOUND) else "stands"
    elif not has_verdict or low <= 0 <= high:
        says = "undecided"
    else:
        says = "agree" if (value > 0) == (change.step > 0) else "disagree"
    raw = change.raw_step
    raw_says = says if says == "undecided" or not raw else "agree" if (value > 0) == (raw > 0) else "disagree"
    designers = attributes(change, "older newer before after scale step half")
    tool = attributes(component, "text premium fair fair_words verdict use level at_level brought_share")
    return JudgedChange(**designers, **tool, id=change.row.id, raw_step=raw, raw_says=raw_says if raw else None, says=says)
