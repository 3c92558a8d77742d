"""The passes of numba that kernels need: no closures, no ``literally``, no branches that types decide, so nothing looks for them.

Nothing is looked for after types are known either: expressions of whole arrays, and what may be written into a caller before LLVM does so.
"""

from typing import Any

from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import IRLegalization, NativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    InlineInlinables,
    IRProcessing,
    ReconstructSSA,
    RewriteDynamicRaises,
    RewriteSemanticConstants,
    TranslateByteCode,
)

PASSES = (
    *(TranslateByteCode, FixupArgs, IRProcessing, RewriteSemanticConstants, GenericRewrites, RewriteDynamicRaises, InlineInlinables),
    *(ReconstructSSA, NopythonTypeInference, PreLowerStripPhis, IRLegalization, NativeLowering, NoPythonBackend),
)


class KernelPipeline(CompilerBase):  # type: ignore[misc]
    """Compile a kernel or a helper of one."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes, in order."""
        passes = PassManager("kernel")
        for one in PASSES:
            passes.add_pass(one, one._name)
        passes.finalize()
        return [passes]
