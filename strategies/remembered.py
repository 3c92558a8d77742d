"""Fits that were made before: in the user's cache, by a digest of all that they depend on, and refused if they were changed.

While a fit is made, the games of each finished round of the search are kept beside it: a training that is stopped goes on where it was.
"""

import contextlib
import hashlib
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.compiler import kernels_digest, remove_damaged, sweep
from kotc_sim.errors import KotcError
from kotc_sim.output import cache_file, keep, recall, write_output
from kotc_sim.strategies.learned import Fit, fit_of_text

OLD_SECONDS = 14 * 24 * 3600.0
"""Rounds of a training that was stopped can be taken up again for so long; then a later training removes them."""
_ROUND = re.compile(r"[0-9a-f]{24}-[0-9]+\.round")


@dataclass(frozen=True)
class Rounds:
    """Arrays of the rounds of one training: a file each, with a checksum (`kotc_sim.compiler.checksummed`)."""

    stem: Path | None = None  # files are called so, and by their number; None where nothing can be kept

    def _file(self, number: int) -> Path | None:
        return None if self.stem is None else self.stem.with_name(f"{self.stem.name}-{number}.round")

    def recall(self, number: int) -> dict[str, NDArray[Any]] | None:
        """Return the arrays of a round; None if it is not kept. A damaged file is named and removed."""
        content = recall(self._file(number))
        if content is None:
            return None
        with np.load(io.BytesIO(content), allow_pickle=False) as found:
            return dict(found)

    def keep(self, number: int, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Keep the arrays of a round; where nothing can be written, nothing is kept."""
        if self.stem is not None:
            stream = io.BytesIO()
            np.savez(stream, allow_pickle=False, **arrays)
            keep(self._file(number), stream.getvalue())

    def clear(self) -> None:
        """Remove all rounds: the fit is made."""
        if self.stem is not None:
            for file in self.stem.parent.glob(f"{self.stem.name}-*.round"):
                with contextlib.suppress(OSError):
                    file.unlink()


def remembered(what: Sequence[str]) -> Fit | None:
    """Return the fit that was made of ``what`` before; None if there is none. A damaged file is named and removed."""
    file = _file_of(what)
    return None if file is None else _read(file)


def recalled(what: Sequence[str], make: Callable[[Rounds], Fit]) -> Fit:
    """Return the fit that was made of ``what`` before, else make it and remember it.

    A damaged file is named, removed and made again; where nothing can be written, nothing is remembered. ``what`` is all that the fit
    depends on besides the sources of the kernels: digests of matches, plan, seed, the fit that it began with. ``make`` is given the rounds
    that an earlier training, which was stopped, has kept.
    """
    file = _file_of(what)
    if file is None:
        return make(Rounds())
    found = _read(file)
    if found is not None:
        return found
    sweep(file.parent, _ROUND, OLD_SECONDS)
    rounds = Rounds(file.with_suffix(""))
    fit = make(rounds)
    remember(what, fit)
    rounds.clear()
    return fit


def remember(what: Sequence[str], fit: Fit | None) -> None:
    """Keep a fit as the one that was made of ``what``, or none; where nothing can be written, nothing is remembered."""
    file = _file_of(what)
    if file is None:
        return
    with contextlib.suppress(OSError, KotcError):
        if fit is None:
            file.unlink()
        else:
            write_output(file, fit.as_json())


def _file_of(what: Sequence[str]) -> Path | None:
    return cache_file(f"fits-{kernels_digest()}", f"{hashlib.sha256(chr(0).join(what).encode()).hexdigest()[:24]}.json")


def _read(file: Path) -> Fit | None:
    try:
        return fit_of_text(file.read_text("utf-8"), str(file))
    except OSError:
        return None
    except (UnicodeDecodeError, KotcError):
        remove_damaged(file)
        return None
