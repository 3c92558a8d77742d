"""A second process that compiles into the cache while this one compiles other kernels: a cold start uses two cores."""

import contextlib
import os
import subprocess
from collections.abc import Iterator

from kotc_sim.compiler import child_process
from kotc_sim.compiler.ways import is_interpreted


@contextlib.contextmanager
def compile_in_background(statements: str, *, wait: bool = True) -> Iterator[bool]:
    """Run Python statements in a second process; yield whether there is one: not without compiling, nor on one processor.

    The statements are such as an import that compiles; none is run if they are empty. What they raise is not reported: whoever needs what
    they compile compiles it then. With ``wait`` the block's end waits for theirs; else the process is stopped with the block.
    """
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not statements or is_interpreted() or processors < 2:
        yield False
        return
    other = child_process.start(f"import gc\ngc.disable()\n{statements}", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield True
        if wait:
            other.wait()
    finally:
        other.kill()
        other.communicate()
