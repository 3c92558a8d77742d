"""Hostile input: no traceback, nothing executed, nothing written outside of the workbench's folder."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.web.hostile import requests
from tests.web.serving import Bench, needs_web, serving

pytestmark = needs_web
ANSWERS = {200, 400, 403, 404, 405, 413, 415, 422, 431, 503}
OURS = re.compile(
    r"lock|proposals|workbench\.json|(kotc|levelup)-(cards|proposal|deck-[a-z0-9-]+)\.yaml|runs|tables|(runs|tables)/[0-9a-f]{16}|runs/[0-9a-f]{16}/"
    r"(run\.json|\.?run\.\w+\.json|(report|first)\.html|result\.json(\.part)?|cards\.yaml|edition\.yaml|deck-[a-i]\.yaml|games|games/.*)|"
    r"tables/[0-9a-f]{16}/(game\.json|deck-[a-i]\.yaml|cards\.yaml|edition\.yaml|result\.json)"
)


def below(folder: Path) -> dict[str, float]:
    """Return what lies in a folder, with the time of its last change."""
    return {str(path.relative_to(folder)): path.stat().st_mtime for path in sorted(folder.rglob("*")) if path.is_file() or path.is_dir()}


@pytest.mark.parametrize(("seed", "count"), [(1, 300), pytest.param(2, 1000, marks=pytest.mark.slow)])
def test_hostile_input_is_answered_and_does_nothing(tmp_path: Path, seed: int, count: int) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    mark, evil = tmp_path / "ran", elsewhere / "evil.py"
    evil.write_text(f"open({str(mark)!r}, 'w').close()\n")
    (elsewhere / "numpy.py").write_text(evil.read_text())
    before = below(elsewhere)
    folder = tmp_path / "bench" / "work"
    with serving(folder, cwd=elsewhere) as bench:
        taken = 0
        for request in requests(seed, count, str(evil), str(mark)):
            taken += answered(bench, request)
        assert bench.ask("GET", f"/{bench.token}/api/start")[0] == 200
        assert bench.post("api/cost", {"card": {"name": "x", "kind": "spell", "text": "Draw 1 card."}})[1]["card"]["level"] == 2
        assert taken, "no request was near enough to a valid one to be queued"
        strange = [name for name in below(folder) if not OURS.fullmatch(name)]
        assert not strange
    assert bench.errors.read_text() in ("", "\ninterrupted.\n")
    assert not mark.exists()
    assert below(elsewhere) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bench", "elsewhere"]
    assert sorted(path.name for path in folder.parent.iterdir()) == ["work", "work.stderr"]


def answered(bench: Bench, request: object) -> int:
    """Send a request, and look at its answer; a run that was queued is ended. Return how many were."""
    from tests.web.hostile import Request

    assert isinstance(request, Request)
    headers = {name: value.replace("{port}", str(bench.port)) for name, value in request.headers.items()}
    path = request.path.replace("{token}", bench.token)
    if path.endswith("/events"):
        return 0
    status, body = bench.ask(request.method, path, request.body, headers)
    assert status in ANSWERS, (request, status, body[:300])
    assert b"Traceback" not in body, request
    if status == 422:
        assert set(json.loads(body)) == {"error", "fix"}
        assert len(body) < 3000, request
    if status == 200 and path.endswith("api/run"):
        run = json.loads(body)
        bench.post(f"api/runs/{run['id']}/cancel", {})
        return 1
    return 0
