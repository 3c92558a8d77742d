"""What lies on the table at a moment of a game of Level-Up, as JSON has it: what a spectator could draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kotc_sim.games.levelup.cards.card import Card


def snapshot(game: Any, cards: Sequence[Card], line: int, *, omniscient: bool) -> Mapping[str, object]:
    """Return what lies on the table.

    Hands and face-down cards are hidden from spectators (levelup.ruling.61): their names are None.

    Parameters
    ----------
    game : record
        As `kotc_sim.games.levelup.engine.record.fields` gives it.
    cards : sequence of Card
        By kind number.
    """

    def shown(number: int, hidden: bool = False) -> dict[str, object]:
        one = game.card[number]
        name = None if hidden and not omniscient else cards[int(one.kind)].name
        return {"name": name, "exhausted": bool(one.tapped), "down": bool(one.down)}

    players = []
    for side in game.side:
        creatures = []
        for pile in side.piles[: int(side.n_piles)]:
            top = int(pile.top)
            under, below = 0, int(game.card[top].under)
            while below >= 0:
                under, below = under + 1, int(game.card[below].under)
            stats = {"attack": int(pile.strength), "defense": int(pile.defence), "under": under}
            creatures.append(shown(top, hidden=bool(game.card[top].down)) | stats)
        magic = [int(number) for number in side.magic[: int(side.n_magic)]]
        players.append(
            {
                "points": int(side.points),
                "deck": int(side.deck_n),
                "creatures": creatures,
                "magic": [shown(number, hidden=bool(game.card[number].down)) for number in magic],
                "hand": [shown(int(number), hidden=True) for number in side.hand[: int(side.hand_n)]],
                "discard": [shown(int(number)) for number in side.grave[: int(side.grave_n)]],
            }
        )
    return {
        "line": line,
        "turn": int(game.turn),
        "player": int(game.player),
        "phase": "Battle" if game.battle else "Main",
        "players": players,
    }
