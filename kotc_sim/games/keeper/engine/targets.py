"""Target selections (17.target.*, 9.ability.27 to 9.ability.40): who picks, from where, how many."""

from __future__ import annotations

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.costs import pool_add
from kotc_sim.games.keeper.engine.dice import pick_random
from kotc_sim.games.keeper.engine.events import raise_event
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, option, pop
from kotc_sim.games.keeper.engine.zones import level, log, settle_deck


@kernel()
def was_selected(g, c, first):
    """Tell whether card ``c`` is in the pool from index ``first`` on (17.keyword.70)."""
    for i in range(first, g.n_pool):
        if g.pool[i] == c:
            return True
    return False


@kernel()
def fits(g, m, s, c):
    """Tell whether card ``c`` passes the filters of selection ``s``."""
    card = g.cards[c]
    if s.exhausted == 1 and card.exhausted == 0:
        return False
    if s.min_counters > 0 and card.counters < s.min_counters:
        return False
    if s.max_level >= 0:
        if card.petrified == 1:  # 17.keyword.57: no level
            return False
        return level(g, m, c) <= s.max_level
    return True


@kernel()
def list_zone(g, m, s, p, zone, first, lowest):
    """List the fitting, unselected cards of one zone of player ``p`` from list index ``lowest`` on."""
    if zone == kinds.Zone.DECK:
        settle_deck(g, p)
    player = g.players[p]
    for i in range(lowest, player.n[zone]):
        c = player.zone[zone, i]
        if fits(g, m, s, c) and not was_selected(g, c, first):
            option(g, kinds.Opt.PICK_CARD, c, -1, zone, 0, p, -1)


@kernel()
def list_candidates(g, m, s, p, first):
    """List the cards that selection ``s`` may pick; ``p`` is the player whose zone it looks at."""
    place = s.place
    if place == kinds.Place.BATTLEFIELD or place == kinds.Place.IN_PLAY:
        for q in range(g.n_players):
            list_zone(g, m, s, q, kinds.Zone.BATTLEFIELD, first, 0)
            if place == kinds.Place.IN_PLAY:
                list_zone(g, m, s, q, kinds.Zone.TRAPFIELD, first, 0)
    elif place == kinds.Place.CHAIN:
        for i in range(g.n_links):
            link = g.links[i]
            if link.card >= 0 and g.cards[link.card].zone == kinds.Zone.REMOVED:  # 17.pawn.6
                continue
            if link.kind == kinds.Link.ABILITY and link.resolved == 0 and not was_selected(g, link.card, first):
                new = True
                for k in range(g.n_options):
                    if g.options[k].card == link.card:
                        new = False
                if new:
                    option(g, kinds.Opt.PICK_CARD, link.card, -1, i, 0, link.player, -1)
            elif link.kind > 1 and link.resolved == 0:  # 5.ruling.9: summons and attacks
                if link.kind == 2:
                    if not was_selected(g, link.card, first):
                        option(g, kinds.Opt.PICK_CARD, link.card, -1, i, 0, link.player, -1)
                elif g.n_battles > 0:
                    team = g.battles[g.n_battles - 1].team[0]
                    for k in range(team.n):
                        if not was_selected(g, team.card[k], first):
                            option(g, kinds.Opt.PICK_CARD, team.card[k], -1, i, 0, link.player, -1)
    elif place == kinds.Place.ATTACKING_TEAM or place == kinds.Place.DEFENDING_TEAM:
        if g.n_battles > 0:
            team = g.battles[g.n_battles - 1].team[0 if place == kinds.Place.ATTACKING_TEAM else 1]
            for k in range(team.n):
                if fits(g, m, s, team.card[k]) and not was_selected(g, team.card[k], first):
                    option(g, kinds.Opt.PICK_CARD, team.card[k], -1, 0, 0, p, -1)
    elif place == kinds.Place.EXCAVATED or place == kinds.Place.DECK_TOP:
        lowest = g.players[p].n[kinds.Zone.DECK] - s.look
        list_zone(g, m, s, p, kinds.Zone.DECK, first, lowest if lowest > 0 else 0)
    elif s.of == kinds.Of.ALL:
        for q in range(g.n_players):
            list_zone(g, m, s, q, place, first, 0)
    else:
        list_zone(g, m, s, p, place, first, 0)


