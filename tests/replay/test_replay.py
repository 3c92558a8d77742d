"""A replay is the very game that a match-up counts, told in the edition's words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kotc_sim import games
from kotc_sim.cli import app
from kotc_sim.games.keeper.cards.deck import load_deck
from kotc_sim.runs import Contest, match_of, pilots_of, play_games, replay

DECKS = Path(__file__).parents[2] / "decks"
GAMES = 6
SEED = 11


@pytest.fixture(scope="module")
def contest() -> Contest:
    return Contest((load_deck(DECKS / "raptors.yaml"), load_deck(DECKS / "storm.yaml")), ("greedy", "random"))


def test_a_replay_is_the_game_that_is_counted(contest: Contest) -> None:
    results, _ = play_games(contest, SEED, 0, GAMES)
    for game in range(GAMES):
        again = replay(contest, game, SEED)
        assert again.score2 == results[game].score2[:2].tolist(), game
        assert again.hp == results[game].hp[:2].tolist(), game
        assert again.turns == results[game].turns, game
        assert again.ending == results[game].ending, game


@pytest.mark.parametrize("game", [0, 1])
def test_the_table_is_told_moment_by_moment(contest: Contest, game: int) -> None:
    told = replay(contest, game, SEED, boards=True)
    assert told.lines == replay(contest, game, SEED).lines
    lines = [board["line"] for board in told.boards]
    assert lines == sorted(lines)
    assert 0 < lines[0] <= lines[-1] == len(told.lines)
    last = told.boards[-1]
    assert [player["hp"] for player in last["players"]] == told.hp
    assert last["turn"] == told.turns
    for board in told.boards:
        for player, deck in zip(board["players"], reversed(contest.decks) if game else contest.decks, strict=True):
            cards = sum(len(player[zone]) for zone in ("battlefield", "granary", "hand", "trapfield", "grave", "reserves"))
            assert player["deck"] + cards in (deck.size, deck.size - 1), "a spell that resolves is in no zone"
            assert player["free"] == sum(not card["exhausted"] for card in player["granary"])


def test_hidden_cards_have_no_name_unless_they_are_known(contest: Contest) -> None:
    spectator, all_seeing = (replay(contest, 0, SEED, boards=True, omniscient=omniscient).boards for omniscient in (False, True))
    hands = [[card["name"] for player in board["players"] for card in player["hand"]] for board in spectator]
    assert not any(hands[0])
    shown = [[card["name"] for player in board["players"] for card in player["hand"]] for board in all_seeing]
    assert all(name for hand in shown for name in hand)
    for seen, whole in zip(hands, shown, strict=True):
        assert all(name in (None, true) for name, true in zip(seen, whole, strict=True))
    field = [card for board in spectator for player in board["players"] for card in player["battlefield"]]
    assert all(card["name"] for card in field)


@pytest.fixture(scope="module")
def of_four() -> Contest:
    """Return a contest of four players, whose side B plays differently from side A, and orders its dice itself."""
    return Contest(tuple(load_deck(DECKS / f"{name}.yaml") for name in ("rats", "raptors", "rats", "storm")), ("greedy", "random"))


def test_a_replay_of_four_players_is_the_game_that_is_counted(of_four: Contest) -> None:
    results, _ = play_games(of_four, SEED, 0, GAMES)
    for game in range(GAMES):
        again = replay(of_four, game, SEED)
        assert again.hp == results[game].hp[:4].tolist(), game
        assert again.turns == results[game].turns, game
        assert again.score2 == results[game].score2[:4].tolist(), game


@pytest.mark.parametrize("game", [0, 1])
def test_further_players_are_played_by_the_strategy_of_side_b(of_four: Contest, game: int) -> None:
    asked: dict[str, set[int]] = {"A": set(), "B": set()}

    class Noting:
        """A pilot that notes who is asked, and answers as the one that it stands for."""

        def __init__(self, side: str, pilot: Any) -> None:
            self.side, self.pilot = side, pilot
            self.name, self.file, self.line, self.orders_dice = pilot.name, None, None, pilot.orders_dice

        def compiled(self, g: Any, m: Any, me: int, scores: Any) -> None:
            asked[self.side].add(me)
            self.pilot.compiled(g, m, me, scores)

    pilots: Any = [Noting(side, pilot) for side, pilot in zip("AB", pilots_of(of_four), strict=True)]
    told = games.of(of_four.decks[0]).replay(match_of(of_four.decks), of_four.decks, pilots, game, SEED)
    assert asked == {"A": {game}, "B": {0, 1, 2, 3} - {game}}
    assert told.seats[game] == "Rats"


def test_the_text_tells_the_result(contest: Contest) -> None:
    for game in range(GAMES):
        again = replay(contest, game, SEED)
        last = again.lines[-1]
        winner = again.score2.index(max(again.score2)) + 1
        assert last.startswith("The game is over")
        assert f"Player {winner} wins" in last or "tie" in last
        told = [line for line in again.lines if line.startswith(f"Turn {again.turns}:")]
        assert len(told) == 1


def test_the_hit_points_of_the_text_are_those_of_the_game(contest: Contest) -> None:
    again = replay(contest, 0, SEED)
    hp = [35, 35]
    for line in again.lines:
        if found := re.search(r"Player (\d) (?:takes|gains) \d+ .*\((\d+)", line):
            hp[int(found.group(1)) - 1] = int(found.group(2))
    assert hp == again.hp


def test_a_spectator_sees_no_hidden_cards(contest: Contest) -> None:
    spectator = replay(contest, 2, SEED).lines
    told = replay(contest, 2, SEED, omniscient=True).lines
    assert all(re.search(r"draws (a card|\d+ cards)\.", line) for line in spectator if " draws " in line)
    assert all(re.search(r"sows a card", line) for line in spectator if " sows " in line)
    assert any(" draws " in line and "a card" not in line for line in told)
    assert [line for line in spectator if " rolls " in line] == [line for line in told if " rolls " in line]


def test_the_command_prints_the_game() -> None:
    decks = [str(DECKS / "raptors.yaml"), str(DECKS / "storm.yaml")]
    options = ["--strategy-a", "random", "--strategy-b", "random"]
    shown = CliRunner().invoke(app, ["replay", *decks, *options, "--game", "1"])
    assert shown.exit_code == 0, shown.output
    assert shown.output.startswith("Player 1: Storm\nPlayer 2: Raptors\n")
    data = CliRunner().invoke(app, ["replay", *decks, *options, "--game", "1", "--json"])
    assert '"command": "replay"' in data.output


def test_games_differ_by_number(contest: Contest) -> None:
    assert replay(contest, 0, SEED).lines != replay(contest, 2, SEED).lines
    assert replay(contest, 0, SEED).lines == replay(contest, 0, SEED).lines


def test_a_game_of_level_up_is_told_too() -> None:
    from kotc_sim.games.levelup.cards.deck import load_deck as load_levelup

    folder = DECKS / "levelup"
    decks = (load_levelup(folder / "ember-and-stone.yaml"), load_levelup(folder / "tide-and-grove.yaml"))
    contest = Contest(decks, ("random", "random"))
    results, _ = play_games(contest, SEED, 0, 2)
    for game in range(2):
        again = replay(contest, game, SEED)
        winner = int(results["score2"][game, :2].argmax())
        assert again.lines[-1].startswith(f"{again.seats[winner]} wins")
        assert again.score2 == results["score2"][game, :2].tolist()
        assert (again.turns, again.ending) == (results["turns"][game], results["ending"][game])
        assert again.hp == results["hp"][game, :2].tolist()
