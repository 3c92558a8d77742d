"""The machine: run frames until a decision is needed or the game is over; set up a game; play many."""

import functools
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from kotc_sim.compiler import bits, code_sizes, compile_in_background, is_cached, kernel, types
from kotc_sim.compiler.addresses import address_of
from kotc_sim.compiler.late import when_called
from kotc_sim.compiler.lists import list_of, numbers_at
from kotc_sim.compiler.types import INTERPRETED
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.activate import step_ability, step_activate
from kotc_sim.games.keeper.engine.battle import step_battle, step_berzerk_attack
from kotc_sim.games.keeper.engine.calls import (
    DRIVER,
    S_CAN_USE,
    S_MOVE,
    S_SETTLE,
    call_driver,
    call_handler,
    call_score,
    compile_handler,
    compile_service,
)
from kotc_sim.games.keeper.engine.chain import step_chain, step_resolve, step_traps
from kotc_sim.games.keeper.engine.chimera import step_attach, step_loss
from kotc_sim.games.keeper.engine.costs import step_costs
from kotc_sim.games.keeper.engine.damage import step_allocate
from kotc_sim.games.keeper.engine.events import settle
from kotc_sim.games.keeper.engine.parts import (
    step_assign,
    step_batch,
    step_copies,
    step_counters,
    step_craft,
    step_deploy,
    step_draw,
    step_issue,
    step_order,
)
from kotc_sim.games.keeper.engine.program import step_program
from kotc_sim.games.keeper.engine.react import step_hit, step_react, step_roll
from kotc_sim.games.keeper.engine.record import CARD, MAX_DECK, GameType, MatchType
from kotc_sim.games.keeper.engine.resource import step_resource
from kotc_sim.games.keeper.engine.setup import step_setup
from kotc_sim.games.keeper.engine.stack import push, top
from kotc_sim.games.keeper.engine.targets import step_select
from kotc_sim.games.keeper.engine.triggers import usable
from kotc_sim.games.keeper.engine.turn import step_turn
from kotc_sim.games.keeper.engine.window import step_window
from kotc_sim.games.keeper.engine.zones import log_is_long, move_card, put, stop_at_limit, stopped
from kotc_sim.shared.best import pick_best
from kotc_sim.shared.result import Ending
from kotc_sim.shared.streams import CHANCE, DECK_ORDER, DICE, STARTER, TIES, below, mix64, stream_key

MAX_STEPS = 3_000_000  # frames handled in one game; far above any game that ends


HANDLERS = {
    kinds.Frame.TURN: step_turn,
    kinds.Frame.WINDOW: step_window,
    kinds.Frame.CHAIN: step_chain,
    kinds.Frame.ACTIVATE: step_activate,
    kinds.Frame.COSTS: step_costs,
    kinds.Frame.SELECT: step_select,
    kinds.Frame.PROGRAM: step_program,
    kinds.Frame.BATTLE: step_battle,
    kinds.Frame.RESOLVE: step_resolve,
    kinds.Frame.SETUP: step_setup,
    kinds.Frame.ABILITY: step_ability,
}
"""What every deck needs; compiled before the first game."""
LATE_HANDLERS = {
    kinds.Frame.ALLOCATE: step_allocate,
    kinds.Frame.ROLL: step_roll,
    kinds.Frame.REACT: step_react,
    kinds.Frame.DEPLOY: step_deploy,
    kinds.Frame.DRAW: step_draw,
    kinds.Frame.ORDER: step_order,
    kinds.Frame.ASSIGN: step_assign,
    kinds.Frame.TRAPS: step_traps,
    kinds.Frame.CRAFT: step_craft,
    kinds.Frame.COPIES: step_copies,
    kinds.Frame.COUNTERS: step_counters,
    kinds.Frame.BATCH: step_batch,
    kinds.Frame.HIT: step_hit,
    kinds.Frame.RESOURCE: step_resource,
    kinds.Frame.BERZERK: step_berzerk_attack,
    kinds.Frame.ISSUE: step_issue,
    kinds.Frame.ATTACH: step_attach,
    kinds.Frame.LOSS: step_loss,
}
"""What some decks need; compiled when a game first comes to one."""
SERVICES = {S_SETTLE: settle, S_MOVE: move_card, S_CAN_USE: usable}


