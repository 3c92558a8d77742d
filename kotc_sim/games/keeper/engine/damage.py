"""Damage Allocation: dice on the other team, one at a time, and what is left over (17.battle.11 to 17.battle.17)."""

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.events import damage_player, fall, hit_minion
from kotc_sim.games.keeper.engine.frames import AllocateStage, LeftoverStage, push_allocate, push_react
from kotc_sim.games.keeper.engine.react import has_react, inflict_die
from kotc_sim.games.keeper.engine.stack import ask_for, chosen, clear_options, offer_at, pop
from kotc_sim.games.keeper.engine.zones import level, log
from kotc_sim.shared.dice import FACES, pick_defending_die, pick_die


@kernel()
def dice_left(b, side):
    """Return how many dice of a side have not been inflicted."""
    n = 0
    for face in range(FACES):
        n += b.dice[side, face]
    return n


@kernel()
def largest_die(b, side):
    """Return the largest die of a side that has not been inflicted: 1 to 6."""
    face = FACES
    while face > 1 and b.dice[side, face - 1] == 0:
        face -= 1
    return face


@kernel()
def pick_sponge(g, m, b, side):
    """Return the minion on which the player whose team is hit puts the next die by the built-in policy (4.battle.1).

    One that survives all dice that are left takes them; without such a one the minion of the lowest level does, of the least
    defense among equals, so that the largest dice are spent on what is worth least.
    """
    team = b.team[1 - side]
    total = leftover_sum(b, side)
    best = int(team.card[0])
    for i in range(team.n):
        c = int(team.card[i])
        if g.cards[c].hp > total:
            return c
        now, least = level(g, m, c), level(g, m, best)
        if now < least or (now == least and g.cards[c].hp < g.cards[best].hp):
            best = c
    return best


@kernel()
def next_hit(g, m, b, side):
    """Return the minion that the next die of a side hits where no strategy is asked: the other team's first surviving one, or the
    one on which its player puts the die (17.battle.11, 4.battle.1)."""
    if m.hit_player_places == 1:
        return pick_sponge(g, m, b, side)
    return int(b.team[1 - side].card[0])


@kernel()
def who_orders_dice(g, m, b, side):
    """Return the player who says in which order the dice of a side are inflicted, and where on: whose they are, or whose team they hit."""
    roller = b.attacker if side == kinds.Side.ATTACKING else b.defender
    other = b.defender if side == kinds.Side.ATTACKING else b.attacker
    return int(other) if m.hit_player_places == 1 else int(roller)


@kernel()
def pick_next_die(g, m, b, side):
    """Return the die that a side uses next by the built-in policy: 1 to 6."""
    if m.hit_player_places == 1:
        return largest_die(b, side)
    team = b.team[1 - side]
    hp = g.cards[team.card[0]].hp
    if side == kinds.Side.DEFENDING and m.piercing == 1 and (m.leftover_defense == 0 or b.victim >= 0):  # leftover dice are lost
        behind = 0
        for i in range(1, team.n):
            behind += g.cards[team.card[i]].hp
        return pick_defending_die(b.dice[side], hp, team.n - 1, behind) + 1
    return pick_die(b.dice[side], hp) + 1


@kernel()
def allocate(g, m, b, side, player):
    """Inflict a side's dice as :func:`step_allocate` does, where no strategy orders and no counter answers them."""
    other = b.team[1 - side]
    left = dice_left(b, side)
    while left > 0 and other.n > 0:
        face = pick_next_die(g, m, b, side)
        b.dice[side, face - 1] -= 1
        left -= 1
        c = next_hit(g, m, b, side)
        log(g, kinds.Log.DIE, player, c, side, face, 0)
        piercing = hit_minion(g, m, c, face, player)
        if piercing >= 0:
            fall(g, m, c, piercing, player)


@kernel()
def begin_allocation(g, m, b, side, player):
    """Let a side inflict its dice on the other team; returns whether a frame was pushed (17.battle.11)."""
    if b.team[1 - side].n == 0 or dice_left(b, side) == 0:
        return False
    if g.n_counters > 0 or g.n_chimeras > 0 or g.players[who_orders_dice(g, m, b, side)].asks_dice == 1:
        push_allocate(g, side, player)
        return True
    allocate(g, m, b, side, player)
    return False


@kernel()
def ask_die(g, m, f, b, side):
    """Ask which die goes next: whose dice they are (17.battle.11), or whose team they hit, and on which minion (4.battle.1)."""
    team = b.team[1 - side]
    player = who_orders_dice(g, m, b, side)
    placed = team.n if m.hit_player_places == 1 else 1
    clear_options(g)
    for k in range(FACES):
        if b.dice[side, k] > 0:
            for i in range(placed):
                offer_at(g, kinds.Opt.FACE, team.card[i], side, k + 1, player)
    f.pc = AllocateStage.DIE_CHOSEN
    ask_for(g, player, kinds.Ask.ASSIGN if m.hit_player_places == 1 else kinds.Ask.DIE, team.card[0], side)


