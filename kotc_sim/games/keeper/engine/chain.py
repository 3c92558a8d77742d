"""Windows and chains: who may start one, who may respond, and how links resolve (17.chain.*, 17.ruling.1 to 17.ruling.22).

The 9th Edition has no chains: an ability is carried out at once, events queue up (9.ruling.2). In the 5th each link takes one
response (5.chain.5) and conditioned abilities are named together after the chain (5.ruling.7).
"""

from __future__ import annotations

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.costs import pool_add
from kotc_sim.games.keeper.engine.events import check_end, raise_event
from kotc_sim.games.keeper.engine.react import answers
from kotc_sim.games.keeper.engine.record import MAX_LINKS
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, next_player, option, pop, push
from kotc_sim.games.keeper.engine.triggers import (
    can_use,
    event_key_of,
    list_answers,
    list_pops,
    list_window,
    mark_used,
    resource_cost,
    window_is_idle,
)
from kotc_sim.games.keeper.engine.zones import count_counters, end_spell, exhaust, log, move, pay_resources, remove_counter

LINK_CAP, CHAIN_FULL = 1, 2
MODE_FULL, MODE_COUNTERS = 0, 1


@kernel()
def may_link(g, m):
    """Tell whether another chaining action may be offered in this turn (17.ruling.21)."""
    if g.links_this_turn >= m.link_limit:
        g.raised |= LINK_CAP
        return False
    if g.n_links >= MAX_LINKS - 2:
        g.raised |= CHAIN_FULL
        return False
    return True


@handler
def step_activate(g, m, f):
    """Use an ability or pop a counter as a chain link: pay, become a link, select targets where that is done now.

    Returns 1 if there is a link. Frame: 0 player, 1 kind of option, 2 card, 3 ability or counter kind, 4 event or -1, 5 play mode,
    6 sub-ability, 7 link.
    """
    p, c, a = f.v[0], f.v[2], f.v[3]
    if f.pc == 0:
        if f.v[1] == kinds.Opt.POP:
            remove_counter(g, c, a, p, 1)
            log(g, kinds.Log.POP, p, c, a, 0, 0)
            link = g.links[g.n_links]
            link.kind = kinds.Link.COUNTER
            link.player = p
            link.negated = 0
            link.resolved = 0
            link.card = c
            link.ability = -1
            link.counter = a
            link.spell = 0
            link.stamp = g.cards[c].stamp
            g.n_links += 1
            g.links_this_turn += 1
            pop(g, 1)
            return
        if f.v[4] >= 0:
            mark_used(g, event_key_of(g, m, a, f.v[4]), c, a)
        card = g.cards[c]
        zone = card.zone
        play = f.v[5]
        spell = m.defs[card.definition].spell == 1 and card.pawn == 0
        pay_resources(g, p, resource_cost(g, m, c, play, spell and zone == kinds.Zone.HAND))
        log(g, kinds.Log.CAST if spell else kinds.Log.ACTIVATE, p, c, a, play, zone)
        g.seen[p, card.definition] |= 4 if spell else 8
        f.v[8] = 0
        if play == kinds.Play.NORMAL:
            if zone == kinds.Zone.BATTLEFIELD:
                exhaust(g, c)  # 17.minion.5
            else:
                move(g, m, c, kinds.Zone.NOWHERE, 0)  # 17.spell.4
                f.v[8] = 1
        elif m.responses != 2 or m.targets_at_activation == 1:
            f.v[8] = 2 if spell else 0  # 12.ruling.86: it goes to the grave, or stays there
        card.shown = -1
        f.pc = 1
        if m.abilities[a].cost_end > m.abilities[a].cost:
            push(g, kinds.Frame.COSTS, p, c, m.abilities[a].cost, m.abilities[a].cost_end, 0, 0, 0)
            return
    if f.pc == 1:
        if g.players[p].out == 1:  # 9.ruling.41
            if f.v[8] > 0:
                end_spell(g, m, c)  # it may belong to somebody else
            pop(g, 0)
            return
        f.v[7] = g.n_links
        link = g.links[g.n_links]
        link.kind = kinds.Link.ABILITY
        link.player = p
        link.negated = 0
        link.resolved = 0
        link.play = f.v[5]
        link.spell = f.v[8]
        link.card = c
        link.ability = a
        link.counter = -1
        link.stamp = g.cards[c].stamp
        link.stopped = 0
        g.n_links += 1
        g.links_this_turn += 1
        raise_event(g, m, kinds.Event.ACTED, c, p, 0, 0)  # 17.ruling.14
        if m.targets_at_activation == 0:
            pop(g, 1)
            return
        f.v[9] = g.n_pool
        f.pc = 2
    while True:  # 12.ruling.42: targets of all sub-abilities now
        link = g.links[f.v[7]]
        ability = m.abilities[a]
        if f.pc == 3:
            k = f.v[6]
            n = g.ret
            if n < 0 or (n == 0 and m.no_target_stops == 1):
                link.stopped = k + 1
                n = 0
            link.targets[k] = n
            f.v[6] += 1
            f.pc = 2
        if f.v[6] >= ability.n_subs or link.stopped > 0:
            pop(g, 1)
            return
        k = f.v[6]
        link.first[k] = g.n_pool
        link.targets[k] = 0
        if ability.select[k] < 0:
            f.v[6] += 1
            continue
        f.pc = 3
        push(g, kinds.Frame.SELECT, ability.select[k], p, c, 0, 0, 0, 0)
        top = g.frames[g.depth - 1]
        top.v[8] = a
        top.v[9] = ability.code[k]
        top.v[10] = f.v[9] if m.target_once_per_ability == 1 else g.n_pool
        return


