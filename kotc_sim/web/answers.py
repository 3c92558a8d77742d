"""What is sent and answered as JSON."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kotc_sim.errors import KotcError, printable
from kotc_sim.output import json_text, read_json


def object_of(body: bytes) -> Mapping[str, object]:
    """Return the JSON object that was sent; anything else is a `KotcError`."""
    try:
        value = read_json(body)
    except ValueError:
        raise KotcError("this is not JSON") from None
    if not isinstance(value, dict):
        raise KotcError("this is no JSON object")
    return value


def answer_of(value: Any) -> Response:
    """Return an answer."""
    return Response(json_text(value), media_type="application/json")


async def refused(request: Request, error: Any) -> Response:
    """Answer a request that has raised a `KotcError`, with status 422."""
    return refusal_of(error)


def refusal_of(error: KotcError, status: int = 422) -> Response:
    """Return what is wrong with a request, and how to mend it."""
    return JSONResponse({"error": printable(error.what), "fix": printable(error.fix or "")}, status)
