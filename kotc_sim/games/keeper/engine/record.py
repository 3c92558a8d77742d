"""The record that holds one game, and the record that holds what is fixed for a match.

``GAME`` is everything that changes in a game: zones, counters, the stack of frames, the chain, pending events, battles, random
streams, the pending decision and statistics. Copying a game is copying the record. ``MATCH`` is what does not change: the rule
switches of the edition, card definitions and their programs, deck lists. All limits are constants here; decks are checked
against them when a match is compiled, and a list that is full ends the game and raises a flag in the result, never a silent cut.
"""

from typing import Any

import numpy as np

from kotc_sim.compiler.types import from_dtype
from kotc_sim.games.keeper.engine.fields import FRAME, MAX_SUBS, NAMED_FRAME
from kotc_sim.games.keeper.engine.switches import SWITCHES
from kotc_sim.games.switches import field_names, of_type
from kotc_sim.shared.dice import FACES
from kotc_sim.shared.result import MAX_DEFS, MAX_PLAYERS

MAX_CARDS = 640  # cards of all players (8 x 65) and pawns
ZONE_CAP = 72  # cards in one zone: more than a player owns; a battlefield full of pawns can meet it
MAX_COUNTERS = 256  # stacks of equal counters (minion, kind, owner)
MAX_KINDS = 24  # kinds of counters
MAX_LINKS = 1008  # links of one chain: the cap of a turn (17.ruling.21) and some room
MAX_FRAMES = 64
BOTTOM = 0  # the frame below all others: the turn or the setup
MAX_OPTIONS = 1024  # a die of each face with each enemy minion
NOTES = 79000  # room behind the scores of the options, for what strategies note between decisions
SCORES = MAX_OPTIONS + NOTES  # numbers in the list that strategies write into
MAX_EVENTS = 2200
MAX_USED = 1100
MAX_BATTLES = 8  # battles inside battles (Berzerk)
MAX_POOL = 4096  # selected targets of all links
MAX_BERZERK = 24  # Berzerk attacks that wait for the end of a chain
MAX_LOSSES = 64
MAX_TRAPPED = 32  # Trap Counters popped in one chain
MAX_RETURNS = 64  # hypnotize effects to be undone
MAX_LOG = 384
LOG_HIGH = 192  # advance returns to let the log be read
MAX_SCRIPT = 384  # scripted dice, scripted random picks

MAX_ABILITIES = 400
MAX_CODE = 4000
MAX_SELECTS = 500
MAX_EXPRESSIONS = 100
MAX_DECK = 66
MAX_LEVEL = 4000
"""Of a card: the squares of a deck's levels are added up in 32 bits."""
N_HANDLERS = 32
N_SERVICES = 4
N_EVENTS = 9  # kinds of events
LAST_BIT = 62  # last bit of a mask of definitions: it stands for all definitions from there on

CARD = np.dtype(
    [
        ("definition", "i2"),
        ("owner", "i1"),
        ("holder", "i1"),  # the player in whose zone it is: its controller
        *of_type("i1", "zone exhausted fatigued petrified"),
        ("pawn", "i1"),  # ``Body``
        ("silenced", "i1"),  # by Berzerk, until the turn ends
        ("used_victim", "i1"),
        ("shown", "i1"),  # bit mask of players who may see it beyond its zone's class
        *of_type("i2", "sp hp printed_sp printed_hp printed_level"),
        ("down", "i2"),  # down-level until the Recovery Phase
        ("stamp", "i2"),  # rises when it leaves its place: an old reference is recognised
        ("fatigue_turn", "i2"),
        ("counters", "i2"),  # number of counters on it
        ("since", "i2"),  # turn of its imprisonment, or 0; of a pawn, its number; of a constituent, its chimera
        # 32 bytes: no card lies in two cache lines
    ],
    align=True,
)

