"""Performing effects: one frame a performance, one step a choice (levelup.fx.*).

A performance is ``begin`` (what needs no choice, or the first choice) and then ``proceed``, once for each
choice that was made. The selections themselves are frames of their own.
"""

from kotc_sim.games.levelup.engine import choices, frames, kinds, moves
from kotc_sim.games.levelup.engine.board import change, count_field, immune, solid
from kotc_sim.games.levelup.engine.frames import PerformStep
from kotc_sim.games.levelup.engine.legal import add_candidate, condition_holds, levels_onto, possible, sort_candidates, still_there
from kotc_sim.games.levelup.engine.primitives import ask, clear_options, exposed, log, log_card, offer, owner, slot_of
from kotc_sim.games.levelup.engine.record import I64, VOID, Game, inner, leaf, rare
from kotc_sim.games.levelup.engine.triggers import fire_left
from kotc_sim.games.levelup.engine.zones import destroy_picks, discard_exposed, lift, put_on_field, tap_card, turn_card

DONE, WAIT, AGAIN = 0, 1, 2  # the performance is over; a decision is needed; something was pushed


@inner(VOID(Game, I64, I64, I64))
def boost(g, card, attack, defense):
    """Add to a creature's attack and defense until the end of this turn."""
    slot = slot_of(g, card)
    if slot >= 0:
        pile = g.side[owner(card)].piles[slot]
        pile.attack += attack
        pile.defense += defense
        g.fleeting = 1
        change(g, owner(card), slot, attack, defense)
        log(g, kinds.Log.BOOST, owner(card), card, attack, defense)


@rare(VOID(Game, I64, I64, I64, I64))
def _negate(g, player, source, target, destroy):
    # levelup.fx.negate, levelup.fx.negate_destroy, ruling 51
    if target < 0:
        return
    link = g.chain[target]
    if link.negated:
        return
    link.negated = 1
    link.deeds = 0
    card = int(link.card)
    log(g, kinds.Log.COUNTERED, player, card, link.what, destroy)
    if link.what == kinds.Item.PLAY:
        link.gone = 1
        moves.to_grave(g, card)
        if destroy:
            kind = g.m.kinds[g.card[card].kind]
            rules = g.m.rules
            if kind.type != kinds.MAGIC and rules.points_on_cause != kinds.Cause.BATTLE_ONLY:
                moves.lose_points(g, owner(card), kind.level, player)
                if rules.destroyer_gains:
                    moves.gain_points(g, player, kind.level)
            fire_left(g, kinds.Event.DESTROYED, card)
    elif destroy and still_there(g, target):
        # For an attack the attacker is its pile: a level up in the meantime has put another card on top.
        slot = slot_of(g, card)
        if link.what == kinds.Item.ATTACK:
            card = int(g.side[owner(card)].piles[slot].top)
        if exposed(g, card) and not solid(g, card) and not immune(g, card, source):
            g.n_picks = 1
            g.picks[0] = card
            destroy_picks(g, player, 0)


@rare(I64(Game, I64))
def _use_under(g, number):
    frame = g.frames[number]
    card = int(frame.card)
    clear_options(g)
    if exposed(g, card) and g.card[card].bottom >= 0:
        below = int(g.card[card].under)
        while below >= 0:
            kind = g.m.kinds[g.card[below].kind]
            for k in range(2):
                effect = int(kind.effects[k])
                ef = g.m.effects[effect]
                if (
                    ef.kind == kinds.Kind.NORMAL
                    and ef.op != kinds.Op.USE_UNDER
                    and not g.card[below].tapped
                    and possible(g, card, effect, frame.player, -1)
                ):
                    offer(g, kinds.Opt.ACTIVATE, below, -1, effect)
            below = int(g.card[below].under)
    if g.n_options == 0:
        return DONE
    frame.step = PerformStep.CHOSEN
    return WAIT if ask(g, frame.player, kinds.Ask.UNDER) else AGAIN


