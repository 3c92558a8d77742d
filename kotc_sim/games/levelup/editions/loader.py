"""Editions of Level-Up read from ``levelup.yaml`` beside this file and from proposals."""

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from kotc_sim.errors import Faults, KotcError, one_line
from kotc_sim.games.levelup.editions import model
from kotc_sim.games.switches import word
from kotc_sim.yaml_source import Node, nearest, read_yaml, require_known_keys, whole_number
from kotc_sim.yaml_source.places import located

MAX_EXTENDS = 10  # so many proposals may rest on each other, and the last on `BASE`
_KEYS = (
    "name", "game", "extends", "parameters", "switches", "line", "types", "subtypes", "events", "actions", "templates", "about",
)  # fmt: skip


def load_edition(name: str | os.PathLike[str] = model.BASE) -> model.LevelUpEdition:
    """Load an edition of Level-Up.

    ``name``: ``levelup``, or a proposal's file, which ``extends: levelup`` or another proposal. A `KotcError` if the file is malformed,
    extends itself, or changes something that does not exist.
    """
    return _load(os.fspath(name), ())


def load_named_edition(node: Node) -> model.LevelUpEdition:
    """Load the edition that a file names: ``levelup``, or a file beside it or in the current folder."""
    name = node.text("edition")
    if name == model.BASE:
        return load_edition()
    for path in (Path(node.file).parent / name, Path(name)):
        if os.path.isfile(path):
            return load_edition(path)
    raise node.error(f"there is no edition {name!r} of Level-Up", "Write `levelup`, or the path of a proposal.")


def _load(name: str, below: tuple[str, ...]) -> model.LevelUpEdition:
    if name == model.BASE:
        path = Path(__file__).with_name("levelup.yaml")
        return _base(read_yaml(path, "edition"), str(path))
    path = located(name)
    key = os.path.realpath(path)
    root = read_yaml(path, "edition")
    entries = root.entries("an edition")
    if "cards" in entries:
        raise entries["cards"].error("this is a file of cards or a deck, not an edition", "A proposal begins with `extends: levelup`.")
    require_known_keys(entries, _KEYS, "an edition of Level-Up")
    if "extends" not in entries:
        raise root.error("the edition does not say what it extends", "Write `extends: levelup`.")
    parent_node = entries["extends"]
    parent = parent_node.text("extends")
    if parent != model.BASE:
        parent = str(path.parent / parent)
        if not os.path.isfile(parent):
            raise parent_node.error(
                f"there is no edition {parent_node.raw!r} of Level-Up", "Write `levelup`, or the path of another proposal."
            )
        if os.path.realpath(parent) in (*below, key):
            raise parent_node.error("the editions extend one another in a circle", "Extend `levelup`.")
    if len(below) >= MAX_EXTENDS:
        raise parent_node.error(f"more than {MAX_EXTENDS} proposals extend each other", "Write what some of them say into one.")
    return extend(_load(parent, (*below, key)), entries, str(path))


def _base(root: Node, file: str) -> model.LevelUpEdition:
    entries = root.entries()
    parameters = {}
    for name, node in entries["parameters"].entries().items():
        row = node.plain()
        parameters[name] = model.Parameter(row["default"], row["low"], row["high"], row["rule"])
    switches = {}
    for name, node in entries["switches"].entries().items():
        row = node.plain()
        kind = row.get("type", "")
        default = None if row["default"] == "none" and kind else row["default"]
        switches[name] = model.Switch(default, tuple(row.get("values", ())), kind.endswith("none"), f"levelup.ruling.{row['ruling']}")
    types, subtypes, events, actions, line = (entries[key].plain() for key in ("types", "subtypes", "events", "actions", "line"))
    edition = model.LevelUpEdition(
        entries["name"].raw, file, parameters, switches, tuple(types), tuple(subtypes), events, actions, {},
        {int(level): total for level, total in line.items()},
    )  # fmt: skip
    return replace(edition, templates=_templates(entries["templates"], edition))


