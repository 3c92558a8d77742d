"""``kotc-sim replay``: the readable log of one simulated game."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from kotc_sim import __version__
from kotc_sim.commands import options
from kotc_sim.errors import KotcError, say
from kotc_sim.output import json_text

GameNumber = Annotated[
    int, typer.Option("--game", min=0, max=options.MOST_GAMES, metavar="N", help="Number of the game in the run, from 0.")
]
Boards = Annotated[bool, typer.Option("--boards", help="With --json, also what lies on the table, moment by moment.")]
Omniscient = Annotated[bool, typer.Option("--omniscient", help="Name hidden cards too.")]


def command(
    a: options.Deck,
    b: options.Deck,
    game: GameNumber = 0,
    seed: options.Seed = 1,
    strategy: options.BothStrategies = None,
    strategy_a: options.StrategyA = None,
    strategy_b: options.StrategyB = None,
    trust_decks: options.TrustDecks = False,
    edition: options.Edition = None,
    omniscient: Omniscient = False,
    boards: Boards = False,
    json: options.Json = False,
) -> None:
    """How did one game of a match-up go? It is played again, and told as a log.

    It is exactly the game that kotc-sim matchup counts under this number, with the same seed and strategies. Games 0 and 1, 2 and 3, and
    so on are pairs with the seats swapped.
    """
    from kotc_sim.experiments.inputs import contest_of, load_deck
    from kotc_sim.questions import Run
    from kotc_sim.runs import learn, warm_up

    decks = [load_deck(path, edition) for path in (a, b)]
    contest = contest_of(decks, strategy_a or strategy, strategy_b or strategy, Run(arguments=options.arguments()), trusted=trust_decks)
    warm_up(contest.decks, contest.strategies)
    contest = replace(contest, fit=learn(contest.decks, contest.strategies))
    from kotc_sim.runs import replay, run_record

    played = replay(contest, game, seed, omniscient=omniscient, boards=boards)
    if boards and not played.boards:
        raise KotcError("what lies on the table is not told for this game", fix="Leave --boards out.")
    if json:
        data = {
            "command": "replay",
            "version": __version__,
            "seed": seed,
            "reproduce": options.reproduce_command(options.without_output(options.arguments()), seed=seed),
            "game": played.game,
            "seats": list(played.seats),
            "score": [score / 2 for score in played.score2],
            "turns": played.turns,
            "hp": played.hp,
            "log": played.lines,
            **({"boards": list(played.boards)} if boards else {}),
            "record": run_record(options.arguments()),
        }
        say(json_text(data))
        return
    for seat, name in enumerate(played.seats, 1):
        say(f"Player {seat}: {name}")
    say("")
    say("\n".join(played.lines))
