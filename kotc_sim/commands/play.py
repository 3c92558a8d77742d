"""What commands that play games share: decks and strategies to a contest, the wait for the compiler, the output."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import typer

from kotc_sim.errors import KotcError
from kotc_sim.output import json_text

if TYPE_CHECKING:
    from kotc_sim.runs import Contest

DEFAULT_STRATEGY = "greedy"


def numbers(text: str, count: int, option: str) -> list[float]:
    """Return the numbers of an option such as ``50,52``.

    Raises
    ------
    KotcError
        If there are not ``count`` of them.
    """
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = []
    if len(found) != count:
        raise KotcError(f"{option} {text} is not {count} numbers", fix=f"Write for instance {option} 50,52")
    return found


def load_any_deck(path: Path, edition: str | None) -> Any:
    """Load a legal deck of any edition of either game; warnings go to the terminal's error stream."""
    from kotc_sim.games.registry import LEVELUP, game_of

    if game_of(path, edition) == LEVELUP:
        from kotc_sim.games.levelup.cards.deck import load_deck as load_levelup
        from kotc_sim.games.levelup.cards.legality import problems, require_legal

        deck = load_levelup(path, edition)
        require_legal(deck)
        for problem in problems(deck):
            typer.echo(f"warning: {problem}", err=True)
        return deck
    from kotc_sim.games.keeper.cards.deck import load_deck

    return load_deck(path, edition=edition)


def _stated_edition(path: Path) -> str:
    """Return the edition that a deck file names near its top, or nothing; the loader reports what is wrong with the file."""
    try:
        with path.open(errors="replace") as file:
            head = file.read(65536)
    except OSError:
        return ""
    found = re.search(r"^edition:\s*[\"']?([^\s\"'#]+)", head, re.MULTILINE)
    return found.group(1) if found else ""


def contest_of(paths: Sequence[Path], strategy_a: str | None, strategy_b: str | None, edition: str | None = None) -> Contest:
    """Load decks and settle who plays them: the option, else the deck's own strategy, else greedy."""
    from kotc_sim.games.registry import game_played
    from kotc_sim.runs import Contest

    loaded: dict[Path, Any] = {}
    for path in paths:
        if path not in loaded:
            loaded[path] = load_any_deck(path, edition)
    decks = tuple(loaded[path] for path in paths)
    for path, deck in zip(paths, decks, strict=True):
        if game_played(deck) != game_played(decks[0]):
            raise KotcError(f"this deck is of another game than {paths[0]}", file=path, fix="Name decks of one game.")
    chosen = (
        strategy_a or decks[0].strategy or DEFAULT_STRATEGY,
        strategy_b or decks[1].strategy or DEFAULT_STRATEGY,
    )
    return Contest(decks, chosen)


def warm_up(contest: Contest) -> None:
    """Load or compile the engine and the strategies; say why the first run waits."""
    from kotc_sim.compiler import compiled_yet, mark_compiled
    from kotc_sim.games.registry import game_played
    from kotc_sim.progress import Notice

    game = game_played(contest.decks[0])
    if compiled_yet(game):
        _load(contest)
        return
    with Notice("compiling the engine: only the first run waits for this, about a minute …"):
        if game == "kotc":
            _compile(contest.strategies)
        _load(contest)
    mark_compiled(game)


def _compile(strategies: Sequence[str]) -> None:
    """Compile the engine into the cache, and the strategies at the same time in a second process; show how far it is."""
    from kotc_sim.games.keeper.engine.machine import compile_all
    from kotc_sim.progress import Progress

    names = tuple(dict.fromkeys(strategies))
    load = f"from kotc_sim.strategies import load\nfor name in {names!r}:\n    load('kotc', name).compiled\n"
    with Progress(None, "functions compiled; only the first run waits for this") as progress:

        def show(done: int, total: int) -> None:
            progress.total = total
            progress.advance()

        compile_all(load, show)


def _load(contest: Contest) -> None:
    from kotc_sim.runs import match_of, pilots_of

    match_of(contest.decks).warm_up(pilots_of(contest))


def finish(
    data: dict[str, Any],
    report: ModuleType,
    *,
    seed: int,
    json: bool,
    html: Path | None,
    csv: Path | None = None,
    parquet: Path | None = None,
) -> None:
    """Complete a result with version and command, write the files that were asked for, print it."""
    from kotc_sim import __version__
    from kotc_sim.commands.options import arguments, reproduce_command

    data = {"command": data["command"], "version": __version__, "seed": seed, **data}
    data["reproduce"] = reproduce_command(_without_jobs(arguments()), seed=seed)
    for item in data.get("notable", []):
        item["replay"] = _replay(data, item["game"], seed)
    if json:
        typer.echo(json_text(data))
    if json and html is None and csv is None and parquet is None:
        return
    made = report.report(data)
    if html is not None or csv is not None or parquet is not None:
        from kotc_sim.reports.kit import export

        if html is not None:
            export.html(made, html)
        if csv is not None:
            export.csv(made, csv)
        if parquet is not None:
            export.parquet(made, parquet)
    if not json:
        from kotc_sim.reports.kit.terminal import show

        show(made, sys.stdout)


def _without_jobs(arguments: list[str]) -> list[str]:
    """Return the arguments without what does not change the result: threads, scheduler, output files."""
    kept: list[str] = []
    skip = False
    for part in arguments:
        if skip:
            skip = False
            continue
        if part in ("--jobs", "-j", "--scheduler", "--resume", "--html", "--csv", "--parquet"):
            skip = True
            continue
        unlike = ("--jobs=", "-j", "--scheduler=", "--resume=", "--html=", "--csv=", "--parquet=")
        if part.startswith(unlike) or part == "--json":
            continue
        kept.append(part)
    return kept


def _replay(data: dict[str, Any], game: int, seed: int) -> str:
    import shlex

    decks, strategies = data["decks"], data["strategies"]
    return shlex.join(
        ["kotc-sim", "replay", decks["a"]["path"], decks["b"]["path"], "--game", str(game), "--seed", str(seed),
         "--strategy-a", strategies["a"], "--strategy-b", strategies["b"]]
    )  # fmt: skip
