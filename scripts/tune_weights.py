"""Tune the weights of greedy, or of the search's evaluation, on training decks; judge them on other decks.

    python scripts/tune_weights.py greedy --generations 30
    python scripts/tune_weights.py evaluation --generations 15

Training decks are drawn at random, anew in each generation: with cards from the card files of each edition, with cards from its
vocabulary, and curves of plain minions. Test decks are the shipped ones and random decks with other numbers, which the search for weights
never sees. A candidate's fitness is its mean score against several opponents (``--against``), decks mirrored, over pairs of games with
shared seeds. CMA-ES (Hansen 2016, package ``cma``) moves logarithms of positive weights and the others as they are. The script
prints the weights, and the test scores with 95 % intervals; with ``--write`` the weights go into strategies/keeper/tuned.json, from
which a later run of that edition begins.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sys
import time
from pathlib import Path

import numpy as np

try:
    import cma
except ImportError:
    sys.exit("tune_weights.py needs the package cma, of the dependency group tuning: python -m pip install --group tuning")

from kotc_sim import games as registry
from kotc_sim.games.keeper.cards.card import Deck
from kotc_sim.games.keeper.editions import load_edition
from kotc_sim.games.keeper.engine import machine, record
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.games.shipped import shipped_decks
from kotc_sim.shared import result
from kotc_sim.strategies import load
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.pool_decks import FRESH, file_deck, plain_curve, vocabulary_deck
from kotc_sim.strategies.keeper.profiles import weighted
from kotc_sim.strategies.keeper.search_settings import EVALUATION, SETTINGS
from kotc_sim.strategies.keeper.searches import custom_search
from kotc_sim.strategies.keeper.tuned import FILE
from kotc_sim.strategies.keeper.weights import NAMES, WEIGHTS, weights_of

SIGNED = ("block", "attack")
EVALUATING = ("hand_base", "hand_share", "curve")
"""Weights that greedy does not use."""
MENDED = {"granted": 10.0, "spent": 0.3, "waiting": 0.3}
"""Where tuning begins with weights that are nothing in greedy, whose games stay as they are."""
FIRST_DECK, DECKS_OF_GENERATION = 10_000, 100
"""Number of the first deck that is trained with, and how many numbers a generation has."""
ENOUGH = 0.8
"""A deck's score counts up to here: beating a weak line of play by more teaches nothing about the other decks."""
EVALUATED = ("sp", "hp", "body", "ability", "card", "resource", "own_hp", "urgency", "counter", "hand_base", "hand_share", "curve")


class Arena:
    """Plays mirrored games of two strategies on a list of decks."""

    def __init__(self, decks: list[Deck]) -> None:
        self.matches = [compile_match([deck, deck]).record for deck in decks]
        self.names = [deck.name for deck in decks]
        self.game = record.new_game()
        self.scores = record.new_scores()

    def pairs(self, a: Strategy, b: Strategy, games: int, seed: int) -> np.ndarray:
        """Return A's mean score of each pair of games, shape (decks, games // 2)."""
        rows = []
        for k, match in enumerate(self.matches):
            found = np.zeros(games, result.RESULT)
            seen = np.zeros((games, 8, result.MAX_DEFS), np.uint8)
            error = machine.play_many(
                a.address, b.address, 0, 0, self.game, match, np.uint64(1000 * seed + k), 0, games, found, seen,
                self.scores,
            )  # fmt: skip
            if error:
                raise SystemExit(f"error {error} on {self.names[k]}")
            half = found["score2"][:, :2] / 2
            rows.append((half[0::2, 0] + half[1::2, 1]) / 2)
        return np.array(rows)


def candidate(what: str, values: dict[str, float]) -> Strategy:
    """Return greedy, or lookahead, with these weights."""
    weights = weights_of(**{**(EVALUATION if what == "evaluation" else {}), **values})
    if what == "greedy":
        return weighted("candidate", "", weights)
    settings = np.array(SETTINGS["lookahead"], np.float64)
    return custom_search("candidate", "", load("kotc", "greedy"), settings, weights)


