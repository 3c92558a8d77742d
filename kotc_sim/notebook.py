"""The verdicts as Python functions, for notebooks: decks by path or as objects, results that show themselves.

``import kotc_sim as ks`` offers all of them without importing anything heavy before one is used. They call the
same experiments as the commands; a result's `data` is what ``--json`` prints.
"""

from __future__ import annotations

import html as markup
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kotc_sim import __version__
from kotc_sim.errors import KotcError

if TYPE_CHECKING:
    import pandas as pd

    from kotc_sim.reports.figure import Figure
    from kotc_sim.reports.report import Report
    from kotc_sim.simulate import Workers

PathLike = str | os.PathLike[str]
DeckLike = Any
"""A path, or a deck that was loaded."""

STRATEGY = "greedy"
_FRAME_HEIGHT = 640


class Picture:
    """A figure of a report, shown by notebooks as it is in the report; `svg` is its source."""

    def __init__(self, figure: Figure) -> None:
        self.title = figure.title
        self.alt = figure.alt
        self.frame: pd.DataFrame = figure.table.to_frame()
        self._figure = figure

    @property
    def svg(self) -> str:
        """The picture as an ``<svg>`` element, in light colours unless the page sets others."""
        return self._figure.svg

    def save(self, path: PathLike) -> None:
        """Write the picture to an SVG file."""
        from kotc_sim.output import write_output

        write_output(path, self.svg)

    def _repr_html_(self) -> str:
        return f'<figure style="max-width:720px"><figcaption><b>{markup.escape(self.title)}</b></figcaption>{self.svg}</figure>'

    def __repr__(self) -> str:
        return f"<figure {self.title!r}: {self.alt}>"


