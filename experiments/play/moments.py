"""Moments of games whose worth is known exactly (`kotc_sim.battles.this_turn`), and what each pilot loses in a turn of them.

A moment is drawn by seed: own minions that can attack, spells, resources; enemy minions, some exhausted, and hit points that can be within
reach. A pilot plays the turn in the engine; the enemy blocks by the solver. At each decision the solver tells the chance to win before and
after it, and the differences are summed up: so dice add little noise. *Empty deck* is the same with nothing left to draw, and in *block*
the solver attacks and the pilot blocks.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kotc_sim.battles.this_turn import BURN_DICE, MOST_HP, Minion, Solver, Turn
from kotc_sim.experiments.play.result import Loss, MomentsResult
from kotc_sim.experiments.statistics.intervals import mean_interval
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import kinds, machine
from kotc_sim.games.keeper.engine.frames import TurnStage
from kotc_sim.games.keeper.engine.record import BOTTOM, GAME, new_scores
from kotc_sim.games.keeper.reference import minion, simple_spell
from kotc_sim.runs import learn, match_of
from kotc_sim.shared import best
from kotc_sim.strategies import load

EDITION = "kotc-17"
SEEDS_APART = 1000
"""Between the seeds of two moments: so many games of one share none with the next."""
KINDS = ("win", "empty deck", "block")
DESTROY, BURN = "Target 1 on-field minion; destroy it.", "2-dice-burn the battlefield."
BODIES = ((1, 2), (2, 2), (2, 4), (3, 2), (1, 4), (3, 4), (4, 6))
COPIES, SPELLS = 4, 6
"""Of each body and spell in the deck from which moments are made."""
TURN, SAFE, BRUTES = 21, 6, 4 * ((6, False),)
"""Number of the turn; own hit points for each die of an enemy who can block, enough for this turn and hardly for the next;
and enemy minions that come back next turn: who does not win now has mostly lost. With two of them, `best` won more games by waiting."""
LEAST_WORTH, MOST_WORTH = 0.08, 0.97  # moments that are lost or won anyway are left out
ATTACKER, DEFENDER = 0, 1
_engine: Any = machine
_best: Any = best


@dataclass(frozen=True)
class Moment:
    """A position at the beginning of an Action Phase."""

    attackers: tuple[int, ...]  # own minions on the battlefield, by place in `BODIES`; they can attack
    minions: tuple[tuple[int, bool], ...]  # the enemy's: place in `BODIES`, and whether it can block
    hp: int  # the enemy's
    destroys: int
    burns: int
    resources: int
    """Spells in hand, and unexhausted resources."""
    others: tuple[int, ...] = ()  # minions in hand, by place in `BODIES`: they would not attack this turn

    def turn(self) -> Turn:
        """Return what the solver sees of it."""
        sps = tuple(sorted(BODIES[i][0] for i in self.attackers))
        minions = tuple(sorted((Minion(BODIES[i][1], ready) for i, ready in self.minions), key=repr))
        return Turn(self.hp, sps, minions, False, self.destroys, self.burns, self.resources)


def draw_moment(rng: random.Random, solver: Solver, kind: str) -> Moment:
    """Return a moment whose worth lies between `LEAST_WORTH` and `MOST_WORTH`."""
    while True:
        attackers = tuple(rng.randrange(len(BODIES)) for _ in range(rng.randint(1, 3)))
        dice = sum(BODIES[i][0] for i in attackers)
        minions = (*((rng.randrange(BRUTES[0][0]), rng.random() < 0.7) for _ in range(rng.randint(1, 2))), *BRUTES)
        spells = (0, 0) if kind == "block" else (rng.randint(0, 2), rng.randint(0, 1))
        others = tuple(rng.randrange(len(BODIES)) for _ in range(rng.randint(0, 2)))
        moment = Moment(attackers, minions, rng.randint(2, max(3, 4 * dice)), *spells, rng.randint(0, 6), others)
        if dice > 9 or max(attackers.count(i) for i in attackers) > COPIES or (kind == "block" and not any(ready for _, ready in minions)):
            continue
        if LEAST_WORTH <= solver.value(moment.turn()) <= MOST_WORTH:
            return moment


def moments_deck() -> Deck:
    """Return the deck that both sides hold in all moments."""
    edition = load_edition(EDITION)
    spells = []
    for name, x in (("destroy", 1), ("dice_burn", BURN_DICE)):
        card = simple_spell(edition, edition.rows[f"effect.{name}"], x)
        assert card is not None
        spells.append((card, SPELLS))
    return Deck("moments", edition, None, (*((minion(edition, sp, hp), COPIES) for sp, hp in BODIES), *spells))


class Table:
    """A match of the deck of moments, in which they are set up and played."""

    def __init__(self, match: Any) -> None:
        self.match = match
        cards = match.built.names.cards
        self._bodies = [next(d for d, card in enumerate(cards) if card and not card.text and (card.sp, card.hp) == body) for body in BODIES]
        self.spells = {text: next(d for d, card in enumerate(cards) if card and card.text.strip() == text) for text in (DESTROY, BURN)}
        self._game = np.zeros(1, GAME).view(np.recarray)
        self._scores = new_scores()
        self.g = self._game[0]

    def set_up(self, moment: Moment, seed: int, *, empty: bool) -> None:
        """Make the record a moment; dice follow from the seed."""
        g, m = self.g, self.match.record
        _engine.deal(g, m, np.uint64(seed), 0, 0)
        for i in moment.attackers:
            self._move(ATTACKER, self._bodies[i], kinds.Zone.BATTLEFIELD)
        for i, ready in moment.minions:
            c = self._move(DEFENDER, self._bodies[i], kinds.Zone.BATTLEFIELD)
            g.cards[c].exhausted = int(not ready)
        for text, n in ((DESTROY, moment.destroys), (BURN, moment.burns)):
            for _ in range(n):
                self._move(ATTACKER, self.spells[text], kinds.Zone.HAND)
        for i in moment.others:
            self._move(ATTACKER, self._bodies[i], kinds.Zone.HAND)
        for p, n in ((ATTACKER, moment.resources), (DEFENDER, 4)):
            for _ in range(n):
                self._move(p, -1, kinds.Zone.GRANARY)
            g.players[p].free = n
        while empty and g.players[ATTACKER].n[kinds.Zone.DECK] > 0:
            self._move(ATTACKER, -1, kinds.Zone.GRAVE)
        safe = 1 + SAFE * sum(BODIES[i][0] for i, ready in moment.minions if ready)
        for p, hp in ((ATTACKER, safe), (DEFENDER, moment.hp)):
            g.players[p].hp = hp
            g.players[p].loose = g.players[p].n[kinds.Zone.DECK]
        g.turn, g.turn_player, g.first_player = TURN, ATTACKER, ATTACKER
        g.turn_limit = m.turn_limit
        g.frames[BOTTOM].kind, g.frames[BOTTOM].pc = kinds.Frame.TURN, TurnStage.ENTER_ACTION
        g.depth = 1

    def _move(self, p: int, definition: int, zone: int) -> int:
        """Move a card of a definition, or any, from the deck of a player to another zone; return its index."""
        g, player = self.g, self.g.players[p]
        n = int(player.n[kinds.Zone.DECK])
        deck = player.zone[kinds.Zone.DECK]
        i = next(i for i in range(n) if definition < 0 or g.cards[deck[i]].definition == definition)
        c = int(deck[i])
        deck[i : n - 1] = deck[i + 1 : n].copy()
        player.n[kinds.Zone.DECK] = n - 1
        player.zone[zone, player.n[zone]] = c
        player.n[zone] += 1
        g.cards[c].zone = zone
        return c

    def cards(self, p: int, zone: int) -> list[int]:
        """Return the cards of a player's zone."""
        player = self.g.players[p]
        return [int(c) for c in player.zone[zone, : player.n[zone]]]

    def minion(self, c: int) -> Minion:
        """Return what the solver sees of an enemy minion."""
        card = self.g.cards[c]
        return Minion(min(MOST_HP, int(card.hp)), card.exhausted == 0, card.used_victim == 1)

    def ready(self) -> list[int]:
        """Return the attacker's minions that can attack."""
        return [c for c in self.cards(ATTACKER, kinds.Zone.BATTLEFIELD) if self.g.cards[c].exhausted == 0]

    def turn(self, *, battles: bool) -> Turn:
        """Return what the solver sees of the position; once ``battles`` have begun, no spells."""
        g = self.g
        minions = tuple(sorted(map(self.minion, self.cards(DEFENDER, kinds.Zone.BATTLEFIELD)), key=repr))
        hand = [int(g.cards[c].definition) for c in self.cards(ATTACKER, kinds.Zone.HAND)]
        spells = [0, 0, 0] if battles else [*map(hand.count, self.spells.values()), int(g.players[ATTACKER].free)]
        sps = tuple(sorted(int(g.cards[c].sp) for c in self.ready()))
        return Turn(int(g.players[DEFENDER].hp), sps, minions, bool(g.players[DEFENDER].used_victim), *spells)

    def ask(self, pilot: Any) -> int:
        """Return the option that a pilot takes."""
        g = self.g
        pilot.compiled(g, self.match.record, int(g.asked), self._scores)
        return max(0, int(_best.pick_best(g, int(g.asked), self._scores)))


