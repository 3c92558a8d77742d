"""Chimeras: minions stacked on each other, what they are together, and what they lose (20.chimera.1 to 20.chimera.3).

A chimera is a card record of its own on the battlefield. Its constituents lie in no list of cards: their zone is ``ATTACHED``, and
``since`` names the chimera. The abilities of all of them are the chimera's (``zones.is_part``).
"""

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.events import raise_event
from kotc_sim.games.keeper.engine.frames import AskStage
from kotc_sim.games.keeper.engine.stack import ask_for, chosen, clear_options, offer_at, offer_card, pop
from kotc_sim.games.keeper.engine.zones import drop_counters, imprison, log, move, new_record, note_held, put, reset_states, take, withdraw


@kernel()
def is_constituent(g, k, chimera):
    """Return whether card ``k`` is a constituent of a chimera."""
    card = g.cards[k]
    return card.zone == kinds.Zone.ATTACHED and card.since == chimera and card.pawn != kinds.Body.GHOST


@kernel()
def add_up(g, x):
    """Set the original and current values of chimera ``x`` to the sums over its constituents that are not petrified (20.chimera.1)."""
    card = g.cards[x]
    card.printed_sp = card.printed_hp = card.printed_level = 0
    card.petrified = 1
    for k in range(g.n_cards):
        part = g.cards[k]
        if is_constituent(g, k, x) and part.petrified == 0:
            card.petrified = 0
            card.printed_sp += part.printed_sp
            card.printed_hp += part.printed_hp
            card.printed_level += part.printed_level
    card.sp = card.printed_sp
    card.hp = card.printed_hp
    if card.down > 0:
        g.n_down -= 1
        card.down = 0


@kernel()
def put_under(g, m, c, x):
    """Make minion ``c`` on a battlefield a constituent of chimera ``x``, or those of chimera ``c`` (20.ruling.37, 20.ruling.41)."""
    card = g.cards[c]
    log(g, kinds.Log.ATTACH, card.holder, c, x, 0, 0)
    petrified = card.petrified
    if card.silenced == 1:
        card.silenced = 0
        g.n_silenced -= 1
    take(g, c)
    reset_states(g, m, c)
    if card.pawn == kinds.Body.CHIMERA:
        for k in range(g.n_cards):
            if is_constituent(g, k, c):
                g.cards[k].since = x
        if card.down > 0:
            card.down = 0
            g.n_down -= 1
        card.zone = kinds.Zone.REMOVED
        return
    card.petrified = petrified
    card.zone = kinds.Zone.ATTACHED
    card.since = x


@kernel()
def attach(g, m, c, base):
    """Stack minion ``c`` on another of the same controller: both are a new chimera, exhausted (20.chimera.1)."""
    p = int(g.cards[base].holder)
    x = new_record(g)
    if x < 0:
        return
    card = g.cards[x]
    card.definition = 0
    card.owner = p
    card.pawn = kinds.Body.CHIMERA
    card.fatigued = card.silenced = card.used_victim = card.down = card.counters = 0
    card.stamp += 1
    card.exhausted = 1
    card.zone = kinds.Zone.NOWHERE
    g.n_chimeras += 1
    g.n_born += 1
    card.since = g.n_born
    put_under(g, m, base, x)
    put_under(g, m, c, x)
    put(g, p, kinds.Zone.BATTLEFIELD, x)
    note_held(g, p, x)
    add_up(g, x)


@kernel()
def list_bases(g, c):
    """List the minions that minion ``c`` may be stacked on: others with the same controller (20.ruling.35)."""
    clear_options(g)
    if g.cards[c].zone != kinds.Zone.BATTLEFIELD:
        return
    p = int(g.cards[c].holder)
    player = g.players[p]
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        base = player.zone[kinds.Zone.BATTLEFIELD, i]
        if base != c:
            offer_at(g, kinds.Opt.PICK_CARD, base, kinds.Zone.BATTLEFIELD, 0, p)


@handler
def step_attach(g, m, f):
    """Attach the targets one after another (20.chimera.1, 20.ruling.35, 20.ruling.36)."""
    if f.pc == AskStage.CHOSEN:
        attach(g, m, g.pool[f.first + f.position], int(chosen(g).card))
        f.position += 1
        f.pc = AskStage.LIST
    while f.position < f.count and g.over == 0:
        c = g.pool[f.first + f.position]
        list_bases(g, c)
        if g.n_options > 0:
            f.pc = AskStage.CHOSEN
            ask_for(g, f.user, kinds.Ask.BASE, c, f.source)
            return
        f.position += 1
    pop(g, 0)


@kernel()
def next_loss(g):
    """Forget the first loss."""
    g.n_losses -= 1
    for i in range(g.n_losses):
        g.loss_card[i] = g.loss_card[i + 1]
        g.loss_op[i] = g.loss_op[i + 1]


