"""A question from the page: which edition, cards and decks it is about, and what is asked of them; checked, and nothing else let in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.games.protocol import Game
from kotc_sim.games.workbench import Changes, GivenDeck, Workbench
from kotc_sim.strategies.by_game import strategies_of
from kotc_sim.web.fields import Fields
from kotc_sim.yaml_source import parse_yaml

MOST_CARDS, MOST_DECKS, MOST_ENTRIES, MOST_TEXTS = 60, 9, 130, 6
MOST_REST = 40_000
"""Characters of what a proposal says beyond prices and switches."""
_NAME = r"[^\x00-\x1f]*\S[^\x00-\x1f]*"
_TEAM = r"\d[0-9x/+ ,a-z\[\]]*"
ASKS = ("rate", "price", "try", "matchup", "battle", "replay")
"""The commands that a page can start."""
GAMES = ("games", 2, 1_000_000)
HEAD = ("name", "title", "extends", "game", "number", "year", "relation")
"""Keys of an edition file that a proposal of the page does not state: which edition it changes is chosen."""
PROPOSAL_FILE = "the proposal's texts"


@dataclass(frozen=True)
class Proposal:
    """Changes of an edition.

    Attributes
    ----------
    rules, components : mapping
        See `kotc_sim.games.workbench.Changes`.
    rest : str
        What else it changes: YAML, by the keys of an edition file.
    """

    name: str
    rules: Mapping[str, Any]
    components: Mapping[str, Mapping[str, Any]]
    rest: str = ""

    @property
    def changes(self) -> Changes:
        """All of it as data.

        Raises
        ------
        KotcError
            If the rest is not YAML, or says what is not its to say.
        """
        return Changes(self.rules, self.components, self.rest_entries)

    @property
    def rest_entries(self) -> dict[str, Any]:
        """The rest by its keys; errors as `changes`."""
        if not self.rest.strip():
            return {}
        found = parse_yaml(self.rest, PROPOSAL_FILE).entries("the proposal")
        for key, node in found.items():
            if key in HEAD:
                raise node.error(f"{key!r} is not said here", "The edition that it changes, and its name, have fields of their own.")
        return {key: node.plain() for key, node in found.items()}


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes
    ----------
    ask : str
        One of `ASKS`.
    edition : str
        A shipped edition.
    proposal : Proposal or None
        Changes of it.
    cards : tuple of mapping
        The user's own cards, as `Workbench.cost_card` takes them.
    decks : tuple of GivenDeck
        In the order that the command takes them.
    settings : mapping
        What is particular to `ask`; see `settings_of`.
    """

    ask: str
    edition: str
    proposal: Proposal | None = None
    cards: tuple[Mapping[str, Any], ...] = ()
    decks: tuple[GivenDeck, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1


def edition_names() -> tuple[str, ...]:
    """Return the editions that the page knows, the one of decks that name none first."""
    return tuple(dict.fromkeys([games.FIRST.newest, *(name for game in games.GAMES.values() for name in game.editions())]))


def bench_of(edition: str) -> tuple[Game, Workbench]:
    """Return the game of a shipped edition, and what the page needs of it."""
    game = games.of_edition(edition)
    return game, game.workbench


def read_question(value: object) -> Question:
    """Return the question that a browser sends.

    Raises
    ------
    KotcError
        If a field is missing, unknown, or not what it should be.
    """
    fields = Fields(value, "the question")
    fields.whole("version", 1, 1, 1)
    ask = fields.choice("ask", ASKS)
    edition = read_edition(fields)
    game, bench = bench_of(edition)
    if ask not in bench.SHAPE.asks:
        raise KotcError(f"{ask} is not asked of {game.title}", fix=f"Ask {', '.join(bench.SHAPE.asks)}.")
    proposal = read_proposal(fields)
    cards = read_cards(fields, bench)
    decks = tuple(read_deck(deck, game) for deck in fields.objects("decks", MOST_DECKS, "a deck"))
    seed = fields.whole("seed", 0, 2**53, 1)
    inner = fields.inner("settings", "the settings") or Fields({}, "the settings")
    fields.done()
    settings = settings_of(ask, inner, game)
    inner.done()
    least = {"rate": 1 if settings.get("in_deck") else 0, "try": 1, "matchup": 2, "replay": 2}.get(ask, 0)
    if len(decks) < least:
        raise KotcError(f"the question names {len(decks)} decks, and {least} are needed", fix="Choose a deck.")
    if ask == "rate" and not cards:
        raise KotcError("there is no card to judge", fix="Type one.")
    return Question(ask, edition, proposal, cards, decks, settings, seed)


def read_edition(fields: Fields) -> str:
    """Return the shipped edition that is named, by default that of decks that name none."""
    known = edition_names()
    return fields.choice("edition", known, known[0])


def read_proposal(fields: Fields) -> Proposal | None:
    """Return the changes that are sent along; None if there are none."""
    inner = fields.inner("proposal", "the proposal")
    if inner is None:
        return None
    name = inner.text("name", 60, "a proposal", pattern=_NAME)
    rules = dict(inner.pairs("rules", 120))
    for key, value in rules.items():
        if not re.fullmatch(r"[a-z_]{1,40}", key) or not (value is None or isinstance(value, bool | int | str)) or len(str(value)) > 60:
            raise KotcError(f"the switch {key[:40]!r} of the proposal is not what it should be")
        if isinstance(value, str) and not re.fullmatch(r"[a-z_0-9+*/(), .-]+", value):
            raise KotcError(f"the switch {key!r} holds characters that do not belong there")
    components: dict[str, Mapping[str, Any]] = {}
    for key, value in inner.pairs("components", 400).items():
        changed = Fields(value, "a component")
        change: dict[str, Any] = {}
        if not re.fullmatch(r"[a-z0-9_.]{1,70}", key):
            raise KotcError(f"{key[:60]!r} is no component")
        if "level" in changed:
            change["level"] = changed.text("level", 60, pattern=r"[a-z0-9+*/(), .-]*")
        if "ultra" in changed:
            change["ultra"] = changed.whole("ultra", 0, 99)
        if "banned" in changed:
            change["banned"] = changed.flag("banned")
        changed.done()
        components[key] = change
    rest = inner.text("rest", MOST_REST, "")
    inner.done()
    return Proposal(name, rules, components, rest)


def read_cards(fields: Fields, bench: Workbench) -> tuple[Mapping[str, Any], ...]:
    """Return the user's own cards; no two have the same name."""
    cards = tuple(read_card(card, bench) for card in fields.objects("cards", MOST_CARDS, "a card"))
    names = [card["name"] for card in cards]
    for name in names:
        if names.count(name) > 1:
            raise KotcError(f"two cards are called {name!r}", fix="Rename one of them.")
    return cards


def read_card(fields: Fields, bench: Workbench) -> Mapping[str, Any]:
    """Return a card by its values; its text is not read yet. What cards of its kind do not have is let go."""
    shape = bench.SHAPE
    card: dict[str, Any] = {"name": fields.text("name", 80, pattern=_NAME).strip(), "kind": fields.choice("kind", shape.kinds)}
    for key, number in shape.numbers.items():
        value = fields.whole(key, number.low, number.high, number.low)
        if key in shape.kinds[card["kind"]]:
            card[key] = value
    for key in shape.words:
        word = fields.text(key, 40, "", pattern=r"[^\W\d_]*")
        if key in shape.kinds[card["kind"]]:
            card[key] = word
    card["text"] = fields.text("text", 5000, "")
    if "design_edition" in fields:
        card["design_edition"] = fields.whole("design_edition", 1, 99)
    fields.done()
    return card


def read_deck(fields: Fields, game: Game) -> GivenDeck:
    """Return a deck."""
    name = fields.text("name", 80, "a deck", pattern=_NAME)
    cards, reserves = (_entries(fields, key) for key in ("cards", "reserves"))
    strategy = pilot(fields, "strategy", game) if "strategy" in fields else None
    fields.done()
    return GivenDeck(name, cards, reserves, strategy)


def _entries(fields: Fields, key: str) -> tuple[tuple[int, str], ...]:
    found = []
    for entry in fields.listed(key, MOST_ENTRIES):
        if not isinstance(entry, list) or len(entry) != 2:
            raise KotcError(f"an entry of {key!r} is no pair of a number and a name")
        inner = Fields({"count": entry[0], "name": entry[1]}, f"an entry of {key!r}")
        found.append((inner.whole("count", 1, 999), inner.text("name", 80, pattern=_NAME).strip()))
    return tuple(found)


def pilot(fields: Fields, name: str, game: Game) -> str:
    """Return who plays: a strategy that comes with kotc-sim, or a search with a budget; never a file, nor a stranger's package.

    Raises
    ------
    KotcError
        If it is anything else.
    """
    value: str = fields.text(name, 60, pattern=r"[a-z0-9@:]+")
    known = strategies_of(game.key)
    parts = value.split(":")
    for number, part in enumerate(parts, 1):
        kind, at, budget = part.partition("@")
        search = kind in known.searches
        if kind not in known.names or (number < len(parts) and not search) or (at and not (search and budget.isdigit())):
            raise KotcError(f"the page knows no strategy {value!r}", fix=f"Choose one of: {', '.join(known.names)}.")
        if at and not 2 <= int(budget[:9]) <= 2000:
            raise KotcError(f"{value!r}: from 2 to 2,000 playouts", fix="Choose fewer.")
    if len(parts) > 2:
        raise KotcError(f"{value!r}: one search on top of another is enough for a page")
    return value


def settings_of(ask: str, fields: Fields, game: Game) -> dict[str, Any]:
    """Return what is particular to a kind of question.

    ====================  ================================================================================================
    ``rate``, ``price``   ``precision`` (points a copy), ``pilots`` (list; empty for the command's own)
    ``rate``              ``in_deck`` (judge in the first deck), ``only`` (names of cards; empty for all)
    ``price``             ``texts``
    ``try``               ``out``, ``in`` (pairs of number and name), ``games``, ``pilot``; further decks are the opponents
    ``matchup``           ``play`` (``ladder``, ``quick`` or ``named``), ``pilot_a``, ``pilot_b``, ``games`` (0: by rule)
    ``battle``            ``attackers``, ``defenders``, ``victim``, ``policy``, ``trials``
    ``replay``            ``game``, ``pilot_a``, ``pilot_b``, ``omniscient``
    ====================  ================================================================================================
    """
    chosen: dict[str, Any] = {}
    if ask in ("rate", "price"):
        chosen["precision"] = fields.number("precision", 0.1, 5, 1)
        chosen["pilots"] = [pilot(Fields({"name": name}, "a pilot"), "name", game) for name in fields.listed("pilots", 3)]
    if ask == "rate":
        chosen["in_deck"] = fields.flag("in_deck")
        chosen["only"] = [Fields({"name": name}, "a card").text("name", 80, pattern=_NAME) for name in fields.listed("only", MOST_CARDS)]
    elif ask == "price":
        chosen["texts"] = [
            Fields({"text": text}, "a component").text("text", 200, pattern=r"[^\W_][^\n\t]*")
            for text in fields.listed("texts", MOST_TEXTS)
        ]
        if not chosen["texts"]:
            raise KotcError("there is no component to price", fix="Choose one.")
    elif ask == "try":
        chosen["out"], chosen["in"] = (_entries(fields, key) for key in ("out", "in"))
        if not chosen["out"] or not chosen["in"]:
            raise KotcError("cards have to leave and to come", fix="Choose both.")
        chosen["games"] = fields.whole(*GAMES, 4_000)
        chosen["pilot"] = pilot(fields, "pilot", game) if "pilot" in fields else None
    elif ask == "matchup":
        chosen["play"] = fields.choice("play", ("ladder", "quick", "named"), "quick")
        if chosen["play"] == "named":
            chosen["pilot_a"], chosen["pilot_b"] = (pilot(fields, name, game) for name in ("pilot_a", "pilot_b"))
        chosen["games"] = fields.whole("games", 0, 1_000_000, 0)
    elif ask == "battle":
        chosen["attackers"] = fields.text("attackers", 300, pattern=_TEAM)
        chosen["defenders"] = fields.text("defenders", 300, "-", pattern=rf"-|{_TEAM}")
        chosen["victim"] = fields.text("victim", 20, "player", pattern=r"player|\d{1,3}/\d{1,3}|#\d{1,2}")
        chosen["policy"] = fields.choice("policy", ("greedy", "optimal"), "greedy")
        chosen["trials"] = fields.whole("trials", 0, 1_000_000, 100_000)
    elif ask == "replay":
        chosen["game"] = fields.whole("game", 0, 10**9, 0)
        chosen["pilot_a"], chosen["pilot_b"] = (
            pilot(fields, name, game) if name in fields else "greedy" for name in ("pilot_a", "pilot_b")
        )
        chosen["omniscient"] = fields.flag("omniscient")
    return chosen
