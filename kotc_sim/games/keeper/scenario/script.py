"""Answering decisions from a script: which entry answers which decision, and what happens without one."""

from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.record import top_frame
from kotc_sim.games.keeper.scenario.entries import KINDS, Entry
from kotc_sim.games.keeper.scenario.matching import Answers, find_answer, is_kind, option_where
from kotc_sim.games.keeper.scenario.state import Game
from kotc_sim.games.keeper.transcript import describe_option

TOP_LEVEL = (kinds.Ask.SOW, kinds.Ask.PLACE, kinds.Ask.ACTION, kinds.Ask.BATTLE)
ALWAYS_ASKED = (kinds.Ask.ACTION, kinds.Ask.BATTLE)
_TURNS_WITHOUT_USE = 3  # rounds after which an entry that nothing asked for is given up


class Player:
    """Plays a game by a script.

    ``at``: index of the next entry. ``legal``: entries said to be illegal that are legal. ``vacuous``: whether entries for questions that
    have one possible answer, which the engine does not ask, are used up where the entry after them, or the end, is reached.
    """

    def __init__(self, game: Game, entries: list[Entry], *, vacuous: bool = False) -> None:
        self.game, self.vacuous = game, vacuous
        self.entries = list(entries)
        self.at = 0
        self.legal: list[Entry] = []
        self.answers = Answers()
        self._used_turn = 0
        self._refused: tuple[int, bool, str] = (-1, False, "")

    def play(self) -> None:
        """Play until the script is used up and the turn player would be asked, or until turn or game is over.

        A `KotcError` if the script does not fit what happens.
        """
        game, g = self.game, self.game.g
        self._used_turn = int(g.turn)
        self._limit()
        game.advance()
        while g.over == 0:
            self._check_chance()
            self._check_illegal()
            if self._only_vacuous() and kinds.Ask(int(g.ask)) in TOP_LEVEL and not placing(g):
                self.at = len(self.entries)
            if self.at >= len(self.entries) and kinds.Ask(int(g.ask)) in TOP_LEVEL and not placing(g):
                break
            self._decide()
            self._limit()
        self._check_chance()
        if self._only_vacuous():
            self.at = len(self.entries)
        if self.at < len(self.entries):
            at, _, asked = self._refused
            end = "the game is over" if g.over == 1 else f"at the end {describe(game)}"
            why = f"it is no answer when {asked}" if at == self.at else end
            raise self.entries[self.at].node.error(
                f"this entry was never used; {why}", "Is it for the right player, and at the right moment?"
            )
        if g.script_dice_at < g.script_dice_n or g.script_random_at < g.script_random_n:
            name = "dice" if g.script_dice_at < g.script_dice_n else "random"
            used = int(getattr(g, f"script_{name}_at"))
            raise KotcError(f"only {used} of the numbers under `{name}` were used", fix=self._so_far())

    def _limit(self) -> None:
        """Let the game stop at the end of the turn once the script is used up."""
        g = self.game.g
        if self.at >= len(self.entries) or self._only_vacuous():
            g.turn_limit = min(self.game.turn_limit, max(1, int(g.turn)))

    def _decide(self) -> None:
        game, g = self.game, self.game.g
        planned = self.answers.planned(game)
        if planned is not None:
            for pick in planned:
                game.answer(pick)
            return
        entry = self.entries[self.at] if self.at < len(self.entries) else None
        used = self._next()
        if used < len(self.entries):
            picks = find_answer(game, self.entries[used])
            if picks is not None and not self._can_wait(self.entries[used], picks):
                entry = self.entries.pop(used)
                if self.vacuous:  # what stood before it was for questions that did not come
                    del self.entries[self.at : used]
                self.entries.insert(self.at, entry)
                self.at += 1
                self._used_turn = int(g.turn)
                self.answers.used(game, entry)
                self._limit()  # before the answer is carried out: the turn may end right after it
                for pick in picks:
                    game.answer(pick)
                return
        if entry is not None and int(g.turn) > self._used_turn + _TURNS_WITHOUT_USE * int(g.n_players):
            raise entry.node.error(f"nothing asked for this entry in {_TURNS_WITHOUT_USE} rounds", "Is it legal at its moment?")
        self._refuse()
        default = decline(game)
        if default is None:
            if entry is None:
                raise KotcError(f"{describe(game)}, and the script is used up", fix="Add an entry that answers it.")
            raise entry.node.error(f"{describe(game)}, and this entry is no answer", "Put the answer before it.")
        game.answer(default)

    def _can_wait(self, entry: Entry, picks: list[int]) -> bool:
        """Return whether an entry is for after the chain: an ability of the standard time answers its own user `at: respond` only."""
        g = self.game.g
        o = g.options[picks[0]]
        if g.ask != kinds.Ask.RESPOND or g.links[g.asked_link].player != g.asked or o.kind not in (kinds.Opt.CAST, kinds.Opt.ACTIVATE):
            return False
        return bool(o.event < 0 and self.game.match.record.abilities[o.ability].any_time == 0 and entry.at != "respond")

    def _refuse(self) -> None:
        """Remember a decision that the next entry does not answer, for the message if none comes."""
        at, top, _ = self._refused
        now = kinds.Ask(int(self.game.g.ask)) in TOP_LEVEL
        if self.at < len(self.entries) and (at != self.at or (now and not top)):
            self._refused = (self.at, now, describe(self.game))

    def _next(self) -> int:
        """Return the index of the entry that may answer the decision at hand.

        That is the next one. What is illegal waits for its decision; meanwhile the turn player's next
        action is taken and, if it waits for a reaction, which may be long in coming, any other entry too.
        """
        at = self.at
        if self.vacuous:
            while at < len(self.entries) and may_be_vacuous(self.entries[at]) and find_answer(self.game, self.entries[at]) is None:
                at += 1
            return at
        while at < len(self.entries) and self.entries[at].verb == "illegal":
            at += 1
        if at == self.at or at == len(self.entries):
            return at
        if self.entries[at].verb in ("end_phase", "pass"):
            return len(self.entries)
        reactions = all(entry.at == "react" for entry in self.entries[self.at : at])
        return at if reactions or kinds.Ask(int(self.game.g.ask)) in TOP_LEVEL else len(self.entries)

    def _only_vacuous(self) -> bool:
        """Return whether nothing is left but entries for questions that may not come."""
        return self.vacuous and all(may_be_vacuous(entry) for entry in self.entries[self.at :])

    def _check_illegal(self) -> None:
        """Use up the entries that are said to be illegal at the decision at hand."""
        game, g = self.game, self.game.g
        while self.at < len(self.entries):
            entry = self.entries[self.at]
            if entry.verb != "illegal" or entry.inner is None:
                return
            wanted = KINDS["exchange"] if entry.inner.verb == "exchange" and entry.at == "place" else ()
            if entry.player != int(g.asked) or kinds.Ask(int(g.ask)) not in (*KINDS[entry.at], *wanted):
                return
            if find_answer(game, entry.inner) is not None:
                self.legal.append(entry)
            self.at += 1
            self._used_turn = int(g.turn)
            self._limit()

    def _check_chance(self) -> None:
        error = int(self.game.g.script_error)
        if error == 0:
            return
        what = {
            kinds.ScriptError.NO_DICE: "the dice ran out",
            kinds.ScriptError.NO_INDICES: "the indices under `random` ran out",
            kinds.ScriptError.TOO_LARGE: "an index under `random` is too large for what is left to draw from",
        }[kinds.ScriptError(error)]
        raise KotcError(what, fix=self._so_far())

    def _so_far(self) -> str:
        if self.at == 0:
            return "No entry of the script has been used."
        return f"The script has been used up to line {self.entries[self.at - 1].node.line}."


