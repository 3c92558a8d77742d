"""Decks of Level-Up with cards replaced line for line, for `kotc_sim.experiments.worth.substitution`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kotc_sim.errors import KotcError
from kotc_sim.games.decklists import fold
from kotc_sim.games.levelup.cards.card import Card, Deck, Entry
from kotc_sim.games.levelup.cards.legality import problems
from kotc_sim.games.levelup.cards.reader import Library, load_library
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.yaml_source import nearest, read_yaml


def substitute(deck: Deck, out: Sequence[tuple[int, str]], into: Sequence[tuple[int, Card]]) -> Deck:
    """Return the deck with cards replaced slot for slot; see `kotc_sim.games.design.Substitution`, for errors too."""
    newcomers = [card for count, card in into for _ in range(count)]
    entries = list(deck.entries)
    for count, name in out:
        left, changed = count, []
        for entry in entries:
            taken = min(left, entry.copies) if entry.card.name == name else 0
            left -= taken
            changed += [Entry(newcomers.pop(0), 1, entry.place) for _ in range(taken)]
            if entry.copies > taken:
                changed.append(replace(entry, copies=entry.copies - taken))
        if left == count:
            names = [entry.card.name for entry in deck.entries]
            raise KotcError(f"there is no card {name!r} in {deck.name}", file=deck.file or None, fix=nearest(name, names))
        if left:
            raise KotcError(f"{deck.name} has only {count - left} of {name!r}, not {count}", file=deck.file or None)
        entries = changed
    result = replace(deck, entries=tuple(entries))
    for problem in problems(result):
        if problem.illegal:
            raise KotcError(f"the changed deck is illegal: {problem.what} ({problem.rule})", file=deck.file or None, fix=problem.fix)
    return result


def find_card(name: str, deck: Deck, files: Sequence[Path] = (), others: Sequence[Deck] = ()) -> Card:
    """Return a card from files, the deck, cards its file includes, or other decks; a `KotcError`, naming the nearest, if there is none."""
    vocabulary, name = Vocabulary(deck.edition), fold(name)
    known: dict[str, Card] = {}
    for path in files:
        for card in load_library(path, vocabulary).values():
            known.setdefault(fold(card.name), card)
    for source in (deck, *(other for other in others if other.edition == deck.edition)):
        for entry in source.entries:
            known.setdefault(fold(entry.card.name), entry.card)
    if name in known:
        return known[name]
    names = list(known)
    if deck.file:
        library = Library(read_yaml(deck.file, "deck").entries("a deck"), vocabulary)
        if name in library.nodes:
            return library.card(name)
        names += library.nodes
    raise KotcError(
        f"there is no card {name!r}",
        file=deck.file or None,
        fix=nearest(name, names) or "Define it in the deck's library, or name its file with --cards.",
    )
