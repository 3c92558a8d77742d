"""One simulated game again, with its log: exactly the game that a match-up counts under its number."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.boards import OPEN, Snapshot, load_named, snapshot
from kotc_sim.games.keeper.build import Built
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.engine import machine as kernels
from kotc_sim.games.keeper.engine import record
from kotc_sim.games.keeper.match import KeeperMatch
from kotc_sim.games.keeper.transcript import Entry, Transcript, take_log
from kotc_sim.games.pilots import find_blame
from kotc_sim.games.protocol import Replay
from kotc_sim.shared import best, result
from kotc_sim.shared.result_record import RESULT

machine: Any = kernels  # numba's kernels have no annotations
pick_best: Any = best.pick_best


def replay(
    match: KeeperMatch,
    decks: Sequence[Deck],
    pilots: Sequence[Any],
    game: int,
    seed: int,
    *,
    omniscient: bool = False,
    boards: bool = False,
) -> Replay:
    """Play one game of a run again and say what happens.

    A `KotcError` if a strategy's score is not a number, or a strategy from a file raises. ``decks``: side A, side B, and further players.
    ``pilots``: who play A and B, as in the run; further players are played by B's in both games of a pair.
    """
    with np.errstate(over="ignore"), find_blame(pilots, f"game {game} of seed {seed}"):
        course = Course(match, pilots, game, seed)
        while course.run(boards=boards):
            course.answer(course.choose())
    name = _namer(course.g, match.built)
    transcript = Transcript(match.built, course.entries, name, course.hp, omniscient=omniscient, moments=course.marks)
    tables = zip(course.tables, transcript.moments, strict=True)
    named = (load_named(table, line, None if omniscient else known, name, OPEN) for table, (line, known) in tables)
    return course.replay(decks, transcript.lines, tuple(named))


class Course:
    """A game of a run, decision by decision.

    ``match, pilots, game, seed``: as in `replay`. ``g`` is the ``GAME`` record, ``entries`` the log so far, ``hp`` everybody's at the
    beginning. ``tables`` and ``marks``: what lay on the table each time that something had happened (`snapshot`), and how many entries
    there were by then.
    """

    def __init__(self, match: KeeperMatch, pilots: Sequence[Any], game: int, seed: int) -> None:
        self.g: Any = record.new_game()
        self.match, self.pilots, self.game = match, pilots, game
        self.entries: list[Entry] = []
        self.tables: list[Snapshot] = []
        self.marks: list[int] = []
        self._scores = record.new_scores()
        self._compiled = [pilot.compiled for pilot in pilots]
        g, m = self.g, match.record
        machine.deal(g, m, np.uint64(seed), game >> 1, game & 1)
        for p in range(int(m.n_players)):
            g.players[p].asks_dice = int(self.side(pilots, p).orders_dice)
        g.log_on = 1
        self.hp = [int(m.starting_hp)] * int(m.n_players)

    def side(self, pair: Sequence[Any], p: int) -> Any:
        """Return what a player has of a pair: A sits in seat 0, and in seat 1 of the second game of a pair."""
        return pair[p != self.game & 1]

    def run(self, *, boards: bool) -> bool:
        """Play as `machine.play_on` does to the next decision, and keep the log; return whether there is one."""
        g = self.g
        while g.over == 0:
            machine.advance(g, self.match.record)
            entries = take_log(g)
            self.entries += entries
            if boards and entries:
                self.tables.append(snapshot(g, self.match.built))
                self.marks.append(len(self.entries))
            if g.ask != 0:
                return True
        return False

    def scores(self) -> Any:
        """Return what the pilot of who is asked thinks of each option, float64."""
        p = int(self.g.asked)
        self.side(self._compiled, p)(self.g, self.match.record, p, self._scores)
        return self._scores[: int(self.g.n_options)]

    def choose(self) -> int:
        """Return the option that the pilot takes."""
        self.scores()
        p = int(self.g.asked)
        self.g.players[p].decisions += 1
        pick = int(pick_best(self.g, p, self._scores))
        if pick < 0:
            raise KotcError(
                f"a strategy of {' and '.join(pilot.name for pilot in self.pilots)} returned no number as a score in game {self.game}",
                fix="Mend the strategy.",
            )
        return pick

    def answer(self, pick: int) -> None:
        """Answer the decision by an option's index."""
        self.g.choice = pick
        self.g.ask = 0

    def replay(self, decks: Sequence[Deck], lines: list[str], boards: tuple[Snapshot, ...]) -> Replay:
        """Return the game, which is over, as the log says."""
        g, m = self.g, self.match.record
        seats = list(decks)
        if self.game & 1:
            seats[:2] = seats[1::-1]
        results: Any = np.zeros(1, RESULT).view(np.recarray)
        machine.write_result(g, m, results[0], np.zeros((result.MAX_PLAYERS, result.MAX_DEFS), np.uint8))
        n = int(m.n_players)
        names, (played,) = tuple(deck.name for deck in seats), results
        scores, hp = played.score2[:n].tolist(), played.hp[:n].tolist()
        return Replay(self.game, names, lines, scores, int(played.turns), int(played.ending), hp, boards)


def _namer(g: Any, match: Built) -> Any:
    """Return a function that names cards; where there are several copies of a card, they are numbered."""
    copies: Counter[int] = Counter()
    number: dict[int, int] = {}
    for c in range(int(g.n_cards)):
        if g.cards[c].pawn == 0:
            definition = int(g.cards[c].definition)
            copies[definition] += 1
            number[c] = copies[definition]

    def name(c: int) -> str:
        card = g.cards[c]
        text = match.names.card(int(card.definition))
        if c not in number:
            return f"pawn {int(card.printed_sp)}/{int(card.printed_hp)} #{c}"
        return f"{text} #{number[c]}" if copies[int(card.definition)] > 1 else text

    return name
