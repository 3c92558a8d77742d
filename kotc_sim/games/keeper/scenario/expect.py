"""Comparing a state with what a scenario expects: only what is stated, but lists and maps of a zone are complete."""

from collections import Counter
from collections.abc import Iterator

from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.scenario.reader import ZONES, read_counters
from kotc_sim.games.keeper.scenario.state import ZONE_OF, Game
from kotc_sim.yaml_source import Node, whole_number

_CARD_KEYS = ("card", "sp", "hp", "level", "exhausted", "fatigued", "petrified", "pawn", "owner", "ultra", "counters")


def compare(game: Game, expect: Node, over: bool) -> list[str]:
    """Return what differs, one line each; ``over``: the game, not only the turn. A `KotcError` if the expectation is malformed."""
    differences: list[str] = []
    n = int(game.g.n_players)
    for key, value in expect.entries("`expect`").items():
        if key == "winner":
            winners = [p + 1 for p in range(n) if (int(game.g.winners) >> p) & 1] if over else []
            if value.kind == "list":
                wanted = sorted(item.integer("a winner", 1) for item in value.items)
            else:
                wanted = [] if value.value is None else [value.integer("the winner", 1)]
            if winners != wanted:
                differences.append(f"line {value.line}: winner: expected {_players(wanted)}, got {_players(winners)}")
        elif key in ("turn", "turn_number"):
            turn = value.integer(f"`{key}`", 1)
            found = int(game.g.turn_player) + 1 if key == "turn" else int(game.g.turn)
            if turn != found:
                differences.append(f"line {value.line}: {key}: expected {turn}, got {found}")
        elif not 1 <= (whole_number(key) or 0) <= n:
            raise value.error(f"there is no player {key}", f"Expect something of players 1 to {n}, a winner, `turn` or `turn_number`.")
        elif not value.empty:
            differences += [f"line {line}: player {key}: {what}" for line, what in _player(game, int(key) - 1, value)]
    return differences


def _players(seats: list[int]) -> str:
    return "nobody yet" if not seats else " and ".join(f"player {seat}" for seat in seats)


def _player(game: Game, p: int, node: Node) -> Iterator[tuple[int, str]]:
    for key, value in node.entries("what is expected of a player", ("hp", "ultra", *ZONES)).items():
        if key not in ("hp", "ultra"):
            yield from ((value.line, f"{key}: {what}") for what in _zone(game, p, key, value))
            continue
        expected = value.integer("the HP" if key == "hp" else "the Ultra Points")
        cards = enumerate(game.g.cards[: int(game.g.n_cards)])  # those that a player owns, in any zone; pawns are no cards of a deck
        found = int(game.g.players[p].hp) if key == "hp" else sum(_ultra(game, c) for c, o in cards if int(o.owner) == p and not o.pawn)
        if found != expected:
            yield value.line, f"{key}: expected {expected}, got {found}"


def _ultra(game: Game, c: int) -> int:
    """Return the Ultra Points of a card; a pawn that is no copy of a card has none."""
    card = game.match.names.cards[int(game.g.cards[c].definition)]
    return 0 if card is None else card.ultra


def _zone(game: Game, p: int, zone: str, value: Node) -> Iterator[str]:
    cards = game.zone(p, ZONE_OF[zone])
    if value.kind == "scalar":
        if value.value is None or value.integer("a number of cards") != len(cards):
            yield f"expected {value.raw} cards, got {_show(game, cards)}"
    elif value.kind == "list":
        words = [item.pairs[0][0].raw if item.kind == "map" and item.pairs else item.text("a card") for item in value.items]
        yield from _list(game, cards, words, ordered=zone == "deck")
    elif zone == "granary" and value.pairs and {key.raw for key, _ in value.pairs} <= {"exhausted", "unexhausted"}:
        exhausted = sum(int(game.g.cards[c].exhausted) for c in cards)
        found = {"exhausted": exhausted, "unexhausted": len(cards) - exhausted}
        for key, item in value.entries("the granary").items():
            if item.integer("a number of resources") != found[key]:
                yield f"expected {item.raw} {key}, got {found[key]}"
    else:
        yield from _map(game, p, cards, value)


