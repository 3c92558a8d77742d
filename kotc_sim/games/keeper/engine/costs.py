"""Activation costs and the requirements of caveats: may they be paid, and paying them (17.cost.*, 9.caveat.*).

Costs are all or nothing (17.ruling.23): they are checked in written order on counts, each component using up what it takes, and a
pick that would leave a later component unpayable is not offered.
"""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.late import late
from kotc_sim.compiler.types import boolean, int64, void
from kotc_sim.games.keeper.engine import kinds, zones
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.dice import pick_random
from kotc_sim.games.keeper.engine.events import check_end, destroy, raise_event
from kotc_sim.games.keeper.engine.frames import CostsStage, push_ability
from kotc_sim.games.keeper.engine.looking import look_at
from kotc_sim.games.keeper.engine.record import MAX_POOL, FrameType, GameType, LineType, MatchType
from kotc_sim.games.keeper.engine.stack import NONE, ask_for, chosen, clear_options, offer, offer_ability, only_enemy, pop

GIVEN_AWAY = 9
"""What an option says that is done with a minion, where no cost says so (``kinds.How``)."""


@kernel()
def minions_in_hand(g, m, p):
    """Return how many minion cards player ``p`` holds."""
    look_at(g, p)
    player = g.players[p]
    n = 0
    for i in range(player.n[kinds.Zone.HAND]):
        if m.defs[g.cards[player.zone[kinds.Zone.HAND, i]].definition].minion == 1:
            n += 1
    return n


@late(boolean(GameType, MatchType, int64, int64, int64, int64, int64))
def can_donate(g, m, p, c, first, i, leaves):
    """Return whether player ``p`` has the minions, or spells, that the costs ``first`` … ``i`` donate from one zone (20.cost.1)."""
    line = m.code[i]
    need = 0
    for j in range(first, i + 1):
        other = m.code[j]
        if other.op == kinds.Cost.DONATE and other.place == line.place and other.spells == line.spells:
            need += other.count
    player = g.players[p]
    for k in range(player.n[line.place]):
        cc = player.zone[line.place, k]
        if m.defs[g.cards[cc].definition].minion != line.spells and not (cc == c and leaves):
            need -= 1
    return need <= 0


@kernel()
def donates(m, first, last):
    """Return whether a donation is among the costs ``first`` … ``last - 1``: then those before it may turn out unpayable (20.ruling.24)."""
    for i in range(first, last):
        if m.code[i].op == kinds.Cost.DONATE:
            return True
    return False


@kernel(apart=True)
def leaves_donations(g, m, p, c, i, last, picked, cc):
    """Return whether later donations from its zone can be paid if card ``cc`` pays cost line ``i``."""
    zone = g.cards[cc].zone
    spell = 1 - m.defs[g.cards[cc].definition].minion
    need = 0
    for j in range(i + 1, last):
        line = m.code[j]
        if line.op == kinds.Cost.DONATE and line.place == zone and line.spells == spell:
            need += line.count
    if need == 0:
        return True
    player = g.players[p]
    for k in range(player.n[zone]):
        other = player.zone[zone, k]
        if other != cc and other != c and not is_picked(g, other, picked) and m.defs[g.cards[other].definition].minion != spell:
            need -= 1
    return need <= 0


@kernel(apart=True)
def counters_owned(g, p):
    """Return how many counters player ``p`` has placed that are still there."""
    n = 0
    for k in range(g.n_counters):
        if g.counters[k].owner == p:
            n += g.counters[k].count
    return n


@kernel()
def unexhausted_minions(g, p):
    """Return how many unexhausted minions player ``p`` controls."""
    player = g.players[p]
    n = 0
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        if g.cards[player.zone[kinds.Zone.BATTLEFIELD, i]].exhausted == 0:
            n += 1
    return n


@kernel()
def unexhausted_traps(g, p, c):
    """Return how many unexhausted traps player ``p`` controls, card ``c`` not counted."""
    player = g.players[p]
    n = 0
    for i in range(player.n[kinds.Zone.TRAPFIELD]):
        trap = player.zone[kinds.Zone.TRAPFIELD, i]
        if g.cards[trap].exhausted == 0 and trap != c:
            n += 1
    return n


