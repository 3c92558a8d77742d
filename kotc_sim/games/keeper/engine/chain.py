"""Chains: how links are made, who may respond, and how they resolve (17.chain.*, 17.ruling.1 to 17.ruling.22).

The 9th Edition has no chains: an ability is carried out at once, events queue up (9.ruling.2). In the 5th each link takes one
response (5.chain.5) and conditioned abilities are named together after the chain (5.ruling.7).
"""

from kotc_sim.compiler import kernel
from kotc_sim.compiler.late import late
from kotc_sim.compiler.types import boolean
from kotc_sim.games.keeper.engine import frames, kinds, stack
from kotc_sim.games.keeper.engine.actions import list_standard
from kotc_sim.games.keeper.engine.activate import add_link, may_link
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.costs import pool_add
from kotc_sim.games.keeper.engine.events import check_end
from kotc_sim.games.keeper.engine.looking import look_at
from kotc_sim.games.keeper.engine.react import answers
from kotc_sim.games.keeper.engine.record import MAX_TRAPPED, FrameType, GameType, MatchType
from kotc_sim.games.keeper.engine.triggers import can_use, list_window, window_is_idle
from kotc_sim.games.keeper.engine.zones import end_spell, log, meet_limit, remove_counter


@kernel()
def begin_resolving(g, m, f, link):
    """Push what the link does, if it is not negated; returns whether it does anything."""
    f.pc = frames.ResolveStage.RESOLVED
    log(g, kinds.Log.LINK_RESOLVES, link.player, link.card, f.link, link.negated, link.kind)
    if link.negated == 1:
        return False
    if link.kind == kinds.Link.ABILITY:
        frames.push_ability(g, link.player, link.card, link.ability, f.link)
        return True
    host = link.card
    if link.kind != kinds.Link.COUNTER or g.cards[host].zone == kinds.Zone.REMOVED:
        return False
    if m.targets_kept == 0 and (g.cards[host].stamp != link.stamp or g.cards[host].zone != kinds.Zone.BATTLEFIELD):
        return False  # 17.ruling.69, 12.ruling.95
    pool_add(g, host)
    f.in_pool = 1
    chosen_victim = m.kinds[link.counter].targets == kinds.CounterTarget.VICTIM
    frames.push_counter(g, m, link.counter, link.player, host, f.link if chosen_victim else stack.NONE)
    return True


@handler
def step_resolve(g, m, f):
    """Resolve one link completely (17.chain.7)."""
    link = g.links[f.link]
    if f.pc == frames.ResolveStage.BEGIN and begin_resolving(g, m, f, link):
        return
    link.resolved = kinds.Resolved.YES
    g.n_pool -= f.in_pool
    if link.kind == kinds.Link.ABILITY and link.spell != kinds.Spell.STAYS:
        end_spell(g, m, link.card)
    stack.pop(g, 1)
    check_end(g, m)


@kernel()
def ask_trap_counter(g, m, f):
    """Ask the next player who has a Trap Counter; returns whether there is one (17.ruling.18)."""
    while f.passes < g.n_left and may_link(g, m):
        p = f.asked
        stack.clear_options(g)
        for i in range(g.n_counters):
            s = g.counters[i]
            if s.owner != p or m.kinds[s.kind].react != kinds.React.CHAINING_ACTION:
                continue
            card = g.cards[s.card]
            if card.zone == kinds.Zone.BATTLEFIELD and card.exhausted == 0 and card.petrified == 0:
                stack.offer_ability(g, kinds.Opt.POP, s.card, s.kind, 0, p)
        if g.n_options > 0:
            stack.offer_plain(g, kinds.Opt.PASS, p)
            f.pc = frames.TrapsStage.COUNTER_CHOSEN
            stack.ask(g, p, kinds.Ask.REACT, kinds.React.CHAINING_ACTION)
            return True
        f.passes += 1
        f.asked = stack.next_player(g, p)
    return False


@kernel()
def spring_trap(g, f):
    """Pop the Trap Counter that was chosen: its host may be used once in this chain, in place of a response (20.counter.7)."""
    o = stack.chosen(g)
    remove_counter(g, o.card, o.ability, f.asked, 1)
    log(g, kinds.Log.POP, f.asked, o.card, o.ability, 0, 0)
    f.pc = frames.TrapsStage.LIST_COUNTERS
    if g.n_trapped >= MAX_TRAPPED:
        meet_limit(g)
        return
    g.trapped[g.n_trapped] = o.card
    g.n_trapped += 1


@kernel()
def forget_trapped(g, c):
    """Card ``c`` has been used as a Trap Counter allowed."""
    for k in range(g.n_trapped):
        if g.trapped[k] == c:
            g.n_trapped -= 1
            g.trapped[k] = g.trapped[g.n_trapped]
            return


