"""The Resource Phase: sowing, placing, and exchanges with the reserves (17.turn.4, 12.turn.2, 9.turn.2, 9.turn.9)."""

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.calls import handler
from kotc_sim.games.keeper.engine.events import check_end
from kotc_sim.games.keeper.engine.frames import ResourceStage, push_draw
from kotc_sim.games.keeper.engine.looking import look_at
from kotc_sim.games.keeper.engine.program import draw_cards
from kotc_sim.games.keeper.engine.stack import ask, ask_for, chosen, clear_options, offer_amount, offer_at, offer_plain, pop
from kotc_sim.games.keeper.engine.zones import log, log_card, put, take

MOST_EXCHANGES = 40  # with the reserves in one phase: nobody has that many cards to exchange


@kernel()
def same_as_earlier(g, p, i):
    """Return whether hand card ``i`` is alike an earlier one in hand: one option stands for both, but in a script."""
    if g.scripted == 1:
        return False
    player = g.players[p]
    card = g.cards[player.zone[kinds.Zone.HAND, i]]
    for k in range(i):
        other = g.cards[player.zone[kinds.Zone.HAND, k]]
        if other.definition == card.definition and other.down == card.down and other.silenced == card.silenced:
            return True
    return False


@kernel()
def told_by_definition(g, m):
    """Return whether cards in hand are alike if their definitions are, and the definitions fit into a bit mask; scripts tell all apart."""
    return m.n_defs <= 62 and (g.n_down | g.n_silenced | g.scripted) == 0


@kernel()
def list_sowing(g, m, p, placed):
    """List the cards in hand that player ``p`` may sow or place, after ``placed`` others, and not to (17.turn.4, 12.turn.2)."""
    look_at(g, p)
    player = g.players[p]
    clear_options(g)
    if told_by_definition(g, m):
        listed = 0
        unlisted = player.kinds
        for i in range(player.n[kinds.Zone.HAND]):
            c = player.zone[kinds.Zone.HAND, i]
            bit = 1 << g.cards[c].definition
            if listed & bit == 0:
                listed |= bit
                offer_amount(g, kinds.Opt.SOW_CARD, c, placed, p)
                unlisted -= 1
                if unlisted == 0:
                    break
    else:
        list_each_sowing(g, p, placed)
    offer_plain(g, kinds.Opt.PASS, p)


@kernel(rare=True)
def list_each_sowing(g, p, placed):
    """List what :func:`list_sowing` does where definitions do not tell cards apart."""
    player = g.players[p]
    for i in range(player.n[kinds.Zone.HAND]):
        if not same_as_earlier(g, p, i):
            offer_amount(g, kinds.Opt.SOW_CARD, player.zone[kinds.Zone.HAND, i], placed, p)


@kernel()
def sow(g, m, p, c):
    """Put card ``c`` of the hand of player ``p`` into the granary, ready to pay (17.turn.4, 17.turn.6) or exhausted (1.turn.1)."""
    take(g, c)
    put(g, p, kinds.Zone.GRANARY, c)
    g.cards[c].exhausted = m.resources_exhausted
    g.players[p].free += 1 - m.resources_exhausted
    log_card(g, kinds.Log.SOW, p, c)


@kernel()
def ask_given(g, m, f, p):
    """Ask which card of the hand is exchanged for a reserve card; returns whether that is possible (9.turn.9)."""
    player = g.players[p]
    if m.reserves_exchange == 0 or player.n[kinds.Zone.RESERVES] == 0 or player.n[kinds.Zone.HAND] == 0:
        return False
    if f.exchanges >= MOST_EXCHANGES:
        return False
    clear_options(g)
    for i in range(player.n[kinds.Zone.HAND]):
        offer_at(g, kinds.Opt.PICK_CARD, player.zone[kinds.Zone.HAND, i], kinds.Zone.HAND, 0, p)
    offer_plain(g, kinds.Opt.PASS, p)
    f.pc = ResourceStage.GIVEN_CHOSEN
    ask(g, p, kinds.Ask.EXCHANGE, f.placed)
    return True


