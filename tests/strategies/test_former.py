"""Strategy files of version 0.1.0 go on working: they import modules that have other names now."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.runs import Contest, play_games
from kotc_sim.strategies import check, load, strategies_of
from kotc_sim.strategies.former import FORMER
from kotc_sim.strategies.template import write_template

DECKS = Path(__file__).parents[2] / "decks"
PAIRS = {"kotc": ("rats", "storm"), "levelup": ("levelup/ember-and-stone", "levelup/tide-and-grove")}
GAMES = 40 if not numba.config.DISABLE_JIT else 2
TEMPLATES = {
    "kotc": '''"""Mine: a strategy for kotc-sim. Try it: kotc-sim matchup A.yaml B.yaml --strategy-a mine.py"""

from kotc_sim.engine.kinds import O_ATTACK_PLAYER, O_CAST, O_ENLIST, O_PICK_CARD, O_SUMMON
from kotc_sim.strategies import view
from kotc_sim.strategies.api import per_option


@per_option("mine", "plays the dearest card and attacks the enemy player with everything")
def score(game, match, me, option):
    """Return how good an option is; the engine takes the best one. Passing scores 0."""
    card = option.card  # the card that the option is about, or -1
    if option.kind == O_SUMMON or option.kind == O_CAST:
        return 2.0 + view.level_of(game, match, me, card)  # the dearest card first
    if option.kind == O_ATTACK_PLAYER:
        return 5.0
    if option.kind == O_ENLIST and game.turn_player == me:
        return 1.0 + game.cards[card].sp  # everybody attacks, nobody blocks
    if option.kind == O_PICK_CARD and view.knows(game, me, card):
        return 1.0 if game.cards[card].holder != me else -1.0  # effects hit the enemy's cards
    return 0.0
''',
    "levelup": '''"""Mine: a strategy for Level-Up. Try it: kotc-sim matchup A.yaml B.yaml --strategy-a mine.py"""

from kotc_sim.engine.levelup import view
from kotc_sim.engine.levelup.codes import A_CHOOSE, O_ACTIVATE, O_ATTACK, O_CARD, O_PLAY
from kotc_sim.engine.levelup.primitives import owner, slot_of
from kotc_sim.strategies.levelup.api import strategy


@strategy("mine", "plays the highest levels and attacks what it can beat")
def score(game, match, me, scores):
    """Write how good each option is; the engine takes the best one. Passing and ending a phase score 0."""
    for i in range(game.n_options):
        option = game.options[i]
        card = option.card  # the card that the option is about, or -1
        scores[i] = 0.0
        if option.kind == O_PLAY and option.amount == 0:  # face-up; the highest level first
            scores[i] = 2.0 + match.kinds[view.kind_of(game, me, card)].level
        elif option.kind == O_ACTIVATE:
            scores[i] = 1.0
        elif option.kind == O_ATTACK and option.target < 0:  # the player
            scores[i] = 5.0
        elif option.kind == O_ATTACK:
            attack = view.attack_of(game, me, me, slot_of(game, card))
            defense = view.defense_of(game, me, 1 - me, slot_of(game, option.target))  # -1 if it is hidden
            scores[i] = 4.0 if attack > defense else -1.0
        elif option.kind == O_CARD and game.ask == A_CHOOSE:  # effects hit the opponent's cards
            scores[i] = 2.0 if owner(card) != me else 1.0
        elif option.kind == O_CARD and view.knows(game, me, card):  # of a hand, a deck or a discard pile
            scores[i] = 1.0 + match.kinds[view.kind_of(game, me, card)].level
''',
}
"""What ``kotc-sim strategies new mine`` wrote in version 0.1.0."""


@pytest.fixture(autouse=True)
def untried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(check.TRIAL_VARIABLE, "1")  # trial games are tested elsewhere


@pytest.mark.parametrize("key", list(games.GAMES))
def test_a_template_of_yesterday_plays_the_same_games(key: str, tmp_path: Path) -> None:
    decks = []
    for name in PAIRS[key]:
        game, root = games.read(DECKS / f"{name}.yaml", "deck")
        decks.append(game.deck(root))
    former = tmp_path / "mine.py"
    former.write_text(TEMPLATES[key])
    today = write_template(str(tmp_path / "today.py"), key)
    (results, _), (again, _) = (play_games(Contest(tuple(decks), (str(path), "random")), 3, 0, GAMES) for path in (former, today))
    assert np.array_equal(results, again)
    assert not {f"kotc_sim.{name}" for name in FORMER} & set(sys.modules)  # only while the file ran


@pytest.mark.parametrize(("key", "module", "name"), [("kotc", "kinds", "Opt"), ("levelup", "levelup.codes", "Opt")])
def test_constants_of_yesterday_are_members_of_today(key: str, module: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    api = f"kotc_sim.strategies.{games.GAMES[key].folder}.api"
    path.write_text(
        f"import {api} as api\nimport kotc_sim.engine.{module} as old\n"
        "for member in api.Opt:\n    assert getattr(old, 'O_' + member.name) == member, member\n"
        "for member in api.Ask:\n    assert getattr(old, 'A_' + member.name) == member, member\n"
        f"assert old.{name} is api.{name}\n"
        f"score = api.{'whole' if key == 'kotc' else 'strategy'}('mine', 'x')(lambda game, match, me, scores: None)\n"
    )
    assert load(key, path).name == "mine"


@pytest.mark.parametrize("line", ["from kotc_sim.engine.kinds import O_NOTHING", "from kotc_sim.engine.zones import level"])
def test_what_is_gone_is_told_with_the_module_to_import(line: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"\n{line}\n")
    with pytest.raises(KotcError, match=r"mine\.py:2: .*Error: .* What a strategy needs is in kotc_sim\.strategies\.GAME\.api"):
        load("kotc", path)


@pytest.mark.parametrize("key", list(games.GAMES))
def test_an_author_imports_one_module(key: str) -> None:
    text = strategies_of(key).template
    assert [line.split()[1] for line in text.splitlines() if line.startswith(("from ", "import "))] == [f"{strategies_of(key).package}.api"]


def test_a_file_that_is_the_first_to_import_an_engine_is_compiled(tmp_path: Path) -> None:
    """An engine's modules compile kernels when they are imported, which must not happen while the file's own are compiled."""
    path = tmp_path / "mine.py"
    path.write_text(TEMPLATES["levelup"])
    code = "import sys; from kotc_sim.strategies import load; pilot = load('levelup', sys.argv[1]); print(pilot.compiled and pilot.name)"
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, timeout=300, check=True)
    assert done.stdout == "mine\n"
