"""Battles by mean values: whom to attack, with whom, and whether to block (17.battle.*).

A team is a line in formation order. Dice kill along the line: a minion takes a number of dice on average (``NEED``, the
mean of the built-in dice order), what exceeds its HP pierces where the edition has piercing, and dice that are left go to the
victim; where a defender's go nowhere, they are put to use before, as piercing damage. Both sides always use all their dice
(17.battle.17), so a battle's worth is what both lose.
"""

from __future__ import annotations

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.strategies.keeper.weights import BLOCK, CAUTION, DAMAGE, OWN_HP
from kotc_sim.strategies.keeper.worth import MEAN_DIE, harm, lasting_worth

NEED = np.array([1.0, 1.0, 1.15, 1.3, 1.5, 1.7, 1.95] + [2.2 + 0.29 * (_hp - 7) for _hp in range(7, 80)], dtype=np.float64)
"""Mean number of dice that destroy a minion, by its HP."""

SPARED, MOST_PIERCING = 0.75, 3.3
"""Share of a defender's spare damage that pierces, and the most for each attacker that falls: means of the built-in order."""

NOBODY, READY, TEAM, ALSO_READY = 0, 1, 2, 3
"""Lines: no minions, all that could fight, the team formed so far, or both of the last two."""


@kernel()
def in_line(g, m, c, attacking):
    """Tell whether minion ``c`` belongs to a line of ready minions of its player."""
    card = g.cards[c]
    d = m.defs[card.definition]
    return (card.exhausted | card.petrified | (d.cannot_attack if attacking else d.cannot_defend)) == 0  # branches would be guesses


@kernel()
def line_sp(g, m, p, mode, attacking, extra):
    """Return the dice of a line of player ``p``; ``extra`` is one more minion, or -1."""
    total = 0
    if mode >= TEAM:
        team = g.battles[g.n_battles - 1].team[kinds.Side.ATTACKING if attacking else kinds.Side.DEFENDING]
        for i in range(team.n):
            total += g.cards[team.card[i]].sp
    if mode == READY or mode == ALSO_READY:
        player = g.players[p]
        for i in range(player.n[kinds.Zone.BATTLEFIELD]):
            c = player.zone[kinds.Zone.BATTLEFIELD, i]
            total += g.cards[c].sp if in_line(g, m, c, attacking) else 0
    if extra >= 0:
        total += g.cards[extra].sp
    return total


@kernel()
def one_loss(g, c, dice, w):
    """Return what ``dice`` dice do to minion ``c``: worth lost, HP absorbed, dice used."""
    card = g.cards[c]
    hp = int(card.hp)
    need = NEED[hp if hp < 80 else 79]
    worth = lasting_worth(g, c, w)
    if dice >= need:
        return worth, float(hp), need
    share = dice / need
    return 0.45 * worth * share * share, min(float(hp), MEAN_DIE * dice), float(dice)


@kernel()
def line_losses(g, m, p, mode, attacking, extra, dice, w):
    """Return what ``dice`` dice do to a line of player ``p``: worth lost, HP absorbed, dice left over, minions they met."""
    left = float(dice)
    met = 0
    lost = 0.0
    absorbed = 0.0
    if mode >= TEAM:
        team = g.battles[g.n_battles - 1].team[kinds.Side.ATTACKING if attacking else kinds.Side.DEFENDING]
        for i in range(team.n):
            if left <= 0.0:
                break
            a, b, used = one_loss(g, team.card[i], left, w)
            lost += a
            absorbed += b
            left -= used
            met += 1
    if mode == READY or mode == ALSO_READY:
        player = g.players[p]
        for i in range(player.n[kinds.Zone.BATTLEFIELD]):
            if left <= 0.0:
                break
            c = player.zone[kinds.Zone.BATTLEFIELD, i]
            if in_line(g, m, c, attacking):
                a, b, used = one_loss(g, c, left, w)
                lost += a
                absorbed += b
                left -= used
                met += 1
            met += 1
    if extra >= 0 and left > 0.0:
        a, b, used = one_loss(g, extra, left, w)
        lost += a
        absorbed += b
        left -= used
        met += 1
    return lost, absorbed, left, met


@kernel()
def stands_behind(g, victim):
    """Tell whether the victim is a minion on a battlefield that is not in the defending team."""
    if victim < 0 or g.cards[victim].zone != kinds.Zone.BATTLEFIELD:
        return False
    team = g.battles[g.n_battles - 1].team[kinds.Side.DEFENDING]
    for i in range(team.n):
        if team.card[i] == victim:
            return False
    return True


@kernel()
def counter_losses(g, m, p, attack, extra, back, w):
    """Return what the ``back`` dice of a defense do to a line of attackers of player ``p``, as :func:`line_losses` does."""
    if back > 0:
        return line_losses(g, m, p, attack, True, extra, back, w)
    return 0.0, 0.0, 0.0, 0


