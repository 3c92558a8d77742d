"""Runs of the workbench: one after another, cancelled, failed, found again; with a stand-in for the command, which takes no time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kotc_sim.errors import KotcError
from tests.web.serving import BATTLE, CARD, needs_web

pytestmark = needs_web
RATE = {"version": 2, "ask": "rate", "cards": [CARD], "settings": {"precision": 5, "profiles": ["greedy"]}}
LONG = RATE | {"settings": {"precision": 1}}
STAND_IN = """
import json, pathlib, sys, time
told = {"stage": "stage", "unit": "games", "done": 1, "total": 2, "share": 0.5, "left": 1}
print("\\x1e" + json.dumps(told), file=sys.stderr, flush=True)
path = pathlib.Path("games")
path.mkdir(exist_ok=True)
(path / str(len(list(path.iterdir())))).touch()
%s
pathlib.Path("report.html").write_text('<meta name="description" content="Fair &amp; good.">')
print(json.dumps({"argv": sys.argv[1:], "starts": len(list(path.iterdir()))}))
"""
SLOW = "time.sleep(30)"
HOLD = "time.sleep(30 if len(list(path.iterdir())) == 1 else 0)"  # only the first time
BROKEN = "print('error: it cannot be', file=sys.stderr); sys.exit(2)"


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run a story with the runs of a folder, whose command is the stand-in with some lines in the middle."""
    from kotc_sim.web import runs as module
    from kotc_sim.web.desk import Desk

    def tell(middle: str, story: Callable[[Any], Awaitable[Any]]) -> Any:
        monkeypatch.setattr(module, "_PROGRAM", STAND_IN % middle)

        async def told() -> Any:
            desk = Desk(tmp_path / "proposals")

            async def write(question: Any, folder: Path) -> None:
                desk.files(question, folder)

            runs = module.Runs(tmp_path / "runs", write)
            tasks = [asyncio.create_task(runs.work(short)) for short in (False, True)]
            try:
                return await asyncio.wait_for(story(runs), 30)
            finally:
                await runs.stop(1.0)
                for task in tasks:
                    task.cancel()

        return asyncio.run(told())

    return tell


async def add(runs: Any, asked: dict[str, Any]) -> Any:
    from kotc_sim.web.question import read_question

    return await runs.add(asked, read_question(asked))


async def until(check: Callable[[], Any]) -> None:
    while not check():
        await asyncio.sleep(0.01)


def test_a_run_is_answered(bench: Callable[..., Any], tmp_path: Path) -> None:
    async def story(runs: Any) -> None:
        run = await add(runs, RATE)
        assert run.row()["state"] == "waiting"
        await until(lambda: run.over)
        assert (run.state, run.answer) == ("done", "Fair & good.")
        result = json.loads(runs.file(run, "result.json").read_text())
        assert result["argv"][:2] == ["rate", "cards.yaml"]
        assert sorted(path.name for path in (tmp_path / "runs" / run.id).iterdir()) == [
            "cards.yaml",
            "report.html",
            "result.json",
            "run.json",
        ]

    bench("", story)


def test_long_runs_queue_and_short_ones_do_not_wait_for_them(bench: Callable[..., Any]) -> None:
    async def story(runs: Any) -> None:
        first, second = await add(runs, RATE), await add(runs, RATE)
        await until(lambda: first.state == "running" and first.progress.get("share") == 0.5)
        assert first.row()["progress"]["left"] == 1
        assert second.state == "waiting"
        quick = await add(runs, BATTLE)
        await until(lambda: quick.state == "running")
        assert second.state == "waiting"
        runs.cancel(first)
        await until(lambda: first.over and second.state == "running")
        assert first.state == "cancelled"
        runs.cancel(second)
        runs.cancel(quick)
        await until(lambda: second.over and quick.over)
        assert {second.state, quick.state} == {"cancelled"}

    bench(SLOW, story)


FIRST = """
if "first.html" in sys.argv:
    assert "greedy" in sys.argv and "--resume" not in sys.argv
    assert pathlib.Path(sys.argv[sys.argv.index("--in") + 1]).is_file()
    pathlib.Path("first.html").write_text('<meta name="description" content="Where greedy plays.">')
"""


