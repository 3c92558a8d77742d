"""Combos of Level-Up: what is tried is legal, and two cards that are strong together only are found."""

from __future__ import annotations

import json
from dataclasses import replace
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
from kotc_sim.games.design import MOST_PARTNERS as MOST
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.cards.text import NOWHERE, Vocabulary
from kotc_sim.games.levelup.design import card_generator
from kotc_sim.games.levelup.design.card_generator import BredTable, CardGenerator, may_have, name_card, word_effect
from kotc_sim.games.levelup.design.effects import body, find_effect
from kotc_sim.games.levelup.design.synergy import partners, simple_cards, ties
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.runs import Workers
from tests.experiments.verdict_cases import PLAIN_PYTHON

EDITION = load_edition()
KEPT = ("destroy", "draw", "negate", "immune_self", "points", "mill")
"""Texts of the proposals: of standard magic cards, whose homes they then have, of the planted pair, and one that does nothing."""
IDLE = "passive: This card is immune to effects of level 9 creatures."
EIGHT = 8

played = pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")


def card_of(*texts: str, level: int = 1, edition: LevelUpEdition = EDITION) -> Card:
    """Return a creature on the line with these effects."""
    effects = tuple(find_effect(text, Vocabulary(edition)) for text in texts)
    return name_card(replace(body(edition, effects[0], level), effects=effects))


def magic_of(*texts: str) -> Card:
    effects = tuple(find_effect(text, Vocabulary(EDITION)) for text in texts)
    return name_card(Card("", "magic", "Magic", "", 0, 0, 0, effects, NOWHERE))


def drafted(tmp_path: Path, *meaning: str) -> LevelUpEdition:
    """Return a proposal whose new text means these, one after the other, and from which most others are removed."""
    removed = "".join(f"  {name}:\n" for name in EDITION.templates if name not in KEPT)
    draft = tmp_path / "ruin.yaml"
    draft.write_text(
        f'name: ruin\nextends: levelup\ntemplates:\n  ruin: {{text: "{{when}}Ruin.", kinds: [passive], means: {json.dumps(meaning)}}}\n'
        + removed
    )
    return load_edition(draft)


def judged(edition: LevelUpEdition, tied: list[Combo], seed: int, workers: Workers, most: int = 1) -> list[dict[str, Any]]:
    """Return what is found of the best combos by `greedy`, on games that the race did not use."""
    table, who = BredTable(edition), pilots_of(games.GAMES["levelup"], ["greedy"])
    homes = host_decks_of(table, workers=workers)
    best = Combos(MarginalValues(table, homes, PairedRuns(seed, workers))).best(tied, who.fast, most)
    judge = Judge(MarginalValues(table, homes, PairedRuns(fresh_seed(seed), workers)), homes, who, precision=1.0)
    return [as_json(judge_combo(k, Combos(judge.gains), judge, one, who.fast, card_generator)) for k, one in enumerate(best, 1)]


def field_of() -> Combos:
    table = BredTable(EDITION)
    return Combos(MarginalValues(table, host_decks_of(table), PairedRuns(1)))


def bred(count: int) -> list[Card]:
    breeder = CardGenerator(EDITION, np.random.default_rng(5))
    return [card for _ in range(count) if (card := breeder.fresh()) is not None]


def test_combos_are_legal_playable_and_tried_once() -> None:
    cards, combos = bred(4), field_of()
    found = combos_of(cards, EDITION)
    assert len(found) > 60
    assert len({frozenset((one.card.name, one.partner.name)) for one in found}) == len(found)
    assert [one.name for one in combos_of(cards, EDITION)] == [one.name for one in found]
    for card in {card.name: card for one in found for card in (one.card, one.partner)}.values():
        assert len({word_effect(effect) for effect in card.effects}) == 2
        assert card.attack + card.defense == (EDITION.line[card.level] if card.kind == "creature" else 0)
        for effect in card.effects:
            assert Vocabulary(EDITION).parse(effect.kind, effect.text, NOWHERE) == effect
            assert may_have(card.kind, effect)
    for one in found:
        assert one.card.name != one.partner.name
        assert ties(one.card).meets(ties(one.partner))
    assert all(combos.playable(one.card, one.partner) for one in found[::7])


