"""Every report, rendered from its sample: well-formed, self-contained, complete, the same each time."""

from __future__ import annotations

import copy
import io
import json
import re
import subprocess
import sys
from dataclasses import MISSING
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.experiments.encoding import keys_of
from kotc_sim.experiments.matchup.result import MatchupResult
from kotc_sim.reports import Report, show
from kotc_sim.reports import html as page_of
from kotc_sim.reports import terminal as text_of
from kotc_sim.reports.kit import export
from kotc_sim.reports.kit.wording import columns
from scripts.results import RESULTS
from tests.reports.samples import ALL, MATCHUP, TOURNAMENT, Result, module_of, page_of_sample

VOID = {"meta", "br", "hr", "img", "input", "link", "col"}
HOSTILE = "<script>alert('x')</script> & \"$\\alpha$\" {{ 7 * 7 }} \x1b[31m鬼"

NAMES = [  # of things that somebody else named
    ("matchup", "Giant Rat"),
    ("matchup", "Rats"),
    ("rate", "Thunderstrike"),
    ("price", "Heal x."),
    ("tournament", "Wall"),
    ("edition_diff", "Rats"),
    ("edition_history", "kotc-9"),
    ("ladder", "greedy"),
    ("substitution", "Rats"),
    ("restriction", "Taunt"),
    ("exploit", "Found 1"),
]


FEW = ALL | {"rate": {**ALL["rate"], "cards": ALL["rate"]["cards"][:2]}}
"""The samples with less to draw: five pictures a card are half of the time of all."""


def report(name: str, result: Result | None = None) -> Report:
    module = module_of(name)
    made: Report = module.report(ALL[name] if result is None else result)
    return made


