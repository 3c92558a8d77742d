"""The metagame that a search finds: the double oracle on small runs, with fixed seeds."""

from __future__ import annotations

import inspect
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Unpack
from unittest.mock import Mock

import numpy as np
import pytest
from typer.testing import CliRunner

from kotc_sim.cli import app
from kotc_sim.errors import KotcError
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.experiments.worth import best_response as module
from kotc_sim.experiments.worth.best_response import BestResponseSearch, Found, sample
from kotc_sim.experiments.worth.field import Field, files_of, read_field
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of
from kotc_sim.experiments.worth.meta import meta, verdict_of
from kotc_sim.experiments.worth.questions import Meta
from kotc_sim.experiments.worth.result import Roles
from kotc_sim.experiments.worth.tuning import ByCard
from kotc_sim.games.hosts import HostDeck
from kotc_sim.games.keeper.cards.legality import card_problems
from kotc_sim.games.keeper.design.pool import pool, texts_of
from kotc_sim.games.levelup.design import pool as levelup
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.reference import plain
from kotc_sim.runs import Playing, Workers
from kotc_sim.yaml_source.places import deck_folder
from tests.experiments.verdict_cases import EDITION, PLAIN_PYTHON, SMALL_SEARCH, body

played = pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SMALL_SEARCH.items():
        monkeypatch.setattr(module, name, value)


def test_the_pool_has_bodies_spells_and_small_minions_that_are_legal() -> None:
    cards = pool(EDITION)
    names = {card.name for card in cards}
    assert len(names) == len(cards) > 100
    assert {"minion 2/2", "Draw 2 cards.", "Ember Rain"} <= names  # the last one is printed
    assert not {"Velociraptor", "4-dice-burn the battlefield."} & names  # as good as minion 2/4, and as Ember Rain
    assert any(card.kind == "minion" and card.abilities for card in cards)
    assert not [card for card in cards if card_problems(card, EDITION)]
    assert texts_of(body(2, 2)) == ["plain 2/2"]


def test_a_sample_of_a_mixture_is_the_mixture_on_the_mean() -> None:
    decks = [HostDeck(name, ()) for name in "abc"]
    mixture = list(zip(decks, (0.6, 0.3, 0.1), strict=True))
    random = np.random.default_rng(1)
    assert sample(mixture, 3, random) is mixture
    for most in (1, 2):
        total = dict.fromkeys("abc", 0.0)
        for _ in range(4_000):
            drawn = sample(mixture, most, random)
            assert len(drawn) <= most
            assert sum(weight for _, weight in drawn) == 1
            for deck, weight in drawn:
                total[deck.name] += weight / 4_000
        assert total == pytest.approx({"a": 0.6, "b": 0.3, "c": 0.1}, abs=0.03)  # four standard errors


GREEDY = Roles("greedy", "greedy", "greedy")
RISING = Roles("greedy", "lookahead@4", "lookahead")


def oracle(who: Roles = GREEDY, **how: Unpack[Playing]) -> BestResponseSearch:
    return BestResponseSearch(host_design_of(EDITION), pool(EDITION), who, 1, **how)


def test_the_equilibrium_of_measured_scores() -> None:
    """Three decks in a circle share alike; a fourth that loses to all has no part."""
    found = oracle()
    found.decks = [Found(HostDeck(name, ()), "home") for name in "abcd"]
    found.scores["greedy"] = {(0, 1): at(0.6), (1, 2): at(0.6), (0, 2): at(0.4), (0, 3): at(0.8), (1, 3): at(0.8), (2, 3): at(0.8)}
    assert found.equilibrium("greedy") == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-6)
    shares, mattering = found.shares("greedy")
    assert mattering == Interval(3.0, 3.0, 3.0)
    assert all(share.low <= share.value <= share.high for share in shares)
    assert shares[3].high < 0.05
    scores = found.against_equilibrium("greedy")
    assert [score.value for score in scores] == pytest.approx([0.5, 0.5, 0.5, 0.2])
    thirds = [2, 2, 2, 3]  # of the equilibrium each deck meets: match-ups that have an error of their own
    assert [score.half_width for score in scores] == pytest.approx([0.01 / 3 * n**0.5 for n in thirds], rel=1e-4)