@kernel()
def keeps_itself(m, i, last):
    """Return whether a cost after line ``i`` removes counters from the card, which it loses when it leaves its place (17.ruling.26)."""
    for j in range(i + 1, last):
        if m.code[j].op == kinds.Cost.REMOVE_COUNTERS:
            return True
    return False


@kernel()
def stays(m, i, last):
    """Return whether a card may not pay cost line ``i`` with itself (5.keyword.8, 10.caveat.4, 17.ruling.26)."""
    line = m.code[i]
    return (line.how == kinds.How.SACRIFICE and m.self_sacrifice == 0) or line.other == 1 or keeps_itself(m, i, last)


@kernel()
def can_spend(g, m, p, c, first, last):
    """Return whether player ``p`` has the hit points and counters that the costs ``first`` … ``last - 1`` of card ``c`` take."""
    hp = int(g.players[p].hp)
    counters = int(g.cards[c].counters) if g.cards[c].zone == kinds.Zone.BATTLEFIELD else 0
    for i in range(first, last):
        line = m.code[i]
        if line.op == kinds.Cost.REMOVE_COUNTERS:
            counters -= line.count
        elif line.op == kinds.Cost.PAY_HP:
            hp -= line.count
        elif line.op == kinds.Cost.REMOVE_OWN_COUNTERS and counters_owned(g, p) < line.count:
            return False
    return min(hp, counters) >= 0


@kernel()
def can_pay(g, m, p, c, first, last, resources, own_exhaustion, leaves):
    """Return whether player ``p`` can pay the costs ``first`` … ``last - 1`` for card ``c``.

    ``resources`` unexhausted resources go for the resource cost; ``own_exhaustion``: the card exhausts itself first;
    ``leaves``: the card leaves its hand or granary before costs are paid (17.ruling.30, 9.caveat.3, 12.ruling.27).
    """
    player = g.players[p]
    card = g.cards[c]
    from_hand = leaves and card.zone == kinds.Zone.HAND
    hand = int(player.n[kinds.Zone.HAND]) - (1 if from_hand else 0)
    hand_minions = minions_in_hand(g, m, p) - (1 if from_hand and m.defs[card.definition].minion == 1 else 0)
    from_granary = leaves and card.zone == kinds.Zone.GRANARY and card.holder == p
    granary = int(player.n[kinds.Zone.GRANARY]) - (1 if from_granary else 0)
    free = int(player.free) - resources
    if from_granary and card.exhausted == 0 and (m.deployed_pays_itself == 0 or resources == 0):  # 12.ruling.27, 9.ruling.20
        free -= 1
    field = int(player.n[kinds.Zone.BATTLEFIELD])
    traps = int(player.n[kinds.Zone.TRAPFIELD]) - (1 if g.cards[c].zone == kinds.Zone.TRAPFIELD else 0)
    ready = unexhausted_minions(g, p) - (1 if own_exhaustion else 0)
    ready_traps = unexhausted_traps(g, p, c)
    deck = int(player.n[kinds.Zone.DECK])
    if not can_spend(g, m, p, c, first, last):
        return False
    for i in range(first, last):
        line = m.code[i]
        if line.op == kinds.Cost.DONATE:
            if line.place == kinds.Place.HAND:
                hand -= line.count
            else:
                granary -= line.count
                free = min(free, granary)
            if min(hand, granary) < 0 or not can_donate(g, m, p, c, first, i, leaves):
                return False
        elif line.op == kinds.Cost.GIFT_SUMMON:
            hand -= line.count
            hand_minions -= line.count
            if hand_minions < 0 or hand < 0:
                return False
        elif line.op == kinds.Cost.PAY:
            place, count, how = line.place, line.count, line.how
            if place == kinds.Place.HAND:
                hand -= count
                if line.by == kinds.By.RANDOM:
                    hand_minions -= count  # every outcome must leave later components payable
                else:
                    hand_minions = min(hand_minions, hand)
                if hand < 0:
                    return False
            elif place == kinds.Place.GRANARY:
                if how == kinds.How.EXHAUST:
                    free -= count
                    if free < 0:
                        return False
                else:
                    granary -= count
                    free = min(free, granary)
                    if granary < 0:
                        return False
            elif place == kinds.Place.DECK_TOP:
                deck -= count
                if deck < 0:
                    return False
            elif how == kinds.How.EXHAUST:
                if place == kinds.Place.IN_PLAY:
                    spare = min(ready_traps, count)
                    ready_traps -= spare
                    count -= spare
                ready -= count
                if ready < 0:
                    return False
            else:
                own = 1 if card.zone == kinds.Zone.BATTLEFIELD and stays(m, i, last) else 0
                spare = min(traps, count) if place == kinds.Place.IN_PLAY else 0
                traps -= spare
                field -= count - spare
                ready = min(ready, field - own if own_exhaustion or card.exhausted == 1 else field)
                if field - own < 0:
                    return False
    return True


