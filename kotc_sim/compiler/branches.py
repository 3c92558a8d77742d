"""Which way branches go: counted in games, and given to the compiler.

A compiler that knows the usual way lays it out in one line, keeps its values in registers, and puts the rest elsewhere: games are 1.1 to
1.2 times as fast (docs/performance.md). ``branches.json`` says of each function how often it was entered, and of each of its branches how
often it was taken and how often not. ``scripts/count_branches.py`` plays games with kernels that count, and rewrites it. A function
whose number of branches is another one now, and one that is not in the file, is compiled without: only its speed depends on it.
"""

import contextlib
import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir as llvm_ir
from numba.core import ir
from numba.core.lowering import Lower

from kotc_sim.compiler.patched import patched

FILE = Path(__file__).with_name("branches.json")
SHARES = (0.01, *(tenth / 10 for tenth in range(1, 10)), 0.95, 0.99, 0.999, 0.9999, 0.99999, 0.999999)
"""Of all counts; for each LLVM wants to know how many of the largest counts make it up, and the least of these."""
_WORD = llvm_ir.IntType(64)


@functools.cache
def read_counts() -> dict[str, list[int]]:
    """Return the counts by function: how often it was entered, then of each branch how often it was taken, and how often not."""
    counts: dict[str, list[int]] = json.loads(FILE.read_text(encoding="utf-8"))
    return counts


@contextlib.contextmanager
def weight_branches() -> Iterator[None]:
    """Compile with weights on branches, or with what else :data:`watch` adds to them."""
    body, instruction, block = Lower.lower_function_body, Lower.lower_inst, Lower.pre_block

    def lower_function_body(lower: Any) -> Any:
        lower.is_ours = not lower.fndesc.modname.startswith("numba.")  # many of numba's own functions share a name
        lower.branch = 0
        lower.branches = sum(isinstance(one.terminator, ir.Branch) for one in lower.blocks.values())
        lower.entered = False
        return body(lower)

    def pre_block(lower: Any, one: Any) -> None:
        block(lower, one)
        if lower.is_ours and not lower.entered:
            lower.entered = True
            watch.enter(lower)

    def lower_inst(lower: Any, what: Any) -> None:
        instruction(lower, what)
        if lower.is_ours and isinstance(what, ir.Branch):
            watch.branch(lower, lower.branch)
            lower.branch += 1

    with patched((Lower, "lower_function_body", lower_function_body), (Lower, "lower_inst", lower_inst), (Lower, "pre_block", pre_block)):
        yield


def add_summary(module: Any) -> None:
    """Let LLVM know, in a module that is about to be optimised, which counts are high: the code of the others is made small."""
    if isinstance(watch, _Weights) and read_counts():
        module.link_in(llvm.parse_assembly(_summary()))


class _Weights:
    """Gives each branch the weights that are known."""

    def enter(self, lower: Any) -> None:
        if counts := self._of(lower):
            note = lower.module.add_metadata(["function_entry_count", llvm_ir.Constant(_WORD, counts[0])])
            lower.function.set_metadata("prof", note)

    def branch(self, lower: Any, number: int) -> None:
        if counts := self._of(lower):
            taken, not_taken = counts[1 + 2 * number : 3 + 2 * number]
            if taken + not_taken > 0:
                shift = max(0, (taken + not_taken).bit_length() - 31)  # LLVM's weights have 32 bits
                lower.builder.block.terminator.set_weights([(taken >> shift) + 1, (not_taken >> shift) + 1])

    def _of(self, lower: Any) -> list[int] | None:
        counts = read_counts().get(name_of(lower))
        return counts if counts is not None and len(counts) == 1 + 2 * lower.branches else None


watch: Any = _Weights()
"""What is told of each function and each branch that is compiled; ``scripts/count_branches.py`` has counters in its place."""


def name_of(lower: Any) -> str:
    """Return what a function that is being compiled is called in the file."""
    return f"{lower.fndesc.modname}.{lower.fndesc.qualname}"


@functools.cache
def _summary() -> str:
    """Return a module that holds nothing but the summary of all counts, as LLVM writes one (llvm/IR/ProfileSummary.h)."""
    counts = sorted((count for numbers in read_counts().values() for count in numbers if count > 0), reverse=True)
    running = np.cumsum(counts)
    total = int(running[-1])
    rows = []
    for share in SHARES:
        n = min(int(np.searchsorted(running, share * total)), len(counts) - 1)
        rows.append(f"!{{i32 {round(share * 1e6)}, i64 {counts[n]}, i32 {n + 1}}}")
    fields = {
        "TotalCount": total,
        "MaxCount": counts[0],
        "MaxInternalCount": counts[0],
        "MaxFunctionCount": max(numbers[0] for numbers in read_counts().values()),
        "NumCounts": len(counts),
        "NumFunctions": len(read_counts()),
    }
    nodes = ['!{!"ProfileFormat", !"InstrProf"}', *(f'!{{!"{name}", i64 {value}}}' for name, value in fields.items())]
    nodes.append(f'!{{!"DetailedSummary", !{{{", ".join(rows)}}}}}')
    return f'!llvm.module.flags = !{{!0}}\n!0 = !{{i32 1, !"ProfileSummary", !{{{", ".join(nodes)}}}}}\n'
