"""Which abilities may be used now: conditions, play modes, state expressions, and the option lists of windows."""

from kotc_sim.compiler import kernel
from kotc_sim.compiler.late import late
from kotc_sim.compiler.types import boolean, int64, void
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import S_CAN_USE, call_service, service
from kotc_sim.games.keeper.engine.costs import can_pay
from kotc_sim.games.keeper.engine.looking import look_at
from kotc_sim.games.keeper.engine.record import LAST_BIT, MAX_USED, GameType, MatchType
from kotc_sim.games.keeper.engine.stack import NONE, offer, offer_ability
from kotc_sim.games.keeper.engine.zones import has_parts, is_first_part, is_part, level, meet_limit

WORDS = tuple(word.name.lower() for word in kinds.Word)
"""The words of state expressions, by ``kinds.Word``."""
COMPARISONS = ("<", "<=", ">", ">=", "==")  # the signs of state expressions, by ``kinds.Compare``


@kernel()
def word_value(g, word, number, p, t):
    """Return the value of a word of a state expression for player ``p``; enemy words take the largest over enemies."""
    if word == kinds.Word.NUMBER:
        return int(number)
    if word == kinds.Word.TURN:
        return int(g.turn)
    if word == kinds.Word.ROLL:
        return int(g.roll)
    if word == kinds.Word.T:
        return int(t)
    if word == kinds.Word.YOUR_ZOMBIE:
        return int(g.players[p].zombie)
    if word == kinds.Word.YOUR_GRAVE:
        return int(g.players[p].n[kinds.Zone.GRAVE])
    best = -1
    for q in range(g.n_players):
        mine = word % 2 == 1  # your words and enemy words take turns
        if (q == p) != mine or g.players[q].out == 1:
            continue
        player = g.players[q]
        if word <= kinds.Word.ENEMY_MINIONS:
            value = int(player.n[kinds.Zone.BATTLEFIELD])
        elif word <= kinds.Word.ENEMY_HAND:
            value = int(player.n[kinds.Zone.HAND])
        elif word <= kinds.Word.ENEMY_GRANARY:
            value = int(player.n[kinds.Zone.GRANARY])
        else:
            value = int(player.hp)
        best = max(best, value)
    return best


@kernel()
def holds(g, m, expression, p, t):
    """Return whether a state expression holds for player ``p`` (all comparisons joined by "and"); ``t`` counts targets."""
    e = m.expressions[expression]
    for i in range(e.n):
        left = word_value(g, e.left[i], e.left_number[i], p, t)
        right = word_value(g, e.right[i], e.number[i], p, t)
        how = e.compare[i]
        if how == kinds.Compare.LESS:
            ok = left < right
        elif how == kinds.Compare.AT_MOST:
            ok = left <= right
        elif how == kinds.Compare.MORE:
            ok = left > right
        elif how == kinds.Compare.AT_LEAST:
            ok = left >= right
        else:
            ok = left == right
        if not ok:
            return False
    return True


@kernel()
def place_matches(place, zone):
    """Return whether a zone lies in the place that a condition names."""
    if place == kinds.Place.ANY:
        return True
    if place == kinds.Place.IN_PLAY:
        return zone == kinds.Zone.BATTLEFIELD or zone == kinds.Zone.TRAPFIELD
    return place == zone


@kernel()
def resource_cost(g, m, c, play, from_hand):
    """Return the resources that using card ``c`` takes: its level from hand, half of it for hex-play (17.keyword.44)."""
    if play == kinds.Play.HEX:
        return (level(g, m, c) + 1) // 2
    if play == kinds.Play.RESOURCE_COST or play == kinds.Play.SPELL or (play == kinds.Play.NORMAL and from_hand):
        return int(level(g, m, c))
    return 0


@kernel()
def can_use(g, m, p, c, a, play):
    """Return whether player ``p`` could activate ability ``a`` of card ``c`` now, its condition aside (17.minion.5, 17.keyword.41)."""
    return call_service(m.services[S_CAN_USE], g, m, p, c, a, play) == 1


