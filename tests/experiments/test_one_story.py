"""The same question by all commands that can answer it: one word, or one of them is *undecided* or *provisional*; nowhere the opposite.

The ten questions are answered by greedy, as if it were the strongest pilot, since that takes seconds; the slow tests ask the strongest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml

import kotc_sim as ks
from kotc_sim.experiments.edition.ideas import ideas
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.worth.restriction import components
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.cards.reader import load_cards
from tests.experiments.verdict_cases import EDITION, PLAIN_PYTHON, body, deck_of

pytestmark = pytest.mark.skipif(PLAIN_PYTHON, reason="needs thousands of games")
DECKS = Path(__file__).resolve().parents[2] / "decks"
PANEL = {card.name: card for card in load_cards(DECKS / "cards" / "kotc-17-panel.yaml", EDITION)}
PAIRS = (("rats", "armory"), ("raptors", "storm"), ("armory", "raptors"), ("kotc-20-menagerie", "kotc-20-ambush"))
UP, NONE, DOWN = "up", "none", "down"
ALL = frozenset({UP, NONE, DOWN})
STRONG = {Verdict.UNDERCOSTED: UP, Verdict.OVERPRICED: DOWN, Verdict.FAIR: NONE, Verdict.SAME: NONE}
WEAK = (Verdict.LITTLE, Verdict.BETTER, Verdict.SLIGHTLY_BETTER, Verdict.WORSE, Verdict.SLIGHTLY_WORSE)
"""What makes a deck better by less than the band of a copy's gain is fair, too."""

Answers = Mapping[str, frozenset[str]]
"""By command, what its word leaves possible."""


@pytest.fixture(autouse=True)
def seed(request: pytest.FixtureRequest) -> int:
    return int(getattr(request, "param", 1))


@pytest.fixture
def greedy(monkeypatch: pytest.MonkeyPatch, few_games_here: None) -> dict[str, Any]:
    """Make greedy the judge, of a tenth of the games."""
    monkeypatch.setattr("kotc_sim.experiments.judge.JUDGE", "greedy")
    return {"profiles": ["greedy"], "precision": 0.5}


def means(word: Verdict, value: float) -> frozenset[str]:
    """Return what a word on a gain of this value leaves possible; *undecided*, *provisional* and *depends* all of it."""
    if word in STRONG:
        return frozenset({STRONG[word]})
    if word in WEAK:
        return frozenset({NONE, UP if value > 0 else DOWN})
    return ALL


def ahead(word: Verdict, score: float) -> frozenset[str]:
    """Return who is ahead by the word of a match-up."""
    if word in (Verdict.BROKEN, Verdict.WATCH):
        return frozenset({UP if score > 0.5 else DOWN})
    return frozenset({NONE}) if word is Verdict.FAIR else ALL


def solved(word: Verdict, place: tuple[str, ...], first: str) -> frozenset[str]:
    """Return who is ahead by the word of a tournament of two decks."""
    if word is Verdict.SOLVED:
        return frozenset({UP if place == (first,) else DOWN})
    return frozenset({NONE}) if word in (Verdict.MANY_MATTER, Verdict.TWO_MATTER) else ALL


def agree(found: Answers) -> bool:
    return bool(ALL.intersection(*found.values()))


def moved(change: Any) -> frozenset[str]:
    """Return where a figure moves by the interval of its change."""
    low, high = change
    return frozenset({UP if low > 0 else DOWN}) if low > 0 or high < 0 else ALL


# --- the ten questions ------------------------------------------------------------------------------------


def better_deck(a: Path, b: Path, seed: int, **who: Any) -> Answers:
    one, field = ks.matchup(a, b, seed=seed, **who).inner, ks.matchup(a, b, b, seed=seed, **who).inner.field[0]
    both = ks.tournament(a, b, seed=seed, **({"strategy": who["strategy_a"], "games": who["games"]} if who else {})).inner
    return {
        "matchup": ahead(one.verdict, one.score),
        "matchup of a field": ahead(field.verdict, field.score),
        "tournament": solved(both.verdict, both.place, one.decks.a.name),
    }


