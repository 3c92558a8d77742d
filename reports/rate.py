"""The report of proposed cards of either game: their gains in tuned homes, and the verdict."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kotc_sim.experiments.result import Verdict as Word
from kotc_sim.experiments.worth.result import InMetagame, RatedCard, RateResult
from kotc_sim.reports.kit import worth
from kotc_sim.reports.kit.charts_curve import Small, small
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import NEXT, again, measure, read_count, verdict
from kotc_sim.reports.kit.report import LONG, Figure, Report, Section, Table, Verdict, heads
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import Measure, clean, listing, number, percent, plural, write_measured

PLAYED = 0.2
"""Share of the games where a card could be played, below which its gain is read with care."""


@reads(RateResult)
def report(result: RateResult) -> Report:
    """Return the report of rated cards."""
    cards = sorted(result.cards, key=_place)
    title = f"What is {clean(cards[0].name)} worth?" if len(cards) == 1 else f"What {len(cards)} cards are worth"
    return Report(
        title=title,
        verdict=_verdict(result, cards),
        figure=_curve(result, cards[0]) if len(cards) == 1 else _overview(result, cards) if cards else None,
        sections=[*_set(result, cards), *(section for card in cards for section in _card(result, card, alone=len(cards) == 1))],
    )


def _place(card: RatedCard) -> tuple[bool, bool, float, float]:
    """Return what a set is sorted by: those that are shown to be mispriced, the surest first; those not known; those that are fair."""
    return card.verdict not in worth.WRONG, card.verdict == Word.FAIR, card.p, -abs(card.gain.value)


def _set(result: RateResult, cards: Sequence[RatedCard]) -> list[Section]:
    """Return what only a set has: the table of its cards, and their curves on the same axes."""
    if len(cards) < 2:
        return []
    said, table = worth.words_of(result), _table(result, cards)
    if len(cards) > LONG:
        right = [card.verdict not in worth.WRONG for card in cards]
        table = replace(table, quiet=right, quiet_words="that are not shown to be mispriced")
    homes = "its best home" if len(cards[0].by_home) > 1 else _where(cards)
    curves = [Small(clean(card.name), sorted((point.cost, point.gain) for point in card.curves[0].points), card.cost) for card in cards]
    figure = small(
        curves,
        title=f"Gain by {said.name}",
        x_axis=said.name,
        y_axis="gain, points a copy",
        fair=(-result.band, result.band),
        caption=f"Each in {homes}, by {clean(cards[0].curves[0].pilot)}; dashed: what it costs. Shaded: fair.",
    )
    more = again(result, "--card", "NAME")
    return [
        Section("All cards", tables=[table]),
        Section(NEXT, ["To read of one card (put its name in place of NAME):"], commands=[more]),
        Section("Their curves", figures=[figure]),
    ]


def _verdict(result: RateResult, cards: Sequence[RatedCard]) -> Verdict:
    if len(cards) == 1:
        card = cards[0]
        return verdict(
            result, card.verdict, worth.sentence(card, worth.words_of(result)), f"{worth.detail_of(card)} {worth.say_next(card)}"
        )
    code, sentence = worth.summary([(clean(card.name), card.verdict) for card in cards], "card")
    detail = f"A card is fair if {_where(cards)} does not gain from it and does not lose by it, at what it costs."
    return verdict(result, code, sentence, detail)


def _overview(result: RateResult, cards: Sequence[RatedCard]) -> Figure:
    found = [(clean(card.name), card.gain, card.verdict) for card in cards]
    return replace(worth.overview(found, result.band, _table(result, cards)), brief=False)  # the table stands below it


def _table(result: RateResult, cards: Sequence[RatedCard]) -> Table:
    axis = worth.words_of(result).axis
    columns = heads(
        "Card",
        ("Level", "level"),
        (axis.capitalize(), "level"),
        ("Gain a copy", "signed", 2),
        "Best home" if len(cards[0].by_home) > 1 else "Deck",
        f"Fair {axis} there",
        "Verdict",
        ("p (Holm)", "probability"),
    )
    stars = [None if axis == "level" else card.level for card in cards]  # a column without entries is left out
    rows = [
        [card.name, level, card.cost, measure(card.gain), card.home, card.fair_words, card.verdict, card.p]
        for card, level in zip(cards, stars, strict=True)
    ]
    return Table(f"Gain a copy in {_where(cards)}", columns, rows).without_empty_columns()


def _where(cards: Sequence[RatedCard]) -> str:
    if len(cards[0].by_home) == 1:
        return f"the {clean(cards[0].home)} deck"
    return "its best home" if None in map(worth.mean_of, cards) else "the average deck"


def _curve(result: RateResult, card: RatedCard) -> Figure:
    found, said = card.curves[0], worth.words_of(result)
    paid = "" if said is worth.ATTACK else f" The deck pays up to {found.pays}: beyond it nothing is read."
    return worth.curve(
        found,
        title=f"{clean(card.name)} in the {clean(card.home)} deck, by what it costs",
        printed=card.cost,
        band=result.band,
        fair=worth.fair_of(card),
        said=said,
        caption=f"By {clean(found.pilot)} in games of its own: read the shape, not its size. The shaded stripe is fair.{paid}",
    )


def _card(result: RateResult, card: RatedCard, *, alone: bool) -> list[Section]:
    name, said = clean(card.name), worth.words_of(result)
    text = [f"“{clean(card.text)}”"] if card.text else []
    if not alone:
        text += [worth.sentence(card, said), f"{worth.detail_of(card)} {worth.say_next(card)}"]
    text.append(_fair(card, said))
    if card.metagame:
        text.append(_metagame(card.metagame, is_played=card.verdict is not Word.NOT_PLAYED))
    share = card.played_share
    if share is not None and share < PLAYED:
        text.append(f"It was played in only {percent(share)} of the games where it could be: read with care.")
    whose = "" if alone else f"{name}: "  # in the names of tables: files of a set are told apart by them
    figures = [*([] if alone else [_curve(result, card)]), _gains(card, said, whose)]
    figures += [
        worth.curve(
            one,
            title=f"{name} in the {clean(one.home)} deck, by {clean(one.pilot)}",
            printed=card.cost,
            band=result.band,
            fair=None,
            said=said,
        )
        for one in card.curves[1:]
        if one.home != card.home
    ]
    words, command = worth.following(result, card, said, alone=alone)
    return [
        Section(
            *(name, text if alone else [*text, words], figures, [_copies(card, whose)], [command] * (bool(command) and not alone)),
            folded=not alone,
        ),
        Section(NEXT, [words], commands=[command] if command else []) if alone else Section(""),
    ]


def _fair(card: RatedCard, said: worth.Words) -> str:
    fair, level = worth.fair_of(card), said.name
    if fair is None:
        found = f"Its fair {level} in the {clean(card.home)} deck is no number: {clean(card.fair_words)}."
    else:
        found = f"Its fair {level} in the {clean(card.home)} deck is {write_measured(fair, 'level')}."
    exchange = measure(card.exchange)
    if exchange is None or exchange.low is None or exchange.high is None:
        return found
    if exchange.low <= 0 <= exchange.high or exchange.value < 0.2:
        return f"{found} Around the printed {level} the price hardly matters here."
    unit, takes = (f"a {level}", "more takes") if said is not worth.ATTACK else ("a point of attack", "less takes")
    return f"{found} Around the printed {level}, {unit} {takes} {number(exchange.value, 2)} points from each copy."


def _metagame(found: InMetagame, *, is_played: bool) -> str:
    gain = read_count(found)
    where = f"In the metagame ({plural(len(found.decks), 'deck')} that {'matters' if len(found.decks) == 1 else 'matter'})"
    best = f"each copy {worth.write_gain(gain.value)} in {clean(found.deck)} ({percent(found.share)} of it)"
    chosen = len(found.decks) > 1 and sum(one.pilot == found.pilot for one in found.decks) == 1  # the others by a weaker pilot
    best += ", chosen by a weaker pilot" if chosen else ", where it does best"
    says = "no deck that matters wants it" if (gain.high or 0.0) < 0 else "whether it would be played is not decided"
    says = "it would be played" if found.wanted else says
    says = says if is_played else "that is what its places are worth there"
    return f"{where}, by {clean(found.pilot)}, {best}: {says}."


def cells(card: RatedCard) -> dict[tuple[str, str], Measure]:
    """Return the gain of a card as printed by home and pilot, from weak to strong: one number each, the headline's among them."""
    by_fast = {one.home: next((point for point in one.points if point.cost == card.cost), None) for one in card.curves[1:]}
    found = {(home, card.curves[-1].pilot): read_count(point.gain, point.interval) for home, point in by_fast.items() if point is not None}
    found |= {(one.home, card.curves[0].pilot): read_count(one) for one in card.by_home}
    return found | {(card.home, pilot): read_count(one.gain, one.interval) for pilot, one in card.by_profile.items()}


