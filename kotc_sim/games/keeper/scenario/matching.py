"""What an entry of a script means at a decision: indices of options, or nothing.

The engine asks for one card at a time; an entry names all cards of a selection. An entry that names several is tried on a copy of the game,
so that "not legal" needs no rules of its own here: it is what the engine does not offer.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.frames import SelectStage
from kotc_sim.games.keeper.engine.record import top_frame
from kotc_sim.games.keeper.scenario.entries import Entry, seat_of
from kotc_sim.games.keeper.scenario.state import Game
from kotc_sim.yaml_source import whole_number

Pick = Callable[[Game, Any], bool]
Finder = Callable[[Game, Entry, kinds.Ask], list[int] | None]


def option_where(game: Game, fits: Pick) -> int | None:
    """Return the index of the first option that fits."""
    return next((i for i, option in enumerate(game.options()) if fits(game, option)), None)


def _pick(game: Game, fits: Pick) -> list[int] | None:
    index = option_where(game, fits)
    return None if index is None else [index]


def is_kind(kind: kinds.Opt) -> Pick:
    """Return a test for options of a kind."""
    return lambda game, o: bool(o.kind == kind)


def picks_card(label: str, *allowed: kinds.Opt) -> Pick:
    """Return a test for options about the card with a label."""

    def fits(game: Game, o: Any) -> bool:
        c = game.card(label)
        return c >= 0 and o.card == c and kinds.Opt(int(o.kind)) in allowed

    return fits


def _cards(labels: Sequence[str], kind: kinds.Opt = kinds.Opt.PICK_CARD) -> list[Pick]:
    return [picks_card(label, kind) for label in labels]


def picks_number(word: str, kind: kinds.Opt = kinds.Opt.NUMBER) -> Pick:
    """Return a test for options with an amount."""
    number = whole_number(word)
    return lambda game, o: number is not None and bool(o.kind == kind and o.amount == number)


def progress(g: Any) -> tuple[tuple[int, ...], int]:
    """Return what identifies the selection that is asked for, and how much of it has been picked."""
    f = top_frame(g)
    ask = kinds.Ask(int(g.ask))
    key = (int(ask), int(g.depth), int(f.kind), int(g.asked))

    if ask == kinds.Ask.MULLIGAN:
        return (*key, int(f.player)), int(f.buried)
    if ask == kinds.Ask.PLACE:
        return key, int(f.placed)
    if ask in (kinds.Ask.ENLIST_ATTACK, kinds.Ask.ENLIST_DEFEND):
        side = kinds.Side.DEFENDING if ask == kinds.Ask.ENLIST_DEFEND else kinds.Side.ATTACKING
        return (*key, int(g.n_battles)), int(g.battles[g.n_battles - 1].team[side].n)
    if ask == kinds.Ask.TARGET and f.kind == kinds.Frame.ISSUE:
        return key, int(f.position)
    if ask == kinds.Ask.TARGET:
        return (*key, int(f.selection), int(f.first)), int(f.chosen)
    if ask == kinds.Ask.ORDER and f.kind == kinds.Frame.COSTS:
        return (*key, int(f.line)), int(f.picked) - int(f.to_order)
    if ask == kinds.Ask.ORDER:
        return (*key, int(f.battle), int(f.side), int(f.first)), int(f.position)
    if ask == kinds.Ask.COST or (ask == kinds.Ask.COUNTERS and f.kind == kinds.Frame.COSTS):
        return (*key, int(f.line)), int(f.picked)
    if ask == kinds.Ask.COUNTERS:
        return (*key, int(f.position)), int(f.removed)
    if ask == kinds.Ask.SHARE:
        return (*key, int(f.first)), int(f.position)
    return key, 0


def take_all(game: Game, picks: list[Pick], last_is_implied: bool = False) -> list[int] | None:
    """Return the answers that pick these cards and no more, or ``None`` if the game does not allow that."""
    start_key, start = progress(game.g)
    single = len(picks) == 1
    trial = game.copy()
    for n, fits in enumerate(picks):
        key, done = progress(trial.g) if trial.g.over == 0 else ((), 0)
        if trial.g.over == 1 or key != start_key or done != start + n:
            return trial.answers if last_is_implied and n == len(picks) - 1 else None
        index = option_where(trial, fits)
        if index is None:
            return None
        if single and int(trial.g.n_options) == 1:
            return [index]
        trial.answer(index)
    if trial.g.over == 0 and progress(trial.g) == (start_key, start + len(picks)):
        index = option_where(trial, is_kind(kinds.Opt.PASS))
        return None if index is None else [*trial.answers, index]
    return trial.answers


def _one_by_one(game: Game, labels: list[str], ask: kinds.Ask) -> list[int] | None:
    """Return the answers that pick these cards in as many decisions of a kind, or ``None`` if the game does not allow that."""
    trial = game.copy()
    for label in labels:
        index = option_where(trial, picks_card(label, kinds.Opt.PICK_CARD))
        if trial.g.over == 1 or trial.g.ask != ask or index is None:
            return None
        trial.answer(index)
    return trial.answers


def find_answer(game: Game, entry: Entry) -> list[int] | None:
    """Return the options by which an entry answers the decision at hand, or ``None`` if it does not."""
    ask = kinds.Ask(int(game.g.ask))
    finder, asks = _FINDERS.get(entry.verb, (None, ()))
    if finder is None or entry.player not in (None, int(game.g.asked)) or (asks and ask not in asks):
        return None
    return finder(game, entry, ask)


def _end_phase(game: Game, entry: Entry, ask: kinds.Ask) -> list[int] | None:
    return _pick(game, is_kind(kinds.Opt.PASS if ask in (kinds.Ask.SOW, kinds.Ask.PLACE) else kinds.Opt.END_PHASE))


def _single(kind: kinds.Opt) -> Finder:
    return lambda game, entry, ask: _pick(game, picks_card(entry.values[0], kind)) if len(entry.values) == 1 else None


def _activate(game: Game, entry: Entry, ask: kinds.Ask) -> list[int] | None:
    g, fits = game.g, picks_card(entry.values[0], kinds.Opt.ACTIVATE, kinds.Opt.CAST)
    matching = [i for i, o in enumerate(game.options()) if fits(game, o) and (o.kind == kinds.Opt.ACTIVATE or o.amount == kinds.Play.SPELL)]
    if entry.ability is not None:
        c, defs = game.card(entry.values[0]), game.match.record.defs
        parts = [k for k in range(int(g.n_cards)) if g.cards[k].zone == kinds.Zone.ATTACHED and g.cards[k].since == c] or [c]
        first = [(int(d.first_ability), int(d.n_abilities)) for d in (defs[g.cards[k].definition] for k in parts)]
        abilities = [a for start, n in first for a in range(start, start + n)]
        matching = [i for i in matching if g.options[i].ability in abilities[entry.ability - 1 : entry.ability]]
    return matching[:1] or None


def _pop(game: Game, entry: Entry, ask: kinds.Ask) -> list[int] | None:
    names, host = game.match.names.counters, game.card(entry.host)

    def fits(game: Game, o: Any) -> bool:
        if o.kind != kinds.Opt.POP or o.card != host or entry.counter != names[int(o.ability)]:
            return False
        die = int(o.amount) if o.amount > 0 else (int(game.g.die) if ask == kinds.Ask.REACT else 0)
        return entry.die in (None, die)

    return _pick(game, fits)


def _attack(game: Game, entry: Entry, ask: kinds.Ask) -> list[int] | None:
    victim = _victim(game, entry.victim)
    if victim is None:
        return None
    trial = game.copy()
    trial.answer(victim[0])
    if trial.g.over == 1 or trial.g.ask != kinds.Ask.ENLIST_ATTACK:
        return None
    team = _take_team(trial, entry)
    return None if team is None or not entry.values else [*victim, *team]


def _formation(g: Any) -> tuple[int, ...]:
    """Return what identifies the side that is being enlisted."""
    return int(g.ask), int(g.asked), int(g.n_battles)


def _take_team(game: Game, entry: Entry) -> list[int] | None:
    """Return the answers that enlist a team and nobody else, up to the first question about what a minion costs (10.caveat.1).

    Entries after this one answer such questions; who is enlisted then is noted in the entry.
    """
    trial = game.copy()
    key = _formation(trial.g)
    entry.team = None
    answers: list[int] = []
    asked, team = False, {game.card(label) for label in entry.values}
    for label in (*entry.values, None):
        while trial.g.over == 0 and top_frame(trial.g).kind == kinds.Frame.COSTS:
            if not asked:
                entry.team = key, list(entry.values[len(answers) :])
            asked = True
            trial.answer(option_where(trial, lambda game, o: o.card not in team) or 0)
        if trial.g.over == 1 or _formation(trial.g) != key:
            return answers if label is None else None
        index = option_where(trial, is_kind(kinds.Opt.PASS) if label is None else picks_card(label, kinds.Opt.ENLIST))
        if index is None:
            return None
        if not asked:
            answers.append(index)
        if label is not None:
            trial.answer(index)
    return answers


def _victim(game: Game, word: str) -> list[int] | None:
    seat = seat_of(word)
    return _pick(game, picks_card(word, kinds.Opt.ATTACK_MINION) if seat is None else _picks_seat(seat, kinds.Opt.ATTACK_PLAYER))


def _order(game: Game, entry: Entry, ask: kinds.Ask) -> list[int] | None:
    left = {int(o.card) for o in game.options()}
    if {game.card(label) for label in entry.values} != left or len(entry.values) != len(left):
        return None
    return take_all(game, _cards(entry.values), last_is_implied=top_frame(game.g).kind == kinds.Frame.ORDER)


def _shares(game: Game, entry: Entry, ask: kinds.Ask) -> list[int] | None:
    """One share for each target that can take one; the others get none."""
    trial = game.copy()
    key, _ = progress(trial.g)
    left = list(entry.values)
    while trial.g.over == 0 and progress(trial.g)[0] == key:
        card = trial.g.cards[trial.g.asked_card]
        index: int | None = 0
        if (card.zone == kinds.Zone.BATTLEFIELD and card.petrified == 0) or card.zone == kinds.Zone.HAND:
            index = option_where(trial, picks_number(left.pop(0))) if left else None
        if index is None:
            return None
        trial.answer(index)
    return None if left else trial.answers


def _draw_from(game: Game, entry: Entry, ask: kinds.Ask) -> list[int] | None:
    deck = entry.values == ["deck"]
    return _pick(game, is_kind(kinds.Opt.PASS) if deck else picks_card(entry.values[0], kinds.Opt.PICK_CARD))


def _exchange(game: Game, entry: Entry, ask: kinds.Ask) -> list[int] | None:
    """Give hand cards for as many reserves, one pair after another."""
    if len(entry.values) != len(entry.taken):
        return None
    pairs = zip(entry.values, entry.taken, strict=True)
    return _one_by_one(game, [label for pair in pairs for label in pair], ask) or None


def _place(game: Game, entry: Entry, ask: kinds.Ask) -> list[int] | None:
    """Place cards one after another; the exchanges that may be made between them are left out."""
    if len(entry.values) < 2:
        return take_all(game, _cards(entry.values, kinds.Opt.SOW_CARD))
    trial = game.copy()
    for label in entry.values:
        while trial.g.over == 0 and trial.g.ask == kinds.Ask.EXCHANGE and trial.g.asked == game.g.asked:
            trial.answer(option_where(trial, is_kind(kinds.Opt.PASS)) or 0)
        index = option_where(trial, picks_card(label, kinds.Opt.SOW_CARD))
        if trial.g.over == 1 or trial.g.ask != kinds.Ask.PLACE or trial.g.asked != game.g.asked or index is None:
            return None
        trial.answer(index)
    return trial.answers


def _allocate(game: Game, entry: Entry, ask: kinds.Ask) -> list[int] | None:
    """Inflict the first die of an order; the rest of it is a plan (see `Answers`)."""
    g = game.g
    if ask == kinds.Ask.DIE and not entry.pairs:
        dice, named = _dice_of(g), Counter(int(word) for word in entry.values)
        if not named or named - dice or (len(dice) == 1 and named != dice):
            return None
        return _pick(game, picks_number(entry.values[0], kinds.Opt.FACE))
    if ask == kinds.Ask.ASSIGN and entry.pairs:
        return _assigned(game, *entry.pairs[0])
    return None


def _dice_of(g: Any) -> Counter[int]:
    return +Counter({face + 1: int(n) for face, n in enumerate(g.battles[g.n_battles - 1].dice[g.asked_code])})


def _assigned(game: Game, die: int, label: str) -> list[int] | None:
    c = game.card(label)
    return _pick(game, lambda game, o: bool(o.kind == kinds.Opt.FACE and o.card == c and o.amount == die))


def _choose(game: Game, entry: Entry, ask: kinds.Ask) -> list[int] | None:
    values = entry.values
    if ask == kinds.Ask.TARGET and top_frame(game.g).kind == kinds.Frame.ISSUE:
        return _one_by_one(game, values, ask)  # counters, on a minion each; the rest may be placed by later entries
    if ask in (kinds.Ask.TARGET, kinds.Ask.COST, kinds.Ask.COUNTERS) and not entry.listed and int(game.g.n_options) == 1:
        return None  # a selection takes a list: the entry is for a later decision, such as a card to deploy
    if ask == kinds.Ask.TARGET:
        return take_all(game, _cards(values))
    if ask == kinds.Ask.COST:
        return take_all(game, _cards(values)) if values else None
    if ask == kinds.Ask.COUNTERS:
        return take_all(game, [_picks_counter(word) for word in values])
    if ask == kinds.Ask.ORDER:
        return _order(game, entry, ask)
    choice = _CHOICES.get(ask)
    return None if choice is None or len(values) != 1 else choice(game, values[0])


def _craft(game: Game, word: str) -> list[int] | None:
    sp, _, hp = word.partition("/")
    first, second = whole_number(sp), whole_number(hp)
    if first is None or second != 2 * (int(game.g.asked_code) - first):
        return None
    return _pick(game, picks_number(sp))


def _gift(game: Game, word: str) -> list[int] | None:
    wanted = {"accept": kinds.Opt.YES, "decline": kinds.Opt.NO}.get(word)
    return None if wanted is None else _pick(game, is_kind(wanted))


def _picks_seat(seat: int | None, kind: kinds.Opt = kinds.Opt.PICK_PLAYER) -> Pick:
    return lambda game, o: bool(o.kind == kind and o.target == seat)


def _picks_counter(word: str) -> Pick:
    """Return a test for counters of a kind; one's own counters are taken first."""

    def fits(game: Game, o: Any) -> bool:
        if o.kind != kinds.Opt.PICK_COUNTER or game.match.names.counters[int(o.ability)] != word:
            return False
        alike = [one for one in game.options() if one.kind == kinds.Opt.PICK_COUNTER and one.ability == o.ability]
        return bool(o.target == game.g.asked) or not any(one.target == game.g.asked for one in alike)

    return fits