def test_how_many_decks_matter_has_an_error() -> None:
    """Two decks that differ by their error share the field or leave it to one of them."""
    found = oracle()
    found.decks = [Found(HostDeck(name, ()), "home") for name in "ab"]
    found.scores["greedy"] = {(0, 1): Interval(0.501, 0.48, 0.522)}
    shares, mattering = found.shares("greedy")
    assert [share.value for share in shares] == pytest.approx([1, 0], abs=1e-6)
    assert mattering == Interval(1.0, 1.0, 1.0)
    found.decks += [Found(HostDeck("c", ()), "home")]
    found.scores["greedy"] |= {(0, 2): Interval(0.499, 0.48, 0.518), (1, 2): Interval(0.5, 0.48, 0.52)}
    _, mattering = found.shares("greedy")
    assert (mattering.low, mattering.high) == (1.0, 3.0)


@pytest.mark.parametrize(
    ("low", "high", "least", "word"),
    [
        (1, 1, 0.9, Verdict.SOLVED),
        (1, 1, 0.0, Verdict.UNDECIDED),  # in some of the matrices it is another deck
        (1, 2, 0.6, Verdict.UNDECIDED),
        (2, 2, 0.4, Verdict.TWO_MATTER),
        (2, 5, 0.2, Verdict.UNDECIDED),
        (3, 6, 0.2, Verdict.MANY_MATTER),
    ],
)
def test_a_metagame_is_not_solved_where_errors_allow_for_more(low: int, high: int, least: float, word: Verdict) -> None:
    assert verdict_of(Interval(low, low, high), Interval(1.0, least, 1.0)) is word


