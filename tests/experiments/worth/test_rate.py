"""Gains in homes, and the verdict on a card: the method's known answers, with fixed seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.common_games import PairedRuns
from kotc_sim.experiments.encoding import Ends
from kotc_sim.experiments.pilots import pilots_of
from kotc_sim.experiments.result import Answer, Measure, Verdict
from kotc_sim.experiments.statistics.intervals import Interval, mean_interval
from kotc_sim.experiments.statistics.verdicts import judge_gain
from kotc_sim.experiments.worth import hosts as homes_module
from kotc_sim.experiments.worth import judging
from kotc_sim.experiments.worth.curve import Curve
from kotc_sim.experiments.worth.hosts import count_cards, digest_of, host_decks_of, remember
from kotc_sim.experiments.worth.judging import CURVE_ROWS, FAST_ROWS, LEAST_ROWS, Judge, curve_in
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Rows, Trial
from kotc_sim.experiments.worth.next_deck import TRIED, TRIED_ROWS, OtherDecks, fair_cards, next_deck_of
from kotc_sim.experiments.worth.rate import rate, with_metagame, with_next_deck
from kotc_sim.experiments.worth.result import InDeck, InMetagame, RateResult
from kotc_sim.experiments.worth.tuning import Tuning
from kotc_sim.games.hosts import HostDeck
from kotc_sim.games.keeper.cards.card import Card
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.reader import load_cards
from kotc_sim.games.keeper.design.hosts import ARCHETYPES, KeeperHosts, grid
from kotc_sim.games.keeper.editions import Edition, load_edition
from kotc_sim.games.keeper.reference import SLOTS, bodies, contexts, minion, plain, reference_decks, simple_spell, standard_spells
from kotc_sim.runs import Workers
from kotc_sim.runs.checkpoint import Checkpoint
from kotc_sim.yaml_source.places import deck_folder
from tests.experiments.verdict_cases import EDITION, PLAIN_PYTHON, body, deck_of
from tests.reports.samples import RATE

EDITIONS = ("kotc-17", "kotc-12", "kotc-9", "kotc-5")
played = pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
TABLE = KeeperHosts(EDITION)


# --- reference decks, with which tuning begins -------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
def test_reference_decks_are_legal_in_every_edition(name: str) -> None:
    edition = load_edition(name)
    decks = reference_decks(edition)
    assert [deck_problems(deck) for deck in decks] == [()] * 3
    aside = int(edition.rules["reserves_size"]) if edition.rules["reserves"] == "among" else 0
    assert {len(list(deck.cards())) for deck in decks} == {int(edition.rules["deck_min"]) - aside}
    levels = [float(np.mean([card.level for card in deck.cards()])) for deck in decks]
    assert levels == sorted(levels)  # fast, middle, slow
    assert 1 <= len(standard_spells(edition)) <= 2


def test_slots_lie_in_one_place_whatever_they_hold() -> None:
    context = contexts(EDITION)[0]
    first = list(context.deck([body(1, 0)] * SLOTS).cards())
    second = list(context.deck([body(5, 8)] * SLOTS).cards())
    differing = [i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a is not b]
    assert len(differing) == SLOTS
    assert differing == list(range(differing[0], differing[0] + SLOTS))


def test_bodies_waste_nothing() -> None:
    assert bodies(EDITION, 3) == ((0, 6), (1, 4), (2, 2), (3, 0))  # SP + HP/2
    assert bodies(load_edition("kotc-12"), 3) == ((0, 15), (1, 10), (2, 5), (3, 0))  # SP + HP/5
    for level in range(1, 9):
        assert plain(EDITION, level).level == level


# --- homes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [path.name for path in sorted((deck_folder() / "homes").glob("kotc-*"))])
def test_shipped_homes_keep_their_bounds_and_are_legal(name: str) -> None:
    table = KeeperHosts(load_edition(name))
    homes = host_decks_of(table, find=False)
    assert [home.name for home in homes] == [archetype.name for archetype in ARCHETYPES]
    for archetype, home in zip(ARCHETYPES, homes, strict=True):
        levels = [card.level for card in home.cards if table.is_plain(card)]
        assert all(bound.holds(levels) for bound in archetype.bounds)
        assert len(home.cards) == len(table.start(archetype).cards)
        path = homes_module.hosts_folder(name) / f"{archetype.name}.yaml"
        game, root = games.read(path, "home")
        assert [card.name for card in game.deck(root).cards()] == [card.name for card in home.cards]


def test_a_proposal_has_the_homes_of_its_edition_unless_plain_cards_cost_otherwise(tmp_path: Path) -> None:
    draft = tmp_path / "draft.yaml"
    draft.write_text("{name: draft, extends: kotc-17, effects: {hypnotize: {level: 3*t}}}")
    same = KeeperHosts(load_edition(draft))
    assert [count_cards(home) for home in host_decks_of(same, find=False)] == [count_cards(home) for home in host_decks_of(TABLE)]
    assert all(card.edition == "draft" for home in host_decks_of(same) for card in home.cards)
    draft.write_text("{name: draft, extends: kotc-17, rules: {starting_hp: 41}}")
    with pytest.raises(KotcError, match="has no homes yet"):
        host_decks_of(KeeperHosts(load_edition(draft)), find=False)


def test_homes_that_were_found_are_remembered_and_refused_when_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: tmp_path)
    draft = tmp_path / "draft.yaml"
    draft.write_text("{name: draft, extends: kotc-17, rules: {starting_hp: 41}}")
    table = KeeperHosts(load_edition(draft))
    found = tuple(table.start(archetype) for archetype in ARCHETYPES)
    remember(table, found)
    assert [count_cards(home) for home in host_decks_of(table, find=False)] == [count_cards(home) for home in found]
    file = tmp_path / f"{digest_of(table)}.text"
    file.write_bytes(file.read_bytes().replace(b"minion", b"minium", 1))
    with pytest.raises(KotcError, match="has no homes yet"):
        host_decks_of(table, find=False)
    assert not file.exists()
    assert f"{str(file)!r} is damaged" in capsys.readouterr().err


@played
def test_tuning_takes_an_exchange_that_improves_and_no_other() -> None:
    """From forty bodies that cannot fight, whatever is exchanged improves; with nothing to exchange, nothing is taken."""
    taken: list[str] = []
    race = ((8, 4), (30, 1))
    weak = HostDeck("fast", (minion(EDITION, 0, 2),) * 40)
    tuning = Tuning(
        TABLE, "greedy", race=race, workers=Workers(1), on_step=lambda home, gain, words: taken.append(home), homes={"fast": weak}
    )
    assert tuning.step(ARCHETYPES[0], 4)
    assert taken == ["fast"]
    assert sum(card.name != "minion 0/2" for card in tuning.homes["fast"].cards) == 4
    before = tuning.homes["fast"]
    tuning.table = _NothingToExchange(EDITION)
    assert not tuning.step(ARCHETYPES[0], 4)
    assert tuning.homes["fast"] is before


class _NothingToExchange(KeeperHosts):
    plain = ()


# --- gains ------------------------------------------------------------------------------------------------


def gains() -> MarginalValues:
    return MarginalValues(TABLE, host_decks_of(TABLE), PairedRuns(1, Workers(2)))


def same_first(home: HostDeck, name: str) -> HostDeck:
    """Return the home with its copies of one card first."""
    cards = tuple(sorted(home.cards, key=lambda card: card.name != name))
    return replace(home, cards=cards, slots=tuple(range(len(cards))))


@played
def test_a_card_replaced_by_itself_gains_exactly_nothing() -> None:
    home = same_first(host_decks_of(TABLE)[0], "minion 3/2")
    (found,) = gains().gains([Trial(home, body(3, 2), 4)], "greedy", 100)
    assert not found.any()
    assert found.shape == (100,)


@played
def test_more_sp_or_hp_never_gains_less() -> None:
    """With the pilot that screens, beyond error: four standard errors, so that good play fails in one run of 30,000."""
    field = gains()
    for home in field.homes:
        weak, sp, hp = field.gains([Trial(home, body(*size), 3) for size in ((2, 2), (3, 2), (2, 4))], "best@8", 60)
        for more in (sp - weak, hp - weak):
            assert more.mean() > -4 * more.std(ddof=1) / np.sqrt(more.size)


@played
def test_the_forced_level_is_what_counts(tmp_path: Path) -> None:
    """Editions that differ in a component's price only give the same curve, to the last digit."""
    draft = tmp_path / "draft.yaml"
    draft.write_text("{name: draft, extends: kotc-17, effects: {hypnotize: {level: 5*t}}}")
    found = []
    for edition in (EDITION, load_edition(draft)):
        table = KeeperHosts(edition)
        spell = hypnotize(edition)
        field = MarginalValues(table, host_decks_of(table), PairedRuns(1, Workers(2)))
        found.append(field.gains([Trial(field.homes[0], spell, level) for level in (1, 3)], "greedy", 60))
    assert np.array_equal(found[0], found[1])


