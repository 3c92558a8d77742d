"""The keys that all results share: reading them, and the footer and notes they become."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from kotc_sim.errors import KotcError, command_line, words_of
from kotc_sim.experiments.judge import JUDGE, WORDS
from kotc_sim.experiments.result import CONFIDENCE, MANY, Both, Limits, Result
from kotc_sim.experiments.result import Verdict as Word
from kotc_sim.reports.kit.report import Footer, Table, Verdict, heads
from kotc_sim.reports.kit.wording import FEW, Measure, clean, count, is_missing, list_few, listing, percent, plural, write_measured

NEXT = "What to do next"  # the title of the section behind the verdict
_PILOTS_NAMED = ("--strategy", "-s", "--strategy-a", "--strategy-b", "--profile", "--opponent", "--games", "-n")
FINER = 4
"""So many times the games halve an interval."""
OPENINGS = "No card", "No undercosted", "No change", "No price", "None of the", "A game of", "The test is", "With "
"""How sentences of verdicts begin that do not begin with a name: where another clause goes before them, in a small letter."""
IN_BLOCKS = "edition diff", "edition history", "sweep"
"""Commands that play each match-up in blocks of as many pairs: intervals are over blocks (`kotc_sim.experiments.edition.played`)."""
LONGEST = 400  # turns up to which runs tell games apart (``MAX_TURNS`` of their counts)


def measure(value: Any, interval: Any = None) -> Measure | None:
    """Return a measure from a result's one, a bare number, or a number and an interval; None if the value is not known."""
    if hasattr(value, "interval"):
        value, interval = value.value, value.interval
    if is_missing(value):
        return None
    if interval is None or any(is_missing(bound) for bound in interval) or all(map(math.isinf, interval)):
        return Measure(float(value))
    low, high = interval
    return Measure(float(value), float(low), float(high))


def read_count(value: Any, interval: Any = None) -> Measure:
    """Return a measure that the result must have; `KotcError` if there is none."""
    found = measure(value, interval)
    if found is None:
        raise KotcError("a number that the report needs is missing in the result", fix="See docs/reports.md.")
    return found


def confidence(result: Result) -> str:
    """Return ``95 %``."""
    level = result.confidence or CONFIDENCE
    return percent(level, 0 if round(level * 100, 6).is_integer() else 1)


def strategies(result: Result) -> str:
    """Return who plays: one name, ``a: greedy, b: rush``, or a list of names."""
    given = result.strategies or ()
    if isinstance(given, Both):
        given = {"a": given.a, "b": given.b}
    if isinstance(given, Mapping):
        names = [clean(name) for name in given.values()]
        if len(set(names)) == 1:
            return names[0]
        return ", ".join(f"{clean(side).upper()}: {clean(name)}" for side, name in given.items())
    return listing(given)


def kicker(result: Result) -> str:
    """Return the line above the title: ``Matchup · kotc-17``, and who plays where one pilot plays alone."""
    how = {"quick": "one fast pilot, --quick", "named": "as named", "table": "one pilot, --table"}.get(str(result.play))
    alone = f"played by {strategies(result)} alone ({how})" if how else ""
    return " · ".join(clean(part) for part in (result.command.capitalize(), result.edition, alone) if part)


def verdict(result: Result, code: str, sentence: str, detail: str = "") -> Verdict:
    """Return the verdict; badge and sentence of a provisional one say who judged."""
    sentence = clean(sentence)
    if not result.provisional_by:
        return Verdict(clean(code), sentence, detail)
    word = code if code in (Word.IDLE, Word.NOT_TESTED) else Word.PROVISIONAL
    who = where(result)
    if not sentence.startswith(who):
        goes_on = sentence[0].lower() + sentence[1:] if sentence.startswith(OPENINGS) else sentence
        sentence = f"{who}, {goes_on}"
    return Verdict(f"{word}, by {clean(result.provisional_by)}", sentence, detail)


def with_the_seat(sentence: str, advantage: Any, edge: float, decks: float = 0.0) -> str:
    """Return a verdict's sentence, followed by one on the seat if that decides more than the decks do.

    ``advantage``, a measure or None, is the mean score of the player who starts, minus ½; ``decks`` is the lead of a deck. The whole
    interval of the advantage has to lie beyond ``edge``, on either side.
    """
    found = measure(advantage)
    if found is None or found.low is None or found.high is None or abs(found.value) < abs(decks):
        return sentence
    if max(found.low, -found.high) <= edge:
        return sentence
    first = Measure(0.5 + found.value, 0.5 + found.low, 0.5 + found.high)
    return f"{sentence} The seat decides more than the decks: the player who goes first scores {write_measured(first, 'share')}."


def would_decide(number: int | None, noun: str) -> str:
    """Return how many more games or pairs would decide a verdict, in words; empty where that is not known."""
    if not number:
        return ""
    if number >= MANY:
        return "its value lies on an edge, and no number of games decides it"
    return f"about {plural(number, noun)} would decide it"


def where(result: Result) -> str:
    """Return how the sentence of a provisional verdict begins: ``Where greedy plays``."""
    pilots = clean(result.provisional_by)
    return f"Where {pilots} play{'' if ' and ' in pilots else 's'}"


