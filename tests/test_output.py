from __future__ import annotations

import json
import math
import pickle
from pathlib import Path
from typing import Any

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.output import check_output, json_text, output_file, write_output


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    write_output(target, "old")
    with output_file(target) as temporary:
        temporary.write_text("new")
        assert temporary.suffix == ".html"
        assert target.read_text() == "old"
    assert target.read_text() == "new"
    write_output(target, b"\r\n")
    assert target.read_bytes() == b"\r\n"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failed_run_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    write_output(target, "old")
    with pytest.raises(ZeroDivisionError), output_file(target) as temporary:
        write_half(temporary)
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def write_half(path: Path) -> None:
    path.write_text("half")
    raise ZeroDivisionError


def test_what_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KotcError, match="is a folder"):
        write_output(tmp_path, "x")
    with pytest.raises(KotcError, match="does not exist"):
        write_output(tmp_path / "no" / "x", "x")
    with pytest.raises(KotcError, match="cannot be written: No space"), output_file(tmp_path / "x"):
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (KotcError("wrong"), "wrong"),
        (KotcError("wrong", line=3, column=4), "line 3, column 4: wrong"),
        (KotcError("wrong", file=Path("a.yaml")), "a.yaml: wrong"),
        (KotcError("wrong", file="a.yaml", line=3, column=4, fix="Mend it."), "a.yaml:3:4: wrong. Mend it."),
        (KotcError("wrong?", fix="Mend it."), "wrong? Mend it."),
    ],
)
def test_an_error_says_where_what_and_how_to_mend_it(error: KotcError, text: str) -> None:
    assert str(error) == text
    assert str(pickle.loads(pickle.dumps(error))) == text  # as it comes back from a worker


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices here")
def test_a_device_is_not_replaced_by_a_file() -> None:
    with pytest.raises(KotcError, match="is a device or a pipe, not a file"):
        check_output(Path("/dev/null"))


def test_a_place_where_no_file_can_be_made_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, **options: Any) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "touch", refuse)  # also where permissions would allow it, as they do for root
    with pytest.raises(KotcError, match=r"cannot be written: Read-only file system\. Name another place"):
        check_output(tmp_path / "report.html")


def test_asking_leaves_nothing_behind(tmp_path: Path) -> None:
    check_output(tmp_path / "report.html")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(KotcError, match="cannot be written: File name too long"):
        write_output(tmp_path / ("x" * 300 + ".html"), "text")


def test_json_has_no_infinity() -> None:
    text = json_text({"elo": {"value": 301.0, "interval": [129.0, math.inf]}, "rows": ((1, -math.inf), (True, math.nan)), "name": "鬼"})
    assert "鬼" in text
    read = json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    assert read == {"elo": {"value": 301.0, "interval": [129.0, None]}, "rows": [[1, None], [True, None]], "name": "鬼"}
