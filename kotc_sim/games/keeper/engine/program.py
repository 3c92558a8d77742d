"""The interpreter of programs: effects of abilities and counters, one primitive after another (17.effect.*, 17.keyword.*)."""

from kotc_sim.compiler import kernel
from kotc_sim.compiler.late import late
from kotc_sim.compiler.types import boolean, int64, void
from kotc_sim.games.keeper.engine import frames, kinds, zones
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.costs import pool_add
from kotc_sim.games.keeper.engine.events import check_end, damage_minion, damage_player, destroy, draw_top, finish, heal_player
from kotc_sim.games.keeper.engine.looking import look_at
from kotc_sim.games.keeper.engine.react import has_react, roll
from kotc_sim.games.keeper.engine.record import MAX_BERZERK, MAX_RETURNS, ZONE_CAP, FrameType, GameType, LineType, MatchType
from kotc_sim.games.keeper.engine.stack import NONE, ask_for, ask_for_ability, chosen, clear_options, offer_amount, offer_player, pop
from kotc_sim.games.keeper.engine.teams import conscript
from kotc_sim.games.keeper.engine.triggers import holds
from kotc_sim.shared.result import Ending

BITS = 31  # of a slot, as a mask of targets


@kernel()
def amount(g, f, a):
    """Return the value of an amount: a constant, or a word (see ``Amount``)."""
    if a > kinds.WORDS_BELOW:
        return int(a)
    if a == kinds.Amount.ROLL:
        return int(g.roll)
    if a == kinds.Amount.TARGETS:
        return int(f.count)
    if a == kinds.Amount.DIE:
        return int(g.die)
    if a == kinds.Amount.HOST_SP and f.host >= 0:
        card = g.cards[f.host]
        return int(card.sp) if is_soft(g, f.host) else 0
    return 0


@kernel()
def is_soft(g, c):
    """Return whether card ``c`` is an on-field minion with SP, HP and level (17.ruling.47, 17.keyword.57)."""
    return g.cards[c].zone == kinds.Zone.BATTLEFIELD and g.cards[c].petrified == 0


@kernel()
def send(g, m, op, c):
    """Carry out a moving effect on one card, wherever it is (17.ruling.46 to 17.ruling.48)."""
    card = g.cards[c]
    zone = card.zone
    if zone >= kinds.Zone.REMOVED:
        return
    if op == kinds.Op.DESTROY:
        destroy(g, m, c)
    elif op == kinds.Op.BOUNCE:
        if zone != kinds.Zone.HAND:
            zones.move(g, m, c, kinds.Zone.HAND, 0)
    elif op == kinds.Op.SILO:
        if zone == kinds.Zone.GRANARY:
            zones.exhaust(g, c)
        else:
            zones.move(g, m, c, kinds.Zone.GRANARY, 0)
    elif op == kinds.Op.SHEATHE:
        if zone == kinds.Zone.DECK:
            zones.take(g, c)
            player = g.players[card.owner]
            player.zone[kinds.Zone.DECK, player.n[kinds.Zone.DECK]] = c
            player.n[kinds.Zone.DECK] += 1
        else:
            zones.move(g, m, c, kinds.Zone.DECK, 0)
    elif op == kinds.Op.IMPRISON:
        zones.imprison(g, m, c)
    elif op == kinds.Op.BURY:
        if zone == kinds.Zone.DECK:
            zones.take(g, c)
            zones.put_bottom(g, card.owner, c)
        else:
            zones.move(g, m, c, kinds.Zone.DECK, 1)


@kernel()
def petrify(g, m, c):
    """Petrify on-field minion ``c``; a pawn is removed (17.keyword.53, 17.pawn.5, 17.ruling.83)."""
    card = g.cards[c]
    if card.zone != kinds.Zone.BATTLEFIELD:
        return
    if card.pawn == kinds.Body.CHIMERA:
        zones.lose_constituent(g, c, kinds.Op.PETRIFY)
        return
    zones.log_card(g, kinds.Log.PETRIFY, card.holder, c)
    if card.pawn == 1:
        zones.move(g, m, c, kinds.Zone.REMOVED, 0)
        return
    if m.petrify_drops == 1 and card.counters > 0:
        zones.drop_counters(g, c)
    card.petrified = 1
    card.shown = 0
    zones.withdraw(g, c)