class PlayedTurn:
    """One turn of a moment, and the chances to win that attacker and defender gave away in it, ``loss``; None plays by the solver."""

    def __init__(self, table: Table, solver: Solver, attacker: Any, defender: Any) -> None:
        self.table, self.solver, self.attacker, self.defender = table, solver, attacker, defender
        self.loss = [0.0, 0.0]
        self._promised: float | None = None  # the chance by what the attacker has decided, as long as no dice were rolled since
        self._turn = table.turn(battles=False)
        self._minions: dict[int, Minion] = {}  # of the enemy, before the battle
        self._team: list[int] = []
        self._victim: Minion | None = None
        self._left: list[Any] = []  # what the solver has still to choose
        self._block: list[int] | None = None
        g, m = table.g, table.match.record
        with np.errstate(over="ignore"):
            _engine.run(g, m)
            while not g.over and g.turn == TURN:
                g.choice = self._attack() if g.asked == ATTACKER else self._defend()
                g.ask = kinds.Ask.NONE
                _engine.run(g, m)
        self.won = bool(g.over and int(g.winners) == 1 << ATTACKER)
        self._end_battle()
        self._compare(float(self.won))

    def _compare(self, now: float) -> None:
        """Count what the attacker has lost since the last promise, which no dice have changed."""
        if self._promised is not None:
            self.loss[ATTACKER] += max(0.0, self._promised - now)
        self._promised = None

    def _sps(self) -> tuple[int, ...]:
        return tuple(sorted(int(self.table.g.cards[c].printed_sp) for c in self._team))

    def _end_formation(self) -> None:
        """Count what the attacker has lost by the attack that is declared, against the best block."""
        if self._team and self._block is None:
            self._compare(self.solver.attack(self._turn, self._sps(), self._victim))
            self._block = []

    def _end_battle(self) -> None:
        """Count what a pilot's block has lost."""
        self._end_formation()
        if self._block is not None and self.defender is not None and any(minion.ready for minion in self._minions.values()):
            taken = tuple(self._minions[c] for c in self._block)
            least = self.solver.attack(self._turn, self._sps(), self._victim)
            self.loss[DEFENDER] += max(0.0, self.solver.attack(self._turn, self._sps(), self._victim, taken) - least)
        self._team, self._block = [], None

    def _attack(self) -> int:
        g = self.table.g
        if g.ask in (kinds.Ask.ACTION, kinds.Ask.BATTLE):
            self._end_battle()
            self._turn = self.table.turn(battles=g.ask == kinds.Ask.BATTLE)
            self._minions = {c: self.table.minion(c) for c in self.table.cards(DEFENDER, kinds.Zone.BATTLEFIELD)}
            value = self.solver.value(self._turn)
            self._compare(value)
            self._promised = value
        elif g.ask == kinds.Ask.ASSIGN and self._promised is None:
            dice = sorted({int(g.options[i].amount) for i in range(g.n_options)})
            self._promised = self.solver.burned(self.table.turn(battles=False), tuple(dice * BURN_DICE)[:BURN_DICE])
        i = self.table.ask(self.attacker) if self.attacker is not None else self._best()
        o = g.options[i]
        if o.kind == kinds.Opt.CAST and g.cards[o.card].definition == self.table.spells[BURN]:
            self._compare(self.solver.burn(self._turn))
        elif o.kind in (kinds.Opt.ATTACK_PLAYER, kinds.Opt.ATTACK_MINION):
            self._victim = self._minions[int(o.card)] if o.kind == kinds.Opt.ATTACK_MINION else None
            ready = self.table.ready()
            self._team = ready if len(ready) == 1 else []  # of one the engine does not ask who attacks
        elif g.ask == kinds.Ask.ENLIST_ATTACK and o.kind == kinds.Opt.ENLIST:
            self._team.append(int(o.card))
        return i

    def _option(self, fits: Callable[[Any], bool]) -> int:
        g = self.table.g
        return next(i for i in range(g.n_options) if fits(g.options[i]))

    def _best(self) -> int:
        """Return what the solver chooses: of spells it plays none, so moments without are its own."""
        g = self.table.g
        ends = (kinds.Opt.PASS, kinds.Opt.END_PHASE)
        if g.ask == kinds.Ask.BATTLE:
            attack = self.solver.best_attack(self._turn)
            if attack is not None:
                self._left = list(attack[0])
                if attack[1] is None:
                    return self._option(lambda o: o.kind == kinds.Opt.ATTACK_PLAYER)
                return self._option(lambda o: o.kind == kinds.Opt.ATTACK_MINION and self._minions[int(o.card)] == attack[1])
        elif g.ask == kinds.Ask.ENLIST_ATTACK and self._left:
            sp = self._left.pop()
            return self._option(lambda o: o.kind == kinds.Opt.ENLIST and g.cards[o.card].sp == sp)
        return self._option(lambda o: o.kind in ends)

    def _defend(self) -> int:
        g = self.table.g
        if g.ask != kinds.Ask.ENLIST_DEFEND:
            return self.table.ask(self.defender) if self.defender is not None else 0
        if self._block is None:
            self._end_formation()
            if self.defender is None:
                self._left = list(self.solver.best_block(self._turn, self._sps(), self._victim))
        if self.defender is not None:
            i = self.table.ask(self.defender)
        elif self._left:
            minion = self._left.pop(0)
            i = self._option(lambda o: o.kind == kinds.Opt.ENLIST and self._minions[int(o.card)] == minion)
        else:
            i = self._option(lambda o: o.kind == kinds.Opt.PASS)
        if g.options[i].kind == kinds.Opt.ENLIST and self._block is not None:
            self._block.append(int(g.options[i].card))
        return i


