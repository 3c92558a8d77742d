"""One battle: what these minions do to those, exactly and by simulation."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial, reduce
from typing import Any

import numpy as np

from kotc_sim import games
from kotc_sim.battles import counters as battle_counters
from kotc_sim.battles import outcome
from kotc_sim.battles import simulate as battle_simulate
from kotc_sim.battles.exact import Policy, Solution, solve
from kotc_sim.battles.outcome import Values as Values
from kotc_sim.battles.simulate import MAX_DICE, dice_stream
from kotc_sim.errors import KotcError
from kotc_sim.experiments.battle.distribution import Distribution, Outcome
from kotc_sim.experiments.battle.lineup import Levels, parse_lineup, parse_victim, without_counters
from kotc_sim.experiments.battle.result import REFERENCE, BattleResult, Sides

TRIALS = 1_000_000
CHUNK = 1 << 20
_MOST_TRIALS = 10**12


def battle(
    attackers: str,
    defenders: str = "",
    *,
    victim: str = "player",
    edition: str | None = None,
    policy: str | Policy = Policy.GREEDY,
    values: Values = Values(),  # noqa: B008 - immutable
    trials: int = TRIALS,
    seed: int = 1,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> BattleResult:
    """Work out one battle.

    - ``attackers``, ``defenders``: line-ups in formation order (`parse_lineup`).
    - ``victim``: ``player``, a minion that does not defend (``0/5``), or a defender (``#1``).
    - ``edition``: name or file of the edition; by default the newest.
    - ``policy``: ``greedy`` or ``optimal``, for both sides; ``values`` is what the optimal order maximises.
    - ``trials``: battles to simulate; 0 for none. The result does not depend on the number of threads, ``jobs``.
    - ``progress``: called with the number of battles of each finished chunk.

    A `KotcError` if the input cannot be read, or is too large to be solved and no trials are asked for.
    """
    chosen = _policy(policy)
    if not 0 <= trials <= _MOST_TRIALS:
        raise KotcError(f"{trials} battles cannot be simulated", fix=f"From 0 to {_MOST_TRIALS:,}.")
    edition = edition or games.FIRST.newest
    rules, starting_hp, level, terms = _edition(edition)
    fought = _read(attackers, defenders, victim, rules, level)
    if chosen is Policy.OPTIMAL and fought.has_voodoo:
        raise KotcError(
            "the optimal order against Effigy (Voodoo) Counters depends on both rolls and is not solved",
            fix="Use the policy 'greedy', or leave these counters out.",
        )
    notes: list[str] = []
    solutions: tuple[Solution, Solution] | None = None
    exact = bare = None
    try:
        if fought.has_voodoo:
            exact = _from_weights(fought, battle_counters.solve_counters(fought), exact=True)
        else:
            solutions = _solve(fought, chosen, values)
            exact = _from_solutions(fought, solutions)
        plain = (without_counters(attackers), without_counters(defenders), without_counters(victim))
        if plain != (attackers, defenders, victim):
            other = _read(*plain, rules, level)
            bare = _from_solutions(other, _solve(other, chosen, values))
    except KotcError as error:
        if chosen is Policy.OPTIMAL or not trials:
            raise
        notes.append(f"No exact solution: {error.what}.")
    simulated = None
    if trials:
        simulated = _simulate(fought, chosen, solutions, trials, seed, jobs, progress)
    best = exact or simulated
    assert best is not None
    dice = Sides(fought.attack_dice, fought.defense_dice)
    per_sp = [float(law.mean) / of_side if of_side else None for law, of_side in zip(best.total_damage, vars(dice).values(), strict=True)]
    return BattleResult(
        seed=seed,
        edition=edition,
        terms=terms,
        attackers=attackers,
        defenders=defenders,
        victim=victim,
        policy=chosen.value,
        dice=dice,
        exact=None if exact is None else exact.measured(),
        simulated=None if simulated is None else simulated.measured(trials),
        without_counters=None if bare is None else bare.measured(),
        damage_per_sp=Sides(*per_sp),
        efficiency=Sides(*(None if damage is None else damage / REFERENCE for damage in per_sp)),
        reference=REFERENCE,
        starting_hp=starting_hp,
        lethal=Sides(*(float(law.at_least(starting_hp)) for law in best.damage)),
        largest_deviation=None if exact is None or simulated is None else exact.largest_deviation(simulated),
        notes=tuple(notes),
    )


def _policy(policy: str | Policy) -> Policy:
    try:
        return Policy(policy)
    except ValueError as error:
        known = ", ".join(one.value for one in Policy)
        raise KotcError(f"there is no policy '{policy}'", fix=f"Known are {known}.") from error


def _edition(name: str) -> tuple[outcome.BattleRules, int, Levels, dict[str, str]]:
    edition = games.edition(name)
    game = games.of(edition)
    numbers = game.design.battle_numbers(edition)
    if numbers is None:
        raise KotcError(f"battles of {game.title} have no dice", fix=f"Name an edition of {games.FIRST.title}.")
    rules = outcome.BattleRules(
        piercing=numbers.piercing, leftover_defense=numbers.leftover_defense, victim_gone=outcome.VictimGone[numbers.victim_gone.upper()]
    )
    return rules, numbers.starting_hp, numbers.level, dict(edition.terms)


def _read(attackers: str, defenders: str, victim: str, rules: outcome.BattleRules, level: Levels) -> outcome.Battle:
    first = parse_lineup(attackers, level, "the attacking team")
    second = parse_lineup(defenders, level, "the defending team")
    if not first:
        raise KotcError("there is no attacker", fix="Write a line-up such as '4/6+2/4' first.")
    kind, minion = parse_victim(victim, second, level)
    fought = outcome.Battle(first, second, kind, minion, rules)
    most = max(fought.attack_dice, fought.defense_dice)
    if most > MAX_DICE:
        raise KotcError(f"one side has {most} SP", fix=f"At most {MAX_DICE} dice can be rolled.")
    return fought


def _sides(fought: outcome.Battle) -> tuple[outcome.Side, outcome.Side]:
    return outcome.attacking_side(fought), outcome.defending_side(fought)


def _solve(fought: outcome.Battle, policy: Policy, values: Values) -> tuple[Solution, Solution]:
    first, second = _sides(fought)
    return solve(first, policy, values), solve(second, policy, values)


def _from_solutions(fought: outcome.Battle, solutions: tuple[Solution, Solution]) -> Outcome:
    found = [_measure(one.side, one.cells, np.array(one.weights, object), 6**one.side.dice, exact=True) for one in solutions]
    return _outcome(fought, found)


def _measure(side: outcome.Side, cells: outcome.Cells, weights: Any, total: int, *, exact: bool) -> dict[str, Distribution]:
    used = np.flatnonzero(weights)
    listed = weights[used].tolist()
    return {
        name: Distribution(outcome.distribution(values[used], listed), total, exact)
        for name, values in outcome.measures(side, cells).items()
    }


def _from_weights(fought: outcome.Battle, totals: outcome.Ints, *, exact: bool) -> Outcome:
    found = []
    for side in range(2):
        rows = {}
        for row, name in enumerate(("damage", "piercing", "kills", "leftover", "total_damage", "victim_destroyed")):
            weights = {value: weight for value, weight in enumerate(totals[side, row].tolist()) if weight}
            rows[name] = Distribution(weights, sum(weights.values()), exact)
        found.append(rows)
    return _outcome(fought, found)


def _outcome(fought: outcome.Battle, found: list[dict[str, Distribution]]) -> Outcome:
    outside = fought.victim == outcome.VictimKind.MINION
    sizes = (len(fought.attackers), len(fought.defenders) + outside)

    def left(side: int) -> Distribution:
        return found[1 - side]["kills"].map(lambda kills: sizes[side] - kills)

    return Outcome(
        **{name: (found[0][name], found[1][name]) for name in ("damage", "piercing", "kills", "leftover", "total_damage")},
        survivors=(left(0), left(1)),
        victim_destroyed=found[0]["victim_destroyed"].mean if outside else None,
    )


def _simulate(
    fought: outcome.Battle,
    policy: Policy,
    solutions: tuple[Solution, Solution] | None,
    trials: int,
    seed: int,
    jobs: int | None,
    progress: Callable[[int], None] | None,
) -> Outcome:
    key = dice_stream(seed)
    everybody = (*fought.attackers, *fought.defenders, *([fought.victim_minion] if fought.victim_minion else []))
    if policy is Policy.GREEDY and any(one.shields or one.voodoos for one in everybody):
        count = partial(battle_counters.simulate_counters, fought, key)
        return _from_weights(fought, _in_chunks(count, trials, jobs, progress)[0], exact=False)
    sides = _sides(fought)
    cells = outcome.cells_of(sides[0]), outcome.cells_of(sides[1])
    if policy is Policy.GREEDY:
        count_greedy = partial(battle_simulate.simulate_greedy, fought, cells, key)
        counts = _in_chunks(count_greedy, trials, jobs, progress)
    else:
        assert solutions is not None
        counts = _in_chunks(partial(battle_simulate.simulate_rolls, solutions, key), trials, jobs, progress)
    if not fought.defense_dice:  # the kernels leave a side without dice out: it does nothing
        counts[1][0] = trials
    found = [_measure(sides[k], cells[k], counts[k], trials, exact=False) for k in range(2)]
    return _outcome(fought, found)


def _in_chunks(
    count: Callable[[int, int], Any], trials: int, jobs: int | None, progress: Callable[[int], None] | None
) -> list[outcome.Ints]:
    """Count battles 0 to trials - 1 in chunks, which add up to the same however they are cut."""

    def chunk(start: int) -> list[outcome.Ints]:
        stop = min(start + CHUNK, trials)
        found = count(start, stop)
        if progress is not None:
            progress(stop - start)
        return found if isinstance(found, list) else [found]

    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        return reduce(lambda totals, found: list(map(np.add, totals, found)), pool.map(chunk, range(0, trials, CHUNK)))
