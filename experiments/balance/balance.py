"""The next edition: which few prices should change, and what the edition is like before and after (docs/verdicts.md, "balance")."""

import itertools
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Unpack

import numpy as np

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.balance import price_scale
from kotc_sim.experiments.balance import result as results
from kotc_sim.experiments.balance.describe import comment, describe
from kotc_sim.experiments.balance.price_search import BAND, FRESH, PRECISION, ROUNDS, Asked, Way, search_prices
from kotc_sim.experiments.balance.rule_targets import mend_rules
from kotc_sim.experiments.edition.diff import edition_diff
from kotc_sim.experiments.inputs import with_notes
from kotc_sim.experiments.pilots import pilots_of, searches
from kotc_sim.experiments.result import BeforeAfter
from kotc_sim.experiments.statistics.intervals import mean_interval
from kotc_sim.experiments.worth.best_response import JUDGED_PAIRS
from kotc_sim.experiments.worth.deck_result import HOME, Dynamics, MetaResult
from kotc_sim.experiments.worth.exploit import exploit
from kotc_sim.experiments.worth.field import find_field
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of
from kotc_sim.experiments.worth.meta import meta, show_dynamics
from kotc_sim.games.design import Carried
from kotc_sim.games.hosts import HostDeck
from kotc_sim.games.keeper.design.bodies import BODY, STATS
from kotc_sim.games.keeper.design.numbers import RULES, number_now
from kotc_sim.games.keeper.design.proposal import level_in
from kotc_sim.games.keeper.design.test_cards import find_row
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.games.keeper.editions.model import Switch
from kotc_sim.games.protocol import attributes
from kotc_sim.progress import stage
from kotc_sim.runs import Contest, Part, Playing

META_ROUNDS = 18
"""Best responses that are searched at most, for each field alike: a search that is ended early counts other decks than one that settles."""
PLAYED_GAMES = 400  # games of each two homes, in each edition, behind how games go
FAR = {Fraction(0): "prices as they are", Fraction(1): "all of the proposal"}
"""How far prices go, in words."""
FIELD_SECONDS = {True: 900.0, False: 60.0}
"""Processor-seconds, about, of a search for the decks that matter, by whether the judge searches."""
EXPLOIT_SECONDS = {True: 200.0, False: 10.0}  # the same of a search for cards that cost too little
NO_EXPLOITS = "There was no time to search for cards that cost too little under the proposal."
NO_FIELD = "There was no time to search for the decks that matter: they do not judge how far prices go."
NEWCOMERS = 0.05
"""Share of the field that new decks begin with, all together, where shares move from those of today."""
SHARES = {"prices": 0.4, "metagame": 0.5, "play": 0.02, "exploits": 0.08}
"""How the time divides into the stages, about."""


def ids_of(texts: Sequence[str], edition: Edition) -> list[str]:
    """Return the ids of components named by their texts or names; ``sp`` and ``hp`` stand for points of a minion's body.

    Raises `KotcError` for a text that is none of the edition's, naming the nearest.
    """
    rules = [text for text in texts if text.startswith(RULES)]
    for name in rules:
        number_now(edition, name)
    return rules + [
        f"{BODY}.{text.strip().lower()}" if text.strip().lower() in STATS else find_row(text, edition)[0].id
        for text in texts
        if text not in rules
    ]


