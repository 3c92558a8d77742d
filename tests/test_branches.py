"""Weights of branches: counted as they are, handed to LLVM, and of functions that there are."""

from __future__ import annotations

import importlib
import re
from types import FunctionType
from typing import Any

import numba
import pytest
from numba.core.codegen import CPUCodeLibrary

from kotc_sim.compiler import branches
from kotc_sim.compiler.branches import add_summary, weight_branches
from kotc_sim.compiler.linking import without_calls
from scripts.count_branches import Counters

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")


def small_numbers(limit: int) -> int:
    """Two branches: the loop's, and the condition's."""
    found = 0
    for number in range(limit):
        if number < 3:
            found += 1
    return found


NAME = f"{small_numbers.__module__}.{small_numbers.__qualname__}"


def compiled() -> Any:
    fresh = FunctionType(small_numbers.__code__, globals())  # one that numba has not seen
    with weight_branches():
        return numba.njit(numba.int64(numba.int64))(fresh)


@pytest.fixture
def weights(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What numba hands to LLVM about branches and entries, before LLVM adds guesses of its own."""
    found: list[str] = []
    original = CPUCodeLibrary.add_ir_module

    def add_ir_module(library: Any, module: Any) -> None:
        lines = re.findall(r'"(?:branch_weights|function_entry_count)", ([^}]*?) *}', str(module))
        found.extend(line for line in lines if "i32 99" not in line)  # numba's own guesses
        original(library, module)

    monkeypatch.setattr(CPUCodeLibrary, "add_ir_module", add_ir_module)
    return found


def test_kernels_that_count_say_how_often_each_branch_was_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "watch", counters := Counters())
    function = compiled()
    assert [function(limit) for limit in (0, 2, 10)] == [0, 2, 3]
    entered, *taken = counters.by_function()[NAME]
    assert entered == 3
    assert sorted([taken[:2], taken[2:]]) == [[5, 7], [12, 3]]  # of 12 numbers 5 are small; 12 rounds and 3 ends


def test_what_is_known_of_a_function_reaches_the_compiler(monkeypatch: pytest.MonkeyPatch, weights: list[str]) -> None:
    monkeypatch.setattr(branches, "read_counts", lambda: {NAME: [3, 12, 3, 5, 7]})
    assert compiled()(10) == 3
    assert sorted(weights) == sorted(["i32 13, i32 4", "i32 6, i32 8", "i64 3"])


def test_a_function_with_other_branches_is_compiled_without_weights(monkeypatch: pytest.MonkeyPatch, weights: list[str]) -> None:
    monkeypatch.setattr(branches, "read_counts", lambda: {NAME: [3, 12, 3]})
    assert compiled()(10) == 3
    assert weights == []


def test_counts_beyond_32_bits_keep_their_proportion(monkeypatch: pytest.MonkeyPatch, weights: list[str]) -> None:
    monkeypatch.setattr(branches, "read_counts", lambda: {NAME: [1 << 40, 3 << 40, 1 << 40, 1 << 40, 1 << 40]})
    assert compiled()(10) == 3
    (first, second) = ([int(w) for w in re.findall(r"i32 (\d+)", line)] for line in weights if "i32" in line)
    assert max(*first, *second) < 1 << 31
    assert first[0] == pytest.approx(3 * first[1])
    assert second[0] == second[1]


def test_the_summary_is_one_that_llvm_reads() -> None:
    import llvmlite.binding as llvm

    module = llvm.parse_assembly("define i64 @one() { ret i64 1 }")
    add_summary(module)
    module.verify()
    assert "ProfileSummary" in str(module)


def test_a_function_that_was_optimised_before_can_be_linked_into_a_kernel() -> None:
    """Its calls have been listed by LLVM once; the kernel's list would be a second one."""
    import llvmlite.binding as llvm

    listed = llvm.parse_assembly(
        "define i64 @one() { ret i64 1 }\n!llvm.module.flags = !{!0}\n"
        '!0 = !{i32 5, !"CG Profile", !1}\n!1 = !{!2}\n!2 = !{ptr @one, ptr @one, i64 3}'
    )
    left = without_calls(listed)
    left.verify()
    assert "CG Profile" not in str(left)
    assert left.get_function("one")
    assert without_calls(left) is left


def test_the_file_speaks_of_functions_that_there_are() -> None:
    """Most of them: a few renamed ones only lose speed, until scripts/count_branches.py runs again."""
    missing = []
    for name in branches.read_counts():
        module, _, function = name.partition(".<locals>.")[0].rpartition(".")
        try:
            found = hasattr(importlib.import_module(module), function)
        except ImportError:
            found = False
        if not found:
            missing.append(name)
    assert len(branches.read_counts()) > 300
    assert len(missing) <= 0.1 * len(branches.read_counts()), missing
