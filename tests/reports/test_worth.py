"""What `rate` and `exploit` say on a page agrees with itself: one number a deck and pilot, one word a card."""

from __future__ import annotations

from typing import Any

import pytest

from kotc_sim.experiments.worth.result import ErrorBars, RateResult
from kotc_sim.reports import exploit, price, rate
from kotc_sim.reports import terminal as text_of
from kotc_sim.reports.kit import envelope, worth
from kotc_sim.reports.kit.wording import Measure, write_signed
from tests.reports.samples import EXPLOITS, PRICE, RATE

DECKS = [{"deck": "deck 13", "share": 0.1, "value": 0.79, "interval": [0.5, 1.1], "pilot": "best@8"}]


def rated(**changes: Any) -> str:
    """Return the report of one card with these changes."""
    card = {**RATE["cards"][0], **changes}
    return " ".join(text_of(rate.report({**RATE, "cards": [card]}), 200).split())


def test_each_deck_and_pilot_has_one_number_and_the_headline_quotes_it() -> None:
    """The fast pilot's curve, the choice of a home and the verdict all tell the gain as printed: here each of them another one."""
    card = RateResult.of(RATE).cards[0]
    found = rate.cells(card)
    assert found[card.home, "best"].value == card.gain.value
    assert sorted({pilot for _, pilot in found}) == ["best", "best@8", "best@96", "quick"]
    made = rate.report({**RATE, "cards": [RATE["cards"][0]]})
    (table,) = (one for one in made.tables() if one.caption == "Gain a copy, by deck and pilot")
    written = [cell for row in table.rows for cell in row if isinstance(cell, tuple)]
    assert len(written) == len(found) == 3 + 3 + 2
    assert write_signed(card.gain.value, 2) in made.verdict.detail
    (copies,) = (one for one in made.tables() if one.caption == "By number of copies")
    assert copies.rows[-1][1] == found[card.home, "quick"]
    titles = [one.title for one in made.figures()]
    assert not [title for title in titles if f"in the {card.home} deck, by quick" in title]


def test_a_card_that_a_deck_wants_is_not_a_little_expensive() -> None:
    metagame = {**DECKS[0], "decks": DECKS, "wanted": True}
    text = rated(verdict="depends on the deck", gain={"value": -0.68, "interval": [-0.9, -0.4]}, metagame=metagame)
    assert "DEPENDS ON THE DECK" in text
    assert "costs its deck 0.68" in text
    assert "adds 0.79 points of score in deck 13" in text
    assert "it would be played" in text
    assert "wants it" not in text
    assert "expensive" not in text


def test_a_card_that_host_decks_do_not_want_is_not_wanted_by_no_deck() -> None:
    metagame = {**DECKS[0], "decks": DECKS, "wanted": True}
    text = rated(verdict="overpriced", gain={"value": -1.7, "interval": [-2.0, -1.4]}, metagame=metagame)
    assert "each copy costs its deck 1.7 points of score" in text
    assert "deck 13, which matters, gains 0.79 a copy" in text
    assert "no deck" not in text


def test_the_best_of_many_decks_is_not_wanted_by_luck() -> None:
    """Its own interval lies above zero, and not the one that counts how many decks were tried."""
    metagame = {**DECKS[0], "interval": [0.05, 1.5], "pilot": "best@8", "decks": DECKS, "wanted": False}
    assert "whether it would be played is not decided" in rated(metagame=metagame)


def test_what_is_fair_does_not_contradict_the_verdict() -> None:
    thor = RATE["cards"][1]
    text = rated(**thor)
    assert "Thor costs too much: at level 9 each copy costs its deck 1.6 points" in text
    assert "in the fast deck it is worth a level up to 5, all that the deck can pay." in text
    assert "Its fair level in the fast deck is no number: up to 5, all that the deck can pay." in text
    assert "it is worth a level between 5 and 14." in rated(**{**thor, "fair_words": "between 5 and 14"})


def test_of_other_decks_something_is_said_where_three_were_measured() -> None:
    assert "In a deck like yours each copy is worth between" in rated()
    assert "80 % range for the next deck, " in rated()
    assert "by best@8 in 3 decks)" in rated()
    assert "points beyond such plain cards (80 % range for the next deck, by best@8 in 3 decks; in place of cards that it has now" in rated(
        is_mean=True
    )
    assert "fewer than three decks: of others nothing is said" in rated(next_deck=None)


