"""Of two cards at the same forced level, the one that can do all that the other can does not score less.

That holds under the strongest pilot, and nearly so under the fast one. Of plain minions it holds under every pilot level that judges.
Known faults of play: a free copy of a card was wasted at once on weak targets; "up to 2 targets" scored less than "up to 1"; lookahead
kept a 3/2 back, for fear of losing it, where it attacked with a 3/1.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.reader import load_cards
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.reference import contexts, minion
from kotc_sim.runs import Contest, simulate

EDITION = load_edition("kotc-17")
PILOT, FAST = "best", "quick"
GAMES, FAST_GAMES = 240, 2000
COPIES = 8
FALSE_ALARM = 1e-3
"""Of the whole family, if dominating cards were worth no more than the others."""

BODIES = [
    ((2, 2), (1, 2)),
    ((2, 4), (2, 2)),
    ((3, 4), (2, 4)),
    ((1, 4), (1, 2)),
    ((4, 6), (4, 4)),
    ((3, 2), (2, 2)),
    ((5, 6), (4, 6)),
    ((1, 0), (0, 0)),
]
REMOVAL = ["destroy", "bounce", "exhaust and fatigue", "petrify", "sheathe", "bury", "silo"]
ABILITIES = [
    "destroy {}.",
    "bounce {}.",
    "exhaust and fatigue {}.",
    "place 1 Weakness Counter on {each}.",
    "place 1 Sword Counter on {each}.",
]
COUNTERS = ["Weakness", "Sword", "Damage", "Shield"]
MORE = [
    ("Draw 2 cards.", "Draw 1 card."),
    ("2-dice-heal yourself.", "1-dice-heal yourself."),
    ("2-dice-wound enemy.", "1-dice-wound enemy."),
    ("Craft 2 level 2 pawns.", "Craft 1 level 2 pawn."),
    ("Draw 1 card.", "self-exhaust 2 resources→ Draw 1 card."),
]
CHEAPER = [
    "Target up to 1 on-field minion; destroy it.",
    "Draw 1 card.",
    "2-dice-heal yourself.",
    "Target up to 1 on-field minion; sheathe it.",
    "Target up to 1 on-field minion; place 4 Weakness Counters on it.",
    "1-dice-wound enemy.",
]


def aimed(effect: str, targets: int) -> str:
    """Return a text that aims an effect at up to one or two minions."""
    one = targets == 1
    place = effect.replace("{each}", "it" if one else "each target").replace("{}", "it" if one else "the targets")
    return f"Target up to {targets} on-field minion{'' if one else 's'}; {place}"


def texts() -> dict[str, tuple[dict[str, object], dict[str, object]]]:
    """Return the pairs by name, the one that can do more first."""

    def spell(text: str) -> dict[str, object]:
        return {"kind": "spell", "text": text}

    def minion(sp: int, hp: int, text: str = "") -> dict[str, object]:
        return {"kind": "minion", "sp": sp, "hp": hp, "text": f"ACT: {text}" if text else ""}

    found = {f"minion {a} and {b}": (minion(*a), minion(*b)) for a, b in BODIES}
    found |= {f"spell: {e}": (spell(aimed(f"{e} {{}}.", 2)), spell(aimed(f"{e} {{}}.", 1))) for e in REMOVAL}
    found |= {f"minion: {e}": (minion(1, 2, aimed(e, 2)), minion(1, 2, aimed(e, 1))) for e in ABILITIES}
    for counter in COUNTERS:
        two, one = (f"Target up to 1 on-field minion; place {n} {counter} Counter{'s' * (n > 1)} on it." for n in (2, 1))
        found[f"spell: {counter}"] = spell(two), spell(one)
    found |= {f"spell: {more}": (spell(more), spell(less)) for more, less in MORE}
    found["minion: draw"] = minion(1, 2, "Draw 2 cards."), minion(1, 2, "Draw 1 card.")
    found |= {f"free: {text}": (spell(text), spell(text)) for text in CHEAPER}
    found |= {f"cheaper {body}": (minion(*body), minion(*body)) for body in ((2, 4), (1, 2), (3, 4), (2, 0))}
    return found


def card(folder: Path, name: str, what: dict[str, object]) -> Card:
    """Return a card of these keys."""
    lines = [f"- name: {name}", *(f"  {key}: {value!r}" for key, value in what.items())]
    path = folder / f"{name}.yaml"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return load_cards(path, EDITION)[0]


PAIRS = texts()


def test_there_are_forty_pairs_and_all_are_read(tmp_path: Path) -> None:
    assert len(PAIRS) == 40
    for better, worse in PAIRS.values():
        assert card(tmp_path, "A", better).kind == card(tmp_path, "B", worse).kind


def match_up(name: str, folder: Path) -> tuple[Deck, Deck]:
    """Return two decks that differ in the cards of a pair alone, the better one's first."""
    better, worse = (card(folder, "AB"[k], what) for k, what in enumerate(PAIRS[name]))
    level, lower = worse.level, worse.level
    if name.startswith(("free", "cheaper")):
        level, lower = max(2, worse.level), max(2, worse.level) - 2
    home = next(context for context in contexts(EDITION, COPIES) if context.name == "middle")
    return home.deck([replace(better, level=lower)] * COPIES, "A"), home.deck([replace(worse, level=level)] * COPIES, "B")


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_a_card_that_can_do_more_does_not_score_less(name: str, tmp_path: Path) -> None:
    run = simulate(Contest(match_up(name, tmp_path), (PILOT, PILOT)), GAMES // 2, 5, keep_scores=True)
    scores = run.scores / 4.0
    error = scores.std(ddof=1) / len(scores) ** 0.5
    assert scores.mean() > 0.5 - 4.1 * error, f"{100 * scores.mean():.1f} ± {196 * error:.1f}"  # 4.1: one of 40 in 1,200 families


@pytest.mark.parametrize("name", PAIRS)
def test_the_fast_pilot_loses_little_by_what_it_cannot_judge(name: str, tmp_path: Path) -> None:
    # greedy scores 38 to 47 % in seven pairs, and so did quick; now one scores 46.7 (a minion that destroys two), the next 49.6; error 0.5
    run = simulate(Contest(match_up(name, tmp_path), (FAST, FAST)), FAST_GAMES // 2, 5, keep_scores=True)
    assert run.scores.mean() / 4.0 > 0.45


PLAIN = [
    ((3, 2), (3, 1)),
    ((2, 4), (2, 3)),
    ((1, 2), (1, 1)),
    ((2, 2), (2, 1)),
    ((3, 4), (3, 3)),
    ((4, 6), (4, 5)),
    ((1, 4), (1, 3)),
    ((2, 6), (2, 5)),
    ((2, 2), (1, 2)),
    ((3, 2), (2, 2)),
    ((3, 4), (2, 4)),
    ((2, 0), (1, 0)),
    ((4, 4), (3, 4)),
]
"""Plain minions, the better one first."""
MANY = 16
"""Copies of such a minion: enough that all of the battlefield is of it."""
WORST_PLAY = 3.9
"""Standard errors below one half: one of 39 in 500 families. Three points less would be found in 19 of 20."""


KEPT_BACK = pytest.mark.xfail(
    reason="known fault: a 4/4 of level 6 scores 31 % against a 3/4 of level 6, as its worth in hand keeps it there. Without hand_share"
    " it scores 51 %, or 45 % with that in hand_base, which loses 3 to 4 points in mirrors of 11 decks."
)


@pytest.mark.slow
@pytest.mark.parametrize("level", ["greedy", "quick", "lookahead"])
@pytest.mark.parametrize("pair", PLAIN)
def test_a_better_plain_minion_does_not_score_less(
    pair: tuple[tuple[int, int], tuple[int, int]], level: str, request: pytest.FixtureRequest
) -> None:
    if (pair, level) == (((4, 4), (3, 4)), "lookahead"):
        request.applymarker(KEPT_BACK)
    home = next(context for context in contexts(EDITION, MANY) if context.name == "middle")
    better, worse = (minion(EDITION, *stats) for stats in pair)
    decks = home.deck([better] * MANY, "A"), home.deck([replace(worse, level=better.level)] * MANY, "B")
    run = simulate(Contest(decks, (level, level)), FAST_GAMES, 11, keep_scores=True)
    scores = run.scores / 4.0
    error = scores.std(ddof=1) / len(scores) ** 0.5
    assert scores.mean() > 0.5 - WORST_PLAY * error, f"{100 * scores.mean():.1f} ± {196 * error:.1f}"
