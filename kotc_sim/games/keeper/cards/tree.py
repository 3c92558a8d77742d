"""The ability tree of a card: what its text says, as components of an edition's vocabulary."""

from __future__ import annotations

from dataclasses import dataclass

from kotc_sim.games.keeper.editions.model import Row


@dataclass(frozen=True, slots=True)
class Component:
    """One use of a vocabulary row.

    Attributes
    ----------
    row : Row
        The row of the edition.
    x, y : int
        The numbers chosen; 0 where the text has none.
    up_to : bool
        Target selections only: whether "up to" was written, so that fewer may be chosen (17.ruling.39).
    """

    row: Row
    x: int = 0
    y: int = 0
    up_to: bool = False


@dataclass(frozen=True, slots=True)
class SubAbility:
    """One sentence: at most one target selection, then effects in written order (17.ability.10)."""

    target: Component | None
    effects: tuple[Component, ...]


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability: name (without effect on play), condition, costs, sub-abilities (17.ability.1)."""

    name: str
    condition: Component | None
    costs: tuple[Component, ...]
    subs: tuple[SubAbility, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """A reason why a card or deck is not legal.

    Attributes
    ----------
    rule : str
        Rule id, or an empty string where no rule is numbered.
    what : str
        What is wrong.
    fix : str
        How to mend it.
    file, line : str, int
        Where; line 0 for a whole file.
    """

    rule: str
    what: str
    fix: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        """One line: place, what, rule, fix."""
        place = f"{self.file}:{self.line}: " if self.file and self.line else f"{self.file}: " if self.file else ""
        rule = f" ({self.rule})" if self.rule else ""
        return f"{place}{self.what}{rule}. {self.fix}"


@dataclass(frozen=True, slots=True)
class Card:
    """A card as an edition reads it.

    Attributes
    ----------
    name : str
        Its name, without effect on play.
    kind : str
        ``minion`` or ``spell``, in every edition.
    sp, hp : int
        Offense and defense in older editions; 0 for a spell.
    abilities : tuple of Ability
        In printed order.
    caveat : Component or None
        9th and 5th Edition.
    level : int
        By the edition's formula.
    printed_level : int or None
        As stated in the file, if it is.
    ultra : int
        Ultra Points by the formula.
    edition : str
        Name of the edition that read it.
    design_edition : int or None
        The number on the Edition Indicator; ``None`` without one.
    text : str
        As written.
    file, line : str, int
        Where it stands.
    printed_ultra : int or None
        As stated in the file, if they are.
    problems : tuple of Problem
        What makes the card illegal by its text or age; empty for a legal card.
    """

    name: str
    kind: str
    sp: int
    hp: int
    abilities: tuple[Ability, ...]
    caveat: Component | None
    level: int
    printed_level: int | None
    ultra: int
    edition: str
    design_edition: int | None
    text: str
    file: str = ""
    line: int = 0
    printed_ultra: int | None = None
    problems: tuple[Problem, ...] = ()

    @classmethod
    def plain(cls, sp: int, hp: int, edition: str = "kotc-17", name: str = "") -> Card:
        """Return a minion without abilities.

        Parameters
        ----------
        sp, hp : int
            Offense and defense in older editions.
        edition : str
            Name or path of the edition that prices it.
        name : str
            Its name; by default ``minion 2/4``.

        Returns
        -------
        Card
            The card, with the level that the edition's formula gives.
        """
        from kotc_sim.games.keeper.cards.level import price
        from kotc_sim.games.keeper.editions import load_edition

        read = load_edition(edition)
        bill = price(read, "minion", sp, hp, None, ())
        return cls(
            name or f"minion {sp}/{hp}",
            "minion",
            sp,
            hp,
            (),
            None,
            bill.level,
            None,
            bill.ultra,
            read.name,
            read.number,
            "",
        )