def footer(result: Result) -> Footer:
    """Return how to reproduce the result, and the facts of the run."""
    facts = [("kotc-sim", clean(result.version)), ("Seed", str(result.seed))]
    if result.edition:
        facts.append(("Edition", clean(result.edition)))
    if strategies(result):
        facts.append(("Strategies", strategies(result)))
    if result.games:
        games = count(result.games)
        facts.append(("Games", (f"{games} in {plural(result.pairs, 'pair')}" if result.pairs else games) + rounded_up(result)))
    return Footer(clean(result.reproduce), facts, _pilots(result))


def rounded_up(result: Result) -> str:
    """Return what to say behind a number of games that is larger than the one asked for."""
    why = " to 40 blocks of pairs" if result.command in IN_BLOCKS else ", to swap the seats"
    return f"; --games {result.asked} was rounded up{why}" if result.asked else ""


def _pilots(result: Result) -> list[tuple[str, str]]:
    """Return who played, from weak to strong, with a word on how; of strategies that are not known here, nothing is said."""
    climb = getattr(result, "climb", None) or result
    played = [str(rung.strategy) for rung in getattr(climb, "ladder", None) or ()]
    found = {}
    for name in dict.fromkeys((*played, *result.pilots_named)):
        head, _, playouts = name.partition("@")
        if head in WORDS:
            found[name] = f"{WORDS[head]}{f', here with {playouts} playouts a decision' if playouts else ''}."
    order = list(WORDS)
    return sorted(((clean(name), words) for name, words in found.items()), key=lambda one: order.index(one[0].partition("@")[0]))


def again(result: Result, *more: str) -> str:
    """Return the command of a result with more options: the same question, asked again.

    Options have their values behind them, such as ``--precision``, ``0.1``; a word in capitals stands for what the reader puts there.
    """
    words, new = words_of(result.reproduce), list(more)
    for option in (word for word in more if word.startswith("--")):
        while option in words:
            place = words.index(option)
            del words[place : place + 2]
    return clean(command_line([*words, *new]))


def by_the_strongest(result: Result) -> tuple[str, str]:
    """Return words, and the command that lets the strongest pilot judge: without options that name others, and their numbers of games."""
    kept: list[str] = []
    value = False
    for word in words_of(result.reproduce):
        if not (value or word in ("--quick", "--table") or word.partition("=")[0] in _PILOTS_NAMED):
            kept.append(word)
        value = word in _PILOTS_NAMED
    if result.command == "edition history":  # by default greedy plays it
        kept += ["--strategy", JUDGE]
    decks = " two decks at a time, not a table" if result.play == "table" else ""
    return f"For a verdict, let the strongest pilot play{decks}:", clean(command_line(kept))


def unused(result: Result) -> str:
    """Return a sentence on what nobody used, and one on what nobody could play."""
    found = ((words, [name.removesuffix(".") for name in known]) for words, known in _idle(result, "Never used"))
    return " ".join(f"{words}: {list_few(names, ' (below)')}." for words, names in found if names)


def _idle(result: Result, never: str) -> list[tuple[str, Sequence[str]]]:
    """Return with words what nobody used, and what nobody could play: no verdict is on it, but those on cards and texts at their price."""
    limits = result.limits or Limits()
    used = f"{never} at what it costs" if result.command in ("rate", "price") else f"{never}, so not judged"
    return [(used, limits.never_used or ()), ("Drawn, but never playable, so not judged", limits.never_playable or ())]


def notes(result: Result) -> list[str]:
    """Return what the model cannot see, a sentence each."""
    limits = result.limits or Limits()
    found = []
    if limits.strongest:
        found.append(f"The strongest strategy is {clean(limits.strongest)}; better play may change the result.")
    if limits.pilot:
        found.append(clean(limits.pilot))
    found += [f"{words}: {listing(known)}." for words, known in _idle(result, "Never used by any strategy") if len(known) > FEW + 1]
    for rare in limits.rarely_used or ():
        found.append(f"“{clean(rare.text)}” was used in {percent(rare.share)} of the games where it could be.")
    if limits.capped:
        found.append(f"{percent(limits.capped)} of the games were ended by the turn cap.")
    if limits.tied:
        found.append(f"{percent(limits.tied)} of the games were tied; a tie scores ½.")
    if limits.long:
        them = "it" if limits.long == 1 else "them"
        found.append(f"{plural(limits.long, 'game')} lasted {LONGEST} turns or more; figures of turns count {them} as {LONGEST}.")
    if (limits.family or 0) > 1:
        found.append(f"{count(limits.family or 0)} tests were made at once; Holm's correction covers the family.")
    return found + [clean(note) for note in result.notes or ()]


def notable(result: Result) -> list[Table]:
    """Return the table of games worth reading, or nothing."""
    games = result.notable or ()
    if not games:
        return []
    columns = heads(("Game", "count"), "Why", ("Turns", "count"), ("To read it", "code"))
    rows = [[game.game, game.why, game.turns, game.replay] for game in games]
    logs = [[clean(line) for line in game.log] for game in games if game.log]
    below = logs if len(logs) == len(games) else ()
    return [Table("Games worth reading", columns, rows, below=below).without_empty_columns()]


def bracket(values: Sequence[Measure | None]) -> tuple[float, float]:
    """Return the smallest and largest finite number among values and intervals; (0, 1) if there is none."""
    numbers = [x for value in values if value is not None for x in value if x is not None and math.isfinite(x)]
    return (min(numbers), max(numbers)) if numbers else (0.0, 1.0)
