"""Cards while they are typed, decks and proposals of Keeper of the Cards as a page has them: `kotc_sim.games.workbench.Workbench`."""

import re
from collections.abc import Callable, Iterable, Mapping

from kotc_sim.errors import KotcError
from kotc_sim.games import workbench
from kotc_sim.games.keeper.cards import reader
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.completing import complete, speaks_of_one, write_completed
from kotc_sim.games.keeper.cards.parser import TextError
from kotc_sim.games.keeper.describe import card_json, deck_json
from kotc_sim.games.keeper.editions import Edition
from kotc_sim.games.keeper.editions.draft import PLURAL
from kotc_sim.games.keeper.editions.model import PREFIX
from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.switches import Range, Switch
from kotc_sim.games.vocabulary import meaning
from kotc_sim.yaml_source import Node

SHAPE = workbench.Shape(
    kinds={"minion": ("sp", "hp"), "spell": ()},
    numbers={"sp": workbench.Number(0, 999, 2), "hp": workbench.Number(0, 999, 4)},
    words=(),
    asks=(
        *("rate", "price", "try", "matchup", "battle", "edition diff", "exploit", "tournament", "meta", "ban"),
        *("sweep", "balance", "replay"),
    ),
)
_SECTION = {prefix: section for section, prefix in PREFIX.items()}
_NOWHERE = Node("scalar", "", 0, 0)
card_nodes = reader.card_nodes


def vocabulary(edition: Edition) -> list[workbench.Text]:
    """Return the components of an edition."""
    return [
        {
            "id": row.id, "section": row.section, "text": row.text, "written": write_completed(row, edition), "level": row.level.text,
            "ultra": row.ultra, "banned": row.banned, "meaning": meaning(row.text),
        }
        for row in edition.rows.values()
    ]  # fmt: skip


def cost_card(card: workbench.CardValues, edition: Edition, caret: int | None = None) -> workbench.Costed:
    """Return what a card that is being typed costs; see `kotc_sim.games.workbench.Workbench`."""
    text = str(card.get("text", ""))
    found: workbench.Costed = {"card": None, "faults": [], "next": None}
    try:
        row = card_json(reader.read_card(workbench.node_of(card), edition), edition)
        found["card"] = {**row, "cost": row["level"]}
    except KotcError as error:
        found["faults"].append(_fault(error, text, edition))
    if caret is not None:
        ahead = complete(text[:caret], edition)
        found["next"] = {
            "start": offset(text, ahead.start),
            "end": caret,
            "offers": [{"id": row.id, "section": row.section, "text": shown, "level": row.level.text} for row, shown in ahead.offers],
        }
    return found


def _fault(error: KotcError, text: str, edition: Edition) -> workbench.Fault:
    fault: workbench.Fault = {"what": error.what, "fix": error.fix or "", "start": None, "end": None, "near": []}
    if isinstance(error, TextError):
        start, end = (offset(text, place) for place in error.span)
        single = speaks_of_one(text[:start])
        near = [write_completed(row, edition, error.words, single=single) for row in error.near()]
        fault = {**fault, "start": start, "end": max(start, end), "near": near}
    return fault


def offset(text: str, place: tuple[int, int]) -> int:
    """Return the offset in a text of a line and a column from 0, at most the text's length."""
    row, column = place
    starts = [0, *(found.end() for found in re.finditer("\n", text))]
    return min(len(text), starts[min(row, len(starts) - 1)] + column)


def as_given(card: Card, edition: Edition) -> workbench.CardValues:
    """Return the values of a card that was read, as `cost_card` and a card file take them."""
    given: dict[str, object] = {"name": card.name, "kind": card.kind}
    if card.kind == "minion":
        given |= {"sp": card.sp, "hp": card.hp}
    given["text"] = card.text
    if card.design_edition != edition.number:
        given["design_edition"] = card.design_edition
    return given


def read(cards: Iterable[workbench.CardValues], edition: Edition) -> list[Card]:
    """Read cards that are given by their values; the first that cannot be read is a `KotcError`."""
    return [reader.read_card(workbench.node_of(card), edition) for card in cards]


