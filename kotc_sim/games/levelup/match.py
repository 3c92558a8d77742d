"""A match of Level-Up: two decks compiled once, games of them played any number of times."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kotc_sim.compiler.types import INTERPRETED
from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.build import build_match
from kotc_sim.games.levelup.cards.card import Deck
from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.engine.record import new_game
from kotc_sim.games.pilots import Pilot, find_blame
from kotc_sim.games.protocol import Match
from kotc_sim.shared.result import Ending, Flag
from kotc_sim.shared.result_record import RESULT


class LevelUpMatch(Match):
    """Two decks that can be played against each other, any number of times.

    ``check``: refuse illegal decks. A `KotcError` if there are not two decks, one is illegal, the editions differ, or the record is too
    small. ``record``, of dtype `kotc_sim.games.levelup.engine.record.MATCH` and shape (1,), is what the games depend on besides strategies
    and seed; ``cards`` are by their number in the match.
    """

    game = "levelup"

    def __init__(self, *decks: Deck, check: bool = True) -> None:
        if len(decks) != 2:
            raise KotcError(f"Level-Up is played by two, not {len(decks)}", fix="Name two decks.")
        super().__init__(decks)
        self.decks = decks
        self.record, self.cards = build_match(*decks, check=check)
        self.names = [card.name for card in self.cards]
        self.texts = [effect.text for card in self.cards for effect in card.effects]
        self.owners = [{int(k) for k in self.record[0]["deck"][i][: deck.size]} for i, deck in enumerate(decks)]

    def play(self, pilots: Sequence[Pilot], seed: int, low: int, high: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Play games of a run; see `kotc_sim.games.protocol.Match`."""
        from kotc_sim.games.levelup.engine.machine import advance
        from kotc_sim.games.levelup.engine.setup import play_many

        first, second = pilots
        addresses = first.address, second.address
        results = np.zeros(high - low, RESULT)
        seen = np.zeros((high - low, 2, len(self.cards)), np.uint8)
        filled = results.view(np.recarray) if INTERPRETED else results
        with np.errstate(over="ignore"), find_blame(pilots, f"games {low} to {high - 1} of seed {seed}"):
            play_many(
                advance,
                *addresses,
                new_game(self.record)[0],  # streams wrap around; only the interpreter would warn
                np.zeros(kinds.MAX_OPTIONS),
                np.uint64(seed),
                low,
                high,
                filled,
                seen,
            )
        broken = np.flatnonzero(results["ending"] == Ending.ERROR)
        if len(broken):
            game = low + int(broken[0])
            flags = Flag(int(results["raised"][broken[0]]))
            what = "a score that is no number" if flags & Flag.BAD_SCORE else "a game without an end"
            raise KotcError(
                f"{first.name} against {second.name} gave {what} in game {game} of seed {seed}",
                file=first.file or second.file,
                fix="Mend the strategy; `kotc-sim replay` shows the game up to there.",
            )
        return filled, seen

    def warm_up(self, pilots: Sequence[Pilot]) -> None:
        """Load or compile the engine and the strategies, which the first game would have to wait for."""
        import kotc_sim.games.levelup.engine.machine  # noqa: F401

        super().warm_up(pilots)
