"""What is said of a balance: changes, what was left, before and after."""

from collections.abc import Sequence

from kotc_sim.experiments.balance import result as results
from kotc_sim.experiments.balance.price_search import NOT_JUDGED, Asked, Measurement, Round, Way, text_of
from kotc_sim.experiments.balance.price_steps import Suspect
from kotc_sim.experiments.price.component import UNPRICED
from kotc_sim.experiments.price.race import LATE
from kotc_sim.experiments.result import ALPHA, BeforeAfter, Measure, Verdict
from kotc_sim.experiments.worth.result import WorthLimits
from kotc_sim.games.keeper.editions import Row

NO_PRICE = "no printable price brings it half-way to fair"
HELD = "its price may not change"
FULL = "as many prices are changed as were allowed"
PARTLY = "more decks matter where its price goes less far"


def describe(asked: Asked, best: Way, ways: Sequence[Way]) -> results.BalanceResult:
    """Return what was found: of the way that is proposed, and of those that the rounds followed."""
    first, who, family = best.rounds[0].measured, asked.pilots, len(asked.family())
    changes = tuple(one for one in best.checked if not one.why)
    unsettled = _list_unsettled(asked, best)
    return results.BalanceResult(
        edition=asked.edition.name,
        terms=dict(asked.edition.terms),
        seed=asked.seed,
        verdict=Verdict.UNFINISHED if not best.finished else Verdict.PROPOSED if changes else Verdict.NOTHING,
        finished=best.finished,
        strategies=tuple(who.all),
        pilots=who,
        band=asked.band,
        family=family,
        changes=changes,
        taken_back=tuple(one for one in best.checked if one.why),
        unsettled=tuple(unsettled),
        late=sum(one.why in LATE for one in unsettled),
        alternatives=tuple(
            results.Alternative(
                way=way.name or None,
                changes=len(way.proposal.formulas),
                size=way.size,
                mispriced=len(way.last.shown) if way.is_measured else None,
                finished=way.finished,
                prices={key: formula.text for key, formula in way.proposal.formulas.items()},
            )
            for way in ways
        ),
        rounds=tuple(map(_round, best.rounds)),
        mispriced=BeforeAfter(len(first.shown), len(best.last.shown) if best.is_measured else None),
        components=BeforeAfter(_components(first), _components(best.last) if best.is_measured else ()),
        games=asked.games + sum(arms.games for arms in asked.arms),
        limits=asked.arms[0].limits(WorthLimits, family),
        notes=tuple(_notes(asked, best)),
        proposal=best.proposal,
    )


def comment(change: results.PriceChange) -> str:
    """Return what stands next to a changed price in the file of a proposal: what it was, and premiums before and after."""
    before, after = map(_interval, (change.premium_before, change.premium_after))
    return f"was {change.formula_before}: premium {before} points a copy, now {after}"


def _interval(measure: Measure) -> str:
    low, high = measure.interval or (0.0, 0.0)
    return f"{measure.value:+.1f} [{low:+.1f}, {high:+.1f}]"


def _list_unsettled(asked: Asked, way: Way) -> list[results.Unsettled]:
    """Return the components that are still shown to be mispriced, or could not be measured, with the reason."""
    found = []
    beyond = {row.id for row in way.rounds[-1].beyond_help}
    chosen = {choice.id for one in way.rounds for choice in one.choices}
    judged = {check.id for check in way.checked}
    for one in way.last.shown:
        if one.row.id in way.proposal.formulas and not way.is_measured:
            continue
        if one.row.id in asked.keep:
            why = HELD
        elif one.row.id in chosen - judged:
            why = NOT_JUDGED
        elif len(way.proposal.formulas) >= asked.most:
            why = FULL
        elif one.row.id in way.by_field:
            why = PARTLY
        elif one.row.id in beyond:
            why = NO_PRICE
        else:
            why = next((check.why for check in way.checked if check.id == one.row.id and check.why), "found in the last round")
        found.append(_left(one.row, one, why))
    found += [_left(one.row, one, one.why) for one in way.last.suspects if one.why in (*LATE, *UNPRICED)]
    return found + [_left(row, None, why) for row, why in way.last.left]


def _left(row: Row, measured: Suspect | None, why: str) -> results.Unsettled:
    premium, amounts = (None, None) if measured is None else (measured.premium.measure, measured.amounts)
    return results.Unsettled(id=row.id, text=text_of(row), amounts=amounts, premium=premium, why=why)


def _round(one: Round) -> results.RoundFound:
    shown = tuple(entry.row.id for entry in one.measured.shown)
    return results.RoundFound(measured=len(one.measured.raced), shown=shown, chosen=tuple(one.choices))


def _components(measured: Measurement) -> tuple[results.MeasuredComponent, ...]:
    """Return the premium of every component that was measured, the furthest from zero first."""
    return tuple(
        results.MeasuredComponent(
            id=one.row.id,
            text=text_of(one.row),
            amounts=one.amounts,
            premium=one.premium.measure,
            p=one.p,
            shown=one.p <= ALPHA,
            why=one.why or None,
        )
        for one in sorted(measured.suspects, key=lambda one: -abs(one.premium.value))
    )


def _notes(asked: Asked, way: Way) -> list[str]:
    found = [
        f"A price counts as wrong if its premium is shown to lie beyond ± {asked.band:g} points a copy: once by the games that chose "
        f"the change, once more by games that chose nothing. Holm over {len(asked.family())} components: where no price is wrong, a round "
        "says so of any with a probability of at most 5 %."
    ]
    if not way.finished:
        found.append("The budget was spent before a round found nothing more to change: this is a partial answer.")
    return found
