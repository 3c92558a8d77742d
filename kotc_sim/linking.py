"""One kernel, one piece of machine code: what is linked into a kernel is its own, and what is rare is out of the way.

numba leaves every helper visible in the machine code of its caller, as if others could call it there. As the kernel's own a helper
called once goes into its caller, what it returns is known there (numba hands a status back from each call, here always the same),
and arguments that it does not use are not handed over: games between real decks are 1.05 times as fast, plain ones 1.1 times. Like
``brisk.py`` this reaches into numba; pyproject pins the version it was written for.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from numba.core.codegen import CPUCodeLibrary
from numba.core.itanium_mangler import mangle_identifier

_rare: set[str] = set()


def call_rare(helper: Callable[..., Any]) -> None:
    """Note that a helper, given as its Python function, is seldom called: it shall not lie in the way of what is called often."""
    _rare.add(_written(helper))


def _written(function: Callable[..., Any]) -> str:
    """Return a function's name as numba writes it into the symbols of the function and its wrappers."""
    nested: str = mangle_identifier(f"{function.__module__}.{function.__qualname__}")
    return nested[1:-1] + "B"  # without the signs of a nested name


@contextlib.contextmanager
def by_itself(kernel: Callable[..., Any], *, short: bool) -> Iterator[None]:
    """Compile a kernel, given as its Python function, with helpers that nobody else calls; ``short`` code or fast code."""
    original = CPUCodeLibrary._optimize_final_module
    own = _written(kernel)

    def optimize(library: Any) -> None:
        if library.name == kernel.__qualname__:
            for function in library._final_module.functions:
                if function.is_declaration:
                    continue
                if short:
                    function.add_function_attribute("optsize")
                if own not in function.name:
                    if any(name in function.name for name in _rare):
                        function.add_function_attribute("cold")
                        function.add_function_attribute("noinline")
                    function.linkage = "internal"
                    function.name = f"{kernel.__module__}.{kernel.__name__}:{function.name}"  # the linker tells no two apart
        original(library)

    CPUCodeLibrary._optimize_final_module = optimize
    try:
        yield
    finally:
        CPUCodeLibrary._optimize_final_module = original
