"""From a question to a function of a notebook: its arguments are the fields of the question and of `Run`."""

import inspect
import math
import os
from collections.abc import Callable
from dataclasses import MISSING
from numbers import Integral, Real
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin

from kotc_sim.errors import KotcError
from kotc_sim.experiments.judge import answer
from kotc_sim.notebook.result import Result
from kotc_sim.output import write_output
from kotc_sim.questions import Question, Run, Spec, call_of, specs


def function_of(name: str, kind: type[Question]) -> Callable[..., Result]:
    """Return the function ``name`` that asks a question; what positional arguments are stands first in its signature."""
    own = list(specs(kind))
    shared = [one for one in specs(Run) if one[0].name not in kind.WITHOUT]
    parameters = [_parameter(*one) for one in own]
    parameters.sort(key=lambda one: one.kind)
    parameters += [_parameter(*one) for one in shared]
    signature = inspect.Signature(parameters, return_annotation=Result)

    def ask(*positional: Any, **named: Any) -> Result:
        bound = signature.bind(*positional, **named)
        bound.apply_defaults()
        given = {field.name: _value(field.name, spec, hint, bound.arguments[field.name]) for field, spec, hint in (*own, *shared)}
        run = Run(**{field.name: given.pop(field.name) for field, _, _ in shared})
        question = kind(**given)
        found = answer(question, run)
        call = call_of(name, question, run, found.result.edition)
        for path, text in ({} if found.files is None else found.files(call)).items():
            write_output(path, text)
        return Result(found, call)

    ask.__name__ = ask.__qualname__ = name
    ask.__signature__ = signature  # type: ignore[attr-defined]
    ask.__doc__ = documented(kind)
    return ask


def _parameter(field: Any, spec: Spec, hint: Any) -> inspect.Parameter:
    if spec.many:
        return inspect.Parameter(field.name, inspect.Parameter.VAR_POSITIONAL)
    place = inspect.Parameter.POSITIONAL_OR_KEYWORD if spec.positional else inspect.Parameter.KEYWORD_ONLY
    default = inspect.Parameter.empty if field.default is MISSING else field.default
    return inspect.Parameter(field.name, place, default=default, annotation=hint)


def _value(name: str, spec: Spec, hint: Any, given: Any) -> Any:
    """Return the value of a field: a text is read as on the command line, a path is one, and one thing is a list of it.

    A `KotcError` if a number is none, or out of the option's range.
    """
    if isinstance(given, str) and spec.read is not None:
        return spec.read(given)
    if given is not None and (kinds := {int, float} & {hint, *(get_args(hint) if get_origin(hint) is UnionType else ())}):
        low, high = spec.words.get("min", -math.inf), spec.words.get("max", math.inf)
        if not isinstance(given, Real if float in kinds else Integral) or not low <= given <= high:
            limits = "" if low == -math.inf else f", {low} or more" if high == math.inf else f" from {low} to {high}"
            raise KotcError(f"{name} is {given!r}", fix=f"Give a {'' if float in kinds else 'whole '}number{limits}.")
        return int(given) if isinstance(given, Integral) else float(given)
    if isinstance(given, (str, os.PathLike)) and list in [get_origin(one) for one in (spec.kind, *get_args(spec.kind))]:
        given = [given]
    if get_args(hint) == (Path,):
        return [Path(one) for one in given]
    return Path(given) if isinstance(given, str) and Path in get_args(hint) else given


def documented(kind: type[Question]) -> str:
    """Return the docstring of a question's function: what its command says, and each argument in the words of its option."""
    lines = [inspect.cleandoc(kind.__doc__ or ""), "", "Parameters", "----------"]
    for owner in (kind, Run):
        for field, spec, _ in specs(owner):
            if field.name not in kind.WITHOUT:
                lines += [f"{'*' if spec.many else ''}{field.name}", f"    {spec.words['help']}"]
    return "\n".join(lines)
