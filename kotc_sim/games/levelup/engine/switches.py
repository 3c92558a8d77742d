"""The parameters and rule switches of Level-Up that the engine reads.

Values, limits and rulings stand in ``editions/levelup.yaml``; here stands what a value is in the record. A new switch is an entry
there, a row of ``switches.csv``, and a line in the kernel that asks for it.
"""

from pathlib import Path

from kotc_sim.games.switches import Field, Switch, read_switches

PARAMETERS = tuple(
    Switch(name, "file", fields=(Field(name),))
    for name in ("points", "opening_hand", "plays_per_turn", "creature_slots", "magic_slots", "hand_limit", "chain_max", "resolve_max")
)
"""Numbers of the rules; those that decks alone depend on are not among them."""

SWITCHES = tuple(read_switches(Path(__file__).with_suffix(".csv")).values())
"""In the order of the edition's file and of `record.RULES`, where they follow the parameters."""
