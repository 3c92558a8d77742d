"""Editions loaded: merged files checked row by row, and made into immutable data."""

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.editions.draft import PLURAL, Draft, collect, locate
from kotc_sim.games.keeper.editions.formula import Formula, FormulaError, parse_formula
from kotc_sim.games.keeper.editions.model import ANY_AGE, PREFIX, CounterType, Edition, Prune, Replacement, Row, Wording
from kotc_sim.games.keeper.editions.program import (
    CIRCUMSTANCES,
    CONDITION_KEYS,
    COUNTER_TARGETS,
    POPS,
    Scope,
    check_condition,
    check_program,
    check_select,
)
from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.switches import REQUIRED
from kotc_sim.yaml_source import Node, is_given, nearest, require_known_keys

_TERMINATORS = {
    "arrows": {"caveat": ".", "condition": ":", "cost": "→", "target": ";", "effect": "."},
    "sentences": dict.fromkeys(PREFIX, "."),
}
NEWEST = "kotc-20"
"""What holds where no edition is named."""


def load_edition(name_or_path: str | os.PathLike[str] = NEWEST, folder: str | os.PathLike[str] | None = None) -> Edition:
    """Load a shipped edition by name, or an edition file by path.

    The same file, unchanged, gives the same object. A `KotcError` if there is no such edition, or the file has a fault; with file, line
    and cure. ``name_or_path``: ``kotc-20``, the default, or the path of a YAML file (recognised by its suffix or a separator). ``folder``:
    where a relative path is looked for first; then in the current folder.
    """
    path = locate(os.fspath(name_or_path), folder)
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        stamp = 0
    return _load(str(path), stamp)


def load_named_edition(node: Node) -> Edition:
    """Load the edition that a file names after ``edition:``; one that there is not is an error of that place."""
    try:
        return load_edition(node.text("the edition"), os.path.dirname(node.file))
    except KotcError as error:
        if error.file is not None:
            raise
        raise node.error(error.what, error.fix) from None


@lru_cache(maxsize=64)
def _load(path: str, stamp: int) -> Edition:
    draft = collect(Path(path))
    faults = draft.faults
    rows: dict[str, Row] = {}
    revised: dict[str, int] = {}
    with faults.collected():
        _require_whole(draft)
        wording = _wording(draft)
        counters = _counters(draft)
        for section, plural in PLURAL.items():
            for name, entries in draft.rows.get(plural, {}).items():
                with faults.collected():
                    row = _row(section, name, entries, draft.places[plural, name], wording, frozenset(counters))
                    rows[row.id] = row
    faults.raise_all()
    with faults.collected():
        texts: dict[tuple[str, str], Row] = {}
        for row in rows.values():
            other = texts.setdefault((row.section, row.text.casefold()), row)
            if other is not row:
                what, fix = f"{row.id} has the same text as {other.id}", "A text can mean one thing only: word one of them differently."
                raise KotcError(what, file=row.file, line=row.line, fix=fix)
    for row_id, node in draft.maps.get("revised_costs", {}).items():
        with faults.collected():
            if row_id not in rows:
                raise node.error(f"`revised_costs` names {row_id!r}, which is not in the vocabulary", nearest(row_id, rows))
            revised[row_id] = node.integer(row_id, 1, 99)
    faults.raise_all()
    own = {key: node for key, node in draft.scalars.items() if node.file == draft.file}
    return Edition(
        name=draft.name,
        title=own["title"].name("`title`") if "title" in own else draft.name,
        number=draft.scalars["number"].integer("`number`", 1, 99),
        base=draft.base,
        terms={key: node.text(key) for key, node in draft.maps.get("terms", {}).items()},
        rules=draft.rules | {name: switch.default for name, switch in SWITCHES.items() if name not in draft.rules},
        counters=counters,
        rows=rows,
        wording=wording,
        refurbish=tuple(_replacement(node) for node in draft.lists.get("refurbish", [])),
        prune=tuple(_prune(node) for node in draft.lists.get("prune", [])),
        revised_ultra=tuple(_prune(node) for node in draft.lists.get("revised_ultra", [])),
        aliases=tuple(_replacement(node) for node in draft.lists.get("aliases", [])),
        revised_costs=revised,
        citations={key: node.text(key) for key, node in draft.maps.get("citations", {}).items()},
        file=draft.file,
        year=own["year"].integer("`year`", 1, 9999) if "year" in own else None,
        relation=own["relation"].text("`relation`") if "relation" in own else "",
    )


