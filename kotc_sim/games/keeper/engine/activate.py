"""Abilities as links: paying for one, selecting its targets, carrying it out (17.ability.*, 12.ruling.42)."""

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import frames, kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.events import raise_event
from kotc_sim.games.keeper.engine.program import list_berzerk_victims
from kotc_sim.games.keeper.engine.record import MAX_LINKS, MAX_POOL
from kotc_sim.games.keeper.engine.stack import NONE, ask_for, chosen, pop
from kotc_sim.games.keeper.engine.triggers import event_key_of, mark_used, resource_cost
from kotc_sim.games.keeper.engine.zones import end_spell, exhaust, log, move, pay_resources, remove_counter


@kernel()
def may_link(g, m):
    """Return whether another chaining action may be offered in this turn (17.ruling.21)."""
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
def link_counter(g, m, p, c, kind):
    """Pop a counter on ``c`` as a chain link (17.counter.3), which may target its host (20.counter.1)."""
    remove_counter(g, c, kind, p, 1)
    log(g, kinds.Log.POP, p, c, kind, 0, 0)
    at = add_link(g, kinds.Link.COUNTER, p, c, -1, kinds.Spell.STAYS)
    g.links[at].counter = kind
    if m.kinds[kind].targets == kinds.CounterTarget.HOST:
        log(g, kinds.Log.TARGET, p, c, c, g.cards[c].zone, g.cards[c].holder)
        raise_event(g, m, kinds.Event.TARGETED, c, g.cards[c].holder, g.cards[c].zone, 0)


@kernel()
def target_victim(g, m, f):
    """Note the victim that a popped counter targets (20.counter.6)."""
    o = chosen(g)
    link = g.links[g.n_links - 1]
    link.first[frames.VICTIM_PLAYER] = o.target
    link.first[frames.VICTIM_CARD] = o.card if o.kind == kinds.Opt.ATTACK_MINION else NONE
    link.first[frames.VICTIM_STAMP] = 0
    if o.kind == kinds.Opt.ATTACK_MINION:
        victim = g.cards[o.card]
        link.first[frames.VICTIM_STAMP] = victim.stamp
        log(g, kinds.Log.TARGET, f.player, o.card, f.card, victim.zone, victim.holder)
        raise_event(g, m, kinds.Event.TARGETED, o.card, victim.holder, victim.zone, 0)


@kernel()
def pay_activation(g, m, f):
    """Pay resources or exhaust the card, and move a spell into the chain; the frame pays the other costs (17.ability.5).

    Returns whether there are any.
    """
    p, c, a = f.player, f.card, f.ability
    if f.event >= 0:
        mark_used(g, event_key_of(g, m, a, f.event), c, a)
    card = g.cards[c]
    zone = card.zone
    play = f.play
    spell = play == kinds.Play.SPELL or (m.defs[card.definition].spell == 1 and card.pawn == 0)
    cost = resource_cost(g, m, c, play, spell and zone == kinds.Zone.HAND)
    if play == kinds.Play.SPELL and zone == kinds.Zone.GRANARY and card.exhausted == 0 and cost > 0:
        exhaust(g, c)  # it pays for itself (20.ruling.26)
        g.players[p].paid += 1
        cost -= 1
    pay_resources(g, p, cost)
    log(g, kinds.Log.CAST if spell else kinds.Log.ACTIVATE, p, c, a, play, zone)
    g.seen[p, card.definition] |= kinds.SEEN_PLAYED if spell else kinds.SEEN_ACTIVATED
    f.spell = kinds.Spell.STAYS
    if play == kinds.Play.NORMAL or play == kinds.Play.TRAP or play == kinds.Play.SPELL:
        if zone == kinds.Zone.BATTLEFIELD:
            exhaust(g, c)  # 17.minion.5
        else:
            move(g, m, c, kinds.Zone.NOWHERE, 0)  # 17.spell.4
            f.spell = kinds.Spell.NOWHERE
    elif spell and (m.responses != kinds.Responses.EVERYONE or m.targets_at_activation == 1):
        f.spell = kinds.Spell.IN_ZONE  # 12.ruling.86: it goes to the grave, or stays there
    card.shown = -1
    f.pc = frames.ActivateStage.LINK
    if m.abilities[a].cost_end > m.abilities[a].cost:
        frames.push_costs(g, p, c, m.abilities[a].cost, m.abilities[a].cost_end)
        return True
    return False


