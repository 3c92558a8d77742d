"""Who may ask: this machine, a page of this server, who knows the token, and nobody too much or too often."""

import contextlib
import hmac
from collections.abc import Iterable

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 400_000  # the longest body of a request
MOST_HEAD = 16_384  # the longest head of a request, in bytes
MOST_AT_ONCE = 24  # requests that are answered at the same time, streams of events not counted
MOST_STREAMS = 24  # streams of events that are open at the same time
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
REPORT_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'; sandbox allow-same-origin"
}
"""Of reports, which are shown in a frame of the page: they hold no script, and none would run."""


class Guard:
    """Lets requests through to an application, or refuses them with a status and a line of text.

    ``token`` is the first part of every path but that of the door (``/``), its files and ``open_paths``, which hold nothing of the user's.
    Requests have to name the ``port``, which the server listens at, in ``Host`` and ``Origin``.
    """

    def __init__(self, app: ASGIApp, token: str, port: int, open_paths: Iterable[str] = ()) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        self._origins = {f"http://{host}" for host in self._hosts}
        self._open = frozenset(open_paths)
        self._busy = self._streams = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # no other protocol is spoken: uvicorn closes the connection
        refused = self._refused(scope)
        if refused is not None:
            await _say(send, *refused)
            return
        stream = scope["path"].endswith("/events")
        if (self._streams >= MOST_STREAMS) if stream else (self._busy >= MOST_AT_ONCE):
            await _say(send, 503, "Too many requests at once: close a few tabs.")
            return
        self._busy += not stream
        self._streams += stream
        try:
            await self._within(scope, receive, send)
        finally:
            self._busy -= not stream
            self._streams -= stream

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """Return status and reason of a request that is not let through."""
        headers: dict[bytes, bytes] = {}
        if len(scope["raw_path"] or b"") + len(scope["query_string"]) + sum(len(a) + len(b) for a, b in scope["headers"]) > MOST_HEAD:
            return 431, f"At most {MOST_HEAD:,} bytes of head."
        for name, value in scope["headers"]:
            if name in (b"host", b"origin", b"content-length", b"content-type") and name in headers:
                return 400, f"The header {name.decode()} is given twice."
            headers[name] = value
        if headers.get(b"host", b"").decode("latin-1") not in self._hosts:
            return 421, "This server answers to 127.0.0.1 and localhost only."
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1") not in self._origins:
            return 403, "Another site may not ask this server."
        if headers.get(b"sec-fetch-site", b"none") == b"cross-site" and headers.get(b"sec-fetch-mode") != b"navigate":
            return 403, "Another site may not ask this server."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "Only GET and POST."
        if scope["method"] == "POST":
            if origin is None:
                return 403, "A request that changes something has to say where it comes from."
            if headers.get(b"content-type", b"").split(b";")[0].strip() != b"application/json":
                return 415, "Only JSON."
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length[:12]) > MOST_BYTES:
            return 413, f"At most {MOST_BYTES:,} bytes."
        if scope["path"] in self._open:
            return None
        first = scope["path"].encode("utf-8", "surrogatepass").split(b"/")[1:2]
        if not hmac.compare_digest(first[0] if first else b"", self._token):
            return 403, "This address is not, or no longer, valid. Use the one that kotc-sim serve has printed."
        return None

    async def _within(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, with its body's length watched, and the headers that every answer has."""
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > MOST_BYTES:  # whatever the header says
                raise HTTPException(413, f"At most {MOST_BYTES:,} bytes.")
            return message

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in _HEADERS if pair[0] not in own)]
            await send(message)

        with contextlib.suppress(ClientDisconnect):  # a body that breaks off: nobody waits for the answer
            await self._app(scope, counted, sealed)


_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


async def _say(send: Send, status: int, text: str) -> None:
    body = text.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode()), *_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