def moments_of(
    names: Sequence[str],
    *,
    count: int = 60,
    games: int = 3,
    seed: int = 1,
    jobs: int | None = None,
    on_games: Callable[[int], None] | None = None,
) -> MomentsResult:
    """Play moments, ``count`` of each kind, ``games`` times with each pilot, and say what it loses a turn.

    Pilots that learn have learned the deck of the moments; ``on_games`` is called with the number of turns played.
    """
    deck = moments_deck()
    match: Any = match_of((deck, deck))
    fit = learn((deck, deck), names, jobs=jobs)
    table, solver = Table(match), Solver()
    rows = []
    for kind in KINDS:
        rng = random.Random(f"moments {kind} {seed}")
        moments = [draw_moment(rng, solver, kind) for _ in range(count)]
        for name in names:
            pilot: Any = load("kotc", name)
            seated = pilot.seated(match, fit) if pilot.learns else pilot
            sides = (None, seated) if kind == "block" else (seated, None)
            losses = []
            for number, moment in enumerate(moments):
                total = 0.0
                for game in range(games):
                    table.set_up(moment, seed + SEEDS_APART * number + game, empty=kind == "empty deck")
                    total += sum(PlayedTurn(table, solver, *sides).loss)
                losses.append(total / games)
                if on_games is not None:
                    on_games(games)
            mean = mean_interval(losses)
            worth = sum(solver.value(moment.turn()) for moment in moments) / count
            rows.append(Loss(kind=kind, strategy=name, worth=worth, loss=mean.value, interval=mean.ends))
    return MomentsResult(moments=count, games=games, strategies=tuple(names), losses=tuple(rows))
