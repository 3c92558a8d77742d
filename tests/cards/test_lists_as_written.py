"""Deck lists, names and texts as people write, copy and paste them."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.games.decklists import deck_entries, fold
from kotc_sim.games.keeper.cards.parser import parse_text
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.yaml_source import parse_yaml

RULES = load_edition("kotc-17")


def counts(path: Path) -> dict[str, int]:
    game, root = games.read(path, "deck")
    assert games.kind_of(root) == "deck"
    return {card.name: count for card, count in game.deck(root).counts}


def written(folder: Path, text: str, name: str = "deck.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


LINES = {
    "number first": "cards: [4 Thor, 36 Velociraptor]",
    "number with x": "cards: [4x Thor, 36x Velociraptor]",
    "number, blank, x": "cards: [4 x Thor, 36 x Velociraptor]",
    "number last": "cards: [Thor x4, Velociraptor x36]",
    "lines": "cards: |\n  4 Thor   # the big one\n\n  // the rest\n  36 Velociraptor",
    "number behind a colon": "cards: |\n  Thor: 4\n  Velociraptor: 36x",
    "headings": "cards: |\n  Main (40)\n  Small (36):\n  36 Velociraptor\n\n  == Large ones ==\n  4 Thor\n  -----\n  Total: 40",
    "headings without numbers": "cards: |\n  Deck\n  Creatures: 40\n  [Small]\n  - 36 Velociraptor\n  Large ones:\n  - 4 Thor",
    "parts of a map": "cards:\n  Small: [36 Velociraptor]\n  Large ones: {4: Thor}",
    "json": json.dumps({"cards": {"4": "Thor", "36": "Velociraptor"}}),
    "json, names first": json.dumps({"cards": {"Thor": "4", "Velociraptor": "36"}}),
    "json, counts as texts": json.dumps({"cards": [{"name": "Thor", "count": "4"}, {"name": "Velociraptor", "count": "36"}]}),
}


@pytest.mark.parametrize("text", LINES.values(), ids=LINES)
def test_lists_say_the_same_deck_however_they_are_written(text: str, tmp_path: Path) -> None:
    """Printed cards of the edition need no library."""
    assert counts(written(tmp_path, f"edition: kotc-17\n{text}" if text[0] != "{" else text)) == {"Thor": 4, "Velociraptor": 36}


def test_a_text_file_is_a_deck_of_its_lines(tmp_path: Path) -> None:
    path = written(tmp_path, "edition: kotc-12\n4 Thor # twelfth\n\n36x minion 2/10\n", "mine.txt")
    game, root = games.read(path, "deck")
    deck = game.deck(root)
    assert (deck.name, deck.edition.name, deck.size) == ("mine", "kotc-12", 40)
    wrong = written(tmp_path, "4 Thor\n\n36 Torh\n", "wrong.txt")
    with pytest.raises(KotcError, match=r"no card 'Torh'.*Did you mean 'Thor'") as caught:
        game.deck(games.read(wrong, "deck")[1])
    assert caught.value.line == 3


@pytest.mark.parametrize("head", ["Reserves", "Reserves (3):", "== Sideboard =="])
def test_cards_beside_the_deck_stand_below_their_heading(head: str, tmp_path: Path) -> None:
    path = written(tmp_path, f"edition: kotc-12\nMain (40)\n40 minion 2/10\n\n{head}\n3 Thor\n", "mine.txt")
    game, root = games.read(path, "deck")
    deck = game.deck(root)
    assert (deck.size, [(card.name, count) for card, count in deck.reserves]) == (40, [("Thor", 3)])


@pytest.mark.parametrize("line", ["Spells: 39", "Main (40)", "Thro (4)"])
def test_a_heading_that_states_another_number_may_be_a_card_of_another_name(line: str, tmp_path: Path) -> None:
    with pytest.raises(KotcError, match=r"is followed by 36 cards\. Mend it; a card is `4 Rat`") as caught:
        counts(written(tmp_path, f"edition: kotc-17\n{line}\n36 Velociraptor", "mine.txt"))
    assert caught.value.line == 2


def test_a_card_called_like_a_line_is_one_copy_of_it() -> None:
    node = parse_yaml("[4 Horsemen, 2 Thor]", "x")
    assert [(name, count) for name, count, _ in deck_entries(node, {"4 Horsemen"})] == [("4 Horsemen", 1), ("Thor", 2)]


@pytest.mark.parametrize("text", ["cards: {4: 36}", 'cards: {"4": "36"}', "cards: {Thor: Rat}", "cards: [0 Thor]", "cards: [99999 Thor]"])
def test_what_says_no_number_of_copies_is_an_error(text: str, tmp_path: Path) -> None:
    with pytest.raises(KotcError):
        counts(written(tmp_path, text))


def test_names_that_look_the_same_are_the_same(tmp_path: Path) -> None:
    apart = unicodedata.normalize("NFD", "Élan")
    assert apart != "Élan"
    library = '[{name: "Élan", sp: 1, hp: 0}, {name: "Thor’s  Wolf – old", sp: 1, hp: 2}]'
    deck = f'library: {library}\ncards: {{20: {apart}, "Thor\'s Wolf - old": 20}}'
    assert sorted(counts(written(tmp_path, deck)).values()) == [20, 20]
    assert fold("Zero\u200bwidth") == "Zerowidth"


def test_a_name_that_says_other_numbers_is_refused(tmp_path: Path) -> None:
    text = 'cards: {40: minion 2/4}\nlibrary: [{name: "minion 2/4", sp: 1, hp: 2}]'
    with pytest.raises(KotcError, match="its name says 2/4"):
        counts(written(tmp_path, text))
    assert counts(written(tmp_path, text.replace("sp: 1, hp: 2", "sp: 2, hp: 4"))) == {"minion 2/4": 40}


def test_an_empty_statistic_is_refused(tmp_path: Path) -> None:
    game, root = games.read(written(tmp_path, "- name: Half done\n  sp: 4\n  hp:\n"))
    with pytest.raises(KotcError, match="hp is empty") as caught:
        game.cards(root)
    assert caught.value.line == 3


def test_an_include_is_found_with_backslashes_and_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real" / "own").mkdir(parents=True)
    written(tmp_path / "real" / "own", "- {name: Wolf, sp: 1, hp: 2}", "cards.yaml")
    deck = written(tmp_path / "real", "include: own\\cards.yaml\ncards: {40: Wolf}")
    assert counts(deck) == {"Wolf": 40}
    link = tmp_path / "link.yaml"
    link.symlink_to(deck)
    assert counts(link) == {"Wolf": 40}


DESTROY = "Target 1 on-field minion; destroy it."


@pytest.mark.parametrize(
    "text",
    [
        "Target 1 on-\ufb01eld minion; destroy it.",
        "Target 1 on-\nfield minion; de-\nstroy it.",
        "Target 1 on- field minion; de- stroy it.",
        "Target 1 on-\u00adfield min\u00adion; destroy it.",
        "Target 1 on–field minion; destroy it.",
    ],
    ids=["ligature", "line ends", "line ends as blanks", "soft hyphens", "en dash"],
)
def test_texts_copied_from_a_pdf_are_read(text: str) -> None:
    assert parse_text(text, RULES, "spell") == parse_text(DESTROY, RULES, "spell")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Target one on-field minion; destroy it.", "'Target 1 on-field minion;'"),
        ("TARGET 1 ON-FIELD MINION; destroy it.", "'Target 1 on-field minion;'"),
        ("Draw two cards.", "'Draw 2 cards.'"),
    ],
)
def test_the_right_words_are_suggested(text: str, right: str) -> None:
    with pytest.raises(KotcError) as caught:
        parse_text(text, RULES, "spell")
    assert f"Did you mean {right}" in str(caught.value)


def test_words_in_parentheses_alone_have_no_effect() -> None:
    assert parse_text("(This minion can be summoned unexhausted.)", RULES, "minion") == (None, ())
    with pytest.raises(KotcError, match="no text"):
        parse_text("(Draw a card.)", RULES, "spell")
