"""What bounds a game: the cap on chain links, and reports of limits that were met (17.ruling.21)."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.cards.deck import Deck
from kotc_sim.cards.level import price
from kotc_sim.cards.parser import parse_text
from kotc_sim.cards.tree import Card
from kotc_sim.editions import load_edition
from kotc_sim.engine import invariants, kinds, machine, record
from kotc_sim.engine.result import Ending, Flag
from kotc_sim.match import compile_match

LOOP = (
    "LOOP: When this card is summoned (ghost-play): self-bounce 1 on-field minion and gift-summon 1 minion in your "
    "hand→ 1-dice-heal yourself."
)


def loop_match() -> Any:
    """Return a match of two decks that hold nothing but a minion that hands itself to and fro for ever."""
    edition = load_edition("kotc-17")
    caveat, abilities = parse_text(LOOP, edition, "minion")
    bill = price(edition, "minion", 0, 0, caveat, abilities)
    card = Card(
        "Loop", "minion", 0, 0, abilities, caveat, bill.level, None, bill.ultra, edition.name, edition.number, LOOP
    )
    deck = Deck("loop", edition, None, ((card, 40),))
    return compile_match([deck, deck]).record


def eager(g: Any) -> int:
    """Return the option of a player who sows, summons, uses every ability and accepts every gift, and never battles."""
    order = {kinds.O_SUMMON: 0, kinds.O_SOW_CARD: 0, kinds.O_ACTIVATE: 0, kinds.O_PICK_CARD: 0, kinds.O_YES: 0}
    order |= {kinds.O_PASS: 1, kinds.O_END_PHASE: 1}
    return min(range(int(g.n_options)), key=lambda i: (order.get(int(g.options[i].kind), 2), i))


@pytest.mark.rule("17.ruling.21")
def test_a_loop_is_capped_and_reported() -> None:
    m = loop_match()
    if numba.config.DISABLE_JIT:
        m.link_limit = 40  # without compiling, a thousand links take minutes
    g = record.new_game()
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(1), 0, 0)
    g.turn_limit = 2
    most = [0, 0, 0]  # links by turn, as seen at decisions: the last one is followed by none
    while not g.over:
        machine.advance(g, m)
        if g.over:
            break
        assert invariants.check(g, m, 1) == 0
        assert g.n_links <= m.link_limit
        most[int(g.turn)] = max(most[int(g.turn)], int(g.links_this_turn))
        assert not (g.raised and int(g.ask) == kinds.A_WINDOW and g.links_this_turn >= m.link_limit)
        g.choice = eager(g)
        g.ask = 0
    assert most == [0, m.link_limit - 1, m.link_limit - 1]
    assert g.links_this_turn == m.link_limit
    assert int(g.raised) == Flag.LINK_CAP
    assert int(g.ending) == Ending.TURN_CAP


@pytest.mark.rule("17.ruling.21")
def test_without_accepting_there_is_no_loop() -> None:
    m = loop_match()
    g = record.new_game()
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(1), 0, 0)
    g.turn_limit = 2
    while not g.over:
        machine.advance(g, m)
        if not g.over:
            decline = [i for i in range(int(g.n_options)) if int(g.options[i].kind) == kinds.O_NO]
            g.choice = decline[0] if decline else eager(g)
            g.ask = 0
    assert int(g.raised) == 0
