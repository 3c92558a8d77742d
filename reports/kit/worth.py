"""What the reports of gains have in common: the verdict on a card in a sentence, its curve, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from kotc_sim.reports.kit import charts_fields
from kotc_sim.reports.kit.envelope import Result, measure, needed
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.wording import Measure, clean, interval, number, plural, signed

COLOURS = {"overpriced": "bad", "undercosted": "b", "fair": "good"}
UNIT = "points a copy"
KEY = "● fair or open, ▲ costs too little, ■ costs too much."
"""What the shapes of marks say, beside their colours."""


def gained(value: float) -> str:
    """Return a gain in words: ``adds 1.7 points of score``, ``costs its deck 0.4 points of score``."""
    if round(value, 2) == 0:
        return "changes nothing"
    size = number(abs(value), 2 if abs(value) < 1 else 1)
    return f"adds {size} points of score" if value > 0 else f"costs its deck {size} points of score"


def sentence(card: Result, level: str = "level") -> str:
    """Return the verdict on a rated card as one sentence that can be forwarded.

    Parameters
    ----------
    card : mapping
        A card of docs/reports.md, "rate".
    level : str
        What the edition calls a level.
    """
    name, printed = clean(card["name"]), int(card["level"])
    code, gain, home = str(card["verdict"]), needed(card["gain"]), clean(card["home"])
    copy = f"each copy {gained(gain.value)} in the {home} deck, its best home"
    if code == "overpriced":
        mind = at_fair(card, home)
        return f"{name} costs too much: at {level} {printed} no deck wants it{mind}."
    if code == "undercosted":
        return f"{name} costs too little: at {level} {printed} {copy}{at_fair(card, home)}."
    if code == "fair":
        return f"{name} is worth its {level}, {printed}: {copy}, no more than the cards it replaces give."
    if code == "a little off":
        return f"{name} is a little {'cheap' if gain.value > 0 else 'expensive'} at {level} {printed}: {copy}."
    if code == "depends on play":
        return f"Whether {name} is worth its {level} depends on play: the two strongest pilots contradict each other."
    if code == "pilot fails":
        rise = card["rises"]
        return (
            f"The pilot fails with {name}: it scores {number(rise['value'], 1)} points a copy more at {level} {rise['to']} than at "
            f"{rise['from']}, which good play never does; nothing is said about the card."
        )
    return f"Not decided yet: {name} at {level} {printed} may be fair or not; {copy}."


def at_fair(card: Result, home: str) -> str:
    """Return the end of a verdict's sentence: where the card would be fair."""
    fair = measure(card.get("fair_level"), card.get("interval"))
    words = str(card["fair_words"])
    if fair is not None:
        whole = round(fair.value)
        if whole == card["level"]:
            return f"; {number(fair.value)} would be fair, and the nearest whole level is the one it has"
        return f"; at {number(fair.value)} the {home} deck would not mind it (the nearest whole level is {whole})"
    if words == "not even for nothing":
        return ", not even for nothing"
    if words == "as much as this deck can pay":
        return f"; the {home} deck would take it at any level that it can pay"
    return ""


def detail(card: Result, rows: int) -> str:
    """Return the three error bars of a verdict, apart."""
    gain, errors = needed(card["gain"]), card["errors"]
    low, high = gain.low or gain.value, gain.high or gain.value
    parts = [f"Gain {signed(gain.value, 2)} points of score a copy; sampling {interval(low, high, 2)} ({plural(rows, 'pair')} a home)"]
    homes = errors["homes"]
    if homes[0] != homes[1]:
        parts.append(f"homes {signed(homes[0], 1)} to {signed(homes[1], 1)}")
    pilots = errors["pilots"]
    if pilots[0] != pilots[1]:
        parts.append(f"pilots {signed(pilots[0], 1)} to {signed(pilots[1], 1)}")
    return "; ".join(parts) + "."


def following(card: Result, command: str, level: str = "level") -> str:
    """Return what to do next."""
    code, printed = str(card["verdict"]), int(card["level"])
    fair = measure(card.get("fair_level"), card.get("interval"))
    if code == "undecided" and card.get("more_pairs"):
        return f"Next: about {plural(int(card['more_pairs']), 'more pair')} a home would decide it: {command} --precision 0.1."
    if code == "depends on play":
        return f"Next: watch games with it (kotc-sim replay), and try it in a deck built for it: {command} --in DECK."
    if code == "pilot fails":
        return "Next: see how it is played (kotc-sim replay), and write a strategy that plays it (docs/strategies.md)."
    if code in ("overpriced", "undercosted") and fair is not None and round(fair.value) != printed:
        return f"Next: change text or body until it costs {round(fair.value)}, or its {level} to {round(fair.value)}, and rate it again."
    if code in ("overpriced", "undercosted"):
        return f"Next: change text or body, and rate it again; in a deck built for it, it may do otherwise: {command} --in DECK."
    if code == "a little off":
        return f"Next: a finer answer: {command} --precision 0.1."
    return f"Next: try it in your own deck: {command} --in DECK."


def curve(found: Result, *, title: str, printed: int, band: float, fair: Measure | None, level: str = "level", caption: str = "") -> Figure:
    """Return gain by level: the curve with its band, the fair band, a line at zero, the printed level marked."""
    points: Sequence[Result] = found["points"]
    return charts_fields.line(
        [point["level"] for point in points],
        [point["gain"] for point in points],
        [point["interval"] for point in points],
        title=title,
        x_axis=level,
        y_axis="gain, points a copy",
        kind="signed",
        zero=0.0,
        root=fair,
        root_label="fair",
        mark=float(printed),
        mark_label="costs",
        band=True,
        fair=(-band, band),
        caption=caption,
    )
