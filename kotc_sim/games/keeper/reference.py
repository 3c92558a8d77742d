"""Where a card is judged: reference decks of plain minions and a few standard spells, fast, middle and slow.

A reference deck has *slots* for the card under test. The gauntlet is the same decks with their slots filled by plain minions on the deck's
own curve. Everything is built from the edition's formulas, so a proposal is judged among cards that it prices itself.
"""

import bisect
import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kotc_sim.errors import KotcError
from kotc_sim.games.hosts import curve
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.level import price
from kotc_sim.games.keeper.cards.printer import compose
from kotc_sim.games.keeper.cards.reader import load_cards
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility
from kotc_sim.games.keeper.editions import Edition, Row
from kotc_sim.yaml_source.places import deck_folder

SLOTS = 8
SPELLS = 4
MOST_LEVEL = 30
_HP = range(512)

CURVES: dict[str, dict[int, int]] = {
    "fast": {1: 9, 2: 10, 3: 6, 4: 3},
    "middle": {1: 4, 2: 7, 3: 8, 4: 5, 5: 3, 6: 1},
    "slow": {2: 6, 3: 6, 4: 6, 5: 5, 6: 3, 7: 2},
}
"""Plain minions by level, in parts of a deck: curves that lean low, even and high."""

SP_SHARES = {"fast": 2 / 3, "middle": 1 / 2, "slow": 2 / 5}
"""Share of a plain minion's level that is SP."""

STANDARD_SPELLS = ("destroy", "draw", "dice_burn", "dice_damage", "exhaust_fatigue", "exhaust")
"""Effects of the standard spells, the first two that an edition has: an answer, and cards or damage."""


@dataclass(frozen=True, eq=False)
class Context:
    """A reference deck with slots."""

    name: str  # ``fast``, ``middle`` or ``slow``
    edition: Edition
    before: tuple[Card, ...]  # the cards around the slots, in shuffling order: the slots lie between them
    after: tuple[Card, ...]
    filling: tuple[Card, ...]  # what the gauntlet's version holds in the slots
    reserves: tuple[Card, ...] = ()  # reserves, in editions that set some aside

    @property
    def slots(self) -> int:
        """Number of slots."""
        return len(self.filling)

    def deck(self, cards: Sequence[Card], name: str = "") -> Deck:
        """Return the deck with these cards in its slots, in order: as many as there are slots."""
        if len(cards) != self.slots:
            raise ValueError(f"{len(cards)} cards for {self.slots} slots")
        main = (*self.before, *cards, *self.after)
        # One entry a slot: the order of the entries is the order before the shuffle.
        aside = tuple((card, 1) for card in self.reserves)
        counts = tuple((card, 1) for card in main) + (aside if self.edition.rules["reserves"] == "among" else ())
        return Deck(name or self.name, self.edition, None, counts, aside)


def kotc_edition(edition: Edition) -> Edition:
    """Return the edition if minions and spells of it can be built here; a `KotcError` for an edition of another game."""
    if "base_level" not in edition.rules:
        raise KotcError(f"{edition.title} is another game", fix="Fair levels are found for Keeper of the Cards only")
    return edition


@lru_cache(maxsize=64)
def contexts(edition: Edition, slots: int = SLOTS, names: tuple[str, ...] = tuple(CURVES)) -> tuple[Context, ...]:
    """Return the reference decks of an edition, the same objects on every call, so that arms are shared."""
    return tuple(_context(edition, name, slots) for name in names)


@lru_cache(maxsize=64)
def reference_decks(edition: Edition, slots: int = SLOTS) -> tuple[Deck, ...]:
    """Return the opponents: the reference decks with their own minions in the slots."""
    return tuple(context.deck(context.filling, f"reference {context.name}") for context in contexts(edition, slots))


