"""One policy of pilots: the strongest judges; what a weaker one found is provisional, and every report says by whom."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from kotc_sim.experiments.result import Result, Verdict
from kotc_sim.games.pilots import STRATEGY
from kotc_sim.questions import Found, Question, Run
from kotc_sim.strategies.builtin import PILOTS

JUDGE = "best"
"""The strongest pilot of every game: it judges where nobody is named, in all commands."""
WORDS = {name: row.words for name, row in PILOTS.items()}  # how each pilot plays, weakest first
_STRENGTH = {name: place for place, name in enumerate(WORDS)}
_USUAL_PLAYOUTS = 24
"""Of a search whose name states none, about: more make it stronger."""


def strength(name: str) -> tuple[int, int]:
    """Return a strategy's place in the table of pilots, for an unknown one that of greedy, and its playouts, if it searches."""
    head, _, playouts = name.split(":")[0].partition("@")
    return _STRENGTH.get(head, _STRENGTH[STRATEGY]), int(playouts) if playouts.isdigit() else _USUAL_PLAYOUTS


def weaker(names: Sequence[str]) -> list[str]:
    """Return the pilots that are weaker than the judge, each once."""
    return [name for name in dict.fromkeys(names) if strength(name) < strength(JUDGE)]


def judges_of(result: Result) -> Sequence[str]:
    """Return whose verdicts those of a result are."""
    named = result.pilots_named
    if result.JUDGED == "by the strongest":
        return [max(named, key=strength)] if named else []
    return named if result.JUDGED == "by all" else []


def judged(result: Any) -> Any:
    """Return a result as it is reported: if a weaker pilot judged, *provisional* stands for each verdict in it."""
    by = weaker(judges_of(result)) if isinstance(result, Result) else []
    return result if not by else dataclasses.replace(_provisional(result), provisional_by=" and ".join(by))


def answer(question: Question, run: Run) -> Found:
    """Return the answer to a question, with what it found as it is reported (`judged`)."""
    found = question.answer(run)
    return found._replace(result=judged(_rounded(found.result, getattr(question, "games", None) or 0)))


def _rounded(result: Any, games: int) -> Any:
    """Return a result that says if more games were played than were asked for: of an odd number one more, to swap the seats."""
    known = getattr(result, "asked", None)
    return dataclasses.replace(result, asked=games) if games % 2 and known is None and getattr(result, "pairs", None) else result


def _provisional(part: Any) -> Any:
    """Return a part of a result without verdicts; what nobody tested stays."""
    if isinstance(part, Verdict):
        return part if part in (Verdict.IDLE, Verdict.NOT_TESTED) else Verdict.PROVISIONAL
    if dataclasses.is_dataclass(part) and not isinstance(part, type):
        held = {one.name: getattr(part, one.name) for one in dataclasses.fields(part)}
        changed = {name: new for name, old in held.items() if (new := _provisional(old)) is not old}
        return dataclasses.replace(part, **changed) if changed else part
    if isinstance(part, Mapping):
        values = {name: _provisional(old) for name, old in part.items()}
        return values if any(values[name] is not old for name, old in part.items()) else part
    if type(part) is tuple:
        inside = tuple(map(_provisional, part))
        return inside if any(new is not old for new, old in zip(inside, part, strict=True)) else part
    return part


def unused_strategies(decks: Sequence[Any], played: Sequence[str]) -> list[str]:
    """Return a note on each deck that names a strategy of its own which did not play."""
    silent = [deck for deck in decks if deck.strategy and deck.strategy not in played]
    return [f"{deck.name} names the strategy {deck.strategy}, which did not play." for deck in silent]
