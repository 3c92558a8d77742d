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
from kotc_sim.games.keeper.engine.frames import (
    NOBODY,
    AbilitySlot,
    AbilityStage,
    ActivateSlot,
    ActivateStage,
    ChainSlot,
    ChainStage,
    ResolveSlot,
    ResolveStage,
    TrapsSlot,
    TrapsStage,
    WindowMode,
    WindowSlot,
    WindowStage,
    push_ability,
    push_activate,
    push_berzerk,
    push_chain,
    push_costs,
    push_counter,
    push_named_chain,
    push_program,
    push_resolve,
    push_select,
    push_traps,
    push_window,
)
from kotc_sim.games.keeper.engine.react import answers
from kotc_sim.games.keeper.engine.record import MAX_LINKS
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, next_player, option, pop
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


@kernel()
def may_link(g, m):
    """Tell whether another chaining action may be offered in this turn (17.ruling.21)."""
    if g.links_this_turn >= m.link_limit:
        g.raised |= kinds.FLAG_LINK_CAP
        return False
    if g.n_links >= MAX_LINKS - 2:
        g.raised |= kinds.FLAG_CHAIN_FULL
        return False
    return True


@kernel()
def add_link(g, kind, player, card, ability, spell):
    """Make a link, the newest of its chain; return its index."""
    at = g.n_links
    link = g.links[at]
    link.kind = kind
    link.player = player
    link.negated = 0
    link.resolved = kinds.Resolved.NO
    link.spell = spell
    link.card = card
    link.ability = ability
    link.stamp = g.cards[card].stamp if card >= 0 else 0
    g.n_links += 1
    g.links_this_turn += 1
    return at


@kernel()
def link_counter(g, p, c, kind):
    """Pop a counter on ``c`` as a chain link (17.counter.3)."""
    remove_counter(g, c, kind, p, 1)
    log(g, kinds.Log.POP, p, c, kind, 0, 0)
    at = add_link(g, kinds.Link.COUNTER, p, c, -1, kinds.Spell.STAYS)
    g.links[at].counter = kind


@kernel()
def pay_activation(g, m, f):
    """Pay resources or exhaust the card, and move a spell into the chain; the frame pays the other costs (17.ability.5).

    Returns whether there are any.
    """
    p, c, a = f.v[ActivateSlot.PLAYER], f.v[ActivateSlot.CARD], f.v[ActivateSlot.ABILITY]
    if f.v[ActivateSlot.EVENT] >= 0:
        mark_used(g, event_key_of(g, m, a, f.v[ActivateSlot.EVENT]), c, a)
    card = g.cards[c]
    zone = card.zone
    play = f.v[ActivateSlot.PLAY]
    spell = m.defs[card.definition].spell == 1 and card.pawn == 0
    pay_resources(g, p, resource_cost(g, m, c, play, spell and zone == kinds.Zone.HAND))
    log(g, kinds.Log.CAST if spell else kinds.Log.ACTIVATE, p, c, a, play, zone)
    g.seen[p, card.definition] |= kinds.SEEN_PLAYED if spell else kinds.SEEN_ACTIVATED
    f.v[ActivateSlot.SPELL] = kinds.Spell.STAYS
    if play == kinds.Play.NORMAL:
        if zone == kinds.Zone.BATTLEFIELD:
            exhaust(g, c)  # 17.minion.5
        else:
            move(g, m, c, kinds.Zone.NOWHERE, 0)  # 17.spell.4
            f.v[ActivateSlot.SPELL] = kinds.Spell.NOWHERE
    elif spell and (m.responses != kinds.Responses.EVERYONE or m.targets_at_activation == 1):
        f.v[ActivateSlot.SPELL] = kinds.Spell.IN_ZONE  # 12.ruling.86: it goes to the grave, or stays there
    card.shown = -1
    f.pc = ActivateStage.LINK
    if m.abilities[a].cost_end > m.abilities[a].cost:
        push_costs(g, p, c, m.abilities[a].cost, m.abilities[a].cost_end)
        return True
    return False


