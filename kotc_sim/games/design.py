"""What a measurement asks of a game: the doors from `kotc_sim.experiments` to a game's folder ``design``.

`Game.design` is that package, a `Design`. Most of its names are modules, and a protocol here says which functions each has. Cards, decks
and editions are those of the game: experiments hand them on and ask them no more than `kotc_sim.games.protocol` says.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kotc_sim.games.hosts import HostDeck, HostDesign

if TYPE_CHECKING:
    import numpy as np


class CardUse(NamedTuple):
    """What was counted of a card: games in which its owner drew, was offered, played and activated it."""

    drawn: int
    offered: int
    played: int
    activated: int

    @property
    def used(self) -> int:
        """Games in which it was played or activated, whichever are more."""
        return max(self.played, self.activated)

    @property
    def played_share(self) -> float | None:
        """The share of games in which it was used, of those that offered it; None if it never was."""
        return min(1.0, self.used / self.offered) if self.offered else None

    @property
    def activated_share(self) -> float | None:
        """The share of games in which it was activated, of those in which it was played; None if it never was."""
        return min(1.0, self.activated / self.played) if self.played else None

    @property
    def brought_share(self) -> float:
        """The share of games in which it was used, of those in which it was drawn: what could not be paid for counts too."""
        return min(1.0, self.used / self.drawn) if self.drawn else 0.0


class Place(NamedTuple):
    """A place in the archive of a search for cards: only the best card of each is kept."""

    kind: str
    low: int  # the lowest and the highest level that share it
    high: int
    effect: str  # the principal effect


Way = Callable[[Any, Any], Any | None]
"""Changes a card, or crosses it with another one; None if the draft is no legal card."""
TRIES = 60  # drafts of a card before a generator gives up: most random texts are not legal


class CardGenerator(Protocol):
    """Makes cards of an edition."""

    random: "np.random.Generator"

    def fresh(self) -> Any | None:
        """Return a random legal card, or None if none was found in `TRIES` drafts."""

    def ways(self, card: Any) -> Sequence[Way]:
        """Return how a card may be changed."""

    def child(self, parent: Any, other: Any) -> Any | None:
        """Return a legal change of a card, in one or two places, or a cross with another; None if none was found in `TRIES` drafts."""
        for _ in range(TRIES):
            card = parent
            for _ in range(1 + int(self.random.random() < 0.3)):
                card = None if card is None else self.one_of(self.ways(card))(card, other)
            if card is not None and card.name != parent.name:
                return card
        return None

    def one_of(self, some: Sequence[Any]) -> Any:
        """Return one of several things at random."""
        return some[int(self.random.integers(len(some)))]


def name_by(words: str) -> str:
    """Return a name for a card that is what these words say."""
    return f"card {hashlib.sha256(words.encode()).hexdigest()[:10]}"


class Generation(Protocol):
    """The card generator: random cards, changes of them, and what they are without a part."""

    NOTES: tuple[str, ...]  # what results say of its cards
    RACER: str  # who races candidates in place of the fast pilot; empty: nobody

    def table(self, edition: Any) -> HostDesign:
        """Return the hosts in which bred cards are tried."""

    def CardGenerator(self, edition: Any, random: "np.random.Generator") -> CardGenerator:
        """Return what makes cards of an edition, with its source of chance."""

    def place(self, card: Any) -> Place:
        """Return a card's place in the archive."""

    def describe(self, card: Any) -> Mapping[str, Any]:
        """Return what results say of a card besides what its cost is."""

    def without(self, card: Any, edition: Any) -> list[tuple[str, Any]]:
        """Return cards that lack one part of a card, at the price of what is left, each with that part's text."""

    def whole(self, card: Any) -> str:
        """Return a card in words, where no part of it can be left out."""


Facets = frozenset[tuple[str, str]]  # pairs of what and where, such as ``("destroyed", "hand")``

MOST_OF_A_KIND, MOST_PARTNERS = 3, 8  # partners that are tried for one need or supply, and in all


@dataclass(frozen=True)
class NeedsAndSupplies:
    """What a card, or a part of one, asks of its owner's cards, and what it brings about."""

    needs: Facets
    supplies: Facets

    def meets(self, other: "NeedsAndSupplies") -> Facets:
        """Return what one of the two needs and the other supplies."""
        return (self.needs & other.supplies) | (self.supplies & other.needs)


def some_of_each(found: Sequence[tuple[Any, Facets]]) -> list[Any]:
    """Return cards, the first `MOST_OF_A_KIND` of each facet that they share with another card; no name twice."""
    taken: dict[str, Any] = {}
    for facet in sorted(frozenset().union(*(shared for _, shared in found))):
        for card in [card for card, shared in found if facet in shared][:MOST_OF_A_KIND]:
            taken.setdefault(card.name, card)
    return list(taken.values())


class Synergy(Protocol):
    """Which two cards could be worth more together."""

    def pairs(self, cards: Sequence[Any], edition: Any) -> Iterable[tuple[Any, Any]]:
        """Return cards with each of their partners, and so simple cards that need something; two cards may come twice."""


