"""Verdicts on decks and editions: who wins, who rules a field, what an edition changes, one battle."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from kotc_sim import games as registry
from kotc_sim.errors import KotcError
from kotc_sim.games.pilots import STRATEGY
from kotc_sim.notebook.inputs import DeckLike, deck_of, pilot, run
from kotc_sim.notebook.inputs import call as called
from kotc_sim.notebook.result import PathLike, Result


def matchup(
    a: DeckLike,
    b: DeckLike,
    *,
    strategy_a: str | None = None,
    strategy_b: str | None = None,
    games: int | None = None,
    precision: float | None = None,
    sprt: tuple[float, float] | None = None,
    quick: bool = False,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Play two decks against each other: who wins, by how much, and why, and whether that depends on play.

    Parameters
    ----------
    a, b : path or Deck
        The decks.
    strategy_a, strategy_b : str, optional
        Who plays them, alone; with one of them named, the other deck is played by its own strategy, else by greedy. By default
        stronger and stronger pilots play both decks, and the strongest one's score is the result's.
    games : int, optional
        Play exactly this many with the strongest pilot, and no more with any other.
    precision : float, optional
        Stop at this half-width, in percentage points.
    sprt : (float, float), optional
        Sequential test of two scores in percent.
    quick : bool
        One fast pilot alone: the decks' own strategies, else greedy. Seconds instead of a minute, and weak play may mislead.
    seed : int
        The same seed gives the same games.
    jobs : int, optional
        Threads; by default one for each processor.
    scheduler : str, optional
        Address of a ``dask.distributed`` cluster.
    resume : path, optional
        Folder in which finished games are kept, and from which they are taken.

    Returns
    -------
    Result
        `frame` has a row a card.
    """
    from kotc_sim.experiments.matchup.ladder import matchup_ladder as ladder
    from kotc_sim.experiments.matchup.matchup import matchup as play
    from kotc_sim.reports import matchup as report
    from kotc_sim.runs import Contest, learn

    decks = deck_of(a), deck_of(b)
    pilots = pilot(decks[0], strategy_a), pilot(decks[1], strategy_b)
    rule: dict[str, Any] = {"games": games, "precision": precision, "sprt": sprt, "seed": seed}

    def played(workers: Any) -> Any:
        if not (quick or strategy_a or strategy_b):
            return ladder(decks, **rule, workers=workers, jobs=jobs)
        result = play(Contest(decks, pilots, learn(decks, pilots, jobs=jobs)), **rule, workers=workers)
        return replace(result, play="quick" if quick else "named")

    if quick and (strategy_a or strategy_b):
        raise KotcError("quick chooses the pilot", fix="Leave it out, or strategy_a and strategy_b.")
    found = run(played, jobs, scheduler, resume)
    repeat = called(
        "matchup", decks, strategy_a=strategy_a, strategy_b=strategy_b, games=games, precision=precision,
        sprt=sprt, quick=quick or None, seed=seed,
    )  # fmt: skip
    return Result(found, found, report, "cards", repeat)


def tournament(
    *decks: DeckLike,
    strategy: str | Sequence[str] | None = None,
    games: int = 2_000,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Play everybody against everybody: matrix, ratings, equilibrium.

    Parameters
    ----------
    *decks : path or Deck
        Two or more of one edition.
    strategy : str or sequence of str, optional
        Who plays all of them; with several, every deck enters once with each.
    games : int
        Games of each match-up.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a deck with its rating; ``data["matchups"]`` a row a match-up.
    """
    from kotc_sim.experiments.matchup.tournament import Entrant
    from kotc_sim.experiments.matchup.tournament import tournament as play
    from kotc_sim.reports import tournament as report

    loaded = [deck_of(deck) for deck in decks]
    names: list[str | None] = [strategy] if strategy is None or isinstance(strategy, str) else list(strategy)
    entrants = [Entrant("", deck, pilot(deck, name)) for deck in loaded for name in names]
    found = run(lambda workers: play(entrants, games=games, seed=seed, workers=workers), jobs, scheduler, resume)
    repeat = called("tournament", loaded, strategy=strategy, games=games, seed=seed)
    return Result(found, found.data, report, "ratings", repeat)


def edition_diff(
    before: PathLike,
    after: PathLike,
    *decks: DeckLike,
    strategy: str | None = None,
    fair: Literal["changed", "all"] | None = None,
    games: int = 4_000,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Play the same decks in two editions: what changes for a player, for decks, for cards.

    Parameters
    ----------
    before, after : str or path
        Names of editions, or files that extend one.
    *decks : path or Deck
        Decks of any edition; by default those shipped for `before`.
    strategy : str, optional
        Who plays all of them.
    fair : str, optional
        ``changed`` or ``all``: also find the fair level of these components in both editions.
    games : int
        Games of each match-up in each edition.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a quantity: before, after, difference, verdict.
    """
    from kotc_sim.experiments.edition.carried import carry_all, carry_what_changed
    from kotc_sim.experiments.edition.diff import edition_diff as play
    from kotc_sim.experiments.price import require_fair_levels
    from kotc_sim.reports import edition_diff as report

    old_name, new_name = os.fspath(before), os.fspath(after)
    if fair is not None:
        require_fair_levels(registry.of_edition(old_name))
    loaded = [deck_of(deck) for deck in decks]
    old: Any
    new: Any
    old, new, carried, played = carry_all(old_name, new_name, loaded)
    pilots = [pilot(deck, strategy) for deck in played]
    built = carry_what_changed(old, new, carried)
    carried, pilots = [*carried, *built], [*pilots, *(strategy or STRATEGY for _ in built)]

    def compare(workers: Any) -> Any:
        result = play(old, new, carried, pilots, games=games, seed=seed, workers=workers)
        if fair is not None:
            from kotc_sim.experiments.price.edition_prices import add_fair_levels

            add_fair_levels(result.data, old, new, fair, profiles=[strategy] if strategy else (), seed=seed, workers=workers)
        return result

    found = run(compare, jobs, scheduler, resume)
    repeat = called("edition_diff", [old_name, new_name, *loaded], strategy=strategy, fair=fair, games=games, seed=seed)
    return Result(found, found.data, report, "changes", repeat)


def battle(
    attackers: str,
    defenders: str = "",
    *,
    victim: str = "player",
    edition: PathLike = "kotc-17",
    policy: str = "greedy",
    trials: int = 1_000_000,
    seed: int = 1,
    jobs: int | None = None,
) -> Result:
    """Work out one battle: the exact distribution, and simulated.

    Parameters
    ----------
    attackers, defenders : str
        Teams in formation order, such as ``4/6+2/4``.
    victim : str
        ``player``, a minion such as ``0/5``, or ``#1`` for a defender.
    edition : str or path
        Whose rules.
    policy : str
        ``greedy`` or ``optimal`` order of the dice.
    trials : int
        Battles to simulate; 0 for the exact answer only.
    seed, jobs
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a possible damage to the defending player, with its probability.
    """
    from kotc_sim.experiments.battle.battle import battle as fight
    from kotc_sim.reports import battle as report

    found = fight(
        attackers, defenders, victim=victim, edition=os.fspath(edition), policy=policy, trials=trials,
        seed=seed, jobs=jobs,
    )  # fmt: skip
    repeat = called(
        "battle", [attackers, defenders], victim=victim, edition=os.fspath(edition), policy=policy, trials=trials,
        seed=seed,
    )  # fmt: skip
    return Result(found, found.result, report, "", repeat)
