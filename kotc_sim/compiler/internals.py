"""Everything inside numba that this package relies on, beyond what numba promises to those who extend it.

docs/compiler.md says what each trick is worth, and how to go on when numba changes. What a name means is not checked here, only that it is
there and takes the same parameters; so each is also tied to the versions of numba that it was tried with.
"""

import csv
import importlib
import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

KNOWN = ("0.68",)
"""The minor versions of numba that all of it was tried with, by the checklist of docs/compiler.md."""


@dataclass(frozen=True)
class Internal:
    """A name inside numba that is relied on: module, class and name; also of an attribute that a class's functions set.

    They stand in ``internals.csv``. ``trick`` is what it is for, a heading of docs/compiler.md; ``parameters`` are the names of its own,
    None (there ``-``) where it is no function, or only passed on.
    """

    path: str
    trick: str
    parameters: str | None


def _listed(way: str) -> tuple[Internal, ...]:
    with Path(__file__).with_suffix(".csv").open(encoding="utf-8", newline="") as table:
        rows = [row for row in csv.DictReader(table) if row.pop("way") == way]
    return tuple(Internal(row["path"], row["trick"], None if row["parameters"] == "-" else row["parameters"]) for row in rows)


PLAIN, FULL = _listed("plain"), _listed("full")
"""What plain kernels need as well: calls by address, lists, copies of records, helpers of one signature; and what the fast way does."""

INTERNALS = PLAIN + FULL


def missing(needed: Literal["plain", "full"], *, any_version: bool = False) -> list[str]:
    """Return what of all this is not there, or not as it was, a phrase for each; for ``plain`` kernels, or for all (``full``).

    Plain kernels do not ask for a version of numba, and nobody does with ``any_version``: one that is not known will do.
    """
    import numba

    lost = [phrase for one in (PLAIN if needed == "plain" else INTERNALS) if (phrase := _fault(one))]
    if needed == "full" and not any_version and ".".join(numba.__version__.split(".")[:2]) not in KNOWN:
        lost.append(f"tried with numba {' and '.join(KNOWN)} only")
    return lost


def _fault(internal: Internal) -> str | None:
    try:
        what = find(internal.path)
    except LookupError:
        return f"{_short(internal.path)} is gone"
    if internal.parameters is None:
        return None
    try:
        parameters = ", ".join(inspect.signature(what).parameters)
    except (TypeError, ValueError):
        return f"{_short(internal.path)} is no function"
    return None if parameters == internal.parameters else f"{_short(internal.path)} takes ({parameters})"


def find(path: str) -> Any:
    """Return what a path names; None for an attribute that only a class's functions name; `LookupError` if there is no such name."""
    what: Any = None
    parts = path.split(".")
    for n in range(len(parts), 0, -1):
        try:
            what = importlib.import_module(".".join(parts[:n]))
        except ImportError:
            continue
        parts = parts[n:]
        break
    for name in parts:
        if hasattr(what, name):
            what = getattr(what, name)
        elif inspect.isclass(what) and name == parts[-1] and _is_set_in(what, name):
            return None
        else:
            raise LookupError(path)
    return what


def _is_set_in(owner: type, name: str) -> bool:
    functions = [item for one in owner.__mro__ for item in list(vars(one).values()) if inspect.isfunction(item)]
    return any(name in function.__code__.co_names for function in functions)


def _short(path: str) -> str:
    """Return the last two names of a path."""
    return ".".join(path.split(".")[-2:])
