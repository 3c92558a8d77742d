"""Windows: who may act between two things, one after another (17.ruling.1 to 17.ruling.4, 9.ruling.2, 9.ruling.3, 5.ruling.7)."""

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import frames, kinds
from kotc_sim.games.keeper.engine.activate import may_link
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.costs import pool_add
from kotc_sim.games.keeper.engine.events import check_end
from kotc_sim.games.keeper.engine.stack import NONE, ask, chosen, clear_options, next_player, offer_plain, pop
from kotc_sim.games.keeper.engine.triggers import list_answers, list_pops, list_window, window_is_idle
from kotc_sim.games.keeper.engine.zones import count_counters, log, remove_counter


@kernel()
def close_window(g, m):
    """Forget the events that could be answered in the window that closes (17.ruling.4)."""
    g.n_events = g.event_base
    g.n_used = g.used_base


@kernel()
def begin_window(g, f):
    """The turn player is asked first (17.ruling.2)."""
    f.asked = g.turn_player
    f.passes = 0
    f.first_event = g.event_base
    f.last_event = g.event_base
    f.links_below = g.n_links
    f.pool_below = g.n_pool
    f.pc = frames.WindowStage.LIST


@kernel()
def all_have_passed(g, m, f):
    """Go on when nobody does anything more: the next events of a queue, what was named, or the end; returns whether that is it."""
    if f.mode == frames.WindowMode.FULL:
        last = f.last_event
        if m.events == kinds.EventMode.QUEUE and last < g.n_events:
            f.first_event = last
            while f.last_event < g.n_events and g.events[f.last_event].step == g.events[last].step:
                f.last_event += 1
            f.asked = g.turn_player
            f.passes = 0
            return False
        if f.named > 0:
            f.next_named = 0
            f.pc = frames.WindowStage.PLAY_NAMED
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
    if f.mode != frames.WindowMode.FULL or not may_link(g, m):
        return
    if m.counters_at_once == 1 and m.events == kinds.EventMode.QUEUE:
        list_answers(g, m, p, f.first_event, f.last_event, False)
    elif m.counters_at_once == 1 and m.events == kinds.EventMode.NAMED:
        list_answers(g, m, p, g.event_base, f.last_event if f.named > 0 else g.n_events, False)
    else:
        list_window(g, m, p, False)


@kernel()
def ask_in_window(g, m, f):
    """Ask the next player who can do something; returns whether the frame waits or is gone (17.ruling.2)."""
    p = f.asked
    if g.players[p].out == 1:  # 9.endgame.4
        f.asked = next_player(g, p)
        return False
    if window_is_idle(g, m) or (f.passes > 0 and f.passes >= g.n_left):
        return all_have_passed(g, m, f)
    list_options(g, m, f, p)
    if g.n_options == 0:
        f.passes += 1
        f.asked = next_player(g, p)
        return False
    offer_plain(g, kinds.Opt.PASS, p)
    f.pc = frames.WindowStage.CHOSEN
    ask(g, p, kinds.Ask.WINDOW, f.mode)
    return True


@kernel()
def pop_at_once(g, m, f, p, c, kind):
    """Pop a counter on ``c`` that takes effect at once; returns whether it is still there (9.ruling.3)."""
    if count_counters(g, c, kind, p) == 0:
        return False
    remove_counter(g, c, kind, p, 1)
    log(g, kinds.Log.POP, p, c, kind, 0, 0)
    pool_add(g, c)
    f.asked = g.turn_player
    f.pc = frames.WindowStage.POPPED
    frames.push_counter(g, m, kind, p, c, NONE)
    return True


@kernel()
def act_in_window(g, m, f):
    """Do what was chosen; returns whether the frame waits (17.ruling.2, 5.ruling.7)."""
    o = chosen(g)
    p = f.asked
    f.pc = frames.WindowStage.LIST
    if o.kind == kinds.Opt.PASS:
        f.passes += 1
        f.asked = next_player(g, p)
        return False
    f.passes = 0
    if o.kind == kinds.Opt.POP and m.kinds[o.ability].pop == kinds.Pop.AT_ONCE:
        return pop_at_once(g, m, f, p, int(o.card), int(o.ability))
    if m.events == kinds.EventMode.NAMED:
        f.pc = frames.WindowStage.ABILITY_NAMED
        if f.named == 0:  # what happens from now on waits (5.ruling.7)
            f.last_event = g.n_events
        f.asked = next_player(g, p)
        frames.push_activate(g, p, o.kind, o.card, o.ability, o.event, o.amount)
        return True
    f.asked = g.turn_player if m.events < kinds.EventMode.QUEUE else next_player(g, p)
    frames.push_chain(g, p, o.kind, o.card, o.ability, o.event, o.amount)
    return True


@kernel()
def end_named(g, f):
    """All that was named is played: events caused meanwhile, which have waited until now, can be answered."""
    g.n_links = f.links_below
    g.n_pool = f.pool_below
    w = g.event_base
    for i in range(f.first_event, g.n_events):
        g.events[w] = g.events[i]
        w += 1
    g.n_events = w
    g.n_used = g.used_base
    f.named = 0
    f.asked = g.turn_player
    f.passes = 0
    f.pc = frames.WindowStage.LIST


@kernel()
def play_named(g, f):
    """Each named ability is the first link of a chain of its own; returns whether one was left (5.ruling.7)."""
    if f.next_named == 0:
        f.first_event = f.last_event
    if f.next_named >= f.named:
        end_named(g, f)
        return False
    at = f.links_below + f.next_named
    f.next_named += 1
    frames.push_named_chain(g, g.links[at].player, g.links[at].card, g.links[at].ability, at)
    return True


@handler
def step_window(g, m, f):
    """A window: players may act in turn until all pass in a row (17.ruling.1 to 17.ruling.4, 9.ruling.2, 9.ruling.3)."""
    while True:
        if f.pc == frames.WindowStage.BEGIN:
            begin_window(g, f)
        elif f.pc == frames.WindowStage.LIST:
            if ask_in_window(g, m, f):
                return
        elif f.pc == frames.WindowStage.CHOSEN:
            if act_in_window(g, m, f):
                return
        elif f.pc == frames.WindowStage.POPPED:
            g.n_pool -= 1
            f.pc = frames.WindowStage.LIST
            if check_end(g, m):
                return
        elif f.pc == frames.WindowStage.ABILITY_NAMED:
            f.pc = frames.WindowStage.LIST
            if g.ret == 1:
                g.links[g.n_links - 1].resolved = kinds.Resolved.NAMED
                f.named += 1
        elif play_named(g, f):
            return


@kernel()
def open_window(g, m):
    """Push a window unless it is certain that nobody can act in it; returns whether one was pushed (17.ruling.17)."""
    if window_is_idle(g, m):
        return False
    frames.push_window(g, frames.WindowMode.FULL)
    return True


@kernel()
def between_actions(g, m):
    """Open the window between two things in a phase; returns whether one was pushed (17.ruling.1)."""
    if m.events >= kinds.EventMode.QUEUE:
        if g.n_counters + g.n_events - g.event_base > 0:
            frames.push_window(g, frames.WindowMode.FULL)
            return True
        return False
    return open_window(g, m)