def balance(
    edition: Edition,
    *,
    only: Collection[str] = (),
    keep: Collection[str] = (),
    most: int | None = None,
    prefer: str = "",
    budget: float = math.inf,
    rounds: int = ROUNDS,
    profiles: Sequence[str] = (),
    precision: float = PRECISION,
    with_field: bool = True,
    with_exploits: bool = True,
    targets: Sequence[results.TargetRange] = (),
    seed: int = 1,
    **how: Unpack[Playing],
) -> results.BalanceResult:
    """Propose the fewest printable changes of price after which no component is shown to be mispriced.

    - ``only``, ``keep``: ids (`ids_of`): the only components that are measured and may change, and those that may not change.
    - ``prefer``: where plain minions themselves are mispriced: ``bodies`` mends what points of SP and HP cost first, ``texts`` leaves that
      alone; empty tries both, and takes the one after which fewer components are mispriced, by fewer and smaller changes.
    - ``budget``: processor-seconds, about, after which nothing more is begun.
    - ``rounds``: of measuring and choosing, at most.
    - ``profiles``: who plays, in place of the usual pilots: the strongest judges, the next one checks.
    - ``precision``: half-width of a judged premium's interval that is aimed at, percentage points a copy.
    - ``with_field``, ``with_exploits``: whether decks that matter and how games go are reported before and after; whether cards that cost
      too little are searched then.
    - ``targets``: what figures of games should be: rule numbers are changed for them first, prices afterwards.

    A `KotcError` if nothing is left to measure.
    """
    who = pilots_of(games.of(edition), profiles)
    rules, reported = _rules(edition, targets, keep, who.judge, seed, how)
    room = 1_000 if most is None else most
    until = SHARES["prices"] if with_field else 1.0
    asked = Asked(edition, frozenset(only), frozenset(keep), room, rounds, who, precision, BAND, seed, how, budget, rules, until)
    if not asked.family():
        raise KotcError(f"{edition.name} has none of the components named by --only", fix="kotc-sim words searches its vocabulary")
    if prefer == "bodies" and not any(row.section == BODY for row in asked.family()):
        raise KotcError("--prefer bodies: points of SP and HP are not among what may change", fix="Add sp and hp to --only.")
    with stage("prices", SHARES["prices"]):
        ways = search_prices(asked, prefer)
    fields = _fields(asked, ways[0], profiles) if with_field else None
    way = ways[0] if fields is None else fields.proposed.way
    result = replace(describe(asked, way, ways), rules=reported)
    if fields is not None:
        result = _with_fields(result, asked, fields)
    elif with_field:
        result = with_notes(result, [NO_FIELD])
    if with_exploits and not _has_time(asked, EXPLOIT_SECONDS):
        result = with_notes(result, [NO_EXPLOITS])
    elif with_exploits:
        with stage("exploits", SHARES["exploits"]):
            found = exploit(way.proposal.priced(), combos=0, profiles=profiles, seed=seed + FRESH, **how)
        kept = "name text level gain verdict blame"
        cards = tuple(results.ExploitFound(**attributes(card, kept)) for card in found.cards if card.confirmed)
        result = replace(result, exploits=cards, games=(result.games or 0) + (found.games or 0))
    return replace(result, pairs=(result.games or 0) // 2)


def file_of(result: results.BalanceResult, name: str, out: Any, heading: str) -> str:
    """Return the file of what is proposed; premium and interval stand next to each changed price."""
    by_id = {change.id: comment(change) for change in result.changes}
    text: str = result.proposal.yaml(name, out, heading, by_id.__getitem__)
    return text


def _rules(
    edition: Edition, targets: Sequence[results.TargetRange], keep: Collection[str], judge: str, seed: int, how: Playing
) -> tuple[Mapping[str, Switch], results.RulesChanged | None]:
    """Return the rules that are changed for targets, and what is reported of them."""
    if not targets:
        return {}, None
    kept = [name.removeprefix(RULES) for name in keep if name.startswith(RULES)]
    proposal, taken, tried = mend_rules(edition, targets, keep=kept, strategy=judge, seed=seed, **how)
    return proposal.rules, results.RulesChanged(targets=tuple(targets), taken=tuple(one.report(targets) for one in taken), tried=len(tried))


@dataclass(frozen=True)
class Fields:
    """The field before, which prices it judges, those under the proposal at each extent, the furthest first, and which is proposed.

    A search misses decks that another one finds: what any of them found is tried in every field by a second search, on its own games. How
    many decks matter in a field is reported with an interval that spans both.
    """

    before: price_scale.Searched
    judged: Sequence[str]
    reached: Sequence[price_scale.Reached]
    proposed: price_scale.Reached


def _has_time(asked: Asked, seconds: Mapping[bool, float], times: int = 1) -> bool:
    """Say whether the budget allows what takes so many processor-seconds, by whether the judge searches, so many times."""
    return asked.budget - asked.spent >= times * seconds[searches(asked.pilots.judge)]


def _fields(asked: Asked, way: Way, profiles: Sequence[str]) -> Fields | None:
    """Search for the decks that matter before and after, where prices go all of the way and parts of it, and choose how far they go.

    None if there is no time to search for all of them.
    """
    after = way.proposal.priced()
    if not _has_time(asked, FIELD_SECONDS, 1 if after is asked.edition else 4):
        return None

    def search(
        edition: Edition, begin: Sequence[HostDeck], seed: int = asked.seed, earlier: Sequence[MetaResult] = ()
    ) -> price_scale.Searched | None:
        if asked.is_late():
            return None
        run: dict[str, Any] = {"profiles": profiles, **asked.how}
        found = meta(edition, begin=begin, rounds=META_ROUNDS, seed=seed, **run)
        asked.games += found.games or 0
        asked.decisions.update(found.decisions or {})
        return price_scale.Searched((*earlier, found))

    known = find_field(host_design_of(asked.edition))
    with stage("metagame", SHARES["metagame"] / 2):
        before = search(asked.edition, known.homes if known else ())
        if before is None:
            return None
        if after is asked.edition:
            return Fields(before, (), (), price_scale.Reached(way, before))
        whole = search(after, _at_prices(after, before.last.field.homes))
    fields = [before, whole]
    ways = [way]
    judged = price_scale.list_paid_by_most(way.proposal, before.last)
    with stage("how far prices go", SHARES["metagame"] / 4):
        for part in price_scale.parts_of(asked, way, judged) if whole is not None else ():
            edition = part.proposal.priced()
            decks = [home for one in fields if one is not None for home in one.last.field.homes]
            ways.append(part)
            fields.append(search(edition, _at_prices(edition, decks)))
    with stage("all decks in each field", SHARES["metagame"] / 4):
        names = ["today", *(FAR.get(one.extent, f"prices {one.extent} of the way") for one in ways)]
        decks = [
            replace(home, name=f"{home.name} ({name})")
            for one, name in zip(fields, names, strict=True)
            for home in (() if one is None else one.last.field.homes)
        ]
        again = asked.seed + FRESH * (2 * asked.rounds + 5 + len(price_scale.PARTS))
        editions = [asked.edition, *(one.proposal.priced() for one in ways)]
        last = [
            one and search(edition, _at_prices(edition, decks), again, one.searches) for one, edition in zip(fields, editions, strict=True)
        ]
    found = [one for one in last if one is not None]
    if len(found) < len(last):
        return None
    reached = [price_scale.Reached(one, field) for one, field in zip(ways, found[1:], strict=True)]
    best = price_scale.furthest_with_most(reached)
    return Fields(found[0], judged, reached, replace(best, way=price_scale.measure_again(asked, best.way)))


def _with_fields(result: results.BalanceResult, asked: Asked, fields: Fields) -> results.BalanceResult:
    """Add the decks that matter before and after, how far prices go, how shares would move, and how games go in the homes of both."""
    before, found = fields.before, fields.proposed
    after = found.way.proposal.priced()
    result = replace(result, metagame=BeforeAfter(_metagame(before), _metagame(found.field)))
    if after is asked.edition:
        return result
    today, then = before.last.field, found.field.last.field
    dynamics = _dynamics(asked, after, (_at_prices(after, today.homes), then.homes), (today.shares, then.shares))
    with stage("play", SHARES["play"]):
        tables = [host_design_of(one) for one in (asked.edition, after)]
        old, new = (
            {home.name: table.deck(home, home.cards, home.name) for home in host_decks_of(table, workers=asked.how.get("workers"))}
            for table in tables
        )
        carried = [Carried(name, deck, new[name], (), ()) for name, deck in old.items()]
        played = edition_diff(asked.edition, after, carried, asked.pilots.judge, games=PLAYED_GAMES, seed=asked.seed, **asked.how)
    return replace(
        result,
        paid_by_most=tuple(fields.judged),
        extents=tuple(_extent(one, is_proposed=one.way.extent == found.way.extent) for one in fields.reached),
        dynamics=dynamics,
        play=played.changes,
        games=(result.games or 0) + (played.games or 0),
    )


def _extent(one: price_scale.Reached, *, is_proposed: bool) -> results.Extent:
    """Return what is reported of a part of the way: its prices, and the field under them."""
    prices = {key: formula.text for key, formula in one.way.proposal.formulas.items()}
    field = attributes(_metagame(one.field), "mattering home settled response")
    return results.Extent(extent=float(one.way.extent), prices=prices, proposed=is_proposed, **field)


def _at_prices(edition: Edition, homes: Sequence[HostDeck]) -> list[HostDeck]:
    """Return decks with their cards at the prices of an edition with the same components."""
    table = host_design_of(edition)
    return [replace(home, cards=tuple(table.at_cost(card, level_in(card, edition)) for card in home.cards)) for home in homes]


def _metagame(searched: price_scale.Searched) -> results.FieldFound:
    """Return what is reported of a metagame: decks, their shares by the judge, what they hold, the best home, whether it settled."""
    found = searched.last
    names = {home.name for home in found.field.homes}
    home = max((deck for deck in found.decks if deck.origin == HOME), key=lambda deck: deck.judged_score)
    return results.FieldFound(
        decks=tuple(
            results.FieldDeck(name=deck.name, origin=deck.origin, share=deck.judged_share, cards=deck.cards)
            for deck in found.decks
            if deck.name in names
        ),
        mattering=searched.mattering.measure,
        components=found.components,
        home=results.BestHome(name=home.name, value=home.judged_score, interval=home.judged_score_interval),
        verdict=found.verdict,
        settled=found.settled,
        response=found.response,
    )


def _dynamics(
    asked: Asked, after: Edition, fields: tuple[Sequence[HostDeck], Sequence[HostDeck]], shares: tuple[Sequence[float], Sequence[float]]
) -> Dynamics:
    """Return how shares move under the proposal: from today's decks at today's shares, with a few of each deck that matters after it."""
    table = host_design_of(after)
    homes = [
        replace(home, name=f"{home.name} {when}")
        for when, some in zip(("of today", "of the proposal"), fields, strict=True)
        for home in some
    ]
    decks = [table.deck(home, home.cards, home.name) for home in homes]
    couples = list(itertools.combinations(range(len(decks)), 2))
    arms = asked.fresh(2 * asked.rounds + 3)
    judge = asked.pilots.judge
    played = arms.play([Part(Contest((decks[i], decks[j]), (judge, judge)), JUDGED_PAIRS, 0) for i, j in couples])
    scores = np.full((len(decks), len(decks)), 0.5)
    for (i, j), outcome in zip(couples, played, strict=True):
        score = mean_interval(outcome.scores).value
        scores[i, j], scores[j, i] = score, 1 - score
    start = np.array([part * share for part, some in zip((1 - NEWCOMERS, NEWCOMERS), shares, strict=True) for share in some])
    return show_dynamics([home.name for home in homes], scores, start, "today's decks at their shares, and a few of each new one")
