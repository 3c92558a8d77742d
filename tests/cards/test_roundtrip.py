"""Whatever can be written is read back as it was, at the same price."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.level import price
from kotc_sim.games.keeper.cards.parser import parse_text
from kotc_sim.games.keeper.cards.printer import write_text
from kotc_sim.games.keeper.cards.wording import forms
from kotc_sim.games.keeper.editions import edition_names, load_edition
from tests.cards.strategies import card_texts

EDITIONS = edition_names()


@pytest.mark.parametrize("name", EDITIONS)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_written_cards_are_read_back(name: str, data: st.DataObject) -> None:
    edition = load_edition(name)
    kind, caveat, abilities = data.draw(card_texts(edition))
    text = write_text(caveat, abilities, edition)
    assert parse_text(text, edition, kind) == (caveat, abilities)
    read = price(edition, kind, 2, 4, *parse_text(text, edition, kind))
    assert read == price(edition, kind, 2, 4, caveat, abilities)
    assert sum(line.value for line in read.lines) == read.level
    least = edition.rules["minion_level_min" if kind == "minion" else "spell_level_min"]
    assert read.level >= int(least)


@pytest.mark.parametrize("name", EDITIONS)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_one_wrong_character_is_never_another_card(name: str, data: st.DataObject) -> None:
    """A letter left out or doubled makes a text unreadable, unless it falls into an ability's name."""
    edition = load_edition(name)
    kind, caveat, abilities = data.draw(card_texts(edition).filter(lambda card: bool(card[2])))
    text = write_text(caveat, abilities, edition)
    letters = [at for at, char in enumerate(text) if char.islower()]
    at = data.draw(st.sampled_from(letters))
    wrong = data.draw(st.sampled_from((text[:at] + text[at + 1 :], text[:at] + text[at] + text[at:])))
    try:
        read = parse_text(wrong, edition, kind)
    except KotcError:
        return
    # Only the number of a noun can still be right: "time each" and "times each" do not occur for one number.
    assert read == (caveat, abilities)


@pytest.mark.parametrize("name", EDITIONS)
def test_no_written_form_stands_for_two_rows(name: str) -> None:
    """Forms of one section are told apart by their words: no guess can be needed."""
    edition = load_edition(name)
    seen: dict[tuple[str, str], str] = {}
    for row in edition.rows.values():
        for form in forms(row, edition):
            shown = form.fill(1 if dict(form.numbers).get("x") == "one" else 3, 1 if dict(form.numbers).get("y") == "one" else 3)
            other = seen.setdefault((row.section, shown.casefold()), row.id)
            assert other == row.id, shown
