"""The decks around components are legal and offer what they are built for; spells are embodied for their abilities."""

from __future__ import annotations

import numpy as np
import pytest

from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import kinds, machine, record
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.shared.best import pick_best
from kotc_sim.strategies import load
from scripts.component_use import Maker, play

EDITION = load_edition("kotc-17")


@pytest.mark.parametrize("edition", ["kotc-17", "kotc-20"])
def test_every_component_has_a_legal_deck_whose_card_carries_it(edition: str) -> None:
    maker = Maker(load_edition(edition))
    for row in maker.rows.values():
        if row.section not in ("condition", "cost", "target", "effect"):
            continue
        deck = maker.deck(row)  # raises if it is not legal
        (ability,) = deck.counts[0][0].abilities
        uses = [ability.condition, *ability.costs, *(use for sub in ability.subs for use in (sub.target, *sub.effects))]
        assert row.id in {use.row.id for use in uses if use is not None}
        assert deck.size == 40


@pytest.mark.parametrize("name", ["effect.destroy", "effect.remove_counters", "cost.gift_summon"])
def test_uses_are_games_in_which_the_card_could_be_used(name: str) -> None:
    maker = Maker(EDITION)
    use, _ = play(maker.deck(maker.rows[name]), "random", 10, 1)
    assert 0 < use.used <= use.could <= 10  # random uses everything that can be used


def test_a_card_is_deployed_out_of_an_enemys_grave() -> None:
    maker = Maker(load_edition("kotc-20"))
    use, _ = play(maker.deck(maker.rows["target.enemy_grave"]), "greedy", 10, 1)
    assert use.used > 0  # though nobody knows what is there before seeing it


def test_a_spell_is_embodied_for_its_ability() -> None:
    maker = Maker(EDITION)
    match = compile_match([maker.deck(maker.rows["effect.embody_times"])] * 2)
    m, greedy = match.record, load("kotc", "greedy").compiled
    g, scores = record.new_game(), record.new_scores()
    asked = 0
    for game in range(10):
        machine.deal(g, m, np.uint64(1), game, 0)
        while not g.over:
            machine.advance(g, m)
            if g.over or g.ask == 0:
                continue
            greedy(g, m, int(g.asked), scores)
            listed = [int(g.options[i].kind) for i in range(int(g.n_options))]
            choice = int(pick_best(g, int(g.asked), scores))
            if int(g.ask) == kinds.Ask.TIMES:
                asked += len(listed) > 1
                assert int(g.options[choice].amount) == len(listed) - 1  # it has no body, but draws a card each turn
            elif int(g.ask) == kinds.Ask.ACTION and kinds.Opt.CAST in listed:
                choice = listed.index(kinds.Opt.CAST)
            elif int(g.ask) == kinds.Ask.TARGET:
                choice = 0
            g.choice = choice
            g.ask = 0
    assert asked > 0
