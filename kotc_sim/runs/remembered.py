"""Texts that took long to find, kept in the user's cache with a checksum; what was damaged is thrown away, and found again by who asks."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path

from kotc_sim.compiler import cache_folder


def kept(kind: str, key: str) -> str | None:
    """Return the text that was kept under a key, or None; a damaged file is removed.

    Parameters
    ----------
    kind : str
        What the texts are: the name of their folder.
    key : str
        A digest of all that the text depends on.
    """
    file = _file(kind, key)
    if file is None:
        return None
    try:
        found = json.loads(file.read_text("utf-8"))
        text = found["text"]
        if not isinstance(text, str) or hashlib.sha256(text.encode()).hexdigest() != found["sha256"]:
            raise ValueError("the checksum differs")
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        with contextlib.suppress(OSError):
            file.unlink()
        return None
    return text


def keep(kind: str, key: str, text: str) -> None:
    """Keep a text under a key, written at once; where nothing can be written, nothing is kept."""
    file = _file(kind, key)
    if file is None:
        return
    content = json.dumps({"sha256": hashlib.sha256(text.encode()).hexdigest(), "text": text}, ensure_ascii=False)
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(content)
        os.replace(name, file)


def _file(kind: str, key: str) -> Path | None:
    folder = cache_folder(kind)
    return None if folder is None else folder / f"{key}.json"
