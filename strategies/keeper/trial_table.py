"""Trial games of Keeper of the Cards: a deck that meets most kinds of decisions, and the engine step by step."""

from pathlib import Path
from typing import Any

import numpy as np

from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.engine import kinds, machine, record
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.shared.best import pick_best
from kotc_sim.strategies import trial


class Table(trial.Table):
    """Where trial games are played."""

    kinds = kinds

    def __init__(self) -> None:
        deck = load_deck(Path(__file__).with_name("trial.yaml"))
        self.match = compile_match([deck, deck])
        self.game = record.new_game()
        self.scores = record.new_scores()
        self.read = self.game, self.match.record
        self.records = {"game": self.game, "match": self.match.record}

    def deal(self, number: int, strategy: Any) -> int:
        seat = number % 2
        machine.deal(*self.read, np.uint64(number), 0, 0)
        self.game.players[seat].asks_dice = int(strategy.orders_dice)
        return seat

    def play_on(self) -> None:
        machine.advance(*self.read)

    def decide(self) -> None:
        self.game.choice = pick_best(self.game, int(self.game.asked), self.scores)
        self.game.ask = 0
