"""What a report tells to do next can be copied and run; who played is said in words; a long list does not bury the verdict."""

from __future__ import annotations

import html
import itertools
import re
import shlex
from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.experiments.battle.battle import battle
from kotc_sim.experiments.judged import Judged, Part
from kotc_sim.experiments.result import Limits, Result
from kotc_sim.experiments.worth.result import RateResult
from kotc_sim.reports import html as page_of
from kotc_sim.reports import terminal as text_of
from kotc_sim.reports.kit.envelope import again, by_the_strongest, notes
from kotc_sim.reports.kit.shown import forwarded
from tests.reports.samples import ALL, module_of

LONG = "kotc-sim rate 'cards of a folder with a long name/that nobody would want to type again.yaml' --precision 0.5 --seed 7"


def next_command(name: str, result: Any) -> str:
    """Return the command of "What to do next", which stands whole in terminal and page."""
    made = module_of(name).report(result)
    (section,) = (section for section in made.sections if section.title.startswith("What to do next"))
    (command,) = section.commands
    assert f"  {command}" in text_of(made, 40).splitlines()
    assert command in [html.unescape(code) for code in re.findall(r"<pre><code>(.*?)</code></pre>", page_of(made), re.DOTALL)]
    assert section.text[0].endswith((":", "?"))
    return str(command)


@pytest.mark.parametrize("card", [card for card in ALL["rate"]["cards"]], ids=lambda card: str(card["verdict"]))
def test_the_next_command_is_whole_and_understood(card: Any) -> None:
    result = {**ALL["rate"], "reproduce": LONG, "cards": [card]}
    if card["verdict"] in ("overpriced", "undercosted") and card["fair_level"] is not None and round(card["fair_level"]) != card["level"]:
        text = text_of(module_of("rate").report(result), 100)
        assert f"until it costs {round(card['fair_level'])}" in text
        return
    words = shlex.split(next_command("rate", result))
    if words[1] == "docs":
        assert CliRunner().invoke(app, words[1:]).exit_code == 0
        return
    assert words[:3] == shlex.split(LONG)[:3]
    assert ("--precision", "0.1") in itertools.pairwise(words) or words[-2:] == ["--in", "DECK"]
    assert words.count("--precision") == 1


def test_the_same_question_is_asked_with_other_options() -> None:
    long, short = (Result(command="rate", seed=7, reproduce=words) for words in (LONG, "kotc-sim rate x.yaml"))
    assert again(long, "--precision", "0.1").endswith("again.yaml' --seed 7 --precision 0.1")
    assert again(short, "--card", "It's a rat", "--in", "DECK").endswith("--in DECK")
    assert shlex.split(again(short, "--card", "It's a rat"))[-1] == "It's a rat"


@pytest.mark.parametrize("verdict", ["overpriced", "fair", "undecided", "a little off", "depends on play"])
def test_what_to_do_next_with_a_price(verdict: str) -> None:
    component = {**ALL["price"]["components"][0], "verdict": verdict, "more_pairs": 100, "fair": 1.0, "interval": [0.8, 1.2]}
    command = next_command("price", {**ALL["price"], "components": [component]})
    expected = {
        "overpriced": "edition diff",
        "fair": "rate FILE",
        "undecided": "--precision 0.1",
        "a little off": "--precision 0.1",
        "depends on play": "--in DECK",
    }
    assert expected[verdict] in command


def test_what_to_do_next_with_a_proposal() -> None:
    sample = {**ALL["edition_diff"], "reproduce": "kotc-sim edition diff kotc-17 mine.yaml --games 200 --seed 5", "games": 2400}
    still = [{**row, "verdict": "undecided"} for row in sample["changes"]]
    decks = [{**row, "verdict": "undecided"} for row in sample["decks"]]
    assert len(decks) == 4
    command = next_command("edition_diff", {**sample, "changes": still, "decks": decks})
    assert command == "kotc-sim edition diff kotc-17 mine.yaml --seed 5 --games 800"
    row = {key: value for key, value in sample["components"][0].items() if not key.startswith("fair")} | {"change": ["repriced"]}
    assert next_command("edition_diff", {**sample, "components": [row]}).endswith("--fair changed")


