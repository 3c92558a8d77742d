"""The game log as text, in the words of the edition: turns, plays, chains, dice, damage, and the end."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kotc_sim.games.keeper.build import Built
from kotc_sim.games.keeper.engine import kinds
from kotc_sim.games.keeper.engine.frames import BatchKind
from kotc_sim.shared.result import Ending

Entry = tuple[int, ...]
_PUBLIC = (kinds.Zone.BATTLEFIELD, kinds.Zone.NOWHERE)
_BOTTOM = 1
_HOW = {
    kinds.How.DESTROY: "self-destroys",
    kinds.How.SACRIFICE: "sacrifices",
    kinds.How.SHEATHE: "self-sheathes",
    kinds.How.BURY: "self-buries",
    kinds.How.BOUNCE: "self-bounces",
    kinds.How.EXHAUST: "self-exhausts",
    kinds.How.IMPRISON: "imprisons",
}


def take_log(g: Any) -> list[Entry]:
    """Return the entries of a game's log since it was last taken: kind, player, card, other, a, b; and empty it."""
    found: list[Entry] = [(int(e.kind), int(e.player), int(e.card), int(e.other), int(e.a), int(e.b)) for e in g.log[: int(g.n_log)]]
    g.n_log = 0
    return found


class Transcript:
    """A game log as `lines` of text.

    - ``entries``: kind, player, card, other, a, b of each entry (see `kotc_sim.games.keeper.engine.kinds.Log`).
    - ``label``: ``label(card) -> str``: what a card is called.
    - ``hp``: HP of the players at the start.
    - ``omniscient``: whether hidden cards are named; else a spectator's knowledge is kept to.
    - ``turn``: number and player (from 0) of the turn in which the log begins, if it does not begin with one.
    - ``moments``: numbers of entries, rising: after so many of them it is noted in `moments` how many lines there are, and which cards are
      known.
    - ``seat``: a player whose own cards are named too; -1 for none.
    """

    def __init__(
        self, built: Built, entries: Iterable[Entry], label: Callable[[int], str], hp: Sequence[int],
        *, omniscient: bool, turn: tuple[int, int] | None = None, moments: Sequence[int] = (), seat: int = -1,
    ) -> None:  # fmt: skip
        self.names, self.terms = built.names, built.names.edition.terms
        self.label, self.hp, self.omniscient, self.seat = label, list(hp), omniscient, seat
        self.pops = [int(kind.pop) for kind in built.record.kinds[: int(built.record.n_kinds)]]
        self.lines: list[str] = []
        self.moments: list[tuple[int, frozenset[int]]] = []
        self._known: set[int] = set()
        self._chain: list[str] = []
        self._indent = 0
        self._attackers: list[str] = []
        self._defenders: list[str] = []
        self._drawn: list[str] = []
        self._die_text = ""
        self._skip: tuple[kinds.Log, int] | None = None
        self._paid = ""
        if turn is not None:
            self.begin(*turn)
        self._read(list(entries), list(moments)[::-1])

    def card(self, c: int, zone: int = kinds.Zone.BATTLEFIELD, holder: int = -1) -> str:
        """Return what card ``c`` is called by somebody who sees it in a zone; ``holder``: whose zone, if that may matter."""
        if c < 0:
            return "nothing"
        if self.omniscient or zone in _PUBLIC or c in self._known or self._own(zone, holder):
            self._known.add(c)
            return self.label(c)
        return "a card"

    def _own(self, zone: int, holder: int) -> bool:
        """Say whether a zone is one that the seated player may look into (17.zones.2 to 17.zones.10)."""
        return holder == self.seat >= 0 and zone != kinds.Zone.DECK

    def zone(self, zone: int) -> str:
        """Return the edition's word for a zone."""
        word = {kinds.Zone.NOWHERE: "no zone", kinds.Zone.REMOVED: "out of the game", kinds.Zone.RESERVES: "reserves"}
        name = kinds.Zone(zone)
        return str(self.terms.get(name.name.lower(), word.get(name, name.name.lower())))

    def ability(self, c: int, a: int) -> str:
        """Return `` NAME`` of an ability, or nothing."""
        name = self.names.abilities[a] if 0 <= a < len(self.names.abilities) else ""
        return f" {name}" if name else ""

    @staticmethod
    def player(p: int) -> str:
        """Return the name of a player."""
        return f"player {p + 1}"

    def say(self, text: str, indent: int = 0) -> None:
        """Write a line."""
        self._defend_done()
        self.lines.append("  " * (1 + indent) + text[0].upper() + text[1:] + ".")

    def _defend_done(self) -> None:
        if self._defenders:
            team, self._defenders = ", ".join(self._defenders), []
            self.lines.append(f"  Defense: {team}.")

    def _read(self, entries: list[Entry], waiting: list[int]) -> None:
        for i, entry in enumerate(entries):
            self._look(i, waiting)
            kind = kinds.Log(entry[0])
            if self._skip is not None and self._skip == (kind, entry[2]):
                self._skip = None
                continue
            if kind not in (kinds.Log.MOVE, kinds.Log.EXHAUST):
                self._skip = None
            if said := _SAID.get(kind) or _SAID_INSIDE.get(kind):
                self.say(said(self, *entry[1:]), int(kind in _SAID_INSIDE))
            elif handler := getattr(self, f"_{kind.name.lower()}", None):
                handler(*entry[1:], entries[i + 1 : i + 2])
        self._defend_done()
        self._look(len(entries), waiting)

    def _look(self, entries: int, waiting: list[int]) -> None:
        while waiting and waiting[-1] <= entries:
            waiting.pop()
            self.moments.append((len(self.lines), frozenset(self._known)))

    def begin(self, turn: int, p: int) -> None:
        """Write the heading of a turn."""
        self._defend_done()
        hp = ", ".join(f"{self.player(q)} {value}" for q, value in enumerate(self.hp))
        if self.lines:
            self.lines.append("")
        self.lines.append(f"Turn {turn}: {self.player(p)} ({self.terms['life']}: {hp})")

    def _turn(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        self.begin(a, p)

    def _phase(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        self._indent = int(c not in (kinds.Phase.DRAW, kinds.Phase.RESOURCE))  # drawing is an effect in other phases
        following = kinds.Log(after[0][0]) if after else kinds.Log.END
        if following in (kinds.Log.PHASE, kinds.Log.TURN, kinds.Log.END, kinds.Log.RECOVERY):
            return  # nothing happened in it
        self._defend_done()
        self.lines.append(f" {kinds.Phase(c).name.capitalize()} Phase")

    def _draw(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        if c < 0:
            self.say(f"{self.player(p)} has to draw from an empty {self.zone(kinds.Zone.DECK)}", self._indent)
            return
        source = f" from the {self.zone(kinds.Zone.RESERVES)}" if other == 1 else ""
        self._known.discard(c)  # it goes from one hidden place to another
        self._drawn.append(self.card(c, kinds.Zone.HAND, p))
        if after and after[0][:2] == (kinds.Log.DRAW, p) and after[0][2] >= 0 and after[0][3] == other:
            return  # written together with the next one
        cards, self._drawn = self._drawn, []
        unseen = len(cards) > 1 and set(cards) == {"a card"}
        shown = f"{len(cards)} cards" if unseen else ", ".join(cards)
        self.say(f"{self.player(p)} draws {shown}{source}", self._indent)

    def payment(self) -> str:
        """Return what was paid since the last line that says so."""
        paid, self._paid = self._paid, ""
        return paid

    def _pay(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        if c == -2:
            self._paid = f" for {a} resource{'s' if a != 1 else ''}"
        elif c == -1:
            self.hp[p] = b
            self.say(f"{self.player(p)} pays {a} {self.terms['life']} ({b} left)", 1)
        else:
            follows = after[0] if after else (0, 0, 0, 0, 0, 0)
            zone = follows[3] if kinds.Log(follows[0]) in (kinds.Log.MOVE, kinds.Log.DESTROY) else kinds.Zone.BATTLEFIELD
            self.say(f"{self.player(p)} {_HOW[kinds.How(other)]} {self.card(c, zone, p)}", 1)
            self._skip = (kinds.Log(follows[0]), c) if kinds.How(other) != kinds.How.DESTROY else None

    def _cast(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        if b < 0:
            self.say(f"{self.player(p)} {self.terms['cast']}s {self.card(c)}{self.payment()}, as a part of that", 1)
        elif kinds.Zone(b) == kinds.Zone.HAND and kinds.Play(a) == kinds.Play.NORMAL:
            self._link(f"{self.player(p)} {self.terms['cast']}s {self.card(c)}{self.payment()}", self.card(c))
        else:
            self._activate(p, c, other, a, b, after)
            return
        self._skip = (kinds.Log.MOVE, c)

    def _activate(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        way = {kinds.Play.GHOST: " (ghost-play)", kinds.Play.HEX: " (hex-play)"}.get(kinds.Play(a), "")
        where = "" if kinds.Zone(b) == kinds.Zone.BATTLEFIELD else f" in the {self.zone(b)}"
        used = f"{self.card(c)}{self.ability(c, other)}"
        self._link(f"{self.player(p)} activates {used}{where}{way}{self.payment()}", used)
        self._skip = (kinds.Log.EXHAUST if kinds.Zone(b) == kinds.Zone.BATTLEFIELD else kinds.Log.MOVE, c)

    def _link(self, text: str, name: str) -> None:
        self._chain.append(name)
        self.say(text + (f" (link {len(self._chain)})" if len(self._chain) > 1 else ""))

    def _pop(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        die = f" at a {a}" if a > 0 else ""
        counter = self.counter(other)
        article = "an" if counter[0] in "AEIOU" else "a"
        text = f"{self.player(p)} pops {article} {counter} on {self.card(c)}{die}"
        if self.pops[other] == kinds.Pop.CHAIN:
            self._link(text, f"the {counter} on {self.card(c)}")
        else:
            self.say(text, 1)

    def counter(self, kind: int) -> str:
        """Return the name of a kind of counter."""
        return self.names.edition.counters[self.names.counters[kind]].text

    def _link_resolves(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        if other < len(self._chain):
            name = self._chain[other]
        else:  # a summon or an attack, in the editions that let them start a chain
            name = {kinds.Link.SUMMON: "the summon of ", kinds.Link.ATTACK: "the attack of "}.get(kinds.Link(b), "") + self.card(c)
        if a:
            self.say(f"{name} is negated and has no effect")
        elif len(self._chain) > 1:
            self.say(f"link {other + 1} resolves: {name}")
        if other == 0:
            self._chain = []

    def _move(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        if a == kinds.Zone.REMOVED:
            self.say(f"{self.card(c, other, p)} is removed from the game", 1)
            return
        if other == kinds.Zone.NOWHERE and a == kinds.Zone.GRAVE:
            return  # a spell after its link
        end = {kinds.Zone.DECK: "the bottom of " if b == _BOTTOM else "the top of "}.get(kinds.Zone(a), "")
        shown = self.card(c, a if self._own(a, p) else other, p)
        if other not in _PUBLIC and a not in _PUBLIC:
            self._known.discard(c)
        self.say(f"{shown} goes to {end}the {self.zone(a)} of {self.player(p)}", 1)

    def _destroy(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        where = "" if other == kinds.Zone.BATTLEFIELD else f" in the {self.zone(other)} of {self.player(p)}"
        self.say(f"{self.card(c, other, p)}{where} is destroyed", 1)
        self._skip = (kinds.Log.MOVE, c)

    def _roll(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        faces = [(word >> (10 * i)) & 1023 for word in (a, b) for i in range(3)]
        dice = [str(face) for face, n in enumerate(faces, 1) for _ in range(n)]
        total = sum(face * n for face, n in enumerate(faces, 1))
        summed = f" = {total}" if len(dice) > 1 else ""
        self.say(f"{self.player(p)} rolls {' '.join(dice)}{summed}", 1)

    def _die(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        self._paid = ""
        self._die_text = f"{self.player(p)} puts a {a} on {self.card(c)}"
        if not after or kinds.Log(after[0][0]) != kinds.Log.DAMAGE_MINION:
            self.say(self._die_text, 1)
            self._die_text = ""

    def _damage_minion(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        left = f"{b - a} {self.terms['hp']} left" if a < b else f"it had {b} {self.terms['hp']}"
        text, self._die_text = self._die_text, ""
        self.say((text or f"{self.card(c)} takes {a} damage") + f" ({left})", 1)

    def _damage_player(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        self.hp[p] = b
        self.say(f"{self.player(p)} takes {a} damage ({b} {self.terms['life']} left)", 1)

    def _heal(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        self.hp[p] = b
        self.say(f"{self.player(p)} gains {a} {self.terms['life']} ({b} now)", 1)

    def _attack(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        self._attackers.append(self.card(c) + (" (berzerk)" if other == 1 else ""))

    def _defend(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        self._defenders.append(self.card(c))

    def _victim(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        team, self._attackers = ", ".join(self._attackers), []
        victim = self.player(p) if c < 0 else self.card(c)
        self.say(f"{self.player(other)} attacks {victim} with {team}")

    def _counter_removed(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        if not after or kinds.Log(after[0][0]) != kinds.Log.POP:
            self.say(f"{a} {self.counter(other)} of {self.player(p)} is removed from {self.card(c)}", 1)

    def _share(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        if other == BatchKind.DOWN_LEVEL:
            self.say(f"{self.card(c, kinds.Zone.HAND)} loses {b} {self.terms['level']}", 1)
        elif other != BatchKind.DAMAGE:
            stat = self.terms["sp" if a == 0 else "hp"]
            self.say(f"{self.card(c)} {'gains' if other == 0 else 'loses'} {b} {stat}", 1)

    def _exhaust(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        if after and kinds.Log(after[0][0]) in (kinds.Log.ATTACK, kinds.Log.DEFEND) and after[0][2] == c:
            return
        self.say(f"{self.card(c)} is {'unexhausted' if other == 1 else 'exhausted'}", 1)

    def _prevented(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        if b == 1:
            self.say(f"{self.card(c)} is spared", 1)
        else:
            self.say("the damage is 0" if kinds.React(other) == kinds.React.DIE_BEFORE else "the effect is prevented", 1)

    def _reveal(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        if c < 0:
            self.say(f"the {self.zone(kinds.Zone.DECK)} of {self.player(p)} has fewer than {a} cards", 1)
        elif other == 1:
            self._known.add(c)
            self.say(f"{self.card(c)} is revealed", 1)
        else:
            self.say(f"{self.player(p)} sees {self.card(c, kinds.Zone.HAND, p)}", 1)

    def _end(self, p: int, c: int, other: int, a: int, b: int, after: list[Entry]) -> None:
        self._defend_done()
        reasons: dict[int, str] = {
            Ending.HIT_POINTS: f"at most one player has {self.terms['life']}",
            Ending.TIE_BREAK: f"at most one player has {self.terms['life']}",
            Ending.DECK_OUT: f"a {self.zone(kinds.Zone.DECK)} is empty",
            Ending.TURN_CAP: "the turns are over",
        }
        why = reasons.get(p, "the engine stopped")
        criteria = f"most {self.terms['life']}", f"highest {self.terms['level']}s on the battlefield", "largest deck"
        winners = [self.player(q) for q in range(len(self.hp)) if (a >> q) & 1]
        by = f", by {criteria[c]}" if 0 < c < len(criteria) else ""
        result = f"{winners[0]} wins{by}" if len(winners) == 1 else f"a tie of {' and '.join(winners)}"
        self.lines += ["", f"The game is over: {why}. {result[0].upper()}{result[1:]}."]


Said = Callable[[Transcript, int, int, int, int, int], str]
_HAND = kinds.Zone.HAND
_SAID: dict[kinds.Log, Said] = {
    kinds.Log.BURY_HAND: lambda t, p, c, other, a, b: f"{t.player(p)} buries {t.card(c, _HAND, p)} (mulligan)",
    kinds.Log.SOW: lambda t, p, c, other, a, b: f"{t.player(p)} {t.terms['sow']}s {t.card(c, _HAND, p)}",
    kinds.Log.EXCHANGE: lambda t, p, c, other, a, b: (
        f"{t.player(p)} exchanges {t.card(c, _HAND, p)} for {t.card(other, _HAND, p)} of the {t.zone(kinds.Zone.RESERVES)}"
    ),
    kinds.Log.SUMMON: lambda t, p, c, other, a, b: (
        f"{t.player(p)} {t.terms['summon']}s {t.card(c)}{t.payment()}{f', a gift of {t.player(other)}' if other >= 0 else ''}"
    ),
    kinds.Log.SET_TRAP: lambda t, p, c, other, a, b: f"{t.player(p)} sets {t.card(c, _HAND, p)}{t.payment()}",
    kinds.Log.OUT: lambda t, p, c, other, a, b: f"{t.player(p)} has lost",
}
"""Lines that depend on nothing but their entry."""
_SAID_INSIDE: dict[kinds.Log, Said] = {
    kinds.Log.NEGATED: lambda t, p, c, other, a, b: f"{t.card(c)} is {'negated' if other >= 0 else 'out of the attack'}",
    kinds.Log.TARGET: lambda t, p, c, other, a, b: (
        f"{t.player(p)} targets {t.card(c, a, b)}{'' if kinds.Zone(a) in _PUBLIC else f' in the {t.zone(a)} of {t.player(b)}'}"
    ),
    kinds.Log.REROLL: lambda t, p, c, other, a, b: f"the {other} is rolled again: {a}",
    kinds.Log.PIERCE: lambda t, p, c, other, a, b: f"{a} damage pierces",
    kinds.Log.LEFTOVER: lambda t, p, c, other, a, b: f"the dice that are left hit {t.card(c) if c >= 0 else t.player(other)}: {a}",
    kinds.Log.COUNTER_PLACED: lambda t, p, c, other, a, b: (
        f"{t.player(p)} places {a} {t.counter(other)}{'s' if a != 1 else ''} on {t.card(c)}"
    ),
    kinds.Log.STAT: lambda t, p, c, other, a, b: f"{t.card(c)} has {a} {t.terms['sp' if other == 0 else 'hp']}",
    kinds.Log.FATIGUE: lambda t, p, c, other, a, b: f"{t.card(c)} is fatigued",
    kinds.Log.CONTROL: lambda t, p, c, other, a, b: f"{t.card(c)} is under control of {t.player(p)} now",
    kinds.Log.PETRIFY: lambda t, p, c, other, a, b: f"{t.card(c)} is petrified",
    kinds.Log.PAWN: lambda t, p, c, other, a, b: (
        f"{t.player(p)} gets a pawn {a}/{b}{f', a copy of {t.card(other)}' if other >= 0 else ''}{t.payment()}"
    ),
    kinds.Log.ATTACH: lambda t, p, c, other, a, b: f"{t.card(c)} becomes a constituent of a chimera",
    kinds.Log.LEVEL: lambda t, p, c, other, a, b: f"{t.card(c, _HAND)} is {t.terms['level']} {a} now",
    kinds.Log.CONSCRIPT: lambda t, p, c, other, a, b: f"{t.card(c)} is conscripted",
    kinds.Log.DISTRACT: lambda t, p, c, other, a, b: f"{t.card(c)} is distracted",
}
"""The same, as parts of what is being done."""


def describe_option(g: Any, built: Built, label: Callable[[int], str], o: Any) -> str:
    """Return an option in a few words; ``label``: what a card is called."""
    kind = kinds.Opt(int(o.kind))
    if kind in (kinds.Opt.PASS, kinds.Opt.END_PHASE, kinds.Opt.YES, kinds.Opt.NO):
        return kind.name.lower()
    if kind in (kinds.Opt.PICK_PLAYER, kinds.Opt.ATTACK_PLAYER):
        return f"player {int(o.target) + 1}"
    if kind == kinds.Opt.NUMBER:
        return str(int(o.amount))
    if kind == kinds.Opt.FACE:
        return f"die {int(o.amount)}" + (f" on {label(int(o.card))}" if o.card >= 0 else "")
    named = label(int(o.card))
    if kind in (kinds.Opt.POP, kinds.Opt.PICK_COUNTER):
        counter = built.names.counters[int(o.ability)]
        return f"{counter} on {named}" + (f", die {int(o.amount)}" if kind == kinds.Opt.POP and o.amount > 0 else "")
    if kind == kinds.Opt.ACTIVATE:
        first = built.record.defs[g.cards[o.card].definition].first_ability
        return f"activate {named} {int(o.ability) - int(first) + 1}"
    if kind in (kinds.Opt.PICK_CARD, kinds.Opt.ENLIST, kinds.Opt.ATTACK_MINION):
        return named
    return f"{kind.name.lower().replace('_', ' ')} {named}"
