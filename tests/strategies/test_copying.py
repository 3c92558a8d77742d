"""Copies of a game record hold every list that the engine reads."""

from __future__ import annotations

import numpy as np

from kotc_sim.games.keeper.engine.record import GAME, new_game
from kotc_sim.strategies.keeper import copying

COUNT = {
    **{"players": "n_players", "frames": "depth", "options": "n_options", "counters": "n_counters", "links": "n_links"},
    **{"events": "n_events", "used": "n_used", "battles": "n_battles", "returns": "n_returns", "pool": "n_pool"},
    **{"loss_card": "n_losses", "loss_op": "n_losses", "trapped": "n_trapped", "cards": "n_cards"},
}
"""The number of entries in use of each list that a search needs."""
LEFT_OUT = {"seen", "script_dice", "script_random", "log"}
"""Statistics, scripts of scenarios and the log: a search writes none of them, and reads none."""


def test_every_list_of_the_record_is_copied_or_left_out_on_purpose() -> None:
    places = dict(GAME.fields or {})
    lists = {name for name, place in places.items() if place[1] >= copying.HEAD}
    assert lists == set(COUNT) | LEFT_OUT


def test_a_copy_has_what_is_in_use_of_each_list() -> None:
    for name, count in COUNT.items():
        source, target = new_game(), new_game()
        source[count] = 3
        source[name].view(np.uint8)[:] = 7
        copying.copy_game(target, source)
        assert target[count] == 3
        assert (target[name][:3] == source[name][:3]).all(), name
        assert not target[name][3:].view(np.uint8).any(), name