@kernel()
def is_picked(g, c, n):
    """Return whether card ``c`` is among the last ``n`` cards of the pool."""
    for i in range(g.n_pool - n, g.n_pool):
        if g.pool[i] == c or g.pool[i] == -2 - c:
            return True
    return False


@kernel()
def later_need(m, i, last, place, exhausting):
    """Return how many cards later costs take from a place, by exhausting them or otherwise."""
    n = 0
    for j in range(i + 1, last):
        line = m.code[j]
        if line.op == kinds.Cost.PAY and line.place == place and (line.how == kinds.How.EXHAUST) == exhausting:
            n += line.count
        if line.op == kinds.Cost.GIFT_SUMMON and place == kinds.Place.HAND and exhausting:
            n += line.count  # for the hand, "exhausting" stands for minions that are to be given away
    return n


@kernel()
def list_cost_cards(g, m, p, c, i, last, picked):
    """List the cards that may be picked for cost line ``i`` (``picked`` of them are in the pool already)."""
    line = m.code[i]
    place, how = line.place, line.how
    look_at(g, p)
    player = g.players[p]
    code = i
    for zone in range(kinds.Zone.TRAPFIELD + 1):
        if not (zone == place or (place == kinds.Place.IN_PLAY and (zone == kinds.Zone.BATTLEFIELD or zone == kinds.Zone.TRAPFIELD))):
            continue
        if zone == kinds.Zone.DECK:
            zones.settle_deck(g, p)
        need = later_need(m, i, last, zone, True)
        spare = 1000
        if need > 0:
            have = 0
            for k in range(player.n[zone]):
                cc = player.zone[zone, k]
                if is_picked(g, cc, picked) or (zone == kinds.Zone.HAND and cc == c):
                    continue
                if zone == kinds.Zone.HAND:
                    have += m.defs[g.cards[cc].definition].minion
                elif g.cards[cc].exhausted == 0:
                    have += 1
            spare = have - need
        for k in range(player.n[zone]):
            cc = player.zone[zone, k]
            card = g.cards[cc]
            if is_picked(g, cc, picked) or (zone == kinds.Zone.HAND and cc == c):
                continue
            if how == kinds.How.EXHAUST and card.exhausted == 1:
                continue
            if i + 1 < last and how != kinds.How.EXHAUST and not leaves_donations(g, m, p, c, i, last, picked, cc):
                continue
            if cc == c and (line.other == 1 or (how == kinds.How.SACRIFICE and m.self_sacrifice == 0)):
                continue
            if cc == c and how != kinds.How.EXHAUST and zone == kinds.Zone.BATTLEFIELD and keeps_itself(m, i, last):
                continue
            if need > 0 and how != kinds.How.EXHAUST and spare <= 0:
                wanted = m.defs[card.definition].minion == 1 if zone == kinds.Zone.HAND else card.exhausted == 0
                if wanted:
                    continue
            offer(g, kinds.Opt.PICK_CARD, cc, code, zone, how, p, NONE)