@kernel()
def note_return(g, c, to):
    """Remember to whom control of ``c`` goes back when the turn ends (17.keyword.47)."""
    if g.n_returns >= MAX_RETURNS:
        zones.meet_limit(g)
        return
    r = g.returns[g.n_returns]
    r.card = c
    r.stamp = g.cards[c].stamp
    r.to = to
    g.n_returns += 1


@kernel()
def draw_cards(g, m, p, n):
    """Draw cards one after another; the first draw from an empty deck ends the game (17.endgame.3, 17.ruling.115)."""
    for _ in range(n):
        if not draw_top(g, m, p):
            zones.log_card(g, kinds.Log.DRAW, p, -1)
            if m.elimination == 0:
                g.players[p].decked = 1
                finish(g, m, Ending.DECK_OUT)
            return


@kernel()
def negate(g, c):
    """Prevent the unresolved links of card ``c`` from resolving (17.keyword.49, 17.ruling.38)."""
    for i in range(g.n_links):
        link = g.links[i]
        if link.kind == kinds.Link.ABILITY and link.card == c and link.resolved == kinds.Resolved.NO:
            link.negated = 1
            zones.log(g, kinds.Log.NEGATED, link.player, c, i, 0, 0)


@kernel()
def negate_attack(g, c):
    """Take attacker ``c`` out of its attack; without attackers left the battle ends (5.keyword.26, 5.ruling.10)."""
    if g.n_battles == 0:
        return
    b = g.battles[g.n_battles - 1]
    team = b.team[kinds.Side.ATTACKING]
    before = team.n
    w = 0
    for i in range(before):
        if team.card[i] != c:
            team.card[w] = team.card[i]
            w += 1
    team.n = w
    if w < before:
        zones.log(g, kinds.Log.NEGATED, b.attacker, c, -1, 0, 0)
        if w == 0:
            b.negated = 1


@kernel()
def give_permission(g, p, dice, times, scope):
    """Permit player ``p`` to have dice rolled again: for the turn, the present chain, or later in the turn (9.ruling.24)."""
    player = g.players[p]
    for i in range(4):
        if player.reroll_dice[i] == 0 or player.reroll_until[i] < g.chain_number:  # used up, or of a chain that is over
            player.reroll_dice[i] = dice
            g.n_rerolls += 1
            player.reroll_times[i] = times
            player.reroll_from[i] = g.chain_number + 1 if scope == kinds.Scope.LATER else 0
            player.reroll_until[i] = g.chain_number if scope == kinds.Scope.CHAIN else frames.FOR_THE_TURN
            return
    zones.meet_limit(g)


@kernel()
def change_victim(g, b, op, host):
    """Make the host of a counter the victim of a battle, or its controller (17.counter.18, 17.ruling.76, 20.counter.3)."""
    if op == kinds.Op.VICTIM_TO_CONTROLLER:
        b.victim = NONE
        b.victim_player = b.defender
    elif is_soft(g, host) and g.cards[host].holder == b.defender:
        b.victim = host
        b.victim_player = NONE
        b.victim_stamp = g.cards[host].stamp
    else:
        return
    b.victim_lost = b.defender


@kernel()
def destroy_top(g, m, p, n):
    """Destroy ``n`` cards on top of the deck of player ``p``, all or none (20.ruling.66)."""
    player = g.players[p]
    if player.n[kinds.Zone.DECK] < n:
        return
    zones.settle_deck(g, p)
    for _ in range(n):
        destroy(g, m, player.zone[kinds.Zone.DECK, player.n[kinds.Zone.DECK] - 1])


