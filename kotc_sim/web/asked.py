"""The command line that answers a question, in the folder where its files lie: what the page asks is what a terminal would."""

from __future__ import annotations

from kotc_sim.web.desk import CARDS_FILE, DECK_FILES, EDITION_FILE
from kotc_sim.web.question import Question

REPORT, RESULT, GAMES = "report.html", "result.json", "games"
SHORT = ("battle", "replay")
"""Questions that take seconds: they do not wait behind those that take minutes."""


def command(question: Question) -> list[str]:
    """Return the arguments of ``kotc-sim`` for a question; every file that they name was written by `kotc_sim.web.desk.Desk.files`."""
    chosen = question.settings
    edition = question.edition if question.proposal is None else EDITION_FILE
    decks = list(DECK_FILES[: len(question.decks)])
    of_edition = ["--edition", edition]
    if question.ask == "rate":
        return [
            "rate", CARDS_FILE, *of_edition, *[part for name in chosen["only"] for part in ("--card", name)],
            *(["--in", decks[0]] if chosen["in_deck"] else []), *_aim(question), *_kept(question),
        ]  # fmt: skip
    if question.ask == "price":
        return ["price", *of_edition, *_aim(question), *_kept(question), "--", *chosen["texts"]]
    if question.ask == "try":
        out, into = ([part for count, name in chosen[way] for part in (f"--{way}", f"{count} {name}")] for way in ("out", "in"))
        cards = ["--cards", CARDS_FILE] if question.cards else []
        against = [part for deck in decks[1:] for part in ("--against", deck)]
        pilot = ["--strategy", chosen["pilot"]] if chosen["pilot"] else []
        return ["try", decks[0], *out, *into, *cards, *against, *pilot, "--games", str(chosen["games"]), *_kept(question)]
    if question.ask == "matchup":
        play = _pilots(question) if chosen["play"] == "named" else ["--quick"] if chosen["play"] == "quick" else []
        games = ["--games", str(chosen["games"] + chosen["games"] % 2)] if chosen["games"] else []
        return ["matchup", *decks[:2], *play, *games, *_kept(question)]
    if question.ask == "battle":
        options = ["--victim", chosen["victim"], "--policy", chosen["policy"], "--games", str(chosen["trials"])]
        return ["battle", *of_edition, *options, "--seed", str(question.seed), "--json", "--html", REPORT, "--", *_teams(question)]
    shown = ["--omniscient"] if chosen["omniscient"] else []
    return [
        "replay", *decks[:2], "--game", str(chosen["game"]), "--seed", str(question.seed), *_pilots(question), *shown, "--boards", "--json",
    ]  # fmt: skip


def title(question: Question) -> str:
    """Return a line for the list of runs."""
    chosen = question.settings
    decks = [deck.name for deck in question.decks]
    if question.ask == "rate":
        names = chosen["only"] or [card["name"] for card in question.cards]
        return f"{names[0]}{f' and {len(names) - 1} more' if len(names) > 1 else ''}"
    if question.ask == "price":
        return "; ".join(chosen["texts"])
    if question.ask == "try":
        return f"{decks[0]}: {_entries(chosen['out'])} for {_entries(chosen['in'])}"
    if question.ask == "battle":
        return " against ".join(_teams(question))
    game = f", game {chosen['game']}" if question.ask == "replay" else ""
    return f"{decks[0]} against {decks[1]}{game}"


def _entries(entries: list[tuple[int, str]]) -> str:
    return ", ".join(f"{count} {name}" for count, name in entries)


def _teams(question: Question) -> list[str]:
    return [question.settings["attackers"], question.settings["defenders"]]


def _aim(question: Question) -> list[str]:
    pilots = question.settings["pilots"]
    return ["--precision", f"{question.settings['precision']:g}", *(["--strategy", ",".join(pilots)] if pilots else [])]


def _kept(question: Question) -> list[str]:
    return ["--seed", str(question.seed), "--json", "--html", REPORT, "--resume", GAMES]


def _pilots(question: Question) -> list[str]:
    return ["--strategy-a", question.settings["pilot_a"], "--strategy-b", question.settings["pilot_b"]]
