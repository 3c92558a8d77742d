"""What the reports of gains have in common: the verdict on a card in a sentence, its curve, and what to do next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.result import Measure as Gain
from kotc_sim.experiments.worth.result import ErrorBars, ExploitResult, GainCurve, NextDeck, RatedCard, RateResult
from kotc_sim.reports.kit import charts_curve
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import again, measure, read_count, would_decide
from kotc_sim.reports.kit.report import Figure, Table
from kotc_sim.reports.kit.wording import Measure, clean, interval, list_few, number, percent, plural, word, write_measured, write_signed

COLOURS = {"overpriced": "bad", "undercosted": "b", "fair": "good"}
WRONG = ("overpriced", "undercosted")
"""Verdicts on what is shown to be mispriced."""
DEAD = 0.01
"""Share of the games where a card could be played, below which that it is not played is the first thing to say."""
KEY = {"good": "fair", "b": "costs too little", "bad": "costs too much", "tie": "not decided, or only a little off"}
"""What marks mean, by their colour."""


@dataclass(frozen=True)
class Words:
    """How verdicts speak of what a card costs."""

    axis: str  # the key of a card's cost in results
    name: str  # what it is called
    at: str  # the printed cost in a sentence
    dear: str
    cheap: str
    fair: str
    """The verdicts."""
    little: tuple[str, str]  # a little too good, a little too bad
    change: str  # what to change, with ``{whole}``


def words(level: str = "level") -> Words:
    """Return how verdicts speak of a cost that is a level, by what the edition calls it."""
    return Words(
        "level",
        level,
        f"at {level} {{printed}}",
        "costs too much",
        "costs too little",
        f"is worth its {level}, {{printed}}",
        ("cheap", "expensive"),
        f"change text or body until it costs {{whole}}, or its {level} to {{whole}}, and rate it again",
    )


ATTACK = Words(
    "attack",
    "attack",
    "with attack {printed}",
    "is too weak for its level",
    "is too strong for its level",
    "is right for its level with attack {printed}",
    ("strong", "weak"),
    "give it attack {whole}, or change its effects, and rate it again",
)
"""How verdicts speak of creatures of Level-Up, whose attack pays for what they can do."""


def words_of(result: RateResult | ExploitResult) -> Words:
    """Return how verdicts of a result speak of costs."""
    return ATTACK if result.axis == ATTACK.axis else words(word(result, "level"))


def write_gain(value: float) -> str:
    """Return a gain in words: ``adds 1.7 points of score``, ``costs its deck 0.4 points of score``."""
    if round(value, 2) == 0:
        return "changes nothing"
    size = number(abs(value), 2 if abs(value) < 1 else 1)
    return f"adds {size} points of score" if value > 0 else f"costs its deck {size} points of score"


def mean_of(card: RatedCard) -> NextDeck | None:
    """Return the mean over many decks that is a card's headline; None where that is its gain in its best home."""
    return card.next_deck if card.is_mean else None


