"""A network learns what no sum of weights can say, gives the same bytes again, and judges in a search what it judged in training."""

from __future__ import annotations

import numpy as np
import pytest

from kotc_sim.compiler import kernel
from kotc_sim.compiler.bits import LANES, add_times
from kotc_sim.strategies.fit import fit_logistic, linear_values
from kotc_sim.strategies.learned import OWN, Feature, Fit, Fitted, fit_of_text
from kotc_sim.strategies.network import WIDE, add_side, fit_network, hidden_value, network_values, pack, units_behind
from kotc_sim.strategies.states import States
from kotc_sim.strategies.training import sharing_of

COLUMNS = 5


@kernel()
def value_of(numbers, columns, mine, other, acc):
    units = units_behind(numbers, COLUMNS)
    total = add_side(numbers, units, columns, mine, COLUMNS, acc, 0, True)
    total -= add_side(numbers, units, columns, other, COLUMNS, acc, WIDE, True)
    return total + hidden_value(units, acc)


@kernel()
def add(target, at, source, first, amount):
    add_times(target, at, source, first, amount)


def sides(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return states in which column 1 decides, but not for a side that is ahead in column 0, and what came of them."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 3, (n, 2, COLUMNS)).astype(np.float32)
    ahead = rows[:, 0, 0] - rows[:, 1, 0]
    outcomes = np.where(ahead != 0, np.sign(ahead), np.sign(rows[:, 0, 1] - rows[:, 1, 1])).astype(np.float32)
    return rows, outcomes


def fitted(seed: int, always: float = 0.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a fit to such states, in which every side has so much more in each column."""
    rows, outcomes = sides(6000, 1)
    linear = np.zeros(COLUMNS)
    states = States.of(rows + np.float32(always))
    fit_logistic(*states.differences(), outcomes, linear, np.zeros(COLUMNS), np.ones(COLUMNS), 6, 0.03, np.uint64(1))
    return linear, *fit_network(states, outcomes, linear, sharing_of([Feature(str(c)) for c in range(COLUMNS)]), seed)


@pytest.mark.parametrize("always", [0.0, 20.0])
def test_a_network_says_what_a_sum_cannot(always: float) -> None:
    plain, linear, units = fitted(3, always)
    rows, outcomes = sides(2000, 2)
    states = States.of(rows + np.float32(always))
    misses = [float(((values - outcomes) ** 2).mean()) for values in (linear_values(states, plain), network_values(states, linear, units))]
    assert misses[1] < 0.6 * misses[0]


def test_a_column_that_was_never_seen_is_judged_by_what_it_shares() -> None:
    rows, outcomes = sides(6000, 1)
    seen = np.concatenate([rows, np.zeros((len(rows), 2, 1), np.float32)], axis=2)
    kinds = [Feature(str(c), (("decides", 1.0),) if c in (1, COLUMNS) else ()) for c in range(COLUMNS + 1)]
    linear, units = fit_network(States.of(seen), outcomes, np.zeros(COLUMNS + 1), sharing_of(kinds), 3)
    rows, outcomes = sides(2000, 2)
    other = np.concatenate([rows, rows[..., 1:2]], axis=2)  # a column that was 0 in all states is in the place of column 1
    other[..., 1] = 0.0
    blind = other.copy()
    blind[..., COLUMNS] = 0.0
    misses = [float(((network_values(States.of(one), linear, units) - outcomes) ** 2).mean()) for one in (other, blind)]
    assert misses[0] < 0.9 * misses[1]


def test_the_same_states_give_the_same_bytes_and_another_seed_others() -> None:
    one, again, other = (fitted(seed)[2].tobytes() for seed in (3, 3, 4))
    assert one == again != other


def test_a_search_judges_as_training_did_and_both_sides_alike() -> None:
    _, linear, units = fitted(3)
    features = [Feature(str(c)) for c in range(COLUMNS)]
    fit = Fit("kotc-17", {}, "").refined(features, linear, "").with_network(features, units)
    assert fit.judge == Fitted.NETWORK
    fit = fit_of_text(fit.as_json(), "a file")
    numbers = fit.numbers(features)
    rows, _ = sides(50, 5)
    expected = network_values(States.of(rows), fit.vector(features), fit.units(features))
    columns, acc = np.arange(COLUMNS), np.empty(2 * WIDE, np.float32)
    for row, value in zip(rows, expected, strict=True):
        found = [float(value_of(numbers, columns, row[p].astype(float), row[1 - p].astype(float), acc)) for p in (0, 1)]
        assert found[0] == -found[1]
        assert np.tanh(found[0] / 2) == pytest.approx(value, abs=1e-4)


def test_what_a_network_has_not_seen_is_nothing_to_it_and_a_deck_is_the_mean_of_those_seen() -> None:
    decks = [Feature(f"{name} hand", (("hand", 1.0),), of_deck=True) for name in "AB"]
    units = np.array([[0.0] * WIDE, [1.0] * WIDE, [2.0] * WIDE])
    fit = Fit("kotc-17", {}, "").with_network(decks, units)
    new = [Feature("C hand", (("hand", 1.0),), of_deck=True), Feature("a card", (("ready one", 1.0),)), decks[1]]
    assert fit.units(new)[1:, 0].tolist() == [1.5, 0.0, 2.0]
    assert fit.network[OWN] == (0,) * WIDE
    assert len(fit.numbers(new)) == 3 + 4 * WIDE // 2
    assert (pack(np.zeros(3), fit.units(new))[3:].view(np.float32)[:WIDE] == 0).all()


def test_numbers_are_added_one_by_one() -> None:
    rng = np.random.default_rng(6)
    target, source = rng.normal(size=2 * LANES).astype(np.float32), rng.normal(size=3 * LANES).astype(np.float32)
    expected = target.copy()
    expected[3 : 3 + LANES] += np.float32(0.7) * source[5 : 5 + LANES]
    add(target, 3, source, 5, 0.7)
    assert (target == expected).all()
