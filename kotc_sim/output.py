"""What is written: results as JSON, and files whole or not at all, so that a stopped run leaves no half report behind."""

from __future__ import annotations

import json
import math
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kotc_sim.errors import KotcError


def check_output(path: Path) -> None:
    """Raise `KotcError` if a file cannot be written to ``path``: asked before a long run, not after it."""
    if path.is_dir():
        raise KotcError("is a folder, not a file", file=path, fix="Name a file in it.")
    folder = path.parent
    if not folder.is_dir():
        raise KotcError(f"the folder {folder} does not exist", file=path, fix=f"Make it: mkdir -p {folder}")
    if not os.access(folder, os.W_OK):
        raise KotcError(f"the folder {folder} cannot be written to", file=path, fix="Name another one.")


@contextmanager
def output_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path beside ``path``; it takes that name when the block ends without an error.

    The temporary name keeps the suffix, since pandas and matplotlib choose the format by it.

    Raises
    ------
    KotcError
        ``path`` is a folder, lies in a missing or read-only one, or writing fails (a full disk, for
        instance).
    """
    target = Path(path)
    check_output(target)
    temporary = target.with_name(f".{target.stem}.{secrets.token_hex(4)}{target.suffix}")
    try:
        yield temporary
        os.replace(temporary, target)
    except OSError as error:
        raise KotcError(f"cannot be written: {error.strerror or error}", file=target) from error
    finally:
        temporary.unlink(missing_ok=True)


def write_output(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a text (as UTF-8, line ends unchanged) or bytes to the file at once; errors as `output_file`."""
    with output_file(path) as temporary:
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)


def json_text(data: Any) -> str:
    """Return a result as JSON for ``--json``.

    JSON has no infinity: an end that the data do not bound, like any number that is not finite, is ``null``.
    """
    return json.dumps(_finite(data), ensure_ascii=False, indent=2, allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(entry) for entry in value]
    return value