@kernel()
def link_ability(g, m, f):
    """Make the ability that is paid for a link; returns whether its targets are selected now (12.ruling.42)."""
    p, c, a = f.v[ActivateSlot.PLAYER], f.v[ActivateSlot.CARD], f.v[ActivateSlot.ABILITY]
    if g.players[p].out == 1:  # 9.ruling.41
        if f.v[ActivateSlot.SPELL] != kinds.Spell.STAYS:
            end_spell(g, m, c)  # it may belong to somebody else
        pop(g, 0)
        return False
    f.v[ActivateSlot.LINK] = add_link(g, kinds.Link.ABILITY, p, c, a, f.v[ActivateSlot.SPELL])
    link = g.links[f.v[ActivateSlot.LINK]]
    link.play = f.v[ActivateSlot.PLAY]
    link.counter = -1
    link.stopped = 0
    raise_event(g, m, kinds.Event.ACTED, c, p, 0, 0)  # 17.ruling.14
    if m.targets_at_activation == 0:
        pop(g, 1)
        return False
    f.v[ActivateSlot.POOL] = g.n_pool
    f.pc = ActivateStage.NEXT_TARGETS
    return True


@kernel()
def targets_failed(g, m):
    """Tell whether the selection that was done lets its ability stop: it failed, or found nothing (12.ruling.46)."""
    return g.ret < 0 or (g.ret == 0 and m.no_target_stops == 1)


@kernel()
def take_targets(g, m, f):
    """Note the targets of a sub-ability in its link; without any, it and all later ones may do nothing."""
    link = g.links[f.v[ActivateSlot.LINK]]
    k = f.v[ActivateSlot.SUB]
    if targets_failed(g, m):
        link.stopped = k + 1
        link.targets[k] = 0
    else:
        link.targets[k] = g.ret
    f.v[ActivateSlot.SUB] += 1


@kernel()
def select_for_sub(g, m, a, k, user, c, pool):
    """Push the target selection of sub-ability ``k``; ``pool`` is where the targets of the whole ability begin (17.keyword.70)."""
    ability = m.abilities[a]
    taken_from = pool if m.target_once_per_ability == 1 else g.n_pool
    push_select(g, ability.select[k], user, c, a, ability.code[k], taken_from)


@kernel()
def next_targets(g, m, f):
    """Select the targets of the next sub-ability that has any; returns whether there is one (12.ruling.42)."""
    link = g.links[f.v[ActivateSlot.LINK]]
    a = f.v[ActivateSlot.ABILITY]
    ability = m.abilities[a]
    while f.v[ActivateSlot.SUB] < ability.n_subs and link.stopped == 0:
        k = f.v[ActivateSlot.SUB]
        link.first[k] = g.n_pool
        link.targets[k] = 0
        if ability.select[k] >= 0:
            f.pc = ActivateStage.TARGETS_CHOSEN
            select_for_sub(g, m, a, k, f.v[ActivateSlot.PLAYER], f.v[ActivateSlot.CARD], f.v[ActivateSlot.POOL])
            return True
        f.v[ActivateSlot.SUB] += 1
    return False


@handler
def step_activate(g, m, f):
    """Use an ability or pop a counter as a chain link: pay, become a link, select targets where that is done now.

    Returns 1 if there is a link.
    """
    if f.pc == ActivateStage.PAY:
        if f.v[ActivateSlot.OPTION] == kinds.Opt.POP:
            link_counter(g, f.v[ActivateSlot.PLAYER], f.v[ActivateSlot.CARD], f.v[ActivateSlot.ABILITY])
            pop(g, 1)
            return
        if pay_activation(g, m, f):
            return
    if f.pc == ActivateStage.LINK and not link_ability(g, m, f):
        return
    if f.pc == ActivateStage.TARGETS_CHOSEN:
        take_targets(g, m, f)
    if not next_targets(g, m, f):
        pop(g, 1)


@kernel()
def next_early_targets(g, m, f):
    """Select the targets of a deployed spell before its first effect; returns whether the frame waits."""
    a = f.v[AbilitySlot.ABILITY]
    ability = m.abilities[a]
    k = f.v[AbilitySlot.SUB]
    if k >= ability.n_subs or f.v[AbilitySlot.STOPPED] > 0:
        f.v[AbilitySlot.SUB] = 0
        f.pc = AbilityStage.NEXT_SUB
        return False
    f.v[AbilitySlot.FIRST + k] = g.n_pool
    if ability.select[k] < 0:
        f.v[AbilitySlot.SUB] += 1
        return False
    f.pc = AbilityStage.TARGETS_CHOSEN
    select_for_sub(g, m, a, k, f.v[AbilitySlot.USER], f.v[AbilitySlot.CARD], f.v[AbilitySlot.POOL])
    return True


