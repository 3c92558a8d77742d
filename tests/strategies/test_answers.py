"""Pilots answer links without a condition, where an edition lets them, in their own Action Phase (16.chain.1)."""

from __future__ import annotations

import pytest

from kotc_sim.games.keeper.engine import kinds, record
from kotc_sim.strategies import load
from tests.rules.test_rules_older import position

POSITION = """edition: kotc-16
cards: [{name: Strike, kind: spell, text: Target 1 on-field minion; destroy it.}, {name: Insight, kind: spell, text: Draw 1 card.}]
players:
  1: {granary: 9, hand: {T: Strike, I: Insight}, deck: 9}
  2: {battlefield: {N: {card: minion 3/6, counters: %s}}, deck: 9}
"""


@pytest.mark.parametrize(
    ("counters", "first", "answer"), [("{sword: 1}", kinds.Opt.POP, kinds.Opt.CAST), ("{}", kinds.Opt.CAST, kinds.Opt.PASS)]
)
def test_greedy_answers_an_enemys_link_and_waits_with_its_own(counters: str, first: kinds.Opt, answer: kinds.Opt) -> None:
    """Another spell of one's own can be cast after the chain as well, when more is known."""
    game = position(POSITION % counters)
    game.advance()
    while game.g.ask != kinds.Ask.RESPOND:
        game.answer(next((i for i in range(int(game.g.n_options)) if game.g.options[i].kind == first), int(game.g.n_options) - 1))
    assert int(game.g.asked) == 0
    scores = record.new_scores()
    load("kotc", "greedy").compiled(game.g, game.match.record, 0, scores)
    options = [kinds.Opt(int(game.g.options[i].kind)) for i in range(int(game.g.n_options))]
    assert kinds.Opt.CAST in options
    by_worth = scores[: len(options)].argsort()
    assert options[by_worth[-1]] == answer
    assert scores[by_worth[-1]] > scores[by_worth[-2]]
