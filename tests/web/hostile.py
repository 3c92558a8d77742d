"""Hostile requests for the workbench, drawn from a seed: questions with one thing wrong, files that want more, paths, raw bytes."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.web.serving import BATTLE, CARD, CREATURE, DECK, EMBERS

PATHS = (
    *("../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "..\\..\\x", "~/x", "/dev/stdin", "-", "\x00", "CON"),
    *("evil.py", "{evil}", "$(touch {mark})"),
)
TEXTS = (
    *("", " ", "\n" * 50, "'", '"', "`touch {mark}`", "; touch {mark}", "--html={mark}", "--strategy-a={evil}", "-rf"),
    *("<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "{{7*7}}", "%s%n"),
    *("!!python/object/apply:os.system ['touch {mark}']", "*a", "&a [*a, *a]", "\u202e\u2066x", "\ud800", "💣" * 60),
    *("a" * 4000, "→" * 500, "FIRE: " * 300, "(" * 400, "1" * 400, "Draw 999999999999999999999 cards."),
    *("Target 1 on-field minion; destroy it.", *PATHS),
)
NUMBERS = (-1, 0, 1, 2**31, 2**63, 10**30, 1e308, -1e308, 0.5, True, False, float("nan"), float("inf"))
YAML = (
    "cards: {40: minion 2/4}\nstrategy: {evil}\n",
    "include: {evil}\ncards: [Rat]\n",
    "edition: {evil}\ncards: [Rat]\n",
    "extends: {evil}\nrules: {hand_size: 6}\n",
    'extends: kotc-17\neffects: {destroy: {level: \'__import__("os").system("touch {mark}")\'}}\n',
    "extends: kotc-17\neffects: {destroy: {level: 9**9**9}}\n",
    "extends: kotc-17\nrules: {base_level: 1/0}\n",
    "extends: kotc-17\neffects: {drain: {text: 'drain.', level: 1, program: [{roll: 99999999999}]}}\n",
    "extends: kotc-17\nwording: {nouns: {'(': ')'}}\naliases: [{old: '{x}', new: '{y}'}]\n",
    "extends: kotc-17\nextends: {evil}\n",
    "extends: levelup\ntemplates: {x: {text: '{n}{n}', kinds: [normal], means: ['{mark}']}}\n",
    "- !!python/object/apply:os.system ['touch {mark}']\n",
    "!!python/module:os\n",
    "a: &a [1, 1]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: &d [*c, *c]\ncards: [*d, *d]\n",
    "[" * 200,
    "- {name: Rat, sp: 1, hp: 0, text: !!binary aGVsbG8=}\n",
    "name: x\nplayers: []\nexpect: {}\n",
    "edition: levelup\ncards: {40: x}\n",
    "\x00",
    "cards: {1: " + "x" * 3000 + "}\n",
    "- {name: Rat, sp: 1, hp: 0, text: ''}\n- {name: Rat, sp: 1, hp: 0, text: ''}\n",
    "a: 1\n---\nb: 2\n",
)
PROPOSAL = {"name": "p", "rules": {"hand_size": 6}, "components": {"effect.destroy": {"level": "3*t", "ultra": 1, "banned": False}}}
REST = "effects:\n  drain: {text: '{x}-drain enemy.', level: 2*x, program: [{roll: x}, {damage_player: enemy}, {heal: self}]}\n"
FIERCE = {"name": "f", "rules": {"points": 30, "attack_taps": True}, "components": {"mill": {"banned": True}}, "rest": "line: {2: 13}"}
RATE = {"precision": 1, "profiles": ["greedy"], "card": ["Nova"]}
TRY = {"deck": 0, "out": [[2, "minion 2/4"]], "into": [[2, "Nova"]], "games": 100}
NAMED = {"decks": [0, 1], "strategy_a": "greedy", "strategy_b": "random", "games": 2}
GAME = {"a": 0, "b": 1, "game": 3, "strategy": "greedy", "boards": True}
EXPLOIT = {"generations": 1, "population": 4, "winners": 1, "combos": 0, "precision": 5, "profiles": ["random"]}
BALANCE = {"only": ["draw 1 card"], "budget": "1s", "rounds": 1, "with_field": False, "with_exploits": False, "profiles": ["random"]}
SWEEP = {"number": "rules.starting_hp=20..30/10", "strategy": "random", "games": 2}
OF_EDITIONS: tuple[dict[str, Any], ...] = (
    {"version": 2, "ask": "edition diff", "decks": [DECK], "settings": {"before": "kotc-17", "decks": [0], "games": 20}},
    {"version": 2, "ask": "exploit", "proposal": PROPOSAL, "settings": EXPLOIT},
    {"version": 2, "ask": "tournament", "decks": [DECK, DECK | {"name": "Yours"}], "settings": {"decks": [0, 1], "games": 4}},
    {"version": 2, "ask": "meta", "settings": {"rounds": 1, "profiles": ["random"]}},
    {"version": 2, "ask": "ban", "settings": {"texts": ["draw 1 card"], "strategy": "random", "games": 20}},
    {"version": 2, "ask": "sweep", "settings": SWEEP},
    {"version": 2, "ask": "balance", "settings": BALANCE},
)
QUESTIONS: tuple[dict[str, Any], ...] = (
    BATTLE,
    {"version": 2, "ask": "rate", "cards": [CARD], "proposal": PROPOSAL, "settings": RATE, "seed": 2},
    {"version": 2, "ask": "price", "settings": {"texts": ["destroy the targets"], "precision": 2}},
    {"version": 2, "ask": "try", "cards": [CARD], "decks": [DECK], "settings": TRY},
    {"version": 2, "ask": "matchup", "decks": [DECK, DECK], "settings": NAMED},
    {"version": 2, "ask": "replay", "edition": "kotc-17", "decks": [DECK, DECK], "settings": GAME | {"omniscient": True}},
    {"version": 2, "ask": "rate", "edition": "levelup", "cards": [CREATURE], "proposal": FIERCE, "settings": RATE | {"card": ["Pup"]}},
    {"version": 2, "ask": "matchup", "edition": "levelup", "decks": [EMBERS, EMBERS], "settings": NAMED},
    {"version": 2, "ask": "replay", "edition": "levelup", "decks": [EMBERS, EMBERS], "settings": GAME},
    *OF_EDITIONS,
)
POSTS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("api/run", question) for question in QUESTIONS),
    ("api/tables", {"version": 2, "ask": "replay", "edition": "kotc-17", "decks": [DECK, DECK], "settings": {"a": 0, "b": 1}}),
    ("api/tables/0123456789abcdef", {"at": 0, "pick": 0, "remove": False}),
    ("api/cost", {"edition": "kotc-17", "card": CARD, "caret": 5, "proposal": PROPOSAL}),
    ("api/cost", {"edition": "levelup", "card": CREATURE, "caret": 9, "proposal": FIERCE}),
    ("api/cost", {"edition": "kotc-17", "card": CARD, "proposal": PROPOSAL | {"rest": REST}}),
    ("api/words", {"edition": "kotc-17", "query": "discard", "proposal": PROPOSAL}),
    ("api/levels", {"edition": "kotc-9", "proposal": PROPOSAL, "cards": [CARD]}),
    ("api/deck", {"edition": "kotc-17", "deck": DECK, "cards": [CARD]}),
    ("api/shipped", {"edition": "kotc-17", "deck": "storm"}),
    ("api/save", {"edition": "kotc-17", "what": "deck", "deck": DECK, "cards": [CARD], "proposal": PROPOSAL}),
    ("api/edition", {"edition": "kotc-12"}),
    ("api/keep", {"state": {"a": [1]}, "edition": "kotc-17", "cards": [CARD], "decks": [DECK], "proposal": PROPOSAL}),
    ("api/edition", {"edition": "kotc-17", "proposal": PROPOSAL | {"rest": REST}}),
)


@dataclass(frozen=True)
class Request:
    """A request as it is sent; ``{token}`` and ``{port}`` in it are to be filled in."""

    method: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


def requests(seed: int, count: int, evil: str, mark: str) -> list[Request]:
    """Return hostile requests: ``evil`` is a Python file that writes ``mark`` if it is run."""
    draw = random.Random(seed)

    def fill(text: str) -> str:
        return text.replace("{evil}", evil).replace("{mark}", mark)

    kinds: list[Callable[[random.Random, Callable[[str], str]], Request]] = [_mutated, _mutated, _mutated, _file, _path, _raw]
    return [draw.choice(kinds)(draw, fill) for _ in range(count)]


def _post(path: str, body: bytes) -> Request:
    return Request("POST", f"/{{token}}/{path}", body, {"Content-Type": "application/json", "Origin": "http://127.0.0.1:{port}"})


def _mutated(draw: random.Random, fill: Callable[[str], str]) -> Request:
    """Return a valid request with up to three things changed; with none it shows that the others are near to one."""
    path, content = draw.choice(POSTS)
    content = copy.deepcopy(content)
    for _ in range(draw.randint(0, 3)):
        _damage(content, draw, fill)
    return _post(path, json.dumps(content).encode("utf-8", "surrogatepass"))


def _damage(content: Any, draw: random.Random, fill: Callable[[str], str]) -> None:
    places: list[tuple[Any, Any]] = []
    open_ones = [content]
    while open_ones:
        part = open_ones.pop()
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        places += [(part, key) for key in keys]
        open_ones += [part[key] for key in keys if isinstance(part[key], dict | list)]
    if not places:
        return
    part, key = draw.choice(places)
    way = draw.randrange(5)
    if way == 0 and isinstance(part, dict):
        part[fill(draw.choice(TEXTS))] = part.pop(key)
    elif way == 1:
        part[key] = [part[key]] * draw.choice((0, 2, 200))
    elif way == 2:
        part[key] = draw.choice(NUMBERS)
    elif way == 3:
        part[key] = draw.choice(([], {}, None, [[]], {"a": {"b": {}}}, [None] * 5))
    elif key == "rest":
        part[key] = fill(draw.choice(YAML))
    else:
        part[key] = fill(draw.choice(TEXTS))


def _file(draw: random.Random, fill: Callable[[str], str]) -> Request:
    text = fill(draw.choice(YAML))
    if draw.random() < 0.3:
        at = draw.randrange(len(text) + 1)
        text = text[:at] + fill(draw.choice(TEXTS)) + text[at:]
    return _post("api/open", json.dumps({"edition": "kotc-17", "text": text, "cards": [CARD]}).encode("utf-8", "surrogatepass"))


def _path(draw: random.Random, fill: Callable[[str], str]) -> Request:
    place = draw.choice(("", "runs/", "api/", "api/runs/", "runs/0123456789abcdef/", "static/"))
    name = "".join(
        f"%{byte:02x}" if byte < 33 or byte > 126 or draw.random() < 0.3 else chr(byte) for byte in fill(draw.choice(PATHS)).encode()
    )
    end = draw.choice(("", "/report.html", "/cancel", "/remove", "?save", "?a=" + "b" * 300))
    return Request(
        draw.choice(("GET", "GET", "POST", "HEAD")), f"/{{token}}/{place}{name}{end}", b"", {"Origin": "http://127.0.0.1:{port}"}
    )


def _raw(draw: random.Random, fill: Callable[[str], str]) -> Request:
    body = draw.choice(
        (
            b"",
            b"{",
            b"[" * 5000,
            b"null",
            b"1",
            b'"x"',
            b"\xff\xfe",
            b'{"a":' * 2000,
            bytes(draw.randrange(256) for _ in range(200)),
            b"NaN",
            b'{"version":1e999}',
        )
    )
    return _post(draw.choice([path for path, _ in POSTS] + ["api/open", "api/start", "events"]), body)
