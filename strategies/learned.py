"""What a pilot has learned: weights of features by name, so that a fit serves other decks than those that it was made from."""

import functools
import hashlib
import json
import math
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kotc_sim.errors import KotcError
from kotc_sim.strategies.fit import STEPS, quantised
from kotc_sim.strategies.network import WIDE, pack

FORMAT = 1  # of the files; another number is not read
OWN = "units"  # under this name a fit has the weights of a network's units themselves


class Fitted(IntEnum):
    """What judges the end of a playout of a search."""

    BY_HAND = 0
    LINEAR = 1
    NETWORK = 2


@dataclass(frozen=True)
class Feature:
    """A number that describes one side of a state."""

    name: str  # of a weight of its own
    shared: tuple[tuple[str, float], ...] = ()
    """Weights that it shares with features like it, each with its amount: where a card is new, these alone say what it is worth."""
    of_deck: bool = False  # whether it is of a deck, and shares one weight with the same feature of other decks


def card_features(card: str, places: type[IntEnum], traits: Mapping[str, float]) -> list[Feature]:
    """Return the features of a card in each place where it may lie; it shares its traits, each with its amount, with cards like it."""
    shared = [(trait, amount) for trait, amount in traits.items() if amount]
    names = [place.name.lower() for place in places]
    return [Feature(f"{card} {place}", tuple((f"{place} {trait}", amount) for trait, amount in shared)) for place in names]


def side_features(decks: Iterable[str], numbers: Iterable[tuple[str, float]]) -> list[Feature]:
    """Return the features of what the players of some decks have, up to a bound or without one, of who moves next, and of the worth."""
    known = [f"{name} to {bound:g}" if bound else name for name, bound in numbers]
    found = [Feature(f"{deck} {what}", ((what, 1.0),), of_deck=True) for deck in decks for what in known]
    return [*found, Feature("moves next"), Feature("worth")]


def name_of_deck(cards: Iterable[str]) -> str:
    """Return what a deck is called in a fit: by its cards."""
    return f"{zlib.crc32(' '.join(sorted(cards)).encode()):08x}"


