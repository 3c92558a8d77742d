"""A match of Keeper of the Cards: decks compiled once, games of them played any number of times."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError
from kotc_sim.games.edition_digest import edition_digest
from kotc_sim.games.keeper.build import Builder, Built
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.engine import machine
from kotc_sim.games.keeper.engine.board import board
from kotc_sim.games.pilots import find_blame
from kotc_sim.games.protocol import Match
from kotc_sim.shared import result
from kotc_sim.shared.result import MAX_PLAYERS
from kotc_sim.shared.result_record import RESULT


class KeeperMatch(Match):
    """A match of 2 to 8 decks of one edition, in seat order.

    ``built`` is the record with the names behind its integers; ``record``, of dtype ``kotc_sim.games.keeper.engine.record.MATCH``, is what
    the games depend on besides strategies and seed.
    """

    game = "kotc"

    def __init__(self, decks: Sequence[Deck]) -> None:
        self.built = compile_match(decks)
        self.record = m = self.built.record
        super().__init__(decks)
        self.names = [self.built.names.card(i) for i in range(int(m.n_defs))]
        self.texts = ["" if card is None else card.text for card in self.built.names.cards]  # a pawn has none
        drawn, aside = ((m.deck, m.deck_n), (m.reserves, m.reserves_n))
        self.owners = [{int(c) for cards, n in (drawn, aside) for c in cards[seat, : n[seat]].tolist()} for seat in (0, 1)]

    def play(self, pilots: Sequence[Any], seed: int, low: int, high: int) -> tuple[Any, NDArray[np.uint8]]:
        """Play games of a run; see `kotc_sim.games.protocol.Match`."""
        a, b = pilots
        self.warm_up(pilots)
        results: Any = np.zeros(high - low, RESULT).view(np.recarray)
        m = self.record
        seen = np.zeros((high - low, int(m.n_players), int(m.n_defs)), np.uint8)
        played = f"games {low} to {high - 1} of seed {seed}"
        with np.errstate(over="ignore"), find_blame((a, b), played), board() as own:
            driver, record, addresses = own.machine_for(m, (a, b))
            error = machine.play_many_at(
                driver, *addresses, int(a.orders_dice), int(b.orders_dice), own.game, record, np.uint64(seed), low, high, results,
                seen, own.scores,
            )  # fmt: skip
            asked = int(own.game.asked)
        if error:
            game = low + int(np.flatnonzero(results["ending"] == result.Ending.ERROR)[-1])
            culprit = a if asked == game & 1 else b
            bad = error == result.Flag.BAD_SCORE
            what = "returned a score that is not a number" if bad else "made no progress"
            raise KotcError(
                f"strategy {culprit.name!r} {what} in game {game}",
                file=culprit.file,
                fix=f"See it with `kotc-sim replay … --game {game} --seed {seed}`, and fix the strategy",
            )
        return results, seen


def compile_match(decks: Sequence[Deck]) -> Built:
    """Compile a match of 2 to 8 decks of one edition; a `KotcError` if editions differ or a limit of the engine is exceeded."""
    if not 2 <= len(decks) <= MAX_PLAYERS:
        what = f"a game of {len(decks)} player{'' if len(decks) == 1 else 's'} cannot be played"
        raise KotcError(what, fix=f"Name 2 to {MAX_PLAYERS} decks (17.setup.1)")
    first = decks[0]
    for other in decks[1:]:
        if other.edition is not first.edition and edition_digest(other.edition) != edition_digest(first.edition):
            mine, theirs = first.edition, other.edition
            named = (mine.name, theirs.name) if mine.name != theirs.name else (mine.file, theirs.file)  # two proposals of one name
            what = f"{first.name} is a deck of {named[0]}, {other.name} of {named[1]}"
            fix = "Both decks must be of one edition; state `edition:` in the deck, or use --edition"
            raise KotcError(what, file=other.file or None, fix=fix)
    builder = Builder.of(first.edition)
    for seat, deck in enumerate(decks):
        builder.add_deck(seat, deck.cards(), (card for card, count in deck.reserves for _ in range(count)))
    return builder.finish()
