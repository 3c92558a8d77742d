"""An example of each text of the vocabulary, with small parameters: what a whole vocabulary is priced by, and what a page offers."""

import re
from collections.abc import Mapping

from kotc_sim.games.levelup.cards.text import Effect, Vocabulary
from kotc_sim.games.levelup.editions.model import Template

_PREFIX = {"latent": "When this creature attacks: ", "passive": "When this creature attacks: ", "counter": "In response to an attack: "}
"""A prefix for kinds that need one."""
_VALUES = {
    "who": "You", "n": "1", "m": "2", "count": "up to 1", "filter": "creature", "source": "magic card", "side": "you control",
    "zone": "hand", "delta": "+1", "stat": "attack", "shield": "indestructible", "face": "face-down", "tap": "Tap", "change": "gain",
}  # fmt: skip
"""What stands for each parameter."""
_AGAINST = {
    "discard": {"who": "Your opponent"},
    "mill": {"who": "Your opponent"},
    "points": {"who": "Your opponent", "change": "loses"},
    "points_per": {"change": "gain"},
    **{
        key: {"side": "your opponent controls"}
        for key in ("destroy", "field_discard", "tap", "flip", "halt", "silence", "equip_halt", "equip_silence")
    },
}
"""Of operations that are meant for the opponent, by operation."""
_OF_ANY = re.compile(r"(effects of [\w ]+)\(s\)")
_COUNTED = re.compile(r"((?<!level )\b(\d|all) [\w ]*?)\(s\)")
"""Nouns that are counted: of one thing it is singular."""


def example(template: Template, vocabulary: Vocabulary) -> Effect | None:
    """Return an effect with the text of a template, of the first kind that may have it; None if the parameters here do not fit it."""
    return next((found for kind in template.kinds if (found := example_of(template, kind, vocabulary)) is not None), None)


def example_of(template: Template, kind: str, vocabulary: Vocabulary) -> Effect | None:
    """Return an effect of a kind with the text of a template, or None."""
    return effect_of(template, kind, vocabulary, _VALUES | _AGAINST.get(template.op, {}), _PREFIX.get(kind, ""))


def effect_of(template: Template, kind: str, vocabulary: Vocabulary, values: Mapping[str, str], prefix: str) -> Effect | None:
    """Return an effect of a kind with the text of a template; None if these parameters do not fit it.

    ``prefix``: what stands for ``{when}``, with its colon; templates without it have none.
    """
    body = re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], match[0]), template.text.replace("{when}", ""))
    plural = values["who"] not in ("You", "Both players") or values["change"] == "loses"
    body = re.sub(r"(draw|discard|mill)\(s\)", r"\1s" if plural else r"\1", body)
    body = _OF_ANY.sub(r"\1s", body)
    body = _COUNTED.sub(lambda match: match[1] + ("" if match[2] == "1" else "s"), body)
    return vocabulary.read(kind, (prefix if "{when}" in template.text else "") + body.replace("(s)", ""))