@played
def test_decks_that_may_matter_are_played_again(small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known of a match-up is then the mean of all its pairs; decks that are out of the question play no more."""
    monkeypatch.setattr(module, "STEADY_PAIRS", 12)
    with Workers(2) as workers:
        found = oracle(RISING, workers=workers)
        found.begin(
            [
                HostDeck("still", (body(0, 2),) * 40),
                HostDeck("strong", (body(2, 2),) * 40),
                HostDeck("mixed", (body(2, 2),) * 20 + (body(1, 4),) * 20),
            ]
        )
        before = dict(found.scores["lookahead"])
        games = found.games
        found.steady()
        assert found.steadied == {(1, 2)}
        assert found.games - games == 2 * 12
        after = found.scores["lookahead"]
        assert {couple for couple in before if before[couple] != after[couple]} <= {(1, 2)}
        assert after[1, 2].half_width < before[1, 2].half_width
        found.steady()
        assert found.games - games == 2 * 12


def test_means_of_pairs_are_put_together() -> None:
    """Weighted by pairs, errors as of independent games; a match-up without any spread is no exception."""
    both = module._together(Interval(0.6, 0.5, 0.7), 100, Interval(0.5, 0.45, 0.55), 300)
    assert both.value == pytest.approx(0.525)
    assert both.half_width == pytest.approx(((0.25 * 0.1) ** 2 + (0.75 * 0.05) ** 2) ** 0.5)
    assert module._together(Interval(1.0, 1.0, 1.0), 4, Interval(1.0, 1.0, 1.0), 4) == Interval(1.0, 1.0, 1.0)


def at(score: float) -> Interval:
    return Interval(score, score - 0.01, score + 0.01)


@played
@pytest.mark.parametrize("who", [GREEDY, RISING])
def test_a_response_beats_a_deck_that_cannot_fight(small: None, who: Roles, monkeypatch: pytest.MonkeyPatch) -> None:
    with Workers(2) as workers:
        found = oracle(who, workers=workers)
        noted = Mock(wraps=found.discrepancy.note)
        monkeypatch.setattr(found.discrepancy, "note", noted)
        found.begin([HostDeck("still", (body(0, 2),) * 40)])
        home, score = found.respond()
    assert score.low > 0.5
    assert any(card.name != "minion 0/2" for card in home.cards)
    assert len(home.cards) == 40
    assert noted.call_count == (0 if who is GREEDY else SMALL_SEARCH["CLIMBS"])  # one pilot has nothing to differ from


def test_a_discrepancy_is_found_by_card() -> None:
    """Match-ups whose difference is linear in copies, with errors of 3 points: what each card adds comes out, and only for cards seen."""
    random = np.random.default_rng(5)
    cards = [body(sp, hp) for sp, hp in ((1, 0), (2, 0), (2, 4), (3, 2))]
    truth = dict(zip([card.name for card in cards], [0.01, -0.006, 0.0, -0.004], strict=True))
    found = ByCard()
    assert found.of(cards) == 0
    for _ in range(200):
        mine, foe = ([cards[i] for i in random.integers(len(cards), size=40)] for _ in "ab")
        gap = sum(truth[card.name] for card in mine) - sum(truth[card.name] for card in foe)
        found.note(mine, [(foe, 0.75), (foe, 0.25)], gap + random.normal(scale=0.03))
    exchange = [found.of([cards[0]] * 8) - found.of([card] * 8) for card in cards[1:]]
    assert exchange == pytest.approx([8 * (truth[cards[0].name] - truth[card.name]) for card in cards[1:]], abs=0.02)
    assert found.of([body(9, 9)]) == 0


@played
def test_exchanges_are_ranked_by_what_the_judge_makes_of_cards(small: None) -> None:
    """A card that the judge was seen to play much better enters a deck whatever the fast pilot thinks of it."""
    with Workers(2) as workers:
        found = oracle(RISING, workers=workers)
        still = HostDeck("still", (body(0, 2),) * 40)
        found.begin([still])
        found.pool = [body(0, 2), body(1, 2), body(2, 2)]
        found.discrepancy._worth = {"minion 1/2": 1.0}
        cards = found._climb_by(still, still.cards, [(still, 1.0)], "greedy", 3)
    assert sum(card.name == "minion 1/2" for card in cards) == 3 * module.COPIES[0]


def test_exchanges_that_promise_most_are_tried(small: None) -> None:
    """Of many exchanges those into a card that gained are always among the tried ones; half are drawn from all others."""
    found = oracle(who=RISING)
    cards = tuple(body(0, hp) for hp in (2, 4, 6, 8) for _ in range(10))
    before = found._exchanges(cards, 4)
    found.gained._worth = {"minion 2/2": 0.02}
    found.discrepancy._worth = {"minion 3/2": 0.01, "minion 2/2": 0.01}
    for _ in range(3):
        tried = found._exchanges(cards, 4)
        assert len(tried) == len(before) == SMALL_SEARCH["MOST_EXCHANGES"]
        for name in ("minion 2/2", "minion 3/2"):
            assert sum(sum(card.name == name for card in one) == 4 for one in tried) == 4  # in place of each of the four bodies
        assert len({tuple(card.name for card in one) for one in tried}) == len(tried)
    assert set(found._exchanges(cards, 4)) != set(tried)


@played
def test_every_deck_is_played_by_both_pilots(small: None) -> None:
    with Workers(2) as workers:
        found = oracle(RISING, workers=workers)
        found.begin([HostDeck("still", (body(0, 2),) * 40), HostDeck("strong", (body(2, 2),) * 40)])
    for pilot in ("greedy", "lookahead"):
        assert found.scores[pilot][0, 1].high < 0.5
        assert found.equilibrium(pilot) == pytest.approx([0, 1], abs=1e-6)


@played
def test_the_same_seed_finds_the_same_decks_for_any_number_of_jobs(small: None) -> None:
    found = []
    for jobs in (1, 2):
        with Workers(jobs) as workers:
            found.append(meta(EDITION, rounds=1, profiles=["greedy"], workers=workers).data)
    assert found[0] == found[1]
    assert "Shares by greedy rest on 20 pairs a match-up, 24 between" in found[0]["notes"][0]  # who judges is the fast pilot here
    assert sum(deck["share"] for deck in found[0]["decks"]) == pytest.approx(1)
    assert np.isfinite(found[0]["response"]["score"])
    homes = host_decks_of(host_design_of(EDITION))
    assert {home.name for home in homes} <= {deck["name"] for deck in found[0]["decks"]}


@played
def test_known_decks_begin_a_search(small: None, tmp_path: Path) -> None:
    """They are read with the pool's cards, whose names a file shortens; of two that are alike one plays."""
    table = host_design_of(EDITION)
    cards = {card.name: card for card in pool(EDITION)}
    long = next(card for name, card in cards.items() if len(name) > 80)
    known = HostDeck("known", (long,) * 20 + (cards["minion 2/2"],) * 20)
    for name, text in files_of(Field(table, (known, replace(known, name="again")), (0.5, 0.5)), "A field.").items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    read = read_field(tmp_path, table).homes
    assert read[0].cards[0].name != long.name
    data = meta(EDITION, rounds=1, begin=read, profiles=["random"]).data
    begun = [deck for deck in data["decks"] if deck["origin"].startswith("given")]
    assert [deck["origin"] for deck in begun] == ["given: known"]
    assert begun[0]["name"] == f"deck {len(host_decks_of(table)) + 1}"
    assert sorted(name for _, name in begun[0]["cards"]) == sorted([long.name, "minion 2/2"])
    done = CliRunner().invoke(app, ["meta", "kotc-17", "--rounds", "1", "--profile", "random", "--begin", str(tmp_path), "--json"])
    assert done.exit_code == 0, done.output
    again = json.loads(done.stdout)
    assert (again["command"], again["decks"]) == ("meta", data["decks"])
    assert {"decks", "matrix", "components", "verdict", "response", "settled", "pool"} <= set(again)


def test_the_command_searches_as_many_responses_as_the_library() -> None:
    assert Meta.rounds == inspect.signature(meta).parameters["rounds"].default


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("deck,share\nslow,0.5\nslow\n", "shares.csv:3: no shares of decks can be read: each row has the name of a deck and its share"),
        ("deck,part\nslow,0.5\n", "shares.csv:2: no shares of decks can be read: each row"),
        ("deck,share\nslow,half\n", "shares.csv:2: no shares of decks can be read: could not convert"),
        ("deck,share\nslow,nan\n", "a share is a number from 0 to 1"),
        ("deck,share\nslow,-1\n", "a share is a number from 0 to 1"),
        ("deck,share\n../slow,0.5\n", "a deck the name of a file in this folder"),
        ("deck,share\nslow,0\n", "there is no deck with a share"),
        ("", "there is no deck with a share"),
        (f"deck,share\n{'x' * 200_000},1\n", "shares.csv:2: no shares of decks can be read: each row"),
        ("deck,share\n\x00,1\n", "cannot be read: embedded null"),
        (None, "there is no such table of shares"),
        ("pipe", "this is a device or a pipe, not a table of shares"),
    ],
)
def test_shares_that_cannot_be_meant(tmp_path: Path, table: str | None, said: str) -> None:
    if table == "pipe":
        if os.name != "posix":
            pytest.skip("there are no named pipes")
        os.mkfifo(tmp_path / "shares.csv")
    elif table is not None:
        (tmp_path / "shares.csv").write_text(table)
    with pytest.raises(KotcError) as raised:
        read_field(tmp_path, host_design_of(EDITION))
    assert said in str(raised.value)


