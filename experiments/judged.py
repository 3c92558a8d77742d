"""What makes a page whole for whoever is sent it: what was judged, in words, and the files from which it is played again."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from kotc_sim import games
from kotc_sim.errors import printable
from kotc_sim.runs import input_files

FEW = 3  # so many cards are shown; of more, the texts and bills are folded


class Part(NamedTuple):
    """A card, a deck or a proposal in words: a title, lines under it, and whether they are shown at once."""

    title: str
    lines: list[str]
    open: bool = False


class Judged(NamedTuple):
    """What was judged, the user's files by path, and the paths of those that are not sent along."""

    parts: list[Part]
    files: dict[str, bytes]
    left_out: list[str]


def judged(things: Sequence[Any], words: Iterable[str]) -> Judged:
    """Return what a page says of cards, decks and editions, and the files that it holds.

    Cards stand with the edition that read them; ``words`` are taken as `kotc_sim.runs.input_files` takes them.
    """
    return Judged(_parts(things), *input_files(words))


def _parts(things: Sequence[Any]) -> list[Part]:
    """Return the cards with texts and bills, the deck lists, and proposals as what they change."""
    decks = [one for one in things if hasattr(one, "size")]
    editions = [one for one in things if hasattr(one, "base")]
    cards = [one for one in things if hasattr(one, "level") and not hasattr(one, "size")]
    rules = next(iter([*editions, *(deck.edition for deck in decks)]), None)
    parts = [_card(card, rules, open=len(cards) <= FEW) for card in cards]
    parts += [_deck(deck) for deck in decks]
    mine = {edition.name: edition for edition in [*editions, *(deck.edition for deck in decks)]}
    parts += [_proposal(edition) for edition in mine.values() if edition.name not in games.of(edition).editions()]
    return parts


def _lines(text: str) -> list[str]:
    return [printable(line) for line in text.rstrip().split("\n")]


def _card(card: Any, rules: Any, *, open: bool) -> Part:
    game = games.of(rules)
    head, *bill = _lines(game.describe.card_text(card, rules))
    text = str(game.workbench.as_given(card, rules).get("text") or "")
    return Part(head, [*(_lines(text) if text else []), *bill] or ["No text."], open)


def _deck(deck: Any) -> Part:
    game = games.of(deck)
    counts: dict[str, int] = {}
    first: dict[str, Any] = {}
    for card in deck.cards():
        counts[card.name] = counts.get(card.name, 0) + 1
        first.setdefault(card.name, card)
    edition = f" ({deck.edition.name})"
    heads = {name: _lines(game.describe.card_text(card, deck.edition))[0].rpartition(" (")[0] for name, card in first.items()}
    return Part(f"{printable(deck.name)}: {deck.size} cards{edition}", [f"{count} {heads[name]}" for name, count in counts.items()])


def _proposal(edition: Any) -> Part:
    head, *changes = _lines(games.of(edition).describe.proposal_text(edition))
    return Part(f"{head.partition(':')[0]}: what it changes in {edition.base}", changes or ["Nothing."], open=True)
