"""Chains of the naive reference: windows, links, responses, resolution, and the effects of its cards (17.chain, 17.ruling.1 to 17)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.naive.cards import GHOST_PLAY, PROACTIVE, Ability, Card
from tests.naive.game import PASS, Decision, Event, Option, Player, Rules, Table


@dataclass
class Link:
    """A chain link: an ability of a card, or a popped counter on its host."""

    player: Player
    card: Card
    ability: Ability | None
    counter: str = ""
    stay: int = 0


class Chains(Table):
    """The table, with chains."""

    # --- what a player may use

    def payable(self, player: Player, card: Card, ability: Ability, *, ghost: bool) -> bool:
        """Resource cost of a spell from hand, and the activation cost (17.spell.3, 17.ruling.24)."""
        cost = ability.cost
        if card.printed.kind == "spell" and not ghost:
            cost += card.printed.level
        return cost <= len(player.unexhausted_resources())

    def usable(self, player: Player, card: Card, ability: Ability) -> bool:
        """An unexhausted on-field minion (17.minion.5), or a spell in hand (17.spell.2), and its costs."""
        ready = card in player.hand
        if card.printed.kind == "minion":
            ready = card in player.battlefield and not card.exhausted
        return ready and self.payable(player, card, ability, ghost=False)

    def answering(self, player: Player, card: Card, index: int) -> Event | None:
        """The first pending event that this ability may answer now, if there is one (17.ruling.4, 17.ruling.5, 17.ruling.10)."""
        ability = card.printed.abilities[index]
        for event in self.events:
            if (card, index) in event.answered:
                continue
            if ability.condition in GHOST_PLAY:
                met = event.kind == ability.condition and event.card is card and event.player == player.number
                can = self.payable(player, card, ability, ghost=True)
            elif ability.condition == "your_minion_destroyed":
                met = event.kind == "your_minion_destroyed" and event.player == player.number
                can = self.usable(player, card, ability)
            else:
                met = ability.condition == event.kind == "enemy_acts" and event.player != player.number
                can = self.usable(player, card, ability)
            if met and can:
                return event
        return None

    def everything(self) -> list[Card]:
        """Every card that is in a zone."""
        return [card for player in self.players for zone in player.zones() for card in zone]

    def answers(self, player: Player) -> list[Option]:
        """What a player may use in a window or as a response (17.ruling.3): written conditions and proactive counters."""
        options: list[Option] = []
        for card in self.everything():
            for index, ability in enumerate(card.printed.abilities):
                if ability.condition and self.answering(player, card, index):
                    options.append(("use", card.number, index))
        for card in self.minions():
            for kind in PROACTIVE:
                if (kind, player.number) in card.counters:
                    options.append(("pop", card.number, kind))
        return options

    # --- windows and chains

    def window(self) -> Rules:
        """17.ruling.1, 17.ruling.2, 17.ruling.4."""
        while True:
            for player in self.clockwise(self.turn_player):
                options = self.answers(player)
                choice = (yield Decision(player.number, [*options, PASS])) if options else PASS
                if choice != PASS:
                    yield from self.chain(player, choice)
                    break
            else:
                self.events.clear()
                return

    def chain(self, player: Player, choice: Option) -> Rules:
        """17.chain.2 to 17.chain.7."""
        links = [(yield from self.make_link(player, choice))]
        passes, asked = 0, (player.number + 1) % len(self.players)
        while passes < len(self.players):
            other = self.players[asked]
            options = self.answers(other)
            choice = (yield Decision(asked, [*options, PASS])) if options else PASS
            if choice == PASS:
                passes += 1
            else:
                links.append((yield from self.make_link(other, choice)))
                passes = 0
            asked = (asked + 1) % len(self.players)
        for link in reversed(links):
            yield from self.resolve(link)

    def card(self, number: int) -> Card:
        """The card that an option names."""
        return next(card for card in self.everything() if card.number == number)

    def make_link(self, player: Player, choice: Option) -> Rules:
        """Pop the counter (17.counter.2), or take the activation steps (17.ability.5, 17.spell.3, 17.minion.5)."""
        card = self.card(choice[1])
        if choice[0] == "pop":
            card.counters.remove((choice[2], player.number))
            return Link(player, card, None, choice[2], card.stay)
        ability = card.printed.abilities[choice[2]]
        ghost = ability.condition in GHOST_PLAY
        if ability.condition:
            event = self.answering(player, card, choice[2])
            assert event is not None
            event.answered.add((card, choice[2]))
        if not ghost:
            if card.printed.kind == "spell":
                self.pay_resource_cost(player, card)
                self.take(card)  # it is in no zone until it has resolved (17.spell.4)
            else:
                card.exhausted = True
        paid: list[Card] = []
        while len(paid) < ability.cost:  # 17.cost.6, 17.resource.6
            free = [resource for resource in player.unexhausted_resources() if resource not in paid]
            resource = yield Decision(player.number, [("card", resource.number) for resource in free])
            paid.append(self.card(resource[1]))
        for payment in paid:
            payment.exhausted = True
        self.step_is_over()
        self.happen(Event("enemy_acts", player.number, card))  # 17.ruling.14
        return Link(player, card, ability)

    def pay_resource_cost(self, player: Player, card: Card) -> None:
        """17.resource.2; which ones are exhausted makes no difference to these cards."""
        for resource in player.unexhausted_resources()[: card.printed.level]:
            resource.exhausted = True

    def resolve(self, link: Link) -> Rules:
        """17.ability.8; a spell goes to its owner's grave when its link has resolved (17.ruling.35, 17.ruling.80)."""
        if link.ability is None:
            yield from self.counter_effect(link)
        else:
            for sentence in link.ability.sentences:
                targets = yield from self.select(link.player, sentence.targets, up_to=sentence.up_to)
                for effect, number in sentence.effects:
                    self.carry_out(link.player, effect, number, targets)
                    self.step_is_over()
            if link.card.printed.kind == "spell" and self.controller(link.card) is None:
                self.players[link.card.owner].grave.append(link.card)
        self.step_is_over()

    def select(self, player: Player, number: int, *, up_to: bool) -> Rules:
        """Target minions one by one (17.target.4, 17.keyword.70, 17.ruling.39, 17.ruling.40)."""
        targets: list[Card] = []
        while len(targets) < number:
            options: list[Option] = [("card", card.number) for card in self.minions() if card not in targets]
            if not options:
                break
            if up_to:
                options.append(PASS)
            choice = yield Decision(player.number, options)
            if choice == PASS:
                break
            targets.append(self.card(choice[1]))
        return targets

    # --- effects

    def carry_out(self, player: Player, effect: str, number: int, targets: list[Card]) -> None:
        """17.effect.2, 17.effect.10, 17.effect.13, 17.effect.18, 17.effect.19."""
        if effect == "draw":
            self.draw(player, number)
        elif effect == "dice_heal":
            player.hp += sum(self.roll(number))
        for card in targets:
            if effect == "destroy":
                self.destroy(card)
            elif effect == "bounce":
                self.bounce(card)
            elif effect.startswith("place_") and self.on_field(card):  # 17.ruling.47
                card.counters += [(effect.removeprefix("place_"), player.number)] * number

    def counter_effect(self, link: Link) -> Rules:
        """17.counter.8, 17.counter.11, 17.counter.12; nothing if the host has left (17.ruling.69)."""
        host = link.card
        if not self.on_field(host) or host.stay != link.stay:
            return
        if link.counter == "sword":
            host.sp += 1
        elif link.counter == "weakness":
            host.sp = 0
        else:
            (die,) = self.roll(1)
            yield from self.inflict_die(host, die)
