"""What the reports of cards (rate) and of components (price) have in common: dear, cheap, or fair."""

from __future__ import annotations

from collections.abc import Sequence

from kotc_sim.reports.charts_intervals import Mark
from kotc_sim.reports.envelope import Result, by_key
from kotc_sim.reports.wording import clean, listing, number, plural

MISPRICED = ("overpriced", "undercosted", "never worth a slot")
COLOURS = {"overpriced": "bad", "undercosted": "b", "fair": "good", "never worth a slot": "bad"}


def levels(value: float) -> str:
    """Return ``1 level``, ``1.6 levels``."""
    shown = number(value, 0 if float(value).is_integer() else 1)
    return f"{shown} {'level' if shown == '1' else 'levels'}"


def judgement(name: str, verdict: str, official: float | None, fair: float | None) -> str:
    """Return the verdict on one card or component as a sentence.

    Parameters
    ----------
    name : str
        As the sentence begins.
    verdict : str
        A code of docs/reports.md, "rate" or "price".
    official, fair : float, optional
        In levels.
    """
    if verdict == "never worth a slot":
        return f"{name} is never worth a slot, not even for nothing."
    if verdict == "cannot be priced":
        return f"{name} cannot be priced in this setting."
    if verdict == "beyond the grid":
        return f"{name} is worth something outside the levels that were tried."
    if fair is None:
        return f"{name}: {verdict}."
    if official is None:
        return f"{name} is worth {levels(fair)}."
    gap = levels(round(abs(official - fair), 1))
    if verdict == "overpriced":
        return f"{name} is overpriced by {gap}: it costs {levels(official)} and is worth {number(fair)}."
    if verdict == "undercosted":
        return f"{name} is undercosted by {gap}: it costs {levels(official)} and is worth {number(fair)}."
    if verdict == "fair":
        return f"{name} is priced right at {levels(official)}."
    return f"Not decided yet: {name} costs {levels(official)} and seems to be worth {number(fair)}."


def summary(entries: Sequence[tuple[str, str]], noun: str) -> tuple[str, str]:
    """Return code and sentence for several verdicts.

    Parameters
    ----------
    entries : sequence of (name, verdict)
    noun : str
        What they are: ``card``, ``component``.
    """
    wrong = [(name, verdict) for name, verdict in entries if verdict in MISPRICED]
    total = plural(len(entries), noun)
    if wrong:
        parts = []
        for code in MISPRICED:
            names = [name for name, verdict in wrong if verdict == code]
            if names:
                shown = names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} more"]
                parts.append(f"{listing(shown)} {'is' if len(names) == 1 else 'are'} {code}")
        verb = "is" if len(wrong) == 1 else "are"
        return "mispriced", f"{len(wrong)} of {total} {verb} mispriced: {'; '.join(parts)}."
    if all(verdict == "fair" for _, verdict in entries):
        return "fair", f"All of the {total} are priced right."
    fair = sum(verdict == "fair" for _, verdict in entries)
    return "undecided", f"None of the {total} is shown to be mispriced; {fair} of them are shown to be fair."


def profile_marks(entry: Result, key: str, official: float | None, group: str = "") -> list[Mark]:
    """Return one mark for each strategy profile of a card or component.

    Parameters
    ----------
    entry : mapping
        With ``by_profile``.
    key : str
        ``fair_level`` or ``fair``.
    official : float, optional
        Drawn beside each.
    group : str
    """
    profiles: Result = entry.get("by_profile") or {}
    return [
        Mark(clean(name), by_key(found, key), group, official, COLOURS.get(str(found.get("verdict")), "a"))
        for name, found in profiles.items()
    ]


def spread(entry: Result) -> str:
    """Return a warning if competent profiles disagree about the direction, else nothing."""
    profiles: Result = entry.get("by_profile") or {}
    codes = {str(found.get("verdict")) for found in profiles.values()}
    if {"overpriced", "undercosted"} <= codes:
        return "The profiles disagree about the direction, so this is not decided."
    return ""