def hypnotize(edition: Edition) -> Card:
    made = simple_spell(edition, edition.rows["effect.hypnotize"])
    assert made is not None
    return made


# --- curves -----------------------------------------------------------------------------------------------


def curve(values: list[float], *, pays: int = 4, played: float = 1.0, spread: float = 0.5) -> Curve:
    """Return a curve with these means over the levels from 0, in 400 rows."""
    noise = np.random.default_rng(1).normal(0, spread, (400, len(values)))
    noise -= noise.mean(axis=0)
    return Curve("fast", "greedy", pays, tuple(range(len(values))), noise + np.array(values), (played,) * len(values))


def test_a_fair_level_is_told_only_where_it_is_identified() -> None:
    fair, words = curve([4, 3, 1, -1, -2, -3]).report()
    assert fair is not None
    assert fair.value == pytest.approx(2.5, abs=0.05)
    assert words == f"{fair.value:.1f}"
    assert curve([-1, -1.5, -2, -3, -3, -3]).report() == (None, "not even for nothing")
    assert curve([4, 4, 4, 4, 3, 1]).report() == (None, "more than 5")
    assert curve([4, 4, 4, 4, 3, -1]).report() == (None, "up to 4, all that the deck can pay")
    assert curve([4, 3, 1, -1, -2, -3], played=0.1).report()[1].startswith("not known")


