"""Names, texts and paths of somebody's files steer neither terminals nor readers nor spreadsheets."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.errors import KotcError, printable
from kotc_sim.output import json_text, make_printable, plain_cell
from kotc_sim.reports import matchup as report
from kotc_sim.reports.kit import export, page, terminal
from tests.reports.samples import ALL

DECKS = Path(__file__).parents[2] / "decks"
NASTY = "a\x1b]0;owned\x07b\x9b2Jc\u202ed\x08e"
ESCAPED = r"a\e]0;owned\ab\x9b2Jc\u202ed\be"
"""The same as YAML writes it between quotation marks."""
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]")


def run(*arguments: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, list(arguments))
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found.exit_code, found.output


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


DECK = f'name: "{ESCAPED}"\ncards: {{"{ESCAPED}": 40}}\nlibrary: [{{name: "{ESCAPED}", sp: 1, hp: 0}}]\n'
EDITION = f'name: "{ESCAPED}"\ntitle: "{ESCAPED}"\nextends: kotc-17\nrules: {{starting_hp: 30}}\n'
SCENARIO = f'name: "{ESCAPED}"\nplayers: {{1: {{hp: 5}}, 2: {{hp: 5}}}}\nexpect: {{1: {{hp: 4}}}}\n'


@pytest.mark.parametrize(
    "command",
    [
        ["deck", "{deck}"],
        ["deck", "{deck}", "--json"],
        ["card", "{deck}"],
        ["card", "{deck}", "--json"],
        ["edition", "show", "{edition}"],
        ["edition", "check", "{edition}"],
        ["edition", "check", "{edition}", "--json"],
        ["replay", "{deck}", "{deck}", "--omniscient"],
        ["replay", "{deck}", "{deck}", "--json"],
        ["scenario", "{scenario}"],
        ["scenario", "{broken}"],
        ["deck", "{broken}"],
        ["deck", NASTY],
        ["replay", "{deck}", "{deck}", "--strategy-a", NASTY],
        ["replay", "{deck}", "{deck}", "--edition", NASTY],
        ["matchup", "{deck}", "{deck}", "--games", NASTY],
        ["matchup", "{deck}", "{deck}", "--fair", NASTY],
        [NASTY],
        ["--" + NASTY],
        ["deck", "--" + NASTY],
        ["scenario", NASTY],
        ["battle", NASTY],
    ],
)
def test_nothing_steers_the_terminal(command: list[str], tmp_path: Path) -> None:
    files = {
        "{deck}": written(tmp_path, "deck.yaml", DECK),
        "{edition}": written(tmp_path, "edition.yaml", EDITION),
        "{scenario}": written(tmp_path, "scenario.yaml", SCENARIO),
        "{broken}": written(tmp_path, "broken.yaml", f'"{ESCAPED}": "{ESCAPED}"\ncards: {{"{ESCAPED}": "{ESCAPED}"}}\n'),
    }
    _, output = run(*[files.get(part, part) for part in command])
    assert not STEERS.search(output), repr(output)
    assert r"\x1b]0;owned" in output or r"\u001b]0;owned" in output


def test_json_means_what_it_meant() -> None:
    text = json_text({"name": NASTY + "\U000e0041鬼"})
    assert not STEERS.search(text)
    assert json.loads(text) == {"name": NASTY + "\U000e0041鬼"}


def test_reports_hold_no_such_character(tmp_path: Path) -> None:
    data = json.loads(json.dumps(ALL["matchup"]))
    for side in "ab":
        data["decks"][side]["name"] = NASTY
    for row in data["cards"]:
        row["name"] = f'=HYPERLINK("http://x","{NASTY}")'
    made = report.report(make_printable(data))
    texts = [page.render(made), terminal.render(made)]
    for file in export.csv(made, tmp_path / "out.csv"):
        texts.append(file.read_text())
        for row in csv.reader(file.read_text().splitlines()):
            assert not any(cell.startswith(("=", "@")) for cell in row), row
    assert "HYPERLINK" in "".join(texts[2:])
    for text in texts:
        assert not STEERS.search(text)


def test_cells_of_tables() -> None:
    assert [plain_cell(value) for value in ("=1+1", "+1", "-a", "@x", "\t=1", "Rat", 3, -1.5, None)] == [
        "'=1+1", "'+1", "'-a", "'@x", "'\t=1", "Rat", 3, -1.5, None,
    ]  # fmt: skip


def test_text_of_any_language_stays_as_it_is() -> None:
    for text in ("Žluťoučký kůň", "鬼", "عربي", "a\tb\nc", "😀‍🌈", "❤️", "می‌خواهم"):
        assert printable(text) == text
    assert printable("R‍at️") == r"R\u200dat\ufe0f"


@pytest.mark.parametrize("length", [5_000, 200_000])
def test_messages_quote_little(length: int, tmp_path: Path) -> None:
    long = "x" * length
    path = written(tmp_path, "deck.yaml", f"cards: {{{long}: 40}}\n")
    for command in (
        ["deck", path],
        ["deck", written(tmp_path, "key.yaml", f"{long}: 1\n")],
        ["card", written(tmp_path, "card.yaml", f"- {{name: A, sp: 1, hp: 1, text: {long}}}\n")],
        ["matchup", str(DECKS / "rats.yaml"), path, "--fair", long],
        ["matchup", str(DECKS / "rats.yaml"), path, "--games", long],
        ["replay", str(DECKS / "rats.yaml"), str(DECKS / "rats.yaml"), "--strategy-a", long],
        [long],
    ):
        code, output = run(*command)
        assert code == 2
        assert len(output) < 1500, command[0]
    assert len(str(KotcError(long, fix=long, file=long))) < 1200


@pytest.mark.skipif(sys.platform == "win32", reason="file names are text there")
def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff\x1b[2J.yaml"
    Path(os.fsdecode(path)).write_text("cards: 3\n")
    made = subprocess.run([sys.executable, "-m", "kotc_sim.cli", "deck", path], capture_output=True)
    assert made.returncode == 2
    assert b"\\udcff\\x1b[2J.yaml" in made.stderr
    assert b"Traceback" not in made.stderr


def test_a_terminal_without_the_characters() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    made = subprocess.run([sys.executable, "-m", "kotc_sim.cli", "deck", "é鬼"], capture_output=True, env=environment)
    assert made.returncode == 2
    assert b"\\xe9\\u9b3c" in made.stderr


def test_commands_write_through_the_one_function() -> None:
    root = Path(__file__).parents[2] / "kotc_sim"
    for path in [root / "cli.py", *root.glob("commands/*.py"), *root.glob("notebook/*.py")]:
        assert not re.search(r"typer\.echo|\bprint\(|(stdout|stderr)\.write", path.read_text()), path


FORGING = (
    'name: "Rats\\nFAIR  forged"\ncards: {40: "R\\n\\tFAIR  forged"}\nlibrary: [{name: "R\\n\\tFAIR  forged", sp: 1, hp: 0}]\n',
    'name: "Rats\\nFAIR  forged"\ntitle: "x\\nFAIR  forged"\nextends: kotc-17\n',
    'name: "x\\nFAIR  forged"\nplayers: {1: {hp: 5}, 2: {hp: 5}}\nexpect: {1: {hp: 4}}\n',
    'name: "x\\nFAIR  forged"\nedition: levelup\nplayers: {P0: {points: 5}, P1: {}}\nexpect: {P0: {points: 4}}\n',
)


@pytest.mark.parametrize(
    "command",
    [
        ["deck", "{0}"],
        ["card", "{0}"],
        ["edition", "show", "{1}"],
        ["edition", "check", "{1}"],
        ["deck", "{0}", "--edition", "{1}"],
        ["scenario", "{2}"],
        ["scenario", "{3}"],
        ["replay", "{0}", "{0}", "--omniscient"],
    ],
)
def test_a_name_begins_no_line_of_its_own(command: list[str], tmp_path: Path) -> None:
    """A verdict that stands on a line of its own would look like ours."""
    files = [written(tmp_path, f"file{number}.yaml", text) for number, text in enumerate(FORGING)]
    code, output = run(*(word.format(*files) for word in command))
    assert code in (0, 1)
    assert r"\nFAIR  forged" in output or r"\n\tFAIR  forged" in output
    assert not [line for line in output.splitlines() if line.startswith(("FAIR", "\tFAIR"))]


def test_what_has_no_width_is_shown(tmp_path: Path) -> None:
    unseen = "\u200b\u2060\u00ad\u3164\u034f\ufeff\u115f\U000e0101\u180b"
    deck = written(tmp_path, "deck.yaml", f'name: "Ra{unseen}ts"\ncards: {{40: "minion 2/4"}}\n')
    code, output = run("deck", deck)
    assert code == 0
    assert output.startswith(r"Ra\u200b\u2060\xad\u3164\u034f\ufeff\u115f\U000e0101\u180bts: 40 cards")


ALIKE = (("Rat", "R\u0430t"), ("Cats", "\u03f9\u03b1ts"), ("Hag", "\u13bba\u0563"), ("Rat", "\uff32at"), ("Illusion", "lllusion"))


@pytest.mark.parametrize(("one", "other"), [*ALIKE, ("Boar 10", "Boar 1O")])
def test_names_that_look_alike_are_warned_of(one: str, other: str, tmp_path: Path) -> None:
    cards = f"- {{name: {one}, sp: 1, hp: 0}}\n- {{name: Storm, sp: 3, hp: 1}}\n- {{name: {other}, sp: 2, hp: 1}}\n"
    for name, text in (("deck", f"cards: {{20: {one}, 10: {other}, 10: Storm}}\nlibrary:\n{cards}"), ("cards", cards)):
        path = written(tmp_path, f"{name}.yaml", text)
        code, output = run("check", path)
        assert code == 0
        line = 5 if name == "deck" else 3
        assert f"warning: {path}:{line}: the name {other!a} looks like {one!a} of line {line - 2}" in output
    assert "warning" not in run("check", written(tmp_path, "sound.yaml", cards.replace(other, "Bat")))[1]


def test_different_cards_of_one_name_are_warned_of(tmp_path: Path) -> None:
    path = written(tmp_path, "cards.yaml", "- {name: Rat, sp: 1, hp: 0}\n- {name: Bat, sp: 1, hp: 0}\n- {name: Rat, sp: 2, hp: 1}\n")
    code, output = run("card", path)
    assert code == 0
    assert f"warning: {path}:3: 'Rat' is another card than the one of line 1" in output
    same = written(tmp_path, "same.yaml", "- {name: Rat, sp: 1, hp: 0}\n- {name: Rat, sp: 1, hp: 0}\n")
    assert "warning" not in run("card", same)[1]
