"""Battles by mean values: whom to attack, with whom, and whether to block (17.battle.*).

A team is a line in formation order. Dice kill along the line: a minion takes a number of dice on average (``NEED``, the
mean of the built-in dice order), what exceeds its HP pierces where the edition has piercing, and dice that are left go to the
victim; where a defender's go nowhere, they are put to use before, as piercing damage. Both sides always use all their dice
(17.battle.17), so a battle's worth is what both lose.
"""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.strategies.keeper.weights import BLOCK, CAUTION, DAMAGE, LINE, OWN_HP, PLACE
from kotc_sim.strategies.keeper.worth import MEAN_DIE, harm, lasting_worth

NEED = np.array([1.0, 1.0, 1.15, 1.3, 1.5, 1.7, 1.95] + [2.2 + 0.29 * (_hp - 7) for _hp in range(7, 80)], dtype=np.float64)
"""Mean number of dice that destroy a minion, by its HP."""

SPARED, MOST_PIERCING = 0.75, 3.3
"""Share of a defender's spare damage that pierces, and the most for each attacker that falls: means of the built-in order."""

NOBODY, READY, TEAM, ALSO_READY = 0, 1, 2, 3
"""Lines: no minions, all that could fight, the team formed so far, or both of the last two."""


NOTHING, EVERYBODY = -1e9, 1e9  # below any worth; more dice than there are
PART = 0.45  # share of a minion's worth that dice take which fall just short of it
FRONT_HP, FRONT_WORTH, FRONT_TIE = 0.1, 0.05, 0.01
USEFUL = 10.0


@kernel()
def in_line(g, m, c, attacking):
    """Return whether minion ``c`` belongs to a line of ready minions of its player."""
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
def dice_needed(g, c):
    """Return the mean number of dice that destroy minion ``c``."""
    hp = int(g.cards[c].hp)
    return NEED[hp if hp < 80 else 79]


@kernel()
def loss(need, hp, worth, dice):
    """Return what ``dice`` dice do to a minion that ``need`` destroy: worth lost, HP absorbed, dice used."""
    if dice >= need:
        return worth, hp, need
    share = dice / need
    return PART * worth * share * share, min(hp, MEAN_DIE * dice), float(dice)


@kernel()
def one_loss(g, c, dice, w):
    """Return what ``dice`` dice do to minion ``c``: worth lost, HP absorbed, dice used."""
    return loss(dice_needed(g, c), float(g.cards[c].hp), lasting_worth(g, c, w), dice)


@kernel()
def next_loss(g, c, met, losses, w):
    """Return the ``losses`` of a line, up to minion ``c``, with its own: it counts as ``met`` minions."""
    lost, absorbed, left, before = losses
    if left <= 0.0:
        return losses
    a, b, used = one_loss(g, c, left, w)
    return lost + a, absorbed + b, left - used, before + met


@kernel()
def team_losses(g, side, dice, w):
    """Return what ``dice`` dice do to a team: worth lost, HP absorbed, dice left over, minions they met."""
    losses = (0.0, 0.0, float(dice), 0.0)
    team = g.battles[g.n_battles - 1].team[side]
    for i in range(team.n):
        losses = next_loss(g, team.card[i], 1.0, losses, w)
    return losses


@kernel()
def ready_losses(g, m, p, losses, w):
    """Return the losses of a line with those of all that player ``p`` could defend with behind it."""
    player = g.players[p]
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        lost, absorbed, left, met = losses
        if left <= 0.0:
            break
        losses = (lost, absorbed, left, met + 1.0)
        c = player.zone[kinds.Zone.BATTLEFIELD, i]
        if in_line(g, m, c, False):
            losses = next_loss(g, c, 1.0, losses, w)
    return losses


@kernel()
def write_minion(g, c, at, w):
    """Write minion ``c`` of a line; return where the next one comes."""
    w[at] = dice_needed(g, c)
    w[at + 1] = float(g.cards[c].hp)
    w[at + 2] = lasting_worth(g, c, w)
    w[at + 3] = 1.0
    return at + PLACE