def main() -> None:
    """Tune, then test."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=("greedy", "evaluation"))
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--decks", type=int, default=12, help="training decks of each edition with cards of its card files")
    parser.add_argument("--drawn", type=int, default=12, help="the same with cards drawn from its vocabulary")
    parser.add_argument("--games", type=int, default=0, help="games a deck and candidate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", type=int, default=3, help="the same of plain minions")
    parser.add_argument("--against", default="greedy,aggro,control", help="opponents, by name or file")
    parser.add_argument("--sigma", type=float, default=0.25, help="first step of the search")
    parser.add_argument("--state", type=Path, help="file to go on from, and to keep the state in")
    parser.add_argument("--write", action="store_true", help="write the weights of greedy for the one edition that is named")
    parser.add_argument("--editions", default="kotc-17,kotc-12,kotc-9,kotc-5")
    arguments = parser.parse_args()
    games = arguments.games or (200 if arguments.what == "greedy" else 60)
    names = tuple(name for name in NAMES if name not in EVALUATING) if arguments.what == "greedy" else EVALUATED
    base = {name: WEIGHTS[name][0] for name in names} | (EVALUATION if arguments.what == "evaluation" else {})
    editions = arguments.editions.split(",")
    if arguments.write:
        base.update(MENDED | {k: v for k, v in json.loads(FILE.read_text("utf-8")).get(editions[0], {}).items() if k in names})
    made = (file_deck, arguments.decks), (vocabulary_deck, arguments.drawn), (plain_curve, arguments.plain)

    def random_decks(first: int) -> list[Deck]:
        return [make(edition, first + k) for edition in map(load_edition, editions) for make, count in made for k in range(count)]

    opponents = [load("kotc", name) for name in arguments.against.split(",")]

    def decode(x: np.ndarray) -> dict[str, float]:
        return {
            name: float(base[name] + v) if name in SIGNED else float(max(base[name], 0.02) * np.exp(v))
            for name, v in zip(names, x, strict=True)
        }

    options = {"seed": arguments.seed, "maxiter": arguments.generations, "verbose": -9}
    search = cma.CMAEvolutionStrategy(np.zeros(len(names)), arguments.sigma, options)
    if arguments.state is not None and arguments.state.is_file():
        search = pickle.loads(arguments.state.read_bytes())
    start = time.time()
    while not search.stop():
        asked = search.ask()
        seed = 10_000 * arguments.seed + search.countiter
        arena = Arena(random_decks(FIRST_DECK + DECKS_OF_GENERATION * search.countiter))
        fitness = []
        for x in asked:
            tried = candidate(arguments.what, decode(x))
            by_deck = [arena.pairs(tried, opponent, games, seed).mean(axis=1) for opponent in opponents]
            fitness.append(-float(np.minimum(by_deck, ENOUGH).mean()))
        search.tell(asked, fitness)
        if arguments.state is not None:
            arguments.state.write_bytes(pickle.dumps(search))
        print(
            f"generation {search.countiter}: best {-min(fitness):.3f}, mean {-np.mean(fitness):.3f}, "
            f"{time.time() - start:.0f} s; mean weights " + ", ".join(f"{name}={value:.3g}" for name, value in decode(search.mean).items()),
            flush=True,
        )
    best = decode(search.mean)
    if arguments.write:
        every = {**json.loads(FILE.read_text("utf-8")), editions[0]: {name: round(value, 3) for name, value in best.items()}}
        FILE.write_text(json.dumps(dict(sorted(every.items())), indent=1) + "\n", "utf-8")
    print("weights:", {name: round(value, 3) for name, value in best.items()}, flush=True)
    shipped = [game.deck(root) for game, root in map(registry.read, shipped_decks(editions))]
    test = Arena(shipped + random_decks(FRESH))
    tried = candidate(arguments.what, best)
    for opponent in opponents:
        scores = test.pairs(tried, opponent, 4 * games, 77)
        print(f"against {opponent.name}")
        for name, row in zip(test.names, scores, strict=True):
            print(f"  {name:24} {row.mean():.3f} ± {1.96 * row.std(ddof=1) / len(row) ** 0.5:.3f}")
        total = scores.mean(axis=1)
        print(f"  {'test decks':24} {total.mean():.3f}, worst {total.min():.3f}")


if __name__ == "__main__":
    main()
