"""The manual page, in the language of man(1), from what the commands say of themselves."""

from collections.abc import Iterable, Iterator
from typing import Any

from kotc_sim import __version__
from kotc_sim.commands import options
from kotc_sim.commands.configured import KEYS
from kotc_sim.commands.examples import EXAMPLES
from kotc_sim.commands.helping import record

SHARED = (options.OUTPUT, options.RUNNING)


def manual_page(root: Any) -> str:
    """Return the page of ``kotc-sim``, whose context this is."""
    commands = dict(_commands(root))
    shared: dict[str, dict[str, str]] = {panel: {} for panel in SHARED}
    lines = [f'.TH KOTC\\-SIM 1 "" "kotc\\-sim {__version__}"', ".SH NAME", "kotc\\-sim \\- balance of trading card games, by simulation"]
    lines += [".SH SYNOPSIS", ".B kotc\\-sim", _roff("COMMAND [ARGUMENTS] [OPTIONS]"), ".SH DESCRIPTION", *_paragraphs(root.command.help)]
    lines.append(".SH COMMANDS")
    for name, command in commands.items():
        lines += [f'.SS "{_roff(name)}"', *_paragraphs(command.help)]
        for parameter in command.params:
            shown, panel = record(parameter), getattr(parameter, "rich_help_panel", None)
            if shown is not None and panel in shared:
                shared[panel].setdefault(*shown)
            elif shown is not None and parameter.name != "help":
                lines += _entry(*shown)
        lines += [".PP", ".EX", *map(_roff, EXAMPLES.get(name, ())), ".EE"]
    for panel, rows in shared.items():
        lines += [f'.SH "{panel.upper()}"', f"Options of most commands: {_roff(panel.lower())}."]
        lines += [line for row in rows.items() for line in _entry(*row)]
    own = f"Defaults of your own, in TOML: {', '.join(KEYS)}. An option that is typed goes before them."
    lines += [".SH FILES", *_entry("~/.config/kotc-sim/config.toml", own), ".SH EXIT STATUS"]
    lines.append(
        _roff("0 answered; 1 the answer is no (with --strict, or of a file that is checked); 2 bad input; 3 not decided (--strict).")
    )
    return "\n".join(lines)


def _commands(root: Any) -> Iterator[tuple[str, Any]]:
    """Yield all commands by their names, those of a group behind it."""
    for name in root.command.list_commands(root):
        command = root.command.get_command(root, name).load()
        yield name, command
        for inner, one in getattr(command, "commands", {}).items():
            yield f"{name} {inner}", one


def _entry(term: str, words: str) -> list[str]:
    return [".TP", f".B {_roff(term)}", _roff(words)]


def _paragraphs(text: str | None) -> Iterable[str]:
    for paragraph in (text or "").split("\n\n"):
        yield from (".PP", _roff(" ".join(paragraph.split())))


def _roff(text: str) -> str:
    """Return a line of text as roff has it: no character of it is an instruction."""
    safe = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return f"\\&{safe}" if safe[:1] in (".", "'") else safe