PLAYER = np.dtype(
    [
        ("hp", "i4"),
        ("free", "i2"),  # unexhausted resources
        ("out", "i1"),  # has lost (editions with elimination)
        ("decked", "i1"),  # had to draw from an empty deck
        ("used_victim", "i1"),
        ("zombie", "i1"),  # has or had 0 HP
        ("comeback", "i1"),
        ("kinds", "i2"),  # of the seat's deck, as the next three (``SEAT``): a player knows the own deck as a whole
        ("own_cards", "i2"),
        ("own_levels", "i4"),
        ("own_squares", "i4"),
        ("may_hold", "i8"),  # bit mask of definitions: those of deck and reserves, and of what else was ever put into a zone here
        ("asks_dice", "i1"),  # 1: the order of dice is put to the strategy, 0: built-in policy
        ("brought", "i1"),  # number of the deck, in the order of the match, that this player brought
        ("ended_turn", "i2"),  # number of this player's latest finished turn
        ("reroll_dice", "i2", (4,)),  # permissions to roll dice again
        ("reroll_times", "i2", (4,)),
        ("reroll_from", "i4", (4,)),  # first chain number that it covers
        ("reroll_until", "i4", (4,)),  # last chain number that it covers
        ("dice_ordinal", "i4"),
        ("chance_ordinal", "i4"),
        ("n", "i2", (7,)),
        ("loose", "i2"),  # number of cards at the bottom of the deck that have no order yet (``zones.settle_top``)
        ("zone", "i2", (7, ZONE_CAP)),
        *of_type("u8", "deck_key dice_key chance_key ties"),
        *of_type("i4", "damage sp_turns paid decisions"),
    ],
    align=True,
)

OPTION = np.dtype([("kind", "i1"), ("player", "i1"), *of_type("i2", "card ability target amount event")], align=True)

COUNTER = np.dtype([("card", "i2"), ("count", "i2"), ("kind", "i1"), ("owner", "i1")], align=True)

LINK = np.dtype(
    [
        *of_type("i1", "kind player negated resolved play"),
        ("spell", "i1"),  # 1: a spell that is in no zone and goes to the grave afterwards
        *of_type("i2", "card ability counter stamp"),
        ("first", "i2", (MAX_SUBS,)),
        ("targets", "i2", (MAX_SUBS,)),
        ("stopped", "i1"),  # 12.ruling.46: this sub-ability and all later ones do nothing
    ],
    align=True,
)

EVENT = np.dtype(
    [
        *of_type("i1", "kind player zone other"),
        ("card", "i2"),
        ("amount", "i2"),
        ("step", "i4"),
        ("serial", "i4"),  # its number in the game: the list is compacted, indices change
        ("chain", "i1"),  # 1: happened while a chain was built (12.ruling.79)
    ],
    align=True,
)

USED = np.dtype([("key", "i4"), ("card", "i2"), ("ability", "i2")], align=True)

TEAM = np.dtype([("n", "i2"), ("card", "i2", (ZONE_CAP,)), ("stamp", "i2", (ZONE_CAP,))], align=True)

BATTLE = np.dtype(
    [
        ("attacker", "i1"),
        ("defender", "i1"),
        ("victim_player", "i1"),  # the victim if it is a player, else -1
        ("skip_defense", "i1"),
        ("stage", "i1"),  # 0 attack formation, 1 formed, 2 defense formed, 3 dice rolled, 4 damage allocated
        ("berzerk", "i1"),
        ("raised_defense", "i1"),
        ("victim_lost", "i1"),  # the victim minion's last controller
        ("victim", "i2"),  # the victim minion, else -1
        ("victim_stamp", "i2"),
        ("negated", "i1"),
        ("team", TEAM, (2,)),  # 0 attacking, 1 defending
        ("fought", TEAM),
        ("dice", "i4", (2, FACES)),  # histograms of rolled faces
        ("piercing", "i4", (2,)),
    ],
    align=True,
)

LOG = np.dtype([("kind", "i2"), ("player", "i2"), ("card", "i2"), ("other", "i2"), ("a", "i4"), ("b", "i4")], align=True)