@kernel()
def next_sub(g, m, f):
    """Begin the next sub-ability, or end the ability; returns whether the frame waits for targets or is gone (17.ability.8)."""
    a, at, k = f.v[AbilitySlot.ABILITY], f.v[AbilitySlot.LINK], f.v[AbilitySlot.SUB]
    ability = m.abilities[a]
    early = m.targets_at_activation == 1
    stopped = g.links[at].stopped if at >= 0 else f.v[AbilitySlot.STOPPED]
    if k >= ability.n_subs or (early and stopped > 0 and k + 1 >= stopped):
        g.n_pool = f.v[AbilitySlot.POOL]
        pop(g, 1)
        return True
    f.pc = AbilityStage.RUN
    if early or ability.select[k] < 0:
        g.ret = 0
        return False
    push_select(g, ability.select[k], f.v[AbilitySlot.USER], f.v[AbilitySlot.CARD], a, ability.code[k], g.n_pool)
    return True


@kernel()
def run_sub(g, m, f):
    """Push the program of a sub-ability on its targets."""
    a, at, k = f.v[AbilitySlot.ABILITY], f.v[AbilitySlot.LINK], f.v[AbilitySlot.SUB]
    ability = m.abilities[a]
    n = max(0, g.ret)
    first = g.n_pool - n
    if m.targets_at_activation == 1:
        if at >= 0:
            first = g.links[at].first[k]
            n = g.links[at].targets[k]
        else:
            first = f.v[AbilitySlot.FIRST + k]
            n = (f.v[AbilitySlot.FIRST + k + 1] if k + 1 < ability.n_subs else g.n_pool) - first
    f.pc = AbilityStage.RAN
    push_program(g, ability.code[k], ability.code_end[k], f.v[AbilitySlot.USER], f.v[AbilitySlot.CARD], NOBODY, first, n, at, a)


@handler
def step_ability(g, m, f):
    """Carry out the sub-abilities of an ability in written order (17.ability.8)."""
    early = m.targets_at_activation == 1
    while True:
        if g.players[f.v[AbilitySlot.USER]].out == 1:  # 9.ruling.41
            if f.pc != AbilityStage.BEGIN:
                g.n_pool = f.v[AbilitySlot.POOL]
            pop(g, 1)
            return
        if f.pc == AbilityStage.BEGIN:
            f.v[AbilitySlot.POOL] = g.n_pool
            f.pc = AbilityStage.NEXT_TARGETS if early and f.v[AbilitySlot.LINK] < 0 else AbilityStage.NEXT_SUB
        elif f.pc == AbilityStage.NEXT_TARGETS:
            if next_early_targets(g, m, f):
                return
        elif f.pc == AbilityStage.TARGETS_CHOSEN:
            if targets_failed(g, m):
                f.v[AbilitySlot.STOPPED] = f.v[AbilitySlot.SUB] + 1
            f.v[AbilitySlot.SUB] += 1
            f.pc = AbilityStage.NEXT_TARGETS
        elif f.pc == AbilityStage.NEXT_SUB:
            if next_sub(g, m, f):
                return
        elif f.pc == AbilityStage.RUN:
            run_sub(g, m, f)
            return
        else:
            if not early:
                g.n_pool = f.v[AbilitySlot.POOL]
            f.v[AbilitySlot.SUB] += 1
            f.pc = AbilityStage.NEXT_SUB


@kernel()
def begin_resolving(g, m, f, link):
    """Push what the link does, if it is not negated; returns whether it does anything."""
    f.pc = ResolveStage.RESOLVED
    log(g, kinds.Log.LINK_RESOLVES, link.player, link.card, f.v[ResolveSlot.LINK], link.negated, link.kind)
    if link.negated == 1:
        return False
    if link.kind == kinds.Link.ABILITY:
        push_ability(g, link.player, link.card, link.ability, f.v[ResolveSlot.LINK])
        return True
    host = link.card
    if link.kind != kinds.Link.COUNTER or g.cards[host].stamp != link.stamp or g.cards[host].zone != kinds.Zone.BATTLEFIELD:
        return False  # 17.ruling.69, 12.ruling.95
    pool_add(g, host)
    f.v[ResolveSlot.IN_POOL] = 1
    push_counter(g, m, link.counter, link.player, host, NOBODY)
    return True


