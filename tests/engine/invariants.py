"""The engine's debug mode: what holds at every decision of every game, and a driver that checks it.

:func:`check` looks at a record between two decisions and returns the laws that are violated;
:func:`play_checked` plays like ``machine.play_many`` and stops at the first violation. Ordinary play never
comes here, so the checks cost it nothing.
"""

from __future__ import annotations

from enum import IntFlag
from typing import Any

import numpy as np

from kotc_sim.compiler import kernel, types
from kotc_sim.compiler.lists import numbers_at
from kotc_sim.compiler.scoring import ScoreArray
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import call_machine, call_score
from kotc_sim.games.keeper.engine.machine import deal, write_result
from kotc_sim.games.keeper.engine.record import BOTTOM, LAST_BIT, MAX_CARDS, MAX_FRAMES, MAX_OPTIONS, ZONE_CAP, GameType, MatchType
from kotc_sim.games.keeper.engine.zones import STAT_CAP
from kotc_sim.shared.best import pick_best
from kotc_sim.shared.counts import ResultArray, SeenArray
from kotc_sim.shared.result import Ending
from kotc_sim.shared.streams import EXPLORING, GOLD, PERCENT, below, mix64, stream_key

MAX_DECISIONS = 300_000


class Law(IntFlag):
    """Laws of the record; :func:`check` returns the sum of those that are violated."""

    ZONES = 1  # each card is in exactly one zone, and zone lists and cards agree
    OWNERS = 2  # only battlefields and trapfields hold other players' cards (17.ruling.80)
    PAWNS = 4  # pawns are on battlefields or removed (17.pawn.2)
    CONSERVED = 8  # as many cards as the decks had, as printed; only pawns and lost players' cards go
    RESOURCES = 16  # the count of unexhausted resources is right
    HIT_POINTS = 32  # HP and SP are 0 or more (17.endgame.5)
    COUNTERS = 64  # on on-field minions only, counted right, owned by a player (17.counter.1)
    LEVELS = 128  # down-levels do not go below the lowest level and are counted right (17.keyword.27)
    STATES = 256  # exhausted, fatigued and petrified only where that means something (17.ruling.81)
    CHAIN = 512  # nothing of a chain, battle or event outlives it (17.chain.8)
    TEAMS = 1024  # members are on-field minions of their side, each once (17.battle.19, 17.keyword.54)
    OPTIONS = 2048  # all different, about cards that exist, for a player who is in the game
    FRAMES = 4096  # the stack is one turn or the setup, and its battles are those of the record
    ENDGAME = 8192  # no top-level decision in a game whose end has been reached (17.endgame.2, 9.endgame.1)
    UNEXHAUSTED = 16384  # no card turns upright outside a Recovery Phase (17.recovery.3)
    TURNS = 32768  # turn, phase and seats are within bounds
    NOTED = 65536  # what is kept beside the cards so that nobody has to look: who may hold what, players left, used victims


(
    ZONES,
    OWNERS,
    PAWNS,
    CONSERVED,
    RESOURCES,
    HIT_POINTS,
    COUNTERS,
    LEVELS,
    STATES,
    CHAIN,
    TEAMS,
    OPTIONS,
    FRAMES,
    ENDGAME,
    UNEXHAUSTED,
    TURNS,
    NOTED,
) = map(int, Law)


@kernel()
def top_level(g):
    """Return whether the decision at hand is one of the turn itself: no chain, window or battle is going on."""
    a = g.ask
    return (
        a == kinds.Ask.MULLIGAN
        or a == kinds.Ask.SOW
        or a == kinds.Ask.EXCHANGE
        or a == kinds.Ask.ACTION
        or a == kinds.Ask.BATTLE
        or a == kinds.Ask.PLACE
    )


@kernel()
def keeps_exhausted(m):
    """Return whether no text of the match turns cards upright (1 or 0)."""
    for i in range(len(m.code)):
        if m.code[i].op == kinds.Op.UNEXHAUST:
            return 0
    return 1