@handler
def step_ability(g, m, f):
    """Carry out the sub-abilities of an ability in written order (17.ability.8). Frame: 0 user, 1 card, 2 ability, 3 link or -1,
    4 sub-ability, 5 first pool index, 6 stopped."""
    user, c, a, at = f.v[0], f.v[1], f.v[2], f.v[3]
    ability = m.abilities[a]
    early = m.targets_at_activation == 1
    while True:
        k = f.v[4]
        if g.players[user].out == 1:  # 9.ruling.41
            if f.pc > 0:
                g.n_pool = f.v[5]
            pop(g, 1)
            return
        if f.pc == 0:
            f.v[5] = g.n_pool
            f.pc = 10 if early and at < 0 else 1
        elif f.pc == 10:  # a deployed spell selects all its targets before its first effect
            if k >= ability.n_subs or f.v[6] > 0:
                f.v[4] = 0
                f.pc = 1
                continue
            f.v[7 + k] = g.n_pool
            if ability.select[k] < 0:
                f.v[4] += 1
                continue
            f.pc = 11
            push(g, kinds.Frame.SELECT, ability.select[k], user, c, 0, 0, 0, 0)
            top = g.frames[g.depth - 1]
            top.v[8] = a
            top.v[9] = ability.code[k]
            top.v[10] = f.v[5] if m.target_once_per_ability == 1 else g.n_pool
            return
        elif f.pc == 11:
            if g.ret < 0 or (g.ret == 0 and m.no_target_stops == 1):
                f.v[6] = k + 1
            f.v[4] += 1
            f.pc = 10
        elif f.pc == 1:
            if k >= ability.n_subs:
                g.n_pool = f.v[5]
                pop(g, 1)
                return
            stopped = g.links[at].stopped if at >= 0 else f.v[6]
            if early and stopped > 0 and k + 1 >= stopped:
                g.n_pool = f.v[5]
                pop(g, 1)
                return
            if early or ability.select[k] < 0:
                f.pc = 2
                g.ret = 0
                continue
            f.pc = 2
            push(g, kinds.Frame.SELECT, ability.select[k], user, c, 0, 0, 0, 0)
            top = g.frames[g.depth - 1]
            top.v[8] = a
            top.v[9] = ability.code[k]
            top.v[10] = g.n_pool
            return
        elif f.pc == 2:
            n = max(0, g.ret)
            first = g.n_pool - n
            if early:
                if at >= 0:
                    first = g.links[at].first[k]
                    n = g.links[at].targets[k]
                else:
                    first = f.v[7 + k]
                    n = (f.v[8 + k] if k + 1 < ability.n_subs else g.n_pool) - first
            f.pc = 3
            push(g, kinds.Frame.PROGRAM, ability.code[k], ability.code_end[k], user, c, -1, first, n)
            top = g.frames[g.depth - 1]
            top.v[7] = at
            top.v[10] = a
            return
        else:
            if not early:
                g.n_pool = f.v[5]
            f.v[4] += 1
            f.pc = 1


