"""What the reports of cards (rate) and of components (price) have in common: expensive, cheap, or fair."""

from __future__ import annotations

from collections.abc import Sequence

from kotc_sim.reports.kit import charts_fields
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import Result, by_key, measure
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.wording import Kind, clean, listing, number, percent, plural

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
        ``fair_level``, ``fair_attack`` or ``fair``.
    official : float, optional
        Drawn beside each.
    group : str
    """
    profiles: Result = entry.get("by_profile") or {}
    return [
        Mark(clean(name), by_key(found, key), group, official, COLOURS.get(str(found.get("verdict")), "a"))
        for name, found in profiles.items()
    ]


def by_who_plays(entry: Result, stat: str, *, kind: Kind, reference: str) -> list[Figure]:
    """Return the figure of what a rated card is worth to each profile, or nothing if there are no profiles.

    Parameters
    ----------
    entry : mapping
        A card of "rate" (docs/reports.md).
    stat : str
        What it is judged by, ``level`` or ``attack``.
    kind : Kind
        How its numbers are written.
    reference : str
        What the card's own value is called.
    """
    marks = profile_marks(entry, f"fair_{stat}", float(entry[stat]))
    if not marks:
        return []
    title = f"{clean(entry['name'])} by who plays it"
    return [forest(marks, title=title, kind=kind, axis=stat, reference=reference, measure=f"Fair {stat}", label="Profile")]


def passage(entry: Result, sentence: str) -> list[str]:
    """Return the text of a rated card: what it says, the verdict, the profiles, and a warning if it was seldom played."""
    text = [f"“{clean(entry['text'])}”"] if entry.get("text") else []
    text.append(sentence)
    if spread(entry):
        text.append(spread(entry))
    share = entry.get("played_share")
    if share is not None and float(share) < 0.2:
        text.append(f"Strategies played it in only {percent(share)} of the games where they could: read with care.")
    return text


def adds(entry: Result, stat: str, *, title: str, against: str, mark_label: str, caption: str) -> Figure:
    """Return the figure of Δ over the grid of a rated card, with its root.

    Parameters
    ----------
    entry : mapping
        A card of "rate" (docs/reports.md).
    stat : str
        What the grid is of, ``level`` or ``attack``; the root is ``fair_`` and that.
    title, against, mark_label, caption : str
        Words: the title, what it is compared with, what the card's own value is called, and what was subtracted.
    """
    grid: list[Result] = list(entry["delta"])
    pairs = sum(int(point.get("pairs") or 0) for point in grid)
    return charts_fields.line(
        [point[stat] for point in grid],
        [point["delta"] for point in grid],
        [point["interval"] for point in grid],
        title=title,
        x_axis=stat,
        y_axis=f"score against {against}, pp",
        kind="difference",
        zero=0.0,
        root=measure(entry.get(f"fair_{stat}"), entry.get("interval")),
        root_label="fair",
        mark=float(entry[stat]),
        mark_label=mark_label,
        fit=entry.get("fit"),
        caption=caption + (f", {plural(pairs, 'pair')}." if pairs else "."),
    )


def spread(entry: Result) -> str:
    """Return a warning if competent profiles disagree about the direction, else nothing."""
    profiles: Result = entry.get("by_profile") or {}
    codes = {str(found.get("verdict")) for found in profiles.values()}
    if {"overpriced", "undercosted"} <= codes:
        return "The profiles disagree about the direction, so this is not decided."
    return ""
