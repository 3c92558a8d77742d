"""Trial games of Level-Up: a deck that meets every kind of decision, and the engine step by step."""

from typing import Any, ClassVar

import numpy as np

from kotc_sim.games.levelup.cards.deck import load_deck
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.doors import choose_best, set_up
from kotc_sim.games.levelup.engine.machine import advance
from kotc_sim.games.levelup.engine.record import fields, new_game
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.strategies import trial

EDITION = """
name: trial
extends: levelup
switches: {mulligan: once_full}
parameters: {hand_limit: 6}
"""
DECK = """
name: Trial
edition: trial-rules.yaml
cards: {Whelp: 8, Herald: 6, Sentry: 6, Strategist: 6, Mentor: 6, Champion: 3, Bolt: 4, Brand: 3, Veto: 4, Insight: 4}
library:
  - {name: Whelp, kind: creature, type: Fire, subtype: Beast, level: 1, attack: 4, defense: 3,
     effects: [{kind: normal, text: "Your opponent loses 1 point."},
               {kind: normal, text: "You gain 1 point."}]}
  - {name: Herald, kind: creature, type: Fire, subtype: Humanoid, level: 1, attack: 3, defense: 4,
     effects: [{kind: latent, text: "When this card is played: Search your deck for up to 1 level 2 Fire creature."},
               {kind: dormant, text: "Discard 1 card to draw 1 card."}]}
  - {name: Sentry, kind: creature, type: Fire, subtype: Warrior, level: 1, attack: 2, defense: 6,
     effects: [{kind: latent, text: "When this creature is leveled up: You draw 1 card."},
               {kind: continuous, text: "This creature has +2 attack."}]}
  - {name: Strategist, kind: creature, type: Fire, subtype: Warrior, level: 2, attack: 6, defense: 6,
     effects: [{kind: normal, text: "Destroy up to 1 level 1 creature your opponent controls."},
               {kind: counter, text: "In response to an attack: This creature gets +2 defense this turn."}]}
  - {name: Mentor, kind: creature, type: Fire, subtype: Spellcaster, level: 2, attack: 5, defense: 7,
     effects: [{kind: normal, text: "Perform a Normal effect of a card under this creature."},
               {kind: latent, text: "When this card is destroyed: Recover up to 1 creature from your discard pile."}]}
  - {name: Champion, kind: creature, type: Fire, subtype: Dragon, level: 3, attack: 10, defense: 8,
     effects: [{kind: normal, text: "Tap up to 2 creatures your opponent controls."},
               {kind: passive, text: "When this creature attacks: Your opponent loses 1 point."}]}
  - {name: Bolt, kind: magic,
     effects: [{kind: normal, text: "Turn up to 2 creatures on the field face-down."},
               {kind: normal, text: "Your opponent loses 2 points."}]}
  - {name: Brand, kind: magic,
     effects: [{kind: equip, text: "Equip to 1 creature you control: It has +3 attack."},
               {kind: normal, text: "You may play 2 more cards this turn."}]}
  - {name: Veto, kind: magic,
     effects: [{kind: counter, text: "In response to an effect: Negate it."},
               {kind: counter, text: "In response to a level up: Negate it."}]}
  - {name: Insight, kind: magic,
     effects: [{kind: normal, text: "You draw 3 cards."},
               {kind: normal, text: "Your opponent discards 1 card."}]}
"""


class Table(trial.Table):
    """Where trial games are played."""

    FILES: ClassVar = {"trial-rules.yaml": EDITION, "trial.yaml": DECK}
    kinds = kinds

    def __init__(self) -> None:
        deck = self.load(load_deck)
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
