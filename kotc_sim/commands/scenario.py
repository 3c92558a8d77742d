"""``kotc-sim scenario``: one scripted moment of a game, and whether it ends as expected."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kotc_sim.commands import options
from kotc_sim.errors import KotcError, say

if TYPE_CHECKING:
    from kotc_sim.games.protocol import ScenarioResult

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", help="Scenarios (YAML; several in a file with `---`).")]
Log = Annotated[bool, typer.Option("--log", help="Print the game log of what happened.")]


def command(files: Files, log: Log = False, json: options.Json = False) -> None:
    """Play moments of a game from a script (docs/scenarios.md), and compare what comes out.

    Exit code 0 if every expectation holds, 1 if one does not, 2 if a file is malformed or its script does not fit. What cannot be
    played is reported, and the others are played.
    """
    if "numba" not in sys.modules:
        # one moment of a game is played sooner by the interpreter than the compiled engine is loaded
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    from kotc_sim import games

    results: list[ScenarioResult] = []
    faults: list[KotcError] = []
    for file in files:
        for result in games.run_scenarios(file, log=log, faults=faults):
            results.append(result)
            if not json:
                say(shown(result))
    passed = all(result.passed for result in results) and not faults
    if json:
        options.say_json("scenario", **as_json(results, faults))
    elif len(results) + len(faults) > 1:
        held = sum(result.passed for result in results)
        unread = f", {len(faults)} could not be played" if faults else ""
        say(f"{held} of {len(results) + len(faults)} scenarios as expected{unread}")
    options.end_with(faults)
    if not passed:
        raise typer.Exit(1)


def shown(result: "ScenarioResult") -> str:
    """Return a result as text: its log if there is one, then whether it came out as expected."""
    lines = [f"{result.file}:{result.line}: {result.name}: {'as expected' if result.passed else 'NOT as expected'}"]
    lines += [f"  {line}" for line in result.differences]
    lines += [f"    {line}" if line else "" for line in result.log]
    return "\n".join(lines)


def as_json(results: "list[ScenarioResult]", faults: list[KotcError]) -> Mapping[str, object]:
    """Return results as JSON has them."""
    from kotc_sim.games.protocol import attributes

    return {
        "passed": all(result.passed for result in results) and not faults,
        "errors": [str(fault) for fault in faults],
        "differences": [
            {"file": result.file, "line": result.line, "scenario": result.name, "difference": difference}
            for result in results
            for difference in result.differences
        ],
        "scenarios": [attributes(result, "name file line passed differences log") for result in results],
    }
