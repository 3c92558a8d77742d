"""What lies on the workbench: editions and proposals, the shipped cards and decks, and the files that a question becomes."""

import functools
import hashlib
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import yaml

from kotc_sim import games
from kotc_sim.errors import KotcError
from kotc_sim.games.shipped import list_shipped_decks
from kotc_sim.games.workbench import CardValues, GivenDeck, deck_in_file
from kotc_sim.output import write_output
from kotc_sim.web.question import Proposal, Question, bench_of
from kotc_sim.yaml_source import nearest, read_yaml
from kotc_sim.yaml_source.places import deck_folder

EDITION_FILE, CARDS_FILE = "edition.yaml", "cards.yaml"
DECK_FILES = ("deck-a.yaml", "deck-b.yaml", *(f"deck-{letter}.yaml" for letter in "cdefghi"))
GIVE_WAY_SECONDS = 0.02
KEPT = 16
"""So many proposals, and pools of cards, are kept loaded."""


class Desk:
    """Reads editions, cards and decks for the page.

    ``folder``: where proposals are written, to be read as editions: file names are digests. ``give_way``: called between two cards, so that
    somebody who types does not wait for sixty hostile texts.
    """

    def __init__(self, folder: Path, give_way: Callable[[], None] = lambda: None) -> None:
        self._folder, self.give_way = folder, give_way
        self._loaded = functools.lru_cache(maxsize=KEPT)(self._load)
        self.pool = functools.lru_cache(maxsize=KEPT)(_pool)

    def beside(self, work: Callable[[], Any]) -> Any:
        """Do in another thread what takes long in one piece, and touches nothing of the desk; give way meanwhile."""
        with ThreadPoolExecutor(1) as other:
            found = other.submit(work)
            while wait([found], GIVE_WAY_SECONDS).not_done:
                self.give_way()
            return found.result()

    def edition(self, name: str, proposal: Proposal | None) -> Any:
        """Return a shipped edition, or a proposal that changes it.

        Raises a `KotcError` if the proposal has a fault; the message names no file, and a line only of the proposal's own texts.
        """
        if proposal is None:
            return _shipped_edition(name)
        return self._loaded(name, proposal_text(name, proposal, rest_first=True), proposal.rest.count("\n") + 1)

    def _load(self, name: str, text: str, own: int) -> Any:
        path = self._folder / f"{hashlib.sha256(text.encode()).hexdigest()[:24]}.yaml"
        self._folder.mkdir(parents=True, exist_ok=True)
        write_output(path, text)
        try:
            return games.of_edition(name).edition(path.resolve())
        except KotcError as error:
            place = f"line {error.line}: " if error.line and error.line <= own and not text.startswith("name:") else ""
            raise KotcError(f"{place}{error.what}", fix=error.fix) from None
        finally:
            path.unlink(missing_ok=True)

    def read(self, cards: Iterable[CardValues], edition: Any) -> dict[str, Any]:
        """Read cards that are given by their values; return them by name. A `KotcError` for the first that cannot be read."""
        _, bench = bench_of(edition.base)
        found: dict[str, Any] = {}
        for given in cards:
            self.give_way()
            (card,) = bench.read([given], edition)
            found[card.name] = card
        return found

    def deck(self, given: GivenDeck, edition: Any, own: Mapping[str, Any]) -> Any:
        """Return a deck of own, shipped and plain cards, which may be illegal; a `KotcError` if a card is not known."""
        _, bench = bench_of(edition.base)
        read: dict[str, Any] = {}

        def card(name: str) -> Any:
            if name not in read:
                found = own.get(name) or self.pool(edition).get(name) or bench.plain(name, edition)
                if found is None:
                    known = nearest(name, [*own, *self.pool(edition)])
                    raise KotcError(f"there is no card {name!r} on the workbench", fix=f"{known} Drop the file that defines it.".strip())
                read[name] = found
            return read[name]

        return bench.deck(given, edition, card)

    def files(self, question: Question, folder: Path) -> None:
        """Write a question's proposal, cards and decks into a folder; a `KotcError` if one cannot be read, or a deck is illegal."""
        edition = self.edition(question.edition, question.proposal)
        game, bench = bench_of(question.edition)
        own = self.read(question.cards, edition)
        decks = [self.deck(deck, edition, own) for deck in question.decks]
        for deck in decks:
            problem = next((one for one in game.check(deck) if one.illegal), None)
            if problem is not None:
                raise KotcError(f"{deck.name}: {problem.what}", fix=problem.fix)
        if question.proposal is not None:
            write_output(folder / EDITION_FILE, proposal_text(question.edition, question.proposal))
        named = question.edition if question.proposal is None else EDITION_FILE
        if question.cards:
            write_output(folder / CARDS_FILE, cards_text(question.edition, question.cards, named))
        for name, deck in zip(DECK_FILES, decks, strict=False):
            write_output(folder / name, dump(deck_in_file(deck, named, bench)))


