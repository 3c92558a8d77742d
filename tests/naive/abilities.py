"""Abilities of the naive reference: costs, target selections, effects, counters (17.cost, 17.target, 17.effect, 17.counter)."""

from __future__ import annotations

from tests.naive.cards import Ability, Card, Part
from tests.naive.game import PASS, Decision, Event, Option, Player, Rules, Table

GHOST_PLAY = ("attacks", "defends", "fights", "battlefield_destroyed", "summoned")
HEX_PLAY = ("granary_destroyed", "hand_destroyed", "deck_destroyed", "owned_destroyed")
COST = {
    "self_exhaust_resources": ("granary", "exhaust"),
    "self_sheathe_resources": ("granary", "sheathe"),
    "self_destroy_resources": ("granary", "destroy"),
    "self_bury_resources": ("granary", "bury"),
    "self_sheathe_hand": ("hand", "sheathe"),
    "self_destroy_hand": ("hand", "destroy"),
    "self_bury_hand": ("hand", "bury"),
    "self_exhaust_minions": ("battlefield", "exhaust"),
    "self_bounce_minions": ("battlefield", "bounce"),
    "self_sheathe_minions": ("battlefield", "sheathe"),
    "self_destroy_minions": ("battlefield", "destroy"),
    "self_bury_minions": ("battlefield", "bury"),
}
"""Of a cost on own cards: from which zone, and what is done with them (17.cost.7)."""

SELECTED = {
    "your_granary": ("granary", "you", False),
    "your_hand": ("hand", "you", False),
    "your_grave": ("grave", "you", False),
    "enemy_hand": ("hand", "enemy", False),
    "enemy_granary_exhausted": ("granary", "enemy", True),
}
"""Of a selection from one player's zone: which zone, whose, and whether only exhausted cards (17.target.9)."""