def sentence(card: RatedCard, said: Words) -> str:
    """Return the verdict on a rated card as one sentence that can be forwarded."""
    name, printed = clean(card.name), card.cost
    at = said.at.format(printed=printed)
    code, gain, home, mean = card.verdict, read_count(card.gain), clean(card.home), mean_of(card)
    where = f"in the {home} deck{', its best home' if len(card.by_home) > 1 else ''}"
    if mean is not None:
        where = f"beyond plain cards of about its {said.name}, on average in {plural(mean.decks, 'deck')}"
    copy = f"each copy {write_gain(gain.value)} {where}"
    if card.verdict not in ("not played", "pilot fails", "provisional") and (card.played_share or 0.0) < DEAD:
        never = "hardly ever" if card.played_share else "never"
        return f"{name} is {never} played {at}: {copy}, which is what its places are worth{at_fair(card, home, said)}."
    if code == "overpriced":
        but = ""
        if card.metagame is not None and card.metagame.wanted:
            but = f"; {clean(card.metagame.deck)}, which matters, gains {number(card.metagame.value, 2)} a copy"
        return f"{name} {said.dear}: {at} {copy}{at_fair(card, home, said)}{but}."
    if code == "undercosted":
        return f"{name} {said.cheap}: {at} {copy}{at_fair(card, home, said)}."
    if code == "fair":
        return f"{name} {said.fair.format(printed=printed)}: {copy}, which is about what the cards it replaces give."
    if code == "a little off":
        return f"{name} is a little {said.little[gain.value <= 0]} {at}: {copy}."
    if code == "not played":
        return f"{name} is hardly ever played, whatever it costs: nothing is said about its {said.name}; {copy}: that is its places."
    if code == "depends on the deck":
        other = "other decks differ" if mean is None else f"in others {_range(mean.beyond_interval)}"
        if card.metagame is not None and card.metagame.wanted and gain.value < 0:
            other = f"it {write_gain(card.metagame.value)} in {clean(card.metagame.deck)}, a deck that matters"
        return f"Whether {name} is worth its {said.name} depends on the deck: {copy}; {other}."
    if code == "depends on play":
        return f"Whether {name} is worth its {said.name} depends on play: the two strongest pilots contradict each other."
    if code == "pilot fails" and card.rises is not None:
        rise = card.rises
        more, less = (said.at.format(printed=end) for end in (rise.end, rise.start))
        return (
            f"The pilot fails with {name}: it scores {number(rise.value, 1)} points a copy more {more} than {less}, "
            "which good play never does; nothing is said about the card."
        )
    if code == "provisional":
        return f"{name}: {at} {copy}."
    return f"Not decided yet: {name} {at} may be fair or not; {copy}."


def fair_of(card: RatedCard) -> Measure | None:
    """Return a card's fair cost, if there is one."""
    return measure(card.fair, card.interval)


def at_fair(card: RatedCard, home: str, said: Words) -> str:
    """Return the end of a verdict's sentence: where the card would be fair."""
    fair = fair_of(card)
    found = card.fair_words
    if card.verdict != next(iter(card.by_profile.values())).verdict:
        return ""  # that deck is another one than most
    if fair is not None:
        whole = round(fair.value)
        if whole == card.cost:
            return f"; {number(fair.value)} would be fair, and the nearest whole {said.name} is the one it has"
        at = said.at.format(printed=number(fair.value)) if said is ATTACK else f"at {number(fair.value)}"
        return f"; {at} the {home} deck would not mind it (the nearest whole {said.name} is {whole})"
    if found.startswith("too strong"):
        return f"; {found}"
    if found == "not even for nothing":
        return f"; the {home} deck does not want it even for nothing"
    if found.startswith(("up to", "between")):
        return f"; in the {home} deck it is worth a {said.name} {found}"
    return ""


def detail(gain: Measure, errors: ErrorBars, rows: int) -> str:
    """Return the three error bars of a verdict, apart."""
    low, high = (gain.value if end is None else end for end in (gain.low, gain.high))
    parts = [
        f"Gain {write_signed(gain.value, 2)} points of score a copy; sampling {interval(low, high, 2)} ({plural(rows, 'pair')} a home)"
    ]
    for name, (least, most) in (("homes", errors.homes), ("pilots", errors.pilots)):
        if least != most:
            ends = dict.fromkeys(write_signed(end, 1) for end in (least, most))  # one number where both are printed alike
            parts.append(f"{name} {' to '.join(ends)}")
    return "; ".join(parts) + "."


def detail_of(card: RatedCard) -> str:
    """Return the error bars of a card's gain, apart."""
    named = replace(card.errors, homes=(0.0, 0.0))  # of another pilot: the table by deck and pilot has them
    judge, found = next(iter(card.by_profile.items()))
    own = detail(read_count(found.gain, found.interval), named, card.pairs)
    if mean_of(card) is None:
        return own
    gain = write_measured(read_count(card.gain), "signed", 2)
    return f"Beyond plain cards {gain} points of score a copy. In the {clean(card.home)} deck, its best home, by {clean(judge)}: {own}"