@service
def usable(g, m, p, c, a, play):
    """Answer :func:`can_use`."""
    return 1 if may_use(g, m, p, c, a, play) else 0


@kernel()
def may_use(g, m, p, c, a, play):
    """Work out :func:`can_use`."""
    card = g.cards[c]
    if card.silenced == 1 or card.zone >= kinds.Zone.NOWHERE:
        return False
    if card.zone == kinds.Zone.BATTLEFIELD and card.petrified == 1:
        return False
    ability = m.abilities[a]
    if ability.when >= 0 and play != kinds.Play.TRAP and not holds(g, m, ability.when, p, 0):
        return False
    cost = 0
    own_exhaustion = False
    if play == kinds.Play.SPELL:
        if card.holder != p or card.zone != ability.card_in:  # 20.spell.2
            return False
        cost = int(level(g, m, c))
        if cost > g.players[p].free:
            return False
        if cost > 0 and card.zone == kinds.Zone.GRANARY and card.exhausted == 0:
            cost -= 1  # it pays for itself, and leaves the granary (20.ruling.26)
        return can_pay(g, m, p, c, ability.cost, ability.cost_end, cost, False, True)
    if play == kinds.Play.NORMAL or play == kinds.Play.TRAP:
        if card.holder != p:
            return False
        if card.zone == kinds.Zone.BATTLEFIELD:
            if card.exhausted == 1:
                return False
            own_exhaustion = True
        elif m.defs[card.definition].spell == 1 and card.pawn == 0:
            if card.zone == kinds.Zone.HAND:
                if ability.event >= 0 and m.conditioned_spell_from_hand == 0:
                    return False
                if ability.respond != kinds.Respond.NONE:
                    return False
                cost = resource_cost(g, m, c, play, True)
            elif card.zone == kinds.Zone.TRAPFIELD:
                if card.exhausted == 1:
                    return False
            else:
                return False
        else:
            return False
    else:
        if m.events >= kinds.EventMode.QUEUE and card.zone != kinds.Zone.GRAVE:  # 9.keyword.2
            return False
        cost = resource_cost(g, m, c, play, False)
    if cost > g.players[p].free:
        return False
    if ability.cost_end > ability.cost:
        return can_pay(g, m, p, c, ability.cost, ability.cost_end, cost, own_exhaustion, card.zone == kinds.Zone.HAND)
    return True


@kernel(apart=True)
def times_had(g, m, c, a):
    """Return how many constituents of chimera ``c`` have ability ``a`` (20.chimera.1)."""
    n = 0
    for k in range(g.n_cards):
        if g.cards[k].definition == m.abilities[a].definition and is_part(g, k, c):
            n += 1
    return n


@kernel()
def was_used(g, m, key, c, a):
    """Return whether ability ``a`` of card ``c`` has answered this event already (17.ruling.5)."""
    times = 0
    for i in range(g.n_used):
        u = g.used[i]
        if u.key == key and u.card == c and u.ability == a:
            times += 1
    return times > 0 and (not has_parts(g, c) or times >= times_had(g, m, c, a))


@kernel()
def mark_used(g, key, c, a):
    """Note that ability ``a`` of card ``c`` answers this event."""
    if g.n_used >= MAX_USED:
        meet_limit(g)
        return
    u = g.used[g.n_used]
    u.key = key
    u.card = c
    u.ability = a
    g.n_used += 1


@kernel()
def event_key_of(g, m, a, i):
    """Return the key under which ability ``a`` answers event ``i``: the event, or its whole step for conditions worded with "(s)"."""
    kind = g.events[i].kind
    one_by_one = kind == kinds.Event.ATTACK_FORMED or kind == kinds.Event.DEFENSE_FORMED or kind >= kinds.Event.SUMMONED
    if m.abilities[a].subject == kinds.Subject.SELF or (m.abilities[a].subject == kinds.Subject.ENEMY and one_by_one):
        return int(2 * g.events[i].serial + 1)
    return int(2 * g.events[i].step)


