"""One deck against a field: a match-up with each of several decks, and what they say together."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.experiments.matchup.result import DEPENDS, MatchupResult, answer_in
from kotc_sim.experiments.result import Answer
from kotc_sim.experiments.statistics import holm, normal_p
from kotc_sim.experiments.statistics.intervals import normal_quantile
from kotc_sim.games.protocol import Deck

ROW = (
    "score", "interval", "verdict", "more_games", "games", "stopping", "elo", "first_player_advantage", "margin", "homogeneity",
    "settled", "ladder", "ladder_difference", "variants",
)  # fmt: skip
"""What a row of the field keeps of its match-up."""
_WORST_FIRST = ("broken", DEPENDS, "undecided", "watch", "accepted", "fair")


@dataclass
class FieldResult:
    """The result of one deck against a field; ``data`` holds the keys of docs/reports.md, "matchup against a field"."""

    data: dict[str, Any]

    @property
    def answer(self) -> Answer:
        """Whether no match-up is broken; else, not decided if one of them is not."""
        broken = self.data["bands"]["broken"]
        answers = {answer_in(row, broken) for row in self.data["field"]}
        return next(answer for answer in (Answer.NO, Answer.UNDECIDED, Answer.YES) if answer in answers)


def matchup_field(deck: Deck, opponents: Sequence[Deck], play: Callable[[Deck], MatchupResult]) -> FieldResult:
    """Play one deck against each of several, and describe the field.

    Parameters
    ----------
    deck : Deck
        Side A of every match-up.
    opponents : sequence of Deck
        Two or more, of the same edition.
    play : callable
        Plays the match-up with one of them, such as by `matchup_ladder`: its row is what that match-up alone says.

    Returns
    -------
    FieldResult

    Raises
    ------
    KotcError
        If there are fewer than two opponents, or one is of another edition.
    """
    if len(opponents) < 2:
        raise KotcError("a field needs two opponents or more", fix="Name one opponent for a match-up.")
    for other in opponents:
        if other.edition.name != deck.edition.name:
            raise KotcError(
                f"this deck is of {other.edition.name}, and {deck.name} of {deck.edition.name}",
                file=other.file or None,
                fix="Leave it out, or read all decks in one edition with --edition.",
            )
    results = [play(other) for other in opponents]
    return FieldResult(_describe(deck, opponents, [result.data for result in results]))


def _describe(deck: Deck, opponents: Sequence[Deck], found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    rows = [
        {"name": other.name, "path": str(other.file), **{key: data[key] for key in ROW if key in data}}
        for other, data in zip(opponents, found, strict=True)
    ]
    # Half of an interval of 95 %, taken for normal: what is meant for the eye is the interval, and p for the family.
    errors = [(row["interval"][1] - row["interval"][0]) / 2 / normal_quantile(0.95) for row in rows]
    for row, p in zip(rows, holm([normal_p(row["score"] - 0.5, e) for row, e in zip(rows, errors, strict=True)]).adjusted, strict=True):
        row["p"] = float(p)
    for row, data in zip(rows, found, strict=True):
        row |= {"fit": data["limits"]["fit"]} if "fit" in data["limits"] else {}
    score = sum(row["score"] for row in rows) / len(rows)
    half = normal_quantile(0.95) * math.sqrt(sum(error**2 for error in errors)) / len(rows)
    verdicts = [row["verdict"] for row in rows]
    first = found[0]
    limits: dict[str, Any] = {
        "capped": sum(data["limits"]["capped"] for data in found) / len(found),
        "tied": sum(data["limits"]["tied"] for data in found) / len(found),
        "family": len(rows),
    }
    if len({data["limits"].get("strongest") for data in found}) == 1 and first["limits"].get("strongest"):
        limits["strongest"] = first["limits"]["strongest"]
    learned = list(dict.fromkeys(data["limits"]["pilot"] for data in found))
    limits["pilot"] = learned[0] + (" The other matches likewise, each by what was learned of it." if len(learned) > 1 else "")
    kept = ("command", "edition", "terms", "seed", "play", "confidence", "bands", "game")
    return {
        **{key: first[key] for key in kept if key in first},
        "deck": first["decks"]["a"],
        "strategies": list(dict.fromkeys(name for data in found for name in data["strategies"].values())),
        "verdict": next(word for word in _WORST_FIRST if word in verdicts),
        "games": sum(row["games"] for row in rows),
        "pairs": sum(data["pairs"] for data in found),
        "score": score,
        "interval": [max(0.0, score - half), min(1.0, score + half)],
        "field": rows,
        "limits": limits,
        "notes": list(dict.fromkeys(note for data in found for note in data["notes"])),
    }
