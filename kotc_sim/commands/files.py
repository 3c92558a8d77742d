"""From the files of a command line to decks, cards and editions of one game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kotc_sim import games
from kotc_sim.commands.options import check_input
from kotc_sim.errors import KotcError, brief, say
from kotc_sim.games.decklists import fold
from kotc_sim.games.protocol import Deck, Edition, Game, stated_edition

if TYPE_CHECKING:
    from kotc_sim.runs import Contest


def load_deck(path: Path, edition: str | None = None) -> Deck:
    """Load a legal deck of any game; warnings go to the terminal's error stream."""
    game, root = games.read(path, edition=edition)
    deck = game.deck(root, edition)
    for problem in game.check(deck):
        say(f"warning: {brief(str(problem))}", error=True)
    return deck


def deck_files(paths: Sequence[Path]) -> list[Path]:
    """Return the deck files that paths name: a folder stands for the ``.yaml`` files in it."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.glob("*.yaml"))
            if not inside:
                raise KotcError("there is no deck in this folder", file=path, fix="Decks end in .yaml")
            files += inside
        else:
            check_input(path)
            files.append(path)
    return files


def opponents_in(folder: Path, host: Deck, edition: str | None = None) -> list[Path]:
    """Return the decks of a folder that can play a deck; others are left out with a line each.

    Parameters
    ----------
    folder : Path
        Its ``.yaml`` files; the deck's own file is left out as well.
    host : Deck
        Who is to play them.
    edition : str, optional
        In which all of them are read: then those of the shipped edition that it is or extends can play.

    Raises
    ------
    KotcError
        If it is no folder, or a file in it cannot be read.
    """
    if not folder.is_dir():
        raise KotcError("is not a folder", file=folder, fix="Name decks without --against.")
    found = []
    for path in deck_files([folder]):
        game, root = games.read(path)
        why = ""
        if games.kind_of(root) != "deck":
            why = "is no deck"
        elif game is not games.of(host):
            why = f"is a deck of {game.title}"
        elif (own := game.own_edition(root)) and own.name != host.edition.name and (edition is None or own.base != host.edition.base):
            why = f"is of {own.name}, and {host.name} of {host.edition.name}"
        elif host.file and path.resolve() == Path(host.file).resolve():
            why = "is the deck itself"
        if why:
            say(f"left out: {brief(str(path))} {why}", error=True)
        else:
            found.append(path)
    if not found:
        raise KotcError(f"no deck in this folder can play {host.name}", file=folder, fix="Name a folder with decks of its edition.")
    return found


def require_one_game(decks: Sequence[Deck], paths: Sequence[Path]) -> None:
    """Raise a `KotcError` for a deck of another game than the first one."""
    for deck, path in zip(decks, paths, strict=True):
        if games.of(deck) is not games.of(decks[0]):
            raise KotcError(f"this deck is of another game than {paths[0]}", file=path, fix="Name decks of one game.")


def contest_of(
    paths: Sequence[Path],
    strategy_a: str | None,
    strategy_b: str | None,
    edition: str | None = None,
    *,
    trusted: bool = False,
    loaded: dict[Path, Deck] | None = None,
) -> Contest:
    """Load decks and settle who plays them (`kotc_sim.strategies.who_plays`); ``loaded`` are not read again, and new ones join them."""
    from kotc_sim.runs import Contest
    from kotc_sim.strategies.who_plays import who_plays

    known = {} if loaded is None else loaded
    for path in dict.fromkeys(paths):
        if path not in known:
            known[path] = load_deck(path, edition)
    decks = tuple(known[path] for path in paths)
    require_one_game(decks, paths)
    chosen = (
        who_plays(decks[0], strategy_a, trusted=trusted, option="--strategy-a "),
        who_plays(decks[1], strategy_b, trusted=trusted, option="--strategy-b "),
    )
    return Contest(decks, chosen)


def load_cards(files: Sequence[Path], edition: str | None, names: Sequence[str] = ()) -> tuple[Game, Edition, list[Any]]:
    """Load the cards of files of one game, in one edition: the one named, else the one that files state, else the newest.

    Parameters
    ----------
    files : sequence of Path
        Files of cards, or decks.
    edition : str or None
        The edition to read them in.
    names : sequence of str
        Only these cards; empty for all.

    Raises
    ------
    KotcError
        If the files are of several games or editions, or a card is not in them.
    """
    read = [games.read(path, edition=edition) for path in files]
    game = read[0][0]
    for other, root in read:
        if other is not game:
            raise KotcError(f"this file is of another game than {files[0]}", file=root.file, fix="Name files of one game.")
    if edition is not None:
        rules = game.edition(edition)
    else:
        stated = [game.own_edition(root) for _, root in read if stated_edition(root) is not None]
        rules = stated[0] if stated else game.edition(game.newest)
        for one in stated:
            if one != rules:
                raise KotcError(f"the files are of several editions: {rules.name}, {one.name}", fix="Choose one with --edition")
    cards = [card for _, root in read for card in game.cards(root, rules)]
    known: dict[str, Any] = {}
    for card in cards:
        other = known.setdefault(fold(card.name), card)
        if other is not card and game.describe.card_text(other, rules) != game.describe.card_text(card, rules):
            say(f"warning: these files hold two different cards called {brief(card.name)!r}; rename one", error=True)
    for name in names:
        if fold(name) not in known:
            raise KotcError(f"there is no card {name!r} in these files", fix=f"Known: {', '.join(sorted(known))}")
    return game, rules, [card for card in cards if not names or fold(card.name) in map(fold, names)]