@kernel(allocates=True)
def check_zones(g, m):
    """Check zone lists against cards, owners, pawns and the number of cards."""
    bad = 0
    listed = 0
    left = 0
    for p in range(g.n_players):
        player = g.players[p]
        free = 0
        for zone in range(kinds.N_ZONES):
            n = player.n[zone]
            if n < 0 or n > ZONE_CAP:
                return ZONES
            listed += n
            for i in range(n):
                c = player.zone[zone, i]
                if c < 0 or c >= g.n_cards:
                    return ZONES
                card = g.cards[c]
                if card.zone != zone or card.holder != p:
                    bad |= ZONES
                if zone != kinds.Zone.BATTLEFIELD and zone != kinds.Zone.TRAPFIELD and card.owner != p:
                    bad |= OWNERS
                if zone == kinds.Zone.GRANARY and card.exhausted == 0:
                    free += 1
                if (player.may_hold >> min(int(card.definition), LAST_BIT)) & 1 == 0:
                    bad |= NOTED
                if zone == kinds.Zone.BATTLEFIELD and card.used_victim == 1 and g.n_victims == 0:
                    bad |= NOTED
        if player.used_victim == 1 and g.n_victims == 0:
            bad |= NOTED
        left += 1 - player.out
        if player.free != free:
            bad |= RESOURCES
        if player.hp < 0:
            bad |= HIT_POINTS
        if player.hp == 0 and g.fallen == 0:
            bad |= NOTED
    if left != g.n_left:
        bad |= NOTED
    in_zones = 0
    cards_of = np.zeros(8, np.int64)
    for c in range(g.n_cards):
        card = g.cards[c]
        if card.zone < kinds.N_ZONES:
            in_zones += 1
        if card.pawn != kinds.Body.CARD:
            attached = card.zone == kinds.Zone.ATTACHED and card.pawn != kinds.Body.CHIMERA
            if card.zone != kinds.Zone.BATTLEFIELD and card.zone != kinds.Zone.REMOVED and not attached:
                bad |= PAWNS
            continue
        cards_of[card.owner] += 1
        if card.zone == kinds.Zone.REMOVED and card.since == 0 and (m.elimination == 0 or g.players[card.owner].out == 0):
            bad |= CONSERVED
        d = m.defs[card.definition]
        if card.printed_sp != d.sp or card.printed_hp != d.hp or card.printed_level != d.level:
            bad |= CONSERVED
    if in_zones != listed:
        bad |= ZONES
    same = True
    swapped = True
    for p in range(g.n_players):
        q = 1 - p if p < 2 else p
        same = same and cards_of[p] == m.deck_n[p] + m.reserves_n[p]
        swapped = swapped and cards_of[p] == m.deck_n[q] + m.reserves_n[q]
    if not same and not swapped:
        bad |= CONSERVED
    return bad


@kernel(allocates=True)
def check_cards(g, m):
    """Check values, levels, states and counters of all cards."""
    bad = 0
    down = 0
    counted = np.zeros(MAX_CARDS, np.int64)
    for i in range(g.n_counters):
        s = g.counters[i]
        if s.card < 0 or s.card >= g.n_cards or s.count <= 0 or s.kind < 0 or s.kind >= m.n_kinds:
            return COUNTERS
        if s.owner < 0 or s.owner >= g.n_players or g.cards[s.card].zone != kinds.Zone.BATTLEFIELD:
            bad |= COUNTERS
        counted[s.card] += s.count
        for k in range(i):
            t = g.counters[k]
            if t.card == s.card and t.kind == s.kind and t.owner == s.owner:
                bad |= COUNTERS
    for c in range(g.n_cards):
        card = g.cards[c]
        if card.counters != counted[c]:
            bad |= COUNTERS
        if card.sp < 0 or card.hp < 0 or card.sp > STAT_CAP or card.hp > STAT_CAP:
            bad |= HIT_POINTS
        if card.down != 0:
            down += 1
            if card.down < 0 or (card.printed_level - card.down < m.level_min):
                bad |= LEVELS
        on_field = card.zone == kinds.Zone.BATTLEFIELD
        in_place = on_field or card.zone == kinds.Zone.GRANARY or card.zone == kinds.Zone.TRAPFIELD
        if card.exhausted < 0 or card.exhausted > 1 or card.fatigued < 0 or card.fatigued > 1:
            bad |= STATES
        if card.zone < kinds.Zone.REMOVED:
            if (card.exhausted == 1 or card.fatigued == 1) and not in_place:
                bad |= STATES
            if card.petrified == 1 and (not on_field or card.pawn == 1):
                bad |= STATES
            if not on_field and (card.sp != card.printed_sp or card.hp != card.printed_hp):
                bad |= STATES
    if down != g.n_down:
        bad |= LEVELS
    return bad