class Page(HTMLParser):
    """Reads a page and checks that every element is closed where it should be."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def with_name(value: Any, old: str, new: str) -> Any:
    """Return a copy in which every string equal to ``old`` is ``new``."""
    if isinstance(value, dict):
        return {key: with_name(entry, old, new) for key, entry in value.items()}
    if isinstance(value, list):
        return [with_name(entry, old, new) for entry in value]
    return new if value == old else value


@pytest.mark.parametrize("name", ALL)
def test_a_page_is_well_formed(name: str) -> None:
    page = Page(page_of_sample(name))
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert page.count("h1") == 1
    assert page.count("title") - page.count("svg") == 1
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert all(after - before <= 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("name", ALL)
def test_a_page_needs_nothing_else(name: str) -> None:
    source = page_of_sample(name)
    assert not re.search(r"https?:|//\w|@import|@font-face", source)
    assert "javascript" not in source.lower()
    page = Page(source)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in page.tags}
    for _, attributes in page.tags:
        assert not [key for key in attributes if key.startswith("on")]
        assert (attributes.get("href") or "#").startswith("#")
        assert "src" not in attributes
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", source))


@pytest.mark.parametrize("name", ALL)
def test_every_reference_inside_a_picture_exists(name: str) -> None:
    source = page_of_sample(name)
    ids = set(re.findall(r'\bid="([^"]+)"', source))
    assert set(re.findall(r'href="#([^"]+)"', source)) <= ids
    assert set(re.findall(r"url\(#([^)]+)\)", source)) <= ids
    for labels in re.findall(r'aria-labelledby="([^"]+)"', source):
        assert set(labels.split()) <= ids


@pytest.mark.parametrize("name", ALL)
def test_every_figure_is_there_twice_with_its_table_and_words(name: str) -> None:
    page = Page(page_of_sample(name))
    made = report(name)
    figures = list(made.figures())
    assert figures or name == "plan"  # of what was not played there is no picture
    folded = sum(bool(title) for section in made.sections for table in section.tables for title, _ in table.parts)
    folded += sum(section.folded for section in made.sections)
    assert page.count("figure") == len(figures) == page.count("details") - folded
    pictures = [attributes for tag, attributes in page.tags if tag == "svg"]
    assert len(pictures) == 2 * len(figures)
    assert all(picture["role"] == "img" for picture in pictures)
    tables = [table for section in made.sections for table in section.tables if not table.has_commands]
    assert page.count("table") == page.count("caption") == len(figures) + sum(len(table.parts) for table in tables)
    for figure in figures:
        assert figure.table.rows
        assert len(figure.alt) > 20


@pytest.mark.parametrize("name", ALL)
def test_no_page_shows_an_id(name: str) -> None:
    assert re.findall(r"\b(?:effect|cond|cost|target|caveat)\.[a-z]+_[a-z]+", page_of_sample(name)) == []


@pytest.mark.parametrize("name", ALL)
def test_a_picture_has_no_colour_that_darkness_cannot_change(name: str) -> None:
    pictures = re.findall(r"<svg.*?</svg>", page_of_sample(name), re.DOTALL)
    assert len(pictures) == 2 * len(list(report(name).figures()))
    for picture in pictures:
        without_fallbacks = re.sub(r"var\(--[a-z]+, #[0-9a-f]{6}\)", "", picture)
        assert not re.search(r"#[0-9a-f]{6}\b(?!\w)", without_fallbacks.replace('href="#', ""))
        assert "<text" in picture  # text, not outlines
        assert "DejaVu" not in picture


def numpify(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: numpify(entry) for key, entry in value.items()}
    if isinstance(value, list) and value and all(type(x) in (int, float) for x in value):
        return np.array(value)
    if isinstance(value, list):
        return [numpify(entry) for entry in value]
    return np.float64(value) if type(value) is float else value


@pytest.mark.parametrize("name", ALL)
def test_the_same_result_gives_the_same_bytes(name: str) -> None:
    """Made again, of what was read from JSON, and with numbers of numpy."""
    again = page_of(report(name, numpify(json.loads(json.dumps(FEW[name])))))
    assert again == (page_of_sample(name) if FEW[name] is ALL[name] else page_of(report(name, FEW[name])))


@pytest.mark.parametrize(("name", "old"), NAMES)
def test_a_hostile_name_stays_text(name: str, old: str) -> None:
    made = report(name, with_name(copy.deepcopy(FEW[name]), old, HOSTILE))
    source = page_of(made)
    page = Page(source)
    assert page.count("script") == 0
    assert "&lt;script&gt;" in source
    assert any("{{ 7 * 7 }}" in text for text in page.text)  # no template is run on it
    assert "\x1b" not in source
    assert "\x1b" not in text_of(made, 100)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_terminal_says_the_same_in_the_window(name: str, width: int) -> None:
    made = report(name)
    text = text_of(made, width)
    joined = " ".join(text.split())
    assert " ".join(made.verdict.sentence.replace("\N{NO-BREAK SPACE}", " ").split()) in joined
    assert made.verdict.code.upper() in text
    assert str(ALL[name]["reproduce"]) in text
    assert "\x1b" not in text
    for line in text.split("\n"):
        assert columns(line) <= width or "kotc-sim" in line  # commands are not broken


def test_colour_is_written_only_when_asked_for() -> None:
    made = report("matchup")
    plain, coloured = text_of(made, 100), text_of(made, 100, colour=True)
    assert "\x1b[1;33mWATCH\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain


def test_a_stream_that_knows_only_ascii_gets_ascii() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    show(report("matchup"), stream)
    stream.flush()
    text = raw.getvalue().decode("ascii")
    assert "+6.1 pp [4.6, 7.6]" in text
    assert "-1.7 pp [-3.6, 0.2]" in text
    assert "\x1b" not in text


SECTIONS = {
    **{"field": "matchup against a field", "matchup_table": "matchup at one table"},
    **{"plan": "plans", "substitution": "try", "restriction": "ban"},
}
"""Of docs/reports.md, where they are not called as the report's module."""


def required(name: str) -> list[str]:
    """Return the keys that a sample's type needs."""
    kind: Any = RESULTS[SECTIONS.get(name, name.replace("_", " "))]
    return [one.name for one in keys_of(kind) if one.how == "needed" and one.default is MISSING]