@kernel()
def exchange(g, m, p, q, attack, attack_extra, dice, defense, defense_extra, back, w):
    """Return what two lines do to each other; ``p`` attacks ``q``.

    That is: gain, HP absorbed and dice left of the attack, then loss, HP absorbed, dice left and minions met of the defense.
    ``attack`` and ``defense`` are lines with an extra minion or -1, which roll ``dice`` and ``back`` dice (``line_sp``).
    """
    gain, absorbed, left, _ = line_losses(g, m, q, defense, False, defense_extra, dice, w)
    loss, stopped, spare, met = counter_losses(g, m, p, attack, attack_extra, back, w)
    return gain, absorbed, left, loss, stopped, spare, met


@kernel()
def outcome_worth(g, m, p, q, victim, behind, dice, back, outcome, rate_q, rate_p, w):
    """Return what the ``outcome`` of two lines (:func:`exchange`) is worth to the attacker ``p``.

    ``victim`` is a minion or -1 for the player; ``behind`` says that it is a minion that dice which are left go to; a hit point of ``q``
    and of ``p`` is worth ``rate_q`` and ``rate_p``.
    """
    gain, absorbed, left, loss, stopped, spare, met = outcome
    damage = 0.0
    if m.piercing == 1:
        damage = max(0.0, MEAN_DIE * (dice - left) - absorbed)
    if left > 0.0:
        if behind:
            a, b, _ = one_loss(g, victim, left, w)
            gain += a
            if m.piercing == 1:
                damage += max(0.0, MEAN_DIE * left - b)
        elif victim < 0 or m.victim_gone == 1:
            damage += MEAN_DIE * left
    worth = gain + harm(g.players[q].hp, damage, rate_q, w)
    if back == 0:
        return worth
    hurt = 0.0
    if m.leftover_defense == 1 and victim < 0:
        hurt = MEAN_DIE * spare
    if m.piercing == 1:
        if spare > 0.0 and hurt == 0.0:
            hurt = min(SPARED * (MEAN_DIE * back - stopped), MOST_PIERCING * met)
        else:
            hurt += max(0.0, MEAN_DIE * (back - spare) - stopped)
    return worth - loss - harm(g.players[p].hp, hurt, rate_p, w)


@kernel()
def alike(g, c, d):
    """Tell whether two minions are alike in all that means and worths look at."""
    a = g.cards[c]
    b = g.cards[d]
    same = a.definition == b.definition and a.sp == b.sp and a.hp == b.hp and a.exhausted == b.exhausted and a.petrified == b.petrified
    return same and a.printed_sp == b.printed_sp and a.printed_hp == b.printed_hp


@kernel()
def attack_worth_on_player(g, q, dice, everybody, w):
    """Return what an attack on ``q`` with ``dice`` dice is worth against the answers there are: no block, everybody's.

    ``everybody`` is what it is worth if all ready minions defend.
    """
    none = harm(g.players[q].hp, MEAN_DIE * dice, w[DAMAGE], w)
    return w[CAUTION] * min(none, everybody) + (1.0 - w[CAUTION]) * (none + everybody) / 2.0


@kernel()
def attack_worth_on_minion(g, m, me, q, victim, mode, extra, dice, everybody, w):
    """Return what an attack on a minion of ``q`` is worth to ``me`` against the answers: no block, the victim's, everybody's."""
    gain, absorbed, used = one_loss(g, victim, float(dice), w)
    none = gain
    if m.piercing == 1:
        none += harm(g.players[q].hp, max(0.0, MEAN_DIE * dice - absorbed), w[DAMAGE], w)
    worst = min(none, everybody)
    total = none + everybody
    n = 2.0
    card = g.cards[victim]
    if card.exhausted == 0 and card.petrified == 0:
        alone = everybody
        if g.players[q].n[kinds.Zone.BATTLEFIELD] > 1 or not in_line(g, m, victim, False):  # else it is everybody
            back = card.sp
            loss, stopped, spare, met = counter_losses(g, m, me, mode, extra, back, w)
            outcome = (gain, absorbed, dice - used, loss, stopped, spare, met)
            alone = outcome_worth(g, m, me, q, victim, False, dice, back, outcome, w[DAMAGE], w[OWN_HP], w)
        worst = min(worst, alone)
        total += alone
        n = 3.0
    return w[CAUTION] * worst + (1.0 - w[CAUTION]) * total / n


