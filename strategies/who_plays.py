"""Who plays a deck: the strategy that the user names, the deck's own, or another one."""

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.games.decks import Deck
from kotc_sim.games.pilots import STRATEGY
from kotc_sim.strategies import file_in


def who_plays(deck: Deck, named: str | None = None, *, trusted: bool = False, option: str = "--strategy ") -> str:
    """Return who plays a deck: the strategy that the user names, else the deck's own, else greedy.

    A deck may come from anybody, and a strategy in a file is a program: what only the deck names is not run. So a `KotcError` is raised if
    the deck names a file, and the user neither names a strategy nor says that decks are ``trusted`` to (``--trust-decks``). ``option`` is
    what the user writes before a strategy, for the message.
    """
    if named:
        return named
    own = deck.strategy
    if own and not trusted and file_in(deck.game, own) is not None:
        raise KotcError(
            f"the deck names a strategy in a file, {own!r}: a program, which is run only if you name it",
            file=deck.file or None,
            line=_line_of_strategy(deck.file) if deck.file else None,
            fix=f"Look into it; then {option}{own}{', or --trust-decks,' * option.startswith('--')} runs it: see docs/security.md",
        )
    return own or STRATEGY


def _line_of_strategy(file: str) -> int | None:
    """Return the line on which a deck file names who plays it; None if the file is not there any more, or another one."""
    try:
        return games.read(file, "deck")[1].entries()["strategy"].line
    except (KotcError, KeyError):
        return None