def who_matters(seed: int, folder: Path) -> Answers:
    """By `meta`, and by a tournament of the decks that it found to matter with those that it began with; *up*: the first of them alone."""
    found = ks.meta("kotc-17", rounds=1, profiles=["greedy"], seed=seed, out=folder).inner
    decks = {file.stem: file for file in (*sorted((DECKS / "homes" / "kotc-17").glob("*.yaml")), *sorted(folder.glob("*.yaml")))}
    both = ks.tournament(*decks.values(), strategy="greedy", games=2_000, seed=seed).inner
    first = found.decks[0].name
    return {"meta": solved(found.verdict, (first,), first), "tournament": solved(both.verdict, both.place, first)}


def better_with(card: str, seed: int, who: dict[str, Any]) -> Answers:
    """In a deck of one kind of card both commands replace the same cards."""
    plain = deck_of((40, 2, 2), name="one kind")
    tried = ks.try_(plain, {"minion 2/2": 4}, {PANEL[card]: 4}, strategy="greedy", games=2_000, seed=seed).inner
    (rated,) = ks.rate([PANEL[card]], deck=plain, copies=4, seed=seed, **who).inner.cards
    return {"try": means(tried.verdict, tried.difference.value), "rate --in": means(rated.verdict, rated.gain.value)}


def better_with_text(text: str, seed: int, who: dict[str, Any]) -> Answers:
    """A deck against itself without a text: what `ban` says, and a match-up of the two decks."""
    (carrier,) = (card for card in PANEL.values() if text in card.text and card.kind == "spell")
    deck = Deck("with it", EDITION, None, ((body(2, 2), 28), (carrier, 12)))
    (row,) = ks.ban(text, decks=[deck], strategy="greedy", games=2_000, seed=seed).inner.components
    (component,) = components([text], EDITION)
    met = ks.matchup(deck, replace(component.without(deck), name="without it"), seed=seed, **who).inner
    worth = {Verdict.MATTERS: frozenset({UP if row.worth.value > 0 else DOWN}), Verdict.NO_MATTER: frozenset({NONE})}
    return {"ban": worth.get(row.verdict, ALL), "matchup": ahead(met.verdict, met.score)}


def dear_text(name: str, dearer: str, folder: Path, seed: int, who: dict[str, Any]) -> Answers:
    """No shipped home has these texts, so none is tuned again for a price, which takes minutes."""
    proposal = folder / "dearer.yaml"
    proposal.write_text(yaml.safe_dump({"name": "dearer", "extends": "kotc-17", "effects": {name: {"level": dearer}}}))
    (priced,) = ks.price(name, edition="kotc-17", cross_check=False, seed=seed, **who).inner.components
    (row,) = ks.edition_diff(
        "kotc-17", proposal, DECKS / "rats.yaml", strategy="greedy", games=20, fair="changed", seed=seed
    ).inner.components
    searched = ks.balance("kotc-17", only=[name], with_field=False, with_exploits=False, rounds=1, seed=seed, **who).inner
    changed = [one.official_after > one.official_before for one in searched.changes]
    return {
        "price": means(priced.verdict, priced.premium.value),
        "edition diff --fair": means(row.fair.verdict_before, row.fair.premium_before.value),
        "balance": frozenset({UP if changed[0] else DOWN}) if changed else ALL,
    }


def rule_of(name: str, values: tuple[int, int], figure: str, folder: Path, seed: int) -> Answers:
    changed = folder / "rule.yaml"
    changed.write_text(yaml.safe_dump({"name": "rule", "extends": "kotc-17", "rules": {name: values[1]}}))
    now, then = values
    points = ks.sweep("kotc-17", f"rules.{name}={now},{then}", strategy="greedy", games=400, seed=seed).inner.points
    before, after = ((one.value, one.interval) for one in points if one.what == figure)
    apart = after[1][0] - before[1][1], after[1][1] - before[1][0]
    diff = ks.edition_diff("kotc-17", changed, *ideas(EDITION), strategy="greedy", games=400, seed=seed).inner
    (row,) = (one for one in diff.changes if one.what == figure)
    return {
        "sweep": moved(apart),
        "edition diff": moved(row.difference.interval) if row.verdict in (Verdict.CHANGED, Verdict.SLIGHT) else ALL,
    }