@kernel()
def run(g, m):
    """Carry out :func:`advance`."""
    answered = g.waiting == 1  # a handler takes its answer before anything else happens
    g.waiting = 0
    while g.over == 0:
        if g.n_losses > 0 and not answered and top(g).kind != kinds.Frame.LOSS:
            push(g, kinds.Frame.LOSS)
        answered = False
        f = top(g)
        call_handler(m.handlers[f.kind], g, m, f)
        if g.over == 1:
            break
        if g.ask != kinds.Ask.NONE:
            if g.scripted == 0 and (g.n_options == 1 or g.forced == 1):
                g.choice = g.ask = 0
                answered = True
                continue
            g.waiting = 1
            return
        if log_is_long(g):
            return
    if stopped(g):
        stop_at_limit(g)


@kernel(types.void(GameType, MatchType))
def advance(g, m):
    """Run until a decision is needed (``g.ask`` is set), the game is over, or the log should be read.

    Decisions with one possible answer are answered here, except in scenarios. To answer a decision set ``g.choice`` to an option's
    index and ``g.ask`` to 0, then call again.
    """
    run(g, m)


_handlers: dict[int, Any] = {}
_services: dict[int, Any] = {}
_lock = threading.Lock()


def install(match: Any) -> None:
    """Write the addresses of the machine, its handlers and services into a ``MATCH`` record of this process.

    The first call compiles what is not in the cache; see :func:`compile_all`. They are those of the set of machine code that this
    thread uses (`kotc_sim.compiler.addresses.own_code`). A late handler that is not ready yet is made ready when a game comes to it.
    """
    compile_all()
    handlers, services = match.handlers, match.services  # each look at a record's attribute makes another view
    for kind in (*HANDLERS, *LATE_HANDLERS):
        handlers[kind] = address_of(_handlers[kind]) if kind in _handlers else _late_address(kind)
    for number, function in _services.items():
        services[number] = address_of(function)
    match.advance = address_of(advance)


@functools.cache
def _late_address(kind: kinds.Frame) -> int:
    """Return the address that stands for a late handler's until a game comes to it."""

    def address() -> int:
        compile_late(kind)
        return address_of(_handlers[kind])

    return when_called(address, int(MatchType.offset("handlers")) + kind * np.dtype(np.uint64).itemsize)


def compile_late(*wanted: kinds.Frame) -> None:
    """Compile these late handlers, or load them from the cache."""
    with _lock:
        for kind in wanted:
            if kind not in _handlers:
                _handlers[kind] = compile_handler(LATE_HANDLERS[kind])


def compile_all(first: str = "", on_share: Callable[[float], None] | None = None) -> None:
    """Compile the services and all handlers but the late ones, or load them from the cache, once in this process.

    - ``first``: Python statements that a second process runs meanwhile, such as those that compile strategies into the cache. It does not
      share the engine's kernels: what both would need of helpers each would make anew, a fifth more work in all.
    - ``on_share``: called with the share of all that is done, from 0 to 1, as far as it can be foreseen.
    """
    with _lock:
        if _handlers:
            return
        left = [
            function for function in (*HANDLERS.values(), *SERVICES.values()) if on_share and not INTERPRETED and not is_cached(function)
        ]
        sizes = dict(zip(left, code_sizes(left), strict=True))
        whole = sum(sizes.values())
        found: dict[int, Any] = {}

        def note(function: Any) -> None:
            if on_share:
                sizes.pop(function, None)
                on_share(1 - sum(sizes.values()) / whole if whole else 1.0)

        with compile_in_background("" if on_share and not left else first):
            for kind, function in HANDLERS.items():
                found[kind] = compile_handler(function)
                note(function)
            for number, function in SERVICES.items():
                _services[number] = compile_service(function)
                note(function)
        _handlers.update(found)
    if INTERPRETED:
        compile_late(*LATE_HANDLERS)


@kernel()
def new_card(g, m, p, definition):
    """Add a card of player ``p`` to the record, in no zone yet; return its index."""
    c = g.n_cards
    g.n_cards += 1
    g.cards[c] = m.defs[definition].card
    card = g.cards[c]
    card.owner = p
    card.holder = p
    return c


