"""Connections to the workbench end: there are so many at once, and each has so long to say what it asks."""

import asyncio
import logging
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from kotc_sim.errors import brief, say, unforeseen

MOST_CONNECTIONS = 128
"""Open at the same time, streams of events counted: fewer than a process may have files."""
BACKLOG = 64  # connections that are taken in one step
HEAD_SECONDS = 5.0
"""A connection that is not being answered, and on which no request has become complete for so long, is closed."""


class Connection(H11Protocol):
    """A connection of uvicorn's that gives way: uvicorn's own limits begin only when the head of a request is complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection; where there are too many, the oldest of those that ask nothing is closed."""
        super().connection_made(transport)
        self._opened = self.loop.time()
        self._timer = self.loop.call_later(HEAD_SECONDS, self._look, None)
        there = [one for one in self.connections if isinstance(one, Connection) and not one.transport.is_closing()]
        if len(there) > MOST_CONNECTIONS:
            min((one for one in there if not one._answering()), key=lambda one: one._opened).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._timer.cancel()
        super().connection_lost(exc)

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _look(self, seen: Any) -> None:
        """Close the connection if it has not asked anything since it was ``seen`` last."""
        if self.cycle is seen and not self._answering():
            self.transport.abort()
        else:
            self._timer = self.loop.call_later(HEAD_SECONDS, self._look, self.cycle)


class ToldOnce(logging.Handler):
    """Says each error of the server in one line, once: who floods it does not fill the terminal."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._told: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Say what has gone wrong, unless it has been said."""
        error = record.exc_info[1] if record.exc_info else None
        text = record.getMessage().partition("\n")[0] if error is None or isinstance(error, OSError) else unforeseen(error)
        if text not in self._told:
            self._told.add(text)
            say(f"error: {text if error is not None else brief(text)}", error=True, wait=False)
