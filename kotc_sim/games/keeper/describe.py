"""Cards, decks and editions in words, and as JSON has them."""

import textwrap
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.level import price_card
from kotc_sim.games.keeper.editions import Edition, Row, edition_names, load_edition
from kotc_sim.games.keeper.editions.difference import Difference, difference
from kotc_sim.games.keeper.editions.difference import list_changes as list_changes  # as Level-Up's module of this name has it
from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.protocol import Problem, attributes, curve_lines, problem_json
from kotc_sim.games.switches import word
from kotc_sim.games.vocabulary import Entry

if TYPE_CHECKING:
    from kotc_sim.games.keeper.cards.migrate import Migration

_TEXT_WIDTH = 64
_HEADINGS = {
    "caveat": "Caveats",
    "condition": "Activation conditions",
    "cost": "Activation costs",
    "target": "Target selections",
    "effect": "Effects",
}


def card_text(card: Card, edition: Edition, moved: "Migration | None" = None, target: Edition | None = None) -> str:
    """Return a card like a bill, what makes it illegal, and what it becomes in a target edition, if one is named."""
    terms = edition.terms
    kind = terms.get(card.kind, card.kind)
    stats = f" {card.sp}/{card.hp}" if card.kind == "minion" else ""
    ultra = f", {_points(card.ultra, terms)}" if card.ultra else ""
    lines = [f"{card.name}: {kind}{stats}, {terms['level']} {card.level}{ultra} ({edition.title})"]
    bill = price_card(card, edition).lines
    width = min(_TEXT_WIDTH, max((len(line.text) for line in bill), default=0))
    middle = max((len(line.formula) for line in bill), default=0)
    for line in bill:
        value = str(line.value) if line.value or not line.formula.startswith("t =") else ""
        *above, last = textwrap.wrap(line.text, _TEXT_WIDTH)
        lines += [f"  {part}" for part in above]
        lines.append(f"  {last:<{width}}  {line.formula:<{middle}}  {value:>6}".rstrip())
    lines += [f"  not legal: {_problem(problem)}" for problem in card.problems]
    if moved is not None and target is not None:
        lines += _migration_lines(moved, target)
    return "\n".join(lines) + "\n"


def card_json(card: Card, edition: Edition, moved: "Migration | None" = None) -> dict[str, object]:
    """Return a card as JSON has it, with its bill, and what it becomes in another edition, if it was migrated."""
    bill = price_card(card, edition).lines
    entry: dict[str, object] = {
        **attributes(card, "name kind sp hp level printed_level ultra"),
        "edition": edition.name,
        "design_edition": card.design_edition,
        "legal": not card.problems,
        "bill": [{**attributes(line, "text formula"), "value": _number(line.value), "exact": str(line.value)} for line in bill],
        "problems": [problem_json(problem) for problem in card.problems],
    }
    if moved is not None:
        entry["migration"] = {
            "playable": moved.playable,
            **(dict.fromkeys(("text", "level", "ultra")) if moved.card is None else attributes(moved.card, "text level ultra")),
            "missing": list(moved.missing),
            "rules": list(moved.rules),
            "problems": [problem_json(problem) for problem in moved.problems],
        }
    return entry


def _migration_lines(moved: "Migration", target: Edition) -> list[str]:
    if moved.card is None:
        lines = [f"  in {target.title}: no counterpart for {text!r}" for text in moved.missing]
    else:
        rules = f" (by {', '.join(moved.rules)})" if moved.rules else ""
        level = target.terms["level"]
        head = "usable as it is" if moved.playable else "to be designed again"
        lines = [f"  in {target.title}: {head}, {level} {moved.card.level}{rules}"]
        lines += [f"    {line}" for line in moved.card.text.splitlines()]
    return lines + [f"    {_problem(problem)}" for problem in moved.problems]


def _points(count: int, terms: Mapping[str, str]) -> str:
    return _count(count, terms["ultra"].removesuffix("s"))


def _count(number: int, one: str, many: str = "") -> str:
    """Return ``1 card`` or ``40 cards``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _problem(problem: Problem) -> str:
    rule = f" ({problem.rule})" if problem.rule else ""
    return f"{problem.what}{rule}. {problem.fix}"


def _number(value: Fraction) -> int | float:
    """Return a fraction as JSON has it: a whole number, or the nearest float."""
    return int(value) if value.denominator == 1 else float(value)


def deck_text(deck: Deck) -> str:
    """Return a deck's summary as text: size, curve, and what is wrong with it."""
    terms = deck.edition.terms
    total = sum(count for _, count in deck.main)
    minions = sum(count for card, count in deck.main if card.kind == "minion")
    mean = sum(card.level * count for card, count in deck.main) / total if total else 0.0
    kinds = f"{_count(minions, terms['minion'], terms['minions'])}, {_count(total - minions, terms['spell'])}"
    lines = [f"{deck.name}: {_count(deck.size, 'card')} ({deck.edition.title})", f"  {kinds}, mean {terms['level']} {mean:.2f}"]
    if isinstance(deck.edition.rules["ultra_limit"], int):
        lines.append(f"  {deck.ultra} of {deck.edition.rules['ultra_limit']} {terms['ultra']}")
    if deck.reserves:
        names = ", ".join(f"{count} {card.name}" for card, count in deck.reserves)
        lines.append(f"  reserves: {names}")
    lines += curve_lines(_curve(deck), terms["level"], 2)
    problems = deck_problems(deck)
    lines += [f"  not legal: {f'{one.file}:{one.line}: ' if one.line else ''}{_problem(one)}" for one in problems]
    return "\n".join([*lines, *([] if problems else ["  legal"])]) + "\n"


