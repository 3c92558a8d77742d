"""The naive references and the kernel play the same games under the same dice and choices, and agree at every decision."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kotc_sim.games.keeper.build import Built
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import kinds, machine, record, zones
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.shared.result import Ending
from tests.naive import eleventh, fifth, ninth, seventeenth, sixteenth
from tests.naive.cards import Card, Vocabulary, random_library
from tests.naive.game import PASS, Decision, GameOver, Option
from tests.naive.turns import END, Game

TURN_LIMIT = 90
ON_CARD = {kinds.Opt.BURY_CARD, kinds.Opt.SOW_CARD, kinds.Opt.ENLIST, kinds.Opt.PICK_CARD, kinds.Opt.ATTACK_MINION}


class Kernel:
    """The kernel, with dice from outside and every decision open."""

    def __init__(self, match: Built, seed: int, dice: Iterator[int]) -> None:
        self.match, self.dice = match, dice
        self.m = match.record
        self.g = record.new_game()
        with np.errstate(over="ignore"):
            machine.deal(self.g, self.m, np.uint64(seed), 0, 0)
            for p in range(int(self.m.n_players)):
                zones.settle_deck(self.g, p)
        self.g.scripted = 1
        self.g.turn_limit = TURN_LIMIT
        self.g.script_random_n = record.MAX_SCRIPT  # all 0: the first card that is there
        self.g.script_dice_n = record.MAX_SCRIPT
        self.g.script_dice[:] = [next(dice) for _ in range(record.MAX_SCRIPT)]
        for p in range(int(self.m.n_players)):
            self.g.players[p].asks_dice = 1

    def advance(self) -> Decision | None:
        """Return the next decision with more than one option, or None at the end of the game."""
        g = self.g
        while True:
            g.script_random_at = 0
            machine.advance(g, self.m)
            used = int(g.script_dice_at)
            assert not g.script_error
            g.script_dice[:] = [*g.script_dice[used:].tolist(), *(next(self.dice) for _ in range(used))]
            g.script_dice_at = 0
            if g.over:
                return None
            if g.n_options > 1 and not g.forced:
                return Decision(int(g.asked), [self.option(i) for i in range(int(g.n_options))])
            g.choice = 0
            g.ask = 0

    def option(self, i: int) -> Option:
        kind, card, ability, target, amount = self.g["options"][["kind", "card", "ability", "target", "amount"]][i].tolist()
        if kind in ON_CARD:
            return ("card", card)
        if kind in (kinds.Opt.SUMMON, kinds.Opt.SET_TRAP):
            return ("summon" if kind == kinds.Opt.SUMMON else "set", card)
        if kind in (kinds.Opt.CAST, kinds.Opt.ACTIVATE):
            definition = int(self.g.cards[card].definition)
            return ("use", card, ability - int(self.m.defs[definition].first_ability))
        if kind == kinds.Opt.POP:
            name = self.match.names.counters[ability]
            return ("pop", card, name, target, amount) if name == "dice" else ("pop", card, name)
        if kind == kinds.Opt.FACE:
            if self.g.ask == kinds.Ask.REACT:
                return ("again", target, amount)
            return ("assign", card, amount) if self.g.ask == kinds.Ask.ASSIGN else ("die", amount)
        if kind == kinds.Opt.ATTACK_PLAYER:
            return ("player", target)
        if kind == kinds.Opt.PICK_PLAYER:
            return ("player", target)
        if kind == kinds.Opt.NUMBER:
            return ("number", amount)
        if kind == kinds.Opt.PICK_COUNTER:
            return ("counter", card, self.match.names.counters[ability], target)
        return {kinds.Opt.PASS: PASS, kinds.Opt.END_PHASE: END}[kinds.Opt(kind)]

    def choose(self, i: int) -> None:
        self.g.choice = i
        self.g.ask = 0

    def state(self) -> list[Any]:
        """Return what lies where: HP and zones of each player, states of the cards, counters."""
        g, n = self.g, int(self.g.n_cards)
        players = []
        for p in range(int(g.n_players)):
            player = g.players[p]
            zones = [player.zone[z, : player.n[z]].tolist() for z in range(kinds.N_ZONES)]
            players.append((int(player.hp), zones[0], *(sorted(zone) for zone in zones[1:])))
        cards = list(zip(range(n), *(g["cards"][name][:n].tolist() for name in ("exhausted", "sp", "hp", "down")), strict=True))
        counters = []
        for card, kind, owner, count in np.asarray(g["counters"])[["card", "kind", "owner", "count"]][: int(g.n_counters)].tolist():
            counters += [(card, self.match.names.counters[kind], owner)] * count
        return [int(g.turn), *players, *cards, sorted(counters)]


class Reference:
    """The reference engine, with the same cards in the same order."""

    def __init__(self, game: Game, cards: list[Card]) -> None:
        self.game, self.cards = game, cards
        self.rules = game.play()
        self.answer: Option | None = None

    def advance(self) -> Decision | None:
        while True:
            try:
                decision = self.rules.send(self.answer)  # type: ignore[arg-type]
            except GameOver:
                return None
            if len(decision.options) > 1:
                return decision
            self.answer = decision.options[0]

    def state(self) -> list[Any]:
        players = []
        for player in self.game.players:
            numbers = [[card.number for card in zone] for zone in player.zones()]
            players.append((player.hp, numbers[0], *(sorted(zone) for zone in numbers[1:])))
        cards = [(c.number, int(c.exhausted), c.sp, c.hp, c.down) for c in self.cards]
        counters = [(c.number, kind, owner) for c in self.cards for kind, owner in c.counters]
        return [self.game.turn, *players, *cards, sorted(counters)]


GAMES: dict[str, tuple[type[Game], Vocabulary]] = {
    "17": (Game, seventeenth.WORDS),
    "16": (sixteenth.Sixteenth, sixteenth.WORDS),
    "11": (eleventh.Eleventh, eleventh.WORDS),
    "9": (ninth.Ninth, ninth.WORDS),
    "5": (fifth.Fifth, fifth.WORDS),
}


def random_match(rng: random.Random, words: Vocabulary) -> tuple[Built, dict[str, Any]]:
    """Return a match of two or three players over cards that the reference knows."""
    edition = load_edition(words.edition)
    library = random_library(rng, edition, words, 10)
    decks = []
    for p in range(rng.choice(words.players)):
        counts = {i: 0 for i in range(len(library))}
        for _ in range(words.deck):
            counts[rng.randrange(len(library))] += 1
        aside = dict.fromkeys(range(len(library)), 0)
        for i in rng.sample([i for i, n in counts.items() for _ in range(n)], words.reserves):
            aside[i] += 1
        cards, reserves = (tuple((library[i][1], n) for i, n in part.items() if n) for part in (counts, aside))
        decks.append(Deck(f"P{p}", edition, None, cards, reserves))
    return compile_match(decks), {printed.name: printed for printed, _ in library}


def play_both(edition: str, seed: int) -> tuple[int, set[str]]:
    """Play one game on both sides; return the number of decisions, what kinds of options were chosen, and how the game ended."""
    rng = random.Random(seed)
    rules, words = GAMES[edition]
    match, printed = random_match(rng, words)
    roll = [random.Random(seed + 1), random.Random(seed + 1)]
    dice = [iter(functools.partial(r.randint, 1, 6), 0) for r in roll]
    kernel = Kernel(match, seed, dice[0])
    g = kernel.g
    cards = [Card(i, printed[match.names.card(int(g.cards[i].definition))], int(g.cards[i].owner)) for i in range(int(g.n_cards))]
    decks = []
    for p in range(int(g.n_players)):
        player = g.players[p]
        decks.append([cards[i] for i in player.zone[kinds.Zone.DECK, : player.n[kinds.Zone.DECK]]])
    game = rules(decks, dice[1], TURN_LIMIT, int(g.first_player))
    for player in game.players:
        kept = g.players[player.number]
        player.reserves = [cards[i] for i in kept.zone[kinds.Zone.RESERVES, : kept.n[kinds.Zone.RESERVES]]]
    reference = Reference(game, cards)
    decisions, chosen = 0, set()
    while True:
        ours, theirs = kernel.advance(), reference.advance()
        where = f"seed {seed}, decision {decisions}, turn {int(g.turn)}, {kinds.Ask(int(g.ask)).name}"
        now, then = kernel.state(), reference.state()
        assert now == then, (where, [pair for pair in zip(now, then, strict=True) if pair[0] != pair[1]])
        if ours is None or theirs is None:
            assert ours is theirs is None, where
            break
        assert ours.player == theirs.player, where
        assert sorted(map(str, ours.options)) == sorted(map(str, theirs.options)), (where, ours.options, theirs.options)
        i = rng.randrange(len(ours.options))
        if ours.options[i] in (PASS, END) and g.ask != kinds.Ask.EXCHANGE:  # less often, so that more happens
            i = rng.randrange(len(ours.options))
        if g.ask == kinds.Ask.EXCHANGE and PASS in ours.options and rng.randrange(2):
            i = ours.options.index(PASS)
        pops = [k for k, option in enumerate(ours.options) if option[0] == "pop"]
        if pops and rng.randrange(2):  # more often
            i = rng.choice(pops)
        kernel.choose(i)
        reference.answer = ours.options[i]
        chosen.add(ours.options[i][0])
        if ours.options[i][0] == "pop":
            chosen.add(ours.options[i][2])
        decisions += 1
    winners = [p for p in range(int(g.n_players)) if int(g.winners) >> p & 1]
    assert winners == reference.game.winners, (seed, winners, reference.game.winners)
    return decisions, chosen | {Ending(int(g.ending)).name}


@pytest.mark.parametrize("edition", GAMES)
def test_kernel_and_reference_agree_move_by_move(edition: str) -> None:
    chosen: set[str] = set()
    for seed in (3, 7, *range(12, 25)):  # among them one game or more in which each kind of counter is popped
        decisions, kinds_chosen = play_both(edition, seed)
        assert decisions > 10
        chosen |= kinds_chosen
    popped = set(GAMES[edition][1].counters) - {"generic"}  # which nobody pops
    assert {"summon", "use", "pop", "die", "player", "card", "pass", "HIT_POINTS", "DECK_OUT"} | popped <= chosen


@pytest.mark.slow
@pytest.mark.parametrize("edition", GAMES)
def test_kernel_and_reference_agree_on_many_games(edition: str) -> None:
    assert sum(play_both(edition, seed)[0] for seed in range(1000, 1500)) > 50_000