RETURN = np.dtype([("card", "i2"), ("stamp", "i2"), ("to", "i1")], align=True)

GAME = np.dtype(
    [
        ("ask", "i2"),
        ("asked", "i2"),
        ("n_options", "i4"),
        ("choice", "i4"),
        ("forced", "i1"),  # every answer leads to the same state
        ("asked_card", "i2"),  # the card on whose behalf the question is put, or -1
        ("asked_code", "i4"),  # for targets: first code line that will be done to them; for costs: its code line
        ("asked_ability", "i2"),
        ("asked_link", "i2"),  # for responses: the latest link
        *of_type("i1", "over ending phase turn_player first_player n_players debug log_on"),
        ("waiting", "i1"),  # a question was put when the machine stopped
        ("resolving", "i1"),  # a chain is being resolved
        ("building", "i1"),  # a chain is being built
        ("script_error", "i1"),
        ("scripted", "i1"),
        *of_type("i4", "turn turn_limit step raised links_this_turn chain_number n_cards depth ret"),
        ("roll", "i4"),  # sum of the last roll
        ("chosen", "i4"),  # the last chosen player
        ("die", "i4"),  # the die that a reactive counter answers
        ("prevented", "i4"),
        ("n_counters", "i4"),  # used stacks
        *of_type("i4", "n_links n_events event_base event_serial n_used used_base n_battles n_pool n_returns n_log"),
        ("n_down", "i4"),  # cards with a down-level
        ("n_silenced", "i4"),
        ("n_fatigued", "i4"),
        ("n_imprisoned", "i4"),
        ("n_born", "i4"),  # pawns made so far
        ("n_chimeras", "i4"),  # made so far
        ("n_losses", "i4"),  # constituents that chimeras are about to lose
        ("n_trapped", "i4"),  # minions that a Trap Counter lets be used in the present chain
        ("n_berzerk", "i4"),
        ("n_left", "i4"),  # players who are still in the game
        ("fallen", "i1"),  # 1: somebody's hit points fell to 0
        ("n_victims", "i4"),  # victims used in this turn
        ("n_rerolls", "i4"),  # permissions to roll dice again given in this turn
        *of_type("i4", "n_excavated script_dice_at script_dice_n script_random_at script_random_n"),
        ("winners", "i4"),  # bit mask
        ("looked", "i4"),  # bit mask of what was looked at that not everybody knows (``looking``)
        ("hist", "i4", (FACES,)),  # the roll that is being settled
        ("batch", "i4", (ZONE_CAP,)),
        ("berzerk_card", "i2", (MAX_BERZERK,)),
        ("berzerk_stamp", "i2", (MAX_BERZERK,)),
        ("berzerk_victim", "i2", (MAX_BERZERK,)),
        ("berzerk_victim_stamp", "i2", (MAX_BERZERK,)),
        ("berzerk_player", "i1", (MAX_BERZERK,)),
        ("players", PLAYER, (MAX_PLAYERS,)),
        ("frames", FRAME, (MAX_FRAMES,)),
        ("options", OPTION, (MAX_OPTIONS,)),
        ("counters", COUNTER, (MAX_COUNTERS,)),
        ("links", LINK, (MAX_LINKS,)),
        ("events", EVENT, (MAX_EVENTS,)),
        ("used", USED, (MAX_USED,)),
        ("battles", BATTLE, (MAX_BATTLES,)),
        ("returns", RETURN, (MAX_RETURNS,)),
        ("loss_card", "i2", (MAX_LOSSES,)),
        ("loss_op", "i2", (MAX_LOSSES,)),  # ``Op``: how
        ("trapped", "i2", (MAX_TRAPPED,)),
        ("pool", "i2", (MAX_POOL,)),
        ("seen", "u1", (MAX_PLAYERS, MAX_DEFS)),
        ("script_dice", "i1", (MAX_SCRIPT,)),
        ("script_random", "i2", (MAX_SCRIPT,)),
        ("log", LOG, (MAX_LOG,)),
        ("cards", CARD, (MAX_CARDS,)),
    ],
    align=True,
)

