"""The commands card, deck, edition and check: what they print and how they exit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kotc_sim.cli import main
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.editions import edition_names

DECKS = Path(__file__).parents[2] / "decks"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    _, out, _ = run(capsys, *arguments, "--json")
    result: dict[str, Any] = json.loads(out)
    assert result["version"]
    assert result["reproduce"].startswith("kotc-sim ")
    assert "seed" in result
    return result


def write(folder: Path, text: str) -> Path:
    path = folder / "file.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_card(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "card", DECKS / "cards" / "kotc-17-printed.yaml")
    assert code == 0
    assert "Thor: minion 4/6, level 9" in out
    assert "2*t, t = 1" in out
    found = run_json(capsys, "card", DECKS / "cards" / "kotc-17-printed.yaml")["cards"][2]
    assert (found["name"], found["kind"], found["level"], found["ultra"], found["problems"]) == ("Thor", "minion", 9, 0, [])
    assert [(line["text"], line["formula"], line["value"]) for line in found["bill"]] == [
        ("4/6 minion", "SP + HP/2", 7),
        ("Target 1 on-field minion;", "t = x = 1", 0),
        ("destroy it", "2*t, t = 1", 2),
    ]


def test_card_in_the_words_of_its_edition(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "card", DECKS / "cards" / "kotc-9-starter.yaml", "--edition", "kotc-9")
    assert code == 0
    assert "Naja Naja: creature 2/10, cost 5" in out
    assert "offense + defense/5" in out


def test_an_illegal_card(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path, "- {name: A, sp: 2, hp: 4, level: 3}\n")
    code, out, _ = run(capsys, "card", path)
    assert code == 1
    assert "not legal: A: the printed level is 3, the formula gives 4 (17.ruling.122). Write 4" in out
    (problem,) = run_json(capsys, "card", path)["cards"][0]["problems"]
    assert (problem["rule"], problem["line"]) == ("17.ruling.122", 1)


def test_unreadable_cards_are_all_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path, "- {name: A, text: Drow 1 card.}\n- {name: B, sp: 1, hp: 0}\n- {name: C, text: Win.}\n")
    code, out, err = run(capsys, "card", path)
    assert code == 2
    assert "B: minion 1/0" in out
    assert f"{path}:1:19: " in err
    assert f"{path}:3:19: " in err
    assert "Traceback" not in err


def test_a_card_of_another_edition_is_recognised(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path, "- {name: A, text: Target this card. Exhaust the target.}\n")
    code, _, err = run(capsys, "card", path)
    assert code == 2
    assert "--edition kotc-10" in err


def test_migrate(capsys: pytest.CaptureFixture[str]) -> None:
    cards = DECKS / "cards" / "kotc-9-starter.yaml"
    code, out, _ = run(capsys, "card", cards, "--edition", "kotc-9", "--migrate", "kotc-12")
    assert code == 1
    assert "no counterpart for 'This creature cannot attack.'" in out
    assert "Self-destroy 1 in-play card→ Draw 3 cards." in out
    found = run_json(capsys, "card", cards, "--edition", "kotc-9", "--migrate", "kotc-12")["cards"]
    assert found[0]["migration"]["level"] == 1
    assert found[5]["migration"]["missing"] == ["This creature cannot attack."]


def test_deck(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "deck", DECKS / "rats.yaml", DECKS / "kotc-9-claws.yaml")
    assert code == 0
    assert "Rats: 40 cards" in out
    assert "29 creatures" in out
    found = run_json(capsys, "deck", DECKS / "rats.yaml")["decks"][0]
    assert (found["legal"], found["size"], found["curve"], found["problems"]) == (True, 40, {"1": 40}, [])


def test_an_illegal_and_an_unreadable_deck(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path, "cards:\n  39: minion 1/0\n")
    code, out, _ = run(capsys, "deck", path)
    assert code == 1
    assert f"not legal: {path}:2: the deck has 39 cards, not 40 to 60 (17.deck.3). Add 1." in out
    code, out, err = run(capsys, "deck", path, tmp_path)
    assert code == 2
    assert "39 cards" in out
    assert f"error: {tmp_path}: this is a folder" in err


@pytest.mark.parametrize("arguments", [("edition", "list"), ("editions",)])
def test_edition_list(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == [*edition_names(), "levelup"]
    rows = run_json(capsys, *arguments)["editions"]
    assert rows[0]["name"] == "kotc-20"
    assert all(row["relation"] for row in rows if row["name"] != "levelup")
    assert all(2018 <= row["year"] <= 2025 for row in rows if row["name"] not in ("kotc-20", "levelup"))  # the 20th's page has no date
    refused = {row["name"]: row["refused"] for row in rows if row["name"] != "levelup"}
    assert (refused["kotc-17"], refused["kotc-9"], refused["kotc-5"]) == (0, 17, 2)
    assert "17 are refused" in next(line for line in out.splitlines() if line.startswith("kotc-9 "))


@pytest.mark.parametrize("name", ["kotc-17", "kotc-12", "kotc-9", "kotc-5"])
def test_edition_show(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out, _ = run(capsys, "edition", "show", name)
    assert code == 0
    assert "starting_hp" in out
    assert "destroy" in out.lower()
    assert len(run_json(capsys, "edition", "show", name)["components"]) > 50


def test_edition_check(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "name: 18th draft\nextends: kotc-17\neffects:\n  petrify: {level: 2*t}\n  drain: "
        '{text: "{x}-drain enemy.", level: 2*x, ultra: 1, program: [{roll: x}, {damage_player: enemy}, '
        "{heal: self}]}\n",
    )
    code, out, _ = run(capsys, "edition", "check", path)
    assert code == 0
    assert "effect.petrify: level 3*t -> 2*t" in out
    assert "new effect.drain: '{x}-drain enemy.', level 2*x" in out
    assert run_json(capsys, "edition", "check", path)["changes"]["added"][0]["id"] == "effect.drain"
    path.write_text("name: a\nextends: kotc-17\neffects:\n  petrfy: {level: 2*t}\n", encoding="utf-8")
    code, _, err = run(capsys, "edition", "check", path)
    assert code == 2
    assert f"{path}:4" in err
    assert "Did you mean 'petrify'?" in err


def test_a_proposal_prices_cards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    edition = tmp_path / "new.yaml"
    edition.write_text("name: new\nextends: kotc-17\neffects: {destroy: {level: 3*t}}\n", encoding="utf-8")
    cards = write(tmp_path, "- {name: A, text: Target 1 on-field minion; destroy it.}\n")
    assert run_json(capsys, "card", cards, "--edition", edition)["cards"][0]["level"] == 3


def test_check_knows_what_it_is_given(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    proposal = write(tmp_path, "name: a\nextends: kotc-17\nrules: {starting_hp: 30}\n")
    code, out, _ = run(capsys, "check", DECKS / "rats.yaml", DECKS / "cards" / "kotc-17-printed.yaml", proposal)
    assert code == 0
    assert [line.rsplit(": ", 1)[1] for line in out.splitlines()] == ["deck, legal", "cards, legal", "edition, legal"]
    code, _, err = run(capsys, "check", write(tmp_path, "[]\n"))
    assert (code, "no card is defined" in err) == (2, True)
    code, out, _ = run(capsys, "check", write(tmp_path, "cards: {39: minion 1/0}\n"))
    assert code == 1
    assert "17.deck.3" in out


def test_a_proposal_prints_cards_at_its_own_prices(tmp_path: Path) -> None:
    """A deck of printed cards can be played under a proposal; a level that no edition gives stays illegal."""
    proposal = tmp_path / "dearer.yaml"
    proposal.write_text("name: dearer\nextends: kotc-17\neffects:\n  draw: {level: 3*x}\n", encoding="utf-8")
    deck = tmp_path / "deck.yaml"
    text = "edition: kotc-17\ncards:\n- {name: Two, text: Draw 2 cards., level: LEVEL, count: 4}\n- {name: minion 2/4, count: 36}\n"
    deck.write_text(text.replace("LEVEL", "4"), encoding="utf-8")
    assert load_deck(deck, edition=proposal).counts[0][0].level == 6
    deck.write_text(text.replace("LEVEL", "5"), encoding="utf-8")
    with pytest.raises(KotcError, match="the printed level is 5, the formula gives 6"):
        load_deck(deck, edition=proposal)


def test_one_card_is_not_one_cards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write(tmp_path, "edition: kotc-20\ncards:\n  1: Squib\nlibrary:\n  - {name: Squib, text: Draw 1 card.}\n")
    _, out, _ = run(capsys, "deck", path)
    assert "file: 1 card (" in out
    assert "  0 minions, 1 spell, mean" in out
    _, out, _ = run(capsys, "check", path)
    assert "deck, 1 problem\n" in out


@pytest.mark.parametrize("edition", ["kotc-9", "kotc-20"])
def test_what_switches_mean_stands_in_one_column(capsys: pytest.CaptureFixture[str], edition: str) -> None:
    _, out, _ = run(capsys, "edition", "show", edition)
    rules = out.split("\nRules\n")[1].split("\n\n")[0].splitlines()
    assert {line[49:50] for line in rules if line.strip()} == {" "}
    assert not [line for line in rules if line[50:51] == " "]
