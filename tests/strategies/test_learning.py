"""What `best` learns for Keeper of the Cards: features, self-play, fits, and that it knows no hidden cards."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import kinds, machine, record
from kotc_sim.games.keeper.engine.turn import play_past_limit
from kotc_sim.games.keeper.engine.zones import level
from kotc_sim.games.keeper.match import KeeperMatch
from kotc_sim.runs import Contest, learn, play_games
from kotc_sim.runs.session import COMPARED
from kotc_sim.shared.best import pick_best
from kotc_sim.strategies import load
from kotc_sim.strategies.fit import STEPS, linear_values
from kotc_sim.strategies.keeper.features import LONGEST, N_NUMBERS, Place, count_columns, features_of, fitted_value, note_state
from kotc_sim.strategies.keeper.learner import POOLS
from kotc_sim.strategies.keeper.policies import base_of
from kotc_sim.strategies.keeper.pool_decks import vocabulary_deck
from kotc_sim.strategies.keeper.search_settings import EVALUATION, settings_in
from kotc_sim.strategies.keeper.searches import custom_search
from kotc_sim.strategies.keeper.searching import Best
from kotc_sim.strategies.keeper.table import table_of
from kotc_sim.strategies.keeper.weights import weights_of
from kotc_sim.strategies.learned import Fit, pool_of
from kotc_sim.strategies.network import WIDE, network_values, pack
from kotc_sim.strategies.states import States
from kotc_sim.strategies.strongest import BASE, LEARNED_OVER, PLAYED_BY, TUNED
from kotc_sim.strategies.training import Plan
from tests.decks import random_decks
from tests.strategies.test_hidden import SLOW, permuted, states

ROOT = Path(__file__).resolve().parents[2]
STORM = load_deck(ROOT / "decks" / "storm.yaml")
EDITIONS = ("kotc-17", "kotc-12", "kotc-9", "kotc-5")
SMALL = {"first": 64, "rounds": 1, "searched": 16}


def best() -> Best:
    found = load("kotc", "best")
    assert isinstance(found, Best)
    return found


def turns(edition: str, seed: int, most: int) -> Any:
    """Yield (game, match) between the turns of a game that is played at random."""
    match = KeeperMatch(random_decks(seed, load_edition(edition), 2))
    g, m = record.new_game(), match.record
    rng = random.Random(seed)
    with np.errstate(over="ignore"):
        machine.deal(g, m, np.uint64(seed), 0, seed & 1)
        g.turn_limit = 1
        for _ in range(20_000):
            machine.advance(g, m)
            if not g.over:
                g.choice = rng.randrange(int(g.n_options))
                g.ask = 0
                continue
            if g.ending != 4 or g.turn >= most:  # Ending.TURN_CAP
                return
            yield g, match
            play_past_limit(g)


def recount(g: Any, match: KeeperMatch, p: int) -> Counter[str]:
    """Describe a side from the record, card by card, in words of its own."""
    found: Counter[str] = Counter()
    m = match.record
    for c in range(int(g.n_cards)):
        card = g.cards[c]
        if card.holder != p or card.petrified:
            continue
        place = {
            kinds.Zone.BATTLEFIELD: "spent" if card.exhausted else "ready",
            kinds.Zone.GRANARY: "resource",
            kinds.Zone.DECK: "library",
            kinds.Zone.TRAPFIELD: "trap",
            kinds.Zone.HAND: "payable" if level(g, m, c) <= g.players[p].n[kinds.Zone.GRANARY] + 1 else "distant",
        }.get(kinds.Zone(int(card.zone)))
        if place:
            found[f"{int(card.definition)} {place}"] += 1
    for stack in g.counters[: int(g.n_counters)]:
        if stack.count > 0 and g.cards[stack.card].zone == kinds.Zone.BATTLEFIELD and g.cards[stack.card].holder == p:
            found[f"counter {int(stack.kind)}"] += int(stack.count)
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_row_is_what_a_recount_finds_and_the_value_is_antisymmetric(edition: str) -> None:
    columns, amounts = np.empty(LONGEST, np.int64), np.empty(LONGEST)
    scores = record.new_scores()
    rng = np.random.default_rng(4)
    seen = 0
    for seed in range(1 if SLOW else 2):
        for g, match in turns(edition, seed, 4 if SLOW else 12):
            m = match.record
            n = int(count_columns(m))
            rows = np.zeros((2, n), np.float32)
            w = scores[table_of(m, scores, weights_of(**EVALUATION)) :]
            counts, acc = np.zeros(int(m.n_defs), np.int64), np.zeros(2 * WIDE, np.float32)
            note_state(g, m, w, rows, columns, amounts, counts)
            for p, row in enumerate(rows):
                found = recount(g, match, p)
                for d in range(int(m.n_defs)):
                    for place in Place:
                        name = f"{d} {place.name.lower()}"
                        assert row[d * len(Place) + place] == found[name], name
                first = int(m.n_defs) * len(Place)
                for k in range(int(m.n_kinds)):
                    assert row[first + k] == found[f"counter {k}"]
                first += int(m.n_kinds) + int(g.players[p].brought) * N_NUMBERS
                assert row[first] == pytest.approx(0.1 * max(0, int(g.players[p].hp)))
                assert row[n - 2] == (g.turn_player != p)
            linear, units = rng.normal(0.0, 0.1, n), np.rint(rng.normal(0.0, 0.1, (1 + n, WIDE)) * STEPS) / STEPS
            for hidden, numbers in ((False, linear), (True, pack(linear, units))):
                values = [fitted_value(g, m, me, w, numbers, hidden, columns, amounts, counts, acc) for me in (0, 1)]
                expected = network_values(States.of(rows[None]), linear, units) if hidden else linear_values(States.of(rows[None]), linear)
                assert values[0] == pytest.approx(expected[0], abs=1e-4)
                assert values[0] == pytest.approx(-values[1], abs=1e-6)  # the worth by hand knows who looks
            seen += 1
    assert seen > 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_that_is_stopped_between_turns_goes_on_as_if_it_were_not(edition: str) -> None:
    match = KeeperMatch(random_decks(8, load_edition(edition), 2))
    m, scores = match.record, record.new_scores()
    random_one = load("kotc", "random").compiled
    ends = []
    for stopped in (False, True):
        g = record.new_game()
        with np.errstate(over="ignore"):
            machine.deal(g, m, np.uint64(3), 0, 0)
            g.turn_limit = 1 if stopped else int(m.turn_limit)
            while True:
                machine.advance(g, m)
                if g.over:
                    if not stopped or g.ending != 4 or g.turn >= m.turn_limit:
                        break
                    play_past_limit(g)
                    continue
                random_one(g, m, int(g.asked), scores)
                g.choice = pick_best(g, int(g.asked), scores)
                g.ask = 0
        ends.append((int(g.turn), int(g.ending), int(g.winners), [int(player.hp) for player in g.players[:2]], int(g.step)))
    assert ends[0] == ends[1]
    assert ends[0][0] > 2


def test_every_deck_brought_has_a_number() -> None:
    deck = load_deck(ROOT / "decks" / "storm.yaml"), load_deck(ROOT / "decks" / "raptors.yaml")
    m, g = KeeperMatch(deck).record, record.new_game()
    for swap in (0, 1):
        machine.deal(g, m, np.uint64(1), 0, swap)
        assert [int(player.brought) for player in g.players[:2]] == [swap, 1 - swap]


def test_a_fit_is_the_same_for_any_number_of_jobs_and_another_with_more_games() -> None:
    decks = (load_deck(ROOT / "decks" / "storm.yaml"), load_deck(ROOT / "decks" / "raptors.yaml"))
    pilot = best().with_plan(**SMALL)
    texts = [pilot.course(decks, jobs=jobs).refine(Fit("kotc-17", {}, ""))[0].as_json() for jobs in (1, 2)]
    assert texts[0] == texts[1]
    assert best().with_plan(first=80, rounds=1, searched=16).course(decks).refine(Fit("kotc-17", {}, ""))[0].as_json() != texts[0]


class Killed(Exception):
    pass


@pytest.mark.parametrize("budget", [None, 0.2])
def test_decks_that_are_compared_are_learned_by_the_search_from_the_beginning(budget: float | None) -> None:
    """By the edition's pool; where nothing is known of its cards, the base plays first, as ever."""
    decks = (load_deck(ROOT / "decks" / "storm.yaml"), load_deck(ROOT / "decks" / "raptors.yaml"))
    pilot = (best() if budget is None else best().within(budget)).with_plan(first=0, rounds=1, searched=16, bases=False)
    pool = pilot.pool_for(KeeperMatch(decks))
    for start, base in ((pool, False), (Fit("kotc-17", {}, ""), True)):
        assert ("games of its base" in pilot.course(decks).refine(start)[0].made_of) is base


