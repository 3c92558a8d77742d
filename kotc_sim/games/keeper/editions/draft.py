"""Edition files found and merged: what extends what, before anything is checked row by row."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from kotc_sim.errors import Faults, KotcError
from kotc_sim.games.keeper.editions.formula import FormulaError, parse_formula
from kotc_sim.games.keeper.editions.model import SECTIONS, Switch
from kotc_sim.games.keeper.editions.program import CONDITION_KEYS
from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.switches import Range
from kotc_sim.yaml_source import Node, nearest, read_yaml, require_known_keys
from kotc_sim.yaml_source.places import located

_HERE = Path(__file__).parent
_SHIPPED = re.compile(r"kotc-(\d+)(-[a-z]+)?")
PLURAL = {section: f"{section}s" for section in SECTIONS}
"""Key of a section's rows in an edition file."""
_TOP_KEYS = (
    "name", "title", "number", "year", "relation", "extends", "terms", "rules", "level_formula", "wording", "counters", *PLURAL.values(),
    "refurbish", "prune", "aliases", "revised_ultra", "revised_costs", "citations",
)  # fmt: skip
_ROW_KEYS = ("text", "level", "ultra", "vars", "banned", "redacted")
_COUNTER_KEYS = ("text", "pop", "react", "targets", "program")
_PROGRAM_KEYS = {
    "caveat": ("program",),
    "condition": CONDITION_KEYS,
    "cost": ("program", "former"),
    "target": ("select",),
    "effect": ("program",),
}
MAX_EXTENDS = 10
"""So many proposals may rest on each other, and the last on a shipped edition."""


def edition_names() -> tuple[str, ...]:
    """Return the names of the shipped editions, the latest first."""
    found = [match for path in _HERE.glob("*.yaml") if (match := _SHIPPED.fullmatch(path.stem))]
    return tuple(match[0] for match in sorted(found, key=lambda match: (int(match[1]), match[2] or ""), reverse=True))


def locate(name: str, folder: str | os.PathLike[str] | None) -> Path:
    """Return the path of an edition given by name or path; an unknown name is a `KotcError`."""
    if name in edition_names():
        return _HERE / f"{name}.yaml"
    if folder is None or not os.path.exists(Path(folder) / name):
        name = os.fspath(located(name))
    if name.endswith((".yaml", ".yml")) or os.sep in name:
        if folder is not None and not os.path.isabs(name) and os.path.exists(Path(folder) / name):
            name = os.path.join(folder, name)
        if folder is not None and not os.path.isfile(name):  # named in a file, so a device or the standard input will not do
            raise KotcError(f"there is no such edition file: {name!r}", fix="Name an edition, or a file beside this one.")
        return Path(name)
    if os.path.isfile(name):
        return Path(name)
    if name == "levelup":
        raise KotcError("'levelup' is an edition of Level-Up, and this is for Keeper of the Cards")
    known = f"Did you mean 'kotc-{name}'?" if f"kotc-{name}" in edition_names() else nearest(name, edition_names())
    newest = f"The newest is {edition_names()[0]!r}; a proposal is named by the path of its file."
    raise KotcError(f"there is no edition {name!r}", fix=f"{known} {newest}")


@dataclass(slots=True)
class Draft:
    """An edition while its files are merged: nodes, so that every message can name file and line."""

    name: str  # of the last file
    base: str  # the shipped edition extended
    file: str  # the last file's path
    top: Node  # the last file
    scalars: dict[str, Node] = field(default_factory=dict)  # these three: parts of the edition by key
    maps: dict[str, dict[str, Node]] = field(default_factory=dict)
    lists: dict[str, list[Node]] = field(default_factory=dict)
    rows: dict[str, dict[str, dict[str, Node]]] = field(default_factory=dict)  # key of a section (or ``counters``) -> name -> part -> node
    places: dict[tuple[str, str], Node] = field(default_factory=dict)  # where a row was last changed
    rules: dict[str, Switch] = field(default_factory=dict)  # switches set so far
    faults: Faults = field(default_factory=Faults)  # what is wrong so far


def collect(path: Path, seen: tuple[str, ...] = ()) -> Draft:
    """Read an edition file and those it extends, the first ones first, and merge them."""
    real = os.path.realpath(path)
    if real in seen:
        raise KotcError("this edition extends itself", file=path, fix="Remove `extends`, or name another edition.")
    if len(seen) > MAX_EXTENDS:
        raise KotcError(f"more than {MAX_EXTENDS} proposals extend each other", file=path, fix="Write what some of them say into one.")
    root = read_yaml(path, "edition file")
    top = root.entries("an edition file")
    if "cards" in top:
        raise top["cards"].error("this is a file of cards or a deck, not an edition", "A proposal begins with `extends: kotc-20`.")
    if "name" not in top:
        raise root.error("the edition has no name", "Add `name: …`.")
    name = top["name"].name("`name`")
    if "extends" in top:
        try:
            extended = locate(top["extends"].text("`extends`"), path.parent)
        except KotcError as error:
            raise top["extends"].error(error.what, error.fix) from None
        draft = collect(extended, (*seen, real))
    else:
        draft = Draft(name, name, str(path), root)
    draft.name, draft.file, draft.top = name, str(path), root
    if path.resolve().parent == _HERE.resolve():  # a shipped edition is none that extends one, however its file is written
        draft.base = name
    elif name in edition_names():
        raise top["name"].error(f"a published edition has the name {name!r}", "Give the proposal a name of its own.")
    for key, node in top.items():
        with draft.faults.collected():
            require_known_keys({key: node}, _TOP_KEYS, "an edition file")
    _merge(draft, top)
    return draft