@handler
def step_resolve(g, m, f):
    """Resolve one link completely (17.chain.7)."""
    link = g.links[f.v[ResolveSlot.LINK]]
    if f.pc == ResolveStage.BEGIN and begin_resolving(g, m, f, link):
        return
    link.resolved = kinds.Resolved.YES
    g.n_pool -= f.v[ResolveSlot.IN_POOL]
    if link.kind == kinds.Link.ABILITY and link.spell != kinds.Spell.STAYS:
        end_spell(g, m, link.card)
    pop(g, 1)
    check_end(g, m)


@kernel()
def ask_trap_counter(g, m, f):
    """Ask the next player who has a Trap Counter; returns whether there is one (17.ruling.18)."""
    while f.v[TrapsSlot.PASSES] < g.n_left and may_link(g, m):
        p = f.v[TrapsSlot.ASKED]
        clear_options(g)
        for i in range(g.n_counters):
            s = g.counters[i]
            if s.owner != p or m.kinds[s.kind].react != kinds.React.CHAINING_ACTION:
                continue
            card = g.cards[s.card]
            if card.zone == kinds.Zone.BATTLEFIELD and card.exhausted == 0 and card.petrified == 0:
                option(g, kinds.Opt.POP, s.card, s.kind, -1, 0, p, -1)
        if g.n_options > 0:
            option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
            f.pc = TrapsStage.COUNTER_CHOSEN
            ask(g, p, kinds.Ask.REACT, -1, -1, kinds.React.CHAINING_ACTION)
            return True
        f.v[TrapsSlot.PASSES] += 1
        f.v[TrapsSlot.ASKED] = next_player(g, p)
    return False


@kernel()
def ask_trap_ability(g, m, f):
    """Pop the Trap Counter that was chosen and ask which ability of its host is used; returns whether one can be (17.ruling.19)."""
    o = chosen(g)
    c = int(o.card)
    f.v[TrapsSlot.HOST] = c
    remove_counter(g, c, o.ability, f.v[TrapsSlot.ASKED], 1)
    log(g, kinds.Log.POP, f.v[TrapsSlot.ASKED], c, o.ability, 0, 0)
    holder = g.cards[c].holder
    d = m.defs[g.cards[c].definition]
    clear_options(g)
    for a in range(d.first_ability, d.first_ability + d.n_abilities):
        if can_use(g, m, holder, c, a, kinds.Play.NORMAL):  # only the condition is ignored
            option(g, kinds.Opt.ACTIVATE, c, a, -1, kinds.Play.NORMAL, holder, -1)
    if g.n_options == 0:
        return False
    option(g, kinds.Opt.PASS, -1, -1, -1, 0, holder, -1)
    f.pc = TrapsStage.ABILITY_CHOSEN
    ask(g, holder, kinds.Ask.TRAP, c, -1, -1)
    return True


@kernel()
def ask_again_for_traps(g, f):
    """Begin the round of Trap Counters again, after one was popped in vain."""
    f.v[TrapsSlot.PASSES] = 0
    f.v[TrapsSlot.ASKED] = next_player(g, f.v[TrapsSlot.PLAYER])
    f.pc = TrapsStage.LIST_COUNTERS


