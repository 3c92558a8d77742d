"""Trees of texts that were read before: the same as the parser's, and never in the way."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from kotc_sim.games.keeper.cards import remembered
from kotc_sim.games.keeper.cards.grammar import grammar
from kotc_sim.games.keeper.cards.remembered import Branch
from kotc_sim.games.keeper.cards.tables import UnreadableError, parse
from kotc_sim.games.keeper.editions import load_edition

TEXTS = ("Exhaust this minion → Destroy 1 enemy minion.", "When this minion is summoned → Draw 1 card.")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: tmp_path)
    return tmp_path


def _readable() -> tuple[str, Branch]:
    parser = grammar(load_edition("kotc-17")).parser
    for row in load_edition("kotc-17").rows.values():
        for text in (*TEXTS, row.text):
            try:
                return text, parse(parser, text)
            except UnreadableError:
                continue
    raise AssertionError("no text of the vocabulary could be read")


def test_a_remembered_tree_is_the_parsers(folder: Path) -> None:
    text, tree = _readable()
    first = remembered.Remembered("source")
    assert first.find(text) is None
    first.keep(text, tree)
    first.save()
    again = remembered.Remembered("source").find(text)
    assert again == tree
    assert isinstance(again, Branch)
    assert all(text[token.start :].startswith(token.text) for token in again.tokens())
    assert remembered.Remembered("another source").find(text) is None


def test_texts_that_nobody_needs_any_more_are_written_and_let_go(folder: Path) -> None:
    """A process that reads many grammars, such as the workbench with a proposal that changes, keeps none of them for its end."""
    text, tree = _readable()
    first = remembered.Remembered("source")
    first.keep(text, tree)
    gone = weakref.ref(first)
    del first
    gc.collect()
    assert gone() is None
    assert remembered.Remembered("source").find(text) == tree


def test_a_damaged_file_is_named_and_not_used(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, tree = _readable()
    first = remembered.Remembered("source")
    first.keep(text, tree)
    first.save()
    assert first.path is not None
    content = first.path.read_bytes()
    digit = next(place for place in range(16, len(content)) if content[place : place + 1].isdigit())
    another = bytes([content[digit] ^ 1])  # another digit, which may be another price
    changed = content[:digit] + another + content[digit + 1 :]
    for damaged in (b"", b"{ half", b'{"short": [1, 2, 3]}', changed, content[:-1], content + b" "):
        first.path.write_bytes(damaged)
        assert remembered.Remembered("source").find(text) is None
        assert "is damaged; it is removed and made again" in capsys.readouterr().err
        assert not first.path.exists()


def test_no_cache_folder_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: None)
    text, tree = _readable()
    kept = remembered.Remembered("source")
    kept.keep(text, tree)
    kept.save()
    assert kept.find(text) == tree


def test_only_the_newest_texts_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST", 2)
    _, tree = _readable()
    first = remembered.Remembered("source")
    for name in ("a", "b", "c"):
        first.keep(name, tree)
    first.save()
    again = remembered.Remembered("source")
    assert [again.find(name) is not None for name in ("a", "b", "c")] == [False, True, True]