@kernel()
def ask_trap_ability(g, m, f):
    """Pop the Trap Counter that was chosen and ask which ability of its host is used; returns whether one can be (17.ruling.19)."""
    o = stack.chosen(g)
    c = int(o.card)
    f.host = c
    remove_counter(g, c, o.ability, f.asked, 1)
    log(g, kinds.Log.POP, f.asked, c, o.ability, 0, 0)
    holder = g.cards[c].holder
    d = m.defs[g.cards[c].definition]
    stack.clear_options(g)
    for a in range(d.first_ability, d.first_ability + d.n_abilities):
        if can_use(g, m, holder, c, a, kinds.Play.NORMAL):  # only the condition is ignored
            stack.offer_ability(g, kinds.Opt.ACTIVATE, c, a, kinds.Play.NORMAL, holder)
    if g.n_options == 0:
        return False
    stack.offer_plain(g, kinds.Opt.PASS, holder)
    f.pc = frames.TrapsStage.ABILITY_CHOSEN
    stack.ask_for(g, holder, kinds.Ask.TRAP, c, stack.NONE)
    return True


@kernel()
def ask_again_for_traps(g, f):
    """Begin the round of Trap Counters again, after one was popped in vain."""
    f.passes = 0
    f.asked = stack.next_player(g, f.player)
    f.pc = frames.TrapsStage.LIST_COUNTERS


@handler
def step_traps(g, m, f):
    """Offer Trap Counters after a link was made (17.ruling.18). Returns the player who made a new link, or -1."""
    while True:
        if f.pc == frames.TrapsStage.BEGIN:
            f.asked = int(g.turn_player) if m.trap_as_response == 1 else stack.next_player(g, f.player)  # 20.counter.8
            f.pc = frames.TrapsStage.LIST_COUNTERS
        elif f.pc == frames.TrapsStage.LIST_COUNTERS:
            if not ask_trap_counter(g, m, f):
                stack.pop(g, stack.NONE)
            return
        elif f.pc == frames.TrapsStage.COUNTER_CHOSEN:
            if stack.chosen(g).kind == kinds.Opt.PASS:
                f.passes += 1
                f.asked = stack.next_player(g, f.asked)
                f.pc = frames.TrapsStage.LIST_COUNTERS
            elif m.trap_as_response == 1:
                spring_trap(g, f)
            elif ask_trap_ability(g, m, f):
                return
            else:
                ask_again_for_traps(g, f)
        elif f.pc == frames.TrapsStage.ABILITY_CHOSEN:
            o = stack.chosen(g)
            if o.kind == kinds.Opt.PASS:
                ask_again_for_traps(g, f)
                continue
            f.owner = o.player
            f.pc = frames.TrapsStage.LINK_TRIED
            frames.push_activate(g, o.player, kinds.Opt.ACTIVATE, o.card, o.ability, -1, kinds.Play.NORMAL)
            return
        else:
            stack.pop(g, f.owner if g.ret == 1 else stack.NONE)
            return


@kernel()
def last_open(g):
    """Return the newest link that has not resolved, or -1."""
    for i in range(g.n_links - 1, -1, -1):
        if g.links[i].resolved == kinds.Resolved.NO:
            return i
    return -1


@kernel()
def list_single_responses(g, m, p, link):
    """List what player ``p`` may answer the latest link with in the 5th Edition (5.chain.3, 5.chain.4)."""
    kind = kinds.Respond.EFFECT
    if link.kind == kinds.Link.SUMMON:
        kind = kinds.Respond.SUMMON
    elif link.kind == kinds.Link.ATTACK:
        kind = kinds.Respond.ATTACK
    look_at(g, p)
    player = g.players[p]
    for zone in (kinds.Zone.BATTLEFIELD, kinds.Zone.TRAPFIELD):
        for i in range(player.n[zone]):
            c = player.zone[zone, i]
            d = m.defs[g.cards[c].definition]
            if d.triggered == 0:
                continue
            for a in range(d.first_ability, d.first_ability + d.n_abilities):
                if m.abilities[a].respond == kind and can_use(g, m, p, c, a, kinds.Play.NORMAL):
                    g.seen[p, g.cards[c].definition] |= 2
                    stack.offer_ability(g, kinds.Opt.ACTIVATE, c, a, kinds.Play.NORMAL, p)


