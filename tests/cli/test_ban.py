"""The command ``kotc-sim ban``."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from kotc_sim.cli import app

DECKS = Path(__file__).parents[2] / "decks"
RUN = ("--games", "8", "--strategy", "random", "--jobs", "1")


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["ban", *arguments], prog_name="kotc-sim")
    return done.exit_code, done.output


def test_json_has_the_documented_keys() -> None:
    code, text = run("destroy the targets", "--deck", str(DECKS / "raptors.yaml"), "--json", *RUN)
    assert code == 0
    (component,) = json.loads(text)["components"]
    assert {"text", "worth", "used_share", "verdict"} <= set(component)
    assert [deck["name"] for deck in component["decks"]] == ["Raptors"]


def test_effects_of_level_up_are_banned_with_the_same_keys() -> None:
    code, text = run("destroy", "You draw 1 card.", "--deck", str(DECKS / "levelup" / "ember-and-stone.yaml"), "--json", *RUN)
    assert code == 0, text
    data = json.loads(text)
    assert (data["game"], data["edition"]) == ("levelup", "levelup")
    keeper = json.loads(run("destroy", "--deck", str(DECKS / "raptors.yaml"), "--json", *RUN)[1])
    assert set(data) == {*keeper, "game"}
    for component in data["components"]:
        assert set(component) == set(keeper["components"][0])
        assert [deck["name"] for deck in component["decks"]] == ["Ember and Stone"]
    code, text = run("mill", "--edition", "levelup", *RUN)
    assert code == 0, text
    assert "Ban · levelup" in text


def test_the_report_comes_as_text_and_as_a_page(tmp_path: Path) -> None:
    page = tmp_path / "ban.html"
    code, text = run("draw 2 cards", "destroy", "--html", str(page), *RUN)
    assert code == 0
    assert "What may be used is worth" in text
    assert "<svg" in page.read_text()


def test_mistakes_end_with_exit_code_2() -> None:
    for arguments, said in (
        (("destory the targets",), "Did you mean 'destroy the targets.'"),
        (("bury", "--deck", str(DECKS / "rats.yaml")), "none of these decks uses"),
        (("destroy", "--deck", "nowhere.yaml"), "there is no such file"),
        (("You darw 1 card.", "--edition", "levelup"), "Did you mean '{who} draw(s) {n} card(s).'"),
        (("no_hand_limit", "--deck", str(DECKS / "levelup" / "ember-and-stone.yaml")), "none of these decks uses"),
    ):
        code, text = run(*arguments, *RUN)
        assert (code, said in text) == (2, True), text
