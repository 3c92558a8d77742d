"""What lies on the table at a moment of a game, as JSON has it: what a spectator could draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kotc_sim.games.keeper.build import Built
from kotc_sim.games.keeper.engine import kinds

_SHOWN = (kinds.Zone.BATTLEFIELD, kinds.Zone.GRANARY, kinds.Zone.HAND, kinds.Zone.TRAPFIELD, kinds.Zone.GRAVE, kinds.Zone.RESERVES)
OPEN = (kinds.Zone.BATTLEFIELD, kinds.Zone.GRAVE)
"""Where spectators see which card it is."""

Snapshot = Mapping[str, Any]


def snapshot(g: Any, built: Built) -> Snapshot:
    """Return what lies on the table: cards as numbers, so that who may know their names is settled later (`load_named`)."""
    counters = _counters(g, built)
    players = []
    for p in range(int(g.n_players)):
        player = g.players[p]
        zones = {zone: [int(c) for c in player.zone[zone][: int(player.n[zone])]] for zone in _SHOWN}
        players.append(
            {
                "hp": int(player.hp),
                "deck": int(player.n[kinds.Zone.DECK]),
                "free": int(player.free),
                **{zone.name.lower(): [_card(g, c, zone, counters) for c in cards] for zone, cards in zones.items()},
            }
        )
    return {
        "turn": int(g.turn),
        "player": int(g.turn_player),
        "phase": kinds.Phase(int(g.phase)).name.capitalize(),
        "players": players,
    }


def _counters(g: Any, built: Built) -> dict[int, list[tuple[str, int]]]:
    """Return the counters on each card: their names and numbers."""
    edition = built.names.edition
    assert edition is not None
    found: dict[int, list[tuple[str, int]]] = {}
    for i in range(int(g.n_counters)):
        stack = g.counters[i]
        if stack.count > 0:
            name = edition.counters[built.names.counters[int(stack.kind)]].text
            found.setdefault(int(stack.card), []).append((name, int(stack.count)))
    return found


def _card(g: Any, c: int, zone: kinds.Zone, counters: dict[int, list[tuple[str, int]]]) -> Mapping[str, object]:
    card = g.cards[c]
    shown: dict[str, object] = {"card": c, "exhausted": bool(card.exhausted)}
    if zone == kinds.Zone.BATTLEFIELD:
        shown |= {
            "sp": int(card.sp),
            "hp": int(card.hp),
            "fatigued": bool(card.fatigued),
            "petrified": bool(card.petrified),
            "counters": [list(stack) for stack in counters.get(c, [])],
        }
    return shown


def load_named(board: Snapshot, line: int, sees: Callable[[int, kinds.Zone], bool], name: Callable[[int], str]) -> Snapshot:
    """Return a snapshot with names in place of numbers, and with the number of lines of the log that have been written by then.

    ``sees``: ``sees(card, zone)``: whether the card is named; else its name is None.
    """
    players = []
    for player in board["players"]:
        zones = {}
        for zone in _SHOWN:
            key = zone.name.lower()
            zones[key] = [
                {"name": name(card["card"]) if sees(card["card"], zone) else None}
                | {field: value for field, value in card.items() if field != "card"}
                for card in player[key]
            ]
        players.append({**player, **zones})
    return {**board, "line": line, "players": players}
