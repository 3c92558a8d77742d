"""What lies on the table at a moment of a game of Level-Up, as JSON has it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kotc_sim.games.levelup.cards.card import Card


def snapshot(game: Any, cards: Sequence[Card], line: int, sees: Callable[[int], bool]) -> Mapping[str, object]:
    """Return what lies on the table.

    Names, attack and defense of cards that are hidden (levelup.ruling.61) are None. ``game`` is a record as
    `kotc_sim.games.levelup.engine.record.fields` gives it, ``cards`` are by kind number, and ``sees(card)`` says whether it may be told
    which card it is.
    """

    def shown(number: int) -> dict[str, object]:
        one = game.card[number]
        return {"name": cards[int(one.kind)].name if sees(number) else None, "exhausted": bool(one.tapped), "down": bool(one.down)}

    def pile(one: Any) -> dict[str, object]:
        top = int(one.top)
        under, below = 0, int(game.card[top].under)
        while below >= 0:
            under, below = under + 1, int(game.card[below].under)
        attack, defense = (int(one.strength), int(one.defence)) if sees(top) else (None, None)
        return shown(top) | {"attack": attack, "defense": defense, "under": under}

    players = [
        {
            "points": int(side.points),
            "deck": int(side.deck_n),
            "creatures": [pile(one) for one in side.piles[: int(side.n_piles)]],
            "magic": [shown(int(number)) for number in side.magic[: int(side.n_magic)]],
            "hand": [shown(int(number)) for number in side.hand[: int(side.hand_n)]],
            "discard": [shown(int(number)) for number in side.grave[: int(side.grave_n)]],
        }
        for side in game.side
    ]
    phase = "Battle" if game.battle else "Main"
    return {"line": line, "turn": int(game.turn), "player": int(game.player), "phase": phase, "players": players}
