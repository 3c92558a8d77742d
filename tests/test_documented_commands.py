"""Every command line of the documents runs as it is printed, in a folder with nothing but the files that the page itself shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import COMMANDS, app
from tests.experiments.verdict_cases import PLAIN_PYTHON
from tests.test_readme import HEAVY, PAGES, QUICK, name_of

pytestmark = [pytest.mark.skipif(PLAIN_PYTHON, reason="plays games"), pytest.mark.usefixtures("few_games")]
DRAIN = """name: mine
extends: kotc-17
effects: {destroy: {level: 3*t}}
"""
FILES = {  # what the documents call a file of the reader's own
    "my-proposal.yaml": DRAIN,
    "cheaper-stone.yaml": "name: cheaper stone\nextends: kotc-17\neffects: {petrify: {level: t}}\n",
    "cards.yaml": "cards: [{name: Wolf, sp: 3, hp: 2}]\n",
    "set.csv": "name,kind,SP,HP,text\nWolf,minion,3,2,\n",
    "mine.yaml": """edition: levelup
cards:
  - {name: Pup, kind: creature, type: Fire, subtype: Beast, level: 1, attack: 4, defense: 3,
     effects: [{kind: normal, text: You draw 1 card.}, {kind: normal, text: You gain 1 point.}]}
""",
}
SHORT = QUICK | {  # what makes a run of these short
    "exploit": QUICK["exploit"].replace("--combos 1", "--combos 0"),  # that of the README races combos
    "strategies exploit": "-n 20 --budget 1s",
    "strategies moments": "random greedy --moments 2 -n 1",
    "homes": "--help",
    "serve": "--help",
    "bench": "--help",
    "balance": "--help",
    "sweep": "-n 4 -s random",
    "train": "--help",
    "strategies ladder": "--help",
    "edition history": "--help",
}
ANSWERED = {"scenario", "card", "deck", "check", "edition check"}
"""Commands that end with 1 where the answer is no."""
PLACEHOLDER = re.compile(r"[A-Z][A-Z_]*(\.yaml|…)?|…|.*\$.*|tcp:.*|.*<.*>.*|\(.*|ADDRESS|before\.json|.*q=….*")


def commands_of(page: Path) -> list[str]:
    """Return the command lines of a page's blocks of code, without the words beside them."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:text|sh|bash|)\n(.*?)```", text, re.DOTALL)
    blocks += re.findall(r"(?:^(?: {4}|\t)[^\n]*\n)+", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE)
    found = []
    for line in "\n".join(blocks).splitlines():
        match = re.match(r"\s*(?:\$ )?(?:\.venv/bin/)?(kotc-sim [a-z].*)", line)
        if match:
            command = re.split(r" {2,}|\s#\s| > |\s·\s", match[1])[0].strip()
            if command.split()[1] in COMMANDS and not any(PLACEHOLDER.fullmatch(word) for word in command.split()):
                found.append(command)
    return list(dict.fromkeys(found))


LINES = [(page, line) for page in PAGES for line in commands_of(page)]


def test_most_command_lines_are_found() -> None:
    assert len(LINES) > 40
    assert {page.name for page, _ in LINES} >= {
        "README.md",
        "tutorial.md",
        "battle.md",
        "levelup.md",
        "propose-a-keyword.md",
        "strategies.md",
    }


@pytest.mark.parametrize(("page", "line"), LINES, ids=[f"{page.stem}: {line}" for page, line in LINES])
def test_a_documented_command_runs(page: Path, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for block in re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        own = re.match(r"\s*# ([\w-]+\.yaml)", block)
        if own:
            indent = re.match(r" *", block)
            assert indent is not None
            (tmp_path / own[1]).write_text(re.sub(rf"^{indent[0]}", "", block, flags=re.MULTILINE), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line)
    name = " ".join(words[1:3]) if words[1] in ("edition", "strategies") and len(words) > 2 else words[1]
    if name_of(words) in HEAVY and "random" not in SHORT.get(name, ""):
        words = [*words, "--help"]
    done = CliRunner().invoke(app, [*words[1:], *shlex.split(SHORT.get(name, ""))], prog_name="kotc-sim")
    assert done.exit_code in ((0, 1) if name in ANSWERED else (0,)), done.output
    assert done.stdout
