"""``kotc-sim train A.yaml B.yaml``: let pilots learn decks before they are judged."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kotc_sim.commands.options import Edition, Jobs, Json
from kotc_sim.errors import KotcError, say
from kotc_sim.output import check_output, json_text, write_output

Decks = Annotated[list[Path], typer.Argument(metavar="DECK…", help="Deck files, or folders of them: one is learned against itself.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write what was learned to a file as well.")]


def command(decks: Decks, edition: Edition = None, out: Out = None, jobs: Jobs = None, json: Json = False) -> None:
    """Learn decks: games of the fast pilot, a fit to them, then rounds of games of the search that judges by the fit.

    Two decks are learned as a match, more of them each with the next one. What is learned is kept in the cache, so that matchup, replay
    and tournament with the pilots best or quick begin at once; they learn by themselves where nothing is kept. The same decks give the
    same bytes, for any number of jobs.
    """
    from kotc_sim import __version__, games
    from kotc_sim.commands.files import deck_files, load_deck, require_one_game
    from kotc_sim.commands.options import reproduce_command
    from kotc_sim.runs import learn, warm_up

    if out is not None:
        check_output(out)
    paths = deck_files(decks)
    loaded = [load_deck(path, edition) for path in paths]
    require_one_game(loaded, paths)
    if len({deck.edition.name for deck in loaded}) > 1:
        raise KotcError("the decks are of several editions", fix="Choose one with --edition")
    if len(loaded) == 1:
        loaded *= 2
    warm_up(loaded[:2], ["best"])
    fit = learn(loaded, ["best"], jobs=jobs)
    if out is not None:
        write_output(out, fit.as_json())
    game = games.of(loaded[0])
    if json:
        data = {
            "command": "train",
            "version": __version__,
            "reproduce": reproduce_command(),
            "game": game.key,
            "edition": fit.edition,
            "decks": [{"name": deck.name, "path": str(deck.file)} for deck in loaded],
            "made_of": fit.made_of,
            "weights": len(fit.weights),
            "digest": fit.digest,
        }
        say(json_text(data))
        return
    say(f"Learned from {fit.made_of}: {len(fit.weights):,} weights, digest {fit.digest}.")
    names = " ".join(str(path) for path in paths[:2]) if len(paths) > 1 else f"{paths[0]} {paths[0]}"
    say(f"They are kept. Next: kotc-sim matchup {names}")