@kernel()
def replace(g, old, new):
    """Card ``new`` takes the place of minion ``old`` in the zone, counters, teams and targets (20.ruling.40)."""
    a, b = g.cards[old], g.cards[new]
    player = g.players[a.holder]
    for i in range(player.n[kinds.Zone.BATTLEFIELD]):
        if player.zone[kinds.Zone.BATTLEFIELD, i] == old:
            player.zone[kinds.Zone.BATTLEFIELD, i] = new
    b.holder = a.holder
    b.zone = kinds.Zone.BATTLEFIELD
    b.shown = 0
    b.exhausted = a.exhausted
    b.fatigued = a.fatigued
    b.fatigue_turn = a.fatigue_turn
    b.silenced = a.silenced
    b.used_victim = a.used_victim
    b.counters = a.counters
    b.sp = b.printed_sp
    b.hp = b.printed_hp
    for i in range(g.n_counters):
        if g.counters[i].card == old:
            g.counters[i].card = new
    for k in range(g.n_battles):
        battle = g.battles[k]
        if battle.victim == old:
            battle.victim = new
            battle.victim_stamp = b.stamp
        for side in range(2):
            replace_in(battle.team[side], old, new, b.stamp)
        for i in range(battle.fought.n):
            if battle.fought.card[i] == old:
                battle.fought.card[i] = new
    for i in range(g.n_berzerk):
        if g.berzerk_card[i] == old:
            g.berzerk_card[i] = new
            g.berzerk_stamp[i] = b.stamp
        if g.berzerk_victim[i] == old:
            g.berzerk_victim[i] = new
            g.berzerk_victim_stamp[i] = b.stamp
    for i in range(g.n_returns):
        if g.returns[i].card == old:
            g.returns[i].card = new
            g.returns[i].stamp = b.stamp
    for i in range(g.n_links):
        if g.links[i].card == old:
            g.links[i].card = new
            g.links[i].stamp = b.stamp
    for i in range(g.n_pool):
        if g.pool[i] == old:
            g.pool[i] = new
    for i in range(g.n_losses):
        if g.loss_card[i] == old:
            g.loss_card[i] = new
    for i in range(g.n_trapped):
        if g.trapped[i] == old:
            g.trapped[i] = new
    a.counters = a.fatigued = a.silenced = a.exhausted = 0
    a.stamp += 1
    if a.down > 0:
        a.down = 0
        g.n_down -= 1
    a.zone = kinds.Zone.REMOVED


@kernel()
def replace_in(team, old, new, stamp):
    """Replace a minion in a team."""
    for i in range(team.n):
        if team.card[i] == old:
            team.card[i] = new
            team.stamp[i] = stamp


@kernel()
def lose(g, m, x, k, op):
    """Constituent ``k`` of chimera ``x`` is affected in place of it; what is left is as new, or a minion again (20.chimera.2)."""
    part = g.cards[k]
    p = int(g.cards[x].holder)
    part.holder = p
    if op == kinds.Op.PETRIFY and part.pawn == kinds.Body.CARD:
        log(g, kinds.Log.PETRIFY, p, k, 0, 0, 0)
        part.petrified = 1
    else:
        if op == kinds.Op.DESTROY:
            log(g, kinds.Log.DESTROY, p, k, kinds.Zone.BATTLEFIELD, 0, 0)
            raise_event(g, m, kinds.Event.DESTROYED, k, p, kinds.Zone.BATTLEFIELD, 0)
        part.zone = kinds.Zone.NOWHERE
        part.since = 0
        send_part(g, m, k, op)
    left = 0
    last = -1
    for i in range(g.n_cards):
        if is_constituent(g, i, x):
            left += 1
            last = i
    if left == 1:
        g.cards[last].since = 0
        replace(g, x, last)
        note_held(g, p, last)
        return
    add_up(g, x)
    if g.cards[x].petrified == 1:
        if m.petrify_drops == 1 and g.cards[x].counters > 0:
            drop_counters(g, x)
        withdraw(g, x)


@kernel()
def send_part(g, m, k, op):
    """Send a constituent that is lost where an operation says; a pawn is removed."""
    if op == kinds.Op.DESTROY:
        move(g, m, k, kinds.Zone.GRAVE, 0)
    elif op == kinds.Op.BOUNCE:
        move(g, m, k, kinds.Zone.HAND, 0)
    elif op == kinds.Op.SILO:
        move(g, m, k, kinds.Zone.GRANARY, 0)
    elif op == kinds.Op.SHEATHE:
        move(g, m, k, kinds.Zone.DECK, 0)
    elif op == kinds.Op.BURY:
        move(g, m, k, kinds.Zone.DECK, 1)
    else:
        imprison(g, m, k)  # also a petrified pawn, which is removed


@handler
def step_loss(g, m, f):
    """Ask which constituent each chimera loses, in the order in which it was affected (20.chimera.3)."""
    if f.pc == AskStage.CHOSEN:
        x, op = int(g.loss_card[0]), int(g.loss_op[0])
        next_loss(g)
        lose(g, m, x, int(chosen(g).card), op)
        f.pc = AskStage.LIST
    while g.n_losses > 0 and g.over == 0:
        x, op = int(g.loss_card[0]), int(g.loss_op[0])
        card = g.cards[x]
        clear_options(g)
        if card.pawn == kinds.Body.CHIMERA and card.zone == kinds.Zone.BATTLEFIELD:
            for k in range(g.n_cards):
                if is_constituent(g, k, x) and not (op == kinds.Op.PETRIFY and g.cards[k].petrified == 1):
                    offer_card(g, kinds.Opt.PICK_CARD, k, card.holder)
        if g.n_options > 0:
            f.pc = AskStage.CHOSEN
            ask_for(g, card.holder, kinds.Ask.CONSTITUENT, x, op)
            return
        next_loss(g)
        if card.pawn != kinds.Body.CHIMERA and card.zone == kinds.Zone.BATTLEFIELD:  # it has become a single minion meanwhile
            if op == kinds.Op.DESTROY:
                log(g, kinds.Log.DESTROY, card.holder, x, kinds.Zone.BATTLEFIELD, 0, 0)
                raise_event(g, m, kinds.Event.DESTROYED, x, card.holder, kinds.Zone.BATTLEFIELD, 0)
            send_part(g, m, x, op)
    pop(g, g.ret)  # the frame below waits for another result
