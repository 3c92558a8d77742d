"""Fewer games and fewer looks for garbage in tests; and the option ``--rules``: the table of rules and the tests that show them.

With ``-q`` how many there are, and what is wrong.
"""

from __future__ import annotations

import gc
import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import yaml

from tests.rule_table import rule_table

FEW_ROWS = {"FAST_ROWS": 40, "CHOICE_ROWS": 20, "CURVE_ROWS": 20, "SECOND_ROWS": 20, "LEAST_ROWS": 40, "PARTNER_ROWS": 20, "BLAME_ROWS": 20}
FEW_DECKS = {"games.keeper.design.samples.DECKS": 16, "experiments.worth.next_deck.TRIED_ROWS": 10, "experiments.worth.next_deck.ROWS": 2}
"""Random decks of which four are kept, one more than is asked for, and pairs that choose them."""
MEASURING = (
    "worth.judging",
    "worth.field",
    "worth.next_deck",
    "worth.synergy",
    "worth.exploit",
    "price.pricer",
    "balance.price_steps",
    "price.synergy",
    "price.effects",
)


@contextmanager
def _few_rows() -> Iterator[None]:
    from tests.experiments.verdict_cases import SMALL_SEARCH  # it loads an edition

    with pytest.MonkeyPatch.context() as patch:
        for name in MEASURING:
            module = importlib.import_module(f"kotc_sim.experiments.{name}")
            for rows, few in FEW_ROWS.items():
                if hasattr(module, rows):
                    patch.setattr(module, rows, few)
        for setting, few in FEW_DECKS.items():
            patch.setattr(f"kotc_sim.{setting}", few)
        for setting, small in SMALL_SEARCH.items():
            patch.setattr(f"kotc_sim.experiments.worth.best_response.{setting}", small)
        yield


@pytest.fixture(scope="module", autouse=True)
def environment_stays() -> Iterator[None]:
    """What a module left in the environment would change how the tests behind it compile and play."""
    before = dict(os.environ)
    yield
    changed = {name for name, _ in before.items() ^ os.environ.items()} - {"PYTEST_CURRENT_TEST"}
    assert not changed, f"left in the environment: {changed}"


@pytest.fixture(scope="module")
def few_games() -> Iterator[None]:
    """Play a tenth of the games behind verdicts on cards, texts and decks: for tests of everything but what these say."""
    with _few_rows():
        yield


@pytest.fixture
def few_games_here() -> Iterator[None]:
    """Do so in one test of a module whose others need what verdicts say."""
    with _few_rows():
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rules", action="store_true", help="print which test shows which rule of docs/rules/ and fail if a rule has none; runs no test"
    )


def pytest_collection_finish() -> None:
    """Look for garbage less often: what thousands of tests keep alive is a fifth of their time otherwise."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 100)


def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Print the table instead of running tests."""
    if not config.getoption("--rules"):
        return None
    try:
        lines, wrong = rule_table(config.rootpath)
    except (yaml.YAMLError, SyntaxError) as error:  # both say in which file and line
        raise pytest.UsageError(f"a file cannot be read: {error}") from error
    print(*(lines[-1:] if config.option.verbose < 0 else lines), *wrong, sep="\n")
    return 1 if wrong else 0
