from __future__ import annotations

import importlib
import json
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure as Drawing

import kotc_sim as ks
import kotc_sim.experiments
from kotc_sim.errors import KotcError
from kotc_sim.experiments.asked import EVERY
from kotc_sim.experiments.play.questions import Replay
from kotc_sim.notebook import FUNCTIONS
from kotc_sim.questions import Found, Question
from tests.experiments.verdict_cases import PLAIN_PYTHON

pytestmark = pytest.mark.usefixtures("few_games")

DECKS = Path(__file__).resolve().parents[1] / "decks"
RATS, STORM, RAPTORS = str(DECKS / "rats.yaml"), DECKS / "storm.yaml", str(DECKS / "raptors.yaml")
CARDS = Path(__file__).with_name("cards") / "squire.yaml"
PLAYED: dict[str, Callable[[], ks.Result]] = {
    "matchup": lambda: ks.matchup(RATS, STORM, strategy_a="random", strategy_b="random", games=40),
    "tournament": lambda: ks.tournament(RATS, STORM, strategy="random", games=20),
    "edition diff": lambda: ks.edition_diff("kotc-17", "kotc-12", RATS, strategy="random", games=80),
    "battle": lambda: ks.battle("4/6+2/4", "1/10", trials=1000),
    "ban": lambda: ks.ban("destroy the targets", decks=[RAPTORS], strategy="random", games=20),
    "rate": lambda: ks.rate(CARDS, profiles=("random",), precision=5.0),
    "price": lambda: ks.price("When enemy attacks, after Attack Formation:", profiles=("random",), precision=5.0, cross_check=False),
    "exploit": lambda: ks.exploit(generations=1, population=4, winners=1, combos=0, precision=5.0, profiles=("random",)),
    "replay": lambda: ks.replay(RATS, RAPTORS, strategy="random", game=3),
    "strategies ladder": lambda: ks.strategies_ladder(strategies="random,greedy", decks=[RATS], games=2),
    "try": lambda: ks.try_(STORM, {"Thor": 1}, {"minion 4/4": 1}, [RATS], strategy="random", games=20),
}


@pytest.fixture(scope="module", params=list(PLAYED))
def result(request: pytest.FixtureRequest) -> ks.Result:
    if PLAIN_PYTHON and request.param in ("rate", "price", "exploit"):
        pytest.skip("needs thousands of games")
    found = PLAYED[request.param]()
    assert found["command"] == request.param
    return found


