"""Write the tables of docs/reports.md and docs/battle.md, and docs/results.schema.json, from the types of results.

A test says when they are out of date.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kotc_sim.experiments.encoding import Key, keys_of, part_of, words_of
from kotc_sim.experiments.result import BeforeAfter, Both, Limits, Measure, Notable, Result, Used, Verdict
from scripts.results import RESULTS, objects_in, schemas

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = (DOCS / "reports.md", DOCS / "battle.md")
SCHEMA = DOCS / "results.schema.json"
BLOCK = re.compile(r"(<!-- result: (?P<name>[^>]*) -->\n).*?(<!-- /result -->)", re.DOTALL)


def with_tables(page: str) -> str:
    """Return the page with the present tables, between the marks of each section."""
    return BLOCK.sub(lambda found: found[1] + block(found["name"]) + found[3], page)


def block(name: str) -> str:
    """Return what a section of the page holds: its keys, then those of each part that no earlier section has."""
    if name == "verdicts":
        rows = [f"| `{one.value}` | {one.tone} | {int(one.answer)} | {one.sentence} |" for one in Verdict]
        return "\n".join(["| verdict | tone | with `--strict` | said when |", "|---|---|---|---|", *rows, ""])
    if name == "every result":
        inner = [f"`{part.__name__}`: {first_sentence(part)}\n\n{rows_of(keys_of(part))}" for part in (Notable, Used)]
        return "\n".join([rows_of(keys_of(Result)), *inner, "`limits` (every key optional):\n", rows_of(keys_of(Limits))])
    kind: Any = RESULTS[name]
    earlier = {part for other in list(RESULTS)[: list(RESULTS).index(name)] for part in objects_in(RESULTS[other])}
    shared = {one.name: one.how for one in keys_of(Result)}
    inline = [part_of(one.type) for part in objects_in(kind) for one in keys_of(part) if one.how == "inline"]
    parts: list[Any] = [
        one
        for one in objects_in(kind)
        if one not in (kind, Notable, Used, *inline, *earlier) and not issubclass(one, (Limits, Measure, Both, BeforeAfter))
    ]
    words = [f"`{part.__name__}`: {first_sentence(part)}\n\n{rows_of(keys_of(part))}" for part in parts]
    return "\n".join(
        [rows_of(one for one in keys_of(kind) if one.how == "needed" != shared.get(one.name) or one.name not in shared), *words]
    )


def rows_of(keys: Iterable[Key]) -> str:
    """Return a table of keys; **!** marks those that are always there."""
    lines = ["| key | type | unit | meaning |", "|---|---|---|---|"]
    for one in keys:
        if one.how == "inline":
            lines += rows_of(each._replace(how="left out") for each in keys_of(part_of(one.type))).splitlines()[2:]
        else:
            lines.append(f"| `{one.name}`{' !' if one.how == 'needed' else ''} | {words_of(one.type)} | {one.unit} | {one.says} |")
    return "\n".join(lines) + "\n"


def first_sentence(kind: type) -> str:
    """Return what a part is."""
    return " ".join((kind.__doc__ or "").partition("\n\n")[0].split())


def schema() -> str:
    """Return the JSON schema of all results."""
    return json.dumps(schemas(RESULTS), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(with_tables(path.read_text(encoding="utf-8")), encoding="utf-8")
    SCHEMA.write_text(schema(), encoding="utf-8")
