"""Primitives that take several decisions: orders, deploying, copies, pawns, counters to remove, shares, dice to assign, draws."""

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import frames, kinds, stack, zones
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.costs import can_pay, can_summon_from, pay_for, resources_for
from kotc_sim.games.keeper.engine.events import check_end, damage_minion, draw_top, finish, raise_event
from kotc_sim.games.keeper.engine.program import BITS, clear_batch, is_soft, list_enemy_minions
from kotc_sim.games.keeper.engine.react import inflict_die, roll
from kotc_sim.games.keeper.engine.record import ZONE_CAP
from kotc_sim.games.keeper.engine.triggers import event_meets
from kotc_sim.shared.dice import FACES
from kotc_sim.shared.result import Ending


@kernel()
def order_size(g, f):
    """Return how many cards are to be ordered: targets in the pool, or a team."""
    if f.battle < 0:
        return int(f.count)
    return int(g.battles[f.battle].team[f.side].n)


@kernel()
def put_next(g, f):
    """Put the card that was chosen next in the order."""
    at = f.position
    k = at + stack.chosen(g).target
    if f.battle < 0:
        first = f.first
        c = g.pool[first + k]
        for i in range(k, at, -1):
            g.pool[first + i] = g.pool[first + i - 1]
        g.pool[first + at] = c
    else:
        team = g.battles[f.battle].team[f.side]
        c = team.card[k]
        for i in range(k, at, -1):
            team.card[i] = team.card[i - 1]
        team.card[at] = c
    f.position += 1


@handler
def step_order(g, m, f):
    """Let a player order cards: targets in the pool, or a team (17.ruling.108, 17.keyword.66)."""
    if f.pc == frames.AskStage.CHOSEN:
        put_next(g, f)
    n = order_size(g, f)
    player = f.player
    at = f.position
    if at >= n - 1:
        stack.pop(g, 0)
        return
    stack.clear_options(g)
    for k in range(at, n):
        battle = f.battle
        c = g.pool[f.first + k] if battle < 0 else g.battles[battle].team[f.side].card[k]
        if g.cards[c].zone != kinds.Zone.REMOVED:  # 17.pawn.6
            stack.offer_at(g, kinds.Opt.PICK_CARD, c, k - at, 0, player)
    if g.n_options < 2:
        stack.pop(g, 0)
        return
    f.pc = frames.AskStage.CHOSEN
    stack.ask(g, player, kinds.Ask.ORDER, f.battle)


@kernel(rare=True)
def events_of_window(g, m):
    """Return the range of the events that are being answered: empty where nothing is (9.ruling.20)."""
    for k in range(g.depth - 1, -1, -1):
        f = stack.named(g.frames[k])
        if f.kind == kinds.Frame.WINDOW and f.mode == frames.WindowMode.FULL:
            return f.first_event if m.events == kinds.EventMode.QUEUE else g.event_base, f.last_event
    return g.event_base, g.event_base


@kernel()
def spell_may_be_deployed(g, m, p, c, a):
    """Return whether the condition of spell ability ``a`` lets player ``p`` deploy it (17.keyword.20, 12.ruling.67, 9.ruling.20)."""
    ability = m.abilities[a]
    first, last = g.event_base, g.n_events
    if m.deployed_condition == kinds.DeployedCondition.IGNORED:
        return True
    if ability.event < 0 and ability.respond == kinds.Respond.NONE:
        return m.responses != kinds.Responses.EVERYONE or (g.turn_player == p and g.phase == kinds.Phase.ACTION)
    if m.deployed_condition == kinds.DeployedCondition.NEVER:
        return False
    if m.events >= kinds.EventMode.QUEUE:
        first, last = events_of_window(g, m)
    for i in range(first, last):
        if event_meets(g, m, a, i, p, c):
            return True
    return False


@kernel()
def summon(g, m, p, c, natural):
    """Put a summoned minion on the battlefield of player ``p`` (17.minion.2); ``natural``: not by an effect (20.keyword.8)."""
    zones.log(g, kinds.Log.SUMMON, p, c, -1, 0, 0)
    zones.move_to_field(g, m, c, p)
    g.seen[p, g.cards[c].definition] |= 4
    raise_event(g, m, kinds.Event.SUMMONED, c, p, kinds.Zone.BATTLEFIELD, natural)


