"""Every kind of question that the page can ask is answered by its command, with a report where there is one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.hostile import QUESTIONS
from tests.web.serving import Bench, needs_web, serving

pytestmark = [needs_web, pytest.mark.slow]
QUICK: dict[str, dict[str, Any]] = {
    "rate": {"precision": 5, "profiles": ["random"]},
    "price": {"precision": 5, "profiles": ["random"]},
    "try": {"strategy": "random"},
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with serving(tmp_path_factory.mktemp("bench") / "work") as found:
        yield found


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: f"{question['ask']} {question.get('edition', '')}".strip())
def test_a_question_is_answered(bench: Bench, question: dict[str, Any]) -> None:
    asked = question | {"proposal": None, "settings": question["settings"] | QUICK.get(question["ask"], {})}
    status, run = bench.post("api/run", asked)
    assert status == 200, run
    found = bench.wait(run["id"], "done", "failed", seconds=300)
    assert found["state"] == "done", found["message"]
    result = json.loads(bench.ask("GET", f"/{bench.token}/runs/{run['id']}/result.json")[1])
    assert result["command"] == question["ask"]
    status, page = bench.ask("GET", f"/{bench.token}/runs/{run['id']}/report.html")
    if question["ask"] == "replay":
        assert (status, bool(result["boards"])) == (404, True)
    else:
        assert status == 200
        assert found["answer"]
        assert page.startswith(b"<!doctype html>")
