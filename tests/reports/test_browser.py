"""The pages in a real browser: nothing sticks out, every figure shows, light and dark can be read."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kotc_sim.experiments.battle.battle import battle
from kotc_sim.reports import battle as battle_report
from kotc_sim.reports import html
from kotc_sim.reports import html as page_of
from tests.reports.browser import CHROMIUM, Browser, browser
from tests.reports.samples import ALL, module_of, page_of_sample
from tests.reports.test_gallery import HOSTILE, NAMES, report, with_name

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no {CHROMIUM}: install chromium to test pages in it"),
]

# What a page looks like. Contrast is WCAG's ratio of luminances, always against the paper.
MEASURE = r"""
(() => {
  const context = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgb = (colour) => {
    context.fillStyle = colour; context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (colour) => {
    const linear = v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = rgb(colour).map(v => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = luminance(getComputedStyle(document.body).backgroundColor);
  const contrast = (colour) => {
    const other = luminance(colour);
    return (Math.max(other, paper) + 0.05) / (Math.min(other, paper) + 0.05);
  };
  const overflow = () => document.documentElement.scrollWidth;
  const closed = overflow();
  const figures = [...document.querySelectorAll('figure')].map(figure => {
    const shown = [...figure.querySelectorAll('svg')].filter(svg => svg.getBoundingClientRect().width > 0);
    const box = shown.length ? shown[0].getBoundingClientRect() : {width: 0, height: 0};
    const texts = shown.length ? [...shown[0].querySelectorAll('text')] : [];
    const scale = shown.length ? box.width / shown[0].viewBox.baseVal.width : 0;
    const outside = texts.filter(text => {
      const place = text.getBoundingClientRect();
      return place.left < box.left - 1.5 || place.right > box.right + 1.5;
    }).map(text => text.textContent);
    return {
      id: figure.id, shown: shown.length, width: box.width, height: box.height, outside,
      smallest: Math.min(...texts.map(text => parseFloat(getComputedStyle(text).fontSize) * scale)),
      contrast: Math.min(...texts.map(text => contrast(getComputedStyle(text).fill))),
    };
  });
  const words = [...document.querySelectorAll('h1,h2,h3,p,dt,dd,li,td,th,summary,pre,small,.code,.interval')];
  document.querySelectorAll('details').forEach(entry => { entry.open = true; });
  const squeezed = [...document.querySelectorAll('.cards td:not(:first-child), footer dt')].filter(cell => {
    const style = getComputedStyle(cell, cell.dataset.label ? '::before' : null);
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const words = (cell.dataset.label || cell.textContent).split(/[\s-]/).map(word => context.measureText(word).width);
    return style.content !== 'none' && cell.offsetWidth && parseFloat(style.width) < Math.max(...words) - 0.5;
  }).map(cell => cell.dataset.label || cell.textContent);
  return {
    paper, overflow: closed, overflow_open: overflow(), figures, squeezed,
    contrast: Math.min(...words.map(word => contrast(getComputedStyle(word).color))),
    tables: document.querySelectorAll('figure details table').length,
  };
})()
"""


@pytest.fixture(scope="module")
def tab() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    written = {}
    for name in ALL:
        written[name] = folder / f"{name}.html"
        written[name].write_text(page_of_sample(name), encoding="utf-8")
    return written


def measure(tab: Browser, path: Path, width: int, dark: bool = False) -> Any:
    tab.show(path, width, dark=dark)
    seen = tab.ask(MEASURE)
    # Not against window.innerWidth: a phone zooms out until everything fits, which must not happen.
    seen["overflow"] -= width
    seen["overflow_open"] -= width
    return seen


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1200])
@pytest.mark.parametrize("name", ALL)
def test_a_page_can_be_read(tab: Browser, pages: dict[str, Path], name: str, width: int, dark: bool) -> None:
    seen = measure(tab, pages[name], width, dark)
    assert tab.complaints == []
    assert tab.requests == [pages[name].as_uri()]
    assert seen["overflow"] <= 0
    assert seen["overflow_open"] <= 0
    assert seen["squeezed"] == []
    assert seen["paper"] < 0.05 if dark else seen["paper"] > 0.85
    assert seen["contrast"] >= 4.5
    module = module_of(name)
    assert len(seen["figures"]) == seen["tables"] == len(list(module.report(ALL[name]).figures()))
    for figure in seen["figures"]:
        assert figure["shown"] == 1, figure
        assert figure["width"] > 300, figure
        assert figure["height"] > 60, figure
        assert figure["outside"] == [], figure
        assert figure["smallest"] >= 10, figure
        assert figure["contrast"] >= 4.5, figure


def test_the_page_of_a_battle_can_be_read(tab: Browser, tmp_path: Path) -> None:
    page = tmp_path / "battle.html"
    page.write_text(
        html(battle_report.report(battle("4/6+2/4", "1/10", trials=0).result)),
        encoding="utf-8",
    )
    for width in (360, 1200):
        seen = measure(tab, page, width)
        assert tab.complaints == []
        assert max(seen["overflow"], seen["overflow_open"]) <= 0
        assert seen["figures"]
        assert all(figure["shown"] == 1 and figure["outside"] == [] for figure in seen["figures"]), seen["figures"]


@pytest.mark.parametrize(("name", "old"), NAMES)
def test_a_hostile_name_runs_nothing_and_fits(tab: Browser, tmp_path: Path, name: str, old: str) -> None:
    page = tmp_path / "page.html"
    page.write_text(page_of(report(name, with_name(copy.deepcopy(ALL[name]), old, HOSTILE))), encoding="utf-8")
    seen = measure(tab, page, 360)
    assert tab.complaints == []
    assert tab.requests == [page.as_uri()]
    assert seen["overflow"] <= 0
    assert tab.ask("document.scripts.length") == 0
    assert "<script>alert('x')</script>" in tab.ask("document.documentElement.textContent")


def test_paper_gets_the_wide_pictures_in_black(tab: Browser, pages: dict[str, Path]) -> None:
    tab.show(pages["matchup"], 720, dark=True)
    tab.call(
        "Emulation.setEmulatedMedia",
        media="print",
        features=[{"name": "prefers-color-scheme", "value": "dark"}],
    )
    seen = tab.ask(MEASURE)
    narrow = tab.ask("[...document.querySelectorAll('.narrow svg')].filter(s => s.getBoundingClientRect().width).length")
    tab.call("Emulation.setEmulatedMedia", media="")
    assert seen["paper"] > 0.99
    assert seen["contrast"] >= 4.5
    assert narrow == 0


def test_the_measure_notices_what_is_wrong(tab: Browser, tmp_path: Path) -> None:
    path = tmp_path / "bad.html"
    path.write_text(
        "<!doctype html><html><body style='background: white'><div style='width: 2000px'>wide</div>"
        "<p style='color: #ccc'>pale</p><figure id=f><svg viewBox='0 0 100 50' width=300 height=150>"
        "<text x=90 y=20 font-size=4>sticks out of it by far</text></svg></figure>"
        "<img src='missing.png'><script>console.error('no')</script></body></html>"
    )
    seen = measure(tab, path, 360)
    assert seen["overflow"] > 1000
    assert seen["contrast"] < 2
    assert seen["figures"][0]["outside"] == ["sticks out of it by far"]
    assert seen["figures"][0]["smallest"] < 16
    assert len(tab.requests) == 2
    assert any("no" in complaint for complaint in tab.complaints)
