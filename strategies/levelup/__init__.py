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
    descriptions={
        "random": "plays any legal option with equal chances",
        "greedy": "takes what is worth most at once; attacks when it wins; answers what would cost it most",
        "quick": "plays by weights tuned on random decks and, for decks that it learned, by what a search took there",
        "lookahead": "tries options in worlds it imagines, playing on greedily to its next turn",
        "best": "tries options in worlds it imagines, and judges them by what it learned from these decks' games",
    },
    untried=-1e8,
)
