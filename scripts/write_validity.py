"""Write docs/validity.md from results of `rate`, `backtest`, `meta` and `balance` that were saved with --json.

kotc-sim rate decks/cards/kotc-17-panel.yaml --json > FILE
kotc-sim rate decks/cards/kotc-17-plain.yaml --json > FILE
kotc-sim backtest --json > FILE
kotc-sim meta kotc-17 --json > FILE
kotc-sim balance kotc-12-published --only … --json > FILE
python scripts/write_validity.py FILE…
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from kotc_sim.experiments.balance.result import PARTLY
from kotc_sim.experiments.worth.oracle import HOME, MATTERS
from kotc_sim.reports.kit import wording
from kotc_sim.reports.kit.envelope import needed

PAGE = Path(__file__).resolve().parents[1] / "docs" / "validity.md"
APART = 0.75
SCALED = """In the step from 10 to 11 reliefs of caveats doubled as a whole, and effects fell to a quarter. This one's number stayed,
which counts as a change against the median of its section; whether the designers judged it at all is not known."""
NOT_PLAYED = """Hardly ever played under the 10th, as six more of its ten effects, which all lose 0.7 to 1.0 points, what their places
are worth. In the step to the 11th effects fell to a quarter, and this one's price by less. The step is counted against the median of
all, the premium against zero."""
NEVER_MET = """Homes hold nothing that destroys cards there, so the condition is never met: the games are those of the other place, to the
last digit, and the premium is what the places are worth."""
EXPLAINED = {
    "kotc-7 cond.you_damaged": """Not explained for certain. By the tool the condition takes off too little, by two and a half points
a copy, and its relief fell to a fifth.""",
    "kotc-10 effect.remove_counters": NOT_PLAYED,
    "kotc-10 effect.deploy": NOT_PLAYED,
    "kotc-10 effect.draw": f"{NOT_PLAYED} By the printed number, 2 to 1, tool and designers agree.",
    "kotc-10 caveat.no_attack": f"""{SCALED} Under the 8th, on a body of another shape, its premium is zero; a price must
cover the best body, and only one is tried.""",
    "kotc-11 effect.down_level": """A fault of the pilot, or of homes in which no level but that of a payment matters: it is hardly ever
used (as under the 12th, where its price stood, and the premium is −0.6).""",
    "kotc-11 effect.sheathe": """The designers came back to it: cheaper in 12 and 13, then from 1 to 3 in 16. The tool says under 11, 12 and
15 that it is too cheap.""",
    "kotc-11 cost.self_destroy_in_play": """By the tool a creature is worth more than the relief of four levels, in decks of plain
creatures that the judge tuned; in those that `quick` had tuned it was worth as much. Decks whose creatures are made to be destroyed are no
homes.""",
    "kotc-11 cond.granary_destroyed": NEVER_MET,
    "kotc-11 cond.deck_destroyed": NEVER_MET,
    "kotc-12-published effect.sheathe": "As under 11: the step was taken back in 16, where price and tool agree.",
}
"""Why the tool says otherwise than the designers did, by edition and component."""
UNDECIDED = """Where it says none: of {undecided}, {pilot} are told *pilot fails*, *depends on play* or *cannot be priced*, and in {flat}
the interval holds zero: no error of the price is shown.

Homes are tuned by the pilot that screens. In homes that `quick` alone had tuned the tool decided 23, of which 17 agreed and 6 did not.
The new ones are better decks, in which a card that nobody plays costs its places: seven of the ten effects of the 10th lose 0.7 to 1.0
points a copy, where they lost nothing. The designers rescaled that edition as a whole, so a step is counted against its median, but a
premium against zero. Against the median of the ten premiums six of them say nothing, and 14 of 22 would agree. This was seen in the
figures, and is not how they are counted.

