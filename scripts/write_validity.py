"""Write docs/validity.md, and the tables behind it, from results of `rate`, `backtest`, `meta` and `balance` saved with --json.

kotc-sim rate decks/cards/kotc-17-panel.yaml --json > FILE
kotc-sim rate decks/cards/kotc-17-plain.yaml --json > FILE
kotc-sim backtest --json > FILE
kotc-sim meta kotc-17 --json > FILE
kotc-sim balance kotc-12-published --only … --json > FILE
python scripts/write_validity.py FILE…

What a file measures replaces what was kept of the same command; without files the page is written again from what is kept.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kotc_sim.experiments.balance.describe import PARTLY
from kotc_sim.experiments.worth.best_response import MATTERS
from kotc_sim.experiments.worth.deck_result import HOME
from kotc_sim.reports.kit import wording
from kotc_sim.reports.kit.envelope import read_count
from scripts.figures import Rows, Tables, as_markdown, read_tables, write_tables

PAGE = Path(__file__).resolve().parents[1] / "docs" / "validity.md"
APART = 0.75
HEADS = {
    "validity-runs": ("run", "command", "games", "result"),
    "validity-cards": (
        *(
            "set",
            "card",
            "level",
            "gain",
            "in the next deck",
            "host deck",
            "judging pilot",
            "checking pilot",
            "fair level",
            "verdict",
            "rises with level",
            "pilots apart",
        ),
    ),
    "validity-history": (
        *("component", "edition", "price", "designers", "premium", "fair price", "verdict", "conclusion", "half", "why it differs"),
    ),
    "validity-balance": ("edition", "component", "at", "premium", "shown to be mispriced", "proposed", "the designers, later"),
    "validity-fields": ("edition", "field", "decks that matter", "best host deck against them", "last response against them"),
    "validity-play": ("edition", "figure", "before", "after", "difference", "conclusion"),
    "validity-decks": (
        "edition",
        "deck",
        "from",
        "share by the fast pilot",
        "share by the judging pilot",
        "against the equilibrium",
        "cards",
    ),
}
"""The tables in docs/figures, with their columns."""
SCALED = "The step from 10 to 11 rescaled all prices; this one's number stayed, which counts as a change against the median of its section."
NOT_PLAYED = (
    "Hardly ever played under the 10th; the premium is what its places are worth, and the step is counted against the median of all."
)
NEVER_MET = "Host decks hold nothing that destroys cards there, so the condition is never met."
REMARKS = {
    "kotc-7 cond.you_damaged": "Not explained for certain.",
    "kotc-10 effect.remove_counters": NOT_PLAYED,
    "kotc-10 effect.deploy": NOT_PLAYED,
    "kotc-10 effect.draw": f"{NOT_PLAYED} By the printed number tool and designers agree.",
    "kotc-10 caveat.no_attack": SCALED,
    "kotc-11 effect.down_level": "Hardly ever used: a fault of the pilot, or of host decks, in which only the level of a payment matters.",
    "kotc-11 effect.sheathe": "The designers came back to it in the 16th, from 1 to 3; the tool says since the 11th that it is too cheap.",
    "kotc-11 cost.self_destroy_in_play": "In plain decks a creature is worth more than four levels; host decks are not made to lose them.",
    "kotc-11 cond.granary_destroyed": NEVER_MET,
    "kotc-11 cond.deck_destroyed": NEVER_MET,
    "kotc-12-published effect.sheathe": "As under the 11th: the step was taken back in the 16th, where price and tool agree.",
}
"""Why the tool says otherwise than the designers did, by edition and component."""
LATER = {
    "kotc-12-published": {
        "effect.bounce": "1 to 2 (13th)",
        "effect.sheathe": "2 to 1 (13th), 1 to 3 (16th)",
        "effect.draw": "1 to 2 (13th)",
        "effect.silo": "3 to 2 (16th)",
    }
}
"""What the designers made of an edition's prices, at the smallest amounts."""
RESCALED = "kotc-10"
"""The edition after which the designers rescaled all prices."""
UNSURE = ("pilot fails", "depends on play", "not played", "cannot be priced")
HEAD = """# Validity: the known answers

What the tool says where the answer is known beforehand. `scripts/write_validity.py` writes this page, and the tables behind it, from saved
results. [Verdicts](verdicts.md) defines the words, the [glossary](glossary.md) the terms.

| known answer | repeated by |
|---|---|
| a card replaced by itself gains exactly nothing | `pytest tests/experiments/worth/test_rate.py -k itself` |
| more SP or more HP never gains less, beyond error, at the same level | `pytest tests/experiments/worth/test_rate.py -k never_gains_less` |
| plain minions of host decks gain nothing, within ± 0.5 | `kotc-sim rate decks/cards/kotc-17-plain.yaml`, below |
| editions that differ in an official price only give the same fair price | `pytest tests/experiments -k "forced_level or planted"` |
| a card two levels too cheap or too expensive is found | `pytest tests/experiments/worth/test_rate.py -k planted_errors` |
| a pilot that will not play cheap cards is reported as *pilot fails* | `pytest tests/experiments/worth/test_rate.py -k bad_pilot` |
| as evidence grows a word only becomes more definite | `pytest tests/experiments/worth/test_rate.py -k more_evidence` |
| a planted error of two levels is found in 19 of 20 seeds | `pytest -m slow -k nineteen` |
| headlines of the panel hold in ten decks of people: slope 1.03, correlation 0.95 ([rate](rate.md)) | `python scripts/calibrate.py FILE` |
| 92 to 98 % of 200 intervals hold the long-run value | `pytest tests/experiments/worth/test_rate.py -k long_run` |
| mirrors score exactly one half | `pytest tests -k mirror` |
| `balance` finds three planted prices in 9 of 10 seeds, and changes none without | `pytest -m slow -k nine_of_ten` |
| a match-up and a tournament of the same two decks name the same one, with two seeds | `pytest -m slow -k two_decks` |
| ten questions by all commands that answer them, by `greedy`, two seeds: no opposite words | `pytest tests/experiments/test_one_story.py` |
"""
HISTORY = """In the changes without a conclusion no error of the price is shown, or the verdict is *pilot fails*, *depends on play* or
*not played*. Why the tool differs from the designers is written beside each row of the table; three reasons cover most:

- The step from the 10th to the 11th Edition rescaled all prices. So a change is counted against the median of its section, but
  a premium against zero.
- Host decks are plain. A condition that they never meet, or a cost that only a deck built for it can pay, costs its places there.
- A component that is hardly ever played says little of its price, and may be a fault of the pilot. The rows before the 17th are older than
  the rule that a text used in fewer than one game in five is *not played*, so some would have no conclusion now.
- Premiums before the 17th are those of the best host deck, which had the verdict when they were measured; those of the 17th are means
  over host decks, as today's ([price](price.md)).

The five changes after the 17th all make a text cheaper, so who always says *cheaper* agrees with all five, and the tool with four. Such
texts read too expensive whatever they cost (below), so this is weak evidence too.

No setting was tuned to these figures. The halves of a fixed hash (column *half*) were set apart before test cards were chosen by play.
"""
BALANCE = """**Read with care.** Host decks and the field disagree. Burning is far too cheap in decks of plain minions, and it is what
keeps a field of different decks apart from one of small bodies. So prices that most of today's decks pay are left where no proposal
for them leaves more decks that matter.

Whether more or fewer decks matter under the proposal is not shown: the intervals overlap. A search misses decks, and longer searches
went on to find better ones, so how many decks matter is known to about two.

A component is blamed for the amount that its price must cover: *craft 1 level 1 pawn* is all but fair, *craft 2* and *craft 4* are
not. Of what is still shown to be mispriced nearly all is too expensive as a whole, such as costs that take off too little. No price
of the same shape brings a card half-way to fair that nobody wants. The whole run takes six to seven processor-hours; its report is
[an example](examples/kotc-17-balanced.html), and so is [the proposal](examples/kotc-17-balanced.yaml).

**Out of time.** The run was made before anybody here knew what the designers did next: the 18th Edition revised the level of five
texts, as the 20th dates them. The table has the right sign for three of them: *see enemy's hand*, and the two costs that are paid
with cards of your choice in hand. *Target cards in your hand* could not be priced, *x-dice-wound enemy* was not found; none is
contrary. (`backtest --only 17:20`, above, prices the five one by one by today's method, which knew the answer: four agree.)
But all costs of that kind read −1.0 to −1.7 whatever their price, no designer made its own three proposals, and for its
largest claims, burning and destroying, the designers did something else: plain minions got Haste.
`decks/proposals/kotc-17-haste.yaml` is the 17th with that. *2-dice-burn the battlefield* goes from +4.12 [+3.86, +4.38] points
a copy to −0.09 [−0.34, +0.16], which is fair, and *destroy* from +1.46 [+1.22, +1.71] to −0.62 [−0.84, −0.41]
(`kotc-sim price TEXT --edition FILE --no-cross-check --seed 1`). So the tool saw what was wrong, and not what would mend it.
"""


