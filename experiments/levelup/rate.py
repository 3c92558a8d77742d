"""Is a creature of Level-Up too strong for its level? Its fair attack: where it does as well as a plain one.

Level-Up has no formula for a card's price. A creature costs its star level, and what creatures of a level usually have
is the edition's *line*, attack plus defense. So a card is tried with every attack (defense, type and effects as
printed) against plain creatures of its level on the line with the same defense; at its fair attack both score alike.

A *cell* is a reference deck against an opponent; a *row* is one pair number, played in every cell by every arm on the
same luck. Score of the plain creature minus score of the card falls as the card's attack rises; the root is found
as for levels (`statistics.fair_level`). Games go where they matter: a coarse scan first, then around the root.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError
from kotc_sim.experiments.answer import Answer, answer_of
from kotc_sim.experiments.arms import RANGE, Arms, Outcome, games_of, strength, unused
from kotc_sim.experiments.statistics import (
    Bands,
    FairLevel,
    Root,
    Verdict,
    across_profiles,
    fair_level,
    holm,
    judge_level,
)
from kotc_sim.experiments.statistics.bootstrap import RESAMPLES
from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.editions.model import MAX_STAT, LevelUpEdition
from kotc_sim.games.levelup.reference import SLOTS, Bench, Context, copies_of, plain
from kotc_sim.games.protocol import Game
from kotc_sim.runs import Contest, Part, Workers

GAMES = 100_000
OPTIONS = ("games", "profiles")
"""What `rate` can be told besides cards, edition, seed and where to play."""
TOLERANCE = 0.5
"""An attack is fair if the whole interval of the difference lies within ± this: then no other whole attack is nearer."""
REACH = 12
"""Points of attack above the line's that are tried before a card counts as too weak for any attack."""

_SCAN, _REFINE = 0.15, 0.25  # shares of the games
_LEAST_ROWS = 40
_SIGN = {Verdict.OVERPRICED: Verdict.UNDERCOSTED, Verdict.UNDERCOSTED: Verdict.OVERPRICED}


@dataclass
class AttackRating:
    """The fair attack of a card as one profile plays it.

    Attributes
    ----------
    card, control : Card
        The card, and the plain creature it was compared with.
    strategy : str
        Who played both sides.
    fair : FairLevel
        Its ``level`` is the fair attack, its ``delta`` the control's score minus the card's, by attack.
    by_archetype : dict of str to FairLevel
    pairs : dict of int to int
        Pairs of the card at each attack.
    used : ndarray, int64, shape (4,)
        Sums over copies and games: drawn, offered, played, activated.
    """

    card: Card
    control: Card
    strategy: str
    fair: FairLevel
    by_archetype: dict[str, FairLevel]
    pairs: dict[int, int]
    used: NDArray[np.int64] = field(repr=False)

    @property
    def played_share(self) -> float | None:
        """Share of the games in which a copy was played, of those in which it could be."""
        return min(1.0, int(self.used[2]) / int(self.used[1])) if self.used[1] else None

    @property
    def activated_share(self) -> float | None:
        """Share of the games in which an effect of a copy was activated, of those in which it was played."""
        return min(1.0, int(self.used[3]) / int(self.used[2])) if self.used[2] else None


class AttackRater:
    """Finds fair attacks in one edition; plain creatures are played once and shared by all cards.

    Parameters
    ----------
    bench : Bench
        The reference decks.
    arms : Arms
        Where games are played.
    games : int
        About how many games are played for each card.
    seed : int
        Of the bootstrap; the games' seed is that of the arms.
    """

    def __init__(self, bench: Bench, arms: Arms, games: int, seed: int = 1) -> None:
        self.bench, self.arms, self.games, self.seed = bench, arms, games, seed
        self._decks: dict[tuple[Context, Card, Card | None], Deck] = {}

    def rate(self, card: Card, strategy: str = "greedy") -> AttackRating:
        """Find the fair attack of a creature, whatever attack is printed on it.

        Raises
        ------
        KotcError
            For a magic card, or a level that the edition's line does not reach.
        """
        if card.kind != "creature":
            raise KotcError(
                f"{card.name!r} is a magic card: it has no level and no attack to be judged",
                file=card.place.file or None,
                line=card.place.line or None,
                fix="Rate creatures; for magic cards use `kotc-sim try`.",
            )
        control = plain(self.bench.edition, card.level, card.defense, card.type, card.subtype)
        probe = AttackProbe(
            self,
            self.bench.contexts(card.type, card.level),
            lambda context: self.deck(context, control),
            lambda context, attack: self.deck(context, replace(card, attack=attack)),
            control.attack,
            strategy,
        )
        probe.search()
        return AttackRating(
            card, control, strategy, probe.fair(), probe.by_archetype(), probe.pairs(), used_by(card, probe.outcomes, self.bench.slots)
        )

    def rows(self, share: float, attacks: int) -> int:
        """Return how many pairs of each cell this share of the games is, with this number of attacks at a time."""
        cells = len(self.bench.opponents) ** 2
        return max(_LEAST_ROWS, round(share * self.games / (2 * cells * (attacks + 1))))

    def deck(self, context: Context, card: Card, magic: Card | None = None) -> Deck:
        """Return a reference deck with a card (and a magic card); the same object on every call."""
        key = context, card, magic
        if key not in self._decks:
            self._decks[key] = context.deck(card, magic)
        return self._decks[key]


