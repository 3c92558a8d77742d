"""The 11th Edition, from its rulebook and guide, with the rulings on windows and events that it shares with the 12th."""

from __future__ import annotations

from tests.naive.cards import Card, Part, Vocabulary
from tests.naive.chains import Link
from tests.naive.game import PASS, Decision, Event, Option, Player, Rules
from tests.naive.older import FROM_GRAVE, Older

WORDS = Vocabulary(
    edition="kotc-11",
    counters=("offense", "defense", "weakness", "damage", "damage", "exhaustion", "generic", "immortality", "immortality"),
    conditions=(
        *("in_play_destroyed", "granary_destroyed", "hand_destroyed", "deck_destroyed"),
        *("others_damaged", "others_destroyed", "others_destroyed", "your_hand_destroyed", "your_deck_destroyed"),
        *("your_cards_damaged_total", "you_damaged", "you_damaged"),
    ),
    minion_conditions=("damaged", "in_play_destroyed"),
    costs=(
        *("remove_counters", "self_exhaust_resources", "self_exhaust_minions", "self_exhaust_minions_opponent", "sacrifice_in_play"),
        *("sacrifice_in_play_opponent", "self_destroy_in_play", "self_destroy_in_play_opponent", "self_destroy_resources"),
        "self_destroy_resources_opponent",
    ),
    targets=(
        *("in_play",) * 6,
        *("self", "in_play_opponent_selects", "exhausted_in_play", "enemy_creatures_level_or_lower"),
        *("in_play_with_counters", "your_granary", "your_hand", "your_hand_player_selects", "opponent_hand_opponent_selects"),
        *("any_deck_top", "excavate", "your_deck_top_opponent_selects", "opponent_deck_top_opponent_selects"),
        *("your_grave_opponent_selects", "opponent_grave_opponent_selects"),
    ),
    effects=(
        *("place",) * 12,
        *("remove_counters", "exhaust", "fatigue", "bounce", "hypnotize", "destroy", "destroy", "silo", "sheathe", "down_level"),
        *("batch_add_offense", "batch_add_defense", "batch_subtract_offense", "dice_damage"),
    ),
    plain_effects=("draw", "deal", "gain_hitpoints", "dice_heal", "dice_heal_both", "dice_wound_both"),
    caveats=(
        *("exhaust_creatures", "exhaust_creatures_opponent", "sacrifice_in_play", "sacrifice_in_play_opponent", "destroy_in_play"),
        *("destroy_in_play_opponent", "destroy_resources", "destroy_resources_opponent", "no_attack", "no_defend", "berzerker"),
    ),
    one_target=True,
    least_level=1,
    body=(3, 9),
    players=(2,),
    deck=60,
    numbers=(("your_cards_damaged_total", 6), ("you_damaged", 6), ("excavate", 3)),
)


