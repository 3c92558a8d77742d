"""Tune the weights of greedy, or of the search's evaluation, on training decks; judge them on other decks.

    python scripts/tune_weights.py greedy --editions kotc-17 --plain 0 --generations 100
    python scripts/tune_weights.py greedy --editions kotc-17 --few --decks 10 --drawn 10 --plain 6 --generations 100
    python scripts/tune_weights.py evaluation --generations 15

Training decks are drawn at random, again in each generation: with cards from the card files of each edition, with cards from its
vocabulary, and curves of plain minions. Test decks are the shipped ones and random decks with other numbers, which the search for weights
never sees. A candidate's fitness is its mean score against several opponents (``--against``), decks mirrored, over pairs of games with
shared seeds. CMA-ES (Hansen 2016, package ``cma``) moves logarithms of positive weights and the others as they are. The script
prints the weights, and the test scores with 95 % intervals; with ``--write`` the weights go into strategies/keeper/quick.json, from
which a later run of that edition begins.
"""

from __future__ import annotations

import argparse
import functools
import json
import pickle
import sys
import time
from collections.abc import Callable
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
from kotc_sim.games.shipped import list_shipped_decks
from kotc_sim.shared import result
from kotc_sim.shared.result_record import RESULT
from kotc_sim.strategies import load
from kotc_sim.strategies.keeper.api import Strategy
from kotc_sim.strategies.keeper.pool_decks import FRESH, file_deck, plain_curve, vocabulary_deck
from kotc_sim.strategies.keeper.profiles import weighted
from kotc_sim.strategies.keeper.search_settings import BY_HAND, SETTINGS
from kotc_sim.strategies.keeper.searches import custom_search
from kotc_sim.strategies.keeper.tuned import BY_SP, FEW_TEXTS, FILE, SIGNED, UNLEARNED, by_sp, traits_of
from kotc_sim.strategies.keeper.weights import NAMES, WEIGHTS, weights_of

EVALUATING = ("hand_base", "hand_share", "curve")
"""Weights that greedy does not use."""
MENDED = {"granted": 10.0, "spent": 0.3, "waiting": 0.3}
"""Where tuning begins with weights that are nothing in greedy, whose games stay as they are."""
FIRST_DECK, DECKS_OF_GENERATION = 10_000, 100
"""Number of the first deck that is trained with, and how many numbers a generation has."""
ADAPTED = ("damage", "own_hp", "caution", "attack", "block", "hold", "expensive")
"""Weights that may depend on the SP of minions, in decks with few texts."""
STEEP = 3.0
"""How much faster the search moves that."""
EVALUATED = ("sp", "hp", "body", "ability", "card", "resource", "own_hp", "urgency", "counter", "hand_base", "hand_share", "curve")


class Arena:
    """Plays mirrored games of two strategies on a list of decks."""

    def __init__(self, decks: list[Deck]) -> None:
        self.matches = [compile_match([deck, deck]).record for deck in decks]
        self.names = [deck.name for deck in decks]
        self.traits = [traits_of(match) for match in self.matches]
        self.game = record.new_game()
        self.scores = record.new_scores()

    def pairs(self, who: Callable[[tuple[float, float]], Strategy], b: Strategy, games: int, seed: int) -> np.ndarray:
        """Return the mean score of each pair of games of ``who(traits of the decks)``, shape (decks, games // 2)."""
        rows = []
        for k, match in enumerate(self.matches):
            a = who(self.traits[k])
            found = np.zeros(games, RESULT)
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


