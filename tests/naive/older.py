"""What the 5th, the 9th and the 11th Edition have in common, from their rulebooks: places, traps, defense without piercing, elimination.

Tables of two players: what becomes of a third player's cards is not played here.
"""

from __future__ import annotations

from tests.naive.abilities import COST
from tests.naive.cards import Ability, Card, Part
from tests.naive.game import PASS, Decision, Event, GameOver, Option, Player, Rules
from tests.naive.turns import END, Game

IN_PLAY = ("battlefield", "trapfield")
OLD_COST = {
    "exhaust_resources": ("granary", "exhaust"),
    "exhaust_creatures": ("battlefield", "exhaust"),
    "sacrifice_in_play": ("in_play", "sacrifice"),
    "destroy_in_play": ("in_play", "destroy"),
    "destroy_resources": ("granary", "destroy"),
}
COST.update(OLD_COST)
COST.update({row.replace("exhaust", "self_exhaust").replace("creatures", "minions"): cost for row, cost in OLD_COST.items()})
COST.update({row.replace("destroy", "self_destroy"): cost for row, cost in OLD_COST.items() if "destroy" in row})
OPPONENT = "_opponent"
"""At the end of a row's name: an enemy chooses the cards."""
FROM_GRAVE = ("in_play_destroyed", "granary_destroyed", "resource_destroyed", "hand_destroyed", "deck_destroyed")
ALREADY_PAID = ("in_play_destroyed",)
SELECTED = {  # zone, whose, and who chooses the cards
    "your_granary": ("granary", "you", "you"),
    "your_resources": ("granary", "you", "you"),
    "your_hand": ("hand", "you", "you"),
    "your_grave": ("grave", "you", "you"),
    "your_hand_player_selects": ("hand", "you", "opponent"),
    "opponent_hand_opponent_selects": ("hand", "enemy", "opponent"),
    "your_grave_opponent_selects": ("grave", "you", "opponent"),
    "opponent_grave_opponent_selects": ("grave", "enemy", "opponent"),
}


