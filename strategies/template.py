"""The file that ``kotc-sim strategies new NAME`` writes, for either game: a strategy that works as it is."""

from __future__ import annotations

import re
from pathlib import Path

from kotc_sim.errors import KotcError
from kotc_sim.games.registry import KOTC, LEVELUP
from kotc_sim.output import write_output

TEMPLATES = {
    KOTC: '''"""{title}: a strategy for kotc-sim. Try it: kotc-sim matchup A.yaml B.yaml --strategy-a {file}"""

from kotc_sim.games.keeper.engine.kinds import Opt
from kotc_sim.strategies.keeper import view
from kotc_sim.strategies.keeper.api import per_option


@per_option("{name}", "plays the dearest card and attacks the enemy player with everything")
def score(game, match, me, option):
    """Return how good an option is; the engine takes the best one. Passing scores 0."""
    card = option.card  # the card that the option is about, or -1
    if option.kind == Opt.SUMMON or option.kind == Opt.CAST:
        return 2.0 + view.level_of(game, match, me, card)  # the dearest card first
    if option.kind == Opt.ATTACK_PLAYER:
        return 5.0
    if option.kind == Opt.ENLIST and game.turn_player == me:
        return 1.0 + game.cards[card].sp  # everybody attacks, nobody blocks
    if option.kind == Opt.PICK_CARD and view.knows(game, me, card):
        return 1.0 if game.cards[card].holder != me else -1.0  # effects hit the enemy's cards
    return 0.0
''',
    LEVELUP: '''"""{title}: a strategy for Level-Up. Try it: kotc-sim matchup A.yaml B.yaml --strategy-a {file}"""

from kotc_sim.games.levelup.engine import view
from kotc_sim.games.levelup.engine.kinds import Ask, Opt
from kotc_sim.games.levelup.engine.primitives import owner, slot_of
from kotc_sim.strategies.levelup.api import strategy


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
''',
}


def write_template(name: str, game: str = KOTC) -> Path:
    """Write the template for a game (``kotc`` or ``levelup``) as ``NAME.py``, or to the path given, and return its path.

    Raises
    ------
    KotcError
        If the file exists, or cannot be written.
    """
    path = Path(name if name.endswith(".py") else f"{name}.py")
    if path.exists():
        raise KotcError("the file exists already", file=path, fix="Choose another name")
    title = re.sub(r"[^A-Za-z0-9]+", " ", path.stem).strip() or "Mine"
    label = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "mine"
    write_output(path, TEMPLATES[game].format(title=title.capitalize(), file=path, name=label))
    return path
