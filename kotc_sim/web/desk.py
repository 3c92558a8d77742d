"""What lies on the workbench: editions and proposals, the shipped cards and decks, and the files that a question becomes."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.games.keeper import workbench
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.reader import card_nodes, plain_card, read_card
from kotc_sim.games.keeper.editions import Edition, load_edition
from kotc_sim.games.keeper.editions.draft import PLURAL
from kotc_sim.games.keeper.editions.model import PREFIX
from kotc_sim.games.protocol import problem_json, stated_edition
from kotc_sim.games.shipped import deck_folder
from kotc_sim.output import write_output
from kotc_sim.web.question import GivenDeck, Proposal, Question
from kotc_sim.yaml_source import Node, nearest, read_yaml

EDITION_FILE, CARDS_FILE = "edition.yaml", "cards.yaml"
DECK_FILES = ("deck-a.yaml", "deck-b.yaml", *(f"deck-{letter}.yaml" for letter in "cdefghi"))
_SECTION = {prefix: section for section, prefix in PREFIX.items()}


class Desk:
    """Reads editions, cards and decks for the page.

    Parameters
    ----------
    folder : Path
        Where proposals are written, to be read as editions: file names are digests.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loaded = functools.lru_cache(maxsize=16)(self._load)

    def edition(self, name: str, proposal: Proposal | None) -> Edition:
        """Return a shipped edition, or a proposal that changes it.

        Raises
        ------
        KotcError
            If the proposal has a fault; the message names no file.
        """
        if proposal is None:
            return load_edition(name)
        return self._loaded(proposal_text(name, proposal))

    def _load(self, text: str) -> Edition:
        path = self._folder / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.yaml"
        self._folder.mkdir(parents=True, exist_ok=True)
        write_output(path, text)
        try:
            return load_edition(path.resolve())
        except KotcError as error:
            raise KotcError(error.what, fix=error.fix) from None
        finally:
            path.unlink(missing_ok=True)

    def deck(self, given: GivenDeck, edition: Edition, own: Mapping[str, Card]) -> Deck:
        """Return a deck of own, shipped and plain cards; it may be illegal.

        Raises
        ------
        KotcError
            If a card is not known.
        """
        read: dict[str, Card] = {}

        def card(name: str) -> Card:
            if name not in read:
                found = own.get(name) or pool(edition).get(name) or plain_card(name, edition, Node("scalar", "", 0, 0))
                if found is None:
                    known = nearest(name, [*own, *pool(edition)])
                    raise KotcError(f"there is no card {name!r} on the workbench", fix=f"{known} Drop the file that defines it.".strip())
                read[name] = found
            return read[name]

        counts, reserves = ([(card(name), count) for count, name in _together(part)] for part in (given.cards, given.reserves))
        return Deck(given.name, edition, given.strategy, tuple(counts), tuple(reserves))

    def files(self, question: Question, folder: Path) -> None:
        """Write the files of a question into a folder: the proposal, the cards, the decks.

        Raises
        ------
        KotcError
            If a card or a deck cannot be read, or a deck is illegal.
        """
        edition = self.edition(question.edition, question.proposal)
        own = {card.name: card for card in workbench.read(question.cards, edition)}
        decks = [self.deck(deck, edition, own) for deck in question.decks]
        for deck in decks:
            problems = deck_problems(deck)
            if problems:
                raise KotcError(f"{deck.name}: {problems[0].what}", fix=problems[0].fix)
        if question.proposal is not None:
            write_output(folder / EDITION_FILE, proposal_text(question.edition, question.proposal))
        named = question.edition if question.proposal is None else EDITION_FILE
        if question.cards:
            write_output(folder / CARDS_FILE, dump({"edition": named, "cards": [dict(card) for card in question.cards]}))
        for name, deck in zip(DECK_FILES, decks, strict=False):
            write_output(folder / name, deck_text(deck, named))


def _together(entries: tuple[tuple[int, str], ...]) -> list[tuple[int, str]]:
    counts: dict[str, int] = {}
    for count, name in entries:
        counts[name] = counts.get(name, 0) + count
    return [(count, name) for name, count in counts.items()]


