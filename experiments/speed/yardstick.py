"""The C yardsticks: compiled on demand, run as processes."""

from __future__ import annotations

import functools
import getpass
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from kotc_sim.errors import KotcError

HERE = Path(__file__).parent / "yardsticks"
FLAGS = ("-O3", "-march=native", "-std=gnu11")


def compiler() -> str | None:
    """Return the C compiler: $CC, or the first of cc, gcc and clang that is there; None without one."""
    for name in filter(None, (os.environ.get("CC"), "cc", "gcc", "clang")):
        if found := shutil.which(name):
            return found
    return None


@functools.cache
def build(name: str) -> Path | None:
    """Compile ``name``.c into the folder for temporary files, unless it is there; None without a compiler.

    Raises
    ------
    KotcError
        If the compiler refuses.
    """
    found = compiler()
    if found is None:
        return None
    source = HERE / f"{name}.c"
    key = hashlib.sha256(source.read_bytes() + found.encode() + repr(FLAGS).encode()).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"kotc-sim-yardsticks-{os.getuid() if hasattr(os, 'getuid') else getpass.getuser()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    program = folder / f"{name}-{key}"
    if not program.is_file():
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as draft:
            made = Path(draft.name)
        done = subprocess.run([found, *FLAGS, str(source), "-o", str(made)], capture_output=True, encoding="utf-8")
        if done.returncode:
            made.unlink(missing_ok=True)
            raise KotcError(
                f"{found} cannot compile {source.name}: {done.stderr.strip().splitlines()[-1:]}",
                fix="Name another compiler with CC, or leave the yardstick out with --no-c.",
            )
        made.chmod(0o700)
        made.replace(program)
    return program


def run(name: str, *arguments: object) -> list[dict[str, Any]]:
    """Run a yardstick and return the JSON objects that it prints.

    Raises
    ------
    KotcError
        If there is no compiler.
    """
    program = build(name)
    if program is None:
        raise KotcError("there is no C compiler", fix="Install one, or leave the yardstick out with --no-c.")
    shown = subprocess.run([str(program), *map(str, arguments)], capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in shown.stdout.splitlines()]
