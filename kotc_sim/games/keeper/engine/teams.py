"""Teams of a battle: enlisting, conscription, withdrawal (17.keyword.6 to 17.keyword.9, 17.keyword.35)."""

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.events import raise_event
from kotc_sim.games.keeper.engine.record import ZONE_CAP
from kotc_sim.games.keeper.engine.zones import exhaust, fatigue, log, meet_limit


@kernel()
def team_add(g, team, c, stamp):
    """Append a minion to a team."""
    if team.n >= ZONE_CAP:
        meet_limit(g)
        return
    team.card[team.n] = c
    team.stamp[team.n] = stamp
    team.n += 1


@kernel()
def in_team(b, side, c):
    """Return whether minion ``c`` is in a team of battle ``b``."""
    team = b.team[side]
    for i in range(team.n):
        if team.card[i] == c:
            return True
    return False


@kernel()
def enlist(g, b, side, c):
    """Enlist minion ``c`` in a team; the caller exhausts it (17.battle.3). ``fought`` keeps the side of each."""
    team_add(g, b.team[side], c, g.cards[c].stamp)
    team_add(g, b.fought, c, side)


@kernel()
def team_sp(g, b, side):
    """Return the total current SP of a team (17.battle.10, 17.ruling.112)."""
    team = b.team[side]
    total = 0
    for i in range(team.n):
        card = g.cards[team.card[i]]
        if card.zone == kinds.Zone.BATTLEFIELD and card.petrified == 0:
            total += card.sp
    return total


@kernel()
def can_conscript(g, c):
    """Return whether minion ``c`` can be conscripted into the innermost battle; returns the side or -1 (17.keyword.6, 17.keyword.9)."""
    if g.n_battles == 0:
        return -1
    b = g.battles[g.n_battles - 1]
    card = g.cards[c]
    if card.zone != kinds.Zone.BATTLEFIELD or card.petrified == 1 or (card.exhausted == 1 and card.fatigued == 1):
        return -1
    side = -1
    if card.holder == b.attacker:
        side = kinds.Side.ATTACKING
    elif card.holder == b.defender:
        side = kinds.Side.DEFENDING
    if side < 0 or in_team(b, kinds.Side.ATTACKING, c) or in_team(b, kinds.Side.DEFENDING, c):
        return -1
    return side


@kernel()
def conscript(g, m, c):
    """Conscript minion ``c`` if possible; return the side whose order is to be announced again, or -1 (17.keyword.7, 17.ruling.107)."""
    side = can_conscript(g, c)
    if side < 0:
        return -1
    b = g.battles[g.n_battles - 1]
    if g.cards[c].exhausted == 1:
        fatigue(g, c)
    else:
        exhaust(g, c)
    enlist(g, b, side, c)
    log(g, kinds.Log.CONSCRIPT, g.cards[c].holder, c, side, 0, 0)
    if side == kinds.Side.ATTACKING:
        raise_event(g, m, kinds.Event.ATTACK_FORMED, c, b.attacker, kinds.Zone.BATTLEFIELD, 0)
    elif b.stage >= kinds.BattleStep.DEFENSE_FORMED and b.skip_defense == 0:
        raise_event(g, m, kinds.Event.DEFENSE_FORMED, c, b.defender, kinds.Zone.BATTLEFIELD, 0)
        if b.raised_defense == 0:
            b.raised_defense = 1
            raise_event(g, m, kinds.Event.DEFENSE_FORMED, -1, b.defender, kinds.Zone.BATTLEFIELD, 0)
    if b.stage >= kinds.BattleStep.ALLOCATED:
        raise_event(g, m, kinds.Event.DAMAGE_ALLOCATED, c, g.cards[c].holder, kinds.Zone.BATTLEFIELD, 0)
    if side == kinds.Side.ATTACKING or b.stage >= kinds.BattleStep.DEFENSE_FORMED or b.skip_defense == 1:
        return side if b.team[side].n > 1 else -1
    return -1
