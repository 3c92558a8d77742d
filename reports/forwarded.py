"""What makes a page whole for whoever is sent it: what was judged, and the files from which it is played again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from kotc_sim import games
from kotc_sim.errors import printable
from kotc_sim.experiments.result import Result
from kotc_sim.output import json_text
from kotc_sim.reports.kit.report import RESULT, Attachment, Fold, Report, Section
from kotc_sim.reports.kit.wording import clean, plural
from kotc_sim.runs import input_files

FEW = 3
"""So many cards are shown; of more, the texts and bills are folded."""


def forwarded(made: Report, result: Result, judged: Sequence[Any], words: Iterable[str]) -> Report:
    """Return a report that says what was judged, and holds its result and the user's files.

    Parameters
    ----------
    judged : sequence of Card, Deck and Edition
        Cards stand with the edition that read them.
    words : iterable of str
        As `kotc_sim.runs.input_files` takes them.
    """
    own, left_out = input_files(words)
    files = [Attachment(RESULT, json_text(result.data).encode()), *(Attachment(path, data) for path, data in own.items())]
    notes = [f"Not in this page, as it was changed meanwhile or lies elsewhere: {clean(path)}." for path in left_out]
    return replace(made, sections=[_judged(judged), *made.sections], files=files, notes=[*made.notes, *notes])


def _judged(things: Sequence[Any]) -> Section:
    """Return the cards with texts and bills, the deck lists, and proposals as what they change."""
    decks = [one for one in things if hasattr(one, "size")]
    editions = [one for one in things if hasattr(one, "base")]
    cards = [one for one in things if hasattr(one, "level") and not hasattr(one, "size")]
    rules = next(iter([*editions, *(deck.edition for deck in decks)]), None)
    folds = [_card(card, rules, open=len(cards) <= FEW) for card in cards]
    folds += [_deck(deck) for deck in decks]
    mine = {edition.name: edition for edition in [*editions, *(deck.edition for deck in decks)]}
    folds += [_proposal(edition) for edition in mine.values() if edition.name not in games.of(edition).editions()]
    return Section("What was judged", folds=folds)


def _lines(text: str) -> list[str]:
    return [printable(line) for line in text.rstrip().split("\n")]


def _card(card: Any, rules: Any, *, open: bool) -> Fold:
    game = games.of(rules)
    head, *bill = _lines(game.describe.card_text(card, rules))
    text = str(game.workbench.as_given(card, rules).get("text") or "")
    return Fold(head, [*(_lines(text) if text else []), *bill] or ["No text."], open)


def _deck(deck: Any) -> Fold:
    game = games.of(deck)
    counts: dict[str, int] = {}
    first: dict[str, Any] = {}
    for card in deck.cards():
        counts[card.name] = counts.get(card.name, 0) + 1
        first.setdefault(card.name, card)
    edition = f" ({deck.edition.name})"
    heads = {name: _lines(game.describe.card_text(card, deck.edition))[0].rpartition(" (")[0] for name, card in first.items()}
    return Fold(f"{clean(deck.name)}: {plural(deck.size, 'card')}{edition}", [f"{count} {heads[name]}" for name, count in counts.items()])


def _proposal(edition: Any) -> Fold:
    head, *changes = _lines(games.of(edition).describe.proposal_text(edition))
    return Fold(f"{head.partition(':')[0]}: what it changes in {edition.base}", changes or ["Nothing."], open=True)