@kernel()
def write_line(g, m, p, mode, extra, w):
    """Write a line of attackers of player ``p``: all that what dice do to it depends on. Returns where it ends."""
    at = LINE
    if mode >= TEAM:
        team = g.battles[g.n_battles - 1].team[kinds.Side.ATTACKING]
        for i in range(team.n):
            at = write_minion(g, team.card[i], at, w)
    if mode == READY:
        player = g.players[p]
        for i in range(player.n[kinds.Zone.BATTLEFIELD]):
            w[at] = w[at + 1] = w[at + 2] = 0.0
            w[at + 3] = 1.0
            at += PLACE
            c = player.zone[kinds.Zone.BATTLEFIELD, i]
            if in_line(g, m, c, True):
                at = write_minion(g, c, at, w)
    if extra >= 0:
        at = write_minion(g, extra, at, w)
    return at


@kernel()
def counter_losses(end, back, w):
    """Return what the ``back`` dice of a defense do to the line that was written, as :func:`team_losses` does."""
    lost = 0.0
    absorbed = 0.0
    left = float(back)
    met = 0.0
    at = LINE
    while at < end and left > 0.0:
        a, b, used = loss(w[at], w[at + 1], w[at + 2], left)
        lost += a
        absorbed += b
        left -= used
        met += w[at + 3]
        at += PLACE
    return lost, absorbed, left, met


@kernel()
def stands_behind(g, victim):
    """Return whether the victim is a minion on a battlefield that is not in the defending team."""
    if victim < 0 or g.cards[victim].zone != kinds.Zone.BATTLEFIELD:
        return False
    team = g.battles[g.n_battles - 1].team[kinds.Side.DEFENDING]
    for i in range(team.n):
        if team.card[i] == victim:
            return False
    return True


@kernel()
def outcome_worth(g, m, p, q, victim, behind, dice, back, attack, defense, rate_q, rate_p, w):
    """Return what two lines do to each other is worth to player ``p``, who attacks ``q``.

    ``attack`` is what the ``dice`` dice of the attackers do to the other line, ``defense`` what the ``back`` dice do to theirs
    (:func:`team_losses`); ``victim`` is a minion or -1 for the player; ``behind`` says that it is a minion that dice which are left go to;
    a hit point of ``q`` and of ``p`` is worth ``rate_q`` and ``rate_p``.
    """
    gain, absorbed, left, _ = attack
    cost, stopped, spare, met = defense
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
    return worth - cost - harm(g.players[p].hp, hurt, rate_p, w)


@kernel()
def alike(g, c, d):
    """Return whether two minions are alike in all that means and worths look at."""
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
    return w[CAUTION] * min(none, everybody) + (1.0 - w[CAUTION]) * (none + everybody) / 2


@kernel()
def attack_worth_on_minion(g, m, me, q, victim, end, dice, everybody, w):
    """Return what an attack of the written line on a minion of ``q`` is worth to ``me`` against no block, the victim's, everybody's."""
    gain, absorbed, used = one_loss(g, victim, float(dice), w)
    none = gain
    if m.piercing == 1:
        none += harm(g.players[q].hp, max(0.0, MEAN_DIE * dice - absorbed), w[DAMAGE], w)
    worst = min(none, everybody)
    total = none + everybody
    n = 2
    card = g.cards[victim]
    if card.exhausted == 0 and card.petrified == 0:
        alone = everybody
        if g.players[q].n[kinds.Zone.BATTLEFIELD] > 1 or not in_line(g, m, victim, False):  # else it is everybody
            back = card.sp
            attack = (gain, absorbed, dice - used, 1.0)
            alone = outcome_worth(g, m, me, q, victim, False, dice, back, attack, counter_losses(end, back, w), w[DAMAGE], w[OWN_HP], w)
        worst = min(worst, alone)
        total += alone
        n = 3
    return w[CAUTION] * worst + (1.0 - w[CAUTION]) * total / n


