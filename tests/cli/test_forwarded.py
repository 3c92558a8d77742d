"""A report that is sent to somebody: it says what was judged, and is played again from the page alone."""

from __future__ import annotations

import base64
import html
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app

RANDOM = ("--strategy-a", "random", "--strategy-b", "random", "-n", "20", "-j", "1")
CARDS = """- {name: Squire, kind: minion, sp: 2, hp: 4, text: "AMBUSH: Draw 1 card."}
"""
DECK = """name: Mine
edition: mine.yaml
include: cards/own.yaml
cards: {8: Squire, 32: minion 2/4}
"""
PROPOSAL = """extends: kotc-17
name: mine
effects:
  draw: {level: 3*x}
"""


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments), prog_name="kotc-sim")


@pytest.fixture
def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of somebody with a deck, its cards and a proposal; it is the current one."""
    folder = tmp_path / "author"
    (folder / "cards").mkdir(parents=True)
    (folder / "deck.yaml").write_text(DECK)
    (folder / "mine.yaml").write_text(PROPOSAL)
    (folder / "cards" / "own.yaml").write_text(CARDS)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("kotc_sim.yaml_source._read_so_far", {})  # what other tests of this process have read
    return folder


@pytest.mark.parametrize("place", ["deck.yaml", "../author/deck.yaml", "{author}/deck.yaml"])
def test_whoever_receives_a_report_plays_it_again(author: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = place.format(author=author)
    made = run("matchup", deck, "rats", "--edition", deck.replace("deck", "mine"), *RANDOM, "--html", "report.html")
    assert made.exit_code == 0, made.output
    receiver = author.parent / "receiver"
    receiver.mkdir()
    shutil.move(author / "report.html", receiver)
    shutil.rmtree(author)
    monkeypatch.chdir(receiver)
    found = run("reproduce", "report.html")
    assert (found.exit_code, found.stdout.splitlines()[0]) == (0, "the same"), found.output
    assert [path.name for path in receiver.iterdir()] == ["report.html"]


def test_a_page_says_what_was_judged(author: Path) -> None:
    assert run("matchup", "deck.yaml", "rats", "--edition", "mine.yaml", *RANDOM, "--html", "report.html").exit_code == 0
    page = html.unescape((author / "report.html").read_text())
    part = page[page.index("What was judged") : page.index("</section>", page.index("What was judged"))]
    assert "<summary>Mine: 40 cards (mine)</summary>" in part
    assert "8 Squire: minion 2/4, level 7" in part
    assert "effect.draw: level 2*x -> 3*x" in part
    given = ("--out", "2 minion 2/4", "--in", "2 Squire", "--against", "deck.yaml", "-s", "random", "-n", "4", "--html", "t.html")
    assert run("try", "deck.yaml", *given).exit_code == 0
    page = html.unescape((author / "t.html").read_text())
    for words in ("Squire: minion 2/4, level 7", "AMBUSH: Draw 1 card.", "SP + HP/2", "3*x"):
        assert words in page


def test_a_file_of_the_reader_that_a_deck_names_is_not_sent_along(author: Path) -> None:
    shutil.move(author / "cards" / "own.yaml", author.parent / "private.yaml")
    (author / "deck.yaml").write_text(DECK.replace("cards/own.yaml", "../private.yaml"))
    assert run("matchup", "deck.yaml", "rats", "--edition", "mine.yaml", *RANDOM, "--html", "report.html").exit_code == 0
    page = (author / "report.html").read_text()
    assert sorted(re.findall('data-path="([^"]*)"', page)) == ["deck.yaml", "mine.yaml", "result.json"]
    assert not re.search(r"Not in this page[^<]*/(decks|editions)/", page)  # nor is what everybody has named
    assert re.search(r"Not in this page, as it was changed meanwhile or lies elsewhere: .*private\.yaml", page)


def attached(**files: str) -> str:
    links = [f'<a data-path="{path}" href="data:;base64,{base64.b64encode(text.encode()).decode()}">x</a>' for path, text in files.items()]
    return f"<!doctype html>{''.join(links)}"


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (attached(**{"result.json": '{"reproduce": "kotc-sim battle 2/4 1/10 --trials 0"}', "a/../../../x": "x"}), ""),
        (attached(**{"result.json": '{"reproduce": "kotc-sim battle 2/4 1/10 --trials 0"}', "a\x00": "x"}), ""),
        (attached(**{"result.json": '{"reproduce": "kotc-sim battle 2/4 1/10 --trials 0"}', "a": "x", "a/b": "x"}), ""),
        (attached(**{"result.json": '{"reproduce": "kotc-sim matchup A B -s evil.py"}', "evil.py": "x"}), "runs Python files"),
        (attached(**{"result.json": "[]"}), "no result of kotc-sim"),
        ("<!doctype html><a data-path='result.json' href='data:;base64,x'>x</a>", "no result of kotc-sim"),
        ("<!DOCTYPE html>", "no result of kotc-sim"),
    ],
)
def test_a_page_of_an_enemy_writes_and_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, said: str) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "for_now"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "for_now").mkdir()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "report.html").write_text(page)
    found = run("reproduce", "report.html")
    assert found.exit_code in (1, 2)
    assert said in found.stderr
    assert "Traceback" not in found.output
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["for_now", "report.html"]