@handler
def step_resolve(g, m, f):
    """Resolve one link completely (17.chain.7). Frame: 0 link, 1 whether the host is in the pool."""
    link = g.links[f.v[0]]
    if f.pc == 0:
        f.pc = 1
        log(g, kinds.Log.LINK_RESOLVES, link.player, link.card, f.v[0], link.negated, link.kind)
        if link.negated == 0:
            if link.kind == kinds.Link.ABILITY:
                push(g, kinds.Frame.ABILITY, link.player, link.card, link.ability, f.v[0], 0, 0, 0)
                return
            if link.kind == kinds.Link.COUNTER:
                host = link.card
                if g.cards[host].stamp == link.stamp and g.cards[host].zone == kinds.Zone.BATTLEFIELD:  # 17.ruling.69, 12.ruling.95
                    pool_add(g, host)
                    f.v[1] = 1
                    k = m.kinds[link.counter]
                    push(g, kinds.Frame.PROGRAM, k.code, k.code_end, link.player, host, host, g.n_pool - 1, 1)
                    g.frames[g.depth - 1].v[7] = -1
                    return
    link.resolved = 1
    g.n_pool -= f.v[1]
    if link.kind == kinds.Link.ABILITY and link.spell > 0:
        end_spell(g, m, link.card)
    pop(g, 1)
    check_end(g, m)


@handler
def step_traps(g, m, f):
    """Offer Trap Counters after a link was made (17.ruling.18). Frame: 0 acting player, 1 asked, 2 passes, 3 host, 4 owner.

    Returns the player who made a new link, or -1.
    """
    while True:
        if f.pc == 0:
            f.v[1] = next_player(g, f.v[0])
            f.pc = 1
        elif f.pc == 1:
            if f.v[2] >= g.n_left or not may_link(g, m):
                pop(g, -1)
                return
            p = f.v[1]
            clear_options(g)
            for i in range(g.n_counters):
                s = g.counters[i]
                if s.owner != p or m.kinds[s.kind].react != kinds.React.CHAINING_ACTION:
                    continue
                card = g.cards[s.card]
                if card.zone == kinds.Zone.BATTLEFIELD and card.exhausted == 0 and card.petrified == 0:
                    option(g, kinds.Opt.POP, s.card, s.kind, -1, 0, p, -1)
            if g.n_options == 0:
                f.v[2] += 1
                f.v[1] = next_player(g, p)
                continue
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
            f.pc = 2
            ask(g, p, kinds.Ask.REACT, -1, -1, kinds.React.CHAINING_ACTION)
            return
        elif f.pc == 2:
            o = chosen(g)
            if o.kind == kinds.Opt.PASS:
                f.v[2] += 1
                f.v[1] = next_player(g, f.v[1])
                f.pc = 1
                continue
            f.v[3] = o.card
            remove_counter(g, o.card, o.ability, f.v[1], 1)
            log(g, kinds.Log.POP, f.v[1], o.card, o.ability, 0, 0)
            holder = g.cards[f.v[3]].holder
            d = m.defs[g.cards[f.v[3]].definition]
            clear_options(g)
            for a in range(d.first_ability, d.first_ability + d.n_abilities):
                if can_use(g, m, holder, f.v[3], a, kinds.Play.NORMAL):  # 17.ruling.19: only the condition is ignored
                    option(g, kinds.Opt.ACTIVATE, f.v[3], a, -1, kinds.Play.NORMAL, holder, -1)
            if g.n_options == 0:
                f.v[2] = 0
                f.v[1] = next_player(g, f.v[0])
                f.pc = 1
                continue
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, holder, -1)
            f.pc = 3
            ask(g, holder, kinds.Ask.TRAP, f.v[3], -1, -1)
            return
        elif f.pc == 3:
            o = chosen(g)
            if o.kind == kinds.Opt.PASS:
                f.v[2] = 0
                f.v[1] = next_player(g, f.v[0])
                f.pc = 1
                continue
            f.v[4] = o.player
            f.pc = 4
            push(g, kinds.Frame.ACTIVATE, o.player, kinds.Opt.ACTIVATE, o.card, o.ability, -1, kinds.Play.NORMAL, 0)
            return
        else:
            pop(g, f.v[4] if g.ret == 1 else -1)
            return


