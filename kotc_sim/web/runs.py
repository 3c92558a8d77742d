"""The runs of the workbench: a queue of commands, one folder each; what was cut off is found and goes on at the next start."""

import asyncio
import contextlib
import html
import json
import re
import secrets
import shutil
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kotc_sim.compiler.child_process import start
from kotc_sim.errors import KotcError, printable
from kotc_sim.output import read_json, write_output
from kotc_sim.progress import MARK
from kotc_sim.web.asked import FIRST, GAMES, REPORT, RESULT, command, first_of, short, title
from kotc_sim.web.question import Question, read_question

MOST_WAITING = 20
KEPT = 100
"""So many runs are kept; the oldest that are over go first."""
GRACE_SECONDS = 5.0  # so long a run that is cancelled has to end by itself
_LINES = 30
_PROGRAM = """
import sys
from kotc_sim import progress
from kotc_sim.cli import main
progress.report_to(sys.stderr)
main(sys.argv[1:])
"""
_NOTE = "run.json"
_ID = re.compile("[0-9a-f]{16}")
_SENTENCE = re.compile(r'<meta name="description" content="([^"]*)">')
_ANSWERED = (0, 1, 3)
"""Exit codes of a command that has an answer, whatever the answer is."""


@dataclass(eq=False)
class Run:
    """A question and what became of it."""

    id: str  # 16 hexadecimal digits: its address, and the name of its folder
    asked: Mapping[str, object]  # the question as the browser sent it
    question: Question
    state: str = "waiting"
    """``waiting``, ``running``, ``done``, ``failed`` or ``cancelled``."""
    made: float = 0.0  # when it was asked, seconds since 1970
    seconds: float = 0.0  # how long it has been worked on
    progress: Mapping[str, object] = field(default_factory=dict)  # as `kotc_sim.progress.report_to` writes it
    message: list[str] = field(default_factory=list)  # what the command said
    answer: str = ""  # the verdict, a sentence
    first: str = ""  # what a fast pilot says before it, a sentence
    process: subprocess.Popen[bytes] | None = None
    cancelled: bool = False
    began: float = 0.0
    version: int = 0
    """`Runs.version` when it changed last."""

    @property
    def over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.state in ("done", "failed", "cancelled")

    def row(self) -> Mapping[str, object]:
        """Return what the list of runs shows."""
        spent = self.seconds + (time.monotonic() - self.began if self.state == "running" else 0.0)
        return {
            "id": self.id,
            "ask": self.question.ask,
            "title": title(self.question),
            "state": self.state,
            "made": self.made,
            "seconds": round(spent, 1),
            "progress": self.progress if self.state == "running" else {},
            "message": self.message[-6:],
            "answer": self.answer,
            "first": self.first,
        }