def test_a_fair_level_that_is_no_number_makes_sense_beside_the_printed_one() -> None:
    """A dear card that a deck would take wherever it pays has a fair level below its own; that of a text leaves out the rest."""
    dear = replace(curve([4, 4, 4, 4, 3, 1, -2]), costs=(0, 1, 2, 3, 4, 5, 14))
    assert dear.report() == (None, "between 5 and 14")
    assert replace(dear, gains=np.abs(dear.gains)).report() == (None, "more than 5")
    assert dear.report(2) == (None, "between 3 and 12")
    assert curve([4, 4, 4, 4, 3, -1]).report(3) == (None, "up to 1, all that the deck can pay")
    assert curve([-1, -1.5, -2, -3, -3, -3]).report(2) == (None, "less than −2")
    fair, words = curve([4, 3, 1, -1, -2, -3]).report(3)
    assert fair is not None
    assert (round(fair.value, 1), words) == (-0.5, "-0.5")


def test_a_curve_that_rises_where_the_home_pays_is_the_pilots_fault() -> None:
    """False alarms: one falling curve in a hundred at most; here none."""
    assert curve([4, 3, 2, 1, 0, -1]).rises() is None
    assert curve([2, 2, 2, 2, 2, 5]).rises() is None  # beyond what the home pays
    found = curve([0.5, 1.2, 3, 2, 1, 0]).rises()
    assert found is not None
    assert found[:2] == (0, 2)
    assert found[2].contains(2.5)


def test_bad_play_is_told_at_the_level_where_it_is() -> None:
    found = curve([0.5, 1.2, 3, 2, 1, 0])
    wide, good = Interval(0.5, -0.5, 1.5), Interval(0.5, 0.1, 0.9)
    assert found.shows_bad_play(0, wide)
    assert found.shows_bad_play(1, wide)
    assert not found.shows_bad_play(2, wide)  # a cheaper copy that is wasted says nothing about this one
    assert not found.shows_bad_play(0, good)  # better play only adds to what it gains


def test_a_level_is_exchanged_for_the_slope_around_it() -> None:
    found = curve([4, 3.5, 3, 2.5, 2, 1.5]).exchange(3)
    assert found is not None
    assert found.value == pytest.approx(0.5, abs=0.05)
    assert grid(9, [4, 4, 5]) == (0, 1, 2, 3, 4, 5, 6, 9)


