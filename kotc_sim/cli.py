"""The ``kotc-sim`` command: list the commands, load the one that is asked for, turn errors into exit codes.

Exit codes: 0 answered; 2 bad input; 130 interrupted; 143 ended by SIGTERM, 129 by SIGHUP. Of commands that give a verdict, with
``--strict`` only: 1 the answer is no; 3 not decided. Of commands that check files or compare results: 1 something is wrong.
"""

from kotc_sim.commands import starting  # noqa: F401  (it has an effect, and has it first)

# isort: split
import contextlib
import csv
import importlib
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer._click.exceptions import ClickException, MissingParameter, NoArgsIsHelpError
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from kotc_sim import __version__
from kotc_sim.commands import examples, helping, options, signals
from kotc_sim.commands.configured import configured
from kotc_sim.errors import Ended, Interrupted, KotcError, brief, printable, say, unforeseen

with Path(__file__).with_name("commands").joinpath("commands.csv").open(encoding="utf-8", newline="") as _table:
    _ROWS = list(csv.DictReader(_table))
COMMANDS = {row["command"]: (row["where"], row["words"]) for row in _ROWS}
"""By name, the module in kotc_sim/commands, or module and class of a question, and one line of help: ``kotc-sim --help`` imports none."""
GROUPS = {
    title: tuple(row["command"] for row in _ROWS if row["group"] == title)
    for title in dict.fromkeys(row["group"] for row in _ROWS)
    if title
}
"""How ``kotc-sim --help`` lists them; what no group names stands at the end."""

_SETTINGS: dict[str, Any] = {"help_option_names": ["--help", "-h"]}


@contextlib.contextmanager
def _usage_errors() -> Iterator[None]:
    """Let typer say what is wrong with the command line, but print nothing that steers the terminal, and no value of any length."""
    try:
        yield
    except NoArgsIsHelpError:  # its message is the help
        raise
    except ClickException as error:
        error.message = _in_words(printable(brief(error.message)))
        example = (
            examples.EXAMPLES.get(error.ctx.command_path.partition(" ")[2]) if isinstance(error, MissingParameter) and error.ctx else None
        )
        if example:
            error.message = f"For example: {example[0]}"
        if "--json" in options.arguments():
            options.say_errors([KotcError(error.format_message())])
        raise


def _in_words(message: str) -> str:
    """Return what is wrong with an option's value, in words for people: no types, no inequalities."""
    if message.startswith("Got unexpected extra argument"):
        message += " A value of several words stands in quotes."
    message = re.sub(r"is not a valid int(eger)?( range)?\.", "is not a whole number.", message)
    message = re.sub(r"is not a valid float( range)?\.", "is not a number.", message)
    message = re.sub(r"is not in the range ([\d.]+)<=x<=([\d.]{1,7})\.$", r"is not from \1 to \2.", message)
    return re.sub(
        r"is not in the range (?:([\d.]+)<=x<=[\d.]+|x>=([\d.]+))\.$",
        lambda found: f"is below {found[1] or found[2]}, or too large.",
        message,
    )


class LazyCommand(TyperCommand):
    """A command's name and help; its module is imported only when it is run, completed or asked for help."""

    def __init__(self, name: str, module: str, help: str) -> None:
        super().__init__(name, help=help, rich_markup_mode=None)
        self._module = module

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return a context of the real command, which takes the place of this one; then the command line has been read."""
        context = self.load().make_context(info_name, args, parent=parent, **extra)
        if parent is not None and callable(parent.obj):
            parent.obj()
        return context

    def load(self) -> Any:
        """Import the module and return its command, a question's, a function's or a group's."""
        module, _, question = self._module.partition(":")
        if question:
            from kotc_sim.commands.asking import command_of

            command = command_of(getattr(importlib.import_module(f"kotc_sim.{module}"), question))
        else:
            command = importlib.import_module(f"kotc_sim.commands.{module}").command
        if isinstance(command, typer.Typer):
            command.info.cls = helping.Group
            for one in command.registered_commands:
                one.cls = helping.Command
            group = get_group(command)
            group.name, group.rich_markup_mode = self.name, None
            group.help = group.help or self.help
            return group
        single = typer.Typer(add_completion=False, rich_markup_mode=None)
        single.command(self.name, cls=helping.Command, context_settings=_SETTINGS)(command)
        return get_command(single)