def test_a_range_whose_ends_are_printed_alike_is_one_number() -> None:
    errors = ErrorBars(sampling=0.1, homes=(-0.52, -0.48), pilots=(-0.5, 1.0))
    assert worth.detail(Measure(0.1, 0.0, 0.2), errors, 40).endswith("; homes −0.5; pilots −0.5 to +1.0.")


def test_of_a_mean_the_headline_says_so_and_stands_in_the_table_once() -> None:
    """What the best of several homes gains is another number, and too much; it is told beside it, with its home."""
    card = {**RATE["cards"][0], "is_mean": True, "gain": {"value": 1.23, "interval": [0.9, 1.6]}}
    made = rate.report({**RATE, "cards": [card]})
    text = " ".join(text_of(made, 200).split())
    assert "each copy adds 1.2 points of score beyond plain cards of about its level, on average in 3 decks" in text
    assert "Beyond plain cards +1.23 [0.90, 1.60] points" in text.replace("\xa0", " ")
    assert f"In the {card['home']} deck, its best home, by best: Gain +2.00" in text
    (table,) = (one for one in made.tables() if one.caption == "Gain a copy, by deck and pilot")
    written = [cell for row in table.rows for cell in row if isinstance(cell, Measure)]
    assert [cell.value for cell in written].count(1.23) == 1
    assert len(written) == 3 + 3 + 2 + 1
    opposite = {**card, "verdict": "overpriced", "gain": {"value": -1.2, "interval": [-1.5, -0.9]}}
    assert "would not mind it" not in " ".join(text_of(rate.report({**RATE, "cards": [opposite]}), 200).split())


def test_a_headline_outside_of_the_range_says_why() -> None:
    card = RATE["cards"][0]
    assert "suits it" not in rated()
    for gain, word in ((9.0, "better"), (-9.0, "worse")):
        judge = {**card["by_profile"]["best"], "gain": gain, "interval": [gain - 0.2, gain + 0.2]}
        assert f"suits it {word} than most" in rated(by_profile={**card["by_profile"], "best": judge})


def test_what_depends_on_the_deck_is_not_told_as_undecided() -> None:
    """Where no deck that matters is known, and where the one that is known is not the reason."""
    for metagame in (None, {**DECKS[0], "decks": DECKS, "wanted": False}):
        text = rated(verdict="depends on the deck", metagame=metagame, is_mean=True)
        assert "depends on the deck: each copy" in text
        assert "; in others between" in text
        assert "Not decided yet" not in text


def test_what_nobody_plays_has_no_price() -> None:
    text = rated(verdict="not played", gain={"value": -1.3, "interval": [-1.5, -1.1]}, fair_level=None, interval=None)
    assert "hardly ever played, whatever it costs: nothing is said about its level" in text
    assert "costs too much" not in text
    metagame = {**DECKS[0], "decks": DECKS, "wanted": True}
    assert "it would be played" not in rated(verdict="not played", metagame=metagame)


def test_a_price_below_zero_has_a_minus() -> None:
    component = PRICE["components"][0]
    point = component["points"][0]
    homes = [{**one, "fair": -0.3, "fair_words": "-0.3"} for one in point["by_home"]]
    changed = {**component, "fair": -0.3, "fair_words": "-0.3", "points": [{**point, "by_home": homes}]}
    for components in ([changed], [changed, changed]):
        text = text_of(price.report({**PRICE, "components": components}), 200)
        assert "−0.3" in text
        assert "-0.3" not in text


def test_a_price_that_is_wrong_has_the_row_of_a_proposal() -> None:
    """And what `edition diff` says of it first; a price that is the nearest one to print already has none."""
    component = {**PRICE["components"][0], "verdict": "overpriced", "fair": 1.4, "interval": [1.1, 1.7]}
    row = {"row": "costs: {pay_hp: {level: x/2}}", "relevelled": [{"name": "Thor", "before": 9, "after": 10}]}
    for added, told in ((row, True), ({}, False)):
        text = " ".join(text_of(price.report({**PRICE, "components": [{**component, **added}]}), 200).split())
        assert "1.4 [1.1, 1.7] would be fair" in text
        assert "Write a proposal in which it costs about 1.4" in text
        assert ("costs: {pay_hp: {level: x/2}}" in text) is told
        assert ("Thor from 9 to 10" in text) is told


