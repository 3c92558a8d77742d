"""The same deck in two editions: re-levelled, refurbished, designed again, and what could not be carried over.

A card goes into an edition by that edition's own list of replacements, else component by component (`kotc_sim.games.keeper.cards.migrate`),
with the level that its formula gives. Where an edition bans all cards of an older design whatever their text (17.refurbish.3), the card is
designed again, as that rule advises; a card with a pruned phrase, a banned text, or a component without counterpart is lost. Both versions
of the deck then hold the same plain minion in its place, so that whatever differs between them comes from the editions.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kotc_sim.errors import KotcError
from kotc_sim.games.design import CardChange, Carried
from kotc_sim.games.hosts import COPIES, HostDeck
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.deck import last_of
from kotc_sim.games.keeper.cards.legality import card_problems, deck_problems
from kotc_sim.games.keeper.cards.migrate import Migration, migrate
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.games.keeper.cards.text import list_words, normalize
from kotc_sim.games.keeper.cards.tree import components
from kotc_sim.games.keeper.design.hosts import KeeperHosts
from kotc_sim.games.keeper.design.test_cards import amounts
from kotc_sim.games.keeper.design.uses import uses
from kotc_sim.games.keeper.editions import Edition

MOST_LOST = 0.5  # a deck that would lose a larger share of its cards is not the same deck any more


def carry(deck: Deck, before: Edition, after: Edition) -> Carried:
    """Carry a deck into two editions, card by card in the order of the file, so that both decks are shuffled alike."""
    cards = {id(card): card for card, _ in (*deck.counts, *deck.reserves)}
    ways = {key: (_way(card, deck.edition, before), _way(card, deck.edition, after)) for key, card in cards.items()}
    changes, lost = [], []
    for key, card in cards.items():
        old, new = ways[key]
        why = old.blocked or new.blocked
        if why is not None:
            lost.append((card.name, why))
        if (old.card and old.card.level) != (new.card and new.card.level) or old.playable != new.playable:
            changes.append(_change(card, old, new))
    gone = {name for name, _ in lost}
    missing = sum(count for card, count in deck.counts if card.name in gone)
    if missing > MOST_LOST * deck.size:
        reason = f"{missing} of its {deck.size} cards cannot be carried over"
        return Carried(deck.name, None, None, tuple(changes), (*lost, (deck.name, reason)))
    try:
        one, other = ({key: pair[k] for key, pair in ways.items()} for k in (0, 1))
        decks = [_rebuilt(deck, before, one, gone, before), _rebuilt(deck, after, other, gone, before)]
    except KotcError as error:
        return Carried(deck.name, None, None, tuple(changes), (*lost, (deck.name, error.what)))
    return Carried(deck.name, decks[0], decks[1], tuple(changes), tuple(lost))


@dataclass(frozen=True)
class _Way:
    """A card's way into an edition: what it becomes, whether the printed card may be used, and why not."""

    card: Card | None
    playable: bool
    reason: str
    blocked: str | None


def _way(card: Card, source: Edition, target: Edition) -> _Way:
    if (source.name, source.file) == (target.name, target.file):
        why = card.problems[0].what if card.problems else ""
        return _Way(card, not card.problems, why, why or None)
    proposed = source.base == target.base  # a proposal reads the card's file, and prints it at its own prices
    if proposed:
        card = replace(card, printed_level=None, printed_ultra=None)
    found = migrate(card, source, target, unprinted=proposed)
    if proposed and found.card is not None and found.playable and not found.rules:
        found = replace(found, card=replace(found.card, text=card.text))  # else pilots would not know it for the card that it was
    return _Way(found.card, found.playable, _reason(found), _find_blocks(card, found, target))


def _reason(found: Migration) -> str:
    if found.missing:
        return f"no counterpart: {'; '.join(found.missing)}"
    said = [problem.what for problem in found.problems]
    if not said and found.rules:
        return f"refurbished ({', '.join(dict.fromkeys(found.rules))})"
    return "; ".join(said)


def _find_blocks(card: Card, found: Migration, target: Edition) -> str | None:
    """Return why a card has no place in an edition, not even designed again; None if it has."""
    if found.card is None:
        return _reason(found)
    if card.design_edition is not None:
        entry = list_words(normalize(card.text, target), card.design_edition, target.prune, target)
        if entry is not None and entry.text:
            return f"pruned ({entry.rule}): it holds {entry.text!r}"
    problems = card_problems(found.card, target)
    return problems[0].what if problems else None


def _change(card: Card, old: _Way, new: _Way) -> CardChange:
    reason = old.reason if new.playable and not old.playable else new.reason or old.reason
    return CardChange(
        card.name,
        None if old.card is None else old.card.level,
        None if new.card is None else new.card.level,
        old.playable,
        new.playable,
        reason or "priced by another formula",
    )


def stand_in(level: int, edition: Edition) -> tuple[int, int]:
    """Return SP and HP of the plain minion that takes the place of a lost card: half its level in SP."""
    sp = max(1, level // 2)
    hp = 0
    while plain_minion(sp, hp + 1, edition.file or edition.name).level <= level and hp < 60:
        hp += 1
    return sp, hp


def _rebuilt(deck: Deck, edition: Edition, ways: dict[int, _Way], gone: set[str], before: Edition) -> Deck:
    def become(card: Card) -> Card:
        if card.name in gone:
            sp, hp = stand_in(card.level, before)
            plain = plain_minion(sp, hp, edition.file or edition.name, f"{card.name} (plain {sp}/{hp})")
            return replace(plain, design_edition=edition.number)
        new = ways[id(card)].card
        assert new is not None
        return new

    carried = replace(deck.changed(become), edition=edition)
    wanted, aside = edition.rules["reserves"], int(edition.rules["reserves_size"])
    if wanted != deck.edition.rules["reserves"]:
        carried = replace(carried, reserves=tuple(last_of(carried.counts, aside)) if wanted == "among" else ())
    problems = deck_problems(carried)
    if problems:
        raise KotcError(f"illegal in {edition.title}: {problems[0].what}")
    return carried


def components_used(deck: Deck) -> set[str]:
    """Return the ids of the components that a deck's cards, reserves included, are made of."""
    return {component.row.id for card in deck.each() for component in components(card.caveat, card.abilities)}


def carriers(ids: Sequence[str], before: Edition, after: Edition, home: HostDeck) -> list[Carried]:
    """Return decks in both editions that hold these components, one each.

    ``home``: the host deck that they are built on: the card takes the places that it gives away. Left out are components that
    no simple card can carry, or that one of the editions bans.
    """
    table = KeeperHosts(before)
    made = []
    for name in ids:
        row, other = before.rows.get(name), after.rows.get(name)
        if row is None or other is None or row.banned is not None or other.banned is not None:
            continue
        try:
            use = min(uses(row, before, *amounts(row)[0]), key=lambda use: use.card.level)
        except KotcError:
            continue
        deck = table.deck(home, table.fill_places(home, use.card, COPIES), f"{home.name} home with {COPIES} “{use.card.name}”")
        found = carry(deck, before, after)
        if found.before is not None:
            made.append(found)
    return made