@kernel()
def simple(g, m, f, line):
    """Carry out a primitive that needs no decision on each target; return False if it is not one of these."""
    op = line.op
    first, last = f.first, f.first + f.count
    if op == kinds.Op.PETRIFY:
        for i in range(first, last):
            petrify(g, m, g.pool[i])
    elif op == kinds.Op.EXHAUST:
        for i in range(first, last):
            zones.exhaust(g, g.pool[i])
    elif op == kinds.Op.FATIGUE:
        for i in range(first, last):
            zones.fatigue(g, g.pool[i])
    elif op == kinds.Op.UNEXHAUST:
        for i in range(first, last):
            zones.unexhaust(g, g.pool[i])
    elif op == kinds.Op.DISTRACT:
        for i in range(first, last):
            if g.cards[g.pool[i]].zone == kinds.Zone.BATTLEFIELD:
                zones.log_card(g, kinds.Log.DISTRACT, f.user, g.pool[i])
                zones.withdraw(g, g.pool[i])
    elif op == kinds.Op.NEGATE:
        for i in range(first, last):
            negate(g, g.pool[i])
    elif op == kinds.Op.NEGATE_ATTACK:
        for i in range(first, last):
            negate_attack(g, g.pool[i])
    elif op == kinds.Op.REVEAL or op == kinds.Op.SEE:
        for i in range(first, last):
            card = g.cards[g.pool[i]]
            card.shown |= -1 if op == kinds.Op.REVEAL else 1 << f.user
            zones.log(g, kinds.Log.REVEAL, f.user, g.pool[i], op == kinds.Op.REVEAL, 0, 0)
    elif op == kinds.Op.PLACE:
        n = amount(g, f, line.amount)
        for i in range(first, last):
            c = g.pool[i]
            if is_soft(g, c):  # 17.keyword.56
                zones.place_counters(g, c, line.counter, f.user, n)
                zones.log(g, kinds.Log.COUNTER_PLACED, f.user, c, line.counter, n, 0)
    elif op == kinds.Op.DOWN_LEVEL:
        for i in range(first, last):
            zones.down_level(g, m, g.pool[i], amount(g, f, line.amount))
            zones.log(g, kinds.Log.LEVEL, f.user, g.pool[i], 0, zones.level(g, m, g.pool[i]), 0)
    elif op == kinds.Op.ADD or op == kinds.Op.SET:
        n = amount(g, f, line.amount)
        for i in range(first, last):
            c = g.pool[i]
            if is_soft(g, c):
                now = g.cards[c].sp if line.stat == kinds.Stat.SP else g.cards[c].hp
                zones.set_stat(g, c, line.stat, now + n if op == kinds.Op.ADD else n)
                zones.log(g, kinds.Log.STAT, f.user, c, line.stat, g.cards[c].sp if line.stat == kinds.Stat.SP else g.cards[c].hp, 0)
    elif op == kinds.Op.REROLL:
        give_permission(g, f.user, amount(g, f, line.amount), amount(g, f, line.times), line.scope)
    elif op == kinds.Op.REDUCE_DAMAGE:
        g.prevented = amount(g, f, line.amount)
    elif op == kinds.Op.DEAL:  # everybody, from the deck
        for k in range(g.n_players):
            p = (f.user + k) % g.n_players
            if g.players[p].out == 0 and g.over == 0:
                draw_cards(g, m, p, amount(g, f, line.amount))
    elif op == kinds.Op.PREVENT_DIE or op == kinds.Op.PREVENT_EFFECT or op == kinds.Op.PREVENT_HOST:
        g.prevented = 1
    elif op == kinds.Op.BECOME_VICTIM or op == kinds.Op.VICTIM_TO_CONTROLLER:
        if g.n_battles > 0:
            change_victim(g, g.battles[g.n_battles - 1], op, f.host)
    elif op == kinds.Op.DESTROY_DECK_TOP:
        destroy_top(g, m, f.user, amount(g, f, line.amount))
    elif op == kinds.Op.SKIP_DEFENSE:
        if g.n_battles > 0:
            g.battles[g.n_battles - 1].skip_defense = 1
    else:
        return False
    return True


@kernel()
def who(g, f, word):
    """Return the player that a player word names, or -1 if one has to be chosen."""
    if word == kinds.Who.YOU:
        return int(f.user)
    if word == kinds.Who.CHOSEN:
        return int(g.chosen)
    if word == kinds.Who.CONTROLLER:
        c = f.host if f.host >= 0 else (g.pool[f.first] if f.count > 0 else f.source)
        return int(g.cards[c].holder)
    if word == kinds.Who.BOTH:
        return int(f.user)
    return -1


