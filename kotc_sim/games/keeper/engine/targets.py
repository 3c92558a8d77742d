"""Target selections (17.target.*, 9.ability.27 to 9.ability.40): who picks, from where, how many."""

import numpy as np

from kotc_sim.compiler import kernel
from kotc_sim.compiler.late import late
from kotc_sim.compiler.types import int64, void
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.costs import pool_add
from kotc_sim.games.keeper.engine.dice import pick_random
from kotc_sim.games.keeper.engine.events import raise_event
from kotc_sim.games.keeper.engine.frames import WAITING, SelectStage
from kotc_sim.games.keeper.engine.looking import look_at
from kotc_sim.games.keeper.engine.record import GameType, MatchType, SelectType
from kotc_sim.games.keeper.engine.stack import ask_for_ability, chosen, clear_options, offer_amount, offer_at, offer_card, offer_player, pop
from kotc_sim.games.keeper.engine.zones import level, log, settle_deck


@kernel()
def is_among(g, c, first, last):
    """Return whether card ``c`` is in the pool from index ``first`` to before ``last``."""
    for i in range(first, last):
        if g.pool[i] == c:
            return True
    return False


@kernel()
def was_selected(g, c, first):
    """Return whether card ``c`` is in the pool from index ``first`` on (17.keyword.70)."""
    return is_among(g, c, first, g.n_pool)


@kernel()
def fits(g, m, s, c):
    """Return whether card ``c`` passes the filters of selection ``s``."""
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
    if zone != kinds.Zone.BATTLEFIELD:
        look_at(g, p)
    player = g.players[p]
    for i in range(lowest, player.n[zone]):
        c = player.zone[zone, i]
        if fits(g, m, s, c) and not was_selected(g, c, first):
            offer_at(g, kinds.Opt.PICK_CARD, c, zone, 0, p)


@kernel()
def list_unselected(g, c, first, link, player):
    """List card ``c`` of a link, unless it has been selected."""
    if not was_selected(g, c, first):
        offer_at(g, kinds.Opt.PICK_CARD, c, link, 0, player)


@kernel()
def is_listed(g, c):
    """Return whether an option about card ``c`` is listed."""
    for k in range(g.n_options):
        if g.options[k].card == c:
            return True
    return False


@late(void(GameType, MatchType, SelectType, int64))
def list_links(g, m, s, first):
    """List the cards whose links of the chain have not resolved: abilities, summons and attacks (17.pawn.6, 5.ruling.9).

    What is selected before its link is one has no link of its own (5.chain.2, 20.ruling.2).
    """
    for i in range(g.n_links):
        link = g.links[i]
        if link.card >= 0 and not fits(g, m, s, link.card):
            continue
        if link.card >= 0 and g.cards[link.card].zone >= kinds.Zone.REMOVED:
            continue
        if link.resolved != kinds.Resolved.NO:
            continue
        if link.kind == kinds.Link.ABILITY:
            if not is_listed(g, link.card):
                list_unselected(g, link.card, first, i, link.player)
        elif link.kind == kinds.Link.SUMMON:
            list_unselected(g, link.card, first, i, link.player)
        elif link.kind == kinds.Link.ATTACK and g.n_battles > 0:
            team = g.battles[g.n_battles - 1].team[kinds.Side.ATTACKING]
            for k in range(team.n):
                list_unselected(g, team.card[k], first, i, link.player)


@kernel()
def list_candidates(g, m, s, p, first):
    """List the cards that selection ``s`` may pick; ``p`` is the player whose zone it looks at."""
    place = s.place
    if place == kinds.Place.BATTLEFIELD or place == kinds.Place.IN_PLAY:
        for q in range(g.n_players):
            if q == p and s.of == kinds.Of.ENEMY:
                continue
            list_zone(g, m, s, q, kinds.Zone.BATTLEFIELD, first, 0)
            if place == kinds.Place.IN_PLAY:
                list_zone(g, m, s, q, kinds.Zone.TRAPFIELD, first, 0)
    elif place == kinds.Place.CHAIN:
        list_links(g, m, s, first)
    elif place == kinds.Place.ATTACKING_TEAM or place == kinds.Place.DEFENDING_TEAM:
        if g.n_battles > 0:
            side = kinds.Side.ATTACKING if place == kinds.Place.ATTACKING_TEAM else kinds.Side.DEFENDING
            team = g.battles[g.n_battles - 1].team[side]
            for k in range(team.n):
                if fits(g, m, s, team.card[k]) and not was_selected(g, team.card[k], first):
                    offer_at(g, kinds.Opt.PICK_CARD, team.card[k], 0, 0, p)
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