def test_importing_is_light() -> None:
    code = """
import sys
import kotc_sim
assert "matchup" in dir(kotc_sim)
print([name for name in ("numba", "numpy", "pandas", "scipy", "matplotlib", "yaml", "typer") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_everything_named_is_there() -> None:
    for name in ks.__all__:
        assert getattr(ks, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'matchups'"):
        ks.matchups  # noqa: B018


def test_a_result_shows_itself(result: ks.Result) -> None:
    page = result._repr_html_()
    assert len(result.frame) > 0
    assert not [one for one in result.frame.to_numpy().flat if isinstance(one, list) and list(map(type, one)) == [float, float]]
    if result["command"] == "replay":  # answered in words
        assert page.startswith("<pre>")
        assert result["log"][-1] in repr(result)
        with pytest.raises(KotcError, match="answered in words"):
            result.report  # noqa: B018
        return
    assert page.startswith("<iframe srcdoc=")
    assert "<html" not in page  # escaped: it cannot end the frame
    assert str(result["version"]) in repr(result)
    assert set(result.frames) == {table.caption for table in result.report.tables()}


def test_a_result_draws_itself(result: ks.Result) -> None:
    if result["command"] == "replay":
        pytest.skip("answered in words")
    picture = result.plot()
    assert picture.svg.startswith("<svg")
    assert picture.title in picture._repr_html_()
    assert repr(result.plot(picture.title)) == repr(picture)
    with pytest.raises(KotcError, match="no figure 'a sunset'"):
        result.plot("a sunset")


def test_a_figure_is_drawn_into_axes() -> None:
    drawing = Drawing(figsize=(12, 5))
    ax, other = drawing.subplots(1, 2)
    result = PLAYED["matchup"]()
    assert result.plot("How games end", ax=ax).title == "How games end"
    shown = [text for inner in ax.child_axes for text in inner.texts]
    assert "Rats" in " ".join(text.get_text() for text in shown)
    drawing.canvas.draw()
    frame = ax.get_window_extent()
    assert all(frame.x0 - 1 <= text.get_window_extent().x0 and text.get_window_extent().x1 <= frame.x1 + 1 for text in shown)
    at = {text.get_text(): text.get_window_extent().y0 for text in shown}
    assert at["hit points"] < frame.y1 - frame.height / 4  # rows fill the axes, however high they are
    assert not other.child_axes


def test_the_call_gives_the_same_again(result: ks.Result) -> None:
    again: Any = eval(result["reproduce"], {"ks": ks})
    assert _plain(again.data) == _plain(result.data)


def _plain(data: dict[str, Any]) -> str:
    timed = {"seconds", "battles_per_second", "cost", "seconds_per_game"}
    return json.dumps({key: value for key, value in data.items() if key not in timed}, default=str)


def test_every_question_is_a_function() -> None:
    for module in pkgutil.walk_packages(kotc_sim.experiments.__path__, "kotc_sim.experiments."):
        importlib.import_module(module.name)
    assert {one for one in Question.__subclasses__() if one.__module__.startswith("kotc_sim.")} == set(EVERY.values())
    assert {*FUNCTIONS, "Result", "__version__", "load_cards", "load_deck", "load_edition"} == set(ks.__all__)
    assert FUNCTIONS.keys() == {command.replace(" ", "_") + "_" * (command == "try") for command in EVERY}
    assert all("Parameters" in str(one.__doc__) for one in FUNCTIONS.values())


def test_what_is_loaded_prints_in_a_line() -> None:
    ember = ks.load_deck(DECKS / "levelup" / "ember-and-stone.yaml")
    loaded = [ks.load_deck(RAPTORS), ember, ks.load_edition("kotc-17"), ember.edition, ks.load_cards(CARDS)[0], next(iter(ember.cards()))]
    assert repr(loaded[0]) == "<Deck 'Raptors': kotc-17, 40 cards, 104 levels>"
    assert max(len(repr(one)) for one in loaded) < 100


def test_texts_are_read_as_on_the_command_line(tmp_path: Path) -> None:
    swap = ks.try_(STORM, "1 Thor", "1 minion 4/4", RATS, strategy="random", games=20)
    assert swap.data == PLAYED["try"]().data | {"reproduce": swap["reproduce"]}
    written = ks.replay(RATS, RAPTORS, strategy="random", game=3)
    written.save(tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text())["log"] == written["log"]


@pytest.mark.parametrize(
    ("given", "fix"),
    [
        ({"games": 0}, "games is 0. Give a whole number from 1 to "),
        ({"games": 1e3}, "games is 1000.0. Give a whole number"),
        ({"precision": float("nan")}, "precision is nan. Give a number from 0.05 to 20."),
        ({"jobs": 0}, "jobs is 0. Give a whole number, 1 or more."),
        ({"broken": "much"}, "broken is 'much'. Give a number."),
    ],
)
def test_numbers_have_the_range_of_the_option(given: dict[str, Any], fix: str) -> None:
    with pytest.raises(KotcError, match=fix):
        ks.matchup("rats", "raptors", quick=True, **given)


def test_numbers_of_numpy_are_numbers() -> None:
    assert ks.matchup("rats", "raptors", quick=True, games=np.int64(4))["games"] == 4


def test_files_of_an_answer_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = PLAYED["replay"]().inner
    monkeypatch.setattr(Replay, "answer", lambda self, run: Found(played, files=lambda call: {tmp_path / "game": call}))
    assert ks.replay(RATS, RAPTORS)["reproduce"] == (tmp_path / "game").read_text()


def test_decks_may_be_objects() -> None:
    rats, storm = ks.load_deck(RATS), ks.load_deck(STORM)
    by_path = PLAYED["matchup"]()
    by_deck = ks.matchup(rats, storm, strategy_a="random", strategy_b="random", games=40)
    assert by_deck.data == by_path.data


def test_a_report_is_saved(result: ks.Result, tmp_path: Path) -> None:
    if result["command"] == "replay":
        pytest.skip("answered in words")
    result.save(tmp_path / "report.html")
    result.plot().save(tmp_path / "figure.svg")
    assert "</html>" in (tmp_path / "report.html").read_text()
    assert (tmp_path / "figure.svg").read_text().startswith("<svg")


def test_finished_games_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    results = [ks.matchup(RATS, STORM, strategy_a="random", strategy_b="random", games=40, resume=folder) for _ in range(2)]
    assert results[0].data == results[1].data == PLAYED["matchup"]().data
    assert list(folder.glob("*.npz"))


def test_a_missing_file_is_named() -> None:
    with pytest.raises(KotcError, match=r"nowhere\.yaml: there is no such file"):
        ks.load_deck("nowhere.yaml")


def test_the_code_of_the_docs_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (DECKS.parent / "docs" / "notebook.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", source, flags=re.DOTALL)
    assert len(blocks) == 3
    (tmp_path / "decks").symlink_to(DECKS)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(re.sub(r"games=[\d_]+", "games=40", block), names)
    assert names["result"]["games"] == 40
    assert "</html>" in (tmp_path / "rats.html").read_text()
    assert (tmp_path / "rats.svg").read_text().startswith("<svg")
    assert list(names["changed"].columns[:2]) == ["name", "deck"]


def test_every_function_is_in_the_docs() -> None:
    source = (DECKS.parent / "docs" / "notebook.md").read_text()
    for name in ks.__all__:
        assert name in ("Result", "__version__") or f"`ks.{name}" in source, name