@pytest.mark.parametrize("name", ALL)
def test_the_required_keys_are_enough(name: str) -> None:
    keys = {"command", "version", "reproduce", *required(name)}
    made = report(name, {key: value for key, value in FEW[name].items() if key in keys})
    Page(page_of(made))
    assert text_of(made, 80)


@pytest.mark.parametrize(("name", "key"), [(name, key) for name in ALL for key in required(name)])
def test_a_missing_required_key_is_named(name: str, key: str) -> None:
    result = {k: v for k, v in ALL[name].items() if k != key}
    with pytest.raises(KotcError, match=f"has no '{key}'"):
        report(name, result)


def test_docs_name_every_key_of_the_samples() -> None:
    source = (Path(__file__).parents[2] / "docs" / "reports.md").read_text(encoding="utf-8")
    words = set(re.findall(r"[\w-]+", source))
    missing = {f"{name}.{key}" for name, result in ALL.items() for key in result if key not in words}
    assert not missing


def test_the_code_of_the_docs_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = (Path(__file__).parents[2] / "docs" / "reports.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", source, flags=re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        names: dict[str, Any] = {"result": MatchupResult.of(MATCHUP), "folder": tmp_path}
        exec(block, names)
        Page(names["page"])
        assert "53.1 %" in names["text"]
    assert "hit points  93.1 % [92.8, 93.4]" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rats-endings.csv", "rats.csv"]


def test_the_matchup_sample_adds_up() -> None:
    counts = np.array(MATCHUP["turns"]["histogram"])[:, 1:].sum(axis=0)
    assert counts.sum() == MATCHUP["games"]
    assert counts.tolist() == np.array(list(MATCHUP["endings_by_winner"].values())).sum(axis=0).tolist()
    assert sum(MATCHUP["endings"].values()) == pytest.approx(1.0)
    assert (counts[0] + counts[2] / 2) / counts.sum() == pytest.approx(MATCHUP["score"], abs=1e-4)
    pairs = np.array(MATCHUP["pair_scores"])
    assert (pairs @ np.arange(5)) / 4 / pairs.sum() == pytest.approx(MATCHUP["score"], abs=1e-4)


def test_the_tournament_sample_is_antisymmetric() -> None:
    matrix = np.array(TOURNAMENT["matrix"], dtype=float)
    off = ~np.eye(len(matrix), dtype=bool)
    assert (matrix + matrix.T)[off] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("score", "interval", "code", "expected"),
    [
        (0.5, [0.495, 0.505], "fair", "Rats and Ogres are evenly matched."),
        (0.42, [0.41, 0.43], "broken", "Ogres beats Rats far too often: Rats scores 42.0 %."),
        (0.47, [0.465, 0.475], "watch", "Ogres has the edge over Rats: Rats scores 47.0 %."),
        (0.51, [0.45, 0.57], "undecided", "Not decided yet: Rats scores 51.0 % against Ogres."),
    ],
)
def test_the_verdict_names_the_better_deck(score: float, interval: list[float], code: str, expected: str) -> None:
    result = {**MATCHUP, "score": score, "interval": interval, "verdict": code, "more_games": 30_000}
    made = report("matchup", result)
    assert made.verdict.sentence.replace("\N{NO-BREAK SPACE}", " ") == expected
    assert ("30,000 more games" in made.verdict.detail) == (code == "undecided")


@pytest.mark.parametrize(
    ("advantage", "interval", "leads"), [(0.29, [0.26, 0.32], True), (-0.09, [-0.1, -0.08], True), (0.06, [0.04, 0.08], False)]
)
def test_a_seat_that_decides_more_than_the_decks_stands_in_the_first_words(advantage: float, interval: list[float], leads: bool) -> None:
    measured = {"first_player_advantage": {"value": advantage, "interval": interval}}
    words = f"the player who goes first scores {50 + 100 * advantage:.1f} %"
    for name, result in (("matchup", {**MATCHUP, **measured}), ("tournament", {**TOURNAMENT, **measured})):
        sentence = report(name, result).verdict.sentence.replace("\N{NO-BREAK SPACE}", " ")
        assert (words in sentence) == leads, sentence
    decided = report("matchup", {**MATCHUP, **measured, "score": 0.85, "interval": [0.84, 0.86], "verdict": "broken"})
    assert "The seat" not in decided.verdict.sentence


