"""What a player may not know never changes which options that player gets (17.zones.2 to 17.zones.9)."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import kinds, machine, record
from tests.decks import EDITIONS, copy, random_match

HIDDEN = (kinds.Zone.HAND, kinds.Zone.GRAVE, kinds.Zone.GRANARY, kinds.Zone.DECK, kinds.Zone.RESERVES)
IDENTITY = ("definition", "sp", "hp", "printed_sp", "printed_hp", "printed_level", "down")
PYTHON = numba.config.DISABLE_JIT


def places(g: Any) -> Any:
    """Return zone, holder, position and stay of every card, (cards, 4) int64."""
    n = int(g.n_cards)
    found = np.full((n, 4), -1)
    for p in range(int(g.n_players)):
        player = g["players"][p]
        held = player["zone"]
        for zone, size in enumerate(player["n"].tolist()):
            found[held[zone, :size], 2] = np.arange(size)
    cards = g["cards"]  # of which an attribute takes long to look up
    for column, name in ((0, "zone"), (1, "holder"), (3, "stamp")):
        found[:, column] = cards[name][:n]
    return found


def hidden_throughout(before: Any, after: Any, me: int) -> list[Any]:
    """Return, for each holder, the cards that ``me`` may not know before and after, and that did not move in between."""
    at_first = places(before)
    n = len(at_first)
    zone, holder = at_first[:, 0], at_first[:, 1]
    secret = np.isin(zone, HIDDEN) & ((holder != me) | (zone == kinds.Zone.DECK))
    shown = (before.cards["shown"][:n] | after.cards["shown"][:n]) >> me & 1
    stayed = (at_first == places(after)[:n]).all(axis=1)
    chosen = secret & (shown == 0) & stayed
    return [np.flatnonzero(chosen & (holder == p)) for p in range(int(before.n_players))]


def exchange(g: Any, groups: list[Any], rng: np.random.Generator) -> int:
    """Let the cards of each group change places; return how many became another card."""
    moved, fields = 0, [g["cards"][name] for name in IDENTITY]
    for group in groups:
        shuffled = rng.permutation(group)
        moved += int((fields[0][group] != fields[0][shuffled]).sum())
        for field in fields:
            field[group] = field[shuffled]
    return moved


def options(g: Any) -> Any:
    return g.options[: int(g.n_options)].tolist()


@pytest.mark.rule("17.zones.3", "17.zones.4", "17.zones.5", "17.zones.6", "17.zones.8", "17.zones.9")
@pytest.mark.parametrize("edition", EDITIONS)
def test_hidden_cards_do_not_change_options(edition: str) -> None:
    """One decision is answered in two worlds that differ in what the next player may not know; their options are equal."""
    rng = np.random.default_rng(1)
    compared = 0
    g, before = record.new_game(), record.new_game()
    for seed in range(1 if PYTHON else 4):
        m = random_match(seed + 40, edition, 2 + seed % 2)
        with np.errstate(over="ignore"):
            machine.deal(g, m, np.uint64(seed), 0, 0)
            machine.advance(g, m)
            for _ in range(150):
                copy(g, before)
                g.choice = rng.integers(g.n_options)
                before.choice = g.choice
                g.ask = before.ask = 0
                machine.advance(g, m)
                if g.over:
                    break
                me = int(g.asked)
                if not exchange(before, hidden_throughout(before, g, me), rng):
                    continue
                machine.advance(before, m)
                if int(before.asked) != me or int(before.ask) != int(g.ask):
                    continue  # the exchanged cards gave somebody else something to decide first
                if int(before.turn) != int(g.turn) or int(before.phase) != int(g.phase):
                    continue
                assert options(before) == options(g), f"{edition}, seed {seed}, turn {int(g.turn)}, ask {int(g.ask)}"
                compared += 1
    assert compared > (20 if PYTHON else 400)


@pytest.mark.rule("17.zones.10", "9.ruling.5")
def test_zone_counts_are_open_to_all() -> None:
    from kotc_sim.strategies.keeper import view

    m = random_match(40, "kotc-17", 2)
    g = record.new_game()
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(3), 0, 0)
        machine.advance(g, m)
    for p in range(2):
        assert view.count(g, p, kinds.Zone.HAND) == 5
        assert view.count(g, p, kinds.Zone.DECK) == int(m.deck_n[p]) - 5
        assert view.count(g, p, kinds.Zone.GRAVE) == view.count(g, p, kinds.Zone.GRANARY) == view.count(g, p, kinds.Zone.BATTLEFIELD) == 0


KNOWN = {
    # zone: who may know its cards: everybody, the player whose zone it is, or nobody
    kinds.Zone.DECK: "nobody",
    kinds.Zone.GRAVE: "owner",
    kinds.Zone.BATTLEFIELD: "all",
    kinds.Zone.GRANARY: "owner",
    kinds.Zone.HAND: "owner",
    kinds.Zone.TRAPFIELD: "owner",
    kinds.Zone.RESERVES: "owner",
}


def zones_of(edition: str) -> list[kinds.Zone]:
    """Return the zones that an edition has."""
    rules = load_edition(edition).rules
    absent = {kinds.Zone.TRAPFIELD} if not rules["trapfield"] else set()
    absent |= {kinds.Zone.RESERVES} if rules["reserves"] == "none" else set()
    return [zone for zone in KNOWN if zone not in absent]


def test_zones_of_the_four_kinds_of_editions() -> None:
    assert [len(zones_of(name)) for name in ("kotc-17", "kotc-12", "kotc-9", "kotc-5")] == [5, 7, 7, 6]


@pytest.mark.rule(
    "17.zones.2", "17.zones.3", "17.zones.4", "17.zones.5", "17.zones.6", "17.zones.7", "17.zones.8", "17.zones.9",
    "12.zones.2", "12.zones.3", "12.zones.4", "12.zones.5", "12.zones.6", "12.zones.7", "12.zones.8", "12.zones.9",
    "12.zones.10", "12.zones.11", "12.zones.16", "12.resource.2", "9.zones.4", "5.zones.4", "9.ruling.5",
)  # fmt: skip
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_zone_is_known_to_whom_its_class_says(edition: str) -> None:
    from kotc_sim.games.keeper.engine import zones
    from kotc_sim.strategies.keeper import view

    m = random_match(41, edition, 3)
    g = record.new_game()
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(1), 0, 0)
    for zone in zones_of(edition):
        c = int(g.players[1].zone[kinds.Zone.DECK, 0])
        g.cards[c].shown = -1  # everybody saw it where it was before
        zones.take(g, c)
        zones.put(g, 1, zone, c)
        knowing = [p for p in range(3) if view.knows(g, p, c)]
        assert knowing == {"nobody": [], "owner": [1], "all": [0, 1, 2]}[KNOWN[zone]], kinds.Zone(zone)
        assert [view.definition(g, p, c) >= 0 for p in range(3)] == [p in knowing for p in range(3)]
