"""The C yardsticks: compiled on demand, run as processes."""

import atexit
import functools
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
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
def _folder() -> Path:
    """Make a folder of this process alone: in one that others know by its name, somebody may have put another program."""
    folder = tempfile.mkdtemp(prefix="kotc-sim-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


@functools.cache
def build(name: str) -> Path | None:
    """Compile ``name``.c; None without a compiler, `KotcError` if the compiler refuses, or nothing can be written."""
    found = compiler()
    if found is None:
        return None
    source = HERE / f"{name}.c"
    how = "Name another compiler with CC, or leave the yardstick out with --no-c."
    try:
        program = _folder() / name
        done = subprocess.run([found, *FLAGS, str(source), "-o", str(program)], capture_output=True, encoding="utf-8")
    except OSError as error:
        raise KotcError(f"{source.name} cannot be compiled: {error.strerror}", fix=how) from error
    if done.returncode:
        raise KotcError(f"{found} cannot compile {source.name}: {done.stderr.strip().splitlines()[-1:]}", fix=how)
    return program


def run(name: str, *arguments: object) -> list[Mapping[str, Any]]:
    """Run a yardstick and return the JSON objects that it prints; `KotcError` without a compiler."""
    program = build(name)
    if program is None:
        raise KotcError("there is no C compiler", fix="Install one, or leave the yardstick out with --no-c.")
    shown = subprocess.run([str(program), *map(str, arguments)], capture_output=True, encoding="utf-8", check=True)
    return [json.loads(line) for line in shown.stdout.splitlines()]
