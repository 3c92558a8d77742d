"""What a game is to everything outside its folder: one object with the methods of `Game`, and what they take and give.

Commands, experiments, reports, the notebook and strategies ask such an object, and never which game it is. It imports nothing heavy: a
game's methods import their rooms when they are called.
"""

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

from kotc_sim.errors import KotcError
from kotc_sim.games.edition_digest import edition_digest
from kotc_sim.games.vocabulary import Entry
from kotc_sim.yaml_source import Node, nothing_quoted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kotc_sim.games.decks import Card, Deck, Library
    from kotc_sim.games.design import Design, EditionChanges
    from kotc_sim.games.pilots import Pilot
    from kotc_sim.games.workbench import Workbench
    from kotc_sim.shared.result import Ending

Path = str | PathLike[str]
_BAR = 40


class Edition(Protocol):
    """The rules of a game, or a proposal that changes them."""

    @property
    def name(self) -> str:
        """By which it is chosen, or which a proposal gives itself."""

    @property
    def file(self) -> str:
        """Where it was read."""

    @property
    def base(self) -> str:
        """The shipped edition that it is or extends."""

    @property
    def game(self) -> str:
        """Key of its game."""

    @property
    def terms(self) -> Mapping[str, str]:
        """The edition's own words for what every edition has; empty where a game has one language."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a deck or a card."""

    rule: str  # rule id, or an empty string where no rule is numbered
    what: str
    fix: str  # how to fix it, a sentence
    file: str = ""  # where; line 0 for a whole file
    line: int = 0
    illegal: bool = True  # whether it breaks a rule; else it is only unwise

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.file and self.line else f"{self.file}: " if self.file else ""
        rule = f" ({self.rule})" if self.rule else ""
        return f"{place}{self.what}{rule}. {self.fix}"


class Match(Protocol):
    """Decks compiled for the engine."""

    game: ClassVar[str]  # key of its game
    title: str  # the names of the decks
    edition: str  # the shipped edition that it is played by, or whose proposal
    rules: Any  # the edition itself
    names: list[str]  # card names by definition
    texts: list[str]  # what is written on the cards, by definition: pilots know by it what they have learned
    owners: list[set[int]]  # for sides A and B: the definitions in their decks
    record: Any  # what the games depend on, besides pilots and seed

    def __init__(self, decks: Sequence[Any]) -> None:
        self.title = " – ".join(deck.name for deck in decks)
        self.rules, self.edition = decks[0].edition, decks[0].edition.base

    @functools.cached_property
    def edition_digest(self) -> str:
        """Of the rules that it is played by (`kotc_sim.games.edition_digest`)."""
        return edition_digest(self.rules)

    def play(self, pilots: "Sequence[Pilot]", seed: int, low: int, high: int) -> "tuple[Any, NDArray[np.uint8]]":
        """Play games ``low`` … ``high - 1`` of the run ``seed``; thread-safe, and it releases the lock.

        ``pilots``: of sides A and B; further players are played by B's. Games ``2k`` and ``2k + 1`` are a pair; A sits in seat 0 in the
        first. A `KotcError` if a strategy gives a score that is not a number, a game makes no progress, or a strategy from a file raises.
        Returns a record array of dtype `kotc_sim.shared.result_record.RESULT`, one a game, by seat; and `kotc_sim.shared.result.Seen`
        bits, by seat, shape (games, players, definitions).
        """

    def warm_up(self, pilots: "Sequence[Pilot]") -> None:
        """Load or compile the engine and the pilots, which the first game would have to wait for."""
        for pilot in pilots:
            pilot.compiled  # noqa: B018


@dataclass(frozen=True)
class Words:
    """What a game calls what every game has."""

    out: str  # by what a game ends in which all but one player have none of them left
    quantities: Mapping[str, str]  # what quantities of results are called here, where the name differs
    hit_points: str  # ``HP``, or what players have instead

    @property
    def endings(self) -> "Mapping[Ending, str]":
        """Why a game ended."""
        from kotc_sim.shared.result import Ending

        return {
            Ending.HIT_POINTS: self.out,
            Ending.DECK_OUT: "empty deck",
            Ending.TIE_BREAK: "tie-break",
            Ending.TURN_CAP: "turn cap",
            Ending.LIMIT: "limit of the engine",
        }


@dataclass(frozen=True)
class Replay:
    """A game that was played again."""

    game: int  # its number in the run; odd ones have the seats swapped
    seats: tuple[str, ...]  # name of the deck in each seat
    lines: list[str]  # the log as text
    score2: list[int]  # twice the score of each seat: 2 for a win, 1 for a tie
    turns: int
    ending: int  # see `kotc_sim.shared.result.Ending`
    hp: list[int]  # HP of each seat at the end; in Level-Up, points
    # what lies on the table each time that something has happened, if that was asked for and the game shows it: ``line`` (how many lines
    # of the log have been written by then), ``turn``, ``player``, ``phase``, and ``players``
    boards: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class Thought:
    """A moment where a pilot would have chosen otherwise."""

    at: int  # which board shows the table at that moment
    turn: int
    question: str  # what was asked and chosen, and what the pilot would have chosen
    chosen: str
    better: str
    by: float | None  # how much higher it scores that, in its own units; None if it has not tried what was chosen


