"""The option ``--rules``: the table of rules and the tests that show them; with ``-q`` how many there are, and what is wrong."""

from __future__ import annotations

import pytest
import yaml

from tests.rule_table import rule_table


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rules",
        action="store_true",
        help="print which test shows which rule of docs/rules/ and fail if a rule has none; runs no test",
    )


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
