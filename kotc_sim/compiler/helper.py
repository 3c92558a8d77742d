"""Helpers: functions that are compiled into the kernels that call them."""

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

LINKED_ONLY = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options of numba's for a function that is only linked into others."""
_depth = 0


@contextlib.contextmanager
def link_only() -> Iterator[None]:
    """Compile helpers, while a kernel is being compiled, for that kernel only: not to be called from Python or C."""
    global _depth
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1


@contextlib.contextmanager
def _as_helper(dispatcher: Any) -> Iterator[None]:
    """Compile a dispatcher, of which a caller is being compiled now, as a helper; outside of `link_only` as numba does."""
    if _depth == 0:
        yield
        return
    dispatcher.targetoptions.update(LINKED_ONLY)
    try:
        yield
    finally:
        for option in LINKED_ONLY:
            dispatcher.targetoptions.pop(option, None)


class Helper:
    """A function that is compiled into its callers: numba hears of it when one of these is compiled, or when Python calls it.

    What numba makes ready for each of 300 helpers is a tenth of a second that a run with all kernels in the cache does not wait for.
    ``make_alone`` returns what Python calls. With a ``signature`` it is compiled for that, whatever the caller's numbers are; else for the
    caller's, integers widened.
    """

    def __init__(
        self, function: Callable[..., Any], options: Mapping[str, object], make_alone: Callable[[], Any], signature: Any = None
    ) -> None:
        functools.update_wrapper(self, function)
        self.py_func, self._options, self._signature = function, options, signature
        self._make_alone = make_alone

    @functools.cached_property
    def dispatcher(self) -> Any:
        """What numba compiles the function with, and calls."""
        import numba

        made: Any = numba.njit(**self._options)(self.py_func)
        if self._signature is None:
            _widen_integers(made)
        else:
            _state_types(made, self._signature)
        return made

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_

    @functools.cached_property
    def alone(self) -> Any:
        """What Python calls: the function compiled on its own, for whatever types it is called with, and kept in the cache."""
        return self._make_alone()

    def __call__(self, *args: Any) -> Any:
        """Call the function, compiled on its own."""
        return self.alone(*args)


def _state_types(dispatcher: Any, signature: Any) -> None:
    """Compile a function for one signature only."""

    def get_call_template(args: Any, kws: Any) -> Any:
        with _as_helper(dispatcher):
            dispatcher.compile(signature)
            return type(dispatcher).get_call_template(dispatcher, signature.args, kws)

    dispatcher.get_call_template = get_call_template


def _widen_integers(dispatcher: Any) -> None:
    """Compile a function for 64-bit integers only, whatever narrower integers, constants or members of enums it is called with.

    Without this numba compiles a helper again for every combination of field widths, literal arguments and enums, which
    took most of the time of a cold start.
    """
    from numba import types

    inherited = dispatcher.get_call_template
    narrow = (types.Boolean, types.BooleanLiteral, types.IntegerLiteral, types.IntEnumMember)

    def get_call_template(args: Any, kws: Any) -> Any:
        wide = tuple(
            types.int64 if isinstance(arg, narrow) or (isinstance(arg, types.Integer) and arg != types.uint64) else arg for arg in args
        )
        with _as_helper(dispatcher):
            return inherited(wide, kws)

    dispatcher.get_call_template = get_call_template
