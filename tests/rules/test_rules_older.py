"""Rules of the 12th, 9th and 5th Edition that no single position shows: knowledge, chance, and how games end."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.build import Builder, Built
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.parser import parse_text
from kotc_sim.games.keeper.cards.reader import plain_minion, read_card
from kotc_sim.games.keeper.editions import Edition, load_edition
from kotc_sim.games.keeper.engine import events, kinds, machine, record, zones
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.games.keeper.scenario.reader import read_document
from kotc_sim.games.keeper.scenario.script import Player
from kotc_sim.games.keeper.scenario.state import Game, build
from kotc_sim.shared.result import Ending
from kotc_sim.strategies.keeper import view
from kotc_sim.yaml_source import parse_yaml
from tests.decks import random_decks

ZONES = ("deck", "grave", "battlefield", "granary", "hand", "trapfield", "reserves")
PRIVATE = ("grave", "granary", "hand", "trapfield", "reserves")

# --- what players know --------------------------------------------------------------------------------------------


def position(text: str, file: str = "position.yaml") -> Game:
    """Return the game of a scenario, without anything played."""
    return build(read_document(parse_yaml("name: position\nexpect: {}\n" + text, file)))


def played(text: str, file: str = "position.yaml") -> Game:
    """Return the game of a scenario after its script."""
    document = read_document(parse_yaml("name: position\nexpect: {}\n" + text, file))
    game = build(document)
    Player(game, document.script).play()
    return game


def readers(game: Game, label: str) -> list[int]:
    """Return the numbers (from 1) of the players who may read a card; the others get no definition of it."""
    c = game.card(label)
    known = []
    for me in range(int(game.g.n_players)):
        definition = int(view.definition(game.g, me, c))
        assert bool(view.knows(game.g, me, c)) == (definition != -1)
        assert definition in (-1, int(game.g.cards[c].definition))
        if definition != -1:
            known.append(me + 1)
    return known


def full_zones(edition: str) -> Game:
    """Return a game of three in which seat p has p cards in each zone, labelled such as ``hand21``."""
    players = ""
    for seat in (1, 2, 3):
        zones = []
        for zone in ZONES:
            body = "Insight" if zone == "trapfield" else "minion 2/5"
            zones.append(f"{zone}: {{" + ", ".join(f"{zone}{seat}{i}: {body}" for i in range(seat)) + "}")
        players += f"  {seat}: {{{', '.join(zones)}}}\n"
    cards = "cards: [{name: Insight, kind: spell, text: Draw 1 card.}]"
    return position(f"edition: {edition}\n{cards}\nplayers:\n{players}")


def numbers_are_public(game: Game, zone: str) -> bool:
    """Tell whether the number of cards of a zone can be read for every player (nobody's question matters)."""
    where = int(kinds.Zone[zone.upper()])
    return [int(view.count(game.g, p, where)) for p in range(3)] == [1, 2, 3]


def labels(zone: str) -> Iterator[tuple[int, str]]:
    for seat in (1, 2, 3):
        for i in range(seat):
            yield seat, f"{zone}{seat}{i}"


@pytest.mark.rule("12.zones.2", "12.zones.8")
def test_everybody_knows_the_battlefield() -> None:
    game = full_zones("kotc-12")
    assert all(readers(game, label) == [1, 2, 3] for _, label in labels("battlefield"))
    assert numbers_are_public(game, "battlefield")


@pytest.mark.rule("12.zones.3", "12.zones.6", "12.zones.7", "12.zones.9", "12.zones.10", "12.zones.11")
@pytest.mark.parametrize("zone", PRIVATE)
def test_only_its_player_knows_the_cards_of_a_private_zone(zone: str) -> None:
    game = full_zones("kotc-12")
    assert all(readers(game, label) == [seat] for seat, label in labels(zone))
    assert numbers_are_public(game, zone)


@pytest.mark.rule("12.zones.4", "12.zones.5")
def test_nobody_knows_a_deck() -> None:
    game = full_zones("kotc-12")
    assert all(readers(game, label) == [] for _, label in labels("deck"))
    assert numbers_are_public(game, "deck")


@pytest.mark.rule("9.zones.4", "5.zones.4")
@pytest.mark.parametrize("edition", ["kotc-9", "kotc-5"])
def test_only_its_owner_looks_through_a_graveyard(edition: str) -> None:
    game = full_zones(edition)
    assert all(readers(game, label) == [seat] for seat, label in labels("grave"))


@pytest.mark.rule("9.ruling.5")
def test_numbers_of_cards_are_known_and_an_exchange_shows_no_card() -> None:
    game = full_zones("kotc-9")
    assert all(numbers_are_public(game, zone) for zone in ZONES)
    assert all(readers(game, label) == [seat] for seat, label in labels("reserves"))
    game = played(
        "edition: kotc-9\nphase: resource\nplayers:\n"
        "  1: {hand: {h: creature 1/1, k: creature 1/1}, reserves: {r: creature 2/1, q: creature 2/1}, deck: 9}\n"
        "  2: {deck: 9}\nscript:\n  - {exchange: {hand: [h, k], reserves: [r, q]}}\n  - {place: [q]}\n"
    )
    hand, reserves = game.zone(0, kinds.Zone.HAND), game.zone(0, kinds.Zone.RESERVES)
    assert game.card("r") in hand
    assert set(reserves) == {game.card("h"), game.card("k")}
    assert [readers(game, label) for label in "hkrq"] == [[1]] * 4
    assert int(view.count(game.g, 0, kinds.Zone.RESERVES)) == 2


@pytest.mark.rule("12.ruling.5")
def test_a_card_is_known_to_the_player_whose_zone_holds_it() -> None:
    game = position(
        "edition: kotc-12\ncards: [{name: Insight, kind: spell, text: Draw 1 card.}]\nplayers:\n"
        "  1: {trapfield: {t: {card: Insight, owner: 2}, u: Insight}}\n  2: {trapfield: {v: Insight}}\n  3: {}\n"
    )
    assert [readers(game, label) for label in "tuv"] == [[1], [1], [2]]


PEEK = """edition: kotc-12
cards:
  - {name: Peek, kind: spell, text: "See one opponent's hand and target 1 card therein; bounce it."}
  - {name: Insight, kind: spell, text: Draw 1 card.}
players:
  1: {granary: 9, hand: {S: Peek}}
  2: {granary: 9, hand: {a: minion 1/5, b: minion 2/5, I: Insight}, deck: {t: minion 1/5, u: minion 1/5, w: minion 1/5}}
  3: {granary: 9, hand: {z: minion 3/5}}
"""


@pytest.mark.rule("12.keyword.48")
def test_what_one_player_sees_the_others_do_not_learn() -> None:
    before = position(PEEK)
    assert [readers(before, label) for label in "abz"] == [[2], [2], [3]]
    after = played(PEEK + "script:\n  - {cast: S}\n  - {choose: player 2}\n  - {choose: a}\n")
    assert after.card("a") in after.zone(1, kinds.Zone.HAND)
    assert readers(after, "b") == [1, 2]  # seen, and it stayed where it was
    assert readers(after, "z") == [3]  # the other opponent's hand was not seen
    assert [readers(after, label) for label in "tu"] == [[], []]


MUSTER = {
    "kotc-12": "Target up to 2 cards in your hand; reveal and deploy the targets.",
    "kotc-9": "Target up to 2 cards in your hand. Reveal all targets, then summon or cast any number of targets that are not "
    "in play (paying the usual costs).",
}


@pytest.mark.parametrize(
    "edition",
    [pytest.param("kotc-12", marks=pytest.mark.rule("12.keyword.45")), pytest.param("kotc-9", marks=pytest.mark.rule("9.keyword.12"))],
)
def test_what_is_revealed_everybody_knows(edition: str) -> None:
    text = f"edition: {edition}\ncards:\n  - {{name: Muster, kind: spell, text: {MUSTER[edition]!r}}}\nplayers:\n"
    text += "  1: {granary: 20, hand: {S: Muster, M: minion 1/5, C: minion 2/5, D: minion 2/5}, deck: 9}\n"
    text += "  2: {deck: 9}\n  3: {deck: 9}\n"
    if edition == "kotc-9":
        text = text.replace("minion", "creature")
    assert readers(position(text), "M") == [1]
    after = played(text + "script:\n  - {cast: S, targets: [M, C]}\n")
    assert set(after.zone(0, kinds.Zone.HAND)) == {after.card(label) for label in "MCD"}  # nothing was deployed
    assert [readers(after, label) for label in "MCD"] == [[1, 2, 3], [1, 2, 3], [1]]


@pytest.mark.rule("12.ruling.87")
def test_a_card_activated_from_a_hidden_zone_is_shown() -> None:
    text = (
        "edition: kotc-12\ncards:\n"
        '  - {name: Quarry, kind: spell, text: "Target up to 2 of your resources; destroy the targets."}\n'
        '  - {name: Relic, sp: 0, hp: 5, text: "CACHE: When this card as a resource is destroyed (ghost-play, must pay resource '
        'cost): Draw 1 card."}\n'
        "players:\n  1: {granary: {r: Relic, s: minion 1/5, v: minion 1/5, w: minion 1/5, x: minion 1/5, y: minion 1/5}, "
        "hand: {S: Quarry}, deck: 5}\n  2: {}\n  3: {}\n"
    )
    assert readers(position(text), "r") == [1]
    after = played(text + "script:\n  - {cast: S, targets: [r, s]}\n  - {activate: r}\n")
    assert {after.card("r"), after.card("s")} <= set(after.zone(0, kinds.Zone.GRAVE))
    assert readers(after, "r") == [1, 2, 3]
    assert readers(after, "s") == [1]  # destroyed with it, but not activated


@pytest.mark.rule("12.zones.16")
def test_cards_enter_the_graveyard_face_down() -> None:
    text = PEEK.replace("bounce it", "destroy it")
    after = played(text + "script:\n  - {cast: S}\n  - {choose: player 2}\n  - {choose: a}\n")
    assert after.zone(1, kinds.Zone.GRAVE) == [after.card("a")]
    assert readers(after, "a") == [2]
    assert after.zone(0, kinds.Zone.GRAVE) == [after.card("S")]
    assert readers(after, "S") == [1]  # everybody saw it in the chain; in the graveyard it lies face-down


@pytest.mark.rule("12.resource.2")
def test_a_card_is_placed_as_a_resource_face_down() -> None:
    game = position(
        "edition: kotc-12\nphase: resource\nplayers:\n"
        "  1: {hand: {a: minion 1/5, b: minion 2/5, c: minion 1/5}, deck: 5}\n  2: {deck: 5}\n  3: {deck: 5}\n"
    )
    for label in "abc":
        game.g.cards[game.card(label)].shown = -1  # the hand was revealed before
        assert readers(game, label) == [1, 2, 3]
    game.advance()
    while kinds.Ask(int(game.g.ask)) != kinds.Ask.ACTION:
        wanted = [i for i in range(int(game.g.n_options)) if game.g.options[i].card in (game.card("a"), game.card("b"))]
        game.answer(wanted[0] if wanted else int(game.g.n_options) - 1)
    placed = set(game.zone(0, kinds.Zone.GRANARY))
    assert placed
    assert placed <= {game.card("a"), game.card("b")}
    for c in placed:
        assert [bool(view.knows(game.g, me, c)) for me in range(3)] == [True, False, False]


# --- before the first turn ----------------------------------------------------------------------------------------


def small_match(edition: str, cards: int) -> Built:
    """Return a match of two decks of a few different cards: easy to tell apart, and quick to deal."""
    builder = Builder(load_edition(edition))
    for seat in (0, 1):
        builder.add_deck(seat, [plain_minion(seat, i + 1, edition, f"{seat}.{i}") for i in range(cards)])
    return builder.finish()


def dealt(g: Any, match: Built, seed: int, pair: int, swap: int = 0) -> list[tuple[int, ...]]:
    """Return the deck of each seat after dealing, as definitions from the bottom up."""
    with np.errstate(over="ignore"):
        machine.deal(g, match.record, np.uint64(seed), pair, swap)
        for p in (0, 1):
            zones.settle_deck(g, p)
    decks = []
    for p in (0, 1):
        player = g.players[p]
        drawn = player.zone[kinds.Zone.DECK, : player.n[kinds.Zone.DECK]]
        decks.append(tuple(int(g.cards[int(c)].definition) for c in drawn))
    return decks


def careless_shuffle(n: int) -> Counter[tuple[int, ...]]:
    """Return how often each order comes out of the well-known wrong shuffle, which swaps with any place, in all n^n ways."""
    counts: Counter[tuple[int, ...]] = Counter()
    for picks in itertools.product(range(n), repeat=n):
        order = list(range(n))
        for i, j in enumerate(picks):
            order[i], order[j] = order[j], order[i]
        counts[tuple(order)] += 1
    return counts


@pytest.mark.rule("12.setup.5")
def test_every_order_of_a_shuffled_deck_is_equally_likely() -> None:
    """Chi-square over the 24 orders of 4 cards, 2600 decks: false alarm 0.1 %, power over 99 % against the careless shuffle."""
    cards, deals = 4, 1300
    match, g = small_match("kotc-12", cards), record.new_game()
    counts: Counter[tuple[int, ...]] = Counter()
    for pair in range(deals):
        first, second = dealt(g, match, 20, pair)
        low = min(second)
        counts[tuple(c - min(first) for c in first)] += 1
        counts[tuple(c - low for c in second)] += 1
    orders = list(itertools.permutations(range(cards)))
    assert set(counts) <= set(orders)
    expected = 2 * deals / len(orders)
    statistic = sum((counts[order] - expected) ** 2 / expected for order in orders)
    critical = float(stats.chi2.ppf(0.999, len(orders) - 1))
    assert statistic < critical
    wrong = careless_shuffle(cards)
    share = [wrong[order] / cards**cards for order in orders]
    off_centre = 2 * deals * sum((p - 1 / len(orders)) ** 2 * len(orders) for p in share)
    assert stats.ncx2.sf(critical, len(orders) - 1, off_centre) > 0.99


@pytest.mark.rule("12.setup.5")
def test_a_shuffle_can_be_repeated_and_belongs_to_its_seat() -> None:
    match, g = small_match("kotc-12", 20), record.new_game()
    first = dealt(g, match, 7, 3)
    assert dealt(g, match, 7, 3) == first
    others = [dealt(g, match, 8, 3), dealt(g, match, 7, 4)]
    assert all(other[seat] != first[seat] for other in others for seat in (0, 1))
    offset = min(first[1]) - min(first[0])
    assert [c + offset for c in first[0]] != list(first[1])  # the seats are shuffled independently
    swapped = dealt(g, match, 7, 3, 1)
    assert [c - offset for c in swapped[0]] == list(first[0])  # the other deck, in the order of the seat


STARTS = [
    pytest.param("kotc-12", marks=pytest.mark.rule("12.ruling.2")),
    pytest.param("kotc-9", marks=pytest.mark.rule("9.setup.7")),
    pytest.param("kotc-5", marks=pytest.mark.rule("5.setup.6")),
]


@pytest.mark.parametrize("edition", STARTS)
def test_each_deck_starts_in_one_game_of_a_pair(edition: str) -> None:
    match, g = small_match(edition, 12), record.new_game()
    own = [{int(c) for c in match.record.deck[seat, : match.record.deck_n[seat]]} for seat in (0, 1)]
    starts = []
    for pair in range(3):
        for swap in (0, 1):
            dealt(g, match, 5, pair, swap)
            with np.errstate(over="ignore"):
                machine.advance(g, match.record)
            while g.phase == kinds.Phase.SETUP:
                g.choice, g.ask = 0, 0
                machine.advance(g, match.record)
            player = g.players[int(g.turn_player)]
            hand = {int(g.cards[int(c)].definition) for c in player.zone[kinds.Zone.HAND, : player.n[kinds.Zone.HAND]]}
            assert int(g.turn) == 1
            starts.append([deck for deck in (0, 1) if hand <= own[deck]])
    assert starts == [[0], [1]] * 3


@pytest.mark.parametrize("edition", STARTS)
def test_a_starting_player_can_be_given(edition: str) -> None:
    for first in (1, 2, 3):
        game = position(
            f"edition: {edition}\nphase: setup\nturn_number: 1\nturn: {first}\nplayers:\n"
            "  1: {deck: 20}\n  2: {deck: 20}\n  3: {deck: 20}\n"
        )
        turns: list[int] = []
        game.advance()
        while len(turns) < 4 and game.g.over == 0:
            if not turns or turns[-1] != int(game.g.turn_player):
                turns.append(int(game.g.turn_player))
            passes = [i for i in range(int(game.g.n_options)) if game.g.options[i].kind in (kinds.Opt.END_PHASE, kinds.Opt.PASS)]
            game.answer(passes[0] if passes else 0)
        assert turns == [(first - 1 + i) % 3 for i in range(4)]


@pytest.mark.rule("12.setup.9")
def test_a_card_shows_text_indicator_level_offense_and_defense_and_nothing_else() -> None:
    edition = load_edition("kotc-12")

    def read(source: str) -> Card:
        return read_card(parse_yaml(source, "cards.yaml"), edition)

    text = "DRAW: Draw 1 card."
    level = read(f'{{name: Owl, offense: 1, defense: 5, text: "{text}"}}').level
    owl = read(f'{{name: Owl, offense: 1, defense: 5, level: {level}, indicator: 12, text: "{text}"}}')
    assert not owl.problems
    assert (owl.sp, owl.hp, owl.printed_level, owl.design_edition, owl.text) == (1, 5, level, 12, text)
    for other in ("color: red", "cost: 1, level: 1", "rarity: 3"):
        with pytest.raises(KotcError, match=r"cards\.yaml:1"):
            read(f'{{name: Owl, offense: 1, defense: 5, {other}, text: "{text}"}}')
    for stat in ("offense", "defense"):  # only minions have them
        with pytest.raises(KotcError, match=r"spell"):
            read(f'{{name: Gust, kind: spell, {stat}: 1, text: "Draw 1 card."}}')


# --- how games end ------------------------------------------------------------------------------------------------

Choose = Callable[[Any, random.Random], int]


def any_option(g: Any, rng: random.Random) -> int:
    return rng.randrange(int(g.n_options))


def games(match: Built, seed: int, count: int, choose: Choose = any_option) -> Iterator[tuple[Any, bool]]:
    """Play games and yield the record at every decision, and once more, with True, when a game is over."""
    g, rng = record.new_game(), random.Random(seed)
    with np.errstate(over="ignore"):
        for pair in range(count):
            machine.deal(g, match.record, np.uint64(seed), pair, 0)
            for p in range(int(g.n_players)):
                g.players[p].asks_dice = 1
            machine.advance(g, match.record)
            while not g.over:
                yield g, False
                g.choice = choose(g, rng)
                g.ask = 0
                machine.advance(g, match.record)
            assert g.raised == 0
            yield g, True


def plain_deck(edition: Edition, size: int, sp: int, hp: int, name: str = "plain") -> Deck:
    """Return a legal deck of one plain minion; with reserves where they are among the deck's cards."""
    card = plain_minion(sp, hp, edition.name)
    among = edition.rules["reserves"] == "among"
    reserves = ((card, int(edition.rules["reserves_size"])),) if among else ()
    deck = Deck(name, edition, None, ((card, size),), reserves)
    assert not deck_problems(deck)
    return deck


def standing(g: Any, m: Any, p: int) -> tuple[int, int, int]:
    """Return HP, levels on the battlefield and cards in the deck: what the criteria compare, in order."""
    player = g.players[p]
    field = [g.cards[int(c)] for c in player.zone[kinds.Zone.BATTLEFIELD, : player.n[kinds.Zone.BATTLEFIELD]]]
    levels = sum(max(int(card.printed_level) - int(card.down), int(m.level_min)) for card in field)
    return int(player.hp), levels, int(player.n[kinds.Zone.DECK])


@pytest.mark.rule("12.endgame.4", "12.ruling.116")
def test_at_the_turn_limit_the_criteria_decide(tmp_path: Path) -> None:
    (tmp_path / "short.yaml").write_text("name: short\nextends: kotc-12\nrules: {turn_limit: 10}\n")
    edition = load_edition(tmp_path / "short.yaml")
    decided: Counter[int] = Counter()
    for sp, hp in ((2, 0), (0, 5)):  # battles with damage, and without
        card = plain_minion(sp, hp, "kotc-12")
        decks = [Deck(f"P{p}", edition, None, ((card, 40 + p),)) for p in range(2)]
        match = compile_match(decks)
        for g, over in games(match, 3, 10):
            if not over:
                assert g.turn <= 10
                continue
            assert (int(g.ending), int(g.turn)) == (Ending.TURN_CAP, 10)
            a, b = (standing(g, match.record, p) for p in range(2))
            assert int(g.winners) == (1 if a > b else 2 if b > a else 3)
            decided[next((i for i in range(3) if a[i] != b[i]), 3)] += 1
    assert {0, 1} <= set(decided)  # HP decided some games, levels others


@pytest.mark.rule("12.ruling.114")
def test_if_everybody_has_drawn_from_an_empty_deck_the_other_criteria_decide() -> None:
    def winners(hp: tuple[int, int, int], decked: tuple[int, int, int], zones: tuple[str, str, str] = ("", "", "")) -> list[int]:
        game = position("edition: kotc-12\nplayers:\n" + "".join(f"  {p + 1}: {{hp: {hp[p]}, deck: 2{zones[p]}}}\n" for p in range(3)))
        for p in range(3):
            game.g.players[p].decked = decked[p]
        events.finish(game.g, game.match.record, Ending.DECK_OUT)
        assert game.g.over == 1
        return [p + 1 for p in range(3) if int(game.g.winners) >> p & 1]

    assert winners((10, 30, 20), (1, 1, 1)) == [2]
    assert winners((10, 30, 20), (0, 1, 0)) == [3]  # with somebody left, who was decked is passed over
    field = ", battlefield: [minion 3/5]"
    assert winners((9, 9, 5), (1, 1, 1), ("", field, field)) == [2]
    assert winners((9, 9, 5), (1, 1, 1)) == [1, 2]


@pytest.mark.rule("12.ruling.62")
def test_defense_brought_to_0_by_subtraction_does_not_destroy(tmp_path: Path) -> None:
    (tmp_path / "wither.yaml").write_text(
        "name: wither\nextends: kotc-12\neffects:\n  batch_subtract_defense:\n"
        '    text: "batch subtract {x} from the targets\' defense."\n    level: (x+t)/12\n'
        "    program: [{batch_subtract: {stat: hp, total: x, short: nothing, on: targets}}]\n"
    )
    text = (
        'edition: wither.yaml\ncards:\n  - {name: Wither, kind: spell, text: "Target up to 2 in-play cards; batch subtract 7 '
        'from the targets\' defense."}\n  - {name: Volley, kind: spell, text: "Target 1 in-play card; 1-dice-damage '
        'the target."}\n'
        "players:\n  1: {granary: 9, hand: {S: Wither, V: Volley}}\n  2: {battlefield: {A: minion 2/5, B: minion 3/5}}\n"
    )
    file = str(tmp_path / "position.yaml")
    wither = "script:\n  - {cast: S, targets: [A, B]}\n  - {shares: [5, 2]}\n"
    game = played(text + wither, file)
    assert game.zone(1, kinds.Zone.BATTLEFIELD) == [game.card("A"), game.card("B")]
    assert [int(game.g.cards[game.card(label)].hp) for label in "AB"] == [0, 3]
    assert game.zone(1, kinds.Zone.GRAVE) == []
    game = played(text + "dice: [1]\n" + wither + "  - {cast: V, targets: [A]}\n", file)
    assert game.zone(1, kinds.Zone.GRAVE) == [game.card("A")]  # the least damage does


OPTIONS = {
    *("PASS", "END_PHASE", "BURY_CARD", "SOW_CARD", "SUMMON", "CAST", "SET_TRAP", "ACTIVATE", "POP", "ATTACK_PLAYER"),
    *("ATTACK_MINION", "ENLIST", "FACE", "PICK_CARD", "PICK_PLAYER", "NUMBER", "YES", "NO", "PICK_COUNTER"),
}


@pytest.mark.parametrize(
    "edition",
    [
        pytest.param("kotc-12", marks=pytest.mark.rule("12.ruling.117")),
        pytest.param("kotc-9", marks=pytest.mark.rule("9.endgame.3", "9.ruling.40")),
        pytest.param("kotc-5", marks=pytest.mark.rule("5.endgame.3")),
    ],
)
def test_no_option_is_to_give_up(edition: str) -> None:
    """Whatever is picked, who loses has no HP or no deck left, and nobody else leaves the game."""
    assert {option.name for option in kinds.Opt} == OPTIONS  # none of these is to forfeit
    offered: set[str] = set()
    over_at: set[int] = set()
    for seed in (1, 2):
        match = compile_match(random_decks(seed, load_edition(edition), 2))
        for g, over in games(match, seed, 1):
            if not over:
                offered |= {kinds.Opt(int(g.options[i].kind)).name for i in range(int(g.n_options))}
                continue
            over_at.add(int(g.ending))
            for p in (0, 1):
                player, lost = g.players[p], not int(g.winners) >> p & 1
                if edition != "kotc-12":
                    assert not lost or g.ending == Ending.TURN_CAP or player.hp == 0 or player.n[kinds.Zone.DECK] == 0
                else:
                    assert player.out == 0
            if edition == "kotc-12" and g.ending != Ending.TURN_CAP:
                dead, decked = (sum(int(getattr(g.players[p], name)) for p in (0, 1)) for name in ("hp", "decked"))
                assert decked > 0 or dead == max(int(g.players[p].hp) for p in (0, 1))  # one deck, or all HP but one's, ran out
    assert offered <= OPTIONS
    assert {"PASS", "END_PHASE", "SUMMON", "CAST"} <= offered
    assert over_at <= {Ending.HIT_POINTS, Ending.DECK_OUT, Ending.TIE_BREAK, Ending.TURN_CAP}


@pytest.mark.rule("12.ruling.117")
def test_nobody_is_eliminated_in_the_12th_edition() -> None:
    edition = load_edition("kotc-12")
    match = compile_match([plain_deck(edition, 40, 6, 5) for _ in range(3)])
    asked_at_zero = 0
    for g, over in games(match, 11, 4):
        assert not any(g.players[p].out for p in range(3))
        alive = sum(int(g.players[p].hp > 0) for p in range(3))
        if not over:
            assert alive > 1
            asked_at_zero += int(g.players[int(g.asked)].hp == 0)
    assert asked_at_zero > 10  # players without HP play on


@pytest.mark.parametrize(
    "edition",
    [
        pytest.param("kotc-9", marks=pytest.mark.rule("9.endgame.3", "9.ruling.40")),
        pytest.param("kotc-5", marks=pytest.mark.rule("5.endgame.3")),
    ],
)
def test_who_has_lost_stays_out(edition: str) -> None:
    read = load_edition(edition)
    match = compile_match([plain_deck(read, 40, 8, 3) for _ in range(3)])
    out: set[int] = set()
    left = [99] * 3
    went = asked_after = 0
    for g, over in games(match, 13, 3):
        now = {p for p in range(3) if g.players[p].out}
        assert out <= now
        for p in now - out:  # no HP, or a deck that this turn's draw emptied
            assert g.players[p].hp == 0 or left[p] <= 2
        went += len(now - out)
        out = now
        left = [int(g.players[p].n[kinds.Zone.DECK]) for p in range(3)]
        if over:
            assert sum(int(g.winners) >> p & 1 for p in out) in (0, len(out))
            out, left = set(), [99] * 3
            continue
        assert int(g.asked) not in out
        asked_after += bool(out)
        for p in out:
            assert not any(g.players[p].n[zone] for zone in range(kinds.N_ZONES))
        targets = {int(g.options[i].target) for i in range(int(g.n_options)) if g.options[i].kind == kinds.Opt.ATTACK_PLAYER}
        assert not targets & out
    assert went >= 3
    assert asked_after > 10


def passive(kind: kinds.Opt) -> Choose:
    """Return a player who, when cards may be placed as resources, prefers this kind of option, and does nothing else."""

    def choose(g: Any, rng: random.Random) -> int:
        wanted = (kind,) if g.ask == kinds.Ask.PLACE else (kinds.Opt.PASS, kinds.Opt.END_PHASE)
        return next((i for i in range(int(g.n_options)) if g.options[i].kind in wanted), 0)

    return choose


SLOW, FAST = passive(kinds.Opt.SOW_CARD), passive(kinds.Opt.PASS)


def last_turns(edition: str, sizes: tuple[int, int], choose: Choose, number: int) -> list[tuple[int, int]]:
    """Return, of games without damage, the loser's seat and the number of the loser's turn in which the deck ran out."""
    read, card = load_edition(edition), plain_minion(0, 1, edition)
    reserves = ((card, int(read.rules["reserves_size"])),) if read.rules["reserves"] == "among" else ()
    decks = [Deck(f"P{p}", read, None, ((card, size),), reserves) for p, size in enumerate(sizes)]
    found = []
    for g, over in games(compile_match(decks), 17, number, choose):
        if over:
            assert g.ending == Ending.DECK_OUT
            (loser,) = [p for p in (0, 1) if not int(g.winners) >> p & 1]
            assert g.players[loser].n[kinds.Zone.DECK] == 0
            assert int(g.turn_player) == loser
            found.append((loser, (int(g.turn) + 1 - loser) // 2))
    return found


@pytest.mark.rule("9.ruling.39")
def test_how_long_a_deck_lasts_in_the_9th_edition() -> None:
    """Placing all one can, a deck lasts to turn 28 of the starting player and 27 of the other; drawing all one can, to 13."""
    assert last_turns("kotc-9", (40, 40), SLOW, 1) == [(1, 27)]
    assert last_turns("kotc-9", (40, 50), SLOW, 1) == [(0, 28)]  # a longer deck, so that the other player does not lose before
    assert [turn for _, turn in last_turns("kotc-9", (40, 40), FAST, 1)] == [13]
    for loser, turn in last_turns("kotc-9", (40, 40), any_option, 2):
        assert 13 <= turn <= 28 - loser


@pytest.mark.rule("5.ruling.16")
@pytest.mark.parametrize(("size", "most"), [(40, 38), (60, 58)])
def test_how_long_a_deck_lasts_in_the_5th_edition(size: int, most: int) -> None:
    assert last_turns("kotc-5", (size, size), SLOW, 1) == [(1, most - 1)]
    assert last_turns("kotc-5", (size, size + 4), SLOW, 1) == [(0, most)]
    if size == 40:
        for loser, turn in last_turns("kotc-5", (size, size), any_option, 1):
            assert turn <= most - loser


# --- what no text says --------------------------------------------------------------------------------------------


@pytest.mark.rule("5.ability.27")
def test_exhausting_resources_is_no_cost_of_the_5th_edition() -> None:
    text = "Exhaust 2 of your resources. Draw 1 card."
    _, abilities = parse_text(text, load_edition("kotc-9"), "spell")
    assert [cost.row.id for cost in abilities[0].costs] == ["cost.exhaust_resources"]
    fifth = load_edition("kotc-5")
    with pytest.raises(KotcError, match=r"no component of .* matches 'Exhaust 2 of your resources\.'"):
        parse_text(text, fifth, "spell")
    paid = [step["pay"] for row in fifth.section("cost") for step in row.program if "pay" in step]
    assert paid
    assert not any(pay["how"] == "exhaust" and pay["from"] == "granary" for pay in paid)


@pytest.mark.rule("5.keyword.28")
def test_no_text_of_the_5th_edition_says_exactly() -> None:
    def exact(name: str) -> list[str]:
        return [row.id for row in load_edition(name).rows.values() if "exactly" in row.text.casefold()]

    assert exact("kotc-5") == []
    assert "target.your_deck_top_opponent_selects" in exact("kotc-9")
    with pytest.raises(KotcError):
        parse_text("Target exactly 2 cards in play. Exhaust all targets.", load_edition("kotc-5"), "spell")
    parse_text("Target up to 2 cards in play. Exhaust all targets.", load_edition("kotc-5"), "spell")


@pytest.mark.rule("12.ruling.27", "9.ruling.20")
@pytest.mark.parametrize("base", ["kotc-12", "kotc-9"])
@pytest.mark.parametrize("pays", [True, False])
def test_whether_a_deployed_resource_pays_for_itself_is_a_switch_of_its_own(tmp_path: Path, base: str, pays: bool) -> None:
    (tmp_path / "deploy.yaml").write_text(f"name: deploy\nextends: {base}\nrules: {{deployed_pays_itself: {str(pays).lower()}}}\n")
    word, text = {
        "kotc-12": ("minion", "DIG: Target up to 2 of your resources; reveal and deploy the targets."),
        "kotc-9": (
            "creature",
            "Target up to 2 of your resources. Reveal all targets, then summon or cast any number of targets that are not "
            "in play (paying the usual costs).",
        ),
    }[base]
    position = (
        f'edition: deploy.yaml\ncards:\n  - {{name: Digger, sp: 1, hp: 5, text: "{text}"}}\n'
        f"players:\n  1: {{granary: {{g: {word} 1/0}}, battlefield: {{U: Digger}}, deck: 3}}\n  2: {{deck: 3}}\n"
        "script:\n  - {activate: U, ability: 1, targets: [g]}\n"
    )
    file, deploy = str(tmp_path / "position.yaml"), "  - {choose: g}\n"
    if not pays:
        with pytest.raises(KotcError, match="never used"):
            played(position + deploy, file)
    game = played(position + deploy if pays else position, file)
    assert game.zone(0, kinds.Zone.BATTLEFIELD) == [game.card("U"), game.card("g")][: 1 + pays]
    assert game.zone(0, kinds.Zone.GRANARY) == ([] if pays else [game.card("g")])
    assert int(game.g.players[0].free) == (0 if pays else 1)