def test_every_need_of_the_simple_cards_is_met_by_one_of_them() -> None:
    """But for magic cards on the field, and counted types, which no simple card asks for."""
    known = [ties(card) for card in simple_cards(EDITION)]
    assert len(known) > 40
    assert frozenset().union(*(one.needs for one in known)) <= frozenset().union(*(one.supplies for one in known))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("passive: When this card is milled: You gain 1 point.", "You mill 2 cards"),
        ("latent: When this card is discarded from your hand: You gain 1 point.", "Discard 2 cards to draw"),
        ("latent: When another creature you control is destroyed: You gain 1 point.", "Destroy up to 2 creatures you control"),
        ("passive: When this card is flipped face-up: You gain 1 point.", "creatures you control face-down"),
        ("normal: You gain 1 point.", "Untap up to 2 creatures you control"),
        ("dormant: You gain 1 point.", "Tap up to 2 creatures you control"),
        ("passive: When your turn ends: Recover up to 1 creature from your discard pile.", "You mill 2 cards"),
        ("passive: Attacks against you must target this creature.", "indestructible"),
        ("continuous: Each creature you control has +1 attack.", "Play 1 creature from your deck"),
        ("normal: If your opponent controls exactly 1 creature: You gain 1 point.", "creatures your opponent controls"),
    ],
)
def test_partners_bring_about_what_a_card_waits_for(text: str, wanted: str) -> None:
    found = partners(card_of(text, IDLE), simple_cards(EDITION), EDITION)
    assert 1 <= len(found) <= MOST
    assert any(wanted in effect.text for card in found for effect in card.effects)


def test_a_card_that_waits_for_nothing_has_no_partner() -> None:
    assert partners(card_of("passive: When your turn starts: You gain 1 point.", IDLE), simple_cards(EDITION), EDITION) == []


def test_creatures_that_a_card_speaks_of_are_its_partners() -> None:
    """Of another subtype or type than its own: of its own there are enough."""
    card = replace(card_of("continuous: Each Dragon creature you control has +2 attack.", IDLE), subtype="Fish")
    assert [one.subtype for one in partners(card, [], EDITION)] == ["Dragon"]
    assert [one.type for one in partners(magic_of("normal: Untap up to 2 Light creatures you control.", IDLE), [], EDITION)] == ["Light"]
    assert partners(replace(card, subtype="Dragon"), [], EDITION) == []
    two = magic_of("normal: Untap up to 2 Dragon creatures you control.", "normal: Untap up to 2 Fish creatures you control.")
    assert [one.subtype for one in partners(two, [], EDITION)] == ["Dragon", "Fish"]


def test_an_edition_without_an_idle_text_has_no_simple_cards(tmp_path: Path) -> None:
    draft = tmp_path / "draft.yaml"
    draft.write_text("name: draft\nextends: levelup\ntemplates:\n  immune_self:\n")
    edition = load_edition(draft)
    assert simple_cards(edition) == []
    assert combos_of([], edition) == []


MILLED = card_of("passive: When this card is milled: You gain 2 points.", IDLE)
PAIRS = {
    "two creatures of one level": (MILLED, card_of("passive: When your turn ends: You mill 2 cards.", IDLE)),
    "two levels": (MILLED, card_of("passive: When your turn ends: You mill 2 cards.", IDLE, level=2)),
    "a type that no home has": (MILLED, replace(card_of("passive: You have no hand size limit.", IDLE), type="Light", name="Light")),
    "a magic card": (MILLED, magic_of("normal: You mill 2 cards.", IDLE)),
    "a magic card first": (magic_of("normal: You mill 2 cards.", IDLE), MILLED),
}


