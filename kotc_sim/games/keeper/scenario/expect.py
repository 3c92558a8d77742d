"""Comparing a state with what a scenario expects.

Only what is stated is compared, but lists and maps of a zone are complete.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.scenario.reader import ZONES, read_counters
from kotc_sim.games.keeper.scenario.state import ZONE_OF, Game
from kotc_sim.yaml_source import Node, whole_number

_CARD_KEYS = ("card", "sp", "hp", "level", "exhausted", "fatigued", "petrified", "pawn", "owner", "ultra", "counters")


def compare(game: Game, expect: Node, over: bool) -> list[str]:
    """Return what differs, one line each.

    ``over``: whether the game is over (and not only the turn). A `KotcError` if the expectation itself is malformed.
    """
    differences: list[str] = []
    n = int(game.g.n_players)
    for key, value in expect.entries("`expect`").items():
        if key == "winner":
            differences += _winner(game, value, over)
        elif key in ("turn", "turn_number"):
            wanted = value.integer(f"`{key}`", 1)
            found = int(game.g.turn_player) + 1 if key == "turn" else int(game.g.turn)
            if wanted != found:
                differences.append(f"line {value.line}: {key}: expected {wanted}, got {found}")
        elif 1 <= (whole_number(key) or 0) <= n:
            if value.empty:
                continue
            differences += [f"line {line}: player {key}: {what}" for line, what in _player(game, int(key) - 1, value)]
        else:
            raise value.error(f"there is no player {key}", f"Expect something of players 1 to {n}, a winner, `turn` or `turn_number`.")
    return differences


def _winner(game: Game, value: Node, over: bool) -> Iterator[str]:
    winners = [p + 1 for p in range(int(game.g.n_players)) if (int(game.g.winners) >> p) & 1] if over else []
    if value.kind == "list":
        expected = sorted(item.integer("a winner", 1) for item in value.items)
    else:
        expected = [] if value.value is None else [value.integer("the winner", 1)]
    if winners != expected:
        yield f"line {value.line}: winner: expected {_players(expected)}, got {_players(winners)}"


def _players(seats: list[int]) -> str:
    return "nobody yet" if not seats else " and ".join(f"player {seat}" for seat in seats)


def _player(game: Game, p: int, node: Node) -> Iterator[tuple[int, str]]:
    entries = node.entries("what is expected of a player", ("hp", "ultra", *ZONES))
    for key, value in entries.items():
        if key == "hp":
            expected, found = value.integer("the HP"), int(game.g.players[p].hp)
            if found != expected:
                yield value.line, f"hp: expected {expected}, got {found}"
        elif key == "ultra":
            expected, found = value.integer("the Ultra Points"), _ultra_of_player(game, p)
            if found != expected:
                yield value.line, f"ultra: expected {expected}, got {found}"
        else:
            for what in _zone(game, p, key, value):
                yield value.line, f"{key}: {what}"


def _ultra(game: Game, c: int) -> int:
    """Return the Ultra Points of a card; a pawn that is no copy of a card has none."""
    card = game.match.names.cards[int(game.g.cards[c].definition)]
    return 0 if card is None else card.ultra


def _ultra_of_player(game: Game, p: int) -> int:
    """Return the Ultra Points of all cards that a player owns, in any zone; pawns are no cards of a deck."""
    cards = game.g.cards[: int(game.g.n_cards)]
    return sum(_ultra(game, c) for c in range(len(cards)) if int(cards[c].owner) == p and not cards[c].pawn)


def _zone(game: Game, p: int, zone: str, value: Node) -> Iterator[str]:
    cards = game.zone(p, ZONE_OF[zone])
    if value.kind == "scalar":
        if value.value is None or value.integer("a number of cards") != len(cards):
            yield f"expected {value.raw} cards, got {_show(game, cards)}"
    elif value.kind == "list":
        yield from _list(game, cards, [_item(item) for item in value.items], ordered=zone == "deck")
    elif zone == "granary" and value.pairs and {key.raw for key, _ in value.pairs} <= {"exhausted", "unexhausted"}:
        exhausted = sum(int(game.g.cards[c].exhausted) for c in cards)
        found = {"exhausted": exhausted, "unexhausted": len(cards) - exhausted}
        for key, item in value.entries("the granary").items():
            if item.integer("a number of resources") != found[key]:
                yield f"expected {item.raw} {key}, got {found[key]}"
    else:
        yield from _map(game, p, cards, value)


def _item(node: Node) -> str:
    """Return label or name of a list entry; ``label: card`` is its label."""
    if node.kind == "map" and node.pairs:
        return node.pairs[0][0].raw
    return node.text("a card")


def _list(game: Game, cards: list[int], expected: list[str], *, ordered: bool) -> Iterator[str]:
    if ordered:
        ok = len(cards) == len(expected) and all(_is(game, c, word) for c, word in zip(cards, expected, strict=True))
    else:
        labelled = {game.card(word) for word in expected} - {-1}
        names = Counter(word for word in expected if game.card(word) < 0)
        rest = [c for c in cards if c not in labelled]
        ok = labelled <= set(cards) and Counter(game.name(c) for c in rest) == names
    if not ok:
        yield f"expected [{', '.join(expected)}], got {_show(game, cards)}"


def _is(game: Game, c: int, word: str) -> bool:
    labelled = game.card(word)
    return c == labelled if labelled >= 0 else game.name(c) == word


def _show(game: Game, cards: list[int]) -> str:
    return f"[{', '.join(game.label(c) for c in cards)}]"


def _map(game: Game, p: int, cards: list[int], value: Node) -> Iterator[str]:
    entries = value.entries("a zone")
    labelled = {word: game.card(word) for word in entries}
    if set(labelled.values()) != set(cards) or len(entries) != len(cards):
        yield f"expected [{', '.join(entries)}], got {_show(game, cards)}"
    for word, node in entries.items():
        c = labelled[word]
        if c in cards and node.kind != "scalar":
            for what in _card(game, p, c, node):
                yield f"{word}: {what}"


def _card(game: Game, p: int, c: int, node: Node) -> Iterator[str]:
    entries = node.entries("what is expected of a card", _CARD_KEYS)
    card = game.g.cards[c]
    level = max(int(card.printed_level) - int(card.down), int(game.match.record.level_min))
    for key, value in entries.items():
        if key == "counters":
            yield from _counters(game, p, c, value)
            continue
        if key in ("exhausted", "fatigued", "petrified", "pawn"):
            wanted: bool | int | str = value.boolean(f"`{key}`")
            found: bool | int | str = bool(getattr(card, key))
        elif key == "owner":
            wanted, found = value.integer("the owner"), int(card.owner) + 1
        elif key == "level":
            wanted, found = value.integer("the level"), level
        elif key == "ultra":
            wanted, found = value.integer("the Ultra Points"), _ultra(game, c)
        elif key == "card":
            wanted, found = value.text("the card"), game.name(c)
        else:
            wanted, found = value.integer(f"`{key}`"), int(getattr(card, key))
        if wanted != found:
            yield f"{key}: expected {str(wanted).lower()}, got {str(found).lower()}"


def _counters(game: Game, p: int, c: int, value: Node) -> Iterator[str]:
    g = game.g
    names = game.match.names.counters
    edition = game.match.names.edition
    assert edition is not None
    found: Counter[tuple[str, int]] = Counter()
    for i in range(int(g.n_counters)):
        s = g.counters[i]
        if s.card == c:
            found[names[int(s.kind)], int(s.owner)] += int(s.count)
    wanted_all: Counter[str] = Counter()
    wanted_owned: Counter[tuple[str, int]] = Counter()
    for part in value.items if value.kind == "list" else [value]:
        for key, item in part.mapping("`counters`"):
            for kind, owner, count in read_counters(
                Node("map", key.file, key.line, key.column, pairs=[(key, item)]), p, int(g.n_players), edition
            ):
                wanted_all[kind] += count
                if item.kind == "map":
                    wanted_owned[kind, owner] += count
    total: Counter[str] = Counter()
    for (kind, _), count in found.items():
        total[kind] += count
    if +wanted_all != +total or any(found[key] != count for key, count in wanted_owned.items()):
        shown = ", ".join(f"{count} {kind} of player {owner + 1}" for (kind, owner), count in sorted(found.items()))
        yield f"counters: expected {value.plain()}, got {shown or 'none'}"


assert set(ZONE_OF.values()) == set(range(kinds.N_ZONES))
