"""``kotc-sim battle "4/6+2/4" "1/10"``: one battle, exactly and simulated."""

from __future__ import annotations

from typing import Annotated

import typer

from kotc_sim.commands.options import Edition, Html, Jobs, Json, Seed

Attackers = Annotated[
    str,
    typer.Argument(
        metavar="ATTACKERS",
        help="SP/HP in formation order: '4/6+2/4', '3x2/4', '2/4[shield,sword]'.",
        show_default=False,
    ),
]
Defenders = Annotated[str, typer.Argument(metavar="[DEFENDERS]", help="The same, or '-' for nobody.")]
Victim = Annotated[
    str,
    typer.Option(
        "--victim",
        metavar="WHO",
        help="'player', a minion that does not defend ('0/5'), or '#1': a defender.",
    ),
]
PolicyName = Annotated[
    str,
    typer.Option(
        "--policy",
        metavar="greedy|optimal",
        help="Order of the dice: smallest that destroys, else largest; or the best of all.",
    ),
]
Trials = Annotated[int, typer.Option("--trials", "--games", "-n", min=0, metavar="N", help="Battles to simulate; 0: exact only.")]
Weights = Annotated[
    str,
    typer.Option(
        "--values",
        metavar="P,L,M",
        help="What optimal maximises: worth of a point of damage to the player, of a level destroyed, and of a point of damage to minions.",
    ),
]


def command(
    attackers: Attackers,
    defenders: Defenders = "-",
    victim: Victim = "player",
    edition: Edition = None,
    policy: PolicyName = "greedy",
    values: Weights = "1,1,1",
    trials: Trials = 1_000_000,
    seed: Seed = 1,
    jobs: Jobs = None,
    json: Json = False,
    html: Html = None,
) -> None:
    """Say what comes out of one battle: all dice counted through, and simulated beside it.

    Damage to players, piercing, minions destroyed, survivors and damage per SP, for teams in formation order.
    Counters in brackets: shield, voodoo, sword, weakness; the result shows what they change.
    """
    from kotc_sim.commands.play import finish
    from kotc_sim.experiments.battle.battle import battle
    from kotc_sim.experiments.battle.lineup import parse_values
    from kotc_sim.progress import Progress
    from kotc_sim.reports import battle as report

    worth = parse_values(values)
    with Progress(trials, "battles") as progress:
        result = battle(
            attackers,
            defenders,
            victim=victim,
            edition=edition or "kotc-17",
            policy=policy,
            values=worth,
            trials=trials,
            seed=seed,
            jobs=jobs,
            progress=progress.advance,
        )
    finish(result.result, report, seed=seed, json=json, html=html)
