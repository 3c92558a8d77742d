"""A game of Keeper of the Cards at which a person sits: what is asked and seen, in words."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kotc_sim.games import table
from kotc_sim.games.keeper.boards import load_named
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.match import KeeperMatch
from kotc_sim.games.keeper.replay import Course
from kotc_sim.games.keeper.transcript import Transcript, describe_option
from kotc_sim.games.protocol import Replay

ASKED = table.read_asked(Path(__file__).with_name("asked.csv"), kinds.Ask)


class Table(table.Table):
    """A game at which somebody sits, see `kotc_sim.games.table.Table`; ``knows(g, player, card)``: whether a player may know a card."""

    course: Course

    def __init__(
        self, match: KeeperMatch, decks: Sequence[Deck], pilots: Sequence[Any], game: int, seed: int,
        knows: Callable[[Any, int, int], bool], least: float,
    ) -> None:  # fmt: skip
        self._decks, self._knows = decks, knows
        self._known: list[frozenset[int]] = []
        with np.errstate(over="ignore"):
            course = Course(match, pilots, game, seed)
        course.g.players[game & 1].asks_dice = 1
        super().__init__(course, pilots, game, seed, least)

    def _run(self) -> bool:
        asked = self.course.run(boards=True)
        g = self.course.g
        known = frozenset(c for c in range(int(g.n_cards)) if self._knows(g, self.seat, c))
        self._known += [known] * (len(self.course.tables) - len(self._known))
        return asked

    def _shown(self) -> table.Shown:
        course, (name, told) = self.course, self._tell()
        known = self._known[-1] if self._known else frozenset()
        seats = [course.side(self._decks, p).name for p in range(2)]
        return table.Shown(seats, load_named(course.tables[-1], len(told.lines), known, name), told.lines)

    def _asked(self) -> tuple[str, list[str]]:
        name, _ = self._tell()
        words, c = ASKED[kinds.Ask(int(self.course.g.ask))][0], int(self.course.g.asked_card)
        return f"{self._label(name)(c)}: {words}" if c >= 0 else words, self._labels(name)

    def _replay(self) -> Replay:
        name, told = self._tell()
        boards = tuple(
            load_named(laid, line, known, name)
            for laid, known, (line, _) in zip(self.course.tables, self._known, told.moments, strict=True)
        )
        return self.course.replay(self._decks, told.lines, boards)

    def _tell(self) -> tuple[Callable[[int], str], Transcript]:
        """Return what cards are called, and the log in these words."""
        course, name = self.course, self._namer()
        built, marks = course.match.built, course.marks
        told = Transcript(built, course.entries, name, course.hp, omniscient=False, moments=marks, seat=self.seat)
        return name, told

    def _labels(self, name: Callable[[int], str]) -> list[str]:
        g, built = self.course.g, self.course.match.built
        words = {
            kinds.Opt.PASS.name.lower(): ASKED[kinds.Ask(int(g.ask))][1],
            kinds.Opt.END_PHASE.name.lower(): f"end the {kinds.Phase(int(g.phase)).name.capitalize()} Phase",
        }
        found = [describe_option(g, built, self._label(name), g.options[i]) for i in range(int(g.n_options))]
        return [words.get(text, text) for text in found]

    def _label(self, name: Callable[[int], str]) -> Callable[[int], str]:
        """Return what cards are called in a question: one that the person may not know, by its place."""
        g = self.course.g

        def label(c: int) -> str:
            card = g.cards[c]
            zone, p = kinds.Zone(int(card.zone)), int(card.holder)
            if self._knows(g, self.seat, c):
                hurt = zone == kinds.Zone.BATTLEFIELD and (card.sp, card.hp) != (card.printed_sp, card.printed_hp)
                return f"{name(c)} ({int(card.sp)}/{int(card.hp)})" if hurt else name(c)
            place = g.players[p].zone[zone][: int(g.players[p].n[zone])].tolist().index(c) + 1
            return f"card {place} of the {zone.name.lower()} of player {p + 1}"

        return label

    def _namer(self) -> Callable[[int], str]:
        """Return what names cards; of several that are alike, the later ones to be named have numbers: so none tells how many there are."""
        g, names = self.course.g, self.course.match.built.names
        called: dict[int, str] = {}
        alike: Counter[tuple[int, str]] = Counter()

        def name(c: int) -> str:
            if c not in called:
                card = g.cards[c]
                pawn = f"pawn {int(card.printed_sp)}/{int(card.printed_hp)}"
                text = pawn if card.pawn else names.card(int(card.definition))
                alike[int(card.owner), text] += 1
                number = alike[int(card.owner), text]
                called[c] = text if number == 1 else f"{text} #{number}"
            return called[c]

        return name