def deck_json(deck: Deck) -> dict[str, object]:
    """Return a deck as JSON has it."""
    problems = deck_problems(deck)
    return {
        **attributes(deck, "name file"),
        "edition": deck.edition.name,
        "strategy": deck.strategy,
        "legal": not problems,
        **attributes(deck, "size ultra"),
        "curve": {str(level): count for level, count in _curve(deck).items()},
        "cards": [{"name": card.name, "count": count, **attributes(card, "kind sp hp level ultra")} for card, count in deck.counts],
        "reserves": [{"name": card.name, "count": count} for card, count in deck.reserves],
        "problems": [problem_json(problem) for problem in problems],
    }


def _curve(deck: Deck) -> dict[int, int]:
    """Return how many cards of the deck have each level, the reserves not included, in order of level."""
    return dict(sorted(Counter(card.level for card in deck.cards()).items()))


def edition_row(edition: Edition) -> tuple[str, Mapping[str, Any]]:
    """Return an edition as a line of a list, and as a row of JSON."""
    refused = sum(row.banned is not None for row in edition.rows.values())
    row = {**attributes(edition, "name title year relation"), "components": len(edition.rows), "refused": refused}
    support = f"{len(edition.rows) - refused} play, {refused} are refused" if refused else "all play"
    line = f"{edition.name:<17} {edition.year or ''}  {edition.title}: {edition.relation}; {len(edition.rows)} components, {support}"
    return line, row


def edition_text(edition: Edition) -> str:
    """Return an edition in words: switches, vocabulary with prices, counters."""
    lines = [edition.title, "", "Rules"]
    lines += [f"  {name:<28} {word(value):<18} {SWITCHES[name].meaning}".rstrip() for name, value in edition.rules.items()]
    for section, heading in _HEADINGS.items():
        rows = edition.section(section)
        lines += ["", heading] if rows else []
        for row in rows:
            ultra = f"  +{_points(row.ultra, edition.terms)}" if row.ultra else ""
            banned = f"  banned ({row.banned})" if row.banned else ""
            lines.append(f"  {row.level.text:<10} {row.text}{ultra}{banned}")
    lines += ["", "Counters"]
    for counter in edition.counters.values():
        lines.append(f"  {counter.text:<22} {counter.way}".rstrip())
    return "\n".join(lines)


def edition_json(edition: Edition) -> dict[str, object]:
    """Return an edition as JSON has it."""
    return {
        **attributes(edition, "name title number base"),
        "terms": dict(edition.terms),
        "rules": dict(edition.rules),
        "components": [
            {**attributes(row, "id section text"), "level": row.level.text, **attributes(row, "ultra banned")}
            for row in edition.rows.values()
        ],
        "counters": [attributes(counter, "name text pop react") for counter in edition.counters.values()],
    }


def vocabulary(edition: Edition) -> list[Entry]:
    """Return the edition's components, each with its formula."""

    def note(row: Row) -> str:
        ultra = f"+{_points(row.ultra, edition.terms)}" if row.ultra else ""
        return ", ".join(filter(None, (ultra, f"banned ({row.banned})" if row.banned else "")))

    rows = [(heading, row) for section, heading in _HEADINGS.items() for row in edition.section(section)]
    return [Entry(row.id, heading, row.text, row.level.text, note(row)) for heading, row in rows]


def proposal_text(edition: Edition) -> str:
    """Return what a proposal that was read changes in the edition that it rests on."""
    changes = _changes(edition)
    said = [] if changes is None else _difference_lines(changes) or [f"  It changes nothing in {edition.base}."]
    return "\n".join([f"{edition.title}: the file is sound.", *said])


def proposal_json(edition: Edition) -> dict[str, object]:
    """Return what a proposal that was read changes, as JSON has it."""
    changes = _changes(edition)
    return {"edition": edition.name, "base": edition.base, "valid": True, "changes": {} if changes is None else _difference_json(changes)}


def _changes(edition: Edition) -> Difference | None:
    return difference(load_edition(edition.base), edition) if edition.base in edition_names() else None


def _difference_lines(changes: Difference) -> list[str]:
    lines = [f"  rule {name}: {word(old)} -> {word(new)}" for name, (old, new) in changes.switches.items()]
    for before, after, parts in changes.changed:
        said = {
            "level": f"level {before.level.text} -> {after.level.text}",
            "text": f"text {before.text!r} -> {after.text!r}",
            "ultra": f"ultra {before.ultra!r} -> {after.ultra!r}",
            "banned": "allowed" if after.banned is None else "banned",
        }
        lines += [f"  {after.id}: {said.get(part, f'{part} changed')}" for part in parts]
    lines += [f"  new {row.id}: {row.text!r}, level {row.level.text}" for row in changes.added]
    lines += [f"  gone {row.id}: {row.text!r}" for row in changes.removed]
    what = {name: "new" if old is None else "gone" if new is None else "changed" for name, (old, new) in changes.counters.items()}
    return lines + [f"  counter {name}: {became}" for name, became in what.items()]


def _difference_json(changes: Difference) -> dict[str, object]:
    return {
        "rules": {name: {"old": old, "new": new} for name, (old, new) in changes.switches.items()},
        "changed": [
            {"id": new.id, "parts": list(parts), "old_level": old.level.text, "new_level": new.level.text}
            | {"old_text": old.text, "new_text": new.text}
            for old, new, parts in changes.changed
        ],
        "added": [{"id": row.id, "text": row.text, "level": row.level.text} for row in changes.added],
        "removed": [attributes(row, "id text") for row in changes.removed],
        "counters": sorted(changes.counters),
    }
