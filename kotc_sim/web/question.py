"""A question from the page: which edition, cards and decks it is about, and what is asked of them; checked, and nothing else let in."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.experiments.asked import QUESTIONS
from kotc_sim.games.protocol import Game
from kotc_sim.games.workbench import CardValues, Change, Changes, GivenDeck, Workbench
from kotc_sim.web.fields import Fields
from kotc_sim.web.settings import NAME, pilot, read_copies, read_settings
from kotc_sim.yaml_source import parse_yaml

VERSION = 2  # of questions as a page sends them, and links hold them
MOST_CARDS, MOST_DECKS, MOST_ENTRIES = 60, 9, 130
MOST_REST = 40_000
"""Characters of what a proposal says beyond prices and switches."""
HEAD = ("name", "title", "extends", "game", "number", "year", "relation")
"""Keys of an edition file that a proposal of the page does not state: which edition it changes is chosen."""
PROPOSAL_FILE = "the proposal's texts"


@dataclass(frozen=True)
class Proposal:
    """Changes of an edition."""

    name: str
    rules: Mapping[str, object]
    components: Mapping[str, Change]
    """See `kotc_sim.games.workbench.Changes`."""
    rest: str = ""  # what else it changes: YAML, by the keys of an edition file

    @property
    def changes(self) -> Changes:
        """All of it as data; a `KotcError` if the rest is not YAML, or says what is not its to say."""
        found = parse_yaml(self.rest, PROPOSAL_FILE).entries("the proposal") if self.rest.strip() else {}
        for key, node in found.items():
            if key in HEAD:
                raise node.error(f"{key!r} is not said here", "The edition that it changes, and its name, have fields of their own.")
        return Changes(self.rules, self.components, {key: node.plain() for key, node in found.items()})


@dataclass(frozen=True)
class Question:
    """What is asked."""

    ask: str  # A command: one of `experiments.asked.QUESTIONS`
    edition: str  # a shipped edition
    proposal: Proposal | None = None  # changes of it
    cards: tuple[CardValues, ...] = ()  # the user's own cards, as `Workbench.cost_card` takes them
    decks: tuple[GivenDeck, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    """What is particular to `ask`, by the fields of its declaration; decks are numbers of ``decks``. See `read_settings`."""
    seed: int = 1


def edition_names() -> tuple[str, ...]:
    """Return the editions that the page knows, the one of decks that name none first."""
    return tuple(dict.fromkeys([games.FIRST.newest, *(name for game in games.GAMES.values() for name in game.editions())]))


def bench_of(edition: str) -> tuple[Game, Workbench]:
    """Return the game of a shipped edition, and what the page needs of it."""
    game = games.of_edition(edition)
    return game, game.workbench


def read_question(value: object) -> Question:
    """Return the question that a browser sends; a `KotcError` if a field is missing, unknown, or not what it should be."""
    fields = Fields(value, "the question")
    fields.whole("version", VERSION, VERSION, VERSION)
    ask = fields.choice("ask", QUESTIONS)
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
    settings = read_settings(ask, inner, game, decks=len(decks), cards=len(cards))
    inner.done()
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
    name = inner.text("name", 60, "a proposal", pattern=NAME)
    rules = dict(inner.pairs("rules", 120))
    for key, value in rules.items():
        if not re.fullmatch(r"[a-z_]{1,40}", key) or not (value is None or isinstance(value, bool | int | str)) or len(str(value)) > 60:
            raise KotcError(f"the switch {key[:40]!r} of the proposal is not what it should be")
        if isinstance(value, str) and not re.fullmatch(r"[a-z_0-9+*/(), .-]+", value):
            raise KotcError(f"the switch {key!r} holds characters that do not belong there")
    components: dict[str, Change] = {}
    for key, value in inner.pairs("components", 400).items():
        changed = Fields(value, "a component")
        change: Change = {}
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


def read_cards(fields: Fields, bench: Workbench) -> tuple[CardValues, ...]:
    """Return the user's own cards; no two have the same name."""
    cards = tuple(read_card(card, bench) for card in fields.objects("cards", MOST_CARDS, "a card"))
    names = [card["name"] for card in cards]
    for name in names:
        if names.count(name) > 1:
            raise KotcError(f"two cards are called {name!r}", fix="Rename one of them.")
    return cards


def read_card(fields: Fields, bench: Workbench) -> CardValues:
    """Return a card by its values; its text is not read yet. What cards of its kind do not have is let go."""
    shape = bench.SHAPE
    kind = fields.choice("kind", shape.kinds)
    card: dict[str, object] = {"name": fields.text("name", 80, pattern=NAME).strip(), "kind": kind}
    for key, number in shape.numbers.items():
        value = fields.whole(key, number.low, number.high, number.low)
        if key in shape.kinds[kind]:
            card[key] = value
    for key in shape.words:
        word = fields.text(key, 40, "", pattern=r"[^\W\d_]*")
        if key in shape.kinds[kind]:
            card[key] = word
    card["text"] = fields.text("text", 5000, "")
    if "design_edition" in fields:
        card["design_edition"] = fields.whole("design_edition", 1, 99)
    fields.done()
    return card


def read_deck(fields: Fields, game: Game) -> GivenDeck:
    """Return a deck."""
    name = fields.text("name", 80, "a deck", pattern=NAME)
    cards, reserves = (tuple(read_copies(entry, key) for entry in fields.listed(key, MOST_ENTRIES)) for key in ("cards", "reserves"))
    strategy = pilot(fields, "strategy", game) if "strategy" in fields else None
    fields.done()
    return GivenDeck(name, cards, reserves, strategy)
