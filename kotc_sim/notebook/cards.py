"""Verdicts on cards and components: fair levels and prices, a substitution, a restriction, a search."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kotc_sim import games as registry
from kotc_sim.notebook.inputs import DeckLike, deck_of, load_cards, named, own_edition, pilot, run
from kotc_sim.notebook.inputs import call as called
from kotc_sim.notebook.result import PathLike, Result


def rate(
    cards: Any,
    *,
    deck: DeckLike | None = None,
    edition: PathLike | None = None,
    profiles: Sequence[str] | None = None,
    precision: float | None = None,
    copies: int | None = None,
    meta: PathLike | None = None,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Measure what each copy of proposed cards adds to tuned decks, and judge what they cost.

    Parameters
    ----------
    cards : path or sequence of Card
        A file of cards, or cards that were loaded.
    deck : path or Deck, optional
        Judge in this deck, in place of the tuned homes.
    edition : str or path, optional
        Whose formula and rules; by default the one that the file names, or the newest.
    profiles : sequence of str, optional
        Who plays: the strongest judges, the next one checks.
    precision : float, optional
        Half-width of the gain's interval that is aimed at, percentage points a copy; by default 0.25.
    copies : int, optional
        Copies of a card in a deck; by default 8.
    meta : path, optional
        A folder of decks that matter (``kotc-sim meta --out``); by default those that come with the edition.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a card.
    """
    from kotc_sim.experiments.worth.field import read_field
    from kotc_sim.experiments.worth.homes import table_of
    from kotc_sim.experiments.worth.rate import rate as judge
    from kotc_sim.reports import rate as report

    if isinstance(cards, (str, os.PathLike)):
        chosen, rules = load_cards(cards, edition), registry.edition(edition) if edition is not None else own_edition(cards)
    else:
        chosen, rules = list(cards), registry.edition(edition)
    own = None if deck is None else deck_of(deck)
    field = None if meta is None else read_field(Path(meta), table_of(rules))
    options = _given(profiles=profiles, precision=precision, copies=copies, deck=own)
    found = run(lambda workers: judge(chosen, rules, metagame=field, seed=seed, workers=workers, **options), jobs, scheduler, resume)
    shown = os.fspath(cards) if isinstance(cards, (str, os.PathLike)) else [card.name for card in chosen]
    repeat = called("rate", [shown], edition=named(edition, rules), meta=meta and os.fspath(meta), seed=seed, **options)
    return Result(found, found.data, report, "cards", repeat)