@leaf(VOID(Game, I64, I64))
def _act_on_players(g, player, effect):
    """Let players draw, mill, gain or lose points, the controller first (levelup.fx.draw, levelup.fx.mill, levelup.fx.points, …)."""
    ef = g.m.effects[effect]
    n = int(ef.n)
    if ef.op == kinds.Op.POINTS_PER:
        n *= count_field(g, player, ef.side, ef.filter)
    for k in range(2):
        if not ef.who & (kinds.Side.OWN if k == 0 else kinds.Side.ENEMY):
            continue
        who = player if k == 0 else 1 - player
        if ef.op == kinds.Op.DRAW:
            moves.draw_cards(g, who, n)
        elif ef.op == kinds.Op.MILL:
            moves.mill_cards(g, who, n)
        elif ef.gain:
            moves.gain_points(g, who, n)
        else:
            moves.lose_points(g, who, n, player)


@leaf(VOID(Game, I64, I64, I64))
def _act_on_itself(g, player, card, effect):
    """Untap the effect's own card, make it stronger, or let it attack again (levelup.fx.untap_self, boost_self, attack_again)."""
    ef = g.m.effects[effect]
    if ef.op == kinds.Op.UNTAP_SELF:
        if g.card[card].zone == kinds.Zone.FIELD and g.card[card].tapped:
            tap_card(g, card, 0)
            log_card(g, kinds.Log.UNTAP, player, card)
    elif ef.op == kinds.Op.BOOST_SELF:
        boost(g, card, ef.attack, ef.defense)
    else:
        slot = slot_of(g, card)
        if slot >= 0:
            g.side[player].piles[slot].extra += 1
            log_card(g, kinds.Log.AGAIN, player, card)


@leaf(I64(Game, I64, I64, I64, I64))
def _begin_choice(g, number, player, card, effect):
    """Begin the choice of what the effect takes, or take what was chosen on activation (levelup.ruling.45); say if there is any."""
    link = g.chain[g.frames[number].link]
    if g.m.rules.choose_on_activation and link.chosen and choices.chooses_on_activation(g, effect) and link.effect == effect:
        return choices.recall(g, number)
    if choices.start_choice(g, card, effect, player, link.answers):
        return True
    ef = g.m.effects[effect]
    if ef.op == kinds.Op.PLAY_FROM and ef.zone == kinds.Zone.DECK:
        moves.shuffle(g, player, kinds.Purpose.SEARCH)
    return False


@leaf(I64(Game, I64))
def begin(g, number):
    """Start performing the effect of frame ``number``."""
    frame = g.frames[number]
    card, effect, p = int(frame.card), int(frame.effect), int(frame.player)
    ef = g.m.effects[effect]
    op = ef.op
    if not condition_holds(g, effect, p):
        return DONE
    if ef.kind == kinds.Kind.CONTINUOUS:
        c = g.card[card]
        c.active = int(c.active) | (1 << ef.position)
        g.dirty |= kinds.Dirty.EFFECTS
        log(g, kinds.Log.STANDING, p, card, ef.position, 0)
        return DONE
    if op == kinds.Op.DRAW or op == kinds.Op.MILL or op == kinds.Op.POINTS or op == kinds.Op.POINTS_PER:
        _act_on_players(g, p, effect)
    elif op == kinds.Op.UNTAP_SELF or op == kinds.Op.BOOST_SELF or op == kinds.Op.ATTACK_AGAIN:
        _act_on_itself(g, p, card, effect)
    elif op == kinds.Op.EXTRA_PLAY:
        if p == g.player:
            g.side[p].extra_plays += ef.n
            log(g, kinds.Log.EXTRA_PLAY, p, card, ef.n, 0)
    elif op == kinds.Op.NEGATE or op == kinds.Op.NEGATE_DESTROY:
        _negate(g, p, card, g.chain[frame.link].answers, op == kinds.Op.NEGATE_DESTROY)
    elif op == kinds.Op.LOOT:
        if g.side[p].hand_n >= ef.n:
            choices.select_discards(g, p, ef.n, p)
            frame.step = PerformStep.CHOSEN
            return AGAIN
    elif op == kinds.Op.DISCARD:
        frame.step = PerformStep.CHOSEN
        if ef.who & kinds.Side.OWN:
            choices.choose_discards(g, p, ef.n)
        else:
            g.n_picks = 0
        return AGAIN
    elif op == kinds.Op.USE_UNDER:
        return _use_under(g, number)
    elif _begin_choice(g, number, p, card, effect):
        frame.step = PerformStep.CHOSEN
        return AGAIN
    return DONE