# --- what is fixed for a match -------------------------------------------------------------------------------------------

DEFINITION = np.dtype(
    [
        *of_type("i1", "minion spell cannot_attack cannot_defend"),
        ("triggered", "i1"),  # has an ability with a written condition
        ("standard", "i1"),  # has an ability without a written condition
        ("cast_from", "i1"),  # bit mask of zones from which it may be cast as if it were a spell at the standard time
        *of_type("i2", "sp hp level first_ability n_abilities"),
        ("caveat", "i4"),  # first code line of the costs of a caveat, or -1
        ("caveat_end", "i4"),
        ("action", "i4"),  # the same for the costs of attacking, defending and using an ability
        ("action_end", "i4"),
        ("berzerker", "i1"),  # destroyed if unexhausted at the end of the own Battle Phase
        ("hears", "i4"),  # bit mask of events that it waits for to happen to itself, wherever it is
        ("value", "f4"),  # rough worth in levels, for strategies
        ("card", CARD),  # what a card of it is like at the start, owner and holder aside
    ],
    align=True,
)

ABILITY = np.dtype(
    [
        ("definition", "i2"),
        ("event", "i1"),  # -1: standard condition
        *of_type("i1", "subject place play not_destroyed total"),
        ("respond", "i1"),  # 5th Edition: 0 none, 1 summon, 2 attack, 3 effect
        ("at_least", "i2"),
        ("when", "i2"),  # expression index, or -1
        ("card_in", "i1"),  # the zone that its card has to be in, or ``Place.ANY``
        ("natural", "i1"),  # 1: met by a summon in the usual way alone
        ("any_time", "i1"),  # 1: may be used whenever a link may be made
        ("cost", "i4"),
        ("cost_end", "i4"),
        ("n_subs", "i2"),
        ("select", "i2", (MAX_SUBS,)),  # -1: no target selection
        ("code", "i4", (MAX_SUBS,)),
        ("code_end", "i4", (MAX_SUBS,)),
        ("component", "i2"),  # index of the first effect component, for statistics
    ],
    align=True,
)

SELECT = np.dtype(
    [
        *of_type("i1", "place of by every up_to exhausted see"),
        ("count", "i2"),
        ("max_level", "i2"),  # -1: any
        ("min_counters", "i2"),
        ("look", "i2"),  # cards looked at, all or nothing; 0: none
    ],
    align=True,
)

CODE = np.dtype(
    [
        ("op", "i2"),  # ``Op``, or ``Cost``; what it does not use is 0
        ("expression", "i2"),
        ("amount", "i4"),  # of an effect: a number, or a word (``Amount``)
        ("level", "i4"),
        ("times", "i4"),
        ("count", "i4"),  # of a cost
        ("counter", "i2"),
        ("jump", "i2"),  # the line that follows if the expression is false
        ("to", "i1"),  # hypnotized 0: to you, 1: to a player of choice
        ("up_to", "i1"),  # 1: fewer times will do
        ("stat", "i1"),
        ("partial", "i1"),  # 1: what cannot be subtracted is left out
        ("single", "i1"),  # 1: the damage is one die's, which may be answered as such
        ("among", "i1"),  # ``AssignTo``
        *of_type("i1", "who scope place by how"),
        ("other", "i1"),  # 1: not with the card itself
        ("spells", "i1"),  # donated 0: minions, 1: spells
    ],
    align=True,
)
"""A line of a program: an operation and its operands, named beside ``Op`` and ``Cost``."""

# an expression is up to six comparisons joined by "and": left word, comparison, right word or number
EXPRESSION = np.dtype(
    [
        ("n", "i2"),
        ("left", "i2", (6,)),
        ("left_number", "i4", (6,)),
        ("compare", "i2", (6,)),
        ("right", "i2", (6,)),
        ("number", "i4", (6,)),
    ],
    align=True,
)

