"""One simulated game of Level-Up again, with its log: exactly the game that a match-up counts under its number."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.record import fields, new_game
from kotc_sim.games.levelup.match import LevelUpMatch
from kotc_sim.games.levelup.transcript import SPECTATOR, Narrator
from kotc_sim.games.pilots import Pilot, find_blame
from kotc_sim.games.protocol import Replay


def snapshot(game: Any, cards: Sequence[Card], line: int, sees: Callable[[int], bool]) -> Mapping[str, object]:
    """Return what lies on the table.

    Names, attack and defense of cards that are hidden (levelup.ruling.61) are None. ``game`` is a record as
    `kotc_sim.games.levelup.engine.record.fields` gives it, ``cards`` are by kind number, and ``sees(card)`` says whether it may be told
    which card it is.
    """

    def shown(number: int) -> dict[str, object]:
        one = game.card[number]
        return {"name": cards[int(one.kind)].name if sees(number) else None, "exhausted": bool(one.tapped), "down": bool(one.down)}

    def pile(one: Any) -> dict[str, object]:
        top = int(one.top)
        under, below = 0, int(game.card[top].under)
        while below >= 0:
            under, below = under + 1, int(game.card[below].under)
        attack, defense = (int(one.strength), int(one.defence)) if sees(top) else (None, None)
        return shown(top) | {"attack": attack, "defense": defense, "under": under}

    players = [
        {
            "points": int(side.points),
            "deck": int(side.deck_n),
            "creatures": [pile(one) for one in side.piles[: int(side.n_piles)]],
            "magic": [shown(int(number)) for number in side.magic[: int(side.n_magic)]],
            "hand": [shown(int(number)) for number in side.hand[: int(side.hand_n)]],
            "discard": [shown(int(number)) for number in side.grave[: int(side.grave_n)]],
        }
        for side in game.side
    ]
    phase = "Battle" if game.battle else "Main"
    return {"line": line, "turn": int(game.turn), "player": int(game.player), "phase": phase, "players": players}


def replay(
    match: LevelUpMatch,
    decks: Sequence[Deck],
    pilots: Sequence[Pilot],
    game: int,
    seed: int,
    *,
    omniscient: bool = False,
    boards: bool = False,
) -> Replay:
    """Play one game of a run again and say what happens; a `KotcError` if a strategy from a file raises."""
    with np.errstate(over="ignore"), find_blame(pilots, f"game {game} of seed {seed}"):
        course = Course(match, pilots, game, seed, None if omniscient else SPECTATOR)
        while course.run(boards=boards):
            course.answer(course.choose())
    return course.replay()


class Course:
    """A game of a run, decision by decision.

    ``told``: as in `kotc_sim.games.levelup.transcript.Narrator`. Streams wrap around: only the interpreter would warn. ``g`` is as
    `kotc_sim.games.levelup.engine.record.fields` gives it, ``lines`` are the log so far, and ``tables`` what lay on the table each time
    that something had happened (`snapshot`).
    """

    def __init__(self, match: LevelUpMatch, pilots: Sequence[Pilot], game: int, seed: int, told: int | None = None) -> None:
        from kotc_sim.games.levelup.engine.doors import set_up

        array = new_game(match.record)
        self.g: Any = fields(array)
        self.cards, self.game = match.cards, game
        self.tables: list[Mapping[str, object]] = []
        self._record = array[0]
        self._scores = np.zeros(kinds.MAX_OPTIONS)
        self._compiled = [pilot.compiled for pilot in pilots]
        set_up(self._record, np.uint64(seed), game)
        self.g.log_on, self.g.n_log = 1, 0
        first, second = (match.decks[int(c)].name for c in self.g.contestant)
        self.seats = (first, second)
        if first == second:
            self.seats = (f"{first} (first seat)", f"{second} (second seat)")
        self.narrator = Narrator(self.g, match.cards, players=self.seats, told=told)
        self.narrator.known = self._known()
        self.lines = [
            f"Game {game} of seed {seed}: {self.seats[0]} sits in the first seat, {self.seats[1]} in the second; "
            f"{self.seats[int(self.g.first)]} goes first."
        ]

    def run(self, *, boards: bool) -> bool:
        """Play to the next decision, and keep the log; return whether there is one."""
        from kotc_sim.games.levelup.engine.machine import advance

        while not self.g.over:
            advance(self._record)
            after = self._known()
            self.narrator.known = {
                *self.narrator.known,
                *after,
            }  # a card that was known is called by its name while it is put where it is hidden
            new = self.narrator.lines()
            self.narrator.known = after
            self.lines += new
            if new and boards:
                self.tables.append(self.board())
            if self.g.ask:
                return True
        return False

    def _known(self) -> set[int]:
        """Return the cards that who is told may know."""
        from kotc_sim.games.levelup.engine import view

        knows: Any = view.knows  # kernels have no annotations
        if self.narrator.told is None:
            return set()
        seats = range(2) if self.narrator.told == SPECTATOR else (self.narrator.told,)
        outside = np.flatnonzero(self._record["card"]["zone"] != kinds.Zone.DECK)
        offered = self._record["options"]["card"][: int(self.g.n_options)]  # of a deck, who looks at cards knows those
        cards = {*outside.tolist(), *offered[offered >= 0].tolist()}
        return {card for card in cards if all(knows(self._record, seat, card) for seat in seats)}

    def board(self) -> Mapping[str, object]:
        """Return what lies on the table now."""
        return snapshot(self.g, self.cards, len(self.lines), self.narrator.sees)

    def scores(self) -> Any:
        """Return what the pilot of who is asked thinks of each option, float64."""
        asked = int(self.g.asked)
        self._compiled[int(self.g.contestant[asked])](self._record, self._record["m"], asked, self._scores)
        return self._scores[: int(self.g.n_options)]

    def choose(self) -> int:
        """Return the option that the pilot takes."""
        from kotc_sim.games.levelup.engine.doors import choose_best

        self.scores()
        choose_best(self._record, self._scores)
        return int(self.g.choice)

    def answer(self, pick: int) -> None:
        """Answer the decision by an option's index."""
        self.g.choice = pick

    def replay(self) -> Replay:
        """Return the game, which is over."""
        g = self.g
        scores = [1, 1] if g.winner < 0 else [2 * int(g.winner == seat) for seat in range(2)]
        points = [int(side.points) for side in g.side]
        return Replay(self.game, self.seats, self.lines, scores, int(g.turn), int(g.ending), points, tuple(self.tables))