@inner(VOID(Game, I64, I64, I64))
def _mark(g, target, op, player):
    slot = slot_of(g, target)
    g.dirty |= kinds.Dirty.EFFECTS
    if op == kinds.Op.PROTECT:
        log_card(g, kinds.Log.PROTECT, player, target)
        g.fleeting = 1
        if slot >= 0:
            g.side[owner(target)].piles[slot].safe = 1
        else:
            g.card[target].safe = 1
    elif op == kinds.Op.HALT and slot >= 0:
        log_card(g, kinds.Log.HALT, player, target)
        g.side[owner(target)].piles[slot].halted = g.turn + 1


@rare(VOID(Game, I64, I64, I64))
def _redirect(g, player, target, card):
    if target < 0 or g.chain[target].negated:
        return
    link = g.chain[target]
    link.target = card
    link.target_stamp = g.card[card].stamp
    log(g, kinds.Log.REDIRECT, player, card, link.card, 0)
    if g.card[card].down:
        turn_card(g, card, 1)


@inner(I64(Game, I64))
def _put(g, number):
    # levelup.fx.play_from: the card, then its place; levelup.fx.level_from: the pile, then the card.
    frame = g.frames[number]
    p = int(frame.player)
    ef = g.m.effects[frame.effect]
    side = g.side[p]
    if frame.step == PerformStep.CHOSEN:
        frame.held = g.picks[0]
        frame.step = PerformStep.CHOSEN_AGAIN
        if ef.op == kinds.Op.PLAY_FROM:
            frames.push_place(g, p, frame.held, False)
            return AGAIN
        slot = slot_of(g, frame.held)
        g.n_cands = 0
        n = side.hand_n if ef.zone == kinds.Zone.HAND else side.deck_n if ef.zone == kinds.Zone.DECK else side.grave_n
        for i in range(n):
            card = side.hand[i] if ef.zone == kinds.Zone.HAND else side.deck[i] if ef.zone == kinds.Zone.DECK else side.grave[i]
            if levels_onto(g, p, card, slot):
                add_candidate(g, card)
        sort_candidates(g)
        choices.select(g, kinds.Ask.PICK, p, 1, 1)
        return AGAIN
    if ef.op == kinds.Op.PLAY_FROM:
        card = int(frame.held)
        place = int(g.place)
    else:
        card = int(g.picks[0])
        place = int(g.card[frame.held].bottom)
    lift(g, card)
    put_on_field(g, card, place, 0)
    if ef.zone == kinds.Zone.DECK:
        moves.shuffle(g, p, kinds.Purpose.SEARCH)
    return DONE


@leaf(I64(Game, I64))
def _use_chosen(g, number):
    """Tap the covered card that was chosen, and perform its effect (levelup.fx.use_under)."""
    frame = g.frames[number]
    if frame.step != PerformStep.CHOSEN:
        return DONE
    option = g.options[g.choice]
    below, chosen = int(option.card), int(option.amount)
    tap_card(g, below, 1)
    log(g, kinds.Log.USED, frame.player, below, chosen, 0)
    frame.step = PerformStep.CHOSEN_AGAIN
    frames.push_performance(g, frame.link, frame.card, chosen, frame.player)
    return AGAIN


