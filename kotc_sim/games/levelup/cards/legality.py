"""What may be played: decks of Level-Up against their edition's rules, each problem with its rule and its cure."""

from __future__ import annotations

from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.cards.text import Effect
from kotc_sim.games.protocol import Problem


def problems(deck: Deck) -> list[Problem]:
    """Return what is wrong with a deck, illegal things first (levelup.deck.1 to 5), then warnings."""
    edition = deck.edition
    found = []

    def add(illegal: bool, what: str, fix: str, rule: str, line: int) -> None:
        found.append(Problem(rule, what, fix, deck.file, line, illegal))

    low, high = edition.parameter("deck_min"), edition.parameter("deck_max")
    if deck.size < low:
        add(
            True,
            f"the deck has {deck.size} cards, {low - deck.size} too few",
            f"A deck has at least {low}.",
            "levelup.deck.1",
            deck.line,
        )
    if deck.size > high:
        add(
            True,
            f"the deck has {deck.size} cards, {deck.size - high} too many",
            f"A deck has at most {high}.",
            "levelup.deck.2",
            deck.line,
        )
    copies: dict[str, int] = {}
    limit = edition.parameter("copies")
    for entry in deck.entries:
        before = copies.get(entry.card.name, 0)
        copies[entry.card.name] = total = before + entry.copies
        if total > limit >= before:
            add(
                True,
                f"the deck has {total} copies of {entry.card.name!r}",
                f"A deck has at most {limit} of a card.",
                "levelup.deck.3",
                entry.place.line,
            )
    for entry in deck.entries:
        card = entry.card
        if card.kind == "creature" and card.level > 1 and not _playable(card, deck):
            add(
                False,
                f"{card.name!r} is a {card.type} creature of level {card.level}, and the deck has no "
                f"creature of level {card.level - 1} that can be leveled up to it",
                f"Add a {card.type} creature of level {card.level - 1}, or take it out.",
                "levelup.levelup.1",
                entry.place.line,
            )
    return found


def _playable(card: Card, deck: Deck) -> bool:
    """Say whether the deck holds a card that this creature can be placed on, or it needs none."""
    if card.has("free_play"):
        return True
    others = [entry.card for entry in deck.entries]
    if any(o.kind == "creature" and o.type == card.type and o.level == card.level - 1 for o in others):
        return True
    return any(effect.op == "level_onto" and any(o.kind == "creature" and _fits(o, effect) for o in others) for effect in card.effects)


def _fits(card: Card, effect: Effect) -> bool:
    wanted = effect.filter
    level = {
        "": True,
        "=": card.level == wanted.level,
        "<": card.level <= wanted.level,
        ">": card.level >= wanted.level,
    }[wanted.level_op]
    return wanted.what != "magic" and level and wanted.type in ("", card.type) and wanted.subtype in ("", card.subtype)


def require_legal(deck: Deck) -> None:
    """Raise for the first thing that makes a deck illegal."""
    for problem in problems(deck):
        if problem.illegal:
            raise KotcError(f"{problem.what} ({problem.rule})", file=problem.file, line=problem.line, fix=problem.fix)