class Runs:
    """The runs of a folder; all methods are called from one event loop's thread.

    ``folder``: one folder a run lies in it. ``write``: writes the files of a question into a folder, or raises `KotcError`; see
    `kotc_sim.web.desk.Desk.files`.
    """

    def __init__(self, folder: Path, write: Callable[[Question, Path], Awaitable[None]]) -> None:
        self._folder, self._write, self.version = folder, write, 0
        """Rises with every change."""
        self.stopping, self._being_written = False, 0
        self._runs: dict[str, Run] = {}
        self._wake = asyncio.Event()
        self._find()

    def _find(self) -> None:
        """Take up the runs that lie in the folder; those that were cut off wait again."""
        found = []
        for path in self._folder.glob(f"*/{_NOTE}"):
            try:
                note = read_json(path.read_text(encoding="utf-8"))
                question = read_question(note["asked"])
                run = Run(
                    path.parent.name, note["asked"], question, str(note["state"]), float(note["made"]), float(note["seconds"]),
                    message=[str(line) for line in note["message"]], answer=str(note["answer"]),
                    first=str(note["first"]),
                )  # fmt: skip
            except (OSError, ValueError, KeyError, TypeError, KotcError):
                continue  # not ours, or of another version
            if _ID.fullmatch(run.id):
                found.append(run)
        for run in sorted(found, key=lambda run: run.made):
            if not run.over:
                run.state = "waiting"
            self._runs[run.id] = run

    def news(self, version: int, known: set[str]) -> list[Mapping[str, object]]:
        """Return what a page has to hear that was told of a version: runs that have changed since, the latest first.

        ``known``: the runs that the page knows; only of others it hears what was asked. Brought up to date.
        """
        rows: list[Mapping[str, object]] = [
            {**run.row(), **({} if run.id in known else {"asked": run.asked})}
            for run in reversed(self._runs.values())
            if run.version > version or run.id not in known
        ]
        rows += [{"id": id, "state": "removed"} for id in sorted(known - self._runs.keys())]
        known.clear()
        known.update(self._runs)
        return rows

    def _changed(self, run: Run) -> None:
        self.version += 1
        run.version = self.version

    def get(self, id: str) -> Run | None:
        """Return a run by its id; None if there is none."""
        return self._runs.get(id)

    def file(self, run: Run, name: str) -> Path:
        """Return a file of a run; ``name`` is one of this module's, never the browser's."""
        return self._folder / run.id / name

    async def add(self, asked: Mapping[str, object], question: Question) -> Run:
        """Queue a question.

        Raises a `KotcError` if it cannot be answered (a card that cannot be read, an illegal deck), or too many wait.
        """
        if self._being_written + sum(run.state == "waiting" for run in self._runs.values()) >= MOST_WAITING:
            raise KotcError(f"{MOST_WAITING} runs are waiting", fix="Cancel one, or wait.")
        run = Run(secrets.token_hex(8), asked, question, made=time.time())
        folder = self._folder / run.id
        folder.mkdir(parents=True)
        self._being_written += 1
        try:
            await self._write(question, folder)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        finally:
            self._being_written -= 1
        self._runs[run.id] = run
        self._note(run)
        over = [old for old in self._runs.values() if old.over]
        for old in over[: max(0, len(self._runs) - KEPT)]:
            self.remove(old)
        self._wake.set()
        return run

    def cancel(self, run: Run) -> None:
        """End a run that waits or is under way."""
        if run.over:
            return
        run.cancelled = True
        if run.process is not None:
            run.process.terminate()
            asyncio.get_running_loop().call_later(GRACE_SECONDS, _kill, run.process)
        else:
            self._end(run, "cancelled")

    def remove(self, run: Run) -> None:
        """Forget a run that is over, with its files."""
        if run.over:
            del self._runs[run.id]
            shutil.rmtree(self._folder / run.id, ignore_errors=True)
            self.version += 1

    async def work(self, quick: bool) -> None:
        """Answer the questions that take seconds, or the others, one after another, for ever."""
        while True:
            run = next((run for run in self._runs.values() if run.state == "waiting" and short(run.question) == quick), None)
            if run is None or self.stopping:
                self._wake.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), 1.0)
                continue
            try:
                await self._answer(run)
            except Exception as error:  # a full disk, for instance; whatever it is, the next one gets its turn
                run.state, run.message = "failed", [f"error: {printable(str(error)) or type(error).__name__}"]
                self._changed(run)

    async def stop(self, seconds: float) -> None:
        """End all processes, in so many seconds at most; the runs stay as they are, to be taken up at the next start."""
        self.stopping = True
        processes = [run.process for run in self._runs.values() if run.process is not None]
        for process in processes:
            process.terminate()
        end = time.monotonic() + seconds
        while time.monotonic() < end and any(process.poll() is None for process in processes):
            await asyncio.sleep(0.02)
        for process in processes:
            _kill(process)
            process.wait()

    async def _answer(self, run: Run) -> None:
        """Run the command of a question."""
        folder = self._folder / run.id
        again = (folder / GAMES).is_dir()
        if not again and not run.first:
            await self._say_first(run)
        code = 0 if run.cancelled or self.stopping else await self._run(run, command(run.question))
        if code == 2 and again and not run.cancelled and not self.stopping:  # begun by other sources, or damaged: from the beginning
            shutil.rmtree(folder / GAMES, ignore_errors=True)
            code = await self._run(run, command(run.question))
        if self.stopping:
            return
        answered = code in _ANSWERED and _is_json(folder / f"{RESULT}.part")
        if run.cancelled:
            self._end(run, "cancelled")
        elif answered:
            (folder / f"{RESULT}.part").replace(folder / RESULT)
            run.answer = self._sentence(run, REPORT)
            self._end(run, "done")
        else:
            run.message = run.message or [f"error: the command ended with exit code {code}."]
            self._end(run, "failed")

    async def _say_first(self, run: Run) -> None:
        """Let a fast pilot say its word; if it has none, nothing is told."""
        question = first_of(run.question)
        if question is None:
            return
        if await self._run(run, command(question, first=True)) in _ANSWERED:
            run.first = self._sentence(run, FIRST)

    async def _run(self, run: Run, words: list[str]) -> int:
        """Run a command once; return its exit code."""
        folder = self._folder / run.id
        run.state, run.message, run.progress, run.began = "running", [], {"stage": "starting"}, time.monotonic()
        self._note(run)
        loop = asyncio.get_running_loop()
        ended = loop.create_future()
        with open(folder / f"{RESULT}.part", "wb") as result:
            # A session of its own: Ctrl-C on the terminal ends the server, which ends this process.
            process = start(_PROGRAM, *words, cwd=folder, stdout=result, stderr=subprocess.PIPE, start_new_session=True)
        run.process = process

        def over(code: int) -> None:
            if not ended.done():
                ended.set_result(code)

        def listen() -> None:
            assert process.stderr is not None
            for line in process.stderr:
                loop.call_soon_threadsafe(self._hear, run, line.decode("utf-8", "replace").rstrip("\n"))
            code = process.wait()
            with contextlib.suppress(RuntimeError):  # the loop is over: so is the server
                loop.call_soon_threadsafe(over, code)

        threading.Thread(target=listen, daemon=True, name=f"run {run.id}").start()
        try:
            code: int = await ended
        finally:
            run.process = None
            run.seconds += time.monotonic() - run.began
            for stream in (process.stdin, process.stderr):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
        return code

    def _hear(self, run: Run, line: str) -> None:
        """Take a line that a command writes: how far it is, or words for its user."""
        if line.startswith(MARK):
            with contextlib.suppress(ValueError):
                run.progress = read_json(line[1:])
        elif line.strip():
            run.message = [*run.message[-_LINES:], printable(line)]
        self._changed(run)

    def _end(self, run: Run, state: str) -> None:
        run.state = state
        for name in (GAMES,) if state == "done" else (GAMES, f"{RESULT}.part"):
            path = self._folder / run.id / name
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        self._note(run)

    def _note(self, run: Run) -> None:
        """Write down what a later start needs to know."""
        self._changed(run)
        keys = ("asked", "state", "made", "seconds", "message", "answer", "first")
        write_output(self._folder / run.id / _NOTE, json.dumps({key: getattr(run, key) for key in keys}))

    def _sentence(self, run: Run, report: str) -> str:
        """Return the verdict of a report; empty if it has none."""
        with contextlib.suppress(OSError, UnicodeDecodeError):
            found = _SENTENCE.search(self.file(run, report).read_text(encoding="utf-8"))
            return html.unescape(found[1]) if found else ""
        return ""


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.kill()


def _is_json(path: Path) -> bool:
    try:
        read_json(path.read_bytes())
    except (OSError, ValueError):
        return False
    return True