class Older(Game):
    """A game of an edition before the 12th."""

    least_level = 1
    up_to_zero = True
    starting_hp = 20

    def enemy(self, player: Player) -> Player:
        """The only one."""
        return self.players[1 - player.number]

    def setup(self) -> Rules:
        """Five cards, no second hand."""
        for player in self.players:
            player.hp = self.starting_hp
            self.draw(player, 5)
        yield from ()

    # --- losing

    def draw(self, player: Player, number: int) -> None:
        """What is there: an empty deck has lost when the step is over."""
        for _ in range(min(number, len(player.deck))):
            player.hand.append(player.deck.pop())

    def step_is_over(self) -> None:
        """Whoever has no HP or no deck has lost; the other wins, if there is one."""
        self.moment = []
        left = [player.number for player in self.players if player.hp > 0 and player.deck]
        if len(left) < 2:
            self.winners = left or [player.number for player in self.players]
            raise GameOver

    # --- the turn

    def one_turn(self, me: Player) -> Rules:
        """Resource, Action, Battle and Recovery Phase."""
        yield from self.window()
        yield from self.resource_phase(me)
        yield from self.window()
        yield from self.action_phase(me)
        yield from self.battle_phase(me)
        yield from self.before_recovery(me)
        self.recover(me)
        self.step_is_over()
        yield from self.after_recovery()
        for card, stay, holder in reversed(self.hypnotized):
            if self.zone_of(card) in IN_PLAY and card.stay == stay:
                self.control(card, holder)
        self.hypnotized = []

    def before_recovery(self, me: Player) -> Rules:
        """Whether cards can be used before the recovery is the edition's matter."""
        yield from self.window()

    def after_recovery(self) -> Rules:
        """As before it."""
        yield from ()

    def resource_phase(self, me: Player) -> Rules:
        """Place up to two cards and draw two less those; the starting player's first turn has one in all."""
        most = 1 if self.turn == 1 else 2
        placed = 0
        while placed < most and me.hand:
            choice = yield Decision(me.number, [*(("card", card.number) for card in me.hand), PASS])
            if choice == PASS:
                break
            card = self.card(choice[1])
            me.hand.remove(card)
            me.granary.append(card)
            placed += 1
        self.step_is_over()
        self.draw(me, most - placed)
        self.step_is_over()

    def recover(self, me: Player) -> None:
        """Everything in play and every resource, of both players."""
        for player in self.players:
            for card in player.battlefield + player.trapfield + player.granary:
                card.exhausted = False
            for card in self.everything():
                card.down = 0
            for card in player.battlefield:
                card.restore()

    # --- actions

    def caveat_payable(self, me: Player, card: Card) -> bool:
        """Level and summon cost together."""
        caveat = card.printed.caveat
        free = len(me.unexhausted_resources()) - self.level(card)
        if free < 0 or caveat is None or caveat.row.removesuffix(OPPONENT) not in self.costs_of_summoning:
            return free >= 0
        return len(self.spendable(me, card, caveat, exhausts=False)) >= caveat.x

    costs_of_summoning: tuple[str, ...] = ("exhaust_creatures", "sacrifice_in_play", "destroy_in_play", "destroy_resources")

    def action_phase(self, me: Player) -> Rules:
        """Summon, cast, set and use abilities; a window before each and before the end."""
        self.acting = True
        while True:
            yield from self.window()
            options: list[Option] = []
            for card in me.hand:
                if card.printed.kind == "minion" and self.caveat_payable(me, card):
                    options.append(("summon", card.number))
                if card.printed.kind == "spell" and self.level(card) <= len(me.unexhausted_resources()):
                    options.append(("set", card.number))
            options += self.standard(me)
            choice = (yield Decision(me.number, [*options, END])) if options else END
            if choice == END:
                self.acting = False
                return
            card = self.card(choice[1])
            if choice[0] == "use":
                yield from self.chain(me, choice)
            elif choice[0] == "set":
                self.exhaust_resources(me, self.level(card))
                self.take(card)
                me.trapfield.append(card)
                card.exhausted = True
                self.step_is_over()
            else:
                yield from self.summon_by_action(me, card)

    def summon_by_action(self, me: Player, card: Card) -> Rules:
        """Some editions let it be answered."""
        yield from self.summon(me, card)

    def summon(self, me: Player, card: Card) -> Rules:
        """Resources and summon cost, then it is there, exhausted."""
        self.exhaust_resources(me, self.level(card))
        if card.printed.caveat and card.printed.caveat.row.removesuffix(OPPONENT) in self.costs_of_summoning:
            yield from self.pay(me, card, card.printed.caveat)
        self.step_is_over()
        self.take(card)
        me.battlefield.append(card)
        card.exhausted = True
        self.step_is_over()

    def standard(self, player: Player) -> list[Option]:
        """What has no condition, in the own Action Phase."""
        return [
            ("use", card.number, index)
            for card in player.hand + player.battlefield + player.trapfield
            for index, ability in enumerate(card.printed.abilities)
            if not ability.condition and self.ready(player, card) and self.payable(player, card, ability)
        ]

    # --- costs

    def ready(self, player: Player, card: Card) -> bool:
        """An unexhausted creature or trap, or a spell in hand."""
        if card in player.hand:
            return card.printed.kind == "spell"
        return card in player.battlefield + player.trapfield and not card.exhausted

    def resource_cost(self, card: Card, ability: Ability) -> int:
        """A spell from hand, and what is used from the graveyard though it was not in play."""
        if ability.when in FROM_GRAVE:
            return 0 if ability.when in ALREADY_PAID else self.level(card)
        return self.level(card) if self.zone_of(card) == "hand" else 0

    def spendable(self, player: Player, card: Card, cost: Part, *, exhausts: bool) -> list[Card]:
        """The cards that may pay a cost; a spell that is being used is in play no more."""
        zone, how = COST[cost.row.removesuffix(OPPONENT)]
        cards = player.battlefield + player.trapfield if zone == "in_play" else getattr(player, zone)
        if how == "exhaust":
            return [other for other in cards if not other.exhausted and not (exhausts and other is card)]
        return [other for other in cards if not (other is card and card in player.trapfield)]

    def payable(self, player: Player, card: Card, ability: Ability) -> bool:
        """Resource cost and activation cost together."""
        free = len(player.unexhausted_resources()) - self.resource_cost(card, ability)
        cost = ability.cost
        if free < 0 or cost is None:
            return free >= 0
        if cost.row == "remove_counters":
            return self.on_field(card) and len(card.counters) >= cost.x
        if COST[cost.row.removesuffix(OPPONENT)] == ("granary", "exhaust"):
            return free >= cost.x
        return len(self.spendable(player, card, cost, exhausts=ability.when not in FROM_GRAVE)) >= cost.x

    def pay(self, player: Player, card: Card, cost: Part | None) -> Rules:
        """Pay a cost; an enemy chooses the cards where the text says so."""
        if cost is None or cost.row == "remove_counters":
            yield from super().pay(player, card, cost)
            return
        chooser = self.enemy(player) if cost.row.endswith(OPPONENT) else player
        how = COST[cost.row.removesuffix(OPPONENT)][1]
        picked: list[Card] = []
        while len(picked) < cost.x:
            cards = [other for other in self.spendable(player, card, cost, exhausts=False) if other not in picked]
            if len(cards) == cost.x - len(picked):
                picked += cards
                break
            choice = yield Decision(chooser.number, [("card", other.number) for other in cards])
            picked.append(self.numbered(choice[1]))
        for other in picked:
            self.move(other, how)

    # --- targets

    def in_play(self) -> list[Card]:
        """Creatures and traps."""
        return [card for player in self.players for card in player.battlefield + player.trapfield]

    def candidates(self, player: Player, target: Part) -> tuple[list[Card], str]:
        """What a selection may take, and who chooses."""
        row = target.row
        if row == "in_play":
            return self.in_play(), "you"
        if row == "in_play_opponent_selects":
            return self.in_play(), "opponent"
        if row == "exhausted_in_play":
            return [card for card in self.in_play() if card.exhausted], "you"
        if row == "in_play_with_counters":
            return [card for card in self.in_play() if len(card.counters) >= target.y], "you"
        if row == "enemy_creatures_level_or_lower":
            return [card for card in self.enemy(player).battlefield if self.level(card) <= target.y], "you"
        if row in ("excavate", "your_deck_top_opponent_selects", "opponent_deck_top_opponent_selects"):
            owner = self.enemy(player) if row.startswith("opponent") else player
            top = owner.deck[-target.x :] if len(owner.deck) >= target.x else []
            return top, "you" if row == "excavate" else "opponent"
        zone, whose, who = SELECTED[row]
        return list(getattr(player if whose == "you" else self.enemy(player), zone)), who

    def select(self, player: Player, card: Card, target: Part | None) -> Rules:
        """Select targets; where others choose, the user says how many first."""
        if target is None or target.row == "self":
            return [card] if target else []
        if target.row == "any_deck_top":
            return (yield from self.from_deck_top(player, target))
        if target.row == "your_hand_player_selects" and self.any_player_selects:
            choice = yield Decision(player.number, [("player", p.number) for p in self.players])
            chooser: Player | None = self.players[choice[1]]
            cards = list(player.hand)
        else:
            cards, who = self.candidates(player, target)
            chooser = self.enemy(player) if who == "opponent" else None
        most = min(target.y if "xcavate" in target.row or "deck_top" in target.row else target.x, len(cards))
        least = min(0 if self.up_to_zero else 1, most)
        if chooser is None:
            return (yield from self.pick_up_to(player, cards, most, least))
        choice = yield Decision(player.number, [("number", n) for n in range(least, most + 1)])
        return (yield from self.pick_up_to(chooser, cards, choice[1], choice[1]))

    any_player_selects = False

    def pick_up_to(self, player: Player, cards: list[Card], most: int, least: int) -> Rules:
        """Pick different cards one by one."""
        targets: list[Card] = []
        while len(targets) < most:
            options: list[Option] = [("card", card.number) for card in cards if card not in targets]
            choice = yield Decision(player.number, [*options, PASS] if len(targets) >= least else options)
            if choice == PASS:
                break
            targets.append(next(card for card in cards if card.number == choice[1]))
        return targets

    def from_deck_top(self, player: Player, target: Part) -> Rules:
        """The topmost cards of one player's deck."""
        whose = [p for p in self.players if p.deck or self.up_to_zero]
        choice = yield Decision(player.number, [("player", p.number) for p in whose])
        owner = self.players[choice[1]]
        most = min(target.x, len(owner.deck))
        least = min(0 if self.up_to_zero else 1, most)
        choice = yield Decision(player.number, [("number", n) for n in range(least, most + 1)])
        return [owner.deck[-1 - k] for k in range(choice[1])]

    # --- effects

    def move(self, card: Card, how: str) -> None:
        """As later, and sacrificing, which is not destroying; traps can be exhausted too."""
        if how == "sacrifice":
            self.take(card)
            self.players[card.owner].grave.append(card)
        elif how == "exhaust":
            if self.zone_of(card) in (*IN_PLAY, "granary"):
                card.exhausted = True
        else:
            super().move(card, how)

    def carry_out(self, player: Player, effect: Part, targets: list[Card]) -> Rules:
        """Effects that later editions do not have, or have otherwise."""
        row, x = effect.row, effect.x
        if row == "gain_hitpoints":
            player.hp += x
        elif row == "deal":
            for p in self.clockwise(player.number):
                self.draw(p, x)
        elif row == "dice_heal_both":
            player.hp += sum(self.roll(x))
            self.enemy(player).hp += sum(self.roll(x))
        elif row == "dice_wound_both":
            yield from self.wound_both(player, x)
        elif row in ("batch_add_offense", "batch_add_defense", "batch_subtract_offense"):
            yield from self.divide(player, row, x, targets)
        elif row == "dice_damage":
            yield from self.dice_damage(player, self.roll(x), targets)
        elif row == "hypnotize":
            for card in targets:
                yield from self.switch(player, card)
        else:
            yield from super().carry_out(player, effect, targets)

    def wound_both(self, player: Player, dice: int) -> Rules:
        """The user, then an opponent."""
        self.damage_player(player, sum(self.roll(dice)))
        self.damage_player(self.enemy(player), sum(self.roll(dice)))
        yield from ()

    def room(self, card: Card, row: str, total: int) -> int:
        """How much of a total a target can take."""
        if not self.on_field(card):
            return 0
        return card.sp if row == "batch_subtract_offense" else total

    short_does_nothing = False

    def divide(self, player: Player, row: str, total: int, targets: list[Card]) -> Rules:
        """Share a total among the targets, 0 included: all of it if that is possible."""
        rooms = [self.room(card, row, total) for card in targets]
        if self.short_does_nothing and sum(rooms) < total:
            return
        left = min(total, sum(rooms))
        shares = []
        for i, room in enumerate(rooms):
            least = max(0, left - sum(rooms[i + 1 :]))
            choice = yield Decision(player.number, [("number", n) for n in range(least, min(left, room) + 1)])
            shares.append(choice[1])
            left -= choice[1]
        for card, share in zip(targets, shares, strict=True):
            if row == "batch_add_defense":
                card.hp += share
            elif self.on_field(card):
                card.sp += share if row == "batch_add_offense" else -share

    def dice_damage(self, player: Player, dice: list[int], targets: list[Card]) -> Rules:
        """Each die on one target creature that is still there."""
        while dice:
            victims = [card for card in targets if self.on_field(card)]
            if not victims:
                return
            choice = yield Decision(player.number, [("assign", card.number, die) for card in victims for die in sorted(set(dice))])
            dice.remove(choice[2])
            self.damage_minion(self.numbered(choice[1]), choice[2])

    switched: tuple[str, ...] = ("battlefield",)

    def switch(self, player: Player, card: Card) -> Rules:
        """Control goes to a player who has it not: with two, the other."""
        holder = self.controller(card)
        if holder is not None and self.zone_of(card) in self.switched:
            self.control(card, 1 - holder)
            self.hypnotized.append((card, card.stay, holder))
        yield from ()

    def control(self, card: Card, player: int) -> None:
        """To the same zone of the other player."""
        zone = self.zone_of(card)
        if zone == "battlefield":
            super().control(card, player)
            return
        for owner in self.players:
            if card in owner.trapfield:
                owner.trapfield.remove(card)
        self.players[player].trapfield.append(card)

    # --- damage and destruction

    def damage_minion(self, card: Card, amount: int) -> None:
        """Above the defense it is lost."""
        if amount == 0:
            return
        holder = self.controller(card)
        assert holder is not None
        self.happen(Event("damaged", holder, card))
        self.happen_to_some("your_damaged", holder, card, amount)
        if amount < card.hp:
            card.hp -= amount
        else:
            self.destroy(card)

    def damage_player(self, player: Player, amount: int) -> None:
        """Hit points stop at 0; what is inflicted in one step is added up."""
        if amount > 0:
            player.hp = max(0, player.hp - amount)
            self.happen_to_some("you_damaged", player.number, None, amount)

    def shielded(self, card: Card) -> Rules:
        """There are no Shields."""
        yield from ()
        return False

    def met(self, player: Player, card: Card, ability: Ability, event: Event) -> bool:
        """Whether an event is what the ability waits for, with the number that it has to reach."""
        when, x = ability.when, ability.condition.x if ability.condition else 0
        mine = event.player == player.number
        if when == "damaged":
            return event.kind == "damaged" and event.card is card and mine and not event.gone
        if when == "in_play_destroyed":
            return (
                event.kind in ("battlefield_destroyed", "trapfield_destroyed") and event.card is card and self.heir(event) == player.number
            )
        if when in FROM_GRAVE:
            zone = {"resource_destroyed": "granary_destroyed"}.get(when, when)
            return event.kind == zone and event.card is card and mine
        if when == "others_damaged":
            alive = [other for other in set(event.cards) if other is not card and other not in event.gone]
            return event.kind == "your_damaged" and mine and len(alive) >= x
        if when == "others_destroyed":
            return event.kind == "your_in_play_destroyed" and mine and len([other for other in event.cards if other is not card]) >= x
        if when == "your_cards_damaged_total":
            return event.kind == "your_damaged" and mine and event.amount >= x
        if when == "you_damaged":
            return event.kind == when and mine and event.amount >= x
        return event.kind == when and mine and len(event.cards) >= x

    def heir(self, event: Event) -> int:
        """Who uses what works when its card is destroyed in play: who controlled it."""
        return event.player

    def answering(self, player: Player, card: Card, index: int) -> Event | None:
        """The first pending event that this ability may answer now, if there is one."""
        ability = card.printed.abilities[index]
        if ability.when not in FROM_GRAVE and not self.ready(player, card):
            return None
        for event in self.events:
            if (card, index) not in event.answered and self.met(player, card, ability, event) and self.payable(player, card, ability):
                return event
        return None

    # --- battles

    def enlist(self, player: Player, team: list[Card], *, at_least: int) -> Rules:
        """As later, but for caveats."""
        barred = ("no_attack" if at_least else "no_defend", "no_attack_or_defend")
        while True:
            able = [card for card in player.battlefield if not card.exhausted and not self.barred(card, barred)]
            options: list[Option] = [("card", card.number) for card in able]
            if not options:
                return
            choice = yield Decision(player.number, [*options, PASS] if len(team) >= at_least else options)
            if choice == PASS:
                return
            card = self.card(choice[1])
            card.exhausted = True
            team.append(card)

    def barred(self, card: Card, rows: tuple[str, ...]) -> bool:
        """Whether a caveat forbids it."""
        return card.printed.caveat is not None and card.printed.caveat.row in rows

    def can_attack(self, card: Card) -> bool:
        """Unexhausted and not barred."""
        return not card.exhausted and not self.barred(card, ("no_attack", "no_attack_or_defend"))

    def battle(self, attacker: Player, defender: Player, victim: Card | None) -> Rules:
        """Teams, dice, damage; cards can be used between the steps."""
        stay = victim.stay if victim else 0
        attackers: list[Card] = []
        defenders: list[Card] = []
        self.teams = [attackers, defenders]
        yield from self.enlist(attacker, attackers, at_least=1)
        self.step_is_over()
        yield from self.between_steps()
        yield from self.enlist(defender, defenders, at_least=0)
        self.step_is_over()
        yield from self.between_steps()
        if not (yield from self.answers_to_attack(attacker)):
            self.teams = []
            return
        attack, defense = yield from self.roll_for_battle(sum(card.sp for card in attackers), sum(card.sp for card in defenders))
        yield from self.after_dice()
        yield from self.inflict(attacker, attack, defenders)
        yield from self.inflict(defender, defense, attackers)
        if attack and not defenders:
            if victim is None:
                self.damage_player(defender, sum(attack))
            elif self.on_field(victim) and victim.stay == stay:
                self.damage_minion(victim, sum(attack))
        if defense and not attackers and victim is None:
            self.damage_player(attacker, sum(defense))
        self.step_is_over()
        yield from self.window()
        self.teams = []

    def between_steps(self) -> Rules:
        """After a team is formed."""
        yield from self.window()

    def roll_for_battle(self, attack: int, defense: int) -> Rules:
        """Both sides roll."""
        yield from ()
        return self.roll(attack), self.roll(defense)

    def answers_to_attack(self, attacker: Player) -> Rules:
        """An edition with responses has a step for them; whether the battle goes on."""
        yield from ()
        return True

    def after_dice(self) -> Rules:
        """Between the roll and its use."""
        yield from self.window()