class Result:
    """The result of an experiment.

    Attributes
    ----------
    data : dict
        What ``--json`` prints; docs/reports.md lists the keys.
    inner : object
        What the experiment itself returned, for instance a ``MatchupResult`` with the counts behind the numbers.
    """

    def __init__(self, inner: Any, data: dict[str, Any], report: ModuleType, main: str, call: str) -> None:
        self.inner = inner
        self.data = {"command": data["command"], "version": __version__, **data, "reproduce": call}
        self._report = report
        self._main = main

    def __getitem__(self, key: str) -> Any:
        """Return a value of `data`."""
        return self.data[key]

    @property
    def report(self) -> Report:
        """The report: sections, figures and tables."""
        made: Report = self._report.report(self.data)
        return made

    @property
    def frame(self) -> pd.DataFrame:
        """The principal table: a row a card, deck, component or quantity; intervals in columns ``….interval``."""
        import pandas as pd

        return pd.json_normalize(self.data[self._main])

    @property
    def frames(self) -> dict[str, pd.DataFrame]:
        """All tables of the report by title, those behind its figures included."""
        return {table.caption: table.to_frame() for table in self.report.tables()}

    def plot(self, title: str | None = None) -> Picture:
        """Return a figure of the report: the one with this title, or the first.

        Raises
        ------
        KotcError
            If there is none; the message lists those that there are.
        """
        figures = list(self.report.figures())
        for figure in figures:
            if title is None or figure.title == title:
                return Picture(figure)
        names = ", ".join(repr(figure.title) for figure in figures) or "none"
        raise KotcError(f"the report has no figure {title!r}" if title else "the report has no figure", fix=f"It has: {names}.")

    def save(self, path: PathLike) -> None:
        """Write the report as one self-contained HTML file."""
        from kotc_sim.output import write_output

        write_output(path, self.report.html())

    def _repr_html_(self) -> str:
        # A frame of its own: neither page restyles the other.
        page = markup.escape(self.report.html(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:{_FRAME_HEIGHT}px;border:0" title="report"></iframe>'

    def __repr__(self) -> str:
        return self.report.terminal()


def load_deck(path: PathLike, edition: PathLike | None = None) -> Any:
    """Load a legal deck of any edition of either game.

    Parameters
    ----------
    path : path
        A deck file.
    edition : str or path, optional
        Read it in this edition instead of its own.
    """
    from kotc_sim.commands.play import load_any_deck

    _must_exist(Path(path))
    return load_any_deck(Path(path), None if edition is None else os.fspath(edition))


def load_cards(path: PathLike, edition: PathLike = "kotc-17") -> list[Any]:
    """Load the cards of a file, legal or not, as an edition reads them."""
    from kotc_sim.cards.reader import load_cards as load
    from kotc_sim.editions import load_edition as load_rules

    _must_exist(Path(path))
    return list(load(Path(path), load_rules(edition)))


def load_edition(name: PathLike) -> Any:
    """Load an edition by name, or a file that extends one."""
    from kotc_sim.editions import load_edition as load

    return load(name)


def matchup(
    a: DeckLike,
    b: DeckLike,
    *,
    strategy_a: str | None = None,
    strategy_b: str | None = None,
    games: int | None = None,
    precision: float | None = None,
    sprt: tuple[float, float] | None = None,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    resume: PathLike | None = None,
) -> Result:
    """Play two decks against each other: who wins, by how much, and why.

    Parameters
    ----------
    a, b : path or Deck
        The decks.
    strategy_a, strategy_b : str, optional
        Who plays them; by default the deck's own strategy, else greedy.
    games : int, optional
        Play exactly so many; 20,000 if no rule is given.
    precision : float, optional
        Stop at this half-width, in percentage points.
    sprt : (float, float), optional
        Sequential test of two scores in percent.
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
    from kotc_sim.experiments.matchup import matchup as play
    from kotc_sim.reports import matchup as report
    from kotc_sim.simulate import Contest

    decks = _deck(a), _deck(b)
    contest = Contest(decks, (_pilot(decks[0], strategy_a), _pilot(decks[1], strategy_b)))
    found = _run(
        lambda workers: play(
            contest, games=games, precision=precision, sprt=sprt, seed=seed, workers=workers
        ),
        jobs, scheduler, resume,
    )  # fmt: skip
    call = _call(
        "matchup", decks, strategy_a=strategy_a, strategy_b=strategy_b, games=games, precision=precision,
        sprt=sprt, seed=seed,
    )  # fmt: skip
    return Result(found, found.data, report, "cards", call)


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
    from kotc_sim.experiments.tournament import Entrant
    from kotc_sim.experiments.tournament import tournament as play
    from kotc_sim.reports import tournament as report

    loaded = [_deck(deck) for deck in decks]
    names: list[str | None] = [strategy] if strategy is None or isinstance(strategy, str) else list(strategy)
    entrants = [Entrant("", deck, _pilot(deck, name)) for deck in loaded for name in names]
    found = _run(lambda workers: play(entrants, games=games, seed=seed, workers=workers), jobs, scheduler, resume)
    call = _call("tournament", loaded, strategy=strategy, games=games, seed=seed)
    return Result(found, found.data, report, "ratings", call)


def edition_diff(
    before: PathLike,
    after: PathLike,
    *decks: DeckLike,
    strategy: str | None = None,
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
    games : int
        Games of each match-up in each edition.
    seed, jobs, scheduler, resume
        As for `matchup`.

    Returns
    -------
    Result
        `frame` has a row a quantity: before, after, difference, verdict.
    """
    from kotc_sim.experiments import carry
    from kotc_sim.experiments.edition_diff import edition_diff as play
    from kotc_sim.reports import edition_diff as report

    old, new = load_edition(before), load_edition(after)
    loaded = [_deck(deck) for deck in decks or carry.shipped_decks([old.base])]
    carried = [carry.carry(deck, old, new) for deck in loaded]
    names = [_pilot(deck, strategy) for deck in loaded]
    found = _run(
        lambda workers: play(old, new, carried, names, games=games, seed=seed, workers=workers),
        jobs, scheduler, resume,
    )  # fmt: skip
    first = [os.fspath(before), os.fspath(after)]
    call = _call("edition_diff", [*first, *loaded], strategy=strategy, games=games, seed=seed)
    return Result(found, found.data, report, "changes", call)


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
    from kotc_sim.experiments.rate import rate as judge
    from kotc_sim.experiments.rating import GAMES
    from kotc_sim.reports import rate as report

    rules = load_edition(edition)
    chosen = load_cards(cards, edition) if isinstance(cards, (str, os.PathLike)) else list(cards)
    total = GAMES if games is None else games
    found = _run(
        lambda workers: judge(chosen, rules, profiles=list(profiles), games=total, seed=seed, workers=workers),
        jobs, scheduler, resume,
    )  # fmt: skip
    shown = os.fspath(cards) if isinstance(cards, (str, os.PathLike)) else [card.name for card in chosen]
    call = _call("rate", [shown], edition=os.fspath(edition), profiles=tuple(profiles), games=games, seed=seed)
    return Result(found, found.data, report, "cards", call)


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
    from kotc_sim.experiments.contexts import gauntlet
    from kotc_sim.experiments.substitution import find_card, substitution
    from kotc_sim.reports import substitution as report

    host = _deck(deck)
    opponents = [_deck(one) for one in against] or list(gauntlet(host.edition))
    coming = [(count, find_card(card, host, (), opponents) if isinstance(card, str) else card) for card, count in into.items()]
    leaving = [(count, name) for name, count in out.items()]
    pilot = _pilot(host, strategy)
    found = _run(
        lambda workers: substitution(
            host, leaving, coming, opponents, strategy=pilot, games=games, seed=seed, workers=workers
        ),
        jobs, scheduler, resume,
    )  # fmt: skip
    names = {card.name: count for count, card in coming}
    call = _call("try_", [host, dict(out), names, opponents if against else []], strategy=strategy, games=games, seed=seed)
    return Result(found, found.data, report, "against", call)


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
    from kotc_sim.experiments.battle import battle as fight
    from kotc_sim.reports import battle as report

    found = fight(
        attackers, defenders, victim=victim, edition=os.fspath(edition), policy=policy, trials=trials,
        seed=seed, jobs=jobs,
    )  # fmt: skip
    call = _call("battle", [attackers, defenders], victim=victim, policy=policy, trials=trials, seed=seed)
    data = found.to_dict(version=__version__, reproduce=call)
    return _BattleView(found, data, report, "distribution", call)


class _BattleView(Result):
    """A battle, whose distributions are nested deeper than other tables."""

    @property
    def frame(self) -> pd.DataFrame:
        """The tables of the report, one below the other, by title."""
        import pandas as pd

        return pd.concat(self.frames, names=["table", "row"])


def _must_exist(path: Path) -> None:
    if not path.is_file():
        raise KotcError("there is no such file", file=path)


def _deck(deck: DeckLike) -> Any:
    return load_deck(deck) if isinstance(deck, (str, os.PathLike)) else deck


def _pilot(deck: Any, strategy: str | None) -> str:
    return str(strategy or deck.strategy or STRATEGY)


def _run(play: Callable[[Workers], Any], jobs: int | None, scheduler: str | None, resume: PathLike | None) -> Any:
    from kotc_sim.checkpoint import Checkpoint
    from kotc_sim.simulate import Workers

    kept = None if resume is None else Checkpoint(Path(resume), "from Python")
    try:
        with Workers(jobs, scheduler, kept) as workers:
            return play(workers)
    finally:
        if kept is not None:
            kept.flush()


def _call(name: str, positional: Sequence[Any], **named: Any) -> str:
    """Return the call that gives the same result again; decks are written as their files."""
    written = [_written(value) for value in positional]
    written += [f"{key}={value!r}" for key, value in named.items() if value is not None]
    return f"ks.{name}({', '.join(written)})"


def _written(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    file = getattr(value, "file", None)
    return repr(value) if file is None else repr(str(file) or value.name)
