"""Strategies for Keeper of the Cards: what there is, as data; ``template.txt`` is the file of a new one."""

from kotc_sim.strategies.pilot import GameStrategies

STRATEGIES = GameStrategies(
    key="kotc",
    title="Keeper of the Cards",
    package="kotc_sim.strategies.keeper",
    base="greedy",
    group="kotc_sim.strategies",
    heads="`def score(game, match, me, option)`, or `(game, match, me, scores)` to fill all scores at once",
    view="kotc_sim.strategies.keeper.view",
    manual="docs/strategies.md",
    command="kotc-sim strategies new NAME",
    untried=-5.0,
)
