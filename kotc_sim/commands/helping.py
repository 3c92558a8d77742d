"""What ``--help`` shows: examples first, then a command's own options, then those that all commands share, under what they are for."""

from collections.abc import Iterable
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup

from kotc_sim.commands import examples

FORMER = ("--profile", "--trials")  # spellings that are understood, and no longer shown
WIDEST = 30  # columns of the list of options; what is longer has its words on the next line
_ENDLESS = 10**6  # an upper bound beyond this is there to catch slips, and tells a reader nothing


def record(parameter: Any) -> tuple[str, str] | None:
    """Return how an argument or an option is written, and what it is for; None for one that is not shown."""
    if parameter.hidden:
        return None
    words = str(parameter.help or "")
    if isinstance(parameter, TyperArgument):
        return str(parameter.metavar or parameter.name), words
    names = [name for name in parameter.opts if name not in FORMER]
    names.sort(key=lambda name: name.startswith("--"))
    shown = ", ".join(names) + (f" {parameter.metavar}" if parameter.metavar and not parameter.is_flag else "")
    if parameter.secondary_opts:
        shown += f" / {', '.join(parameter.secondary_opts)}"
    notes = "; ".join(filter(None, ("needed" if parameter.required else "", _default(parameter), _range(parameter.type))))
    return shown, f"{words} [{notes}]" if notes else words


def _default(option: Any) -> str:
    value = option.show_default if isinstance(option.show_default, str) else option.default if option.show_default else None
    if value is None or value is False or value == "" or callable(value) or isinstance(value, (list, tuple)):
        return ""
    if value is True:
        return f"default: {option.opts[0].lstrip('-')}"
    return f"default: {value:g}" if isinstance(value, float) else f"default: {value}"


def _range(kind: Any) -> str:
    low, high = getattr(kind, "min", None), getattr(kind, "max", None)
    if high is None or high > _ENDLESS:
        return f"at least {low:g}" if low is not None and low > 1 else ""
    return f"{low:g} to {high:g}" if low is not None else f"at most {high:g}"


def write_options(command: Any, context: Any, formatter: Any) -> None:
    """Write the arguments and options of a command, section by section."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for parameter in command.get_params(context):
        shown = record(parameter)
        if shown is not None:
            own = "Arguments" if isinstance(parameter, TyperArgument) else "Options"
            sections.setdefault(getattr(parameter, "rich_help_panel", None) or own, []).append(shown)
    for title in sorted(sections, key=lambda title: ("Arguments", "Options").index(title) if title in ("Arguments", "Options") else 2):
        _list(formatter, title, sections[title])


def _list(formatter: Any, title: str, rows: list[tuple[str, str]]) -> None:
    with formatter.section(title):
        formatter.write_dl(rows, col_max=WIDEST)


class _Exemplified:
    """What commands with examples have in common."""

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what the command does, and its examples."""
        super().format_help_text(ctx, formatter)  # type: ignore[misc]
        lines = examples.EXAMPLES.get(ctx.command_path.partition(" ")[2], ())
        if lines:
            with formatter.section("Examples" if len(lines) > 1 else "Example"):
                for line in lines:
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")  # never wrapped: it is there to be copied


class Command(_Exemplified, TyperCommand):
    """A command."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what follows the command's name."""
        named = [(one, str(one.metavar or one.name)) for one in self.params if isinstance(one, TyperArgument) and not one.hidden]
        return [*(name if one.required or name.startswith("[") else f"[{name}]" for one, name in named), "[OPTIONS]"]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options."""
        write_options(self, ctx, formatter)


class Group(_Exemplified, TyperGroup):
    """A command that has commands of its own."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands, and the options of the group itself."""
        shown = [(str(name), first_sentence(one.help)) for name, one in self.commands.items() if not one.hidden]
        _list(formatter, "Commands", shown)
        write_options(self, ctx, formatter)


def first_sentence(words: str | None) -> str:
    """Return the first sentence of a help text, on one line."""
    first = " ".join((words or "").partition("\n\n")[0].split())
    return first.partition(". ")[0].rstrip(".") + "."


def grouped(formatter: Any, groups: Iterable[tuple[str, Iterable[tuple[str, str]]]]) -> None:
    """Write the commands of ``kotc-sim``, group by group, in columns of one width."""
    filled = [(title, rows) for title, given in groups if (rows := list(given))]
    width = max(len(name) for _, rows in filled for name, _ in rows)
    for title, rows in filled:
        _list(formatter, title, [(name.ljust(width), words) for name, words in rows])
