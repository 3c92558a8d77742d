"""Measure how well `rate`'s headline and its range for the next deck hold in decks that took no part (docs/rate.md).

    kotc-sim rate decks/cards/kotc-17-panel.yaml --seed 1 --json > FILE
    python scripts/calibrate.py FILE [PILOT] [PAIRS]

The cards of a saved result are tried, four copies each, in ten decks of human style against six others (`scripts.human_decks`), in place of
cards spread over the deck's curve; so are the fair plain cards of about their cost. One pilot plays everything. What is measured in a fresh
deck has an error of its own, which the second share allows for: it is of ranges widened by that error.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from kotc_sim import games  # noqa: E402
from kotc_sim.experiments.common_games import PairedRuns  # noqa: E402
from kotc_sim.experiments.statistics.intervals import mean_interval, normal_quantile  # noqa: E402
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of  # noqa: E402
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Trial  # noqa: E402
from kotc_sim.experiments.worth.next_deck import CONFIDENCE, fair_cards  # noqa: E402
from kotc_sim.experiments.worth.result import RateResult  # noqa: E402
from scripts.human_decks import DECKS, EDITION, OPPONENTS, human_decks  # noqa: E402

SEED, COPIES = 1, 4
CLEAR = 0.75
"""Points a copy beyond which the sign is asked for."""

Floats = NDArray[np.float64]


def main() -> None:
    """Measure, and print."""
    result = RateResult.of(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    pilot, pairs = sys.argv[2] if len(sys.argv) > 2 else "best", int(sys.argv[3]) if len(sys.argv) > 3 else 50
    edition = games.edition(EDITION)
    game, table = games.of(edition), host_design_of(edition)
    known = {card.name: card for card in game.cards(games.read(ROOT / f"decks/cards/{EDITION}-panel.yaml", "cards")[1], edition)}
    gains = MarginalValues(table, human_decks(OPPONENTS), PairedRuns(SEED))
    decks = [replace(one, slots=()) for one in human_decks(DECKS)]
    cards = [known[row.name] for row in result.cards]
    fair = [fair_cards(table, host_decks_of(table), card) for card in cards]
    asked = list({id(card): card for card in (*cards, *(plain for found in fair for plain in found))}.values())
    trials = [Trial(deck, card, table.cost(card), COPIES) for card in asked for deck in decks]
    played = np.reshape(gains.gains(trials, pilot, pairs), (len(asked), len(decks), pairs))
    rows = dict(zip(map(id, asked), played, strict=True))
    own = np.array([rows[id(card)] for card in cards])
    beyond = own - [np.mean([rows[id(plain)] for plain in found], axis=0) for found in fair]
    said = [row.next_deck for row in result.cards]
    print(f"{pilot}, {pairs} pairs against each of {len(OPPONENTS)} opponents, seed {SEED}; {own.shape[0]} cards, {COPIES} copies each")
    compare("gain", [(one.value, *one.interval) for one in said if one], own)
    compare("beyond fair plain cards", [(one.beyond.value, *one.beyond_interval) for one in said if one], beyond)


def compare(what: str, said: list[tuple[float, float, float]], played: Floats) -> None:
    """Print how often ranges hold what was measured, and how means over fresh decks agree."""
    mean, low, high = np.array(said).T
    found = [[mean_interval(one) for one in row] for row in played]
    true = np.array([[one.value for one in row] for row in found])
    error = normal_quantile(CONFIDENCE) * np.array([[one.standard_error for one in row] for row in found])
    half, off = ((high - low) / 2)[:, None], np.abs(true - ((low + high) / 2)[:, None])
    held, allowed = np.mean(off <= half), np.mean(off <= np.hypot(half, error))
    after = true.mean(axis=1)
    slope, offset = np.polyfit(mean, after, 1)
    clear, same = np.abs(mean) > CLEAR, np.sign(true) == np.sign(mean)[:, None]
    sure, average = np.abs(true) > error, np.sign(after) == np.sign(mean)
    after_the_fact = (np.sign(true) == np.sign(after)[:, None])[np.abs(after) > CLEAR]
    print(
        f"  {what}: {CONFIDENCE:.0%} ranges of ± {half.mean():.2f} hold {held:.1%} of {true.size} values, {allowed:.1%} with their errors"
    )
    print(f"    mean over fresh decks: slope {slope:.2f}, offset {offset:+.2f}, correlation {np.corrcoef(mean, after)[0, 1]:.3f}")
    print(f"    sign where the mean is beyond {CLEAR}: {same[clear].mean():.1%} of {same[clear].size} values")
    print(f"      {same[clear][sure[clear]].mean():.1%} of those beyond their errors, {average[clear].mean():.1%} of means over decks")
    print(f"      {after_the_fact.mean():.1%} by the mean of these decks themselves, after the fact")


if __name__ == "__main__":
    main()