@kernel()
def list_deployment(g, m, p, c, i):
    """List how player ``p`` may deploy target ``i``, card ``c`` (17.keyword.16 to 17.keyword.20)."""
    zone = g.cards[c].zone
    if not (zone == kinds.Zone.HAND or zone == kinds.Zone.DECK or zone == kinds.Zone.GRAVE or zone == kinds.Zone.GRANARY):
        return
    cost = zones.level(g, m, c)
    d = m.defs[g.cards[c].definition]
    if d.minion == 1:
        if can_summon_from(g, m, p, c, cost):
            stack.offer_at(g, kinds.Opt.SUMMON, c, i, cost, p)
        return
    if g.cards[c].silenced == 1 or cost > resources_for(g, m, p, c):
        return
    a = d.first_ability
    ability = m.abilities[a]
    if spell_may_be_deployed(g, m, p, c, a) and can_pay(g, m, p, c, ability.cost, ability.cost_end, cost, False, True):
        stack.offer(g, kinds.Opt.CAST, c, a, i, cost, p, stack.NONE)
    if m.deploy_traps == 1:
        stack.offer(g, kinds.Opt.SET_TRAP, c, a, i, cost, p, stack.NONE)


@kernel()
def ask_deployment(g, m, f, p):
    """Ask which target is deployed next; returns whether any can be."""
    stack.clear_options(g)
    for i in range(f.count):
        if i >= BITS or (f.done >> i) & 1 == 0:
            list_deployment(g, m, p, g.pool[f.first + i], i)
    if g.n_options == 0:
        return False
    stack.offer_plain(g, kinds.Opt.PASS, p)
    f.pc = frames.DeployStage.CHOSEN
    stack.ask_for(g, p, kinds.Ask.DEPLOY, f.source, stack.NONE)
    return True


@kernel()
def deploy_trap(g, p, c):
    """Set card ``c`` as a trap that is paid for."""
    zones.log_card(g, kinds.Log.SET_TRAP, p, c)
    zones.take(g, c)
    zones.put(g, p, kinds.Zone.TRAPFIELD, c)
    zones.note_held(g, p, c)
    g.cards[c].exhausted = 1


@kernel()
def deploy_chosen(g, m, f, p):
    """Pay for the card that was chosen, and set it or push its other costs; returns whether some were pushed (17.keyword.17)."""
    o = stack.chosen(g)
    c = int(o.card)
    f.card = c
    if o.target < BITS:
        f.done |= 1 << o.target
    pay_for(g, m, p, c, zones.level(g, m, c))
    g.seen[p, g.cards[c].definition] |= kinds.SEEN_PLAYED
    if o.kind == kinds.Opt.SET_TRAP:
        deploy_trap(g, p, c)
        f.pc = frames.DeployStage.LIST
        return False
    if o.kind == kinds.Opt.SUMMON:
        d = m.defs[g.cards[c].definition]
        f.pc = frames.DeployStage.SUMMON_PAID
        frames.push_costs(g, p, c, d.caveat, d.caveat_end)
        return True
    f.ability = o.ability
    zones.log(g, kinds.Log.CAST, p, c, o.ability, 0, -1)  # no link
    zones.move(g, m, c, kinds.Zone.NOWHERE, 0)
    f.pc = frames.DeployStage.SPELL_PAID
    frames.push_costs(g, p, c, m.abilities[o.ability].cost, m.abilities[o.ability].cost_end)
    return True