@kernel()
def next_responder(g, m, p, tried):
    """Return who has the right to respond next, or -1 (5.chain.7, 5.ruling.19, 6.chain.1); ``tried`` is a bit mask."""
    best = -1
    best_turn = -1
    best_distance = -1
    for q in range(g.n_players):
        if q == p or (tried >> q) & 1 or g.players[q].out == 1:
            continue
        turn = g.players[q].ended_turn
        distance = (q - g.turn_player) % g.n_players
        if m.next_turn_first == 1:
            turn = 0
            distance = (g.turn_player - q) % g.n_players  # the turn player's next turn comes last
        if turn > best_turn or (turn == best_turn and distance > best_distance):
            best = q
            best_turn = turn
            best_distance = distance
    return best


@kernel()
def begin_chain(g, f):
    """Begin a chain by its first link; returns whether that is tried first (17.chain.2, 5.chain.1, 5.ruling.7, 5.ruling.8)."""
    g.chain_number += 1
    g.building = 1
    f.pool = g.n_pool
    f.links_below = g.n_links
    player, how, c = f.player, f.option, f.card
    f.asked = player
    f.pc = frames.ChainStage.OFFER_TRAPS
    if f.named > 0:
        link = g.links[f.named - 1]
        link.resolved = kinds.Resolved.NO
        f.asked = link.player
        return False
    if how == kinds.Opt.SUMMON or how == kinds.Opt.ATTACK_PLAYER:
        add_link(g, kinds.Link.SUMMON if how == kinds.Opt.SUMMON else kinds.Link.ATTACK, player, c, -1, kinds.Spell.STAYS)
        return False
    f.pc = frames.ChainStage.LINK_TRIED
    frames.push_activate(g, player, how, c, f.ability, f.event, f.play)
    return True


@kernel()
def begin_responses(g, m, f):
    """Begin the round of responses, at the left of the player who made the link; returns whether the frame waits (17.chain.3)."""
    f.passes = f.tried = 0
    if m.responses == kinds.Responses.NONE:
        f.pc = frames.ChainStage.RESOLVE_NEXT
        if m.counters_at_once == 1 and g.n_counters > 0:
            frames.push_window(g, frames.WindowMode.COUNTERS)
            return True
    elif m.responses == kinds.Responses.ONE:
        f.pc = frames.ChainStage.LIST_SINGLE_RESPONSE
    else:
        first = stack.next_player(g, f.asked)
        if m.turn_player_first == 1 and g.players[g.turn_player].out == 0:
            first = int(g.turn_player)
        f.asked = first
        f.pc = frames.ChainStage.LIST_RESPONSES
    return False


@kernel()
def ask_response(g, f, p, at):
    """Ask player ``p`` for a response to link ``at``; the options are listed."""
    stack.offer_plain(g, kinds.Opt.PASS, p)
    g.asked_link = at
    f.pc = frames.ChainStage.RESPONSE_CHOSEN
    stack.ask_for_ability(g, p, kinds.Ask.RESPOND, g.links[at].card, g.links[at].ability, stack.NONE)


@kernel()
def standard_answers(g, m):
    """Return whether the turn player may answer links with abilities without a condition now (16.chain.1, 16.ruling.8)."""
    return m.standard_any == 1 and g.phase == kinds.Phase.ACTION and g.n_battles == 0


@kernel()
def list_responses(g, m, p):
    """List what player ``p`` may answer a link with (17.ruling.3, 16.chain.1)."""
    list_window(g, m, p, True)
    if standard_answers(g, m) and p == g.turn_player:
        list_standard(g, m, p)


@kernel()
def nobody_answers(g, m):
    """Return whether it is certain that nobody can answer a link now."""
    return window_is_idle(g, m) and not standard_answers(g, m)


@kernel()
def ask_next_response(g, m, f):
    """Ask the next player who can respond; returns whether there is one (17.chain.4)."""
    while f.passes < g.n_left and not nobody_answers(g, m) and may_link(g, m):
        p = f.asked
        stack.clear_options(g)
        list_responses(g, m, p)
        if g.n_options > 0:
            ask_response(g, f, p, g.n_links - 1)
            return True
        f.passes += 1
        f.asked = stack.next_player(g, p)
    f.pc = frames.ChainStage.RESOLVE_NEXT
    return False


@late(boolean(GameType, MatchType, FrameType))
def ask_single_response(g, m, f):
    """Ask who has the right to respond next, each once; returns whether the frame waits (5.chain.5, 5.chain.7)."""
    at = last_open(g)
    p = next_responder(g, m, g.links[at].player, f.tried)
    if p < 0 or not may_link(g, m):
        f.pc = frames.ChainStage.RESOLVE_NEXT
        if m.counters_at_once == 1 and g.n_counters > 0 and g.links[at].kind == kinds.Link.ABILITY:  # before its effects (9.ruling.3 c)
            frames.push_window(g, frames.WindowMode.COUNTERS)
            return True
        return False
    f.tried |= 1 << p
    f.asked = p
    stack.clear_options(g)
    list_single_responses(g, m, p, g.links[at])
    if g.n_options == 0:
        return False
    ask_response(g, f, p, at)
    return True


