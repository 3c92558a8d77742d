"""The option ``--game`` of commands that are about a game and not about files of one."""

from typing import Annotated

import typer

from kotc_sim import games


def _known(key: str) -> str:
    if key not in games.GAMES:
        raise typer.BadParameter(f"{key!r} is not one of {', '.join(map(repr, games.GAMES))}.")
    return key


GameKey = Annotated[
    str,
    typer.Option(
        "--game",
        "-g",
        metavar=f"<{'|'.join(games.GAMES)}>",
        callback=_known,
        help=f"What it plays: {', or '.join(game.title for game in games.GAMES.values())}.",
    ),
]
