"""The editions against two tables of all years: prices traced from edition to edition, and the rules that changed.

The tables were made from the rulebooks by others than the edition files, text by text. ``prices.csv`` has a row for each component and
edition; ``switches.csv`` what a rulebook says, from which edition to which, and the switch and value that stand for it, or what
else in the edition's file (`ELSEWHERE`). Four things that rulebooks say change no game and stand nowhere (`NOWHERE`).
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from kotc_sim.games.keeper.editions import Edition, load_edition, parse_formula

TABLES = Path(__file__).with_name("history")
NUMBERS = range(1, 18)
NOWHERE = {
    "first_player": "a suggested way to draw lots",
    "counter_owner": "the 1st does not say who may remove a counter; it is played as the 2nd says (1.ruling.2)",
    "play_by_effect_starts_chain": "said by some editions, denied by none: a card played by an effect starts no chain",
    "standard_ability_as_response": "said by some editions, denied by none: an ability without a condition is no response",
}
"""Rows of the table of rules that are not in ``switches.csv``, each with the reason."""


def _caveats(edition: Edition) -> str:
    found = {row.name for row in edition.rows.values() if row.section == "caveat"}
    if not found:
        return "none"
    return "summon, action" if {"berzerker"} < {name for name in found if name == "berzerker" or name.startswith("action_")} else "summon"


def _variable_limits(edition: Edition) -> str:
    rows = [row for row in edition.rows.values() if row.section in ("caveat", "cost") and row.name.endswith(("pay_hitpoints", "deck_top"))]
    if all(row.banned for row in rows):
        return "redacted" if rows else "gone"
    limits = {row.vars.get("x", 0) for row in rows}
    return "none" if limits == {0} else ", ".join(map(str, sorted(limits, reverse=True)))


def _indicator(edition: Edition) -> str:
    if edition.prune:
        return "everybody"
    return "revised" if edition.revised_costs else "nobody"


def _out_of_play(edition: Edition) -> str:
    """What a condition on the card's own destruction in a hand says of the price."""
    said = {row.text for row in edition.rows.values() if row.section == "condition" and "this card in your hand is destroyed" in row.text}
    known = ("ghost-play", "resource cost", "hex-play")
    (words,) = {", ".join(word for word in known if word in text) for text in said}
    return words


def _chain_starters(edition: Edition) -> str:
    if edition.rules["responses"] == "none":
        return "none"
    more = [name for name in ("attack", "summon") if edition.rules[f"{name}_starts_chain"]]
    return ", ".join(more) or "card"


def _counter(edition: Edition, *names: str) -> str:
    """What a counter does, under the first of its names that the edition has."""
    (step,) = next(edition.counters[name] for name in names if name in edition.counters).program
    if "add" in step:
        return f"{step['add']['stat']} {step['add']['by']:+}"
    if "set" in step:
        return f"{step['set']['stat']} {step['set']['to']}"
    return "one die less" if "prevent_die" in step else f"{step['reduce_damage']} less damage"


def _hypnotize(edition: Edition) -> str:
    (step,) = edition.rows["effect.hypnotize"].program
    return str(step["hypnotize"]["to"])


def _deploy(edition: Edition) -> str:
    trap = "trap" if edition.rules["deploy_traps"] else "no trap"
    return f"{trap}, condition ignored" if edition.rules["deployed_condition"] == "ignored" else trap


def _has(edition: Edition, words: str) -> str:
    return "yes" if any(words in row.text.lower() for row in edition.rows.values()) else "no"


ELSEWHERE: Mapping[str, Callable[[Edition], str]] = {
    "year": lambda edition: str(edition.year),
    "terms.minion": lambda edition: edition.terms["minion"],
    "terms.stats": lambda edition: f"{edition.terms['sp']} / {edition.terms['hp']}",
    "terms.level": lambda edition: edition.terms["level"],
    "stat_limit": lambda edition: "99" if "stat_limit" in edition.citations else "none",
    "caveats": _caveats,
    "wording.max_costs": lambda edition: str(edition.wording.max_costs),
    "wording.style": lambda edition: edition.wording.style,
    "variable_limits": _variable_limits,
    "edition_indicator": _indicator,
    "oldest_legal_design": lambda edition: str(min((one.below for one in edition.prune), default=1)),
    "out_of_play": _out_of_play,
    "chain_starters": _chain_starters,
    "counters": lambda edition: ", ".join(sorted(set(edition.counters) - {"generic"})),
    "generic_counters": lambda edition: "yes" if "generic" in edition.counters else "no",
    "counters.sword": lambda edition: _counter(edition, "sword", "offense"),
    "counters.shield": lambda edition: _counter(edition, "shield", "defense"),
    "counters.weakness": lambda edition: _counter(edition, "weakness"),
    "hypnotize": _hypnotize,
    "deploy": _deploy,
    "pawns": lambda edition: _has(edition, "pawn"),
    "sacrifice": lambda edition: _has(edition, "sacrifice"),
}
"""What stands in an edition's file for a row of the table, and is not a switch."""


def table(name: str) -> list[dict[str, str]]:
    with (TABLES / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def published(number: int) -> Edition:
    """The 12th that was published: `kotc-12` follows an earlier text."""
    return load_edition("kotc-12-published" if number == 12 else f"kotc-{number}")


@pytest.mark.parametrize("number", NUMBERS)
def test_prices_are_those_of_the_table(number: int) -> None:
    edition = published(number)
    rows = [row for row in table("prices") if int(row["edition"]) == number]
    assert len(rows) > 40
    for row in rows:
        mine = edition.rows[row["id"]]
        assert mine.level.tree == parse_formula(row["formula"]).tree, row["id"]
        assert mine.ultra == int(row["ultra"]), row["id"]


def test_rules_are_those_of_the_table() -> None:
    """What the table says of an edition stands in its file; the same words in two rows of a switch mean the same value."""
    rows = table("switches")
    meant: dict[tuple[str, str], set[str]] = defaultdict(set)
    seen: dict[str, set[int]] = defaultdict(set)
    for row in rows:
        first, last = (int(number) for number in row["editions"].split("-"))
        for number in range(first, last + 1):
            edition, rule = published(number), row["rule"]
            assert (ELSEWHERE[rule](edition) if rule in ELSEWHERE else str(edition.rules[rule])) == row["value"], (row["switch"], number)
            assert number not in seen[row["switch"]], (row["switch"], number)
            seen[row["switch"]].add(number)
        meant[row["switch"], row["published"]].add(row["value"])
    assert all(len(values) == 1 for values in meant.values())
    assert len(seen) + len(NOWHERE) == 69
    assert not set(seen) & set(NOWHERE)
    assert [switch for switch, numbers in seen.items() if numbers != set(NUMBERS)] == ["chain_first_asked"]  # no chains from 7 to 10