def try_(
    deck: DeckLike,
    out: Mapping[str, int],
    into: Mapping[Any, int],
    against: Sequence[DeckLike] = (),
    *,
    strategy: str | None = None,
    games: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Replace cards of a deck, play both versions on the same seeds, and measure the change.

    Parameters
    ----------
    deck : path or Deck
        The deck.
    out : mapping of str to int
        Names of cards that leave, and how many copies.
    into : mapping of str or Card to int
        Cards that come, by name (as ``kotc-sim try`` finds them) or as objects, and how many copies.
    against : sequence of path or Deck
        Opponents; by default the edition's homes.
    strategy : str, optional
        Who plays on both sides; by default the deck's own strategy, or ``best``.
    games : int, optional
        Games of each version; by default 20,000, or 2,000 of pilots that search.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row an opponent.
    """
    from kotc_sim.experiments.worth.homes import opponents_of
    from kotc_sim.experiments.worth.substitution import PILOT, find_card, substitution
    from kotc_sim.reports import substitution as report

    host = deck_of(deck)
    opponents = [deck_of(one) for one in against] or opponents_of(host.edition)
    coming = [(count, find_card(card, host, (), opponents) if isinstance(card, str) else card) for card, count in into.items()]
    leaving = [(count, name) for name, count in out.items()]
    who = pilot(host, strategy, PILOT)
    found = run(
        lambda workers: substitution(
            host, leaving, coming, opponents, strategy=who, games=games, seed=seed, workers=workers
        ),
        jobs, scheduler, resume,
    )  # fmt: skip
    names = {card.name: count for count, card in coming}
    repeat = called("try_", [host, dict(out), names, opponents if against else []], strategy=strategy, games=games, seed=seed)
    return Result(found, found.data, report, "against", repeat)


def price(
    *texts: str,
    edition: PathLike | None = None,
    profiles: Sequence[str] | None = None,
    precision: float | None = None,
    cross_check: bool = True,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Find what components add to cards that carry little else, each at its own level, and their fair prices.

    Parameters
    ----------
    *texts : str
        Components, such as ``destroy the targets``; none for the whole vocabulary of the edition.
    edition : str or path, optional
        Whose formulas and rules; by default the newest.
    profiles : sequence of str, optional
        Who plays: the strongest judges, the next one checks.
    precision : float, optional
        Half-width of the premium's interval that is aimed at, percentage points a copy; by default 0.25.
    cross_check : bool
        Add the second estimate, from mirrored decks; not for the whole vocabulary.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a card that carries a component.
    """
    from kotc_sim.experiments.price import prices_of
    from kotc_sim.reports import price as report

    rules = registry.edition(edition)
    prices = prices_of(registry.of(rules))
    options = _given(profiles=profiles, precision=precision)

    def play(workers: Any) -> Any:
        if not texts:
            return prices.price_all(rules, seed=seed, workers=workers, **options)
        return prices.price_components(texts, rules, cross_check=cross_check, seed=seed, workers=workers, **options)

    found = run(play, jobs, scheduler, resume)
    repeat = called("price", list(texts), edition=named(edition, rules), cross_check=cross_check, seed=seed, **options)
    return Result(found, found.data, report, "components", repeat)


def ban(
    *texts: str,
    decks: Sequence[DeckLike] = (),
    edition: PathLike | None = None,
    strategy: str = "best",
    games: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Play a strategy against itself on the same deck, one side forbidden to use a component.

    Parameters
    ----------
    *texts : str
        Components, such as ``draw 1 card``.
    decks : sequence of path or Deck
        Decks that use them, of one edition; by default the edition's homes with eight cards that do.
    edition : str or path, optional
        Whose vocabulary; that of the decks, if there are any, else by default the newest.
    strategy : str
        Plays both sides.
    games : int, optional
        Games for each component, over all decks; by default 20,000, of pilots that search 2,000.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a component.
    """
    from kotc_sim.experiments.worth.restriction import restriction
    from kotc_sim.reports import restriction as report

    loaded = [deck_of(deck) for deck in decks]
    rules = registry.edition_of_decks(loaded, edition)
    found = run(
        lambda workers: restriction(texts, rules, loaded, strategy=strategy, games=games, seed=seed, workers=workers),
        jobs, scheduler, resume,
    )  # fmt: skip
    shown = named(edition, rules)
    repeat = called("ban", list(texts), decks=loaded or None, edition=shown, strategy=strategy, games=games, seed=seed)
    return Result(found, found.data, report, "components", repeat)


def exploit(
    *,
    edition: PathLike | None = None,
    generations: int = 10,
    population: int = 32,
    winners: int = 4,
    combos: int = 2,
    precision: float = 0.35,
    profiles: Sequence[str] = (),
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Breed legal cards of an edition in tuned decks, keep the best of each kind, and judge the winners on a fresh seed.

    Parameters
    ----------
    edition : str or path, optional
        Whose cards; by default those of the newest.
    generations, population : int
        Rounds of the search, and cards tried in each.
    winners : int
        Cards that are judged again, on fresh seeds.
    combos : int
        Combos of two cards that are judged on fresh seeds; 0: none are searched.
    precision : float
        Half-width of their gains that is aimed at, percentage points a copy.
    profiles : sequence of str
        Who plays, in place of the usual pilots.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a winner.
    """
    from kotc_sim.experiments.worth.exploit import exploit as search
    from kotc_sim.reports import exploit as report

    rules = registry.edition(edition)
    plan: dict[str, Any] = {
        "generations": generations, "population": population, "winners": winners, "combos": combos,
        "precision": precision, "profiles": tuple(profiles), "seed": seed,
    }  # fmt: skip
    found = run(lambda workers: search(rules, workers=workers, **plan), jobs, scheduler, resume)
    return Result(found, found.data, report, "cards", called("exploit", [], edition=named(edition, rules), **plan))


def balance(
    edition: PathLike | None = None,
    *,
    only: Sequence[str] = (),
    keep: Sequence[str] = (),
    most: int | None = None,
    prefer: str = "",
    profiles: Sequence[str] | None = None,
    precision: float | None = None,
    budget: float | None = None,
    with_field: bool = True,
    with_exploits: bool = True,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Propose the fewest printable prices after which no component of an edition is shown to be mispriced.

    Parameters
    ----------
    edition : str or path, optional
        By default the newest.
    only, keep : sequence of str
        Components that alone may change, and those that may not, by text or name.
    most : int, optional
        Changes at most.
    prefer : str
        ``bodies`` or ``texts``, where plain minions are mispriced; by default both are tried.
    profiles : sequence of str, optional
        Who plays: the strongest judges, the next one checks.
    precision : float, optional
        Half-width of a judged premium's interval, percentage points a copy; by default 0.35.
    budget : float, optional
        Processor-seconds, about, after which nothing more is begun.
    with_field, with_exploits : bool
        Whether to tell decks that matter before and after, and to search for exploits under the proposal.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a change.
    """
    from kotc_sim.experiments.balance import balance as search
    from kotc_sim.experiments.price import require_stated_prices
    from kotc_sim.reports import balance as report

    rules: Any = registry.edition(edition)
    require_stated_prices(registry.of(rules), "kotc-sim balance changes stated prices")
    options: dict[str, Any] = {
        "most": most,
        "prefer": prefer,
        "with_field": with_field,
        "with_exploits": with_exploits,
        **_given(profiles=profiles, precision=precision, budget=budget),
    }
    ids: dict[str, Any] = {"only": search.ids_of(only, rules), "keep": search.ids_of(keep, rules)}
    found = run(lambda workers: search.balance(rules, **ids, **options, seed=seed, workers=workers), jobs, scheduler, resume)
    repeat = called("balance", named(edition, rules), only=list(only), keep=list(keep), seed=seed, **options)
    return Result(found, found.data, report, "changes", repeat)


def _given(**options: Any) -> dict[str, Any]:
    """Return the options that were given."""
    return {name: value for name, value in options.items() if value is not None}
