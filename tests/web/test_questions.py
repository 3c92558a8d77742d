"""What is let in: each field of a question, the command line that it becomes, files that are dropped, links."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper import workbench
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.web import opened
from kotc_sim.web.asked import command, title
from kotc_sim.web.desk import Desk, pool, shipped
from kotc_sim.web.question import read_question
from tests.web.hostile import QUESTIONS
from tests.web.serving import BATTLE, CARD, DECK, needs_web

PROPOSAL = {"name": "dearer", "rules": {"hand_size": 6}, "components": {"effect.destroy": {"level": "3*t", "ultra": 1, "banned": True}}}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "proposals")


WRITTEN = "--json --html report.html"
KEPT = f"{WRITTEN} --resume games"


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0, f"battle --edition kotc-17 --victim player --policy greedy --trials 1000 --seed 1 {WRITTEN} -- 2/4 2/6"),
        (1, f"rate cards.yaml --edition edition.yaml --card Nova --precision 1 --profile greedy --seed 2 {KEPT}"),
        (2, f"price --edition kotc-17 --precision 2 --seed 1 {KEPT} -- destroy the targets"),
        (3, f"try deck-a.yaml --out 2 minion 2/4 --in 2 Nova --cards cards.yaml --games 100 --seed 1 {KEPT}"),
        (4, f"matchup deck-a.yaml deck-b.yaml --strategy-a greedy --strategy-b random --games 2 --seed 1 {KEPT}"),
        (5, "replay deck-a.yaml deck-b.yaml --game 3 --seed 1 --strategy-a greedy --strategy-b greedy --omniscient --boards --json"),
    ],
)
def test_a_question_becomes_a_command_of_the_terminal(number: int, expected: str) -> None:
    question = read_question(QUESTIONS[number])
    assert " ".join(command(question)) == expected
    assert title(question)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"version": 2}, "'version'"),
        ({"ask": "serve"}, "'ask'"),
        ({"edition": "../x.yaml"}, "'edition'"),
        ({"more": 1}, "'more' does not belong"),
        ({"cards": [CARD, CARD]}, "two cards are called 'Nova'"),
        ({"cards": [CARD | {"text": "a" * 5001}]}, "'text'"),
        ({"cards": [CARD | {"sp": 1.5}]}, "'sp'"),
        ({"cards": [CARD | {"sp": True}]}, "'sp'"),
        ({"cards": [CARD | {"name": "a\nb"}]}, "'name'"),
        ({"cards": [CARD] * 61}, "'cards'"),
        ({"decks": [DECK | {"include": "x"}]}, "'include' does not belong"),
        ({"decks": [DECK | {"strategy": "mine.py"}]}, "'strategy'"),
        ({"decks": [DECK | {"strategy": "lookahead:lookahead:greedy"}]}, "one search on top of another"),
        ({"decks": [DECK | {"strategy": "best@5000"}]}, "playouts"),
        ({"decks": [DECK | {"strategy": "greedy@8"}]}, "no strategy"),
        ({"seed": -1}, "'seed'"),
        ({"settings": {"attackers": "--html=x"}}, "'attackers'"),
        ({"settings": {"attackers": "2/4", "files": []}}, "'files' does not belong"),
        ({"proposal": {"components": {"../x": {}}}}, "is no component"),
        ({"proposal": {"components": {"effect.destroy": {"level": "__import__('os')"}}}}, "'level'"),
        ({"proposal": {"components": {"effect.destroy": {"program": []}}}}, "'program' does not belong"),
        ({"proposal": {"rules": {"hand_size": {"a": 1}}}}, "hand_size"),
    ],
)
def test_what_is_not_expected_is_refused(change: dict[str, Any], what: str) -> None:
    with pytest.raises(KotcError, match=what):
        read_question(BATTLE | change)


@pytest.mark.parametrize("ask", [{"ask": "rate"}, {"ask": "matchup", "decks": [DECK]}, {"ask": "price"}, {"ask": "try", "decks": [DECK]}])
def test_a_question_with_too_little_is_refused(ask: dict[str, Any]) -> None:
    with pytest.raises(KotcError):
        read_question({"version": 1, **ask})


def test_the_files_of_a_question_are_read_by_the_terminal(desk: Desk, tmp_path: Path) -> None:
    deck = {"name": "No: é 'x' #", "cards": [[36, "minion 2/4"], [4, "Nova"]], "strategy": "greedy"}
    asked = {"version": 1, "ask": "rate", "proposal": PROPOSAL, "cards": [CARD | {"text": "FIRE: Draw 1 card."}], "decks": [deck]}
    folder = tmp_path / "run"
    folder.mkdir()
    desk.files(read_question(asked), folder)
    edition = load_edition(folder / "edition.yaml")
    assert (edition.rules["hand_size"], edition.rows["effect.destroy"].level.text) == (6, "3*t")
    assert edition.rows["effect.destroy"].banned
    read = load_deck(folder / "deck-a.yaml")
    assert (read.name, read.strategy, read.size, read.edition.name) == ("No: é 'x' #", "greedy", 40, "dearer")
    assert sorted(path.name for path in folder.iterdir()) == ["cards.yaml", "deck-a.yaml", "edition.yaml"]
    assert list((tmp_path / "proposals").iterdir()) == []


def test_an_illegal_deck_is_refused(desk: Desk, tmp_path: Path) -> None:
    asked = {"version": 1, "ask": "matchup", "decks": [DECK, {"name": "small", "cards": [[4, "minion 2/4"]]}]}
    with pytest.raises(KotcError, match="small: "):
        desk.files(read_question(asked), tmp_path)


@pytest.mark.parametrize("edition", ["kotc-17", "kotc-12", "kotc-9", "kotc-1"])
def test_shipped_decks_lie_on_the_workbench_as_they_are(desk: Desk, edition: str) -> None:
    rules = desk.edition(edition, None)
    assert pool(rules)
    for path in shipped(edition).values():
        deck = load_deck(path)
        row = opened.deck_row(deck, rules)
        asked = {"version": 1, "ask": "matchup", "edition": edition, "cards": own(row), "decks": [row["deck"], row["deck"]]}
        question = read_question(asked)
        again = desk.deck(question.decks[0], rules, {card.name: card for card in workbench.read(question.cards, rules)})
        assert [(card.name, card.sp, card.hp, card.text, card.level) for card in again.cards()] == [
            (card.name, card.sp, card.hp, card.text, card.level) for card in deck.cards()
        ]
        assert [(card.name, count) for card, count in again.reserves] == [(card.name, count) for card, count in deck.reserves]


def own(row: dict[str, Any]) -> list[dict[str, Any]]:
    return [{key: card[key] for key in ("name", "kind", "sp", "hp", "text", "design_edition") if key in card} for card in row["cards"]]


@pytest.mark.parametrize("name", ["raptors", "storm", "rats", "home: fast"])
def test_a_dropped_deck_is_what_its_file_is(desk: Desk, name: str) -> None:
    path = shipped("kotc-17")[name]
    found = opened.read(path.read_text(encoding="utf-8"), "kotc-17", {}, desk)
    deck = load_deck(path)
    assert found["kind"] == "deck"
    assert found["deck"]["cards"] == [[count, card.name] for card, count in deck.counts]


def test_a_saved_proposal_is_opened_again(desk: Desk) -> None:
    question = read_question(BATTLE | {"proposal": PROPOSAL})
    text = opened.saved(desk, "edition", "kotc-17", question.proposal, (), None)
    assert yaml.safe_load(text)["effects"] == {"destroy": {"level": "3*t", "ultra": 1, "banned": "this proposal"}}
    assert opened.read(text, "kotc-17", {}, desk)["proposal"] == PROPOSAL


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("cards: {40: minion 2/4}\nstrategy: ./mine.py\n", "strategy"),
        ("include: more.yaml\ncards: {40: Rat}\n", "no card 'Rat'"),
        ("edition: ./x.yaml\ncards: {40: Rat}\n", "line 1: .*shipped edition"),
        ("edition: levelup\ncards: {40: Rat}\n", "shipped edition"),
        ("extends: kotc-17\neffects: {destroy: {program: []}}\n", "'program'"),
        ("extends: kotc-17\nwording: {}\n", "'wording'"),
        ("players: []\nexpect: {}\n", "scenario"),
        ("- {name: Rat, sp: 1, hp: 0, text: Frobnicate.}\n", "Frobnicate"),
        ("- !!python/object/apply:os.system ['true']\n", "line 1: a card is a list"),
        ("[" * 100, "line 1: .*nested too deeply"),
    ],
)
def test_a_dropped_file_that_wants_more_is_refused(desk: Desk, text: str, what: str) -> None:
    with pytest.raises(KotcError, match=what):
        opened.read(text, "kotc-17", {}, desk)


@needs_web
def test_a_link_is_taken_apart() -> None:
    from kotc_sim.web.server import question_of

    for link in ("#q=abc-_9", "q=abc-_9", "http://127.0.0.1:8817/#q=abc-_9", " http://localhost:1/tok-en/#q=abc-_9 "):
        assert question_of(link) == "q=abc-_9"
    for wrong in ("", "http://127.0.0.1:8817/", "#q=", "#q=a b", "#q=a'b", "http://127.0.0.1:8817/#q=a&b"):
        with pytest.raises(KotcError, match="holds no question"):
            question_of(wrong)


@needs_web
def test_a_folder_has_one_workbench_at_a_time(tmp_path: Path) -> None:
    from kotc_sim.web.server import _locked

    with _locked(tmp_path), pytest.raises(KotcError, match="another workbench"):
        _locked(tmp_path)
    _locked(tmp_path).close()


@needs_web
def test_a_port_that_is_taken_is_said_to_be(tmp_path: Path) -> None:
    from kotc_sim.web.server import listening

    with listening(None) as first:
        first.listen()
        with pytest.raises(KotcError, match="cannot be used"):
            listening(first.getsockname()[1])
