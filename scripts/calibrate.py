"""Measure how well `rate`'s range for the next deck holds in decks that took no part (docs/rate.md).

    python scripts/calibrate.py [PILOT] [PAIRS]

The twenty cards of the panel are tried, as many copies each as `rate` tries, in the decks from which it says the range, and in ten decks of
human style against six others, in place of cards spread over the deck's curve; in these also four copies each. One pilot plays everything.
What is measured in a fresh deck has an error of its own, which the second share allows for: it is of ranges widened by that error.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from kotc_sim import games  # noqa: E402
from kotc_sim.experiments.common_games import PairedRuns  # noqa: E402
from kotc_sim.experiments.statistics.intervals import Interval, mean_and_next, mean_interval, normal_quantile  # noqa: E402
from kotc_sim.experiments.worth.hosts import host_decks_of, host_design_of  # noqa: E402
from kotc_sim.experiments.worth.marginal_value import MarginalValues, Trial  # noqa: E402
from kotc_sim.experiments.worth.next_deck import CONFIDENCE, OtherDecks  # noqa: E402
from kotc_sim.games.hosts import COPIES, HostDeck  # noqa: E402
from scripts.human_decks import DECKS, EDITION, OPPONENTS, human_decks  # noqa: E402

SEED, FEWER = 1, 4
CLEAR = 0.75
"""Points a copy beyond which the sign is asked for."""


def main() -> None:
    """Measure, and print."""
    pilot = sys.argv[1] if len(sys.argv) > 1 else "quick"
    pairs = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    edition = games.edition(EDITION)
    game, table = games.of(edition), host_design_of(edition)
    panel = game.cards(games.read(ROOT / f"decks/cards/{EDITION}-panel.yaml", "cards")[1], edition)
    arms = PairedRuns(SEED)
    homes = host_decks_of(table)
    host = MarginalValues(table, homes, arms)
    opponents = MarginalValues(table, human_decks(OPPONENTS), arms)
    others = OtherDecks(host, game.design.samples(edition), "quick", 1)

    def measure(decks: Sequence[HostDeck], values: MarginalValues, copies: int) -> list[list[Interval]]:
        """Return the gain of each card in each deck."""
        trials = [Trial(deck, card, table.cost(card), copies) for card in panel for deck in decks]
        found = [mean_interval(rows) for rows in values.gains(trials, pilot, pairs)]
        return [found[i : i + len(decks)] for i in range(0, len(found), len(decks))]

    known = [[*own, *others.gains(card, pilot, COPIES, 0)[0]] for own, card in zip(measure(homes, host, COPIES), panel, strict=True)]
    ranges = [mean_and_next(one, CONFIDENCE)[1] for one in known]
    mean = np.array([one.value for one in ranges])
    half = np.array([[one.half_width] for one in ranges])
    clear = np.abs(mean) > CLEAR
    print(
        f"{pilot}, {pairs} pairs against each opponent, seed {SEED}; {CONFIDENCE:.0%} range over {len(known[0])} decks: ± {half.mean():.2f}"
    )
    decks = [replace(one, slots=()) for one in human_decks(DECKS)]
    for copies in (COPIES, FEWER):
        fresh = measure(decks, opponents, copies)
        true = np.array([[one.value for one in row] for row in fresh])
        error = normal_quantile(CONFIDENCE) * np.array([[one.standard_error for one in row] for row in fresh])
        off = np.abs(true - mean[:, None])
        held, allowed = np.mean(off <= half), np.mean(off <= np.hypot(half, error))
        slope, correlation = np.polyfit(mean, true.mean(axis=1), 1)[0], np.corrcoef(mean, true.mean(axis=1))[0, 1]
        same, sure = np.sign(true) == np.sign(mean)[:, None], np.abs(true) > error
        average = np.sign(true.mean(axis=1)) == np.sign(mean)
        after = true.mean(axis=1)
        known_after = (np.sign(true) == np.sign(after)[:, None])[np.abs(after) > CLEAR]
        print(f"  {copies} copies: holds {held:.1%} of {true.size} values, {allowed:.1%} with their errors")
        print(f"    mean over fresh decks: slope {slope:.2f}, correlation {correlation:.3f}")
        print(f"    sign where the mean is beyond {CLEAR}: {same[clear].mean():.1%} of {same[clear].size} values")
        print(f"      {same[clear][sure[clear]].mean():.1%} of those beyond their errors, {average[clear].mean():.1%} of means over decks")
        print(f"      {known_after.mean():.1%} by the mean of these decks themselves, after the fact: decks differ, so no mean does better")


if __name__ == "__main__":
    main()