COUNTER_KIND = np.dtype(
    [
        ("pop", "i1"),
        ("react", "i1"),  # the circumstance that it answers
        ("hybrid", "i1"),  # the circumstance in which alone it is popped as a link
        ("targets", "i1"),  # ``CounterTarget``
        ("code", "i4"),
        ("code_end", "i4"),
    ],
    align=True,
)

SEAT = np.dtype(
    [
        ("kinds", "i2"),  # different cards in deck and reserves, if they fit into a bit mask, else 0: unknown
        ("definitions", "i8"),  # bit mask of them
        ("cards", "i2"),  # cards in deck and reserves, the sum of their levels, and of the squares of these
        ("levels", "i4"),
        ("squares", "i4"),
    ],
    align=True,
)

MATCH = np.dtype(
    [
        ("advance", "u8"),  # addresses of compiled code, written by ``machine.install``
        ("handlers", "u8", (N_HANDLERS,)),
        ("services", "u8", (N_SERVICES,)),
        ("serial", "i8"),  # number of the match in its process
        ("n_players", "i4"),
        ("features", "i4"),
        ("listen", "i4"),  # bit mask of events that some ability waits for
        ("notes_all", "i4"),  # 1: events are noted though nobody can answer them, as other rules look at them
        ("heard_own", "i8", (N_EVENTS,)),  # by event: bit mask of definitions that wait for it to happen to their player
        ("heard_enemy", "i8", (N_EVENTS,)),  # the same, to another player
        ("activated", "i8"),  # bit mask of definitions with an ability without a written condition, other than spells in hand
        ("any_time", "i8"),  # bit mask of definitions with an ability that may be used whenever a link may be made
        ("cast_from", "i8"),  # the same, that may be cast as if they were spells at the standard time
        ("granary_hears", "i4"),  # 1: a card in a granary may wait for an event that is not its own
        ("react_mask", "i4"),  # bit mask of circumstances that some counter kind of the match answers
        *((name, "i4") for name in field_names(SWITCHES.values())),
        ("n_defs", "i4"),
        ("n_abilities", "i4"),
        ("n_kinds", "i4"),
        ("deck_n", "i4", (MAX_PLAYERS,)),
        ("deck", "i2", (MAX_PLAYERS, MAX_DECK)),
        ("dealt", CARD, (MAX_PLAYERS, MAX_DECK)),  # the deck's cards, each as it is at the start, in the deck of that player
        ("reserves_n", "i4", (MAX_PLAYERS,)),
        ("reserves", "i2", (MAX_PLAYERS, MAX_DECK)),
        ("seats", SEAT, (MAX_PLAYERS,)),
        ("defs", DEFINITION, (MAX_DEFS,)),
        ("abilities", ABILITY, (MAX_ABILITIES,)),
        ("selects", SELECT, (MAX_SELECTS,)),
        ("code", CODE, (MAX_CODE,)),
        ("expressions", EXPRESSION, (MAX_EXPRESSIONS,)),
        ("kinds", COUNTER_KIND, (MAX_KINDS,)),
    ],
    align=True,
)

GameType = from_dtype(GAME)
MatchType = from_dtype(MATCH)
FrameType = from_dtype(NAMED_FRAME)


def new_game() -> Any:
    """Return a zeroed game record (a one-element structured array's only element)."""
    return np.zeros(1, GAME).view(np.recarray)[0]


def top_frame(g: Any) -> Any:
    """Return the frame on top of a game's stack, its fields by name, to Python (kernels: ``stack.top``)."""
    return g.frames[g.depth - 1].view(np.dtype((np.record, NAMED_FRAME)))


def new_scores() -> Any:
    """Return the float64 array that strategies write into: ``MAX_OPTIONS`` scores, then ``NOTES`` of their own."""
    return np.zeros(SCORES)


def new_match() -> Any:
    """Return a zeroed match record."""
    return np.zeros(1, MATCH).view(np.recarray)[0]
