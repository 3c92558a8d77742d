"""What to do next: the command that follows most naturally from an answer, where its report has none of its own."""

from collections.abc import Sequence
from functools import singledispatch

from kotc_sim.errors import command_line, words_of
from kotc_sim.experiments.balance.result import BalanceResult
from kotc_sim.experiments.battle.result import BattleResult
from kotc_sim.experiments.edition.result import EditionHistoryResult, SweepResult
from kotc_sim.experiments.matchup.result import FieldResult, MatchupResult, PlanResult, TournamentResult
from kotc_sim.experiments.play.result import LadderResult
from kotc_sim.experiments.price.result import BacktestResult, PriceResult
from kotc_sim.experiments.result import ALPHA, MANY, Result, Verdict
from kotc_sim.experiments.worth.deck_result import MetaResult, RestrictionResult, SubstitutionResult
from kotc_sim.experiments.worth.result import ExploitResult
from kotc_sim.reports.kit.envelope import FINER, again
from kotc_sim.reports.kit.wording import clean

Step = tuple[str, str] | None
"""Words that end with a colon, and the command that follows; None where there is none. A word in capitals is what the reader puts there."""


def named(result: Result) -> list[str]:
    """Return what stands first on the command line of a result, before its options: decks, as a rule."""
    words = words_of(result.reproduce)[2:]
    return words[: next((place for place, word in enumerate(words) if word.startswith("-")), len(words))]


def command(*words: str) -> str:
    """Return a command line of this program."""
    return clean(command_line(["kotc-sim", *words]))


@singledispatch
def step_after(result: Result) -> Step:
    """Return what to do after a result."""
    return None


@step_after.register
def _(result: MatchupResult) -> Step:
    decks = named(result)
    if result.verdict is Verdict.UNDECIDED and result.more_games and result.more_games < MANY:
        return "So many games would decide it:", again(result, "--games", str(result.games + result.more_games))
    if result.verdict is Verdict.DEPENDS and result.notable:
        return "See who errs, in a game of it:", clean(result.notable[0].replay)
    if result.verdict is Verdict.FAIR and decks:
        return "Does the first one fare as well against other decks, such as those that are shipped?", command(
            "matchup", decks[0], "--against", "decks"
        )
    side = "a" if result.score >= 0.5 else "b"
    telling = [card for card in result.cards if card.deck == side and card.impact > 0 and card.p < ALPHA]
    if len(decks) != 2 or result.verdict not in (Verdict.BROKEN, Verdict.WATCH) or not telling:
        return None
    best = max(telling, key=lambda card: card.impact)
    (own, other), winner = (decks, result.decks.a) if side == "a" else (decks[::-1], result.decks.b)
    words = f"{clean(best.name)} does most for {clean(winner.name)}. Try it without (put copies of another card in place of CARDS):"
    return words, command("try", own, "--out", f"1 {best.name}", "--in", "CARDS", "--against", other)


@step_after.register
def _(result: FieldResult) -> Step:
    worst = min(result.field, key=lambda row: row.score)
    if not result.deck.path or not worst.path:
        return None
    return f"See what decides against {clean(worst.name)}, card by card:", command("matchup", result.deck.path, worst.path)


@step_after.register
def _(result: PlanResult) -> Step:
    return "Play it:", clean(command_line([word for word in words_of(result.reproduce) if word != "--plan"]))


@step_after.register
def _(result: BattleResult) -> Step:
    if result.policy == "optimal":
        return "And with dice in the order of the engine?", again(result, "--policy", "greedy")
    return "What is the best order of the dice worth?", again(result, "--policy", "optimal")


@step_after.register
def _(result: BacktestResult) -> Step:
    odd = [row for row in result.changes if row.says in ("disagree", "false alarm")] or [
        row for row in result.changes if row.verdict is Verdict.UNDECIDED
    ]
    return _price(
        "Look closer at the first text on which tool and designers do not agree:", [row.text for row in odd], odd[0].older if odd else None
    )


