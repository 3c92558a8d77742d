"""The report of a tournament: the matrix, ratings, and which decks the metagame supports."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from kotc_sim.experiments.matchup.result import BROKEN, PLACE, TournamentResult
from kotc_sim.experiments.result import Verdict as Word
from kotc_sim.reports.kit import charts_fields
from kotc_sim.reports.kit.charts_intervals import Mark, best_first, forest
from kotc_sim.reports.kit.envelope import measure, read_count, verdict, where, with_the_seat
from kotc_sim.reports.kit.report import Fact, Report, Section, Table, Verdict, heads
from kotc_sim.reports.kit.shown import reads
from kotc_sim.reports.kit.wording import clean, list_few, listing, number, percent, plural, write_measured, write_signed


@reads(TournamentResult)
def report(result: TournamentResult) -> Report:
    """Return the report of a tournament."""
    names = [clean(deck.name) for deck in result.decks]
    facts = [
        Fact("Decks with a place", percent(result.playable_share, 0), "worth playing against the others"),
        Fact("As varied as", f"{number(2**result.entropy)} decks", "played equally often"),
        Fact("Going first is worth", f"{write_signed(result.seat)} Elo"),
    ]
    rating = {clean(deck.name): deck.rating for deck in result.ratings}
    order = sorted(range(len(names)), key=lambda i: -rating.get(names[i], 0.0))
    intervals = result.matrix_intervals
    return Report(
        title=f"A tournament of {plural(len(names), 'deck')}",
        verdict=_verdict(result),
        figure=charts_fields.heat_map(
            [names[i] for i in order],
            [[None if i == j else result.matrix[i][j] for j in order] for i in order],
            [[intervals[i][j] for j in order] for i in order],
            caption="Score of the deck in the row against the deck in the column, per cent; best rated first.",
        ),
        facts=facts,
        sections=[_ratings(result), _equilibrium(result), _structure(result)],
    )


def _verdict(result: TournamentResult) -> Verdict:
    place, total = result.place, len(result.decks)
    word = result.verdict
    found = list_few(place)
    sentences = {
        Word.SOLVED: f"{found} is the deck to play: no mixture of the others answers it.",
        Word.TWO_MATTER: f"{len(place)} of {plural(total, 'deck')} have a place: {found}.",
        Word.MANY_MATTER: f"{len(place)} of {plural(total, 'deck')} have a place: {found}.",
        Word.UNDECIDED: f"It is not decided which of {plural(total, 'deck')} have a place; in these games {_have(place)}.",
        Word.PROVISIONAL: f"{where(result)}, {_have(place)}.",
    }
    second = result.second
    if second is not None:
        judge, checks = clean(listing(list(result.pilots_named))), clean(second.strategy)
        moving = _moving(result)
        sentences[Word.DEPENDS] = (
            f"How far {found} is ahead depends on play: {moving or f'both {judge} and {checks} say that it has a place'}."
            if place == second.place
            else f"Which decks have a place depends on play: under {judge} {_have(place)}, under {checks} {_have(second.place)}."
        )
    worst = result.worst_matchup
    score = write_measured(read_count(worst.score, worst.interval), "share")
    detail = f"{clean(worst.deck)}, with the largest share, does worst against {clean(worst.opponent)}: it scores {score}."
    if len(place) > 1:
        weight = {deck.name: deck.weight for deck in result.equilibrium}
        mixture = ", ".join(f"{clean(name)} {percent(weight[name], 0)}" for name in place[:4])
        more = f" and {len(place) - 4} more" if len(place) > 4 else ""
        detail = f"What to play: {mixture}{more} of the time; against that no deck scores more than half. {detail}".strip()
    leads = [abs(one.score - 0.5) for one in result.matchups]
    sentence = with_the_seat(sentences.get(word, ""), result.first_player_advantage, BROKEN - 0.5, fmean(leads or [0.0]))
    return verdict(result, str(word), sentence, detail)


def _moving(result: TournamentResult) -> str:
    """Return by how much a score that decides moves with variants of the judge; empty if it does not."""
    for one in result.matchups:
        changes = [
            f"{write_measured(read_count(row.moved), 'difference')} by {clean(row.strategy)} ({clean(row.variant)})"
            for row in one.variants or ()
            if row.moves
        ]
        if changes:
            return f"the score of {clean(one.a)} against {clean(one.b)} moves, {listing(changes)}"
    return ""


def _have(place: Sequence[str]) -> str:
    return f"{list_few(place)} {'has' if len(place) == 1 else 'have'} a place"


def _ratings(result: TournamentResult) -> Section:
    ratings = sorted(result.ratings, key=lambda deck: -deck.rating)
    marks = [Mark(clean(deck.name), measure(deck.rating, deck.interval), colour="a") for deck in ratings]
    columns = heads("Deck", ("Rating", "signed", 0), ("Mean score", "share"))
    rows = [[deck.name, measure(deck.rating, deck.interval), deck.score] for deck in ratings]
    figure = forest(
        best_first(marks),
        title="Ratings",
        kind="signed",
        digits=0,
        zero=0.0,
        axis="Elo, mean 0",
        table=Table("Ratings", columns, rows).without_empty_columns(),
    )
    text = [
        "One number cannot show that a deck beats one opponent and loses to another; the matrix can.",
        f"Ties are weighed by Davidson's model of paired comparisons, draw parameter {number(result.draw, 3)}.",
    ]
    return Section("Ratings", text, [figure])


def _equilibrium(result: TournamentResult) -> Section:
    decks = sorted(result.equilibrium, key=lambda deck: -deck.weight)
    alpha = {clean(deck.name): deck.weight for deck in result.alpha_rank}
    marks = [Mark(clean(deck.name), measure(deck.weight, deck.interval), colour="a" if deck.weight > PLACE else "tie") for deck in decks]
    columns = heads("Deck", ("Equilibrium", "share"), ("α-rank", "share"))
    rows: list[list[Any]] = [[deck.name, measure(deck.weight, deck.interval), alpha.get(clean(deck.name))] for deck in decks]
    figure = forest(
        marks,
        title="What to play",
        kind="share",
        zero=0.0,
        axis="share in the equilibrium",
        key={"a": "has a place", "tie": "has none"},
        table=Table("What to play", columns, rows).without_empty_columns(),
    )
    text = ["The equilibrium of the metagame (Nash): against this mixture no deck scores more than half."]
    if alpha:
        text.append(
            "α-rank is a second opinion: how often each deck is seen in the long run if players keep changing to one that beats theirs."
        )
    return Section("What to play", text, [figure])


def _structure(result: TournamentResult) -> Section:
    text = [f"{clean(deck.name)} is dominated by {clean(deck.by)}." for deck in result.dominated]
    for cycle in result.cycles[:8]:
        names = [clean(name) for name in cycle]
        text.append(" beats ".join([*names, names[0]]) + ".")
    return Section("Dominated decks and cycles", text)
