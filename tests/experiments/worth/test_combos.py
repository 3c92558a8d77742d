"""Combos: two cards that are strong together only are found, and nothing is where nothing is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotc_sim import games
from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.encoding import as_json
from kotc_sim.experiments.pilots import pilots_of
from kotc_sim.experiments.worth.exploit import fresh_seed
from kotc_sim.experiments.worth.hosts import host_decks_of
from kotc_sim.experiments.worth.judging import Judge
from kotc_sim.experiments.worth.marginal_value import MarginalValues
from kotc_sim.experiments.worth.synergy import Combo, Combos, combos_of, judge_combo
from kotc_sim.games.hosts import COPIES, COPIES_BESIDE
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility
from kotc_sim.games.keeper.design import card_generator
from kotc_sim.games.keeper.design.card_generator import build
from kotc_sim.games.keeper.design.hosts import KeeperHosts
from kotc_sim.games.keeper.editions import Edition, load_edition
from kotc_sim.games.keeper.reference import minion
from kotc_sim.runs import Workers
from tests.experiments.verdict_cases import EDITION, PLAIN_PYTHON

played = pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
RACED = 24
"""Combos that race: those of the planted card first, then carriers of the edition's conditions."""


def drafted(tmp_path: Path, relief: int, x: int) -> tuple[Edition, Card]:
    """Return a proposal, and a spell that hurts whoever makes its owner destroy it in the hand: nobody can, without a partner."""
    draft = tmp_path / f"draft-{relief}.yaml"
    draft.write_text(
        "name: draft\nextends: kotc-17\n"
        "effects:\n"
        '  drain: {text: "{x}-drain enemy.", level: 2*x, program: [{roll: x}, {damage_player: enemy}, {heal: self}]}\n'
        "conditions:\n"
        '  hand_destroyed: {text: "When this card in your hand is destroyed (hex-play):", on: destroyed, subject: self, zone: hand, '
        f"play: hex, level: {relief}}}\n"
    )
    edition = load_edition(draft)
    drain = SubAbility(None, (Component(edition.rows["effect.drain"], x),))
    card = build(edition, "spell", 0, 0, [Ability("", Component(edition.rows["cond.hand_destroyed"]), (), (drain,))])
    assert card is not None
    return edition, card


def searched(edition: Edition, cards: list[Card], seed: int, workers: Workers, most: int = 1) -> list[dict[str, Any]]:
    """Return what is found of the best combos by the fast pilot, on games that the race did not use."""
    table, who = KeeperHosts(edition), pilots_of(games.GAMES[edition.game], ["quick"])
    homes = host_decks_of(table, workers=workers)
    tied = combos_of(cards, edition)[:RACED]
    best = Combos(MarginalValues(table, homes, PairedRuns(seed, workers))).best(tied, who.fast, most)
    judge = Judge(MarginalValues(table, homes, PairedRuns(fresh_seed(seed), workers)), homes, who, precision=0.35)
    return [as_json(judge_combo(k, Combos(judge.gains), judge, one, who.fast, card_generator)) for k, one in enumerate(best, 1)]


@pytest.mark.parametrize("name", ["kotc-17", "kotc-12", "kotc-9", "kotc-5"])
def test_combos_are_legal_and_tried_once(name: str) -> None:
    edition = load_edition(name)
    found = combos_of([], edition)
    assert len(found) > 20
    assert len({frozenset((one.card.name, one.partner.name)) for one in found}) == len(found)
    for one in found:
        assert card_problems(one.card, edition) == card_problems(one.partner, edition) == ()
        assert one.card.name != one.partner.name


def test_a_combo_is_worth_no_more_than_the_least_of_its_three_claims() -> None:
    """It gains, and more than either card alone, all in the same home; the less certain, the less."""
    rows = np.tile([1.0, -1.0], 50)[:, None, None] * np.array([0.1, 0.0, 0.0])
    combo = Combo(minion(EDITION, 2, 2), minion(EDITION, 1, 1))
    for means, least in (
        ([[2.0, -3.0, 0.5]], 1.5),
        ([[2.0, 1.75, 0.5]], 0.25),
        ([[-1.0, -3.0, -4.0]], -1.0),
        ([[2.0, 2.0, 0.0], [0.5, 0.0, 0.25]], 0.25),
    ):
        combo.gains = rows + np.array(means)[None]
        assert combo.value == pytest.approx(least - 0.1 / np.sqrt(99), abs=1e-9)
        assert Combo(combo.card, combo.partner, combo.gains[:25]).value < combo.value
        assert Combo(combo.card, combo.partner, combo.gains[:1]).value == -np.inf


@played
def test_gains_are_recounted_from_the_scores_of_four_decks() -> None:
    """Eight copies of each; a card alone stands where it does beside the other."""
    with Workers(2) as workers:
        table = KeeperHosts(EDITION)
        homes = host_decks_of(table, workers=workers)
        gains = MarginalValues(table, homes, PairedRuns(1, workers))
        combos, one = Combos(gains), combos_of([], EDITION)[0]
        (found,) = combos.played([one], "random", 30)
        for at, home in enumerate(homes):
            slots = table.slots(home)
            decks = combos.decks(one, at)
            places = [slots[: COPIES + COPIES_BESIDE], slots[:COPIES], slots[COPIES : COPIES + COPIES_BESIDE], ()]
            for deck, changed in zip(decks, places, strict=True):
                cards = list(deck.cards())[: len(home.cards)]
                assert {i for i, (card, own) in enumerate(zip(cards, home.cards, strict=True)) if card is not own} == set(changed)
            both, card, partner, own = (scores.mean() for scores in gains.scores(decks, "random", 30))
            expected = [100 * (both - own) / 16, 100 * (card - own) / 8, 100 * (partner - own) / 8]
            assert found[:, at].mean(axis=0) == pytest.approx(expected)


@played
def test_two_cards_that_are_strong_together_only_are_found(tmp_path: Path) -> None:
    """Planted: a card that nobody can use, beside one that destroys cards in the hand.

    Together they gain 1.3 points a copy by `quick`, with a half-width of 0.21, alone −5.2 and −2.8. With another seed the interval would
    reach below 0.5 with a probability below 10⁻⁶. Without its condition the card costs 24.
    """
    edition, card = drafted(tmp_path, relief=23, x=12)
    with Workers(2) as workers:
        (found,) = searched(edition, [card], 1, workers)
    assert found["confirmed"], found
    assert found["verdict"] == "undercosted"
    own, partner = found["cards"]
    assert own["text"] == card.text
    assert "in your hand→" in partner["text"]
    assert max(own["gain"]["interval"][1], partner["gain"]["interval"][1]) < 0 < found["gain"]["interval"][0]
    for one in found["cards"]:
        assert one["less"]["value"] == pytest.approx(found["gain"]["value"] - one["gain"]["value"])
    assert len(found["gaining"]) >= 2
    assert found["blame"] == "When this card in your hand is destroyed (hex-play):"


@played
def test_no_combo_is_found_where_none_is_planted(tmp_path: Path) -> None:
    """The same card at a price that nobody pays, two combos.

    One that gains no more than the band, or no more than one of its cards, is found with probability 0.025 at most, so one of two with at
    most 0.05. Here a minion that answers its own death is undercosted beside spells that destroy, but so are these alone.
    """
    edition, card = drafted(tmp_path, relief=1, x=4)
    with Workers(2) as workers:
        found = searched(edition, [card], 1, workers, most=2)
    assert len(found) == 2
    assert [one for one in found if one["confirmed"]] == []
