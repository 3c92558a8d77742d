"""What Python calls of the engine in the middle of a game: scenarios set positions up and read them."""

from kotc_sim.games.levelup.engine import board, frames, legal, moves, setup
from kotc_sim.games.levelup.engine.record import I64, U64, VOID, Game, outer
from kotc_sim.games.levelup.engine.setup import Scores


@outer(VOID(Game, U64, I64))
def reset(g, seed, pair):
    """Empty the record; see `setup.reset`."""
    setup.reset(g, seed, pair)


@outer(VOID(Game, I64, I64))
def new_card(g, card, kind):
    """Make a card of a kind; see `setup.new_card`."""
    setup.new_card(g, card, kind)


@outer(VOID(Game, U64, I64))
def set_up(g, seed, game):
    """Set a game of a run up; see `setup.set_up`."""
    setup.set_up(g, seed, game)


@outer(VOID(Game, Scores))
def choose_best(g, scores):
    """Take the option with the highest score; see `setup.choose_best`."""
    setup.choose_best(g, scores)


@outer(VOID(Game, I64, I64))
def draw_cards(g, player, n):
    """Draw up to ``n`` cards; see `moves.draw_cards`."""
    moves.draw_cards(g, player, n)


@outer(VOID(Game, I64))
def push_turn(g, step):
    """Begin a turn at one of its steps; see `frames.push_turn`."""
    frames.push_turn(g, step)


@outer(VOID(Game))
def refresh(g):
    """Compute what standing effects do; see `board.refresh`."""
    board.refresh(g)


@outer(I64(Game, I64))
def play_limit(g, player):
    """Return how many cards the player may play this turn; see `legal.play_limit`."""
    return legal.play_limit(g, player)