_CHOICES: dict[kinds.Ask, Callable[[Game, str], list[int] | None]] = {
    kinds.Ask.PLAYER: lambda game, word: _pick(game, _picks_seat(seat_of(word))),
    kinds.Ask.GIFT: _gift,
    **dict.fromkeys(
        (kinds.Ask.COUNT, kinds.Ask.TIMES), lambda game, word: _pick(game, picks_number({"accept": "1", "decline": "0"}.get(word) or word))
    ),
    kinds.Ask.CRAFT: _craft,
    kinds.Ask.DEPLOY: lambda game, word: _pick(game, picks_card(word, kinds.Opt.SUMMON, kinds.Opt.CAST)),
    kinds.Ask.VICTIM: lambda game, word: _victim(game, word),
    **dict.fromkeys(
        (kinds.Ask.MINION, kinds.Ask.BASE, kinds.Ask.CONSTITUENT), lambda game, word: _pick(game, picks_card(word, kinds.Opt.PICK_CARD))
    ),
}
"""What finds the answer that one word is, by kinds of decisions."""
_FINDERS: dict[str, tuple[Finder, tuple[kinds.Ask, ...]]] = {
    "pass": (lambda game, entry, ask: _pick(game, is_kind(kinds.Opt.PASS)), ()),
    "end_phase": (_end_phase, ()),
    "sow": (_single(kinds.Opt.SOW_CARD), (kinds.Ask.SOW,)),
    "place": (_place, (kinds.Ask.PLACE,)),
    "summon": (_single(kinds.Opt.SUMMON), (kinds.Ask.ACTION, kinds.Ask.DEPLOY)),
    "cast": (_single(kinds.Opt.CAST), (kinds.Ask.ACTION, kinds.Ask.WINDOW, kinds.Ask.RESPOND, kinds.Ask.DEPLOY)),
    "set": (_single(kinds.Opt.SET_TRAP), ()),
    "activate": (_activate, ()),
    "pop": (_pop, ()),
    "attack": (_attack, (kinds.Ask.BATTLE,)),
    "defend": (lambda game, entry, ask: _take_team(game, entry), (kinds.Ask.ENLIST_DEFEND,)),
    "order": (_order, (kinds.Ask.ORDER,)),
    "shares": (_shares, (kinds.Ask.SHARE,)),
    "draw_from": (_draw_from, (kinds.Ask.DRAW_FROM,)),
    "exchange": (_exchange, (kinds.Ask.EXCHANGE,)),
    "reroll": (lambda game, entry, ask: _pick(game, picks_number(entry.values[0], kinds.Opt.FACE)), (kinds.Ask.REACT, kinds.Ask.REROLL)),
    "allocate": (_allocate, ()),
    "choose": (_choose, ()),
    "mulligan": (lambda game, entry, ask: take_all(game, _cards(entry.values, kinds.Opt.BURY_CARD)), (kinds.Ask.MULLIGAN,)),
}
"""By verb: what finds the answer of an entry, and the kinds of decisions that it may answer; none: any."""


