"""The options of a decision in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kotc_sim.games.keeper.build import Built
from kotc_sim.games.keeper.engine import kinds


def describe_option(g: Any, built: Built, label: Callable[[int], str], o: Any) -> str:
    """Return an option in a few words; ``label``: what a card is called."""
    kind = kinds.Opt(int(o.kind))
    if kind in (kinds.Opt.PASS, kinds.Opt.END_PHASE, kinds.Opt.YES, kinds.Opt.NO):
        return kind.name.lower()
    if kind in (kinds.Opt.PICK_PLAYER, kinds.Opt.ATTACK_PLAYER):
        return f"player {int(o.target) + 1}"
    if kind == kinds.Opt.NUMBER:
        return str(int(o.amount))
    if kind == kinds.Opt.FACE:
        return f"die {int(o.amount)}" + (f" on {label(int(o.card))}" if o.card >= 0 else "")
    named = label(int(o.card))
    if kind in (kinds.Opt.POP, kinds.Opt.PICK_COUNTER):
        counter = built.names.counters[int(o.ability)]
        return f"{counter} on {named}" + (f", die {int(o.amount)}" if kind == kinds.Opt.POP and o.amount > 0 else "")
    if kind == kinds.Opt.ACTIVATE:
        first = built.record.defs[g.cards[o.card].definition].first_ability
        return f"activate {named} {int(o.ability) - int(first) + 1}"
    if kind in (kinds.Opt.PICK_CARD, kinds.Opt.ENLIST, kinds.Opt.ATTACK_MINION):
        return named
    return f"{kind.name.lower().replace('_', ' ')} {named}"