@pytest.mark.parametrize(
    ("alone", "why"), [([-2.4, 0.2], "it helps too few decks"), ([-2.4, 1.2], "one of its cards alone may gain as much")]
)
def test_a_combo_that_gains_and_is_not_found_says_why(alone: list[float], why: str) -> None:
    """No row says both *undercosted* and that nothing was found."""
    together = EXPLOITS["combos"][0]
    measures = [(("gain", gain), ("less", together["gain"]["value"] - gain)) for gain in alone]
    cards = [
        one | {key: {"value": value, "interval": [value - 0.4, value + 0.4]} for key, value in measured}
        for one, measured in zip(together["cards"], measures, strict=True)
    ]
    combo = {**together, "cards": cards, "gaining": ["fast"], "confirmed": False}
    made = exploit.report({**EXPLOITS, "cards": [], "combos": [combo]})
    (table,) = (one for one in made.tables() if one.caption == "Combos, judged on fresh seeds")
    row = [str(cell) for cell in table.rows[0]]
    assert f"not found: {why}" in row
    assert "undercosted" not in row


def test_a_set_is_one_table_by_verdict_and_curves_on_shared_axes() -> None:
    made = rate.report(RATE)
    (table,) = (table for section in made.sections for table in section.tables if section.title == "All cards")
    words = [row[[column.title for column in table.columns].index("Verdict")] for row in table.rows]
    assert words[:3] == ["overpriced", "undercosted", "overpriced"]
    assert words[-1] == "fair"
    folded = [section.title for section in made.sections if section.folded]
    assert folded == [row[0] for row in table.rows]
    terminal = text_of(made, 100)
    assert terminal.count("What to do next") == 1
    assert "--card NAME" in terminal
    assert "Gain a copy, by deck and pilot" not in terminal
    many = rate.report({**RATE, "cards": [{**card, "name": f"{card['name']} {k}"} for card in RATE["cards"] for k in (1, 2)]})
    (table,) = (table for section in many.sections for table in section.tables if section.title == "All cards")
    (_, shown), (title, _) = table.parts
    assert (len(shown), title) == (6, "10 that are not shown to be mispriced")
    (figure,) = (figure for figure in many.figures() if figure.title == "Gain by level")
    assert figure.svg.count("Thunderstrike") == 2


@pytest.mark.parametrize(("share", "said"), [(None, "never"), (0.004, "hardly ever"), (0.3, "")])
def test_a_card_that_is_not_played_at_its_level_leads_with_that(share: float | None, said: str) -> None:
    text = rated(verdict="a little off", played_share=share)
    assert (f"is {said} played at level 2: each copy" in text) == bool(said)
    assert ("which is what its places are worth" in text) == bool(said)


def test_a_deck_of_ones_own_is_not_the_best_of_several() -> None:
    """With ``--in DECK`` a card is measured in that deck alone."""
    first = RATE["cards"][0]
    own = [home for home in first["by_home"] if home["home"] == first["home"]]
    curves = [curve for curve in first["curves"] if curve["home"] == first["home"]]
    one = {**first, "by_home": own, "curves": curves, "next_deck": None, "is_mean": False}
    alone = " ".join(text_of(rate.report({**RATE, "cards": [one]}), 200).split())
    assert "best home" not in alone
    both = " ".join(text_of(rate.report({**RATE, "cards": [one, one]}), 200).split())
    assert "best home" not in both.lower()
    assert f"A card is fair if the {one['home']} deck does not gain from it" in both


def test_what_pilots_agree_on_is_said_once() -> None:
    (first, found), *others = RATE["cards"][0]["by_profile"].items()
    same = {first: found} | {pilot: {**one, "verdict": found["verdict"]} for pilot, one in others}
    names = " and ".join(same)
    assert f"Alone, {names} would say {found['verdict']}." in rated(by_profile=same)
    assert "would say" not in rated(
        by_profile={pilot: {**one, "verdict": "provisional"} for pilot, one in same.items()}, verdict="provisional"
    )


def test_an_interval_that_begins_at_zero_is_not_cut() -> None:
    assert "sampling [0.00, 0.50]" in worth.detail(Measure(0.25, 0.0, 0.5), ErrorBars(sampling=0.25, homes=(0, 0), pilots=(0, 0)), 10)


@pytest.mark.parametrize(("sentence", "said"), [("No change was found.", "no change was found."), ("No Mercy wins.", "No Mercy wins.")])
def test_a_provisional_sentence_goes_on_with_a_comma(sentence: str, said: str) -> None:
    result = RateResult.of({**RATE, "provisional_by": "greedy"})
    assert envelope.verdict(result, "fair", sentence).sentence == f"Where greedy plays, {said}"
