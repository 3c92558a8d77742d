"""Trial games of Keeper of the Cards: a deck that meets most kinds of decisions, and the engine step by step."""

from typing import Any, ClassVar

import numpy as np

from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.engine import kinds, machine, record
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.shared.best import pick_best
from kotc_sim.strategies import trial

DECK = """
name: Trial
edition: kotc-17
cards:
  8: minion 1/2
  6: [minion 2/4, Lens, Bolt]
  5: [Oracle, Warden]
  4: [Feint]
library:
  - {name: Lens, kind: spell, text: "Draw 2 cards."}
  - {name: Bolt, kind: spell, text: "Target 1 on-field minion; destroy it."}
  - {name: Feint, kind: spell, text: "When enemy casts a spell or activates an ability: 1-dice-heal yourself."}
  - {name: Oracle, kind: minion, sp: 1, hp: 1, text: "SEE: Target up to 2 on-field minions; place 1 Sword Counter on each target."}
  - name: Warden
    kind: minion
    sp: 1
    hp: 3
    text: "GUARD: When this card defends, after Defense Formation (ghost-play): Target this card; place 1 Shield Counter on it."
"""


class Table(trial.Table):
    """Where trial games are played."""

    FILES: ClassVar = {"trial.yaml": DECK}
    kinds = kinds

    def __init__(self) -> None:
        deck = self.load(load_deck)
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
