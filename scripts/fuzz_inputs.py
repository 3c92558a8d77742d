"""Try damaged and invented input on the command line: ``scripts/fuzz_inputs.py --seconds 600``; ``tests/fuzzing`` makes the cases.

``scripts/fuzz_inputs.py scenario --first 4711 --cases 1`` tries one case again. With ``--position FILE`` a long run can be ended at any
moment, and the same command goes on where it stood. Exit status 1 if a case failed.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from scripts.position import Position
from tests.fuzzing import KINDS, case, outcomes


def memory() -> str:
    """Return the most memory that this process has used, in words; empty where it is not known, as on Windows."""
    try:
        import resource
    except ImportError:
        return ""
    return f", {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most in this process"


def main() -> int:
    """Read the command line, try the cases, print how many there were and each one that failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="*", help=f"of: {', '.join(KINDS)}; default: all")
    parser.add_argument("--cases", type=int, help="of each kind; default: as many as there is time for")
    parser.add_argument("--seconds", type=float, help="time for all; default: 60 without --cases, else as long as they take")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--position", type=Path, metavar="FILE", help="keep in this file where the run stands, and go on from there")
    parser.add_argument("--patience", type=float, default=1.0, help="times the usual limit of a case, on a busy machine")
    options = parser.parse_args()
    case.LONGEST *= options.patience
    kinds = options.kind or list(KINDS)
    position = Position(
        options.position,
        {"kinds": kinds, "first": options.first},
        {"next": options.first, "tried": dict.fromkeys(kinds, 0), "seconds": dict.fromkeys(kinds, 0.0), "longest": {}, "faults": []},
    )
    state = position.state
    seconds = options.seconds or (60.0 if options.cases is None else math.inf)
    numbers = range(state["next"], options.first + (options.cases or 10**9))
    for kind, number, outcome in outcomes(kinds, numbers, seconds):
        state["tried"][kind] += 1
        state["seconds"][kind] += outcome.seconds
        state["longest"][kind] = max(state["longest"].get(kind, [0.0, number]), [outcome.seconds, number], key=lambda one: one[0])
        if outcome.fault:
            state["faults"].append([kind, number, outcome.fault])
            print(f"{kind} {number}: {outcome.fault}", flush=True)
        if kind == kinds[-1]:
            state["next"] = number + 1
            position.save()
    failed = [kind for kind, _, _ in state["faults"]]
    for kind in kinds:
        longest, number = state["longest"].get(kind, [0.0, 0])
        mean = state["seconds"][kind] / max(1, state["tried"][kind])
        print(
            f"{kind}: {state['tried'][kind]} cases, {failed.count(kind)} failed; "
            f"{mean:.3f} s of the processor each, at most {longest:.2f} s (number {number})"
        )
    print(
        f"{sum(state['tried'].values())} cases from number {options.first} on, {len(failed)} failed; "
        f"{sum(state['seconds'].values()):.0f} s of the processor{memory()}"
    )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