def measured(value: float, interval: list[float]) -> str:
    """Return a number with its interval."""
    return f"{value:+.2f} [{interval[0]:+.2f}, {interval[1]:+.2f}]".replace("-", "−")


def count_of(found: dict[str, Any]) -> str:
    """Return a count with its interval."""
    return wording.write_measured(read_count(found["value"], found["interval"]), "count").replace(wording.NBSP, " ")


def percent(share: float) -> str:
    """Return a share in percent."""
    return f"{100 * share:.0f} %"


def run_row(name: str, data: dict[str, Any], result: str) -> list[str]:
    """Return what was run for a part of the page, and what came of it as a whole."""
    return [name, data["reproduce"], f"{data['games']:,}", result]


def take_rate(data: dict[str, Any]) -> Tables:
    """Return the rows of a panel of cards, or of plain minions that host decks hold."""
    name = "panel" if any(card["text"] for card in data["cards"]) else "plain"
    rows = []
    for card in data["cards"]:
        values = [measured(found["gain"], found["interval"]) for found in card["by_profile"].values()]
        rises = "yes" if card["rises"] else ""
        gains = [found["gain"] for found in card["by_profile"].values()]
        apart = "yes" if max(gains) - min(gains) > APART else ""
        gain, host = measured(**card["gain"]), [card["home"], *values, card["fair_words"]]
        ends = "{:+.1f} to {:+.1f}".format(*card["next_deck"]["beyond_interval"]).replace("-", "−")
        rows.append([name, card["name"], str(card["level"]), gain, ends, *host, card["verdict"], rises, apart])
    return {"validity-cards": rows, "validity-runs": [run_row(name, data, "")]}


