"""Files that a deck names and that are not the sender's are not quoted; what is no file neither hangs nor is read twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app

DECKS = Path(__file__).parents[2] / "decks"
SECRET = "hunter2"
CONTENTS = {
    "passwd": f"root:{SECRET}:0:0:root:/root:/bin/bash\n",
    "map.yaml": f"name: x\n{SECRET}: {SECRET}\n",
    "list.yaml": f"- {SECRET}\n",
    "cards.yaml": f"- {{name: A, sp: 1, hp: 1, text: {SECRET}}}\n- {{name: B, {SECRET}: 2}}\n",
    "broken.yaml": f"%{SECRET}\n*{SECRET}: [\n",
    "alias.yaml": f"a: *{SECRET}\n",
    "level.yaml": f"extends: levelup\nname: {SECRET}\nparameters: {{{SECRET}: 1}}\n",
}


def run(*arguments: str, stdin: str | None = None) -> tuple[int, str]:
    found = CliRunner().invoke(app, list(arguments), input=stdin)
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found.exit_code, found.output


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of somebody's deck; what is not his lies above it."""
    for name, text in CONTENTS.items():
        (tmp_path / name).write_text(text)
    inside = tmp_path / "sent"
    inside.mkdir()
    return inside


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("way", ["absolute", "above", "link"])
@pytest.mark.parametrize(
    "text",
    [
        "edition: {file}\ncards: {{40: minion 1/1}}\n",
        "include: {file}\ncards: {{20: A, 20: B}}\n",
        "include: [{file}]\nedition: levelup\ncards: {{A: 20, B: 20}}\n",
        "name: mine\nextends: {file}\n",
        "name: mine\nedition: {file}\nplayers: {{1: {{}}, 2: {{}}}}\nexpect: {{}}\n",
        "name: mine\ncards: {file}\nplayers: {{1: {{hand: [A]}}, 2: {{}}}}\nexpect: {{}}\n",
        "edition: {file}\ncards: [{{name: A, sp: 1, hp: 1}}]\n",
    ],
)
def test_nothing_of_a_foreign_file_is_quoted(folder: Path, name: str, way: str, text: str) -> None:
    target = {"absolute": str(folder.parent / name), "above": f"../{name}", "link": "link.yaml"}[way]
    (folder / "link.yaml").symlink_to(folder.parent / name)
    path = folder / "deck.yaml"
    path.write_text(text.format(file=target))
    for command in (["deck"], ["card"], ["check"], ["scenario"], ["edition", "show"], ["replay", str(DECKS / "rats.yaml")]):
        code, output = run(*command, str(path))
        assert SECRET not in output.replace(str(folder.parent), ""), output
        assert code == 2 or command == ["card"]  # a file that names cards of others defines none


@pytest.mark.parametrize(
    ("command", "text", "line"),
    [
        (["deck"], "name: mine\nedition: {name}\ncards: {{40: minion 1/1}}\n", 2),
        (["deck"], "name: mine\nedition: kotc-17\ninclude: {name}\ncards: {{40: minion 1/1}}\n", 3),
        (["deck"], "edition: levelup\ninclude: {name}\ncards: {{40: A}}\n", 2),
        (["edition", "check"], "name: mine\nextends: {name}\n", 2),
        (["scenario"], "name: mine\nedition: {name}\nplayers: {{1: {{}}, 2: {{}}}}\nexpect: {{}}\n", 2),
        (["scenario"], "name: mine\ncards: {name}\nplayers: {{1: {{}}, 2: {{}}}}\nexpect: {{}}\n", 2),
    ],
)
def test_a_name_that_no_file_can_have_is_told_with_its_place(folder: Path, command: list[str], text: str, line: int) -> None:
    path = folder / "deck.yaml"
    for name in ("9" * 300, "9" * 300 + ".yaml", "9/" * 3000 + "9"):
        path.write_text(text.format(name=name))
        code, output = run(*command, str(path))
        assert code == 2
        assert output.startswith(f"error: {path}:{line}"), output