def test_decks_of_another_game_are_refused() -> None:
    with pytest.raises(KotcError) as raised:
        read_field(deck_folder() / "meta" / "kotc-17", host_design_of(load_edition()))
    assert "this file is of another game than the edition levelup" in str(raised.value)


def test_level_up_has_a_metagame(small: None) -> None:
    """Its decks are built from plain creatures of every type, standard magic cards and the starter pool."""
    edition = load_edition()
    cards = levelup.pool(edition)
    assert len({card.name for card in cards}) == len(cards) > 100
    assert {card.type for card in cards if card.kind == "creature" and not card.effects} == set(edition.types)
    assert any(card.kind == "creature" and card.effects for card in cards)
    assert any(card.kind == "magic" for card in cards)
    assert levelup.texts_of(plain(edition, 1, 5, "Water")) == [f"plain 1 ({edition.strength(1) - 5}/5)"]
    if PLAIN_PYTHON:
        return
    data = meta(edition, rounds=1, profiles=["random"]).data
    assert data["pool"] == len(cards)
    assert sum(deck["share"] for deck in data["decks"]) == pytest.approx(1)
    assert {row["origin"] for row in data["decks"]} <= {"home", "response 1"}


def test_decks_of_level_up_are_not_written(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["meta", "levelup", "--out", str(tmp_path / "decks")])
    assert done.exit_code == 2
    assert "--out: no deck of Level-Up" in done.output
    assert "--json" in done.output
    assert not (tmp_path / "decks").exists()