@pytest.mark.parametrize("games", [40, 70, 90])
def test_a_training_that_is_killed_goes_on_and_gives_the_same_fit(games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: tmp_path)
    decks = (load_deck(ROOT / "decks" / "storm.yaml"), load_deck(ROOT / "decks" / "raptors.yaml"))
    pilot = best().with_plan(first=64, rounds=2, searched=16)
    whole = pilot.course(decks).refine(pilot.pool_for(KeeperMatch(decks)))[0]
    played = 0

    def count(finished: int) -> None:
        nonlocal played
        played += finished
        if played > games:
            raise Killed

    with pytest.raises(Killed):
        pilot.train(decks, on_games=count)
    kept = {40: 0, 70: 0, 90: 16}[games]  # of finished rounds of the search, 16 in each, after 64 games of the base
    assert len(list(tmp_path.glob("*.round"))) == kept // 16
    played, games = 0, 10**6
    fit = pilot.train(decks, on_games=count)
    assert played == 96 - kept
    learned = {name: weight for name, weight in fit.weights.items() if name not in (PLAYED_BY, LEARNED_OVER) and not name.startswith(BASE)}
    assert learned == whole.weights
    assert fit.made_of == whole.made_of
    assert [file.suffix for file in tmp_path.iterdir()] == [".json"]


