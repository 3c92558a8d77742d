"""The 9th Edition, from its rulebook and guide, with the rulings on windows and events (9.ruling.1 to 9.ruling.3)."""

from __future__ import annotations

from tests.naive.at_once import AtOnce
from tests.naive.cards import Card, Vocabulary
from tests.naive.game import PASS, Decision, Event, Option, Player, Rules
from tests.naive.older import FROM_GRAVE

WORDS = Vocabulary(
    edition="kotc-9",
    counters=("offense", "defense", "offense", "weakness", "weakness", "damage", "exhaustion", "generic", "dice"),
    conditions=(
        *("in_play_destroyed", "resource_destroyed", "hand_destroyed", "deck_destroyed"),
        *("others_damaged", "others_destroyed", "others_destroyed", "your_hand_destroyed", "your_deck_destroyed"),
        *("your_cards_damaged_total", "you_damaged", "you_damaged"),
    ),
    minion_conditions=("damaged", "in_play_destroyed"),
    costs=(
        *("remove_counters", "exhaust_resources", "exhaust_creatures", "exhaust_creatures_opponent", "sacrifice_hand_random"),
        *("sacrifice_in_play", "sacrifice_in_play_opponent", "destroy_hand_random", "destroy_in_play", "destroy_in_play_opponent"),
        *("destroy_resources", "destroy_resources_opponent"),
    ),
    targets=(
        *("in_play",) * 12,
        *("self", "in_play_with_counters", "your_resources", "exhausted_in_play", "in_play_opponent_selects", "your_hand"),
        *("your_hand_player_selects", "any_hand_random", "opponent_hand_opponent_selects", "any_deck_top"),
        *("your_deck_top_opponent_selects", "opponent_deck_top_opponent_selects", "any_grave_random"),
        *("your_grave_opponent_selects", "opponent_grave_opponent_selects"),
    ),
    effects=(
        *("place",) * 30,
        *("remove_counters", "see", "exhaust", "silo", "destroy", "destroy", "hypnotize", "sheathe", "deploy", "deploy"),
        *("batch_add_offense", "batch_add_defense", "batch_subtract_offense", "dice_damage"),
    ),
    plain_effects=("draw", "gain_hitpoints", "dice_heal", "dice_heal_both", "dice_wound_both", "reroll_turn", "reroll_turn"),
    caveats=(
        *("exhaust_creatures", "exhaust_creatures_opponent", "sacrifice_hand_random", "sacrifice_in_play", "sacrifice_in_play_opponent"),
        *("destroy_hand_random", "destroy_in_play", "destroy_in_play_opponent", "destroy_resources", "destroy_resources_opponent"),
        *("no_attack", "no_defend"),
    ),
    one_target=True,
    least_level=1,
    body=(3, 9),
    players=(2,),
    deck=40,
    reserves=10,
    always_up_to=True,
    numbers=(("your_cards_damaged_total", 6), ("you_damaged", 6)),
)


class Ninth(AtOnce):
    """A game of the 9th Edition between two."""

    any_player_selects = True  # 9.ruling.28
    group: list[Event] = []  # noqa: RUF012 - never changed in place

    # --- the Resource Phase

    def exchange(self, me: Player) -> Rules:
        """Cards of the hand for cards of the reserves (9.turn.9 to 9.turn.11)."""
        while me.hand and me.reserves:
            choice = yield Decision(me.number, [*(("card", card.number) for card in me.hand), PASS])
            if choice == PASS:
                return
            given = self.card(choice[1])
            choice = yield Decision(me.number, [("card", card.number) for card in me.reserves])
            taken = self.card(choice[1])
            me.hand.remove(given)
            me.reserves.remove(taken)
            me.hand.append(taken)
            me.reserves.append(given)

    def resource_phase(self, me: Player) -> Rules:
        """9.turn.2 to 9.turn.10."""
        most, placed = 1 if self.turn == 1 else 2, 0
        yield from self.exchange(me)
        while placed < most and me.hand:
            choice = yield Decision(me.number, [*(("card", card.number) for card in me.hand), PASS])
            if choice == PASS:
                break
            card = self.card(choice[1])
            me.hand.remove(card)
            me.granary.append(card)
            placed += 1
            yield from self.exchange(me)
        self.step_is_over()
        self.draw(me, most - placed)
        self.step_is_over()
        yield from self.exchange(me)

    # --- events

    def window(self) -> Rules:
        """Counters, then what happened, step by step (9.ruling.2, 9.ruling.3 a, b)."""
        yield from self.answers_to([])
        while self.events:
            moment = self.events[0].moment
            group = [event for event in self.events if event.moment is moment]
            self.events = [event for event in self.events if event.moment is not moment]
            yield from self.answers_to(group)

    def happen(self, event: Event) -> None:
        """What happens in one step is one moment."""
        event.moment = self.moment
        super().happen(event)

    def answers_to(self, group: list[Event]) -> Rules:
        """One ability each in turn, until all pass in a row; counters at any time."""
        self.group = group
        asked, passes = self.turn_player, 0
        while passes < len(self.players):
            player = self.players[asked]
            options = self.pops(player)
            for card in self.everything():
                for index, ability in enumerate(card.printed.abilities):
                    if ability.condition and self.answering(player, card, index):
                        options.append(("use", card.number, index))
            choice = (yield Decision(asked, [*options, PASS])) if options else PASS
            if choice == PASS:
                passes, asked = passes + 1, (asked + 1) % len(self.players)
            elif choice[0] == "pop":
                yield from self.pop(player, choice)
                passes, asked = 0, self.turn_player
            else:
                yield from self.chain(player, choice)
                passes, asked = 0, (asked + 1) % len(self.players)
        self.group = []

    def answering(self, player: Player, card: Card, index: int) -> Event | None:
        """The event of the step at hand that an ability may answer, where it can be used from."""
        ability = card.printed.abilities[index]
        if not (self.in_grave(card) if ability.when in FROM_GRAVE else self.ready(player, card)):
            return None
        for event in self.group:
            if (card, index) not in event.answered and self.met(player, card, ability, event) and self.payable(player, card, ability):
                return event
        return None

    def allowed(self, player: Player, card: Card) -> bool:
        """A condition has to be met by the event in whose window this is (9.ruling.20)."""
        ability = card.printed.abilities[0]
        return not ability.condition or any(self.met(player, card, ability, event) for event in self.group)

    def chain(self, player: Player, choice: Option) -> Rules:
        """There are none: an ability is followed to its end (9.ability.3)."""
        card = self.card(choice[1])
        ability = card.printed.abilities[choice[2]]
        if ability.condition:
            event = self.answering(player, card, choice[2])
            assert event is not None
            event.answered.add((card, choice[2]))
        targets = yield from self.activate(player, card, ability)
        yield from self.follow(player, ability, targets)
        self.into_grave(card)
