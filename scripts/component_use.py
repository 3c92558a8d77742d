"""Measure whether lookahead uses each component of the 17th Edition in a deck built around it; write docs/component-use.md.

    python scripts/component_use.py [--games 40] [--strategy lookahead] [--only effect.draw]

For each component a card carries it with the simplest completion that makes sense, a deck holds many copies and what the component
needs (minions, counters, something that destroys hand cards …), and the strategy plays both sides. A component "could be used" in a
game if an option to use it was put to a player who had the choice not to; it "was used" if such an option was chosen. Costs count
with the ability that they pay for, conditions with the ability that they let be used, counters with their being popped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kotc_sim.cards.deck import Deck
from kotc_sim.cards.level import price
from kotc_sim.cards.printer import write_text
from kotc_sim.cards.tree import Ability, Card, Component, SubAbility
from kotc_sim.editions import Edition, Row, load_edition
from kotc_sim.engine import machine, record
from kotc_sim.engine.kinds import Opt
from kotc_sim.match import compile_match
from kotc_sim.strategies.registry import load_strategy

ROOT = Path(__file__).resolve().parents[1]
WANTED = 0.2
# completions: target of an effect, effect of a target, condition that an ability needs
TARGET_OF = {
    "effect.deploy": "target.your_hand",
    "effect.embody": "target.your_hand",
    "effect.embody_times": "target.your_hand",
    "effect.down_level": "target.your_hand",
    "effect.negate": "target.chain",
    "effect.conscript": "target.on_field",
}
CONDITION_OF = {
    "effect.negate": "cond.enemy_acts",
    "target.chain": "cond.enemy_acts",
    "effect.conscript": "cond.enemy_attacks",
    "effect.distract": "cond.enemy_attacks",
    "target.enemy_granary_exhausted": "cond.enemy_summons",  # at other times nothing of the enemy's is exhausted
    "target.all_attacking": "cond.enemy_attacks",
    "target.all_defending": "cond.enemy_defends",
}
EFFECT_OF = {
    "target.self": "effect.silo",
    "target.chain": "effect.negate",
    "target.your_granary": "effect.deploy",
    "target.any_grave_random": "effect.silo",
    "target.any_hand_random": "effect.destroy",
    "target.your_hand": "effect.deploy",
    "target.all_attacking": "effect.distract",
    "target.all_defending": "effect.distract",
    "target.enemy_granary_exhausted": "effect.destroy",
    "target.enemy_hand": "effect.destroy",
    "target.any_deck_top": "effect.silo",
    "target.excavate": "effect.bounce",
    "target.your_grave": "effect.bounce",
}
NUMBERS = {
    "target.enemy_hand": (1, 0),
    "target.excavate": (5, 1),
    "target.all_on_field": (2, 0),
    "target.all_attacking": (4, 0),
    "target.all_defending": (4, 0),
}
SUPPORT = {
    "cond.hand_destroyed": "cost.self_destroy_hand",
    "cond.your_hand_destroyed": "cost.self_destroy_hand",
    "cond.granary_destroyed": "cost.self_destroy_resources",
    "cond.owned_destroyed": "cost.self_destroy_hand",
    "cond.deck_destroyed": "cost.self_destroy_deck",
    "cond.your_deck_destroyed": "cost.self_destroy_deck",
    "cond.enemy_acts": "effect.draw",
    "target.chain": "effect.draw",
    "effect.negate": "effect.draw",
    "effect.embody": "effect.draw",
    "effect.embody_times": "effect.draw",
    "effect.place_trap": "minion",
    "cost.remove_counters": "effect.place_sword",
    "effect.remove_counters": "effect.place_weakness",
    "cond.targeted": "effect.place_sword",
}
ON_MINION = (
    "cond.attacks",
    "cond.defends",
    "cond.fights",
    "cond.targeted",
    "cond.battlefield_destroyed",
    "cond.summoned",
    "cost.remove_counters",
)


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
        sub = SubAbility(None, (self.use("effect.draw", 2),))
        if row.section == "condition":
            condition = row.id
            sub = SubAbility(None, (self.use("effect.draw", 1),))
        elif row.section == "cost":
            costs = (self.use(row.id, 4 if row.id in ("cost.pay_hp", "cost.self_destroy_deck") else 1),)
            if row.id == "cost.gift_summon":  # a dear cost needs a good effect
                sub = SubAbility(None, (self.use("effect.draw", 3),))
        elif row.section == "target":
            x, y = NUMBERS.get(row.id, (2 if "{x}" in row.text else 0, 1))
            sub = SubAbility(self.use(row.id, x, y), (self.use(EFFECT_OF.get(row.id, "effect.destroy")),))
        elif row.section == "effect":
            needs = "t" in row.level.names
            target = self.use(TARGET_OF.get(row.id, "target.on_field")) if needs else None
            sub = SubAbility(target, (self.use(row.id, 2 if not needs else 1, 2),))
        return Ability(name, self.use(condition) if condition else None, costs, (sub,))

    def deck(self, row: Row) -> Deck:
        """Return a deck of 40 cards around a component."""
        kind = "minion" if row.id in ON_MINION else "spell"
        probe = self.card("probe", kind, 1 if kind == "minion" else 0, 3 if kind == "minion" else 0, self.ability(kind, row))
        counts = [(probe, 14)]
        left = 26
        other = SUPPORT.get(row.id, "")
        if other:
            section = other.split(".")[0]
            if section == "minion":
                ability = Ability("LOOK", None, (), (SubAbility(None, (self.use("effect.draw", 1),)),))
            elif other == "effect.draw":
                ability = Ability("", None, (), (SubAbility(None, (self.use("effect.draw", 1),)),))
            elif section == "cost":
                ability = Ability(
                    "", None, (self.use(other, 2 if other.endswith("deck") else 1),), (SubAbility(None, (self.use("effect.draw", 2),)),)
                )
            else:
                ability = Ability("", None, (), (SubAbility(self.use("target.on_field"), (self.use(other, 2),)),))
            body = ("minion", 1, 2) if section == "minion" else ("spell", 0, 0)
            counts.append((self.card("support", *body, ability), 8))
            left -= 8
        e = self.edition
        for sp, hp, n in ((1, 2, 8), (2, 2, 8), (1, 4, left - 16)):
            counts.append((Card.plain(sp, hp, e.name, f"minion {sp}/{hp}"), n))
        return Deck(row.id, e, None, tuple(counts))


def play(deck: Deck, strategy: str, games: int, seed: int) -> tuple[int, int, dict[str, tuple[int, int]]]:
    """Return games in which the probe could be used and was, and the same for each counter kind (its popping)."""
    match = compile_match([deck, deck])
    m = match.record
    fill = load_strategy(strategy).compiled
    g: Any = record.new_game()
    scores = record.new_scores()
    probe = next(i for i, card in enumerate(match.names.cards) if card is not None and card.name == "probe")
    could = used = 0
    pops: dict[str, list[int]] = {}
    for game in range(games):
        offered = taken = False
        popped: dict[int, bool] = {}
        machine.deal(g, m, np.uint64(seed), game, 0)
        while not g.over:
            machine.advance(g, m)
            if g.over or g.ask == 0:
                continue
            me = int(g.asked)
            fill(g, m, me, scores)
            choice = int(machine.pick_best(g, me, scores))
            for i in range(int(g.n_options)):
                o = g.options[i]
                kind = int(o.kind)
                if kind in (Opt.CAST, Opt.ACTIVATE) and int(g.cards[int(o.card)].definition) == probe:
                    offered = True
                    taken |= i == choice
                elif kind == Opt.POP:
                    popped[int(o.ability)] = popped.get(int(o.ability), False) or i == choice
            g.choice = choice
            g.ask = 0
        could += offered
        used += taken
        for kind, done in popped.items():
            pair = pops.setdefault(match.names.counters[kind], [0, 0])
            pair[0] += 1
            pair[1] += done
    return could, used, {name: (pair[0], pair[1]) for name, pair in pops.items()}


def write(rows: Sequence[tuple[str, str, int, int]], strategy: str, games: int, path: Path) -> None:
    """Write the table."""
    lines = [
        "# Which components strategies use",
        "",
        f"Written by `scripts/component_use.py`: {games} games of {strategy} against itself for each component of the 17th Edition, in a",
        "deck built around it. A component that cannot be priced because nobody uses it would show here. *Could*: games in which an option",
        "to use it was offered; *used*: of these, the share in which it was chosen at least once. Wanted: 20 % or more.",
        "",
        "| component | text | could | used |",
        "|---|---|---:|---:|",
    ]
    for name, text, could, used in rows:
        share = f"{100 * used / could:.0f} %" if could else "never offered"
        mark = "" if could and used >= WANTED * could else " **!**"
        lines.append(f"| `{name}` | {text} | {could} | {share}{mark} |")
    low = [name for name, _, could, used in rows if not could or used < WANTED * could]
    lines += ["", f"Below 20 %: {', '.join(f'`{name}`' for name in low) or 'none'}.", ""]
    path.write_text("\n".join(lines))


def main() -> None:
    """Play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--strategy", default="lookahead")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    edition = load_edition("kotc-17")
    maker = Maker(edition)
    rows = []
    counters: dict[str, list[int]] = {}
    for row in edition.rows.values():
        if row.section not in ("condition", "cost", "target", "effect") or (arguments.only and arguments.only != row.id):
            continue
        could, used, pops = play(maker.deck(row), arguments.strategy, arguments.games, arguments.seed)
        print(f"{row.id:36} {could:4} {used:4} {pops}", flush=True)
        rows.append((row.id, row.text.strip(), could, used))
        for name, (a, b) in pops.items():
            if row.id == f"effect.place_{name}":
                counters[name] = [a, b]
    rows += [(f"counter.{name}", f"popping a {name} counter", a, b) for name, (a, b) in sorted(counters.items())]
    if not arguments.only:
        write(rows, arguments.strategy, arguments.games, ROOT / "docs" / "component-use.md")


if __name__ == "__main__":
    main()
