"""The battle experiment, its notation, its JSON, its report and its command."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import numba
import pytest
from typer.testing import CliRunner

from kotc_sim.battles.outcome import Minion, Values, VictimKind
from kotc_sim.cli import app
from kotc_sim.errors import KotcError
from kotc_sim.experiments.battle.battle import battle
from kotc_sim.experiments.battle.lineup import parse_lineup, parse_victim, without_counters
from kotc_sim.experiments.battle.result import SIDES, BattleResult, Spread
from kotc_sim.reports import battle as report
from kotc_sim.reports import html, terminal

TRIALS = 1_000 if numba.config.DISABLE_JIT else 200_000


def level(sp: int, hp: int) -> int:
    return sp + (hp + 1) // 2


def mean(exact: Spread) -> Fraction:
    assert exact.fraction is not None
    return Fraction(exact.fraction)


def test_notation() -> None:
    rat, ogre = Minion(1, 0, 1), Minion(4, 6, 7)
    assert parse_lineup("4/6+1/0", level) == (ogre, rat)
    assert parse_lineup(" 2x1/0 + 4 / 6 ", level) == (rat, rat, ogre)
    assert parse_lineup("3×1/0", level) == (rat,) * 3
    for nobody in ("", "-", "nobody", "none"):
        assert parse_lineup(nobody, level) == ()
    assert parse_lineup("1/0[shield, voodoo*2]", level) == (Minion(1, 0, 1, 1, 2),)
    assert parse_lineup("1/0[effigy,voodoo]", level) == (Minion(1, 0, 1, 0, 2),)  # the 20th calls it so
    assert parse_lineup("1/0[2 shield,shield]", level) == (Minion(1, 0, 1, 3, 0),)
    assert parse_lineup("4/6[sword,sword]", level) == (Minion(6, 6, 7),)  # the level is the printed one
    assert parse_lineup("4/6[sword,weakness]", level) == (Minion(0, 6, 7),)
    assert without_counters("2x1/0 [shield] + 4/6[sword,voodoo]") == "2x1/0 + 4/6"


def test_victims() -> None:
    team = parse_lineup("1/0+4/6", level)
    assert parse_victim("player", team, level) == (VictimKind.PLAYER, None)
    assert parse_victim("victim=0/5", team, level) == (VictimKind.MINION, Minion(0, 5, 3))
    assert parse_victim("#2", team, level) == (VictimKind.DEFENDER, None)


@pytest.mark.parametrize(
    ("attackers", "defenders", "victim", "said"),
    [
        ("4/6+", "", "player", "a minion is missing in the attacking team '4/6+', character 5"),
        ("4/6+x/2", "", "player", "'x/2' is not a minion in the attacking team '4/6+x/2', character 5"),
        ("4/6", "1/2[medic]", "player", "'medic' in the defending team"),
        ("4/6", "1/2[shield", "player", "is not a minion"),
        ("", "1/2", "player", "there is no attacker"),
        ("100/1", "", "player", "out of range"),
        ("41x1/1", "", "player", "out of range"),
        ("21x1/1+20x1/1", "", "player", "has 41 minions"),
        ("10x99/1", "", "player", "at most 255"),
        ("1/1", "1/1", "#2", "not a defender. Defenders are #1 to #1, in formation order."),
        ("1/1", "", "#1", "not a defender. Nobody defends."),
        ("1/1", "1/1", "1/1+1/1", "is not one player or minion"),
        ("1/1", "1/1", "castle", "the victim 'castle' is not one player or minion"),
    ],
)
def test_bad_lineups(attackers: str, defenders: str, victim: str, said: str) -> None:
    with pytest.raises(KotcError) as raised:
        battle(attackers, defenders, victim=victim, trials=0)
    assert said.lower() in str(raised.value).lower()


def test_other_bad_input() -> None:
    with pytest.raises(KotcError, match="no policy"):
        battle("1/1", policy="clever")
    with pytest.raises(KotcError, match="-1 battles"):
        battle("1/1", trials=-1)
    with pytest.raises(KotcError, match="no edition"):
        battle("1/1", edition="kotc-99")
    with pytest.raises(KotcError, match="who is hit places the dice"):
        battle("1/1", edition="kotc-4")
    with pytest.raises(KotcError, match="Voodoo"):
        battle("1/1", "1/1[voodoo]", policy="optimal")


def test_exact_means_are_fractions() -> None:
    found = battle("2/4", trials=0)
    assert found.simulated is None
    assert found.exact is not None
    damage = found.exact.damage.attackers
    assert mean(damage) == 7
    assert damage.sd == math.sqrt(Fraction(35, 6))
    assert damage.values[12] == 1 / 36
    assert (found.damage_per_sp.attackers, found.efficiency.attackers) == (3.5, 1.0)
    assert found.damage_per_sp.defenders is None


@pytest.mark.rule("17.minion.12", "12.battle.14", "9.battle.11")
def test_piercing_is_an_edition_s_switch() -> None:
    pierced = battle("1/1", "0/1", trials=0).exact
    lost = battle("1/1", "0/1", edition="kotc-12", trials=0).exact
    assert pierced is not None
    assert lost is not None
    assert mean(pierced.damage.attackers) == Fraction(5, 2)  # a die minus 1
    assert mean(lost.damage.attackers) == 0
    assert mean(lost.kills.attackers) == mean(pierced.kills.attackers) == 1
    assert battle("1/1", "0/1", edition="kotc-9", trials=0).damage_per_sp.attackers == 1.0


@pytest.mark.rule("17.battle.14", "17.battle.15", "12.battle.17", "12.battle.18", "9.battle.15")
def test_leftover_dice_by_edition() -> None:
    def loss(edition: str, victim: str) -> Fraction:
        found = battle("1/1", "2/1", edition=edition, victim=victim, policy="optimal", trials=0).exact
        assert found is not None
        return mean(found.damage.defenders)

    assert loss("kotc-12", "player") > 0  # a leftover die hits the attacking player
    assert loss("kotc-12", "#1") == 0
    larger = Fraction(161, 36)  # of two dice; it pierces, and the other one is left over
    assert loss("kotc-17", "#1") == loss("kotc-17", "player") == larger - 1
    assert battle("2/1", "0/1", victim="#1", trials=0).best.leftover.attackers.mean > 0


@pytest.mark.parametrize(
    ("attackers", "defenders", "options"),
    [
        ("4/6+2/4", "1/10", {}),
        ("4/6+2/4", "1/10+2/4", {"policy": "optimal"}),
        ("3/2", "2/3", {"victim": "0/5"}),
        ("3/2", "2/3[shield]", {"edition": "kotc-12"}),
        ("3/2[voodoo]", "2/3[sword]+1/1", {}),
        ("0/3", "2/3", {}),
        ("3/2", "-", {"victim": "1/4[shield,voodoo]"}),
    ],
)
def test_simulated_agrees_with_exact(attackers: str, defenders: str, options: dict[str, str]) -> None:
    """Every mean within 4.5 standard errors: 60 comparisons, false alarm below 0.0005 for another seed."""
    found = battle(attackers, defenders, trials=TRIALS, seed=7, **options)  # type: ignore[arg-type]
    assert found.largest_deviation is not None
    assert found.largest_deviation < 4.5
    assert found.exact is not None
    assert found.simulated is not None
    for name in ("damage", "piercing", "kills", "survivors", "leftover", "total_damage"):
        for side in SIDES:
            exact, simulated = found.exact.of(name, side).values, found.simulated.of(name, side).values
            assert math.isclose(sum(exact.values()), 1.0)
            assert math.isclose(sum(simulated.values()), 1.0)
            assert set(simulated) <= set(exact)


def test_same_seed_same_battles_on_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    from kotc_sim.experiments.battle import battle as module

    whole = battle("3/2", "2/3+1/1", trials=1000, jobs=1).simulated
    monkeypatch.setattr(module, "CHUNK", 64)
    assert battle("3/2", "2/3+1/1", trials=1000, jobs=3).simulated == whole
    assert battle("3/2", "2/3+1/1", trials=1000, seed=2).simulated != whole


def test_counters_are_compared_with_none() -> None:
    found = battle("3/2", "1/3[shield]", trials=0)
    assert found.exact is not None
    assert found.without_counters is not None
    assert found.without_counters == battle("3/2", "1/3", trials=0).exact
    assert mean(found.exact.damage.attackers) < mean(found.without_counters.damage.attackers)
    assert battle("3/2", "1/3", trials=0).without_counters is None


def test_values_steer_the_optimal_order() -> None:
    def killed(values: Values) -> Fraction:
        found = battle("3/2", "0/6+9/3", policy="optimal", values=values, edition="kotc-12", trials=0).exact
        assert found is not None
        return mean(found.kills.attackers)

    assert killed(Values(0, 9, 0)) >= killed(Values(0, 0, 1))


def test_too_large_for_an_exact_solution() -> None:
    found = battle("20x2/4", "3/3", trials=100)
    assert found.exact is None
    assert found.simulated is not None
    assert found.largest_deviation is None
    assert found.notes is not None
    assert "40 dice" in found.notes[0]
    with pytest.raises(KotcError, match="40 dice"):
        battle("20x2/4", "3/3", trials=0)
    assert "40 dice" in terminal(report.report(found))


def as_json(result: BattleResult) -> dict[str, object]:
    found: dict[str, object] = json.loads(json.dumps(result.data))
    return found


def test_json_keys() -> None:
    found = as_json(battle("4/6+2/4", "1/10", trials=1000))
    for kind in ("exact", "simulated"):
        part = found[kind]
        assert isinstance(part, dict)
        for name in ("damage", "piercing", "kills", "survivors", "leftover", "total_damage"):
            for side in ("attackers", "defenders"):
                shares = part[name][side]["distribution"]
                assert math.isclose(sum(shares.values()), 1.0)
                total = sum(int(value) * share for value, share in shares.items())
                assert math.isclose(total, part[name][side]["mean"], abs_tol=1e-9)
    assert {"command", "version", "seed", "reproduce", "damage_per_sp", "efficiency"} <= set(found)


def test_report() -> None:
    found = as_json(battle("3/2[sword]", "2/3+1/1", victim="0/5", trials=1000))
    text = terminal(report.report(found))
    assert "3/2[sword] against 2/3+1/1" in text
    assert "With and without counters" in text
    assert max(map(len, text.splitlines())) <= 100
    page = html(report.report(found))
    assert page.count("<svg") >= 5
    assert "Victim destroyed" in page


def test_what_does_not_always_fall_is_not_told_as_certain() -> None:
    """Three dice destroy a minion of 4 HP in 215 of 216 rolls, one of 3 HP in all."""
    for defenders, told in (("1/3", "destroy 1.00 minions"), ("1/4", "destroy 0.995 minions")):
        said = report.report(battle("3/6", defenders, trials=0)).verdict
        assert told in said.sentence
        assert "as the engine does in games" in said.detail


def test_command(tmp_path: Path) -> None:
    page = tmp_path / "battle.html"
    run = CliRunner().invoke(app, ["battle", "4/6+2/4", "1/10", "--json", "-n", "500", "--html", str(page)])
    assert run.exit_code == 0, run.output
    found = json.loads(run.stdout)
    assert found["simulated"]["battles"] == 500
    assert found["exact"]["kills"]["defenders"]["fraction"] == "1/6"
    assert "<svg" in page.read_text(encoding="utf-8")
    shown = CliRunner().invoke(app, ["battle", "4/6", "-n", "0", "--policy", "optimal", "--values", "4,1,0"])
    assert shown.exit_code == 0
    assert "14.00" in shown.stdout


@pytest.mark.parametrize("arguments", [["4/6", "--victim", "#1"], ["4/q"], ["4/6", "--values", "1,2"]])
def test_command_with_bad_input(arguments: list[str]) -> None:
    run = CliRunner().invoke(app, ["battle", *arguments])
    assert run.exit_code == 2
    assert "error:" in run.stderr
    assert "Traceback" not in run.output