@handler
def step_allocate(g, m, f):
    """A side inflicts its dice on the other team, one at a time in an order of its own (17.battle.11 to 17.battle.13).

    A team's first card is its first surviving minion: who falls is withdrawn.
    """
    b = g.battles[g.n_battles - 1]
    side = f.side
    player = f.player
    other = b.team[1 - side]
    while True:
        if f.pc == AllocateStage.DIE_CHOSEN:
            face = int(chosen(g).amount)
            c = int(chosen(g).card)
            f.pc = AllocateStage.NEXT_DIE
        else:
            left = dice_left(b, side)
            if left == 0 or other.n == 0:
                pop(g, 0)
                return
            if g.players[who_orders_dice(g, m, b, side)].asks_dice == 1:
                ask_die(g, m, f, b, side)
                return
            face = pick_next_die(g, m, b, side)
            c = next_hit(g, m, b, side)
        b.dice[side, face - 1] -= 1
        log(g, kinds.Log.DIE, player, c, side, face, 0)
        if inflict_die(g, m, c, face, player) or g.n_losses > 0:
            return


@kernel()
def next_leftover_die(f, b, side):
    """Find the next face among the leftover dice kept in a row of the histograms and take such a die; returns whether there is one."""
    while f.left_face < FACES and b.dice[side, f.left_face] == 0:
        f.left_face += 1
    if f.left_face >= FACES:
        return False
    b.dice[side, f.left_face] -= 1
    return True


@kernel()
def step_leftover(g, m, f, b):
    """Inflict leftover attacking dice on a victim minion: Shield answers each die, the rest is one damage, then Voodoo
    (17.battle.14, 17.ruling.64). The defender's row of the histograms keeps the dice that were not zeroed. Returns whether finished."""
    c = b.victim
    while True:
        stage = f.left_stage
        if stage == LeftoverStage.BEGIN:
            f.left_face = f.left_sum = 0
            f.left_stage = LeftoverStage.NEXT_DIE
            for face in range(FACES):
                b.dice[kinds.Side.DEFENDING, face] = 0
        elif stage == LeftoverStage.NEXT_DIE:
            if not next_leftover_die(f, b, kinds.Side.ATTACKING):
                f.left_stage = LeftoverStage.INFLICT
                continue
            f.left_stage = LeftoverStage.DIE_ANSWERED
            g.ret = 0
            if has_react(g, m, c, kinds.React.DIE_BEFORE):
                push_react(g, kinds.React.DIE_BEFORE, c, f.left_face + 1)
                return False
        elif stage == LeftoverStage.DIE_ANSWERED:
            if g.ret == 0:
                b.dice[kinds.Side.DEFENDING, f.left_face] += 1
                f.left_sum += f.left_face + 1
            f.left_stage = LeftoverStage.NEXT_DIE
        elif stage == LeftoverStage.INFLICT:
            f.left_stage = LeftoverStage.REDUCED
            g.ret = f.left_sum
            if g.ret > 0 and has_react(g, m, c, kinds.React.DAMAGE_BEFORE):  # 14.counter.1: the sum is one damage
                push_react(g, kinds.React.DAMAGE_BEFORE, c, f.left_sum)
                return False
        elif stage == LeftoverStage.REDUCED:
            f.left_sum = g.ret
            log(g, kinds.Log.LEFTOVER, b.attacker, c, -1, f.left_sum, 0)
            f.left_piercing = hit_minion(g, m, c, f.left_sum, b.attacker)
            f.left_face = 0
            f.left_stage = LeftoverStage.OFFERS_AFTER
        else:
            if not has_react(g, m, c, kinds.React.DIE_DAMAGED) or not next_leftover_die(f, b, kinds.Side.DEFENDING):
                break
            push_react(g, kinds.React.DIE_DAMAGED, c, f.left_face + 1)
            return False
    if f.left_piercing >= 0 and victim_stands(g, b):
        fall(g, m, c, f.left_piercing, b.attacker)
    return True


@kernel()
def victim_stands(g, b):
    """Return whether the victim minion is where it was when the attack was declared."""
    return g.cards[b.victim].zone == kinds.Zone.BATTLEFIELD and g.cards[b.victim].stamp == b.victim_stamp


@kernel()
def leftover_sum(b, side):
    """Return the sum of the dice of a side that are left over."""
    total = 0
    for face in range(FACES):
        total += b.dice[side, face] * (face + 1)
    return total


@kernel()
def inflict_leftover(g, m, f, b):
    """Inflict leftover attacking dice on a player (17.battle.14); return whether a victim minion is there for them instead."""
    defense_counts = b.team[kinds.Side.ATTACKING].n == 0 and m.leftover_defense == 1 and b.victim < 0
    f.leftover_defense = leftover_sum(b, kinds.Side.DEFENDING) if defense_counts else 0
    total = leftover_sum(b, kinds.Side.ATTACKING)
    if b.team[kinds.Side.DEFENDING].n > 0 or total == 0:
        return False
    if b.victim < 0:
        log(g, kinds.Log.LEFTOVER, b.attacker, -1, b.victim_player, total, 0)
        damage_player(g, m, b.victim_player, total, b.attacker)
    elif victim_stands(g, b):
        if g.cards[b.victim].petrified == 0:  # 17.ruling.84
            f.left_stage = LeftoverStage.BEGIN
            return True
    elif m.victim_gone == 1:
        log(g, kinds.Log.LEFTOVER, b.attacker, -1, b.victim_lost, total, 0)
        damage_player(g, m, b.victim_lost, total, b.attacker)
    return False
