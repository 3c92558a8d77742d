"""What an edition is, once its file has been read and checked: plain, immutable data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kotc_sim.games.keeper.editions.formula import Formula

#: Section of the vocabulary -> prefix of its component ids.
PREFIX = {"caveat": "caveat", "condition": "cond", "cost": "cost", "target": "target", "effect": "effect"}

#: The order of the sections within a card text.
SECTIONS = tuple(PREFIX)

Switch = int | str | bool
ANY_AGE = 1000
"""Above every design edition."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One text of an edition's vocabulary with its price and its program."""

    id: str  # full component id, such as ``effect.destroy``
    section: str  # ``caveat``, ``condition``, ``cost``, ``target`` or ``effect``
    name: str  # bare name, as in the edition file
    text: str  # text in the plural with ``{x}`` and ``{y}``, terminator included
    level: Formula  # price of an effect, relief of a caveat, condition or cost, value of t of a target selection
    ultra: int = 0  # Ultra Points of each use
    vars: Mapping[str, int] = field(default_factory=dict)  # highest allowed value of x and y, where there is a limit
    banned: str | None = None  # why the text may not be used, with the rule's id; ``None`` for a legal text
    redacted: int = 0  # of a banned text: the number of the edition that redacted it, 0 if the file does not say
    # costs only: cards of design editions below the number keep a printed level by this formula (17.ruling.122)
    former: tuple[int, Formula] | None = None
    # conditions only: ``on``, ``subject``, ``zone``, ``at_least``, ``not_destroyed``, ``total``, ``play``, ``respond``, ``when``
    condition: Mapping[str, Any] | None = None
    select: Mapping[str, Any] | None = None  # target selections only: ``from``, ``of``, ``count``, ``by`` and the rest of the notation
    program: tuple[Mapping[str, Any], ...] = ()  # caveats, costs and effects: single-key maps, in order
    file: str = ""  # where the row stands, for messages
    line: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class CounterType:
    """A kind of counter."""

    name: str  # key, such as ``sword``
    text: str  # name on cards, such as ``Sword Counter``
    pop: str | None = None  # ``chain`` (popping is a chain link), ``at_once``, or ``None`` if popping is neither
    # the circumstance that a reactive counter answers, and in which alone a hybrid one is popped as a chain link; ``None`` for others
    react: str | None = None
    targets: str | None = None  # what popping it as a link targets: ``host``, or a ``victim`` for it
    program: tuple[Mapping[str, Any], ...] = ()  # what popping does, ``host`` being the minion that carried the counter
    file: str = ""
    line: int = 0

    @property
    def way(self) -> str:
        """How it comes off its host, and when: ``popped (chain, attacked)``, ``reacts (die_before)``; empty where nothing pops it."""
        moments = ", ".join(word for word in (self.pop, self.react) if word)
        return f"{'popped' if self.pop else 'reacts'} ({moments})" if moments else ""


@dataclass(frozen=True, slots=True)
class Replacement:
    """An outdated text and what it is read as; ``{x}``, ``{y}`` stand for numbers."""

    old: str  # texts, in the plural
    new: str
    rule: str  # id of the rule that says so


@dataclass(frozen=True, slots=True)
class Prune:
    """A text (or, with an empty text, any card) that makes a card of an older design unusable."""

    text: str  # empty for "whatever the text"
    below: int  # cards with a design edition below this number are concerned
    rule: str  # id of the rule that says so
    redacted: int = 0  # number of the edition that took the text out, for cards of every age; else 0


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """How texts of an edition are put together; see ``docs/edition-format.md``."""

    style: str
    cost_join: str
    effect_join: tuple[str, ...]
    max_costs: int
    up_to_dropped: bool
    tutorial: bool
    ability_names: str
    nouns: Mapping[str, tuple[str, ...]]
    single_target: Mapping[str, tuple[str, ...]]
    with_one: Mapping[str, tuple[str, ...]]
    variants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    terminators: Mapping[str, str] = field(default_factory=dict)
    no_abilities: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """An edition of the game, or a proposal for one."""

    name: str  # ``kotc-20``, or the name of the proposal
    title: str  # for readers
    number: int  # the number on the Edition Indicator of a card of this edition
    base: str  # name of the shipped edition that this one is or extends
    terms: Mapping[str, str]  # the edition's words: ``minion``, ``sp``, ``hp``, ``level``, ``grave``, ``granary``
    rules: Mapping[str, Switch]
    counters: Mapping[str, CounterType]  # by key
    rows: Mapping[str, Row]  # the vocabulary by full component id, in the order of the file
    wording: Wording  # how texts are put together
    refurbish: tuple[Replacement, ...] = ()  # outdated texts that are read as others
    prune: tuple[Prune, ...] = ()  # outdated texts that make a card unusable
    aliases: tuple[Replacement, ...] = ()  # other spellings of current texts
    revised_ultra: tuple[Prune, ...] = ()  # texts whose Ultra Points are counted again on older cards, whatever is printed there
    revised_costs: Mapping[str, int] = field(default_factory=dict)  # component id -> lowest Edition Indicator that a card with it must name
    citations: Mapping[str, str] = field(default_factory=dict)  # which rule id a check rests on, for messages
    file: str = ""
    year: int | None = None  # when it was published; ``None`` for a proposal
    relation: str = ""  # what distinguishes it from its neighbours, in a few words; empty for a proposal

    game: ClassVar[str] = "kotc"

    def __repr__(self) -> str:
        return f"<Edition {self.name}: {self.title}, {len(self.rows)} texts>"

    def section(self, section: str) -> tuple[Row, ...]:
        """Rows of one section, in the order of the file."""
        return tuple(row for row in self.rows.values() if row.section == section)