@handler
def step_traps(g, m, f):
    """Offer Trap Counters after a link was made (17.ruling.18). Returns the player who made a new link, or -1."""
    while True:
        if f.pc == TrapsStage.BEGIN:
            f.v[TrapsSlot.ASKED] = next_player(g, f.v[TrapsSlot.PLAYER])
            f.pc = TrapsStage.LIST_COUNTERS
        elif f.pc == TrapsStage.LIST_COUNTERS:
            if not ask_trap_counter(g, m, f):
                pop(g, NOBODY)
            return
        elif f.pc == TrapsStage.COUNTER_CHOSEN:
            if chosen(g).kind == kinds.Opt.PASS:
                f.v[TrapsSlot.PASSES] += 1
                f.v[TrapsSlot.ASKED] = next_player(g, f.v[TrapsSlot.ASKED])
                f.pc = TrapsStage.LIST_COUNTERS
            elif ask_trap_ability(g, m, f):
                return
            else:
                ask_again_for_traps(g, f)
        elif f.pc == TrapsStage.ABILITY_CHOSEN:
            o = chosen(g)
            if o.kind == kinds.Opt.PASS:
                ask_again_for_traps(g, f)
                continue
            f.v[TrapsSlot.OWNER] = o.player
            f.pc = TrapsStage.LINK_TRIED
            push_activate(g, o.player, kinds.Opt.ACTIVATE, o.card, o.ability, -1, kinds.Play.NORMAL)
            return
        else:
            pop(g, f.v[TrapsSlot.OWNER] if g.ret == 1 else NOBODY)
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
def begin_chain(g, f):
    """Begin a chain by its first link; returns whether that is tried first (17.chain.2, 5.chain.1, 5.ruling.7, 5.ruling.8)."""
    g.chain_number += 1
    g.building = 1
    f.v[ChainSlot.POOL] = g.n_pool
    f.v[ChainSlot.LINKS_BELOW] = g.n_links
    player, how, c = f.v[ChainSlot.PLAYER], f.v[ChainSlot.OPTION], f.v[ChainSlot.CARD]
    f.v[ChainSlot.ASKED] = player
    f.pc = ChainStage.OFFER_TRAPS
    if f.v[ChainSlot.NAMED] > 0:
        link = g.links[f.v[ChainSlot.NAMED] - 1]
        link.resolved = kinds.Resolved.NO
        f.v[ChainSlot.ASKED] = link.player
        return False
    if how == kinds.Opt.SUMMON or how == kinds.Opt.ATTACK_PLAYER:
        add_link(g, kinds.Link.SUMMON if how == kinds.Opt.SUMMON else kinds.Link.ATTACK, player, c, -1, kinds.Spell.STAYS)
        return False
    f.pc = ChainStage.LINK_TRIED
    push_activate(g, player, how, c, f.v[ChainSlot.ABILITY], f.v[ChainSlot.EVENT], f.v[ChainSlot.PLAY])
    return True


@kernel()
def begin_responses(g, m, f):
    """Begin the round of responses, at the left of the player who made the link; returns whether the frame waits (17.chain.3)."""
    f.v[ChainSlot.PASSES] = 0
    f.v[ChainSlot.TRIED] = 0
    if m.responses == kinds.Responses.NONE:
        f.pc = ChainStage.RESOLVE_NEXT
        if m.counters_at_once == 1 and g.n_counters > 0:
            push_window(g, WindowMode.COUNTERS)
            return True
    elif m.responses == kinds.Responses.ONE:
        f.pc = ChainStage.LIST_SINGLE_RESPONSE
    else:
        f.v[ChainSlot.ASKED] = next_player(g, f.v[ChainSlot.ASKED])
        f.pc = ChainStage.LIST_RESPONSES
    return False


@kernel()
def ask_response(g, f, p, at):
    """Ask player ``p`` for a response to link ``at``; the options are listed."""
    option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
    g.asked_link = at
    f.pc = ChainStage.RESPONSE_CHOSEN
    ask(g, p, kinds.Ask.RESPOND, g.links[at].card, g.links[at].ability, -1)


@kernel()
def ask_next_response(g, m, f):
    """Ask the next player who can respond; returns whether there is one (17.chain.4)."""
    while f.v[ChainSlot.PASSES] < g.n_left and not window_is_idle(g, m) and may_link(g, m):
        p = f.v[ChainSlot.ASKED]
        clear_options(g)
        list_window(g, m, p, True)
        if g.n_options > 0:
            ask_response(g, f, p, g.n_links - 1)
            return True
        f.v[ChainSlot.PASSES] += 1
        f.v[ChainSlot.ASKED] = next_player(g, p)
    f.pc = ChainStage.RESOLVE_NEXT
    return False