def dump(data: Any) -> str:
    """Return data as YAML that a person can read, and kotc-sim reads back as it was."""
    return str(yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=110, default_flow_style=None))


def cards_text(edition: str, cards: Iterable[CardValues], named: str | None = None) -> str:
    """Return the file of cards that are given by their values; it names the edition, or ``named`` in its place."""
    _, bench = bench_of(edition)
    return dump({"edition": named or edition, "cards": [bench.in_file(card) for card in cards]})


def proposal_text(parent: str, proposal: Proposal, *, rest_first: bool = False) -> str:
    """Return the edition file of a proposal.

    What it says beyond prices and switches stands as it was written, below them or (``rest_first``, so that its lines have their numbers)
    above them, if it has no key in common with them; else all of it is put together. Raises a `KotcError` if the rest is not YAML, or the
    proposal changes a text that there cannot be.
    """
    _, bench = bench_of(parent)
    head = {"name": proposal.name, "extends": parent}
    changes = proposal.changes
    own = bench.read_proposal(type(changes)(changes.rules, changes.components))
    rest = proposal.rest.strip("\n")
    if not changes.rest or set(own) & set(changes.rest):
        return dump({**head, **bench.read_proposal(changes)})
    edited = str(yaml.safe_dump(head, allow_unicode=True, sort_keys=False, default_flow_style=False)) + (dump(own) if own else "")
    return f"{rest}\n{edited}" if rest_first else f"{edited}{rest}\n"


@functools.lru_cache(maxsize=KEPT)
def _shipped_edition(name: str) -> Any:
    return games.of_edition(name).edition(name)


def _pool(edition: Any) -> Mapping[str, Any]:
    """Return the shipped cards that are of an edition, or of the one that it extends, by name; of two of a name, the printed one."""
    base, (game, bench) = _shipped_edition(edition.base), bench_of(edition.base)
    folder = deck_folder() / ("cards" if game is games.FIRST else game.folder)
    found: dict[str, Any] = {}
    for path in sorted(folder.glob("*.yaml"), key=lambda path: ("printed" not in path.stem, path.stem)):
        if game is games.FIRST and _edition_of(path) != base.name:
            continue
        root = read_yaml(path, "card file")
        if games.kind_of(root) != "cards":
            continue
        for card in game.cards(root, base):
            try:  # as given, so that a level that is printed does not speak against a proposal's
                (read,) = bench.read([bench.as_given(card, base)], edition)
            except KotcError:
                continue  # a proposal may refuse what the edition has
            found.setdefault(card.name, read)
    return found


def _edition_of(path: Path) -> str:
    """Return the edition of a shipped file of cards, which is named after it, and then what is in it."""
    return max((name for name in games.FIRST.editions() if f"{path.stem}-".startswith(f"{name}-")), key=len, default="")


@functools.cache
def shipped(edition: str) -> Mapping[str, Path]:
    """Return the shipped decks of an edition by name: those to be played, then the homes in which cards are judged."""
    game, _ = bench_of(edition)
    homes = sorted((deck_folder() / "homes" / edition).glob("*.yaml")) if game is games.FIRST else []
    return {path.stem: path for path in list_shipped_decks([edition])} | {f"home: {path.stem}": path for path in homes}


def card_row(card: Any, edition: Any) -> Mapping[str, object]:
    """Return a card for lists of the page: its values, its level, and whether it is legal."""
    _, bench = bench_of(edition.base)
    problems = getattr(card, "problems", ())
    return {
        **bench.as_given(card, edition),
        "at": card.level,
        "ultra": getattr(card, "ultra", 0),
        "legal": not problems,
        "problems": [problem.what for problem in problems],
    }
