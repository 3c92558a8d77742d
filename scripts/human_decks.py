"""Decks of the 17th Edition in human style, written by hand, to which nothing was fitted: some to play, and some to play against."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kotc_sim import games
from kotc_sim.experiments.worth.hosts import host_design_of
from kotc_sim.games.hosts import HostDeck

EDITION, SIZE = "kotc-17", 40
ONE = "Target up to 1 on-field minion; "
DECKS = {
    "aggressive": "8 1/0, 6 2/0, 6 1/2, 4 3/2, 4 2/2, 4 2-dice-burn the battlefield., 4 Whetstone, 4 Thunderstrike",
    "control": "6 Thunderstrike, 4 Tornado, 4 1/4, 4 1/6, 4 2/6, 4 4/6, 4 Draw 2 cards., 4 Antibiotic, 4 0/2, 2 Thor",
    "late": "6 0/2, 4 Thor, 4 5/8, 4 4/8, 6 Antibiotic, 4 4-dice-heal yourself., 4 Thunderstrike, 4 1/4, 4 Draw 1 card.",
    "counters": f"5 Squire, 4 Sentinel, 5 Whetstone, 4 Ambush, 6 1/2, 6 2/4, 3 {ONE}place 2 Shield Counters on it., 3 Thunderstrike, 4 2/2",
    "draw": "6 Equus Africanus Asinus, 6 Draw 1 card., 4 Draw 2 cards., 8 1/2, 6 2/4, 4 3/4, 4 Thunderstrike, 2 Tornado",
    "big": "4 0/2, 6 1/2, 6 2/4, 6 4/6, 4 4/8, 4 5/4, 6 Thunderstrike, 4 5/8",
    "pawns": "6 Craft 2 level 1 pawns., 4 Drill Yard, 6 1/0, 6 1/2, 4 Craft 2 level 2 pawns., 4 Whetstone, 4 2/4, 3 Thunderstrike, 3 3/2",
    "taxing": f"4 {ONE}exhaust and fatigue it., 6 {ONE}bounce it., 3 {ONE}place 2 Fatigue Counters on it., 8 1/2, 7 2/4, 4 3/2, 4 2/2, "
    "4 Thunderstrike",
    "midrange": "8 1/2, 4 2/2, 8 2/4, 6 3/4, 4 3/6, 4 Thunderstrike, 3 Ambush, 3 Whetstone",
    "mind": f"6 {ONE}hypnotize it until the end of this turn., 4 {ONE}sheathe it., 6 1/0, 6 2/2, 6 2/4, 4 5/2, 2 4-dice-heal yourself., "
    "6 Thunderstrike",
}
OPPONENTS = {
    "curve": "10 1/2, 10 2/4, 6 3/4, 8 Thunderstrike, 3 Tornado, 3 Thor",
    "burn": "10 1/0, 8 2/0, 8 2/2, 6 3/2, 8 2-dice-burn the battlefield.",
    "wall": "6 0/2, 6 1/6, 6 2/6, 4 4/6, 6 Antibiotic, 6 Tornado, 6 Draw 1 card.",
    "smiths": "6 Squire, 6 Sentinel, 8 1/2, 8 2/4, 6 Whetstone, 6 Ambush",
    "tempo": f"8 1/2, 8 2/4, 6 4/8, 6 5/4, 6 {ONE}bounce it., 6 Thunderstrike",
    "swarm": "6 1/0, 8 1/2, 6 Craft 2 level 1 pawns., 4 Drill Yard, 6 3/2, 6 2/4, 4 4-dice-heal yourself.",
}


def human_decks(listed: Mapping[str, str]) -> list[HostDeck]:
    """Return decks by their lists: plain minions by their numbers, other cards by name or, of spells, by text."""
    edition = games.edition(EDITION)
    table, pool = host_design_of(edition), {}
    for card in games.of(edition).design.pool.pool(edition):
        pool[card.name] = card
        if card.kind == "spell":
            pool.setdefault(card.text, card)
    found = []
    for name, line in listed.items():
        cards: list[Any] = []
        for count, title in re.findall(r"(\d+) (.*?)(?:, (?=\d+ )|$)", line):
            plain = re.fullmatch(r"\d+/\d+", title)
            cards += [table.home("fast", [(f"minion {title}", 1)]).cards[0] if plain else pool[title]] * int(count)
        assert len(cards) == SIZE, f"{name} has {len(cards)} cards"
        found.append(HostDeck(name, tuple(cards)))
    return found
