"""What is said of a balance: changes, what was left, before and after, as a dict with the keys of docs/reports.md, "balance"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kotc_sim.experiments.balance.price_search import NOT_JUDGED, Asked, Checked, Measurement, Round, Way
from kotc_sim.experiments.balance.price_steps import ALPHA, Suspect
from kotc_sim.experiments.price.race import TOO_LATE
from kotc_sim.experiments.result import Answer, Verdict, answer_of
from kotc_sim.games.keeper.design.bodies import takes_off
from kotc_sim.games.keeper.design.proposal import Proposal
from kotc_sim.games.keeper.editions import Row

NO_PRICE = "no printable price brings it half-way to fair"
HELD = "its price may not change"
FULL = "as many prices are changed as were allowed"
PARTLY = "more decks matter where its price goes less far"


@dataclass
class BalanceResult:
    """The result: ``data`` holds the keys of docs/reports.md, "balance"."""

    data: dict[str, Any]
    proposal: Proposal

    @property
    def answer(self) -> Answer:
        """Whether the edition needs no change; not decided where the budget was spent before."""
        return answer_of([self.data["verdict"]])

    @property
    def frame(self) -> Any:
        """One row a change, as a pandas DataFrame."""
        import pandas as pd

        kept = ("id", "text", "formula_before", "formula_after")
        return pd.DataFrame([{key: change[key] for key in kept} for change in self.data["changes"]])


def describe(asked: Asked, best: Way, ways: Sequence[Way]) -> dict[str, Any]:
    """Return what was found: of the way that is proposed, beside those that the rounds followed."""
    first = best.rounds[0].measured
    changes = [_change(one) for one in best.checked if not one.why]
    verdict = str(Verdict.UNFINISHED if not best.finished else Verdict.PROPOSED if changes else Verdict.NOTHING)
    unsettled = _list_unsettled(asked, best)
    return {
        "command": "balance",
        "edition": asked.edition.name,
        "terms": dict(asked.edition.terms),
        "seed": asked.seed,
        "verdict": verdict,
        "finished": best.finished,
        "strategies": asked.pilots.all,
        "pilots": {
            "fast": asked.pilots.fast,
            "screen": asked.pilots.screen,
            "judge": asked.pilots.judge,
            "second": asked.pilots.second or None,
        },
        "band": asked.bands.gain,
        "family": len(asked.family()),
        "changes": changes,
        "taken_back": [_change(one) | {"why": one.why} for one in best.checked if one.why],
        "unsettled": unsettled,
        "late": sum(one["why"] == TOO_LATE for one in unsettled),
        "alternatives": [_alternative(way) for way in ways],
        "rounds": [_round(one) for one in best.rounds],
        "mispriced": {"before": len(first.shown), "after": len(best.last.shown) if best.is_measured else None},
        "components": {"before": _components(first), "after": _components(best.last) if best.is_measured else []},
        "games": asked.games + sum(arms.games for arms in asked.arms),
        "limits": asked.arms[0].limits() | {"family": len(asked.family())},
        "notes": _notes(asked, best),
    }


def comment(change: dict[str, Any]) -> str:
    """Return what stands beside a changed price in the file of a proposal: what it was, and premiums before and after."""
    before, after = (_interval(change[key]) for key in ("premium_before", "premium_after"))
    return f"was {change['formula_before']}: premium {before} points a copy, now {after}"


def _interval(measure: dict[str, Any]) -> str:
    low, high = measure["interval"]
    return f"{measure['value']:+.1f} [{low:+.1f}, {high:+.1f}]"


def text_of(row: Row) -> str:
    """Return a component's text; of a point of a body its name."""
    return row.text.format(x=1, y=1) if row.section == "body" else row.text


def _change(one: Checked) -> dict[str, Any]:
    return {
        "id": one.row.id,
        "text": text_of(one.row),
        "amounts_before": one.amounts[0],
        "amounts_after": one.amounts[1],
        "formula_before": one.row.level.text,
        "formula_after": one.formula.text,
        "official_before": _smallest(one.row),
        "official_after": _smallest(replace(one.row, level=one.formula)),
        "premium_before": one.before.measure(),
        "premium_after": one.after.measure(),
        "nearer": one.nearer.measure(),
        "p": one.p,
    }


def _smallest(row: Row) -> float:
    price = float(row.level.evaluate(x=1, y=1, t=1, a=1))
    return -price if takes_off(row) else price


def _list_unsettled(asked: Asked, way: Way) -> list[dict[str, Any]]:
    """Return the components that are still shown to be mispriced, or could not be measured, with the reason."""
    found: list[dict[str, Any]] = []
    beyond = {row.id for row in way.rounds[-1].beyond_help}
    chosen = {choice.row.id for one in way.rounds for choice in one.choices}
    judged = {check.row.id for check in way.checked}
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
            why = next((check.why for check in way.checked if check.row.id == one.row.id and check.why), "found in the last round")
        found.append(_left(one.row, one, why))
    found += [_left(one.row, one, one.why) for one in way.last.suspects if one.why in (TOO_LATE, Verdict.CANNOT, Verdict.PILOT_FAILS)]
    return found + [_left(row, None, why) for row, why in way.last.left]


def _left(row: Row, measured: Suspect | None, why: str) -> dict[str, Any]:
    premium = None if measured is None else measured.premium.measure()
    return {"id": row.id, "text": text_of(row), "amounts": None if measured is None else measured.amounts, "premium": premium, "why": why}


def _alternative(way: Way) -> dict[str, Any]:
    return {
        "way": way.name or None,
        "changes": len(way.proposal.formulas),
        "size": way.size,
        "mispriced": len(way.last.shown) if way.is_measured else None,
        "finished": way.finished,
        "prices": {key: formula.text for key, formula in way.proposal.formulas.items()},
    }


def _round(one: Round) -> dict[str, Any]:
    return {
        "measured": len(one.measured.raced),
        "shown": [entry.row.id for entry in one.measured.shown],
        "chosen": [
            {"id": choice.row.id, "formula_before": choice.row.level.text, "formula_after": choice.formula.text, "relief": choice.relief}
            for choice in one.choices
        ],
    }


def _components(measured: Measurement) -> list[dict[str, Any]]:
    """Return the premium of every component that was measured, the furthest from zero first."""

    def report(one: Suspect) -> dict[str, Any]:
        return {
            "id": one.row.id,
            "text": text_of(one.row),
            "amounts": one.amounts,
            "premium": one.premium.measure(),
            "p": one.p,
            "shown": one.p <= ALPHA,
            "why": one.why or None,
        }

    return [report(one) for one in sorted(measured.suspects, key=lambda one: -abs(one.premium.value))]


def _notes(asked: Asked, way: Way) -> list[str]:
    found = [
        f"A price counts as wrong if its premium is shown to lie beyond ± {asked.bands.gain:g} points a copy: once by the games that chose "
        f"the change, once more by games that chose nothing. Holm over {len(asked.family())} components: where no price is wrong, a round "
        "says so of any with a probability of at most 5 %."
    ]
    if not way.finished:
        found.append("The budget was spent before a round found nothing more to change: this is a partial answer.")
    return found