@kernel()
def apply_cost(g, m, p, c, how):
    """Do with card ``c`` what the cost says (17.keyword.61 to 17.keyword.65; 12.keyword.46: sacrificing is not destroying)."""
    zones.log(g, kinds.Log.PAY, p, c, how, 0, 0)
    if how == kinds.How.DESTROY:
        destroy(g, m, c)
    elif how == kinds.How.SACRIFICE:
        zones.move(g, m, c, kinds.Zone.GRAVE, 0)
    elif how == kinds.How.SHEATHE:
        zones.move(g, m, c, kinds.Zone.DECK, 0)
    elif how == kinds.How.BURY:
        zones.move(g, m, c, kinds.Zone.DECK, 1)
    elif how == kinds.How.BOUNCE:
        zones.move(g, m, c, kinds.Zone.HAND, 0)
    elif how == kinds.How.IMPRISON:
        zones.imprison(g, m, c)
    else:
        zones.exhaust(g, c)


@kernel()
def pool_add(g, c):
    """Append a card to the pool of selected cards."""
    if g.n_pool >= MAX_POOL:
        zones.meet_limit(g)
        return
    g.pool[g.n_pool] = c
    g.n_pool += 1


@kernel()
def pay_hp(g, p, n):
    """Player ``p`` pays hit points, which is no damage (17.keyword.52)."""
    g.players[p].hp -= n
    if g.players[p].hp <= 0:
        g.fallen = 1
    zones.log(g, kinds.Log.PAY, p, -1, 0, n, g.players[p].hp)


@late(void(GameType, MatchType, int64, LineType, int64))
def pay_from_top(g, m, p, line, taken):
    """Pay with the top cards of the deck; the last ``taken`` cards of the pool are spoken for."""
    zones.settle_deck(g, p)
    for _ in range(line.count):
        k = g.players[p].n[kinds.Zone.DECK] - 1
        while k > 0 and is_picked(g, g.players[p].zone[kinds.Zone.DECK, k], taken):
            k -= 1
        apply_cost(g, m, p, g.players[p].zone[kinds.Zone.DECK, k], line.how)


@kernel()
def begin_cost(g, m, f, line):
    """Begin the cost at hand; returns the stage that follows."""
    p = f.player
    f.picked = 0
    f.chooser = p
    if line.op == kinds.Cost.PAY_HP:
        pay_hp(g, p, line.count)
        return CostsStage.PAID
    if line.op == kinds.Cost.REMOVE_COUNTERS or line.op == kinds.Cost.REMOVE_OWN_COUNTERS:
        return CostsStage.LIST_COUNTERS
    if line.op == kinds.Cost.GIFT_SUMMON or line.op == kinds.Cost.DONATE:
        return CostsStage.LIST_GIFTS
    if line.place == kinds.Place.DECK_TOP:
        pay_from_top(g, m, p, line, f.taken)
        return CostsStage.PAID
    if line.by == kinds.By.OPPONENT:
        return CostsStage.LIST_CHOOSERS
    return CostsStage.LIST_CARDS


@kernel()
def ask_counter(g, f, line):
    """Ask which counter is removed next; returns whether one more is to be."""
    p, c = f.player, f.card
    if f.picked >= line.count:
        f.picked = 0
        return False
    own = line.op == kinds.Cost.REMOVE_OWN_COUNTERS
    clear_options(g)
    have = 0
    for k in range(g.n_counters):
        s = g.counters[k]
        if (s.owner == p) if own else (s.card == c):
            offer(g, kinds.Opt.PICK_COUNTER, s.card, s.kind, s.owner, s.count, p, NONE)
            have += s.count
    if g.n_options == 0:  # another cost has taken them
        f.pc = CostsStage.FAILED
        return False
    f.pc = CostsStage.COUNTER_CHOSEN
    ask_for(g, p, kinds.Ask.COUNTERS, c, f.line)
    if have == line.count - f.picked:
        g.forced = 1
    return True


