from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from kotc_sim import games
from kotc_sim.cli import app
from kotc_sim.errors import KotcError
from kotc_sim.experiments.edition.carried import carry_what_changed
from kotc_sim.experiments.edition.diff import edition_diff, word_of
from kotc_sim.experiments.edition.played import BLOCKS, jackknife
from kotc_sim.experiments.edition.result import EditionDiffResult
from kotc_sim.experiments.price import edition_prices
from kotc_sim.experiments.price.edition_prices import with_fair_levels
from kotc_sim.experiments.price.result import PriceResult
from kotc_sim.experiments.result import BeforeAfter
from kotc_sim.experiments.statistics.intervals import mean_interval
from kotc_sim.games.design import Carried
from kotc_sim.games.hosts import COPIES
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.games.keeper.design.carrying import carry, stand_in
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.editions.difference import list_changes, smallest_price
from kotc_sim.games.keeper.match import KeeperMatch
from kotc_sim.games.shipped import list_shipped_decks
from kotc_sim.reports import edition_diff as report
from kotc_sim.reports import html, terminal
from tests.reports.samples import EDITION_DIFF, PRICE

DECKS = Path(__file__).resolve().parents[3] / "decks"


def proposal(folder: Path, text: str) -> Any:
    path = folder / "proposal.yaml"
    path.write_text(f"name: proposal\nextends: kotc-17\n{text}")
    return load_edition(str(path))


def carried(before: Any, after: Any, *names: str) -> list[Carried]:
    return [carry(load_deck(DECKS / f"{name}.yaml"), before, after) for name in names]


def compare(before: Any, after: Any, *names: str, games: int = 2 * BLOCKS) -> dict[str, Any]:
    decks = carried(before, after, *names)
    return edition_diff(before, after, decks, "random", games=games, seed=5).data


def test_an_edition_compared_with_itself_does_not_change() -> None:
    edition = load_edition("kotc-17")
    data = compare(edition, edition, "rats", "storm")
    for row in data["changes"] + data["decks"]:
        assert row["difference"] == {"value": 0.0, "interval": [0.0, 0.0]}
        assert (row["verdict"], row["p"]) == ("same", 1.0)
    assert data["cards"] == data["not_carried"] == data["rules"] == data["components"] == []
    assert data["games"] == 2 * 2 * BLOCKS


def test_no_share_of_games_lies_beyond_all_or_none() -> None:
    data = compare(load_edition("kotc-17"), load_edition("kotc-20"), "rats", "storm")
    shares = [row for row in data["changes"] if row["unit"] == "share"] + data["decks"]
    assert all(0 <= low <= high <= 1 for row in shares for low, high in (row[arm]["interval"] for arm in ("before", "after")))


def test_fewer_hit_points_make_shorter_games(tmp_path: Path) -> None:
    data = compare(load_edition("kotc-17"), proposal(tmp_path, "rules: {starting_hp: 10}\n"), "rats", "storm")
    length = next(row for row in data["changes"] if row["what"] == "length of a game")
    assert length["verdict"] == "changed"
    assert length["difference"]["interval"][1] < 0
    assert data["rules"] == [{"rule": "starting_hp", "before": "35", "after": "10"}]
    for row in data["changes"]:
        assert row["difference"]["value"] == pytest.approx(row["after"]["value"] - row["before"]["value"])
    for side in ("before", "after"):
        games = sum(count for _, count in data["turns"][side])
        mean = sum(turn * count for turn, count in data["turns"][side]) / games
        assert (games, mean) == (2 * BLOCKS, pytest.approx(length[side]["value"]))
    assert sum(pair[0] for pair in data["endings"].values()) == pytest.approx(1)
    assert "Rules that differ" in terminal(report.report(data))
    assert "proposal" in html(report.report(data))


def test_another_price_of_bodies_changes_levels(tmp_path: Path) -> None:
    expensive = proposal(tmp_path, "rules: {base_level: sp + hp}\n")
    (deck,) = carried(load_edition("kotc-17"), expensive, "storm")
    change = next(change for change in deck.changes if change.name == "minion 0/4")
    assert (change.level_before, change.level_after) == (2, 4)
    assert deck.lost == ()
    assert [card.name for card in deck.before.cards()] == [card.name for card in deck.after.cards()]
    assert not deck_problems(deck.after)