@kernel()
def list_players(g, f, word):
    """List the players that "enemy" or "any" may mean (17.keyword.33)."""
    clear_options(g)
    for q in range(g.n_players):
        if g.players[q].out == 0 and (q != f.user or word == kinds.Who.ANY):
            offer_player(g, kinds.Opt.PICK_PLAYER, f.source, q)


@kernel()
def for_player(g, m, f, line, p):
    """Carry out a primitive about a player; returns whether a frame was pushed."""
    op = line.op
    if op == kinds.Op.HEAL:
        heal_player(g, m, p, amount(g, f, line.amount))
    elif op == kinds.Op.DAMAGE_PLAYER:
        damage_player(g, m, p, amount(g, f, line.amount), f.user)
    elif op == kinds.Op.DRAW:
        n = amount(g, f, line.amount)
        if m.reserves_draw == 1:
            frames.push_draw(g, p, n)
            return True
        draw_cards(g, m, p, n)
    else:
        g.chosen = p
    return False


@kernel()
def step_removal(g, m, f, op):
    """Destroy, bounce, bury, sheathe or silo the targets; returns whether the primitive is finished."""
    first, n = f.first, f.count
    if f.step == frames.RemovalStep.BEGIN:
        f.saved = f.position = 0
        f.step = frames.RemovalStep.OFFERS
        if op == kinds.Op.DESTROY and offer_to_save_all(g, m, f):
            return False
    if f.step == frames.RemovalStep.EFFECT_ANSWERED:
        if g.ret == 1:  # 17.ruling.66: the whole effect
            return True
        f.step = frames.RemovalStep.OFFERS
    if f.step == frames.RemovalStep.CARD_ANSWERED:
        if g.ret == 1:
            if f.position >= BITS:
                zones.meet_limit(g)
                return False
            f.saved |= 1 << f.position
        f.position += 1
        f.step = frames.RemovalStep.OFFERS
    if f.step == frames.RemovalStep.OFFERS:
        if offer_to_save_next(g, m, f):
            return False
        f.step = frames.RemovalStep.SEND
        if (op == kinds.Op.BURY or op == kinds.Op.SHEATHE) and n > 1:
            frames.push_order_of_targets(g, f.user, first, n)  # 17.keyword.3, 17.keyword.66
            return False
    send_all(g, m, f, op)
    return True


@kernel()
def offer_to_save_all(g, m, f):
    """Offer the counters that prevent a destroying effect; returns whether a frame was pushed (17.ruling.66)."""
    first, n = f.first, f.count
    for i in range(first, first + n):
        if has_react(g, m, g.pool[i], kinds.React.DESTROY_EFFECT):
            f.step = frames.RemovalStep.EFFECT_ANSWERED
            frames.push_react_all(g, kinds.React.DESTROY_EFFECT, first, n)
            return True
    return False


@kernel()
def offer_to_save_next(g, m, f):
    """Offer the counters that save their host from a removal, target by target; returns whether a frame was pushed (12.counter.18)."""
    while f.position < f.count:
        c = g.pool[f.first + f.position]
        if has_react(g, m, c, kinds.React.REMOVAL_EFFECT):
            f.step = frames.RemovalStep.CARD_ANSWERED
            frames.push_react(g, kinds.React.REMOVAL_EFFECT, c, 0)
            return True
        f.position += 1
    return False


@kernel()
def send_all(g, m, f, op):
    """Carry out a moving effect on each target that was not saved."""
    first = f.first
    for i in range(f.count):
        c = g.pool[first + i]
        if i < BITS and (f.saved >> i) & 1:
            zones.log(g, kinds.Log.PREVENTED, f.user, c, op, 0, 1)
            continue
        free = g.cards[c].zone != kinds.Zone.NOWHERE or f.link < 0
        if free or c == f.source or op == kinds.Op.DESTROY or m.targets_at_activation == 0 or m.targets_kept == 1:
            send(g, m, op, c)


