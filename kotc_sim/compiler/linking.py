"""One kernel, one piece of machine code: what is linked into a kernel is its own, and what is rare is out of the way.

numba leaves every helper visible in the machine code of its caller, as if others could call it there. As the kernel's own a helper
called once goes into its caller, what it returns is known there (numba hands a status back from each call, here always the same),
and arguments that it does not use are not handed over: games between real decks are 1.05 times as fast, plain ones 1.1 times. Like
``brisk.py`` this reaches into numba; pyproject pins the version it was written for.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from llvmlite.binding import Linkage
from numba import types
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.codegen import CPUCodeLibrary
from numba.core.itanium_mangler import mangle_identifier
from numba.core.lowering import Lower

from kotc_sim.compiler.branches import add_summary, set_options

_rare: set[str] = set()
_apart: set[str] = set()
MANY_BLOCKS = 16
"""A loop of so many pieces runs through different ones each time."""


def call_rare(helper: Callable[..., Any]) -> None:
    """Note that a helper, given as its Python function, is seldom called: it shall not lie in the way of what is called often."""
    _rare.add(_written(helper))


def call_apart(helper: Callable[..., Any]) -> None:
    """Note that a helper, given as its Python function, shall not be compiled into its callers."""
    _apart.add(_written(helper))


def _written(function: Callable[..., Any]) -> str:
    """Return a function's name as numba writes it into the symbols of the function and its wrappers."""
    nested: str = mangle_identifier(f"{function.__module__}.{function.__qualname__}")
    return nested[1:-1] + "B"  # without the signs of a nested name


@contextlib.contextmanager
def addresses_anew(kernel: Callable[..., Any]) -> Iterator[None]:
    """Compile a kernel, given as its Python function, so that no address is worked out before the loop in which it is needed.

    A handler runs through its stages in a loop, mostly once, and mostly through few of them. The compiler takes what all rounds have in
    common out of the loop: for a record of many lists that is a hundred addresses, kept on the stack, at each call.
    """
    original = Lower.pre_block

    def pre_block(lower: Any, block: Any) -> None:
        original(lower, block)
        if (lower.fndesc.modname, lower.fndesc.qualname) != (kernel.__module__, kernel.__qualname__):
            return
        if not hasattr(lower, "outer_loops"):
            graph = compute_cfg_from_blocks(lower.blocks)
            outer = [loop for loop in graph.loops().values() if len(graph.in_loops(loop.header)) == 1]
            lower.outer_loops = {loop.header for loop in outer if len(loop.body) >= MANY_BLOCKS}
        if not any(lower.blocks[header] is block for header in lower.outer_loops):
            return
        for name, kind in zip(lower.func_ir.arg_names, lower.fndesc.argtypes, strict=True):
            if isinstance(kind, types.Record) and name in lower.varmap:
                value = lower.loadvar(name)
                same = ir.FunctionType(value.type, [value.type])
                lower.builder.store(lower.builder.asm(same, "", "=r,0", [value], True), lower.getvar(name))

    Lower.pre_block = pre_block
    try:
        yield
    finally:
        Lower.pre_block = original


@contextlib.contextmanager
def by_itself(kernel: Callable[..., Any], *, short: bool) -> Iterator[None]:
    """Compile a kernel, given as its Python function, with helpers that nobody else calls; ``short`` code or fast code."""
    original, for_linking = CPUCodeLibrary._optimize_final_module, CPUCodeLibrary._get_module_for_linking
    own = _written(kernel)

    def optimize(library: Any) -> None:
        if library.name != kernel.__qualname__:
            original(library)
            return
        set_options()
        module, codegen = library._final_module, library._codegen
        for function in module.functions:
            if function.is_declaration:
                continue
            if short:
                function.add_function_attribute("optsize")
            if own not in function.name:
                if any(name in function.name for name in _rare):
                    function.add_function_attribute("cold")
                    function.add_function_attribute("noinline")
                if any(name in function.name for name in _apart):
                    function.add_function_attribute("noinline")
                function.linkage = "internal"
                function.name = f"{kernel.__module__}.{kernel.__name__}:{function.name}"  # the linker tells no two apart
        passes, builder = codegen._module_pass_manager(
            loop_vectorize=codegen._loopvect, slp_vectorize=False, opt=codegen._opt_level, cost="cheap"
        )
        passes.run(module, builder)  # first, as numba does
        library._shared_module = _for_callers(module)
        add_summary(module)
        passes, builder = codegen._module_pass_manager()
        passes.run(module, builder)

    def get_module_for_linking(library: Any) -> Any:
        module = for_linking(library)
        if not getattr(library, "only_linked", False):
            module = library._shared_module = without_calls(module)
        return module

    CPUCodeLibrary._optimize_final_module = optimize
    CPUCodeLibrary._get_module_for_linking = get_module_for_linking
    try:
        yield
    finally:
        CPUCodeLibrary._optimize_final_module = original
        CPUCodeLibrary._get_module_for_linking = for_linking


def _for_callers(module: Any) -> Any:
    """Return what other kernels link, before the summary is added."""
    shared = module.clone()
    for function in shared.functions:
        if not function.is_declaration and function.linkage == Linkage.external:
            function.linkage = "linkonce_odr"
    return shared


def without_calls(module: Any) -> Any:
    """Return a module without LLVM's list of its calls, which functions that were entered leave behind when they are optimised.

    Linked into a kernel and optimised with it, the module would get a second list, which LLVM refuses.
    """
    text = str(module)
    if '!"CG Profile"' not in text:
        return module
    return llvm.parse_assembly(re.sub(r"^!llvm\.module\.flags = .*$", "", text, flags=re.MULTILINE))
