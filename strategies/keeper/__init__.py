"""Strategies for Keeper of the Cards: what there is, as data, and the template of one."""

from kotc_sim.strategies.pilot import GameStrategies

TEMPLATE = '''"""{title}: a strategy for kotc-sim. Try it: kotc-sim matchup A.yaml B.yaml --strategy-a {file}"""

from kotc_sim.strategies.keeper.api import Opt, per_option, view


@per_option("{name}", "plays the most expensive card and attacks the enemy player with everything")
def score(game, match, me, option):
    """Return how good an option is; the engine takes the best one. Passing scores 0."""
    card = option.card  # the card that the option is about, or -1
    if option.kind == Opt.SUMMON or option.kind == Opt.CAST:
        return 2.0 + view.level_of(game, match, me, card)  # the most expensive card first
    if option.kind == Opt.ATTACK_PLAYER:
        return 5.0
    if option.kind == Opt.ENLIST and game.turn_player == me:
        return 1.0 + game.cards[card].sp  # everybody attacks, nobody blocks
    if option.kind == Opt.PICK_CARD and view.knows(game, me, card):
        return 1.0 if game.cards[card].holder != me else -1.0  # effects hit the enemy's cards
    return 0.0
'''

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
    template=TEMPLATE,
    untried=-5.0,
)
