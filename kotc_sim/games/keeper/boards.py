"""What lies on the table at a moment of a game, as JSON has it: what a spectator could draw."""

from collections.abc import Callable, Collection, Mapping
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
        numbers = {"hp": int(player.hp), "deck": int(player.n[kinds.Zone.DECK]), "free": int(player.free)}
        players.append(numbers | {zone.name.lower(): [_card(g, c, zone, counters) for c in cards] for zone, cards in zones.items()})
    phase = kinds.Phase(int(g.phase)).name.capitalize()
    return {"turn": int(g.turn), "player": int(g.turn_player), "phase": phase, "players": players}


def _counters(g: Any, built: Built) -> dict[int, list[tuple[str, int]]]:
    """Return the counters on each card: their names and numbers."""
    found: dict[int, list[tuple[str, int]]] = {}
    for stack in g.counters[: int(g.n_counters)]:
        if stack.count > 0:
            name = built.names.edition.counters[built.names.counters[int(stack.kind)]].text
            found.setdefault(int(stack.card), []).append((name, int(stack.count)))
    return found


def _card(g: Any, c: int, zone: kinds.Zone, counters: dict[int, list[tuple[str, int]]]) -> Mapping[str, object]:
    card = g.cards[c]
    shown: dict[str, object] = {"card": c, "exhausted": bool(card.exhausted)}
    if zone == kinds.Zone.BATTLEFIELD:
        shown |= {"sp": int(card.sp), "hp": int(card.hp), "fatigued": bool(card.fatigued), "petrified": bool(card.petrified)}
        shown["counters"] = [list(stack) for stack in counters.get(c, [])]
    return shown


def load_named(
    board: Snapshot, line: int, known: Collection[int] | None, name: Callable[[int], str], seen: Collection[kinds.Zone] = ()
) -> Snapshot:
    """Return a snapshot with names in place of numbers, and with the number of lines of the log that have been written by then.

    Cards that are ``known`` (None: all), or lie in a zone that is ``seen``, are named; of the others the name is None.
    """

    def shown(card: Mapping[str, Any], zone: kinds.Zone) -> Mapping[str, Any]:
        c = card["card"]
        named = known is None or c in known or zone in seen
        return {"name": name(c) if named else None, **{field: value for field, value in card.items() if field != "card"}}

    zones = {zone.name.lower(): zone for zone in _SHOWN}
    players = [{**one, **{key: [shown(card, zone) for card in one[key]] for key, zone in zones.items()}} for one in board["players"]]
    return {**board, "line": line, "players": players}
