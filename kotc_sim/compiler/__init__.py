"""The one door to numba and LLVM. Importing it does not import numba.

Beside what stands here, other folders use `types` (numba's types), `bits` (instructions that Python has no word for), `lists`
(lists of numbers by address) and `addresses` (calls by address); these import numba. docs/compiler.md says how all of it works.
"""

from kotc_sim.compiler.background import compile_in_background
from kotc_sim.compiler.cache import cache_base, cache_folder, is_cached, is_compiled, mark_compiled, sweep
from kotc_sim.compiler.checksummed import add_checksum, read_checksummed, remove_damaged
from kotc_sim.compiler.jit import helper, kernel
from kotc_sim.compiler.size import code_sizes
from kotc_sim.compiler.sources import kernels_digest, source_digest
from kotc_sim.compiler.ways import is_checked, way

__all__ = [
    "add_checksum", "cache_base", "cache_folder", "code_sizes", "compile_in_background", "helper", "is_cached", "is_checked",
    "is_compiled", "kernel", "kernels_digest", "mark_compiled", "read_checksummed", "remove_damaged", "source_digest", "sweep", "way",
]  # fmt: skip