@kernel()
def available(g, m, s, p):
    """Return how many cards selection ``s`` could pick in the zone of player ``p``."""
    if s.place == kinds.Place.DECK_TOP or s.place == kinds.Place.EXCAVATED:
        n = int(g.players[p].n[kinds.Zone.DECK])
        if s.look > 0:
            return int(s.look) if n >= s.look else 0
        return n
    kept = g.n_options
    list_candidates(g, m, s, p, g.n_pool)
    n = g.n_options - kept
    g.n_options = kept
    return n


@kernel()
def shuffle_top(g, p, n):
    """Shuffle the top ``n`` cards of a deck among themselves (17.keyword.37); a scenario keeps their order."""
    if g.scripted == 1:
        return
    settle_deck(g, p)
    player = g.players[p]
    top = int(player.n[kinds.Zone.DECK])
    for i in range(n):
        g.cards[player.zone[kinds.Zone.DECK, top - 1 - i]].shown = 0  # nobody knows which is where any more
    for i in range(n - 1, 0, -1):
        j = pick_random(g, p, i + 1)
        a, b = top - 1 - i, top - 1 - j
        c = player.zone[kinds.Zone.DECK, a]
        player.zone[kinds.Zone.DECK, a] = player.zone[kinds.Zone.DECK, b]
        player.zone[kinds.Zone.DECK, b] = c


@kernel()
def looks_at_zone(place):
    """Tell whether a selection looks at one player's zone."""
    return (
        place == kinds.Place.HAND
        or place == kinds.Place.GRAVE
        or place == kinds.Place.GRANARY
        or place == kinds.Place.DECK_TOP
        or place == kinds.Place.EXCAVATED
        or place == kinds.Place.TRAPFIELD
    )