def take_backtest(data: dict[str, Any]) -> Tables:
    """Return the rows of the price history."""
    did = {1: "more expensive", -1: "cheaper", 0: "left alone"}
    rows = []
    for row in data["changes"]:
        remark = REMARKS.get(f"{row['older']} {row['id']}", "not explained yet") if row["says"] == "disagree" else ""
        premium = measured(row["premium"]["value"], row["premium"]["interval"])
        price = f"{row['before']:g} to {row['after']:g}"
        cells = [row["text"], row["older"], price, did[row["step"]], premium, row["fair_words"], row["verdict"], row["says"]]
        rows.append([*cells, row["half"], remark])
    alarms = f"{data['false_alarms']} of {data['controls']} prices that stood are called mispriced by more than two points a copy"
    part = re.search(r"--only (\S+)", data["reproduce"])
    name = f"history {part[1]}" if part else "history"
    return {"validity-history": rows, "validity-runs": [run_row(name, data, alarms if data["controls"] else "")]}


def take_meta(data: dict[str, Any]) -> Tables:
    """Return the decks of a metagame: the host decks, and those that matter by either pilot."""
    rows = []
    for deck in data["decks"]:
        if deck["origin"] == HOME or max(deck["share"], deck["judged_share"]) >= MATTERS:
            cards = ", ".join(f"{count} {name}" for count, name in deck["cards"])
            shares = [percent(deck[key]) for key in ("share", "judged_share", "judged_score")]
            rows.append([data["edition"], deck["name"], deck["origin"], *shares, cards])
    end = "four searches in turn found nothing better" if data["settled"] else "the search ended before it settled"
    result = f"{count_of(data['mattering'])} decks matter, built from {data['pool']} cards; {end}"
    return {"validity-decks": rows, "validity-runs": [run_row(f"metagame of {data['edition']}", data, result)]}