@kernel()
def user_of_self_event(g, m, i):
    """Return the player who may answer event ``i`` with an ability of its own card (17.ruling.10, 12.ruling.84)."""
    e = g.events[i]
    if e.kind == kinds.Event.DESTROYED and m.destroyed_user_owner == 1:
        return int(g.cards[e.card].owner)
    return int(e.player)


@late(boolean(GameType, MatchType, int64, int64, int64, int64))
def step_meets(g, m, a, i, p, c):
    """Return whether the step of event ``i`` meets a condition about "your" cards or "you" for player ``p`` and card ``c``."""
    ability = m.abilities[a]
    step = g.events[i].step
    kind = g.events[i].kind
    count = 0
    total = 0
    for j in range(g.event_base, g.n_events):
        e = g.events[j]
        if e.step != step or e.kind != kind or e.player != p:
            continue
        if kind != kinds.Event.YOU_DAMAGED:
            if ability.subject == kinds.Subject.YOUR_OTHERS and e.card == c:
                continue
            if kind == kinds.Event.DESTROYED and not place_matches(ability.place, e.zone):
                continue
            if ability.not_destroyed == 1 and e.zone != kinds.Zone.BATTLEFIELD:
                continue
        total += e.amount
        new = True
        if ability.at_least > 1 and kind != kinds.Event.YOU_DAMAGED:
            for k in range(g.event_base, j):
                if g.events[k].step == step and g.events[k].kind == kind and g.events[k].card == e.card:
                    new = False
        if new:
            count += 1
    if ability.total == 1 or kind == kinds.Event.YOU_DAMAGED:
        return total >= ability.at_least
    return count >= ability.at_least


@kernel()
def event_meets(g, m, a, i, p, c):
    """Return whether event ``i`` meets the condition of ability ``a`` of card ``c`` for player ``p``."""
    ability = m.abilities[a]
    e = g.events[i]
    if ability.event != e.kind:
        return False
    subject = ability.subject
    if subject == kinds.Subject.SELF:
        if e.card != c:
            return False
        if e.kind == kinds.Event.DESTROYED and ability.place == kinds.Place.ANY:
            # "this card you own": its owner, whatever zone it was in and whoever controlled it (17.ruling.10)
            return g.cards[c].owner == p
        if user_of_self_event(g, m, i) != p or (ability.natural == 1 and e.amount == 0):
            return False
        if e.kind == kinds.Event.DESTROYED or e.kind == kinds.Event.TARGETED:
            return place_matches(ability.place, e.zone)
        return not (e.kind == kinds.Event.DAMAGED and ability.not_destroyed == 1 and e.zone != kinds.Zone.BATTLEFIELD)
    if subject == kinds.Subject.ENEMY:
        if e.player == p:
            return False
        if e.kind == kinds.Event.DESTROYED:
            return place_matches(ability.place, e.zone)
        return e.card < 0 or e.kind == kinds.Event.DAMAGED or e.kind == kinds.Event.ACTED or e.kind > kinds.Event.YOU_DAMAGED
    if subject == kinds.Subject.YOU:
        return e.player == p and step_meets(g, m, a, i, p, c)
    return e.player == p and step_meets(g, m, a, i, p, c)


