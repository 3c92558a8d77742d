from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.progress import MARK, Notice, Progress, duration, expect, report_to, stage, watch
from tests.experiments.verdict_cases import PLAIN_PYTHON


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def run(stream: io.StringIO, total: int | None, steps: list[tuple[float, int]]) -> str:
    clock = Clock()
    with Progress(total, "games", stream=stream, clock=clock) as progress:
        for now, games in steps:
            clock.now = now
            progress.advance(games)
    assert progress.done == sum(games for _, games in steps)
    return stream.getvalue()


def test_a_line_with_rate_and_remaining_time_that_is_wiped_at_the_end() -> None:
    shown = run(Terminal(), 10_000, [(0.5, 1000), (2.0, 3000), (2.05, 100), (4.0, 3900)])
    assert shown.split("\r\x1b[2K") == [
        "",
        "4,000/10,000 games (40 %), 2,000/s, 0:03 left",
        "8,000/10,000 games (80 %), 2,000/s, 0:01 left",  # 2.05 s was too soon after 2.0 s
        "",
    ]


def test_a_notebook_shows_the_line_without_escape_sequences() -> None:
    Output = type("OutStream", (io.StringIO,), {"__module__": "ipykernel.iostream"})
    shown = run(Output(), 10_000, [(2.0, 4000)])
    assert "\x1b" not in shown
    assert [part.strip() for part in shown.split("\r") if part.strip()] == ["4,000/10,000 games (40 %), 2,000/s, 0:03 left"]


def test_short_work_shows_nothing() -> None:
    assert run(Terminal(), 10, [(0.1, 5), (0.99, 5)]) == ""


def test_nothing_is_shown_where_nobody_watches() -> None:
    assert run(io.StringIO(), 10, [(2.0, 5), (60.0, 5)]) == ""


def test_without_a_total_there_is_no_remaining_time() -> None:
    assert "\r\x1b[2K3 games, 0.5/s" in run(Terminal(), None, [(6.0, 3)])


def test_of_work_that_is_not_counted_the_share_is_shown() -> None:
    clock, stream = Clock(), Terminal()
    with Progress(None, "compiling", stream=stream, clock=clock) as progress:
        for now, share in [(2.0, 0.0), (5.0, 0.25), (9.0, 0.999), (20.0, 1.0)]:
            clock.now = now
            progress.reach(share)
    assert stream.getvalue().split("\r\x1b[2K") == ["", "compiling: 0 %", "compiling: 25 %, 0:15 left", *2 * ["compiling: almost done"], ""]


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (0.2, "0:01"), (59.5, "1:00"), (3599, "59:59"), (7261, "2:01:01")])
def test_durations_are_rounded_up(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_a_notice_is_taken_back() -> None:
    terminal, file = Terminal(), io.StringIO()
    for stream in (terminal, file):
        with Notice("compiling", stream=stream):
            pass
    assert terminal.getvalue() == "compiling\r\x1b[2K"
    assert file.getvalue() == ""


def test_stages_say_where_the_work_is_and_how_long_all_of_it_takes() -> None:
    clock, stream = Clock(), Terminal()
    with Progress(None, "games", stream=stream, clock=clock) as progress, watch(progress):
        with stage("Squire (1 of 2)", 0.5):
            with stage("choosing", 0.2):
                expect(1000)
                clock.now = 2.0
                progress.advance(500)
            with stage("verdict", 0.8):
                expect(400)
                clock.now = 6.0
                progress.advance(100)
                clock.now = 7.0
                expect(400)  # more than was foreseen: the share does not fall
                progress.advance(0)
        with stage("Thor (2 of 2)", 0.5):
            clock.now = 8.0
            progress.advance(0)
    assert stream.getvalue().split("\r\x1b[2K") == [
        "",
        "Squire (1 of 2): choosing: 500/1,000 games; 5 % of all, 0:38 left",
        "Squire (1 of 2): verdict: 100/400 games; 20 % of all, 0:25 left",
        "Squire (1 of 2): verdict: 100/800 games; 20 % of all, 0:28 left",
        "Thor (2 of 2): 600 games; 50 % of all, 0:08 left",
        "",
    ]


def test_where_nobody_watches_stages_do_nothing() -> None:
    with stage("anything", 0.5):
        expect(10)


def test_a_stage_whose_share_is_not_known_foresees_nothing() -> None:
    clock, stream = Clock(), Terminal()
    with Progress(None, "games", stream=stream, clock=clock) as progress, watch(progress), stage("finding homes"):
        clock.now = 3.0
        progress.advance(7)
    assert "finding homes: 7 games; 0 % of all\r" in stream.getvalue()


@pytest.mark.usefixtures("few_games_here")
@pytest.mark.parametrize(
    "words", [("rate", "decks/cards/kotc-17-armory.yaml", "--card", "Squire"), ("price", "draw 1 card", "--no-cross-check")]
)
def test_questions_tell_their_stages_and_foresee_all_of_their_time(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stage begins where the one before it ended, and the last one ends at 100 %."""
    if PLAIN_PYTHON:
        pytest.skip("needs thousands of games")
    monkeypatch.chdir(Path(__file__).resolve().parents[1])
    begun: list[str] = []
    reached: list[float] = []
    begin, end = Progress.begin, Progress.end

    def note(self: Progress, name: str, share: float) -> None:
        begun.append(name)
        begin(self, name, share)

    def note_end(self: Progress) -> None:
        end(self)
        reached.append(self._stages[-1].at())

    monkeypatch.setattr(Progress, "begin", note)
    monkeypatch.setattr(Progress, "end", note_end)
    done = CliRunner().invoke(app, [*words, "--profile", "random", "--precision", "5", "--json"])
    assert done.exit_code == 0, done.output
    assert "verdict" in begun
    assert len(begun) >= 5
    assert reached == sorted(reached)
    assert reached[-1] == pytest.approx(1.0)


def test_another_program_is_told_in_lines_of_json() -> None:
    told = io.StringIO()
    report_to(told)
    try:
        with Notice("compiling", stream=Terminal()):
            pass
        shown = run(Terminal(), 10_000, [(2.0, 4000)])
        run(Terminal(), None, [(2.0, 4000)])
    finally:
        report_to(None)
    assert shown == ""
    lines = told.getvalue().rstrip("\n").split("\n")  # the mark ends a line for splitlines
    assert all(line.startswith(MARK) for line in lines)
    assert [json.loads(line[1:]) for line in lines] == [
        {"stage": "compiling"},
        {"stage": "", "unit": "games", "done": 4000, "total": 10_000, "share": 0.4, "left": 3.0},
        {"stage": "", "unit": "games", "done": 4000, "total": None, "share": None, "left": None},
    ]
    assert "40 %" in run(Terminal(), 10_000, [(2.0, 4000)])
