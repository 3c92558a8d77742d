"""Cards while they are typed, decks and proposals of Level-Up as a page has them: `kotc_sim.games.workbench.Workbench`.

The text of a card has a line for each of its effects, ``kind: text``.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Mapping

from kotc_sim.errors import KotcError
from kotc_sim.games import workbench
from kotc_sim.games.levelup.cards import reader
from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.cards.examples import example, example_of
from kotc_sim.games.levelup.cards.legality import problems
from kotc_sim.games.levelup.cards.text import NOWHERE, Effect, Vocabulary
from kotc_sim.games.levelup.describe import card_json, deck_json
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.editions.model import EFFECT_KINDS, MAX_LEVEL, MAX_STAT, LevelUpEdition
from kotc_sim.games.protocol import problem_json
from kotc_sim.yaml_source import Node

SHAPE = workbench.Shape(
    kinds={"creature": ("level", "attack", "defense", "type", "subtype"), "magic": ()},
    numbers={
        "level": workbench.Number(1, MAX_LEVEL, 1),
        "attack": workbench.Number(0, MAX_STAT, 3),
        "defense": workbench.Number(0, MAX_STAT, 4),
    },
    words=("type", "subtype"),
    asks=("rate", "price", "try", "matchup", "edition diff", "exploit", "tournament", "meta", "ban", "sweep", "replay"),
)
MOST_OFFERS, MOST_NEAR = 8, 3
card_nodes = reader.card_nodes


def form(edition: LevelUpEdition) -> Mapping[str, object]:
    """Return how cards of an edition are typed, in its words."""
    return {
        "numbers": [{"key": key, "word": key.capitalize()} for key in SHAPE.numbers],
        "words": [
            {"key": "type", "word": "Type", "values": list(edition.types)},
            {"key": "subtype", "word": "Subtype", "values": list(edition.subtypes)},
        ],
        "cost": "attack that it pays",
        "lines": True,
        "priced": False,
        "plain": "",
        "example": "normal: Your opponent loses 1 point.\nlatent: When this creature is leveled up: You draw 1 card.",
        "sections": {},
    }


def vocabulary(edition: LevelUpEdition) -> list[workbench.Text]:
    """Return the texts of an edition, each with an example that can be written."""
    known = Vocabulary(edition)
    texts = [(one, example(one, known)) for one in edition.templates.values()]
    return [
        {
            "id": one.name, "section": ", ".join(one.kinds), "text": one.text.replace("{when}", ""),
            "written": one.text if found is None else f"{found.kind}: {found.text}", "level": "", "ultra": 0, "banned": None, "meaning": "",
        }
        for one, found in texts
    ]  # fmt: skip


def rules(edition: LevelUpEdition) -> list[workbench.Rule]:
    """Return the parameters and switches of an edition."""
    rows: list[workbench.Rule] = [
        {"name": name, "value": one.value, "meaning": one.rule, "values": {"low": one.low, "high": one.high, "none": False}}
        for name, one in edition.parameters.items()
    ]
    for name, switch in edition.switches.items():
        values = list(switch.values) or {"low": 1 if name == "turn_limit" else -9999, "high": 9999, "none": switch.optional}
        rows.append({"name": name, "value": switch.value, "meaning": switch.rule, "values": values})
    return rows


def cost_card(card: workbench.CardValues, edition: LevelUpEdition, caret: int | None = None) -> workbench.Costed:
    """Return what a card that is being typed pays with, which words are wrong, and what may be written next; see `Workbench`."""
    text, known = str(card.get("text", "")), Vocabulary(edition)
    faults = [fault for line in _lines(text) if (fault := _fault(line, known)) is not None]
    found: workbench.Costed = {"card": None, "faults": faults, "next": None}
    if not found["faults"]:
        try:
            found["card"] = _row(_read(card, known), edition)
        except KotcError as error:
            found["faults"].append({"what": error.what, "fix": error.fix or "", "start": None, "end": None, "near": []})
    if caret is not None:
        found["next"] = _next(text[:caret], caret, known)
    return found


class _Line:
    """A line of a card's text: where it begins, the kind of its effect, and its text."""

    def __init__(self, start: int, words: str) -> None:
        self.start, self.words = start, words
        head, colon, rest = words.partition(":")
        self.kind = head.strip().lower()
        self.named = bool(colon) and self.kind in EFFECT_KINDS
        self.at = start + len(head) + 1 + len(rest) - len(rest.lstrip()) if self.named else start
        self.text = rest.strip() if self.named else words.strip()


def _lines(text: str) -> list[_Line]:
    return [_Line(found.start(), found[0]) for found in re.finditer(r".*", text) if found[0].strip()]


def _fault(line: _Line, known: Vocabulary) -> workbench.Fault | None:
    end = line.start + len(line.words.rstrip())
    if not line.named:
        near = [f"{kind}: {line.text}" for kind in _kinds_of(line.text, known)][:MOST_NEAR]
        what, fix = "an effect begins with its kind", f"Write one of: {', '.join(f'{kind}:' for kind in EFFECT_KINDS)}."
        return {"what": what, "fix": fix, "start": line.start, "end": end, "near": near}
    try:
        known.parse(line.kind, line.text, NOWHERE)
    except KotcError as error:
        texts = [] if _kinds_of(line.text, known) else [found.text for found in _examples(line.kind, known).values()]
        near = difflib.get_close_matches(line.text, texts, MOST_NEAR, 0.4)
        return {"what": error.what, "fix": (error.fix or "").partition(" Search:")[0], "start": line.at, "end": end, "near": near}
    return None


def _kinds_of(text: str, known: Vocabulary) -> list[str]:
    return [kind for kind in EFFECT_KINDS if known.read(kind, text) is not None]


