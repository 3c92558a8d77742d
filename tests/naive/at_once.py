"""What the 5th and the 9th Edition share: counters removed at any time, dice rolled again, cards at random, targets that are played."""

from __future__ import annotations

from dataclasses import dataclass

from tests.naive.abilities import COST
from tests.naive.cards import Ability, Card, Part
from tests.naive.game import PASS, Decision, Option, Player, Rules
from tests.naive.older import FROM_GRAVE, OPPONENT, Older

COST.update({"sacrifice_hand_random": ("hand", "sacrifice"), "destroy_hand_random": ("hand", "destroy")})
RANDOM_ZONE = {"any_hand_random": "hand", "any_grave_random": "grave"}


@dataclass(eq=False)
class Die:
    """One die of a roll that lies open."""

    face: int


@dataclass(eq=False)
class Permission:
    """Dice that a player may have rolled again, each so many times (9.ruling.24)."""

    owner: int
    dice: int
    times: int
    scope: str
    chain: int


class AtOnce(Older):
    """A game in which named counters are removed at any time."""

    proactive = ("offense", "defense", "weakness", "damage", "exhaustion")
    costs_of_summoning = (*Older.costs_of_summoning, "sacrifice_hand_random", "destroy_hand_random")
    permissions: list[Permission]
    chain_number = 0
    in_chain = False
    part_of_chain = False  # an ability or an attack of the chain, and no counter, is being carried out

    def one_turn(self, me: Player) -> Rules:
        """Permissions last for a turn."""
        self.permissions = []
        yield from super().one_turn(me)

    def after_recovery(self) -> Rules:
        """The end of a phase (9.ruling.3 a)."""
        yield from self.window()

    # --- counters

    def pops(self, player: Player) -> list[Option]:
        """Named counters that a player may remove now (9.counter.4, 9.counter.5)."""
        return [("pop", card.number, kind) for card in self.minions() for kind in self.proactive if (kind, player.number) in card.counters]

    def pop(self, player: Player, choice: Option) -> Rules:
        """Remove a counter, which takes effect at once: a step of its own (9.ruling.1)."""
        host = self.card(choice[1])
        host.counters.remove((choice[2], player.number))
        before, self.part_of_chain = self.part_of_chain, False
        yield from self.counter_effect(player, choice[2], host)
        self.part_of_chain = before
        self.step_is_over()

    def counters_window(self) -> Rules:
        """Players may remove counters until all pass in a row (9.ruling.3)."""
        asked, passes = self.turn_player, 0
        while passes < len(self.players):
            player = self.players[asked]
            options = self.pops(player)
            choice = (yield Decision(asked, [*options, PASS])) if options else PASS
            if choice == PASS:
                passes, asked = passes + 1, (asked + 1) % len(self.players)
            else:
                yield from self.pop(player, choice)
                passes, asked = 0, self.turn_player

    def between_steps(self) -> Rules:
        """In a battle counters alone can be used (9.ruling.3 d)."""
        yield from self.counters_window()

    def after_dice(self) -> Rules:
        """The dice lie open until all have passed, which is this window too."""
        yield from ()

    def counter_effect(self, player: Player, counter: str, host: Card) -> Rules:
        """9.counter.10 to 9.counter.12."""
        if counter == "offense":
            host.sp += 1
        elif counter == "defense":
            host.hp += 5
        elif counter == "weakness":
            host.sp = max(0, host.sp - 1)
        elif counter == "exhaustion":
            host.exhausted = True
        else:
            dice = yield from self.roll_openly(1)
            if self.on_field(host):
                self.damage_minion(host, dice[0])

    # --- dice

    def roll_openly(self, number: int) -> Rules:
        """Roll dice for an effect; they can be rolled again before their results are used (9.ruling.3 e)."""
        dice = [Die(face) for face in self.roll(number)]
        yield from self.lie_open([dice])
        return [die.face for die in dice]

    def roll_for_battle(self, attack: int, defense: int) -> Rules:
        """Both sides' dice lie open together (9.ruling.26)."""
        sides = [[Die(face) for face in self.roll(number)] for number in (attack, defense)]
        yield from self.lie_open(sides)
        return [[die.face for die in dice] for dice in sides]

    def covers(self, permission: Permission) -> bool:
        """Whether a permission is about the dice that lie open (9.ruling.24, 5.keyword.24, 5.keyword.25)."""
        if permission.scope == "chain":
            return self.part_of_chain and permission.chain == self.chain_number
        if permission.scope == "later":
            return permission.chain != self.chain_number or not self.in_chain
        return True

    def lie_open(self, sides: list[list[Die]]) -> Rules:
        """Dice counters, permissions and other counters, until all pass in a row (9.ruling.24 to 9.ruling.26)."""
        taken: list[Die] = []
        asked, passes = self.turn_player, 0
        while passes < len(self.players):
            player = self.players[asked]
            mine = [p for p in self.permissions if p.owner == asked and p.dice and self.covers(p)]
            options: list[Option] = self.pops(player)
            for side, dice in enumerate(sides):
                for face in sorted({die.face for die in dice}):
                    options += [("pop", c.number, "dice", side, face) for c in self.minions() if ("dice", asked) in c.counters]
                if mine:
                    options += [("again", side, face) for face in sorted({die.face for die in dice if die not in taken})]
            choice = (yield Decision(asked, [*options, PASS])) if options else PASS
            if choice == PASS:
                passes, asked = passes + 1, (asked + 1) % len(self.players)
                continue
            passes, asked = 0, self.turn_player
            if choice[0] == "again":
                taken.append(next(die for die in sides[choice[1]] if die.face == choice[2] and die not in taken))
                yield from self.roll_again(mine[0], taken[-1])
            elif choice[2] == "dice":
                self.card(choice[1]).counters.remove(("dice", player.number))
                same = [die for die in sides[choice[3]] if die.face == choice[4]]
                free = [die for die in same if die not in taken]
                (free or same)[0].face = self.roll(1)[0]
            else:
                yield from self.pop(player, choice)

    def roll_again(self, permission: Permission, die: Die) -> Rules:
        """One more die of a permission, up to so many times; the last result counts (9.ruling.24)."""
        permission.dice -= 1
        for left in reversed(range(permission.times)):
            die.face = self.roll(1)[0]
            if left:
                choice = yield Decision(permission.owner, [("die", die.face), PASS])
                if choice == PASS:
                    return

    # --- cards at random: the one that has been there longest, as the script of the test says

    def pay(self, player: Player, card: Card, cost: Part | None) -> Rules:
        """Random cards of the hand are nobody's choice."""
        if cost is not None and cost.row.endswith("_hand_random"):
            for other in self.spendable(player, card, cost, exhausts=False)[: cost.x]:
                self.move(other, COST[cost.row][1])
        else:
            yield from super().pay(player, card, cost)

    def spendable(self, player: Player, card: Card, cost: Part, *, exhausts: bool) -> list[Card]:
        """The rest of the hand (9.caveat.6, 9.ability.24)."""
        return [
            other
            for other in super().spendable(player, card, cost, exhausts=exhausts)
            if not (other is card and cost.row.endswith("_hand_random"))
        ]

    def select(self, player: Player, card: Card, target: Part | None) -> Rules:
        """Of a random selection the user says from whom and how many (9.ability.35, 9.ability.40)."""
        if target is None or target.row not in RANDOM_ZONE:
            return (yield from super().select(player, card, target))
        zone = RANDOM_ZONE[target.row]
        if not any(getattr(p, zone) for p in self.players):
            return []
        choice = yield Decision(player.number, [("player", p.number) for p in self.players])
        cards = getattr(self.players[choice[1]], zone)
        choice = yield Decision(player.number, [("number", n) for n in range(min(target.x, len(cards)) + 1)])
        return list(cards[: choice[1]])

    # --- effects

    def carry_out(self, player: Player, effect: Part, targets: list[Card]) -> Rules:
        """Effects with dice that lie open, and those that only these editions have."""
        row, x = effect.row, effect.x
        if row == "dice_heal":
            player.hp += sum((yield from self.roll_openly(x)))
        elif row == "dice_heal_both":
            player.hp += sum((yield from self.roll_openly(x)))
            self.enemy(player).hp += sum((yield from self.roll_openly(x)))
        elif row == "dice_wound_both":
            self.damage_player(player, sum((yield from self.roll_openly(x))))
            total = sum((yield from self.roll_openly(x)))
            choice = yield Decision(player.number, [("player", p.number) for p in self.players])
            self.damage_player(self.players[choice[1]], total)
        elif row == "dice_damage":
            yield from self.dice_damage(player, (yield from self.roll_openly(x)), targets)
        elif row.startswith("reroll"):
            scope = {"reroll_turn": "turn", "reroll_chain": "chain", "reroll_turn_after_chain": "later"}[row]
            self.permissions.append(Permission(player.number, x, effect.y, scope, self.chain_number))
        elif row == "deploy":
            yield from self.deploy(player, targets)
        elif row != "see":
            yield from super().carry_out(player, effect, targets)

    def allowed(self, player: Player, card: Card) -> bool:
        """Whether a condition lets a target be cast (9.ruling.20)."""
        raise NotImplementedError

    def deploy(self, player: Player, targets: list[Card]) -> Rules:
        """Play targets that are not in play, paying the usual costs (9.keyword.24, 9.keyword.25, 9.ruling.20)."""
        left = list(targets)
        while True:
            options: list[Option] = []
            for card in left:
                if self.zone_of(card) not in ("hand", "deck", "grave", "granary"):
                    continue
                if card.printed.kind == "minion":
                    options += [("summon", card.number)] if self.caveat_payable(player, card) else []
                elif self.allowed(player, card) and self.castable(player, card):
                    options.append(("use", card.number, 0))
            choice = (yield Decision(player.number, [*options, PASS])) if options else PASS
            if choice == PASS:
                return
            card = self.card(choice[1])
            left.remove(card)
            if card in player.granary and not card.exhausted and self.level(card):  # it pays for itself first
                player.granary.remove(card)
                player.granary.insert(0, card)
            if choice[0] == "summon":
                yield from self.summon(player, card)
            else:
                yield from self.cast(player, card)

    def castable(self, player: Player, card: Card) -> bool:
        """Resource cost and activation cost together; the spell itself serves for neither, but may be exhausted."""
        free, cost = len(player.unexhausted_resources()) - self.level(card), card.printed.abilities[0].cost
        if free < 0 or cost is None:
            return free >= 0
        if cost.row == "remove_counters":
            return False
        if COST[cost.row.removesuffix(OPPONENT)] == ("granary", "exhaust"):
            return free >= cost.x
        return len([other for other in self.spendable(player, card, cost, exhausts=False) if other is not card]) >= cost.x

    def cast(self, player: Player, card: Card) -> Rules:
        """Follow a spell within an effect; it is in no zone meanwhile."""
        ability = card.printed.abilities[0]
        self.exhaust_resources(player, self.level(card))
        self.take(card)
        yield from self.pay(player, card, ability.cost)
        self.step_is_over()
        targets = yield from self.select(player, card, ability.sentences[0].target)
        yield from self.follow(player, ability, targets)
        self.into_grave(card)

    def follow(self, player: Player, ability: Ability, targets: list[Card]) -> Rules:
        """Effects in written order, with windows for counters before and after each (9.ruling.3 c)."""
        yield from self.counters_window()
        for effect in ability.sentences[0].effects:
            yield from self.carry_out(player, effect, targets)
            self.step_is_over()
            yield from self.counters_window()

    def into_grave(self, card: Card) -> None:
        """A spell goes to its owner's graveyard, wherever it is."""
        grave = self.players[card.owner].grave
        if card.printed.kind == "spell" and card not in grave:
            self.take(card)
            grave.append(card)

    # --- using abilities

    def in_grave(self, card: Card) -> bool:
        """Whether a card is in the graveyard, from where an ability about its destruction is used (9.keyword.2)."""
        return card in self.players[card.owner].grave

    def activate(self, player: Player, card: Card, ability: Ability) -> Rules:
        """Resources, the card's own exhaustion or reveal, costs, targets (9.ability.11); returns the targets."""
        self.exhaust_resources(player, self.resource_cost(card, ability))
        if ability.when not in FROM_GRAVE:
            if card.printed.kind == "spell":
                self.take(card)
            else:
                card.exhausted = True
        self.moment = []
        yield from self.pay(player, card, ability.cost)
        self.step_is_over()
        return (yield from self.select(player, card, ability.sentences[0].target))