STEPS: list[tuple[str, dict[str, Any], str]] = [
    ("matchup", {}, "try decks/rats.yaml --out '1 Giant Rat' --in CARDS --against decks/ogres.yaml"),
    ("matchup", {"verdict": "undecided", "more_games": 3000}, "decks/ogres.yaml --seed 20250711 --games 23000"),
    ("matchup", {"verdict": "depends on play"}, "replay decks/rats.yaml decks/ogres.yaml --seed 20250711 --game 812"),
    ("matchup", {"verdict": "fair"}, "matchup decks/rats.yaml --against decks"),
    ("plan", {}, "matchup decks/rats.yaml decks/ogres.yaml --seed 1"),
    ("backtest", {}, "price 'Sheathe it.' --edition kotc-12-published"),
    ("edition_history", {}, "edition diff kotc-8 kotc-9"),
    ("ladder", {}, "ladder --seed 1 --games 8000"),
    ("field", {}, "matchup decks/rats.yaml decks/wall.yaml"),
    ("meta", {}, "meta kotc-17 --seed 3 --out FOLDER"),
    ("meta", {"reproduce": "kotc-sim meta kotc-17 --out mine --seed 3"}, "rate FILE --meta mine"),
    ("exploit", {}, "price 'sow x Rats' --edition kotc-17"),
    ("price", {}, "--edition kotc-17"),
    ("restriction", {}, "price 'Draw x cards.' --edition kotc-17"),
    ("substitution", {}, "--seed 2 --against FOLDER"),
    ("substitution", {"verdict": "undecided", "games": 2000}, "--seed 2 --games 4000"),
]


@pytest.mark.parametrize(("name", "changed", "command"), STEPS)
def test_each_answer_has_a_next_question(name: str, changed: dict[str, Any], command: str) -> None:
    words = next_command(name, {**ALL[name], **changed})
    assert words.endswith(command)
    assert CliRunner().invoke(app, [shlex.split(words)[1], "--help"]).exit_code == 0


@pytest.mark.parametrize(("policy", "other"), [("greedy", "optimal"), ("optimal", "greedy")])
def test_after_a_battle_the_other_order_of_dice_is_asked_for(policy: str, other: str) -> None:
    fought = battle("2/4", "2/6", trials=0, policy=policy)
    command = next_command("battle", replace(fought, reproduce=f"kotc-sim battle 2/4 2/6 --policy {policy}"))
    assert command == f"kotc-sim battle 2/4 2/6 --policy {other}"


def test_an_answer_after_which_nothing_follows_has_no_such_section() -> None:
    made = module_of("matchup").report({**ALL["matchup"], "verdict": "watch", "cards": []})
    assert not any(section.title.startswith("What to do next") for section in made.sections)


def test_who_played_is_said_in_words_from_weak_to_strong() -> None:
    made = module_of("rate").report({**ALL["rate"], "strategies": ["best@96", "quick", "mine.py"]})
    assert [name for name, _ in made.footer.names] == ["quick", "best@96"]
    assert "here with 96 playouts a decision" in text_of(made, 100).replace("\n  ", " ")
    assert "<strong>best@96</strong>: tries options" in page_of(made)
    assert "Who played" not in text_of(made, 100, brief=True)


def test_what_was_not_tested_does_not_bury_the_verdict() -> None:
    texts = [f"text number {number}" for number in range(40)]
    sample = {**ALL["edition_diff"], "limits": {}}
    made = module_of("edition_diff").report({**sample, "not_tested": texts})
    assert made.verdict.detail.endswith("“text number 2” and 37 more (below).")
    text = text_of(made, 100)
    assert len(text.split("\n\n")[1].splitlines()) <= 8
    assert all(one in text for one in texts)
    few = module_of("edition_diff").report({**sample, "not_tested": texts[:4]})
    assert few.verdict.detail.endswith("“text number 3”.")
    assert not any(section.title == "Not tested" for section in few.sections if section)


