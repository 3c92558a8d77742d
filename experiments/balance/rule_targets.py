"""Which few rule numbers to change so that games are as a designer wants them: as long, as fair to who goes second, as often decided."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Unpack

from kotc_sim.errors import KotcError
from kotc_sim.experiments.balance.result import RuleStep, TargetFigure, TargetRange
from kotc_sim.experiments.edition.ideas import GAMES, PlayedIdeas, play_ideas
from kotc_sim.experiments.statistics.intervals import Interval
from kotc_sim.games.keeper.design.numbers import RULES, with_number
from kotc_sim.games.keeper.design.proposal import Proposal
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.progress import stage
from kotc_sim.runs import Playing

MOST_RULES = 3  # rules that are changed at most
HP_SHARES = tuple(Fraction(text) for text in ["3/5", "7/10", "4/5", "9/10", "11/10", "6/5", "27/20", "3/2", "2"])
HP_STEP = 5
HAND_STEPS = (-2, -1, 1, 2)
DECK_STEPS = (-10, -5, 5, 10)
LENGTH, FIRST, TIED = "length of a game", "advantage of going first", "tied games"
_SPREAD = re.compile(r"([0-9.]+)\s*(?:±|\+-|\+/-)\s*([0-9.]+)")
_RANGE = re.compile(r"([0-9.]+)\s*\.\.\s*([0-9.]+)")


def target_of(option: str, text: str) -> TargetRange:
    """Return what a quantity of `kotc_sim.experiments.edition.played.quantities` should be, from a text such as ``15..25`` or ``50±1``.

    ``--turns``: turns of a game; ``--first-player``: the share of games that who goes first wins, in percent; ``--decided``: the share of
    games with a winner, in percent. `KotcError` if it cannot be read, or holds nothing.
    """
    found = _RANGE.fullmatch(text.strip())
    spread = _SPREAD.fullmatch(text.strip())
    try:
        if found is not None:
            low, high = float(found[1]), float(found[2])
        elif spread is not None:
            low, high = float(spread[1]) - float(spread[2]), float(spread[1]) + float(spread[2])
        else:
            raise ValueError
    except ValueError:
        raise KotcError(f"{option} {text} is no range", fix=f"Write for instance {option} 15..25, or 50±1") from None
    if not low < high:
        raise KotcError(f"{option} {text} holds nothing", fix="Write the lower number first.")
    what, ends = LENGTH, (low, high)
    if option == "--first-player":
        what, ends = FIRST, (low / 100 - 0.5, high / 100 - 0.5)
    elif option == "--decided":
        what, ends = TIED, (1 - high / 100, 1 - low / 100)
    return TargetRange(words=f"{option} {text}", what=what, low=ends[0], high=ends[1])


def candidates(edition: Edition) -> list[tuple[str, Fraction]]:
    """Return the rule numbers that are tried, each with a value: hit points, first hand, deck, the first turn's exception."""
    hp, hand = int(edition.rules["starting_hp"]), int(edition.rules["hand_size"])
    low, most = int(edition.rules["deck_min"]), int(edition.rules["deck_max"])
    found = [("starting_hp", Fraction(max(HP_STEP, HP_STEP * round(hp * share / HP_STEP)))) for share in HP_SHARES]
    found += [("hand_size", Fraction(hand + step)) for step in HAND_STEPS if 1 <= hand + step <= 12]
    found += [("deck_min", Fraction(low + step)) for step in DECK_STEPS if 20 <= low + step <= most]
    found.append(("first_turn_less", Fraction(int(not edition.rules["first_turn_less"]))))
    now = {name: Fraction(int(edition.rules[name])) for name, _ in found}
    return [(RULES + name, value) for name, value in dict.fromkeys(found) if value != now[name]]


@dataclass(frozen=True)
class Tried:
    """A value of a rule number that was played: the proposal with it, its figures, and by how much it misses all targets."""

    proposal: Proposal
    figures: dict[str, Interval]
    misses: float

    def report(self, targets: Sequence[TargetRange]) -> RuleStep:
        """Return it as results hold it."""
        found = ((one, self.figures[one.what]) for one in targets)
        figures = (
            TargetFigure(target=one.words, what=one.what, value=figure.value, interval=figure.ends, met=one.misses(figure.value) == 0)
            for one, figure in found
        )
        return RuleStep(rules=dict(self.proposal.rules), misses=self.misses, figures=tuple(figures))


def mend_rules(
    edition: Edition,
    targets: Sequence[TargetRange],
    *,
    keep: Sequence[str] = (),
    strategy: str,
    games_each: int = GAMES,
    seed: int = 1,
    **how: Unpack[Playing],
) -> tuple[Proposal, list[Tried], list[Tried]]:
    """Change as few rule numbers as bring all figures to their targets: one at a time, the nearest value that does, else the best.

    The ``strategy`` plays the ideas of a deck (`kotc_sim.experiments.edition.ideas`), ``games_each`` of each match-up at each value; rules
    in ``keep``, such as ``starting_hp``, may not change. Returns the edition as it is and after each change, and all that was played.
    """

    def play(proposals: Sequence[Proposal]) -> list[Tried]:
        played = play_ideas([one.priced() for one in proposals], strategy, games_each, seed, **how)
        return [_try(one, played, i, targets) for i, one in enumerate(proposals)]

    taken = play([Proposal(edition)])
    tried = list(taken)
    while taken[-1].misses > 0 and len(taken) <= MOST_RULES:
        here = taken[-1].proposal
        options = []
        for name, value in candidates(edition):
            key = name.removeprefix(RULES)
            if key not in keep and key not in here.rules:
                options.append(here.set_rule(key, with_number(edition, name, value).rules[key]))
        with stage(f"rules, change {len(taken)} of at most {MOST_RULES}", 1 / MOST_RULES):
            found = play(options)
        tried += found
        best = min(found, key=lambda one: (one.misses, _distance(one.proposal)))
        if best.misses >= taken[-1].misses:
            break
        taken.append(best)
    return taken[-1].proposal, taken, tried


def _try(proposal: Proposal, played: PlayedIdeas, i: int, targets: Sequence[TargetRange]) -> Tried:
    figures = {one.what: played.report(one, i) for one in played.quantities()}
    return Tried(proposal, figures, sum(target.misses(figures[target.what].value) for target in targets))


def _distance(proposal: Proposal) -> float:
    """Return how far the changed rules are from the edition's, in proportion."""
    return sum(abs(int(value) / max(1, int(proposal.edition.rules[key])) - 1) for key, value in proposal.rules.items())
