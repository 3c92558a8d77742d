"""Games that somebody plays against a pilot: a process each while they are played, a folder each in which what was chosen is kept."""

import asyncio
import contextlib
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import kotc_sim
from kotc_sim.errors import KotcError
from kotc_sim.output import read_json, write_output
from kotc_sim.web.answers import answer_of, object_of, refusal_of
from kotc_sim.web.asked import RESULT
from kotc_sim.web.desk import DECK_FILES
from kotc_sim.web.fields import Fields
from kotc_sim.web.question import Question, read_question

MOST_OPEN = 3
"""So many games have a process; one that has none is played up to its last choice again when it is asked for."""
KEPT = 200  # so many games are kept; the oldest go first
_NOTE = "game.json"
_ID = re.compile("[0-9a-f]{16}")
_PROGRAM = "import sys; from kotc_sim.experiments.play.seat import main; main(sys.argv[1:])"
_GONE = KotcError("there is no such game", fix="Begin another one.")


@dataclass(eq=False)
class Game:
    """A game that is or was played; the person has side A."""

    id: str
    asked: Mapping[str, Any]
    """A replay, as the browser asks for it: the decks, who plays B, the number of the game, the seed."""
    question: Question
    made: float
    picks: list[int] = field(default_factory=list)
    """What the person has chosen."""
    score: float | None = None  # 1, ½ or 0 when it is over
    process: subprocess.Popen[bytes] | None = None
    state: Mapping[str, Any] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def row(self) -> Mapping[str, Any]:
        """What is kept, and what the list of games shows."""
        return {"id": self.id, "asked": self.asked, "made": self.made, "picks": self.picks, "score": self.score}

    def end(self) -> None:
        """End its process."""
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(OSError), process:  # closes its pipes, and waits
                process.kill()