def test_cards_of_a_banned_design_are_designed_anew() -> None:
    (deck,) = carried(load_edition("kotc-12"), load_edition("kotc-17"), "kotc-12-storm")
    assert deck.lost == ()
    raptor = next(change for change in deck.changes if change.name == "Velociraptor")
    assert (raptor.level_before, raptor.level_after) == (4, 7)
    assert raptor.legal_before
    assert not raptor.legal_after
    assert "pruned" in raptor.reason


def test_a_lost_card_leaves_the_same_minion_in_both_decks() -> None:
    (deck,) = carried(load_edition("kotc-9"), load_edition("kotc-12"), "kotc-9-claws")
    lost = dict(deck.lost)
    assert "Felis Catus" in lost
    plain = [next(card for card in one.cards() if card.name.startswith("Felis Catus (plain")) for one in (deck.before, deck.after)]
    assert (plain[0].sp, plain[0].hp) == (plain[1].sp, plain[1].hp)
    assert plain[0].abilities == ()


def test_a_deck_that_loses_most_of_its_cards_is_left_out() -> None:
    (deck,) = carried(load_edition("kotc-17"), load_edition("kotc-12"), "armory")
    assert deck.before is None
    assert deck.lost[-1] == ("Armory", "29 of its 40 cards cannot be carried over")
    with pytest.raises(KotcError, match="no deck can be played in both"):
        edition_diff(load_edition("kotc-17"), load_edition("kotc-12"), [deck], "random")


def test_one_deck_plays_itself() -> None:
    data = compare(load_edition("kotc-17"), load_edition("kotc-12"), "rats", "armory")
    assert data["decks"] == []
    assert any(row["name"] == "Armory" for row in data["not_carried"])
    assert any("plays against itself" in note for note in data["notes"])


@pytest.mark.parametrize("level", [0, 1, 2, 5, 9])
def test_a_stand_in_costs_what_the_lost_card_cost(level: int) -> None:

    edition = load_edition("kotc-17")
    assert plain_minion(*stand_in(level, edition)).level == max(level, 1)


def test_decks_are_shipped_for_every_edition() -> None:
    for number in (5, 9, 12, 17):
        assert list_shipped_decks([f"kotc-{number}"])


def test_the_jackknife_of_a_mean_is_students_interval() -> None:
    random = np.random.default_rng(1)
    before, after = random.normal(size=(2, 30))
    both = [np.stack([arm, np.ones(30)], axis=1) for arm in (before, after)]
    _, _, change = jackknife(lambda sums: sums[..., 0] / sums[..., 1], both[0], both[1])
    expected = mean_interval(after - before)
    assert (change.value, change.low, change.high) == pytest.approx((expected.value, expected.low, expected.high))


def test_the_jackknife_covers_a_ratio() -> None:
    """Of 400 experiments with a true ratio of 0.5, 95 % intervals should hold it in 92 to 98 %.

    False-alarm rate about 0.6 % (binomial, were the coverage exactly 95 %); the seed is fixed.
    """
    random = np.random.default_rng(7)
    hits = 0
    for _ in range(400):
        bottom = random.gamma(4.0, size=40)
        top = bottom * random.gamma(2.0, 0.25, size=40)
        sums = np.stack([top, bottom], axis=1)
        ratio, _, _ = jackknife(lambda x: x[..., 0] / x[..., 1], sums, sums)
        hits += ratio.low <= 0.5 <= ratio.high
    assert 0.92 <= hits / 400 <= 0.98


def test_a_cheaper_price_makes_no_card_illegal() -> None:
    """Level and Ultra Points of Old Feud are printed: a proposal prints it at its own prices."""
    after = load_edition(str(DECKS / "proposals/kotc-18-prices.yaml"))
    (feud,) = carried(load_edition("kotc-17"), after, "armory")[0].changes
    assert (feud.name, feud.level_before, feud.level_after, feud.legal_after) == ("Old Feud", 3, 2, True)