@kernel()
def can_hypnotize(g, m, c):
    """Return whether control of card ``c`` can be taken: it is on a battlefield, or a trap where these can be deployed."""
    zone = g.cards[c].zone
    return zone == kinds.Zone.BATTLEFIELD or (zone == kinds.Zone.TRAPFIELD and m.deploy_traps == 1)


@kernel()
def ask_controller(g, f, c):
    """Ask to whom control of card ``c`` goes (17.keyword.47)."""
    holder = g.cards[c].holder
    clear_options(g)
    for q in range(g.n_players):
        if q != holder and g.players[q].out == 0:
            offer_player(g, kinds.Opt.PICK_PLAYER, c, q)
    f.step = frames.HypnotizeStep.PLAYER_CHOSEN
    ask_for_ability(g, f.user, kinds.Ask.PLAYER, c, f.ability, f.line)


@kernel()
def hypnotize(g, m, c, to):
    """Give player ``to`` control of card ``c`` until the turn ends (17.keyword.47)."""
    if g.cards[c].holder != to:
        note_return(g, c, g.cards[c].holder)
        zones.change_control(g, m, c, to)


@late(boolean(GameType, MatchType, FrameType, LineType))
def step_hypnotize(g, m, f, line):
    """Take control of the targets until the turn ends; returns whether the primitive is finished."""
    while True:
        if f.step == frames.HypnotizeStep.BEGIN:
            f.position = 0
            f.step = frames.HypnotizeStep.OFFERS
        if f.position >= f.count:
            return True
        c = g.pool[f.first + f.position]
        if f.step == frames.HypnotizeStep.OFFERS:
            if not can_hypnotize(g, m, c):
                f.position += 1
                continue
            if has_react(g, m, c, kinds.React.REMOVAL_EFFECT):
                f.step = frames.HypnotizeStep.ANSWERED
                frames.push_react(g, kinds.React.REMOVAL_EFFECT, c, 0)
                return False
        elif f.step == frames.HypnotizeStep.ANSWERED:
            if g.ret == 1:
                f.position += 1
                f.step = frames.HypnotizeStep.OFFERS
                continue
        if f.step == frames.HypnotizeStep.PLAYER_CHOSEN:
            hypnotize(g, m, c, chosen(g).target)
        elif line.to == kinds.Who.YOU:
            hypnotize(g, m, c, f.user)
        else:
            ask_controller(g, f, c)
            return False
        f.position += 1
        f.step = frames.HypnotizeStep.OFFERS


@late(boolean(GameType, MatchType, FrameType))
def step_conscript(g, m, f):
    """Conscript the targets, then have the orders announced again; returns whether the primitive is finished."""
    if f.step == frames.Step.BEGIN:
        f.ordered = 0
        for i in range(f.first, f.first + f.count):
            side = conscript(g, m, g.pool[i])
            if side >= 0:
                f.ordered |= 1 << side
        f.step = frames.Step.GO_ON
    for side in range(2):
        if (f.ordered >> side) & 1:
            f.ordered &= ~(1 << side)
            b = g.battles[g.n_battles - 1]
            frames.push_order_of_team(g, side, b.attacker if side == kinds.Side.ATTACKING else b.defender)
            return False
    return True


@kernel()
def list_enemy_minions(g, p, code):
    """List the unpetrified on-field minions of enemies of player ``p`` that can take damage."""
    for q in range(g.n_players):
        if q != p and g.players[q].out == 0:
            player = g.players[q]
            for i in range(player.n[kinds.Zone.BATTLEFIELD]):
                c = player.zone[kinds.Zone.BATTLEFIELD, i]
                if g.cards[c].petrified == 0:
                    offer_amount(g, kinds.Opt.PICK_CARD, c, code, q)


