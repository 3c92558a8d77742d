"""The file that ``kotc-sim strategies new NAME`` writes: a strategy that works as it is."""

from __future__ import annotations

import re
from pathlib import Path

from kotc_sim.errors import KotcError
from kotc_sim.output import write_output

TEMPLATE = '''"""{title}: a strategy for kotc-sim. Try it: kotc-sim matchup A.yaml B.yaml --strategy-a {file}"""

from kotc_sim.engine.kinds import O_ATTACK_PLAYER, O_CAST, O_ENLIST, O_PICK_CARD, O_SUMMON
from kotc_sim.strategies import view
from kotc_sim.strategies.api import per_option


@per_option("{name}", "plays the dearest card and attacks the enemy player with everything")
def score(game, match, me, option):
    """Return how good an option is; the engine takes the best one. Passing scores 0."""
    card = option.card  # the card that the option is about, or -1
    if option.kind == O_SUMMON or option.kind == O_CAST:
        return 2.0 + view.level_of(game, match, me, card)  # the dearest card first
    if option.kind == O_ATTACK_PLAYER:
        return 5.0
    if option.kind == O_ENLIST and game.turn_player == me:
        return 1.0 + game.cards[card].sp  # everybody attacks, nobody blocks
    if option.kind == O_PICK_CARD and view.knows(game, me, card):
        return 1.0 if game.cards[card].holder != me else -1.0  # effects hit the enemy's cards
    return 0.0
'''


def write_template(name: str) -> Path:
    """Write the template as ``NAME.py`` (or to the path given) and return its path.

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
    write_output(path, TEMPLATE.format(title=title.capitalize(), file=path, name=label))
    return path