@pytest.mark.parametrize("name", PAIRS)
def test_the_four_decks_differ_in_the_places_of_two_cards(name: str) -> None:
    """Where a creature is missing stands a plain one of its level, defense and type; where a magic card is, the home's own."""
    card, partner = PAIRS[name]
    combos = field_of()
    for at, home in enumerate(combos.gains.homes):
        both, alone, beside, neither = (deck.cards() for deck in combos.decks(Combo(card, partner), at))
        places = [{i for i, one in enumerate(both) if one.effects == wanted.effects} for wanted in (card, partner)]
        assert list(map(len, places)) == [EIGHT, EIGHT]
        assert places[0].isdisjoint(places[1])
        for deck, own in ((alone, places[0]), (beside, places[1]), (neither, set())):
            for i in places[0] | places[1]:
                if i in own:
                    assert deck[i].effects == both[i].effects
                elif both[i].kind == "magic":
                    assert (deck[i].level, deck[i].effects) == (home.cards[i].level, home.cards[i].effects)
                else:
                    plain = (both[i].level, both[i].defense, both[i].type, ())
                    assert (deck[i].level, deck[i].defense, deck[i].type, deck[i].effects) == plain
            left = set(range(len(both))) - places[0] - places[1]
            assert {i for i in left if (deck[i].attack, deck[i].type) != (both[i].attack, both[i].type)} == set()


@played
def test_gains_are_recounted_from_the_scores_of_four_decks() -> None:
    with Workers(2) as workers:
        table = BredTable(EDITION)
        combos = Combos(MarginalValues(table, host_decks_of(table), PairedRuns(1, workers)))
        one = Combo(*PAIRS["two levels"])
        (found,) = combos.played([one], "random", 30)
        for at in range(len(combos.gains.homes)):
            both, card, partner, neither = (scores.mean() for scores in combos.gains.scores(combos.decks(one, at), "random", 30))
            expected = [100 * (both - neither) / 16, 100 * (card - neither) / 8, 100 * (partner - neither) / 8]
            assert found[:, at].mean(axis=0) == pytest.approx(expected)


@played
def test_two_cards_that_are_strong_together_only_are_found(tmp_path: Path) -> None:
    """Planted: a card that takes 27 points when it is milled, and nothing in a home mills."""
    edition = drafted(tmp_path, *["Your opponent loses 9 points."] * 3)
    card = card_of("passive: When this card is milled: Ruin.", IDLE, edition=edition)
    with Workers(2) as workers:
        (found,) = judged(edition, combos_of([card], edition), 1, workers)
    assert found["confirmed"], found
    assert found["verdict"] == "undercosted"
    own, partner = found["cards"]
    assert own["text"] == card_generator.whole(card)
    assert "You mill 2 cards." in partner["text"]
    assert max(own["gain"]["interval"][1], partner["gain"]["interval"][1]) < 0.5 < found["gain"]["interval"][0]
    for one in found["cards"]:
        assert one["less"]["value"] == pytest.approx(found["gain"]["value"] - one["gain"]["value"])
    assert len(found["gaining"]) >= 2
    assert found["blame"] in (word_effect(card.effects[0]), "passive: When your turn ends: You mill 2 cards.")


@played
def test_no_combo_is_found_where_none_is_planted(tmp_path: Path) -> None:
    """The same card where its text costs a point: two cards that are weak together. A strong card beside another one is no combo either."""
    mild, strong = drafted(tmp_path, "You lose 1 point."), EDITION
    card = card_of("passive: When this card is milled: Ruin.", IDLE, edition=mild)
    draw, destroy = (
        card_of(f"passive: When your turn starts: {text}", IDLE)
        for text in ("You draw 2 cards.", "Destroy up to 2 creatures your opponent controls.")
    )
    with Workers(2) as workers:
        found = judged(mild, [one for one in combos_of([card], mild) if one.card is card], 1, workers)
        found += judged(strong, [Combo(draw, destroy)], 1, workers)
    assert len(found) == 2
    assert [one for one in found if one["confirmed"]] == []
    assert found[1]["verdict"] == "undercosted"
