"""The exact solver against the naive yardstick, over a grid of line-ups."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

import numpy as np
import pytest

from kotc_sim.battles.exact import Policy, Solution, rank, roll_weights, rolls, solve
from kotc_sim.battles.outcome import (
    Battle,
    BattleRules,
    Minion,
    Side,
    Values,
    VictimGone,
    VictimKind,
    attacking_side,
    defending_side,
    distribution,
    measures,
)
from kotc_sim.errors import KotcError
from tests.naive import battle as naive

EDITION_17 = BattleRules()
EDITION_12 = BattleRules(piercing=False, leftover_defense=True, victim_gone=VictimGone.NOTHING)
SUM = Values()
VICTIMS = ("player", "minion 0", "minion 5", "defender")


def minion(sp: int, hp: int, **counters: int) -> Minion:
    return Minion(sp, hp, sp + (hp + 1) // 2, **counters)


def naive_table(battle: Battle) -> naive.Table:
    def bodies(team: tuple[Minion, ...]) -> list[naive.Body]:
        return [naive.Body(*one) for one in team]

    outside = battle.victim_minion
    return naive.Table(
        (bodies(battle.attackers), bodies(battle.defenders)),
        victim=battle.victim.name.lower(),
        outside=None if outside is None else naive.Body(*outside),
        piercing=battle.rules.piercing,
        leftover_defense=battle.rules.leftover_defense,
        controller_pays=battle.rules.victim_gone == VictimGone.CONTROLLER,
    )


def with_victim(battle: Battle, victim: str) -> Battle:
    kind, *hp = victim.split()
    outside = minion(1, int(hp[0])) if hp else None
    return battle._replace(victim=VictimKind[kind.upper()], victim_minion=outside)


def read(solution: Solution) -> dict[str, dict[int, int]]:
    found = measures(solution.side, solution.cells)
    return {name: distribution(found[name], solution.weights) for name in naive.MEASURES}


def expected(battle: Battle, side: int, policy: Policy, values: Values = SUM) -> dict[str, dict[int, int]]:
    found = naive.one_side(naive_table(battle), side, policy.value, (values.player, values.level, values.minion))
    return {name: dict(sorted(found[name].items())) for name in naive.MEASURES}


def assert_equal(battle: Battle, policy: Policy, values: Values = SUM) -> None:
    for number, side in enumerate((attacking_side(battle), defending_side(battle))):
        assert read(solve(side, policy, values)) == expected(battle, number, policy, values), battle


def teams(hps: tuple[int, ...], largest: int) -> list[tuple[int, ...]]:
    return [team for size in range(largest + 1) for team in product(hps, repeat=size)]


@pytest.mark.rule("17.battle.10", "17.battle.11", "17.battle.12", "17.battle.13", "17.minion.12", "17.minion.13")
@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("dice", [*range(4), pytest.param(4, marks=pytest.mark.slow)])
def test_every_roll_against_every_small_team(dice: int, policy: Policy) -> None:
    """Up to 4 dice against up to 4 minions; each side against each other's team."""
    for team in [*teams((0, 1, 3, 5, 8), 3), (4, 4, 4, 4), (1, 0, 2, 6)]:
        attackers = (minion(dice, 4),)
        assert_equal(Battle(attackers, tuple(minion(0, hp) for hp in team)), policy)
        if team:  # the same dice on the defending side
            assert_equal(Battle(tuple(minion(0, hp) for hp in team), (minion(dice, 4),)), policy)


@pytest.mark.slow
@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("rules", [EDITION_17, EDITION_12])
@pytest.mark.parametrize("dice", range(5))
def test_full_grid(dice: int, rules: BattleRules, policy: Policy) -> None:
    """Every team of up to 3 minions with 0 to 7 or 10 HP, and every victim."""
    for team in teams((0, 1, 2, 3, 4, 5, 6, 7, 10), 3):
        for victim in VICTIMS:
            if victim != "defender" or team:
                battle = Battle((minion(dice, 3),), tuple(minion(0, hp) for hp in team), rules=rules)
                side = attacking_side(with_victim(battle, victim))
                assert read(solve(side, policy)) == expected(with_victim(battle, victim), 0, policy)


SPLITS = [
    ("4/6+2/4", "1/10+2/4"),
    ("1/0+3/2", "2/3+2/0"),
    ("2/4+2/4", "1/1+1/2+2/5"),
    ("1/1+1/1+1/1+1/1", "4/9"),
    ("3/5+1/7", "0/3+0/5"),
    ("4/2", "3/12+1/0"),
]


def line(text: str) -> tuple[Minion, ...]:
    return tuple(minion(*map(int, part.split("/"))) for part in text.split("+"))


@pytest.mark.rule("17.battle.14", "17.battle.15", "12.battle.14", "12.battle.16", "12.battle.17", "12.battle.18")
@pytest.mark.rule("9.battle.11", "9.battle.13", "9.battle.14", "9.battle.15", "9.battle.16", "12.ruling.106")
@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("victim", VICTIMS)
@pytest.mark.parametrize("rules", [EDITION_17, EDITION_12, EDITION_17._replace(victim_gone=VictimGone.NOTHING)])
@pytest.mark.parametrize(("attackers", "defenders"), SPLITS[1:])
def test_victims_and_editions(attackers: str, defenders: str, rules: BattleRules, victim: str, policy: Policy) -> None:
    assert_equal(with_victim(Battle(line(attackers), line(defenders), rules=rules), victim), policy)