@late(boolean(GameType, MatchType, FrameType))
def step_voodoo(g, m, f):
    """Inflict the die's result on an enemy minion of the counter's owner (17.counter.10, 17.ruling.61, 17.ruling.62)."""
    if f.step == frames.Step.BEGIN:
        clear_options(g)
        list_enemy_minions(g, f.user, int(g.die))
        w = 0
        for i in range(g.n_options):  # a host that this die destroys is no longer there to be picked
            c = g.options[i].card
            if not (c == f.host and g.cards[c].hp == 0):
                g.options[w] = g.options[i]
                w += 1
        g.n_options = w
        if w == 0:
            return True
        f.step = frames.Step.GO_ON
        f.position = g.die
        ask_for(g, f.user, kinds.Ask.MINION, f.host, f.line)
        return False
    damage_minion(g, m, chosen(g).card, f.position, f.user)
    return True


@late(void(GameType, int64))
def list_berzerk_victims(g, host):
    """List whom the host of a Berzerk Counter can attack (17.counter.15)."""
    clear_options(g)
    holder = g.cards[host].holder
    for q in range(g.n_players):
        if q == holder or g.players[q].out == 1:
            continue
        offer_player(g, kinds.Opt.ATTACK_PLAYER, host, q)
        for i in range(g.players[q].n[kinds.Zone.BATTLEFIELD]):
            c = g.players[q].zone[kinds.Zone.BATTLEFIELD, i]
            if g.cards[c].petrified == 0:
                offer_player(g, kinds.Opt.ATTACK_MINION, c, q)


@kernel()
def silence(g, c):
    """Ban the abilities of minion ``c`` until the turn ends (17.counter.17)."""
    if g.cards[c].silenced == 0:
        g.cards[c].silenced = 1
        g.n_silenced += 1


@kernel()
def queue_berzerk(g, host, player, victim, stamp):
    """Queue an attack of ``host`` on a player, or on a victim minion as it was at a stamp."""
    silence(g, host)
    if g.n_berzerk >= MAX_BERZERK:
        zones.meet_limit(g)
        return
    k = g.n_berzerk
    g.n_berzerk += 1
    g.berzerk_card[k] = host
    g.berzerk_stamp[k] = g.cards[host].stamp
    g.berzerk_player[k] = player
    g.berzerk_victim[k] = victim
    g.berzerk_victim_stamp[k] = stamp


@late(boolean(GameType, MatchType, FrameType))
def step_berzerk(g, m, f):
    """Choose a victim for the host and queue its attack (17.counter.15, 17.counter.17, 17.ruling.72)."""
    host = f.host
    if f.link >= 0 and m.kinds[g.links[f.link].counter].targets == kinds.CounterTarget.VICTIM:  # it was chosen before (20.counter.6)
        target = g.links[f.link].first
        if is_soft(g, host):
            queue_berzerk(g, host, target[frames.VICTIM_PLAYER], target[frames.VICTIM_CARD], target[frames.VICTIM_STAMP])
        else:
            silence(g, host)  # 20.ruling.53
        return True
    if f.step == frames.Step.BEGIN:
        if host < 0 or f.count == 0 or not is_soft(g, host):
            return True
        list_berzerk_victims(g, host)
        if g.n_options == 0:
            return True
        f.step = frames.Step.GO_ON
        ask_for(g, f.user, kinds.Ask.VICTIM, host, f.line)
        return False
    o = chosen(g)
    victim = o.card if o.kind == kinds.Opt.ATTACK_MINION else NONE
    queue_berzerk(g, host, o.target, victim, g.cards[victim].stamp if victim >= 0 else 0)
    return True


@kernel()
def step_damage(g, m, f, line):
    """Inflict an amount on each target; a single die of a counter can be answered as a die (17.ruling.63)."""
    if f.step == frames.Step.BEGIN:
        f.position = 0
        f.step = frames.Step.GO_ON
    n = amount(g, f, line.amount)
    while f.position < f.count:
        c = g.pool[f.first + f.position]
        f.position += 1
        if not is_soft(g, c):
            continue
        if line.amount == kinds.Amount.ROLL and line.single == 1:
            frames.push_hit(g, c, n, f.user)
            return False
        damage_minion(g, m, c, n, f.user)
    return True


@kernel()
def is_removal(op):
    """Return whether a primitive moves its targets out of their zones."""
    return (kinds.Op.DESTROY <= op <= kinds.Op.SILO) or op == kinds.Op.IMPRISON


