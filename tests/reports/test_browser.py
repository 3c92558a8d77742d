"""The pages in a real browser: nothing sticks out, every figure shows, light and dark can be read."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kotc_sim.experiments.battle.battle import battle
from kotc_sim.experiments.judged import Part
from kotc_sim.reports import battle as battle_report
from kotc_sim.reports import html
from kotc_sim.reports import html as page_of
from kotc_sim.reports.kit.report import Section
from tests.reports.browser import CHROMIUM, Browser, browser
from tests.reports.samples import ALL, module_of, page_of_sample
from tests.reports.test_gallery import FEW, HOSTILE, NAMES, report, with_name

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


@pytest.mark.parametrize("score", [0.065, 0.5, 0.935, 0.999])
def test_the_score_stays_in_its_box(tab: Browser, tmp_path: Path, score: float) -> None:
    page = tmp_path / "page.html"
    interval = [max(0.0, score - 0.01), min(1.0, score + 0.01)]
    page.write_text(page_of(report("matchup", {**ALL["matchup"], "score": score, "interval": interval})), encoding="utf-8")
    for width in (360, 390, 1200):
        tab.show(page, width, dark=False)
        outside = tab.ask(
            """(() => { const out = []; for (const svg of document.querySelectorAll('figure svg')) {
              const box = svg.getBoundingClientRect(); if (!box.width) continue;
              for (const text of svg.querySelectorAll('text')) { const at = text.getBoundingClientRect();
                if (at.left < box.left - 1.5 || at.right > box.right + 1.5) out.push(text.textContent); } } return out; })()"""
        )
        assert outside == [], width


@pytest.mark.parametrize("name", ["edition_diff", "exploit", "rate", "price"])
def test_rows_of_wide_tables_are_cards_on_a_phone(tab: Browser, pages: dict[str, Path], name: str) -> None:
    """Every cell is seen without moving sideways, and says what it is."""
    ask = """(() => { document.querySelectorAll('details').forEach(entry => { entry.open = true; });
      const cells = [...document.querySelectorAll('.cards td')];
      return {cells: cells.length, outside: cells.filter(cell => cell.getBoundingClientRect().right > innerWidth + 1).length,
        moves: [...document.querySelectorAll('.cards')].filter(one => one.scrollWidth > one.clientWidth + 1).length,
        named: cells.filter(cell => getComputedStyle(cell, '::before').content.length > 2).length,
        block: cells.filter(cell => getComputedStyle(cell).display != 'table-cell').length}; })()"""
    tab.show(pages[name], 390, dark=False)
    seen = tab.ask(ask)
    assert seen["cells"] > 8
    assert (seen["outside"], seen["moves"]) == (0, 0)
    assert seen["named"] >= seen["cells"] * 0.6
    assert seen["block"] == seen["cells"]
    tab.show(pages[name], 1200, dark=False)
    assert tab.ask(ask)["block"] == 0


def test_a_bill_is_not_broken_on_a_phone(tab: Browser, tmp_path: Path) -> None:
    made, page = report("rate", ALL["rate"]), tmp_path / "page.html"
    bill = ["self-destroy 2 cards in your hand  -(x/2)          -1", "destroy it                         2*t, t = 1       2"]
    page.write_text(page_of(replace(made, sections=[Section("Judged", folds=[Part("Nova", bill, open=True)])])), encoding="utf-8")
    tab.show(page, 390, dark=False)
    lines = "(() => { const one = document.querySelector('pre.file'), { lineHeight, paddingTop } = getComputedStyle(one);"
    assert tab.ask(f"{lines} return (one.clientHeight - 2 * parseFloat(paddingTop)) / parseFloat(lineHeight); }})()") < 2.5


@pytest.mark.parametrize("name", ALL)
def test_no_table_is_cut_off_or_squeezed_on_a_phone(tab: Browser, pages: dict[str, Path], name: str) -> None:
    """Captions stood letter below letter, columns beyond the edge; only a matrix is moved sideways."""
    tab.show(pages[name], 390, dark=False)
    seen = tab.ask(
        """(() => { document.querySelectorAll('details').forEach(entry => { entry.open = true; });
      const tables = [...document.querySelectorAll('table')].filter(one => one.querySelectorAll('thead th').length < 10);
      const captions = [...document.querySelectorAll('caption')].filter(one => getComputedStyle(one).position != 'absolute');
      return {tables: tables.length, moves: tables.filter(one => one.parentElement.scrollWidth > one.parentElement.clientWidth + 1)
        .map(one => one.querySelector('caption').textContent),
        squeezed: captions.filter(one => one.clientWidth < 150).map(one => one.textContent),
        page: document.documentElement.scrollWidth}; })()"""
    )
    assert seen["tables"] > 0
    assert (seen["moves"], seen["squeezed"], seen["page"]) == ([], [], 390)


def test_the_page_of_a_battle_can_be_read(tab: Browser, tmp_path: Path) -> None:
    page = tmp_path / "battle.html"
    page.write_text(html(battle_report.report(battle("4/6+2/4", "1/10", trials=0))), encoding="utf-8")
    for width in (360, 1200):
        seen = measure(tab, page, width)
        assert tab.complaints == []
        assert max(seen["overflow"], seen["overflow_open"]) <= 0
        assert seen["figures"]
        assert all(figure["shown"] == 1 and figure["outside"] == [] for figure in seen["figures"]), seen["figures"]


@pytest.mark.parametrize(("name", "old"), NAMES)
def test_a_hostile_name_runs_nothing_and_fits(tab: Browser, tmp_path: Path, name: str, old: str) -> None:
    page = tmp_path / "page.html"
    page.write_text(page_of(report(name, with_name(copy.deepcopy(FEW[name]), old, HOSTILE))), encoding="utf-8")
    seen = measure(tab, page, 360)
    assert tab.complaints == []
    assert tab.requests == [page.as_uri()]
    assert seen["overflow"] <= 0
    assert tab.ask("document.scripts.length") == 0
    assert "<script>alert('x')</script>" in tab.ask("document.documentElement.textContent")


def test_paper_gets_the_wide_pictures_in_black(tab: Browser, pages: dict[str, Path]) -> None:
    tab.show(pages["matchup"], 720, dark=True)
    tab.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
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
