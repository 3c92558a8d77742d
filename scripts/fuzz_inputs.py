"""Try damaged and invented input on the command line: ``scripts/fuzz_inputs.py --seconds 600``; ``tests/fuzzing.py`` makes the cases.

``scripts/fuzz_inputs.py scenario --first 4711 --cases 1`` tries one case again. Exit status 1 if a case failed.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests import fuzzing
from tests.fuzzing import KINDS, faults


def main() -> int:
    """Read the command line, try the cases, print how many there were and each one that failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="*", help=f"of: {', '.join(KINDS)}; default: all")
    parser.add_argument("--cases", type=int, help="of each kind; default: as many as there is time for")
    parser.add_argument("--seconds", type=float, help="time for all; default: 60 without --cases, else as long as they take")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--patience", type=float, default=1.0, help="times the usual limit of a case, on a busy machine")
    options = parser.parse_args()
    fuzzing.LONGEST *= options.patience
    kinds = options.kind or list(KINDS)
    tried, failed = dict.fromkeys(kinds, 0), dict.fromkeys(kinds, 0)
    seconds = options.seconds or (60.0 if options.cases is None else math.inf)
    for kind, number, fault in faults(kinds, iter(range(options.first, options.first + (options.cases or 10**9))), seconds):
        tried[kind] += 1
        if fault:
            failed[kind] += 1
            print(f"{kind} {number}: {fault}", flush=True)
    for kind in kinds:
        print(f"{kind}: {tried[kind]} cases, {failed[kind]} failed")
    print(f"{sum(tried.values())} cases from number {options.first} on, {sum(failed.values())} failed")
    return int(any(failed.values()))


if __name__ == "__main__":
    sys.exit(main())
