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
    descriptions={
        "random": "plays any legal option with equal chances",
        "aggro": "greedy that races: damage first, few blocks, few resources",
        "greedy": "takes what gains most at once, by the worth of effects and mean battles",
        "midrange": "greedy between aggro and control",
        "control": "greedy that trades, keeps answers and resources, and attacks when it is safe",
        "quick": "plays by weights tuned for the edition and, for decks that it learned, by what a search took there",
        "lookahead": "plays out the consequences of each option to the end of the turn, with {base}",
        "flat": "plays out each option in many sampled worlds, more often the better ones, with {base}",
        "best": "plays each option out to the end of the opponent's turn, and judges by what it learned from these decks' games",
    },
    untried=-5.0,
)
