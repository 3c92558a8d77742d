"""Effect texts of Level-Up: a closed vocabulary, one regular expression a template, from the edition.

The grammar of the parameters is ``docs/rules/levelup.md``, section *Parameters*. A text must match exactly
one template as a whole; anything else is an error that names the nearest template.
"""

import difflib
import re
from dataclasses import dataclass, replace
from typing import Any

from kotc_sim.errors import KotcError
from kotc_sim.games.levelup.editions.model import LevelUpEdition, Template
from kotc_sim.games.vocabulary import SUGGESTIONS, did_you_mean, pointer
from kotc_sim.yaml_source import Node

SIDES = {"you control": "own", "your opponent controls": "enemy", "on the field": "both"}
WHO = {"You": "own", "Your opponent": "enemy", "Both players": "both"}
_PREFIXES = {
    "normal": ("", "if"),
    "dormant": ("", "if"),
    "latent": ("event",),
    "counter": ("action",),
    "passive": ("event",),
    "continuous": (),
    "equip": (),
}
_PREFIX_WORDS = {"": "no prefix", "if": "`If …: `", "event": "`When …: `", "action": "`In response to …: `"}
MAX_STEPS = 4
NOWHERE = Node("scalar", "", 0, 0)
_SAID = ("kind", "text", "template", "prefix", "when", "if_side", "if_n", "if_filter")
"""What an effect has by its own words, and not by the texts that these mean."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which cards a text means.

    ``what`` is ``card``, ``magic`` or ``creature``; ``level_op`` is empty, ``=``, ``<`` (or lower) or ``>``
    (or higher); ``type`` and ``subtype`` are empty unless named.
    """

    what: str = "card"
    level_op: str = ""
    level: int = 0
    type: str = ""
    subtype: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """One parsed effect of a card, or one step of it.

    ``prefix`` is ``""``, ``if``, ``event`` or ``action``; ``when`` is the id of the event or action.
    ``count`` is empty, ``up to``, ``exactly`` or ``all``. Sides and players are ``own``, ``enemy``, ``both``.
    """

    kind: str
    text: str
    template: str
    op: str
    prefix: str = ""
    when: str = ""
    if_side: str = ""
    if_n: int = 0
    if_filter: Filter = Filter()
    who: str = ""
    n: int = 0
    m: int = 0
    count: str = ""
    count_n: int = 0
    filter: Filter = Filter()
    source: Filter = Filter()
    side: str = ""
    zone: str = ""
    attack: int = 0
    defense: int = 0
    face_up: bool = False
    tap: bool = False
    gain: bool = False
    then: "tuple[Effect, ...]" = ()


