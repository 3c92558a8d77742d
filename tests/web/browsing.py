"""A browser for tests: Debian's chromium, or playwright's own; where there is none, the tests are skipped with one line."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.web.serving import MISSING, Bench

NAMES = ("chromium", "chromium-browser", "google-chrome")


def why_not() -> str:
    """Return why there is no browser; empty if there is one."""
    if MISSING:
        return f"the workbench needs {' and '.join(MISSING)}: pip install 'kotc-sim[web]'"
    if importlib.util.find_spec("playwright") is None:
        return "no playwright: pip install playwright"
    if any(map(shutil.which, NAMES)):
        return ""
    with playwright() as driver:
        there = Path(driver.chromium.executable_path).is_file()
    return "" if there else "no browser: apt-get install chromium, or playwright install chromium"


def playwright() -> Any:
    """Return what starts playwright; imported by name, as it is not installed everywhere, and the same for those who check types."""
    return importlib.import_module("playwright.sync_api").sync_playwright()


@contextmanager
def browser() -> Iterator[Any]:
    """Lend a browser without a window."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    with playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])  # root, as in a container, has no sandbox
        try:
            yield found
        finally:
            found.close()


@contextmanager
def opened(found: Any, bench: Bench, fragment: str = "", **settings: Any) -> Iterator[Any]:
    """Lend a page of a workbench in a context of its own; a fault of a script in it is an error of the test."""
    context = found.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=f"http://127.0.0.1:{bench.port}")
    faults: list[str] = []
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" and "422" not in line.text else None)
    try:
        page.goto(f"{bench.address}{fragment}")
        page.wait_for_selector("body[data-ready]")
        yield page
        assert not faults, faults
    finally:
        context.close()
