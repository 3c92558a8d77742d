"""Random legal cards and decks: every template, every prefix, every type."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from kotc_sim.games.levelup.cards.card import Card, Deck
from kotc_sim.games.levelup.cards.reader import parse_card
from kotc_sim.games.levelup.cards.text import Vocabulary
from kotc_sim.games.levelup.editions.loader import load_edition
from kotc_sim.games.levelup.editions.model import LevelUpEdition
from kotc_sim.yaml_source import Node

PREFIXES = {"normal": ("", "", "if"), "dormant": ("", "if"), "latent": ("event",), "counter": ("action",), "passive": ("event",)}


def scalar(value: str | int) -> Node:
    return Node("scalar", "random", 1, 1, value, str(value))


def mapping(values: dict[str, Node]) -> Node:
    return Node("map", "random", 1, 1, pairs=[(scalar(k), v) for k, v in values.items()])


class Generator:
    def __init__(self, seed: int, edition: LevelUpEdition | None = None) -> None:
        self.rng = random.Random(seed)
        self.edition = edition or load_edition()
        self.vocabulary = Vocabulary(self.edition)

    def filter(self, creature: bool = False) -> str:
        rng = self.rng
        if not creature and rng.random() < 0.3:
            return rng.choice(["card", "magic card"])
        level = rng.choice(["", "", f"level {rng.randint(1, 4)} ", "level 2 or lower ", "level 2 or higher "])
        kind = rng.choice(["", "", rng.choice(self.edition.types), rng.choice(self.edition.subtypes)])
        kind += " " if kind else ""
        return f"{level}{kind}creature"

    def value(self, name: str) -> str:
        rng = self.rng
        return {
            "who": lambda: rng.choice(["You", "Your opponent", "Both players"]),
            "n": lambda: str(rng.choice([1, 1, 1, 2, 2, 3, 9])),
            "m": lambda: str(rng.randint(1, 3)),
            "count": lambda: rng.choice(["up to 1", "up to 2", "exactly 1", "exactly 2", "all"]),
            "filter": self.filter,
            "source": self.filter,
            "side": lambda: rng.choice(["you control", "your opponent controls", "on the field"]),
            "zone": lambda: rng.choice(["hand", "deck", "discard pile"]),
            "delta": lambda: rng.choice(["+1", "+3", "-2", "-9"]),
            "stat": lambda: rng.choice(["attack", "defense", "attack and defense"]),
            "shield": lambda: rng.choice(["indestructible", "immortal"]),
            "face": lambda: rng.choice(["face-up", "face-down"]),
            "tap": lambda: rng.choice(["Tap", "Untap"]),
            "change": lambda: rng.choice(["gain", "gains", "lose", "loses"]),
        }[name]()

    def prefix(self, kind: str, template: str) -> str:
        rng = self.rng
        match rng.choice(PREFIXES[kind]):
            case "event":
                return f"When {rng.choice(sorted(self.edition.events.values()))}: "
            case "action":
                if template == "redirect":
                    return "In response to an attack: "
                return f"In response to {rng.choice(sorted(self.edition.actions.values()))}: "
            case "if":
                side = rng.choice(["you control", "your opponent controls"])
                return f"If {side} exactly {rng.randint(1, 3)} {self.filter()}s: "
        return ""

    def effect(self, magic: bool) -> tuple[str, str, str]:
        """Return template, kind and text of an effect."""
        while True:
            template = self.rng.choice(sorted(self.edition.templates.values(), key=lambda t: t.name))
            kind = self.rng.choice(template.kinds)
            text = template.text
            if "{when}" in text:
                text = text.replace("{when}", self.prefix(kind, template.name))
            text = re.sub(r"\{(\w+)\}", lambda m: self.value(m[1]), text)
            text = re.sub(r"\(s\)", lambda m: self.rng.choice(["", "s"]), text)
            if (magic and "this creature" in text.lower()) or (not magic and kind == "equip"):
                continue
            return template.name, kind, text

    def card(self, number: int) -> Card:
        rng = self.rng
        magic = rng.random() < 0.35
        effects = []
        for _ in range(2):
            _, kind, text = self.effect(magic)
            effects.append(mapping({"kind": scalar(kind), "text": scalar(text)}))
        values = {
            "name": scalar(f"Card {number}"),
            "kind": scalar("magic" if magic else "creature"),
            "effects": Node("list", "random", 1, 1, items=effects),
        }
        if not magic:
            level = rng.choice([1, 1, 1, 2, 2, 3])
            values |= {
                "type": scalar(rng.choice(self.edition.types[:2])),
                "level": scalar(level),
                "subtype": scalar(rng.choice(self.edition.subtypes)),
                "attack": scalar(rng.randint(0, 4) + 2 * level),
                "defense": scalar(rng.randint(0, 4) + 2 * level),
            }
        return parse_card(mapping(values), self.vocabulary)

    def deck(self, name: str, cards: list[Card]) -> Deck:
        rng = self.rng
        size = rng.randint(self.edition.parameter("deck_min"), self.edition.parameter("deck_max"))
        copies = self.edition.parameter("copies")
        chosen = rng.sample([card for card in cards for _ in range(copies)], size)
        counts: dict[str, int] = {}
        for card in chosen:
            counts[card.name] = counts.get(card.name, 0) + 1
        by_name = {card.name: card for card in cards}
        return Deck(name, self.edition, None, tuple((by_name[key], count) for key, count in counts.items()), file="random", line=1)

    def random_switches(self) -> LevelUpEdition:
        """Return the edition with every switch thrown at random."""
        switches = {}
        for name, switch in self.edition.switches.items():
            value = self.rng.choice(switch.values) if switch.values else switch.value
            switches[name] = replace(switch, value=value)
        return replace(self.edition, switches=switches)