@kernel()
def list_enemies(g, p, c, line):
    """List the enemies of player ``p``, one of whom a cost asks for."""
    clear_options(g)
    for q in range(g.n_players):
        if q != p and g.players[q].out == 0:
            offer(g, kinds.Opt.PICK_PLAYER, c, line, q, 0, q, NONE)


@late(boolean(GameType, MatchType, FrameType, LineType))
def ask_gift(g, m, f, line):
    """Ask which card of the hand, or granary, is given away next; returns whether one more is to be (17.cost.10, 20.cost.1)."""
    if f.picked >= line.count:
        return False
    p, c, i = f.player, f.card, f.line
    look_at(g, p)
    player = g.players[p]
    zone = kinds.Zone.HAND if line.op == kinds.Cost.GIFT_SUMMON else np.int64(line.place)
    spare = 1
    if zone == kinds.Zone.GRANARY:
        spare = int(player.free) - later_need(m, i, f.end, kinds.Place.GRANARY, True)
    clear_options(g)
    for k in range(player.n[zone]):
        cc = player.zone[zone, k]
        picked = is_picked(g, cc, f.taken + f.picked)
        if g.cards[cc].exhausted == 0 and spare <= 0:
            continue  # a later cost exhausts it
        if cc != c and m.defs[g.cards[cc].definition].minion != line.spells and not picked:
            offer(g, kinds.Opt.PICK_CARD, cc, i, zone, GIVEN_AWAY, p, NONE)
    if g.n_options == 0:
        f.pc = CostsStage.FAILED
        return False
    f.pc = CostsStage.GIFT_CHOSEN
    ask_for(g, p, kinds.Ask.COST, c, i)
    return True


@kernel()
def ask_receiver(g, f):
    """Ask to whom the minion that was chosen is given."""
    p, i = f.player, f.line
    gift = int(chosen(g).card)
    f.gift = gift
    g.cards[gift].shown = -1
    list_enemies(g, p, gift, i)
    f.pc = CostsStage.RECEIVER_CHOSEN
    ask_for(g, p, kinds.Ask.PLAYER, gift, i)


@kernel()
def ask_to_accept(g, f):
    """Ask the enemy who was chosen whether the minion is accepted."""
    gift, i = f.gift, f.line
    q = int(chosen(g).target)
    f.chooser = q
    clear_options(g)
    offer_ability(g, kinds.Opt.YES, gift, i, 0, q)
    offer_ability(g, kinds.Opt.NO, gift, i, 0, q)
    f.pc = CostsStage.GIFT_ANSWERED
    ask_for(g, q, kinds.Ask.GIFT, gift, i)


@late(boolean(GameType, MatchType, FrameType))
def give(g, m, f):
    """Give the card away, if that is accepted; it is spoken for in any case (17.ruling.27). Returns whether a spell is cast."""
    gift, q = f.gift, f.chooser
    d = m.defs[g.cards[gift].definition]
    pool_add(g, gift)
    f.picked += 1
    f.donated = 1
    if chosen(g).kind == kinds.Opt.YES and d.minion == 0:
        zones.log(g, kinds.Log.CAST, q, gift, d.first_ability, 0, -1)  # no link
        g.seen[q, g.cards[gift].definition] |= kinds.SEEN_PLAYED
        zones.move(g, m, gift, kinds.Zone.NOWHERE, 0)
        raise_event(g, m, kinds.Event.ACTED, gift, q, 0, 0)
        f.pc = CostsStage.GIFT_RESOLVED
        push_ability(g, q, gift, d.first_ability, NONE)
        return True
    if chosen(g).kind == kinds.Opt.YES:
        zones.move_to_field(g, m, gift, q)
        zones.log(g, kinds.Log.SUMMON, q, gift, f.player, 0, 0)
        raise_event(g, m, kinds.Event.SUMMONED, gift, q, kinds.Zone.BATTLEFIELD, 0)
    return False


