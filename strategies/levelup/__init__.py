"""Strategies for Level-Up, one file each: what there is, as data, and the template of one."""

from kotc_sim.strategies.pilot import GameStrategies

TEMPLATE = '''"""{title}: a strategy for Level-Up. Try it: kotc-sim matchup A.yaml B.yaml --strategy-a {file}"""

from kotc_sim.strategies.levelup.api import Ask, Opt, owner, slot_of, strategy, view


@strategy("{name}", "plays the highest levels and attacks what it can beat")
def score(game, match, me, scores):
    """Write how good each option is; the engine takes the best one. Passing and ending a phase score 0."""
    for i in range(game.n_options):
        option = game.options[i]
        card = option.card  # the card that the option is about, or -1
        scores[i] = 0.0
        if option.kind == Opt.PLAY and option.amount == 0:  # face-up; the highest level first
            scores[i] = 2.0 + match.kinds[view.kind_of(game, me, card)].level
        elif option.kind == Opt.ACTIVATE:
            scores[i] = 1.0
        elif option.kind == Opt.ATTACK and option.target < 0:  # the player
            scores[i] = 5.0
        elif option.kind == Opt.ATTACK:
            attack = view.attack_of(game, me, me, slot_of(game, card))
            defense = view.defense_of(game, me, 1 - me, slot_of(game, option.target))  # -1 if it is hidden
            scores[i] = 4.0 if attack > defense else -1.0
        elif option.kind == Opt.CARD and game.ask == Ask.CHOOSE:  # effects hit the opponent's cards
            scores[i] = 2.0 if owner(card) != me else 1.0
        elif option.kind == Opt.CARD and view.knows(game, me, card):  # of a hand, a deck or a discard pile
            scores[i] = 1.0 + match.kinds[view.kind_of(game, me, card)].level
'''

STRATEGIES = GameStrategies(
    key="levelup",
    title="Level-Up",
    package="kotc_sim.strategies.levelup",
    group="kotc_sim.strategies.levelup",
    heads="`def score(game, match, me, scores)`, which fills all scores",
    view="kotc_sim.games.levelup.engine.view",
    manual="docs/levelup.md",
    command="kotc-sim strategies new NAME --game levelup",
    template=TEMPLATE,
    descriptions={
        "random": "plays any legal option with equal chances",
        "greedy": "takes what is worth most at once; attacks when it wins; answers what would cost it most",
        "quick": "plays by weights tuned on random decks and, for decks that it learned, by what a search took there",
        "lookahead": "tries options in worlds it imagines, playing on greedily to its next turn",
        "best": "tries options in worlds it imagines, and judges them by what it learned from these decks' games",
    },
    untried=-1e8,
)
