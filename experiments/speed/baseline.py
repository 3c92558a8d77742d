"""A baseline of the speed that is kept: ratios to what ran in the same rounds (C, essence-wars), so that machines can be compared."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kotc_sim.errors import KotcError

FELL = 0.9  # a ratio below this share of the baseline's is said to have fallen
RATES = ("battles/s", "games/s")

Ratios = dict[str, dict[str, float]]  # by name of the figure, and of what it is divided by


def ratios_of(found: Mapping[str, Any]) -> Ratios:
    """Return the ratios of the rates in a bench's result (`kotc_sim.experiments.speed.bench.bench`); higher is faster."""
    return {row["name"]: dict(row["ratio_to"]) for row in found["results"] if row["unit"] in RATES and row.get("ratio_to")}


def text_of(found: Mapping[str, Any]) -> str:
    """Return the ratios of a bench, and what they were measured on, as JSON; `KotcError` if it has no ratios."""
    ratios = ratios_of(found)
    if not ratios:
        raise KotcError("nothing was measured in ratio to C or to another simulator", fix="Install a C compiler, and leave --no-c out.")
    rounded = {name: {to: float(f"{value:.3g}") for to, value in row.items()} for name, row in sorted(ratios.items())}
    content = {"machine": found["machine"], "rounds": found["rounds"], "ratios": rounded}
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def read(path: Path) -> Mapping[str, Any] | None:
    """Return what `text_of` wrote; None if the file is another JSON, `KotcError` if it cannot be read, or its ratios are no numbers."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise KotcError(f"is not the result of a bench: {error}", file=path, fix="Make one with `kotc-sim bench --save FILE`.") from error
    if not isinstance(content, dict) or "ratios" not in content:
        return None
    rows = content["ratios"].values() if isinstance(content["ratios"], dict) else [None]
    if not all(isinstance(row, dict) and all(isinstance(value, float) and value > 0 for value in row.values()) for row in rows):
        raise KotcError("its ratios are not all numbers above 0", file=path, fix="Make it again with `kotc-sim bench --save FILE`.")
    return content


def compare(found: Mapping[str, Any], baseline: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the ratios that both have: name, to (what it is divided by), before, after, change, fell (below `FELL`)."""
    rows = []
    for name, now in ratios_of(found).items():
        for to, value in now.items():
            before = baseline["ratios"].get(name, {}).get(to)
            if before is not None:
                change = value / before
                rows.append({"name": name, "to": to, "before": before, "after": value, "change": change, "fell": change < FELL})
    return rows


def lines(rows: Sequence[Mapping[str, Any]], machine: Any) -> list[str]:
    """Return the comparison as text: each ratio, and a line for each that fell."""
    revision = machine.get("revision") if isinstance(machine, dict) else None
    width = max((len(row["name"]) for row in rows), default=0)
    text = ["", f"Compared with the baseline of revision {revision or 'unknown'}, in ratio to what ran beside it:"]
    for row in rows:
        words = row["to"].replace("_", " ")
        text.append(f"{row['name']:<{width}}  {row['before']:>7.3g} → {row['after']:<7.3g} × {words}  ({row['change']:.2f})")
    fallen = [row for row in rows if row["fell"]]
    text += [f"Fell by {100 * (1 - row['change']):.0f} %: {row['name']}, in ratio to {row['to'].replace('_', ' ')}" for row in fallen]
    if not rows:
        text.append("None of its ratios was measured.")
    elif not fallen:
        text.append(f"No ratio fell by more than {100 * (1 - FELL):.0f} %.")
    return text