@kernel()
def link_ability(g, m, f):
    """Make the ability that is paid for a link; returns whether its targets are selected now (12.ruling.42)."""
    p, c, a = f.player, f.card, f.ability
    unpaid = m.abilities[a].cost_end > m.abilities[a].cost and g.ret == 0  # 20.ruling.24
    if unpaid or g.players[p].out == 1:  # 9.ruling.41
        if f.spell != kinds.Spell.STAYS:
            end_spell(g, m, c)  # it may belong to somebody else
        pop(g, 0)
        return False
    f.link = add_link(g, kinds.Link.ABILITY, p, c, a, f.spell)
    link = g.links[f.link]
    link.play = f.play
    link.counter = -1
    link.stopped = 0
    raise_event(g, m, kinds.Event.ACTED, c, p, 0, 0)  # 17.ruling.14
    if m.targets_at_activation == 0:
        pop(g, 1)
        return False
    link.resolved = kinds.Resolved.NAMED
    f.pool = g.n_pool
    f.pc = frames.ActivateStage.NEXT_TARGETS
    return True


@kernel()
def targets_failed(g, m):
    """Return whether the selection that was done lets its ability stop: it failed, or found nothing (12.ruling.46)."""
    return g.ret < 0 or (g.ret == 0 and m.no_target_stops == 1)


@kernel()
def take_targets(g, m, f):
    """Note the targets of a sub-ability in its link; without any, it and all later ones may do nothing."""
    link = g.links[f.link]
    k = f.sub
    if targets_failed(g, m):
        link.stopped = k + 1
        link.targets[k] = 0
    else:
        link.targets[k] = g.ret
    f.sub += 1


@kernel()
def select_for_sub(g, m, a, k, user, c, pool):
    """Push the target selection of sub-ability ``k``; ``pool`` is where the targets of the whole ability begin (17.keyword.70)."""
    ability = m.abilities[a]
    taken_from = pool if m.target_once_per_ability == 1 else g.n_pool
    s = m.selects[ability.select[k]]
    if m.repeat_targets == 1 and s.by == kinds.By.YOU and s.every == 0 and s.place != kinds.Place.DECK_TOP:
        taken_from = MAX_POOL  # 20.ability.4
    frames.push_select(g, ability.select[k], user, c, a, ability.code[k], taken_from)


@kernel()
def next_targets(g, m, f):
    """Select the targets of the next sub-ability that has any; returns whether there is one (12.ruling.42)."""
    link = g.links[f.link]
    a = f.ability
    ability = m.abilities[a]
    while f.sub < ability.n_subs and link.stopped == 0:
        k = f.sub
        link.first[k] = g.n_pool
        link.targets[k] = 0
        if ability.select[k] >= 0:
            f.pc = frames.ActivateStage.TARGETS_CHOSEN
            select_for_sub(g, m, a, k, f.player, f.card, f.pool)
            return True
        f.sub += 1
    return False


@handler
def step_activate(g, m, f):
    """Use an ability or pop a counter: pay, become a chain link, select targets where that is done now. Returns 1 if there is a link."""
    if f.pc == frames.ActivateStage.PAY:
        if f.option == kinds.Opt.POP:
            link_counter(g, m, f.player, f.card, f.ability)
            if m.kinds[f.ability].targets == kinds.CounterTarget.VICTIM:
                list_berzerk_victims(g, f.card)
                f.pc = frames.ActivateStage.VICTIM_CHOSEN
                ask_for(g, f.player, kinds.Ask.VICTIM, f.card, m.kinds[f.ability].code)
                return
            pop(g, 1)
            return
        if pay_activation(g, m, f):
            return
    if f.pc == frames.ActivateStage.VICTIM_CHOSEN:
        target_victim(g, m, f)
        pop(g, 1)
        return
    if f.pc == frames.ActivateStage.LINK and not link_ability(g, m, f):
        return
    if f.pc == frames.ActivateStage.TARGETS_CHOSEN:
        take_targets(g, m, f)
    if not next_targets(g, m, f):
        g.links[f.link].resolved = kinds.Resolved.NO
        pop(g, 1)