@kernel()
def is_about_player(op):
    """Return whether a primitive is about a player."""
    return op == kinds.Op.HEAL or op == kinds.Op.DAMAGE_PLAYER or op == kinds.Op.DRAW or op == kinds.Op.CHOOSE_PLAYER


@kernel()
def step_player(g, m, f, line):
    """Carry out a primitive about a player, who is chosen where several can be meant; returns whether it is finished (17.keyword.33)."""
    if f.step == frames.PlayerStep.BEGIN:
        p = who(g, f, line.who)
        if p < 0:
            list_players(g, f, line.who)
            f.step = frames.PlayerStep.PLAYER_CHOSEN
            ask_for_ability(g, f.user, kinds.Ask.PLAYER, f.source, f.ability, f.line)
            return False
        f.step = frames.PlayerStep.FIRST
        f.player = p
    elif f.step == frames.PlayerStep.PLAYER_CHOSEN:
        f.player = chosen(g).target
        g.chosen = f.player
        f.step = frames.PlayerStep.FIRST
    if f.step == frames.PlayerStep.FIRST:
        f.step = frames.PlayerStep.SECOND
        if for_player(g, m, f, line, f.player):
            return False
    if line.who == kinds.Who.BOTH and f.step == frames.PlayerStep.SECOND:
        f.step = frames.PlayerStep.DONE
        return not for_player(g, m, f, line, g.chosen)
    return True


@kernel()
def step_wound_each(g, m, f, line):
    """Roll dice for every player, beginning with the user, and inflict each sum; returns whether all have been (20.keyword.6)."""
    if f.step == frames.Step.BEGIN:
        f.position = 0
    while f.position < g.n_players:
        p = (f.user + f.position) % g.n_players
        if f.step == frames.Step.GO_ON:
            damage_player(g, m, p, g.roll, f.user)
            f.step = frames.Step.BEGIN
            f.position += 1
            continue
        f.step = frames.Step.GO_ON
        if roll(g, m, f.user, amount(g, f, line.amount), frames.RollMode.EFFECT):
            return False
    return True


@kernel()
def push_hand_shares(g, f, total):
    """Push a down-level that is divided over the hand of the user (20.keyword.7)."""
    user, first = f.user, g.n_pool
    look_at(g, user)
    player = g.players[user]
    for i in range(player.n[kinds.Zone.HAND]):
        pool_add(g, player.zone[kinds.Zone.HAND, i])
    made = frames.push_on_targets(g, kinds.Frame.BATCH, f)
    made.first, made.count = first, g.n_pool - first
    made.change, made.total, made.partial = frames.BatchKind.DOWN_LEVEL, total, 1


@kernel()
def push_shares(g, f, line):
    """Push a total that is divided over the targets (12.keyword.4)."""
    made = frames.push_on_targets(g, kinds.Frame.BATCH, f)
    made.total = amount(g, f, line.amount)
    if line.op == kinds.Op.DAMAGE_TOTAL:
        made.change, made.stat = frames.BatchKind.DAMAGE, kinds.Stat.HP
    else:
        made.change = frames.BatchKind.ADD if line.op == kinds.Op.BATCH_ADD else frames.BatchKind.SUBTRACT
        made.stat, made.partial = line.stat, line.partial