@kernel()
def ask_taken(g, f, p):
    """Ask which reserve card comes for the one that was chosen; returns whether one was."""
    o = chosen(g)
    if o.kind == kinds.Opt.PASS:
        return False
    f.given = o.card
    player = g.players[p]
    clear_options(g)
    for i in range(player.n[kinds.Zone.RESERVES]):
        offer_at(g, kinds.Opt.PICK_CARD, player.zone[kinds.Zone.RESERVES, i], kinds.Zone.RESERVES, 0, p)
    f.pc = ResourceStage.TAKEN_CHOSEN
    ask_for(g, p, kinds.Ask.EXCHANGE, f.given, f.placed)
    return True


@kernel()
def exchange(g, f, p):
    """Exchange the two cards that were chosen."""
    c = int(chosen(g).card)
    given = f.given
    take(g, c)
    take(g, given)
    put(g, p, kinds.Zone.HAND, c)
    put(g, p, kinds.Zone.RESERVES, given)
    g.seen[p, g.cards[c].definition] |= kinds.SEEN_DRAWN
    log(g, kinds.Log.EXCHANGE, p, given, c, 0, 0)
    f.exchanges += 1


@kernel()
def ask_placing(g, m, f, p):
    """Ask which card is placed, or sown; returns whether one more may be (12.turn.2)."""
    first_turn = g.turn == 1 and m.first_turn_less == 1
    most = 1 if (m.place_or_draw == 0 or first_turn) else 2
    if f.placed >= most or g.players[p].n[kinds.Zone.HAND] == 0:
        return False
    list_sowing(g, m, p, f.placed)
    f.pc = ResourceStage.CARD_CHOSEN
    ask(g, p, kinds.Ask.SOW if m.place_or_draw == 0 else kinds.Ask.PLACE, f.placed)
    return True


@kernel()
def place_chosen(g, m, f, p):
    """Place the card that was chosen; returns the stage that follows."""
    o = chosen(g)
    if o.kind == kinds.Opt.PASS:
        return ResourceStage.DRAW
    sow(g, m, p, int(o.card))
    f.placed += 1
    if m.reserves_exchange == 0:
        return ResourceStage.LIST_CARDS
    f.after = ResourceStage.LIST_CARDS
    return ResourceStage.LIST_GIVEN


@kernel()
def draw_rest(g, m, f, p):
    """Draw a card for each that was not placed (12.turn.2, 9.turn.2); returns whether the frame waits."""
    if m.place_or_draw == 0:
        return False
    n = (1 if g.turn == 1 and m.first_turn_less == 1 else 2) - f.placed
    if check_end(g, m):
        return True
    if n <= 0:
        return False
    if m.reserves_draw == 1:
        push_draw(g, p, n)
        return True
    draw_cards(g, m, p, n)
    return False


@handler
def step_resource(g, m, f):
    """The Resource Phase with places or exchanges: place 0 to 2 and draw the rest (12.turn.2, 9.turn.2), with exchanges of
    reserves around it (9.turn.9)."""
    p = f.player
    while True:
        if f.pc == ResourceStage.BEGIN:
            f.after = ResourceStage.LIST_CARDS
            f.pc = ResourceStage.LIST_GIVEN
        elif f.pc == ResourceStage.LIST_GIVEN:
            if ask_given(g, m, f, p):
                return
            f.pc = f.after
        elif f.pc == ResourceStage.GIVEN_CHOSEN:
            if ask_taken(g, f, p):
                return
            f.pc = f.after
        elif f.pc == ResourceStage.TAKEN_CHOSEN:
            exchange(g, f, p)
            f.pc = ResourceStage.LIST_GIVEN
        elif f.pc == ResourceStage.LIST_CARDS:
            if ask_placing(g, m, f, p):
                return
            f.pc = ResourceStage.DRAW
        elif f.pc == ResourceStage.CARD_CHOSEN:
            f.pc = place_chosen(g, m, f, p)
        elif f.pc == ResourceStage.DRAW:
            f.pc = ResourceStage.DRAWN
            if draw_rest(g, m, f, p):
                return
        elif f.pc == ResourceStage.DRAWN:
            if g.over == 1 or check_end(g, m):
                return
            f.pc = ResourceStage.END
            if m.reserves_exchange == 1 and f.after == ResourceStage.LIST_CARDS:
                f.after = ResourceStage.END
                f.pc = ResourceStage.LIST_GIVEN
        else:
            pop(g, 0)
            return