def test_a_mirror_names_its_sides_apart() -> None:
    result = {**MATCHUP, "decks": {**MATCHUP["decks"], "b": MATCHUP["decks"]["a"]}, "score": 0.5, "interval": [0.5, 0.5]}
    made = report("matchup", result)
    assert made.title == "Rats (first) against Rats (second)"
    Page(page_of(made))


@pytest.mark.parametrize("card", ALL["rate"]["cards"], ids=lambda card: str(card["verdict"]))
def test_one_card_has_one_verdict_its_three_errors_and_what_to_do_next(card: Result) -> None:
    text = text_of(report("rate", {**ALL["rate"], "cards": [card]}), 100)
    first = text.split("\n\n")[1]
    assert first.startswith(card["verdict"].upper())
    assert all(words in first for words in ("sampling", "pilots", "In a deck like yours"))
    assert "What to do next" in text


def test_terminal_output_loads_no_plotting_and_no_pandas() -> None:
    code = (
        "import sys, json\n"
        "from kotc_sim.reports import matchup, rate, tournament, edition_diff, edition_history, ladder, price\n"
        "from kotc_sim.reports import terminal\n"
        "terminal(matchup.report(json.load(sys.stdin)))\n"
        "print(sorted({'matplotlib', 'pandas', 'jinja2', 'scipy', 'numba'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=json.dumps(MATCHUP), capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_search_that_found_nothing_keeps_the_columns_of_its_table(tmp_path: Path) -> None:
    nothing = report("exploit", {**ALL["exploit"], "cards": [], "archive": [], "combos": [], "combos_searched": 0})
    assert "No undercosted card was found" in page_of(nothing)
    assert "None of the winners" in text_of(nothing)
    (path,) = export.csv(nothing, tmp_path / "out.csv")
    some = export.csv(report("exploit"), tmp_path / "some.csv")[0]
    assert set(path.read_text().strip().split(",")) <= set(some.read_text().splitlines()[0].split(","))


def test_a_combo_is_told_with_what_each_card_gains_alone() -> None:
    """Where no card alone is found, the combo is the headline; one that was not found is in the table alone."""
    own = [{**card, "confirmed": False, "gaining": []} for card in ALL["exploit"]["cards"]]
    text = re.sub(r"\s+", " ", text_of(report("exploit", {**ALL["exploit"], "cards": own}), 120))
    first = text[: text.index("Combo 2")]
    assert "Combo 1 costs too little" in first
    for words in ("adds 1.3 points", "of the first alone it costs its deck 2.4 points", "of the second alone it adds 0.20 points"):
        assert words in first
    neither = [{**combo, "confirmed": False} for combo in ALL["exploit"]["combos"]]
    none = text_of(report("exploit", {**ALL["exploit"], "cards": own, "combos": neither}), 120)
    assert "No undercosted card or combo was found" in none
    assert "Combo 1 costs too little" not in none


def test_a_combo_of_level_up_is_told_with_bodies_and_without_prices() -> None:
    bodies = ({"kind": "creature", "attack": 4, "defense": 3, "level": 1}, {"kind": "magic", "attack": 0, "defense": 0, "level": 0})
    sample = ALL["exploit"]["combos"][0]
    texts = [one["text"] for one in sample["cards"]]
    cards = [{**body, **{key: one[key] for key in ("text", "gain", "less")}} for body, one in zip(bodies, sample["cards"], strict=True)]
    told = {**ALL["exploit"], "game": "levelup", "axis": "attack", "cards": [], "combos": [{**sample, "cards": cards}]}
    text = re.sub(r"\s+", " ", text_of(report("exploit", told), 200))
    assert f"Combo 1 is too strong: “{texts[0]}” with “{texts[1]}”" in text
    assert f"4/3 {texts[0]}" in text
    assert f"0/0 {texts[1]}" not in text
