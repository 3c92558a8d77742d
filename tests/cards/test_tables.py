"""Parsers out of the cache folder: the same, never in the way, and no way to run code; and the phrases that tell an edition's texts."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput

from kotc_sim import games
from kotc_sim.compiler import add_checksum
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards import grammar as grammars
from kotc_sim.games.keeper.cards import tables
from kotc_sim.games.keeper.cards.grammar import Grammar, grammar
from kotc_sim.games.keeper.cards.wording import forms
from kotc_sim.games.keeper.editions import Edition, load_edition
from kotc_sim.yaml_source import parse_yaml
from tests.decks import EDITIONS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: tmp_path)
    return tmp_path


def no_building(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("a parser is built")

    monkeypatch.setattr(Lark, "__init__", refuse)


def texts_of(edition: Edition) -> list[str]:
    """Return texts, good and bad ones, of all rows."""
    return [text for row in edition.rows.values() for text in (row.text, row.text.replace("{x}", "2"), f"{row.text} Draw 1 card.")]


def read(parser: Lark, text: str) -> object:
    try:
        return parser.parse(text)
    except UnexpectedInput as error:
        return type(error), error.pos_in_stream, sorted(getattr(error, "allowed", None) or getattr(error, "accepts", None) or ())


@pytest.mark.parametrize("edition", ["kotc-20", "kotc-12", "kotc-9", "kotc-5"])
def test_tables_from_the_folder_are_those_that_were_built(edition: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load_edition(edition)
    source = grammar(rules).source
    built = tables.parser_of(source)
    with monkeypatch.context() as patched:
        no_building(patched)
        again = tables.parser_of(source)
    found = [read(again, text) for text in texts_of(rules)]
    assert found == [read(built, text) for text in texts_of(rules)]
    assert sum(isinstance(one, tuple) for one in found) < len(found)


def test_another_grammar_has_other_tables(folder: Path) -> None:
    sources = [grammar(load_edition(edition)).source for edition in EDITIONS[:2]]
    for source in sources:
        tables.parser_of(source)
    assert len(list(folder.iterdir())) == 2


class Danger:
    """What a pickle could do to whoever reads it."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(Path(os.environ["DANGER"])),)


@pytest.mark.parametrize("kind", ["cut", "changed", "pickle", "other", "no tables", "empty"])
def test_a_file_that_is_not_what_was_written_is_written_anew(
    kind: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DANGER", str(tmp_path / "danger"))
    source = grammar(load_edition("kotc-12")).source
    tables.parser_of(source)
    (path,) = folder.glob("*.parser")
    good = path.read_bytes()
    bad = {
        "cut": good[:-1000],
        "changed": good.replace(b"card", b"deck"),
        "pickle": pickle.dumps(Danger()),
        "other": add_checksum(json.dumps({"data": {"parser": 1}, "memo": {}}).encode()),
        "no tables": add_checksum(b"[]"),
        "empty": b"",
    }[kind]
    assert bad != good
    path.write_bytes(bad)
    expected = read(tables.parser_of(source), "Draw 1 card.")
    assert path.read_bytes() != bad
    no_building(monkeypatch)
    assert read(tables.parser_of(source), "Draw 1 card.") == expected
    assert not (tmp_path / "danger").exists()


def test_where_nothing_can_be_written_parsers_are_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = grammar(load_edition("kotc-12")).source
    for folder in (None, tmp_path / "missing"):
        monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name, folder=folder: folder)
        assert isinstance(tables.parser_of(source), Lark)


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_texts_of_an_edition_are_made_of_its_phrases(edition: str) -> None:
    rules = load_edition(edition)
    known = grammar(rules)
    written = [form.fill(x, x) for row in rules.rows.values() for form in forms(row, rules) for x in (1, 3)]
    assert [text for text in written if not known.knows_phrases(text)] == []
    for text in ("SHARP CLAWS: ", "(Whatever is said in parentheses (or twice) is not read.) "):
        assert known.knows_phrases(text + written[0])
    assert not known.knows_phrases(written[0] + " Frobnicate 1 card.")


def test_texts_that_can_be_read_are_made_of_known_phrases(monkeypatch: pytest.MonkeyPatch) -> None:
    """All cards that are shipped, in the editions that read them: the phrases never keep a text from being read."""
    asked = []
    tree = Grammar.tree

    def note(self: Grammar, text: str) -> object:
        found = tree(self, text)
        asked.append((self.knows_phrases(text), text))
        return found

    monkeypatch.setattr(grammars.Grammar, "tree", note)
    from kotc_sim.games.shipped import list_shipped_decks

    for edition in EDITIONS:
        for path in list_shipped_decks([edition]):
            game, root = games.read(path, "deck")
            game.deck(root)
    assert len(asked) > 50
    assert [text for known, text in asked if not known] == []


def test_a_card_of_another_edition_is_hinted_at_and_only_that_edition_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.yaml"
    path.write_text('- {name: Old, sp: 1, hp: 2, text: "This card has no abilities."}\n')
    built = []

    def note(source: str) -> Lark:
        built.append(source)
        return tables.parser_of(source)

    monkeypatch.setattr(grammars, "parser_of", note)
    grammar.cache_clear()
    game, root = games.read(path)
    faults: list[KotcError] = []
    game.cards(root, faults=faults)
    assert "It is readable in kotc-10: --edition kotc-10." in str(faults[0])  # the latest of those that have the sentence
    assert len(built) <= 2  # the 17th Edition's, unless the text was read before, and that one's


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("Sacrifice all your frogs.", 0),  # words that no edition has
        ("Destroy 1 minion.", 0),  # words that all of them have, and not in this order
        ("→ draw 1 card", 3),  # a known phrase, joined as in no edition: one edition of each way to join is tried
    ],
)
def test_a_text_of_no_edition_is_not_tried_in_all(text: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def note(self: Grammar, text: str) -> object:
        tried.append(self.source)
        return tables.parse(self.parser, text)

    monkeypatch.setattr(Grammar, "tree", note)
    root = parse_yaml(json.dumps([{"name": "Odd", "sp": 1, "hp": 1, "text": text}]), "odd.yaml")
    faults: list[KotcError] = []
    games.FIRST.cards(root, faults=faults)
    assert len(faults) == 1
    assert "readable" not in str(faults[0])
    assert len(tried) <= 1 + most