def may_be_vacuous(entry: Entry) -> bool:
    """Return whether an entry may be for a question that the engine does not ask, since there is nothing to choose.

    An empty list, such as ``defend: []``; and what is illegal at a kind of decision that nobody is asked without an option.
    """
    if entry.verb == "illegal":
        return not set(KINDS[entry.at]) & set(ALWAYS_ASKED)
    return entry.listed and not entry.values and not entry.pairs


def decline(game: Game) -> int | None:
    """Return the option that declines the decision, or its only answer; ``None`` if an answer is needed."""
    g = game.g
    options = list(enumerate(game.options()))
    if len(options) == 1 or g.forced == 1:
        return 0
    for wanted in (kinds.Opt.PASS, kinds.Opt.END_PHASE, kinds.Opt.NO):
        if (index := option_where(game, is_kind(wanted))) is not None:
            return index
    if g.ask == kinds.Ask.ORDER or takes_all(game) or all_alike(game):
        return 0  # the order that the cards have
    if g.ask in (kinds.Ask.DIE, kinds.Ask.ASSIGN) and order_is_idle(game):
        return 0
    if g.ask in (kinds.Ask.TIMES, kinds.Ask.COUNT):
        return next((i for i, o in options if o.amount == 0), None)
    return None


def placing(g: Any) -> bool:
    """Return whether some resource has been placed already, so that this is not the beginning of that."""
    return bool(g.ask == kinds.Ask.PLACE and g.asked_code > 0)


def takes_all(game: Game) -> bool:
    """Return whether a cost takes all cards that are offered, so that only their order is open."""
    g = game.g
    if g.ask != kinds.Ask.COST:
        return False
    return bool(g.n_options == game.match.record.code[g.asked_code].count - top_frame(g).picked)


def all_alike(game: Game) -> bool:
    """Return whether a cost is paid with cards that nothing tells apart: no label, one kind, one state.

    It makes no difference either which resources are exhausted.
    """
    g = game.g
    if g.ask != kinds.Ask.COST:
        return False
    line = game.match.record.code[g.asked_code]
    if line.op == kinds.Cost.PAY and line.place == kinds.Zone.GRANARY and line.how == kinds.How.EXHAUST:
        return True
    cards = [int(o.card) for o in game.options()]
    return not set(game.labels.values()) & set(cards) and len({(int(g.cards[c].definition), int(g.cards[c].exhausted)) for c in cards}) == 1


def order_is_idle(game: Game) -> bool:
    """Return whether all dice that are left hit one minion, which survives them in any order."""
    g = game.g
    c, *others = {int(o.card) for o in game.options()}
    battle = g.battles[g.n_battles - 1]
    if others or (g.ask == kinds.Ask.DIE and battle.team[1 - int(g.asked_code)].n != 1):
        return False
    dice = battle.dice[g.asked_code] if g.ask == kinds.Ask.DIE else top_frame(g).dice_left
    return sum((face + 1) * int(n) for face, n in enumerate(dice)) < int(g.cards[c].hp)


def describe(game: Game) -> str:
    """Return the decision at hand in words, with its options."""
    g = game.g
    shown = [describe_option(g, game.match, game.label, o) for o in game.options()]
    more = f" and {len(shown) - 12} more" if len(shown) > 12 else ""
    what = kinds.Ask(int(g.ask)).name.lower().replace("_", " ")
    return f"player {int(g.asked) + 1} is asked ({what}: {', '.join(shown[:12])}{more})"
