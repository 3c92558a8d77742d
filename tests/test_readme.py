"""The README and the documents: their commands run, their links lead somewhere, their figures are true."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import COMMANDS, LazyCommand, app
from kotc_sim.games.keeper.cards.deck import load_deck
from tests.experiments.verdict_cases import PLAIN_PYTHON

pytestmark = pytest.mark.usefixtures("few_games")

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
RUNS = re.findall(r"\| `(kotc-sim .*?)` \|", README)
QUICK = {  # what makes a run of these commands short; the others are short
    "matchup": "-n 20 --strategy-a random --strategy-b random",
    "battle": "--trials 1000",
    "rate": "--precision 5 --profile random",
    "price": "--precision 5 --profile random --no-cross-check",
    "ban": "-n 20 -s random",
    "try": "-n 20 -s random",
    "tournament": "-n 20 -s random",
    "edition diff": "-n 20 -s random",
    "edition history": "-n 20 -s random",
    "exploit": "--generations 1 --population 4 --winners 1 --combos 1 --precision 5 --profile random",
    "meta": "--rounds 1 --profile random",
    "balance": "--only bounce --rounds 1 --precision 5 --profile random --no-field --no-exploits",
    "sweep": "-n 80 -s random",
    "train": "--budget 1s",
    "replay": "--strategy-a random --strategy-b random",
}
HEAVY = ("rate", "price", "exploit", "train", "meta", "balance", "sweep", "edition history")
NOT_IN_THE_TABLE = {
    "convert",
    "serve",
    "backtest",
    "homes",
    "check",
    "strategies",
    "editions",
    "bench",
    "reproduce",
    "docs",
}  # they ask nothing about a game


def name_of(words: list[str]) -> str:
    return " ".join(words[1:3] if words[1] == "edition" else words[1:2])


@pytest.mark.parametrize("line", RUNS)
def test_the_commands_of_the_readme_run(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = shlex.split(line)
    if PLAIN_PYTHON and name_of(words) in HEAVY:
        pytest.skip("needs thousands of games")
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, [*words[1:], *shlex.split(QUICK.get(name_of(words), ""))], prog_name="kotc-sim")
    assert done.exit_code == 0, done.output
    assert done.stdout


def test_every_question_is_in_the_table() -> None:
    assert {shlex.split(line)[1] for line in RUNS} == set(COMMANDS) - NOT_IN_THE_TABLE


def test_the_deck_of_the_readme_is_legal(tmp_path: Path) -> None:
    (block,) = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    (tmp_path / "my-deck.yaml").write_text(block, encoding="utf-8")
    assert load_deck(tmp_path / "my-deck.yaml").size == 40


def test_the_quick_start_is_in_the_makefile() -> None:
    targets = re.findall(r"^make (\w+)", README, re.MULTILINE)
    assert targets == ["demo", "test"]
    for target in targets:
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_the_number_of_scenarios_is_true() -> None:
    files = (ROOT / "tests" / "rules").rglob("*.yaml")
    count = sum(len(re.findall(r"^name:", path.read_text(encoding="utf-8"), re.MULTILINE)) for path in files)
    assert "more than two thousand scenarios" in " ".join(README.split())
    assert count > 2000


@pytest.mark.slow
@pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
def test_the_results_of_the_readme_are_what_the_commands_print() -> None:
    """``scripts/readme.py`` makes them again; in a process of its own, which plays all games."""
    blocks = re.findall(r"<!-- (?:bill|result) -->\n```text\n\$ (.*?)\n(.*?)\n```", README, re.DOTALL)
    assert len(blocks) == 2
    for line, shown in blocks:
        words, narrow = [sys.executable, "-m", "kotc_sim", *shlex.split(line)[1:]], os.environ | {"COLUMNS": "90"}
        done = subprocess.run(words, cwd=ROOT, env=narrow, capture_output=True, encoding="utf-8", check=True)
        assert squeezed(shown) in squeezed(done.stdout)


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)", text):
        path = page.parent / target if target else page
        assert path.exists(), f"{page.name}: {target}"
        if anchor:
            headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_the_options_of_documented_commands_exist(page: Path) -> None:
    for line in re.findall(r"kotc-sim [a-z].*", page.read_text(encoding="utf-8")):
        words = re.split(r"[`#|]|  |\)|; ", line)[0].split()
        if words[1] not in COMMANDS:
            continue  # prose
        module, _ = COMMANDS[words[1]]
        command = LazyCommand(words[1], module, "").load()
        if hasattr(command, "commands") and len(words) > 2 and words[2] in command.commands:
            command = command.commands[words[2]]
        known = {option for parameter in command.params for option in parameter.opts + parameter.secondary_opts} | {"--help"}
        used = {word.partition("=")[0].rstrip(".,:") for word in words if word.startswith("--")}
        assert used <= known, f"{page.name}: {line}"


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_every_target_of_make_is_named_as_it_is(name: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:`|^)make ([\w-]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
    assert named
    assert sorted(target for target in named if not re.search(rf"^{target}:", makefile, re.MULTILINE)) == []


def test_contributing_lists_every_target_of_make() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `make ([\w-]+)` \|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(re.findall(r"^([a-z][\w-]*):(?!=)", makefile, re.MULTILINE))