@handler
def step_deploy(g, m, f):
    """Deploy targets, in the order the user likes (17.keyword.16 to 17.keyword.20)."""
    p = f.user
    while True:
        if g.players[p].out == 1:  # 9.ruling.41
            if f.pc == frames.DeployStage.SPELL_PAID or f.pc == frames.DeployStage.RESOLVED:
                zones.end_spell(g, m, f.card)  # it may belong to somebody else
            stack.pop(g, 0)
            return
        if f.pc == frames.DeployStage.LIST:
            if not ask_deployment(g, m, f, p):
                stack.pop(g, 0)
            return
        if f.pc == frames.DeployStage.CHOSEN:
            if stack.chosen(g).kind == kinds.Opt.PASS:
                stack.pop(g, 0)
                return
            if deploy_chosen(g, m, f, p):
                return
        elif f.pc == frames.DeployStage.SUMMON_PAID:
            summon(g, m, p, f.card, 0)
            f.pc = frames.DeployStage.LIST
            if m.events >= kinds.EventMode.QUEUE and check_end(g, m):  # a step of its own (9.ruling.1)
                return
        elif f.pc == frames.DeployStage.SPELL_PAID:
            c = f.card
            if m.abilities[f.ability].cost_end > m.abilities[f.ability].cost and g.ret == 0:  # 20.ruling.24
                f.pc = frames.DeployStage.RESOLVED
                continue
            if m.events >= kinds.EventMode.QUEUE and check_end(g, m):
                return
            raise_event(g, m, kinds.Event.ACTED, c, p, 0, 0)  # 17.ruling.14
            f.pc = frames.DeployStage.RESOLVED
            frames.push_ability(g, p, c, f.ability, stack.NONE)
            return
        else:
            zones.end_spell(g, m, f.card)
            f.pc = frames.DeployStage.LIST


@kernel()
def copy_cost(g, m, c, embody):
    """Return the resources that a copy of card ``c`` takes: its level, or its pawn's (20.keyword.3)."""
    return int(g.cards[c].printed_level) if embody == 1 and m.embody_printed == 1 else int(zones.level(g, m, c))


@kernel()
def copy_pawn(g, m, p, c, embody):
    """Pay for and summon one pawn: a copy of minion ``c``, or a 0/0 body with the ability of spell ``c`` (17.keyword.4, 17.keyword.31)."""
    card = g.cards[c]
    zones.pay_resources(g, p, copy_cost(g, m, c, embody))
    if embody == 1:
        printed = int(card.printed_level) if m.embody_printed == 1 else max(1, int(card.printed_level))
        pawn = zones.new_pawn(g, m, p, card.definition, 0, 0, printed)
    elif m.clone_current == 1:  # 16.ruling.1
        pawn = zones.new_pawn(g, m, p, card.definition, card.sp, card.hp, zones.level(g, m, c))
    else:
        pawn = zones.new_pawn(g, m, p, card.definition, card.printed_sp, card.printed_hp, card.printed_level)
    if pawn >= 0 and zones.has_parts(g, c):
        zones.copy_parts(g, c, pawn)
    if pawn >= 0:
        zones.log(g, kinds.Log.PAWN, p, pawn, c, g.cards[pawn].printed_sp, g.cards[pawn].printed_hp)
        raise_event(g, m, kinds.Event.SUMMONED, pawn, p, kinds.Zone.BATTLEFIELD, 0)


@kernel()
def can_copy(g, m, p, c, embody):
    """Return whether card ``c`` can be cloned (a minion, not petrified) or embodied (a spell), and its price can be paid."""
    card = g.cards[c]
    if card.zone > kinds.Zone.NOWHERE or card.petrified == 1:
        return False
    if zones.is_minion(g, m, c) == (embody == 1):
        return False
    return copy_cost(g, m, c, embody) <= g.players[p].free


@kernel()
def order_copies(g, m, f):
    """Push the order of the targets, if several can be copied; returns whether one was pushed (17.ruling.93)."""
    p, first, n = f.user, f.first, f.count
    fitting = 0
    for i in range(first, first + n):
        if can_copy(g, m, p, g.pool[i], f.embody):
            fitting += 1
    if fitting <= 1:
        return False
    frames.push_order_of_targets(g, p, first, n)
    return True