@step_after.register
def _(result: EditionHistoryResult) -> Step:
    if not result.steps:
        return None
    largest = max(result.steps, key=lambda step: sum(step.counts.values()) + len(step.rules))
    words = f"What does the largest step, from {clean(largest.before)} to {clean(largest.after)}, change for the same decks?"
    return words, command("edition", "diff", largest.before, largest.after)


@step_after.register
def _(result: LadderResult) -> Step:
    unclear = [rung for rung in result.rungs if rung.test is not None and rung.test.verdict is not Verdict.STRONGER]
    if unclear:
        pairs = max(rung.test.pairs for rung in unclear if rung.test is not None) // len(result.decks)
        return "For half the intervals:", again(result, "--games", str(FINER * 2 * pairs))
    return "How far from the best play is each, where that is known exactly?", command("strategies", "moments")


@step_after.register
def _(result: TournamentResult) -> Step:
    paths, worst = {deck.name: deck.path for deck in result.decks}, result.worst_matchup
    own, other = paths.get(worst.deck), paths.get(worst.opponent)
    if not own or not other:
        return None
    return f"See what decides between {clean(worst.deck)} and {clean(worst.opponent)}, card by card:", command("matchup", own, other)


@step_after.register
def _(result: MetaResult) -> Step:
    words = words_of(result.reproduce)
    if "--out" in words:
        folder = words[words.index("--out") + 1]
        return "Rate a card in these decks (put its file in place of FILE):", command("rate", "FILE", "--meta", folder)
    return "Keep these decks as files (in place of FOLDER name one), to rate cards in them:", again(result, "--out", "FOLDER")


@step_after.register
def _(result: ExploitResult) -> Step:
    blamed = [card.blame for card in result.cards if card.confirmed and card.blame != card.text]
    blamed += [combo.blame for combo in result.combos if combo.confirmed]
    return _price("What should the text that is to blame cost?", blamed, result.edition)


@step_after.register
def _(result: PriceResult) -> Step:
    wrong = [one.text for one in result.components if one.verdict in (Verdict.UNDERCOSTED, Verdict.OVERPRICED)]
    return _price("To read of one text alone, such as the first that is mispriced:", wrong, result.edition)


@step_after.register
def _(result: RestrictionResult) -> Step:
    telling = sorted((one for one in result.components if one.verdict is Verdict.MATTERS), key=lambda one: -one.worth.value)
    if not telling and result.games and any(one.verdict is Verdict.UNDECIDED for one in result.components):
        return "For half the intervals:", again(result, "--games", str(FINER * result.games // len(result.components)))
    return _price("Is it worth its price?", [one.text for one in telling], result.edition)


def _price(words: str, texts: Sequence[str], edition: str | None) -> Step:
    return (words, command("price", texts[0], *(() if edition is None else ("--edition", edition)))) if texts else None


@step_after.register
def _(result: SubstitutionResult) -> Step:
    if result.verdict is Verdict.UNDECIDED and result.games:
        return "For half the intervals:", again(result, "--games", str(FINER * result.games // 2))
    return "Does it hold against other decks? Put a folder of them in place of FOLDER:", again(result, "--against", "FOLDER")


@step_after.register
def _(result: SweepResult) -> Step:
    words = f"Write the {clean(result.number)} that you want into a proposal (kotc-sim docs edition-format), and see what it changes:"
    return words, command("edition", "diff", result.edition or "EDITION", "PROPOSAL")


@step_after.register
def _(result: BalanceResult) -> Step:
    words = words_of(result.reproduce)
    if not result.changes or "--out" not in words:
        return None
    proposal = words[words.index("--out") + 1]
    return "Play decks of yours in both editions (put their files in place of DECK):", command(
        "edition", "diff", result.edition or "EDITION", proposal, "DECK", "DECK"
    )