class Vocabulary:
    """The templates of an edition, compiled."""

    def __init__(self, edition: LevelUpEdition) -> None:
        self.edition = edition
        kinds = "|".join(map(re.escape, (*edition.types, *edition.subtypes)))
        self._filter = (
            r"(?:magic card|card|(?:level [1-9](?: or lower| or higher)? )?"
            rf"(?:(?:{kinds}) )?creature)"
        )
        self._events = {phrase: name for name, phrase in edition.events.items()}
        self._actions = {phrase: name for name, phrase in edition.actions.items()}
        self._patterns = [(template, self._compile(template)) for template in edition.templates.values()]
        for template in edition.templates.values():
            self._check_meaning(template)

    def _domains(self) -> dict[str, str]:
        def either(words: object) -> str:
            return "|".join(map(re.escape, words))  # type: ignore[call-overload]

        when = (
            rf"(?:When (?P<event>{either(self._events)}): "
            rf"|In response to (?P<action>{either(self._actions)}): "
            rf"|If (?P<if_side>you control|your opponent controls) exactly (?P<if_n>[1-9]) "
            rf"(?P<if_filter>{self._filter})s?: )?"
        )
        return {
            "when": when,
            "who": either(WHO),
            "n": "[1-9]",
            "m": "[1-9]",
            "x": "[1-9]",
            "count": "up to [1-9]|exactly [1-9]|all",
            "filter": self._filter,
            "source": self._filter,
            "side": either(SIDES),
            "zone": "hand|deck|discard pile",
            "delta": "[+-][1-9]",
            "stat": "attack and defense|attack|defense",
            "shield": "indestructible|immortal",
            "face": "face-up|face-down",
            "tap": "Tap|Untap",
            "change": "gains?|loses?",
        }

    def _compile(self, template: Template) -> re.Pattern[str]:
        domains = self._domains()
        parts = re.split(r"(\{\w+\}|\(s\))", template.text)
        pattern, seen = "", set()
        for part in parts:
            if part == "(s)":
                pattern += r"(?:s|\(s\))?"
            elif part.startswith("{") and part.endswith("}"):
                name = part[1:-1]
                if name not in domains or name in seen:
                    raise template.place.error(
                        f"the template {template.name} has the parameter {part} " + ("twice" if name in seen else "which there is not"),
                        "Known: " + ", ".join(domains) + "; each at most once.",
                    )
                seen.add(name)
                pattern += domains[name] if name == "when" else f"(?P<{name}>{domains[name]})"
            else:
                pattern += re.escape(part)
        return re.compile(pattern)

    def _check_meaning(self, template: Template) -> None:
        for text in template.means:
            for name in re.findall(r"\{(\w+)\}", text):
                if "{" + name + "}" not in template.text or name == "when":
                    raise template.place.error(
                        f"the meaning {text!r} of {template.name} uses {{{name}}}, which its text has not",
                        "Only parameters of the text can be used, and `{when}` not at all.",
                    )
        if len(template.means) > MAX_STEPS:
            raise template.place.error(f"the template {template.name} means more than {MAX_STEPS} texts")

    def parse(self, kind: str, text: str, node: Node) -> Effect:
        """Parse one effect; a `KotcError` if no template, or more than one, matches, or the kind cannot have this text."""
        effect = self._match(kind, text, node, 0)
        template = self.edition.templates[effect.template]
        if kind not in template.kinds:
            raise node.error(f"a {kind} effect cannot say {text!r}", f"This text is for {', '.join(template.kinds)} effects.")
        legal = _PREFIXES[kind] if template.text.startswith("{when}") else ("",)
        if effect.prefix not in legal:
            raise node.error(
                f"a {kind} effect has {_PREFIX_WORDS[effect.prefix]} here", "It needs " + " or ".join(_PREFIX_WORDS[p] for p in legal) + "."
            )
        if any(step.op == "redirect" for step in (effect, *effect.then)) and effect.when != "attack":
            raise node.error(
                "only an attack has a target that can be changed", 'Write "In response to an attack: Change the attack target …".'
            )
        return effect

    def read(self, kind: str, text: str) -> Effect | None:
        """Return the effect that a text is, or None."""
        try:
            return self.parse(kind, text, NOWHERE)
        except KotcError:
            return None

    def _match(self, kind: str, text: str, node: Node, depth: int) -> Effect:
        found = [(template, match) for template, regex in self._patterns if (match := regex.fullmatch(text))]
        if not found:
            raise node.error(f"no template has the text {text!r}", self._nearest(text))
        if len(found) > 1:
            names = " and ".join(t.name for t, _ in found)
            raise node.error(f"the text {text!r} fits more than one template: {names}", "Change the wording of one of them.")
        template, match = found[0]
        values = match.groupdict()
        effect = self._effect(kind, text, template, values)
        if not template.means:
            return effect
        if depth >= 2:
            raise template.place.error(f"the template {template.name} means texts that mean texts that …")
        flat: list[Effect] = []
        for meaning in template.means:
            plain = meaning.replace("(s)", "\0")
            for name, value in values.items():
                plain = plain.replace("{" + name + "}", value or "")
            try:
                step = self._match(kind, plain.replace("\0", "(s)"), template.place, depth + 1)
            except KotcError as error:
                raise template.place.error(
                    f"the template {template.name} means {plain!r}, which is wrong: {error.what}", error.fix
                ) from error
            flat += replace(step, then=()), *step.then
        standing = [s for s in flat if not self.edition.templates[s.template].text.startswith("{when}")]
        if standing and len(flat) > 1:
            raise template.place.error(f"the template {template.name} combines standing effects", "Only actions can follow one another.")
        return replace(flat[0], **{name: getattr(effect, name) for name in _SAID}, then=tuple(flat[1:]))

    def _effect(self, kind: str, text: str, template: Template, values: dict[str, str | None]) -> Effect:
        def word(name: str) -> str:
            return values.get(name) or ""

        prefix = next((name for name, given in (("event", "event"), ("action", "action"), ("if", "if_n")) if word(given)), "")
        when = self._events.get(word("event")) or self._actions.get(word("action"), "")
        count, _, count_n = word("count").rpartition(" ")
        if word("count") == "all":
            count, count_n = "all", "0"
        delta, stat = int(word("delta") or 0), word("stat")
        given: dict[str, Any] = {name: int(word(name) or 0) for name in ("if_n", "n", "m")}
        given |= {name: parse_filter(word(name), self.edition) for name in ("if_filter", "filter", "source")}
        given |= {name: SIDES.get(word(name), "") for name in ("if_side", "side")}
        return Effect(
            kind, text, template.name, template.op, prefix, when, who=WHO.get(word("who"), ""), count=count, count_n=int(count_n or 0),
            zone=word("zone"), attack=delta if "attack" in stat else 0, defense=delta if "defense" in stat else 0,
            face_up=word("face") == "face-up", tap=word("tap") == "Tap", gain=word("change").startswith("gain"), **given,
        )  # fmt: skip

    def _nearest(self, text: str) -> str:
        body = text.partition(": ")[2] or text
        texts = {template.text.replace("{when}", ""): template for template, _ in self._patterns}
        close = difflib.get_close_matches(body, texts, SUGGESTIONS, 0.4)
        search = pointer(body, self.edition)
        return f"{did_you_mean(close)} {search}" if close else search


def parse_filter(text: str, edition: LevelUpEdition) -> Filter:
    """Parse a card filter that is known to match the grammar; an empty one means any card."""
    if text in ("", "card"):
        return Filter()
    if text == "magic card":
        return Filter("magic")
    match = re.fullmatch(r"(?:level (\d)( or lower| or higher)? )?(?:(\w+) )?creature", text)
    if match is None:
        raise ValueError(text)
    level, bound, kind = match.groups()
    op = "" if level is None else {None: "=", " or lower": "<", " or higher": ">"}[bound]
    is_type = kind in edition.types
    return Filter("creature", op, int(level or 0), kind if kind and is_type else "", kind if kind and not is_type else "")
