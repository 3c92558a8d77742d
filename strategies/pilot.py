"""What strategies of both games have in common: a function that scores, a name, and the file it came from. It imports no numba."""

from __future__ import annotations

import contextlib
import inspect
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from kotc_sim.errors import KotcError
from kotc_sim.strategies.files import line_in

SEARCHES = ("lookahead", "mcts")
"""Strategies of the main game that take another one as their base (``lookahead:mine.py``); those of Level-Up take none."""
PARAMETERS = 4
_COMPILING = threading.RLock()
_LOADED: dict[tuple[str, str], Any] = {}
_LOADING = threading.RLock()


@dataclass
class AnyStrategy:
    """A strategy for one of the games.

    Attributes
    ----------
    name : str
        By which it is chosen.
    description : str
        One line.
    fill : callable
        ``fill(game, match, me, scores)``: writes a score for each of ``game.options[:game.n_options]``.
    game : str
        ``kotc`` or ``levelup``.
    file : str or None
        The file it (or the base of a search) was loaded from; None for those that come with kotc-sim.
    spec : str
        What ``load_strategy`` was given, if that loaded it.
    written : callable or None
        The function in the file, where ``fill`` is made from it.
    """

    game: ClassVar[str]

    name: str
    description: str
    fill: Callable[..., None] | None = None
    file: str | None = field(default=None, kw_only=True)
    spec: str = field(default="", kw_only=True)
    written: Callable[..., Any] | None = field(default=None, kw_only=True, repr=False)
    _compiled: Any = field(default=None, init=False, repr=False)

    @property
    def compiled(self) -> Any:
        """The compiled function that the engine calls (pure Python mode: the function itself).

        A strategy from a file plays some trial games first, in a process of its own (``check.check_plugin``).
        """
        with _COMPILING:
            if self._compiled is None:
                if self.file is not None:
                    from kotc_sim.strategies.check import check_plugin

                    check_plugin(self)
                self._compiled = self._compile()
            return self._compiled

    def _compile(self) -> Any:
        raise NotImplementedError

    @property
    def line(self) -> int | None:
        """The line at which its function begins, for messages that know no better one."""
        code = getattr(self.written or self.fill, "__code__", None)
        return None if code is None else int(code.co_firstlineno)


Kind = TypeVar("Kind", bound=AnyStrategy)


def load_once(game: str, spec: str, load: Callable[[str], Kind]) -> Kind:
    """Return the strategy of a game that ``load`` makes of ``spec``; it is loaded once in a process, so a run plays one strategy."""
    with _LOADING:
        if (game, spec) not in _LOADED:
            strategy = load(spec)
            if strategy.file is not None:
                strategy.spec = spec
            _LOADED[game, spec] = strategy
        found: Kind = _LOADED[game, spec]
        return found


def require_label(name: Any, decorator: str) -> None:
    """Refuse a decorator that stands without name and description: it is then given the function in place of the name."""
    if callable(name):
        raise KotcError(
            f"`@{decorator}` before `{name.__name__}` says neither name nor description",
            line=name.__code__.co_firstlineno,
            fix=f'Write `@{decorator}("name", "what it does")`',
        )


def require_parameters(function: Callable[..., Any], heads: str) -> None:
    """Refuse a scoring function that has not four parameters.

    Parameters
    ----------
    function : callable
        As its author wrote it.
    heads : str
        How it may begin: the remedy.

    Raises
    ------
    KotcError
        Naming the line; whoever runs the file adds its name.
    """
    count = len(inspect.signature(function).parameters)
    if count != PARAMETERS:
        raise KotcError(
            f"`{function.__name__}` has {count} parameter{'s' * (count != 1)} and not {PARAMETERS}",
            line=function.__code__.co_firstlineno,
            fix=f"Write {heads}",
        )


@contextlib.contextmanager
def blamed(strategies: Sequence[AnyStrategy], games: str) -> Iterator[None]:
    """Say whose strategy raises while ``games`` are played: trial games do not meet every case.

    Raises
    ------
    KotcError
        In place of an exception, if a strategy from a file plays.
    """
    try:
        yield
    except Exception as error:
        own = [strategy for strategy in strategies if strategy.file is not None]
        if isinstance(error, KotcError) or not own:
            raise
        file, line = own[0].file, line_in(error, Path(own[0].file or ""))
        who = " or ".join(dict.fromkeys(f"the strategy {strategy.name!r}" for strategy in own))
        raise KotcError(
            f"{who} raised {type(error).__name__}: {error} ({games})",
            file=file,
            line=line or own[0].line,
            fix="Guard the case" + ("" if line else "; the same run with NUMBA_DISABLE_JIT=1 is slow and tells the line"),
        ) from error
