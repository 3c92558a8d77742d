"""Deck files: every way to write one, and one clear message for every way to get it wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.cards.legality import deck_problems

LIBRARY = "library:\n  - {name: A, sp: 1, hp: 0}\n  - {name: B, sp: 2, hp: 2}\n  - {name: C, text: Draw 1 card.}\n"


def write(folder: Path, text: str, name: str = "deck.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def counts(folder: Path, cards: str) -> dict[str, int]:
    found = load_deck(write(folder, f"cards:\n{cards}\n{LIBRARY}"), legal=False)
    return {card.name: count for card, count in found.counts}


@pytest.mark.parametrize(
    "cards",
    [
        "  4: A\n  3: B\n  2: C",
        "  A: 4\n  B: 3\n  C: 2",
        "  4: [A]\n  B: 3\n  2: C",
        "  - 4: A\n  - 3: B\n  - 2: C",
        "  - A: 4\n  - B: 3\n  - C: 2",
        "  - {name: A, count: 4}\n  - {name: B, count: 3}\n  - {count: 2, name: C}",
        "  - A\n  - B\n  - B\n  - A\n  - A\n  - C\n  - B\n  - C\n  - A",
        "  2: A\n  3: B\n  1: [C, C]\n  A: 2",
    ],
)
def test_ways_to_count(cards: str, tmp_path: Path) -> None:
    assert counts(tmp_path, cards) == {"A": 4, "B": 3, "C": 2}


def test_a_number_of_copies_given_twice_counts_twice(tmp_path: Path) -> None:
    assert counts(tmp_path, "  4: A\n  4: B\n  4: [C, A]") == {"A": 8, "B": 4, "C": 4}


def test_cards_of_the_same_name_as_a_yaml_word(tmp_path: Path) -> None:
    text = "cards: {40: No}\nlibrary: [{name: No, sp: 1, hp: 0}]"
    assert load_deck(write(tmp_path, text)).counts[0][0].name == "No"


def test_plain_minions_need_no_library(tmp_path: Path) -> None:
    found = load_deck(write(tmp_path, "cards: {30: minion 1/2, 10: minion 2/4}"))
    assert [(card.sp, card.hp, card.level, count) for card, count in found.counts] == [(1, 2, 2, 30), (2, 4, 4, 10)]
    ninth = load_deck(write(tmp_path, "edition: kotc-9\ncards: {40: creature 2/10}"))
    assert ninth.counts[0][0].level == 4


def test_included_files_are_found_beside_the_deck(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    write(tmp_path / "cards", "- {name: A, sp: 1, hp: 0}\n- {name: B, sp: 9, hp: 9}\n")
    write(tmp_path, "cards:\n  - {name: B, sp: 2, hp: 2}\n", "more.yaml")
    text = "include: [cards/deck.yaml, more.yaml]\ncards: {20: [A, B]}\n"
    found = load_deck(write(tmp_path, text))
    assert [(card.name, card.sp) for card, _ in found.counts] == [("A", 1), ("B", 2)]
    own = load_deck(write(tmp_path, text + "library: [{name: B, sp: 3, hp: 3}]"))
    assert own.counts[1][0].sp == 3


@pytest.mark.parametrize(
    "text",
    [
        "cards: {40: Rat}\nlibrary: [{name: Rat, sp: 1, hp: 0}]",
        "cards: {40: Rat}\nlibrary: {Rat: {sp: 1, hp: 0}}",
        "cards: [{name: Rat, count: 40, sp: 1, hp: 0}]",
        "cards: [{name: Rat, count: 39, sp: 1, hp: 0}, Rat]",
    ],
)
def test_ways_to_define_a_card(text: str, tmp_path: Path) -> None:
    ((card, count),) = load_deck(write(tmp_path, text)).counts
    assert (card.name, card.sp, card.hp, count) == ("Rat", 1, 0, 40)


def test_a_value_may_be_used_twice(tmp_path: Path) -> None:
    text = "edition: kotc-12\ncards: {40: minion 1/0}\nreserves: &some {2: minion 1/5}\ninclude: []\n"
    assert load_deck(write(tmp_path, text)).reserves[0][1] == 2
    text = "cards: {38: minion 1/0, 2: &name minion 1/2, 1: *name}\n"
    assert [count for _, count in load_deck(write(tmp_path, text)).counts] == [38, 3]


def test_unused_cards_of_a_library_are_not_read(tmp_path: Path) -> None:
    text = "cards: {40: A}\nlibrary: [{name: A, sp: 1, hp: 0}, {name: B, text: Win the game.}]"
    assert load_deck(write(tmp_path, text)).size == 40


def test_name_edition_and_strategy(tmp_path: Path) -> None:
    found = load_deck(write(tmp_path, "cards: {40: minion 1/0}", "rats.yaml"))
    assert (found.name, found.edition.name, found.strategy) == ("rats", "kotc-20", None)
    write(tmp_path, "", "mine.py")
    found = load_deck(write(tmp_path, "name: R\nedition: kotc-12\nstrategy: mine.py\ncards: {40: minion 1/0}"))
    assert (found.name, found.edition.name, found.strategy) == ("R", "kotc-12", str(tmp_path / "mine.py"))
    assert load_deck(write(tmp_path, "cards: {40: minion 1/0}"), edition="kotc-5").edition.name == "kotc-5"


def test_an_edition_file_beside_the_deck(tmp_path: Path) -> None:
    write(tmp_path, "name: mine\nextends: kotc-17\nrules: {deck_min: 20}\n", "mine.yaml")
    assert load_deck(write(tmp_path, "edition: mine.yaml\ncards: {20: minion 1/0}")).edition.name == "mine"


BROKEN = {
    "empty": ("", None, "the deck file is empty"),
    "only a comment": ("# nothing\n", None, "empty"),
    "broken YAML": ("cards: [\n", 2, "not YAML"),
    "a tab": ("cards:\n\t4: A\n", 2, "begins with a tab"),
    "a list": ("- 4: A\n", 1, "a list of cards, not a deck"),
    "no cards": ("name: x\n", 1, "no `cards`"),
    "cards empty": ("cards:\n", 1, "empty, not a list"),
    "unknown key": ("card: {40: A}\n", 1, "Did you mean 'cards'"),
    "key twice": ("cards: {40: minion 1/0}\ncards: {40: minion 1/0}\n", 2, "given twice"),
    "unknown edition": ("edition: kotc-71\ncards: {40: minion 1/0}\n", 1, "Did you mean 'kotc-7'"),
    "unknown card": (f"cards:\n  40: Aa\n{LIBRARY}", 2, "no card 'Aa'"),
    "near card": ("cards:\n  40: Rta\nlibrary: [{name: Rat, sp: 1, hp: 0}]", 2, "Did you mean 'Rat'?"),
    "misspelt component": ("cards: {40: A}\nlibrary:\n  - name: A\n    text: Drow 2 cards.\n", 4, "Did you mean 'Draw 2 cards.'"),
    "misspelt in a block": (
        "cards: {40: A}\nlibrary:\n  - name: A\n    sp: 1\n    hp: 1\n    text: |\n      X: Draw 1 card.\n      Y: Drow 1 card.\n",
        8,
        "Did you mean 'Draw 1 card.'",
    ),
    "no count": ("cards: {A: B}\n", 1, "neither a number"),
    "two counts": ("cards: {4: 4}\n", 1, "copies"),
    "count zero": ("cards: {0: minion 1/0}\n", 1, "1 to 9999"),
    "count negative": ("cards: {-4: minion 1/0}\n", 1, "1 to 9999"),
    "count huge": ("cards: {99999999999: minion 1/0}\n", 1, "1 to 9999"),
    "count with a dot": ("cards: {4.5: minion 1/0}\n", 1, "neither a number"),
    "card without a name": ("cards: {40: A}\nlibrary: [{sp: 1, hp: 0}]\n", 2, "no name"),
    "two cards of a name": (
        "cards: {40: A}\nlibrary:\n  - {name: A, sp: 1, hp: 0}\n  - {name: A, sp: 1, hp: 0}\n",
        4,
        "two cards called 'A'",
    ),
    "card with an unknown key": ("cards: {40: A}\nlibrary:\n  - {name: A, spp: 1, hp: 0}\n", 3, "Did you mean 'sp'"),
    "card with two levels": ("cards: {40: A}\nlibrary:\n  - {name: A, sp: 1, hp: 0, level: 1, cost: 1}\n", 3, "both"),
    "stat too large": (
        "cards: {40: A}\nlibrary:\n  - {name: A, sp: 1234567890123456789, hp: 0}\n",
        3,
        "sp is too large. Write a number of at most 3 digits.",
    ),
    "points below zero": (
        "cards: {40: A}\nlibrary:\n  - {name: A, sp: 1, hp: 0, ultra: -3}\n",
        3,
        "the number of Ultra Points is -3. Write a number from 0 to 999.",
    ),
    "stat as a word": ("cards: {40: A}\nlibrary:\n  - {name: A, sp: one, hp: 0}\n", 3, "not a whole number"),
    "no file to include": ("include: cards.yaml\ncards: {40: A}\n", 1, "no card file 'cards.yaml'"),
    "text as a list": ("cards: {40: A}\nlibrary:\n  - {name: A, text: [Draw 1 card.]}\n", 3, "a list"),
    "endless text": (f"cards: {{40: A}}\nlibrary:\n  - {{name: A, text: {'Draw 1 card. ' * 999}}}\n", 3, "5000"),
    "deep nesting": ("cards: " + "[" * 3000 + "\n", 1, "nested too deeply"),
    "an unknown anchor": ("cards: {40: minion 1/0}\nreserves: *a\n", 2, "no anchor &a"),
    "an alias of itself": ("cards: &a [*a]\n", 1, "no anchor &a"),
    "a billion laughs": (
        "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
        + "".join(f"{b}: &{b} [{', '.join(['*' + a] * 10)}]\n" for a, b in zip("abcdefg", "bcdefgh", strict=True)),
        6,
        "too many entries",
    ),
    "two documents": ("cards: {40: minion 1/0}\n---\ncards: {40: minion 1/0}\n", 3, "more than one document"),
    "not text": ("cards: \x00\n", 1, "not YAML"),
    "39 cards": ("cards:\n  39: minion 1/0\n", 2, "39 cards, not 40 to 60"),
    "61 cards": ("cards:\n  61: minion 1/0\n", 2, "61 cards, not 40 to 60"),
    "wrong level": ("cards: {40: A}\nlibrary:\n  - {name: A, sp: 1, hp: 0, level: 2}\n", 3, "printed level is 2, the formula gives 1"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_one_clear_message(fault: str, tmp_path: Path) -> None:
    text, line, words = BROKEN[fault]
    path = write(tmp_path, text)
    with pytest.raises(KotcError) as caught:
        load_deck(path)
    message = str(caught.value)
    assert caught.value.file == str(path), message
    assert caught.value.line == line, message
    assert words in message, message
    assert caught.value.fix, message
    assert "\n" not in message


def test_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(KotcError, match="folder"):
        load_deck(tmp_path)
    with pytest.raises(KotcError, match="no such deck file"):
        load_deck(tmp_path / "deck.yaml")
    with pytest.raises(KotcError, match=r"no such deck file|cannot be read"):
        load_deck("a\x00b.yaml")


def test_binary_and_foreign_encodings(tmp_path: Path) -> None:
    path = tmp_path / "deck.yaml"
    path.write_bytes(b"cards: {40: minion 1/0}\nname: caf\xe9\n")
    with pytest.raises(KotcError, match="not UTF-8") as caught:
        load_deck(path)
    assert caught.value.line == 2
    path.write_bytes(b"\xef\xbb\xbfcards: {40: minion 1/0}\r\nname: R\r\n")
    assert load_deck(path).name == "R"


def test_a_huge_file_is_refused_before_it_is_decoded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deck.yaml"
    with path.open("wb") as stream:
        stream.truncate(10**12)  # more than any memory holds
    monkeypatch.setattr("kotc_sim.yaml_source._parsed", lambda *_: pytest.fail("parsed"))
    with pytest.raises(KotcError, match="larger than 5 MB"):
        load_deck(path)


def test_a_large_file_is_refused_where_it_becomes_too_large(tmp_path: Path) -> None:
    path = write(tmp_path, "cards:\n" + "  - {name: A, count: 1}\n" * 200_000)
    with pytest.raises(KotcError, match="too many entries") as caught:
        load_deck(path)
    assert caught.value.line is not None
    assert caught.value.line < 100_000  # the rest is not read


def test_all_problems_are_counted(tmp_path: Path) -> None:
    text = "cards: {38: A, 1: B}\nlibrary: [{name: A, sp: 1, hp: 0, level: 2}, {name: B, text: 'X: Draw 1 card.'}]"
    path = write(tmp_path, text)
    with pytest.raises(KotcError, match="and 2 more: kotc-sim deck"):
        load_deck(path)
    assert len(deck_problems(load_deck(path, legal=False))) == 3