@late(boolean(GameType, FrameType, LineType))
def push_primitive(g, f, line):
    """Push the frame of a primitive that has one; returns whether it has."""
    op = line.op
    if op == kinds.Op.DEPLOY:
        frames.push_on_targets(g, kinds.Frame.DEPLOY, f)
    elif op == kinds.Op.CLONE or op == kinds.Op.EMBODY:
        made = frames.push_on_targets(g, kinds.Frame.COPIES, f)
        made.embody, made.times, made.up_to = 1 if op == kinds.Op.EMBODY else 0, line.times, line.up_to
    elif op == kinds.Op.CRAFT:
        made = frames.push_on_targets(g, kinds.Frame.CRAFT, f)
        made.count, made.level = amount(g, f, line.amount), amount(g, f, line.level)
    elif op == kinds.Op.REMOVE_COUNTERS:
        frames.push_on_targets(g, kinds.Frame.COUNTERS, f).up_to = amount(g, f, line.amount)
    elif op == kinds.Op.REMOVE_COUNTERS_ANYWHERE:
        made = frames.push_on_targets(g, kinds.Frame.COUNTERS, f)
        made.count, made.up_to = frames.EVERYWHERE, amount(g, f, line.amount)
    elif op == kinds.Op.ATTACH:
        frames.push_on_targets(g, kinds.Frame.ATTACH, f)
    elif op == kinds.Op.ISSUE:
        made = frames.push_on_targets(g, kinds.Frame.ISSUE, f)
        made.ability, made.left, made.code = line.counter, amount(g, f, line.amount), f.line
    elif op == kinds.Op.HAND_DOWN_LEVEL:
        push_hand_shares(g, f, amount(g, f, line.amount))
    elif op == kinds.Op.BATCH_ADD or op == kinds.Op.BATCH_SUBTRACT or op == kinds.Op.DAMAGE_TOTAL:
        push_shares(g, f, line)
    elif op == kinds.Op.ASSIGN_DICE:
        made = frames.push_on_targets(g, kinds.Frame.ASSIGN, f)
        made.dice, made.among = amount(g, f, line.amount), line.among
    else:
        return False
    return True


@kernel()
def end_effect(g, m, f):
    """Check the HP conditions behind an effect, and open a window for counters; returns whether the frame waits (17.ruling.114)."""
    if f.link != frames.INSIDE and check_end(g, m):
        return True
    if m.counters_at_once == 1 and g.n_counters > 0 and f.host < 0 and f.step == frames.Step.BEGIN:
        f.step = frames.Step.GO_ON
        frames.push_window(g, frames.WindowMode.COUNTERS)  # 9.ruling.3 (c)
        return True
    return False


@handler
def step_program(g, m, f):
    """Run the program of the frame until it ends, asks, or pushes another frame."""
    while True:
        if g.over == 1:
            return
        if f.line >= f.end:
            pop(g, 1)
            return
        if g.players[f.user].out == 1:  # 9.ruling.41
            pop(g, 0)
            return
        line = m.code[f.line]
        op = line.op
        done = True
        if op == kinds.Op.NEXT:
            done = not end_effect(g, m, f)
        elif op == kinds.Op.IF:
            if not holds(g, m, line.expression, f.user, f.count):
                f.line = line.jump - 1
        elif simple(g, m, f, line):
            done = True
        elif is_removal(op):
            done = step_removal(g, m, f, op)
        elif op == kinds.Op.HYPNOTIZE:
            done = step_hypnotize(g, m, f, line)
        elif op == kinds.Op.CONSCRIPT:
            done = step_conscript(g, m, f)
        elif op == kinds.Op.DAMAGE_ENEMY_MINION:
            done = step_voodoo(g, m, f)
        elif op == kinds.Op.BERZERK:
            done = step_berzerk(g, m, f)
        elif op == kinds.Op.WOUND_EACH:
            done = step_wound_each(g, m, f, line)
        elif op == kinds.Op.DAMAGE:
            done = step_damage(g, m, f, line)
        elif op == kinds.Op.ROLL:
            if f.step == frames.Step.BEGIN:
                f.step = frames.Step.GO_ON
                done = not roll(g, m, f.user, amount(g, f, line.amount), frames.RollMode.EFFECT if f.host < 0 else frames.RollMode.COUNTER)
        elif is_about_player(op):
            done = step_player(g, m, f, line)
        elif f.step == frames.Step.BEGIN:  # primitives that are frames of their own
            f.step = frames.Step.GO_ON
            done = not push_primitive(g, f, line)
        if g.over == 1 or not done:
            return
        f.line += 1
        f.step = frames.Step.BEGIN
        if g.n_losses > 0:  # a chimera is asked first which constituent it loses
            return


@kernel()
def clear_batch(g):
    """Forget the shares of the last batch."""
    for i in range(ZONE_CAP):
        g.batch[i] = 0
