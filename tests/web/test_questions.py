"""What is let in: each field of a question, the command line that it becomes, files that are dropped, links."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper import workbench
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.output import json_text
from kotc_sim.web import opened
from kotc_sim.web.app import Workbench
from kotc_sim.web.asked import command, title
from kotc_sim.web.desk import Desk, shipped
from kotc_sim.web.fields import Fields
from kotc_sim.web.question import bench_of, edition_names, read_question
from tests.web.hostile import QUESTIONS
from tests.web.serving import BATTLE, CARD, DECK, needs_web

PROPOSAL: dict[str, Any] = {
    "name": "dearer",
    "rules": {"hand_size": 6},
    "components": {"effect.destroy": {"level": "3*t", "ultra": 1, "banned": True}},
    "rest": "",
}
DRAIN = """# what drains
effects:
  drain:
    text: "{x}-drain enemy."
    level: 2*x
    program: [{roll: x}, {damage_player: enemy}, {heal: self}]
"""
PUP = {"name": "Pup", "kind": "creature", "type": "Fire", "subtype": "Beast", "level": 1, "attack": 4, "defense": 2}
PUP_TEXT = "normal: Your opponent loses 1 point.\nlatent: When this creature attacks: This creature gets +2 attack this turn."


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "proposals")


WRITTEN = "--json --html report.html"
KEPT = f"{WRITTEN} --resume games"


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0, f"battle --edition kotc-20 --trials 1000 --seed 1 {WRITTEN} -- 2/4 2/6"),
        (1, f"rate cards.yaml --card Nova --profile greedy --precision 1 --edition edition.yaml --seed 2 {KEPT}"),
        (2, f"price --precision 2 --edition kotc-20 --seed 1 {KEPT} -- destroy the targets"),
        (3, f"try deck-a.yaml --out 2 minion 2/4 --in 2 Nova --cards cards.yaml --games 100 --seed 1 {KEPT}"),
        (4, f"matchup deck-a.yaml deck-b.yaml --games 2 --strategy-a greedy --strategy-b random --seed 1 {KEPT}"),
        (9, f"edition diff kotc-17 kotc-20 deck-a.yaml --games 20 --seed 1 {KEPT}"),
        (
            10,
            "exploit --edition edition.yaml --generations 1 --population 4 --winners 1 --combos 0 --precision 5 --profile random --seed 1 "
            + KEPT,
        ),
        (11, f"tournament deck-a.yaml deck-b.yaml --games 4 --seed 1 {KEPT}"),
        (12, f"meta kotc-20 --rounds 1 --profile random --seed 1 {KEPT}"),
        (13, f"ban --strategy random --games 20 --edition kotc-20 --seed 1 {KEPT} -- draw 1 card"),
        (14, f"sweep kotc-20 --strategy random --games 2 --seed 1 {KEPT} -- rules.starting_hp=20..30/10"),
        (15, f"balance kotc-20 --only draw 1 card --budget 1s --rounds 1 --profile random --no-field --no-exploits --seed 1 {KEPT}"),
        (5, "replay deck-a.yaml deck-b.yaml --game 3 --strategy greedy --omniscient --boards --seed 1 --json"),
    ],
)
def test_a_question_becomes_a_command_of_the_terminal(number: int, expected: str) -> None:
    question = read_question(QUESTIONS[number])
    assert " ".join(command(question)) == expected
    assert title(question)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"version": 1}, "'version'"),
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
        ({"ask": "exploit", "settings": {"population": 1001}}, "'population'"),
        ({"ask": "exploit", "settings": {"edition": "/etc/passwd"}}, "'edition' does not belong"),
        ({"ask": "meta", "settings": {"out": "x"}}, "'out' does not belong"),
        ({"ask": "meta", "settings": {"begin": ["/etc"]}}, "'begin' does not belong"),
        ({"ask": "balance", "settings": {"budget": "--out=x"}}, "'budget'"),
        ({"ask": "edition diff", "settings": {"before": "../x.yaml"}}, "'before'"),
        ({"ask": "ban", "settings": {"texts": ["--deck=x"]}}, "'texts'"),
        ({"ask": "sweep", "settings": {"number": "--figure=1"}}, "'number'"),
        ({"ask": "tournament", "decks": [DECK, DECK], "settings": {"decks": [0, 2]}}, "no deck for 'decks'"),
        ({"ask": "matchup", "decks": [DECK, DECK], "settings": {"decks": [0, 1], "trust_decks": True}}, "'trust_decks' does not belong"),
        ({"ask": "sweep", "settings": {"number": "a=1", "strategy": "mine.py"}}, "'strategy'"),
        ({"settings": {"attackers": "--html=x"}}, "'attackers'"),
        ({"settings": {"attackers": "2/4", "files": []}}, "'files' does not belong"),
        ({"proposal": {"components": {"../x": {}}}}, "is no component"),
        ({"proposal": {"rest": "a" * 40_001}}, "'rest'"),
        ({"edition": "levelup"}, "battle is not asked of Level-Up"),
        ({"edition": "levelup", "ask": "rate", "cards": [CARD]}, "'kind'"),
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
        read_question({"version": 2, **ask})


def test_the_files_of_a_question_are_read_by_the_terminal(desk: Desk, tmp_path: Path) -> None:
    deck = {"name": "No: é 'x' #", "cards": [[36, "minion 2/4"], [4, "Nova"]], "strategy": "greedy"}
    asked = {"version": 2, "ask": "rate", "proposal": PROPOSAL, "cards": [CARD | {"text": "FIRE: Draw 1 card."}], "decks": [deck]}
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
    asked = {
        "version": 2,
        "ask": "matchup",
        "decks": [DECK, {"name": "small", "cards": [[4, "minion 2/4"]]}],
        "settings": {"decks": [0, 1]},
    }
    with pytest.raises(KotcError, match="small: "):
        desk.files(read_question(asked), tmp_path)


@pytest.mark.parametrize("edition", ["kotc-17", "kotc-12", "kotc-9", "kotc-1", "levelup"])
def test_shipped_decks_lie_on_the_workbench_as_they_are(desk: Desk, edition: str, tmp_path: Path) -> None:
    rules, (game, bench) = desk.edition(edition, None), bench_of(edition)
    assert desk.pool(rules)
    assert len(shipped(edition)) > 1
    for number, path in enumerate(shipped(edition).values()):
        deck = opened.shipped_deck(path)
        row = json.loads(json_text(opened.deck_row(deck, rules, desk)))  # as the page has it
        asked = {"version": 2, "ask": "matchup", "edition": edition, "cards": own(row, edition), "decks": [row["deck"], row["deck"]]}
        asked["settings"] = {"decks": [0, 1]}
        folder = tmp_path / str(number)
        folder.mkdir()
        desk.files(read_question(asked), folder)
        again: Any = game.deck(games.read(folder / "deck-a.yaml")[1])
        assert [(bench.as_given(card, rules), card.level) for card in again.cards()] == [
            (bench.as_given(card, rules), card.level) for card in deck.cards()
        ]
        assert reserves(again) == reserves(deck)


def reserves(deck: Any) -> list[tuple[str, int]]:
    return [(card.name, count) for card, count in getattr(deck, "reserves", ())]


def own(row: Mapping[str, Any], edition: str) -> list[dict[str, Any]]:
    shape = bench_of(edition)[1].SHAPE
    keys = ("name", "kind", *shape.numbers, *shape.words, "text", "design_edition")
    return [{key: card[key] for key in keys if key in card} for card in row["cards"]]


@pytest.mark.parametrize("edition", ["kotc-17", "levelup"])
def test_a_dropped_deck_is_what_its_file_is(desk: Desk, edition: str) -> None:
    for path in shipped(edition).values():
        pool = [
            bench_of(edition)[1].as_given(card, desk.edition(edition, None)) for card in desk.pool(desk.edition(edition, None)).values()
        ]
        found = opened.read(path.read_text(encoding="utf-8"), "kotc-12", pool if edition == "levelup" else [], desk)
        deck = opened.shipped_deck(path)
        assert (found["kind"], found["edition"]) == ("deck", edition)
        assert [name for count, name in found["deck"]["cards"] for _ in range(count)] == [card.name for card in deck.cards()]


def test_a_saved_proposal_is_opened_again(desk: Desk) -> None:
    question = read_question(BATTLE | {"proposal": PROPOSAL})
    text = opened.saved(desk, "edition", "kotc-17", question.proposal, (), None)
    assert yaml.safe_load(text)["effects"] == {"destroy": {"level": "3*t", "ultra": 1, "banned": "this proposal"}}
    assert opened.read(text, "kotc-17", [], desk)["proposal"] == PROPOSAL


def test_a_proposal_holds_new_texts_as_they_were_written(desk: Desk) -> None:
    proposal = {"name": "draining", "rules": {"hand_size": 6}, "components": {"effect.destroy": {"level": "3*t"}}, "rest": DRAIN}
    question = read_question(BATTLE | {"proposal": proposal})
    edition = desk.edition("kotc-17", question.proposal)
    assert (edition.rows["effect.drain"].text, edition.rows["effect.destroy"].level.text) == ("{x}-drain enemy.", "3*t")
    text = opened.saved(desk, "edition", "kotc-17", question.proposal, (), None)  # `effects` is changed here and there: put together
    assert set(yaml.safe_load(text)["effects"]) == {"drain", "destroy"}
    apart = read_question(BATTLE | {"proposal": proposal | {"components": {}}}).proposal
    assert DRAIN.strip() in opened.saved(desk, "edition", "kotc-17", apart, (), None)
    again = opened.read(text, "kotc-17", [], desk)["proposal"]
    assert (again["rules"], again["components"]) == (proposal["rules"], proposal["components"])
    assert yaml.safe_load(again["rest"]) == yaml.safe_load(DRAIN)
    card = workbench.cost_card({"name": "Leech", "kind": "spell", "text": "2-drain enemy."}, edition)
    assert card["card"] is not None
    assert card["card"]["level"] == 4


@pytest.mark.parametrize(
    ("rest", "what"),
    [
        ("effects:\n  drain:\n    text: drain.\n", "line 2: effect.drain has no level"),
        ("effects:\n  drain: {text: drain., level: 1, program: [{drian: 1}]}\n", "line 2: .*drian"),
        ("extends: kotc-12\n", "'extends' is not said here"),
        ("name: x\n", "'name' is not said here"),
        ("effects: [\n", "this is not YAML"),
        ("nonsense: 1\n", "line 1: .*nonsense"),
        ("- 1\n", "the proposal is a list"),
    ],
)
def test_a_fault_in_new_texts_is_told_with_its_line(desk: Desk, rest: str, what: str) -> None:
    with pytest.raises(KotcError, match=what):
        desk.edition("kotc-17", read_question(BATTLE | {"proposal": {"rest": rest}}).proposal)


def test_questions_about_the_second_game(desk: Desk, tmp_path: Path) -> None:
    changes = {
        "name": "fierce",
        "rules": {"points": 30, "attack_taps": True},
        "components": {"mill": {"banned": True}},
        "rest": "line: {2: 13}",
    }
    asked = {"version": 2, "ask": "rate", "edition": "levelup", "proposal": changes, "cards": [PUP | {"text": PUP_TEXT}]}
    question = read_question(asked)
    assert command(question)[:4] == ["rate", "cards.yaml", "--edition", "edition.yaml"]
    desk.files(question, tmp_path)
    game, root = games.read(tmp_path / "cards.yaml")
    edition: Any = game.edition(tmp_path / "edition.yaml")
    assert (edition.parameter("points"), edition.switches["attack_taps"].value, edition.line[2], "mill" in edition.templates) == (
        30,
        True,
        13,
        False,
    )
    (card,) = game.cards(root, edition)
    assert bench_of("levelup")[1].as_given(card, edition) == PUP | {"text": PUP_TEXT}
    again = opened.read((tmp_path / "edition.yaml").read_text(encoding="utf-8"), "kotc-17", [], desk)
    assert again["edition"] == "levelup"
    assert {key: again["proposal"][key] for key in ("name", "rules", "components")} == {
        key: changes[key] for key in ("name", "rules", "components")
    }
    assert yaml.safe_load(again["proposal"]["rest"]) == {"line": {"2": 13}} or yaml.safe_load(again["proposal"]["rest"]) == {
        "line": {2: 13}
    }


def test_a_card_of_the_second_game_is_costed_while_it_is_typed(desk: Desk) -> None:
    edition, (_, bench) = desk.edition("levelup", None), bench_of("levelup")
    found = bench.cost_card(PUP | {"text": PUP_TEXT}, edition)
    assert found["faults"] == []
    card = found["card"]
    assert card is not None
    assert (card["cost"], card["legal"], card["rated"]) == (1, True, True)
    assert sum(float(line["exact"]) for line in card["bill"] if line["exact"]) == 1
    typed = "normal: Your oponent loses 1 point."
    (fault,) = bench.cost_card(PUP | {"text": typed}, edition)["faults"]
    assert typed[fault["start"] : fault["end"]] == "Your oponent loses 1 point."
    assert "Your opponent loses 1 point." in fault["near"]
    (fault,) = bench.cost_card(PUP | {"text": "You draw 1 card."}, edition)["faults"]
    assert fault["near"][0] == "normal: You draw 1 card."
    offers = bench.cost_card(PUP | {"text": "latent: draw"}, edition, 12)["next"]
    assert offers is not None
    assert offers["start"] == 8
    assert all("draw" in offer["text"].lower() for offer in offers["offers"])
    offers = bench.cost_card(PUP | {"text": "co"}, edition, 2)["next"]
    assert offers is not None
    assert [offer["text"] for offer in offers["offers"]] == ["continuous: ", "counter: "]
    magic = bench.cost_card({"name": "m", "kind": "magic", "text": "normal: You draw 1 card.\nnormal: You draw 1 card."}, edition)
    assert magic["card"] is not None
    assert magic["card"]["rated"] is False


def test_every_offer_of_the_second_game_can_be_written(desk: Desk) -> None:
    edition, (_, bench) = desk.edition("levelup", None), bench_of("levelup")
    for row in bench.vocabulary(edition):
        text = f"{row['written']}\n{row['written']}"
        kind = "magic" if row["written"].startswith("equip") else "creature"
        found = bench.cost_card((PUP | {"kind": kind}) | {"text": text}, edition)
        assert found["faults"] == [], (row, found)


def test_the_page_knows_all_editions_of_all_games() -> None:
    assert set(edition_names()) == {name for game in games.GAMES.values() for name in game.editions()}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("cards: {40: minion 2/4}\nstrategy: ./mine.py\n", "strategy"),
        ("include: more.yaml\ncards: {40: Rat}\n", "no card 'Rat'"),
        ("edition: ./x.yaml\ncards: {40: Rat}\n", "line 1: .*shipped edition"),
        ("edition: levelup\ncards: {40: Rat}\n", "no card 'Rat'"),
        ("extends: ./x.yaml\neffects: {}\n", "line 1: .*shipped edition"),
        ("extends: kotc-17\neffects: {destroy: {program: [{drow: 1}]}}\n", "drow"),
        ("name: x\nrules: {}\n", "begins with `extends"),
        ("players: []\nexpect: {}\n", "scenario"),
        ("- {name: Rat, sp: 1, hp: 0, text: Frobnicate.}\n", "Frobnicate"),
        ("- !!python/object/apply:os.system ['true']\n", "line 1: a card is a list"),
        ("[" * 100, "line 1: .*nested too deeply"),
    ],
)
def test_a_dropped_file_that_wants_more_is_refused(desk: Desk, text: str, what: str) -> None:
    with pytest.raises(KotcError, match=what):
        opened.read(text, "kotc-17", [], desk)


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


def test_the_page_is_told_what_texts_were_found_to_be_worth(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("kotc_sim.web.app.measured", lambda edition: {"effect.draw": f"worth 1.4 in {edition.name}"})
    told = Workbench(tmp_path, "token", 8817)._edition(Fields({"edition": "kotc-17"}, "the request"))
    assert told["worth"] == {"effect.draw": "worth 1.4 in kotc-17"}
