"""Measure whether lookahead uses each component of an edition in a deck built around it; write its part of docs/component-use.md.

    python scripts/component_use.py kotc-20 [--games 150] [--strategy lookahead] [--only effect.draw …]

For each component a card carries it with the simplest completion that makes sense, a legal deck holds many copies and what the
component needs (minions, counters, something that destroys hand cards …), and the strategy plays both sides. A component "could be
used" in a game if an option to cast or activate the card was put to a player who had it; it "was used" if such an option was chosen
and the choices that the component itself leaves open (targets, how many, whether to deploy, which counter) were not all refused.
Costs count with the ability that they pay for, conditions with the ability that they let be used, counters with their being popped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kotc_sim.experiments.statistics.intervals import wilson
from kotc_sim.games.keeper.cards.card import Card, Deck
from kotc_sim.games.keeper.cards.legality import deck_problems
from kotc_sim.games.keeper.cards.level import price
from kotc_sim.games.keeper.cards.printer import write_text
from kotc_sim.games.keeper.cards.reader import plain_minion
from kotc_sim.games.keeper.cards.tree import Ability, Component, SubAbility
from kotc_sim.games.keeper.editions import Edition, Row, load_edition
from kotc_sim.games.keeper.engine import kinds, machine, record
from kotc_sim.games.keeper.match import compile_match
from kotc_sim.shared import best
from kotc_sim.strategies import load

ROOT = Path(__file__).resolve().parents[1]
WANTED = 0.2
# completions: target of an effect, effect of a target, condition that an ability needs
TARGET_OF = {
    "effect.deploy": "target.your_granary",  # a card in hand can be played without it
    "effect.embody": "target.your_hand",
    "effect.embody_times": "target.your_hand",
    "effect.negate": "target.chain",
}
CONDITION_OF = {
    "effect.negate": "cond.enemy_acts",
    "target.chain": "cond.enemy_acts",
    "effect.conscript": "cond.enemy_attacks",
    "effect.distract": "cond.enemy_attacks",
    "target.enemy_granary_exhausted": "cond.enemy_summons",  # at other times nothing of the enemy's is exhausted
    "target.all_attacking": "cond.enemy_attacks",
    "target.all_defending": "cond.enemy_defends",
    "target.all_chain": "cond.enemy_acts",
}
EFFECT_OF = {
    "target.self": "effect.silo",
    "target.chain": "effect.negate",
    "target.your_granary": "effect.deploy",
    "target.any_grave_random": "effect.silo",
    "target.any_hand_random": "effect.destroy",
    "target.your_hand": "effect.embody",  # cards in hand can be played without being deployed
    "target.all_attacking": "effect.distract",
    "target.all_defending": "effect.distract",
    "target.enemy_granary_exhausted": "effect.destroy",
    "target.enemy_hand": "effect.destroy",
    "target.any_deck_top": "effect.silo",
    "target.excavate": "effect.bounce",
    "target.your_grave": "effect.bounce",
    "target.all_chain": "effect.negate",
    "target.heirs": "effect.place_sword",
    "target.enemy_grave": "effect.deploy",
}
BEFORE = {"target.heirs": "effect.craft"}
"""What a first sentence does, so that the second has something to do it to."""
WITH = {"effect.down_level": ("effect.clone_times", 2), "effect.destroy_deck_top": ("effect.draw", 2)}
"""What else is done in the sentence of an effect that costs what it gives."""
NUMBERS = {
    "target.chain": (1, 0),
    "target.your_hand": (1, 0),
    "target.enemy_hand": (1, 0),
    "target.excavate": (5, 1),
    "target.all_on_field": (2, 0),
    "target.all_attacking": (4, 0),
    "target.all_defending": (4, 0),
    "target.all_chain": (2, 0),
    "target.heirs": (1, 0),
    "target.enemy_grave": (1, 0),
    "effect.down_level": (3, 0),
    "cost.pay_hp": (4, 0),
    "cost.self_destroy_deck": (4, 0),
}
SUPPORT = {
    "cond.hand_destroyed": "target.any_hand_random",  # the enemy's: in one's own turn nothing is left to pay with
    "cond.your_hand_destroyed": "target.any_hand_random",
    "cond.granary_destroyed": "cost.self_destroy_resources",
    "cond.owned_destroyed": "cost.self_destroy_hand",
    "cond.deck_destroyed": "cost.self_destroy_deck",
    "cond.your_deck_destroyed": "cost.self_destroy_deck",
    "cond.enemy_acts": "effect.draw",
    "target.chain": "effect.draw",
    "effect.negate": "effect.draw",
    "target.your_hand": "effect.draw",
    "effect.embody": "effect.draw",
    "effect.embody_times": "effect.draw",
    "effect.place_trap": "minion",
    "cost.remove_counters": "effect.place_sword",
    "cost.gift_summon": "gift",
    "effect.remove_counters": "effect.place_shield",  # proactive counters are popped before they can be removed
    "effect.place_undying": "effect.destroy",  # it is popped when an effect would destroy its host
    "cond.targeted": "effect.place_sword",
    "cond.hand_targeted": "target.any_hand_random",
    "cond.granary_targeted": "target.your_granary",
    "cond.grave_targeted": "target.any_grave_random",
    "cond.your_granary_destroyed": "cost.self_destroy_resources",
    "cost.remove_counters_owned": "effect.place_sword",
    "cost.donate_spells_hand": "effect.dice_heal",
    "cost.donate_spells_granary": "effect.dice_heal",
    "cost.donate_minions_hand": "gift",
    "cost.donate_minions_granary": "gift",
    "effect.remove_counters_battlefield": "effect.place_shield",
    "effect.issue_trap": "minion",
    "effect.issue_undying": "effect.destroy",
    "target.all_chain": "effect.draw",
}
ON_MINION = (
    "cond.attacks",
    "cond.defends",
    "cond.fights",
    "cond.targeted",
    "cond.battlefield_destroyed",
    "cond.summoned",
    "cond.natural_summoned",
    "effect.hand_down_level",  # once, it saves what it costs
    "cost.remove_counters",
)


CHOSEN = (
    "chain",
    "on_field",
    "your_granary",
    "your_hand",
    "enemy_granary_exhausted",
    "enemy_hand",
    "excavate",
    "your_grave",
    "enemy_grave",
)
NUMBERED = ("any_grave_random", "any_hand_random", "any_deck_top", "heirs")
PROOF = {f"target.{name}": kinds.Ask.TARGET for name in CHOSEN} | {f"target.{name}": kinds.Ask.COUNT for name in NUMBERED}
PROOF |= {"effect.deploy": kinds.Ask.DEPLOY, "effect.clone_times": kinds.Ask.TIMES, "effect.embody_times": kinds.Ask.TIMES}
PROOF |= {f"effect.remove_counters{where}": kinds.Ask.COUNTERS for where in ("", "_battlefield")}
"""Choices that a component leaves open: it was not used if they were refused."""
SECTIONS = ("condition", "cost", "target", "effect")
COPIES = 14
ULTRA = 10


class Maker:
    """Makes cards and decks around a component."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.rows = {row.id: row for row in edition.rows.values()}

    def use(self, row_id: str, x: int = 1, y: int = 1) -> Component:
        """Return a use of a component with small numbers."""
        row = self.rows[row_id]
        return Component(row, x if "{x}" in row.text else 0, y if "{y}" in row.text else 0, "up to" in row.text)

    def card(self, name: str, kind: str, sp: int, hp: int, ability: Ability) -> Card:
        """Return a card with one ability at the level of the formula."""
        bill = price(self.edition, kind, sp, hp, None, (ability,))
        text = write_text(None, (ability,), self.edition)
        e = self.edition
        return Card(name, kind, sp, hp, (ability,), None, bill.level, None, bill.ultra, e.name, e.number, text)

    def ability(self, kind: str, row: Row) -> Ability:
        """Return the ability that shows a component."""
        name = "USE" if kind == "minion" else ""
        condition = CONDITION_OF.get(row.id)
        costs: tuple[Component, ...] = ()
        subs = [SubAbility(None, (self.use("effect.draw", 2),))]
        if row.section == "condition":
            condition = row.id
            subs = [SubAbility(None, (self.use("effect.draw", 1),))]
        elif row.section == "cost":
            costs = (self.use(row.id, *NUMBERS.get(row.id, (1, 1))),)
            if self.gives(row):  # a high cost needs a good effect
                subs = [SubAbility(None, (self.use("effect.draw", 3),))]
        elif row.section == "target":
            x, y = NUMBERS.get(row.id, (2 if "{x}" in row.text else 0, 1))
            subs = [SubAbility(self.use(row.id, x, y), (self.use(EFFECT_OF.get(row.id, "effect.destroy")),))]
            if row.id in BEFORE:
                subs.insert(0, SubAbility(None, (self.use(BEFORE[row.id], 1, 2),)))
        elif row.section == "effect":
            needs = "t" in row.level.names
            target = self.use(TARGET_OF.get(row.id, "target.on_field")) if needs else None
            effects = [self.use(row.id, *NUMBERS.get(row.id, (2 if not needs else 1, 2)))]
            if row.id in WITH:
                effects.append(self.use(*WITH[row.id]))
            subs = [SubAbility(target, tuple(effects))]
        return Ability(name, self.use(condition) if condition else None, costs, tuple(subs))

    @staticmethod
    def gives(row: Row) -> bool:
        """Tell whether a cost gives a card to an enemy."""
        return row.id.startswith(("cost.gift_", "cost.donate_"))

    def support(self, row: Row) -> Card | None:
        """Return the other card that a deck around a component needs, if any."""
        other = SUPPORT.get(row.id.removesuffix("_from_hand").removesuffix("_from_granary"), "")
        if not other:
            return None
        if other not in self.rows and other == "cost.self_destroy_deck":  # since the 18th
            other = "effect.destroy_deck_top"
        draw = SubAbility(None, (self.use("effect.draw", 1),))
        if other == "gift":  # what one gives away should be worth little
            return plain_minion(0, 0, self.edition.name, "support")
        if other == "minion":
            return self.card("support", "minion", 1, 2, Ability("LOOK", None, (), (draw,)))
        section = other.split(".")[0]
        if other in ("effect.draw", "effect.dice_heal"):
            ability = Ability("", None, (), (SubAbility(None, (self.use(other),)),))
        elif other == "effect.destroy_deck_top":
            ability = Ability("", None, (), (SubAbility(None, (self.use(other), self.use("effect.draw"))),))
        elif section == "cost":
            cost = self.use(other, 2 if other.endswith("deck") else 1)
            ability = Ability("", None, (cost,), (SubAbility(None, (self.use("effect.draw", 2),)),))
        elif section == "target":
            done = {"target.your_granary": "effect.deploy", "target.any_grave_random": "effect.bounce"}.get(other, "effect.destroy")
            ability = Ability("", None, (), (SubAbility(self.use(other), (self.use(done),)),))
        else:
            ability = Ability("", None, (), (SubAbility(self.use("target.on_field"), (self.use(other, 2),)),))
        return self.card("support", "spell", 0, 0, ability)

    def deck(self, row: Row) -> Deck:
        """Return a legal deck of 40 cards around a component."""
        minion = row.id in ON_MINION
        kind = "minion" if minion else "spell"
        probe = self.card("probe", kind, 1 if minion else 0, 3 if minion else 0, self.ability(kind, row))
        support = self.support(row)
        counts: list[tuple[Card, int]] = []
        ultra = 0
        if support is not None:
            copies = 5 if support.ultra else 8
            ultra = copies * support.ultra
            counts.append((support, copies))
        counts.insert(0, (probe, min(COPIES, (ULTRA - ultra) // probe.ultra) if probe.ultra else COPIES))
        left = 40 - sum(n for _, n in counts)
        e = self.edition
        for i, (sp, hp) in enumerate(((1, 2), (2, 2), (1, 4))):
            n = (left + i) // 3
            counts.append((plain_minion(sp, hp, e.name, f"minion {sp}/{hp}"), n))
        deck = Deck(row.id, e, None, tuple(counts))
        if deck_problems(deck):
            raise ValueError(f"{row.id}: {deck_problems(deck)[0]}")
        return deck


class Use(NamedTuple):
    """Games in which something could be used, and those in which it was."""

    could: int
    used: int


def play(deck: Deck, strategy: str, games: int, seed: int) -> tuple[Use, dict[str, Use]]:
    """Return in how many games the probe could be used and was, and the same for popping each kind of counter."""
    match = compile_match([deck, deck])
    m = match.record
    fill = load("kotc", strategy).compiled
    g: Any = record.new_game()
    kernels: Any = machine  # numba types them
    pick_best: Any = best.pick_best
    scores = record.new_scores()
    probe = next(i for i, card in enumerate(match.names.cards) if card is not None and card.name == "probe")
    subs = [sub for ability in deck.counts[0][0].abilities for sub in ability.subs]
    components = [use for sub in subs for use in (sub.target, *sub.effects) if use is not None]
    proofs = {PROOF[use.row.id] for use in components if use.row.id in PROOF}
    could = used = 0
    pops: dict[str, Use] = {}
    for game in range(games):
        offered = taken = False
        done: set[kinds.Ask] = set()
        popped: dict[int, bool] = {}
        kernels.deal(g, m, np.uint64(seed), game, 0)
        while not g.over:
            kernels.advance(g, m)
            if g.over or g.ask == 0:
                continue
            me = int(g.asked)
            fill(g, m, me, scores)
            choice = int(pick_best(g, me, scores))
            for i in range(int(g.n_options)):
                o = g.options[i]
                kind = int(o.kind)
                if kind in (kinds.Opt.CAST, kinds.Opt.ACTIVATE) and int(g.cards[int(o.card)].definition) == probe:
                    offered = True
                    taken |= i == choice
                elif kind == kinds.Opt.POP:
                    popped[int(o.ability)] = popped.get(int(o.ability), False) or i == choice
            o = g.options[choice]
            about_probe = int(g.asked_card) >= 0 and int(g.cards[int(g.asked_card)].definition) == probe
            refused = int(o.kind) == kinds.Opt.PASS or (int(o.kind) == kinds.Opt.NUMBER and int(o.amount) == 0)
            # only the probe lets cards be deployed, copied or relieved of counters; support may target as well
            if not refused and (about_probe or int(g.ask) not in (kinds.Ask.TARGET, kinds.Ask.COUNT)):
                done.add(kinds.Ask(int(g.ask)))
            g.choice = choice
            g.ask = 0
        could += offered
        used += taken and proofs <= done
        for counter, was in popped.items():
            name = match.names.counters[counter]
            before = pops.get(name, Use(0, 0))
            pops[name] = Use(before.could + 1, before.used + was)
    return Use(could, used), pops


class Line(NamedTuple):
    """A line of the table."""

    name: str
    text: str
    use: Use

    @property
    def low(self) -> bool:
        """Whether the component is used too seldom."""
        return self.use.could == 0 or self.use.used < WANTED * self.use.could


def write(edition: Edition, rows: Sequence[Line], strategy: str, games: int, sections: Sequence[str], path: Path) -> None:
    """Write an edition's table, in place of the one that the page has."""
    lines = [
        f"## {edition.name}",
        "",
        f"{games} games of `{strategy}` for each component: {', '.join(f'{name}s' for name in sections)}.",
        "",
    ]
    lines += ["| component | the card in the deck | could | used, % |", "|---|---|---:|---:|"]
    for row in rows:
        share = "never offered"
        if row.use.could:
            found = wilson(row.use.used, row.use.could)
            share = f"{100 * found.value:.0f} ({100 * found.low:.0f} to {100 * found.high:.0f})"
        lines.append(f"| `{row.name}` | {row.text} | {row.use.could} | {share}{' **!**' if row.low else ''} |")
    low = [row.name for row in rows if row.low]
    lines += ["", f"Below {100 * WANTED:.0f} %: {', '.join(f'`{name}`' for name in low) or 'none'}.", ""]
    head, *parts = path.read_text(encoding="utf-8").split("\n## ")
    kept = [part for part in parts if not part.startswith(f"{edition.name}\n")]
    tables = sorted([*kept, "\n".join(lines).removeprefix("## ")], reverse=True)
    path.write_text("\n## ".join([head, *(table.rstrip("\n") + "\n" for table in tables)]), encoding="utf-8")


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("edition", nargs="?", default="kotc-20")
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--strategy", default="lookahead")
    parser.add_argument("--only", nargs="*", default=[], help="ids of components; nothing is written then")
    parser.add_argument("--sections", nargs="*", default=list(SECTIONS), choices=SECTIONS)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    edition = load_edition(arguments.edition)
    maker = Maker(edition)
    rows: list[Line] = []
    counters: list[Line] = []
    for row in edition.rows.values():
        if row.section not in arguments.sections or (arguments.only and row.id not in arguments.only):
            continue
        deck = maker.deck(row)
        use, pops = play(deck, arguments.strategy, arguments.games, arguments.seed)
        print(f"{row.id:36} {use.could:4} {use.used:4} {' '.join(f'{n} {p.could}/{p.used}' for n, p in pops.items())}", flush=True)
        rows.append(Line(row.id, deck.counts[0][0].text, use))
        if row.id.startswith("effect.place_"):
            name = row.id.removeprefix("effect.place_")
            counters.append(Line(f"counter.{name}", f"popping the {name.title()} Counter of `{row.id}`", pops.get(name, Use(0, 0))))
    if not arguments.only:
        write(edition, rows + counters, arguments.strategy, arguments.games, arguments.sections, ROOT / "docs" / "component-use.md")


if __name__ == "__main__":
    main()