@kernel()
def ask_chooser(g, f):
    """Ask which opponent chooses the cards; returns whether there are several (9.caveat.5)."""
    p, c = f.player, f.card
    q = only_enemy(g, p)
    if q >= 0 and g.scripted == 0:
        f.chooser = q
        return False
    list_enemies(g, p, c, f.line)
    f.pc = CostsStage.CHOOSER_CHOSEN
    ask_for(g, p, kinds.Ask.PLAYER, c, f.line)
    return True


@kernel()
def goes_to_deck(how):
    """Return whether a cost puts cards into the deck, where their order matters."""
    return how == kinds.How.SHEATHE or how == kinds.How.BURY


@kernel()
def pay_picked(g, m, f, line):
    """Do with the cards that were picked what the cost says; returns the stage that follows (17.ruling.31)."""
    if line.by == kinds.By.RANDOM and line.count > 1 and goes_to_deck(line.how):
        f.to_order = line.count
        return CostsStage.LIST_ORDER
    for k in range(line.count):
        apply_cost(g, m, f.player, g.pool[g.n_pool - line.count + k], line.how)
    return CostsStage.PAID


@kernel()
def ask_card(g, m, f, line):
    """Pick the next card of a cost at random, or ask for it; returns whether the frame waits."""
    p, c, i = f.player, f.card, f.line
    if f.picked >= line.count:
        f.pc = pay_picked(g, m, f, line)
        return False
    clear_options(g)
    list_cost_cards(g, m, p, c, i, f.end, f.taken + f.picked)
    if g.n_options == 0 and (f.donated == 1 or donates(m, i, f.end)):  # a donation stands in its way, or has changed what there is
        f.pc = CostsStage.FAILED
        return False
    if g.n_options == 0:  # nothing is left that can serve; the check made this impossible
        g.raised |= kinds.FLAG_INVARIANT
        zones.meet_limit(g)
        f.pc = CostsStage.PAID
        return False
    if line.by == kinds.By.RANDOM:
        pool_add(g, g.options[pick_random(g, p, g.n_options)].card)
        f.picked += 1
        return False
    f.pc = CostsStage.CARD_CHOSEN
    ask_for(g, f.chooser, kinds.Ask.COST, c, i)
    if g.n_options == line.count - f.picked and not goes_to_deck(line.how):
        g.forced = 1
    return True


@kernel()
def ask_order(g, f, line):
    """Ask which of the random cards goes to the deck next (17.ruling.31)."""
    p, i = f.player, f.line
    clear_options(g)
    for k in range(g.n_pool - line.count, g.n_pool):
        if g.pool[k] >= 0:
            offer(g, kinds.Opt.PICK_CARD, g.pool[k], i, k, line.how, p, NONE)
    f.pc = CostsStage.ORDER_CHOSEN
    ask_for(g, p, kinds.Ask.ORDER, f.card, i)


@kernel()
def pay_ordered(g, m, f, line):
    """Pay with the card that was chosen from those in the pool; returns the stage that follows."""
    o = chosen(g)
    g.pool[o.target] = -2 - g.pool[o.target]  # dealt with, but still known as taken
    apply_cost(g, m, f.player, o.card, line.how)
    f.to_order -= 1
    return CostsStage.LIST_ORDER if f.to_order > 0 else CostsStage.PAID


@kernel()
def end_cost(g, m, f, line):
    """The cost is paid, the next one follows; returns whether the game is over (17.ruling.114)."""
    if line.op == kinds.Cost.PAY and line.how == kinds.How.EXHAUST:
        g.n_pool -= f.picked  # an exhausted card stays, and may yet be moved by a later cost
        f.picked = 0
    f.taken += f.picked
    f.line += 1
    f.pc = CostsStage.BEGIN
    if check_end(g, m) or g.n_losses > 0:
        return True
    if g.players[f.player].out == 1:  # 9.ruling.41: paying has lost the game for this player
        f.line = f.end
    return False