@dataclass(slots=True)
class _Targets:
    """Targets named with an entry, to be used when its link selects them."""

    card: int
    lists: list[list[str]]
    entry: Entry


class Answers:
    """Answers that an entry gave in advance: targets, and the order of dice."""

    def __init__(self) -> None:
        self._targets: list[_Targets] = []
        self._counts: list[tuple[int, int]] = []
        self._dice: list[int] = []
        self._dice_key: tuple[int, ...] = ()
        self._left: Counter[int] = Counter()
        self._pairs: list[tuple[int, str]] = []
        self._team: tuple[tuple[int, ...], list[str]] | None = None

    def used(self, game: Game, entry: Entry) -> None:
        """Note what a used entry says about later decisions; called before it is carried out."""
        g = game.g
        if entry.count is not None:
            self._counts.append((game.card(entry.values[0]), entry.count))
        if entry.targets is not None:
            label = entry.host if entry.verb == "pop" else entry.values[0]
            self._targets.append(_Targets(game.card(label), [list(names) for names in entry.targets], entry))
        if entry.verb == "allocate" and not entry.pairs:
            self._dice = [int(word) for word in entry.values[1:]]
            self._dice_key = (int(g.asked), int(g.asked_code), int(g.n_battles))
            self._left = _dice_of(g) - Counter([int(entry.values[0])])
        if entry.verb == "allocate" and entry.pairs:
            self._pairs = list(entry.pairs[1:])
        if entry.team is not None:
            self._team = entry.team

    def planned(self, game: Game) -> list[int] | None:
        """Return the options that an earlier entry picked for the decision at hand, or ``None``."""
        g = game.g
        ask = kinds.Ask(int(g.ask))
        if ask == kinds.Ask.DIE and self._dice:
            key = (int(g.asked), int(g.asked_code), int(g.n_battles))
            if key == self._dice_key and self._left == _dice_of(g):
                die = self._dice.pop(0)
                self._left -= Counter([die])
                return _pick(game, picks_number(str(die), kinds.Opt.FACE))
            self._dice = []
        if self._team is not None and self._team[0] == _formation(g):
            labels = self._team[1]
            if not labels:
                self._team = None
                return _pick(game, is_kind(kinds.Opt.PASS))
            return _pick(game, picks_card(labels.pop(0), kinds.Opt.ENLIST))
        if ask == kinds.Ask.ASSIGN and self._pairs:
            die, label = self._pairs[0]
            picks = _assigned(game, die, label)
            if picks is None and int(g.n_options) > 1:
                raise KotcError(f"the die {die} cannot be inflicted on {label}")
            if picks is not None:
                self._pairs.pop(0)
            return picks
        if ask == kinds.Ask.COUNT:
            for k in range(len(self._counts) - 1, -1, -1):
                if self._counts[k][0] == int(g.asked_card):
                    return _pick(game, picks_number(str(self._counts.pop(k)[1])))
        if ask == kinds.Ask.PLAYER:
            return self._zone_player(game)
        return self._target(game) if ask == kinds.Ask.TARGET else None

    def _zone_player(self, game: Game) -> list[int] | None:
        """Return the player whose zone holds the first target named in advance."""
        g = game.g
        f = top_frame(g)
        if f.kind != kinds.Frame.SELECT or f.pc != SelectStage.ZONE_CHOSEN or int(g.n_options) == 1:
            return None
        for waiting in reversed(self._targets):
            if waiting.card == int(g.asked_card) and waiting.lists[0]:
                c = game.card(waiting.lists[0][0])
                return _pick(game, _picks_seat(int(g.cards[c].holder))) if c >= 0 else None
        return None

    def _target(self, game: Game) -> list[int] | None:
        g = game.g
        if progress(g)[1] > 0:
            return None
        for waiting in reversed(self._targets):
            if waiting.card != int(g.asked_card):
                continue
            picks = take_all(game, _cards(waiting.lists[0]))
            if picks is None:
                if int(g.n_options) == 1:
                    return None
                names = [game.label(int(o.card)) for o in game.options() if o.kind == kinds.Opt.PICK_CARD]
                raise waiting.entry.node.error(
                    f"the targets [{', '.join(waiting.lists[0])}] cannot be selected when this resolves", f"Possible: {', '.join(names)}."
                )
            waiting.lists.pop(0)
            if not waiting.lists:
                self._targets.remove(waiting)
            return picks
        return None
