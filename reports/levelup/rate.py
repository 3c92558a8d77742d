"""The report of creatures of Level-Up: whether their attack is right for their level, and what effects are worth."""

from __future__ import annotations

from kotc_sim.reports.kit import charts_intervals
from kotc_sim.reports.kit.charts_intervals import Mark
from kotc_sim.reports.kit.envelope import Result, by_key, confidence, footer, kicker, notes, require, verdict
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.pricing import COLOURS, adds, by_who_plays, passage, spread
from kotc_sim.reports.kit.report import Report, Section, Verdict
from kotc_sim.reports.kit.shown import shown
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import clean, listing, measured, number, plural

_WORDS = {"undercosted": "too strong", "overpriced": "too weak", "beyond the grid": "too weak with any attack tried"}


def report(result: Result) -> Report:
    """Return the report of rated creatures.

    Parameters
    ----------
    result : mapping
        With the keys of docs/reports.md, "rate" of Level-Up.

    Raises
    ------
    KotcError
        If a required key is missing.
    """
    require(result, "cards")
    cards: list[Result] = list(result["cards"])
    one = len(cards) == 1
    return Report(
        title=f"Is {clean(cards[0]['name'])} right for its level?" if one else f"Are {len(cards)} creatures right for their levels?",
        kicker=kicker(result),
        verdict=_verdict(result, cards),
        figure=_overview(cards),
        sections=[_card(card) for card in cards],
        notes=notes(result),
        footer=footer(result),
    )


html, terminal = shown(report)


def judgement(card: Result) -> str:
    """Return the verdict on one creature as a sentence."""
    name, code = clean(card["name"]), str(card["verdict"])
    what = f"{name} (level {card['level']}, {card['attack']}/{card['defense']})"
    fair = by_key(card, "fair_attack")
    if code == "beyond the grid":
        return f"{what} is too weak for its level with any attack that was tried."
    if fair is None:
        return f"{what} is {_WORDS.get(code, code)}{': even without any attack' if code == 'undercosted' else ''}."
    if code == "fair":
        return f"{what} is right: its fair attack is {number(fair.value)}."
    if code in _WORDS:
        gap = number(abs(round(float(card["attack"]) - fair.value, 1)))
        return f"{what} is {_WORDS[code]} by {gap} attack: fair would be {number(fair.value)}."
    return f"Not decided yet: {what} seems to deserve attack {number(fair.value)}."


def _verdict(result: Result, cards: list[Result]) -> Verdict:
    if len(cards) == 1:
        card = cards[0]
        fair = by_key(card, "fair_attack")
        found = f"Fair attack {measured(fair)}, {confidence(result)} interval." if fair is not None else ""
        beside = f"A plain creature with its level and defense has attack {card['line']}."
        return verdict(result, str(card["verdict"]), judgement(card), f"{found} {beside} {spread(card)}".strip())
    wrong = [card for card in cards if str(card["verdict"]) in _WORDS]
    detail = "At its fair attack a creature does as well as a plain one of its level and defense on the line."
    if not wrong:
        fair_ones = sum(str(card["verdict"]) == "fair" for card in cards)
        code = "fair" if fair_ones == len(cards) else "undecided"
        sentence = f"None of the {plural(len(cards), 'creature')} is shown to be wrong; {fair_ones} of them are shown to be right."
        return verdict(result, code, sentence, detail)
    parts = []
    for code, word in _WORDS.items():
        names = [clean(card["name"]) for card in wrong if str(card["verdict"]) == code]
        if names:
            shown = names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} more"]
            parts.append(f"{word}: {listing(shown)}")
    sentence = f"{len(wrong)} of {plural(len(cards), 'creature')} {'is' if len(wrong) == 1 else 'are'} wrong: {'; '.join(parts)}."
    return verdict(result, "mispriced", sentence, detail)


def _overview(cards: list[Result]) -> Figure:
    marks = [
        Mark(clean(card["name"]), by_key(card, "fair_attack"), reference=float(card["attack"]), colour=_colour(card)) for card in cards
    ]
    columns = [
        Column("Card"),
        Column("Level", "count"),
        Column("Attack", "count"),
        Column("Defense", "count"),
        Column("Line", "count"),
        Column("Fair attack", "number"),
        Column("Verdict"),
        Column("Played", "share"),
        Column("Pairs", "count"),
        Column("p (Holm)", "probability"),
    ]
    rows = [
        [
            *(card[key] for key in ("name", "level", "attack", "defense", "line")),
            by_key(card, "fair_attack"),
            _WORDS.get(str(card["verdict"]), card["verdict"]),
            *(card.get(key) for key in ("played_share", "pairs", "p")),
        ]
        for card in cards
    ]
    return charts_intervals.forest(
        marks,
        title="Fair attack and printed attack",
        kind="number",
        axis="attack",
        reference="printed attack",
        table=Table("Fair attack and printed attack", columns, rows).without_empty_columns(),
    )


def _colour(card: Result) -> str:
    # Here the strong card is the one that harms a game.
    return {"undercosted": "bad", "overpriced": "b"}.get(str(card["verdict"]), COLOURS.get(str(card["verdict"]), "ink"))


def _card(card: Result) -> Section:
    name = clean(card["name"])
    text = passage(card, judgement(card))
    figures = [_delta(card, name)] if len(card.get("delta") or ()) > 1 else []
    figures += by_who_plays(card, "attack", kind="number", reference="printed attack")
    return Section(name, text, figures)


def _delta(card: Result, name: str) -> Figure:
    return adds(
        card,
        "attack",
        title=f"What {name} adds with each attack",
        against="a plain creature",
        mark_label="printed",
        caption="Score with the card minus score with plain creatures of its level and defense in its place",
    )
