"""The decorators that compile: a kernel has machine code of its own, kept in the cache; a helper goes into its callers."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast, overload

from kotc_sim.compiler.cache import folder_of
from kotc_sim.compiler.helper import Helper
from kotc_sim.compiler.ways import is_checked, way

Function = TypeVar("Function", bound=Callable[..., Any])

OWN_OPTIONS = ("checks", "allocates", "short", "rare", "apart")
"""Options of :func:`kernel` that numba does not know."""

_lock = threading.Lock()  # kernels are compiled one by one: numba reads the cache folder from a global variable


@overload
def kernel(function: Function, /) -> Function: ...


@overload
def kernel(*signature: Any, **options: Any) -> Callable[[Function], Function]: ...


def kernel(*signature: Any, **options: Any) -> Any:
    """Compile a function; type checkers go on seeing its signature.

    The interpreter lock is released, and machine code is cached. A function without a signature is a helper that is compiled into
    its callers; where Python calls it, it is compiled on its own for each kind of arguments that it is given. Indices are counters
    of lists, or numbers that the record holds: they are neither checked nor counted from the end when they are negative, which took
    an eighth of a game. ``KOTC_SIM_CHECKED=1`` checks every one, as the checked games of ``scripts/fuzz.py`` do. With
    ``NUMBA_DISABLE_JIT=1`` the function is returned unchanged.

    - ``*signature``: as for ``numba.njit``. A driver takes strategies as addresses (:mod:`kotc_sim.compiler.addresses`) or, with an
      explicit signature that has ``types.FunctionType(score_signature)`` in it, as functions: it is compiled once for all of them.
    - ``**options``: further options of ``numba.njit``, or other values for ``boundscheck``, ``nogil`` and ``cache``; ``checks=True`` for
      what functions of users are, or call: a wrong index raises instead of reading a wrong number; ``allocates=True`` for one that makes
      arrays (so may those with ``checks``): the others do not count references to the arrays that they are given; ``short=True`` for short
      machine code, where fewer misses of the processor's code cache are worth more than fast loops; ``rare=True`` for a helper that is
      seldom called: it lies out of the way of its callers' code; ``apart=True`` for one that is called often but has enough of its own to
      do that its caller's values had better not be kept beside them.

    Examples
    --------
    >>> @kernel()
    ... def overkill(damage: int, hp: int) -> int:
    ...     return max(damage - hp, 0)
    >>> overkill(5, 3)
    2
    """
    if len(signature) == 1 and not options and hasattr(signature[0], "__code__"):
        return _compile(signature[0], (), {})
    return lambda function: _compile(function, signature, options)


def helper(signature: Any, **options: Any) -> Callable[[Function], Function]:
    """Compile a function into its callers, for this signature, whatever the caller's numbers are; options as for :func:`kernel`."""

    def make(function: Function) -> Function:
        if way() == "interpreted":
            return function
        return cast(Function, _helper(function, _numba_options(function, options), signature))

    return make


def _compile(function: Function, signature: tuple[Any, ...], options: Mapping[str, Any]) -> Function:
    how = way()
    if how == "interpreted":
        return function
    chosen = _numba_options(function, options)
    cached = chosen.pop("cache", True)
    if not signature:
        made = _helper(function, chosen)
        return cast(Function, made.dispatcher if "inline" in chosen else made)  # numba asks the dispatcher itself for that
    folder = folder_of(function) if cached else None
    with _lock:
        return cast(Function, _compiling().compile_kernel(function, signature, chosen, folder, _own(options)))


def _helper(function: Callable[..., Any], chosen: Mapping[str, Any], signature: Any = None) -> Helper:
    return Helper(function, chosen, lambda: _compiling().compile_when_called(function, chosen, folder_of(function)), signature)


def _compiling() -> Any:
    """Return the module that compiles in this process's way; the other one is not imported, as numba may lack what it needs."""
    if way() == "plain":
        from kotc_sim.compiler import plain

        return plain
    from kotc_sim.compiler import full

    return full


def _own(options: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(name for name in OWN_OPTIONS if options.get(name))


def _numba_options(function: Callable[..., Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options for ``numba.njit``; note of a helper where it shall lie."""
    chosen: dict[str, Any] = {
        "boundscheck": bool(options.get("checks")) or is_checked(),
        "nogil": True,
        **{name: value for name, value in options.items() if name not in OWN_OPTIONS},
    }
    if way() == "full":
        from kotc_sim.compiler.linking import PLACES, place

        chosen["_nrt"] = bool(options.get("checks") or options.get("allocates"))
        if not options.get("checks"):  # what users write may hold anything
            from kotc_sim.compiler.pipeline import KernelPipeline

            chosen["pipeline_class"] = KernelPipeline
        for where in PLACES:
            if options.get(where):
                place(function, where)
    return chosen