def _require_whole(draft: Draft) -> None:
    if missing := [name for name, switch in SWITCHES.items() if switch.default == REQUIRED and name not in draft.rules]:
        raise draft.top.error(f"the switch {missing[0]} is missing", "Add it to `rules`, or begin with `extends: kotc-20`.")
    for key in ("number", "wording"):
        if key not in draft.scalars and key not in draft.maps:
            raise draft.top.error(f"the edition lacks `{key}`", "Add it, or begin with `extends: kotc-20`.")
    if int(draft.rules["deck_min"]) > int(draft.rules["deck_max"]):
        raise draft.top.error("deck_min is above deck_max", "Raise deck_max, or lower deck_min.")


def _row(section: str, name: str, entries: dict[str, Node], place: Node, wording: Wording, counters: frozenset[str]) -> Row:
    row_id = f"{PREFIX[section]}.{name}"
    text_node = entries["text"]
    text = " ".join(text_node.text("`text`").replace("->", "→").replace("’", "'").split())
    terminator = wording.terminators.get(section, _TERMINATORS[wording.style][section])
    if not text.endswith(terminator) or len(text) < 3:
        raise text_node.error(
            f"the text of {row_id} does not end with {terminator!r}", f"In this edition a {section} ends with {terminator!r}."
        )
    variables = frozenset(re.findall(r"\{(\w*)\}", text))
    if not variables <= {"x", "y"} or any(text.count(f"{{{var}}}") > 2 for var in variables):
        raise text_node.error(f"the text of {row_id} has a placeholder other than {{x}} and {{y}}", "Use {x} and {y} for its numbers.")
    level_node = entries.get("level")
    if level_node is None and section == "effect":
        raise place.error(f"{row_id} has no level formula", "Add `level: …`, such as `level: 2*x`.")
    level = _level(level_node, row_id, section, variables)
    ultra = entries["ultra"].integer("`ultra`", 0, 99) if "ultra" in entries else 0
    limits = entries["vars"].entries("`vars`") if is_given(entries, "vars") else {}
    require_known_keys(limits, tuple(variables), f"`vars` of {row_id}")
    scope = Scope("effect" if section in ("condition", "target") else section, variables, counters)
    condition = select = None
    program: tuple[Mapping[str, Any], ...] = ()
    if section == "condition":
        parts = {key: node for key, node in entries.items() if key in CONDITION_KEYS}
        condition = check_condition(parts, place, scope)
    elif section == "target":
        if "select" not in entries:
            raise place.error(f"{row_id} has no `select`", "Say what it selects from.")
        select = check_select(entries["select"], scope)
    else:
        if "program" not in entries:
            raise place.error(f"{row_id} has no `program`", "Say what it does, as a list of steps.")
        program = check_program(entries["program"], scope)
    return Row(
        id=row_id,
        section=section,
        name=name,
        text=text,
        level=level,
        ultra=ultra,
        vars={key: node.integer(key, 1, 9999) for key, node in limits.items()},
        banned=entries["banned"].text("`banned`") if is_given(entries, "banned") else None,
        redacted=entries["redacted"].integer("`redacted`", 1, 99) if is_given(entries, "redacted") else 0,
        former=_former(entries["former"], row_id, section, variables) if is_given(entries, "former") else None,
        condition=condition,
        select=select,
        program=program,
        file=place.file,
        line=place.line,
    )


def _former(node: Node, row_id: str, section: str, variables: frozenset[str]) -> tuple[int, Formula]:
    entries = node.entries("`former`")
    require_known_keys(entries, ("below", "level"), f"`former` of {row_id}")
    if set(entries) != {"below", "level"}:
        raise node.error(f"`former` of {row_id} needs `below` and `level`", "Write `former: {below: 16, level: x/2}`.")
    return entries["below"].integer("`below`", 1, 99), _level(entries["level"], row_id, section, variables)


def _level(node: Node | None, row_id: str, section: str, variables: frozenset[str]) -> Formula:
    try:
        formula = parse_formula("0" if node is None else node.text("`level`"))
        unknown = formula.names - variables - ({"t", "a"} if section == "effect" else set())
        if unknown:
            raise FormulaError(f"{formula.text!r} uses {min(unknown)}, which the text does not have")
        if formula.evaluate(x=1, y=1, t=1, a=1) < 0 and section == "effect":
            raise FormulaError(f"{formula.text!r} is below 0, and only costs, conditions and caveats may lower a level")
    except FormulaError as error:
        assert node is not None
        raise node.error(
            f"the level of {row_id} cannot be read: {error}", "Write a formula in x, y and (for effects) t, such as `2*x*t`."
        ) from error
    return formula


