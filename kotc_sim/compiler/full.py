"""Compile kernels the fast way: numba, changed while a kernel is compiled, and set back afterwards.

All of it happens under numba's own lock, so that no function of another thread is compiled so.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import typeinfer
from numba.core.compiler_lock import global_compiler_lock

from kotc_sim.compiler.branches import weight_branches
from kotc_sim.compiler.compile_patches import patch_numba, skip_wraparound
from kotc_sim.compiler.kernel_cache import KernelCache, KernelCacheByTypes
from kotc_sim.compiler.linking import link_without_calls, make_helpers_private

OPTIONS = {
    # A helper that is called often goes into its callers up to this size: LLVM's own, ten times as large, takes a tenth longer to compile.
    "hot-callsite-threshold": ("300", "3000"),
    # What a loop that runs seldom needs is not fetched before it, and kept on the stack, at each call.
    "disable-machine-licm": ("true", "false"),
    # A list's address is worked out where it is used, not for each list of a loop's body in each round.
    "disable-lsr": ("true", "false"),
}
"""Options of LLVM, while a kernel is compiled and otherwise: kernels are large functions with many short loops."""


@contextlib.contextmanager
def set_options() -> Iterator[None]:
    """Compile with :data:`OPTIONS`; they hold for the whole process, so they are taken back before anybody else compiles."""
    for option, (value, _) in OPTIONS.items():
        llvm.set_option("kotc-sim", f"-{option}={value}")
    try:
        yield
    finally:
        for option, (_, usual) in OPTIONS.items():
            llvm.set_option("kotc-sim", f"-{option}={usual}")


def compile_kernel(
    function: Callable[..., Any], signature: tuple[Any, ...], options: Mapping[str, object], folder: Path | None, own: frozenset[str]
) -> Any:
    """Return the function compiled for its signature, loaded from the folder or kept there; without a folder numba compiles it.

    The options are those of ``numba.njit``; ``folder`` is the kernel's of the cache, ``own`` the options of ours that it has
    (``jit.OWN_OPTIONS``).
    """
    if folder is None or function.__closure__ or len(signature) != 1:  # values of a closure are no part of the kernel's file name
        return numba.njit(*signature, **options)(function)
    with contextlib.ExitStack() as ways:
        ways.enter_context(global_compiler_lock)
        ways.enter_context(patch_numba(function))
        ways.enter_context(make_helpers_private(function, short="short" in own))
        ways.enter_context(weight_branches())
        ways.enter_context(set_options())
        if "checks" not in own:
            ways.enter_context(skip_wraparound())
        dispatcher = numba.njit(**options)(function)
        dispatcher._cache = KernelCache(dispatcher.py_func, folder)
        with typeinfer.register_dispatcher(dispatcher):
            dispatcher.compile(signature[0])
            dispatcher.disable_compile()
        return dispatcher


def compile_when_called(function: Callable[..., Any], options: Mapping[str, object], folder: Path | None) -> Any:
    """Return the function, to be compiled for the types that it is called with, or loaded from the folder, which keeps it then.

    It is compiled in numba's usual way: :data:`OPTIONS` and rolled up loops are for the engines, and made short loops that Python calls,
    as those of battles on paper, two to seven times slower. Without a folder it is not kept, nor is a closure.
    """
    dispatcher = numba.njit(**options)(function)
    if folder is not None and not function.__closure__:
        dispatcher._cache = KernelCacheByTypes(function, folder)
    compile_as_numba_does = dispatcher.compile

    def compile(signature: Any) -> Any:
        with global_compiler_lock, link_without_calls():  # what it calls may have been called by Python itself
            return compile_as_numba_does(signature)

    dispatcher.compile = compile
    return dispatcher