class Component(Protocol):
    """A text that may be forbidden."""

    @property
    def text(self) -> str:
        """As a card says it."""

    @property
    def id(self) -> str:
        """Its key in the edition's vocabulary."""

    def users(self, deck: Any) -> list[Any]:
        """Return the cards of a deck that use it, each once."""

    def carrier(self) -> Any:
        """Return a card that uses it, and has little else."""

    def without(self, deck: Any) -> Any:
        """Return a deck whose cards are restricted, slot for slot."""

    def share_used(self, use: CardUse, card: Any) -> float | None:
        """Return the share of games in which A used what the card says, of those in which it could; None if it never could."""


class Restriction(Protocol):
    """What is forbidden, and what is left of cards without it."""

    NOTE: str  # what the restricted player's cards lose

    def component(self, text: str, edition: Any) -> Component:
        """Return what a text stands for; raises a `KotcError` if no card can say it."""


class Numbers(Protocol):
    """Any number of an edition, set to another value; both raise a `KotcError` if there is no such number."""

    def number_now(self, edition: Any, name: str) -> Fraction:
        """Return a number, such as ``rules.starting_hp``."""

    def edition_with(self, edition: Any, name: str, value: Fraction) -> Any:
        """Return the edition in which a number has another value; raises a `KotcError` if it may not have that value."""


class RuleChange(NamedTuple):
    """A rule that differs between two editions, as text; empty where an edition has none."""

    rule: str
    before: str
    after: str


class ComponentChange(NamedTuple):
    """A component that differs: what became of it, prices at the smallest amounts and as written; None where it is absent or banned."""

    id: str
    change: tuple[str, ...]
    text: str
    official_before: float | None
    official_after: float | None
    formula_before: str | None
    formula_after: str | None


class EditionChanges(NamedTuple):
    """What differs between two editions; a game without prices has no components."""

    rules: tuple[RuleChange, ...]
    components: tuple[ComponentChange, ...] | None = None


@dataclass(frozen=True)
class CardChange:
    """A card whose level or legality differs; a level is None where the card cannot be written."""

    name: str
    level_before: int | None
    level_after: int | None
    legal_before: bool
    legal_after: bool
    reason: str


@dataclass(frozen=True)
class Carried:
    """A deck in two editions."""

    name: str
    before: Any  # None if the deck could not be carried over
    after: Any
    changes: tuple[CardChange, ...]
    lost: tuple[tuple[str, str], ...]  # names of cards, or of the deck, that could not be carried over, and why


class Carrying(Protocol):
    """Decks in two editions."""

    def carry(self, deck: Any, before: Any, after: Any) -> Carried:
        """Return a deck in two editions, card by card, so that both versions are shuffled alike."""

    def components_used(self, deck: Any) -> set[str]:
        """Return the ids of the components that a deck's cards, reserves included, are made of."""

    def carriers(self, ids: Sequence[str], before: Any, after: Any, home: HostDeck) -> list[Carried]:
        """Return decks in both editions that hold these components, one each, built on a host deck."""


class Pool(Protocol):
    """The cards that decks of a metagame are built from."""

    def pool(self, edition: Any, more: Sequence[Any] = ()) -> list[Any]:
        """Return plain cards, what the vocabulary makes simple, printed cards, and ``more``; each name once."""

    def identity(self, card: Any) -> object:
        """Return what a card is, whatever its name in a file."""

    def texts_of(self, card: Any) -> list[str]:
        """Return a card's texts, each once; of a plain card its body."""


@dataclass(frozen=True)
class BattleNumbers:
    """What an edition says of its battles with dice, for `kotc_sim.battles`."""

    piercing: bool  # whether damage beyond the defenders reaches the victim
    leftover_defense: bool  # whether defense that is left strikes the attackers where a player is attacked
    victim_gone: str  # what becomes of a battle whose victim is gone, in lower case: a `kotc_sim.battles.outcome.VictimGone`
    starting_hp: int
    level: Callable[[int, int], int]  # level of a plain minion, by its SP and HP


class Design(Protocol):
    """The package ``design`` of a game."""

    unpriced: str  # how texts are priced where no formula states a price, a clause; empty where formulas state what texts cost
    generation: Generation
    synergy: Synergy
    restriction: Restriction
    numbers: Numbers
    carrying: Carrying
    pool: Pool
    table: Callable[[Any], HostDesign]  # returns what host decks of an edition are made of; raises a `KotcError` if it has none

    def ratable(self, cards: Sequence[Any], edition: Any) -> tuple[Sequence[Any], str]:
        """Return which cards can be rated, and a note on the others, if any; raises a `KotcError` if none can."""

    def require_texts(self, texts: Sequence[str], edition: Any) -> None:
        """Raise a `KotcError` for a text that no card of an edition can have."""

    def battle_numbers(self, edition: Any) -> BattleNumbers | None:
        """Return what an edition says of its battles; None if they have no dice."""

    def sample_decks(self, edition: Any) -> tuple[HostDeck, ...]:
        """Return decks of an edition as people write them, drawn at random, always the same; none where a game has no such generator."""
