"""Whose machine code a thread calls."""

import threading
from typing import Any

_local = threading.local()


def use(code: Any) -> None:
    """Let addresses that this thread asks for be those of its own machine code (`ThreadKernels`); None: of the shared one."""
    _local.code = code


def in_use() -> Any:
    """Return whose addresses this thread asks for, a `thread_kernels.ThreadKernels`; None for the machine code that all share."""
    return getattr(_local, "code", None)
