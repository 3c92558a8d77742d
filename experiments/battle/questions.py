"""What is asked of one battle."""

from dataclasses import dataclass

from kotc_sim import questions
from kotc_sim.questions import Found, Question, Run, argument, option

TEAM = r"\d[0-9x/+ ,a-z\[\]]{0,299}"


@dataclass(frozen=True)
class Battle(Question):
    """Say what comes out of one battle: all dice counted through, and simulated as well.

    Damage to players, piercing, minions destroyed, survivors and damage per SP, for teams in formation order.
    Counters in brackets: shield, effigy (voodoo in older editions), sword, weakness; the result shows what they change.
    """

    TITLE = "{attackers} against {defenders}"
    WITHOUT = ("scheduler", "resume", "strict", "brief", "csv", "parquet")

    attackers: str = argument(
        "ATTACKERS", "SP/HP in formation order: '4/6+2/4', '3x2/4', '2/4[shield,sword]'.", show_default=False, pattern=TEAM
    )
    defenders: str = argument("[DEFENDERS]", "The same, or '-' for nobody.", default="-", pattern=rf"-|{TEAM}")
    victim: str = option(
        "--victim", metavar="WHO", help="'player', a minion that does not defend ('0/5'), or '#1': a defender.", default="player",
        pattern=r"player|\d{1,3}/\d{1,3}|#\d{1,2}",
    )  # fmt: skip
    edition: str | None = questions.edition()
    policy: str = option(
        "--policy", metavar="greedy|optimal", help="Order of the dice: as the engine does it in games, or the best of all.",
        default="greedy",
    )  # fmt: skip
    values: str = option(
        "--values", metavar="P,L,M", default="1,1,1", pattern=r"[0-9.]{1,9}(,[0-9.]{1,9}){2}",
        help="What optimal maximises: worth of a point of damage to the player, of a level destroyed, and of a point of damage to minions.",
    )  # fmt: skip
    trials: int = option("--trials", "--games", "-n", min=0, metavar="N", help="Battles to simulate; 0: exact only.", default=1_000_000)

    def answer(self, run: Run) -> Found:
        """Solve and simulate."""
        from kotc_sim.experiments.battle.battle import battle
        from kotc_sim.experiments.battle.lineup import parse_values
        from kotc_sim.progress import Progress

        worth = parse_values(self.values)
        with Progress(self.trials, "battles") as progress:
            result = battle(
                self.attackers, self.defenders, victim=self.victim, edition=self.edition, policy=self.policy,
                values=worth, trials=self.trials, seed=run.seed, jobs=run.jobs, progress=progress.advance,
            )  # fmt: skip
        return Found(result, "battle")
