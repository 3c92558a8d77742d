"""Compile without the work that numba does for every function and that helpers do not need.

numba makes each function ready to run: it wraps it for Python and for C, optimises it with everything it calls, and emits machine code. A
helper of the engine only ever runs inside a kernel, where all that is done again. Here a helper stays the intermediate code that its
callers link, so that each kernel is optimised once, as a whole. What Python calls of a helper is compiled apart (``helper.Helper.alone``).
All of it but :func:`skip_wraparound` changes the time of compiling only.
"""

import contextlib
import gc
from collections.abc import Callable, Iterator
from typing import Any

from numba import njit, types
from numba.core import dispatcher, targetconfig
from numba.core.base import BaseContext
from numba.core.cpu import CPUContext
from numba.core.environment import lookup_environment
from numba.core.postproc import PostProcessor
from numba.core.typing.context import BaseContext as TypingContext
from numba.np import arrayobj

from kotc_sim.compiler.helper import link_only
from kotc_sim.compiler.patched import patched


@contextlib.contextmanager
def patch_numba(kernel: Callable[..., Any]) -> Iterator[None]:
    """Compile the kernel, given as its Python function, and the helpers in it with patches of numba; only the kernel itself can run then.

    The garbage collector would walk the millions of objects that numba keeps; numba would write out the types of all arguments for
    each of its passes (for the record of a game a page of text), and compare compiler flags by reading every one of them: in case
    somebody traces or changes them.
    """
    collecting = gc.isenabled()
    refreshed: dict[int, int] = {}
    patches: tuple[tuple[Any, str, Any], ...] = (
        (types.Record, "__repr__", _shorten_record),
        (targetconfig.TargetConfig, "__eq__", _compare_flags),
        (targetconfig.TargetConfig, "__hash__", _hash_of_flags(targetconfig.TargetConfig.__hash__)),
        (types.functions.BaseFunction, "get_call_type", _call_type(types.functions.BaseFunction.get_call_type)),
        (PostProcessor, "run", _run_at_last(PostProcessor.run)),
        (CPUContext, "get_executable", _executable(CPUContext.get_executable, kernel)),
        (BaseContext, "refresh", _refresh_where_new(BaseContext.refresh, refreshed)),
        (TypingContext, "refresh", _refresh_where_new(TypingContext.refresh, refreshed)),
        (dispatcher._DispatcherBase, "add_overload", _add_overload(dispatcher._DispatcherBase.add_overload)),
    )
    gc.disable()
    try:
        with patched(*patches), link_only():
            yield
    finally:
        if collecting:
            gc.enable()


@contextlib.contextmanager
def skip_wraparound() -> Iterator[None]:
    """Compile indices as they are: numba asks of each one whether it is negative, and then counts from the end of the list.

    No rule means that, so with checks a negative index is an error. The question costs more than the check, and both made a game
    of Level-Up a fifth slower.
    """

    def as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    with patched((arrayobj, "fix_integer_index", as_it_is)):
        yield


def _refresh_where_new(refresh: Callable[[Any], None], seen: dict[int, int]) -> Callable[[Any], None]:
    """Look for functions that are new to numba where some were registered, not for each helper.

    ``seen`` holds how many there were. Contexts are copied for each function, and one's address may be that of another before, but
    copies share their registries.
    """

    def look(context: Any) -> None:
        registries = context._registries
        if seen.get(id(registries)) != _count_registered(registries):
            refresh(context)
            seen[id(registries)] = _count_registered(registries)

    return look


def _count_registered(registries: dict[Any, Any]) -> int:
    return sum(len(entries) for registry in registries for entries in vars(registry).values() if isinstance(entries, list))


