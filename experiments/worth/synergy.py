"""Combos: two cards that tuned homes want together, and neither as much alone.

Eight copies of a card take its usual places in a home, eight of its partner those that it leaves, and a combo gains 100 · [W(home with
both) − W(home)] / 16 points a copy. It is one if a copy of the two gains more than a copy of either alone. Which cards could be worth more
together, a game says (`kotc_sim.games.design.Synergy`). They are raced, and the judge plays the better ones on games that the race never
saw. Where a card is missing, its places hold what the game's table compares it with (its ``reference``): in Keeper of the Cards the home's
own cards; in Level-Up plain creatures of its level and defense, for a magic card the home's own. So *home* in this formula is the home
with the references of both, and a combo's four decks differ in the places of its two cards only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kotc_sim import games
from kotc_sim.experiments.result import Verdict
from kotc_sim.experiments.statistics.intervals import mean_interval
from kotc_sim.experiments.worth import judging
from kotc_sim.experiments.worth.curve import rows_for
from kotc_sim.experiments.worth.halving import Array, halve, surely
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Trial, home_with
from kotc_sim.experiments.worth.result import FoundCombo, GainIn, OfCombo
from kotc_sim.games.design import Generation
from kotc_sim.games.hosts import COPIES, COPIES_BESIDE, HostDeck
from kotc_sim.progress import stage

BLAME_ROWS = 200  # pairs against each home with which the part to blame is found
LEAST_HOSTS = 2  # homes that must gain, beyond error, before a card or a combo is reported as found
SHARES = (0.2, 0.3, 0.4, 0.1)
"""How the time of a combo that is judged divides, about: choosing a home, verdict, second pilot, part to blame."""
_TOGETHER, _CARD, _PARTNER = range(3)


@dataclass
class Combo:
    """A card and its partner; `gains` holds points a copy of both together, the card alone, the partner alone, shape (rows, homes, 3)."""

    card: Any
    partner: Any
    gains: Array = field(default_factory=lambda: np.zeros((0, 0, 3)))

    @property
    def name(self) -> str:
        """Both names."""
        return f"{self.card.name} + {self.partner.name}"

    @property
    def value(self) -> float:
        """The least of the gain and what it is more than that of either card alone, each less its standard error, in the best home."""
        together = self.gains[:, :, _TOGETHER]
        more = [surely(together - self.gains[:, :, alone]) for alone in (_CARD, _PARTNER)]
        return float(np.min([surely(together), *more], axis=0).max())


def combos_of(cards: Sequence[Any], edition: Any) -> list[Combo]:
    """Return the combos of a search's best cards that could be worth more together, as the game sees it; no two cards twice."""
    found: dict[frozenset[str], Combo] = {}
    for card, partner in games.of(edition).design.synergy.pairs(cards, edition):
        found.setdefault(frozenset((card.name, partner.name)), Combo(card, partner))
    return list(found.values())


class Combos:
    """Plays combos in all homes, the field of ``gains``."""

    def __init__(self, gains: MarginalValues) -> None:
        self.table, self.gains = gains.table, gains
        self._beside: dict[tuple[Any, ...], tuple[Any, HostDeck]] = {}

    def best(self, combos: Sequence[Combo], pilot: str, most: int) -> list[Combo]:
        """Race combos, which the pilot plays on both sides, and return the best of them, at most so many, no card twice."""
        running = [one for one in combos if self.playable(one.card, one.partner)]
        for one in running:
            one.gains = np.zeros((0, len(self.gains.homes), 3))
        found: list[Combo] = []
        for one in halve(running, lambda left, rows, first: self.played(left, pilot, rows, first=first)):
            taken = {name for other in found for name in (other.card.name, other.partner.name)}
            if len(found) < most and taken.isdisjoint((one.card.name, one.partner.name)):
                found.append(one)
        self.gains.forget()
        self._beside.clear()
        return found

    def playable(self, card: Any, partner: Any) -> bool:
        """Return whether the engine plays all of both cards' texts."""
        return self.gains.plays(self._trial(card, partner, 0))

    def played(self, combos: Sequence[Combo], pilot: str, rows: int, stage: int = judging.CHOOSE, first: int = 0) -> list[Array]:
        """Return gains a copy of both cards together, the card alone and the partner alone, float64, shape (rows, homes, 3)."""
        homes = range(len(self.gains.homes))
        decks = {id(deck): deck for one in combos for at in homes for deck in self.decks(one, at)}
        self.gains.scores(list(decks.values()), pilot, rows, stage, first)  # all in one run; then they are known
        return [np.stack([self.in_home(one, at, pilot, rows, stage, first) for at in homes], axis=1) for one in combos]

    def together(self, combo: Combo, pilot: str, rows: int) -> list[Array]:
        """Return the gain a copy of both cards together in each home, float64, shape (rows,)."""
        every = [self.decks(combo, at) for at in range(len(self.gains.homes))]
        scores = self.gains.scores([deck for both, _, _, home in every for deck in (both, home)], pilot, rows, judging.CHOOSE)
        return [100 * (both - home) / (COPIES + COPIES_BESIDE) for both, home in zip(scores[::2], scores[1::2], strict=True)]

    def in_home(
        self, combo: Combo, at: int, pilot: str, rows: int, stage: int, first: int = 0, gains: MarginalValues | None = None
    ) -> Array:
        """Return the same in one home, shape (rows, 3); ``gains``: by pilots that have learned the deck."""
        together, card, partner, home = (gains or self.gains).scores(self.decks(combo, at), pilot, rows, stage, first)
        return 100 * np.stack(
            [(together - home) / (COPIES + COPIES_BESIDE), (card - home) / COPIES, (partner - home) / COPIES_BESIDE], axis=1
        )

    def decks(self, combo: Combo, at: int) -> list[Any]:
        """Return a home's decks with both cards, the card, the partner, neither; each is where both have it, references where it is not."""
        both = self._trial(combo.card, combo.partner, at)
        alone = self._trial(combo.card, self.table.reference(combo.partner), at)
        return [self.gains.deck(both), self.gains.deck(alone), self.gains.control(both), self.gains.control(alone)]

    def _trial(self, card: Any, partner: Any | None, at: int) -> Trial:
        """Return a card in a home with a partner, or in the home as it is."""
        home = self.gains.homes[at]
        if partner is not None:
            key = (id(home), id(partner), self.table.slots(home, card))
            if key not in self._beside:
                self._beside[key] = partner, home_with(self.table, home, card, partner)
            home = self._beside[key][1]
        return Trial(home, card, self.table.cost(card))

    def _deck(self, card: Any, partner: Any, at: int) -> Any:
        return self.gains.deck(self._trial(card, partner, at))

    def blame(self, combo: Combo, at: int, pilot: str, bred: Generation) -> str:
        """Return the text without which, at the price of what is left, the two cards lose most of their gain."""
        whole = self._deck(combo.card, combo.partner, at)
        card, partner, edition = combo.card, combo.partner, self.table.edition
        lacking = [(text, less, partner) for text, less in bred.without(card, edition)]
        lacking += [(text, card, less) for text, less in bred.without(partner, edition)]
        left = [(text, self._deck(one, other, at)) for text, one, other in lacking if self.playable(one, other)]
        if not left:
            return bred.whole(combo.card)
        own, *rest = (
            scores.mean() for scores in self.gains.scores([whole, *(deck for _, deck in left)], pilot, BLAME_ROWS, judging.CHOOSE)
        )
        return left[int(np.argmax([own - scores for scores in rest]))][0]