def in_file(card: workbench.CardValues) -> workbench.CardValues:
    """Return a card as its file has it: as it is given."""
    return card


def plain(name: str, edition: Edition) -> Card | None:
    """Return the card that a name alone describes, such as ``minion 2/4``, or None."""
    return reader.plain_card(name, edition, _NOWHERE)


def deck(given: workbench.GivenDeck, edition: Edition, card: Callable[[str], Card]) -> Deck:
    """Return a deck; it may be illegal. ``card`` finds one by its name."""
    return Deck(given.name, edition, given.strategy, workbench.counted(given.cards, card), workbench.counted(given.reserves, card))


def deck_row(deck: Deck) -> Mapping[str, object]:
    """Return what a page shows of a deck: size, Ultra Points, curve, what is wrong with it, and each card's level."""
    found = deck_json(deck)
    rules = deck.edition.rules
    return {
        **{key: found[key] for key in ("name", "legal", "size", "ultra", "curve", "cards", "reserves", "problems")},
        "limits": {"least": rules["deck_min"], "most": rules["deck_max"], "ultra": rules["ultra_limit"]},
    }


def form(edition: Edition) -> Mapping[str, object]:
    """Return how cards of an edition are typed, in its words."""
    terms = edition.terms
    style = "destroy it." if edition.wording.style == "arrows" else "Destroy it."
    return {
        "numbers": [{"key": key, "word": terms.get(key, key.upper())} for key in SHAPE.numbers],
        "words": [],
        "cost": terms.get("level", "level"),
        "lines": False,
        "priced": True,
        "plain": "2/4",
        "example": f"Target 1 on-field minion; {style}" if edition.number >= 12 else "",
        "sections": dict(PLURAL),
    }


def rules(edition: Edition) -> list[workbench.Rule]:
    """Return the switches of an edition."""
    return [
        {"name": switch.name, "value": edition.rules[switch.name], "meaning": switch.meaning, "values": _values(switch)}
        for switch in SWITCHES.values()
    ]


def _values(switch: Switch) -> object:
    if isinstance(switch.values, Range):
        return {"low": switch.values.low, "high": switch.values.high, "none": switch.values.none}
    if switch.values == "bool":
        return [True, False]
    return list(switch.values) if isinstance(switch.values, tuple) else switch.values


def read_proposal(changes: workbench.Changes) -> Mapping[str, object]:
    """Return changes as the keys of an edition file."""
    data: dict[str, dict[str, object]] = {}
    if changes.rules:
        data["rules"] = {key: "none" if value is None else value for key, value in changes.rules.items()}
    for key, change in changes.components.items():
        prefix, _, name = key.partition(".")
        if prefix not in _SECTION:
            raise KotcError(f"{key[:60]!r} is no component")
        row: dict[str, object] = dict(change)
        if "banned" in row:
            row["banned"] = "this proposal" if row["banned"] else None
        if row:
            data.setdefault(PLURAL[_SECTION[prefix]], {})[name] = row
    return workbench.merge(changes.rest, data)


def changes(root: Node) -> workbench.Changes:
    """Return the changes of an edition file: prices, Ultra Points, bans and switches, and as the rest what else it says."""
    texts = {plural: f"{PREFIX[section]}." for section, plural in PLURAL.items()}
    return workbench.read_changes(root, ("name", "title", "extends"), ("rules", "level_formula"), texts, _change)


def _change(row: Node) -> workbench.Change | None:
    """Return a row as a change of price, Ultra Points and ban; None if it says more, or takes the text out."""
    if row.kind != "map":
        return None
    change: workbench.Change = {}
    for part, value in row.entries("a row").items():
        if part == "level":
            change["level"] = value.text("the level")
        elif part == "ultra":
            change["ultra"] = value.integer("the Ultra Points", 0, 99)
        elif part == "banned":
            change["banned"] = value.value is not None
        else:
            return None
    return change