def _run_at_last(run: Callable[..., None]) -> Callable[..., None]:
    """Work out where variables live once, when it is written down for the code to come, not after each pass as well."""

    def run_at_last(work: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        if emit_dels:
            run(work, emit_dels, extend_lifetimes)

    return run_at_last


def _shorten_record(record: Any) -> str:
    return f"Record({len(record.fields)} fields, {record.size} bytes)"


def _compare_flags(flags: Any, other: Any) -> Any:
    if not isinstance(other, targetconfig.TargetConfig):
        return NotImplemented
    mine, its = flags._values, other._values  # those that are set; the others have their defaults
    if any(mine[name] != its[name] for name in mine.keys() & its.keys()):
        return False
    return all(getattr(flags, name) == getattr(other, name) for name in mine.keys() ^ its.keys())


def _hash_of_flags(original: Callable[[Any], int]) -> Callable[[Any], int]:
    """Return numba's hash of compiler flags, which depends on their names only, worked out once for each class."""
    known: dict[type, int] = {}

    def hash_of(flags: Any) -> int:
        if type(flags) not in known:
            known[type(flags)] = original(flags)
        return known[type(flags)]

    return hash_of


_SIGNATURES: dict[tuple[int, Any], tuple[Any, Any]] = {}


def _call_type(original: Callable[..., Any]) -> Callable[..., Any]:
    """Resolve an operator or builtin once for each kind of numbers; numba tries every way to add two integers at each addition."""

    def get_call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
        plain = not kws and getattr(function.typing_key, "__module__", "") in ("_operator", "builtins")
        if not plain or not all(isinstance(arg, (types.Integer, types.Float, types.Boolean)) for arg in args):
            return original(function, context, args, kws)
        key = (id(function), tuple(args))
        if key not in _SIGNATURES:
            _SIGNATURES[key] = (function, original(function, context, args, kws))  # with the function, so that its id stays its own
        return _SIGNATURES[key][1]

    return get_call_type


def _executable(original: Callable[..., Any], kernel: Callable[..., Any]) -> Callable[..., Any]:
    def get_executable(context: Any, library: Any, fndesc: Any, env: Any) -> Any:
        flags = targetconfig.ConfigStack.top_or_none()
        is_kernel = (fndesc.modname, fndesc.qualname) == (kernel.__module__, kernel.__qualname__)
        if is_kernel or flags is None or not (flags.no_cpython_wrapper and flags.no_cfunc_wrapper):
            made = original(context, library, fndesc, env)
            for variable in library._final_module.global_variables:  # of the helpers linked into it
                if (known := lookup_environment(variable.name)) is not None:
                    library.codegen.set_env(variable.name, known)
            return made
        library.finalize = lambda: _link(library)
        library.only_linked = True

        def placeholder(*args: Any) -> None:
            raise TypeError(f"{fndesc.qualname} is compiled into its callers only")

        return placeholder

    return get_executable


def _link(library: Any) -> None:
    """Make a library ready to be linked into its callers: as ``CPUCodeLibrary.finalize``, without optimising and machine code."""
    library._raise_if_finalized()
    seen = set()
    for other in library._linking_libraries:
        if other not in seen:
            library._reload_init.update(other._reload_init)
            seen.add(other)
            library._final_module.link_in(other._get_module_for_linking(), preserve=True)
    library._finalized = True


def _add_overload(original: Callable[..., None]) -> Callable[..., None]:
    def add_overload(helper: Any, compiled: Any) -> None:
        if not getattr(compiled.library, "only_linked", False):
            original(helper, compiled)
            return
        ordinary: list[Any] = []

        def call(*args: Any) -> Any:  # from Python: what numba makes of it without these options
            if not ordinary:
                options = {key: value for key, value in helper.targetoptions.items() if key != "nopython"}
                ordinary.append(njit(**options)(helper.py_func))
            return ordinary[0](*args)

        context = helper.targetctx
        context.insert_user_function(call, compiled.fndesc, [compiled.library])
        helper.overloads[tuple(compiled.signature.args)] = compiled._replace(entry_point=call)

    return add_overload
