"""The user's own defaults, from a file: ``edition``, ``jobs`` and ``folder`` stand for the options of these names where none is typed."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import typer

from kotc_sim.errors import KotcError
from kotc_sim.questions import states

KEYS: dict[str, type] = {"edition": str, "jobs": int, "folder": str}
OF_FILES = ("--deck", "--in")
"""Options of questions about an edition that name a deck, and with it the edition."""
ABOUT_AN_EDITION = ("words", "price", "exploit", "ban")
"""Commands that take no file which could name another edition than the usual one."""


def configured(arguments: Sequence[str], params_of: Callable[[Sequence[str]], Sequence[Any]]) -> list[str]:
    """Return the arguments of a command line with those options that the file states and nobody has typed: results quote them, too.

    ``params_of`` returns the parameters of the command that a command line names, none if it names no command. Raises `KotcError` if the
    file cannot be read, or says something else.
    """
    words = list(arguments)
    stated = _read(Path(typer.get_app_dir("kotc-sim")) / "config.toml")  # ~/.config/kotc-sim, or where the system keeps such files
    if not stated:
        return words
    end = words.index("--") if "--" in words else len(words)
    typed = words[:end]
    for parameter in params_of(words):
        key = parameter.name
        if key not in stated or f"--{key}" not in parameter.opts or any(states(word, parameter.opts) for word in typed):
            continue
        if key != "edition" or (words[0] in ABOUT_AN_EDITION and not any(states(word, OF_FILES) for word in typed)):
            words[end:end] = [f"--{key}", str(stated[key])]
            end += 2
    return words


def _read(file: Path) -> dict[str, Any]:
    if not file.is_absolute() or not file.is_file():  # a user without a home has none
        return {}
    import tomllib  # few users have such a file

    try:
        stated = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise KotcError(f"this is not TOML: {error}", file=file, fix="Mend it, or remove it.") from None
    for key, value in stated.items():
        if type(value) is not KEYS.get(key):
            kinds = ", ".join(f"{name} ({'a number' if kind is int else 'a text'})" for name, kind in KEYS.items())
            raise KotcError(f"`{key} = {value!r}` is no default", file=file, fix=f"It may state {kinds}.")
    if "folder" in stated:
        stated["folder"] = str(Path(stated["folder"]).expanduser())
    return stated