@dataclass(frozen=True)
class Fit:
    """Weights of features, and what they were made of."""

    edition: str  # whose cards they are about; a proposal uses those of the edition that it extends
    weights: Mapping[str, int]  # by name, own and shared, in 1/`kotc_sim.strategies.fit.STEPS`
    made_of: str  # in words: the games that they were fitted to
    network: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Where a network judges (`kotc_sim.strategies.network`), the weights of its units for each feature, by name, and under `OWN` those
    of the units themselves; else nothing.
    """

    @functools.cached_property
    def digest(self) -> str:
        """Of all of it, 12 hexadecimal digits."""
        return hashlib.sha256(json.dumps(self._content(), sort_keys=True).encode()).hexdigest()[:12]

    def _content(self) -> Mapping[str, object]:
        found = {"format": FORMAT, "edition": self.edition, "made_of": self.made_of, "weights": dict(sorted(self.weights.items()))}
        if self.network:
            found["network"] = {name: " ".join(map(str, row)) for name, row in sorted(self.network.items())}
        return found

    def vector(self, features: Sequence[Feature]) -> NDArray[np.float64]:
        """Return the weight of each feature, shape (features,): its own and what it shares."""
        return np.array([self._weight(feature) for feature in features]) / STEPS

    @property
    def judge(self) -> Fitted:
        """What a search that goes by it judges with."""
        return Fitted.NETWORK if self.network else Fitted.LINEAR

    def numbers(self, features: Sequence[Feature]) -> NDArray[np.float64]:
        """Return what a search judges by: the weight of each feature, and where a network judges those of its units behind them."""
        linear = self.vector(features)
        return pack(linear, self.units(features)) if self.network else linear

    def units(self, features: Sequence[Feature]) -> NDArray[np.float64]:
        """Return the weights of a network's units, shape (1 + features, `WIDE`): their own, then those for each feature.

        A feature that the network has not seen is nothing to it, and one of a deck is what it is on the mean of the decks that were seen.
        """
        unseen = (0,) * WIDE
        rows = [self.network[OWN]]
        for feature in features:
            kin = self.network.get(feature.shared[0][0], unseen) if feature.of_deck else unseen
            rows.append(self.network.get(feature.name, kin))
        return np.array(rows, np.float64) / STEPS

    def with_network(self, features: Sequence[Feature], units: NDArray[np.float64]) -> "Fit":
        """Return the fit with a network that has these weights, shape (1 + features, `WIDE`)."""
        rows = np.rint(units * STEPS).astype(np.int64)
        found: dict[str, tuple[int, ...]] = {OWN: tuple(rows[0].tolist())}
        decks: dict[str, list[Any]] = {}
        for feature, row in zip(features, rows[1:], strict=True):
            found[feature.name] = tuple(row.tolist())
            if feature.of_deck:
                decks.setdefault(feature.shared[0][0], []).append(row)
        found |= {name: tuple((np.sum(own, axis=0) // len(own)).tolist()) for name, own in decks.items()}
        return replace(self, network=found)

    def _weight(self, feature: Feature) -> float:
        return self.weights.get(feature.name, 0) + math.fsum(amount * self.weights.get(name, 0) for name, amount in feature.shared)

    def refined(self, features: Sequence[Feature], vector: NDArray[np.float64], made_of: str) -> "Fit":
        """Return a fit in which these features have the weights of ``vector``.

        What cards share stays, and their own weights change. What decks share becomes the mean of these decks: one that differs from
        them in a few cards begins with it.
        """
        common: dict[str, list[float]] = {}
        for feature, weight in zip(features, vector.tolist(), strict=True):
            if feature.of_deck:
                common.setdefault(feature.shared[0][0], []).append(weight)
        means = {name: quantised(np.array([math.fsum(found) / len(found)]))[0] for name, found in common.items()}
        start = Fit(self.edition, {**self.weights, **means}, "")
        own = quantised(vector - start.vector([Feature("", feature.shared) for feature in features]))
        weights = {**start.weights, **{feature.name: weight for feature, weight in zip(features, own, strict=True)}}
        return Fit(self.edition, weights, made_of)

    def as_json(self) -> str:
        """Return the text of a file, one weight a line."""
        return json.dumps({"digest": self.digest, **self._content()}, indent=0, sort_keys=False, ensure_ascii=False) + "\n"


def fit_of_text(text: str, file: str) -> Fit:
    """Read what `Fit.as_json` wrote; `KotcError` if it is none, or was changed since."""
    try:
        content = json.loads(text)
        weights = {str(name): int(weight) for name, weight in content["weights"].items()}
        network = {str(name): tuple(map(int, row.split())) for name, row in content.get("network", {}).items()}
        fit = Fit(str(content["edition"]), weights, str(content["made_of"]), network)
        sound = content["format"] == FORMAT and content["digest"] == fit.digest
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        raise KotcError("what a pilot has learned is damaged, or of another version", file=file, fix="Remove the file; it is made again")
    return fit


def nearest_edition(edition: str, known: Iterable[str]) -> str:
    """Return an edition itself, or of those that are known the one that is nearest in number, the later of two; ``""`` if there is none."""
    names = sorted(known)
    if edition in names or not names:
        return edition if edition in names else ""
    number = _number(edition)
    return min(names, key=lambda name: (abs(_number(name) - number), -_number(name)))


def _number(edition: str) -> int:
    digits = re.search(r"[0-9]+", edition)
    return int(digits.group()) if digits else 0


@functools.cache  # a search over decks asks for it in each of its thousands of matches
def pool_of(folder: Path, edition: str) -> Fit:
    """Return the shipped fit of an edition's pool of cards, or of the nearest edition that has one (`Fit.edition` says which)."""
    near = nearest_edition(edition, [file.stem for file in folder.glob("*.json")] if folder.is_dir() else [])
    if not near:
        return Fit(edition, {}, "nothing: no games of it were learned")
    file = folder / f"{near}.json"
    return fit_of_text(file.read_text("utf-8"), str(file))