def _examples(kind: str, known: Vocabulary) -> dict[str, Effect]:
    """Return an effect of a kind for each template that it may have, by the template's name."""
    rows = [row for row in known.edition.templates.values() if kind in row.kinds]
    return {row.name: found for row in rows if (found := example_of(row, kind, known)) is not None}


def _read(card: workbench.CardValues, known: Vocabulary) -> Card:
    given = {key: card[key] for key in ("name", "kind", *SHAPE.kinds[str(card["kind"])]) if key in card}
    node = workbench.node_of(given)
    effects = [workbench.node_of({"kind": line.kind, "text": line.text}) for line in _lines(str(card.get("text", "")))]
    node.pairs.append((Node("scalar", workbench.FILE, 1, 1, "effects", "effects"), Node("list", workbench.FILE, 1, 1, items=effects)))
    return reader.parse_card(node, known)


def _row(card: Card, edition: LevelUpEdition) -> Mapping[str, object]:
    """Return a card as JSON has it, with what it pays: how much less than a plain creature of its level it has."""
    creature, total = card.kind == "creature", card.attack + card.defense
    line = edition.line.get(card.level) if creature else None
    bill = [
        (f"a plain creature of level {card.level}", "attack + defense", line, "no line" if line is None else str(line)),
        (f"this one, {card.attack}/{card.defense}", "attack + defense", total, f"-{total}"),
    ] * creature + [(effect.text, effect.kind, None, "") for effect in card.effects]
    return {
        **card_json(card, edition),
        "cost": None if line is None else line - total,
        "bill": [dict(zip(("text", "formula", "value", "exact"), row, strict=True)) for row in bill],
        "rated": line is not None,
    }


def _next(before: str, caret: int, known: Vocabulary) -> workbench.Offers:
    """Return what may follow, in the line that is being written: the kind of an effect, or a text of that kind."""
    start = before.rfind("\n") + 1
    line = _Line(start, before[start:])
    if not line.named:
        kinds: list[workbench.Offer] = [
            {"id": kind, "section": "kind", "text": f"{kind}: ", "level": ""} for kind in EFFECT_KINDS if kind.startswith(line.kind)
        ]
        return {"start": start, "end": caret, "offers": kinds}
    words = re.findall(r"[^\W\d_]+", line.text.casefold())
    offers: list[workbench.Offer] = [
        {"id": name, "section": line.kind, "text": found.text, "level": ""}
        for name, found in _examples(line.kind, known).items()
        if found.text != line.text and all(word in found.text.casefold() for word in words)
    ]
    offers.sort(key=lambda offer: not offer["text"].casefold().startswith(line.text.casefold()))
    return {"start": line.at, "end": caret, "offers": offers[:MOST_OFFERS]}


def as_given(card: Card, edition: LevelUpEdition) -> workbench.CardValues:
    """Return the values of a card that was read, as `cost_card` takes them."""
    values = {key: getattr(card, key) for key in SHAPE.kinds[card.kind]}
    return {"name": card.name, "kind": card.kind, **values, "text": "\n".join(f"{effect.kind}: {effect.text}" for effect in card.effects)}


def read(cards: Iterable[workbench.CardValues], edition: LevelUpEdition) -> list[Card]:
    """Read cards that are given by their values; the first that cannot be read is a `KotcError`."""
    known = Vocabulary(edition)
    return [_read(card, known) for card in cards]


def in_file(card: workbench.CardValues) -> Mapping[str, object]:
    """Return a card as its file has it."""
    kept = {key: card[key] for key in ("name", "kind", "type", "subtype", *SHAPE.numbers) if key in card}
    return {**kept, "effects": [{"kind": line.kind, "text": line.text} for line in _lines(str(card.get("text", "")))]}


def plain(name: str, edition: LevelUpEdition) -> None:
    """Return None: a name alone describes no card of this game."""


def deck(given: workbench.GivenDeck, edition: LevelUpEdition, card: Callable[[str], Card]) -> Deck:
    """Return a deck; it may be illegal. ``card`` finds one by its name."""
    if given.reserves:
        raise KotcError("decks of Level-Up have no reserves")
    return Deck(given.name, edition, given.strategy, workbench.counted(given.cards, card))


def deck_row(deck: Deck) -> Mapping[str, object]:
    """Return what a page shows of a deck: size, curve, what is wrong with it, and each card's level."""
    found = deck_json(deck)
    limits = {"least": deck.edition.parameter("deck_min"), "most": deck.edition.parameter("deck_max"), "ultra": None}
    kept = {key: found[key] for key in ("name", "legal", "size", "curve", "cards")}
    faults = [problem_json(problem) for problem in sorted(problems(deck), key=lambda problem: not problem.illegal)]
    return {**kept, "problems": faults, "ultra": 0, "reserves": [], "limits": limits}


def read_proposal(changes: workbench.Changes) -> Mapping[str, object]:
    """Return changes as the keys of an edition file."""
    base = load_edition()
    data: dict[str, dict[str, object]] = {}
    for name, value in changes.rules.items():
        section = "parameters" if name in base.parameters else "switches"
        data.setdefault(section, {})[name] = "none" if value is None else value
    gone = [key for key, change in changes.components.items() if change.get("banned")]
    if gone:
        data["templates"] = dict.fromkeys(gone)
    return workbench.merge(changes.rest, data)


def changes(root: Node) -> workbench.Changes:
    """Return the changes of an edition file: parameters, switches and texts that are taken out, and as the rest what else it says."""

    def taken_out(row: Node) -> workbench.Change | None:
        return {"banned": True} if row.empty else None

    return workbench.read_changes(root, ("name", "extends", "game"), ("parameters", "switches"), {"templates": ""}, taken_out)