@kernel()
def score_attacks(g, m, p, mode, extra, least, scores, w):
    """Score the victims that a line of player ``p`` may attack: what it gains beyond ``least``."""
    dice = line_sp(g, m, p, mode, True, extra)
    end = write_line(g, m, p, mode, extra, w)
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
            attack = ready_losses(g, m, enemy, (0.0, 0.0, float(dice), 0.0), w)
            defense = counter_losses(end, back, w)
            for_player = outcome_worth(g, m, p, enemy, -1, False, dice, back, attack, defense, w[DAMAGE], w[OWN_HP], w)
            for_minion = for_player
            if (attack[2] > 0.0 and m.victim_gone == 0) or m.leftover_defense == 1:  # what is left over tells them apart
                for_minion = outcome_worth(g, m, p, enemy, 0, False, dice, back, attack, defense, w[DAMAGE], w[OWN_HP], w)
        elif before >= 0 and victim >= 0 and alike(g, before, victim):
            scores[i] = scores[i - 1]
            continue
        before = victim
        if victim < 0:
            worth = attack_worth_on_player(g, enemy, dice, for_player, w)
        else:
            worth = attack_worth_on_minion(g, m, p, enemy, victim, end, dice, for_minion, w)
        scores[i] = worth - least


@kernel()
def front_key(g, c, w):
    """Return how fit minion ``c`` is to stand in front: it should absorb much and be worth little."""
    return FRONT_HP * g.cards[c].hp - FRONT_WORTH * lasting_worth(g, c, w)


@kernel()
def score_enlist_attack(g, m, me, scores, w):
    """Score whom to enlist next: everybody against a player, against a minion as many as it and its helpers take."""
    b = g.battles[g.n_battles - 1]
    q = b.defender
    enough = EVERYBODY
    if b.victim >= 0:
        enough = 1.0 + dice_needed(g, b.victim)
        player = g.players[q]
        for i in range(player.n[kinds.Zone.BATTLEFIELD]):
            c = player.zone[kinds.Zone.BATTLEFIELD, i]
            if c != b.victim and in_line(g, m, c, False):
                enough += dice_needed(g, c)
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
        scores[i] = (USEFUL if useful and dice < enough else -USEFUL) + front_key(g, c, w)


@kernel()
def defense_worth(g, m, p, q, victim, behind, dice, attack, end, back, w):
    """Return what a battle is worth to ``q``, who defends: ``attack`` is what the dice of ``p`` do, ``back`` dice hit the written line."""
    return -outcome_worth(g, m, p, q, victim, behind, dice, back, attack, counter_losses(end, back, w), w[OWN_HP], w[DAMAGE], w)


@kernel()
def score_enlist_defend(g, m, me, scores, w):
    """Score whom to enlist as a defender: by what the battle is worth with and without, alone or with all others."""
    b = g.battles[g.n_battles - 1]
    p = b.attacker
    victim = int(b.victim)
    dice = line_sp(g, m, p, TEAM, True, -1)
    back = line_sp(g, m, me, TEAM, False, -1)
    behind = stands_behind(g, victim)
    end = write_line(g, m, p, TEAM, -1, w)
    attack = team_losses(g, kinds.Side.DEFENDING, dice, w)
    base = defense_worth(g, m, p, me, victim, behind, dice, attack, end, back, w)
    everybody = NOTHING
    if b.team[kinds.Side.DEFENDING].n > 0 or g.players[me].n[kinds.Zone.BATTLEFIELD] > 1:  # else the only minion is everybody
        back_all = line_sp(g, m, me, ALSO_READY, False, -1)
        everybody = defense_worth(g, m, p, me, victim, False, dice, ready_losses(g, m, me, attack, w), end, back_all, w)
    before = -1
    alone = 0.0
    for i in range(g.n_options):
        c = g.options[i].card
        if c < 0:
            scores[i] = 0.0
            continue
        if before < 0 or before == victim or c == victim or not alike(g, before, c):
            with_it = next_loss(g, c, 1.0, attack, w)
            alone = defense_worth(g, m, p, me, victim, behind and c != victim, dice, with_it, end, back + g.cards[c].sp, w)
        before = int(c)
        scores[i] = max(alone, everybody) - base - w[BLOCK] + FRONT_TIE * front_key(g, c, w)