def test_who_names_the_file_himself_is_told(folder: Path) -> None:
    assert SECRET in run("card", str(folder.parent / "cards.yaml"))[1]
    (folder / "own.yaml").write_text(CONTENTS["cards.yaml"])
    path = folder / "deck.yaml"
    path.write_text("include: own.yaml\ncards: {40: A}\n")
    assert SECRET in run("deck", str(path))[1]


ALL_OF_THEM = """
import json, sys
from typer.testing import CliRunner
from kotc_sim.cli import app
for line in sys.stdin:
    print(line.strip(), flush=True)
    found = CliRunner().invoke(app, json.loads(line), catch_exceptions=False)
    print(json.dumps([found.exit_code, found.stderr]), flush=True)
"""
"""Runs command lines one after the other, and says each before it begins."""
PIPES = [
    ["deck", "PIPE"], ["card", "PIPE"], ["check", "PIPE"], ["edition", "show", "PIPE"], ["scenario", "PIPE"],
    ["price", "destroy", "-e", "PIPE"],
    ["matchup", "PIPE", "PIPE"], ["deck", "EDITION"], ["deck", "INCLUDE"], ["bench", "--compare", "PIPE"], ["deck", "/dev/zero"],
    ["edition", "check", "EXTENDS"], ["replay", "DECK", "DECK", "--strategy-a", "PIPE.py"],
]  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    """In one process for all: it can be ended if it does hang, and its last line says in which command."""
    os.mkfifo(tmp_path / "pipe.yaml")
    os.mkfifo(tmp_path / "pipe.py")
    files = {
        "PIPE": tmp_path / "pipe.yaml", "PIPE.py": tmp_path / "pipe.py", "EDITION": tmp_path / "edition.yaml",
        "INCLUDE": tmp_path / "include.yaml", "EXTENDS": tmp_path / "extends.yaml", "DECK": DECKS / "rats.yaml",
    }  # fmt: skip
    files["EDITION"].write_text("edition: pipe.yaml\ncards: {40: minion 1/1}\n")
    files["INCLUDE"].write_text("include: pipe.yaml\ncards: {40: minion 1/1}\n")
    files["EXTENDS"].write_text("name: x\nextends: pipe.yaml\n")
    lines = [json.dumps([str(files.get(part, part)) for part in arguments]) for arguments in PIPES]
    made = subprocess.run(
        [sys.executable, "-c", ALL_OF_THEM], input="\n".join(lines), capture_output=True, text=True, timeout=120, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    told = made.stdout.splitlines()
    assert told[::2] == lines
    for line, (code, said) in zip(lines, map(json.loads, told[1::2]), strict=True):
        assert code == 2, line
        assert said.startswith("error: "), (line, said)


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_standard_input_is_read_once(name: str) -> None:
    text = (DECKS / "rats.yaml").read_text()
    code, output = run("deck", name, stdin=text)
    assert (code, "Rats" in output) == (0, True), output
    code, output = run("check", name, stdin=text)
    assert (code, "deck, legal" in output) == (0, True), output
    code, output = run("scenario", name, stdin="")
    assert (code, "empty" in output) == (2, True), output


@pytest.mark.parametrize("text", ["edition: /dev/stdin", "include: /dev/stdin", "edition: /proc/self/fd/0"])
def test_a_deck_does_not_read_what_the_user_types(tmp_path: Path, text: str) -> None:
    path = tmp_path / "deck.yaml"
    path.write_text(f"{text}\ncards: {{40: minion 1/1}}\n")
    end, mine = os.pipe()  # a standard input on which nothing comes
    try:
        command = [sys.executable, "-m", "kotc_sim.cli", "deck", str(path)]
        made = subprocess.run(command, capture_output=True, text=True, timeout=20, stdin=end, check=False)
    finally:
        os.close(end)
        os.close(mine)
    assert made.returncode == 2
    assert made.stderr.startswith("error: "), made.stderr


def test_the_real_standard_input() -> None:
    text = (DECKS / "rats.yaml").read_text()
    for name in ("-", "/dev/stdin"):
        command = [sys.executable, "-m", "kotc_sim.cli", "deck", name]
        made = subprocess.run(command, capture_output=True, text=True, timeout=20, input=text, check=False)
        assert (made.returncode, "Rats" in made.stdout) == (0, True), made.stderr
