"""The user's own defaults."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kotc_sim.cli import _params_of
from kotc_sim.commands.configured import configured


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "kotc-sim").mkdir()
    return tmp_path / "kotc-sim" / "config.toml"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the file lies elsewhere")
@pytest.mark.parametrize(
    ("typed", "added"),
    [
        ("price draw", "--edition kotc-12 --jobs 3"),
        ("price draw -e kotc-9 -j2", ""),
        ("price draw --edition=kotc-9 --jobs=2", ""),
        ("ban destroy --deck storm", "--jobs 3"),
        ("matchup raptors storm", "--jobs 3"),  # the decks name their edition
        ("edition diff kotc-12 kotc-17", "--jobs 3"),
        ("serve", "--folder /srv/cards"),
        ("words discard", "--edition kotc-12"),
        ("check storm", ""),
        ("--version", ""),
        ("dance", ""),
    ],
)
def test_options_that_nobody_typed_are_added(typed: str, added: str, config: Path) -> None:
    config.write_text('edition = "kotc-12"\njobs = 3\nfolder = "/srv/cards"\n')
    words = configured(typed.split(), _params_of)
    assert words[: len(typed.split())] == typed.split()
    assert sorted(words[len(typed.split()) :]) == sorted(added.split())


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the file lies elsewhere")
def test_a_result_quotes_them(config: Path) -> None:
    config.write_text('edition = "kotc-12"\n')
    done = subprocess.run(
        [sys.executable, "-m", "kotc_sim", "words", "destroy", "--json"], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    found = json.loads(done.stdout)
    assert (found["edition"], found["reproduce"]) == ("kotc-12", "kotc-sim words destroy --json --edition kotc-12")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the file lies elsewhere")
@pytest.mark.parametrize(
    ("text", "said"),
    [("edition = ", "this is not TOML"), ("jobs = 'four'", "`jobs = 'four'` is no default"), ("colour = 'red'", "It may state edition")],
)
def test_a_file_that_says_something_else_is_an_error(text: str, said: str, config: Path) -> None:
    config.write_text(text)
    done = subprocess.run([sys.executable, "-m", "kotc_sim", "editions"], capture_output=True, text=True, check=False, env=dict(os.environ))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{config}: " in done.stderr
    assert said in done.stderr