def test_decks_are_built_that_carry_what_a_proposal_changes(tmp_path: Path) -> None:
    """The price of *sheathe* differs and no given deck has it: a home with eight copies of the card is played in both editions."""
    before = load_edition("kotc-17")
    after = proposal(tmp_path, "effects:\n  sheathe: {level: 6*t}\n")
    given = carried(before, after, "rats", "storm")
    (built,) = carry_what_changed(before, after, given)
    levels = [{card.name: card.level for card, _ in deck.counts} for deck in (built.before, built.after)]
    changed = {name: (level, levels[1][name]) for name, level in levels[0].items() if level != levels[1][name]}
    (name,) = changed
    assert changed[name][0] < changed[name][1]
    assert sum(count for card, count in built.before.counts if card.name == name) == COPIES
    decks = [*given, built]
    data = edition_diff(before, after, decks, "random", games=2 * BLOCKS, seed=5).data
    assert (data["not_tested"], data["verdict"] != "not tested") == ([], True)
    assert [row["used_by"] for row in data["components"]] == [[built.name]]
    # Nothing to build where a given deck has it, and between published editions.
    assert carry_what_changed(before, after, decks) == carry_what_changed(before, load_edition("kotc-16"), given) == []


def test_a_price_that_no_deck_uses_is_not_tested(tmp_path: Path) -> None:
    data = compare(load_edition("kotc-17"), proposal(tmp_path, "costs:\n  pay_hp: {level: x/5}\n"), "rats", "storm")
    assert all(row["difference"] == {"value": 0.0, "interval": [0.0, 0.0]} for row in data["changes"])
    (row,) = data["components"]
    assert (data["verdict"], data["not_tested"], row["used_by"]) == ("not tested", [row["text"]], [])
    text = terminal(report.report(data))
    assert "NOT TESTED  proposal was not tested: no deck uses what differs." in text
    assert "plays the same" not in text
    assert "x/4 (from 1/4)" in text  # 0.25 and 0.2 were both printed as 0.2
    assert "x/5 (from 1/5)" in text
    assert "not tested" in html(report.report(data))


def test_what_some_deck_uses_is_tested_and_the_rest_is_named(tmp_path: Path) -> None:
    after = proposal(tmp_path, "effects:\n  petrify: {level: 2*t}\n  destroy: {level: 3*t}\n")
    data = compare(load_edition("kotc-17"), after, "armory", "rats")
    used = {row["id"]: row["used_by"] for row in data["components"]}
    assert used == {"effect.petrify": [], "effect.destroy": ["Armory"]}
    assert data["verdict"] != "not tested"
    assert "Not tested, as no deck uses it" in terminal(report.report(data))


def test_a_proposal_prints_its_cards_at_its_own_prices(tmp_path: Path) -> None:
    """Whether a card's file states a level or not: Thor's says 9."""
    (deck,) = carried(load_edition("kotc-17"), proposal(tmp_path, "rules: {base_level: sp + hp}\n"), "storm")
    found = {change.name: (change.level_before, change.level_after, change.legal_after) for change in deck.changes}
    assert found["minion 0/4"] == (2, 4, True)
    assert found["Thor"] == (9, 12, True)


def test_pilots_know_the_cards_of_a_proposal_by_what_is_written_on_them(tmp_path: Path) -> None:
    """They had learned them under other texts, and what they knew depended on which arm had been played first."""
    (deck,) = carried(load_edition("kotc-17"), proposal(tmp_path, ""), "raptors")
    before, after = (KeeperMatch((one, one)) for one in (deck.before, deck.after))
    assert any("(" in text for text in before.texts)
    assert before.texts == after.texts
    assert games.digest(before) == games.digest(after)
    before.texts[1] = "Haste"
    assert games.digest(before) != games.digest(after)
    assert games.digest(before, texts=False) == games.digest(after, texts=False)


def test_the_biggest_change_of_a_deck_leads() -> None:
    edition = load_edition("kotc-17")
    data = compare(edition, edition, "rats", "storm")
    for row, value in zip(data["decks"], (0.02, -0.09), strict=True):
        row |= {"difference": {"value": value, "interval": [value - 0.005, value + 0.005]}, "verdict": "changed"}
    data["verdict"] = "changed"
    data["changes"][0] |= {"difference": {"value": -1.5, "interval": [-1.6, -1.4]}, "verdict": "changed"}
    text = " ".join(terminal(report.report(data)).split())
    assert "CHANGED kotc-17 plays differently: score of Storm −9.0 pp, length of a game −1.5 turns; and 1 change more" in text


