"""The frames of the stack: for each kind its slots, its stages, and a function that pushes one with named arguments.

A slot is a variable of a frame, ``f.v[BattleSlot.VICTIM]``; a stage is where its handler goes on, ``f.pc``. Stages named LIST_x put a
question and x_CHOSEN take the answer; before a WINDOW_x a window may be pushed, and OFFERS_x asks for reactive counters. Where
questions repeat, a frame has LIST and CHOSEN alone. Slots that a push does not name begin with 0.
"""

# ruff: noqa: D101
from __future__ import annotations

from enum import IntEnum

from kotc_sim.compiler import kernel
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.stack import push

NOBODY = -1
"""Instead of a card, a player, a link or a battle: there is none."""
WAITING = -1
"""Instead of the stage that follows: the frame waits for an answer, or for a frame above it."""
INSIDE = -2
"""Instead of a program's link: a counter popped in the middle of a step or effect, where nothing is checked (17.ruling.114)."""
OF_COUNTER = 0
"""Instead of a program's ability: a popped counter's, none of whose lines belongs to an ability."""


@kernel()
def top(g):
    """Return the frame on top of the stack."""
    return g.frames[g.depth - 1]


class SetupSlot(IntEnum):
    PLAYER = 0
    DONE = 1  # players who have kept or changed their hand
    BURIED = 2  # cards that the player has buried


class SetupStage(IntEnum):
    BEGIN = 0
    LIST_CARDS = 1
    CARD_CHOSEN = 2
    REDRAW = 3
    END = 9


@kernel()
def push_setup(g):
    """Push the setup of a game."""
    push(g, kinds.Frame.SETUP)


class TurnSlot(IntEnum):
    SUMMONED = 0  # the card being summoned


class TurnStage(IntEnum):
    BEGIN = 0
    DRAW = 1
    DRAWN = 2
    RESOURCE = 3
    LIST_SOWING = 4
    WINDOW_BEFORE_ACTION = 5
    ENTER_ACTION = 6
    SOWING_CHOSEN = 7
    SOWN = 8
    WINDOW_BEFORE_EACH = 10
    LIST_ACTIONS = 11
    ACTION_CHOSEN = 12
    SUMMON_PAID = 13
    ENTER_BATTLE = 20
    WINDOW_BEFORE_ATTACK = 21
    LIST_VICTIMS = 22
    VICTIM_CHOSEN = 23
    ENTER_RECOVERY = 30
    RECOVER = 31
    LEAVE_BATTLE = 32
    END = 90


@kernel()
def push_turn(g):
    """Push the frame of the turns, one after another."""
    push(g, kinds.Frame.TURN)


class ResourceSlot(IntEnum):
    PLAYER = 0
    PLACED = 1
    GIVEN = 2  # the card that goes to the reserves
    EXCHANGES = 3
    AFTER = 4  # the stage after the exchanges


class ResourceStage(IntEnum):
    BEGIN = 0
    LIST_CARDS = 1
    CARD_CHOSEN = 2
    DRAW = 3
    DRAWN = 4
    END = 5
    LIST_GIVEN = 10
    GIVEN_CHOSEN = 11
    TAKEN_CHOSEN = 12


@kernel()
def push_resource(g, player):
    """Push a Resource Phase with places or exchanges."""
    f = push(g, kinds.Frame.RESOURCE)
    f.v[ResourceSlot.PLAYER] = player


class WindowMode(IntEnum):
    FULL = 0
    COUNTERS = 1  # counters alone


class WindowSlot(IntEnum):
    MODE = 0
    ASKED = 1
    PASSES = 2
    FIRST_EVENT = 4  # of the group of events at hand, in a queue
    LAST_EVENT = 5
    NAMED = 6  # links that were named
    NEXT_NAMED = 7
    LINKS_BELOW = 8
    POOL_BELOW = 9


class WindowStage(IntEnum):
    BEGIN = 0
    LIST = 1
    CHOSEN = 2
    POPPED = 3
    ABILITY_NAMED = 4
    PLAY_NAMED = 5


@kernel()
def push_window(g, mode):
    """Push a window in which everything, or counters alone, may be played (``WindowMode``)."""
    f = push(g, kinds.Frame.WINDOW)
    f.v[WindowSlot.MODE] = mode


