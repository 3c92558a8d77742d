"""The addresses of the workbench: its page, what the page asks while somebody types, and the runs."""

import asyncio
import contextlib
import functools
import json
import queue
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from kotc_sim import __version__
from kotc_sim.errors import KotcError
from kotc_sim.experiments.price.remembered import measured
from kotc_sim.games.vocabulary import MOST_CHARACTERS, search
from kotc_sim.games.workbench import Costed, Text
from kotc_sim.strategies.by_game import strategies_of
from kotc_sim.web import opened, question
from kotc_sim.web.answers import answer_of, object_of, refusal_of, refused
from kotc_sim.web.asked import FIRST, REPORT, RESULT
from kotc_sim.web.desk import Desk, card_row, shipped
from kotc_sim.web.fields import Fields
from kotc_sim.web.guard import REPORT_HEADERS, Guard
from kotc_sim.web.runs import Run, Runs
from kotc_sim.web.settings import described
from kotc_sim.web.tables import Tables, table_routes
from kotc_sim.web.work import Work

STATIC = Path(__file__).with_name("static")
_TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}
_DOOR = {"/": "door.html", "/door.js": "door.js", "/style.css": "style.css"}
"""What is shown without the token: a page that sends the browser to the address that it has kept."""
PAUSE_SECONDS = 0.2  # least time between two events of a stream
_BEAT = 75
STOP_SECONDS = 1.0

Ask = Callable[[Fields], Any]