def judge_combo(number: int, combos: Combos, judge: judging.Judge, combo: Combo, racer: str, bred: Generation) -> FoundCombo:
    """Return what is found of a combo on games that the race did not use.

    The pilot that screens chooses the home, whose decks with one and both are learned; the judge counts there, both together and each
    alone on common random numbers; the second pilot says whether the gain stands; who raced finds the part to blame.
    """
    who, homes = judge.pilots, judge.gains.homes
    with stage("choosing a home", SHARES[0]):
        choice = combos.together(combo, who.screen, judge.choice_rows)
    by_home = [mean_interval(one) for one in choice]
    at = max(range(len(homes)), key=lambda i: by_home[i].value)
    rows = rows_for(choice[at], judge.precision, judging.LEAST_ROWS, judging.MOST_ROWS)
    with stage("verdict", SHARES[1]):
        decks = combos.decks(combo, at)
        both = judge.against_homes(decks[:3])  # card and partner: else the one that is learned would be played better
        learned = judge.learn(both, who.judge)()
        checks = judge.learn(both, who.second, judging.SECOND_SEED) if who.second else None
        found = combos.in_home(combo, at, who.judge, rows, judging.JUDGE, gains=learned)
    gain, second, difference = mean_interval(found[:, _TOGETHER]), None, None
    if who.second and checks is not None:
        with stage("stronger pilot", SHARES[2]):  # on the judge's random numbers
            together, home = checks().scores([decks[0], decks[3]], who.second, max(judging.SECOND_ROWS, rows // 4), judging.JUDGE)
        again = 100 * (together - home) / (COPIES + COPIES_BESIDE)
        second, difference = mean_interval(again), mean_interval(found[: len(again), _TOGETHER] - again)
    verdict, more_pairs = judging.standing(gain, rows, second, difference)
    with stage("part to blame", SHARES[3]):
        blamed = combos.blame(combo, at, racer, bred)
    card, partner = (
        OfCombo(
            **{**combos.table.facts(one), **bred.describe(one)},
            gain=mean_interval(found[:, alone]).measure,
            less=mean_interval(found[:, _TOGETHER] - found[:, alone]).measure,
        )
        for one, alone in ((combo.card, _CARD), (combo.partner, _PARTNER))
    )
    gaining = tuple(home.name for home, one in zip(homes, by_home, strict=True) if one.low > 0)
    less = all(one.less.interval is not None and one.less.interval.low > 0 for one in (card, partner))
    return FoundCombo(
        name=f"Combo {number}",
        cards=(card, partner),
        verdict=verdict,
        gain=gain.measure,
        home=homes[at].name,
        by_home=tuple(GainIn(home=home.name, value=one.value, interval=one.ends) for home, one in zip(homes, by_home, strict=True)),
        by_pilot={name: one.measure for name, one in who.by_pilot(gain, second).items()},
        difference=None if difference is None else difference.measure,
        pairs=rows,
        more_pairs=more_pairs,
        gaining=gaining,
        confirmed=verdict is Verdict.UNDERCOSTED and less and len(gaining) >= min(LEAST_HOSTS, len(homes)),
        blame=blamed,
    )
