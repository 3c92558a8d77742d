"""What the turn player may do in the Action Phase, and whom they may attack (17.turn.7, 17.battle.4)."""

from kotc_sim.compiler import kernel
from kotc_sim.compiler.late import late
from kotc_sim.compiler.types import int64, void
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.activate import may_link
from kotc_sim.games.keeper.engine.battle import can_attack
from kotc_sim.games.keeper.engine.costs import can_summon_from
from kotc_sim.games.keeper.engine.looking import look_at
from kotc_sim.games.keeper.engine.record import GameType, MatchType
from kotc_sim.games.keeper.engine.resource import same_as_earlier, told_by_definition
from kotc_sim.games.keeper.engine.stack import NONE, offer_ability, offer_amount, offer_player
from kotc_sim.games.keeper.engine.triggers import can_use
from kotc_sim.games.keeper.engine.zones import has_parts, is_first_part, level


@kernel()
def list_actions(g, m, p):
    """List what the turn player may do in the Action Phase (17.turn.7, 17.ability.3, 12.turn.8 to 12.turn.13)."""
    look_at(g, p)
    player = g.players[p]
    if told_by_definition(g, m):
        listed = 0
        unlisted = player.kinds
        for i in range(player.n[kinds.Zone.HAND]):
            c = player.zone[kinds.Zone.HAND, i]
            bit = 1 << g.cards[c].definition
            if listed & bit == 0:
                listed |= bit
                list_play(g, m, p, c)
                unlisted -= 1
                if unlisted == 0:
                    break
    else:
        list_each_play(g, m, p)
    if m.cast_from & player.may_hold != 0:
        list_casts(g, m, p)
    if m.activated & player.may_hold != 0 or g.scripted == 1:  # scripts put any pawn there
        list_activations(g, m, p)


@late(void(GameType, MatchType, int64))
def list_casts(g, m, p):
    """List the cards that player ``p`` may cast as if they were spells, from hand or granary (20.spell.2)."""
    if not may_link(g, m):
        return
    player = g.players[p]
    for zone in (kinds.Zone.HAND, kinds.Zone.GRANARY):
        for i in range(player.n[zone]):
            c = player.zone[zone, i]
            d = m.defs[g.cards[c].definition]
            if (d.cast_from >> zone) & 1 == 0:
                continue
            for a in range(d.first_ability, d.first_ability + d.n_abilities):
                ability = m.abilities[a]
                if ability.event < 0 and ability.any_time == 0 and ability.play == kinds.Play.SPELL:
                    if can_use(g, m, p, c, a, kinds.Play.SPELL):
                        g.seen[p, g.cards[c].definition] |= kinds.SEEN_OFFERED
                        offer_ability(g, kinds.Opt.CAST, c, a, kinds.Play.SPELL, p)


@kernel(rare=True)
def list_each_play(g, m, p):
    """List what can be done with the cards in hand where definitions do not tell them apart."""
    player = g.players[p]
    for i in range(player.n[kinds.Zone.HAND]):
        if not same_as_earlier(g, p, i):
            list_play(g, m, p, player.zone[kinds.Zone.HAND, i])


@kernel()
def list_play(g, m, p, c):
    """List what player ``p`` may do with card ``c`` of the hand."""
    cost = level(g, m, c)
    if m.defs[g.cards[c].definition].minion == 0:
        list_spell(g, m, p, c, cost)
    elif cost <= g.players[p].free and can_summon_from(g, m, p, c, cost):
        g.seen[p, g.cards[c].definition] |= 2
        offer_amount(g, kinds.Opt.SUMMON, c, cost, p)


@kernel(apart=True)
def list_spell(g, m, p, c, cost):
    """List whether player ``p`` may cast card ``c`` of the hand, or set it as a trap."""
    d = m.defs[g.cards[c].definition]
    a = d.first_ability
    if d.standard == 1 and may_link(g, m) and can_use(g, m, p, c, a, kinds.Play.NORMAL):
        g.seen[p, g.cards[c].definition] |= 2
        offer_ability(g, kinds.Opt.CAST, c, a, kinds.Play.NORMAL, p)
    if m.trapfield == 1 and cost <= g.players[p].free:
        g.seen[p, g.cards[c].definition] |= 2
        offer_ability(g, kinds.Opt.SET_TRAP, c, a, cost, p)


@kernel()
def offer_activations(g, m, p, c, definition):
    """Offer the abilities of a definition that card ``c`` in play has and that player ``p`` may activate at the standard time."""
    d = m.defs[definition]
    if d.standard == 0:
        return
    for a in range(d.first_ability, d.first_ability + d.n_abilities):
        ability = m.abilities[a]
        usual = ability.event < 0 and ability.respond == kinds.Respond.NONE and ability.play == kinds.Play.NORMAL
        if usual and ability.any_time == 0 and can_use(g, m, p, c, a, kinds.Play.NORMAL):
            g.seen[p, definition] |= 2
            offer_ability(g, kinds.Opt.ACTIVATE, c, a, kinds.Play.NORMAL, p)


@kernel(apart=True)
def list_activations(g, m, p):
    """List the cards in play whose abilities player ``p`` may activate (17.ability.3)."""
    if not may_link(g, m):
        return
    player = g.players[p]
    for zone in (kinds.Zone.BATTLEFIELD, kinds.Zone.TRAPFIELD):
        for i in range(player.n[zone]):
            c = player.zone[zone, i]
            if g.cards[c].exhausted == 1:
                continue
            offer_activations(g, m, p, c, g.cards[c].definition)
            if has_parts(g, c):
                for k in range(g.n_cards):
                    if is_first_part(g, k, c):
                        offer_activations(g, m, p, c, g.cards[k].definition)


@late(void(GameType, MatchType, int64))
def list_standard(g, m, p):
    """List the abilities without a condition by which the turn player may answer a link in the Action Phase (16.chain.1)."""
    look_at(g, p)
    player = g.players[p]
    for i in range(player.n[kinds.Zone.HAND]):
        c = player.zone[kinds.Zone.HAND, i]
        d = m.defs[g.cards[c].definition]
        if d.minion == 0 and d.standard == 1 and not same_as_earlier(g, p, i) and can_use(g, m, p, c, d.first_ability, kinds.Play.NORMAL):
            g.seen[p, g.cards[c].definition] |= kinds.SEEN_OFFERED
            offer_ability(g, kinds.Opt.CAST, c, d.first_ability, kinds.Play.NORMAL, p)
    list_activations(g, m, p)


@kernel()
def list_battles(g, m, p):
    """List the victims that player ``p`` may attack (17.battle.4, 17.battle.5, 17.ruling.100, 17.ruling.101)."""
    ready = False
    player = g.players[p]
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        if can_attack(g, m, p, player.zone[kinds.Zone.BATTLEFIELD, i]):
            ready = True
            break
    if not ready:
        return
    for q in range(g.n_players):
        if q == p or g.players[q].out == 1:
            continue
        if g.players[q].used_victim == 0:
            offer_player(g, kinds.Opt.ATTACK_PLAYER, NONE, q)
        for i in range(g.players[q].n[kinds.Zone.BATTLEFIELD]):
            c = g.players[q].zone[kinds.Zone.BATTLEFIELD, i]
            if g.cards[c].used_victim == 0 and g.cards[c].petrified == 0:
                offer_player(g, kinds.Opt.ATTACK_MINION, c, q)
