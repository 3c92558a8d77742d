"""The worked examples of the rules: Damage Allocation with given dice."""

from __future__ import annotations

import numpy as np
import pytest

from kotc_sim.battles import counters as battle_counters
from kotc_sim.battles.counters import ALIVE, HP, Rules, fight
from kotc_sim.battles.exact import Policy, rank, solve
from kotc_sim.battles.outcome import Battle, BattleRules, Minion, VictimGone, VictimKind, attacking_side, defending_side, measures
from tests.engine.test_battle_exact import EDITION_12, naive_table
from tests.naive import battle as naive

P1, P2 = 0, 1  # attacking, defending


def line(text: str) -> tuple[Minion, ...]:
    stats = [part.split("/") for part in text.split("+")] if text else []
    return tuple(Minion(int(sp), int(hp), int(sp) + (int(hp) + 1) // 2) for sp, hp in stats)


def battle(attackers: str, defenders: str = "", victim: str = "player", rules: BattleRules | None = None) -> Battle:
    outside = line(victim)[0] if "/" in victim else None
    kind = VictimKind.MINION if outside else VictimKind[victim.upper()]
    return Battle(line(attackers), line(defenders), kind, outside, rules or BattleRules())


class Fought:
    """The state after a battle by the default policy, as the engine and as the naive battle leave it."""

    def __init__(self, given: Battle, attack: list[int], defense: list[int]) -> None:
        dice = [np.array([roll.count(face) for face in range(1, 7)], np.int64) for roll in (attack, defense)]
        rows = [
            np.array([(one.hp, one.level, one.shields, one.voodoos, 1) for one in team], np.int64).reshape(-1, 5)
            for team in (given.attackers, given.defenders, (given.victim_minion or Minion(0, 0),))
        ]
        rules = Rules(
            given.rules.piercing, given.rules.leftover_defense, given.rules.victim_gone == VictimGone.CONTROLLER, int(given.victim)
        )
        self.out = np.zeros((2, battle_counters.OUTCOMES), np.int64)
        fight(dice[0], dice[1], rows[0], rows[1], rows[2][0], rules, self.out)
        played = naive.play(naive_table(given), attack, defense)
        for side in range(2):
            assert [played.did[side][name] for name in naive.MEASURES] == self.out[side].tolist()
        self.teams = [[int(one[HP]) if one[ALIVE] else None for one in team] for team in rows]
        self.lost = {P1: int(self.out[1, 0]), P2: int(self.out[0, 0])}


def optimal(given: Battle, roll: list[int], side: int = P1) -> dict[str, int]:
    """Return what the optimal order of a roll does."""
    mine = (attacking_side, defending_side)[side](given)
    solution = solve(mine, Policy.OPTIMAL)
    prefix = np.array([sum(die <= face for die in roll) for face in range(1, 6)])
    cell = solution.cell[int(rank(prefix))]
    return {name: int(values[cell]) for name, values in measures(mine, solution.cells).items()}


@pytest.mark.rule("17.example.18", "17.battle.11", "17.battle.14", "17.battle.17")
def test_complete_battle() -> None:
    after = Fought(battle("2/4+1/2", "1/3"), [3, 2, 6], [5])
    assert after.lost == {P1: 1, P2: 8}
    assert after.teams[:2] == [[None, 2], [None]]


@pytest.mark.rule("17.example.19", "17.battle.12")
def test_order_of_dice() -> None:
    given = battle("2/9", "0/3+0/5")
    assert Fought(given, [6, 3], []).lost[P2] == 1
    assert optimal(given, [6, 3]) == {
        "damage": 1, "piercing": 1, "kills": 2, "leftover": 0, "total_damage": 9, "victim_destroyed": 0,
    }  # fmt: skip
    other = naive.play(naive_table(given), [6, 3], [], ordered=True)
    assert other.did[P1]["damage"] == 3
    assert [body.hp for body in other.teams[P2]] == [0, 2]


@pytest.mark.rule("17.example.20", "17.battle.16")
def test_victim_minion_outside_the_team() -> None:
    given = battle("2/1", "", "1/6")
    after = Fought(given, [4, 5], [])
    assert after.lost == {P1: 0, P2: 3}
    assert after.teams[2] == [None]
    assert optimal(given, [4, 5])["damage"] == 3


@pytest.mark.rule("17.example.21", "17.battle.14")
def test_victim_minion_in_the_team() -> None:
    given = battle("3/1", "0/2", "defender")
    assert Fought(given, [2, 4, 1], []).lost == {P1: 0, P2: 5}
    assert naive.play(naive_table(given), [2, 4, 1], [], ordered=True).did[P1]["damage"] == 5


@pytest.mark.rule("17.example.22", "17.battle.15")
def test_defending_dice_left_over() -> None:
    given = battle("1/1", "3/6")
    after = Fought(given, [2], [6, 1, 1])
    assert after.lost == {P1: 5, P2: 0}  # the engine's own policy uses the 6: the others would be lost
    assert after.teams[:2] == [[None], [4]]
    best = optimal(given, [6, 1, 1], P2)
    assert (best["damage"], best["kills"], best["leftover"]) == (5, 1, 2)


@pytest.mark.rule("17.example.23", "17.battle.16")
def test_no_defence() -> None:
    assert Fought(battle("2/1"), [4, 4], []).lost == {P1: 0, P2: 8}


@pytest.mark.rule("17.example.2", "17.minion.13")
def test_minion_of_0_hp() -> None:
    after = Fought(battle("1/1", "2/0"), [5], [1, 1])
    assert after.lost[P2] == 5
    assert after.teams[1] == [None]


@pytest.mark.rule("17.example.30", "17.counter.9", "17.ruling.59")
def test_shield_before_voodoo() -> None:
    given = battle("1/9", "0/3")._replace(defenders=(Minion(0, 3, 2, shields=1, voodoos=1),))
    after = Fought(given, [5], [])
    assert after.teams[:2] == [[9], [3]]
    assert after.lost == {P1: 0, P2: 0}


@pytest.mark.rule("17.example.31", "17.counter.10", "17.ruling.60")
def test_voodoo() -> None:
    given = battle("1/9+0/4", "")._replace(defenders=(Minion(0, 3, 3, voodoos=1),))
    after = Fought(given, [5], [])
    assert after.lost == {P1: 1, P2: 2}
    assert after.teams[:2] == [[9, None], [None]]


@pytest.mark.rule("17.example.32", "17.ruling.64")
def test_shield_on_leftover_dice() -> None:
    given = battle("2/1")._replace(victim=VictimKind.MINION, victim_minion=Minion(1, 6, 4, shields=1))
    after = Fought(given, [5, 4], [])
    assert after.teams[2] == [2]
    assert after.lost[P2] == 0


@pytest.mark.rule("17.example.35")
def test_a_die_pierces() -> None:
    after = Fought(battle("1/1", "0/2"), [4], [])
    assert after.lost[P2] == 2


@pytest.mark.rule("12.example.1", "12.battle.12", "12.battle.13", "12.battle.16")
@pytest.mark.rule("9.example.1", "9.battle.9", "9.battle.13")
def test_rulebook_battle() -> None:
    given = battle("2/10+2/5+2/5", "1/10+1/10", rules=EDITION_12)
    best = optimal(given, [1, 6, 5, 5, 3, 6])
    assert (best["kills"], best["leftover"], best["damage"]) == (2, 6, 6)
    after = Fought(given, [1, 6, 5, 5, 3, 6], [6, 2])
    assert after.teams[0] == [2, 5, 5]


@pytest.mark.rule("12.example.11", "12.battle.17")
def test_leftover_defense_hits_the_attacker() -> None:
    given = battle("1/5", "3/10", rules=EDITION_12)
    best = optimal(given, [5, 2, 6], P2)
    assert (best["kills"], best["damage"]) == (1, 8)
    assert Fought(given, [4], [5, 2, 6]).lost == {P1: 8, P2: 0}


@pytest.mark.rule("12.example.12", "9.example.6")
def test_leftover_dice_hit_the_victim() -> None:
    given = battle("3/5", "1/6", "2/4", EDITION_12)
    after = Fought(given, [6, 3, 2], [4])
    assert after.teams == [[1], [None], [None]]
    assert after.lost == {P1: 0, P2: 0}
    assert optimal(given, [6, 3, 2])["victim_destroyed"] == 1


@pytest.mark.rule("12.example.13", "12.ruling.106", "9.example.5")
def test_leftover_dice_of_a_victim_that_is_gone() -> None:
    after = Fought(battle("2/5", "0/5", "defender", EDITION_12), [6, 6], [])
    assert after.teams[1] == [None]
    assert after.lost[P2] == 0


@pytest.mark.rule("12.example.14", "12.battle.18", "9.example.8")
def test_leftover_defense_of_an_attacked_minion() -> None:
    after = Fought(battle("1/1", "3/9", "defender", EDITION_12), [2], [4, 4, 4])
    assert after.teams[:2] == [[None], [7]]
    assert after.lost == {P1: 0, P2: 0}


@pytest.mark.rule("12.example.15", "12.battle.14", "9.battle.11")
def test_no_piercing_before_the_17th_edition() -> None:
    after = Fought(battle("1/5", "0/1", rules=EDITION_12), [6], [])
    assert after.teams[1] == [None]
    assert after.lost == {P1: 0, P2: 0}


@pytest.mark.rule("12.example.16", "9.example.11", "9.example.12")
def test_defense_0_absorbs_one_die() -> None:
    given = battle("2/5", "4/0", rules=EDITION_12)
    after = Fought(given, [1, 3], [1, 1, 2, 6])
    assert after.lost == {P1: 4, P2: 3}
    assert after.teams[:2] == [[None], [None]]
    assert optimal(given, [1, 3])["damage"] == 3
    assert optimal(given, [1, 1, 2, 6], P2)["damage"] == 4


@pytest.mark.rule("9.example.16")
def test_dice_in_the_better_order() -> None:
    best = optimal(battle("2/10", "0/4+0/6", rules=EDITION_12), [6, 4])
    assert best["kills"] == 2