@kernel()
def ask_single_response(g, m, f):
    """Ask who has the right to respond next, each once; returns whether the frame waits (5.chain.5, 5.chain.7)."""
    at = last_open(g)
    p = next_responder(g, g.links[at].player, f.v[ChainSlot.TRIED])
    if p < 0 or not may_link(g, m):
        f.pc = ChainStage.RESOLVE_NEXT
        if m.counters_at_once == 1 and g.n_counters > 0 and g.links[at].kind == kinds.Link.ABILITY:  # before its effects (9.ruling.3 c)
            push_window(g, WindowMode.COUNTERS)
            return True
        return False
    f.v[ChainSlot.TRIED] |= 1 << p
    f.v[ChainSlot.ASKED] = p
    clear_options(g)
    list_single_responses(g, m, p, g.links[at])
    if g.n_options == 0:
        return False
    ask_response(g, f, p, at)
    return True


@kernel()
def respond(g, m, f):
    """Take the response that was chosen, or the next player's turn to respond; returns whether a link is tried."""
    o = chosen(g)
    if o.kind != kinds.Opt.PASS:
        f.pc = ChainStage.LINK_TRIED
        push_activate(g, f.v[ChainSlot.ASKED], o.kind, o.card, o.ability, o.event, o.amount)
        return True
    f.v[ChainSlot.PASSES] += 1
    if m.responses == kinds.Responses.ONE:
        f.pc = ChainStage.LIST_SINGLE_RESPONSE
    else:
        f.v[ChainSlot.ASKED] = next_player(g, f.v[ChainSlot.ASKED])
        f.pc = ChainStage.LIST_RESPONSES
    return False


@kernel()
def resolve_next(g, f):
    """Push the newest link of the chain that has not resolved; returns whether there is one (17.chain.7)."""
    g.building = 0
    g.resolving = 1
    at = last_open(g)
    if at < 0 or (at < f.v[ChainSlot.LINKS_BELOW] and at != f.v[ChainSlot.NAMED] - 1):
        return False
    push_resolve(g, at)
    f.pc = ChainStage.LINK_RESOLVED
    return True


@kernel()
def close_chain(g, m, f):
    """Forget the chain's links and targets, and what could only be answered in it (17.chain.8, 12.ruling.79)."""
    g.resolving = 0
    g.n_links = f.v[ChainSlot.LINKS_BELOW]
    g.n_pool = f.v[ChainSlot.POOL]
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
        if f.pc == ChainStage.BEGIN:
            if begin_chain(g, f):
                return
        elif f.pc == ChainStage.LINK_TRIED:
            f.pc = ChainStage.OFFER_TRAPS if g.ret == 1 else ChainStage.RESOLVE_NEXT
        elif f.pc == ChainStage.OFFER_TRAPS:
            if answers(m, kinds.React.CHAINING_ACTION) and g.n_counters > 0:
                f.pc = ChainStage.TRAPS_OFFERED
                push_traps(g, f.v[ChainSlot.ASKED])
                return
            f.pc = ChainStage.BEGIN_RESPONSES
        elif f.pc == ChainStage.TRAPS_OFFERED:
            f.pc = ChainStage.BEGIN_RESPONSES
            if g.ret >= 0:
                f.v[ChainSlot.ASKED] = g.ret
                f.pc = ChainStage.OFFER_TRAPS
        elif f.pc == ChainStage.BEGIN_RESPONSES:
            if begin_responses(g, m, f):
                return
        elif f.pc == ChainStage.LIST_RESPONSES:
            if ask_next_response(g, m, f):
                return
        elif f.pc == ChainStage.LIST_SINGLE_RESPONSE:
            if ask_single_response(g, m, f):
                return
        elif f.pc == ChainStage.RESPONSE_CHOSEN:
            if respond(g, m, f):
                return
        elif f.pc == ChainStage.RESOLVE_NEXT:
            if resolve_next(g, f):
                return
            f.pc = ChainStage.CLOSE
        elif f.pc == ChainStage.LINK_RESOLVED:
            f.pc = ChainStage.RESOLVE_NEXT
            if m.counters_at_once == 1 and g.n_counters > 0 and last_open(g) >= f.v[ChainSlot.LINKS_BELOW]:  # 5.counter.4: between links
                push_window(g, WindowMode.COUNTERS)
                return
        elif f.pc == ChainStage.CLOSE:
            close_chain(g, m, f)
            f.pc = ChainStage.BERZERK
        else:
            if g.n_berzerk > 0:  # 17.ruling.73
                push_berzerk(g)
                return
            pop(g, 1)
            return


