"""Level-Up in words: options, and the log of a game."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.shared.result import Ending
from kotc_sim.shared.tables import read_rows

SPECTATOR = -1  # who sees what both players may know
_ENDINGS = {Ending.HIT_POINTS: "is out of points", Ending.TURN_CAP: "the turn limit is reached", Ending.ERROR: "an error stopped the game"}
_SAID = {kinds.Log[row["entry"].upper()]: row["line"] for row in read_rows(Path(__file__).with_name("log.csv"))}
"""Lines of the log that a few words make, with who did it, a card, what it is called where it may be hidden, and two numbers."""


class Narrator:
    """Puts a game into words.

    - ``game``: as `kotc_sim.games.levelup.engine.record.fields` gives it.
    - ``cards``: by kind number.
    - ``name``: the name of a physical card; by default the card's own, with its owner.
    - ``players``: names of the seats.
    - ``told``: the seat of who is told, or `SPECTATOR`; by default hidden cards are named as well.
    - ``known``, an attribute: the cards that who is told may know.
    """

    known: Collection[int] = ()

    def __init__(
        self,
        game: Any,
        cards: list[Card],
        name: Callable[[int], str] | None = None,
        players: tuple[str, str] = ("P0", "P1"),
        told: int | None = None,
    ) -> None:
        self.game, self.cards, self.players, self.told = game, cards, players, told
        self._name = name

    def card(self, card: int) -> str:
        """Return the name of a physical card."""
        if card < 0:
            return "nothing"
        if self._name is not None:
            return self._name(card)
        if not self.sees(card):
            return self._unseen(card)
        return self.cards[int(self.game.card[card].kind)].name

    def sees(self, card: int) -> bool:
        """Say whether who is told may know which card this is."""
        return self.told is None or card in self.known

    def _unseen(self, card: int) -> str:
        """Return what a hidden card is called: by its place, if it lies on the field."""
        player = card // kinds.MAX_DECK
        side = self.game.side[player]
        creatures = [int(pile.top) for pile in side.piles[: int(side.n_piles)]]
        for what, cards in (("creature", creatures), ("magic card", side.magic[: int(side.n_magic)].tolist())):
            if card in cards:
                return f"face-down {what} {cards.index(card) + 1} of {self.players[player]}"
        return "a card"

    def effect(self, number: int) -> str:
        """Return the text of an effect."""
        for kind, card in enumerate(self.cards):
            for position, effect in enumerate(card.effects):
                first = int(self.game.m.kinds[kind].effects[position])
                if first <= number <= first + len(effect.then):
                    return (effect, *effect.then)[number - first].text
        return "no effect"

    def option(self, number: int) -> str:
        """Return an option of the decision at hand."""
        option = self.game.options[number]
        card, target = int(option.card), int(option.target)
        match kinds.Opt(int(option.kind)):
            case kinds.Opt.PLAY:
                chosen = " (place to be chosen)" if target == kinds.ASK_PLACE else ""
                where = f" on {self.card(self.top(target))}" if target >= 0 else chosen
                return f"play {self.card(card)}{where}{' face-down' if option.amount else ''}"
            case kinds.Opt.FLIP:
                return f"turn {self.card(card)} face-up"
            case kinds.Opt.ACTIVATE:
                return f"activate {self.card(card)}: {self.effect(int(option.amount))}"
            case kinds.Opt.ATTACK:
                aim = self.card(target) if target >= 0 else self.players[1 - card // kinds.MAX_DECK]
                return f"attack {aim} with {self.card(card)}"
            case kinds.Opt.CARD:
                return f"choose {self.card(card)}"
            case kinds.Opt.PLACE:
                where = "to a free slot" if target == kinds.NEW_SLOT else f"on {self.card(self.top(target))}"
                return f"place {self.card(card)} {where}"
            case kinds.Opt.END_PHASE:
                return "end the phase"
            case kinds.Opt.PASS:
                return "pass" if self.game.ask == kinds.Ask.RESPOND else "choose no more"
            case other:
                return other.name.lower()

    def options(self) -> list[str]:
        """Return all options of the decision at hand."""
        return [self.option(i) for i in range(int(self.game.n_options))]

    def top(self, bottom: int) -> int:
        """Return the top card of the pile that a card is the bottom of; itself if there is none."""
        side = self.game.side[bottom // kinds.MAX_DECK]
        return next((int(pile.top) for pile in side.piles[: int(side.n_piles)] if pile.bottom == bottom), bottom)

    def lines(self) -> list[str]:
        """Return the log in words, and empty it."""
        entries = self.game.log[: int(self.game.n_log)]
        told = [self._line(kinds.Log(int(one.what)), int(one.player), int(one.card), int(one.a), int(one.b)) for one in entries]
        self.game.n_log = 0
        return [line for line in told if line]

    def _line(self, what: kinds.Log, player: int, card: int, a: int, b: int) -> str:
        who = self.players[player] if player in (0, 1) else "nobody"
        name = "" if what is kinds.Log.TURN else self.card(card)
        hidden = name if self.told is None or self.told == player else "a card"
        if what in _SAID:
            return _SAID[what].format(who=who, name=name, hidden=hidden, a=a, b=b)
        match what:
            case kinds.Log.TURN:
                return f"— Turn {a}: {who} ({b} points against {card}) —"
            case kinds.Log.PLAY:
                down = " face-down" if a else ""
                return f"{who} plays {hidden if a else name}{down}"
            case kinds.Log.LEVEL_UP:
                down = " face-down" if b else ""
                return f"{who} levels {self.card(a)} up to {hidden if b else name}{down}"
            case kinds.Log.FLIP:
                return f"{name} is turned {'face-up' if a else 'face-down'}"
            case kinds.Log.ACTIVATE:
                return f"{who} activates {name}: {self.effect(a)}"
            case kinds.Log.TRIGGER:
                return f"{who}'s {name} triggers: {self.effect(a)}"
            case kinds.Log.ATTACK:
                return f"{who} attacks {self.card(a) if a >= 0 else self.players[1 - player]} with {name}"
            case kinds.Log.POINTS:
                return f"{who} {'gains' if a > 0 else 'loses'} {abs(a)} and has {b} points" if a else ""
            case kinds.Log.COMPARE:
                return f"{name} hits directly" if b < 0 else f"{name} attacks with {a} against {b}"
            case kinds.Log.EQUIP:
                return f"{name} is equipped to {self.card(a)}"
            case kinds.Log.COUNTERED:
                what_kind = {kinds.Item.EFFECT: "the effect of ", kinds.Item.ATTACK: "the attack of "}.get(kinds.Item(a), "")
                return f"{who} negates {what_kind}{name}"
            case kinds.Log.USED:
                return f"{name} is tapped, and its effect is performed: {self.effect(a)}"
            case kinds.Log.END:
                why = _ENDINGS.get(Ending(a), "")
                if player not in (0, 1):
                    both = "both players are out of points" if a == Ending.HIT_POINTS else why
                    return f"The game is a draw: {both}"
                loser = f"{self.players[1 - player]} {why}" if a == Ending.HIT_POINTS else why
                return f"{who} wins: {loser}"
            case _:
                return ""
