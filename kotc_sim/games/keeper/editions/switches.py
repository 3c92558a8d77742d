"""The rule switches of an edition: names, allowed values, and what they decide.

The engine reads them; `docs/edition-format.md` lists them for designers.
"""

from __future__ import annotations

from dataclasses import dataclass

from kotc_sim.games.keeper.editions.formula import FormulaError, parse_formula
from kotc_sim.games.keeper.editions.model import Switch
from kotc_sim.yaml_source import Node, known_keys, nearest


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number from `low` to `high`; with `none`, also the word ``none``."""

    low: int
    high: int
    none: bool = False


Words = tuple[str, ...]

#: Name -> allowed values: a range, words, "bool", or "formula" (in sp and hp).
SWITCHES: dict[str, Range | Words | str] = {
    "starting_hp": Range(1, 9999),
    "hand_size": Range(0, 20),
    "deck_min": Range(1, 120),
    "deck_max": Range(1, 120),
    "ultra_limit": Range(0, 999, none=True),
    "reserves": ("none", "beside", "among"),
    "reserves_size": Range(0, 40),
    "mulligan": "bool",
    "resource_phase": ("draw_then_sow", "place_or_draw"),
    "reserves_use": ("none", "replace_draw", "exchange"),
    "trapfield": "bool",
    "level_min": Range(0, 99),
    "minion_level_min": Range(0, 99),
    "ability_level_min": Range(0, 99),
    "spell_level_min": Range(0, 99),
    "base_level": "formula",
    "rounding": ("ability", "card"),
    "relief_on": ("ability", "card"),
    "targets_at": ("resolution", "activation"),
    "up_to_zero": "bool",
    "no_target_stops": "bool",
    "target_once_per": ("sub_ability", "ability"),
    "responses": ("everyone", "none", "one"),
    "counters_pop": ("link", "at_once"),
    "events": ("window", "window_or_chain", "queue", "named"),
    "conditioned_spell_from_hand": "bool",
    "summon_starts_chain": "bool",
    "attack_starts_chain": "bool",
    "dice_step": "bool",
    "response_step": "bool",
    "piercing": "bool",
    "leftover_defense": ("nothing", "attacker_if_player"),
    "victim_gone": ("controller", "nothing"),
    "victim_reuse": ("card_left", "follows_card"),
    "losing": ("criteria", "elimination"),
    "empty_deck": ("draw_ends", "loses"),
    "recovery_window": ("after", "before", "both"),
    "recovery_resets_level": "bool",
    "spell_after_move": ("stays", "grave"),
    "destroyed_user": ("controller", "grave_owner"),
    "deployed_condition": ("ignored", "must_be_met", "never"),
    "deploy_traps": "bool",
    "deployed_pays_itself": "bool",
    "turn_limit": Range(1, 9999),
    "link_limit": Range(1, 99999),
}


def read_switches(node: Node) -> dict[str, Switch]:
    """Read a ``rules:`` map; it need not name every switch.

    Raises
    ------
    KotcError
        For an unknown switch (with the nearest known name) or a value that is not allowed.
    """
    entries = node.entries("`rules`")
    known_keys(entries, SWITCHES, "`rules`")
    return {name: _value(name, value) for name, value in entries.items()}


def _value(name: str, node: Node) -> Switch:
    allowed = SWITCHES[name]
    if allowed == "bool":
        return node.boolean(f"the switch {name}")
    if allowed == "formula":
        try:
            return parse_formula(node.text(f"the switch {name}"), frozenset(("sp", "hp"))).text
        except FormulaError as error:
            raise node.error(
                f"the formula of {name} cannot be read: {error}",
                "Write one in sp and hp, such as `sp + hp/2`.",
            ) from error
    if isinstance(allowed, Range):
        if allowed.none and node.kind == "scalar" and node.raw == "none":
            return "none"
        return node.integer(f"the switch {name}", allowed.low, allowed.high)
    word = node.text(f"the switch {name}")
    if word not in allowed:
        assert isinstance(allowed, tuple)
        raise node.error(f"the switch {name} cannot be {word!r}", nearest(word, allowed))
    return word