@handler
def step_select(g, m, f):
    """Select targets into the pool; returns their number, or -1 if the selection failed as a whole (9.keyword.9).

    Frame: 0 selection, 1 user, 2 source card, 3 first, 4 chosen so far, 5 zone player, 6 number wanted (-1 open), 7 chooser,
    8 ability, 9 code, 10 start of what may not be selected again.
    """
    s = m.selects[f.v[0]]
    user = f.v[1]
    place = s.place
    while True:
        if f.pc == 0:
            f.v[3] = g.n_pool
            f.v[4] = 0
            f.v[5] = user
            f.v[6] = -1
            f.v[7] = user
            if place == kinds.Place.SELF:
                if g.cards[f.v[2]].zone != kinds.Zone.REMOVED:  # 17.ruling.41
                    pool_add(g, f.v[2])
                f.pc = 10
            elif s.every == 1:
                clear_options(g)
                list_candidates(g, m, s, user, f.v[10])
                for i in range(g.n_options):
                    pool_add(g, g.options[i].card)
                f.pc = 10
            elif s.by == kinds.By.OPPONENT or s.by == kinds.By.PLAYER:
                clear_options(g)
                for q in range(g.n_players):
                    if g.players[q].out == 0 and (q != user or s.by == kinds.By.PLAYER):
                        option(g, kinds.Opt.PICK_PLAYER, f.v[2], -1, q, 0, q, -1)
                f.pc = 1
                ask(g, user, kinds.Ask.PLAYER, f.v[2], f.v[8], f.v[9])
                return
            else:
                f.pc = 2
        elif f.pc == 1:
            f.v[7] = chosen(g).target
            f.pc = 2
        elif f.pc == 2:  # whose zone (17.ruling.43)
            if not looks_at_zone(place) or s.of == kinds.Of.YOU or s.of == kinds.Of.ALL:
                f.pc = 5
                continue
            must = s.up_to == 0 or m.up_to_zero == 0
            clear_options(g)
            some = False
            for q in range(g.n_players):
                if (q != user or s.of != kinds.Of.ENEMY) and g.players[q].out == 0 and available(g, m, s, q) > 0:
                    some = True
            for q in range(g.n_players):
                if (q != user or s.of != kinds.Of.ENEMY) and g.players[q].out == 0:
                    if not (must and some) or available(g, m, s, q) > 0:
                        option(g, kinds.Opt.PICK_PLAYER, f.v[2], -1, q, 0, q, -1)
            f.pc = 3
            ask(g, user, kinds.Ask.PLAYER, f.v[2], f.v[8], f.v[9])
            if not some and s.see == 0:
                g.forced = 1  # nobody has a card to select
            return
        elif f.pc == 3:
            f.v[5] = chosen(g).target
            if s.by == kinds.By.ZONE_OWNER:
                f.v[7] = f.v[5]
            f.pc = 5
        elif f.pc == 5:  # how many, where that is said before the cards are known
            if s.see == 1:
                seen_by = 1 << f.v[7]
                player = g.players[f.v[5]]
                if place == kinds.Place.HAND or place == kinds.Place.GRANARY or place == kinds.Place.GRAVE:
                    for i in range(player.n[place]):
                        g.cards[player.zone[place, i]].shown |= seen_by
            if s.look > 0 and g.players[f.v[5]].n[kinds.Zone.DECK] < s.look:  # 17.keyword.38
                log(g, kinds.Log.REVEAL, f.v[5], -1, 0, s.look, 0)
                pop(g, -1)
                return
            if place == kinds.Place.EXCAVATED or s.look > 0:
                settle_deck(g, f.v[5])
                player = g.players[f.v[5]]
                for i in range(player.n[kinds.Zone.DECK] - s.look, player.n[kinds.Zone.DECK]):
                    g.cards[player.zone[kinds.Zone.DECK, i]].shown |= 1 << f.v[7]
            if s.by == kinds.By.YOU and not (place == kinds.Place.DECK_TOP and s.look == 0):
                f.pc = 8
                continue
            high = min(int(s.count), available(g, m, s, f.v[5]))
            low = 0 if s.up_to == 1 and m.up_to_zero == 1 else 1
            low = min(low, high)
            clear_options(g)
            for k in range(low, high + 1):
                option(g, kinds.Opt.NUMBER, f.v[2], -1, f.v[5], k, user, -1)
            f.pc = 6
            ask(g, user, kinds.Ask.COUNT, f.v[2], f.v[8], f.v[9])
            return
        elif f.pc == 6:
            f.v[6] = chosen(g).amount
            f.pc = 8
        elif f.pc == 8:  # the cards
            limit = f.v[6] if f.v[6] >= 0 else int(s.count)
            if f.v[4] >= limit:
                f.pc = 10
                continue
            if place == kinds.Place.DECK_TOP and s.look == 0:
                settle_deck(g, f.v[5])
                player = g.players[f.v[5]]
                for i in range(f.v[6]):
                    pool_add(g, player.zone[kinds.Zone.DECK, player.n[kinds.Zone.DECK] - 1 - i])
                f.pc = 10
                continue
            clear_options(g)
            list_candidates(g, m, s, f.v[5], f.v[10])
            if g.n_options == 0:
                f.pc = 10
                continue
            if s.by == kinds.By.RANDOM:
                pool_add(g, g.options[pick_random(g, user, g.n_options)].card)
                f.v[4] += 1
                continue
            if f.v[6] < 0 and (f.v[4] > 0 or (s.up_to == 1 and m.up_to_zero == 1)):
                option(g, kinds.Opt.PASS, f.v[2], -1, -1, 0, user, -1)
            f.pc = 9
            ask(g, f.v[7], kinds.Ask.TARGET, f.v[2], f.v[8], f.v[9])
            return
        elif f.pc == 9:
            o = chosen(g)
            if o.kind == kinds.Opt.PASS:
                f.pc = 10
            else:
                pool_add(g, o.card)
                f.v[4] += 1
                f.pc = 8
        else:  # 10: done
            if place == kinds.Place.EXCAVATED:
                shuffle_top(g, f.v[5], int(s.look))  # 17.ruling.50
            n = g.n_pool - f.v[3]
            for i in range(f.v[3], g.n_pool):
                c = g.pool[i]
                zone = g.cards[c].zone
                log(g, kinds.Log.TARGET, user, c, f.v[2], zone, g.cards[c].holder)
                if zone == kinds.Zone.BATTLEFIELD or zone == kinds.Zone.TRAPFIELD:
                    raise_event(g, m, kinds.Event.TARGETED, c, g.cards[c].holder, zone, 0)  # 17.ruling.16
            pop(g, n)
            return