@dataclass(slots=True)
class ScenarioResult:
    """What came out of a scenario."""

    name: str  # the scenario's
    file: str  # where it stands
    line: int
    passed: bool  # whether all expectations hold
    differences: list[str]  # what differs, one line each
    log: list[str] = field(default_factory=list)  # the game log as text; empty unless it was asked for


class Describe(Protocol):
    """The module ``describe`` of a game: cards, decks and editions in words, and as JSON has them. They are of that game."""

    def card_text(self, card: Any, edition: Any, moved: Any = None, target: Any = None) -> str:
        """Return a card in words; ``moved`` is what ``cards.migrate`` says of it in the edition ``target``."""

    def card_json(self, card: Any, edition: Any, moved: Any = None) -> dict[str, object]:
        """Return a card as JSON has it."""

    def deck_text(self, deck: Any) -> str:
        """Return a deck's summary: size, curve, and what is wrong with it."""

    def deck_json(self, deck: Any) -> dict[str, object]:
        """Return a deck as JSON has it."""

    def edition_row(self, edition: Any) -> tuple[str, Mapping[str, Any]]:
        """Return an edition as a line of a list, and as a row of JSON."""

    def edition_text(self, edition: Any) -> str:
        """Return an edition in words: switches, vocabulary."""

    def edition_json(self, edition: Any) -> dict[str, object]:
        """Return an edition as JSON has it."""

    def vocabulary(self, edition: Any) -> list[Entry]:
        """Return the texts that cards may use, in the edition's order."""

    def proposal_text(self, edition: Any) -> str:
        """Return what a proposal that was read changes in the edition that it rests on."""

    def proposal_json(self, edition: Any) -> dict[str, object]:
        """Return the same as JSON has it."""


class Replayer(Protocol):
    """The function ``replay`` of a game's module of that name."""

    def __call__(
        self,
        match: Any,
        decks: Sequence[Any],
        pilots: "Sequence[Pilot]",
        game: int,
        seed: int,
        *,
        omniscient: bool = False,
        boards: bool = False,
    ) -> Replay:
        """Play game ``game`` of the run ``seed`` of a match again, and say what happens; ``omniscient`` names hidden cards too.

        With ``boards``, also what lies on the table, if the game can show it.
        """


class Moved(Protocol):
    """The way of a card into another edition."""

    @property
    def card(self) -> Any | None:
        """What it becomes; None if it cannot be written there."""


class History(Protocol):
    """The module ``editions.history`` of a game."""

    EARLY_TEXTS: dict[str, str]  # shipped editions that are no step of the history, and why

    def list_published(self) -> Sequence[Edition]:
        """Return the published editions, the first one first."""

    def step(self, before: Any, after: Any) -> "EditionChanges":
        """Return what changes from one edition to another."""


