"""Machine code a second time, in memory of its own, for a thread of its own.

Threads that run the same pages of machine code on different processors are a tenth slower than processes that each have their own
(docs/performance.md). All kernels are half a megabyte: a thread that plays for long gets its own copy of each.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

from numba.core.codegen import JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock

from kotc_sim.compiler import thread_code
from kotc_sim.compiler.kernel_cache import KernelCache, load_code


class ThreadKernels:
    """A second set of machine code, loaded kernel by kernel as it is asked for."""

    def __init__(self) -> None:
        self._codegen: Any = JITCPUCodegen("thread_kernels")
        self._addresses: dict[Any, int] = {}

    def address_of(self, function: Any) -> int | None:
        """Return the address of this thread's copy of a compiled kernel; None for a kernel that is not in the cache."""
        if function not in self._addresses:
            address = self._load(function)
            if address is None:
                return None
            self._addresses[function] = address
        return self._addresses[function]

    def _load(self, function: Any) -> int | None:
        (compiled,) = function.overloads.values()
        written = function._cache.read(compiled.signature) if isinstance(function._cache, KernelCache) else None
        if written is None:
            return None
        name, machine_code, _, symbols, (description, environment, _, _, environments) = written
        with global_compiler_lock:
            library = load_code(self._codegen, name, machine_code, symbols, (environment, *environments))
            return int(library.get_pointer_to_function(description.llvm_func_name))

    @contextlib.contextmanager
    def in_use(self) -> Iterator[None]:
        """Let addresses that this thread asks for be those of these copies."""
        before = thread_code.in_use()
        thread_code.use(self)
        try:
            yield
        finally:
            thread_code.use(before)
