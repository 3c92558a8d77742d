"""What only POSIX has is asked for before it is used: the package imports, and plays, elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MODULES = {"resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "syslog"}
NAMES = {
    "getuid",
    "geteuid",
    "getppid",
    "fork",
    "killpg",
    "setsid",
    "sched_getaffinity",
    "sched_setaffinity",
    "SIGALRM",
    "SIGHUP",
    "SIGKILL",
    "mkfifo",
}
ONLY_LINUX = {"count_branches.py"}  # a tool of those who change kernels, that pins itself to a processor
GUARDS = ("hasattr(", "os.name", "sys.platform", "setitimer", "except ImportError", "getattr(")


def sources() -> Iterator[Path]:
    for top in ("kotc_sim", "strategies", "experiments", "reports", "scripts"):
        yield from (path for path in sorted((ROOT / top).rglob("*.py")) if path.name not in ONLY_LINUX)


def unguarded(text: str) -> list[str]:
    """Return the uses of what only POSIX has in functions (or at the top) that do not ask for it."""
    tree = ast.parse(text)
    found = []
    scopes = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else {str(node.module)}
            used = names & MODULES
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("os", "signal"):
            used = {node.attr} & NAMES
        else:
            continue
        inside = [scope for scope in scopes if scope.lineno <= node.lineno <= (scope.end_lineno or 0)]
        around = ast.get_source_segment(text, inside[0]) if inside else ast.get_source_segment(text, node)
        if used and not any(guard in (around or "") for guard in GUARDS):
            found += [f"line {node.lineno}: {name}" for name in sorted(used)]
    return found


def test_what_only_posix_has_is_guarded() -> None:
    assert {str(path.relative_to(ROOT)): lines for path in sources() if (lines := unguarded(path.read_text(encoding="utf-8")))} == {}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("import resource\n", ["line 1: resource"]),
        ("def f():\n    import resource\n    return resource.x\n", ["line 2: resource"]),
        ("def f():\n    try:\n        import resource\n    except ImportError:\n        return 0\n", []),
        ("import os\ndef f():\n    return os.getuid()\n", ["line 3: getuid"]),
        ("import os\ndef f():\n    return os.getuid() if hasattr(os, 'getuid') else 0\n", []),
    ],
)
def test_the_check_finds_what_is_not(text: str, lines: list[str]) -> None:
    assert unguarded(text) == lines


def test_the_readme_has_the_commands_without_make() -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    for words in (
        "python -m venv .venv",
        r".venv\Scripts\pip",
        r".venv\Scripts\kotc-sim matchup",
        "python -m kotc_sim",
        'quotes are double: `--out "2 Thor"`',
    ):
        assert words in readme
