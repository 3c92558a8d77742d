"""From a question to a function of a notebook: its arguments are the fields of the question and of `Run`."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING
from typing import Any

from kotc_sim.experiments.judge import answer
from kotc_sim.notebook.result import Result
from kotc_sim.questions import Question, Run, call_of, specs


def function_of(kind: type[Question]) -> Callable[..., Result]:
    """Return the function that asks a question; what positional arguments are stands first in its signature."""
    own = list(specs(kind))
    shared = [field for field, _, _ in specs(Run) if field.name not in kind.WITHOUT]
    parameters = [_parameter(*one) for one in own]
    parameters.sort(key=lambda one: one.kind)
    parameters += [inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=one.type) for one in shared]
    signature = inspect.Signature(parameters, return_annotation=Result)

    def ask(*positional: Any, **named: Any) -> Result:
        bound = signature.bind(*positional, **named)
        bound.apply_defaults()
        run = Run(**{one.name: bound.arguments.pop(one.name) for one in shared})
        question = kind(**bound.arguments)
        found = answer(question, run)
        return Result(found.result, found.report, found.rows, call_of(question, run, found.result.edition))

    ask.__name__ = ask.__qualname__ = kind.NAME
    ask.__signature__ = signature  # type: ignore[attr-defined]
    ask.__doc__ = documented(kind)
    return ask


def _parameter(field: Any, spec: Any, hint: Any) -> inspect.Parameter:
    if spec.many:
        return inspect.Parameter(field.name, inspect.Parameter.VAR_POSITIONAL)
    place = inspect.Parameter.POSITIONAL_OR_KEYWORD if spec.positional else inspect.Parameter.KEYWORD_ONLY
    default = inspect.Parameter.empty if field.default is MISSING else field.default
    return inspect.Parameter(field.name, place, default=default, annotation=hint)


def documented(kind: type[Question]) -> str:
    """Return the docstring of a question's function: what its command says, and each argument in the words of its option."""
    lines = [inspect.cleandoc(kind.__doc__ or ""), "", "Parameters", "----------"]
    for owner in (kind, Run):
        for field, spec, _ in specs(owner):
            if field.name not in kind.WITHOUT:
                lines += [f"{'*' if spec.many else ''}{field.name}", f"    {spec.words['help']}"]
    return "\n".join(lines)
