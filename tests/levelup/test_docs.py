"""The examples of docs/levelup.md work as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from kotc_sim.games.levelup.cards.deck import load_deck
from kotc_sim.games.levelup.cards.legality import problems
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.strategies import load
from tests.levelup.scripted import run

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "levelup.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(yaml|python)\n(.*?)```", TEXT, re.DOTALL)
DECK, PROPOSAL, STRATEGY, SCENARIO = (text for _, text in BLOCKS)


def test_the_deck_is_read(tmp_path: Path) -> None:
    pool = (ROOT / "decks" / "levelup" / "starter-pool.yaml").read_text(encoding="utf-8")
    (tmp_path / "starter-pool.yaml").write_text(pool, encoding="utf-8")
    path = tmp_path / "deck.yaml"
    path.write_text(DECK, encoding="utf-8")
    assert [p.rule for p in problems(load_deck(path))] == ["levelup.deck.1"]


def test_the_proposal_is_read(tmp_path: Path) -> None:
    path = tmp_path / "proposal.yaml"
    path.write_text(PROPOSAL, encoding="utf-8")
    edition = load_edition(path)
    Vocabulary(edition)
    assert edition.templates["extra_play"].kinds == ("normal", "latent")
    assert "mill" not in edition.templates


def test_the_strategy_plays(tmp_path: Path) -> None:
    path = tmp_path / "rush.py"
    path.write_text(STRATEGY, encoding="utf-8")
    deck = load_deck(ROOT / "decks" / "levelup" / "ember-and-stone.yaml")
    results, _ = LevelUpMatch(deck, deck).play((load("levelup", path), load("levelup", "random")), 1, 0, 2)
    assert len(results) == 2


def test_the_scenario_comes_out() -> None:
    assert run(yaml.safe_load(SCENARIO), "docs/levelup.md")[:2] == (True, [])


def test_every_switch_is_in_the_rules_and_back() -> None:
    rules = (ROOT / "docs" / "rules" / "levelup.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^  (\w+): \{default: ([\w-]+),", rules, re.MULTILINE))
    edition = load_edition()
    shown = {n: str(s.value).lower() for n, s in edition.switches.items() if n != "first_player"}
    assert shown == listed