@kernel()
def offer_trigger(g, m, p, c, a, i):
    """Add the option to answer event ``i`` with ability ``a`` of card ``c``, if that is possible."""
    for k in range(g.n_options):
        o = g.options[k]
        if o.card == c and o.ability == a and (o.kind == kinds.Opt.ACTIVATE or o.kind == kinds.Opt.CAST):
            return
    ability = m.abilities[a]
    if not event_meets(g, m, a, i, p, c):
        return
    if was_used(g, m, event_key_of(g, m, a, i), c, a):
        return
    if not can_use(g, m, p, c, a, ability.play):
        return
    card = g.cards[c]
    g.seen[p, card.definition] |= kinds.SEEN_OFFERED
    spell = m.defs[card.definition].spell == 1 and card.pawn == 0
    cast = ability.play == kinds.Play.SPELL or (spell and ability.play == kinds.Play.NORMAL and card.zone == kinds.Zone.HAND)
    offer(g, kinds.Opt.CAST if cast else kinds.Opt.ACTIVATE, c, a, NONE, ability.play, p, i)


@kernel()
def offer_answers(g, m, p, c, definition, i, own):
    """Offer the answers to event ``i`` among the abilities of a definition that card ``c`` has: on what happens to itself, or else."""
    kind = g.events[i].kind
    d = m.defs[definition]
    if own and (d.hears >> kind) & 1 == 0:
        return
    for a in range(d.first_ability, d.first_ability + d.n_abilities):
        if m.abilities[a].event == kind and (m.abilities[a].subject == kinds.Subject.SELF) == own:
            offer_trigger(g, m, p, c, a, i)


@kernel()
def list_answers(g, m, p, first, last, in_chain):
    """List what player ``p`` may use on the pending events ``first`` … ``last - 1`` (17.ruling.4)."""
    for i in range(first, last):
        e = g.events[i]
        if m.events == kinds.EventMode.WINDOW_OR_CHAIN and not in_chain and e.chain == 1:
            continue  # 12.ruling.79
        if e.card >= 0:
            if g.cards[e.card].zone != kinds.Zone.BATTLEFIELD:
                look_at(g, g.cards[e.card].holder)
            offer_answers(g, m, p, e.card, g.cards[e.card].definition, i, True)
            if has_parts(g, e.card):
                for k in range(g.n_cards):
                    if is_first_part(g, k, e.card):
                        offer_answers(g, m, p, e.card, g.cards[k].definition, i, True)
        player = g.players[p]
        heard = (m.heard_own[e.kind] if e.player == p else m.heard_enemy[e.kind]) & player.may_hold
        if heard == 0:
            continue
        look_at(g, p)
        for zone in (kinds.Zone.BATTLEFIELD, kinds.Zone.HAND, kinds.Zone.TRAPFIELD, kinds.Zone.GRANARY):
            if zone == kinds.Zone.GRANARY and m.granary_hears == 0:
                break
            for k in range(player.n[zone]):
                c = player.zone[zone, k]
                if (heard >> min(int(g.cards[c].definition), LAST_BIT)) & 1 != 0:
                    offer_answers(g, m, p, c, g.cards[c].definition, i, False)
                if has_parts(g, c):
                    for j in range(g.n_cards):
                        if is_first_part(g, j, c):
                            offer_answers(g, m, p, c, g.cards[j].definition, i, False)


@kernel(apart=True)
def hybrid_fits(g, host, circumstance):
    """Return whether the innermost battle is in the circumstance in which a hybrid counter on ``host`` may be popped (20.counter.2)."""
    if g.n_battles == 0 or g.cards[host].petrified == 1:
        return False
    b = g.battles[g.n_battles - 1]
    formed = b.stage == kinds.BattleStep.ATTACK_FORMED
    if circumstance == kinds.React.ATTACKED:
        return formed and g.cards[host].holder == b.defender
    if circumstance == kinds.React.IS_VICTIM:
        return formed and b.victim == host
    attackers = b.team[kinds.Side.ATTACKING]
    if circumstance == kinds.React.LONE_ATTACKER:
        return formed and attackers.n == 1 and attackers.card[0] == host and b.victim >= 0
    if formed or b.stage == kinds.BattleStep.DEFENSE_FORMED:
        for side in range(2):
            for i in range(b.team[side].n):
                if b.team[side].card[i] == host:
                    return True
    return False


