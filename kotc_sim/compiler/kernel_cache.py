"""The cache of compiled kernels: one file each, or one for each signature, from which only what a run needs is read.

numba's own cache makes ready to compile before it loads the first kernel (a third of a second), rebuilds the type of every record
for every kernel, and parses intermediate code that only a caller that is being compiled would link. Here types are those of the
kernel's signature, and intermediate code is parsed when somebody links it. Folders are named by a digest of the sources
(:mod:`kotc_sim.compiler.sources`), so a file needs no time stamp.
"""

import functools
import hashlib
import io
import os
import pickle
import sys
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core import sigutils, types
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import NumbaPickler

from kotc_sim.compiler.cache import file_of
from kotc_sim.compiler.checksummed import add_checksum, read_checksummed


class KernelCache:
    """What a dispatcher uses in place of numba's cache: the file of one kernel."""

    def __init__(self, function: Any, folder: Path) -> None:
        self.cache_path = str(folder)
        self._path = file_of(function, folder)

    def path(self, signature: Any) -> Path | None:
        """Return the file; None if the kernel cannot be kept."""
        return self._path

    def read(self, signature: Any) -> Any:
        """Return what :meth:`save_overload` wrote; None if there is no file that can be read."""
        path = self.path(signature)
        content = None if path is None else read_checksummed(path)  # machine code with a wrong bit would end the process
        if content is None:
            return None
        try:
            return _Unpickler(io.BytesIO(content), _types_of(signature)).load()
        except Exception:  # of another numba under the same version, for instance: it is compiled again, and rewritten
            return None

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the compiled kernel, ready to be called and linked; None if there is none that can be read."""
        written = self.read(signature)
        if written is None:
            return None
        name, machine_code, shared, symbols, description = written
        function, environment, signature, reload_init, environments = description
        rtsys.initialize(context)  # machine code allocates and releases arrays with it
        for prepare in reload_init:
            prepare()
        library = load_code(context.codegen(), name, machine_code, symbols, environments)
        library._get_module_for_linking = functools.cache(lambda: llvm.parse_bitcode(shared))
        entry_point = context.get_executable(library, function, environment)
        return CompileResult(
            typing_context=context.typing_context, target_context=context, entry_point=entry_point, typing_error=None,
            type_annotation="", signature=signature, library=library, objectmode=False, lifted=(), fndesc=function, call_helper=None,
            environment=environment, metadata=None, reload_init=reload_init, referenced_envs=environments,
        )  # fmt: skip

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Write the compiled kernel, unless its code holds addresses of this process, or no other can import its module."""
        path = self.path(signature)
        if path is None:
            return
        if compiled.library.has_dynamic_globals:
            warnings.warn(f"{path.stem} cannot be cached: its machine code holds addresses of this process", stacklevel=2)
            return
        if compiled.fndesc.lookup_module().__name__ not in sys.modules:
            return
        (name, _, (machine_code, shared)), function, environment, own, _, _, _, reload_init, environments = compiled._reduce()
        module = compiled.library._final_module
        symbols = [item.name for items in (module.functions, module.global_variables) for item in items if not item.is_declaration]
        buffer = io.BytesIO()
        description = (function, environment, own, reload_init, environments)
        _Pickler(buffer, _types_of(signature)).dump((name, machine_code, shared, symbols, description))
        temporary = path.with_suffix(f".{os.getpid()}")
        try:
            temporary.write_bytes(add_checksum(buffer.getvalue()))
            temporary.replace(path)  # whole, whoever else compiles it
        except OSError:
            temporary.unlink(missing_ok=True)  # a full disk: it is compiled again next time


def load_code(codegen: Any, name: str, machine_code: bytes, symbols: Sequence[str], environments: Iterable[Any]) -> Any:
    """Return a library with the machine code of a kernel, loaded into memory, with the environments that it refers to."""
    library = codegen.create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(machine_code)
    library._finalize_final_module()
    codegen._engine._defined_symbols.update(symbols)
    for one in environments:
        codegen.set_env(one.env_name, one)
    return library


class KernelCacheByTypes(KernelCache):
    """The files of a function that is compiled for the types that it is called with: one for each signature."""

    def path(self, signature: Any) -> Path | None:
        """Return the file for a signature; None if a type in it (a function's, for instance) is of this process."""
        arguments, _ = sigutils.normalize_signature(signature)
        try:
            words = " ".join(map(_name_type, arguments))
        except TypeError:
            return None
        return self._path.with_stem(f"{self._path.stem}-{hashlib.sha256(words.encode()).hexdigest()[:12]}")


def _name_type(kind: Any) -> str:
    """Return a type in words that mean the same in every process; `TypeError` if it is none of those that are known to have them."""
    known: Any = types
    if isinstance(kind, (known.Number, known.Boolean, known.NoneType)):
        return str(kind)
    if isinstance(kind, known.Record):
        fields = (f"{name} {_name_type(field.type)} {field.offset}" for name, field in kind.fields.items())
        return f"record({', '.join(fields)}; {kind.size} {kind.aligned})"
    if isinstance(kind, known.NestedArray):
        return f"nested({_name_type(kind.dtype)} {kind.shape})"
    if isinstance(kind, known.Array):
        return f"array({_name_type(kind.dtype)} {kind.ndim} {kind.layout} {kind.mutable} {kind.aligned})"
    if isinstance(kind, (known.UniTuple, known.Tuple, known.NamedUniTuple, known.NamedTuple)):
        made = getattr(kind, "instance_class", tuple)
        return f"{made.__module__}.{made.__qualname__}({', '.join(map(_name_type, kind.types))})"
    raise TypeError(f"{type(kind).__name__} is a type of this process")


def _types_of(signature: Any) -> list[Any]:
    arguments, returned = sigutils.normalize_signature(signature)
    return list(dict.fromkeys([*arguments, returned]))


class _Pickler(NumbaPickler):  # type: ignore[misc]
    """Writes the types of the kernel's signature as their number in it."""

    def __init__(self, file: Any, known: list[Any]) -> None:
        super().__init__(file, protocol=5)
        self.known = {kind: number for number, kind in enumerate(known)}

    def persistent_id(self, item: Any) -> int | None:
        return self.known.get(item) if isinstance(item, types.Type) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: Any, known: list[Any]) -> None:
        super().__init__(file)
        self.known = known

    def persistent_load(self, number: Any) -> Any:
        return self.known[number]