An earlier run, with one small minion and *destroy* as carriers of everything, decided 22 (14 agreed, 8 did not), said zero of 18, mostly by
definition, and called 5 of the 12 prices that stood *overpriced* (none by more than two points). Carriers have since been chosen by play
(verdicts.md, price); zeros of both halves were the reason. Whether the tool then agrees was not looked at until this run had ended.
"""
HEAD = """# Validity: the known answers

What the tool says where the answer is known beforehand, each with the command that repeats it and its latest result. This page is
written by `scripts/write_validity.py` from saved results; [verdicts.md](verdicts.md) says what the words mean.

| known answer | repeated by |
|---|---|
| a card replaced by itself gains exactly nothing | `pytest tests/experiments/worth/test_rate.py -k itself` |
| more SP or more HP never gains less, beyond error, at the same level | `pytest tests/experiments/worth/test_rate.py -k never_gains_less` |
| plain minions that homes hold gain nothing, within ± 0.5 points | `kotc-sim rate decks/cards/kotc-17-plain.yaml`, below |
| editions that differ in an official price only give the same fair price | `pytest tests/experiments -k "forced_level or planted"` |
| a card two levels too cheap or too expensive is told so | `pytest tests/experiments/worth/test_rate.py -k planted_errors` |
| a pilot that will not play cheap cards is told as *pilot fails* | `pytest tests/experiments/worth/test_rate.py -k bad_pilot` |
| as evidence grows a word only becomes more definite | `pytest tests/experiments/worth/test_rate.py -k more_evidence` |
| a planted error of two levels is found in 19 of 20 seeds | `pytest -m slow -k nineteen` |
| 92 to 98 % of 200 intervals hold the long-run gain | `pytest tests/experiments/worth/test_rate.py -k long_run` |
| mirrors score exactly one half | `pytest tests -k mirror` |
| `balance` finds three planted prices in 9 of 10 seeds, and changes none without | `pytest -m slow -k nine_of_ten` |