def test_a_budget_is_a_number_of_games_and_what_is_chosen_is_played_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: tmp_path)
    decks = (load_deck(ROOT / "decks" / "storm.yaml"), load_deck(ROOT / "decks" / "raptors.yaml"))
    short, long = (best().within(seconds).plan for seconds in (1.0, 10.0))
    assert (10 * short.work, 10 * short.decisions) == pytest.approx((long.work, long.decisions))
    assert best().within(1.0).plan == short
    pilot = best().with_plan(**SMALL)
    fit = pilot.train(decks)
    other = Fit("kotc-17", {"a": 1}, "chosen")
    best().choose(decks, other)
    assert pilot.learn(decks) == best().learn(decks) == other
    assert pilot.train(decks) == fit
    best().choose(decks, None)
    assert pilot.learn(decks) == fit


def test_two_decks_are_learned_alike_whichever_is_named_first() -> None:
    decks = [vocabulary_deck(load_edition("kotc-17"), k) for k in (5, 6)]
    titles = {best().course(order).lessons[0].match.title for order in (decks, decks[::-1])}
    assert len(titles) == 1


def test_what_was_learned_of_a_proposal_is_where_its_decks_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kotc_sim.output.cache_folder", lambda name: tmp_path)
    file = tmp_path / "proposal.yaml"
    head = "extends: kotc-17\nname: proposal\ntitle: A proposal\neffects:\n"
    text = head + '  swamp: {text: "swamp the targets.", level: t, program: [{destroy: targets}]}\n'
    file.write_text(text, "utf-8")
    edition = load_edition(file)
    pilot = best().with_plan(**SMALL)
    monkeypatch.setattr(Best, "pool_decks", lambda self, rules: [vocabulary_deck(rules, k) for k in range(3)])
    fit = pilot.learn_edition(edition)
    assert fit.edition == "proposal"
    own, base = (KeeperMatch([vocabulary_deck(rules, 5), vocabulary_deck(rules, 6)]) for rules in (edition, load_edition("kotc-17")))
    assert pilot.pool_for(own) == fit
    assert pilot.pool_for(base) == pool_of(POOLS, "kotc-17")
    file.write_text(text.replace("level: t", "level: 2*t"), "utf-8")
    other = KeeperMatch([vocabulary_deck(load_edition(file), 5), vocabulary_deck(load_edition(file), 6)])
    assert pilot.pool_for(other) == pool_of(POOLS, "kotc-17")