@kernel()
def score_attacks(g, m, p, mode, extra, least, scores, w):
    """Score the victims that a line of player ``p`` may attack: what it gains beyond ``least``."""
    dice = line_sp(g, m, p, mode, True, extra)
    enemy = -1
    before = -1
    for_player = 0.0  # what it is worth if all ready minions defend, whoever of them is the victim
    for_minion = 0.0
    i = -1
    while i + 1 < g.n_options:
        i += 1
        o = g.options[i]
        if o.target < 0:
            scores[i] = 0.0
            continue
        victim = int(o.card) if o.kind == kinds.Opt.ATTACK_MINION else -1
        if o.target != enemy:  # whom all ready minions defend makes no difference to what they do
            enemy = int(o.target)
            back = line_sp(g, m, enemy, READY, False, -1)
            outcome = exchange(g, m, p, enemy, mode, extra, dice, READY, -1, back, w)
            for_player = outcome_worth(g, m, p, enemy, -1, False, dice, back, outcome, w[DAMAGE], w[OWN_HP], w)
            for_minion = for_player
            if (outcome[2] > 0.0 and m.victim_gone == 0) or m.leftover_defense == 1:  # what is left over tells them apart
                for_minion = outcome_worth(g, m, p, enemy, 0, False, dice, back, outcome, w[DAMAGE], w[OWN_HP], w)
        elif before >= 0 and victim >= 0 and alike(g, before, victim):
            scores[i] = scores[i - 1]
            continue
        before = victim
        if victim < 0:
            worth = attack_worth_on_player(g, enemy, dice, for_player, w)
        else:
            worth = attack_worth_on_minion(g, m, p, enemy, victim, mode, extra, dice, for_minion, w)
        scores[i] = worth - least


@kernel()
def front_key(g, c, w):
    """Return how fit minion ``c`` is to stand in front: it should absorb much and be worth little."""
    return 0.1 * g.cards[c].hp - 0.05 * lasting_worth(g, c, w)


@kernel()
def score_enlist_attack(g, m, me, scores, w):
    """Score whom to enlist next: everybody against a player, against a minion as many as it and its helpers take."""
    b = g.battles[g.n_battles - 1]
    q = b.defender
    enough = 1e9
    if b.victim >= 0:
        hp = int(g.cards[b.victim].hp)
        enough = 1.0 + NEED[hp if hp < 80 else 79]
        player = g.players[q]
        for i in range(player.n[kinds.Zone.BATTLEFIELD]):
            c = player.zone[kinds.Zone.BATTLEFIELD, i]
            if c != b.victim and in_line(g, m, c, False):
                hp = int(g.cards[c].hp)
                enough += NEED[hp if hp < 80 else 79]
    dice = line_sp(g, m, me, TEAM, True, -1)
    for i in range(g.n_options):
        c = g.options[i].card
        if c < 0:
            scores[i] = 0.0
            continue
        card = g.cards[c]
        useful = card.sp > 0 or m.defs[card.definition].triggered == 1
        if not useful and card.hp >= 3:  # it stands in front of others where there are dice to take
            useful = line_sp(g, m, q, READY, False, -1) > 0
        scores[i] = (10.0 if useful and dice < enough else -10.0) + front_key(g, c, w)


@kernel()
def defense_worth(g, m, p, q, victim, behind, dice, defense, extra, back, w):
    """Return what a battle with the team of ``p`` against a line of ``q`` is worth to ``p``, in the eyes of ``q``."""
    outcome = exchange(g, m, p, q, TEAM, -1, dice, defense, extra, back, w)
    return outcome_worth(g, m, p, q, victim, behind, dice, back, outcome, w[OWN_HP], w[DAMAGE], w)


@kernel()
def score_enlist_defend(g, m, me, scores, w):
    """Score whom to enlist as a defender: by what the battle is worth with and without, alone or with all others."""
    b = g.battles[g.n_battles - 1]
    p = b.attacker
    victim = int(b.victim)
    dice = line_sp(g, m, p, TEAM, True, -1)
    back = line_sp(g, m, me, TEAM, False, -1)
    behind = stands_behind(g, victim)
    base = -defense_worth(g, m, p, me, victim, behind, dice, TEAM, -1, back, w)
    everybody = -1e9
    if b.team[kinds.Side.DEFENDING].n > 0 or g.players[me].n[kinds.Zone.BATTLEFIELD] > 1:  # else the only minion is everybody
        back_all = line_sp(g, m, me, ALSO_READY, False, -1)
        everybody = -defense_worth(g, m, p, me, victim, False, dice, ALSO_READY, -1, back_all, w)
    before = -1
    alone = 0.0
    for i in range(g.n_options):
        c = g.options[i].card
        if c < 0:
            scores[i] = 0.0
            continue
        if before < 0 or before == victim or c == victim or not alike(g, before, c):
            alone = -defense_worth(g, m, p, me, victim, behind and c != victim, dice, TEAM, c, back + g.cards[c].sp, w)
        before = int(c)
        scores[i] = max(alone, everybody) - base - w[BLOCK] + 0.01 * front_key(g, c, w)
