"""From a question to its command: options from its fields, its answer printed and written as they say."""

import inspect
import os
from collections.abc import Callable, Iterable
from dataclasses import MISSING
from pathlib import Path
from typing import Annotated, Any

import typer

from kotc_sim.commands import options
from kotc_sim.commands.completing import completing
from kotc_sim.errors import KotcError
from kotc_sim.questions import Output, Question, Run, Spec, specs

CHECKS: dict[str, Any] = {
    "": None, "file": options.readable, "files": options.all_readable, "output": options.checked_output,
    "some files": options.all_readable, "parquet": options.checked_parquet, "number": options.a_number,
}  # fmt: skip


def command_of(kind: type[Question]) -> Callable[..., None]:
    """Return the function that typer makes a command of; its parameters are the fields of the question, of `Run` and of `Output`."""
    without = kind.WITHOUT
    shared = {owner: [one for one in specs(owner) if one[0].name not in without] for owner in (Run, Output)}
    own = list(specs(kind))

    def command(**given: Any) -> None:
        from kotc_sim.commands.play import finish
        from kotc_sim.commands.provisional import Provisional
        from kotc_sim.experiments.judge import answer

        how = {owner: {field.name: given.pop(field.name) for field, _, _ in fields} for owner, fields in shared.items()}
        output = Output(**how[Output])
        _keep_apart(output, given.values())
        run = Run(**how[Run], arguments=options.arguments(), watcher=Provisional)
        found = answer(kind(**{field.name: _value(spec, given[field.name], field.default) for field, spec, _ in own}), run)
        finish(found, run, output)
        if output.strict:
            raise typer.Exit(int(found.result.exit_code))

    running = [*shared[Run], *(one for one in own if one[1].running)]
    parameters = [_parameter(*one) for one in own if not one[1].running]
    parameters += [_parameter(*one, options.RUNNING) for one in running] + [_parameter(*one, options.OUTPUT) for one in shared[Output]]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__doc__ = kind.__doc__
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    return command


def _keep_apart(output: Output, given: Iterable[Any]) -> None:
    """Raise a `KotcError` if what is written would replace a file that the command reads or writes besides."""
    taken = {os.path.realpath(one) for value in given for one in (value if isinstance(value, list) else [value]) if isinstance(one, Path)}
    for path in filter(None, (output.html, output.csv, output.parquet)):
        if (real := os.path.realpath(path)) in taken:
            raise KotcError("this command reads the same file, or writes it besides", file=path, fix="Name another one.")
        taken.add(real)


def _value(spec: Spec, given: Any, default: Any) -> Any:
    """Return the value of a field, from what the command line gives: nothing is the default."""
    if given is None:
        return None if default is MISSING else default
    return given if spec.read is None else spec.read(given)


def _parameter(field: Any, spec: Spec, hint: Any, panel: str | None = None) -> inspect.Parameter:
    if spec.check == "game":
        from kotc_sim.commands.game_option import GameKey

        return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=GameKey)
    kind: Any = spec.kind or hint
    default = inspect.Parameter.empty if field.default is MISSING else field.default
    if spec.kind is not None:  # what the command line lacks is the field's own default
        default = None if type(None) in getattr(kind, "__args__", ()) else inspect.Parameter.empty
    words = {**spec.words, **completing(spec.holds), "callback": CHECKS[spec.check]}
    if "--games" in spec.names:
        words["click_type"] = options.Count(words.pop("min", None), words.pop("max", None))
    declared = typer.Option(*spec.names, rich_help_panel=panel, **words) if spec.names else typer.Argument(**words)
    return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, declared])
