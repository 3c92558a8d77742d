"""The battle kernels: the same dice give the same outcome, whichever way they are fought."""

from __future__ import annotations

import math
from collections import Counter

import numba
import numpy as np
import pytest

from kotc_sim.battles import fast as battle_fast
from kotc_sim.battles.counters import OUTCOMES, simulate_counters, solve_counters
from kotc_sim.battles.exact import Policy, rank, solve
from kotc_sim.battles.outcome import Battle, BattleRules, Ints, VictimGone, attacking_side, defending_side, distribution, measures
from kotc_sim.errors import KotcError
from kotc_sim.shared.dice import pick_die
from tests.engine.test_battle_exact import line, minion, naive_table, with_victim
from tests.naive import battle as naive

SEED = 20_240_501
BATTLES = 2_000 if numba.config.DISABLE_JIT else 1_000_000
LINEUPS = [
    ("2/4", ""),
    ("4/6+2/4", "1/10+2/4"),
    ("3/6", "2/8"),
    ("2/4+2/4+2/4+2/4", "2/4+2/4+2/4+2/4"),
    ("1/0+5/1", "3/0+0/0+1/2"),
    ("9/3+9/9", "7/5+8/20"),
]


def fight(attackers: str, defenders: str, start: int, stop: int, by_table: bool = False) -> tuple[Battle, Ints, Ints]:
    battle = Battle(line(attackers), line(defenders) if defenders else ())
    solutions = [solve(side, Policy.GREEDY) for side in (attacking_side(battle), defending_side(battle))]
    a_cells, d_cells = (solution.cells for solution in solutions)
    a_out, d_out = np.zeros(a_cells.size, np.int64), np.zeros(d_cells.size, np.int64)
    if by_table:
        battle_fast.count_rolls(
            np.uint64(SEED), start, stop, battle.attack_dice, battle.defense_dice, solutions[0].cell, solutions[1].cell, a_out, d_out
        )
    else:
        battle_fast.count_battles(
            np.uint64(SEED),
            start,
            stop,
            battle.attack_dice,
            battle.defense_dice,
            np.array([one.hp for one in battle.attackers], np.int64),
            np.array([one.hp for one in battle.defenders], np.int64),
            a_cells.first,
            a_cells.width,
            d_cells.first,
            d_cells.width,
            defending_side(battle).loses_leftover,
            a_out,
            d_out,
        )
    return battle, a_out, d_out


@pytest.mark.parametrize("lineup", LINEUPS)
def test_a_million_battles_agree_with_the_exact_distribution(lineup: tuple[str, str]) -> None:
    """Every frequent cell and every mean within 4 standard errors.

    The seed is fixed; with another one, about 1,000 comparisons would fail with probability below 0.07.
    """
    battles = BATTLES
    battle, a_out, d_out = fight(*lineup, 0, battles)
    for side, out in ((attacking_side(battle), a_out), (defending_side(battle), d_out)):
        if side.dice == 0:
            assert out.sum() == 0
            continue
        assert out.sum() == battles
        solution = solve(side, Policy.GREEDY)
        total = 6**side.dice
        for weight, count in zip(solution.weights, out.tolist(), strict=True):
            share = weight / total
            if weight == 0:
                assert count == 0
            elif battles * share >= 25:
                assert abs(count - battles * share) <= 4 * math.sqrt(battles * share * (1 - share))
        for name, values in measures(side, solution.cells).items():
            mean = sum(w * v for w, v in zip(solution.weights, values.tolist(), strict=True)) / total
            square = sum(w * v * v for w, v in zip(solution.weights, values.tolist(), strict=True)) / total
            error = math.sqrt(max(square - mean**2, 0) / battles)
            assert abs(float(out @ values) / battles - mean) <= 4 * error + 1e-9, (name, lineup)


@pytest.mark.parametrize("lineup", LINEUPS)
def test_a_battle_depends_on_its_number_alone(lineup: tuple[str, str]) -> None:
    _, a_whole, d_whole = fight(*lineup, 0, 3000)
    parts = [fight(*lineup, start, stop) for start, stop in ((0, 1), (1, 700), (700, 3000))]
    assert (np.sum([part[1] for part in parts], axis=0) == a_whole).all()
    assert (np.sum([part[2] for part in parts], axis=0) == d_whole).all()


@pytest.mark.parametrize("lineup", LINEUPS)
def test_looking_up_a_roll_gives_what_fighting_gives(lineup: tuple[str, str]) -> None:
    _, a_fought, d_fought = fight(*lineup, 0, 2000)
    _, a_found, d_found = fight(*lineup, 0, 2000, by_table=True)
    assert (a_fought == a_found).all()
    assert (d_fought == d_found).all()


def roll(dice: int, state: int) -> tuple[int, int]:
    packed, after = battle_fast.roll_packed(dice, np.uint64(state))
    return int(packed), int(after)


def test_pick_die() -> None:
    """The smallest that destroys, else the largest."""
    rng = np.random.default_rng(SEED)
    for _ in range(300):
        counts = rng.integers(0, 3, 6)
        counts[rng.integers(6)] += 1
        dice = [face for face in range(1, 7) for _ in range(counts[face - 1])]
        for hp in range(-1, 10):
            enough = [die for die in dice if die >= hp]
            assert pick_die(counts, hp) == (min(enough) if enough else max(dice)) - 1


