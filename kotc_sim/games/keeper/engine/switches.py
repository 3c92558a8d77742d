"""The rule switches of Keeper of the Cards.

A new switch is a row of ``switches.csv``, with a default, and a line in the kernel that asks for its field.
"""

from pathlib import Path

from kotc_sim.games.switches import read_switches

SWITCHES = read_switches(Path(__file__).with_suffix(".csv"))
"""By name, in the order of the pages. The order of the fields is theirs in `record.MATCH`."""
