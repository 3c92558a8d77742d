"""What strategies of all games have in common: a function that scores, a name, and the file it came from. It imports no numba."""

import functools
import importlib
import inspect
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kotc_sim.errors import KotcError
from kotc_sim.games.pilots import Pace
from kotc_sim.games.protocol import Match
from kotc_sim.strategies.builtin import PILOTS

PARAMETERS = 4
_COMPILING = threading.RLock()


@dataclass
class AnyStrategy:
    """A strategy for one of the games."""

    game: ClassVar[str]  # ``kotc`` or ``levelup``

    name: str  # by which it is chosen
    description: str  # one line
    fill: Callable[..., None] | None = None
    """``fill(game, match, me, scores)``: writes a score for each of ``game.options[:game.n_options]``."""
    file: str | None = field(default=None, kw_only=True)
    """The file it (or the base of a search) was loaded from; None for those that come with kotc-sim."""
    spec: str = field(default="", kw_only=True)  # what ``kotc_sim.strategies.load`` was given, if that loaded a file
    pace: Pace = field(default="unknown", kw_only=True)  # how fast it decides: see `kotc_sim.games.pilots.Pace`
    trial: Callable[[Any], None] | None = field(default=None, kw_only=True, repr=False)
    """Called with the strategy before it is first compiled; raises if it fails (``check.check_plugin``, for those from files)."""
    written: Callable[..., Any] | None = field(default=None, kw_only=True, repr=False)
    """The function in the file, where ``fill`` is made from it."""
    make: Callable[[], Any] | None = field(default=None, kw_only=True, repr=False)
    """Returns the compiled function when it is first needed, in place of ``fill``: a function with numbers bound to it."""
    _compiled: Any = field(default=None, init=False, repr=False)
    _entries: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def compiled(self) -> Any:
        """The compiled function that the engine calls (pure Python mode: the function itself).

        A strategy from a file plays some trial games first, in a process of its own.
        """
        with _COMPILING:
            if self._compiled is None:
                if self.trial is not None:
                    self.trial(self)
                self._compiled = self._compile()
            return self._compiled

    def _compile(self) -> Any:
        return self.make() if self.make is not None else self._compile_fill()

    def _compile_fill(self) -> Any:
        """Compile a strategy that is written as a function."""
        raise NotImplementedError

    @property
    def address(self) -> Any:
        """The address at which the drivers of a game call it, as long as it is kept.

        Where a thread uses machine code of its own, the address in that; what is bound to numbers is bound again for it, as addresses
        are among them.
        """
        import numpy as np

        from kotc_sim.compiler.addresses import address_of, in_use

        code = in_use()
        entry = self._entries.get(code)
        if entry is None:  # two threads may both make one: the first is kept, as an address must never be one that is lent again
            entry = self._entries.setdefault(code, self._entry(code))
        return np.uint64(address_of(entry))

    def _entry(self, code: Any) -> Any:
        compiled = self.compiled
        if self.make is None:
            return self._entry_of(compiled)
        return compiled if code is None else self.make()

    def _entry_of(self, compiled: Any) -> Any:
        """Return what goes on in a function ``(game, match, me, scores)`` where it is called by its address."""
        raise NotImplementedError

    @property
    def learns(self) -> bool:
        """Whether it learns the decks that it plays: then `learn` is asked first, and `seated` returns who plays."""
        return False

    def seated(self, match: Match, fit: Any) -> "AnyStrategy":
        """Return who plays a match: this strategy, or for one that learns, what plays by a fit (None: the shipped one)."""
        return self

    def fit_for(self, match: Match, fit: Any) -> Any:
        """Return the fit by which it plays a match: the given one, else the shipped one; for one that learns."""
        raise NotImplementedError

    def learn(self, decks: Sequence[Any], *, jobs: int = 1, on_games: Callable[[int], None] | None = None) -> Any:
        """Return what it learns of decks, remembered if it has learned them before; for one that learns."""
        raise NotImplementedError

    @property
    def line(self) -> int | None:
        """The line at which its function begins, for messages that know no better one."""
        code = getattr(self.written or self.fill, "__code__", None)
        return None if code is None else int(code.co_firstlineno)


@dataclass(frozen=True)
class GameStrategies:
    """The strategies of a game, and what those from files need to know of it: ``STRATEGIES`` of its package.

    The package has three modules beside its strategies: ``api`` (what an author imports, and ``of_function(function, name,
    description)``, which makes a strategy of a function without a decorator), ``trial_table`` (``Table``, where trial games are played),
    and, if there are searches, ``searching`` (``search_strategy(kind, base, playouts)``; the base is None where none can be named). They
    may import numba, so they are imported when they are needed.
    """

    key: str
    title: str
    """The game's, as in deck files, and in words."""
    package: str  # where the strategies are
    group: str  # the entry points through which other packages offer strategies
    heads: str  # how a scoring function may begin
    view: str  # the module through which strategies read what may be hidden
    manual: str  # where strategies are explained
    command: str  # the command that writes ``template.txt`` of the package as a file
    untried: float  # a search scores options that it has not tried below this
    base: str = ""  # of a search that names none; empty where searches have a base of their own, and none is named

    @functools.cached_property
    def descriptions(self) -> dict[str, str]:
        """One line on each strategy that comes with kotc-sim, by name; on a search a format with ``base``."""
        return {name: row.plays[self.key] for name, row in PILOTS.items() if self.key in row.plays}

    @property
    def names(self) -> Mapping[str, Pace]:
        """Those that come with kotc-sim, weakest first: each is ``score`` of the package's module of that name, or a search."""
        return {name: row.pace for name, row in PILOTS.items() if self.key in row.plays}

    @property
    def searches(self) -> tuple[str, ...]:
        """Those that take another one as their base: ``lookahead:mine.py``, ``flat@400:greedy``."""
        return tuple(name for name, pace in self.names.items() if pace == "search")

    @property
    def hint(self) -> str:
        """How to get a strategy that works."""
        return f"`{self.command}` writes one that works"

    @property
    def knows(self) -> Any:
        """``knows(g, player, card)``: whether a player may know which card it is."""
        return importlib.import_module(self.view).knows

    def module(self, name: str) -> Any:
        """Return a module of the package."""
        return importlib.import_module(f"{self.package}.{name}")


def require_label(name: Any, decorator: str) -> None:
    """Refuse a decorator that stands without name and description: it is then given the function in place of the name."""
    if callable(name):
        raise KotcError(
            f"`@{decorator}` before `{name.__name__}` says neither name nor description",
            line=name.__code__.co_firstlineno,
            fix=f'Write `@{decorator}("name", "what it does")`',
        )


def require_parameters(function: Callable[..., Any], heads: str) -> None:
    """Refuse a scoring function that has not four parameters; ``heads`` says how it may begin.

    The `KotcError` names the line; whoever runs the file adds its name.
    """
    count = len(inspect.signature(function).parameters)
    if count != PARAMETERS:
        raise KotcError(
            f"`{function.__name__}` has {count} parameter{'s' * (count != 1)} and not {PARAMETERS}",
            line=function.__code__.co_firstlineno,
            fix=f"Write {heads}",
        )
