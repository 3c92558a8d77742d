"""Cards, decks and editions of Level-Up in words, and as JSON has them."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kotc_sim.games.design import EditionChanges, RuleChange
from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.cards.legality import problems
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.editions.model import BASE, LevelUpEdition, Template
from kotc_sim.games.protocol import attributes, curve_lines, problem_json
from kotc_sim.games.switches import word
from kotc_sim.games.vocabulary import Entry


def list_changes(before: LevelUpEdition, after: LevelUpEdition) -> EditionChanges:
    """Return what differs between two editions: names with values before and after; ``–`` where there is none."""
    rows = []

    def compare(prefix: str, old: Mapping[Any, str], new: Mapping[Any, str]) -> None:
        for name in dict.fromkeys([*old, *new]):
            pair = old.get(name, "–"), new.get(name, "–")
            if pair[0] != pair[1]:
                rows.append(RuleChange(f"{prefix}{name}", *pair))

    both = (before, after)
    compare("", *({n: str(p.value) for n, p in e.parameters.items()} for e in both))
    compare("", *({n: word(s.value) for n, s in e.switches.items()} for e in both))
    compare("line of level ", *({n: str(total) for n, total in e.line.items()} for e in both))
    compare("subtype ", *(dict.fromkeys(e.subtypes, "yes") for e in both))
    compare("effect ", *({n: _describe(t) for n, t in e.templates.items()} for e in both))
    return EditionChanges(tuple(rows))


def _describe(row: Template) -> str:
    means = f" = {' '.join(row.means)}" if row.means else ""
    return f"{row.text} ({', '.join(row.kinds)}){means}"


def deck_text(deck: Deck) -> str:
    """Return a deck's summary: size, types, curve, and what is wrong with it."""
    creatures = Counter(card.level for card in deck.cards() if card.kind == "creature")
    types = Counter(card.type for card in deck.cards() if card.kind == "creature")
    magic = deck.size - creatures.total()
    of_types = ", ".join(f"{n} {name}" for name, n in types.most_common())
    lines = [
        f"{deck.name}: {deck.size} card{'' if deck.size == 1 else 's'} ({deck.edition.name})",
        f"  {creatures.total()} creature{'' if creatures.total() == 1 else 's'}{f' ({of_types})' if types else ''}, "
        f"{magic} magic card{'' if magic == 1 else 's'}",
    ]
    lines += curve_lines(creatures, "level", 1)
    found = problems(deck)
    lines += [f"  {'not legal' if problem.illegal else 'warning'}: {problem}" for problem in found]
    if not any(problem.illegal for problem in found):
        lines.append("  legal")
    return "\n".join(lines) + "\n"


def deck_json(deck: Deck) -> dict[str, object]:
    """Return a deck as JSON has it."""
    found = problems(deck)
    curve = Counter(card.level for card in deck.cards() if card.kind == "creature")
    return {
        **attributes(deck, "name file"),
        "edition": deck.edition.name,
        "strategy": deck.strategy,
        "legal": not any(problem.illegal for problem in found),
        "size": deck.size,
        "curve": {str(level): curve[level] for level in sorted(curve)},
        "cards": [{"count": count, **_stats(card)} for card, count in deck.counts],
        "problems": [problem_json(problem) for problem in found if problem.illegal],
        "warnings": [problem_json(problem) for problem in found if not problem.illegal],
    }


def card_text(card: Card, edition: LevelUpEdition, moved: None = None, target: None = None) -> str:
    """Return a card in words: its numbers beside the line of its level, and its effects."""
    lines = [f"{card.name}: magic card ({edition.name})"]
    if card.kind == "creature":
        lines = [f"{card.name}: {card.type} creature ({card.subtype}), level {card.level}, {card.attack}/{card.defense} ({edition.name})"]
        total, line = card.attack + card.defense, edition.line.get(card.level)
        if line is None:
            place = f"the edition has no line for level {card.level}"
        else:
            where = "on" if total == line else f"{abs(total - line)} {'above' if total > line else 'below'}"
            place = f"{where} the line of level {card.level}" + ("" if total == line else f", {line}")
        lines.append(f"  attack + defense {total}: {place}")
    lines += [f"  {effect.kind.capitalize()}: {effect.text}" for effect in card.effects]
    return "\n".join(lines) + "\n"


