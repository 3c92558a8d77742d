"""The marker ``browser``."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: opens pages in a headless Chromium; skipped where there is none")
