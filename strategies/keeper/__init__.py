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
