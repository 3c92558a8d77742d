"""Verdicts on cards and components: fair levels and prices, a substitution, a restriction, a search."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from kotc_sim.notebook.inputs import DeckLike, deck_of, load_cards, load_edition, pilot, run
from kotc_sim.notebook.inputs import call as called
from kotc_sim.notebook.result import PathLike, Result


def rate(
    cards: Any,
    *,
    edition: PathLike = "kotc-17",
    profiles: Sequence[str] = ("greedy",),
    games: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Find the fair level of proposed cards, and judge the level that they have.

    Parameters
    ----------
    cards : path or sequence of Card
        A file of cards, or cards that were loaded.
    edition : str or path
        Whose formula and rules.
    profiles : sequence of str
        Strategies; a verdict is given for each, and over all.
    games : int, optional
        Games of each card and profile.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a card.
    """
    from kotc_sim.experiments.keeper.rate import rate as judge
    from kotc_sim.experiments.keeper.rating import GAMES
    from kotc_sim.reports.keeper import rate as report

    rules = load_edition(edition)
    chosen = load_cards(cards, edition) if isinstance(cards, (str, os.PathLike)) else list(cards)
    total = GAMES if games is None else games
    found = run(
        lambda workers: judge(chosen, rules, profiles=list(profiles), games=total, seed=seed, workers=workers),
        jobs, scheduler, resume,
    )  # fmt: skip
    shown = os.fspath(cards) if isinstance(cards, (str, os.PathLike)) else [card.name for card in chosen]
    repeat = called("rate", [shown], edition=os.fspath(edition), profiles=tuple(profiles), games=games, seed=seed)
    return Result(found, found.data, report, "cards", repeat)


def try_(
    deck: DeckLike,
    out: Mapping[str, int],
    into: Mapping[Any, int],
    against: Sequence[DeckLike] = (),
    *,
    strategy: str | None = None,
    games: int = 20_000,
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
        Opponents; by default the edition's reference decks.
    strategy : str, optional
        Who plays on both sides.
    games : int
        Games of each version.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row an opponent.
    """
    from kotc_sim.experiments.substitution import find_card, substitution
    from kotc_sim.games.keeper.reference import gauntlet
    from kotc_sim.reports import substitution as report

    host = deck_of(deck)
    opponents = [deck_of(one) for one in against] or list(gauntlet(host.edition))
    coming = [(count, find_card(card, host, (), opponents) if isinstance(card, str) else card) for card, count in into.items()]
    leaving = [(count, name) for name, count in out.items()]
    who = pilot(host, strategy)
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
    edition: PathLike = "kotc-17",
    profiles: Sequence[str] = ("greedy",),
    games: int | None = None,
    cross_check: bool = True,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Find the fair price of components, in levels: what they add to cards that carry little else.

    Parameters
    ----------
    *texts : str
        Components, such as ``destroy the targets``; none for the whole vocabulary of the edition.
    edition : str or path
        Whose formulas and rules.
    profiles : sequence of str
        Strategies; a price is found for each, and over all.
    games : int, optional
        Games of each probe card and profile; by default 40,000, and 6,000 for the whole vocabulary.
    cross_check : bool
        Add the second estimate, from mirrored decks; not for the whole vocabulary.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a component.
    """
    from kotc_sim.experiments.keeper.price import GAMES, GAMES_ALL, price_all, price_components
    from kotc_sim.games.keeper.reference import kotc_edition
    from kotc_sim.reports.keeper import price as report

    rules = kotc_edition(load_edition(edition))
    options: dict[str, Any] = {"profiles": list(profiles), "seed": seed}

    def play(workers: Any) -> Any:
        if not texts:
            return price_all(rules, games=games or GAMES_ALL, workers=workers, **options)
        return price_components(texts, rules, games=games or GAMES, cross_check=cross_check, workers=workers, **options)

    found = run(play, jobs, scheduler, resume)
    repeat = called(
        "price", list(texts), edition=os.fspath(edition), profiles=tuple(profiles), games=games, cross_check=cross_check, seed=seed
    )
    return Result(found, found.data, report, "components", repeat)


def ban(
    *texts: str,
    decks: Sequence[DeckLike] = (),
    edition: PathLike = "kotc-17",
    strategy: str = "greedy",
    games: int = 20_000,
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
        Decks that use them, of one edition; by default reference decks with eight cards that do.
    edition : str or path
        Whose vocabulary; that of the decks, if there are any.
    strategy : str
        Plays both sides.
    games : int
        Games for each component, over all decks.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a component.
    """
    from kotc_sim.commands.ban import edition_of_decks
    from kotc_sim.experiments.keeper.restriction import restriction
    from kotc_sim.reports.keeper import restriction as report

    loaded = [deck_of(deck) for deck in decks]
    rules = edition_of_decks(loaded, os.fspath(edition))
    found = run(
        lambda workers: restriction(texts, rules, loaded, strategy=strategy, games=games, seed=seed, workers=workers),
        jobs, scheduler, resume,
    )  # fmt: skip
    repeat = called("ban", list(texts), decks=loaded or None, edition=os.fspath(edition), strategy=strategy, games=games, seed=seed)
    return Result(found, found.data, report, "components", repeat)


def exploit(
    *,
    edition: PathLike = "kotc-17",
    generations: int = 10,
    population: int = 32,
    winners: int = 5,
    retest_games: int = 60_000,
    strategy: str = "greedy",
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Breed legal cards of an edition, keep the best of each kind, and rate the winners on a fresh seed.

    Parameters
    ----------
    edition : str or path
        Whose cards.
    generations, population : int
        Rounds of the search, and cards tried in each.
    winners : int
        Cards that are rated again, on fresh seeds.
    retest_games : int
        Games of each of these.
    strategy : str
        Plays both sides.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a winner.
    """
    from kotc_sim.experiments.keeper.exploit import exploit as search
    from kotc_sim.games.keeper.reference import kotc_edition
    from kotc_sim.reports.keeper import exploits as report

    rules = kotc_edition(load_edition(edition))
    plan: dict[str, Any] = {
        "generations": generations, "population": population, "winners": winners, "retest_games": retest_games,
        "strategy": strategy, "seed": seed,
    }  # fmt: skip
    found = run(lambda workers: search(rules, workers=workers, **plan), jobs, scheduler, resume)
    return Result(found, found.data, report, "cards", called("exploit", [], edition=os.fspath(edition), **plan))