@kernel()
def reset_bodies(g):
    """Clear what the record knows of pawns, chimeras and imprisoned cards, and of an answer that is awaited."""
    g.n_imprisoned = g.n_born = g.n_chimeras = g.n_losses = g.n_trapped = g.waiting = 0


@kernel()
def reset(g, m):
    """Clear the record for a new game: everything but the cards, which are added next."""
    g.ask = g.asked = g.n_options = g.choice = g.forced = g.over = g.ending = g.phase = g.turn_player = g.first_player = 0
    g.n_players = m.n_players
    g.resolving = g.building = g.script_error = g.scripted = g.turn = 0
    g.turn_limit = m.turn_limit * m.n_players // 2  # as many rounds for any number of players: more decks last longer
    g.step = g.raised = g.links_this_turn = g.chain_number = g.n_cards = g.depth = 0
    g.ret = g.roll = g.chosen = g.die = g.prevented = g.n_counters = 0
    g.n_links = g.n_events = g.event_base = g.event_serial = g.n_used = g.used_base = 0
    g.n_battles = g.n_pool = g.n_returns = g.n_log = g.n_down = g.n_silenced = 0
    g.n_fatigued = 0
    reset_bodies(g)
    g.n_berzerk = 0
    g.n_left = m.n_players
    g.fallen = g.n_victims = g.n_rerolls = g.winners = g.looked = 0
    for p in range(m.n_players):
        player = g.players[p]
        player.hp = m.starting_hp
        player.loose = player.free = player.out = player.decked = player.used_victim = player.zombie = 0
        player.comeback = player.asks_dice = player.ended_turn = player.dice_ordinal = 0
        player.chance_ordinal = player.damage = player.sp_turns = player.paid = player.decisions = 0
        for zone in range(kinds.N_ZONES):
            player.n[zone] = 0
        for i in range(4):
            player.reroll_dice[i] = 0
        for d in range(m.n_defs):
            g.seen[p, d] = 0


_CARD, _CARDS, _DEALT = CARD.itemsize, int(GameType.offset("cards")), int(MatchType.offset("dealt"))


def _copy_dealt_python(g: Any, m: Any, first: int, source: int, n: int) -> None:
    g.cards[first : first + n] = m.dealt[source, :n]


@kernel()
def _copy_dealt(g, m, first, source, n):
    bits.copy_bytes(g, _CARDS + first * _CARD, m, _DEALT + source * MAX_DECK * _CARD, n * _CARD)


copy_dealt: Any = _copy_dealt_python if INTERPRETED else _copy_dealt
"""``copy_dealt(game, match, first, source, n)``: copy the ``n`` cards of a seat's deck into the game's cards, from ``first`` on"""


@kernel()
def deal_deck(g, m, p, source):
    """Give player ``p`` the deck of seat ``source``, in the order of its list."""
    player = g.players[p]
    first = g.n_cards
    n = m.deck_n[source]
    copy_dealt(g, m, first, source, n)
    for i in range(n):
        player.zone[kinds.Zone.DECK, i] = first + i
    if p != source:
        for i in range(n):
            g.cards[first + i].owner = p
            g.cards[first + i].holder = p
    player.n[kinds.Zone.DECK] = n
    g.n_cards = first + n


@kernel()
def deal(g, m, seed, pair, swap):
    """Set up one game of a pair: decks shuffled by seat streams (17.setup.4, ``zones.settle_top``); who starts (17.ruling.120).

    Seat 0 starts a game of two players; with more, both games of the pair start with the same seat, drawn uniformly.
    ``swap`` 1 exchanges the decks of seats 0 and 1: the second game of a pair has the same streams with the seats swapped.
    """
    reset(g, m)
    n = m.n_players
    for p in range(n):
        source = p
        if swap == 1 and p < 2:
            source = 1 - p
        player = g.players[p]
        player.brought = source
        seat = m.seats[source]
        player.kinds = seat.kinds
        player.own_cards = seat.cards
        player.own_levels = seat.levels
        player.own_squares = seat.squares
        player.may_hold = seat.definitions
        player.dice_key = stream_key(seed, pair, DICE, p)
        player.chance_key = stream_key(seed, pair, CHANCE, p)
        player.ties = stream_key(seed, pair, TIES, p)
        deal_deck(g, m, p, source)
        player.loose = player.n[kinds.Zone.DECK]
        player.deck_key = stream_key(seed, pair, DECK_ORDER, p)
        for i in range(m.reserves_n[source]):
            put(g, p, kinds.Zone.RESERVES, new_card(g, m, p, m.reserves[source, i]))
    if n > 2:  # two players: each of the decks starts one game of the pair
        g.first_player = below(mix64(stream_key(seed, pair, STARTER, 0)), n)
        g.turn_player = g.first_player
    push(g, kinds.Frame.SETUP)