@pytest.mark.parametrize("values", [Values(4, 1, 0), Values(0, 3, 1), Values(1, 0, 0), Values(0, 0, 0)])
@pytest.mark.parametrize("victim", VICTIMS)
def test_other_values(values: Values, victim: str) -> None:
    assert_equal(with_victim(Battle(line("4/6"), line("1/3+2/5")), victim), Policy.OPTIMAL, values)


@pytest.mark.rule("17.counter.9", "17.ruling.64")
@pytest.mark.parametrize("victim", ["player", "minion"])
@pytest.mark.parametrize("shields", [(1, 0), (0, 1), (2, 1)])
def test_shields_against_the_default_policy(shields: tuple[int, int], victim: str) -> None:
    outside = minion(1, 6, shields=1) if victim == "minion" else None
    battle = Battle(line("4/6"), (minion(1, 3, shields=shields[0]), minion(2, 0, shields=shields[1])), VictimKind[victim.upper()], outside)
    assert_equal(battle, Policy.GREEDY)


def test_optimal_against_shields_is_the_value_of_the_game() -> None:
    """Both players think to the end: every order of the dice, every moment to pop, by plain recursion."""
    team = ((3, 2, 1), (5, 3, 1), (2, 1, 0))  # HP, level, Shield Counters

    def value(dice: tuple[int, ...], place: int, hp: int, shields: int) -> int:
        if not dice or place == len(team):
            return sum(dice)
        best = 0
        for used in set(dice):
            rest = list(dice)
            rest.remove(used)
            if used >= hp:
                following = team[place + 1] if place + 1 < len(team) else (0, 0, 0)
                after = value(tuple(rest), place + 1, following[0], following[2])
                worth = used + team[place][1] + after
            else:
                worth = used + value(tuple(rest), place, hp - used, shields)
            if shields:
                worth = min(worth, value(tuple(rest), place, hp, shields - 1))
            best = max(best, worth)
        return best

    defenders = tuple(Minion(0, hp, level, shields) for hp, level, shields in team)
    side = attacking_side(Battle((Minion(4, 1),), defenders))
    solution = solve(side, Policy.OPTIMAL)
    found = measures(side, solution.cells)
    for counts, cell in zip(rolls(4).counts(4).tolist(), solution.cell.tolist(), strict=True):
        roll = tuple(face for face, count in enumerate(counts, 1) for _ in range(count))
        levels = sum(level for _, level, _ in team[: int(found["kills"][cell])])
        assert int(found["total_damage"][cell]) + levels == value(roll, 0, 3, 1)


def test_rolls_are_ranked() -> None:
    for dice in range(9):
        counts = rolls(dice).counts(dice)
        assert counts.shape == (comb(dice + 5, 5), 6)
        assert (counts >= 0).all()
        assert (counts.sum(axis=1) == dice).all()
        assert (rank(rolls(dice).prefix) == np.arange(len(counts))).all()
        weights = roll_weights(dice)
        assert sum(weights) == 6**dice
        assert weights[0] == factorial(dice) // prod(factorial(count) for count in counts[0].tolist())


def mean(values: dict[int, int], dice: int) -> Fraction:
    return Fraction(sum(value * weight for value, weight in values.items()), 6**dice)


@pytest.mark.parametrize(
    ("attackers", "defenders", "leftover", "piercing", "kills"),
    # published values of the same battles, found by two other dice libraries
    [
        ("2/4", "", 7, 0, 0),
        ("4/6+2/4", "1/10+2/4", 6.1949588, 0.8807013, 1.9593193),
        ("+".join(["2/4"] * 8), "+".join(["2/4"] * 8), 17.4366630, 6.5639066, 7.9996712),
    ],
)
def test_known_means(attackers: str, defenders: str, leftover: float, piercing: float, kills: float) -> None:
    side = attacking_side(Battle(line(attackers), line(defenders) if defenders else ()))
    found = read(solve(side, Policy.GREEDY))
    wanted = {"leftover": leftover, "piercing": piercing, "kills": kills}
    for name, value in wanted.items():
        assert float(mean(found[name], side.dice)) == pytest.approx(value, abs=5e-8)


def test_optimal_is_never_worth_less_than_the_default_policy() -> None:
    for attackers, defenders in SPLITS:
        battle = Battle(line(attackers), line(defenders))
        for side in (attacking_side(battle), defending_side(battle)):
            assert expected_value(side, Policy.OPTIMAL) >= expected_value(side, Policy.GREEDY)


def expected_value(side: Side, policy: Policy) -> Fraction:
    solution = solve(side, policy)
    found = measures(side, solution.cells)
    levels = np.cumsum([0] + [one.level for one in side.team])
    worth = found["total_damage"] + levels[found["kills"]]
    return mean(distribution(worth, solution.weights), side.dice)


@pytest.mark.parametrize("dice", [16, 20, 30])
def test_weights_are_exact_whole_numbers(dice: int) -> None:
    solution = solve(attacking_side(Battle((minion(dice, 1),), (minion(0, 40), minion(0, 3)))), Policy.GREEDY)
    assert sum(solution.weights) == 6**dice


def test_too_much_is_refused() -> None:
    with pytest.raises(KotcError, match="31 dice"):
        solve(attacking_side(Battle((minion(31, 1),))), Policy.GREEDY)
    with pytest.raises(KotcError, match="takes too long"):
        solve(attacking_side(Battle((minion(30, 1),), (minion(0, 100),))), Policy.OPTIMAL)
    with pytest.raises(KotcError, match="must not be negative"):
        solve(attacking_side(Battle((minion(1, 1),))), Policy.OPTIMAL, Values(-1, 0, 0))
    with pytest.raises(KotcError, match="too large"):
        solve(attacking_side(Battle((minion(1, 1),))), Policy.OPTIMAL, Values(10**6, 0, 0))
