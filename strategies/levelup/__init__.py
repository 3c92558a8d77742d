"""Strategies for Level-Up, one file each: what there is, as data; ``template.txt`` is the file of a new one."""

from kotc_sim.strategies.pilot import GameStrategies

STRATEGIES = GameStrategies(
    key="levelup",
    title="Level-Up",
    package="kotc_sim.strategies.levelup",
    group="kotc_sim.strategies.levelup",
    heads="`def score(game, match, me, scores)`, which fills all scores",
    view="kotc_sim.games.levelup.engine.view",
    manual="docs/levelup.md",
    command="kotc-sim strategies new NAME --game levelup",
    untried=-1e8,
)
