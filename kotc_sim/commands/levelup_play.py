"""``rate`` and ``price`` for Level-Up: the same options as for Keeper of the Cards, in points of attack."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kotc_sim import games
from kotc_sim.commands.options import arguments
from kotc_sim.commands.play import finish, warm_up
from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.reference import Bench
from kotc_sim.progress import Progress
from kotc_sim.runs import Contest, Workers
from kotc_sim.runs.checkpoint import resumable


def rate(
    files: Sequence[Path],
    edition: str | None,
    names: Sequence[str],
    profiles: Sequence[str],
    crew: dict[str, Any],
    output: dict[str, Any],
    **options: Any,
) -> int:
    """Rate the creatures of files; return the exit code.

    Parameters
    ----------
    files : sequence of Path
        Files of cards, or decks, all of one edition of Level-Up.
    edition : str or None
        Read them in this edition.
    names : sequence of str
        Only these cards; empty for all.
    profiles : sequence of str
        Who plays.
    crew : dict
        ``jobs``, ``scheduler``, ``resume``.
    output : dict
        ``json``, ``html``, ``csv``, ``parquet``.
    **options
        ``games``, ``slots``, ``seed``; see `experiments.levelup_rate.rate_levelup`.
    """
    from kotc_sim.experiments.levelup.rate import rate_levelup
    from kotc_sim.reports.levelup import rate as report

    cards, rules = _cards(files[0], edition)
    for path in files[1:]:
        more, other = _cards(path, edition)
        if other != rules:
            raise KotcError(f"the files are of {rules.name} and {other.name}", file=path, fix="Choose one with --edition.")
        known = {card.name for card in cards}
        twice = next((card for card in more if card.name in known), None)
        if twice is not None:
            raise twice.place.error(f"two files have a card named {twice.name!r}", "Rename one (levelup.ruling.56).")
        cards += more
    if names:
        known = {card.name for card in cards}
        for name in names:
            if name not in known:
                raise KotcError(f"there is no card {name!r} in these files", fix=f"Known: {', '.join(sorted(known))}")
        cards = [card for card in cards if card.name in names]
    _warm_up(Bench(rules, options["slots"]), profiles)
    with (
        resumable(crew["resume"], arguments()) as kept,
        Workers(crew["jobs"], crew["scheduler"], kept) as workers,
        Progress(None, "games") as progress,
    ):
        result = rate_levelup(cards, rules, profiles=profiles, workers=workers, on_chunk=progress.advance, **options)
    finish(result.data, report, seed=options["seed"], **output)
    return result.exit_code


def _cards(path: Path, edition: str | None) -> tuple[list[Any], Any]:
    """Return the cards that a file defines, and the edition: the one named, else the file's own."""
    game, root = games.read(path, edition=edition)
    rules = game.own_edition(root) if edition is None else game.edition(edition)
    return list(game.cards(root, rules)), rules


def price(
    texts: Sequence[str],
    edition: str,
    profiles: Sequence[str],
    games: int | None,
    seed: int,
    crew: dict[str, Any],
    output: dict[str, Any],
) -> None:
    """Price effects by their text, or the whole vocabulary if none is named; parameters as `rate`."""
    from kotc_sim.experiments.levelup.price import GAMES, GAMES_ALL, find_effect, price_levelup, vocabulary_examples
    from kotc_sim.games.levelup.cards.text import Vocabulary
    from kotc_sim.games.levelup.editions.loader import load_edition
    from kotc_sim.reports.levelup import price as report

    rules = load_edition(edition)
    left: list[str] = []
    if texts:
        vocabulary = Vocabulary(rules)
        effects = [find_effect(text, vocabulary) for text in texts]
    else:
        effects, left = vocabulary_examples(rules)
    options: dict[str, Any] = {"games": games or (GAMES if texts else GAMES_ALL), "seed": seed, "profiles": profiles}
    if not texts:
        options["levels"] = (1,)
    _warm_up(Bench(rules), profiles)
    with (
        resumable(crew["resume"], arguments()) as kept,
        Workers(crew["jobs"], crew["scheduler"], kept) as workers,
        Progress(None, "games") as progress,
    ):
        result = price_levelup(effects, rules, workers=workers, on_chunk=progress.advance, **options)
    components = result.data["components"]
    if not texts:
        components.sort(key=lambda item: (item["fair"] is None, -(item["fair"] or 0.0), item["text"]))
    result.data["notes"] += [f"No card can carry {text!r}" for text in left]
    finish(result.data, report, seed=seed, **output)


def _warm_up(bench: Bench, profiles: Sequence[str]) -> None:
    for name in profiles:
        warm_up(Contest(bench.opponents[:2], (name, name)))