@kernel()
def respond(g, m, f):
    """Take the response that was chosen, or the next player's turn to respond; returns whether a link is tried."""
    o = stack.chosen(g)
    if o.kind != kinds.Opt.PASS:
        f.pc = frames.ChainStage.LINK_TRIED
        if o.kind == kinds.Opt.ACTIVATE and o.amount == kinds.Play.TRAP:
            forget_trapped(g, int(o.card))
        frames.push_activate(g, f.asked, o.kind, o.card, o.ability, o.event, o.amount)
        return True
    f.passes += 1
    if m.responses == kinds.Responses.ONE:
        f.pc = frames.ChainStage.LIST_SINGLE_RESPONSE
    else:
        f.asked = stack.next_player(g, f.asked)
        f.pc = frames.ChainStage.LIST_RESPONSES
    return False


@kernel()
def resolve_next(g, f):
    """Push the newest link of the chain that has not resolved; returns whether there is one (17.chain.7)."""
    g.building = 0
    g.resolving = 1
    at = last_open(g)
    if at < 0 or (at < f.links_below and at != f.named - 1):
        return False
    stack.push(g, kinds.Frame.RESOLVE).link = at
    f.pc = frames.ChainStage.LINK_RESOLVED
    return True


@kernel()
def close_chain(g, m, f):
    """Forget the chain's links and targets, and what could only be answered in it (17.chain.8, 12.ruling.79)."""
    g.resolving = g.n_trapped = 0
    if f.option != kinds.Opt.ATTACK_PLAYER:  # the dice of an attack are of its chain (5.ruling.14)
        g.chain_number += 1
    g.n_links = f.links_below
    g.n_pool = f.pool
    if m.events == kinds.EventMode.WINDOW_OR_CHAIN:
        w = g.event_base
        for i in range(g.event_base, g.n_events):
            if g.events[i].chain == 0:
                g.events[w] = g.events[i]
                w += 1
        g.n_events = w
        if g.n_events == g.event_base:
            g.n_used = g.used_base


@handler
def step_chain(g, m, f):
    """Build a chain, then resolve it from the newest link to the first (17.chain.2 to 17.chain.7). Returns 1."""
    while True:
        if f.pc == frames.ChainStage.BEGIN:
            if begin_chain(g, f):
                return
        elif f.pc == frames.ChainStage.LINK_TRIED:
            f.pc = frames.ChainStage.OFFER_TRAPS if g.ret == 1 else frames.ChainStage.RESOLVE_NEXT
        elif f.pc == frames.ChainStage.OFFER_TRAPS:
            if answers(m, kinds.React.CHAINING_ACTION) and g.n_counters > 0:
                f.pc = frames.ChainStage.TRAPS_OFFERED
                stack.push(g, kinds.Frame.TRAPS).player = f.asked
                return
            f.pc = frames.ChainStage.BEGIN_RESPONSES
        elif f.pc == frames.ChainStage.TRAPS_OFFERED:
            f.pc = frames.ChainStage.BEGIN_RESPONSES
            if g.ret >= 0:
                f.asked = g.ret
                f.pc = frames.ChainStage.OFFER_TRAPS
        elif f.pc == frames.ChainStage.BEGIN_RESPONSES:
            if begin_responses(g, m, f):
                return
        elif f.pc == frames.ChainStage.LIST_RESPONSES:
            if ask_next_response(g, m, f):
                return
        elif f.pc == frames.ChainStage.LIST_SINGLE_RESPONSE:
            if ask_single_response(g, m, f):
                return
        elif f.pc == frames.ChainStage.RESPONSE_CHOSEN:
            if respond(g, m, f):
                return
        elif f.pc == frames.ChainStage.RESOLVE_NEXT:
            if resolve_next(g, f):
                return
            f.pc = frames.ChainStage.CLOSE
        elif f.pc == frames.ChainStage.LINK_RESOLVED:
            f.pc = frames.ChainStage.RESOLVE_NEXT
            if m.counters_at_once == 1 and g.n_counters > 0 and last_open(g) >= f.links_below:  # 5.counter.4: between links
                frames.push_window(g, frames.WindowMode.COUNTERS)
                return
        elif f.pc == frames.ChainStage.CLOSE:
            close_chain(g, m, f)
            f.pc = frames.ChainStage.BERZERK
        else:
            if g.n_berzerk > 0:  # 17.ruling.73
                stack.push(g, kinds.Frame.BERZERK)
                return
            stack.pop(g, 1)
            return