@kernel()
def last_open(g):
    """Return the newest link that has not resolved, or -1."""
    for i in range(g.n_links - 1, -1, -1):
        if g.links[i].resolved == 0:
            return i
    return -1


@kernel()
def list_single_responses(g, m, p, link):
    """List what player ``p`` may answer the latest link with in the 5th Edition (5.chain.3, 5.chain.4)."""
    kind = 3
    if link.kind == kinds.Link.SUMMON:
        kind = 1
    elif link.kind == kinds.Link.ATTACK:
        kind = 2
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
                    option(g, kinds.Opt.ACTIVATE, c, a, -1, kinds.Play.NORMAL, p, -1)


@kernel()
def next_responder(g, p, tried):
    """Return who has the right to respond next, or -1 (5.chain.7, 5.ruling.19); ``tried`` is a bit mask."""
    best = -1
    best_turn = -1
    best_distance = -1
    for q in range(g.n_players):
        if q == p or (tried >> q) & 1 or g.players[q].out == 1:
            continue
        turn = g.players[q].ended_turn
        distance = (q - g.turn_player) % g.n_players
        if turn > best_turn or (turn == best_turn and distance > best_distance):
            best = q
            best_turn = turn
            best_distance = distance
    return best


@kernel()
def add_bare_link(g, p, kind, c):
    """Make link 1 of a summon or an attack (5.chain.1, 5.ruling.8)."""
    link = g.links[g.n_links]
    link.kind = kind
    link.player = p
    link.negated = 0
    link.resolved = 0
    link.spell = 0
    link.card = c
    link.ability = -1
    link.stamp = g.cards[c].stamp if c >= 0 else 0
    g.n_links += 1
    g.links_this_turn += 1


