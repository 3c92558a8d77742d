"""Input that cannot be meant: one clear line and exit code 2, before anything is compiled or played."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app

DECKS = Path(__file__).resolve().parents[2] / "decks"
RATS, STORM = str(DECKS / "rats.yaml"), str(DECKS / "storm.yaml")
HUGE = "99999999999999999999999"
LONG = "9" * 5000
"""More digits than Python makes a number of."""
COMMANDS = {  # each with a place for a file
    "matchup": ["matchup", "FILE", RATS],
    "card": ["card", "FILE"],
    "deck": ["deck", "FILE"],
    "check": ["check", "FILE"],
    "rate": ["rate", "FILE"],
    "price": ["price", "destroy", "--edition", "FILE"],
    "try": ["try", "FILE", "--out", "1 Rat", "--in", "1 Rat"],
    "ban": ["ban", "destroy", "--deck", "FILE"],
    "tournament": ["tournament", "FILE", RATS],
    "edition show": ["edition", "show", "FILE"],
    "edition check": ["edition", "check", "FILE"],
    "edition diff": ["edition", "diff", "kotc-17", "FILE"],
    "exploit": ["exploit", "--edition", "FILE"],
    "scenario": ["scenario", "FILE"],
    "replay": ["replay", RATS, "FILE"],
    "bench": ["bench", "--compare", "FILE"],
}


def refusal(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments), prog_name="kotc-sim")
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    (line,) = [line for line in done.stderr.splitlines() if line.lower().startswith("error:")]
    return line


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Files that are none of ours, by what is wrong with them."""
    contents = {
        "empty": b"",
        "binary": b"\xff\xfe\x00bad",
        "broken": b"{a: [",
        "number": b"42",
        "large": b"a: b\n" * 1_200_000,
        "deep": b"[" * 100_000,
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    return {name: tmp_path / name for name in (*contents, "folder", "missing", "loop", "x" * 300)}


@pytest.mark.parametrize("command", COMMANDS)
def test_files_that_are_none_of_ours(command: str, files: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # `scenario` sets it
    for path in files.values():
        line = refusal(*(str(path) if word == "FILE" else word for word in COMMANDS[command]))
        assert str(path) in line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("matchup", RATS, STORM, "--games", "0"), "'--games'"),
        (("matchup", RATS, STORM, "--games", HUGE), "'--games'"),
        (("matchup", RATS, STORM, "--seed", "-1"), "'--seed'"),
        (("matchup", RATS, STORM, "--seed", HUGE), "'--seed'"),
        (("matchup", RATS, STORM, "--jobs", "0"), "'--jobs'"),
        (("matchup", RATS, STORM, "--precision", "nan"), "'--precision'"),
        (("matchup", RATS, STORM, "--edition", "kotc-99"), "there is no edition 'kotc-99'"),
        (("matchup", RATS, STORM, "--strategy-a", "nobody"), "there is no strategy 'nobody'"),
        (("matchup", RATS, STORM, "--html", "/dev/null"), "is a device or a pipe"),
        (("matchup", RATS, STORM, "--csv", f"{'x' * 300}.csv"), "File name too long"),
        (("words", "a " * 100_000), "a query of 200000 characters is too long"),
        (("battle", f"{LONG}x1/1", "1/10"), "Write SP/HP of each minion"),
        (("battle", f"1/1[shield*{LONG}]", "1/10"), "is not a counter"),
        (("battle", "1/1+" * 100_000 + "1/1", "1/10"), "has 100001 minions"),
        (("battle", "1/1", "1/10", "--victim", f"#{LONG}"), "is not a defender"),
        (("battle", "1/1", "1/10", "--victim", "#²"), "is not a defender"),
        (("battle", "1/1", "1/10", "--values", "²,1,1"), "is not three whole numbers"),
        (("battle", "1/1", "1/10", "--values", f"{LONG},1,1"), "is not three whole numbers"),
        (("battle", "1/1", "1/10", "--values", "999999999999,1,1"), "is not three whole numbers up to 1000000"),
        (("try", RATS, "--out", "1 Rat", "--in", f"{LONG} Rat"), "there is no card"),
        (("tournament", RATS, STORM, "--games", HUGE), "'--games'"),
        (("replay", RATS, STORM, "--game", HUGE), "'--game'"),
        (("replay", RATS, STORM, "--game", "-1"), "'--game'"),
        (("try", STORM, "--out", "2 Thor", "--in", "2 minion 1/1", "--same", "nan"), "'--same'"),
        (("edition", "show", "kotc-99"), "there is no edition 'kotc-99'"),
        (("bench", "--only", "memory", "--memory-games", "1e30"), "--memory-games 1e30"),
        (("bench", "--only", "memory", "--memory-games", "10000,inf"), "--memory-games 10000,inf"),
        (("bench", "--only", "memory", "--memory-games", "10.5"), "--memory-games 10.5"),
    ],
)
def test_values_that_cannot_be_meant(arguments: tuple[str, ...], said: str) -> None:
    assert said in refusal(*arguments)
