"""Around every experiment: the wait for the compiler, workers, a checkpoint, a line of progress."""

import contextlib
import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kotc_sim import games
from kotc_sim.compiler import compile_in_background, is_compiled, mark_compiled
from kotc_sim.games.protocol import Game
from kotc_sim.progress import Notice, Progress, watch
from kotc_sim.questions import Run
from kotc_sim.runs.checkpoint import Checkpoint, resumable
from kotc_sim.runs.contest import Contest, match_of, pilots_of
from kotc_sim.runs.workers import Playing, Workers, default_jobs
from kotc_sim.strategies import load
from kotc_sim.strategies.threads import aside


@contextlib.contextmanager
def playing(run: Run, total: int | None = None, *, warm: tuple[Sequence[Any], Iterable[str]] | None = None) -> Iterator[Playing]:
    """Lend what plays a question, as the keywords ``workers`` and ``on_chunk`` (what notes finished games) of experiments.

    In the run of a command a Ctrl-C tells the command that goes on, and without ``resume`` finished games are kept in the user's cache
    until the run is complete. In that of a notebook they are kept in ``resume``, if that is named, however it ends. ``total`` are the games
    to be played, if that is known. ``warm`` are decks like those that are played, and who plays: they are loaded or compiled first, and a
    line says why that takes long.
    """
    if warm is not None:
        warm_up(*warm)
    with (
        _from_python(run.resume) if run.arguments is None else resumable(run.resume, run.arguments) as kept,
        Workers(run.jobs, run.scheduler, kept) as workers,
        Progress(total, "games") as progress,
        watch(progress),
    ):
        yield {"workers": workers, "on_chunk": progress.advance}


@contextlib.contextmanager
def _from_python(folder: Path | None) -> Iterator[Checkpoint | None]:
    kept = None if folder is None else Checkpoint(folder, "from Python")
    try:
        yield kept
    finally:
        if kept is not None:
            kept.flush()


COMPARED = 0.75
"""Part of a round's games that decks take whose scores are compared: no base plays before, and the log-loss is that of all of them."""


def learn(
    decks: Sequence[Any], strategies: Iterable[str], *, jobs: int | None = None, budget: float | None = None, compared: bool = False
) -> Any:
    """Return what strategies that learn have learned of decks: a fit for `Contest.fit`, or None if nobody learns.

    A line shows how far they are; what was learned before is remembered. The strategies share a fit: that of the first who learns.

    - ``decks``: one is learned against itself, two as a match; of more, each with the next one.
    - ``jobs``: threads that play; by default all processors. What is learned does not depend on it.
    - ``budget``: processor-seconds, about; by default the learner's own plan.
    - ``compared``: whether scores of different decks by this fit are compared: then nothing is chosen by who plays these decks best, as it
      would be chosen for one of them, and the search plays from the beginning, by what is known of the edition's cards.
    """
    make = _learning(decks, strategies, budget, None, compared)
    return None if make is None else learn_with(make, jobs)


def learn_aside(
    decks: Sequence[Any], strategies: Iterable[str], *, jobs: int | None = None, seed: int | None = None, compared: bool = False
) -> Callable[[], Any]:
    """Begin to `learn` while the caller goes on; return what waits for it and returns the fit.

    ``seed``: of the games that are learned from; by default the learner's own. With one job it begins then, and where a first run still
    compiles: numba is not safe where two threads compile.
    """
    make, threads = _learning(decks, strategies, None, seed, compared), jobs or default_jobs()
    if make is None:
        return lambda: None
    if threads == 1 or not is_compiled(games.of(decks[0]).key):
        return lambda: learn_with(make, threads)
    heard: list[Callable[[int], None]] = []
    begun = aside(lambda: make(lambda played: [on_games(played) for on_games in heard], threads))

    def wait(on_games: Callable[[int], None], _: int) -> Any:
        heard.append(on_games)
        return begun.result()

    return lambda: learn_with(wait, threads)


def _learning(
    decks: Sequence[Any], strategies: Iterable[str], budget: float | None, seed: int | None, compared: bool
) -> Callable[[Callable[[int], Any], int], Any] | None:
    """Return what learns, given what is told of finished games and the number of threads; None if nobody does."""
    game = games.of(decks[0])
    learners = [pilot for pilot in (load(game.key, name) for name in dict.fromkeys(strategies)) if pilot.learns]
    if not learners:
        return None
    met = [*decks, *decks] if len(decks) == 1 else decks
    first: Any = learners[0]
    learner = first if budget is None else first.within(budget)
    learner = learner if seed is None else learner.with_seed(seed)
    if compared:
        learner = learner.with_plan(bases=False, first=0, searched=int(COMPARED * learner.plan.searched))
    return lambda on_games, threads: learner.learn(met, jobs=threads, on_games=on_games)


def learn_with(make: Callable[[Callable[[int], None], int], Any], jobs: int | None = None) -> Any:
    """Return what ``make`` learns, given what is reported of finished games and the number of threads; a line shows how far it is."""
    with Progress(None, "games") as progress:
        progress.known = "learning the decks, once, in about half a minute: "
        return make(progress.advance, jobs or default_jobs())


def warm_up(decks: Sequence[Any], strategies: Iterable[str], *, waiting: int | None = None) -> None:
    """Load or compile the engine and all strategies that are going to play decks like these; say why the first run waits.

    With ``waiting``, only so many are loaded or compiled before going on; the others are loaded when they first play. Where they have to be
    compiled, a second process compiles those that do not search meanwhile, and this one those that do (`finish_compiling`).
    """
    names = tuple(dict.fromkeys(strategies))
    game = games.of(decks[0])
    if is_compiled(game.key):
        _load(decks, names[:waiting])
        return
    with Notice("compiling the engine: only the first run waits for this, about a minute …"):
        collecting = gc.isenabled()
        gc.disable()  # numba keeps millions of objects, among which the collector would look for garbage: a tenth of the time
        try:
            _compile(game, names[:waiting])
            _load(decks, names[:waiting])
        finally:
            if collecting:
                gc.enable()
    _compiling.callback(mark_compiled, game.key)
    others = [] if waiting is None else [name for name in names[waiting:] if load(game.key, name).pace != "search"]
    if others:
        _compiling.enter_context(compile_in_background(_loading(game, others)))
    else:
        finish_compiling()


_compiling = contextlib.ExitStack()  # ends when what was to be compiled is compiled


def finish_compiling() -> None:
    """Wait for pilots that a second process compiles; see `warm_up`."""
    _compiling.close()


def _loading(game: Game, names: Sequence[str]) -> str:
    return f"from kotc_sim.strategies import load\nfor name in {list(names)!r}:\n    load({game.key!r}, name).compiled\n"


def _compile(game: Game, names: Sequence[str]) -> None:
    """Compile the engine into the cache, show how far it is; a second process compiles those that search meanwhile, which are large."""
    large = [name for name in names if load(game.key, name).pace == "search"]
    with Progress(None, "compiling; only the first run waits for this") as progress:
        game.compile_kernels(_loading(game, large) if large else "", lambda share: progress.reach(ENGINES_SHARE * share))


ENGINES_SHARE = 0.7  # of what is compiled before the first game; the rest is `greedy`


def _load(decks: Sequence[Any], names: Sequence[str]) -> None:
    match = match_of(tuple(decks))
    for name in names:
        match.warm_up(pilots_of(Contest(tuple(decks), (name, name))))