QUICK = {"strategy_a": "greedy", "games": 1_000}


@pytest.mark.parametrize(("names", "seed"), list(product(PAIRS[:3], (1, 2))), indirect=["seed"])
def test_which_deck_is_better(names: tuple[str, str], seed: int, greedy: dict[str, Any]) -> None:
    a, b = (DECKS / f"{name}.yaml" for name in names)
    found = better_deck(a, b, seed, **QUICK)
    assert agree(found), found
    assert found["matchup"] is not ALL or names == PAIRS[2]  # under greedy nobody is shown to be ahead of the third pair


@pytest.mark.parametrize("seed", [2], indirect=True)
def test_which_decks_matter(seed: int, greedy: dict[str, Any], tmp_path: Path) -> None:
    found = who_matters(seed, tmp_path / "found")
    assert agree(found), found


@pytest.mark.parametrize(("card", "seed"), list(product(("Thunderstrike", "Giant", "Spark"), (1, 2))), indirect=["seed"])
def test_is_the_deck_better_with_the_card(card: str, seed: int, greedy: dict[str, Any]) -> None:
    found = better_with(card, seed, greedy)
    assert agree(found), found
    assert ALL not in found.values()


@pytest.mark.parametrize(
    ("text", "seed"), list(product(("hypnotize it until the end of this turn", "2-dice-burn the battlefield"), (1, 2))), indirect=["seed"]
)
def test_does_the_text_help(text: str, seed: int, greedy: dict[str, Any]) -> None:
    found = better_with_text(text, seed, QUICK)
    assert agree(found), found
    assert ALL not in found.values()


@pytest.mark.parametrize(("text", "seed"), list(product((("bury", "14*t"), ("sheathe", "6*t")), (1, 2))), indirect=["seed"])
def test_is_the_text_too_cheap(text: tuple[str, str], seed: int, greedy: dict[str, Any], tmp_path: Path) -> None:
    found = dear_text(*text, tmp_path, seed, greedy)
    assert agree(found), found


@pytest.mark.parametrize(
    ("rule", "seed"),
    list(product((("starting_hp", (35, 20), "length of a game"), ("hand_size", (4, 6), "length of a game")), (1, 2))),
    indirect=["seed"],
)
def test_what_does_the_number_do(rule: tuple[str, tuple[int, int], str], seed: int, greedy: dict[str, Any], tmp_path: Path) -> None:
    found = rule_of(*rule, tmp_path, seed)
    assert agree(found), found


def test_opposite_words_are_seen() -> None:
    assert not agree({"matchup": ahead(Verdict.BROKEN, 0.6), "tournament": solved(Verdict.SOLVED, ("B",), "A")})
    assert not agree({"matchup": ahead(Verdict.FAIR, 0.5), "tournament": solved(Verdict.SOLVED, ("A",), "A")})
    assert not agree({"price": means(Verdict.FAIR, 0.1), "diff": means(Verdict.OVERPRICED, -0.9)})
    assert agree({"price": means(Verdict.FAIR, -0.1), "diff": means(Verdict.LITTLE, -0.4)})
    assert agree({"price": means(Verdict.PROVISIONAL, 2.0), "diff": means(Verdict.OVERPRICED, -0.9)})


@pytest.mark.slow
@pytest.mark.parametrize(("names", "seed"), list(product(PAIRS, (1, 2))), indirect=["seed"])
def test_match_up_and_tournament_of_two_decks(names: tuple[str, str], seed: int) -> None:
    a, b = (DECKS / f"{name}.yaml" for name in names)
    found = better_deck(a, b, seed)
    assert agree(found), found