@kernel()
def check_teams(g, upright):
    """Check all teams; where no text turns cards upright, members are exhausted (17.battle.3)."""
    bad = 0
    for i in range(g.n_battles):
        b = g.battles[i]
        if b.attacker == b.defender:
            bad |= TEAMS
        if (b.victim >= 0) == (b.victim_player >= 0):
            bad |= TEAMS
        for side in range(2):
            team = b.team[side]
            if team.n < 0 or team.n > ZONE_CAP:
                return TEAMS
            for k in range(team.n):
                c = team.card[k]
                card = g.cards[c]
                if card.zone != kinds.Zone.BATTLEFIELD or card.petrified == 1:
                    bad |= TEAMS
                if card.holder != (b.attacker if side == kinds.Side.ATTACKING else b.defender):
                    bad |= TEAMS
                if card.exhausted == 0 and b.berzerk == 0 and upright == 1:
                    bad |= TEAMS
                for j in range(k):
                    if team.card[j] == c:
                        bad |= TEAMS
                if side == kinds.Side.DEFENDING:
                    for j in range(b.team[kinds.Side.ATTACKING].n):
                        if b.team[kinds.Side.ATTACKING].card[j] == c:
                            bad |= TEAMS
    return bad


@kernel()
def check_stack(g, m):
    """Check frames, chain, events and whose turn it is."""
    bad = 0
    if g.turn_player < 0 or g.turn_player >= g.n_players or g.turn < 0 or g.turn > g.turn_limit:
        bad |= TURNS
    if g.phase < 0 or g.phase > kinds.Phase.RECOVERY:
        bad |= TURNS
    if g.depth < 1 or g.depth > MAX_FRAMES:
        return bad | FRAMES
    if g.frames[BOTTOM].kind != kinds.Frame.TURN and g.frames[BOTTOM].kind != kinds.Frame.SETUP:
        bad |= FRAMES
    chains = 0
    windows = 0
    battles = 0
    for i in range(g.depth):
        f = g.frames[i]
        if i > 0 and (f.kind == kinds.Frame.TURN or f.kind == kinds.Frame.SETUP):
            bad |= FRAMES
        if f.kind == kinds.Frame.CHAIN:
            chains += 1
        elif f.kind == kinds.Frame.WINDOW:
            windows += 1
        elif f.kind == kinds.Frame.BATTLE:
            battles += 1
    if battles != g.n_battles:
        bad |= FRAMES
    if chains == 0:
        if g.building != 0 or g.resolving != 0:
            bad |= CHAIN
        if windows == 0 and g.n_links != 0:  # the 5th Edition names links in a window
            bad |= CHAIN
    if g.event_base < 0 or g.event_base > g.n_events or g.used_base < 0 or g.used_base > g.n_used:
        bad |= CHAIN
    if top_level(g):
        if g.depth > 2 or g.n_battles != 0 or g.n_pool != 0 or g.n_berzerk != 0:
            bad |= CHAIN
        if g.n_events != 0 or g.n_used != 0 or g.event_base != 0 or g.used_base != 0:
            bad |= CHAIN
        for c in range(g.n_cards):
            if g.cards[c].zone == kinds.Zone.NOWHERE:
                bad |= CHAIN
        bad |= check_end_missed(g, m)
    return bad


@kernel()
def check_end_missed(g, m):
    """Check that the game goes on rightly: two players above 0 HP, or no player who should have lost."""
    alive = 0
    for p in range(g.n_players):
        player = g.players[p]
        if player.out == 1:
            for zone in range(kinds.N_ZONES):
                if player.n[zone] != 0:
                    return ENDGAME
            continue
        if m.elimination == 1:
            if player.hp <= 0 or (m.empty_deck_loses == 1 and player.n[kinds.Zone.DECK] == 0 and g.ask != kinds.Ask.MULLIGAN):
                return ENDGAME
        if player.hp > 0:
            alive += 1
    return ENDGAME if alive < 2 else 0


@kernel()
def check_options(g):
    """Check the options of the decision at hand."""
    if g.ask == kinds.Ask.NONE:
        return 0
    if g.asked < 0 or g.asked >= g.n_players or g.players[g.asked].out == 1:
        return OPTIONS
    if g.n_options < 1 or g.n_options > MAX_OPTIONS:
        return OPTIONS
    for i in range(g.n_options):
        o = g.options[i]
        if o.card >= g.n_cards:
            return OPTIONS
        about_card = o.kind >= kinds.Opt.BURY_CARD and o.kind <= kinds.Opt.PICK_CARD and o.kind != kinds.Opt.ATTACK_PLAYER
        if about_card and o.card >= 0 and g.cards[o.card].zone == kinds.Zone.REMOVED:  # 17.pawn.6
            return OPTIONS
        if o.kind == kinds.Opt.PICK_PLAYER and (o.target < 0 or o.target >= g.n_players):
            return OPTIONS
        if g.n_options > 60:
            continue
        for k in range(i):
            e = g.options[k]
            if e.kind == o.kind and e.card == o.card and e.ability == o.ability and e.target == o.target and e.amount == o.amount:
                return OPTIONS
    return 0