class Abilities(Table):
    """The table, with what abilities and counters do."""

    # --- costs

    def resource_cost(self, card: Card, ability: Ability) -> int:
        """What is due besides the activation cost."""
        raise NotImplementedError

    def spendable(self, player: Player, card: Card, cost: Part, *, exhausts: bool) -> list[Card]:
        """The cards that may pay a cost; the card itself is exhausted or being cast by then (17.ruling.25, 17.ruling.30)."""
        zone, how = COST[cost.row]
        cards = [other for other in getattr(player, zone) if not (zone == "hand" and other is card)]
        if how == "exhaust":
            cards = [other for other in cards if not other.exhausted and not (exhausts and other is card)]
        return cards

    def payable(self, player: Player, card: Card, ability: Ability) -> bool:
        """Resource cost and activation cost together (17.ruling.23, 17.ruling.24)."""
        due = self.resource_cost(card, ability)
        free = len(player.unexhausted_resources()) - due
        cost = ability.cost
        if free < 0 or cost is None:
            return free >= 0
        if cost.row == "remove_counters":  # 17.ruling.26
            return self.on_field(card) and len(card.counters) >= cost.x
        if cost.row == "self_exhaust_resources":
            return free >= cost.x
        return len(self.spendable(player, card, cost, exhausts=ability.when not in GHOST_PLAY + HEX_PLAY)) >= cost.x

    def exhaust_resources(self, player: Player, number: int) -> None:
        """17.resource.2: the ones that have lain there longest."""
        for resource in player.unexhausted_resources()[:number]:
            resource.exhausted = True

    def pay(self, player: Player, card: Card, cost: Part | None) -> Rules:
        """Pay an activation cost; own cards are picked one by one, then all are paid with (17.cost.6, 17.ruling.31)."""
        if cost is None:
            return
        if cost.row == "remove_counters":
            yield from self.remove_counters(player, card, cost.x, must=True)
            return
        picked: list[Card] = []
        while len(picked) < cost.x:
            cards = [other for other in self.spendable(player, card, cost, exhausts=False) if other not in picked]
            if len(cards) == cost.x - len(picked) and COST[cost.row][1] not in ("sheathe", "bury"):
                picked += cards  # all are needed, and no order matters
                break
            choice = yield Decision(player.number, [("card", other.number) for other in cards])
            picked.append(self.numbered(choice[1]))
        for other in picked:
            self.move(other, COST[cost.row][1])

    def numbered(self, number: int) -> Card:
        """The card that an option names."""
        return next(c for player in self.players for zone in player.zones() for c in zone if c.number == number)

    def remove_counters(self, player: Player, card: Card, number: int, *, must: bool) -> Rules:
        """One by one, of any kind and owner (17.ruling.26, 17.effect.1)."""
        for _ in range(number):
            options: list[Option] = [("counter", card.number, *counter) for counter in sorted(set(card.counters))]
            if not options:
                return
            choice = yield Decision(player.number, options if must else [*options, PASS])
            if choice == PASS:
                return
            card.counters.remove((choice[2], choice[3]))

    # --- selections

    def select(self, player: Player, card: Card, target: Part | None) -> Rules:
        """Select targets (17.target.1, 17.target.4); each that is on-field has then been targeted (17.ruling.16)."""
        targets: list[Card] = []
        if target is None:
            return targets
        if target.row == "self":  # 17.ruling.41
            targets = [card]
        elif target.row == "on_field":
            targets = yield from self.pick(player, self.minions(), target)
        elif target.row == "any_deck_top":
            targets = yield from self.from_deck_top(player, target)
        else:
            zone, whose, exhausted = SELECTED[target.row]
            owner = player if whose == "you" else (yield from self.whose(player, zone, target, exhausted=exhausted))
            cards = [other for other in getattr(owner, zone) if other.exhausted or not exhausted]
            targets = yield from self.pick(player, cards, target)
        for other in targets:
            holder = self.controller(other)
            if self.on_field(other) and holder is not None:
                self.happen(Event("targeted", holder, other))
        return targets

    def pick(self, player: Player, cards: list[Card], target: Part) -> Rules:
        """Target cards one by one (17.target.4, 17.keyword.70, 17.ruling.39, 17.ruling.40)."""
        targets: list[Card] = []
        while len(targets) < target.x and len(targets) < len(cards):
            options: list[Option] = [("card", card.number) for card in cards if card not in targets]
            choice = yield Decision(player.number, [*options, PASS] if target.up_to else options)
            if choice == PASS:
                break
            targets.append(self.numbered(choice[1]))
        return targets

    def whose(self, player: Player, zone: str, target: Part, *, exhausted: bool = False, own: bool = False) -> Rules:
        """Whose zone is meant: one in which there is something, where a card has to be taken (17.ruling.43)."""
        others = [p for p in self.players if own or p is not player]
        full = [p for p in others if any(card.exhausted or not exhausted for card in getattr(p, zone))]
        meant = full if full and not target.up_to else others
        choice = yield Decision(player.number, [("player", p.number) for p in meant])
        return self.players[choice[1]]

    def from_deck_top(self, player: Player, target: Part) -> Rules:
        """17.ruling.45."""
        owner = yield from self.whose(player, "deck", target, own=True)
        most = min(target.x, len(owner.deck))
        least = 0 if target.up_to else min(1, most)
        choice = yield Decision(player.number, [("number", n) for n in range(least, most + 1)])
        return [owner.deck[-1 - k] for k in range(choice[1])]

    # --- effects

    def move(self, card: Card, how: str) -> None:
        """Carry out a moving effect on a card, wherever it is (17.ruling.46 to 17.ruling.48)."""
        owner = self.players[card.owner]
        if how == "destroy":
            self.destroy(card)
        elif how == "bounce":
            self.bounce(card)
        elif how == "exhaust":
            if self.zone_of(card) in ("battlefield", "granary"):
                card.exhausted = True
        elif how == "silo":
            if card not in owner.granary:
                self.take(card)
                owner.granary.append(card)
            card.exhausted = True
        else:
            assert how in ("bury", "sheathe"), how
            self.take(card)
            owner.deck.insert(0 if how == "bury" else len(owner.deck), card)

    def in_order(self, player: Player, cards: list[Card]) -> Rules:
        """The order in which several cards are buried or sheathed (17.keyword.3, 17.keyword.66)."""
        left, order = list(cards), []
        while left:
            choice = yield Decision(player.number, [("card", card.number) for card in left])
            order.append(next(card for card in left if card.number == choice[1]))
            left.remove(order[-1])
        return order

    def carry_out(self, player: Player, effect: Part, targets: list[Card]) -> Rules:
        """17.effect.1 to 17.effect.19, 17.ruling.47."""
        row = effect.row
        if row == "draw":
            self.draw(player, effect.x)
        elif row == "dice_heal":
            player.hp += sum(self.roll(effect.x))
        elif row == "dice_burn":
            yield from self.dice_burn(player, self.roll(effect.x))
        elif row in ("bury", "sheathe"):
            for card in (yield from self.in_order(player, targets)):
                self.move(card, row)
        elif row == "remove_counters":
            for card in targets:
                yield from self.remove_counters(player, card, effect.x, must=False)
        else:
            for card in targets:
                self.affect(player, row, effect.x, card)

    def affect(self, player: Player, row: str, x: int, card: Card) -> None:
        """Carry out an effect without decisions on one target."""
        if row.startswith("place_"):
            if self.on_field(card):
                card.counters += [(row.removeprefix("place_"), player.number)] * x
        elif row == "exhaust_fatigue":
            self.move(card, "exhaust")
            self.fatigue(card)
        elif row == "fatigue":
            self.fatigue(card)
        elif row == "down_level":
            card.down = min(card.down + x, card.printed.level - self.least_level)
        elif row == "hypnotize":
            self.hypnotize(player, card)
        else:
            self.move(card, row)

    def fatigue(self, card: Card) -> None:
        """17.keyword.39: on-field minions and resources (17.ruling.47)."""
        if self.zone_of(card) in ("battlefield", "granary"):
            card.fatigued = self.turn

    def hypnotize(self, player: Player, card: Card) -> None:
        """17.keyword.46, 17.keyword.47, 17.ruling.86."""
        holder = self.controller(card)
        if self.on_field(card) and holder is not None and holder != player.number:
            self.control(card, player.number)
            self.hypnotized.append((card, card.stay, holder))

    def control(self, card: Card, player: int) -> None:
        """Change the controller of an on-field minion, which leaves its team (17.keyword.11, 17.battle.19)."""
        for owner in self.players:
            if card in owner.battlefield:
                owner.battlefield.remove(card)
        for team in self.teams:
            if card in team:
                team.remove(card)
        self.players[player].battlefield.append(card)

    def dice_burn(self, player: Player, dice: list[int]) -> Rules:
        """One die at a time, on any enemy minion (17.ruling.78)."""
        while dice:
            victims = [card for enemy in self.players if enemy is not player for card in enemy.battlefield]
            if not victims:
                return
            choice = yield Decision(player.number, [("assign", card.number, die) for card in victims for die in sorted(set(dice))])
            dice.remove(choice[2])
            yield from self.inflict_die(self.numbered(choice[1]), choice[2])

    # --- counters

    def counter_effect(self, player: Player, counter: str, host: Card) -> Rules:
        """What a proactive counter does to its host (17.counter.8 to 17.counter.14)."""
        if counter == "sword":
            host.sp += 1
        elif counter == "weakness":
            host.sp = 0
        elif counter == "exhaustion":
            host.exhausted = True
        elif counter == "fatigue":
            self.fatigue(host)
        else:
            (die,) = self.roll(1)
            yield from self.inflict_die(host, die)