def test_a_provisional_verdict_is_followed_by_the_command_for_a_verdict() -> None:
    command = "kotc-sim matchup decks/rats.yaml 'my ogres.yaml' -s greedy -n 400 --quick --strategy-a=quick --seed 5"
    made = module_of("matchup").report({**ALL["matchup"], "provisional_by": "greedy", "reproduce": command})
    assert made.sections[0].commands == ["kotc-sim matchup decks/rats.yaml 'my ogres.yaml' --seed 5"]
    lines = text_of(made, 200).splitlines()
    assert lines.index("What to do next") < lines.index("Which cards matter")
    card, asked = ALL["rate"]["cards"][0], "kotc-sim rate set.csv --profile greedy --seed 5"
    for cards in ([card], [card, card]):  # also where the report has a step of its own
        result = {**ALL["rate"], "cards": cards, "provisional_by": "greedy", "reproduce": asked}
        assert next_command("rate", result) == "kotc-sim rate set.csv --seed 5"


def test_what_nobody_used_stands_in_the_verdict() -> None:
    limits = {**ALL["matchup"]["limits"], "never_used": ["Thor (A)."]}
    made = module_of("matchup").report({**ALL["matchup"], "limits": limits})
    assert made.verdict.detail.endswith("Never used, so not judged: Thor (A).")
    assert not any("Thor" in note for note in made.notes)
    dear = module_of("matchup").report({**ALL["matchup"], "limits": {**limits, "never_used": [], "never_playable": ["Thor (A)."]}})
    assert dear.verdict.detail.endswith("Drawn, but never playable, so not judged: Thor (A).")
    many = module_of("matchup").report({**ALL["matchup"], "limits": {**limits, "never_used": [f"Card {k}" for k in range(9)]}})
    assert many.verdict.detail.endswith("Never used, so not judged: Card 0, Card 1, Card 2 and 6 more (below).")
    assert any("Card 8" in note for note in many.notes)
    rated = module_of("rate").report({**ALL["rate"], "limits": {**ALL["rate"]["limits"], "never_used": ["Thor"]}})
    assert rated.verdict.detail.endswith("Never used at what it costs: Thor.")  # it has a verdict: "so not judged" stood beside it


def test_what_did_not_change_and_long_tables_are_folded() -> None:
    page = page_of(module_of("edition_diff").report(ALL["edition_diff"]))
    assert "<summary>2 in which no change is shown</summary>" in page
    unused = [{**row, "used_by": []} for row in ALL["edition_diff"]["components"]]
    prices = page_of(module_of("edition_diff").report({**ALL["edition_diff"], "components": unused}))
    assert f"<summary>{len(unused)} that no deck here uses</summary>" in prices
    rules = [{"rule": f"rule_{k}", "before": "1", "after": "2"} for k in range(40)]
    long = page_of(module_of("edition_diff").report({**ALL["edition_diff"], "rules": rules}))
    assert "<summary>Rules that differ: 40 rows</summary>" in long


@pytest.mark.parametrize(("judged", "first"), [(1, True), (60, False)])
def test_a_long_list_of_what_was_judged_does_not_bury_the_table(judged: int, first: bool) -> None:
    result = RateResult.of(ALL["rate"])
    what = Judged([Part(f"Card {number}", ["text"]) for number in range(judged)], {}, [])
    titles = [section.title for section in forwarded(module_of("rate").report(result), result, what).sections]
    assert (titles.index("What was judged") < titles.index("All cards")) is first


def test_the_command_for_a_verdict_is_one_by_which_the_strongest_judges() -> None:
    """Of a table and of a history it was the same command again, with which a weaker pilot judges."""
    table = Result(command="matchup", seed=2, play="table", reproduce="kotc-sim matchup a b c --table -n 60 --seed 2")
    words, command = by_the_strongest(table)
    assert words == "For a verdict, let the strongest pilot play two decks at a time, not a table:"
    assert command == "kotc-sim matchup a b c --seed 2"
    history = Result(command="edition history", seed=1, reproduce="kotc-sim edition history -s greedy --games 20")
    assert by_the_strongest(history)[1] == "kotc-sim edition history --strategy best"


def test_provisional_results_count_no_verdicts() -> None:
    """Of 40 cards "none has a verdict", and "40 verdicts were given at once"."""
    (note,) = notes(Result(command="rate", seed=1, reproduce="kotc-sim rate x", provisional_by="greedy", limits=Limits(family=40)))
    assert note == "40 tests were made at once; Holm's correction covers the family."