class AttackProbe:
    """A deck that is compared with decks of a creature with each attack: what has been played so far.

    Parameters
    ----------
    rater : AttackRater
        Its arms, opponents and number of games.
    contexts : sequence of Context
    reference : callable
        The deck that is compared, in a context; the same object on every call.
    tried : callable
        The deck of the creature with an attack, in a context; the same object on every call, or one with equal cards.
    line : int
        The attack around which the search begins.
    strategy : str
        Plays both sides.
    """

    def __init__(
        self,
        rater: AttackRater,
        contexts: Sequence[Context],
        reference: Callable[[Context], Deck],
        tried: Callable[[Context, int], Deck],
        line: int,
        strategy: str,
    ) -> None:
        self.rater, self.contexts, self.line, self.strategy = rater, contexts, line, strategy
        self.reference, self.tried = reference, tried
        self.blocks: dict[tuple[int, int], NDArray[np.float64]] = {}
        """(attack, first row) → differences reference − tried, shape (rows, cells)."""
        self.outcomes: list[Outcome] = []
        self.referred: dict[int, list[Outcome]] = {}
        """Outcomes of the reference deck, by first row."""

    def search(self, always: Sequence[int] = ()) -> None:
        """Play a coarse scan, then around the root; the attacks in ``always`` play every row."""
        low, high = max(0, self.line - 6), self.line + 6
        rows = self.rater.rows
        extra = len(always)
        scan = rows(_SCAN, 6 + extra)
        self.play([*range(low, high, 2), high, *always], 0, scan)
        if self.root() == -math.inf and low > 0:
            self.play([0, low // 2], 0, scan)
            low = 0
        if self.root() == math.inf:
            self.play([self.line + 9, self.line + REACH], 0, scan)
            high = self.line + REACH
        refine = rows(_REFINE, 4 + extra)
        self.play([*_around(self.root(), low, high), *always], scan, refine)
        self.play([*_around(self.root(), low, high), *always], scan + refine, rows(1 - _SCAN - _REFINE, 4 + extra))

    def play(self, attacks: Sequence[int], start: int, rows: int) -> None:
        """Play rows ``start`` … with these attacks, and with the reference deck, in one go."""
        wanted = [a for a in dict.fromkeys(attacks) if (a, start) not in self.blocks and 0 <= a <= MAX_STAT]
        if not wanted:
            return
        opponents = self.rater.bench.opponents
        arms = [[self.reference(context) for context in self.contexts]]
        arms += [[self.tried(context, attack) for context in self.contexts] for attack in wanted]
        parts = []
        for decks in arms:
            for c, (deck, opponent) in enumerate((deck, opponent) for deck in decks for opponent in opponents):
                parts.append(Part(Contest((deck, opponent), (self.strategy, self.strategy)), rows, c * RANGE + start))
        outcomes = self.rater.arms.play(parts)
        n = len(self.contexts) * len(opponents)
        scores = np.stack([np.stack([o.scores for o in outcomes[i * n : (i + 1) * n]], axis=1) for i in range(len(arms))])
        for i, attack in enumerate(wanted, 1):
            self.blocks[attack, start] = scores[0] - scores[i]
        self.referred[start] = outcomes[:n]
        self.outcomes += outcomes[n:]

    def table(self, cells: slice = slice(None)) -> tuple[list[int], NDArray[np.float64]]:
        """Return the attacks tried, and the differences, shape (units, attacks), NaN where an attack did not play a unit."""
        attacks = sorted({attack for attack, _ in self.blocks})
        rows = []
        for start in sorted({start for _, start in self.blocks}):
            chosen = {attack: block[:, cells].ravel() for (attack, first), block in self.blocks.items() if first == start}
            units = next(iter(chosen.values())).size
            rows.append(np.stack([chosen.get(attack, np.full(units, np.nan)) for attack in attacks], axis=1))
        return attacks, np.concatenate(rows)

    def fair(self, cells: slice = slice(None), resamples: int = RESAMPLES) -> FairLevel:
        """Return the attack at which both score alike, in some of the cells."""
        attacks, rows = self.table(cells)
        return fair_level(attacks, rows, self.rater.seed, resamples=resamples)

    def root(self) -> float:
        """Return that attack as a number, for the search."""
        return self.fair(resamples=2).level.value

    def by_archetype(self) -> dict[str, FairLevel]:
        """Return the fair attack in each context alone."""
        n = len(self.rater.bench.opponents)
        return {context.name: self.fair(slice(i * n, (i + 1) * n)) for i, context in enumerate(self.contexts)}

    def pairs(self) -> dict[int, int]:
        """Return how many pairs were played with each attack."""
        found = {a: sum(block.size for (other, _), block in self.blocks.items() if other == a) for a, _ in self.blocks}
        return dict(sorted(found.items()))


def used_by(card: Card, outcomes: Sequence[Outcome], slots: int) -> NDArray[np.int64]:
    """Return in how many games the copies of a card were drawn, offered, played, activated."""
    used = np.zeros(4, np.int64)
    for outcome in outcomes:
        for name in copies_of(card.name, slots):
            used += outcome.used.get(name, 0)
    return used


def _around(root: float, low: int, high: int) -> list[int]:
    """Return the four attacks around a root."""
    if math.isinf(root):
        return list(range(low, low + 4)) if root < 0 else list(range(high - 3, high + 1))
    first = min(max(low, math.floor(root) - 1), max(low, high - 3))
    return list(range(first, first + 4))


def judge_attack(attack: float, fair: FairLevel, bands: Bands | None = None) -> Verdict:
    """Return the verdict on a printed attack.

    *undercosted*: the attack is above the fair one, the card too strong for its level (so too where it is stronger than a
    plain creature even without any attack); *overpriced*: below it, too weak. *beyond the grid*: too weak with any attack
    that was tried.
    """
    if fair.root in (Root.NEVER, Root.BELOW):
        return Verdict.UNDERCOSTED if fair.delta[0].high < 0 else Verdict.UNDECIDED
    if fair.root is Root.ABOVE:
        return Verdict.BEYOND
    verdict = judge_level(attack, fair, bands or Bands(level=TOLERANCE)).verdict
    return _SIGN.get(verdict, verdict)


def pilots(game: Game, profiles: Sequence[str] = ()) -> list[str]:
    """Return who is going to play."""
    return list(profiles) or ["greedy"]


@dataclass
class LevelUpRateResult:
    """The result of rating creatures: ``data`` holds the keys of docs/reports.md, "rate" of Level-Up."""

    data: dict[str, Any]
    ratings: dict[tuple[str, str], AttackRating]
    """By card name and profile."""

    @property
    def answer(self) -> Answer:
        """Whether all cards are fair; *beyond the grid* is too strong or too weak by more than was tried."""
        return answer_of(
            (card["verdict"] for card in self.data["cards"]), yes=("fair",), no=("overpriced", "undercosted", "beyond the grid")
        )

    @property
    def frame(self) -> Any:
        """One row a card, as a pandas DataFrame."""
        import pandas as pd

        keys = ("name", "level", "attack", "defense", "line", "fair_attack", "verdict", "p", "played_share", "pairs")
        rows = []
        for card in self.data["cards"]:
            low, high = card["interval"] or (None, None)
            rows.append({key: card[key] for key in keys} | {"low": low, "high": high})
        return pd.DataFrame(rows)


def rate(
    cards: Sequence[Card],
    edition: LevelUpEdition,
    *,
    profiles: Sequence[str] = ("greedy",),
    games: int = GAMES,
    slots: int = SLOTS,
    seed: int = 1,
    bands: Bands | None = None,
    workers: Workers | None = None,
    on_chunk: Callable[[int], None] | None = None,
) -> LevelUpRateResult:
    """Find the fair attack of creatures, and judge the printed one.

    Parameters
    ----------
    cards : sequence of Card
        Creatures; magic cards are left out with a note.
    edition : LevelUpEdition
        Whose line they are compared with.
    profiles : sequence of str
        Strategies; each plays both sides.
    games : int
        About how many games are played for each card and profile; strategies that search play 1/40 of them.
    slots : int
        Copies of the card in each deck.
    seed : int
        Run seed.
    bands : Bands, optional
        ``level`` is the tolerance of *fair*, in points of attack; by default `TOLERANCE`.
    workers : Workers, optional
        Where to play.
    on_chunk : callable, optional
        Told the games of each finished chunk.

    Raises
    ------
    KotcError
        If there is no creature, two cards have one name, or the edition's line does not reach a level.
    """
    known: set[str] = set()
    for card in cards:
        if card.name in known:
            raise card.place.error(f"two files have a card named {card.name!r}", "Rename one (levelup.ruling.56).")
        known.add(card.name)
    creatures = [card for card in cards if card.kind == "creature"]
    if not creatures:
        raise KotcError("there is no creature to rate", fix="Magic cards have no level; try them with `kotc-sim try`.")
    for card in creatures:
        edition.strength(card.level)
    arms = Arms(seed, workers, on_chunk)
    bench = Bench(edition, slots)
    ratings = {}
    for profile in profiles:
        rater = AttackRater(bench, arms, games_of(profile, games), seed)
        for card in creatures:
            ratings[card.name, profile] = rater.rate(card, profile)
    best = max(profiles, key=strength)
    rows = [_row(card, profiles, best, ratings, bands) for card in creatures]
    for row, p in zip(rows, holm([row["p"] for row in rows]).adjusted, strict=True):
        row["p"] = float(p)
    left = [card.name for card in cards if card.kind != "creature"]
    notes = [
        f"Each card was tried in {slots} slots of fast, middle and slow reference decks, "
        "beside plain creatures of its level and defense on the line."
    ]
    if left:
        notes.append(f"Magic cards have no level and were not rated: {', '.join(left)}")
    for row in rows:
        tried = [point["attack"] for point in row["delta"]]
        if row["interval"] and (row["interval"][0] <= tried[0] or row["interval"][1] >= tried[-1]):
            notes.append(f"{row['name']}: the interval reaches beyond the attacks tried, {tried[0]} to {tried[-1]}")
    data: dict[str, Any] = {
        "command": "rate",
        "edition": edition.name,
        "game": edition.game,
        "seed": seed,
        "strategies": list(profiles),
        "games": arms.games,
        "pairs": arms.games // 2,
        "slots": slots,
        "cards": rows,
        "limits": arms.limits() | unused((row["name"], row["played_share"]) for row in rows) | {"family": len(rows)},
        "notes": notes,
    }
    return LevelUpRateResult(data, ratings)


def _row(
    card: Card, profiles: Sequence[str], best: str, ratings: dict[tuple[str, str], AttackRating], bands: Bands | None
) -> dict[str, Any]:
    chosen = ratings[card.name, best]
    verdicts = {profile: judge_attack(card.attack, ratings[card.name, profile].fair, bands) for profile in profiles}
    by_profile: dict[str, Any] = {}
    for profile in profiles:
        rating = ratings[card.name, profile]
        if len(profiles) > 1:
            by_profile[profile] = rating.fair.described("fair_attack") | {"verdict": str(verdicts[profile].value)}
        for archetype, fair in rating.by_archetype.items():
            found = judge_attack(card.attack, fair, bands)
            by_profile[f"{profile}, {archetype} deck"] = fair.described("fair_attack") | {"verdict": str(found.value)}
    verdict = across_profiles([verdicts[profile] for profile in profiles], list(profiles).index(best))
    fair = chosen.fair
    points = zip(fair.levels, fair.delta, strict=True)
    return {
        "name": card.name,
        "text": " ".join(effect.text for effect in card.effects),
        "type": card.type,
        "level": card.level,
        "attack": card.attack,
        "defense": card.defense,
        "line": chosen.control.attack,
        "fair_level": None,
        **fair.described("fair_attack"),
        "verdict": str(verdict.value),
        "by_profile": by_profile,
        "delta": [{"attack": int(a), "delta": -d.value, "interval": [-d.high, -d.low], "pairs": chosen.pairs[int(a)]} for a, d in points],
        "fit": [[int(a), -float(y)] for a, y in zip(fair.levels, fair.fit, strict=True)],
        "pairs": sum(chosen.pairs.values()),
        "p": fair.p_value(card.attack),
        "played_share": chosen.played_share,
        "activated_share": chosen.activated_share,
    }