class ChainSlot(IntEnum):
    PLAYER = 0
    OPTION = 1  # kind of option
    CARD = 2
    ABILITY = 3
    EVENT = 4
    PLAY = 5
    ASKED = 6
    PASSES = 7
    POOL = 8
    TRIED = 9  # bit mask of players
    LINKS_BELOW = 10
    NAMED = 11  # the link named before the chain, and 1


class ChainStage(IntEnum):
    BEGIN = 0
    LINK_TRIED = 1
    OFFER_TRAPS = 2
    TRAPS_OFFERED = 3
    BEGIN_RESPONSES = 4
    LIST_RESPONSES = 5
    LIST_SINGLE_RESPONSE = 6
    RESPONSE_CHOSEN = 7
    RESOLVE_NEXT = 8
    LINK_RESOLVED = 9
    CLOSE = 10
    BERZERK = 11


@kernel()
def push_chain(g, player, option, card, ability, event, play):
    """Push a chain whose first link is an option of a kind: an ability, a counter, a summon or an attack."""
    f = push(g, kinds.Frame.CHAIN)
    f.v[ChainSlot.PLAYER] = player
    f.v[ChainSlot.OPTION] = option
    f.v[ChainSlot.CARD] = card
    f.v[ChainSlot.ABILITY] = ability
    f.v[ChainSlot.EVENT] = event
    f.v[ChainSlot.PLAY] = play


@kernel()
def push_named_chain(g, player, card, ability, link):
    """Push a chain whose first link was named before it (5.ruling.7)."""
    f = push(g, kinds.Frame.CHAIN)
    f.v[ChainSlot.PLAYER] = player
    f.v[ChainSlot.OPTION] = kinds.Opt.ACTIVATE
    f.v[ChainSlot.CARD] = card
    f.v[ChainSlot.ABILITY] = ability
    f.v[ChainSlot.EVENT] = -1
    f.v[ChainSlot.PLAY] = kinds.Play.NORMAL
    f.v[ChainSlot.NAMED] = link + 1


class ActivateSlot(IntEnum):
    PLAYER = 0
    OPTION = 1  # kind of option
    CARD = 2
    ABILITY = 3  # or kind of counter
    EVENT = 4  # or -1
    PLAY = 5
    SUB = 6  # sub-ability
    LINK = 7
    SPELL = 8  # ``LINK.spell``
    POOL = 9


class ActivateStage(IntEnum):
    PAY = 0
    LINK = 1
    NEXT_TARGETS = 2
    TARGETS_CHOSEN = 3


@kernel()
def push_activate(g, player, option, card, ability, event, play):
    """Push the use of an ability, or of a counter, as a chain link."""
    f = push(g, kinds.Frame.ACTIVATE)
    f.v[ActivateSlot.PLAYER] = player
    f.v[ActivateSlot.OPTION] = option
    f.v[ActivateSlot.CARD] = card
    f.v[ActivateSlot.ABILITY] = ability
    f.v[ActivateSlot.EVENT] = event
    f.v[ActivateSlot.PLAY] = play


class AbilitySlot(IntEnum):
    USER = 0
    CARD = 1
    ABILITY = 2
    LINK = 3  # or -1
    SUB = 4  # sub-ability
    POOL = 5
    STOPPED = 6
    FIRST = 7  # and the next: where in the pool the targets of each sub-ability begin


class AbilityStage(IntEnum):
    BEGIN = 0
    NEXT_SUB = 1
    RUN = 2
    RAN = 3
    NEXT_TARGETS = 10
    TARGETS_CHOSEN = 11


@kernel()
def push_ability(g, user, card, ability, link):
    """Push an ability that is carried out; ``link`` is -1 for a deployed spell."""
    f = push(g, kinds.Frame.ABILITY)
    f.v[AbilitySlot.USER] = user
    f.v[AbilitySlot.CARD] = card
    f.v[AbilitySlot.ABILITY] = ability
    f.v[AbilitySlot.LINK] = link


class ResolveSlot(IntEnum):
    LINK = 0
    IN_POOL = 1  # cards that it has put into the pool: the host of a counter


class ResolveStage(IntEnum):
    BEGIN = 0
    RESOLVED = 1


@kernel()
def push_resolve(g, link):
    """Push a link that resolves."""
    f = push(g, kinds.Frame.RESOLVE)
    f.v[ResolveSlot.LINK] = link


class TrapsSlot(IntEnum):
    PLAYER = 0  # who made the link
    ASKED = 1
    PASSES = 2
    HOST = 3
    OWNER = 4


