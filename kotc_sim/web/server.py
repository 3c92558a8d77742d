"""The process of the workbench: a socket of this machine, a lock on its folder, and an end that leaves nothing behind."""

import html
import logging
import os
import re
import secrets
import signal
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn

from kotc_sim.errors import Ended, KotcError
from kotc_sim.web.app import Workbench
from kotc_sim.web.connections import BACKLOG, Connection, ToldOnce

PORT = 8817  # where the workbench is looked for: a link that holds a question names it
_LINK = re.compile(r"(?:https?://[\w.:\[\]-]+/?(?:[\w-]+/)?)?#?q=([A-Za-z0-9_-]{1,200000})")


def question_of(link: str) -> str:
    """Return what follows the ``#`` of a link that holds a question; a `KotcError` if it is none."""
    found = _LINK.fullmatch(link.strip())
    if found is None:
        raise KotcError("this link holds no question", fix="It ends in #q= and many letters: copy it whole.")
    return f"q={found[1]}"


def default_folder() -> Path:
    """Return where work is kept: ``kotc-sim`` in the user's home folder, or where there is none, here."""
    try:
        return Path.home() / "kotc-sim"
    except RuntimeError:
        return Path("kotc-sim")


def listening(port: int | None) -> socket.socket:
    """Return a socket of the loopback address: at a port (a `KotcError` if it is taken), or at `PORT` if that is free, else at any."""
    for wanted in (PORT, 0) if port is None else (port,):
        # With the protocol named, asyncio sends small answers at once; without, each waits 40 ms for the last one to be acknowledged.
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", wanted))
        except (OSError, OverflowError) as error:
            found.close()
            if wanted == 0 or port is not None:
                raise KotcError(
                    f"port {wanted} cannot be used: {getattr(error, 'strerror', error)}", fix="Choose another with --port."
                ) from None
            continue
        return found
    raise KotcError("no port is free")


def file_to_open(folder: Path, address: str) -> Path:
    """Return a file that only the user can read, from which a browser goes on to an address: command lines are seen by everybody."""
    number, name = tempfile.mkstemp(".html", "open-", folder)
    with open(number, "w", encoding="utf-8") as file:
        file.write(f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={html.escape(address)}">\n')
    return Path(name).resolve()


def serve(folder: Path, port: int | None, ready: Callable[[str], None]) -> None:
    """Serve the workbench until it is told to end.

    - ``folder``: where work and runs are kept; made if need be. One server at a time uses it.
    - ``port``: see `listening`.
    - ``ready``: called with the address of the page, with its token, when it can be opened.

    A `KotcError` if the port or the folder cannot be used.
    """
    lock = _locked(folder)
    try:
        with listening(port) as found:
            number = found.getsockname()[1]
            token = secrets.token_urlsafe(24)
            _run(found, folder, token, number, lambda: ready(f"http://127.0.0.1:{number}/{token}/"))
    finally:
        for path in folder.glob("open-*.html"):
            path.unlink(missing_ok=True)
        lock.close()


def _run(found: socket.socket, folder: Path, token: str, port: int, ready: Callable[[], None]) -> None:
    bench: list[Workbench] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if not bench:  # within the loop that its tasks will run in
            bench.append(Workbench(folder, token, port))
        await bench[0].app(scope, receive, send)

    for name in ("uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.ERROR)  # of a request that is no HTTP, nobody has to hear
        logger.propagate, logger.handlers = False, [ToldOnce()]
    config = uvicorn.Config(
        app,
        http=Connection,
        backlog=BACKLOG,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=16_384,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    handle, startup = server.handle_exit, server.startup

    def leave(number: int, frame: Any) -> None:
        if bench:
            bench[0].runs.stopping = True  # streams of events end, and nothing new begins
        handle(number, frame)

    async def begin(sockets: Any = None) -> None:
        await startup(sockets=sockets)
        if server.started:
            ready()

    setattr(server, "handle_exit", leave)  # noqa: B010  (mypy lets no method be assigned)
    setattr(server, "startup", begin)  # noqa: B010
    ended_by: list[int] = []

    def hang_up(number: int, frame: Any) -> None:
        ended_by.append(number)
        leave(number, frame)

    hup = getattr(signal, "SIGHUP", None)  # uvicorn knows the other two
    if hup is not None and callable(signal.getsignal(hup)):  # else it is ignored, as under nohup
        signal.signal(hup, hang_up)
    server.run(sockets=[found])
    if ended_by:
        raise Ended(ended_by[0])


def _locked(folder: Path) -> Any:
    """Return an open file that no other server has locked; a `KotcError` if another has."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = open(folder / "lock", "a+b")  # noqa: SIM115  (open as long as the server runs)
    except OSError as error:
        raise KotcError(f"the folder cannot be used: {error.strerror}", file=folder, fix="Name another with --folder.") from None
    try:
        try:
            import fcntl
        except ImportError:  # Windows
            import msvcrt

            lock.seek(0)
            getattr(msvcrt, "locking")(lock.fileno(), getattr(msvcrt, "LK_NBLCK"), 1)  # noqa: B009  (unknown to mypy elsewhere)
        else:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise KotcError(
            "another workbench uses this folder", file=folder, fix="Use its page, end it with Ctrl-C, or name another folder with --folder."
        ) from None
    return lock