@kernel()
def write_result(g, m, result, seen):
    """Write the record of a finished game."""
    n = g.n_players
    winners = 0
    for p in range(n):
        winners += (g.winners >> p) & 1
    result.ending = g.ending
    result.turns = g.turn
    result.raised = g.raised
    for p in range(n):
        won = (g.winners >> p) & 1
        result.score2[p] = 0 if won == 0 else (2 if winners == 1 else 1)
        player = g.players[p]
        result.comeback[p] = player.comeback
        result.damage[p] = player.damage
        result.sp_turns[p] = player.sp_turns
        result.paid[p] = player.paid
        result.hp[p] = player.hp
        result.decisions[p] = player.decisions
        for d in range(m.n_defs):
            seen[p, d] = g.seen[p, d]


@kernel(types.int64(types.uint64, types.uint64, types.int64, GameType, MatchType, types.int64, list_of(types.float64)))
def play_on(a, b, seat, g, m, limit, scores):
    """Play until the game is over or turn ``limit`` is over; the player of ``seat`` uses the first strategy, all others the second.

    ``a`` and ``b`` are addresses of compiled strategies, each of which fills the scores of the listed options for one player.
    Returns 0, or the flag of an error (a score that is not a number, no progress).
    """
    steps = 0
    while g.over == 0:
        run(g, m)
        if g.ask != kinds.Ask.NONE:
            p = np.int64(g.asked)
            call_score(a if p == seat else b, g, m, scores)
            g.players[p].decisions += 1
            k = pick_best(g, p, scores)
            if k < 0:
                g.raised |= kinds.FLAG_BAD_SCORE
                g.over = 1
                g.ending = Ending.ERROR
                return kinds.FLAG_BAD_SCORE
            g.choice = k
            g.ask = 0
        if g.turn > limit:
            return 0
        steps += 1
        if steps > MAX_STEPS:
            g.raised |= kinds.FLAG_STUCK
            g.over = 1
            g.ending = Ending.ERROR
            return kinds.FLAG_STUCK
    return 0


@kernel(types.int64(*DRIVER))
def play_many(a, b, dice_a, dice_b, g, m, seed, low, high, results, seen, scores):
    """Play games ``low`` … ``high - 1``; game 2k and 2k + 1 are a pair with the seats swapped.

    ``a`` and ``b`` are the addresses of the strategies of decks A and B; ``dice_a`` and ``dice_b`` say whether they order dice
    themselves. Results are written from index 0 on. Returns 0, or the flag of the first error; the game at fault is the last one written.
    """
    for game in range(low, high):
        swap = game & 1
        deal(g, m, seed, game >> 1, swap)
        for p in range(m.n_players):
            g.players[p].asks_dice = dice_a if p == swap else dice_b
        error = play_on(a, b, swap, g, m, 1 << 30, numbers_at(scores, 0))  # A sits in seat 0, and in seat 1 of the second game
        write_result(g, m, results[game - low], seen[game - low])
        if error != 0:
            return error
    return 0


@kernel(types.int64(types.uint64, *DRIVER))
def play_many_at(driver, a, b, dice_a, dice_b, g, m, seed, low, high, results, seen, scores):
    """Play games as :func:`play_many`, whose address ``driver`` is: that of the set of machine code that the thread uses."""
    return call_driver(driver, a, b, dice_a, dice_b, g, m, seed, low, high, results, seen, scores)