def take_balance(data: dict[str, Any]) -> Tables:
    """Return what a proposal makes of prices, and what the edition is like before and after it."""
    edition, changes = data["edition"], {change["id"]: change for change in data["changes"]}
    later = LATER.get(edition, {})
    rows, fields, play = [], [], []
    for found in data["components"]["before"]:
        if not (found["shown"] or found["id"] in {**changes, **later}):
            continue
        change = changes.get(found["id"])
        proposed = f"{change['formula_before']} to {change['formula_after']}" if change else "no change"
        shown = "yes" if found["shown"] else f"no{', ' + found['why'] if found['why'] else ''}"
        premium = measured(found["premium"]["value"], found["premium"]["interval"])
        rows.append([edition, found["text"], found["amounts"], premium, shown, proposed, later.get(found["id"], "–")])
    parts = [(when, found) for when, found in data.get("metagame", {}).items()]
    for found in data.get("extents", []):
        prices = ", ".join(f"{key.partition('.')[2]} {price}" for key, price in found["prices"].items())
        parts.append((f"prices that most decks pay go {percent(found['extent'])} of the way: {prices}", found))
    for when, found in parts:
        matter = f"{count_of(found['mattering'])}{'' if found['settled'] else '; not settled'}"
        fields.append([edition, when, matter, percent(found["home"]["value"]), percent(found["response"]["score"])])
    for row in data.get("play", []):
        factor = 100.0 if row["unit"] in ("share", "points") else 1.0
        unit = {"share": ", %", "points": ", percentage points"}.get(row["unit"], "")
        values = [f"{factor * row[key]['value']:.2f}" for key in ("before", "after")]
        by = measured(factor * row["difference"]["value"], [factor * end for end in row["difference"]["interval"]])
        play.append([edition, f"{row['what']}{unit}", *values, by, row["verdict"]])
    result = str(data["verdict"])
    if not data["finished"]:
        result += "; the budget or the rounds ended before a round found nothing to change"
    if data["mispriced"]["after"] is not None:
        refuted = sum(change["why"] != PARTLY for change in data["taken_back"])
        result += (
            f"; after {len(data['rounds'])} rounds {data['mispriced']['after']} of {data['family']} components are shown to be mispriced"
        )
        result += f", before {data['mispriced']['before']}; changes that fresh games did not bear out: {refuted}"
    runs = [run_row(f"balance of {edition}", data, result)]
    return {"validity-balance": rows, "validity-fields": fields, "validity-play": play, "validity-runs": runs}


TAKE = {"rate": take_rate, "backtest": take_backtest, "meta": take_meta, "balance": take_balance}


def merge(kept: Tables, fresh: Tables) -> None:
    """Put fresh rows in the place of those that have the same first cell, in the history of those of the same component and edition."""
    for name, rows in fresh.items():
        cells = 2 if name == "validity-history" else 1
        replaced = {tuple(row[:cells]) for row in rows}
        kept[name] = [*(row for row in kept[name] if tuple(row[:cells]) not in replaced), *rows]


def cards_lines(tables: Tables, name: str) -> list[str]:
    """Return the table of a set of cards, and what it says."""
    rows = [row for row in tables["validity-cards"] if row[0] == name]
    apart = [row[1] for row in rows if row[11]]
    depends, rises = sum(row[9] == "depends on play" for row in rows), sum(bool(row[10]) for row in rows)
    return [
        *as_markdown(HEADS["validity-cards"][1:10], [row[1:10] for row in rows]),
        "",
        f"The two pilots differ by more than {APART} points on {len(apart)} of {len(rows)} cards{': ' if apart else ''}{', '.join(apart)};",
        f"{depends} {'is' if depends == 1 else 'are'} reported as *depends on play*. The value clearly rises with the level for {rises}.",
    ]