@kernel()
def check(g, m, upright):
    """Return the sum of the laws (:class:`Law`) that the record violates at this decision; 0 if it keeps all.

    ``upright`` is 1 if no text of the match turns cards upright (:func:`keeps_exhausted`).
    """
    bad = check_zones(g, m)
    if bad & ZONES != 0:
        return bad  # the other checks follow indices
    return bad | check_cards(g, m) | check_teams(g, upright) | check_stack(g, m) | check_options(g)


@kernel()
def check_upright(g, state, stamp, last):
    """Compare exhaustion with that of the decision before.

    ``state`` and ``stamp`` are (MAX_CARDS,) int64, ``last`` holds turn and phase; all are brought up to date.
    """
    bad = 0
    recovered = last[0] != g.turn or g.phase == kinds.Phase.RECOVERY or last[1] == kinds.Phase.RECOVERY
    for c in range(g.n_cards):
        card = g.cards[c]
        if not recovered and state[c] == 1 and stamp[c] == card.stamp and card.exhausted == 0:
            bad = UNEXHAUSTED
        state[c] = card.exhausted
        stamp[c] = card.stamp
    last[0] = g.turn
    last[1] = g.phase
    return bad


@kernel(types.int64(types.uint64, types.uint64, types.int64, GameType, MatchType, ScoreArray, types.int64, types.uint64), allocates=True)
def play_checked_on(a, b, seat, g, m, scores, explore, state):
    """Play a dealt game to its end with checks at every decision; return the violated laws (0: none).

    The player of ``seat`` uses the first strategy, all others the second; ``explore`` of 100 decisions take any option, by the random
    stream that begins with ``state``.

    The first violation ends the game with ``Flag.INVARIANT``; errors of strategies raise flags as in
    ``machine.play_on``.
    """
    exhausted = np.zeros(MAX_CARDS, np.int64)
    stamp = np.zeros(MAX_CARDS, np.int64)
    last = np.zeros(2, np.int64)
    decisions = 0
    upright = keeps_exhausted(m)
    bad = 0
    while g.over == 0:
        call_machine(m.advance, g, m)
        if g.ending == Ending.LIMIT:  # it stopped in the middle of what could not be carried out
            return 0
        bad = check_zones(g, m) | check_cards(g, m) if g.over == 1 else check(g, m, upright)
        turned = check_upright(g, exhausted, stamp, last)
        if upright == 1:
            bad |= turned
        if bad != 0:
            g.raised |= kinds.FLAG_INVARIANT
            g.over = 1
            g.ending = Ending.ERROR
            return bad
        if g.ask != kinds.Ask.NONE:
            p = np.int64(g.asked)
            call_score(a if p == seat else b, g, m, numbers_at(scores, 0))
            g.players[p].decisions += 1
            state = state + GOLD
            if below(mix64(state), PERCENT) < explore:
                scores[: g.n_options] = 0.0
            k = pick_best(g, p, scores)
            decisions += 1
            if k < 0 or decisions > MAX_DECISIONS:
                g.raised |= kinds.FLAG_BAD_SCORE if k < 0 else kinds.FLAG_STUCK
                g.over = 1
                g.ending = Ending.ERROR
                return 0
            g.choice = k
            g.ask = 0
    return bad


@kernel(
    types.int64(
        types.uint64,
        types.uint64,
        types.int64,
        types.int64,
        GameType,
        MatchType,
        types.uint64,
        types.int64,
        types.int64,
        ResultArray,
        SeenArray,
        ScoreArray,
        types.int64,
    ),
    allocates=True,
)
def play_checked(
    a: Any,
    b: Any,
    dice_a: Any,
    dice_b: Any,
    g: Any,
    m: Any,
    seed: Any,
    low: Any,
    high: Any,
    results: Any,
    seen: Any,
    scores: Any,
    explore: Any,
) -> Any:
    """Play games ``low`` … ``high - 1`` as ``machine.play_many`` does, with checks at every decision.

    ``explore`` of 100 decisions take any option, whatever the strategies score.

    Returns
    -------
    int
        The violated laws of the first game that violates one (it is the last one written, and the record is
        left as it was found), else 0.
    """
    for game in range(low, high):
        swap = game & 1
        deal(g, m, seed, game >> 1, swap)
        for p in range(m.n_players):
            g.players[p].asks_dice = dice_a if p == swap else dice_b
        bad = play_checked_on(a, b, swap, g, m, scores, explore, stream_key(seed, game, EXPLORING, 0))
        write_result(g, m, results[game - low], seen[game - low])
        if bad != 0:
            return bad
    return 0