class TrapsStage(IntEnum):
    BEGIN = 0
    LIST_COUNTERS = 1
    COUNTER_CHOSEN = 2
    ABILITY_CHOSEN = 3
    LINK_TRIED = 4


@kernel()
def push_traps(g, player):
    """Push the offer of Trap Counters behind a link of a player."""
    f = push(g, kinds.Frame.TRAPS)
    f.v[TrapsSlot.PLAYER] = player


class CostsSlot(IntEnum):
    PLAYER = 0
    CARD = 1
    LINE = 2
    END = 3
    PICKED = 4
    CHOOSER = 5
    GIFT = 6  # the minion
    TO_ORDER = 7
    TAKEN = 8  # cards that earlier costs took: they stay in the pool, below those of the present cost


class CostsStage(IntEnum):
    BEGIN = 0
    LIST_COUNTERS = 1
    COUNTER_CHOSEN = 2
    LIST_GIFTS = 3
    GIFT_CHOSEN = 4
    RECEIVER_CHOSEN = 5
    GIFT_ANSWERED = 6
    LIST_CHOOSERS = 7
    CHOOSER_CHOSEN = 8
    PAID = 9
    LIST_CARDS = 10
    CARD_CHOSEN = 11
    LIST_ORDER = 12
    ORDER_CHOSEN = 13


@kernel()
def push_costs(g, player, card, line, end):
    """Push the costs ``line`` … ``end - 1`` that a player pays for a card."""
    f = push(g, kinds.Frame.COSTS)
    f.v[CostsSlot.PLAYER] = player
    f.v[CostsSlot.CARD] = card
    f.v[CostsSlot.LINE] = line
    f.v[CostsSlot.END] = end


class SelectSlot(IntEnum):
    SELECTION = 0
    USER = 1
    SOURCE = 2
    FIRST = 3  # where in the pool the targets begin
    CHOSEN = 4  # so far
    ZONE_PLAYER = 5
    WANTED = 6  # -1: open
    CHOOSER = 7
    ABILITY = 8
    CODE = 9
    TAKEN_FROM = 10  # where in the pool begins what may not be selected again


class SelectStage(IntEnum):
    BEGIN = 0
    CHOOSER_CHOSEN = 1
    LIST_ZONES = 2
    ZONE_CHOSEN = 3
    LIST_COUNTS = 5
    COUNT_CHOSEN = 6
    LIST_CARDS = 8
    CARD_CHOSEN = 9
    DONE = 10


@kernel()
def push_select(g, selection, user, source, ability, code, taken_from):
    """Push a target selection; ``code`` is the first line that will be done to the targets."""
    f = push(g, kinds.Frame.SELECT)
    f.v[SelectSlot.SELECTION] = selection
    f.v[SelectSlot.USER] = user
    f.v[SelectSlot.SOURCE] = source
    f.v[SelectSlot.ABILITY] = ability
    f.v[SelectSlot.CODE] = code
    f.v[SelectSlot.TAKEN_FROM] = taken_from


class ProgramSlot(IntEnum):
    LINE = 0
    END = 1
    USER = 2  # "you"
    SOURCE = 3
    HOST = 4  # or -1
    FIRST = 5  # first target in the pool
    COUNT = 6  # of targets
    LINK = 7  # or -1, or INSIDE
    STEP = 8  # within a primitive
    PLAYER = 9  # whom a primitive is about
    ABILITY = 10
    POSITION = 11  # the target at hand
    SAVED = 12  # bit mask of targets that a counter saved
    ORDERED = 13  # bit mask of sides whose order is to be announced


class Step(IntEnum):
    """Where a primitive goes on that is asked, or pushes a frame, once."""

    BEGIN = 0
    GO_ON = 1


class RemovalStep(IntEnum):
    BEGIN = 0
    OFFERS = 1
    EFFECT_ANSWERED = 2
    CARD_ANSWERED = 3
    SEND = 4


class HypnotizeStep(IntEnum):
    BEGIN = 0
    OFFERS = 1
    ANSWERED = 2
    PLAYER_CHOSEN = 4


class PlayerStep(IntEnum):
    """Where a primitive about a player goes on."""

    BEGIN = 0
    PLAYER_CHOSEN = 1
    FIRST = 3
    SECOND = 4
    DONE = 5


