"""The state of a Level-Up scenario: read from its document, and built as a game record."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.build import Builder
from kotc_sim.games.levelup.cards.card import Card
from kotc_sim.games.levelup.cards.reader import parse_card
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.editions.loader import extend, load_edition, load_named_edition
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.frames import TurnStep
from kotc_sim.games.levelup.engine.record import fields, new_game
from kotc_sim.games.levelup.scenario.shape import Part, PlacedDict, check_document, plain
from kotc_sim.games.levelup.transcript import Narrator
from kotc_sim.games.workbench import node_of
from kotc_sim.yaml_source import Node

SEATS = {"P0": 0, "P1": 1}
PLAIN = re.compile(r"(\w+) ([1-9]) \((\d{1,6})/(\d{1,6})\)")
_PHASES = {
    "start": TurnStep.BEGIN,
    "draw": TurnStep.DRAW,
    "main": TurnStep.LIST_MAIN,
    "battle": TurnStep.END_MAIN,
    "end": TurnStep.END_BATTLE,
}
"""Phases in which a scenario can begin: the step of the turn with which it does."""
DECK = 10  # cards of a deck that a scenario does not describe


class State:
    """The beginning of a scenario: a game in the given state, and names for its cards."""

    def __init__(self, root: Node) -> None:
        check_document(root)
        self.root, self.file = root, root.file
        self.document: Part = plain(root)
        self.place: Any = None
        document = self.document
        self.log: list[str] = []
        self.differences: list[str] = []
        self.labels: dict[str, int] = {}
        self.names: dict[int, str] = {}
        self.edition = self._edition()
        self.vocabulary = Vocabulary(self.edition)
        self.builder = Builder(self.edition)
        self.library: dict[str, Card] = {}
        for entry in document.get("cards") or []:
            card = parse_card(entry.node, self.vocabulary, partial=True)
            self.library[card.name] = card
        self.script: list[Part] = [self._entry(e) for e in document.get("script") or []]
        self._build()

    def error(self, what: str, fix: str | None = None) -> KotcError:
        """Return an error that names the scenario, and the line of the part that is being read."""
        line = self.place.node.line if isinstance(self.place, PlacedDict) else self.root.line
        return KotcError(f"{self.document.get('name', 'scenario')}: {what}", file=self.file, line=line, fix=fix)

    def _edition(self) -> LevelUpEdition:
        entries = self.root.entries()
        edition = load_named_edition(entries["edition"]) if self.document.get("edition") else load_edition()
        changes = {key: entries[key] for key in ("switches", "parameters") if self.document.get(key)}
        return replace(extend(edition, changes, self.file), name=edition.name) if changes else edition

    def _entry(self, entry: Part | str) -> Part:
        return {entry: None} if isinstance(entry, str) else entry

    def _card(self, name: str) -> int:
        if name not in self.library:
            match = PLAIN.fullmatch(name)
            if match is None or match[1] not in self.edition.types:
                raise self.error(f"there is no card {name!r}", 'Define it under `cards:`, or write a plain one: "Fire 2 (6/4)".')
            numbers = dict(zip(("level", "attack", "defense"), map(int, match.groups()[1:]), strict=True))
            try:
                self.library[name] = parse_card(node_of({"name": name, "type": match[1], **numbers}), self.vocabulary, partial=True)
            except KotcError as error:
                raise self.error(error.what, error.fix) from None
        return self.builder.add(self.library[name])

    def _build(self) -> None:
        from kotc_sim.games.levelup.engine.doors import new_card, reset

        players = self.document.get("players") or {}
        for word in SEATS:  # all kinds first: the match must be complete before the game
            self.place = players.get(word)
            for name in self._all_cards(players.get(word) or {}):
                self._card(name)
        self.array = new_game(self.builder.array)
        self.record = self.array[0]
        self.game = fields(self.array)
        self._new_card = new_card
        reset(self.record, np.uint64(1), 0)
        self.game.stepwise = kinds.Stepwise.ASKS | kinds.Stepwise.HALTS
        self.game.log_on = 1
        for i, index in enumerate(self.document.get("random") or []):
            self.game.script[i] = index
            self.game.scripted = i + 1
        number = int(self.document.get("turn_number", 3))
        first = SEATS[self.document.get("first", "P0")]
        self.game.first = first
        phase = str(self.document.get("phase", "main"))
        self.game.player = (first + number - 1) % 2
        self.next_card = [0, kinds.MAX_DECK]
        self.equips: list[tuple[int, str]] = []
        for word, seat in SEATS.items():
            self.place = players.get(word)
            self._build_player(seat, players.get(word) or {}, number)
        for card, host in self.equips:
            c = self.game.card[card]
            c.host = self.game.card[self._label(host)].bottom
            c.active |= self._stances(c, kinds.Kind.EQUIP)
        self.place = None
        self._push_turn(phase, number)
        self.narrator = Narrator(self.game, self.builder.cards, self.name)

    def _push_turn(self, phase: str, number: int) -> None:
        from kotc_sim.games.levelup.engine.doors import draw_cards, push_turn

        if phase == "setup":
            self.game.turn = 0
            self.game.player = self.game.first
            for seat in range(2):
                draw_cards(self.record, seat, self.edition.parameter("opening_hand"))
            push_turn(self.record, int(TurnStep.LIST_MULLIGAN if self.game.m.rules.mulligan else TurnStep.BEGIN))
            return
        push_turn(self.record, int(_PHASES[phase]))
        self.game.turn = number - 1 if phase == "start" else number

    def _all_cards(self, state: Part) -> Iterator[str]:
        for zone in ("creatures", "magic", "hand", "deck", "discard"):
            for _, entry in self._items(state.get(zone, DECK if zone == "deck" else None)):
                yield str(entry["card"])
                yield from (str(below["card"]) for _, below in self._items(entry.get("under")))

    def _items(self, zone: Any) -> list[tuple[str, Part]]:
        """Return label and card of each entry of a zone, given as a number, a map or a list."""
        listed: list[Any] = ["Water 1 (0/0)"] * zone if isinstance(zone, int) else [zone] if isinstance(zone, dict) else zone or []
        pairs = [part for one in listed for part in (one.items() if isinstance(one, dict) and "card" not in one else [("", one)])]
        return [(label, one if isinstance(one, dict) else {"card": one}) for label, one in pairs]

    def _make(self, seat: int, label: Any, name: str) -> int:
        card = self.next_card[seat]
        if card >= (seat + 1) * kinds.MAX_DECK:
            raise self.error(f"a player has more than {kinds.MAX_DECK} cards")
        self.next_card[seat] += 1
        self.game.n_cards[seat] += 1
        self._new_card(self.record, card, self._card(name))
        word = name if label == "" else str(label)  # YAML reads 1 as a number
        if label == "":
            number = 2
            while word in self.labels:
                word, number = f"{name} #{number}", number + 1
        if word in self.labels:
            raise self.error(f"two cards have the label {word!r}", "Labels are unique in a scenario.")
        self.labels[word] = card
        self.names[card] = word
        return card

    def _build_player(self, seat: int, state: Part, number: int) -> None:
        side = self.game.side[seat]
        side.points = int(state.get("points", self.edition.parameter("points")))
        side.plays = int(state.get("plays", 0))
        side.extra_plays = int(state.get("extra_plays", 0))
        for zone, field in (("deck", "deck"), ("hand", "hand"), ("discard", "grave")):
            listed = self._items(state.get(zone, DECK if zone == "deck" else None))
            cards = [self._make(seat, label, str(entry["card"])) for label, entry in listed]
            if zone == "deck":
                cards.reverse()  # listed top first; the engine's top is the last
            for i, card in enumerate(cards):
                side[field][i] = card
                self.game.card[card].zone = kinds.Zone[field.upper()]
            side[field + "_n"] = len(cards)
        for label, entry in self._items(state.get("creatures")):
            self._build_pile(seat, label, entry, number)
        for label, entry in self._items(state.get("magic")):
            card = self._place(seat, label, entry, number)
            side.magic[int(side.n_magic)] = card
            self.game.card[card].slot = side.n_magic
            side.n_magic += 1
            if entry.get("down"):
                self.game.card[card].set_turn = int(entry.get("since", number - 1))
            if "host" in entry:
                self.equips.append((card, str(entry["host"])))

    def _place(self, seat: int, label: str, entry: Part, number: int) -> int:
        card = self._make(seat, label, str(entry["card"]))
        c = self.game.card[card]
        c.zone = kinds.Zone.FIELD
        c.down = bool(entry.get("down"))
        tapped = entry.get("tapped", False)
        if tapped is not False:
            c.tapped = 1
            c.tapped_turn = number - 1 if tapped is True else int(tapped)
        if entry.get("active"):
            c.active |= self._stances(c, kinds.Kind.CONTINUOUS)
            c.tapped = 1
            c.tapped_turn = c.tapped_turn or number - 1
        return card

    def _build_pile(self, seat: int, label: str, entry: Part, number: int) -> None:
        side = self.game.side[seat]
        pile = side.piles[int(side.n_piles)]
        side.n_piles += 1
        card = bottom = -1
        for one, part in (*self._items(entry.get("under")), (label, entry)):
            below, card = card, self._place(seat, one, part, number)
            bottom = card if bottom < 0 else bottom
            self.game.card[card].under, self.game.card[card].bottom = below, bottom
        pile.top, pile.bottom = card, bottom
        self.game.card[bottom].slot = int(side.n_piles) - 1
        for name in ("used", "extra", "attack", "defense", "safe", "halted"):
            pile[name] = 0
        pile.used = int(entry.get("attacks_used", 0))
        pile.placed = int(entry.get("since", number - 1))

    def _stances(self, c: Any, kind: kinds.Kind) -> int:
        """Return a bit for each effect of a card that is of a kind."""
        m = self.game.m
        return sum(1 << k for k in range(2) if m.effects[m.kinds[c.kind].effects[k]].kind == kind)

    def name(self, card: int) -> str:
        """Return a card's label."""
        return self.names.get(card, f"card {card}")

    def _label(self, label: Any) -> int:
        if str(label) not in self.labels:
            raise self.error(f"there is no card labelled {label!r}", "Known: " + ", ".join(self.labels) + ".")
        return self.labels[str(label)]
