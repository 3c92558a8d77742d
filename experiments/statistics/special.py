"""The special functions of scipy, without the rest of ``scipy.special``.

``scipy.special`` wraps each function for other array libraries, reads its documentation and loads numpy's Fortran tools for that:
a third of a second, of which the functions themselves take a hundredth. They lie in a module of machine code beside the wrappers.
"""

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scipy.special import betaincinv, chdtrc, chdtri, ndtr, ndtri, stdtr, stdtrit

__all__ = ["betaincinv", "chdtrc", "chdtri", "ndtr", "ndtri", "stdtr", "stdtrit"]


def _functions() -> Any:
    """Return the module that holds the functions: the machine code alone, or ``scipy.special`` where that is loaded already."""
    name = "scipy.special"
    if name in sys.modules:
        return sys.modules[name]
    import scipy

    package = ModuleType(name)
    package.__path__ = [str(Path(scipy.__file__).with_name("special"))]
    sys.modules[name] = package  # a package without its __init__, while the module in it is imported
    try:
        return importlib.import_module(f"{name}._ufuncs")
    finally:
        del sys.modules[name]


if not TYPE_CHECKING:
    _scipy = _functions()
    globals().update({name: getattr(_scipy, name) for name in __all__})
