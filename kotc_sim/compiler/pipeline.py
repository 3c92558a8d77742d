"""The passes of numba that kernels need: no closures, no ``literally``, no branches that types decide, so nothing looks for them.

Each pass of numba's that may change a function also works out again where its variables live: the passes left out here are an eighth of
the time of compiling.
"""

from typing import Any

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager
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


class KernelPipeline(CompilerBase):  # type: ignore[misc]
    """Compile a kernel or a helper of one."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes, in order."""
        passes = PassManager("kernel")
        passes.add_pass(TranslateByteCode, "analyzing bytecode")
        passes.add_pass(FixupArgs, "fix up args")
        passes.add_pass(IRProcessing, "processing IR")
        passes.add_pass(RewriteSemanticConstants, "rewrite semantic constants")
        passes.add_pass(GenericRewrites, "nopython rewrites")
        passes.add_pass(RewriteDynamicRaises, "rewrite dynamic raises")
        passes.add_pass(InlineInlinables, "inline inlinable functions")
        passes.add_pass(ReconstructSSA, "ssa")
        builder = DefaultPassBuilder
        for stage in (builder.define_typed_pipeline(self.state), builder.define_nopython_lowering_pipeline(self.state)):
            passes.passes.extend(stage.passes)
        passes.finalize()
        return [passes]