# --- the verdict ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "half", "word"),
    [
        (0.0, 0.4, Verdict.FAIR),
        (0.3, 0.1, Verdict.FAIR),
        (0.8, 0.2, Verdict.UNDERCOSTED),
        (-0.8, 0.2, Verdict.OVERPRICED),
        (0.5, 0.2, Verdict.LITTLE),
        (-0.5, 0.2, Verdict.LITTLE),
        (0.2, 0.4, Verdict.UNDECIDED),
    ],
)
def test_one_rule_for_all_gains(value: float, half: float, word: Verdict) -> None:
    found = judge_gain(Interval(value, value - half, value + half), 400)
    assert found.verdict is word
    assert (found.more_games is not None) == (word is Verdict.UNDECIDED)


def test_more_evidence_never_reverses_a_verdict_by_rule_alone() -> None:
    """As an interval shrinks around one value, a word gets more definite, and a definite one stays."""
    definite = {Verdict.FAIR, Verdict.UNDERCOSTED, Verdict.OVERPRICED}
    for value in np.linspace(-2, 2, 81):
        words = [judge_gain(Interval(value, value - half, value + half), 400).verdict for half in np.geomspace(3, 1e-3, 60)]
        first = next((i for i, word in enumerate(words) if word in definite), len(words))
        assert not definite & set(words[:first])
        assert len(set(words[first:])) <= 1
        assert Verdict.UNDECIDED not in words[words.index(Verdict.LITTLE) :] if Verdict.LITTLE in words else True


def quick(cards: list[Card], **options: object) -> RateResult:
    return rate(cards, EDITION, profiles=["greedy"], precision=1.0, **options)  # type: ignore[arg-type]


def metagame(*gains: float, wanted: bool = True) -> InMetagame:
    """Return what a card gains in decks that matter, ± 0.3."""
    decks = tuple(
        InDeck(deck=f"deck {k}", share=0.1, value=one, interval=Ends(one - 0.3, one + 0.3), pilot="best@8") for k, one in enumerate(gains)
    )
    return InMetagame(**vars(max(decks, key=lambda deck: deck.value)), decks=decks, wanted=wanted)


def test_a_card_that_a_deck_which_matters_wants_is_not_a_little_expensive() -> None:
    """What all host decks lose much by is overpriced, and what they gain from is cheap, whatever other decks make of it."""
    card = RateResult.of(RATE).cards[0]
    for word, gain, wanted, told in (
        (Verdict.LITTLE, -0.68, True, Verdict.BY_DECK),
        (Verdict.LITTLE, -0.68, False, Verdict.LITTLE),
        (Verdict.OVERPRICED, -1.5, True, Verdict.OVERPRICED),
        *((word, 0.7, True, word) for word in (Verdict.LITTLE, Verdict.UNDERCOSTED, Verdict.FAIR)),
    ):
        found = with_metagame(replace(card, verdict=word, gain=Measure(gain)), metagame(0.79, -2.0, wanted=wanted))
        assert found.verdict is told, (word, gain, wanted)


def test_the_headline_is_the_mean_over_decks_and_not_the_best_of_them() -> None:
    """Its word too; if the range for the next deck holds both signs beyond the band, no price is wrong. How it is played stands."""
    card = RateResult.of(RATE).cards[0]
    around = (-1.5, -0.5, 0.5, 1.5)

    def decks(mean: float, apart: float) -> list[Rows]:
        return [np.array([one - 0.03, one + 0.03]) for one in (mean + apart * step for step in 16 * around)]

    for word, measured, told in (
        (Verdict.UNDERCOSTED, decks(-1.5, 0.2), Verdict.OVERPRICED),
        (Verdict.OVERPRICED, decks(2.0, 0.2), Verdict.UNDERCOSTED),
        (Verdict.UNDERCOSTED, decks(0.1, 0.2), Verdict.FAIR),
        (Verdict.FAIR, decks(0.5, 0.2), Verdict.LITTLE),
        (Verdict.UNDERCOSTED, decks(0.5, 1.0), Verdict.BY_DECK),
        (Verdict.UNDERCOSTED, decks(0.0, 1.0), Verdict.FAIR),
        (Verdict.LITTLE, decks(-0.5, 0.2), Verdict.LITTLE),
        (Verdict.OVERPRICED, decks(-0.5, 0.2), Verdict.OVERPRICED),
        (Verdict.OVERPRICED, decks(0.5, 0.2), Verdict.LITTLE),
        (Verdict.DEPENDS, decks(2.0, 0.2), Verdict.DEPENDS),
        (Verdict.NOT_PLAYED, decks(-2.0, 0.2), Verdict.NOT_PLAYED),
    ):
        found = with_next_deck(replace(card, verdict=word, gain=Measure(0.7)), next_deck_of(decks(3.0, 0.1), measured, "best"))
        assert found.verdict is told, (word, told, found.gain)
        assert found.is_mean
        assert found.gain.value == pytest.approx(np.mean(measured))
        assert found.next_deck is not None
        assert found.next_deck.value == pytest.approx(3.0)
    assert with_next_deck(card, None) == card