def test_nothing_is_chosen_by_games_of_decks_that_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[Plan] = []
    monkeypatch.setattr(Best, "learn", lambda self, decks, **_: plans.append(self.plan))
    learn([STORM], ["best"])
    learn([STORM], ["best"], compared=True)
    assert plans == [Plan(), Plan(first=0, searched=int(COMPARED * Plan.searched), bases=False)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_best_does_not_know_hidden_cards(edition: str) -> None:
    rng = random.Random(6)
    decisions = moved = 0
    for seed in (3, 5):
        seats: dict[int, Any] = {}
        for g, m in states(edition, seed, 9, 3 if SLOW else 30):
            match = KeeperMatch(random_decks(seed, load_edition(edition), 2))
            vector = rng_vector(match)
            settings = settings_in(edition, best().settings)
            fill = seats.setdefault(seed, custom_search("best", "", base_of(match, None, TUNED), settings, fitted=vector).compiled)
            me = int(g.asked)
            other = permuted(g, m, me, rng)
            moved += any(int(a.definition) != int(b.definition) for a, b in zip(g.cards[:100], other.cards[:100], strict=True))
            scores, again = record.new_scores(), record.new_scores()
            with np.errstate(over="ignore"):
                fill(g, m, me, scores)
                fill(other, m, me, again)
            n = int(g.n_options)
            assert scores[:n] == pytest.approx(again[:n], rel=1e-9, abs=1e-12)
            decisions += 1
    assert decisions > 5
    assert moved > 0.8 * decisions


def rng_vector(match: KeeperMatch) -> Any:
    return np.random.default_rng(2).normal(size=int(count_columns(match.record)))


def test_best_has_to_be_seated() -> None:
    with pytest.raises(KotcError, match="what it learned of a match"):
        _ = best().address


def test_a_contest_without_a_fit_is_judged_by_the_pool_and_one_with_a_fit_by_that() -> None:
    deck = load_deck(ROOT / "decks" / "storm.yaml")
    pilots = ("best", "greedy")
    plain, _ = play_games(Contest((deck, deck), pilots), 1, 0, 2)
    pooled, _ = play_games(Contest((deck, deck), pilots, pool_of(POOLS, "kotc-17")), 1, 0, 2)
    blind, _ = play_games(Contest((deck, deck), pilots, Fit("kotc-17", {}, "nothing")), 1, 0, 2)
    assert plain["decisions"].tolist() == pooled["decisions"].tolist()
    assert plain["decisions"].tolist() != blind["decisions"].tolist()


def test_nobody_learns_where_nobody_can() -> None:
    deck = load_deck(ROOT / "decks" / "storm.yaml")
    assert learn((deck, deck), ("greedy", "lookahead")) is None


def test_a_card_that_nobody_has_seen_starts_from_its_traits() -> None:
    decks = random_decks(77, load_edition("kotc-17"), 2)
    match = KeeperMatch(decks)
    pool = pool_of(POOLS, "kotc-17")
    vector = pool.vector(features_of(match))
    unseen = [k for k, feature in enumerate(features_of(match)) if feature.shared and feature.name not in pool.weights]
    assert len(unseen) > 50
    assert (vector[unseen] != 0).mean() > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("name", ["armory", "storm", "raptors"])
def test_best_beats_lookahead(name: str) -> None:
    # true scores are 64 to 75 %; the bound is 5 standard errors below the lowest
    deck = load_deck(ROOT / "decks" / f"{name}.yaml")
    contest = Contest((deck, deck), ("best", "lookahead"), learn((deck, deck), ("best",)))
    results, _ = play_games(contest, 1, 0, 400)
    half = results["score2"][:, :2] / 2
    assert (half[0::2, 0].mean() + half[1::2, 1].mean()) / 2 > 0.54