Planted errors in 20 seeds and coverage of intervals over 200 runs are asked of `greedy` and of the pilots that judge by default
(slow tests: 36 and 9 processor-minutes).
"""


def signed(value: float) -> str:
    """Return a number with its sign."""
    return f"{value:+.2f}".replace("-", "−")


def measured(value: float, interval: list[float]) -> str:
    """Return a number with its interval."""
    return f"{signed(value)} [{signed(interval[0])}, {signed(interval[1])}]"


def counted(found: dict[str, Any]) -> str:
    """Return a count with its interval."""
    return wording.measured(needed(found), "count").replace(wording.NBSP, " ")


def rated(data: dict[str, Any]) -> str:
    """Return the table of a panel of cards, or of plain minions that homes hold, which should gain nothing."""
    if any(card["text"] for card in data["cards"]):
        return panel(data, f"A panel of {len(data['cards'])} cards")
    band = data["band"]
    far = [card["name"] for card in data["cards"] if abs(card["gain"]["value"]) > band]
    told = f"further from zero: {', '.join(far)}" if far else "none is further from zero"
    return f"{panel(data, 'Plain minions of the homes')}\nEach should gain nothing within {band:g} points. By its gain {told}.\n"


def panel(data: dict[str, Any], title: str) -> str:
    """Return the table of cards that were rated."""
    lines = [
        f"\n## {title}\n\n`{data['reproduce']}`, {data['games']:,} games. Gains at the printed level in the best home, points a copy.\n",
        "| card | level | home | " + " | ".join(name for name in (data["pilots"]["judge"], data["pilots"]["second"]) if name)
        + " | fair level | verdict |",
        "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    apart = []
    for card in data["cards"]:
        gains = [measured(found["gain"], found["interval"]) for found in card["by_profile"].values()]
        lines.append(
            f"| {card['name']} | {card['level']} | {card['home']} | {' | '.join(gains)} | {card['fair_words']} | {card['verdict']} |"
        )
        values = [found["gain"] for found in card["by_profile"].values()]
        if max(values) - min(values) > APART:
            apart.append(f"{card['name']} ({card['verdict']})")
    depends = sum(card["verdict"] == "depends on play" for card in data["cards"])
    rising = [card["name"] for card in data["cards"] if card["rises"]]
    lines.append(
        f"\nThe two strongest pilots differ by more than {APART} points on {len(apart)} of {len(data['cards'])} cards"
        f"{': ' if apart else ''}{', '.join(apart)}; "
        f"{depends} {'is' if depends == 1 else 'are'} told *depends on play* (bar: 3 of 20). "
        f"Gain clearly rises with the level for {len(rising)}"
        f"{': ' if rising else ''}{', '.join(rising)}.\n"
    )
    return "\n".join(lines)


def backtest(data: dict[str, Any]) -> str:
    """Return the table of the price history."""
    total = data["agree"] + data["disagree"] + data["undecided"]
    lines = [
        f"\n## The designers' price history\n\n`{data['reproduce']}`, {data['games']:,} games. "
        f"Of {total} prices that the designers changed, the tool says the same direction for {data['agree']}, "
        f"the other for {data['disagree']}, none for {data['undecided']}; "
        f"of {data['controls']} prices that stood, "
        f"{data['false_alarms']} are called mispriced by more than two points a copy. No setting was tuned to these figures.\n",
        "| component | edition | price | designers | premium | fair price | verdict | so | half |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    missed = [row for row in data["changes"] if row["says"] == "disagree"]
    silent = [row for row in data["changes"] if row["says"] == "undecided"]
    pilot = sum(row["verdict"] in ("pilot fails", "depends on play", "cannot be priced") for row in silent)
    decided = data["agree"] + data["disagree"]
    halves = [
        sum(row["says"] == word and row["half"] == half for row in data["changes"]) for half in "ab" for word in ("agree", "disagree")
    ]
    why = [
        f"Of the {decided} that it decides, {100 * data['agree'] / max(1, decided):.0f} % agree (bar: two thirds); "
        f"by the halves of a fixed hash {halves[0]} to {halves[1]} and {halves[2]} to {halves[3]}.\n",
        UNDECIDED.format(undecided=len(silent), pilot=pilot, flat=len(silent) - pilot),
        "Every miss:\n",
        *(
            f"- {row['text']} ({row['older']}): {EXPLAINED.get(' '.join((row['older'], row['id'])), 'not explained yet.')}".replace(
                "\n", " "
            )
            for row in missed
        ),
    ]
    did = {1: "more expensive", -1: "cheaper", 0: "left alone"}
    for row in data["changes"]:
        premium = measured(row["premium"]["value"], row["premium"]["interval"])
        lines.append(
            f"| {row['text']} | {row['older']} | {row['before']:g} to {row['after']:g} | {did[row['step']]} | {premium} "
            f"| {row['fair_words']} | {row['verdict']} | {row['says']} | {row['half']} |"
        )
    return "\n".join([*lines, "", *why]) + "\n"


def meta(data: dict[str, Any]) -> str:
    """Return the decks of a metagame."""
    lines = [
        f"\n## The metagame of {data['edition']}\n\n`{data['reproduce']}`, {data['games']:,} games, {data['pool']} cards to build from. "
        f"{'Searches from elsewhere found nothing better.' if data['settled'] else 'The search ended before it settled.'} "
        f"By the errors of match-ups {counted(data['mattering'])} decks matter.\n",
        "| deck | from | share by the fast pilot | share by the judge | against the judge's equilibrium | cards |",
        "|---|---|---|---|---|---|",
    ]
    listed = [deck for deck in data["decks"] if deck["origin"] == HOME or max(deck["share"], deck["judged_share"]) >= MATTERS]
    for deck in listed:
        cards = ", ".join(f"{count} {name}" for count, name in deck["cards"])
        judged, score = (f"{100 * deck[key]:.0f} %" for key in ("judged_share", "judged_score"))
        lines.append(f"| {deck['name']} | {deck['origin']} | {100 * deck['share']:.0f} % | {judged} | {score} | {cards} |")
    scores = [deck["judged_score"] for deck in data["decks"] if deck not in listed]
    if scores:
        lines.append(f"\n{len(scores)} other decks that were found score {100 * min(scores):.0f} to {100 * max(scores):.0f} %.")
    return "\n".join(lines) + "\n"


LATER = {
    "kotc-12-published": {
        "effect.bounce": "1 to 2 (13th)",
        "effect.sheathe": "2 to 1 (13th), 1 to 3 (16th)",
        "effect.draw": "1 to 2 (13th)",
        "effect.silo": "3 to 2 (16th)",
    }
}
"""What the designers made of an edition's prices, at the smallest amounts."""
READ = {
    "kotc-17": """The whole run takes six to seven processor-hours and ends by itself: its fourth round finds nothing more to change. Its
report is [an example](examples/kotc-17-balanced.html), and so is [the proposal](examples/kotc-17-balanced.yaml).

**Whether more or fewer decks matter than before is not shown.** Homes ask for seven changes. Three are of prices that most of today's decks
pay, by their shares in the first search: 98 % burn, 89 % hold *Ambush*, which places Damage Counters, and 53 % craft pawns. Each field was
searched twice until it settled, the second time beginning with the decks that the first searches of all fields found. With all seven
changes three decks matter by both searches, and where these three go half of the way as well; where they stay as they are four and then
seven; today six and then five. So the other three changes are proposed: more decks matter than with all seven. All seven decks of the
second search burn, and six hold *Ambush*; three are among today's five.

**How sure that is.** A search misses decks: one that the first search under the proposal found holds 37 % of today's field in the second
search, at prices that are the same today, and the first search of today had settled without it. So one more pair of searches was made,
with another seed, beginning with all decks of both fields. They were ended before they settled, after six and nine responses: six (5
to 9) decks mattered today and four (4 to 7) under the proposal, on the way three to seven in both. And of 114 decks that searches at
these and at similar prices have come upon, those that score most against the others were added one after the other: after 24 of them
eight (7 to 10) matter today, after 23 seven (4 to 9) under the proposal, and after 24 seven (6 to 8) where burning goes half of the way
besides (3*x/2). None of these shows an increase. No deck stands alone in any of these fields. Longer searches do not end it: one of
today's field that also tried all other decks which the first searches came upon was still finding better ones at its eleventh response,
after 40 minutes of two processors, and was ended there.

**The price of that** is that homes are no better off: 29 components are shown to be mispriced, today 27, and the search for cards
that cost too little finds three, which gain 3.9 to 5.6 points a copy, two of them by burning. Homes and the field disagree:
burning is far too cheap in decks of plain minions, and it is what keeps a field of different decks apart from one of small bodies.
The report shows all three proposals; `--no-field` proposes the seven changes.

Read with care. A component is measured at the amounts that simple cards have, and is blamed for the amount that its price must cover:
*craft 1 level 1 pawn* is all but fair, *craft 2* and *craft 4* are not, and two targets of *destroy* are worth more than twice one.
Of what is still shown to be mispriced nearly all is too expensive as a whole, such as costs that take off too little: no price of the
same shape brings a card half-way to fair that nobody wants. *Destroy* is still too cheap because levels are whole: two targets gain at
level 5 and lose at level 6."""
}
"""What the result over a whole edition means, in words."""