class Eleventh(Older):
    """A game of the 11th Edition between two."""

    proactive = ("offense", "defense", "weakness", "damage", "exhaustion")
    up_to_zero = False  # Keywords: Up to
    starting_hp = 35
    short_does_nothing = True  # 12.ruling.60
    switched = ("battlefield", "trapfield")  # Keywords: Hypnotize

    def before_recovery(self, me: Player) -> Rules:
        """Keywords: Berzerker, at the end of the own Battle Phase."""
        raging = [card for card in me.battlefield if not card.exhausted and self.barred(card, ("berzerker",))]
        for card in raging:
            self.destroy(card)
        if raging:
            self.step_is_over()
            yield from self.window()
        yield from self.window()

    def recover(self, me: Player) -> None:
        """Keywords: Fatigue keeps a card out of the next Recovery Phase alone."""
        everything = self.everything()
        kept = [(card, card.exhausted, card.sp, card.hp, card.down) for card in everything if card.fatigued]
        super().recover(me)
        for card, exhausted, sp, hp, down in kept:
            card.exhausted, card.sp, card.hp, card.down, card.fatigued = exhausted, sp, hp, down, 0

    def fatigue(self, card: Card) -> None:
        """In-play cards and resources (12.ruling.23)."""
        if self.zone_of(card) in ("battlefield", "trapfield", "granary"):
            card.fatigued = self.turn

    # --- chains

    building = False

    def happen(self, event: Event) -> None:
        """What happens while a chain is built can be answered in it alone (12.ruling.79)."""
        event.building = self.building
        super().happen(event)

    def first_asked(self, player: Player) -> int:
        """Chains: all players, starting with the turn player."""
        return self.turn_player

    def heir(self, event: Event) -> int:
        """The owner of the graveyard (12.ruling.84)."""
        assert event.card is not None
        return event.card.owner

    def make_link(self, player: Player, choice: Option) -> Rules:
        """Resources, the creature's own exhaustion, costs, targets (12.ruling.36, 12.ruling.42)."""
        self.building = True
        card = self.card(choice[1])
        if choice[0] == "pop":
            card.counters.remove((choice[2], player.number))
            return Link(player, card, None, choice[2], card.stay)
        ability = card.printed.abilities[choice[2]]
        if ability.condition:
            event = self.answering(player, card, choice[2])
            assert event is not None
            event.answered.add((card, choice[2]))
        self.exhaust_resources(player, self.resource_cost(card, ability))
        if ability.when not in FROM_GRAVE:
            if card.printed.kind == "spell":
                self.take(card)
            else:
                card.exhausted = True
        self.moment = []
        yield from self.pay(player, card, ability.cost)
        self.step_is_over()
        target = ability.sentences[0].target
        targets = yield from self.select(player, card, target)
        link = Link(player, card, ability)
        link.targets = None if target and not targets else targets  # without a valid target there is no further effect
        return link

    def chain(self, player: Player, choice: Option) -> Rules:
        """As later; what happened while it was built is over when it resolves."""
        links = [(yield from self.make_link(player, choice))]
        passes, asked = 0, self.turn_player
        while passes < len(self.players):
            options = self.answers(self.players[asked])
            choice = (yield Decision(asked, [*options, PASS])) if options else PASS
            if choice == PASS:
                passes += 1
                asked = (asked + 1) % len(self.players)
            else:
                links.append((yield from self.make_link(self.players[asked], choice)))
                passes, asked = 0, self.turn_player
        self.building = False
        self.events = [event for event in self.events if not event.building]
        for link in reversed(links):
            yield from self.resolve(link)

    def resolve(self, link: Link) -> Rules:
        """Effects on the targets of the activation; then a spell goes to the graveyard in any case (12.ruling.30, 12.ruling.86)."""
        if link.ability is None:
            if self.on_field(link.card) and link.card.stay == link.stay:
                yield from self.counter_effect(link.player, link.counter, link.card)
        elif link.targets is not None:
            for effect in link.ability.sentences[0].effects:
                there = [card for card in link.targets if self.zone_of(card) or card is link.card]
                yield from self.carry_out(link.player, effect, there)
                self.step_is_over()
        grave = self.players[link.card.owner].grave
        if link.ability and link.card.printed.kind == "spell" and link.card not in grave:
            self.take(link.card)
            grave.append(link.card)
        self.step_is_over()

    def counter_effect(self, player: Player, counter: str, host: Card) -> Rules:
        """Counters."""
        if counter == "offense":
            host.sp += 1
        elif counter == "defense":
            host.hp += 5
        elif counter == "weakness":
            host.sp = max(0, host.sp - 1)
        elif counter == "exhaustion":
            host.exhausted = True
        else:
            self.damage_minion(host, self.roll(1)[0])
        yield from ()

    def carry_out(self, player: Player, effect: Part, targets: list[Card]) -> Rules:
        """Immortality Counters prevent what would destroy, silo, bounce, deck-stack or hypnotize their host by an effect."""
        if effect.row in ("destroy", "silo", "bounce", "sheathe", "hypnotize"):
            left = []
            for card in targets:
                if not (yield from self.immortal(card)):
                    left.append(card)
            targets = left
        yield from super().carry_out(player, effect, targets)

    def immortal(self, card: Card) -> Rules:
        """Offer Immortality Counters in turn order (12.ruling.92); True if one is removed."""
        for player in self.clockwise(self.turn_player):
            if ("immortality", player.number) in card.counters:
                pop = ("pop", card.number, "immortality")
                if (yield Decision(player.number, [pop, PASS])) == pop:
                    card.counters.remove(("immortality", player.number))
                    return True
        return False
