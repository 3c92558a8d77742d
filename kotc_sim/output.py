"""What is written: results as JSON, and files whole or not at all, so that a stopped run leaves no half report behind.

What took long to find and can be found again (homes, fits, parsers) lies in the user's cache with a checksum: `cache_file`, `keep`, and
`read_checksummed`, which removes what is damaged.
"""

import csv
import dataclasses
import io
import json
import math
import os
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from typing import Any

from kotc_sim.compiler import add_checksum, cache_folder, read_checksummed
from kotc_sim.errors import KotcError, is_calculated, printable

_UNQUOTED = re.compile("[^\n\x20-\x7e]")


def make_printable(data: Any) -> Any:
    """Return a result, or any part of one, with all its texts printable: what reports are made of."""
    if isinstance(data, str):
        return data if isinstance(data, Enum) else printable(data)
    if isinstance(data, dict):
        return {make_printable(key): make_printable(value) for key, value in data.items()}
    if dataclasses.is_dataclass(data) and not isinstance(data, type):
        held = {one: getattr(data, one.name) for one in dataclasses.fields(data)}
        return type(data)(**{one.name: make_printable(value) if one.metadata else value for one, value in held.items()})
    if isinstance(data, tuple) and hasattr(data, "_make"):
        return data
    if isinstance(data, (list, tuple)):
        return type(data)(make_printable(value) for value in data)
    return data


def plain_cell(value: Any) -> Any:
    """Return a cell for CSV: printable, and with a ' in front where a spreadsheet would take a text for a formula."""
    if not isinstance(value, str):
        return value
    return f"'{printable(value)}" if is_calculated(value) else printable(value)


SEPARATORS = {".csv": ",", ".tsv": "\t"}
"""What stands between cells, by the ending of a file."""


def csv_bytes(rows: Iterable[Sequence[Any]], separator: str = ",") -> bytes:
    """Return rows as CSV in UTF-8; where there are letters such as é, with a byte-order mark, by which Excel knows that."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator, lineterminator="\n").writerows(rows)
    written = text.getvalue()
    return written.encode("utf-8" if written.isascii() else "utf-8-sig")


def check_output(path: Path) -> None:
    """Raise `KotcError` if a file cannot be written to ``path``: asked before a long run, not after it."""
    if os.path.isdir(path):  # os.path: pathlib raises for a name that is too long
        raise KotcError("is a folder, not a file", file=path, fix="Name a file in it.")
    if os.path.exists(path) and not os.path.isfile(path):  # /dev/null would be replaced by a file
        raise KotcError("is a device or a pipe, not a file", file=path, fix="Name a file.")
    folder = path.parent
    if not os.path.isdir(folder):
        raise KotcError(f"the folder {folder} does not exist", file=path, fix=f"Make it: mkdir -p {folder}")
    try:
        os.stat(path)
    except FileNotFoundError:
        pass
    except OSError as error:  # the name is too long, for instance
        raise _refuse(path, error) from error
    probe = _beside(path)
    try:  # permissions alone do not tell: the place may be read-only, or no place for files at all
        probe.touch(exist_ok=False)
        probe.unlink()
    except OSError as error:
        raise _refuse(path, error) from error


def _refuse(path: Path, error: OSError) -> KotcError:
    return KotcError(f"cannot be written: {error.strerror or error}", file=path, fix="Name another place.")


def _beside(path: Path) -> Path:
    """Return a temporary name beside a file, with its suffix: pandas and matplotlib choose the format by it."""
    return path.with_name(f".{path.stem[:100]}.{secrets.token_hex(4)}{path.suffix}")


@contextmanager
def output_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary path beside ``path``; it takes that name when the block ends without an error.

    Raises `KotcError` if ``path`` is a folder, lies in a missing or read-only one, or writing fails (a full disk, for instance).
    """
    target = Path(path)
    check_output(target)
    temporary = _beside(target)
    try:
        yield temporary
        os.replace(temporary, target)
    except OSError as error:
        raise KotcError(f"cannot be written: {error.strerror or error}", file=target) from error
    finally:
        temporary.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make a folder that results are written into, if it is not there; `KotcError` if it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KotcError(f"cannot be made: {error.strerror}", file=folder, fix="Name another folder.") from None


def write_output(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a text (as UTF-8, line ends unchanged) or bytes to the file at once; errors as `output_file`."""
    with output_file(path) as temporary:
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)


def cache_file(kind: str, name: str) -> Path | None:
    """Return the file of this name in the folder of its kind in the user's cache; None where nothing can be written."""
    folder = cache_folder(kind)
    return None if folder is None else folder / name


def recall(file: Path | None) -> bytes | None:
    """Return what was kept in a file, or None; a damaged one is named on the error stream, and removed."""
    return None if file is None else read_checksummed(file)


def keep(file: Path | None, content: bytes) -> None:
    """Keep in a file what can be made again, written at once and with a checksum; where it cannot be written, nothing is kept."""
    if file is not None:
        with suppress(KotcError):
            write_output(file, add_checksum(content))


def json_text(data: Any) -> str:
    """Return a result as JSON for ``--json``.

    Characters that would steer a terminal are escaped.
    JSON has no infinity: an end that the data do not bound, like any number that is not finite, is ``null``.
    """
    text = json.dumps(_finite(data), ensure_ascii=False, indent=2, allow_nan=False)
    return _UNQUOTED.sub(_quote, text)


def read_json(content: str | bytes) -> Any:
    """Return what a JSON text holds; `ValueError` if it is none, or is nested too deeply to be read."""
    try:
        return json.loads(content)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _quote(found: re.Match[str]) -> str:
    """Return a character of a JSON text, escaped as JSON does where it is better not shown: the text means the same."""
    return found[0] if printable(found[0]) == found[0] else json.dumps(found[0])[1:-1]


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(entry) for entry in value]
    return value


def show_page(page: str) -> None:
    """Write a page of Markdown to a terminal: formatted, and through the user's pager."""
    from rich.console import Console  # typer depends on it; it takes long to import
    from rich.markdown import Markdown

    console = Console(width=min(Console().width, 100))
    with console.pager(styles=True):
        console.print(Markdown(page, hyperlinks=False))