@kernel()
def close_window(g, m):
    """Forget the events that could be answered in the window that closes (17.ruling.4)."""
    g.n_events = g.event_base
    g.n_used = g.used_base


@kernel()
def begin_window(g, f):
    """The turn player is asked first (17.ruling.2)."""
    f.v[WindowSlot.ASKED] = g.turn_player
    f.v[WindowSlot.PASSES] = 0
    f.v[WindowSlot.FIRST_EVENT] = g.event_base
    f.v[WindowSlot.LAST_EVENT] = g.event_base
    f.v[WindowSlot.LINKS_BELOW] = g.n_links
    f.v[WindowSlot.POOL_BELOW] = g.n_pool
    f.pc = WindowStage.LIST


@kernel()
def all_have_passed(g, m, f):
    """Go on when nobody does anything more: the next events of a queue, what was named, or the end; returns whether that is it."""
    if f.v[WindowSlot.MODE] == WindowMode.FULL:
        last = f.v[WindowSlot.LAST_EVENT]
        if m.events == kinds.EventMode.QUEUE and last < g.n_events:
            f.v[WindowSlot.FIRST_EVENT] = last
            while f.v[WindowSlot.LAST_EVENT] < g.n_events and g.events[f.v[WindowSlot.LAST_EVENT]].step == g.events[last].step:
                f.v[WindowSlot.LAST_EVENT] += 1
            f.v[WindowSlot.ASKED] = g.turn_player
            f.v[WindowSlot.PASSES] = 0
            return False
        if f.v[WindowSlot.NAMED] > 0:
            f.v[WindowSlot.NEXT_NAMED] = 0
            f.pc = WindowStage.PLAY_NAMED
            return False
        close_window(g, m)
    pop(g, 0)
    return True


@kernel()
def list_options(g, m, f, p):
    """List what player ``p`` may do in the window (17.ruling.3, 9.ruling.2, 9.ruling.3, 5.ruling.7)."""
    clear_options(g)
    if m.counters_at_once == 1 and g.n_counters > 0:
        list_pops(g, m, p, kinds.Pop.AT_ONCE)
    if f.v[WindowSlot.MODE] != WindowMode.FULL or not may_link(g, m):
        return
    if m.counters_at_once == 1 and m.events == kinds.EventMode.QUEUE:
        list_answers(g, m, p, f.v[WindowSlot.FIRST_EVENT], f.v[WindowSlot.LAST_EVENT], False)
    elif m.counters_at_once == 1 and m.events == kinds.EventMode.NAMED:
        list_answers(g, m, p, g.event_base, g.n_events, False)
    else:
        list_window(g, m, p, False)


@kernel()
def ask_in_window(g, m, f):
    """Ask the next player who can do something; returns whether the frame waits or is gone (17.ruling.2)."""
    p = f.v[WindowSlot.ASKED]
    if g.players[p].out == 1:  # 9.endgame.4
        f.v[WindowSlot.ASKED] = next_player(g, p)
        return False
    if window_is_idle(g, m) or (f.v[WindowSlot.PASSES] > 0 and f.v[WindowSlot.PASSES] >= g.n_left):
        return all_have_passed(g, m, f)
    list_options(g, m, f, p)
    if g.n_options == 0:
        f.v[WindowSlot.PASSES] += 1
        f.v[WindowSlot.ASKED] = next_player(g, p)
        return False
    option(g, kinds.Opt.PASS, -1, -1, -1, 0, p, -1)
    f.pc = WindowStage.CHOSEN
    ask(g, p, kinds.Ask.WINDOW, -1, -1, f.v[WindowSlot.MODE])
    return True


@kernel()
def pop_at_once(g, m, f, p, c, kind):
    """Pop a counter on ``c`` that takes effect at once; returns whether it is still there (9.ruling.3)."""
    if count_counters(g, c, kind, p) == 0:
        return False
    remove_counter(g, c, kind, p, 1)
    log(g, kinds.Log.POP, p, c, kind, 0, 0)
    pool_add(g, c)
    f.v[WindowSlot.ASKED] = g.turn_player
    f.pc = WindowStage.POPPED
    push_counter(g, m, kind, p, c, NOBODY)
    return True


