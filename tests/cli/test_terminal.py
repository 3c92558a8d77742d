"""What the terminal says to somebody who types: help whole, numbers as people write them, all faults at once, examples that work."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.commands import docs
from kotc_sim.commands.examples import EXAMPLES
from kotc_sim.errors import KotcError
from kotc_sim.progress import Notice

BAD_EDITION = """name: mine
extends: kotc-17
effects:
  destroy: {level: 3*q}
  draw: {text: "Draw {x} cards", level: x}
"""


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, [*words], prog_name="kotc-sim")
    return done.exit_code, done.output


@pytest.mark.parametrize(("words", "held"), [((), "Open the workbench"), (("edition",), "diff")])
def test_a_command_alone_prints_its_help_whole(words: tuple[str, ...], held: str) -> None:
    _, alone = run(*words)
    assert held in alone
    assert alone.strip() == run(*words, "--help")[1].strip()


def test_v_is_the_version() -> None:
    assert run("-v") == run("--version")
    assert run("-v")[1].startswith("kotc-sim ")


def test_check_goes_on_after_a_fault(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("cards: [", encoding="utf-8")
    code, said = run("check", str(bad), "storm", "nothing.yaml")
    assert code == 2
    assert "storm: deck, legal" in said
    assert "this is not YAML" in said
    assert "nothing.yaml: there is no such file" in said
    code, said = run("card", "nothing.yaml", "tornado")
    assert (code, "Tornado: spell" in said) == (2, True)


@pytest.mark.parametrize("command", ["check", "card", "deck"])
def test_errors_are_in_json_too(command: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [command, str(tmp_path / "nothing.yaml"), "--json"])
    assert done.exit_code == 2
    (fault,) = json.loads(done.stdout)["errors"]
    assert fault["text"] == "there is no such file"


@pytest.mark.parametrize(
    ("line", "name", "fault"),
    [
        (["matchup", "nothing.yaml", "storm"], "matchup", "there is no such file"),
        (["edition", "diff", "kotc-17", "kotc-99"], "edition diff", "there is no edition 'kotc-99'"),
        (["price", "dance"], "price", "no component of"),
        (["words", "x" * 10_000], "words", "too long"),
        (["matchup", "raptors", "storm", "--games", "few"], "matchup", "'few' is not a whole number."),
        (["replay", "raptors", "storm", "--omnipotent"], "replay", "No such option"),
        (["matchup"], "matchup", "Missing argument"),
    ],
)
def test_whatever_ends_a_command_is_in_json(line: list[str], name: str, fault: str) -> None:
    done = CliRunner().invoke(app, [*line, "--json"])
    assert done.exit_code == 2
    found = json.loads(done.stdout)
    assert found["command"] == name
    assert fault in found["errors"][0]["text"]
    assert done.stderr


def test_a_report_that_cannot_be_written_is_no_second_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise KotcError("the disk is full")

    monkeypatch.setattr("kotc_sim.reports.kit.export.html", full)
    done = CliRunner().invoke(app, ["battle", "4/6", "2/4", "--games", "0", "--json", "--html", str(tmp_path / "a.html")])
    assert (done.exit_code, json.loads(done.stdout)["command"]) == (2, "battle")
    assert "the disk is full" in done.stderr


def test_an_edition_shows_all_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(BAD_EDITION, encoding="utf-8")
    for words in (["edition", "check"], ["check"]):
        code, said = run(*words, str(file))
        assert code == 2
        assert "mine.yaml:4:" in said
        assert "mine.yaml:5:" in said
    file.write_text(BAD_EDITION + "rules: {starting_hp: many, speed: 3}\ncolour: red\n", encoding="utf-8")
    code, said = run("edition", "check", str(file))
    assert [said.count(f"mine.yaml:{line}:") for line in (4, 5, 6, 7)] == [1, 1, 2, 1]
    file.write_text("extends: levelup\nparameters: {points: none, luck: 1}\nswitches: {weather: rain}\n", encoding="utf-8")
    code, said = run("edition", "check", str(file))
    assert [said.count(f"mine.yaml:{line}:") for line in (2, 3)] == [2, 1]
    file.write_text(BAD_EDITION, encoding="utf-8")
    found = json.loads(CliRunner().invoke(app, ["edition", "check", str(file), "--json"]).stdout)
    assert [one["line"] for one in found["errors"]] == [4, 5]


@pytest.mark.parametrize("words", [("check",), ("deck",), ("matchup", "rats"), ("rate",), ("price", "--edition", "levelup"), ("try",)])
def test_every_command_shows_all_faults_of_its_files(words: tuple[str, ...], tmp_path: Path) -> None:
    """Of texts that are priced, too."""
    file = tmp_path / "mine.yaml"
    file.write_text(
        "edition: kotc-20\ncards: {20: Odd, 10: Rta, 6: Bad, 4: minion 2/4}\nlibrary:\n"
        "  - {name: Odd, sp: one, hp: 0}\n  - {name: Bad, sp: 1, hp: 1, spp: 2}\n  - {name: Good, sp: 1, hp: 1}\n"
    )
    if words[0] == "price":
        code, said = run(*words, "dance", "sing a song")
        assert (code, said.count("error: ")) == (2, 2)
        return
    code, said = run(*words, str(file), *(["--out", "1 Odd", "--in", "1 Bad"] if words[0] == "try" else []))
    assert code == 2
    assert [said.count(f"mine.yaml:{line}:") for line in (2, 4, 5)] == [words[0] != "rate", 1, 1]  # cards are rated without their deck
    file.write_text(
        "edition: levelup\ncards: {20: Odd, 10: Rta, 6: Bad}\nlibrary:\n  - {name: Odd, level: none}\n  - {name: Bad, level: 99}\n"
    )
    said = run(*words, str(file), *(["--out", "1 Odd", "--in", "1 Bad"] if words[0] == "try" else []))[1]
    assert [said.count(f"mine.yaml:{line}:") for line in (4, 5)] == [1, 1]


@pytest.mark.parametrize(("typed", "games"), [("10k", 10_000), ("2.5M", 2_500_000), ("300", 300)])
def test_thousands_are_read(typed: str, games: int) -> None:
    code, said = run("matchup", "raptors", "storm", "--quick", "--plan", "-n", typed, "--json")
    assert code == 0, said
    assert json.loads(said)["plan"][0]["games"] == games


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["balance", "kotc-17", "--budget", "30"], "--budget 30 has no unit. Write 30s, 30m or 30h"),
        (["balance", "kotc-17", "--budget", "0"], "--budget 0 is no time from 1 s to 24 h. Write for instance --budget 60s"),
        (["price", "draw 0 cards"], "'draw 0 cards' holds the number 0. Numbers go from 1 to 999."),
        (["ban", "draw 1000 cards"], "'draw 1000 cards' holds the number 1000. Numbers go from 1 to 999."),
        (["price", "draw", "1", "card"], 'stands in quotes, such as "draw 1 card"'),
        (["battle", "4/6", "+", "2/4", "1/10"], "stands in quotes"),
        (["matchup", "raptors", "storm", "--fair", "45-55"], "Write for instance --fair 45,55"),
        (["matchup", "raptors", "storm", "--fair", "48"], "Write for instance --fair 48,52"),  # 50,52 would be refused
        (["sweep", "kotc-17", "starting_hp=20..60/10"], "Write rules.starting_hp"),
        (["matchup", "raptors", "storm", "-n", "10kk"], "'10kk' is not a whole number."),
    ],
)
def test_a_slip_is_answered_with_what_works(line: list[str], words: str) -> None:
    code, said = run(*line)
    assert code == 2
    assert words in " ".join(said.split())


def test_an_effect_cannot_lower_a_level(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("name: mine\nextends: kotc-17\neffects: {destroy: {level: -t}}\n", encoding="utf-8")
    code, said = run("edition", "check", str(file))
    assert code == 2
    assert "mine.yaml:3:" in said
    assert "'-t' is below 0" in said


def test_an_edition_says_what_its_switches_mean() -> None:
    assert "hit points of a player at the start" in run("edition", "show", "kotc-17")[1]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("term", "drawn"), [("dumb", False), ("xterm", True)])
def test_a_dumb_terminal_gets_plain_lines(term: str, drawn: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", term)
    stream = Terminal()
    with Notice("learning", stream=stream):
        pass
    assert bool(stream.getvalue()) == drawn


def test_a_document_is_formatted_in_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("PAGER", "cat")
    monkeypatch.setattr("sys.stdout", stream := Terminal())
    monkeypatch.setattr("pydoc.pager", stream.write)
    docs.show("glossary")
    assert "Glossary" in stream.getvalue()
    assert "# Glossary" not in stream.getvalue()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("matchup rap", {"raptors"}),
        ("matchup raptors storm --strategy loo", {"lookahead"}),
        ("price draw --profile greedy,loo", {"greedy,lookahead"}),
        ("edition diff kotc-12", {"kotc-12", "kotc-12-published"}),
        ("meta level", {"levelup"}),
        ("words draw --edition kotc-17-", {"kotc-17-haste"}),
        ("rate kotc-20", {"kotc-20"}),
        ("docs gloss", {"glossary"}),
        ("examples block", {"blocked"}),
    ],
)
def test_a_shell_completes_names(line: str, offered: set[str]) -> None:
    words = ["kotc-sim", *line.split()]
    told = {"_KOTC_SIM_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    done = CliRunner().invoke(app, [], prog_name="kotc-sim", env=told)
    assert offered <= set(done.output.split())
    assert all(name.startswith(words[-1]) for name in done.output.split())


def test_the_manual_page_has_all_commands_and_their_options() -> None:
    page = run("docs", "--man")[1]
    plain = page.replace("\\-", "-")
    for name in EXAMPLES:
        assert f'.SS "{name}"' in plain
    for option in ("--played WON-LOST", "--strict", "--jobs N", "--migrate NAME|FILE", "--figure TEXT"):
        assert len(re.findall(rf"^\.B .*{re.escape(option)}", plain, re.MULTILINE)) >= 1
    assert len(re.findall(r"^\.B --strict", plain, re.MULTILINE)) == 1  # what all share stands there once
    if shutil.which("groff"):
        done = subprocess.run(["groff", "-man", "-Kutf8", "-ww", "-z"], input=page, capture_output=True, text=True, check=True)
        assert done.stderr == ""
