"""What an edition is, once its file has been read and checked: plain, immutable data."""

from __future__ import annotations

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
    """One text of an edition's vocabulary with its price and its program.

    Attributes
    ----------
    id : str
        Full component id, such as ``effect.destroy``.
    section : str
        ``caveat``, ``condition``, ``cost``, ``target`` or ``effect``.
    name : str
        Bare name, as in the edition file.
    text : str
        Text in the plural with ``{x}`` and ``{y}``, terminator included.
    level : Formula
        Price of an effect, relief of a caveat, condition or cost, value of t of a target selection.
    ultra : int
        Ultra Points of each use.
    vars : Mapping[str, int]
        Highest allowed value of x and y, where there is a limit.
    banned : str or None
        Why the text may not be used, with the rule's id; ``None`` for a legal text.
    redacted : int
        Of a banned text: the number of the edition that redacted it, 0 if the file does not say.
    former : tuple of (int, Formula) or None
        Costs only: cards of design editions below the number keep a printed level by this formula (17.ruling.122).
    condition : Mapping or None
        Conditions only: ``on``, ``subject``, ``zone``, ``at_least``, ``not_destroyed``, ``total``, ``play``,
        ``respond``, ``when``.
    select : Mapping or None
        Target selections only: ``from``, ``of``, ``count``, ``by`` and the rest of the notation.
    program : tuple of Mapping
        Caveats, costs and effects: single-key maps, in order.
    file, line : str, int
        Where the row stands, for messages.
    """

    id: str
    section: str
    name: str
    text: str
    level: Formula
    ultra: int = 0
    vars: Mapping[str, int] = field(default_factory=dict)
    banned: str | None = None
    redacted: int = 0
    former: tuple[int, Formula] | None = None
    condition: Mapping[str, Any] | None = None
    select: Mapping[str, Any] | None = None
    program: tuple[Mapping[str, Any], ...] = ()
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class CounterType:
    """A kind of counter.

    Attributes
    ----------
    name : str
        Key, such as ``sword``.
    text : str
        Name on cards, such as ``Sword Counter``.
    pop : str or None
        ``chain`` (popping is a chain link), ``at_once``, or ``None`` if popping is neither.
    react : str or None
        The circumstance that a reactive counter answers, and in which alone a hybrid one is popped as a chain link; ``None`` for others.
    targets : str or None
        What popping it as a link targets: ``host``, or a ``victim`` for it.
    program : tuple of Mapping
        What popping does, ``host`` being the minion that carried the counter.
    """

    name: str
    text: str
    pop: str | None = None
    react: str | None = None
    targets: str | None = None
    program: tuple[Mapping[str, Any], ...] = ()
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Replacement:
    """An outdated text and what it is read as; ``{x}``, ``{y}`` stand for numbers.

    Attributes
    ----------
    old, new : str
        Texts, in the plural.
    rule : str
        Id of the rule that says so.
    """

    old: str
    new: str
    rule: str


@dataclass(frozen=True, slots=True)
class Prune:
    """A text (or, with an empty text, any card) that makes a card of an older design unusable.

    Attributes
    ----------
    text : str
        Phrase; empty for "whatever the text".
    below : int
        Cards with a design edition below this number are concerned.
    rule : str
        Id of the rule that says so.
    redacted : int
        Number of the edition that took the text out, for cards of every age; else 0.
    """

    text: str
    below: int
    rule: str
    redacted: int = 0


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
    """An edition of the game, or a proposal for one.

    Attributes
    ----------
    name : str
        ``kotc-20``, or the name of the proposal.
    title : str
        For readers.
    number : int
        The number on the Edition Indicator of a card of this edition.
    year : int or None
        When it was published; ``None`` for a proposal.
    relation : str
        What distinguishes it from its neighbours, in a few words; empty for a proposal.
    base : str
        Name of the shipped edition that this one is or extends.
    terms : Mapping[str, str]
        The edition's words: ``minion``, ``sp``, ``hp``, ``level``, ``grave``, ``granary`` ...
    counters : Mapping[str, CounterType]
        By key.
    rows : Mapping[str, Row]
        The vocabulary by full component id, in the order of the file.
    wording : Wording
        How texts are put together.
    refurbish : tuple of Replacement
        Outdated texts that are read as others.
    prune : tuple of Prune
        Outdated texts that make a card unusable.
    aliases : tuple of Replacement
        Other spellings of current texts.
    revised_ultra : tuple of Prune
        Texts whose Ultra Points are counted again on older cards, whatever is printed there.
    revised_costs : Mapping[str, int]
        Component id -> lowest Edition Indicator that a card with it must name.
    citations : Mapping[str, str]
        Which rule id a check rests on, for messages.
    """

    name: str
    title: str
    number: int
    base: str
    terms: Mapping[str, str]
    rules: Mapping[str, Switch]
    counters: Mapping[str, CounterType]
    rows: Mapping[str, Row]
    wording: Wording
    refurbish: tuple[Replacement, ...] = ()
    prune: tuple[Prune, ...] = ()
    aliases: tuple[Replacement, ...] = ()
    revised_ultra: tuple[Prune, ...] = ()
    revised_costs: Mapping[str, int] = field(default_factory=dict)
    citations: Mapping[str, str] = field(default_factory=dict)
    file: str = ""
    year: int | None = None
    relation: str = ""

    game: ClassVar[str] = "kotc"

    def __repr__(self) -> str:
        return f"<Edition {self.name}: {self.title}, {len(self.rows)} texts>"

    def section(self, section: str) -> tuple[Row, ...]:
        """Rows of one section, in the order of the file."""
        return tuple(row for row in self.rows.values() if row.section == section)