@kernel()
def ask_times(g, m, f, c):
    """Ask how often card ``c`` is copied, where it is up to a number of times; returns whether it is."""
    if f.up_to == 0 and m.copies_optional == 0:
        f.left = f.times
        return False
    p, times = f.user, f.times
    high = 0
    if can_copy(g, m, p, c, f.embody):
        cost = copy_cost(g, m, c, f.embody)
        high = times if cost == 0 else min(times, g.players[p].free // cost)
    stack.clear_options(g)
    for k in range(high + 1):
        stack.offer_amount(g, kinds.Opt.NUMBER, c, k, p)
    f.pc = frames.CopiesStage.TIMES_CHOSEN
    stack.ask_for(g, p, kinds.Ask.TIMES, c, f.embody)
    return True


@handler
def step_copies(g, m, f):
    """Clone or embody the targets (17.keyword.4, 17.keyword.31)."""
    p = f.user
    if f.pc == frames.CopiesStage.BEGIN:
        f.pc = frames.CopiesStage.LIST_TIMES
        if order_copies(g, m, f):
            return
    while f.position < f.count:
        c = g.pool[f.first + f.position]
        if f.pc == frames.CopiesStage.TIMES_CHOSEN:
            f.left = stack.chosen(g).amount
            f.pc = frames.CopiesStage.LIST_TIMES
        elif ask_times(g, m, f, c):
            return
        for _ in range(f.left):
            if can_copy(g, m, p, c, f.embody):
                copy_pawn(g, m, p, c, f.embody)
        f.position += 1
    stack.pop(g, 0)


@kernel()
def craft(g, m, p, sp, points):
    """Craft a pawn: for each point of level +1 SP or +2 HP (17.keyword.13)."""
    hp = 2 * (points - sp)
    pawn = zones.new_pawn(g, m, p, 0, sp, hp, points)
    if pawn >= 0:
        zones.log(g, kinds.Log.PAWN, p, pawn, -1, sp, hp)
        raise_event(g, m, kinds.Event.SUMMONED, pawn, p, kinds.Zone.BATTLEFIELD, 0)


@handler
def step_craft(g, m, f):
    """Craft pawns, each with the SP that the player chooses (17.keyword.13)."""
    p = f.user
    if f.pc == frames.AskStage.CHOSEN:
        craft(g, m, p, int(stack.chosen(g).amount), f.level)
        f.count -= 1
    if f.count <= 0:
        stack.pop(g, 0)
        return
    stack.clear_options(g)
    for sp in range(f.level + 1):
        stack.offer_amount(g, kinds.Opt.NUMBER, f.source, sp, p)
    f.pc = frames.AskStage.CHOSEN
    stack.ask_for(g, p, kinds.Ask.CRAFT, f.source, f.level)


@kernel()
def remove_chosen(g, f):
    """Remove the counter that was chosen, or go on with the next target."""
    o = stack.chosen(g)
    if o.kind == kinds.Opt.PASS:
        f.position += 1
        f.removed = 0
    else:
        zones.remove_counter(g, o.card, o.ability, o.target, 1)
        f.removed += 1


@kernel()
def ask_anywhere(g, f):
    """Ask which counter on any battlefield is removed next; returns whether there is one (20.keyword.9)."""
    if f.removed >= f.up_to or f.position > 0 or g.n_counters == 0:
        return False
    stack.clear_options(g)
    for i in range(g.n_counters):
        s = g.counters[i]
        stack.offer(g, kinds.Opt.PICK_COUNTER, s.card, s.kind, s.owner, s.count, f.user, stack.NONE)
    stack.offer_plain(g, kinds.Opt.PASS, f.user)
    f.pc = frames.AskStage.CHOSEN
    stack.ask_for(g, f.user, kinds.Ask.COUNTERS, f.source, stack.NONE)
    return True


@handler
def step_counters(g, m, f):
    """Remove up to x counters from each target, of the user's choice (17.effect.1), or from the battlefields."""
    if f.pc == frames.AskStage.CHOSEN:
        remove_chosen(g, f)
    user = f.user
    if f.count == frames.EVERYWHERE:
        if not ask_anywhere(g, f):
            stack.pop(g, 0)
        return
    while f.position < f.count:
        c = g.pool[f.first + f.position]
        card = g.cards[c]
        if f.removed >= f.up_to or card.counters == 0 or card.zone != kinds.Zone.BATTLEFIELD:
            f.position += 1
            f.removed = 0
            continue
        stack.clear_options(g)
        for i in range(g.n_counters):
            s = g.counters[i]
            if s.card == c:
                stack.offer(g, kinds.Opt.PICK_COUNTER, c, s.kind, s.owner, s.count, user, stack.NONE)
        stack.offer_card(g, kinds.Opt.PASS, c, user)
        f.pc = frames.AskStage.CHOSEN
        stack.ask_for(g, user, kinds.Ask.COUNTERS, f.source, stack.NONE)
        return
    stack.pop(g, 0)


@handler
def step_issue(g, m, f):
    """Place counters one at a time on any on-field minions (20.keyword.10)."""
    if f.pc == frames.AskStage.CHOSEN:
        c = int(stack.chosen(g).card)
        zones.place_counters(g, c, f.ability, f.user, 1)
        zones.log(g, kinds.Log.COUNTER_PLACED, f.user, c, f.ability, 1, 0)
        f.left -= 1
        f.position += 1
    stack.clear_options(g)
    for q in range(g.n_players):
        player = g.players[q]
        for i in range(player.n[kinds.Zone.BATTLEFIELD]):
            c = player.zone[kinds.Zone.BATTLEFIELD, i]
            if g.cards[c].petrified == 0:
                stack.offer_at(g, kinds.Opt.PICK_CARD, c, kinds.Zone.BATTLEFIELD, 0, q)
    if f.left <= 0 or g.n_options == 0:
        stack.pop(g, 0)
        return
    f.pc = frames.AskStage.CHOSEN
    stack.ask_for(g, f.user, kinds.Ask.TARGET, f.source, f.code)


MOST_SHARE, MOST_ROOM = 1 << 20, 1 << 24
"""What a card can take where nothing limits it, and all targets together: more than any total."""


@kernel()
def stat_of(g, c, stat):
    """Return the SP or HP of card ``c`` (``kinds.Stat``)."""
    return int(g.cards[c].sp) if stat == kinds.Stat.SP else int(g.cards[c].hp)


@kernel()
def share_limit(g, m, f, c):
    """Return how much of a batch card ``c`` can take: nothing, its stat, its level, or anything (12.keyword.4, 1.effect.2)."""
    if f.change == frames.BatchKind.DOWN_LEVEL:
        return max(0, int(zones.level(g, m, c)) - m.level_min)
    if not is_soft(g, c):
        return 0
    if f.change == frames.BatchKind.ADD:
        return MOST_SHARE
    return stat_of(g, c, f.stat)


@kernel()
def room_from(g, m, f, position):
    """Return how much of a batch the targets from a position on can take together."""
    room = 0
    for i in range(position, f.count):
        room = min(MOST_ROOM, room + share_limit(g, m, f, g.pool[f.first + i]))
    return room


@kernel()
def begin_batch(g, m, f):
    """Work out what can be divided; returns whether anything happens at all (12.ruling.60)."""
    if f.count > ZONE_CAP:
        zones.meet_limit(g)
        return False
    clear_batch(g)
    room = room_from(g, m, f, 0)
    if room < f.total and f.partial == 0 and f.change == frames.BatchKind.SUBTRACT:
        stack.pop(g, 0)
        return False
    f.left = min(f.total, room)
    return True


@kernel()
def ask_share(g, m, f):
    """Ask for the share of the target at hand, which leaves to the others no more than they can take."""
    user = f.user
    at, left = f.position, f.left
    c = g.pool[f.first + at]
    low = max(0, left - room_from(g, m, f, at + 1))
    high = min(left, share_limit(g, m, f, c))
    stack.clear_options(g)
    for k in range(low, high + 1):
        stack.offer_amount(g, kinds.Opt.NUMBER, c, k, user)
    f.pc = frames.BatchStage.CHOSEN
    stack.ask_for_ability(g, user, kinds.Ask.SHARE, c, f.change, f.stat)


@kernel()
def deal_shares(g, m, f):
    """Give each target its share."""
    user, kind, stat = f.user, f.change, f.stat
    for i in range(f.count):
        c = g.pool[f.first + i]
        k = g.batch[i]
        if k == 0 or not (is_soft(g, c) or kind == frames.BatchKind.DOWN_LEVEL):
            continue
        zones.log(g, kinds.Log.SHARE, user, c, kind, stat, k)
        if kind == frames.BatchKind.DOWN_LEVEL:
            zones.down_level(g, m, c, k)
        elif kind == frames.BatchKind.DAMAGE:
            damage_minion(g, m, c, k, user)
        else:
            now = stat_of(g, c, stat)
            zones.set_stat(g, c, stat, now + k if kind == frames.BatchKind.ADD else now - k)


@handler
def step_batch(g, m, f):
    """Divide a total over the targets (12.keyword.4)."""
    if f.pc == frames.BatchStage.BEGIN and not begin_batch(g, m, f):
        return
    if f.pc == frames.BatchStage.CHOSEN:
        k = int(stack.chosen(g).amount)
        g.batch[f.position] = k
        f.left -= k
        f.position += 1
    if f.position < f.count:
        ask_share(g, m, f)
        return
    deal_shares(g, m, f)
    if f.change == frames.BatchKind.DOWN_LEVEL:  # the hand is no selection of targets, and leaves the pool
        g.n_pool -= f.count
    stack.pop(g, 0)


@kernel()
def ask_assignment(g, f):
    """Ask which die goes to which minion next: each remaining face with each of them; returns whether there are any."""
    user = f.user
    stack.clear_options(g)
    if f.among == frames.AssignTo.ENEMIES:
        list_enemy_minions(g, user, 0)
    else:
        for i in range(f.first, f.first + f.count):
            if is_soft(g, g.pool[i]):
                stack.offer_card(g, kinds.Opt.PICK_CARD, g.pool[i], user)
    bodies = g.n_options
    for face in range(FACES):
        if f.dice_left[face] > 0:
            for k in range(bodies):
                stack.offer_amount(g, kinds.Opt.FACE, g.options[k].card, face + 1, user)
    for k in range(bodies, g.n_options):
        g.options[k - bodies] = g.options[k]
    g.n_options -= bodies
    if g.n_options == 0:
        return False
    f.pc = frames.AssignStage.CHOSEN
    stack.ask_for(g, user, kinds.Ask.ASSIGN, f.source, f.among)
    return True


@handler
def step_assign(g, m, f):
    """Roll dice, then give them one at a time to minions (17.keyword.22, 17.ruling.78, 12.keyword.19)."""
    if f.pc == frames.AssignStage.BEGIN:
        f.pc = frames.AssignStage.ROLLED
        if roll(g, m, f.user, f.dice, frames.RollMode.EFFECT):
            return
    if f.pc == frames.AssignStage.ROLLED:
        for face in range(FACES):
            f.dice_left[face] = g.hist[face]
    if f.pc == frames.AssignStage.CHOSEN:
        o = stack.chosen(g)
        f.dice_left[o.amount - 1] -= 1
        f.pc = frames.AssignStage.LIST
        if inflict_die(g, m, int(o.card), int(o.amount), f.user) or g.n_losses > 0:
            return
    if not ask_assignment(g, f):
        stack.pop(g, 0)


@kernel()
def draw_chosen(g, m, p):
    """Draw the reserve card that was chosen, or from the deck."""
    o = stack.chosen(g)
    if o.kind != kinds.Opt.PICK_CARD:
        draw_top(g, m, p)
        return
    c = int(o.card)
    zones.take(g, c)
    zones.put(g, p, kinds.Zone.HAND, c)
    g.seen[p, g.cards[c].definition] |= kinds.SEEN_DRAWN
    zones.log(g, kinds.Log.DRAW, p, c, 1, 0, 0)


@kernel()
def draw_from_nothing(g, m, p):
    """Player ``p`` has to draw from an empty deck, which ends the game where it does not only end a player's (17.endgame.3)."""
    zones.log_card(g, kinds.Log.DRAW, p, -1)
    if m.elimination == 0:
        g.players[p].decked = 1
        finish(g, m, Ending.DECK_OUT)
        return
    stack.pop(g, 0)


@handler
def step_draw(g, m, f):
    """Draw one card at a time, from the deck or the reserves (12.zones.17, 12.ruling.11, 12.ruling.12)."""
    p = f.player
    player = g.players[p]
    if f.pc == frames.AskStage.CHOSEN:
        draw_chosen(g, m, p)
        f.left -= 1
    while f.left > 0:
        if player.n[kinds.Zone.DECK] == 0:
            draw_from_nothing(g, m, p)
            return
        if player.n[kinds.Zone.RESERVES] == 0:
            draw_top(g, m, p)
            f.left -= 1
            continue
        stack.clear_options(g)
        for i in range(player.n[kinds.Zone.RESERVES]):
            stack.offer_at(g, kinds.Opt.PICK_CARD, player.zone[kinds.Zone.RESERVES, i], kinds.Zone.RESERVES, 0, p)
        stack.offer_at(g, kinds.Opt.PASS, stack.NONE, kinds.Zone.DECK, 0, p)
        f.pc = frames.AskStage.CHOSEN
        stack.ask(g, p, kinds.Ask.DRAW_FROM, f.left)
        return
    stack.pop(g, 0)