@kernel()
def offer_any_time(g, m, p, c, definition):
    """Offer the abilities of a definition that card ``c`` has and that may be used whenever a link may be made."""
    d = m.defs[definition]
    for a in range(d.first_ability, d.first_ability + d.n_abilities):
        ability = m.abilities[a]
        if ability.any_time == 1 and can_use(g, m, p, c, a, ability.play):
            g.seen[p, definition] |= kinds.SEEN_OFFERED
            cast = g.cards[c].zone != kinds.Zone.BATTLEFIELD
            offer(g, kinds.Opt.CAST if cast else kinds.Opt.ACTIVATE, c, a, NONE, ability.play, p, NONE)


@kernel(apart=True)
def list_any_time(g, m, p):
    """List the abilities of player ``p`` that may be used whenever a link may be made (20.condition.1)."""
    look_at(g, p)
    player = g.players[p]
    for zone in (kinds.Zone.BATTLEFIELD, kinds.Zone.HAND, kinds.Zone.GRANARY):
        for k in range(player.n[zone]):
            c = player.zone[zone, k]
            if (m.any_time >> min(int(g.cards[c].definition), LAST_BIT)) & 1 != 0:
                offer_any_time(g, m, p, c, g.cards[c].definition)
            if has_parts(g, c):
                for j in range(g.n_cards):
                    if is_first_part(g, j, c):
                        offer_any_time(g, m, p, c, g.cards[j].definition)


@kernel()
def offer_trapped(g, m, p, c, definition):
    """Offer the abilities of a definition that minion ``c`` has, whatever their conditions."""
    d = m.defs[definition]
    for a in range(d.first_ability, d.first_ability + d.n_abilities):
        if can_use(g, m, p, c, a, kinds.Play.TRAP):
            offer(g, kinds.Opt.ACTIVATE, c, a, NONE, kinds.Play.TRAP, p, NONE)


@late(void(GameType, MatchType, int64))
def list_trapped(g, m, p):
    """List the abilities of minions of player ``p`` that a popped Trap Counter lets be used in this chain (20.counter.7)."""
    for k in range(g.n_trapped):
        c = g.trapped[k]
        named = False
        for j in range(k):
            named = named or g.trapped[j] == c
        if named or g.cards[c].zone != kinds.Zone.BATTLEFIELD or g.cards[c].holder != p:
            continue
        offer_trapped(g, m, p, c, g.cards[c].definition)
        if has_parts(g, c):
            for j in range(g.n_cards):
                if is_first_part(g, j, c):
                    offer_trapped(g, m, p, c, g.cards[j].definition)


@kernel()
def list_pops(g, m, p, how):
    """List the counters of player ``p`` that may be popped freely: as chain links, or at once (17.counter.3, 17.counter.6)."""
    for i in range(g.n_counters):
        s = g.counters[i]
        kind = m.kinds[s.kind]
        if s.owner == p and s.count > 0 and kind.pop == how and (kind.hybrid == 0 or hybrid_fits(g, s.card, kind.hybrid)):
            offer_ability(g, kinds.Opt.POP, s.card, s.kind, 0, p)


@kernel()
def list_window(g, m, p, in_chain):
    """List the options of player ``p`` in a window or as a response, without PASS (17.ruling.3)."""
    if g.n_events > g.event_base:
        list_answers(g, m, p, g.event_base, g.n_events, in_chain)
    if g.n_counters > 0:
        list_pops(g, m, p, kinds.Pop.CHAIN)
    if m.any_time & g.players[p].may_hold != 0:
        list_any_time(g, m, p)
    if in_chain and g.n_trapped > 0:
        list_trapped(g, m, p)


@kernel()
def window_is_idle(g, m):
    """Return whether nobody can have anything to do in a window now."""
    return g.n_events == g.event_base and g.n_counters == 0 and m.any_time == 0 and g.n_trapped == 0