@pytest.mark.parametrize("name", ["kotc-1", "kotc-9", "kotc-17", "kotc-20"])
def test_random_decks_of_human_style_are_legal_and_the_same_each_time(name: str) -> None:
    edition = load_edition(name)
    table, design = KeeperHosts(edition), games.of(edition).design
    samples = design.sample_decks(edition)
    names = [[card.name for card in one.cards] for one in samples]
    assert names == [[card.name for card in one.cards] for one in design.sample_decks(edition)]
    assert len(samples) % TRIED == 0
    assert len({*map(tuple, names)}) == len(samples)
    assert not [problem for one in samples for problem in deck_problems(table.deck(one, one.cards, one.name))]


@played
def test_of_random_decks_the_best_are_kept_and_a_useless_card_is_worth_less_than_nothing_in_them() -> None:
    gains = MarginalValues(TABLE, host_decks_of(TABLE), PairedRuns(1))
    samples = games.of(EDITION).design.sample_decks(EDITION)[: 4 * TRIED]
    others = OtherDecks(gains, samples, "greedy", 1)
    kept = [deck for deck, _ in others.fields[3:]]
    assert [deck for deck, _ in others.fields[:3]] == list(gains.homes)
    assert [samples.index(deck) % 4 for deck in kept] == [0, 1, 2, 3]  # of the four curves each
    played_all = [float(rows.mean()) for rows in gains.scores([gains.base(one) for one in samples], "greedy", TRIED_ROWS, 1)]
    assert [played_all[samples.index(deck)] for deck in kept] == [max(played_all[i::4]) for i in range(4)]
    found, beyond = others.gains(replace(minion(EDITION, 0, 0), level=30), "greedy", 64, 2)
    assert np.mean(found) < 0  # a slow deck may miss eight minions that it cannot pay yet by nothing
    assert np.mean(beyond) < 0
    (plain, *_) = fair_cards(TABLE, gains.homes, minion(EDITION, 2, 0))
    assert plain.level == 2
    _, beyond = others.gains(plain, "greedy", 8, 2)
    assert not np.any(beyond), "a fair plain card gains nothing beyond itself"


def test_of_the_next_deck_nothing_is_said_by_two() -> None:
    assert next_deck_of([np.array([0.4, 1.0])] * 2, [np.array([0.4, 1.0])] * 2, "best") is None