@late(void(GameType, int64, int64))
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
    """Return whether a selection looks at one player's zone."""
    return (
        place == kinds.Place.HAND
        or place == kinds.Place.GRAVE
        or place == kinds.Place.GRANARY
        or place == kinds.Place.DECK_TOP
        or place == kinds.Place.EXCAVATED
        or place == kinds.Place.TRAPFIELD
    )


@kernel()
def begin_selection(g, m, f, s):
    """Select what takes no decision, or ask which player chooses; returns the stage that follows, or WAITING."""
    user, source = f.user, f.source
    f.first = g.n_pool
    f.chosen = 0
    f.zone_player = user
    f.wanted = -1
    f.chooser = user
    if s.place == kinds.Place.SELF:
        if g.cards[source].zone != kinds.Zone.REMOVED:  # 17.ruling.41
            pool_add(g, source)
        return SelectStage.DONE
    if s.place == kinds.Place.HEIRS:  # how many; which ones is seen when the link resolves (20.ruling.15)
        clear_options(g)
        for k in range(s.count + 1):
            offer_amount(g, kinds.Opt.NUMBER, source, k, user)
        f.pc = SelectStage.COUNT_CHOSEN
        ask_for_ability(g, user, kinds.Ask.COUNT, source, f.ability, f.code)
        return WAITING
    if s.every == 1:
        clear_options(g)
        list_candidates(g, m, s, user, f.taken_from)
        for i in range(g.n_options):
            pool_add(g, g.options[i].card)
        return SelectStage.DONE
    if s.by != kinds.By.OPPONENT and s.by != kinds.By.PLAYER:
        return SelectStage.LIST_ZONES
    clear_options(g)
    for q in range(g.n_players):
        if g.players[q].out == 0 and (q != user or s.by == kinds.By.PLAYER):
            offer_player(g, kinds.Opt.PICK_PLAYER, source, q)
    ask_for_ability(g, user, kinds.Ask.PLAYER, source, f.ability, f.code)
    f.pc = SelectStage.CHOOSER_CHOSEN
    return WAITING


@kernel()
def ask_zone(g, m, f, s):
    """Ask whose zone is meant; returns whether there is a choice (17.ruling.43)."""
    if not looks_at_zone(s.place) or s.of == kinds.Of.YOU or s.of == kinds.Of.ALL:
        return False
    user, source = f.user, f.source
    must = s.up_to == 0 or m.up_to_zero == 0
    clear_options(g)
    some = False
    for q in range(g.n_players):
        if (q != user or s.of != kinds.Of.ENEMY) and g.players[q].out == 0 and available(g, m, s, q) > 0:
            some = True
    for q in range(g.n_players):
        if (q != user or s.of != kinds.Of.ENEMY) and g.players[q].out == 0:
            if not (must and some) or available(g, m, s, q) > 0:
                offer_player(g, kinds.Opt.PICK_PLAYER, source, q)
    f.pc = SelectStage.ZONE_CHOSEN
    ask_for_ability(g, user, kinds.Ask.PLAYER, source, f.ability, f.code)
    if not some and s.see == 0:
        g.forced = 1  # nobody has a card to select
    return True


@kernel()
def look(g, f, s):
    """Show the chooser the zone, or the top of the deck, that the selection looks at (17.keyword.36, 17.target.9)."""
    seen_by = 1 << f.chooser
    p = f.zone_player
    player = g.players[p]
    place = s.place
    if s.see == 1 and (place == kinds.Place.HAND or place == kinds.Place.GRANARY or place == kinds.Place.GRAVE):
        for i in range(player.n[place]):
            g.cards[player.zone[place, i]].shown |= seen_by
    if s.look > 0 and player.n[kinds.Zone.DECK] < s.look:
        return
    if place == kinds.Place.EXCAVATED or s.look > 0:
        settle_deck(g, p)
        for i in range(player.n[kinds.Zone.DECK] - s.look, player.n[kinds.Zone.DECK]):
            g.cards[player.zone[kinds.Zone.DECK, i]].shown |= seen_by


@kernel()
def ask_count(g, m, f, s):
    """Ask how many, where that is said before the cards are known; returns whether it is (17.ruling.45)."""
    user, source, p = f.user, f.source, f.zone_player
    if s.by == kinds.By.YOU and not (s.place == kinds.Place.DECK_TOP and s.look == 0):
        return False
    high = min(int(s.count), available(g, m, s, p))
    low = 0 if s.up_to == 1 and m.up_to_zero == 1 else 1
    low = min(low, high)
    clear_options(g)
    for k in range(low, high + 1):
        offer_at(g, kinds.Opt.NUMBER, source, p, k, user)
    f.pc = SelectStage.COUNT_CHOSEN
    ask_for_ability(g, user, kinds.Ask.COUNT, source, f.ability, f.code)
    return True