class Commands(TyperGroup):
    """The commands of the table whose module is there, and the exit codes that all of them share."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Return the context; the whole command line is kept, for results to quote (``options.arguments``)."""
        options.ARGUMENTS.set(tuple(args))
        try:
            with _usage_errors():
                return super().make_context(info_name, args, parent=parent, **extra)
        except KeyboardInterrupt as error:
            raise typer.Exit(_leave_interrupted(error)) from error

    def main(self, *arguments: Any, **more: Any) -> Any:
        """Run; help that cannot be written, as onto a full disk, is an error as any other."""
        try:
            return super().main(*arguments, **more)
        except OSError as error:
            say(f"error: {KotcError(error.strerror or str(error), file=error.filename)}", error=True)
            options.let_go_of_stdout()
            sys.exit(2)

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write what kotc-sim is for, and where to begin."""
        super().format_help_text(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("Begin in the browser with kotc-sim serve, or in the terminal with kotc-sim docs tutorial.")

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands by what they are about, then the options."""
        grouped = {name for names in GROUPS.values() for name in names}
        groups = {**GROUPS, "About kotc-sim": tuple(name for name in COMMANDS if name not in grouped)}
        helping.grouped(formatter, ((title, [(name, COMMANDS[name][1]) for name in names]) for title, names in groups.items()))
        helping.write_options(self, ctx, formatter)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command, not yet imported, or None."""
        if cmd_name not in COMMANDS:
            return None
        self.commands[cmd_name] = LazyCommand(cmd_name, *COMMANDS[cmd_name])
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Resolve as typer does; it suggests the nearest of ``self.commands`` for a name it does not know."""
        for name in COMMANDS:
            self.get_command(ctx, name)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what a user can cause ends in a message and an exit code, not in a traceback."""
        try:
            with _usage_errors():
                result = super().invoke(ctx)
            sys.stdout.flush()  # a closed pipe shows here, and not when the interpreter ends
            return result
        except KotcError as error:
            options.end_with([error], json="--json" in options.arguments())
        except KeyboardInterrupt as error:
            raise typer.Exit(_leave_interrupted(error)) from error
        except BrokenPipeError as error:  # as in `kotc-sim … | head`: the reader has seen enough
            options.let_go_of_stdout()
            raise typer.Exit(141) from error
        except OSError as error:  # a name that is too long, a disk that is full: said by the system, not by us
            options.end_with([KotcError(error.strerror or str(error), file=error.filename)], json="--json" in options.arguments())


app = typer.Typer(
    name="kotc-sim",
    cls=Commands,
    help="Is this card fair? Plays thousands of games of Keeper of the Cards and says what cards, texts, decks and editions are worth.",
    epilog="Every command has its own --help, with examples.",
    context_settings=_SETTINGS,
    no_args_is_help=True,
    rich_markup_mode=None,  # rich takes longer to import than everything else here
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        say(f"kotc-sim {__version__}")
        raise typer.Exit()


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", "-v", callback=_version, is_eager=True, help="Print the version and exit.")] = False,
) -> None:
    """Keep the options that stand before the command."""


def _params_of(words: Sequence[str]) -> Sequence[Any]:
    """Return the parameters of the command that a command line names."""
    if not words or words[0] not in COMMANDS:
        return ()
    command = LazyCommand(words[0], *COMMANDS[words[0]]).load()
    if isinstance(command, TyperGroup):
        command = command.commands.get(words[1], command) if len(words) > 1 else command
    found: Sequence[Any] = command.params
    return found


def main(argv: Sequence[str] | None = None) -> None:
    """Run ``kotc-sim`` with these arguments (by default, the process's, and what the user's configuration adds) and exit."""
    code: Any = 0
    try:
        words = configured(sys.argv[1:], _params_of) if argv is None else list(argv)
        app(words, prog_name="kotc-sim", obj=signals.obey)
    except KotcError as error:
        say(f"error: {error}", error=True)
        code = 2
    except KeyboardInterrupt as error:  # before or after the command
        code = _leave_interrupted(error)
    except SystemExit as error:
        code = error.code
    except Exception as error:
        if number := signals.heard():  # where an interrupt strikes in a callback of a library, what comes out of it may be another error
            code = _leave_interrupted(Ended(number))
        else:
            with contextlib.suppress(OSError):
                say(f"error: {unforeseen(error)}", error=True)
            options.let_go_of_stdout()
            code = 2
    runs = sys.modules.get("kotc_sim.runs")
    if isinstance(code, int) and (code > 128 or (runs is not None and runs.busy_threads())):
        signals.leave(code)  # Python would end by the signal itself if an interrupt struck in an ``exec``, and wait for threads that loop
    sys.exit(code)


def _leave_interrupted(error: KeyboardInterrupt) -> int:
    """Say that the command was interrupted, and how to go on; return its exit code."""
    resume = f" To go on: {error.resume}" if isinstance(error, Interrupted) else ""
    say(f"\ninterrupted.{resume}", error=True, wait=False)
    signals.said()
    return 128 + getattr(error, "number", signal.SIGINT)


if __name__ == "__main__":
    main()