def test_a_fast_pilot_has_a_first_word_while_a_run_goes_on(bench: Callable[..., Any]) -> None:
    async def story(runs: Any) -> None:
        from kotc_sim.web.question import read_question

        run = await runs.add(LONG, read_question(LONG))
        while not run.first:
            await asyncio.sleep(0.02)
        assert (run.state, run.row()["first"], run.answer) == ("running", "Where greedy plays.", "")
        runs.cancel(run)

    bench(f"{FIRST}else:\n    {SLOW}", story)


def test_where_the_first_word_fails_the_answer_comes_all_the_same(bench: Callable[..., Any]) -> None:
    async def story(runs: Any) -> Any:
        from kotc_sim.web.question import read_question

        run = await runs.add(LONG, read_question(LONG))
        while not run.over:
            await asyncio.sleep(0.02)
        return run

    run = bench(f"if 'first.html' in sys.argv:\n    {BROKEN}", story)
    assert (run.state, run.first, run.answer, run.message) == ("done", "", "Fair & good.", [])


def test_one_that_waits_is_cancelled_and_removed(bench: Callable[..., Any], tmp_path: Path) -> None:
    async def story(runs: Any) -> None:
        first, second = await add(runs, RATE), await add(runs, RATE)
        await until(lambda: first.state == "running")
        runs.cancel(second)
        assert second.state == "cancelled"
        runs.remove(first)
        assert runs.get(first.id) is first, "one that is under way is not removed"
        runs.remove(second)
        assert runs.get(second.id) is None
        assert not (tmp_path / "runs" / second.id).exists()

    bench(SLOW, story)


def test_what_a_command_says_is_the_message_of_a_run_that_failed(bench: Callable[..., Any]) -> None:
    async def story(runs: Any) -> None:
        run = await add(runs, RATE)
        await until(lambda: run.over)
        assert (run.state, run.message) == ("failed", ["error: it cannot be"])
        assert not runs.file(run, "result.json").exists()

    bench(BROKEN, story)


def test_a_fault_of_one_run_keeps_no_other_from_its_turn(bench: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from kotc_sim.web import runs as module

    def broken(question: Any) -> list[str]:
        monkeypatch.undo()
        raise ZeroDivisionError("a fault")

    async def story(runs: Any) -> None:
        monkeypatch.setattr(module, "command", broken)
        first = await add(runs, RATE)
        await until(lambda: first.over)
        assert first.message == ["error: a fault"]
        second = await add(runs, RATE)
        await until(lambda: second.state == "running")

    bench(SLOW, story)


def test_what_was_cut_off_goes_on_with_its_games_at_the_next_start(bench: Callable[..., Any]) -> None:
    async def begin(runs: Any) -> str:
        done, held = await add(runs, BATTLE), await add(runs, RATE)
        await until(lambda: held.progress.get("share") and done.progress.get("share"))
        await asyncio.sleep(0.1)  # until it has written that it began
        return str(held.id)

    async def go_on(runs: Any) -> None:
        assert {run["state"] for run in runs.news(-1, set())} <= {"waiting", "running"}
        run = runs.get(held)
        await until(lambda: run.over)
        assert json.loads(runs.file(run, "result.json").read_text())["starts"] == 2

    held = bench(HOLD, begin)
    bench(HOLD, go_on)


def test_a_folder_that_is_not_a_run_is_left_alone(bench: Callable[..., Any], tmp_path: Path) -> None:
    notes = {"0" * 16: "{", "1" * 16: '{"asked": {"version": 9}}', "2" * 16: "[" * 100_000, "else": json.dumps({"asked": RATE})}
    for name, note in notes.items():
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "run.json").write_text(note)

    async def story(runs: Any) -> None:
        assert runs.news(-1, set()) == []

    bench("", story)
    assert len(list((tmp_path / "runs").iterdir())) == 4


def test_a_question_that_cannot_be_answered_leaves_nothing(bench: Callable[..., Any], tmp_path: Path) -> None:
    async def story(runs: Any) -> None:
        for wrong in (
            RATE | {"cards": [CARD | {"text": "Frobnicate."}]},
            RATE | {"proposal": {"name": "p", "rules": {}, "components": {"effect.destroy": {"level": "z"}}}},
            {"version": 2, "ask": "matchup", "decks": [{"name": "small", "cards": [[4, "minion 2/4"]]}] * 2, "settings": {"decks": [0, 1]}},
        ):
            with pytest.raises(KotcError):
                await add(runs, wrong)
        assert list((tmp_path / "runs").iterdir()) == []

    bench("", story)