@handler
def step_costs(g, m, f):
    """Pay costs one after another; what one cost has moved cannot pay a later one (17.ruling.23)."""
    while True:
        if f.line >= f.end and f.pc == CostsStage.BEGIN:
            g.n_pool -= f.taken
            pop(g, 1)
            return
        line = m.code[f.line]
        if f.pc == CostsStage.BEGIN:
            f.pc = begin_cost(g, m, f, line)
        elif f.pc == CostsStage.LIST_COUNTERS:
            if ask_counter(g, f, line):
                return
            f.pc = CostsStage.FAILED if f.pc == CostsStage.FAILED else CostsStage.PAID
        elif f.pc == CostsStage.COUNTER_CHOSEN:
            o = chosen(g)
            zones.remove_counter(g, o.card, o.ability, o.target, 1)
            f.picked += 1
            f.pc = CostsStage.LIST_COUNTERS
        elif f.pc == CostsStage.LIST_GIFTS:
            if ask_gift(g, m, f, line):
                return
            f.pc = CostsStage.FAILED if f.pc == CostsStage.FAILED else CostsStage.PAID
        elif f.pc == CostsStage.GIFT_CHOSEN:
            ask_receiver(g, f)
            return
        elif f.pc == CostsStage.RECEIVER_CHOSEN:
            ask_to_accept(g, f)
            return
        elif f.pc == CostsStage.GIFT_ANSWERED:
            if give(g, m, f):
                return
            f.pc = CostsStage.LIST_GIFTS
        elif f.pc == CostsStage.FAILED:
            g.n_pool -= f.taken + f.picked
            pop(g, 0)
            return
        elif f.pc == CostsStage.GIFT_RESOLVED:
            zones.end_spell(g, m, f.gift)
            f.pc = CostsStage.LIST_GIFTS
        elif f.pc == CostsStage.LIST_CHOOSERS:
            if ask_chooser(g, f):
                return
            f.pc = CostsStage.LIST_CARDS
        elif f.pc == CostsStage.CHOOSER_CHOSEN:
            f.chooser = chosen(g).target
            f.pc = CostsStage.LIST_CARDS
        elif f.pc == CostsStage.LIST_CARDS:
            if ask_card(g, m, f, line):
                return
        elif f.pc == CostsStage.CARD_CHOSEN:
            pool_add(g, chosen(g).card)
            f.picked += 1
            f.pc = CostsStage.LIST_CARDS
        elif f.pc == CostsStage.LIST_ORDER:
            ask_order(g, f, line)
            return
        elif f.pc == CostsStage.ORDER_CHOSEN:
            f.pc = pay_ordered(g, m, f, line)
        elif end_cost(g, m, f, line):
            return


@kernel()
def resources_for(g, m, p, c):
    """Return the unexhausted resources of player ``p`` that can pay for card ``c``: itself only where the edition says so
    (12.ruling.27, 9.ruling.20)."""
    card = g.cards[c]
    own = m.deployed_pays_itself == 0 and card.zone == kinds.Zone.GRANARY and card.holder == p and card.exhausted == 0
    return int(g.players[p].free) - (1 if own else 0)


@kernel()
def pay_for(g, m, p, c, cost):
    """Exhaust the resources that card ``c``, which leaves its zone now, costs; a resource pays first, or not at all, for itself."""
    left = int(cost)
    card = g.cards[c]
    if card.zone == kinds.Zone.GRANARY and card.holder == p and card.exhausted == 0:
        zones.exhaust(g, c)
        if m.deployed_pays_itself == 1 and left > 0:
            left -= 1
    zones.pay_resources(g, p, left)


@kernel()
def can_summon_from(g, m, p, c, cost):
    """Return whether player ``p`` can summon minion ``c`` for ``cost`` resources, its caveat included (9.caveat.2)."""
    card = g.cards[c]
    if cost > resources_for(g, m, p, c):
        return False
    d = m.defs[card.definition]
    if d.caveat_end > d.caveat:
        return can_pay(g, m, p, c, d.caveat, d.caveat_end, cost, False, card.zone == kinds.Zone.HAND or card.zone == kinds.Zone.GRANARY)
    return True
