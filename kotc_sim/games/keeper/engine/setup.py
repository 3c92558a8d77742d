"""Setup: initial hands and mulligans (17.setup.*)."""

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.events import draw_top
from kotc_sim.games.keeper.engine.frames import SetupStage
from kotc_sim.games.keeper.engine.stack import ask, chosen, clear_options, next_player, offer_amount, offer_plain, pop, push
from kotc_sim.games.keeper.engine.zones import log_card, put_bottom, take


@kernel()
def deal_hands(g, m, f):
    """Everybody draws the initial hand; the starting player is first to change it (17.setup.7)."""
    g.phase = kinds.Phase.SETUP
    for p in range(g.n_players):
        for _ in range(m.hand_size):
            draw_top(g, m, p)
    f.player = g.first_player
    f.pc = SetupStage.LIST_CARDS if m.mulligan == 1 else SetupStage.END


@kernel()
def ask_mulligan(g, f):
    """Ask which card of the hand is buried next; returns whether there is any (17.setup.8)."""
    p = f.player
    player = g.players[p]
    if player.n[kinds.Zone.HAND] == 0:
        return False
    clear_options(g)
    for i in range(player.n[kinds.Zone.HAND]):
        offer_amount(g, kinds.Opt.BURY_CARD, player.zone[kinds.Zone.HAND, i], f.buried, p)
    offer_plain(g, kinds.Opt.PASS, p)
    f.pc = SetupStage.CARD_CHOSEN
    ask(g, p, kinds.Ask.MULLIGAN, f.buried)
    return True


@kernel()
def bury_chosen(g, f):
    """Bury the card that was chosen; returns whether there is one."""
    o = chosen(g)
    if o.kind == kinds.Opt.PASS:
        return False
    log_card(g, kinds.Log.BURY_HAND, f.player, o.card)
    take(g, o.card)
    put_bottom(g, f.player, o.card)
    f.buried += 1
    return True


@kernel()
def redraw(g, m, f):
    """Draw as many cards as were buried; the next player is asked (17.setup.9)."""
    for _ in range(f.buried):
        draw_top(g, m, f.player)
    f.buried = 0
    f.done += 1
    f.player = next_player(g, f.player)
    f.pc = SetupStage.END if f.done >= g.n_players else SetupStage.LIST_CARDS


@handler
def step_setup(g, m, f):
    """Initial hands are drawn; each player may mulligan once, clockwise from the starting player (17.setup.7 to 17.setup.9)."""
    while True:
        if f.pc == SetupStage.BEGIN:
            deal_hands(g, m, f)
        elif f.pc == SetupStage.LIST_CARDS:
            if ask_mulligan(g, f):
                return
            f.pc = SetupStage.REDRAW
        elif f.pc == SetupStage.CARD_CHOSEN:
            f.pc = SetupStage.LIST_CARDS if bury_chosen(g, f) else SetupStage.REDRAW
        elif f.pc == SetupStage.REDRAW:
            redraw(g, m, f)
        else:
            pop(g, 0)
            g.turn = 0
            push(g, kinds.Frame.TURN)
            return