def _gains(card: RatedCard, said: worth.Words, whose: str) -> Figure:
    """Return a card as printed, by deck and pilot: each number once; those of decks that matter are by the pilot that screens."""
    found, mean = cells(card), worth.mean_of(card)
    pilots = list(dict.fromkeys(pilot for _, pilot in found))
    judge = next(iter(card.by_profile))
    marks = [
        Mark(f"by {clean(pilot)}", gain, f"{clean(home)} deck", colour="b" if mean is None and (home, pilot) == (card.home, judge) else "a")
        for (home, pilot), gain in sorted(found.items(), key=lambda one: [row.home for row in card.by_home].index(one[0][0]))
    ]
    rows: list[list[Any]] = [
        [one.home, *(found.get((one.home, pilot)) for pilot in pilots), card.fair_words if one.home == card.home else one.fair_words]
        for one in card.by_home
    ]
    if card.metagame is not None:
        rows += [[f"{one.deck}, {percent(one.share)} of it", *(read_count(one) if pilot == one.pilot else None for pilot in pilots), None]
                 for one in card.metagame.decks]  # fmt: skip
    headline = f"the {clean(card.home)} deck"
    if mean is not None:
        headline = f"beyond plain cards, the mean of {plural(mean.decks, 'deck')}"
        marks.insert(0, Mark(f"by {clean(judge)}", read_count(card.gain), headline, colour="b"))
        rows.insert(0, [headline, *(read_count(card.gain) if pilot == judge else None for pilot in pilots), None])
    columns = heads("Deck", *((f"By {clean(pilot)}", "signed", 2) for pilot in pilots), f"Fair {said.name}")
    screen, fast = clean(card.curves[0].pilot), clean(card.curves[-1].pilot)
    note = f"The headline is that of {clean(judge)} {'in ' if mean is None else ''}{headline}."
    if len(card.by_profile) > 1 and card.verdict != Word.PROVISIONAL:
        said_alone: dict[str, list[str]] = {}
        for pilot, one in card.by_profile.items():
            said_alone.setdefault(one.verdict, []).append(clean(pilot))
        note += f" Alone, {listing([f'{listing(who)} would say {word}' for word, who in said_alone.items()])}."
    if screen != fast:
        note += f" Fair {said.name}s are by {screen} in that deck, by {fast} in the others."
    return forest(
        marks,
        title=f"{clean(card.name)} as printed, by deck and pilot",
        kind="signed",
        digits=2,
        axis="percentage points of score a copy",
        zero=0.0,
        key={"b": "the headline", "a": "by other pilots, or in other decks"},
        table=Table(f"{whose}Gain a copy, by deck and pilot", columns, rows, note),
    )


def _copies(card: RatedCard, whose: str) -> Table:
    """Return gain by number of copies, on games of their own; of all copies it is the number that stands in the other table."""
    *fewer, every = card.copies
    pilot = card.curves[-1].pilot
    rows = [[one.copies, read_count(one)] for one in fewer] + [[every.copies, cells(card).get((card.home, pilot), read_count(every))]]
    note = f"By {clean(pilot)}: read how gain changes with copies, not its size."
    return Table(f"{whose}By number of copies", heads(("Copies", "count"), ("Gain a copy", "signed", 2)), rows, note=note)
