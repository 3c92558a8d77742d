"""From the files of a question to decks, cards and editions of one game; a notebook gives decks that are loaded, too."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from kotc_sim import games
from kotc_sim.errors import KotcError, brief, say
from kotc_sim.experiments.result import Result
from kotc_sim.games.decklists import fold, no_cards
from kotc_sim.games.decks import Deck
from kotc_sim.games.protocol import Edition, Game, read_edition_name
from kotc_sim.yaml_source.places import check_input, located

if TYPE_CHECKING:
    from kotc_sim.questions import Run
    from kotc_sim.runs import Contest

Found = TypeVar("Found", bound=Result)


def load_deck(given: Any, edition: str | os.PathLike[str] | None = None) -> Deck:
    """Return a legal deck of any game, loaded if it is named; warnings go to the terminal's error stream."""
    if not isinstance(given, (str, os.PathLike)):
        deck: Deck = given
        return deck
    game, root = games.read(given, edition=None if edition is None else os.fspath(edition))
    deck = game.deck(root, edition)
    for problem in game.check(deck):
        say(f"warning: {brief(str(problem))}", error=True)
    return deck


def load_decks(given: Sequence[Any], edition: str | os.PathLike[str] | None = None) -> list[Deck]:
    """Return decks of one game that are loaded, or named by their files or by folders of them."""
    found: list[Deck] = []
    for one in given:
        if isinstance(one, (str, os.PathLike)):
            found += [load_deck(path, edition) for path in deck_files([Path(one)])]
        else:
            found.append(one)
    require_one_game(found)
    return found


MOST_NAMED = 4  # files that are left out, each with its reason; of more only these


def deck_files(paths: Sequence[Path]) -> list[Path]:
    """Return the deck files that paths name: a folder stands for the ``.yaml`` files in it."""
    files: list[Path] = []
    for path in paths:
        if located(path).is_dir():
            inside = sorted(located(path).glob("*.yaml"))
            if not inside:
                raise KotcError("there is no deck in this folder", file=path, fix="Decks end in .yaml")
            files += inside
        else:
            files.append(check_input(path))
    return files


def opponents_in(folder: Path, host: Deck, edition: str | None = None) -> list[Path]:
    """Return the decks of a folder that can play a deck: of its ``.yaml`` files others are left out, and its own; a line says so of a few.

    With an ``edition`` all of them are read in it, and those of the shipped edition that it is or extends can play. Raises `KotcError` if
    it is no folder, or a file in it cannot be read.
    """
    if not located(folder).is_dir():
        raise KotcError("is not a folder", file=folder, fix="Name decks without --against.")
    found, left = [], []
    for path in deck_files([folder]):
        game, root = games.read(path)
        why = ""
        if games.kind_of(root) != "deck":
            why = "is no deck"
        elif game is not games.of(host):
            why = f"is a deck of {game.title}"
        elif (own := game.own_edition(root)) and own.name != host.edition.name and (edition is None or own.base != host.edition.base):
            why = f"is of {own.name}, and {host.name} of {host.edition.name}"
        elif host.file and located(path).resolve() == located(host.file).resolve():
            why = "is the deck itself"
        if why:
            left.append(f"left out: {brief(str(path))} {why}")
        else:
            found.append(path)
    for line in left if len(left) <= MOST_NAMED else [*left[: MOST_NAMED - 1], f"left out: {len(left) - MOST_NAMED + 1} more"]:
        say(line, error=True)
    if not found:
        raise KotcError(f"no deck in this folder can play {host.name}", file=folder, fix="Name a folder with decks of its edition.")
    return found


def require_one_game(decks: Sequence[Deck]) -> None:
    """Raise a `KotcError` for a deck of another game than the first one."""
    for deck in decks:
        if games.of(deck) is not games.of(decks[0]):
            first = decks[0].file or decks[0].name
            raise KotcError(f"this deck is of another game than {first}", file=deck.file or None, fix="Name decks of one game.")


def contest_of(given: Sequence[Any], strategy_a: str | None, strategy_b: str | None, run: "Run", *, trusted: bool = False) -> "Contest":
    """Return two decks and who plays them (`kotc_sim.strategies.who_plays`)."""
    from kotc_sim.runs import Contest
    from kotc_sim.strategies.who_plays import who_plays

    decks = tuple(given)
    require_one_game(decks)
    chosen = (
        who_plays(decks[0], strategy_a, trusted=trusted, option=run.says("strategy-a")),
        who_plays(decks[1], strategy_b, trusted=trusted, option=run.says("strategy-b")),
    )
    return Contest(decks, chosen)


def load_cards(given: Any, edition: str | os.PathLike[str] | None, names: Sequence[str] = ()) -> tuple[Game, Edition, list[Any]]:
    """Return cards of one game, in one edition: the one named, else the one that files state, else the newest.

    ``given`` are files of cards, or decks, or cards that are loaded; with ``names`` only these cards. Raises `KotcError` if the files are
    of several games or editions, or a card is not in them.
    """
    files = [Path(given)] if isinstance(given, (str, os.PathLike)) else list(given)
    if files and not isinstance(files[0], (str, os.PathLike)):
        known_rules = games.edition(edition)
        return games.of(known_rules), known_rules, files
    read = [games.read(path, edition=None if edition is None else os.fspath(edition)) for path in files]
    game = read[0][0]
    for other, root in read:
        if other is not game:
            raise KotcError(f"this file is of another game than {files[0]}", file=root.file, fix="Name files of one game.")
    if edition is not None:
        rules = game.edition(edition)
    else:
        stated = [game.own_edition(root) for _, root in read if read_edition_name(root) is not None]
        rules = stated[0] if stated else game.edition(game.newest)
        for one in stated:
            if one != rules:
                raise KotcError(f"the files are of several editions: {rules.name}, {one.name}", fix="Choose one with --edition")
    cards = [card for _, root in read for card in game.cards(root, rules)]
    if not cards:
        raise no_cards(files[0])
    known: dict[str, Any] = {}
    for card in cards:
        other = known.setdefault(fold(card.name), card)
        if other is not card and game.describe.card_text(other, rules) != game.describe.card_text(card, rules):
            say(f"warning: these files hold two different cards called {brief(card.name)!r}; rename one", error=True)
    for name in names:
        if fold(name) not in known:
            raise KotcError(f"there is no card {name!r} in these files", fix=f"Known: {', '.join(sorted(known))}")
    return game, rules, [card for card in cards if not names or fold(card.name) in map(fold, names)]


def with_notes(result: Found, notes: Sequence[str]) -> Found:
    """Return a result with more notes."""
    return replace(result, notes=(*(result.notes or ()), *notes))
