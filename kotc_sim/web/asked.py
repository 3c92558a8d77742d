"""The command line that answers a question, in the folder where its files lie: what the page asks is what a terminal would."""

from dataclasses import replace
from typing import Any

from kotc_sim.experiments.asked import QUESTIONS
from kotc_sim.questions import names_in
from kotc_sim.web.desk import CARDS_FILE, DECK_FILES, EDITION_FILE, shipped
from kotc_sim.web.question import Question
from kotc_sim.web.settings import Setting, settings_of

REPORT, RESULT, GAMES, FIRST = "report.html", "result.json", "games", "first.html"


def first_of(question: Question) -> Question | None:
    """Return the question by which a fast pilot has a first word; None if there is none, or it asks that pilot itself."""
    first = QUESTIONS[question.ask].FIRST
    if not first or first[0] in question.settings.items():
        return None
    decks = {one.name for one in settings_of(question.ask) if one.kind == "deck"}
    return replace(question, settings={**question.settings, **{name: value for name, value in first if name not in decks}})


def short(question: Question) -> bool:
    """Say whether it takes seconds, and so keeps no games: then it does not wait behind those that take minutes."""
    return "resume" in QUESTIONS[question.ask].WITHOUT


def command(question: Question, *, first: bool = False) -> list[str]:
    """Return the arguments of ``kotc-sim`` for a question; every file that they name was written by `kotc_sim.web.desk.Desk.files`.

    With ``first``, those for a first word: it has a report of its own, and keeps no games.
    """
    fast = dict(QUESTIONS[question.ask].FIRST)
    settings, without = settings_of(question.ask), QUESTIONS[question.ask].WITHOUT
    decks = any(one.kind == "deck" and one.needed for one in settings)  # whose files name the edition
    files: list[str] = []
    options: list[str] = []
    words: list[str] = []
    for one in settings:
        values = _values(one, question)
        if first and one.kind == "deck" and not values:
            values = [str(path) for name, path in shipped(question.edition).items() if name == fast.get(one.name)]
        if not one.spec.names:
            (files if one.kind in ("cards", "deck", "edition", "shipped") else words).extend(values)
        elif one.kind == "flag":
            options += [name for name in values if name]
        elif not (one.kind == "edition" and decks):
            options += [part for value in values for part in (one.spec.names[0], value)]
    kept = ["--seed", str(question.seed), "--json"]
    kept += [] if "html" in without else ["--html", FIRST if first else REPORT]
    kept += [] if first or "resume" in without else ["--resume", GAMES]
    return [*question.ask.split(), *files, *options, *kept, *(["--", *words] if words else [])]


def _values(one: Setting, question: Question) -> list[str]:
    """Return what is written for a field: nothing where its default counts."""
    if one.kind == "cards":
        return [CARDS_FILE] if question.cards else []
    if one.kind == "edition":
        return [question.edition if question.proposal is None else EDITION_FILE]
    value: Any = question.settings.get(one.name)
    if value is None or value == one.default:
        return []
    if one.kind == "flag":
        return ["/".join(one.spec.names).split("/")[not value]]
    values = value if one.several else [value]
    found = [DECK_FILES[number] for number in values] if one.kind == "deck" else [one.words(each) for each in values]
    return [",".join(found)] if one.spec.read is names_in and found else found


def title(question: Question) -> str:
    """Return a line for the list of runs."""
    values = {one.name: _told(one, question) for one in settings_of(question.ask)}
    needed = [values[one.name] for one in settings_of(question.ask) if one.needed or (one.kind == "edition" and not one.spec.names)]
    return QUESTIONS[question.ask].TITLE.format(**values) or ", ".join(filter(None, needed)) or values.get("edition", "")


def _told(one: Setting, question: Question) -> str:
    if one.kind == "edition":
        return question.edition if question.proposal is None else question.proposal.name
    if one.kind == "cards":
        names = question.settings.get("card") or [card["name"] for card in question.cards]
        return f"{', '.join(names[:1])}{f' and {len(names) - 1} more' if len(names) > 1 else ''}"
    value: Any = question.settings.get(one.name, one.default)
    values = [] if value is None else value if one.several else [value]
    if one.kind == "deck":
        return " against ".join(question.decks[number].name for number in values)
    return ", ".join(map(one.words, values))