@pytest.mark.parametrize(("precision", "rows"), [(0.25, FAST_ROWS), (5.0, LEAST_ROWS)])
def test_a_first_word_is_of_few_games(precision: float, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    field, asked = gains(), set[int]()

    def played(trials: Any, pilot: str, count: int, stage: int) -> Any:
        asked.add(count)
        return [np.zeros(count)] * len(trials)

    monkeypatch.setattr(field, "gains", played)
    judge = Judge(field, field.homes, pilots_of(games.GAMES[EDITION.game], ["greedy"]), precision=precision)
    judge.choice(body(3, 2))
    assert asked == {rows}


@pytest.mark.parametrize(("dearer", "fails"), [(0.4, True), (-0.3, False)])
def test_the_pilot_fails_only_where_the_judge_gains_by_a_higher_level_too(
    dearer: float, fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of Thunderstrike in the 20th Edition a search of 8 playouts gains 0.3 more at level 3 than at 2, one of 24 loses 0.3."""
    rows = np.tile([-0.1, 0.1], 50)
    field = gains()
    monkeypatch.setattr(field, "gains", lambda trials, pilot, count, stage: [rows - 0.5 + dearer * (trials[0].cost == 3)])
    judge, trial = Judge(field, field.homes, pilots_of(games.GAMES[EDITION.game])), Trial(field.homes[0], body(2, 0), 2)
    rising = Curve("fast", "best@8", 4, (2, 3), np.stack([rows, rows + 1.0], axis=1), (1.0, 1.0))
    assert judge.plays_badly(field, rising, trial, rows - 0.5) is fails
    assert not judge.plays_badly(field, rising, trial, rows + 0.5)  # better play only adds to what it gains


@played
@pytest.mark.usefixtures("few_games_here")
def test_a_text_that_nobody_can_use_is_not_played_and_has_no_price(tmp_path: Path) -> None:
    """Nobody destroys cards of his own hand here: eight places are lost, about 1.5 points a copy, whatever the level."""
    text = "When this card in your hand is destroyed (hex-play): Target up to 1 on-field minion; destroy it."
    (tmp_path / "hidden.yaml").write_text(f'- {{name: Hidden, kind: spell, text: "{text}"}}')
    result = quick(load_cards(tmp_path / "hidden.yaml", EDITION))
    (found,) = result.cards
    assert found.gain.interval is not None
    assert found.gain.interval.high < -0.5
    assert found.verdict is Verdict.NOT_PLAYED
    assert result.answer is Answer.UNDECIDED


@played
@pytest.mark.usefixtures("few_games_here")
def test_planted_errors_are_found() -> None:
    """A 3/2, which fast homes hold, declared two levels too low and too high.

    The effect is about 2, the interval ± 0.7 at most, and the band ends at 0.5: with another seed a word would be weaker about once in
    a hundred. The slow test plays twenty seeds with all games.
    """
    cards = [replace(body(3, 2), name=f"off by {off}", level=4 + off) for off in (-2, 2)]
    found = rate(cards, EDITION, profiles=["greedy"], precision=0.5)
    assert [card.by_profile["greedy"].verdict for card in found.cards] == [Verdict.UNDERCOSTED, Verdict.OVERPRICED]
    assert [card.gain.value > 0 for card in found.cards] == [True, False]  # four random decks are too few for a word


@played
@pytest.mark.slow
@pytest.mark.parametrize("off", [-2, 2])
@pytest.mark.parametrize("pilots", [["greedy"], []], ids=["greedy", "default"])
def test_planted_errors_are_found_in_nineteen_seeds_of_twenty(off: int, pilots: list[str]) -> None:
    card = replace(body(3, 2), level=4 + off)
    word = Verdict.OVERPRICED if off > 0 else Verdict.UNDERCOSTED
    with Workers(2) as workers:
        results = [rate([card], EDITION, profiles=pilots, precision=1.0, seed=seed, workers=workers) for seed in range(1, 21)]
    found = [result.cards[0].verdict for result in results]
    assert found.count(word) >= 19, found


@played
@pytest.mark.parametrize("pilot", ["greedy", pytest.param("best", marks=pytest.mark.slow)])
def test_intervals_contain_the_long_run_gain(pilot: str) -> None:
    """200 runs of 60 pairs against each home: at 95 % coverage a count outside 184 … 196 has a chance of 5 %; the seeds are fixed."""
    field = gains()
    trial = Trial(field.homes[1], standard_spells(EDITION)[0], 2)
    rows = field.gains([trial], pilot, 20_000)[0]
    truth = float(rows[12_000:].mean())
    hits = sum(mean_interval(rows[60 * k : 60 * (k + 1)]).contains(truth) for k in range(200))
    assert 184 <= hits <= 196


@played
@pytest.mark.usefixtures("few_games_here")
def test_a_card_that_does_nothing_is_not_wanted_for_nothing() -> None:
    useless = replace(standard_spells(EDITION)[0], name="nothing", abilities=())
    result = quick([useless])
    (card,) = result.data["cards"]
    assert (card["verdict"], card["fair_level"], card["interval"]) == ("not played", None, None)
    assert card["fair_words"] == "not even for nothing"
    assert result.answer == Answer.UNDECIDED
    assert result.data["limits"]["never_used"] == ["nothing"]


@played
@pytest.mark.usefixtures("few_games_here")
def test_a_bad_pilot_fails_and_says_nothing_of_the_card(tmp_path: Path) -> None:
    """One that never plays what costs less than two: a strong body gains more at level 2 than for nothing."""
    bad = tmp_path / "bad.py"
    bad.write_text(BAD)
    cards = [replace(body(3, 6), level=1), body(3, 6)]
    cheap, printed = rate(cards, EDITION, profiles=[str(bad)], precision=1.0).data["cards"]
    assert cheap["verdict"] == "pilot fails"
    assert cheap["rises"]["from"] == 1 < 2 <= cheap["rises"]["to"]
    assert printed["verdict"] != "pilot fails"  # what the pilot does with cheaper copies says nothing about this one


BAD = """
from kotc_sim.strategies.keeper.api import Opt, per_option, view


@per_option("bad", "never plays what costs less than two")
def score(game, match, me, option):
    if option.kind == Opt.SUMMON or option.kind == Opt.CAST:
        return 3.0 if view.level_of(game, match, me, option.card) >= 2 else -1.0
    if option.kind == Opt.ATTACK_PLAYER:
        return 5.0
    return 0.0
"""


@played
@pytest.mark.usefixtures("few_games_here")
def test_two_profiles_the_stronger_judges_and_a_stopped_run_goes_on(tmp_path: Path) -> None:
    def run(workers: Workers) -> RateResult:
        return rate([body(3, 2)], EDITION, profiles=["greedy", "random"], precision=2.0, workers=workers)

    with Workers(2) as workers:
        whole = run(workers)
    (card,) = whole.data["cards"]
    assert list(card["by_profile"]) == ["greedy", "random"]
    assert card["gain"] == card["next_deck"]["beyond"]
    with Workers(2, checkpoint=Checkpoint(tmp_path / "run")) as workers:
        assert run(workers).data == whole.data
        assert workers.checkpoint is not None
        workers.checkpoint.flush()
    for stored in sorted((tmp_path / "run").glob("*.npz"))[::3]:
        stored.unlink()
    with Workers(1, checkpoint=Checkpoint(tmp_path / "run")) as workers:
        assert run(workers).data == whole.data


@played
@pytest.mark.usefixtures("few_games_here")
def test_the_deck_is_learned_for_the_judge_and_from_other_games_for_the_second(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[list[str], list[str], int | None]] = []

    def learn(decks: Sequence[Any], pilots: Sequence[str], *, jobs: int | None, seed: int | None, compared: bool) -> Any:
        assert compared  # no base is chosen for the deck with the card, which would play that better than the home
        asked.append(([deck.name for deck in decks], list(pilots), seed))
        return lambda: None

    monkeypatch.setattr(judging, "learn_aside", learn)
    plain = deck_of((40, 2, 2))  # one host deck, which is enough of them
    rate([body(3, 2)], EDITION, deck=plain, profiles=["best@2", "lookahead@2"], precision=3.0)
    deck, field = "plain with 8 minion 3/2", [home.name for home in host_decks_of(TABLE)]
    met = [name for foe in field for name in (deck, foe)]
    assert asked == [(met, ["best@2"], None), (met, ["lookahead@2"], judging.SECOND_SEED)]
    rate([body(3, 2)], EDITION, deck=plain, profiles=["greedy"], precision=3.0)
    assert len(asked) == 2  # who does not search plays by its scores


@played
@pytest.mark.slow
@pytest.mark.xfail(
    reason="known fault: a race of 8 playouts is worth 1.6 points a copy less with a free Whetstone than with one of level 3"
)
def test_a_free_copy_is_not_wasted_once_the_deck_is_learned() -> None:
    """By the value of the whole pool swords look better than they are here: a free spell is cast at once, and a better card sown."""
    text = "Target 1 on-field minion; place 2 Sword Counters on it."
    (whetstone,) = (card for card in load_cards(deck_folder() / "cards" / "kotc-17-panel.yaml", EDITION) if card.text == text)
    field = gains()
    pilots = pilots_of(games.GAMES[EDITION.game])
    judge = Judge(field, field.homes, pilots)
    home = field.homes[0]
    learned = judge.learn(judge.against_homes([field.deck(Trial(home, whetstone, whetstone.level))]), pilots.judge)()
    assert curve_in(learned, home, whetstone, pilots.screen, CURVE_ROWS).rises(0) is None


@played
@pytest.mark.usefixtures("few_games_here")
def test_a_deck_of_ones_own_is_the_only_home() -> None:
    from kotc_sim.games.keeper.cards.deck import load_deck

    deck = load_deck(deck_folder() / "armory.yaml")
    found = quick([body(3, 2)], deck=deck).data
    assert found["homes"] == ["Armory"]
    assert found["cards"][0]["home"] == "Armory"
