"""The documentation site: it is built, a broken link is noticed, and the reference is what commands and editions say."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import kotc_sim
from kotc_sim.cli import COMMANDS
from kotc_sim.experiments.asked import EVERY
from kotc_sim.games import GAMES
from tests.web.browsing import browser, why_not

ROOT = Path(__file__).resolve().parents[1]
_spec = importlib.util.spec_from_file_location("build_site", ROOT / "scripts" / "build_site.py")
assert _spec is not None
assert _spec.loader is not None
build_site: Any = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build_site)

needs_mkdocs = pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="no mkdocs: install the group dev")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "docs"
    build_site.write_pages(folder)
    return folder


def test_every_page_of_the_menu_is_there_and_the_other_way_round(pages: Path) -> None:
    def listed(entry: Any) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        return [page for one in (entry if isinstance(entry, list) else entry.values()) for page in listed(one)]

    menu = set(listed(yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"]))
    written = {path.relative_to(pages).as_posix() for path in pages.rglob("*.md")}
    assert menu <= written
    assert {page for page in written - menu if not page.startswith(("rules/", "reference/editions/"))} == set()


def test_the_reference_is_what_the_commands_and_editions_say(pages: Path) -> None:
    shown = (pages / "reference" / "commands.md").read_text()
    for name in COMMANDS:
        assert f"\n## {name}\n" in shown
        assert f"Usage: kotc-sim {name} " in shown
    assert "\n### edition diff\n" in shown
    for game in GAMES.values():
        for name in game.editions():
            assert (pages / "reference" / "editions" / f"{name}.md").is_file()
    assert "destroy the targets." in (pages / "reference" / "editions" / "kotc-17.md").read_text()


def test_results_have_a_schema() -> None:
    found = build_site.schemas()
    assert {"matchup", "tournament", "rate", "price", "edition diff"} <= set(found)
    matchup = found["matchup"]
    assert {"command", "seed", "reproduce", "score", "verdict"} <= set(matchup["required"])
    assert matchup["properties"]["seed"]["type"] == ["integer", "null"]
    json.dumps(found)


def test_links_out_of_the_site_are_words(pages: Path) -> None:
    text = (pages / "index.md").read_text()
    assert "](docs/" not in text
    assert "](deck-format.md)" in text
    assert "](contributing.md)" in text


def built(folder: Path, target: Path, settings: str = "") -> subprocess.CompletedProcess[str]:
    (folder / "mkdocs.yml").write_text(settings or (ROOT / "mkdocs.yml").read_text())
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


@needs_mkdocs
def test_a_broken_link_is_noticed(tmp_path: Path) -> None:
    """By the settings of the site, in one of two pages: that all of them pass is shown below."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Start\n")
    page = tmp_path / "docs" / "tutorial.md"
    settings = re.sub(r"(?ms)^nav:\n.*?(?=^\S|\Z)", "", (ROOT / "mkdocs.yml").read_text())
    page.write_text("[x](index.md#start)\n")
    assert built(tmp_path, tmp_path / "whole", settings).returncode == 0
    page.write_text("[x](nowhere.md) [y](index.md#no-such-heading)\n")
    done = built(tmp_path, tmp_path / "broken", settings)
    assert done.returncode != 0
    for broken in ("nowhere.md", "index.md#no-such-heading"):
        assert re.search(rf"WARNING.*tutorial\.md.*{re.escape(broken)}", done.stderr), broken


@needs_mkdocs
def test_the_site_is_built_and_loads_nothing_from_elsewhere(pages: Path, tmp_path: Path) -> None:
    done = built(pages.parent, tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "tutorial.html").is_file()
    build_site.search_without_a_server(tmp_path)
    loaded = r"""<(?:script|link|img|iframe)[^>]*(?:src|href)=["'](?:https?:)?//[^"']*|url\(["']?(?:https?:)?//[^)]*"""
    found = [(page.name, one) for page in tmp_path.rglob("*.html") for one in re.findall(loaded, page.read_text(encoding="utf-8"))]
    found += [(page.name, one) for page in tmp_path.rglob("*.css") for one in re.findall(loaded, page.read_text(encoding="utf-8"))]
    assert found == []
    assert not {"Worker(", "XMLHttpRequest"} & set(re.findall(r"Worker\(|XMLHttpRequest", (tmp_path / "search" / "main.js").read_text()))


@pytest.mark.slow
@needs_mkdocs
@pytest.mark.skipif(bool(why_not()), reason="no browser")
def test_the_site_can_be_searched_in_a_folder(pages: Path, tmp_path: Path) -> None:
    assert built(pages.parent, tmp_path).returncode == 0
    build_site.search_without_a_server(tmp_path)
    with browser() as chromium:
        page = chromium.new_page()
        page.goto(f"{(tmp_path / 'search.html').as_uri()}?q=granary")
        page.locator("#mkdocs-search-results article").first.wait_for()
        assert "kotc" in page.locator("#mkdocs-search-results a").first.get_attribute("href")


def test_functions_have_a_page(pages: Path) -> None:
    text = (pages / "reference" / "functions.md").read_text()
    for name in kotc_sim.__all__:
        assert name == "__version__" or f"\n## ks.{name}\n" in text
    assert "\n### Result.plot\n" in text
    assert "ks.sweep(edition: " in text


def test_the_gallery_has_a_report_of_each_question(tmp_path: Path) -> None:
    named = {next(name for name in EVERY if f"{line} ".startswith(f"{name} ")) for line in build_site.GALLERY}
    assert named == {name for name, kind in EVERY.items() if "html" not in kind.WITHOUT}
    (tmp_path / "a").mkdir()
    page = build_site.gallery(tmp_path / "a" / "gallery", ["battle 4/6+2/4 1/10 --games 0"])
    assert "(gallery/0.html)" in page
    assert "</html>" in (tmp_path / "a" / "gallery" / "0.html").read_text()