def card_json(card: Card, edition: LevelUpEdition, moved: None = None) -> dict[str, object]:
    """Return a card as JSON has it; Level-Up has no formula for a card's price, so its bill is empty."""
    return {
        **_stats(card),
        "line": edition.line.get(card.level) if card.kind == "creature" else None,
        "edition": edition.name,
        "legal": True,
        "ultra": 0,
        "bill": [],
        "effects": [attributes(effect, "kind text template") for effect in card.effects],
        "problems": [],
    }


def _stats(card: Card) -> dict[str, object]:
    return {**attributes(card, "name kind type"), "subtype": card.subtype or None, **attributes(card, "level attack defense")}


def edition_row(edition: LevelUpEdition) -> tuple[str, Mapping[str, Any]]:
    """Return an edition as a line of a list, and as a row of JSON."""
    row = {"name": edition.name, "title": "Level-Up", "components": len(edition.templates)}
    return f"{edition.name:<8}  Level-Up, the second game, {len(edition.templates)} effect texts, {len(edition.switches)} switches", row


def edition_text(edition: LevelUpEdition) -> str:
    """Return an edition in words: numbers, switches, line, vocabulary."""
    lines = [f"Level-Up, {edition.name}", "", "Parameters"]
    lines += [f"  {name:<34} {parameter.value}" for name, parameter in edition.parameters.items()]
    lines += ["", "Switches"]
    for name, switch in edition.switches.items():
        others = " | ".join(word(value) for value in switch.values if value != switch.value)
        lines.append(f"  {name:<34} {word(switch.value):<28} {f'or {others}' if others else ''}".rstrip())
    lines += ["", "Line (attack + defense of a plain creature)"]
    lines += [f"  level {level:<28} {total}" for level, total in edition.line.items()]
    lines += ["", "Effects"]
    lines += [f"  {', '.join(row.kinds):<50} {row.text}" for row in edition.templates.values()]
    return "\n".join(lines)


def edition_json(edition: LevelUpEdition) -> dict[str, object]:
    """Return an edition as JSON has it."""
    return {
        "name": edition.name,
        "game": edition.game,
        "parameters": {name: parameter.value for name, parameter in edition.parameters.items()},
        "switches": {name: switch.value for name, switch in edition.switches.items()},
        "line": {str(level): total for level, total in edition.line.items()},
        "types": list(edition.types),
        "subtypes": list(edition.subtypes),
        "templates": [{"id": row.name, "text": row.text, "kinds": list(row.kinds)} for row in edition.templates.values()],
    }


def vocabulary(edition: LevelUpEdition) -> list[Entry]:
    """Return the edition's effect texts, each with the kinds of effects that may have it."""
    return [Entry(row.name, "Effects", row.text, ", ".join(row.kinds)) for row in edition.templates.values()]


def proposal_text(edition: LevelUpEdition) -> str:
    """Return what a proposal that was read changes in Level-Up."""
    lines = [f"  {name}: {old} -> {new}" for name, old, new in list_changes(load_edition(), edition).rules]
    return "\n".join([f"{edition.name}: the file is sound.", *(lines or [f"  It changes nothing in {BASE}."])])


def proposal_json(edition: LevelUpEdition) -> dict[str, object]:
    """Return what a proposal that was read changes, as JSON has it."""
    rows = [row._asdict() for row in list_changes(load_edition(), edition).rules]
    return {"edition": edition.name, "base": BASE, "valid": True, "changes": {"rules": rows}}
