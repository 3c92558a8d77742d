"""Turns and battles of the naive reference (17.setup, 17.turn, 17.battle, 17.recovery)."""

from __future__ import annotations

from tests.naive.cards import Card
from tests.naive.chains import Chains
from tests.naive.game import PASS, Decision, Event, Option, Player, Rules

END: Option = ("end",)


class Game(Chains):
    """A whole game: ``play`` yields every decision and ends when the game does, by :class:`GameOver`."""

    def play(self) -> Rules:
        """Setup, then turn after turn, clockwise (17.ruling.119)."""
        yield from self.setup()
        while True:
            self.turn += 1
            yield from self.one_turn(self.players[self.turn_player])
            if self.turn >= self.turn_limit:
                self.finish()  # 17.ruling.117
            self.turn_player = (self.turn_player + 1) % len(self.players)

    def setup(self) -> Rules:
        """17.setup.7 to 17.setup.9, 17.ruling.121."""
        for player in self.players:
            self.draw(player, 5)
        for player in self.clockwise(self.turn_player):
            buried = 0
            while player.hand:
                options: list[Option] = [("card", card.number) for card in player.hand]
                choice = yield Decision(player.number, [*options, PASS])
                if choice == PASS:
                    break
                card = self.card(choice[1])
                player.hand.remove(card)
                player.deck.insert(0, card)
                buried += 1
            self.draw(player, buried)

    def one_turn(self, me: Player) -> Rules:
        """17.turn.1 to 17.turn.9 with the windows of 17.ruling.1."""
        if self.turn > 1:  # 17.turn.3
            self.draw(me, 1)
            yield from self.window()
        yield from self.sow(me)
        yield from self.window()
        yield from self.action_phase(me)
        yield from self.battle_phase(me)
        self.recover(me)
        self.step_is_over()
        yield from self.window()
        for card, stay, holder in reversed(self.hypnotized):  # 17.ruling.85, 17.ruling.86
            if self.on_field(card) and card.stay == stay:
                self.control(card, holder)
        self.hypnotized = []

    def recover(self, me: Player) -> None:
        """17.recovery.4, 17.recovery.5; fatigue keeps a card out of it (17.keyword.39, 17.ruling.87)."""
        for player in self.players:
            for card in player.battlefield + player.granary:
                if card.fatigued and not (player is me and card.fatigued < self.turn):
                    continue
                card.fatigued = 0
                card.exhausted = False
                card.down = 0
                card.restore()
            for card in player.deck + player.grave + player.hand:
                card.down = 0

    def sow(self, me: Player) -> Rules:
        """17.turn.4 to 17.turn.6."""
        if not me.hand:
            return
        choice = yield Decision(me.number, [*(("card", card.number) for card in me.hand), PASS])
        if choice != PASS:
            card = self.card(choice[1])
            me.hand.remove(card)
            me.granary.append(card)

    def action_phase(self, me: Player) -> Rules:
        """17.turn.7, 17.ruling.3: a window, then one action, and again."""
        self.acting = True
        while True:
            yield from self.window()
            options: list[Option] = [END]
            for card in me.hand:
                if card.printed.kind == "minion" and self.level(card) <= len(me.unexhausted_resources()):
                    options.append(("summon", card.number))
            choice = yield Decision(me.number, options + self.standard(me))
            if choice == END:
                self.acting = False
                return
            if choice[0] == "summon":  # 17.minion.2, 17.minion.3
                card = self.card(choice[1])
                self.exhaust_resources(me, self.level(card))
                self.take(card)
                card.exhausted = True
                me.battlefield.append(card)
                self.happen(Event("summoned", me.number, card))
                self.happen(Event("enemy_summons", me.number, card))
                self.step_is_over()
            else:
                yield from self.chain(me, choice)

    # --- battles

    def battle_phase(self, me: Player) -> Rules:
        """17.battle.1, 17.battle.5, 17.battle.20."""
        used: list[tuple[Card | int, int]] = []  # players, and minions with their stay (17.ruling.102)
        while True:
            yield from self.window()
            options: list[Option] = [END]
            if any(self.can_attack(card) for card in me.battlefield):
                for enemy in self.players:
                    if enemy is me:
                        continue  # 17.ruling.101
                    if (enemy.number, 0) not in used:
                        options.append(("player", enemy.number))
                    options += [("card", card.number) for card in enemy.battlefield if (card, card.stay) not in used]
            choice = yield Decision(me.number, options)
            if choice == END:
                return
            if choice[0] == "player":
                used.append((choice[1], 0))
                yield from self.battle(me, self.players[choice[1]], None)
            else:
                victim = self.card(choice[1])
                used.append((victim, victim.stay))
                defender = self.controller(victim)
                assert defender is not None
                yield from self.battle(me, self.players[defender], victim)

    def can_attack(self, card: Card) -> bool:
        """17.battle.3."""
        return not card.exhausted

    def enlist(self, player: Player, team: list[Card], *, at_least: int) -> Rules:
        """Enlist minions in formation order, exhausting each (17.battle.3, 17.battle.7 to 17.battle.9, 17.ruling.100)."""
        while True:
            options: list[Option] = [("card", card.number) for card in player.battlefield if not card.exhausted]
            if not options:
                return
            if len(team) >= at_least:
                options.append(PASS)
            choice = yield Decision(player.number, options)
            if choice == PASS:
                return
            card = self.card(choice[1])
            card.exhausted = True
            team.append(card)

    def battle(self, attacker: Player, defender: Player, victim: Card | None) -> Rules:
        """17.battle.2 with the windows after its steps; the defending player is fixed here (17.battle.6, 17.ruling.103)."""
        stay = victim.stay if victim else 0
        attackers: list[Card] = []
        defenders: list[Card] = []
        self.teams = [attackers, defenders]
        yield from self.enlist(attacker, attackers, at_least=1)
        fought = [(card, attacker) for card in attackers]
        self.happen(Event("enemy_attacks", attacker.number, None))
        for card in attackers:
            self.happen(Event("attacks", attacker.number, card))
        self.step_is_over()
        yield from self.window()
        yield from self.enlist(defender, defenders, at_least=0)
        fought += [(card, defender) for card in defenders]
        if defenders:
            self.happen(Event("enemy_defends", defender.number, None))
        for card in defenders:
            self.happen(Event("defends", defender.number, card))
        self.step_is_over()
        yield from self.window()
        yield from self.damage_allocation(attacker, defender, victim, stay)
        for card, player in fought:
            self.happen(Event("fights", player.number, card))
        yield from self.window()
        self.teams = []

    def damage_allocation(self, attacker: Player, defender: Player, victim: Card | None, stay: int) -> Rules:
        """17.battle.10 to 17.battle.17, 17.ruling.110."""
        attackers, defenders = self.teams
        attack = self.roll(sum(card.sp for card in attackers))
        defense = self.roll(sum(card.sp for card in defenders))
        yield from self.inflict(attacker, attack, defenders)
        yield from self.inflict(defender, defense, attackers)
        if attack and not defenders:  # 17.battle.14
            if victim is None:
                self.damage_player(defender, sum(attack))
            elif self.on_field(victim) and victim.stay == stay:
                total = 0
                for die in sorted(attack):  # 17.ruling.64
                    if not (yield from self.shielded(victim)):
                        total += die
                self.damage_minion(victim, total)
            else:
                self.damage_player(defender, sum(attack))
        self.step_is_over()

    def inflict(self, player: Player, dice: list[int], team: list[Card]) -> Rules:
        """One die at a time, in any order, on the first surviving minion of the other team (17.battle.11 to 17.battle.13)."""
        while dice and team:
            options: list[Option] = [("die", die) for die in sorted(set(dice))]
            choice = yield Decision(player.number, options)
            dice.remove(choice[1])
            yield from self.inflict_die(team[0], choice[1])
