"""Writing the state of a scenario into a game record, and reading cards back by their labels."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kotc_sim.games.keeper.build import Builder, Built, card_key
from kotc_sim.games.keeper.engine import kinds, machine, record
from kotc_sim.games.keeper.engine.frames import TurnStage
from kotc_sim.games.keeper.scenario.reader import ZONES, CardState, Document
from kotc_sim.games.keeper.transcript import take_log
from kotc_sim.shared.result import MAX_PLAYERS
from kotc_sim.yaml_source import whole_number

ZONE_OF = {zone: kinds.Zone[zone.upper()] for zone in ZONES}
_FIRST_STAGE = {
    "draw": TurnStage.DRAW,
    "resource": TurnStage.RESOURCE,
    "action": TurnStage.ENTER_ACTION,
    "battle": TurnStage.ENTER_BATTLE,
    "recovery": TurnStage.ENTER_RECOVERY,
}
_SHARED: OrderedDict[Any, Built] = OrderedDict()
_SHARED_MAX = 64


@dataclass(slots=True)
class Game:
    """A game that a scenario plays."""

    match: Built
    array: Any  # one element of dtype ``GAME``
    g: Any  # that element
    labels: dict[str, int]  # index of each labelled card
    first_pawn: int  # index of the first card that is created in play
    turn_limit: int  # the edition's
    log: list[tuple[int, ...]] = field(default_factory=list)  # entries of the game log, in order; empty unless it is switched on
    answers: list[int] = field(default_factory=list)  # the options by which it was answered, since it was copied

    def copy(self) -> "Game":
        """Return a copy that can be played on without a trace."""
        array = new_array()
        array[0] = self.array[0]
        array[0].log_on = 0
        return Game(self.match, array, array[0], self.labels, self.first_pawn, self.turn_limit)

    def advance(self) -> None:
        """Run until a decision or the end of the game."""
        while True:
            machine.advance(self.g, self.match.record)
            self.log += take_log(self.g)
            if self.g.ask != 0 or self.g.over != 0:
                return

    def answer(self, index: int) -> None:
        """Answer the decision by an option's index, and run on."""
        self.answers.append(index)
        self.g.choice = index
        self.g.ask = 0
        self.advance()

    def options(self) -> list[Any]:
        """Return the options of the decision at hand."""
        return [self.g.options[i] for i in range(int(self.g.n_options))]

    def card(self, label: str) -> int:
        """Return a card's index by its label (created pawns and chimeras: ``pawn1``, ``chimera1``, …); -1 if there is none (yet)."""
        if label in self.labels:
            return self.labels[label]
        for body in (kinds.Body.PAWN, kinds.Body.CHIMERA):
            word = body.name.lower()
            number = whole_number(label.removeprefix(word)) if label.startswith(word) else None
            made = self._made(body)
            if number is not None and 0 < number <= len(made):
                return made[number - 1]
        return -1

    def _made(self, body: kinds.Body) -> list[int]:
        """Return the pawns, or chimeras, that were made in the game, the eldest first."""
        return [c for c in range(self.first_pawn, int(self.g.n_cards)) if self.g.cards[c].pawn == body]

    def label(self, c: int) -> str:
        """Return what a scenario calls card ``c``: its label, or its name."""
        for label, index in self.labels.items():
            if index == c:
                return label
        if c >= self.first_pawn:
            body = kinds.Body(int(self.g.cards[c].pawn))
            return f"{body.name.lower()}{self._made(body).index(c) + 1}"
        return self.name(c)

    def name(self, c: int) -> str:
        """Return the name of card ``c``."""
        return self.match.names.card(int(self.g.cards[c].definition))

    def zone(self, p: int, zone: int) -> list[int]:
        """Return the cards of a zone, a deck's top card first."""
        player = self.g.players[p]
        cards = [int(c) for c in player.zone[zone, : player.n[zone]]]
        return cards[::-1] if zone == kinds.Zone.DECK else cards


def new_array() -> Any:
    """Return a zeroed array of one game."""
    return np.zeros(1, record.GAME).view(np.recarray)


