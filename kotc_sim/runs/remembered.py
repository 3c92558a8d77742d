"""Texts that took long to find, kept in the user's cache with a checksum; what was damaged is thrown away, and found again by who asks."""

from __future__ import annotations

import contextlib
from pathlib import Path

from kotc_sim.compiler import add_checksum, cache_folder, read_checksummed
from kotc_sim.errors import KotcError
from kotc_sim.output import write_output


def read_kept(kind: str, key: str) -> str | None:
    """Return the text that was kept under a key, or None; a damaged file is named and removed.

    Parameters
    ----------
    kind : str
        What the texts are: the name of their folder.
    key : str
        A digest of all that the text depends on.
    """
    file = _file(kind, key)
    content = None if file is None else read_checksummed(file)
    return None if content is None else content.decode()


def keep(kind: str, key: str, text: str) -> None:
    """Keep a text under a key, written at once; where nothing can be written, nothing is kept."""
    file = _file(kind, key)
    if file is not None:
        with contextlib.suppress(KotcError):
            write_output(file, add_checksum(text.encode()))


def _file(kind: str, key: str) -> Path | None:
    folder = cache_folder(kind)
    return None if folder is None else folder / f"{key}.text"
