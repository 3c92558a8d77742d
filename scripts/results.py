"""All types of results, by the section of docs/reports.md (of `battle`, docs/battle.md), and their JSON schema."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from kotc_sim.experiments.balance.result import BalanceResult
from kotc_sim.experiments.battle.result import BattleResult
from kotc_sim.experiments.edition.result import EditionDiffResult, EditionHistoryResult, SweepResult
from kotc_sim.experiments.encoding import SCALARS, Ends, keys_of, part_of
from kotc_sim.experiments.matchup.result import FieldResult, MatchupResult, PlanResult, TableResult, TournamentResult
from kotc_sim.experiments.play.result import LadderResult
from kotc_sim.experiments.price.result import BacktestResult, LevelUpPriceResult, PriceResult
from kotc_sim.experiments.result import Result
from kotc_sim.experiments.worth.deck_result import MetaResult, RestrictionResult, SubstitutionResult
from kotc_sim.experiments.worth.result import ExploitResult, RateResult

RESULTS: dict[str, type[Result]] = {
    "matchup": MatchupResult,
    "matchup against a field": FieldResult,
    "matchup at one table": TableResult,
    "tournament": TournamentResult,
    "battle": BattleResult,
    "rate": RateResult,
    "exploit": ExploitResult,
    "price": PriceResult,
    "price of Level-Up": LevelUpPriceResult,
    "meta": MetaResult,
    "edition diff": EditionDiffResult,
    "edition history": EditionHistoryResult,
    "sweep": SweepResult,
    "plans": PlanResult,
    "balance": BalanceResult,
    "backtest": BacktestResult,
    "ladder": LadderResult,
    "try": SubstitutionResult,
    "ban": RestrictionResult,
}


def objects_in(kind: Any) -> Iterable[type]:
    """Yield the dataclasses that a type holds, itself first, each once."""
    found: dict[type, None] = {}
    waiting = [kind]
    while waiting:
        one = waiting.pop(0)
        origin = get_origin(one) or one
        waiting += get_args(one)
        if dataclasses.is_dataclass(origin) and origin not in found:
            found[origin] = None  # type: ignore[index]
            waiting += [each.type for each in keys_of(origin)]  # type: ignore[arg-type]
    return found


def schemas(kinds: Mapping[str, type]) -> dict[str, Any]:
    """Return one JSON schema of results, each under the name of its key, and of what they hold, under the names of the classes.

    Raises
    ------
    ValueError
        If two classes have one name.
    """
    found: dict[str, Any] = {name: {"$ref": f"#/$defs/{kind.__name__}"} for name, kind in kinds.items()}
    parts = dict.fromkeys(part for kind in kinds.values() for part in objects_in(kind))
    for part in parts:
        if part.__name__ in found:
            raise ValueError(f"two parts of results are called {part.__name__}")
        if not getattr(part, "__parameters__", ()):
            found[part.__name__] = _schema_of_object(part, {})
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": found}


def _schema_of(kind: Any, stands_for: Mapping[Any, Any]) -> dict[str, Any]:
    kind = stands_for.get(kind, kind)
    origin, parts = get_origin(kind) or kind, get_args(kind)
    if origin in (Union, UnionType):
        each = [_schema_of(part, stands_for) for part in parts]
        plain = all(set(one) == {"type"} for one in each)
        return {"type": [one["type"] for one in each]} if plain else {"anyOf": each}
    if kind is NoneType:
        return {"type": "null"}
    if origin in SCALARS:
        return {"type": SCALARS[origin][1]}
    if origin is Ends:
        return {"type": "array", "items": {"type": ["number", "null"]}, "minItems": 2, "maxItems": 2}
    if origin is tuple:
        if parts[-1] is Ellipsis:
            return {"type": "array", "items": _schema_of(parts[0], stands_for)}
        return {"type": "array", "prefixItems": [_schema_of(part, stands_for) for part in parts], "items": False, "minItems": len(parts)}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema_of(parts[1], stands_for)}
    if origin is Literal:
        return {"enum": list(parts)}
    if dataclasses.is_dataclass(origin):
        if parts:
            return _schema_of_object(origin, dict(zip(getattr(origin, "__parameters__", ()), parts, strict=True)))
        reference = {"$ref": f"#/$defs/{getattr(origin, '__name__', '')}"}
        return {"anyOf": [reference, {"type": "number"}]} if hasattr(origin, "of_number") else reference
    return {"enum": [one.value for one in origin]} if isinstance(origin, type) and issubclass(origin, Enum) else {}


def _schema_of_object(kind: Any, stands_for: Mapping[Any, Any]) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    required = []
    for one in keys_of(kind):
        if one.how == "inline":
            properties |= _schema_of_object(part_of(one.type), {})["properties"]
            continue
        said = {"description": one.says} if one.says else {}
        properties[one.name] = {**said, **({"unit": one.unit} if one.unit else {}), **_schema_of(one.type, stands_for)}
        if one.how != "left out":
            required.append(one.name)
    words = " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
    return {"type": "object", "description": words, "properties": properties, "required": required}