def _list(game: Game, cards: list[int], expected: list[str], *, ordered: bool) -> Iterator[str]:
    if ordered:
        found = [(game.card(word), word) for word in expected]
        ok = len(cards) == len(expected) and all(
            c == labelled if labelled >= 0 else game.name(c) == word for c, (labelled, word) in zip(cards, found, strict=True)
        )
    else:
        labelled = {game.card(word) for word in expected} - {-1}
        names = Counter(word for word in expected if game.card(word) < 0)
        rest = [c for c in cards if c not in labelled]
        ok = labelled <= set(cards) and Counter(game.name(c) for c in rest) == names
    if not ok:
        yield f"expected [{', '.join(expected)}], got {_show(game, cards)}"


def _show(game: Game, cards: list[int]) -> str:
    return f"[{', '.join(game.label(c) for c in cards)}]"


def _map(game: Game, p: int, cards: list[int], value: Node) -> Iterator[str]:
    entries = value.entries("a zone")
    labelled = {word: game.card(word) for word in entries}
    if set(labelled.values()) != set(cards) or len(entries) != len(cards):
        yield f"expected [{', '.join(entries)}], got {_show(game, cards)}"
    for word, node in entries.items():
        if labelled[word] in cards and node.kind != "scalar":
            yield from (f"{word}: {what}" for what in _card(game, p, labelled[word], node))


def _card(game: Game, p: int, c: int, node: Node) -> Iterator[str]:
    card = game.g.cards[c]
    level = max(int(card.printed_level) - int(card.down), int(game.match.record.level_min))
    numbers = {"owner": ("the owner", int(card.owner) + 1), "level": ("the level", level), "ultra": ("the Ultra Points", _ultra(game, c))}
    for key, value in node.entries("what is expected of a card", _CARD_KEYS).items():
        wanted: bool | int | str
        found: bool | int | str
        if key == "counters":
            yield from _counters(game, p, c, value)
            continue
        if key in ("exhausted", "fatigued", "petrified", "pawn"):
            wanted, found = value.boolean(f"`{key}`"), bool(getattr(card, key))
        elif key == "card":
            wanted, found = value.text("the card"), game.name(c)
        else:
            what, found = numbers[key] if key in numbers else (f"`{key}`", int(getattr(card, key)))
            wanted = value.integer(what)
        if wanted != found:
            yield f"{key}: expected {str(wanted).lower()}, got {str(found).lower()}"


def _counters(game: Game, p: int, c: int, value: Node) -> Iterator[str]:
    g, names = game.g, game.match.names
    found: Counter[tuple[str, int]] = Counter()
    for stack in g.counters[: int(g.n_counters)]:
        if stack.card == c:
            found[names.counters[int(stack.kind)], int(stack.owner)] += int(stack.count)
    wanted, owned, total = Counter[str](), Counter[tuple[str, int]](), Counter[str]()
    items = [item for part in (value.items if value.kind == "list" else [value]) for _, item in part.mapping("`counters`")]
    for item, (kind, owner, count) in zip(items, read_counters(value, p, int(g.n_players), names.edition), strict=True):
        wanted[kind] += count
        if item.kind == "map":
            owned[kind, owner] += count
    for (kind, _), count in found.items():
        total[kind] += count
    if +wanted != +total or any(found[key] != count for key, count in owned.items()):
        shown = ", ".join(f"{count} {kind} of player {owner + 1}" for (kind, owner), count in sorted(found.items()))
        yield f"counters: expected {value.plain()}, got {shown or 'none'}"


assert set(ZONE_OF.values()) == set(range(kinds.N_ZONES))
