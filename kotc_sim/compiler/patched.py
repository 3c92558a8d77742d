"""Names of numba that mean something else while a kernel is compiled."""

import contextlib
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def patched(*patches: tuple[Any, str, Any]) -> Iterator[None]:
    """Set attributes, each given as its owner, its name and the new value, and set them back when the block ends."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in patches]
    for owner, name, value in patches:
        setattr(owner, name, value)
    try:
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)
