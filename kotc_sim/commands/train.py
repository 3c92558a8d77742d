"""``kotc-sim train A.yaml B.yaml``, ``kotc-sim train --edition FILE``: let pilots learn before they are judged."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kotc_sim.commands.completing import completing
from kotc_sim.commands.options import Edition, Jobs, Json, arguments, reproduce_command, without_output
from kotc_sim.errors import KotcError, say
from kotc_sim.output import check_output, json_text, write_output
from kotc_sim.questions import seconds_of

if TYPE_CHECKING:
    from kotc_sim.games.decks import Deck

Decks = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[DECK]…",
        help="Deck files, or folders of them: one is learned against itself. None: the whole edition.",
        **completing("deck"),
    ),
]
Budget = Annotated[
    str | None, typer.Option("--budget", metavar="TIME", help="About so much processor time, such as 60s or 5min; always the same games.")
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write what was learned to a file as well.")]


def command(
    decks: Decks = None, edition: Edition = None, budget: Budget = None, out: Out = None, jobs: Jobs = None, json: Json = False
) -> None:
    """Let pilots learn decks, or an edition, before they play.

    Games of the fast pilot are played and fitted, then rounds of games of the search that judges by the fit.

    Two decks are learned as a match, more of them each with the next one. With --edition alone, random decks of an edition or a
    proposal are learned: what its cards have in common, with which all learning of its decks begins from then on.
    What is learned is kept in the cache, so that matchup, replay and tournament with the pilots best or quick begin at once; they learn
    by themselves where nothing is kept. What was learned within a budget is what they play by until the same is trained without one.
    A training that is stopped goes on where it was. The same decks and budget give the same bytes, for any number of jobs.
    """
    from kotc_sim import __version__, games
    from kotc_sim.runs import learn_with, run_record, warm_up
    from kotc_sim.strategies import load

    if out is not None:
        check_output(out)
    seconds = None if budget is None else seconds_of(budget)
    if not decks and edition is None:
        raise KotcError("there is nothing to learn", fix="Name decks, or an edition with --edition")
    loaded, names = _decks(decks or [], edition)
    game = games.of(loaded[0]) if loaded else games.of_edition(edition or "")
    pilot: Any = load(game.key, "best")
    if loaded:
        pilot = pilot if seconds is None else pilot.within(seconds)
        warm_up(loaded[:2], ["best"])
        fit = learn_with(lambda on_games, threads: pilot.train(loaded, jobs=threads, on_games=on_games), jobs)
        pilot.choose(loaded, None if seconds is None else fit)
    else:
        rules = game.edition(edition or "")
        pilot = pilot.for_pools() if seconds is None else pilot.for_pools().within(seconds)
        warm_up(pilot.pool_decks(rules)[:2], ["best"])
        fit = learn_with(lambda on_games, threads: pilot.learn_edition(rules, jobs=threads, on_games=on_games), jobs)
    if out is not None:
        write_output(out, fit.as_json())
    if json:
        data = {
            "command": "train",
            "version": __version__,
            "reproduce": reproduce_command(without_output(arguments())),
            "game": game.key,
            "edition": fit.edition,
            "decks": [{"name": deck.name, "path": str(deck.file)} for deck in loaded],
            "made_of": fit.made_of,
            "weights": len(fit.weights),
            "digest": fit.digest,
            "record": run_record(arguments()),
        }
        say(json_text(data))
    else:
        say(f"Learned from {fit.made_of}: {len(fit.weights):,} weights, digest {fit.digest}.")
        next_step = f"Next: kotc-sim matchup {' '.join(names)}" if loaded else f"From now on pilots begin with them in {edition}."
        say(f"They are kept. {next_step}")


def _decks(paths: list[Path], edition: str | None) -> "tuple[list[Deck], list[str]]":
    """Return the decks of files and folders, one of them twice if it is alone, and the names of the first two files."""
    from kotc_sim.experiments.inputs import deck_files, load_deck, require_one_game

    files = deck_files(paths)
    loaded = [load_deck(path, edition) for path in files]
    require_one_game(loaded)
    if len({deck.edition.name for deck in loaded}) > 1:
        raise KotcError("the decks are of several editions", fix="Choose one with --edition")
    if len(loaded) == 1:
        loaded, files = loaded * 2, files * 2
    return loaded, [str(path) for path in files[:2]]
