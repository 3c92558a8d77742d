"""One kernel, one piece of machine code: what is linked into a kernel is its own, and what is rare is out of the way.

numba leaves every helper visible in the machine code of its caller, as if others could call it there. As the kernel's own a helper
called once goes into its caller, what it returns is known there (numba hands a status back from each call, here always the same),
and arguments that it does not use are not handed over: games between real decks are 1.05 times as fast, plain ones 1.1 times.
"""

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import llvmlite.binding as llvm
from llvmlite.binding import Linkage
from numba.core import config
from numba.core.codegen import CPUCodeLibrary, _parse_refprune_flags
from numba.core.itanium_mangler import mangle_identifier

from kotc_sim.compiler.branches import add_summary
from kotc_sim.compiler.patched import patched

PLACES = {"rare": ("cold", "noinline"), "apart": ("noinline",)}
"""LLVM's attributes of helpers by the option that says where they lie: out of the way of what is called often, or not in their callers."""
_placed: dict[str, str] = {}


def place(helper: Callable[..., Any], where: str) -> None:
    """Note where a helper, given as its Python function, shall lie: one of `PLACES`."""
    _placed[_mangle(helper)] = where


def _mangle(function: Callable[..., Any]) -> str:
    """Return a function's name as numba writes it into the symbols of the function and its wrappers."""
    nested: str = mangle_identifier(f"{function.__module__}.{function.__qualname__}")
    return nested[1:-1] + "B"  # without the signs of a nested name


@contextlib.contextmanager
def make_helpers_private(kernel: Callable[..., Any], *, short: bool) -> Iterator[None]:
    """Compile a kernel, given as its Python function, with helpers that nobody else calls; ``short`` code or fast code."""
    original = CPUCodeLibrary._optimize_final_module
    own = _mangle(kernel)

    def optimize(library: Any) -> None:
        if library.name != kernel.__qualname__:
            original(library)
            return
        module, codegen = library._final_module, library._codegen
        for function in module.functions:
            if function.is_declaration:
                continue
            if short:
                function.add_function_attribute("optsize")
            if own not in function.name:
                for attribute in [one for name, where in _placed.items() if name in function.name for one in PLACES[where]]:
                    function.add_function_attribute(attribute)
                function.linkage = "internal"
                function.name = f"{kernel.__module__}.{kernel.__name__}:{function.name}"  # the linker tells no two apart
        passes, builder = codegen._module_pass_manager(
            loop_vectorize=codegen._loopvect, slp_vectorize=False, opt=codegen._opt_level, cost="cheap"
        )
        passes.run(module, builder)  # first, as numba does
        library._shared_module = _for_callers(module)
        add_summary(module)
        _run_last_passes(module, codegen)

    with patched((CPUCodeLibrary, "_optimize_final_module", optimize)), link_without_calls():
        yield


@contextlib.contextmanager
def link_without_calls() -> Iterator[None]:
    """Link modules without LLVM's lists of their calls (`without_calls`), where numba compiles in its usual way."""
    for_linking = CPUCodeLibrary._get_module_for_linking

    def get_module_for_linking(library: Any) -> Any:
        module = for_linking(library)
        if not getattr(library, "only_linked", False):
            module = library._shared_module = without_calls(module)
        return module

    with patched((CPUCodeLibrary, "_get_module_for_linking", get_module_for_linking)):
        yield


def _run_last_passes(module: Any, codegen: Any) -> None:
    """Optimise as numba does at last, but leave loops rolled up: over players, hands and fields they run two to five times.

    A loop that is unrolled asks first how often it will run; with short loops that question is a good part of the work.
    """
    tuning = llvm.create_pipeline_tuning_options()
    tuning.speed_level = config.OPT
    tuning.slp_vectorization = config.SLP_VECTORIZE
    tuning.loop_vectorization = config.LOOP_VECTORIZE
    tuning.loop_unrolling = False
    builder = llvm.create_pass_builder(codegen._tm, tuning)
    passes = builder.getModulePassManager()
    if config.LLVM_REFPRUNE_PASS:
        passes.add_refprune_pass(_parse_refprune_flags())
    passes.run(module, builder)


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
