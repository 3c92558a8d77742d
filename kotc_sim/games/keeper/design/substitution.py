"""Decks with cards replaced slot for slot, for `kotc_sim.experiments.worth.substitution`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kotc_sim.errors import KotcError
from kotc_sim.games.decklists import fold
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.deck import library_of
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.reader import load_cards, plain_card, read_card
from kotc_sim.yaml_source import Node, nearest, read_yaml


def substitute(deck: Deck, out: Sequence[tuple[int, str]], into: Sequence[tuple[int, Card]]) -> Deck:
    """Return the deck with cards replaced slot for slot; see `kotc_sim.games.design.Substitution`, for errors too."""
    newcomers = [card for count, card in into for _ in range(count)]
    counts = list(deck.counts)
    for count, name in out:
        counts = _replace(deck, counts, count, name, newcomers)
    changed = replace(deck, name=deck.name, counts=tuple(counts))
    problems = deck_problems(replace(changed, counts=_merge(counts)))
    if problems:
        first = problems[0]
        raise KotcError(f"the changed deck is illegal: {first.what}", file=first.file or deck.file, fix=first.fix)
    return changed


def _replace(deck: Deck, counts: list[tuple[Card, int]], count: int, name: str, newcomers: list[Card]) -> list[tuple[Card, int]]:
    available = {id(card): number for card, number in deck.main}
    result: list[tuple[Card, int]] = []
    left = count
    for card, number in counts:
        taken = min(left, number, available.get(id(card), 0)) if card.name == name else 0
        left -= taken
        # A copy of its own, since decks tell entries apart by the object.
        result += [(replace(newcomers.pop(0)), 1) for _ in range(taken)]
        if number > taken:
            result.append((card, number - taken))
    if left:
        names = [card.name for card, _ in deck.counts]
        if name not in names:
            raise KotcError(f"there is no card {name!r} in {deck.name}", file=deck.file or None, fix=nearest(name, names))
        raise KotcError(f"{deck.name} has only {count - left} of {name!r}, not {count}", file=deck.file or None)
    return result


def _merge(counts: Sequence[tuple[Card, int]]) -> tuple[tuple[Card, int], ...]:
    merged: dict[Card, int] = {}
    for card, number in counts:
        merged[card] = merged.get(card, 0) + number
    return tuple(merged.items())


def find_card(name: str, deck: Deck, files: Sequence[Path] = (), others: Sequence[Deck] = ()) -> Card:
    """Return a card from files, the deck, its library, other decks, or ``minion SP/HP``; a `KotcError`, naming the nearest, if none."""
    known: dict[str, Card] = {}
    name = fold(name)
    for path in files:
        for card in load_cards(path, deck.edition):
            known.setdefault(fold(card.name), card)
    for source in (deck, *(other for other in others if other.edition is deck.edition)):
        for card, _ in (*source.counts, *source.reserves):
            known.setdefault(fold(card.name), card)
    if name in known:
        return known[name]
    library = library_of(read_yaml(deck.file, "deck file").entries("a deck file"), deck.edition).nodes if deck.file else {}
    if name in library:
        return read_card(library[name], deck.edition)
    plain = plain_card(name, deck.edition, Node("scalar", deck.file, 0, 0))
    if plain is not None:
        return plain
    raise KotcError(
        f"there is no card {name!r}",
        file=deck.file or None,
        fix=f"{nearest(name, [*known, *library])} A new card's file is named with --cards.".strip(),
    )
