"""The report of proposed cards: their fair level, over- or underpriced."""

from __future__ import annotations

from kotc_sim.reports.kit import charts_intervals
from kotc_sim.reports.kit.charts_intervals import Mark
from kotc_sim.reports.kit.envelope import Result, by_key, confidence, footer, kicker, notable, notes, require, verdict
from kotc_sim.reports.kit.figure import Figure
from kotc_sim.reports.kit.pricing import COLOURS, adds, by_who_plays, judgement, passage, spread, summary
from kotc_sim.reports.kit.report import Report, Section, Verdict
from kotc_sim.reports.kit.shown import shown
from kotc_sim.reports.kit.table import Column, Table
from kotc_sim.reports.kit.wording import clean, measured, word


def report(result: Result) -> Report:
    """Return the report of rated cards.

    Parameters
    ----------
    result : mapping
        With the keys of docs/reports.md, "rate".

    Raises
    ------
    KotcError
        If a required key is missing.
    """
    require(result, "cards")
    cards: list[Result] = list(result["cards"])
    title = f"What is {clean(cards[0]['name'])} worth?" if len(cards) == 1 else f"What {len(cards)} cards are worth"
    return Report(
        title=title,
        kicker=kicker(result),
        verdict=_verdict(result, cards),
        figure=_overview(cards) if cards else None,
        sections=[
            *(_card(result, card) for card in cards),
            Section("Games worth reading", tables=notable(result)),
            *([_efficiency(cards)] if all("efficiency" in card for card in cards) else []),
        ],
        notes=notes(result),
        footer=footer(result),
    )


html, terminal = shown(report)


def _verdict(result: Result, cards: list[Result]) -> Verdict:
    if len(cards) == 1:
        card = cards[0]
        code = str(card["verdict"])
        sentence = judgement(clean(card["name"]), code, float(card["level"]), _fair(card))
        fair = by_key(card, "fair_level")
        detail = f"Fair level {measured(fair, 'level')}, {confidence(result)} interval." if fair is not None else ""
        return verdict(result, code, sentence, f"{detail} {spread(card)}".strip())
    code, sentence = summary([(clean(card["name"]), str(card["verdict"])) for card in cards], "card")
    detail = f"A card is fair at the level at which plain {word(result, 'minions')} of that level do as well in its place."
    return verdict(result, code, sentence, detail)


def _fair(card: Result) -> float | None:
    fair = by_key(card, "fair_level")
    return None if fair is None else fair.value


def _overview(cards: list[Result]) -> Figure:
    marks = [
        Mark(
            clean(card["name"]),
            by_key(card, "fair_level"),
            reference=float(card["level"]),
            colour=COLOURS.get(str(card["verdict"]), "ink"),
        )
        for card in cards
    ]
    columns = [
        Column("Card"),
        Column("Level", "level"),
        Column("Fair level", "level"),
        Column("Verdict"),
        Column("Played", "share"),
        Column("Pairs", "count"),
        Column("p (Holm)", "probability"),
    ]
    rows = [
        [card["name"], card["level"], by_key(card, "fair_level"), card["verdict"]]
        + [card.get(key) for key in ("played_share", "pairs", "p")]
        for card in cards
    ]
    return charts_intervals.forest(
        marks,
        title="Fair level and level",
        kind="level",
        axis="level",
        reference="level by the formula",
        table=Table("Fair level and level", columns, rows).without_empty_columns(),
    )


def _card(result: Result, card: Result) -> Section:
    name = clean(card["name"])
    text = passage(card, judgement(name, str(card["verdict"]), float(card["level"]), _fair(card)))
    figures = [_delta(result, card, name)] if len(card.get("delta") or ()) > 1 else []
    figures += by_who_plays(card, "level", kind="level", reference="level by the formula")
    return Section(name, text, figures)


def _delta(result: Result, card: Result, name: str) -> Figure:
    plain = f"plain {word(result, 'minions')}"
    return adds(
        card,
        "level",
        title=f"What {name} adds at each level",
        against=plain,
        mark_label="costs",
        caption=f"Score with the card minus score with {plain} of the same level in its place",
    )


def _efficiency(cards: list[Result]) -> Section:
    """Return the table of what cards give for their cost."""
    columns = [
        Column("Card"),
        Column("Level", "level"),
        Column("Fair level", "level"),
        Column("Damage per SP", "number"),
        Column("of plain minions", "number"),
        Column("Damage per level", "number"),
        Column("A level is worth", "difference"),
    ]
    rows = []
    for card in cards:
        gives = card["efficiency"]
        worth = ("damage_per_sp", "control_damage_per_sp", "damage_per_level", "score_per_level")
        rows.append([card["name"], card["level"], card["fair_level"], *(gives[key] for key in worth)])
    text = ["Damage of the whole deck with the card, beside the deck with plain minions in its place."]
    return Section("Cost and effect", text, tables=[Table("Cost and effect", columns, rows)])
