"""What may be played: decks of Level-Up against their edition's rules, each problem with its rule and its cure."""

from collections import Counter

from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.cards.text import Effect
from kotc_sim.games.protocol import Problem


def problems(deck: Deck) -> list[Problem]:
    """Return what is wrong with a deck, illegal things first (levelup.deck.1 to 5), then warnings."""
    edition = deck.edition
    found = []

    def add(rule: str, line: int, what: str, fix: str, *, illegal: bool = True) -> None:
        found.append(Problem(rule, what, fix, deck.file, line, illegal))

    low, high = edition.parameter("deck_min"), edition.parameter("deck_max")
    if deck.size < low:
        add("levelup.deck.1", deck.line, f"the deck has {deck.size} cards, {low - deck.size} too few", f"A deck has at least {low}.")
    if deck.size > high:
        add("levelup.deck.2", deck.line, f"the deck has {deck.size} cards, {deck.size - high} too many", f"A deck has at most {high}.")
    copies = Counter[str]()
    limit = edition.parameter("copies")
    for card, count in deck.counts:
        copies[card.name] += count
        if copies[card.name] > limit >= copies[card.name] - count:
            what = f"the deck has {copies[card.name]} copies of {card.name!r}"
            add("levelup.deck.3", deck.lines.get(card.name, 0), what, f"A deck has at most {limit} of a card.")
    for card, _ in deck.counts:
        if card.kind == "creature" and card.level > 1 and not _playable(card, deck):
            below = f"creature of level {card.level - 1}"
            what = f"{card.name!r} is a {card.type} creature of level {card.level}"
            what += f", and the deck has no {below} that can be leveled up to it"
            add("levelup.levelup.1", deck.lines.get(card.name, 0), what, f"Add a {card.type} {below}, or take it out.", illegal=False)
    return found


def _playable(card: Card, deck: Deck) -> bool:
    """Say whether the deck holds a card that this creature can be placed on, or it needs none."""
    others = [other for other, _ in deck.counts if other.kind == "creature"]
    below = any(o.type == card.type and o.level == card.level - 1 for o in others)
    return card.has("free_play") or below or any(one.op == "level_onto" and any(_fits(o, one) for o in others) for one in card.effects)


def _fits(card: Card, effect: Effect) -> bool:
    wanted = effect.filter
    level = {"": True, "=": card.level == wanted.level, "<": card.level <= wanted.level, ">": card.level >= wanted.level}[wanted.level_op]
    return wanted.what != "magic" and level and wanted.type in ("", card.type) and wanted.subtype in ("", card.subtype)


def require_legal(deck: Deck) -> None:
    """Raise for the first thing that makes a deck illegal."""
    for problem in problems(deck):
        if problem.illegal:
            raise KotcError(f"{problem.what} ({problem.rule})", file=problem.file, line=problem.line, fix=problem.fix)
