"""The switches of an edition's file read, by the table of `kotc_sim.games.keeper.engine.switches`."""

from __future__ import annotations

from collections.abc import Mapping

from kotc_sim.errors import Faults
from kotc_sim.games.keeper.editions.formula import FormulaError, parse_formula
from kotc_sim.games.keeper.editions.model import Switch
from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.switches import REQUIRED, Range
from kotc_sim.yaml_source import Node, nearest, require_known_keys


def read_switches(node: Node, faults: Faults) -> dict[str, Switch]:
    """Read a ``rules:`` map; it need not name every switch.

    An unknown switch (with the nearest known name), or a value that is not allowed, is one of the ``faults``.
    """
    found = {}
    for name, value in node.entries("`rules`").items():
        with faults.collected():
            require_known_keys({name: value}, SWITCHES, "`rules`")
            found[name] = _value(name, value)
    return found


def _value(name: str, node: Node) -> Switch:
    allowed = SWITCHES[name].values
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
    assert isinstance(allowed, tuple)
    if word not in allowed:
        raise node.error(f"the switch {name} cannot be {word!r}", nearest(word, allowed))
    return word


def missing_switches(named: Mapping[str, Switch]) -> list[str]:
    """Return the switches that an edition has to name and does not."""
    return [name for name, switch in SWITCHES.items() if switch.default == REQUIRED and name not in named]


def with_defaults(named: Mapping[str, Switch]) -> dict[str, Switch]:
    """Return the switches as an edition names them, and behind them those that it leaves at their defaults."""
    return {**named, **{name: switch.default for name, switch in SWITCHES.items() if name not in named}}