class Game(Protocol):
    """A game: one object in its package's ``__init__``, listed in `kotc_sim.games.GAMES`."""

    key: str  # as ``--game``, JSON and the marks of compiled code have it
    title: str  # for readers
    folder: str  # its package in ``games`` and ``strategies``, and its folder of decks
    newest: str  # the edition of a file that names none
    mark: Mapping[str, str]  # what a result says of the game: nothing for the first one, whose results are older than the second game
    words: Words  # what it calls what every game has

    def room(self, name: str) -> Any:
        """Return a module of its folder, which is imported when it is first asked for."""
        return importlib.import_module(f"kotc_sim.games.{self.folder}.{name}")

    @property
    def describe(self) -> Describe:
        """Its module ``describe``."""
        return cast(Describe, self.room("describe"))

    @property
    def workbench(self) -> "Workbench":
        """Its module ``workbench``."""
        return cast("Workbench", self.room("workbench"))

    @property
    def design(self) -> "Design":
        """What measurements ask of it."""
        return cast("Design", self.room("design"))

    @property
    def replay(self) -> Replayer:
        """What plays one game of a run again."""
        return cast(Replayer, self.room("replay").replay)

    @property
    def table(self) -> Callable[..., Any]:
        """What lets a person sit at a game, as a `kotc_sim.games.table.Table`: ``table(match, decks, pilots, game, seed, knows, least)``.

        ``knows(g, player, card)``: whether a player may know which card it is.
        """
        return cast(Callable[..., Any], self.room("table").Table)

    @property
    def difference(self) -> "Callable[[Any, Any], EditionChanges]":
        """What differs between two editions, as a comparison in play lists it."""
        return cast("Callable[[Any, Any], EditionChanges]", self.room("describe").list_changes)

    @property
    def history(self) -> History | None:
        """The published editions; None if there is only one."""
        return cast(History, self.room("editions.history"))

    @property
    def migrate(self) -> Callable[[Any, Any, Any], Moved] | None:
        """What a card becomes: the card, the edition that read it, the one that it is to go to; None if there is only one edition."""
        return cast(Callable[[Any, Any, Any], Moved], self.room("cards.migrate").migrate)

    def editions(self) -> tuple[str, ...]:
        """Return the names of the shipped editions, the latest first."""

    def claims(self, card: Node) -> bool:
        """Say whether a node is a card that only this game can have."""

    def edition(self, name: Path, folder: Path | None = None) -> Edition:
        """Load a shipped edition by name, or a file that extends one; a relative path is looked for in ``folder`` first.

        A `KotcError` if there is none, or the file has a fault.
        """

    def own_edition(self, root: Node) -> Any:
        """Return the edition that a file of cards or a deck names, else the newest; errors as `edition`."""
        node = find_edition_node(root)
        with nothing_quoted(root.file):
            return self.edition(self.newest) if node is None else self.room("editions.loader").load_named_edition(node)

    def deck(self, root: Node, edition: Path | None = None, *, legal: bool = True) -> "Deck":
        """Read a deck, in another edition if one is named; a `KotcError` if it cannot be read or, with ``legal``, breaks a rule."""
        with nothing_quoted(root.file, edition):
            return cast("Deck", self.room("cards.deck").read_deck(root, edition, legal=legal))

    def library(self, entries: Mapping[str, Node], edition: Edition) -> "Library[Any]":
        """Return the cards that a deck with these entries of its file can name."""
        return cast("Library[Any]", self.room("cards.deck").library_of(entries, edition))

    def cards(self, root: Node, edition: Edition | None = None, faults: list[KotcError] | None = None) -> "Sequence[Card]":
        """Read the cards that a file defines, legal or not; in its own edition if None is given.

        What is wrong with cards that cannot be read is raised as one error, or added to a list of ``faults``.
        """

    def check(self, thing: Any) -> tuple[Problem, ...]:
        """Return what is wrong with a deck, a card or an edition that was read; illegal things first."""

    def compile(self, decks: Sequence[Any]) -> Match:
        """Compile decks of one edition for the engine; raises a `KotcError` if they cannot play together or a limit is exceeded."""

    def compile_kernels(self, first: str = "", on_share: Callable[[float], None] | None = None) -> None:
        """Compile the engine into the cache.

        ``first``: Python statements that a second process runs at the same time, such as some that compile strategies. ``on_share``: called
        with the share of the work that is done, from 0 to 1, if that can be foreseen.
        """

    def scenario(self, root: Node, *, log: bool = False) -> ScenarioResult:
        """Play a scripted moment and compare what comes out; a script that does not fit is a `KotcError`."""
        with nothing_quoted(root.file):
            return cast(ScenarioResult, self.room("scenario.run").run_node(root, log=log))

    def read_scenario(self, root: Node) -> None:
        """Read a scripted moment without playing it; one that is malformed is a `KotcError`."""

    def reference_decks(self, edition: Any, slots: int = 8) -> "Sequence[Deck]":
        """Return the opponents that cards of an edition are judged against: fast, middle and slow decks, most cards plain."""
        return cast("Sequence[Deck]", self.room("reference").reference_decks(edition, slots))


def problem_json(problem: Problem) -> dict[str, object]:
    """Return a problem as JSON has it."""
    return {"rule": problem.rule, "text": problem.what, **attributes(problem, "fix file line")}


def attributes(thing: object, names: str) -> dict[str, Any]:
    """Return attributes of a thing by their names, which stand in a row with blanks between."""
    return {name: getattr(thing, name) for name in names.split()}


def curve_lines(curve: Mapping[int, int], word: str, width: int) -> list[str]:
    """Return the curve of a deck, levels and how many cards have each, as lines with bars; ``width`` of a level's number."""
    most = max(_BAR, *curve.values()) if curve else _BAR
    return [f"  {word} {level:>{width}}  {count:>3}  {'#' * max(1, round(count * _BAR / most))}" for level, count in sorted(curve.items())]


def read_edition_name(root: Node) -> str | None:
    """Return the edition that a file of cards or a deck says it is of; None if it says nothing.

    What a single card calls its edition is its design edition, and says nothing of the file.
    """
    node = find_edition_node(root)
    return None if node is None else node.text("the edition")


def find_edition_node(root: Node) -> Node | None:
    """Return where a file says of which edition it is; see `read_edition_name`."""
    if root.kind != "map" or any(key.raw in ("sp", "text") for key, _ in root.pairs):
        return None
    return next((value for key, value in root.mapping("the file") if key.raw == "edition"), None)