@handler
def step_chain(g, m, f):
    """Build a chain, then resolve it from the newest link to the first (17.chain.2 to 17.chain.7).

    Frame: 0 player, 1 kind of option, 2 card, 3 ability, 4 event, 5 play mode, 6 asked, 7 passes, 8 pool, 9 players tried,
    10 links below, 11 named link + 1, 12 response option. Returns 1.
    """
    while True:
        if f.pc == 0:
            g.chain_number += 1
            g.building = 1
            f.v[8] = g.n_pool
            f.v[10] = g.n_links
            f.pc = 1
            if f.v[11] > 0:  # a link that was named before (5.ruling.7)
                g.links[f.v[11] - 1].resolved = 0
                f.v[6] = g.links[f.v[11] - 1].player
                f.pc = 2
            elif f.v[1] == kinds.Opt.SUMMON or f.v[1] == kinds.Opt.ATTACK_PLAYER:
                add_bare_link(g, f.v[0], kinds.Link.SUMMON if f.v[1] == kinds.Opt.SUMMON else kinds.Link.ATTACK, f.v[2])
                f.v[6] = f.v[0]
                f.pc = 2
            else:
                f.v[6] = f.v[0]
                push(g, kinds.Frame.ACTIVATE, f.v[0], f.v[1], f.v[2], f.v[3], f.v[4], f.v[5], 0)
                return
        elif f.pc == 1:
            f.pc = 2 if g.ret == 1 else 8
        elif f.pc == 2:  # a link was made by player v6
            if answers(m, kinds.React.CHAINING_ACTION) and g.n_counters > 0:
                f.pc = 3
                push(g, kinds.Frame.TRAPS, f.v[6], 0, 0, 0, 0, 0, 0)
                return
            f.pc = 4
        elif f.pc == 3:
            if g.ret >= 0:
                f.v[6] = g.ret
                f.pc = 2
            else:
                f.pc = 4
        elif f.pc == 4:  # the round of responses starts at the left of the player who made the link
            f.v[7] = 0
            f.v[9] = 0
            if m.responses == 0:
                f.pc = 8
                if m.counters_at_once == 1 and g.n_counters > 0:
                    push(g, kinds.Frame.WINDOW, MODE_COUNTERS, 0, 0, 0, 0, 0, 0)
                    return
            elif m.responses == 1:
                f.pc = 6
            else:
                f.v[6] = next_player(g, f.v[6])
                f.pc = 5
        elif f.pc == 5:
            if f.v[7] >= g.n_left or window_is_idle(g, m) or not may_link(g, m):
                f.pc = 8
                continue
            p = f.v[6]
            clear_options(g)
            list_window(g, m, p, True)
            if g.n_options == 0:
                f.v[7] += 1
                f.v[6] = next_player(g, p)
                continue
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
            g.asked_link = g.n_links - 1
            f.pc = 7
            ask(g, p, kinds.Ask.RESPOND, g.links[g.n_links - 1].card, g.links[g.n_links - 1].ability, -1)
            return
        elif f.pc == 6:  # one response, by one player
            at = last_open(g)
            p = next_responder(g, g.links[at].player, f.v[9])
            if p < 0 or not may_link(g, m):
                f.pc = 8
                kind = g.links[last_open(g)].kind
                if m.counters_at_once == 1 and g.n_counters > 0 and kind == kinds.Link.ABILITY:  # before its effects (9.ruling.3 c)
                    push(g, kinds.Frame.WINDOW, MODE_COUNTERS, 0, 0, 0, 0, 0, 0)
                    return
                continue
            f.v[9] |= 1 << p
            f.v[6] = p
            clear_options(g)
            list_single_responses(g, m, p, g.links[at])
            if g.n_options == 0:
                continue
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
            g.asked_link = at
            f.pc = 7
            ask(g, p, kinds.Ask.RESPOND, g.links[at].card, g.links[at].ability, -1)
            return
        elif f.pc == 7:
            o = chosen(g)
            if o.kind == kinds.Opt.PASS:
                f.v[7] += 1
                if m.responses == 1:
                    f.pc = 6
                else:
                    f.v[6] = next_player(g, f.v[6])
                    f.pc = 5
                continue
            f.pc = 1
            push(g, kinds.Frame.ACTIVATE, f.v[6], o.kind, o.card, o.ability, o.event, o.amount, 0)
            return
        elif f.pc == 8:
            g.building = 0
            g.resolving = 1
            at = last_open(g)
            if at >= 0 and (at >= f.v[10] or at == f.v[11] - 1):
                push(g, kinds.Frame.RESOLVE, at, 0, 0, 0, 0, 0, 0)
                f.pc = 9
                return
            f.pc = 10
        elif f.pc == 9:
            f.pc = 8
            if m.counters_at_once == 1 and g.n_counters > 0 and last_open(g) >= f.v[10]:  # 5.counter.4: between links
                push(g, kinds.Frame.WINDOW, MODE_COUNTERS, 0, 0, 0, 0, 0, 0)
                return
        elif f.pc == 10:
            g.resolving = 0
            g.n_links = f.v[10]
            g.n_pool = f.v[8]
            if m.events == 1:  # 12.ruling.79
                w = g.event_base
                for i in range(g.event_base, g.n_events):
                    if g.events[i].chain == 0:
                        g.events[w] = g.events[i]
                        w += 1
                g.n_events = w
                if g.n_events == g.event_base:
                    g.n_used = g.used_base
            f.pc = 11
        else:
            if g.n_berzerk > 0:  # 17.ruling.73
                push(g, kinds.Frame.BERZERK, 0, 0, 0, 0, 0, 0, 0)
                return
            pop(g, 1)
            return


@kernel()
def close_window(g, m):
    """Forget the events that could be answered in the window that closes (17.ruling.4)."""
    g.n_events = g.event_base
    g.n_used = g.used_base


