"""Trial games of Keeper of the Cards: a deck that meets most kinds of decisions, and the engine step by step."""

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.engine import kinds, machine, record
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.shared.best import pick_best
from kotc_sim.strategies.keeper.api import Strategy

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


class Table:
    """Where trial games are played, in seats that alternate; see `kotc_sim.strategies.trial.Table` for the methods."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "trial.yaml"
            path.write_text(DECK, encoding="utf-8")
            deck = load_deck(path)
        self.match = compile_match([deck, deck])
        self.game = record.new_game()
        self.scores = record.new_scores()
        self.records = {"game": self.game, "match": self.match.record}

    def deal(self, number: int, strategy: Strategy) -> int:
        seat = number % 2
        machine.deal(self.game, self.match.record, np.uint64(number), 0, 0)
        self.game.players[seat].asks_dice = int(strategy.orders_dice)
        return seat

    def advance(self) -> int:
        machine.advance(self.game, self.match.record)
        return -1 if self.game.over else int(self.game.asked)

    def ask(self, fill: Callable[..., None]) -> None:
        fill(self.game, self.match.record, int(self.game.asked), self.scores)

    def n_options(self) -> int:
        return int(self.game.n_options)

    def option(self, number: int) -> str:
        return f"{kinds.Opt(int(self.game.options[number].kind)).name} of a decision {kinds.Ask(int(self.game.ask)).name}"

    def decide(self) -> None:
        self.game.choice = pick_best(self.game, int(self.game.asked), self.scores)
        self.game.ask = 0
