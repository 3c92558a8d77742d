"""The guards of the workbench: each is attacked by a request that would get through without it."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.serving import BATTLE, CARD, Bench, needs_web, serving

pytestmark = needs_web


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    with serving(tmp_path_factory.mktemp("bench") / "work") as found:
        yield found


def raw(bench: Bench, request: bytes) -> bytes:
    """Send bytes as they are; return the first of the answer."""
    with socket.create_connection(("127.0.0.1", bench.port), 10) as connection:
        connection.sendall(request)
        return connection.recv(4000)


def test_the_page_and_what_it_asks_are_there(bench: Bench) -> None:
    status, body = bench.ask("GET", f"/{bench.token}/")
    assert status == 200
    assert b"workbench" in body
    assert bench.ask("GET", f"/{bench.token}/api/start")[0] == 200
    assert bench.post("api/cost", {"card": CARD})[0] == 200


def test_it_listens_to_this_machine_alone(bench: Bench) -> None:
    table = Path("/proc/net/tcp")
    if not table.exists():
        pytest.skip("only Linux tells who listens where")
    found = [line.split() for line in table.read_text().splitlines()[1:]]
    listening = [words[1] for words in found if words[3] == "0A" and words[1].endswith(f":{bench.port:04X}")]
    assert set(listening) == {f"0100007F:{bench.port:04X}"}


@pytest.mark.parametrize(
    "path", ["/api/start", "/wrong-token/api/start", "/{token}x/api/start", "/{half}/api/start", "//api/start", "/%00/"]
)
def test_without_the_token_nothing_is_told(bench: Bench, path: str) -> None:
    status, body = bench.ask("GET", path.format(token=bench.token, half=bench.token[:10]))
    assert status in (403, 404)
    assert b"kotc-17" not in body


def test_the_door_needs_no_token_and_tells_nothing(bench: Bench) -> None:
    status, body = bench.ask("GET", "/")
    assert status == 200
    assert bench.token.encode() not in body


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", ""])
def test_another_host_is_refused(bench: Bench, host: str) -> None:
    """As a name that was made to point to this machine (DNS rebinding)."""
    name = host.format(port=bench.port)
    assert bench.ask("GET", f"/{bench.token}/api/start", headers={"Host": name})[0] == 421


def test_localhost_is_this_machine(bench: Bench) -> None:
    assert bench.ask("GET", f"/{bench.token}/api/start", headers={"Host": f"localhost:{bench.port}"})[0] == 200


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"}, {"Origin": "https://127.0.0.1:{port}"}, {}],
)
def test_another_origin_may_change_nothing(bench: Bench, headers: dict[str, str]) -> None:
    sent = {name: value.format(port=bench.port) for name, value in headers.items()} | {"Content-Type": "application/json"}
    assert bench.ask("POST", f"/{bench.token}/api/run", json.dumps(BATTLE).encode(), sent)[0] == 403
    assert bench.runs() == []


def test_another_origin_may_read_nothing(bench: Bench) -> None:
    assert bench.ask("GET", f"/{bench.token}/api/start", headers={"Origin": "http://evil.example"})[0] == 403
    cross = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert bench.ask("GET", f"/{bench.token}/main.js", headers=cross)[0] == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_of_another_page_is_refused(bench: Bench, kind: str) -> None:
    headers = {"Origin": f"http://127.0.0.1:{bench.port}", "Content-Type": kind}
    assert bench.ask("POST", f"/{bench.token}/api/run", json.dumps(BATTLE).encode(), headers)[0] == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
def test_other_methods_are_refused(bench: Bench, method: str) -> None:
    assert bench.ask(method, f"/{bench.token}/api/start")[0] == 405


def test_a_long_body_is_refused_whatever_its_header_says(bench: Bench) -> None:
    headers = {"Origin": f"http://127.0.0.1:{bench.port}", "Content-Type": "application/json"}
    assert bench.ask("POST", f"/{bench.token}/api/cost", b" " * 500_000, headers)[0] == 413
    chunked = (
        (
            f"POST /{bench.token}/api/cost HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\nOrigin: http://127.0.0.1:{bench.port}\r\n"
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        ).encode()
        + b"186A0\r\n"
        + b" " * 100_000
        + b"\r\n"
    )
    with socket.create_connection(("127.0.0.1", bench.port), 10) as connection:
        connection.sendall(chunked)
        for _ in range(5):
            connection.sendall(b"186A0\r\n" + b" " * 100_000 + b"\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 413")


def test_a_long_head_is_refused(bench: Bench) -> None:
    assert raw(bench, b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 60_000 + b"\r\n\r\n").split()[1] in (b"400", b"431")
    assert raw(bench, b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 20_000 + b"\r\n\r\n").split()[1] in (b"400", b"431")


def test_two_hosts_are_refused(bench: Bench) -> None:
    request = f"GET /{bench.token}/api/start HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\nHost: evil.example\r\n\r\n"
    assert b" 400 " in raw(bench, request.encode())[:20]


@pytest.mark.parametrize(
    "path", ["../server.py", "%2e%2e/server.py", "..%2fserver.py", "static/main.js", "/etc/passwd", "runs/..%2f..%2frun.json/report.html"]
)
def test_no_path_of_the_browser_is_read(bench: Bench, path: str) -> None:
    assert bench.ask("GET", f"/{bench.token}/{path}")[0] in (403, 404)


def test_answers_forbid_what_a_page_could_do_with_them(bench: Bench) -> None:
    answer = raw(bench, f"GET /{bench.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\n\r\n".encode()).decode().lower()
    assert "content-security-policy: default-src 'none'; script-src 'self';" in answer
    assert "frame-ancestors 'none'" in answer
    assert "x-content-type-options: nosniff" in answer
    assert "referrer-policy: no-referrer" in answer
    assert "access-control" not in answer


def test_so_many_runs_wait_and_no_more(bench: Bench) -> None:
    found = [bench.post("api/run", BATTLE | {"ask": "rate", "cards": [CARD], "settings": {}}) for _ in range(25)]
    assert {status for status, _ in found} == {200, 422}
    assert "runs are waiting" in found[-1][1]["error"]
    for status, run in found:
        if status == 200:
            bench.post(f"api/runs/{run['id']}/cancel", {})
    for status, run in found:
        if status == 200:
            assert bench.wait(run["id"], "cancelled", "done", seconds=30)
            assert bench.post(f"api/runs/{run['id']}/remove", {})[0] == 200
    assert bench.runs() == []


def test_so_many_streams_are_open_and_no_more(bench: Bench) -> None:
    request = f"GET /{bench.token}/events HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\n\r\n".encode()
    opened = []
    try:
        for _ in range(30):
            connection = socket.create_connection(("127.0.0.1", bench.port), 10)
            connection.sendall(request)
            opened.append((connection, connection.recv(20)))
        assert {head.split()[1] for _, head in opened} == {b"200", b"503"}
    finally:
        for connection, _ in opened:
            connection.close()
    assert bench.ask("GET", f"/{bench.token}/api/start")[0] == 200


def test_a_strategy_that_is_a_file_is_never_loaded(bench: Bench, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    evil = tmp_path / "evil.py"
    evil.write_text(f"open({str(mark)!r}, 'w')\n")
    for name in (str(evil), f"{evil}:score", "evil.py", f"lookahead:{evil}", "best@999999", "nobody"):
        deck = {"name": "a", "cards": [[40, "minion 2/4"]], "strategy": name}
        asked = {"version": 2, "ask": "matchup", "decks": [deck, deck], "settings": {"decks": [0, 1], "quick": True, "games": 2}}
        assert bench.post("api/run", asked)[0] == 422
        named = {"version": 2, "ask": "matchup", "decks": [deck | {"strategy": None}] * 2}
        assert bench.post("api/run", named | {"settings": {"decks": [0, 1], "strategy_a": name, "strategy_b": "greedy"}})[0] == 422
        assert bench.post("api/open", {"text": f"cards: {{40: minion 2/4}}\nstrategy: {name}\n"})[0] == 422
    assert not mark.exists()
    assert bench.runs() == []


@pytest.mark.parametrize(
    "text", ["include: /etc/passwd\ncards: [Root]\n", "edition: /etc/passwd\ncards: [Root]\n", "extends: ../x.yaml\nrules: {}\n"]
)
def test_a_file_that_a_dropped_file_names_is_not_read(bench: Bench, text: str) -> None:
    status, answer = bench.post("api/open", {"text": text})
    assert status == 422
    assert "root:" not in json.dumps(answer)


def test_nothing_was_said_on_the_terminal(bench: Bench) -> None:
    assert bench.errors.read_text() == ""