def test_more_games_never_turn_a_change_into_none() -> None:
    """An interval that shrinks within itself, as with more games, goes from *undecided* to one word, by way of *slight* at most."""
    random = np.random.default_rng(4)
    steps = {"undecided": {"slight", "changed", "same"}, "slight": {"changed", "same"}, "changed": set(), "same": set()}
    for _ in range(2000):
        low, high = sorted(random.uniform(-0.05, 0.05, size=2))
        word = judged(low, high)
        for _ in range(12):
            low, high = sorted(random.uniform(low, high, size=2))
            after = judged(low, high)
            assert after == word or after in steps[word], (word, after, low, high)
            word = after


def judged(low: float, high: float) -> str:
    return word_of(low, high, 0.01, beyond_chance=not low <= 0 <= high)


def test_fair_levels_of_what_changed(tmp_path: Path) -> None:
    before = load_edition("kotc-17")
    after = proposal(tmp_path, "effects:\n  bounce: {level: t}\n")
    played = EditionDiffResult.of(compare(before, after, "rats"))
    data = with_fair_levels(played, before, after, "changed", profiles=["greedy"], precision=1.0, seed=3).data
    games = played.games
    (row,) = data["components"]
    assert (row["id"], row["official_before"], row["official_after"]) == ("effect.bounce", 2.0, 1.0)
    assert row["premium_after"]["value"] > row["premium_before"]["value"]  # the cheaper text gains more
    assert data["games"] == 2 * data["pairs"] > games
    assert any("Fair prices of 1 component" in note for note in data["notes"])
    assert "Fair, proposal" in terminal(report.report(data))


def test_all_components_are_listed_with_their_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    edition = load_edition("kotc-17")
    asked: list[set[str]] = []

    def no_games(edition: Any, **options: Any) -> Any:
        asked.append(set(options["only"]))
        draw = {**PRICE["components"][0], "id": "effect.draw", "fair": 2.0, "interval": [1.5, 2.5]}
        return PriceResult.of({**PRICE, "components": [draw], "games": 7})

    monkeypatch.setattr(edition_prices, "price_all", no_games)
    same = BeforeAfter(edition.name, edition.name)
    nothing = replace(EditionDiffResult.of(EDITION_DIFF), editions=same, changes=(), games=0, components=None)
    data = with_fair_levels(nothing, edition, edition, "all").data
    legal = {row.id for row in edition.rows.values() if row.banned is None}
    assert asked == [legal, legal]
    found = {row["id"]: row for row in data["components"]}
    assert set(found) == legal
    assert found["effect.draw"]["fair_before"] == {"value": 2.0, "interval": [1.5, 2.5]}
    assert found["effect.petrify"]["fair_after"] is None
    assert data["games"] == 14


def test_prices_with_an_ability_factor_are_compared() -> None:
    """Formulas of the 11th Edition multiply by the condition's factor: 1 for a component alone."""
    rows = load_edition("kotc-11").rows
    assert smallest_price(rows["effect.place_offense"]) == 1.0
    assert {row.id for row in rows.values() if row.banned is None and smallest_price(row) is None} == set()


def test_what_differs_reads_differently() -> None:
    """Of a counter that another moment pops, its name stood in both columns."""
    rules = list_changes(load_edition("kotc-17"), load_edition("kotc-20")).rules or ()
    assert [(rule.before, rule.after) for rule in rules if rule.rule == "counter taunt"] == [
        ("Taunt Counter reacts (attacked)", "Taunt Counter popped (chain, attacked)")
    ]
    assert not [rule for rule in rules if rule.before == rule.after]


def test_an_edition_and_itself_play_the_same_whoever_plays() -> None:
    """A weaker pilot has no word for it, but no game differs: no change 'may be there'."""
    output = CliRunner().invoke(app, ["edition", "diff", "kotc-17", "kotc-17", "rats", "raptors", "-s", "random", "-n", "80"]).output
    assert "Where random plays, kotc-17 plays the same." in " ".join(output.split())
