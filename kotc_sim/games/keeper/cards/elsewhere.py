"""Which other edition could read a card: said beside what is wrong with its text.

Loading all editions takes half a second and parsing a text in one a tenth, so what their texts are made of is kept in the cache folder, and
few are tried.
"""

import contextlib
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.cards.grammar import grammar, phrases
from kotc_sim.games.keeper.cards.parser import MAX_CHARACTERS
from kotc_sim.games.keeper.cards.reader import knows_phrases, read_card
from kotc_sim.games.keeper.cards.text import DIVIDED, normalize, patterns
from kotc_sim.games.keeper.editions import Edition, edition_names, load_edition
from kotc_sim.output import cache_file, keep, recall
from kotc_sim.yaml_source import Node


def find_edition(node: Node, tried: Edition) -> str | None:
    """Return the latest edition that reads a card which ``tried`` cannot read; None if there is none.

    Of editions that have all phrases of the text and join phrases in the same way, only the latest is tried.
    """
    text = " ".join(value.raw for key, value in node.pairs if key.raw == "text")
    if len(text) > MAX_CHARACTERS:
        return None
    written = normalize(text, tried).shown
    parts = re.findall(r"[^:.;→]++(?!:)", written)  # without conditions, which may be names elsewhere
    wanted = set(phrases(".".join(parts)))
    changed = DIVIDED.search(written) or any(key.raw in ("design_edition", "indicator", "edition") for key, _ in node.pairs)
    in_vain: list[Any] = []
    with contextlib.suppress(KotcError):
        in_vain += [_joins(tried)] if knows_phrases(node, tried) else []
    for name, (joins, known, aliases) in _kept().items():
        if name == tried.name or joins in in_vain:
            continue
        if not (wanted.issubset(known) or changed or any(re.search(alias, written, re.IGNORECASE) for alias in aliases)):
            continue
        with contextlib.suppress(KotcError):
            edition = load_edition(name)
            if knows_phrases(node, edition):
                in_vain.append(joins)
                read_card(node, edition)
                return name
    return None


def _joins(edition: Edition) -> list[Any]:
    return [edition.wording.cost_join, bool(edition.wording.effect_join)]


@cache
def _kept() -> dict[str, tuple[list[Any], list[str], list[str]]]:
    """Return for each shipped edition, the latest first, how it joins phrases, which it has, and what it reads as others."""
    here = Path(__file__).parent
    sources = sorted([*here.glob("*.py"), *here.with_name("editions").glob("*.*")])
    digest = hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()[:24]
    path = cache_file("texts", f"{digest}.phrases")
    content = recall(path)
    if content is None:
        found = {name: load_edition(name) for name in edition_names()}
        aliases = {name: [one for alias in edition.aliases for one in patterns(alias, edition)] for name, edition in found.items()}
        made = {name: (_joins(edition), sorted(grammar(edition).phrases), aliases[name]) for name, edition in found.items()}
        content = json.dumps(made).encode()
        keep(path, content)
    kept: dict[str, tuple[list[Any], list[str], list[str]]] = json.loads(content)
    return kept