def test_rolls_are_uniform() -> None:
    """Chi-square of 2,000 rolls of 2 dice, and of the faces of rolls of 21: below the 1 in 10,000 point."""
    state = SEED
    pairs: Counter[int] = Counter()
    faces = np.zeros(6)
    for _ in range(2000):
        packed, state = roll(2, state)
        pairs[packed] += 1
        many, state = roll(21, state)
        counts = [(many >> 8 * face) & 255 for face in range(6)]
        assert sum(counts) == 21
        assert sum((face + 1) * count for face, count in enumerate(counts)) == many >> 48
        faces += counts
    chance = [1 / 36 if face == other else 1 / 18 for face in range(6) for other in range(face, 6)]
    observed = [pairs[(1 << 8 * face) + (1 << 8 * other) + ((face + other + 2) << 48)] for face in range(6) for other in range(face, 6)]
    assert sum((got - 2000 * p) ** 2 / (2000 * p) for got, p in zip(observed, chance, strict=True)) < 52.4
    assert float(((faces - 7000) ** 2 / 7000).sum()) < 25.7


def test_the_kernel_and_the_solver_rank_alike() -> None:
    state = SEED
    for dice in (1, 3, 8, 16, 25):
        for _ in range(50):
            packed, state = roll(dice, state)
            prefix = np.cumsum([(packed >> 8 * face) & 255 for face in range(5)])
            assert int(battle_fast.rank_packed(np.uint64(packed))) == int(rank(prefix))


COUNTERS = [
    Battle((minion(2, 4),), (minion(1, 3, voodoos=1),)),
    Battle((minion(2, 4), minion(1, 2, voodoos=1)), (minion(1, 3, voodoos=1), minion(1, 6, shields=1))),
    Battle((minion(1, 6, voodoos=2), minion(2, 1)), (minion(2, 3, shields=1, voodoos=1),)),
    Battle((minion(3, 2, shields=1),), (minion(1, 0, voodoos=2), minion(2, 5))),
    Battle((minion(3, 4), minion(0, 2)), ()),
]


@pytest.mark.rule("17.counter.10", "17.ruling.59", "17.ruling.60", "17.ruling.61", "17.ruling.110")
@pytest.mark.parametrize("victim", ["player", "minion 0", "minion 6", "defender"])
@pytest.mark.parametrize("battle", COUNTERS)
@pytest.mark.parametrize("rules", [BattleRules(), BattleRules(False, True, VictimGone.NOTHING)])
def test_battles_with_counters_equal_the_naive_ones(battle: Battle, rules: BattleRules, victim: str) -> None:
    battle = with_victim(battle._replace(rules=rules), victim)
    if battle.victim_minion is not None:
        battle = battle._replace(victim_minion=battle.victim_minion._replace(shields=1, voodoos=1))
    found = solve_counters(battle)
    wanted = naive.distributions(naive_table(battle))
    for side in range(2):
        for row, measure in enumerate(naive.MEASURES):
            amounts = {amount: weight for amount, weight in enumerate(found[side, row].tolist()) if weight}
            assert amounts == dict(wanted[side][measure]), (side, measure)


def test_counters_simulated() -> None:
    """Means within 4 standard errors of the exact ones (24 comparisons, fixed seed)."""
    battles = BATTLES // 10
    for battle in COUNTERS[:3]:
        exact = solve_counters(battle)
        found = simulate_counters(battle, SEED, 0, battles)
        total = 6 ** (battle.attack_dice + battle.defense_dice)
        amounts = np.arange(exact.shape[2])
        for side in range(2):
            for row in range(OUTCOMES):
                assert found[side, row].sum() == battles
                mean = float(exact[side, row] @ amounts) / total
                variance = float(exact[side, row] @ amounts**2) / total - mean**2
                error = math.sqrt(max(variance, 0.0) / battles)
                assert abs(float(found[side, row] @ amounts) / battles - mean) <= 4 * error + 1e-9


def test_without_counters_all_three_solvers_agree() -> None:
    for attackers, defenders in LINEUPS[1:5]:
        battle = Battle(line(attackers), line(defenders))
        if battle.attack_dice + battle.defense_dice > 10:
            continue
        found = solve_counters(battle)
        for number, side in enumerate((attacking_side(battle), defending_side(battle))):
            other = 6 ** (battle.attack_dice + battle.defense_dice - side.dice)
            solution = solve(side, Policy.GREEDY)
            for row, values in enumerate(measures(side, solution.cells).values()):
                weights = distribution(values, solution.weights)
                amounts = {amount: weight for amount, weight in enumerate(found[number, row].tolist()) if weight}
                assert {amount: weight * other for amount, weight in weights.items()} == amounts


def test_too_many_dice_with_voodoo_are_refused() -> None:
    with pytest.raises(KotcError, match="Voodoo"):
        solve_counters(Battle((minion(20, 4),), (minion(20, 3, voodoos=1),)))