class Tables:
    """The games of a folder; all methods are called from one event loop's thread.

    ``write``: writes the files of a question; see `kotc_sim.web.runs.Runs`. Every method raises a `KotcError` if there is no such game, or
    the pilot cannot play it.
    """

    def __init__(self, folder: Path, write: Callable[[Question, Path], Awaitable[None]]) -> None:
        self._folder, self._write = folder, write
        self._readers = ThreadPoolExecutor(MOST_OPEN, "table")
        self._games: dict[str, Game] = {}
        for path in folder.glob(f"*/{_NOTE}"):
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError, KotcError):  # not ours, or of another version
                note = read_json(path.read_text(encoding="utf-8"))
                found = Game(
                    path.parent.name, note["asked"], read_question(note["asked"]), float(note["made"]), list(note["picks"]), note["score"]
                )
                if _ID.fullmatch(found.id):
                    self._games[found.id] = found
        self._games = dict(sorted(self._games.items(), key=lambda pair: pair[1].made))

    def rows(self) -> list[Mapping[str, Any]]:
        """Return all games, the latest first."""
        return [game.row for game in reversed(self._games.values())]

    def result(self, id: str) -> bytes:
        """Return a game that is over, as JSON."""
        try:
            return (self._folder / self._get(id).id / RESULT).read_bytes()
        except OSError:
            raise _GONE from None

    def remove(self, id: str) -> None:
        """Forget a game."""
        self._get(id).end()
        del self._games[id]
        shutil.rmtree(self._folder / id, ignore_errors=True)

    def _get(self, id: str) -> Game:
        if id not in self._games:
            raise _GONE
        return self._games[id]

    async def sit(self, asked: Mapping[str, Any], question: Question) -> Mapping[str, Any]:
        """Begin a game, and return what the person sees."""
        if question.ask != "replay":
            raise KotcError("a game at the table is asked for as a replay is", fix="Choose two decks and a pilot.")
        game = Game(secrets.token_hex(8), asked, question, time.time())
        folder = self._folder / game.id
        folder.mkdir(parents=True)
        try:
            await self._write(question, folder)
            self._games[game.id] = game
            async with game.lock:
                await self._begin(game)
        except BaseException:
            self._games.pop(game.id, None)
            game.end()
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._note(game)
        for old in list(self._games)[: max(0, len(self._games) - KEPT)]:
            self.remove(old)
        return {"id": game.id, **game.state}

    async def choose(self, id: str, at: int, pick: int | None) -> Mapping[str, Any]:
        """Answer the ``at``-th question of a game by an option's number, and return what the person sees then.

        Without a number, or where that question has been answered, nothing is done.
        """
        game = self._get(id)
        async with game.lock:
            if game.process is None and game.score is None:
                await self._begin(game)
            if pick is not None and at == len(game.picks) and game.score is None:
                await self._tell(game, pick)
                game.picks.append(pick)
                result = game.state.get("result")
                if result is not None:
                    write_output(self._folder / id / RESULT, json.dumps(result))
                    game.score = result["score"][game.state["seat"]]
                    game.end()
                self._note(game)
            return {"id": id, **game.state}

    async def _begin(self, game: Game) -> None:
        """Start the process of a game, which plays up to the last choice."""
        idle = [other for other in self._games.values() if other.process is not None and not other.lock.locked()]
        for other in idle[: max(0, len(idle) - MOST_OPEN + 1)]:
            other.end()
        settings = game.question.settings
        files = [DECK_FILES[settings[side]] for side in ("a", "b")]
        pilot = settings.get("strategy_b") or settings.get("strategy") or "greedy"
        words = [*files, pilot, str(settings.get("game", 0)), str(game.question.seed), json.dumps(game.picks)]
        places = [str(Path(kotc_sim.__file__).parents[1]), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
        game.process = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM, *words], cwd=self._folder / game.id,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(places)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        await self._tell(game, None)

    async def _tell(self, game: Game, pick: int | None) -> None:
        """Tell the process of a game what was chosen, and take what the table shows then."""
        process = game.process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            if pick is not None:
                process.stdin.write(b"%d\n" % pick)
                process.stdin.flush()
            found = read_json(await asyncio.get_running_loop().run_in_executor(self._readers, process.stdout.readline))
        except (OSError, ValueError):
            game.end()
            raise KotcError("the game stopped", fix="Open it again: it goes on from your last choice.") from None
        if "error" in found:
            raise KotcError(found["error"], fix=found["fix"])
        game.state = found

    def _note(self, game: Game) -> None:
        write_output(self._folder / game.id / _NOTE, json.dumps(game.row))

    def stop(self) -> None:
        """End all processes; the games stay as they are."""
        for game in self._games.values():
            game.end()
        self._readers.shutdown(wait=False, cancel_futures=True)


def table_routes(base: str, tables: Tables) -> list[Route]:
    """Return the addresses of games: all of them, one to begin, one to go on with, one that is over."""

    async def all_games(request: Request) -> Response:
        return answer_of(tables.rows())

    async def begun(request: Request) -> Response:
        asked = object_of(await request.body())
        return answer_of(await tables.sit(asked, read_question(asked)))

    async def chosen(request: Request) -> Response:
        fields, id = Fields(object_of(await request.body()), "a choice"), request.path_params["id"]
        at, remove = fields.whole("at", 0, 100_000, 0), fields.flag("remove")
        pick = fields.whole("pick", 0, 1_000) if "pick" in fields else None
        fields.done()
        if remove:
            tables.remove(id)
            return answer_of({})
        return answer_of(await tables.choose(id, at, pick))

    async def result(request: Request) -> Response:
        try:
            return Response(tables.result(request.path_params["id"]), media_type="application/json")
        except KotcError as error:
            return refusal_of(error, 404)

    return [
        Route(f"{base}/api/tables", all_games, methods=["GET"]),
        Route(f"{base}/api/tables", begun, methods=["POST"]),
        Route(f"{base}/api/tables/{{id}}", chosen, methods=["POST"]),
        Route(f"{base}/tables/{{id}}/{RESULT}", result),
    ]
