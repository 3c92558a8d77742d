"""A person at the table: a process that plays one game, and is told by lines of JSON what the person chooses."""

import json
import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kotc_sim import games
from kotc_sim.errors import KotcError

if TYPE_CHECKING:
    from kotc_sim.games.table import Table


def sit(files: Sequence[str], pilot: str, game: int, seed: int) -> "tuple[Table, bool]":
    """Return a table at which the person has the first deck, and whether the pilot's scores are chances to win, from -1 to 1.

    Raises `KotcError` if a deck cannot be read.
    """
    from dataclasses import replace

    from kotc_sim.experiments.inputs import load_deck, require_one_game
    from kotc_sim.runs import Contest, learn, match_of, warm_up
    from kotc_sim.runs.contest import pilots_of
    from kotc_sim.strategies import load
    from kotc_sim.strategies.by_game import strategies_of

    decks = tuple(load_deck(file) for file in files)
    require_one_game(decks)
    played = games.of(decks[0])
    contest = Contest(decks, (pilot, pilot))
    warm_up(decks, contest.strategies)
    contest = replace(contest, fit=learn(decks, contest.strategies))
    own = strategies_of(played.key)
    searches = pilot.partition(":")[0].partition("@")[0] in own.searches
    least = own.untried if searches else -math.inf
    table = played.table(match_of(decks), decks, pilots_of(contest), game, seed, own.knows, least)
    return table, searches and load(played.key, pilot).learns


def serve_table(words: Sequence[str], heard: Iterable[bytes], say: Callable[[str], object]) -> None:
    """Play a game with somebody: say what the table shows, and again after each choice that is heard, a line with the number of an option.

    The words are two files of decks, the pilot, the number of the game, the seed, and what was chosen so far, as JSON. ``say`` takes a line
    of JSON: `kotc_sim.games.table.Table.state`, once it is over with the ``result``, or an ``error`` with its ``fix``.
    """
    a, b, pilot, game, seed, picks = words
    try:
        table, chances = sit((a, b), pilot, int(game), int(seed))
        for pick in json.loads(picks):
            table.choose(pick)
    except KotcError as error:
        say(json.dumps(_refused(error)))
        return

    def shown() -> Mapping[str, Any]:
        return {**table.state(), **({"result": {**table.result(), "chances": chances}} if table.over else {})}

    say(json.dumps(shown()))
    table.think()  # while the person does
    for line in heard:
        try:
            table.choose(int(line))
            say(json.dumps(shown()))
            table.think()
        except KotcError as error:
            say(json.dumps(_refused(error)))


def _refused(error: KotcError) -> Mapping[str, str]:
    return {"error": error.what, "fix": error.fix or ""}


def main(words: Sequence[str]) -> None:
    """Play as `serve_table` does, with choices from standard input, at whose end it ends."""
    serve_table(words, sys.stdin.buffer, lambda line: print(line, flush=True))