@kernel()
def take_from_top(g, f):
    """Select as many cards from the top of a deck as were wanted."""
    p = f.zone_player
    settle_deck(g, p)
    player = g.players[p]
    for i in range(f.wanted):
        pool_add(g, player.zone[kinds.Zone.DECK, player.n[kinds.Zone.DECK] - 1 - i])


@kernel()
def ask_target(g, m, f, s):
    """Select the next card at random, or ask for it; returns the stage that follows, or WAITING."""
    user, source = f.user, f.source
    wanted = f.wanted
    limit = wanted if wanted >= 0 else int(s.count)
    if f.chosen >= limit:
        return SelectStage.DONE
    if s.place == kinds.Place.HEIRS:
        for _ in range(wanted):
            pool_add(g, source)  # in their place (:func:`activate.find_heirs`)
        return SelectStage.DONE
    if s.place == kinds.Place.DECK_TOP and s.look == 0:
        take_from_top(g, f)
        return SelectStage.DONE
    clear_options(g)
    list_candidates(g, m, s, f.zone_player, f.taken_from)
    if g.n_options == 0:
        return SelectStage.DONE
    if s.by == kinds.By.RANDOM:
        pool_add(g, g.options[pick_random(g, user, g.n_options)].card)
        f.chosen += 1
        return SelectStage.LIST_CARDS
    if wanted < 0 and (f.chosen > 0 or (s.up_to == 1 and m.up_to_zero == 1)):
        offer_card(g, kinds.Opt.PASS, source, user)
    f.pc = SelectStage.CARD_CHOSEN
    ask_for_ability(g, f.chooser, kinds.Ask.TARGET, source, f.ability, f.code)
    return WAITING


@kernel()
def end_selection(g, m, f, s):
    """Say what was selected; returns how many (17.ruling.16, 17.ruling.50)."""
    first = f.first
    if s.place == kinds.Place.EXCAVATED and m.excavated_stay == 0:
        shuffle_top(g, f.zone_player, int(s.look))
    if s.place == kinds.Place.HEIRS:
        return g.n_pool - first
    for i in range(first, g.n_pool):
        c = g.pool[i]
        zone = g.cards[c].zone
        if m.repeat_targets == 1 and is_among(g, c, first, i):  # 20.ruling.12
            continue
        log(g, kinds.Log.TARGET, f.user, c, f.source, zone, g.cards[c].holder)
        if zone == kinds.Zone.BATTLEFIELD or zone == kinds.Zone.TRAPFIELD or m.targeted_anywhere == 1:
            raise_event(g, m, kinds.Event.TARGETED, c, g.cards[c].holder, zone, 0)
    return g.n_pool - first


@handler
def step_select(g, m, f):
    """Select targets into the pool; returns their number, or -1 if the selection failed as a whole (9.keyword.9)."""
    s = m.selects[f.selection]
    stage = np.int64(f.pc)
    while stage != WAITING:
        if stage == SelectStage.BEGIN:
            stage = begin_selection(g, m, f, s)
        elif stage == SelectStage.CHOOSER_CHOSEN:
            f.chooser = chosen(g).target
            stage = SelectStage.LIST_ZONES
        elif stage == SelectStage.LIST_ZONES:
            stage = WAITING if ask_zone(g, m, f, s) else SelectStage.LIST_COUNTS
        elif stage == SelectStage.ZONE_CHOSEN:
            f.zone_player = chosen(g).target
            if s.by == kinds.By.ZONE_OWNER:
                f.chooser = f.zone_player
            stage = SelectStage.LIST_COUNTS
        elif stage == SelectStage.LIST_COUNTS:
            look(g, f, s)
            p = f.zone_player
            if s.look > 0 and g.players[p].n[kinds.Zone.DECK] < s.look:  # 17.keyword.38
                log(g, kinds.Log.REVEAL, p, -1, 0, s.look, 0)
                pop(g, -int(s.place == kinds.Place.DECK_TOP))  # there the ability fails (9.keyword.9), here not (17.ruling.49)
                return
            stage = WAITING if ask_count(g, m, f, s) else SelectStage.LIST_CARDS
        elif stage == SelectStage.COUNT_CHOSEN:
            f.wanted = chosen(g).amount
            stage = SelectStage.LIST_CARDS
        elif stage == SelectStage.LIST_CARDS:
            stage = ask_target(g, m, f, s)
        elif stage == SelectStage.CARD_CHOSEN:
            o = chosen(g)
            stage = SelectStage.DONE
            if o.kind != kinds.Opt.PASS:
                pool_add(g, o.card)
                f.chosen += 1
                stage = SelectStage.LIST_CARDS
        else:
            pop(g, end_selection(g, m, f, s))
            return
