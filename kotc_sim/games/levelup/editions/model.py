"""Editions of Level-Up as immutable data: parameters, switches and vocabulary."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from kotc_sim.errors import KotcError
from kotc_sim.yaml_source import Node

BASE = "levelup"
EFFECT_KINDS = ("normal", "continuous", "counter", "equip", "latent", "dormant", "passive")
MAX_LEVEL = 9
MAX_STAT = 999

SwitchValue = str | int | bool | None


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number of the rules and the limits within which the engine can play it."""

    value: int
    low: int
    high: int
    rule: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A ruling with an alternative. ``values`` is empty for numbers; ``optional`` allows ``none``."""

    value: SwitchValue
    values: tuple[SwitchValue, ...]
    optional: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Template:
    """One text of the vocabulary."""

    name: str  # its key, and the text with ``{parameters}``
    text: str
    op: str  # the engine's operation; empty if ``means`` says what the text does
    kinds: tuple[str, ...]  # the effect types that may use it
    means: tuple[str, ...]  # texts of other templates that are performed one after the other
    rule: str  # the rule that defines it; empty in a proposal
    place: Node = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class LevelUpEdition:
    """The rules of Level-Up, or a proposal that changes them (levelup rules, section *Switches*).

    ``line`` is attack plus defense of a plain creature, by level: what cards are judged against, no rule of the game.
    """

    name: str
    file: str
    parameters: dict[str, Parameter]
    switches: dict[str, Switch]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    events: dict[str, str]
    actions: dict[str, str]
    templates: dict[str, Template]
    line: dict[int, int]

    game: ClassVar[str] = "levelup"
    base: ClassVar[str] = BASE
    terms: ClassVar[Mapping[str, str]] = {}

    def __hash__(self) -> int:
        return hash((self.name, self.file))  # the other fields are no keys

    def __repr__(self) -> str:
        return f"<Edition {self.name}: Level-Up, {len(self.templates)} texts>"

    def parameter(self, name: str) -> int:
        """Return a number of the rules."""
        return self.parameters[name].value

    def strength(self, level: int) -> int:
        """Return attack plus defense of a plain creature of a level; a `KotcError` if the edition's line does not reach that level."""
        if level not in self.line:
            raise KotcError(
                f"the line of {self.name} says nothing about level {level}",
                file=self.file,
                fix=f"Add `line: {{{level}: …}}`, attack plus defense of a plain creature, in a proposal.",
            )
        return self.line[level]
