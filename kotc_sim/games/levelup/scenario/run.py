"""Scenarios of Level-Up: one moment of a game, scripted (docs/levelup.md, *Scenarios*)."""

from typing import Any

import numpy as np

from kotc_sim.games.levelup.engine import kinds
from kotc_sim.games.levelup.scenario.shape import Part
from kotc_sim.games.levelup.scenario.state import SEATS, State
from kotc_sim.games.protocol import ScenarioResult
from kotc_sim.yaml_source import Node

_TOP_LEVEL = (kinds.Ask.MAIN, kinds.Ask.BATTLE)
_DECLINE = (kinds.Opt.PASS, kinds.Opt.END_PHASE, kinds.Opt.KEEP)


class Scenario(State):
    """One scenario: its state is built, its script carried out, its expectations compared."""

    def run(self) -> None:
        """Carry the script out and compare."""
        from kotc_sim.games.levelup.engine.machine import advance

        at, since = 0, -1
        for _ in range(5000):
            advance(self.record)
            self.log += self.narrator.lines()
            game = self.game
            if game.error:
                raise self.error(f"the engine stopped with error {int(game.error)}", "Check the random indices and the state.")
            at = self._assertions(at)
            if game.over:
                break
            if game.halt:
                if at >= len(self.script) or at == since:
                    break  # nothing of the script answered in the whole turn
                since = at
                game.halt = 0
                continue
            if not game.ask:
                continue
            if at >= len(self.script) and self._top_level():
                break
            at = self._answer(at)
        else:
            raise self.error("the scenario does not end")
        if at < len(self.script):
            self.differences.append(f"script entry {at + 1} was never used: {self.script[at]}")
        self._compare(self.document.get("expect") or {}, "")

    def _assertions(self, at: int) -> int:
        while at < len(self.script):
            entry = self.script[at]
            if "expect" in entry:
                if not self.game.over and not (self._concerns(entry) if "at" in entry else self._top_level()):
                    return at
                self._compare(entry["expect"], f"at script entry {at + 1}: ")
            elif "illegal" in entry or "legal" in entry:
                if not self.game.ask or not self._concerns(entry):
                    return at
                wanted = "legal" in entry
                inner = self._entry(entry["legal" if wanted else "illegal"])
                if (self._find(inner) is not None) != wanted:
                    found = "; ".join(self.narrator.options())
                    self.differences.append(
                        f"at script entry {at + 1}: {inner} is {'not ' if wanted else ''}allowed; the options are {found}"
                    )
            else:
                return at
            at += 1
        return at

    def _top_level(self) -> bool:
        """Say whether the turn player is asked for an action, with no chain open."""
        return bool(self.game.ask in _TOP_LEVEL)

    def _concerns(self, entry: Part) -> bool:
        """Say whether an assertion is about the decision at hand."""
        if "player" in entry and SEATS.get(entry["player"]) != self.game.asked:
            return False
        return "at" not in entry or str(entry["at"]).upper() == kinds.Ask(int(self.game.ask)).name

    def _answer(self, at: int) -> int:
        game = self.game
        if at < len(self.script):
            entry = self.script[at]
            if "player" not in entry or SEATS.get(entry["player"]) == game.asked:
                choice = self._find(entry)
                if choice is not None:
                    game.choice = choice
                    if entry.get("choose") and isinstance(entry["choose"], list):
                        entry["choose"] = entry["choose"][1:]  # the first of several choices is taken
                    elif "play" in entry and game.options[choice].target == kinds.ASK_PLACE:
                        self.script.insert(at + 1, {"place": entry.get("upon", "new")})
                    return at if entry.get("choose") and isinstance(entry["choose"], list) else at + 1
        for i in range(int(game.n_options)):
            if game.options[i].kind in _DECLINE:
                game.choice = i
                return at
        if game.n_options == 1:
            game.choice = 0
            return at
        raise self.error(
            f"{list(SEATS)[game.asked]} must decide ({kinds.Ask(int(game.ask)).name.lower()}), and "
            + (f"script entry {at + 1} does not answer: {self.script[at]}" if at < len(self.script) else "the script is at its end"),
            "Options: " + "; ".join(self.narrator.options()) + ".",
        )

    def _find(self, entry: Part) -> int | None:
        """Return the number of the option that a script entry means, or None."""
        self.place = entry
        return next((i for i in range(int(self.game.n_options)) if self._means(entry, self.game.options[i])), None)

    def _means(self, entry: Part, option: Any) -> bool:
        kind, card = kinds.Opt(int(option.kind)), int(option.card)
        ask = kinds.Ask(int(self.game.ask))
        if "play" in entry:
            if kind is not kinds.Opt.PLAY or not self._same(card, entry["play"]):
                return False
            if bool(option.amount) != bool(entry.get("down", False)):
                return False
            if option.target == kinds.ASK_PLACE:
                return True
            on = entry.get("upon")
            return bool(option.target == (kinds.NEW_SLOT if on is None else self.game.card[self._label(on)].bottom))
        if "flip" in entry:
            return kind is kinds.Opt.FLIP and card == self._label(entry["flip"])
        if "activate" in entry:
            if kind is not kinds.Opt.ACTIVATE or card != self._label(entry["activate"]):
                return False
            effect = self.game.m.effects[int(option.amount)]
            return "effect" not in entry or bool(effect.position == int(entry["effect"]) - 1)
        if "attack" in entry:
            if kind is not kinds.Opt.ATTACK or card != self._label(entry["attack"]):
                return False
            target = entry.get("target")
            if target is None:
                options = self.game.options[: int(self.game.n_options)]
                return bool(np.count_nonzero((options["kind"] == kinds.Opt.ATTACK) & (options["card"] == card)) == 1)
            return bool(option.target == (-1 if target in SEATS else self._label(target)))
        if "end_phase" in entry:
            return kind is kinds.Opt.END_PHASE
        if "pass" in entry:
            return kind is kinds.Opt.PASS and ask is kinds.Ask.RESPOND
        if "choose" in entry:
            wanted = entry["choose"]
            if wanted == [] or wanted is None:
                return kind is kinds.Opt.PASS and ask is not kinds.Ask.RESPOND
            first = wanted[0] if isinstance(wanted, list) else wanted
            return kind is kinds.Opt.CARD and self._same(card, first)
        if "place" in entry:
            place = kinds.NEW_SLOT
            if entry["place"] != "new":
                place = int(self.game.card[self._label(entry["place"])].bottom)
            return bool(kind is kinds.Opt.PLACE and option.target == place)
        if "mulligan" in entry:
            return kind.name.lower() == str(entry["mulligan"])
        return False

    def _same(self, card: int, label: Any) -> bool:
        """Say whether an option's card is the labelled one, or a copy of it in the same zone."""
        wanted = self._label(label)
        a, b = self.game.card[card], self.game.card[wanted]
        return card == wanted or bool(
            a.zone == b.zone != kinds.Zone.FIELD and a.kind == b.kind and card // kinds.MAX_DECK == wanted // kinds.MAX_DECK
        )

    def _compare(self, expect: Part, where: str) -> None:
        from kotc_sim.games.levelup.engine.doors import refresh

        refresh(self.record)
        self.place = expect
        game = self.game
        winner = None if not game.over else "draw" if game.winner < 0 else list(SEATS)[int(game.winner)]
        phase, asked = "battle" if game.battle else "main", list(SEATS)[int(game.asked)]
        self._compare_each(where, expect, {"winner": winner, "turn": int(game.turn), "phase": phase, "asked": asked})
        for word, seat in SEATS.items():
            if word in expect:
                self._compare_player(expect[word] or {}, seat, f"{where}{word}")

    def _compare_each(self, where: str, expect: Part, found: Part) -> None:
        for key, value in found.items():
            if key in expect:
                self._differ(f"{where}{key}", expect[key], value)

    def _differ(self, what: str, expected: Any, found: Any) -> None:
        if expected != found:
            self.differences.append(f"{what}: expected {_show(expected)}, found {_show(found)}")

    def _compare_player(self, expect: Part, seat: int, where: str) -> None:
        from kotc_sim.games.levelup.engine.doors import play_limit

        side = self.game.side[seat]
        numbers = {"points": int(side.points), "plays": int(side.plays), "limit": int(play_limit(self.record, seat))}
        self._compare_each(f"{where} ", expect, numbers)
        for zone, field in (("hand", "hand"), ("deck", "deck"), ("discard", "grave")):
            if zone not in expect:
                continue
            cards = [int(c) for c in side[field][: int(side[field + "_n"])]]
            wanted = expect[zone]
            if isinstance(wanted, int):
                self._differ(f"{where} {zone}", wanted, len(cards))
                continue
            found = [self.name(c) for c in (reversed(cards) if zone == "deck" else cards)]
            wanted = [str(w) for w in wanted]
            if zone != "deck":
                found, wanted = sorted(found), sorted(wanted)
            self._differ(f"{where} {zone}", wanted, found)
        if "creatures" in expect:
            piles = {self.name(int(side.piles[i].top)): side.piles[i] for i in range(int(side.n_piles))}
            self._compare_zone(expect["creatures"], piles, f"{where} creatures")
        if "magic" in expect:
            magic = {self.name(int(c)): None for c in side.magic[: int(side.n_magic)]}
            self._compare_zone(expect["magic"], magic, f"{where} magic")

    def _compare_zone(self, expect: Any, found: Part, where: str) -> None:
        if isinstance(expect, int):
            self._differ(where, expect, len(found))
            return
        self._differ(where, sorted(str(e) for e in expect), sorted(found))
        if not isinstance(expect, dict):
            return
        for label, wanted in ((str(label), wanted) for label, wanted in expect.items()):
            if label in found and wanted:
                for key, value in wanted.items():
                    self._differ(f"{where} {label} {key}", value, self._property(label, found[label], key))

    def _property(self, label: str, pile: Any, key: str) -> Any:
        card = self._label(label)
        c = self.game.card[card]
        if key in ("tapped", "down"):
            return bool(c[key])
        if key == "active":
            return bool(c.active)
        if key == "host":
            return self.name(self.narrator.top(int(c.host))) if c.host >= 0 else None
        if key in ("under", "tapped_under"):
            below = [card]
            while (under := int(self.game.card[below[0]].under)) >= 0:
                below.insert(0, under)
            return [self.name(one) for one in below[:-1] if key == "under" or self.game.card[one].tapped]
        if pile is not None:
            numbers = {"attack": "strength", "defense": "defence", "attacks_used": "used"}
            if key in numbers:
                return int(pile[numbers[key]])
            flags = {"indestructible": "solid", "silenced": "mute", "guard": "guard", "direct": "direct"}
            if key in flags:
                return bool(pile[flags[key]])
        raise self.error(f"{label} has no property {key!r} to expect")


def _show(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(str, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def run_node(root: Node, *, log: bool = False) -> ScenarioResult:
    """Run a scenario from its YAML node; a `KotcError` if the scenario is malformed, or its script leaves a decision open."""
    scenario = Scenario(root)
    scenario.run()
    name = root.entries()["name"].name("name") if "name" in root.entries() else f"line {root.line}"
    found = scenario.differences
    return ScenarioResult(name, root.file, root.line, not found, found, scenario.log if log else [])
