"""The mistakes of a first hour: each message names what to do instead."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "idea.yaml": 'cards:\n  - {name: Farewell, sp: 1, hp: 2, text: "When this card is destroyed: draw a card."}\n',
    "capital.yaml": "cards:\n  - {name: A, SP: 1, hp: 2}\n",
    "word.yaml": "cards:\n  - name: A\n    sp: one\n    hp: 2\n",
    "colon.yaml": "cards:\n  - name: A\n    text: FIRE: Draw 1 card.\n",
    "tab.yaml": "cards:\n\t- name: A\n",
    "empty.yaml": "",
    "deck.yaml": "name: D\ninclude: decks/cards/kotc-17-printed.yaml\ncards:\n  40: minion 2/4\n  2: Thorr\n",
    "small.yaml": "name: D\ncards:\n  20: minion 2/4\n",
    "edition.yaml": "edition: kotc17\ncards:\n  - {name: A, sp: 1, hp: 2}\n",
}
SAID = [
    ("macthup a b", "Did you mean 'matchup'?"),
    ("words", "For example: kotc-sim words destroyed"),
    ("edition diff kotc-17", "For example: kotc-sim edition diff kotc-17 kotc-20"),
    ("matchup decks/raptors.yaml decks/strom.yaml", "Did you mean 'decks/storm.yaml'?"),
    ("matchup rators storm", "Did you mean 'raptors', which comes with kotc-sim?"),
    ("rate Farewell", "Name a file by its path; kotc-sim examples lists those that come with it."),
    ("matchup decks", "this is a folder, not a file. Name a file in it."),
    ("card idea.yaml", "Search: kotc-sim words 'card destroyed'"),
    ("card capital.yaml", "a card has no key 'SP'. Did you mean 'sp'?"),
    ("card word.yaml", "sp is 'one', not a whole number"),
    ("card colon.yaml", "a text with `: ` in it needs them"),
    ("card tab.yaml", "a line begins with a tab, which YAML does not read. Indent with spaces."),
    ("card empty.yaml", "the file is empty. Fill it in"),
    ("card edition.yaml", "Did you mean 'kotc-17'?"),
    ("card decks/raptors.yaml", "Name a file that it includes: decks/cards/kotc-17-printed.yaml."),
    ("deck deck.yaml", "Did you mean 'Thor'?"),
    ("matchup small.yaml decks/storm.yaml", "the deck has 20 cards, not 40 to 60 (17.deck.3). Add 20."),
    ("edition show 17", "Did you mean 'kotc-17'?"),
    ("edition check word.yaml", "this is a file of cards or a deck, not an edition. A proposal begins with `extends: kotc-20`."),
    ("price drow", "'draw {x} cards.'"),
    ("rate decks/cards/kotc-17-armory.yaml --card Squir", "Known: Ambush"),
    ('try decks/storm.yaml --out Thor --in "2 minion 4/4"', "1 card leaves and 2 take their place"),
    ('try decks/storm.yaml --out "2 Thor" --in "2 Farewell"', "A new card's file is named with --cards."),
    ("matchup decks/rats.yaml decks/storm.yaml --strategy gredy", "Did you mean 'greedy'?"),
    ("matchup decks/rats.yaml decks/storm.yaml --games many", "'many' is not a whole number."),
    ("rate decks/cards/kotc-17-armory.yaml --precision 9", "9.0 is not from 0.02 to 5.0."),
    ("replay decks/rats.yaml decks/storm.yaml --game -1", "-1 is below 0, or too large."),
    ("battle 4-6", "Write SP/HP of each minion"),
    ("battle 4/6 1/10 --victim me", "Write 'player', '0/5', or '#1' for a defender."),
    ("docs tutorals", "Did you mean 'tutorial'?"),
    ("matchup decks/rats.yaml decks/storm.yaml --html nowhere/x.html", "Make it: mkdir -p"),
    ("tournament decks/rats.yaml", "Name another deck"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("first")
    shutil.copytree(ROOT / "decks", place / "decks")
    for name, text in FILES.items():
        (place / name).write_text(text, encoding="utf-8")
    return place


@pytest.mark.parametrize(("line", "said"), SAID, ids=[line for line, _ in SAID])
def test_the_message_names_the_mend(line: str, said: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    done = CliRunner().invoke(app, shlex.split(line), prog_name="kotc-sim")
    assert done.exit_code == 2, done.output
    assert said in " ".join(done.stderr.split()), done.stderr


def test_what_was_written_can_be_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["strategies", "new", "my strat"])
    assert done.stdout.strip().endswith("--strategy-a 'my strat.py'")