def say_next(card: RatedCard) -> str:
    """Return what a card is worth in a deck like those in which it was measured, and whether its best home is one of them."""
    found, home, gain = card.next_deck, clean(card.home), next(iter(card.by_profile.values())).gain
    if found is None:
        return "It was measured in fewer than three decks: of others nothing is said."
    low, high = found.interval
    worth = f"{_range(found.beyond_interval)} points" + (" beyond such plain cards" if card.is_mean else "")
    by = f"{percent(found.confidence, 0)} range for the next deck, by {clean(found.pilot)} in {found.decks} decks"
    place = f"; in place of cards that it has now {write_signed(found.value, 1)} on average" if card.is_mean else ""
    than = "" if low <= gain <= high else f" The {home} deck suits it {'better' if gain > high else 'worse'} than most."
    return f"In a deck like yours each copy is worth {worth} ({by}{place}).{than}"


def _range(found: Ends) -> str:
    return f"between {' and '.join(write_signed(end, 1) for end in found)}"


def following(result: RateResult, card: RatedCard, said: Words, *, alone: bool) -> tuple[str, str]:
    """Return what to do next, and the command that does it; empty where none does."""
    code, printed = card.verdict, card.cost
    fair = fair_of(card)
    this = () if alone else ("--card", clean(card.name))
    finer, elsewhere = again(result, *this, "--precision", "0.1"), again(result, *this, "--in", "DECK")
    if code == "undecided" and card.more_pairs:
        return f"In each home, {would_decide(card.more_pairs, 'more pair')}:", finer
    if code == "depends on play":
        return (
            "Try it in a deck that is built for it (put its file in place of DECK), and watch games with it (kotc-sim replay):",
            elsewhere,
        )
    if code == "pilot fails":
        return "See how it is played (kotc-sim replay), and write a strategy that plays it:", "kotc-sim docs strategies"
    if code in WRONG and fair is not None and round(fair.value) != printed:
        change = said.change.format(whole=round(fair.value))
        return f"{change[:1].upper()}{change[1:]}.", ""
    if code in WRONG:
        words = (
            "Change text or body, and rate it again. In a deck that is built for it, it may do otherwise (put its file in place of DECK):"
        )
        return words, elsewhere
    if code == "a little off":
        return "For a finer answer:", finer
    return "Try it in your own deck (put its file in place of DECK):", elsewhere


def overview(found: Sequence[tuple[str, Gain, str]], band: float, table: Table) -> Figure:
    """Return names with their gains and verdicts as a forest plot, beside the band of what is fair; its title is the table's."""
    return forest(
        [Mark(name, measure(gain), colour=COLOURS.get(verdict, "tie")) for name, gain, verdict in found],
        title=table.caption,
        kind="signed",
        digits=2,
        axis="percentage points of score a copy",
        zero=0.0,
        fair=(-band, band),
        key=KEY,
        table=table,
    )


def curve(found: GainCurve, *, title: str, printed: int, band: float, fair: Measure | None, said: Words, caption: str = "") -> Figure:
    """Return gain by cost: the curve with its band, the fair band, a line at zero, the printed cost marked."""
    points = sorted(found.points, key=lambda point: point.cost)
    return charts_curve.line(
        [point.cost for point in points],
        [point.gain for point in points],
        [point.interval for point in points],
        title=title,
        x_axis=said.name,
        y_axis="gain, points a copy",
        kind="signed",
        zero=0.0,
        root=fair,
        mark=float(printed),
        mark_label="costs" if said.axis == "level" else "printed",
        band=True,
        fair=(-band, band),
        caption=caption,
    )


def summary(entries: Sequence[tuple[str, str]], noun: str) -> tuple[str, str]:
    """Return code and sentence for several verdicts on ``noun``: ``card``, ``component``."""
    wrong = {code: [name for name, verdict in entries if verdict == code] for code in WRONG}
    total, many = plural(len(entries), noun), sum(map(len, wrong.values()))
    if many:
        parts = []
        for code, names in wrong.items():
            if names:
                parts.append(f"{list_few(names)} {'is' if len(names) == 1 else 'are'} {code}")
        return "mispriced", f"{many} of {total} {'is' if many == 1 else 'are'} mispriced: {'; '.join(parts)}."
    if any(verdict == "provisional" for _, verdict in entries):
        return "provisional", f"none of the {total} has a verdict."
    if all(verdict == "fair" for _, verdict in entries):
        return "fair", f"All of the {total} are priced right."
    fair = sum(verdict == "fair" for _, verdict in entries)
    return "undecided", f"None of the {total} is shown to be mispriced; {fair} of them {'is' if fair == 1 else 'are'} shown to be fair."