def history_lines(rows: Rows) -> list[str]:
    """Return what the tool says of the designers' changes, edition by edition."""
    changed = [row for row in rows if row[3] != "left alone"]
    words = ("agree", "disagree", "undecided")
    total = Counter(row[7] for row in changed)
    halves = {half: Counter(row[7] for row in changed if row[8] == half) for half in "ab"}
    table = []
    for edition in dict.fromkeys(row[1] for row in changed):
        found = Counter(row[7] for row in changed if row[1] == edition)
        table.append([edition, *(str(found[word]) for word in words)])
    decided = total["agree"] + total["disagree"]
    unsure = sum(row[7] == "undecided" and row[6] in UNSURE for row in changed)
    return [
        f"Of {len(changed)} prices that the designers changed, the tool says the same direction for {total['agree']}, the other for",
        f"{total['disagree']}, none for {total['undecided']} (of these {unsure} *pilot fails*, *depends on play* or *not played*).",
        f"So {100 * total['agree'] / max(1, decided):.0f} % of the {decided} that it decides agree; two thirds were aimed at. By halves:",
        f"{halves['a']['agree']} to {halves['a']['disagree']} and {halves['b']['agree']} to {halves['b']['disagree']}.",
        "",
        *base_rate_lines(changed),
        "",
        *as_markdown(("the price changed after", "agree", "disagree", "no conclusion"), table),
    ]


def base_rate_lines(changed: Rows) -> list[str]:
    """Return what constant guesses would score on the changes that the tool decides: with all of them, and without the rescaling."""
    decided = [row for row in changed if row[7] in ("agree", "disagree")]
    rest = [row for row in decided if row[1] != RESCALED]

    def agree(rows: Rows) -> int:
        return sum(row[7] == "agree" for row in rows)

    def guess(rows: Rows, way: str) -> int:
        return sum(row[3] == way for row in rows)

    return [
        f"**The base rate.** Who always says *more expensive* agrees with {guess(decided, 'more expensive')} of these {len(decided)}, "
        f"the tool with {agree(decided)}. Without the step",
        f"after the 10th Edition, which rescaled all prices, {len(rest)} are left: the tool agrees with {agree(rest)}, the two constant "
        f"guesses with {guess(rest, 'more expensive')} and {guess(rest, 'cheaper')}.",
        "That is no more than chance, so this history is weak evidence for the tool, and none against it.",
    ]


def page(tables: Tables) -> str:
    """Return the page as Markdown."""
    runs = {row[0]: row for row in tables["validity-runs"]}

    def run(name: str) -> list[str]:
        _, command, games, result = runs[name]
        return [f"`{command}`, {games} games.{f' Result: {result}.' if result else ''}", ""]

    gain = [
        "*Gain*, points a copy, is the mean over decks beyond what plain cards of about its cost gain there. Verdicts are on it.",
        "Four of five next decks lie in the range beside it ([rate](rate.md)). Then the marginal value in one host deck, by both pilots.",
    ]
    lines = ["", "## A panel of cards", "", *run("panel"), *gain, ""]
    lines += [*cards_lines(tables, "panel"), "", "## Plain minions of the host decks", "", *run("plain")]
    lines += ["Each should gain nothing, within 0.5 points.", "", *cards_lines(tables, "plain"), ""]
    history = [line for name in runs if name.startswith("history") for line in run(name)]
    lines += ["## The designers' price history", "", *history, *history_lines(tables["validity-history"]), "", HISTORY]
    for edition in dict.fromkeys(row[0] for row in tables["validity-balance"]):
        rows = [row[1:] for row in tables["validity-balance"] if row[0] == edition]
        changed = [row for row in rows if row[4] != "no change" or row[5] != "–"]
        fields = [row[1:] for row in tables["validity-fields"] if row[0] == edition]
        lines += [f"## What balance proposes for {edition}", "", *run(f"balance of {edition}")]
        lines += [*as_markdown(HEADS["validity-balance"][1:], changed), ""]
        if fields:
            lines += [*as_markdown(HEADS["validity-fields"][1:], fields), "", BALANCE]
    for name in runs:
        if name.startswith("metagame of "):
            lines += [
                f"## The {name}",
                "",
                *run(name),
                f"[validity-decks.csv](figures/validity-decks.csv) has {name.split()[-1]}'s decks.",
                "",
            ]
    lines += ["## All figures", "", ", ".join(f"[{name}.csv](figures/{name}.csv)" for name in HEADS) + ".", ""]
    return HEAD + "\n".join(lines)


def main(files: list[str]) -> None:
    """Write the tables and the page."""
    tables = read_tables(HEADS)
    for file in files:
        data = json.loads(Path(file).read_text("utf-8"))
        merge(tables, TAKE[data["command"]](data))
    write_tables(HEADS, tables)
    PAGE.write_text(page(tables), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
