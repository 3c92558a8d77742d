"""Names that strategy files of earlier versions import: they keep working while such a file runs."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Former:
    """Where the contents of a former module are now.

    Attributes
    ----------
    module : str
        The module that has them.
    prefixes : mapping of str to str
        Of integers that are now members of enumerations: what stood before the member's name, and the enumeration.
    """

    module: str
    prefixes: Mapping[str, str] = field(default_factory=dict)

    def find(self, name: str) -> Any:
        """Return what a name stood for; raises AttributeError if that is gone."""
        module = importlib.import_module(self.module)
        if hasattr(module, name):
            return getattr(module, name)
        for prefix, kind in self.prefixes.items():
            members = getattr(module, kind).__members__
            if name.startswith(prefix) and name.removeprefix(prefix) in members:
                return int(members[name.removeprefix(prefix)])
        raise AttributeError(f"{self.module} has no {name}")


_KEEPER_KINDS = {
    "": "Zone", "P_": "Phase", "A_": "Ask", "O_": "Opt", "E_": "Event", "SUBJ_": "Subject", "PL_": "Place", "PLAY_": "Play", "BY_": "By",
    "OF_": "Of", "WHO_": "Who", "HOW_": "How", "COST_": "Cost", "R_": "React", "POP_": "Pop", "L_": "Link", "AMOUNT_": "Amount",
    "OP_": "Op", "F_": "Frame", "G_": "Log", "FEAT_": "Feature",
}  # fmt: skip
_LEVELUP_KINDS = {
    "Z_": "Zone", "K_": "Kind", "P_": "Prefix", "E_": "Event", "R_": "Action", "OP_": "Op", "S_": "Side", "C_": "Count", "I_": "Item",
    "A_": "Ask", "TR_": "Trait", "O_": "Opt", "F_": "Frame", "RNG_": "Purpose", "G_": "Log",
}  # fmt: skip
FORMER = {
    "engine.kinds": Former("kotc_sim.games.keeper.engine.kinds", _KEEPER_KINDS),
    "strategies.api": Former("kotc_sim.strategies.keeper.api"),
    "strategies.view": Former("kotc_sim.strategies.keeper.view"),
    "engine.levelup.codes": Former("kotc_sim.games.levelup.engine.kinds", _LEVELUP_KINDS),
    "engine.levelup.primitives": Former("kotc_sim.games.levelup.engine.primitives"),
    "engine.levelup.view": Former("kotc_sim.games.levelup.engine.view"),
}
"""By the names, in ``kotc_sim``, of the modules that templates and pages of version 0.1.0 named."""


class _FormerModule(ModuleType):
    """A module of a former name, which finds its contents when they are asked for: some import numba."""

    def __getattr__(self, name: str) -> Any:
        own = self.__name__.removeprefix("kotc_sim.")
        if own in FORMER and not name.startswith("__"):
            return FORMER[own].find(name)
        raise AttributeError(f"module {self.__name__!r} has no {name}")


@contextlib.contextmanager
def former_modules() -> Iterator[None]:
    """Let files import modules by their former names while the block runs."""
    modules = {f"kotc_sim.{name}" for name in FORMER}
    packages = {name.rpartition(".")[0] for name in modules}
    added = [name for name in sorted(packages | modules) if name not in sys.modules]
    for name in added:
        module = _FormerModule(name)
        if name in packages:
            module.__path__ = []
        sys.modules[name] = module
    try:
        yield
    finally:
        for name in added:
            del sys.modules[name]
