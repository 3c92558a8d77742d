"""The report of a metagame that was found: which decks matter, what they hold, what beats what."""

from kotc_sim.experiments.result import Verdict as Word
from kotc_sim.experiments.worth.deck_result import GIVEN, HOME, MetaDeck, MetaResult
from kotc_sim.reports.kit.charts_intervals import Mark, forest
from kotc_sim.reports.kit.envelope import measure, read_count, verdict
from kotc_sim.reports.kit.report import Figure, Report, Section, Table, Verdict, heads, section_of
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import Measure, clean, listing, percent, plural, write_measured


@reads(MetaResult)
def report(result: MetaResult) -> Report:
    """Return the report of a metagame."""
    return Report(
        title=f"The metagame of {clean(result.edition or 'an edition')}",
        verdict=_verdict(result),
        figure=_shares(result),
        sections=[_decks(result), _components(result), _matrix(result), Section("What may be missing", [_missing(result)])],
    )


def _verdict(result: MetaResult) -> Verdict:
    decks = [deck for deck in result.decks if deck.matters]
    if len(decks) == 1:
        sentence = f"One deck is the whole metagame: {clean(decks[0].name)} ({_words(decks[0])})."
    else:
        named = [f"{clean(deck.name)} ({percent(deck.judged_share, 0)}{_kind(deck)})" for deck in decks]
        sentence = f"{plural(len(decks), 'deck')} matter: {listing(named)}."
    if result.verdict is Word.UNDECIDED:
        sentence = f"How many decks matter is not decided. By the present scores: {sentence}"
    number = write_measured(read_count(result.mattering), "count")
    origins = [deck.origin for deck in decks]
    found, given = (sum(origin.startswith(words) for origin in origins) for words in ("response", "given"))
    came = f"Found by search: {found}" + (f", known before: {given}" if given else "")
    return verdict(
        result,
        result.verdict,
        sentence,
        f"{came}; shares by the pilot that judges. By their errors, decks that matter: {number}. {_missing(result)}",
    )


def _kind(deck: MetaDeck) -> str:
    return "" if deck.origin == HOME else f": {count_of(max(deck.cards))}"


def count_of(entry: tuple[int, str]) -> str:
    """Return copies and name of a card."""
    return f"{entry[0]} {clean(entry[1])}"


def say_origin(origin: str) -> str:
    """Return in words where a deck of a metagame comes from: ``home``, ``response 3``, or ``given: NAME``."""
    word, _, name = clean(origin).partition(": ")
    if word == GIVEN:
        return f"known before, as {name}"
    return {HOME: "host deck"}.get(word, word.replace("response", "search"))


def _words(deck: MetaDeck) -> str:
    return ", ".join(map(count_of, deck.cards))


def _missing(result: MetaResult) -> str:
    response = result.response
    if response is None:
        return "No better deck was searched for."
    score = write_measured(read_count(response.score, response.interval), "share")
    by = f" (by {clean(response.pilot)})" if response.pilot else ""
    if result.settled:
        return f"The last searches found nothing better: their best response scores {score} against the equilibrium{by}."
    return f"The search ended before it settled: its last response scores {score} against the equilibrium of the decks before it{by}."


def _shares(result: MetaResult) -> Figure:
    marks = [Mark(clean(deck.name), _show_judged(deck), colour="a") for deck in result.decks]
    columns = heads(
        "Deck",
        "From",
        ("Share by the judge", "share"),
        ("Scores against the equilibrium by the judge", "share"),
        ("Share by the fast pilot", "share"),
    )
    rows = [
        [
            deck.name,
            say_origin(deck.origin),
            _show_judged(deck),
            measure(deck.judged_score, deck.judged_score_interval),
            measure(deck.share, deck.interval),
        ]
        for deck in result.decks
    ]
    return forest(
        marks,
        title="Shares of the equilibrium",
        kind="share",
        axis="share of the equilibrium, by the pilot that judges",
        zero=0.0,
        table=Table("Shares of the equilibrium", columns, rows),
    )


def _show_judged(deck: MetaDeck) -> Measure | None:
    return measure(deck.judged_share, deck.judged_interval)


def _decks(result: MetaResult) -> Section:
    rows = [[deck.name, _words(deck)] for deck in result.decks]
    return section_of("The decks", heads("Deck", "Cards"), rows)


def _components(result: MetaResult) -> Section:
    rows = [[one.text, one.share, one.copies] for one in result.components]
    columns = heads("Text", ("In decks with a share of", "share"), ("Copies a deck", "number"))
    return section_of("What the decks that matter hold", columns, rows)


def _matrix(result: MetaResult) -> Section:
    rows = [[one.a, one.b, read_count(one), one.pilot] for one in result.matrix]
    columns = heads("Deck", "Against", ("Score", "share"), "Pilot")
    return section_of("What beats what", columns, rows)