def _context(edition: Edition, name: str, slots: int) -> Context:
    kotc_edition(edition)
    among = edition.rules["reserves"] == "among"
    size = int(edition.rules["deck_min"]) - (int(edition.rules["reserves_size"]) if among else 0)
    spells = standard_spells(edition)
    kept = [card for card in spells for _ in range(SPELLS // len(spells))] if spells else []
    if not 1 <= slots <= size - len(kept) - 4:
        raise KotcError(f"{slots} slots do not fit a deck of {size} cards", fix="Use for instance 8")
    minions = [plain(edition, level, SP_SHARES[name]) for level in curve(CURVES[name], size - len(kept))]
    # The slots take minions out of the whole curve evenly, so that deck and gauntlet have the same curve.
    chosen = {round((i + 0.5) * len(minions) / slots - 0.5) for i in range(slots)}
    filling = tuple(card for i, card in enumerate(minions) if i in chosen)
    rest = [card for i, card in enumerate(minions) if i not in chosen]
    half = len(rest) // 2
    aside = range(int(edition.rules["reserves_size"]) if among else 0)
    reserves = tuple(replace(plain(edition, 2 + i % 3, SP_SHARES[name])) for i in aside)
    return Context(name, edition, tuple(rest[:half]), (*rest[half:], *kept), filling, reserves)


@lru_cache(maxsize=4096)
def plain(edition: Edition, level: int, sp_share: float = 0.5) -> Card:
    """Return a plain minion of a level, as near to this share of SP as its formula allows; a `KotcError` if the edition has none."""
    options = bodies(edition, level)
    if not options:
        raise KotcError(f"{edition.title} has no plain minion of level {level}", file=edition.file)
    sp, hp = min(options, key=lambda body: (abs(body[0] - sp_share * level), -body[0]))
    return minion(edition, sp, hp)


@lru_cache(maxsize=4096)
def minion(edition: Edition, sp: int, hp: int) -> Card:
    """Return a plain minion; the same object on every call."""
    return compose(edition, body=(sp, hp), name=f"minion {sp}/{hp}")


@lru_cache(maxsize=1024)
def bodies(edition: Edition, level: int) -> tuple[tuple[int, int], ...]:
    """Return SP and HP of the plain minions of a level: for each SP the most HP that the level pays."""

    def level_of(sp: int, hp: int) -> int:
        return price(edition, "minion", sp, hp, None, ()).level

    each = ((sp, bisect.bisect(_HP, level, key=functools.partial(level_of, sp)) - 1) for sp in range(3 * max(1, level) + 1))
    return tuple((sp, hp) for sp, hp in each if hp >= 0 and level_of(sp, hp) == level)


@lru_cache(maxsize=64)
def standard_spells(edition: Edition) -> tuple[Card, ...]:
    """Return up to two simple spells of an edition: its plainest answer to a minion, and cards or damage."""
    rows = (edition.rows.get(f"effect.{name}") for name in STANDARD_SPELLS)
    cards = (simple_spell(edition, row) for row in rows if row is not None and row.banned is None)
    return tuple(itertools.islice((card for card in cards if card is not None and card.level <= 8), 2))


def simple_spell(edition: Edition, effect: Row, x: int = 1) -> Card | None:
    """Return a spell that does one thing, to minions in play if it needs targets; None if it cannot."""
    target = None
    if needs_targets(effect):
        row = field_target(edition)
        if row is None:
            return None
        target = Component(row, 1, 0, up_to=not edition.wording.up_to_dropped)
    component = Component(effect, x if "{x}" in effect.text else 0, 1 if "{y}" in effect.text else 0)
    return compose(edition, (Ability("", None, (), (SubAbility(target, (component,)),)),))


def needs_targets(effect: Row) -> bool:
    """Return whether an effect does something to targets."""
    return "t" in effect.level.names or "targets" in str(effect.program)


def field_target(edition: Edition) -> Row | None:
    """Return the plainest target selection of minions in play: any of them, chosen by the player."""
    for row in edition.section("target"):
        select = row.select or {}
        plainly = not {"all", "exhausted", "min_counters", "look", "max_level"} & set(select)
        if select.get("from") in ("battlefield", "in_play") and select.get("by") == "you" and plainly and not row.banned:
            return row
    return None


CARD_FILES = {"kotc-17": ("kotc-17-printed.yaml", "kotc-17-armory.yaml"), "kotc-9": ("kotc-9-starter.yaml",)}
"""Files of cards in decks/cards, of editions that have not one of their own name."""


def card_pool(edition: Edition) -> list[Card]:
    """Return the cards of an edition's card files; of a proposal, those of the edition that it extends which it can still read."""
    pool = []
    for name in CARD_FILES.get(edition.base, (f"{edition.base}.yaml",)):
        file = deck_folder() / "cards" / name
        if file.is_file():
            try:
                pool += load_cards(file, edition)
            except KotcError:  # a proposal may drop or reprice what its edition's cards are made of
                continue
    return pool
