"""What may come next in a card text, and which words are wrong: for those who type one."""

from __future__ import annotations

import pytest

from kotc_sim.games.keeper.cards.completing import complete
from kotc_sim.games.keeper.cards.parser import TextError, parse_text
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.workbench import cost_card, offset, vocabulary


def offers(text: str, edition: str = "kotc-17") -> list[str]:
    return [written for _, written in complete(text, load_edition(edition)).offers]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("dr", "draw 1 card."),
        ("Dr", "Draw 1 card."),
        ("draw 3", "draw 3 cards."),
        ("When this card att", "When this card attacks, after Attack Formation (ghost-play):"),
        ("Target 1 on-field minion; des", "destroy it."),
        ("Target up to 3 on-field minions; des", "destroy the targets."),
        ("FIRE: self-destroy 2 cards", "self-destroy 2 cards in your hand→"),
        ("Target up to 2 on-f", "Target up to 2 on-field minions;"),
    ],
)
def test_the_component_that_is_begun_is_offered_first(text: str, first: str) -> None:
    assert offers(text)[0] == first


def test_only_what_may_stand_there_is_offered() -> None:
    edition = load_edition("kotc-17")
    sections = {row.section for row, _ in complete("Target 1 on-field minion; de", edition).offers}
    assert sections == {"effect"}


@pytest.mark.parametrize("text", ["Draw 1 card.", "xyzzy plugh", "x" * 6000])
def test_nothing_is_offered_where_nothing_fits(text: str) -> None:
    assert offers(text) == []


def test_what_it_replaces_begins_where_the_words_begin() -> None:
    assert complete("Draw 1 card, then\n  dra", load_edition("kotc-17")).start == (1, 2)


def test_every_offer_can_be_read_where_it_is_offered() -> None:
    """An effect that is taken makes a text that the edition reads: one target is "it", several are "the targets"."""
    edition = load_edition("kotc-17")
    for target in ("Target 1 on-field minion;", "Target up to 2 on-field minions;"):
        for word in ("destroy", "place", "exhaust", "bounce"):
            for written in offers(f"{target} {word}"):
                parse_text(f"{target} {written}", edition, "spell")


@pytest.mark.parametrize("edition", ["kotc-17", "kotc-12", "kotc-9", "kotc-5"])
def test_the_vocabulary_is_written_as_the_edition_reads_it(edition: str) -> None:
    rules = load_edition(edition)
    for row in vocabulary(rules):
        if row["section"] == "effect" and "t" not in rules.rows[row["id"]].level.names:
            parse_text(row["written"][:1].upper() + row["written"][1:], rules, "spell")


def test_an_error_names_the_words_and_three_components() -> None:
    text = "Target 1 on-field minion;\ndestroi it."
    with pytest.raises(TextError) as caught:
        parse_text(text, load_edition("kotc-17"), "spell")
    error = caught.value
    assert error.words == "destroi it."
    assert error.span == ((1, 0), (1, 11))
    assert [row.id for row in error.near()] == ["effect.destroy", "effect.petrify", "effect.distract"]


def test_a_text_that_ends_too_early_has_no_wrong_words() -> None:
    with pytest.raises(TextError) as caught:
        parse_text("Target 1 on-field minion;", load_edition("kotc-17"), "spell")
    assert caught.value.words == ""
    assert caught.value.near() == ()


def test_a_card_that_is_typed_is_costed_as_the_command_does() -> None:
    card = {"name": "Nova", "kind": "minion", "sp": 2, "hp": 4, "text": "FIRE: Target 1 on-field minion; destroi it."}
    edition = load_edition("kotc-17")
    wrong = cost_card(card, edition, len(str(card["text"])))
    assert wrong["card"] is None
    (fault,) = wrong["faults"]
    assert str(card["text"])[fault["start"] : fault["end"]] == "destroi it."
    assert fault["near"][0] == "destroy it."
    right = cost_card(card | {"text": "FIRE: Target 1 on-field minion; destroy it."}, edition)
    assert right["card"] is not None
    assert right["card"]["level"] == 6
    assert right["next"] is None
    assert right["faults"] == []


def test_an_offset_stays_in_its_text() -> None:
    assert [offset("ab\ncd", place) for place in ((0, 1), (1, 0), (1, 9), (7, 7))] == [1, 3, 5, 5]