@kernel()
def push_program(g, line, end, user, source, host, first, count, link, ability):
    """Push the program of lines ``line`` … ``end - 1`` on ``count`` targets from ``first`` in the pool on."""
    f = push(g, kinds.Frame.PROGRAM)
    f.v[ProgramSlot.LINE] = line
    f.v[ProgramSlot.END] = end
    f.v[ProgramSlot.USER] = user
    f.v[ProgramSlot.SOURCE] = source
    f.v[ProgramSlot.HOST] = host
    f.v[ProgramSlot.FIRST] = first
    f.v[ProgramSlot.COUNT] = count
    f.v[ProgramSlot.LINK] = link
    f.v[ProgramSlot.ABILITY] = ability


@kernel()
def push_counter(g, m, kind, user, host, link):
    """Push the program of a counter of ``user`` on ``host``, which is the last card of the pool."""
    k = m.kinds[kind]
    push_program(g, k.code, k.code_end, user, host, host, g.n_pool - 1, 1, link, OF_COUNTER)


class BattleSlot(IntEnum):
    ATTACKER = 0
    VICTIM_PLAYER = 1  # or -1
    VICTIM = 2  # minion, or -1
    BERZERK_HOST = 3  # or -1
    EVENTS_OUTSIDE = 4  # event base and used base of the context outside
    USED_OUTSIDE = 5
    CONSCRIPTED = 6  # defenders
    LEFTOVER_DEFENSE = 7  # damage
    LEFT_STAGE = 8  # ``LeftoverStage``
    LEFT_FACE = 9
    LEFT_SUM = 10
    LEFT_PIERCING = 11


class BattleStage(IntEnum):
    BEGIN = 0
    LIST_ATTACKERS = 1
    ATTACKER_CHOSEN = 2
    DECLARE = 3
    OFFERS_AFTER_ATTACK = 4
    WINDOW_AFTER_ATTACK = 5
    OFFERS_BEFORE_DEFENSE = 6
    BEGIN_DEFENSE = 7
    LIST_DEFENDERS = 10
    DEFENDER_CHOSEN = 11
    ORDER_DEFENDERS = 12
    FORM_DEFENSE = 13
    OFFERS_AFTER_DEFENSE = 14
    WINDOW_AFTER_DEFENSE = 15
    OFFERS_BEFORE_DICE = 16
    RESPONSES = 20
    WINDOW_AFTER_RESPONSES = 21
    ROLL = 22
    WINDOW_AFTER_DICE = 23
    ALLOCATE_ATTACK = 24
    ALLOCATE_DEFENSE = 25
    LEFTOVER = 26
    LEFTOVER_ON_MINION = 27
    CONCLUDE = 28
    END = 40


class LeftoverStage(IntEnum):
    BEGIN = 0
    NEXT_DIE = 1
    DIE_ANSWERED = 2
    INFLICT = 3
    OFFERS_AFTER = 4
    REDUCED = 5


@kernel()
def push_battle(g, attacker, victim_player, victim, host):
    """Push a battle against a player or a minion; ``host`` is the minion of a Berzerk attack, or -1."""
    f = push(g, kinds.Frame.BATTLE)
    f.v[BattleSlot.ATTACKER] = attacker
    f.v[BattleSlot.VICTIM_PLAYER] = victim_player
    f.v[BattleSlot.VICTIM] = victim
    f.v[BattleSlot.BERZERK_HOST] = host


class AllocateSlot(IntEnum):
    SIDE = 0
    PLAYER = 1


class AllocateStage(IntEnum):
    NEXT_DIE = 0
    DIE_CHOSEN = 1


@kernel()
def push_allocate(g, side, player):
    """Push the dice that a side inflicts, one at a time."""
    f = push(g, kinds.Frame.ALLOCATE)
    f.v[AllocateSlot.SIDE] = side
    f.v[AllocateSlot.PLAYER] = player


class RollMode(IntEnum):
    EFFECT = 0  # dice of an effect are rolled
    BATTLE = 1  # the dice of a battle lie open


class RollSlot(IntEnum):
    MODE = 0
    ROLLER = 1
    DICE = 2
    ASKED = 3
    PASSES = 4
    SIDE = 5  # of a die under a permission
    FACE = 6
    LEFT = 7  # rolls left for it
    OWNER = 8  # the player who has the permission
    LOW = 9  # the roll while a counter takes effect: faces 1 to 3
    HIGH = 10  # faces 4 to 6
    LOCKED = 11  # and the next: locked dice of each side by face
    LOCKED_DEFENSE = 12
    PERMISSION = 13  # that they belong to