@kernel()
def act_in_window(g, m, f):
    """Do what was chosen; returns whether the frame waits (17.ruling.2, 5.ruling.7)."""
    o = chosen(g)
    p = f.v[WindowSlot.ASKED]
    f.pc = WindowStage.LIST
    if o.kind == kinds.Opt.PASS:
        f.v[WindowSlot.PASSES] += 1
        f.v[WindowSlot.ASKED] = next_player(g, p)
        return False
    f.v[WindowSlot.PASSES] = 0
    if o.kind == kinds.Opt.POP and m.kinds[o.ability].pop == kinds.Pop.AT_ONCE:
        return pop_at_once(g, m, f, p, int(o.card), int(o.ability))
    if m.events == kinds.EventMode.NAMED:
        f.pc = WindowStage.ABILITY_NAMED
        f.v[WindowSlot.ASKED] = next_player(g, p)
        push_activate(g, p, o.kind, o.card, o.ability, o.event, o.amount)
        return True
    f.v[WindowSlot.ASKED] = g.turn_player if m.events < kinds.EventMode.QUEUE else next_player(g, p)
    push_chain(g, p, o.kind, o.card, o.ability, o.event, o.amount)
    return True


@kernel()
def end_named(g, f):
    """All that was named is played: events caused meanwhile, which have waited until now, can be answered."""
    g.n_links = f.v[WindowSlot.LINKS_BELOW]
    g.n_pool = f.v[WindowSlot.POOL_BELOW]
    w = g.event_base
    for i in range(f.v[WindowSlot.FIRST_EVENT], g.n_events):
        g.events[w] = g.events[i]
        w += 1
    g.n_events = w
    g.n_used = g.used_base
    f.v[WindowSlot.NAMED] = 0
    f.v[WindowSlot.ASKED] = g.turn_player
    f.v[WindowSlot.PASSES] = 0
    f.pc = WindowStage.LIST


@kernel()
def play_named(g, f):
    """Each named ability is the first link of a chain of its own; returns whether one was left (5.ruling.7)."""
    if f.v[WindowSlot.NEXT_NAMED] == 0:
        f.v[WindowSlot.FIRST_EVENT] = g.n_events
    if f.v[WindowSlot.NEXT_NAMED] >= f.v[WindowSlot.NAMED]:
        end_named(g, f)
        return False
    at = f.v[WindowSlot.LINKS_BELOW] + f.v[WindowSlot.NEXT_NAMED]
    f.v[WindowSlot.NEXT_NAMED] += 1
    push_named_chain(g, g.links[at].player, g.links[at].card, g.links[at].ability, at)
    return True


@handler
def step_window(g, m, f):
    """A window: players may act in turn until all pass in a row (17.ruling.1 to 17.ruling.4, 9.ruling.2, 9.ruling.3)."""
    while True:
        if f.pc == WindowStage.BEGIN:
            begin_window(g, f)
        elif f.pc == WindowStage.LIST:
            if ask_in_window(g, m, f):
                return
        elif f.pc == WindowStage.CHOSEN:
            if act_in_window(g, m, f):
                return
        elif f.pc == WindowStage.POPPED:
            g.n_pool -= 1
            f.pc = WindowStage.LIST
            if check_end(g, m):
                return
        elif f.pc == WindowStage.ABILITY_NAMED:
            f.pc = WindowStage.LIST
            if g.ret == 1:
                g.links[g.n_links - 1].resolved = kinds.Resolved.NAMED
                f.v[WindowSlot.NAMED] += 1
        elif play_named(g, f):
            return


@kernel()
def open_window(g, m):
    """Push a window unless it is certain that nobody can act in it; returns whether one was pushed (17.ruling.17)."""
    if window_is_idle(g, m):
        return False
    push_window(g, WindowMode.FULL)
    return True


@kernel()
def between_actions(g, m):
    """Open the window between two things in a phase; returns whether one was pushed (17.ruling.1)."""
    if m.events >= kinds.EventMode.QUEUE:
        if g.n_counters + g.n_events - g.event_base > 0:
            push_window(g, WindowMode.FULL)
            return True
        return False
    return open_window(g, m)
