"""Games at the table over HTTP: played to their end, kept, and no hidden card in what is sent."""

from __future__ import annotations

import json
import random
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import CREATURE, EMBERS, Bench, needs_web, serving

pytestmark = needs_web
MINE = {"name": "Mine", "cards": [[20, "minion 2/4"], [20, "minion 1/2"]]}
BODIES = [(sp, hp) for sp in range(1, 6) for hp in range(2, 12, 2) if (sp, hp) not in ((2, 4), (1, 2))][:20]
SECRETS = [f"Secret{sp}x{hp}" for sp, hp in BODIES]
THEIRS = {"name": "Theirs", "cards": [[2, name] for name in SECRETS]}
CARDS = [{"name": name, "kind": "minion", "sp": sp, "hp": hp, "text": ""} for name, (sp, hp) in zip(SECRETS, BODIES, strict=True)]
CREATURES = [
    {**CREATURE, "name": f"Secret{level}x{number}", "level": level, "attack": level + number} for level in (1, 2, 3) for number in range(10)
]
HIDDEN = {"name": "Hidden", "cards": [[2, card["name"]] for card in CREATURES]}
OPEN = re.compile("summons|attacks|Attack|defen|Defen|takes|destroyed|exhausted|puts a|goes to|links?|hit|plays|levels|face-up|discards")
"""What a line of the log tells that everybody sees."""


def asked(game: int, edition: str = "kotc-17", **settings: Any) -> dict[str, Any]:
    chosen = {"a": 0, "b": 1, "strategy_b": "greedy", "game": game, **settings}
    if edition == "levelup":
        return {
            "version": 2,
            "ask": "replay",
            "edition": edition,
            "cards": CREATURES,
            "decks": [EMBERS, HIDDEN],
            "settings": chosen,
            "seed": 4,
        }
    return {"version": 2, "ask": "replay", "edition": "kotc-17", "cards": CARDS, "decks": [MINE, THEIRS], "settings": chosen, "seed": 4}


def hidden(board: dict[str, Any], seat: int) -> list[Any]:
    enemy = board["players"][1 - seat]
    return [card["name"] for zone in ("hand", "granary", "trapfield", "reserves") for card in enemy.get(zone, [])]


@pytest.mark.parametrize("edition", ["kotc-17", "levelup"])
@pytest.mark.parametrize("game", [0, 1])
def test_no_hidden_card_is_sent(tmp_path: Path, game: int, edition: str) -> None:
    """The pilot's cards have names that occur nowhere else: each is sent after it was seen on the field, and never before."""
    rng = random.Random(game)
    secrets = SECRETS if edition == "kotc-17" else [str(card["name"]) for card in CREATURES]
    with serving(tmp_path / "work") as bench:
        status, state = bench.post("api/tables", asked(game, edition))
        assert status == 200, state
        hands = 0
        while not state["over"]:
            sent = json.dumps(state)
            shown = {name for name in secrets if any(name in line and OPEN.search(line) for line in state["log"])}
            assert {name for name in secrets if name in sent} == shown
            assert not any(hidden(state["board"], game))
            hands += len(hidden(state["board"], game))
            status, state = bench.post(f"api/tables/{state['id']}", {"at": state["at"], "pick": rng.randrange(len(state["options"]))})
            assert status == 200, state
        assert hands > 30
        assert any(name in json.dumps(state) for name in secrets)
        kept = json.loads(bench.ask("GET", f"/{bench.token}/tables/{state['id']}/result.json")[1])
        assert kept == state["result"]


def games(bench: Bench) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(bench.ask("GET", f"/{bench.token}/api/tables")[1])
    return found


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL")
def test_a_game_goes_on_after_a_kill(tmp_path: Path) -> None:
    with serving(tmp_path / "work") as bench:
        _, state = bench.post("api/tables", asked(0))
        for pick in (0, 1, 0):
            before, state = state, bench.post(f"api/tables/{state['id']}", {"at": state["at"], "pick": pick})[1]
        again = bench.post(f"api/tables/{state['id']}", {"at": before["at"], "pick": 0})[1]
        assert again == state  # a second tab, which has not seen the answer
        bench.stop(signal.SIGKILL)
    with serving(tmp_path / "work") as bench:
        assert [row["picks"] for row in games(bench)] == [[0, 1, 0]]
        assert bench.post(f"api/tables/{state['id']}", {}) == (200, state)
        assert bench.post(f"api/tables/{state['id']}", {"remove": True}) == (200, {})
        assert games(bench) == []
        assert bench.post(f"api/tables/{state['id']}", {})[0] == 422


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (asked(0, strategy_b="evil.py"), "strategy_b"),
        (asked(0) | {"decks": [MINE, {"name": "x", "cards": [[3, "minion 2/4"]]}]}, "x:"),
        (asked(0) | {"ask": "matchup"}, ""),
        ({"ask": "battle", "settings": {"attackers": "2/4", "defenders": "2/6"}}, "as a replay is"),
    ],
)
def test_what_cannot_be_played_is_refused_and_leaves_nothing(tmp_path: Path, question: dict[str, Any], told: str) -> None:
    with serving(tmp_path / "work") as bench:
        status, found = bench.post("api/tables", question)
        assert status == 422
        assert told in found["error"]
        assert games(bench) == []
    assert not list((tmp_path / "work" / "tables").glob("*"))
