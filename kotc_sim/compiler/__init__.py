"""The one door to numba and LLVM. Importing it does not import numba.

Beside what stands here, other folders use `types` (numba's types), `bits` (instructions that Python has no word for), `lists`
(lists of numbers by address) and `addresses` (calls by address); these import numba. docs/compiler.md says how all of it works.
"""

from kotc_sim.compiler.beside import beside
from kotc_sim.compiler.cache import cache_base, cache_folder, compiled_yet, is_cached, mark_compiled, sweep
from kotc_sim.compiler.jit import helper, kernel
from kotc_sim.compiler.sealed import opened, sealed, throw_away
from kotc_sim.compiler.size import code_sizes
from kotc_sim.compiler.sources import kernels_digest, source_digest
from kotc_sim.compiler.ways import checked, way

__all__ = [
    "beside",
    "cache_base",
    "cache_folder",
    "checked",
    "code_sizes",
    "compiled_yet",
    "helper",
    "is_cached",
    "kernel",
    "kernels_digest",
    "mark_compiled",
    "opened",
    "sealed",
    "source_digest",
    "sweep",
    "throw_away",
    "way",
]