class RollStage(IntEnum):
    BEGIN = 0
    LIST = 1
    CHOSEN = 2
    LIST_AGAIN = 3
    AGAIN_CHOSEN = 4
    POPPED = 5


@kernel()
def push_roll(g, mode, roller, dice):
    """Push a roll whose dice may be rolled again (``RollMode``); ``dice`` are those of an effect."""
    f = push(g, kinds.Frame.ROLL)
    f.v[RollSlot.MODE] = mode
    f.v[RollSlot.ROLLER] = roller
    f.v[RollSlot.DICE] = dice


BATTLE_OFFERS = 20
"""Circumstance of a battle's offers: Taunt, Medic and Assassin Counters together."""


class ReactSlot(IntEnum):
    CIRCUMSTANCE = 0
    HOST = 1
    DIE = 2
    FIRST = 3  # first target in the pool
    COUNT = 4
    ASKED = 5
    PASSES = 6


class ReactStage(IntEnum):
    BEGIN = 0
    LIST = 1
    CHOSEN = 2
    POPPED = 3


@kernel()
def push_react(g, circumstance, host, die):
    """Push the offer of reactive counters on a minion, where a die may have caused it."""
    f = push(g, kinds.Frame.REACT)
    f.v[ReactSlot.CIRCUMSTANCE] = circumstance
    f.v[ReactSlot.HOST] = host
    f.v[ReactSlot.DIE] = die


@kernel()
def push_react_all(g, circumstance, first, count):
    """Push the offer of reactive counters on any of ``count`` targets."""
    f = push(g, kinds.Frame.REACT)
    f.v[ReactSlot.CIRCUMSTANCE] = circumstance
    f.v[ReactSlot.HOST] = NOBODY
    f.v[ReactSlot.FIRST] = first
    f.v[ReactSlot.COUNT] = count


class HitSlot(IntEnum):
    MINION = 0
    DIE = 1
    SOURCE = 2  # the player whose die it is
    PIERCING = 3  # or -1
    STAMP = 4


class HitStage(IntEnum):
    BEGIN = 0
    ANSWERED = 1
    HIT = 2
    REDUCED = 3


@kernel()
def push_hit(g, minion, die, source):
    """Push a die of player ``source`` that hits a minion."""
    f = push(g, kinds.Frame.HIT)
    f.v[HitSlot.MINION] = minion
    f.v[HitSlot.DIE] = die
    f.v[HitSlot.SOURCE] = source


class OrderSlot(IntEnum):
    BATTLE = 0  # or -1: targets in the pool
    SIDE = 1
    PLAYER = 2
    FIRST = 3
    COUNT = 4
    POSITION = 5


class OrderStage(IntEnum):
    LIST = 0
    CHOSEN = 1


@kernel()
def push_order_of_team(g, side, player):
    """Push the order of a team of the innermost battle, which a player announces."""
    f = push(g, kinds.Frame.ORDER)
    f.v[OrderSlot.BATTLE] = g.n_battles - 1
    f.v[OrderSlot.SIDE] = side
    f.v[OrderSlot.PLAYER] = player


@kernel()
def push_order_of_targets(g, player, first, count):
    """Push the order of targets in the pool, which a player announces."""
    f = push(g, kinds.Frame.ORDER)
    f.v[OrderSlot.BATTLE] = NOBODY
    f.v[OrderSlot.PLAYER] = player
    f.v[OrderSlot.FIRST] = first
    f.v[OrderSlot.COUNT] = count


class DeploySlot(IntEnum):
    USER = 0
    FIRST = 1
    COUNT = 2
    SOURCE = 3
    CARD = 4  # being deployed
    ABILITY = 5
    DONE = 6  # bit mask of targets


class DeployStage(IntEnum):
    LIST = 0
    CHOSEN = 1
    SUMMON_PAID = 2
    SPELL_PAID = 3
    RESOLVED = 4


@kernel()
def push_deploy(g, user, first, count, source):
    """Push the deployment of targets."""
    f = push(g, kinds.Frame.DEPLOY)
    f.v[DeploySlot.USER] = user
    f.v[DeploySlot.FIRST] = first
    f.v[DeploySlot.COUNT] = count
    f.v[DeploySlot.SOURCE] = source


class CopiesSlot(IntEnum):
    USER = 0
    FIRST = 1
    COUNT = 2
    EMBODY = 3
    TIMES = 4
    UP_TO = 5
    POSITION = 6
    LEFT = 7


class CopiesStage(IntEnum):
    BEGIN = 0
    LIST_TIMES = 1
    TIMES_CHOSEN = 2