def build(document: Document) -> Game:
    """Set up the game of a scenario, ready to run; a `KotcError` if the cards do not fit the engine, or a state is not possible."""
    match = _match(document)
    array = new_array()
    g = array[0]
    m = match.record
    n = len(document.players)
    g.n_players, g.n_left, g.fallen, g.scripted = n, n, 1, 1
    g.turn_limit, g.first_player, g.turn_player = m.turn_limit, document.turn, document.turn
    g.turn = document.turn_number
    for name, numbers in (("dice", document.dice), ("random", document.random)):
        getattr(g, f"script_{name}")[: len(numbers)] = numbers
        setattr(g, f"script_{name}_n", len(numbers))
    labels: dict[str, int] = {}
    for seat, player in enumerate(document.players):
        g.players[seat].hp = m.starting_hp if player.hp is None else player.hp
        g.players[seat].zombie = player.zombie or g.players[seat].hp == 0  # 20.condition.5
        g.players[seat].asks_dice = 1
        g.players[seat].ended_turn = max(0, document.turn_number - ((document.turn - seat) % n or n))
        for zone, states in player.zones.items():
            for state in reversed(states) if zone == "deck" else states:
                c = _put(g, match, seat, ZONE_OF[zone], state, document)
                if state.label is not None:
                    labels[state.label] = c
    frame = g.frames[record.BOTTOM]
    frame.kind = kinds.Frame.SETUP if document.phase == "setup" else kinds.Frame.TURN
    frame.pc = _FIRST_STAGE.get(document.phase, 0)
    g.depth = 1
    return Game(match, array, g, labels, int(g.n_cards), int(m.turn_limit))


def _match(document: Document) -> Built:
    """Compile the scenario's cards, or take the match of an earlier scenario with the same ones."""
    dealt = (state.card for player in document.players for states in player.zones.values() for state in states)
    cards = {card_key(card): card for card in (*document.cards, *dealt)}
    edition = document.edition
    key = (edition.name, edition.file, len(document.players), tuple(cards))
    if key in _SHARED:
        _SHARED.move_to_end(key)
        return _SHARED[key]
    builder = Builder(edition)
    builder.placed |= set(builder.names.counters)  # counters that a scenario places by hand are answered too
    for card in cards.values():
        builder.add_card(card)
    for seat in range(len(document.players)):
        builder.add_deck(seat, [])
    match = builder.finish()
    _SHARED[key] = match
    if len(_SHARED) > _SHARED_MAX:
        _SHARED.popitem(last=False)
    return match


def _put(g: Any, match: Built, seat: int, zone: int, state: CardState, document: Document) -> int:
    """Add a card to the record and to its zone; return its index."""
    c = int(g.n_cards)
    player = g.players[seat]
    if c >= record.MAX_CARDS - 64 or player.n[zone] >= record.ZONE_CAP:
        raise state.node.error("the scenario has more cards than the engine keeps", "Leave some out.")
    definition = match.definitions[card_key(state.card)]
    d = match.record.defs[definition]
    card = g.cards[c]
    card.definition, card.owner, card.holder, card.zone = definition, state.owner, seat, zone
    card.sp = card.printed_sp = d.sp
    card.hp = card.printed_hp = d.hp
    card.printed_level = max(int(d.level), 1) if state.pawn and d.spell == 1 else d.level
    card.exhausted = int(state.exhausted)
    card.fatigued = int(state.fatigued)
    g.n_fatigued += int(state.fatigued)
    card.fatigue_turn = document.turn_number - 1
    card.petrified = int(state.petrified)
    card.pawn = int(state.pawn)
    if state.sp is not None:
        card.sp = state.sp
    if state.hp is not None:
        card.hp = state.hp
    if state.level is not None:
        if state.level > card.printed_level:
            raise state.node.error(
                f"the level {state.level} is above the printed one, {card.printed_level}", "No rule raises a level; change the card."
            )
        card.down = card.printed_level - state.level
        g.n_down += int(card.down > 0)
    player.zone[zone, player.n[zone]] = c
    player.n[zone] += 1
    player.may_hold |= 1 << min(definition, record.LAST_BIT)
    if zone == kinds.Zone.GRANARY and not state.exhausted:
        player.free += 1
    g.n_cards = c + 1
    if state.counters and zone != kinds.Zone.BATTLEFIELD:
        raise state.node.error("counters lie on a card that is not on the battlefield", "Remove them.")
    for name, owner, count in (counter for counter in state.counters if counter[-1]):
        stack = g.counters[g.n_counters]
        stack.card, stack.kind, stack.owner, stack.count = c, match.names.counters.index(name), owner, count
        g.n_counters += 1
        card.counters += count
    return c


assert MAX_PLAYERS == 8  # the format says so