@leaf(VOID(Game, I64, I64))
def _move_picks(g, player, op):
    """Take the chosen cards into the hand, or shuffle them into the deck (levelup.fx.search, levelup.fx.recover, levelup.fx.recycle)."""
    for i in range(g.n_picks):
        card = int(g.picks[i])
        moves.take_out(g, card)
        if op == kinds.Op.RECYCLE:
            moves.to_deck(g, card)
            log_card(g, kinds.Log.TO_DECK, player, card)
        else:
            moves.to_hand(g, card)
            log_card(g, kinds.Log.TO_HAND, player, card)
    if op != kinds.Op.RECOVER:
        moves.shuffle(g, player, kinds.Purpose.SEARCH)
    if op == kinds.Op.RECYCLE:
        for i in range(g.n_picks):
            fire_left(g, kinds.Event.TO_DECK, g.picks[i])


@leaf(VOID(Game, I64, I64, I64))
def _equip(g, player, card, effect):
    """Attach the effect's card to the chosen creature (levelup.effect.15)."""
    c = g.card[card]
    position = int(g.m.effects[effect].position)
    c.active = int(c.active) | (1 << position)
    c.host = g.card[g.picks[0]].bottom
    g.dirty |= kinds.Dirty.EFFECTS
    log(g, kinds.Log.EQUIP, player, card, g.picks[0], 0)


@leaf(VOID(Game, I64, I64))
def _change_picks(g, player, effect):
    """Discard, tap, turn, boost, protect or halt the chosen cards on the field (levelup.fx.field_discard, levelup.fx.tap, …)."""
    ef = g.m.effects[effect]
    op = ef.op
    n = int(g.n_picks)
    for i in range(n):
        target = int(g.picks[i])
        if op == kinds.Op.FIELD_DISCARD:
            # Discarding one card can destroy another (an equipped one), and that uses g.picks: keep a copy.
            g.kept[i] = target
        elif op == kinds.Op.TAP:
            tap_card(g, target, ef.tap)
            log_card(g, kinds.Log.TAP if ef.tap else kinds.Log.UNTAP, player, target)
        elif op == kinds.Op.FLIP:
            turn_card(g, target, ef.face_up)
        elif op == kinds.Op.BOOST:
            boost(g, target, ef.attack, ef.defense)
        else:
            _mark(g, target, op, player)
    if op == kinds.Op.FIELD_DISCARD:
        for i in range(n):
            if exposed(g, g.kept[i]):
                discard_exposed(g, g.kept[i], player)


@leaf(I64(Game, I64))
def proceed(g, number):
    """Go on with the effect of frame ``number`` after a choice."""
    frame = g.frames[number]
    effect, p = int(frame.effect), int(frame.player)
    ef = g.m.effects[effect]
    op = ef.op
    if op == kinds.Op.USE_UNDER:
        return _use_chosen(g, number)
    if op == kinds.Op.PLAY_FROM or op == kinds.Op.LEVEL_FROM:
        return _put(g, number)
    if op == kinds.Op.LOOT:
        choices.discard_picks(g)
        moves.draw_cards(g, p, ef.m)
    elif op == kinds.Op.DISCARD:
        choices.discard_picks(g)
        if frame.step == PerformStep.CHOSEN and ef.who & kinds.Side.ENEMY:
            frame.step = PerformStep.CHOSEN_AGAIN
            choices.choose_discards(g, 1 - p, ef.n)
            return AGAIN
    elif op == kinds.Op.SEARCH or op == kinds.Op.RECOVER or op == kinds.Op.RECYCLE:
        _move_picks(g, p, op)
    elif op == kinds.Op.DESTROY:
        destroy_picks(g, p, 0)
    elif op == kinds.Op.SACRIFICE_DRAW:
        destroy_picks(g, p, 0)
        moves.draw_cards(g, p, ef.m)
    elif op == kinds.Op.REDIRECT:
        _redirect(g, p, g.chain[frame.link].answers, g.picks[0])
    elif ef.kind == kinds.Kind.EQUIP:
        _equip(g, p, frame.card, effect)
    else:
        _change_picks(g, p, effect)
    return DONE
