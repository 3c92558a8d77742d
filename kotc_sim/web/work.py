"""The user's work: what lies on the workbench, kept in a folder, with cards, decks and the proposal as YAML that the terminal reads."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypedDict, cast

from kotc_sim.errors import KotcError
from kotc_sim.games.alike import names_alike
from kotc_sim.games.workbench import CardValues, deck_in_file
from kotc_sim.output import read_json, write_output
from kotc_sim.web import opened
from kotc_sim.web.desk import Desk, cards_text, dump, proposal_text
from kotc_sim.web.fields import Fields
from kotc_sim.web.question import MOST_DECKS, bench_of, read_cards, read_deck, read_edition, read_proposal

NOTE = "workbench.json"


class _Kept(TypedDict):
    version: int
    state: dict[str, object]
    edition: str
    files: dict[str, str]


class Work:
    """What lies on the workbench.

    ``folder``: `NOTE` lies in it, which the page reads again, and beside it the YAML, whose names begin with the game's key.
    """

    def __init__(self, folder: Path, desk: Desk) -> None:
        self._folder, self._desk = folder, desk
        self._kept: _Kept = {"version": 0, "state": {}, "edition": "", "files": {}}
        try:
            found = read_json((folder / NOTE).read_text(encoding="utf-8"))
            if isinstance(found, dict) and _shape(found) == _shape(self._kept):
                self._kept = cast("_Kept", found)
        except (OSError, ValueError):
            pass  # nothing is kept yet, or it is not ours

    def read(self) -> Mapping[str, Any]:
        """Return what was kept last, its version, and files that somebody has changed since, opened as if they were dropped."""
        return {"version": self._kept["version"], "state": self._kept["state"], "changed": list(self._changed())}

    def _changed(self) -> Iterator[Mapping[str, object]]:
        for name, digest in self._kept["files"].items():
            try:
                text = (self._folder / Path(name).name).read_text(encoding="utf-8")
                if _digest(text) != digest:
                    text = text.replace(f"edition: {name.partition('-')[0]}-proposal.yaml", f"edition: {self._kept['edition']}")
                    yield {"name": name, **opened.read(text, self._kept["edition"], (), self._desk)}
            except (OSError, ValueError):
                continue
            except KotcError as error:
                yield {"name": name, "error": str(error)}

    def keep(self, fields: Fields) -> Mapping[str, object]:
        """Keep what lies on the workbench; return its version and what to warn of, or what another tab has kept since.

        The state is kept whatever is wrong with a card that is being typed; the YAML of what cannot be written yet stays as it was.
        """
        state, seen = dict(fields.pairs("state", 40)), fields.whole("version", 0, 2**53, self._kept["version"])
        if seen != self._kept["version"]:
            return {"version": self._kept["version"], "state": self._kept["state"]}
        edition = read_edition(fields)
        try:
            cards = read_cards(fields, bench_of(edition)[1])
        except KotcError:
            cards = None
        texts = dict(self._texts(edition, fields, cards))
        files = dict(self._kept["files"])
        prefix = f"{bench_of(edition)[0].key}-"
        self._folder.mkdir(parents=True, exist_ok=True)
        for name in [name for name in files if name.startswith(prefix) and name not in texts]:
            (self._folder / Path(name).name).unlink(missing_ok=True)
            del files[name]
        for name, text in texts.items():
            if text is not None and files.get(name) != _digest(text):
                write_output(self._folder / name, text)
                files[name] = _digest(text)
        self._kept = {"version": seen + 1, "state": state, "edition": edition, "files": files}
        write_output(self._folder / NOTE, json.dumps(self._kept))
        known = self._desk.pool(self._desk.edition(edition, None))
        return {"version": seen + 1, "alike": names_alike([str(card["name"]) for card in cards or ()], known)}

    def _texts(self, name: str, fields: Fields, cards: tuple[CardValues, ...] | None) -> Iterator[tuple[str, str | None]]:
        """Yield the YAML files of the page; without a text, one that cannot be written as it is now; all, if there are no ``cards``."""
        game, bench = bench_of(name)
        inner = list(fields.objects("decks", MOST_DECKS, "a deck"))
        try:
            proposal = read_proposal(fields)
            edition = self._desk.edition(name, proposal)
        except KotcError:
            cards = None
        if cards is None:
            yield from ((file, None) for file in self._kept["files"])
            return
        own = {card["name"]: card for card in cards}
        named, slugs = f"{game.key}-proposal.yaml", {""}
        if proposal is not None:
            yield named, proposal_text(name, proposal)
        if cards:
            yield f"{game.key}-cards.yaml", cards_text(name, cards, None if proposal is None else named)
        for number, each in enumerate(inner):
            file = f"{game.key}-deck-{number + 1}"
            try:
                deck = read_deck(each, game)
                slug = re.sub("[^a-z0-9]+", "-", deck.name.lower()).strip("-")[:40]
                file = f"{game.key}-deck-{number + 1 if slug in slugs else slug}.yaml"
                slugs.add(slug)
                used = [own[card] for _, card in (*deck.cards, *deck.reserves) if card in own]
                read = self._desk.deck(deck, edition, self._desk.read(used, edition))
                yield file, dump(deck_in_file(read, name if proposal is None else named, bench))
            except KotcError:
                yield file, None


def _shape(kept: Mapping[str, object]) -> list[tuple[str, type]]:
    return [(key, type(value)) for key, value in kept.items()]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