def balance(data: dict[str, Any]) -> str:
    """Return what a proposal makes of prices that the designers changed later."""
    changes = {change["id"]: change for change in data["changes"]}
    lines = [
        f"\n## What balance proposes for {data['edition']}\n\n`{data['reproduce']}`, {data['games']:,} games: *{data['verdict']}*.\n",
        "| component | at | premium | shown to be mispriced | proposed | the designers, later |",
        "|---|---|---|---|---|---|",
    ]
    later = LATER.get(data["edition"], {})
    listed = [found for found in data["components"]["before"] if found["shown"] or found["id"] in {**changes, **later}]
    for found in listed:
        change = changes.get(found["id"])
        proposed = f"{change['formula_before']} to {change['formula_after']}" if change else "no change"
        premium = measured(found["premium"]["value"], found["premium"]["interval"])
        shown = "yes" if found["shown"] else f"no{', ' + found['why'] if found['why'] else ''}"
        lines.append(f"| {found['text']} | {found['amounts']} | {premium} | {shown} | {proposed} | {later.get(found['id'], '–')} |")
    others = len(data["components"]["before"]) - len(listed)
    if others:
        lines.append(f"\n{others} other components are not shown to be mispriced.")
    if not data["finished"]:
        lines.append("\nThe budget was spent, or the rounds were, before a round found nothing to change: a partial answer.")
    if data["mispriced"]["after"] is not None:
        not_borne_out = sum(change["why"] != PARTLY for change in data["taken_back"])
        lines.append(
            f"\nAfter {len(data['rounds'])} rounds {data['mispriced']['after']} of {data['family']} components are shown to be mispriced; "
            f"before {data['mispriced']['before']}. Changes that fresh games did not bear out: {not_borne_out}."
        )
    read = READ.get(data["edition"], "") if data["finished"] and "metagame" in data else ""
    return "\n".join([*lines, *before_and_after(data), *([f"\n{read}"] if read else [])]) + "\n"


