"""What a program of this machine does to a workbench without knowing its secret, and what a tab that knows it can cost; each is bounded."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.web.serving import BATTLE, CARD, HANG, ROOT, Bench, free_port, needs_web, serving

pytestmark = [needs_web, pytest.mark.skipif(sys.platform != "linux", reason="sends signals, and reads /proc")]
FEW_FILES = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))"


@contextmanager
def half_open(bench: Bench, count: int) -> Iterator[list[socket.socket]]:
    """Hold connections that have sent half of a head."""
    with ExitStack() as held:
        opened = []
        for _ in range(count):
            connection = held.enter_context(socket.create_connection(("127.0.0.1", bench.port), 10))
            connection.sendall(b"GET / HT")
            opened.append(connection)
        yield opened


def files_of(bench: Bench) -> int:
    """Count the files and connections that the workbench has open."""
    return len(list(Path(f"/proc/{bench.process.pid}/fd").iterdir()))


def closed(connection: socket.socket) -> bool:
    """Say whether a connection has ended, behind what was answered before."""
    connection.settimeout(0.2)
    try:
        while connection.recv(100_000):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


def test_half_open_connections_give_way_and_time_out(tmp_path: Path) -> None:
    """Without limits the page is dead for its owner, and the terminal is filled with errors."""
    from kotc_sim.web.connections import HEAD_SECONDS, MOST_CONNECTIONS

    with serving(tmp_path / "work") as bench:
        before = files_of(bench)
        with half_open(bench, 400) as opened:
            # Connections are taken in their order: where this one is answered, all others have been taken.
            assert bench.ask("GET", f"/{bench.token}/api/start")[0] == 200
            assert files_of(bench) <= before + MOST_CONNECTIONS + 10
            assert closed(opened[0]), "the oldest give way"
            assert not closed(opened[-1])
            time.sleep(HEAD_SECONDS + 1)
            assert all(closed(one) for one in opened[-20:])
            assert bench.errors.read_text() == ""


def test_a_stream_and_a_slow_second_request_are_told_apart(tmp_path: Path) -> None:
    """A connection that is being answered is kept; one that was answered, and sends half a head, is not."""
    from kotc_sim.web.connections import HEAD_SECONDS

    def asked(bench: Bench, path: str) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", bench.port), 10)
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\n\r\n".encode())
        assert connection.recv(20).split()[1] == b"200"
        return connection

    with serving(tmp_path / "work") as bench:
        stream, door = asked(bench, f"/{bench.token}/events"), asked(bench, "/")
        door.recv(100_000)
        end = time.monotonic() + 2 * HEAD_SECONDS + 3
        while time.monotonic() < end:  # a byte now and then is no request
            try:
                door.sendall(b"G")
            except OSError:
                break
            time.sleep(0.5)
        assert closed(door)
        stream.recv(100_000)
        assert not closed(stream)
        door.close()
        stream.close()


def test_errors_are_said_once_and_in_one_line(tmp_path: Path) -> None:
    """With fewer files than connections, and where nobody reads what it says."""
    with serving(tmp_path / "work", before=FEW_FILES.replace("256", "60")) as bench:
        with half_open(bench, 100):
            time.sleep(3)
            said = bench.errors.read_text()
            assert 0 < len(said.splitlines()) < 5, said[:2000]
            assert "Traceback" not in said
        time.sleep(2)
        assert bench.ask("GET", f"/{bench.token}/api/start")[0] == 200


def test_a_pipe_that_nobody_reads_holds_nothing_up(tmp_path: Path) -> None:
    """Neither the page, when an error is told, nor the end."""
    full = "import os; r, w = os.pipe(); [os.write(w, b'x' * 4096) for _ in range(16)]; os.dup2(w, 2)"
    with serving(tmp_path / "work", before=f"{FEW_FILES.replace('256', '60')}; {full}") as bench:
        with half_open(bench, 100):
            time.sleep(3)
        time.sleep(2)
        assert bench.ask("GET", f"/{bench.token}/api/start")[0] == 200
        assert bench.stop(signal.SIGTERM) == 143


def test_a_body_that_breaks_off_is_nobodys_business(tmp_path: Path) -> None:
    with serving(tmp_path / "work") as bench:
        head = (
            f"POST /{bench.token}/api/cost HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\nOrigin: http://127.0.0.1:{bench.port}\r\n"
            "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
        )
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", bench.port), 10) as connection:
                connection.sendall(head.encode())
        assert bench.post("api/cost", {"card": CARD})[0] == 200
        assert bench.errors.read_text() == ""


def test_a_hang_up_ends_it_without_a_traceback(tmp_path: Path) -> None:
    with serving(tmp_path / "work") as bench:
        assert bench.stop(signal.SIGHUP) == 129
        assert bench.errors.read_text() == "\ninterrupted.\n"


def test_the_secret_is_no_argument_of_the_browser(tmp_path: Path) -> None:
    """Every user of the machine sees the arguments of every process."""
    folder, asked = tmp_path / "work", tmp_path / "asked"
    folder.mkdir()
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$@" > {asked}.part && mv {asked}.part {asked}\n')
    browser.chmod(0o755)
    command = [sys.executable, "-P", "-m", "kotc_sim.cli", "serve", "--folder", str(folder), "--port", str(free_port())]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "BROWSER": f"{browser} %s", "DISPLAY": ""}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        end = time.monotonic() + 20
        while not asked.exists() and time.monotonic() < end:
            time.sleep(0.05)
        (argument,) = asked.read_text().split()
        assert address.rstrip("/").rpartition("/")[2] not in argument
        path = Path(argument.removeprefix("file://"))
        assert path.stat().st_mode & 0o777 == 0o600
        assert f'url={address}"' in path.read_text()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert not path.exists()
    finally:
        process.kill()
        process.communicate()


def test_a_stream_sends_what_has_changed(tmp_path: Path) -> None:
    """A run that goes on tells of itself often; the questions of all others are not sent again each time."""
    with serving(tmp_path / "work") as bench:
        kept = [bench.post("api/run", BATTLE)[1] for _ in range(2)]
        for run in kept:
            bench.wait(run["id"], "done", "failed")
        with socket.create_connection(("127.0.0.1", bench.port), HANG) as connection:
            connection.sendall(f"GET /{bench.token}/events HTTP/1.1\r\nHost: 127.0.0.1:{bench.port}\r\n\r\n".encode())
            stream = connection.makefile("rb")

            def told() -> list[dict[str, object]]:
                while True:
                    line = stream.readline()
                    if line.startswith(b"data: "):
                        found: list[dict[str, object]] = json.loads(line.removeprefix(b"data: "))
                        return found

            first = told()
            assert [row["id"] for row in first] == [run["id"] for run in reversed(kept)]
            assert all("asked" in row for row in first)
            assert bench.post(f"api/runs/{kept[0]['id']}/remove", {})[0] == 200
            assert told() == [{"id": kept[0]["id"], "state": "removed"}]
            new = bench.post("api/run", BATTLE)[1]
            rows = told()
            assert [row["id"] for row in rows] == [new["id"]]
            assert "asked" in rows[0]
            while rows[0]["state"] != "done":
                rows = told()
                assert [row["id"] for row in rows] == [new["id"]]
                assert "asked" not in rows[0]


def long_requests(texts: int, cards: int) -> list[tuple[str, dict[str, object]]]:
    hostile = [{"name": f"h{number}", "kind": "spell", "text": f"{number} x " + "x " * 2495} for number in range(texts)]
    many = "cards:\n" + "".join(f"- {{name: c{number}, sp: 1, hp: 0, text: ''}}\n" for number in range(cards))
    short: dict[str, object] = {"text": f"[{'1,' * 148_000}]"}
    return [("levels", {"cards": hostile}), ("open", {"text": many}), *[("open", short)] * 5]


@pytest.mark.parametrize(("texts", "cards"), [(20, 1000), pytest.param(60, 7000, marks=pytest.mark.slow)])
def test_typing_goes_on_while_something_takes_long(tmp_path: Path, texts: int, cards: int) -> None:
    """Texts of 5,000 hostile characters, or cards by the thousand, are read in slices; a file's YAML is read at the same time."""
    with serving(tmp_path / "work") as bench, ThreadPoolExecutor(1) as other:
        bench.post("api/cost", {"card": CARD})
        meanwhile: dict[int, list[int]] = {}
        for path, content in long_requests(texts, cards):
            asked = 0
            answer = other.submit(bench.post, f"api/{path}", {"edition": "kotc-17", **content})
            while not answer.done():
                assert bench.post("api/cost", {"card": CARD})[0] == 200
                asked += 1
            assert answer.result()[0] in (200, 422)
            meanwhile.setdefault(id(content), []).append(asked)
        # A question asked just before, one held up, and one just behind are no sign of slices. Reading YAML is short: five count together.
        assert all(sum(counts) > 3 * len(counts) for counts in meanwhile.values()), meanwhile
