"""What texts were found to be worth on this machine: kept by ``price``, shown by ``words`` and the workbench beside the prices."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kotc_sim.experiments.judge import judges_of, weaker
from kotc_sim.experiments.price.result import ComponentPrice, PriceResult
from kotc_sim.games.edition_digest import edition_digest
from kotc_sim.output import cache_file, keep, recall


def remember(result: PriceResult, edition: Any) -> None:
    """Keep what the strongest pilot found of an edition's texts, if it judged them; of one that was measured before, the newer figure."""
    judge = result.pilots.judge
    if not weaker(judges_of(result)):
        found = {one.id: _words(one) for one in result.components if judge in one.by_profile}
        keep(_file(edition), json.dumps({**measured(edition), **found}).encode())


def measured(edition: Any) -> Mapping[str, str]:
    """Return what texts of an edition were found to be worth, in words, by the texts' ids: ``worth 1.4 [1.1, 1.8] (draw 1 card.)``."""
    kept: Mapping[str, str] = json.loads(recall(_file(edition)) or b"{}")
    return kept


def _file(edition: Any) -> Path | None:
    return cache_file("worth", f"{edition_digest(edition)}.json")


def _words(one: ComponentPrice) -> str:
    if one.fair is None or one.interval is None:
        return f"worth: {one.fair_words} ({one.text})"
    low, high = one.interval
    return f"worth {one.fair:.1f} [{low:.1f}, {high:.1f}] ({one.text})"