def extend(parent: model.LevelUpEdition, entries: dict[str, Node], file: str) -> model.LevelUpEdition:
    """Return an edition with the changes of a proposal: the entries of its file."""
    for fixed in ("types", "events", "actions"):
        if fixed in entries:
            raise entries[fixed].error(f"a proposal cannot change the {fixed}", "Change parameters, switches, subtypes or templates.")
    faults = Faults()
    parameters = dict(parent.parameters)
    for name, node in _section(entries, "parameters"):
        with faults.collected():
            if name not in parameters:
                raise node.error(f"there is no parameter {name!r}", nearest(name, parameters))
            old = parameters[name]
            parameters[name] = replace(old, value=node.integer(name, old.low, old.high))
    if parameters["deck_min"].value > parameters["deck_max"].value:
        where = entries.get("parameters")
        raise KotcError(
            "deck_min is above deck_max: no deck would be legal",
            file=file,
            line=where.line if where else None,
            fix="Lower deck_min or raise deck_max.",
        )
    switches = dict(parent.switches)
    for name, node in _section(entries, "switches"):
        with faults.collected():
            if name not in switches:
                raise node.error(f"there is no switch {name!r}", nearest(name, switches))
            switches[name] = replace(switches[name], value=_switch_value(name, switches[name], node))
    subtypes = list(parent.subtypes)
    if "subtypes" in entries:
        for node in entries["subtypes"].sequence("subtypes"):
            name = node.text("a subtype")
            if not name.isalpha() or not name[0].isupper() or name in parent.types:
                raise node.error(f"{name!r} cannot be a subtype", "A capitalised word that is not a type.")
            if name not in subtypes:
                subtypes.append(name)
        if len(subtypes) > 60:
            raise entries["subtypes"].error("there are more than 60 subtypes")
    line = dict(parent.line)
    for key, node in _section(entries, "line"):
        with faults.collected():
            level = whole_number(key) or 0
            if not 1 <= level <= model.MAX_LEVEL:
                raise node.error(f"{key!r} is no level", f"Write a number from 1 to {model.MAX_LEVEL}, such as `line: {{2: 13}}`.")
            line[level] = node.integer(f"the line at level {key}", 0, 2 * model.MAX_STAT)
    name = entries["name"].name("name") if "name" in entries else one_line(Path(file).stem)
    edition = replace(
        parent, name=name, file=file, parameters=parameters, switches=switches, subtypes=tuple(subtypes), line=dict(sorted(line.items()))
    )
    if "templates" in entries:
        with faults.collected():
            edition = replace(edition, templates=_templates(entries["templates"], edition))
    faults.raise_all()
    return edition


def _section(entries: dict[str, Node], name: str) -> Iterable[tuple[str, Node]]:
    return entries[name].entries(name).items() if name in entries else ()


def _switch_value(name: str, switch: model.Switch, node: Node) -> model.SwitchValue:
    if switch.values:
        value = node.value
        if value in switch.values and isinstance(value, type(switch.values[0])):
            return value
        shown = " or ".join(map(word, switch.values))
        raise node.error(f"the switch {name} is {node.described()}", f"Write {shown}.")
    if switch.optional and node.raw in ("none", "null", "~", ""):
        return None
    return node.integer(name, 1 if name == "turn_limit" else -9999, 9999)


def _templates(node: Node, edition: model.LevelUpEdition) -> dict[str, model.Template]:
    result = dict(edition.templates)
    ops = {t.op for t in edition.templates.values() if t.op}
    for name, row in node.entries("templates").items():
        if row.empty:
            if name not in result:
                raise row.error(f"there is no template {name!r} to remove", nearest(name, result))
            del result[name]
            continue
        parts = row.entries(f"the template {name}", ("text", "op", "kinds", "rule", "means"))
        old = result.get(name) or model.Template(name, "", "", (), (), "", row)
        text, op, rule = (parts[key].text(key) if key in parts else getattr(old, key) for key in ("text", "op", "rule"))
        if not text:
            raise row.error(f"the template {name} has no text", 'Write `text: "You draw {n} card(s)."`.')
        kinds = tuple(item.text("a kind") for item in parts["kinds"].sequence("kinds")) if "kinds" in parts else old.kinds
        unknown = [kind for kind in kinds if kind not in model.EFFECT_KINDS]
        if unknown or not kinds:
            raise parts.get("kinds", row).error(
                f"the template {name} has the kinds {list(kinds)}", f"Choose from {', '.join(model.EFFECT_KINDS)}."
            )
        means = tuple(item.text("a text") for item in parts["means"].sequence("means")) if "means" in parts else old.means
        if means:
            op = ""
        elif ops and op not in ops:
            raise parts.get("op", row).error(
                f"the template {name} has no operation that the engine knows" if not op else f"the engine has no operation {op!r}",
                nearest(op, ops) if op else "Say what it `means:`, a list of other texts.",
            )
        result[name] = model.Template(name, text, op, kinds, means, rule, row)
    return result
