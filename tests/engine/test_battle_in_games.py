"""Battles on paper are the battles of games: the same line-ups, victims and dice end alike in the engine and outside of it."""

from __future__ import annotations

import random
from typing import Any

import numba
import numpy as np
import pytest

from kotc_sim import games
from kotc_sim.battles.counters import ATTACKERS, DAMAGE, DEFENDERS, OUTCOMES, VICTIM, _arguments, fight
from kotc_sim.battles.exact import Policy, rank, solve
from kotc_sim.battles.outcome import Battle, BattleRules, Minion, VictimGone, VictimKind, attacking_side, defending_side, measures
from kotc_sim.experiments.battle.battle import battle
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import kinds, machine, record
from kotc_sim.games.keeper.match import compile_match
from tests.engine.test_properties import place

LINEUPS = 40 if numba.config.DISABLE_JIT else 1_000
ENOUGH_HP = 500
"""Of both players: more than a battle can take."""


def lineup(rng: random.Random, fewest: int) -> tuple[Minion, ...]:
    return tuple(Minion(rng.randint(0, 4), rng.randint(0, 8)) for _ in range(rng.randint(fewest, 4)))


class Field:
    """An edition's engine, with a field of any minions."""

    def __init__(self, edition: str) -> None:
        known = load_edition(edition)
        deck = Deck("plain", known, None, ((plain_minion(1, 1), 40),))
        self.m = compile_match([deck, deck]).record
        self.dealt = record.new_game()
        with np.errstate(over="ignore"):
            machine.deal(self.dealt, self.m, np.uint64(0), 0, 0)
        self.dealt.scripted = 1
        for player in self.dealt.players:
            player.hp = ENOUGH_HP
        numbers = games.of(known).design.battle_numbers(known)
        assert numbers is not None
        self.rules = BattleRules(numbers.piercing, numbers.leftover_defense, VictimGone[numbers.victim_gone.upper()])

    def fight(self, given: Battle, rolled: list[int]) -> tuple[list[int], list[list[int | None]]]:
        """Return the damage to either player, and the HP of both teams; None for one that fell."""
        g: Any = self.dealt.copy()
        g.script_dice_n = len(rolled)
        g.script_dice[: len(rolled)] = rolled
        teams = [[place(g, p, one.sp, one.hp) for one in team] for p, team in enumerate((given.attackers, given.defenders))]
        outside = None if given.victim_minion is None else place(g, 1, 0, given.victim_minion.hp)
        teams[1] += [] if outside is None else [outside]
        victim = -1 if given.victim == VictimKind.PLAYER else teams[1][-1] if outside is not None else teams[1][0]
        attacked = False
        while True:
            machine.advance(g, self.m)
            if attacked and g.ask == kinds.Ask.BATTLE:
                break
            options = [(int(o.kind), int(o.card)) for o in g.options[: int(g.n_options)]]
            asked = kinds.Ask(int(g.ask))
            wanted: list[tuple[int, int]] = []
            if asked == kinds.Ask.BATTLE:
                wanted = [(kinds.Opt.ATTACK_PLAYER if victim == -1 else kinds.Opt.ATTACK_MINION, victim)]
                attacked = True
            elif asked in (kinds.Ask.ENLIST_ATTACK, kinds.Ask.ENLIST_DEFEND):
                wanted = [(kinds.Opt.ENLIST, c) for c in teams[asked == kinds.Ask.ENLIST_DEFEND] if c != outside]
            g.choice = next((options.index(one) for one in wanted if one in options), len(options) - 1)
            g.ask = 0
        assert not g.script_error
        assert int(g.script_dice_at) == len(rolled)
        hp = [[int(g.cards[c].hp) if int(g.cards[c].zone) == kinds.Zone.BATTLEFIELD else None for c in team] for team in teams]
        return [ENOUGH_HP - int(player.hp) for player in g.players[:2]], hp


@pytest.mark.parametrize("edition", ["kotc-20", "kotc-17", "kotc-12", "kotc-9"])
def test_a_battle_on_paper_is_the_battle_of_a_game(edition: str) -> None:
    field, rng = Field(edition), random.Random(9)
    for _ in range(LINEUPS // 4):
        given = Battle(lineup(rng, 1), lineup(rng, 0), rules=field.rules)
        kind = rng.choice([VictimKind.PLAYER, VictimKind.MINION, *([VictimKind.DEFENDER] if given.defenders else [])])
        given = given._replace(victim=kind, victim_minion=Minion(0, rng.randint(0, 8)) if kind == VictimKind.MINION else None)
        rolls = [[rng.randint(1, 6) for _ in range(number)] for number in (given.attack_dice, given.defense_dice)]
        lost, hp = field.fight(given, [*rolls[0], *rolls[1]])
        attackers, defenders, victim, rules, _ = _arguments(given)
        dice = [np.array([roll.count(face) for face in range(1, 7)], np.int64) for roll in rolls]
        out = np.zeros((2, OUTCOMES), np.int64)
        fight(dice[0], dice[1], attackers, defenders, victim, rules, out)
        assert [int(out[DEFENDERS, DAMAGE]), int(out[ATTACKERS, DAMAGE])] == lost, (given, rolls)
        ends = [[int(one[0]) if one[4] else None for one in team] for team in (attackers, defenders)]
        if given.victim_minion is not None:
            ends[1].append(None if out[ATTACKERS, VICTIM] else int(victim[0]))
        assert ends == hp, (given, rolls)
        for side, roll, damage in zip((attacking_side(given), defending_side(given)), rolls, reversed(lost), strict=True):
            solution = solve(side, Policy.GREEDY)
            cell = solution.cell[int(rank(np.array([sum(die <= face for die in roll) for face in range(1, 6)])))]
            assert int(measures(side, solution.cells)["damage"][cell]) == damage, (given, roll)


def test_three_dice_on_two_hp_pierce_as_they_do_in_games() -> None:
    """Of 216 rolls of three dice against 2 HP, enumerated with the engine's own choice of the next die."""
    found = battle("3/2", "3/2", edition="kotc-17", trials=0).best
    assert found.piercing.defenders.mean == pytest.approx(3.380, abs=5e-4)