@kernel()
def push_copies(g, user, first, count, embody, times, up_to):
    """Push the copies of targets that are cloned or embodied."""
    f = push(g, kinds.Frame.COPIES)
    f.v[CopiesSlot.USER] = user
    f.v[CopiesSlot.FIRST] = first
    f.v[CopiesSlot.COUNT] = count
    f.v[CopiesSlot.EMBODY] = embody
    f.v[CopiesSlot.TIMES] = times
    f.v[CopiesSlot.UP_TO] = up_to


class CraftSlot(IntEnum):
    USER = 0
    COUNT = 1
    LEVEL = 2
    SOURCE = 3


class CraftStage(IntEnum):
    LIST = 0
    CHOSEN = 1


@kernel()
def push_craft(g, user, count, level, source):
    """Push the pawns of a level that a player crafts."""
    f = push(g, kinds.Frame.CRAFT)
    f.v[CraftSlot.USER] = user
    f.v[CraftSlot.COUNT] = count
    f.v[CraftSlot.LEVEL] = level
    f.v[CraftSlot.SOURCE] = source


class CountersSlot(IntEnum):
    USER = 0
    FIRST = 1
    COUNT = 2
    UP_TO = 3
    SOURCE = 4
    POSITION = 5
    REMOVED = 6


class CountersStage(IntEnum):
    LIST = 0
    CHOSEN = 1


@kernel()
def push_counters(g, user, first, count, up_to, source):
    """Push the counters that are removed from targets."""
    f = push(g, kinds.Frame.COUNTERS)
    f.v[CountersSlot.USER] = user
    f.v[CountersSlot.FIRST] = first
    f.v[CountersSlot.COUNT] = count
    f.v[CountersSlot.UP_TO] = up_to
    f.v[CountersSlot.SOURCE] = source


class BatchKind(IntEnum):
    ADD = 0
    SUBTRACT = 1
    DAMAGE = 2


class BatchSlot(IntEnum):
    USER = 0
    FIRST = 1
    COUNT = 2
    KIND = 3  # ``BatchKind``
    STAT = 4
    TOTAL = 5
    PARTIAL = 6
    POSITION = 7
    LEFT = 8


class BatchStage(IntEnum):
    BEGIN = 0
    CHOSEN = 2


@kernel()
def push_batch(g, user, first, count, kind, stat, total, partial):
    """Push a total that is divided over targets."""
    f = push(g, kinds.Frame.BATCH)
    f.v[BatchSlot.USER] = user
    f.v[BatchSlot.FIRST] = first
    f.v[BatchSlot.COUNT] = count
    f.v[BatchSlot.KIND] = kind
    f.v[BatchSlot.STAT] = stat
    f.v[BatchSlot.TOTAL] = total
    f.v[BatchSlot.PARTIAL] = partial


class AssignTo(IntEnum):
    TARGETS = 0
    ENEMIES = 1


class AssignSlot(IntEnum):
    USER = 0
    FIRST = 1
    COUNT = 2
    DICE = 3
    POOL = 4  # ``AssignTo``
    SOURCE = 5
    LEFT = 6  # and the next five: dice left by face


class AssignStage(IntEnum):
    BEGIN = 0
    ROLLED = 1
    LIST = 2
    CHOSEN = 3


@kernel()
def push_assign(g, user, first, count, dice, pool, source):
    """Push dice that are rolled and given to minions."""
    f = push(g, kinds.Frame.ASSIGN)
    f.v[AssignSlot.USER] = user
    f.v[AssignSlot.FIRST] = first
    f.v[AssignSlot.COUNT] = count
    f.v[AssignSlot.DICE] = dice
    f.v[AssignSlot.POOL] = pool
    f.v[AssignSlot.SOURCE] = source


class DrawSlot(IntEnum):
    PLAYER = 0
    LEFT = 1


class DrawStage(IntEnum):
    LIST = 0
    CHOSEN = 1


@kernel()
def push_draw(g, player, count):
    """Push draws from the deck or the reserves."""
    f = push(g, kinds.Frame.DRAW)
    f.v[DrawSlot.PLAYER] = player
    f.v[DrawSlot.LEFT] = count


class BerzerkStage(IntEnum):
    BEGIN = 0
    FOUGHT = 1


@kernel()
def push_berzerk(g):
    """Push the first Berzerk attack that waits."""
    push(g, kinds.Frame.BERZERK)