def _counters(draft: Draft) -> dict[str, CounterType]:
    found = draft.rows.get("counters", {})
    result = {}
    for name, entries in found.items():
        place = draft.places["counters", name]
        program: tuple[Mapping[str, Any], ...] = ()
        pop, react, targets = (entries[key].text(f"`{key}`") if key in entries else None for key in ("pop", "react", "targets"))
        if pop not in (None, *POPS):
            raise entries["pop"].error(f"`pop` cannot be {pop!r}", nearest(str(pop), POPS))
        if react not in (None, *CIRCUMSTANCES):
            raise entries["react"].error(f"there is no circumstance {react!r}", nearest(str(react), CIRCUMSTANCES))
        if pop == "at_once" and react:
            raise place.error(f"the counter {name} has both `pop: at_once` and `react`", "Keep one of the two, or write `pop: chain`.")
        if targets not in (None, *COUNTER_TARGETS):
            raise entries["targets"].error(f"`targets` cannot be {targets!r}", nearest(str(targets), COUNTER_TARGETS))
        if (pop or react) and "program" not in entries:
            raise place.error(f"the counter {name} has no `program`", "Say what popping it does.")
        if "program" in entries:
            if not (pop or react):
                raise place.error(f"the counter {name} has a program but neither `pop` nor `react`", "Add `pop: chain`, or `react: …`.")
            program = check_program(entries["program"], Scope("counter", counters=frozenset(found)))
        result[name] = CounterType(name, entries["text"].text("`text`"), pop, react, targets, program, place.file, place.line)
    return result


_WORDING_KEYS = (
    "style", "cost_join", "effect_join", "max_costs", "up_to_dropped", "tutorial", "ability_names", "nouns", "single_target", "with_one",
)  # fmt: skip
_WORDING_OPTIONS = ("variants", "no_abilities", "terminators")


def _wording(draft: Draft) -> Wording:
    entries = draft.maps["wording"]
    require_known_keys(entries, _WORDING_KEYS + _WORDING_OPTIONS, "`wording`")
    for key in _WORDING_KEYS:
        if key not in entries:
            raise draft.top.error(f"`wording` lacks {key}")
    words = {
        "style": ("arrows", "sentences"),
        "cost_join": ("and", "also", "none"),
        "ability_names": ("required", "optional", "any_case", "none"),
    }
    for key, allowed in words.items():
        if entries[key].text(key) not in allowed:
            raise entries[key].error(f"{key} cannot be {entries[key].raw!r}", nearest(entries[key].raw, allowed))
    terminators = _alternatives(entries["terminators"]) if "terminators" in entries else {}
    given: dict[str, Any] = {key: entries[key].raw for key in words}
    given |= {key: _alternatives(entries[key]) for key in ("nouns", "single_target", "with_one", "variants") if key in entries}
    return Wording(
        **given,
        up_to_dropped=entries["up_to_dropped"].boolean("up_to_dropped"),
        tutorial=entries["tutorial"].boolean("tutorial"),
        effect_join=tuple(node.text("effect_join") for node in entries["effect_join"].sequence("effect_join")),
        max_costs=entries["max_costs"].integer("max_costs", 1, 99),
        terminators={key: words[0] for key, words in terminators.items()},
        no_abilities=entries["no_abilities"].text("no_abilities") if "no_abilities" in entries else None,
    )


def _alternatives(node: Node) -> dict[str, tuple[str, ...]]:
    result = {}
    for key, value in node.entries("wording").items():
        items = value.items if value.kind == "list" else [value]
        result[key] = tuple("" if item.value is None else item.text(key) for item in items)
    return result


def _replacement(node: Node) -> Replacement:
    entries = node.entries("a replacement", ("old", "new", "rule"))
    for key in ("old", "new", "rule"):
        if key not in entries:
            raise node.error(f"a replacement lacks `{key}`", "Write `{old: …, new: …, rule: …}`.")
    return Replacement(entries["old"].text("old"), entries["new"].text("new"), entries["rule"].text("rule"))


def _prune(node: Node) -> Prune:
    entries = node.entries("an entry of `prune`", ("text", "below", "redacted", "rule"))
    if "rule" not in entries or ("below" in entries) == ("redacted" in entries):
        raise node.error("an entry of `prune` has `rule`, and `below` or `redacted`", "Write `{text: …, below: 16, rule: …}`.")
    text = entries["text"].text("text") if "text" in entries else ""
    redacted = entries["redacted"].integer("redacted", 1, 99) if "redacted" in entries else 0
    below = ANY_AGE if redacted else entries["below"].integer("below", 1, 99)
    return Prune(text, below, entries["rule"].text("rule"), redacted)