class Workbench:
    """The application, and what it works with: the folder where runs are kept, and the port of its guard."""

    def __init__(self, folder: Path, token: str, port: int) -> None:
        self.desk = Desk(folder / "proposals", self._give_way)
        self.work = Work(folder, self.desk)
        self.runs = Runs(folder / "runs", self._write)
        self.tables = Tables(folder / "tables", self._write)
        self._thinker = ThreadPoolExecutor(1, "workbench")  # one after another
        self._typed: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        self._files = {path.name: path.read_bytes() for path in STATIC.iterdir() if path.suffix in _TYPES}
        base = f"/{token}"
        routes = [
            *(Route(path, functools.partial(self._file, name)) for path, name in _DOOR.items()),
            Route(f"{base}/", functools.partial(self._file, "page.html")),
            *(Route(f"{base}/{name}", functools.partial(self._file, name)) for name in self._files),
            Route(f"{base}/api/start", self._json(self._start)),
            Route(f"{base}/api/work", self._json(self.work.read)),
            *(
                Route(f"{base}/api/{name}", self._posted(ask), methods=["POST"])
                for name, ask in {
                    "edition": self._edition,
                    "cost": self._cost,
                    "words": self._words,
                    "levels": self._levels,
                    "deck": self._deck,
                    "shipped": self._shipped,
                    "open": self._open,
                    "save": self._save,
                    "keep": self.work.keep,
                }.items()
            ),
            Route(f"{base}/api/run", self._run, methods=["POST"]),
            Route(f"{base}/api/runs/{{id}}/{{what:str}}", self._change, methods=["POST"]),
            Route(f"{base}/runs/{{id}}/{REPORT}", functools.partial(self._report, REPORT)),
            Route(f"{base}/runs/{{id}}/{FIRST}", functools.partial(self._report, FIRST)),
            Route(f"{base}/runs/{{id}}/{RESULT}", self._result),
            *table_routes(base, self.tables),
            Route(f"{base}/events", self._events),
        ]
        self.app = Guard(Starlette(routes=routes, lifespan=self._life, exception_handlers={KotcError: refused}), token, port, _DOOR)

    @contextlib.asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(self.runs.work(quick)) for quick in (False, True)]
        warm = asyncio.get_running_loop().run_in_executor(self._thinker, self._warm)
        try:
            yield
        finally:
            self.tables.stop()
            await self.runs.stop(STOP_SECONDS)
            warm.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._thinker.shutdown(wait=False, cancel_futures=True)

    def _warm(self) -> None:
        """Read the newest edition before somebody types: building its parser takes a moment."""
        name = question.edition_names()[0]
        _, bench = question.bench_of(name)
        bench.cost_card({"name": "first", "kind": "spell", "text": "Draw 1 cards"}, self.desk.edition(name, None), 4)

    async def _file(self, name: str, request: Request) -> Response:
        return Response(self._files[name], media_type=_TYPES[Path(name).suffix])

    def _json(self, make: Callable[[], Any]) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            return answer_of(await self._think(make))

        return answer

    def _posted(self, ask: Ask) -> Callable[[Request], Awaitable[Response]]:
        """Return what answers a POST of a JSON object."""

        async def answer(request: Request) -> Response:
            fields = Fields(object_of(await request.body()), "the request")
            think = self._think_first if ask == self._cost else self._think
            return answer_of(await think(functools.partial(ask, fields)))

        return answer

    async def _think(self, make: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thinker, make)

    async def _think_first(self, make: Callable[[], Any]) -> Any:
        """Answer what takes milliseconds, between two parts of what takes long."""
        answer: Future[Any] = Future()
        self._typed.put((answer, make))
        self._thinker.submit(self._give_way)
        return await asyncio.wrap_future(answer)

    def _give_way(self) -> None:
        """Answer what was asked while somebody types; what takes long calls this for each card."""
        with contextlib.suppress(queue.Empty):
            while True:
                answer, make = self._typed.get_nowait()
                if answer.set_running_or_notify_cancel():
                    try:
                        answer.set_result(make())
                    except Exception as error:
                        answer.set_exception(error)

    async def _write(self, asked: question.Question, folder: Path) -> None:
        await self._think(functools.partial(self.desk.files, asked, folder))

    def _start(self) -> Mapping[str, object]:
        """Say what there is: the version, the editions, and the questions with their settings."""
        rows = []
        for name in question.edition_names():
            edition, game = self.desk.edition(name, None), question.bench_of(name)[0]
            rows.append(
                {
                    "name": name,
                    "game": game.key,
                    "title": getattr(edition, "title", "") or game.title,
                    "year": getattr(edition, "year", None),
                }
            )
        asks = dict.fromkeys(ask for name in question.edition_names() for ask in question.bench_of(name)[1].SHAPE.asks)
        return {"version": __version__, "question": question.VERSION, "editions": rows, "questions": {ask: described(ask) for ask in asks}}

    def _edition(self, fields: Fields) -> Mapping[str, object]:
        """Describe an edition: how cards are typed, vocabulary, switches, cards, decks; and what a proposal adds to the vocabulary."""
        name, proposal = question.read_edition(fields), question.read_proposal(fields)
        fields.done()
        game, bench = question.bench_of(name)
        edition = self.desk.edition(name, None)
        components, worth = bench.vocabulary(edition), measured(edition)
        return {
            "name": edition.name,
            "game": game.key,
            "title": getattr(edition, "title", "") or game.title,
            "terms": dict(edition.terms),
            "form": {
                **bench.form(edition),
                "kinds": {kind: list(keys) for kind, keys in bench.SHAPE.kinds.items()},
                "limits": {key: vars(number) for key, number in bench.SHAPE.numbers.items()},
                "asks": list(bench.SHAPE.asks),
            },
            "pilots": list(strategies_of(game.key).names),
            "rules": bench.rules(edition),
            "components": components,
            "cards": [card_row(card, edition) for card in self.desk.pool(edition).values()],
            "decks": list(shipped(name)),
            "worth": dict(worth),
            **self._proposed(name, proposal, components),
        }

    def _proposed(self, name: str, proposal: question.Proposal | None, components: list[Text]) -> Mapping[str, object]:
        """Say which texts a proposal adds, takes out or rewords; nothing where it has a fault, which is told where it is edited."""
        found: Mapping[str, object] = {"added": [], "gone": [], "reworded": {}}
        if proposal is None or not proposal.rest.strip():
            return found
        _, bench = question.bench_of(name)
        try:
            changed = {row["id"]: row for row in bench.vocabulary(self.desk.edition(name, proposal))}
        except KotcError:
            return found
        before = {row["id"]: row for row in components}
        return {
            "added": [row for key, row in changed.items() if key not in before],
            "gone": [key for key in before if key not in changed],
            "reworded": {key: row["text"] for key, row in changed.items() if key in before and before[key]["text"] != row["text"]},
        }

    def _words(self, fields: Fields) -> Mapping[str, object]:
        """Search the vocabulary, as ``kotc-sim words`` does; return the ids of the texts, best first."""
        name = question.read_edition(fields)
        edition = self.desk.edition(name, question.read_proposal(fields))
        query = fields.text("query", MOST_CHARACTERS)
        fields.done()
        return {"ids": [entry.id for entry in search(question.bench_of(name)[0].describe.vocabulary(edition), query)]}

    def _cost(self, fields: Fields) -> Costed:
        name = question.read_edition(fields)
        edition = self.desk.edition(name, question.read_proposal(fields))
        _, bench = question.bench_of(name)
        given = question.read_card(fields.inner("card", "a card") or Fields({}, "a card"), bench)
        caret = fields.whole("caret", 0, 5000) if "caret" in fields else None
        fields.done()
        return bench.cost_card(given, edition, caret)

    def _levels(self, fields: Fields) -> list[Mapping[str, object]]:
        """Say what cards cost in an edition, and in a proposal that changes it."""
        name, proposal = question.read_edition(fields), question.read_proposal(fields)
        _, bench = question.bench_of(name)
        own = question.read_cards(fields, bench)
        fields.done()
        old = self.desk.edition(name, None)
        new = self.desk.edition(name, proposal)
        names = {card["name"] for card in own}
        given = [*own, *(bench.as_given(card, old) for card in self.desk.pool(old).values() if card.name not in names)]
        rows: list[Mapping[str, object]] = []
        for card in given:
            levels: dict[str, object] = {}
            for when, edition in (("before", old), ("after", new)):
                self.desk.give_way()
                found = bench.cost_card(card, edition)["card"]
                levels[when] = None if found is None else {"level": found["cost"], "ultra": found["ultra"], "legal": found["legal"]}
            rows.append({"name": card["name"], "own": card in own, **levels})
        return rows

    def _deck(self, fields: Fields) -> Mapping[str, object]:
        """Say whether a deck is legal, and how its levels are spread."""
        name = question.read_edition(fields)
        edition = self.desk.edition(name, question.read_proposal(fields))
        game, bench = question.bench_of(name)
        cards = question.read_cards(fields, bench)
        inner = fields.inner("deck", "a deck") or Fields({}, "a deck")
        deck = question.read_deck(inner, game)
        inner.done()
        fields.done()
        return bench.deck_row(self.desk.deck(deck, edition, self.desk.read(cards, edition)))

    def _shipped(self, fields: Fields) -> Mapping[str, object]:
        """Return a deck that comes with kotc-sim, and the cards that it defines itself."""
        name = question.read_edition(fields)
        path = shipped(name)[fields.choice("deck", shipped(name))]
        fields.done()
        return opened.deck_row(opened.shipped_deck(path), self.desk.edition(name, None), self.desk)

    def _open(self, fields: Fields) -> Mapping[str, object]:
        """Read a YAML file that was dropped on the page."""
        text = fields.text("text", 300_000)
        name = question.read_edition(fields)
        cards = question.read_cards(fields, question.bench_of(name)[1])
        fields.done()
        return opened.read(text, name, cards, self.desk)

    def _save(self, fields: Fields) -> Mapping[str, object]:
        """Return cards, a deck or a proposal as the YAML of a file."""
        name, proposal = question.read_edition(fields), question.read_proposal(fields)
        game, bench = question.bench_of(name)
        cards = question.read_cards(fields, bench)
        inner = fields.inner("deck", "a deck")
        deck = None if inner is None else question.read_deck(inner, game)
        what = fields.choice("what", ("cards", "deck", "edition"))
        fields.done()
        return {"text": opened.saved(self.desk, what, name, proposal, cards, deck)}

    async def _run(self, request: Request) -> Response:
        asked = object_of(await request.body())
        run = await self.runs.add(asked, question.read_question(asked))
        return answer_of(run.row())

    async def _change(self, request: Request) -> Response:
        run = self.runs.get(request.path_params["id"])
        if run is None:
            return refusal_of(KotcError("there is no such run"), 404)
        if request.path_params["what"] == "cancel":
            self.runs.cancel(run)
        elif request.path_params["what"] == "remove":
            self.runs.remove(run)
        else:
            return refusal_of(KotcError("a run is cancelled or removed"), 404)
        return answer_of(run.row())

    async def _report(self, file: str, request: Request) -> Response:
        run, body = self._content(request, file, "report")
        headers = dict(REPORT_HEADERS)
        if "save" in request.query_params:
            name = f"{run.question.ask.replace(' ', '-')}-{run.id[:6]}.html"
            headers["content-disposition"] = f'attachment; filename="{name}"'
        return Response(body, media_type=_TYPES[".html"], headers=headers)

    async def _result(self, request: Request) -> Response:
        _, body = self._content(request, RESULT, "result")
        return Response(body, media_type="application/json")

    def _content(self, request: Request, name: str, what: str) -> tuple[Run, bytes]:
        """Return the run that is asked for, and a file of it."""
        run = self.runs.get(request.path_params["id"])
        with contextlib.suppress(OSError):
            if run is not None and (run.state == "done" or (name == FIRST and run.first)):
                return run, self.runs.file(run, name).read_bytes()
        raise HTTPException(404, f"There is no such {what}.")

    async def _events(self, request: Request) -> Response:
        """Tell of all runs, then of what has changed whenever something has."""

        async def told() -> AsyncIterator[str]:
            version, known, quiet = -1, set[str](), 0
            while not self.runs.stopping:
                if self.runs.version != version:
                    news = self.runs.news(version, known)
                    version, quiet = self.runs.version, 0
                    yield f"data: {json.dumps(news)}\n\n"
                elif (quiet := quiet + 1) % _BEAT == 0:
                    yield ": still here\n\n"
                await asyncio.sleep(PAUSE_SECONDS)

        return StreamingResponse(told(), media_type="text/event-stream")