def dump(data: Any) -> str:
    """Return data as YAML that a person can read, and kotc-sim reads back as it was."""
    return str(yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=110, default_flow_style=None))


def proposal_text(parent: str, proposal: Proposal) -> str:
    """Return the edition file of a proposal."""
    data: dict[str, Any] = {"name": proposal.name, "extends": parent}
    if proposal.rules:
        data["rules"] = {key: "none" if value is None else value for key, value in proposal.rules.items()}
    for key, change in proposal.components.items():
        prefix, _, name = key.partition(".")
        row = dict(change)
        if "banned" in row:
            row["banned"] = "this proposal" if row["banned"] else None
        if row:
            data.setdefault(PLURAL[_SECTION[prefix]], {})[name] = row
    return dump(data)


def deck_text(deck: Deck, edition: str) -> str:
    """Return the file of a deck, with the definitions of all its cards but the plain ones: it needs no other file."""
    data: dict[str, Any] = {"name": deck.name, "edition": edition}
    if deck.strategy:
        data["strategy"] = deck.strategy
    data["cards"] = [{count: card.name} for card, count in deck.counts]
    if deck.reserves:
        data["reserves"] = [{count: card.name} for card, count in deck.reserves]
    nowhere = Node("scalar", "", 0, 0)
    cards = {
        card.name: card for card, _ in (*deck.counts, *deck.reserves) if card.text or plain_card(card.name, deck.edition, nowhere) is None
    }
    if cards:
        data["library"] = [workbench.as_given(card, deck.edition) for card in cards.values()]
    return dump(data)


@functools.lru_cache(maxsize=16)
def pool(edition: Edition) -> Mapping[str, Card]:
    """Return the shipped cards that are of an edition, or of the one that it extends, by name; of two of a name, the printed one."""
    base = load_edition(edition.base)
    found: dict[str, Card] = {}
    for path in sorted((deck_folder() / "cards").glob("*.yaml"), key=lambda path: ("printed" not in path.stem, path.stem)):
        if _edition_of(path) != base.name:
            continue
        for node in card_nodes(read_yaml(path, "card file")):
            try:  # as given, so that a level that is printed does not speak against a proposal's
                card = read_card(workbench.card_node(workbench.as_given(read_card(node, base), base)), edition)
            except KotcError:
                continue  # a proposal may refuse what the edition has
            found.setdefault(card.name, card)
    return found


def _edition_of(path: Path) -> str:
    """Return the edition of a shipped file of cards, which is named after it, and then what is in it."""
    return max((name for name in workbench.edition_names() if f"{path.stem}-".startswith(f"{name}-")), key=len, default="")


@functools.cache
def shipped(edition: str) -> Mapping[str, Path]:
    """Return the shipped decks of an edition by name: those to be played, then the homes in which cards are judged."""
    found: dict[str, Path] = {}
    folder = deck_folder()
    for path in [*sorted(folder.glob("*.yaml")), *sorted((folder / "homes" / edition).glob("*.yaml"))]:
        root = read_yaml(path, "deck")
        if games.kind_of(root) == "deck" and (stated_edition(root) or games.FIRST.newest) == edition:
            found[path.stem if path.parent == folder else f"home: {path.stem}"] = path
    return found


def same(card: Card, other: Card | None) -> bool:
    """Say whether two cards are the same but for where they stand."""
    return other is not None and (card.kind, card.sp, card.hp, card.text) == (other.kind, other.sp, other.hp, other.text)


def deck_given(deck: Deck) -> dict[str, Any]:
    """Return a deck that was read, as the page has it."""
    return {
        "name": deck.name,
        "cards": [[count, card.name] for card, count in deck.counts],
        "reserves": [[count, card.name] for card, count in deck.reserves],
        "strategy": deck.strategy,
    }


def card_row(card: Card, edition: Edition) -> dict[str, Any]:
    """Return a card for lists of the page."""
    return {
        **workbench.as_given(card, edition),
        "level": card.level,
        "ultra": card.ultra,
        "legal": not card.problems,
        "problems": [problem_json(problem)["text"] for problem in card.problems],
    }
