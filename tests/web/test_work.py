"""Work is kept in a folder: found again after a kill, in the YAML that the terminal reads, and what is changed there is read in."""

from __future__ import annotations

import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.web.desk import Desk
from kotc_sim.web.fields import Fields
from kotc_sim.web.work import Work
from tests.web.hostile import PROPOSAL
from tests.web.serving import CARD, DECK, EMBERS, needs_web, serving

BY_NOVA = {"name": "By Nova!", "cards": [[36, "minion 2/4"], [4, "Nova"]]}
KEPT: dict[str, Any] = {"state": {"seed": 7}, "edition": "kotc-17", "cards": [CARD], "decks": [BY_NOVA], "proposal": PROPOSAL}


def work(folder: Path) -> Work:
    return Work(folder, Desk(folder / "proposals"))


def keep(found: Work, **changes: Any) -> Mapping[str, Any]:
    return found.keep(Fields(KEPT | changes, "the work"))


def yaml_files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.yaml"))


@needs_web
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no SIGKILL")
def test_what_was_confirmed_is_there_after_a_kill(tmp_path: Path) -> None:
    with serving(tmp_path / "work") as bench:
        assert bench.post("api/keep", KEPT) == (200, {"version": 1, "alike": []})
        bench.stop(signal.SIGKILL)
    with serving(tmp_path / "work") as bench:
        status, body = bench.ask("GET", f"/{bench.token}/api/work")
        assert (status, b'"seed": 7' in body) == (200, True)


def test_the_terminal_reads_what_is_kept(tmp_path: Path) -> None:
    keep(work(tmp_path))
    assert yaml_files(tmp_path) == ["kotc-cards.yaml", "kotc-deck-by-nova.yaml", "kotc-proposal.yaml"]
    game, root = games.read(tmp_path / "kotc-deck-by-nova.yaml", "deck")
    deck = game.deck(root, legal=False)
    assert (deck.edition.name, sorted({card.name for card in deck.cards()})) == ("p", ["Nova", "minion 2/4"])
    edition: Any = game.edition(tmp_path / "kotc-proposal.yaml")
    assert edition.rules["hand_size"] == 6


@pytest.mark.parametrize(("name", "like"), [("N\u03bfva", "Nova"), ("Th\u043er", "Thor")])
def test_a_name_that_looks_like_another_is_warned_of(name: str, like: str, tmp_path: Path) -> None:
    """Like one of the page, or a shipped one."""
    found = keep(work(tmp_path), cards=[CARD, CARD | {"name": name}])
    assert found["alike"] == [f"The name {name!a} looks like {like!r}, and is another one."]


def test_who_types_waits_for_one_card_at_most(tmp_path: Path) -> None:
    """A text of 5,000 letters is checked at once, sixty of them are not."""
    given: list[int] = []
    desk = Desk(tmp_path, lambda: given.append(1))
    desk.read([CARD | {"name": f"c{number}"} for number in range(3)], desk.edition("kotc-17", None))
    assert len(given) == 3


def test_what_is_taken_away_goes_and_another_game_stays(tmp_path: Path) -> None:
    found = work(tmp_path)
    keep(found)
    keep(found, edition="levelup", cards=[], decks=[EMBERS], proposal=None)
    keep(found, cards=[], decks=[DECK, DECK], proposal=None)
    assert yaml_files(tmp_path) == ["kotc-deck-2.yaml", "kotc-deck-mine.yaml", "levelup-deck-embers.yaml"]


def test_a_card_that_cannot_be_read_yet_is_kept_and_costs_no_other_file(tmp_path: Path) -> None:
    found = work(tmp_path)
    keep(found)
    before = (tmp_path / "kotc-deck-by-nova.yaml").read_text()
    assert keep(found, state={"seed": 8}, cards=[CARD | {"text": "Destr"}])["version"] == 2
    assert (tmp_path / "kotc-deck-by-nova.yaml").read_text() == before
    keep(found, proposal={"components": {"effect.destroy": {"level": "3*"}}})
    assert len(yaml_files(tmp_path)) == 3
    assert work(tmp_path).read()["state"] == {"seed": 7}


def test_a_file_that_somebody_changed_is_read_in(tmp_path: Path) -> None:
    keep(work(tmp_path))
    path = tmp_path / "kotc-cards.yaml"
    path.write_text(path.read_text().replace("sp: 2", "sp: 3"))
    (tmp_path / "kotc-deck-by-nova.yaml").write_text("cards: [")
    cards, deck = work(tmp_path).read()["changed"]
    assert (cards["name"], cards["cards"][0]["sp"]) == ("kotc-cards.yaml", 3)
    assert "this is not YAML" in deck["error"]


def test_another_tabs_work_is_not_written_over(tmp_path: Path) -> None:
    found = work(tmp_path)
    keep(found, version=0)
    assert keep(found, version=0, state={"seed": 9}) == {"version": 1, "state": {"seed": 7}}
    assert work(tmp_path).read()["state"] == {"seed": 7}


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, '{"version": "1", "state": {}, "edition": "", "files": {}}'])
def test_a_note_that_is_not_ours_is_no_work(tmp_path: Path, text: str) -> None:
    (tmp_path / "workbench.json").write_text(text)
    assert work(tmp_path).read() == {"version": 0, "state": {}, "changed": []}


def test_no_file_is_read_or_written_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "work"
    found = work(folder)
    keep(found, decks=[DECK | {"name": "../../evil"}])
    with pytest.raises(KotcError):
        keep(found, state=[1])
    assert yaml_files(folder) == ["kotc-cards.yaml", "kotc-deck-evil.yaml", "kotc-proposal.yaml"]
    assert [path.name for path in tmp_path.iterdir()] == ["work"]