def candidate(what: str, values: dict[str, float]) -> Callable[[tuple[float, float]], Strategy]:
    """Return greedy, or lookahead, with these weights, for decks with given traits."""
    if what == "greedy":
        return functools.cache(lambda traits: weighted("candidate", "", weights_of(**by_sp(values, traits[0]))))
    weights, settings = weights_of(**{**BY_HAND, **values}), np.array(SETTINGS["lookahead"], np.float64)
    search = custom_search("candidate", "", load("kotc", "greedy"), settings, weights)
    return lambda traits: search


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
    parser.add_argument("--against", default="greedy", help="opponents, by name or file")
    parser.add_argument("--enough", type=float, default=1.0, help="a deck's score counts up to here")
    parser.add_argument("--fixed", default="", help="weights that stay as they are, by name")
    parser.add_argument("--sets", type=int, default=0, help="so many sets of decks take turns; by default each generation has new ones")
    parser.add_argument("--few", action="store_true", help="tune the weights of decks with few texts, some of which grow with SP")
    parser.add_argument("--from-greedy", action="store_true", help="begin with the weights of greedy, not with the shipped ones")
    parser.add_argument("--sigma", type=float, default=0.25, help="first step of the search")
    parser.add_argument("--state", type=Path, help="file to go on from, and to keep the state in")
    parser.add_argument("--write", action="store_true", help="write the weights of greedy for the one edition that is named")
    parser.add_argument("--editions", default="kotc-17,kotc-12,kotc-9,kotc-5")
    arguments = parser.parse_args()
    games = arguments.games or (200 if arguments.what == "greedy" else 60)
    names = tuple(name for name in NAMES if name not in EVALUATING) if arguments.what == "greedy" else EVALUATED
    base = {name: WEIGHTS[name][0] for name in names} | (BY_HAND if arguments.what == "evaluation" else {})
    editions = arguments.editions.split(",")
    if arguments.what == "greedy":
        every = json.loads(UNLEARNED.read_text("utf-8"))
        key = editions[0] + (FEW_TEXTS if arguments.few else "")
        shipped_weights = every.get(key) or every.get(editions[0]) or json.loads(FILE.read_text("utf-8")).get(editions[0], {})
        fixed = {name: shipped_weights.get(name, base[name]) for name in arguments.fixed.split(",") if name}
        base.update(MENDED | ({} if arguments.from_greedy else {k: v for k, v in shipped_weights.items() if k in names}) | fixed)
        slopes = {name + BY_SP: shipped_weights.get(name + BY_SP, 0.0) for name in ADAPTED if arguments.few and name not in fixed}
        base.update(slopes)
        names = (*(name for name in names if name not in fixed), *slopes)
    else:
        fixed, every, key = {}, {}, ""
    made = (file_deck, arguments.decks), (vocabulary_deck, arguments.drawn), (plain_curve, arguments.plain)

    def random_decks(first: int) -> list[Deck]:
        return [make(edition, first + k) for edition in map(load_edition, editions) for make, count in made for k in range(count)]

    opponents = [load("kotc", name) for name in arguments.against.split(",")]

    def decode(x: np.ndarray) -> dict[str, float]:
        values = dict(fixed)
        for name, v in zip(names, x, strict=True):
            if name.endswith(BY_SP):
                values[name] = float(base[name] + STEEP * v)
            else:
                values[name] = float(base[name] + v) if name in SIGNED else float(max(base[name], 0.02) * np.exp(v))
        return values

    options = {"seed": arguments.seed, "maxiter": arguments.generations, "verbose": -9}
    search = cma.CMAEvolutionStrategy(np.zeros(len(names)), arguments.sigma, options)
    if arguments.state is not None and arguments.state.is_file():
        search = pickle.loads(arguments.state.read_bytes())
    arenas: dict[int, Arena] = {}
    start = time.process_time()
    while not search.stop():
        asked = search.ask()
        seed = 10_000 * arguments.seed + search.countiter
        number = search.countiter % arguments.sets if arguments.sets else search.countiter
        arena = arenas.get(number) or Arena(random_decks(FIRST_DECK + DECKS_OF_GENERATION * number))
        if arguments.sets:
            arenas[number] = arena
        fitness = []
        for x in asked:
            tried = candidate(arguments.what, decode(x))
            by_deck = [arena.pairs(tried, opponent, games, seed).mean(axis=1) for opponent in opponents]
            fitness.append(-float(np.minimum(by_deck, arguments.enough).mean()))
        search.tell(asked, fitness)
        if arguments.state is not None:
            arguments.state.write_bytes(pickle.dumps(search))
        print(
            f"generation {search.countiter}: best {-min(fitness):.3f}, mean {-np.mean(fitness):.3f}, "
            f"{time.process_time() - start:.0f} s; mean weights "
            + ", ".join(f"{name}={value:.3g}" for name, value in decode(search.mean).items()),
            flush=True,
        )
    best = decode(search.mean)
    if arguments.write:
        every[key] = {name: float(f"{value:.3g}") for name, value in best.items()}
        UNLEARNED.write_text(json.dumps(dict(sorted(every.items())), indent=1) + "\n", "utf-8")
    print("weights:", {name: round(value, 3) for name, value in best.items()}, flush=True)
    shipped = [game.deck(root) for game, root in map(registry.read, list_shipped_decks(editions))]
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