@handler
def step_window(g, m, f):
    """A window: players may act in turn until all pass in a row (17.ruling.1 to 17.ruling.4, 9.ruling.2, 9.ruling.3).

    Frame: 0 mode, 1 asked, 2 passes, 3 counter kind, 4 first and 5 last event of the group at hand (queue), 6 named links,
    7 next named link, 8 links and 9 pool below.
    """
    while True:
        if f.pc == 0:
            f.v[1] = g.turn_player
            f.v[2] = 0
            f.v[4] = g.event_base
            f.v[5] = g.event_base
            f.v[8] = g.n_links
            f.v[9] = g.n_pool
            f.pc = 1
        elif f.pc == 1:
            p = f.v[1]
            if g.players[p].out == 1:  # 9.endgame.4
                f.v[1] = next_player(g, p)
                continue
            full = f.v[0] == MODE_FULL
            if window_is_idle(g, m) or (f.v[2] > 0 and f.v[2] >= g.n_left):
                if full and m.events == 2 and f.v[5] < g.n_events:
                    f.v[4] = f.v[5]  # the next event of the queue
                    while f.v[5] < g.n_events and g.events[f.v[5]].step == g.events[f.v[4]].step:
                        f.v[5] += 1
                    f.v[1] = g.turn_player
                    f.v[2] = 0
                    continue
                if full and f.v[6] > 0:
                    f.v[7] = 0
                    f.pc = 5
                    continue
                if full:
                    close_window(g, m)
                pop(g, 0)
                return
            clear_options(g)
            if m.counters_at_once == 1:
                if g.n_counters > 0:
                    list_pops(g, m, p, kinds.Pop.AT_ONCE)
                if full and may_link(g, m):
                    if m.events == 2:
                        list_answers(g, m, p, f.v[4], f.v[5], False)
                    elif m.events == 3:
                        list_answers(g, m, p, g.event_base, g.n_events, False)
                    else:
                        list_window(g, m, p, False)
            elif full and may_link(g, m):
                list_window(g, m, p, False)
            if g.n_options == 0:
                f.v[2] += 1
                f.v[1] = next_player(g, p)
                continue
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
            f.pc = 2
            ask(g, p, kinds.Ask.WINDOW, -1, -1, f.v[0])
            return
        elif f.pc == 2:
            o = chosen(g)
            p = f.v[1]
            f.pc = 1
            if o.kind == kinds.Opt.PASS:
                f.v[2] += 1
                f.v[1] = next_player(g, p)
                continue
            f.v[2] = 0
            if o.kind == kinds.Opt.POP and m.kinds[o.ability].pop == kinds.Pop.AT_ONCE:
                c, kind = int(o.card), int(o.ability)
                if count_counters(g, c, kind, p) == 0:
                    continue
                remove_counter(g, c, kind, p, 1)
                log(g, kinds.Log.POP, p, c, kind, 0, 0)
                pool_add(g, c)
                f.v[1] = g.turn_player
                f.pc = 3
                k = m.kinds[kind]
                push(g, kinds.Frame.PROGRAM, k.code, k.code_end, p, c, c, g.n_pool - 1, 1)
                g.frames[g.depth - 1].v[7] = -1
                return
            if m.events == 3:
                f.pc = 4
                f.v[1] = next_player(g, p)
                push(g, kinds.Frame.ACTIVATE, p, o.kind, o.card, o.ability, o.event, o.amount, 0)
                return
            f.v[1] = g.turn_player if m.events < 2 else next_player(g, p)
            push(g, kinds.Frame.CHAIN, p, o.kind, o.card, o.ability, o.event, o.amount, 0)
            return
        elif f.pc == 3:
            g.n_pool -= 1
            f.pc = 1
            if check_end(g, m):
                return
        elif f.pc == 4:
            f.pc = 1
            if g.ret == 1:
                g.links[g.n_links - 1].resolved = 2  # named, its chain comes later
                f.v[6] += 1
        elif f.pc == 5:  # each named ability is the first link of a chain of its own (5.ruling.7)
            if f.v[7] == 0:
                f.v[4] = g.n_events
            if f.v[7] >= f.v[6]:
                g.n_links = f.v[8]
                g.n_pool = f.v[9]
                w = g.event_base
                for i in range(f.v[4], g.n_events):  # events caused meanwhile have waited until now
                    g.events[w] = g.events[i]
                    w += 1
                g.n_events = w
                g.n_used = g.used_base
                f.v[6] = 0
                f.v[1] = g.turn_player
                f.v[2] = 0
                f.pc = 1
                continue
            at = f.v[8] + f.v[7]
            f.v[7] += 1
            push(g, kinds.Frame.CHAIN, g.links[at].player, kinds.Opt.ACTIVATE, g.links[at].card, g.links[at].ability, -1, 0, 0)
            g.frames[g.depth - 1].v[11] = at + 1
            return


@kernel()
def open_window(g, m):
    """Push a window unless it is certain that nobody can act in it; returns whether one was pushed (17.ruling.17)."""
    if window_is_idle(g, m):
        return False
    push(g, kinds.Frame.WINDOW, MODE_FULL, 0, 0, 0, 0, 0, 0)
    return True