@kernel()
def next_early_targets(g, m, f):
    """Select the targets of a deployed spell before its first effect; returns whether the frame waits."""
    a = f.ability
    ability = m.abilities[a]
    k = f.sub
    if k >= ability.n_subs or f.stopped > 0:
        f.sub = 0
        f.pc = frames.AbilityStage.NEXT_SUB
        if m.counters_at_once == 1 and g.n_counters > 0:  # 9.ruling.3 (c)
            frames.push_window(g, frames.WindowMode.COUNTERS)
            return True
        return False
    f.firsts[k] = g.n_pool
    if ability.select[k] < 0:
        f.sub += 1
        return False
    f.pc = frames.AbilityStage.TARGETS_CHOSEN
    select_for_sub(g, m, a, k, f.user, f.card, f.pool)
    return True


@kernel()
def next_sub(g, m, f):
    """Begin the next sub-ability, or end the ability; returns whether the frame waits for targets or is gone (17.ability.8)."""
    a, at, k = f.ability, f.link, f.sub
    ability = m.abilities[a]
    early = m.targets_at_activation == 1
    stopped = g.links[at].stopped if at >= 0 else f.stopped
    if k >= ability.n_subs or (early and stopped > 0 and k + 1 >= stopped):
        g.n_pool = f.pool
        pop(g, 1)
        return True
    f.pc = frames.AbilityStage.RUN
    if early or ability.select[k] < 0:
        g.ret = 0
        return False
    frames.push_select(g, ability.select[k], f.user, f.card, a, ability.code[k], g.n_pool)
    return True


@kernel(apart=True)
def find_heirs(g, born, first, most):
    """Write pawns and chimeras made since ``born`` into the pool, the eldest first, up to ``most``; return how many (20.keyword.4)."""
    n = 0
    while n < most:
        best = -1
        for c in range(g.n_cards):
            card = g.cards[c]
            if card.pawn != 0 and card.zone == kinds.Zone.BATTLEFIELD and card.since > born:
                if best < 0 or card.since < g.cards[best].since:
                    best = c
        if best < 0:
            break
        g.pool[first + n] = best
        born = int(g.cards[best].since)
        n += 1
    return n


@kernel()
def run_sub(g, m, f):
    """Push the program of a sub-ability on its targets."""
    a, at, k = f.ability, f.link, f.sub
    ability = m.abilities[a]
    n = max(0, g.ret)
    first = g.n_pool - n
    if m.targets_at_activation == 1:
        if at >= 0:
            first = g.links[at].first[k]
            n = g.links[at].targets[k]
        else:
            first = f.firsts[k]
            n = (f.firsts[k + 1] if k + 1 < ability.n_subs else g.n_pool) - first
    if ability.select[k] >= 0 and m.selects[ability.select[k]].place == kinds.Place.HEIRS:
        n = find_heirs(g, f.born, first, n)
    f.pc = frames.AbilityStage.RAN
    frames.push_program(g, ability.code[k], ability.code_end[k], f.user, f.card, NONE, first, n, at, a)


@handler
def step_ability(g, m, f):
    """Carry out the sub-abilities of an ability in written order (17.ability.8)."""
    early = m.targets_at_activation == 1
    while True:
        if g.players[f.user].out == 1:  # 9.ruling.41
            if f.pc != frames.AbilityStage.BEGIN:
                g.n_pool = f.pool
            pop(g, 1)
            return
        if f.pc == frames.AbilityStage.BEGIN:
            f.pool = g.n_pool
            f.born = g.n_born
            f.pc = frames.AbilityStage.NEXT_TARGETS if early and f.link < 0 else frames.AbilityStage.NEXT_SUB
        elif f.pc == frames.AbilityStage.NEXT_TARGETS:
            if next_early_targets(g, m, f):
                return
        elif f.pc == frames.AbilityStage.TARGETS_CHOSEN:
            if targets_failed(g, m):
                f.stopped = f.sub + 1
            f.sub += 1
            f.pc = frames.AbilityStage.NEXT_TARGETS
        elif f.pc == frames.AbilityStage.NEXT_SUB:
            if next_sub(g, m, f):
                return
        elif f.pc == frames.AbilityStage.RUN:
            run_sub(g, m, f)
            return
        else:
            if not early:
                g.n_pool = f.pool
            f.sub += 1
            f.pc = frames.AbilityStage.NEXT_SUB