def before_and_after(data: dict[str, Any]) -> list[str]:
    """Return what the edition is like before and after a proposal; empty where that was not measured."""
    lines: list[str] = []
    if len(data.get("metagame", {})) == 2:
        lines += [
            "\n| the field | decks that matter, share by the judge | best home against them | last response against them |",
            "|---|---|---|---|",
        ]
        for when, found in data["metagame"].items():
            decks = ", ".join(f"{deck['name']} {100 * deck['share']:.0f} %" for deck in found["decks"] if deck["share"])
            home, last = (f"{100 * score:.0f} %" for score in (found["home"]["value"], found["response"]["score"]))
            lines.append(
                f"| {when} | {counted(found['mattering'])}: {decks}{'' if found['settled'] else '; not settled'} | {home} | {last} |"
            )
    if data.get("extents"):
        lines += [
            "\n| prices that most decks pay go | prices | decks that matter | best home against them | last response against them |",
            "|---|---|---|---|---|",
        ]
        for found in data["extents"]:
            prices = ", ".join(f"{key.partition('.')[2]} {price}" for key, price in found["prices"].items())
            home, last = (f"{100 * score:.0f} %" for score in (found["home"]["value"], found["response"]["score"]))
            matter = f"{counted(found['mattering'])}{'' if found['settled'] else '; not settled'}"
            proposed = ", proposed" if found["proposed"] else ""
            lines.append(f"| {100 * found['extent']:.0f} %{proposed} | {prices} | {matter} | {home} | {last} |")
    if data.get("play"):
        lines += ["\n| games in the homes | before | after | difference | so |", "|---|---|---|---|---|"]
        for row in data["play"]:
            percent = 100.0 if row["unit"] in ("share", "points") else 1.0
            before, after = (percent * row[key]["value"] for key in ("before", "after"))
            by = measured(percent * row["difference"]["value"], [percent * x for x in row["difference"]["interval"]])
            unit = {"share": ", %", "points": ", percentage points"}.get(row["unit"], "")
            lines.append(f"| {row['what']}{unit} | {before:.2f} | {after:.2f} | {by} | {row['verdict']} |")
    if "exploits" in data:
        cards = "; ".join(f"{card['text']} (level {card['level']}, to blame: {card['blame']})" for card in data["exploits"])
        lines.append(f"\nCards that cost too little under the proposal, confirmed on fresh games: {cards or 'none'}.")
    return lines


def main(files: list[str]) -> None:
    """Write the page."""
    parts = {"rate": rated, "backtest": backtest, "meta": meta, "balance": balance}
    text = HEAD
    for file in files:
        data = json.loads(Path(file).read_text("utf-8"))
        text += parts[data["command"]](data)
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
