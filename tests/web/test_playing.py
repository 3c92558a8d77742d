"""Games at the table in a real browser, played by a script that chooses at random."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.browsing import browser, opened, why_not
from tests.web.serving import Bench, serving

pytestmark = pytest.mark.slow
GAMES = int(os.environ.get("KOTC_SIM_GAMES_AT_THE_TABLE", "2"))

if _reason := why_not():
    pytest.skip(_reason, allow_module_level=True)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser() as chromium, serving(tmp_path_factory.mktemp("table") / "work") as bench, opened(chromium, bench, "#play") as found:
        found.bench = bench
        found.select_option("#edition-name", "kotc-17")
        found.wait_for_function("() => document.querySelector('#table-a option[value=\"shipped:raptors\"]')")
        yield found


STATE = "() => document.getElementById('table-state').textContent"
READY = "() => /^(Turn|The game is over)/.test(document.getElementById('table-state').textContent)"


def play(page: Any, rng: random.Random) -> int:
    """Choose at random until the game is over; return how many choices that were."""
    for number in range(3000):
        page.wait_for_function(READY)
        if "over" in page.evaluate(STATE):
            return number
        buttons = page.locator("#table-options button")
        buttons.nth(rng.randrange(buttons.count())).click()
    raise AssertionError("the game does not end")


def test_games_are_played_to_their_end(page: Any) -> None:
    rng = random.Random(GAMES)
    decks = ["raptors", "storm", "rats", "armory"]
    for number in range(GAMES):
        a, b = rng.sample(decks, 2)
        page.select_option("#table-a", f"shipped:{a}")
        page.select_option("#table-b", f"shipped:{b}")
        page.click("#table-form button")
        shown = f"() => document.querySelectorAll('#table-games li').length === {number + 1}"
        page.wait_for_function(shown, timeout=240_000)  # kernels may have to be compiled
        assert play(page, rng) > 5
        page.wait_for_function("() => !document.querySelector('#table-games').textContent.includes('not over')")


def test_what_the_pilot_would_have_chosen_is_shown_and_the_game_can_be_watched(page: Any) -> None:
    thoughts = page.locator("#table-thoughts li")
    assert thoughts.count() > 0
    assert "The pilot:" in thoughts.first.inner_text()
    thoughts.first.get_by_role("button").click()
    page.wait_for_selector("#page-replay:not([hidden]) #boards .seat")
    assert page.evaluate("document.querySelectorAll('#log li').length") > 5
    page.click("nav a[href='#play']")


def test_games_are_counted_in_a_matchup(page: Any) -> None:
    rows = page.locator("#table-counts li")
    page.wait_for_function("() => document.querySelectorAll('#table-counts li').length > 0")
    counted = rows.filter(has=page.get_by_role("button")).first
    played = counted.inner_text().split(": ")[-1].split("\n")[0].split("Count")[0].strip()
    counted.get_by_role("button").click()
    page.wait_for_selector("#page-judge:not([hidden])")
    bench: Bench = page.bench
    run = next(run for run in bench.runs() if run["ask"] == "matchup")
    assert run["asked"]["settings"]["played"] == played
    run = bench.wait(run["id"], "done", "failed", seconds=240)
    assert run["state"] == "done", run
    found = json.loads(bench.ask("GET", f"/{bench.token}/runs/{run['id']}/result.json")[1])
    won, lost = map(int, played.split("-")[:2])
    assert (found["played"]["won"], found["played"]["lost"]) == (won, lost)


def test_a_game_goes_on_after_a_reload(page: Any) -> None:
    page.click("nav a[href='#play']")
    before = page.locator("#table-games li").count()
    page.click("#table-form button")
    page.wait_for_function(f"() => document.querySelectorAll('#table-games li').length === {before + 1}")
    page.wait_for_function(READY)
    page.locator("#table-options button").first.click()
    page.wait_for_function(READY)
    log = page.locator("#table-log").inner_text()
    page.reload()
    page.wait_for_function(READY)
    assert page.locator("#table-log").inner_text() == log


def test_a_game_of_levelup_is_played_to_its_end(page: Any) -> None:
    page.select_option("#edition-name", "levelup")
    page.wait_for_function("() => document.querySelector('#table-a option[value=\"shipped:ember-and-stone\"]')")
    page.select_option("#table-a", "shipped:ember-and-stone")
    page.select_option("#table-b", "shipped:tide-and-grove")
    before = page.locator("#table-games li").count()
    page.click("#table-form button")
    page.wait_for_function(f"() => document.querySelectorAll('#table-games li').length === {before + 1}")
    assert play(page, random.Random(3)) > 5
    page.wait_for_function("() => !document.querySelector('#table-games li').textContent.includes('not over')")


def test_the_page_fits_a_phone(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    if folder := os.environ.get("KOTC_SIM_PICTURES"):
        page.screenshot(path=str(Path(folder) / "play-390.png"), full_page=True)
        page.set_viewport_size({"width": 1280, "height": 900})
        page.screenshot(path=str(Path(folder) / "play-1280.png"), full_page=True)
