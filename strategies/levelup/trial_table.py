"""Trial games of Level-Up: a deck that meets every kind of decision, and the engine step by step."""

from pathlib import Path
from typing import Any

import numpy as np

from kotc_sim.games.levelup.cards.deck import load_deck
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.doors import choose_best, set_up
from kotc_sim.games.levelup.engine.machine import advance
from kotc_sim.games.levelup.engine.record import fields, new_game
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.strategies import trial


class Table(trial.Table):
    """Where trial games are played."""

    kinds = kinds

    def __init__(self) -> None:
        deck = load_deck(Path(__file__).with_name("trial.yaml"))
        array = new_game(LevelUpMatch(deck, deck, check=False).record)  # more copies of fewer cards than is legal
        self.record, self.game = array[0], fields(array)
        self.scores = np.zeros(kinds.MAX_OPTIONS)
        self.read = self.record, self.record["m"]
        self.records = {"match": self.game.m, "game": self.game}  # the match is a part of the game

    def deal(self, number: int, strategy: Any) -> int:
        set_up(self.record, np.uint64(number), 0)
        return number % 2

    def play_on(self) -> None:
        advance(self.record)

    def decide(self) -> None:
        choose_best(self.record, self.scores)