def _merge(draft: Draft, top: dict[str, Node]) -> None:
    for key in ("title", "number", "year", "relation"):
        if key in top:
            draft.scalars[key] = top[key]
    for key in ("terms", "wording", "revised_costs", "citations"):
        with draft.faults.collected():
            merged = draft.maps.setdefault(key, {}) if key in top else {}
            for name, node in top[key].entries(f"`{key}`").items() if key in top else ():
                if name in merged and node.empty:
                    del merged[name]
                else:
                    merged[name] = _join(merged[name], node) if name in merged else node
    for key in ("refurbish", "prune", "aliases", "revised_ultra"):
        with draft.faults.collected():
            if key in top:
                draft.lists[key] = top[key].sequence(f"`{key}`")
    for key in ("rules", "level_formula"):
        with draft.faults.collected():
            for name, value in top[key].entries("`rules`").items() if key in top else ():
                with draft.faults.collected():
                    require_known_keys({name: value}, SWITCHES, "`rules`")
                    draft.rules[name] = _read_switch(name, value)
    for key in ("counters", *PLURAL.values()):
        with draft.faults.collected():
            if key in top:
                rows = draft.rows.setdefault(key, {})
                for keynode, value in () if top[key].empty else top[key].mapping(f"`{key}`"):
                    with draft.faults.collected():
                        _merge_row(draft, rows, key, keynode, value)


def _join(old: Node, new: Node) -> Node:
    """Return a map with the entries of both, the new ones first in rank, and null takes one out; anything else is replaced."""
    if old.kind != "map" or new.kind != "map":
        return new
    names = {key.raw for key, _ in new.pairs}
    pairs = [pair for pair in old.pairs if pair[0].raw not in names]
    former = {key.raw for key, _ in old.pairs}
    pairs += [pair for pair in new.pairs if not (pair[0].raw in former and pair[1].empty)]
    return Node("map", new.file, new.line, new.column, pairs=pairs)


def _merge_row(draft: Draft, rows: dict[str, dict[str, Node]], key: str, keynode: Node, value: Node) -> None:
    name = keynode.raw
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,59}", name):
        raise keynode.error(f"{name!r} is not a component name", "Use small letters, digits and underscores.")
    if draft.places.get((key, name)) is not None and draft.places[key, name].file == keynode.file and (name in rows):
        raise keynode.error(f"{name!r} is given twice in `{key}`", "Keep one of the two.")
    draft.places[key, name] = keynode
    if value.empty:
        if name not in rows:
            raise keynode.error(f"there is no {name!r} in `{key}` to remove", nearest(name, rows))
        del rows[name]
        return
    given = value.entries(f"{name} in `{key}`")
    section = next((section for section, plural in PLURAL.items() if plural == key), None)
    known = _COUNTER_KEYS if section is None else _ROW_KEYS + _PROGRAM_KEYS[section]
    require_known_keys(given, known, f"{name} in `{key}`")
    if name not in rows and "text" not in given:
        raise keynode.error(
            f"there is no {name!r} in `{key}` to change, and as a new one it has no text",
            nearest(name, rows) or "Give it a text, or name under `extends` the edition that has it.",
        )
    old = rows.get(name, {})
    if section == "condition" and set(given) & set(CONDITION_KEYS):
        # An event of its own replaces the old one as a whole: subject, zone and play belong to it.
        old = {part: value for part, value in old.items() if part not in CONDITION_KEYS}
    rows[name] = {**old, **given}


def _read_switch(name: str, node: Node) -> Switch:
    allowed = SWITCHES[name].values
    if allowed == "bool":
        return node.boolean(f"the switch {name}")
    if allowed == "formula":
        try:
            formula = parse_formula(node.text(f"the switch {name}"), frozenset(("sp", "hp")))
            formula.evaluate(sp=1, hp=1)
            return formula.text
        except FormulaError as error:
            raise node.error(f"the formula of {name} cannot be read: {error}", "Write one in sp and hp, such as `sp + hp/2`.") from error
    if isinstance(allowed, Range):
        if allowed.none and node.kind == "scalar" and node.raw == "none":
            return "none"
        return node.integer(f"the switch {name}", allowed.low, allowed.high)
    word = node.text(f"the switch {name}")
    assert isinstance(allowed, tuple)
    if word not in allowed:
        raise node.error(f"the switch {name} cannot be {word!r}", nearest(word, allowed))
    return word
