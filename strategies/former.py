"""Names that strategy files of earlier versions import: they keep working while such a file runs."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
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
    """A module of a former name, which finds its contents when they are asked for: integers that are members now have other names."""

    def __getattr__(self, name: str) -> Any:
        own = self.__name__.removeprefix("kotc_sim.")
        if own in FORMER and not name.startswith("__"):
            return FORMER[own].find(name)
        raise AttributeError(f"module {self.__name__!r} has no {name}")


class _FormerImports(MetaPathFinder, Loader):
    """Imports modules by their former names.

    The module that has the contents is imported with it, not when a kernel asks for them: numba asks while it compiles that kernel, and
    an import that compiles kernels of its own would wait for it forever.
    """

    def __init__(self) -> None:
        self.modules = frozenset(f"kotc_sim.{name}" for name in FORMER)
        self.packages = frozenset(name.rpartition(".")[0] for name in self.modules)
        self.made: list[str] = []

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Say that a module of a former name is loaded here; others are not."""
        if fullname in self.modules | self.packages:
            return ModuleSpec(fullname, self, is_package=fullname in self.packages)
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module, which has no contents of its own."""
        return _FormerModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Import the module that has the contents."""
        self.made.append(module.__name__)
        if module.__name__ in self.modules:
            importlib.import_module(FORMER[module.__name__.removeprefix("kotc_sim.")].module)

    def forget(self) -> None:
        """Take the modules out of Python's list, and out of the packages that they were put into."""
        for name in self.made:
            del sys.modules[name]
            package, _, own = name.rpartition(".")
            if package in sys.modules:
                delattr(sys.modules[package], own)


@contextlib.contextmanager
def former_modules() -> Iterator[None]:
    """Let files import modules by their former names while the block runs."""
    imports = _FormerImports()
    sys.meta_path.append(imports)
    try:
        yield
    finally:
        sys.meta_path.remove(imports)
        imports.forget()
