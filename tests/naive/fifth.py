"""The 5th Edition, from its rulebook, guide and quick reference, with the rulings on windows and chains (5.ruling.6, 5.ruling.7)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.naive.abilities import COST
from tests.naive.at_once import AtOnce
from tests.naive.cards import Ability, Card, Part, Printed, Vocabulary
from tests.naive.game import PASS, Decision, Event, Option, Player, Rules
from tests.naive.ninth import WORDS as NINTH
from tests.naive.older import FROM_GRAVE

COST.update({"pay_hitpoints": ("hp", "pay"), "sacrifice_deck_top": ("deck", "sacrifice"), "destroy_deck_top": ("deck", "destroy")})
HIT_POINT = Card(-1, Printed("", "spell", 0, 0, 0, ()), -1)
"""Stands for one where cards that can pay are counted."""
RESPONSES = ("response_summon", "response_attack", "response_effect")
WORDS = Vocabulary(
    edition="kotc-5",
    counters=("offense", "defense", "offense", "weakness", "damage", "exhaustion", "generic"),
    conditions=(
        *("in_play_destroyed", "resource_destroyed", "hand_destroyed", "deck_destroyed", "others_destroyed"),
        *("your_hand_destroyed", "your_deck_destroyed", "you_damaged", *RESPONSES, *RESPONSES),
    ),
    minion_conditions=("in_play_destroyed",),
    costs=(*(row for row in NINTH.costs if row != "exhaust_resources"), "pay_hitpoints", "sacrifice_deck_top", "destroy_deck_top"),
    targets=(
        *("in_play",) * 12,
        *("self", "in_play_with_counters", "any_resources", "exhausted_in_play", "in_play_opponent_selects", "chain", "chain", "chain"),
        *("your_hand", "any_hand_random", "any_deck_top", "your_grave", "any_grave_random"),
    ),
    effects=(*NINTH.effects, *("negate_attack", "negate_effect") * 3),
    plain_effects=(*(row for row in NINTH.plain_effects if row != "reroll_turn"), "reroll_chain", "reroll_turn_after_chain"),
    caveats=(*NINTH.caveats, "pay_hitpoints", "sacrifice_deck_top", "destroy_deck_top", "no_attack_or_defend"),
    one_target=True,
    least_level=1,
    body=(3, 9),
    players=(2,),
    deck=50,
    always_up_to=True,
)


@dataclass(eq=False)
class Link:
    """An action that can be responded to (5.chain.1): a summon, an attack, or an ability with its targets."""

    kind: str
    player: Player
    cards: list[Card]
    ability: Ability | None = None
    targets: tuple[Card, ...] = ()
    negated: bool = False


class Fifth(AtOnce):
    """A game of the 5th Edition between two."""

    starting_hp = 60
    links: tuple[Link, ...] = ()  # of the chain, those that have not resolved
    attack: Link | None = None
    costs_of_summoning = (*AtOnce.costs_of_summoning, "pay_hitpoints", "sacrifice_deck_top", "destroy_deck_top")

    # --- costs

    def ready(self, player: Player, card: Card) -> bool:
        """A spell with a condition is not cast from the hand (5.spell.5)."""
        return super().ready(player, card) and not (card in player.hand and card.printed.abilities[0].condition)

    def spendable(self, player: Player, card: Card, cost: Part, *, exhausts: bool) -> list[Card]:
        """Hit points and cards of the deck are counted too; no card sacrifices itself (5.keyword.8, 5.ruling.4, 5.ruling.5)."""
        if cost.row == "pay_hitpoints":
            return [HIT_POINT] * player.hp
        if cost.row.endswith("_deck_top"):
            return [other for other in reversed(player.deck) if other is not card]
        cards = super().spendable(player, card, cost, exhausts=exhausts)
        return [other for other in cards if not (other is card and cost.row.startswith("sacrifice"))]

    def pay(self, player: Player, card: Card, cost: Part | None) -> Rules:
        """Hit points that are paid are no damage; cards of the deck are taken unseen."""
        if cost is not None and cost.row == "pay_hitpoints":
            player.hp -= cost.x
        elif cost is not None and cost.row.endswith("_deck_top"):
            for other in self.spendable(player, card, cost, exhausts=False)[: cost.x]:
                self.move(other, cost.row.removesuffix("_deck_top"))
        else:
            yield from super().pay(player, card, cost)

    # --- chains

    def link(self, player: Player, choice: Option) -> Rules:
        """Costs are paid and targets selected before anybody may respond (5.chain.2)."""
        card = self.card(choice[1])
        ability = card.printed.abilities[choice[2]]
        targets = yield from self.activate(player, card, ability)
        return Link("effect", player, [card], ability, tuple(targets))

    def chain(self, player: Player, choice: Option) -> Rules:
        """An ability without a condition begins a chain."""
        yield from self.build((yield from self.link(player, choice)))

    def build(self, first: Link) -> Rules:
        """Responses, one to a link, then the links from the latest to the first (5.chain.3 to 5.chain.9)."""
        self.chain_number += 1
        self.in_chain = True
        self.links = (first,)
        while True:
            last = self.links[-1]
            responder = self.enemy(last.player)
            options: list[Option] = [
                ("use", card.number, index)
                for card in responder.battlefield + responder.trapfield
                for index, ability in enumerate(card.printed.abilities)
                if ability.when == f"response_{last.kind}" and self.ready(responder, card) and self.payable(responder, card, ability)
            ]
            choice = (yield Decision(responder.number, [*options, PASS])) if options else PASS
            if choice == PASS:
                break
            self.links += ((yield from self.link(responder, choice)),)
        if last.kind == "effect":
            yield from self.counters_window()
        while self.links:
            yield from self.resolve_last()
            if self.links:
                yield from self.counters_window()
        self.in_chain = first.kind == "attack"  # its dice belong to it (5.ruling.14)

    def resolve_last(self) -> Rules:
        """What is negated never happens; a spell goes to the graveyard all the same (5.chain.13)."""
        link = self.links[-1]
        if link.ability and not link.negated:
            for effect in link.ability.sentences[0].effects:
                self.part_of_chain = True
                yield from self.carry_out(link.player, effect, list(link.targets))
                self.part_of_chain = False
                self.step_is_over()
                yield from self.counters_window()
        self.links = self.links[:-1]
        if link.ability:
            self.into_grave(link.cards[0])
        self.step_is_over()

    def summon_by_action(self, me: Player, card: Card) -> Rules:
        """Summoning begins a chain (5.creature.8, 5.ruling.8)."""
        yield from super().summon_by_action(me, card)
        yield from self.build(Link("summon", me, [card]))

    # --- "when"

    def window(self) -> Rules:
        """All that is to be used on what happened is named, with costs and targets; then each is a chain of its own (5.ruling.7)."""
        while True:
            waiting, self.events = self.events, []
            named: list[Link] = []
            asked, passes = self.turn_player, 0
            while passes < len(self.players):
                player = self.players[asked]
                options = self.pops(player) + self.when(player, waiting)
                choice = (yield Decision(asked, [*options, PASS])) if options else PASS
                if choice == PASS:
                    passes, asked = passes + 1, (asked + 1) % len(self.players)
                elif choice[0] == "pop":
                    yield from self.pop(player, choice)
                    passes, asked = 0, self.turn_player
                    if not named:
                        waiting, self.events = waiting + self.events, []
                else:
                    card = self.card(choice[1])
                    event = self.met_by(player, card, choice[2], waiting)
                    assert event is not None
                    event.answered.add((card, choice[2]))
                    named.append((yield from self.link(player, choice)))
                    passes, asked = 0, (asked + 1) % len(self.players)
            for link in named:
                yield from self.build(link)
            if not named:
                return

    def when(self, player: Player, waiting: list[Event]) -> list[Option]:
        """Abilities that a player may name."""
        return [
            ("use", card.number, index)
            for card in self.everything()
            for index, ability in enumerate(card.printed.abilities)
            if ability.condition and self.met_by(player, card, index, waiting)
        ]

    def met_by(self, player: Player, card: Card, index: int, waiting: list[Event]) -> Event | None:
        """The first event that an ability may answer, where it can be used from."""
        ability = card.printed.abilities[index]
        if not (self.in_grave(card) if ability.when in FROM_GRAVE else self.ready(player, card)):
            return None
        if not self.payable(player, card, ability):
            return None
        return next((e for e in waiting if (card, index) not in e.answered and self.met(player, card, ability, e)), None)

    def met(self, player: Player, card: Card, ability: Ability, event: Event) -> bool:
        """No condition has a number here (5.ability.17 to 5.ability.19)."""
        assert ability.condition is not None
        return super().met(player, card, replace(ability, condition=Part(ability.condition.row, 1)), event)

    # --- targets and effects

    def candidates(self, player: Player, target: Part) -> tuple[list[Card], str]:
        """Resources of anybody, and cards of the links that have not resolved (5.ability.33, 5.ruling.9)."""
        if target.row == "any_resources":
            return [card for p in self.players for card in p.granary], "you"
        if target.row == "chain":
            cards: list[Card] = []
            for link in self.links:
                cards += [card for card in (self.teams[0] if link.kind == "attack" else link.cards) if card not in cards]
            return cards, "you"
        return super().candidates(player, target)

    def carry_out(self, player: Player, effect: Part, targets: list[Card]) -> Rules:
        """Negating (5.keyword.26, 5.keyword.27)."""
        if effect.row == "negate_effect":
            for link in self.links:
                link.negated = link.negated or (link.kind == "effect" and link.cards[0] in targets)
        elif effect.row == "negate_attack":
            if self.attack is not None and any(card in targets for card in self.teams[0]):
                self.attack.negated = True
                self.teams[0][:] = [card for card in self.teams[0] if card not in targets]
        else:
            yield from super().carry_out(player, effect, targets)

    def allowed(self, player: Player, card: Card) -> bool:
        """A spell with a condition cannot be cast this way (5.keyword.17)."""
        return not card.printed.abilities[0].condition

    # --- battles

    def answers_to_attack(self, attacker: Player) -> Rules:
        """Step 3: the attack is the first link of a chain (5.battle.8); whether the battle goes on (5.ruling.10)."""
        self.attack = Link("attack", attacker, [])
        yield from self.build(self.attack)
        yield from self.counters_window()
        goes_on = not self.attack.negated or bool(self.teams[0])
        self.attack = None
        self.in_chain = self.part_of_chain = goes_on  # steps 4 to 7
        return goes_on

    def after_dice(self) -> Rules:
        """No more dice are rolled for the attack."""
        self.in_chain = self.part_of_chain = False
        yield from ()
